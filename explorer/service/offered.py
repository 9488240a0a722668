"""The pairs that the app offers: the listed pairs and, on a local machine, pairs typed by hand.

A visitor of a public page must not be able to load arbitrary files or models from the Hub.
"""

import os
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from typing import Any

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.files import ASSETS
from decoders.pairs import PAIRS, PairEntry
from decoders.switches import is_on
from explorer.story.page.gallery import bundled_toys

TOYS = ASSETS / "toys"


@cache
def toys() -> dict[str, Path]:
    """The bundled toy pairs: toy:NAME → file."""
    return {f"toy:{beside_app(path)}": path for path in sorted(TOYS.glob("*.json"))}


def beside_app(path: Path) -> str:
    """The app's name for the file of a bundled toy pair, which does not depend on where the app is installed."""
    return f"assets/toys/{path.name}"


def described_methods() -> list[dict[str, Any]]:
    """Describe every method with its settings.

    Installed methods that cannot be loaded come last, with name, package and reason.
    """
    return [*(method.describe() for method in DECODERS.values()), *map(asdict, DECODERS.left_out)]


def described(named: Callable[[Path], str | Path]) -> list[dict[str, Any]]:
    """Describe every listed pair and every bundled toy pair: name, target, draft, source, bytes and needs.

    Installed pairs that cannot be loaded come last, with name, package and reason. `named` returns the name of a toy
    pair's file, which depends on the current folder.
    """
    tables = [
        PairEntry(f"toy:{named(path)}", "table", "table", note, size, "nothing") for path, note, size in bundled_toys()
    ]
    rows = [asdict(replace(pair, load=None)) for pair in (*PAIRS.values(), *tables)]
    listed = [{key: value for key, value in row.items() if key != "load"} for row in rows]
    return [*listed, *map(asdict, PAIRS.left_out)]


def is_public() -> bool:
    """Whether strangers can reach this app.

    This is the case on a Space, or if app.py lets the app listen on other addresses than this machine's own.
    """
    return "SPACE_ID" in os.environ or is_on("EXPLORER_PUBLIC")


def known(pair: str) -> bool:
    """Whether the pair is listed."""
    return pair in toys() or pair in PAIRS


def open_to_any() -> bool:
    """Whether visitors may type pairs by hand.

    This is possible on a local machine, or if the host of a public page allows it.
    """
    return not is_public() or is_on("EXPLORER_ANY_PAIR")


def check_pair(pair: str) -> None:
    """Raise BadInput if this app does not offer the pair."""
    if known(pair) or (open_to_any() and "+" in pair and not pair.startswith("toy:")):
        return
    more = ", or enter TARGET+DRAFT with two local folders or Hub models" if open_to_any() else ""
    raise BadInput(f"Unknown pair “{pair[:80]}”. Choose one from the list{more}.")
