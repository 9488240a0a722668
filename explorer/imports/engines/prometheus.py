"""Samples in Prometheus text, and the counters of speculative decoding. The counters of vLLM and llama.cpp have the
same names with different prefixes.
"""

import re
from collections.abc import Iterator

from decoders.errors import BadInput
from explorer.imports.engines.adapter import Lines
from explorer.imports.fields import LONGEST_DRAFT, MOST, SHOWN
from explorer.imports.record import Format, Request

SAMPLE = re.compile(r"^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
MOST_SERIES = 1000
MOST_NAME = 100  # most characters of a server's labels that are shown
TOTALS = ("num_drafts", "num_draft_tokens", "num_accepted_tokens")
PER_POSITION = "num_accepted_tokens_per_pos"
Labels = tuple[tuple[str, str], ...]


class Samples(Lines):
    """An adapter for samples whose names begin with `prefix`. Requests are complete at the end of the file."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        self.words: tuple[str, ...] = (prefix,)

    def read(self, line: str, where: str) -> Iterator[Request]:
        if line.startswith(self._prefix):
            match = SAMPLE.match(line)
            self.left_out += match is None
            if match is not None:
                self._add(match[1].removeprefix(self._prefix), dict(LABEL.findall(match[2] or "")), match[3], where)
        yield from ()

    def _add(self, name: str, labels: dict[str, str], value: str, where: str) -> None:
        """Store a sample under its name without the prefix."""
        raise NotImplementedError


def name_of(labels: Labels) -> str:
    """The name of a server process: its labels."""
    return ", ".join(f"{key} {value}" for key, value in labels)[:MOST_NAME]


def number_of(text: str) -> float:
    """The value of a sample; −1 for a value that neither a counter nor an average can have."""
    try:
        value = float(text)
    except ValueError:
        return -1.0
    return value if 0 <= value <= MOST else -1.0


class Counters(Samples):
    """Counters by server process: totals by their names, and accepted draft tokens by position, counted from 0."""

    def __init__(self, prefix: str, form: Format, uncounted: Format | None = None) -> None:
        """`form` is the file's format, and `uncounted` the format of a file that does not count target passes."""
        super().__init__(f"{prefix}spec_decode_")
        self._format, self._uncounted = form, uncounted or form
        self._series: dict[Labels, dict[str | int, int]] = {}

    def _add(self, name: str, labels: dict[str, str], value: str, where: str) -> None:
        full, name = f"{self._prefix}{name}", name.removesuffix("_total")
        if name not in (*TOTALS, PER_POSITION):
            return
        count = number_of(value)
        if count < 0 or count != int(count):
            raise BadInput(f"{where}: {full} is {value[:SHOWN]!r}, not a whole number. Save the metrics again.")
        position = labels.pop("position", "")
        series = self._series.setdefault(tuple(sorted(labels.items())), {})
        if len(self._series) > MOST_SERIES:
            raise BadInput(f"{where}: there are more than {MOST_SERIES:,} servers. Save the metrics of one server.")
        if name == PER_POSITION and not (position.isascii() and position.isdigit() and len(position) < 6):
            raise BadInput(f"{where}: the position {position[:SHOWN]!r} is not a number. Save the metrics again.")
        key = min(int(position), LONGEST_DRAFT) if name == PER_POSITION else name
        if key in series:
            raise BadInput(
                f"{where}: the counter {name} occurs twice. Save each scrape of the metrics in a file of its own."
            )
        series[key] = int(count)

    def end(self, where: str) -> Iterator[Request]:
        """One request per server process that drafted."""
        for labels, series in self._series.items():
            passes, drafted, accepted = (series.get(name) for name in TOTALS)
            found = sorted(key for key in series if isinstance(key, int))
            if not passes and not drafted:
                continue
            if found != list(range(len(found))):
                there = f"only {len(found)} of {found[-1] + 1} counters by position are in the file."
                raise BadInput(f"{where}: {there} Save the metrics again.")
            yield Request(
                format=self._uncounted if passes is None else self._format,
                name=name_of(labels),
                passes=passes,
                drafted=drafted,
                accepted=accepted,
                survivors=tuple(series[position] for position in found) or None,
                longest=len(found) or None,
            )
