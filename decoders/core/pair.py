"""A loaded pair of models, whatever they are made of."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from decoders.core.decode import Models


@dataclass(frozen=True)
class Pair:
    """A loaded pair: models, and how text becomes token ids and back. `info` goes into a trace's header."""

    name: str
    models: Models
    encode: Callable[[str, bool], list[int]]  # prompt, raw → ids
    decode: Callable[[Sequence[int]], str]
    token_text: Callable[[int], str]
    info: dict[str, Any]
    vocab: tuple[str, ...] | None = None  # words of a toy pair


def with_models(pair: Pair, models: Models) -> Pair:
    """The pair with the models that a method made of its own (`Decoder.fit`); `info` names what drafts now."""
    draft: Any = models.draft
    if draft is pair.models.draft:
        return pair
    info, modes = dict(pair.info), dict(pair.info["tree_mode"])
    if "engine" in info:  # what the target makes of itself runs where it does
        info["engine"] = {**info["engine"], "draft": info["engine"]["target"]}
        info["engine"].pop("draft_refused", None)
    if draft is None:
        del modes["draft"]
        return replace(pair, models=models, info={**info, "draft": "the target's own heads", "tree_mode": modes})
    modes["draft"] = draft.tree_mode
    return replace(pair, models=models, info={**info, "draft": draft.name, "tree_mode": modes})
