"""The words about Echo. The explorer loads this file; the method runs without it."""

from echo_decoding.method import Echoed
from explorer.story import Fact, LayerStory, Next, RoundLine, StepView, StepWording, Story, Wording, layer_says
from explorer.story.common.rounds import GUESSES, JOINED, SAME
from explorer.story.common.walks import WALK


class Copies(StepView):
    """The copies of one round."""

    @property
    def copied(self) -> str:
        """The token that is copied."""
        return self.facts.word(self.step.nodes[0])


COPY = StepWording(
    title=Wording(view=Copies, plain={"": "Copy {size:token}"}, exact={"": "Copy {size:token}"}),
    ahead="Draft",
    sentence=Wording(
        view=Copies,
        case=lambda step: "copy" if step.size else "none",
        plain={"copy": "Echo guesses the last {unit}, {copied}, {size:more time}.", "none": "Nothing is copied."},
        exact={"copy": "Copy: {copied} is drafted {size:time} with q = 1.", "none": "No copy: the text has ended."},
    ),
)
ECHOES = RoundLine(
    "draft", "pending", "The last {unit} is guessed again, up to {gamma:time}.", "γ = {gamma} copies, q = 1."
)
STORY = Story(
    method="echo",
    line="The last token is guessed again. The target checks all copies in one pass.",
    source="An example of 2026.",
    round=lambda settings: (ECHOES, GUESSES, SAME, JOINED),
    following=Next("The last {unit} is guessed again.", "The last {unit} is guessed again."),
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
    without_draft="drafting by repeating its last token",
    tuning={"gamma": (1, 2, 3)},
)
