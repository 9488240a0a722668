"""A prompt as the model sees it: the text made by the chat template, and its tokens with their ids."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from decoders.errors import BadInput
from decoders.prompts import Reader
from explorer.service.conversation import NO_RAW, Conversation


@dataclass(frozen=True)
class Seen:
    """The text of a prompt, its tokens as (id, text), and codes for anything unusual about it."""

    text: str
    tokens: tuple[tuple[int, str], ...]
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The prompt's text, tokens and notes as JSON values."""
        tokens = [{"id": token, "text": text} for token, text in self.tokens]
        return {"text": self.text, "tokens": tokens, "ids": [token for token, _ in self.tokens], "notes": [*self.notes]}


def read_seen(reader: Reader, text: str, around: Mapping[str, Any]) -> Seen:
    """Read the prompt `text`. `around` is its context as fields of RunRequest. Raises BadInput if the prompt cannot be
    read.
    """
    given = {key: around[key] for key in ("system", "messages", "template_args") if key in around}
    conversation = Conversation(**given)
    raw = around.get("raw", False)
    if raw and conversation:
        raise BadInput(NO_RAW)
    encoded = reader.read(conversation.prompt(text, raw))
    tokens = tuple((token, reader.token_text(token)) for token in encoded.ids)
    return Seen(encoded.text, tokens, encoded.notes)
