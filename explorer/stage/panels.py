"""The inspector's panels: what a method recorded of a layer, a node or the iteration, finished for drawing.

One function for every kind of layer. None tells what has not happened yet: rows, and what came out, carry the step from
which on they are known.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from explorer.graph.fates import Fates
from explorer.stage.message import Held, Panel
from explorer.story import (
    PAYOFF,
    Told,
    joint_product,
    layer_caption,
    layer_facts,
    layer_outcome,
    layer_sentences,
    layer_title,
    own_ratio,
    payoff,
    plain_panel,
)
from explorer.trace.metrics import rounded

Part = Mapping[str, Any]
_DRAFTING = ("exit", "fallback", "skipped", "head", "level", "copy", "draft_weights")  # known before the target's pass
_TOLD_ELSEWHERE = ("rollback", "beams", "block")  # beside the fallback; in the titles of steps


class Panels:
    """Makes the panels of one iteration; `seen` is the first step at which p is known."""

    def __init__(self, iteration: Part, steps: Sequence[Part], fates: Fates, told: Told, seen: int) -> None:
        self._it, self._steps, self._fates, self._told, self._seen = iteration, steps, fates, told, seen
        self._place = {node["id"]: place for place, node in enumerate(iteration["nodes"])}
        self._children = defaultdict[int, list[int]](list)
        for node in iteration["nodes"]:
            self._children[node["parent"]].append(node["id"])
        self._verified: dict[int | None, int] = {}  # the last step that verifies a level, and that verifies any
        self._first: dict[tuple[str, int | None], int] = {}  # the first step of a phase at a level
        for number, step in enumerate(steps):
            self._first.setdefault((step["phase"], step.get("layer")), number)
            if step["phase"] == "verify":
                self._verified[None] = self._verified[step.get("layer")] = number
        self._made: dict[str, Callable[[Part], dict[str, Any]]] = {
            "width": self._width,
            "tries": self._tries,
            "k_seq": self._tries,
            "typical": self._bar,
            "skipped": self._skipped,
            "head": self._level,
            "level": self._level,
            "joint": self._prefixes,
        }

    def all(self) -> list[Panel]:
        """The panels in the order of the record; those of drafts that hesitate are one."""
        layers = self._it.get("layers") or ()
        panels = [self._panel(layer) for layer in layers if layer["kind"] not in ("exit", "fallback", *_TOLD_ELSEWHERE)]
        doubts = [layer for layer in layers if layer["kind"] in ("exit", "fallback")]
        paid = [self._payoff(layer) for layer in layers if layer["kind"] == "graph" and "replicas" in layer]
        return [*([self._doubts(doubts)] if doubts else []), *paid, *self._ends(), *panels]

    def _ends(self) -> list[Panel]:
        """The panel that is open at once: the beams of which the best is chosen (MTAD, MTJD)."""
        chosen = next((number for number, step in enumerate(self._steps) if step["phase"] == "select"), None)
        title, rows = self._told.rows() if chosen is not None else ("", [])
        said = {"title": title, "caption": "", "facts": rows, "outcome": []}
        base = {"layer": 0, "nodes": None, "known": chosen, "told": chosen, "kind": "plain", "open": True}
        return [base | said | {"plain": said}] if rows else []  # pyright: ignore[reportReturnType]

    def _panel(self, layer: Part) -> Panel:
        made = self._made.get(layer["kind"], self._plain)(layer)
        return rounded(self._base(layer) | made)

    def _base(self, layer: Part) -> dict[str, Any]:
        kind, level = layer["kind"], layer.get("layer", 0)
        return {
            "layer": level,
            "title": f"After {self._told.word(layer['node'])}" if "node" in layer else layer_title(layer),
            "caption": layer_caption(layer),
            "nodes": self._about(layer),
            "known": 0 if kind in _DRAFTING else self._seen,
            "told": self._verified.get(None if kind == "joint" else level, 0),
            "facts": layer_facts(layer),
            "outcome": layer_outcome(layer),
            "plain": plain_panel(layer, self._told.spoken(layer["node"]) if "node" in layer else ""),
        }

    def _about(self, layer: Part) -> list[int] | None:
        """The places of the nodes that a record is about: of those after its node, or of those it lists."""
        if "node" in layer:
            return self._places(self._children[layer["node"]])
        return self._places(layer["nodes"]) if layer["kind"] in ("head", "level") else None

    def _places(self, nodes: Sequence[int]) -> list[int]:
        return [self._place[node] for node in nodes if node in self._place]

    def _plain(self, layer: Part) -> dict[str, Any]:
        return {"kind": "plain", "open": False}

    def _payoff(self, layer: Part) -> Panel:
        base = self._base(layer)
        known = next((k for k, step in enumerate(self._steps) if step["phase"] == "unmerge"), base["known"])
        last = len(self._steps) - 1
        bars = [{"name": name, "count": count, "step": last if late else known} for name, count, late in payoff(layer)]
        said = {"title": PAYOFF, "caption": "", "facts": [], "outcome": []}
        return base | said | {"plain": said, "kind": "payoff", "known": known, "bars": bars}  # pyright: ignore[reportReturnType]

    def _width(self, layer: Part) -> dict[str, Any]:
        return {
            "kind": "width",
            "names": ["W_L", "t = ", "the chance t"],
            **layer_sentences(layer),
            "good": layer.get("outcome") == "succeeded",
            "width": layer["width"],
            "least": layer.get("min_width") or 0,
            "cut": layer.get("threshold"),
            "candidates": layer.get("candidates") or 0,
            "tails": layer.get("at_least") or [],
            "alpha": layer.get("alpha") or [],
            "table": layer.get("table") or [],
        }

    def _tries(self, layer: Part) -> dict[str, Any]:
        spectr, left = layer["kind"] == "k_seq", layer.get("q_left")
        waiting = {node: list(self._fates.verdicts_of.get(node, ())) for node in layer["tries"]}
        rows = []
        for k, node in enumerate(layer["tries"]):
            if (
                not waiting[node]
                or (verdict := self._it["verdicts"][place := waiting[node].pop(0)])["rule"] == "off_path"
            ):
                continue
            if not spectr and k >= len(layer["p_used"]):  # it was never tried
                continue
            chances = (verdict.get("q"), verdict.get("p")) if spectr else (layer["q"][k], layer["p_used"][k])
            numbers = [*([left[k]] if left else []), *chances, min(1.0, verdict.get("a") or 0.0)]
            step, state = self._fates.step_of[place], verdict["decision"]
            rows.append({"step": step, "place": self._place[node], "state": state, "numbers": numbers})
        heads = ["q", "p", "p/(ρq)"] if spectr else ["q", "p′", "p′/q"]
        heads = [*(["q left"] if left else []), *heads]
        return {"kind": "tries", "heads": heads, "left": bool(left), "tries": rows, "of": len(layer["tries"])}

    def _bar(self, layer: Part) -> dict[str, Any]:
        rows = []
        for node in self._children[layer["node"]]:
            first = next(iter(self._fates.verdicts_of.get(node, ())), None)
            if first is None or (verdict := self._it["verdicts"][first])["decision"] == "unused":
                continue
            own, passes = verdict["rule"] in ("draw", "argmax"), verdict["decision"] != "rejected"
            p = verdict.get("p_used") if verdict.get("greedy") else verdict.get("p")
            end = "target's own" if own else "passes" if passes else "fails"
            rows.append(
                {
                    "step": self._fates.step_of[first],
                    "place": self._place[node],
                    "state": verdict["decision"],
                    "p": p or 0.0,
                    "own": own,
                    "end": end,
                }
            )
        scale = {"entropy": abs(layer["entropy"]), "epsilon": layer["epsilon"], "delta": layer["delta"]}
        said = {"heads": ["candidate", "p", "bar", ""], "names": ["p", "H = "]}
        return {"kind": "bar", **said, **scale, "bar": layer["threshold"], "candidates": rows}

    def _doubts(self, layers: Sequence[Part]) -> Panel:
        """Where the draft hesitates (BiLD, Self-SSD), and how much the target is surprised (BiLD)."""
        back = {one["node"]: one for one in self._it["layers"] if one["kind"] == "rollback"}
        exits = layers[0]["kind"] == "exit"
        rows = []
        for layer in layers:
            drafts = (n for n in self._children[layer["node"]] if self._it["nodes"][self._place[n]]["role"] == "draft")
            node = None if layer.get("stopped") else next(drafts, None)
            step = self._first.get(("exit" if layer.get("stopped") else "draft", layer["layer"]), 0)
            rows.append(
                {
                    "layer": layer["layer"],
                    "place": None if node is None else self._place[node],
                    "exit": _held(step, layer["max_q"], layer["threshold"], not layer.get("stopped")),
                    "back": self._back(back.get(node)) if node is not None else None,
                }
            )
        heads = ["draft", "max q, exit"] if exits else ["draft", "max q, fallback", "−log p, rollback"]
        head = {"layer": 0, "nodes": None, "known": 0, "told": 0, "facts": [], "outcome": []}
        words = {
            "title": layer_title(layers[0]),
            "caption": layer_caption(layers[0]),
            "plain": plain_panel(layers[0], ""),
        }
        return rounded({"kind": "doubts", **head, **words, "heads": heads, "doubts": rows})

    def _back(self, layer: Part | None) -> Held | None:
        judged = self._fates.verdicts_of.get(layer["node"], ()) if layer else ()
        if layer is None or not judged:
            return None
        return _held(self._fates.step_of[judged[0]], layer["nll"], layer["threshold"], not layer.get("rolled_back"))

    def _skipped(self, layer: Part) -> dict[str, Any]:
        out = {name: list(layer.get(name) or ()) for name in ("attention", "mlp")}
        return {"kind": "skipped", **out, "of_layers": layer.get("of_layers") or 0}

    def _level(self, layer: Part) -> dict[str, Any]:
        pairs = zip(layer.get("nodes") or (), layer.get("confidence") or (), strict=False)
        ranked = sorted(((n, c) for n, c in pairs if n in self._place), key=lambda pair: -pair[1])
        said = {"heads": ["node", "∏ q", ""]}
        return {
            "kind": "level",
            **said,
            "places": [self._place[n] for n, _ in ranked],
            "values": [c for _, c in ranked],
        }

    def _prefixes(self, layer: Part) -> dict[str, Any]:
        tests = {step.get("layer"): number for number, step in enumerate(self._steps) if step["phase"] == "prefix"}
        rows = [
            {
                "step": tests.get(one["j"], len(self._steps) - 1),
                "place": self._place[one["node"]],
                "j": one["j"],
                "logp": one.get("logp_joint"),
                "logq": one.get("logq_joint"),
                "ratio": one["ratio"],
                "own": own_ratio(one, before),
                "product": joint_product(one),
                "passed": one.get("passed", False),
            }
            for before, one in pairwise(({"logp_joint": 0.0, "logq_joint": 0.0}, *(layer.get("prefixes") or ())))
        ]
        said = {"heads": ["word", "p/q of it", "so far, against τ", ""], "names": ["τ = ", "the bar τ"]}
        return {"kind": "prefixes", **said, "bar": layer["threshold"], "prefixes": rows}


def _held(step: int, value: float | None, bar: float, good: bool) -> Held:
    return {"step": step, "value": value, "bar": bar, "good": good}
