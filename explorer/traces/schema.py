"""The JSON Schema of a trace, generated from dataclasses: those of decoders/core/record.py, the layers that the methods
export, and the header and summary below. `python -m explorer schema` writes it; reading a trace only reads the file.

The dataclasses say what is there and of which kind; what no real run exceeds is said here, by field name (`RANGES`).
A field of the record that may be None is left out of a line when it is. Null is written for what is in `NULLABLE`: an
infinite number, or what is not known. Unknown fields are allowed, and so are layers of a kind
that is not listed: both are from a later version, and nothing is shown of them.
"""

import json
from dataclasses import MISSING, dataclass, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from decoders.core.record import Iteration, Kind, View
from decoders.models.sizes import Shape
from explorer.traces.format import MOST_NODES

_ID, _TOKEN, _LEVEL, _TIME, _ENERGY = 2**53 - 1, 2**31 - 1, 10**6, 1e9, 1e15
_SHARE = (0, 1.001)  # a probability, which rounding may take a little beyond 1
# Smallest and largest values by field name; integers without a line here are from 0 to 2^53 − 1.
RANGES: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("p", "q", "p_used", "q_left", "u", "rest", "confidence", "max_q", "alpha", "beta"), _SHARE),
    **dict.fromkeys(("table", "at_least", "predicted", "success", "top", "recurring_share"), _SHARE),
    **dict.fromkeys(("parent",), (-1, _ID)),
    **dict.fromkeys(("token", "tokens"), (-1, _TOKEN)),
    **dict.fromkeys(("prompt_tokens", "eos"), (0, _TOKEN)),
    **dict.fromkeys(("depth", "layer", "slot", "beam", "rank", "layers", "heads", "kv_heads", "head_dim"), (0, _LEVEL)),
    **dict.fromkeys(("seconds", "resolution", "idle_watts"), (0, _TIME)),
    **dict.fromkeys(("from_", "to"), (0, _TIME)),
    **dict.fromkeys(("joules", "band", "samples"), (0, _ENERGY)),
    **dict.fromkeys(("bytes", "flops"), (0, 10**18)),
    **dict.fromkeys(("matrix", "vector", "head"), (0, 10**15)),
    **dict.fromkeys(("joules_per_byte", "joules_per_flop"), (0, 1e-6)),  # a thousand times what any memory takes
    "logp": (-_TIME, 0.001),
    "logq": (-_TIME, 0.001),
    "threshold": (0, 1000),  # a share, but for BiLD's second, in nats
    "count": (1, 10**9),
    "kv": (0, 10**9),
    "value": (-_ID, _ID),
    "base": (2, _ID),
    "hidden": (0, 10**7),
    "value_bytes": (0, 16),
    "kv_bytes": (0, 16),
    "sampler_share": (0, 1000),
    "max_new_tokens": (1, 10**9),
    "seed": (-(2**63), 2**63 - 1),
}
TIMES = (-_TIME, _TIME)  # of a summary: differences of clocks may be below 0
WRITTEN = {"seed", "joules"}  # that may be null, and are never left out
NULLABLE = WRITTEN | {"logp", "logq", "logp_joint", "logq_joint", "nll", "U", "ppl_ratio_high", "counts", "rho"}


@dataclass
class OracleLine:
    """Whose law the output has, and a code of why: decoders/core/decoder.py, `Oracle`."""

    kind: Kind
    because: str
    method: str | None = None
    settings: dict[str, Any] | None = None


@dataclass
class Tried:
    """A source of energy that could not be used."""

    method: str
    reason: str


@dataclass(frozen=True)
class Coefficients:
    """Joules per byte read from or written to memory, and per FLOP, with where they come from."""

    name: str
    joules_per_byte: float
    joules_per_flop: float
    source: str


@dataclass
class EnergyModel:
    """MTAD §4 Eq. 9: joules = bytes · joules_per_byte + flops · joules_per_flop; or why a pass cannot be counted."""

    method: Literal["modelled"] | None = None
    equation: str | None = None
    reason: str | None = None
    not_counted: str | None = None
    coefficients: Coefficients | None = None
    shapes: dict[str, Shape] | None = None


@dataclass
class EnergySource:
    """How this run's energy was measured and why so; `model` is computed, never measured, and stands apart."""

    method: str  # counter, power-integrated, rapl, or unavailable
    reason: str | None = None
    scope: str | None = None  # what the joules are of: GPU board, CPU package
    device: str | None = None
    driver: str | None = None
    resolution: float | None = None  # seconds between two updates of the source
    idle_watts: float | None = None  # power just before the run; subtracted from nothing
    note: str | None = None
    tried: list[Tried] | None = None
    model: EnergyModel | None = None


@dataclass
class WhatIf:
    """That this is no recorded run but one replayed with a change: of which, in which iteration, for which verdict.

    `change` is {"u": …}, {"token": …}, or a setting with its value: γ, t or τ, a number, too.
    """

    of: str
    iteration: int
    change: dict[str, float]
    verdict: int | None = None
    repeated: int | None = None  # how many of its decisions, from the first, are the recorded ones, with their numbers
    differs: dict[str, list[str]] | None = None  # by fact, as engine or dtype: when it was recorded, and now


