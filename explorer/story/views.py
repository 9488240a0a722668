"""Views, which supply the values for templates.

A view is a small class. Each of its properties fills the slot of the same name in a template; if the property is None,
the brackets around the slot are left out. A story that needs further numbers makes a subclass.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from decoders.core.record import Layer, Step, Verdict
from explorer.story.facts import Facts, known
from explorer.story.numbers import apart, digits, percents, plural, quotient, two_digits
from explorer.story.wording import Voice, Wording

LayerKind = TypeVar("LayerKind", bound=Layer)


@dataclass(frozen=True)
class Together:
    """Two numbers in one sentence, with enough digits to show which is larger or to reproduce their quotient."""

    left: str
    right: str


def compared(left: float | None, right: float | None) -> Together | None:
    """Two probabilities in percent, with as many digits as it takes to see which is larger; None if one is missing."""
    return None if left is None or right is None else Together(*percents(left, right))


def two_decimals(u: float | None, threshold: float | None) -> Together | None:
    """A random number and its threshold, with at least two digits each (as in the pictures of tests), and with enough
    to see which is larger; None if one is missing.
    """
    return None if u is None or threshold is None else Together(*apart(u, threshold, two_digits))


def divided(top: float | None, below: float | None, test: Together | None) -> Together | None:
    """Two probabilities in percent, with enough digits to give the threshold of `test`; None if one is missing."""
    if top is None or below is None:
        return None
    return Together(*quotient(top, below, result=test.right if test else "")[:2])


class IterationView:
    """The slots of every sentence about an iteration."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @property
    def voice(self) -> Voice:
        """The voice of the sentence."""
        return self.facts.voice

    @property
    def unit(self) -> str:
        """The noun for a token of this pair."""
        return self.facts.unit

    @property
    def index(self) -> int:
        """The number of the iteration, from 1."""
        return self.facts.iteration.index + 1

    def counted(self, count: int) -> str:
        """Return a number of tokens with the noun for this pair: “2 tokens”, “2 words”."""
        return plural(count, self.unit)


class VerdictView(IterationView):
    """The slots of a sentence about one decision: the token and the numbers of its rule."""

    def __init__(self, facts: Facts, verdict: Verdict) -> None:
        super().__init__(facts)
        self.verdict = verdict

    @property
    def word(self) -> str:
        """The token in quotation marks."""
        return self.facts.word(self.verdict.node)

    @property
    def subject(self) -> str:
        """The token; if several candidates are tested in order, with its number: “is” (candidate 2 of 4)."""
        turn, of = self.facts.candidate(self.verdict)
        return f"{self.word} (candidate {turn} of {of})" if turn and of > 1 else self.word

    @property
    def one_draw(self) -> str:
        """The token for the beginning of a sentence; if it was sampled several times, as one of its draws."""
        node = self.facts.node.get(self.verdict.node)
        return f"One of the {node.count} draws of {self.word}" if node is not None and node.count > 1 else self.word

    @property
    def decision(self) -> str:
        """The decision, by its code in explorer/states.json."""
        return self.verdict.decision

    @property
    def is_beam(self) -> bool:
        """Whether the decision is about a beam that ends in this token, rather than about the token alone."""
        return self.verdict.entry is not None

    @property
    def parent(self) -> int:
        """The node that the token follows."""
        return self.facts.parent(self.verdict.node)

    @property
    def p(self) -> float | None:
        """The target's probability of the token."""
        return self.verdict.p

    @property
    def q(self) -> float | None:
        """The draft's probability of the token."""
        return self.verdict.q

    @property
    def u(self) -> float | None:
        """The random number of the test."""
        return self.verdict.u

    @property
    def a(self) -> float | None:
        """The threshold for u: the acceptance probability."""
        return self.verdict.a

    @property
    def used(self) -> float | None:
        """The value that the test uses in place of p: p′, p/ρ or p itself."""
        return self.verdict.p if self.verdict.p_used is None else self.verdict.p_used

    @property
    def bar(self) -> float | None:
        """The threshold that the rule compares its value with."""
        return self.verdict.bar

    @property
    def logp(self) -> float | None:
        """Σ log p of the beam or block that ends here."""
        return known(self.verdict.logp)

    @cached_property
    def rivals(self) -> Sequence[Verdict]:
        """The decisions about draft tokens at the same position."""
        return self.facts.tested_below.get(self.parent, ())

    @property
    def before_warping(self) -> str:
        """The token's p and q before 𝒯 is applied, shown if 𝒯 leaves only one token."""
        values = (("p", self.verdict.p), ("q", self.verdict.q))
        recorded = [f"{name} = {digits(value)}" for name, value in values if value is not None]
        return f"{', '.join(recorded)} before warping" if recorded else "not recorded before warping"


class StepView(IterationView):
    """The slots of a sentence about one step: its nodes and its decisions."""

    def __init__(self, facts: Facts, step: Step) -> None:
        super().__init__(facts)
        self.step = step

    @property
    def layer(self) -> int | None:
        """The level that the step is about."""
        return self.step.layer

    @property
    def place(self) -> int | None:
        """The position within the layer."""
        return self.step.place

    @property
    def size(self) -> int:
        """The number of nodes that appear."""
        return len(self.step.nodes)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The decisions that the step shows."""
        return self.facts.decided(self.step)

    @property
    def first_verdict(self) -> Verdict | None:
        """The first of these decisions; None if there is none."""
        return self.verdicts[0] if self.verdicts else None

    @property
    def decided(self) -> int:
        """The number of decisions that the step shows."""
        return len(self.step.verdicts)


class LayerView(Generic[LayerKind]):
    """The slots of a sentence about a layer record of a method."""

    def __init__(self, layer: LayerKind, voice: Voice) -> None:
        self.of, self.voice = layer, voice

    @property
    def layer(self) -> int:
        """The level that the record is about; 0 means the whole iteration."""
        return self.of.layer


def says(*, plain: str, exact: str) -> Wording[VerdictView]:
    """Return the reason of a decision that needs no cases: one sentence per voice."""
    return Wording(view=VerdictView, plain={"": plain}, exact={"": exact})


def layer_says(*, plain: str, exact: str) -> Wording[LayerView[Layer]]:
    """Return words about a layer that need no cases."""
    return Wording(view=LayerView[Layer], plain={"": plain}, exact={"": exact})
