"""Turn the lines of a trace into messages for the stage (types in message.py, protocol in explorer/ui/stage.py).

Everything that needs a whole trace is computed here once, so that stepping in the browser is fast: the positions and
states of nodes (explorer/graph), the inspector's panels (panels.py), the pictures (pictures.py) and every sentence
(explorer/story).
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Any

import networkx as nx

from decoders.core import record as trace
from decoders.core.decode import best_of
from decoders.core.record import BeamRecord, Distribution, Entry, Iteration, Node, to_plain
from decoders.core.rules import split_joint
from explorer.energy.parts import stage_header, stage_model
from explorer.graph.fates import Fates, born, often, steps_of
from explorer.graph.graph import build, first_shown, merged_view, tree
from explorer.graph.layout import Spot, extent, place
from explorer.graph.shares import Share, shares_of
from explorer.stage.message import Dist, Head, Layout, Message, Said, Step, Strip, Summary, Verdict
from explorer.stage.panels import Panels, confidence
from explorer.stage.pictures import Pictures
from explorer.stage.repeats import Repeats
from explorer.stage.twins import Finder
from explorer.story import Narrator, Words
from explorer.story.common.copies import most_apart
from explorer.story.common.shares import share_made
from explorer.story.page.pairs import unit_of
from explorer.story.page.whatif import whatif_sentence
from explorer.trace.commits import TARGETS_OWN, committed_nodes
from explorer.trace.format import Trace
from explorer.trace.line_validators import Line as TraceLine
from explorer.trace.lines import Counts, FinalBeam, Header, IterationLine, Window
from explorer.trace.lines import Summary as TraceSummary
from explorer.trace.metrics import MostTelling, measures, origins, replicas, short
from explorer.trace.stopped import stopped

WHOLE = 1e-6  # a distribution is incomplete if its unrecorded tokens have more probability than this in total
UNTESTED = ("not_sent", "pruned", "unused")  # decisions that compare no numbers
ENDED = -2  # in a joint distribution, the token of a finished beam
_FIELDS = ("id", "parent", "token", "depth", "role", "q", "p", "count", "merge", "origin")
_HEADER = ("method", "title", "view", "pair", "seed", "prompt", "tree_mode")

_LEAVES = {"eos": "ends the text", "confidence": "too unlikely to extend"}  # verdicts or the depth show other reasons

Part = dict[str, Any]
Tile = tuple[str, float | str, str, str]


def message(content: Message | Mapping[str, Any]) -> str:
    """A message as JSON that is safe as the value of a component and inside a script element."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def open_message(whole: Trace, name: str = "", at: Part | None = None) -> str:
    """The "open" message of a whole trace. `at` is the step to show: {"it", "phase", "node"}, counted from 1."""
    return message(open_content(whole, name, at))


def open_content(whole: Trace, name: str = "", at: Part | None = None) -> Part:
    """Make the content of the "open" message, before it becomes JSON."""
    feed = Feed(name)
    content = feed.open(whole.header)
    packed = [feed.iteration(line) for line in whole.iterations]
    content.update(iterations=packed, texts=feed.texts, at=at, live=False)
    summary = _summary(whole.summary, feed) or _cut_short(whole, feed.words)
    return content | {"summary": summary, "incomplete": whole.incomplete}


def append_message(whole: Trace, have: int, name: str) -> str:
    """The remaining iterations of a run, for a stage that already has the first `have` iterations.

    This message replies to the stage's `gap` event. `name` is the run's name. A stage that shows another run by then
    ignores the message.
    """
    feed = Feed(name)
    feed.open(whole.header)
    packed = [feed.iteration(line) for line in whole.iterations]
    kind = "append" if whole.summary is None else "finish"
    content = {"type": kind, "name": name, "iterations": packed[have:], "texts": feed.texts}
    return message(content | {"summary": _summary(whole.summary, feed), "incomplete": stopped(whole.summary)})


def clear_message(text: str = "") -> str:
    """The message that replaces a run with one sentence."""
    return message({"type": "clear", "text": text})


