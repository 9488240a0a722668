"""Series of experiments: time limits hold, and a killed series resumes without half prompts."""

import json
import tomllib
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.cli.main import main
from explorer.lab.catalog import known
from explorer.lab.data.humaneval import SAMPLES
from explorer.lab.data.tasks import TOY_PAIR, TOY_TASKS
from explorer.lab.journal import NAME
from explorer.lab.plans import make_plan
from explorer.lab.series import read_series, run_series
from explorer.lab.sweep import results, sweep

HEAD = f'pair = "toy:{TOY_PAIR}"\ndata = ["{TOY_TASKS}"]\ntokens = 8\n'
TWO = (
    HEAD
    + '[[run]]\nexperiment = "mtad-table-3"\nminutes = 9\nlimit = 3\n'
    + '[[run]]\nexperiment = "mtad-table-8"\nminutes = 9\nlimit = 2\ncells = 2\nseeds = 2\ntokens = 4\n'
)


def series(folder: Path, text: str) -> Path:
    """A file with a series."""
    file = folder / "some.toml"
    file.write_text(text, encoding="utf-8")
    return file


def lines(out: Path, name: str) -> list[dict[str, Any]]:
    """The items of one experiment of a series."""
    return [json.loads(line) for line in (out / name / NAME).read_text(encoding="utf-8").splitlines()[1:]]


def test_a_series_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stopped in its second experiment and restarted, a series keeps its results and runs the rest."""
    file, out = series(tmp_path, TWO), tmp_path / "out"
    words = ["lab", str(file), "--resume", "-o", str(out)]
    assert main(words) == 0
    assert sorted(path.name for path in (out / "mtad-table-3").iterdir()) == [NAME, "table.csv"]
    assert len(lines(out, "mtad-table-3")) == 2 * 3
    assert len(lines(out, "mtad-table-8")) == 2 * 2 * 2
    assert results(out / "mtad-table-8").about["limit"] == 4
    assert {row["cell"] for row in results(out / "mtad-table-8").rows} == {"SpD", "MTAD"}
    kept = (out / "mtad-table-3" / NAME).read_bytes()
    journal = out / "mtad-table-8" / NAME
    journal.write_bytes(journal.read_bytes()[:-200])
    assert main(words) == 0
    assert (out / "mtad-table-3" / NAME).read_bytes() == kept
    assert len({line["item"] for line in lines(out, "mtad-table-8")}) == 8
    capsys.readouterr()
    assert main(words[:2] + words[3:]) == 2
    assert "Add --resume" in capsys.readouterr().err
    assert main([*words, "--limit", "3"]) == 2
    assert "A series file defines its own runs" in capsys.readouterr().err


def test_time_ends_with_a_whole_prompt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Items of 10 s in 55 s: two prompts of two cells, and nothing more after a restart."""
    plan, clock = make_plan("mtad-table-3", pair=f"toy:{TOY_PAIR}", tokens=4), count(step=10)
    assert len(plan.tasks) > 3
    monkeypatch.setattr("explorer.lab.sweep.run_item", lambda e, c, item: {"item": item.id, "rows": [], "took": 10.0})
    monkeypatch.setattr("explorer.lab.sweep.time.monotonic", lambda: float(next(clock)))
    for minutes, items in ((55 / 60, 4), (55 / 60, 4), (1, 6), (0.01, 6)):
        sweep(plan, tmp_path, minutes=minutes)
        assert len((tmp_path / NAME).read_text(encoding="utf-8").splitlines()) == 1 + items
    sweep(plan, tmp_path / "short", minutes=0.01)
    assert len((tmp_path / "short" / NAME).read_text(encoding="utf-8").splitlines()) == 1 + 2, "one prompt at least"


def test_a_prompt_that_was_begun_is_ended(tmp_path: Path) -> None:
    """A sweep killed within a prompt first finishes that prompt, whatever time is left."""
    plan = make_plan("mtad-table-3", pair=f"toy:{TOY_PAIR}", tokens=4)
    sweep(plan, tmp_path, minutes=1e-6)
    whole = (tmp_path / NAME).read_text(encoding="utf-8").splitlines(keepends=True)
    (tmp_path / NAME).write_text("".join(whole[:2]), encoding="utf-8")
    sweep(plan, tmp_path, minutes=1e-6)
    again = (tmp_path / NAME).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["item"] for line in again[1:]] == [json.loads(line)["item"] for line in whole[1:]]


