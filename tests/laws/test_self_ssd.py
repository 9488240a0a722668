"""Self-SSD on a random network is exact whatever is skipped, and broken rules are noticed.

Tables cannot show this: the draft must be the network's own thinned twin, with a cache of its own beside the target's.
Two layers, three tokens of which one is EOS, float64; every branch of the real decoder is walked, over two iterations
or more (γ + 1 tokens at most are made in one).
"""

from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.decode import Beam, Emitted, Models, Run
from decoders.core.dice import branches
from decoders.core.rules import overlap
from decoders.errors import BadInput
from decoders.exact.law import Enumerator
from decoders.methods import self_speculative, speculative
from decoders.methods.speculative import Drafted
from decoders.methods.tree_verification import Scored
from decoders.models.torch.huggingface import HuggingFaceModel, Thinned
from explorer.lab.mutations import unchanged_target
from tests.tiny import tiny
from tests.toys import CAUGHT, EXACT, distance

PROMPT = (0, 1, 0)
TOKENS = 4
SKIPS = ["a0", "m1", "a0,m1", "a1,m0,m1"]


def pair(seed: int = 0, eos: int | None = 2) -> Models:
    """A random two-layer network over three tokens, with no draft except itself."""
    net = tiny("llama-grouped", vocab_size=3, seed=seed)
    target = HuggingFaceModel(net, 3, f"random network {seed}")
    return Models(target, None, frozenset() if eos is None else frozenset({eos}))


@pytest.mark.pairwise
@pytest.mark.parametrize("skips", SKIPS)
@pytest.mark.parametrize("gamma", [1, 2])
@pytest.mark.parametrize("seed", [0, 1])
def test_law_is_the_targets(seed: int, gamma: int, skips: str) -> None:
    """A method that is lossless only on tables would not be lossless."""
    found = decoder("self-ssd")
    assert found.oracle_for(found.make_settings({})).method == "multinomial"
    assert distance("self-ssd", pair(seed), TOKENS, PROMPT, gamma=gamma, skips=skips, exit_threshold=0) < EXACT


@pytest.mark.parametrize("settings", [{"exit_threshold": 0.6}, {"exit_threshold": 0.5, "adaptive": True}])
@pytest.mark.parametrize("eos", [2, None])
def test_stopping_early_changes_nothing(settings: dict[str, Any], eos: int | None) -> None:
    """Early stopping may depend only on known facts, so the output distribution stays the target's."""
    assert distance("self-ssd", pair(eos=eos), TOKENS, PROMPT, gamma=2, skips="a0,m1", **settings) < EXACT


@pytest.mark.parametrize("warp", [{"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.7}, {"temperature": 0}])
def test_law_under_warping(warp: dict[str, float]) -> None:
    """The output distribution must stay the target's when temperature, top-k and top-p warp both models."""
    assert distance("self-ssd", pair(), TOKENS, PROMPT, gamma=2, skips="m1", exit_threshold=0, **warp) < EXACT


def test_the_draft_is_the_thinned_network() -> None:
    """The draft must differ from the target; with q = p every draft is accepted and no broken rule is noticed."""
    for skips in SKIPS:
        found = decoder("self-ssd")
        models = found.fit(pair(), found.make_settings({"skips": skips}))
        assert isinstance(models.draft, Thinned)
        run = Run(PROMPT, models, found.make_settings({"skips": skips}), next(branches()), TOKENS, record=False)
        p, q = (side.logits([run.tree.root]).warp(0, run.settings.warp) for side in (run.target, run.draft))
        assert 0.05 < overlap(p, q) < 0.98
        run.close()


def test_two_caches_side_by_side() -> None:
    """The draft shares the target's weights; if it also wrote into the target's cache, every run would be wrong."""
    found = decoder("self-ssd")
    settings = found.make_settings({"skips": "a0,m1", "gamma": 2, "exit_threshold": 0})
    walk = Enumerator(found.step, PROMPT, found.fit(pair(), settings), settings, TOKENS)
    walk.final_states()
    run = walk._run
    fresh = Run(PROMPT, pair(), settings, next(branches()), TOKENS, record=False)
    seen = 0
    for node in range(1, 10):
        if node in run.target._slot:
            path = [run.tree.token(one) for one in run.tree.ancestors(node)]
            again = fresh.tree.root
            for token in path[-run.tree.depth(node) :]:
                again = fresh.tree.add(again, token)
            one, two = (r.target.logits([n]).warp(0, settings.warp) for r, n in ((run, node), (fresh, again)))
            assert abs(one.probs - two.probs).max() < EXACT
            seen += 1
    assert seen > 3


def test_asking_again_gives_the_same_draft() -> None:
    """Recording fits the pair twice; a second draft would repeat the probe and give the pair a second name."""
    found, models = decoder("self-ssd"), pair()
    settings = found.make_settings({"skips": "m1,a0"})
    first = found.fit(models, settings)
    assert found.fit(first, found.make_settings({"skips": "a0,m1"})).draft is first.draft
    with pytest.raises(BadInput, match="a0 to a1"):
        found.fit(models, found.make_settings({"skips": "a2"}))


# Mutations: each breaks one rule in the way a plausible mistake would.


def drop_after_seeing(run: Run, beam: Beam, threshold: float) -> list[Drafted]:
    """A broken rule for the test: draws a token first and then drops the token that made it stop."""
    drafted = draft_until_exit(run, beam, 0.0)
    last = drafted[-1] if drafted else None
    return drafted[:-1] if last and last.q.prob(run.tree.token(last.node)) < 0.5 else drafted


def verified_by_the_draft(run: Run, drafted: list[Drafted], scored: Scored) -> list[Emitted]:
    """A broken rule for the test: uses the draft's scores as the target's.

    Both share one network, so it is an easy error.
    """
    scored.logits = run.draft.logits([scored.tree.root, *scored.tree.nodes])
    return verify_chain(run, drafted, scored)


def upside_down(p: float, q: float) -> float:
    """A broken rule for the test: accepts with probability min(1, q/p)."""
    return min(1.0, q / p)


draft_until_exit, verify_chain = self_speculative.draft_until_exit, speculative.verify_chain
MUTATIONS = [
    pytest.param(self_speculative, "draft_until_exit", drop_after_seeing, id="drops a token after seeing it"),
    pytest.param(self_speculative, "verify_chain", verified_by_the_draft, id="verified by the twin"),
    pytest.param(speculative, "residual", unchanged_target, id="residual p"),
    pytest.param(speculative, "acceptance", upside_down, id="inverse ratio"),
]


@pytest.mark.parametrize(("module", "name", "wrong"), MUTATIONS)
def test_broken_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, module: Any, name: str, wrong: Any) -> None:
    """A test of output distributions that also passes with a broken rule would prove nothing."""
    monkeypatch.setattr(module, name, wrong)
    assert distance("self-ssd", pair(), TOKENS, PROMPT, gamma=2, skips="a0,m1", exit_threshold=0) > CAUGHT
