"""The interface of every adapter: the values or lines that it knows, and the requests that it makes from them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from explorer.imports.record import Absent, Piece, Request

TIMES = Absent(
    "The time of draft and target passes",
    "Measure them with a profile of the server, and give them (`--target-ms`, `--draft-ms`).",
    "times",
)
MOST_TOKENS = 20_000  # of an answer whose tokens are coloured


class Values(Protocol):
    """An adapter for JSON values. One object reads one file."""

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
    """An adapter for text lines. One object reads one file. Every line of the format contains one of `words`."""

    @property
    def words(self) -> tuple[str, ...]:
        """The words of which every line of the format contains at least one."""
        ...

    @property
    def continues(self) -> bool:
        """Whether the next line belongs to the last one, whatever it contains."""
        ...

    def read(self, line: str, where: str) -> Iterator[Request]:
        """The requests that this line completes; nothing for a line of another kind. Raises BadInput."""
        ...

    def end(self) -> Iterator[Request]:
        """The requests that the end of the file completes."""
        ...


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


ASSUMED = "The colours assume that every pass checked a draft. The number of tokens agrees with that."
