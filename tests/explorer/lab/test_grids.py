"""Custom grids: two settings must not share a name, and typos must not end in a traceback."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.lab.experiment import METRICS, Experiment
from explorer.lab.grids import KEYS, MOST_CELLS, read_grid
from explorer.lab.journal import NAME
from explorer.lab.plans import make_plan
from explorer.lab.sweep import GRID, results, sweep

TWICE = """
metrics = ["tokens_per_pass", "perplexity"]
[[grid]]
method = "spd"
gamma = 2
temperature = 1.0
[[grid]]
method = "spd"
gamma = 2
temperature = 0.2
"""


def grid(folder: Path, text: str) -> Path:
    """A file with a grid."""
    file = folder / "some.toml"
    file.write_text(text, encoding="utf-8")
    return file


def labels(folder: Path, text: str, *, groups: bool = False) -> list[str]:
    """The labels of the cells, or of their curves."""
    return [cell.group if groups else cell.label for cell in read_grid(grid(folder, text)).cells]


def test_what_differs_is_in_the_name(tmp_path: Path) -> None:
    """Two [[grid]] with different fixed settings must not be summed under one name."""
    assert labels(tmp_path, TWICE) == ["spd temperature=1.0", "spd temperature=0.2"]
    found = sweep(make_plan(str(tmp_path / "some.toml"), quick=True), tmp_path / "out")
    rows = [row for row in found.table() if row["metric"] == "perplexity" and row["data"] == found.data[0]]
    assert [row["runs"] for row in rows] == [2, 2]
    assert [json.loads(row["settings"])["temperature"] for row in rows] == [1.0, 0.2]
    assert rows[0]["value"] != rows[1]["value"]


@pytest.mark.parametrize(
    ("text", "names", "curves"),
    [
        ('x = "gamma"' + TWICE.replace("= 2", "= [1, 2]"),
         ["spd γ=1 temperature=1.0", "spd γ=2 temperature=1.0", "spd γ=1 temperature=0.2", "spd γ=2 temperature=0.2"],
         ["spd temperature=1.0"] * 2 + ["spd temperature=0.2"] * 2),
        ('x = "gamma"\n[[grid]]\nmethod = "spd"\ngamma = [1, 2]\n[[grid]]\nmethod = "spd"\ngamma = 3',
         ["spd γ=1", "spd γ=2", "spd γ=3"], ["spd"] * 3),
        ('[[grid]]\nmethod = "spd"\n[[grid]]\nmethod = "spd"\ngamma = 1', ["spd γ=4", "spd γ=1"], ["spd"] * 2),
        ('[[grid]]\nmethod = "spd"\nname = "A"\n[[grid]]\nmethod = "mtad"\nname = "A"', ["A (spd)", "A (mtad)"],
         ["A (spd)", "A (mtad)"]),
        ('[[grid]]\nmethod = "mtad"\nthreshold = [0.1, 0.2]', ["mtad τ=0.1", "mtad τ=0.2"], ["mtad"] * 2),
        ('[[grid]]\nmethod = "specinfer"\nbranching = [[2, 1], [1, 1]]',
         ["specinfer branching=2,1", "specinfer branching=1,1"], ["specinfer"] * 2),
    ],
)  # fmt: skip
def test_cells_are_called_by_what_they_are(text: str, names: list[str], curves: list[str], tmp_path: Path) -> None:
    """A label has everything that differs, with defaults; a curve is one setting except x."""
    assert labels(tmp_path, text) == names
    assert labels(tmp_path, text, groups=True) == curves


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A missing file must not be reported as invalid TOML."""
    assert main(["lab", str(tmp_path / "wide.toml"), "--quick"]) == 2
    error = capsys.readouterr().err
    assert "The file" in error
    assert "not valid TOML" not in error


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("x = ", "not valid TOML .*grids.py"),
        ("x = " + "[" * 5000, "not valid TOML"),
        ("tokens = " + "1" * 5000, "not valid TOML"),
        ("colour = 1", "unknown key colour"),
        ("grid = []", r"has no \[\[grid\]\]"),
        ("grid = 1", "grid in .* must be a list, but is 1\\. Change its value"),
        ("grid = [1]", "must be a table with a method and settings, not 1"),
        ("[[grid]]\ngamma = 1", "has no method"),
        ("[[grid]]\nmethod = 1", "has no method"),
        ('[[grid]]\nmethod = "spd"\nname = 1', "has no method"),
        ('[[grid]]\nmethod = "beauty"', "beauty"),
        ('[[grid]]\nmethod = "spd"\ncolour = 1', "colour"),
        ('[[grid]]\nmethod = "spd"\ngamma = "many"', "gamma=many"),
        ('[[grid]]\nmethod = "spd"\ngamma = []', 'The list gamma of "spd" in .* is empty'),
        ('[[grid]]\nmethod = "spd"\ngamma = [1, 1]', "spd γ=1 appears twice"),
        ('[[grid]]\nmethod = "spd"\ntemperature = [1, 1.0]', "spd temperature=1.0 appears twice"),
        ('[[grid]]\nmethod = "spd"\n' * 2, "spd appears twice"),
        ('tokens = "many"\n[[grid]]\nmethod = "spd"', "tokens (is|should|must|in)"),
        ('tokens = true\n[[grid]]\nmethod = "spd"', "tokens (is|should|must|in)"),
        ('tokens = 0\n[[grid]]\nmethod = "spd"', "tokens .* from 1"),
        ('title = 1\n[[grid]]\nmethod = "spd"', "title in .* must be text, but is 1\\. Change its value"),
        ('metrics = "tokens_per_s"\n[[grid]]\nmethod = "spd"', 'metrics in .* must be a list, but is "tokens_per_s"'),
        ('metrics = [["a"]]\n[[grid]]\nmethod = "spd"', r'unknown metric \["a"\]. Choose one of: tokens_per_s'),
        ('metrics = ["beauty"]\n[[grid]]\nmethod = "spd"', 'unknown metric "beauty". Choose one of'),
        ('metrics = []\n[[grid]]\nmethod = "spd"', "has no metrics. Choose one of"),
        ('x = 1\n[[grid]]\nmethod = "spd"', "x in .* must be text, but is 1\\. Change its value"),
        ('x = "colour"\n[[grid]]\nmethod = "spd"', 'is "colour", which is not a setting of any'),
        ('x = "branching"\n[[grid]]\nmethod = "specinfer"', "The x axis of .* needs numbers"),
        ('[[grid]]\nmethod = "spd"\n' + "".join(f"{key} = {list(range(1, 200))}\n" for key in ("top_k", "gamma")),
         f"more than {MOST_CELLS:,} cells"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_one_sentence(text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who writes a grid by hand makes mistakes, and must learn where."""
    file = grid(tmp_path, text)
    with pytest.raises(BadInput, match=why):
        read_grid(file)
    assert main(["lab", str(file), "--quick", "-o", str(tmp_path / "out")]) == 2
    error = capsys.readouterr().err.strip()
    assert "some.toml" in error
    assert "\n" not in error
    assert not (tmp_path / "out").exists()


METHODS = some.sampled_from(["spd", "mtad", "specinfer", "dsbd", "greedy", "beauty"])
NAMES = some.sampled_from(
    ["gamma", "temperature", "width", "branching", "threshold", "top_k", "one_cache", "name", "x"]
)
PLAIN = (
    some.integers(-3, 70)
    | some.floats()
    | some.booleans()
    | some.text('ab1=,"\\ γ\n', max_size=4)
    | NAMES
    | METHODS
    | some.just(datetime(2026, 1, 2, tzinfo=UTC))
)
VALUES = some.recursive(
    PLAIN, lambda inner: some.lists(inner, max_size=3) | some.dictionaries(NAMES, inner, max_size=2), max_leaves=5
)
PARTS = some.dictionaries(NAMES, VALUES, max_size=3).flatmap(
    lambda part: (METHODS | VALUES).map(lambda method: {**part, "method": method})
)
FILES = some.fixed_dictionaries(
    {},
    optional={
        "title": VALUES,
        "metrics": some.lists(some.sampled_from(list(METRICS)) | VALUES, max_size=3) | VALUES,
        "x": NAMES | VALUES,
        "tokens": some.integers(-1, 9999) | VALUES,
        "grid": some.lists(PARTS | VALUES, max_size=3) | VALUES,
    },
)


def toml(value: Any) -> str:
    """A value in TOML syntax."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float | datetime):
        return str(value)
    return json.dumps(value)


@settings(max_examples=150, deadline=None)
@given(FILES)
def test_no_file_ends_in_a_traceback(tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]) -> None:
    """Whatever the known keys contain: an experiment with distinct cell names, or a sentence."""
    assert set(data) <= set(KEYS)
    file = grid(tmp_path_factory.getbasetemp(), "".join(f"{key} = {toml(value)}\n" for key, value in data.items()))
    try:
        made = read_grid(file)
    except BadInput:
        return
    assert isinstance(made, Experiment)
    assert len({cell.label for cell in made.cells}) == len(made.cells) > 0
    assert made.metrics


def run(file: Path, out: Path, *more: str) -> int:
    """Run the command on a toy pair."""
    return main(["lab", str(file), "--quick", "--limit", "1", "-o", str(out), *more])


def test_an_edited_grid_does_not_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Rows of the old settings would be shown as those of the new ones."""
    file, out = grid(tmp_path, '[[grid]]\nmethod = "spd"\ntemperature = 1.0\n'), tmp_path / "out"
    assert run(file, out) == 0
    kept, before = (out / NAME).read_bytes(), (out / GRID).read_bytes()
    grid(tmp_path, '[[grid]]\nmethod = "spd"\ntemperature = 0.0\n')
    capsys.readouterr()
    assert run(file, out, "--resume") == 2
    error = capsys.readouterr().err
    assert "started with another set of settings" in error
    assert "Use the same options as before, or choose another --out" in error
    assert ((out / NAME).read_bytes(), (out / GRID).read_bytes()) == (kept, before)
    grid(tmp_path, 'title = "Another"\n[[grid]]\nmethod = "spd"\ntemperature = 1\n')
    assert run(file, out, "--resume") == 0, "its settings are the same"
    assert results(out).experiment.title == "Another"


def test_rows_without_a_cell_are_not_dropped_in_silence(tmp_path: Path) -> None:
    """A report that leaves out measured rows would be wrong."""
    out = tmp_path / "out"
    assert run(grid(tmp_path, TWICE), out) == 0
    (out / GRID).write_text('[[grid]]\nmethod = "spd"\n', encoding="utf-8")
    with pytest.raises(BadInput, match="rows for the cell spd temperature=1.0, which grid.toml does not have"):
        results(out)


@pytest.mark.parametrize(("metrics", "refused"), [(["tokens_per_pass"], False), (["tokens_per_s"], True)])
def test_workers_may_change_where_nothing_is_timed(metrics: Sequence[str], refused: bool, tmp_path: Path) -> None:
    """The acceptance rate is the same in two processes; seconds are not, and the sentence says so."""
    file = grid(tmp_path, f'metrics = {json.dumps(metrics)}\n[[grid]]\nmethod = "spd"\n')
    plan = make_plan(str(file), quick=True)
    part = replace(plan, tasks=plan.tasks[:1])
    sweep(part, tmp_path / "out")
    if refused:
        with pytest.raises(BadInput, match="another number of workers, which changes timings"):
            sweep(plan, tmp_path / "out", workers=2)
    else:
        found = sweep(plan, tmp_path / "out", workers=2)
        assert len(found.rows) == len(plan.tasks) > len(part.tasks)
