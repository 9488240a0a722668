"""What a decision would be with another u, t or τ, at once and from recorded numbers alone: nothing is run.

`decide`, `width` and `longest` answer for one value; `ranges` and `thresholds` for every value there is, so that
whoever drags a mark along a bar need not know any rule.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from typing import Any, Generic, TypeVar

from decoders.errors import BadInput
from decoders.methods.dsbd.width import widest
from decoders.methods.mtad import joint_ratio

Part = Mapping[str, Any]
_COIN = "u < a"
_COMPARED = {"joint_ratio": "min(1, p/q) > τ", "typical": "p > bar", "rollback": "−log p ≤ τ₂"}


@dataclass(frozen=True)
class Decided:
    """What one test says: `value` is held against `bar` by `rule`. Of a prefix it says whether that one passes."""

    passes: bool
    value: float
    bar: float
    rule: str


def decide(verdict: Part, *, u: float | None = None, bar: float | None = None) -> Decided:
    """What the test of a recorded verdict says with another u, or another bar (τ, τ₂, ε and δ's minimum).

    Raises BadInput for a verdict that neither a coin nor a bar decided.
    """
    rule = verdict["rule"]
    if is_coin(verdict):
        value = verdict["u"] if u is None else u
        return Decided(value < verdict["a"], value, verdict["a"], _COIN)
    if rule not in _COMPARED or "bar" not in verdict:
        raise BadInput("no coin and no threshold decided this; choose a decision that shows one")
    value, held = _value(verdict), verdict["bar"] if bar is None else bar
    return Decided(value <= held if rule == "rollback" else value > held, value, held, _COMPARED[rule])


def is_coin(verdict: Part) -> bool:
    """Whether it was decided by u < a."""
    return "u" in verdict and "a" in verdict


def _value(verdict: Part) -> float:
    """What the rule holds against its bar."""
    if verdict["rule"] == "joint_ratio":
        logs = (verdict.get("logp_joint"), verdict.get("logq_joint"))
        return joint_ratio(*(-math.inf if log is None else log for log in logs))
    p = verdict["p"]
    return p if verdict["rule"] == "typical" else (-math.log(p) if p > 0 else math.inf)


def width(layer: Part, t: float) -> int:
    """W_L of a recorded dynamic layer of DSBD for another t: max(W_min, the largest K with P(at least K) ≥ t).

    Raises BadInput where nothing was predicted or the width is fixed.
    """
    if not layer.get("at_least") or "threshold" not in layer:
        raise BadInput("this layer's width does not depend on t; choose a dynamic layer that shows its chances")
    return max(layer["min_width"], widest([1.0, *layer["at_least"][1:]], t))  # at least none is certain


def longest(layer: Part, tau: float) -> int:
    """How many drafted tokens MTAD keeps for another τ: the length of the longest prefix whose ratio is above it."""
    return max((prefix["j"] for prefix in layer["prefixes"] if prefix["ratio"] > tau), default=0)


T = TypeVar("T")


@dataclass(frozen=True)
class Range(Generic[T]):
    """Values from `low` to `high`, both within 0…1, that all have the same outcome; the ends belong to either side."""

    low: float
    high: float
    outcome: T


def ranges(cuts: Iterable[float], outcome: Callable[[float], T]) -> list[Range[T]]:
    """The outcome for every value between 0 and 1, where it can change at the cuts only.

    >>> [(r.low, r.high, r.outcome) for r in ranges([0.3, 0.6], lambda u: u < 0.3)]
    [(0.0, 0.3, True), (0.3, 1.0, False)]
    """
    ends = sorted({0.0, 1.0, *(cut for cut in cuts if 0 < cut < 1)})
    found: list[Range[T]] = []
    for low, high in pairwise(ends):
        says = outcome((low + high) / 2)
        if found and found[-1].outcome == says:
            found[-1] = replace(found[-1], high=high)
        else:
            found.append(Range(low, high, says))
    return found


def verdict_at(iteration: Part, place: int) -> Part:
    """The verdict at a place of `verdicts`. Raises BadInput where there is none."""
    verdicts = iteration["verdicts"]
    if not 0 <= place < len(verdicts):
        raise BadInput(f"this iteration has {len(verdicts)} decisions, counted from 0, and no decision {place}")
    return verdicts[place]


def thresholds(iteration: Part, place: int) -> dict[str, Any]:
    """What every u, or every τ and t, would make of a verdict and of its layer; finished, for a table or a slider.

    `decided` says what was, `ranges` [{low, high, outcome}] are of `of`: "u" (does it pass), "threshold" (the width of
    a layer of DSBD, the longest prefix of MTAD). Raises BadInput where nothing can be dragged.
    """
    verdict = verdict_at(iteration, place)
    found: dict[str, Any] = {}
    if is_coin(verdict):
        found["u"] = ranges([verdict["a"]], lambda u: decide(verdict, u=u).passes)
    layers = iteration.get("layers") or ()
    joint = next((one for one in layers if one["kind"] == "joint"), None)
    if verdict["rule"] == "joint_ratio" and joint:
        found["threshold"] = ranges([p["ratio"] for p in joint["prefixes"]], lambda tau: longest(joint, tau))
    wide = next((o for o in layers if o["kind"] == "width" and o["layer"] == verdict.get("layer")), None)
    if wide and wide.get("at_least") and "threshold" in wide:
        found["threshold"] = ranges(wide["at_least"], lambda t: width(wide, t))
    told = asdict(decide(verdict)) if found else None
    if told is None:
        raise BadInput("no coin and no threshold decided this; choose a decision that shows one")
    return {"decided": told, "ranges": {of: [asdict(one) for one in rows] for of, rows in found.items()}}
