"""The decode loop: exact lengths, reproducible, closable at any yield, without leaks."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest
import torch

from decoders.catalog import DECODERS, decoder
from decoders.core.decode import Models, State
from decoders.core.decode import decode as run_step
from decoders.core.dice import Replayed, Seeded
from decoders.core.record import Draw, Iteration
from decoders.core.runner import LanguageModel, Session
from decoders.errors import BadInput
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.tiny import LIMIT, VOCAB, tiny, tiny_heads
from tests.toys import models_of, random_pair

METHODS = ("greedy", "multinomial", "spd")


class Watched:
    """A model that counts the sessions it opens and closes."""

    reads = False

    def __init__(self, model: LanguageModel) -> None:
        self.vocab_size, self.window = model.vocab_size, model.window
        self._model = model
        self.open = 0

    def start(self, prompt: Sequence[int]) -> Session:
        session = self._model.start(prompt)
        close = session.close

        def counted() -> None:
            close()
            self.open -= 1

        session.close = counted
        self.open += 1
        return session


def toy(eos: bool = False) -> Models:
    return models_of(random_pair(3, size=4, eos=eos))


@cache
def real(*, paths: bool = False) -> Models:
    """A pair of random models; the draft is not the target."""
    nets = [tiny("llama-grouped", seed=seed) for seed in (0, 1)]
    pair = [HuggingFaceModel(net, VOCAB, f"llama {i}", heads=tiny_heads(net, 3)) for i, net in enumerate(nets)]
    for model in pair if paths else ():
        model.tree_mode = "paths: forced"
    return Models(pair[0], pair[1], frozenset())


def run(
    method: str, models: Models, tokens: int, seed: int = 0, record: bool = True, **settings: Any
) -> list[Iteration]:
    found = decoder(method)
    return list(found.decode([1, 2], models, found.make_settings(settings), Seeded(seed), tokens, record))


def untimed(iterations: list[Iteration]) -> list[dict[str, Any]]:
    """Iterations without wall-clock times, as plain values."""
    bare = [replace(one, seconds=0.0, passes=tuple(replace(p, seconds=0.0) for p in one.passes)) for one in iterations]
    return [one.to_json() for one in bare]


def tokens_of(iterations: list[Iteration]) -> tuple[int, ...]:
    return iterations[-1].final.beams[0].tokens


@pytest.mark.parametrize("stop", [1, 2, 4, None])
@pytest.mark.parametrize("method", METHODS)
def test_caches_are_released(method: str, stop: int | None) -> None:
    """A GPU's memory must come back when Stop is pressed at any iteration or the run is over."""
    pair = toy()
    assert pair.draft is not None
    target, draft = Watched(pair.target), Watched(pair.draft)
    found = decoder(method)
    models = Models(target, draft, pair.eos)
    iterations = found.decode([0], models, found.make_settings({}), Seeded(0), 12)
    for i, _ in enumerate(iterations, 1):
        assert (target.open, draft.open) == (1, int(method == "spd"))
        if i == stop:
            break
    iterations.close()
    assert (target.open, draft.open) == (0, 0)


def test_caches_are_released_after_an_error() -> None:
    """A failing decoder must not leave a cache behind in a running app."""
    target = Watched(toy().target)

    def broken(run: Any, state: State) -> State:
        run.target.logits([run.tree.root])
        raise BadInput("something is wrong")

    with pytest.raises(BadInput):
        next(run_step(broken, [0], Models(target, None, frozenset()), None, Seeded(0), 5))
    assert target.open == 0


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
def test_inference_mode_does_not_leak(paths: bool) -> None:
    """A caller that trains or builds tensors between two iterations must not get inference tensors."""
    found = decoder("spd")
    for _ in found.decode([1, 2], real(paths=paths), found.make_settings({}), Seeded(0), 8):
        assert torch.is_grad_enabled()
        assert not torch.is_inference_mode_enabled()
        weight = torch.ones(2, requires_grad=True)
        (weight * 2).sum().backward()
        assert weight.grad is not None


@pytest.mark.parametrize("method", METHODS)
def test_same_seed_same_iterations(method: str) -> None:
    """A shared trace must be reproducible to the last recorded number."""
    for models in (toy(eos=True), real()):
        assert untimed(run(method, models, 10, seed=5)) == untimed(run(method, models, 10, seed=5))
    if method != "greedy":
        assert len({tokens_of(run(method, toy(), 10, seed=seed)) for seed in range(5)}) > 1


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
@pytest.mark.parametrize("method", METHODS)
def test_the_limit_is_exact(method: str, limit: int) -> None:
    """A draft that is cut afterwards would have another distribution than the reference method at N tokens."""
    for seed in range(6):
        for gamma in (1, 4) if method == "spd" else (None,):
            iterations = run(method, toy(), limit, seed, **({"gamma": gamma} if gamma else {}))
            assert len(tokens_of(iterations)) == limit
            deepest = max(node.depth for one in iterations for node in one.nodes)
            assert deepest <= limit


@pytest.mark.parametrize("method", METHODS)
def test_eos_ends_a_run(method: str) -> None:
    """No token after the end of a sequence."""
    models = toy(eos=True)
    for seed in range(10):
        tokens = tokens_of(run(method, models, 30, seed))
        assert not models.eos & set(tokens[:-1])
        assert len(tokens) == 30 or tokens[-1] in models.eos


