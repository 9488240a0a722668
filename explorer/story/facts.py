"""One iteration of a trace, with what the sentences look up in it more than once. Only reads."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from decoders.core.record import Iteration, Step, Verdict
from explorer.story import iteration_facts
from explorer.story.common.steps import STEPS
from explorer.story.numbers import plural, said, visible
from explorer.story.pairs import unit_of
from explorer.story.registry import story_of
from explorer.story.special_steps import SPECIAL
from explorer.story.story import StepWording
from explorer.story.wording import EXACT, PLAIN
from explorer.trace.format import record_of

Part = Mapping[str, Any]
TESTED = ("accepted", "rejected", "unused", "dropped")  # what became of drafts that the target was given


class _Turn(NamedTuple):
    """What a verdict on an entry finds in its layer: which test it is, accepted ones with it, rejections before it."""

    turn: int = 0
    accepted: int = 0
    since: int = 0  # rejections since the last acceptance
    rejected: bool = False  # whether there was any


class Facts:
    """An iteration (a line of the trace), its header, and the texts of token ids as strings.

    With `signs` spaces are written as signs; without them tokens are as one would say them.
    """

    def __init__(self, header: Part, iteration: Part, texts: Mapping[str, str], signs: bool = True) -> None:
        self.header, self._signs = header, signs
        self.method: str = header.get("method", "")
        self.view: str = header.get("view", "")
        self.settings: Part = header.get("settings") or {}
        self.unit = unit_of(str(header.get("pair", "")))
        self.iteration = iteration
        self.verdicts: list[Part] = iteration["verdicts"]
        self.layers: list[Part] = iteration.get("layers") or []
        self._laws: Sequence[Part] = iteration.get("distributions") or ()
        self._texts = texts
        self._record: Iteration | None = None

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
    def tests(self) -> dict[int, int]:
        """The numbers of the steps that verify, from 1, by the step's identity."""
        steps = self.iteration.get("steps") or ()
        return {id(step): number for number, step in enumerate((s for s in steps if s["phase"] == "verify"), 1)}

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

    def guess(self, node: int, layer: int | None) -> float | None:
        """The chance that the draft drew a node with: in a forest its share of all beams, which its test uses too."""
        share = self._shares.get((node, layer or 0)) if self.layer("width") else None
        return self.node[node].get("q") if share is None else share

    @cached_property
    def _shares(self) -> dict[tuple[int, int], float]:
        """By node and layer: the chance of one beam with this token among all beams and tokens, after 𝒯."""
        return {(entry["node"], entry["layer"]): entry["q"] for entry in self.entries.values() if "q" in entry}

    def first_share(self, verdict: Part) -> float | None:
        """The share that a draft was drawn with, where its test has another, as some parents were not accepted."""
        drawn = self.entries.get(verdict.get("entry", -1), {}).get("q")
        same = drawn is None or verdict.get("q") is None or math.isclose(drawn, verdict["q"], rel_tol=1e-6)
        return None if same else drawn

    def layer(self, *kinds: str, **where: Any) -> Part:
        """The first layer of one of these kinds with these values; an empty one if there is none."""
        (key, value), *others = where.items() or ((None, None),)
        if others:
            raise TypeError("at most one value can be asked for")
        known = (self._layers_by[kind, key, value] for kind in kinds if (kind, key, value) in self._layers_by)
        return min(known, default=(0, {}), key=lambda placed: placed[0])[1]

    @cached_property
    def _layers_by(self) -> dict[tuple[Any, str | None, Any], tuple[int, Part]]:
        """The first layer of each kind, of each kind and level, and of each kind and node, with its place."""
        found: dict[tuple[Any, str | None, Any], tuple[int, Part]] = {}
        for place, layer in enumerate(self.layers):
            for key in (None, "layer", "node"):
                value = None if key is None else layer.get(key)
                if value is None or isinstance(value, int):  # a layer of an unknown kind may hold anything
                    found.setdefault((layer.get("kind"), key, value), (place, layer))
        return found

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
        beams = verdict.get("entry") is not None
        same = verdict.get("layer") if beams else self.parent(verdict["node"])
        own = self._first_support((verdict,), beams)
        return self._supports[beams].get(same) if own is None else own

    def _first_support(self, verdicts: Iterable[Part], beams: bool) -> int | None:
        """How many ids the first distribution of the target has that these verdicts name."""
        laws, kind = self._laws, "p_beam" if beams else "p"
        places = (place for verdict in verdicts for place in verdict.get("distributions", ()) if place < len(laws))
        return next((laws[place]["size"] for place in places if laws[place]["kind"] == kind), None)

    @cached_property
    def _supports(self) -> dict[bool, dict[int | None, int | None]]:
        """The same of all verdicts of a layer (True, of entries) and below a node (False), each found once."""
        found: dict[bool, dict[int | None, int | None]] = {True: {}, False: {}}
        for layer, verdicts in self._in_layer.items():
            found[True][layer] = self._first_support(verdicts, True)
        for node, verdicts in self.tested_below.items():
            found[False][node] = self._first_support(verdicts, False)
        return found

    @cached_property
    def _in_layer(self) -> dict[int | None, list[Part]]:
        """The verdicts on entries, by layer."""
        found = defaultdict[int | None, list[Part]](list)
        for verdict in self.verdicts:
            if verdict.get("entry") is not None:
                found[verdict.get("layer")].append(verdict)
        return found

    def kept_until(self, verdict: Part) -> int:
        """How many entries of its layer were accepted up to a verdict, itself included."""
        return self._turns.get(id(verdict), _Turn()).accepted

    def rejected_since(self, verdict: Part) -> tuple[int, bool]:
        """How many entries of its layer were rejected since the last acceptance before a verdict, and whether that
        acceptance came right before it and after a rejection: from there the full chance counts again.
        """
        turn = self._turns.get(id(verdict), _Turn())
        return turn.since, turn.since == 0 and turn.rejected

    def turn(self, verdict: Part) -> int:
        """Which of its layer's entries a verdict tests, counted from 1: orphans have no turn."""
        return self._turns.get(id(verdict), _Turn()).turn

    @cached_property
    def _turns(self) -> dict[int, "_Turn"]:
        """What came before every verdict of this iteration on an entry, within its layer."""
        found: dict[int, _Turn] = {}
        for verdicts in self._in_layer.values():
            accepted = tested = since = 0
            for verdict in verdicts:
                decision = verdict["decision"]
                kept, dropped = decision == "accepted", decision == "rejected"
                before = (since, tested > accepted) if kept or dropped else (0, False)
                accepted, tested = accepted + kept, tested + (kept or dropped)
                found[id(verdict)] = _Turn(tested if kept or dropped else 0, accepted, *before)
                since = 0 if kept else since + dropped
        return found

    def tries(self, verdict: Part) -> int:
        """How many drafts are tested one after the other where this one stands; 0 if that is not how it is tested."""
        if verdict.get("entry") is not None:
            return self.layer("width", layer=verdict.get("layer")).get("candidates") or 0
        return len(self.layer("tries", "k_seq", node=self.parent(verdict["node"])).get("tries", ()))

    def guesses(self, count: int) -> str:
        """So many drafts, as a first reader calls them."""
        return plural(count, "guess")

    def cut(self, left: int | None = None) -> str:
        """What takes improbable tokens out of p, where `left` of them stay; empty if nothing does."""
        top_k, top_p = self.number("top_k", 0), self.number("top_p", 1)
        if top_k and (top_p >= 1 or left == top_k):
            return "top-k"
        return "top-k and top-p" if top_k else "top-p" if top_p < 1 else ""

    def gram(self, node: int) -> str:
        """The n-gram that a merged node ends, in quotation marks."""
        line = self._line(node)
        if self._signs:
            return f"“{' '.join(map(self.text, line))}”"
        raw = [self._raw(each) for each in line]
        if any(not text.strip() for text in raw):  # a space or a line end is one of the n tokens
            return f"“{visible(''.join(raw))}”"
        return self.phrase(line)

    def above(self, node: int) -> str:
        """Where the n-gram that a merged node repeats stands: behind which word."""
        target = self.node[node].get("merge")
        line = self._line(target) if target is not None else []
        before = self.node.get(self.parent(line[0]), {}) if line else {}
        return f"after {self.word(before['id'])}" if before.get("role") == "draft" else "above"

    def unmerged(self, level: int) -> list[int]:
        """The nodes of a level of the draft that end an n-gram drafted before and are not merged all the same (GSD)."""
        size, drafted = int(self.number("merge", 1)), set[int]()
        for step in self.iteration["steps"]:
            if step["phase"] == "draft" and step.get("layer") == level:
                drafted.update(step.get("nodes", ()))
        again = {
            node
            for found in self.layer("graph").get("recurring", ())
            if len(found["gram"]) == size
            for node in found["nodes"][1:]
        }
        merged = {verdict["node"] for verdict in self.verdicts if verdict["decision"] == "merged"}
        return sorted((drafted & again) - merged)

    def _line(self, node: int) -> list[int]:
        """The last τ nodes down to this one."""
        size, line = max(1, int(self.number("merge", 1))), list[int]()
        while node in self.node and len(line) < size:
            line.append(node)
            node = self.parent(node)
        return line[::-1]

    def ends_there(self, node: int) -> bool:
        """Whether nothing follows what a merged node repeats, as the draft did not go on there either (GSD)."""
        target = self.node[node].get("merge", -1)
        return any(verdict["decision"] == "pruned" for verdict in self.by_node.get(target, ()))

    def ends(self) -> list[tuple[list[int], float, int]]:
        """The beams of a block: their nodes, the product of the chances they were grown by, and copies; best first."""
        last = max((entry["layer"] for entry in self.entries.values()), default=0)
        copies = Counter(entry["node"] for entry in self.entries.values() if entry["layer"] == last)
        found = list[tuple[list[int], float, int]]()
        for end, count in copies.items():
            line, node = list[int](), end
            while self.node.get(node, {}).get("role", "input") != "input":
                line.append(node)
                node = self.parent(node)
            found.append((line[::-1], math.prod(self._grown_by(each) for each in line), count))
        return sorted(found, key=lambda beam: -beam[1])

    def _grown_by(self, node: int) -> float:
        """The chance that a beam grew by this node: the draft's, or the target's where nothing is drafted."""
        return self.node[node].get("q" if self.drafted else "p") or 0.0

    def weights(self) -> dict[int, float]:
        """What share of the draft's first draws falls below each input beam; empty if not all of it was recorded."""
        first = self.layer("width", layer=1)
        laws = self._laws
        places = [place for each in self._in_layer[1] for place in each.get("distributions", ()) if place < len(laws)]
        law = next((laws[place] for place in places if laws[place]["kind"] == "q_beam"), None)
        if law is None or law["rest"] > 1e-6 or not first.get("inputs") or not law.get("base"):
            return {}
        found = dict[int, float]()
        for joint, mass in law["top"]:
            node = first["inputs"][joint // law["base"]]
            found[node] = found.get(node, 0.0) + mass
        return found

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

    def spoken(self) -> "Facts":
        """The same with tokens as one would say them."""
        made = Facts(self.header, self.iteration, self._texts, signs=False)
        made._record = self._record
        return made

    @cached_property
    def typed(self) -> "iteration_facts.Facts":
        """The same over records, in the voice whose signs these are."""
        if self._record is None:
            self._record = record_of({"draws": [], "final": {}, **self.iteration, "kind": "iteration"})
        voice = EXACT if self._signs else PLAIN
        return iteration_facts.Facts(self.header, self._record, self._texts, voice, self)

    def why(self, facts: "iteration_facts.Facts", verdict: Verdict) -> str:
        """Why a decision fell, from the story or the old tables."""
        from explorer.story.plain_verdicts import clause
        from explorer.story.reasons import reason

        old = self.verdicts[next(k for k, each in enumerate(facts.verdicts) if each is verdict)]
        return reason(self, old) if facts.voice is EXACT else clause(self, old)

    def following(self, facts: "iteration_facts.Facts") -> str:
        """What comes after the start of this round."""
        from explorer.story.round import following

        return following(self)

    def step_story(self, step: Part) -> "tuple[StepWording, Step] | None":
        """The words of the method's story for a step's phase, and the step as a record; None where there are none."""
        story = story_of(self.method)
        own = dict(SPECIAL.get(self.method, {})) | (dict(story.steps) if story else {})
        wording = own.get(step["phase"], STEPS.get(step["phase"]))
        if wording is None:
            return None
        place = next(place for place, each in enumerate(self.iteration.get("steps") or ()) if each is step)
        return wording, self.typed.iteration.steps[place]

    def from_story(self, verdict: Part) -> str | None:
        """Why a decision fell as it did, in the words of the method's story; None where there is none."""
        story = story_of(self.method)
        wording = None if story is None else story.reasons.get(verdict["rule"])
        if wording is None:
            return None
        place = next((place for place, each in enumerate(self.verdicts) if each is verdict), None)
        if place is None:
            return None
        return wording.say(self.typed, self.typed.verdicts[place])

    def _raw(self, node: int) -> str:
        token = self.node[node]["token"]
        return self._texts.get(str(token), f"#{token}")

    def text(self, node: int) -> str:
        """A node's token."""
        raw = self._raw(node)
        return visible(raw) if self._signs else said(raw)

    def phrase(self, nodes: Sequence[int], most: int = 6) -> str:
        """Tokens that follow one another, as one quotation; of a long one the middle is left out."""
        words = [self._raw(node) for node in nodes if node in self.node]
        parts = [words]
        if len(words) > most:
            parts = [words[: most - 2], words[-1:]]
        return f"“{' … '.join(self._joined(part) for part in parts)}”"

    def written(self, tokens: Sequence[int]) -> str:
        """Tokens of a text as one quotation; a toy's words stand apart, its letters together."""
        return f"“{self._joined([self._texts.get(str(token), f'#{token}') for token in tokens])}”"

    def _joined(self, words: Sequence[str]) -> str:
        """Texts of tokens that follow one another: words apart, letters and tokens together."""
        return " ".join(map(said, words)) if self.unit == "word" else said("".join(words))

    def word(self, node: int) -> str:
        """A node's token in quotation marks."""
        if node not in self.node:
            return f"node {node}"
        return f"“{self.text(node)}”" if self.node[node]["token"] >= 0 else "the start"
