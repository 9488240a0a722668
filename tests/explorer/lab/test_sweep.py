"""Long sweeps: a killed one loses nothing, counts nothing twice, and never mixes two machines."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.lab_kills import Kills, compared, disturbed, plain, plan_for
from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.lab.experiment import Task
from explorer.lab.journal import NAME, Journal
from explorer.lab.plans import make_plan
from explorer.lab.sweep import KILLED, Plan, State, failed, find, items_of, plan_of, results, sweep, text_of

PLAN = make_plan("mtad-table-8", quick=True)


def lines(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (out / NAME).read_text(encoding="utf-8").splitlines()]


def test_a_plan_survives_a_journey() -> None:
    """Workers get the plan as text and must derive the same items."""
    experiment = find(PLAN.experiment)
    assert items_of(experiment, plan_of(text_of(PLAN))) == items_of(experiment, PLAN)


def test_items_are_told_apart_by_all_that_they_are() -> None:
    """Results of another prompt must not have the same id."""
    experiment, task = find(PLAN.experiment), PLAN.tasks[0]
    other = Plan(PLAN.experiment, PLAN.pair, (Task(task.id, "another prompt", task.data),))
    same = Plan(PLAN.experiment, PLAN.pair, (task,))
    assert not {i.id for i in items_of(experiment, same)} & {i.id for i in items_of(experiment, other)}


def test_a_cancelled_sweep_goes_on(tmp_path: Path) -> None:
    """Stopped after three items, cut within a line and resumed: the rows are those of one run."""
    whole = sweep(PLAN, tmp_path / "whole")
    seen: list[State] = []
    sweep(PLAN, tmp_path / "part", progress=seen.append, cancelled=lambda: bool(seen) and seen[-1].done >= 3)
    assert len(lines(tmp_path / "part")) == 1 + 3
    with (tmp_path / "part" / NAME).open("a", encoding="utf-8") as file:
        file.write('{"item": "cut in the mid')
    with (tmp_path / "part" / NAME).open("ab") as file:
        file.write("ü".encode()[:1])  # within a character, even
    again = sweep(PLAN, tmp_path / "part", progress=seen.append)
    assert plain(again.rows) == plain(whole.rows)
    assert len(again.rows) == len(whole.rows)
    ids = [line["item"] for line in lines(tmp_path / "part")[1:]]
    assert len(set(ids)) == len(ids) == len(items_of(whole.experiment, PLAN))
    assert (seen[-1].done, seen[-1].left) == (seen[-1].total, 0)


def test_other_conditions_are_refused(tmp_path: Path) -> None:
    """Rows of two lengths or two pairs in one table cannot be compared."""
    sweep(PLAN, tmp_path)
    with pytest.raises(BadInput, match="started with another limit"):
        sweep(replace(PLAN, limit=3), tmp_path)
    with Journal(tmp_path / NAME).writing(results(tmp_path).about), pytest.raises(BadInput, match="another sweep"):
        sweep(PLAN, tmp_path)
    broken = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    broken[2] = broken[2][:20]
    (tmp_path / NAME).write_text("\n".join(broken) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="Line 3 of .* is damaged"):
        results(tmp_path)


ITEM: dict[str, Any] = {"item": "x", "rows": [{"cell": "c", "data": "d", "task": "t", "seed": 0, "emitted": 4}]}
FAILED: dict[str, Any] = {"item": "x", "row": {"cell": "c", "data": "d", "task": "t", "seed": 0}, "failed": "why"}


@pytest.mark.parametrize(
    "line",
    [
        ITEM | {"item": [1]},
        ITEM | {"rows": 5},
        ITEM | {"rows": [5]},
        ITEM | {"rows": [ITEM["rows"][0] | {"cell": 3}]},
        ITEM | {"rows": [{key: value for key, value in ITEM["rows"][0].items() if key != "cell"}]},
        ITEM | {"rows": [ITEM["rows"][0] | {"emitted": "x"}]},
        ITEM | {"rows": [ITEM["rows"][0] | {"text": 3}]},
        ITEM | {"took": "x"},
        ITEM | {"failed": "why"},
        FAILED | {"failed": 3},
        FAILED | {"row": None},
        {"item": "x"},
        {"item": "x", "failed": "why"},
    ],
    ids=str,
)
def test_a_line_of_another_shape_is_named(line: dict[str, Any], tmp_path: Path) -> None:
    """Somebody who edits a journal by hand needs the number of the broken line."""
    journal = tmp_path / NAME
    first = json.dumps({"about": {"experiment": PLAN.experiment}})
    for good in (ITEM, FAILED):
        journal.write_text(f"{first}\n{json.dumps(good)}\n", encoding="utf-8")
        assert set(Journal(journal).items) == {"x"}
    journal.write_text(f"{first}\n{json.dumps(ITEM | {'item': 'y'})}\n{json.dumps(line)}\n", encoding="utf-8")
    for read in (lambda: results(tmp_path), lambda: sweep(PLAN, tmp_path)):
        with pytest.raises(BadInput, match=r"^Line 3 of .* does not record an item. Delete this line"):
            read()


@pytest.mark.parametrize("about", [3, {}, "x", {"experiment": 3}, {"pair": "x"}])
def test_a_first_line_of_another_shape_is_no_journals(about: Any, tmp_path: Path) -> None:
    """Another program's file must be neither read as results nor continued."""
    (tmp_path / NAME).write_text(json.dumps({"about": about}) + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="is not the journal of a sweep"):
        results(tmp_path)


