"""The wording of Echo. Only the explorer loads this file; the method runs without it."""

from echo_decoding.method import Echoed
from explorer.story import Fact, LayerStory, Next, RoundLine, StepView, StepWording, Story, Wording, layer_says
from explorer.story.common.rounds import GUESSES, JOINED, SAME
from explorer.story.common.walks import WALK


class Copies(StepView):
    """The values that the wording of a drafting step may name."""

    @property
    def copied(self) -> str:
        """The copied token, as readers see it."""
        return self.facts.word(self.step.nodes[0])


COPY = StepWording(
    title=Wording(view=Copies, plain={"": "Copy {size:token}"}, exact={"": "Copy {size:token}"}),
    ahead="Draft",
    sentence=Wording(
        view=Copies,
        case=lambda step: "copy" if step.size else "none",
        plain={"copy": "Echo guesses the last {unit}, {copied}, {size:more time}.", "none": "Echo copies nothing."},
        exact={"copy": "Copies: {copied} is drafted {size:time} with q = 1.", "none": "No copy: the text has ended."},
    ),
)
ECHOES = RoundLine(
    "draft", "pending", "Echo guesses the last {unit} again, up to {gamma:time}.", "γ = {gamma} copies, q = 1."
)
STORY = Story(
    method="echo",
    line="Echo guesses that the last token repeats. The target checks all copies in one pass.",
    source="An example of 2026.",
    round=lambda settings: (ECHOES, GUESSES, SAME, JOINED),
    following=Next("Echo guesses the last {unit} again.", "Echo copies the last token again."),
    reasons=WALK,
    steps={"draft": COPY},
    layers=(
        LayerStory(
            kind=Echoed,
            title=layer_says(plain="Copied guesses", exact="Copied draft"),
            facts=(Fact("copies", "copies"),),
        ),
    ),
    searches=True,
    without_draft="drafting by repeating the last token",
    tuning={"gamma": (1, 2, 3)},
)
