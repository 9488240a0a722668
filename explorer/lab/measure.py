"""Measure one item of a sweep: record a run and return rows of plain numbers.

Seconds are decoding times (drafting, target passes and rules), without the pass over the prompt. Joules are modelled
(MTAD Eq. 9) if passes can be counted, and also measured if this machine has a counter.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from decoders.core.decode import Run
from decoders.core.dice import Seeded
from decoders.core.record import Iteration, Layer, Node
from decoders.core.rules import Dist, Warp
from decoders.errors import BadInput
from decoders.methods.beam import BeamsLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.gsd.recording import GraphLayer
from explorer.energy import batch
from explorer.energy.parts import modelled
from explorer.energy.run import devices_of
from explorer.lab.data.quality import score
from explorer.lab.experiment import Cell, Context, Row, Task
from explorer.service.recorded import recorded_prompt
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.trace.format import Trace

AnyLayer = TypeVar("AnyLayer", bound=Layer)
BINS = 10  # number of bins of predicted probabilities
SAMPLES = 10  # number of outputs per prompt that are ranked by perplexity
PASSES = 64  # number of passes per batch size
THRESHOLDS = ("probability", "sibling")  # reasons for which a leaf was pruned
PRUNED = (*THRESHOLDS, "eos")  # reasons for which a leaf is never merged


def traced(context: Context, cell: Cell, task: Task, seed: int) -> Trace:
    """Record the run of an item. Raises BadInput if it cannot be run."""
    return record_trace(_request(context, cell.method, cell.settings, task, seed), pair=context.pair)


def _request(context: Context, method: str, settings: Mapping[str, Any], task: Task, seed: int) -> RunRequest:
    """Make the request for a run of a method on a task. Raises BadInput if the request is not valid."""
    own = (method, context.pair.name, task.prompt, settings, seed, context.limit, context.raw)
    return RunRequest(*own, **context.around)


def run(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """One row with a run's counts, times, energy, and the quality of its text."""
    trace = traced(context, cell, task, seed)
    return [{**totals(trace), **judged(context, task, trace)}]


def totals(trace: Trace) -> Row:
    """The sums of a run from which metrics are computed."""
    assert trace.summary is not None, "a recorded run has a summary"
    counts, seconds, best = trace.summary.counts, trace.summary.seconds, modelled(trace)
    graphs, widths = list(layers(trace, GraphLayer)), [*layers(trace, WidthLayer), *layers(trace, BeamsLayer)]
    return {
        "emitted": counts.emitted,
        "iterations": counts.iterations,
        "target_passes": counts.target_passes,
        "draft_passes": counts.draft_passes,
        "drafted": counts.drafted,
        "kv_peak": counts.kv_peak,
        "accepted": counts.accepted if counts.judged else None,
        "judged": counts.judged or None,
        "seconds": seconds.total,
        "draft_seconds": seconds.draft,
        "target_seconds": seconds.target,
        "other_seconds": seconds.other,
        "surprisal": None if counts.perplexity is None else math.log(counts.perplexity) * (counts.emitted or 0),
        "modelled_joules": None if best is None else sum(best.joules()),
        "measured_joules": trace.summary.joules,
        **cuts(graphs),
        "graphs": None if trace.header.method == "ssd" else len(graphs) or None,  # a chain cannot merge
        "graph_hits": sum(layer.graph_success for layer in graphs),
        "depth": sum(layer.depth for layer in graphs) or None,
        "graph_accepted": sum(layer.accepted for layer in graphs),
        "width_layers": len(widths) or None,
        "width_sum": sum(layer.width for layer in widths),
        "width_accepted": sum(layer.accepted for layer in widths),
        "input_tokens": len(trace.header.prompt_tokens),
    }


def cuts(graphs: Sequence[GraphLayer]) -> Row:
    """The number of drafts, and the number of drafts that the node budget cut short."""
    return {"drafts": len(graphs) or None, "cut": sum(layer.budget_cut for layer in graphs)}


