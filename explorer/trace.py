"""The trace file: a header, one line per iteration, a summary; JSON lines, optionally gzip.

Reading never needs torch. A file that ends early (a killed run, a cut gzip stream) is read up to the cut and called
incomplete; a line that is wrong in the middle is named by number. Unknown fields are ignored.
"""

import json
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from decoders.errors import BadInput

SCHEMA = "1"
SCHEMA_FILE = Path(__file__).parent.parent / "assets" / "trace.schema.json"
CHUNK = 1 << 20
MAX_BYTES = 512 * 1024 * 1024  # unpacked; more is refused rather than read into memory


@dataclass
class Trace:
    """A trace as read. `incomplete` says why it is not whole, None if it is."""

    header: dict[str, Any]
    iterations: list[dict[str, Any]] = field(default_factory=list)
    summary: dict[str, Any] | None = None
    incomplete: str | None = None


def to_line(part: dict[str, Any]) -> str:
    """One line of a trace file, with its newline."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def read(source: Path | str | bytes, name: str = "the trace") -> Trace:
    """Read and validate a trace from a path or from bytes. Raises BadInput naming the line that is wrong."""
    if isinstance(source, bytes):
        raw = source
    else:
        name = str(source)
        raw = _read_file(Path(source))
    text, cut = _unpack(raw, name)
    return _parse(text, cut, name)


def _read_file(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise BadInput(f"there is no file {path}; give the path of a trace (.jsonl or .jsonl.gz)") from None
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}; give a trace file (.jsonl or .jsonl.gz)") from None


def _unpack(raw: bytes, name: str) -> tuple[bytes, str | None]:
    """The plain bytes, and why they stop early if they do."""
    if raw[:2] != b"\x1f\x8b":
        return raw, None
    out, rest = bytearray(), raw
    try:
        while rest:
            stream, ended = zlib.decompressobj(wbits=31), False
            while not ended:
                chunk = stream.decompress(rest, CHUNK)
                rest, ended = stream.unconsumed_tail, stream.eof
                out += chunk
                if len(out) > MAX_BYTES:
                    raise BadInput(f"{name} unpacks to more than {MAX_BYTES >> 20} MB; record a shorter run")
                if not ended and not rest and len(chunk) < CHUNK:
                    return bytes(out), "the gzip stream is cut"
            rest = stream.unused_data
    except zlib.error as error:
        raise BadInput(f"{name} is not a readable gzip file ({error}); give a trace (.jsonl or .jsonl.gz)") from None
    return bytes(out), None


def _parse(raw: bytes, cut: str | None, name: str) -> Trace:
    lines = raw.split(b"\n")
    whole = lines.pop() == b""  # the last line ends with a newline
    if not whole:
        lines = raw.split(b"\n")
    trace: Trace | None = None
    for number, line in enumerate(lines, 1):
        last = number == len(lines)
        part = _part(line, number, name, forgive=last and (not whole or cut is not None))
        if part is None:
            cut = cut or "its last line is cut"
            break
        trace = _place(trace, part, number, name)
    if trace is None or not (trace.iterations or trace.summary):
        raise BadInput(f"{name} holds no iteration; a trace has a header line and then one line per iteration")
    if trace.summary is None:
        trace.incomplete = cut or "it has no summary: the run did not finish"
    elif cut or not whole:
        trace.incomplete = cut or "its last line has no newline"
    return trace


def _part(line: bytes, number: int, name: str, *, forgive: bool) -> dict[str, Any] | None:
    """One parsed and checked line; None for a cut last line."""
    try:
        part = json.loads(line, parse_int=_whole, parse_constant=_no_number)
        if b"\\u" in line:  # half a surrogate pair is no character, and nothing could write it again
            json.dumps(part, ensure_ascii=False).encode()
    except BadInput as error:
        raise BadInput(f"line {number} of {name} {error}") from None
    except UnicodeEncodeError:
        raise BadInput(f"line {number} of {name} holds half a character; record the run again") from None
    except (ValueError, RecursionError):
        if forgive:
            return None
        raise BadInput(
            f"line {number} of {name} is not JSON; open a trace made by `python -m explorer record`"
        ) from None
    wrong = check_part(part)
    if wrong:
        raise BadInput(f"line {number} of {name} is not a trace line: {wrong}")
    return part


def _whole(text: str) -> int:
    """No count, id or place of a run has twenty digits, and such a number fits nowhere."""
    if len(text) > 19:
        raise BadInput(f"holds the number {text[:12]}…, which no run can have; record the run again")
    return int(text)


def _no_number(word: str) -> float:
    raise BadInput(f"holds {word}, which is not JSON; record the run again")


def _place(trace: Trace | None, part: dict[str, Any], number: int, name: str) -> Trace:
    """Put a line where it belongs; the order is header, iterations, summary."""
    kind = part["kind"]
    if (trace is None) != (kind == "header"):
        what = "the first line should be the header" if trace is None else "there is a second header"
        raise BadInput(f"line {number} of {name} is out of place: {what}")
    if trace is None:
        if part["schema"].split(".")[0] != SCHEMA:
            raise BadInput(f"{name} has trace schema {part['schema']}, newer than {SCHEMA}; update the explorer")
        return Trace(part)
    if trace.summary is not None:
        raise BadInput(f"line {number} of {name} is out of place: it follows the summary")
    if kind == "summary":
        trace.summary = part
    elif part["index"] != len(trace.iterations):
        expected = len(trace.iterations)
        raise BadInput(f"line {number} of {name} is iteration {part['index']} where {expected} should be")
    else:
        problem = _references(part)
        if problem:
            raise BadInput(f"line {number} of {name} does not hold together: {problem}")
        trace.iterations.append(part)
    return trace


@lru_cache(maxsize=1)
def _validators() -> dict[str, Any]:
    """A compiled schema for each kind of line."""
    from jsonschema import Draft202012Validator

    schema = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return {
        kind: Draft202012Validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})
        for kind in ("header", "iteration", "summary")
    }


def check_part(part: Any) -> str | None:
    """What is wrong with a parsed line, None if nothing is."""
    kind = part.get("kind") if isinstance(part, dict) else None
    if not isinstance(kind, str) or kind not in _validators():
        return "its kind should be header, iteration or summary"
    error = next(iter(_validators()[kind].iter_errors(part)), None)
    if error is None:
        return None
    where = "/".join(map(str, error.absolute_path)) or kind
    return f"{where}: {error.message[:160]}"


def _references(part: dict[str, Any]) -> str | None:
    """Places that point nowhere: verdicts, passes and distributions that do not exist."""
    sizes = {"verdicts": len(part["verdicts"]), "passes": len(part["passes"])}
    for step in part.get("steps", ()):
        for what, size in sizes.items():
            if any(not 0 <= i < size for i in step.get(what, ())):
                return f"a step names {what} that do not exist"
    shown = len(part.get("distributions", ()))
    if any(not 0 <= i < shown for verdict in part["verdicts"] for i in verdict.get("distributions", ())):
        return "a verdict names distributions that do not exist"
    known = {node["id"] for node in part["nodes"]}
    if any(verdict["node"] not in known for verdict in part["verdicts"]):
        return "a verdict names a node that does not exist"
    return None


def lines(trace: Trace) -> Iterator[str]:
    """The trace as the lines of its file."""
    yield to_line(trace.header)
    yield from map(to_line, trace.iterations)
    if trace.summary is not None:
        yield to_line(trace.summary)
