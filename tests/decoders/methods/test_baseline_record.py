"""The records of the baselines are what they did, because stage, inspector and metrics read nothing else."""

import itertools
import json
import math
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Replayed, Seeded
from decoders.core.record import Iteration, Layer, Node, Verdict
from decoders.errors import BadInput
from decoders.exact.toy import ToyModel
from decoders.methods import lookup
from decoders.methods.bild import RollbackLayer
from decoders.methods.branching import TriesLayer
from decoders.methods.eagle import LevelLayer, SelectionLayer
from decoders.methods.spectr import KSeqLayer, success_rate
from decoders.methods.typical import TypicalLayer
from tests.toys import models_of, random_pair

CASES: list[tuple[str, dict[str, Any]]] = [
    ("spd", {"gamma": 3}),
    ("spectr", {"gamma": 3, "draft_width": 4}),
    ("specinfer", {"branching": "3,2,1"}),
    ("mcss", {"branching": "3,2,1"}),
    ("mcss", {"branching": "4,2", "replacement": "true"}),
    ("block", {"gamma": 4}),
    ("traversal", {"branching": "3,2,1"}),
    ("traversal", {"branching": "3,2", "replacement": "true"}),
    ("slem", {"gamma": 4}),
    ("bild", {"fallback_threshold": 0.3, "rollback_threshold": 1.5}),
    ("typical", {"gamma": 3, "out_degree": 2, "delta": 0.1}),
    ("eagle2", {"gamma": 4, "out_degree": 3, "node_budget": 7}),
    ("lookup", {"gamma": 3}),
    ("suffix", {"max_spec_offset": 3, "earlier": "b b a d"}),
    ("self-ssd", {"gamma": 4, "exit_threshold": 0.4}),
    ("multinomial", {}),
]
GREEDY = [(method, given | {"temperature": 0}) for method, given in CASES]
EVERY = pytest.mark.parametrize(
    ("method", "given"), CASES + GREEDY, ids=[f"{method} {given}" for method, given in CASES + GREEDY]
)
TOKENS = 12
TESTED = ("accepted", "rejected", "dropped")
OWN = ("residual", "bonus", "drawn", "greedy")
L = TypeVar("L", bound=Layer)


def iterations(method: str, given: dict[str, Any], seed: int, record: bool = True, dice: Any = None) -> list[Iteration]:
    """Record one run on a pair of five tokens without EOS."""
    kind, models = decoder(method), models_of(random_pair(seed, 5, eos=False, zeros=(0.2, 0.2)))
    run = kind.decode([0, 1, 0], models, kind.make_settings(given), dice or Seeded(seed), TOKENS, record)
    return list(run)


def runs(method: str, given: dict[str, Any]) -> Iterator[Iteration]:
    """The iterations of six runs, which are recorded once. Do not change them."""
    return itertools.chain.from_iterable(_recorded(method, tuple(given.items()), seed) for seed in range(6))


@cache
def _recorded(method: str, given: tuple[tuple[str, Any], ...], seed: int) -> list[Iteration]:
    return iterations(method, dict(given), seed)


def verdicts(method: str, given: dict[str, Any]) -> Iterator[tuple[Iteration, Verdict]]:
    return ((iteration, verdict) for iteration in runs(method, given) for verdict in iteration.verdicts)


def layers(iteration: Iteration, kind: type[L]) -> list[L]:
    return [layer for layer in iteration.layers if isinstance(layer, kind)]


def node_of(iteration: Iteration, verdict: Verdict) -> Node:
    (node,) = [node for node in iteration.nodes if node.id == verdict.node]
    return node


@EVERY
def test_every_candidate_is_judged(method: str, given: dict[str, Any]) -> None:
    """A drafted node without a verdict would be unexplained, and a second verdict would be counted."""
    for iteration in runs(method, given):
        fed = {node for made in iteration.passes if made.model == "target" for node in made.nodes}
        fates: dict[int, list[str]] = {}
        for verdict in iteration.verdicts:
            fates.setdefault(verdict.node, []).append(verdict.decision)
        for node in iteration.nodes:
            if node.role == "draft":
                own = [fate for fate in fates[node.id] if fate not in OWN]
                tests = [fate for fate in own if fate in TESTED]
                assert len(tests) <= node.count, "a candidate is tried as often as it was drawn, at most"
                assert tests == own or own == ["unused" if node.id in fed else "not_sent"]
        shown = [place for step in iteration.steps for place in step.verdicts]
        assert shown == list(range(len(iteration.verdicts))), "each verdict is shown once, in order"
        assert json.loads(json.dumps(iteration.to_json(), allow_nan=False))


