"""The lines of a trace file as records: the header, one line per iteration, the summary.

An iteration's line is the decoders' own `Iteration` (decoders/core/record.py). Ranges are declared with the fields, as
in decoders/core/values.py. The JSON Schema is generated from the dataclasses here and from the methods' layers.
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

MOST_NODES = 10_000  # most nodes of an iteration; a decoder drafts at most 1,024
MOST_PARTS = 4096  # most passes, steps or layers of an iteration
VERSION = r"^[0-9]+(\.[0-9]+)*$"


Plain = Annotated[Any, AfterValidator(plain_value)]  # a setting's value, whose type only the method knows
Number = int | float
Seed = Annotated[int, Range(-(2**63), 2**63 - 1)]
GivenToken = Annotated[int, Range(0, 2**31 - 1)]
Joules = Annotated[float, Range(0, 1e15)]
Watts = Annotated[float, Range(0, 1e9)]
PerUnit = Annotated[float, Range(0, 1e-6)]  # joules per byte or FLOP, up to a thousand times what any memory needs
Large = Annotated[int, Range(0, 10**18)]  # bytes or FLOPs
Difference = Annotated[float, Range(-1e9, 1e9)]  # seconds; differences of clocks may be negative


@dataclass(frozen=True)
class OracleLine:
    """The reference method whose output distribution the run must reproduce, and a code for the reason."""

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
    """Joules per FLOP, and per byte that is read from or written to memory, with the origin of these numbers."""

    name: str
    joules_per_byte: PerUnit
    joules_per_flop: PerUnit
    source: str


@dataclass(frozen=True)
class EnergyModel:
    """The energy model of MTAD §4 Eq. 9: joules = bytes · joules_per_byte + flops · joules_per_flop.

    If a pass cannot be counted, the record has the reason instead.
    """

    method: Literal["modelled"] | None = None
    equation: str | None = None
    reason: str | None = None
    not_counted: str | None = None
    coefficients: Coefficients | None = None
    shapes: dict[str, Shape] | None = None


@dataclass(frozen=True)
class EnergySource:
    """The source that measured this run's energy, and why it was chosen.

    `model` is the modelled energy, which is computed and not measured.
    """

    method: str  # counter, power-integrated, rapl, or unavailable
    reason: str | None = None
    scope: str | None = None  # the measured component: GPU board, CPU package
    device: str | None = None
    driver: str | None = None
    resolution: Seconds | None = None  # seconds between two updates of the source
    idle_watts: Watts | None = None  # power just before the run; not subtracted anywhere
    note: str | None = None
    tried: tuple[Tried, ...] | None = None
    model: EnergyModel | None = None


@dataclass(frozen=True)
class WhatIf:
    """The change with which a recorded run was replayed, and where: the original run, the iteration and the verdict.

    `change` is {"u": …}, {"token": …}, or a setting with its value; γ, t and τ are numbers.
    """

    of: str
    iteration: int
    change: dict[str, Number]
    verdict: int | None = None
    repeated: int | None = None  # number of decisions, from the first on, with exactly the recorded numbers
    differs: dict[str, tuple[str, ...]] | None = (
        None  # facts that differ, such as engine or dtype: the recorded value, and the value in the replay
    )


@dataclass(frozen=True)
class Engine:
    """The engines that ran the models, and why they were chosen. decoders/models/engine.py defines the terms."""

    target: str
    draft: str
    why: str
    cpu: str | None = None  # the CPU's widest vector instructions
    seconds: dict[str, tuple[Seconds, ...]] | None = None  # by engine: durations of the passes in a comparison
    target_refused: str | None = None  # why the chosen engine cannot run the target
    draft_refused: str | None = None
    graphs: tuple[str, ...] | None = None  # the models whose passes run as CUDA graphs: target, draft
    target_not_captured: str | None = (
        None  # why a model's passes on a GPU do not run as CUDA graphs: `off`, `devices`, `differs`, …
    )
    draft_not_captured: str | None = None


@dataclass(frozen=True)
class TurnLine:
    """A turn of the conversation before the prompt."""

    role: str
    content: str


@dataclass(frozen=True)
class GenerationFacts:
    """The rules of the target's generation config that are part of p and q, and the keys that are not used."""

    applied: dict[str, Plain] | None = None  # rule → its value, or {"entries": n} for a list
    off: tuple[str, ...] | None = None  # disabled rules
    replaced: tuple[str, ...] | None = None  # sampling values that the run's settings replace
    ignored: tuple[str, ...] | None = None  # keys that the explorer does not apply


@dataclass(frozen=True)
class Vocabularies:
    """A draft with another tokenizer: its rule, and the sizes of both vocabularies and of their common part."""

    rule: Literal["TLI", "SLEM"]  # whether the draft proposes only common tokens, or hands over its text
    common: Copies
    target: Copies
    draft: Copies


@dataclass(frozen=True)
class Head:
    """The hidden states that an EAGLE-3 head uses. `guessed` lists what its config.json does not define."""

    layers: tuple[Level, ...]  # for each state that is read, the number of the target's layers that run before it
    final_norm: bool = False  # whether the head reads the state after the target's final norm
    guessed: tuple[str, ...] | None = None  # `layers`, `norm_before_residual`


