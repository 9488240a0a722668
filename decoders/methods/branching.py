"""SpecInfer and MCSS: trees of sampled children that are tested one by one.

Every node of level l gets branching[l] children sampled from 𝒯q. They are tested in the order in which they were
sampled. The first is accepted with probability min(1, p/q). After a rejection, p becomes the residual p′ = norm(max(p −
q, 0)), and the next child is tested against p′ (Miao et al. 2024, multi-step speculative sampling).

Without replacement, the j-th child is sampled from q without the children before it, renormalised. Its ratio and
residual use that distribution too (Yang et al. 2024). If 𝒯 leaves a single token, the children are the most probable
tokens of q, and are compared with argmax p.

If the same token is sampled twice below a node, both samples are one child node. This child gets children only once,
because they depend only on the child. The verdict of a test refers to p, to the q from which the child was sampled and,
after a rejection, to the residual.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any, ClassVar

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.dice import draw, last
from decoders.core.record import DRAFT, VERIFY, Layer
from decoders.core.rules import RATIO, RESIDUAL_RATIO, Dist, acceptance, residual
from decoders.core.settings import Settings, setting
from decoders.core.values import NodeId, Prob
from decoders.methods.tree_verification import (
    GREEDY_MATCH,
    OFF_PATH,
    OWN_TOKEN,
    Candidates,
    Scored,
    Tried,
    add_children,
    check_size,
    draft_depth,
    draft_top,
    ended,
    follow,
    full_tree,
    tries_problem,
    walk,
)


@dataclass(frozen=True)
class BranchingSettings(Settings):
    """Settings of SpecInfer: the shape of the tree."""

    branching: tuple[int, ...] = setting(
        (4, 2, 2),
        "Number of children sampled below every node, level by level: 4,2,2 means four on the first level, then two, "
        "then two.",
        low=1,
        high=64,
    )

    def check(self) -> None:
        """Raise BadInput if the tree is too large for one pass."""
        check_size(self.branching, f"branching={','.join(map(str, self.branching))}")

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return full_tree(self.branching)


@dataclass(frozen=True)
class McssSettings(BranchingSettings):
    """Settings of MCSS."""

    replacement: bool = setting(
        False,
        "Whether the same token may be sampled twice below one node, as in SpecInfer.",
        label="With replacement",
    )


@dataclass(frozen=True, kw_only=True)
class TriesLayer(Layer):
    """The children tested at one node, in order. A token that was sampled twice is tested twice."""

    kind: ClassVar[str] = "tries"
    node: NodeId  # the parent of the children
    tries: tuple[NodeId, ...]  # the tested children
    q: tuple[Prob, ...]  # q of each child when it was sampled
    q_left: tuple[Prob, ...] | None = None  # without replacement: mass of q left before each sample
    p_used: tuple[Prob, ...]  # p′ (the residual) of each tested child
    accepted: int | None = None

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a test of a node that is not in the iteration, or lists of different lengths.
        """
        return tries_problem(self.kind, self.tries, nodes, self.q, self.q_left or None)


@dataclass(frozen=True)
class Try:
    """One sampled child, the distribution that it was sampled from, and the index of that distribution in the
    record.
    """

    node: int
    q: Dist
    law: tuple[int, ...]
    left: float | None  # mass of q left after earlier draws; None if nothing was removed


Tries = dict[int, list[Try]]


def iteration(run: Run, state: State, replacement: bool) -> State:
    """Run one iteration: draft the tree, run one target pass, and walk down the tree."""
    beam = state.beams[0]
    if run.settings.warp.greedy:
        tree = draft_top(run, beam, run.settings.branching)
        return run.commit(beam, follow(run, Scored(run, tree)))
    tree, tries = draft_tree(run, beam, run.settings.branching, replacement)
    scored = Scored(run, tree)
    return run.commit(beam, walk(run, scored, lambda at: try_children(run, scored, at, tries[at])))


