"""Count the accepted drafts that an iteration committed, and the draft tokens that it wasted.

*Accepted* is the outcome of a method's test of one draft. A draft is *committed* if it is part of the iteration's
outcome, that is, of its final tokens or of a live beam. The two differ for beams, because DSBD can accept a beam that
no live beam continues. This happens if all children of an accepted beam are rejected. This module does not need torch.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from decoders.core.record import Entry, Final, Iteration, Verdict
from explorer.trace.lines import Counts

TARGETS_OWN = ("residual", "bonus", "fill", "drawn", "greedy", "chosen", "own")  # decisions about tokens of the target
MADE = ("accepted", *TARGETS_OWN)


@dataclass(frozen=True)
class Commits:
    """The number of tokens that the draft sampled in one iteration, and the number of those that became part of the
    outcome.

    `drafted` counts duplicates of a beam separately and does not count copies of a merged node. `accepted` and
    `committed` count tokens. `used` counts the samples that led to the committed nodes. A merged node that is
    committed twice was sampled only once.
    """

    drafted: int
    accepted: int
    committed: int
    used: int

    @property
    def wasted(self) -> int:
        """The number of draft tokens that are not part of the outcome."""
        return self.drafted - self.used


def commits_of(iteration: Iteration) -> Commits:
    """Count the drafts of one iteration: drafted, accepted by the rule, committed, and used."""
    accepted = [verdict for verdict in iteration.verdicts if verdict.decision == "accepted"]
    nodes, entries = committed_nodes(iteration), live_entries(iteration)
    committed = [verdict for verdict in accepted if _is_committed(verdict, nodes, entries)]
    source = {node.id: node.id if node.origin is None else node.origin for node in iteration.nodes}
    used = {("node", source[v.node]) if v.entry is None else ("entry", v.entry) for v in committed}
    return Commits(drafted(iteration), len(accepted), len(committed), len(used))


def _is_committed(verdict: Verdict, nodes: set[int], entries: set[int]) -> bool:
    return verdict.node in nodes if verdict.entry is None else verdict.entry in entries


def drafted(iteration: Iteration) -> int:
    """Number of tokens that the draft sampled, with duplicates of a beam counted separately.

    Entries that the target sampled on a drafted node do not count. A merged node was sampled once, at the node with
    which it was merged.
    """
    if iteration.entries:
        return sum(entry.q is not None for entry in iteration.entries)
    return sum(node.count for node in iteration.nodes if node.role == "draft" and node.origin in (None, node.id))


def committed_nodes(iteration: Iteration) -> set[int]:
    """The nodes on the paths to an iteration's outcome: its final tokens and the ends of its live beams."""
    parent = {node.id: node.parent for node in iteration.nodes}
    found: set[int] = set()
    for node in (*iteration.final.nodes, *(beam.node for beam in iteration.final.beams)):
        while node in parent and node not in found:
            found.add(node)
            node = parent[node]
    return found


def live_entries(iteration: Iteration) -> set[int]:
    """The entries of a forest on the paths to live beams; empty for a method without entries.

    Duplicates of a beam are separate entries on one node, so the node does not identify the duplicate that continues.
    The live beams are the output entries of the last decided layer, in order. With `one_cache`, only one beam is live;
    its entry is the first output entry with the tokens of that beam.
    """
    entries = {entry.id: entry for entry in iteration.entries}
    out = [verdict.entry for verdict in iteration.verdicts if verdict.decision in MADE and verdict.entry is not None]
    if not out:
        return set()
    last = max(entries[entry].layer for entry in out)
    ends = _matched([entries[entry] for entry in out if entries[entry].layer == last], iteration.final)
    found: set[int] = set()
    for end in ends:
        entry: int | None = end
        while entry is not None and entry in entries and entry not in found:
            found.add(entry)
            entry = entries[entry].parent
    return found


def _matched(out: Sequence[Entry], final: Final) -> list[int]:
    """The output entries of a layer that are live beams. A node has as many of them as there are live beams that end at
    it.
    """
    beams = Counter(beam.node for beam in final.beams)
    found = list[int]()
    for entry in out:
        if beams[entry.node] > 0:
            beams[entry.node] -= 1
            found.append(entry.id)
    return found


def with_committed(counts: Counts, iterations: Sequence[Iteration]) -> Counts:
    """Add `committed` to a summary's counts, and compute `wasted` from it, for traces of earlier versions.

    Those versions recorded drafted − accepted as `wasted`, which is too small for beams.
    """
    if counts.committed is not None or counts.drafted is None:
        return counts
    commits = [commits_of(iteration) for iteration in iterations]
    committed, wasted = sum(part.committed for part in commits), sum(part.wasted for part in commits)
    return replace(
        counts,
        committed=committed if counts.accepted is not None else None,
        wasted=wasted if counts.wasted is not None else None,
    )
