"""The trace file: a header, one line per iteration, a summary; JSON lines, optionally gzip.

Reading never needs torch. A file that ends early (a killed run, a cut gzip stream) is read up to the cut and called
incomplete; a line that is wrong in the middle is named by number. Unknown fields are ignored. Traces of schema 1 are
converted while they are read (upgrade.py), and say so.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from decoders.core.checkpoint import checkpoint
from decoders.errors import BadInput
from decoders.files import ASSETS, read_plain
from explorer.traces.commits import with_committed
from explorer.traces.unpacking import unpacked
from explorer.traces.upgrade import Upgrade
from explorer.traces.words.stopped import stopped

SCHEMA = "2"
SCHEMA_FILE = ASSETS / "trace.schema.json"  # generated: schema.py
OLD_SCHEMA_FILE = SCHEMA_FILE.with_name("trace.schema.1.json")
MAX_BYTES = 512 * 1024 * 1024  # as a file or unpacked; more is refused rather than read into memory
MAX_DEPTH = 32  # of values within values: a run's have a third of it
MAX_INTEGER = 2**63 - 1
MAX_LINE = 16 * 1024 * 1024  # bytes of one line: two hundred times what the longest bundled one has
MOST_NODES = 10_000  # of an iteration
MOST = {  # of an iteration; a decoder drafts at most 1,024 nodes and 64 levels
    **dict.fromkeys(("nodes", "entries", "verdicts", "distributions"), MOST_NODES),
    **dict.fromkeys(("layers", "steps", "passes"), 4096),
}
MAX_LEVELS = 2_000_000  # of all nodes of an iteration together: a chain of 2,000 nodes, or 10,000 nodes 200 deep
MAX_VALUES = 400_000  # of one line: an iteration of 10,000 nodes with as many verdicts has 250,000


@dataclass
class Trace:
    """A trace as read. `incomplete` says why it is not whole, `upgraded` that it was converted; else they are None."""

    header: dict[str, Any]
    iterations: list[dict[str, Any]] = field(default_factory=list)
    summary: dict[str, Any] | None = None
    incomplete: str | None = None
    upgraded: str | None = None

    @property
    def title(self) -> str:
        """What the run is called: the title of its method, or the method's name where the header has no title."""
        return str(self.header.get("title") or self.header["method"])


def to_line(part: dict[str, Any]) -> str:
    """One line of a trace file, with its newline."""
    return json.dumps(part, ensure_ascii=False, separators=(",", ":"), allow_nan=False) + "\n"


def read(
    source: Path | str | bytes | bytearray,
    name: str = "the trace",
    *,
    checked: bool = False,
) -> Trace:
    """Read and validate a trace from a path or from bytes. Raises BadInput naming the line that is wrong.

    `checked`: it was validated before it was kept, so the schema is not asked again; that is nine tenths of the time.
    A check of decoders/core/checkpoint.py ends it between two lines, and between two objects of a line.
    """
    raw: bytes | bytearray
    if isinstance(source, bytes | bytearray):
        raw = source
    else:
        name = str(source)
        raw = read_plain(Path(source), "a trace (.jsonl or .jsonl.gz)", MAX_BYTES)
    text, cut = unpacked(raw, name, MAX_BYTES)
    return _parse(text, cut, _Reader(name, checked=checked))


def _parse(raw: bytes | bytearray, cut: str | None, reader: "_Reader") -> Trace:
    whole = not raw or raw.endswith(b"\n")
    trace: Trace | None = None
    known, name = set[int](), reader.name
    for number, (line, last) in enumerate(_lines_of(raw, name), 1):
        checkpoint()
        part = reader.part(line, number, forgive=last and (not whole or cut is not None))
        if part is None:
            cut = cut or "its last line is cut"
            break
        trace = _place(trace, part, known, number, name)
    if trace is None or not (trace.iterations or trace.summary):
        raise BadInput(f"{name} holds no iteration; a trace has a header line and then one line per iteration")
    if trace.summary is not None:
        trace.summary["counts"] = with_committed(trace.summary["counts"], trace.iterations)
    if trace.summary is None:
        trace.incomplete = (
            cut or "it has no summary: the run was stopped, or its page was closed or reloaded, before the end"
        )
    else:
        trace.incomplete = cut or stopped(trace.summary) or (None if whole else "its last line has no newline")
    trace.upgraded = None if reader.old is None else reader.old.sentence
    return trace


