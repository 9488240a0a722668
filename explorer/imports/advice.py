"""The best draft length. One rule gives it for all answers, tables and files.

Of the lengths that ran, the best one is the length over which no other can gain much: its largest loss, at all loads
and costs of a draft token in question, is the smallest. With one load and a known cost, it is the fastest length. The
next longer one was not tried, so it is only advised if it is estimated to be faster at all of these loads and costs.
Gains below EQUAL count as none.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from explorer.imports.speed_words import by_load, runs_words
from explorer.imports.whatif import EQUAL, WhatIf
from explorer.imports.words import begun, percent_of, share, signed, spread

ONE, BOTH = "{} is faster if a draft token costs {}", "{} is faster if a draft token costs {}, and {} if it costs {}"


@dataclass(frozen=True)
class Case:
    """One load: the run with `running` requests at once (0 if the file has only one load), and the range of costs from
    `low` to `high`.
    """

    run: WhatIf
    running: int
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """The best length for some cases, one for each load. `now` is the length of the run, or None if lengths differ."""

    cases: tuple[Case, ...]
    now: int | None

    @property
    def gamma(self) -> int:
        """The longest draft length that was tried."""
        return self.cases[0].run.gamma

    @property
    def known(self) -> bool:
        """Whether the cost is known at each load, and not only what is typical."""
        return all(each.run.cost is not None for each in self.cases)

    def gains(self, size: int, other: int) -> tuple[float, float]:
        """The lowest and the highest gain of a length over another one at all loads and costs. As the cost rises, a
        gain changes in only one direction, so both values are at the ends of a range of costs.
        """
        found = [each.run.gain(size, other, cost) for each in self.cases for cost in (each.low, each.high)]
        return min(found), max(found)

    def behind(self, size: int) -> float:
        """The largest gain that another tried length has over this one."""
        return max(self.gains(other, size)[1] for other in range(self.gamma + 1))

    @cached_property
    def tried(self) -> int:
        """The best of the tried lengths, or the present one if that makes no difference."""
        best = min(range(self.gamma + 1), key=self.behind)
        keeps = self.now is not None and self.behind(self.now) - self.behind(best) < EQUAL
        return self.now if keeps and self.now is not None else best

    @property
    def longer(self) -> bool:
        """Whether the next longer draft, which was not tried, is estimated to be faster at all loads and costs."""
        return self.tried == self.gamma and self.gains(self.gamma + 1, self.gamma)[0] >= EQUAL

    @property
    def size(self) -> int:
        """The best length."""
        return self.gamma + 1 if self.longer else self.tried

    @property
    def keeps(self) -> bool:
        """Whether the present length is the best one."""
        return self.size == self.now

    def verdict(self) -> str:
        """The best length, what it gains over the present one, and how much another tried length can gain over it."""
        costs = sorted({cost for each in self.cases for cost in (each.low, each.high)})
        named = self.known and not self.keeps and self.now is not None  # each load is, with its gain
        loads = [] if named else [each.running for each in self.cases if each.running]
        where = f"if a draft token costs {' to '.join(dict.fromkeys(map(percent_of, (costs[0], costs[-1]))))}"
        where += f" of a target pass{f', with {runs_words(loads)}' if loads else ''}"
        most, (sets, best) = self.behind(self.tried), ("Set", str(self.size)) if self.size else ("Use", "no draft")
        worst = f"no other tried length is {f'more than {share(most)} ' if most >= EQUAL else ''}faster"
        if self.keeps or self.now is None:
            return f"{'Keep' if self.keeps else sets} {best}: {worst} {where}."
        if self.longer:
            return f"Try {best} (not tried yet): by an estimate, {self._over()} {where}."
        return f"{sets} {best} (now {self.now}): {self._over()} {where}{f'; {worst}' if most >= EQUAL else ''}."

    def _over(self) -> str:
        """What the best length gains over the present one: at each load if the cost is known, else its range."""
        now = self.gamma if self.now is None else self.now
        if not self.known:
            return f"{faster_words(self.gains(self.size, now))} than {now}"
        gains = [(each.running, each.run.gain(self.size, now, each.low)) for each in self.cases]
        ends = [each.run.gain_ends(self.size, now, each.low) for each in self.cases]
        said = [(n, f"{signed(gain)}{spread(at, signed)}") for (n, gain), at in zip(gains, ends, strict=True)]
        return f"{by_load(said)} over {now}"

    def changes(self) -> str:
        """At which costs of a draft token one token more or fewer is faster at all loads, with the intervals."""
        size, runs, parts = self.size, [each.run for each in self.cases], list[str]()
        if (more := min(run.worth(size + 1) for run in runs)) > 0 and (size < self.gamma or runs[0].whole):
            name = f"{size + 1}{'' if size < self.gamma else ' (estimated, not tried)'}"
            parts += [name, f"less than {share(more)}{self._ends(size + 1)}"]
        if size:
            most = max(run.worth(size) for run in runs)
            parts += [str(size - 1 or "no draft"), f"more than {share(most)}{self._ends(size)}"]
        every = "At every load, " if len(runs) > 1 else ""
        return f"{begun(every + (BOTH if len(parts) > 2 else ONE).format(*parts))}." if parts else ""

    def _ends(self, size: int) -> str:
        return spread(self.cases[0].run.limit_ends(size, size - 1), share) if len(self.cases) == 1 else ""

    def alone(self) -> list[tuple[int, int]]:
        """The number of running requests at each load, with the best tried length for this load alone."""
        return [(each.running, Advice((each,), self.now).tried) for each in self.cases]


def faster_words(gains: tuple[float, float]) -> str:
    """How much slower or faster one length is than another one, from the lowest to the highest gain.

    >>> faster_words((-0.019, 0.106)), faster_words((0.012, 0.106)), faster_words((0.001, 0.106))
    ('from 1.9% slower to 10.6% faster', 'from 1.2% to 10.6% faster', 'from no faster to 10.6% faster')
    """
    low, high = gains
    most = f"{share(high)} faster"
    if abs(low) < EQUAL:
        return f"from no faster to {most}"
    least = share(abs(low)) + (" slower" if low < 0 else "")
    return most if least == share(high) else f"from {least} to {most}"


def best_at(run: WhatIf, now: int | None) -> Advice | None:
    """The best length of one run at its cost; None if the run is not measured or its cost is not known."""
    known = run.measured and run.cost is not None
    return Advice((Case(run, 0, run.cost or 0.0, run.cost or 0.0),), now) if known else None


def advice(loads: Sequence[tuple[WhatIf, int]], now: int | None, costs: tuple[float, float]) -> Advice:
    """The best length for runs with their running requests. A run without a cost has the lowest to the highest of the
    typical `costs`.
    """
    ends = [costs if run.cost is None else (run.cost, run.cost) for run, _ in loads]
    return Advice(tuple(Case(run, n, *end) for (run, n), end in zip(loads, ends, strict=True)), now)
