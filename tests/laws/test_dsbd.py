"""DSBD's joint law is beam sampling's with a fixed width, and layer by layer with a dynamic one; broken rules show."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from decoders import dsbd, trial
from decoders.catalog import decoder
from decoders.decode import State
from decoders.law import Enumerator, total_variation
from decoders.rules import Dist
from decoders.toy import ToyPair
from tests.beams import layer_law, sampling_law
from tests.toys import CAUGHT, EXACT, distance, law_of, models_of, random_pair

PROMPT = (0,)
Steps = tuple[tuple[tuple[int, ...], ...], ...]

# name: pair, new tokens, settings. Two layers and two iterations at least, so that copies come in as input beams.
CASES: dict[str, tuple[dict[str, Any], int, dict[str, int]]] = {
    "two beams, two layers, no EOS": ({"size": 2, "eos": False}, 3, {"width": 2, "draft_width": 2, "gamma": 2}),
    "two beams, two layers, EOS inside": ({"size": 2}, 4, {"width": 2, "draft_width": 2, "gamma": 2}),
    "one beam of three drafts: orphans": ({"size": 2}, 3, {"width": 1, "draft_width": 3, "gamma": 2}),
    "one beam, three layers": ({"size": 2}, 4, {"width": 1, "draft_width": 2, "gamma": 3}),
    "three tokens": ({"size": 3}, 3, {"width": 2, "draft_width": 2, "gamma": 1}),
    "three tokens, two layers": ({"size": 3}, 3, {"width": 1, "draft_width": 2, "gamma": 2}),
    "fewer drafts than beams": ({"size": 2}, 3, {"width": 2, "draft_width": 1, "gamma": 2}),
    "more drafts than pairs": ({"size": 2}, 3, {"width": 2, "draft_width": 3, "gamma": 1}),
    "p = q": ({"size": 2, "same": True}, 4, {"width": 2, "draft_width": 2, "gamma": 2}),
    "zeros in q": ({"size": 3, "zeros": (0.0, 0.6)}, 3, {"width": 2, "draft_width": 2, "gamma": 1}),
    "zeros in p": ({"size": 3, "zeros": (0.6, 0.0)}, 3, {"width": 2, "draft_width": 2, "gamma": 2}),
    "zeros in both": ({"size": 2, "zeros": (0.4, 0.4), "eos": False}, 4, {"width": 2, "draft_width": 2, "gamma": 2}),
}
CASE = pytest.mark.parametrize("case", CASES)
REPLACEMENT = pytest.mark.parametrize("replacement", [True, False], ids=["with replacement", "without"])


def case_distance(case: str, seed: int, **more: Any) -> float:
    shape, tokens, settings = CASES[case]
    return distance("dsbd", random_pair(seed, **shape), tokens, PROMPT, **settings, **more)


@CASE
@REPLACEMENT
@pytest.mark.parametrize("draft_weights", ["cumulative", "uniform"])
def test_law_is_beam_samplings(case: str, replacement: bool, draft_weights: str) -> None:
    """The promise of DSBD: the joint law of all output beams is that of beam sampling with the target alone."""
    for seed in range(2 if draft_weights == "cumulative" else 1):
        assert case_distance(case, seed, replacement=replacement, draft_weights=draft_weights) < EXACT


@REPLACEMENT
@pytest.mark.parametrize("warp", ["joint", "row"])
@pytest.mark.parametrize(
    "warping",
    [
        {"top_k": 1},
        {"top_k": 2},
        {"top_k": 3},
        {"top_p": 0.6},
        {"temperature": 0.0},
        {"temperature": 0.5, "top_k": 3, "top_p": 0.9},
    ],
    ids=str,
)
@pytest.mark.parametrize("case", ["two beams, two layers, EOS inside", "three tokens, two layers", "zeros in p"])
def test_law_under_warping(case: str, warping: dict[str, float], warp: str, replacement: bool) -> None:
    """𝒯 on the joint law, or on every row, must leave p and q of the same kind everywhere."""
    assert case_distance(case, 1, replacement=replacement, warp=warp, **warping) < EXACT


@pytest.mark.large
@REPLACEMENT
@pytest.mark.parametrize("warp", ["joint", "row"])
@pytest.mark.parametrize(
    ("shape", "tokens", "settings"),
    [
        pytest.param({"size": 3}, 2, {"width": 3, "draft_width": 3, "gamma": 1}, id="three of three"),
        pytest.param({"size": 2}, 3, {"width": 2, "draft_width": 3, "gamma": 2}, id="three drafts, two layers"),
        pytest.param({"size": 2, "eos": False}, 5, {"width": 2, "draft_width": 2, "gamma": 1}, id="five tokens"),
        pytest.param({"size": 3}, 3, {"width": 2, "draft_width": 2, "gamma": 2}, id="three tokens, two layers"),
    ],
)
def test_larger_laws(shape: Any, tokens: int, settings: Any, warp: str, replacement: bool) -> None:
    """The same promise where more can go wrong."""
    pair = random_pair(0, **shape)
    assert distance("dsbd", pair, tokens, PROMPT, **settings, warp=warp, replacement=replacement) < EXACT


def test_law_is_the_plain_one() -> None:
    """Against beam sampling written out plainly, which shares no code with DSBD."""
    pair = random_pair(4, 2)
    law = law_of("dsbd", pair, 4, PROMPT, width=2, draft_width=2, gamma=2, top_k=3)
    assert total_variation(law, sampling_law(pair, PROMPT, 4, 2, top_k=3)) < EXACT


# Dynamic width


def iteration_paths(pair: ToyPair, tokens: int, **settings: Any) -> dict[Steps, float]:
    """P(the beams of every layer, in order) of the real code. States are cut to what the next iteration depends on."""
    found = decoder("dsbd")
    made = found.make_settings({"width": "dynamic", **settings})
    enumerator = Enumerator(found.step, PROMPT, models_of(pair), made, tokens)
    live: dict[tuple[Steps, State], float] = {((), State()): 1.0}
    done: dict[Steps, float] = defaultdict(float)
    while live:
        after: dict[tuple[Steps, State], float] = defaultdict(float)
        for (steps, state), weight in live.items():
            for new, chance in enumerator.successors(state).items():
                path = (*steps, *new.extra[0])
                if new.finished(tokens):
                    done[path] += weight * chance
                else:
                    after[path, replace(new, extra=((), new.extra[1][-1:]))] += weight * chance
        live = after
    return done


def layer_error(pair: ToyPair, paths: dict[Steps, float], **warping: Any) -> float:
    """Largest distance, over the layers, from iid 𝒯p_beam given the past beams and the layer's own width."""
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


