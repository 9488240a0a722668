"""Medusa: the chosen tree, the hidden states, the record, refusals, and the real pair."""

import math
import threading
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
import torch

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.errors import BadInput
from decoders.methods.medusa import HeadLayer, MedusaSettings, Pick, most_confident
from decoders.methods.typical import TypicalLayer
from decoders.models.loading.embedded import HEADS_FOLDER
from decoders.models.torch.heads import ResidualHeads, read_heads, write_heads
from decoders.models.torch.huggingface import HuggingFaceModel
from decoders.models.torch.logits import TorchLogits
from decoders.pairs import Pair, load_pair
from tests.tiny import VOCAB, float32_inside, tiny, tiny_heads
from tests.toys import models_of, random_pair

FAMILIES = ["llama-grouped", "gpt2", "gemma2", "bloom", "gpt-neo"]  # the last two run path by path


@cache
def headed(family: str = "llama-grouped", paths: bool = False) -> HuggingFaceModel:
    net = tiny(family)
    model = HuggingFaceModel(net, VOCAB, family, heads=tiny_heads(net, 3))
    if paths:
        model.tree_mode = "paths: forced"
    return model


def run(tokens: int = 16, seed: int = 0, **settings: object) -> list[Iteration]:
    found = decoder("medusa")
    models = Models(headed(), None, frozenset())
    return list(found.decode([3, 9, 27], models, found.make_settings(settings), Seeded(seed), tokens))


def test_the_most_confident_nodes_are_chosen() -> None:
    """The heap must find the same nodes as sorting the whole product, and never a child without its parent."""
    rng = np.random.default_rng(0)
    for _ in range(60):
        sizes = rng.integers(1, 5, size=rng.integers(1, 4))
        guesses = [
            [(int(x), float(q)) for x, q in enumerate(np.sort(rng.dirichlet(np.ones(9)))[::-1][:n])] for n in sizes
        ]
        eos, budget = frozenset({int(rng.integers(4))}), int(rng.integers(1, 30))
        chance = {
            path: math.prod(guess[x][1] for guess, x in zip(guesses, path, strict=False))
            for depth in range(1, len(guesses) + 1)
            for path in product(*(range(n) for n in sizes[:depth]))
            if not eos & set(path[:-1])
        }
        picks = list(most_confident(guesses, budget, eos))
        assert [one.confidence for one in picks] == pytest.approx(sorted(chance.values(), reverse=True)[:budget])
        paths = [_path(picks, place) for place in range(len(picks))]
        assert len(set(paths)) == len(paths)
        assert all(chance[path] == pytest.approx(one.confidence) for path, one in zip(paths, picks, strict=True))
        assert all(one.parent < place for place, one in enumerate(picks))


def _path(picks: list[Pick], place: int) -> tuple[int, ...]:
    pick = picks[place]
    return (*(_path(picks, pick.parent) if pick.parent >= 0 else ()), pick.rank)


@pytest.mark.parametrize("family", FAMILIES)
def test_heads_read_the_state_behind_a_node(family: str) -> None:
    """After tree passes and `keep`, heads must read the state that a plain pass has."""
    model = headed(family)
    assert model.heads is not None
    tree, passes = TokenTree(9), []
    runner = TreeRunner(model, tree, [3, 7], passes.append, "target")
    level, _ = runner.extend([0, 0, 0], [1, 2, 3])
    below, _ = runner.extend([level[0], level[2], level[2]], [5, 6, 7])
    allowed = max(1e-10, float32_inside(model.model))
    for node in (-1, 0, *level, *below):
        assert _heads_error(model, runner, tree, node) < allowed
    runner.keep([below[1]])
    tree.keep([below[1]])
    more, _ = runner.extend([below[1], below[1]], [8, 9])
    for node in (-1, 0, level[2], below[1], *more):
        assert _heads_error(model, runner, tree, node) < allowed
    unfed = tree.add(more[0], 11)
    assert _heads_error(model, runner, tree, unfed) < allowed, "a node not yet fed is fed"
    with pytest.raises(KeyError, match="was dropped from the cache"):
        runner.heads(level[0])
    assert {one.nodes for one in passes if one.model == "draft"} == {()}


@torch.inference_mode()
def _heads_error(model: HuggingFaceModel, runner: TreeRunner, tree: TokenTree, node: int) -> float:
    """The largest difference to the heads on the hidden state of a plain pass."""
    found = runner.heads(node)
    text = [3, 7, *([9, *tree.path(node)] if node >= 0 else [])]
    seen: list[torch.Tensor] = []
    hook = model.model.get_output_embeddings().register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    model.model(input_ids=torch.tensor([text]), use_cache=False)
    hook.remove()
    assert model.heads is not None
    assert found is not None
    expected = [model.heads.scores(seen[0][0, -1:], k)[0] for k in (1, 2, 3)]
    laws = [torch.softmax(one, 0).numpy() for one in expected]
    return max(
        float(
            np.abs(found.warp(k, MedusaSettings().warp).probs - law).max()
        )  # softmax: the same law whatever the scale
        for k, law in enumerate(laws)
    )


