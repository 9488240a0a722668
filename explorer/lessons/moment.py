"""A step of a recorded run, with everything that the expressions of lessons look up there."""

import gzip
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from explorer.lessons.text import Place
from explorer.story.facts import Facts
from explorer.story.gallery import FOLDER
from explorer.story.numbers import NOISE
from explorer.trace.format import Trace

Part = Mapping[str, Any]
Seen = tuple[int, int]  # iteration and phase, counted from 1
ALWAYS: Seen = (1, 1)


class NoValue(Exception):  # noqa: N818 - it becomes a BadInput once the file and the line are known
    """An expression that has no value at a place; says why."""


@dataclass(frozen=True)
class Value:
    """What an expression comes to: to compare, as it is written, and from when on the stage shows it (None: never)."""

    raw: float | str
    text: str
    seen: Seen | None


class Recording:
    """A bundled trace with what is looked up of it more than once."""

    def __init__(self, name: str, trace: Trace) -> None:
        self.name, self.trace = name, trace

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts of all tokens, by their ids as strings."""
        found = dict(self.trace.header.get("texts", {}))
        for iteration in self.trace.iterations:
            found.update(iteration.get("texts", {}))
        return found

    @cached_property
    def facts(self) -> list[Facts]:
        """The iterations with what is looked up in them."""
        return [Facts(self.trace.header, iteration, self.texts) for iteration in self.trace.iterations]

    def steps(self, it: int) -> Sequence[Part]:
        """The steps of an iteration, counted from 1."""
        return self.trace.iterations[it - 1]["steps"]


@lru_cache(maxsize=32)
def recording(name: str) -> Recording | None:
    """A bundled trace by its name; None where there is none."""
    file = FOLDER / f"{name}.jsonl.gz"
    return Recording(name, _unpacked(file)) if file.is_file() and Path(name).name == name else None


def _unpacked(file: Path) -> Trace:
    """A bundled trace without another check against the schema: the tests check all that ship.

    Checking takes ten times as long as reading, and whoever opens a lesson waits for it.
    """
    try:
        header, *parts = map(json.loads, gzip.decompress(file.read_bytes()).splitlines())
    except (OSError, EOFError, ValueError, zlib.error):
        raise BadInput(f"the bundled trace {file.name} is damaged; fetch the repository again") from None
    whole = parts[-1]["kind"] == "summary"
    return Trace(header, parts[:-1] if whole else parts, parts[-1] if whole else None)


class Moment:
    """A step of a recorded run, and the node that is spoken of there."""

    def __init__(self, run: Recording, it: int, phase: int, node: int | None) -> None:
        self.run, self.it, self.phase = run, it, phase
        self.facts = run.facts[it - 1]
        self.iteration: Part = run.trace.iterations[it - 1]
        self.steps = run.steps(it)
        self.step = self.steps[phase - 1]
        self.given = node

    @property
    def at(self) -> Seen:
        """Where it is."""
        return self.it, self.phase

    @cached_property
    def node(self) -> int:
        """The given node, or the one that the step is about."""
        if self.given is not None:
            return self.given
        about = {verdict["node"] for verdict in self.facts.decided(self.step)} or set(self.step.get("nodes", ()))
        if len(about) != 1:
            raise NoValue(f"this step is about {len(about)} nodes; say which one, as in `n7`")
        return about.pop()

    @cached_property
    def verdict(self) -> Part:
        """The decision about the node: this step's, or the only one there is."""
        here = [one for one in self.facts.decided(self.step) if one["node"] == self.node]
        found = here or self.facts.by_node.get(self.node, [])
        if not found:
            raise NoValue("nothing is decided about this node")
        if len(found) > 1 and not here:
            raise NoValue("its copies are decided apart; name the step of one decision")
        return found[0]

    @cached_property
    def layer(self) -> Part:
        """The widths of the layer that this step belongs to (DSBD)."""
        found = self.facts.layer("width", layer=self.step.get("layer"))
        if not found:
            raise NoValue("this step belongs to no layer of beams")
        return found

    @cached_property
    def prefix(self) -> Part:
        """The joint test that this step shows (MTAD)."""
        found = self.facts.prefix(self.step.get("layer")) if self.step["phase"] == "prefix" else {}
        if not found:
            raise NoValue("this step tests no prefix")
        return found

    def born(self, node: int) -> Seen:
        """The step that first shows a node."""
        for number_, step in enumerate(self.steps, 1):
            if node in step.get("nodes", ()) or any(one["node"] == node for one in self.facts.decided(step)):
                return self.it, number_
        return self.it, len(self.steps)

    def first(self, *phases: str) -> Seen:
        """The first step of one of these kinds; the last of all where there is none."""
        return self.it, next((n for n, step in enumerate(self.steps, 1) if step["phase"] in phases), len(self.steps))

    def last(self, *phases: str) -> Seen:
        """The last step of one of these kinds; the last of all where there is none."""
        found = [number_ for number_, step in enumerate(self.steps, 1) if step["phase"] in phases]
        return self.it, found[-1] if found else len(self.steps)

    def decided(self) -> Seen:
        """The step that shows the decision about the node."""
        place = next(place for place, one in enumerate(self.facts.verdicts) if one is self.verdict)
        return self.it, next(n for n, step in enumerate(self.steps, 1) if place in step.get("verdicts", ()))

    def law(self, series: str) -> dict[int, float]:
        """The law p or q that the decision about the node was taken by; it must be recorded whole."""
        laws = [self.iteration["distributions"][place] for place in self.verdict.get("distributions", ())]
        found = next((one for one in laws if one["kind"] == series), None)
        if found is None:
            raise NoValue(f"{series} is not recorded of this decision")
        if found["rest"] > NOISE:
            raise NoValue(f"of {series} only the most probable tokens are recorded")
        return dict(found["top"])

    def counts(self, key: str) -> float:
        """A total of the run."""
        found = ((self.run.trace.summary or {}).get("counts") or {}).get(key)
        if found is None:
            raise NoValue(f"this run has no {key.replace('_', ' ')}")
        return found


def moment_at(run: Recording, place: Place) -> Moment:
    """A moment of a run; a place without a step is its first. Raises NoValue where there is no such step or node."""
    it, phase = place.it or 1, place.phase or 1
    many = len(run.trace.iterations)
    if not 1 <= it <= many:
        raise NoValue(f"{run.name} has {many} iterations; there is no {it}.{phase}")
    if not 1 <= phase <= len(run.steps(it)):
        raise NoValue(f"iteration {it} of {run.name} has {len(run.steps(it))} phases; there is no {it}.{phase}")
    moment = Moment(run, it, phase, place.node)
    if place.node is not None and place.node not in moment.facts.node:
        raise NoValue(f"iteration {it} of {run.name} has no node n{place.node}")
    return moment
