"""DSBD's output distribution with a fixed width is beam sampling's; dynamic widths: test_dsbd_dynamic.py."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Run
from decoders.core.rules import Dist
from decoders.exact.law import total_variation
from decoders.methods.dsbd import algorithm as dsbd
from decoders.methods.dsbd import forest
from decoders.methods.dsbd.layer import DraftedBeam
from explorer.lab.mutations import inverse_ratio, with_epsilon
from tests.beams import sampling_law
from tests.toys import CAUGHT, EXACT, distance, law_of, random_pair

PROMPT = (0,)

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


@pytest.mark.parametrize("case", ["two beams, two layers, no EOS", "three tokens", "zeros in both"])
def test_whatever_the_beams_weigh_the_law_is_kept(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With hidden states, a draft's log q of a beam may change later, and no weight may matter."""

    def weights(run: Run, beams: Sequence[DraftedBeam]) -> list[float]:
        return [math.log(0.1 + (7 * sum(beam.tokens) + 3 * len(beam.tokens)) % 5) for beam in beams]

    monkeypatch.setattr(forest, "_input_weights", weights)
    assert case_distance(case, 0) < EXACT


@pytest.mark.pairwise
@CASE
@REPLACEMENT
@pytest.mark.parametrize("draft_weights", ["cumulative", "uniform"])
@pytest.mark.parametrize("seed", [0, 1])
def test_law_is_beam_samplings(case: str, replacement: bool, draft_weights: str, seed: int) -> None:
    """The promise of DSBD: all output beams together are distributed as in beam sampling."""
    assert case_distance(case, seed, replacement=replacement, draft_weights=draft_weights) < EXACT


# What must have come about somewhere in a case, besides two layers and two iterations.
EVENTS = {
    "two beams, two layers, no EOS": {"copies come in", "a layer fails"},
    "two beams, two layers, EOS inside": {"a finished beam beside live ones", "layers behind the end"},
    "one beam of three drafts: orphans": {"orphans", "none left"},
    "more drafts than pairs": {"W_S above the support", "copies come in"},
    "zeros in q": {"W_S above the support", "q explains no input beam"},
    "p = q": {"zero residual"},
    "zeros in both": {"copies come in", "W_S above the support"},
}


