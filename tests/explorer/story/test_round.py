"""The explanation of a round is there, is right for the method, and reveals no outcome."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.core.record import Final
from explorer.story import Words
from explorer.story.header.run_slots import run_slots
from explorer.story.page.gallery import FOLDER
from explorer.story.page.round import Line
from explorer.trace.format import read
from explorer.trace.lines import Header, IterationLine
from explorer.trace.states import LISTS, STATES
from tests.bundled import NAMES, packed
from tests.explorer.story.test_plain import QUANTITY, SYMBOL, spellings
from tests.explorer.trace.runs import SETTINGS, header, told
from tests.records import header_with

Part = dict[str, Any]
RUNS = [*SETTINGS, ("beam-sampling", {"temperature": 0}), ("bild", {"temperature": 0}), ("mtad", {"temperature": 0})]


def lines(head: Header) -> list[Line]:
    """The lines about a round for a run's method."""
    return Words(head).round()


def allowed(head: Header, iteration: IterationLine) -> set[str]:
    """The states that may occur: those in its lines; without a draft also a token of the target's own."""
    marks = {mark for line in lines(head) for mark in line["marks"]}
    drafted = any(node.role == "draft" for node in iteration.nodes)
    return marks if drafted else marks | {"drawn", "greedy"}


@pytest.mark.parametrize("method", DECODERS)
def test_every_method_says_how_a_round_goes(method: str) -> None:
    """A first visitor who chose this method must not see an empty panel."""
    card = lines(header_with(**header(method)))
    labels = [line["label"] for line in card]
    assert 3 <= len(card) <= 5
    assert labels[-1] == "Write"
    assert labels.index("Check") < len(labels) - 2
    assert ("Draft" in labels) == (DECODERS[method].needs_draft or method in ("medusa", "lookup", "suffix"))
    for line in card:
        assert set(line["marks"]) <= STATES.keys()
        assert not SYMBOL.search(line["plain"]), line["plain"]
        for said in (line["plain"], line["exact"]):
            assert len(said) <= 240
            assert said.endswith(".")
            assert not re.search(r"[{}“”]|None|\b1 \w+s\b", said), said
        for found in QUANTITY.findall(line["exact"]):
            assert found in spellings(method), (found, line["exact"])


@pytest.mark.parametrize(("method", "given"), RUNS, ids=[f"{name} {given}" for name, given in RUNS])
def test_a_method_with_its_own_goal_says_what_it_is_for(method: str, given: Part) -> None:
    """A student meets widths, merged paths or prefixes without knowing why they exist."""
    found = Words(header_with(**header(method, json.dumps(given)))).purpose()
    assert (found is not None) == (method in ("dsbd", "mtad") or (method == "gsd" and given.get("merge") != 0))
    if found is None:
        return
    assert len(found["aims"]) == 3
    for aim in found["aims"]:
        assert len(aim["name"]) <= 8, "it is a badge of fixed width"
        for said in (aim["plain"], aim["exact"]):
            assert len(said) <= 240
            assert said.endswith(".")
            assert not re.search(r"[{}“”]|None", said), said
        for said in (aim["plain"], aim["head"], *aim["labels"]):
            assert not SYMBOL.search(said), said
    parts = {"shares", "overlap", "ways", "left", "reset", "sampling"}
    assert set(found["serves"]) <= parts | {phase["name"] for phase in LISTS["phases"]}
    for said in found["serves"].values():
        assert len(said) <= 95, "it has two lines in the panel"
        assert said.endswith((".", "?"))
        assert not SYMBOL.search(said), said


@pytest.mark.parametrize(("method", "given"), RUNS, ids=[f"{name} {given}" for name, given in RUNS])
def test_its_marks_are_those_that_come(method: str, given: Part) -> None:
    """A mark that no line mentions would be unexplained."""
    head = header_with(**header(method, json.dumps(given)))
    for iteration, _ in told(method, given):
        assert {verdict.decision for verdict in iteration.verdicts} <= allowed(head, iteration)


