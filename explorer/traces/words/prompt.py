"""What a person should know of a prompt and of what ends a text: one sentence for each code in a header."""

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.traces.words.generation import listed
from explorer.traces.words.numbers import visible

Part = Mapping[str, Any]
_NOTES = {  # by code of decoders/models/prompt.py
    "double_bos": "The prompt begins with two tokens for the beginning of a text. Most models were trained with one.",
    "ends_with_eos": "The prompt ends with a token that ends a text, so the model may write about something else.",
    "system_unused": "The chat template leaves out the system prompt, or writes it in another form.",
    "special_text": "The prompt contains the text of a special token. The tokenizer reads it as that token.",
    "dated": "The chat template writes today's date, so the same prompt has other tokens on another day.",
}
_SOURCES = {  # by word of decoders/models/ends.py
    "generation_config": "generation_config.json",
    "config": "config.json",
    "tokenizer": "the tokenizer",
    "chat_template": "the chat template",
}


def note_sentence(code: str) -> str:
    """The sentence of a note; a code from a later version is shown as it is."""
    return _NOTES.get(code, code)


def note_sentences(head: Part) -> list[str]:
    """What a person should know of a run's prompt, from the header."""
    return [note_sentence(code) for code in head.get("prompt_notes") or ()]


def ends_sentence(head: Part) -> str:
    """Which tokens end a text, and where each comes from; empty where the header does not say.

    >>> head = {"eos": [2], "eos_sources": {"2": ["config", "tokenizer"]}, "texts": {"2": "</s>"}}
    >>> ends_sentence(head)
    'A text ends with “</s>” (config.json and the tokenizer).'
    """
    texts: Part = head.get("texts") or {}
    sources: Mapping[str, Sequence[str]] = head.get("eos_sources") or {}
    ends = [
        f"{_token(texts, token)} ({listed([_SOURCES.get(word, word) for word in sources[str(token)]])})"
        for token in head.get("eos") or ()
        if str(token) in sources
    ]
    return f"A text ends with {' or '.join(ends)}." if ends else ""


def _token(texts: Part, token: int) -> str:
    text = texts.get(str(token))
    return f"token {token}" if text is None else f"“{visible(text)}”"
