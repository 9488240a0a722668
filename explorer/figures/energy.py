"""Plotly figures about the energy of runs. Measured and modelled joules never share a curve.

A run without measured energy has an entry in the legend but no point; it is never drawn as zero.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explorer.energy.parts import PARTS, SPLIT, Measured, Modelled, Span, measured, modelled, why_not
from explorer.energy.report import Work, work_of
from explorer.figures.look import COLOURS, SYMBOLS, Figure, faint, safe, say, start, whole_steps
from explorer.story.page.energy import NO_SIZES, NO_TRACES, nothing_measured
from explorer.trace.format import Trace
from explorer.trace.lines import Coefficients

# dashes of modelled curves; measured curves are solid
DASHES = ("dash", "dot", "dashdot", "longdash", "longdashdot", "2px,6px")
MODELLED = "#b8559a"  # only modelled energy has this colour
PLOT = (290, 150)  # pixels: the width and height of a plot on a phone
SPLIT_LOOKS = {
    "target weights": ("#7d2a66", ""),
    "draft weights": (MODELLED, "/"),
    "KV cache": ("#dd9cc9", "x"),
    "arithmetic": ("#f0d3e6", "."),
}
PART_LOOKS = {"draft": ("#e69f00", "/"), "verify": ("#0072b2", ""), "other": ("#999999", ".")}
SHARES = (0.95, 0.8, 0.65, 0.5, 0.35, 0.2)  # possible anchors of a curve's name, as fractions of the curve's length
OFFSETS = (
    (-24, -22),
    (24, 22),
    (-48, -34),
    (48, 34),
)  # pixels from the anchor to the middle of the name, right and down


@dataclass(frozen=True)
class Run:
    """The energy of one trace. `why` is the reason why nothing was measured; it is empty if energy was measured.

    Runs are comparable if they have the same `pair` and `prompt`. Texts of runs with the same `law` (output
    distribution; empty if unknown) differ only by chance.
    """

    label: str
    seconds: float
    tokens: int
    perplexity: float | None
    measured: Measured | None
    modelled: Modelled | None
    work: Work
    why: str = ""
    pair: str = ""
    prompt: str = ""
    device: str = ""
    law: str = ""

    @property
    def shown(self) -> str:
        """The run's label, escaped for plotly."""
        return safe(self.label)


@dataclass(frozen=True)
class _Curve:
    """The curve of one run: its joules against its number of tokens."""

    run: Run
    x: Sequence[float]
    y: Sequence[float]
    colour: str


def run_of(trace: Trace, label: str, by: Coefficients | None = None) -> Run:
    """The energy of a trace. `by` replaces the coefficients in the trace."""
    end = trace.summary
    meter, work = measured(trace), work_of(trace)
    return Run(
        label,
        (end and end.seconds.total) or sum(line.seconds for line in trace.iterations),
        work.tokens,
        end and end.counts.perplexity,
        meter,
        modelled(trace, by),
        work,
        "" if meter else why_not(trace),
        trace.header.pair,
        trace.header.prompt,
        trace.header.device,
    )


def cumulative(runs: Sequence[Run]) -> Figure:
    """Draw the cumulative measured joules of each run against its number of tokens.

    The total of each run is distributed among its iterations in proportion to their pass times. The band is as wide as
    the energy of one update of the counter.
    """
    scopes = sorted({run.measured.scope for run in runs if run.measured})
    figure = start("Measured energy over tokens", "tokens", f"joules ({', '.join(scopes)})" if scopes else "joules")
    curves: list[_Curve] = []
    for place, run in enumerate(runs):
        colour, got = COLOURS[place % len(COLOURS)], run.measured
        if got is None:
            _gap(figure, f"{run.label}: not measured", colour)
            continue
        x, y = [0, *got.tokens], [0.0, *got.cumulative()]
        curves.append(_Curve(run, x, y, colour))
        _band(figure, x, y, got.band, colour, place)
        name = f"{run.label}: {got.method}, divided by time, ± one update ({got.band:.2g} J)"
        _curve(figure, run, place, x, y, name, colour)
    _name(figure, curves)
    figure.update_xaxes(dtick=_token_steps(curves))
    if all(run.measured is None for run in runs):
        say(figure, nothing_measured([run.why for run in runs]))
        figure.update_layout(height=200, showlegend=False, xaxis_title="", yaxis_title="")
    return figure


def _curve(
    figure: Figure, run: Run, place: int, x: Sequence[float], y: Sequence[float], name: str, colour: str
) -> None:
    """Draw the curve of one run's joules against its number of tokens. A modelled curve is dashed, with open marks."""
    model, symbol = colour == MODELLED, SYMBOLS[place % len(SYMBOLS)]
    unit = "modelled J" if model else "J"
    figure.add_scatter(
        x=x, y=y, name=safe(name), mode="lines+markers", legendgroup=None if model else str(place),
        line={"color": colour, "width": 2.5, "dash": DASHES[place % len(DASHES)] if model else "solid"},
        marker={"symbol": f"{symbol}-open" if model else symbol, "size": 8, "maxdisplayed": 12},
        hovertemplate=f"%{{y:.3g}} {unit} after %{{x}} tokens<extra></extra>",
    )  # fmt: skip


