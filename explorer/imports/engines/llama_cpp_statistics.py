"""The lines “statistics” of llama.cpp's log: sums of a draft since the start of the server, with its time.

They follow the summary of a request. A request may use several drafts, each with a line of its own.
"""

import re
from dataclasses import dataclass

from decoders.errors import BadInput
from explorer.imports.fields import AS_WRITTEN
from explorer.imports.rounded import Printed, rates_of

WORD = "statistics"
_LINE = re.compile(r"statistics +([\w-]+):.*#gen tokens = *(\d+), #acc tokens = *(\d+)(.*)")
_RATES = re.compile(r"#acc rate/pos = \(([\d., ]*)\)")
_TIMES = re.compile(r"dur\(b,g,a\) = *[\d.]+, *([\d.]+), *[\d.]+ ms")


@dataclass(frozen=True)
class Sums:
    """The numbers of one line. `milliseconds` is None in versions that do not measure the draft."""

    where: str
    method: str
    generated: int
    accepted: int
    rates: tuple[Printed, ...]
    milliseconds: float | None


@dataclass(frozen=True)
class Added:
    """The draft tokens and milliseconds that the lines after one request add to the sums."""

    where: str
    methods: tuple[str, ...]
    generated: int
    accepted: int
    milliseconds: float | None


class Statistics:
    """The sums of every draft so far, and what was added since the last request."""

    def __init__(self) -> None:
        self._sums: dict[str, Sums] = {}
        self._new: list[Added] = []

    def read(self, line: str, where: str) -> bool:
        """Note a line; False if it is incomplete. Raises BadInput if more tokens are accepted than generated."""
        match = _LINE.search(line)
        times = _TIMES.search(match[4]) if match else None
        if match is None or (match[4].strip() and times is None):
            return False
        found = _RATES.search(match[4])
        rates = tuple(rates_of(found[1])) if found else ()
        now = Sums(where, match[1], int(match[2]), int(match[3]), rates, float(times[1]) if times else None)
        if now.accepted > now.generated:
            raise BadInput(
                f"{where}: {now.accepted:,} draft tokens are accepted (#acc tokens), but only {now.generated:,} were "
                f"generated (#gen tokens). {AS_WRITTEN}"
            )
        before = self._sums.get(now.method, Sums(where, now.method, 0, 0, (), 0.0))
        self._sums[now.method] = now
        spent = None if now.milliseconds is None or before.milliseconds is None else (
            now.milliseconds - before.milliseconds
        )  # fmt: skip
        accepted, generated = now.accepted - before.accepted, now.generated - before.generated
        self._new.append(Added(where, (now.method,), generated, accepted, spent))
        return True

    def added(self) -> Added | None:
        """What all drafts together added since the last call; None without a line."""
        lines, self._new = self._new, []
        if not lines:
            return None
        spent = [line.milliseconds for line in lines]
        return Added(
            lines[-1].where,
            tuple(line.methods[0] for line in lines if line.generated),
            sum(line.generated for line in lines),
            sum(line.accepted for line in lines),
            None if None in spent else sum(each or 0 for each in spent),
        )

    def only(self) -> Sums | None:
        """The latest sums, if the server has one draft."""
        return next(iter(self._sums.values())) if len(self._sums) == 1 else None


def checked(added: Added, name: str, accepted: int, generated: int) -> str:
    """Why the statistics after a request do not give the time of its draft; empty if they do.

    Raises BadInput if they describe the same draft tokens, but count other accepted ones.
    """
    if added.generated != generated:
        return (
            f"The statistics after {name} add {added.generated:,} draft tokens, but the request generated "
            f"{generated:,}. So they also describe other requests."
        )
    if added.accepted != accepted:
        raise BadInput(
            f"{added.where}: the statistics add {added.accepted:,} accepted draft tokens (#acc tokens), but {name} "
            f"accepted {accepted:,}. {AS_WRITTEN}"
        )
    return "" if added.milliseconds is not None else "The statistics of this version have no times."


def differing(sums: Sums, passes: int, counts: tuple[int, ...]) -> str:
    """The note about a rate by position that differs from the counts of the requests; empty if there is none."""
    for position, (rate, count) in enumerate(zip(sums.rates, counts, strict=False), 1):
        if abs(count / passes - rate.value) > rate.half + 1e-9:
            return (
                f"{sums.where}: the statistics print the rate {rate.value:.3f} at position {position}, but the "
                f"requests add up to {count:,} of {passes:,} passes ({count / passes:.3f}). "
                f"{_why(sums, passes, counts)}"
            )
    return ""


def _why(sums: Sums, passes: int, counts: tuple[int, ...]) -> str:
    """Why the report uses the counts of the requests, and not the rates of the statistics."""
    gap = abs(sum(counts) - passes * sum(rate.value for rate in sums.rates))
    if gap <= passes * sum(rate.half for rate in sums.rates) + 1e-9:
        return (
            "Both add up to the same accepted draft tokens, so the file does not say which is right. The report uses "
            "the requests."
        )
    return "The report uses the requests, because only they add up to the accepted draft tokens."
