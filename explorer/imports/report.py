"""The report about one or several imported runs: short answers, then sections of sentences and tables. page.py and
plain.py write it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from decoders.errors import BadInput
from explorer.imports import (
    comparison,
    contents,
    costs,
    length_table,
    loads,
    position_words,
    published,
    speed_words,
    words,
)
from explorer.imports.answers import Facts
from explorer.imports.baseline import with_baseline
from explorer.imports.counts import Pool, pooled
from explorer.imports.gate import LengthError
from explorer.imports.length_words import length
from explorer.imports.lossless import lossless
from explorer.imports.low import low
from explorer.imports.opening import opened
from explorer.imports.sections import Answer, Section
from explorer.imports.times import Given
from explorer.imports.worth import worth


@dataclass(frozen=True)
class Part:
    """The report about one file: what it is, its answers and the details."""

    name: str
    facts: Facts
    summary: str
    answers: tuple[Answer, ...]
    sections: tuple[Section, ...]

    @property
    def pool(self) -> Pool:
        """All requests of the file."""
        return self.facts.pool


@dataclass(frozen=True)
class Report:
    """The report: one part per file, one answer about losslessness for all files, and a comparison if there are
    several.

    `refused` holds the error messages about files that the report leaves out, and about given values that do not match
    their file. For the commands in the report, `paths` maps names of files to their typed paths, and `out` is the
    report's folder. Without `paths`, commands contain the names.
    """

    parts: tuple[Part, ...]
    lossless: Answer
    comparison: Section | None = None
    refused: tuple[str, ...] = ()
    paths: Mapping[str, str] = field(default_factory=dict[str, str])
    out: str = ""

    def command(self, part: Part) -> str:
        """The command that makes the report about one file again, without the folder of a report about several."""
        out, given = self.out if len(self.parts) == 1 else "", part.facts.given
        return costs.command(self.paths.get(part.name, part.name), out, given.draft_length, given.kind)


File = tuple[Path, str]  # a file, and the name to show
ONE_FILE = "A log without a draft (`--baseline`) is about one file. Import each file with its own log."


def report(files: Sequence[File], given: Given, baseline: File | None = None) -> Report:
    """The report about files. `baseline` is a log of the same requests without a draft. Raises BadInput if all files
    are refused, or if there is a baseline for several files.
    """
    if baseline and len(files) != 1:
        raise BadInput(ONE_FILE)
    parts, refused = list[Part](), list[str]()
    for path, name in files:
        try:
            part, wrong = report_part(path, name, given, baseline)
        except BadInput as error:
            refused.append(str(error))
            continue
        parts.append(part)
        refused += wrong
    return compared(parts, refused)


def report_part(path: Path, name: str, given: Given, baseline: File | None = None) -> tuple[Part, list[str]]:
    """The part about one file, and the error messages about given values that do not match it. A draft length that does
    not match is left out. Raises BadInput if the file or its `baseline` is refused.
    """
    wrong = list[str]()
    try:
        pool = pooled(opened(path, name), name, given.draft_length, given.kind)
    except LengthError as error:
        wrong.append(str(error))
        given = replace(given, draft_length=None)
        pool = pooled(opened(path, name), name, kind=given.kind)
    given = with_baseline(*baseline, pool, given) if baseline else given
    wrong += loads.unfit(pool, given)
    known = Facts(pool, given)
    answers = low(known), length(known), worth(known)
    return Part(name, known, words.summary(pool), answers, _sections(known)), wrong


def compared(parts: Sequence[Part], refused: Sequence[str] = ()) -> Report:
    """Make the report from its parts. If there are several, they are compared. Raises BadInput if there are none."""
    if not parts:
        raise BadInput(refused[0])
    pools = [part.pool for part in parts]
    several = comparison.section(pools) if len(pools) > 1 else None
    return Report(tuple(parts), lossless(pools), several, tuple(refused))


def _sections(known: Facts) -> tuple[Section, ...]:
    pool = known.pool
    every = (
        Section("What was read", contents.read(pool)),
        position_words.section(known),
        length_table.section(known),
        loads.section(pool, known.loads, known.alone),
        contents.definitions_section(pool),
        speed_words.section(pool),
        published.section(pool),
        contents.text_section(pool),
        contents.absent_section(pool),
    )
    return tuple(each for each in every if each is not None)
