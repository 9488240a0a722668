"""The picture of the batch-size experiment, beside the paper's own numbers."""

from collections.abc import Sequence
from typing import Any

from plotly.subplots import make_subplots

from explorer.energy.batch import Row
from explorer.figures.energy import MODELLED
from explorer.figures.look import COLOURS, Figure, dress, safe

Line = tuple[str, list[tuple[int, float]], dict[str, Any]]


def batch(rows: Sequence[Row], paper: Sequence[Row], label: str) -> Figure:
    """MTAD Table 2: per pass and per input against the batch size, each relative to its own first size."""
    figure = make_subplots(1, 2, subplot_titles=("per pass", "per input"), horizontal_spacing=0.1)
    dress(figure, f"Batch size · {safe(label)}")
    figure.update_layout(margin={"t": 72})
    for column in (1, 2):
        for name, points, look in _lines(rows, paper):
            scaled = [(size, value / (size if column == 2 else 1)) for size, value in points]
            figure.add_scatter(
                x=[size for size, _ in scaled],
                y=[value / scaled[0][1] for _, value in scaled],
                name=name,
                legendgroup=name,
                showlegend=column == 1,
                hovertemplate=f"batch %{{x}}: %{{y:.3g}} × the first<extra>{name}</extra>",
                row=1,
                col=column,
                **look,
            )
    figure.update_xaxes(title="batch size", type="log", tickvals=[row.batch for row in rows or paper])
    figure.update_yaxes(title="relative to batch 1", rangemode="tozero", col=1)
    figure.update_yaxes(type="log", dtick=1, col=2)
    return figure


def _lines(rows: Sequence[Row], paper: Sequence[Row]) -> list[Line]:
    """(name, (batch, value per pass), look) of every line that has points; what was not measured has none."""
    time = [(row.batch, row.seconds / row.passes) for row in rows]
    measured = [(row.batch, row.joules / row.passes) for row in rows if row.joules is not None]
    modelled = [(row.batch, row.modelled / row.passes) for row in rows if row.modelled is not None]
    lines = [
        ("time", time, _look(COLOURS[5], "solid", "circle")),
        ("measured energy", measured, _look(COLOURS[0], "solid", "square")),
        ("modelled energy", modelled, _look(MODELLED, "dash", "diamond-open")),
        ("MTAD Table 2: time", [(row.batch, row.seconds) for row in paper], _look(COLOURS[4], "dot", "circle-open")),
        (
            "MTAD Table 2: energy",
            [(row.batch, row.joules or 0) for row in paper],
            _look(COLOURS[1], "dot", "square-open"),
        ),
    ]
    return [line for line in lines if line[1]]


def _look(colour: str, dash: str, symbol: str) -> dict[str, Any]:
    return {
        "mode": "lines+markers",
        "line": {"color": colour, "dash": dash, "width": 2.5},
        "marker": {"symbol": symbol, "size": 9, "color": colour},
    }
