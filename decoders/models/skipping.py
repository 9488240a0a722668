"""The target with some attention and MLP sub-layers skipped: the draft of self-ssd (Zhang et al. 2024, §3.1).

`skip_sublayers` builds a second tree of modules that has the *same* weights. In it, skipped sub-layers are replaced
with zeros, which add nothing to the residual stream and cost nothing. The target is not modified, so both can run at
any time, each with its own cache. This works for models whose decoder layers have `self_attn` and `mlp` (Llama, Qwen,
Mistral, Gemma, Phi-3, SmolLM …); others are refused. `search` finds a set of sub-layers, and skips.py stores it.
"""

import copy
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MethodType
from typing import Any, cast

import torch
from torch import Tensor, nn

from decoders.core.sublayers import LETTERS, Sublayer
from decoders.errors import BadInput
from decoders.models.probe import is_recurrent


class NoAttention(nn.Module):
    """A replacement for a skipped attention sub-layer: it adds nothing and does not change the cache."""

    def forward(self, hidden_states: Tensor, **kwargs: Any) -> tuple[Tensor, None]:
        """Zeros like hidden_states[1, n, d], and no attention weights."""
        return torch.zeros_like(hidden_states), None


class NoMlp(nn.Module):
    """A replacement for a skipped MLP: it adds nothing."""

    def forward(self, x: Tensor) -> Tensor:
        """Zeros like x[1, n, d]."""
        return torch.zeros_like(x)


def decoder_layers(net: Any) -> Sequence[Any]:
    """The decoder layers of a causal model. Raises BadInput if they lack the parts that can be skipped."""
    if is_recurrent(net):
        raise BadInput(
            f"{type(net).__name__} is a recurrent model, so self-ssd cannot skip its layers. Choose another method or "
            "another target."
        )
    layers = getattr(getattr(net, net.base_model_prefix, None), "layers", None)
    parts = layers is not None and all(hasattr(x, "self_attn") and hasattr(x, "mlp") for x in layers)
    if layers is None or not parts or not all(hasattr(x.self_attn, "layer_idx") for x in layers):
        raise BadInput(
            f"{type(net).__name__} has no self_attn or mlp sub-layers, so none can be skipped. Choose another target."
        )
    return layers


def skip_sublayers(net: Any, skips: frozenset[Sublayer]) -> Any:
    """A model that has the weights of `net`, but in which the given sub-layers add nothing. `net` is not modified."""
    layers: list[nn.Module] = []
    attentions = 0
    for i, layer in enumerate(decoder_layers(net)):
        attention: Any = NoAttention()
        if ("self_attn", i) not in skips:
            attention = _shallow(layer.self_attn)
            attention.layer_idx = (
                attentions  # numbered without gaps, because the first layer determines the cache's length
            )
            attentions += 1
        parts: dict[str, nn.Module] = {"self_attn": attention}
        if ("mlp", i) in skips:
            parts["mlp"] = NoMlp()
        layers.append(_shallow(layer, **parts))
    prefix = net.base_model_prefix
    twin = _shallow(net, **{prefix: _shallow(getattr(net, prefix), layers=nn.ModuleList(layers))})
    # the outer configuration is only read for the sizes of a pass and of a cache
    twin.config = copy.deepcopy(net.config)
    twin.config.get_text_config(decoder=True).num_hidden_layers = attentions
    return twin


def _shallow(module: Any, **parts: nn.Module) -> Any:
    """A module with the same parameters and parts, except the given ones.

    Raises BadInput if the module's hooks bind it to a device.
    """
    if "_hf_hook" in vars(module):
        raise BadInput("A model that is split over several devices cannot skip sub-layers. Load it on one device.")
    twin = copy.copy(module)
    twin._modules = {**module._modules, **parts}
    for name, value in cast(dict[str, Any], vars(module)).items():
        # a bound method, such as the instance's own `forward`, would run the original module
        if getattr(value, "__self__", None) is module:
            setattr(twin, name, MethodType(value.__func__, twin))
    return twin


