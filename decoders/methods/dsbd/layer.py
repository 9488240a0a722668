"""The data types of DSBD: an entry of the forest, and a layer at each stage (drafted, prepared for its tests, tested).

A *node* is a distinct token path with one KV slot. A *spot* is an entry of a layer. Duplicates of a beam are separate
spots on one node, with their own children and verdicts. I^(l) are the accepted parents, S^(l) the spots of layer l.
p_beam and q_beam are joint distributions over beams × V (beam.JointLaw).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from decoders.core import decoder
from decoders.core.decode import Beam
from decoders.core.record import BeamRecord
from decoders.core.rules import Dist
from decoders.methods.beam import JointLaw


@dataclass(frozen=True)
class DraftedBeam(Beam):
    """A beam with `logq`, which is Σ log q of its tokens, unwarped. `behind` means that its last token is not included
    yet.

    In that case, the draft has not read the token before the last one yet. Each q in the sum was computed when the
    token was drafted. A draft that uses the target's hidden states would compute a different q later, so `logq` cannot
    be recomputed from the tokens. The value `logq` is therefore recorded in the trace.
    """

    logq: float = field(default=0.0, compare=False)
    behind: bool = field(default=False, compare=False)

    def record(self) -> BeamRecord:
        """The beam as a record for a trace."""
        return replace(super().record(), logq=self.logq, behind=self.behind)


def recorded_beam(beam: BeamRecord) -> Beam:
    """Rebuild a live beam from its record. Records of earlier versions lack log q."""
    if beam.logq is None:
        return decoder.recorded_beam(beam)
    return DraftedBeam(beam.tokens, beam.done, beam.node, beam.logp, beam.logq, beam.behind)


@dataclass(frozen=True)
class Spot:
    """An entry of a layer. `weight` is the log of its draft weight in this iteration."""

    entry: int  # id of the entry in the record
    slot: int  # position of the entry in its layer
    beam: DraftedBeam
    weight: float
    tree: int  # slot of the input beam from which the entry grows
    parent: int = -1  # slot of its parent in the previous layer
    choice: int = -1  # its id in the q_beam from which it was sampled; in a `Trial`, its id over I^(l)


@dataclass(frozen=True, eq=False)
class DraftLayer:
    """Layer l of the forest: `law` is q_beam over S^(l−1) × V (recorded at `shown`), and `spots` are S^(l)."""

    number: int
    law: JointLaw[DraftedBeam]
    spots: tuple[Spot, ...]
    shown: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Forest:
    """The input beams and the drafted layers below them; `entries` generates the record's entry ids."""

    inputs: tuple[Spot, ...]
    layers: tuple[DraftLayer, ...]
    entries: Iterator[int]


@dataclass(frozen=True, eq=False)
class Trial:
    """A layer before its tests: p_beam (`law`) and q_beam (`q`) over `parents`, which are I^(l).

    `q` is None if the parents have no mass in q_beam, because then nothing was drafted below them.
    """

    layer: DraftLayer
    parents: tuple[Spot, ...]
    law: JointLaw[DraftedBeam]
    q: Dist | None
    candidates: tuple[Spot, ...]  # the spots of S^(l) that are not orphans

    @property
    def restricted(self) -> bool:
        """Whether q covers only a part of the q_beam from which the layer was sampled."""
        return len(self.parents) < len(self.layer.law.beams)

    @property
    def size(self) -> int:
        """A number that exceeds every id in p and q."""
        return len(self.parents) * self.law.base


@dataclass(frozen=True, eq=False)
class Try:
    """The test of one candidate x against p′: accepted if u < a = min(1, p′(x)/q(x)).

    `q` is the distribution from which the test assumes that x was sampled. `left` is p′ before the test and `rest` is
    p′ after a rejection, both on p_beam's ids. `rest` is None if x was accepted.
    """

    spot: Spot
    left: Dist
    q: Dist
    a: float
    u: float | None
    draw: int | None  # index of the random number u in the record
    rest: Dist | None

    @property
    def accepted(self) -> bool:
        return self.rest is None


@dataclass(frozen=True, eq=False)
class Drawn:
    """A beam that the target sampled. `used` is the distribution that it was sampled from: p_beam, or its residual."""

    spot: Spot
    choice: int
    used: Dist
    decision: Literal["residual", "fill", "bonus", "drawn"]
    draw: int | None  # index of the random choice in the record
