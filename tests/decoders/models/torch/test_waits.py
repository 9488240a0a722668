"""How often an iteration waits for the device, counted on a CPU that reads the same numbers."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.models.torch import device_logits
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.engines import reduced
from tests.tiny import VOCAB, tiny, tiny_heads, written

READS = {torch.ops.aten._local_scalar_dense, torch.ops.aten.nonzero, torch.ops.aten.is_nonzero}
PER_LEVEL, ELSE = 2, 4


class Waits(TorchDispatchMode):
    """Counts operations that would wait: reading numbers out of tensors, and indices that depend on them."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        self.count += func.overloadpacket in READS
        return func(*args, **(kwargs or {}))


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Waits]:
    with Waits() as waits:
        read = device_logits.read

        def one(*parts: Any) -> Any:
            waits.count += 1
            return read(*parts)

        monkeypatch.setattr(device_logits, "read", one)
        yield waits


@cache
def on_a_device(family: str, seed: int, **given: Any) -> HuggingFaceModel:
    """A model whose scores are read as on a GPU."""
    model = HuggingFaceModel(tiny(family, torch.float32, seed=seed, vocab_size=400), 400, family, **given)
    model.waits = True
    return model


@pytest.mark.parametrize("record", [False, True], ids=["bare", "recorded"])
@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("greedy", {}),
        ("multinomial", {"top_k": 10, "top_p": 0.9}),
        ("spd", {"gamma": 4, "temperature": 0}),
        ("spd", {"gamma": 4, "top_k": 10, "top_p": 0.9}),
        ("spd", {"gamma": 4, "top_p": 0.9}),
        ("spd", {"gamma": 4}),
        ("specinfer", {"branching": "2,2,1", "top_k": 10}),
        ("block", {"gamma": 3, "top_k": 10}),
        ("traversal", {"branching": "2,2,1", "top_k": 10}),
        ("gsd", {"gamma": 4, "out_degree": 2, "temperature": 0}),
        ("eagle2", {"gamma": 3, "out_degree": 3, "node_budget": 8, "temperature": 0}),
        ("dsbd", {"width": 4, "gamma": 3, "draft_width": 8, "top_k": 10, "top_p": 0.8}),
        ("mtad", {"gamma": 3, "draft_width": 4, "top_k": 10, "top_p": 0.9}),
        ("typical", {"gamma": 3, "top_k": 10}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(f"{k}={v}" for k, v in value.items()),
)
def test_an_iteration_waits_seldom(
    method: str, given: dict[str, Any], record: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At most two waits per draft level and four others; a record may need more."""
    found = decoder(method)
    models = Models(on_a_device("llama-grouped", 41), on_a_device("llama", 42), frozenset())
    settings = found.make_settings(given)
    levels = [
        sum(one.model == "draft" for one in state.passes)
        for state in found.decode([5, 9, 2], models, settings, Seeded(5), 12, True)
    ]
    waited = list[int]()
    with counted(monkeypatch) as waits:
        for _ in found.decode([5, 9, 2], models, settings, Seeded(5), 12, record):
            waited.append(waits.count - sum(waited))
    waited[0] -= 2  # both models have fed the prompt
    besides = 3 if record else 0
    assert len(waited) == len(levels)
    assert max(waits - PER_LEVEL * own for waits, own in zip(waited, levels, strict=True)) <= ELSE + besides


@pytest.mark.parametrize(
    ("method", "given"),
    [
        ("spd", {"gamma": 3, "top_k": 10, "top_p": 0.9}),
        ("spd", {"gamma": 3, "top_p": 0.7}),
        ("spd", {"gamma": 3, "temperature": 0.7}),
        ("gsd", {"gamma": 4, "out_degree": 2, "temperature": 0}),
        ("dsbd", {"width": 3, "gamma": 2, "draft_width": 6, "top_k": 10, "top_p": 0.8}),
        ("dsbd", {"width": 3, "gamma": 2, "draft_width": 6}),
        ("mtad", {"gamma": 3, "draft_width": 4, "top_k": 10}),
        ("medusa", {"acceptance": "typical", "branching": "3,2", "node_budget": 5}),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(f"{k}={v}" for k, v in value.items()),
)
def test_what_is_read_together_is_the_same(method: str, given: dict[str, Any]) -> None:
    """Reading all rows at once gives the same text as reading each number, also with a reduced head."""
    net = tiny("llama-grouped", seed=43)
    cut = tuple(range(0, VOCAB, 2))
    texts = []
    for waits in (False, True):
        target = HuggingFaceModel(net, VOCAB, "target", heads=tiny_heads(net))
        draft = HuggingFaceModel(reduced(tiny("llama", seed=44), cut), VOCAB, "draft", head=torch.tensor(cut))
        target.waits = draft.waits = waits
        texts.append(written(method, target, draft, given, [5, 9, 2], 7, 30))
    assert texts[0] == texts[1]
