"""Trace lines → messages to the stage (message.py has their shapes, ui/stage.py the protocol).

Everything a browser would have to compute from a whole trace is made here once, so that stepping costs nothing: where
nodes stand and what becomes of them (explorer/graph), what the inspector shows (panels.py), the pictures
(pictures.py), and every sentence (traces/words).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from decoders.core.rules import split_joint
from explorer.energy.parts import stage_header, stage_model
from explorer.graph.fates import Fates, born, often, steps_of
from explorer.graph.graph import build, first_shown, tree
from explorer.graph.layout import Spot, place
from explorer.stage.message import Dist, Layout, Message, Step, Summary, Verdict
from explorer.stage.panels import Panels
from explorer.stage.pictures import Pictures
from explorer.story import Told, Words
from explorer.story.draft import notes
from explorer.story.whatif import whatif_sentence
from explorer.trace.format import Trace
from explorer.trace.metrics import MostTelling, best_beam, committed, measures, origins, replicas, short
from explorer.trace.stopped import stopped

ENDED = -2  # in a joint law, in place of a token: the finished beam itself
_FIELDS = ("id", "parent", "token", "depth", "role", "q", "p", "count", "merge", "origin")
_HEADER = ("method", "title", "view", "pair", "seed", "prompt", "tree_mode")

Part = dict[str, Any]


def message(content: Message | Mapping[str, Any]) -> str:
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
    packed = [feed.iteration(line) for line in trace.iterations]
    content.update(iterations=packed, texts=feed.texts, at=at, live=False)
    ended = _summary(trace.summary, feed) or _cut_short(trace, feed.words)
    return content | {"summary": ended, "incomplete": trace.incomplete}


def append_message(trace: Trace, have: int, name: str) -> str:
    """What a stage that has the first `have` iterations of a run still lacks; the answer to its `gap` event.

    `name` is the run's: a stage that shows another one by now leaves the message.
    """
    feed = Feed(name)
    feed.open(trace.header)
    packed = [feed.iteration(line) for line in trace.iterations]
    kind = "append" if trace.summary is None else "finish"
    content = {"type": kind, "name": name, "iterations": packed[have:], "texts": feed.texts}
    return message(content | {"summary": _summary(trace.summary, feed), "incomplete": stopped(trace.summary)})


def clear_message(text: str = "") -> str:
    """Show nothing but one sentence."""
    return message({"type": "clear", "text": text})


class Feed:
    """Messages of a run in progress, made of the parts that `record` yields."""

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.texts: dict[str, str] = {}
        self._energy: Part = {}
        self._pictures = Pictures({})
        self._telling = MostTelling()
        self.words = Words({})
        self.first: Part | None = None  # iteration

    def messages(self, parts: Iterable[Part]) -> str:
        """The parts that came since the last message, as one: header → open, iteration → append, summary → finish."""
        content: Part = {"type": "append", "iterations": [], "texts": {}, "name": self.name}
        for part in parts:
            if part["kind"] == "header":
                content = self.open(part) | {"live": True}
            elif part["kind"] == "iteration":
                content["iterations"].append(self.iteration(part))
                content["texts"].update(part.get("texts", {}))
            else:
                kind = "finish" if content["type"] == "append" else content["type"]
                content |= {"type": kind, "summary": _summary(part, self), "incomplete": stopped(part), "live": False}
                content["at"] = {"it": self._telling.index + 1}
        return message(content)

    def open(self, header: Part) -> Part:
        """The start of a run: no iterations yet."""
        self.texts.update(header.get("texts", {}))
        self._energy = header.get("energy", {})
        self._pictures, self.words = Pictures(header), Words(header)
        kept: Part = {key: header[key] for key in _HEADER if key in header}
        kept |= {"deciding": self.words.deciding(), "rejection": self.words.rejection()}
        kept |= {"about": self.words.about(), "pair_name": self.words.pair_name()}
        kept["round"] = self.words.round()
        if known := notes(header):
            kept["draft_notes"] = " ".join(known)
        kept["energy"] = stage_header(self._energy)
        if "whatif" in header:
            about = header["whatif"]
            kept["whatif"] = whatif_sentence(header, self.texts)
            kept["recorded"] = {"name": about["of"], "at": {"it": about["iteration"] + 1}}
        content: Part = {"type": "open", "name": self.name, "header": kept, "texts": dict(self.texts)}
        return content | {"iterations": [], "summary": None, "incomplete": None, "at": None}

    def iteration(self, iteration: Part) -> Part:
        """One packed iteration: a `message.Packed`."""
        self.first = self.first or iteration
        self.texts.update(iteration.get("texts", {}))
        self._telling.add(iteration)
        packed = pack(iteration, self.words.iteration(iteration, self.texts)) | self._pictures.add(iteration)
        modelled = stage_model(iteration, self._energy)
        if modelled is not None:
            packed["bar"]["modelled"] = {name: short(value) for name, value in modelled.items()}
        return packed


class _Facts:
    """What is looked up of an iteration more than once."""

    def __init__(self, iteration: Part, told: Told) -> None:
        self.iteration, self.told = iteration, told
        self.index = {node["id"]: place for place, node in enumerate(iteration["nodes"])}
        self.entries: dict[int, Part] = {entry["id"]: entry for entry in iteration.get("entries") or ()}
        self.several = sum(node.get("role") == "input" for node in iteration["nodes"]) > 1
        self._starts: dict[int | None, Sequence[int]] = {}  # by layer, and the first of all
        for layer in iteration.get("layers") or ():
            if layer.get("inputs"):
                self._starts.setdefault(None, layer["inputs"])
                self._starts.setdefault(layer.get("layer"), layer["inputs"])
        self.layer_of = {
            dist: verdict.get("layer") for verdict in iteration["verdicts"] for dist in verdict.get("distributions", ())
        }

    def inputs(self, layer: int | None) -> Sequence[int]:
        """The nodes of the beams that a layer of joint laws starts from, by place."""
        return self._starts.get(layer, ())

    def parents(self, verdict: Part, entry: Part) -> list[int]:
        """The places of an entry's parent among the input beams of its layer: several if the parent has copies."""
        above = self.entries.get(entry.get("parent", -1), {}).get("node")
        return [place for place, node in enumerate(self.inputs(verdict.get("layer"))) if node == above]


