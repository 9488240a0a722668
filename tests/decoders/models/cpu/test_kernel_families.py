"""The built-in kernels compared with torch in float32, for every family and each option."""

import tempfile
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from transformers import CONFIG_MAPPING, AutoModelForCausalLM

from decoders.core.sublayers import parse_skips
from decoders.models import probe, slots
from decoders.models.cpu import model as kernels
from decoders.models.cpu import packing, passes
from decoders.models.cpu import session as folders
from decoders.models.cpu.model import NumbaModel
from decoders.models.loading import making
from decoders.models.parts import CannotConvertError, Parts
from decoders.models.rounding import round_weights
from decoders.models.skipping import skip_sublayers
from decoders.models.torch.heads import ResidualHeads
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.decoders.models.cpu.test_model import PATH, alone, among, crew_of, same
from tests.engines import CLOSE, Checked, grow, grow_at_random, in_float, some
from tests.tiny import VOCAB, tiny_heads, written

SIZES: dict[str, Any] = {
    "vocab_size": VOCAB,
    "hidden_size": 64,
    "intermediate_size": 96,
    "num_hidden_layers": 3,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 256,
    "initializer_range": 0.3,
    "eos_token_id": None,
    "bos_token_id": None,
    "pad_token_id": 0,
}
ROPE = {"rope_theta": 10000.0}
YARN = {**ROPE, "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32}
ODD = {"hidden_size": 60, "intermediate_size": 100, "num_attention_heads": 3, "num_key_value_heads": 1}
GRANITE = {
    "embedding_multiplier": 3.0,
    "residual_multiplier": 0.22,
    "attention_multiplier": 0.1,
    "logits_scaling": 0.125,
}

# name: (transformers' model type, what its configuration adds to SIZES)
VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama-biases": ("llama", {"attention_bias": True, "mlp_bias": True}),
    "llama-yarn": ("llama", {"rope_parameters": YARN}),
    "llama-odd": ("llama", {**ODD, "head_dim": 20, "tie_word_embeddings": True}),
    **{f"llama-heads-of-{dim}": ("llama", {"head_dim": dim}) for dim in (8, 16, 24, 40, 80, 96, 128)},
    "mistral": ("mistral", {"sliding_window": None, "head_dim": 24}),
    "mistral-window-32": ("mistral", {"sliding_window": 32}),
    "mistral-window-64": ("mistral", {"sliding_window": 64}),
    "qwen2": ("qwen2", {"tie_word_embeddings": True}),
    "qwen2-window-32": (
        "qwen2",
        {"use_sliding_window": True, "sliding_window": 32, "max_window_layers": 1},
    ),
    "qwen3": ("qwen3", {"head_dim": 32}),
    "qwen3-biases": ("qwen3", {"head_dim": 24, "attention_bias": True, "num_key_value_heads": 1}),
    "qwen3-window-64": (
        "qwen3",
        {
            "head_dim": 16,
            "use_sliding_window": True,
            "sliding_window": 64,
            "layer_types": ["sliding_attention", "full_attention", "sliding_attention"],
        },
    ),
    "smollm3": ("smollm3", {"no_rope_layer_interval": 2}),
    "smollm3-window-32": (
        "smollm3",
        {"no_rope_layers": [0, 1, 0], "use_sliding_window": True, "sliding_window": 32, "mlp_bias": True},
    ),
    "granite": ("granite", GRANITE),
    "granite-biases": ("granite", {**GRANITE, "attention_bias": True, "mlp_bias": True}),
    "olmo2": ("olmo2", {}),
    "olmo2-odd": ("olmo2", {**ODD, "attention_bias": True}),
}
WINDOWS = [name for name in VARIANTS if "window" in name]
TREES = {"spd": {"gamma": 3}, "gsd": {"merge": 1, "gamma": 4}, "eagle2": {}}


@cache
def network(name: str, dtype: torch.dtype = torch.float32, **changes: Any) -> Any:
    """A small random network whose norms and biases are random, too."""
    kind, given = VARIANTS[name]
    random = torch.Generator().manual_seed(5)
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(3)
        net = AutoModelForCausalLM.from_config(
            CONFIG_MAPPING[kind](**{**SIZES, **given, **changes}), dtype=dtype
        ).eval()
    for key, weight in net.named_parameters():
        if weight.ndim == 1:
            start = 1.0 if "norm" in key else 0.0
            weight.data = (start + torch.randn(weight.shape, generator=random) / 3).to(dtype)
    return net.requires_grad_(False)


