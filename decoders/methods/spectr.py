"""SpecTr: k i.i.d. drafts verified together by K-SEQ (Sun et al. 2023).

In each iteration, k drafts of γ tokens are sampled from 𝒯q. At each position, the n drafts that share the accepted
prefix are tested in order, and each is accepted with probability min(1, p/(ρq)). With β = Σ min(q, p/ρ), one of the n
drafts is accepted with probability 1 − (1 − β)ⁿ. The residual is proportional to p − min(q, p/ρ)·(1 − (1 − β)ⁿ)/β. The
residual is non-negative, and the output distribution is p, if and only if 1 − (1 − β)ⁿ ≤ ρβ. The smallest such ρ is
called ρ*, and with ρ = ρ*, the method is lossless. Drafts with the same token share one node, which is tested several
times.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.dice import last
from decoders.core.record import DRAFT, VERIFY, Layer, Rule
from decoders.core.rules import Dist, Ids, Probs, leftover, rounding
from decoders.core.settings import Settings, setting
from decoders.core.values import NodeId, OrInfinity, Prob
from decoders.methods.tree_verification import (
    OFF_PATH,
    OWN_TOKEN,
    Candidates,
    Scored,
    Tried,
    add_children,
    draft_depth,
    ended,
    tries_problem,
    walk,
)

K_SEQ = Rule("k_seq", "u < min(1, p/(ρq))")


@dataclass(frozen=True)
class SpecTrSettings(Settings):
    """Settings of SpecTr."""

    gamma: int = setting(4, "Maximum length of each draft.", label="Draft length", low=1, high=32, symbol="γ")
    draft_width: int = setting(
        4, "Number of independent drafts per round.", label="Number of drafts", low=1, high=64, symbol="k"
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma * self.draft_width


@dataclass(frozen=True, kw_only=True)
class KSeqLayer(Layer):
    """The drafts tested at one position, and the numbers that their acceptance rule uses."""

    kind: ClassVar[str] = "k_seq"
    node: NodeId  # the parent of the drafts' nodes
    tries: tuple[NodeId, ...]  # the nodes of the n drafts, in order
    rho: OrInfinity  # ρ*
    beta: Prob  # Σ min(q, p/ρ)
    success: Prob  # 1 − (1 − β)ⁿ
    accepted: int | None = None

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a test of a node that is not in the iteration.
        """
        return tries_problem(self.kind, self.tries, nodes)


@dataclass(frozen=True)
class KSeq:
    """The numbers of K-SEQ at one position: ρ, β = Σ min(q, p/ρ), and the probability that one of n drafts is
    accepted.
    """

    rho: float
    beta: float
    success: float


def success_rate(beta: float, n: int) -> float:
    """The probability 1 − (1 − β)ⁿ that one of n drafts is accepted, computed without cancellation for small β."""
    return 1.0 if beta >= 1 else float(-np.expm1(n * np.log1p(-beta)))


def optimal_rho(p: Probs, q: Probs, n: int) -> float:
    """The correction ρ*, which is the smallest ρ in [1, n] with 1 − (1 − β(ρ))ⁿ ≤ ρβ(ρ), where β(ρ) = Σ min(q, p/ρ).

    p and q are float64[m] over q's support. Bisection continues down to neighbouring floats and returns the upper one,
    so the rule is exact. β(ρ) is cheap to compute, because each halving settles some tokens: a token with p/q below the
    lower bound contributes p/ρ in all further steps, and one with p/q above the upper bound contributes q. Only the
    tokens in between are evaluated again.
    """
    low, high = 1.0, float(n)
    below, above = 0.0, 0.0  # Σ p of tokens that contribute p/ρ, Σ q of tokens that contribute q
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
    """Compute ρ*, β and the success probability of K-SEQ for n drafts from q."""
    p_on_q = probs_at(p, q.ids)
    rho = optimal_rho(p_on_q, q.probs, n)
    beta = min(1.0, float(np.minimum(q.probs, p_on_q / rho).sum()))
    return KSeq(rho, beta, success_rate(beta, n))


def accept_chance(p: float, q: float, rho: float) -> float:
    """The acceptance probability min(1, p/(ρq)) of one draft."""
    return min(1.0, p / (rho * q))


def k_seq_residual(p: Dist, q: Dist, numbers: KSeq) -> Dist | None:
    """The residual norm(p − min(q, p/ρ)·success/β).

    The residual is p itself if β = 0, and None if nothing of p is left, because then one draft is certain to be
    accepted.
    """
    if numbers.beta == 0:
        return p
    offered = np.minimum(probs_at(q, p.ids), p.probs / numbers.rho)
    rest = leftover(p.probs, p.probs - offered * (numbers.success / numbers.beta))
    total = rest.sum()
    if total <= rounding(len(rest)):
        return None
    keep = rest > 0
    return Dist(p.ids[keep], rest[keep] / total)


