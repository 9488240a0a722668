"""`generate` as an entrant does what its word says, whoever else takes part."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from benchmarks.entrants import generate_settings
from benchmarks.generate import runner
from decoders.pairs import load_pair
from tests.tiny import VOCAB, tiny


def saved(folder: Path, seed: int) -> Path:
    """A tiny model with a tokenizer of words, as a local folder."""
    tiny("llama-grouped", torch.float32, seed).save_pretrained(folder)
    words = Tokenizer(models.WordLevel({f"t{i}": i for i in range(VOCAB)}, unk_token="t0"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(tokenizer_object=words, unk_token="t0").save_pretrained(folder)
    return folder


def test_every_word_has_its_own_gamma(tmp_path: Path) -> None:
    """Of entrants with one assistant the last word's settings would be measured under every word's name."""
    pair = load_pair(f"{saved(tmp_path / 'a', 0)}+{saved(tmp_path / 'b', 1)}", "cpu", "float32", engine="torch")
    words = [f"generate:assistant=draft:schedule=constant:confidence=0:gamma={gamma}" for gamma in (1, 4)]
    runs = [runner(pair, generate_settings(word, {"temperature": 0})) for word in words]
    few, many = (run([5, 6, 7], 0, 12) for run in runs)
    assert few["drafted"] <= few["target_passes"]
    assert many["drafted"] > many["target_passes"]
    again = runner(pair, generate_settings(words[0], {"temperature": 0}))([5, 6, 7], 0, 12)
    assert again["drafted"] == few["drafted"]
