"""The words that DSBD is written in: an entry of the forest, a layer as it is drafted, on trial, and tried.

A *node* is a distinct token path, one KV slot. A *spot* is an entry of a layer: copies of a beam are separate spots on
one node, with their own children and their own verdicts. I^(l) are the parents that were accepted, S^(l) the spots of
layer l; p_beam and q_beam are joint laws over beams × V (beam.JointLaw).
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
    """A beam that keeps `logq`, Σ log q of its tokens, unwarped, up to date. `behind`: its last token is missing in it,
    for the draft has not yet read the token before it.

    Each q is the one that the draft gave when the token was drafted. A draft that reads its target would give another
    one later, so `logq` does not follow from the tokens, and the trace has it.
    """

    logq: float = field(default=0.0, compare=False)
    behind: bool = field(default=False, compare=False)

    def record(self) -> BeamRecord:
        """See `Beam.record`."""
        return replace(super().record(), logq=self.logq, behind=self.behind)


def recorded_beam(beam: BeamRecord) -> Beam:
    """A live beam that was recorded; by earlier versions without its log q."""
    if beam.logq is None:
        return decoder.recorded_beam(beam)
    return DraftedBeam(beam.tokens, beam.done, beam.node, beam.logp, beam.logq, beam.behind)


@dataclass(frozen=True)
class Spot:
    """An entry of a layer. `weight` is the log of its draft weight in this iteration."""

    entry: int  # id in the record
    slot: int  # place in its layer
    beam: DraftedBeam
    weight: float
    tree: int  # slot of the input beam it grows from
    parent: int = -1  # slot of its parent in the layer before
    choice: int = -1  # its id in the q_beam it was drawn from; on trial, its id over I^(l)


@dataclass(frozen=True, eq=False)
class DraftLayer:
    """Layer l of the forest: `law` is q_beam over S^(l−1) × V (recorded at `shown`), `spots` are S^(l)."""

    number: int
    law: JointLaw[DraftedBeam]
    spots: tuple[Spot, ...]
    shown: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Forest:
    """The input beams and what was drafted below them; `entries` hands out the record's entry ids."""

    inputs: tuple[Spot, ...]
    layers: tuple[DraftLayer, ...]
    entries: Iterator[int]


@dataclass(frozen=True, eq=False)
class Trial:
    """A layer about to be verified: p_beam (`law`) and q_beam (`q`) over `parents`, which are I^(l).

    `q` is None where the parents have no mass in q_beam; then nothing was drafted below them.
    """

    layer: DraftLayer
    parents: tuple[Spot, ...]
    law: JointLaw[DraftedBeam]
    q: Dist | None
    candidates: tuple[Spot, ...]  # those of S^(l) that are no orphans

    @property
    def restricted(self) -> bool:
        """Whether q is but a part of the q_beam that was drawn from."""
        return len(self.parents) < len(self.layer.law.beams)

    @property
    def size(self) -> int:
        """All ids of p and q are below this."""
        return len(self.parents) * self.law.base


@dataclass(frozen=True, eq=False)
class Try:
    """One candidate x against p′: accepted where u < a = min(1, p′(x)/q(x)).

    `q` is the law it counts as drawn from, on p_beam's ids are `left`, which is p′, and `rest`, what a rejection makes
    of p′; None where it was accepted.
    """

    spot: Spot
    left: Dist
    q: Dist
    a: float
    u: float | None
    draw: int | None  # place of u in the record
    rest: Dist | None

    @property
    def accepted(self) -> bool:
        return self.rest is None


@dataclass(frozen=True, eq=False)
class Drawn:
    """A beam that the target drew itself: an id of p_beam, drawn from `used`, which is p_beam or what is left of it."""

    spot: Spot
    choice: int
    used: Dist
    decision: Literal["residual", "fill", "bonus", "drawn"]
    draw: int | None  # place of the random choice in the record
