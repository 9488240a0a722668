"""SSD, TSD and GSD: the output distribution is exact, whatever was pruned, merged or cut."""

import itertools
import math
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Emitted, Run
from decoders.exact.law import Outcome, total_variation
from decoders.exact.toy import ToyPair, parse_toy
from decoders.methods.gsd import algorithm as graph
from decoders.methods.gsd.draft_graph import DraftGraph
from decoders.methods.tree_verification import Scored, ended
from tests.toys import CAUGHT, EXACT, along_first, distance, law_by_rounds, law_of, models_of, oracle_law, random_pair

PAIRS = [
    pytest.param({"size": 2}, 5, id="two tokens, five long"),
    pytest.param({"size": 3}, 5, id="three tokens, one of them EOS"),
    pytest.param({"size": 4, "eos": False}, 3, id="four tokens, no EOS"),
    pytest.param({"same": True}, 4, id="p = q"),
    pytest.param({"zeros": (0.0, 0.6)}, 4, id="fewer possible drafts than children"),
    pytest.param({"zeros": (0.6, 0.0)}, 4, id="p has zeros where q is positive"),
]
SHAPES = [
    pytest.param("ssd", {"gamma": 3}, id="ssd"),
    pytest.param("tsd", {"gamma": 2, "out_degree": 2}, id="tsd k=2"),
    pytest.param("tsd", {"gamma": 4, "out_degree": 9}, id="tsd more children than tokens"),
    pytest.param("tsd", {"gamma": 4, "out_degree": 3, "node_budget": 5}, id="tsd cut by its budget"),
    pytest.param("tsd", {"gamma": 1, "out_degree": 1}, id="tsd one node"),
    pytest.param("tsd", {"gamma": 3, "prob_threshold": 0.4, "sibling_threshold": 0.6}, id="tsd pruned"),
    pytest.param("gsd", {"gamma": 4, "out_degree": 2, "merge": 1}, id="gsd defaults, τ=1"),
    pytest.param("gsd", {"gamma": 4, "merge": 1, "prob_threshold": 0, "sibling_threshold": 0}, id="gsd unpruned, τ=1"),
    pytest.param("gsd", {"gamma": 4, "merge": 2, "prob_threshold": 0, "sibling_threshold": 0}, id="gsd unpruned, τ=2"),
    pytest.param("gsd", {"gamma": 3, "merge": 0, "sibling_threshold": 0.9}, id="gsd siblings pruned, no merging"),
    pytest.param("gsd", {"gamma": 3, "merge": 1, "prob_threshold": 1}, id="gsd draft exit at once"),
    pytest.param(
        "gsd", {"gamma": 4, "merge": 1, "prob_threshold": 0, "sibling_threshold": 0, "node_budget": 6}, id="gsd cut"
    ),
]


@pytest.mark.pairwise
@pytest.mark.parametrize("seed", [0, 1, 2, 3])
@pytest.mark.parametrize("verification", ["deterministic", "sampling"])
@pytest.mark.parametrize(("method", "shape"), SHAPES)
@pytest.mark.parametrize(("pair", "tokens"), PAIRS)
def test_law_is_the_oracles(
    pair: dict[str, Any], tokens: int, method: str, shape: dict[str, Any], verification: str, seed: int
) -> None:
    """The app says lossless: greedy decoding's text if deterministic, the target's distribution if sampled."""
    assert distance(method, random_pair(seed, **pair), tokens, verification=verification, **shape) < EXACT


@pytest.mark.parametrize("warp", [{"temperature": 0}, {"temperature": 0.7, "top_p": 0.7}, {"top_k": 2}, {"top_p": 0.5}])
@pytest.mark.parametrize("method", ["ssd", "tsd", "gsd"])
def test_law_under_warping(method: str, warp: dict[str, float]) -> None:
    """𝒯 affects sampling, never the thresholds; the result is the warped target's distribution."""
    shape = {"merge": 1, "prob_threshold": 0.1} if method == "gsd" else {}
    for seed in range(2):
        assert distance(method, random_pair(seed), 4, gamma=3, verification="sampling", **shape, **warp) < EXACT


