"""A step of a recorded run, with the look-ups for the expressions of lessons."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from decoders.core.record import Step, Verdict
from decoders.errors import BadInput
from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.dsbd.recording import WidthLayer
from decoders.methods.mtad import JointLayer, Prefix
from explorer.lessons.text import Place
from explorer.story import Narrator, Words
from explorer.story.numbers import NOISE
from explorer.story.page.gallery import FOLDER
from explorer.trace.format import Trace, read
from explorer.trace.frames import texts_of

Seen = tuple[int, int]  # (iteration, phase), counted from 1
ALWAYS: Seen = (1, 1)


class NoValue(Exception):  # noqa: N818 - it becomes a BadInput once the file and the line are known
    """Raised for an expression that has no value at a place. The message is the reason."""


@dataclass(frozen=True)
class Value:
    """The value of an expression, raw and as text, and the first step that shows it (None if no step shows it)."""

    raw: float | str
    text: str
    seen: Seen | None


class Recording:
    """A bundled trace, with cached look-ups for lessons."""

    def __init__(self, name: str, trace: Trace) -> None:
        self.name, self.trace = name, trace
        self._words, self._narrators = Words(trace.header), dict[int, Narrator]()

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts of all tokens, by their ids as strings."""
        return texts_of(self.trace)

    def narrator(self, it: int) -> Narrator:
        """The narrator of an iteration, counted from 1."""
        if it not in self._narrators:
            self._narrators[it] = self._words.iteration(self.trace.iterations[it - 1], self.texts)
        return self._narrators[it]

    def steps(self, it: int) -> Sequence[Step]:
        """The steps of an iteration, counted from 1."""
        return self.trace.iterations[it - 1].steps


@lru_cache(maxsize=32)
def recording(name: str) -> Recording | None:
    """A bundled trace by its name; None if there is none."""
    file = FOLDER / f"{name}.jsonl.gz"
    return Recording(name, _read(file)) if file.is_file() and Path(name).name == name else None


def _read(file: Path) -> Trace:
    try:
        trace = read(file)
    except BadInput:
        raise BadInput(f"The bundled trace {file.name} is damaged. Install the explorer again.") from None
    return trace


