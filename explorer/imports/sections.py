"""The parts of a report: answers to questions, and sections of sentences, tables, a chart and a text."""

from collections.abc import Iterable
from dataclasses import dataclass

from explorer.imports.measures import Position
from explorer.imports.record import Piece

Row = tuple[str, ...]  # of finished words


@dataclass(frozen=True)
class Answer:
    """A question and its answer in one sentence. `sentences` are shown with it, and `folded` only on demand: what
    limits the answer, and, as the last sentence, on what it rests.
    """

    question: str
    verdict: str
    sentences: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()


def answered(question: str, verdict: str, shown: Iterable[str], folded: Iterable[str]) -> Answer:
    """An answer without its empty and its repeated sentences."""
    seen = dict.fromkeys(filter(None, shown))
    return Answer(question, verdict, tuple(seen), tuple(dict.fromkeys(filter(None, folded))))


@dataclass(frozen=True)
class Table:
    """A table of finished words. `chosen` has the numbers of the rows to highlight."""

    heads: Row
    rows: tuple[Row, ...]
    chosen: tuple[int, ...] = ()


@dataclass(frozen=True)
class Section:
    """A heading, sentences and, if there is something to show, tables, a chart of positions or a coloured text."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    chart: tuple[Position, ...] = ()
    pieces: tuple[Piece, ...] = ()
