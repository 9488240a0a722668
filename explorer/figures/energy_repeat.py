"""The picture of repeat mode: every window, mean ± SD of each method, and what the ratio's interval says."""

from collections.abc import Sequence

from explorer.energy.repeat import Outcome, Trial
from explorer.figures.look import COLOURS, SYMBOLS, Figure, safe, say, start


def repeated(rows: Sequence[Trial], found: Sequence[Outcome]) -> Figure:
    """Measured joules per token: a small mark for every window, the mean with its SD beside them.

    A window without joules has no mark. Methods stand in the order in which they were named.
    """
    figure = start("Repeat mode: measured energy per token", "", "measured joules per token")
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
        say(figure, "No window has been measured yet." if not rows else f"Nothing was measured: {rows[0].reason}.")
    return figure
