"""Everything named in the docs exists: links, paths, commands, methods, settings, layers, decisions, examples."""

import contextlib
import doctest
import importlib
import importlib.util
import json
import re
import shlex
from pathlib import Path
from typing import Any, get_args

import pytest

from decoders.catalog import DECODERS
from decoders.core.record import Decision
from explorer.cli.main import parser
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.trace.format import line_of

ROOT = Path(__file__).parents[1]
TEXTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "assets").rglob("*.md")])
TEXT = pytest.mark.parametrize("text", TEXTS, ids=lambda path: path.relative_to(ROOT).as_posix())
METHOD = pytest.mark.parametrize("method", DECODERS)

FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
INDENTED = re.compile(r"(?:^ {4}.+\n)+", re.M)
TICKED = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
EXAMPLE = RunRequest("spd", "toy:assets/toys/dsbd-figure-2.json", "ask why", {"gamma": 2}, seed=5, limit=3)
HEADER = ("kind", "schema", "method", "pair", "settings", "seed", "prompt", "prompt_tokens", "oracle", "texts")
SUMMARY = ("kind", "tokens", "text", "beams", "by_depth", "joules")
EXAMPLES = sorted(
    path
    for room in ("decoders", "explorer")
    for path in (ROOT / room).rglob("*.py")
    if re.search(r"^ +>>> ", path.read_text(encoding="utf-8"), re.M)
)
ROOMS = ("app.py", "assets/", "benchmarks/", "decoders/", "docs/", "examples/", "explorer/", "tests/", "training/")
VARIABLE = re.compile(r"[*<>{}$…]|[A-Z]{3,}(?!.*\.md)")  # NAME, FILE, $D: what a reader puts in


def read(*parts: str) -> str:
    """The content of a text of this repository."""
    return ROOT.joinpath(*parts).read_text(encoding="utf-8")


def plain(text: str) -> str:
    """A text without its code blocks."""
    return FENCE.sub("", text)


def anchors(text: str) -> set[str]:
    """The anchors that GitHub gives a text's headings, and the anchors kept for links to former headings."""
    heads = re.findall(r"^#+ (.+)$", plain(text), re.M)
    former = re.findall(r'^<a id="([\w-]+)"></a>$', text, re.M)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads} | set(former)


def typed(block: str) -> str:
    """What a reader types from a code block: if lines begin with a prompt, all other lines are output."""
    lines = block.splitlines()
    prompts = [line for line in lines if line.startswith("$ ")]
    return "\n".join(prompts or lines)


def commands(text: str) -> list[list[str]]:
    """The words of every python or make command in a text; lines continued by \\ or within quotes are joined."""
    code = [*map(typed, FENCE.findall(text)), *INDENTED.findall(plain(text)), *TICKED.findall(plain(text))]
    lines = "\n".join(code).replace("\\\n", " ").splitlines()
    found = [re.sub(r"^\s*(\$ )?(\.venv/bin/)?", "", line) for line in lines]
    starts = [at for at, line in enumerate(found) if re.match(r"(python|make) ", line)]
    return [words(found[at:]) for at in starts]


def words(lines: list[str]) -> list[str]:
    """The words of the command that begins in the first line, without comments."""
    for most in range(1, len(lines)):
        with contextlib.suppress(ValueError):  # a quotation is still open
            return shlex.split("\n".join(lines[:most]), comments=True)
    return shlex.split("\n".join(lines), comments=True)


@TEXT
def test_links_lead_somewhere(text: Path) -> None:
    """A reader who follows a link would arrive nowhere."""
    for link in LINK.findall(plain(text.read_text(encoding="utf-8"))):
        if "://" not in link:
            name, _, anchor = link.partition("#")
            target = text.parent / name if name else text
            assert target.exists(), link
            assert not anchor or anchor in anchors(target.read_text(encoding="utf-8")), link


@TEXT
def test_no_merge_is_unfinished(text: Path) -> None:
    """A reader would see the marks of two versions of a text."""
    assert re.findall(r"^(?:<{7}|={7}|>{7})(?: .*)?$", text.read_text(encoding="utf-8"), re.M) == []


def test_the_readme_is_short() -> None:
    """A reader would not reach the end; generated tables and the front matter do not count."""
    body = re.sub(r"\A---.*?^---$|<!-- methods: .*?<!-- end of methods -->", "", read("README.md"), flags=re.S | re.M)
    assert len(body.split()) <= 1100


@TEXT
def test_paths_exist(text: Path) -> None:
    """A reader would look for a file that does not exist."""
    written = text.read_text(encoding="utf-8")
    words = [*TICKED.findall(plain(written)), *(word for command in commands(written) for word in command[:2])]
    named = [re.split(r"[\s:(#,]", word)[0] for word in words]
    missing = [word for word in named if word.startswith(ROOMS) and not VARIABLE.search(word)]
    assert [word for word in missing if not (ROOT / word).exists()] == []


@TEXT
def test_commands_exist(text: Path) -> None:
    """A reader who copies a command would get an error about an unknown command or option."""
    targets = set(re.findall(r"^([a-z]+):", read("Makefile"), re.M))
    for words in commands(text.read_text(encoding="utf-8")):
        if words[0] == "make":
            assert words[1] in targets, words
        elif words[1:3] == ["-m", "explorer"]:
            check_explorer(words[3:])
        elif words[1] == "-m" and words[2] != "pytest":
            assert importlib.util.find_spec(words[2]), words


