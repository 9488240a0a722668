"""One iteration of a trace, with what the sentences look up in it more than once. Only reads."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from explorer.traces.words.numbers import visible

Part = Mapping[str, Any]
TESTED = ("accepted", "rejected", "unused", "dropped")  # what became of drafts that the target was given


class Facts:
    """An iteration (a line of the trace), its header, and the texts of token ids as strings."""

    def __init__(self, header: Part, iteration: Part, texts: Mapping[str, str]) -> None:
        self.method: str = header.get("method", "")
        self.view: str = header.get("view", "")
        self.settings: Part = header.get("settings") or {}
        self.unit = "word" if str(header.get("pair", "")).startswith("toy:") else "token"  # a toy's tokens are words
        self.iteration = iteration
        self.verdicts: list[Part] = iteration["verdicts"]
        self.layers: list[Part] = iteration.get("layers") or []
        self._texts = texts

    @cached_property
    def node(self) -> dict[int, Part]:
        """The nodes by id."""
        return {node["id"]: node for node in self.iteration["nodes"]}

    @cached_property
    def by_node(self) -> dict[int, list[Part]]:
        """The verdicts by node, in their order."""
        found: dict[int, list[Part]] = {}
        for verdict in self.verdicts:
            found.setdefault(verdict["node"], []).append(verdict)
        return found

    @cached_property
    def tested_below(self) -> dict[int, list[Part]]:
        """By parent: the verdicts on its drafted children that went to the target."""
        found: dict[int, list[Part]] = {}
        for verdict in self.verdicts:
            node = self.node.get(verdict["node"], {})
            if node.get("role") == "draft" and verdict["decision"] in TESTED:
                found.setdefault(node["parent"], []).append(verdict)
        return found

    @cached_property
    def drafted(self) -> bool:
        """Whether anything was drafted in this iteration."""
        return any(node.get("role") == "draft" for node in self.node.values())

    @cached_property
    def entries(self) -> dict[int, Part]:
        """The entries by id."""
        return {entry["id"]: entry for entry in self.iteration.get("entries") or ()}

    @cached_property
    def _drawn(self) -> Counter[tuple[int, int]]:
        """How often the draft drew a node in a layer: a finished beam is drawn again as itself."""
        return Counter((entry["node"], entry["layer"]) for entry in self.entries.values() if "q" in entry)

    def draws(self, node: int, layer: int | None) -> int:
        """How often the draft drew a node, in that layer of a forest."""
        return self._drawn[node, layer or 0] if self._drawn else self.node[node].get("count", 1)

    def layer(self, *kinds: str, **where: Any) -> Part:
        """The first layer of one of these kinds with these values; an empty one if there is none."""
        for layer in self.layers:
            if layer.get("kind") in kinds and all(layer.get(key) == value for key, value in where.items()):
                return layer
        return {}

    def decided(self, step: Part) -> list[Part]:
        """The verdicts that a step shows."""
        return [self.verdicts[place] for place in step.get("verdicts", ())]

    def fed(self, step: Part) -> bool:
        """Whether the target read anything for a step: p may be known from the iteration before."""
        passes = self.iteration["passes"]
        return any(passes[place]["model"] == "target" for place in step.get("passes", ()))

    def number(self, setting: str, off: float) -> float:
        """A setting that is a number; a trace from elsewhere may hold anything."""
        value = self.settings.get(setting)
        return value if isinstance(value, int | float) else off

    def support(self, verdict: Part) -> int | None:
        """How many tokens, or beams with a token, have a chance under the target after 𝒯; None if not recorded."""
        laws = self.iteration.get("distributions") or ()
        found = (laws[place] for place in verdict.get("distributions", ()) if place < len(laws))
        return next((law["size"] for law in found if law["kind"] in ("p", "p_beam")), None)

    def cut(self, left: int | None = None) -> str:
        """What takes improbable tokens out of p, where `left` of them stay; empty if nothing does."""
        top_k, top_p = self.number("top_k", 0), self.number("top_p", 1)
        if top_k and (top_p >= 1 or left == top_k):
            return "top-k"
        return "top-k and top-p" if top_k else "top-p" if top_p < 1 else ""

    def gram(self, node: int) -> str:
        """The n-gram that a merged node ends, in quotation marks."""
        size, words = max(1, self.number("merge", 1)), list[str]()
        while node in self.node and len(words) < size:
            words.append(self.text(node))
            node = self.parent(node)
        return f"“{' '.join(reversed(words))}”"

    def layer_before(self, verdict: Part) -> int:
        """The last layer that was decided before the one of a verdict."""
        numbers = [layer["layer"] for layer in self.layers if layer.get("kind") == "width"]
        return max((n for n in numbers if n < (verdict.get("layer") or 1 << 30)), default=0)

    def prefix(self, j: int | None) -> Part:
        """The joint test of the first j tokens of a draft (MTAD); an empty one if there is none."""
        prefixes: list[Part] = self.layer("joint").get("prefixes") or []
        return next((prefix for prefix in prefixes if prefix["j"] == j), {})

    def parent(self, node: int) -> int:
        """The parent of a node, −1 if it is not known."""
        return self.node.get(node, {}).get("parent", -1)

    def stays(self, verdict: Part) -> bool:
        """Whether a verdict on an entry is about a finished beam that stays as it is."""
        entry = self.entries.get(verdict.get("entry", -1), {})
        above = self.entries.get(entry.get("parent", -1))
        return above is not None and above["node"] == verdict["node"]

    def text(self, node: int) -> str:
        """A node's token, its spaces as signs."""
        token = self.node[node]["token"]
        return visible(self._texts.get(str(token), f"#{token}"))

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        if node not in self.node:
            return f"node {node}"
        return f"“{self.text(node)}”" if self.node[node]["token"] >= 0 else "the start"
