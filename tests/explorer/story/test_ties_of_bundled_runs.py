"""The decisions of the bundled runs, repeated by the rule for ties, must be those of today's methods."""

from collections.abc import Iterator

import pytest

from decoders.core.decode import best_of
from decoders.core.record import Iteration
from decoders.core.ties import above, below
from decoders.methods.bild import FallbackLayer, RollbackLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.dsbd.width import widest
from decoders.methods.eagle import LevelLayer, SelectionLayer, most_confident
from decoders.methods.mtad import JointLayer
from decoders.methods.self_speculative import ExitLayer
from tests.bundled import NAMES, bundled


def decided(part: Iteration) -> Iterator[tuple[str, bool]]:
    """Yield the kind of every decision that compares a computed number, and whether the rule confirms it."""
    for layer in part.layers:
        match layer:
            case WidthLayer() if layer.width_tilde is not None and layer.threshold is not None and layer.at_least:
                yield "width", widest(layer.at_least, layer.threshold) == layer.width_tilde
            case JointLayer():
                for prefix in layer.prefixes:
                    yield "prefix", above(prefix.ratio, layer.threshold) == prefix.passed
            case RollbackLayer():
                yield "rollback", above(layer.nll, layer.threshold) == layer.rolled_back
            case FallbackLayer() | ExitLayer():
                yield "exit", below(layer.max_q, layer.threshold) == layer.stopped
            case SelectionLayer():
                yield "selection", selected(part, layer) == sorted(layer.nodes)
            case _:
                pass
    for verdict in part.verdicts:
        if verdict.rule in ("probability", "sibling"):
            yield "pruned", below(verdict.q, verdict.bar)
        if verdict.rule in ("typical", "longest_path"):
            yield "typical", above(verdict.p, verdict.bar) == (verdict.decision != "rejected")


def selected(part: Iteration, selection: SelectionLayer) -> list[int]:
    """Return the nodes that EAGLE-2 selects, from the recorded confidences."""
    rules = {verdict.node: verdict.rule for verdict in part.verdicts}
    levels = [layer for layer in part.layers if isinstance(layer, LevelLayer)]
    nodes = [node for layer in levels for node in layer.nodes]
    confidence = {n: c for layer in levels for n, c in zip(layer.nodes, layer.confidence, strict=True)}
    left_out = {rules[node] for node in nodes if node not in selection.nodes}
    assert left_out <= {"confidence", "argmax"}, "a draft token that was not sent may still be the target's own token"
    return sorted(most_confident(nodes, confidence, selection.node_budget))


@pytest.mark.parametrize("name", NAMES)
def test_no_recorded_decision_hangs_on_the_last_bit(name: str) -> None:
    """Otherwise its pictures would show a decision that the method would not make again."""
    trace = bundled(name)
    for part in trace.iterations:
        assert all(same for _, same in decided(part)), [kind for kind, same in decided(part) if not same]
    assert trace.summary is not None
    assert best_of(trace.summary.beams or ()).tokens == trace.summary.tokens


def test_the_bundled_runs_have_such_decisions() -> None:
    """Otherwise the test above would pass without checking anything."""
    kinds = {kind for name in NAMES for part in bundled(name).iterations for kind, _ in decided(part)}
    assert kinds >= {"width", "prefix", "rollback", "exit", "selection", "pruned", "typical"}
