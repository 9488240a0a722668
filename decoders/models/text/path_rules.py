"""Apply the rules of a `generation_config.json` to next-token scores, like transformers' LogitsProcessors.

A rule reads the tokens so far and says which scores change, and how (`Change`). The changes are then made on the host
or on a device, for all rows of a pass together. The order of the rules is that of transformers' `generate` (5.23,
`_get_logits_processor`). Callers with tensors pass torch in, so it is not imported here.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from decoders.core.rules import Ids, Probs
from decoders.models.text.generation import Rules, Tokens

NONE: Ids = np.empty(0, dtype=np.int64)
STEEP = 1e30  # largest factor of a decay; with this factor, scores still fit into float32


@dataclass(frozen=True)
class Context:
    """The tokens before a score: int64[n], the first `prompt` of them from the prompt.

    The run writes `limit` new tokens.
    """

    tokens: Ids
    prompt: int
    limit: int | None = None


How = Literal["ban", "only", "add", "penalise", "raise"]


@dataclass(frozen=True)
class Change:
    """A change of the scores of `tokens` in `rows` (None: in all rows); both are int64[k]. `by` is a number or
    float[k].

    The kinds of changes are: *ban* sets the score to −∞. *only* sets it to 0, and all other scores of the row to −∞.
    *add* changes a score s to s + by. *penalise* changes it to s / by, or to s · by if s is negative. *raise* changes
    it to s + |s| · (by − 1) if s is finite.
    """

    how: How
    rows: Ids | None
    tokens: Ids
    by: float | Probs = 0.0


def changes(rules: Rules, contexts: Sequence[Context]) -> list[Change]:
    """The changes that the rules make to the scores after some contexts, in the order in which they are applied.

    Row i follows contexts[i].
    """
    found = [change for rule in ORDER for change in rule(rules, contexts)]
    return [change for change in found if len(change.tokens)]


def _per_row(how: How, contexts: Sequence[Context], tokens_of: Callable[[Context], Ids], by: float = 0.0) -> Change:
    """Make a change of the tokens that a function returns for each context."""
    tokens = [tokens_of(context) for context in contexts]
    rows = np.repeat(np.arange(len(contexts)), [len(some) for some in tokens])
    return Change(how, rows, np.concatenate(tokens), by)


def _where(how: How, contexts: Sequence[Context], tokens: Tokens, holds: Callable[[Context], bool]) -> list[Change]:
    """Make a change of the same tokens after every context that meets a condition."""
    ids = np.array(tokens, dtype=np.int64)
    return [_per_row(how, contexts, lambda context: ids if holds(context) else NONE)] if tokens else []


def _ends_with(tokens: Ids, beginning: Sequence[int]) -> bool:
    """Whether a text ends with the tokens `beginning`, which are the first tokens of a word."""
    size = len(beginning)
    return size <= len(tokens) and bool((tokens[len(tokens) - size :] == beginning).all())


def followers(text: Ids, tokens: Ids, size: int) -> Ids:
    """The tokens that would repeat an n-gram of `text` after the last size − 1 of `tokens`.

    >>> followers(np.array([1, 2, 3, 1, 2, 4]), np.array([9, 1, 2]), 3).tolist()
    [3, 4]
    """
    if len(text) < size or len(tokens) < size - 1:
        return NONE
    windows = np.lib.stride_tricks.sliding_window_view(text, size)
    last = tokens[len(tokens) - (size - 1) :]
    return windows[(windows[:, :-1] == last).all(axis=1), -1]


def _bias(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Apply `sequence_bias`: a token that completes a sequence gets the bias of this sequence."""
    if not rules.sequence_bias:
        return
    rows, tokens, biases = list[int](), list[int](), list[float]()
    for row, context in enumerate(contexts):
        total = dict[int, float]()
        for word, bias in rules.sequence_bias:
            if _ends_with(context.tokens, word[:-1]):
                total[word[-1]] = total.get(word[-1], 0.0) + bias
        rows += [row] * len(total)
        tokens += total
        biases += total.values()
    yield Change("add", np.array(rows, dtype=np.int64), np.array(tokens, dtype=np.int64), np.array(biases))


