"""All metrics and derived facts of an iteration and of a run, each defined once.

Torch is not needed.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from decoders.core.decode import best_of
from decoders.core.record import BeamRecord, Iteration, Layer, Verdict
from decoders.methods.beam import BeamsLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.gsd.recording import GraphLayer
from decoders.methods.mtad import JointLayer, accepted_low, perplexity_high
from explorer.trace.commits import TARGETS_OWN, commits_of, committed_nodes
from explorer.trace.lines import Counts, DepthShare, RankShare, Summary, Times

LARGEST = 700  # nats whose exponential is still a finite float
# The explanation of the acceptance rate, with the same words everywhere.
ACCEPTANCE = "accepted ÷ tested draft tokens"
ACCEPTANCE_WHY = (
    "Accepted draft tokens divided by tested ones. A token that passed its test but is not on the chosen path "
    "counts as "
    "tested. Draft tokens that were never tested (unused, orphaned) count in neither number"
)
DRAWS = (
    "“Drafted” and “wasted” count draws, so duplicates of a beam count separately. The timeline counts every "
    "node once. "
    "Wasted draws are in neither the text nor a live beam. With beams, an accepted draft can be wasted too"
)


class MostTelling:
    """Finds the most instructive iteration of a run: the first with the largest number of kinds of decisions."""

    def __init__(self) -> None:
        self.index, self._kinds = 0, 0

    def add(self, iteration: Iteration) -> None:
        """Add the next iteration."""
        kinds = len({verdict.decision for verdict in iteration.verdicts})
        if kinds > self._kinds:
            self.index, self._kinds = iteration.index, kinds


# Facts of one iteration


def replicas(iteration: Iteration) -> set[int]:
    """The nodes created by unmerging: copies of a drafted node (GSD §5.4)."""
    return {node.id for node in iteration.nodes if node.origin not in (None, node.id)}


def origins(iteration: Iteration) -> dict[int, str]:
    """The origin of each token, by node: draft, merged, or the decision about the target's own token.

    A node with duplicates may have been both rejected and accepted. In that case, the acceptance counts.
    """
    found: dict[int, str] = {}
    for verdict in iteration.verdicts:
        if verdict.decision == "accepted":
            found[verdict.node] = "draft"
        elif verdict.decision in TARGETS_OWN and verdict.node not in found:
            found[verdict.node] = verdict.decision
    return found | dict(zip(iteration.final.nodes, iteration.final.origins, strict=False))


def grown(iteration: Iteration) -> list[int]:
    """The nodes that an iteration added to the beam that grew most, last node first.

    Ended beams do not grow. If several beams grew equally, the best of them is used.
    """
    parent = {node.id: node.parent for node in iteration.nodes if node.role != "input"}
    beams = iteration.final.beams
    if not beams:
        return []
    levels: dict[int, int] = {}
    for node in sorted(parent):  # parents first: their ids are smaller
        levels[node] = levels.get(parent[node], 0) + 1
    most = max(levels.get(beam.node, 0) for beam in beams)
    line, node = list[int](), best_of(beam for beam in beams if levels.get(beam.node, 0) == most).node
    while node in parent:
        line.append(node)
        node = parent[node]
    return line


def descent(iteration: Iteration, before: Sequence[int]) -> list[int | None]:
    """For each live beam, the slot of the earlier live beam from which it grew; None if there is none."""
    parent = {node.id: node.parent for node in iteration.nodes}
    slot: dict[int, int | None] = {node: i for i, node in reversed(list(enumerate(before)))}
    found: list[int | None] = []
    for beam in iteration.final.beams:
        node, line = beam.node, list[int]()
        while node not in slot and node in parent:
            line.append(node)
            node = parent[node]
        slot.update(dict.fromkeys(line, slot.get(node)))  # each node is marked, so it is visited once
        found.append(slot.get(node))
    return found


@dataclass(frozen=True)
class Measures:
    """The numbers that the timeline shows for an iteration.

    `emitted` is the number of tokens by which the best live beam grew, and `kept` the number of accepted drafts among
    them. `drafted`, `used` and `wasted` count the draft's nodes over all beams, each once and without copies. `draws`
    counts duplicates separately. `draft`, `target` and `other` are seconds. `widths` lists (layer, W, accepted beams,
    outcome) for layers of beams.
    """

    emitted: int
    kept: int
    drafted: int
    draws: int
    used: int
    wasted: int
    draft: float
    target: float
    other: float
    kv: int
    widths: tuple[tuple[int, int, int | None, str | None], ...]


def measures(iteration: Iteration) -> Measures:
    """Compute the numbers that the timeline shows for an iteration."""
    path, copied = committed_nodes(iteration), replicas(iteration)
    drafts = [node for node in iteration.nodes if node.role == "draft"]
    own = [node for node in drafts if node.id not in copied]
    line, origin = grown(iteration), origins(iteration)
    kept = {
        node for node in path if origin.get(node) in ("draft", "merged")
    }  # the target may sample a rejected token itself
    used = {node.origin or node.id for node in drafts if node.id in kept} & {node.id for node in own}
    spent = {"draft": 0.0, "target": 0.0}
    for each in iteration.passes:
        spent[each.model] += each.seconds
    return Measures(
        emitted=len(line),
        kept=sum(origin.get(node) in ("draft", "merged") for node in line),
        drafted=len(own),
        draws=sum(node.count for node in own),
        used=len(used),
        wasted=len(own) - len(used),
        draft=short(spent["draft"]),
        target=short(spent["target"]),
        other=short(max(0.0, iteration.seconds - sum(spent.values()))),
        kv=max((each.kv for each in iteration.passes if each.model == "target"), default=0),
        widths=tuple(_width(layer) for layer in iteration.layers if isinstance(layer, WidthLayer | BeamsLayer)),
    )


def _width(layer: WidthLayer | BeamsLayer) -> tuple[int, int, int | None, str | None]:
    """The entry of `widths` for a layer. Blocks have none, because a setting fixes their width."""
    return layer.layer, layer.width, layer.accepted, layer.outcome if isinstance(layer, WidthLayer) else None


def tokens_per_s(summary: Summary) -> float | None:
    """The speed of a run from its summary, in tokens per second; None if no time was measured."""
    total, emitted = summary.seconds.total, summary.counts.emitted
    return emitted / total if total and emitted is not None else None


BELOW_ONE, ROUNDING = 0.99999, 1e-9


def short(value: Any) -> Any:
    """Round floats to five significant digits (a screen shows three); other values are unchanged.

    A probability below 1 never becomes 1, because a random decision would then look certain.

    >>> short(0.123456), short(0.9999971), short(1 - 1e-12), short(math.inf)
    (0.12346, 0.99999, 1.0, None)
    """
    if isinstance(value, float):
        digits = float(f"{value:.5g}") if math.isfinite(value) else None
        return BELOW_ONE if digits == 1 and value < 1 - ROUNDING else digits
    return value


def rounded(value: Any) -> Any:
    """Apply `short` inside dicts and lists."""
    if value is None or isinstance(
        value, str | int | float
    ):  # the common case; checking for abstract types is much slower
        return short(value)
    if isinstance(value, Mapping):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, Iterable) else value


# Facts of a run


class Totals:
    """Running totals over a run's iterations. They need little memory."""

    def __init__(self) -> None:
        self.total = 0.0  # seconds
        self._passes = {"draft": 0, "target": 0}
        self._seconds = {"draft": 0.0, "target": 0.0}
        self._fed = {"draft": 0, "target": 0}
        self._iterations = self._drafted = self._accepted = self._judged = self._peak = 0
        self._committed = self._wasted = 0
        self._widths: list[int] = []
        self._kept: list[int] = []
        self._graphs: list[tuple[int, int, bool]] = []  # accepted tokens, drafted depth, success
        self._by_depth: dict[int, list[int]] = {}  # by depth: numbers of accepted and tested drafts
        self._by_rank: dict[int, list[int]] = {}

    def add(self, iteration: Iteration) -> None:
        """Count one iteration."""
        self._iterations += 1
        self.total += iteration.seconds
        for made in iteration.passes:
            self._passes[made.model] += 1
            self._seconds[made.model] += made.seconds
            self._fed[made.model] += made.size
            self._peak = max(self._peak, made.kv)
        commits = commits_of(iteration)
        self._drafted += commits.drafted
        self._committed += commits.committed
        self._wasted += commits.wasted
        for layer in iteration.layers:
            self._add_layer(layer)
        ranks = {node.id: node.rank for node in iteration.nodes}
        for verdict in filter(_is_test, iteration.verdicts):
            kept = verdict.decision == "accepted"
            self._judged += 1
            self._accepted += kept
            for table, place in ((self._by_depth, verdict.layer), (self._by_rank, ranks.get(verdict.node))):
                if place is not None:
                    row = table.setdefault(place, [0, 0])
                    row[0] += kept
                    row[1] += 1

    def _add_layer(self, layer: Layer) -> None:
        if isinstance(layer, WidthLayer | BeamsLayer):
            self._widths.append(layer.width)
            self._kept.append(layer.accepted)
        elif isinstance(layer, GraphLayer):
            self._graphs.append((layer.accepted, layer.depth, layer.graph_success))

    def counts(self, best: BeamRecord) -> Counts:
        """The counts of a summary.

        `accepted` counts drafts that a test accepted. `committed` counts drafts that are part of the text or of a live
        beam, and `wasted` counts all other draws (commits.py).

        `acceptance` is the number of accepted tokens divided by the number of tested tokens (ACCEPTANCE_WHY).
        `mean_width` is the mean of W_L, the number of beams of an emitted layer. `mean_accepted` is W̄, the mean number
        of accepted drafts among these beams (DSBD App. C.2). `graph_acceptance` is GSD's acceptance rate: accepted
        tokens divided by drafted depth. `graph_success` is the fraction of iterations that accepted a token through a
        merged node (GSD §6.4). A number that does not apply to the method is None.
        """
        emitted, passes, widths = len(best.tokens), self._passes["target"], self.widths() or (None, None)
        depth = sum(depth for _, depth, _ in self._graphs)
        return Counts(
            iterations=self._iterations,
            emitted=emitted,
            target_passes=passes,
            draft_passes=self._passes["draft"],
            target_nodes=self._fed["target"],
            draft_nodes=self._fed["draft"],
            drafted=self._drafted,
            accepted=self._accepted,
            committed=self._committed,
            judged=self._judged,
            wasted=self._wasted,
            kv_peak=self._peak,
            tokens_per_iteration=emitted / passes if passes else None,
            acceptance=self._accepted / self._judged if self._judged else None,
            graph_acceptance=sum(kept for kept, *_ in self._graphs) / depth if depth else None,
            graph_success=sum(hit for *_, hit in self._graphs) / len(self._graphs) if depth else None,
            mean_width=widths[0],
            mean_accepted=widths[1],
            perplexity=math.exp(-best.logp / emitted) if emitted and -best.logp < LARGEST * emitted else None,
        )

    def by_depth(self) -> tuple[DepthShare, ...]:
        """The numbers of accepted and tested drafts, by depth below the input, starting at 1."""
        return tuple(DepthShare(depth, kept, judged) for depth, (kept, judged) in sorted(self._by_depth.items()))

    def by_rank(self) -> tuple[RankShare, ...]:
        """The numbers of accepted and tested drafts, by rank among their siblings, starting at 0."""
        return tuple(RankShare(rank, kept, judged) for rank, (kept, judged) in sorted(self._by_rank.items()))

    def widths(self) -> tuple[float, float] | None:
        """The mean width W_L of a beam method's layers, and the mean number W̄ of accepted beams in them (DSBD App.
        C.2).
        """
        if not self._widths:
            return None
        return sum(self._widths) / len(self._widths), sum(self._kept) / len(self._kept)

    def seconds(self) -> Times:
        """The seconds of each model's passes and of everything else (rules, recording), by wall clock."""
        draft, target = self._seconds["draft"], self._seconds["target"]
        return Times(self.total, draft, target, max(0.0, self.total - (target + draft)))


