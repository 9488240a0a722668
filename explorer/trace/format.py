"""Read and write trace files: a header, one line per iteration, and a summary, as JSON lines. Files may be compressed
with gzip.

Reading never needs torch. Every line becomes a record (lines.py). Its numbers must be in their ranges, and its parts
must be consistent (references.py). A file may end early, because its run was killed or its gzip stream is truncated.
Such a file is read as far as possible and marked incomplete. An invalid line is reported with its number. Unknown
fields are ignored and not preserved.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic_core import ValidationError

from decoders.core.checkpoint import checkpoint
from decoders.core.record import to_plain
from decoders.errors import BadInput
from decoders.files import ASSETS, read_plain
from explorer.trace.commits import with_committed
from explorer.trace.contradictions import iteration_contradiction, summary_contradiction
from explorer.trace.line_validators import Line, first_problem, validator
from explorer.trace.lines import Header, IterationLine, Summary
from explorer.trace.references import header_problem, iteration_problem, summary_problem
from explorer.trace.stopped import stopped
from explorer.trace.unpacking import unpacked

SCHEMA = "2"
SCHEMA_FILE = ASSETS / "trace.schema.json"  # generated: json_schema.py
MAX_BYTES = 512 * 1024 * 1024  # size limit of a file, packed or unpacked; larger files are refused
MAX_LINE = 16 * 1024 * 1024  # size limit of one line, two hundred times the longest bundled one
MAX_VALUES = 400_000  # most values in one line; an iteration with 10,000 nodes and 10,000 verdicts has 250,000
NO_SUMMARY = "it has no summary, because the run was stopped or its page was closed before the end"


@dataclass
class Trace:
    """A trace that was read from a file. `incomplete` is the reason why the trace is incomplete; None if it is
    complete.
    """

    header: Header
    iterations: list[IterationLine] = field(default_factory=list)
    summary: Summary | None = None
    incomplete: str | None = None

    @property
    def title(self) -> str:
        """The title of the method, or its name if the header has no title."""
        return self.header.title or self.header.method


def trace_of(lines: Iterable[Line]) -> Trace:
    """Build a trace from lines that are known to be consistent, such as those of a run."""
    trace: Trace | None = None
    for line in lines:
        match line:
            case Header():
                trace = Trace(line)
            case IterationLine() if trace is not None:
                trace.iterations.append(line)
            case Summary() if trace is not None:
                trace.summary = line
            case _:
                raise ValueError("the header is missing")
    if trace is None:
        raise ValueError("there are no lines")
    return trace


def to_line(line: Line) -> str:
    """One line of a trace file, including its newline."""
    return json.dumps(line_of(line), ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def lines(trace: Trace) -> Iterator[str]:
    """Yield the lines of the trace's file."""
    return map(to_line, lines_of_trace(trace))


def lines_of_trace(trace: Trace) -> Iterator[Line]:
    """The records of a trace, in the order of its file."""
    yield trace.header
    yield from trace.iterations
    if trace.summary is not None:
        yield trace.summary


def read(source: Path | str | bytes | bytearray, name: str = "the trace") -> Trace:
    """Read and check a trace from a path or from bytes. If a line is invalid, raises BadInput, which names the line.

    A check (decoders/core/checkpoint.py) can stop the reading between two lines.
    """
    raw: bytes | bytearray
    if isinstance(source, bytes | bytearray):
        raw = source
    else:
        name = str(source)
        raw = read_plain(Path(source), "a trace (.jsonl or .jsonl.gz)", MAX_BYTES)
    text, cut = unpacked(raw, name, MAX_BYTES)
    return _Reader(name).read(text, cut)


def line_from(text: bytes | str) -> Line:
    """Parse one line of a file that was checked before. Raises ValueError if this is not a line of such a file."""
    return validator().validate_json(text, strict=True)