class Feed:
    """Makes the messages of a run in progress from the lines that `record` yields."""

    words: Words
    _header: Header
    _pictures: Pictures
    _repeats: Repeats

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.texts: dict[str, str] = {}
        self._telling = MostTelling()
        self.first: IterationLine | None = None

    def messages(self, lines: Iterable[TraceLine]) -> str:
        """Put the lines since the last message into one message. A header becomes "open", an iteration "append", and a
        summary "finish".
        """
        content: Part = {"type": "append", "iterations": [], "texts": {}, "name": self.name}
        for line in lines:
            match line:
                case Header():
                    content = self.open(line) | {"live": True}
                case IterationLine():
                    content["iterations"].append(self.iteration(line))
                    content["texts"].update(line.texts or {})
                case _:
                    kind = "finish" if content["type"] == "append" else content["type"]
                    ended = {"summary": _summary(line, self), "incomplete": stopped(line), "live": False}
                    content |= {"type": kind, **ended, "at": {"it": self._telling.index + 1}}
        return message(content)

    def open(self, header: Header) -> Part:
        """Make the content of a message that starts a run without iterations."""
        self.texts.update(header.texts or {})
        self._header, self._pictures, self.words = header, Pictures(header), Words(header)
        self._repeats = Repeats(header)
        shown: Part = {key: value for key in _HEADER if (value := getattr(header, key)) is not None}
        shown |= {"deciding": self.words.deciding(), "rejection": self.words.rejection()}
        shown |= {"about": self.words.about(), "pair_name": self.words.pair_name(), "unit": unit_of(header.pair)}
        shown["round"] = self.words.round()
        if purpose := self.words.purpose():
            shown["purpose"] = purpose
        if plan := self.words.plan():
            shown["plan"] = plan
        if self.words.q_name != "draft":
            shown["q_name"] = self.words.q_name
        if self.words.copies_text:
            shown["copies_text"] = True
        if notes := self.words.notes():
            shown["draft_notes"] = " ".join(notes)
        if missing := self.words.not_in_draft():
            shown["not_in_draft"] = missing
        if observed := self.words.observed():
            shown["observed"] = " ".join(observed)
        shown["energy"] = stage_header(header.energy)
        if header.whatif is not None:
            shown["whatif"] = whatif_sentence(header, self.texts)
            shown["recorded"] = {"name": header.whatif.of, "at": {"it": header.whatif.iteration + 1}}
        content: Part = {"type": "open", "name": self.name, "header": shown, "texts": dict(self.texts)}
        return content | {"iterations": [], "summary": None, "incomplete": None, "at": None}

    def iteration(self, iteration: IterationLine) -> Part:
        """Pack one iteration as a `message.Packed`."""
        self.first = self.first or iteration
        self.texts.update(iteration.texts or {})
        self._telling.add(iteration)
        packed = pack(iteration, self.words.iteration(iteration, self.texts)) | self._pictures.add(iteration)
        if (found := self._repeats.add(iteration, self.texts)) is not None:
            packed["found"] = found
        modelled = stage_model(iteration, self._header.energy)
        if iteration.not_in_draft:
            packed["lacking"] = list(iteration.not_in_draft)
        if modelled is not None:
            packed["bar"]["modelled"] = {name: short(value) for name, value in modelled.items()}
        return packed


class _Facts:
    """Lookup tables of one iteration."""

    def __init__(self, iteration: Iteration, narrator: Narrator) -> None:
        self.iteration, self.narrator = iteration, narrator
        self.index = {node.id: place for place, node in enumerate(iteration.nodes)}
        self.entries = {entry.id: entry for entry in iteration.entries}
        self.several = sum(node.role == "input" for node in iteration.nodes) > 1
        self._starts: dict[int | None, Sequence[int]] = {}  # by layer; None: the first layer with inputs
        for layer in iteration.layers:
            if inputs := getattr(layer, "inputs", ()):
                self._starts.setdefault(None, inputs)
                self._starts.setdefault(layer.layer, inputs)
        self.layer_of = {dist: verdict.layer for verdict in iteration.verdicts for dist in verdict.distributions}

    def inputs(self, layer: int | None) -> Sequence[int]:
        """The last node of each input beam of a layer, as a place."""
        return self._starts.get(layer, ())

    def parents(self, verdict: trace.Verdict, entry: Entry) -> list[int]:
        """The positions of an entry's parent among the input beams of the entry's layer.

        There are several if the parent has duplicates.
        """
        above = self.entries.get(-1 if entry.parent is None else entry.parent)
        return [
            place for place, node in enumerate(self.inputs(verdict.layer)) if above is not None and node == above.node
        ]