@pytest.mark.parametrize("method", METHODS)
def test_global_randomness_is_untouched(method: str) -> None:
    """Another library's randomness must not change a run, nor a run another's."""

    def states() -> tuple[Any, ...]:
        return random.getstate(), str(np.random.get_state()), torch.get_rng_state().tolist()

    before = states()
    first = tokens_of(run(method, real(), 6))
    assert states() == before
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(99)
        assert tokens_of(run(method, real(), 6)) == first


@pytest.mark.parametrize("method", METHODS)
def test_recording_changes_nothing(method: str) -> None:
    """A run timed without recording must be the same as the recorded one."""
    shown, timed = (run(method, real(), 8, seed=2, record=record) for record in (True, False))
    assert [one.final.beams for one in shown] == [one.final.beams for one in timed]
    assert [one.final.tokens for one in shown] == [one.final.tokens for one in timed]
    assert all(not (one.nodes or one.passes or one.draws or one.verdicts or one.distributions) for one in timed)
    for one in shown:
        assert sum(each.model == "target" for each in one.passes) == 1
        assert sum(each.seconds for each in one.passes) <= one.seconds


@pytest.mark.parametrize("paths", [False, True], ids=["tree", "paths"])
@pytest.mark.parametrize("gamma", [1, 3])
def test_speculation_is_greedy_on_a_real_cache(gamma: int, paths: bool) -> None:
    """Rejections make `keep` move cache slots; a wrong slot would change the text."""
    greedy = tokens_of(run("greedy", real(), 24))
    iterations = run("spd", real(paths=paths), 24, temperature=0, gamma=gamma)
    assert tokens_of(iterations) == greedy
    same = run("spd", replace(real(paths=paths), draft=real().target), 24, temperature=0, gamma=gamma)
    assert tokens_of(same) == greedy
    assert len(same) == -(-24 // (gamma + 1)), "a perfect draft is always kept"
    assert len(iterations) > len(same)


@pytest.mark.parametrize("method", list(DECODERS))
def test_tree_and_paths_give_the_same_run(method: str) -> None:
    """The way the cache is stored must not affect any method's beams."""
    found = decoder(method)
    settings = found.make_settings({"skips": "a0,m1"} if method == "self-ssd" else {})
    texts = []
    for paths in (False, True):
        last = list(found.decode([1, 2, 3], real(paths=paths), settings, Seeded(4), 10))[-1]
        texts.append([beam.tokens for beam in last.final.beams])
    assert texts[0] == texts[1]


def test_a_recorded_run_can_be_replayed() -> None:
    """“What if?” starts from a replay, which must repeat all iterations of the run."""
    iterations = run("spd", real(), 12, seed=3)
    found = decoder("spd")
    draws = [draw for one in iterations for draw in one.draws]
    again = found.decode([1, 2], real(), found.make_settings({}), Replayed(draws, Seeded(77)), 12)
    assert untimed(list(again)) == untimed(iterations)


def test_a_flip_changes_only_what_follows() -> None:
    """The flipped verdict has the other outcome, and everything before it is as recorded."""
    iterations = run("spd", real(), 12, seed=3)
    flips = list(_rejections(iterations))
    place, at = flips[0]
    draws = [draw for one in iterations for draw in one.draws]
    found = decoder("spd")
    dice = Replayed(draws, Seeded(77), {place: 0.0})
    again = list(found.decode([1, 2], real(), found.make_settings({}), dice, 12))
    assert untimed(again[:at]) == untimed(iterations[:at])
    flipped = next(v for v in again[at].verdicts if v.u == 0.0)
    assert flipped.decision == "accepted"


def _rejections(iterations: list[Iteration]) -> Iterator[tuple[int, int]]:
    """(index among all draws, iteration) of every rejection of a draft token with a positive probability."""
    place = 0
    for at, one in enumerate(iterations):
        rejected = {v.u for v in one.verdicts if v.decision == "rejected" and v.a}
        for draw in one.draws:
            if isinstance(draw, Draw) and draw.label.startswith("accept") and draw.value in rejected:
                yield place, at
            place += 1


def test_prompts_that_do_not_fit() -> None:
    """One error before anything is computed, which names what would work."""
    found = decoder("greedy")
    settings = found.make_settings({})
    with pytest.raises(BadInput, match=f"at most {LIMIT} in total"):
        found.decode([1] * (LIMIT - 3), real(), settings, Seeded(0), 4)
    assert len(list(found.decode([1] * (LIMIT - 4), real(), settings, Seeded(0), 4))) == 4
    with pytest.raises(BadInput, match="at least 1"):
        found.decode([1], real(), settings, Seeded(0), 0)
    with pytest.raises(BadInput, match="at least one token"):
        next(found.decode([], real(), settings, Seeded(0), 4))
    with pytest.raises(BadInput, match=f"no token {VOCAB}. Use ids from 0 to {VOCAB - 1}"):
        next(found.decode([1, VOCAB, 2], real(), settings, Seeded(0), 4))
    with pytest.raises(BadInput, match="needs a draft model"):
        decoder("spd").decode([1], replace(real(), draft=None), decoder("spd").make_settings({}), Seeded(0), 4)
