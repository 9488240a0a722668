"""Declare experiments: what varies, what is measured and how it is drawn. Nothing runs here.

A *cell* is a method with its settings. It runs on every task with every seed, and each of these runs is a work item. An
item returns rows of plain numbers. Metrics are ratios of sums over rows, so longer runs have more weight.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")
Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One point of an experiment.

    `group` names its curve, or the colour of its bar. `x` is the value that varies.
    """

    label: str
    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    group: str = ""
    x: float | None = None


@dataclass(frozen=True)
class Metric:
    """A number computed from rows: Σ `over` / Σ `under` or, without `under`, the mean of `over`. With `power`, it is e
    to this ratio.

    With `against`, it is divided by the first cell's number on the same tasks. `scale` turns fractions into percent.
    """

    key: str
    label: str
    over: str
    under: str = ""
    power: bool = False
    against: bool = False
    scale: float = 1.0
    better: str = ""  # "higher" or "lower"; empty if neither is better


@dataclass(frozen=True)
class Mark:
    """A value that a paper reports. `where` names its table or figure, models and data."""

    where: str
    group: str
    metric: str
    value: float
    x: float | str | None = None


@dataclass(frozen=True)
class Task:
    """A prompt with reference answers. `scorer` names a rule of quality.py; empty if answers are not judged."""

    id: str
    prompt: str
    data: str = "prompts"
    scorer: str = ""
    references: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """The data that all items of a sweep share.

    They are the loaded pair, the maximum number of new tokens, and how prompts are used: with `raw`, without the chat
    template. `around` are fields of RunRequest: the context of the prompt, and `ignore_eos`.
    """

    pair: Any
    limit: int
    raw: bool = False
    around: Mapping[str, Any] = field(default_factory=dict[str, Any])


Measure = Callable[[Context, Cell, Task, int], list[Row]]


@dataclass(frozen=True)
class Experiment:
    """A figure or table of a paper, or a custom grid.

    `draw` makes a plotly figure from `Results`, and `quick` is the number of cells of a quick run. `scorers` lists the
    scorers that its tasks may use; it is empty if any prompt can be used. `split` names a column of the rows; each
    value in this column has its own numbers. `differs` lists the differences from the paper.
    """

    name: str
    paper: str
    item: str
    title: str
    varies: str
    measures: str
    needs: str
    cells: tuple[Cell, ...]
    metrics: tuple[Metric, ...]
    measure: Measure
    draw: Callable[..., Any]
    marks: tuple[Mark, ...] = ()
    scorers: tuple[str, ...] = ()
    limit: int = 64
    quick: int = 6
    differs: str = ""
    split: str = ""

    def chosen(self, most: int = 0) -> tuple[Cell, ...]:
        """Choose at most `most` cells (0: all).

        The first cell is always chosen, because all other cells are compared with it.

        Groups get one cell each in turn, so that a large group does not crowd out the others. The chosen cells of a
        group are spread evenly over it. If there are more groups than cells to choose, the chosen groups are spread
        evenly too.
        """
        if not most or len(self.cells) <= most:
            return self.cells
        groups = dict[str, list[Cell]]()
        for cell in self.cells:
            groups.setdefault(cell.group, []).append(cell)
        some = _evenly(list(groups.values()), most)
        turns = sorted((turn, place) for place, group in enumerate(some) for turn in range(len(group)))[:most]
        shares = Counter(place for _, place in turns)
        kept = {cell.label for place, group in enumerate(some) for cell in _evenly(group, shares[place])}
        return tuple(cell for cell in self.cells if cell.label in kept)

    @property
    def timed(self) -> bool:
        """Whether the experiment measures times or energy, which are affected by other work on the machine."""
        return any({metric.over, metric.under} & TIMES for metric in self.metrics)

    @property
    def by_data(self) -> bool:
        """Whether only the data set varies."""
        return len(self.cells) == 1 and not self.split

    def fits(self, task: Task) -> bool:
        """Whether the experiment can run on a task. An experiment that measures quality needs reference answers."""
        return not self.scorers or task.scorer in self.scorers


SIGNS = {
    "gamma": "γ", "width": "W", "draft_width": "W_S", "min_width": "W_min", "threshold": "t", "out_degree": "k",
    "merge": "τ", "prob_threshold": "θ_prob", "sibling_threshold": "θ_sib", "block": "K",
}  # fmt: skip


def sign(method: str, key: str) -> str:
    """The papers' letter for a setting of a method, or the setting's name if there is none."""
    return "τ" if (method, key) == ("mtad", "threshold") else SIGNS.get(key, key)


def metrics(*keys: str) -> tuple[Metric, ...]:
    """Look up metrics by name."""
    return tuple(METRICS[key] for key in keys)


