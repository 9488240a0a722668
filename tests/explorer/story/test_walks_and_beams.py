"""The words about the target alone, beams, tree walks and typical acceptance, and shared words."""

import json
import re
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from decoders.core.record import Step
from explorer.story import Narrator, Words
from explorer.story.common.off_path import OFF_PATH
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.steps import OWN_STEP, STEPS
from explorer.story.common.walks import DRAW_MATCH, GREEDY_MATCH
from explorer.story.methods import baselines, beam, suffix, tree_walk, typical
from explorer.story.wording import Wording
from tests.explorer.story.sweep import TEXTS, Case, reached_cases, unreached, wordings
from tests.explorer.trace.runs import header, lines
from tests.records import header_with, iteration_of

Part = dict[str, Any]
PAPER = {"verification": "sampling", "acceptance": "paper"}
RUNS: dict[str, tuple[Part, ...]] = {
    "greedy": ({},),
    "multinomial": ({}, {"temperature": 0}),
    "beam-search": ({"width": 3}, {"width": 1}),
    "beam-sampling": ({"width": 3}, {"width": 3, "warp": "row", "replacement": "false"}),
    "ssd": ({}, {"verification": "sampling"}, {"verification": "sampling", "top_k": 2}),
    "tsd": (
        {"out_degree": 2, "gamma": 3, "prob_threshold": 0.2, "sibling_threshold": 0.5},
        {"node_budget": 3},
        PAPER,
        {**PAPER, "temperature": 0},
        {**PAPER, "top_p": 0.6},
    ),
    "eagle2": (
        {"node_budget": 4, "out_degree": 2, "gamma": 3},
        {"node_budget": 1},
        {"node_budget": 2, "out_degree": 1, "gamma": 3},
        {"temperature": 0},
    ),
    "lookup": ({}, {"temperature": 0}, {"gamma": 1, "ngram": 1}),
    "suffix": ({"max_spec_offset": 2}, {"temperature": 0, "earlier": "a b a\n---\nb b a"}, {"min_token_prob": 0.6}),
    "typical": ({"out_degree": 3}, {"out_degree": 2, "temperature": 0}, {"epsilon": 0.05, "delta": 0.05}),
    "spd": ({}, {"temperature": 0}, {"top_k": 1}, {"top_k": 2}),
    "specinfer": ({"branching": "3,2"},),
    "spectr": ({"gamma": 3, "draft_width": 3},),
    "bild": ({"fallback_threshold": 0.4, "rollback_threshold": 1},),
    "mtad": ({"threshold": 0.6, "draft_width": 3},),
}
COMMON_STEPS = (*STEPS.values(), OWN_STEP)
SHARED: dict[str, Wording[Any]] = {
    "own": OWN_TOKEN,
    "ratio": RATIO_TEST,
    "greedy_match": GREEDY_MATCH,
    "draw_match": DRAW_MATCH,
    "off_path": OFF_PATH,
}
NEVER: dict[ModuleType, set[str]] = {  # records that lack a layer or a number, and paths no toy run prefers
    baselines: set(),
    beam: set(),
    suffix: set(),
    tree_walk: {
        "probability, plain: unknown",
        "select title, plain: unrecorded",
        "select title, exact: unrecorded",
        "select step, exact: unrecorded",
    },
    typical: {
        "typical, exact: longer.greedy",
        *(f"typical, plain: {case}.unknown" for case in ("passes", "fails", "longer")),
    },
}
NEVER_SHARED = {  # numbers that a trace lacks, rounding, and probabilities that a toy pair’s full rows never have
    "greedy_match, exact: accepted.unknown",
    "greedy_match, exact: rejected",
    "greedy_match, exact: rejected.unknown",
    "greedy_match, plain: rejected",
    "off_path, exact: ",
    "off_path, plain: ",
    "own, exact: drawn.no_rival",
    "own, exact: drawn.none_accepted",
    "ratio, exact: greedy.dropped",
    "ratio, exact: test.rounding",
    "ratio, plain: never",
    "ratio, plain: never.cut",
    "ratio, plain: never.used",
    "ratio, plain: rounding",
    "ratio, plain: sure",
    "ratio, plain: sure.alike",
    "ratio, plain: unknown.accepted",
    "ratio, plain: unknown.rejected",
}