@pytest.mark.parametrize("method", ["ssd", "tsd", "gsd"])
def test_ties_go_to_the_lowest_id(method: str) -> None:
    """Greedy decoding takes the lowest id, and so must every deterministic walk."""
    even = {"": [0.25] * 4, "a": [0.4, 0.1, 0.1, 0.4], "b": [0.0, 0.5, 0.5, 0.0], "a a": [0.1, 0.3, 0.3, 0.3]}
    vocab = ["a", "b", "c", "d"]
    for eos, side in itertools.product((None, "d"), (even, {**even, "": [0.1, 0.2, 0.3, 0.4]})):
        pair = parse_toy({"vocab": vocab, "eos": eos, "target": even, "draft": side}, "even")
        for first in range(4):
            assert distance(method, pair, 5, (first,), gamma=3) == 0


def test_oracles_follow_the_settings() -> None:
    """The Exactness tab compares with the method named here."""
    found = decoder("gsd")
    named = [
        found.oracle(found.make_settings(given)).method
        for given in (
            {},
            {"verification": "sampling"},
            {"verification": "sampling", "acceptance": "paper"},
            {"verification": "deterministic", "acceptance": "paper"},
        )
    ]
    assert named == ["greedy", "multinomial", None, "greedy"]
    assert found.oracle(found.make_settings({"verification": "sampling", "acceptance": "paper"})).kind == "lossy"


# The paper's own acceptance, against a recursion of its own.


def paper_pass(pair: ToyPair, context: tuple[int, ...], depth: int, degree: int) -> dict[tuple[int, ...], float]:
    """The paper's rule: accept every child independently; the longest path wins; one token from p."""
    vocab = range(pair.target.vocab_size)

    def tree(path: tuple[int, ...]) -> list[tuple[int, ...]]:
        if len(path) == depth or path[-1:] == (pair.eos,):
            return []
        q = law(pair, "draft", context + path)
        best = sorted((x for x in vocab if q[x] > 0), key=lambda x: (-q[x], x))[:degree]
        return [(*path, x) for x in best]

    def accepted(level: list[tuple[int, ...]]) -> dict[tuple[tuple[int, ...], ...], float]:
        """The distribution of the last level with an accepted path, given the paths so far."""
        children = [child for path in level for child in tree(path)]
        laws: dict[tuple[tuple[int, ...], ...], float] = {}
        for kept in itertools.product((True, False), repeat=len(children)):
            weight = 1.0
            for child, ok in zip(children, kept, strict=True):
                before, token = context + child[:-1], child[-1]
                a = min(1.0, law(pair, "target", before)[token] / law(pair, "draft", before)[token])
                weight *= a if ok else 1 - a
            reached = [child for child, ok in zip(children, kept, strict=True) if ok]
            if weight > 0:
                deeper = accepted(reached) if reached else {tuple(level): 1.0}
                for last, chance in deeper.items():
                    laws[last] = laws.get(last, 0.0) + weight * chance
        return laws

    found: dict[tuple[int, ...], float] = {}
    for last, weight in accepted([()]).items():
        path = last[0]
        p = law(pair, "target", context + path)
        for token in [None] if path[-1:] == (pair.eos,) else vocab:
            longer, chance = (path, 1.0) if token is None else ((*path, token), p[token])
            if chance > 0:
                found[longer] = found.get(longer, 0.0) + weight * chance
    return found


def law(pair: ToyPair, side: str, context: tuple[int, ...]) -> list[float]:
    return [math.exp(x) for x in getattr(pair, side).scores(context)]


def paper_law(pair: ToyPair, tokens: int, gamma: int, degree: int) -> dict[Outcome, float]:
    return law_by_rounds(
        lambda text, room: paper_pass(pair, (0, *text), min(gamma, room - 1), degree), pair.eos, tokens
    )


PAPER = {"verification": "sampling", "acceptance": "paper"}


@pytest.mark.parametrize(("gamma", "degree"), [(1, 2), (2, 2), (2, 1)])
def test_the_papers_acceptance_is_as_printed_and_lossy(gamma: int, degree: int) -> None:
    """It is offered for comparison, so it must be the paper's rule and visibly lossy."""
    losses = []
    for seed in range(3):
        pair = random_pair(seed, 2)
        got = law_of("tsd", pair, 3, gamma=gamma, out_degree=degree, **PAPER)
        assert total_variation(got, paper_law(pair, 3, gamma, degree)) < EXACT
        losses.append(total_variation(got, law_of("multinomial", pair, 3)))
    assert min(losses) > CAUGHT


