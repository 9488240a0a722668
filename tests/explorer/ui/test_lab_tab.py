"""The Lab tab: Measure shows a result, of the right experiment."""

import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from decoders.core.checkpoint import checkpoint
from explorer.lab.catalog import known
from explorer.lab.sweep import results
from explorer.service.queue.limits import PROMPT
from explorer.service.queue.turns import TABLES
from explorer.ui.tabs import lab
from tests.serving import calm


def test_every_experiment_is_offered_with_its_words() -> None:
    """The tab has every experiment of the command line, and says what it needs."""
    assert {name for _, name in lab._experiments()} == set(known())
    for name in known():
        assert "<b>Needs</b>" in lab.about_html(name)
    assert 'role="alert"' in lab.about_html("nothing")


def test_only_pairs_that_can_run_an_experiment_are_offered() -> None:
    """A pair without Medusa heads cannot measure Medusa, which must be clear before loading."""
    heads = lab.offered("gsd-table-4", lab.TOY)
    names = [name for _, name in heads["choices"]]
    assert "smollm2" in names
    assert lab.TOY not in names
    assert heads["value"] in names
    every = lab.offered("dsbd-table-1", lab.TOY)
    assert every["choices"] == lab._pairs()
    assert every["value"] == lab.TOY


def test_what_is_kept_stands_there_before_anything_is_measured() -> None:
    """The tab opens with a stored measurement and its conditions."""
    assert (lab.KEPT / lab.FIRST).is_dir()
    for name in known():
        _, head, plot, table = lab.about_of(name)
        if (lab.KEPT / name).is_dir():
            found = results(lab.KEPT / name)
            assert found.about["pair"] in head
            assert found.about["cpu"] in head
            assert plot["value"] == found.experiment.draw(found)
            assert plot["visible"]
            assert table.count("<tr>") == 1 + len(found.table())
        else:
            assert "Press Measure" in head
            assert not plot["visible"]
    assert lab.about_of("../smollm2")[1:] == ("", {"value": None, "visible": False, "__type__": "update"}, "")


def test_a_run_ends_with_picture_table_and_files() -> None:
    """Measure on the toy pair: progress, then chart, table and files."""
    updates, rows = [], 0
    for update in lab.measure("mtad-table-8", lab.TOY, 2, 8, 3):
        updates.append(update)
        if isinstance(update[3], dict) and update[3].get("value"):
            rows = len(results(Path(update[3]["value"][0]).parent).rows)
    assert rows == 6
    assert "Starting" in updates[0][0]
    assert updates[-1][0].count("Done: 6 rows")
    assert updates[-1][4]["interactive"]
    plot, table, files = next(
        update[1:4] for update in updates if "update" in str(update[3]) and update[3].get("value")
    )
    assert plot["visible"]
    assert "tokens per target pass" in table
    names = {Path(file).name for file in files["value"]}
    assert {"report.html", "table.csv", "table.parquet"} <= names
    assert not Path(files["value"][0]).parent.exists(), "Gradio has its own copy, and a host's disk is not endless"


def test_prompts_of_one_s_own_are_measured() -> None:
    """All of a researcher's own prompts are measured, and errors in them are named."""
    last, table = "", ""
    for update in lab.measure("mtad-table-8", lab.TOY, 1, 8, 2, "the cat sat\na dog ran\n"):
        last, table = (one if isinstance(one, str) else old for one, old in ((update[0], last), (update[2], table)))
    assert "Done: 4 rows" in last
    assert "<td>own</td>" in table
    for own, words in (
        ("a\n" * 17, "You entered 17 prompts, but the limit is 16"),
        ('{"prompt": 1}', "Line 1 has no prompt"),
        ("the zebra", "zebra"),
        ("x" * (PROMPT.value + 1), "characters"),
    ):
        last = list(lab.measure("mtad-table-8", lab.TOY, 1, 8, 2, own))[-1]
        assert 'role="alert"' in last[0]
        assert words in last[0]
        assert last[4]["interactive"]
    judged = '{"prompt": "a dog", "scorer": "squad", "references": ["ran"]}'
    last = list(lab.measure("dsbd-figure-4", lab.TOY, 1, 8, 2, f"the cat\n{judged}"))[-1]
    assert "missing for 1 of 2 prompts" in last[0]
    assert "scorer&quot;: &quot;squad" in last[0]
    last = list(lab.measure("dsbd-figure-4", lab.TOY, 1, 8, 2, judged))[-1]
    assert "Done: 2 rows" in last[0]
    last = list(lab.measure("dsbd-figure-5", lab.TOY, 1, 8, 2, "the cat"))[-1]
    assert "Use the command line" in last[0]
    last = list(lab.measure("mtad-table-6", lab.TOY, 1, 8, 2, "the " * 5 * PROMPT.value))[-1]
    assert "You entered 1,999,999 characters" in last[0]


