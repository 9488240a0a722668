"""How the share of a beam with its next token came about (DSBD): both factors of the target's, and what was taken out
of the draft's.
"""

from collections.abc import Callable
from decimal import Decimal

from decoders.core.record import Distribution, Verdict
from decoders.core.rules import split_joint
from decoders.methods.dsbd.recording import WidthLayer
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, calculated
from explorer.story.views import VerdictView
from explorer.story.wording import EXACT, Wording


class Share(VerdictView):
    """A tested beam with its token."""

    @property
    def beam(self) -> float | None:
        """The share of the beam before the token: the sum of p_beam over its tokens. None if there is a single beam, or
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
    def target(self) -> tuple[str, ...] | None:
        """The share of the beam, the probability of the token after it, and their product."""
        if not self.beam or not self.p:
            return None
        return self._product(lambda beam, after: beam * after, self.beam, self.p / self.beam)

    @property
    def draft(self) -> tuple[str, ...] | None:
        """The share when it was drafted, what lost beams left of 100%, and the quotient; None if no beam was lost, or if
        earlier drafts were removed, too.
        """
        first = self.facts.first_share(self.verdict)
        if first is None or not self.q or self.q - first <= NOISE or self.verdict.q_left is not None:
            return None
        return self._product(lambda share, left: share / left, first, first / self.q)

    def _product(self, compute: Callable[..., float], *values: float) -> tuple[str, ...]:
        written = calculated(compute, *values, size=2)
        written = (*written, f"{compute(*map(float, written)):.2g}")
        return written if self.voice is EXACT else tuple(f"{(Decimal(each) * 100).normalize():f}%" for each in written)

    @property
    def beams(self) -> str | None:
        """The share of the beam."""
        return self.target[0] if self.target else None

    @property
    def after(self) -> str | None:
        """The probability of the token after its beam."""
        return self.target[1] if self.target else None

    @property
    def product(self) -> str | None:
        """The share of the pair."""
        return self.target[2] if self.target else None

    @property
    def drafted(self) -> str | None:
        """The draft's share when it was drafted."""
        return self.draft[0] if self.draft else None

    @property
    def left(self) -> str | None:
        """The sum of the draft's shares without those of lost beams."""
        return self.draft[1] if self.draft else None

    @property
    def quotient(self) -> str | None:
        """The draft's share in the test."""
        return self.draft[2] if self.draft else None


SHARE = Wording(
    view=Share,
    plain={
        "": "The target’s {product} is {beams} (its beam) × {after} ({word} after it).[ The draft’s {quotient} is {drafted} ÷ {left} "
        "(without lost beams).]"
    },
    exact={"": "p_beam = {beams} · {after} = {product}.[ q_beam = {drafted}/{left} = {quotient}, without lost beams.]"},
)


def share_made(facts: Facts, verdict: Verdict) -> str | None:
    """Return how the shares of the first test of a layer came about; None where a share has no factors."""
    view = Share(facts, verdict)
    tests = (each for each in facts.iteration.verdicts if each.layer == verdict.layer and each.a is not None)
    return SHARE.tell(view) if next(tests, None) is verdict and view.target else None
