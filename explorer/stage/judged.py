"""The panels for drafts that are tested as a whole. The panels show the prefixes of a chain (block verification), or a
tree's leaves in the order of their tests (traversal verification).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from decoders.core.record import Distribution, Iteration, Node, Step
from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.traversal import LEAF_RATIO, LeafTest, TraversalLayer
from explorer.stage.message import Compared, NextRow, Origin, Ratio
from explorer.story import Narrator
from explorer.story.common import missing
from explorer.story.common.calculation import Calculation, RatioNames, ratio_digits, running_ratio
from explorer.story.common.missing import Missing, Names
from explorer.story.facts import Facts
from explorer.story.methods.traversal import order_of
from explorer.story.numbers import NOISE
from explorer.story.wording import Wording

CHAIN_HEADS = ["prefix", "P", "h", "u", "result"]
CHAIN_NEXT = ["x", "P·p", "q", "min", "P·p − q"]
LEAF_HEADS = ["path", "u, α", "result"]
LEAF_NEXT = ["x", "α·p′", "q", "min", "α·p′ − q"]
PREFIX_RATIO = (
    RatioNames("so far", "target", "draft", "running ratio"),
    RatioNames("P before", "p", "q", "P"),
)
LEAF_RATIO_NAMES = (
    RatioNames("so far", "target", "draft", "threshold"),
    RatioNames("α before", "p′", "q", "α"),
)
WHOLE = 1e-6  # unrecorded tokens count as 0 if their total probability is at most this
ALL = 9  # decimals that show every recorded probability
FEW = 4  # tokens that all have a row of their own


def chain_panel(
    layer: BlockVerificationLayer, iteration: Iteration, steps: Sequence[Step], narrator: Narrator
) -> dict[str, Any]:
    """Make the panel with the tests of a chain's prefixes."""
    place = {node.id: at for at, node in enumerate(iteration.nodes)}
    tests = {step.layer: number for number, step in enumerate(steps) if step.phase == "prefix"}
    rows, path = list[dict[str, Any]](), list[int]()
    before: float | None = None
    guesses = [iteration.nodes[place[each.node]].token for each in layer.prefixes]
    for each, following in zip(layer.prefixes, [*guesses[1:], None], strict=False):  # no guess comes after the last one
        path.append(each.node)
        row = {"step": tests.get(each.j, len(steps) - 1), "place": place[each.node], "ratio": each.P}
        test = {"cut": each.h, "u": each.u, "passed": each.passed, "chosen": each.j == layer.longest}
        work = running_ratio(before, each.p, each.q, *PREFIX_RATIO)
        row |= test | ({} if work is None else {"work": work})
        rows.append(row | _origin_of_prefix(each, path, following, iteration, narrator))
        before = each.P
    panel = {"kind": "judged", "heads": CHAIN_HEADS, "names": CHAIN_NEXT, "rows": rows}
    return panel | _after(rows, missing.PREFIX_AFTER)


def _after(rows: Sequence[Mapping[str, Any]], said: missing.Said) -> dict[str, missing.Said]:
    """Return a sentence about the use of the leftover probability, if any threshold has a recorded origin."""
    return {"after": said} if any("origin" in row for row in rows) else {}


def _origin_of_prefix(
    prefix: BlockPrefix, path: Sequence[int], guess: int | None, iteration: Iteration, narrator: Narrator
) -> dict[str, Origin]:
    """Explain the threshold of a prefix, if longer prefixes contribute to its acceptance. `guess` is the token after
    the prefix.
    """
    if prefix.R is None or prefix.P >= 1 - NOISE or prefix.P - prefix.R <= NOISE:
        return {}

    def view(facts: Facts) -> Missing:
        return Missing(facts, prefix.P, prefix.R or 0.0, facts.phrase(path))

    after = {each.kind: each for each in reversed(iteration.distributions) if each.at == prefix.node}
    return {
        "origin": _origin(
            missing.PREFIX_TITLE, missing.PREFIX_NAMES, view, narrator, prefix.P, after.get("p"), after.get("q"), guess
        )
    }


def _origin(
    title: Wording[Missing],
    names: Names,
    view: Callable[[Facts], Missing],
    narrator: Narrator,
    ratio: float,
    p: Distribution | None,
    q: Distribution | None,
    guess: int | None,
) -> Origin:
    """Explain a threshold in both voices.

    The threshold follows from the next token's distributions, `p` and `q`. `ratio` is the running ratio before that
    token, and `guess` is the token that the draft proposed.
    """
    plain, exact = view(narrator.plain_facts), view(narrator.exact_facts)
    counts, places = plain.counts, plain.places
    total = (counts.whole, 100.0, counts.missing) if places is not None else (100 * ratio, 100.0, counts.missing)
    return {
        "title": {"plain": title.tell(plain), "exact": title.tell(exact)},
        "lines": plain.lines(names),
        "work": plain.calculation(names),
        "taken": counts.taken / 100,
        "missing": counts.missing / 100,
        "places": places,
        "rows": [] if p is None or q is None else _next_tokens(ratio, p, q, total, places, guess),
    }


