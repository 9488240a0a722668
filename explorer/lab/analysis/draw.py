"""Draw results as curves, bars and Pareto fronts, with intervals and the papers' values.

Every function returns a function that turns `Results` into one plotly figure. A figure has one panel per metric and
data set, or bars per data set. Data sets are never pooled, because their answers are judged by different rules. A
paper's value is a white diamond and not part of a curve, because it belongs to other models and machines. ↑ means that
higher is better, and ↓ that lower is better. Measured joules have their own panels below those of modelled joules.
"""

from collections.abc import Callable, Sequence
from typing import Any

from explorer.figures.look import COLOURS, SYMBOLS, Figure, faint, safe
from explorer.lab.analysis.panels import Panels, bar_panels, panels_of, powers, whole_ticks
from explorer.lab.analysis.results import Results, Value
from explorer.lab.data.data_sets import is_of, names_one
from explorer.lab.experiment import Cell, Mark, Metric, metrics
from explorer.story.numbers import plural

DASHES = ("solid", "dash", "dot")  # line styles for the first, second and third use of a colour
PAPER = "#b8559a"  # the colour of papers' values
WHISKERS = {
    "color": "#8b95a1",
    "thickness": 1.8,
}  # of a bar's interval; visible on bars and on light and dark backgrounds
MEASURED = {"j_per_token": "measured_j_per_token"}  # each modelled metric and its measured counterpart
Draw = Callable[[Results], Figure]


def curves(x: str, *keys: str, split: str = "") -> Draw:
    """Draw one line per group of cells. The horizontal axis is the x of the cells.

    If `split` is given, there is one line per cell, and the horizontal axis is that column of the rows.
    """

    def draw(results: Results) -> Figure:
        chosen = metrics(*_with_measured(results, keys))
        panels = panels_of(results.data, chosen, [x] * len(chosen))
        for place, metric in enumerate(chosen):
            for number, data in enumerate(results.data):
                at = panels.at(place, number)
                for line, (name, points) in enumerate(_lines(results, metric, data, split)):
                    _line(panels.figure, at, name, points, line)
                marks = [m for m in _reported(results, metric, data) if isinstance(m.x, int | float)]
                _marks(panels.figure, at, [(m.x, m.value, _mark(m)) for m in marks])
        whole_ticks(panels.figure)
        powers(panels, "y")
        return _told(panels, results)

    return draw


def bars(*keys: str) -> Draw:
    """Draw one bar per cell and data set. A paper's value is drawn at the cell whose group it names."""

    def draw(results: Results) -> Figure:
        chosen = metrics(*_with_measured(results, keys))
        panels = bar_panels(chosen, [cell.label for cell in results.cells], len(results.data))
        for place, metric in enumerate(chosen):
            at = panels.at(place, 0)
            for number, data in enumerate(results.data):
                found = [(cell.label, results.value(metric, cell, data)) for cell in results.cells]
                _bars(panels.figure, at, data, [(label, value) for label, value in found if value is not None], number)
            shown = {cell.group: cell.label for cell in reversed(results.cells)}
            marks = [m for m in _reported(results, metric) if m.group in shown]
            _marks(panels.figure, at, [(m.value, shown[m.group], _mark(m)) for m in marks])
        powers(panels, "x")
        return _told(panels, results)

    return draw


def sets(*keys: str) -> Draw:
    """Draw one bar per data set and cell. A paper's value is drawn at the data set that it names."""

    def draw(results: Results) -> Figure:
        chosen = metrics(*_with_measured(results, keys))
        named = {m: _set_of(m, results.data) or m.where.rpartition(", ")[2] for m in results.experiment.marks}
        panels = bar_panels(chosen, list(dict.fromkeys([*results.data, *named.values()])), len(results.cells))
        for place, metric in enumerate(chosen):
            at = panels.at(place, 0)
            for number, cell in enumerate(results.cells):
                found = [(data, results.value(metric, cell, data)) for data in results.data]
                known = [(data, value) for data, value in found if value is not None]
                _bars(panels.figure, at, cell.label, known, number)
            _marks(panels.figure, at, [(m.value, named[m], _mark(m)) for m in _reported(results, metric)])
        powers(panels, "x")
        return _told(panels, results)

    return draw


