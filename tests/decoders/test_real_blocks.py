"""Block and traversal verification on the real pair: what they write is distributed as the target alone writes."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from benchmarks.gtest import Remembered, RememberedSession, beam_pairs, g_test, plain_law
from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.rules import Dist, Logits, Warp
from decoders.core.runner import LanguageModel
from decoders.methods import block_verification, traversal
from decoders.pairs import Pair

DRAWS, FEWER, TOKENS, TOP_K = 5000, 800, 3, 3  # `make laws` draws more often than `make test`
PROMPTS = ("Write a haiku about rain.", "Pick a number.")  # p spread over several first words, q half elsewhere
METHODS = [
    ("block", {"gamma": 2}),
    ("traversal", {"branching": "2,1"}),
    ("traversal", {"branching": "2,1", "replacement": "true"}),
]


Row = tuple[Logits, int]


class Rows:
    """Rows of real passes whose warped distributions are computed once, so that a run costs no pass and no sort."""

    def __init__(self, rows: Sequence[Row], memo: dict[Any, Any]) -> None:
        self.rows, self._memo, self.vocab_size = rows, memo, rows[0][0].vocab_size

    def __len__(self) -> int:
        return len(self.rows)

    def _once(self, name: str, row: int, what: Any) -> Any:
        source, at = self.rows[row]
        key = name, source, at, what  # the source itself: the id of one that is gone may be given to another
        if key not in self._memo:
            self._memo[key] = getattr(source, name)(at, what)
        return self._memo[key]

    def warp(self, row: int, warp: Warp) -> Dist:
        return self._once("warp", row, warp)

    def logp(self, row: int, token: int) -> float:
        return self._once("logp", row, token)


class Quick(Remembered):
    """A remembered model whose sessions give such rows."""

    def start(self, prompt: Sequence[int]) -> RememberedSession:
        self.memo = getattr(self, "memo", dict[Any, Any]())
        super().start(prompt)
        return QuickSession(self)


class QuickSession(RememberedSession):
    """A session of such a model."""

    def gather(self, logits: Sequence[tuple[Any, int]]) -> Any:
        assert isinstance(self._memory, Quick)
        rows = [source.rows[row] if isinstance(source, Rows) else (source, row) for source, row in logits]
        return Rows(rows, self._memory.memo)


def quick_draft(draft: Any, ids: Sequence[int]) -> LanguageModel:
    """A draft whose rows after a prompt are computed once."""
    return Quick(draft, ids[:-1])


def p_value(
    pair: Pair,
    prompt: str,
    method: str,
    given: dict[str, Any],
    draws: int = DRAWS,
    quick: Callable[[Any, Sequence[int]], LanguageModel] = quick_draft,
) -> float:
    """The p-value of a G-test of many runs against the exact distribution of the target's texts."""
    ids, found = pair.encode(prompt, False), decoder(method)
    models, settings = pair.models, found.make_settings({**given, "top_k": TOP_K})
    assert models.draft is not None
    kept = replace(models, target=Quick(models.target, ids[:-1]), draft=quick(models.draft, ids))
    counts = Counter[tuple[tuple[int, ...], ...]]()
    for seed in range(draws):
        *_, last = found.decode(ids, kept, settings, Seeded(seed), TOKENS, False)
        counts[tuple(sorted(beam.tokens for beam in last.final.beams))] += 1
    return g_test(counts, exact_law(models.target, tuple(ids), models.eos))[2]


@cache
def exact_law(target: Any, ids: tuple[int, ...], eos: frozenset[int]) -> dict[Any, float]:
    """The exact distribution of the target's texts, computed once for all methods."""
    return beam_pairs(plain_law(target, ids), eos, TOKENS, 1, TOP_K)


@pytest.mark.pair
@pytest.mark.parametrize(
    ("prompt", "draws"),
    [(PROMPTS[0], FEWER), *(pytest.param(prompt, DRAWS, marks=pytest.mark.large) for prompt in PROMPTS)],
)
@pytest.mark.parametrize(("method", "given"), METHODS, ids=str)
def test_real_models_are_sampled_exactly(
    smollm2: Pair, method: str, given: dict[str, Any], prompt: str, draws: int
) -> None:
    """Exact laws hold on toy pairs; on the real one masks, caches and top-k kernels come in as well."""
    assert p_value(smollm2, prompt, method, given, draws) > 0.001


def first_passing(prefixes: Sequence[block_verification.BlockPrefix]) -> int:
    return next((prefix.j for prefix in prefixes if prefix.passed), 0)


@pytest.mark.pair
@pytest.mark.large
@pytest.mark.parametrize(
    ("module", "name", "broken", "method"),
    [
        (block_verification, "last_passing", first_passing, "block"),
        (traversal, "after_deletion", lambda alpha, s: alpha, "traversal"),
    ],
)
def test_a_broken_rule_shows_in_the_counts(
    smollm2: Pair, module: Any, name: str, broken: Callable[..., Any], method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A G-test with too few draws would pass anything."""
    monkeypatch.setattr(module, name, broken)
    assert p_value(smollm2, PROMPTS[1], method, dict(METHODS)[method], 3 * DRAWS) < 1e-4
