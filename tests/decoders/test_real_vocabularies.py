"""A real draft with another vocabulary: what TLI and SLEM write is distributed as the target alone writes.

The pair of the longer tests is artificial. The draft of `smollm2-plain` has a tokenizer that lacks a third of the
target's tokens, so its texts are handed over under other ids, and many tokens cannot be drafted. The draft of
`smollm2-16k` splits texts otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from benchmarks.gtest import RememberedSession
from decoders.core.decode import Emitted, Run
from decoders.methods import slem, speculative
from decoders.methods.tree_verification import Scored, draw_own
from decoders.models.loading.embedded import SHORT, SHORT_SIZE, bundled_target
from decoders.models.loading.load import read_any_tokenizer
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens
from decoders.pairs import Pair, load_pair, no_progress
from decoders.vocabularies import common_of
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from tests.decoders.test_real_blocks import DRAWS, FEWER, PROMPTS, Quick, p_value, quick_draft

GONE = 3  # every third token has another name


class Renamed:
    """A tokenizer of which every third token has a name that no text has. Token ids stay those of the network."""

    def __init__(self, tokenizer: Any) -> None:
        self._plain = tokenizer
        special = set(tokenizer.added_tokens_decoder)
        self._names: Mapping[str, int] = {
            f"{name}\u2060gone" if i % GONE == 0 and i not in special and len(name) > 1 else name: i
            for name, i in tokenizer.get_vocab().items()
        }

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)

    def __call__(self, *given: Any, **more: Any) -> Any:
        return self._plain(*given, **more)

    def get_vocab(self) -> Mapping[str, int]:
        return self._names


@pytest.fixture(scope="module")
def two(smollm2_plain: Pair) -> Pair:
    """The pair with two vocabularies."""
    tokenizer = read_any_tokenizer(str(bundled_target(no_progress)))
    target, own = Vocabulary(tokenizer, "target"), Vocabulary(Renamed(tokenizer), "draft")
    models = smollm2_plain.models
    common = common_tokens(target, own, models.eos, models.eos)
    assert 0.6 < common.tokens / common.target_tokens < 0.75
    for vocabulary in (target, own):  # a run is short, and the same texts are encoded in each
        vocabulary.encode = cache(vocabulary.encode)  # pyright: ignore[reportAttributeAccessIssue]
    assert models.draft is not None
    draft = TranslatedDraft(models.draft, Translator(target, own, common), models.target.vocab_size)
    assert not draft.translator.direct
    return replace(smollm2_plain, models=replace(models, draft=draft))


@pytest.mark.pair
def test_a_smaller_tokenizer_changes_no_text() -> None:
    """Anybody can try a draft with another tokenizer offline; what it writes must be the target's text."""
    pair = load_pair(SHORT, device="cpu", dtype="float32")
    assert common_of(SHORT) == pair.info["vocabularies"]
    assert pair.info["vocabularies"]["common"] == pair.info["vocabularies"]["draft"] == SHORT_SIZE
    alone = record_trace(RunRequest("greedy", SHORT, PROMPTS[0], limit=24), pair=pair).summary
    assert alone is not None
    for method in ("spd", "slem"):
        cold = RunRequest(method, SHORT, PROMPTS[0], {"temperature": 0}, limit=24)
        drafted = record_trace(cold, pair=pair).summary
        assert drafted is not None
        assert drafted.tokens == alone.tokens
        assert 0 < drafted.counts.accepted < drafted.counts.drafted


class Begun(Quick):
    """A remembered model whose prompt is that of its first session."""

    def __init__(self, model: Any) -> None:
        super().__init__(model, ())

    def start(self, prompt: Sequence[int]) -> RememberedSession:
        self._prompt = self._prompt or tuple(prompt)
        return super().start(prompt)


def writing(draft: Any, ids: Sequence[int]) -> TranslatedDraft:
    """A draft that writes in its own tokens, whose rows are computed once."""
    return TranslatedDraft(Begun(draft.plain), draft.translator, draft.vocab_size)


def p_of(pair: Pair, prompt: str, method: str, draws: int = DRAWS) -> float:
    quick = writing if method == "slem" else quick_draft
    return p_value(pair, prompt, method, {"gamma": 2}, draws, quick)


@pytest.mark.pair
@pytest.mark.parametrize(
    ("prompt", "draws"),
    [(PROMPTS[0], FEWER), *(pytest.param(prompt, DRAWS, marks=pytest.mark.large) for prompt in PROMPTS)],
)
@pytest.mark.parametrize("method", ["spd", "slem"])
def test_real_models_are_sampled_exactly(two: Pair, method: str, prompt: str, draws: int) -> None:
    """Laws hold on toy pairs; on the real one the draft reads the text in tokens of its own, from a cache."""
    assert p_of(two, prompt, method, draws) > 0.001


def whole_text(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that accepts what the draft wrote."""
    emitted = [scored.kept(node) for node in scored.tree.nodes]
    return [*emitted, draw_own(run, scored, (scored.tree.root, *scored.tree.nodes)[-1])]


@pytest.mark.pair
@pytest.mark.large
@pytest.mark.parametrize(
    ("module", "name", "broken", "method"),
    [
        (speculative, "acceptance", lambda p, q: min(1.0, p / (q / 2)), "spd"),
        (slem, "follow", whole_text, "slem"),
    ],
    ids=["TLI with a q that was not normalised", "SLEM that trusts the draft"],
)
def test_a_broken_rule_shows_in_the_counts(
    two: Pair, module: Any, name: str, broken: Any, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A G-test with too few draws would pass anything."""
    monkeypatch.setattr(module, name, broken)
    assert p_of(two, PROMPTS[1], method) < 1e-4
