"""Make the part of the inspector about nodes of a draft graph that share a continuation (GSD).

For a merged node, it shows the first occurrence of its n-gram, and what merging saves. For a copy, it shows the
original, the draft's probability (computed only once), and the target's probability on both paths. For a node that
other nodes repeat or copy, it shows these other nodes.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from decoders.core.record import Iteration, Step
from explorer.graph.fates import Fates
from explorer.stage.message import Twin, TwinLine, Twins
from explorer.story import Narrator
from explorer.story.common import copies
from explorer.story.wording import Wording
from explorer.trace.metrics import replicas

MOST = 4  # number of rows: the node and the first of the others


class Finder:
    """Finds the twins of an iteration's nodes. `seen` is the first step at which p is known."""

    def __init__(
        self, iteration: Iteration, steps: Sequence[Step], fates: Fates, narrator: Narrator, seen: int
    ) -> None:
        self._it, self._steps, self._fates, self._narrator, self._seen = iteration, steps, fates, narrator, seen
        self._place = {node.id: place for place, node in enumerate(iteration.nodes)}
        self._copies = replicas(iteration)
        self._unmerged = next((k for k, step in enumerate(steps) if step.phase == "unmerge"), seen)
        self._below = _below(iteration, self._copies)

    def all(self) -> list[Twins]:
        """The twins of all nodes that have any, in the order of the nodes."""
        merged, copied = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list)
        for node in self._it.nodes:
            if node.merge in self._place:
                merged[node.merge].append(node.id)
            if node.id in self._copies and node.origin in self._place:
                copied[node.origin].append(node.id)
        found = list[Twins]()
        for node in self._it.nodes:
            if node.id in self._copies and node.origin in self._place:
                found.append(self._copy(node.id, node.origin))
            elif node.merge in self._place:
                found.append(self._merged(node.id, node.merge))
            elif node.id in merged:
                found.append(self._shared(node.id, merged[node.id]))
            elif node.id in copied:
                found.append(self._original(node.id, copied[node.id]))
        return found

    def _copy(self, node: int, origin: int) -> Twins:
        lines = [
            self._line(self._unmerged, copies.COPY, node, origin),
            self._line(self._seen, copies.CONTEXT, node, origin),
            self._line(self._seen, copies.RULE, node, origin),
            {**self._line(self._unmerged, copies.PRICE, node, origin, self._beside(node)), "until": self._seen},
        ]
        if (decided := self._decided(node)) is not None:  # another line follows the decision
            for line in lines:
                line["until"] = min(line.get("until", decided), decided)
            lines.append(self._line(decided, copies.ELSEWHERE, node, origin))
        rows = [self._row("original", origin), self._row("copy", node)]
        return self._twins(node, self._unmerged, rows, lines)

    def _merged(self, node: int, first: int) -> Twins:
        match = self._line(self._known(node), copies.MATCH, node, first)
        if (decided := self._decided(node)) is not None:
            match["until"] = decided
        lines = [match, self._line(self._unmerged, copies.SAVED, node, first, self._below.get(node, ()))]
        rows = [self._row("first", first), self._row("merged", node)]
        return self._twins(node, self._known(node), rows, lines)

    def _shared(self, node: int, merged: Sequence[int]) -> Twins:
        known = min(self._known(each) for each in merged)
        rows = [self._row("first", node), *(self._row("merged", each) for each in merged)]
        return self._twins(node, known, rows, [self._line(known, copies.SHARED, node, node)])

    def _original(self, node: int, copied: Sequence[int]) -> Twins:
        rows = [self._row("original", node), *(self._row("copy", each) for each in copied)]
        return self._twins(node, self._unmerged, rows, [self._line(self._unmerged, copies.COPIED, node, node)])

    def _beside(self, copy: int) -> Sequence[int]:
        """All copies that are below the same merged node as `copy`."""
        return next((found for found in self._below.values() if copy in found), ())

    def _known(self, merged: int) -> int:
        """The step at which a node is merged."""
        verdicts = self._fates.verdicts_of.get(merged, ())
        return min((self._fates.step_of[each] for each in verdicts), default=self._seen)

    def _decided(self, node: int) -> int | None:
        """The step at which a copy is accepted or rejected."""
        verdicts = self._fates.verdicts_of.get(node, ())
        tested = [each for each in verdicts if self._it.verdicts[each].decision in ("accepted", "rejected")]
        return self._fates.step_of[tested[0]] if tested else None

    def _twins(self, node: int, known: int, rows: list[Twin], lines: list[TwinLine]) -> Twins:
        said = [line for line in lines if line["plain"]]
        return {"place": self._place[node], "known": known, "rows": rows[:MOST], "lines": said}

    def _row(self, role: str, node: int) -> Twin:
        words = copies.ROLES[role]
        return {"place": self._place[node], **self._said(words, node, node)}  # pyright: ignore[reportReturnType]

    def _line(
        self, step: int, words: Wording[copies.Twin], node: int, other: int, below: Sequence[int] = ()
    ) -> TwinLine:
        return {"step": step, **self._said(words, node, other, below)}  # pyright: ignore[reportReturnType]

    def _said(self, words: Wording[copies.Twin], node: int, other: int, below: Sequence[int] = ()) -> Mapping[str, str]:
        return {
            "plain": words.say(self._narrator.plain_facts, node, other, below),
            "exact": words.say(self._narrator.exact_facts, node, other, below),
        }


def _below(iteration: Iteration, copied: set[int]) -> dict[int, list[int]]:
    """For each merged node, the copies that were inserted below it, without those below another merged node."""
    above = {node.id: node.parent for node in iteration.nodes}
    found = defaultdict[int, list[int]](list)
    for node in iteration.nodes:
        if node.id in copied:
            at = node.id
            while at in copied:
                at = above[at]
            found[at].append(node.id)
    return dict(found)
