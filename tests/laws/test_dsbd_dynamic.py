"""DSBD's dynamic width: given the past, every layer is iid p_beam, and broken widths are noticed."""

from collections import defaultdict
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import State
from decoders.exact.law import Enumerator, total_variation
from decoders.exact.toy import ToyPair
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.dsbd import width as widths
from tests.beams import layer_law
from tests.toys import CAUGHT, EXACT, models_of, random_pair

PROMPT = (0,)
Steps = tuple[tuple[tuple[int, ...], ...], ...]
REPLACEMENT = pytest.mark.parametrize("replacement", [True, False], ids=["with replacement", "without"])


def iteration_paths(pair: ToyPair, tokens: int, **settings: Any) -> dict[Steps, float]:
    """P(the beams of every layer, in order) of the real code, with states reduced to what matters."""
    found = decoder("dsbd")
    made = found.make_settings({"width": "dynamic", **settings})
    enumerator = Enumerator(found.step, PROMPT, models_of(pair), made, tokens)
    live: dict[tuple[Steps, State], float] = {((), State()): 1.0}
    done: dict[Steps, float] = defaultdict(float)
    while live:
        after: dict[tuple[Steps, State], float] = defaultdict(float)
        for (steps, state), weight in live.items():
            for new, chance in enumerator.successors(state).items():
                path = (*steps, *new.history)
                if new.finished(tokens):
                    done[path] += weight * chance
                else:
                    after[path, replace(new, extra=new.extra[-1:], history=())] += weight * chance
        live = after
    return done


def layer_error(pair: ToyPair, paths: dict[Steps, float], **warping: Any) -> float:
    """The largest distance over the layers from iid 𝒯p_beam, given past beams and the layer's width."""
    longest, worst = max(map(len, paths)), 0.0
    for layer in range(longest):
        given: dict[Any, dict[Any, float]] = defaultdict(lambda: defaultdict(float))
        for path, weight in paths.items():
            if len(path) > layer:
                given[path[:layer], len(path[layer])][path[layer]] += weight
        error = 0.0
        for (past, width), outputs in given.items():
            law = layer_law(pair, PROMPT, past[-1] if past else ((),), width, **warping)
            total = sum(outputs.values())
            error += total_variation(outputs, {key: total * chance for key, chance in law.items()})
        worst = max(worst, error)
    return worst


DYNAMIC = {
    "two layers": ({"size": 2, "eos": False}, 3, {"draft_width": 2, "gamma": 2}),
    "two layers, EOS inside": ({"size": 2}, 4, {"draft_width": 2, "gamma": 2}),
    "three drafts": ({"size": 2}, 2, {"draft_width": 3, "gamma": 1}),
    "three tokens": ({"size": 3}, 2, {"draft_width": 2, "gamma": 1}),
    "zeros": ({"size": 2, "zeros": (0.3, 0.3), "eos": False}, 3, {"draft_width": 2, "gamma": 2}),
}


@pytest.mark.pairwise
@REPLACEMENT
@pytest.mark.parametrize("threshold", [0.3, 0.7, 1.0])
@pytest.mark.parametrize("case", DYNAMIC)
def test_dynamic_layers_are_beam_sampling(case: str, threshold: float, replacement: bool) -> None:
    """Given the beams and widths so far, a layer must be iid p_beam; a width may depend only on the past."""
    shape, tokens, settings = DYNAMIC[case]
    pair = random_pair(0, **shape)
    paths = iteration_paths(pair, tokens, **settings, threshold=threshold, replacement=replacement)
    assert abs(sum(paths.values()) - 1) < EXACT
    assert layer_error(pair, paths) < EXACT


@REPLACEMENT
@pytest.mark.parametrize("warping", [{"top_k": 2}, {"top_p": 0.6, "warp": "row"}, {"temperature": 0.5}], ids=str)
def test_dynamic_layers_under_warping(warping: dict[str, Any], replacement: bool) -> None:
    """The same with 𝒯, and with a minimum above what the layer would choose."""
    pair, settings = random_pair(1, 2), {"draft_width": 2, "gamma": 2, "threshold": 0.6, "replacement": replacement}
    for floor in (1, 2):
        paths = iteration_paths(pair, 3, min_width=floor, **settings, **warping)
        assert layer_error(pair, paths, **warping) < EXACT
        assert min(len(layer) for path in paths for layer in path) >= floor