def _lines_of(raw: bytes | bytearray, name: str) -> Iterator[tuple[bytes, bool]]:
    """Every line without its newline, and whether it is the last one. Raises BadInput for one that is too long."""
    begin, number = 0, 1
    while begin < len(raw):
        end = raw.find(b"\n", begin)
        end = len(raw) if end < 0 else end
        if end - begin > MAX_LINE:
            raise BadInput(f"line {number} of {name} has more than {MAX_LINE >> 20} MB. Record a shorter run.")
        yield bytes(raw[begin:end]), end + 1 >= len(raw)
        begin, number = end + 1, number + 1


class _Reader:
    """Reads a file's lines one by one. `old` converts those of schema 1, None where there are none."""

    def __init__(self, name: str, *, checked: bool) -> None:
        self.name, self._checked = name, checked
        self.old: Upgrade | None = None

    def part(self, line: bytes, number: int, *, forgive: bool) -> dict[str, Any] | None:
        """One parsed and checked line; None for a cut last line."""
        part = _parsed(line, number, self.name, forgive=forgive)
        if part is None:
            return None
        if number == 1 and isinstance(part, dict) and _version(part) == "1":
            self.old = Upgrade()
        if self._checked and self.old is None and isinstance(part, dict):
            return part
        wrong = _too_many(part) or check_part(part, OLD_SCHEMA_FILE if self.old else SCHEMA_FILE)
        if wrong:
            raise BadInput(f"line {number} of {self.name} is not a trace line: {wrong}")
        if self.old is None:
            return part
        part = self.old.part(part)
        wrong = check_part(part)
        if wrong:
            raise BadInput(f"line {number} of {self.name} cannot be read as schema {SCHEMA}: {wrong}; record it again")
        return part


def _version(header: dict[str, Any]) -> str:
    """The schema's first number; what is no version at all is found by the check."""
    return str(header.get("schema", "")).split(".")[0]


def _parsed(line: bytes, number: int, name: str, *, forgive: bool) -> Any:
    """One line's JSON, with numbers and depth that can be written again; None for a cut last line.

    Every value but the first of a list or an object follows a comma, so the values are bounded before they are made.
    """
    if line.count(b",") + line.count(b"[") + line.count(b"{") > MAX_VALUES:
        raise BadInput(
            f"line {number} of {name} holds more than {MAX_VALUES:,} values. Record the run with fewer nodes."
        )
    try:
        text = line.decode()  # strictly: json.loads would let half a character pass
        part = json.loads(
            text, parse_int=_whole, parse_float=_finite, parse_constant=_no_number, object_pairs_hook=_once
        )
        _not_too_deep(part)
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
    return part


def _whole(text: str) -> int:
    """No count, id or place of a run has twenty digits, and such a number fits nowhere."""
    if len(text) > 19 or abs(int(text)) > MAX_INTEGER:
        raise BadInput(f"holds the number {text[:12]}…, which no run can have; record the run again")
    return int(text)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Readers do not agree which of two values counts, so a key that comes twice could mean anything."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise BadInput("holds a key twice in one object, which no run does; record the run again")
    return made


def _finite(text: str) -> float:
    """1e999 is JSON, but no number that could be written again."""
    number = float(text)
    if not math.isfinite(number):
        raise BadInput(f"holds the number {text[:12]}, which is too large; record the run again")
    return number


def _not_too_deep(part: Any) -> None:
    """Whoever writes or walks a part takes a step a level, and Python has a thousand of them in all."""
    level = [part]
    for _ in range(MAX_DEPTH):
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return
    raise BadInput(f"holds values nested more than {MAX_DEPTH} deep, which no run has; record the run again")


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _no_number(word: str) -> float:
    raise BadInput(f"holds {word}, which is not JSON; record the run again")


