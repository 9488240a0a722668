"""BiLD: a big and a little decoder (Kim et al. 2023).

*Fallback*: the draft generates tokens from 𝒯q until max q < τ₁ or γ tokens are drafted. *Rollback*: the target reads
these tokens in one pass and goes back to the first one with −log p > τ₂. It replaces that token with its own sample
from 𝒯p. If there is no such token, the target adds one token after the draft.

Both thresholds are compared with p and q before warping, because after warping with T = 0, every draft token would have
probability 1. BiLD is lossy: every drafted token with −log p ≤ τ₂ passes, whatever its q. Testing a draft token uses no
random number.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, lossy, multinomial
from decoders.core.record import DRAFT, VERIFY, Layer, Rule, Verdict
from decoders.core.settings import Settings, setting
from decoders.core.ties import above, below
from decoders.core.values import NodeId, OrInfinity, Prob, Threshold
from decoders.methods.tree_verification import (
    EARLIER_REJECTION,
    EXIT,
    OWN_TOKEN,
    Candidates,
    Scored,
    add_children,
    draft_depth,
    draw_own,
    emit_own,
    ended,
    leave_unused,
)

ROLLBACK = Rule("rollback", "−log p ≤ τ₂")


@dataclass(frozen=True)
class BildSettings(Settings):
    """Settings of BiLD."""

    gamma: int = setting(
        10,
        "Maximum number of draft tokens before the target checks them.",
        label="Draft length",
        low=1,
        high=32,
        symbol="γ",
    )
    fallback_threshold: float = setting(
        0.6,
        "Minimum probability of the draft’s best token; below this value, the draft hands over to the target. A larger "
        "value hands over earlier.",
        low=0,
        high=1,
        symbol="τ₁",
    )
    rollback_threshold: float = setting(
        5.0,
        "Maximum −log p of an accepted token; above this value, the target goes back to the token. A larger value "
        "accepts more tokens.",
        low=0,
        high=100,
        symbol="τ₂",
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma


@dataclass(frozen=True, kw_only=True)
class FallbackLayer(Layer):
    """The fallback test at one position, which decides whether the draft continues."""

    kind: ClassVar[str] = "fallback"
    node: NodeId  # the node after which q was computed
    max_q: Prob
    threshold: Threshold  # τ₁
    stopped: bool


@dataclass(frozen=True, kw_only=True)
class RollbackLayer(Layer):
    """The rollback test of one draft token, which decides whether the target goes back to this token."""

    kind: ClassVar[str] = "rollback"
    node: NodeId
    nll: OrInfinity  # −log p, nats
    threshold: Threshold  # τ₂
    rolled_back: bool


def step(run: Run, state: State) -> State:
    """Run one iteration: draft until fallback, run one target pass, then roll back or add one more token."""
    beam = state.beams[0]
    tree = draft_until_fallback(run, beam)
    return run.commit(beam, read(run, Scored(run, tree)))


def draft_until_fallback(run: Run, beam: Beam) -> Candidates:
    """Draft tokens one by one until the fallback rule, EOS or the limit of γ tokens ends the draft."""
    tree, node, threshold = Candidates(beam.node), beam.node, run.settings.fallback_threshold
    for depth in range(1, min(run.settings.gamma, draft_depth(run, beam)) + 1):
        logits = run.draft.logits([node])
        run.raw(node, "q_raw", logits, 0)
        largest = logits.top(0, 1)[0][0][1]
        stopped = below(largest, threshold)
        run.rec.layer(FallbackLayer(layer=depth, node=node, max_q=largest, threshold=threshold, stopped=stopped))
        if stopped:
            run.rec.step(EXIT, layer=depth)
            break
        token = run.dice.choose(logits.warp(0, run.settings.warp), f"draft {depth} ~ q")
        node = add_children(run, tree, node, [token], [math.exp(logits.logp(0, token))])[0]
        run.rec.step(DRAFT, (node,), layer=depth)
        if ended(run, node):
            break
    return tree


def read(run: Run, scored: Scored) -> list[Emitted]:
    """Let the target read the draft. Accept the tokens before the first one with −log p > τ₂, then add one token from
    the target.
    """
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    for layer, node in enumerate(tree.nodes, 1):
        draft = scored.kept(node)
        if _rolls_back(run, scored, at, draft, layer):
            leave_unused(run, scored, EARLIER_REJECTION, warped=False)
            return [*emitted, emit_own(run, scored, at, run.dice.choose(scored.p(at), "token ~ p"))]
        emitted.append(draft)
        at = node
    return emitted if emitted and ended(run, at) else [*emitted, draw_own(run, scored, at)]


def _rolls_back(run: Run, scored: Scored, at: int, draft: Emitted, layer: int) -> bool:
    """Whether −log p of a draft token is above τ₂. Records the decision."""
    threshold, nll = run.settings.rollback_threshold, -draft.logp
    back = above(nll, threshold)
    if run.rec.on:
        run.rec.layer(RollbackLayer(layer=layer, node=draft.node, nll=nll, threshold=threshold, rolled_back=back))
        p = math.exp(draft.logp)
        verdict = Verdict(
            draft.node,
            "rejected" if back else "accepted",
            ROLLBACK,
            p=p,
            q=scored.tree.q[draft.node],
            p_used=p,
            bar=threshold,
            layer=layer,
            distributions=scored.raw(at),
        )
        run.rec.decide(VERIFY, verdict)
    return back


def fallback(settings: BildSettings) -> Oracle:
    """The method with which BiLD's output distribution is compared. BiLD is exact only if τ₂ = 0, because then only a
    draft token with p = 1 passes.
    """
    return multinomial(settings, "rolls_back_every_chance") if settings.rollback_threshold == 0 else lossy("rollback")


DECODER = Decoder(
    name="bild",
    title="BiLD: fallback and rollback",
    paper="Kim et al. 2023",
    step=step,
    settings=BildSettings,
    oracle=fallback,
    view="chain",
    rules=(ROLLBACK, EARLIER_REJECTION, *OWN_TOKEN),
    phases=(EXIT,),
    layers=(FallbackLayer, RollbackLayer),
)
