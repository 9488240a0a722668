"""Common tokens of two tokenizers, and texts of one spelled with the other."""

from collections.abc import Sequence
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from decoders.errors import BadInput
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import WHOLE, Common, Spelled, Translator, Vocabulary, common_tokens
from tests.bpe import TEXTS, as_transformers, byte_bpe, spaced_bpe

GPT = Vocabulary(as_transformers(byte_bpe(450), eos_token="<|end|>"), "gpt")
LLAMA = Vocabulary(as_transformers(spaced_bpe(), bos_token="<s>", eos_token="</s>", unk_token="<unk>"), "llama")
OTHER = Vocabulary(as_transformers(byte_bpe(350, ("<pad>", "<|end|>"), TEXTS[1:]), eos_token="<|end|>"), "other")
PAIRS = [(GPT, LLAMA), (LLAMA, GPT), (GPT, OTHER), (OTHER, GPT)]


def both(target: Vocabulary, draft: Vocabulary) -> Common:
    ends = [{v.tokenizer.eos_token_id} for v in (target, draft)]
    return common_tokens(target, draft, *ends)


@pytest.mark.parametrize(("target", "draft"), PAIRS)
def test_common_tokens_stand_for_the_same_bytes(target: Vocabulary, draft: Vocabulary) -> None:
    """A wrong match would draft another word than the one that q was computed for."""
    common = both(target, draft)
    assert common.tokens == len(set(common.target_ids.tolist())) == len(set(common.draft_ids.tolist()))
    assert (common.target_ids[1:] > common.target_ids[:-1]).all()
    ends = (target.tokenizer.eos_token_id, draft.tokenizer.eos_token_id)
    for i, other in zip(common.target_ids.tolist(), common.draft_ids.tolist(), strict=True):
        if (i, other) != ends:
            assert target.raw[i] == draft.raw[other]
    assert ends in set(zip(common.target_ids.tolist(), common.draft_ids.tolist(), strict=True))
    missed = set(target.by_bytes) & set(draft.by_bytes)
    assert common.tokens == len(missed) + 1, "and no common token is left out"


def test_spaces_and_bytes_of_both_kinds_are_the_same() -> None:
    """`Ġthe`, `▁the` and `<0xE4>` are only ways of writing."""
    common = both(GPT, LLAMA).to_draft
    assert common[GPT.ids["Ġthe"]] == LLAMA.ids["▁the"]
    assert common[GPT.by_bytes[b"\xe4"]] == LLAMA.ids["<0xE4>"]
    assert LLAMA.raw[common[GPT.by_bytes[b"a"]]] == b"a"
    assert common[GPT.by_bytes[b"a"]] == LLAMA.ids["a"], "a written-out token, not <0x61>"


def test_special_tokens_need_the_same_role() -> None:
    """A token that ends one model's texts and fills gaps in the other's must not be drafted as the end."""
    pads = Vocabulary(as_transformers(byte_bpe(), pad_token="<|end|>"), "pads")
    assert GPT.ids["<|end|>"] not in common_tokens(GPT, pads).to_draft
    assert GPT.ids["<|end|>"] in common_tokens(GPT, OTHER).to_draft


def test_too_few_common_tokens_are_refused() -> None:
    """A draft that can propose almost nothing would only cost time."""
    words = Vocabulary(as_transformers(byte_bpe(), eos_token="<|end|>"), "T")
    few = Vocabulary(as_transformers(byte_bpe(), eos_token="<|end|>"), "D")
    few.__dict__["by_bytes"] = {raw: i for raw, i in few.by_bytes.items() if i < 20}
    with pytest.raises(BadInput, match=r"^The tokenizers of T and D have only 20 tokens in common, which is 5\.\d%"):
        common_tokens(words, few)


def spelled(translator: Translator, ids: Sequence[int], prompt: int) -> Spelled:
    at = translator.prompt(ids[:prompt])
    for token in ids[prompt:]:
        at = translator.after(at, token)
    return at


TEXT = st.lists(
    st.sampled_from([*"abc .\n", " the", "dog", "é", "你", "🙂", "  ", " fox jumps"]), min_size=1, max_size=30
)


