"""Block and traversal verification have the target's law, exactly; rules that were got wrong in public are noticed."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.dice import Dice, branches
from decoders.core.rules import Dist, excess, residual
from decoders.exact.law import total_variation
from decoders.exact.toy import ToyPair
from decoders.methods import block_verification, branching, traversal
from decoders.methods.block_verification import BlockPrefix
from decoders.methods.branching import Tries, Try
from decoders.methods.speculative import Drafted, draft_chain
from decoders.methods.tree_verification import Candidates, Scored
from tests.toys import CAUGHT, EXACT, SHAPES, distance, law_of, models_of, random_pair

CASES = [
    pytest.param("block", 4, {"gamma": 1}, id="block γ=1"),
    pytest.param("block", 5, {"gamma": 2}, id="block γ=2"),
    pytest.param("block", 4, {"gamma": 3}, id="block γ=3"),
    pytest.param("traversal", 4, {"branching": "2,1"}, id="traversal 2,1"),
    pytest.param("traversal", 3, {"branching": "2,2"}, id="traversal 2,2"),
    pytest.param("traversal", 4, {"branching": "1,2"}, id="traversal 1,2"),
    pytest.param("traversal", 3, {"branching": "5,1"}, id="traversal more children than tokens"),
    pytest.param("traversal", 4, {"branching": "2,1", "replacement": True}, id="traversal 2,1 with replacement"),
    pytest.param("traversal", 3, {"branching": "2,2", "replacement": True}, id="traversal 2,2 with replacement"),
    pytest.param("traversal", 3, {"branching": "3,1", "replacement": True}, id="traversal 3,1 with replacement"),
]
SMALL = [
    ("block", {"gamma": 3}),
    ("traversal", {"branching": "2,1"}),
    ("traversal", {"branching": "2,2", "replacement": True}),
]
WARPS = [{"temperature": 0}, {"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.6}, {"top_k": 1}]


@pytest.mark.pairwise
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize(("method", "tokens", "settings"), CASES)
def test_law_is_the_targets(
    method: str, tokens: int, settings: dict[str, Any], shape: dict[str, Any], seed: int
) -> None:
    """Were it not, every picture of these methods would teach something false. Texts take several iterations."""
    assert distance(method, random_pair(seed, **shape), tokens, **settings) < EXACT


@pytest.mark.parametrize("warp", WARPS)
@pytest.mark.parametrize(("method", "settings"), SMALL)
def test_law_under_warping(method: str, settings: dict[str, Any], warp: dict[str, Any]) -> None:
    """Losslessness must survive temperature, top-k and top-p, which both models go through."""
    for seed in range(2):
        assert distance(method, random_pair(seed), 3, **settings, **warp) < EXACT


@pytest.mark.parametrize(("method", "settings"), SMALL)
def test_temperature_zero_is_greedy(method: str, settings: dict[str, Any]) -> None:
    """At temperature 0 a person must get the greedy text, whatever was drafted."""
    pair = random_pair(3, 4)
    assert law_of(method, pair, 5, temperature=0, **settings) == law_of("greedy", pair, 5)


@pytest.mark.parametrize(("method", "settings"), SMALL)
def test_limit_is_exact(method: str, settings: dict[str, Any]) -> None:
    """The last drafts of a text are cut by the limit: the whole chain is then shorter, and its threshold is P."""
    for tokens in (1, 2, 3):
        pair = random_pair(2, eos=False)
        law = law_of(method, pair, tokens, **settings)
        assert {len(beams[0]) for beams in law} == {tokens}
        assert distance(method, pair, tokens, **settings) < EXACT


# One round: what is accepted

Round = dict[tuple[int, tuple[int, ...]], float]


class Counting(Run):
    """A run that counts the draft tokens which it commits."""

    def commit(self, beam: Beam, emitted: Sequence[Emitted]) -> State:
        self.accepted = sum(each.origin == "draft" for each in emitted)
        return super().commit(beam, emitted)


def first_round(method: str, pair: ToyPair, tokens: int = 6, **settings: Any) -> Round:
    """P(accepted draft tokens, committed tokens) of the first iteration."""
    found, law = decoder(method), Round()
    made = found.make_settings(settings)
    for dice in branches():
        run = Counting([0], models_of(pair), made, dice, tokens, record=False, forget=False)
        after = found.step(run, run.adopt(State()))
        key = run.accepted, after.beams[0].tokens
        law[key] = law.get(key, 0.0) + dice.weight
    return law


def mean_accepted(method: str, pair: ToyPair, **settings: Any) -> float:
    """The expected number of accepted draft tokens of the first iteration."""
    return sum(accepted * weight for (accepted, _), weight in first_round(method, pair, **settings).items())


SHAPE = [{"size": 3}, {"size": 2}, {"size": 4, "eos": False}, {"zeros": (0.3, 0.3)}, {"same": True}]


@pytest.mark.parametrize("shape", SHAPE)
def test_traversal_of_a_chain_is_block_verification(shape: dict[str, Any]) -> None:
    """The tree rule must not be another one that merely has the same output: round by round both accept the same."""
    for seed, gamma in itertools.product(range(3), (1, 2, 3)):
        pair, chain = random_pair(seed, **shape), ",".join("1" * gamma)
        block = first_round("block", pair, gamma=gamma)
        assert total_variation(first_round("traversal", pair, branching=chain), block) < EXACT


@pytest.mark.parametrize("shape", SHAPE)
def test_a_block_accepts_at_least_as_much_as_token_by_token(shape: dict[str, Any]) -> None:
    """A theorem that the comparison of both methods shows: at equal drafts, never fewer tokens on average."""
    for seed, gamma in itertools.product(range(5), (1, 2, 3)):
        pair = random_pair(seed, **shape)
        block, token = mean_accepted("block", pair, gamma=gamma), mean_accepted("spd", pair, gamma=gamma)
        assert block >= token - EXACT
        if gamma == 1:
            assert block == pytest.approx(token, abs=EXACT)


def test_a_block_often_accepts_more() -> None:
    """Without a gain there would be nothing to teach."""
    gains = [
        mean_accepted("block", random_pair(seed, 3, eos=False), gamma=3)
        - mean_accepted("spd", random_pair(seed, 3, eos=False), gamma=3)
        for seed in range(5)
    ]
    assert min(gains) > 0.005
    assert max(gains) > 0.03


@pytest.mark.parametrize(("mine", "other"), [({"replacement": True}, "specinfer"), ({}, "mcss")])
def test_a_tree_accepts_at_least_as_much_on_these_pairs(mine: dict[str, Any], other: str) -> None:
    """Computed on these pairs, and promised for no others: from the leaves up or from the root down."""
    for seed in range(4):
        pair = random_pair(seed, 3, eos=False)
        up = mean_accepted("traversal", pair, branching="2,1", **mine)
        assert up > mean_accepted(other, pair, branching="2,1")


# Rules broken on purpose, each as somebody published it

FOUR = random_pair(2, 4)  # of three tokens a residual often leaves one, and then many a broken rule is right


def until_the_first_failure(prefixes: Sequence[BlockPrefix]) -> int:
    """Stops as token-by-token testing does."""
    return len(list(itertools.takewhile(lambda prefix: prefix.passed, prefixes)))


def first_passing(prefixes: Sequence[BlockPrefix]) -> int:
    return next((prefix.j for prefix in prefixes if prefix.passed), 0)


def unweighted(p: Dist, q: Dist, weight: float) -> Dist | None:
    """The residual of token-by-token testing, without P or α."""
    return residual(p, q)


def last_like_the_others(
    run: Run, scored: Scored, at: int, weight: float, q: Dist | None
) -> tuple[float | None, float]:
    """R/(R + 1 − P) for the whole chain too."""
    after = run.draft.logits([at]).warp(0, run.settings.warp) if q is None else q
    r = excess(scored.p(at), after, weight)
    return r, 1.0 if weight == 1 else r / (r + 1 - weight)


def cut_after_looking(run: Run, beam: Beam, gamma: int) -> list[Drafted]:
    """Draws a token, looks at its probability, and drops it."""
    drafted = draft_chain(run, beam, gamma)
    return drafted[:-1] if drafted and drafted[-1].shown < 0.5 else drafted


def one_number_for_all() -> Callable[[Any, float, str], tuple[bool, None]]:
    """An `accept` that compares every prefix of a chain with the same u."""
    low, high = [0.0], [1.0]

    def accept(dice: Any, a: float, label: str) -> tuple[bool, None]:
        if label == "accept 1":
            low[0], high[0] = 0.0, 1.0
        inside = low[0] < a < high[0]
        odds = (a - low[0]) / (high[0] - low[0]) if inside else 0.0
        ok = dice._branch((odds, 1 - odds)) == 0 if inside else a >= high[0]
        if ok:
            high[0] = min(a, high[0])
        else:
            low[0] = max(a, low[0])
        return ok, None

    return accept


BLOCK = [
    pytest.param("last_passing", until_the_first_failure, id="stops at the first failure"),
    pytest.param("last_passing", first_passing, id="the first passing prefix"),
    pytest.param("residual", unweighted, id="residual without P"),
    pytest.param("threshold", last_like_the_others, id="the last threshold like the others"),
    pytest.param("draft_chain", cut_after_looking, id="cut after looking"),
]


@pytest.mark.parametrize(("name", "broken"), BLOCK)
def test_a_broken_block_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, broken: Any) -> None:
    """A law test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(block_verification, name, broken)
    assert distance("block", FOUR, 4, gamma=3) > CAUGHT


