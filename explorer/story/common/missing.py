"""Explain how a threshold is computed, with counts out of a hundred rounds (block and traversal verification).

Of all rounds that reach its test, a prefix or leaf with the running ratio P must be accepted in a share P: by its own
test, or together with guesses after it. A guess after it is accepted in a share P − R of these rounds, where R = Σ
max(P·p − q, 0): the draft continues with a token in a share q of the rounds, and a share min(1, P·p/q) of those accepts
the token. The missing share R must come from the other rounds, whose share is 1 − (P − R). So the threshold is R/(R + 1
− P).
"""

from collections.abc import Callable, Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple, TypedDict

from explorer.story.common.calculation import Calculation, Term, ratio_digits
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, calculated, digits, two_digits
from explorer.story.views import IterationView
from explorer.story.wording import PLAIN, Wording

MOST = 3  # decimals of a count of a hundred rounds
LONGEST = 5  # digits of a running ratio in a table


class Counts(NamedTuple):
    """Counts out of a hundred rounds. In `whole` rounds, the tested tokens must be accepted. In `taken` of these, a
    guess after them is accepted too; in the other `missing` rounds, their own test must accept them. The `rest` are all
    rounds that are not `taken`: every guess after the tokens failed.
    """

    whole: float
    taken: float
    missing: float
    rest: float


class Continued(NamedTuple):
    """One possible next token: p and q of it, and the running ratio min(1, P·p/q) with which a draft that continues
    with it is accepted.
    """

    token: int
    p: float
    q: float
    ratio: float

    def drafted(self, places: int) -> float:
        """The number of rounds, out of a hundred, that continue with the token."""
        return round(100 * self.q, places)

    def written(self, places: int) -> str:
        """The running ratio as it is written, with more digits if the accepted rounds would be wrong otherwise."""
        if self.ratio >= 1 - NOISE or self.ratio <= NOISE:
            return f"{self.ratio:.0f}"
        texts = (ratio_digits(self.ratio), *(f"{Decimal(f'{self.ratio:.{size}g}'):f}" for size in range(3, LONGEST)))
        right = (text for text in texts if self._wrong(text, places) <= 0.6 * 10**-places)
        return next(right, texts[-1])

    def _wrong(self, text: str, places: int) -> float:
        """The error of the number of accepted rounds if the running ratio is written as `text`."""
        return abs(self.drafted(places) * float(text) - 100 * self.q * self.ratio)

    def accepted(self, places: int) -> float:
        """The number of rounds that continue with the token and are accepted: the product of the written numbers."""
        return round(float(Decimal(str(self.drafted(places))) * Decimal(self.written(places))), places)


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
    """The running ratio P of some tokens, and its missing part R, which guesses after these tokens do not contribute.

    `word` is the tested prefix, or the guess whose running ratio is computed.
    """

    def __init__(
        self,
        facts: Facts,
        whole: float,
        missing: float,
        word: str,
        write: Callable[[float], str] = two_digits,
        rows: Sequence[Continued] = (),
        again: bool = False,
    ) -> None:
        """`rows` are the next tokens that a table shows. The rows can require more decimals. `again` says whether
        earlier deletions changed the target's probabilities.
        """
        super().__init__(facts)
        self._whole, self._missing, self.word, self._write = whole, missing, word, write
        self._rows, self._again = rows, again

    @property
    def quotient(self) -> float:
        """The threshold R/(R + 1 − P)."""
        return self._missing / (self._missing + 1 - self._whole)

    @property
    def ratio(self) -> str:
        """The running ratio P, as the step before wrote it in the plain voice."""
        return ratio_digits(self._whole) if self.voice is PLAIN else digits(self._whole)

    @property
    def target(self) -> str:
        """The name of the target's probabilities: after an earlier deletion, only a leftover counts."""
        return "leftover" if self._again else "target"

    @property
    def threshold(self) -> str:
        """The threshold as it is written."""
        return self._write(self.quotient)

    def rounds(self, places: int) -> Counts:
        """The counts with this many decimals."""
        whole, missing = round(100 * self._whole, places), round(100 * self._missing, places)
        return Counts(whole, round(whole - missing, places), missing, round(100 - whole + missing, places))

    @cached_property
    def _written(self) -> tuple[int | None, Sequence[Continued]]:
        """The number of decimals of all counts, and the rows of the table. These are all rows if they add up with the
        decimals that the written threshold needs, otherwise only the first row.
        """
        enough = [places for places in range(MOST + 1) if self._reproduces(self.rounds(places))]
        tries = ((places, rows) for places in enough for rows in (self._rows, self._rows[:1]))
        right = (each for each in tries if self._adds_up(*each))
        return next(right, (enough[0] if enough else None, self._rows))

    @property
    def places(self) -> int | None:
        """The number of decimals that the counts need to reproduce the written threshold; None if it is too small."""
        return self._written[0]

    @property
    def rows(self) -> Sequence[Continued]:
        """The rows of the table of next tokens; all others are summed."""
        return self._written[1]

    def _reproduces(self, counts: Counts) -> bool:
        """Whether the written threshold follows from these counts."""
        return counts.rest > 0 and self._write(counts.missing / counts.rest) == self.threshold

    def _adds_up(self, places: int, rows: Sequence[Continued]) -> bool:
        """Whether the rows do not exceed the table's sums and, if they are all next tokens, equal them."""
        rest = round(self.rounds(places).taken - sum(row.accepted(places) for row in rows), places)
        if sum(row.q for row in rows) < 1 - NOISE:
            return rest >= 0
        return rest == 0 and round(sum(row.drafted(places) for row in rows), places) == 100

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
    plain={"": "100 drafts that begin with {word}"},
    exact={"": "h of the prefix {word}"},
)
PREFIX_NAMES = Names(
    lines=(
        {"plain": "must be accepted: {whole}", "exact": "P = {whole}"},
        {
            "plain": "accepted with a longer prefix: {taken}, not: {rest}",
            "exact": "longer: Σ min(P·p, q) = {taken}, others: {rest}",
        },
        {"plain": "missing: {missing} of these {rest}", "exact": "R = Σ max(P·p − q, 0) = {missing}"},
    ),
    missing="missing",
    rest="others",
    result="threshold",
    left="R",
    ran="P",
    exact="h",
)
PREFIX_RULE = Wording(
    view=Missing,
    plain={"": "Running ratio: {ratio} × target ÷ draft, at most 1."},
    exact={"": "a = min(1, {ratio} · p/q)"},
)
LEAF_TITLE = Wording(
    view=Missing,
    plain={"": "100 rounds that test a guess after {word}"},
    exact={"": "α of {word} after the deletion"},
)
LEAF_NAMES = Names(
    lines=(
        {"plain": "must be accepted: {whole}", "exact": "old α = {whole}"},
        {
            "plain": "accepted with the guess after it: {taken}, not: {rest}",
            "exact": "the child: Σ min(α·p′, q) = {taken}, others: {rest}",
        },
        {"plain": "missing: {missing} of these {rest}", "exact": "S = Σ max(α·p′ − q, 0) = {missing}"},
    ),
    missing="missing",
    rest="others",
    result="new running ratio",
    left="S",
    ran="old α",
    exact="new α",
)
LEAF_RULE = Wording(
    view=Missing,
    plain={"": "Running ratio: {ratio} × {target} ÷ draft, at most 1."},
    exact={"": "a = min(1, {ratio} · p′/q)"},
)