def judged(context: Context, task: Task, trace: Trace) -> Row:
    """The quality of the answer, if the task has a scorer.

    For a code task, the result is the code itself, which a harness scores later.
    """
    if not task.scorer:
        return {}
    assert trace.summary is not None, "a recorded run has a summary"
    end = set(trace.header.eos or ())
    text = context.pair.decode([token for token in trace.summary.tokens if token not in end])
    return {**score(task, text), "text": text}


def layers(trace: Trace, kind: type[AnyLayer]) -> Iterator[AnyLayer]:
    """All layers of a kind in all iterations."""
    for part in trace.iterations:
        yield from (layer for layer in part.layers if isinstance(layer, kind))


def ranks(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """Make one row per child rank (1 is the most probable).

    A row counts the tested and the accepted draft tokens of this rank, and the accepted draft tokens of all ranks.

    `retained` counts accepted nodes that were not pruned. A pruned node is tested like any other but has no children.
    """
    trace = traced(context, cell, task, seed)
    rows = (trace.summary and trace.summary.by_rank) or ()
    every, retained = sum(row.accepted for row in rows), Counter(accepted_open(trace))
    return [
        {
            "rank": row.rank + 1,
            "accepted": row.accepted,
            "judged": row.judged,
            "accepted_in_all": every or None,
            "retained": retained[row.rank],
        }
        for row in rows
    ]


def accepted_open(trace: Trace) -> Iterator[int]:
    """The rank of every accepted draft node that was not pruned."""
    for part in trace.iterations:
        ranks = {node.id: node.rank for node in part.nodes if node.leaf not in THRESHOLDS}
        accepted = (verdict.node for verdict in part.verdicts if verdict.decision == "accepted")
        yield from (rank for node in accepted if (rank := ranks.get(node)) is not None)


def grams(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """Make one row per n = 1…4: the number of draft tokens, and how many are inside n-grams that repeat within their
    draft.
    """
    found: dict[int, Row] = {}
    graphs = list(layers(traced(context, cell, task, seed), GraphLayer))
    for layer in graphs:
        for n, share in layer.recurring_share:
            row = found.setdefault(n, {"n": n, "inside": 0, "drafted": 0, **cuts(graphs)})
            row["inside"] += round(share * layer.drafted)
            row["drafted"] += layer.drafted
    return list(found.values())


def chances(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """One row per bin of the predicted probability that W_L beams are accepted (DSBD Theorem 3.2), with outcomes."""
    found: dict[int, Row] = {}
    for layer in layers(traced(context, cell, task, seed), WidthLayer):
        if layer.predicted is None:
            continue
        place = min(BINS - 1, int(BINS * layer.predicted))
        row = found.setdefault(place, {"bin": (place + 0.5) / BINS, "predicted": 0.0, "reached": 0, "layers": 0})
        row["predicted"] += layer.predicted
        row["reached"] += layer.accepted >= layer.width
        row["layers"] += 1
    return list(found.values())


def ranked(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """Generate SAMPLES outputs, and make one row for each. `rank` 1 has the lowest perplexity (MTAD Table 1)."""
    rows = [run(context, cell, task, seed * SAMPLES + place)[0] for place in range(SAMPLES)]
    rows.sort(key=lambda row: math.inf if row["surprisal"] is None else row["surprisal"] / row["emitted"])
    return [{"rank": place, **row} for place, row in enumerate(rows, 1)]


def merged_kl(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """A row with the sum of KL(q(·|own path) ‖ q(·|path of the node with which it was merged)) over the merged nodes of
    a run (GSD §5.3).

    With τ = 0, nothing was merged, so the pairs are those of merging by position alone (first column of GSD Table 5).
    """
    trace = traced(context, cell, task, seed)
    merged = [merged_pairs(part.nodes, cell.settings["merge"]) for part in trace.iterations]
    cut = cuts(list(layers(trace, GraphLayer)))
    if not any(merged):
        return [{"kl": None, "merged": None, **cut}]
    request = _request(context, "gsd", cell.settings, task, seed)
    pair, ids = request.on(context.pair, recorded_prompt(trace.header))
    known = {node.id: node for part in trace.iterations for node in part.nodes}
    own = Run(ids, pair.models, request.chosen, Seeded(0), context.limit, record=False, forget=False)
    total, window = 0.0, pair.models.draft_window
    if window is not None:  # the draft has no q beyond its window
        merged = [[both for both in pairs if _within(window - len(ids), known, both)] for pairs in merged]
    try:
        for part, pairs in zip(trace.iterations, merged, strict=True):
            laws = draft_laws(own, known, part, {one for both in pairs for one in both})
            total += sum(_kl(laws[node], laws[other]) for node, other in pairs)
    finally:
        own.close()
    return [{"kl": total if math.isfinite(total) else None, "merged": sum(map(len, merged)), **cut}]


def _within(depth: int, known: Mapping[int, Node], nodes: Iterable[int]) -> bool:
    """Whether all nodes are at most `depth` tokens after the prompt."""
    return all(known[node].depth <= depth for node in nodes)


def draft_laws(run: Run, known: Mapping[int, Node], part: Iteration, nodes: Collection[int]) -> dict[int, Dist]:
    """The draft's distributions q after some nodes of a recorded iteration, as they were in that iteration. `known`
    holds the nodes of all iterations. `run` has already replayed the earlier iterations. A draft that uses the target's
    hidden states gets only the states that existed in that iteration, which are the states of all nodes above its
    input.
    """
    if not nodes:
        return {}
    (begin,) = (node.id for node in part.nodes if node.role == "input")
    above = run.tree.parent(_grow(run, known, begin))
    if above >= 0 and run.models.draft is not None and run.models.draft.reads:
        run.target.logits([above])
        run.draft.keep([above])
    places = {node: _grow(run, known, node) for node in nodes}
    fed = list(dict.fromkeys(places.values()))
    logits = run.draft.logits(fed)
    laws = {place: logits.warp(row, Warp()) for row, place in enumerate(fed)}
    return {node: laws[place] for node, place in places.items()}


def merged_pairs(nodes: Sequence[Node], tau: int) -> list[tuple[int, int]]:
    """Pairs (node, node with which it was merged) of an iteration.

    With τ = 0, each node is paired with the first node of its level.
    """
    if tau:
        return [(node.id, node.merge) for node in nodes if node.merge is not None]
    first: dict[int, int] = {}
    whole = [node for node in nodes if node.role == "draft" and node.leaf not in PRUNED]
    pairs = [(node.id, first.setdefault(node.depth, node.id)) for node in whole]
    return [pair for pair in pairs if pair[0] != pair[1]]


def _grow(run: Run, known: Mapping[int, Node], node: int) -> int:
    """Add the path of a recorded node to this run's tree and return its last node."""
    path = []
    while node in known and known[node].parent >= 0:
        path.append(known[node].token)
        node = known[node].parent
    place = run.tree.root
    for token in reversed(path):
        place = run.tree.add(place, token)
    return place


def _kl(p: Dist, q: Dist) -> float:
    """KL(p ‖ q) in nats; infinite if q lacks an id of p.

    >>> half, sure = Dist(np.array([3, 7]), np.array([0.5, 0.5])), Dist(np.array([7]), np.array([1.0]))
    >>> round(_kl(sure, half), 4), _kl(half, sure)
    (0.6931, inf)
    """
    if not np.isin(p.ids, q.ids).all():
        return math.inf
    return float(np.sum(p.probs * (np.log(p.probs) - np.log(q.probs[np.searchsorted(q.ids, p.ids)]))))


def batches(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """A row with the time and modelled energy of PASSES target passes with `batch` inputs each (MTAD Table 2)."""
    if context.pair.vocab is not None:
        raise BadInput(
            "The passes of a toy pair cannot be timed, because the pair is a table. Choose a pair of language models."
        )
    size, devices = int(cell.settings["batch"]), devices_of(context.pair.models)
    *_, row = batch.experiment(context.pair, devices, None, sizes=(size,), passes=PASSES)
    return [
        {"passes": row.passes, "inputs": row.passes * size, "seconds": row.seconds, "modelled_joules": row.modelled}
    ]


def inputs(context: Context, cell: Cell, task: Task, seed: int) -> list[Row]:
    """A row with the number of tokens of a prompt (MTAD Table 6)."""
    return [{"input_tokens": len(_request(context, "greedy", {}, task, seed).read(context.pair).ids)}]
