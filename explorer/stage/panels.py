"""Turn a method's records about a layer, a node or the iteration into panels of the inspector.

There is one function for every kind of layer. Rows and outcomes name the step from which they are known, so the browser
shows nothing from later steps.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Any

from decoders.core.record import Iteration, Layer, Step, Verdict
from decoders.methods.beam import BeamsLayer
from decoders.methods.bild import FallbackLayer, RollbackLayer
from decoders.methods.block import BlockLayer
from decoders.methods.block_verification import BlockVerificationLayer
from decoders.methods.branching import TriesLayer
from decoders.methods.dsbd.forest import DraftWeightsLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.eagle import LevelLayer, SelectionLayer
from decoders.methods.lookup import CopyLayer
from decoders.methods.medusa import HeadLayer
from decoders.methods.mtad import JointLayer, Prefix
from decoders.methods.self_speculative import ExitLayer, SkippedLayer
from decoders.methods.slem import WrittenLayer
from decoders.methods.spectr import KSeqLayer
from decoders.methods.suffix.algorithm import SuffixLayer
from decoders.methods.traversal import TraversalLayer
from decoders.methods.typical import TypicalLayer
from explorer.graph.fates import Fates
from explorer.stage.judged import Leaves, chain_panel
from explorer.stage.message import Held, Panel
from explorer.story import Narrator
from explorer.story.common.calculation import Calculation, RatioNames, running_ratio
from explorer.story.layers import (
    layer_bars,
    layer_caption,
    layer_facts,
    layer_outcome,
    layer_sentences,
    layer_title,
    plain_panel,
)
from explorer.story.methods.mtad import final_beams
from explorer.story.numbers import visible
from explorer.trace.layer_kinds import OtherLayer
from explorer.trace.metrics import rounded

_DRAFTING = (
    ExitLayer,
    FallbackLayer,
    SkippedLayer,
    HeadLayer,
    LevelLayer,
    CopyLayer,
    DraftWeightsLayer,
    SuffixLayer,
    WrittenLayer,
)
"""Layers that are known before the target's pass."""
JOINT_RATIO = (
    RatioNames("so far", "target", "draft", "joint ratio"),
    RatioNames("∏ before", "p", "q", "∏ p/q"),
)
_SHOWN_ELSEWHERE = (RollbackLayer, BeamsLayer, BlockLayer)  # the fallback's panel or the titles of steps show these
_Doubt = ExitLayer | FallbackLayer
_Tries = TriesLayer | KSeqLayer
_Level = HeadLayer | LevelLayer | SuffixLayer
_Whole = JointLayer | BlockVerificationLayer | TraversalLayer  # one panel shows the tests of the whole iteration


