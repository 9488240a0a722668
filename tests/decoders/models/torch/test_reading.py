"""Drafts that use the target's hidden states: inputs, outputs, refeeding, and exactness."""

import json
from collections.abc import Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from safetensors.torch import load_file, save_file
from torch import Tensor
from torch.nn.functional import silu

from decoders.catalog import decoder
from decoders.core.decode import Beam, Earlier, Models, decode
from decoders.core.dice import Replayed, Seeded, branches
from decoders.core.record import Pass
from decoders.core.runner import ReadingRunner, TreeRunner
from decoders.core.tree import TokenTree
from decoders.errors import BadInput
from decoders.models.loading.converted import open_folder, write_folder
from decoders.models.loading.embedded import distilled_draft
from decoders.models.parts import Parts
from decoders.models.torch.eagle3 import read_head
from decoders.models.torch.head_config import LAYER_IDS
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.reader import TorchReader
from decoders.pairs import load_pair
from tests.engines import CLOSE
from tests.folders import words
from tests.tiny import VOCAB, plain, reading_net, tiny, write_eagle3

KINDS = ("SpecForge", "speculators")
PROMPT = [3, 9, 27, 17, 51]


@cache
def net(vocab: int = VOCAB, family: str = "llama-grouped") -> Any:
    return tiny(family, vocab_size=vocab)


def target(vocab: int = VOCAB, paths: bool = False) -> HuggingFaceModel:
    model = HuggingFaceModel(net(vocab), vocab, "llama", shown=(0, 1, 2))
    if paths:
        model.tree_mode = "paths: forced"
    return model


def decoder_of(vocab: int = VOCAB, family: str = "llama-grouped") -> TorchReader:
    """A small decoder draft that uses hidden states."""
    return TorchReader(reading_net(net(vocab, family)).requires_grad_(False), vocab, "reader")


def true_features(tokens: Sequence[int], layers: Sequence[int]) -> Tensor:
    """[len(tokens), F]: the target's hidden states as transformers reports them, the last ones before the norm."""
    kept: list[Tensor] = []
    hook = net().model.norm.register_forward_pre_hook(lambda module, inputs: kept.append(inputs[0]))
    with torch.no_grad():
        states = net()(torch.tensor([list(tokens)]), output_hidden_states=True).hidden_states
    hook.remove()
    return torch.cat([(*states[:-1], kept[0])[place][0] for place in layers], -1)


@pytest.mark.parametrize("paths", [False, True])
def test_a_session_shows_what_the_layers_made(paths: bool) -> None:
    """States of another token or layer would be nonsense, and only the speed would show it."""
    session = target(paths=paths).start(PROMPT)
    session.forward([7, 8, 9], [-1, -1, 0])
    session.forward([10], [2])
    session.keep([0, 2, 3])
    session.forward([11, 12], [1, 2])
    expected = true_features([*PROMPT, 7, 9, 10, 12], (0, 1, 2))
    found = session.features([*range(-len(PROMPT), 0), 0, 1, 2, 4])
    assert torch.allclose(found, expected, atol=1e-9)
    with pytest.raises(IndexError, match="not live"):
        session.features([5])


def test_a_model_that_none_reads_shows_nothing() -> None:
    assert HuggingFaceModel(net(), VOCAB, "llama").start(PROMPT).features([-1]) is None


def norm(x: Tensor, weight: Tensor) -> Tensor:
    return x / (x.pow(2).mean() + 1e-5).sqrt() * weight


def turned(x: Tensor, place: int) -> Tensor:
    """Rotary position embedding of heads [h, d]."""
    half = x.shape[1] // 2
    angle = place * 10000 ** (-torch.arange(half, dtype=x.dtype) / half)
    a, b = x[:, :half], x[:, half:]
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], 1)


