"""What the baselines record is what they did: the stage, the inspector and the metrics read nothing else."""

import json
import math
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Replayed, Seeded
from decoders.core.record import Iteration
from decoders.errors import BadInput
from decoders.methods import lookup
from decoders.methods.spectr import success_rate
from tests.toys import models_of, random_pair

CASES: list[tuple[str, dict[str, Any]]] = [
    ("spectr", {"gamma": 3, "draft_width": 4}),
    ("specinfer", {"branching": "3,2,1"}),
    ("specinfer", {"branching": "3,2,1", "temperature": 0}),
    ("mcss", {"branching": "3,2,1"}),
    ("mcss", {"branching": "4,2", "replacement": "true"}),
    ("bild", {"fallback_threshold": 0.3, "rollback_threshold": 1.5}),
    ("typical", {"gamma": 3, "out_degree": 2, "delta": 0.1}),
    ("eagle2", {"gamma": 4, "out_degree": 3, "node_budget": 7}),
    ("lookup", {"gamma": 3}),
    ("self-ssd", {"gamma": 4, "exit_threshold": 0.4}),
]
IDS = [f"{method} {given}" for method, given in CASES]
TOKENS = 12


def iterations(method: str, given: dict[str, Any], seed: int, record: bool = True, dice: Any = None) -> list[Iteration]:
    """One run on a pair of five tokens without EOS."""
    one, models = decoder(method), models_of(random_pair(seed, 5, eos=False, zeros=(0.2, 0.2)))
    run = one.decode([0, 1, 0], models, one.make_settings(given), dice or Seeded(seed), TOKENS, record)
    return list(run)


@pytest.mark.parametrize(("method", "given"), CASES, ids=IDS)
def test_every_candidate_is_judged(method: str, given: dict[str, Any]) -> None:
    """A drafted node without a verdict would stand on the stage unexplained, a verdict too many would be counted."""
    for seed in range(6):
        for one in iterations(method, given, seed):
            verified = {n for p in one.passes if p.model == "target" for n in p.nodes}
            tries: dict[int, list[str]] = {}
            for verdict in one.verdicts:
                tries.setdefault(verdict.node, []).append(verdict.decision)
            for node in one.nodes:
                if node.role == "draft" and node.id in verified:
                    looks = [d for d in tries[node.id] if d in ("accepted", "rejected")]
                    assert len(looks) <= node.count, "a candidate is tried as often as it was drawn, at most"
                    assert looks or tries[node.id] == ["unused"]
            shown = [place for step in one.steps for place in step.verdicts]
            assert shown == list(range(len(one.verdicts))), "each verdict is shown once, in order"
            assert json.loads(json.dumps(one.to_json(), allow_nan=False))


@pytest.mark.parametrize(("method", "given"), CASES, ids=IDS)
def test_final_tokens_come_from_where_it_says(method: str, given: dict[str, Any]) -> None:
    """The text is coloured by origin: a draft must have been accepted, the target's own token drawn as said."""
    word = {"draft": "accepted", "target": "committed", "residual": "residual", "bonus": "bonus"}
    for seed in range(6):
        for one in iterations(method, given, seed):
            last = {verdict.node: verdict.decision for verdict in one.verdicts}
            assert [last[n] for n in one.final.nodes] == [word[o] for o in one.final.origins]
            assert set(one.final.origins[:-1]) <= {"draft"}
            # none where the target drew a token it had rejected: the last pass scored what follows that one too
            assert sum(p.model == "target" for p in one.passes) <= 1


@pytest.mark.parametrize(("method", "given"), CASES, ids=IDS)
def test_recording_changes_nothing(method: str, given: dict[str, Any]) -> None:
    """A benchmark runs without recording and an explanation with it: they must be the same run."""
    for seed in range(3):
        full = iterations(method, given, seed)
        bare = iterations(method, given, seed, record=False)
        assert full[-1].final.beams == bare[-1].final.beams
        draws = [draw for one in full for draw in one.draws]
        first = iterations(method, given, seed, dice=Replayed(full[0].draws, Seeded(99)))[0]
        assert first.final == full[0].final
        assert len({d.label for d in full[0].draws}) == len(full[0].draws), "a label names one draw of an iteration"
        assert all(math.isfinite(draw.value) for draw in draws)


