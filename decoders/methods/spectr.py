"""SpecTr: k iid drafts verified together by K-SEQ (Sun et al. 2023; algorithms §1).

k drafts of γ tokens are drawn from 𝒯q. At each place the n drafts that share the kept prefix are tried in order,
each kept with min(1, p/(ρq)). With β = Σ min(q, p/ρ) one of them is kept with chance 1 − (1 − β)ⁿ, and the rest of
the law is ∝ p − min(q, p/ρ)·(1 − (1 − β)ⁿ)/β. That is non-negative, and the output's law is p, exactly where
1 − (1 − β)ⁿ ≤ ρβ; ρ* is the least such ρ. Lossless.

Iteration.layers, one for each place visited: layer, node, tries (the nodes of the n drafts in order; drafts of the
same token are one node tried several times), rho (ρ*), beta (β), success (1 − (1 − β)ⁿ), accepted (a node or None).
A verdict's p_used is p/ρ; it points to p, q and, on the last rejection, the residual.
"""

from dataclasses import dataclass

import numpy as np

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import Verdict
from decoders.core.rules import Dist, Ids, Probs
from decoders.core.settings import Settings, setting
from decoders.methods.tree_verification import (
    Candidates,
    Scored,
    add_children,
    depth_left,
    draw_bonus,
    emit_target,
    ended,
    leave_unused,
)

Path = list[int]  # one draft: its nodes below the beam


@dataclass(frozen=True)
class SpecTrSettings(Settings):
    """Settings of SpecTr."""

    gamma: int = setting(4, "Draft tokens per iteration", low=1, high=32, symbol="γ")
    draft_width: int = setting(4, "Drafts per iteration", low=1, high=64, symbol="k")


@dataclass(frozen=True)
class KSeq:
    """The numbers of K-SEQ at one place: ρ, β = Σ min(q, p/ρ) and the chance that one of n drafts is kept."""

    rho: float
    beta: float
    success: float


def success_rate(beta: float, n: int) -> float:
    """1 − (1 − β)ⁿ, without cancellation for small β."""
    return 1.0 if beta >= 1 else float(-np.expm1(n * np.log1p(-beta)))


def optimal_rho(p: Probs, q: Probs, n: int) -> float:
    """ρ*: the least ρ in [1, n] with 1 − (1 − β(ρ))ⁿ ≤ ρβ(ρ), where β(ρ) = Σ min(q, p/ρ).

    p, q float64[m] over q's support. Bisection down to neighbouring floats, of which the upper is returned, so that
    the rule is exact. β(ρ) costs little: a token with p/q below the lower end counts p/ρ from then on, one above the
    upper end q, and only those between are looked at again.
    """
    low, high = 1.0, float(n)
    below, above = 0.0, 0.0  # Σ p of tokens settled as p/ρ, Σ q of tokens settled as q
    while low < (middle := 0.5 * (low + high)) < high:
        small = p < middle * q
        p_small, q_large = float(p[small].sum()), float(q[~small].sum())
        beta = min(1.0, (below + p_small) / middle + above + q_large)
        if success_rate(beta, n) <= middle * beta:
            high, above = middle, above + q_large
            p, q = p[small], q[small]
        else:
            low, below = middle, below + p_small
            p, q = p[~small], q[~small]
    return high


def k_seq(p: Dist, q: Dist, n: int) -> KSeq:
    """K-SEQ's ρ*, β and success for n drafts from q."""
    p_on_q = probs_at(p, q.ids)
    rho = optimal_rho(p_on_q, q.probs, n)
    beta = min(1.0, float(np.minimum(q.probs, p_on_q / rho).sum()))
    return KSeq(rho, beta, success_rate(beta, n))


def accept_chance(p: float, q: float, rho: float) -> float:
    """min(1, p/(ρq))."""
    return min(1.0, p / (rho * q))


def k_seq_residual(p: Dist, q: Dist, numbers: KSeq) -> Dist | None:
    """norm(p − min(q, p/ρ)·success/β); p itself if β = 0, None if nothing is left (one draft was sure to be kept)."""
    if numbers.beta == 0:
        return p
    offered = np.minimum(probs_at(q, p.ids), p.probs / numbers.rho)
    rest = np.maximum(p.probs - offered * (numbers.success / numbers.beta), 0.0)
    keep = rest > 0
    return Dist(p.ids[keep], rest[keep] / rest.sum()) if keep.any() else None


def probs_at(dist: Dist, ids: Ids) -> Probs:
    """The probabilities of ascending ids[m], 0 outside the support."""
    if dist.ids is ids:
        return dist.probs
    at = np.minimum(np.searchsorted(dist.ids, ids), len(dist.ids) - 1)
    return np.where(dist.ids[at] == ids, dist.probs[at], 0.0)


def step(run: Run, state: State) -> State:
    """One iteration: k drafts, one target pass over their tree, K-SEQ place by place."""
    beam = state.beams[0]
    tree, paths, laws = draft_paths(run, beam, run.settings.draft_width, run.settings.gamma)
    return run.commit(beam, walk(run, tree, paths, laws, Scored(run, tree)))