@EVERY
def test_a_draft_says_its_place_and_whether_it_ends(method: str, given: dict[str, Any]) -> None:
    """Acceptance by rank would lack a method, and nothing would explain why a draft stopped at EOS."""
    kind, ends = decoder(method), 0
    for seed in range(12):
        pair = random_pair(seed, 4, zeros=(0.1, 0.1))
        for iteration in kind.decode([0, 1, 0], models_of(pair), kind.make_settings(given), Seeded(seed), TOKENS):
            drafts = [node for node in iteration.nodes if node.role == "draft"]
            for node in drafts:
                siblings = [one for one in drafts if one.parent == node.parent]
                assert sorted(one.rank for one in siblings if one.rank is not None) == list(range(len(siblings)))
                assert (node.leaf == "eos") == (node.token == pair.eos)
                ends += node.leaf == "eos"
    assert ends or method in ("lookup", "multinomial"), "no draft came to an EOS"


@EVERY
def test_final_tokens_come_from_where_it_says(method: str, given: dict[str, Any]) -> None:
    """The text is coloured by origin: a draft token must have been accepted, and the target's own sampled as stated."""
    for iteration in runs(method, given):
        last = {verdict.node: verdict.decision for verdict in iteration.verdicts}
        word = {"draft": "accepted"}
        assert [last[n] for n in iteration.final.nodes] == [word.get(o, o) for o in iteration.final.origins]
        assert set(iteration.final.origins[:-1]) <= {"draft"}
        accepted = [v.node for v in iteration.verdicts if v.decision == "accepted"]
        if method == "traversal":  # tests go from the leaves to the root
            accepted.sort()
        drafts = list(zip(iteration.final.nodes, iteration.final.origins, strict=True))
        assert accepted == [node for node, origin in drafts if origin == "draft"], "accepted is what is in the output"
        # none where the target drew a token it had rejected: the last pass scored what follows that one too
        assert sum(made.model == "target" for made in iteration.passes) <= 1


@EVERY
def test_the_targets_own_token_is_called_what_it_is(method: str, given: dict[str, Any]) -> None:
    """A wrong name would teach that p′ was sampled, or that all drafts were accepted."""
    for iteration in runs(method, given):
        sent = [node for node in iteration.nodes if node.role == "draft"]
        left_out = {v.node for v in iteration.verdicts if v.decision == "not_sent"}
        with_drafts = {node.parent for node in sent if node.id not in left_out}
        root = next(node.id for node in iteration.nodes if node.role == "input")
        for verdict in iteration.verdicts:
            if verdict.decision not in OWN:
                continue
            laws = {iteration.distributions[place].kind for place in verdict.distributions}
            above = node_of(iteration, verdict).parent
            if verdict.decision == "residual":
                assert laws == {"residual"}
            else:
                assert laws == {"p_raw" if "temperature" in given else "p"}
                assert (verdict.decision == "bonus") == (above not in with_drafts and above != root)
                assert (verdict.rule == "argmax") == ("temperature" in given)
                assert verdict.decision == "bonus" or verdict.decision == ("greedy" if verdict.greedy else "drawn")
            (step,) = [step for step in iteration.steps if verdict in [iteration.verdicts[i] for i in step.verdicts]]
            assert step.phase == verdict.decision


def test_all_kinds_of_own_tokens_occur() -> None:
    """Otherwise the test above could pass without a single bonus token."""
    found = {v.decision for method, given in CASES + GREEDY for _, v in verdicts(method, given)}
    assert {*TESTED, *OWN, "unused", "not_sent"} == found


@pytest.mark.parametrize(("method", "given"), GREEDY, ids=[method for method, _ in GREEDY])
def test_greedy_verdicts_show_p_before_warping(method: str, given: dict[str, Any]) -> None:
    """Warped to one token, p is 1 or 0; the reader must see the p and q of the list, and what the rule used."""
    models = [models_of(random_pair(seed, 5, eos=False, zeros=(0.2, 0.2))) for seed in range(6)]
    for seed, pair in enumerate(models):
        text = [0, 1, 0]
        assert isinstance(pair.target, ToyModel)
        for iteration in iterations(method, given, seed):
            nodes = {node.id: node for node in iteration.nodes}
            root = next(node for node in iteration.nodes if node.role == "input")

            def context(node: int, nodes: dict[int, Node] = nodes, root: Node = root, text: Any = text) -> list[int]:
                return text if node == root.id else [*context(nodes[node].parent), nodes[node].token]

            for verdict in iteration.verdicts:
                node = nodes[verdict.node]
                if verdict.rule in ("rollback", "off_path", "earlier_rejection", "confidence"):
                    assert not verdict.greedy
                    continue
                raw = math.exp(pair.target.scores(tuple(context(node.parent)))[node.token])
                assert verdict.greedy
                assert verdict.p == pytest.approx(raw, abs=1e-15)
                assert verdict.p_used == pytest.approx(round(verdict.p_used or 0), abs=1e-15), (
                    "K-SEQ's ρ is 1 or a hair more"
                )
                assert verdict.q is None or verdict.q == node.q
                if verdict.decision in OWN:
                    assert node.p == verdict.p
                if method in ("spd", "self-ssd", "spectr") and verdict.decision in TESTED:
                    assert isinstance(pair.draft, ToyModel)
                    q = math.exp(pair.draft.scores(tuple(context(node.parent)))[node.token])
                    assert verdict.q == pytest.approx(q, abs=1e-15)
            text = [*text, *iteration.final.tokens]


