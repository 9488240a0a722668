"""The parts of a report: answers to questions, and sections of sentences, tables and a text."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from explorer.imports.record import Piece

Row = tuple[str, ...]  # cells of finished words
Bands = tuple[tuple[str, float, float], ...]  # words, and the two costs of a draft token between which they hold
MOST_SHOWN = 4  # most sentences of an answer that are visible without unfolding


@dataclass(frozen=True)
class Answer:
    """A question and its answer: the verdict in a few words, its numbers with their intervals, and the counts on which
    they rest. `sentences` are shown with it, in the order of what to read or do first, and `folded` only on demand.
    """

    question: str
    verdict: str
    sentences: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    numbers: str = ""
    rests: str = ""
    table: "Table | None" = None  # of the numbers, if they differ by load or by prompt
    bands: tuple[tuple[str, Bands], ...] = ()  # a chart with a named row for each load

    @property
    def said(self) -> str:
        """The verdict with its numbers."""
        return f"{self.verdict} {self.numbers}".strip()


def answered(
    question: str,
    verdict: str,
    shown: Iterable[str],
    folded: Iterable[str],
    numbers: str = "",
    rests: str = "",
    table: "Table | None" = None,
) -> Answer:
    """An answer without its empty and its repeated sentences. At most MOST_SHOWN are shown, and the rest is folded."""
    seen = list(dict.fromkeys(filter(None, shown)))
    above = seen[:MOST_SHOWN]
    rest = dict.fromkeys(each for each in (*seen[MOST_SHOWN:], *folded) if each and each not in above)
    return Answer(question, verdict, tuple(above), tuple(rest), numbers, rests, table)


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
    """A part of a report: a heading, sentences and, if any, tables or a coloured text."""

    title: str
    sentences: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()
    pieces: tuple[Piece, ...] = ()
