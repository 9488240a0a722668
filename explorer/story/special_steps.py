"""Moves into the families' files: what only one family says of a common step."""

import math

from decoders.methods.beam import BeamsLayer
from decoders.methods.gsd.recording import GraphLayer
from decoders.methods.lookup import CopyLayer
from explorer.story.common.decisions import SHOWN
from explorer.story.common.steps import (
    Commit,
    Draft,
    Own,
    commit_step,
    draft_step,
    own_step,
)
from explorer.story.iteration_facts import known
from explorer.story.numbers import chance, plural
from explorer.story.story import StepWording
from explorer.story.wording import EXACT, Wording


# lookup
class Copied(Draft):
    """What is copied from the text before."""

    @property
    def layer_of_copy(self) -> CopyLayer | None:
        """The record of the copy."""
        return self.facts.layer(CopyLayer)

    @property
    def name(self) -> str:
        """How many tokens are copied."""
        return f"Copy {self.size}" if self.layer_of_copy else super().name

    @property
    def no_pass(self) -> bool:
        """Copies cost no pass in any round."""
        return False if self.layer_of_copy else super().no_pass

    @property
    def last(self) -> str:
        """The tokens that stood in the text before."""
        copy = self.layer_of_copy
        n, unit = copy.ngram if copy else 1, "token" if self.voice is EXACT else self.unit
        return unit if n == 1 else f"{n} {unit}s"

    @property
    def copied(self) -> str:
        """The copied tokens."""
        return (
            " ".join(self.facts.word(node) for node in self.step.nodes)
            if self.voice is EXACT
            else self.facts.phrase(self.nodes)
        )


COPY = StepWording(
    title=Wording(view=Copied, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=draft_step().ahead,
    sentence=Wording(
        view=Copied,
        case=lambda draft: "copy" if draft.step.nodes else "none",
        plain_case=lambda draft: "copy" if draft.nodes else "none",
        plain={
            "copy": "The last {last} stood in the text before, and what followed there is copied: {copied}",
            "none": "Nothing is drafted here",
        },
        exact={
            "copy": "{name}: the last {last} stood earlier, and what followed is copied: {copied}[; {not_expanded}]",
            "none": "{name}",
        },
    ),
)


# medusa
class Head(Draft):
    """What an extra head of the target guesses."""

    @property
    def whose(self) -> str:
        """Which head."""
        return f"the target’s extra head {self.layer}"

    @property
    def name(self) -> str:
        """The head by its number."""
        return f"Head {self.layer}"

    @property
    def no_pass(self) -> bool:
        """Heads read with the target."""
        return False


# beams
class OwnBeam(Own):
    """A beam that the target draws or chooses."""

    @property
    def beam(self) -> str:
        """A beam by its place."""
        return f"Beam {self.place}" if self.facts.layer(BeamsLayer) else super().beam


class Ranked(Commit):
    """Beams that can be read as whole texts."""

    @property
    def ranking(self) -> str | None:
        """The likeliest beams, with their probabilities."""
        possible = [beam for beam in self.facts.iteration.final.beams if known(beam.logp) is not None]
        if len(possible) < 2 or self.unit == "token":
            return None
        ranked = sorted(possible, key=lambda beam: -beam.logp)
        told = [f"{self.facts.written(beam.tokens)} ({chance(math.exp(beam.logp))})" for beam in ranked[:SHOWN]]
        return f"{told[0]} is the likeliest as a whole, before {', '.join(told[1:])}"


# gsd
class Unmerged(Commit):
    """What a draft graph came to."""

    @property
    def between(self) -> str:
        """How many copies were put back, and how many nodes the target read."""
        graph = self.facts.layer(GraphLayer)
        if graph is None:
            return ""
        copied = f", {plural(graph.replicas, 'copy')} put back" if graph.replicas else ""
        return f"{copied}, {graph.verified} read by the target" if graph.verified else copied


_OWN_BEAM: dict[str, StepWording] = {phase: own_step(OwnBeam) for phase in ("drawn", "greedy", "chosen")}
SPECIAL: dict[str, dict[str, StepWording]] = {
    "lookup": {"draft": COPY},
    "medusa": {"draft": draft_step(Head)},
    "beam-search": {**_OWN_BEAM, "commit": commit_step(Ranked)},
    "beam-sampling": _OWN_BEAM,
    **{method: {"commit": commit_step(Unmerged)} for method in ("ssd", "tsd", "gsd")},
}