def _is_test(verdict: Verdict) -> bool:
    """Whether a verdict is the outcome of a draft's test. MTJD has none, because the target grows the beams."""
    return verdict.decision in ("accepted", "rejected") or verdict.rule == "longest_path"


# MTAD's theorems over a run


@dataclass(frozen=True)
class RunBounds:
    """The bounds of MTAD's Theorems 3.5 and 3.6 for a run, next to the measured values.

    γ̄ is a mean over iterations, and U is the largest gap between log p and log q, so both describe a whole run. U and
    H are estimated from the draft tokens and the scored positions, and ε is set to 0. The bound on the perplexity ratio
    is therefore an estimate (Eqs. 8 and 30 of the paper disagree; see mtad.perplexity_high). `gamma_bar` includes the
    target's own token; `u` and `entropy` are in nats.
    """

    threshold: float
    u: float
    entropy: float
    gamma_bar: float
    gamma_bar_low: float
    ppl_ratio_high: float


def bounds_of(iterations: Iterable[Iteration]) -> RunBounds | None:
    """The bounds from the "joint" layers of iterations with a draft; None if there are none."""
    layers = [layer for iteration in iterations for layer in iteration.layers if isinstance(layer, JointLayer)]
    drafted = [layer for layer in layers if layer.prefixes]
    if not drafted:
        return None
    known = [layer.bounds for layer in drafted]
    tau = drafted[0].threshold
    u = max(bounds.U for bounds in known)
    entropy = math.fsum(bounds.H for bounds in known) / len(known)
    gamma_bar = sum(bounds.gamma_bar for bounds in known) / len(known)
    each = accepted_low(tau, u, 1 << 30)  # no cap here, because each iteration's bound has its own cap
    low = math.fsum(min(each, bounds.gamma_bar_low) for bounds in known) / len(known)
    return RunBounds(tau, u, entropy, gamma_bar, low, perplexity_high(tau, gamma_bar, 0.0, entropy, u))
