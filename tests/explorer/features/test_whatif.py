"""What if?: the immediate effect of a change on a decision, and on its replayed iteration."""

import json
import math
import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as trying
from hypothesis import strategies as st

from benchmarks import fuzz
from decoders.errors import BadInput
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.dsbd.width import widest
from decoders.methods.mtad import JointLayer
from decoders.pairs import Pair, load_pair, toy_pair
from explorer.features.whatif import Change, flipped, is_coin, iteration_at, replay, request_of, set_u, set_value
from explorer.service.offered import toys
from explorer.service.queue.limits import check_request
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.service.store import contents, gallery
from explorer.story.page.whatif import whatif_sentence
from explorer.trace.format import Trace, line_of, lines, read
from explorer.trace.lines import IterationLine, WhatIf
from tests.explorer.trace.runs import SETTINGS
from tests.records import check_part, plain, trace_from
from tests.toys import random_pair

METHODS = [row for row in SETTINGS if row[0] != "medusa"]
BUNDLED = [card.name for card in gallery()]


def pair() -> Pair:
    return toy_pair(random_pair(5, 4, zeros=(0.2, 0.1)), "toy:random")


def trace_of(method: str, settings: dict[str, Any], seed: int = 3, tokens: int = 9) -> Trace:
    """A recorded run on a random toy pair, as read from its file."""
    request = RunRequest(method, "toy:random", "a", settings, seed, tokens)
    return record_trace(request, pair=pair())


def facts(iteration: IterationLine) -> IterationLine:
    """An iteration without times and energy."""
    passes = tuple(replace(one, seconds=0.0) for one in iteration.passes)
    return replace(iteration, passes=passes, seconds=0.0, energy=None, texts=None)


@pytest.mark.parametrize(("method", "settings"), METHODS, ids=str)
def test_nothing_changed_is_the_recorded_run(method: str, settings: dict[str, Any]) -> None:
    """If a replay differed in one bit, later differences would not come from the change."""
    trace = trace_of(method, settings)
    last = len(trace.iterations) - 1
    made = replay(trace, last, Change(), pair())
    assert [facts(one) for one in made.iterations] == [facts(one) for one in trace.iterations]
    assert made.summary is not None
    assert trace.summary is not None
    assert made.summary.text == trace.summary.text


@pytest.mark.parametrize(("library", "said"), [("python", ""), ("numpy", "was computed again here")])
def test_only_what_changes_digits_is_named(library: str, said: str) -> None:
    """Every visitor with another Python would read a warning that concerns no number, and lose the buttons below it."""
    trace = trace_of("spd", {})
    old = replace(trace, header=replace(trace.header, versions={**trace.header.versions, library: "1.0"}))
    words = whatif_sentence(replay(old, 0, Change(), pair()).header, {})
    assert words.endswith(
        f"{said} ({library}: {trace.header.versions[library]}, recorded with 1.0)." if said else "run."
    )


@pytest.mark.parametrize(("method", "settings"), METHODS, ids=str)
def test_a_flipped_decision_falls_the_other_way(method: str, settings: dict[str, Any]) -> None:
    """Every random decision can be reversed; earlier ones stay as recorded, and the record is valid."""
    trace = trace_of(method, settings)
    turned = 0
    for index, iteration in enumerate(trace.iterations):
        for place, verdict in enumerate(iteration.verdicts):
            try:
                change = flipped(iteration, place)
            except BadInput:
                assert not (is_coin(verdict) and 0 < verdict.a < 1)
                continue
            made = replay(trace, index, change, pair(), "there")
            other = made.iterations[index].verdicts
            if is_coin(verdict):
                assert [one.node for one in other[: place + 1]] == [one.node for one in iteration.verdicts[: place + 1]]
                assert (other[place].u < other[place].a) != (verdict.u < verdict.a)
                assert other[place].a == verdict.a
            else:
                now = next((one.decision for one in other if one.node == verdict.node), None)
                assert now != verdict.decision
            assert made.header.whatif == WhatIf("there", index, change.to_json(), place)
            for part in plain(made):
                assert check_part(part) is None
            assert "not the recorded run" in whatif_sentence(made.header, made.header.texts or {})
            turned += 1
    coins = [v for one in trace.iterations for v in one.verdicts if is_coin(v) and 0 < v.a < 1]
    assert turned >= len(coins)


def test_flips_are_tested_with_every_kind_of_coin() -> None:
    """A test over runs without reversible decisions would prove nothing."""
    rules = {
        verdict.rule
        for method, settings in METHODS
        for iteration in trace_of(method, settings).iterations
        for place, verdict in enumerate(iteration.verdicts)
        if _can_turn(iteration, place)
    }
    assert rules >= {"ratio", "residual_ratio", "k_seq", "draw_match"}


