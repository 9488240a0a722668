"""Self-SSD's draft is the target without some sub-layers, over the same weights, and the target never notices."""

from typing import Any

import pytest
import torch

from decoders.catalog import decoder
from decoders.decode import Models
from decoders.dice import Seeded
from decoders.errors import BadInput
from decoders.model import HuggingFaceModel
from decoders.skipping import (
    decoder_layers,
    draft_cost,
    mean_overlap,
    parse_skips,
    promised_speedup,
    search,
    skip_sublayers,
    write_skips,
)
from tests.tiny import VOCAB, plain, tiny

TEXT = [3, 9, 27, 17, 51, 25, 11, 33]
FAMILIES = ["llama-grouped", "qwen2", "qwen3", "gemma2", "phi3", "smollm3"]


def hooked(net: Any, text: str, tokens: list[int]) -> torch.Tensor:
    """Scores with the same sub-layers silenced by hooks on the model itself."""
    handles = []
    for kind, layer in parse_skips(text, 4):
        part = getattr(decoder_layers(net)[layer], kind)
        silence = (lambda m, i, out: (out[0] * 0, out[1])) if kind == "self_attn" else (lambda m, i, out: out * 0)
        handles.append(part.register_forward_hook(silence))
    try:
        return plain(net, tokens)
    finally:
        for handle in handles:
            handle.remove()


@pytest.mark.parametrize("text", ["a0", "m3", "a0,a2,m1,m2", ""])
@pytest.mark.parametrize("family", FAMILIES)
def test_skipped_parts_add_nothing(family: str, text: str) -> None:
    """Another draft than the one named would make every acceptance rate of self-SSD a lie."""
    net = tiny(family, num_hidden_layers=4)
    before = plain(net, TEXT)
    thin = skip_sublayers(net, parse_skips(text, 4))
    torch.testing.assert_close(plain(thin, TEXT), hooked(net, text, TEXT))
    assert torch.equal(plain(net, TEXT), before)
    assert [part.layer_idx for part in (x.self_attn for x in decoder_layers(net))] == [0, 1, 2, 3]


def test_no_weight_is_copied() -> None:
    """Self-speculation is chosen for its memory: the draft must cost none but its cache."""
    net = tiny("llama", num_hidden_layers=4)
    own = {weight.data_ptr() for weight in net.parameters()}
    assert {weight.data_ptr() for weight in skip_sublayers(net, parse_skips("a1,m2", 4)).parameters()} < own


@pytest.mark.parametrize("text", ["a0,m1", "a0,a1,a2,m3"])
def test_tree_of_the_draft_agrees_with_paths(text: str) -> None:
    """A skipped first attention must not confuse the cache, whose length is read from its first layer."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    thin = HuggingFaceModel(skip_sublayers(net, parse_skips(text, 4)), VOCAB, "thin")
    assert thin.tree_mode == "tree"


@pytest.mark.parametrize("text", ["a0,m1", "m0,m1,m2,m3"])
def test_self_ssd_writes_the_greedy_text(text: str) -> None:
    """Whatever is skipped, temperature 0 must give the target's greedy text."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    thin = skip_sublayers(net, parse_skips(text, 4))
    models = Models(HuggingFaceModel(net, VOCAB, "target"), HuggingFaceModel(thin, VOCAB, "thin"), frozenset({2}))
    found: list[tuple[int, ...]] = []
    for method, given in (("greedy", {}), ("self-ssd", {"temperature": 0, "exit_threshold": 0.1})):
        one = decoder(method)
        *_, last = one.decode(TEXT, models, one.make_settings(given), Seeded(0), 20)
        found.append(last.final.beams[0].tokens)
    assert found[0] == found[1]


def test_search_skips_what_matters_least() -> None:
    """The search must rank by measured overlap, and its numbers must be those of the set it names."""
    net = tiny("llama-grouped", torch.float32, num_hidden_layers=4)
    silent = skip_sublayers(net, frozenset())
    weight = decoder_layers(silent)[2].mlp.down_proj.weight
    kept = weight.detach().clone()
    try:
        with torch.no_grad():
            weight.zero_()  # this MLP adds nothing already
        choices = search(net, [TEXT], VOCAB)
        assert choices[0].skips == parse_skips("m2", 4)
        assert choices[0].overlap == pytest.approx(1)
        laws = [torch.softmax(net(input_ids=torch.tensor([TEXT])).logits[0].detach(), -1)]
        for one in choices:
            assert one.overlap == pytest.approx(mean_overlap(net, one.skips, [TEXT], laws, VOCAB))
            assert one.speedup == promised_speedup(one.overlap, draft_cost(net, one.skips))
    finally:
        with torch.no_grad():
            weight.copy_(kept)


def test_text_of_skips() -> None:
    """A pair's name carries the skips: what is written must be what is read."""
    for text in ("", "a1,a3,m0", "m2"):
        assert write_skips(parse_skips(text, 4)) == text
    for wrong in ("a4", "x1", "a", "a1;m2", "a0,a1,a2,a3"):
        with pytest.raises(BadInput):
            parse_skips(wrong, 4)


def test_models_without_these_parts_are_refused() -> None:
    """OPT has no `mlp`: skipping must say so instead of doing nothing."""
    with pytest.raises(BadInput, match="OPTForCausalLM"):
        skip_sublayers(tiny("opt"), frozenset())
