"""The time of a target pass as a function of its number of tokens, measured on this machine or computed for boards.

A target pass that checks γ drafts for each of B sequences computes (γ + 1)·B tokens. explorer/speedup.py turns these
curves into the cost of a check and a speed-up.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from decoders.files import ASSETS
from explorer.energy.boards import SHEETS, Sheet
from explorer.speedup import Curve, pass_time, roofline
from explorer.story.numbers import plural

MEASURED = ASSETS / "benchmarks" / "engines.json"  # written by `python -m benchmarks.engines`
# The app's engines, by their names in that file, which also contains an engine of earlier versions.
ENGINES = {"own": "Built-in CPU kernels", "torch": "torch"}
BATCHES = (1, 8, 64)


@dataclass(frozen=True)
class PassTimes:
    """A curve of pass times, relative to a pass over one token, and its source.

    `known` is the largest number of tokens that was measured. Beyond this number, the curve continues as a straight
    line. `known` is None if the whole curve is computed. `source` is text for readers.
    """

    name: str
    title: str
    kind: Literal["measured", "computed"]
    source: str
    curve: Curve
    known: int | None = None


@cache
def all_pass_times() -> tuple[PassTimes, ...]:
    """Every curve that the calculator offers: this machine's engines first, then the boards."""
    made = json.loads(MEASURED.read_text(encoding="utf-8"))
    columns = [column for column in made["passes"]["target"]["seconds"] if column.split()[0] in ENGINES]
    return (*(_measured(made, column) for column in columns), *map(computed, SHEETS))


def computed(sheet: Sheet) -> PassTimes:
    """Compute the roofline of a board for bf16 weights.

    Reading P weights takes 2P / bandwidth, and computing n tokens takes 2P·n / peak. The two times are equal at n =
    peak / bandwidth.
    """
    idle = sheet.peak / sheet.bandwidth
    source = (
        f"from the {sheet.title()} ({sheet.rates()}). With {idle:.0f} tokens, calculating takes as long as reading the "
        "bf16 weights."
    )
    return PassTimes(sheet.name, sheet.name, "computed", source, roofline(idle))


def _measured(made: Mapping[str, Any], column: str) -> PassTimes:
    """The curve of one engine, from a file that benchmarks.engines wrote, with the cost of a draft pass in the same
    batch.
    """
    target, draft = (_medians(made["passes"][model]["seconds"][column]) for model in ("target", "draft"))
    costs = [pass_time(draft, batch) / pass_time(target, batch) for batch in BATCHES]
    each = [f"{cost:.2f} for {plural(batch, 'token')}" for cost, batch in zip(costs, BATCHES, strict=True)]
    source = (
        f"on {made['cpu']} ({made['cores']} cores, {made['begin']['at'][:10]}) with {made['pair']} after "
        f"{made['context']} tokens; medians of {made['rounds']} rounds. The measured c is "
        f"{', '.join(each[:-1])} and {each[-1]}."
    )
    engine, dtype = column.split()
    once = target[0][1]
    curve = tuple((nodes, seconds / once) for nodes, seconds in target)
    return PassTimes(column, f"{ENGINES[engine]}, {dtype}", "measured", source, curve, int(target[-1][0]))


def _medians(column: Mapping[str, Any]) -> Curve:
    return sorted((float(nodes), timed["median"]) for nodes, timed in column.items())
