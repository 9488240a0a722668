"""What one iteration leaves behind: plain frozen data, and the recorder that a decoder fills while it runs.

Standard library only: a trace is read, checked and drawn without NumPy or torch. Everything here turns into JSON
with `Iteration.to_json`; the field names are the trace file's (explorer/trace.py, assets/trace.schema.json).

Words: a *node* is a distinct token path; an *entry* is a place in a layer (DSBD draws the same node twice: two
entries, one node); a *verdict* is one decision about a node, in the order the decisions happened; a *step* is what
the stage shows at once.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any, Literal

from decoders.core.dice import Draw

TOP = 16  # tokens kept of every recorded distribution; the rest is recorded as mass

Role = Literal["input", "draft", "target"]
Decision = Literal["accepted", "rejected", "unused", "orphaned", "merged", "residual", "bonus", "fill", "committed"]
Phase = Literal["input", "draft", "merge", "target", "layer", "verify", "residual", "bonus", "fill", "commit"]
Origin = Literal["target", "draft", "merged", "residual", "bonus", "fill"]


@dataclass(frozen=True)
class Node:
    """One token path of this iteration. `q` and `p` are conditional on the parent.

    They are after 𝒯 where a method's rule compares them so; before it where drafts are the most probable tokens, where
    beams are drawn from a joint law (the entry and the verdict then have the joint, after 𝒯), and in MTAD and BiLD.
    """

    id: int
    parent: int  # -1 for the root, which stands for the whole prompt
    token: int
    depth: int  # tokens after the prompt
    role: Role
    q: float | None = None
    p: float | None = None
    count: int = 1  # how many entries share this node
    beam: int | None = None  # slot of the input beam it grows from
    rank: int | None = None  # place among its drafted siblings, 0 = most probable
    leaf: str | None = None  # why it was not expanded: probability, sibling, merged, eos, depth, budget, exit
    merge: int | None = None  # GSD: the node whose successors stand in for its own
    origin: int | None = None  # GSD: the drafted node it is a replica of


@dataclass(frozen=True)
class Entry:
    """A place in a layer of a forest: {layer, slot} holding a node; copies have their own verdicts."""

    id: int
    layer: int
    slot: int
    node: int
    parent: int | None = None  # the entry of the layer before that it grew from
    q: float | None = None  # joint probability q_beam, warped, as drawn
    p: float | None = None


@dataclass(frozen=True)
class Pass:
    """One forward pass. `kv` is the number of KV slots after it, prompt included; `seconds` is wall time."""

    model: Literal["target", "draft"]
    nodes: tuple[int, ...]
    seconds: float
    kv: int


@dataclass(frozen=True)
class Distribution:
    """A recorded distribution: the top 16 as (token, probability), the mass of the rest, and its support."""

    at: int  # the node it follows; for joint laws the first input
    kind: str  # p, q, residual, p_beam, q_beam, residual_beam, p_raw
    top: tuple[tuple[int, float], ...]
    rest: float
    size: int  # ids in the support


@dataclass(frozen=True)
class Verdict:
    """One decision. p, q and p_used (p′, the residual target in force) are those of this token, after 𝒯.

    A token drawn from a residual has both: p, and as p_used the p′ that it was drawn from.
    """

    node: int
    decision: Decision
    reason: str
    p: float | None = None
    q: float | None = None
    p_used: float | None = None
    threshold: float | None = None  # accept when u < threshold
    u: float | None = None
    layer: int | None = None
    entry: int | None = None
    distributions: tuple[int, ...] = ()  # places in Iteration.distributions


@dataclass(frozen=True)
class Step:
    """One thing the stage shows: `nodes` appear, `verdicts` (places in Iteration.verdicts) take effect."""

    phase: Phase
    title: str
    nodes: tuple[int, ...] = ()
    verdicts: tuple[int, ...] = ()
    passes: tuple[int, ...] = ()
    layer: int | None = None


@dataclass(frozen=True)
class BeamRecord:
    """A live beam at the end of an iteration: its last node, its new tokens, log p (unwarped) and whether it ended."""

    node: int
    tokens: tuple[int, ...]
    logp: float
    done: bool


@dataclass(frozen=True)
class Final:
    """The outcome of an iteration: tokens now final (one sequence) and the live beams."""

    tokens: tuple[int, ...] = ()
    origins: tuple[Origin, ...] = ()
    nodes: tuple[int, ...] = ()
    beams: tuple[BeamRecord, ...] = ()


@dataclass(frozen=True)
class Iteration:
    """Everything one iteration did. `layers` holds what a method has to say of a layer or of the iteration."""

    index: int
    nodes: tuple[Node, ...] = ()
    entries: tuple[Entry, ...] = ()
    passes: tuple[Pass, ...] = ()
    layers: tuple[dict[str, Any], ...] = ()
    draws: tuple[Draw, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    distributions: tuple[Distribution, ...] = ()
    steps: tuple[Step, ...] = ()
    final: Final = Final()
    seconds: float = 0.0  # wall time of the whole iteration

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values; fields that are None, and fields of parts at their default, are left out."""
        return {f.name: _plain(getattr(self, f.name)) for f in fields(self)}


def _plain(value: Any) -> Any:
    """Dataclasses to dicts without None and empty defaults, tuples to lists, non-finite floats to None."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {str(k): _plain(v) for k, v in value.items()}
    if hasattr(value, "__dataclass_fields__"):
        named = ((f, getattr(value, f.name)) for f in fields(value))
        return {f.name: _plain(v) for f, v in named if v is not None and (v != () or f.default is MISSING)}
    return value


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
        self._layers: list[dict[str, Any]] = []
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
        if self.on:
            self._entries.append(entry)

    def model_pass(self, one: Pass) -> int:
        """Add a forward pass; returns its place in `passes`."""
        if self.on:
            self._passes.append(one)
        return len(self._passes) - 1

    def layer(self, **data: Any) -> None:
        """Add what the method has to say of a layer (widths, α, tables) under the papers' names."""
        if self.on:
            self._layers.append(data)

    def distribution(
        self, at: int, kind: str, top: Callable[[], tuple[Sequence[tuple[int, float]], float]], size: int
    ) -> tuple[int, ...]:
        """Add a distribution (`top` is called only when recording); returns its place as a 1-tuple."""
        if not self.on:
            return ()
        pairs, rest = top()
        self._distributions.append(Distribution(at, kind, tuple(pairs), rest, size))
        return (len(self._distributions) - 1,)

    def verdict(self, verdict: Verdict) -> int:
        """Add a decision; returns its place in `verdicts`."""
        if self.on:
            self._verdicts.append(verdict)
        return len(self._verdicts) - 1

    def step(
        self,
        phase: Phase,
        title: str,
        nodes: Iterable[int] = (),
        verdicts: Iterable[int] = (),
        layer: int | None = None,
    ) -> None:
        """Add a step; passes made since the last step belong to it."""
        if self.on:
            done = sum(len(s.passes) for s in self._steps)
            passes = tuple(range(done, len(self._passes)))
            self._steps.append(Step(phase, title, tuple(nodes), tuple(verdicts), passes, layer))

    def decide(self, phase: Phase, title: str, verdict: Verdict) -> None:
        """A verdict that is a step of its own."""
        if self.on:
            self.step(phase, title, (verdict.node,), (self.verdict(verdict),), verdict.layer)

    def finish(self, index: int, draws: Sequence[Draw], seconds: float) -> Iteration:
        """The finished iteration."""
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
            seconds,
        )
