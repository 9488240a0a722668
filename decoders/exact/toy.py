"""Toy language models: tables read from JSON, for tests, teaching and exact output distributions.

The file is `{"vocab": [...], "eos": word or null, "target": {"": [...], "a b": [...]}, "draft": {...}}`. The next-token
distribution is the row of the longest key that is a suffix of the context. All numbers are float64, and torch is not
needed.
"""

import hashlib
import json
import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import numpy as np

from decoders.core.drafter import ContextSession
from decoders.core.rules import ArrayLogits, Dist, Logits, Probs, Warp, entropy
from decoders.core.runner import LanguageModel, Session
from decoders.errors import BadInput, why_unread
from decoders.files import read_plain, read_text

Table = dict[tuple[int, ...], list[float]]
WANTED = "toy:FILE with the JSON of a toy pair"
REMEMBERED = 4096  # cached rows per model; an enumeration uses a few of them thousands of times


class ToyModel(LanguageModel):
    """A model that is a table: the longest suffix of the context in the table gives the next-token distribution.

    The class implements `runner.LanguageModel`.
    """

    window: int | None = None
    tree_mode = "tree"

    def __init__(self, table: Table, vocab_size: int) -> None:
        """`table` maps suffixes (token ids) to probabilities float[V]. The empty suffix is required."""
        self.vocab_size = vocab_size
        with np.errstate(divide="ignore"):
            self.rows = ArrayLogits(np.log(np.array(list(table.values()), dtype=np.float64)))
        self.warp = lru_cache(REMEMBERED)(self.rows.warp)
        self.warp_joint = lru_cache(REMEMBERED)(self.rows.warp_joint)
        self._row = {key: row for row, key in enumerate(table)}
        self._longest = max(map(len, table))

    def row(self, context: tuple[int, ...]) -> int:
        """The row of the table that applies after a context."""
        for length in range(min(self._longest, len(context)), -1, -1):
            row = self._row.get(context[len(context) - length :])
            if row is not None:
                return row
        raise KeyError("the empty suffix is missing")

    def scores(self, context: tuple[int, ...]) -> Probs:
        """Log-probabilities float64[V] after a context."""
        return self.rows.scores[self.row(context)]

    def start(self, prompt: Sequence[int]) -> Session:
        return ToySession(self, tuple(prompt))


class ToyLogits:
    """The scores in some rows of a model's table, in any order; see `rules.Logits`."""

    def __init__(self, model: ToyModel, rows: Sequence[int]) -> None:
        self.vocab_size = model.vocab_size
        self.rows = rows
        self._model = model

    def __len__(self) -> int:
        return len(self.rows)

    def warp(self, row: int, warp: Warp) -> Dist:
        return self._model.warp(self.rows[row], warp)

    def warp_joint(self, rows: Sequence[int | None], weights: Sequence[float], warp: Warp) -> Dist:
        return self._model.warp_joint(
            tuple(None if row is None else self.rows[row] for row in rows), tuple(weights), warp
        )

    def logp(self, row: int, token: int) -> float:
        return self._model.rows.logp(self.rows[row], token)

    def top(self, row: int, k: int) -> tuple[list[tuple[int, float]], float]:
        return self.warp(row, Warp()).top(k)

    def entropy(self, row: int) -> float:
        return entropy(self.warp(row, Warp()))


class ToySession(ContextSession):
    """A toy model's session on one prompt."""

    def after(self, contexts: Sequence[tuple[int, ...]]) -> Logits:
        return ToyLogits(self._model, [self._model.row(context) for context in contexts])

    def gather(self, logits: Sequence[tuple[Any, int]]) -> Logits:
        return ToyLogits(self._model, [source.rows[row] for source, row in logits])


