"""Hostile traces: whatever a file holds, it is opened or refused in one sentence, quickly and in bounded memory.

The long form is `python -m benchmarks.fuzz`; its figures are in assets/benchmarks/fuzz.json.
"""

import gzip
import json
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks import fuzz
from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.energy.parts import spans
from explorer.trace import format
from explorer.trace.format import read
from explorer.trace.lines import IterationEnergy


@settings(max_examples=150)
@given(st.randoms(use_true_random=False))
def test_mutated_traces_are_opened_or_refused(dice: random.Random) -> None:
    """A stranger's file must never cause an unexpected error."""
    assert fuzz.tried(fuzz.mutated(dice), figures=dice.random() < 0.02) in ("opened", "refused")


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_any_bytes_are_refused(data: bytes) -> None:
    """Data that is not a trace is refused with a sentence."""
    assert fuzz.tried(data, figures=False) == "refused"


def drop_counts(parts: fuzz.Parts) -> None:
    parts[-1]["counts"] = {"emitted": None, "target_passes": parts[-1]["counts"]["target_passes"]}


def drop_times(parts: fuzz.Parts) -> None:
    del parts[1]["seconds"], parts[1]["final"]["beams"], parts[-1]["seconds"]["target"]


def end_grams_anywhere(parts: fuzz.Parts) -> None:
    graph = next(layer for layer in parts[1]["layers"] if layer["kind"] == "graph")
    graph["recurring"] = [{"gram": [0, 0, 0], "nodes": [0, 0]}]


def lengthen_tries(parts: fuzz.Parts) -> None:
    layer = next(layer for layer in parts[1]["layers"] if layer["kind"] == "tries")
    layer["tries"] = layer["tries"] * 3


def lose_chances(parts: fuzz.Parts) -> None:
    next(layer for layer in parts[1]["layers"] if layer["kind"] == "tries")["q"] = []


def lower_bar(parts: fuzz.Parts) -> None:
    next(layer for layer in parts[1]["layers"] if layer["kind"] == "joint")["threshold"] = -0.5


def beam_beyond_one(parts: fuzz.Parts) -> None:
    parts[-1]["beams"][0]["logp"] = 1000.0


def nameless_beams(parts: fuzz.Parts) -> None:
    """Another beam than greedy decoding's is the best one, and nothing says what it is."""
    law = next(dist for dist in parts[1]["distributions"] if dist["kind"] == "p_beam")
    greedy = max(law["top"], key=lambda pair: pair[1])[0]
    rival = next((beam for beam in parts[-1]["beams"] if beam["tokens"][:1] == [greedy]), parts[-1]["beams"][-1])
    rival["tokens"][:1] = [greedy]
    parts[-1]["beams"] = [{"tokens": [], "logp": -1.0, "done": False}, rival]


def unknown_beams(parts: fuzz.Parts) -> None:
    nameless_beams(parts)
    best, rival = parts[-1]["beams"]
    law = next(dist for dist in parts[1]["distributions"] if dist["kind"] == "p_beam")
    best["tokens"] = [next(token for token, _ in law["top"] if token != rival["tokens"][0])]


def no_time(parts: fuzz.Parts) -> None:
    parts[0]["energy"]["resolution"] = 0.0
    parts[-1]["energy"]["seconds"] = 1e-320


def name_no_node(parts: fuzz.Parts) -> None:
    next(layer for layer in parts[1]["layers"] if layer["kind"] == "joint")["prefixes"][0]["node"] = 10**6


def change_by_a_word(parts: fuzz.Parts) -> None:
    parts[0]["whatif"] = {"of": "x", "iteration": 0, "change": {"gamma": "x"}}


def change_from_a_word(parts: fuzz.Parts) -> None:
    parts[0]["whatif"] = {"of": "x", "iteration": 0, "change": {"gamma": 2}}
    parts[0]["settings"]["gamma"] = "x"


