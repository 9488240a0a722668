"""SGLang: averages of a whole server, from its log lines and its Prometheus gauges. Neither source has counts."""

import re
from collections.abc import Iterator

from decoders.errors import BadInput
from explorer.imports.engines.adapter import Lines
from explorer.imports.engines.prometheus import Labels, Samples, name_of, number_of
from explorer.imports.engines.sglang import DETAILS_FLAG, MORE, ORDER, RULES, SGLANG_TIMES, THRESHOLDS, setting_of
from explorer.imports.fields import MOST, SHOWN
from explorer.imports.gate import check
from explorer.imports.record import UNSET, Absent, Averages, Format, Measure, Request, Stated, Window
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
    "SGLang", "log lines", "on by default, as lines “Decode batch”", "averages of log windows, with few digits",
    _ABSENT, MORE, unit="log window",
    measure="“gen throughput” of its lines “Decode batch”", **RULES,
)  # fmt: skip
GAUGES = Format(
    "SGLang", "Prometheus metrics", "`--enable-metrics`, then `GET /metrics`", "two averages of the server",
    _ABSENT, MORE, unit="server", **RULES,
)  # fmt: skip
_GAUGES: dict[str, Measure] = {"rate": "rate", "length": "length"}  # names without their prefix
Fit = tuple[int, bool]  # draft tokens per pass, and whether the rate counts the target's own token
MOST_WINDOWS = 50_000  # most log windows whose speeds are used
LONGEST_TRIED = 256  # most draft tokens per pass that are tried
HALF_DIGIT = 0.005  # half of a gauge's second decimal
WITH_OWN = "This version of SGLang counts the target’s own token as accepted and as proposed in its accept rate."
FIRST = f"Speeds are those of the first {MOST_WINDOWS:,} lines “Decode batch”."
VARIES = "No constant number of draft tokens fits all accept lengths and accept rates of this log."
SILENT = (
    "Decode batch",
    "{name} is a log of SGLang without numbers of speculative decoding. Start SGLang with `--speculative-algorithm`.",
)
_GREEDY = "alling back to greedy"
GREEDY = "The log says that SGLang fell back to greedy verification, so sampled requests of this run were lossy."
_RUNNING = re.compile(r"#running-req: (\d{1,9}),.*?gen throughput \(token/s\): (\d{1,9}\.\d+)")
_KIND = re.compile(r"speculative_algorithm='(\w{1,40})'")
_EITHER = ("EAGLE", "NEXTN")  # SGLang calls MTP by both names
_OPTION = re.compile(r"(speculative_accept_threshold_\w+)=([\d.]{1,20})")
_LINE = re.compile(r"Decode batch.*?accept len: (\d+(?:\.\d+)?)(?:, accept rate: (\d+(?:\.\d+)?))?(?:,|\s|$)")


