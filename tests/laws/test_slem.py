"""SLEM writes what the target alone writes, whatever tokens its draft has, and broken rules are noticed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from decoders.core.decode import Beam, Emitted, Run
from decoders.core.dice import Seeded
from decoders.core.drafter import drafter
from decoders.exact.law import total_variation
from decoders.exact.toy import ToyPair
from decoders.methods import slem
from decoders.methods import tree_verification as candidates
from decoders.methods.tree_verification import Scored
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens
from decoders.models.text.writing import TextWriter
from tests.laws.test_baselines import follow_first
from tests.laws.test_other_tokenizer import letters
from tests.toys import CAUGHT, EXACT, distance, law_of, models_of, random_pair

pytestmark = pytest.mark.usefixtures("tokenizers_unguarded")
TARGET = {"a": 0, "b": 1, "ab": 2, "c": 3}  # c ends a text


@dataclass(frozen=True)
class Kind:
    """A kind of draft vocabulary: its tokens, and the one that ends a text, if there is one."""

    ids: dict[str, int]
    end: str | None = None


KINDS = {
    "longer tokens": Kind({"x": 0, "b": 1, "ba": 2, "a": 3}),
    "an end": Kind({"b": 0, "bab": 1, "c": 2, "a": 3}, "c"),
    "a token less": Kind({"a": 0, "b": 1, "c": 2}, "c"),
    "nothing of two letters": Kind({"b": 0, "x": 1, "y": 2, "a": 3}),
}
DRAFTS = pytest.mark.parametrize("kind", KINDS)


def pair_of(kind: str, seed: int, zeros: tuple[float, float] = (0.0, 0.0)) -> ToyPair:
    """A random target, and a random draft of this kind whose q depends on its own last two tokens."""
    toy: Any = random_pair(seed, 4, zeros=zeros)
    draft_kind, rng = KINDS[kind], np.random.default_rng(seed)
    size = len(draft_kind.ids)
    tables = rng.dirichlet(np.ones(size), size=(size + 1, size + 1))

    def next_token(context: Sequence[int]) -> Any:
        last = [-1, -1, *context][-2:]
        return tables[last[0] + 1, last[1] + 1]

    target, own = (
        Vocabulary(letters(TARGET, "c"), "target"),
        Vocabulary(letters(draft_kind.ids, draft_kind.end), "draft"),
    )
    ends = {TARGET["c"]}, {draft_kind.ids[draft_kind.end]} if draft_kind.end else set[int]()
    common = common_tokens(target, own, *ends)
    plain = drafter(size, next_token, name="other")
    return replace(toy, draft=TranslatedDraft(plain, Translator(target, own, common, direct=False), 4))


@pytest.mark.pairwise
@DRAFTS
@pytest.mark.parametrize("gamma", [1, 2, pytest.param(3, marks=pytest.mark.large)])
@pytest.mark.parametrize("warp", [{}, {"temperature": 0.7}, {"top_k": 2}, {"top_p": 0.6}, {"temperature": 0}], ids=str)
def test_the_output_distribution_is_the_targets(kind: str, gamma: int, warp: dict[str, Any]) -> None:
    """People who pair two families would otherwise get another model's text, without a word."""
    for seed in range(2):
        assert distance("slem", pair_of(kind, seed), 4, gamma=gamma, **warp) < EXACT


@pytest.mark.pairwise
@DRAFTS
@pytest.mark.parametrize("zeros", [(0.5, 0.0), (0.0, 0.5), (0.4, 0.4)])
@pytest.mark.parametrize("prompt", [(), (0,), (1, 2, 0)])
def test_zeros_and_prompts_change_nothing(kind: str, zeros: tuple[float, float], prompt: tuple[int, ...]) -> None:
    """Impossible tokens and a text without a beginning are where tables go wrong."""
    for seed in range(2):
        assert distance("slem", pair_of(kind, seed, zeros), 4, prompt, gamma=2) < EXACT


@pytest.mark.parametrize("zeros", [(0.0, 0.0), (0.4, 0.4)])
def test_a_draft_with_the_same_tokens_stays_exact(zeros: tuple[float, float]) -> None:
    """With one tokenizer the tokens themselves are handed over, on another path through the code."""
    for seed in range(3):
        for gamma in (1, 3):
            assert distance("slem", random_pair(seed, zeros=zeros), 4, gamma=gamma) < EXACT


def recorded(kind: str, seed: int, tokens: int = 12, **given: Any) -> list[Any]:
    """The iterations of a run without EOS."""
    models = replace(models_of(pair_of(kind, seed)), eos=frozenset())
    settings = slem.DECODER.make_settings({"gamma": 3, **given})
    return list(slem.DECODER.decode((0,), models, settings, Seeded(seed), tokens))