def written_folder(parts: Parts, **more: Any) -> Path:
    """Convert a network for the kernels. Raises CannotConvertError."""
    folder = Path(tempfile.mkdtemp(prefix="kernels-test-"))
    making.write(parts, folder, VOCAB, **more)
    return folder


@cache
def model(name: str) -> NumbaModel:
    """A variant on the built-in kernels."""
    return NumbaModel(written_folder(Parts(network(name))), name, VOCAB)


def prompt(number: int) -> list[int]:
    """One of several prompts."""
    return [(5 * i * (number + 1) + 9 * number + 4) % VOCAB for i in range(3 + 13 * number)]


def generated(net: Any, tokens: list[int], count: int) -> list[int]:
    """The text that transformers writes greedily."""
    ids = torch.tensor([tokens])
    config = {"do_sample": False, "max_new_tokens": count, "attention_mask": torch.ones_like(ids)}
    return net.generate(ids, **config)[0, len(tokens) :].tolist()


# Equal to torch


@pytest.mark.parametrize("name", VARIANTS)
def test_scores_over_a_tree_are_torchs(name: str) -> None:
    """A wrong score would be another model's probability."""
    grow(Checked(model(name), network(name), some(11)))


@torch.inference_mode()
def most_probable(net: Any, tokens: list[int], text: list[int]) -> list[int]:
    """The token that torch's plain pass finds most probable at each position of a text after a prompt."""
    scores = net(input_ids=torch.tensor([tokens + text]), use_cache=False).logits[0]
    return scores[len(tokens) - 1 : -1].argmax(-1).tolist()


@pytest.mark.parametrize("name", VARIANTS)
def test_greedy_text_is_torchs(name: str) -> None:
    """A person who compares with torch must find the same text."""
    for number in range(3):
        [text] = written("greedy", model(name), model(name), {}, prompt(number), 0, 64)
        assert list(text) == most_probable(network(name), prompt(number), list(text)), f"after prompt {number}"


@pytest.mark.parametrize("name", WINDOWS)
def test_greedy_text_beyond_a_window_is_transformers(name: str) -> None:
    """A long text must not differ from that of `generate` beyond a window."""
    [text] = written("greedy", model(name), model(name), {}, prompt(1), 0, 150)
    assert list(text) == generated(network(name), prompt(1), 150)


@pytest.mark.parametrize("method", TREES)
@pytest.mark.parametrize("name", ["mistral-window-32", "smollm3-window-32", "olmo2"])
def test_methods_write_greedy_text(name: str, method: str) -> None:
    """At temperature 0, a branch with another window than its path would change the text."""
    draft = NumbaModel(written_folder(Parts(drafting(name))), "draft", VOCAB)
    [text] = written(method, model(name), draft, {**TREES[method], "temperature": 0}, prompt(1), 0, 90)
    assert list(text) == most_probable(network(name), prompt(1), list(text))


def drafting(name: str) -> Any:
    """The same network with noise, so that its drafts are accepted and rejected."""
    net, random = deepcopy(network(name)), torch.Generator().manual_seed(1)
    for weight in net.parameters():
        weight.data += torch.randn(weight.shape, generator=random) * weight.std() * 0.1
    return net


@pytest.mark.parametrize("name", ["llama-biases", "qwen2", "qwen3-biases", "olmo2-odd", "granite"])
@pytest.mark.parametrize("kept", ["bfloat16", "float16", "int8"])
def test_short_weights_are_exact(name: str, kept: str) -> None:
    """Short weights, biases and norms must be computed exactly in float32."""
    net = network(name, torch.float16 if kept == "float16" else torch.bfloat16)
    parts = Parts(round_weights(deepcopy(net)), eight_bits=True) if kept == "int8" else Parts(net)
    grow(Checked(NumbaModel(written_folder(parts), name, VOCAB), in_float(parts.net), some(9)))