class Panels:
    """The panels of one iteration. `seen` is the first step at which p is known."""

    def __init__(
        self, iteration: Iteration, steps: Sequence[Step], fates: Fates, narrator: Narrator, seen: int
    ) -> None:
        self._it, self._steps, self._fates, self._narrator, self._seen = iteration, steps, fates, narrator, seen
        self._place = {node.id: place for place, node in enumerate(iteration.nodes)}
        self._children = defaultdict[int, list[int]](list)
        for node in iteration.nodes:
            self._children[node.parent].append(node.id)
        self._sure = {node: value for node, value in confidence(iteration).items() if node in self._place}
        self._verified: dict[int | None, int] = {}  # by level: the last test; None: on any level
        self._first: dict[tuple[str, int | None], int] = {}  # by kind of step and level: the first step
        for number, step in enumerate(steps):
            self._first.setdefault((step.phase, step.layer), number)
            if step.phase == "verify":
                self._verified[None] = self._verified[step.layer] = number

    def all(self) -> list[Panel]:
        """Make the panels, in the order of the record. All records about an unsure draft share one panel."""
        layers = self._it.layers
        panels = [self._panel(layer) for layer in layers if not isinstance(layer, (_Doubt, *_SHOWN_ELSEWHERE))]
        doubts = [layer for layer in layers if isinstance(layer, _Doubt)]
        paid = [panel for layer in layers for panel in self._payoff(layer)]
        return [*([self._doubts(doubts)] if doubts else []), *paid, *self._ends(), *panels]

    def _ends(self) -> list[Panel]:
        """The beams among which the best one is chosen, with their probabilities (MTAD, MTJD)."""
        chosen = next((number for number, step in enumerate(self._steps) if step.phase == "select"), None)
        title, rows = self._narrator.rows() if chosen is not None else ("", [])
        said = {"title": title, "caption": "", "facts": rows, "outcome": []}
        base = {"layer": 0, "nodes": None, "known": chosen, "told": chosen, "kind": "beams"}
        beams = final_beams(self._narrator.plain_facts) if rows else []
        base |= {
            "places": [self._place[beam.nodes[-1]] for beam in beams],
            "values": [beam.score for beam in beams],
            "of": "q" if self._narrator.plain_facts.drafted else "p",
        }
        return [rounded(base | said | {"plain": said})] if rows else []

    def _panel(self, layer: Layer) -> Panel:
        return rounded(self._base(layer) | self._own(layer))

    def _own(self, layer: Layer) -> dict[str, Any]:
        """The fields that only this kind of panel has, for one record."""
        match layer:
            case WidthLayer():
                return self._width(layer)
            case TriesLayer() | KSeqLayer():
                return self._tries(layer)
            case TypicalLayer():
                return self._bar(layer)
            case SkippedLayer():
                return self._skipped(layer)
            case HeadLayer() | LevelLayer():
                return self._level(layer)
            case SuffixLayer():
                return self._suffix(layer)
            case SelectionLayer():
                return self._selection(layer)
            case JointLayer():
                return self._prefixes(layer)
            case BlockVerificationLayer():
                return chain_panel(layer, self._it, self._steps, self._narrator)
            case TraversalLayer():
                return Leaves(layer, self._it, self._steps, self._narrator).panel()
            case WrittenLayer():
                return self._written(layer)
            case _:
                return {"kind": "plain"}

    def _base(self, layer: Layer) -> dict[str, Any]:
        node = _node_of(layer)
        return {
            "layer": layer.layer,
            "title": layer_title(layer) if node is None else f"After {self._named(node, self._narrator.word)}",
            "caption": layer_caption(layer),
            "nodes": self._about(layer),
            "known": 0 if isinstance(layer, _DRAFTING) else self._seen,
            "told": self._verified.get(None if isinstance(layer, _Whole) else layer.layer, 0),
            "facts": layer_facts(layer),
            "outcome": layer_outcome(layer),
            "plain": plain_panel(layer, "" if node is None else self._named(node, self._narrator.spoken)),
        }

    def _named(self, node: int, word: Callable[[int], str]) -> str:
        """The text of a node's token. The first node of a round represents the text so far."""
        return "the text so far" if self._narrator.plain_facts.role(node) == "input" else word(node)

    def _about(self, layer: Layer) -> list[int] | None:
        """The places of the nodes that a record is about: the children of its node, or the nodes that it lists."""
        if (node := _node_of(layer)) is not None:
            return self._places(self._children[node])
        return self._places(layer.nodes) if isinstance(layer, _Level) else None

    def _places(self, nodes: Sequence[int]) -> list[int]:
        return [self._place[node] for node in nodes if node in self._place]

    def _payoff(self, layer: Layer) -> list[Panel]:
        """The panel of a layer's counts (GSD: the effect of merging)."""
        bars = layer_bars(layer)
        if bars is None:
            return []
        title, counts = bars
        base = self._base(layer)
        known = next((k for k, step in enumerate(self._steps) if step.phase == "unmerge"), base["known"])
        last = len(self._steps) - 1
        shown = [{"name": name, "count": count, "step": last if late else known} for name, count, late in counts]
        growing = [{"name": shown[0]["name"], "count": count, "step": step} for step, count in self._drafted()]
        shown, known = [*growing, *shown], growing[0]["step"] if growing else known
        said = {"title": title, "caption": "", "facts": [], "outcome": []}
        return [base | said | {"plain": said, "kind": "payoff", "known": known, "bars": shown}]  # pyright: ignore[reportReturnType]

    def _drafted(self) -> list[tuple[int, int]]:
        """The number of drafted nodes after each step that drafts."""
        drafts = ((k, len(step.nodes)) for k, step in enumerate(self._steps) if step.phase == "draft" and step.nodes)
        steps = [*drafts]
        return [(k, total) for (k, _), total in zip(steps, accumulate(size for _, size in steps), strict=True)]

    def _width(self, layer: WidthLayer) -> dict[str, Any]:
        return {
            "kind": "width",
            "names": ["W_L", "t = ", "threshold t"],
            **layer_sentences(layer),
            "good": layer.outcome == "succeeded",
            "width": layer.width,
            "least": layer.min_width or 0,
            "cut": layer.threshold,
            "candidates": layer.candidates or 0,
            "tails": layer.at_least,
            "alpha": layer.alpha,
            "table": layer.table,
        }

    def _tries(self, layer: _Tries) -> dict[str, Any]:
        left = layer.q_left if isinstance(layer, TriesLayer) else None
        waiting = {node: list(self._fates.verdicts_of.get(node, ())) for node in layer.tries}
        rows = []
        for k, node in enumerate(layer.tries):
            if not waiting[node]:
                continue
            place = waiting[node].pop(0)
            verdict = self._it.verdicts[place]
            if verdict.rule == "off_path" or (isinstance(layer, TriesLayer) and k >= len(layer.p_used)):
                continue  # this candidate was never tested
            probabilities = (layer.q[k], layer.p_used[k]) if isinstance(layer, TriesLayer) else (verdict.q, verdict.p)
            numbers = [*([left[k]] if left else []), *probabilities, min(1.0, verdict.a or 0.0)]
            step = self._fates.step_of[place]
            rows.append({"step": step, "place": self._place[node], "state": verdict.decision, "numbers": numbers})
        heads = ["q", "p′", "p′/q"] if isinstance(layer, TriesLayer) else ["q", "p", "p/(ρq)"]
        heads = [*(["q left"] if left else []), *heads]
        return {"kind": "tries", "heads": heads, "left": bool(left), "tries": rows}

    def _bar(self, layer: TypicalLayer) -> dict[str, Any]:
        rows = []
        for node in self._children[layer.node]:
            first = next(iter(self._fates.verdicts_of.get(node, ())), None)
            if first is None or (verdict := self._it.verdicts[first]).decision == "unused":
                continue
            own, passes = verdict.rule in ("draw", "argmax"), verdict.decision != "rejected"
            p = verdict.p_used if verdict.greedy else verdict.p
            end = "target’s own" if own else "passes" if passes else "fails"
            rows.append(
                {
                    "step": self._fates.step_of[first],
                    "place": self._place[node],
                    "state": verdict.decision,
                    "p": p or 0.0,
                    "own": own,
                    "end": end,
                }
            )
        scale = {"entropy": abs(layer.entropy), "epsilon": layer.epsilon, "delta": layer.delta}
        said = {"heads": ["candidate", "p", "threshold", ""], "names": ["p", "H = "]}
        return {"kind": "bar", **said, **scale, "bar": layer.threshold, "candidates": rows}

    def _doubts(self, layers: Sequence[_Doubt]) -> Panel:
        """Make the panel with the draft's doubts (BiLD, Self-SSD) and with the target's doubts about the draft's tokens
        (BiLD).
        """
        back = {layer.node: layer for layer in self._it.layers if isinstance(layer, RollbackLayer)}
        rows = []
        for layer in layers:
            drafts = (n for n in self._children[layer.node] if self._it.nodes[self._place[n]].role == "draft")
            node = None if layer.stopped else next(drafts, None)
            step = self._first.get(("exit" if layer.stopped else "draft", layer.layer), 0)
            rows.append(
                {
                    "layer": layer.layer,
                    "place": None if node is None else self._place[node],
                    "exit": _held(step, layer.max_q, layer.threshold, not layer.stopped),
                    "back": self._back(back.get(node)) if node is not None else None,
                }
            )
        exits = isinstance(layers[0], ExitLayer)
        heads = ["draft", "max q, exit"] if exits else ["draft", "max q, fallback", "−log p, rollback"]
        head = {"layer": 0, "nodes": None, "known": 0, "told": 0, "facts": [], "outcome": []}
        words = {
            "title": layer_title(layers[0]),
            "caption": layer_caption(layers[0]),
            "plain": plain_panel(layers[0], ""),
        }
        return rounded({"kind": "doubts", **head, **words, "heads": heads, "doubts": rows})

    def _back(self, layer: RollbackLayer | None) -> Held | None:
        judged = self._fates.verdicts_of.get(layer.node, ()) if layer else ()
        if layer is None or not judged:
            return None
        return _held(self._fates.step_of[judged[0]], layer.nll, layer.threshold, not layer.rolled_back)

    def _skipped(self, layer: SkippedLayer) -> dict[str, Any]:
        out = {"attention": layer.attention or (), "mlp": layer.mlp or ()}
        return {"kind": "skipped", **out, "of_layers": layer.of_layers or 0}

    def _suffix(self, layer: SuffixLayer) -> dict[str, Any]:
        """The nodes, sorted by estimated probability, as fields. The estimates come from counts, not from a model."""
        known = {node: value for node, value in zip(layer.nodes, layer.probs, strict=False) if node in self._place}
        ranked = sorted(known, key=lambda node: -known[node])
        nodes = [self._it.nodes[self._place[node]] for node in ranked]
        return {
            "kind": "level",
            "heads": ["node", "D", ""],
            "places": [self._place[node] for node in ranked],
            "values": [known[node] for node in ranked],
            "ups": [known.get(node.parent) for node in nodes],
            "owns": [node.q for node in nodes],
            **{"grown": [], "grows": 0, "sent": None},
        }

    def _written(self, layer: WrittenLayer) -> dict[str, Any]:
        """The draft's own tokens, and the target's tokens for the same text (SLEM)."""
        pieces = [{"text": visible(piece), "q": q} for piece, q in zip(layer.pieces, layer.q, strict=False)]
        shown = {"heads": ["draft’s tokens (q)", "target’s tokens"], "known": self._first.get(("draft", None), 0)}
        return {"kind": "written", "pieces": pieces, "places": self._places(layer.nodes), **shown}

    def _level(self, layer: HeadLayer | LevelLayer) -> dict[str, Any]:
        below = next(
            (each for each in self._it.layers if isinstance(each, LevelLayer) and each.layer == layer.layer + 1), None
        )
        grown = [] if below is None else self._places(below.expanded)
        grows = self._first.get(("draft", layer.layer + 1), len(self._steps) - 1)
        ranked = sorted((n for n in layer.nodes if n in self._sure), key=lambda node: -self._sure[node])
        return self._confident(ranked) | {"grown": grown, "grows": grows, "sent": None}

    def _selection(self, layer: SelectionLayer) -> dict[str, Any]:
        """All nodes of the tree, ordered by confidence. The nodes that are sent to the target come first."""
        sent = set(layer.nodes)
        ranked = sorted(self._sure, key=lambda node: (node not in sent, -self._sure[node]))
        known = self._first.get(("select", None), len(self._steps) - 1)
        heads = {"plain": plain_panel(layer, "") | {"heads": ["guess", "confidence", ""]}}
        shown = {"sent": len(sent), "grown": list[int](), "grows": known, "known": known, "told": known}
        return self._confident(ranked) | heads | shown

    def _confident(self, ranked: Sequence[int]) -> dict[str, Any]:
        nodes = [self._it.nodes[self._place[node]] for node in ranked]
        return {
            "kind": "level",
            "heads": ["node", "∏ q", ""],
            "places": [self._place[node] for node in ranked],
            "values": [self._sure[node] for node in ranked],
            "ups": [self._sure.get(node.parent) for node in nodes],
            "owns": [node.q for node in nodes],
        }

    def _first_verdict(self, node: int) -> Verdict | None:
        return next((self._it.verdicts[place] for place in self._fates.verdicts_of.get(node, ())), None)

    def _prefixes(self, layer: JointLayer) -> dict[str, Any]:
        tests = {step.layer: number for number, step in enumerate(self._steps) if step.phase == "prefix"}
        rows = [
            {
                "step": tests.get(prefix.j, len(self._steps) - 1),
                "place": self._place[prefix.node],
                "j": prefix.j,
                "logp": prefix.logp_joint,
                "logq": prefix.logq_joint,
                "ratio": prefix.ratio,
                "product": prefix.product,
                "passed": prefix.passed,
                **self._joint_ratio(before, prefix),
            }
            for before, prefix in zip((None, *layer.prefixes), layer.prefixes, strict=False)
        ]
        said = {"heads": ["prefix", "∏ p", "∏ q", "∏ p/q", ""], "names": ["τ = ", "threshold τ"]}
        return {"kind": "prefixes", **said, "bar": layer.threshold, "prefixes": rows}

    def _joint_ratio(self, before: Prefix | None, prefix: Prefix) -> dict[str, Calculation]:
        """The calculation of a prefix's joint ratio; empty if it is infinite, or if the last p or q is not known."""
        verdict, ratio = self._first_verdict(prefix.node), None if before is None else before.product
        if verdict is None or verdict.p is None or verdict.q is None or not math.isfinite(ratio or 0):
            return {}
        work = running_ratio(ratio, verdict.p, verdict.q, *JOINT_RATIO, capped=False)
        return {} if work is None else {"work": work}


def confidence(iteration: Iteration) -> dict[int, float]:
    """Return the draft's confidence in the path to each node (EAGLE-2, Medusa)."""
    levels = [layer for layer in iteration.layers if isinstance(layer, (HeadLayer, LevelLayer))]
    return {node: value for layer in levels for node, value in zip(layer.nodes, layer.confidence, strict=False)}


def _node_of(layer: Layer) -> int | None:
    """The node that a layer describes. This also works for layers of a plugin that is not installed."""
    node = layer.values.get("node") if isinstance(layer, OtherLayer) else getattr(layer, "node", None)
    return node if isinstance(node, int) else None


def _held(step: int, value: float | None, bar: float, good: bool) -> Held:
    return {"step": step, "value": value, "bar": bar, "good": good}
