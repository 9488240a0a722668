"""Explain how a threshold is computed, with counts out of a hundred rounds (block and traversal verification).

A tested prefix or leaf with the running ratio P must be accepted in a share P of all rounds that reach the test, by its
own test or together with guesses after it. Guesses after it are accepted in a share P − R of these rounds, where
R = Σ max(P·p − q, 0). The missing share R must come from the other rounds, whose share is 1 − (P − R). So the threshold
is R/(R + 1 − P).
"""

from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple, TypedDict

from explorer.story.common.calculation import Calculation, Term
from explorer.story.facts import Facts
from explorer.story.numbers import calculated, digits, two_digits
from explorer.story.views import IterationView
from explorer.story.wording import Wording

MOST = 3  # decimals of a count of a hundred rounds


class Counts(NamedTuple):
    """Counts out of a hundred rounds. In `whole` rounds, the tokens must be accepted. In `taken` of these, a guess
    after them is accepted too, and in the other `missing` rounds, their own test must accept them. The `rest` are all
    rounds that are not `taken`; in these, every guess after them failed.
    """

    whole: float
    taken: float
    missing: float
    rest: float


class Said(TypedDict):
    """A text in both voices."""

    plain: str
    exact: str


class Names(NamedTuple):
    """The words of the calculation: its lines, which have slots for numbers, and the names of its numbers.

    `left`, `ran` and `exact` are names of the exact voice.
    """

    lines: tuple[Said, Said, Said]
    missing: str
    rest: str
    result: str
    left: str
    ran: str
    exact: str


class Missing(IterationView):
    """The running ratio P of some tokens, and the part R of it that guesses after them do not contribute.

    `word` is the tested prefix, or the guess whose running ratio is computed.
    """

    def __init__(
        self, facts: Facts, whole: float, missing: float, word: str, write: Callable[[float], str] = two_digits
    ) -> None:
        super().__init__(facts)
        self._whole, self._missing, self.word, self._write = whole, missing, word, write

    @property
    def quotient(self) -> float:
        """The threshold R/(R + 1 − P)."""
        return self._missing / (self._missing + 1 - self._whole)

    @property
    def threshold(self) -> str:
        """The threshold as it is written."""
        return self._write(self.quotient)

    def rounds(self, places: int) -> Counts:
        """The counts with this many decimals."""
        whole, missing = round(100 * self._whole, places), round(100 * self._missing, places)
        return Counts(whole, round(whole - missing, places), missing, round(100 - whole + missing, places))

    @cached_property
    def places(self) -> int | None:
        """The number of decimals that the counts need to reproduce the written threshold; None if the threshold is too
        small.
        """
        for places in range(MOST + 1):
            counts = self.rounds(places)
            if counts.rest > 0 and self._write(counts.missing / counts.rest) == self.threshold:
                return places
        return None

    @cached_property
    def counts(self) -> Counts:
        """The counts as they are written. If the missing part is too small for these decimals, it has as many digits as
        it takes to reproduce the written threshold.
        """
        if self.places is not None:
            return self.rounds(self.places)
        counts, missing = self.rounds(1), [float(f"{100 * self._missing:.{size}g}") for size in (2, 3, 4)]
        right = (each for each in missing if counts.rest and self._write(each / counts.rest) == self.threshold)
        return counts._replace(missing=next(right, missing[0]))

    def lines(self, names: Names) -> list[Said]:
        """Sentences with the counts and their meanings."""
        nearly = "≈ " if self.places is None else ""
        parts = self.counts._asdict()
        plain = {name: _plain(count) for name, count in parts.items()}
        exact = {name: _plain(count / 100) for name, count in parts.items()}
        plain["taken"], exact["taken"] = nearly + plain["taken"], nearly + exact["taken"]
        return [
            {"plain": each["plain"].format(**plain), "exact": each["exact"].format(**exact)} for each in names.lines
        ]

    def calculation(self, names: Names) -> Calculation:
        """The calculation of the threshold: with counts out of a hundred in the plain voice, with probabilities in the
        exact voice.
        """
        missing, rest = _plain(self.counts.missing), _plain(self.counts.rest)
        left, ran = calculated(lambda left, ran: left / (left + 1 - ran), self._missing, self._whole)
        end: list[Term] = ["=", (self.threshold, names.result)]
        plain: list[Term] = [(missing, names.missing), "÷", (rest, names.rest), *end]
        exact: list[Term] = [(left, names.left), "/", "(", (left, names.left), "+ 1 −", (ran, names.ran), ")"]
        return {"plain": plain, "exact": [*exact, "=", (digits(self.quotient), names.exact)]}


def _plain(value: float) -> str:
    """A count without rounding noise and without a power of ten."""
    return format(Decimal(f"{value:.12g}"), "f")


PREFIX_TITLE = Wording(
    view=Missing,
    plain={"": "The threshold, in 100 cases with {word}"},
    exact={"": "h of the prefix {word}"},
)
PREFIX_NAMES = Names(
    lines=(
        {"plain": "To be accepted: {whole} (the running ratio).", "exact": "P = {whole}"},
        {
            "plain": "Accepted with a longer prefix: {taken}.",
            "exact": "longer prefixes: Σ min(P·p, q) = {taken}",
        },
        {"plain": "Left to accept in the other {rest}: {missing}.", "exact": "R = Σ max(P·p − q, 0) = {missing}"},
    ),
    missing="left",
    rest="others",
    result="threshold",
    left="R",
    ran="P",
    exact="h",
)
PREFIX_AFTER: Said = {
    "plain": "If this prefix is the longest that passes, the next token is sampled from the leftover.",
    "exact": "If this prefix is the longest with u < h, x ~ norm(max(P·p − q, 0)).",
}
LEAF_TITLE = Wording(
    view=Missing,
    plain={"": "The new running ratio of {word}, in 100 cases"},
    exact={"": "α of {word} after the deletion"},
)
LEAF_NAMES = Names(
    lines=(
        {"plain": "To be accepted: {whole} (the running ratio).", "exact": "old α = {whole}"},
        {"plain": "Accepted with a guess after it: {taken}.", "exact": "the child: Σ min(α·p′, q) = {taken}"},
        {"plain": "Left to accept in the other {rest}: {missing}.", "exact": "S = Σ max(α·p′ − q, 0) = {missing}"},
    ),
    missing="left",
    rest="others",
    result="new running ratio",
    left="S",
    ran="old α",
    exact="new α",
)
LEAF_AFTER: Said = {
    "plain": "The leftover, scaled to 100%, replaces the target’s probabilities at this position.",
    "exact": "p′ ← norm(max(α·p′ − q, 0))",
}