def _penalties(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Apply repetition penalties to all tokens so far, and the inverse penalty to the tokens of the prompt."""
    if rules.encoder_repetition_penalty != 1:
        reward = 1 / rules.encoder_repetition_penalty
        yield _per_row("penalise", contexts, lambda one: one.tokens[: one.prompt], reward)
    if rules.repetition_penalty != 1:
        yield _per_row("penalise", contexts, lambda one: one.tokens, rules.repetition_penalty)


def _ngrams(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Exclude tokens that would repeat an n-gram of the text or of the prompt."""
    if size := rules.no_repeat_ngram_size:
        yield _per_row("ban", contexts, lambda one: followers(one.tokens, one.tokens, size))
    if length := rules.encoder_no_repeat_ngram_size:
        yield _per_row("ban", contexts, lambda one: followers(one.tokens[: one.prompt], one.tokens, length))


def _bad_words(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    single = [word[0] for word in rules.bad_words_ids if len(word) == 1]
    longer = [word for word in rules.bad_words_ids if len(word) > 1]

    def completed(context: Context) -> Ids:
        return np.array([word[-1] for word in longer if _ends_with(context.tokens, word[:-1])], dtype=np.int64)

    yield Change("ban", None, np.array(single, dtype=np.int64))
    if longer:
        yield _per_row("ban", contexts, completed)


def _lengths(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Exclude EOS while the text is shorter than a minimum. One minimum counts the prompt's tokens, and the other does
    not.
    """
    if rules.min_length:
        yield from _where("ban", contexts, rules.eos, lambda one: len(one.tokens) < rules.min_length)
    if rules.min_new_tokens:
        yield from _where("ban", contexts, rules.eos, lambda one: len(one.tokens) - one.prompt < rules.min_new_tokens)


def _forced(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Force the first token after a context of one token, and the last token of a run."""
    if rules.forced_bos_token_id is not None:
        yield from _where("only", contexts, (rules.forced_bos_token_id,), lambda one: len(one.tokens) == 1)
    yield from _where("only", contexts, rules.forced_eos_token_id, _is_last)


def _is_last(context: Context) -> bool:
    """Whether the next token is the last one that a run may write."""
    return context.limit is not None and len(context.tokens) == context.prompt + context.limit - 1


def _decay(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Raise the score of EOS with each token after a given number of new tokens."""
    if rules.exponential_decay_length_penalty is None or not rules.eos:
        return
    start, factor = rules.exponential_decay_length_penalty
    for row, context in enumerate(contexts):
        beyond = len(context.tokens) - context.prompt - start
        if beyond > 0:
            with np.errstate(over="ignore"):
                by = min(float(np.float64(factor) ** beyond), STEEP)
            yield Change("raise", np.full(len(rules.eos), row), np.array(rules.eos, dtype=np.int64), by)


def _suppressed(rules: Rules, contexts: Sequence[Context]) -> Iterable[Change]:
    """Exclude some tokens always, and other tokens only as the first new token."""
    yield Change("ban", None, np.array(rules.suppress_tokens, dtype=np.int64))

    def begins(context: Context) -> bool:
        forced = rules.forced_bos_token_id is not None and context.prompt <= 1  # the first new token is forced then
        return len(context.tokens) == context.prompt + forced

    yield from _where("ban", contexts, rules.begin_suppress_tokens, begins)


ORDER = (_bias, _penalties, _ngrams, _bad_words, _lengths, _forced, _decay, _suppressed)


def columns_of(change: Change, width: int, head: Ids | None) -> Change:
    """Translate a change from token ids to columns of the scores; `head` lists the token of each column."""
    if head is None:
        at, there = change.tokens, change.tokens < width
    else:
        at = np.searchsorted(head, change.tokens)
        there = head[np.minimum(at, len(head) - 1)] == change.tokens
    by = change.by if isinstance(change.by, float | int) else change.by[there]
    return Change(change.how, None if change.rows is None else change.rows[there], at[there], by)


def make(change: Change, scores: Any, lib: Any, put: Callable[[NDArray[Any]], Any]) -> None:
    """Apply a change of columns to scores [n, V'], in place.

    `lib` is numpy or torch; `put` moves an array to the scores' device and dtype.
    """
    rows = slice(None) if change.rows is None else put(change.rows)
    at = rows, put(change.tokens)
    by = change.by if isinstance(change.by, float | int) else put(change.by)
    if change.how == "ban":
        scores[at] = -np.inf
    elif change.how == "only":
        scores[rows] = -np.inf
        scores[at] = 0.0
    elif change.how == "add":
        scores[at] = scores[at] + by
    elif change.how == "penalise":
        old = scores[at]
        scores[at] = lib.where(old < 0, old * by, old / by)
    else:
        old = scores[at]
        scores[at] = old + abs(lib.where(lib.isfinite(old), old, 0.0)) * (by - 1)
