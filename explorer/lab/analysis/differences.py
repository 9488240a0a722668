"""Differences between the bundled sweeps and the papers, with reasons. They are computed from the sweeps' results.

A reason is given only if the results support it, together with the supporting number. There is no reason if nothing
relevant was measured, or if the difference goes in the other direction.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median

from explorer.lab.analysis.results import Results, Value
from explorer.lab.data.data_sets import is_of, names_one
from explorer.lab.experiment import Cell, Mark, Metric
from explorer.story.numbers import plural

LOWER, HIGHER, BOTH = "lower", "higher", "mixed"
LLAMA_WORDS = 32_000  # vocabulary of the LLaMA models with which GSD was measured


@dataclass(frozen=True)
class Pair:
    """A cell's number in the paper, and its measured value."""

    mark: Mark
    cell: Cell
    own: Value


def pairs_of(found: Results, metric: Metric) -> list[Pair]:
    """The paper's numbers that also have a measured number. Values that are fixed by definition are left out.

    A paper's number for one data set is compared only with our value for the same data set.
    """
    made, split = [], found.experiment.split
    for mark in found.experiment.marks:
        for cell in found.cells:
            if mark.metric == metric.key and belongs(mark, cell, split) and not found.defined(metric, cell):
                data = [one for one in found.data if is_of(mark, one)] if names_one(mark) else [None]
                part = {split: mark.x} if split else {}
                own = [found.value(metric, cell, one, **part) for one in data]
                made += [Pair(mark, cell, one) for one in own if one is not None]
    return made


def belongs(mark: Mark, cell: Cell, split: str = "") -> bool:
    """Whether the paper's number belongs to this cell. If the cell's numbers are split into parts, the number's x names
    the part, not the cell.
    """
    return mark.group == cell.group and (bool(split) or mark.x in (None, cell.x))


def relation(pairs: Sequence[Pair]) -> str:
    """The relation of our numbers to the paper's for the same settings: all are lower, all are higher, or neither."""
    if all(pair.own.value < pair.mark.value for pair in pairs):
        return LOWER
    return HIGHER if all(pair.own.value > pair.mark.value for pair in pairs) else BOTH


def order(pairs: Sequence[Pair]) -> tuple[int, int, int]:
    """Compare our order of settings with the paper's.

    Returns the number of all pairs, of pairs in the paper's order, and of pairs that are significantly reversed. Pairs
    are formed only within one table or figure with the same conditions, and only of values that differ.
    """
    every = same = against = 0
    for one, two in combinations(pairs, 2):
        if one.mark.where != two.mark.where or one.mark.value == two.mark.value or one.own.value == two.own.value:
            continue
        less, more = (one.own, two.own) if one.mark.value < two.mark.value else (two.own, one.own)
        every += 1
        same += less.value < more.value
        against += less.low is not None and more.high is not None and less.low > more.high
    return every, same, against


@dataclass(frozen=True)
class Facts:
    """Facts about the pair and the machine, taken from the sweeps; a fact is None if it was not measured."""

    draft_pass: float | None  # time of a draft pass divided by that of a target pass with one token
    agrees: float | None  # acceptance rate of the draft's most probable tokens, with greedy drafting
    tree_pass: float | None  # time to verify GSD's tree divided by the time to verify a chain


def facts_of(kept: Sequence[Results]) -> Facts:
    """The facts from GSD Table 1, Figure 7 and Table 3, if they are bundled."""
    known = {found.experiment.name: found for found in kept}
    draft = target = agrees = tree = None
    if found := known.get("gsd-table-1"):
        draft, target = (
            _ratio(found, "SSD", "draft_seconds", "draft_passes"),
            _ratio(found, "greedy", "target_seconds", "target_passes"),
        )
    if found := known.get("gsd-figure-7"):
        agrees = _ratio(found, "SSD", "accepted", "judged", rank=1)
    if found := known.get("gsd-table-3"):
        wide, chain = (_ratio(found, label, "target_seconds", "iterations") for label in ("GSD k=4", "SSD"))
        tree = wide / chain if wide and chain else None
    return Facts(draft / target if draft and target else None, agrees, tree)


def _ratio(found: Results, label: str, over: str, under: str, rank: int | None = None) -> float | None:
    cells = [cell for cell in found.cells if cell.label == label]
    rows = [row for cell in cells for row in found.of(cell) if row.get(under) and rank in (None, row.get("rank"))]
    return sum(row[over] for row in rows) / sum(row[under] for row in rows) if rows else None


def _agrees(facts: Facts, found: Results) -> str:
    if facts.agrees is None:
        return ""
    return f"the target accepts {100 * facts.agrees:.0f}% of the draft’s first choices that it tests"


def _dear(facts: Facts, found: Results) -> str:
    parts = [_agrees(facts, found)]
    if facts.draft_pass is not None:
        parts.append(f"a draft pass takes {facts.draft_pass:.2f} times as long as a target pass over one token")
    if facts.tree_pass is not None and facts.tree_pass > 1:
        parts.append(f"verifying GSD’s graph takes {facts.tree_pass:.2f} times as long as verifying SSD’s chain")
    return "; ".join(filter(None, parts))


def _machine(facts: Facts, found: Results) -> str:
    return f"{_target(found)} on {found.about['cpu']}, {plural(found.about['cores'], 'core')}"


def _target(found: Results) -> str:
    return str(found.about.get("target", found.about["pair"]))


