"""The picture of power over time, shaded by what the window was doing."""

from collections.abc import Sequence

from explorer.energy.parts import PARTS, Span
from explorer.figures.look import Figure, faint, safe, say, start

PART_LOOKS = {"draft": ("#e69f00", "/"), "verify": ("#0072b2", ""), "other": ("#999999", ".")}


def power(label: str, points: Sequence[tuple[float, float]], spans: Sequence[Span], idle: float | None) -> Figure:
    """Watts over the window, shaded by what ran; nothing is drawn where nothing was sampled."""
    figure = start(f"Power over time · {safe(label)}", "seconds", "watts", barmode="overlay", bargap=0)
    if not points:
        say(figure, "No power was sampled: the run is shorter than four updates of the source.")
        return figure
    top = 1.15 * max(watts for _, watts in points)
    for part in PARTS:
        colour, shape = PART_LOOKS[part]
        mine = [(begin, end) for begin, end, what in spans if what == part]
        figure.add_bar(
            x=[(begin + end) / 2 for begin, end in mine], width=[end - begin for begin, end in mine],
            y=[top] * len(mine), name=part, 
            marker={"color": faint(colour, 0.3), "pattern": {"shape": shape, "fgcolor": colour, "size": 6}},
            hoverinfo="skip",
        )  # fmt: skip
    figure.add_scatter(
        x=[at for at, _ in points], y=[watts for _, watts in points], name="power", mode="lines+markers",
        line={"color": "#d55e00", "width": 2.5}, marker={"size": 5},
        hovertemplate="%{y:.4g} W at %{x:.2f} s<extra></extra>",
    )  # fmt: skip
    if idle is not None:
        figure.add_hline(y=idle, line={"color": "#808080", "dash": "dash"}, annotation={"text": f"idle {idle:.3g} W"})
    figure.update_yaxes(range=[0, top])
    return figure
