"""What the page says about SpecTr: several drafts at once, tested in order with one correction ρ (K-SEQ)."""

from decoders.methods.spectr import KSeqLayer
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import (
    COIN,
    DICE,
    ROUNDING,
    THROWN,
    WARPED,
    RatioTest,
    exact_ratio_case,
    ratio_case,
)
from explorer.story.common.rounds import GUESSES, JOINED, TRIED_IN_TURN
from explorer.story.common.walks import OFF_PATH
from explorer.story.facts import known
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Story
from explorer.story.views import layer_says
from explorer.story.wording import Wording

TEXTS = RoundLine(
    "draft",
    "pending",
    "The draft model writes {drafts} of the same text, each up to {depth} long. Common beginnings are drawn as one box.",
    "k = {draft_width} independent drafts of up to γ = {gamma} tokens, each ~ q.",
)
K_SEQ = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    TRIED_IN_TURN,
    "Accept if u < min(1, p/(ρq)); continue with the drafts that share the accepted prefix. If none is accepted, x ~ the residual of K-SEQ.",
)


class KSeqTest(RatioTest):
    """u < min(1, p/(ρq))."""

    @property
    def layer(self) -> KSeqLayer | None:
        """The drafts that share what was kept so far."""
        return self.facts.layer(KSeqLayer, node=self.parent)

    @property
    def n(self) -> int:
        """How many they are."""
        return len(self.layer.tries) if self.layer else 0

    @property
    def rho(self) -> float | None:
        """ρ*."""
        own = self.verdict.rho if self.verdict.rho is not None else self.layer.rho if self.layer else None
        return known(own)

    @property
    def success(self) -> float | None:
        """The probability that one of them is kept."""
        return self.layer.success if self.layer else None

    @property
    def beta(self) -> float | None:
        """The probability that one is kept by itself."""
        return self.layer.beta if self.layer else None

    @property
    def share(self) -> str:
        """That several drafts share the target's probability."""
        count = self.facts.tries(self.verdict)
        return f", and {count} drafts share the chance" if count > 1 else ""


TAIL = "so the draft is {outcome}; one of {n} is kept with chance 1 − (1 − β)^{n} = {success}, β = {beta}"
NUMBERS = f"{THROWN}min(1, p/(ρq)) = min(1, {{p}}/({{rho}}·{{q}})) = {{a}}, {TAIL}"
K_SEQ_TEST = Wording(
    view=KSeqTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **COIN,
        "coin": f"{DICE}[: the target gives it {{p}}, the draft gave it {{q}}{{share}}]",
        "sure": "the target finds it so much likelier than the draft did that it is kept for certain",
    },
    exact={
        "coin": NUMBERS,
        "coin.rounding": f"{NUMBERS}{ROUNDING}",
        "greedy": f"{WARPED}min(1, p/(ρq)) = {{a}} with ρ = {{rho}}, {TAIL}",
    },
)

SPECTR = Story(
    method="spectr",
    line="The draft model writes {draft_width:continuation} of the same text. The target checks them together in one pass.",
    source="Sun et al. 2023, SpecTr (K-SEQ)",
    round=lambda settings: (TEXTS, GUESSES, K_SEQ, JOINED),
    following=Next("The draft writes {drafts} of the same text.", "The draft guesses again."),
    reasons={"k_seq": K_SEQ_TEST, "off_path": OFF_PATH, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection="u ≥ min(1, p/(ρq))",
    layers=(
        LayerStory(
            kind=KSeqLayer,
            caption=layer_says(
                plain="Each guess has the threshold target ÷ draft ÷ correction. The correction makes it stricter, because several guesses compete for one position.",
                exact="Each draft is accepted with probability min(1, p/(ρq)). ρ is the smallest value for which the output distribution is still exactly p.",
            ),
            facts=(
                Fact("ρ", "rho"),
                Fact("β", "beta"),
                Fact("predicted acceptance, 1 − (1 − β)^K", "success"),
            ),
            symbols=True,
            heads=("draft", "target", "threshold"),
        ),
    ),
    counts_draws=True,
    tuning={"gamma": (1, 2, 3), "draft_width": (2, 3)},
    gallery=(Bundled(name="spectr", note="Several drafts checked together with one correction", settings=SAMPLED),),
)
STORIES = (SPECTR,)
