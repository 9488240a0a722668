"""What is said of BiLD: the draft writes until it is unsure, and the target goes back where it is surprised."""

import math

from decoders.methods.bild import FallbackLayer, RollbackLayer
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
    "The small draft model writes up to {depth} and stops where it is unsure.",
    "Drafts are drawn from q until max q < τ₁ = {fallback_threshold}, up to γ = {gamma}.",
)
ROLLBACK = RoundLine(
    "decide",
    "accepted rejected unused {own_mark} bonus",
    "The target goes back to the first guess that surprises it too much and writes another; if none does, it adds {unit_a}.",
    "The first x with −log p > τ₂ = {rollback_threshold} is rejected; there, or behind the last, x ~ p.",
)


class Surprise(VerdictView):
    """−log p > τ₂."""

    @property
    def nll(self) -> float:
        """−log p, in nats."""
        layer = self.facts.layer(RollbackLayer, node=self.verdict.node)
        recorded = known(layer.nll) if layer else None
        if recorded is not None:
            return recorded
        return -math.log(self.verdict.p) if self.verdict.p else math.inf

    @property
    def held(self) -> Together | None:
        """p and the least that the target lets pass, as they compare."""
        return compared(self.p, None if self.bar is None else math.exp(-self.bar))


SURPRISE = Wording(
    view=Surprise,
    case=lambda test: "back" if test.decision == "rejected" else "stays",
    plain_case=lambda test: ("back" if test.decision == "rejected" else "stays") + ("" if test.held else ".unknown"),
    plain={
        "back": "the target gives it {held.left}, less than the {held.right} that it lets pass, so it goes back to here",
        "back.unknown": "the target is too surprised by it and goes back to here",
        "stays": "the target gives it {held.left}, and lets pass whatever has {held.right} or more",
        "stays.unknown": "the target is not surprised enough to go back",
    },
    exact={
        "back": "−log p = {nll} is above τ₂ = {bar}, so the target goes back to it",
        "stays": "−log p = {nll} is not above τ₂ = {bar}, so the target keeps it",
    },
)
TITLE = layer_says(plain="Fallback and rollback", exact="Fallback and rollback")

BILD = Story(
    method="bild",
    line="A small draft writes until it is unsure; the big target reads along and goes back where it is surprised.",
    source="Kim et al. 2023, Speculative Decoding with Big Little Decoder",
    round=lambda settings: (UNTIL_UNSURE, GUESSES, ROLLBACK, JOINED),
    following=Next("the draft writes as long as it is sure", "the draft writes again, as long as it is sure"),
    reasons={"rollback": SURPRISE, "earlier_rejection": UNTESTED, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection="its −log p was above the rollback threshold τ₂: the target goes back to it",
    steps={"exit": exit_step("Fallback", "τ₁", "hands over to the target")},
    layers=(
        LayerStory(
            kind=FallbackLayer,
            title=TITLE,
            caption=layer_says(
                plain="The draft hands over where its surest guess is below the first bar. The target goes back to the first guess that surprises it more than the second",
                exact="Fallback: the draft hands over where max q is below the first threshold. Rollback: the target goes back to the first token whose −log p is above the second",
            ),
            facts=(Fact("max q", "max_q"), Fact("fallback τ₁", "threshold"), Fact("draft stopped", "stopped")),
            symbols=True,
            heads=("draft", "surest guess, bar", "surprise, bar"),
        ),
        LayerStory(
            kind=RollbackLayer,
            title=TITLE,
            facts=(
                Fact("−log p", "nll"),
                Fact("rollback τ₂", "threshold"),
                Fact("rolled back", "rolled_back", late=True),
            ),
            symbols=True,
        ),
    ),
    why={
        "rollback": Because(
            "a draft stays unless the target is very surprised by it",
            "the draft's token stays wherever −log p is not above τ₂, with no regard to q",
        ),
        "rolls_back_every_chance": Because(
            "with this threshold only what the target is certain of stays",
            "τ₂ = 0 rolls back every draft that p leaves to chance",
        ),
    },
    gallery=(Bundled(name="bild", note="The draft writes, the target steps in and rolls back", settings=SAMPLED),),
)
STORIES = (BILD,)