@dataclass
class Engine:
    """What ran the models, and why: the words are those of decoders/models/engine.py."""

    target: str
    draft: str
    why: str
    cpu: str | None = None  # its widest vectors
    seconds: dict[str, list[float]] | None = None  # by engine: of the passes that it was chosen by
    target_refused: str | None = None  # why the engine that was chosen does not run it
    draft_refused: str | None = None
    graphs: list[str] | None = None  # whose passes are CUDA graphs: target, draft
    target_not_captured: str | None = None  # why those of a model on a GPU are not: `off`, `devices`, `differs`, …
    draft_not_captured: str | None = None


@dataclass
class TurnLine:
    """A turn of the conversation before the prompt."""

    role: str
    content: str


@dataclass
class GenerationFacts:
    """What the target's generation config asks for: rules that are part of p and q, and keys that are not used."""

    applied: dict[str, Any] | None = None  # rule → its value, or {"entries": n} of a list
    off: list[str] | None = None  # rules that were switched off
    replaced: list[str] | None = None  # sampling values: the settings of the run replace them
    ignored: list[str] | None = None  # keys that the explorer does not apply


@dataclass
class Head:
    """What an EAGLE-3 head reads of its target; `guessed`: what its config.json leaves open."""

    layers: list[int]  # how many of the target's layers have run
    final_norm: bool = False  # it reads the state after the target's final norm
    guessed: list[str] | None = None  # `layers`, `norm_before_residual`


@dataclass
class Explorer:
    """The explorer that made it, from explorer/version.py."""

    version: str
    commit: str | None = None  # of its repository, where it ran in a checkout
    changes: str | None = None  # a digest of the files of code that differed from that commit


@dataclass
class Weights:
    """The files of one model's weights, from decoders/models/provenance.py; of a toy pair its table."""

    sha256: str  # of the only file, or of the lines that `sha256sum` prints for all of them
    files: dict[str, str]  # name → SHA-256
    revision: str | None = None  # commit on the Hub


@dataclass
class Header:
    """The first line: what was run, with what, on what."""

    kind: Literal["header"]
    schema: str
    method: str
    pair: str
    settings: dict[str, Any]
    seed: int | None
    prompt: str
    prompt_tokens: list[int]
    device: str
    versions: dict[str, Any]
    energy: EnergySource
    title: str | None = None
    paper: str | None = None
    view: View | None = None
    oracle: OracleLine | None = None
    target: str | None = None
    draft: str | None = None
    dtype: str | None = None
    weights: dict[str, Weights] | None = None  # of target and draft
    tokenizer: str | None = None  # SHA-256 of its files
    explorer: Explorer | None = None
    engine: Engine | None = None
    generation: GenerationFacts | None = None
    head: Head | None = None
    draft_window: int | None = None  # the draft's context in tokens, where it is shorter than the target's
    raw: bool | None = None
    system: str | None = None  # the system prompt; left out: the chat template's own
    messages: list[TurnLine] | None = None  # the turns between the system prompt and the prompt
    template_args: dict[str, Any] | None = None  # further variables of the chat template
    prompt_notes: list[str] | None = None  # codes of what the tokenizer noted of the prompt
    ignore_eos: bool | None = None  # no token ended the run; `eos` is empty then
    recorded: str | None = None
    note: str | None = None
    tree_mode: dict[str, Any] | None = None
    vocab_size: int | None = None
    texts: dict[str, str] | None = None  # of token ids
    eos: list[int] | None = None
    eos_sources: dict[str, list[str]] | None = None  # where each id of `eos` comes from: decoders/models/ends.py
    max_new_tokens: int | None = None
    whatif: WhatIf | None = None


@dataclass
class IterationEnergy:
    """Bytes and flops counted from the models' sizes; the rest comes from the measuring window."""

    bytes: dict[str, int] | None = None
    flops: dict[str, int] | None = None
    from_: float | None = None  # seconds since the window opened
    to: float | None = None
    samples: list[tuple[float, float]] | None = None  # (seconds since it opened, joules since then), as given


@dataclass(frozen=True)
class IterationLine(Iteration):
    """What stands in an iteration's line beside the record."""

    kind: Literal["iteration"] = "iteration"
    texts: dict[str, str] | None = None
    energy: IterationEnergy | None = None


@dataclass
class FinalBeam:
    """A beam of the summary."""

    tokens: list[int]
    logp: float
    done: bool
    text: str | None = None


@dataclass
class DepthShare:
    """Accepted and judged drafts so many tokens below the input."""

    depth: int
    accepted: int
    judged: int


@dataclass
class RankShare:
    """Accepted and judged drafts of a place among their siblings, 0 = most probable."""

    rank: int
    accepted: int
    judged: int


