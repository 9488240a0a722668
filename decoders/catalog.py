"""The catalogue of decoders, which maps each method's name to its `Decoder`.

To add a method, write one file in decoders/methods that exports its `Decoder`, and add one line here. Alternatively,
publish a package with an entry point `speculative_decoding.methods` (CONTRIBUTING.md).
"""

from decoders.core.decoder import Decoder
from decoders.core.record import COMMON_PHASES
from decoders.errors import BadInput
from decoders.methods import (
    beam,
    bild,
    block_verification,
    branching,
    eagle,
    lookup,
    medusa,
    mtad,
    mtjd,
    self_speculative,
    single,
    slem,
    spectr,
    speculative,
    traversal,
    typical,
)
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.gsd import algorithm as gsd
from decoders.methods.suffix import algorithm as suffix
from decoders.plugins import Catalog, module_of

_LIST = (
    single.GREEDY,
    single.MULTINOMIAL,
    beam.BEAM_SEARCH,
    beam.BEAM_SAMPLING,
    dsbd.DECODER,
    speculative.DECODER,
    self_speculative.DECODER,
    block_verification.DECODER,
    slem.DECODER,
    spectr.DECODER,
    branching.SPECINFER,
    gsd.SSD,
    gsd.TSD,
    gsd.GSD,
    mtjd.DECODER,
    mtad.DECODER,
    branching.MCSS,
    traversal.DECODER,
    bild.DECODER,
    typical.DECODER,
    medusa.DECODER,
    eagle.DECODER,
    lookup.DECODER,
    suffix.DECODER,
)

_RULES = {rule: rule.formula for decoder in _LIST for rule in decoder.rules}
_PHASES = {phase: phase.group for decoder in _LIST for phase in (*COMMON_PHASES, *decoder.phases)}


def _check(method: Decoder) -> None:
    """Raise BadInput if a rule, phase or layer of the method means something else in another method.

    The method's settings must define `most_nodes`; otherwise NotImplementedError is raised.
    """
    for rule in method.rules:
        if _RULES.get(rule, rule.formula) != rule.formula:
            raise BadInput(f"The rule {rule} is built in and means {_RULES[rule]}. Choose another name for yours.")
    for phase in method.phases:
        if _PHASES.get(phase, phase.group) != phase.group:
            raise BadInput(f"The phase {phase} is built in and belongs to {_PHASES[phase]}. Choose another name.")
    kinds = {layer.kind: (layer, other.name) for other in DECODERS.values() for layer in other.layers}
    for layer in method.layers:
        there, owner = kinds.get(layer.kind, (layer, ""))
        if there is not layer:
            raise BadInput(f"The method {owner} already uses layers of the kind {layer.kind}. Choose another kind.")
    method.settings().most_nodes  # noqa: B018


DECODERS: Catalog[Decoder] = Catalog("method", Decoder, _LIST, _check)


def register(method: Decoder) -> None:
    """Add a method for this process, so that the command line, the app and Python find it by its name.

    Registering the same method again does nothing. Raises BadInput if the name is taken, or if a rule, phase or layer
    means something else in another method. To add a method for all processes, use an entry point.
    """
    DECODERS.register(method, module_of(method.step))


def decoder(name: str) -> Decoder:
    """The decoder with this name. If there is none, raises BadInput, which lists the available names."""
    if name not in DECODERS:
        raise BadInput(f"Unknown method “{name[:60]}”. Choose one of: {', '.join(DECODERS)}.")
    return DECODERS[name]