@pytest.mark.parametrize("spare", [0, 10_000])
@pytest.mark.parametrize("name", ["mistral-window-32", "qwen3-window-64", "olmo2-odd"])
def test_random_trees_beyond_the_window(name: str, spare: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A window counts positions, not cache slots; forgotten branches and compaction must not matter."""
    monkeypatch.setattr(slots, "SPARE", spare)
    monkeypatch.setattr(folders, "PREFILL_CHUNK", 20)
    grow_at_random(Checked(model(name), network(name), some(70)), spare)


@pytest.mark.parametrize("gone", ["a0", "a1,m2", "m0"])
@pytest.mark.parametrize("name", ["smollm3-window-32", "qwen2-window-32", "olmo2", "granite"])
def test_a_thinned_model_is_torchs(name: str, gone: str) -> None:
    """Windows and rotary positions belong to layer numbers before layers were skipped."""
    skips = parse_skips(gone, 3)
    thin = NumbaModel(written_folder(Parts(skip_sublayers(network(name), skips))), "thin", VOCAB)
    grow(Checked(thin, skip_sublayers(network(name), skips), some(50)))


@pytest.mark.parametrize("name", ["granite", "olmo2"])
def test_states_for_other_drafts_are_torchs(name: str) -> None:
    """Medusa heads and other drafts read states before the multipliers of scores."""
    net, layers = network(name), (0, 2, 3)
    heads = tiny_heads(net)
    ours = NumbaModel(written_folder(Parts(net, heads=heads), shown=layers), "ours", VOCAB)
    theirs = HuggingFaceModel(
        net, VOCAB, "theirs", heads=ResidualHeads(heads.weight, heads.rows, heads.ids), shown=layers
    )
    sessions: list[Any] = [one.start(some(6)) for one in (ours, theirs)]
    for session in sessions:
        session.forward([1, 2, 3], [-1, 0, 0])
    features = [np.asarray(session.features([-2, -1, 0, 2])) for session in sessions]
    assert np.abs(features[0] - features[1]).max() < CLOSE
    for slot in (-1, 2):
        rows = [session.heads(slot) for session in sessions]
        for head in range(2):
            pairs = [[row.logp(head, token) for row in rows] for token in range(VOCAB)]
            assert max(abs(one - two) for one, two in pairs) < CLOSE


# Bit for bit


@pytest.mark.parametrize("name", ["llama-heads-of-24", "mistral-window-32", "qwen3-biases", "granite-biases", "olmo2"])
def test_a_path_has_the_same_bits_alone_and_in_a_tree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A verified draft must be compared with the same numbers as greedy decoding, whatever else is in the pass."""
    monkeypatch.setattr(slots, "SPARE", 30)
    rng = np.random.default_rng(0)
    for length in (9, 40):
        expected = alone(model(name), some(length), PATH)
        for rows in (1, 2, 5, 8, 13):
            assert same(among(model(name), some(length), PATH, rows, rng), expected), f"with {rows} rows"


@pytest.mark.parametrize("name", ["qwen3-window-64", "olmo2-odd", "llama-heads-of-80"])
def test_any_number_of_threads_gives_the_same_bits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs on other machines must agree token for token; threads that overtake each other would show."""

    def walk(count: int) -> list[np.ndarray]:
        monkeypatch.setattr(kernels, "crew", lambda: crew_of(count))
        rng = np.random.default_rng(7)
        rows = [row for count in (1, 3, 14) for row in among(model(name), some(70), PATH, count, rng)]
        return [*rows, *model(name).start(some(40)).forward(range(33), [-1] * 33).scores]  # pyright: ignore

    assert same(walk(3), walk(1))


def test_every_family_runs_the_same_code() -> None:
    """A model with its own code would be compiled for half a minute at a start."""
    for name in VARIANTS:
        alone(model(name), some(3), [1])
    assert len(passes.share.signatures) == 1


# What is wrong is noticed


def no_biases(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "bias_of", lambda join, *linears: None)


def no_key_norm(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "norms_of_heads", lambda attention: {"query_norm": attention.q_norm})


def other_multiplier(name: str) -> Callable[[pytest.MonkeyPatch], None]:
    def broken(patch: pytest.MonkeyPatch) -> None:
        right = packing.multipliers
        patch.setattr(packing, "multipliers", lambda net: right(net) | {name: 1.01 * right(net)[name]})

    broken.__name__ = f"other_{name}_multiplier"
    return broken


def rope_everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "has_rope", lambda attention: True)


def other_window(by: int) -> Callable[[pytest.MonkeyPatch], None]:
    def broken(patch: pytest.MonkeyPatch) -> None:
        right = NumbaModel.narrow_windows
        patch.setattr(NumbaModel, "narrow_windows", lambda self, size: right(self, size + by))

    broken.__name__ = f"window_{by:+}"
    return broken


def written_window(patch: pytest.MonkeyPatch) -> None:
    right = packing.window_of
    patch.setattr(packing, "window_of", lambda body, layer: (right(body, layer) or -1) + 1 or None)


def windows_everywhere(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "window_of", lambda body, layer: body.config.sliding_window)


def no_windows(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(packing, "window_of", lambda body, layer: None)


def no_output_biases(patch: pytest.MonkeyPatch) -> None:
    right = packing.Weights.matrix
    patch.setattr(
        packing.Weights,
        "matrix",
        lambda self, weight, bias=None: right(self, weight, bias if len(weight) > 64 else None),
    )


def other_scale(patch: pytest.MonkeyPatch) -> None:
    right = packing._sizes
    patch.setattr(packing, "_sizes", lambda net: right(net) | {"scale": 16**-0.5})


def norms_before(patch: pytest.MonkeyPatch) -> None:
    right = packing._sizes
    patch.setattr(packing, "_sizes", lambda net: right(net) | {"norms_after": False})


def norms_by_head(patch: pytest.MonkeyPatch) -> None:
    right = packing._sizes
    patch.setattr(packing, "_sizes", lambda net: right(net) | {"whole_norms": False})


def plain_yarn(patch: pytest.MonkeyPatch) -> None:
    right = packing._sizes
    patch.setattr(packing, "_sizes", lambda net: right(net) | {"factor": 1.0})


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("llama-biases", no_biases),
        ("llama-biases", no_output_biases),
        ("qwen2", no_biases),
        ("qwen3", no_key_norm),
        ("olmo2", no_key_norm),
        ("olmo2", norms_before),
        ("olmo2", norms_by_head),
        ("granite", other_multiplier("embedding")),
        ("granite", other_multiplier("residual")),
        ("granite", other_multiplier("scores")),
        ("granite", other_scale),
        ("smollm3", rope_everywhere),
        ("llama-yarn", plain_yarn),
        *((name, broken) for name in WINDOWS for broken in (no_windows, other_window(-1), other_window(1))),
        ("mistral-window-64", written_window),
        ("qwen3-window-64", windows_everywhere),
    ],
)
def test_an_option_that_is_ignored_is_noticed(
    name: str, broken: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison before a model is stored protects people from faults in the kernels."""
    broken(monkeypatch)
    reasons = "from those that torch computes for|its sliding window is|NaN or infinite logits"
    with pytest.raises(CannotConvertError, match=reasons):
        written_folder(Parts(network(name)))


def test_the_comparison_leaves_the_windows_as_they_were() -> None:
    """The network is used elsewhere afterwards, and the model's windows are those that were written."""
    net = network("qwen3-window-64")
    ours = model("qwen3-window-64")
    assert net.config.sliding_window == 64 > probe.NARROW
    assert ours.windows == {64}
    assert (ours.window, ours.about["why"]) == (256, "its position limit")


# Others


@pytest.mark.parametrize(
    ("name", "changes", "why"),
    [
        ("llama-odd", {"hidden_act": "gelu"}, "its activation is gelu, but the kernels compute silu"),
        ("qwen2", {"hidden_act": "gelu"}, "its activation is gelu, but the kernels compute silu"),
        (
            "llama-biases",
            {"rope_parameters": {**ROPE, "rope_type": "dynamic", "factor": 4.0}},
            "its rotary positions are of the kind dynamic, but the kernels compute default, linear, llama3, yarn",
        ),
        (
            "llama-yarn",
            {"rope_parameters": {**YARN, "partial_rotary_factor": 0.5}},
            "its rotary positions cover only a part of each head",
        ),
    ],
)
def test_options_that_the_kernels_lack_are_refused(name: str, changes: dict[str, Any], why: str) -> None:
    """The kernels would compute other numbers, so another engine runs them and the trace says why."""
    with pytest.raises(CannotConvertError, match=why):
        written_folder(Parts(network.__wrapped__(name, **changes)))


def test_parameters_that_the_kernels_do_not_know_are_refused() -> None:
    """A part that a later transformers release adds must not be ignored silently."""
    net = deepcopy(network("qwen2"))
    net.model.layers[1].self_attn.gate = torch.nn.Linear(4, 4)
    with pytest.raises(
        CannotConvertError, match=r"weights that the kernels do not use \(model\.layers\.1\.self_attn\.gate\.bias"
    ):
        written_folder(Parts(net))
