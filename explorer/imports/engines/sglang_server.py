"""SGLang: averages of a whole server, from its log lines and its Prometheus gauges. Neither has counts."""

import re
from collections.abc import Iterator, Sequence

from decoders.errors import BadInput
from explorer.imports.engines.adapter import Lines
from explorer.imports.engines.prometheus import LABEL, SAMPLE
from explorer.imports.engines.sglang import (
    DETAILS_FLAG,
    MORE,
    ORDER,
    RULES,
    SGLANG_TIMES,
    THRESHOLDS,
    UNSET,
    setting_of,
)
from explorer.imports.fields import AS_WRITTEN, MOST, SHOWN
from explorer.imports.record import Absent, Averages, Format, Interval, Measure, Request, Stated
from explorer.imports.rounded import Printed, printed

_RESPONSES = f"Send {DETAILS_FLAG}, and save the responses."
_ABSENT = (
    Absent("The number of passes and of draft tokens", _RESPONSES),
    Absent("Acceptance by position", MORE),
    Absent("Single requests", _RESPONSES),
    ORDER,
    SGLANG_TIMES,
)
LOG = Format(
    "SGLang", "log lines", "on by default: lines “Decode batch”", "averages of log windows, with few digits",
    _ABSENT, True, MORE, unit="log window",
    measure="“gen throughput” of its lines “Decode batch”", **RULES,
)  # fmt: skip
GAUGES = Format(
    "SGLang", "Prometheus metrics", "`--enable-metrics`, then `GET /metrics`", "two averages of the server",
    _ABSENT, True, MORE, unit="server", **RULES,
)  # fmt: skip
_STATED: tuple[tuple[str, Measure], ...] = (("spec_accept_rate", "rate"), ("spec_accept_length", "length"))
MOST_INTERVALS = 50_000  # whose speeds are used
LONGEST_TRIED = 256  # draft tokens per pass
HALF_DIGIT = 0.005  # of a gauge
WITH_OWN = "This version of SGLang counts the target’s own token as accepted and as proposed in its accept rate."
FIRST = f"Speeds are those of the first {MOST_INTERVALS:,} lines “Decode batch”."
VARIES = "No constant number of draft tokens fits all accept lengths and accept rates of this log."
SILENT = (
    "Decode batch",
    "{name} is a log of SGLang without numbers of speculative decoding. Start SGLang with `--speculative-algorithm`.",
)
_GREEDY = "alling back to greedy verification"
GREEDY = "The log says “Falling back to greedy verification”, so sampled requests of this run were lossy."
_RUNNING = re.compile(r"#running-req: (\d{1,9}),.*?gen throughput \(token/s\): (\d{1,9}\.\d+)")
_OPTION = re.compile(r"(speculative_accept_threshold_\w+)=([\d.]{1,20})")
_LINE = re.compile(r"Decode batch.*?accept len: (\d+(?:\.\d+)?)(?:, accept rate: (\d+(?:\.\d+)?))?(?:,|\s|$)")


