"""Sentences about unusual prompts and about the tokens that end a text, from the codes in a header."""

from collections.abc import Mapping

from explorer.story.numbers import listed, visible
from explorer.trace.lines import Header

_NOTES = {  # by code of decoders/models/text/prompt.py
    "double_bos": "The prompt begins with two beginning-of-text tokens (BOS). Most models were trained with one.",
    "ends_with_eos": "The prompt ends with an end-of-text token (EOS), so the model may change the subject.",
    "system_unused": "The chat template omits the system prompt or changes it.",
    "special_text": "The prompt contains the text of a special token. The tokenizer reads it as that token.",
    "dated": "The chat template writes today’s date, so the same prompt has different tokens on another day.",
}
_SOURCES = {  # by word of decoders/models/text/ends.py
    "generation_config": "generation_config.json",
    "config": "config.json",
    "tokenizer": "the tokenizer",
    "chat_template": "the chat template",
}


def note_sentence(code: str) -> str:
    """The sentence for a code; an unknown code, from a later version, is returned unchanged."""
    return _NOTES.get(code, code)


def note_sentences(head: Header) -> list[str]:
    """The notes about a run's prompt, from the header."""
    return [note_sentence(code) for code in head.prompt_notes or ()]


def ends_sentence(head: Header) -> str:
    """The sentence that says which tokens end a text, and which sources name each token; empty if the header has no
    sources.
    """
    texts, sources = head.texts or {}, head.eos_sources or {}
    ends = [
        f"{_token(texts, token)} ({listed([_SOURCES.get(word, word) for word in sources[str(token)]], None)})"
        for token in head.eos or ()
        if str(token) in sources
    ]
    return f"A text ends with {' or '.join(ends)}." if ends else ""


def _token(texts: Mapping[str, str], token: int) -> str:
    text = texts.get(str(token))
    return f"token {token}" if text is None else f"“{visible(text)}”"
