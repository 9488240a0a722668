"""A draft with a shorter context than its target: no drafts beyond it, and the same output distribution."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import DECODERS, decoder
from decoders.core.decode import Models, Run
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.core.rules import Logits
from decoders.core.runner import Session
from decoders.errors import BadInput
from decoders.exact.law import output_law, total_variation
from decoders.exact.toy import ToyModel, ToyPair
from tests.toys import EXACT, models_of, oracle_law, random_pair

TOKENS = {"dsbd": 3}  # of a text; four where nothing is said
SMALL = {  # settings under which everything can be enumerated
    "dsbd": {"width": 2, "draft_width": 1, "gamma": 2},
    "specinfer": {"branching": (2, 1)},
    "mcss": {"branching": (2, 1)},
    "traversal": {"branching": (2, 1, 1)},
    "spectr": {"draft_width": 2, "gamma": 2},
    "mtad": {"draft_width": 2, "gamma": 2},
    "eagle2": {"gamma": 2, "out_degree": 2, "node_budget": 3},
    "gsd": {"verification": "sampling"},
    "tsd": {"verification": "sampling"},
    "ssd": {"verification": "sampling"},
}
DRAFTING = [name for name, found in DECODERS.items() if found.needs_draft or name == "self-ssd"]
EXACT_ONES = [
    name
    for name in DRAFTING
    if (found := decoder(name)).oracle_for(found.make_settings(dict(SMALL.get(name, {})))).kind == "exact"
]


class Short(ToyModel):
    """A toy model that fails if it gets more context than its window."""

    def __init__(self, model: ToyModel, window: int) -> None:
        self.__dict__.update(model.__dict__)
        self.window = window
        self.longest = 0

    def row(self, context: tuple[int, ...]) -> int:
        self.longest = max(self.longest, len(context))
        assert self.window is not None
        assert len(context) <= self.window, f"a context of {len(context)} tokens, and the window is {self.window}"
        return super().row(context)

    def start(self, prompt: Sequence[int]) -> Session:
        assert self.window is not None
        assert len(prompt) < self.window, "the draft should not be started"
        return super().start(prompt)


def short(pair: ToyPair, window: int) -> Models:
    return replace(models_of(pair), draft=Short(pair.draft, window))


def error(method: str, window: int, prompt: tuple[int, ...] = (0,)) -> float:
    """The distance of the output distribution from that of the reference method."""
    pair, given, tokens = random_pair(3), SMALL.get(method, {}), TOKENS.get(method, 4)
    found = decoder(method)
    law = output_law(found.step, prompt, short(pair, window), found.make_settings(dict(given)), tokens)
    return total_variation(law, oracle_law(method, pair, tokens, prompt, **given))


@pytest.mark.parametrize("window", [1, 2, 3])
@pytest.mark.parametrize("method", EXACT_ONES)
def test_the_output_distribution_is_the_same(method: str, window: int) -> None:
    """A long text must not have other probabilities beyond the draft's context."""
    assert error(method, window) < EXACT


def test_a_prompt_beyond_the_window() -> None:
    """The draft is not even started, and the target writes alone."""
    assert error("spd", 1, (0, 1, 0)) < EXACT


def run(method: str, models: Models, tokens: int, **settings: Any) -> list[Iteration]:
    found = decoder(method)
    chosen = found.make_settings({**SMALL.get(method, {}), **settings})
    return list(found.decode((0, 1), models, chosen, Seeded(1), tokens))


@pytest.mark.parametrize("method", DRAFTING)
def test_every_method_drafts_up_to_its_window_and_no_further(method: str) -> None:
    """A method that drafts beyond the window would end a run with an error."""
    given = {"exit_threshold": 0} if method == "self-ssd" else {"fallback_threshold": 0} if method == "bild" else {}
    models = short(random_pair(3, eos=False), 6)
    iterations = run(method, models, 12, **given)
    deepest = [max((node.depth for node in one.nodes if node.role == "draft"), default=0) for one in iterations]
    assert max(deepest) == 5, "the fifth new token is the last that follows a context of six tokens"
    longest: int = models.draft.longest  # pyright: ignore[reportAttributeAccessIssue, reportOptionalMemberAccess]
    assert longest == 6 or method == "gsd", "GSD takes the last level from copies"
    alone = [one for one, depth in zip(iterations, deepest, strict=True) if not depth]
    assert len(alone) >= 6, "the rest of the text, a token per iteration"
    assert all(made.model == "target" for one in alone for made in one.passes)
    assert max(len(beam.tokens) for beam in iterations[-1].final.beams) == 12


def test_a_draft_without_its_limit_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy draft must fail where a real one would, or the tests above prove nothing."""
    monkeypatch.setattr(Run, "draft_room", lambda run, tokens: run.limit - tokens - 1)  # pyright: ignore
    with pytest.raises(AssertionError, match="the window is 2"):
        error("spd", 2)


def test_lookup_and_the_targets_heads_ask_no_draft() -> None:
    """A pair's short draft must not limit methods that do not use it."""
    pair = random_pair(3, eos=False)
    texts = [run("lookup", models, 12) for models in (models_of(pair), short(pair, 1))]
    assert [len(one.nodes) for one in texts[0]] == [len(one.nodes) for one in texts[1]]


def test_only_the_targets_window_refuses_a_run() -> None:
    """A head of 2,048 positions must not refuse longer texts that its target supports."""
    models = short(random_pair(3), 2)
    decoder("spd").check(models, 8, 100)
    with pytest.raises(BadInput, match="the target model takes at most 2 in total"):
        decoder("spd").check(replace(models, target=models.draft), 2, 1)  # pyright: ignore[reportArgumentType]


def test_logits_of_a_short_draft_are_the_toys() -> None:
    """The stand-in must not change q."""
    pair = random_pair(3)
    rows: list[Logits] = [model.start(()).forward([0, 1], [-1, 0]) for model in (pair.draft, Short(pair.draft, 4))]
    assert [one.logp(1, 2) for one in rows] == [rows[0].logp(1, 2)] * 2
