"""The data of panels: what a draw, a level and a choice among beams show is computed from the record alone."""

import math
from dataclasses import replace
from typing import Any

import pytest

from decoders.methods.eagle import SelectionLayer
from explorer.stage.pack import open_content
from explorer.story.page.gallery import FOLDER
from explorer.trace.format import Trace, read

Part = dict[str, Any]
DRAWN = ("spd", "dsbd", "dsbd-distinct", "mcss", "mtad", "beam-sampling")


def recorded(name: str) -> tuple[Trace, list[Part]]:
    """A bundled run, and its rounds as the stage gets them."""
    trace = read(FOLDER / f"{name}.jsonl.gz")
    return trace, open_content(trace)["iterations"]


@pytest.mark.parametrize("name", DRAWN)
def test_a_random_number_lies_in_the_part_of_its_token(name: str) -> None:
    """The parts are in the order of ids, as the token was sampled; in another order the picture would lie."""
    trace, its = recorded(name)
    found = 0
    for it, line in zip(its, trace.iterations, strict=True):
        for shown, verdict in zip(it["verdicts"], line.verdicts, strict=True):
            strip = shown.get("strip")
            if strip is None:
                continue
            found += 1
            token, _, _ = strip["parts"][strip["own"]]
            node = it["n"]["token"][shown["place"]]
            assert token in (node, -2)
            before = math.fsum(value for _, _, value in strip["parts"][: strip["own"]])
            after = before + strip["parts"][strip["own"]][2]
            assert before - 1e-3 <= strip["u"] <= after + 1e-3
            assert verdict.draw is not None
            assert line.draws[verdict.draw].u == pytest.approx(strip["u"], abs=1e-4)
    assert found


def test_a_distribution_that_is_not_whole_has_no_parts() -> None:
    """Without all tokens nobody knows where a part begins, and a guess would be drawn as a fact."""
    trace, its = recorded("spd")
    assert any("strip" in shown for it in its for shown in it["verdicts"])
    cut = [
        replace(line, distributions=tuple(replace(dist, rest=0.1) for dist in line.distributions))
        for line in trace.iterations
    ]
    its = open_content(Trace(trace.header, cut, trace.summary))["iterations"]
    assert not any("strip" in shown for it in its for shown in it["verdicts"])


@pytest.mark.parametrize("name", ["eagle2", "medusa"])
def test_a_confidence_is_the_product_of_the_path(name: str) -> None:
    """Every level multiplies the confidence of the parent by the node's own probability; the nodes carry the result."""
    _, its = recorded(name)
    for it in its:
        for panel in (panel for panel in it["panels"] if panel["kind"] == "level"):
            rows = zip(panel["places"], panel["values"], panel["ups"], panel["owns"], strict=True)
            for place, value, up, own in rows:
                assert it["n"]["sure"][place] == value
                assert (1.0 if up is None else up) * own == pytest.approx(value, rel=0.01, abs=1e-5)


def test_the_selection_lists_the_sent_nodes_first() -> None:
    """The line is below the nodes that the record sent, and the panel is unknown before that step."""
    trace, its = recorded("eagle2")
    for it, line in zip(its, trace.iterations, strict=True):
        if all(step["phase"] != "select" for step in it["steps"]):
            continue  # all were sent
        panel = next(panel for panel in it["panels"] if panel["kind"] == "level" and not panel["layer"])
        sent = next(layer for layer in line.layers if isinstance(layer, SelectionLayer)).nodes
        assert {it["n"]["id"][place] for place in panel["places"][: panel["sent"]]} == set(sent)
        assert it["steps"][panel["known"]]["phase"] == "select"
