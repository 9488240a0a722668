"""Self-SSD's draft is the target without some sub-layers over the same weights; the target is unaffected."""

from pathlib import Path
from typing import Any

import pytest
import torch

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.core.runner import Skipped
from decoders.core.sublayers import parse_skips, write_skips
from decoders.errors import BadInput
from decoders.methods.self_speculative import ExitLayer, SkippedLayer, adapt
from decoders.models.skipping import (
    Text,
    decoder_layers,
    mean_overlap,
    promised_speedup,
    search,
    skip_sublayers,
    weight_shares,
)
from decoders.models.skips import Found, file_name, keep, known_skips
from decoders.models.torch.huggingface import HuggingFaceModel
from explorer.cli.main import main
from explorer.energy.model import shape_of
from tests.tiny import VOCAB, plain, tiny

TEXT = [3, 9, 27, 17, 51, 25, 11, 33]
FAMILIES = ["llama-grouped", "qwen2", "qwen3", "gemma2", "phi3", "smollm3"]


def hooked(net: Any, text: str, tokens: list[int]) -> torch.Tensor:
    """Scores with the same sub-layers silenced by hooks on the model."""
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
    """Another draft than the named one would make self-SSD's acceptance rates wrong."""
    net = tiny(family, num_hidden_layers=4)
    before = plain(net, TEXT)
    thin = skip_sublayers(net, parse_skips(text, 4))
    torch.testing.assert_close(plain(thin, TEXT), hooked(net, text, TEXT))
    assert torch.equal(plain(net, TEXT), before)
    assert [part.layer_idx for part in (x.self_attn for x in decoder_layers(net))] == [0, 1, 2, 3]


@pytest.mark.parametrize("text", ["a0", "a1", "m0"])
@pytest.mark.parametrize("family", ["gemma3-windows", "olmo3-windows"])
def test_a_thinned_draft_goes_beyond_windows(family: str, text: str) -> None:
    """Self-SSD must not end at a window that the target can exceed, also if no windowed layer is left."""
    thin = HuggingFaceModel(tiny(family, torch.float32), VOCAB, family).thinned(text)
    assert (thin.tree_mode, thin.window) == ("tree", 256)
    prompt = TEXT * 6
    row: Any = thin.start(prompt).forward([5, 6], [-1, -1]).row(1)  # pyright: ignore[reportAttributeAccessIssue]
    torch.testing.assert_close(row, plain(thin.model, [*prompt, 6]), rtol=0, atol=1e-3)


@pytest.mark.parametrize("kind", ["self_attn", "mlp"])
def test_a_method_of_the_instance_is_the_twins_own(kind: str) -> None:
    """Libraries put a bound `forward` on a module; the twin's layer must run its own parts."""
    net = tiny.__wrapped__("llama-grouped")
    expected = plain(skip_sublayers(net, frozenset({(kind, 0)})), (3, 5, 7))
    for module in net.modules():
        module.forward = module.forward
    assert torch.equal(plain(skip_sublayers(net, frozenset({(kind, 0)})), (3, 5, 7)), expected)


def test_no_weight_is_copied() -> None:
    """Self-speculation saves memory: the draft may only add its cache."""
    net = tiny("llama", num_hidden_layers=4)
    own = {weight.data_ptr() for weight in net.parameters()}
    assert {weight.data_ptr() for weight in skip_sublayers(net, parse_skips("a1,m2", 4)).parameters()} < own


@pytest.mark.parametrize("text", ["a0,m1", "a0,a1,a2,m3"])
def test_tree_of_the_draft_agrees_with_paths(text: str) -> None:
    """A skipped first attention must not confuse the cache, whose length comes from its first layer."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    thin = HuggingFaceModel(skip_sublayers(net, parse_skips(text, 4)), VOCAB, "thin")
    assert thin.tree_mode == "tree"


@pytest.mark.parametrize("text", ["a0,m1", "m0,m1,m2,m3"])
def test_self_ssd_writes_the_greedy_text(text: str) -> None:
    """Whatever is skipped, temperature 0 must give the target's greedy text."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    models = Models(HuggingFaceModel(net, VOCAB, "target"), None, frozenset({2}))
    found: list[tuple[int, ...]] = []
    for method, given in (("greedy", {}), ("self-ssd", {"temperature": 0, "exit_threshold": 0.1, "skips": text})):
        one = decoder(method)
        *_, last = one.decode(TEXT, models, one.make_settings(given), Seeded(0), 20)
        found.append(last.final.beams[0].tokens)
    assert found[0] == found[1]


