"""The parts of a report: answers to questions, and sections of sentences, tables, a chart and a text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.imports.measures import Position
from explorer.imports.record import Piece

Row = tuple[str, ...]  # cells of finished words
Bands = tuple[tuple[str, float, float], ...]  # words, and the two costs of a draft token between which they hold
MOST_SHOWN = 4  # most sentences of an answer that are visible without unfolding


@dataclass(frozen=True)
class Answer:
    """A question and its answer in one sentence. `sentences` are shown with it. `folded` is shown on demand: the
    limitations of the answer and, as the last sentence, the data that it is based on.
    """

    question: str
    verdict: str
    sentences: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    bands: tuple[tuple[str, Bands], ...] = ()  # a chart with a named row for each load


def answered(question: str, verdict: str, shown: Iterable[str], folded: Iterable[str]) -> Answer:
    """Make an answer without empty and repeated sentences. MOST_SHOWN of them are shown; the others are folded."""
    seen = list(dict.fromkeys(filter(None, shown)))
    rest = dict.fromkeys(filter(None, (*seen[MOST_SHOWN:], *folded)))
    return Answer(
        question, verdict, tuple(seen[:MOST_SHOWN]), tuple(each for each in rest if each not in seen[:MOST_SHOWN])
    )


@dataclass(frozen=True)
class Table:
    """A table of finished words about one set of passes, which `caption` names. `chosen` holds the indices of the rows
    to highlight.
    """

    heads: Row
    rows: tuple[Row, ...]
    chosen: tuple[int, ...] = ()
    caption: str = ""


def table(heads: Sequence[str], rows: Iterable[Row], chosen: Iterable[int] = (), caption: str = "") -> Table:
    """A table without the columns whose heading is empty."""
    shown = [column for column, head in enumerate(heads) if head]
    cells = [tuple(row[column] for column in shown) for row in (tuple(heads), *rows)]
    return Table(cells[0], tuple(cells[1:]), tuple(chosen), caption)


@dataclass(frozen=True)
class Section:
    """A part of a report: a heading, sentences and, if any, tables, a chart of positions or a coloured text."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    chart: tuple[Position, ...] = ()
    pieces: tuple[Piece, ...] = ()
