"""How results are drawn: curves, bars and Pareto fronts, with intervals and the papers' own numbers.

Every function takes `Results` and gives one plotly figure, a panel for each metric. A paper's number is a hollow
diamond: it is of other models and machines, and so a mark and no curve. ↑ is better when higher, ↓ when lower.
"""

from collections.abc import Callable, Sequence
from typing import Any

from plotly.subplots import make_subplots

from explorer.figures.look import COLOURS, SYMBOLS, Figure, dress, safe
from explorer.lab.experiment import Cell, Metric, metrics
from explorer.lab.results import Results, Value

PANEL = 340  # pixels
PAPER = "#b8559a"  # the colour of what a paper reports
WHISKERS = {"color": "#8b95a1", "thickness": 1.8}  # of bars, seen on light and dark ground and on their colours
BETTER = {"higher": " ↑", "lower": " ↓", "": ""}
Draw = Callable[[Results], Figure]


def curves(x: str, *keys: str, split: str = "") -> Draw:
    """Lines over a cell's x, one for each group; with `split` over that column of the rows, one for each cell."""

    def draw(results: Results) -> Figure:
        chosen = metrics(*keys)
        figure = _panels(results, chosen, x)
        for place, metric in enumerate(chosen):
            for number, (name, points) in enumerate(_lines(results, metric, split)):
                _line(figure, place, name, points, COLOURS[number % len(COLOURS)], SYMBOLS[number % len(SYMBOLS)])
            marks = [m for m in results.experiment.marks if m.metric == metric.key and isinstance(m.x, int | float)]
            _marks(figure, place, [(m.x, m.value, f"{m.group}, {m.where}") for m in marks])
        return _told(figure, results)

    return draw


def bars(*keys: str) -> Draw:
    """A bar for each cell, by data set; the papers' numbers beside those whose group they name."""

    def draw(results: Results) -> Figure:
        chosen = metrics(*keys)
        figure = _panels(results, chosen, "")
        for place, metric in enumerate(chosen):
            for number, data in enumerate(results.data):
                found = [(cell, results.value(metric, cell, data)) for cell in results.cells]
                known = [(cell, value) for cell, value in found if value is not None]
                figure.add_bar(
                    x=[cell.label for cell, _ in known], y=[value.value for _, value in known],
                    error_y=_error([value for _, value in known]) | WHISKERS, name=safe(data), legendgroup=data,
                    marker={"color": COLOURS[number % len(COLOURS)]}, showlegend=place == 0, row=place + 1, col=1,
                    hovertext=[_hover(cell.label, value) for cell, value in known], hoverinfo="text",
                )  # fmt: skip
            labels = [cell.label for cell in results.cells]
            figure.update_xaxes(categoryorder="array", categoryarray=labels, row=place + 1, col=1)
            shown = {cell.group: cell.label for cell in reversed(results.cells)}
            marks = [m for m in results.experiment.marks if m.metric == metric.key and m.group in shown]
            _marks(figure, place, [(shown[m.group], m.value, f"{m.group}, {m.where}") for m in marks])
        return _told(figure, results)

    return draw


def pareto(*pairs: tuple[str, str]) -> Draw:
    """A panel for each (x, y): every cell a point, every group's front a line. Up and to the good side is better."""

    def draw(results: Results) -> Figure:
        figure = _panels(results, [metrics(y)[0] for _, y in pairs], *(metrics(x)[0].label for x, _ in pairs))
        groups = list(dict.fromkeys(cell.group for cell in results.cells))
        for place, (x, y) in enumerate(pairs):
            across, up = metrics(x, y)
            for number, group in enumerate(groups):
                points = [
                    (a, b, cell)
                    for cell in results.cells
                    if cell.group == group
                    if (a := results.value(across, cell)) and (b := results.value(up, cell))
                ]
                _cloud(figure, place, group, points, number, (across.better, up.better))
            marks = [m for m in results.experiment.marks if m.metric == up.key and isinstance(m.x, int | float)]
            _marks(figure, place, [(m.x, m.value, f"{m.group}, {m.where}") for m in marks])
        return _told(figure, results)

    return draw


def front(points: Sequence[tuple[float, float]], better: tuple[str, str]) -> list[tuple[float, float]]:
    """The points that no other beats in both ways, from left to right.

    >>> front([(1, 3), (2, 2), (1, 1)], ("higher", "higher"))
    [(1, 3), (2, 2)]
    """
    ways = [-1.0 if side == "lower" else 1.0 for side in better]

    def beaten(point: tuple[float, float]) -> bool:
        gains = [[way * (one[i] - point[i]) for i, way in enumerate(ways)] for one in points]
        return any(min(gain) >= 0 and max(gain) > 0 for gain in gains)

    return sorted({point for point in points if not beaten(point)})


