"""The target with some attention and MLP sub-layers skipped: the draft of self-SSD (Zhang et al. 2024, §3.1).

`skip_sublayers` builds a second tree of modules over the *same* weights, with zeros in the place of the skipped
sub-layers: a skipped one adds nothing to the residual stream and costs nothing. The target itself is not touched, so
that both can run at any time, each with a cache of its own. Works for models whose decoder layers have `self_attn`
and `mlp` (Llama, Qwen, Mistral, Gemma, Phi-3, SmolLM …); others are refused by name. Which sub-layers to skip is
written `a4,m7` (the attention of layer 4, the MLP of layer 7, counted from 0); `search` finds a set.
"""

import copy
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import torch
from torch import Tensor, nn

from decoders.errors import BadInput
from decoders.model import HuggingFaceModel
from decoders.pairs import Pair

Sublayer = tuple[str, int]  # ("self_attn" or "mlp", layer)
LETTERS = {"a": "self_attn", "m": "mlp"}


class NoAttention(nn.Module):
    """Adds nothing where attention would, and leaves the cache alone."""

    def forward(self, hidden_states: Tensor, **kwargs: Any) -> tuple[Tensor, None]:
        """Zeros like hidden_states[1, n, d], and no attention weights."""
        return torch.zeros_like(hidden_states), None


class NoMlp(nn.Module):
    """Adds nothing where an MLP would."""

    def forward(self, x: Tensor) -> Tensor:
        """Zeros like x[1, n, d]."""
        return torch.zeros_like(x)


def parse_skips(text: str, layers: int) -> frozenset[Sublayer]:
    """`a4,m7` as sub-layers. Raises BadInput for what is not one, or if no attention would be left.

    >>> sorted(parse_skips("a4,m7", 8))
    [('mlp', 7), ('self_attn', 4)]
    """
    found: set[Sublayer] = set()
    for word in filter(None, (part.strip() for part in text.split(","))):
        match = re.fullmatch(r"([am])(\d+)", word)
        if match is None or int(match[2]) >= layers:
            raise BadInput(f"{word!r} is not a sub-layer of this model; write a0 … a{layers - 1} or m0 … m{layers - 1}")
        found.add((LETTERS[match[1]], int(match[2])))
    if sum(kind == "self_attn" for kind, _ in found) == layers:
        raise BadInput("skipping every attention sub-layer leaves no context to draft from; keep at least one")
    return frozenset(found)


def write_skips(skips: frozenset[Sublayer]) -> str:
    """The text that `parse_skips` reads, attention first, in layer order."""
    letters = {kind: letter for letter, kind in LETTERS.items()}
    return ",".join(f"{letters[kind]}{layer}" for kind, layer in sorted(skips, key=lambda s: (letters[s[0]], s[1])))


def decoder_layers(net: Any) -> Sequence[Any]:
    """The layers of a causal model. Raises BadInput if they do not have the parts that can be skipped."""
    layers = getattr(getattr(net, net.base_model_prefix, None), "layers", None)
    parts = layers is not None and all(hasattr(x, "self_attn") and hasattr(x, "mlp") for x in layers)
    if layers is None or not parts or not all(hasattr(x.self_attn, "layer_idx") for x in layers):
        raise BadInput(f"{type(net).__name__} has no layers of self_attn and mlp, so none of its parts can be skipped")
    return layers


def skip_sublayers(net: Any, skips: frozenset[Sublayer]) -> Any:
    """A model over net's weights in which the given sub-layers add nothing; `net` stays as it is."""
    layers, attentions = [], 0
    for i, layer in enumerate(decoder_layers(net)):
        attention: Any = NoAttention()
        if ("self_attn", i) not in skips:
            attention = _shallow(layer.self_attn)
            attention.layer_idx = attentions  # a cache without holes, whose first layer tells its length
            attentions += 1
        parts: dict[str, nn.Module] = {"self_attn": attention}
        if ("mlp", i) in skips:
            parts["mlp"] = NoMlp()
        layers.append(_shallow(layer, **parts))
    prefix = net.base_model_prefix
    return _shallow(net, **{prefix: _shallow(getattr(net, prefix), layers=nn.ModuleList(layers))})


def _shallow(module: Any, **parts: nn.Module) -> Any:
    """A module with the same parameters and parts but for those given. Raises BadInput if it is bound to a device."""
    if "_hf_hook" in vars(module):
        raise BadInput("a model that is split over several devices cannot skip sub-layers; load it on one device")
    twin = copy.copy(module)
    twin._modules = {**module._modules, **parts}
    return twin


