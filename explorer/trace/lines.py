"""The lines of a trace file as records: the header, one line per iteration, the summary.

An iteration's line is the decoders' own `Iteration` (decoders/core/record.py). Ranges stand next to the fields, as in
decoders/core/values.py. The JSON Schema is generated from the dataclasses here and from the methods' layers.
"""

from dataclasses import asdict, dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from decoders.core.record import (
    Distribution,
    Draw,
    Entry,
    Final,
    Group,
    Iteration,
    Kind,
    Node,
    Pass,
    Step,
    Verdict,
    View,
)
from decoders.core.values import Copies, Identifier, Length, Level, LogProb, Range, Seconds, TokenId
from decoders.models.sizes import Shape
from explorer.trace.layer_kinds import AnyLayer
from explorer.trace.plain import plain_value

MOST_NODES = 10_000  # of an iteration; a decoder drafts at most 1,024
MOST_PARTS = 4096  # passes, steps or layers of an iteration
VERSION = r"^[0-9]+(\.[0-9]+)*$"


Plain = Annotated[Any, AfterValidator(plain_value)]  # a setting's value: its method knows of which type
Number = int | float
Seed = Annotated[int, Range(-(2**63), 2**63 - 1)]
GivenToken = Annotated[int, Range(0, 2**31 - 1)]
Joules = Annotated[float, Range(0, 1e15)]
Watts = Annotated[float, Range(0, 1e9)]
PerUnit = Annotated[float, Range(0, 1e-6)]  # joules per byte or FLOP; a thousand times what any memory takes
Large = Annotated[int, Range(0, 10**18)]  # bytes or FLOPs
Difference = Annotated[float, Range(-1e9, 1e9)]  # seconds; differences of clocks may be below 0


@dataclass(frozen=True)
class OracleLine:
    """Whose law the output has, and a code of why: decoders/core/decoder.py, `Oracle`."""

    kind: Kind
    because: str
    method: str | None = None
    settings: dict[str, Plain] | None = None


@dataclass(frozen=True)
class Tried:
    """A source of energy that could not be used."""

    method: str
    reason: str


@dataclass(frozen=True)
class Coefficients:
    """Joules per byte read from or written to memory, and per FLOP, with where they come from."""

    name: str
    joules_per_byte: PerUnit
    joules_per_flop: PerUnit
    source: str


@dataclass(frozen=True)
class EnergyModel:
    """MTAD §4 Eq. 9: joules = bytes · joules_per_byte + flops · joules_per_flop; or why a pass cannot be counted."""

    method: Literal["modelled"] | None = None
    equation: str | None = None
    reason: str | None = None
    not_counted: str | None = None
    coefficients: Coefficients | None = None
    shapes: dict[str, Shape] | None = None


@dataclass(frozen=True)
class EnergySource:
    """How this run's energy was measured and why so; `model` is computed, never measured, and stands apart."""

    method: str  # counter, power-integrated, rapl, or unavailable
    reason: str | None = None
    scope: str | None = None  # what the joules are of: GPU board, CPU package
    device: str | None = None
    driver: str | None = None
    resolution: Seconds | None = None  # seconds between two updates of the source
    idle_watts: Watts | None = None  # power just before the run; subtracted from nothing
    note: str | None = None
    tried: tuple[Tried, ...] | None = None
    model: EnergyModel | None = None


@dataclass(frozen=True)
class WhatIf:
    """That this is no recorded run but one replayed with a change: of which, in which iteration, for which verdict.

    `change` is {"u": …}, {"token": …}, or a setting with its value: γ, t or τ, a number, too.
    """

    of: str
    iteration: int
    change: dict[str, Number]
    verdict: int | None = None
    repeated: int | None = None  # how many of its decisions, from the first, are the recorded ones, with their numbers
    differs: dict[str, tuple[str, ...]] | None = None  # by fact, as engine or dtype: when it was recorded, and now


