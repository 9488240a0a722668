"""Add fields that recordings lack to the bundled traces, by decoding each of their iterations again.

    python -m benchmarks.add_fields [NAME…]

A newer release records more about a run: which random choice decided a verdict, the random number behind a sampled
token, p of drafts that were scored and not tested. Each iteration is decoded again after the recorded ones, with the
run's own settings, engine, precision and recorded random choices. If an iteration comes out the same, it gets the new
fields; no recorded value changes. An iteration that differs, because this machine rounds differently, is left
unchanged. The random numbers of sampled tokens come from the run's seed. They are added only if the recorded random
numbers of the same iteration agree with the seed.
"""

import gzip
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

import numpy as np

from decoders.core.dice import Dice
from decoders.core.record import Draw, Iteration
from decoders.core.rules import Dist
from decoders.pairs import Pair, load_pair
from explorer.features.whatif import next_iteration, request_of
from explorer.service.recorded import recorded_prompt
from explorer.service.recording import declared
from explorer.story.page.gallery import FOLDER
from explorer.trace.format import Trace, read, to_line
from explorer.trace.lines import IterationLine

CHOICES = ("nodes", "verdicts", "steps")  # the fields of an iteration that record drafts and decisions
IDENTITY = {"id", "parent", "token", "node", "decision", "rule", "phase", "verdicts", "nodes", "layer", "entry"}


class DivergedError(Exception):
    """Raised when the decoder makes another random choice than the recorded one."""


class Recorded(Dice):
    """Repeats the recorded random choices of one iteration, and notes the sizes of the distributions."""

    def __init__(self, recorded: Iteration) -> None:
        self._script = list(recorded.draws)
        self._coins = {verdict.u: verdict.a for verdict in recorded.verdicts}
        self.draws: list[Draw] = []
        self.sizes: list[int] = []

    def _next(self, label: str, size: int) -> float:
        at = len(self.draws)
        if at >= len(self._script) or self._script[at].label != label:
            raise DivergedError
        self.draws.append(self._script[at])
        self.sizes.append(size)
        return self._script[at].value

    def choose(self, dist: Dist, label: str) -> int:
        value = int(self._next(label, len(dist.ids)))
        if dist.prob(value) == 0:
            raise DivergedError
        return value

    def accept(self, a: float, label: str) -> tuple[bool, float]:
        u = float(self._next(label, 0))
        return u < (self._coins.get(u) or a), u


class Uniforms:
    """The random numbers of a run's seed, in the order in which the run took them."""

    def __init__(self, seed: int) -> None:
        self._all = np.random.Generator(np.random.PCG64(seed)).random(20_000).tolist()
        self._at = 0

    def behind(self, draws: tuple[Draw, ...], sizes: list[int]) -> tuple[Draw, ...] | None:
        """Add the random number to each draw that sampled a token; None if it is not certain.

        A token sampled from a single candidate used no random number. A recorded u shows the iteration's position in
        the sequence.
        """
        at, filled = self._at, list[Draw]()
        for draw, size in zip(draws, sizes, strict=True):
            u = None if size == 1 else float(self._all[at])
            at += u is not None
            if size == 0 and u != draw.value:
                return None
            filled.append(replace(draw, u=u) if size > 1 else draw)
        self._at = at
        return tuple(filled)

    def after(self, draws: tuple[Draw, ...]) -> None:
        """Continue after an iteration that was not repeated, if one of its recorded numbers can be found."""
        for index, draw in enumerate(draws):
            if isinstance(draw.value, float) and draw.value in self._all[self._at :]:
                self._at = self._all.index(draw.value, self._at) + 1
                rest = draws[index + 1 :]
                if not any(isinstance(each.value, float) for each in rest):
                    self._at += len(rest)


def completed_trace(trace: Trace, pair: Pair) -> tuple[Trace, int, int]:
    """Add the new fields to a trace.

    Returns the trace, the number of repeated iterations, and the number of iterations whose random numbers were found.
    """
    request, prompt = request_of(trace.header), recorded_prompt(trace.header)
    uniforms = Uniforms(trace.header.seed or 0)
    lines, repeated, numbered = list[IterationLine](), 0, 0
    for index, line in enumerate(trace.iterations):
        dice, draws = Recorded(line), None
        try:
            again = next_iteration(request, pair, prompt.ids, trace.iterations[:index], request.chosen, dice)
        except DivergedError:
            again = None
        if again is not None and same_choices(line, again) and len(dice.draws) == len(line.draws):
            repeated += 1
            draws = uniforms.behind(line.draws, dice.sizes)
            line = cast(IterationLine, completed(line, again))
        if draws is None:
            uniforms.after(line.draws)
        else:
            numbered += 1
            line = replace(line, draws=draws)
        lines.append(line)
    told = declared(request.decoder)
    header = replace(trace.header, rules=told["rules"], phases=cast(Any, told.get("phases")))
    return replace(trace, header=header, iterations=lines), repeated, numbered


def same_choices(old: Iteration, new: Iteration) -> bool:
    """Whether two iterations have the same drafts and decisions."""
    return all(list(map(_identity, getattr(old, name))) == list(map(_identity, getattr(new, name))) for name in CHOICES)


def _identity(part: Any) -> dict[str, Any]:
    return {field.name: getattr(part, field.name) for field in fields(part) if field.name in IDENTITY}


def completed(old: Any, new: Any) -> Any:
    """A copy of the old record in which every None, also in its parts, is replaced by the new record's value."""
    changes: dict[str, Any] = {}
    for name in [field.name for field in fields(new)]:
        was: Any = getattr(old, name)
        now: Any = getattr(new, name)
        if was is None:
            changes[name] = now
        elif isinstance(was, tuple) and len(cast(Any, was)) == len(now) and all(map(is_dataclass, cast(Any, was))):
            changes[name] = tuple(map(completed, cast(Any, was), now))
    return replace(old, **changes)


def main(names: list[str]) -> Iterator[str]:
    """Update the traces and print a line about each."""
    pairs: dict[tuple[str, str, str], Pair] = {}
    for file in sorted(FOLDER.glob("*.jsonl.gz")):
        name = file.name.removesuffix(".jsonl.gz")
        if names and name not in names:
            continue
        trace = read(file)
        head = trace.header
        key = (head.pair, head.dtype or "auto", head.engine.target if head.engine else "auto")
        if key not in pairs:
            pairs[key] = load_pair(head.pair, "cpu", dtype=key[1], engine=key[2])
        new, repeated, numbered = completed_trace(trace, pairs[key])
        lines = [new.header, *new.iterations, *([new.summary] if new.summary else [])]
        file.write_bytes(gzip.compress("".join(map(to_line, lines)).encode(), mtime=0))
        yield f"{name}: of {len(new.iterations)} iterations {repeated} repeated, {numbered} with all random numbers"


if __name__ == "__main__":
    for line in main(sys.argv[1:]):
        print(line, flush=True)