# What once met an error of Python's, found by the long form.
@pytest.mark.parametrize(
    ("name", "change", "outcome"),
    [
        ("spd", drop_counts, "opened"),
        ("spd", drop_times, "opened"),
        ("gsd", end_grams_anywhere, "opened"),
        ("specinfer", lengthen_tries, "refused"),
        ("mtad", name_no_node, "refused"),
        ("mcss", lose_chances, "refused"),
        ("mtad", lower_bar, "refused"),
        ("beam-search", beam_beyond_one, "refused"),
        ("beam-search", nameless_beams, "opened"),
        ("beam-search", unknown_beams, "opened"),
        ("measured", no_time, "opened"),
        ("spd", change_by_a_word, "refused"),
        ("spd", change_from_a_word, "opened"),
    ],
)
def test_what_once_failed(name: str, change: Callable[[fuzz.Parts], None], outcome: str) -> None:
    """Missing parts are left out of the page, and inconsistent ones are refused."""
    parts = [json.loads(line) for line in lines_of(name)]
    change(parts)
    assert fuzz.tried("".join(json.dumps(part) + "\n" for part in parts).encode(), figures=True) == outcome


def lines_of(name: str) -> list[str]:
    """The lines of a seed trace."""
    return [json.dumps(part) for part in dict(fuzz.seeds())[name]]


def header_with(field: bytes) -> bytes:
    """A trace whose header has one more field at its end."""
    header, *others = (line.encode() for line in lines_of("spd"))
    return b"\n".join([header.rstrip(b"\n")[:-1] + b"," + field + b"}", *others])


def bomb() -> bytes:
    return gzip.compress(bytes(3 << 20)) + gzip.compress(bytes(3 << 20))


@pytest.mark.parametrize(
    ("made", "says"),
    [
        (bomb, "Unpacked, the trace is larger than 5 MB"),
        (lambda: b'{"kind":' * 200_000 + b"\n", "not valid JSON"),
        (lambda: b'{"kind":"header","x":' + b"[" * 400 + b"]" * 400 + b"}\n", "not valid JSON"),
        (lambda: b'{"kind":"header","seed":' + b"9" * 4_000_000 + b"}\n", "not valid JSON"),
        (lambda: header_with(b'"seed":' + b"9" * 30), "seed must be at most"),
        (lambda: header_with(b'"seed":1e999'), "seed must be a whole number"),
        (lambda: header_with(b'"seed":-Infinity'), "seed must be a whole number"),
        (lambda: header_with(b'"settings":{"x":1e999}'), "settings/x: a number is infinite"),
        (lambda: header_with(b'"settings":{"x":' + b"[" * 40 + b"]" * 40 + b"}"), "nested more than 16 levels deep"),
        (lambda: header_with(b'"prompt":"\\ud800"'), "not valid JSON"),
        (lambda: header_with(b'"kind":"summary"'), "Line 1"),
    ],
)
def test_each_kind_of_hostility_is_named(monkeypatch: pytest.MonkeyPatch, made: Callable[[], bytes], says: str) -> None:
    """Bombs, depth, huge numbers, infinities and half characters are refused; of a repeated key the last counts."""
    monkeypatch.setattr(format, "MAX_BYTES", 5 << 20)
    with pytest.raises(BadInput, match=says):
        read(made())


def test_spans_never_end_before_they_begin() -> None:
    """A pass that begins after its iteration ended would be a bar of negative width."""
    trace = read("\n".join(lines_of("measured")).encode())
    first = trace.iterations[0]
    trace.iterations[0] = replace(first, energy=IterationEnergy(from_=5.0, to=1.0))
    assert all(end >= begin for begin, end, _ in spans(trace))


def test_terminal_escapes_are_written_as_codes(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    """A trace must not clear the screen, retitle the window or reverse a line."""
    rows = [json.loads(line) for line in lines_of("spd")]
    evil = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eabc\r"
    rows[0] |= {"pair": evil, "device": evil, "prompt": evil, "settings": {evil: evil}}
    rows[-1] |= {"text": evil}
    file = tmp_path / "t.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for command in (["show"], ["validate"], ["energy"]):
        assert main([*command, str(file)]) == 0
    shown = capsys.readouterr().out
    assert "\\x1b]0;owned" in shown
    assert all(c.isprintable() or c == "\n" for c in shown)


def test_fuzz_knows_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fuzzer that never finds anything would prove nothing."""
    monkeypatch.setattr(fuzz, "describe", lambda trace: trace.nothing)
    right = "\n".join(lines_of("spd")).encode()
    assert fuzz.tried(right, figures=False).startswith("fault: AttributeError at test_fuzz.py")
    monkeypatch.undo()
    assert fuzz.tried(right, figures=True) == "opened"
    assert format.SCHEMA_FILE.is_file()


def test_what_is_bundled_is_opened() -> None:
    """A check that refuses valid records would close the gallery."""
    from explorer.service.store import contents, gallery

    for card in gallery():
        assert read(contents(card.name), card.name).summary is not None