def draft_paths(run: Run, beam: Beam, k: int, gamma: int) -> tuple[Candidates, list[Path], dict[int, Dist]]:
    """The tree of k iid drafts, the drafts, and q after every node that has children; EOS ends a draft."""
    tree, paths, laws = Candidates(beam.node), [Path() for _ in range(k)], dict[int, Dist]()
    for depth in range(1, min(gamma, depth_left(run, beam)) + 1):
        ends = [path[-1] if path else beam.node for path in paths]
        live = [slot for slot, path in enumerate(paths) if not path or not ended(run, path[-1])]
        parents = list(dict.fromkeys(ends[slot] for slot in live))
        if not parents:
            break
        logits = run.draft.logits(parents)
        laws.update((node, logits.warp(row, run.settings.warp)) for row, node in enumerate(parents))
        drawn = {slot: run.dice.choose(laws[ends[slot]], f"draft {slot + 1}.{depth} ~ q") for slot in live}
        level: list[int] = []
        for node in parents:
            tokens = [drawn[slot] for slot in live if ends[slot] == node]
            level += add_children(run, tree, node, tokens, [laws[node].prob(token) for token in tokens])
        for slot in live:
            paths[slot].append(run.tree.add(ends[slot], drawn[slot]))
        run.rec.step("draft", f"Draft level {depth}", level, layer=depth)
    return tree, paths, laws


def walk(run: Run, tree: Candidates, paths: list[Path], laws: dict[int, Dist], scored: Scored) -> list[Emitted]:
    """Keep one token of the drafts place by place; where none is kept, one token from the residual."""
    emitted: list[Emitted] = []
    judged: list[int] = []
    at, active = tree.root, paths
    while at in laws:
        layer = len(emitted)
        tries = [path[layer] for path in active]
        kept, rest, left = try_drafts(run, scored, at, tries, laws[at], layer + 1, judged)
        if kept is None:
            assert rest is not None, "the last draft is kept if nothing is left beside it"
            leave_unused(run, tree, judged)
            token = run.dice.choose(rest, "residual token")
            why = f"As all {len(tries)} drafts here were rejected, one token is drawn from what they left of p"
            return [*emitted, emit_target(run, scored, at, token, rest, "residual", why, left)]
        emitted.append(scored.kept(kept))
        at, active = kept, [path for path in active if path[layer] == kept]
    leave_unused(run, tree, judged)
    if emitted and ended(run, at):
        return emitted
    return [*emitted, draw_bonus(run, scored, at, bool(tree.children))]


def try_drafts(
    run: Run, scored: Scored, at: int, tries: list[int], q: Dist, layer: int, judged: list[int]
) -> tuple[int | None, Dist | None, tuple[int, ...]]:
    """The first draft that is kept, or None; the residual after the last rejection, and where it is recorded."""
    p = scored.p(at)
    numbers = k_seq(p, q, len(tries))
    shown = (*scored.law(at), *run.dist(at, "q", q))
    kept, rest, left = None, None, ()
    for place, node in enumerate(tries, 1):
        token = run.tree.token(node)
        px, qx = p.prob(token), q.prob(token)
        a = accept_chance(px, qx, numbers.rho)
        ok, u = run.dice.accept(a, f"accept {layer}.{place}")
        if not ok and place == len(tries):
            rest = k_seq_residual(p, q, numbers)
            ok = rest is None  # nothing is left: one draft was sure to be kept, up to rounding
            left = run.dist(at, "residual", rest) if rest is not None else ()
        judged.append(node)
        decision, reason = "accepted" if ok else "rejected", _reason(px, qx, numbers, len(tries), a, u, ok)
        used, laws = px / numbers.rho, (*shown, *left)
        verdict = Verdict(node, decision, reason, px, qx, used, a, u, layer, distributions=laws)
        run.rec.decide("verify", f"Verify {layer}, draft {place}", verdict)
        if ok:
            kept = node
            break
    _record(run, at, tries, numbers, kept, layer)
    return kept, rest, left


def _reason(px: float, qx: float, numbers: KSeq, n: int, a: float, u: float | None, ok: bool) -> str:
    drawn = "" if u is None else f"u = {u:.3g} {'is below' if ok else 'is not below'} "
    outcome = "kept" if ok else "rejected"
    chance = f"one of {n} is kept with chance 1 − (1 − β)^{n} = {numbers.success:.3g}, β = {numbers.beta:.3g}"
    ratio = f"min(1, p/(ρq)) = min(1, {px:.3g}/({numbers.rho:.3g}·{qx:.3g})) = {a:.3g}"
    return f"{drawn}{ratio}, so the draft is {outcome}; {chance}"


def _record(run: Run, at: int, tries: list[int], numbers: KSeq, kept: int | None, layer: int) -> None:
    run.rec.layer(
        layer=layer,
        node=at,
        tries=tries,
        rho=numbers.rho,
        beta=numbers.beta,
        success=numbers.success,
        accepted=kept,
    )


DECODER = Decoder(
    "spectr",
    "SpecTr: k drafts verified together",
    "Sun et al. 2023 (K-SEQ)",
    step,
    SpecTrSettings,
    multinomial,
    "tree",
)
