"""Weights: all are read or the model is refused, and the precision is that of the stored weights."""

from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import torch

from decoders.errors import BadInput
from decoders.models.loading.complete import UNUSED
from decoders.models.loading.load import read_any_tokenizer
from decoders.models.loading.locate import locate
from decoders.models.loading.weights import pick_dtype, read_weights, tokenizer_from
from decoders.models.quiet import quiet_libraries
from decoders.pairs import load_pair
from tests.folders import Tensors, configure, reweigh, saved, write_gguf
from tests.tiny import FAMILIES, tiny
from tests.tokenizing import CHATML, write_tokenizer

DOWN = "model.layers.1.mlp.down_proj.weight"


def without(*names: str) -> Any:
    """A change that leaves out tensors."""
    return lambda tensors: {name: tensor for name, tensor in tensors.items() if name not in names}


def prefixed(tensors: Tensors) -> Tensors:
    """Every key under a foreign prefix."""
    return {f"student.{name}": tensor for name, tensor in tensors.items()}


def with_nan(tensors: Tensors) -> Tensors:
    """One number of a matrix is NaN."""
    tensors[DOWN][0, 0] = float("nan")
    return tensors


@pytest.mark.parametrize(
    ("change", "config", "said"),
    [
        (without(DOWN), {}, f"its weights lack {DOWN}. Download"),
        (without("lm_head.weight"), {}, "lack lm_head.weight. If the output head is the input embedding"),
        (
            prefixed,
            {},
            "lack lm_head.weight, model.embed_tokens.weight, .* and .* more, and contain student.lm_head.weight",
        ),
        (
            None,
            {"num_hidden_layers": 1},
            "contain model.layers.1.input_layernorm.weight, .* and 6 more, which the model described by its config",
        ),
        (None, {"num_hidden_layers": 3}, "lack model.layers.2.input_layernorm.weight"),
        (
            None,
            {"intermediate_size": 40},
            r"model.layers.0.mlp.down_proj.weight has the shape \[32, 48\] in its weights, but \[32, 40",
        ),
        (with_nan, {}, f"{DOWN} contains NaN or infinite values"),
    ],
)
def test_weights_that_do_not_fit_are_refused_by_name(tmp_path: Path, change: Any, config: Any, said: str) -> None:
    """transformers fills gaps with random numbers, so each run would silently write another text."""
    folder = saved(tmp_path / "model")
    configure(folder, **config)
    if change:
        reweigh(folder, change)
    with pytest.raises(BadInput, match=f"^{folder} cannot be .*{said}"):
        read_weights(str(folder), "cpu", None)


def test_a_tied_checkpoint_needs_no_output_matrix(tmp_path: Path) -> None:
    """Most small models store one matrix for input and output, and must not be refused."""
    folder = saved(tmp_path / "model", tie_word_embeddings=True)
    assert read_weights(str(folder), "cpu", None).lm_head.weight.shape == (64, 32)
    configure(folder, tie_word_embeddings=False)
    with pytest.raises(BadInput, match="set tie_word_embeddings to true"):
        read_weights(str(folder), "cpu", None)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_read_whole(tmp_path: Path, family: str) -> None:
    """A family with usual left-over tensors must not be refused."""
    folder = saved(tmp_path / "model", family)
    net, known = read_weights(str(folder), "cpu", None), tiny(family, torch.float32).state_dict()
    assert all(torch.equal(tensor, known[name]) for name, tensor in net.state_dict().items())


@pytest.mark.parametrize(
    "name",
    [
        "transformer.h.0.attn.bias",
        "transformer.h.0.attn.masked_bias",
        "gpt_neox.layers.0.attention.rotary_emb.inv_freq",
        "model.layers.0.self_attn.rotary_emb.cos_cached",
        "bert.embeddings.position_ids",
        "model.decoder.version",
        "model.layers.3.self_attn.k_scale",
        "mtp.layers.0.mlp.up_proj.weight",
        "v_head.summary.weight",
    ],
)
def test_tensors_that_change_no_text_may_be_left_over(name: str) -> None:
    """Old checkpoints contain masks and rotary tables, which models now compute."""
    assert UNUSED.search(name)


@pytest.mark.parametrize("name", [DOWN, "score.weight", "model.layers.0.self_attn.q_proj.bias", "lm_head.bias"])
def test_tensors_that_change_texts_may_not(name: str) -> None:
    """A bias that the config does not mention makes another model."""
    assert not UNUSED.search(name)


