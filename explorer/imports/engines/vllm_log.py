"""vLLM's log: the lines “SpecDecoding metrics”, each about all requests of a log window."""

import re
from collections.abc import Iterator
from dataclasses import replace

from explorer.imports.clocks import seconds
from explorer.imports.engines.adapter import Lines
from explorer.imports.engines.vllm import LOG
from explorer.imports.record import UNSET, Averages, Request, Rounded, Setting, Stated, Window
from explorer.imports.rounded import printed, rates_of, recovered

_LINE = re.compile(
    r"SpecDecoding metrics: Mean acceptance length: (\d+\.\d+|nan),"
    r"(?:.*? Accepted: (\d+) tokens, Drafted: (\d+) tokens,)?"
    r".*?Per-position acceptance rate: ([\d., ]*?),? Avg Draft acceptance rate: (\d+\.\d+|nan)%"
)
_METHOD = "rejection_sample_method"
_DRAFTED = re.compile(r"Drafted throughput: (\d+\.\d+) tokens/s")
_ENGINE = re.compile(r"\bEngine (\d{1,4}):")
_KIND = re.compile(r"SpeculativeConfig\(method='([\w-]{1,40})'")
_REJECTION = re.compile(_METHOD + r"""['"]?\s*[:=]\s*['"]?(\w{1,40})""")
_CLOCK = re.compile(r"\b([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\b")
_RUNNING = re.compile(r"Running: (\d{1,9}) reqs")
_PRINTED = re.compile(r"Avg generation throughput: (\d{1,9}\.\d+) tokens/s")
DAY = 86_400  # seconds
SAME = 1  # largest number of seconds between two lines of a log that describe the same log window
RESOLUTION, CLOSE = 2.0, 0.1  # seconds, and share of the time, by which timestamps may differ from a printed rate


def clock_of(line: str) -> int | None:
    """The time of day at which a line was written, in seconds; None if the line has no time."""
    found = _CLOCK.search(line)
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3]) if found else None


def server_speed(line: str) -> tuple[int, float] | None:
    """The number of running requests and the tokens per second in a line about the server; None for other lines.

    >>> server_speed("Avg generation throughput: 46.2 tokens/s, Running: 1 reqs")
    (1, 46.2)
    """
    running, speed = _RUNNING.search(line), _PRINTED.search(line)
    return (int(running[1]), float(speed[1])) if running and speed else None


SILENT = (
    "Avg generation throughput:",
    "{name} is a log of vLLM without numbers of speculative decoding. Start vLLM with `--speculative-config`.",
)


class Log(Lines):
    """An adapter for the lines “SpecDecoding metrics” in vLLM's log. Each line covers all requests of a log window."""

    words: tuple[str, ...] = ("SpecDecoding metrics:", _METHOD, "Running:", "SpeculativeConfig(method=")

    def __init__(self) -> None:
        self._setting, self._kind = UNSET, ""
        # the last line about the server: its running requests, tokens per second and time, until a log window uses it
        self._server: tuple[int | None, float | None, int | None] = (None, None, None)
        self._engines = set[str]()
        self._before: int | None = None  # when the last log window ended

    def read(self, line: str, where: str) -> Iterator[Request]:
        if found := _KIND.search(line):
            self._kind = found[1]
        if found := _REJECTION.search(line):
            self._setting = _setting_of(found[1])
        if running := _RUNNING.search(line):
            speed = _PRINTED.search(line)
            self._server = int(running[1]), float(speed[1]) if speed else None, clock_of(line)
        self._engines.update(_ENGINE.findall(line))
        match = _LINE.search(line)
        self.left_out += match is None and self.words[0] in line
        if match is not None and "nan" not in (match[1], match[5]):
            yield self._counts(match, line, where)
        elif match is not None:
            self._before = clock_of(line)

    def _counts(self, match: re.Match[str], line: str, where: str) -> Request:
        """The counts of a log window, or its averages if the line has no counts."""
        length, rates = printed(match[1]), rates_of(match[4])
        stated = (
            Stated("Mean acceptance length", "length", length.value, length.half),
            Stated("Avg Draft acceptance rate", "rate", float(match[5]) / 100, 0.0005),
        )
        longest = len(rates) or None
        base = Request(format=LOG, method=self._kind, longest=longest, setting=self._setting, stated=stated)
        if match[2] is None:
            low, high = max(1.0, length.value - length.half), length.value + length.half
            window = self._window(line, where, length.value, len(rates))
            return replace(base, averages=Averages(1, low, high, length.value), windows=(window,))
        accepted, drafted = int(match[2]), int(match[3])
        counted, fewest = replace(base, accepted=accepted, drafted=drafted), -(-drafted // max(1, len(rates)))
        if accepted:
            counted = recovered(counted, length, rates, where, fewest)
        elif drafted:
            counted = replace(counted, rounded=Rounded(fewest, drafted, (0.0,) * len(rates)))
        ends = (counted.rounded.fewest, counted.rounded.most) if counted.rounded else (counted.passes or 1,) * 2
        window = self._window(line, where, 1 + accepted / (sum(ends) // 2), len(rates))
        return replace(counted, clock=self._clock(window.name, line, drafted), windows=(window,))

    def _clock(self, name: str, line: str, drafted: int) -> str:
        """The contradiction between the printed rate of draft tokens and the time since the last log window; empty if
        there is none. If several engines write the log, nothing is compared, because a line does not say which engine
        it is about.
        """
        at, found, before = clock_of(line), _DRAFTED.search(line), self._before
        self._before = at
        if at is None or before is None or found is None or not float(found[1]) or len(self._engines) > 1:
            return ""
        took, gap = drafted / float(found[1]), (at - before) % DAY
        if abs(took - gap) <= RESOLUTION + CLOSE * gap:
            return ""
        return (
            f"The times of {name} cannot be right: {drafted:,} draft tokens at {found[1]} per second take "
            f"{seconds(took)}, but its timestamp is {seconds(gap)} after the previous one."
        )

    def _window(self, line: str, where: str, tokens: float, length: int) -> Window:
        """The speed of this log window: the speed printed in the same second, or otherwise the speed that its counts
        give. Each line about the server is used for only one log window.
        """
        drafted, clock, (running, speed, seen) = _DRAFTED.search(line), _CLOCK.search(line), self._server
        self._server = None, None, None
        name = where.partition(" of ")[0].lower() + (f" ({clock[0]})" if clock else "")
        at = clock_of(line)
        if not speed or (at is not None and seen is not None and (at - seen) % DAY > SAME):
            speed = float(drafted[1]) / length * tokens if drafted and length else None
        return Window(name, tokens, speed, running)


def _setting_of(method: str) -> Setting:
    """The sentence about the rejection method of a run, and whether the method is lossless."""
    lossless = {"standard": True, "block": True, "fly": False, "synthetic": False}.get(method)
    is_so = {True: "which is lossless", False: "which is lossy", None: "which this explorer does not know"}[lossless]
    return f"This run used `rejection_sample_method` {method}, {is_so}.", lossless