def _panels(results: Results, chosen: Sequence[Metric], *across: str) -> Figure:
    """One panel below the other; `across` names their axes."""
    figure: Any = make_subplots(rows=len(chosen), cols=1, vertical_spacing=0.22 / max(1, len(chosen)))
    dress(figure, "")
    figure.update_layout(height=max(420, PANEL * len(chosen) + 90))
    for place, metric in enumerate(chosen):
        figure.update_yaxes(title=metric.label + BETTER[metric.better], row=place + 1, col=1)
        figure.update_xaxes(title=across[min(place, len(across) - 1)], row=place + 1, col=1)
    return figure


def _lines(results: Results, metric: Metric, split: str) -> list[tuple[str, list[tuple[float, Value]]]]:
    if split:
        parts = results.parts()
        named = [
            (cell.label, [(part[split], results.value(metric, cell, None, **part)) for part in parts])
            for cell in results.cells
        ]
    else:
        groups = list(dict.fromkeys(cell.group for cell in results.cells))
        named = [
            (group, [(cell.x, results.value(metric, cell)) for cell in results.cells if cell.group == group])
            for group in groups
        ]
    return [(name, [(x, value) for x, value in points if x is not None and value]) for name, points in named]


def _line(figure: Figure, place: int, name: str, points: list[tuple[float, Value]], colour: str, symbol: str) -> None:
    points = sorted(points, key=lambda point: point[0])
    figure.add_scatter(
        x=[x for x, _ in points], y=[value.value for _, value in points], name=safe(name), legendgroup=name,
        error_y=_error([value for _, value in points]), mode="lines+markers", showlegend=place == 0,
        line={"color": colour}, marker={"size": 9, "symbol": symbol, "color": colour},
        hovertext=[_hover(name, value) for _, value in points], hoverinfo="text+x", row=place + 1, col=1,
    )  # fmt: skip


def _cloud(
    figure: Figure,
    place: int,
    group: str,
    points: list[tuple[Value, Value, Cell]],
    number: int,
    better: tuple[str, str],
) -> None:
    colour = COLOURS[number % len(COLOURS)]
    figure.add_scatter(
        x=[a.value for a, _, _ in points], y=[b.value for _, b, _ in points], mode="markers", name=safe(group),
        legendgroup=group, showlegend=place == 0, row=place + 1, col=1,
        marker={"size": 11, "symbol": SYMBOLS[number % len(SYMBOLS)], "color": colour},
        hovertext=[f"{safe(cell.label)}<br>{_hover('x', a)}<br>{_hover('y', b)}" for a, b, cell in points],
        hoverinfo="text",
    )  # fmt: skip
    line = front([(a.value, b.value) for a, b, _ in points], better)
    if len(line) > 1:
        figure.add_scatter(
            x=[x for x, _ in line], y=[y for _, y in line], mode="lines", line={"color": colour, "width": 1.5},
            legendgroup=group, showlegend=False, hoverinfo="skip", row=place + 1, col=1,
        )  # fmt: skip


def _marks(figure: Figure, place: int, marks: Sequence[tuple[Any, float, str]]) -> None:
    if marks:
        figure.add_scatter(
            x=[x for x, _, _ in marks], y=[y for _, y, _ in marks], mode="markers", name="reported by the paper",
            marker={"symbol": "diamond-open", "size": 11, "color": PAPER, "line": {"width": 2}},
            hovertext=[safe(f"{where}: {value:g}") for _, value, where in marks], hoverinfo="text",
            legendgroup="paper", showlegend=not any(part.legendgroup == "paper" for part in figure.data),
            row=place + 1, col=1,
        )  # fmt: skip


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
    return f"{safe(name)}: {value.value:.4g}{interval}, {value.n} prompts, {value.runs} runs"


def _told(figure: Figure, results: Results) -> Figure:
    """The title, and a sentence where there is nothing."""
    experiment = results.experiment
    figure.update_layout(title={"text": safe(f"{experiment.paper} {experiment.item}: {experiment.title}")})
    for place, axis in enumerate(figure.select_yaxes(), 1):
        own = [part for part in figure.data if (part.yaxis or "y") == f"y{place if place > 1 else ''}"]
        if not any(len(part.x or ()) for part in own if part.legendgroup != "paper"):
            domain = axis.domain or (0.0, 1.0)
            figure.add_annotation(
                text="Not known of these runs.", x=0.5, y=sum(domain) / 2, xref="paper", yref="paper", showarrow=False
            )
    return figure