def test_prompts_come_mixed_and_always_so(tmp_path: Path) -> None:
    """Whenever the time ends, finished prompts are of all kinds, in a reproducible order."""
    file = series(tmp_path, HEAD + '[[run]]\nexperiment = "mtad-table-3"\nminutes = 9\n')
    (run,), (same,) = read_series(file), read_series(file)
    plain = make_plan("mtad-table-3", pair=f"toy:{TOY_PAIR}")
    assert run.plan.tasks == same.plan.tasks
    assert run.plan.tasks != plain.tasks
    assert sorted(task.id for task in run.plan.tasks) == sorted(task.id for task in plain.tasks)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = ", "not valid TOML"),
        ('[[run]]\nexperiment = "mtad-table-3"\n', "a number of minutes. Add what is missing"),
        ('[[run]]\nexperiment = "mtad-table-3"\nminutes = -1\n', "a number of minutes. Add what is missing"),
        (
            '[[run]]\nexperiment = "mtad-table-3"\nminutes = 1\nprompts = "x"\n',
            "The key prompts of mtad-table-3 in .* is unknown",
        ),
        ('[[run]]\nexperiment = "mtad-table-3"\nminutes = 1\nlimit = "x"\n', "limit of mtad-table-3"),
        ('[[run]]\nexperiment = "mtad-table-3"\nminutes = 1\nlimit = -1\n', "limit of mtad-table-3"),
        ('[[run]]\nexperiment = "mtad-table-3"\nminutes = 1\ncells = true\n', "cells of mtad-table-3"),
        ("run = 1", "is not a table. Use a table with an experiment"),
        ("run = []", "is not a table. Use a table with an experiment"),
        ("run = [1]", "is not a table. Use a table with an experiment"),
        ('[[run]]\nexperiment = "mtad-table-99"\nminutes = 1\n', "Unknown experiment"),
        ('[[run]]\nexperiment = "mtad-table-3"\nminutes = 1\n' * 2, "twice"),
        ('[[run]]\nexperiment = "dsbd-figure-4"\ndata = ["x.jsonl"]\nminutes = 1\n', "The file x.jsonl does not exist"),
    ],
)
def test_what_is_wrong_is_said_first(text: str, why: str, tmp_path: Path) -> None:
    """A typo in the fifteenth experiment must be reported at the start."""
    with pytest.raises(BadInput, match=why):
        read_series(series(tmp_path, HEAD + text))


def test_a_series_saves_code(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A series with HumanEval must leave answers that can be scored."""
    tasks = tmp_path / "code.jsonl"
    tasks.write_text(json.dumps({"prompt": "the cat", "scorer": "code"}) + "\n", encoding="utf-8")
    text = f'pair = "toy:{TOY_PAIR}"\ndata = ["{tasks}"]\ntokens = 4\n'
    text += '[[run]]\nexperiment = "mtad-table-5"\nminutes = 1\ncells = 2\n'
    assert main(["lab", str(series(tmp_path, text)), "-o", str(tmp_path / "out")]) == 0
    assert "mtad-table-5: 2 answers to code tasks (code) were not scored here." in capsys.readouterr().out
    assert (tmp_path / "out" / "mtad-table-5" / SAMPLES).exists()
    with pytest.raises(BadInput, match="The key run_code of mtad-table-5 in .* is unknown"):
        read_series(series(tmp_path, text + "run_code = true\n"))


def test_the_kept_series_is_what_its_page_says() -> None:
    """At least twelve existing experiments, in at most 35 minutes."""
    data = tomllib.loads((ASSETS / "lab" / "full.toml").read_text(encoding="utf-8"))
    names = [run["experiment"] for run in data["run"]]
    assert len(set(names)) == len(names) >= 12
    assert set(names) <= set(known())
    assert sum(run["minutes"] for run in data["run"]) <= 35
    assert (data["pair"], data["engine"]) == ("smollm2-plain", "openvino")


def test_a_series_loads_its_pair_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Loading the pair fifteen times would take much of half an hour."""
    import explorer.lab.series as module

    loads, real = count(), module.load_pair
    monkeypatch.setattr(module, "load_pair", lambda *words, **how: (next(loads), real(*words, **how))[1])
    run_series(read_series(series(tmp_path, TWO)), tmp_path / "out", "", lambda name: lambda state: None)
    assert next(loads) == 1