def _can_turn(iteration: IterationLine, place: int) -> bool:
    try:
        return bool(flipped(iteration, place))
    except BadInput:
        return False


def test_a_coin_that_falls_elsewhere_on_its_side_changes_nothing_else() -> None:
    """A draft accepted at u = 0.2 is accepted at 0.1, and everything after it stays as recorded."""
    trace = trace_of("spd", {}, seed=1)
    index, place = next(
        (i, v)
        for i, iteration in enumerate(trace.iterations)
        for v, verdict in enumerate(iteration.verdicts)
        if is_coin(verdict) and verdict.u < verdict.a
    )
    made = replay(trace, index, set_u(trace.iterations[index], place, 0.0), pair())
    before, after = trace.iterations[index].final, made.iterations[index].final
    assert after == before
    assert made.iterations[index].verdicts[place].u == 0.0


def test_the_same_change_gives_the_same_run() -> None:
    """A link to a what-if must always show the same run."""
    trace = trace_of("specinfer", {"branching": "3,2"}, seed=2)
    index, place = next(
        (i, v) for i, one in enumerate(trace.iterations) for v in range(len(one.verdicts)) if _can_turn(one, v)
    )
    change = flipped(trace.iterations[index], place)
    one, other = (replay(trace, index, change, pair()).iterations[-1] for _ in range(2))
    assert facts(one) == facts(other)


@pytest.mark.parametrize(
    ("method", "setting", "value"), [("dsbd", "threshold", 0.05), ("mtad", "threshold", 1.0), ("spd", "gamma", 1)]
)
def test_a_setting_holds_from_its_iteration_on(method: str, setting: str, value: float) -> None:
    """t, τ and γ can be changed; earlier iterations keep the old value."""
    trace = trace_of(method, {}, tokens=12)
    index = len(trace.iterations) - 1 if method == "mtad" else 1
    change = set_value(request_of(trace.header), setting, value)
    made = replay(trace, index, change, pair())
    assert [facts(one) for one in made.iterations[:-1]] == [facts(one) for one in trace.iterations[:index]]
    last = made.iterations[-1]
    if method == "dsbd":
        assert {each.threshold for each in last.layers if isinstance(each, WidthLayer)} - {None} == {value}
    elif method == "mtad":
        assert next(layer.longest for layer in last.layers if isinstance(layer, JointLayer)) == 0
    else:
        assert sum(node.role == "draft" for node in last.nodes) == 1
    letter = {"dsbd": "t", "mtad": "τ", "spd": "γ"}[method]
    assert f"{letter} had been {value:g} instead of" in whatif_sentence(made.header, {})


@pytest.mark.parametrize("name", BUNDLED)
def test_what_was_decided_is_what_is_decided(name: str) -> None:
    """At its own u, t or τ, every recorded decision of every bundled run comes out the same."""
    for iteration in read(contents(name), name).iterations:
        for verdict in iteration.verdicts:
            kept = verdict.decision in ("accepted", "dropped")
            if is_coin(verdict):
                assert (verdict.u < verdict.a) == kept
            elif verdict.rule == "typical":
                assert (verdict.p > verdict.bar) == kept
            elif verdict.rule == "rollback":
                assert ((-math.log(verdict.p) if verdict.p else math.inf) <= verdict.bar) == kept
        for layer in iteration.layers:
            if isinstance(layer, JointLayer):
                passed = [prefix.j for prefix in layer.prefixes if prefix.ratio > layer.threshold]
                assert passed == [prefix.j for prefix in layer.prefixes if prefix.passed]
                assert max(passed, default=0) == layer.longest
            if isinstance(layer, WidthLayer) and layer.at_least and layer.threshold is not None:
                likely = widest([1.0, *layer.at_least[1:]], layer.threshold)  # at least none is certain
                assert max(layer.min_width, likely) == layer.width


def test_what_cannot_be_changed_is_said() -> None:
    """Somebody who picks a decision that was not random learns what to pick instead."""
    trace = trace_of("greedy", {})
    for wrong, words in (
        (lambda: flipped(trace.iterations[0], 0), "was not random"),
        (lambda: flipped(trace.iterations[0], 7), "no decision 7"),
        (lambda: set_u(trace.iterations[0], 0, 0.5), "did not use a random number"),
        (lambda: iteration_at(trace, 99), "no round 100"),
        (lambda: set_value(request_of(trace.header), "gamma", 2), "cannot be changed"),
        (lambda: request_of(replace(trace.header, seed=None)), "the seed"),
    ):
        with pytest.raises(BadInput, match=words):
            wrong()
    coin = trace_of("spd", {}).iterations[0]
    with pytest.raises(BadInput, match="0 or more and less than 1"):
        set_u(coin, next(i for i, v in enumerate(coin.verdicts) if is_coin(v)), 1.0)


