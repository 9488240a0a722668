"""Twenty decoding methods over one token tree, and their exact laws; what is named in `__all__` is public.

    import decoders

    pair = decoders.load_pair("toy:assets/toys/dsbd-figure-2.json")
    method = decoders.DECODERS["spd"]
    law = decoders.output_law(method.step, pair.encode("ask", False), pair.models, method.make_settings({}), 2)

Importing this needs neither torch nor transformers: they are loaded with a pair of language models. Recording a run is
`explorer.record`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decoders.catalog import DECODERS
    from decoders.core.decoder import Decoder, Oracle
    from decoders.core.dice import Seeded
    from decoders.errors import BadInput
    from decoders.exact.law import output_law, total_variation
    from decoders.pairs import Pair, load_pair

__all__ = [
    "DECODERS",
    "BadInput",
    "Decoder",
    "Oracle",
    "Pair",
    "Seeded",
    "load_pair",
    "output_law",
    "total_variation",
]

_HOME = {
    "DECODERS": "catalog",
    "BadInput": "errors",
    "Decoder": "core.decoder",
    "Oracle": "core.decoder",
    "Pair": "pairs",
    "Seeded": "core.dice",
    "load_pair": "pairs",
    "output_law": "exact.law",
    "total_variation": "exact.law",
}


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is asked for: whoever wants one of them does not wait for the others."""
    if name in _HOME:
        return getattr(import_module(f"decoders.{_HOME[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