class _Reader:
    """Combines the lines of one file into a trace."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.header: Header | None = None
        self.iterations: list[IterationLine] = []
        self.summary: Summary | None = None
        self._seen = set[int]()  # ids of all nodes so far

    def read(self, raw: bytes | bytearray, cut: str | None) -> Trace:
        """Return the trace. `cut` is the reason why the bytes end early; None if they are complete."""
        whole = not raw or raw.endswith(b"\n")
        for number, (text, last) in enumerate(_lines_of(raw, self.name), 1):
            checkpoint()
            line = self._line(text, number, forgive=last and (not whole or cut is not None))
            if line is None:
                cut = cut or "its last line is incomplete"
                break
            self._place(line, number)
        if self.header is None or not (self.iterations or self.summary):
            raise BadInput(f"{self.name} contains no iterations. Record the run again.")
        summary = self.summary
        if summary is not None:
            summary = replace(summary, counts=with_committed(summary.counts, self.iterations))
        incomplete = cut or (NO_SUMMARY if summary is None else stopped(summary))
        incomplete = incomplete or (None if whole else "its last line has no newline")
        return Trace(self.header, self.iterations, summary, incomplete)

    def _line(self, text: bytes, number: int, *, forgive: bool) -> Line | None:
        """Parse one line; None for a truncated last line.

        Commas and brackets are counted first to limit the number of values.
        """
        if text.count(b",") + text.count(b"[") + text.count(b"{") > MAX_VALUES:
            raise BadInput(
                f"Line {number} of {self.name} has more than {MAX_VALUES:,} values. Record the run with fewer nodes."
            )
        try:
            return validator().validate_json(text, strict=True)
        except ValidationError as error:
            if error.errors(include_url=False, include_input=False)[0]["type"] != "json_invalid":
                problem = first_problem(error)
                raise BadInput(
                    f"Line {number} of {self.name} is not a valid trace line ({problem}). "
                    "Correct this line, or record the run again."
                ) from None
            if forgive:
                return None
            raise BadInput(
                f"Line {number} of {self.name} is not valid JSON. Open a trace made with `python -m explorer record`."
            ) from None

    def _place(self, line: Line, number: int) -> None:
        """Add a line to the trace. The order must be header, iterations, summary."""
        where = f"Line {number} of {self.name}"
        if (self.header is None) != isinstance(line, Header):
            what = "the header must come first" if self.header is None else "there is a second header"
            raise BadInput(f"{where} is in the wrong place: {what}. Correct the order, or record the run again.")
        if self.summary is not None:
            raise BadInput(
                f"{where} is in the wrong place: it follows the summary. Remove this line, or record the run again."
            )
        problem = None
        match line:
            case Header():
                _check_version(line, self.name)
                problem = header_problem(line)
                self.header = line
            case IterationLine():
                if line.index != len(self.iterations):
                    raise BadInput(
                        f"{where} is iteration {line.index}, but iteration {len(self.iterations)} is expected. Record "
                        "the run again."
                    )
                problem = iteration_problem(line, self._seen)
                if problem is None and self.header is not None:
                    problem = iteration_contradiction(line, self.header)
                self.iterations.append(line)
            case Summary():
                problem = summary_problem(line)
                if problem is None and self.header is not None:
                    problem = summary_contradiction(line, self.header, self.iterations)
                self.summary = line
        if problem:
            raise BadInput(f"{where} is inconsistent ({problem}). Correct this line, or record the run again.")


def line_of(line: Line) -> dict[str, Any]:
    """Convert a line to the plain values that are stored in its file."""
    match line:
        case Header():
            row = to_plain(line) | {"seed": line.seed}
        case IterationLine():
            row = {name: value for name, value in line.to_json().items() if value is not None}
            if line.energy is not None and "from_" in row["energy"]:
                row["energy"]["from"] = row["energy"].pop("from_")
        case Summary():
            row = to_plain(line) | {"counts": asdict(line.counts), "joules": line.joules}
    return {"kind": line.kind} | row


def _check_version(header: Header, name: str) -> None:
    """Raise BadInput if the trace has another schema version."""
    version = header.schema.split(".")[0]
    if version != SCHEMA:
        remedy = "Record the run again." if version in ("0", "1") else "Update the explorer."
        raise BadInput(f"{name} uses trace schema {header.schema[:20]}, but this explorer reads {SCHEMA}. {remedy}")


def _lines_of(raw: bytes | bytearray, name: str) -> Iterator[tuple[bytes, bool]]:
    """Yield every line without its newline, and whether it is the last one. Raises BadInput if a line is too long."""
    begin, number = 0, 1
    while begin < len(raw):
        end = raw.find(b"\n", begin)
        end = len(raw) if end < 0 else end
        if end - begin > MAX_LINE:
            raise BadInput(f"Line {number} of {name} is larger than {MAX_LINE >> 20} MB. Record a shorter run.")
        yield bytes(raw[begin:end]), end + 1 >= len(raw)
        begin, number = end + 1, number + 1