@REPLACEMENT
@pytest.mark.parametrize("threshold", [0.3, 0.7, 1.0])
@pytest.mark.parametrize("case", DYNAMIC)
def test_dynamic_layers_are_beam_sampling(case: str, threshold: float, replacement: bool) -> None:
    """Given the beams and widths so far, a layer must be iid p_beam: the width may look at the past alone."""
    shape, tokens, settings = DYNAMIC[case]
    pair = random_pair(0, **shape)
    paths = iteration_paths(pair, tokens, **settings, threshold=threshold, replacement=replacement)
    assert abs(sum(paths.values()) - 1) < EXACT
    assert layer_error(pair, paths) < EXACT


@pytest.mark.parametrize("warping", [{"top_k": 2}, {"top_p": 0.6, "warp": "row"}, {"temperature": 0.5}], ids=str)
def test_dynamic_layers_under_warping(warping: dict[str, Any]) -> None:
    """The same with 𝒯, and with a floor above what the layer would ask for."""
    pair = random_pair(1, 2)
    for floor in (1, 2):
        paths = iteration_paths(pair, 3, draft_width=2, gamma=2, threshold=0.6, min_width=floor, **warping)
        assert layer_error(pair, paths, **warping) < EXACT
        assert min(len(layer) for path in paths for layer in path) >= floor


