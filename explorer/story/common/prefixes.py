"""The sentences about a draft whose beginnings (prefixes) are tested as a whole: the longest one that passes is accepted."""

from typing import ClassVar

from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.mtad import JointLayer
from explorer.story.common.steps import Decided
from explorer.story.views import IterationView, VerdictView

Tests = BlockVerificationLayer | JointLayer


class Longest(IterationView):
    """The longest passing prefix, according to the record of the tests."""

    kind: ClassVar[type[Tests]]

    @property
    def tests(self) -> Tests | None:
        """The record of all tests."""
        return self.facts.layer(self.kind)

    @property
    def longest(self) -> int:
        """The length of the longest passing prefix; 0 if none passes."""
        return self.tests.longest if self.tests else 0

    @property
    def longest_units(self) -> str:
        """The length of the longest passing prefix, with its noun."""
        return self.counted(self.longest)


class PrefixToken(Longest, VerdictView):
    """A draft token, accepted if the longest passing prefix contains it."""

    @property
    def j(self) -> int:
        """The length of the prefix that ends with this token."""
        return self.verdict.layer or 1


class Outcome(Longest, Decided):
    """The step that accepts the longest passing prefix."""

    @property
    def name(self) -> str:
        """The step's title."""
        return f"Longest passing prefix: {self.longest or 'none'}"