def _name(figure: Figure, curves: Sequence["_Curve"]) -> None:
    """Write every run's name next to its curve.

    Each name is placed where it covers as little as possible of the curves and of the other names. Positions are
    computed for the size of a phone, because larger screens have more room.
    """
    right = max((curve.x[-1] for curve in curves), default=0) or 1
    top = max((max(curve.y) for curve in curves), default=0) or 1
    points = [
        (x / right * PLOT[0], y / top * PLOT[1]) for curve in curves for x, y in zip(curve.x, curve.y, strict=True)
    ]
    taken: list[tuple[float, float, float, float]] = []
    for curve in curves:
        wide = 6.5 * len(curve.run.label) + 6

        def cost(spot: tuple[int, int, int], curve: _Curve = curve, wide: float = wide) -> float:
            left, low, far, high = box = _box(curve, spot, wide, right, top)
            out = max(0.0, -left) + max(0.0, far - PLOT[0]) + max(0.0, -low) + max(0.0, high - PLOT[1] - 20)
            hidden = sum(left <= x <= far and low <= y <= high for x, y in points)
            return out + 10 * hidden + sum(_shared(box, other) for other in taken)

        spots = [(round((len(curve.x) - 1) * share), *offset) for share in SHARES for offset in OFFSETS]
        at, ax, ay = spot = min(spots, key=cost)
        taken.append(_box(curve, spot, wide, right, top))
        figure.add_annotation(
            x=curve.x[at], y=curve.y[at], text=curve.run.shown, showarrow=True, arrowhead=0, arrowcolor=curve.colour,
            ax=ax, ay=ay, bordercolor=curve.colour, borderpad=1, font={"size": 11},
        )  # fmt: skip


def _box(
    curve: "_Curve", spot: tuple[int, int, int], wide: float, right: float, top: float
) -> tuple[float, float, float, float]:
    """The left, lower, right and upper edges of a name, in pixels from the origin."""
    at, ax, ay = spot
    x, y = curve.x[at] / right * PLOT[0] + ax, curve.y[at] / top * PLOT[1] - ay
    return x - wide / 2, y - 9, x + wide / 2, y + 9


def _shared(one: Sequence[float], other: Sequence[float]) -> float:
    """The common area of two boxes in square pixels."""
    wide, high = min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1])
    return max(0.0, wide) * max(0.0, high)


def _token_steps(curves: Sequence[_Curve]) -> int:
    return whole_steps(max((curve.x[-1] for curve in curves), default=1))


def _gap(figure: Figure, name: str, colour: str) -> None:
    """Add a legend entry without a point, for a run whose energy is unknown."""
    figure.add_scatter(x=[None], y=[None], name=safe(name), mode="lines", line={"color": colour, "dash": "dot"})


def _band(figure: Figure, x: Sequence[float], y: Sequence[float], half: float, colour: str, place: int) -> None:
    low, high = [max(0.0, v - half) for v in y], [v + half for v in y]
    figure.add_scatter(
        x=[*x, *reversed(x)], y=[*high, *reversed(low)], fill="toself", mode="lines", line={"width": 0},
        fillcolor=faint(colour), hoverinfo="skip", showlegend=False, legendgroup=str(place),
    )  # fmt: skip


def modelled_cumulative(runs: Sequence[Run]) -> Figure:
    """Draw the cumulative modelled joules of each run against its number of tokens. All curves have the same colour;
    dashes distinguish the runs.
    """
    figure = start("Modelled energy over tokens (MTAD Eq. 9)", "tokens", "modelled joules")
    curves: list[_Curve] = []
    for place, run in enumerate(runs):
        got = run.modelled
        if got is None:
            _gap(figure, f"{run.label}: cannot be modelled", MODELLED)
            continue
        x, y = [0, *got.tokens], [0.0, *got.cumulative()]
        curves.append(_Curve(run, x, y, MODELLED))
        _curve(figure, run, place, x, y, f"{run.label}: modelled, {got.coefficients.name}", MODELLED)
    _name(figure, curves)
    figure.update_xaxes(dtick=_token_steps(curves))
    if all(run.modelled is None for run in runs):
        say(figure, NO_SIZES if runs else NO_TRACES)
    return figure


def time_energy(runs: Sequence[Run], *, model: bool = False) -> Figure:
    """Draw time and energy of each run (MTAD Fig. 5). A faster run does not always use less energy."""
    kind = "modelled" if model else "measured"
    figure = start(f"Time and {kind} energy", _where("seconds", runs), f"{kind} joules{_board(runs, model)}")
    return _points(figure, runs, model, lambda run: run.seconds, lambda run, joules: joules)


