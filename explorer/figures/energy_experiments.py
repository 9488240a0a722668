"""Figures of the two energy experiments: repeat mode, and batch sizes compared with the paper's numbers."""

from collections.abc import Sequence
from typing import Any

from plotly.subplots import make_subplots

from explorer.energy.batch import Row
from explorer.energy.repeat import Outcome, Trial
from explorer.figures.energy import MODELLED
from explorer.figures.look import COLOURS, SYMBOLS, Figure, dress, safe, say, start

Line = tuple[str, list[tuple[int, float]], dict[str, Any]]


def repeated(rows: Sequence[Trial], found: Sequence[Outcome]) -> Figure:
    """Draw the measured joules per token: a small mark for every window, and the mean with its standard deviation.

    A window without measured energy has no mark. Methods keep the order in which they were chosen.
    """
    figure = start("Measured energy per token (repeat mode)", "", "measured joules per token")
    for place, one in enumerate(found):
        colour, name = COLOURS[place % len(COLOURS)], safe(one.method)
        mine = [row.joules_per_token for row in rows if row.method == one.method and row.joules_per_token is not None]
        figure.add_scatter(
            x=[place - 0.12] * len(mine), y=mine, mode="markers", name=f"{name}: windows", showlegend=False,
            marker={"color": colour, "size": 8, "opacity": 0.55, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            hovertemplate="%{y:.4g} J/token<extra>one window</extra>",
        )  # fmt: skip
        if one.joules_per_token is None:
            figure.add_scatter(x=[None], y=[None], mode="lines", name=f"{name}: not measured", line={"color": colour})
            continue
        figure.add_scatter(
            x=[place + 0.12], y=[one.joules_per_token], mode="markers", name=f"{name}: mean ± SD",
            error_y={"type": "data", "array": [one.sd or 0.0], "visible": one.sd is not None, "width": 8},
            marker={"color": colour, "size": 13, "symbol": SYMBOLS[place % len(SYMBOLS)]},
            hovertemplate="%{y:.4g} J/token<extra>mean</extra>",
        )  # fmt: skip
    figure.update_xaxes(
        tickvals=list(range(len(found))),
        ticktext=[safe(one.method) for one in found],
        range=[-0.5, max(0, len(found) - 1) + 0.5],
    )
    figure.update_yaxes(rangemode="tozero")
    if not any(row.joules is not None for row in rows):
        say(figure, "Nothing has been measured yet." if not rows else f"Nothing was measured: {rows[0].reason}.")
    return figure


def batch(rows: Sequence[Row], paper: Sequence[Row], label: str) -> Figure:
    """Draw MTAD Table 2: time and energy per pass and per input by batch size, relative to the smallest batch size."""
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
                hovertemplate=f"batch size %{{x}}: %{{y:.3g}} times the first<extra>{name}</extra>",
                row=1,
                col=column,
                **look,
            )
    figure.update_xaxes(title="batch size", type="log", tickvals=[row.batch for row in rows or paper])
    figure.update_yaxes(title="relative to batch size 1", rangemode="tozero", col=1)
    figure.update_yaxes(type="log", dtick=1, col=2)
    return figure


def _lines(rows: Sequence[Row], paper: Sequence[Row]) -> list[Line]:
    """The lines with at least one point, each as (name, points, look). A point is (batch size, value per pass)."""
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
