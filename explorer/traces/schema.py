"""The JSON Schema of a trace, generated from dataclasses: those of decoders/core/record.py, the layers that the methods
export, and the header and summary below. `python -m explorer schema` writes it; reading a trace only reads the file.

The dataclasses say what is there and of which kind; what no real run exceeds is said here, by field name (`RANGES`).
A field that may be None is left out of a line when it is, and never written as null, but for those in `NULLABLE`, where
null stands for an infinite number or for something unknown. Unknown fields are allowed, and so are layers of a kind
that is not listed: both are from a later version, and nothing is shown of them.
"""

import json
from dataclasses import dataclass
from typing import Any, Literal

from decoders.core.decoder import Kind, View
from decoders.core.record import Iteration, Layer

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
NULLABLE = {"seed", "logp", "logp_joint", "logq_joint", "nll", "U", "ppl_ratio_high", "joules", "counts", "rho"}
MOST = {"nodes": (1, 10_000)}  # of an iteration: how many there are


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


@dataclass
class Coefficients:
    """Joules per byte moved and per operation, and where they come from."""

    name: str
    joules_per_byte: float
    joules_per_flop: float
    source: str


@dataclass
class Shapes:
    """Sizes of a model, from which a pass is counted."""

    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    matrix: int
    vector: int
    head: int
    value_bytes: int
    kv_bytes: int | None = None  # of a number in the cache, 0 where it is kept as weights are


@dataclass
class EnergyModel:
    """MTAD §4 Eq. 9: joules = bytes · joules_per_byte + flops · joules_per_flop; or why a pass cannot be counted."""

    method: Literal["modelled"] | None = None
    equation: str | None = None
    reason: str | None = None
    not_counted: str | None = None
    coefficients: Coefficients | None = None
    shapes: dict[str, Shapes] | None = None


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
    engine: dict[str, str] | None = None  # of target and draft, and why
    raw: bool | None = None
    recorded: str | None = None
    note: str | None = None
    tree_mode: dict[str, Any] | None = None
    vocab_size: int | None = None
    texts: dict[str, str] | None = None  # of token ids
    eos: list[int] | None = None
    max_new_tokens: int | None = None


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


def schema() -> dict[str, Any]:
    """The schema of every line, made from the dataclasses and the catalogue's layers."""
    from pydantic import TypeAdapter

    from decoders.catalog import DECODERS

    kinds = {layer.kind: layer for decoder in DECODERS.values() for layer in decoder.layers}
    adapters = [("header", Header), ("iteration", IterationLine), ("summary", Summary), *sorted(kinds.items())]
    found: dict[Any, Any]
    made: dict[str, Any]
    found, made = TypeAdapter.json_schemas([(name, "validation", TypeAdapter(kind)) for name, kind in adapters])
    definitions: dict[str, Any] = made["$defs"]
    named = {name: definitions[found[name, "validation"]["$ref"].rpartition("/")[2]] for name, _ in adapters}
    for one in definitions.values():
        _tidy(one)
    for kind in kinds:
        _must(named[kind], "kind", {"const": kind})
    iteration = named["iteration"]
    iteration["required"] = ["kind", "index", "nodes", "entries", "passes", "layers", "draws", "verdicts", "final"]
    iteration["properties"]["nodes"] |= dict(zip(("minItems", "maxItems"), MOST["nodes"], strict=True))
    named["header"]["properties"]["schema"]["pattern"] = "^[0-9]+(\\.[0-9]+)*$"
    named["summary"]["properties"]["seconds"]["additionalProperties"] |= dict(
        zip(("minimum", "maximum"), TIMES, strict=True)
    )
    definitions[Layer.__name__] = _union({kind: found[kind, "validation"]["$ref"] for kind in sorted(kinds)})
    for name in ("header", "iteration", "summary"):
        definitions[name] = definitions.pop(found[name, "validation"]["$ref"].rpartition("/")[2])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Trace of speculative decoding",
        "description": "Every line of a trace file (.jsonl, .jsonl.gz) is one of header, iteration, summary, in that "
        "order. Unknown fields are allowed. An integer is written without a decimal point, and no number is infinite. "
        "Generated by `python -m explorer schema`.",
        "oneOf": [{"$ref": f"#/$defs/{name}"} for name in ("header", "iteration", "summary")],
        "$defs": dict(sorted(definitions.items())),
    }


def schema_text() -> str:
    """The schema as its file holds it."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _union(kinds: dict[str, str]) -> dict[str, Any]:
    """A layer is what its `kind` says; one of an unknown kind may hold anything."""
    return {
        "type": "object",
        "description": "What a method says of a level (from 1) or of the whole iteration (0), by its `kind`.",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}, "layer": {"type": "integer", "minimum": 0, "maximum": _LEVEL}},
        "allOf": [
            {"if": {"properties": {"kind": {"const": kind}}}, "then": {"$ref": ref}} for kind, ref in kinds.items()
        ],
    }


def _must(one: dict[str, Any], key: str, value: dict[str, Any]) -> None:
    """Put a required property first."""
    one["properties"] = {key: value} | one["properties"]
    one["required"] = [key, *(name for name in one.get("required", ()) if name != key)]


def _tidy(one: dict[str, Any]) -> None:
    """An object's schema without titles and defaults, with the ranges, and null only where it says something."""
    one.pop("title", None)
    one["description"] = " ".join(one.get("description", "").split())
    optional: list[str] = []
    properties: dict[str, Any] = {}
    for name, value in one.get("properties", {}).items():
        if any(each.get("type") == "null" for each in value.get("anyOf", ())) and name not in NULLABLE:
            optional.append(name)
        properties[name.rstrip("_")] = _property(value, name)
    one["properties"] = properties
    one["required"] = [name for name in one.get("required", ()) if name not in optional]


def _property(value: Any, name: str) -> Any:
    """One property: `anyOf` with null becomes the other, and numbers get their range."""
    if "anyOf" in value:
        value = next(each for each in value["anyOf"] if each.get("type") != "null")
    value = {key: each for key, each in value.items() if key not in ("title", "default")}
    kind = value.get("type")
    if kind in ("integer", "number"):
        low, high = RANGES.get(name, (0, _ID) if kind == "integer" else (None, None))
        value |= {} if low is None else {"minimum": low, "maximum": high}
        if name in NULLABLE:
            value["type"] = [kind, "null"]
    for key in ("items", "additionalProperties"):
        if isinstance(value.get(key), dict):
            value[key] = _property(value[key], name)
    if "prefixItems" in value:
        value["prefixItems"] = [_property(each, name if n else "") for n, each in enumerate(value["prefixItems"])]
    return value
