"""Pictures of energy: pure functions from runs to plotly figures. Measured and modelled joules never share a curve.

What was not measured is a gap with a name in the legend, never a zero. Backgrounds are transparent and text takes the
page's colour, so that light and dark both work.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go

from explorer.energy_model import Coefficients
from explorer.energy_parts import (
    PARTS,
    SPLIT,
    Measured,
    Modelled,
    Span,
    measured,
    modelled,
    tokens_after,
    why_not,
)
from explorer.trace import Trace

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#7f7f7f")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
MODELLED = "#b8559a"  # nothing measured has this colour
PART_COLOURS = {"draft": "#e69f00", "verify": "#0072b2", "other": "#999999"}
SPLIT_LOOKS = {
    "target weights": ("#7d2a66", ""),
    "draft weights": ("#b8559a", "/"),
    "KV cache": ("#dd9cc9", "x"),
    "arithmetic": ("#f0d3e6", "."),
}
GRID = "rgba(128,128,128,0.25)"
Figure = Any  # plotly has no usable stubs for what its figures hold


@dataclass(frozen=True)
class Run:
    """One trace as the pictures need it. `why` says why nothing was measured, empty if something was."""

    label: str
    seconds: float
    tokens: int
    perplexity: float | None
    measured: Measured | None
    modelled: Modelled | None
    why: str = ""


def run_of(trace: Trace, label: str, by: Coefficients | None = None) -> Run:
    """A trace as the pictures need it; `by` replaces the coefficients it was recorded with."""
    end = trace.summary or {}
    found = measured(trace)
    return Run(
        label,
        end.get("seconds", {}).get("total") or sum(one.get("seconds", 0.0) for one in trace.iterations),
        max(tokens_after(trace), default=0),
        end.get("counts", {}).get("perplexity"),
        found,
        modelled(trace, by),
        "" if found else why_not(trace),
    )


def _figure(title: str, x: str, y: str, **layout: Any) -> Figure:
    made = go.Figure()
    dress(made, title, **layout)
    made.update_xaxes(title=x)
    made.update_yaxes(title=y)
    return made


def dress(figure: Figure, title: str, **layout: Any) -> None:
    """The look that all of them share."""
    figure.update_layout(
        title={"text": title, "font": {"size": 15}, "x": 0, "xanchor": "left"},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "system-ui, sans-serif", "size": 13, "color": "#808080"},
        margin={"l": 64, "r": 16, "t": 44, "b": 48},
        legend={
            "orientation": "h",
            "yref": "container",
            "yanchor": "bottom",
            "y": 0.01,
            "x": 0,
            "traceorder": "normal",
        },
        hovermode="closest",
        height=420,
        **layout,
    )
    figure.update_xaxes(gridcolor=GRID, zerolinecolor=GRID, linecolor=GRID)
    figure.update_yaxes(gridcolor=GRID, zerolinecolor=GRID, linecolor=GRID)


def safe(text: str) -> str:
    """Text that plotly's small HTML cannot misread."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def _say(figure: Figure, text: str) -> None:
    """A sentence in the middle of an empty picture."""
    figure.add_annotation(
        text="<br>".join(_wrapped(safe(text))),
        x=0.5,
        y=0.5,
        xref="paper",
        yref="paper",
        showarrow=False,
        align="center",
    )
    figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False)
    figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False)


def _wrapped(text: str, width: int = 56) -> list[str]:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def cumulative(runs: Sequence[Run]) -> Figure:
    """Measured joules over tokens: the run's total apportioned by pass time, with a band of one update."""
    figure = _figure("Measured energy", "tokens", "joules")
    for place, run in enumerate(runs):
        colour, got = COLOURS[place % len(COLOURS)], run.measured
        if got is None:
            _gap(figure, f"{run.label}: not measured", colour)
            continue
        x, y = [0, *got.tokens], [0.0, *got.cumulative()]
        _band(figure, x, y, got.band, colour, place)
        name = f"{run.label}: {got.method} of the {got.scope}, by time, ± one update ({got.resolution:g} s)"
        figure.add_scatter(
            x=x, y=y, name=safe(name), mode="lines", line=_line(colour, place), legendgroup=str(place),
            hovertemplate="%{y:.3g} J after %{x} tokens<extra></extra>",
        )  # fmt: skip
    if all(run.measured is None for run in runs):
        _say(figure, _nothing(runs))
    return figure


def _nothing(runs: Sequence[Run]) -> str:
    if not runs:
        return "Choose traces above."
    reasons = list(dict.fromkeys(run.why for run in runs))
    return f"Nothing was measured: {reasons[0]}." if len(reasons) == 1 else "None of these runs was measured."


def _gap(figure: Figure, name: str, colour: str) -> None:
    """A legend entry with no point: what is not known has no place on the axes."""
    figure.add_scatter(x=[None], y=[None], name=safe(name), mode="lines", line={"color": colour, "dash": "dot"})


def _line(colour: str, place: int) -> dict[str, Any]:
    return {"color": colour, "width": 2.5, "dash": DASHES[place % len(DASHES)]}


def _band(figure: Figure, x: Sequence[float], y: Sequence[float], half: float, colour: str, place: int) -> None:
    low, high = [max(0.0, v - half) for v in y], [v + half for v in y]
    figure.add_scatter(
        x=[*x, *reversed(x)], y=[*high, *reversed(low)], fill="toself", mode="lines", line={"width": 0},
        fillcolor=_faint(colour), hoverinfo="skip", showlegend=False, legendgroup=str(place),
    )  # fmt: skip