def pack(iteration: Iteration, narrator: Narrator) -> Part:
    """Convert an iteration to the form that the stage needs, without its pictures."""
    graph, nodes, path, facts = (
        build(iteration.nodes),
        iteration.nodes,
        committed_nodes(iteration),
        _Facts(iteration, narrator),
    )
    index = facts.index
    steps = steps_of(iteration)
    shown = born(iteration, steps)
    fates = Fates(iteration, steps, shown)
    seen = next((number for number, step in enumerate(steps) if step.phase == "target"), 0)
    commit = next((number for number, step in enumerate(steps) if step.phase == "commit"), len(steps) - 1)
    packed: Part = {
        "i": iteration.index,
        "says": narrator.summary(),
        "n": _columns(nodes, fates, confidence(iteration), shares_of(iteration, steps, seen)),
        "heads": _heads(iteration, fates),
        "lay": _spots(graph, place(graph), index),
        "born": shown,
        "path": [index[node] for node in index if node in path],
        "steps": [_step(step, facts) for step in steps],
        "seen": seen,
        "commit": commit,
        "verdicts": [_verdict(verdict, facts) for verdict in iteration.verdicts],
        "dists": [_dist(dist, k, facts) for k, dist in enumerate(iteration.distributions)],
        "panels": Panels(iteration, steps, fates, narrator, seen).all(),
        "made": _made(iteration, fates, commit),
        "beams": _beams(iteration.final.beams),
        "seconds": iteration.seconds,
        "bar": asdict(measures(iteration)),
    }
    if fates.joint:
        packed["shares"] = _shares(facts)
    if twins := Finder(iteration, steps, fates, narrator, seen).all():
        packed["twins"] = twins
    copies = replicas(iteration)
    first = first_shown(tree(graph), path, copies)
    if len(first) < len(nodes):
        merged = merged_view(graph, copies) if copies and not copies & set(first) else graph
        packed["core"] = _spots(merged, place(merged, first), index)
    return packed


def _columns(
    nodes: Sequence[Node],
    fates: Fates,
    sure: Mapping[int, float],
    shares: Mapping[int, Sequence[Share]],
) -> dict[str, list[Any]]:
    columns: dict[str, list[Any]] = {field: [short(getattr(node, field)) for node in nodes] for field in _FIELDS}
    columns["sure"] = [short(sure.get(node.id)) for node in nodes]
    columns["q"] = [short(fates.guess(node)) for node in nodes]
    columns["p"] = [short(fates.wanted(node)) for node in nodes]
    columns["about"] = [_about(node) for node in nodes]
    columns["fates"] = [fates.of(place) for place in range(len(nodes))]
    if shares:
        known = (shares.get(node.id, ()) for node in nodes)
        columns["shares"] = [[[each.step, short(each.q), short(each.p)] for each in of] for of in known]
    return {field: column for field, column in columns.items() if any(value is not None for value in column)}


def _heads(iteration: Iteration, fates: Fates) -> tuple[Head, Head]:
    """The names of a node's two numbers q and p: probabilities of the next token, or shares of the total probability of
    all beams.
    """
    if fates.joint:
        return (("q_beam", "draft", "draft’s share"), ("p_beam", "target", "target’s share"))
    several = sum(node.role == "input" for node in iteration.nodes) > 1
    after = " after its parent" if several else ""
    return ("q", f"draft{after}", "draft"), ("p", f"target{after}", "target")


def _about(node: Node) -> str | None:
    """The facts that the inspector shows about a node in addition to its number and depth."""
    words = []
    if node.count > 1:
        words.append(often(node, node.count))
    if node.leaf in _LEAVES:
        words.append(_LEAVES[node.leaf])
    if node.origin not in (None, node.id):
        words.append(f"copy of node {node.origin}")
    return " · ".join(words) or None


def _spots(graph: nx.DiGraph, spots: Mapping[int, Spot], index: Mapping[int, int]) -> Layout:
    """The positions of the drawn nodes. `index` has the place of every node."""
    kind, columns, rows = extent(graph, spots)
    return {
        "kind": kind,
        "at": [index[node] for node in spots],
        "col": [spot.column for spot in spots.values()],
        "y": [round(spot.y, 3) for spot in spots.values()],
        "row": [spot.row for spot in spots.values()],
        "cols": columns,
        "rows": round(rows, 3),
    }