@dataclass(frozen=True)
class Choice:
    """A set of skipped sub-layers and its predicted effect.

    `overlap` is the mean Σ min(p, q) on the texts. `cost` is the number of weights that a draft pass reads, divided by
    the number that a target pass reads. This is also the relative time of a draft pass, because passes over few tokens
    are memory-bound. `speedup` is predicted from `overlap` and `cost`, for the best γ.
    """

    skips: frozenset[Sublayer]
    overlap: float
    cost: float
    speedup: float


def promised_speedup(overlap: float, cost: float, longest: int = 12) -> float:
    """The maximum over γ = 1 … longest of (1 − α^(γ+1)) / ((1 − α)(γc + 1)) (Leviathan et al. 2023, Theorem 3.8)."""
    lengths = range(1, longest + 1)
    return max(sum(overlap**i for i in range(gamma + 1)) / (gamma * cost + 1) for gamma in lengths)


@dataclass(frozen=True)
class Text:
    """Token ids of a prompt and of the target's reply. Distributions are compared at tokens[first:]."""

    tokens: Sequence[int]
    first: int


def search(
    net: Any,
    texts: Sequence[Text],
    vocab_size: int,
    on_try: Callable[[float], object] = lambda share: None,
) -> list[Choice]:
    """Search for sub-layers to skip. Starting with no skipped sub-layer, always skip next the sub-layer with the
    smallest loss per weight.

    The loss is the decrease of the overlap of p and q. The search is greedy with lazy updates: a sub-layer is evaluated
    again only when its last known loss is the smallest. This saves most of the passes, but assumes that a sub-layer's
    loss never decreases. The search stops when the overlap falls below one half. `on_try` receives the progress: the
    fraction of sub-layers evaluated or skipped, whichever is larger.
    """
    layers, shares = decoder_layers(net), weight_shares(net)
    laws = [_law(net, text, vocab_size) for text in texts]
    parts = [(kind, i) for i in range(len(layers)) for kind in LETTERS.values()]
    # per sub-layer: loss per weight, number of sub-layers skipped when it was measured, and the resulting overlap
    known: dict[Sublayer, tuple[float, int, float]] = dict.fromkeys(parts, (-math.inf, -1, 0.0))
    gone: frozenset[Sublayer] = frozenset()
    choices: list[Choice] = []
    before, tries = 1.0, 0
    while known and sum(kind == "self_attn" for kind, _ in gone) < len(layers) - 1:
        part = min(known, key=lambda one: known[one][0])
        if known[part][1] < len(gone):
            overlap = mean_overlap(net, gone | {part}, texts, laws, vocab_size)
            known[part] = ((before - overlap) / shares[part[0]], len(gone), overlap)
            tries += 1
            on_try(max(min(tries, len(parts)) / 2, len(gone)) / len(parts))
            continue
        before = known.pop(part)[2]
        if before < 0.5:
            break
        gone |= {part}
        cost = 1 - sum(shares[kind] for kind, _ in gone)
        choices.append(Choice(gone, before, cost, promised_speedup(before, cost)))
    return choices


def weight_shares(net: Any) -> dict[str, float]:
    """The fraction of a model's weights in one sub-layer of each kind. The first layer represents all others."""
    total = sum(weight.numel() for weight in net.parameters())
    first = decoder_layers(net)[0]
    return {kind: sum(w.numel() for w in getattr(first, kind).parameters()) / total for kind in LETTERS.values()}


@torch.inference_mode()
def _law(net: Any, text: Text, vocab_size: int) -> Tensor:
    """The probabilities p[n, V] before warping, for every token from the first generated one on."""
    ids = torch.tensor([list(text.tokens[:-1])], device=net.device)
    scores = net(input_ids=ids, use_cache=False).logits[0, text.first - 1 :]
    return torch.softmax(scores[:, :vocab_size].float(), -1)


def mean_overlap(
    net: Any, skips: frozenset[Sublayer], texts: Sequence[Text], laws: Sequence[Tensor], vocab_size: int
) -> float:
    """The mean of Σ min(p, q) over all positions, which is the expected acceptance rate."""
    thin = skip_sublayers(net, skips)
    places = [torch.minimum(p, _law(thin, text, vocab_size)).sum(-1) for text, p in zip(texts, laws, strict=True)]
    return float(torch.cat(places).mean())