@pytest.mark.parametrize(("target", "draft"), PAIRS)
@given(words=TEXT, prompt=st.integers(0, 8))
def test_a_path_is_spelled_as_the_draft_would(
    target: Vocabulary, draft: Vocabulary, words: list[str], prompt: int
) -> None:
    """A draft that reads its text in pieces that it never saw in training predicts badly."""
    ids = target.encode("".join(words), False)
    translator = Translator(target, draft, both(target, draft), direct=False)
    text = b"".join(target.raw[i] for i in ids).decode("utf-8", "replace").removeprefix(" " if target is LLAMA else "")
    assert list(spelled(translator, ids, prompt).ids) == draft.encode(text, True)


@pytest.mark.parametrize(("target", "draft"), PAIRS)
def test_a_long_text_is_spelled_by_its_tail_alone(
    target: Vocabulary, draft: Vocabulary, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Encoding thousands of tokens again after each one would take longer than the draft's pass."""
    text = " ".join(TEXTS) * 3
    ids = target.encode(text, False)
    translator = Translator(target, draft, both(target, draft), direct=False)
    sizes = list[int]()
    plain = draft.encode
    monkeypatch.setattr(draft, "encode", lambda text, whole: sizes.append(len(text)) or plain(text, whole))
    begun = len(ids) // 2
    at = translator.prompt(ids[:begun])
    whole = list[int]()
    for token in ids[begun:]:
        at = translator.after(at, token)
        whole.append(sizes[-1] > WHOLE)
    assert list(at.ids) == plain(text, True)
    assert sum(whole) < len(whole) / 10, "only characters that are still incomplete may need the whole text"


def test_a_special_token_begins_a_new_text() -> None:
    """Chat templates separate turns with special tokens, which are no text."""
    translator = Translator(GPT, OTHER, both(GPT, OTHER), direct=False)
    ids = [*GPT.encode("a dog", False), GPT.ids["<|end|>"], *GPT.encode("the fox", False)]
    right = [*OTHER.encode("a dog", False), OTHER.ids["<|end|>"], *OTHER.encode("the fox", False)]
    for prompt in (0, 2, len(ids)):
        assert list(spelled(translator, ids, prompt).ids) == right
    lone = Translator(LLAMA, GPT, common_tokens(LLAMA, GPT), direct=False)
    begin = [LLAMA.ids["<s>"], *LLAMA.encode("a dog", False)]
    assert list(lone.prompt(begin).ids) == GPT.encode("a dog", True), "a begin that the draft lacks is left out"


def renamed(words: Tokenizer, changes: dict[str, str]) -> Vocabulary:
    text = words.to_str()
    for old, new in changes.items():
        text = text.replace(old, new)
    return Vocabulary(as_transformers(Tokenizer.from_str(text), eos_token="<|end|>"), "renamed")


def test_one_renamed_token_needs_no_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    """An added [PAD] is the most common difference, and should cost nothing."""
    words = byte_bpe(400, ("<|end|>", "<|old|>"))
    target = Vocabulary(as_transformers(words, eos_token="<|end|>"), "target")
    draft = renamed(words, {"<|old|>": "[PAD]"})
    common = common_tokens(target, draft)
    assert common.tokens == len(target.ids) - 1
    translator = Translator(target, draft, common)
    assert translator.direct
    ids = target.encode("the quick dog", False)
    monkeypatch.setattr(draft, "encode", lambda *given: pytest.fail("encoded"))
    assert list(spelled(translator, ids, 2).ids) == ids
    assert not Translator(GPT, OTHER, both(GPT, OTHER)).direct


def test_a_draft_that_scores_some_tokens_only_proposes_those() -> None:
    """The columns of a reduced head are not token ids; taking them for ids would draft other tokens, or crash."""
    common = both(GPT, OTHER)
    head = np.arange(0, 300, 2)
    draft = SimpleNamespace(window=None, head=head)
    model = TranslatedDraft(draft, Translator(GPT, OTHER, common), len(GPT.ids))
    assert head[model.columns].tolist() == [common.to_draft[i] for i in model.head.tolist()]
    scored = {i for i, other in common.to_draft.items() if other in set(head.tolist())}
    assert set(model.head.tolist()) == scored
    assert 0 < len(scored) < common.tokens
    assert {i for i in range(len(GPT.ids)) if model.proposes(i)} == scored