def _next_tokens(
    ratio: float,
    p: Distribution,
    q: Distribution,
    total: tuple[float, float, float],
    places: int | None,
    guess: int | None,
) -> list[NextRow]:
    """Return one row per possible next token, in rounds of a hundred.

    A row has the target's probability times the running ratio, the draft's probability, and the leftover. If
    there are more than `FEW` tokens, only two have their own rows: the guess or, if there is none, the token that
    contributes most, and the token with the largest leftover. All other tokens share a row, recorded or
    not. The last row is the sum.
    """
    places = ALL if places is None else places
    both = {token: (ratio * share, q.prob(token, WHOLE)) for token, share in p.top}
    known = {token: (100 * scaled, 100 * drafted) for token, (scaled, drafted) in both.items() if drafted is not None}
    first = [guess] if guess in known else sorted(known, key=lambda token: (-min(known[token]), token))[:1]
    possible = [token for token in known.keys() - first if max(known[token]) >= 0.5 * 10**-places]
    most = sorted(possible, key=lambda token: (known[token][1] - known[token][0], token))
    most = most if len(first + most) <= FEW else most[:1]
    rows = list[NextRow]()
    for token in first + most:
        scaled, drafted = (round(each, places) for each in known[token])
        rows.append((token, scaled, drafted, round(max(scaled - drafted, 0), places)))
    columns = zip(total, *(row[1:] for row in rows), strict=True)
    scaled, drafted, left = (max(0.0, round(whole - sum(parts), places)) for whole, *parts in columns)
    others = [(None, scaled, drafted, left)] if max(scaled, drafted) > 0 else []
    return [*rows, *others, (None, *total)]


def _ratio(value: float) -> str:
    """Write a running ratio, or 1 if only rounding separates it from 1."""
    return "1" if value >= 1 - NOISE else ratio_digits(value)


class Leaves:
    """Makes the panel with the tests of a tree's leaves."""

    def __init__(self, layer: TraversalLayer, iteration: Iteration, steps: Sequence[Step], narrator: Narrator) -> None:
        self._leaves, self._narrator, self._last = layer.leaves, narrator, len(steps) - 1
        self._place = {node.id: place for place, node in enumerate(iteration.nodes)}
        self._nodes = {node.id: node for node in iteration.nodes}
        self._order = [self._place[node] for node in order_of(iteration)]
        self._numbers = {step.place: k for k, step in enumerate(steps) if step.phase == "verify"}
        self._first_p = {each.node: each.p for each in iteration.verdicts if each.p is not None}
        self._replaced = bool(narrator.exact_facts.settings.get("replacement"))
        self._laws = {
            each.node: [iteration.distributions[number] for number in each.distributions[:2]]
            for each in reversed(iteration.verdicts)
            if each.rule == LEAF_RATIO and all(n < len(iteration.distributions) for n in each.distributions)
        }

    def panel(self) -> dict[str, Any]:
        """Make the panel: the tests in order, and the running ratios of the tree's nodes."""
        rows = [self._row(k, each) for k, each in enumerate(self._leaves)]
        panel = {"kind": "judged", "heads": LEAF_HEADS, "names": LEAF_NEXT, "rows": rows}
        if self._order:
            panel["order"] = self._order
        return panel | self._numbers_of_nodes() | _after(rows, missing.LEAF_AFTER)

    def _step(self, k: int) -> int:
        """The step of the test with this index."""
        return self._numbers.get(k + 1, self._last)

    def _row(self, k: int, leaf: LeafTest) -> dict[str, Any]:
        row = {"step": self._step(k), "place": self._place[leaf.node], "ratio": leaf.alpha}
        row |= {"cut": leaf.alpha, "u": leaf.u, "passed": leaf.passed, "chosen": leaf.passed}
        work = self._work(k, leaf)
        return row | ({} if work is None else {"work": work}) | self._origin(leaf)

    def _work(self, k: int, leaf: LeafTest) -> Calculation | None:
        """The calculation of a leaf's threshold, or its values before and after the deletions below it."""
        below = [each for each in self._leaves[:k] if self._nodes[each.node].parent == leaf.node]
        values = [_ratio(value) for each in below[:1] for value in (each.above, leaf.alpha)]
        if leaf.deleted and len(set(values)) > 1:
            first, last = values
            return {
                "plain": [(first, "at first"), "→", (last, "threshold")],
                "exact": [(first, "α at first"), "→", (last, "α after deletions")],
            }
        above = leaf.above if self._nodes[self._nodes[leaf.node].parent].role == "draft" else None
        return running_ratio(above, leaf.p_used, leaf.q, *LEAF_RATIO_NAMES, ends=True)

    def _origin(self, leaf: LeafTest) -> dict[str, Origin]:
        """Explain how the deletion of a leaf changes the running ratio of the guess before it, if the change is
        visible.
        """
        if leaf.left is None or leaf.S is None or _ratio(leaf.above) == _ratio(leaf.left):
            return {}
        above, left_over, parent = leaf.above, leaf.S, self._nodes[leaf.node].parent

        def view(facts: Facts) -> Missing:
            return Missing(facts, above, left_over, facts.word(parent), ratio_digits)

        p, q = (*self._laws.get(leaf.node, []), None, None)[:2]
        return {
            "origin": _origin(
                missing.LEAF_TITLE, missing.LEAF_NAMES, view, self._narrator, above, p, q, self._nodes[leaf.node].token
            )
        }

    def _path(self, node: int) -> list[int]:
        """The drafted nodes from the root to this one."""
        path = list[int]()
        while node in self._nodes and self._nodes[node].role == "draft":
            path.append(node)
            node = self._nodes[node].parent
        return path[::-1]

    def _numbers_of_nodes(self) -> dict[str, Any]:
        """Return the numbers of all nodes at every step.

        These numbers are the running ratio of every node that a test reached, also after each deletion below it, and
        the probabilities that tests compare after deletions.
        """
        ratios, compared, at = list[Ratio](), list[Compared](), _State(self._nodes, self._first_p, self._replaced)
        for k, leaf in enumerate(self._leaves):
            step, (*inner, _) = self._step(k), self._path(leaf.node)

            def add(node: int, ratio: float, fell: bool = False, step: int = step) -> None:
                found: Ratio = {"step": step, "place": self._place[node], "ratio": ratio, "fell": fell}
                if (product := at.capped(node)) is not None:
                    found["uncapped"] = product
                ratios.append(found)

            above = 1.0
            for each in inner:
                at.reach(each, above)
                if each == inner[-1]:
                    at.ratio[each] = leaf.above  # the recorded value
                above = at.ratio[each]
                add(each, above)
            at.test(leaf)
            add(leaf.node, leaf.alpha)
            if leaf.S is None or leaf.left is None:
                continue
            for node in at.delete(leaf, leaf.S):
                compared.append({"step": step, "place": self._place[node], "q": at.q(node), "p": at.left.get(node)})
            if inner:
                fell = leaf.above - leaf.left > NOISE
                at.ratio[inner[-1]] = leaf.left
                if fell:
                    at.product.pop(inner[-1], None)
                add(inner[-1], leaf.left, fell)
        return {"ratios": ratios, **({"compared": compared} if compared else {})}


