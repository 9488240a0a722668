"""docs/lab.md compares the papers' numbers with ours, and must explain only what was measured."""

from pathlib import Path
from typing import Any

import pytest

from explorer.lab.analysis.beside import kept, section
from explorer.lab.analysis.differences import (
    BOTH,
    HIGHER,
    LOWER,
    conditions,
    facts_of,
    order,
    pairs_of,
    relation,
    table,
)
from explorer.lab.analysis.results import Results
from explorer.lab.catalog import KEPT, experiment_of
from explorer.lab.data.data_sets import KINDS, is_of, names_one
from explorer.lab.experiment import METRICS
from explorer.lab.series import KEEP
from explorer.lab.sweep import cells_of, results

ABOUT: dict[str, Any] = {
    "pair": "toy", "target": "T", "draft": "D", "dtype": "float32", "threads": 2, "cpu": "a CPU", "cores": 2,
    "limit": 8, "made": "2026-01-02T03:04:05+00:00", "command": "lab",
}  # fmt: skip


def made(name: str, **cells: list[dict[str, Any]]) -> Results:
    """Results of an experiment: for every cell, by its label, one row per task."""
    found = Results(experiment_of(name), ABOUT)
    for label, rows in cells.items():
        base = {"cell": label, "data": "d", "seed": 0}
        found.rows += [base | {"task": str(task)} | row for task, row in enumerate(rows)]
    return found


def passes(*tokens: int) -> list[dict[str, Any]]:
    """Tasks with one target pass each."""
    return [{"emitted": one, "target_passes": 1} for one in tokens]


def test_relation_and_order() -> None:
    """Comparisons use equal settings; an order differs from the paper's only beyond the intervals."""
    metric = METRICS["tokens_per_pass"]  # the paper: SpD 2.02 and 2.6, BiLD 1.83 and 2.68, MTAD 3.17 and 4.3

    def pairs(**cells: list[dict[str, Any]]) -> Any:
        return pairs_of(made("mtad-table-8", **cells), metric)

    assert relation(pairs(SpD=passes(1, 1), MTAD=passes(1, 2))) == LOWER
    assert relation(pairs(SpD=passes(2, 2), MTAD=passes(3, 3))) == LOWER, "3 is above SpD's and below MTAD's own"
    assert relation(pairs(SpD=passes(3, 3), MTAD=passes(6, 6))) == HIGHER
    assert relation(pairs(SpD=passes(3, 3), MTAD=passes(4, 4))) == BOTH
    assert order(pairs(SpD=passes(1, 1), MTAD=passes(1, 2))) == (2, 2, 0), "Llama-2 and OPT, each by itself"
    assert order(pairs(SpD=passes(1, 4), MTAD=passes(1, 2))) == (2, 0, 0), "intervals meet"
    assert order(pairs(SpD=passes(9, 9, 9), MTAD=passes(2, 2, 3))) == (2, 0, 2)
    assert order(pairs(SpD=passes(9, 9), MTAD=passes(2, 2))) == (2, 0, 0), "two prompts have no interval"
    assert order(pairs(SpD=passes(2, 2), MTAD=passes(2, 2))) == (0, 0, 0), "what is equal here is in no order"
    assert order(pairs(SpD=passes(3), BiLD=passes(2))) == (2, 1, 0), "the two models differ on these"


def test_a_reason_stands_only_where_it_was_measured() -> None:
    """A reason without a measurement, or for a difference that no longer exists, is worse than none."""
    low, high = made("mtad-table-8", SpD=passes(1, 1)), made("mtad-table-8", SpD=passes(9, 9))
    ranks = [{"rank": 1, "accepted": 1, "judged": 4, "accepted_in_all": 1}, {"rank": 2, "accepted": 0, "judged": 9}]
    seen = made("gsd-figure-7", SSD=ranks)
    (row,) = table([seen, low])[1:]
    assert row[:5] == ["MTAD Table 8", "tokens per target pass", "1", "2.02 to 2.6", LOWER]
    assert "accepts 25% of the draft’s first choices" in row[6]
    assert table([low])[1][6] == "–", "the share was not measured"
    assert table([seen, high])[1][4:] == [HIGHER, "–", "–"], "it explains the other direction"


