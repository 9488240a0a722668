"""Logs and answers that llama.cpp itself writes, with tiny models: one drafts for itself, one with changed weights."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

from benchmarks.zoo.formats import write_gguf
from explorer.imports.contents import read
from explorer.imports.counts import Pool, pooled
from explorer.imports.measures import main_length, positions
from explorer.imports.opening import opened
from explorer.imports.shorter import compared

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("xllamacpp") is None, reason="xllamacpp (requirements-test.txt) is not installed"
)
SENTENCES = ["the sky is blue because the light is scattered by air " * 9, "ask why they are here and there " * 9]


def tokenizer() -> PreTrainedTokenizerFast:
    """A small BPE tokenizer of bytes."""
    words = Tokenizer(models.BPE())
    words.pre_tokenizer, words.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    special = ["<s>", "</s>", "<pad>"]
    words.train_from_iterator(
        SENTENCES, trainers.BpeTrainer(vocab_size=310, special_tokens=special, initial_alphabet=alphabet)
    )
    made = PreTrainedTokenizerFast(tokenizer_object=words, bos_token="<s>", eos_token="</s>", pad_token="<pad>")
    made.chat_template = "{% for message in messages %}{{ message['content'] }}{% endfor %}"
    return made


@pytest.fixture(scope="module")
def ggufs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A target, and a draft with slightly other weights."""
    folder, words = tmp_path_factory.mktemp("gguf"), tokenizer()
    words.save_pretrained(folder)
    torch.manual_seed(0)
    sizes = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "max_position_embeddings": 512}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 16, "initializer_range": 0.2}
    net = LlamaForCausalLM(LlamaConfig(vocab_size=len(words), **sizes, **heads, tie_word_embeddings=False))
    files = {}
    for name in ("target", "draft"):
        net.save_pretrained(folder)
        files[name] = folder / f"{name}.gguf"
        write_gguf(folder, files[name], "F16")
        with torch.no_grad():
            for weight in net.parameters():
                weight += 0.02 * torch.randn_like(weight) * (weight.dim() > 1)
    return files


def run(target: Path, draft: Path, verbosity: int, folder: Path, p_min: float = 0.0) -> tuple[Pool, Pool]:
    """What the log and what the answers of one run say."""
    module = "tests.explorer.imports.llama_server"
    log, answers = folder / "server.log", folder / "answers.jsonl"
    with log.open("wb") as err, answers.open("wb") as out:
        words = [sys.executable, "-m", module, str(target), str(draft), str(verbosity), str(p_min)]
        subprocess.run(words, stdout=out, stderr=err, check=True, timeout=300)
    return pooled(opened(log), "log"), pooled(opened(answers), "answers")


@pytest.mark.parametrize("verbosity", [3, 4, 5])
@pytest.mark.parametrize("drafter", ["target", "draft"])
def test_log_and_answers_agree(drafter: str, verbosity: int, ggufs: dict[str, Path], tmp_path: Path) -> None:
    """A new version of llama.cpp that writes its log differently must fail here and not at a person's desk."""
    log, answers = run(ggufs["target"], ggufs[drafter], verbosity, tmp_path)
    assert log.requests == answers.requests == 2
    assert answers.completion == log.completion == 64
    assert (log.accepted, log.drafted) == (answers.accepted, answers.drafted)
    assert log.passes is not None
    assert log.passes + (log.accepted or 0) <= 64
    assert not log.clocks, "llama.cpp divides the time by one token fewer than an answer has"
    assert not answers.clocks
    if drafter == "target":
        assert log.accepted == log.drafted
    else:
        assert 0 < (log.accepted or 0) < (log.drafted or 0)
    if verbosity > 3:
        assert log.times.draft
        assert (log.methods, log.least_q, log.capped) == ({"draft-simple"}, 0.0, False)
    if verbosity > 4:
        assert [form.name for form in log.formats] == ["debug log"]
        assert main_length(log) == 4
        assert positions(log)


def test_drafts_that_stopped_early_are_known(ggufs: dict[str, Path], tmp_path: Path) -> None:
    """With a least probability, all tested tokens but the last of a pass are confident ones."""
    log, _ = run(ggufs["target"], ggufs["draft"], 5, tmp_path, 0.3)
    assert (log.least_q, log.capped) == (0.3, True)
    assert "The draft stopped at a token to which it gave less than 30% (`p_min` 0.3)." in read(log)
    found = compared(log)
    assert found is not None
    assert found.short
    assert found.reason == "capped"
    for request in opened(tmp_path / "server.log"):
        assert all(row[0].q >= 0.3 for step in request.steps for row in step.candidates)


def test_debug_log_has_the_drafts(ggufs: dict[str, Path], tmp_path: Path) -> None:
    """The draft is greedy, so its tokens are the most probable candidates of the log."""
    run(ggufs["target"], ggufs["draft"], 5, tmp_path)
    for request in opened(tmp_path / "server.log"):
        for step in request.steps:
            assert len(step.draft_tokens) == step.drafted
            assert [row[0].token for row in step.candidates] == list(step.draft_tokens)
            assert all(row == tuple(sorted(row, key=lambda candidate: -candidate.q)) for row in step.candidates)