def test_models_without_heads_give_none() -> None:
    """All other models and tables must work as before."""
    plain = HuggingFaceModel(tiny("llama"), VOCAB, "llama")
    for model in (plain, random_pair(0).target):
        runner = TreeRunner(model, TokenTree(1), [0, 2], lambda one: None, "target")
        runner.extend([0], [1])
        assert runner.heads(0) is None
        assert runner.heads(-1) is None


@pytest.mark.parametrize("kept", ["exact", "typical"])
def test_tree_and_paths_give_the_same_run(kept: str) -> None:
    """The way the cache is stored must not affect the heads' proposals."""
    found = decoder("medusa")
    settings = found.make_settings({"acceptance": kept, "branching": "3,2,2"})
    texts = []
    for paths in (False, True):
        models = Models(headed(paths=paths), None, frozenset())
        *_, last = found.decode([1, 2, 3], models, settings, Seeded(4), 16)
        texts.append(last.final.beams[0].tokens)
    assert texts[0] == texts[1]


def test_record_says_everything() -> None:
    """The picture must match what happened: head and rank of every node, thresholds, and the passes."""
    epsilon, delta, drafted = 0.3, 0.9, 0
    for iteration in run(branching="4,3,2", node_budget=10, epsilon=epsilon, delta=delta):
        nodes = {node.id: node for node in iteration.nodes}
        root = iteration.nodes[0].id
        heads = {layer.layer: layer for layer in iteration.layers if isinstance(layer, HeadLayer)}
        bars = {layer.node: layer for layer in iteration.layers if isinstance(layer, TypicalLayer)}
        assert len(heads) + len(bars) == len(iteration.layers)
        assert [made.model for made in iteration.passes] in (["draft", "target"], ["target"])
        made = [node.id for node in iteration.nodes if node.role == "draft"]
        assert len(made) == sum(len(layer.nodes) for layer in heads.values()) <= 10
        drafted += len(made)
        confidence = {root: 1.0}
        for k, layer in sorted(heads.items()):
            for node, share in zip(layer.nodes, layer.confidence, strict=True):
                assert nodes[node].depth - nodes[root].depth == k
                above = nodes[node].parent
                assert share == pytest.approx(confidence[above] * (nodes[node].q or 0))
                assert any(law.at == above and law.kind == "q_raw" for law in iteration.distributions)
                confidence[node] = share
        assert {v.node for v in iteration.verdicts} >= set(made)
        for verdict in iteration.verdicts:
            if verdict.rule in ("typical", "longest_path"):
                bar = bars[nodes[verdict.node].parent]
                assert bar.threshold == pytest.approx(min(epsilon, delta * math.exp(-bar.entropy)))
                assert (verdict.bar, verdict.entropy) == (bar.threshold, bar.entropy)
                assert verdict.p is not None
                assert (verdict.p > bar.threshold) == (verdict.decision in ("accepted", "dropped"))
        assert iteration.steps[0].phase == "input"
        assert [s.layer for s in iteration.steps if s.phase == "draft"] == [k for k in heads if heads[k].nodes]
        assert iteration.steps[-1].phase == "commit"
    assert drafted


def test_what_passes_off_the_path_is_dropped() -> None:
    """Typical acceptance commits one path; other passing tokens must not count as accepted."""
    iterations = run(branching="8,8,8", node_budget=60, epsilon=0.01, delta=0.3, tokens=32)
    judged = [verdict for iteration in iterations for verdict in iteration.verdicts]
    assert any(verdict.decision == "dropped" for verdict in judged)
    accepted = [v.node for v in judged if v.decision == "accepted"]
    committed = [zip(one.final.nodes, one.final.origins, strict=True) for one in iterations]
    assert accepted == [node for tokens in committed for node, origin in tokens if origin == "draft"]


def test_exact_verdicts_name_the_draw() -> None:
    """With exact acceptance, a candidate is accepted only because it is the sampled token."""
    kept = 0
    for one in run(acceptance="exact", branching="8,8,8", node_budget=60, seed=3, tokens=32):
        values = [draw.value for draw in one.draws]
        assert list(one.final.tokens) == values[: len(one.final.tokens)]
        kept += sum(verdict.decision == "accepted" for verdict in one.verdicts)
    assert kept, "a tree of 60 among 64 tokens is sometimes right"


