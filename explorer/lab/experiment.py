"""What an experiment is: a declaration of what varies, what is measured and how it is drawn. Nothing runs here.

A *cell* is one method with its settings; it is run on every task with every seed, and each of these is a work item.
An item gives rows of plain numbers, and metrics sum rows up: all are ratios of sums, so that long runs weigh more.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar

T = TypeVar("T")
Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """One point of an experiment: `group` is the curve or the bar's colour that it belongs to, `x` where it varies."""

    label: str
    method: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    group: str = ""
    x: float | None = None


@dataclass(frozen=True)
class Metric:
    """A number over rows: Σ `over` / Σ `under` (without `under`: the mean of `over`), for `power` e to that.

    `against`: over that of the experiment's first cell on the same tasks. `scale` turns shares into per cent.
    """

    key: str
    label: str
    over: str
    under: str = ""
    power: bool = False
    against: bool = False
    scale: float = 1.0
    better: str = ""  # "higher" or "lower" where one is


@dataclass(frozen=True)
class Mark:
    """A number that a paper reports, for reference: `where` names its table or figure and its models and data."""

    where: str
    group: str
    metric: str
    value: float
    x: float | str | None = None


@dataclass(frozen=True)
class Task:
    """A prompt with what an answer is judged by: `scorer` names a rule of quality.py, empty if nothing is judged."""

    id: str
    prompt: str
    data: str = "prompts"
    scorer: str = ""
    references: tuple[str, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Context:
    """What every item of a sweep shares: the loaded pair, the most new tokens, and whether the prompt is passed raw.

    `around` are fields of RunRequest: the context of the prompt and the treatment of EOS.
    """

    pair: Any
    limit: int
    raw: bool = False
    around: Mapping[str, Any] = field(default_factory=dict[str, Any])


Measure = Callable[[Context, Cell, Task, int], list[Row]]


@dataclass(frozen=True)
class Experiment:
    """A figure or table of a paper, or a grid of one's own.

    `draw` makes a plotly figure of `Results`; `quick` is how many cells a quick run takes. `scorers`: what its
    tasks may be judged by, empty if any prompts do. `split` names a column of the rows that tells numbers apart.
    `differs` says what is done otherwise than in the paper.
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
        """At most so many cells (0: all), the first among them, which others are compared with.

        Every group gets one in turn until there is no more room, so that a large grid leaves none of what it is
        compared with out; of a group they are evenly spread, and so are the groups where not even one each has room.
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
        """Whether it measures what a busy machine changes."""
        return any({metric.over, metric.under} & TIMES for metric in self.metrics)

    @property
    def by_data(self) -> bool:
        """Whether nothing but the data set varies."""
        return len(self.cells) == 1 and not self.split

    def fits(self, task: Task) -> bool:
        """Whether it can be run on a task: what measures quality needs answers to judge."""
        return not self.scorers or task.scorer in self.scorers


def grid(method: str, group: str = "", x: str = "", **values: Any) -> tuple[Cell, ...]:
    """Cells of every combination of settings: a sequence varies, anything else is fixed. `x` is the one drawn.

    >>> [cell.label for cell in grid("spd", gamma=(1, 2), temperature=1)]
    ['spd γ=1', 'spd γ=2']
    """
    varied = {key: value for key, value in values.items() if isinstance(value, tuple)}
    cells = []
    for combination in product(*varied.values()):
        chosen = dict(zip(varied, combination, strict=True))
        told = " ".join(f"{sign(method, key)}={value}" for key, value in chosen.items())
        at = float(chosen[x]) if x in chosen else None
        cells.append(Cell(f"{group or method} {told}".strip(), method, {**values, **chosen}, group or method, at))
    return tuple(cells)


SIGNS = {
    "gamma": "γ", "width": "W", "draft_width": "W_S", "min_width": "W_min", "threshold": "t", "out_degree": "k",
    "merge": "τ", "prob_threshold": "θ_prob", "sibling_threshold": "θ_sib", "block": "K",
}  # fmt: skip


def sign(method: str, key: str) -> str:
    """The papers' letter for a setting of a method, its name where they have none."""
    return "τ" if (method, key) == ("mtad", "threshold") else SIGNS.get(key, key)


def metrics(*keys: str) -> tuple[Metric, ...]:
    """Metrics by name."""
    return tuple(METRICS[key] for key in keys)


def marks(
    where: str,
    columns: Sequence[str | float],
    rows: Mapping[Any, Sequence[float | None]],
    group: str = "",
    metric: str = "",
) -> tuple[Mark, ...]:
    """Marks of a table as a paper prints it, row by row; None for a cell that it leaves empty.

    What labels a row or a column is a metric (by its key), a value of x (a number) or a group (any other text).
    `group` and `metric` are those of all cells where no label says so.

    >>> marks("Table 3, OPT", ("tokens_per_s", "j_per_token"), {"SpD": (35.6, None)})
    (Mark(where='Table 3, OPT', group='SpD', metric='tokens_per_s', value=35.6, x=None),)
    """
    found = list[Mark]()
    for label, row in rows.items():
        for column, value in zip(columns, row, strict=True):
            if value is not None:
                named: dict[str, Any] = {_kind(one): one for one in (label, column)}
                found.append(Mark(where, value=value, **{"group": group, "metric": metric, **named}))
    return tuple(found)


def _kind(label: str | float) -> str:
    """Which field of a Mark a label of a paper's table is."""
    if isinstance(label, str):
        return "metric" if label in METRICS else "group"
    return "x"


def _known(*made: Metric) -> dict[str, Metric]:
    return {one.key: one for one in made}


METRICS: dict[str, Metric] = _known(
    Metric("tokens_per_s", "tokens/s", "emitted", "seconds", better="higher"),
    Metric("speedup", "speed-up", "emitted", "seconds", against=True, better="higher"),
    Metric("tokens_per_pass", "tokens a target pass", "emitted", "target_passes", better="higher"),
    Metric("acceptance", "accepted / judged drafts", "accepted", "judged", better="higher"),
    Metric("graph_acceptance", "acceptance (accepted / drafted depth)", "graph_accepted", "depth", better="higher"),
    Metric("drafted", "drafted tokens a run", "drafted", better="lower"),
    Metric("drafted_per_token", "drafted tokens per token", "drafted", "emitted", better="lower"),
    Metric("cut", "drafts cut at the node budget (per cent)", "cut", "drafts", scale=100),
    Metric("graph_success", "graph success (per cent)", "graph_hits", "graphs", scale=100),
    Metric("perplexity", "perplexity by the target", "surprisal", "emitted", power=True, better="lower"),
    Metric("j_per_token", "modelled J/token", "modelled_joules", "emitted", better="lower"),
    Metric("measured_j_per_token", "measured J/token", "measured_joules", "emitted", better="lower"),
    Metric("mean_width", "average width W_L", "width_sum", "width_layers"),
    Metric("mean_accepted", "average accepted width W̄", "width_accepted", "width_layers"),
    Metric("kv_peak", "KV slots at most", "kv_peak", better="lower"),
    Metric("draft_ms", "draft, ms an iteration", "draft_seconds", "iterations", scale=1000, better="lower"),
    Metric("target_ms", "verification, ms an iteration", "target_seconds", "iterations", scale=1000, better="lower"),
    Metric("other_ms", "others, ms an iteration", "other_seconds", "iterations", scale=1000, better="lower"),
    Metric("quality", "quality (per cent)", "score", "scored", scale=100, better="higher"),
    Metric("f1", "F1 (per cent)", "f1", "scored", scale=100, better="higher"),
    Metric("rouge1", "ROUGE-1", "rouge1", "scored", better="higher"),
    Metric("rouge2", "ROUGE-2", "rouge2", "scored", better="higher"),
    Metric("rougeL", "ROUGE-L", "rougeL", "scored", better="higher"),
    Metric("share_accepted", "share accepted", "accepted", "judged"),
    Metric("retained", "share accepted and not pruned", "retained", "judged"),
    Metric("share_of_accepted", "share of all accepted tokens", "accepted", "accepted_in_all"),
    Metric(
        "rel_perplexity", "perplexity over multinomial sampling's", "surprisal", "emitted", True, True, better="lower"
    ),
    Metric("rel_quality", "quality over multinomial sampling's", "score", "scored", against=True, better="higher"),
    Metric("recurring", "tokens inside recurring n-grams (per cent)", "inside", "drafted", scale=100),
    Metric("kl", "KL after merging (nats)", "kl", "merged", better="lower"),
    Metric("predicted", "predicted chance", "predicted", "layers"),
    Metric("reached", "share of layers that reached it", "reached", "layers"),
    Metric("input_tokens", "input tokens", "input_tokens"),
    Metric("ms_per_run", "ms a pass", "seconds", "passes", scale=1000, better="lower"),
    Metric("ms_per_input", "ms an input", "seconds", "inputs", scale=1000, better="lower"),
    Metric("j_per_run", "modelled J a pass", "modelled_joules", "passes", better="lower"),
    Metric("j_per_input", "modelled J an input", "modelled_joules", "inputs", better="lower"),
)

# Of these metrics `over` counts some of what `under` counts, so that they lie in 0…1 before they are scaled.
SHARES = frozenset(
    ("acceptance", "graph_acceptance", "cut", "graph_success", "quality", "f1", "rouge1", "rouge2", "rougeL",
     "share_accepted", "retained", "share_of_accepted", "recurring", "reached")
)  # fmt: skip
# Methods of which a metric tells nothing: without merging no graph succeeds, and of a chain all children are first.
BY_DEFINITION: Mapping[str, tuple[str, ...]] = {
    "graph_success": ("ssd", "tsd"),
    "share_of_accepted": ("ssd",),
    "cut": ("ssd",),
}
TIMES = frozenset(("seconds", "draft_seconds", "target_seconds", "other_seconds", "measured_joules"))


def _evenly(given: Sequence[T], most: int) -> list[T]:
    """At most so many, from the first to the last."""
    count = min(most, len(given))
    return [given[round(place * (len(given) - 1) / max(1, count - 1))] for place in range(count)]
