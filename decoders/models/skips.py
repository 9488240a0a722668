"""Storage of the sub-layers that self-ssd skips for a target.

The search (explorer/cli/skips.py) writes its result to one small JSON file per target, in the folder `skips` of the
cache ($EXPLORER_HOME). The file of the embedded target is in assets/skips. A file in the cache takes precedence over
the file in assets/skips. Torch is not needed.
"""

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from decoders.core.sublayers import Sublayer, check_skips, layers_of, write_skips
from decoders.errors import BadInput
from decoders.files import ASSETS, json_name, write_whole
from decoders.models.cache import cache_folder

SHIPPED = ASSETS / "skips"


@dataclass(frozen=True)
class Found:
    """The result of a search for a target.

    `skips` are the sub-layers, `overlap` is the mean Σ min(p, q), and `speedup` is the predicted speed-up. `cost` is
    the number of weights that a draft pass reads, divided by the number that a target pass reads. `search` records how
    the sub-layers were found.
    """

    target: str
    skips: str
    overlap: float
    cost: float
    speedup: float
    search: dict[str, Any] = field(default_factory=dict[str, Any])


def file_name(target: str) -> str:
    """The name of the JSON file for a target."""
    return json_name(target, target)


def kept_folder() -> Path:
    """The folder for the results of searches on this machine."""
    return cache_folder() / "skips"


def known_skips(target: str) -> Found:
    """The stored result for a target. Raises BadInput if there is no stored result, or if the file is damaged."""
    for folder in (kept_folder(), SHIPPED):
        path = folder / file_name(target)
        try:
            found = Found(**json.loads(path.read_text(encoding="utf-8")))
            check_skips(found.skips)
            return found
        except FileNotFoundError:
            continue
        except (OSError, ValueError, TypeError, AttributeError, BadInput):
            raise BadInput(
                f"{path} does not contain a list of skipped sub-layers. Delete the file, and run `skips` again."
            ) from None
    raise BadInput(
        f"The sub-layers to skip for {target} are not known yet. Run `python -m explorer skips --pair "
        "PAIR`, or set them, as in skips=a6,m4."
    )


def keep(found: Found, folder: Path) -> Path:
    """Write a result and return the file. If writing fails, no incomplete file is left."""
    path = folder / file_name(found.target)
    write_whole(path, json.dumps(asdict(found), indent=1, ensure_ascii=False) + "\n")
    return path


def thinned_name(name: str, gone: frozenset[Sublayer]) -> str:
    """The name of a model without the sub-layers `gone`."""
    attention, mlp = layers_of(gone, "self_attn"), layers_of(gone, "mlp")
    return f"{name} without {len(attention)} attention and {len(mlp)} MLP sub-layers ({write_skips(gone) or 'none'})"
