"""What is said of methods with one chain of drafts that coins test from the left: SpD and Self-SSD."""

from collections.abc import Sequence

from decoders.methods.self_speculative import ExitLayer, SkippedLayer
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.draft_exit import exit_step
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import CHAIN, GUESSES, JOINED, RATIO
from explorer.story.common.untested import UNTESTED
from explorer.story.common.walks import NO_COIN
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Story
from explorer.story.views import LayerView, layer_says
from explorer.story.wording import Wording

REASONS = {"ratio": RATIO_TEST, "earlier_rejection": UNTESTED, "draw": OWN_TOKEN, "argmax": OWN_TOKEN}

SPD = Story(
    method="spd",
    line="A small draft model guesses {gamma:token}; the big target model checks all of them in one pass.",
    source="Leviathan, Kalman and Matias 2023, Fast Inference from Transformers via Speculative Decoding; Chen et al. 2023, Accelerating Large Language Model Decoding with Speculative Sampling",
    round=lambda settings: (CHAIN, GUESSES, RATIO, JOINED),
    following=Next("the draft guesses up to {depth}", "the draft guesses again"),
    reasons=REASONS,
    rejection=NO_COIN,
    tuning={"gamma": (1, 2, 3, 4)},
    gallery=(
        Bundled(
            name="spd",
            note="One sequence is drafted, checked token by token, and corrected",
            settings=SAMPLED,
        ),
    ),
)

THINNED = RoundLine(
    "draft",
    "pending",
    "The target guesses for itself with some of its layers skipped: up to {depth}, and fewer where it is unsure.",
    "Drafts are drawn from q of the thinned target, up to γ = {gamma}; it stops before a draw where max q is below the exit threshold.",
)
RATIO_OR_ALONE = RoundLine(
    "decide",
    "accepted rejected unused residual bonus {own_mark}",
    "From the left, dice decide. What the full target likes at least as much is kept for sure. For the first rejected one it writes another; if all are kept, or there is none, it adds one.",
    "Accept if u < min(1, p/q). At the first rejection x ~ norm(max(p − q, 0)); behind the last, x ~ p.",
)


class Skipped(LayerView[SkippedLayer]):
    """What the draft leaves out of the target."""

    @property
    def attention(self) -> str:
        """The attention sub-layers that are left out."""
        return _listed("attention", self.of.attention or ())

    @property
    def mlp(self) -> str:
        """The MLP sub-layers that are left out."""
        return _listed("MLP", self.of.mlp or ())

    @property
    def of_layers(self) -> int:
        """How many layers the target has."""
        return self.of.of_layers or 0


def _listed(name: str, numbers: Sequence[int]) -> str:
    return f"{name} of layers {', '.join(map(str, numbers))}" if numbers else f"no {name}"


SKIPPED = "The draft is the target without what is struck out (✕), of {of_layers} layers: {attention}; {mlp}"

SELF_SSD = Story(
    method="self-ssd",
    line="The target drafts for itself with some of its layers skipped, and then checks the drafts in one full pass.",
    source="Zhang et al. 2024, Draft & Verify",
    round=lambda settings: (THINNED, GUESSES, RATIO_OR_ALONE, JOINED),
    following=Next(
        "the target guesses with layers skipped, as long as it is sure", "it guesses again, as long as it is sure"
    ),
    reasons=REASONS,
    rejection=NO_COIN,
    steps={"exit": exit_step("Draft exit", "the exit threshold", "stops before it draws")},
    layers=(
        LayerStory(
            kind=SkippedLayer,
            title=layer_says(plain="The thinned target", exact="The thinned target"),
            caption=Wording(view=Skipped, plain={"": SKIPPED}, exact={"": SKIPPED}),
            facts=(
                Fact("layers of the target", "of_layers"),
                Fact("acceptance rate AR", "acceptance_rate", plain="share kept lately"),
            ),
        ),
        LayerStory(
            kind=ExitLayer,
            title=layer_says(plain="Draft exit", exact="Draft exit"),
            caption=layer_says(
                plain="The draft stops where its surest guess is below the bar",
                exact="The draft stops where its most probable token is below the exit threshold",
            ),
            facts=(Fact("max q", "max_q"), Fact("exit threshold", "threshold"), Fact("draft stopped", "stopped")),
            symbols=True,
            heads=("draft", "surest guess, bar"),
        ),
    ),
    without_draft="drafting for itself with layers skipped",
    gallery=(
        Bundled(name="self-ssd", note="The target drafts for itself, with some sub-layers skipped", settings=SAMPLED),
    ),
)
STORIES = (SPD, SELF_SSD)