@pytest.mark.parametrize(
    ("name", "pair", "tokens", "words"),
    [
        ("nothing", lab.TOY, 8, "unknown experiment"),
        ("mtad-table-8", lab.TOY, 100_000, "the number of tokens must be a whole number from 1 to 128"),
        ("mtad-table-8", lab.TOY, None, "but is null"),
        ("mtad-table-8", "toy:/etc/passwd", 8, "unknown pair"),
    ],
)
def test_what_cannot_be_run_is_said(name: str, pair: str, tokens: float | None, words: str) -> None:
    """Too large a request gives a sentence, and the button works again."""
    last = list(lab.measure(name, pair, 2, tokens, 3))[-1]
    assert words in last[0].lower()
    assert last[4]["interactive"]


@pytest.mark.parametrize(
    ("variable", "words"),
    [("EXPLORER_MAX_NODES", "the limit is 3"), ("EXPLORER_MAX_WORK", "the limit is 3")],
)
def test_it_has_the_limits_of_every_run(monkeypatch: pytest.MonkeyPatch, variable: str, words: str) -> None:
    """A large tree that may not be run must not be measured either."""
    monkeypatch.setenv(variable, "3")
    assert words in list(lab.measure("mtad-table-8", lab.TOY, 2, 8, 3))[-1][0]


def test_it_waits_for_its_turn() -> None:
    """A sweep during somebody's run would slow both and give wrong times."""
    with TABLES.turn("somebody"):
        running = lab.measure("mtad-table-8", lab.TOY, 2, 8, 3)
        assert "Starting" in next(running)[0]
        assert "Waiting: 1 run ahead of you" in next(running)[0]
        running.close()


def test_it_ends_with_the_time_of_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sweep must not use the models longer than a run may; finished results are shown."""
    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "1")
    last = list(lab.measure("dsbd-figure-6", lab.TOY, 16, 64, 64))[-1][0]
    assert "more would not have fitted into the 1 s of a run here" in last or "stopped after 1 s" in last


@calm
def test_what_was_measured_before_the_time_was_over_is_handed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """One slow prompt must not lose the earlier rows."""
    done, real = [], known()["mtad-table-8"].measure

    def slow(*given: object) -> object:
        done.append(given)
        while len(done) > 1:
            checkpoint()
            time.sleep(0.01)
        return real(*given)

    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "1")
    monkeypatch.setattr("explorer.lab.sweep.find", lambda name: replace(known()["mtad-table-8"], measure=slow))
    for last in lab.measure("mtad-table-8", lab.TOY, 2, 8, 3):
        if "stopped after 1 s" in str(last[0]):
            assert len(results(Path(last[3]["value"][0]).parent).rows) == 1
            assert last[1]["visible"]
            return
    pytest.fail("it never said that the time was over")


def test_stop_ends_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop or a closed page must not leave an item running."""
    begun, left = threading.Event(), threading.Event()

    def endless(*given: object) -> list[dict[str, object]]:
        begun.set()
        try:
            while True:
                checkpoint()
                time.sleep(0.01)
        finally:
            left.set()

    monkeypatch.setattr("explorer.lab.sweep.find", lambda name: replace(known()["mtad-table-8"], measure=endless))
    running = lab.measure("mtad-table-8", lab.TOY, 2, 8, 3)
    for _ in range(2):
        next(running)
    assert begun.wait(120)
    running.close()
    assert left.wait(120)
    with TABLES.turn("next"):
        pass
