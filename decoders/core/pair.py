"""A loaded pair of models, whatever they are made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from decoders.core.decode import Models
from decoders.errors import BadInput

OWN_DRAFT = "python"  # what runs a draft that a program brought, among the header's engines


@dataclass(frozen=True)
class Prompt:
    """The input of the models. With a chat template and unless it is `raw`, `text` is the last user turn.

    `system` is the system turn (None: the template's own), `earlier` are the turns between it and `text`, each with
    `role` and `content`; `template_args` are variables of the chat template, such as enable_thinking.
    """

    text: str
    raw: bool = False
    system: str | None = None
    earlier: tuple[Mapping[str, str], ...] = ()
    template_args: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Encoded:
    """A prompt as the models see it: its token ids, and the text that they were made of.

    `notes` are short codes for unusual prompts, such as one with two BOS tokens.
    """

    ids: list[int]
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pair:
    """A loaded pair: models, and how text becomes token ids and back. `info` goes into a trace's header."""

    name: str
    models: Models
    read: Callable[[Prompt], Encoded]  # raises BadInput for a prompt that the tokenizer or its template refuses
    decode: Callable[[Sequence[int]], str]
    token_text: Callable[[int], str]
    info: dict[str, Any]
    vocab: tuple[str, ...] | None = None  # words of a toy pair

    def encode(self, text: str, raw: bool = False) -> list[int]:
        """The token ids of a single text. Raises BadInput."""
        return self.read(Prompt(text, raw)).ids


def with_models(pair: Pair, models: Models) -> Pair:
    """The pair with the models that a method made of its own (`Decoder.fit`); `info` names what drafts now."""
    draft: Any = models.draft
    if draft is pair.models.draft:
        return pair
    info, modes = dict(pair.info), dict(pair.info["tree_mode"])
    info.pop("head", None)
    if "engine" in info:  # what the target makes of itself runs where it does
        info["engine"] = {**info["engine"], "draft": info["engine"]["target"]}
        info["engine"].pop("draft_refused", None)
    info |= _target_weights(info)
    if draft is None:
        del modes["draft"]
        return replace(pair, models=models, info={**info, "draft": "the target's own heads", "tree_mode": modes})
    modes["draft"] = draft.tree_mode
    return replace(pair, models=models, info={**info, "draft": draft.name, "tree_mode": modes})


def with_draft(pair: Pair, draft: Any) -> Pair:
    """The pair with another draft model, such as one that `drafter` made; the target stays loaded.

    Its name is PAIR+DRAFT, so that its traces are not taken for traces of the original pair. Raises BadInput for a
    draft of another vocabulary.
    """
    target, name = pair.models.target, str(getattr(draft, "name", type(draft).__name__))
    if draft.vocab_size != target.vocab_size:
        raise BadInput(
            f"The draft “{name}” has {draft.vocab_size} tokens, but the target of {pair.name} has "
            f"{target.vocab_size}. Use a draft with the same vocabulary."
        )
    info: dict[str, Any] = {
        **{key: value for key, value in pair.info.items() if key != "head"},
        "draft": name,
        "tree_mode": {**pair.info["tree_mode"], "draft": getattr(draft, "tree_mode", "tree")},
    }
    if "engine" in info:
        about = {key: value for key, value in info["engine"].items() if not key.startswith("draft_")}
        info["engine"] = {**about, "draft": OWN_DRAFT}
    info |= _target_weights(info)
    return replace(pair, name=f"{pair.name}+{name}", models=replace(pair.models, draft=draft), info=info)


def _target_weights(info: Mapping[str, Any]) -> dict[str, Any]:
    """The digests of the target's weights alone, where `info` has them: what drafts now has no files of the pair."""
    weights: dict[str, Any] = info.get("weights") or {}
    return {"weights": {"target": weights["target"]}} if "target" in weights else {}
