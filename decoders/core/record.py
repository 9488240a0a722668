"""What one iteration leaves behind: facts as plain frozen data, and the recorder that a decoder fills while it runs.

A record holds facts and no sentences: which rule decided, with which numbers. Words are made of them elsewhere
(explorer/story/). Standard library only: a trace can be read without NumPy and torch. The field
names are the trace file's, and its JSON Schema is generated from the dataclasses here and from the layers that the
methods export. Decisions, roles and origins are closed lists, since a browser draws them; rules, phases and kinds of
layers are declared by the methods.

Words: a *node* is a distinct token path; an *entry* is a place in a layer (DSBD draws the same node twice: two
entries, one node); a *verdict* is one decision about a node, in the order the decisions happened; a *step* is what
the stage shows at once; a *layer* is what a method has to say of a level, a node or the whole iteration.
"""

import math
import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Any, ClassVar, Literal, cast, get_args

from decoders.core.values import (
    IDENTIFIER,
    Copies,
    Drawn,
    Identifier,
    JointBase,
    JointLogProb,
    Level,
    LogProb,
    NodeId,
    OrInfinity,
    ParentId,
    Prob,
    Seconds,
    Slots,
    TokenId,
)

TOP = 16  # tokens kept of every recorded distribution; the rest is recorded as mass

Role = Literal["input", "draft", "target"]
View = Literal["chain", "tree", "dag", "forest", "beams"]  # how a method's iterations are best drawn
Kind = Literal["itself", "exact", "conditional", "lossy"]  # what the law of a method's output is (decoder.Oracle)

# What became of a token. The last seven are tokens that the target itself brought.
Decision = Literal[
    "accepted",  # a draft that passed its test; in a forest, a later layer may still leave it without a live beam
    "rejected",  # a draft that its test did not keep
    "unused",  # a draft that was sent to the target and never tested
    "orphaned",  # a draft whose parent was not accepted, in a layer that was tested
    "merged",  # GSD: a leaf, whose n-gram stands elsewhere in the draft
    "pruned",  # a leaf, too improbable to be expanded or beyond the budget; it may be tested later
    "not_sent",  # drafted, and left out before the target looked
    "dropped",  # it passed its test or was grown by the target, and another path was preferred
    "residual",  # drawn from what rejected drafts left of p
    "bonus",  # drawn from p behind drafts that were all kept
    "fill",  # drawn from p_beam to complete a layer
    "drawn",  # drawn from p where no draft stood, or none was kept
    "greedy",  # the most probable token of p, where 𝒯 leaves one
    "chosen",  # the most likely continuation: beam search, MTJD's best beam
]

Group = Literal["draft", "check", "decide", "commit"]  # where the phase of a step stands, and what colour it has
NAME = re.compile(IDENTIFIER)


class Rule(str):
    """The name of a rule that decides; `formula` is how, as the paper writes it.

    A method declares its rules where it decides, and lists them in its `Decoder`. A rule equals its name in a file.

    >>> Rule("ratio", "u < min(1, p/q)") == "ratio"
    True
    """

    formula: str

    def __new__(cls, name: str, formula: str) -> "Rule":
        """Raises ValueError for a name that a trace cannot hold."""
        rule = super().__new__(cls, checked_name(name))
        rule.formula = formula
        return rule

    def __reduce__(self) -> tuple[Any, ...]:
        return Rule, (str(self), self.formula)


class Phase(str):
    """The name of a kind of step; `group` says where it stands in an iteration, and gives it its colour.

    Those below are common. A method declares its own beside the step, and lists them in its `Decoder`.
    """

    group: Group

    def __new__(cls, name: str, group: Group) -> "Phase":
        """Raises ValueError for a name that a trace cannot hold, or a group that is none."""
        if group not in get_args(Group):
            raise ValueError(f"the group {group!r} of a phase is not valid; use one of {', '.join(get_args(Group))}")
        phase = super().__new__(cls, checked_name(name))
        phase.group = group
        return phase

    def __reduce__(self) -> tuple[Any, ...]:
        return Phase, (str(self), self.group)


def checked_name(name: str) -> str:
    """The name of a rule or phase. Raises ValueError for one that a trace cannot hold."""
    if not NAME.fullmatch(name):
        raise ValueError(
            f"the name {name[:60]!r} is not valid; use a letter, then lower-case letters, digits and "
            "underscores (40 at most)"
        )
    return name