def test_widths_do_vary() -> None:
    """A dynamic width that never moves would make the tests above say nothing."""
    paths = iteration_paths(random_pair(0, 2, eos=False), 3, draft_width=2, gamma=2, threshold=0.6)
    assert {len(layer) for path in paths for layer in path} == {1, 2}


def test_success_must_not_be_conditioned_on() -> None:
    """Layers that succeeded are not iid p_beam: conditioning on success must be caught by the comparison above."""
    pair = random_pair(0, 2, eos=False)
    found = decoder("dsbd")
    settings = found.make_settings({"draft_width": 2, "gamma": 2, "threshold": 0.6})
    after = Enumerator(found.step, PROMPT, models_of(pair), settings, 3).successors(State())
    layers: dict[Any, float] = defaultdict(float)
    for state, weight in after.items():
        if len(state.extra[0]) > 1:
            layers[state.extra[0][0]] += weight
    (width,) = {len(layer) for layer in layers}
    total = sum(layers.values())
    assert total_variation({k: v / total for k, v in layers.items()}, layer_law(pair, PROMPT, ((),), width)) > CAUGHT


def test_steps_are_the_beams_of_every_layer() -> None:
    """`law` prints these: each layer must grow from the one before and end in the output."""
    found = decoder("dsbd")
    settings = found.make_settings({"draft_width": 2, "gamma": 2})
    law = Enumerator(found.step, PROMPT, models_of(random_pair(0, 2)), settings, 3).final_states()
    for state in law:
        steps, widths = state.extra
        assert widths == tuple(map(len, steps))
        assert steps[-1] == tuple(beam.tokens for beam in state.beams)
        for before, layer in pairwise(((), *steps)):
            assert not before or all(beam in before or beam[:-1] in before for beam in layer)


# One cache


def test_one_cache_is_lossy_and_says_so() -> None:
    """One-cache mode keeps one beam chosen by its outcome: its law is another, and the catalogue must not hide it."""
    found, pair = decoder("dsbd"), random_pair(0, 2)
    settings: dict[str, Any] = {"width": 2, "draft_width": 2, "gamma": 2}
    oracle = found.oracle(found.make_settings({**settings, "one_cache": True}))
    assert oracle.method is None
    assert "lossy" in oracle.why
    law = law_of("dsbd", pair, 3, **settings, one_cache=True)
    assert all(len(beams) == 1 for beams in law)
    assert total_variation(law, law_of("multinomial", pair, 3)) > CAUGHT


def test_one_cache_of_one_beam_is_multinomial() -> None:
    """With one beam a layer there is nothing to choose, and the law is the target's."""
    pair = random_pair(1, 3)
    law = law_of("dsbd", pair, 3, width=1, draft_width=2, gamma=2, one_cache=True)
    assert total_variation(law, law_of("multinomial", pair, 3)) < EXACT


def test_one_cache_keeps_the_best_of_several() -> None:
    """The beam that goes on is the one of lowest perplexity, so it must be likelier on average than a random one."""
    pair = random_pair(0, 2, eos=False)
    settings: dict[str, Any] = {"draft_width": 3, "gamma": 1}
    one = law_of("dsbd", pair, 3, width=3, **settings, one_cache=True)
    plain = law_of("multinomial", pair, 3)
    assert sum(one[key] * plain.get(key, 0) for key in one) > sum(chance**2 for chance in plain.values())


# Rules broken on purpose


def inverse_ratio(p: float, q: float) -> float:
    return min(1.0, q / p) if p else 1.0


def with_epsilon(p: float, q: float) -> float:
    return min(1.0, (p + 1e-6) / (q + 1e-6))


