"""The catalogue of decoders: name → `Decoder`, one line a method.

Adding a method is one file in decoders/methods, which exports its `Decoder`, and one line here.
"""

from decoders.core.decoder import Decoder
from decoders.errors import BadInput
from decoders.methods import (
    beam,
    bild,
    branching,
    eagle,
    lookup,
    medusa,
    mtad,
    mtjd,
    self_speculative,
    single,
    spectr,
    speculative,
    typical,
)
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.gsd import algorithm as gsd

_LIST = (
    single.GREEDY,
    single.MULTINOMIAL,
    beam.BEAM_SEARCH,
    beam.BEAM_SAMPLING,
    dsbd.DECODER,
    speculative.DECODER,
    self_speculative.DECODER,
    spectr.DECODER,
    branching.SPECINFER,
    gsd.SSD,
    gsd.TSD,
    gsd.GSD,
    mtjd.DECODER,
    mtad.DECODER,
    branching.MCSS,
    bild.DECODER,
    typical.DECODER,
    medusa.DECODER,
    eagle.DECODER,
    lookup.DECODER,
)

DECODERS: dict[str, Decoder] = {decoder.name: decoder for decoder in _LIST}


def decoder(name: str) -> Decoder:
    """The decoder of that name. Raises BadInput listing the names there are."""
    if name not in DECODERS:
        raise BadInput(f"there is no method {name[:60]!r}; choose one of {', '.join(DECODERS)}")
    return DECODERS[name]
