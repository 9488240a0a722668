"""The pairs that the app offers: those it lists, and pairs typed by hand where the machine is one's own.

A visitor of a public page must not be able to load any file or any model of the Hub.
"""

import os
from functools import cache
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import ASSETS
from decoders.pairs import PAIRS

TOYS = ASSETS / "toys"


@cache
def toys() -> dict[str, Path]:
    """toy:NAME of the bundled toy pairs."""
    return {f"toy:assets/toys/{path.name}": path for path in sorted(TOYS.glob("*.json"))}


def public() -> bool:
    """Whether strangers reach this app: on a Space, or where it listens beyond this machine (app.py says so)."""
    return "SPACE_ID" in os.environ or os.environ.get("EXPLORER_PUBLIC") == "1"


def known(pair: str) -> bool:
    """Whether the list of pairs has it."""
    return pair in toys() or pair in PAIRS


def open_to_any() -> bool:
    """Whether pairs may be typed by hand: on one's own machine, or where the host of a public page allows it."""
    return not public() or os.environ.get("EXPLORER_ANY_PAIR") == "1"


def check_pair(pair: str) -> None:
    """Raise BadInput for a pair that this app does not offer."""
    if known(pair) or (open_to_any() and "+" in pair and not pair.startswith("toy:")):
        return
    more = "" if not open_to_any() else ", or write TARGET+DRAFT with two local folders or Hub ids"
    raise BadInput(f"there is no pair {pair[:80]!r} here; choose one of the list{more}")