def test_refusals() -> None:
    """One error before anything is computed."""
    found = decoder("medusa")
    with pytest.raises(BadInput, match="has none"):
        found.fit(models_of(random_pair(0)), found.settings())
    with pytest.raises(BadInput, match="has none"):
        found.decode([1], models_of(random_pair(0)), found.settings(), Seeded(0))
    models = Models(headed(), None, frozenset())
    with pytest.raises(BadInput, match="needs 4 heads, but this pair has 3"):
        found.fit(models, found.make_settings({"branching": "2,2,2,2"}))
    assert found.fit(found.fit(models, found.settings()), found.settings()) == models


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """The pair loads what the training script writes; heads of another width are refused."""
    net = tiny("llama-grouped", torch.bfloat16)
    weight = torch.randn(2, 32, 32).to(torch.bfloat16)
    ids = HEADS_FOLDER / ".." / "draft" / "head_ids.safetensors"
    write_heads(tmp_path, weight, str(ids), {})
    wide = torch.nn.Embedding(49_152, 32, dtype=torch.bfloat16)
    read = read_heads(tmp_path, _Net(wide))
    assert torch.equal(read.weight, weight)
    assert read.ids is not None
    assert torch.equal(read.rows, wide.weight[read.ids])
    with pytest.raises(BadInput, match="do not fit this target model"):
        read_heads(HEADS_FOLDER, net)


class _Net:
    """The parts of a model that reading heads needs."""

    def __init__(self, embedding: torch.nn.Embedding) -> None:
        self.get_output_embeddings = lambda: embedding


def test_untrained_heads_repeat_the_next_token() -> None:
    """Training starts from heads that repeat the target's prediction, because SiLU(0) adds nothing."""
    rows, hidden = torch.randn(9, 4), torch.randn(4)
    heads = ResidualHeads(torch.nn.Parameter(torch.zeros(2, 4, 4)), rows)
    torch.testing.assert_close(heads.all_scores(hidden), (rows @ hidden).expand(2, -1))
    trained = ResidualHeads(torch.nn.Parameter(torch.randn(2, 4, 4)), rows)
    both = torch.stack([trained.scores(hidden[None], k)[0] for k in (1, 2)])
    torch.testing.assert_close(trained.all_scores(hidden), both)


@pytest.mark.pair
def test_shipped_heads_write_the_greedy_text(smollm2: Pair) -> None:
    """In float32, exact acceptance at temperature 0 gives greedy decoding's text in fewer passes."""
    for prompt in ("Explain why the sky is blue.", "Name three large cities and say one thing about each."):
        texts, passes = [], []
        for method, given in (("greedy", {}), ("medusa", {"temperature": 0, "acceptance": "exact"})):
            iterations = _real(smollm2, method, prompt, **given)
            texts.append(iterations[-1].final.beams[0].tokens)
            passes.append(len(iterations))
        assert texts[0] == texts[1]
        assert passes[1] < passes[0], "trained heads are sometimes right"


@pytest.mark.pair
def test_shipped_heads_in_bf16() -> None:
    """As the app runs it."""
    pair = load_pair("smollm2", device="cpu", engine="torch")
    iterations = _real(pair, "medusa", "Explain why the sky is blue.")
    assert len(iterations[-1].final.beams[0].tokens) == 12
    assert any(v.decision == "accepted" for one in iterations for v in one.verdicts)


def _real(pair: Pair, method: str, prompt: str, **settings: object) -> list[Iteration]:
    found = decoder(method)
    ids = pair.encode(prompt, False)
    return list(found.decode(ids, pair.models, found.make_settings(settings), Seeded(0), 12))


def test_runs_that_share_a_model_do_not_read_each_others_states() -> None:
    """The app runs two at once; another run's pass may come between a pass and reading its state."""
    model, between = headed(), threading.Event()
    quiet = threading.Barrier(2)
    pauses = iter((True,))
    found: list[torch.Tensor] = []

    def pause(module: object, inputs: tuple[torch.Tensor, ...], output: torch.Tensor) -> None:
        if threading.current_thread().name == "first" and next(pauses, False):
            quiet.wait(60)  # the other passes now
            assert between.wait(60)

    def first() -> None:
        found.append(guessed([5, 6, 7]))

    def guessed(prompt: list[int]) -> torch.Tensor:
        guess = model.start(prompt).heads(-1)
        assert isinstance(guess, TorchLogits)
        return guess.scores

    handle = model.model.get_output_embeddings().register_forward_hook(pause)
    try:
        thread = threading.Thread(target=first, name="first")
        thread.start()
        quiet.wait(60)
        model.start([40, 41, 42])
        between.set()
        thread.join(60)
    finally:
        handle.remove()
    assert torch.equal(found[0], guessed([5, 6, 7]))