def events_of(case: str, wanted: set[str], monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """What occurs in any branch of a case, read from the forests and trials of the real code.

    Another pair is looked at only while something `wanted` is missing.
    """
    shape, tokens, settings = CASES[case]
    found: set[str] = set()
    verify = dsbd.verify_forest

    def look(run: Any, forest: Any, p_beam: Any, width: int) -> Any:
        beams = [spot.beam for spot in forest.inputs]
        done = [beam.done for beam in beams]
        laws = [layer.law.dist for layer in forest.layers]
        found.update(
            name
            for name, seen in {
                "a second iteration": bool(beams[0].tokens),
                "copies come in": len({beam.node for beam in beams}) < len(beams),
                "a finished beam beside live ones": any(done) and not all(done),
                "W_S above the support": any(len(law.ids) < settings["draft_width"] for law in laws),
                "q explains no input beam": all(beam.logq == -math.inf for beam in beams),
            }.items()
            if seen
        )
        made = verify(run, forest, p_beam, width)
        if len(made) > 1:
            found.add("two layers")
        if len(made) < len(forest.layers) and all(spot.beam.done for spot in made[-1]):
            found.add("layers behind the end")
        return made

    def note(run: Any, trial: Any, plan: Any, tries: Any, drawn: Any) -> None:
        left, drafted = len(trial.candidates), len(trial.layer.spots)
        p, q = trial.law.dist, trial.q
        same = q is not None and p.ids.tolist() == q.ids.tolist() and p.probs.tolist() == q.probs.tolist()
        marks = {
            "orphans": left < drafted,
            "none left": left == 0,
            "a layer fails": bool(drawn),
            "zero residual": same,
        }
        found.update(name for name, seen in marks.items() if seen)

    with monkeypatch.context() as patch:
        patch.setattr(dsbd, "verify_forest", look)
        patch.setattr(dsbd, "record_layer", note)
        for seed in range(2):
            if not wanted <= found:
                law_of("dsbd", random_pair(seed, **shape), tokens, PROMPT, **settings)
    return found


@pytest.mark.parametrize("case", EVENTS)
def test_the_edge_cases_do_come_about(case: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactness on pairs without edge cases would prove little."""
    wanted = EVENTS[case] | {"a second iteration", "two layers"}
    assert wanted - events_of(case, wanted, monkeypatch) == set()


@pytest.mark.pairwise
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
    """𝒯 on the joint distribution or on every row must treat p and q alike everywhere."""
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
    """Compared with plainly written beam sampling, which shares no code with DSBD."""
    pair = random_pair(4, 2)
    law = law_of("dsbd", pair, 4, PROMPT, width=2, draft_width=2, gamma=2, top_k=3)
    assert total_variation(law, sampling_law(pair, PROMPT, 4, 2, top_k=3)) < EXACT


# One cache


def test_one_cache_is_lossy_and_says_so() -> None:
    """One-cache mode chooses a beam by its outcome, so it is lossy, and the catalogue says so."""
    found, pair = decoder("dsbd"), random_pair(0, 2)
    settings: dict[str, Any] = {"width": 2, "draft_width": 2, "gamma": 2}
    oracle = found.oracle(found.make_settings({**settings, "one_cache": True}))
    assert (oracle.kind, oracle.method) == ("lossy", None)
    law = law_of("dsbd", pair, 3, **settings, one_cache=True)
    assert all(len(beams) == 1 for beams in law)
    assert total_variation(law, law_of("multinomial", pair, 3)) > CAUGHT


def test_one_cache_of_one_beam_is_multinomial() -> None:
    """With one beam per layer there is no choice, and the distribution is the target's."""
    pair = random_pair(1, 3)
    law = law_of("dsbd", pair, 3, width=1, draft_width=2, gamma=2, one_cache=True)
    assert total_variation(law, law_of("multinomial", pair, 3)) < EXACT


def test_one_cache_keeps_the_best_of_several() -> None:
    """The continuing beam has the lowest perplexity, so on average it is likelier than a random one."""
    pair = random_pair(0, 2, eos=False)
    settings: dict[str, Any] = {"draft_width": 3, "gamma": 1}
    one = law_of("dsbd", pair, 3, width=3, **settings, one_cache=True)
    plain = law_of("multinomial", pair, 3)
    assert sum(one[key] * plain.get(key, 0) for key in one) > sum(chance**2 for chance in plain.values())


# Rules broken on purpose


def raw_q(q: Dist, slots: list[int], base: int, size: int) -> Dist | None:
    """A broken rule: q_beam restricted to the accepted parents but not renormalised."""
    kept = RESTRICT(q, slots, base, size)
    mass = sum(float(q.probs[(q.ids // base) == slot].sum()) for slot in slots)
    return None if kept is None else Dist(kept.ids, kept.probs * mass)


def twice(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    rate, once = REMAINDER(p, q)
    return (rate, None) if once is None else REMAINDER(once, q)


def no_residual(p: Dist, q: Dist) -> tuple[float, Dist | None]:
    return REMAINDER(p, q)[0], p


def to_draft_width(run: Any, forest: Any, trial: Any, tries: Any, width: int) -> Any:
    failed = sum(one.accepted for one in tries) < width
    return FILL(run, forest, trial, tries, run.settings.draft_width if failed else width)


def without_residual(run: Any, forest: Any, trial: Any, tries: Any, width: int) -> Any:
    """A broken rule: a layer is completed from p_beam even after a rejection."""
    rejected = [replace(one, rest=one.rest and trial.law.dist) for one in tries]
    return FILL(run, forest, trial, rejected, width)


def lost_likelihood(run: Any, trial: Any, accepted: Any) -> Any:
    spot = accepted.spot
    return replace(spot, beam=replace(BORN(run, trial, accepted).beam, logp=0.0))


REMAINDER, FILL, BORN, RESTRICT = dsbd.remainder, dsbd.fill, dsbd.born, dsbd.restrict
ORPHANS = "two beams, two layers, no EOS"
MUTATIONS = [
    pytest.param("methods.dsbd.algorithm.acceptance", inverse_ratio, ORPHANS, {}, id="inverse ratio"),
    pytest.param("methods.dsbd.algorithm.acceptance", with_epsilon, ORPHANS, {}, id="+1e-6"),
    pytest.param("methods.dsbd.algorithm.remainder", twice, ORPHANS, {}, id="double subtraction"),
    pytest.param("methods.dsbd.algorithm.remainder", no_residual, ORPHANS, {}, id="p′ not updated"),
    pytest.param("methods.dsbd.algorithm.fill", without_residual, ORPHANS, {}, id="no residual draw"),
    pytest.param("methods.dsbd.algorithm.born", lost_likelihood, ORPHANS, {}, id="likelihood not carried on"),
    pytest.param(
        "methods.dsbd.algorithm.fill", to_draft_width, "one beam of three drafts: orphans", {}, id="fill to W_S"
    ),
    pytest.param(
        "methods.dsbd.algorithm.restrict",
        raw_q,
        "one beam of three drafts: orphans",
        {},
        id="raw q after dropping orphans",
    ),
    pytest.param(
        "methods.dsbd.algorithm.without",
        lambda q, choice: q,
        ORPHANS,
        {"replacement": False},
        id="iid ratio, no replacement",
    ),
]


@pytest.mark.parametrize(("name", "broken", "case", "more"), MUTATIONS)
def test_broken_rule_is_noticed(
    monkeypatch: pytest.MonkeyPatch, name: str, broken: Callable[..., Any], case: str, more: dict[str, Any]
) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(f"decoders.{name}", broken)
    assert case_distance(case, 0, **more) > CAUGHT