def test_search_skips_what_matters_least() -> None:
    """The search must rank by measured overlap, and its numbers must belong to the named set."""
    net = tiny("llama-grouped", torch.float32, num_hidden_layers=4)
    silent = skip_sublayers(net, frozenset())
    weight = decoder_layers(silent)[2].mlp.down_proj.weight
    kept = weight.detach().clone()
    try:
        with torch.no_grad():
            weight.zero_()  # this MLP adds nothing already
        shares = weight_shares(net)
        choices = search(net, [Text(TEXT, 3)], VOCAB)
        assert choices[0].skips == parse_skips("m2", 4)
        assert choices[0].overlap == pytest.approx(1)
        laws = [torch.softmax(net(input_ids=torch.tensor([TEXT])).logits[0, 2:-1].detach(), -1)]
        for one in choices:
            assert one.overlap == pytest.approx(mean_overlap(net, one.skips, [Text(TEXT, 3)], laws, VOCAB))
            assert one.cost == pytest.approx(1 - sum(shares[kind] for kind, _ in one.skips))
            assert one.speedup == promised_speedup(one.overlap, one.cost)
    finally:
        with torch.no_grad():
            weight.copy_(kept)


def test_text_of_skips() -> None:
    """A pair's name contains the skips, so written and parsed forms must agree."""
    for text in ("", "a1,a3,m0", "m2"):
        assert write_skips(parse_skips(text, 4)) == text
    for wrong in ("a4", "x1", "a", "a1;m2", "a0,a1,a2,a3"):
        with pytest.raises(BadInput):
            parse_skips(wrong, 4)


def test_cost_is_the_weights_of_the_twin() -> None:
    """The predicted speed-up uses this cost, which must be that of the remaining weights."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    shares, skips = weight_shares(net), parse_skips("a1,a2,m3", 4)
    left = sum(weight.numel() for weight in skip_sublayers(net, skips).parameters())
    whole = sum(weight.numel() for weight in net.parameters())
    assert left / whole == pytest.approx(1 - 2 * shares["self_attn"] - shares["mlp"])


def test_sizes_of_the_twin_are_counted() -> None:
    """Modelled energy of self-SSD: skipped parts cost neither weights nor cache."""
    net = tiny("llama-grouped", num_hidden_layers=4)
    whole = HuggingFaceModel(net, VOCAB, "whole")
    models = decoder("self-ssd").fit(Models(whole, None, frozenset()), settings_for("a0,a2,m1"))
    full, thin = shape_of(whole), shape_of(models.draft)
    assert (full.layers, thin.layers) == (4, 2)
    assert thin.matrix < full.matrix
    assert net.config.num_hidden_layers == 4


def settings_for(skips: str) -> Any:
    return decoder("self-ssd").make_settings({"skips": skips})


def test_what_was_found_is_kept_for_each_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`auto` must use the target's own set, prefer one searched here, and name the search."""
    net, other = (HuggingFaceModel(tiny("llama", num_hidden_layers=3, seed=i), VOCAB, f"org/net {i}") for i in (0, 1))
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    assert keep(Found("org/net 0", "a1", 0.7, 0.9, 1.1), tmp_path / "skips").name == file_name("org/net 0")
    keep(Found("org/net 0", "a1,m2", 0.7, 0.9, 1.1), tmp_path / "skips")
    assert [path.suffix for path in (tmp_path / "skips").iterdir()] == [".json"]
    auto = decoder("self-ssd").make_settings({})
    draft: Any = decoder("self-ssd").fit(Models(net, None, frozenset()), auto).draft
    assert draft.skipped == Skipped((1,), (2,), 3)
    assert "1 attention and 1 MLP" in draft.name
    with pytest.raises(BadInput, match="explorer skips --pair"):
        decoder("self-ssd").fit(Models(other, None, frozenset()), auto)
    (tmp_path / "skips" / file_name("org/net 1")).write_text("{")
    with pytest.raises(BadInput, match="Delete the file"):
        known_skips("org/net 1")


