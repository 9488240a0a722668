"""Traversal verification: a tree of drafts that is judged from its leaves to its root (Weng et al. 2025).

The tree is drafted as in SpecInfer (with replacement) or MCSS (without). α of the root is 1. α of a child is min(α·p/q,
1), with its parent's α, p and q. The first leaf in depth-first order is tested. If u < α, its whole path is accepted.
Otherwise the leaf is deleted, and its parent changes. The parent's p becomes the residual norm(max(α·p − q, 0)), and
its α becomes S/(S + 1 − α), where S is the mass of the residual before it is normalised. Then the first remaining leaf
is tested, with α computed from these values. The next token is sampled from the current p of the accepted leaf, or of
the root if no other node is left. The method is lossless. On a single chain, it is block verification.

If the same token is sampled twice below a node, the tree below this token belongs to the first sample, and the second
sample is a leaf. If 𝒯 leaves a single token, the children are the most probable tokens of q, and are compared with
argmax p.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.dice import last
from decoders.core.record import VERIFY, Layer, Rule, Verdict
from decoders.core.rules import Dist, acceptance, excess, residual
from decoders.core.settings import setting
from decoders.core.values import NodeId, Prob
from decoders.methods.branching import BranchingSettings, Tries, Try, draft_tree
from decoders.methods.tree_verification import (
    GREEDY_MATCH,
    OFF_PATH,
    OWN_TOKEN,
    Scored,
    draft_top,
    draw_own,
    draw_residual,
    ended,
    follow,
    leave_unused,
)

LEAF_RATIO = Rule("leaf_ratio", "u < α of x as a leaf, or of the leaf that x leads to")


@dataclass(frozen=True)
class TraversalSettings(BranchingSettings):
    """Settings of traversal verification."""

    replacement: bool = setting(
        False,
        "Whether the same token may be sampled twice below one node.",
        label="With replacement",
    )


@dataclass(frozen=True)
class LeafTest:
    """The test of one leaf, and what it changes at its parent if the leaf is deleted."""

    node: NodeId
    q: Prob  # q of the leaf's token when it was sampled
    p_used: Prob  # probability of the leaf's token under the parent's current p
    above: Prob  # the parent's α when testing reached this child
    alpha: Prob  # acceptance probability: min(above·p_used/q, 1), or less if children of the leaf were deleted
    q_left: Prob | None = None  # without replacement: mass of q left before the sample
    u: Prob | None = None  # None during enumeration
    passed: bool = False
    S: Prob | None = None  # Σ max(α·p − q, 0) at the parent; None if the leaf was accepted
    left: Prob | None = None  # the parent's α after the deletion
    deleted: int = 0  # leaves that were deleted directly below this leaf before its own test


@dataclass(frozen=True, kw_only=True)
class TraversalLayer(Layer):
    """The tests of an iteration's leaves, in order."""

    kind: ClassVar[str] = "traversal"
    leaves: tuple[LeafTest, ...]

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a test of a node that is not in the iteration, or a test after an accepted leaf.
        """
        if any(leaf.node not in nodes for leaf in self.leaves):
            return f"a layer of kind {self.kind} names a node that is not in this iteration"
        if any(leaf.passed for leaf in self.leaves[:-1]):
            return f"a layer of kind {self.kind} has a test after the leaf that was accepted"
        return None

    @cached_property
    def tests_of(self) -> dict[int, list[LeafTest]]:
        """The tests of each node in order. A token that was sampled twice is tested twice."""
        found = dict[int, list[LeafTest]]()
        for leaf in self.leaves:
            found.setdefault(leaf.node, []).append(leaf)
        return found


@dataclass
class Reached:
    """A node on the path to the tested leaf: its α, its current p, and its remaining children."""

    node: int
    alpha: float
    tries: list[Try]
    drawn: Try | None = None  # how the node was sampled; None for the root
    above: float = 1.0  # the parent's α when the path reached this node
    p_used: float = 1.0  # p of the node's token when the path reached this node
    rest: Dist | None = None  # the current p if children were deleted; otherwise p is the target's
    shown: tuple[int, ...] = ()  # index of the record of `rest`
    deleted: int = 0  # children that were deleted

    def p(self, scored: Scored) -> Dist:
        """The current distribution p of the token after this node."""
        return scored.p(self.node) if self.rest is None else self.rest

    def law(self, scored: Scored) -> tuple[int, ...]:
        """The index of the current p in the record."""
        return scored.law(self.node) if self.rest is None else self.shown


def step(run: Run, state: State) -> State:
    """Run one iteration: draft the tree, run one target pass, and judge the tree from the leaves to the root."""
    beam = state.beams[0]
    if run.settings.warp.greedy:
        return run.commit(beam, follow(run, Scored(run, draft_top(run, beam, run.settings.branching))))
    tree, tries = draft_tree(run, beam, run.settings.branching, run.settings.replacement)
    return run.commit(beam, traverse(run, Scored(run, tree), tries))


def traverse(run: Run, scored: Scored, tries: Tries) -> list[Emitted]:
    """Test leaves until one is accepted or only the root is left, then add one token from its current p."""
    waiting, root, leaves = dict(tries), scored.tree.root, list[LeafTest]()
    path = [Reached(root, 1.0, list(waiting.pop(root, ())))]
    while path[-1].tries or len(path) > 1:
        end = path[-1]
        if end.tries:
            path.append(descend(run, scored, end, waiting))
            continue
        ok, u = run.dice.accept(end.alpha, f"accept {len(leaves) + 1}")
        leaves.append(_judge(run, scored, path, ok, u, len(leaves) + 1))
        if ok:
            break
        path.pop()
    if run.rec.on and leaves:
        run.rec.layer(TraversalLayer(leaves=tuple(leaves)))
    leave_unused(run, scored)
    emitted, end = [scored.kept(each.node) for each in path[1:]], path[-1]
    if end.rest is not None:
        return [*emitted, draw_residual(run, scored, end.node, end.rest, end.shown)]
    return emitted if emitted and ended(run, end.node) else [*emitted, draw_own(run, scored, end.node)]


def descend(run: Run, scored: Scored, parent: Reached, waiting: Tries) -> Reached:
    """Go down from `parent` to its first remaining child. The child's α is computed from the parent's current α
    and p.
    """
    drawn = parent.tries[0]
    token = run.tree.token(drawn.node)
    p = parent.p(scored).prob(token)
    alpha, tries = acceptance(parent.alpha * p, drawn.q.prob(token)), list(waiting.pop(drawn.node, ()))
    return Reached(drawn.node, alpha, tries, drawn, above=parent.alpha, p_used=p)


def _judge(run: Run, scored: Scored, path: Sequence[Reached], ok: bool, u: float | None, place: int) -> LeafTest:
    """Record the test of the leaf at the end of `path`; if it failed, delete it and update its parent."""
    leaf, parent = path[-1], path[-2]
    assert leaf.drawn is not None, "the root is not tested"
    q, left, decided = leaf.drawn.q.prob(run.tree.token(leaf.node)), leaf.drawn.left, last(run.dice)
    laws = (*parent.law(scored), *leaf.drawn.law)
    s = None if ok else delete_first(run, scored, parent)
    if run.rec.on:
        laws = laws if ok or parent.rest is None else (*laws, *parent.shown)
        numbers = {"a": leaf.alpha, "u": u, "draw": decided, "p_used": leaf.p_used, "q": q, "q_left": left}
        decision = "accepted" if ok else "rejected"
        own = scored.judge(leaf.node, decision, LEAF_RATIO, distributions=laws, **numbers)
        _record(run, [own, *(_inner(scored, each) for each in reversed(path[1:-1]) if ok)], place)
    alpha = None if ok else parent.alpha
    return LeafTest(leaf.node, q, leaf.p_used, leaf.above, leaf.alpha, left, u, ok, s, alpha, leaf.deleted)


def _inner(scored: Scored, each: Reached) -> Verdict:
    """The verdict on a node above an accepted leaf. The node is accepted together with the leaf."""
    return scored.judge(each.node, "accepted", LEAF_RATIO, p_used=each.p_used)


def _record(run: Run, verdicts: list[Verdict], place: int) -> None:
    """Record the verdicts of one test as one step. The verdict on the leaf comes first."""
    indices = [run.rec.verdict(verdict) for verdict in verdicts]
    run.rec.step(VERIFY, [verdict.node for verdict in verdicts], indices, verdicts[0].layer, place)


def delete_first(run: Run, scored: Scored, parent: Reached) -> float:
    """Delete the first remaining child of `parent`, and update the parent's α and p. Returns S, the residual's mass.

    If S = 0 and α = 1, then p equals q up to rounding, and the child was certain to be accepted. So p stays as it is.
    """
    p, q = parent.p(scored), parent.tries.pop(0).q
    s, rest = excess(p, q, parent.alpha), residual(p, q, parent.alpha)
    parent.alpha, parent.deleted = after_deletion(parent.alpha, s), parent.deleted + 1
    if rest is not None:
        parent.rest, parent.shown = rest, run.dist(parent.node, "residual", rest)
    return s


def after_deletion(alpha: float, s: float) -> float:
    """The value of α at a node after a child was deleted: S/(S + 1 − α), or 1 if α was 1.

    >>> after_deletion(0.5, 0.25), after_deletion(0.5, 0.0), after_deletion(1.0, 0.0)
    (0.3333333333333333, 0.0, 1.0)
    """
    return 1.0 if alpha == 1 else s / (s + 1 - alpha)


DECODER = Decoder(
    name="traversal",
    title="Traversal verification: a tree judged from the leaves",
    paper="Weng et al. 2025",
    step=step,
    settings=TraversalSettings,
    oracle=multinomial,
    view="tree",
    rules=(LEAF_RATIO, GREEDY_MATCH, OFF_PATH, *OWN_TOKEN),
    layers=(TraversalLayer,),
)