def _place(trace: Trace | None, part: dict[str, Any], known: set[int], number: int, name: str) -> Trace:
    """Put a line where it belongs; the order is header, iterations, summary. `known`: the nodes so far."""
    kind = part["kind"]
    if (trace is None) != (kind == "header"):
        what = "the first line should be the header" if trace is None else "there is a second header"
        raise BadInput(f"line {number} of {name} is out of place: {what}")
    if trace is None:
        if _version(part) != SCHEMA:
            raise BadInput(f"{name} has trace schema {part['schema'][:20]}, newer than {SCHEMA}; update the explorer")
        return Trace(part)
    if trace.summary is not None:
        raise BadInput(f"line {number} of {name} is out of place: it follows the summary")
    if kind == "iteration" and part["index"] != len(trace.iterations):
        expected = len(trace.iterations)
        raise BadInput(f"line {number} of {name} is iteration {part['index']} where {expected} should be")
    problem = _shares(part) if kind == "summary" else _nodes(part, known) or _references(part, known)
    if problem:
        raise BadInput(f"line {number} of {name} does not hold together: {problem}")
    if kind == "summary":
        trace.summary = part
    else:
        trace.iterations.append(part)
    return trace


@lru_cache(maxsize=2)
def _validators(file: Path) -> dict[str, Any]:
    """A compiled schema for each kind of line."""
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    schema = json.loads(file.read_text(encoding="utf-8"))
    types = Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            # to JSON Schema 1e308 is an integer, to a list's place it is not
            "integer": lambda checker, value: isinstance(value, int) and not isinstance(value, bool),
            "object": _is_object,
        }
    )
    validator = extend(Draft202012Validator, type_checker=types)
    return {
        kind: validator({"$defs": schema["$defs"], "$ref": f"#/$defs/{kind}"})
        for kind in ("header", "iteration", "summary")
    }


def _is_object(checker: Any, value: Any) -> bool:
    """The schema's type `object`; it is asked of every part of a line, so a check can end the reading here."""
    checkpoint()
    return isinstance(value, dict)


def check_part(part: Any, file: Path = SCHEMA_FILE) -> str | None:
    """What is wrong with a parsed line by the schema in that file, None if nothing is."""
    kind, validators = part.get("kind") if isinstance(part, dict) else None, _validators(file)
    if not isinstance(kind, str) or kind not in validators:
        return "its kind should be header, iteration or summary"
    error = next(iter(validators[kind].iter_errors(part)), None)
    if error is None:
        return None
    where = "/".join(map(str, error.absolute_path)) or kind
    counted = {"minItems": "at least", "maxItems": "at most"}.get(error.validator)
    message = f"{len(error.instance)} of them, and not {counted} {error.validator_value}" if counted else error.message
    return f"{where}: {message[:160]}"


def _too_many(part: Any) -> str | None:
    """Whether a line has more of something than it may have, before the schema is asked of each of them."""
    for key, most in MOST.items() if isinstance(part, dict) else ():
        values = part.get(key)
        if isinstance(values, list) and len(values) > most:
            return f"{key}: {len(values)} of them, and not at most {most}"
    return None


def _too_deep(nodes: list[dict[str, Any]]) -> str | None:
    """Whether the ways from the nodes to their roots are longer, all together, than can be walked at every opening."""
    levels, total = dict[int, int](), 0
    for node in sorted(nodes, key=lambda node: node["id"]):
        levels[node["id"]] = level = levels.get(node["parent"], -1) + 1
        total += level
    if total <= MAX_LEVELS:
        return None
    return f"its nodes lie {total:,} levels below their roots in sum, and at most {MAX_LEVELS:,} can be drawn"


def _shares(part: dict[str, Any]) -> str | None:
    """Shares of accepted drafts that are more than all."""
    for by in ("by_depth", "by_rank"):
        if any(row["accepted"] > row["judged"] for row in part.get(by, ())):
            return f"{by} counts more accepted drafts than judged ones"
    return None


def _nodes(part: dict[str, Any], known: set[int]) -> str | None:
    """Nodes that come twice, or whose parent comes after them: no tree could be drawn, and a walk up would not end.

    Adds an iteration's nodes to those `known`.
    """
    ids = [node["id"] for node in part["nodes"]]
    if len(set(ids)) < len(ids):
        return "two of its nodes have the same id"
    known.update(ids)
    for node in part["nodes"]:
        if node["parent"] >= node["id"]:
            return f"node {node['id']} has the parent {node['parent']}, which comes after it"
        if node["parent"] >= 0 and node["parent"] not in known:
            return f"node {node['id']} has the parent {node['parent']}, which does not exist"
    return _too_deep(part["nodes"])


