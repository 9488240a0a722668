"""The page's texts on SpecTr, which tests several drafts in order with one correction ρ (K-SEQ)."""

from decoders.methods.spectr import KSeqLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.off_path import OFF_PATH
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import (
    ACCEPTED,
    LIKELIER,
    PARTS,
    REJECTED,
    SHARED,
    RatioTest,
    compares,
    exact_ratio_case,
    exact_test,
    ratio_case,
)
from explorer.story.common.rounds import GUESSES, JOINED, TRIED_IN_TURN
from explorer.story.facts import known
from explorer.story.numbers import fraction, number, quotient
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Story
from explorer.story.views import Together, layer_says
from explorer.story.wording import Wording

TEXTS = RoundLine(
    "draft",
    "pending",
    "The draft model writes {drafts} of the same text, each up to {depth} long. Texts with a common beginning share the boxes of that beginning.",
    "k = {draft_width} independent drafts of up to γ = {gamma} tokens are sampled from q.",
)
K_SEQ = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    TRIED_IN_TURN,
    "Accept x if u < min(1, p/(ρq)), and continue with the drafts that share the accepted prefix. If none is accepted, sample x from the K-SEQ residual.",
)


class KSeqTest(RatioTest):
    """The test of one of several drafts at the same position: u < min(1, p/(ρq))."""

    @property
    def layer(self) -> KSeqLayer | None:
        """The record of the drafts that share the accepted prefix."""
        return self.facts.layer(KSeqLayer, node=self.parent)

    @property
    def n(self) -> int | None:
        """The number of these drafts; None for a single draft or without a record."""
        count = len(self.layer.tries) if self.layer else 0
        return count if count > 1 else None

    @property
    def rho(self) -> float | None:
        """ρ*, the correction."""
        own = self.verdict.rho if self.verdict.rho is not None else self.layer.rho if self.layer else None
        return known(own)

    @property
    def is_corrected(self) -> bool:
        """Whether the ρ that is shown is above 1, which means that several drafts share p."""
        return number(self.rho or 1.0) != number(1.0)

    @property
    def parts(self) -> Together:
        """p and ρ·q as decimals, with as many digits as it takes for their quotient to be the threshold."""
        p, rho, q = fraction(self.p, self.rho, self.q)
        return Together(p, f"({rho}·{q})")

    @property
    def numbers(self) -> str | None:
        """The quotient that is the threshold, in the plain voice: “target ÷ draft ÷ correction”."""
        if self.p is None or not self.q:
            return None
        p, q, rho = quotient(self.p, self.q, self.rho or 1.0, self.test.right if self.test else "")
        return f"target {p} ÷ draft {q}" + (f" ÷ correction {rho}" if self.is_corrected else "")


def plain_k_seq_case(test: KSeqTest) -> str:
    """Choose the case in the plain voice. With a correction, an acceptance is certain only if p is several times q."""
    case = ratio_case(test)
    return "sure.corrected" if case.startswith("sure") and test.is_corrected else case


K_SEQ_TEST = Wording(
    view=KSeqTest,
    case=exact_ratio_case,
    plain_case=plain_k_seq_case,
    plain={
        **SHARED,
        **LIKELIER,
        **compares("{numbers}"),
        "sure.corrected": f"{ACCEPTED} the target finds it at least {{rho:number}} times as likely as the draft does[ (target {{likelier.left}}, draft {{likelier.right}})].",
        "never.used": f"{REJECTED} the target gives it almost no probability here.",
    },
    exact=exact_test(
        "p/(ρq)",
        PARTS,
        also="[ P(at least one of {n} accepted) = 1 − (1 − β)^{n} = {layer.success} with β = {layer.beta}.]",
    ),
)

SPECTR = Story(
    method="spectr",
    line="The draft model writes {draft_width:continuation} of the same text. The target checks them together in one pass.",
    source="Sun et al. 2023, SpecTr (K-SEQ)",
    round=lambda settings: (TEXTS, GUESSES, K_SEQ, JOINED),
    following=Next("The draft writes {drafts} of the same text.", "The draft guesses again."),
    reasons={"k_seq": K_SEQ_TEST, "off_path": OFF_PATH, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection=rejections.K_SEQ,
    layers=(
        LayerStory(
            kind=KSeqLayer,
            caption=layer_says(
                plain="The threshold of each guess is target ÷ draft ÷ correction. The correction lowers the threshold because several guesses compete for one position.",
                exact="Each draft is accepted with probability min(1, p/(ρq)). The correction ρ is the smallest value for which the output distribution is still exactly p.",
            ),
            facts=(
                Fact("ρ", "rho"),
                Fact("β", "beta"),
                Fact("P(at least one of K accepted) = 1 − (1 − β)^K", "success"),
            ),
            symbols=True,
            heads=("threshold",),
        ),
    ),
    counts_draws=True,
    tuning={"gamma": (1, 2, 3), "draft_width": (2, 3)},
    gallery=(Bundled(name="spectr", note="Several drafts checked together with one correction", settings=SAMPLED),),
)
STORIES = (SPECTR,)
