"""What docs/lab.md says of the papers' numbers and ours: if these fail, it explains what was not measured."""

from typing import Any

from explorer.lab.catalog import experiment_of
from explorer.lab.differences import BOTH, HIGHER, LOWER, conditions, facts_of, order, pairs_of, relation, table
from explorer.lab.experiment import METRICS
from explorer.lab.results import Results

ABOUT: dict[str, Any] = {
    "pair": "toy", "target": "T", "draft": "D", "dtype": "float32", "threads": 2, "cpu": "a CPU", "cores": 2,
    "limit": 8, "made": "2026-01-02T03:04:05+00:00",
}  # fmt: skip


def made(name: str, **cells: list[dict[str, Any]]) -> Results:
    """Results of an experiment: for every cell, by its label, a row a task."""
    found = Results(experiment_of(name), ABOUT)
    for label, rows in cells.items():
        base = {"cell": label, "data": "d", "seed": 0}
        found.rows += [base | {"task": str(task)} | row for task, row in enumerate(rows)]
    return found


def passes(*tokens: int) -> list[dict[str, Any]]:
    """A task each, of one target pass."""
    return [{"emitted": one, "target_passes": 1} for one in tokens]


def test_relation_and_order() -> None:
    """Lower, higher and among must be what they say; an order is against the paper's only beyond the intervals."""
    metric = METRICS["tokens_per_pass"]  # the paper: SpD 2.02 and 2.6, BiLD 1.83 and 2.68, MTAD 3.17 and 4.3

    def pairs(**cells: list[dict[str, Any]]) -> Any:
        return pairs_of(made("mtad-table-8", **cells), metric)

    assert relation(pairs(SpD=passes(1, 1), MTAD=passes(1, 2))) == LOWER
    assert relation(pairs(SpD=passes(5, 5), MTAD=passes(6, 6))) == HIGHER
    assert relation(pairs(SpD=passes(3, 3), MTAD=passes(6, 6))) == BOTH
    assert order(pairs(SpD=passes(1, 1), MTAD=passes(1, 2))) == (2, 2, 0), "Llama-2 and OPT, each by itself"
    assert order(pairs(SpD=passes(1, 4), MTAD=passes(1, 2))) == (2, 0, 0), "intervals meet"
    assert order(pairs(SpD=passes(4, 4), MTAD=passes(1, 2))) == (2, 0, 2)
    assert order(pairs(SpD=passes(3), BiLD=passes(2))) == (2, 1, 0), "the two models differ on these"


def test_a_reason_stands_only_where_it_was_measured() -> None:
    """A page that explains a difference which is gone, or by a number nobody measured, is worse than none."""
    low, high = made("mtad-table-8", SpD=passes(1, 1)), made("mtad-table-8", SpD=passes(9, 9))
    ranks = [{"rank": 1, "accepted": 1, "judged": 4, "accepted_in_all": 1}, {"rank": 2, "accepted": 0, "judged": 9}]
    seen = made("gsd-figure-7", SSD=ranks)
    (row,) = table([seen, low])[1:]
    assert row[:5] == ["MTAD Table 8", "tokens a target pass", "1", "2.02 to 2.6", LOWER]
    assert "first choice at 25 % of the places" in row[6]
    assert table([low])[1][6] == "–", "the share was not measured"
    assert table([seen, high])[1][4:] == [HIGHER, "–", "–"], "it explains the other direction"


def test_a_mean_over_the_vocabulary_explains_the_divergence() -> None:
    """The paper's 3.34e-7 to 1.78e-4, times 32,000 words, are of the size of ours."""
    (row,) = table([made("gsd-table-5", **{"k=3 τ=1": [{"kl": 0.5, "merged": 1}, {"kl": 0.1, "merged": 2}]})])[1:]
    assert row[2:5] == ["0.2", "2.7e-06", HIGHER]
    assert row[6].endswith("times LLaMA's 32,000 words the paper's are 0.0107 to 5.7")


def test_facts_are_ratios_of_what_is_kept() -> None:
    """A draft's cost is that of its passes over the target's, from the same sweep."""
    cost = {"draft_seconds": 1.0, "draft_passes": 10, "target_seconds": 9.0, "target_passes": 3}
    plain = {"draft_seconds": 0.0, "draft_passes": 0, "target_seconds": 4.0, "target_passes": 8}
    found = facts_of([made("gsd-table-1", SSD=[cost], greedy=[plain])])
    assert (found.draft_pass, found.agrees, found.tree_pass) == (0.2, None, None)
    assert facts_of([]) == facts_of([made("mtad-table-8", SpD=passes(1))])


def test_conditions_are_told_apart() -> None:
    """Sweeps of two machines under one sentence would be taken for one."""
    one, two = made("mtad-table-8", SpD=passes(1, 1)), made("mtad-table-3", SpD=passes(1))
    assert conditions([one, two]) == [
        "2 sweeps: `toy` (T; draft: D), float32 with 2 threads of torch, a CPU with 2 cores; prompts of each: "
        "1 to 2, new tokens at most: 8, 2026-01-02."
    ]
    two.about = ABOUT | {"engine": {"target": "openvino"}}
    assert len(conditions([one, two])) == 2
