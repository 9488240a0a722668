"""The batch-size experiment of MTAD Table 2: a fixed number of target passes with 1 to 16 inputs each.

A pass reads every weight once, however many inputs it has. So with more inputs, the time and energy of a pass grow only
slowly, and the time and energy per input fall. The language model is called directly with one token per input and pass,
as in plain decoding.
"""

import math
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from decoders.errors import BadInput
from decoders.models.sizes import Shape, sizes_of
from decoders.models.steps import Progress, no_progress
from decoders.models.torch.device import Stream
from decoders.pairs import Pair
from explorer.energy.boards import coefficients_for
from explorer.energy.meter import Meter
from explorer.energy.model import Cost, UncountableError, cost, joules
from explorer.energy.run import Devices
from explorer.energy.sources import Source
from explorer.trace.lines import Coefficients

SIZES = (1, 2, 4, 8, 16)
CONTEXT = 64  # tokens in the cache before the first pass
UNMEASURED_PASSES = 32
ROUNDS = 4  # windows per batch size, interleaved with the windows of the other sizes
UPDATES = 5  # minimum number of updates of the source in a window; with too few passes, there are fewer windows
MEASURED_SECONDS = 10.0  # total seconds of the first size's windows, if energy is measured
WARM_UP = 3
MOST_PASSES = 3000  # number of passes in the paper
MOST_SIZES = 32
Tell = Callable[[int], object]  # called with the number of finished passes


@dataclass(frozen=True)
class Row:
    """The result of one batch size. `joules` is None if not measured; `modelled` is the energy by MTAD Eq. 9."""

    batch: int
    passes: int
    seconds: float
    joules: float | None = None
    band: float | None = None  # joules of one update of the source
    modelled: float | None = None
    reason: str = ""

    def after(self, before: "Row") -> "Row":
        """The sum of this window and earlier windows. Its joules are known only if all windows have known joules."""
        if not before.passes:
            return self
        return Row(
            self.batch,
            before.passes + self.passes,
            before.seconds + self.seconds,
            _sum(before.joules, self.joules),
            _sum(before.band, self.band),
            _sum(before.modelled, self.modelled),
            before.reason or self.reason,
        )

    def to_json(self) -> dict[str, Any]:
        """The row as JSON values, with the quotients of MTAD Table 2."""
        inputs = self.passes * self.batch
        return {
            "batch": self.batch,
            "passes": self.passes,
            "joules": self.joules,
            "joules_per_pass": _over(self.joules, self.passes),
            "joules_per_input": _over(self.joules, inputs),
            "band": self.band,
            "modelled_joules_per_pass": _over(self.modelled, self.passes),
            "modelled_joules_per_input": _over(self.modelled, inputs),
            "seconds": self.seconds,
            "seconds_per_pass": self.seconds / self.passes,
            "seconds_per_input": self.seconds / inputs,
            "reason": self.reason,
        }


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other


def _over(value: float | None, count: int) -> float | None:
    return None if value is None else value / count


# MTAD Table 2: OPT-13B on an L40 (batch, joules, seconds), about 3,000 passes each.
PAPER = tuple(
    Row(batch, 3000, seconds, joules)
    for batch, joules, seconds in (
        (1, 42450, 1129),
        (2, 49621, 1191),
        (4, 53325, 1178),
        (8, 59210, 1211),
        (16, 74058, 1255),
    )
)


