"""BiLD: a big and a little decoder (Kim et al. 2023; algorithms §1).

Fallback: the draft writes alone, each token from 𝒯q, until max q < τ₁ or γ tokens are written. Rollback: in one pass
the target reads them and goes back to the first token with −log p > τ₂, in whose place it writes its own from 𝒯p;
if there is none, it writes the token after them. Both thresholds look at p and q before any warping, or T = 0 would
make every draft certain. Lossy: improbable tokens pass as long as −log p ≤ τ₂.

Iteration.layers: for every draft place {layer, node, max_q, fallback_threshold, stopped}, node being the one that q
follows; then for every token the target reads {layer, node, nll (−log p, nats), rollback_threshold, rolled_back}. A
verdict's p and q are unwarped, and it has no u: nothing is left to chance here.
"""

import math
from dataclasses import dataclass

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, lossy, multinomial
from decoders.core.record import Verdict
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
    unwarped,
)


@dataclass(frozen=True)
class BildSettings(Settings):
    """Settings of BiLD."""

    gamma: int = setting(10, "Most tokens the draft writes before the target reads", low=1, high=32, symbol="γ")
    fallback_threshold: float = setting(
        0.6, "The draft hands over where its largest probability is below this", low=0, high=1, symbol="τ₁"
    )
    rollback_threshold: float = setting(
        5.0, "The target goes back to a token whose −log p is above this", low=0, high=100, symbol="τ₂"
    )


def step(run: Run, state: State) -> State:
    """One iteration: the draft until fallback, one target pass, rollback or one token more."""
    beam = state.beams[0]
    tree = draft_until_fallback(run, beam)
    return run.commit(beam, read(run, tree, Scored(run, tree)))


def draft_until_fallback(run: Run, beam: Beam) -> Candidates:
    """The chain the draft writes alone; it also ends with EOS."""
    tree, node, threshold = Candidates(beam.node), beam.node, run.settings.fallback_threshold
    for depth in range(1, min(run.settings.gamma, depth_left(run, beam)) + 1):
        logits = run.draft.logits([node])
        unwarped(run, node, "q_raw", logits, 0)
        largest = logits.top(0, 1)[0][0][1]
        stopped = largest < threshold
        run.rec.layer(layer=depth, node=node, max_q=largest, fallback_threshold=threshold, stopped=stopped)
        if stopped:
            run.rec.step("draft", f"Fallback: max q {largest:.2g} < τ₁ = {threshold:g}", layer=depth)
            break
        token = run.dice.choose(logits.warp(0, run.settings.warp), f"draft {depth} ~ q")
        node = add_children(run, tree, node, [token], [math.exp(logits.logp(0, token))])[0]
        run.rec.step("draft", f"Draft {depth}", (node,), layer=depth)
        if ended(run, node):
            break
    return tree


def read(run: Run, tree: Candidates, scored: Scored) -> list[Emitted]:
    """Keep tokens up to the first with −log p > τ₂; the target writes the next one."""
    emitted: list[Emitted] = []
    at = tree.root
    for layer, node in enumerate(tree.nodes, 1):
        one = scored.kept(node)
        if _rolls_back(run, tree, scored, at, one, layer):
            leave_unused(run, tree, [*(kept.node for kept in emitted), node])
            law = scored.p(at)
            token = run.dice.choose(law, "token ~ p")
            why = "As the target went back to here, it draws the token from p"
            return [*emitted, emit_target(run, scored, at, token, law, "target", why, scored.law(at))]
        emitted.append(one)
        at = node
    if emitted and ended(run, at):
        return emitted
    return [*emitted, draw_bonus(run, scored, at, bool(emitted))]


def _rolls_back(run: Run, tree: Candidates, scored: Scored, at: int, one: Emitted, layer: int) -> bool:
    """Whether −log p of a draft token is above τ₂; records the decision."""
    threshold, nll = run.settings.rollback_threshold, -one.logp
    back = nll > threshold
    side, outcome = ("is above", "goes back to it") if back else ("is not above", "keeps it")
    reason = f"−log p = {nll:.3g} {side} τ₂ = {threshold:g}, so the target {outcome}"
    run.rec.layer(layer=layer, node=one.node, nll=nll, rollback_threshold=threshold, rolled_back=back)
    decision, px, qx = "rejected" if back else "accepted", math.exp(one.logp), tree.q[one.node]
    verdict = Verdict(one.node, decision, reason, px, qx, px, layer=layer, distributions=scored.raw(at))
    run.rec.decide("verify", f"Verify {layer}", verdict)
    return back


def fallback(settings: BildSettings) -> Oracle:
    """Only a draft that p is certain of outlives τ₂ = 0."""
    return multinomial(settings, "rolls_back_every_chance") if settings.rollback_threshold == 0 else lossy("rollback")


DECODER = Decoder("bild", "BiLD: fallback and rollback", "Kim et al. 2023", step, BildSettings, fallback, "chain")
