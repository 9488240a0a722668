"""Variants of EAGLE-3 heads and EAGLE-3.1, compared with a small reference that recomputes everything."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn.functional import silu

from decoders.catalog import DECODERS, decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.core.runner import ReadingRunner, TreeRunner
from decoders.core.tree import TokenTree
from decoders.errors import BadInput
from decoders.models.torch.eagle3 import Head, read_head
from decoders.models.torch.head_config import LAYER_IDS
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.reader import TorchReader
from decoders.pairs import load_pair
from explorer.service.recording import record
from explorer.service.request import RunRequest
from explorer.story.page.show import describe
from explorer.trace.format import read, to_line
from tests.folders import words
from tests.tiny import VOCAB, tiny, write_eagle3

PROMPT = [3, 9, 27, 17, 51]
SIZE, LAYERS = 32, 8
Change = Callable[[dict[str, Tensor], dict[str, Any]], None]  # of a head's tensors and config


@cache
def net(layers: int = LAYERS, kind: torch.dtype = torch.float64) -> Any:
    """A target with enough layers for heads that do not name any."""
    return tiny("llama-grouped", dtype=kind, num_hidden_layers=layers)


def random(*shape: int, seed: int = 7) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed)) / 3


def written(folder: Path, *changes: Change, kind: str = "SpecForge", layers: int = LAYERS) -> Path:
    """A random head that uses layers 2, 4 and 5, with the given changes."""
    write_eagle3(folder, net(layers), kind)
    tensors = load_file(folder / "model.safetensors")
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config.pop("eagle_config", None)
    config.pop(LAYER_IDS, None)
    for change in changes:
        change(tensors, config)
    save_file({name: x.contiguous() for name, x in tensors.items()}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def says(**more: Any) -> Change:
    return lambda tensors, config: config.update(more)


def lacks(*names: str) -> Change:
    """A change that removes tensors and entries of config.json."""

    def change(tensors: dict[str, Tensor], config: dict[str, Any]) -> None:
        for name in names:
            tensors.pop(name, None)
            config.pop(name, None)

    return change


def has(**more: Tensor) -> Change:
    """A change that adds tensors; `__` means a dot."""
    return lambda tensors, config: tensors.update({name.replace("__", "."): x for name, x in more.items()})


FC_NORMS = has(**{f"fc_norm__{i}__weight": 1 + random(SIZE, seed=20 + i) for i in range(3)})
OLD_NORMS = has(
    **{f"aux_norm_{x}__weight": 1 + random(SIZE, seed=20 + i) for i, x in enumerate(("low", "mid", "high"))}
)
ONE_LAYER: tuple[Change, ...] = (
    lacks("fc.weight"),
    says(eagle_config={"use_aux_hidden_state": False, LAYER_IDS: []}),
)
WHOLE: tuple[Change, ...] = (lacks("lm_head.weight", "d2t", "t2d", "draft_vocab_size"),)
VARIANTS: dict[str, tuple[Change, ...]] = {
    "as first published": (),
    "norm_output": (says(norm_output=True),),
    "norm_output by ModelOpt's name": (says(eagle_config={"return_hidden_post_norm": True}),),
    "fc_norm": (FC_NORMS, says(fc_norm=True)),
    "fc_norm by its weights alone": (FC_NORMS,),
    "fc_norm by its first names": (OLD_NORMS, says(use_aux_norm=True)),
    "fc_norm that config.json turns off": (FC_NORMS, says(fc_norm=False)),
    "EAGLE-3.1": (FC_NORMS, says(fc_norm=True, norm_output=True)),
    "both norms": (FC_NORMS, has(input_norm__weight=1 + random(3 * SIZE)), says(fc_norm=True, norm_before_fc=True)),
    "norm_before_fc in eagle_config": (
        has(input_norm__weight=1 + random(3 * SIZE)),
        says(eagle_config={"norm_before_fc": True}, norm_before_residual=True),
    ),
    "fc with a bias": (has(fc__bias=random(SIZE)), says(bias=True)),
    "one layer": ONE_LAYER,
    "one layer, norm_output": (*ONE_LAYER, says(norm_output=True)),
    "one layer beside an fc": (
        has(fc__weight=random(SIZE, SIZE)),
        says(eagle_config={"use_aux_hidden_state": False, LAYER_IDS: []}),
    ),
    "one named layer": (has(fc__weight=random(SIZE, SIZE)), says(**{LAYER_IDS: [6]})),
    "four named layers": (has(fc__weight=random(SIZE, 4 * SIZE)), says(**{LAYER_IDS: [1, 2, 4, 8]})),
    "40 layers that are not there": (says(num_hidden_layers=40),),
    "no number of layers": (lacks("num_hidden_layers"),),
    "the target's lm_head": WHOLE,
    "its own embedding as lm_head": (
        *WHOLE,
        has(embed_tokens__weight=random(VOCAB, SIZE)),
        says(tie_word_embeddings=True),
    ),
    "the whole vocabulary": (lacks("d2t", "t2d", "draft_vocab_size"), has(lm_head__weight=random(VOCAB, SIZE))),
    "t2d alone": (lacks("d2t"),),
}
READS = {  # 9: the last layer's state after the final norm
    "one named layer": (6,),
    "four named layers": (1, 2, 4, 8),
}


def rms(x: Tensor, weight: Tensor) -> Tensor:
    return x / (x.pow(2).mean(-1, keepdim=True) + 1e-5).sqrt() * weight


def turned(x: Tensor) -> Tensor:
    """Rotary position embedding of heads [n, h, d] at positions 0, 1, …"""
    n, _, d = x.shape
    angle = torch.arange(n, dtype=x.dtype)[:, None, None] * 10000 ** (-torch.arange(d // 2, dtype=x.dtype) / (d // 2))
    a, b = x[..., : d // 2], x[..., d // 2 :]
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)


class Reference:
    """An EAGLE-3 head as the formats describe it, recomputed for every token without a cache."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        tensors = load_file(folder / "model.safetensors")
        names = {"midlayer.": "", "layers.0.": "", "aux_norm_low": "fc_norm.0", "aux_norm_mid": "fc_norm.1"}
        names |= {"aux_norm_high": "fc_norm.2", ".weight": ""}
        self.w: dict[str, Tensor] = {}
        for key, tensor in tensors.items():
            for old, new in names.items():
                key = key.replace(old, new)
            self.w[key] = tensor.double()
        self.config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self.embedding: Tensor = self.w.get("embed_tokens", net().get_input_embeddings().weight.detach())
        eagle = self.config.get("eagle_config") or {}
        self.fed_normed = self.config.get("norm_output") or eagle.get("return_hidden_post_norm")
        self.one = eagle.get("use_aux_hidden_state") is False
        self.normed = self.config.get("norm_before_residual", False)

    def state(self, tokens: Sequence[int]) -> Tensor:
        """The state [D] that the head takes from the target after the last of these tokens."""
        kept: list[Tensor] = []
        hook = net().model.norm.register_forward_pre_hook(lambda module, inputs: kept.append(inputs[0]))
        with torch.no_grad():
            made = net().model(torch.tensor([list(tokens)]), output_hidden_states=True)
        hook.remove()
        if self.one:
            return made.last_hidden_state[0, -1]
        states = [*made.hidden_states[:-1], kept[0]]
        parts = [states[place][0, -1] for place in READS.get(self.name, (2, 4, 5))]
        x = torch.cat(parts)
        if "input_norm" in self.w:
            x = rms(x, self.w["input_norm"])
        if "fc_norm.0" in self.w and self.config.get("fc_norm") is not False:
            parts = x.view(-1, SIZE)
            x = torch.cat([rms(part, self.w[f"fc_norm.{i}"]) for i, part in enumerate(parts)])
        return self.w["fc"] @ x + self.w.get("fc.bias", torch.zeros(SIZE).double())

    def layer(self, tokens: Sequence[int], states: Tensor) -> Tensor:
        """The hidden state [D] of the last of tokens[n], states [n, D] before each."""
        w, n = self.w, len(tokens)
        inner = rms(states, w["hidden_norm"])
        both = torch.cat([rms(self.embedding[list(tokens)], w["input_layernorm"]), inner], -1)
        q, k = (turned((both @ w[f"self_attn.{x}_proj"].T).view(n, -1, 8)) for x in "qk")
        v = (both @ w["self_attn.v_proj"].T).view(n, -1, 8)
        heads: list[Tensor] = []
        for head in range(4):
            weights = torch.softmax(k[:, head // 2] @ q[-1, head] / 8**0.5, 0)
            heads.append(weights @ v[:, head // 2])
        hidden = (inner if self.normed else states)[-1] + w["self_attn.o_proj"] @ torch.cat(heads)
        x = rms(hidden, w["post_attention_layernorm"])
        return hidden + w["mlp.down_proj"] @ (silu(w["mlp.gate_proj"] @ x) * (w["mlp.up_proj"] @ x))

    def log_q(self, tokens: Sequence[int], read: int) -> Tensor:
        """log q [V] after tokens, of which the target has read the first `read`; −∞ for tokens without a row."""
        states = [self.state(tokens[:at]) for at in range(1, read + 1)][: len(tokens) - 1]
        while len(states) < len(tokens) - 1:
            own = self.layer(tokens[1 : len(states) + 1], torch.stack(states))
            states.append(rms(own, self.w["norm"]) if self.fed_normed else own)
        hidden = rms(self.layer(tokens[1:], torch.stack(states)), self.w["norm"])
        rows = self.w.get("lm_head")
        if rows is None:
            tied = self.config.get("tie_word_embeddings")
            rows = self.embedding if tied else net().get_output_embeddings().weight.detach()
        ids = torch.arange(len(rows))
        if "d2t" in self.w:
            ids = ids + self.w["d2t"].long()
        elif "t2d" in self.w:
            ids = self.w["t2d"].bool().nonzero()[:, 0]
        scores = torch.full((VOCAB,), -torch.inf, dtype=torch.float64)
        scores[ids] = rows @ hidden
        return torch.log_softmax(scores, 0)


@cache
def target(layers: tuple[int, ...]) -> HuggingFaceModel:
    return HuggingFaceModel(net(), VOCAB, "target", shown=layers)


def runners(head: Head) -> tuple[TokenTree, TreeRunner, ReadingRunner]:
    """The real runners over one tree: the target, and the head that uses its states."""
    tree = TokenTree(PROMPT[-1])
    big = TreeRunner(target(head.layers), tree, PROMPT[:-1], lambda made: None, "target")
    reader = TorchReader(head.net, VOCAB, "head", head.ids)
    return tree, big, ReadingRunner(reader, tree, PROMPT[:-1], lambda made: None, "draft", big)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_is_computed_as_it_is_published(name: str, tmp_path: Path) -> None:
    """A wrongly computed head still drafts, only badly, and no other test would notice."""
    folder = written(tmp_path, *VARIANTS[name])
    expected = Reference(folder, name)
    tree, big, small = runners(read_head(folder, net(), VOCAB))

    def check(node: int, read: int) -> None:
        tokens = [*PROMPT, *tree.path(node)]
        logits, known = small.logits([node]), expected.log_q(tokens, read)
        found = torch.tensor([logits.logp(0, token) for token in range(VOCAB)], dtype=torch.float64)
        assert torch.allclose(found, known, atol=1e-5), f"{len(tokens)} tokens, {read} read"

    check(tree.root, 4)  # depth 1: every state before is the target's
    a = tree.add(tree.root, 40)
    b = tree.add(a, 41)
    for node in (a, b):  # depths 2 and 3: by the head's own states
        check(node, 4)
    big.logits([tree.root, a])
    for part in (big, small, tree):
        part.keep([a])
    c = tree.add(a, 42)
    d = tree.add(c, 43)
    for node in (c, d, tree.add(d, 44)):  # a and what is above it are read by now, the rest is not
        check(node, 6)


def test_variants_differ(tmp_path: Path) -> None:
    """If EAGLE-3.1's parts had no visible effect on q, the test above would prove nothing."""
    names = ("as first published", "norm_output", "fc_norm", "EAGLE-3.1", "one layer")
    references = [Reference(written(tmp_path / name, *VARIANTS[name]), name) for name in names]
    first, third = ([one.log_q([*PROMPT, 40, 41][:n], 4).exp() for one in references] for n in (5, 7))
    assert torch.allclose(first[0], first[1]), "norm_output changes nothing at depth 1"
    for one, other in [(third[0], third[1]), (first[0], first[2]), (third[2], third[3]), (first[0], first[4])]:
        assert (one - other).abs().sum() > 0.02


NESTED = [  # ids in eagle_config, the target's kind, how many layers have run
    ([1, 3, 4], "llama", (2, 4, 5)),
    ([4, 1, 3], "llama", (2, 4, 5)),
    ([2, 4, 5], "llama", (2, 4, 5)),
    ([4, 6, 8], "llama", (4, 6, 8)),
    ([1, 3, 4], "gpt_oss", (1, 3, 4)),
    ([0, 3, 7], "llama", (1, 4, 8)),
]


@pytest.mark.parametrize(("ids", "kind", "layers"), NESTED)
def test_layer_ids_are_counted_as_their_engine_counts(
    ids: list[int], kind: str, layers: tuple[int, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SpecForge counts layers from 0 and others do not; an error of one costs most accepted tokens."""
    monkeypatch.setattr(net().config, "model_type", kind)
    head = read_head(written(tmp_path, says(eagle_config={LAYER_IDS: ids})), net(), VOCAB)
    assert (head.layers, head.guessed) == (layers, ())


def test_layer_ids_at_the_top_are_taken_as_they_are(tmp_path: Path) -> None:
    """speculators writes how many layers have run, and early versions also list the last layer."""
    assert read_head(written(tmp_path, says(**{LAYER_IDS: [5, 1, 3]})), net(), VOCAB).layers == (1, 3, 5)
    assert read_head(written(tmp_path, says(**{LAYER_IDS: [2, 4, 5, 8]})), net(), VOCAB).layers == (2, 4, 5)


@pytest.mark.parametrize("layers", [7, 8])
def test_layers_that_are_not_named_are_a_guess(layers: int, tmp_path: Path) -> None:
    """Somebody who sees no accepted tokens must learn that the layers were guessed."""
    head = read_head(written(tmp_path, layers=layers), net(layers), VOCAB)
    assert (head.layers, head.guessed) == ((2, layers // 2, layers - 3), ("layers",))


@pytest.mark.parametrize("layers", [2, 3, 6])
def test_a_target_without_the_usual_layers(layers: int, tmp_path: Path) -> None:
    """The usual layers would be −1, or one layer twice."""
    with pytest.raises(BadInput, match=f"a target of {layers} layers is too small .* Add {LAYER_IDS}"):
        read_head(written(tmp_path, layers=layers), net(layers), VOCAB)


def test_weights_for_another_number_of_layers(tmp_path: Path) -> None:
    """The three usual layers do not fit a head that takes four states."""
    with pytest.raises(BadInput, match="its weights use 4 of them"):
        read_head(written(tmp_path, has(fc__weight=random(SIZE, 4 * SIZE))), net(), VOCAB)


def test_what_speculators_leaves_open_is_a_guess(tmp_path: Path) -> None:
    """vLLM and speculators use different defaults for norm_before_residual."""
    head = read_head(written(tmp_path, lacks("norm_before_residual"), kind="speculators"), net(), VOCAB)
    assert head.guessed == ("layers", "norm_before_residual")


def test_rows_of_its_own_need_their_weights(tmp_path: Path) -> None:
    """A head with its own vocabulary cannot use the target's output rows."""
    for gone in (("lm_head.weight",), ("lm_head.weight", "d2t")):
        with pytest.raises(BadInput, match=r"has a separate vocabulary, but its weights lack lm_head\.weight"):
            read_head(written(tmp_path, lacks(*gone)), net(), VOCAB)


def test_sliding_attention_ends_the_context(tmp_path: Path) -> None:
    """Attention is computed without the window, so the head's context must end where the window would matter."""
    slides = says(sliding_window=24, layer_types=["sliding_attention"])
    head = read_head(written(tmp_path, slides), net(), VOCAB)
    assert TorchReader(head.net, VOCAB, "head", head.ids).window == 24


# The head's context is shorter than the target's


@cache
def short_models() -> Models:
    """A target of two layers, and a head that uses them and has 16 positions."""
    with TemporaryDirectory() as folder:
        limits = says(max_position_embeddings=16, **{LAYER_IDS: [0, 1, 2]})
        head = read_head(written(Path(folder), limits, layers=2), net(2), VOCAB)
    short = HuggingFaceModel(net(2), VOCAB, "target", shown=head.layers)
    return Models(short, TorchReader(head.net, VOCAB, "head", head.ids), frozenset())


def run(method: str, tokens: int, **settings: Any) -> list[Iteration]:
    found = decoder(method)
    return list(found.decode(PROMPT, short_models(), found.make_settings(settings), Seeded(2), tokens))


GREEDY_ONES = [
    name
    for name, found in DECODERS.items()
    if found.needs_draft and name not in ("self-ssd", "mtad", "bild", "dsbd") and hasattr(found.settings(), "warp")
]


@pytest.mark.parametrize("method", GREEDY_ONES)
def test_a_head_of_16_positions_on_a_longer_target(method: str) -> None:
    """Most published heads have 2,048 positions; the text must continue and equal greedy decoding's."""
    iterations = run(method, 20, temperature=0)
    assert iterations[-1].final.beams[0].tokens == run("greedy", 20)[-1].final.beams[0].tokens
    depths = [node.depth for one in iterations for node in one.nodes if node.role == "draft"]
    assert max(depths) == 12, "a token behind a context of 16, of which the prompt is 5"
    kv = [made.kv for one in iterations for made in one.passes if made.model == "draft"]
    assert max(kv) >= 11, "it was used before"


def test_dsbd_goes_on_behind_its_drafts_context() -> None:
    """Several beams reach the end of the draft's context together."""
    iterations = run("dsbd", 20, width=2, draft_width=3)
    assert [len(beam.tokens) for beam in iterations[-1].final.beams] == [20, 20]
    assert not any(made.model == "draft" for one in iterations[-3:] for made in one.passes)


# The whole way


def write_target(folder: Path, kind: str) -> None:
    words("w{}").save_pretrained(folder)
    net(LAYERS, getattr(torch, kind)).save_pretrained(folder)


def test_the_header_and_the_page_say_what_was_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A guess and a short context must be visible to the user."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    write_target(tmp_path / "target", "float32")
    head = written(tmp_path / "head", says(max_position_embeddings=16))
    pair = load_pair(f"{tmp_path / 'target'}+eagle3:{head}", "cpu", "float32", engine="torch")
    assert pair.info["head"] == {"layers": [2, 4, 5], "final_norm": False, "guessed": ["layers"]}
    lines = list(record(RunRequest("spd", pair.name, "w3 w9 w27 w17", {}, 0, 30, raw=True), pair))
    trace = read("".join(map(to_line, lines)).encode())
    assert trace.header.draft_window == 16
    said = "\n".join(describe(trace))
    assert "after layers 2, 4 and 5." in said
    assert "config.json does not name the layers, so the explorer guesses the usual ones" in said
    assert "The draft’s context is 16 tokens." in said
    alone = next(record(RunRequest("greedy", pair.name, "w3 w9", {}, 0, 3, raw=True), pair))
    assert alone.draft_window is None
