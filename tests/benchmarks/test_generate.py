"""`generate` as an entrant does what its word says, whichever other entrants take part."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import PreTrainedTokenizerFast

from benchmarks import generate, runners
from benchmarks.entrants import generate_settings
from benchmarks.generate import runner
from decoders.pairs import load_pair
from tests.tiny import VOCAB, tiny


def saved(folder: Path, seed: int) -> Path:
    """Save a tiny model with a word tokenizer to a local folder."""
    tiny("llama-grouped", torch.float32, seed).save_pretrained(folder)
    words = Tokenizer(models.WordLevel({f"t{i}": i for i in range(VOCAB)}, unk_token="t0"))
    words.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    PreTrainedTokenizerFast(tokenizer_object=words, unk_token="t0").save_pretrained(folder)
    return folder


def test_every_word_has_its_own_gamma(tmp_path: Path) -> None:
    """With a shared assistant, the last word's settings would otherwise be measured under every word's name."""
    pair = load_pair(f"{saved(tmp_path / 'a', 0)}+{saved(tmp_path / 'b', 1)}", "cpu", "float32", engine="torch")
    words = [f"generate:assistant=draft:schedule=constant:confidence=0:gamma={gamma}" for gamma in (1, 4)]
    runs = [runner(pair, generate_settings(word, {"temperature": 0})) for word in words]
    few, many = (run([5, 6, 7], 0, 12) for run in runs)
    assert few["drafted"] <= few["target_passes"]
    assert many["drafted"] > many["target_passes"]
    again = runner(pair, generate_settings(words[0], {"temperature": 0}))([5, 6, 7], 0, 12)
    assert again["drafted"] == few["drafted"]


def test_generate_runs_where_the_pair_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise generate would run on the CPU while our decoders run on a GPU."""
    loaded: list[Any] = []
    monkeypatch.setattr(runners, "_TORCH", {})
    monkeypatch.setattr(runners, "load_pair", lambda *given, **more: loaded.append((given, more)))
    monkeypatch.setattr(generate, "runner", lambda pair, settings: None)
    for device in ("cuda:0 (NVIDIA H100)", "cpu"):
        info = {"engine": {"target": "torch"}, "device": device}
        pair: Any = SimpleNamespace(name="a pair", vocab=None, info=info)
        runners.runner("generate:dtype=float32", {"temperature": 0}, pair)
    asked = [("a pair", device, "float32") for device in ("cuda:0", "cpu")]
    assert loaded == [(given, {"engine": "torch"}) for given in asked]
