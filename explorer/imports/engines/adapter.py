"""The interface of all adapters. An adapter recognizes the values or lines of a format, and makes requests of them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from explorer.imports.record import Absent, Piece, Request

TIMES = Absent(
    "The time of draft and target passes",
    "Measure the tokens per second without a draft, and add `--target-per-second`. A profile shows the times of single "
    "passes.",
    "times",
)
MOST_TOKENS = 20_000  # most tokens of an answer that is coloured


class Adapter:
    """The common part of all adapters. One object reads one file. Raises BadInput for numbers that no run can have."""

    def end(self, where: str) -> Iterator[Request]:
        """The requests that are complete only at the end of the file; none unless an adapter overrides this. `where`
        names the end of the file in messages.
        """
        yield from ()


class Values(Adapter):
    """An adapter for JSON values. `noun` names a value in messages."""

    noun: str = "Response"

    def takes(self, value: Mapping[str, Any]) -> bool:
        """Whether this value belongs to the format."""
        raise NotImplementedError

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        """The requests that this value completes. `where` names the value in messages."""
        raise NotImplementedError


class Lines(Adapter):
    """An adapter for text lines. Every line of the format contains one of `words`.

    `left_out` counts lines that should have numbers, but are incomplete or of an unknown form. `continues` says whether
    the next line belongs to the previous one even without one of `words`.
    """

    words: tuple[str, ...] = ()
    left_out: int = 0
    continues: bool = False

    def read(self, line: str, where: str) -> Iterator[Request]:
        """The requests that this line completes; none for a line of another kind."""
        raise NotImplementedError

    def unfinished(self) -> Iterator[tuple[str, int]]:
        """The names of requests that have no end in the file, each with the number of its lines."""
        yield from ()


def coloured(tokens: Sequence[str], accepted: Sequence[int]) -> tuple[Piece, ...]:
    """The tokens of an answer, each with the model that wrote it, from the accepted draft tokens of every pass.

    The pass over the prompt writes one token. Every further pass writes its accepted draft tokens and one token of the
    target; only the last pass may write fewer. If the counts contradict this, the result is empty.
    """
    cut = 1 + sum(accepted) + len(accepted) - len(tokens)
    if not accepted or not 0 <= cut <= accepted[-1]:
        return ()
    drafted = [False]
    for count in accepted:
        drafted += [True] * count + [False]
    return tuple(map(Piece, tokens, drafted))  # the last pass may be cut


ASSUMED = "The colours assume that every pass checked a draft. The number of tokens in `logprobs` agrees with that."