def test_an_item_whose_worker_was_killed_took_nobody_knows_how_long(tmp_path: Path) -> None:
    """Items of unknown duration must not end a sweep with a time limit."""
    experiment = find(PLAN.experiment)
    first, *_ = items_of(experiment, PLAN)
    sweep(PLAN, tmp_path, cancelled=lambda: True)
    with (tmp_path / NAME).open("a", encoding="utf-8") as file:
        file.write(json.dumps(failed(first, KILLED)) + "\n")
    found = sweep(PLAN, tmp_path, minutes=60)
    assert len(found.failed) == 1
    assert len(found.rows) == len(items_of(experiment, PLAN)) - 1


def test_failures_are_rows_with_their_reason(tmp_path: Path) -> None:
    """A failed prompt must neither end the sweep nor vanish from it."""
    tasks = (*PLAN.tasks[:1], Task("=odd", "no such words", "prompts"))
    found = sweep(Plan(PLAN.experiment, PLAN.pair, tasks, limit=4), tmp_path)
    assert len(found.failed) == len(found.experiment.cells)
    assert all("vocabulary" in row["failed"] for row in found.failed)
    assert len(found.rows) == len(found.experiment.cells)
    import pandas as pd

    assert len(pd.read_parquet(tmp_path / "rows.parquet")) == 2 * len(found.experiment.cells)
    assert sorted({name[:4] for name in pd.read_csv(tmp_path / "rows.csv")["task"]})[0] == "'=od", "as a text"
    assert list(pd.read_csv(tmp_path / "table.csv").columns) == list(
        pd.read_parquet(tmp_path / "table.parquet").columns
    )


def test_a_report_renews_the_tables_that_are_there(tmp_path: Path) -> None:
    """Tables and page have the same numbers, and only existing tables are updated."""
    sweep(PLAN, tmp_path, files=("table.csv",))
    table = tmp_path / "table.csv"
    made = table.read_text(encoding="utf-8")
    table.write_text("old", encoding="utf-8")
    assert main(["lab", "report", str(tmp_path)]) == 0
    assert table.read_text(encoding="utf-8") == made
    assert {path.name for path in tmp_path.iterdir()} == {NAME, "table.csv", "report.html"}


