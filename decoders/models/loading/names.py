"""Parse the name of a pair, TARGET+DRAFT, where each side is a local path or a Hub id. No file is read.

Folders may have a `+` in their names, and `~` is the home folder, as in a shell.
"""

import re
from pathlib import Path

from decoders.errors import BadInput

EAGLE3 = "eagle3:"  # prefix of the folder or Hub id of an EAGLE-3 head
HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)


def expanded(name: str) -> str:
    """A name whose leading `~` is replaced with the home folder; any other name is returned unchanged.

    >>> expanded("org/model"), expanded("/models/x~1")
    ('org/model', '/models/x~1')
    """
    if not name.startswith("~"):
        return name
    try:
        return str(Path(name).expanduser())
    except RuntimeError:  # there is no such user
        return name


def split_pair(name: str) -> tuple[str, str] | None:
    """Target and draft of TARGET+DRAFT, with `~` expanded; None if the name is not of this form.

    A draft keeps its prefix `eagle3:`. If the name contains several `+`, it is split at the one for which both sides
    exist. Raises BadInput if both sides exist for two or more of them.
    """
    pieces = name.split("+")
    splits = [("+".join(pieces[:i]), "+".join(pieces[i:])) for i in range(1, len(pieces))]
    splits = [(_side(target), _side(draft)) for target, draft in splits if target and draft not in ("", EAGLE3)]
    if len(splits) < 2:
        return splits[0] if splits else None
    for fits in (_is_local, _may_be_model):
        fitting = [split for split in splits if all(map(fits, split))]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            ways = " or ".join(f"{target} and {draft}" for target, draft in fitting[:3])
            raise BadInput(
                f"{name[:200]} can be split into {ways}. Rename a folder so that only one split is possible."
            )
    return splits[0]


def _side(part: str) -> str:
    bare = part.removeprefix(EAGLE3)
    return part[: len(part) - len(bare)] + expanded(bare)


def _is_local(part: str) -> bool:
    return Path(part.removeprefix(EAGLE3)).exists()


def _may_be_model(part: str) -> bool:
    return _is_local(part) or HUB_ID.fullmatch(part.removeprefix(EAGLE3)) is not None