def _step(step: trace.Step, facts: _Facts) -> Step:
    nodes = [facts.index[node] for node in step.nodes if node in facts.index]
    judged = [facts.index[facts.iteration.verdicts[place].node] for place in step.verdicts]
    apart = most_apart(facts.narrator.plain_facts, step.nodes) if step.phase == "target" else None
    about: Any = {} if apart is None else {"about": facts.index[apart.node]}
    return about | {
        "phase": step.phase,
        "title": facts.narrator.title(step),
        "called": facts.narrator.called(step),
        "ahead": facts.narrator.ahead(step),
        "plain": facts.narrator.plain(step),
        "exact": facts.narrator.exact(step),
        "nodes": nodes,
        "now": nodes if step.phase == "select" else judged or nodes,  # a selection step is about the selected nodes
        "verdicts": list(step.verdicts),
        "layer": step.layer,
    }


def _verdict(verdict: trace.Verdict, facts: _Facts) -> Verdict:
    entry = None if verdict.entry is None else facts.entries.get(verdict.entry)
    packed: Part = {
        "place": facts.index[verdict.node],
        "state": verdict.decision,
        "plain": facts.narrator.plain_reason(verdict),
        "exact": facts.narrator.exact_reason(verdict),
        "tiles": _tiles(verdict, facts),
        "dists": list(verdict.distributions),
    }
    numbers = {"layer": verdict.layer, "p": verdict.p, "q": verdict.q, "u": verdict.u, "a": verdict.a}
    packed |= {key: short(value) for key, value in numbers.items() if value is not None}
    if entry is not None:
        mine = facts.parents(verdict, entry)
        packed |= {"slot": entry.slot + 1, "mine": mine, "shares": _shares(facts, len(mine))}
        plain, exact = (share_made(each, verdict) for each in (facts.narrator.plain_facts, facts.narrator.exact_facts))
        packed |= {"made": {"plain": plain, "exact": exact}} if plain and exact else {}
    if verdict.greedy:
        packed["greedy"] = True
    if (strip := _strip(verdict, facts.iteration)) is not None:
        packed["strip"] = strip
    return packed  # pyright: ignore[reportReturnType]


def _strip(verdict: trace.Verdict, iteration: Iteration) -> Strip | None:
    """The picture of how the target's token was sampled. None if there was no random number, or if only a part of the
    distribution was recorded.
    """
    if verdict.decision not in TARGETS_OWN or verdict.draw is None or not verdict.distributions:
        return None
    drawn, dist = iteration.draws[verdict.draw], iteration.distributions[verdict.distributions[0]]
    if drawn.u is None or dist.rest > WHOLE or dist.kind.endswith("_raw"):
        return None
    parts = sorted(dist.top)
    edges = [0.0, *accumulate(value for _, value in parts)]
    own = next((k for k, (each, _) in enumerate(parts) if each == drawn.value), None)
    if own is None or not edges[own] - WHOLE <= drawn.u <= edges[own + 1] + WHOLE:
        return None  # the record contradicts itself
    split = [(None, each) if dist.base is None else split_joint(each, dist.base) for each, _ in parts]
    shown = [
        (ENDED if token is None else token, beam, short(value))
        for (beam, token), (_, value) in zip(split, parts, strict=True)
    ]
    return {"u": short(drawn.u), "of": "r" if dist.kind.startswith("r") else "p", "parts": shown, "own": own}  # pyright: ignore[reportReturnType]


def _shares(facts: _Facts, copies: int = 1) -> Said:
    """Explain the share of one of `copies` identical beams in the total probability of all beams."""
    unit = facts.narrator.plain_facts.unit
    beam = "this beam" if copies < 2 else f"one of {copies} duplicates of this beam"
    return {
        "plain": f"A share is the probability of {beam} together with its next {unit}. "
        f"Over all beams and {unit}s the shares add up to 100%.",
        "exact": f"Joint probabilities of {beam} with its next token. "
        "Each distribution sums to 1 over all beams and tokens.",
    }