def check_explorer(words: list[str]) -> None:
    """Parse a whole explorer command, or check only its name where the text gives no more."""
    known = next(action for action in parser()._actions if action.choices)  # the subcommands
    assert known.choices is not None
    if not words or VARIABLE.fullmatch(words[0]):
        return
    assert words[0] in known.choices, words
    if len(words) > 1:
        numbers = ["1" if word.isupper() and len(word) == 1 else word for word in words]
        parser().parse_args([word for word in numbers if word != "…"])


def section(method: str) -> str:
    """The section of docs/methods.md about a method."""
    found = re.search(rf"^### {method}\n(.*?)(?=^##)", read("docs", "methods.md"), re.M | re.S)
    assert found, f"docs/methods.md has no section {method}"
    return found[1]


@METHOD
def test_every_method_has_its_rules(method: str) -> None:
    """docs/methods.md would give other settings, output distributions or layers than the code that cites it."""
    decoder, rules = DECODERS[method], section(method)
    keys = {setting["key"] for setting in decoder.describe()["settings"]} - {"temperature", "top_k", "top_p"}
    inherited = {"gsd": "tsd"}.get(method)
    missing = {key for key in keys if f"`{key}" not in rules + (section(inherited) if inherited else "")}
    assert missing == set()
    distribution = re.search(r"^\*\*Output distribution\.\*\*(.*?)\n\n", rules, re.M | re.S)
    assert distribution, "it should say which output distribution the method has"
    oracle = decoder.oracle_for(decoder.settings())
    words = {"itself": "itself", "exact": f"`{oracle.method}`", "conditional": "conditional", "lossy": "ossy"}
    assert words[oracle.kind] in distribution[1]
    layers = re.search(r"Layers:\s+([^.]*)\.", rules)
    assert layers, "it should say which layers are recorded"
    assert set(TICKED.findall(layers[1])) == {layer.kind for layer in decoder.layers}


def test_citations_of_methods_lead_somewhere() -> None:
    """A reader of the code could not find a cited rule."""
    known = anchors(read("docs", "methods.md"))
    for file in [*(ROOT / "decoders").rglob("*.py"), *(ROOT / "explorer").rglob("*.py")]:
        cited = re.findall(r"docs/methods\.md#([\w-]+)", file.read_text(encoding="utf-8"))
        assert set(cited) <= known, file


def test_citations_name_the_paper() -> None:
    """A citation would name a document or number that the reader does not have; “MTAD §3.2” can be found."""
    texts = [path for room in ("decoders", "explorer", "benchmarks") for path in (ROOT / room).rglob("*.py")]
    cited = re.compile(r"\b00[0-4] (?:§|Eq|Table|Fig|App)|algorithms §")
    assert [path for path in [*texts, *TEXTS] if cited.search(path.read_text(encoding="utf-8"))] == []


def test_format_lists_every_layer_and_decision() -> None:
    """A reader of a trace could not find a kind of layer, its methods, or a decision."""
    text = read("docs", "trace-format.md")
    table = text.partition("<!-- layers:")[2].partition("<!-- end of layers -->")[0]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.M)
    known = {layer.kind for decoder in DECODERS.values() for layer in decoder.layers}
    by_kind = {
        kind: {name for name, decoder in DECODERS.items() if kind in {layer.kind for layer in decoder.layers}}
        for kind in known
    }
    assert {kind: set(methods.strip().split(", ")) for kind, methods in rows} == by_kind
    assert set(get_args(Decision)) <= set(TICKED.findall(text))


def easy(value: Any, key: str = "") -> Any:
    """A value that is easy to read: four digits, and no times, which differ between runs."""
    if isinstance(value, dict):
        return {name: easy(each, name) for name, each in value.items()}
    if isinstance(value, list):
        return [easy(each) for each in value]
    return 0.0 if key == "seconds" else round(value, 4) if isinstance(value, float) else value


def written(part: dict[str, Any]) -> str:
    """A line of a trace over several lines: one for each field and for each object of a list."""
    rows = []
    for key, value in easy(part).items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict):
            text = "[\n   " + ",\n   ".join(json.dumps(each, ensure_ascii=False) for each in value) + "]"
        rows.append(f"{json.dumps(key)}: {text}")
    return "{" + ",\n ".join(rows) + "}\n"


def test_format_shows_a_real_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    """The documented example of a trace would be one that no version ever wrote."""
    monkeypatch.chdir(ROOT)
    header, first, *_, last = map(line_of, record(EXAMPLE))
    parts = [{key: header[key] for key in HEADER}, first, {key: last[key] for key in SUMMARY}]
    block = "```json\n" + "".join(map(written, parts)) + "```"
    assert block in read("docs", "trace-format.md"), f"docs/trace-format.md should show\n{block}"


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_in_docstrings(path: Path) -> None:
    """Examples in docstrings, which readers try first, would fail."""
    module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    found = doctest.testmod(module)
    assert found.attempted
    assert not found.failed