def pareto(*pairs: tuple[str, str]) -> Draw:
    """Draw one panel per pair of metrics (x, y), with a point per cell and a line along every group's Pareto front."""

    def draw(results: Results) -> Figure:
        both = [metrics(*pair) for x, y in pairs for pair in zip(*_alike(results, x, y), strict=True)]
        panels = panels_of(results.data, [up for _, up in both], [across.label for across, _ in both])
        groups = list(dict.fromkeys(cell.group for cell in results.cells))
        for place, (across, up) in enumerate(both):
            for number, data in enumerate(results.data):
                at = panels.at(place, number)
                for line, group in enumerate(groups):
                    points = [
                        (a, b, cell)
                        for cell in results.cells
                        if cell.group == group
                        if (a := results.value(across, cell, data)) and (b := results.value(up, cell, data))
                    ]
                    _cloud(panels.figure, at, group, points, line, (across, up))
                marks = [m for m in _reported(results, up, data) if isinstance(m.x, int | float)]
                _marks(panels.figure, at, [(m.x, m.value, _mark(m)) for m in marks])
        return _told(panels, results)

    return draw


def front(points: Sequence[tuple[float, float]], better: tuple[str, str]) -> list[tuple[float, float]]:
    """The Pareto-optimal points, which no other point beats in both values, from left to right.

    >>> front([(1, 3), (2, 2), (1, 1)], ("higher", "higher"))
    [(1, 3), (2, 2)]
    """
    ways = [-1.0 if side == "lower" else 1.0 for side in better]

    def beaten(point: tuple[float, float]) -> bool:
        gains = [[way * (one[i] - point[i]) for i, way in enumerate(ways)] for one in points]
        return any(min(gain) >= 0 and max(gain) > 0 for gain in gains)

    return sorted({point for point in points if not beaten(point)})


def _lines(results: Results, metric: Metric, data: str, split: str) -> list[tuple[str, list[tuple[float, Value]]]]:
    if split:
        parts = results.parts()
        named = [
            (cell.label, [(part[split], results.value(metric, cell, data, **part)) for part in parts])
            for cell in results.cells
        ]
    else:
        groups = list(dict.fromkeys(cell.group for cell in results.cells))
        named = [
            (group, [(cell.x, results.value(metric, cell, data)) for cell in results.cells if cell.group == group])
            for group in groups
        ]
    return [(name, [(x, value) for x, value in points if x is not None and value]) for name, points in named]


def _with_measured(results: Results, keys: Sequence[str]) -> list[str]:
    """The metrics, with the measured metric after each modelled one if energy was measured."""
    known = any(row.get("measured_joules") is not None for row in results.rows)
    return [one for key in keys for one in (key, MEASURED.get(key, "") if known else "") if one]


