"""Every family of transformers models gives the same scores over a token tree as path by path."""

from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.tree import path_to
from decoders.errors import BadInput
from decoders.models.slots import Places, SlotTree, ancestor_rows
from decoders.models.torch import sessions
from decoders.models.torch.huggingface import HuggingFaceModel
from tests import engines
from tests.engines import grow
from tests.tiny import (
    BY_PATHS,
    BY_TREE,
    FAMILIES,
    REACH,
    VOCAB,
    WINDOWED,
    float32_inside,
    perturbed,
    tiny,
    written,
)

TEXT = 150  # tokens of a prompt and what is written after it
PROMPT = [(37 * i + 5) % VOCAB for i in range(40)]
SPECULATIVE: dict[str, dict[str, Any]] = {
    "spd": {"temperature": 0, "gamma": 3},
    "gsd": {"gamma": 4, "node_budget": 20, "prob_threshold": 0, "sibling_threshold": 0, "out_degree": 2, "merge": 1},
    "eagle2": {"temperature": 0, "gamma": 3, "out_degree": 3, "node_budget": 12},
    "dsbd": {"temperature": 0, "width": 1, "draft_width": 2, "gamma": 2},
}
TOLERANCE = {torch.float64: 1e-9, torch.float32: 3e-3}  # of the standard deviation of the logits


@cache
def wrap(name: str, dtype: torch.dtype = torch.float64, *, paths: bool = False) -> HuggingFaceModel:
    """A model as decoders see it; `paths` forces the fallback."""
    model = HuggingFaceModel(tiny(name, dtype), VOCAB, name)
    if paths:
        model.tree_mode = "paths: forced"
    return model


class Checked(engines.Checked):
    """`engines.Checked` with the tolerance of a model's dtype, in standard deviations of the scores."""

    def __init__(self, model: HuggingFaceModel, prompt: list[int]) -> None:
        super().__init__(model, model.model, prompt)

    def off(self, found: Any, expected: torch.Tensor) -> tuple[float, float]:
        most = max(TOLERANCE[self.model.dtype], float32_inside(self.net))
        return float((found - expected).abs().max() / expected.std()), most


@pytest.mark.pairwise
@pytest.mark.parametrize("length", [1, 2, 11])
@pytest.mark.parametrize("dtype", [torch.float64, torch.float32], ids=["float64", "float32"])
@pytest.mark.parametrize("name", FAMILIES)
def test_tree_is_paths(name: str, dtype: torch.dtype, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise probabilities would be wrong, also after a prompt of one token or of several chunks."""
    monkeypatch.setattr(sessions, "PREFILL_CHUNK", 4)
    grow(Checked(wrap(name, dtype), [(5 * i + 9) % VOCAB for i in range(length)]))


@pytest.mark.parametrize("length", [1, 11])
@pytest.mark.parametrize("name", BY_TREE)
def test_fallback_is_paths(name: str, length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that cannot take a tree mask must still be exact."""
    monkeypatch.setattr(sessions, "PREFILL_CHUNK", 4)
    grow(Checked(wrap(name, paths=True), [(5 * i + 9) % VOCAB for i in range(length)]))


@pytest.mark.parametrize("name", BY_TREE)
def test_tree_mode(name: str) -> None:
    """These families would be several times slower if they silently fell back to paths."""
    assert wrap(name).tree_mode == "tree"


@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=["float64", "bfloat16"])
@pytest.mark.parametrize("name", BY_PATHS)
def test_paths_mode_says_why(name: str, dtype: torch.dtype) -> None:
    """ALiBi and slot-counting windows treat a tree as a sequence; bfloat16 rounding must not hide it."""
    assert wrap(name, dtype).tree_mode.startswith("paths: ")


@pytest.mark.parametrize("name", ["llama-grouped", "qwen3", "gpt2", "opt", "gpt-neox", "falcon", "gemma3"])
def test_bfloat16_is_no_reason_to_fall_back(name: str) -> None:
    """Rounding alone must not disable trees."""
    assert wrap(name, torch.bfloat16).tree_mode == "tree"


