"""The record of one iteration as plain frozen data, and the recorder that a decoder fills while it runs.

A record contains facts, such as which rule decided with which numbers, and no sentences. The sentences are made in
explorer/story/. Only the standard library is used, so a trace can be read without NumPy and torch. The field names are
those of the trace file. Its JSON Schema is generated from the dataclasses here and from the layers that methods export.
Decisions, roles and origins are closed lists, because a browser draws them. Rules, phases and kinds of layers are
declared by the methods.

Terms: a *node* is a distinct token path. An *entry* is a position in a layer; if DSBD samples the same node twice,
there are two entries and one node. A *verdict* is one decision about a node, in the order in which decisions were made.
A *step* is the part of an iteration that the picture (the stage) shows at one time. A *layer* holds further facts about
a level, a node or the whole iteration.
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

TOP = 16  # number of recorded tokens of a distribution; for all others, only the total mass is recorded

Role = Literal["input", "draft", "target"]
View = Literal["chain", "tree", "dag", "forest", "beams"]  # how a method's iterations are best drawn
Kind = Literal["itself", "exact", "conditional", "lossy"]  # kind of reference method (decoder.Oracle)

# Outcomes of tokens. The last seven are tokens that the target itself adds.
Decision = Literal[
    "accepted",  # a draft token that passed its test; in a forest, live beams need not continue it
    "rejected",  # a draft token that failed its test
    "unused",  # a draft token that was sent to the target but never tested
    "orphaned",  # a draft token whose parent was not accepted, in a layer that was tested
    "merged",  # GSD: a leaf whose n-gram occurs elsewhere in the draft
    "pruned",  # a leaf that was too improbable to be extended, or beyond the budget; it may be tested later
    "not_sent",  # drafted, but removed before the target pass
    "dropped",  # passed its test or was added by the target, but another path was chosen
    "residual",  # sampled from the residual after rejections
    "bonus",  # sampled from p after all drafts were accepted
    "fill",  # sampled from p_beam to complete a layer
    "drawn",  # sampled from p, with no draft or with none accepted
    "greedy",  # the most probable token of p, if 𝒯 leaves a single token
    "chosen",  # the most likely continuation: beam search, MTJD's best beam
    "own",  # a token in another program's run, which does not say how the target chose the token
]

Group = Literal["draft", "check", "decide", "commit"]  # the part of the iteration, which sets a phase's colour
NAME = re.compile(IDENTIFIER)


class Rule(str):
    """The name of a rule that decides, with its formula as written in the paper.

    A method declares its rules next to the code of the decision and lists them in its `Decoder`. A file contains only
    the rule's name.

    >>> Rule("ratio", "u < min(1, p/q)") == "ratio"
    True
    """

    formula: str

    def __new__(cls, name: str, formula: str) -> "Rule":
        """Raises ValueError if a trace cannot contain the name."""
        rule = super().__new__(cls, checked_name(name))
        rule.formula = formula
        return rule

    def __reduce__(self) -> tuple[Any, ...]:
        return Rule, (str(self), self.formula)


class Phase(str):
    """The name of a kind of step. `group` is the part of the iteration to which the step belongs, and sets the colour.

    The common kinds are below. A method declares its own kinds next to the code of the step and lists them in its
    `Decoder`.
    """

    group: Group

    def __new__(cls, name: str, group: Group) -> "Phase":
        """Raises ValueError if a trace cannot contain the name, or if the group is unknown."""
        if group not in get_args(Group):
            raise ValueError(
                f"The group {group!r} of a phase is not valid. Choose one of: {', '.join(get_args(Group))}."
            )
        phase = super().__new__(cls, checked_name(name))
        phase.group = group
        return phase

    def __reduce__(self) -> tuple[Any, ...]:
        return Phase, (str(self), self.group)


def checked_name(name: str) -> str:
    """Return the name of a rule or phase. Raises ValueError if a trace cannot contain this name."""
    if not NAME.fullmatch(name):
        raise ValueError(
            f"The name {name[:60]!r} is not valid. Begin with a lower-case letter, and continue with "
            "lower-case letters, digits or underscores (at most 40 characters)."
        )
    return name


INPUT = Phase("input", "draft")  # the live beams
DRAFT = Phase("draft", "draft")  # tokens are drafted
TARGET = Phase("target", "check")  # the target pass
VERIFY = Phase("verify", "decide")  # a draft token is tested, or the outcome of several tests becomes known
UNUSED = Phase("unused", "decide")  # several draft tokens are not tested
COMMIT = Phase("commit", "commit")  # tokens become final
# decisions about the target's own tokens
Own = Literal["residual", "bonus", "fill", "drawn", "greedy", "chosen", "own"]
OWN_PHASES: dict[Own, Phase] = {decision: Phase(decision, "decide") for decision in get_args(Own)}
COMMON_PHASES = (INPUT, DRAFT, TARGET, VERIFY, UNUSED, *OWN_PHASES.values(), COMMIT)

Side = Literal["target", "draft"]  # a model of a pair
DistributionKind = Literal["p", "q", "residual", "p_beam", "q_beam", "residual_beam", "p_raw", "q_raw"]
Leaf = Literal["probability", "sibling", "merged", "eos", "depth", "budget", "confidence"]
Origin = Literal["draft", "merged", "residual", "bonus", "fill", "drawn", "greedy", "chosen", "own"]


@dataclass(frozen=True)
class Node:
    """One token path of this iteration. `q` and `p` are probabilities of its last token, given its parent.

    Probabilities are taken after warping if the method's rule compares warped probabilities. They are taken before
    warping if 𝒯 leaves a single token, if the method drafts the most probable tokens, and in MTAD and BiLD. They are
    also taken before warping if beams are sampled from a joint distribution; the entry and the verdict then have the
    warped joint probability.
    """

    id: NodeId
    parent: ParentId  # −1 for the root, which represents the whole prompt
    token: TokenId
    depth: Level  # number of tokens after the prompt
    role: Role
    q: Prob | None = None
    p: Prob | None = None
    count: Copies = 1  # draws that share a draft node; duplicates of an input beam; beams that the target sampled
    beam: Level | None = None  # slot of the input beam from which the node grows
    rank: Level | None = None  # rank among its drafted siblings, 0 = most probable
    leaf: Leaf | None = None  # why the node was not extended
    merge: NodeId | None = None  # GSD: the node whose successors are used instead of this node's own
    origin: NodeId | None = None  # GSD: the drafted node of which this node is a copy


@dataclass(frozen=True)
class Entry:
    """A position in a forest (a slot of a layer), and its node. Duplicates of a node have their own verdicts."""

    id: NodeId
    layer: Level
    slot: Level
    node: NodeId
    parent: NodeId | None = None  # the parent's entry in the previous layer
    q: Prob | None = None  # joint probability q_beam after warping, as sampled
    p: Prob | None = None


@dataclass(frozen=True)
class Pass:
    """One forward pass. `kv` is the number of KV slots after it, including the prompt; `seconds` is wall-clock time.

    A draft with its own vocabulary feeds no nodes; `fed` is then the number of its own tokens that it fed.
    """

    model: Side
    nodes: tuple[NodeId, ...]
    seconds: Seconds
    kv: Slots
    fed: Slots | None = None

    @property
    def size(self) -> int:
        """The number of tokens that the pass fed."""
        return len(self.nodes) if self.fed is None else self.fed


@dataclass(frozen=True)
class Distribution:
    """A recorded distribution: the 16 most probable ids as (token, probability), and the mass of all others.

    `size` is the number of ids in the support. Before warping (p_raw, q_raw) it is the model's vocabulary size,
    including ids of probability 0.

    In a joint distribution (p_beam, q_beam, residual_beam) an id is slot·base + token, where the slot is that of
    the parent beam. The token base − 1 represents a finished beam itself.
    """

    at: NodeId  # the node that the distribution follows; for joint distributions the first input
    kind: DistributionKind
    top: tuple[tuple[NodeId, Prob], ...]
    rest: Prob
    size: int  # number of ids in the support; for p_raw and q_raw, of all ids in the vocabulary
    base: JointBase | None = None  # base of the ids of a joint distribution

    def prob(self, token: int, negligible: float) -> float | None:
        """The recorded probability of an id.

        None if the id is not recorded and the unrecorded ids together have more mass than `negligible`.
        """
        return dict(self.top).get(token, None if self.rest > negligible else 0.0)


@dataclass(frozen=True)
class Verdict:
    """One decision, the rule that made it, and the rule's numbers.

    p, q and p_used are the warped probabilities of this token, or of one beam with this token if `entry` is set. p_used
    is the value that the test or draw used for p, which is p′, p/ρ, or p itself. If 𝒯 leaves a single token (`greedy`),
    p and q are the values before warping, and p_used is 1 or 0. In joint_ratio and rollback, p and q are the values
    that the rule compares; they are unwarped unless the setting `joint` says otherwise. An unused draft token has the q
    of its node.
    """

    node: NodeId
    decision: Decision
    rule: Identifier
    p: Prob | None = None
    q: Prob | None = None
    p_used: Prob | None = None
    a: float | None = None  # acceptance probability: accepted if u < a
    u: Prob | None = None
    draw: Level | None = None  # index in Iteration.draws of the random choice that decided
    bar: float | None = None  # threshold of the rule: min(ε, δ·e^−H), τ, τ₂ or θ
    rho: OrInfinity | None = None  # K-SEQ's ρ
    entropy: float | None = None  # H(p) in nats
    q_left: Prob | None = None  # mass of q left after earlier draws without replacement; None: all of it
    confidence: Prob | None = None  # Π q along the path to the node
    logp: LogProb | None = None  # Σ log p, unwarped, of the beam or block that ends here
    logp_joint: JointLogProb | None = None  # Σ log p of the prefix that ends here
    logq_joint: JointLogProb | None = None
    greedy: bool = False
    layer: Level | None = None
    entry: NodeId | None = None
    distributions: tuple[int, ...] = ()  # indices in Iteration.distributions


@dataclass(frozen=True)
class Step:
    """One step of the stage, in which `nodes` appear and `verdicts` (indices in Iteration.verdicts) take effect.

    `place` is the number, from 1, of the candidate, test, draft, slot or prefix within the layer.
    """

    phase: Identifier
    nodes: tuple[NodeId, ...] = ()
    verdicts: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()
    layer: Level | None = None
    place: int | None = None


@dataclass(frozen=True)
class BeamRecord:
    """A live beam at the end of an iteration: its last node, new tokens, log p (unwarped) and whether it ended.

    `logq` is Σ log q of its tokens at the time of drafting, if the method weights beams by it. If `behind` is true,
    `logq` does not yet include the last token, which the draft reads in the next iteration.
    """

    node: NodeId
    tokens: tuple[TokenId, ...]
    logp: LogProb
    done: bool
    logq: LogProb | None = None
    behind: bool = False


@dataclass(frozen=True)
class Final:
    """The outcome of an iteration: the committed tokens (one sequence), their origins, and the live beams."""

    tokens: tuple[TokenId, ...] = ()
    origins: tuple[Origin, ...] = ()
    nodes: tuple[NodeId, ...] = ()
    beams: tuple[BeamRecord, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Layer:
    """Facts that a method records in addition to its verdicts. Every kind of layer is a dataclass in its method's file.

    `layer` is the level that the record describes, counted from 1; 0 is the whole iteration.
    """

    kind: ClassVar[str]
    layer: Level = 0

    def to_json(self) -> dict[str, Any]:
        """The layer as plain JSON values, with its kind."""
        return {"kind": self.kind} | _written(self)

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency in a layer that was read from a file. Returns None if there is no inconsistency.
        `nodes` are the ids of the iteration's nodes.
        """
        return None