def test_a_report_takes_nothings_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The journal is the only copy of all results."""
    sweep(PLAN, tmp_path)
    journal = (tmp_path / NAME).read_bytes()
    assert main(["lab", "report", str(tmp_path), "-o", str(tmp_path / NAME)]) == 2
    assert "does not end in .html" in capsys.readouterr().err
    assert (tmp_path / NAME).read_bytes() == journal


def test_nothing_to_run_is_said() -> None:
    """A sweep without items must not look finished."""
    with pytest.raises(BadInput, match="measures quality"):
        sweep(Plan("dsbd-figure-4", PLAN.pair, PLAN.tasks), Path("unused"))
    with pytest.raises(BadInput, match="No prompts"):
        sweep(Plan("mtad-table-8", PLAN.pair, ()), Path("unused"))
    with pytest.raises(BadInput, match="Unknown experiment"):
        make_plan("mtad-table-99")
    with pytest.raises(BadInput, match="Use --pair"):
        make_plan("mtad-table-8")


def test_the_command_line_says_why_nothing_was_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """“0 rows, 5 failed” with exit code 0 would look like success to a script."""
    prompts = tmp_path / "odd.jsonl"
    prompts.write_text('{"prompt": "no \\u001b[2J words"}\n', encoding="utf-8")
    asked = ["lab", "mtad-table-8", "--pair", PLAN.pair, "--max-new-tokens", "2", "--cells", "2"]
    assert main([*asked, "--prompts", str(prompts), "-o", str(tmp_path / "none")]) == 1
    told = capsys.readouterr()
    assert "0 rows, 2 failed" in told.out
    assert "First of 2 failures: " in told.err
    assert "vocabulary" in told.err
    assert "\x1b" not in told.err
    assert main([*asked, "--limit", "1", "-o", str(tmp_path / "some")]) == 0
    assert "failures" not in capsys.readouterr().err


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are found in /proc")
def test_workers_and_driver_killed(tmp_path: Path) -> None:
    """After a worker and the driver are killed, the result equals that of one process.

    `python -m benchmarks.lab_kills --ray` is the long form, with a thousand items and many kills.
    """
    plan = plan_for(60)
    kills = disturbed(plan, tmp_path / "out", ["--workers", "2"], random.Random(0), workers=1, drivers=1)
    assert kills == Kills(workers=1, drivers=1, starts=2, left=0)
    found = compared(plan, tmp_path / "out", sweep(plan, tmp_path / "alone"))
    assert found == {"items": 60, "lost": 0, "double": 0, "failed": 0, "rows": 60, "different_rows": 0}


def test_what_is_lost_double_or_different_is_found(tmp_path: Path) -> None:
    """A comparison that never finds anything would prove nothing."""
    plan = plan_for(20)
    alone = sweep(plan, tmp_path / "out")
    first, *rest = (tmp_path / "out" / NAME).read_text(encoding="utf-8").splitlines()
    changed = rest[2].replace('"emitted": 12', '"emitted": 11')
    assert changed != rest[2]
    text = "\n".join([first, *rest[1:2], *rest[1:2], changed, *rest[3:]]) + "\n"
    (tmp_path / "out" / NAME).write_text(text, encoding="utf-8")
    found = compared(plan, tmp_path / "out", alone)
    assert found == {"items": 20, "lost": 1, "double": 1, "failed": 0, "rows": 19, "different_rows": 3}


def test_the_kind_of_data_that_is_named_exists() -> None:
    """An error must not recommend a kind of data that does not exist."""
    from explorer.lab.catalog import known
    from explorer.lab.data.data_sets import JUDGED_BY, KINDS
    from explorer.lab.data.tasks import JUDGES

    assert set(JUDGED_BY) == set(JUDGES)
    assert set(JUDGED_BY.values()) <= set(KINDS)
    assert {scorer for experiment in known().values() for scorer in experiment.scorers} <= set(JUDGED_BY)


def test_what_is_beside_a_prompt_is_an_object(tmp_path: Path) -> None:
    """Otherwise a sweep would end in the middle with a Python error."""
    from explorer.lab.data.tasks import read_data

    file = tmp_path / "tasks.jsonl"
    for extra in ("[1]", '"text"', "7", "null"):
        file.write_text(f'{{"prompt": "a", "extra": {extra}}}')
        with pytest.raises(BadInput, match="On line 1 of .*, the value of “extra” is not a JSON object"):
            read_data([str(file)])
