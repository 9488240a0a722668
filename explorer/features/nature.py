"""Check whether a method with some settings is still what its name says. For example, a tree method must branch.

SpecTr with one draft, or SpecInfer with one child per node, is plain speculative decoding. Such settings are valid and
may be run, but searches do not offer them under the method's name (docs/methods.md).
"""

from collections.abc import Callable, Mapping
from typing import Any

from decoders.catalog import decoder


def _branches(chosen: Any) -> bool:
    """Whether some node has two children or more."""
    return max(chosen.branching) >= 2


def _tree(chosen: Any) -> bool:
    """Whether nodes may have two or more children, and the node budget allows more than one path."""
    return chosen.out_degree >= 2 and getattr(chosen, "node_budget", chosen.gamma + 1) > chosen.gamma


def _heads(chosen: Any) -> bool:
    return _branches(chosen) and chosen.node_budget > len(chosen.branching)


def _graph(chosen: Any) -> bool:
    """Whether an n-gram of `merge` tokens can repeat within a draft, which requires at least `merge` + 1 levels."""
    return _tree(chosen) and 1 <= chosen.merge < chosen.gamma


def _beams(chosen: Any) -> bool:
    return chosen.width == "dynamic" or chosen.width >= 2


_NATURE: dict[str, Callable[[Any], bool]] = {  # checks for methods that some settings turn into another method
    "beam-search": _beams,
    "beam-sampling": _beams,
    "dsbd": lambda chosen: _beams(chosen) and chosen.draft_width >= 2,
    "block": lambda chosen: chosen.gamma >= 2,
    "spectr": lambda chosen: chosen.draft_width >= 2,
    "specinfer": _branches,
    "mcss": _branches,
    "traversal": _branches,
    "medusa": _heads,
    "tsd": _tree,
    "gsd": _graph,
    "typical": _tree,
    "eagle2": _tree,
    "mtjd": lambda chosen: chosen.width >= 2 and chosen.block >= 2,
    "mtad": lambda chosen: chosen.draft_width >= 2 and chosen.threshold < 1,
}


def keeps_nature(method: str, settings: Mapping[str, Any]) -> bool:
    """Whether a method with these settings (texts or values) does what its description says. Raises BadInput if a
    setting is not valid.

    >>> keeps_nature("specinfer", {"branching": (2, 1)}), keeps_nature("specinfer", {"branching": "1,1"})
    (True, False)
    """
    chosen = decoder(method).make_settings(dict(settings))
    return _NATURE.get(method, lambda chosen: True)(chosen)
