"""Compare traversal verification with tests of the same tree from its root, with the same random numbers.

Tests from the root are those of SpecInfer (sampled with replacement) and MCSS (without). A rejected guess loses all
guesses after it. The comparison is computed from the recorded probabilities and random numbers, without assumptions.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from decoders.core.record import Distribution, Iteration
from decoders.methods.traversal import TraversalLayer
from explorer.story.numbers import NOISE, plural
from explorer.story.views import IterationView, Together, two_decimals
from explorer.story.wording import PLAIN, Wording

SHOWN = 3  # most tests that a caption lists


class RootTest(NamedTuple):
    """The test of one guess from the root, and whether it is accepted."""

    node: int
    u: float
    a: float
    passed: bool


class Replay(NamedTuple):
    """The tests from the root. `accepted` is the number of accepted guesses; None if a further test would need a random
    number or a probability that was not recorded.
    """

    tests: tuple[RootTest, ...]
    accepted: int | None


def replay(iteration: Iteration, replaced: bool) -> Replay:
    """Test a tree from its root with the random numbers of the leaves' tests, in their order.

    `replaced` says whether a token may be sampled twice below a node.
    """
    layer = next((each for each in iteration.layers if isinstance(each, TraversalLayer)), None)
    numbers = [each.u for each in layer.leaves if each.u is not None] if layer else []
    below, tests, depth = _children(iteration), list[RootTest](), 0
    at = next(node.id for node in iteration.nodes if node.role == "input")
    while below.get(at):
        thresholds = _Thresholds(iteration, at, replaced)
        for child in below[at]:
            a = thresholds.of(child)
            if a is None or len(tests) == len(numbers):
                return Replay(tuple(tests), None)
            tests.append(RootTest(child, numbers[len(tests)], a, numbers[len(tests)] < a))
            if tests[-1].passed:
                break
            thresholds.reject(child)
        if not tests[-1].passed:
            return Replay(tuple(tests), depth)
        at, depth = tests[-1].node, depth + 1
    return Replay(tuple(tests), depth)


def _children(iteration: Iteration) -> dict[int, list[int]]:
    """The drafted children of every node, in the order in which they were sampled."""
    below = dict[int, list[int]]()
    for node in iteration.nodes:
        if node.role == "draft":
            below.setdefault(node.parent, []).extend([node.id] * (node.count or 1))
    return below


class _Thresholds:
    """The acceptance probabilities min(1, p/q) of a node's children, where rejections change p and q."""

    def __init__(self, iteration: Iteration, at: int, replaced: bool) -> None:
        self._token = {node.id: node.token for node in iteration.nodes}
        self._replaced = replaced
        self._p, self._q = (self._whole(iteration, at, kind) for kind in ("p", "q"))
        verdicts = {each.node: each for each in reversed(iteration.verdicts)}
        drafted = {node.id: node.q for node in iteration.nodes}
        self._first = {node: (each.p, drafted.get(node)) for node, each in verdicts.items()}
        self._changed = False

    @staticmethod
    def _whole(iteration: Iteration, at: int, kind: str) -> dict[int, float] | None:
        """The first recorded distribution of a kind at a node; None if it lacks unlikely tokens."""
        found: Distribution | None = next(
            (each for each in iteration.distributions if each.at == at and each.kind == kind), None
        )
        return dict(found.top) if found is not None and found.rest <= NOISE else None

    def of(self, child: int) -> float | None:
        """The acceptance probability of a child; None if it is not known."""
        p, q = self._first.get(child, (None, None)) if not self._changed else (None, None)
        if self._p is not None and self._q is not None:
            p, q = self._p.get(self._token[child], 0.0), self._q.get(self._token[child], 0.0)
        return None if p is None or not q else min(1.0, p / q)

    def reject(self, child: int) -> None:
        """Change p to its residual and, without replacement, remove the child from q."""
        self._changed = True
        if self._p is None or self._q is None:
            return
        left = {token: max(p - self._q.get(token, 0.0), 0.0) for token, p in self._p.items()}
        mass, gone = sum(left.values()), 0.0 if self._replaced else self._q.get(self._token[child], 0.0)
        if mass <= NOISE or gone >= 1 - NOISE:
            self._p = self._q = None
            return
        self._p = {token: p / mass for token, p in left.items()}
        if not self._replaced:
            self._q = {token: q / (1 - gone) for token, q in self._q.items() if token != self._token[child]}