def test_one_number_for_all_prefixes_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One u for a whole chain looks right in every picture."""
    monkeypatch.setattr("decoders.core.dice.Enumerating.accept", one_number_for_all())
    assert distance("block", FOUR, 4, gamma=3) > CAUGHT


def unchanged(alpha: float, s: float) -> float:
    """α stays as it was before a child was deleted."""
    return alpha


def not_renormalised(dice: Dice, q: Dist, width: int, *how: Any) -> list[tuple[int, Dist]]:
    """q without the tokens drawn before, but with their mass missing."""
    made, before = list[tuple[int, Dist]](), list[int]()
    for token, _ in draw(dice, q, width, *how):
        keep = [place for place, each in enumerate(q.ids.tolist()) if each not in before]
        made.append((token, Dist(q.ids[keep], q.probs[keep])))
        before.append(token)
    return made


draw = branching.draw


def last_first(run: Run, beam: Beam, widths: Sequence[int], replacement: bool) -> tuple[Candidates, Tries]:
    """Tests the children of a node in the reverse of the order in which they were sampled."""
    tree, tries = branching.draft_tree(run, beam, widths, replacement)
    return tree, {node: tests[::-1] for node, tests in tries.items()}


def pruned_after_looking(run: Run, beam: Beam, widths: Sequence[int], replacement: bool) -> tuple[Candidates, Tries]:
    """Draws the children of a node, looks at their probabilities, and drops the unlikely ones."""
    tree, tries = branching.draft_tree(run, beam, widths, replacement)

    def likely(test: Try) -> bool:
        return test.q.prob(run.tree.token(test.node)) >= 0.4

    return tree, {node: [test for test in tests if likely(test)] for node, tests in tries.items()}


def own_alpha_only(run: Run, scored: Scored, parent: Any, waiting: Tries) -> Any:
    """min(1, p/q) of the last token, as token-by-token testing has it, without α of the parent."""
    made = descend(run, scored, parent, waiting)
    assert made.drawn is not None
    made.alpha = min(1.0, made.p_used / made.drawn.q.prob(run.tree.token(made.node)))
    return made


descend = traversal.descend
TRAVERSAL = [
    pytest.param(traversal, "residual", unweighted, id="residual without α"),
    pytest.param(traversal, "after_deletion", unchanged, id="α is not computed again"),
    pytest.param(traversal, "descend", own_alpha_only, id="α without the parent’s"),
    pytest.param(branching, "draw", not_renormalised, id="q is not renormalised"),
    pytest.param(traversal, "draft_tree", last_first, id="children in another order"),
    pytest.param(traversal, "draft_tree", pruned_after_looking, id="pruned after looking"),
]


@pytest.mark.parametrize(("module", "name", "broken"), TRAVERSAL)
def test_a_broken_traversal_is_noticed(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, broken: Any) -> None:
    """A law test that passes with a broken rule would prove nothing."""
    monkeypatch.setattr(module, name, broken)
    assert distance("traversal", FOUR, 3, branching="2,2") > CAUGHT