def straight(folder: Path, tokens: Sequence[int], states: dict[int, Tensor], normed: bool) -> list[Tensor]:
    """Scores [R] after tokens[1:], token by token with loops, following EAGLE-3's paper.

    states[i] is the target's state before token i; where there is none the head's own last one is taken.
    """
    t = {
        name.replace("midlayer", "layers.0"): x.double() for name, x in load_file(folder / "model.safetensors").items()
    }
    w = {name.removeprefix("layers.0.").removesuffix(".weight"): x for name, x in t.items()}
    embedding: Any = t.get("embed_tokens.weight", net().get_input_embeddings().weight)
    keys: list[Tensor] = []
    values: list[Tensor] = []
    found, own = [], torch.empty(0)
    for place, token in enumerate(tokens[1:]):
        state = states.get(place + 1, own)
        inner = norm(state, w["hidden_norm"])
        both = torch.cat([norm(embedding[token], w["input_layernorm"]), inner])
        q = turned((w["self_attn.q_proj"] @ both).view(4, 8), place)
        keys.append(turned((w["self_attn.k_proj"] @ both).view(2, 8), place))
        values.append((w["self_attn.v_proj"] @ both).view(2, 8))
        heads = []
        for head in range(4):
            weights = torch.softmax(torch.stack([q[head] @ k[head // 2] for k in keys]) / 8**0.5, 0)
            heads.append(sum(a * v[head // 2] for a, v in zip(weights, values, strict=True)))
        hidden = (inner if normed else state) + w["self_attn.o_proj"] @ torch.cat(heads)
        x = norm(hidden, w["post_attention_layernorm"])
        own = hidden + w["mlp.down_proj"] @ (silu(w["mlp.gate_proj"] @ x) * (w["mlp.up_proj"] @ x))
        found.append(w["lm_head"] @ norm(own, w["norm"]))
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_head_is_computed_as_it_was_trained(kind: str, tmp_path: Path) -> None:
    """A head that is read wrongly still drafts, only badly, so every part of the format is checked."""
    folder = write_eagle3(tmp_path, net(), kind)
    head = read_head(folder, net(), VOCAB)
    assert head.layers == ((1, 1, 2) if kind == "SpecForge" else (0, 1, 2))
    reader = TorchReader(head.net, VOCAB, "head", head.ids)
    drafted = [40, 41, 42]
    features = true_features(PROMPT, head.layers)
    tensors = {name: x.double() for name, x in load_file(folder / "model.safetensors").items()}
    inner = features if kind == "SpecForge" else torch.stack([norm(x, tensors["input_norm.weight"]) for x in features])
    states = dict(enumerate(inner @ tensors["fc.weight"].T, 1))
    expected = straight(folder, [*PROMPT, *drafted], states, normed=kind == "speculators")[-3:]
    session = reader.start_after(PROMPT, features[:-1])
    rows = [session.forward_after([40], [-1], [0], features[-1:].numpy())]
    rows += [session.forward_after([41], [0], [], None), session.forward_after([42], [1], [], None)]
    ids = tensors["d2t"].long() + torch.arange(40)
    for logits, scores in zip(rows, expected, strict=True):
        assert torch.allclose(logits.row(0), scores, atol=1e-5)  # pyright: ignore[reportAttributeAccessIssue]
        assert logits.top(0, 1)[0][0][0] == int(ids[scores.argmax()])


@pytest.mark.parametrize("kind", KINDS)
def test_rows_in_any_order_and_of_ids_that_are_not_there(kind: str, tmp_path: Path) -> None:
    """Ids must be ascending, whatever the order of the file's rows, and none may exceed the tokenizer's."""
    folder = write_eagle3(tmp_path, net(), kind, rows=4)
    tensors = load_file(folder / "model.safetensors")
    tensors["d2t"] = torch.tensor([50, 9, 0, 60])  # ids 50, 10, 2, 63
    save_file(tensors, folder / "model.safetensors")
    head = read_head(folder, net(), 60)
    assert head.ids.tolist() == [2, 10, 50]
    assert torch.equal(head.net.lm_head.weight, tensors["lm_head.weight"][[2, 1, 0]].double())


def spoil(folder: Path, **changes: Any) -> None:
    """Change tensors of a head; None removes one."""
    tensors = load_file(folder / "model.safetensors") | changes
    save_file({name: x for name, x in tensors.items() if x is not None}, folder / "model.safetensors")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (lambda folder: (folder / "config.json").unlink(), "has no config.json"),
        (lambda folder: (folder / "config.json").write_text("[1]"), "has no config.json"),
        (lambda folder: (folder / "model.safetensors").unlink(), "it has no weights"),
        (lambda folder: (folder / "model.safetensors").rename(folder / "x.bin"), "its weights are in x.bin"),
        (lambda folder: (folder / "model.safetensors").write_bytes(b"no weights"), "damaged"),
        (lambda folder: spoil(folder, **{"lm_head.weight": None}), "lack lm_head.weight"),
        (lambda folder: spoil(folder, **{"norm.weight": None}), "lack norm.weight"),
        (
            lambda folder: spoil(folder, **{"midlayer.hidden_norm.weight": None}),
            r"use TARGET\+DRAFT without the prefix eagle3:\.",
        ),
        (
            lambda folder: spoil(folder, **{"extra.weight": torch.ones(2)}),
            "its weights contain extra.weight, which such heads do not have",
        ),
        (lambda folder: spoil(folder, **{"layers.2.mlp.up_proj.weight": torch.ones(48, 32)}), "lack layers.1"),
        (lambda folder: spoil(folder, **{"lm_head.weight": torch.tensor(1.0)}), r"not a matrix, but has shape \[\]"),
        (lambda folder: spoil(folder, **{"fc.weight": torch.ones(32, 96, dtype=torch.int8)}), "fc.weight is int8"),
        (lambda folder: spoil(folder, **{"fc.weight": torch.ones(32, 64)}), r"fc.weight is \(32, 64\)"),
        (lambda folder: spoil(folder, d2t=torch.zeros(3, dtype=torch.int64)), "each of the 40 rows of the head"),
        (lambda folder: spoil(folder, d2t=None, t2d=None), "40 output rows for 64 tokens"),
        (lambda folder: spoil(folder, d2t=-torch.arange(40)), "does not map to distinct token ids"),
        (lambda folder: rewrite(folder, model_type="qwen3"), "qwen3 layers"),
        (
            lambda folder: rewrite(folder, eagle_config={"eagle_aux_hidden_state_layer_ids": [0, 1, 7]}),
            "the target has 2",
        ),
        *(
            (lambda folder, ids=ids: rewrite(folder, eagle_config={LAYER_IDS: ids}), LAYER_IDS)
            for ids in ([0.5], [True], ["x"], 7)
        ),
        (lambda folder: rewrite(folder, eagle_config="x"), "eagle_config in its config.json is not an object"),
        (lambda folder: rewrite(folder, transformer_layer_config=[1]), "has no config.json"),
        (lambda folder: rewrite(folder, speculators_model_type="peagle"), "a draft of the kind 'peagle'"),
        (lambda folder: rewrite(folder, logit_scale=0.25), "sets logit_scale"),
        (lambda folder: rewrite(folder, intermediate_size=10**9), r"gate_proj.weight is \(48, 32\), not"),
        (lambda folder: rewrite(folder, head_dim=10**15), r"weight is .*, not"),
        (lambda folder: rewrite(folder, hidden_size="x"), "does not describe its layers"),
        (lambda folder: rewrite(folder, num_key_value_heads=0), "does not describe its layers"),
        (lambda folder: rewrite(folder, hidden_act="nope"), "does not describe its layers"),
        (lambda folder: rewrite(folder, rope_parameters="x"), "does not describe its layers"),
    ],
)
def test_a_bad_folder_gives_one_sentence(how: Any, said: str, tmp_path: Path) -> None:
    folder = write_eagle3(tmp_path, net(), "SpecForge")
    how(folder)
    with pytest.raises(BadInput, match=said) as caught:
        read_head(folder, net(), VOCAB)
    said = str(caught.value)
    assert "\n" not in said
    assert said.endswith(".")


def test_what_a_head_is_not_made_by_is_not_looked_at(tmp_path: Path) -> None:
    """A billion labels would use all memory, and an unknown kind of attention would end the first pass."""
    odd = {"num_labels": 10**9, "attn_implementation": "nope", "per_layer_config": 3, "sliding_window": "x"}
    head = read_head(write_eagle3(tmp_path, net(), "SpecForge", **odd), net(), VOCAB)
    assert len(TorchReader(head.net, VOCAB, "head", head.ids).start(PROMPT).forward([7], [-1])) == 1


def rewrite(folder: Path, **changes: Any) -> None:
    """Change the configuration of a head."""
    config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | changes
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")


def test_a_target_whose_layers_cannot_be_read_is_named() -> None:
    with pytest.raises(BadInput, match="No draft can use the hidden states of gpt2"):
        HuggingFaceModel(tiny("gpt2"), VOCAB, "gpt2", shown=(1,))


@torch.no_grad()
def expected_row(reader: TorchReader, tokens: Sequence[int], read: int) -> Tensor:
    """Scores after `tokens` without a cache, if the target has read the first `read` of them."""
    made = reader.model
    features = true_features(tokens, (0, 1, 2))
    states = torch.cat([torch.zeros(1, 32).double(), made.project(features)])[: len(tokens)]
    for at in range(read + 1, len(tokens)):
        states[at] = made(torch.tensor([tokens[:at]]), states[None, :at])[0, -1]
    return made.scores(made(torch.tensor([tokens]), states[None])[0, -1])


def test_what_the_target_has_seen_since_is_read() -> None:
    """Accepted drafts must be fed again with the target's states, or later drafts get worse."""
    reader, tree, passes = decoder_of(), TokenTree(PROMPT[-1]), list[Pass]()
    big = TreeRunner(target(), tree, PROMPT[:-1], lambda one: None, "target")
    small = ReadingRunner(reader, tree, PROMPT[:-1], passes.append, "draft", big)

    def check(node: int, read: int) -> None:
        tokens = [*PROMPT, *tree.path(node)]
        row = small.logits([node]).row(0)  # pyright: ignore[reportAttributeAccessIssue]
        assert torch.allclose(row, expected_row(reader, tokens, read), atol=1e-5)

    check(tree.root, 4)  # of the root the target has seen the parent
    a = tree.add(tree.root, 7)
    b = tree.add(a, 8)
    check(b, 4)  # two passes, as b needs the draft's own state after a
    assert [one.nodes for one in passes] == [(0,), (a,), (b,)]
    other = tree.add(tree.root, 9)
    big.logits([b, other])
    small.logits([b])
    assert len(passes) == 3, "what was computed stays until keep"
    c = tree.add(b, 10)
    for runner in (big, small, tree):
        runner.keep([c])
    check(c, 7)
    assert passes[-1].nodes == (a, b, c), "one pass: all three are below nodes that the target has seen"
    assert small.kv_length == 4 + 4


def test_an_empty_prompt_and_a_prompt_of_one_token() -> None:
    """Nothing was read before the first token, but drafting must work."""
    for prompt in ([5], [5, 6]):
        assert run_tokens("spd", prompt, temperature=0) == run_tokens("greedy", prompt)


def run_tokens(method: str, prompt: Sequence[int], count: int = 12, **settings: Any) -> tuple[int, ...]:
    found = decoder(method)
    models = Models(target(), decoder_of(), frozenset())
    return list(found.decode(prompt, models, found.make_settings(settings), Seeded(1), count))[-1].final.beams[0].tokens


@pytest.mark.parametrize("method", ["spd", "block", "specinfer", "gsd", "eagle2", "spectr", "mcss", "traversal"])
def test_greedy_is_greedy(method: str) -> None:
    """Whatever is drafted, the target's own choice decides."""
    assert run_tokens(method, PROMPT, temperature=0) == run_tokens("greedy", PROMPT)


@pytest.mark.parametrize("method", ["spd", "block", "specinfer", "traversal", "gsd"])
def test_a_run_goes_on_after_earlier_iterations(method: str) -> None:
    """A continued run's draft has the target's states, as in an uninterrupted run."""
    found = decoder(method)
    settings, models = found.make_settings({}), Models(target(), decoder_of(), frozenset())
    whole = list(found.decode(PROMPT, models, settings, Seeded(1), 16))
    assert len(whole) > 3
    for k in range(1, len(whole)):
        before = [
            Earlier(
                [(node.id, node.parent, node.token) for node in one.nodes],
                [(made.model, made.nodes) for made in one.passes],
                tuple(Beam(beam.tokens, beam.done, beam.node, beam.logp) for beam in one.final.beams),
            )
            for one in whole[:k]
        ]
        dice = Replayed(whole[k].draws, Seeded(1))
        again = next(decode(found.step, PROMPT, models, settings, dice, 16, before=before))
        assert again.index == k
        assert [node.token for node in again.nodes] == [node.token for node in whole[k].nodes]
        assert [node.q for node in again.nodes] == pytest.approx([node.q for node in whole[k].nodes])
        assert again.final.tokens == whole[k].final.tokens
        for now, then in zip(again.passes, whole[k].passes, strict=True):  # nothing is fed again with what is known now
            assert now.nodes == then.nodes[len(then.nodes) - len(now.nodes) :]
            assert len(then.nodes) - len(now.nodes) <= 1


def test_the_law_is_the_targets() -> None:
    """Every branch of whole runs, including `keep`: hidden states change the speed, never the distribution."""
    found = decoder("spd")
    settings = found.make_settings({"gamma": 2, "top_k": 2})
    models = Models(target(8), decoder_of(8), frozenset())
    law: dict[tuple[int, ...], float] = {}
    for dice in branches():
        last = list(decode(found.step, [1, 5, 2], models, settings, dice, 3, record=False))[-1]
        tokens = last.final.beams[0].tokens
        law[tokens] = law.get(tokens, 0.0) + dice.weight
    expected: dict[tuple[int, ...], float] = {(): 1.0}
    for _ in range(3):
        expected = {(*tokens, x): p * chance for tokens, p in expected.items() for x, chance in next_law(tokens)}
    assert law.keys() == expected.keys()
    assert max(abs(law[tokens] - p) for tokens, p in expected.items()) < 1e-6


def next_law(tokens: tuple[int, ...]) -> list[tuple[int, float]]:
    """The two likeliest next tokens of the small-vocabulary target, with their probabilities."""
    best = plain(net(8), [1, 5, 2, *tokens]).topk(2)
    return list(zip(best.indices.tolist(), torch.softmax(best.values, 0).tolist(), strict=True))


def test_a_reader_alone_goes_by_its_own_states() -> None:
    """Measurements of a draft alone feed it without a target; dependent tokens go into later passes."""
    reader = decoder_of()
    at_once = reader.start(PROMPT).forward([7, 8, 9], [-1, 0, 0])
    session = reader.start(PROMPT)
    one = session.forward([7], [-1])
    two = session.forward([8, 9], [0, 0])
    for row, (logits, at) in enumerate([(one, 0), (two, 0), (two, 1)]):
        assert np.allclose(at_once.row(row), logits.row(at), atol=1e-9)  # pyright: ignore[reportAttributeAccessIssue]


def write_target(folder: Path, dtype: str) -> None:
    """The target as a loadable folder, with a tokenizer of 64 words."""
    words("w{}").save_pretrained(folder)
    deepcopy(net()).to(getattr(torch, dtype)).save_pretrained(folder)


@pytest.mark.parametrize("kind", KINDS)
def test_a_head_is_had_by_name(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole way from a pair's name to tokens, as in `--pair TARGET+eagle3:HEAD`."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    write_target(tmp_path / "target", "float64")
    write_eagle3(tmp_path / "head", net(), kind)
    pair = load_pair(f"{tmp_path / 'target'}+eagle3:{tmp_path / 'head'}", "cpu", "float64", engine="torch")
    assert pair.info["draft"] == str(tmp_path / "head")
    ids, texts = pair.encode("w3 w9 w27", False), []
    for method, settings in (("greedy", {}), ("spd", {"temperature": 0, "gamma": 3})):
        found = decoder(method)
        last = list(found.decode(ids, pair.models, found.make_settings(settings), Seeded(0), 8))[-1]
        texts.append(last.final.beams[0].tokens)
    assert texts[0] == texts[1]
    with pytest.raises(BadInput, match=r"not an EAGLE-3 head: it has no config\.json"):
        load_pair(f"{tmp_path / 'target'}+eagle3:{tmp_path}", "cpu", "float64")


def test_on_the_kernels_a_reader_gives_what_torch_gives(tmp_path: Path) -> None:
    """The bundled form with 16-bit weights: target and own states, before and after `keep`, over a tree."""
    half = deepcopy(decoder_of(family="llama-64").model).bfloat16()
    write_folder(Parts(half, reads=(0, 1, 2)), tmp_path, VOCAB)
    engine: Any = open_folder(tmp_path, "reader", VOCAB, reads=True)
    same = TorchReader(half.float(), VOCAB, "reader")
    features = torch.randn(len(PROMPT) + 4, half.fc.in_features, generator=torch.Generator().manual_seed(3))
    sessions: list[Any] = [model.start_after(PROMPT, features[: len(PROMPT) - 1]) for model in (same, engine)]

    def both(tokens: list[int], parents: list[int], at: list[int], seen: Tensor | None) -> None:
        rows = [session.forward_after(tokens, parents, at, seen) for session in sessions]
        for row in range(len(tokens)):
            assert np.abs(rows[0].row(row).numpy() - rows[1].row(row)).max() < CLOSE

    both([7, 8, 9], [-1, -1, -1], [0, 2], features[-4:-2])
    both([10, 11], [0, 2], [], None)
    for session in sessions:
        session.keep([0, 2, 4])
    both([12, 13], [1, 2], [1], features[-2:-1].bfloat16())
    assert engine.sizes.layers == same.sizes.layers == 1
    views = [engine.states(features[:count].numpy()) for count in (1, 3, 9)]
    assert all(np.abs(one - views[-1][: len(one)]).max() < CLOSE for one in views)
    whole = sessions[1].gather([(engine.start(PROMPT).forward([7, 8], [-1, 0]), 1)])
    assert np.abs(whole.row(0) - same.start(PROMPT).forward([7, 8], [-1, 0]).row(1).numpy()).max() < CLOSE  # pyright: ignore


def test_a_packed_draft_that_reads_is_what_was_trained(tmp_path: Path) -> None:
    """Training packs a folder of the bundled form; the loaded draft must compute the same."""
    made, rows = decoder_of().model, torch.tensor([2, 5, 9, 40])
    config = made.config.to_dict() | {"draft": {"reads": [0, 1, 2]}}
    (tmp_path / "config.json").write_text(json.dumps(config), encoding="utf-8")
    shared = ("embed_tokens.weight", "lm_head.weight")
    own = {name: x.contiguous() for name, x in made.state_dict().items() if not name.endswith(shared)}
    save_file(own, tmp_path / "model.safetensors")
    save_file({"head_ids": rows.int()}, tmp_path / "head_ids.safetensors")
    packed = distilled_draft(tmp_path, net())
    layers, draft = packed.reads, TorchReader(packed.net, VOCAB, "draft", packed.head)
    assert layers == (0, 1, 2)
    features = true_features(PROMPT, layers)
    sessions = [one.start_after(PROMPT, features[:-1]) for one in (draft, decoder_of())]
    found: list[Any] = [session.forward_after([7], [-1], [0], features[-1:]) for session in sessions]
    assert torch.allclose(found[0].row(0), found[1].row(0)[rows], atol=1e-9)
    save_file({**own, "more": torch.ones(1)}, tmp_path / "model.safetensors")
    with pytest.raises(BadInput, match="is not a draft for this target"):
        distilled_draft(tmp_path, net())