class FromRoot(IterationView):
    """A round in which tests from the root would lose a branch that the tests from the leaves keep."""

    @cached_property
    def replayed(self) -> Replay:
        """The tests from the root."""
        return replay(self.facts.iteration, bool(self.facts.settings.get("replacement")))

    @cached_property
    def kept(self) -> Sequence[int]:
        """The accepted path."""
        layer = self.facts.layer(TraversalLayer)
        return self.path(layer.leaves[-1].node) if layer and layer.leaves and layer.leaves[-1].passed else ()

    def path(self, node: int) -> list[int]:
        """The guesses from the first one to this node."""
        path = list[int]()
        while self.facts.role(node) == "draft":
            path.append(node)
            node = self.facts.parent(node)
        return path[::-1]

    @cached_property
    def known(self) -> bool:
        """Whether the first test from the root rejects a guess of the accepted path that other guesses follow, and the
        tests from the root accept no more guesses in the end.
        """
        first, accepted = next(iter(self.replayed.tests), None), self.replayed.accepted
        lost = first is not None and not first.passed and self.lost > 0 and first.node in self.kept
        return lost and (accepted is None or accepted < len(self.kept))

    @property
    def word(self) -> str:
        """The guess that the first test from the root rejects."""
        return self.facts.word(self.replayed.tests[0].node)

    @property
    def test(self) -> Together | None:
        """The random number of the first test and its threshold."""
        first = self.replayed.tests[0]
        return two_decimals(first.u, first.a)

    @property
    def lost(self) -> int:
        """The number of guesses after the first one that was rejected."""
        first = self.replayed.tests[0].node
        return sum(first in self.path(node) and node != first for node in self.facts.node)

    @property
    def result(self) -> str | None:
        """The guesses that the tests from the root accept; None if their number is not known."""
        accepted = self.replayed.accepted
        noun = "guess" if self.voice is PLAIN else "draft token"
        return None if accepted is None else plural(accepted, noun) if accepted else f"no {noun}"

    @property
    def of_leaves(self) -> int:
        """The number of guesses that the tests from the leaves accept."""
        return len(self.kept)

    @property
    def baseline(self) -> str:
        """The method that tests this tree from its root."""
        return "SpecInfer" if self.facts.settings.get("replacement") else "MCSS"

    @property
    def root_tests(self) -> str:
        """The tests from the root, with their outcomes."""
        return self._listed([(self.facts.word(each.node), each.u, each.a, each.passed) for each in self.replayed.tests])

    @property
    def leaf_tests(self) -> str:
        """The tests from the leaves, with their outcomes."""
        layer = self.facts.layer(TraversalLayer)
        return self._listed(
            [(self.facts.phrase(self.path(each.node)), each.u, each.alpha, each.passed) for each in layer.leaves]
            if layer
            else []
        )

    def _listed(self, tests: Sequence[tuple[str, float | None, float, bool]]) -> str:
        """Write tests with their outcomes."""
        said = list[str]()
        for word, u, a, passed in tests[:SHOWN]:
            both, outcome = two_decimals(u, a), "passes" if passed else "fails"
            said.append(f"{word} {outcome}" + (f" ({both.left} {'<' if passed else '≥'} {both.right})" if both else ""))
        return ", ".join(said) + (" …" if len(tests) > SHOWN else "")


SAYS = Wording(
    view=FromRoot,
    plain={
        "": "With the same tree and random numbers, tests from the root would reject {word} ({test.left} is not below {test.right}) and lose the {lost:guess} after it.[ They would accept {result}. From the leaves, {of_leaves:guess} {of_leaves:is/are} accepted.]"
    },
    exact={
        "": "{baseline} with the same u: {word} is rejected (u = {test.left} ≥ p/q = {test.right}), so its subtree is lost.[ It accepts {result}, traversal accepts {of_leaves:draft token}.]"
    },
)
ROOT = Wording(
    view=FromRoot,
    plain={"": "From the root, guess by guess: {root_tests}."},
    exact={"": "From the root: {root_tests}."},
)
LEAVES = Wording(
    view=FromRoot,
    plain={"": "From the leaves, path by path: {leaf_tests}."},
    exact={"": "From the leaves: {leaf_tests}."},
)