class Log(Lines):
    """An adapter for the lines “Decode batch”. Each has the averages of a log window; the file becomes one request."""

    words: tuple[str, ...] = ("accept len:", THRESHOLDS[0], _GREEDY, "speculative_algorithm=")

    def __init__(self) -> None:
        self._setting, self._kind = UNSET, ""
        self._windows: list[Window] = []
        self._count, self._sum = 0, 0.0
        self._low, self._high = float(MOST), 0.0
        self._last: tuple[Stated, ...] = ()
        self._fits: set[Fit] | None = None  # the draft lengths that fit all averages so far; None without rates

    def read(self, line: str, where: str) -> Iterator[Request]:
        match = _LINE.search(line)
        if found := _KIND.search(line):
            self._kind = "EAGLE or MTP" if found[1] in _EITHER else found[1]
        if _GREEDY in line:
            self._setting = GREEDY, False
        elif THRESHOLDS[0] in line and self._setting[1] is not False:
            self._setting = setting_of(dict(_OPTION.findall(line)))
        self.left_out += match is None and "Decode batch" in line and self.words[0] in line
        if match is not None and float(match[1]):  # 0 is printed for a log window without a pass
            length, rate = printed(match[1]), printed(match[2]) if match[2] else None
            self._last = (Stated("accept len", "length", length.value, length.half),)
            self._last += (Stated("accept rate", "rate", rate.value, rate.half),) if rate else ()
            check(Request(format=LOG, stated=self._last), where)
            found = _RUNNING.search(line)
            running, speed = (int(found[1]), float(found[2])) if found else (None, None)
            if len(self._windows) < MOST_WINDOWS:
                name = where.partition(" of ")[0].lower()
                self._windows.append(Window(name, length.value, speed or None, running))
            self._count, self._sum = self._count + 1, self._sum + length.value
            self._low = min(self._low, length.value - length.half)
            self._high = max(self._high, length.value + length.half)
            if rate is not None:
                here = fitting(length, rate) if self._fits is None else self._fits
                self._fits = {each for each in here if _fits(length, rate, *each)}
        yield from ()

    def end(self, where: str) -> Iterator[Request]:
        if not self._count:
            return
        fits = lengths_of(self._fits)
        own = fits and len(fits) == 1 and all(own for _, own in self._fits or ())
        notes = (WITH_OWN,) if own else (VARIES,) if fits is not None and not fits else ()
        notes += (FIRST,) if self._count > MOST_WINDOWS else ()
        yield Request(
            format=LOG,
            method=self._kind,
            averages=Averages(self._count, max(1.0, self._low), self._high, self._sum / self._count),
            fits=fits,
            stated=self._last if self._count == 1 else (),
            notes=notes,
            setting=self._setting,
            windows=tuple(self._windows),
        )


def _fits(length: Printed, rate: Printed, drafted: int, own: bool) -> bool:
    """Whether a pass with `drafted` draft tokens can have both averages. `own` selects the definition of older
    versions, which count the target's own token among the accepted and the proposed tokens.

    >>> [n for n in range(1, 9) if _fits(printed("2.70"), printed("0.57"), n, False)]
    [3]
    """
    top, below = (length.value, drafted + 1) if own else (length.value - 1, drafted)
    possible = length.value - 1 <= drafted + length.half
    return possible and abs(top - rate.value * below) <= length.half + rate.half * below + 1e-9


def fitting(length: Printed, rate: Printed) -> set[Fit]:
    """The draft lengths that fit both averages, by the newer and by the older definition."""
    every = {(drafted, own) for drafted in range(1, LONGEST_TRIED + 1) for own in (False, True)}
    return {each for each in every if _fits(length, rate, *each)}


def lengths_of(fits: set[Fit] | None) -> frozenset[int] | None:
    """The draft lengths of `fits`, without the definitions under which they fit."""
    return None if fits is None else frozenset(length for length, _ in fits)


class Gauges(Samples):
    """An adapter for SGLang's gauges of the average accept length and rate. They have all digits, unless a person
    rounded them to two decimals.
    """

    def __init__(self) -> None:
        super().__init__("sglang:spec_accept_")
        self._stated: dict[Labels, dict[Measure, Stated]] = {}

    def _add(self, name: str, labels: dict[str, str], value: str, where: str) -> None:
        measure = _GAUGES.get(name)
        if measure is None:
            return
        found = number_of(value)
        if found < 0:
            raise BadInput(f"{where}: {value[:SHOWN]!r} is not a number that is 0 or more. Save the metrics again.")
        stated = Stated(f"{self._prefix}{name}", measure, found)
        self._stated.setdefault(tuple(sorted(labels.items())), {})[measure] = stated

    def end(self, where: str) -> Iterator[Request]:
        for labels, stated in self._stated.items():
            found = {each.measure: Printed(each.value, HALF_DIGIT) for each in stated.values() if each.value}
            if not found:
                continue
            length, rate = found.get("length"), found.get("rate")
            fits = lengths_of(fitting(length, rate)) if length and rate else None
            yield Request(
                format=GAUGES,
                name=name_of(labels),
                stated=tuple(stated.values()),
                averages=Averages(1, length.value, length.value, length.value) if length else None,
                fits=fits,
            )