@dataclass(frozen=True)
class Explorer:
    """The version of the explorer that produced the trace (explorer/version.py)."""

    version: str
    commit: str | None = None  # commit of its repository, if it ran in a checkout
    changes: str | None = None  # a digest of the code files that differed from that commit


@dataclass(frozen=True)
class Observed:
    """The other program that made a run, if the explorer only recorded it (explorer/features/assisted.py)."""

    engine: str
    version: str
    drafts_by: str  # the engine's name for its draft
    processors: tuple[str, ...] = ()  # the processors that changed the scores before p and q were computed, in order
    notes: tuple[str, ...] = ()  # codes of deviations and of missing facts: story/header/observed.py
    differing: tuple[int, ...] = ()  # iterations, from 0, whose outcome does not follow the rule


@dataclass(frozen=True)
class Weights:
    """The files of one model's weights (decoders/models/loading/provenance.py), or the table of a toy pair."""

    sha256: str  # hash of the only file, or of the list that `sha256sum` prints for all files
    files: dict[str, str]  # name → SHA-256
    revision: str | None = None  # commit on the Hub


@dataclass(frozen=True)
class Header:
    """The first line: the method, its input, and the software and hardware that ran it."""

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
    rules: dict[Identifier, str] | None = None  # name → formula of every rule of the method
    phases: dict[Identifier, Group] | None = None  # name → group of every kind of step that is not in states.json
    target: str | None = None
    draft: str | None = None
    dtype: str | None = None
    weights: dict[str, Weights] | None = None  # the weights of target and draft
    tokenizer: str | None = None  # SHA-256 of the tokenizer's files
    explorer: Explorer | None = None
    observed: Observed | None = None  # only for a run of another program
    engine: Engine | None = None
    generation: GenerationFacts | None = None
    head: Head | None = None
    vocabularies: Vocabularies | None = None  # only if the draft has another tokenizer
    draft_window: int | None = None  # the draft's context in tokens, if it is shorter than the target's
    raw: bool | None = None
    system: str | None = None  # the system prompt; if omitted, the chat template's own
    messages: tuple[TurnLine, ...] | None = None  # the turns between the system prompt and the prompt
    template_args: dict[str, Plain] | None = None  # further variables of the chat template
    prompt_notes: tuple[str, ...] | None = None  # codes of the tokenizer's notes on the prompt
    preset: str | None = None  # the name of the preset that chose the settings, if one did
    ignore_eos: bool | None = None  # whether no token could end the run; if so, `eos` is empty
    recorded: str | None = None
    note: str | None = None
    tree_mode: dict[str, str] | None = None
    vocab_size: int | None = None
    texts: dict[str, str] | None = None  # texts of token ids
    eos: tuple[GivenToken, ...] | None = None
    eos_sources: dict[str, tuple[str, ...]] | None = None  # by id of `eos`: the sources that name it (text/ends.py)
    max_new_tokens: Copies | None = None
    whatif: WhatIf | None = None


@dataclass(frozen=True)
class IterationEnergy:
    """Bytes and FLOPs counted from the models' sizes, and what was measured during the iteration."""

    bytes: dict[str, Large] | None = None
    flops: dict[str, Large] | None = None
    from_: Annotated[Seconds | None, Field(alias="from")] = None  # seconds since the window opened
    to: Seconds | None = None
    samples: tuple[tuple[float, Joules], ...] | None = None  # (seconds since the window opened, joules since then)


@dataclass(frozen=True, kw_only=True)
class IterationLine(Iteration):
    """An iteration's line: the record, the texts of tokens that occur for the first time, and its energy."""

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
    not_in_draft: tuple[TokenId, ...] | None = None  # tokens of this line that the draft's vocabulary lacks
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
    """The numbers of accepted and tested drafts at one depth below the input."""

    depth: Level
    accepted: int
    judged: int


@dataclass(frozen=True)
class RankShare:
    """The numbers of accepted and tested drafts of one rank among their siblings (0: the most probable)."""

    rank: Level
    accepted: int
    judged: int


@dataclass(frozen=True)
class Window:
    """The time window in which energy was measured. `reason` says why joules is null."""

    reason: str | None = None
    seconds: Seconds | None = None
    band: Joules | None = None  # uncertainty: the energy during one update of the source
    sample_count: int | None = None
    sampler_share: Annotated[float, Range(0, 1000)] | None = (
        None  # fraction of one processor that the sampling thread used
    )
    samples: tuple[tuple[float, Joules], ...] | None = None


@dataclass(frozen=True)
class Counts:
    """The counts of a run, defined in metrics.Totals.

    A count is None if it does not apply to the method, or if nothing was counted.
    """

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
        """The counts that are not None, by name."""
        return {name: count for name, count in asdict(self).items() if count is not None}


@dataclass(frozen=True)
class Times:
    """The times of a run in seconds: of all iterations, of each model's passes, and of everything else."""

    total: Difference | None = None
    draft: Difference | None = None
    target: Difference | None = None
    other: Difference | None = None


@dataclass(frozen=True)
class Summary:
    """The last line: the output of the run and its costs."""

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
    stopped: Literal["shutdown"] | None = None  # the reason why the run ended early; omitted for other runs