def _faint(colour: str, alpha: float = 0.2) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"


def modelled_cumulative(runs: Sequence[Run]) -> Figure:
    """Modelled joules over tokens, in the colour of nothing measured; the dash tells the runs apart."""
    figure = _figure("Modelled energy (003 Eq. 9)", "tokens", "modelled joules")
    for place, run in enumerate(runs):
        got = run.modelled
        if got is None:
            _gap(figure, f"{run.label}: cannot be modelled", MODELLED)
            continue
        figure.add_scatter(
            x=[0, *got.tokens], y=[0.0, *got.cumulative()],
            name=safe(f"{run.label}: modelled, {got.coefficients.name}"),
            mode="lines+markers", line=_line(MODELLED, place),
            marker={"symbol": f"{SYMBOLS[place % len(SYMBOLS)]}-open", "size": 8, "maxdisplayed": 12},
            hovertemplate="%{y:.3g} modelled J after %{x} tokens<extra></extra>",
        )  # fmt: skip
    if all(run.modelled is None for run in runs):
        _say(figure, "These traces hold no model sizes; record them again." if runs else "Choose traces above.")
    return figure


def split(runs: Sequence[Run]) -> Figure:
    """Modelled millijoules per token by where they go: what speculation saves is reading the target's weights."""
    figure = _figure("Where modelled energy goes", "modelled mJ per token", "", barmode="stack")
    known = [run for run in runs if run.modelled is not None and run.tokens]
    for part in SPLIT:
        colour, pattern = SPLIT_LOOKS[part]
        figure.add_bar(
            orientation="h", y=[safe(run.label) for run in known], name=part,
            x=[1000 * run.modelled.split()[part] / run.tokens for run in known if run.modelled],
            marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": "#4a1039", "size": 5}},
            hovertemplate=f"{part}: %{{x:.3g}} mJ per token<extra>%{{y}}</extra>",
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    if not known:
        _say(figure, "These traces hold no model sizes; record them again." if runs else "Choose traces above.")
    return figure


def power(
    label: str, points: Sequence[tuple[float, float]], spans: Sequence[Span], idle: float | None, why: str = ""
) -> Figure:
    """Watts over the window, shaded by what ran; nothing is drawn where nothing was sampled."""
    figure = _figure(f"Power over time · {safe(label)}", "seconds", "watts", barmode="overlay", bargap=0)
    if not points:
        _say(figure, f"No power was sampled: {why or 'the run is shorter than two updates of the source'}.")
        return figure
    top = 1.15 * max(watts for _, watts in points)
    for part in PARTS:
        mine = [(begin, end) for begin, end, what in spans if what == part]
        figure.add_bar(
            x=[(begin + end) / 2 for begin, end in mine], width=[end - begin for begin, end in mine],
            y=[top] * len(mine), name=part, marker={"color": _faint(PART_COLOURS[part], 0.3), "line": {"width": 0}},
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


def time_energy(runs: Sequence[Run], *, model: bool = False) -> Figure:
    """Time against energy (003 Fig. 5): less wall time is not always less energy."""
    kind = "modelled" if model else "measured"
    figure = _figure(f"Time against {kind} energy", "seconds of decoding, as recorded", f"{kind} joules")
    return _points(figure, runs, model, lambda run: run.seconds, lambda run, joules: joules)


def pareto(runs: Sequence[Run], *, model: bool = False) -> Figure:
    """Energy per token against speed, perplexity beside each point: low and to the right is better."""
    kind = "modelled" if model else "measured"
    figure = _figure(
        f"Speed against {kind} energy per token", "tokens per second, as recorded", f"{kind} joules per token"
    )
    return _points(
        figure,
        [run for run in runs if run.tokens and run.seconds],
        model,
        lambda run: run.tokens / run.seconds,
        lambda run, joules: joules / run.tokens,
    )


def _points(figure: Figure, runs: Sequence[Run], model: bool, x: Any, y: Any) -> Figure:
    """One labelled mark a run; what is not known is a gap."""
    drawn = 0
    for place, run in enumerate(runs):
        joules, band = _joules(run, model)
        colour = MODELLED if model else COLOURS[place % len(COLOURS)]
        if joules is None:
            _gap(figure, f"{run.label}: not {'modelled' if model else 'measured'}", colour)
            continue
        drawn += 1
        symbol = SYMBOLS[place % len(SYMBOLS)] + ("-open" if model else "")
        quality = "" if run.perplexity is None else f", perplexity {run.perplexity:.3g}"
        figure.add_scatter(
            x=[x(run)], y=[y(run, joules)], mode="markers", name=safe(run.label + quality),
            error_y=None if model else {"type": "data", "array": [y(run, band)], "thickness": 1.5},
            marker={"symbol": symbol, "size": 13, "color": colour, "line": {"width": 2.5 if model else 0}},
            hovertemplate="%{y:.3g}, %{x:.3g}<extra>" + safe(run.label + quality) + "</extra>",
        )  # fmt: skip
    if not drawn:
        _say(figure, "These traces hold no model sizes; record them again." if model and runs else _nothing(runs))
        return figure
    figure.update_xaxes(rangemode="tozero")
    figure.update_yaxes(rangemode="tozero")
    return figure


def _joules(run: Run, model: bool) -> tuple[float | None, float]:
    if model:
        return (None, 0.0) if run.modelled is None else (sum(run.modelled.joules()), 0.0)
    return (None, 0.0) if run.measured is None else (run.measured.joules, run.measured.band)
