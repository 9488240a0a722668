"""One method on several prompts: a table must not claim agreement where there is none."""

import csv
import io
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.features import prompts
from explorer.features.prompts import (
    COLUMNS,
    MOST,
    Row,
    Step,
    agreement,
    answer_of,
    by_acceptance,
    csv_of,
    prompts_of,
    row_of,
    run_prompts,
    total,
)
from explorer.service.queue.limits import PROMPT
from explorer.service.request import RunRequest
from explorer.service.store import open_trace
from tests.bundled import bundled

TOY = "toy:assets/toys/dsbd-figure-2.json"
REQUEST = RunRequest("spd", TOY, "ask", {"gamma": 2}, 3, 4)


def row(accepted: int, judged: int, **given: Any) -> Row:
    return Row(f"{accepted} of {judged}", "run-x", accepted, judged, accepted, judged, 10, 5, 9, 0.5, **given)


def test_a_line_is_a_prompt() -> None:
    """Pasted lists have empty lines, and too many prompts must be refused before the first run."""
    assert prompts_of("  ask why \n\n hello\r\n") == ["ask why", "hello"]
    for text, words in (
        ("\n \n", "There is no prompt"),
        ("\n".join(map(str, range(MOST + 1))), f"{MOST + 1} prompts, but the limit is {MOST}"),
        ("a\nb\na", "“a” appears twice"),
    ):
        with pytest.raises(BadInput, match=words):
            prompts_of(text)


def test_every_prompt_is_run_and_kept() -> None:
    """The rows belong to the linked runs, and appear one by one."""
    steps = list(run_prompts(REQUEST, ["ask", "ask why", "why"], visitor="v"))
    assert [len(step.rows) for step in steps] == sorted(len(step.rows) for step in steps)
    assert [step.share for step in steps] == sorted(step.share for step in steps)
    assert steps[-1].share == 1
    for found, prompt in zip(steps[-1].rows, ("ask", "ask why", "why"), strict=True):
        trace = open_trace(found.run)
        assert trace.header.prompt == prompt == found.prompt
        assert trace.summary is not None
        assert found == row_of(prompt, found.run, trace.summary)


def test_each_prompt_takes_a_turn_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty prompts in one turn would block every other visitor."""
    begun: list[str] = []
    follow = prompts.follow

    def counted(request: RunRequest, *given: Any) -> Any:
        begun.append(request.prompt)
        return follow(request, *given)

    monkeypatch.setattr(prompts, "follow", counted)
    steps = run_prompts(REQUEST, ["ask", "why"])
    next(step for step in steps if len(step.rows) == 1)
    assert begun == ["ask"], "the second run begins after the first has ended"
    steps.close()
    assert begun == ["ask"], "and never, if the table is stopped"


def test_a_prompt_that_cannot_be_read_has_a_row_that_says_so() -> None:
    """One bad line must not lose nineteen good ones."""
    last = list(run_prompts(REQUEST, ["ask", "zebra", "why"]))[-1]
    assert [bool(found.failed) for found in last.rows] == [False, True, False]
    assert "zebra" in last.rows[1].failed
    assert total(last.rows).prompt == "2 prompts"


def test_what_is_refused_is_refused_before_anything_runs() -> None:
    """Limits must be reported at once, not after ten runs."""
    with pytest.raises(BadInput, match="characters"):
        next(run_prompts(REQUEST, ["ask", "ask " * PROMPT.value]))


def test_all_together_weigh_every_token_alike() -> None:
    """A mean of rates would count a prompt with two tests as much as one with two hundred."""
    every = total([row(1, 2), row(30, 100), row(0, 0, failed="no")])
    assert (every.accepted, every.judged, every.tokens, every.prompt) == (31, 102, 20, "2 prompts")
    assert every.acceptance == 31 / 102
    assert every.per_pass == 2.0
    assert total([]).acceptance is None


def test_agreement_is_said_only_beyond_chance() -> None:
    """Three accepted of four against one half may be chance; ninety of a hundred is not."""
    rows = [row(50, 100), row(90, 100), row(3, 4), row(10, 100), row(0, 0)]
    assert [agreement(each, rows) for each in rows] == ["same", "more", "same", "less", "unknown"]
    assert agreement(rows[0], rows[:1]) == "unknown"


def test_the_highest_rate_comes_first_and_keeps_its_number() -> None:
    """The most useful row comes first, and failed prompts come last, in their order."""
    rows = [row(1, 4), row(0, 0, failed="no"), row(3, 4), row(3, 4)]
    assert [number for number, _ in by_acceptance(rows)] == [3, 4, 1, 2]


def test_the_file_has_every_number() -> None:
    """A spreadsheet reads what the page shows, whatever a prompt contains."""
    rows = [Row('say "hi", twice', "run-1", 1, 4, 1, 6, 8, 4, 6, 0.25), row(0, 0, failed="=1+1")]
    first, second = list(csv.DictReader(io.StringIO(csv_of(rows))))
    assert tuple(first) == COLUMNS
    assert (first["prompt"], first["acceptance"], first["tokens_per_target_pass"]) == ('say "hi", twice', "0.25", "2.0")
    assert (second["acceptance"], second["failed"]) == ("", "'=1+1"), "no spreadsheet computes a text"


def test_the_answer_has_the_rows_and_all_together() -> None:
    """A program gets what the page shows."""
    answer = answer_of([row(1, 4), row(3, 4)])
    assert [each["acceptance"] for each in answer["prompts"]] == [0.25, 0.75]
    assert answer["together"]["acceptance"] == 0.5


def test_a_bundled_run_makes_the_row_of_its_summary() -> None:
    """The acceptance rate is the same everywhere."""
    summary = bundled("spd").summary
    assert summary is not None
    found = row_of("sky", "spd", summary)
    assert found.acceptance == summary.counts.acceptance
    assert found.per_pass == summary.counts.tokens_per_iteration
    assert Step((found,), "", 1.0).rows[0] is found
