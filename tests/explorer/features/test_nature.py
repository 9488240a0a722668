"""Offered settings keep a method what its name and description say."""

import json
from typing import Any

import pytest

from decoders.catalog import DECODERS
from explorer.features import tuning
from explorer.features.nature import keeps_nature
from explorer.features.tuning import Tuned, candidates, grids, within_nature
from explorer.service.store import gallery, header
from explorer.ui.form import choices

SHIPPED = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(tuning.SHIPPED.glob("*.json"))]


@pytest.mark.parametrize(
    ("method", "settings"),
    [
        ("spectr", {"draft_width": 1}),
        ("specinfer", {"branching": (1, 1)}),
        ("mcss", {"branching": "1"}),
        ("medusa", {"branching": (1, 1, 1)}),
        ("medusa", {"branching": (2, 2), "node_budget": 2}),
        ("tsd", {"out_degree": 1}),
        ("tsd", {"gamma": 4, "node_budget": 4}),
        ("gsd", {"out_degree": 1}),
        ("gsd", {"merge": 0}),
        ("gsd", {"gamma": 2, "merge": 2}),
        ("typical", {"out_degree": 1}),
        ("eagle2", {"out_degree": 1}),
        ("eagle2", {"gamma": 3, "node_budget": 3}),
        ("beam-search", {"width": 1}),
        ("beam-sampling", {"width": 1}),
        ("dsbd", {"width": 1}),
        ("dsbd", {"draft_width": 1}),
        ("mtjd", {"width": 1}),
        ("mtad", {"draft_width": 1}),
        ("mtad", {"threshold": 1}),
    ],
)
def test_settings_that_make_a_method_another_one_are_known(method: str, settings: dict[str, Any]) -> None:
    """A chain must not be shown under words about trees."""
    assert not keeps_nature(method, settings)


@pytest.mark.parametrize("method", DECODERS)
def test_what_a_method_begins_with_keeps_it(method: str) -> None:
    """The form starts with a method's defaults, and its grid is searched under its name."""
    assert keeps_nature(method, {})
    assert all(keeps_nature(method, settings) for settings in (candidates(method) if method in grids() else ()))


@pytest.mark.parametrize("method", grids())
def test_grids_have_nothing_that_is_left_out(method: str) -> None:
    """A grid with excluded candidates would look larger than what was searched."""
    sizes = [len(values) for values in grids()[method].values()]
    count = 1
    for size in sizes:
        count *= size
    assert len(candidates(method)) >= 0.8 * count


@pytest.mark.parametrize("search", SHIPPED, ids=lambda search: f"{search['pair']}-{search['engine']}")
def test_every_bundled_search_offers_the_method_itself(search: dict[str, Any]) -> None:
    """“Use these settings” under SpecInfer must not draft one sequence, as SpD does."""
    for method, best in search["methods"].items():
        assert keeps_nature(method, best["settings"]), (method, best["settings"])
        assert best["ratio"] in best["tried"].values(), "it was measured"
        assert (best["interval"] is None) == (best["prompts"] is None)


def test_what_the_page_takes_keeps_every_method() -> None:
    """On every machine, the fastest known settings must keep the chosen method."""
    for pair in ("smollm2", "smollm2-plain", "smollm2-int8"):
        for method in DECODERS:
            assert keeps_nature(method, choices.paying(pair, method))


def test_recorded_runs_are_what_their_titles_say() -> None:
    """A bundled picture of a tree must not show a chain."""
    for card in gallery():
        head = header(card.name)
        assert head is not None
        assert keeps_nature(card.method, head.settings), card.name


def test_a_search_of_before_gives_the_best_that_keeps_the_method() -> None:
    """Searches in a visitor's cache from earlier versions may contain chains."""
    tried = {"specinfer:branching=1,1": 1.5, "specinfer:branching=2,1": 1.2, "specinfer:branching=3,1": 1.3}
    old = Tuned({"branching": [1, 1]}, 1.5, (1.4, 1.6), 10, tried)
    assert within_nature("specinfer", old) == Tuned({"branching": (3, 1)}, 1.3, None, None, tried)
    assert within_nature("specinfer", Tuned({"branching": [1]}, 1.5, (1.4, 1.6), 10, {})) is None
    kept = Tuned({"branching": [2, 1]}, 1.2, (1.1, 1.3), 10, tried)
    assert within_nature("specinfer", kept) is kept