@dataclass(frozen=True)
class Engine:
    """What ran the models, and why: the words are those of decoders/models/engine.py."""

    target: str
    draft: str
    why: str
    cpu: str | None = None  # its widest vectors
    seconds: dict[str, tuple[Seconds, ...]] | None = None  # by engine: of the passes that it was chosen by
    target_refused: str | None = None  # why the engine that was chosen does not run it
    draft_refused: str | None = None
    graphs: tuple[str, ...] | None = None  # whose passes are CUDA graphs: target, draft
    target_not_captured: str | None = None  # why those of a model on a GPU are not: `off`, `devices`, `differs`, …
    draft_not_captured: str | None = None


@dataclass(frozen=True)
class TurnLine:
    """A turn of the conversation before the prompt."""

    role: str
    content: str


@dataclass(frozen=True)
class GenerationFacts:
    """What the target's generation config asks for: rules that are part of p and q, and keys that are not used."""

    applied: dict[str, Plain] | None = None  # rule → its value, or {"entries": n} of a list
    off: tuple[str, ...] | None = None  # rules that were switched off
    replaced: tuple[str, ...] | None = None  # sampling values: the settings of the run replace them
    ignored: tuple[str, ...] | None = None  # keys that the explorer does not apply


@dataclass(frozen=True)
class Head:
    """What an EAGLE-3 head reads of its target; `guessed`: what its config.json leaves open."""

    layers: tuple[Level, ...]  # how many of the target's layers have run
    final_norm: bool = False  # it reads the state after the target's final norm
    guessed: tuple[str, ...] | None = None  # `layers`, `norm_before_residual`


@dataclass(frozen=True)
class Explorer:
    """The explorer that made it, from explorer/version.py."""

    version: str
    commit: str | None = None  # of its repository, where it ran in a checkout
    changes: str | None = None  # a digest of the files of code that differed from that commit


@dataclass(frozen=True)
class Weights:
    """The files of one model's weights, from decoders/models/loading/provenance.py; of a toy pair its table."""

    sha256: str  # of the only file, or of the lines that `sha256sum` prints for all of them
    files: dict[str, str]  # name → SHA-256
    revision: str | None = None  # commit on the Hub


@dataclass(frozen=True)
class Header:
    """The first line: what was run, with what, on what."""

    kind: ClassVar[str] = "header"
    schema: Annotated[str, Field(pattern=VERSION)]
    method: str
    pair: str
    settings: dict[str, Plain]
    seed: Seed | None
    prompt: str
    prompt_tokens: tuple[GivenToken, ...]
    device: str
    versions: dict[str, Plain]
    energy: EnergySource
    title: str | None = None
    paper: str | None = None
    view: View | None = None
    oracle: OracleLine | None = None
    rules: dict[Identifier, str] | None = None  # name → formula, of every rule of the method
    phases: dict[Identifier, Group] | None = None  # name → group, of its kinds of steps that states.json does not list
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
    messages: tuple[TurnLine, ...] | None = None  # the turns between the system prompt and the prompt
    template_args: dict[str, Plain] | None = None  # further variables of the chat template
    prompt_notes: tuple[str, ...] | None = None  # codes of what the tokenizer noted of the prompt
    ignore_eos: bool | None = None  # no token ended the run; `eos` is empty then
    recorded: str | None = None
    note: str | None = None
    tree_mode: dict[str, Plain] | None = None
    vocab_size: int | None = None
    texts: dict[str, str] | None = None  # of token ids
    eos: tuple[GivenToken, ...] | None = None
    eos_sources: dict[str, tuple[str, ...]] | None = None  # where each id of `eos` comes from: text/ends.py
    max_new_tokens: Copies | None = None
    whatif: WhatIf | None = None


