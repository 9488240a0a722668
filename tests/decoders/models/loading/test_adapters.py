"""LoRA adapters: merged if peft is installed, otherwise refused, and never ignored."""

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from decoders.errors import BadInput
from decoders.models.loading.locate import locate
from decoders.models.loading.weights import read_weights
from tests.folders import saved

needs_peft = pytest.mark.skipif(find_spec("peft") is None, reason="peft is not installed (the extra `lora`)")
SCALE, RANK = 8, 4


def write_adapter(folder: Path, base: str | None, **config: object) -> dict[str, torch.Tensor]:
    """A LoRA adapter on the queries of both layers of a tiny Llama."""
    folder.mkdir(exist_ok=True)
    random, tensors = torch.Generator().manual_seed(0), dict[str, torch.Tensor]()
    for layer in range(2):
        stem = f"base_model.model.model.layers.{layer}.self_attn.q_proj"
        tensors[f"{stem}.lora_A.weight"] = torch.randn(RANK, 32, generator=random)
        tensors[f"{stem}.lora_B.weight"] = torch.randn(32, RANK, generator=random)
    about = {
        "peft_type": "LORA",
        "r": RANK,
        "lora_alpha": SCALE,
        "target_modules": ["q_proj"],
        "task_type": "CAUSAL_LM",
    }
    about |= {"base_model_name_or_path": base, **config}
    (folder / "adapter_config.json").write_text(json.dumps(about), encoding="utf-8")
    save_file(tensors, folder / "adapter_model.safetensors")
    return tensors


@needs_peft
@pytest.mark.parametrize("beside", [False, True], ids=["alone", "next to full weights"])
def test_an_adapter_is_merged(tmp_path: Path, beside: bool) -> None:
    """Without its adapter, a fine-tuned model writes what its base writes."""
    base = saved(tmp_path / "base")
    folder = base if beside else tmp_path / "adapter"
    plain = read_weights(str(base), "cpu", None).state_dict()
    tensors = write_adapter(folder, str(base))
    net, located = read_weights(str(folder), "cpu", None), locate(str(folder))
    name = "model.layers.1.self_attn.q_proj"
    low, high = (tensors[f"base_model.model.{name}.lora_{part}.weight"] for part in "AB")
    changed = plain[f"{name}.weight"] + SCALE / RANK * high @ low
    assert torch.allclose(net.state_dict()[f"{name}.weight"], changed, atol=1e-5)
    assert net.state_dict().keys() == plain.keys()
    assert "LoRA adapter" in located.name
    assert folder / "adapter_model.safetensors" in (located.files or ()), "a conversion is named after it, too"
    assert base / "model.safetensors" in (located.files or ())
    assert located.tokenizer == str(base)


@needs_peft
def test_an_adapter_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    """Parts of an adapter for more layers or other modules would be ignored."""
    base = saved(tmp_path / "base")
    write_adapter(tmp_path / "adapter", str(base), target_modules=["q_proj", "v_proj"])
    with pytest.raises(BadInput, match="it lacks .*v_proj.*lora_A"):
        read_weights(str(tmp_path / "adapter"), "cpu", None)
    write_adapter(tmp_path / "adapter", str(base), layers_to_transform=[0])
    with pytest.raises(BadInput, match="layers.1.self_attn.q_proj.lora_A.weight, .* do not fit the base model"):
        read_weights(str(tmp_path / "adapter"), "cpu", None)


def test_without_peft_an_adapter_says_how_to_merge_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An adapter next to full weights must not be ignored."""
    monkeypatch.setattr("decoders.models.loading.adapters.find_spec", lambda name: None)
    base = saved(tmp_path / "base")
    write_adapter(tmp_path / "adapter", str(base))
    with pytest.raises(BadInput, match=r"needs peft, which is not installed. Run `pip install peft`, or merge"):
        read_weights(str(tmp_path / "adapter"), "cpu", None)
    shutil.copytree(tmp_path / "adapter", base, dirs_exist_ok=True)
    with pytest.raises(BadInput, match="a LoRA adapter as well as full weights"):
        read_weights(str(base), "cpu", None)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ({"base_model_name_or_path": "/no/such/model"}, "is a LoRA adapter for /no/such/model, which was not found"),
        ({"base_model_name_or_path": None}, "that does not name its base model"),
        ({"peft_type": "PREFIX_TUNING"}, "an adapter of the type PREFIX_TUNING, but this program can merge only LoRA"),
        ({"megatron_config": {"x": 1}}, "this program can merge only LoRA adapters"),
    ],
)
def test_other_adapters_are_refused(tmp_path: Path, config: dict[str, object], said: str) -> None:
    """An unsupported adapter is reported before anything is loaded."""
    write_adapter(tmp_path / "adapter", "org/base", **config)
    with pytest.raises(BadInput, match=said):
        locate(str(tmp_path / "adapter"))


def test_a_pickled_adapter_is_not_read(tmp_path: Path) -> None:
    """A pickle can run code."""
    write_adapter(tmp_path / "adapter", "org/base")
    (tmp_path / "adapter" / "adapter_model.safetensors").rename(tmp_path / "adapter" / "adapter_model.bin")
    with pytest.raises(BadInput, match="without adapter_model.safetensors"):
        locate(str(tmp_path / "adapter"))
