"""One iteration of a trace, with what the sentences look up in it more than once. Only reads."""

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

    def layer(self, *kinds: str, **where: Any) -> Part:
        """The first layer of one of these kinds with these values; an empty one if there is none."""
        for layer in self.layers:
            if layer.get("kind") in kinds and all(layer.get(key) == value for key, value in where.items()):
                return layer
        return {}

    def parent(self, node: int) -> int:
        """The parent of a node, −1 if it is not known."""
        return self.node.get(node, {}).get("parent", -1)

    def stays(self, verdict: Part) -> bool:
        """Whether a verdict on an entry is about a finished beam that stays as it is."""
        entry = self.entries.get(verdict.get("entry", -1), {})
        above = self.entries.get(entry.get("parent", -1))
        return above is not None and above["node"] == verdict["node"]

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        if node not in self.node:
            return f"node {node}"
        token = self.node[node]["token"]
        return f"“{visible(self._texts.get(str(token), f'#{token}'))}”" if token >= 0 else "the start"
