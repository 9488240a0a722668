"""A draft with another vocabulary keeps every lossless method lossless (TLI)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from decoders.core.drafter import drafter
from decoders.exact.toy import ToyPair
from decoders.methods import speculative
from decoders.models.text.translated import TranslatedDraft
from decoders.models.text.vocabularies import Translator, Vocabulary, common_tokens
from tests.toys import CAUGHT, EXACT, distance, random_pair

DRAFT = {"x": 0, "b": 1, "ba": 2, "a": 3}  # the target has a, b and c, which ends a text


def letters(ids: dict[str, int], end: str | None) -> Any:
    """A tokenizer that takes the longest token that fits, and leaves out what it lacks."""

    def encode(text: str) -> Iterator[int]:
        while text:
            token = max((token for token in ids if text.startswith(token)), key=len, default=None)
            if token is not None:
                yield ids[token]
            text = text[len(token or "?") :]

    class Called(SimpleNamespace):
        def __call__(self, text: str, add_special_tokens: bool = True) -> dict[str, list[int]]:
            return {"input_ids": list(encode(text))}

    known = {} if end is None else {"eos_token": end}
    return Called(
        get_vocab=lambda: ids,
        special_tokens_map=known,
        added_tokens_decoder={},
        bos_token_id=None,
        eos_token_id=ids.get(end or ""),
    )


def other_draft(toy: ToyPair, seed: int) -> TranslatedDraft:
    """A random draft whose q depends on its own last two tokens, translated for a toy target."""
    rng = np.random.default_rng(seed)
    tables = rng.dirichlet(np.ones(len(DRAFT)), size=(len(DRAFT) + 1, len(DRAFT) + 1))

    def next_token(context: Sequence[int]) -> Any:
        last = [-1, -1, *context][-2:]
        return tables[last[0] + 1, last[1] + 1]

    plain = drafter(len(DRAFT), next_token, name="other")
    target = Vocabulary(letters({"a": 0, "b": 1, "c": 2}, "c"), "target")
    draft = Vocabulary(letters(DRAFT, None), "draft")
    common = common_tokens(target, draft)
    assert common.to_draft == {0: 3, 1: 1}, "c cannot be drafted"
    return TranslatedDraft(plain, Translator(target, draft, common, direct=False), toy.target.vocab_size)


def pair_of(seed: int) -> ToyPair:
    """A random target with such a draft."""
    toy: Any = random_pair(seed)
    return replace(toy, draft=other_draft(toy, seed))


SETTINGS: dict[str, dict[str, Any]] = {
    "spd": {"gamma": 2},
    "block": {"gamma": 2},
    "traversal": {"branching": (2, 1)},
    "specinfer": {"branching": (2, 1)},
    "mcss": {"branching": (2, 1)},
    "spectr": {"gamma": 2, "draft_width": 2},
    "tsd": {"gamma": 2, "out_degree": 2},
    "gsd": {"gamma": 3, "out_degree": 2, "merge": 1},
    "eagle2": {"gamma": 2, "out_degree": 2, "node_budget": 3},
    "dsbd": {"gamma": 1, "width": 2, "draft_width": 2},
}


@pytest.mark.parametrize("method", SETTINGS)
@pytest.mark.parametrize("warp", [{}, {"temperature": 0.7, "top_k": 2}], ids=["plain", "warped"])
def test_the_output_distribution_stays(method: str, warp: dict[str, float]) -> None:
    """People who combine two families would otherwise get another model's text, without a word."""
    for seed in range(2):
        assert distance(method, pair_of(seed), 3, **SETTINGS[method], **warp) < EXACT


def unrestricted(p: float, q: float) -> float:
    """The test with the draft's own q, which is smaller than the restricted one."""
    return min(1.0, p / (q / 2))


def test_a_q_that_was_not_normalised_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing among the common tokens and testing with the draft's own q is the mistake to expect."""
    monkeypatch.setattr(speculative, "acceptance", unrestricted)
    assert distance("spd", pair_of(0), 3, gamma=2) > CAUGHT


def test_scores_do_not_depend_on_the_order_of_passes() -> None:
    """A replay feeds the tokens of many passes in one, and must see the same q."""
    draft = other_draft(random_pair(0), 0)
    path = [1, 0, 2, 1, 0, 0, 1]
    whole = draft.start([0, 1]).forward(path, [-1, *range(len(path) - 1)])
    session = draft.start([0, 1])
    for i, token in enumerate(path):
        row = session.forward([token], [i - 1])
        assert [row.logp(0, x) for x in range(3)] == [whole.logp(i, x) for x in range(3)]
    session.keep(range(4))
    again = session.forward([2, 0], [3, 4])
    alone = draft.start([0, 1]).forward([*path[:4], 2, 0], [-1, 0, 1, 2, 3, 4])
    assert [again.logp(1, x) for x in range(3)] == [alone.logp(5, x) for x in range(3)]
    forked = session.forward([1, 1], [3, 3])
    assert [forked.logp(0, x) for x in range(3)] == [forked.logp(1, x) for x in range(3)]


def test_a_spelling_longer_than_the_window_stays_lossless() -> None:
    """A draft whose tokens are shorter runs out of context first; it must neither crash nor change the text."""
    toy = pair_of(0)
    draft: Any = toy.draft
    fed = list[int]()
    plain = draft.plain.scores
    draft.plain.window = draft.window = 3
    draft.plain.scores = lambda context: fed.append(len(context)) or plain(context)
    assert distance("spd", toy, 4, gamma=2) < EXACT
    assert max(fed) == 3
    session = draft.start([0, 1, 0, 1, 0, 1])
    session.forward([0, 1, 1], [-1, 0, 1])
    assert max(fed) == 3, "the part that fits"
