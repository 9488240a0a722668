"""BiLD and typical acceptance have no reference method, so they are compared with plain recursions."""

import math
from typing import Any

import pytest

from decoders.core.decode import Emitted
from decoders.exact.law import Outcome, total_variation
from decoders.exact.toy import ToyModel, ToyPair
from decoders.methods import bild, typical
from tests.toys import CAUGHT, EXACT, distance, law_of, random_pair

Law = dict[tuple[int, ...], float]


def row(model: ToyModel, context: tuple[int, ...]) -> list[float]:
    """Probabilities after a context."""
    return [math.exp(x) for x in model.scores(context)]


def add(law: Law, tokens: tuple[int, ...], chance: float) -> None:
    if chance > 0:
        law[tokens] = law.get(tokens, 0.0) + chance


def bild_pass(
    pair: ToyPair,
    prompt: tuple[int, ...],
    room: int,
    low: float,
    high: float,
    gamma: int,
    drafted: tuple[int, ...] = (),
) -> Law:
    """What one draft, read and rollback append to `prompt`, by recursion over the draft."""
    law: Law = {}
    q = row(pair.draft, prompt + drafted)
    stopped = len(drafted) == min(gamma, room - 1) or max(q) < low or drafted[-1:] == (pair.eos,)
    if not stopped:
        for token, chance in enumerate(q):
            if chance > 0:
                rest = bild_pass(pair, prompt, room, low, high, gamma, (*drafted, token))
                for tokens, weight in rest.items():
                    add(law, tokens, chance * weight)
        return law
    for place, token in enumerate(drafted):
        before = prompt + drafted[:place]
        p = row(pair.target, before)
        if p[token] == 0 or -math.log(p[token]) > high:
            for own, chance in enumerate(p):
                add(law, (*drafted[:place], own), chance)
            return law
    if drafted[-1:] == (pair.eos,):
        return {drafted: 1.0}
    for own, chance in enumerate(row(pair.target, prompt + drafted)):
        add(law, (*drafted, own), chance)
    return law


def typical_pass(
    pair: ToyPair, prompt: tuple[int, ...], room: int, epsilon: float, delta: float, gamma: int, degree: int
) -> Law:
    """What one typical pass appends: the longest typical path in the draft's top-k tree and one token."""
    best: tuple[int, float, tuple[int, ...]] = (0, 0.0, ())
    level: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for _ in range(min(gamma, room - 1)):
        longer = []
        for score, path in level:
            if path[-1:] == (pair.eos,):
                continue
            q, p = row(pair.draft, prompt + path), row(pair.target, prompt + path)
            entropy = -sum(x * math.log(x) for x in p if x > 0)
            for token in sorted(range(len(q)), key=lambda x: -q[x])[:degree]:
                if q[token] > 0 and p[token] > min(epsilon, delta * math.exp(-entropy)):
                    longer.append((score + math.log(p[token]), (*path, token)))
        for score, path in longer:
            if (len(path), score) > best[:2]:
                best = (len(path), score, path)
        level = longer
    path = best[2]
    if path[-1:] == (pair.eos,):
        return {path: 1.0}
    return {(*path, own): chance for own, chance in enumerate(row(pair.target, prompt + path)) if chance > 0}


def repeated(one_pass: Any, pair: ToyPair, tokens: int, *settings: Any) -> dict[Outcome, float]:
    """The distribution after passes until EOS or the limit."""
    live: Law = {(): 1.0}
    done: Law = {}
    while live:
        after: Law = {}
        for text, weight in live.items():
            for new, chance in one_pass(pair, (0, *text), tokens - len(text), *settings).items():
                grown = text + new
                ended = len(grown) == tokens or grown[-1] == pair.eos
                add(done if ended else after, grown, weight * chance)
        live = after
    return {(text,): chance for text, chance in done.items()}


PAIRS = [{"size": 2}, {"size": 3}, {"size": 4, "eos": False}, {"same": True}, {"zeros": (0.4, 0.4)}]


