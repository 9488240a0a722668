"""Counters of speculative decoding in Prometheus text, which vLLM and llama.cpp name alike after their prefix."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from decoders.errors import BadInput
from explorer.imports.engines.adapter import Lines
from explorer.imports.fields import LONGEST_DRAFT, MOST, SHOWN
from explorer.imports.record import Format, Request

SAMPLE = re.compile(r"^([A-Za-z_:][\w:]*)(?:\{(.*)\})?\s+(\S+)(?:\s+-?\d+)?\s*$")
LABEL = re.compile(r'(\w+)="((?:[^"\\]|\\.)*)"')
MOST_SERIES = 1000
TOTALS = ("num_drafts", "num_draft_tokens", "num_accepted_tokens")
PER_POSITION = "num_accepted_tokens_per_pos"


@dataclass
class _Series:
    """The counters of one server process, by the labels other than the position."""

    totals: dict[str, int] = field(default_factory=dict)
    positions: dict[int, int] = field(default_factory=dict)


class Counters(Lines):
    """An adapter for counters whose names begin with `prefix` and `spec_decode_`."""

    def __init__(self, prefix: str, form: Format) -> None:
        """`form` describes the file."""
        self._prefix, self._format = f"{prefix}spec_decode_", form
        self.words: tuple[str, ...] = (self._prefix,)
        self._series: dict[tuple[tuple[str, str], ...], _Series] = {}

    def read(self, line: str, where: str) -> Iterator[Request]:
        """Remember a counter; requests come at the end."""
        match = SAMPLE.match(line) if line.startswith(self._prefix) else None
        self.left_out += match is None and line.startswith(self._prefix)
        if match is not None:
            name = match[1].removeprefix(self._prefix).removesuffix("_total")
            if name in TOTALS or name == PER_POSITION:
                self._add(name, dict(LABEL.findall(match[2] or "")), whole(match[3], match[1], where), where)
        yield from ()

    def _add(self, name: str, labels: dict[str, str], count: int, where: str) -> None:
        position = labels.pop("position", "")
        series = self._series.setdefault(tuple(sorted(labels.items())), _Series())
        if len(self._series) > MOST_SERIES:
            raise BadInput(f"{where}: there are more than {MOST_SERIES:,} servers. Save the metrics of one server.")
        where_to: dict[str, int] | dict[int, int] = series.totals
        key: str | int = name
        if name == PER_POSITION:
            if not (position.isascii() and position.isdigit() and len(position) < 6):
                raise BadInput(f"{where}: the position {position[:SHOWN]!r} is not a number. Save the metrics again.")
            where_to, key = series.positions, min(int(position), LONGEST_DRAFT)
        if key in where_to:
            raise BadInput(
                f"{where}: the counter {name} occurs twice. Save each scrape of the metrics in a file of its own."
            )
        where_to[key] = count  # type: ignore[index]  # the key belongs to the dictionary

    def end(self) -> Iterator[Request]:
        """One request per server process that drafted."""
        for labels, series in self._series.items():
            passes, drafted, accepted = (series.totals.get(name) for name in TOTALS)
            if not passes and not drafted:
                continue
            found = series.positions
            if sorted(found) != list(range(len(found))):
                raise BadInput(
                    f"The counters by position end at {max(found)}, but there are {len(found)}. Save the metrics again."
                )
            survivors = tuple(found[position] for position in range(len(found))) or None
            name = ", ".join(f"{key} {value}" for key, value in labels)[:100]
            yield Request(
                format=self._format,
                name=name,
                passes=passes,
                drafted=drafted,
                accepted=accepted,
                survivors=survivors,
                longest=len(found) or None,
            )


def whole(text: str, name: str, where: str) -> int:
    """A counter's value. Raises BadInput if it is not a whole number."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= MOST or value != int(value):
        raise BadInput(f"{where}: {name} is {text[:SHOWN]!r}, not a whole number. Save the metrics again.")
    return int(value)
