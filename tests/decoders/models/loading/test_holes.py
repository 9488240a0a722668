"""Vocabularies with unused ids: they belong to the model, and the last token can be written."""

import json
from pathlib import Path

import pytest
import torch
from transformers import AutoModelForCausalLM, LlamaConfig

from decoders.models.cpu import model as numba  # noqa: F401 - before the test: it compiles into the cache that all tests share
from decoders.pairs import load_pair
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from tests.tokenizing import byte_tokenizer, write_tokenizer

SPECIALS, HOLES = ("<|im_start|>", "<|im_end|>"), range(40, 48)
SIZE = len(SPECIALS) + 256 + len(HOLES)
EOS = SIZE - 1  # a byte, which the configuration says ends a text: the last id


def write_pair(folder: Path) -> None:
    """A target that often writes an unused id, and a draft that is almost equal."""
    for place, name in enumerate(("target", "draft")):
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(0)
            config = LlamaConfig(
                vocab_size=SIZE, hidden_size=128, intermediate_size=48, num_hidden_layers=2, num_attention_heads=2,
                num_key_value_heads=1, head_dim=64, max_position_embeddings=128, initializer_range=0.2,
                eos_token_id=EOS, bos_token_id=None,
            )  # fmt: skip
            net = AutoModelForCausalLM.from_config(config)
            with torch.no_grad():
                net.lm_head.weight[HOLES[3]] *= 3
                for weight in net.parameters():
                    weight += 0.02 * place * torch.randn_like(weight)
        net.save_pretrained(folder / name)
        kept = json.loads((folder / name / "config.json").read_text(encoding="utf-8"))
        words = byte_tokenizer(SPECIALS, skipped=HOLES)
        write_tokenizer(folder / name, words, template=None, config=kept, named={"bos_token": None})


@pytest.mark.parametrize("engine", ["torch", "numba"])
def test_holes_are_run_as_by_transformers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """Otherwise the last ids, such as the end of a text, could not be written, and unused ids would cause errors."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    write_pair(tmp_path)
    pair = load_pair(f"{tmp_path}/target+{tmp_path}/draft", "cpu", "float32", engine=engine)
    assert pair.models.target.vocab_size == SIZE
    assert EOS in pair.models.eos
    trace = record_trace(RunRequest("greedy", pair.name, "Hello", limit=24), pair=pair)
    net = AutoModelForCausalLM.from_pretrained(tmp_path / "target", dtype=torch.float32)
    ids = torch.tensor([trace.header.prompt_tokens])
    whole = net.generate(ids, max_new_tokens=24, do_sample=False, attention_mask=torch.ones_like(ids))
    assert trace.summary is not None
    assert list(trace.summary.tokens) == whole[0, ids.shape[1] :].tolist()
    assert HOLES[3] in trace.summary.tokens
    texts = {key: text for part in trace.iterations for key, text in (part.texts or {}).items()}
    assert texts[str(HOLES[3])] == f"⟨id {HOLES[3]}⟩"
    session = pair.models.target.start(trace.header.prompt_tokens)
    assert session.forward([5], [-1]).logp(0, EOS) > -100
    session.close()