def test_what_is_so_by_definition_is_no_evidence() -> None:
    """A tree merges nothing, so its 0 equals the paper's by definition and proves nothing."""
    graphs = {"data": "xsum", "graph_hits": 0, "graphs": 10, "drafted": 240}
    found = made("gsd-table-1", TSD=[graphs] * 3, GSD=[graphs, graphs, graphs | {"graph_hits": 1}])
    pairs = pairs_of(found, METRICS["graph_success"])
    assert {pair.cell.label for pair in pairs} == {"GSD"}
    assert relation(pairs) == LOWER
    row = next(row for row in table([found]) if row[1] == METRICS["graph_success"].label)
    assert row[2:] == ["3.33", "30.4 to 32.8", LOWER, "–", "a graph of GSD has 24 tokens on average"]


def test_a_data_set_is_compared_with_itself() -> None:
    """The pooled mean length of five data sets belongs to none of them."""
    found = made("mtad-table-6", prompts=[{"input_tokens": 100}] * 3)
    found.rows += [row | {"data": data, "input_tokens": n} for data, n in (("spider", 400), ("humaneval", 50))
                   for row in found.rows[:3]]  # fmt: skip
    assert [(pair.mark.value, pair.own.value) for pair in pairs_of(found, METRICS["input_tokens"])] == [
        (347.68, 400),
        (67, 50),
    ]
    assert table([found])[1][2:6] == ["50 to 400", "67 to 348", BOTH, "–"]
    lines = section(found)
    assert "| d | 100 (100–100; n=3) |" in lines
    assert "| spider | 400 (400–400; n=3) · paper 347.68 (Spider) |" in lines
    assert "| CNNDM | – · paper 3967.1 (CNNDM) |" in lines


def test_what_a_paper_says_of_a_data_set_is_held_against_that_set() -> None:
    """A paper's number for GSM8K must not be compared with our mean over several data sets."""
    found = made("gsd-table-1", SSD=[{"depth": 10, "graph_accepted": 1}] * 3)
    found.rows += [row | {"data": "gsm8k", "graph_accepted": 5} for row in found.rows[:3]]
    metric = METRICS["graph_acceptance"]
    assert [(pair.mark.value, pair.own.value) for pair in pairs_of(found, metric)] == [(0.795, 0.5)]
    lines = section(found).splitlines()
    (whole,) = (line for line in lines if line.startswith("| SSD |"))
    (alone,) = (line for line in lines if line.startswith("| SSD, gsm8k alone |"))
    assert "0.3 (" in whole
    assert "paper 0.652 (XSum, LLaMA-2-70b), 0.496 (XSum, chat)" in whole
    assert "| 0.5 (" in alone
    assert "paper 0.795 (GSM8k, LLaMA-2-70b) |" in alone


def test_a_paper_s_number_of_a_part_stands_at_that_part() -> None:
    """GSD's 70% belong to single tokens in a tree of ten levels, so they are in that row."""
    rows = [{"n": n, "inside": 4 - n, "drafted": 10} for n in (1, 2)]
    found = made("gsd-figure-3", **{f"tree of depth γ={gamma}": rows for gamma in (8, 10)})
    (pair,) = pairs_of(found, METRICS["recurring"])
    assert (pair.mark.value, pair.own.value, pair.cell.label) == (70, 30, "tree of depth γ=10")
    with_mark = [line for line in section(found).splitlines() if "paper 70 (§5.1, depth 10)" in line]
    assert len(with_mark) == 1
    assert with_mark[0].split(" | ")[1].startswith("30 (")
    assert "paper" not in with_mark[0].split(" | ")[2]


def test_names_of_data_sets_are_the_papers() -> None:
    """GSM8k is gsm8k, and the Llama in a mark is not a data set."""
    assert [names_one(mark) for mark in experiment_of("mtad-table-8").marks] == [False] * 10
    assert {data for data in KINDS for mark in experiment_of("gsd-table-6").marks if is_of(mark, data)} == {
        "gsm8k", "alpaca", "wmt-en-de",
    }  # fmt: skip
    assert any(is_of(mark, "spider") for mark in experiment_of("mtad-table-9").marks), "it writes Spider (EA)"
    marks = [mark for name in ("gsd-table-1", "mtad-table-6") for mark in experiment_of(name).marks]
    assert {data for data in KINDS for mark in marks if is_of(mark, data)} == {
        "gsm8k", "xsum", "chatgpt-prompts", "chatalpaca", "cnndm", "spider", "humaneval",
    }  # fmt: skip


def test_why_no_answer_is_right() -> None:
    """Answers in sentences do not match exactly, but their F1 shows partial success."""
    row = {"data": "squad", "score": 0.0, "scored": 1, "emitted": 8, "text": "It is known as Fort Caroline."}
    sentences = made("dsbd-table-2", SpD=[row | {"f1": 0.25}] * 3)
    reason = table([sentences])[1][6]
    assert (
        reason == "an exact match requires the bare answer, but T answers in sentences of 6 words (median), "
        "whose mean F1 is 25.0%"
    )
    assert table([made("dsbd-table-2", SpD=[row, row | {"emitted": 5}])])[1][6] == "1 of 2 answers of T end at 8 tokens"
    assert table([made("dsbd-table-2", SpD=[row | {"emitted": 5}])])[1][6] == "–", "none was cut"


