"""The types of a loaded pair of models (language models or toy tables) and of its prompts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from decoders.core.decode import Models
from decoders.errors import BadInput

OWN_DRAFT = "python"  # the engine that the header gives for a draft supplied by a program


@dataclass(frozen=True)
class Prompt:
    """A prompt as the user gives it. If there is a chat template and the prompt is not `raw`, `text` is the last user
    turn.

    `system` is the system turn (None: the template's own). `earlier` holds the turns between the system turn and
    `text`, each with `role` and `content`. `template_args` are variables of the chat template, such as enable_thinking.
    """

    text: str
    raw: bool = False
    system: str | None = None
    earlier: tuple[Mapping[str, str], ...] = ()
    template_args: Mapping[str, Any] = field(default_factory=dict[str, Any])


@dataclass(frozen=True)
class Encoded:
    """A prompt as the models see it: its token ids, and the text that they were made from.

    `notes` are short codes for unusual prompts, such as one with two BOS tokens.
    """

    ids: list[int]
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pair:
    """A loaded pair: its models, and functions from text to token ids and back. `info` goes into a trace's header."""

    name: str
    models: Models
    read: Callable[[Prompt], Encoded]  # raises BadInput if the tokenizer or its template refuses the prompt
    decode: Callable[[Sequence[int]], str]
    token_text: Callable[[int], str]
    info: dict[str, Any]
    vocab: tuple[str, ...] | None = None  # the words of a toy pair

    def encode(self, text: str, raw: bool = False) -> list[int]:
        """The token ids of a text. Raises BadInput if the text cannot be encoded."""
        return self.read(Prompt(text, raw)).ids


def with_models(pair: Pair, models: Models) -> Pair:
    """Return a pair with the models that a method's `Decoder.fit` returned. Its `info` names the new draft."""
    draft: Any = models.draft
    if draft is pair.models.draft:
        return pair
    info, modes = _of_the_target(pair.info), dict(pair.info["tree_mode"])
    if "engine" in info:  # a draft derived from the target runs on the target's engine
        info["engine"] = {**info["engine"], "draft": info["engine"]["target"]}
        info["engine"].pop("draft_refused", None)
    info |= _target_weights(info)
    if draft is None:
        del modes["draft"]
        return replace(pair, models=models, info={**info, "draft": "the target's own heads", "tree_mode": modes})
    modes["draft"] = draft.tree_mode
    return replace(pair, models=models, info={**info, "draft": draft.name, "tree_mode": modes})


def with_draft(pair: Pair, draft: Any) -> Pair:
    """Replace the draft model of a pair, for example by one made by `drafter`; the target stays loaded.

    The new name is PAIR+DRAFT, so its traces are not mistaken for those of the original pair. Raises BadInput if the
    draft's vocabulary has another size.
    """
    target, name = pair.models.target, str(getattr(draft, "name", type(draft).__name__))
    if draft.vocab_size != target.vocab_size:
        raise BadInput(
            f"The draft “{name}” has a vocabulary of {draft.vocab_size} tokens, but the target of {pair.name} has "
            f"one of {target.vocab_size}. Use a draft with the same vocabulary."
        )
    info: dict[str, Any] = {
        **_of_the_target(pair.info),
        "draft": name,
        "tree_mode": {**pair.info["tree_mode"], "draft": getattr(draft, "tree_mode", "tree")},
    }
    if "engine" in info:
        about = {key: value for key, value in info["engine"].items() if not key.startswith("draft_")}
        info["engine"] = {**about, "draft": OWN_DRAFT}
    info |= _target_weights(info)
    return replace(pair, name=f"{pair.name}+{name}", models=replace(pair.models, draft=draft), info=info)


def _of_the_target(info: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the facts about the pair's own draft (its head and its tokenizer), because that draft is not used."""
    return {key: value for key, value in info.items() if key not in ("head", "vocabularies")}


def _target_weights(info: Mapping[str, Any]) -> dict[str, Any]:
    """The digests of the target's weights only, because the new draft uses none of the pair's files."""
    weights: dict[str, Any] = info.get("weights") or {}
    return {"weights": {"target": weights["target"]}} if "target" in weights else {}