@cache
def reached(method: str) -> set[Case]:
    """The cases that the runs of a method reach."""
    return reached_cases(method, *RUNS[method])


def words_of(wordings: dict[str, Wording[Any]]) -> dict[tuple[str, str, str], str]:
    """The templates by wording, voice and case."""
    return {
        (name, voice, case): template
        for name, one in wordings.items()
        for voice, words in (("plain", one.plain), ("exact", one.exact))
        for case, template in words.items()
    }


COMMON_WORDS = {
    (voice, case, template)
    for (_, voice, case), template in words_of(
        SHARED
        | {
            f"{place}{part}": getattr(step, part)
            for place, step in enumerate(COMMON_STEPS)
            for part in ("title", "sentence")
        }
    ).items()
}


@pytest.mark.parametrize("family", NEVER, ids=lambda family: family.__name__.rpartition(".")[2])
def test_the_cases_that_no_run_reaches_are_known(family: ModuleType) -> None:
    """Sentences that nobody has seen filled in may be wrong. Shared sentences are tested where they are defined."""
    methods = [story for story in family.STORIES if story.method in RUNS]
    seen = {case for story in methods for case in reached(story.method)}
    assert {name for story in methods for name in own_cases(story, unreached(story, seen))} == NEVER[family]


def own_cases(story: Any, cases: set[str]) -> set[str]:
    """The cases of a story whose words are not the common ones."""
    own = {
        f"{name}, {voice}: {case}"
        for (name, voice, case), template in words_of(wordings(story)).items()
        if (voice, case, template) not in COMMON_WORDS
    }
    return cases & own


def test_the_shared_cases_that_no_run_of_any_method_reaches_are_known() -> None:
    """The same check for shared sentences (own tokens, random tests, walks), over all methods."""
    seen = {case for method in RUNS for case in reached(method)}
    left = {
        f"{name}, {voice}: {case}"
        for name, voice, case in words_of(SHARED)
        if (id(SHARED[name]), voice, case) not in seen
    }
    assert left == NEVER_SHARED


def edited(method: str, given: Part, phase: str, without: str) -> tuple[Step, Narrator]:
    """The first step of a phase in a toy run without layers of a kind, and the sentences of its round."""
    text = json.dumps(given)
    for iteration in json.loads(lines(method, text)):
        kinds = {layer["kind"] for layer in iteration["layers"]}
        step = next((step for step in iteration["steps"] if step["phase"] == phase), None)
        if step is not None and without in kinds:
            iteration["layers"] = [layer for layer in iteration["layers"] if layer["kind"] != without]
            made = iteration_of(iteration)
            told = Words(header_with(**header(method, text))).iteration(made, TEXTS)
            return next(step for step in made.steps if step.phase == phase), told
    raise AssertionError(f"no round of {method} has a step {phase} and a layer {without}")


def test_a_selection_that_is_not_recorded_counts_nothing() -> None:
    """A foreign trace may lack the layer, and “the best 4 of 0” would be wrong."""
    step, tell = edited("eagle2", {"node_budget": 4, "out_degree": 2, "gamma": 3}, "select", "selection")
    assert tell.title(step) == tell.called(step) == "Select"
    assert not re.search(r"\d", tell.exact(step))
    assert tell.plain(step).startswith("The 4 guesses in which the draft is most confident are sent to the target")


def test_a_copy_that_is_not_recorded_is_described_as_a_draft() -> None:
    """Without the layer nobody knows how many tokens were found."""
    step, tell = edited("lookup", {}, "draft", "copy")
    assert tell.plain(step).startswith("The draft guesses")
    assert "The draft proposes" in tell.exact(step)


def test_a_beam_without_an_entry_is_told_as_a_token() -> None:
    """Nothing then says that its probability is that of a beam."""
    text = json.dumps({"width": 3})
    iteration = json.loads(lines("beam-sampling", text))[0]
    for verdict in iteration["verdicts"]:
        verdict.pop("entry", None)
    made = iteration_of(iteration)
    tell = Words(header_with(**header("beam-sampling", text))).iteration(made, TEXTS)
    drawn = next(verdict for verdict in made.verdicts if verdict.rule == "draw" and not verdict.greedy)
    assert tell.plain_reason(drawn).startswith("The target writes “")
    assert "p_beam" not in tell.exact_reason(drawn)