def test_residual_tokens_have_both_numbers() -> None:
    """The target's p alone would not explain a sample from the residual, so p_used is shown, too."""
    seen = 0
    for method in ("spd", "block", "spectr", "specinfer", "mcss", "self-ssd"):
        for iteration, verdict in verdicts(method, {}):
            if verdict.decision == "residual":
                law = iteration.distributions[verdict.distributions[0]]
                assert verdict.p_used == dict(law.top)[node_of(iteration, verdict).token]
                assert node_of(iteration, verdict).p == verdict.p
                p = next(
                    (d for d in iteration.distributions if d.kind == "p" and d.at == above(iteration, verdict)), None
                )
                assert p is not None
                assert verdict.p == dict(p.top)[node_of(iteration, verdict).token]
                seen += verdict.p != verdict.p_used
    assert seen


@EVERY
def test_recording_changes_nothing(method: str, given: dict[str, Any]) -> None:
    """A benchmark runs without recording, and an explanation with it; they must be the same run."""
    for seed in range(3):
        full = iterations(method, given, seed)
        bare = iterations(method, given, seed, record=False)
        assert full[-1].final.beams == bare[-1].final.beams
        draws = [draw for iteration in full for draw in iteration.draws]
        first = iterations(method, given, seed, dice=Replayed(full[0].draws, Seeded(99)))[0]
        assert first.final == full[0].final
        assert len({d.label for d in full[0].draws}) == len(full[0].draws), "a label names one draw of an iteration"
        assert all(math.isfinite(draw.value) for draw in draws)


@EVERY
def test_layers_are_those_the_method_lists(method: str, given: dict[str, Any]) -> None:
    """The trace schema is generated from this list, so an unlisted layer would make files invalid."""
    for iteration in runs(method, given):
        assert {type(layer) for layer in iteration.layers} <= set(decoder(method).layers)


def test_spectr_shows_its_numbers() -> None:
    """The inspector's ρ*, β and acceptance probability must be those that the test used."""
    for iteration in runs("spectr", {"gamma": 2, "draft_width": 3}):
        rho: dict[int | None, float] = {}
        for layer in layers(iteration, KSeqLayer):
            n = len(layer.tries)
            rho[layer.layer] = layer.rho
            assert 1 <= layer.rho <= n
            assert layer.success == success_rate(layer.beta, n) <= layer.rho * layer.beta + 1e-12
        for v in iteration.verdicts:
            if v.rule == "k_seq":
                assert v.p is not None
                assert v.q is not None
                assert v.rho == rho[v.layer]
                assert v.p_used == v.p / v.rho
                assert v.a == min(1.0, v.p / (v.rho * v.q))


def test_mcss_shows_q_shrinking() -> None:
    """Each try has its own q and p′, so that a reader can check the ratio."""
    seen = 0
    for iteration in runs("mcss", {"branching": "4"}):
        for layer in layers(iteration, TriesLayer):
            tried = [v for v in iteration.verdicts if v.layer == layer.layer and v.u is not None]
            for v, q, used in zip(tried, layer.q, layer.p_used, strict=False):
                assert (v.q, v.p_used) == (q, used)
                assert v.a == min(1.0, used / q)
                kinds = [iteration.distributions[at].kind for at in v.distributions]
                assert kinds.count("residual") == (v.node != tried[0].node) + (v.decision == "rejected")
            assert [v.rule for v in tried] == ["ratio", *["residual_ratio"] * (len(tried) - 1)]
            first = iteration.distributions[tried[0].distributions[1]]
            assert first.kind == "q"
            if len(tried) > 1:
                later = iteration.distributions[tried[1].distributions[1]]
                assert node_of(iteration, tried[0]).token not in dict(later.top)
                assert later.size == first.size - 1
                seen += 1
    assert seen > 5