class Moment:
    """A step of a recorded run, and the node that an expression is about."""

    def __init__(self, run: Recording, it: int, phase: int, node: int | None) -> None:
        self.run, self.it, self.phase = run, it, phase
        self.iteration = run.trace.iterations[it - 1]
        self.narrator = run.narrator(it)
        self.nodes = {node.id: node for node in self.iteration.nodes}
        self.steps = run.steps(it)
        self.step = self.steps[phase - 1]
        self.given = node

    @property
    def settings(self) -> dict[str, Any]:
        """The settings of the run."""
        return self.run.trace.header.settings

    @property
    def at(self) -> Seen:
        """The iteration and the phase, counted from 1."""
        return self.it, self.phase

    @cached_property
    def node(self) -> int:
        """The node with the given number. If no number is given, it is the only node that the step is about."""
        if self.given is not None:
            return self.given
        about = {verdict.node for verdict in self._decided(self.step)} or set(self.step.nodes)
        if len(about) != 1:
            raise NoValue(f"this step concerns {len(about)} nodes, so name one, as in `n7`")
        return about.pop()

    @cached_property
    def verdict(self) -> Verdict:
        """The decision about the node in this step; if there is none, the iteration's only decision about the node."""
        here = [verdict for verdict in self._decided(self.step) if verdict.node == self.node]
        verdicts = here or [verdict for verdict in self.iteration.verdicts if verdict.node == self.node]
        if not verdicts:
            raise NoValue("nothing is decided about this node")
        if len(verdicts) > 1 and not here:
            raise NoValue("its copies are decided separately, so name the step that decides one of them")
        return verdicts[0]

    @cached_property
    def layer(self) -> WidthLayer:
        """The record of the width of this step's layer (DSBD)."""
        for layer in self.iteration.layers:
            if isinstance(layer, WidthLayer) and layer.layer == self.step.layer:
                return layer
        raise NoValue("this step does not belong to a layer of beams")

    @cached_property
    def joint(self) -> JointLayer | None:
        """The joint tests of this iteration (MTAD)."""
        return next((layer for layer in self.iteration.layers if isinstance(layer, JointLayer)), None)

    @cached_property
    def prefix(self) -> Prefix:
        """The joint test that this step shows (MTAD)."""
        tests = self.joint.prefixes if self.joint and self.step.phase == "prefix" else ()
        prefix = next((each for each in tests if each.j == self.step.layer), None)
        if prefix is None:
            raise NoValue("this step does not test a prefix")
        return prefix

    @cached_property
    def block(self) -> BlockVerificationLayer | None:
        """The tests of this iteration's chain (block verification)."""
        return next((layer for layer in self.iteration.layers if isinstance(layer, BlockVerificationLayer)), None)

    @property
    def block_prefix(self) -> BlockPrefix | None:
        """The test of the prefix that ends at the node; None if the node has none (block verification)."""
        return next((each for each in self.block.prefixes if each.node == self.node), None) if self.block else None

    def tested(self, j: int) -> Seen:
        """The step that shows the test of the first j draft tokens."""
        numbers = (n for n, step in enumerate(self.steps, 1) if step.phase == "prefix" and step.layer == j)
        return self.it, next(numbers, len(self.steps))

    def word(self, node: int) -> str:
        """A node's token, in quotation marks."""
        return self.narrator.word(node)

    def label(self, node: int) -> str:
        """A node's token, in quotation marks.

        If a round has only one input, it is called “the first box”, because its token may be a control token.
        """
        inputs = [each for each in self.nodes.values() if each.role == "input"]
        return "the first box" if len(inputs) == 1 and inputs[0].id == node else self.word(node)

    def _decided(self, step: Step) -> list[Verdict]:
        return [self.iteration.verdicts[place] for place in step.verdicts]

    def born(self, node: int) -> Seen:
        """The step that first shows a node."""
        for number_, step in enumerate(self.steps, 1):
            if node in step.nodes or any(verdict.node == node for verdict in self._decided(step)):
                return self.it, number_
        return self.it, len(self.steps)

    def first(self, *phases: str) -> Seen:
        """The first step of one of these kinds; if there is none, the last step of all."""
        return self.it, next((n for n, step in enumerate(self.steps, 1) if step.phase in phases), len(self.steps))

    def last(self, *phases: str) -> Seen:
        """The last step of one of these kinds; if there is none, the last step of all."""
        numbers = [number_ for number_, step in enumerate(self.steps, 1) if step.phase in phases]
        return self.it, numbers[-1] if numbers else len(self.steps)

    def decided(self) -> Seen:
        """The step that shows the decision about the node."""
        place = next(place for place, each in enumerate(self.iteration.verdicts) if each is self.verdict)
        return self.it, next(n for n, step in enumerate(self.steps, 1) if place in step.verdicts)

    def law(self, series: str) -> dict[int, float]:
        """The distribution p or q that the decision about the node used; it must be recorded completely."""
        dists = [self.iteration.distributions[place] for place in self.verdict.distributions]
        dist = next((each for each in dists if each.kind == series), None)
        if dist is None:
            raise NoValue(f"{series} is not recorded for this decision")
        if dist.rest > NOISE:
            raise NoValue(f"only the most probable tokens of {series} are recorded")
        return dict(dist.top)

    def counts(self, key: str) -> float:
        """A count from the summary of the run. Raises NoValue if the run does not have this count."""
        counts = self.run.trace.summary and self.run.trace.summary.counts.known()
        if not counts or key not in counts:
            raise NoValue(f"this run has no {key.replace('_', ' ')}")
        return counts[key]


def moment_at(run: Recording, place: Place) -> Moment:
    """The moment of a run at a place, by default its first step. Raises NoValue if there is no such step or node."""
    it, phase = place.it or 1, place.phase or 1
    many = len(run.trace.iterations)
    if not 1 <= it <= many:
        raise NoValue(
            f"The run {run.name} has {many} iterations, so {it}.{phase} does not exist. Choose another iteration."
        )
    if not 1 <= phase <= len(run.steps(it)):
        count = len(run.steps(it))
        raise NoValue(
            f"Iteration {it} of {run.name} has {count} phases, so {it}.{phase} does not exist. Choose another phase."
        )
    moment = Moment(run, it, phase, place.node)
    if place.node is not None and place.node not in moment.nodes:
        raise NoValue(f"Iteration {it} of {run.name} has no node n{place.node}. Choose another node.")
    return moment