def test_another_pair_under_the_same_name_is_refused() -> None:
    """Another pair would show a story that was never recorded."""
    trace = trace_of("spd", {}, tokens=12)
    made = pair()
    other = replace(made, info={**made.info, "draft": "another"})
    with pytest.raises(BadInput, match="The models of .* have changed since this run was recorded"):
        replay(trace, len(trace.iterations) - 1, Change(), other)


def test_the_prompt_is_the_recorded_one() -> None:
    """A template that writes today's date must not make old traces unusable."""
    trace = trace_of("spd", {"gamma": 3})
    other = replace(pair(), read=lambda prompt: pytest.fail("the prompt was read again"))
    made = replay(trace, len(trace.iterations) - 1, Change(), other)
    assert made.header.prompt_tokens == trace.header.prompt_tokens
    assert facts(made.iterations[-1]) == facts(trace.iterations[-1])


def test_a_pair_of_other_tokens_is_refused() -> None:
    """The same ids would be another text."""
    trace = trace_of("spd", {"gamma": 3})
    with pytest.raises(BadInput, match="The tokens of .* have changed since this run was recorded"):
        replay(trace, 0, Change(), replace(pair(), token_text=lambda token: f"x{token}"))


def test_what_came_before_is_as_recorded_on_any_machine() -> None:
    """CPUs and engines differ in the last digits of p and q, which must not change earlier decisions."""
    trace, other = trace_of("dsbd", {}, tokens=12), pair()
    last = len(trace.iterations) - 1
    assert last > 1
    near = toy_pair(random_pair(6, 4), "toy:random")  # far off, even
    made = replay(trace, last, Change(), replace(other, models=near.models))
    assert made.iterations[:last] == trace.iterations[:last]
    assert made.iterations[last].nodes[0] == trace.iterations[last].nodes[0]


def changed(trace: Trace, edit: Callable[[list[Any]], None]) -> Trace:
    """The trace with other iterations, which may be inconsistent."""
    header, *iterations, summary = plain(trace)
    edit(iterations)
    return trace_from([header, *iterations, summary])


def without_the_first(iterations: list[Any]) -> None:
    del iterations[0]


def with_a_token_that_no_model_has(iterations: list[Any]) -> None:
    node = next(node for node in iterations[0]["nodes"] if node["id"] == iterations[0]["final"]["beams"][0]["node"])
    node["token"] = iterations[0]["final"]["beams"][0]["tokens"][-1] = 10**6


def with_another_end(iterations: list[Any]) -> None:
    iterations[0]["final"]["beams"][0]["node"] = 10**6


def with_nothing_left(iterations: list[Any]) -> None:
    iterations[0]["final"]["beams"] = []


def ended_before(iterations: list[Any]) -> None:
    iterations[0]["final"]["beams"][0]["done"] = True


def without_beams(iterations: list[Any]) -> None:
    del iterations[0]["final"]["beams"]


def with_a_beam_beyond_the_limit(iterations: list[Any]) -> None:
    beam, node = iterations[0]["final"]["beams"][0], max(node["id"] for node in iterations[0]["nodes"])
    for extra in range(1, 99):
        above = beam["node"] if extra == 1 else node + extra - 1
        iterations[0]["nodes"].append({"id": node + extra, "parent": above, "token": 0, "depth": 9, "role": "draft"})
    beam["tokens"] += [0] * 98
    iterations[0]["final"]["beams"] = [beam | {"node": node + 98}, beam | {"tokens": [], "node": 0}]


@pytest.mark.parametrize(
    "edited",
    [
        *(without_the_first, with_a_token_that_no_model_has, with_another_end, with_nothing_left, ended_before),
        *(without_beams, with_a_beam_beyond_the_limit),
    ],
)
def test_a_trace_that_does_not_fit_together_is_refused(edited: Callable[[list[Any]], None]) -> None:
    """Anybody can edit a file, and its content goes into the models."""
    trace = next(one for seed in range(99) if len((one := trace_of("spd", {}, seed)).iterations) > 2)
    with pytest.raises(BadInput, match="are inconsistent"):
        replay(made := changed(trace, edited), len(made.iterations) - 1, Change(), pair())


def layers_too_wide(parts: list[Any]) -> None:
    for layer in parts[0]["layers"]:
        layer |= {"width": 10**9} if layer["kind"] == "width" else {}


def more_beams_than_are_kept(parts: list[Any]) -> None:
    parts[0]["final"]["beams"] *= 50


def impossible_beams(parts: list[Any]) -> None:
    for beam in parts[0]["final"]["beams"]:
        beam["logp"] = None