def _references(part: dict[str, Any], known: set[int]) -> str | None:
    """Places that point nowhere: verdicts, passes, distributions, entries and nodes that do not exist."""
    nodes, entries, passes, verdicts, final = (part[key] for key in ("nodes", "entries", "passes", "verdicts", "final"))
    steps, laws = part.get("steps", ()), part.get("distributions", ())
    named = (  # who names what, which, and what there is
        ("a step names a verdict", _each("verdicts", steps), range(len(verdicts))),
        ("a step names a pass", _each("passes", steps), range(len(passes))),
        ("a verdict names a distribution", _each("distributions", verdicts), range(len(laws))),
        ("a verdict names a node", _each("node", verdicts), {node["id"] for node in nodes}),
        ("a verdict names an entry", _each("entry", verdicts), {entry["id"] for entry in entries}),
        ("a pass names a node", _each("nodes", passes), known),
        ("a step names a node", _each("nodes", steps), known),
        ("final names a node", _each("nodes", (final,)), known),
        ("a beam names a node", _each("node", final.get("beams", ())), known),
        ("an entry names a node", _each("node", entries), known),
        ("a distribution names a node", _each("at", laws), known),
        ("a node names another", (*_each("merge", nodes), *_each("origin", nodes)), known),
    )
    wrong = (f"{what} that does not exist" for what, ids, there in named if any(id not in there for id in ids))
    drawn = {node["id"] for node in nodes}
    return next(wrong, None) or _entries(entries) or _layers(part["layers"], drawn) or _beams(part)


def _layers(layers: list[dict[str, Any]], drawn: set[int]) -> str | None:
    """Layers that name a node which is not drawn in this iteration, or lists of theirs that are not equally long."""
    for layer in layers:
        tries = layer["tries"] if layer["kind"] in ("tries", "k_seq") else []
        prefixes = layer["prefixes"] if layer["kind"] == "joint" else []
        if any(node not in drawn for node in (*tries, *(prefix["node"] for prefix in prefixes))):
            return f"a layer of kind {layer['kind']} names a node that is not in this iteration"
        chances = [layer["q"]] if layer["kind"] == "tries" else []
        if any(len(each) != len(tries) for each in (*chances, layer.get("q_left") or tries)):
            return "a layer's tries and their chances are not equally many"
    return None


def _beams(part: dict[str, Any]) -> str | None:
    """Joint laws of the first layer of a forest that name a beam, by its place, which the layer does not start from."""
    first = [layer for layer in part["layers"] if layer["kind"] == "width" and layer["layer"] == 1]
    own = (verdict for verdict in part["verdicts"] if verdict.get("layer") == 1 and "entry" in verdict)
    laws = [part["distributions"][place] for place in _each("distributions", own)]
    last = max((joint // law["base"] for law in laws if "base" in law for joint, _ in law["top"]), default=0)
    if any(last >= len(layer["inputs"]) > 0 for layer in first):
        return "a law of its first layer names a beam that the layer does not start from"
    return None


def _each(key: str, parts: Iterable[dict[str, Any]]) -> Iterator[int]:
    """What stands under a key, one or several, in those parts that have it."""
    for part in parts:
        found = part.get(key, ())
        yield from found if isinstance(found, list | tuple) else (found,)


def _entries(entries: list[dict[str, Any]]) -> str | None:
    """Entries that come twice, or whose parent is none of them or one that was drawn later."""
    known = {entry["id"] for entry in entries}
    if len(known) < len(entries):
        return "two of its entries have the same id"
    for entry in entries:
        if "parent" in entry and not (entry["parent"] in known and entry["parent"] < entry["id"]):
            return f"entry {entry['id']} has the parent {entry['parent']}, which does not come before it"
    return None


def lines(trace: Trace) -> Iterator[str]:
    """The trace as the lines of its file."""
    yield to_line(trace.header)
    yield from map(to_line, trace.iterations)
    if trace.summary is not None:
        yield to_line(trace.summary)