INPUT = Phase("input", "draft")  # the live beams
DRAFT = Phase("draft", "draft")  # tokens are drafted
TARGET = Phase("target", "check")  # the target pass
VERIFY = Phase("verify", "decide")  # a draft is tested, or the outcome of tests is known
UNUSED = Phase("unused", "decide")  # several drafts at once
COMMIT = Phase("commit", "commit")  # what is final
Own = Literal["residual", "bonus", "fill", "drawn", "greedy", "chosen"]  # what a token of the target itself can be
OWN_PHASES: dict[Own, Phase] = {decision: Phase(decision, "decide") for decision in get_args(Own)}
COMMON_PHASES = (INPUT, DRAFT, TARGET, VERIFY, UNUSED, *OWN_PHASES.values(), COMMIT)

Side = Literal["target", "draft"]  # which of a pair's models
DistributionKind = Literal["p", "q", "residual", "p_beam", "q_beam", "residual_beam", "p_raw", "q_raw"]
Leaf = Literal["probability", "sibling", "merged", "eos", "depth", "budget", "confidence"]
Origin = Literal["draft", "merged", "residual", "bonus", "fill", "drawn", "greedy", "chosen"]


@dataclass(frozen=True)
class Node:
    """One token path of this iteration. `q` and `p` are conditional on the parent.

    They are after 𝒯 where a method's rule compares them so; before it where 𝒯 leaves one token, where drafts are the
    most probable tokens, where beams are drawn from a joint law (the entry and the verdict then have the joint, after
    𝒯), and in MTAD and BiLD.
    """

    id: NodeId
    parent: ParentId  # -1 for the root, which stands for the whole prompt
    token: TokenId
    depth: Level  # tokens after the prompt
    role: Role
    q: Prob | None = None
    p: Prob | None = None
    count: Copies = 1  # draws that share a drafted node; copies of an input beam; beams that the target drew upon it
    beam: Level | None = None  # slot of the input beam it grows from
    rank: Level | None = None  # place among its drafted siblings, 0 = most probable
    leaf: Leaf | None = None  # why it was not expanded
    merge: NodeId | None = None  # GSD: the node whose successors stand in for its own
    origin: NodeId | None = None  # GSD: the drafted node it is a replica of


@dataclass(frozen=True)
class Entry:
    """A place in a layer of a forest: {layer, slot} holding a node; copies have their own verdicts."""

    id: NodeId
    layer: Level
    slot: Level
    node: NodeId
    parent: NodeId | None = None  # the entry of the layer before that it grew from
    q: Prob | None = None  # joint probability q_beam, warped, as drawn
    p: Prob | None = None


@dataclass(frozen=True)
class Pass:
    """One forward pass. `kv` is the number of KV slots after it, prompt included; `seconds` is wall time."""

    model: Side
    nodes: tuple[NodeId, ...]
    seconds: Seconds
    kv: Slots


@dataclass(frozen=True)
class Distribution:
    """A recorded distribution: the top 16 as (token, probability), the mass of the rest, and its size.

    `size` counts the ids in the support. Before 𝒯 (p_raw, q_raw) the support is not counted: `size` is the model's
    vocabulary, ids of probability 0 included.

    In a joint law (p_beam, q_beam, residual_beam) an id is place·base + token, `place` being that of the parent beam;
    the token base − 1 stands for a finished beam itself.
    """

    at: NodeId  # the node it follows; for joint laws the first input
    kind: DistributionKind
    top: tuple[tuple[NodeId, Prob], ...]
    rest: Prob
    size: int  # ids in the support; of p_raw and q_raw all ids of the vocabulary
    base: JointBase | None = None  # of a joint law