def test_a_number_stands_with_all_that_it_is_of() -> None:
    """A number needs its model, data, number of prompts and settings."""
    rows = [{"emitted": 9, "seconds": 1 + i, "drafted": 5, "depth": 9, "graph_accepted": i} for i in range(4)]
    text = section(made("gsd-table-1", greedy=rows, SSD=rows, GSD=rows))
    assert "0.167 (0.0428–0.472; n=4) · paper 0.795 (GSM8k, LLaMA-2-70b), 0.652 (XSum, LLaMA-2-70b)" in text
    assert "| greedy | 0.167 (0.0428–0.472; n=4) | 5 (5–5; n=4) | 1 (n=4) |" in text
    assert "* GSD: `gsd out_degree=4 prob_threshold=0.2 sibling_threshold=0.3`" in text
    right = {"score": 0.0, "scored": 1, "f1": 0.25, "text": "It is.", "emitted": 3, "seconds": 1.0}
    assert "|  | quality (percent) | F1 (percent) | tokens/s |" in section(made("dsbd-table-2", SpD=[right] * 3))


@pytest.mark.parametrize("folder", kept(), ids=lambda folder: folder.name)
def test_kept_sweeps_are_what_is_declared(folder: Path, tmp_path: Path) -> None:
    """A stored number with other settings, or a table that differs from its items, would mislead."""
    found = results(folder)
    assert found.about["cells"] == cells_of(found.experiment), "its cells have changed: measure it again"
    found.export(tmp_path, KEEP)
    same = (tmp_path / "table.csv").read_text(encoding="utf-8") == (folder / "table.csv").read_text(encoding="utf-8")
    assert same, f"run `python -m explorer lab report {folder.name}`"


def test_later_children_fall_only_where_pruned_ones_are_left_out() -> None:
    """The text about GSD Figure 8 must match its stored sweep."""
    found = results(KEPT / "gsd-figure-8")
    cells = [cell for cell in found.cells if cell.settings["prob_threshold"] == 0.05]

    def third(key: str) -> list[float]:
        known = [found.value(METRICS[key], cell, rank=3) for cell in cells]
        return [value.value for value in known if value is not None]

    retained, accepted = third("retained"), third("share_accepted")
    assert len(retained) == len(accepted) == 4
    assert retained == sorted(retained, reverse=True)
    assert retained[-1] < retained[0]
    assert accepted[-1] >= accepted[0]
    assert "only for retained children" in found.experiment.differs


def test_a_mean_over_the_vocabulary_explains_the_divergence() -> None:
    """The paper's values, multiplied by 32,000 words, have the size of ours."""
    (row,) = table([made("gsd-table-5", **{"k=3 τ=1": [{"kl": 0.5, "merged": 1}, {"kl": 0.1, "merged": 2}]})])[1:]
    assert row[2:5] == ["0.2", "2.7e-06", HIGHER]
    assert row[6].endswith("by LLaMA’s 32,000 tokens, the paper’s values are 0.0107 to 5.7")


def test_facts_are_ratios_of_what_is_kept() -> None:
    """A draft's cost is the time of its passes divided by the target's, from the same sweep."""
    cost = {"draft_seconds": 1.0, "draft_passes": 10, "target_seconds": 9.0, "target_passes": 3}
    plain = {"draft_seconds": 0.0, "draft_passes": 0, "target_seconds": 4.0, "target_passes": 8}
    found = facts_of([made("gsd-table-1", SSD=[cost], greedy=[plain])])
    assert (found.draft_pass, found.agrees, found.tree_pass) == (0.2, None, None)
    assert facts_of([]) == facts_of([made("mtad-table-8", SpD=passes(1))])


def test_conditions_are_told_apart() -> None:
    """Sweeps of two machines must not share one sentence."""
    one, two = made("mtad-table-8", SpD=passes(1, 1)), made("mtad-table-3", SpD=passes(1))
    assert conditions([one, two]) == [
        "2 sweeps: `toy` (T; draft: D), float32 with 2 threads of torch, a CPU with 2 cores; prompts per sweep: "
        "1 to 2, maximum new tokens: 8, 2026-01-02."
    ]
    two.about = ABOUT | {"engine": {"target": "openvino"}}
    assert len(conditions([one, two])) == 2
