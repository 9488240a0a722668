"""TreeRunner compared with passes without a cache, over random forests, in every mode."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from decoders.core.record import Pass
from decoders.core.rules import Logits, Warp
from decoders.core.runner import TreeRunner
from decoders.core.tree import TokenTree
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.tiny import VOCAB, plain, tiny
from tests.toys import random_pair

TOKENS = st.integers(0, 3)  # few of them, so that the same child is asked for twice


@cache
def llama(paths: bool) -> HuggingFaceModel:
    model = HuggingFaceModel(tiny("llama-grouped"), VOCAB, "llama")
    assert model.tree_mode == "tree", "the probe would hide a broken tree pass by falling back"
    if paths:
        model.tree_mode = "paths: forced"
    return model


@cache
def llama_law(context: tuple[int, ...]) -> np.ndarray:
    return torch.softmax(plain(tiny("llama-grouped"), context), 0).numpy()


@cache
def recurrent(name: str) -> HuggingFaceModel:
    return HuggingFaceModel(tiny(name), VOCAB, name)


TOY = random_pair(5, size=4, zeros=(0.2, 0)).target


def toy_law(context: tuple[int, ...]) -> np.ndarray:
    return np.exp(TOY.scores(context))


class Forests(RuleBasedStateMachine):
    """Grow, ask and forget at random; every row must equal that of a fresh pass over the whole path."""

    model: Callable[[], Any]
    law: Any
    close = 1e-10
    reads_again = False  # whether a pass may also read nodes that were read before, or be one of several

    @initialize(prompt=st.lists(TOKENS, min_size=1, max_size=6))
    def start(self, prompt: list[int]) -> None:
        self.prompt = prompt
        self.tree = TokenTree(prompt[-1])
        self.passes: list[Pass] = []
        self.runner = TreeRunner(self.model(), self.tree, prompt[:-1], self.passes.append, "target")
        self.newest = self.tree.root
        self.fed: set[int] = set()
        self.rows: set[int] = set()  # nodes whose logits can be asked for
        self.forgotten: set[int] = set()

    def live(self, data: st.DataObject) -> int:
        """Any node that can be extended: a leaf, an inner node or the root, fed or not."""
        return data.draw(st.sampled_from([node for node in range(self.newest + 1) if node in self.tree]))

    def add(self, parent: int, token: int) -> int:
        node = self.tree.add(parent, token)
        self.newest = max(self.newest, node)
        return node

    def compare(self, nodes: list[int], logits: Logits) -> None:
        assert len(logits) == len(nodes)
        for row, node in enumerate(nodes):
            expected = self.law((*self.prompt, *self.tree.path(node)))
            law = logits.warp(row, Warp())
            found = np.zeros(len(expected))
            found[law.ids] = law.probs
            assert np.abs(found - expected).max() < self.close

    def fed_now(self, nodes: list[int]) -> None:
        new = self.tree.closure(nodes) - self.fed
        self.fed |= new
        self.rows |= new

    def askable(self, node: int) -> bool:
        return node in self.rows or node not in self.fed

    @rule(data=st.data(), tokens=st.lists(TOKENS, min_size=1, max_size=5))
    def extend(self, data: st.DataObject, tokens: list[int]) -> None:
        """Several new nodes in one pass, some requested twice, below any live nodes."""
        parents = [self.live(data) for _ in tokens]
        children = [self.add(parent, token) for parent, token in zip(parents, tokens, strict=True)]
        if all(self.askable(child) for child in children):
            nodes, logits = self.runner.extend(parents, tokens)
            assert nodes == children
            self.fed_now(nodes)
            self.compare(nodes, logits)
        else:
            with pytest.raises(KeyError, match="`keep` dropped the logits"):
                self.runner.extend(parents, tokens)

    @rule(data=st.data(), tokens=st.lists(TOKENS, min_size=1, max_size=4))
    def ask_for_a_chain(self, data: st.DataObject, tokens: list[int]) -> None:
        """Nodes and their unfed ancestors go through the model in one pass."""
        node = self.live(data)
        for token in tokens:
            node = self.add(node, token)
        if self.askable(node):
            before = len(self.passes)
            new = self.tree.closure([node]) - self.fed
            self.compare([node], self.runner.logits([node]))
            self.fed_now([node])
            read = {node for each in self.passes[before:] for node in each.nodes}
            if self.reads_again:
                assert read >= new if new else not read
            else:
                assert len(self.passes) - before == bool(new), "one pass for all that is new, none for what is known"
                assert read == new

    @precondition(lambda self: self.rows)
    @rule(data=st.data(), token=TOKENS)
    def ask_together(self, data: st.DataObject, token: int) -> None:
        """Known rows, in any order and repeated, together with a new one."""
        nodes = data.draw(st.lists(st.sampled_from(sorted(self.rows)), min_size=1, max_size=4))
        new = self.add(self.live(data), token)
        if self.askable(new):
            nodes.insert(len(nodes) // 2, new)
        logits = self.runner.logits(nodes)
        self.fed_now(nodes)
        self.compare(nodes, logits)

    @rule(data=st.data(), size=st.integers(1, 3))
    def keep(self, data: st.DataObject, size: int) -> None:
        """Forget all but some nodes and their ancestors; some are named twice."""
        nodes = [self.live(data) for _ in range(size)]
        self.runner.keep([*nodes, *nodes[:1]])
        closed = self.tree.closure(nodes) | {self.tree.root}
        self.tree.keep(nodes)
        self.forgotten |= self.fed - closed
        self.fed &= closed
        self.rows &= set(nodes)
        again = [node for node in dict.fromkeys(nodes) if node in self.rows]
        if again:
            before = len(self.passes)
            self.compare(again, self.runner.logits(again))
            assert len(self.passes) == before, "what survives is not computed again"

    @precondition(lambda self: self.forgotten)
    @rule(data=st.data())
    def forgotten_stays_forgotten(self, data: st.DataObject) -> None:
        """A node id is never reused, and a forgotten node cannot return unnoticed."""
        node = data.draw(st.sampled_from(sorted(self.forgotten)))
        held = self.runner.kv_length
        with pytest.raises(KeyError, match="was dropped from the cache"):
            self.runner.extend([node], [0])
        with pytest.raises(KeyError, match="was dropped from the cache"):
            self.runner.logits([node])
        assert self.runner.kv_length == held

    @invariant()
    def memory_is_the_live_tokens(self) -> None:
        """Beams share their common prefix: one KV slot for each distinct live token."""
        if hasattr(self, "runner"):
            assert self.runner.kv_length == len(self.prompt) - 1 + len(self.fed)

    def teardown(self) -> None:
        if hasattr(self, "runner"):
            self.runner.close()


def machine(name: str, model: Callable[[], Any], law: Any, examples: int, **more: Any) -> Any:
    """The test of a model, which is made when the test runs: every worker imports this file."""
    case = type(name, (Forests,), {"model": staticmethod(model), "law": staticmethod(law), **more}).TestCase
    case.settings = settings(max_examples=examples, stateful_step_count=14)
    return case


TestToyForests = machine("ToyForests", lambda: TOY, toy_law, 100)
TestTreeForests = machine("TreeForests", lambda: llama(paths=False), llama_law, 50)
TestPathForests = machine("PathForests", lambda: llama(paths=True), llama_law, 50)


@cache
def lfm2_law(context: tuple[int, ...]) -> np.ndarray:
    return torch.softmax(plain(tiny("lfm2"), context), 0).numpy()


@cache
def mamba_law(context: tuple[int, ...]) -> np.ndarray:
    return torch.softmax(plain(tiny("mamba"), context), 0).numpy()


# some of their sums are in float32
TestStateForests = machine("StateForests", lambda: recurrent("lfm2"), lfm2_law, 30, close=1e-5, reads_again=True)
TestStepForests = machine("StepForests", lambda: recurrent("mamba"), mamba_law, 20, close=1e-5, reads_again=True)


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
def test_a_failed_pass_leaves_no_trace(paths: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failed pass, the cache is still valid, and the same nodes can be fed again."""
    model, prompt = llama(paths), [3, 1, 2]
    runner = TreeRunner(model, TokenTree(prompt[-1]), prompt[:-1], lambda one: None, "target")
    nodes, _ = runner.extend([0, 0], [1, 2])
    last_layer = model.model.model.layers[1]
    for parents, tokens in (([nodes[0], nodes[1]], [3, 3]), ([nodes[0]], [4])):
        with monkeypatch.context() as patch:
            patch.setattr(last_layer, "forward", _fail)
            with pytest.raises(torch.OutOfMemoryError):
                runner.extend(parents, tokens)
        found, logits = runner.extend(parents, tokens)
        for row, node in enumerate(found):
            expected = llama_law((*prompt, *runner.tree.path(node)))
            assert np.abs(logits.warp(row, Warp()).probs - expected).max() < 1e-10
        runner.keep([nodes[0]])


def _fail(*args: Any, **kwargs: Any) -> None:
    raise torch.OutOfMemoryError


def test_one_target_pass_for_a_forest() -> None:
    """Verifying a forest takes one pass, whatever its shape; a draft level with known rows takes none."""
    passes: list[Pass] = []
    runner = TreeRunner(llama(paths=False), TokenTree(1), [5, 6], passes.append, "draft")
    level, _ = runner.extend([0, 0, 0], [1, 2, 3])
    runner.extend([level[0], level[2]], [1, 1])
    runner.logits([0, *level])
    assert [(one.model, len(one.nodes), one.kv) for one in passes] == [("draft", 4, 6), ("draft", 2, 8)]
    assert all(one.seconds > 0 for one in passes)