def self_pair(pair: Pair, text: str) -> Pair:
    """The same target with itself, without the sub-layers in `text`, as its draft. Raises BadInput for toy pairs."""
    target = pair.models.target
    if not isinstance(target, HuggingFaceModel):
        raise BadInput(f"{pair.name} has no layers to skip; self-speculation needs a real model")
    skips = parse_skips(text, len(decoder_layers(target.model)))
    name = f"{target.name} without {write_skips(skips) or 'nothing'}"
    draft = HuggingFaceModel(skip_sublayers(target.model, skips), target.vocab_size, name, target.head)
    modes = {**pair.info["tree_mode"], "draft": draft.tree_mode}
    return replace(
        pair,
        models=replace(pair.models, draft=draft),
        info={**pair.info, "draft": name, "tree_mode": modes},
    )


@dataclass(frozen=True)
class Choice:
    """A set of skipped sub-layers: overlap (mean Σ min(p, q) on the texts), cost (a draft pass over a target
    pass) and speedup, what both promise for the best γ."""

    skips: frozenset[Sublayer]
    overlap: float
    cost: float
    speedup: float


def promised_speedup(overlap: float, cost: float, longest: int = 12) -> float:
    """The best of γ = 1 … longest of (1 − α^(γ+1)) / ((1 − α)(γc + 1)) (Leviathan et al. 2023, Theorem 3.8)."""
    lengths = range(1, longest + 1)
    return max(sum(overlap**i for i in range(gamma + 1)) / (gamma * cost + 1) for gamma in lengths)


def search(
    net: Any,
    texts: Sequence[Sequence[int]],
    vocab_size: int,
    on_try: Callable[[float], object] = lambda share: None,
) -> list[Choice]:
    """One nested set for every number of skipped sub-layers, in the order that costs the least overlap at a time.

    Greedy with lazy updates: a sub-layer is looked at again only when it comes first by its last known overlap, as if
    that could only fall while others go (a heuristic, which saves most passes). Stops when overlap falls below one
    half. `texts` are token ids that the target wrote, prompts included; `on_try` is told the share of sub-layers done.
    """
    layers = len(decoder_layers(net))
    laws = [_law(net, text, vocab_size) for text in texts]
    all_parts = [(kind, layer) for layer in range(layers) for kind in LETTERS.values()]
    gone: frozenset[Sublayer] = frozenset()
    # the overlap without this one too, and how many were gone when that was measured
    known: dict[Sublayer, tuple[float, int]] = dict.fromkeys(all_parts, (math.inf, -1))
    choices: list[Choice] = []
    while known and sum(kind == "self_attn" for kind, _ in gone) < layers - 1:
        part = max(known, key=lambda one: known[one][0])
        if known[part][1] < len(gone):
            known[part] = (mean_overlap(net, gone | {part}, texts, laws, vocab_size), len(gone))
            continue
        overlap, _ = known.pop(part)
        if overlap < 0.5:
            break
        gone |= {part}
        cost = draft_cost(net, gone)
        choices.append(Choice(gone, overlap, cost, promised_speedup(overlap, cost)))
        on_try(len(gone) / len(all_parts))
    return choices


def draft_cost(net: Any, skips: frozenset[Sublayer]) -> float:
    """Weights a draft pass reads over those a target pass reads: passes over few tokens are bound by memory."""
    layers = decoder_layers(net)
    spared = sum(weight.numel() for kind, layer in skips for weight in getattr(layers[layer], kind).parameters())
    return 1 - spared / sum(weight.numel() for weight in net.parameters())


@torch.inference_mode()
def _law(net: Any, text: Sequence[int], vocab_size: int) -> Tensor:
    """p[n, V] after every token of a text, unwarped."""
    scores = net(input_ids=torch.tensor([list(text)], device=net.device), use_cache=False).logits[0]
    return torch.softmax(scores[:, :vocab_size].float(), -1)


def mean_overlap(
    net: Any, skips: frozenset[Sublayer], texts: Sequence[Sequence[int]], laws: Sequence[Tensor], vocab_size: int
) -> float:
    """Mean over all places of Σ min(p, q): the rate at which drafts would be accepted."""
    thin = skip_sublayers(net, skips)
    places = [torch.minimum(p, _law(thin, text, vocab_size)).sum(-1) for text, p in zip(texts, laws, strict=True)]
    return float(torch.cat(places).mean())
