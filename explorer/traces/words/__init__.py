"""Every sentence of the project, made from the facts of a trace; the decoders record none.

`Words(header).iteration(iteration, texts)` tells one iteration; the functions beside it tell what holds for a run or a
method. reasons.py has a sentence for every rule, steps.py for every step, layers.py for every kind of layer, laws.py
for every oracle. Nothing here changes a fact: numbers are rounded where they are written, and only there.
"""

from collections.abc import Mapping
from typing import Any

from explorer.traces.words.facts import Facts
from explorer.traces.words.laws import BECAUSE, deciding, law_name, law_sentence, oracle_sentence, rejection
from explorer.traces.words.layers import (
    ALPHA,
    TABLE,
    TAILS,
    TAILS_FIXED,
    came_out,
    layer_caption,
    layer_facts,
    layer_outcome,
    layer_title,
    why_width,
)
from explorer.traces.words.numbers import amount, number, plural, visible
from explorer.traces.words.steps import UNDECIDED, Told

__all__ = [
    "ALPHA",
    "BECAUSE",
    "TABLE",
    "TAILS",
    "TAILS_FIXED",
    "UNDECIDED",
    "Told",
    "Words",
    "amount",
    "came_out",
    "deciding",
    "law_name",
    "law_sentence",
    "layer_caption",
    "layer_facts",
    "layer_outcome",
    "layer_title",
    "number",
    "oracle_sentence",
    "plural",
    "rejection",
    "visible",
    "why_width",
]


class Words:
    """The sentences of one run."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        """`header` is the first line of a trace."""
        self._header = header

    def iteration(self, iteration: Mapping[str, Any], texts: Mapping[str, str]) -> Told:
        """Those of one iteration, a line of the trace; `texts` maps token ids, as strings, to their text."""
        return Told(Facts(self._header, iteration, texts))

    def rejection(self) -> str:
        """Why this run rejects a draft, as the legend says it."""
        return rejection(self._header.get("method", ""), self._header.get("settings") or {})

    def deciding(self) -> dict[str, Any]:
        """The settings that have an effect in this run."""
        return deciding(self._header.get("settings") or {})

    def law(self) -> str:
        """Why the output has the law that it has; empty where the header does not say."""
        oracle = self._header.get("oracle")
        return oracle_sentence(oracle) if oracle else ""
