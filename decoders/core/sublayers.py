"""Names of a network's sub-layers: `a4,m7` is the attention of layer 4 and the MLP of layer 7, counted from 0.

This module needs no network. decoders/models knows which sub-layers a model has.
"""

import re

from decoders.errors import BadInput

Sublayer = tuple[str, int]  # ("self_attn" or "mlp", layer)
LETTERS = {"a": "self_attn", "m": "mlp"}
AUTO = "auto"  # represents the sub-layers that a search found
_WORD = re.compile(r"([am])([0-9]{1,4})")


def check_skips(text: str) -> None:
    """Raise BadInput unless `text` is `auto` or a list of sub-layers. Layer numbers are not checked, because the number
    of layers is not known here.
    """
    words = [part.strip() for part in text.split(",")]
    wrong = next((word for word in words if not _WORD.fullmatch(word)), None)
    if text != AUTO and wrong is not None:
        raise BadInput(
            f"skips={text[:60]} is not valid. Use “{AUTO}” or sub-layers such as a6,m4 (attention of layer 6, "
            f"MLP of layer 4), not “{wrong[:60]}”."
        )


def parse_skips(text: str, layers: int) -> frozenset[Sublayer]:
    """Parse `a4,m7` into sub-layers. Raises BadInput if a name is invalid, or if no attention sub-layer would be left.

    >>> sorted(parse_skips("a4,m7", 8))
    [('mlp', 7), ('self_attn', 4)]
    """
    found: set[Sublayer] = set()
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = _WORD.fullmatch(word)
        if match is None or int(match[2]) >= layers:
            raise BadInput(
                f"“{word}” is not a sub-layer of this model. Use a0 to a{layers - 1} or m0 to m{layers - 1}."
            )
        found.add((LETTERS[match[1]], int(match[2])))
    if sum(kind == "self_attn" for kind, _ in found) == layers:
        raise BadInput(
            "All attention sub-layers are skipped, so the draft could not see the context. Keep at least one."
        )
    return frozenset(found)


def write_skips(skips: frozenset[Sublayer]) -> str:
    """Write sub-layers as text for `parse_skips`. Attention comes first; each kind is in layer order."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return ",".join(f"{letters[kind]}{layer}" for kind, layer in sorted(skips, key=lambda s: (letters[s[0]], s[1])))


def layers_of(skips: frozenset[Sublayer], kind: str) -> tuple[int, ...]:
    """The layers whose sub-layer of one kind is skipped, in order."""
    return tuple(sorted(layer for part, layer in skips if part == kind))
