"""The worked example of CONTRIBUTING.md, followed to the letter: a file and a line make a method, and it is exact."""

import re
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.core.decoder import Decoder
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.trace.format import read, to_line
from tests.toys import CAUGHT, EXACT, distance, random_pair

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MODULE = "decoders.methods.echo"


def block(mark: str) -> str:
    """The code behind a mark of the text."""
    found = re.search(rf"<!-- {mark}:[^>]*-->\n```\w+\n(.*?)```", TEXT, re.S)
    assert found, f"CONTRIBUTING.md should have a block marked {mark}"
    return found[1]


@pytest.fixture
def echo(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The file of the example as a module, and its line in the catalogue; nothing is written."""
    module = types.ModuleType(MODULE)
    monkeypatch.setitem(sys.modules, MODULE, module)
    exec(compile(block("the file"), "decoders/methods/echo.py", "exec"), vars(module))
    decoder = eval(block("the line").strip("+ ,\n"), {"echo": module})
    assert isinstance(decoder, Decoder)
    monkeypatch.setitem(DECODERS, decoder.name, decoder)
    return module


def test_the_line_is_one_of_the_catalogue() -> None:
    """A newcomer must see at once where the line goes."""
    assert re.search(r"^    \w+\.DECODER,$", (ROOT / "decoders" / "catalog.py").read_text(encoding="utf-8"), re.M)
    assert re.fullmatch(r"\+    \w+\.DECODER,\n", block("the line"))


def test_it_keeps_the_targets_law(echo: types.ModuleType) -> None:
    """The first decoder that a newcomer copies must be what it says: lossless, also after an empty prompt."""
    for prompt in ((0,), ()):
        for seed in range(3):
            assert distance("echo", random_pair(seed), 4, prompt, gamma=2) < EXACT


def test_its_law_test_can_fail(echo: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """A law that holds for a walk which keeps whatever is copied would prove nothing."""

    def keep_all(run: Any, scored: Any) -> Any:
        return [scored.kept(node) for node in scored.tree.nodes] or echo_follow(run, scored)

    echo_follow = vars(echo)["follow"]
    monkeypatch.setattr(echo, "follow", keep_all)
    assert distance("echo", random_pair(0), 4, gamma=2) > CAUGHT


def test_it_records_a_trace_that_is_valid(echo: types.ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """One file and one line: nothing else may be needed to record, check and read a run of the method."""
    monkeypatch.chdir(ROOT)
    request = RunRequest("echo", "toy:assets/toys/edge-gsd-cycle.json", "clock", {"gamma": 2}, seed=1, limit=6)
    trace = read("".join(to_line(line) for line in record(request)).encode())
    assert trace.incomplete is None
    layers = [layer for iteration in trace.iterations for layer in iteration.layers]
    assert layers
    assert {layer.to_json()["kind"] for layer in layers} == {"echo"}
    assert trace.header.oracle.method == "multinomial"