def experiment(
    pair: Pair,
    devices: Devices,
    source: Source | None,
    *,
    sizes: Sequence[int] = SIZES,
    passes: int | None = None,
    context: int = CONTEXT,
    by: Coefficients | None = None,
    progress: Progress = no_progress,
) -> Iterator[Row]:
    """Run the experiment. After each window, yield a row with the results so far for the batch size of this window. The
    last row for each size is its result.

    Every round runs all sizes once, so that a change of the machine's speed affects them equally. If `passes` is not
    given, there are 32 passes or, if energy is measured, enough passes for long windows. `progress` is called before
    every pass and may raise to stop. Raises BadInput if the experiment cannot run.
    """
    check(pair, sizes, passes, context)
    net = getattr(pair.models.target, "model", None)
    shape, by = _countable(net), by or coefficients_for(str(pair.info.get("device")))
    streams, quickest = [], math.inf
    for place, size in enumerate(sizes):
        progress(f"Batch size {size}: warming up", 0.1 * place / len(sizes))
        streams.append(Stream(net, size, context))
        pace = _run(streams[-1], WARM_UP, devices.synchronise, lambda done: None) / WARM_UP
        quickest = min(quickest, pace)
        if passes is None:
            passes = UNMEASURED_PASSES if source is None else _enough(pace, pair, context)
    rows = {size: Row(size, 0, 0.0) for size in sizes}
    rounds = _rounds(passes or 1, 0.0 if source is None else UPDATES * source.resolution / quickest)
    turns = [(stream, count) for count in rounds for stream in streams]
    for turn, (stream, count) in enumerate(turns):

        def tell(done: int, turn: int = turn, size: int = stream.size, count: int = count) -> None:
            share = (turn + done / count) / len(turns)
            what = f"Batch size {size}: pass {done + 1} of {count}, window {turn + 1} of {len(turns)}"
            progress(what, 0.1 + 0.9 * share)

        modelled = _modelled(shape, stream.size, count, stream.length, by)
        rows[stream.size] = _measure(stream, source, devices, count, modelled, tell).after(rows[stream.size])
        yield rows[stream.size]
    progress("Done", 1.0)


def _rounds(passes: int, fewest: float) -> list[int]:
    """The number of passes in each round, as even as possible. There are several rounds only if each has at least
    `fewest` passes.
    """
    rounds = min(ROUNDS, passes, max(1, int(passes / fewest)) if fewest else passes)
    return [passes // rounds + (i < passes % rounds) for i in range(rounds)]


def check_numbers(sizes: Sequence[int], passes: int | None) -> None:
    """Raise BadInput if no pair can run these batch sizes or this number of passes."""
    if not 1 <= len(sizes) <= MOST_SIZES or not all(1 <= size <= 256 for size in sizes):
        shown = ",".join(map(str, sizes))[:80]
        raise BadInput(f"The batch sizes {shown} are not valid. Use 1 to {MOST_SIZES} whole numbers from 1 to 256.")
    if passes is not None and not 1 <= passes <= MOST_PASSES:
        raise BadInput(f"The number of passes cannot be {passes}. Choose 1 to {MOST_PASSES} passes.")


def check(pair: Pair, sizes: Sequence[int], passes: int | None, context: int) -> None:
    """Raise BadInput if the pair cannot run these batch sizes and this number of passes."""
    if getattr(pair.models.target, "model", None) is None:
        raise BadInput(
            f"{pair.name} is a toy pair (a table) and cannot be run in batches. Choose a pair of language models."
        )
    check_numbers(sizes, passes)
    window = pair.models.target.window
    longest = context + WARM_UP + (passes or UNMEASURED_PASSES)
    if context < 1 or (window is not None and longest > window):
        raise BadInput(
            f"{context} tokens of context and {longest - context} passes need a window of {longest} tokens, which this "
            "model does not have. Use fewer passes or a shorter context."
        )


def _enough(pace: float, pair: Pair, context: int) -> int:
    room = (pair.models.target.window or MOST_PASSES) - context - WARM_UP
    return max(1, min(MOST_PASSES, room, int(MEASURED_SECONDS / pace) + 1))


def _run(stream: Stream, count: int, synchronise: Callable[[], None], tell: Tell) -> float:
    """Run `count` passes and return their seconds."""
    synchronise()
    begin = time.perf_counter()
    for done in range(count):
        tell(done)
        stream.step()
    synchronise()
    return time.perf_counter() - begin


def _measure(
    stream: Stream, source: Source | None, devices: Devices, count: int, modelled: float | None, tell: Tell
) -> Row:
    """Measure one window of `count` passes."""
    if source is None:
        return Row(stream.size, count, _run(stream, count, devices.synchronise, tell), modelled=modelled)
    with Meter(source, devices.synchronise) as meter:
        _run(stream, count, devices.synchronise, tell)
        window = meter.stop()
    return Row(stream.size, count, window.seconds, window.joules, window.band, modelled, window.reason)


def _countable(net: Any) -> Shape | None:
    """The sizes of the timed network. The timed network is torch's, even if the pair decodes with another engine."""
    try:
        return sizes_of(net)
    except UncountableError:
        return None


def _modelled(shape: Shape | None, size: int, passes: int, length: int, by: Coefficients) -> float | None:
    if shape is None:
        return None
    return joules(sum((cost(shape, 1, length + done, size) for done in range(1, passes + 1)), Cost()), by)
