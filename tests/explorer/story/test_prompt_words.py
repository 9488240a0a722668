"""Every fact of a header about its prompt and the end of its text has a sentence."""

import inspect
import re

import pytest

from decoders.models.text import ends, prompt
from explorer.story.header.prompt import ends_sentence, note_sentence, note_sentences
from tests.records import header_with


def test_every_note_has_a_sentence() -> None:
    """A code means nothing to a reader."""
    source = inspect.getsource(prompt._notes)
    codes = [*re.findall(r'yield "(\w+)"', source), "dated"]
    assert len(codes) == 5
    for code in codes:
        assert note_sentence(code).endswith(".")
        assert note_sentence(code) != code
    assert note_sentences(header_with(prompt_notes=["double_bos", "later"]))[1:] == ["later"]
    assert note_sentences(header_with()) == []


@pytest.mark.parametrize(
    ("sources", "sentence"),
    [
        ({}, ""),
        (
            {"2": ["config", "tokenizer", "chat_template"]},
            "A text ends with “</s>” (config.json, the tokenizer and the chat template).",
        ),
        ({"2": ["chat_template"]}, "A text ends with “</s>” (the chat template)."),
        (
            {"2": ["config", "tokenizer"], "7": ["generation_config"]},
            "A text ends with “</s>” (config.json and the tokenizer) or token 7 (generation_config.json).",
        ),
    ],
)
def test_what_ends_a_text(sources: dict[str, list[str]], sentence: str) -> None:
    """A person can see why a text ended where it did."""
    assert ends_sentence(header_with(eos=[2, 7], eos_sources=sources, texts={"2": "</s>"})) == sentence
    words = re.findall(r'"(\w+)"', inspect.getsource(ends._file_of_ends) + inspect.getsource(ends.ends_of))
    assert {"generation_config", "config", "tokenizer", "chat_template"} <= set(words)
