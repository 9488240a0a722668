"""The panels of drafts that are tested as a whole: the prefixes of a chain (block verification), and a tree's leaves in
the order of their tests (traversal verification).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from decoders.core.record import Iteration, Step
from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.traversal import LeafTest, TraversalLayer
from explorer.stage.message import Origin, Ratio
from explorer.story import Narrator
from explorer.story.common.missing import LEAF_MISSING, LEAF_TITLE, PREFIX_MISSING, PREFIX_TITLE, Missing
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, multiplied, two_digits
from explorer.story.wording import Wording

CHAIN_HEADS = ["prefix to", "P", "u, h", "pass?"]
CHAIN_PARTS = ["P − R", "R", "1 − P"]
LEAF_HEADS = ["leaf", "α", "u, α", "pass?"]
LEAF_PARTS = ["α − S", "S", "1 − α"]


def chain_panel(
    layer: BlockVerificationLayer, steps: Sequence[Step], place: Mapping[int, int], narrator: Narrator
) -> dict[str, Any]:
    """The panel with the tests of a chain's prefixes."""
    tests = {step.layer: number for number, step in enumerate(steps) if step.phase == "prefix"}
    rows, before, path = list[dict[str, Any]](), 1.0, list[int]()
    for each in layer.prefixes:
        path.append(each.node)
        row = {"step": tests.get(each.j, len(steps) - 1), "place": place[each.node], "work": _running(before, each)}
        test = {"cut": each.h, "u": each.u, "passed": each.passed, "chosen": each.j == layer.longest}
        rows.append(row | test | _origin_of_prefix(each, path, narrator))
        before = each.P
    return {"kind": "judged", "heads": CHAIN_HEADS, "names": CHAIN_PARTS, "rows": rows}


def _origin_of_prefix(prefix: BlockPrefix, path: Sequence[int], narrator: Narrator) -> dict[str, Origin]:
    """Where the threshold of a prefix comes from, if longer prefixes contribute to its acceptance."""
    if prefix.R is None or prefix.P >= 1 - NOISE or prefix.P - prefix.R <= NOISE:
        return {}

    def view(facts: Facts) -> Missing:
        return Missing(facts, prefix.P, prefix.R or 0.0, facts.phrase(path))

    return {"origin": _origin(PREFIX_TITLE, PREFIX_MISSING, view, narrator)}


def _origin(
    title: Wording[Missing], text: Wording[Missing], view: Callable[[Facts], Missing], narrator: Narrator
) -> Origin:
    """The origin of a threshold in both voices."""
    plain, exact = view(narrator.plain_facts), view(narrator.exact_facts)
    taken, missing = plain.shares
    return {
        "title": {"plain": title.tell(plain), "exact": title.tell(exact)},
        "text": {"plain": text.tell(plain), "exact": text.tell(exact)},
        "taken": taken,
        "missing": missing,
    }


def _running(before: float, each: BlockPrefix) -> str:
    """The running ratio of a prefix with the numbers that it is computed from."""
    return _product(before, each.p, each.q)


def _product(before: float, p: float, q: float) -> str:
    """A running ratio: that before a token × p/q of the token, at most 1.

    >>> _product(0.5, 0.1, 0.2), _product(0.5, 0.9, 0.3), _product(1.0, 0.0, 0.3)
    ('0.50 × 0.50 = 0.25', '0.50 × 3.00 = 1.50 → 1', '1 × 0 = 0')
    """
    if not q:
        return "1"
    left, right, product = multiplied(before, p / q, before * p / q, two_digits)
    left = _ratio(before) if before == 1 else left
    return f"{left} × {right} = {product}{' → 1' if before * p / q > 1 + NOISE else ''}"


def _ratio(value: float) -> str:
    """A running ratio with two digits; a certain one is 1."""
    return "1" if value >= 1 - NOISE else two_digits(value)


