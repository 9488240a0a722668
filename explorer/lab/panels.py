"""The panels that results are drawn in: their places and sizes, the titles of their axes, and what stands along them.

Knows nothing of what is drawn but where its points lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from plotly.subplots import make_subplots

from explorer.figures.look import Figure, dress, safe
from explorer.lab.experiment import Metric

PANEL, LEAST = 270, 100  # pixels: a panel's height, and the least of one of bars
GAP = 76  # pixels below a panel, with an axis's title
BAR, ROOM, LINE = 18, 10, 17  # pixels of a bar's height, between the bars of two labels, and of a line of labels
WIDE = 2  # panels beside one another
LABEL = 14  # letters in a line of a bar's label
TITLE, NARROW = 32, 20  # letters in a line of an axis's title, and where panels stand beside one another
DODGE = 0.04  # between two curves' points at a whole number, so that intervals lie beside one another
LEFT = 0.5  # of a power of ten that the shortest bar is long at least
FAR = 10  # so many times ours, or a part of it, a paper's numbers stand on an axis of powers of ten with them
TICKS = 16  # whole numbers along an axis that are all named
BETTER = {"higher": " ↑", "lower": " ↓", "": ""}


@dataclass(frozen=True)
class Panels:
    """Panels by metric and data set: those of a metric stand beside one another, in as many rows as they need."""

    figure: Figure
    metrics: int
    sets: int
    wide: int
    high: int

    def all(self) -> list[dict[str, int]]:
        """Every panel's row and column."""
        return [self.at(place, number) for place in range(self.metrics) for number in range(self.sets)]

    def at(self, place: int, number: int) -> dict[str, int]:
        """Row and column of a metric's panel of a data set."""
        return {"row": place * self.high + number // self.wide + 1, "col": number % self.wide + 1}


def panels_of(data: Sequence[str], chosen: Sequence[Metric], across: Sequence[str]) -> Panels:
    """Empty panels of `data` sets with the titles of their axes."""
    names = list(data) or [""]
    wide = min(WIDE, len(names))
    high = ceil(len(names) / wide)
    rows = high * len(chosen)
    told = ["<br>".join(wrap(title, NARROW if wide > 1 else TITLE)) for title in across]
    gap = GAP + LINE * max((title.count("<br>") for title in told), default=0)
    inner = PANEL * rows + gap * (rows - 1)
    used = [[{} if row * wide + col < len(names) else None for col in range(wide)] for row in range(high)]
    figure: Any = make_subplots(
        rows=rows, cols=wide, shared_yaxes=True, vertical_spacing=gap / inner, horizontal_spacing=0.05,
        specs=used * len(chosen), subplot_titles=[safe(name) for _ in chosen for name in names],
    )  # fmt: skip
    figure.update_annotations(font_size=13)
    dress(figure, "")
    figure.update_layout(height=inner + gap + 130, margin={"t": 80, "b": gap + 50})
    panels = Panels(figure, len(chosen), len(names), wide, high)
    for place, metric in enumerate(chosen):
        for number in range(len(names)):
            at = panels.at(place, number)
            figure.update_xaxes(title=told[place], **at)
            if at["col"] == 1:
                figure.update_yaxes(title=_title(metric), **at)
    return panels


def _title(metric: Metric) -> str:
    """What stands along an axis of a metric, in short lines."""
    return "<br>".join(wrap(metric.label + BETTER[metric.better], TITLE))


def bar_panels(chosen: Sequence[Metric], labels: Sequence[str], bars: int) -> Panels:
    """Empty panels for bars that lie: labels to the left need no turning and no more room than a bar is high.

    `bars`: how many lie at one label.
    """
    told = ["<br>".join(map(safe, wrap(label, LABEL, break_long_words=False))) for label in labels]
    lines = max((text.count("<br>") + 1 for text in told), default=1)
    panel = max(LEAST, len(labels) * (max(BAR * bars, LINE * lines) + ROOM))
    inner = panel * len(chosen) + GAP * (len(chosen) - 1)
    figure: Any = make_subplots(rows=len(chosen), cols=1, vertical_spacing=GAP / inner)
    dress(figure, "")
    figure.update_layout(height=inner + GAP + 100, margin={"t": 50, "b": GAP + 50})
    order = {"categoryorder": "array", "categoryarray": labels, "autorange": "reversed", "automargin": True}
    figure.update_yaxes(tickvals=labels, ticktext=told, showgrid=False, **order)
    for place, metric in enumerate(chosen):
        figure.update_xaxes(title=_title(metric), row=place + 1, col=1)
    return Panels(figure, len(chosen), 1, 1, 1)


def whole_ticks(figure: Figure) -> None:
    """Where everything along an axis is a whole number, as of ranks and of levels, no other stands there.

    Curves then lie a little beside one another, since many of their intervals would be one line.
    """
    points = sorted({x for part in figure.data for x in part.x or ()})
    if len(points) > TICKS or not all(float(x).is_integer() for x in points):
        return
    figure.update_xaxes(tickvals=points)
    names = list(dict.fromkeys(part.legendgroup for part in figure.data if part.legendgroup != "paper"))
    for part in figure.data:
        if part.legendgroup in names:
            aside = DODGE * (names.index(part.legendgroup) - (len(names) - 1) / 2)
            part.x = [x + aside for x in part.x]


def powers(panels: Panels, way: str) -> None:
    """Powers of ten along the axes (x or y) of a metric where a paper's numbers are so far off that ours would be flat.

    On an axis from 0 a bar of 300 beside a diamond at 22,512 is no bar. Bars begin LEFT of a power of ten before the
    shortest at least. There is no 0 on such an axis: where the paper reports one, or a 0 of ours has an interval, none
    is made.
    """
    for place in range(panels.metrics):
        axes = [getattr(panels.figure.get_subplot(**panels.at(place, n)), f"{way}axis") for n in range(panels.sets)]
        names = {axis.plotly_name.replace("axis", "") for axis in axes}
        parts = [part for part in panels.figure.data if (getattr(part, f"{way}axis") or way) in names]
        paper = [value for part in parts if part.legendgroup == "paper" for value in getattr(part, way)]
        bars = [
            (value, end)
            for part in parts
            if part.legendgroup != "paper"
            for value, end in zip(getattr(part, way), getattr(part, f"error_{way}").array, strict=True)
        ]
        own = [value for value, end in bars if value or end]
        if own and paper and min(own + paper) > 0 and not 1 / FAR < max(own) / max(paper) < FAR:
            ends = [floor(log10(min(own + paper)) - LEFT), ceil(log10(max(own + paper)))]
            for axis in axes:
                axis.update(type="log", dtick=1, exponentformat="power", range=ends if way == "x" else None)
