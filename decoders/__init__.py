"""Decoders that run a target model and a draft model and record every step. The names in `__all__` are public.

    import decoders

Importing this package loads neither torch nor NumPy. Torch is loaded only when a pair of language models is loaded.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from decoders.catalog import DECODERS, decoder, register
    from decoders.core.decode import Models
    from decoders.core.decoder import Decoder, Oracle
    from decoders.core.dice import Replayed, Seeded
    from decoders.core.drafter import drafter
    from decoders.core.pair import with_draft
    from decoders.core.record import Iteration
    from decoders.errors import BadInput
    from decoders.exact.law import output_law, total_variation
    from decoders.pairs import PAIRS, Pair, PairEntry, load_pair, register_pair

__all__ = [
    "DECODERS",
    "PAIRS",
    "BadInput",
    "Decoder",
    "Iteration",
    "Models",
    "Oracle",
    "Pair",
    "PairEntry",
    "Replayed",
    "Seeded",
    "decoder",
    "drafter",
    "load_pair",
    "output_law",
    "register",
    "register_pair",
    "total_variation",
    "with_draft",
]

_HOME = {
    "catalog": ("DECODERS", "decoder", "register"),
    "core.decode": ("Models",),
    "core.decoder": ("Decoder", "Oracle"),
    "core.dice": ("Replayed", "Seeded"),
    "core.record": ("Iteration",),
    "errors": ("BadInput",),
    "exact.law": ("output_law", "total_variation"),
    "core.drafter": ("drafter",),
    "core.pair": ("with_draft",),
    "pairs": ("PAIRS", "Pair", "PairEntry", "load_pair", "register_pair"),
}


def __getattr__(name: str) -> Any:
    """Load a public name at its first use."""
    for module, names in _HOME.items():
        if name in names:
            return getattr(import_module(f"decoders.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
