"""Trace lines → what the stage gets: nodes by column, positions, sentences, measures. See ui/stage.py for the protocol.

Everything a browser would have to compute from a whole trace is made here once, so that stepping costs nothing. The
packed iteration has: `i` index; `n` node fields by column (columns of nothing but null are left out); `lay` positions
(`core` beside it: what is drawn of large and of merged graphs at first); `born` the step at which a node appears;
`path` places of committed nodes; `steps`, `verdicts`, `dists`, `entries`, `layers`, `passes`; `made` what the live
sequences grew by; `beams`; `bar` the timeline's measures; `says` one line of summary; and for the pictures `mask`,
`recurring` and `from` (pictures.py). "Places" are indices into the node columns.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from explorer.energy.parts import stage_header, stage_model
from explorer.stage.graph import build, committed, core, merged_core, tree
from explorer.stage.layout import Spot, place
from explorer.stage.pictures import Pictures
from explorer.traces.bars import measures, rounded, short
from explorer.traces.format import Trace
from explorer.traces.narration import Narrator
from explorer.traces.reading import origins, read_iteration
from explorer.traces.run_words import deciding, rejection

LARGE = 300  # nodes beyond which a graph opens at its committed path and siblings
_FIELDS = ("id", "parent", "token", "depth", "role", "q", "p", "count", "beam", "rank", "leaf", "merge", "origin")
_HEADER = (
    *("method", "title", "view", "paper", "pair", "target", "draft", "settings", "seed", "prompt", "raw", "device"),
    *("dtype", "lossless", "max_new_tokens", "recorded", "eos", "tree_mode", "vocab_size"),
)

Part = dict[str, Any]


def message(content: Part) -> str:
    """A message as JSON that is safe as a component's value and inside a script element."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def open_message(trace: Trace, name: str = "", at: Part | None = None) -> str:
    """The "open" message of a whole trace. `at`: {"it", "phase", "node"}, counted from 1."""
    return message(open_content(trace, name, at))


def open_content(trace: Trace, name: str = "", at: Part | None = None) -> Part:
    """The same before it becomes text (export.py puts it into a page)."""
    feed = Feed(name)
    content = feed.open(trace.header)
    packed = [feed.iteration(one) for one in trace.iterations]
    content.update(iterations=packed, texts=feed.texts, at=at, live=False)
    return content | {"summary": _summary(trace.summary), "incomplete": trace.incomplete}


def append_message(trace: Trace, have: int) -> str:
    """What a stage that has the first `have` iterations of a run still lacks; the answer to its `gap` event."""
    feed = Feed()
    feed.open(trace.header)
    packed = [feed.iteration(one) for one in trace.iterations]
    kind = "append" if trace.summary is None else "finish"
    content = {"type": kind, "iterations": packed[have:], "texts": feed.texts, "summary": _summary(trace.summary)}
    return message(content)


def goto_message(it: int, phase: int | None = None, node: int | None = None) -> str:
    """Step to an iteration and phase, counted from 1; without a phase to the iteration's end."""
    return message({"type": "goto", "at": {"it": it, "phase": phase, "node": node}})


def clear_message(text: str = "") -> str:
    """Show nothing but one sentence."""
    return message({"type": "clear", "text": text})


