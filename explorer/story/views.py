"""What templates are filled from: small classes whose properties are the slots.

A story with numbers of its own makes a subclass. A property that is None leaves out the brackets it stands in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, TypeVar

from decoders.core.record import Layer, Step, Verdict
from explorer.story.facts import Facts, known
from explorer.story.numbers import apart, digits, plural, quotient
from explorer.story.wording import Voice, Wording

LayerKind = TypeVar("LayerKind", bound=Layer)


@dataclass(frozen=True)
class Together:
    """Numbers that are compared, written with as many digits as that takes."""

    left: str
    right: str


def compared(left: float | None, right: float | None) -> Together | None:
    """Two chances with as many digits as it takes to see which is larger; None without both."""
    return None if left is None or right is None else Together(*apart(left, right))


def divided(top: float | None, below: float | None) -> Together | None:
    """Two chances with as many digits as it takes for their quotient to come out right; None without both."""
    return None if top is None or below is None else Together(*quotient(top, below))


class IterationView:
    """What can be said in any sentence about an iteration."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts

    @property
    def voice(self) -> Voice:
        """How it speaks."""
        return self.facts.voice

    @property
    def unit(self) -> str:
        """What a token of this pair is called."""
        return self.facts.unit

    @property
    def index(self) -> int:
        """The number of the iteration, from 1."""
        return self.facts.iteration.index + 1

    def counted(self, count: int) -> str:
        """So many tokens, as they are called here."""
        return plural(count, self.unit)


class VerdictView(IterationView):
    """One decision, and the numbers of its rule."""

    def __init__(self, facts: Facts, verdict: Verdict) -> None:
        super().__init__(facts)
        self.verdict = verdict

    @property
    def word(self) -> str:
        """The token in quotation marks."""
        return self.facts.word(self.verdict.node)

    @property
    def decision(self) -> str:
        """What became of it."""
        return self.verdict.decision

    @property
    def is_beam(self) -> bool:
        """Whether the decision is about one beam with this token."""
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
        """The random number that was drawn."""
        return self.verdict.u

    @property
    def a(self) -> float | None:
        """What u had to be below."""
        return self.verdict.a

    @property
    def used(self) -> float | None:
        """What stood in the place of p: p′, p/ρ, or p itself."""
        return self.verdict.p if self.verdict.p_used is None else self.verdict.p_used

    @property
    def bar(self) -> float | None:
        """What the rule holds its value against."""
        return self.verdict.bar

    @property
    def logp(self) -> float | None:
        """Σ log p of the beam or block that ends here."""
        return known(self.verdict.logp)

    @cached_property
    def rivals(self) -> Sequence[Verdict]:
        """The decisions about drafts that stood in the same place."""
        return self.facts.tested_below.get(self.parent, ())

    @property
    def before_warping(self) -> str:
        """p and q of the token before 𝒯 leaves one."""
        given = [
            f"{name} = {digits(value)}"
            for name, value in (("p", self.verdict.p), ("q", self.verdict.q))
            if value is not None
        ]
        return f"before warping {' and '.join(given)}" if given else "before warping beyond what was recorded"


class StepView(IterationView):
    """One step, its nodes and its decisions."""

    def __init__(self, facts: Facts, step: Step) -> None:
        super().__init__(facts)
        self.step = step

    @property
    def layer(self) -> int | None:
        """The level that the step is about."""
        return self.step.layer

    @property
    def place(self) -> int | None:
        """The place within the layer."""
        return self.step.place

    @property
    def size(self) -> int:
        """How many nodes appear."""
        return len(self.step.nodes)

    @cached_property
    def verdicts(self) -> list[Verdict]:
        """The decisions that the step shows."""
        return self.facts.decided(self.step)

    @property
    def decided(self) -> int:
        """How many decisions the step shows."""
        return len(self.step.verdicts)


class LayerView(Generic[LayerKind]):
    """What a method recorded of a layer, a node or the iteration."""

    def __init__(self, layer: LayerKind, voice: Voice) -> None:
        self.of, self.voice = layer, voice

    @property
    def layer(self) -> int:
        """The level it is about; 0 is the whole iteration."""
        return self.of.layer


def says(*, plain: str, exact: str) -> Wording[VerdictView]:
    """Why a decision fell, in words of one case."""
    return Wording(view=VerdictView, plain={"": plain}, exact={"": exact})


def layer_says(*, plain: str, exact: str) -> Wording[LayerView[Layer]]:
    """Words of one case about a layer."""
    return Wording(view=LayerView[Layer], plain={"": plain}, exact={"": exact})