def pack(iteration: Part, told: Told) -> Part:
    """An iteration of a trace as the stage takes it, but for its pictures."""
    graph, nodes, path, facts = build(iteration), iteration["nodes"], committed(iteration), _Facts(iteration, told)
    index = facts.index
    steps = steps_of(iteration)
    shown = born(iteration, steps)
    fates = Fates(iteration, steps, shown)
    seen = next((number for number, step in enumerate(steps) if step["phase"] == "target"), 0)
    commit = next((number for number, step in enumerate(steps) if step["phase"] == "commit"), len(steps) - 1)
    packed: Part = {
        "i": iteration["index"],
        "says": told.summary(),
        "n": _columns(nodes, fates, told),
        "heads": _heads(iteration, fates),
        "lay": _spots(place(graph), index),
        "born": shown,
        "path": [index[node] for node in index if node in path],
        "steps": [_step(step, facts) for step in steps],
        "seen": seen,
        "commit": commit,
        "verdicts": [_verdict(verdict, facts) for verdict in iteration["verdicts"]],
        "dists": [_dist(dist, k, facts) for k, dist in enumerate(iteration.get("distributions") or ())],
        "panels": Panels(iteration, steps, fates, told, seen).all(),
        "made": _made(iteration, fates, commit),
        "beams": _beams(iteration.get("final", {}).get("beams", ())),
        "seconds": iteration.get("seconds", 0.0),
        "bar": measures(iteration),
    }
    first = first_shown(tree(graph), path, replicas(iteration))
    if len(first) < len(nodes):
        packed["core"] = _spots(place(graph, first), index)
    return packed


