"""Check the consistency of an iteration: everything that a record refers to must exist.

Each check returns a clause that describes the fault, or None.
"""

from collections.abc import Callable, Iterable, Iterator

from decoders.core.record import Distribution, Iteration, Node
from decoders.methods.dsbd.recording import WidthLayer
from explorer.trace.lines import Header, Summary

# most tokens on the paths to all nodes of an iteration, as for a chain of 2,000 nodes, or 10,000 nodes at depth 200
MOST_LEVELS = 2_000_000
SUM_ERROR = 0.01  # tolerated error of a distribution's sum, for files with rounded probabilities


def iteration_problem(iteration: Iteration, seen: set[int]) -> str | None:
    """Describe the first fault of an iteration, if there is one.

    `seen` contains the ids of earlier nodes; the ids of this iteration are added to it.
    """
    ids = {node.id for node in iteration.nodes}
    checks: tuple[Callable[[], str | None], ...] = (
        lambda: _nodes(iteration.nodes, ids, seen),
        lambda: _depths(iteration.nodes),
        lambda: next(_dangling(iteration, ids, seen), None),
        lambda: _entries(iteration),
        lambda: next(filter(None, (layer.problem(ids) for layer in iteration.layers)), None),
        lambda: _joint_ids(iteration),
        lambda: next(filter(None, map(_mass, iteration.distributions)), None),
    )
    return next(filter(None, (check() for check in checks)), None)


def header_problem(header: Header) -> str | None:
    """Describe the fault if the recorded number of common tokens exceeds the size of one of the two vocabularies."""
    both = header.vocabularies
    if both is not None and both.common > min(both.target, both.draft):
        return f"the vocabularies have {both.common:,} tokens in common, which is more than one of them has"
    return None


def summary_problem(summary: Summary) -> str | None:
    """Describe the fault if a count of accepted draft tokens exceeds the count of tested draft tokens."""
    for name, rows in (("by_depth", summary.by_depth), ("by_rank", summary.by_rank)):
        if any(row.accepted > row.judged for row in rows or ()):
            return f"{name} counts more accepted draft tokens than tested ones"
    return None


def _nodes(nodes: tuple[Node, ...], ids: set[int], seen: set[int]) -> str | None:
    """Describe a fault if a node occurs twice or before its parent.

    Such nodes do not form a tree, and a walk towards the root might not end.
    """
    if len(ids) < len(nodes):
        return "two nodes have the same id"
    seen |= ids
    for node in nodes:
        if node.parent >= node.id:
            return f"node {node.id} has the parent {node.parent}, which comes after it"
        if node.parent >= 0 and node.parent not in seen:
            return f"node {node.id} has the parent {node.parent}, which does not exist"
    return None


def _depths(nodes: Iterable[Node]) -> str | None:
    """Describe a fault if the paths from the nodes to their roots are too long in total, because opening the trace
    follows them all.
    """
    levels, total = dict[int, int](), 0
    for node in sorted(nodes, key=lambda node: node.id):
        levels[node.id] = level = levels.get(node.parent, -1) + 1
        total += level
    if total <= MOST_LEVELS:
        return None
    return f"the depths of all nodes add up to {total:,}, but the limit is {MOST_LEVELS:,}"


def _dangling(iteration: Iteration, ids: set[int], seen: set[int]) -> Iterator[str]:
    """Describe each kind of reference that leads to something that does not exist."""
    verdicts, steps, entries, final = iteration.verdicts, iteration.steps, iteration.entries, iteration.final
    rows = (
        ("a step names a verdict", _flat(s.verdicts for s in steps), range(len(verdicts))),
        ("a step names a pass", _flat(s.passes for s in steps), range(len(iteration.passes))),
        (
            "a verdict names a distribution",
            _flat(v.distributions for v in verdicts),
            range(len(iteration.distributions)),
        ),
        ("a verdict names a draw", (v.draw for v in verdicts if v.draw is not None), range(len(iteration.draws))),
        ("a verdict names a node", (v.node for v in verdicts), ids),
        ("a verdict names an entry", (v.entry for v in verdicts if v.entry is not None), {e.id for e in entries}),
        ("a pass names a node", _flat(p.nodes for p in iteration.passes), seen),
        ("a step names a node", _flat(s.nodes for s in steps), seen),
        ("final names a node", final.nodes, seen),
        ("a beam names a node", (beam.node for beam in final.beams), seen),
        ("an entry names a node", (entry.node for entry in entries), seen),
        ("a distribution names a node", (d.at for d in iteration.distributions), seen),
        ("a node names another node", (n.merge for n in iteration.nodes if n.merge is not None), seen),
        ("a node names another node", (n.origin for n in iteration.nodes if n.origin is not None), seen),
    )
    for what, named, there in rows:
        if any(each not in there for each in named):
            yield f"{what} that does not exist"


def _mass(dist: Distribution) -> str | None:
    """Describe a fault if the probabilities of a distribution do not add up to 1, or if it names a token twice."""
    total = dist.rest + sum(value for _, value in dist.top)
    if abs(total - 1) > SUM_ERROR:
        return f"the probabilities of a distribution ({dist.kind}) add up to {total:.4g} instead of 1"
    if len({token for token, _ in dist.top}) < len(dist.top):
        return f"a distribution ({dist.kind}) names a token twice"
    return None


def _flat(lists: Iterable[tuple[int, ...]]) -> Iterator[int]:
    return (each for items in lists for each in items)


def _entries(iteration: Iteration) -> str | None:
    """Describe a fault if an entry occurs twice, precedes its parent, or does not continue its parent's beam."""
    entries = {entry.id: entry for entry in iteration.entries}
    if len(entries) < len(iteration.entries):
        return "two entries have the same id"
    above = {node.id: node.parent for node in iteration.nodes}
    for entry in iteration.entries:
        if entry.parent is None:
            continue
        if entry.parent not in entries or entry.parent >= entry.id:
            return f"entry {entry.id} has the parent {entry.parent}, which does not come before it"
        node = entries[entry.parent].node
        if node not in (entry.node, above.get(entry.node)):
            return f"entry {entry.id} is on node {entry.node}, which does not continue node {node} of its parent"
    return None


def _joint_ids(iteration: Iteration) -> str | None:
    """Describe a fault if a joint distribution of a forest's first layer names a beam that is not an input."""
    starts = [len(layer.inputs) for layer in iteration.layers if isinstance(layer, WidthLayer) and layer.layer == 1]
    first = (verdict for verdict in iteration.verdicts if verdict.layer == 1 and verdict.entry is not None)
    joint = [iteration.distributions[place] for verdict in first for place in verdict.distributions]
    last = max((choice // d.base for d in joint if d.base is not None for choice, _ in d.top), default=0)
    if any(last >= start > 0 for start in starts):
        return "a distribution of the first layer names a beam that is not one of the layer's inputs"
    return None
