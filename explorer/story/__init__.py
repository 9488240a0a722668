"""Every sentence about a decision, a rule or a layer, made from the facts of a trace; the decoders record none.

`Words(header).iteration(iteration, texts)` tells one iteration; the functions beside it tell what holds for a run or a
method.

Two voices: *exact*, the formula with its numbers (reasons.py has every rule, steps.py every step), and *plain*,
without a symbol (plain_verdicts.py, plain_steps.py). layers.py has every kind of layer, laws.py every oracle, about.py
what a visitor reads before the first step, round.py how a round goes, worth.py what a run was worth. Nothing here
changes a fact: numbers are rounded where they are written, and only there.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.story.about import About, about, pair_name
from explorer.story.facts import Facts
from explorer.story.laws import BECAUSE, deciding, law_name, law_sentence, oracle_sentence, rejection
from explorer.story.layers import (
    ALPHA,
    ENDS,
    PAYOFF,
    TABLE,
    TAILS,
    TAILS_FIXED,
    came_out,
    layer_caption,
    layer_facts,
    layer_outcome,
    layer_sentences,
    layer_title,
    payoff,
    plain_panel,
    why_width,
)
from explorer.story.numbers import amount, number, plural, visible
from explorer.story.reasons import joint_product, own_ratio
from explorer.story.round import Line, lines
from explorer.story.steps import Told
from explorer.story.worth import card, worth

__all__ = [
    "ALPHA",
    "BECAUSE",
    "ENDS",
    "PAYOFF",
    "TABLE",
    "TAILS",
    "TAILS_FIXED",
    "Told",
    "Words",
    "amount",
    "came_out",
    "deciding",
    "joint_product",
    "law_name",
    "law_sentence",
    "layer_caption",
    "layer_facts",
    "layer_outcome",
    "layer_sentences",
    "layer_title",
    "number",
    "oracle_sentence",
    "own_ratio",
    "payoff",
    "plain_panel",
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

    def about(self) -> About:
        """What the method does, where it is from, and whether its text is exact."""
        return about(self._header)

    def round(self) -> list[Line]:
        """How a round of the method goes, before anything is known of it."""
        return lines(self._header)

    def pair_name(self) -> str:
        """Both models by name."""
        return pair_name(self._header)

    def worth(self, counts: Mapping[str, Any], beams: Sequence[Mapping[str, Any]], done: bool = True) -> str:
        """What the run was worth in a line; `done` false: what came so far."""
        return worth(self._header, counts, beams, done)

    def card(
        self, counts: Mapping[str, Any], beams: Sequence[Mapping[str, Any]], first: Mapping[str, Any] | None = None
    ) -> list[tuple[str, str]]:
        """What the run was worth, row by row; `first` is its first iteration."""
        return card(self._header, counts, beams, first)

    def deciding(self) -> dict[str, Any]:
        """The settings that have an effect in this run."""
        return deciding(self._header.get("settings") or {})

    def law(self) -> str:
        """Why the output has the law that it has; empty where the header does not say."""
        oracle = self._header.get("oracle")
        return oracle_sentence(oracle) if oracle else ""
