"""A text of the draft in the target's tokens: as far as they spell it, and from where the text before it ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from decoders.models.text.vocabularies import Vocabulary
from decoders.models.text.writing import continued
from tests.bpe import TEXTS, as_transformers, byte_bpe, spaced_bpe

BYTES = Vocabulary(as_transformers(byte_bpe(), eos_token="<|end|>"), "bytes")
SPACED = Vocabulary(as_transformers(spaced_bpe(), eos_token="</s>", bos_token="<s>", unk_token="<unk>"), "spaced")
BOTH = pytest.mark.parametrize("target", [BYTES, SPACED], ids=lambda target: target.name)
WORDS = st.one_of(st.sampled_from(TEXTS), st.text(max_size=30), st.text("abcdef it", max_size=30))


def spelled(target: Vocabulary, tokens: list[int]) -> bytes:
    return b"".join(target.raw[token] for token in tokens)


@BOTH
@settings(max_examples=200, deadline=None)
@given(whole=WORDS, share=st.floats(0, 1))
def test_the_tokens_spell_the_beginning_of_the_text(target: Vocabulary, whole: str, share: float) -> None:
    """A candidate that is not what the draft wrote would never be accepted."""
    raw = whole.encode()
    cut = int(share * len(raw))
    assert raw[cut:].startswith(spelled(target, continued(target, raw[:cut], raw[cut:])))


@pytest.mark.parametrize("text", TEXTS)
def test_the_tokens_are_those_of_the_whole_text(text: str) -> None:
    """Tokens that the target would not choose are rejected, so speed depends on the right boundary."""
    ids = BYTES.encode(text, False)
    for k in range(1, len(ids)):
        before, rest = spelled(BYTES, ids[:k]), spelled(BYTES, ids[k:])
        assert continued(BYTES, before, rest) == ids[k:], "the context decides how the text is split"


@BOTH
def test_a_token_across_the_boundary_is_not_taken(target: Vocabulary) -> None:
    """The text before is written already, so its last token cannot become another one."""
    (whole,) = target.encode(" the", False)[-1:]
    raw = target.raw[whole].lstrip()
    assert len(raw) > 1
    tokens = continued(target, b"and " + raw[:1], raw[1:])
    assert whole not in tokens
    assert spelled(target, tokens) == raw[1:]


@BOTH
def test_half_characters_at_the_end_are_left_out(target: Vocabulary) -> None:
    """A draft may end within a character, which the target's tokenizer cannot encode."""
    raw = "a é".encode()
    assert spelled(target, continued(target, b"it ", raw[:-1])) == b"a "
    assert continued(target, b"it ", b"\xff") == []


def test_the_rest_of_a_character_is_spelled_after_its_beginning() -> None:
    """If the text so far ends within a character, its other bytes are the first tokens."""
    first, second = "é".encode()[:1], "é".encode()[1:]
    tokens = continued(BYTES, b"caf" + first, second + b" is")
    assert spelled(BYTES, tokens) in (b"", second + b" is")


def test_a_space_that_is_put_first_belongs_to_a_text_without_a_beginning() -> None:
    """Tokenizers of this kind put a space before a text, which is part of its first token and not of its text."""
    begun = continued(SPACED, b"", b"The dog", beginning=True)
    assert begun == SPACED.encode("The dog", False)
    assert spelled(SPACED, continued(SPACED, b"so ", b"the dog")) == b"the dog"