@dataclass(frozen=True)
class Verdict:
    """One decision, the rule that made it, and the numbers of that rule.

    p, q and p_used (what stood in p's place in the test or the draw: p′, p/ρ, or p itself) are of this token, after 𝒯;
    of one beam with this token where `entry` is set. Where 𝒯 leaves one token (`greedy`), p and q are those before 𝒯
    and p_used is 1 or 0. In joint_ratio and rollback p and q are those the rule takes, unwarped unless `joint` says so.
    An unused draft has the q of its node.
    """

    node: NodeId
    decision: Decision
    rule: Identifier
    p: Prob | None = None
    q: Prob | None = None
    p_used: Prob | None = None
    a: float | None = None  # accept when u < a
    u: Prob | None = None
    draw: Level | None = None  # place in Iteration.draws of the random choice that decided
    bar: float | None = None  # what the rule holds its value against: ε and δ's minimum, τ, τ₂, θ
    rho: OrInfinity | None = None  # K-SEQ's ρ
    entropy: float | None = None  # H(p) in nats
    q_left: Prob | None = None  # mass of q that earlier draws had left, drawing without replacement; None: all of it
    confidence: Prob | None = None  # Π q down to the node
    logp: LogProb | None = None  # Σ log p, unwarped, of the beam or block that ends here
    logp_joint: JointLogProb | None = None  # Σ log p of the prefix that ends here
    logq_joint: JointLogProb | None = None
    greedy: bool = False
    layer: Level | None = None
    entry: NodeId | None = None
    distributions: tuple[int, ...] = ()  # places in Iteration.distributions


@dataclass(frozen=True)
class Step:
    """One thing the stage shows: `nodes` appear, `verdicts` (places in Iteration.verdicts) take effect.

    `place` counts from 1 within the layer: the candidate, the try, the draft, the slot, the prefix.
    """

    phase: Identifier
    nodes: tuple[NodeId, ...] = ()
    verdicts: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()
    layer: Level | None = None
    place: int | None = None


@dataclass(frozen=True)
class BeamRecord:
    """A live beam at the end of an iteration: its last node, its new tokens, log p (unwarped) and whether it ended.

    `logq` is Σ log q of its tokens as the draft gave them when they were drafted, where a method weighs beams by it;
    `behind` says that its last token is not in `logq` yet, because the draft reads it in the next iteration.
    """

    node: NodeId
    tokens: tuple[TokenId, ...]
    logp: LogProb
    done: bool
    logq: LogProb | None = None
    behind: bool = False