def _tiles(verdict: trace.Verdict, facts: _Facts) -> list[Tile]:
    """The numbers of a decision, each with its symbol, value, explanation, and name in the plain voice. Empty for a
    decision without a test, because its node already shows the numbers.
    """
    if verdict.decision in UNTESTED and verdict.entry is None and verdict.p != 0:
        return []
    joint = verdict.entry is not None
    greedy, against, used = verdict.greedy, facts.narrator.against(verdict), verdict.p_used
    q, p = verdict.q, verdict.p
    tiles: list[tuple[str, float | None, str, str]] = []
    if joint:
        whose = facts.narrator.whose(verdict)
        tiles += [
            ("q_beam", q, "draft", "draft’s share"),
            ("p_beam", p, whose, "target’s share"),
        ]
    else:
        after = " after its beam" if facts.several else ""
        tiles.append(("q", q, f"draft{after}", "draft"))
        if greedy:
            tiles.append(("p", p, "before warping 𝒯", "target before the sampling settings"))
        else:
            tiles.append(("p", p, facts.narrator.whose(verdict), facts.narrator.whose(verdict)))
    if verdict.decision == "residual":
        tiles.append(("p′", used, "residual", "leftover target probability"))
    elif against not in (None, "p") and not greedy:
        tiles.append((str(against), used, "as used", "target as used in this test"))
    return [(name, short(value), exact, plain) for name, value, exact, plain in tiles if value is not None]


def _dist(dist: Distribution, place: int, facts: _Facts) -> Dist:
    """A distribution with separate lists of ids and probabilities; joint ids are split into beam and token."""
    ids, kind = [token for token, _ in dist.top], dist.kind
    packed: Part = {"at": dist.at, "series": kind[0], "raw": kind.endswith("_raw")}
    packed |= {"rest": short(dist.rest), "size": dist.size}
    if dist.base is not None:
        parts = [split_joint(each, dist.base) for each in ids]
        packed |= {
            "beam": [beam for beam, _ in parts],
            "ends": list(facts.inputs(facts.layer_of[place])) if place in facts.layer_of else [],
        }
        ids = [ENDED if token is None else token for _, token in parts]
    return packed | {"t": ids, "v": [short(prob) for _, prob in dist.top]}  # pyright: ignore[reportReturnType]


def _made(iteration: Iteration, fates: Fates, commit: int) -> list[tuple[int, int, int, str, int]]:
    """The tokens that an iteration added to the active sequences, parents first."""
    path, origin = committed_nodes(iteration), origins(iteration)
    grown = (node for node in iteration.nodes if node.id in path and node.role != "input")
    rows = []
    for node in sorted(grown, key=lambda node: node.depth):
        made = fates.made_at(node.id)
        come = origin.get(node.id, node.role)
        rows.append((node.id, node.parent, node.token, come, commit if made is None else made))
    return rows


def _beams(beams: Sequence[BeamRecord]) -> list[Part]:
    best = best_of(beams).node if beams else None
    return [
        {
            "node": beam.node,
            "logp": short(beam.logp),
            "mean": short(beam.logp / max(1, len(beam.tokens))),
            "size": len(beam.tokens),
            "done": beam.done,
            "best": beam.node == best,
        }
        for beam in beams
    ]


def _summary(summary: TraceSummary | None, feed: Feed) -> Summary | None:
    """The summary without its token lists, because the stage already has the tokens."""
    if summary is None:
        return None
    energy = summary.energy or Window()
    window = {"seconds": energy.seconds, "band": energy.band, "reason": energy.reason}
    numbers = {"counts": asdict(summary.counts), "seconds": to_plain(summary.seconds)}
    numbers |= {"joules": summary.joules, "text": summary.text}
    worth = _worth(feed.words, summary.counts, summary.beams or (), stopped(summary) is None, feed.first)
    return worth | numbers | {"energy": window}  # pyright: ignore[reportReturnType]


def _cut_short(whole: Trace, words: Words) -> Summary | None:
    """Make a summary from the existing iterations, for a run that was cut short and has no summary line."""
    if not whole.iterations:
        return None
    passes = sum(each.model == "target" for line in whole.iterations for each in line.passes)
    counts = Counts(emitted=sum(measures(line).emitted for line in whole.iterations), target_passes=passes)
    worth = _worth(words, counts, (), False)
    return worth | {"energy": dict.fromkeys(("seconds", "band", "reason"))}  # pyright: ignore[reportReturnType]


def _worth(
    words: Words, counts: Counts, beams: Sequence[FinalBeam], done: bool, first: IterationLine | None = None
) -> Part:
    if counts.emitted is None or counts.target_passes is None:
        return {"worth": "", "card": []}
    return {"worth": words.worth(counts, beams, done), "card": words.card(counts, beams, first)}
