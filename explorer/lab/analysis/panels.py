"""Layout of the panels in which results are drawn: positions, sizes, and the titles and ticks of their axes.

Panels depend only on coordinates, not on results.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10
from textwrap import wrap
from typing import Any

from plotly.subplots import make_subplots

from explorer.figures.look import Figure, dress, safe
from explorer.lab.experiment import Metric

PANEL, LEAST = 270, 100  # pixels: height of a panel, and minimum height of a panel with bars
GAP = 76  # pixels below a panel, for the title of the axis
BAR, ROOM, LINE = 18, 10, 17  # pixels: height of a bar, gap between labels, and height of a line of a label
WIDE = 2  # maximum number of panels in a row
LABEL = 14  # characters per line of a bar's label
TITLE, NARROW = 32, 20  # characters per line of an axis title: with one panel in a row, and with two
DODGE = 0.04  # distance between two curves' points at a whole number, so that their intervals do not overlap
LEFT = 0.5  # minimum length of the shortest bar, in powers of ten
FAR = 10  # an axis is logarithmic if our values and the paper's differ by at least this ratio
TICKS = 16  # if there are at most this many whole numbers, all are labelled
BETTER = {"higher": " ↑", "lower": " ↓", "": ""}


@dataclass(frozen=True)
class Panels:
    """A figure with one panel per metric and data set. The panels of a metric are side by side, in one or more rows."""

    figure: Figure
    metrics: int
    sets: int
    wide: int
    high: int

    def all(self) -> list[dict[str, int]]:
        """Row and column of each panel."""
        return [self.at(place, number) for place in range(self.metrics) for number in range(self.sets)]

    def at(self, place: int, number: int) -> dict[str, int]:
        """The row and column of the panel for the metric at index `place` and the data set at index `number`."""
        return {"row": place * self.high + number // self.wide + 1, "col": number % self.wide + 1}


def panels_of(data: Sequence[str], chosen: Sequence[Metric], across: Sequence[str]) -> Panels:
    """Make empty panels for the data sets, with axis titles."""
    names = list(data) or [""]
    wide = min(WIDE, len(names))
    high = ceil(len(names) / wide)
    rows = high * len(chosen)
    titles = ["<br>".join(wrap(title, NARROW if wide > 1 else TITLE)) for title in across]
    gap = GAP + LINE * max((title.count("<br>") for title in titles), default=0)
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
            figure.update_xaxes(title=titles[place], **at)
            if at["col"] == 1:
                figure.update_yaxes(title=_title(metric), **at)
    return panels


def _title(metric: Metric) -> str:
    """The title of a metric's axis, in short lines."""
    return "<br>".join(wrap(metric.label + BETTER[metric.better], TITLE))


def bar_panels(chosen: Sequence[Metric], labels: Sequence[str], bars: int) -> Panels:
    """Make empty panels for horizontal bars. The bars' labels on the left need no rotation.

    `bars` is the number of bars per label.
    """
    wrapped = ["<br>".join(map(safe, wrap(label, LABEL, break_long_words=False))) for label in labels]
    lines = max((text.count("<br>") + 1 for text in wrapped), default=1)
    panel = max(LEAST, len(labels) * (max(BAR * bars, LINE * lines) + ROOM))
    inner = panel * len(chosen) + GAP * (len(chosen) - 1)
    figure: Any = make_subplots(rows=len(chosen), cols=1, vertical_spacing=GAP / inner)
    dress(figure, "")
    figure.update_layout(height=inner + GAP + 100, margin={"t": 50, "b": GAP + 50})
    order = {"categoryorder": "array", "categoryarray": labels, "autorange": "reversed", "automargin": True}
    figure.update_yaxes(tickvals=labels, ticktext=wrapped, showgrid=False, **order)
    for place, metric in enumerate(chosen):
        figure.update_xaxes(title=_title(metric), row=place + 1, col=1)
    return Panels(figure, len(chosen), 1, 1, 1)


def whole_ticks(figure: Figure) -> None:
    """If all x values are whole numbers, such as ranks or levels, label only these values.

    The curves of such a panel are shifted a little, because their intervals would otherwise overlap.
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
    """Make the axes (x or y) of a metric logarithmic if our values would otherwise be too small to see next to the
    paper's.

    For example, a bar of length 300 next to a diamond at 22,512 cannot be seen on an axis that starts at 0. The
    shortest bar is at least LEFT powers of ten long. A logarithmic axis has no 0. So the axis stays linear if the paper
    reports 0, or if one of our values is 0 and has an interval.
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
