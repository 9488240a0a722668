"""The tokenizer that has only the first tokens of another one."""

import json
from pathlib import Path

import pytest

from decoders.models.text.shortened import ShortTokenizer
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens
from tests.bpe import TEXTS, as_transformers, byte_bpe

WHOLE, SHORT = 600, 400


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("words")
    byte_bpe(WHOLE).save(str(made / "tokenizer.json"))
    (made / "tokenizer_config.json").write_text(json.dumps({}), encoding="utf-8")
    return made


@pytest.mark.parametrize("pairs", [True, False], ids=["pairs", "strings"])
def test_the_same_text_in_more_tokens(folder: Path, pairs: bool, tmp_path: Path) -> None:
    """A draft that loses part of a text, or gets a token it does not have, would be refused or crash."""
    state = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
    state["model"]["merges"] = [pair if pairs else " ".join(pair) for pair in state["model"]["merges"]]
    (tmp_path / "tokenizer.json").write_text(json.dumps(state), encoding="utf-8")
    (tmp_path / "tokenizer_config.json").write_text("{}", encoding="utf-8")
    short, whole = ShortTokenizer(tmp_path, {"eos_token": "<|end|>"}, SHORT), byte_bpe(WHOLE)
    assert sorted(short.get_vocab().values()) == list(range(SHORT))
    assert short.eos_token_id == whole.token_to_id("<|end|>")
    longer = 0
    for text in TEXTS:
        ids, before = short(text)["input_ids"], whole.encode(text).ids
        assert short.decode(ids) == text
        assert max(ids) < SHORT
        longer += len(ids) > len(before)
    assert longer == len(TEXTS)


def test_it_is_another_tokenizer(folder: Path) -> None:
    """The pair shows a draft that splits texts otherwise, so ids must not be handed over without encoding."""
    target = Vocabulary(as_transformers(byte_bpe(WHOLE), eos_token="<|end|>"), "target")
    draft = Vocabulary(ShortTokenizer(folder, {"eos_token": "<|end|>"}, SHORT), "draft")
    common = common_tokens(target, draft)
    assert common.tokens == SHORT
    assert not Translator(target, draft, common).direct
