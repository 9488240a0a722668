"""A trace whose numbers contradict each other must not be shown as if it were a run."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from benchmarks import fuzz
from decoders.errors import BadInput
from explorer.trace.format import read

Part = dict[str, Any]


def reads(parts: list[Part]) -> str:
    """What reading says; empty for a trace that opens."""
    try:
        read("".join(json.dumps(part) + "\n" for part in parts).encode())
    except BadInput as error:
        return str(error)
    return ""


def spd() -> list[Part]:
    """One iteration of SpD, which accepts all four draft tokens: node 1 has u = 0.31 and a = 1."""
    return json.loads(json.dumps(dict(fuzz.seeds())["spd"]))


def of(part: int, *path: Any, **values: Any) -> Callable[[list[Part]], None]:
    """A change of the values at a path of one line."""

    def change(parts: list[Part]) -> None:
        found: Any = parts[part]
        for step in path:
            found = found[step]
        found |= values

    return change


CASES: list[tuple[Callable[[list[Part]], None], str]] = [
    (of(1, "verdicts", 0, decision="rejected"), "node 1 is rejected, but u = "),
    (of(1, "verdicts", 0, a=0.5), "node 1 has a = 0.5, but min(1, p/q) = "),
    (of(1, "verdicts", 0, p=0.123), "node 1 has p = 0.123 in its verdict, but "),
    (of(1, "nodes", 1, depth=9), "node 1 has the depth 9, but its parent has the depth 0"),
    (of(1, "final", tokens=[7]), "the lists in final differ in length: tokens 1, nodes 5, origins 5"),
    (of(1, "nodes", 1, token=8), "final has the token 504, but its node 1 has the token 8"),
    (of(0, max_new_tokens=1), "the run has 5 tokens, but max_new_tokens is 1"),
    (of(-1, tokens=[0]), "its tokens are not those of the last iteration's best beam"),
    (of(-1, "counts", accepted=7777), "counts has accepted = 7777, but the iterations have "),
    (of(-1, "counts", acceptance=0.01), "counts has acceptance = 0.01, but the iterations have "),
    (of(-1, "seconds", total=1e9), "seconds has total = 1e+09, but the iterations took "),
    (of(-1, by_depth=[{"depth": 1, "accepted": 0, "judged": 5000}]), "by_depth differs from the tests"),
]


@pytest.mark.parametrize(("change", "says"), CASES)
def test_contradictions_are_refused(change: Callable[[list[Part]], None], says: str) -> None:
    """The page would give a reason such as “accepted because 0.9 < 0.4”, or a count that no round has."""
    parts = spd()
    assert reads(parts) == ""
    change(parts)
    assert f"is inconsistent ({says}" in reads(parts)


@pytest.mark.parametrize(
    "change",
    [
        of(1, "verdicts", 0, a=None),
        of(1, "verdicts", 0, u=None),
        of(1, "verdicts", 0, p=None, q=None, p_used=None),
        of(-1, counts={}, by_depth=None, by_rank=None, seconds={}),
        of(1, passes=[], steps=[]),
        of(-1, "seconds", total=1.0),  # with the time between the iterations
    ],
)
def test_what_is_not_known_contradicts_nothing(change: Callable[[list[Part]], None]) -> None:
    """Another program's trace leaves out what it does not know."""
    parts = spd()
    change(parts)
    assert reads(parts) == ""


def test_a_run_of_another_program_may_deviate() -> None:
    """Its header says which rounds do not follow from the rule."""
    parts = spd()
    of(1, "verdicts", 0, u=0.9, a=0.1)(parts)
    assert "is inconsistent" in reads(parts)
    parts[0]["observed"] = {"engine": "x", "version": "1", "drafts_by": "x", "differing": [0]}
    assert reads(parts) == ""