def raw_q(q: Dist, slots: list[int], base: int, size: int) -> Dist | None:
    """q_beam restricted to the accepted parents but not renormalised."""
    kept = RESTRICT(q, slots, base, size)
    mass = sum(float(q.probs[(q.ids // base) == slot].sum()) for slot in slots)
    return None if kept is None else Dist(kept.ids, kept.probs * mass)


def twice(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    rate, once = REMAINDER(p, q)
    return (rate, None) if once is None else REMAINDER(once, q)


def no_residual(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    return REMAINDER(p, q)[0], p


def to_draft_width(run: Any, forest: Any, trial: Any, judged: Any, width: int) -> Any:
    failed = len(judged.accepted) < width
    return FILL(run, forest, trial, judged, run.settings.draft_width if failed else width)


def without_residual(run: Any, forest: Any, trial: Any, judged: Any, width: int) -> Any:
    return FILL(run, forest, trial, replace(judged, left=trial.law.dist), width)


def lost_likelihood(law: Any, run: Any, spot: Any, choice: int) -> Any:
    return replace(spot, beam=replace(BORN(law, run, spot, choice).beam, logp=0.0))


REMAINDER, FILL, BORN = dsbd.remainder, dsbd.fill, dsbd.born
RESTRICT = trial.restrict
ORPHANS = "two beams, two layers, no EOS"
MUTATIONS = [
    pytest.param("dsbd.acceptance", inverse_ratio, ORPHANS, {}, id="inverse ratio"),
    pytest.param("dsbd.acceptance", with_epsilon, ORPHANS, {}, id="+1e-6"),
    pytest.param("dsbd.remainder", twice, ORPHANS, {}, id="double subtraction"),
    pytest.param("dsbd.remainder", no_residual, ORPHANS, {}, id="p′ not updated"),
    pytest.param("dsbd.fill", without_residual, ORPHANS, {}, id="no residual draw"),
    pytest.param("dsbd.born", lost_likelihood, ORPHANS, {}, id="likelihood not carried on"),
    pytest.param("dsbd.fill", to_draft_width, "one beam of three drafts: orphans", {}, id="fill to W_S"),
    pytest.param("trial.restrict", raw_q, "one beam of three drafts: orphans", {}, id="raw q after dropping orphans"),
    pytest.param("dsbd.without", lambda q, choice: q, ORPHANS, {"replacement": False}, id="iid ratio, no replacement"),
]


@pytest.mark.parametrize(("name", "broken", "case", "more"), MUTATIONS)
def test_broken_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., Any], case: str, more: dict[str, Any]
) -> None:
    """A law test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(f"decoders.{name}", broken)
    assert case_distance(case, 0, **more) > CAUGHT


def test_width_that_looks_at_the_drafts_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A width set by how many candidates will pass is not known beforehand: the layers are then not beam sampling."""
    plan_of = dsbd.choose_width

    def peek(run: Any, trial: Any) -> Any:
        plan = plan_of(run, trial)
        likely = sum(trial.law.dist.prob(choice) >= 0.5 for _, choice in trial.candidates)
        return replace(plan, width=max(1, likely))

    monkeypatch.setattr(dsbd, "choose_width", peek)
    pair = random_pair(0, 2, eos=False)
    assert layer_error(pair, iteration_paths(pair, 3, draft_width=2, gamma=2)) > CAUGHT


def test_width_from_m_without_replacement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without replacement the number of candidates left says which they are, so W_L must come from W_S."""
    plan_of = dsbd.choose_width

    def from_m(run: Any, trial: Any) -> Any:
        plan = plan_of(run, trial)
        return replace(plan, width=1 if trial.layer.number == 1 else max(1, len(trial.candidates)))

    monkeypatch.setattr(dsbd, "choose_width", from_m)
    pair = random_pair(0, 2, eos=False)
    paths = iteration_paths(pair, 3, draft_width=2, gamma=2, replacement=False)
    assert layer_error(pair, paths) > CAUGHT