def _columns(nodes: list[Part], fates: Fates, told: Told) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {field: [short(node.get(field)) for node in nodes] for field in _FIELDS}
    columns["q"] = [short(fates.guess(node)) for node in nodes]
    columns["p"] = [short(fates.wanted(node)) for node in nodes]
    columns["copied"] = [told.copied(node) if node.get("origin") not in (None, node["id"]) else None for node in nodes]
    columns["about"] = [_about(node) for node in nodes]
    columns["fates"] = [fates.of(place) for place in range(len(nodes))]
    return {field: column for field, column in columns.items() if any(value is not None for value in column)}


def _heads(iteration: Part, fates: Fates) -> tuple[tuple[str, str], tuple[str, str]]:
    """What q and p of a node are called, and what they are: after its parent, or its share of all beams."""
    if fates.joint:
        return ("q_beam", "draft, share of all beams"), ("p_beam", "target, share of all beams")
    several = sum(node.get("role") == "input" for node in iteration["nodes"]) > 1
    after = ", after its parent" if several else ""
    return ("q", f"draft{after}"), ("p", f"target{after}")


def _about(node: Part) -> str | None:
    """What the head of the inspector says of a node besides its number and depth."""
    words = []
    if (count := node.get("count", 1)) > 1:
        words.append(often(node, count))
    if node.get("leaf") in ("eos", "confidence"):  # all else is a verdict, or the depth itself
        words.append(f"leaf: {node['leaf']}")
    if node.get("origin") not in (None, node["id"]):
        words.append(f"copy of node {node['origin']}")
    return " · ".join(words) or None


def _spots(spots: Mapping[int, Spot], index: Mapping[int, int]) -> Layout:
    """Positions by column; `at` are the places they belong to."""
    return {
        "at": [index[node] for node in spots],
        "col": [spot.column for spot in spots.values()],
        "y": [round(spot.y, 3) for spot in spots.values()],
        "row": [spot.row for spot in spots.values()],
        "cols": 1 + max((spot.column for spot in spots.values()), default=0),
        "rows": round(1 + max((spot.y for spot in spots.values()), default=0.0), 3),
    }


def _step(step: Part, facts: _Facts) -> Step:
    nodes = [facts.index[node] for node in step.get("nodes", ()) if node in facts.index]
    judged = [facts.index[facts.iteration["verdicts"][place]["node"]] for place in step.get("verdicts", ())]
    return {
        "phase": step["phase"],
        "title": facts.told.title(step),
        "called": facts.told.called(step),
        "ahead": facts.told.ahead(step),
        "plain": facts.told.plain(step),
        "exact": facts.told.exact(step),
        "nodes": nodes,
        "now": nodes if step["phase"] == "select" else judged or nodes,  # a choice is about what is chosen
        "verdicts": list(step.get("verdicts", ())),
        "layer": step.get("layer"),
    }


def _verdict(verdict: Part, facts: _Facts) -> Verdict:
    entry = facts.entries.get(verdict.get("entry", -1))
    packed: Part = {
        "place": facts.index[verdict["node"]],
        "state": verdict["decision"],
        "plain": facts.told.plain_reason(verdict),
        "exact": facts.told.exact_reason(verdict),
        "tiles": _tiles(verdict, facts),
        "dists": list(verdict.get("distributions", ())),
    }
    packed |= {key: short(verdict[key]) for key in ("layer", "p", "q", "u", "a") if verdict.get(key) is not None}
    if entry is not None:
        mine = facts.parents(verdict, entry)
        packed |= {"slot": entry["slot"] + 1, "mine": mine, "shares": _shares(len(mine))}
    return packed  # pyright: ignore[reportReturnType]


def _shares(copies: int) -> str:
    """What the numbers of a decision about one beam are shares of."""
    whose = f"one of {copies} copies of its beam, with this token" if copies > 1 else "this beam with this token"
    return f"Shares of {whose}; over all beams and tokens each law sums to 1."


