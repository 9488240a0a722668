"""The tab "Lab": if these fail, a visitor presses Measure and sees nothing, or the numbers of something else."""

from pathlib import Path

import pytest

from explorer.lab.catalog import known
from explorer.lab.sweep import results
from explorer.ui import lab


def test_every_experiment_is_offered_with_its_words() -> None:
    """What the command line has, the tab has, and says what it needs."""
    assert {name for _, name in lab._experiments()} == set(known())
    for name in known():
        assert "<b>Needs</b>" in lab.about_html(name)
    assert 'role="alert"' in lab.about_html("nothing")


def test_what_is_kept_stands_there_before_anything_is_measured() -> None:
    """The tab does not open empty: the kept sweep's own picture and numbers, with what it was made on."""
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
    """Measure on the toy pair: progress, then what was measured, to look at and to take along."""
    updates = list(lab.measure("mtad-table-8", lab.TOY, 2, 8, 3))
    assert "Starting" in updates[0][0]
    assert updates[-1][0].count("Done: 6 rows")
    assert updates[-1][4]["interactive"]
    plot, table, files = next(
        update[1:4] for update in updates if "update" in str(update[3]) and update[3].get("value")
    )
    assert plot["visible"]
    assert "tokens a target pass" in table
    names = {Path(file).name for file in files["value"]}
    assert {"report.html", "table.csv", "table.parquet"} <= names
    assert len(results(Path(files["value"][0]).parent).rows) == 6


@pytest.mark.parametrize(
    ("name", "pair", "tokens", "words"),
    [
        ("nothing", lab.TOY, 8, "no experiment"),
        ("mtad-table-8", lab.TOY, 100_000, "choose at most"),
        ("mtad-table-8", "toy:/etc/passwd", 8, "no pair"),
    ],
)
def test_what_cannot_be_run_is_said(name: str, pair: str, tokens: float, words: str) -> None:
    """A visitor who asks for more than there is gets a sentence, and the button back."""
    last = list(lab.measure(name, pair, 2, tokens, 3))[-1]
    assert words in last[0].lower()
    assert last[4]["interactive"]


def test_stop_ends_the_sweep() -> None:
    """Closing the page must not leave a sweep running behind it."""
    running = lab.measure("dsbd-figure-6", lab.TOY, 16, 64, 64)
    for _ in range(3):
        next(running)
    running.close()