def draft_tree(run: Run, beam: Beam, branching: Sequence[int], replacement: bool) -> tuple[Candidates, Tries]:
    """Make the draft tree and, for every node with children, the tests of its children in the order of sampling."""
    tree, tries, level = Candidates(beam.node), Tries(), [beam.node]
    for depth, width in enumerate(branching[: draft_depth(run, beam)], 1):
        open_nodes = [node for node in level if node == beam.node or not ended(run, node)]
        if not open_nodes:
            break
        logits, level = run.draft.logits(open_nodes), list[int]()
        for row, node in enumerate(open_nodes):
            q = logits.warp(row, run.settings.warp)
            label = f"draft {depth}, node {row + 1}"
            drawn = draw(run.dice, q, width, replacement, lambda n, label=label: f"{label}.{n} ~ q")
            level += add_children(run, tree, node, [x for x, _ in drawn], [q.prob(x) for x, _ in drawn])
            tries[node] = _recorded(run, node, drawn)
        run.rec.step(DRAFT, level, layer=depth)
    return tree, tries


def _recorded(run: Run, node: int, drawn: list[tuple[int, Dist]]) -> list[Try]:
    """The tests, each with the index of its distribution. Each distinct distribution is recorded once."""
    tries: list[Try] = []
    first = drawn[0][1]
    for token, q in drawn:
        same = bool(tries) and tries[-1].q is q
        law = tries[-1].law if same else run.dist(node, "q", q)
        left = None if q is first else float(first.prob(int(q.ids[0])) / q.probs[0])
        tries.append(Try(run.tree.add(node, token), q, law, left))
    return tries


def try_children(run: Run, scored: Scored, at: int, tries: list[Try]) -> Tried:
    """Test the children of `at` in order.

    Returns the accepted child or None, the resulting p′, and the index of p′ in the record.
    """
    left, shown, layer = scored.p(at), scored.law(at), run.tree.depth(at) - run.tree.depth(scored.tree.root) + 1
    used: list[float] = []
    accepted = None
    for place, drawn in enumerate(tries, 1):
        token = run.tree.token(drawn.node)
        used.append(left.prob(token))
        a = acceptance(used[-1], drawn.q.prob(token))
        ok, u = run.dice.accept(a, f"accept {layer}.{place}")
        rest = None if ok else residual(left, drawn.q)
        laws = (*shown, *drawn.law)
        if rest is not None:
            left, shown = rest, run.dist(at, "residual", rest)
            laws = (*laws, *shown)
        if run.rec.on:
            _record_try(run, scored, drawn, place, rest is None, p_used=used[-1], a=a, u=u, distributions=laws)
        if rest is None:  # accepted, or p′ = q up to rounding, so acceptance was certain
            accepted = drawn.node
            break
    if run.rec.on:
        _record_tries(run, at, tries, used, accepted, layer)
    return accepted, left, shown


def _record_try(run: Run, scored: Scored, drawn: Try, place: int, ok: bool, **numbers: Any) -> None:
    """Record the verdict of one test, which compares u with min(1, p/q), or after a rejection with min(1, p′/q)."""
    rule = RATIO if place == 1 else RESIDUAL_RATIO
    numbers |= {"q": drawn.q.prob(run.tree.token(drawn.node)), "q_left": drawn.left, "draw": last(run.dice)}
    verdict = scored.judge(drawn.node, "accepted" if ok else "rejected", rule, **numbers)
    run.rec.decide(VERIFY, verdict, place)


def _record_tries(run: Run, at: int, tries: list[Try], used: list[float], accepted: int | None, layer: int) -> None:
    """Record the tests of one node's children as a layer."""
    left = tuple(1.0 if drawn.left is None else drawn.left for drawn in tries)
    about = TriesLayer(
        layer=layer,
        node=at,
        tries=tuple(drawn.node for drawn in tries),
        q=tuple(drawn.q.prob(run.tree.token(drawn.node)) for drawn in tries),
        q_left=left if tries[-1].left is not None else None,
        p_used=tuple(used),
        accepted=accepted,
    )
    run.rec.layer(about)


RULES = (RATIO, RESIDUAL_RATIO, GREEDY_MATCH, OFF_PATH, *OWN_TOKEN)
SPECINFER = Decoder(
    name="specinfer",
    title="SpecInfer: a sampled draft tree",
    paper="Miao et al. 2024",
    step=lambda run, state: iteration(run, state, replacement=True),
    settings=BranchingSettings,
    oracle=multinomial,
    view="tree",
    rules=RULES,
    layers=(TriesLayer,),
)
MCSS = Decoder(
    name="mcss",
    title="MCSS: a draft tree without replacement",
    paper="Yang et al. 2024",
    step=lambda run, state: iteration(run, state, run.settings.replacement),
    settings=McssSettings,
    oracle=multinomial,
    view="tree",
    rules=RULES,
    layers=(TriesLayer,),
)