def test_tokens_outside_the_warped_draft_law_do_not_divide_by_zero() -> None:
    """With top-p the k-th child may have 𝒯q = 0, and is accepted if the target can write it."""
    for seed in range(3):
        got = law_of("gsd", random_pair(seed), 3, gamma=2, merge=1, prob_threshold=0, top_p=0.4, top_k=2, **PAPER)
        assert abs(sum(got.values()) - 1) < EXACT


# Rules broken on purpose.


def follow_likeliest(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that follows the draft's favourite instead of y."""
    emitted, at = along_first(scored)
    return emitted if emitted and ended(run, at) else [*emitted, last_token(run, scored, at, scored.p(at))]


def bonus_from_q(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that samples the bonus token from q."""
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    while True:
        children = tree.children.get(at, [])
        own = scored.p(at) if children or not emitted else run.draft.logits([at]).warp(0, run.settings.warp)
        token = run.dice.choose(own, "y")
        hit = next((child for child in children if run.tree.token(child) == token), None)
        if hit is None:
            node = run.tree.add(at, token)
            return [*emitted, Emitted(node, "bonus", scored.logp(at, token))]
        emitted.append(scored.kept(hit))
        at = hit
        if ended(run, at):
            return emitted


def redraw(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that samples another token instead of keeping y."""
    emitted: list[Emitted] = []
    tree = scored.tree
    at = tree.root
    while True:
        token = run.dice.choose(scored.p(at), "y")
        hit = next((child for child in tree.children.get(at, []) if run.tree.token(child) == token), None)
        if hit is None:
            return [*emitted, last_token(run, scored, at, scored.p(at))]
        emitted.append(scored.kept(hit))
        at = hit
        if ended(run, at):
            return emitted


def last_token(run: Run, scored: Scored, at: int, law: Any) -> Emitted:
    token = run.dice.choose(law, "last")
    return Emitted(run.tree.add(at, token), "bonus", scored.logp(at, token))


@pytest.mark.parametrize("broken", [follow_likeliest, bonus_from_q, redraw])
@pytest.mark.parametrize("method", ["tsd", "gsd"])
def test_broken_walk_is_noticed(monkeypatch: pytest.MonkeyPatch, method: str, broken: Any) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(graph, "follow", broken)
    pair = random_pair(0, zeros=(0.0, 0.0))
    assert distance(method, pair, 4, gamma=2, out_degree=2, verification="sampling") > CAUGHT


def test_a_replica_below_the_wrong_node_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy verified at its original's place would use another parent's distribution."""

    def at_the_target(scored: Scored, node: int) -> Any:
        run, merged = scored._run, run_merges.get(node, node)
        return scored.logits.warp(scored._row[merged], run.settings.warp)

    run_merges: dict[int, int] = {}
    whole = DraftGraph.merge

    def noting(self: DraftGraph, level: Any, tau: int) -> list[int]:
        merged = whole(self, level, tau)
        run_merges.update((node, self.node[node].merge or 0) for node in merged)
        return merged

    shape = {"gamma": 3, "merge": 1, "prob_threshold": 0, "sibling_threshold": 0, "verification": "sampling"}
    pair = random_pair(0, 3, eos=False)
    oracle = oracle_law("gsd", pair, 4, **shape)
    monkeypatch.setattr(DraftGraph, "merge", noting)
    monkeypatch.setattr(Scored, "p", at_the_target)
    assert total_variation(law_of("gsd", pair, 4, **shape), oracle) > CAUGHT


def test_merging_never_changes_the_law_but_the_graph() -> None:
    """Merging only approximates drafting: the same text, from fewer drafted nodes."""
    shape = {"gamma": 4, "prob_threshold": 0, "sibling_threshold": 0}
    for seed in range(3):
        pair = random_pair(seed, 2, eos=False)
        laws = [law_of("gsd", pair, 5, merge=tau, verification="sampling", **shape) for tau in (0, 1, 2)]
        assert all(total_variation(laws[0], other) < EXACT for other in laws[1:])
        assert total_variation(laws[0], oracle_law("gsd", pair, 5, verification="sampling")) < EXACT
        assert models_of(pair).eos == frozenset()
