"""Where a threshold comes from, in rounds of a hundred (block and traversal verification).

What is tested has the running ratio P: it has to be accepted in a share P of all rounds that reach the test, by its own
test or together with guesses after it. On average, those contribute P − R, where R = Σ max(P·p − q, 0). The missing part
R has to come from the rounds in which they failed, whose share is 1 − (P − R). So the threshold is R/(R + 1 − P).
"""

from functools import cached_property
from typing import NamedTuple

from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, digits, two_digits
from explorer.story.views import IterationView
from explorer.story.wording import Wording

LITTLE = 0.005  # a threshold below this is not derived from counts of a hundred


class Rounds(NamedTuple):
    """Rounds of a hundred: in `whole` of them the tokens have to be accepted, in `missing` by their own test. In `taken` a
    guess after them is accepted, too, and in the `rest` every guess after them failed.
    """

    whole: str
    missing: str
    taken: str
    rest: str


class Missing(IterationView):
    """The running ratio P of some tokens, and the part R of it that guesses after them do not contribute.

    `word` is what is tested, and `failed` the guess after it that was deleted, if there is one.
    """

    def __init__(self, facts: Facts, whole: float, missing: float, word: str, failed: str = "") -> None:
        super().__init__(facts)
        self._whole, self._missing, self.word, self.failed = whole, missing, word, failed

    @property
    def quotient(self) -> float:
        """The threshold R/(R + 1 − P)."""
        return self._missing / (self._missing + 1 - self._whole)

    @property
    def threshold(self) -> str:
        """The threshold with two digits."""
        return two_digits(self.quotient)

    @cached_property
    def counts(self) -> tuple[float, float]:
        """P and R in rounds of a hundred, with as many decimals as it takes for the written threshold to come out right,
        or with one if it is very small.
        """
        for places in range(12):
            whole, missing = round(100 * self._whole, places), round(100 * self._missing, places)
            rest = missing + 100 - whole
            if rest > 0 and (two_digits(missing / rest) == self.threshold or (places and self.quotient < LITTLE)):
                break
        return whole, missing  # pyright: ignore[reportPossiblyUnboundVariable]

    @property
    def rounds(self) -> Rounds:
        """The counts as they are written."""
        whole, missing = self.counts
        return Rounds(*(f"{each:.12g}" for each in (whole, missing, whole - missing, 100 - whole + missing)))

    @property
    def P(self) -> str:  # noqa: N802 (the paper's symbol)
        """The running ratio."""
        return digits(self._whole)

    @property
    def R(self) -> str:  # noqa: N802 (the paper's symbol)
        """The missing part."""
        return digits(self._missing)

    @property
    def contributed(self) -> str:
        """P − R."""
        return digits(self._whole - self._missing)

    @property
    def shares(self) -> tuple[float, float]:
        """What guesses after the tokens contribute, and what is missing, as the sentence counts them."""
        if self.quotient < LITTLE:
            return self._whole - self._missing, self._missing
        whole, missing = self.counts
        return (whole - missing) / 100, missing / 100


def missing_case(view: Missing) -> str:
    """The case: something is missing, hardly anything, or nothing."""
    return "nothing" if view.quotient <= NOISE else "little" if view.quotient < LITTLE else "some"


IN_PREFIX = (
    "In 100 drafts that start with {word}, this prefix should be accepted {rounds.whole} times (the running ratio). Averaged "
    "over the draft’s possible next guesses, a longer prefix passes"
)
PREFIX_TITLE = Wording(
    view=Missing,
    plain={"": "Why the threshold is {threshold}"},
    exact={"": "Where h = {threshold} comes from"},
)
PREFIX_MISSING = Wording(
    view=Missing,
    case=missing_case,
    plain={
        "some": f"{IN_PREFIX} {{rounds.taken}} times. In the other {{rounds.rest}} drafts, this prefix has to pass alone {{rounds.missing}} times. "
        "So the threshold is {rounds.missing} ÷ {rounds.rest} = {threshold}.",
        "little": f"{IN_PREFIX} nearly as often. So this one rarely has to pass alone.",
        "nothing": f"{IN_PREFIX} just as often. So this one never has to pass alone.",
    },
    exact={
        "": "P = {P} has to be reached. Longer prefixes contribute P − R = {contributed}, on average. R is missing, in "
        "a share 1 − (P − R) = R + 1 − P of the cases.",
        "nothing": "P = {P} has to be reached. Longer prefixes contribute all of it, on average: R = 0.",
    },
)
IN_ROUNDS = (
    "In 100 rounds with the same guesses and deletions so far, {word} should be accepted {rounds.whole} times (its running ratio). "
    "Averaged over the possible next guesses, such a guess passes"
)
FAILED = "In this round, the next guess {failed} failed, so"
LEAF_TITLE = Wording(
    view=Missing,
    plain={"": "Why the ratio of {word} falls to {threshold}"},
    exact={"": "Where α = {threshold} of {word} comes from"},
)
LEAF_MISSING = Wording(
    view=Missing,
    case=missing_case,
    plain={
        "some": f"{IN_ROUNDS} {{rounds.taken}} times. {FAILED} {{word}} still has to be accepted in {{rounds.missing}} of the other {{rounds.rest}} "
        "rounds. Its new running ratio is {rounds.missing} ÷ {rounds.rest} = {threshold}.",
        "little": f"{IN_ROUNDS} nearly as often. {FAILED} {{word}} can hardly pass any more.",
        "nothing": f"{IN_ROUNDS} just as often. {FAILED} {{word}} cannot pass any more.",
    },
    exact={
        "": "α = {P} has to be reached. The child contributes α − S = {contributed}, on average. {failed} failed, so S = "
        "{R} is missing, in a share S + 1 − α of the cases: α ← S/(S + 1 − α) = {threshold}.",
        "nothing": "α = {P} has to be reached. The child contributes all of it, on average: S = 0, so α ← 0.",
    },
)