def test_gguf_is_read_whole_or_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A GGUF file has the same weights as its original model, in float32 on a CPU."""
    net = tiny("llama-grouped", torch.float32)
    file = write_gguf(tmp_path / "model.gguf", net.config, net.state_dict())
    with quiet_libraries():
        read = read_weights(str(file), "cpu", None)
    assert all(torch.equal(tensor, net.state_dict()[name]) for name, tensor in read.state_dict().items())
    assert capfd.readouterr().err == ""  # no progress bar of a library
    parts = {name: tensor for name, tensor in net.state_dict().items() if name != DOWN}
    with pytest.raises(BadInput, match=f"lack {DOWN}"):
        read_weights(str(write_gguf(tmp_path / "cut.gguf", net.config, parts)), "cpu", None)
    config = deepcopy(net.config)
    config.num_hidden_layers = 1
    with pytest.raises(BadInput, match="it contains blk.1.attn_k.weight, .* and 6 more, but declares only 1 layers"):
        read_weights(str(write_gguf(tmp_path / "long.gguf", config, net.state_dict())), "cpu", None)


def test_a_tokenizer_next_to_a_gguf_file_keeps_its_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """transformers reads tokenizer.json next to a GGUF file without its chat template."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    net = tiny("llama-grouped", torch.float32)
    folder = write_tokenizer(tmp_path / "packed")
    (folder / "config.json").unlink()
    file = write_gguf(folder / "model.gguf", net.config, net.state_dict())
    for name in (folder, file, file):  # the last is read without transformers
        tokenizer = read_any_tokenizer(str(name))
        assert (tokenizer.chat_template, tokenizer.special_tokens_map["eos_token"]) == (CHATML, "<|im_end|>")


def test_nothing_random_is_converted_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A converted model would keep the random numbers forever."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    target, draft = saved(tmp_path / "target"), saved(tmp_path / "draft", seed=1)
    reweigh(target, without(DOWN))
    with pytest.raises(BadInput, match=f"its weights lack {DOWN}"):
        load_pair(f"{target}+{draft}", "cpu", engine="numba")
    assert not list((tmp_path / "home").rglob("about.json"))


@pytest.mark.parametrize(
    ("kept", "said", "computed"),
    [
        (torch.float32, None, torch.float32),
        (torch.float32, "bfloat16", torch.float32),
        (torch.float16, None, torch.float32),
        (torch.float64, None, torch.float32),
        (torch.bfloat16, None, torch.bfloat16),
        (torch.bfloat16, "float32", torch.float32),
    ],
)
def test_auto_computes_in_16_bits_only_what_is_kept_so(
    tmp_path: Path, kept: torch.dtype, said: str | None, computed: torch.dtype
) -> None:
    """A float32 checkpoint rounded to 16 bits would write other texts than `generate`."""
    folder = saved(tmp_path / "model", dtype=kept)
    if said:
        configure(folder, dtype=said)
    assert pick_dtype("auto", "cpu", locate(str(folder)).files or ()) is computed


def test_a_float32_pair_runs_in_float32_on_torch(tmp_path: Path) -> None:
    """The header must say in which precision a run was computed."""
    target, draft = saved(tmp_path / "target"), saved(tmp_path / "draft", dtype=torch.bfloat16, seed=1)
    pair = load_pair(f"{target}+{draft}", "cpu", engine="torch")
    assert pair.info["dtype"] == "float32"
    assert pair.models.draft.dtype is torch.bfloat16  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"model_type": "mine", "auto_map": {"AutoConfig": "code.Mine"}}, "needs its own Python code"),
        ({"model_type": "mine"}, "belongs to the family “mine”, which transformers .* does not support"),
        ({"model_type": None}, "without model_type"),
        ({"model_type": "bert"}, r"is an encoder \(bert\), which does not continue text"),
        ({"model_type": "t5"}, "is an encoder-decoder model"),
        ({"model_type": "bart"}, "is an encoder-decoder model"),
        ({"model_type": "qwen2_vl"}, "for images or sound and text"),
        ({"model_type": "whisper"}, "is an? (encoder-decoder )?model"),
        ({"quantization_config": {"quant_method": "mine"}}, "quantized by “mine”, which transformers does not support"),
        (
            {"quantization_config": {"quant_method": "gptq", "bits": 4}},
            r"quantized \(gptq\), but they are stored unquantized",
        ),
        ({"quantization_config": {"quant_method": "fp8"}}, r"quantized \(fp8\), but they are stored unquantized"),
        ({"num_hidden_layers": 100_000}, "declares 100,000 layers in its config.json"),
        ({"hidden_act": "nosuch"}, r"cannot be loaded \(KeyError: 'nosuch'\)"),
    ],
)
def test_a_config_that_does_not_fit_is_refused(tmp_path: Path, config: Any, said: str) -> None:
    """Unsupported models and quantization must be refused, and advice must not repeat what was done."""
    folder = saved(tmp_path / "model")
    configure(folder, **config)
    with pytest.raises(BadInput, match=f"{folder} .*{said}") as error:
        read_weights(str(folder), "cpu", None)
    assert "it should be" not in str(error.value)


def test_a_tokenizer_that_cannot_be_read_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """transformers asks for tiktoken, which does not help."""
    folder = saved(tmp_path / "model")
    (folder / "tokenizer.json").rename(folder / "tokenizer.model")
    monkeypatch.setattr("decoders.models.loading.weights.find_spec", lambda name: None)
    with pytest.raises(BadInput, match="pip install sentencepiece protobuf"):
        tokenizer_from(str(folder))
    (folder / "tokenizer.model").unlink()
    with pytest.raises(BadInput, match="has no tokenizer"):
        tokenizer_from(str(folder))
