"""Self-speculative decoding: the draft is the target with some sub-layers skipped (Draft & Verify, Zhang et al. 2024).

This file contains the decoder. The target builds the version of itself without these sub-layers from the setting
`skips` (`LanguageModel.thinned`). Toy pairs are tables without layers, so their own draft is used.

Drafting continues until γ tokens are sampled, or until max q, before warping, is below the exit threshold. The
threshold stops drafting *before* the next token is sampled. This keeps the output distribution exact, because the
decision uses only q. Dropping a token after it was sampled would change the distribution. Verification is that of SpD,
so the method is lossless.

`adaptive` adjusts the threshold λ after every iteration with a draft, as in the paper. The acceptance rate is updated
by AR ← ½AR + ½(this iteration's rate). Then λ′ = λ + 0.01 if AR ≤ 0.9 else λ − 0.01, and λ ← 0.9λ + 0.1λ′. Because λ
depends only on earlier iterations, the output distribution stays exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from decoders.core.decode import Beam, Models, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import Iteration, Layer
from decoders.core.rules import Logits
from decoders.core.settings import Settings, setting
from decoders.core.sublayers import AUTO, check_skips
from decoders.core.ties import below
from decoders.core.values import NodeId, Prob, Threshold
from decoders.errors import BadInput
from decoders.methods.speculative import RULES, Drafted, draft_chain, score_chain, verify_chain
from decoders.methods.tree_verification import EXIT, draft_depth

AIM = 0.9  # target acceptance rate of the adaptive threshold (the paper's α)
STEP, RATE_MEMORY, THRESHOLD_MEMORY = 0.01, 0.5, 0.9  # the paper's ε, β₁ and β₂


@dataclass(frozen=True)
class SelfSpeculativeSettings(Settings):
    """Settings of self-speculative decoding."""

    gamma: int = setting(
        12, "Maximum number of draft tokens per round.", label="Draft length", low=1, high=32, symbol="γ"
    )
    exit_threshold: float = setting(
        0.6,
        "Minimum probability of the draft’s best token; below this value, drafting stops. A larger value stops "
        "drafting earlier; 0 never stops it.",
        low=0,
        high=1,
    )
    adaptive: bool = setting(
        False,
        "Whether the exit threshold is adjusted after every round, aiming for an acceptance rate of about 90%.",
        label="Adaptive exit",
    )
    skips: str = setting(
        AUTO,
        "Sub-layers that the draft skips, such as a6,m4 (attention of layer 6, MLP of layer 4). “auto” uses "
        "the result of a search (python -m explorer skips).",
        label="Skipped sub-layers",
    )

    def check(self) -> None:
        """Raise BadInput if `skips` is not valid."""
        check_skips(self.skips)

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma


@dataclass(frozen=True, kw_only=True)
class SkippedLayer(Layer):
    """The sub-layers that the draft skips (None for toy pairs).

    If the threshold adapts, the record also has the acceptance rate that the threshold depends on.
    """

    kind: ClassVar[str] = "skipped"
    attention: tuple[int, ...] | None = None  # the layers, counted from 0
    mlp: tuple[int, ...] | None = None
    of_layers: int | None = None
    acceptance_rate: float | None = None  # AR before this iteration, if the threshold adapts


@dataclass(frozen=True, kw_only=True)
class ExitLayer(Layer):
    """The exit test at one position, which decides whether the draft continues."""

    kind: ClassVar[str] = "exit"
    node: NodeId  # the node after which q was computed
    max_q: Prob
    threshold: Threshold
    stopped: bool


def fit(models: Models, settings: Any) -> Models:
    """Use the target with skipped sub-layers as the draft; toy pairs keep their own draft.

    Raises BadInput if these sub-layers cannot be skipped.
    """
    draft = models.target.thinned(settings.skips)
    if draft is not None:
        return replace(models, draft=draft)
    if settings.skips != AUTO:
        raise BadInput(
            f"skips={settings.skips} cannot be used, because a toy pair has no layers to skip. Use skips={AUTO}."
        )
    return models


def step(run: Run, state: State) -> State:
    """Run one iteration: draft until the exit threshold, run one target pass, and verify from left to right."""
    beam, (rate, threshold) = state.beams[0], _adapted(run, state)
    _record(run, rate)
    drafted = draft_until_exit(run, beam, threshold)
    emitted = verify_chain(run, drafted, score_chain(run, beam, drafted))
    after = run.commit(beam, emitted)
    if not run.settings.adaptive:
        return after
    if drafted:
        kept = sum(token.origin == "draft" for token in emitted)
        rate, threshold = adapt(rate, threshold, kept / len(drafted))
    return replace(after, extra=(rate, threshold))


def _adapted(run: Run, state: State) -> tuple[float, float]:
    """The acceptance rate and the exit threshold before this iteration."""
    if not state.extra:
        return AIM, run.settings.exit_threshold
    rate, threshold = state.extra
    return rate, threshold


def _extra(settings: SelfSpeculativeSettings, iterations: Sequence[Iteration]) -> tuple[Any, ...]:
    """The acceptance rate and exit threshold after the recorded iterations."""
    if not settings.adaptive or not iterations:
        return ()
    rate, threshold = AIM, settings.exit_threshold
    for iteration in iterations:
        drafted = sum(node.role == "draft" for node in iteration.nodes)
        if drafted:
            rate, threshold = adapt(rate, threshold, iteration.final.origins.count("draft") / drafted)
    return rate, threshold


def adapt(rate: float, threshold: float, kept: float) -> tuple[float, float]:
    """Update the acceptance rate and the exit threshold. `kept` is the accepted fraction of the iteration's draft
    tokens.

    >>> adapt(0.9, 0.6, 0.5)
    (0.7, 0.601)
    """
    rate = RATE_MEMORY * rate + (1 - RATE_MEMORY) * kept
    aimed = threshold + (STEP if rate <= AIM else -STEP)
    moved = THRESHOLD_MEMORY * threshold + (1 - THRESHOLD_MEMORY) * aimed
    return rate, min(1.0, max(0.0, moved))


def draft_until_exit(run: Run, beam: Beam, threshold: float) -> list[Drafted]:
    """Sample draft tokens one by one from 𝒯q, until EOS, γ tokens or the exit threshold."""

    def hesitates(depth: int, node: int, logits: Logits) -> bool:
        largest = logits.top(0, 1)[0][0][1]
        stopped = below(largest, threshold)
        run.rec.layer(ExitLayer(layer=depth, node=node, max_q=largest, threshold=threshold, stopped=stopped))
        if stopped:
            run.raw(node, "q_raw", logits, 0)
            run.rec.step(EXIT, layer=depth)
        return stopped

    return draft_chain(run, beam, min(run.settings.gamma, draft_depth(run, beam)), hesitates)


def _record(run: Run, rate: float) -> None:
    """Record the skipped sub-layers.

    If the threshold is adaptive, also record the acceptance rate that determined it.
    """
    skipped = run.models.draft.skipped if run.models.draft is not None else None
    layer = SkippedLayer(acceptance_rate=rate if run.settings.adaptive else None)
    if skipped is not None:
        layer = replace(layer, attention=skipped.attention, mlp=skipped.mlp, of_layers=skipped.of_layers)
    if layer != SkippedLayer():
        run.rec.layer(layer)


DECODER = Decoder(
    name="self-ssd",
    title="Self-speculative decoding: the target drafts with skipped sub-layers",
    paper="Zhang et al. 2024 (Draft & Verify)",
    step=step,
    settings=SelfSpeculativeSettings,
    oracle=multinomial,
    view="chain",
    rules=RULES,
    phases=(EXIT,),
    layers=(SkippedLayer, ExitLayer),
    fit=fit,
    extra=_extra,
)