@pytest.mark.parametrize("limits", [{"ENUMERATED": 0}, {"ENUMERATED": 0, "SIMULATED": 0}], ids=["simulated", "none"])
def test_dynamic_layers_however_they_are_predicted(limits: dict[str, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """A simulated width is a function of p and q, and uses none of the run's own random numbers."""
    for name, value in limits.items():
        monkeypatch.setattr(widths, name, value)
    pair, chosen = random_pair(0, 2, eos=False), list[int]()
    plan_of = dsbd.choose_width
    monkeypatch.setattr(dsbd, "choose_width", lambda *given: noted(plan_of(*given), chosen))
    for threshold in (0.3, 0.7):
        settings = {"draft_width": 2, "gamma": 2, "threshold": threshold, "replacement": False}
        assert layer_error(pair, iteration_paths(pair, 3, **settings)) < EXACT
    assert set(chosen) == {1, 2}, "widths must vary"


def noted(plan: Any, chosen: list[int]) -> Any:
    chosen.append(plan.width)
    return plan


@REPLACEMENT
def test_dynamic_layers_from_equal_draft_weights(replacement: bool) -> None:
    """Whatever the input beams weigh under q, the target's distribution must result."""
    pair = random_pair(0, 2, eos=False)
    settings = {"draft_width": 2, "gamma": 2, "draft_weights": "uniform", "replacement": replacement}
    assert layer_error(pair, iteration_paths(pair, 3, **settings)) < EXACT


def test_widths_do_vary() -> None:
    """A dynamic width that never changes would make the tests above meaningless."""
    paths = iteration_paths(random_pair(0, 2, eos=False), 3, draft_width=2, gamma=2, threshold=0.6)
    assert {len(layer) for path in paths for layer in path} == {1, 2}


def test_success_must_not_be_conditioned_on() -> None:
    """Conditioning on success must be noticed, because successful layers alone are not iid p_beam."""
    pair = random_pair(0, 2, eos=False)
    found = decoder("dsbd")
    settings = found.make_settings({"draft_width": 2, "gamma": 2, "threshold": 0.6})
    after = Enumerator(found.step, PROMPT, models_of(pair), settings, 3).successors(State())
    layers: dict[Any, float] = defaultdict(float)
    for state, weight in after.items():
        if len(state.history) > 1:
            layers[state.history[0]] += weight
    (width,) = {len(layer) for layer in layers}
    total = sum(layers.values())
    assert total_variation({k: v / total for k, v in layers.items()}, layer_law(pair, PROMPT, ((),), width)) > CAUGHT


def test_steps_are_the_beams_of_every_layer() -> None:
    """`law` prints these: each layer grows from the one before and ends in the output."""
    found = decoder("dsbd")
    settings = found.make_settings({"draft_width": 2, "gamma": 2})
    law = Enumerator(found.step, PROMPT, models_of(random_pair(0, 2)), settings, 3).final_states()
    for state in law:
        steps = state.history
        assert state.extra == tuple(map(len, steps))
        assert steps[-1] == tuple(beam.tokens for beam in state.beams)
        for before, layer in pairwise(((), *steps)):
            assert not before or all(beam in before or beam[:-1] in before for beam in layer)


# Rules broken on purpose


def test_width_that_looks_at_the_drafts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A width that depends on the outcome is not known beforehand, so layers would be wrong."""
    plan_of = dsbd.choose_width

    def peek(run: Any, trial: Any) -> Any:
        plan = plan_of(run, trial)
        likely = sum(trial.law.dist.prob(spot.choice) >= 0.5 for spot in trial.candidates)
        return replace(plan, width=max(1, likely))

    monkeypatch.setattr(dsbd, "choose_width", peek)
    pair = random_pair(0, 2, eos=False)
    assert layer_error(pair, iteration_paths(pair, 3, draft_width=2, gamma=2)) > CAUGHT


def test_width_from_m_without_replacement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without replacement, the number of candidates reveals which they are, so W_L must come from W_S."""
    plan_of = dsbd.choose_width

    def from_m(run: Any, trial: Any) -> Any:
        plan = plan_of(run, trial)
        return replace(plan, width=1 if trial.layer.number == 1 else max(1, len(trial.candidates)))

    monkeypatch.setattr(dsbd, "choose_width", from_m)
    pair = random_pair(0, 2, eos=False)
    paths = iteration_paths(pair, 3, draft_width=2, gamma=2, replacement=False)
    assert layer_error(pair, paths) > CAUGHT
