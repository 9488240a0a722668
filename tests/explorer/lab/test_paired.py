"""Paired differences and a table's description: chance must not be called a difference."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decoders.errors import BadInput
from explorer.lab.analysis.latex import escaped, table_tex
from explorer.lab.analysis.paired import differences, permutation
from explorer.lab.analysis.results import Results
from explorer.lab.experiment import METRICS, Row
from explorer.lab.journal import NAME
from explorer.lab.journal import differences as conditions
from explorer.lab.plans import make_plan
from explorer.lab.sweep import find, sweep

PLAN = make_plan("mtad-table-8", quick=True)


def results(cells: dict[str, list[float]], name: str = "dsbd-figure-6", data: str = "prompts") -> Results:
    """A sweep in which every cell wrote a given number of tokens per second, prompt by prompt."""
    rows: list[Row] = [
        {"cell": cell, "data": data, "task": str(task), "seed": 0, "emitted": value, "seconds": 1.0}
        for cell, values in cells.items()
        for task, value in enumerate(values)
    ]
    return Results(find(name), {"pair": "p", "limit": 8}, rows)


def speed(found: Results) -> list[Row]:
    return [row for row in differences(found) if row["metric"] == "tokens_per_s"]


def test_the_exact_test_counts_all_ways() -> None:
    """With n prompts and one side always larger, two of 2^n combinations are as extreme."""
    own, base = (np.array([values, [1.0] * 6]) for values in ([5.0, 6, 7, 8, 9, 10], [1.0, 2, 3, 4, 5, 6]))
    p, how = permutation(METRICS["tokens_per_s"], own, base)
    assert p == pytest.approx(2 / 64)
    assert how == "paired permutation, exact"
    assert permutation(METRICS["tokens_per_s"], own, own)[0] == 1.0


def test_sampled_ways_agree_with_all_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many prompts use random combinations, which must not change the meaning of p."""
    random = np.random.default_rng(3)
    own = np.stack([random.gamma(4, size=11) + 0.4, np.ones(11)])
    base = np.stack([random.gamma(4, size=11), np.ones(11)])
    exact, _ = permutation(METRICS["tokens_per_s"], own, base)
    monkeypatch.setattr("explorer.lab.analysis.paired.EXACT", 5)
    sampled, how = permutation(METRICS["tokens_per_s"], own, base)
    assert "9999 sampled" in how
    assert sampled == pytest.approx(exact, abs=0.02)
    assert permutation(METRICS["tokens_per_s"], own + np.array([[9], [0]]), base)[0] < 0.01


def test_p_is_even_where_nothing_differs() -> None:
    """Without a difference, about one in twenty sweeps has p below 0.05."""
    random = np.random.default_rng(0)
    low = 0
    for _ in range(300):
        own, base = (np.stack([random.gamma(2, size=8), random.gamma(9, size=8)]) for _ in range(2))
        low += permutation(METRICS["tokens_per_s"], own, base)[0] <= 0.05
    assert low <= 300 * 0.05 + 3 * (300 * 0.05 * 0.95) ** 0.5


def test_a_difference_has_its_interval_and_is_paired() -> None:
    """Prompts differ far more than cells, so unpaired tests would find nothing."""
    base = [10.0, 200, 35, 90, 60, 150]
    (row,) = speed(
        results({"beam sampling W=1": base, "beam sampling W=2": [value + 1 + value / 1000 for value in base]})
    )
    assert (row["cell"], row["other"], row["n"]) == ("beam sampling W=2", "beam sampling W=1", 6)
    assert row["difference"] == pytest.approx(1 + sum(base) / 6000)
    assert 0.9 < row["low"] < row["difference"] < row["high"] < 1.3
    assert row["p"] == pytest.approx(2 / 64)
    assert row["level"] == 0.95


def test_only_shared_prompts_are_compared() -> None:
    """A cell that failed on hard prompts is not faster."""
    found = results({"beam sampling W=1": [10.0, 20, 30, 1], "beam sampling W=2": [11.0, 21, 31]})
    (row,) = speed(found)
    assert row["n"] == 3
    assert row["difference"] == pytest.approx(1)


def test_many_comparisons_are_corrected() -> None:
    """Of twenty comparisons, one has p below 0.05 by chance."""
    base = [10.0, 200, 35, 90, 60, 150]
    rows = speed(
        results(
            {
                "beam sampling W=1": base,
                "beam sampling W=2": [value + 1 for value in base],
                "beam sampling W=3": [9.0, 201, 35, 91, 59, 150],
            }
        )
    )
    assert len(rows) >= 1
    smallest = min(rows, key=lambda row: row["p"])
    assert smallest["p_holm"] == pytest.approx(min(1.0, len(rows) * smallest["p"]))
    assert all(row["p"] <= row["p_holm"] <= 1 for row in rows)


HOSTILE = "a_b & 50% $x$ {y} #1 ~ ^ \\input{/etc/passwd} \x1b\n\u202e"


