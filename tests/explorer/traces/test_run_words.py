"""The run line and the legend: if these fail, a setting is shown that decides nothing, or a rule that is another's."""

import pytest

from decoders.catalog import DECODERS
from explorer.stage.pack import open_content
from explorer.traces.run_words import deciding, rejection
from tests.explorer.traces.test_reading import NAMES, bundled


def test_settings_without_effect_are_not_shown() -> None:
    """A floor of widths beside a fixed width would be read as if it held."""
    fixed, dynamic = bundled("dsbd-fixed").header["settings"], bundled("dsbd").header["settings"]
    assert {"min_width", "threshold"} & deciding(fixed).keys() == set()
    assert {"min_width", "threshold", "one_cache", "draft_weights"} <= deciding(dynamic).keys()
    assert {"epsilon", "delta"} & deciding(bundled("medusa-exact").header["settings"]).keys() == set()
    assert {"epsilon", "delta"} <= deciding(bundled("medusa").header["settings"]).keys()
    graph = ["gamma", "verification", "out_degree", "prob_threshold", "sibling_threshold", "node_budget", "merge"]
    assert sorted(deciding(bundled("gsd").header["settings"])) == sorted(graph)
    for name, wanted in (("mtjd", {"block", "selection"}), ("lookup", {"ngram"}), ("mtad", {"joint"})):
        assert wanted <= deciding(bundled(name).header["settings"]).keys()


@pytest.mark.parametrize("name", NAMES)
def test_the_legend_says_what_a_rejection_is(name: str) -> None:
    """A coin where a coin was thrown, and the rule that decided where none was."""
    head = open_content(bundled(name))["header"]
    word = head["rejection"]
    for one in bundled(name).iterations:
        for verdict in (each for each in one["verdicts"] if each["decision"] == "rejected"):
            assert ("coin" in word) == (verdict.get("u") is not None)
            for sign, rule in (("most probable", "greedy"), ("drawn from p", "draw"), ("e^−", "bar"), ("τ₂", "back")):
                assert (sign in word) == (sign in verdict["reason"]), rule


def test_every_method_has_words_for_a_rejection() -> None:
    """The lossy settings have other rules than the exact ones."""
    for method, found in DECODERS.items():
        chosen = {one["key"]: one["default"] for one in found.describe()["settings"]}
        assert rejection(method, chosen)
    paper = {"verification": "sampling", "acceptance": "paper"}
    assert "coin" in rejection("gsd", paper)
    assert "coin" not in rejection("gsd", paper | {"acceptance": "exact"})
    assert rejection("medusa", {"acceptance": "exact", "temperature": 1}) == "it is not the token drawn from p"
    assert rejection("typical", {"temperature": 0}) == "it is not the most probable token of p"
