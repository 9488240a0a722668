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

from decoders.core.record import Layer, Node, Step, Verdict, to_plain
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.gsd.recording import GraphLayer
from decoders.methods.mtad import Prefix
from explorer.story import layers, reasons, steps
from explorer.story.about import About, about, pair_name
from explorer.story.draft import notes
from explorer.story.facts import Facts
from explorer.story.generation import generation
from explorer.story.laws import BECAUSE, deciding, law_name, law_sentence, oracle_sentence, rejection, rounding
from explorer.story.layers import ALPHA, ENDS, PAYOFF, TABLE, TAILS, TAILS_FIXED
from explorer.story.numbers import amount, number, plural, visible
from explorer.story.round import Line, lines
from explorer.story.worth import card, drafts, worth
from explorer.trace.format import line_of
from explorer.trace.lines import Counts, FinalBeam, Header, IterationLine

Plain = Mapping[str, Any]
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


class Told:
    """The sentences about one iteration's record. The tables behind them take plain values, which are made here."""

    def __init__(self, header: Plain, iteration: IterationLine, texts: Mapping[str, str]) -> None:
        line = line_of(iteration)
        self._told = steps.Told(Facts(header, line, texts))
        parts = (*iteration.nodes, *iteration.verdicts, *iteration.steps)
        rows = (*line["nodes"], *line["verdicts"], *line["steps"])
        self._plain: dict[int, Plain] = {id(part): row for part, row in zip(parts, rows, strict=True)}
        self._iteration = iteration  # so that no other part takes the place of one of its parts

    def _of(self, part: Node | Verdict | Step) -> Plain:
        return self._plain.get(id(part)) or to_plain(part)

    def state(self, decision: str) -> str:
        """A decision in a word of the plain voice."""
        return self._told.state(decision)

    def word(self, node: int) -> str:
        """The token of a node in quotation marks, with signs for spaces."""
        return self._told.word(node)

    def spoken(self, node: int) -> str:
        """The token of a node as one would say it."""
        return self._told.spoken(node)

    def copied(self, node: Node) -> str:
        """What a copy repeats, as long as it is not judged."""
        return self._told.copied(self._of(node))

    def ends(self) -> list[tuple[str, str]]:
        """The beams of which the best is chosen, with their chances."""
        return self._told.ends()

    def plain_reason(self, verdict: Verdict) -> str:
        """Why a decision fell as it did, without a symbol."""
        return self._told.plain_reason(self._of(verdict))

    def exact_reason(self, verdict: Verdict) -> str:
        """The same, with the formula and its numbers."""
        return self._told.exact_reason(self._of(verdict))

    def against(self, verdict: Verdict) -> str | None:
        """What stood in the place of p, where it was another."""
        return self._told.against(self._of(verdict))

    def whose(self, verdict: Verdict) -> str:
        """Whose chance the p of a decision is."""
        return self._told.whose(self._of(verdict))

    def title(self, step: Step) -> str:
        """A step in a few words."""
        return self._told.title(self._of(step))

    def called(self, step: Step) -> str:
        """The same in the plain voice."""
        return self._told.called(self._of(step))

    def ahead(self, step: Step) -> str:
        """The same of a step that is still to come."""
        return self._told.ahead(self._of(step))

    def plain(self, step: Step) -> str:
        """What happens in a step, without a symbol."""
        return self._told.plain(self._of(step))

    def exact(self, step: Step) -> str:
        """The same, with the formulas and their numbers."""
        return self._told.exact(self._of(step))

    def summary(self) -> str:
        """The iteration in one line."""
        return self._told.summary()


# Of the layers of an iteration


def layer_title(layer: Layer) -> str:
    """What the panel of a layer is called."""
    return layers.layer_title(layer.to_json())


def layer_caption(layer: Layer) -> str:
    """What stands below the title of a layer's panel."""
    return layers.layer_caption(layer.to_json())


def layer_facts(layer: Layer) -> list[tuple[str, str]]:
    """The numbers of a layer that are known before it is decided."""
    return layers.layer_facts(layer.to_json())


def layer_outcome(layer: Layer) -> list[tuple[str, str]]:
    """The numbers of a layer that its decisions give."""
    return layers.layer_outcome(layer.to_json())


def plain_panel(layer: Layer, word: str) -> dict[str, Any]:
    """What a panel says in the plain voice; `word` is that of the node which it is about."""
    return layers.plain_panel(layer.to_json(), word)


def why_width(layer: WidthLayer) -> str:
    """Why a layer of beams has its width."""
    return layers.why_width(layer.to_json())


def came_out(layer: WidthLayer) -> str:
    """What came of a layer's candidates."""
    return layers.came_out(layer.to_json())


def payoff(layer: GraphLayer) -> list[tuple[str, int, bool]]:
    """The bars of what merging saved: name, count, and whether it is known only at the end."""
    return layers.payoff(layer.to_json())


def joint_product(prefix: Prefix) -> float:
    """How much likelier a prefix is under the target than under the draft, not clipped to 1 (MTAD)."""
    return reasons.joint_product(to_plain(prefix))


def own_ratio(prefix: Prefix, before: Prefix | None) -> float:
    """The factor that the last token of a prefix brings, `before` being the prefix without it, None at the start."""
    nothing = {"logp_joint": 0.0, "logq_joint": 0.0}
    return reasons.own_ratio(to_plain(prefix), nothing if before is None else to_plain(before))


# Of a run


class Words:
    """The sentences of one run."""

    def __init__(self, header: Header) -> None:
        """`header` is the first line of a trace."""
        self._header: Plain = line_of(header)

    def iteration(self, iteration: IterationLine, texts: Mapping[str, str]) -> Told:
        """Those of one iteration; `texts` maps token ids, as strings, to their text."""
        return Told(self._header, iteration, texts)

    def rejection(self) -> str:
        """Why this run rejects a draft, as the legend says it."""
        return rejection(self._header["method"], self._header["settings"])

    def about(self) -> About:
        """What the method does, where it is from, and whether its text is exact."""
        return about(self._header)

    def round(self) -> list[Line]:
        """How a round of the method goes, before anything is known of it."""
        return lines(self._header)

    def pair_name(self) -> str:
        """Both models by name."""
        return pair_name(self._header)

    def notes(self) -> list[str]:
        """What one should know of the draft model."""
        return notes(self._header)

    def generation(self) -> str:
        """What the target's generation config does."""
        return generation(self._header)

    def rounding(self) -> str:
        """What the precision of the numbers does to the law."""
        return rounding(self._header)

    def drafts(self) -> bool:
        """Whether the method drafts at all."""
        return drafts(self._header)

    def worth(self, counts: Counts, beams: Sequence[FinalBeam], done: bool = True) -> str:
        """What the run was worth in a line; `done` false: what came so far."""
        return worth(self._header, counts.known(), to_plain(beams), done)

    def card(
        self, counts: Counts, beams: Sequence[FinalBeam], first: IterationLine | None = None
    ) -> list[tuple[str, str]]:
        """What the run was worth, row by row; `first` is its first iteration."""
        return card(self._header, counts.known(), to_plain(beams), None if first is None else line_of(first))

    def deciding(self) -> dict[str, Any]:
        """The settings that have an effect in this run."""
        return deciding(self._header["settings"])

    def law(self) -> str:
        """Why the output has the law that it has; empty where the header does not say."""
        oracle = self._header.get("oracle")
        return oracle_sentence(oracle) if oracle else ""

    def law_name(self) -> str:
        """Whose law the output has, in few words; empty where the header does not say."""
        oracle = self._header.get("oracle")
        return law_name(oracle) if oracle else ""
