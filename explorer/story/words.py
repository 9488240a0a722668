"""The sentences of one run, from the story of its method."""

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.story import laws
from explorer.story.header import draft, observed
from explorer.story.header.generation import generation
from explorer.story.narrator import Narrator
from explorer.story.page import about, round, worth
from explorer.story.page.round import Purpose
from explorer.story.registry import story_of
from explorer.trace.lines import Counts, FinalBeam, Header, IterationLine


class Words:
    """The sentences of one run."""

    def __init__(self, header: Header) -> None:
        """`header` is the first line of a trace."""
        self._header, self._story = header, story_of(header)

    def iteration(self, iteration: IterationLine, texts: Mapping[str, str]) -> Narrator:
        """Return the sentences of one iteration; `texts` maps token ids, as strings, to their text."""
        return Narrator(self._story, self._header, iteration, texts)

    @property
    def q_name(self) -> str:
        """The name of q at a node, in the plain voice."""
        return self._story.q_name

    @property
    def copies_text(self) -> bool:
        """Whether guesses are copied, so that their q = 1 is not a probability."""
        return self._story.copies_text

    def rejection(self) -> str:
        """A sentence for the legend that says when this run rejects a draft token."""
        plain, exact = laws.rejection(self._header)
        return f"A draft token is rejected if {plain}{'' if plain == exact else f' ({exact})'}."

    def about(self) -> about.About:
        """The sentences about the method: what it does, its paper, and whether its output is exact."""
        return about.about(self._header)

    def round(self) -> list[round.Line]:
        """The lines about the course of a round of the method, before anything of the run is known."""
        return round.lines(self._story, self._header)

    def purpose(self) -> Purpose | None:
        """The purpose of the method, shown before its first round; None if its story does not state it."""
        return round.purpose(self._story, self._header)

    def plan(self) -> dict[str, str] | None:
        """The purpose and the course of the tests of a round; None for a method without such a text."""
        return round.plan(self._story, self._header)

    def pair_name(self) -> str:
        """The names of both models, as one phrase."""
        head = self._header
        return about.pair_name(head.pair, head.method, head.target, head.draft)

    def not_in_draft(self) -> dict[str, dict[str, str]] | None:
        """The words for a token that the draft's vocabulary lacks; None if the vocabulary lacks no token."""
        return draft.not_in_draft(self._header)

    def notes(self) -> list[str]:
        """Notes about the draft model."""
        return draft.notes(self._header)

    def observed(self) -> list[str]:
        """Notes about a run that another program made; none for a run of the explorer."""
        return observed.notes(self._header)

    def generation(self) -> str:
        """Sentences about the target's generation config; empty if the config has no effect."""
        return generation(self._header)

    def rounding(self) -> str:
        """A sentence about the effect of the precision on the output distribution; empty if the precision has no
        effect.
        """
        return laws.rounding(self._header.dtype, self._header.oracle)

    def drafts(self) -> bool:
        """Whether the method drafts at all."""
        return worth.drafts(self._header.method)

    def worth(self, counts: Counts, beams: Sequence[FinalBeam], done: bool = True) -> str:
        """The result of the run in a line; if it is not `done`, the result so far."""
        return worth.worth(self._header, counts, beams, done)

    def card(
        self, counts: Counts, beams: Sequence[FinalBeam], first: IterationLine | None = None
    ) -> list[tuple[str, str]]:
        """The result of the run, row by row; `first` is its first iteration."""
        return worth.card(self._header, counts, beams, first)

    def deciding(self) -> dict[str, Any]:
        """The names and values of the settings that have an effect in this run."""
        return laws.deciding(self._header.settings)

    def law(self) -> str:
        """The reason for the output distribution; empty if the header does not name it."""
        return laws.oracle_sentence(self._header.oracle) if self._header.oracle else ""

    def law_name(self) -> str:
        """A few words that name the method whose distribution the output has; empty if the header does not name one."""
        return laws.law_name(self._header.oracle) if self._header.oracle else ""
