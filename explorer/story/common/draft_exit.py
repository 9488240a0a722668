"""The step in which a draft stops because it is unsure (Self-SSD, BiLD)."""

from decoders.methods.bild import FallbackLayer
from decoders.methods.self_speculative import ExitLayer
from explorer.story.story import StepWording
from explorer.story.views import StepView, Together, compared
from explorer.story.wording import Wording


class Unsure(StepView):
    """The point at which the draft stops."""

    @property
    def doubt(self) -> ExitLayer | FallbackLayer | None:
        """The record of the draft's exit."""
        exits = self.facts.layer(ExitLayer, layer=self.layer)
        return exits or self.facts.layer(FallbackLayer, layer=self.layer)

    @property
    def held(self) -> Together | None:
        """max q and the threshold in percent, with enough digits to show which is larger."""
        return compared(self.doubt.max_q, self.doubt.threshold) if self.doubt else None


def exit_step(title: str, threshold: str, then: str) -> StepWording:
    """Return the words about the step: its title, the name of the threshold, and what follows, such as “drafting
    stops”.
    """
    return StepWording(
        title=Wording(view=Unsure, plain={"": "Draft stops"}, exact={"": title}),
        ahead="Draft",
        sentence=Wording(
            view=Unsure,
            case=lambda unsure: "" if unsure.held else "unknown",
            plain={
                "": "The draft stops because its best guess has a probability of only {held.left}, below the minimum of {held.right}.",
                "unknown": "The draft stops because it is unsure.",
            },
            exact={"": f"{title}: max q = {{doubt.max_q}} < {threshold} = {{doubt.threshold}}, so {then}."},
        ),
    )
