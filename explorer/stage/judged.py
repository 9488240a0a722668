"""The panels for drafts that are tested as a whole. The panels show the prefixes of a chain (block verification), or a
tree's leaves in the order of their tests (traversal verification).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from decoders.core.record import Distribution, Iteration, Node, Step
from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.traversal import LEAF_RATIO, LeafTest, TraversalLayer
from explorer.stage.message import Compared, FromRoot, NextRow, Origin, Ratio
from explorer.story import Narrator
from explorer.story.common import missing
from explorer.story.common.calculation import Calculation, RatioNames, ratio_digits, running_ratio
from explorer.story.common.missing import MOST, Continued, Missing, Names, Said
from explorer.story.facts import Facts
from explorer.story.methods import from_root
from explorer.story.methods.traversal import order_of
from explorer.story.numbers import NOISE
from explorer.story.wording import Wording

CHAIN_HEADS = ["prefix", "P", "h", "u", "result"]
CHAIN_NEXT = ["x", "p", "q", "a", "q·a"]
LEAF_HEADS = ["path", "u, α", "result"]
LEAF_NEXT = ["x", "p′", "q", "a", "q·a"]
PREFIX_RATIO = (
    RatioNames("so far", "target", "draft", "running ratio"),
    RatioNames("P before", "p", "q", "P"),
)
LEAF_RATIO_NAMES = (
    RatioNames("so far", "target", "draft", "threshold"),
    RatioNames("α before", "p′", "q", "α"),
)
WHOLE = 1e-6  # unrecorded tokens count as 0 if their total probability is at most this
FEW = 4  # up to this number of tokens, each has its own row


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
    return {"kind": "judged", "heads": CHAIN_HEADS, "names": CHAIN_NEXT, "rows": rows}


def _origin_of_prefix(
    prefix: BlockPrefix, path: Sequence[int], guess: int | None, iteration: Iteration, narrator: Narrator
) -> dict[str, Origin]:
    """The explanation of a prefix's threshold; empty if no longer prefix contributes to the prefix's acceptance.
    `guess` is the token after the prefix.
    """
    if prefix.R is None or prefix.P >= 1 - NOISE or prefix.P - prefix.R <= NOISE:
        return {}
    after = {each.kind: each for each in reversed(iteration.distributions) if each.at == prefix.node}
    shown = _continued(prefix.P, after.get("p"), after.get("q"), guess)

    def view(facts: Facts) -> Missing:
        return Missing(facts, prefix.P, prefix.R or 0.0, facts.phrase(path), rows=shown)

    words = (missing.PREFIX_TITLE, missing.PREFIX_RULE, missing.PREFIX_NAMES)
    return {"origin": _origin(words, view, narrator, again=False)}


def _origin(
    words: tuple[Wording[Missing], Wording[Missing], Names],
    view: Callable[[Facts], Missing],
    narrator: Narrator,
    again: bool,
) -> Origin:
    """Explain a threshold in both voices, with a table of the next tokens. `again` says whether earlier deletions
    changed the target's probabilities of these tokens.
    """
    (title, rule, names), plain, exact = words, view(narrator.plain_facts), view(narrator.exact_facts)
    counts = plain.counts
    return {
        "title": {"plain": title.tell(plain), "exact": title.tell(exact)},
        "rule": {"plain": rule.tell(plain), "exact": rule.tell(exact)},
        "lines": plain.lines(names),
        "work": plain.calculation(names),
        "taken": counts.taken / 100,
        "missing": counts.missing / 100,
        "places": plain.places,
        "again": again,
        "rows": _next_tokens(plain.rows, counts.taken, plain.places) if plain.rows else [],
    }


def _continued(ratio: float, p: Distribution | None, q: Distribution | None, guess: int | None) -> list[Continued]:
    """Return the next tokens that have a row of their own, each with the running ratio with which a draft of that token
    is accepted. `ratio` is the running ratio before this token, and `guess` is the token that the draft proposed.

    If there are more than `FEW` tokens, only two have their own rows: the guess, and the one that contributes most.
    """
    if p is None or q is None:
        return []
    both = [(token, p.prob(token, WHOLE), drafted) for token, drafted in q.top if drafted > NOISE]
    known = [Continued(token, p, q, min(1.0, ratio * p / q)) for token, p, q in both if p is not None]
    ordered = sorted(known, key=lambda row: (row.token != guess, -row.q * row.ratio, row.token))
    return ordered if len(ordered) <= FEW else ordered[:2]


def _next_tokens(shown: Sequence[Continued], taken: float, places: int | None) -> list[NextRow]:
    """Return a row for each possible next token, with counts out of a hundred rounds.

    A row has both models' probabilities in percent, the running ratio with that token, and the number of rounds that
    continue with the token and accept it. All other tokens share a row, recorded or not. The last row is the sum.
    """
    places = MOST if places is None else places
    rows = list[NextRow]()
    drafted, accepted = 100.0, taken  # counts of the tokens without their own row
    for row in shown:
        mine, through = row.drafted(places), row.accepted(places)
        rows.append((row.token, round(100 * row.p, places), mine, row.written(places), through))
        drafted, accepted = round(drafted - mine, places), round(accepted - through, places)
    others: list[NextRow] = [(None, None, drafted, None, max(0.0, accepted))] if drafted > 0 else []
    return [*rows, *others, (None, None, 100.0, None, taken)]


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
        return panel | self._numbers_of_nodes() | self._from_root()

    def _from_root(self) -> dict[str, FromRoot]:
        """A comparison with tests from the root; empty if these would not leave a branch that was accepted."""
        plain, exact = (from_root.FromRoot(each) for each in (self._narrator.plain_facts, self._narrator.exact_facts))
        if not plain.known:
            return {}
        said = {"says": from_root.SAYS, "root": from_root.ROOT, "leaves": from_root.LEAVES}
        words: dict[str, Said] = {
            name: {"plain": each.tell(plain), "exact": each.tell(exact)} for name, each in said.items()
        }
        tests = [(self._place[each.node], each.passed) for each in plain.replayed.tests]
        step = self._step(len(self._leaves) - 1)
        return {
            "root": {
                "step": step,
                "tests": tests,
                "says": words["says"],
                "root": words["root"],
                "leaves": words["leaves"],
            }
        }

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
        """Explain how the deletion of a leaf changes the running ratio of the guess before it; empty if the change is
        not visible.
        """
        if leaf.left is None or leaf.S is None or _ratio(leaf.above) == _ratio(leaf.left):
            return {}
        above, left_over, parent = leaf.above, leaf.S, self._nodes[leaf.node].parent

        p, q = (*self._laws.get(leaf.node, []), None, None)[:2]
        shown, again = _continued(above, p, q, self._nodes[leaf.node].token), p is not None and p.kind == "residual"

        def view(facts: Facts) -> Missing:
            return Missing(facts, above, left_over, facts.word(parent), ratio_digits, shown, again)

        words = (missing.LEAF_TITLE, missing.LEAF_RULE, missing.LEAF_NAMES)
        return {"origin": _origin(words, view, self._narrator, again)}

    def _path(self, node: int) -> list[int]:
        """The drafted nodes from the root to this one."""
        path = list[int]()
        while node in self._nodes and self._nodes[node].role == "draft":
            path.append(node)
            node = self._nodes[node].parent
        return path[::-1]

    def _numbers_of_nodes(self) -> dict[str, Any]:
        """Return the numbers of all nodes at every step: the running ratio of every node that a test reached, before
        and after each deletion below it, and the probabilities that tests compare after deletions.
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

    These numbers are the running ratios, the products that were capped at 1, and both models' probabilities after
    deletions.
    """

    def __init__(self, nodes: Mapping[int, Node], p: Mapping[int, float], replaced: bool) -> None:
        """`p` holds the target's probabilities. `replaced` says if a token may be sampled twice below a node."""
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
