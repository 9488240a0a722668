"""A draft that stops where it is unsure (Self-SSD, BiLD)."""

from decoders.methods.bild import FallbackLayer
from decoders.methods.self_speculative import ExitLayer
from explorer.story.story import StepWording
from explorer.story.views import StepView, Together, compared
from explorer.story.wording import Wording


class Unsure(StepView):
    """Where the draft stops."""

    @property
    def doubt(self) -> ExitLayer | FallbackLayer | None:
        """The record of it."""
        exits = self.facts.layer(ExitLayer, layer=self.layer)
        return exits or self.facts.layer(FallbackLayer, layer=self.layer)

    @property
    def max_q(self) -> float | None:
        """The draft's largest probability."""
        return self.doubt.max_q if self.doubt else None

    @property
    def threshold(self) -> float | None:
        """What it had to reach."""
        return self.doubt.threshold if self.doubt else None

    @property
    def held(self) -> Together | None:
        """Both, as they compare."""
        return compared(self.max_q, self.threshold)


def exit_step(title: str, threshold: str, then: str) -> StepWording:
    """The step at which a draft stops: its title, what the threshold is called, and what the draft does."""
    return StepWording(
        title=Wording(view=Unsure, plain={"": title}, exact={"": title}),
        ahead="Draft",
        sentence=Wording(
            view=Unsure,
            plain={
                "": "The draft is unsure and stops[: its best guess has only {held.left}, less than {held.right}]",
            },
            exact={"": f"{title}: max q = {{max_q}} < {threshold} = {{threshold}}, so the draft {then}"},
        ),
    )
