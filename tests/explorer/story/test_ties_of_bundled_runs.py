"""The bundled runs, decided again by the rule for ties: a run that ships must be what its method does today."""

from collections.abc import Iterator
from typing import Any

import pytest

from decoders.core.ties import above, below
from decoders.methods.dsbd.width import widest
from decoders.methods.eagle import most_confident
from explorer.trace.metrics import best_beam
from tests.bundled import NAMES, bundled

Part = dict[str, Any]


def decided(part: Part) -> Iterator[tuple[str, bool]]:
    """Every decision of an iteration that compares a computed number, and whether the rule decides it alike."""
    decisions = {verdict["node"]: verdict for verdict in part["verdicts"]}
    for layer in part["layers"]:
        match layer["kind"]:
            case "width" if layer.get("width_tilde") is not None and layer.get("at_least"):
                yield "width", widest(layer["at_least"], layer["threshold"]) == layer["width_tilde"]
            case "joint":
                for prefix in layer["prefixes"]:
                    yield "prefix", above(prefix["ratio"], layer["threshold"]) == prefix["passed"]
            case "rollback":
                yield "rollback", above(layer["nll"], layer["threshold"]) == layer["rolled_back"]
            case "fallback" | "exit":
                yield "exit", below(layer["max_q"], layer["threshold"]) == layer["stopped"]
            case "selection":
                yield "selection", selected(part, decisions) == sorted(layer["nodes"])
            case _:
                pass
    for verdict in part["verdicts"]:
        if verdict["rule"] in ("probability", "sibling"):
            yield "pruned", below(verdict["q"], verdict["bar"])
        if verdict["rule"] in ("typical", "longest_path"):
            yield "typical", above(verdict["p"], verdict["bar"]) == (verdict["decision"] != "rejected")


def selected(part: Part, decisions: dict[int, Part]) -> list[int]:
    """EAGLE-2's choice, from the recorded confidences."""
    levels = [layer for layer in part["layers"] if layer["kind"] == "level"]
    nodes = [node for layer in levels for node in layer["nodes"]]
    confidence = {n: c for layer in levels for n, c in zip(layer["nodes"], layer["confidence"], strict=True)}
    budget = next(layer["node_budget"] for layer in part["layers"] if layer["kind"] == "selection")
    assert all(decisions[node]["rule"] == "confidence" for node in nodes if node not in sent(part))
    return sorted(most_confident(nodes, confidence, budget))


def sent(part: Part) -> set[int]:
    return {node for layer in part["layers"] if layer["kind"] == "selection" for node in layer["nodes"]}


@pytest.mark.parametrize("name", NAMES)
def test_no_recorded_decision_hangs_on_the_last_bit(name: str) -> None:
    """Its pictures would show a decision that the method, run again, takes otherwise."""
    trace = bundled(name)
    for part in trace.iterations:
        assert all(alike for _, alike in decided(part)), [what for what, alike in decided(part) if not alike]
    assert trace.summary is not None
    assert best_beam(trace.summary["beams"])["tokens"] == trace.summary["tokens"]


def test_the_bundled_runs_have_such_decisions() -> None:
    """A test that looks at nothing holds nothing."""
    kinds = {what for name in NAMES for part in bundled(name).iterations for what, _ in decided(part)}
    assert kinds >= {"width", "prefix", "rollback", "exit", "selection", "pruned", "typical"}
