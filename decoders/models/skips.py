"""Which sub-layers of a target self-SSD skips: how they are written, and where those that were found are kept.

`a4,m7` is the attention of layer 4 and the MLP of layer 7, counted from 0. The search (explorer/skips.py) keeps what
it found in one small JSON file for each target, in the folder `skips` of the cache ($EXPLORER_HOME); the embedded
target's ships in assets/skips. A target's own file in the cache goes before the shipped one. No torch here.
"""

import hashlib
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.models.fetch import cache_folder

Sublayer = tuple[str, int]  # ("self_attn" or "mlp", layer)
LETTERS = {"a": "self_attn", "m": "mlp"}
AUTO = "auto"
SHIPPED = Path(__file__).parents[2] / "assets" / "skips"
_WORD = re.compile(r"([am])([0-9]{1,4})")


def check_skips(text: str) -> None:
    """Raise BadInput unless `text` is `auto` or a list of sub-layers; how many layers there are is not known here."""
    words = [part.strip() for part in text.split(",")]
    wrong = next((word for word in words if not _WORD.fullmatch(word)), None)
    if text != AUTO and wrong is not None:
        raise BadInput(
            f"skips={text} should be {AUTO} or sub-layers with commas, such as a6,m4 (attention of layer 6, MLP of "
            f"layer 4); {wrong!r} is neither"
        )


def parse_skips(text: str, layers: int) -> frozenset[Sublayer]:
    """`a4,m7` as sub-layers. Raises BadInput for what is not one, or if no attention would be left.

    >>> sorted(parse_skips("a4,m7", 8))
    [('mlp', 7), ('self_attn', 4)]
    """
    found: set[Sublayer] = set()
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = _WORD.fullmatch(word)
        if match is None or int(match[2]) >= layers:
            raise BadInput(f"{word!r} is not a sub-layer of this model; write a0 … a{layers - 1} or m0 … m{layers - 1}")
        found.add((LETTERS[match[1]], int(match[2])))
    if sum(kind == "self_attn" for kind, _ in found) == layers:
        raise BadInput("skipping every attention sub-layer leaves no context to draft from; keep at least one")
    return frozenset(found)


def write_skips(skips: frozenset[Sublayer]) -> str:
    """The text that `parse_skips` reads, attention first, in layer order."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return ",".join(f"{letters[kind]}{layer}" for kind, layer in sorted(skips, key=lambda s: (letters[s[0]], s[1])))


def layers_of(skips: frozenset[Sublayer], kind: str) -> list[int]:
    """The layers whose sub-layer of one kind is skipped, in order."""
    return sorted(layer for part, layer in skips if part == kind)


@dataclass(frozen=True)
class Found:
    """What a search found for a target: the text of the skips, mean Σ min(p, q), weights a draft pass reads over
    those of a target pass, and the speed-up both promise; `search` says how it was found."""

    target: str
    skips: str
    overlap: float
    cost: float
    speedup: float
    search: dict[str, Any] = field(default_factory=dict)


def file_name(target: str) -> str:
    """The name of a target's file: readable, and another one for every target.

    >>> file_name("org/A model")
    'org-a-model-e63c3e8e.json'
    """
    plain = re.sub(r"[^a-z0-9.]+", "-", target.lower()).strip("-.")[-60:]
    return f"{plain}-{hashlib.sha256(target.encode()).hexdigest()[:8]}.json"


def kept_folder() -> Path:
    """Where searches on this machine are kept."""
    return cache_folder() / "skips"


def known_skips(target: str, folders: Sequence[Path] | None = None) -> Found:
    """What was found for a target. Raises BadInput if nothing was, or if the file is broken."""
    for folder in (kept_folder(), SHIPPED) if folders is None else folders:
        path = folder / file_name(target)
        try:
            found = Found(**json.loads(path.read_text(encoding="utf-8")))
            check_skips(found.skips)
            return found
        except FileNotFoundError:
            continue
        except (OSError, ValueError, TypeError, AttributeError, BadInput):
            raise BadInput(f"{path} does not hold skipped sub-layers; delete it and search again") from None
    raise BadInput(
        f"which sub-layers of {target} to skip is not known yet: search once with `python -m explorer skips --pair "
        "PAIR`, or name them, for example skips=a6,m4"
    )


def keep(found: Found, folder: Path) -> Path:
    """Write what was found, all or nothing; returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(found.target)
    part = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    try:
        part.write_text(json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return path