class Leaves:
    """The tests of a tree's leaves."""

    def __init__(self, layer: TraversalLayer, iteration: Iteration, steps: Sequence[Step], narrator: Narrator) -> None:
        self._leaves, self._narrator, self._last = layer.leaves, narrator, len(steps) - 1
        self._place = {node.id: place for place, node in enumerate(iteration.nodes)}
        self._nodes = {node.id: node for node in iteration.nodes}
        self._numbers = {step.place: k for k, step in enumerate(steps) if step.phase == "verify"}
        used = {each.node: each.p_used for each in iteration.verdicts if each.p_used is not None}
        self._used = used | {each.node: each.p_used for each in reversed(layer.leaves)}  # the first of equal samples
        self._q = {each.node: each.q or 0.0 for each in iteration.verdicts}

    def panel(self) -> dict[str, Any]:
        """The panel with the tests in order, the running ratios of the tree's nodes."""
        rows = [self._row(k, each) for k, each in enumerate(self._leaves)]
        return {"kind": "judged", "heads": LEAF_HEADS, "names": LEAF_PARTS, "rows": rows, "ratios": self._ratios()}

    def _step(self, k: int) -> int:
        """The step of the test with this index."""
        return self._numbers.get(k + 1, self._last)

    def _row(self, k: int, leaf: LeafTest) -> dict[str, Any]:
        row = {"step": self._step(k), "place": self._place[leaf.node], "work": self._work(k, leaf)}
        row |= {"cut": leaf.alpha, "u": leaf.u, "passed": leaf.passed, "chosen": leaf.passed}
        return row | self._origin(leaf)

    def _work(self, k: int, leaf: LeafTest) -> str:
        """How the threshold of a leaf came about: a product or, after deletions below it, its earlier values."""
        below = [each for each in self._leaves[:k] if self._nodes[each.node].parent == leaf.node]
        if not leaf.deleted or not below:
            return _product(leaf.above, leaf.p_used, leaf.q)
        values = [_ratio(value) for value in (below[0].above, *(each.left or 0.0 for each in below))]
        if len(set(values)) == 1:  # the deletions changed nothing
            return _product(leaf.above, leaf.p_used, leaf.q)
        return " → ".join(value for at, value in enumerate(values) if not at or value != values[at - 1])

    def _origin(self, leaf: LeafTest) -> dict[str, Origin]:
        """What the deletion of a leaf does to the running ratio of the guess before it, if it looks different after."""
        if leaf.left is None or leaf.S is None or _ratio(leaf.above) == _ratio(leaf.left):
            return {}
        above, missing, parent = leaf.above, leaf.S, self._nodes[leaf.node].parent

        def view(facts: Facts) -> Missing:
            return Missing(facts, above, missing, facts.word(parent), facts.word(leaf.node))

        return {"origin": _origin(LEAF_TITLE, LEAF_MISSING, view, self._narrator)}

    def _path(self, node: int) -> list[int]:
        """The drafted nodes from the root to this one."""
        path = list[int]()
        while node in self._nodes and self._nodes[node].role == "draft":
            path.append(node)
            node = self._nodes[node].parent
        return path[::-1]

    def _ratios(self) -> list[Ratio]:
        """The running ratio of every node that a test reached, from that step on, and after each deletion below it."""
        known, found = dict[int, float](), list[Ratio]()

        def add(k: int, node: int, ratio: float, fell: bool = False) -> None:
            found.append({"step": self._step(k), "place": self._place[node], "ratio": ratio, "fell": fell})

        for k, leaf in enumerate(self._leaves):
            *inner, _ = self._path(leaf.node)
            above = 1.0
            for each in inner:
                above = known[each] if each in known else self._first(each, above)
                known[each] = above = leaf.above if each == inner[-1] else above
                add(k, each, above)
            add(k, leaf.node, leaf.alpha)
            if inner and leaf.left is not None:
                known[inner[-1]] = leaf.left
                add(k, inner[-1], leaf.left, leaf.above - leaf.left > NOISE)
        return found

    def _first(self, node: int, above: float) -> float:
        """The running ratio of a node when a test first reaches it."""
        q = self._q.get(node, 0.0)
        return min(1.0, above * self._used.get(node, 0.0) / q) if q else 0.0
