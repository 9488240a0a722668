"""A tokenizer with only the first tokens of another tokenizer, for the pair whose draft has a vocabulary of its own.

A byte-pair tokenizer joins the parts of a text by its list of merges, the most frequent first. Token ids follow that
list, so the first ids and their merges form a smaller tokenizer. It writes the same text with more tokens, because
words that were merged late are split into several tokens.
"""

# The types of tokenizers' functions are only partly known.
# pyright: reportUnknownMemberType=false

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from decoders.models.text.tokenizer import LightTokenizer


class ShortTokenizer(LightTokenizer):
    """The first `size` tokens of the byte-pair tokenizer in a folder."""

    def __init__(self, folder: Path, specials: Mapping[str, str], size: int) -> None:
        """`specials` are the named special tokens of the whole tokenizer. Raises OSError or ValueError if the folder
        has no readable `tokenizer.json`.
        """
        from tokenizers import Tokenizer

        super().__init__(folder, specials)
        whole = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
        self._core = Tokenizer.from_str(json.dumps(first_tokens(whole, size)))


def first_tokens(whole: Mapping[str, Any], size: int) -> dict[str, Any]:
    """The content of a `tokenizer.json` with only the token ids below `size`, and the merges that make them.

    >>> bpe = {"vocab": {"a": 0, "b": 1, "ab": 2, "aba": 3}, "merges": [["a", "b"], ["ab", "a"]]}
    >>> first_tokens({"model": bpe}, 3)["model"]
    {'vocab': {'a': 0, 'b': 1, 'ab': 2}, 'merges': [['a', 'b']]}
    """
    model = whole["model"]
    vocabulary = {token: i for token, i in model["vocab"].items() if i < size}
    merges = [(pair, pair.split(" ") if isinstance(pair, str) else pair) for pair in model["merges"]]
    kept = [pair for pair, parts in merges if vocabulary.keys() >= {"".join(parts), *parts}]
    return {**whole, "model": {**model, "vocab": vocabulary, "merges": kept}}