@pytest.mark.parametrize("edited", [layers_too_wide, more_beams_than_are_kept, impossible_beams])
def test_beams_that_no_run_keeps_are_refused(edited: Callable[[list[Any]], None]) -> None:
    """A layer of a billion beams would use all memory."""
    trace = trace_of("dsbd", {}, tokens=12)
    with pytest.raises(BadInput):
        replay(changed(trace, edited), 1, Change(), pair())


def test_weights_that_overflow_are_left_out() -> None:
    """The perplexity of a beam of e^-1000000000 cannot be written."""
    trace = trace_of("dsbd", {}, tokens=12)
    final = trace.iterations[0].final
    beams = tuple(replace(beam, logp=-1e9) for beam in final.beams)
    trace.iterations[0] = replace(trace.iterations[0], final=replace(final, beams=beams))
    made = replay(trace, 1, Change(), pair())
    assert made.summary is not None
    assert made.summary.counts.perplexity is None


def test_coins_that_no_run_throws_are_thrown_again() -> None:
    """A file may say u = -5; the result must still be a valid trace."""
    trace = trace_of("spd", {})
    first = trace.iterations[0]
    trace.iterations[0] = replace(first, draws=tuple(replace(draw, value=-5) for draw in first.draws))
    made = replay(trace, 0, Change(), pair())
    assert check_part(line_of(made.iterations[0])) is None
    assert all(0 <= (verdict.u or 0) < 1 for verdict in made.iterations[0].verdicts)
    coin = replace(next(v for one in trace.iterations for v in one.verdicts if is_coin(v)), a=1e300)
    with pytest.raises(BadInput, match=r"always has the same outcome \(accepted\)"):
        flipped(replace(first, verdicts=(coin,)), 0)


def test_a_token_that_no_model_has_is_not_drawn() -> None:
    """Such a token would be looked up beyond the end of the vocabulary."""
    trace = trace_of("tsd", {})
    with pytest.raises(BadInput, match="no token 1000000000"):
        replay(trace, 0, Change(0, token=10**9), pair())


def test_a_long_history_is_read_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole history at once would need a mask of its squared length."""
    trace = trace_of("dsbd", {}, tokens=12)
    last = len(trace.iterations) - 1
    whole = replay(trace, last, Change(), pair()).iterations[last]
    monkeypatch.setattr("decoders.core.decode.CHUNK", 1)
    assert facts(replay(trace, last, Change(), pair()).iterations[last]) == facts(whole)


@trying(max_examples=150, deadline=None)
@given(st.randoms(use_true_random=False))
def test_whatever_a_file_says_its_run_is_changed_or_refused(dice: random.Random) -> None:
    """Uploaded content goes into the models and must never cause a Python error."""
    try:
        trace = read(fuzz.mutated(dice))
        if not trace.iterations:
            return
        index = dice.randrange(len(trace.iterations))
        request = request_of(trace.header)
        check_request(request)
        if trace.header.pair != fuzz.TOY:
            return
        places = range(len(trace.iterations[index].verdicts))
        change = next(
            (flipped(trace.iterations[index], place) for place in places if _can_turn(trace.iterations[index], place)),
            Change(),
        )
        made = replay(trace, index, change, load_pair(fuzz.TOY))
        assert check_part(json.loads("".join(lines(made)).splitlines()[-2])) is None
    except BadInput:
        return


def test_bundled_toy_runs_can_be_replayed() -> None:
    """Visitors try What if? on the bundled traces first."""
    from explorer.service.queue.memory import loaded

    found = [card for card in gallery() if card.pair in toys()]
    assert found
    for card in found:
        trace = read(contents(card.name), card.name)
        made = replay(trace, len(trace.iterations) - 1, Change(), loaded(card.pair, lambda what, share: None))
        assert made.iterations[-1].final.beams


@pytest.mark.pair
@pytest.mark.parametrize("name", ["spd", "dsbd", "specinfer"])
def test_a_run_of_real_models_goes_on_from_what_was_recorded(name: str, smollm2_plain: Pair) -> None:
    """The last rounds can be changed although another engine and dtype recorded the run."""
    trace = read(contents(name), name)
    index = max(k for k, one in enumerate(trace.iterations) if any(is_coin(v) and 0 < v.a < 1 for v in one.verdicts))
    place = next(k for k, v in enumerate(trace.iterations[index].verdicts) if is_coin(v) and 0 < v.a < 1)
    made = replay(trace, index, flipped(trace.iterations[index], place), smollm2_plain)
    assert made.iterations[:index] == trace.iterations[:index]
    fed = [node for one in made.iterations[index].passes for node in one.nodes]
    assert len(fed) < 60, "what came before was read again, and is no part of this round"