@dataclass(frozen=True)
class ToyPair:
    """A parsed toy file. `file` is its name and SHA-256; None for tables that do not come from a file."""

    vocab: tuple[str, ...]
    eos: int | None
    target: ToyModel
    draft: ToyModel
    file: tuple[str, str] | None = None

    def encode(self, text: str) -> list[int]:
        """Token ids of words separated by spaces. Raises BadInput if a word is unknown."""
        places = {word: i for i, word in enumerate(self.vocab)}
        for word in text.split():
            if word not in places:
                raise BadInput(
                    f"“{word}” is not in the vocabulary of this toy pair. Use these words: {' '.join(self.vocab)}."
                )
        return [places[word] for word in text.split()]


def read_toy(path: Path) -> ToyPair:
    """Read and check a toy file. Raises BadInput, which describes the error, if the file is not valid."""
    if not os.path.lexists(path):
        raise BadInput(f"The toy pair {path} does not exist. Use toy:FILE with an existing JSON file.")
    text = read_text(path, WANTED)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The toy pair {path} is not valid JSON ({why_unread(error)}). Correct the file.") from None
    digest = hashlib.sha256(read_plain(path, WANTED)).hexdigest()
    return replace(parse_toy(data, str(path)), file=(path.name, digest))


def parse_toy(data: Any, name: str) -> ToyPair:
    """Build a toy pair from parsed JSON. Raises BadInput, which describes the error, if the data are not valid."""
    if not isinstance(data, dict) or not {"vocab", "target", "draft"} <= set(cast(dict[str, Any], data)):
        raise BadInput(
            f"The toy pair {name} needs the keys vocab, target and draft (eos is optional). Add those that are missing."
        )
    parts = cast(dict[str, Any], data)
    vocab, eos = _vocab(parts["vocab"], name), parts.get("eos")
    if eos is not None and eos not in vocab:
        raise BadInput(f"The eos of {name} is not in its vocabulary. Use null or one of: {' '.join(vocab)}.")
    target, draft = (
        ToyModel(_table(parts[side], vocab, f"{name}: {side}"), len(vocab)) for side in ("target", "draft")
    )
    return ToyPair(tuple(vocab), None if eos is None else vocab.index(eos), target, draft)


def _vocab(words: Any, name: str) -> list[str]:
    """The words of a pair, in the order of their ids."""
    known = cast(list[Any], words) if isinstance(words, list) else []
    if not known or not all(map(_is_word, known)) or len(set(known)) != len(known):
        raise BadInput(f"The vocab of {name} is not valid. Use a list of different words without spaces.")
    return known


def _is_word(word: Any) -> bool:
    """Whether `word` is a single word that can be encoded as text. An unpaired surrogate cannot be encoded."""
    return isinstance(word, str) and bool(word) and not any(c.isspace() or "\ud800" <= c <= "\udfff" for c in word)


def _table(rows: Any, vocab: list[str], name: str) -> Table:
    if not isinstance(rows, dict) or "" not in rows:
        raise BadInput(
            f"{name} does not map contexts to rows, or has no row for the empty context (“”). Add the missing rows."
        )
    table: Table = {}
    for key, row in cast(dict[str, Any], rows).items():
        if any(word not in vocab for word in key.split()):
            raise BadInput(
                f"{name} has a row for “{key}”, which is not in its vocabulary. Use these words: {' '.join(vocab)}."
            )
        if not _is_law(row, len(vocab)):
            raise BadInput(
                f"Row “{key}” of {name} is not valid. Use {len(vocab)} non-negative numbers that add up to 1."
            )
        table[tuple(vocab.index(word) for word in key.split())] = row
    return table


def _is_law(row: Any, size: int) -> bool:
    """Whether `row` is a list of `size` probabilities that form a distribution."""
    if not isinstance(row, list) or len(numbers := cast(list[Any], row)) != size:
        return False
    real = all(isinstance(x, int | float) and not isinstance(x, bool) and 0 <= x <= 1 + 1e-9 for x in numbers)
    return real and abs(math.fsum(numbers) - 1) <= 1e-9