def test_the_laws_meet_texts_that_are_split_differently() -> None:
    """Laws of pairs whose tokens always coincide would prove nothing."""
    seen = Counter[str]()
    letter = {i: token for token, i in TARGET.items()}
    for kind in KINDS:
        for one in (one for seed in range(6) for one in recorded(kind, seed)):
            for layer in (layer for layer in one.layers if isinstance(layer, slem.WrittenLayer)):
                token = {node.id: letter[node.token] for node in one.nodes}
                words = [token[node] for node in layer.nodes]
                assert "".join(words) == layer.text[: len("".join(words))]
                assert "".join(layer.pieces).startswith("".join(words)), "what the target reads is what was written"
                seen["same"] += tuple(words) == layer.pieces
                seen["joined"] += len(words) < len(layer.pieces)
                seen["split"] += len(words) > len(layer.pieces)
                seen["nothing"] += not words
            seen["accepted"] += sum(verdict.decision == "accepted" for verdict in one.verdicts)
    assert min(seen[what] for what in ("same", "joined", "split", "nothing", "accepted")) >= 5, seen


def compared_as_text(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that compares letters: a candidate is accepted if the target's sample begins with its text."""
    letter, emitted, at = {i: token for token, i in TARGET.items()}, list[Emitted](), scored.tree.root
    while True:
        token = run.dice.choose(scored.p(at), "y")
        child = next(iter(scored.tree.children.get(at, [])), None)
        if child is None or not letter[token].startswith(letter[run.tree.token(child)]):
            return [*emitted, candidates.emit_own(run, scored, at, token)]
        emitted.append(scored.kept(child))
        at = child
        if candidates.ended(run, at):
            return emitted


def rejected_stays(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that tests a candidate with its p, and samples again from p after a rejection."""
    emitted, at = list[Emitted](), scored.tree.root
    for child in scored.tree.nodes:
        if not run.dice.accept(scored.p(at).prob(run.tree.token(child)), "test")[0]:
            return [*emitted, candidates.draw_own(run, scored, at)]
        emitted.append(scored.kept(child))
        at = child
    return emitted if emitted and candidates.ended(run, at) else [*emitted, candidates.draw_own(run, scored, at)]


def ratio_with_q(run: Run, scored: Scored) -> list[Emitted]:
    """A broken rule that tests with min(1, p/q), as if the draft had sampled the target's token with q = 0.5."""
    emitted, at = list[Emitted](), scored.tree.root
    for child in scored.tree.nodes:
        if not run.dice.accept(min(1.0, scored.p(at).prob(run.tree.token(child)) / 0.5), "test")[0]:
            return [*emitted, candidates.draw_own(run, scored, at)]
        emitted.append(scored.kept(child))
        at = child
    return emitted if emitted and candidates.ended(run, at) else [*emitted, candidates.draw_own(run, scored, at)]


def past_the_limit(run: Run, beam: Beam) -> int:
    return 9


@cache
def right_law(kind: str) -> Any:
    """The output distribution by the right rule."""
    return law_of("slem", pair_of(kind, 1), 3, gamma=2)


@pytest.mark.parametrize(
    ("name", "broken"),
    [
        ("follow", follow_first),
        ("follow", compared_as_text),
        ("follow", rejected_stays),
        ("follow", ratio_with_q),
        ("depth_left", past_the_limit),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_broken_rule_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, broken: Any) -> None:
    """An exactness test that passes with a broken rule would prove nothing."""
    for kind in ("longer tokens", "an end"):
        right = right_law(kind)
        with monkeypatch.context() as patch:
            patch.setattr(slem, name, broken)
            assert total_variation(law_of("slem", pair_of(kind, 1), 3, gamma=2), right) > CAUGHT


def test_the_writers_scores_do_not_depend_on_earlier_rounds() -> None:
    """The draft's cache is kept between rounds; a token left in it would change what the draft writes."""
    draft: Any = pair_of("longer tokens", 0).draft

    def writer() -> TextWriter:
        return draft.write((0, 1), frozenset({3}), 9, lambda made: None)

    kept = writer()
    long = [1, 1, 2, 0, 0, 1, 2, 1]  # of such a text the beginning stays in the cache for good
    for path in (long, [*long, 0], [2], [2, 0, 1], [2, 0], [], [1, 2, 2], long):
        fresh = writer()
        for each in (kept, fresh):
            assert each.begin(path)
        for token in (2, 3, 1):
            ours, alone = kept.logits(), fresh.logits()
            assert [ours.logp(0, x) for x in range(4)] == [alone.logp(0, x) for x in range(4)]
            assert kept.add(token)
            assert fresh.add(token)
        assert kept.handed() == fresh.handed()


def test_the_writer_stops_at_its_window_and_at_an_end() -> None:
    """A draft with a short context must not be read beyond it, and nothing follows the end of a text."""
    draft: Any = pair_of("an end", 0).draft
    draft.plain.window = 4
    writer = draft.write((0, 1), frozenset({3}), 9, lambda made: None)
    assert writer.begin([])
    assert writer.add(3)
    assert not writer.add(3), "four tokens fill the window"
    assert not writer.begin([0, 0]), "the text alone fills it"
    assert writer.begin([])
    assert not writer.add(2), "c ends a text"
    assert writer.handed().tokens == (3,)
    draft.plain.window = 3
    assert distance("slem", replace(pair_of("an end", 0), draft=draft), 4, gamma=3) < EXACT