def test_latex_is_escaped() -> None:
    """A data set's name comes from a file and must neither run as LaTeX nor break the table."""
    found = results({"beam sampling W=1": [10.0, 20, 30], "beam sampling W=2": [11.0, 25, 31]}, data=HOSTILE)
    text = table_tex(found)
    assert r"a\_b \& 50\% \$x\$ \{y\} \#1 \textasciitilde{} \textasciicircum{} \textbackslash{}input\{" in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    for line in text.splitlines():
        bare = line.replace("\\\\", "").replace("\\{", "").replace("\\}", "").replace("\\%", "")
        assert bare.count("{") == bare.count("}")
        assert "%" not in bare
        assert bare.replace("\\$", "").count("$") % 2 == 0
    body = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert len({line.replace(r"\&", "").count("&") for line in body}) == 1, "every row has as many columns"
    assert [line for line in text.splitlines() if line.startswith(("\\toprule", "\\midrule", "\\bottomrule"))] == [
        r"\toprule",
        r"\midrule",
        r"\bottomrule",
    ]
    assert "$20 [" in text
    assert escaped("γ=2, τ ≥ 0") == r"$\gamma$=2, $\tau$ $\geq$ 0"


def test_a_table_names_what_it_was_made_with(tmp_path: Path) -> None:
    """A table without its folder must still name weights, settings and versions."""
    import pandas as pd

    sweep(PLAN, tmp_path)
    row = pd.read_csv(tmp_path / "table.csv").iloc[-1]
    assert row["level"] == 0.95
    assert json.loads(row["versions"]).keys() >= {"python", "numpy"}
    assert len(row["target_sha256"]) == len(row["draft_sha256"]) == 64
    assert json.loads(row["settings"]).items() <= json.loads(row["resolved_settings"]).items()
    assert {"temperature", "top_k", "top_p"} <= json.loads(row["resolved_settings"]).keys()
    assert {"engine", "explorer", "commit", "tokenizer_sha256", "target_revision"} <= set(row.index)
    compared = pd.read_csv(tmp_path / "differences.csv")
    assert {"cell", "other", "difference", "low", "high", "p", "p_holm", "n", "test"} <= set(compared.columns)
    assert (tmp_path / "table.tex").read_text(encoding="utf-8").count(r"\begin{tabular}") == len(
        {task.data for task in PLAN.tasks}
    )


def edit(out: Path, change: Any) -> None:
    """Edit the recorded conditions of a journal."""
    first, *rest = (out / NAME).read_text(encoding="utf-8").splitlines()
    about = json.loads(first)["about"]
    change(about)
    (out / NAME).write_text("\n".join([json.dumps({"about": about}), *rest]) + "\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda about: about["weights"]["draft"].update(sha256="0" * 64), r"other weights of the draft \(0{12}, now "),
        (lambda about: about["explorer"].update(version="0.0.9"), r"another version of the explorer \(0.0.9, now "),
        (lambda about: about["explorer"].update(commit="f" * 40), r"another commit of the explorer \(f{12}, now "),
        (lambda about: about["versions"].update(numpy="1.0"), r"another version of numpy \(1.0, now "),
        (lambda about: about.update(tokenizer="0" * 64), "another tokenizer"),
        (lambda about: about.update(cells="0"), "another set of settings"),
        (lambda about: about.pop("weights"), "an earlier version, so it does not say which weights made its rows"),
        (lambda about: about.pop("explorer"), "an earlier version, so it does not say which explorer made its rows"),
    ],
)
def test_rows_of_something_else_are_not_gone_on_with(change: Any, words: str, tmp_path: Path) -> None:
    """Two models under one name in one table would not be noticed."""
    sweep(PLAN, tmp_path, cancelled=lambda: True)
    sweep(PLAN, tmp_path, cancelled=lambda: True)
    edit(tmp_path, change)
    with pytest.raises(BadInput, match=rf"was started with {words}") as refused:
        sweep(PLAN, tmp_path)
    assert "\n" not in str(refused.value)


def test_engines_are_compared_by_what_they_compute() -> None:
    """A second start measures other times, but the engine is the same."""
    then = {"engine": {"target": "numba", "draft": "numba", "why": "measured", "seconds": {"numba": [1, 2]}}}
    same = {"engine": {"target": "numba", "draft": "numba", "why": "asked"}}
    assert conditions(then, same) == []
    other = {"engine": {"target": "torch", "draft": "numba", "why": "asked"}}
    assert conditions(then, other) == ["another engine of the target (numba, now torch)"]


def test_another_table_under_the_same_name_is_another_pair(tmp_path: Path) -> None:
    """A toy pair's file or a folder of weights may be replaced between two parts of a sweep."""
    table = tmp_path / "pair.json"
    data = json.loads(Path(PLAN.pair.removeprefix("toy:")).read_text(encoding="utf-8"))
    table.write_text(json.dumps(data), encoding="utf-8")
    from dataclasses import replace

    plan = replace(PLAN, pair=f"toy:{table}")
    sweep(plan, tmp_path / "out", cancelled=lambda: True)
    data["draft"] = data["target"]
    table.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(BadInput, match="other weights of the draft"):
        sweep(plan, tmp_path / "out")
