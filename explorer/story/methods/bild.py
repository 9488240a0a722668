"""The page's texts on BiLD. The draft writes until it is unsure, and the target goes back to the first token that
surprises it.
"""

import math

from decoders.methods.bild import FallbackLayer, RollbackLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.draft_exit import exit_step
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.rounds import GUESSES, JOINED
from explorer.story.common.untested import UNTESTED
from explorer.story.facts import known
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Story
from explorer.story.views import Together, VerdictView, compared, layer_says
from explorer.story.wording import Wording

UNTIL_UNSURE = RoundLine(
    "draft",
    "pending",
    "The small draft model writes up to {depth} and stops when it is unsure.",
    "x_i ~ q until max q < τ₁ = {fallback_threshold}, up to γ = {gamma} tokens.",
)
ROLLBACK = RoundLine(
    "decide",
    "accepted rejected unused {own_mark} bonus",
    "The target goes back to the first guess that surprises it too much and replaces it. If no guess is replaced, the target adds a {unit} of its own.",
    "The first x with −log p > τ₂ = {rollback_threshold} is rejected, and a new token x′ ~ p replaces it. If none is rejected, one more token x ~ p is added.",
)


class Surprise(VerdictView):
    """The test of one draft token. If −log p > τ₂, the target goes back to this token and replaces it."""

    @property
    def nll(self) -> float:
        """−log p, in nats."""
        layer = self.facts.layer(RollbackLayer, node=self.verdict.node)
        recorded = known(layer.nll) if layer else None
        if recorded is not None:
            return recorded
        return -math.log(self.verdict.p) if self.verdict.p else math.inf

    @property
    def numbers(self) -> Together | None:
        """p, and e^−τ₂, which is the smallest p that is accepted, with enough digits to see which is larger."""
        return compared(self.p, None if self.bar is None else math.exp(-self.bar))


SURPRISE = Wording(
    view=Surprise,
    case=lambda test: "back" if test.decision == "rejected" else "stays",
    plain_case=lambda test: ("back" if test.decision == "rejected" else "stays") + ("" if test.numbers else ".unknown"),
    plain={
        "back": "{word} is rejected because the target gives it only {numbers.left}, less than the required {numbers.right}. The target goes back to this position.",
        "back.unknown": "{word} is rejected because it surprises the target too much. The target goes back to this position.",
        "stays": "{word} is accepted because the target gives it {numbers.left}, at least the required {numbers.right}.",
        "stays.unknown": "{word} is accepted because it does not surprise the target too much.",
    },
    exact={
        "back": "{word} is rejected: −log p = {nll} > τ₂ = {bar}, so the target goes back to this position.",
        "stays": "{word} is accepted: −log p = {nll} ≤ τ₂ = {bar}.",
    },
)
TITLE = layer_says(plain="When the draft stops and when the target goes back", exact="Fallback and rollback")

BILD = Story(
    method="bild",
    line="The draft model writes until it is unsure. The target checks the guesses and replaces the first one that surprises it too much.",
    source="Kim et al. 2023, Speculative Decoding with Big Little Decoder",
    round=lambda settings: (UNTIL_UNSURE, GUESSES, ROLLBACK, JOINED),
    following=Next(
        "The draft keeps guessing while it is sure enough.", "The draft guesses again while it is sure enough."
    ),
    reasons={"rollback": SURPRISE, "earlier_rejection": UNTESTED, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection=rejections.ROLLBACK,
    steps={"exit": exit_step("Fallback", "τ₁", "the draft hands over to the target")},
    layers=(
        LayerStory(
            kind=FallbackLayer,
            title=TITLE,
            caption=layer_says(
                plain="The draft stops when the probability of its best guess is below the minimum. The target goes back to the first guess whose surprise is above the limit.",
                exact="Fallback: the draft hands over to the target if max q < τ₁. Rollback: the target goes back to the first token with −log p > τ₂.",
            ),
            facts=(Fact("max q", "max_q"), Fact("τ₁", "threshold"), Fact("draft stopped", "stopped")),
            symbols=True,
            heads=("guess", "best guess (minimum)", "surprise (limit)"),
        ),
        LayerStory(
            kind=RollbackLayer,
            title=TITLE,
            facts=(
                Fact("−log p", "nll"),
                Fact("τ₂", "threshold"),
                Fact("rolled back", "rolled_back", late=True),
            ),
            symbols=True,
        ),
    ),
    why={
        "rollback": Because(
            "a guess is accepted unless it surprises the target too much",
            "a draft token is accepted whenever −log p ≤ τ₂, regardless of q",
        ),
        "rolls_back_every_chance": Because(
            "with this threshold, only tokens that the target is certain of are accepted",
            "τ₂ = 0 rejects every draft token with p < 1",
        ),
    },
    gallery=(Bundled(name="bild", note="The draft writes; the target takes over and rolls back", settings=SAMPLED),),
)
STORIES = (BILD,)
