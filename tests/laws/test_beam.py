"""Beam sampling follows Eq. 1 and beam search finds the likeliest beams, compared with brute force."""

import json
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.exact.law import total_variation
from decoders.methods.beam import BeamsLayer, MemoryLayer
from tests.beams import sampling_law, search
from tests.toys import EXACT, law_of, models_of, random_pair

PROMPT = (0,)
PAIR = random_pair(0, 3)
WARPS = [
    pytest.param({}, id="no warping"),
    pytest.param({"temperature": 0.6}, id="temperature"),
    pytest.param({"temperature": 0.0}, id="temperature 0"),
    pytest.param({"top_k": 3}, id="top-k"),
    pytest.param({"top_p": 0.7}, id="top-p"),
    pytest.param({"temperature": 1.5, "top_k": 3, "top_p": 0.8}, id="all three"),
]
SHAPES = [
    pytest.param({"size": 2}, 2, 4, id="two tokens"),
    pytest.param({"size": 3}, 2, 3, id="three tokens"),
    pytest.param({"size": 2}, 3, 3, id="three beams"),
    pytest.param({"size": 3, "eos": False}, 2, 3, id="no EOS"),
    pytest.param({"size": 3, "zeros": (0.5, 0.0)}, 3, 2, id="zeros in p"),
]


@pytest.mark.pairwise
@pytest.mark.parametrize("warp", ["joint", "row"])
@pytest.mark.parametrize("warping", WARPS)
@pytest.mark.parametrize(("shape", "width", "tokens"), SHAPES)
def test_sampling_law(shape: dict[str, Any], width: int, tokens: int, warping: dict[str, Any], warp: str) -> None:
    """DSBD is compared with beam sampling; if this were wrong, both would be."""
    pair = random_pair(1, **shape)
    law = law_of("beam-sampling", pair, tokens, PROMPT, width=width, warp=warp, **warping)
    plain = sampling_law(pair, PROMPT, tokens, width, warp=warp, **warping)
    assert total_variation(law, plain) < EXACT


@pytest.mark.parametrize("warp", ["joint", "row"])
@pytest.mark.parametrize("width", [2, 3, 20])
def test_sampling_without_replacement(width: int, warp: str) -> None:
    """No pair occurs twice, and a width beyond the support gives the whole support in every order."""
    pair = random_pair(2, size=2 if width == 20 else 3)
    tokens = 1 if width == 20 else 2
    law = law_of("beam-sampling", pair, tokens, PROMPT, width=width, warp=warp, replacement=False)
    assert total_variation(law, sampling_law(pair, PROMPT, tokens, width, False, warp=warp)) < EXACT
    assert all(len(set(beams)) == len(beams) for beams in law)


@pytest.mark.pairwise
@pytest.mark.parametrize("warp", ["joint", "row"])
@pytest.mark.parametrize("penalty", [0.0, 1.0, 2.0])
@pytest.mark.parametrize("warping", WARPS)
def test_search_keeps_the_best(warping: dict[str, Any], penalty: float, warp: str) -> None:
    """A beam lost on the way, or ranked by a wrong length, would not be beam search."""
    for seed in range(6):
        for width in (1, 2, 4):
            pair = random_pair(seed, 3, zeros=(0.2, 0.0))
            given = {"width": width, "length_penalty": penalty, "warp": warp, **warping}
            (found,) = law_of("beam-search", pair, 4, PROMPT, **given)
            assert list(found) == sorted(search(pair, PROMPT, 4, width, penalty, warp=warp, **warping))


def test_search_wide_enough_is_exhaustive() -> None:
    """With room for every sequence, the best beam is the likeliest sequence."""
    pair = random_pair(3, 3, eos=False)
    state = run_to_end("beam-search", pair, 4, width=64)
    likeliest = max(sampling_law(pair, PROMPT, 4, 1).items(), key=lambda item: item[1])[0]
    assert (state.best.tokens,) == likeliest


def test_search_of_width_one_is_greedy() -> None:
    """Width 1 must be greedy decoding, which everyone can check."""
    for seed in range(5):
        pair = random_pair(seed, 4)
        assert law_of("beam-search", pair, 5, width=1) == law_of("greedy", pair, 5)


def test_sampling_of_width_one_is_multinomial() -> None:
    """Width 1 with replacement must be multinomial sampling."""
    for warp in ("joint", "row"):
        pair = random_pair(1, 3)
        law = law_of("beam-sampling", pair, 3, width=1, warp=warp, top_k=2)
        assert total_variation(law, law_of("multinomial", pair, 3, top_k=2)) < EXACT


def run_to_end(method: str, pair: Any, tokens: int, **settings: Any) -> Any:
    found = decoder(method)
    run = found.decode(PROMPT, models_of(pair), found.make_settings(settings), Seeded(5), tokens)
    while True:
        try:
            next(run)
        except StopIteration as end:
            return end.value


@pytest.mark.parametrize("method", ["beam-search", "beam-sampling"])
def test_record_explains_every_beam(method: str) -> None:
    """Each live beam needs its entry, parent entry, verdict and distribution, or it cannot be drawn."""
    found = decoder(method)
    settings, before = found.make_settings({"width": 3}), [((), False)]
    for iteration in found.decode(PROMPT, models_of(PAIR), settings, Seeded(1), 5):
        entries = {entry.id: entry for entry in iteration.entries}
        nodes = {node.id for node in iteration.nodes}
        outputs = [entry for entry in iteration.entries if entry.layer == 1]
        assert [entry.node for entry in outputs] == [beam.node for beam in iteration.final.beams]
        assert all(entries[entry.parent].layer == 0 for entry in outputs if entry.parent is not None)
        assert [verdict.entry for verdict in iteration.verdicts] == [entry.id for entry in outputs]
        assert [verdict.logp for verdict in iteration.verdicts] == [beam.logp for beam in iteration.final.beams]
        decision = "chosen" if method == "beam-search" else "drawn"
        assert {verdict.decision for verdict in iteration.verdicts} == {decision}
        assert [(step.phase, step.place) for step in iteration.steps[2:-1]] == [(decision, i) for i in (1, 2, 3)]
        assert all(law.base == len(PAIR.vocab) + 1 for law in iteration.distributions)
        assert nodes >= {entry.node for entry in iteration.entries}
        layer, memory = iteration.layers
        assert isinstance(layer, BeamsLayer)
        assert isinstance(memory, MemoryLayer)
        assert (layer.width, layer.accepted, list(layer.inputs)) == (
            3,
            3,
            [entry.node for entry in iteration.entries[:-3]],
        )
        fed = [tokens[: len(tokens) - done] for tokens, done in before]  # a last EOS is never fed
        assert memory.kv_per_beam == sum(len(PROMPT) + len(tokens) for tokens in fed)
        assert memory.kv_distinct == len({PROMPT + tokens[:i] for tokens in fed for i in range(len(tokens) + 1)})
        before = [(beam.tokens, beam.done) for beam in iteration.final.beams]
        json.dumps(iteration.to_json(), allow_nan=False)
