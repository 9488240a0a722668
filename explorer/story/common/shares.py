"""Explain the calculation of the share of a beam with its next token (DSBD). The target's share is a product of two
factors. The draft's share is rescaled if some beams were discarded.
"""

from collections.abc import Callable
from decimal import Decimal
from typing import NamedTuple

from decoders.core.record import Distribution, Verdict
from decoders.core.rules import split_joint
from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, calculated
from explorer.story.views import VerdictView
from explorer.story.wording import EXACT, Wording
from explorer.trace.commits import MADE


class Worked(NamedTuple):
    """A calculation as it is written: two numbers and their product or quotient."""

    left: str
    right: str
    result: str


class Share(VerdictView):
    """A tested beam with its token."""

    @property
    def beam(self) -> float | None:
        """The share of the beam before the token: the sum of p_beam over its tokens. None if there is only one beam, or
        if p_beam was not recorded as a whole.
        """
        width = self.facts.layer(WidthLayer, layer=self.verdict.layer)
        whole = self._distribution
        if width is None or whole is None or len(set(width.inputs)) < 2 or self.parent not in width.inputs:
            return None
        slot = width.inputs.index(self.parent)
        return sum(value for index, value in whole.top if split_joint(index, whole.base or 1)[0] == slot)

    @property
    def _distribution(self) -> Distribution | None:
        """p_beam of the layer, if all of its values were recorded."""
        all_ = self.facts.iteration.distributions
        tests = (each for each in self.facts.iteration.verdicts if each.layer == self.verdict.layer)
        found = (all_[place] for each in tests for place in each.distributions if all_[place].kind == "p_beam")
        return next((each for each in found if each.base and abs(each.rest) < NOISE), None)

    @property
    def target(self) -> Worked | None:
        """The share of the beam × the probability of the token after it."""
        if not self.beam or not self.p:
            return None
        return self._worked(lambda beam, after: beam * after, self.beam, self.p / self.beam)

    @property
    def draft(self) -> Worked | None:
        """The beam's share at drafting, rescaled to the beams that were not discarded; None if no beam was discarded, or
        if earlier drafts were also removed.
        """
        first = self.facts.first_share(self.verdict)
        if first is None or not self.q or self.q - first <= NOISE or self.verdict.q_left is not None:
            return None
        return self._worked(lambda share, left: share / left, first, first / self.q)

    @property
    def weighed(self) -> Worked | None:
        """The beam's share in the previous layer ÷ the sum over all beams of that layer. None in the first layer, or if
        this is not the beam's share in this layer.
        """
        width = self.facts.layer(WidthLayer, layer=self.verdict.layer)
        before = [self._entered(node) for node in width.inputs] if width else []
        own, known = self._entered(self.parent), [each for each in before if each is not None]
        if not self.beam or own is None or not sum(known) or len(known) < len(before):
            return None
        if abs(own / sum(known) - self.beam) > 1e-6:
            return None
        return self._worked(lambda share, all_: share / all_, own, sum(known))

    def _entered(self, node: int) -> float | None:
        """The target's share with which a beam of the previous layer was accepted or sampled."""
        layer = (self.verdict.layer or 0) - 1
        found = (each.p for each in self.facts.by_node.get(node, ()) if each.layer == layer and each.decision in MADE)
        return next((p for p in found if p is not None), None)

    @property
    def lost(self) -> str:
        """The draft's share of the discarded beams."""
        left = Decimal(self.draft.right.rstrip("%")) if self.draft else Decimal(0)
        return f"{1 - left:f}" if self.voice is EXACT else f"{100 - left:f}%"

    def _worked(self, compute: Callable[[float, float], float], *values: float) -> Worked:
        left, right = calculated(compute, *values, size=2)
        written = left, right, f"{compute(float(left), float(right)):.2g}"
        exact = self.voice is EXACT
        return Worked(*(each if exact else f"{(Decimal(each) * 100).normalize():f}%" for each in written))


SHARE = Wording(
    view=Share,
    plain={
        "": "The target’s {target.result} is {target.left} (the beam) × {target.right} ({word} after it).[ The beam’s "
        "{target.left} is {weighed.left} ÷ {weighed.right} (all beams).][ The draft’s {draft.result} is "
        "{draft.left} ÷ {draft.right}, because {lost} belonged to discarded beams.]"
    },
    exact={
        "": "p_beam = {target.left} · {target.right} = {target.result}.[ {target.left} is {weighed.left}/{weighed.right}, "
        "over all beams.][ q_beam = {draft.left}/{draft.right} = {draft.result}, where {lost} = 1 − {draft.right} belonged to "
        "discarded beams.]"
    },
)


def share_made(facts: Facts, verdict: Verdict) -> str | None:
    """Return the calculation of the shares in a layer's first test as a sentence; None if there is none."""
    view = Share(facts, verdict)
    tests = (each for each in facts.iteration.verdicts if each.layer == verdict.layer and each.a is not None)
    return SHARE.tell(view) if next(tests, None) is verdict and view.target else None
