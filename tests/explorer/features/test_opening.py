"""The first view's data: its rows are the recorded runs, its speed-up is recorded, its badge is computed."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from decoders.pairs import load_pair
from explorer.features import opening as features
from explorer.features.opening import fingerprint, opening, raced, reference
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.service.store import BUNDLED, FOLDER, RUNS, ends_of, gallery, header
from explorer.story.page import opening as words
from explorer.story.page.gallery import HELLO
from explorer.trace.format import read, to_line
from explorer.ui.page import default_trace

RACES = [card.name for card in gallery() if (run := header(card.name)) and reference(card.name, run)]
TOY = "toy:assets/toys/gsd-figure-4.json"


def test_the_opening_run_has_a_race() -> None:
    """The page opens with the race of this run."""
    assert default_trace() in RACES


@pytest.mark.parametrize("name", RACES)
def test_the_rows_are_the_recorded_runs(name: str) -> None:
    """Counts, times and texts are those of the two summaries."""
    made = opening(name)
    assert made is not None
    run = header(name)
    other = run and reference(name, run)
    assert other
    for row, trace in zip(made["rows"], (other, name), strict=True):
        _, summary = ends_of(trace)
        assert summary is not None
        assert row["tokens"] == len(summary.tokens) == row["frames"][-1][1]
        assert row["target_passes"] == summary.counts.target_passes == row["frames"][-1][2]
        assert row["target_passes"] == sum(model == "target" for model, *_ in row["passes"])
        assert row["seconds"] == pytest.approx(summary.seconds.total, rel=0.01)
        text = "".join(piece for *_, pieces in row["frames"] for piece, _ in pieces)
        assert text.strip().startswith(summary.text.strip())
        assert row["total"] <= made["total"]
    assert {by for *_, pieces in made["rows"][0]["frames"] for _, by in pieces} == {"target"}
    accepted = sum(by == "draft" for *_, pieces in made["rows"][1]["frames"] for _, by in pieces)
    _, summary = ends_of(name)
    assert summary is not None
    assert accepted <= (summary.counts.accepted or 0)


@pytest.mark.parametrize("name", RACES)
def test_every_pass_has_its_guesses(name: str) -> None:
    """A column shows the guesses that the pass checked. Those that are part of the text are known from its frame."""
    made = opening(name)
    assert made is not None
    frames, guessed = made["rows"][1]["frames"], made["guessed"]
    assert len(frames) == len(guessed)
    for line, (*_, pieces), (missed, count) in zip(
        read(BUNDLED / f"{name}.jsonl.gz").iterations, frames, guessed, strict=True
    ):
        drafted = sum(node.role == "draft" and node.origin in (None, node.id) for node in line.nodes)
        copies = sum(node.origin not in (None, node.id) for node in line.nodes if node.role == "draft")
        assert drafted <= count <= drafted + copies
        accepted = sum(by == "draft" for _, by in pieces)
        assert accepted + len(missed) <= count
        assert not missed or accepted + len(missed) <= features.GUESSES
        rejected = any(each.decision == "rejected" for each in line.verdicts)
        assert rejected or "rejected" not in {outcome for _, outcome in missed}


def test_the_opening_run_shows_every_outcome() -> None:
    """A newcomer sees that all guesses, some or none are accepted, and that a chain has at most one rejected guess."""
    made = opening(default_trace() or "")
    assert made is not None
    outcomes = [[outcome for _, outcome in missed] for missed, _ in made["guessed"]]
    assert [] in outcomes
    assert ["rejected", "unused"] in outcomes
    assert ["rejected", "unused", "unused"] in outcomes
    assert all(each.count("rejected") <= 1 for each in outcomes)


@pytest.mark.parametrize("name", RACES)
def test_the_arithmetic_can_be_checked(name: str) -> None:
    """The line about the time adds up as it is printed, and its result is the one of the row."""
    made = opening(name)
    assert made is not None
    alone, run = made["rows"]
    said = "".join(text for text, _ in made["sum"])
    number = r"([\d.]+)"
    found = re.search(
        rf"would take {number} m?s × (\d+) ÷ (\d+) = {number} m?s\. Add {number} m?s of drafting"
        rf"(?: and {number} m?s of slower passes and other work|, but passes and other work take {number} m?s less)?"
        rf": {number} m?s\. {number} ÷ {number} = {number}\.",
        said,
    )
    assert found, said
    whole, few_passes, all_passes, few, draft, more, less, took, first, second, ratio = (
        float(each or 0) for each in found.groups()
    )
    assert (few_passes, all_passes) == (run["target_passes"], alone["target_passes"])
    step = 1 if " ms" in said else 0.01
    assert few == pytest.approx(whole * few_passes / all_passes, abs=step)
    assert few + draft + more - less == pytest.approx(took)
    assert (first, second) == (whole, took)
    assert [f"{ratio:.1f}×", "as fast"] == list(run["result"])
    assert f"Why {run['result'][0]}, not {all_passes / few_passes:.1f}×?" in said


def test_work_between_passes_is_shown() -> None:
    """Between the first two passes is a gap, because the first round’s other work took longest. It has a key."""
    made = opening(default_trace() or "")
    assert made is not None
    run = made["rows"][1]
    lengths = [end - begin for begin, end in run["work"]]
    assert lengths[0] == max(lengths) > 2 * sorted(lengths)[-2]
    passes = sum(end - begin for _, begin, end in run["passes"])
    assert passes + sum(lengths) == pytest.approx(run["seconds"], rel=0.01)
    for begin, end in run["work"]:
        assert not any(begin < (one + two) / 2 < end for _, one, two in run["passes"])


def test_only_the_same_distribution_races() -> None:
    """“Each text is equally likely in either row” must be true."""
    for card in gallery():
        run = header(card.name)
        assert run is not None
        other = reference(card.name, run)
        if card.method in ("multinomial", "greedy") or (run.oracle and run.oracle.kind not in ("exact", "itself")):
            assert other is None
        elif other:
            head = header(other)
            assert head is not None
            assert (head.pair, head.prompt) == (run.pair, run.prompt)


def test_the_first_round_of_the_opening_run_shows_the_rule() -> None:
    """A newcomer sees a random number accept a guess and another one reject a guess, and soon a round without a
    rejection. Outcomes that no random number could change do not show the rule.
    """
    name = default_trace()
    assert name
    first, *others = read(BUNDLED / f"{name}.jsonl.gz").iterations[:3]
    open_tests = [one for one in first.verdicts if one.a is not None and 0.1 < one.a < 0.9]
    assert [one.decision for one in open_tests] == ["accepted", "rejected"]
    assert {one.decision for one in first.verdicts} == {"accepted", "rejected", "unused", "residual"}
    assert {"accepted", "bonus"} in [{one.decision for one in each.verdicts} for each in others]


def test_the_opening_run_saves_time() -> None:
    """Its note says that it saves more than a third of the time."""
    made = opening(default_trace() or "")
    assert made is not None
    alone, run = made["rows"]
    assert alone["seconds"] / run["seconds"] >= 1.5
    long, summary = (ends_of(trace)[1] for trace in ("hello-long", "hello-alone"))
    assert long is not None
    assert summary is not None
    assert (long.seconds.total or 0) > (summary.seconds.total or 0)


def test_the_texts_begin_with_their_prompt() -> None:
    """The first view shows what was asked."""
    made = opening(default_trace() or "")
    assert made is not None
    assert made["prompt"] == HELLO


def test_both_numbers_and_the_reason() -> None:
    """“1.4× as fast” is the result of a row, and the line about the time asks why it is not 2.7×."""
    made = opening("spd")
    assert made is not None
    alone, run = made["rows"]
    speed = alone["seconds"] / run["seconds"]
    passes = alone["target_passes"], run["target_passes"]
    assert alone["result"] is None
    assert run["result"] == (f"{speed:.1f}×", "as fast")
    assert run["alt"].endswith(f", {speed:.1f}× as fast as the target alone.")
    assert made["sum"][0][0] == f"Why {speed:.1f}×, not {passes[0] / passes[1]:.1f}×?"
    assert made["exact"] == words.SAMPLED
    same = opening("ssd")
    assert same is not None
    assert same["exact"] == words.SAME


def test_a_slower_run_is_called_slower() -> None:
    """A result below 1× is as large as one above it. Runs of different lengths are compared per token."""
    slow, short = opening("hello-long"), raced("hello-branches", "hello-alone")
    assert slow is not None
    assert short is not None
    alone, run = slow["rows"]
    assert alone["seconds"] < run["seconds"]
    assert run["result"] == (f"{alone['seconds'] / run['seconds']:.1f}×", "as fast")
    alone, run = short["rows"]
    times = [row["seconds"] / row["tokens"] for row in (alone, run)]
    assert run["result"] == (f"{times[0] / times[1]:.1f}×", "as fast per\u00a0token")


def test_the_origin_has_no_jargon() -> None:
    """A newcomer reads where the times come from, without names of engines and number formats."""
    origins = {made["badge"]["about"] for name in RACES if (made := opening(name))}
    assert origins
    for about in origins:
        assert about.startswith("on a CPU, each row once, played ")
        assert not any(word in about for word in ("f32", "bf16", "kernels", "PyTorch"))


def test_the_badge_follows_the_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """A header with this machine's facts is “here”, one other fact makes it “elsewhere”. A page without an app is
    read on any machine.
    """
    run = header("spd")
    assert run is not None

    def badge() -> str:
        features._raced.cache_clear()
        made = opening("spd")
        assert made is not None
        return made["badge"]["kind"]

    monkeypatch.setattr(features, "this_machine", lambda: fingerprint(run))
    assert badge() == "here"
    page = opening("spd", here=False)
    assert page is not None
    assert page["badge"]["kind"] == "page"
    assert page["badge"]["name"] == "Recorded"
    monkeypatch.setattr(features, "this_machine", lambda: fingerprint(replace(run, versions={"python": "3.0"})))
    assert badge() == "elsewhere"
    features._raced.cache_clear()


def test_rows_from_different_machines_have_no_speed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Their times cannot be compared."""
    monkeypatch.setattr(features, "fingerprint", lambda run: run.method)
    features._raced.cache_clear()
    made = opening("spd")
    features._raced.cache_clear()
    assert made is not None
    assert made["sum"] == [(words.TWO_MACHINES, "")]
    assert [row["result"] for row in made["rows"]] == [None, None]
    assert made["badge"]["kind"] == "elsewhere"


@pytest.fixture
def recorded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], str]:
    """Record a run of a toy pair and return its name."""
    monkeypatch.setenv(FOLDER, str(tmp_path))

    def run(method: str) -> str:
        request = RunRequest(method, TOY, "it", {}, 1, 5)
        return RUNS.keep([to_line(line) + "\n" for line in record(request, load_pair(TOY))])

    return run


def test_a_toy_pair_shows_passes_only(recorded: Callable[[str], str]) -> None:
    """Its passes are table look-ups, so there are no seconds, no speed-up, and equal blocks."""
    name, alone = recorded("spd"), recorded("multinomial")
    made = raced(name, alone)
    assert made is not None
    assert made["badge"]["kind"] == "toy"
    assert made["sum"] == [(words.NO_TIMES, "")]
    for row in made["rows"]:
        assert row["seconds"] is row["result"] is None
        assert {end - begin for _, begin, end in row["passes"]} == {1}
        assert row["total"] == row["target_passes"] == len(row["passes"])


def test_an_own_run_has_no_race(recorded: Callable[[str], str]) -> None:
    """A run of your own was made at another time or machine than the bundled target run."""
    assert opening(recorded("spd")) is None