@dataclass
class Window:
    """The measured window; `reason` says why joules is null."""

    reason: str | None = None
    seconds: float | None = None
    band: float | None = None  # joules of one update of the source
    sample_count: int | None = None
    sampler_share: float | None = None  # of one processor, taken by the sampling thread
    samples: list[tuple[float, float]] | None = None


@dataclass
class Summary:
    """The last line: what came out and what it took. The counts are those of metrics.Counts."""

    kind: Literal["summary"]
    tokens: list[int]
    text: str
    counts: dict[str, float]
    seconds: dict[str, float]
    joules: float | None
    beams: list[FinalBeam] | None = None
    by_depth: list[DepthShare] | None = None
    by_rank: list[RankShare] | None = None
    energy: Window | None = None
    stopped: Literal["shutdown"] | None = None  # why it ended before its time; left out of a run that did not


def schema() -> dict[str, Any]:
    """The schema of every line, made from the dataclasses and the catalogue's layers."""
    from decoders.catalog import DECODERS

    kinds = {layer.kind: layer for decoder in DECODERS.values() for layer in decoder.layers}
    made: dict[str, Any] = {}
    for name, shape in {"header": Header, "iteration": IterationLine, "summary": Summary}.items():
        made[name] = _object(shape, made)
    for kind, layer in kinds.items():
        found = _object(layer, made)
        found["properties"] = {"kind": {"const": kind}} | found["properties"]
        found["required"] = ["kind", "layer", *found["required"]]
        made[layer.__name__] = found
    made["Layer"] = _union({kind: _reference(kinds[kind]) for kind in sorted(kinds)})
    iteration = made["iteration"]
    iteration["required"] = ["kind", "index", "nodes", "entries", "passes", "layers", "draws", "verdicts", "final"]
    iteration["properties"]["nodes"] |= {"minItems": 1, "maxItems": MOST_NODES}
    made["header"]["properties"]["schema"]["pattern"] = "^[0-9]+(\\.[0-9]+)*$"
    made["summary"]["properties"]["seconds"]["additionalProperties"] |= _range(TIMES)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Trace of speculative decoding",
        "description": "Every line of a trace file (.jsonl, .jsonl.gz) is one of header, iteration, summary, in that "
        "order. Unknown fields are allowed. An integer is written without a decimal point, and no number is infinite. "
        "Generated by `python -m explorer schema`.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("header", "iteration", "summary")],
        "$defs": dict(sorted(made.items())),
    }


def schema_text() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _union(kinds: dict[str, Any]) -> dict[str, Any]:
    """A layer is what its `kind` says; one of an unknown kind may hold anything."""
    return {
        "type": "object",
        "description": "What a method says of a level (from 1) or of the whole iteration (0), by its `kind`.",
        "required": ["kind", "layer"],
        "properties": {"kind": {"type": "string"}, "layer": {"type": "integer"} | _range((0, _LEVEL))},
        "allOf": [{"if": {"properties": {"kind": {"const": kind}}}, "then": one} for kind, one in kinds.items()],
    }


def _object(shape: Any, made: dict[str, Any]) -> dict[str, Any]:
    """The schema of a dataclass; those that its fields hold are put into `made`."""
    hints, own = get_type_hints(shape), fields(shape)
    must = [f for f in own if f.default is MISSING and (f.name in WRITTEN or NoneType not in get_args(hints[f.name]))]
    return {
        "type": "object",
        "properties": {f.name.rstrip("_"): _typed(hints[f.name], f.name, made) for f in own},
        "required": [f.name for f in must],
    }


def _reference(shape: Any) -> dict[str, str]:
    return {"$ref": f"#/$defs/{shape.__name__}"}


def _typed(hint: Any, name: str, made: dict[str, Any]) -> dict[str, Any]:
    """The schema of a field: numbers have their range, and null is written only for what is in `NULLABLE`."""
    origin, parts = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return _typed(next(part for part in parts if part is not NoneType), name, made)
    if origin is Literal:
        return {"type": "string", "enum": list(parts)}
    if origin is dict:
        return {"type": "object", "additionalProperties": parts[1] is Any or _typed(parts[1], name, made)}
    if origin is list or Ellipsis in parts:
        return {"type": "array", "items": _typed(parts[0], name, made)}
    if origin is tuple:
        items = [_typed(part, name if place else "", made) for place, part in enumerate(parts)]
        return {"type": "array", "prefixItems": items, "minItems": len(parts), "maxItems": len(parts)}
    if isinstance(hint, type) and is_dataclass(hint):
        made.setdefault(hint.__name__, _object(hint, made))
        return _reference(hint)
    word = {str: "string", bool: "boolean", int: "integer", float: "number"}[hint]
    limits = RANGES.get(name, (0, _ID) if hint is int else None) if hint in (int, float) else None
    return {"type": [word, "null"] if name in NULLABLE else word} | ({} if limits is None else _range(limits))


def _range(limits: tuple[float, float]) -> dict[str, float]:
    return dict(zip(("minimum", "maximum"), limits, strict=True))