def _tiles(verdict: Part, facts: _Facts) -> list[tuple[str, float | str, str]]:
    """The numbers of a decision: name, value, and what it is."""
    joint = "_beam" if verdict.get("entry") is not None else ""  # of one beam with one token
    greedy, against, used = verdict.get("greedy", False), facts.told.against(verdict), verdict.get("p_used")
    q, p = verdict.get("q"), verdict.get("p")
    given = "draft, share of all beams" if joint else "draft, after its beam" if facts.several else "draft"
    whose = "before warping" if greedy else facts.told.whose(verdict)
    tiles = [(f"q{joint}", q, given), (f"p{joint}", p, f"{whose}, share of all beams" if joint else whose)]
    if verdict["decision"] == "residual":
        tiles.append(("p′", used, "residual"))
    elif against not in (None, "p") and not greedy:
        tiles.append((str(against), used, "as used"))
    base = p if used is None else used
    if against and not greedy and q and base is not None:
        tiles.append(("p/(ρq)" if against == "p/ρ" else f"{against}/q", base / q, "ratio"))
    return [(name, short(value), what) for name, value, what in tiles if value is not None]


def _dist(dist: Part, place: int, facts: _Facts) -> Dist:
    """A distribution with its ids and probabilities apart; joint ids are split into the beam's place and the token."""
    ids, kind = [token for token, _ in dist["top"]], dist["kind"]
    packed: Part = {"at": dist["at"], "series": kind[0], "raw": kind.endswith("_raw")}
    packed |= {"rest": short(dist["rest"]), "size": dist["size"]}
    if base := dist.get("base"):
        parts = [split_joint(one, base) for one in ids]
        packed |= {
            "beam": [beam for beam, _ in parts],
            "ends": list(facts.inputs(facts.layer_of[place])) if place in facts.layer_of else [],
        }
        ids = [ENDED if token is None else token for _, token in parts]
    return packed | {"t": ids, "v": [short(prob) for _, prob in dist["top"]]}  # pyright: ignore[reportReturnType]


def _made(iteration: Part, fates: Fates, commit: int) -> list[tuple[int, int, int, str, int]]:
    """What the live sequences grew by, parents first."""
    path, origin = committed(iteration), origins(iteration)
    grown = (node for node in iteration["nodes"] if node["id"] in path and node.get("role") != "input")
    rows = []
    for node in sorted(grown, key=lambda node: node["depth"]):
        made = fates.made_at(node["id"])
        come = origin.get(node["id"], node["role"])
        rows.append((node["id"], node["parent"], node["token"], come, commit if made is None else made))
    return rows


def _beams(beams: Sequence[Part]) -> list[Part]:
    best = best_beam(beams)["node"] if beams else None
    return [
        {
            "node": beam["node"],
            "logp": short(beam.get("logp")),
            "mean": None if beam.get("logp") is None else short(beam["logp"] / max(1, len(beam.get("tokens", ())))),
            "size": len(beam.get("tokens", ())),
            "done": beam.get("done", False),
            "best": beam["node"] == best,
        }
        for beam in beams
    ]


def _summary(part: Part | None, feed: Feed) -> Summary | None:
    """The summary without the token lists, which the stage already has; old traces may have no counts."""
    if part is None:
        return None
    window = {key: part.get("energy", {}).get(key) for key in ("seconds", "band", "reason")}
    kept = {key: part[key] for key in ("counts", "seconds", "joules", "text") if key in part}
    counted = {name: count for name, count in (part.get("counts") or {}).items() if count is not None}
    done = stopped(part) is None
    worth = _worth(feed.words, counted, part.get("beams") or (), done, feed.first)
    return worth | kept | {"energy": window}  # pyright: ignore[reportReturnType]


def _cut_short(trace: Trace, words: Words) -> Summary | None:
    """What a run without a summary was worth as far as it came."""
    if not trace.iterations:
        return None
    passes = sum(made["model"] == "target" for one in trace.iterations for made in one["passes"])
    counts = {"emitted": sum(measures(one)["emitted"] for one in trace.iterations), "target_passes": passes}
    worth = _worth(words, counts, (), False)
    return worth | {"energy": dict.fromkeys(("seconds", "band", "reason"))}  # pyright: ignore[reportReturnType]


def _worth(words: Words, counts: Part, beams: Sequence[Part], done: bool, first: Part | None = None) -> Part:
    if not {"emitted", "target_passes"} <= counts.keys():
        return {"worth": "", "card": []}
    return {"worth": words.worth(counts, beams, done), "card": words.card(counts, beams, first)}