def test_the_embedded_targets_skips_ship(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody should have to search before the first run of the embedded pair."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    found = known_skips("SmolLM2-135M-Instruct (Q4_1)")
    assert found.skips == write_skips(parse_skips(found.skips, 30))
    assert found.skips
    assert {"prompts", "places", "seed", "weight_shares", "made"} <= found.search.keys()


@pytest.mark.parametrize("skips", ["a6;m4", "x1", "6", "", "a1,,m2", "a2,auto"])
def test_mistyped_skips_are_one_sentence(skips: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Mistyped skips are reported before any model is loaded."""
    words = ["record", "self-ssd", "--pair", "smollm2", "--prompt", "x", "--set", f"skips={skips}"]
    assert main([*words, "-o", str(tmp_path / "t.jsonl")]) == 2
    error = capfd.readouterr().err
    assert error.count("\n") == 1
    assert "a6,m4" in error


def test_toy_pairs_have_nothing_to_skip(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """A table has no layers, so a set of layers is refused; by default its own draft is used."""
    toy = "toy:assets/toys/dsbd-figure-2.json"
    for command in (["record", "self-ssd", "-o", str(tmp_path / "t.jsonl")], ["law", "self-ssd"]):
        words = [*command, "--pair", toy, "--prompt", "", "--max-new-tokens", "2"]
        assert main([*words, "--set", "skips=a0"]) == 2
        assert "a toy pair has no layers to skip" in capfd.readouterr().err
        assert main(words) == 0
    assert main(["skips", "--pair", toy]) == 2


def test_the_threshold_goes_where_the_rate_is_aimed() -> None:
    """The paper's update: draft less if too few drafts were accepted, more if over nine in ten were."""
    assert adapt(0.9, 0.6, 0.5) == pytest.approx((0.7, 0.601))
    assert adapt(0.9, 0.6, 1.0) == pytest.approx((0.95, 0.599))
    assert adapt(0.0, 1.0, 0.0) == (0.0, 1.0)


def test_models_without_these_parts_are_refused() -> None:
    """OPT has no `mlp`; skipping must say so instead of doing nothing."""
    with pytest.raises(BadInput, match="OPTForCausalLM"):
        skip_sublayers(tiny("opt"), frozenset())


def iterations(models: Models, method: str, **given: Any) -> list[Iteration]:
    """Every iteration of one short recorded run."""
    one = decoder(method)
    return list(one.decode(TEXT, models, one.make_settings(given), Seeded(1), 12))


def test_the_record_says_what_is_skipped() -> None:
    """The stage lists the skipped layers in every iteration, because they explain the draft."""
    models = Models(HuggingFaceModel(tiny("llama-grouped", num_hidden_layers=4), VOCAB, "target"), None, frozenset())
    given = {"skips": "a1,a3,m0", "gamma": 2, "exit_threshold": 0}
    for adaptive in (True, False):
        for iteration in iterations(models, "self-ssd", **given, adaptive=adaptive):
            (about,) = [layer for layer in iteration.layers if isinstance(layer, SkippedLayer)]
            assert (about.attention, about.mlp, about.of_layers) == ((1, 3), (0,), 4)
            assert (about.acceptance_rate is not None) == adaptive
            assert about.acceptance_rate is None or 0 <= about.acceptance_rate <= 1


def test_the_record_says_where_the_draft_stopped() -> None:
    """The numbers that ended a short draft must explain it."""
    models = Models(HuggingFaceModel(tiny("llama-grouped", num_hidden_layers=4), VOCAB, "target"), None, frozenset())
    stopped = 0
    for iteration in iterations(models, "self-ssd", skips="a1,m0", gamma=3, exit_threshold=0.5):
        exits = [layer for layer in iteration.layers if isinstance(layer, ExitLayer)]
        assert all(layer.stopped == (layer.max_q < layer.threshold == 0.5) for layer in exits)
        steps = [step.layer for step in iteration.steps if step.phase == "exit"]
        assert steps == [layer.layer for layer in exits if layer.stopped]
        stopped += len(steps)
    assert stopped