def _known(*made: Metric) -> dict[str, Metric]:
    return {one.key: one for one in made}


METRICS: dict[str, Metric] = _known(
    Metric("tokens_per_s", "tokens/s", "emitted", "seconds", better="higher"),
    Metric("speedup", "speed-up", "emitted", "seconds", against=True, better="higher"),
    Metric("tokens_per_pass", "tokens per target pass", "emitted", "target_passes", better="higher"),
    Metric("acceptance", "acceptance rate (accepted / tested)", "accepted", "judged", better="higher"),
    Metric("graph_acceptance", "acceptance (accepted / drafted depth)", "graph_accepted", "depth", better="higher"),
    Metric("drafted", "draft tokens per run", "drafted", better="lower"),
    Metric("drafted_per_token", "draft tokens per new token", "drafted", "emitted", better="lower"),
    Metric("cut", "drafts cut at the node budget (percent)", "cut", "drafts", scale=100),
    Metric("graph_success", "graph success (percent)", "graph_hits", "graphs", scale=100),
    Metric("perplexity", "perplexity by the target", "surprisal", "emitted", power=True, better="lower"),
    Metric("j_per_token", "modelled J/token", "modelled_joules", "emitted", better="lower"),
    Metric("measured_j_per_token", "measured J/token", "measured_joules", "emitted", better="lower"),
    Metric("mean_width", "average width W_L", "width_sum", "width_layers"),
    Metric("mean_accepted", "average accepted width W̄", "width_accepted", "width_layers"),
    Metric("kv_peak", "maximum KV slots", "kv_peak", better="lower"),
    Metric("draft_ms", "drafting, ms per iteration", "draft_seconds", "iterations", scale=1000, better="lower"),
    Metric("target_ms", "verification, ms per iteration", "target_seconds", "iterations", scale=1000, better="lower"),
    Metric("other_ms", "other work, ms per iteration", "other_seconds", "iterations", scale=1000, better="lower"),
    Metric("quality", "quality (percent)", "score", "scored", scale=100, better="higher"),
    Metric("f1", "F1 (percent)", "f1", "scored", scale=100, better="higher"),
    Metric("rouge1", "ROUGE-1", "rouge1", "scored", better="higher"),
    Metric("rouge2", "ROUGE-2", "rouge2", "scored", better="higher"),
    Metric("rougeL", "ROUGE-L", "rougeL", "scored", better="higher"),
    Metric("share_accepted", "acceptance rate", "accepted", "judged"),
    Metric("retained", "acceptance rate without pruned nodes", "retained", "judged"),
    Metric("share_of_accepted", "share of all accepted tokens", "accepted", "accepted_in_all"),
    Metric("rel_perplexity", "perplexity relative to sampling", "surprisal", "emitted", True, True, better="lower"),
    Metric("rel_quality", "quality relative to sampling", "score", "scored", against=True, better="higher"),
    Metric("recurring", "tokens inside repeated n-grams (percent)", "inside", "drafted", scale=100),
    Metric("kl", "KL after merging (nats)", "kl", "merged", better="lower"),
    Metric("predicted", "predicted probability", "predicted", "layers"),
    Metric("reached", "share of layers that reached W_L", "reached", "layers"),
    Metric("input_tokens", "input tokens", "input_tokens"),
    Metric("ms_per_run", "ms per pass", "seconds", "passes", scale=1000, better="lower"),
    Metric("ms_per_input", "ms per input", "seconds", "inputs", scale=1000, better="lower"),
    Metric("j_per_run", "modelled J per pass", "modelled_joules", "passes", better="lower"),
    Metric("j_per_input", "modelled J per input", "modelled_joules", "inputs", better="lower"),
)

# Proportions. `over` counts a part of what `under` counts, so these metrics are in 0…1 before scaling.
SHARES = frozenset(
    ("acceptance", "graph_acceptance", "cut", "graph_success", "quality", "f1", "rouge1", "rouge2", "rougeL",
     "share_accepted", "retained", "share_of_accepted", "recurring", "reached")
)  # fmt: skip
# Methods for which a metric is fixed by definition. Only merging can make a graph succeed, and every child in a chain
# has rank 1.
BY_DEFINITION: Mapping[str, tuple[str, ...]] = {
    "graph_success": ("ssd", "tsd"),
    "share_of_accepted": ("ssd",),
    "cut": ("ssd",),
}
TIMES = frozenset(("seconds", "draft_seconds", "target_seconds", "other_seconds", "measured_joules"))


def _evenly(given: Sequence[T], most: int) -> list[T]:
    """Choose at most `most` items, evenly spread from the first to the last."""
    count = min(most, len(given))
    return [given[round(place * (len(given) - 1) / max(1, count - 1))] for place in range(count)]
