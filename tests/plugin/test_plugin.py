"""A method from another package is listed, recorded, opened, compared and proved without changes to this project."""

import json
import sys
from html import escape
from pathlib import Path

import pytest

from decoders.catalog import DECODERS
from decoders.core.decoder import Decoder
from decoders.plugins import Catalog
from explorer.stage.pack import open_content
from explorer.trace.format import read
from explorer.trace.layer_kinds import OtherLayer
from tests.plugin.packages import declare, install, python

TOY = "toy:assets/toys/edge-gsd-cycle.json"
METHODS = "speculative_decoding.methods"
RUN = ("echo", "--pair", TOY, "--prompt", "clock", "--set", "gamma=2", "--max-new-tokens", "6")
RECORD = ("-m", "explorer", "record", *RUN)
LIST_PAIRS = ("-m", "explorer", "pairs")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the installed package of docs/your-own-method.md."""
    return install(tmp_path_factory.mktemp("packages"))


@pytest.fixture(scope="module")
def recorded(packages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of Echo, recorded by the command line."""
    path = tmp_path_factory.mktemp("runs") / "echo.jsonl"
    done = python(*RECORD, "--seed", "1", "-o", str(path), path=packages)
    assert done.returncode == 0, done.stderr
    return path


def test_the_command_line_lists_it(packages: Path) -> None:
    """Nobody would find an installed method that the command line does not list."""
    done = python("-m", "explorer", "methods", path=packages)
    assert (
        "echo          Echo: repeat the last token (an example); output distribution: that of `multinomial`"
        in done.stdout
    )
    assert "gamma=3  [1..16]" in done.stdout
    assert "echo" not in python("-m", "explorer", "methods").stdout


def test_loading_the_method_loads_no_explorer(packages: Path) -> None:
    """Users who install only the decoders must be able to run a method of another package."""
    code = (
        "import sys, decoders; assert not any(name.startswith('echo_decoding') for name in sys.modules); "
        "pair = decoders.load_pair('toy:assets/toys/edge-gsd-cycle.json'); assert 'spd' in decoders.DECODERS; "
        "assert 'echo_decoding' not in sys.modules, 'a built-in name needs no package'; "
        "echo = decoders.decoder('echo'); "
        "run = echo.decode(pair.encode('clock', False), pair.models, echo.make_settings({}), decoders.Seeded(0), 4); "
        "print(len(list(run))); assert not {'explorer', 'torch', 'pydantic'} & set(sys.modules)"
    )
    done = python("-c", code, path=packages)
    assert int(done.stdout) >= 1, done.stderr


def test_the_command_line_has_its_exact_law(packages: Path) -> None:
    """A method of another package would have no exact output distribution on the command line."""
    done = python("-m", "explorer", "law", *RUN[:-1], "3", path=packages)
    law = {tuple(row["beams"][0]): row["p"] for row in json.loads(done.stdout)["law"]}
    own = python("-m", "explorer", "law", "multinomial", *RUN[1:5], "--max-new-tokens", "3")
    assert law == {tuple(row["beams"][0]): pytest.approx(row["p"]) for row in json.loads(own.stdout)["law"]}


PAGE = f"""
import json
from explorer.features.nature import keeps_nature
from explorer.ui import page
from explorer.ui.form import choices
from explorer.ui.server import api
from explorer.ui.tabs import exactness
page.build()
label = next(label for label, name in choices.methods() if name == "echo")
described = next(row for row in json.loads(api.methods()) if row["name"] == "echo")
compared = json.loads(api.compare(["multinomial", "echo:gamma=2"], "{TOY}", "clock", max_new_tokens=6))
toy = json.load(open("{TOY[4:]}"))
request = {{"method": "echo", "toy": toy, "prompt": "clock", "settings": {{"gamma": 2}}, "tokens": 3, "mutations": []}}
parts = [part for part in exactness.enumerate_laws(request) if part]
print(json.dumps([label, described["oracle"], [row["law"] for row in compared["runs"]], exactness.verdict_html(parts)]))
"""


def test_the_page_and_the_api_offer_it(packages: Path) -> None:
    """The page and the API would not offer a method of another package."""
    done = python("-c", PAGE, path=packages)
    assert done.returncode == 0, done.stderr
    label, oracle, laws, verdict = json.loads(done.stdout.splitlines()[-1])
    assert label.endswith("Echo: repeat the last token")
    assert oracle == "multinomial"
    assert laws[1] == "lossless: same output distribution as sampling from the target"
    assert "Echo: repeat the last token</strong> produces every text with the same probability as" in verdict


def test_its_own_layer_is_read(packages: Path, recorded: Path) -> None:
    """Layers of an installed package would be read without the checks of their own class."""
    code = f"""
from explorer.trace.format import read
trace = read({str(recorded)!r})
layers = [layer for one in trace.iterations for layer in one.layers]
print(sorted({{type(layer).__name__ for layer in layers}}))
"""
    done = python("-c", code, path=packages)
    assert done.stdout.strip() == "['Echoed']", done.stderr
    wrong = recorded.with_name("wrong.jsonl")
    wrong.write_text(recorded.read_text().replace('"copies":2', '"copies":-2'))
    assert wrong.read_text() != recorded.read_text()
    done = python("-m", "explorer", "show", str(wrong), path=packages)
    assert done.returncode == 2
    assert "copies" in done.stderr


