"""Every random decision names the random choice that made it."""

import json
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Run, State
from decoders.core.dice import branches
from decoders.core.record import Verdict
from explorer.features.recorded_numbers import draw_places, is_coin
from explorer.trace.lines import IterationLine
from tests.explorer.trace.runs import SETTINGS, lines
from tests.records import iteration_of
from tests.toys import models_of, random_pair

Part = dict[str, Any]
MORE = [
    ("specinfer", {"branching": "4,2", "temperature": 0.5}),
    ("gsd", {"verification": "sampling", "acceptance": "paper"}),
]


def iterations(method: str, given: Part) -> list[IterationLine]:
    return [iteration_of(one) for seed in range(4) for one in json.loads(lines(method, json.dumps(given), seed))]


@pytest.mark.parametrize(("method", "given"), [*SETTINGS, *MORE], ids=str)
def test_a_decision_names_its_random_choice(method: str, given: Part) -> None:
    """What if? changes that choice; another one would answer another question."""
    settings = decoder(method).make_settings(given)
    greedy = getattr(settings, "warping", settings.warp).greedy
    for iteration in iterations(method, given):
        tokens = {node.id: node.token for node in iteration.nodes}
        for verdict in iteration.verdicts:
            by_chance = is_coin(verdict) or (verdict.rule in ("draw", "draw_match") and not greedy)
            assert (verdict.draw is not None) == by_chance
            if verdict.draw is None:
                continue
            draw, token = iteration.draws[verdict.draw], tokens[verdict.node]
            if is_coin(verdict):
                assert (draw.value, draw.u) == (verdict.u, None)
            elif verdict.rule == "draw_match":
                assert (draw.value == token) == (verdict.decision == "accepted")
            elif verdict.entry is not None:  # a beam: an id of a joint law, a finished one stays
                base = next(each.base for each in iteration.distributions if each.base is not None)
                assert draw.value % base in (token, base - 1)
            else:
                assert draw.value == token


def test_an_edited_coin_is_not_taken_for_its_draw() -> None:
    """An edited u does not belong to a draw, so it cannot be changed."""
    iteration = next(one for one in iterations("spd", {}) if any(map(is_coin, one.verdicts)))
    place = next(place for place, verdict in enumerate(iteration.verdicts) if is_coin(verdict))
    assert place in draw_places(iteration)
    verdicts = list(iteration.verdicts)
    verdicts[place] = replace(verdicts[place], u=(verdicts[place].u or 0.0) / 2)
    assert place not in draw_places(replace(iteration, verdicts=tuple(verdicts)))


def test_what_drew_a_token_is_recorded() -> None:
    """A picture of a draw needs its u; with a single candidate there is none."""
    draws = [draw for one in iterations("multinomial", {}) for draw in one.draws]
    assert all(draw.u is not None and 0 <= draw.u < 1 for draw in draws)
    assert not any(draw.u is not None for one in iterations("greedy", {}) for draw in one.draws)


def test_enumeration_names_none() -> None:
    """Enumeration covers all choices, so there are no recorded ones to name."""
    known, models = decoder("spd"), models_of(random_pair(0))
    for dice in branches():
        run = Run((0,), models, known.make_settings({"gamma": 2}), dice, 3)
        state = known.step(run, run.adopt(State()))
        made: tuple[Verdict, ...] = run.finish(0, state).verdicts
        assert made
        assert {verdict.draw for verdict in made} == {None}