@dataclass(frozen=True)
class IterationEnergy:
    """Bytes and flops counted from the models' sizes; the rest comes from the measuring window."""

    bytes: dict[str, Large] | None = None
    flops: dict[str, Large] | None = None
    from_: Annotated[Seconds | None, Field(alias="from")] = None  # seconds since the window opened
    to: Seconds | None = None
    samples: tuple[tuple[float, Joules], ...] | None = None  # (seconds since it opened, joules since then), as given


@dataclass(frozen=True, kw_only=True)
class IterationLine(Iteration):
    """An iteration's line: the record, the texts of tokens that are new in it, and its energy."""

    kind: ClassVar[str] = "iteration"
    nodes: Annotated[tuple[Node, ...], Length(MOST_NODES, fewest=1)]
    entries: Annotated[tuple[Entry, ...], Length(MOST_NODES)]
    passes: Annotated[tuple[Pass, ...], Length(MOST_PARTS)]
    layers: Annotated[tuple[AnyLayer, ...], Length(MOST_PARTS)]
    draws: tuple[Draw, ...]
    verdicts: Annotated[tuple[Verdict, ...], Length(MOST_NODES)]
    distributions: Annotated[tuple[Distribution, ...], Length(MOST_NODES)] = ()
    steps: Annotated[tuple[Step, ...], Length(MOST_PARTS)] = ()
    final: Final
    texts: dict[str, str] | None = None
    energy: IterationEnergy | None = None


@dataclass(frozen=True)
class FinalBeam:
    """A beam of the summary."""

    tokens: tuple[TokenId, ...]
    logp: LogProb
    done: bool
    text: str | None = None


@dataclass(frozen=True)
class DepthShare:
    """Accepted and judged drafts so many tokens below the input."""

    depth: Level
    accepted: int
    judged: int


@dataclass(frozen=True)
class RankShare:
    """Accepted and judged drafts of a place among their siblings, 0 = most probable."""

    rank: Level
    accepted: int
    judged: int


@dataclass(frozen=True)
class Window:
    """The measured window; `reason` says why joules is null."""

    reason: str | None = None
    seconds: Seconds | None = None
    band: Joules | None = None  # joules of one update of the source
    sample_count: int | None = None
    sampler_share: Annotated[float, Range(0, 1000)] | None = None  # of one processor, taken by the sampling thread
    samples: tuple[tuple[float, Joules], ...] | None = None


@dataclass(frozen=True)
class Counts:
    """What a run counted; metrics.Totals says how. None: the method has no such number, or nothing was counted."""

    iterations: int | None = None
    emitted: int | None = None
    target_passes: int | None = None
    draft_passes: int | None = None
    target_nodes: int | None = None
    draft_nodes: int | None = None
    drafted: int | None = None
    accepted: int | None = None
    committed: int | None = None
    judged: int | None = None
    wasted: int | None = None
    kv_peak: int | None = None
    tokens_per_iteration: float | None = None
    acceptance: float | None = None
    graph_acceptance: float | None = None
    graph_success: float | None = None
    mean_width: float | None = None
    mean_accepted: float | None = None
    perplexity: float | None = None

    def known(self) -> dict[str, Number]:
        """The numbers that there are, by name."""
        return {name: count for name, count in asdict(self).items() if count is not None}


@dataclass(frozen=True)
class Times:
    """Wall time of a run in seconds: of all iterations, of the passes of each model in them, and of the rest."""

    total: Difference | None = None
    draft: Difference | None = None
    target: Difference | None = None
    other: Difference | None = None


@dataclass(frozen=True)
class Summary:
    """The last line: what came out and what it took."""

    kind: ClassVar[str] = "summary"
    tokens: tuple[TokenId, ...]
    text: str
    counts: Counts
    seconds: Times
    joules: Joules | None
    beams: tuple[FinalBeam, ...] | None = None
    by_depth: tuple[DepthShare, ...] | None = None
    by_rank: tuple[RankShare, ...] | None = None
    energy: Window | None = None
    stopped: Literal["shutdown"] | None = None  # why it ended before its time; left out of a run that did not