class Log(Lines):
    """Lines “Decode batch” of SGLang's log. Each has the averages of an interval; the file becomes one request."""

    words: tuple[str, ...] = ("accept len:", THRESHOLDS[0], _GREEDY)

    def __init__(self) -> None:
        self._setting = UNSET
        self._intervals: list[Interval] = []
        self._count, self._sum = 0, 0.0
        self._low, self._high = float(MOST), 0.0
        self._last: tuple[Stated, ...] = ()
        self._fits = {(length, own) for length in range(1, LONGEST_TRIED + 1) for own in (False, True)}
        self._rated = False

    def read(self, line: str, where: str) -> Iterator[Request]:
        match = _LINE.search(line)
        if _GREEDY in line:
            self._setting = GREEDY, False
        elif THRESHOLDS[0] in line and self._setting[1] is not False:
            self._setting = setting_of(dict(_OPTION.findall(line)))
        self.left_out += match is None and "Decode batch" in line and self.words[0] in line
        if match is not None and float(match[1]):  # 0 means an interval without a pass
            length, rate = printed(match[1]), printed(match[2]) if match[2] else None
            self._check(length, rate, where)
            self._note_interval(line, length.value, where)
            self._count, self._sum = self._count + 1, self._sum + length.value
            self._low = min(self._low, length.value - length.half)
            self._high = max(self._high, length.value + length.half)
            self._last = (Stated("accept len", "length", length.value, length.half),)
            if rate is not None:
                self._rated = True
                self._last += (Stated("accept rate", "rate", rate.value, rate.half),)
                self._fits = {each for each in self._fits if _fits(length, rate, *each)}
        yield from ()

    def _note_interval(self, line: str, length: float, where: str) -> None:
        """Note the running requests and the tokens per second of an interval."""
        found = _RUNNING.search(line)
        running, printed_there = (int(found[1]), float(found[2])) if found else (None, None)
        interval = Interval(where.partition(" of ")[0].lower(), length, None, printed_there or None, running)
        if len(self._intervals) < MOST_INTERVALS:
            self._intervals.append(interval)

    def _check(self, length: Printed, rate: Printed | None, where: str) -> None:
        """Raise BadInput for averages that no run can have."""
        if not 1 <= length.value + length.half <= MOST:
            raise BadInput(
                f"{where}: accept len is {length.value:g}, but every pass writes at least one token. {AS_WRITTEN}"
            )
        if rate is not None and rate.value - rate.half > 1:
            raise BadInput(f"{where}: accept rate is {rate.value:g}, but a share is at most 1. {AS_WRITTEN}")

    def end(self) -> Iterator[Request]:
        if not self._count:
            return
        lengths = {length for length, _ in self._fits}
        only = min(lengths) if self._rated and len(lengths) == 1 else None
        own = only is not None and all(own for _, own in self._fits)
        notes = (WITH_OWN,) if own else (VARIES,) if self._rated and not self._fits else ()
        notes += (FIRST,) if self._count > MOST_INTERVALS else ()
        yield Request(
            format=LOG,
            averages=Averages(self._count, max(1.0, self._low), self._high, self._sum / self._count),
            proposed=only,
            fits=frozenset(lengths) if self._rated else None,
            stated=self._last if self._count == 1 else (),
            notes=notes,
            setting=self._setting[0],
            lossless=self._setting[1],
            intervals=tuple(self._intervals),
        )


def _fits(length: Printed, rate: Printed, drafted: int, own: bool) -> bool:
    """Whether a pass with `drafted` draft tokens can have both averages. `own` is the definition of older versions,
    which add the target's own token to the accepted and to the proposed tokens.

    >>> [n for n in range(1, 9) if _fits(printed("2.70"), printed("0.57"), n, False)]
    [3]
    """
    top, below = (length.value, drafted + 1) if own else (length.value - 1, drafted)
    possible = length.value - 1 <= drafted + length.half
    return possible and abs(top - rate.value * below) <= length.half + rate.half * below + 1e-9


class Gauges(Lines):
    """SGLang's gauges of the average accept length and rate."""

    words: tuple[str, ...] = ("sglang:spec_accept_",)

    def __init__(self) -> None:
        self._stated: dict[tuple[tuple[str, str], ...], list[Stated]] = {}

    def read(self, line: str, where: str) -> Iterator[Request]:
        begins = line.startswith("sglang:spec_accept_")
        match = SAMPLE.match(line) if begins else None
        self.left_out += begins and match is None
        for name, measure in _STATED:
            if match and match[1] == f"sglang:{name}":
                labels = tuple(sorted(LABEL.findall(match[2] or "")))
                self._stated.setdefault(labels, []).append(Stated(match[1], measure, _gauge(match[3], where)))
        yield from ()

    def end(self) -> Iterator[Request]:
        for labels, stated in self._stated.items():
            if any(each.value for each in stated):
                name = ", ".join(f"{key} {value}" for key, value in labels)[:100]
                length = next((each.value for each in stated if each.measure == "length" and each.value), None)
                averages = None if length is None else Averages(1, length, length, length)
                fits = _all_that_fit(stated)
                only = min(fits) if fits is not None and len(fits) == 1 else None
                yield Request(
                    format=GAUGES, name=name, stated=tuple(stated), averages=averages, proposed=only, fits=fits
                )


def _all_that_fit(stated: Sequence[Stated]) -> frozenset[int] | None:
    """The numbers of draft tokens per pass with which a gauge of the length and one of the rate agree; None without
    both. The gauges have all digits, but a person may have rounded them to two.
    """
    found = {each.measure: Printed(each.value, HALF_DIGIT) for each in stated if each.value}
    if len(found) < len(_STATED):
        return None
    length, rate = found["length"], found["rate"]
    tried = range(1, LONGEST_TRIED + 1)
    return frozenset(n for n in tried if any(_fits(length, rate, n, own) for own in (False, True)))


def _gauge(text: str, where: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST:
        raise BadInput(f"{where}: {text[:SHOWN]!r} is not a number of at least 0. Save the metrics again.")
    return value