class Feed:
    """Messages of a run in progress, one for each part that `record` yields."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.texts: dict[str, str] = {}
        self._energy: Part = {}
        self._pictures = Pictures({})

    def message(self, part: Part) -> str:
        """header → open, iteration → append, summary → finish."""
        return self.messages([part])

    def messages(self, parts: Iterable[Part]) -> str:
        """Several parts that came since the last message, as one."""
        content: Part = {"type": "append", "iterations": [], "texts": {}, "name": self.name}
        for part in parts:
            if part["kind"] == "header":
                content = self.open(part) | {"live": True}
            elif part["kind"] == "iteration":
                content["iterations"].append(self.iteration(part))
                content["texts"].update(part.get("texts", {}))
            else:
                kind = "finish" if content["type"] == "append" else content["type"]
                content |= {"type": kind, "summary": _summary(part), "incomplete": None, "live": False}
        return message(content)

    def open(self, header: Part) -> Part:
        """The start of a run: no iterations yet."""
        self.texts.update(header.get("texts", {}))
        kept = {key: header[key] for key in _HEADER if key in header}
        kept["prompt_size"] = len(header.get("prompt_tokens", ()))
        self._energy = header.get("energy", {})
        self._pictures = Pictures(header)
        kept["energy"] = stage_header(self._energy)
        chosen = header.get("settings") or {}
        kept |= {"deciding": deciding(chosen), "rejection": rejection(header.get("method", ""), chosen)}
        content = {"type": "open", "name": self.name, "header": kept, "texts": dict(self.texts)}
        return content | {"iterations": [], "summary": None, "incomplete": None, "at": None}

    def iteration(self, iteration: Part) -> Part:
        """One packed iteration."""
        self.texts.update(iteration.get("texts", {}))
        packed = pack(iteration, self.texts) | self._pictures.add(iteration)
        modelled = stage_model(iteration, self._energy)
        if modelled is not None:
            packed["bar"]["modelled"] = {name: short(value) for name, value in modelled.items()}
        return packed


def pack(iteration: Part, texts: Mapping[str, str]) -> Part:
    """An iteration of a trace as the stage takes it."""
    iteration = read_iteration(iteration)
    graph = build(iteration)
    nodes, path = iteration["nodes"], committed(iteration)
    index = {node["id"]: i for i, node in enumerate(nodes)}
    steps = iteration.get("steps") or [{"phase": "commit", "title": "Iteration", "nodes": list(index)}]
    tell = Narrator(iteration, texts)
    packed = {
        "i": iteration["index"],
        "n": _columns(nodes),
        "lay": _spots(place(graph), index),
        "born": _born(iteration, steps, index),
        "path": [index[node] for node in index if node in path],
        "steps": [_step(step, index, tell) for step in steps],
        "verdicts": [rounded(one) for one in iteration["verdicts"]],
        "dists": [_dist(one, _base(iteration)) for one in iteration.get("distributions", ())],
        "entries": iteration.get("entries", []),
        "layers": [rounded(one) for one in iteration.get("layers", ())],
        "passes": [_pass(one) for one in iteration["passes"]],
        "made": _made(iteration),
        "beams": [_beam(one) for one in iteration.get("final", {}).get("beams", ())],
        "seconds": iteration.get("seconds", 0.0),
        "bar": measures(iteration),
        "says": tell.summary(),
    }
    first = _first_shown(tree(graph), path)
    if len(first) < len(nodes):
        packed["core"] = _spots(place(graph, first), index)
    return packed


def _first_shown(forest: nx.DiGraph, path: set[int]) -> list[int]:
    """The nodes that are drawn before one asks for all: without replicas, and of large graphs only the core."""
    first = merged_core(forest, path)
    return first if len(first) <= LARGE else core(forest, path)


def _columns(nodes: list[Part]) -> dict[str, list[Any]]:
    columns = {field: [short(node.get(field)) for node in nodes] for field in _FIELDS}
    return {field: column for field, column in columns.items() if any(value is not None for value in column)}


def _spots(spots: Mapping[int, Spot], index: Mapping[int, int]) -> Part:
    """Positions by column; `at` are the places they belong to."""
    rows = sorted(spots.values(), key=lambda spot: spot.row)
    return {
        "at": [index[node] for node in spots],
        "col": [spot.column for spot in spots.values()],
        "y": [round(spot.y, 3) for spot in spots.values()],
        "row": [spot.row for spot in spots.values()],
        "cols": 1 + max((spot.column for spot in rows), default=0),
        "rows": 1 + max((spot.y for spot in rows), default=0.0),
    }


def _born(iteration: Part, steps: list[Part], index: Mapping[int, int]) -> list[int]:
    """The first step that shows each node: one that names it, its verdict or a descendant; else the last."""
    born = dict.fromkeys(index, len(steps) - 1)
    for number, step in reversed(list(enumerate(steps))):
        judged = [iteration["verdicts"][i]["node"] for i in step.get("verdicts", ())]
        born.update(dict.fromkeys((n for n in (*step.get("nodes", ()), *judged) if n in born), number))
    for node in reversed(iteration["nodes"]):
        if (parent := node["parent"]) in born:
            born[parent] = min(born[parent], born[node["id"]])
    return list(born.values())


def _step(step: Part, index: Mapping[int, int], tell: Narrator) -> Part:
    return {
        "phase": step["phase"],
        "title": step["title"],
        "nodes": [index[node] for node in step.get("nodes", ()) if node in index],
        "verdicts": list(step.get("verdicts", ())),
        "layer": step.get("layer"),
        "say": tell.step(step),
    }


def _base(iteration: Part) -> int | None:
    """What separates beams in the ids of joint laws (place·base + token), if this iteration has any."""
    return next((layer["base"] for layer in iteration.get("layers", ()) if layer.get("base")), None)


def _dist(dist: Part, base: int | None) -> Part:
    """A distribution with its ids and probabilities apart; joint ids are split into the beam's place and the token."""
    ids = [token for token, _ in dist["top"]]
    packed: Part = {"at": dist["at"], "kind": dist["kind"], "rest": short(dist["rest"]), "size": dist["size"]}
    if base and "_beam" in dist["kind"]:
        packed["beam"] = [one // base for one in ids]
        ids = [one % base if one % base < base - 1 else -2 for one in ids]  # −2: the finished beam itself
    return packed | {"t": ids, "v": [short(prob) for _, prob in dist["top"]]}


def _made(iteration: Part) -> list[list[Any]]:
    """[node, parent, token, origin] of what the live sequences grew by, parents first."""
    path, origin = committed(iteration), origins(iteration)
    grown = (node for node in iteration["nodes"] if node["id"] in path and node.get("role") != "input")
    return [
        [node["id"], node["parent"], node["token"], origin.get(node["id"], node["role"])]
        for node in sorted(grown, key=lambda node: node["depth"])
    ]


def _beam(beam: Part) -> Part:
    size = len(beam.get("tokens", ()))
    return {"node": beam["node"], "logp": short(beam.get("logp")), "done": beam.get("done", False), "size": size}


def _pass(one: Part) -> Part:
    return {
        "model": one["model"],
        "size": len(one.get("nodes", ())),
        "seconds": short(one["seconds"]),
        "kv": one["kv"],
    }


def _summary(part: Part | None) -> Part | None:
    """The summary without the token lists, which the stage already has."""
    if part is None:
        return None
    kept = ("counts", "seconds", "joules", "text")
    window = {key: part.get("energy", {}).get(key) for key in ("seconds", "band", "reason")}
    return {key: part[key] for key in kept if key in part} | {"energy": window}