def _alike(results: Results, *keys: str) -> list[list[str]]:
    """Like `_with_measured`, for both axes of a panel.

    If only one of the two metrics has a measured counterpart, the other metric is in both panels.
    """
    made = [_with_measured(results, [key]) for key in keys]
    most = max(map(len, made))
    return [some * (most // len(some)) for some in made]


def _reported(results: Results, metric: Metric, data: str | None = None) -> list[Mark]:
    """The paper's values of a metric; with `data`, values for other data sets are left out."""
    modelled = {measured: key for key, measured in MEASURED.items()}
    found = [mark for mark in results.experiment.marks if mark.metric == modelled.get(metric.key, metric.key)]
    return [mark for mark in found if data is None or is_of(mark, data) or not names_one(mark)]


def _set_of(mark: Mark, data: Sequence[str]) -> str | None:
    """The data set in `data` that a mark names, if any."""
    return next((one for one in data if is_of(mark, one)), None)


def _mark(mark: Mark) -> str:
    return f"{mark.group}, {mark.where}: {mark.value:g}"


def _bars(figure: Figure, at: dict[str, int], name: str, known: Sequence[tuple[str, Value]], number: int) -> None:
    if not known:
        return
    figure.add_bar(
        x=[value.value for _, value in known], y=[label for label, _ in known], orientation="h",
        error_x=_error([value for _, value in known]) | WHISKERS, name=safe(name), legendgroup=name,
        marker={"color": COLOURS[number % len(COLOURS)]}, showlegend=_first(figure, name), **at,
        hovertext=[_hover(label, value) for label, value in known], hoverinfo="text",
    )  # fmt: skip


def _line(figure: Figure, at: dict[str, int], name: str, points: list[tuple[float, Value]], number: int) -> None:
    if not points:
        return
    points = sorted(points, key=lambda point: point[0])
    colour, symbol, dash = _look(number)
    figure.add_scatter(
        x=[x for x, _ in points], y=[value.value for _, value in points], name=safe(name), legendgroup=name,
        error_y=_error([value for _, value in points]), mode="lines+markers", showlegend=_first(figure, name),
        line={"color": colour, "dash": dash},
        marker={"size": 9, "symbol": symbol, "color": colour},
        hovertext=[f"{x:g}<br>{_hover(name, value)}" for x, value in points], hoverinfo="text", **at,
    )  # fmt: skip


def _cloud(
    figure: Figure,
    at: dict[str, int],
    group: str,
    points: list[tuple[Value, Value, Cell]],
    number: int,
    axes: tuple[Metric, ...],
) -> None:
    if not points:
        return
    (colour, symbol, _), (across, up) = _look(number), axes
    pale = {"color": faint(colour, 0.45), "thickness": 1, "width": 0}
    figure.add_scatter(
        x=[a.value for a, _, _ in points], y=[b.value for _, b, _ in points], mode="markers", name=safe(group),
        legendgroup=group, showlegend=_first(figure, group), **at,
        error_x=_error([a for a, _, _ in points]) | pale, error_y=_error([b for _, b, _ in points]) | pale,
        marker={"size": 11, "symbol": symbol, "color": colour},
        hovertext=[
            f"{safe(cell.label)}<br>{_hover(across.label, a)}<br>{_hover(up.label, b)}" for a, b, cell in points
        ],
        hoverinfo="text",
    )  # fmt: skip
    line = front([(a.value, b.value) for a, b, _ in points], (across.better, up.better))
    if len(line) > 1:
        figure.add_scatter(
            x=[x for x, _ in line], y=[y for _, y in line], mode="lines", line={"color": colour, "width": 1.5},
            legendgroup=group, showlegend=False, hoverinfo="skip", **at,
        )  # fmt: skip


def _marks(figure: Figure, at: dict[str, int], marks: Sequence[tuple[Any, Any, str]]) -> None:
    if marks:
        figure.add_scatter(
            x=[x for x, _, _ in marks], y=[y for _, y, _ in marks], mode="markers", name="value in the paper",
            marker={"symbol": "diamond", "size": 10, "color": "#ffffff", "line": {"width": 2, "color": PAPER}},
            hovertext=[safe(said) for _, _, said in marks], hoverinfo="text",
            legendgroup="paper", showlegend=_first(figure, "paper"), **at,
        )  # fmt: skip


def _look(number: int) -> tuple[str, str, str]:
    """The colour, symbol and line style of a curve. When colours repeat, symbols and line styles change."""
    again, place = divmod(number, len(COLOURS))
    return COLOURS[place], SYMBOLS[(place + again) % len(SYMBOLS)], DASHES[again % len(DASHES)]


def _first(figure: Figure, group: str) -> bool:
    """Whether a group has not been drawn yet. Only then does the legend name it."""
    return not any(part.legendgroup == group for part in figure.data)


def _error(values: Sequence[Value]) -> dict[str, Any]:
    ends = [
        (v.value - (v.value if v.low is None else v.low), (v.value if v.high is None else v.high) - v.value)
        for v in values
    ]
    return {
        "type": "data", "thickness": 1.2, "array": [max(0.0, up) for _, up in ends],
        "arrayminus": [max(0.0, down) for down, _ in ends],
    }  # fmt: skip


def _hover(name: str, value: Value) -> str:
    interval = "" if value.low is None or value.high is None else f" ({value.low:.4g} to {value.high:.4g})"
    return f"{safe(name)}: {value.value:.4g}{interval}, {plural(value.n, 'prompt')}, {plural(value.runs, 'run')}"


def _told(panels: Panels, results: Results) -> Figure:
    """Add the title, and a sentence to every empty panel."""
    figure, experiment = panels.figure, results.experiment
    figure.update_layout(title={"text": safe(f"{experiment.paper} {experiment.item}: {experiment.title}")})
    for at in panels.all():
        name = figure.get_subplot(**at).yaxis.plotly_name.replace("axis", "")
        own = [part for part in figure.data if (part.yaxis or "y") == name]
        if not any(len(part.x or ()) for part in own if part.legendgroup != "paper"):
            figure.add_annotation(
                text="Not available for these runs.",
                x=0.5,
                y=0.5,
                xref="x domain",
                yref="y domain",
                showarrow=False,
                **at,
            )
    return figure
