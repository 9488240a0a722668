"""The interface of every adapter: the values or lines that it knows, and the requests that it makes from them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from explorer.imports.record import Absent, Piece, Request

TIMES = Absent(
    "The time of draft and target passes",
    "Measure the tokens per second without a draft, and add `--target-per-second`. A profile has single passes.",
    "times",
)
MOST_TOKENS = 20_000  # of an answer whose tokens are coloured


class Values(Protocol):
    """An adapter for JSON values. One object reads one file. `noun` names a value in messages."""

    noun: str = "Response"

    def takes(self, value: Mapping[str, Any]) -> bool:
        """Whether this value belongs to the format."""
        ...

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        """The requests that this value completes. `where` names it in messages. Raises BadInput."""
        ...

    def end(self) -> Iterator[Request]:
        """The requests that the end of the file completes; none unless an adapter has some."""
        yield from ()


class Lines(Protocol):
    """An adapter for text lines. One object reads one file. Every line of the format contains one of `words`.

    `left_out` counts lines that should have numbers, but are incomplete or of an unknown form. `unfinished` has the
    requests that begin in the file and are not in the report, each with the number of its lines.
    """

    words: tuple[str, ...] = ()
    left_out: int = 0

    @property
    def unfinished(self) -> tuple[tuple[str, int], ...]:
        """Requests without an end, each with the number of its lines; none unless an adapter knows them."""
        return ()

    @property
    def continues(self) -> bool:
        """Whether the next line belongs to the last one, whatever it contains; False unless an adapter knows it."""
        return False

    def read(self, line: str, where: str) -> Iterator[Request]:
        """The requests that this line completes; nothing for a line of another kind. Raises BadInput."""
        ...

    def end(self) -> Iterator[Request]:
        """The requests that the end of the file completes; none unless an adapter has some."""
        yield from ()


def coloured(tokens: Sequence[str], accepted: Sequence[int]) -> tuple[Piece, ...]:
    """The tokens of an answer, each with the model that wrote it, from the accepted drafts of every pass.

    The pass over the prompt writes one token. Every further pass writes its accepted drafts and one token of the
    target; only the last one may end early. If the counts contradict this, nothing is returned.
    """
    cut = 1 + sum(accepted) + len(accepted) - len(tokens)
    if not accepted or not 0 <= cut <= accepted[-1]:
        return ()
    wrote = [False]
    for count in accepted:
        wrote += [True] * count + [False]
    return tuple(Piece(token, "draft" if draft else "target") for token, draft in zip(tokens, wrote, strict=False))


ASSUMED = "The colours assume that every pass checked a draft. The number of tokens in `logprobs` agrees with that."