def test_spectr_shows_its_numbers() -> None:
    """The inspector explains ρ*, β and the threshold: they must be the ones the coin was held against."""
    for seed in range(6):
        for one in iterations("spectr", {"gamma": 2, "draft_width": 3}, seed):
            for layer in one.layers:
                n = len(layer["tries"])
                assert 1 <= layer["rho"] <= n
                assert layer["success"] == success_rate(layer["beta"], n) <= layer["rho"] * layer["beta"] + 1e-12
            rho = {layer["layer"]: layer["rho"] for layer in one.layers}
            for v in one.verdicts:
                if v.decision in ("accepted", "rejected"):
                    assert v.layer is not None
                    assert v.p is not None
                    assert v.q is not None
                    assert v.threshold == min(1.0, v.p / (rho[v.layer] * v.q))


def test_mcss_shows_q_shrinking() -> None:
    """Each try has its own q and p′; a person must be able to check the ratio from what is shown."""
    seen = 0
    for seed in range(8):
        for one in iterations("mcss", {"branching": "4"}, seed):
            for layer in one.layers:
                judged = [v for v in one.verdicts if v.layer == layer["layer"] and v.u is not None]
                for v, q, used in zip(judged, layer["q"], layer["p_used"], strict=False):
                    assert (v.q, v.p_used) == (q, used)
                    assert v.threshold == min(1.0, used / q)
                    kinds = [one.distributions[at].kind for at in v.distributions]
                    assert kinds.count("residual") == (v.node != judged[0].node) + (v.decision == "rejected")
                first = one.distributions[judged[0].distributions[1]]
                assert first.kind == "q"
                if len(judged) > 1:
                    taken, later = judged[0].node, one.distributions[judged[1].distributions[1]]
                    token = next(n.token for n in one.nodes if n.id == taken)
                    assert token not in dict(later.top)
                    assert later.size == first.size - 1
                    seen += 1
    assert seen > 5


def test_specinfer_counts_coinciding_drafts() -> None:
    """A token drawn twice is one node with count 2 and two tries."""
    found = [node for one in iterations("specinfer", {"branching": "4"}, 0) for node in one.nodes]
    assert max(node.count for node in found) > 1


def test_eagle_verifies_the_most_confident() -> None:
    """What is cut must be less confident than what is kept, and shown as cut by the budget."""
    for seed in range(6):
        for one in iterations("eagle2", {"gamma": 4, "out_degree": 3, "node_budget": 5}, seed):
            levels = one.layers[:-1]
            confidence = {n: c for x in levels for n, c in zip(x["nodes"], x["confidence"], strict=True)}
            kept = set(one.layers[-1]["verified"])
            cut = set(confidence) - kept
            assert len(kept) == min(5, len(confidence))
            assert not cut or min(confidence[n] for n in kept) >= max(confidence[n] for n in cut)
            leaf = {node.id: node.leaf for node in one.nodes}
            assert all(leaf[n] == "budget" for n in cut if n not in one.final.nodes)
            parents = {node.id: node.parent for node in one.nodes}
            assert all(parents[n] in kept or parents[n] not in confidence for n in kept)


def test_lookup_takes_the_longest_match() -> None:
    """The copy must be the text after the longest n-gram, else the picture points at the wrong place."""
    assert lookup.find([1, 2, 3, 9, 2, 3, 7, 1, 2, 3], 3) == (3, 3)
    assert lookup.find([2, 3, 9, 1, 2, 3, 7, 5, 2, 3], 3) == (2, 2)
    assert lookup.find([4, 4, 4], 2) == (2, 2)
    assert lookup.find([1, 2, 3], 3) == (0, 0)
    assert lookup.find([1], 3) == lookup.find([], 3) == (0, 0)


def test_large_trees_are_refused() -> None:
    """A tree of a million nodes would hang the app; the sentence says what would work."""
    for method, given in (("specinfer", {"branching": "64,64"}), ("typical", {"gamma": 20, "out_degree": 3})):
        with pytest.raises(BadInput, match="at most 1024"):
            decoder(method).make_settings(given)
