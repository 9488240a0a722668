"""The page's texts on SpD and Self-SSD, which test one drafted chain from left to right with random numbers."""

from collections.abc import Sequence

from decoders.methods.self_speculative import ExitLayer, SkippedLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import BICYCLE, SAMPLED
from explorer.story.common.draft_exit import exit_step
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import CHAIN, GUESSES, JOINED, RATIO
from explorer.story.common.untested import UNTESTED
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Story
from explorer.story.views import LayerView, layer_says
from explorer.story.wording import alike

REASONS = {"ratio": RATIO_TEST, "earlier_rejection": UNTESTED, "draw": OWN_TOKEN, "argmax": OWN_TOKEN}

SPD = Story(
    method="spd",
    line="A small draft model guesses {depth}. The large target model checks all guesses in one pass.",
    source="Leviathan, Kalman and Matias 2023, Fast Inference from Transformers via Speculative Decoding; Chen et al. 2023, Accelerating Large Language Model Decoding with Speculative Sampling",
    round=lambda settings: (CHAIN, GUESSES, RATIO, JOINED),
    following=Next("The draft guesses up to {depth}.", "The draft guesses again."),
    reasons=REASONS,
    rejection=rejections.RATIO,
    tuning={"gamma": (1, 2, 3, 4)},
    gallery=(
        Bundled(
            name="spd",
            note="A draft is checked token by token and corrected",
            settings=SAMPLED,
        ),
        Bundled(
            name="spd-block",
            note="Block verification’s run again, tested token by token",
            settings=SAMPLED,
            prompt=BICYCLE,
        ),
    ),
)

SKIPS_LAYERS = RoundLine(
    "draft",
    "pending",
    "The target drafts for itself with some sub-layers skipped. It guesses up to {depth} and stops earlier if it is unsure.",
    "Up to γ = {gamma} tokens x_i ~ q are sampled, where q is the distribution of the target with some sub-layers skipped. Drafting stops before a draw if max q is below the exit threshold.",
)
RATIO_OR_ALONE = RoundLine(
    "decide",
    "accepted rejected unused residual bonus {own_mark}",
    "Guesses are tested from left to right with the full target. Each is accepted with probability target ÷ draft, or always if this ratio is at least 1. The target replaces the first rejected guess, or adds a {unit} if none is rejected.",
    "Accept x_i if u < min(1, p/q). At the first rejection, sample x ~ norm(max(p − q, 0)). If all are accepted or nothing was drafted, sample x ~ p.",
)


class Skipped(LayerView[SkippedLayer]):
    """The sub-layers of the target that the draft leaves out."""

    @property
    def attention(self) -> str:
        """The layers whose attention is left out, counted from 0."""
        return _layers(self.of.attention or ())

    @property
    def mlp(self) -> str:
        """The layers whose MLP is left out, counted from 0."""
        return _layers(self.of.mlp or ())

    @property
    def of_layers(self) -> int:
        """The number of layers of the target."""
        return self.of.of_layers or 0


def _layers(numbers: Sequence[int]) -> str:
    """Return the numbers of layers as a list with its noun.

    >>> _layers(()), _layers((3,)), _layers((3, 5))
    ('none', 'layer 3', 'layers 3, 5')
    """
    listed = ", ".join(map(str, numbers))
    return f"layer{'' if len(numbers) == 1 else 's'} {listed}" if numbers else "none"


SKIPPED = {
    "layers": "The draft is the target ({of_layers:layer}) without the sub-layers marked ✕. Skipped attention: {attention}. Skipped MLP: {mlp}.",
    "table": "A toy pair has no layers to skip, so its own draft model drafts.",
}

SELF_SSD = Story(
    method="self-ssd",
    line="The target drafts for itself with some sub-layers skipped. Then the full target checks the guesses in one pass.",
    source="Zhang et al. 2024, Draft & Verify",
    round=lambda settings: (SKIPS_LAYERS, GUESSES, RATIO_OR_ALONE, JOINED),
    following=Next(
        "The target drafts for itself with some sub-layers skipped, for as long as it is sure enough.",
        "The target guesses again while it is sure enough.",
    ),
    reasons=REASONS,
    rejection=rejections.RATIO,
    steps={"exit": exit_step("Draft exit", "exit threshold", "drafting stops before the next draw")},
    layers=(
        LayerStory(
            kind=SkippedLayer,
            title=layer_says(plain="Target with layers skipped", exact="Target with layers skipped"),
            caption=alike(Skipped, SKIPPED, lambda skipped: "layers" if skipped.of_layers else "table"),
            facts=(
                Fact("target layers", "of_layers"),
                Fact("AR (moving average)", "acceptance_rate", plain="recent acceptance rate"),
            ),
        ),
        LayerStory(
            kind=ExitLayer,
            title=layer_says(plain="When the draft stops", exact="Draft exit"),
            caption=layer_says(
                plain="The draft stops when the probability of its best guess is below the minimum.",
                exact="Drafting stops if max q is below the exit threshold.",
            ),
            facts=(Fact("max q", "max_q"), Fact("exit threshold", "threshold"), Fact("draft stopped", "stopped")),
            symbols=True,
            heads=("guess", "best guess (minimum)"),
        ),
    ),
    without_draft="drafting for itself with sub-layers skipped",
    gallery=(Bundled(name="self-ssd", note="The target drafts for itself with sub-layers skipped", settings=SAMPLED),),
)
STORIES = (SPD, SELF_SSD)