def pareto(runs: Sequence[Run], *, model: bool = False) -> Figure:
    """Draw speed and energy per token of each run, with its perplexity. Points further down and to the right
    are better.
    """
    kind = "modelled" if model else "measured"
    figure = start(
        f"Speed and {kind} energy per token", _where("tokens/s", runs), f"{kind} J/token{_board(runs, model)}"
    )
    return _points(
        figure,
        [run for run in runs if run.tokens and run.seconds],
        model,
        lambda run: run.tokens / run.seconds,
        lambda run, joules: joules / run.tokens,
    )


def _where(what: str, runs: Sequence[Run]) -> str:
    """The title of a time axis. Time is always measured, on the machine that recorded the run."""
    devices = sorted({run.device.partition(" (")[0] for run in runs})
    return f"{what}, measured on {safe(devices[0])}" if len(devices) == 1 else f"{what}, measured"


def _board(runs: Sequence[Run], model: bool) -> str:
    """The device whose coefficients the modelled joules use."""
    names = {run.modelled.coefficients.name for run in runs if run.modelled}
    return f", {safe(names.pop())}" if model and len(names) == 1 else ""


def _points(figure: Figure, runs: Sequence[Run], model: bool, x: Any, y: Any) -> Figure:
    """Draw one labelled mark per run. A run with unknown energy gets only a legend entry."""
    known = [(place, run, *_joules(run, model)) for place, run in enumerate(runs)]
    drawn = [(x(run), y(run, joules)) for _, run, joules, _ in known if joules is not None]
    sides = iter(beside(drawn))
    for place, run, joules, band in known:
        colour = MODELLED if model else COLOURS[place % len(COLOURS)]
        if joules is None:
            _gap(figure, f"{run.label}: not {'modelled' if model else 'measured'}", colour)
            continue
        symbol = SYMBOLS[place % len(SYMBOLS)] + ("-open" if model else "")
        quality = "" if run.perplexity is None else f", perplexity {run.perplexity:.3g}"
        figure.add_scatter(
            x=[x(run)], y=[y(run, joules)], mode="markers+text", name=safe(run.label + quality),
            text=[run.shown], textposition=next(sides),
            error_y=None if model else {"type": "data", "array": [y(run, band)], "thickness": 1.5},
            marker={"symbol": symbol, "size": 13, "color": colour, "line": {"width": 2.5 if model else 0}},
            hovertemplate="%{y:.3g}, %{x:.3g}<extra>" + safe(run.label + quality) + "</extra>",
        )  # fmt: skip
    if not drawn:
        say(figure, NO_SIZES if model and runs else nothing_measured([run.why for run in runs]))
        return figure
    figure.update_xaxes(rangemode="tozero")
    figure.update_yaxes(rangemode="tozero")
    figure.update_traces(cliponaxis=False)
    return figure


def beside(points: Sequence[tuple[float, float]]) -> list[str]:
    """Return the position of each mark's name (plotly's textposition): away from the nearest mark and inside the
    picture.
    """
    wide, high = max((x for x, _ in points), default=0) or 1.0, max((y for _, y in points), default=0) or 1.0
    positions = []
    for i, (x, y) in enumerate(points):
        others = [(x - a, y - b) for j, (a, b) in enumerate(points) if j != i]
        right, up = min(others, key=lambda d: (d[0] / wide) ** 2 + (d[1] / high) ** 2, default=(-1.0, 1.0))
        left = x > 0.25 * wide and (right < 0 or x > 0.85 * wide)
        above = up > 0 or (up == 0 and i % 2 == 0)
        positions.append(f"{'top' if above else 'bottom'} {'left' if left else 'right'}")
    return positions


def _joules(run: Run, model: bool) -> tuple[float | None, float]:
    if model:
        return (None, 0.0) if run.modelled is None else (sum(run.modelled.joules()), 0.0)
    return (None, 0.0) if run.measured is None else (run.measured.joules, run.measured.band)


def split(runs: Sequence[Run]) -> Figure:
    """Draw modelled millijoules per token by use. Speculation saves reads of the target's weights."""
    figure = start("Where the modelled energy goes", "modelled mJ per token", "", barmode="stack")
    known = [run for run in runs if run.modelled is not None and run.tokens]
    for part in SPLIT:
        colour, pattern = SPLIT_LOOKS[part]
        figure.add_bar(
            orientation="h", y=[run.shown for run in known], name=part,
            x=[1000 * run.modelled.split()[part] / run.tokens for run in known if run.modelled],
            marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": "#4a1039", "size": 5}},
            hovertemplate=f"{part}: %{{x:.3g}} mJ per token<extra>%{{y}}</extra>",
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    if not known:
        say(figure, NO_SIZES if runs else NO_TRACES)
    return figure


def power(label: str, points: Sequence[tuple[float, float]], spans: Sequence[Span], idle: float | None) -> Figure:
    """Draw watts over time.

    Shading shows whether the draft or the target was running. If there are no samples, the figure only says why.
    """
    figure = start(f"Power over time · {safe(label)}", "seconds", "watts", barmode="overlay", bargap=0)
    if not points:
        say(figure, "No power curve: the run is shorter than four updates of the counter.")
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