@pytest.mark.parametrize("name", NAMES)
def test_it_fits_every_bundled_run(name: str) -> None:
    """The groups are those of the strip, and the marks those of the graph."""
    trace = read(FOLDER / f"{name}.jsonl.gz")
    head, iterations = trace.header, trace.iterations
    phases = {
        phase["name"]: phase["label" if phase["name"] in ("merge", "select") else "group"] for phase in LISTS["phases"]
    }
    names = {group["name"]: group["label"] for group in LISTS["groups"]} | {"merge": "Merge", "select": "Select"}
    seen = {names[phases[step.phase]] for one in iterations for step in one.steps if step.phase != "input"}
    assert {line["label"] for line in lines(head)} == seen
    for iteration in iterations:
        assert {verdict.decision for verdict in iteration.verdicts} <= allowed(head, iteration)


@pytest.mark.parametrize("name", NAMES)
def test_the_start_of_a_round_says_what_comes_and_not_how_it_ends(name: str) -> None:
    """The sentence must not depend on the random numbers of the round."""
    trace = read(FOLDER / f"{name}.jsonl.gz")
    words, texts = Words(trace.header), dict(trace.header.texts or {})
    for iteration in trace.iterations:
        texts |= iteration.texts or {}
        start = iteration.steps[0]
        said = words.iteration(iteration, texts).plain(start)
        assert re.search(r"\. \w.*\.$", said), said  # a second sentence says what comes
        assert len(said) <= (180 if iteration.index == 0 else 240)
        fallen = tuple(replace(verdict, decision="unused") for verdict in iteration.verdicts)
        untold = replace(iteration, verdicts=fallen, final=Final(), steps=iteration.steps[:3])
        inputs = {node.token for node in iteration.nodes if node.role == "input"}
        secret = {token: "SECRET" for token in texts if int(token) not in inputs}
        assert words.iteration(untold, texts | secret).plain(start) == said


def test_the_boxes_are_named_only_where_there_are_some() -> None:
    """A method without a draft has no empty boxes."""
    for name in ("spd", "greedy", "mtjd", "lookup", "gsd-figure-4"):
        trace = read(FOLDER / f"{name}.jsonl.gz")
        first = trace.iterations[0]
        said = Words(trace.header).iteration(first, {}).plain(first.steps[0])
        assert ("Empty boxes" in said) == any(node.role == "draft" for node in first.nodes)


def test_an_unknown_method_has_a_generic_card() -> None:
    """A trace of an unknown method opens, and nothing is claimed about its rule."""
    assert [line["label"] for line in lines(header_with(method="another", view="tree"))] == [
        *("Draft", "Check", "Decide", "Write")
    ]
    assert lines(header_with(method="another")) == []


@pytest.mark.parametrize("name", ["lesson-block", "lesson-block-spd"])
def test_a_screen_has_one_noun_for_the_tokens_of_a_toy(name: str) -> None:
    """“2 tokens” above “up to 2 words” reads like two limits."""
    head = packed(name)["header"]
    assert head["unit"] == "word"
    said = [head["about"]["line"], *(line["plain"] for line in head["round"])]
    assert any("2 words" in each for each in said)
    assert not any("token" in each for each in said)


@pytest.mark.parametrize(
    ("branching", "phrase"),
    [
        ((4,), "4 for the next word"),
        ((3, 2), "3 for the next word, then 2 after each of them"),
        ("2,2,1", "2 for the next word, then 2 after each of them, then 1 after each of those"),
    ],
)
def test_the_numbers_of_guesses_of_a_tree_are_a_phrase(branching: Any, phrase: str) -> None:
    """“This many guesses per position, level by level: 3, then 2” is not understood."""
    assert run_slots({"branching": branching}, "word")["grown"] == phrase