def test_mcss_says_what_was_left_of_q() -> None:
    """q before earlier draws must equal q as sampled times the mass left."""
    for iteration in runs("mcss", {"branching": "4,2"}):
        for layer in layers(iteration, TriesLayer):
            if layer.q_left is not None:
                assert layer.q_left[0] == 1
                assert all(a > b > 0 for a, b in itertools.pairwise(layer.q_left))
        for v in iteration.verdicts:
            if v.rule == "ratio":
                assert v.q_left is None
            if v.rule == "residual_ratio":
                first = dict(
                    next(d for d in iteration.distributions if d.kind == "q" and d.at == above(iteration, v)).top
                )
                assert v.q is not None
                assert v.q_left is not None
                assert v.q * v.q_left == pytest.approx(first[node_of(iteration, v).token])
    assert all(v.q_left is None for _, v in verdicts("specinfer", {"branching": "4,2"}))
    assert all(
        layer.q_left is None
        for one in runs("mcss", {"branching": "4", "replacement": "true"})
        for layer in layers(one, TriesLayer)
    )


def above(iteration: Iteration, verdict: Verdict) -> int:
    return node_of(iteration, verdict).parent


def test_specinfer_counts_coinciding_drafts() -> None:
    """A token sampled twice is one node with count 2 and two tries."""
    assert max(node.count for one in iterations("specinfer", {"branching": "4"}, 0) for node in one.nodes) > 1


def test_typical_drops_what_passes_off_the_path() -> None:
    """Passing drafts off the chosen path must not raise the acceptance rate (0.402 instead of 0.337)."""
    dropped = 0
    for iteration in runs("typical", {"gamma": 3, "out_degree": 2, "delta": 0.1}):
        bars = {layer.node: layer for layer in layers(iteration, TypicalLayer)}
        for v in iteration.verdicts:
            if v.decision not in TESTED:
                continue
            bar = bars[above(iteration, v)]
            assert (v.bar, v.entropy) == (bar.threshold, bar.entropy)
            assert v.p is not None
            assert (v.p > bar.threshold) == (v.decision != "rejected")
            assert (v.decision == "accepted") <= (v.node in iteration.final.nodes)
            assert v.rule == ("longest_path" if v.decision == "dropped" else "typical")
            dropped += v.decision == "dropped"
    assert dropped


def test_bild_is_judged_by_p_itself() -> None:
    """At temperature 0 a warped p would make every improbable token impossible, so the threshold uses p."""
    for given in ({"rollback_threshold": 1.5}, {"rollback_threshold": 1.5, "temperature": 0}):
        for iteration in runs("bild", {"fallback_threshold": 0.3, **given}):
            nll = {layer.node: layer.nll for layer in layers(iteration, RollbackLayer)}
            for v in iteration.verdicts:
                if v.rule == "rollback":
                    assert v.p is not None
                    assert v.p == v.p_used == math.exp(-nll[v.node])
                    assert v.bar == 1.5
                    assert (nll[v.node] > 1.5) == (v.decision == "rejected")


def test_eagle_verifies_the_most_confident() -> None:
    """Nodes that are not sent must be less confident than those that are, and marked as such."""
    left_out = 0
    for iteration in runs("eagle2", {"gamma": 4, "out_degree": 3, "node_budget": 5}):
        levels, (selection,) = layers(iteration, LevelLayer), layers(iteration, SelectionLayer)
        confidence = {n: c for level in levels for n, c in zip(level.nodes, level.confidence, strict=True)}
        sent = set(selection.nodes)
        cut = set(confidence) - sent
        assert len(sent) == min(5, len(confidence)) == min(5, selection.drafted)
        assert not cut or min(confidence[n] for n in sent) >= max(confidence[n] for n in cut)
        told = [v for v in iteration.verdicts if v.decision == "not_sent"]
        assert {v.node: v.confidence for v in told} == {n: confidence[n] for n in cut}
        assert {v.rule for v in told} <= {"confidence"}
        for step in iteration.steps:
            if step.phase == "select":
                assert (set(step.nodes), [iteration.verdicts[i] for i in step.verdicts]) == (sent, told)
        fed = {node for made in iteration.passes if made.model == "target" for node in made.nodes}
        assert not fed & cut
        parents = {node.id: node.parent for node in iteration.nodes}
        assert all(parents[n] in sent or parents[n] not in confidence for n in sent)
        left_out += len(cut)
    assert left_out


def test_lookup_takes_the_longest_match() -> None:
    """The copy must follow the longest n-gram, or the picture would point at the wrong place."""
    assert lookup.find([1, 2, 3, 9, 2, 3, 7, 1, 2, 3], 3) == (3, 3)
    assert lookup.find([2, 3, 9, 1, 2, 3, 7, 5, 2, 3], 3) == (2, 2)
    assert lookup.find([4, 4, 4], 2) == (2, 2)
    assert lookup.find([1, 2, 3], 3) == (0, 0)
    assert lookup.find([1], 3) == lookup.find([], 3) == (0, 0)


def test_large_trees_are_refused() -> None:
    """A tree of a million nodes would block the app; the error says what would work."""
    for method, given in (("specinfer", {"branching": "64,64"}), ("typical", {"gamma": 20, "out_degree": 3})):
        with pytest.raises(BadInput, match="at most 1024"):
            decoder(method).make_settings(given)