@dataclass(frozen=True)
class Draw:
    """One random choice: an id that was sampled, or the uniform u with which a draft was tested."""

    label: str
    value: Drawn | float
    u: Prob | None = None  # the uniform number that selected an id; None if there was only one id


@dataclass(frozen=True)
class Iteration:
    """The complete record of one iteration: nodes, passes, distributions, decisions, steps and the outcome."""

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
    seconds: Seconds = 0.0  # wall-clock seconds of the whole iteration

    def to_json(self) -> dict[str, Any]:
        """The iteration as plain JSON values. A field is left out if it is None, or if it has its default value and
        this value is empty or False.
        """
        return {f.name: to_plain(getattr(self, f.name)) for f in fields(self)}


def to_plain(value: Any) -> Any:
    """Convert dataclasses to dicts, tuples to lists, and infinite floats to None. The dicts leave out a field if it is
    None, or if it has its default value and this value is empty or False.
    """
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
    """The fields of a dataclass that go into a file. A field is left out if it is None, or if it has its default value
    and this value is empty or False.
    """
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
    """Collects one iteration while a decoder runs. With `on=False`, only the outcome is recorded."""

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
        """Add a node, or replace an earlier record of it."""
        if self.on:
            self._nodes[node.id] = node

    def known(self, node: int) -> Node | None:
        """This iteration's record of a node; None if the node was not recorded yet."""
        return self._nodes.get(node)

    def entry(self, entry: Entry) -> None:
        """Add an entry of a layer."""
        if self.on:
            self._entries.append(entry)

    def model_pass(self, made: Pass) -> None:
        """Add a forward pass."""
        if self.on:
            self._passes.append(made)

    def layer(self, layer: Layer) -> None:
        """Add a record that is specific to the method, such as widths, α or tables."""
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
        """Add a distribution. Returns its index as a 1-tuple; () if nothing is recorded. `top` is then not called."""
        if not self.on:
            return ()
        pairs, rest = top()
        self._distributions.append(Distribution(at, kind, tuple(pairs), rest, size, base))
        return (len(self._distributions) - 1,)

    def verdict(self, verdict: Verdict) -> int:
        """Add a decision and return its index in `verdicts`."""
        if self.on:
            self._verdicts.append(verdict)
        return len(self._verdicts) - 1

    def tested(self) -> set[int]:
        """The nodes whose draft tokens were already recorded as accepted or rejected."""
        return {v.node for v in self._verdicts if v.decision in ("accepted", "rejected", "dropped")}

    def step(
        self,
        phase: Phase,
        nodes: Iterable[int] = (),
        verdicts: Iterable[int] = (),
        layer: int | None = None,
        place: int | None = None,
    ) -> None:
        """Add a step. All passes since the previous step belong to it."""
        if self.on:
            done = sum(len(s.passes) for s in self._steps)
            passes = tuple(range(done, len(self._passes)))
            self._steps.append(Step(phase, tuple(nodes), tuple(verdicts), passes, layer, place))

    def decide(self, phase: Phase, verdict: Verdict, place: int | None = None) -> None:
        """Add a verdict as a separate step."""
        if self.on:
            self.step(phase, (verdict.node,), (self.verdict(verdict),), verdict.layer, place)

    def decide_all(self, phase: Phase, verdicts: Sequence[Verdict], layer: int | None = None) -> None:
        """Add several verdicts as one step, which lists each of their nodes once.

        If there are no verdicts, no step is added.
        """
        if self.on and verdicts:
            nodes = dict.fromkeys(verdict.node for verdict in verdicts)
            self.step(phase, nodes, [self.verdict(verdict) for verdict in verdicts], layer)

    def finish(self, index: int, draws: Sequence[Draw]) -> Iteration:
        """Return the finished iteration. Its duration is not known here and is added later."""
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