def _modelled(facts: Facts, found: Results) -> str:
    return f"modelled for {_target(found)}, without the power of an idle GPU"


def _short(facts: Facts, found: Results) -> str:
    return "; ".join([f"answers have at most {found.about['limit']} tokens", *_graphs(found)])


def _success(facts: Facts, found: Results) -> str:
    return "; ".join(filter(None, [*_graphs(found), _agrees(facts, found)]))


def _graphs(found: Results) -> list[str]:
    """The mean size of GSD's graphs, if it was measured: small graphs leave little room for repeated tokens."""
    size = _ratio(found, "GSD", "drafted", "graphs")
    return [] if size is None else [f"a graph of GSD has {size:.0f} tokens on average"]


def _judged(facts: Facts, found: Results) -> str:
    """The reason why few answers match exactly, with their F1 and length; empty if it does not apply."""
    rows = [row for row in found.rows if row.get("f1") is not None]
    if not rows or sum(row["f1"] for row in rows) <= sum(row["score"] for row in rows):
        return _cut(facts, found)
    words, bare = median(len(row["text"].split()) for row in rows), sum(row["f1"] for row in rows) / len(rows)
    return (
        f"an exact match requires the bare answer, but {_target(found)} answers in sentences of {words:g} words "
        f"(median), whose mean F1 is {100 * bare:.1f}%"
    )


def _cut(facts: Facts, found: Results) -> str:
    """The number of answers that were cut off at the token limit; empty if there are none."""
    limit, rows = found.about["limit"], [row for row in found.rows if row.get("emitted") is not None]
    cut = sum(row["emitted"] >= limit for row in rows)
    return f"{cut} of {plural(len(rows), 'answer')} of {_target(found)} end at {limit} tokens" if cut else ""


def _averaged(facts: Facts, found: Results) -> str:
    sums = [mark.value * LLAMA_WORDS for mark in found.experiment.marks]
    return (
        "the paper’s values may be means over the vocabulary, the default of PyTorch’s `kl_div`, but ours are sums; "
        f"multiplied by LLaMA’s {LLAMA_WORDS:,} tokens, the paper’s values are {_range(sums)}"
    )


Reason = Callable[[Facts, Results], str]
REASONS: dict[tuple[str, str], Reason] = {
    ("graph_acceptance", LOWER): _agrees,
    ("acceptance", LOWER): _agrees,
    ("tokens_per_pass", LOWER): _agrees,
    ("speedup", LOWER): _dear,
    ("tokens_per_s", LOWER): _machine,
    ("tokens_per_s", HIGHER): _machine,
    **{(key, LOWER): _machine for key in ("draft_ms", "target_ms", "other_ms", "ms_per_run", "ms_per_input")},
    **{(key, HIGHER): _machine for key in ("ms_per_run", "ms_per_input")},
    **{(key, LOWER): _modelled for key in ("j_per_token", "j_per_run", "j_per_input")},
    ("drafted", LOWER): _short,
    ("kl", HIGHER): _averaged,
    ("graph_success", LOWER): _success,
    ("quality", LOWER): _judged,
    ("rougeL", LOWER): _cut,
}


def table(kept: Sequence[Results]) -> list[list[str]]:
    """Make a row for each metric that a paper reports for a bundled experiment."""
    facts = facts_of(kept)
    rows = [["", "metric", "ours", "paper", "ours are", "same order as in the paper", "reason"]]
    for found in kept:
        for metric in found.experiment.metrics:
            if pairs := pairs_of(found, metric):
                place = relation(pairs)
                reason = REASONS.get((metric.key, place))
                rows.append(
                    [
                        f"{found.experiment.paper} {found.experiment.item}",
                        metric.label,
                        _range([pair.own.value for pair in pairs]),
                        _range([pair.mark.value for pair in pairs]),
                        place,
                        _order(*order(pairs)),
                        (reason(facts, found) if reason else "") or "–",
                    ]
                )
    return rows


def _order(every: int, same: int, against: int) -> str:
    if not every:
        return "–"
    agree = f"{same} of {plural(every, 'comparison')}"
    return f"{agree}, {against} significantly reversed" if against else agree


def _range(values: Sequence[float]) -> str:
    low, high = (f"{value:.3g}" for value in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"


def conditions(kept: Sequence[Results]) -> list[str]:
    """Make a sentence for each combination of machine, pair and engine, with the number and size of its sweeps."""
    groups: dict[str, list[Results]] = {}
    for found in kept:
        about = found.about
        engine = about.get("engine")
        how = (
            f"on {engine['target']}"
            if isinstance(engine, dict)
            else f"with {plural(about['threads'], 'thread')} of torch"
        )
        what = f"`{about['pair']}` ({about.get('target', '')}; draft: {about.get('draft', '')}), {about['dtype']} {how}"
        groups.setdefault(f"{what}, {about['cpu']} with {plural(about['cores'], 'core')}", []).append(found)
    return [f"{plural(len(some), 'sweep')}: {what}; {_size(some)}." for what, some in groups.items()]


def _size(some: Sequence[Results]) -> str:
    prompts = [len({(row["data"], row["task"]) for row in found.rows}) for found in some]
    days = sorted(str(found.about["made"])[:10] for found in some)
    when = days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    failed = sum(len(found.failed) for found in some)
    limits = _range([found.about["limit"] for found in some])
    size = f"prompts per sweep: {_range(prompts)}, maximum new tokens: {limits}, {when}"
    return size + (f", {plural(failed, 'item')} failed" if failed else "")