def fill(checked: Checked, depth: int) -> list[int]:
    """A chain of `depth` tokens after the prompt; only the last ones are compared."""
    nodes = [checked.tree.root]
    for level in range(depth):
        nodes.append(checked.tree.add(nodes[-1], level % VOCAB))
    checked.runner.logits(nodes[-1:])
    return nodes


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
@pytest.mark.parametrize("name", WINDOWED)
def test_windows(name: str, paths: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond a window probabilities must be right: after long chunks, over forests, and with gaps after cuts."""
    monkeypatch.setattr(sessions, "PREFILL_CHUNK", REACH + 8)
    checked = Checked(wrap(name, torch.float32, paths=paths), [(5 * i + 9) % VOCAB for i in range(3 * REACH + 5)])
    assert (checked.model.tree_mode, checked.model.window) == ("paths: forced" if paths else "tree", 256)
    grow(checked)


def generated(net: Any, prompt: list[int], new: int) -> list[int]:
    """The text that transformers writes greedily after a prompt, with its own caches."""
    ids = torch.tensor([prompt])
    mask = torch.ones_like(ids)
    net.generation_config.eos_token_id = None
    return net.generate(ids, attention_mask=mask, max_new_tokens=new, do_sample=False, pad_token_id=0)[0].tolist()


@pytest.mark.parametrize("name", [*WINDOWED, "gpt-neo"])
def test_a_text_many_windows_long(name: str) -> None:
    """A person must read the same text as in transformers, also beyond the window."""
    model = HuggingFaceModel(tiny(name, torch.float32, max_position_embeddings=256), VOCAB, name)
    assert written("greedy", model, None, {}, PROMPT, 0, TEXT - len(PROMPT)) == [
        tuple(generated(model.model, PROMPT, TEXT - len(PROMPT))[len(PROMPT) :])
    ]


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
@pytest.mark.parametrize("name", ["mistral-windows", "gemma3-windows", "llama4-chunks", "gpt-oss-windows"])
def test_speculation_beyond_windows_is_greedy(name: str, paths: bool) -> None:
    """Drafting must not change the text if windows hide tokens accepted long ago."""
    target, draft = (
        HuggingFaceModel(net, VOCAB, name) for net in (tiny(name, torch.float32), perturbed(tiny(name, torch.float32)))
    )
    if paths:
        target.tree_mode = draft.tree_mode = "paths: forced"
    new = 24 if paths else 48
    text = written("greedy", target, None, {}, PROMPT, 0, new)
    for method, given in SPECULATIVE.items():
        if not paths or method == "gsd":
            decode = decoder(method)
            settings, models = decode.make_settings(given), Models(target, draft, frozenset())
            iterations = list(decode.decode(PROMPT, models, settings, Seeded(0), new))
            assert [beam.tokens for beam in iterations[-1].final.beams] == text, method
            assert len(iterations) < new, "some drafts are accepted"


def test_local_attention_beyond_its_window() -> None:
    """GPT-Neo's local layers count cache slots, so only plain passes are right."""
    checked = Checked(wrap("gpt-neo"), [9, 4, 30, 2])
    nodes = fill(checked, 12)
    checked.extend([nodes[-1], nodes[-1], nodes[5]], [1, 2, 3])


def test_changing_rotary_embedding_is_a_limit() -> None:
    """Beyond its original length, a longrope model changes every earlier key, so cached ones would be wrong."""
    rope = {
        "rope_type": "longrope",
        "rope_theta": 1e4,
        "short_factor": (1.0,) * 4,
        "long_factor": (3.0,) * 4,
        "original_max_position_embeddings": 16,
        "factor": 8.0,
    }
    config = tiny("llama").config.__class__(**{**FAMILIES["llama"][1], "rope_parameters": rope})
    torch_model = type(tiny("llama"))(config).double()
    model = HuggingFaceModel(torch_model, VOCAB, "long")
    assert model.window == 16
    with pytest.raises(BadInput, match="rotary embedding changes"):
        model.start([1] * 17)


def test_masks_against_walking() -> None:
    """Masks of a forest use a shortcut for its trunk and must equal those found by walking, also after cuts."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        tree, places = SlotTree(), Places(int(rng.integers(0, 4)))
        parent, at = list[int](), list[int]()
        for _ in range(int(rng.integers(1, 5))):
            first, n = len(parent), int(rng.integers(1, 9))
            parent += [i - 1 if rng.random() < 0.6 else int(rng.integers(-1, i)) for i in range(first, first + n)]
            at += range(places.used, places.used + n)
            tree = tree.grown(parent[first:])
            seen = np.zeros((n, len(parent)), dtype=bool)
            hidden = np.ones((n, places.used + n), dtype=bool)
            hidden[:, : places.prompt] = False
            for row, slot in enumerate(range(first, len(parent))):
                while slot >= 0:
                    seen[row, slot] = True
                    hidden[row, at[slot]] = False
                    slot = parent[slot]
            assert (ancestor_rows(tree, first) == seen).all()
            assert (places.hidden(tree) == hidden).all()
            places = places.grown(n)
            leaves = rng.choice(len(parent), int(rng.integers(0, 3)))
            slots = sorted({one for leaf in leaves for one in path_to(int(leaf), parent)})
            number = {slot: i for i, slot in enumerate(slots)} | {-1: -1}
            parent, at = [number[parent[slot]] for slot in slots], [at[slot] for slot in slots]
            tree, places = tree.kept(slots), places.kept(slots)
            assert (tree.parent, places.of.tolist()) == (parent, at)
            assert tree.depth == [len(path_to(slot, parent)) - 1 for slot in range(len(parent))]