@dataclass(frozen=True)
class Final:
    """The outcome of an iteration: tokens now final (one sequence), where each came from, and the live beams."""

    tokens: tuple[TokenId, ...] = ()
    origins: tuple[Origin, ...] = ()
    nodes: tuple[NodeId, ...] = ()
    beams: tuple[BeamRecord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Layer:
    """What a method has to say beyond verdicts. Every kind is a dataclass of its own, in the file of its method.

    `layer` is the level it is about, from 1; 0 is the whole iteration.
    """

    kind: ClassVar[str]
    layer: Level = 0

    def to_json(self) -> dict[str, Any]:
        """The layer as plain JSON values, with its kind."""
        return {"kind": self.kind} | _written(self)

    def problem(self, nodes: Set[int]) -> str | None:
        """What does not fit together in a layer that was read from a file; `nodes`: ids of the iteration's nodes."""
        return None


@dataclass(frozen=True)
class Draw:
    """One random choice of the dice: an id that was drawn, or the uniform u that a draft was accepted with."""

    label: str
    value: Drawn | float
    u: Prob | None = None  # the uniform that drew an id; None where there was one id to draw


@dataclass(frozen=True)
class Iteration:
    """Everything one iteration did."""

    index: int
    nodes: tuple[Node, ...]
    entries: tuple[Entry, ...]
    passes: tuple[Pass, ...]
    layers: tuple[Layer, ...]
    draws: tuple[Draw, ...]
    verdicts: tuple[Verdict, ...]
    distributions: tuple[Distribution, ...]
    steps: tuple[Step, ...]
    final: Final
    seconds: Seconds = 0.0  # wall time of the whole iteration

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; fields that are None, and fields of parts at an empty default, are left out."""
        return {f.name: to_plain(getattr(self, f.name)) for f in fields(self)}


def to_plain(value: Any) -> Any:
    """Dataclasses to dicts without None and empty defaults, tuples to lists, infinite floats to None."""
    if isinstance(value, str):
        return str(value)  # a rule or phase is written as its name
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, tuple | list):
        return [to_plain(part) for part in cast(Sequence[Any], value)]
    if isinstance(value, dict):
        return {str(key): to_plain(part) for key, part in cast(dict[Any, Any], value).items()}
    if isinstance(value, Layer):
        return value.to_json()
    if is_dataclass(value):
        return _written(value)
    return value


def _written(value: Any) -> dict[str, Any]:
    """The fields of a dataclass that a line has: not None, and neither an empty tuple nor False by default."""
    row: dict[str, Any] = {}
    for name, default in _fields_of(cast(type[Any], type(value))):
        part = getattr(value, name)
        if part is not None and not ((part is False or part == ()) and part == default):
            row[name] = part if type(part) in _PLAIN else to_plain(part)
    return row


_PLAIN = (int, str, bool)


@cache
def _fields_of(kind: type[Any]) -> tuple[tuple[str, Any], ...]:
    """Names and defaults of a dataclass's fields."""
    return tuple((f.name, f.default) for f in fields(kind))


class Recorder:
    """Collects one iteration while a decoder runs. With `on=False` every call does nothing but the outcome."""

    def __init__(self, on: bool = True) -> None:
        self.on = on
        self.begin()

    def begin(self) -> None:
        """Start an empty iteration."""
        self._nodes: dict[int, Node] = {}
        self._entries: list[Entry] = []
        self._passes: list[Pass] = []
        self._layers: list[Layer] = []
        self._verdicts: list[Verdict] = []
        self._distributions: list[Distribution] = []
        self._steps: list[Step] = []
        self.final = Final()

    def node(self, node: Node) -> None:
        """Add a node, or replace what was recorded of it before."""
        if self.on:
            self._nodes[node.id] = node

    def known(self, node: int) -> Node | None:
        """What this iteration has recorded of a node so far."""
        return self._nodes.get(node)

    def entry(self, entry: Entry) -> None:
        """Add a place in a layer."""
        if self.on:
            self._entries.append(entry)

    def model_pass(self, made: Pass) -> None:
        """Add a forward pass."""
        if self.on:
            self._passes.append(made)

    def layer(self, layer: Layer) -> None:
        """Add what the method has to say of a layer (widths, α, tables)."""
        if self.on:
            self._layers.append(layer)

    def distribution(
        self,
        at: int,
        kind: DistributionKind,
        top: Callable[[], tuple[Sequence[tuple[int, float]], float]],
        size: int,
        base: int | None = None,
    ) -> tuple[int, ...]:
        """Add a distribution (`top` is called only when recording); returns its place as a 1-tuple."""
        if not self.on:
            return ()
        pairs, rest = top()
        self._distributions.append(Distribution(at, kind, tuple(pairs), rest, size, base))
        return (len(self._distributions) - 1,)

    def verdict(self, verdict: Verdict) -> int:
        """Add a decision; returns its place in `verdicts`."""
        if self.on:
            self._verdicts.append(verdict)
        return len(self._verdicts) - 1

    def tested(self) -> set[int]:
        """The nodes that were tested: what became of them as drafts is known."""
        return {v.node for v in self._verdicts if v.decision in ("accepted", "rejected", "dropped")}

    def step(
        self,
        phase: Phase,
        nodes: Iterable[int] = (),
        verdicts: Iterable[int] = (),
        layer: int | None = None,
        place: int | None = None,
    ) -> None:
        """Add a step; passes made since the last step belong to it."""
        if self.on:
            done = sum(len(s.passes) for s in self._steps)
            passes = tuple(range(done, len(self._passes)))
            self._steps.append(Step(phase, tuple(nodes), tuple(verdicts), passes, layer, place))

    def decide(self, phase: Phase, verdict: Verdict, place: int | None = None) -> None:
        """A verdict that is a step of its own."""
        if self.on:
            self.step(phase, (verdict.node,), (self.verdict(verdict),), verdict.layer, place)

    def decide_all(self, phase: Phase, verdicts: Sequence[Verdict], layer: int | None = None) -> None:
        """Several verdicts as one step, the nodes each once; no step where there are none."""
        if self.on and verdicts:
            nodes = dict.fromkeys(verdict.node for verdict in verdicts)
            self.step(phase, nodes, [self.verdict(verdict) for verdict in verdicts], layer)

    def finish(self, index: int, draws: Sequence[Draw]) -> Iteration:
        """The finished iteration; how long it took is not known here."""
        return Iteration(
            index,
            tuple(self._nodes.values()),
            tuple(self._entries),
            tuple(self._passes),
            tuple(self._layers),
            tuple(draws) if self.on else (),
            tuple(self._verdicts),
            tuple(self._distributions),
            tuple(self._steps),
            self.final,
        )
