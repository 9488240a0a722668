"""Trees of randomly drawn children, tried one after the other: the core that SpecInfer and MCSS share.

Every node of level l gets branching[l] children drawn from 𝒯q. At a node the children are tried in the order drawn:
one is accepted with min(1, p′/q); after a rejection p′ becomes norm(max(p′ − q, 0)) and the next is tried against
that (Miao et al. 2024, multi-step speculative sampling). Drawn without replacement, the law of the j-th child is q
without the children before it, renormalised, and that is the q of its ratio and of its residual too (Yang et al.
2024). Where 𝒯 leaves one token, the children are the most probable tokens of q, compared with the argmax of p.

The children of a node drawn twice are drawn once: given the node they are q's, whichever draw led to it.
Iteration.layers, one for each node visited: node, layer, tries (the nodes in the order tried; a token drawn twice
is tried twice), q (the drafts' probabilities as drawn), q_left (without replacement: the mass of q that was left when
each was drawn), p_used (p′ of each try), accepted (a node or None). The verdict of a try points to p, the q it was
drawn from and, after a rejection, the residual that the next try meets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.record import Verdict
from decoders.core.rules import Dist, acceptance, residual
from decoders.core.settings import Settings, setting
from decoders.errors import BadInput
from decoders.methods.tree_verification import (
    Candidates,
    Scored,
    add_children,
    depth_left,
    draft_top,
    draw_bonus,
    emit_target,
    ended,
    follow,
    leave_unused,
)

MAX_NODES = 1024  # candidates a target pass may be asked to score


@dataclass(frozen=True)
class BranchingSettings(Settings):
    """Settings of the methods that draft a tree of a given shape."""

    branching: tuple[int, ...] = setting((4, 2, 2), "Children drafted below every node, level by level", low=1, high=64)

    def check(self) -> None:
        """Raise BadInput if the tree is too large to verify in one pass."""
        nodes = sum(int(np.prod(self.branching[:depth])) for depth in range(1, len(self.branching) + 1))
        if nodes > MAX_NODES:
            shape = ",".join(map(str, self.branching))
            raise BadInput(f"branching={shape} is a tree of {nodes} candidates; choose one of at most {MAX_NODES}")


@dataclass(frozen=True)
class Try:
    """One drawn child, the law it was drawn from as that law stood, and where it is recorded."""

    node: int
    q: Dist
    law: tuple[int, ...]


Tries = dict[int, list[Try]]


def without(q: Dist, token: int) -> Dist | None:
    """q without one token, renormalised; None if nothing is left (MCSS: q[x] ← 0 after each draw)."""
    keep = q.ids != token
    total = q.probs[keep].sum()
    return Dist(q.ids[keep], q.probs[keep] / total) if total > 0 else None


def iteration(run: Run, state: State, replacement: bool) -> State:
    """One iteration: draft the tree, one target pass, walk down it."""
    beam = state.beams[0]
    if run.settings.warp.greedy:
        tree = draft_top(run, beam, run.settings.branching)
        return run.commit(beam, follow(run, tree, Scored(run, tree)))
    tree, tries = draft_tree(run, beam, run.settings.branching, replacement)
    return run.commit(beam, walk(run, tree, tries, Scored(run, tree)))


def draft_tree(run: Run, beam: Beam, branching: Sequence[int], replacement: bool) -> tuple[Candidates, Tries]:
    """The drafted tree and, for every node with children, the tries in the order drawn."""
    tree, tries, level = Candidates(beam.node), Tries(), [beam.node]
    for depth, width in enumerate(branching[: depth_left(run, beam)], 1):
        open_nodes = [node for node in level if node == beam.node or not ended(run, node)]
        if not open_nodes:
            break
        logits, level = run.draft.logits(open_nodes), []
        for row, node in enumerate(open_nodes):
            q = logits.warp(row, run.settings.warp)
            drawn = draw(run, q, width, replacement, f"draft {depth}, node {row + 1}")
            level += add_children(run, tree, node, [x for x, _ in drawn], [q.prob(x) for x, _ in drawn])
            tries[node] = _recorded(run, node, drawn)
        run.rec.step("draft", f"Draft level {depth}", level, layer=depth)
    return tree, tries


def draw(run: Run, q: Dist, width: int, replacement: bool, label: str) -> list[tuple[int, Dist]]:
    """Up to `width` tokens, each with the law it was drawn from; fewer only when q has no more tokens."""
    drawn: list[tuple[int, Dist]] = []
    left: Dist | None = q
    while left is not None and len(drawn) < width:
        token = run.dice.choose(left, f"{label}.{len(drawn) + 1} ~ q")
        drawn.append((token, left))
        left = left if replacement else without(left, token)
    return drawn


def _recorded(run: Run, node: int, drawn: list[tuple[int, Dist]]) -> list[Try]:
    """Tries with their laws recorded, each distinct law once."""
    tries: list[Try] = []
    for token, q in drawn:
        same = bool(tries) and tries[-1].q is q
        tries.append(Try(run.tree.add(node, token), q, tries[-1].law if same else run.dist(node, "q", q)))
    return tries


def walk(run: Run, tree: Candidates, tries: Tries, scored: Scored) -> list[Emitted]:
    """Go down the accepted children; where none is accepted, one token from the residual, else the bonus."""
    emitted: list[Emitted] = []
    judged: list[int] = []
    at = tree.root
    while tries.get(at):
        child, left, shown = try_children(run, scored, at, tries[at], len(emitted) + 1, judged)
        if child is None:
            leave_unused(run, tree, judged)
            token = run.dice.choose(left, "residual token")
            why = f"As all {len(tries[at])} tries here were rejected, one token is drawn from what they left of p"
            return [*emitted, emit_target(run, scored, at, token, left, "residual", why, shown)]
        emitted.append(scored.kept(child))
        at = child
    leave_unused(run, tree, judged)
    if emitted and ended(run, at):
        return emitted
    return [*emitted, draw_bonus(run, scored, at, bool(tree.children))]


def try_children(
    run: Run, scored: Scored, at: int, tries: list[Try], layer: int, judged: list[int]
) -> tuple[int | None, Dist, tuple[int, ...]]:
    """Try the children of `at`: the accepted one or None, p′ as it then is, and where p′ is recorded."""
    p = scored.p(at)
    left, shown, first = p, scored.law(at), tries[0].q
    chances: list[float] = []
    accepted = None
    for place, one in enumerate(tries, 1):
        token = run.tree.token(one.node)
        used, qx = left.prob(token), one.q.prob(token)
        chances.append(used)
        a = acceptance(used, qx)
        ok, u = run.dice.accept(a, f"accept {layer}.{place}")
        rest = None if ok else residual(left, one.q)
        ok = rest is None  # no residual: p′ = q, and acceptance was certain up to rounding
        judged.append(one.node)
        verdict = replace(judge(one.node, used, qx, a, u, ok, layer, place), p=p.prob(token))
        if one.q is not first:
            verdict = replace(verdict, reason=f"{verdict.reason}; {_shrunken(first.prob(token), qx, place)}")
        seen = (*shown, *one.law)
        if rest is not None:
            left, shown = rest, run.dist(at, "residual", rest)
            seen = (*seen, *shown)
        run.rec.decide("verify", f"Verify {layer}, try {place}", replace(verdict, distributions=seen))
        if ok:
            accepted = one.node
            break
    run.rec.layer(
        layer=layer,
        node=at,
        tries=[one.node for one in tries],
        q=[one.q.prob(run.tree.token(one.node)) for one in tries],
        p_used=chances,
        accepted=accepted,
        **({"q_left": [_left(first, one.q) for one in tries]} if tries[-1].q is not first else {}),
    )
    return accepted, left, shown


def _left(first: Dist, q: Dist) -> float:
    """The mass of the first law on what is left of it."""
    return 1.0 if q is first else float(first.prob(int(q.ids[0])) / q.probs[0])


def _shrunken(before: float, now: float, place: int) -> str:
    """What taking the tries before out of q has made of a token's share."""
    drawn = "token" if place == 2 else f"{place - 1} tokens"
    return f"without the {drawn} drawn before it q makes {now:.3g} of {before:.3g}"


def judge(node: int, used: float, qx: float, a: float, u: float | None, ok: bool, layer: int, place: int) -> Verdict:
    """The verdict on one try: u against min(1, p′/q)."""
    drawn = "" if u is None else f"u = {u:.3g} {'is below' if ok else 'is not below'} "
    prime = "p" if place == 1 else "p′"
    outcome = "kept" if ok else f"rejected, and {prime} loses what q offered"
    reason = f"{drawn}min(1, {prime}/q) = min(1, {used:.3g}/{qx:.3g}) = {a:.3g}, so the try is {outcome}"
    return Verdict(node, "accepted" if ok else "rejected", reason, used, qx, used, a, u, layer)