@pytest.mark.parametrize("shape", PAIRS, ids=str)
@pytest.mark.parametrize(("low", "high", "gamma"), [(0.6, 5.0, 10), (0.0, 1.0, 2), (0.5, 0.7, 3), (1.0, 0.0, 1)])
def test_bild_is_what_it_says(shape: dict[str, Any], low: float, high: float, gamma: int) -> None:
    """Fallback and rollback must happen exactly where the thresholds say."""
    for seed in range(2):
        pair = random_pair(seed, **shape)
        given = {"fallback_threshold": low, "rollback_threshold": high, "gamma": gamma}
        assert total_variation(law_of("bild", pair, 4, **given), repeated(bild_pass, pair, 4, low, high, gamma)) < EXACT


@pytest.mark.parametrize("shape", PAIRS, ids=str)
@pytest.mark.parametrize(
    ("epsilon", "delta", "gamma", "degree"), [(0.09, 0.3, 3, 2), (0.5, 1.0, 2, 3), (0.3, 0.9, 4, 1), (1.0, 1.0, 2, 2)]
)
def test_typical_is_what_it_says(shape: dict[str, Any], epsilon: float, delta: float, gamma: int, degree: int) -> None:
    """The longest typical path must win, with the threshold that entropy gives."""
    for seed in range(2):
        pair = random_pair(seed, **shape)
        given = {"epsilon": epsilon, "delta": delta, "gamma": gamma, "out_degree": degree}
        plain = repeated(typical_pass, pair, 4, epsilon, delta, gamma, degree)
        assert total_variation(law_of("typical", pair, 4, **given), plain) < EXACT


@pytest.mark.parametrize("method", ["bild", "typical"])
def test_both_are_lossy(method: str) -> None:
    """Both are labelled lossy, which must be true."""
    pair = random_pair(0)
    assert total_variation(law_of(method, pair, 3), law_of("multinomial", pair, 3)) > 0.01


def test_temperature_zero_typical_is_greedy() -> None:
    """Medusa's rule at temperature 0 accepts only the argmax."""
    for seed in range(4):
        pair = random_pair(seed, 4)
        assert law_of("typical", pair, 5, temperature=0) == law_of("greedy", pair, 5)


LIKE_AN_ORACLE: list[tuple[str, dict[str, Any]]] = [
    ("typical", {"gamma": 2, "temperature": 0}),
    ("typical", {"gamma": 2, "top_k": 1, "epsilon": 1.0, "delta": 1.0}),
    ("bild", {"gamma": 2, "rollback_threshold": 0}),
    ("bild", {"gamma": 2, "rollback_threshold": 0, "fallback_threshold": 1, "temperature": 0}),
    ("tsd", {"gamma": 2, "verification": "sampling", "acceptance": "paper", "temperature": 0}),
    ("gsd", {"gamma": 2, "verification": "sampling", "acceptance": "paper", "merge": 1, "top_k": 1}),
    ("dsbd", {"gamma": 2, "width": 1, "draft_width": 2, "one_cache": True}),
]


@pytest.mark.parametrize(("method", "given"), LIKE_AN_ORACLE, ids=str)
def test_settings_that_take_the_loss_away(method: str, given: dict[str, Any]) -> None:
    """With some settings lossy methods are exact; the app says so, and it must be true."""
    for seed in range(4):
        assert distance(method, random_pair(seed), 3, **given) < EXACT
        assert distance(method, random_pair(seed, zeros=(0.4, 0.4)), 3, **given) < EXACT


def test_broken_thresholds_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain recursions must be able to notice a wrong threshold."""
    pair = random_pair(0, same=True)
    plain_bild = repeated(bild_pass, pair, 3, 0.5, 0.7, 3)
    plain_typical = repeated(typical_pass, pair, 3, 1.0, 0.9, 3, 2)
    monkeypatch.setattr(typical, "entropy", lambda p: 0.0)
    law = law_of("typical", pair, 3, epsilon=1.0, delta=0.9, gamma=3, out_degree=2)
    assert total_variation(law, plain_typical) > CAUGHT

    def keep_all(run: Any, scored: Any, at: int, one: Emitted, layer: int) -> bool:
        return False

    monkeypatch.setattr(bild, "_rolls_back", keep_all)
    law = law_of("bild", pair, 3, fallback_threshold=0.5, rollback_threshold=0.7, gamma=3)
    assert total_variation(law, plain_bild) > CAUGHT