class _State:
    """The numbers of a tree's nodes between two tests.

    These are the running ratios, the products that were capped at 1, and the probabilities of both models that remain
    after deletions.
    """

    def __init__(self, nodes: Mapping[int, Node], p: Mapping[int, float], replaced: bool) -> None:
        """`p` has the target's probabilities, and `replaced` says whether a token may be sampled twice below a node."""
        self._nodes, self._p, self._replaced = nodes, p, replaced
        self._tries = {node.id: node.count or 1 for node in nodes.values() if node.role == "draft"}
        self._gone = dict[int, float]()  # by node: the draft's probability of the deleted tokens below it
        self.left = dict[int, float]()  # by node: its leftover target probability
        self.ratio, self.product = dict[int, float](), dict[int, float]()

    def q(self, node: int) -> float:
        """The draft's probability of a token, after removing the deleted tokens at its position and rescaling."""
        q, rest = self._nodes[node].q or 0.0, 1 - self._gone.get(self._nodes[node].parent, 0.0)
        return q if self._replaced or rest <= NOISE else min(1.0, q / rest)

    def reach(self, node: int, above: float) -> None:
        """Compute the running ratio of a node from that of its parent, when a test first reaches it."""
        if node not in self.ratio:
            q = self.q(node)
            self.product[node] = above * self.left.get(node, self._p.get(node, 0.0)) / q if q else 0.0
            self.ratio[node] = min(1.0, self.product[node])

    def test(self, leaf: LeafTest) -> None:
        """Record the running ratio with which a leaf is tested."""
        self.ratio[leaf.node] = leaf.alpha
        if not leaf.deleted:
            self.product[leaf.node] = leaf.above * leaf.p_used / leaf.q if leaf.q else 0.0

    def capped(self, node: int) -> float | None:
        """The product that was capped at 1 for this node; None if there is none."""
        product = self.product.get(node, 0.0)
        return product if product > 1 + NOISE and self.ratio[node] >= 1 - NOISE else None

    def delete(self, leaf: LeafTest, mass: float) -> list[int]:
        """Delete a leaf and return the guesses left at its position. `mass` is the leftover target probability."""
        parent = self._nodes[leaf.node].parent
        self._tries[leaf.node] -= 1
        rest = [node for node, tries in self._tries.items() if tries > 0 and self._nodes[node].parent == parent]
        for node in rest:
            p = self.left.get(node, self._p.get(node))
            if mass > NOISE and p is not None:
                self.left[node] = max(leaf.above * p - self.q(node), 0.0) / mass
        self._gone[parent] = self._gone.get(parent, 0.0) + (self._nodes[leaf.node].q or 0.0)
        return rest