def probs_at(dist: Dist, ids: Ids) -> Probs:
    """The probabilities of ascending ids[m]; 0 outside the support."""
    if dist.ids is ids:
        return dist.probs
    at = np.minimum(np.searchsorted(dist.ids, ids), len(dist.ids) - 1)
    return np.where(dist.ids[at] == ids, dist.probs[at], 0.0)


def step(run: Run, state: State) -> State:
    """Run one iteration: draft k times, run one target pass over the tree, and apply K-SEQ position by position."""
    beam = state.beams[0]
    tree, tries, laws = draft_paths(run, beam, run.settings.draft_width, run.settings.gamma)
    scored = Scored(run, tree)
    return run.commit(beam, walk(run, scored, lambda at: try_drafts(run, scored, at, tries[at], laws[at])))


def draft_paths(run: Run, beam: Beam, k: int, gamma: int) -> tuple[Candidates, dict[int, list[int]], dict[int, Dist]]:
    """Make the tree of k i.i.d. drafts. EOS ends a draft.

    Also returns two dicts by node, for every node with children: the child that each draft through this node continues
    with (one entry per draft), and the distribution q after this node.
    """
    tree, ends = Candidates(beam.node), [beam.node] * k
    tries, laws = dict[int, list[int]](), dict[int, Dist]()
    for depth in range(1, min(gamma, draft_depth(run, beam)) + 1):
        live = [slot for slot, end in enumerate(ends) if end == beam.node or not ended(run, end)]
        parents = list(dict.fromkeys(ends[slot] for slot in live))
        if not parents:
            break
        logits, row = run.draft.logits(parents), {node: row for row, node in enumerate(parents)}
        laws.update((node, logits.warp(row[node], run.settings.warp)) for node in parents)
        drawn = {slot: run.dice.choose(laws[ends[slot]], f"draft {slot + 1}.{depth} ~ q") for slot in live}
        level: list[int] = []
        for node in parents:
            tokens = [drawn[slot] for slot in live if ends[slot] == node]
            shown = [run.prob(token, logits, row[node], laws[node]) for token in tokens]
            level += add_children(run, tree, node, tokens, shown)
        for slot in live:
            parent, ends[slot] = ends[slot], run.tree.add(ends[slot], drawn[slot])
            tries.setdefault(parent, []).append(ends[slot])
        run.rec.step(DRAFT, level, layer=depth)
    return tree, tries, laws


def try_drafts(run: Run, scored: Scored, at: int, tries: list[int], q: Dist) -> Tried:
    """Test the drafts at one position.

    Returns the first accepted draft or None, the residual after the last rejection, and the residual's index in the
    record.
    """
    p, layer = scored.p(at), run.tree.depth(at) - run.tree.depth(scored.tree.root) + 1
    numbers = k_seq(p, q, len(tries))
    laws = (*scored.law(at), *run.dist(at, "q", q))
    kept, rest, shown = None, None, ()
    for place, node in enumerate(tries, 1):
        token = run.tree.token(node)
        a = accept_chance(p.prob(token), q.prob(token), numbers.rho)
        ok, u = run.dice.accept(a, f"accept {layer}.{place}")
        if not ok and place == len(tries):
            rest = k_seq_residual(p, q, numbers)
            ok = rest is None  # the residual is zero up to rounding, so one draft was certain to be accepted
            shown = run.dist(at, "residual", rest) if rest is not None else ()
        if run.rec.on:
            used, decision = p.prob(token) / numbers.rho, "accepted" if ok else "rejected"
            facts = {"p_used": used, "a": a, "u": u, "draw": last(run.dice), "rho": numbers.rho}
            facts |= {"distributions": (*laws, *shown)}
            run.rec.decide(VERIFY, scored.judge(node, decision, K_SEQ, **facts), place)
        if ok:
            kept = node
            break
    numbered = {"rho": numbers.rho, "beta": numbers.beta, "success": numbers.success}
    run.rec.layer(KSeqLayer(layer=layer, node=at, tries=tuple(tries), accepted=kept, **numbered))
    return kept, rest, shown


DECODER = Decoder(
    name="spectr",
    title="SpecTr: several drafts, one correction",
    paper="Sun et al. 2023 (K-SEQ)",
    step=step,
    settings=SpecTrSettings,
    oracle=multinomial,
    view="tree",
    rules=(K_SEQ, OFF_PATH, *OWN_TOKEN),
    layers=(KSeqLayer,),
)