def test_it_opens_where_the_package_is_not(recorded: Path) -> None:
    """Readers without the package could not open a trace of its method."""
    trace = read(recorded)
    assert trace.header.rules["draw_match"] == "x = y, y ~ p"
    layers = [layer for one in trace.iterations for layer in one.layers]
    assert {layer.name for layer in layers if isinstance(layer, OtherLayer)} == {"echo"}
    assert all(isinstance(layer, OtherLayer) for layer in layers)
    content = open_content(trace, "echo")
    assert len(content["iterations"]) == len(trace.iterations)
    done = python("-m", "explorer", "show", str(recorded))
    assert done.returncode == 0, done.stderr
    assert "echo" in done.stdout


def test_a_rule_and_a_phase_that_nobody_knows_are_drawn(recorded: Path) -> None:
    """Rules and phases of another package that this project does not know would not be drawn."""
    text = recorded.read_text().replace('"draw_match"', '"own_rule"').replace('"phase":"verify"', '"phase":"own_step"')
    text = text.replace('"rules":{', '"phases":{"own_step":"decide"},"rules":{', 1)
    trace = read(text.encode())
    assert trace.header.phases == {"own_step": "decide"}
    assert open_content(trace, "own")["iterations"]


def test_packages_can_be_switched_off(packages: Path) -> None:
    """A host could not limit the app to methods that it has tried."""
    done = python("-m", "explorer", "methods", "--json", path=packages, plugins="off")
    assert "echo" not in {row["name"] for row in json.loads(done.stdout)}
    done = python(*RECORD, "-o", str(packages / "off.jsonl"), path=packages, plugins="off")
    assert (done.returncode, "Unknown method “echo”" in done.stderr) == (2, True)


@pytest.mark.parametrize(
    ("module", "why"),
    [
        ("raise RuntimeError('no licence\\nfound')", "RuntimeError: no licence found"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("import a_module_that_is_not_there", "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"),
        ("METHOD = 3", "An object of type int cannot be registered as a method. Use a Decoder."),
        ("from decoders.methods.single import GREEDY as METHOD", ""),
        (
            "from dataclasses import replace; from decoders.methods.lookup import DECODER; "
            "METHOD = replace(DECODER, name='spd')",
            "The method name “spd” is taken: it is one of the built-in methods. Choose another name.",
        ),
        (
            "from dataclasses import replace; from decoders.methods.lookup import DECODER; "
            "METHOD = replace(DECODER, name='<b>')",
            "“<b>” is not a valid name for a method. Use at most 60 letters, digits, dots, hyphens and underscores.",
        ),
    ],
)
def test_a_package_that_cannot_be_loaded_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, why: str
) -> None:
    """One package that fails to load would stop the app, or its method would be missing without a reason."""
    (tmp_path / "broken.py").write_text(module)
    declare(tmp_path, "broken-package", "1.2", {METHODS: ["missing = broken:METHOD"]})
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    catalog = Catalog("method", Decoder, DECODERS.built_in.values())
    assert set(catalog) == set(DECODERS.built_in)
    assert [str(each) for each in catalog.left_out] == (
        [f"missing of the package broken-package 1.2 is left out: {why}"] if why else []
    )


def test_of_two_with_one_name_the_first_has_it(tmp_path: Path) -> None:
    """The meaning of a name would depend on the order of folders, and no list would name the package left out."""
    install(tmp_path)
    (tmp_path / "other.py").write_text(
        "from dataclasses import replace; from decoders.methods.lookup import DECODER; "
        "METHOD = replace(DECODER, name='echo', title='Another')"
    )
    declare(tmp_path, "other-package", "1", {METHODS: ["echo = other:METHOD"]})
    done = python("-m", "explorer", "methods", path=tmp_path)
    assert "Echo: repeat the last token" in done.stdout
    why = "The method name “echo” is taken: it belongs to the package echo-decoding 0.1. Choose another name."
    assert f"echo of the package other-package 1 is left out: {why}" in done.stdout.splitlines()
    modules = "from explorer.ui.form import choices; from explorer.ui.server import api"
    code = f"{modules}; print(api.methods()); print(choices.left_out())"
    answer, shown = python("-c", code, path=tmp_path).stdout.splitlines()
    assert json.loads(answer)[-1] == {"name": "echo", "package": "other-package 1", "why": why}
    assert shown == f"<p>{escape(f'echo of the package other-package 1 is left out: {why}')}</p>"


def test_a_pair_of_a_package_is_offered(tmp_path: Path) -> None:
    """A pair that somebody trains and packages could not be chosen by name."""
    (tmp_path / "mine.py").write_text(
        "import decoders\n"
        "def load(**where): return decoders.load_pair('toy:assets/toys/dsbd-figure-2.json')\n"
        "PAIR = decoders.PairEntry('mine', 'a table', 'a table', 'here', 0, 'nothing', load)\n"
    )
    declare(tmp_path, "my-pairs", "1", {"speculative_decoding.pairs": ["mine = mine:PAIR"]})
    assert "mine            a table + a table; here; needs nothing" in python(*LIST_PAIRS, path=tmp_path).stdout
    trace = tmp_path / "mine.jsonl"
    done = python(
        "-m", "explorer", "record", "spd", "--pair", "mine", "--prompt", "ask", "-o", str(trace), path=tmp_path
    )
    assert done.returncode == 0, done.stderr
    assert read(trace).header.pair == "mine"
