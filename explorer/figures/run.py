"""Figures of whole runs: beams, widths, acceptance rates by depth and rank, time, energy, and comparisons.

These are pure functions of traces. Rates are shown with their 95% Wilson intervals and their numbers of cases.
"""

from collections.abc import Sequence
from itertools import accumulate
from math import isinf
from typing import Any

from decoders.core.record import BeamRecord
from decoders.errors import BadInput
from decoders.methods.dsbd.recording import WidthLayer
from explorer.figures import energy as energy_figures
from explorer.figures.look import COLOURS, SYMBOLS, Figure, safe, say, start, whole_steps
from explorer.statistics import wilson_of
from explorer.story.numbers import plural
from explorer.trace.format import Trace
from explorer.trace.lines import DepthShare, RankShare, Summary
from explorer.trace.metrics import ACCEPTANCE, descent, measures

WIDEST = 128  # most rows in the picture of widths: far more than a run needs, but an edited file may contain anything
BY = {"depth": "depth", "rank": "child rank"}
PARTS = (("draft", "#e69f00"), ("target", "#56b4e9"), ("other", "#7f7f7f"))

_DASHES = ("solid", *energy_figures.DASHES)  # so that all of several equal curves, which cover each other, stay visible


def beams(trace: Trace) -> Figure:
    """Draw the active beams after each iteration, each connected to the beam that it continues."""
    figure = start("Ancestry of the beams", "round", "beam")
    alive: list[int] = []
    lines: dict[str, list[Any]] = {"x": [], "y": []}
    points: list[tuple[int, int, str]] = []
    for number, part in enumerate(trace.iterations, 1):
        live = part.final.beams
        for slot, (beam, came) in enumerate(zip(live, descent(part, alive), strict=True), 1):
            points.append((number, slot, _beam_hover(beam, slot, number)))
            if came is not None:
                lines["x"] += [number - 1, number, None]
                lines["y"] += [came + 1, slot, None]
        alive = [beam.node for beam in live]
    figure.add_scatter(
        **lines, mode="lines", line={"color": "#7f7f7f", "width": 1.5}, hoverinfo="skip", name="continues"
    )
    figure.add_scatter(
        x=[x for x, *_ in points], y=[y for _, y, _ in points], hovertext=[hover for *_, hover in points],
        hoverinfo="text", mode="markers", marker={"color": "#0072b2", "size": 9}, name="active beam",
    )  # fmt: skip
    figure.update_xaxes(dtick=whole_steps(len(trace.iterations)))
    figure.update_yaxes(autorange="reversed", dtick=whole_steps(max((y for _, y, _ in points), default=1)))
    return figure


def _beam_hover(beam: BeamRecord, slot: int, iteration: int) -> str:
    size, logp = len(beam.tokens), beam.logp
    said = "log p = −∞" if isinf(logp) else f"log p = {logp:.3f}, {logp / max(1, size):.3f} per token"
    return f"beam {slot} after round {iteration}<br>{plural(size, 'token')}, {said}"


def widths(trace: Trace) -> Figure:
    """Draw the width W_L of every layer as marks on a heat map of the probability that at least k beams are accepted
    (DSBD §3.2).
    """
    figure = start("Width of each layer and its probabilities (DSBD §3.2)", "layer of the run", "beams k")
    layers = [layer for part in trace.iterations for layer in part.layers if isinstance(layer, WidthLayer)]
    if not layers:
        say(figure, "The layers of this run have no width. Open a run of DSBD.")
        return figure
    where = list(range(1, len(layers) + 1))
    tails = [layer.at_least for layer in layers]
    most = min(WIDEST, max([len(row) - 1 for row in tails] + [layer.width for layer in layers]))
    figure.add_heatmap(
        x=where, y=list(range(1, most + 1)),
        z=[[row[k] if k < len(row) else None for row in tails] for k in range(1, most + 1)],
        zmin=0, zmax=1, colorscale=[[0, "rgba(0,114,178,0.04)"], [1, "rgba(0,114,178,0.75)"]],
        colorbar={"title": {"text": "P(at least k)"}, "thickness": 12}, hoverongaps=False,
        hovertemplate="layer %{x}: P(at least %{y} accepted) = %{z:.4f}<extra></extra>",
    )  # fmt: skip
    for name, values, symbol, colour, size in (
        # three sizes, so that equal numbers show all three marks
        ("W_L, the target width", [layer.width for layer in layers], "circle", "#d55e00", 9),
        ("W̃_L, before W_min", [layer.width_tilde for layer in layers], "circle-open", "#0072b2", 16),
        ("accepted", [layer.accepted for layer in layers], "x-thin-open", "#009e73", 6),
    ):
        known = [(x, value) for x, value in zip(where, values, strict=True) if value is not None]
        if known:
            figure.add_scatter(
                x=[x for x, _ in known], y=[y for _, y in known], mode="markers", name=name,
                marker={"symbol": symbol, "size": size, "color": colour, "line": {"width": 2, "color": colour}},
            )  # fmt: skip
    figure.update_xaxes(dtick=whole_steps(len(layers)))
    figure.update_yaxes(dtick=whole_steps(most))
    return figure


def acceptance(traces: Sequence[Trace], by: str, labels: Sequence[str]) -> Figure:
    """Draw the acceptance rate of each run by `depth` below the input, or by `rank` among siblings."""
    where = {"depth": "depth below the input", "rank": "child, most probable first"}[by]
    figure = start(f"Acceptance rate by {BY[by]} ({ACCEPTANCE})", where, "acceptance rate")
    for place, (trace, label) in enumerate(zip(traces, labels, strict=True)):
        rows = [(x, row.accepted, row.judged) for x, row in _by(trace.summary, by) if row.judged]
        shares = [accepted / tested for _, accepted, tested in rows]
        ends = [wilson_of(accepted, tested) for _, accepted, tested in rows]
        figure.add_bar(
            x=[x for x, *_ in rows], y=shares, name=safe(label),
            marker={"color": COLOURS[place % len(COLOURS)]},
            error_y={
                "type": "data", "thickness": 1.2,
                "array": [high - share for (_, high), share in zip(ends, shares, strict=True)],
                "arrayminus": [share - low for (low, _), share in zip(ends, shares, strict=True)],
            },
            hovertext=[f"{accepted} of {tested} accepted" for _, accepted, tested in rows],
        )  # fmt: skip
    if not any(len(bars.x) for bars in figure.data):
        say(figure, "No draft token was tested in this run.")
    figure.update_xaxes(dtick=whole_steps(max((x for bars in figure.data for x in bars.x), default=1)))
    figure.update_yaxes(range=[0, 1.02])
    return figure


def _by(summary: Summary | None, by: str) -> list[tuple[int, DepthShare | RankShare]]:
    """The counts of a run by depth, or by rank counted from 1."""
    if summary is None:
        return []
    if by == "depth":
        return [(row.depth, row) for row in summary.by_depth or ()]
    return [(row.rank + 1, row) for row in summary.by_rank or ()]


def time(trace: Trace) -> Figure:
    """Draw the time of every iteration, divided into draft passes, target passes and other work."""
    figure = start("Time per pass", "round", "milliseconds")
    numbers = [measures(part) for part in trace.iterations]
    for name, colour in PARTS:
        seconds = {"draft": [row.draft for row in numbers], "target": [row.target for row in numbers]}
        spent = seconds.get(name) or [row.other for row in numbers]
        figure.add_bar(
            x=list(range(1, len(numbers) + 1)), y=[1000 * each for each in spent], name=name,
            marker={"color": colour}, hovertemplate="%{y:.2f} ms<extra>" + name + "</extra>",
        )  # fmt: skip
    figure.update_layout(barmode="stack")
    figure.update_xaxes(dtick=whole_steps(len(numbers)))
    return figure


def energy(traces: Sequence[Trace], labels: Sequence[str]) -> Figure:
    """Draw joules against the number of tokens: measured joules if all runs have them, otherwise modelled ones."""
    runs = [energy_figures.run_of(trace, label) for trace, label in zip(traces, labels, strict=True)]
    measured = all(run.measured for run in runs)
    return energy_figures.cumulative(runs) if measured else energy_figures.modelled_cumulative(runs)


def compare(traces: Sequence[Trace], labels: Sequence[str]) -> Figure:
    """Draw the number of tokens against the seconds of decoding, one line per run. Raises BadInput if the runs have
    different prompts.
    """
    prompts = {trace.header.prompt_tokens for trace in traces}
    if len(prompts) > 1:
        raise BadInput("These runs have different prompts. Compare runs with the same prompt.")
    figure, most = start("Tokens over time", "seconds of decoding", "tokens"), 0
    for place, (trace, label) in enumerate(zip(traces, labels, strict=True)):
        spent = [0.0, *accumulate(part.seconds for part in trace.iterations)]
        tokens = [0, *accumulate(measures(part).emitted for part in trace.iterations)]
        figure.add_scatter(
            x=spent, y=tokens, name=safe(label), mode="lines+markers",
            line={"shape": "hv", "dash": _DASHES[place % len(_DASHES)]},
            marker={"size": 6, "symbol": SYMBOLS[place % len(SYMBOLS)], "color": COLOURS[place % len(COLOURS)]},
            hovertemplate="%{y} tokens after %{x:.3f} s<extra>" + safe(label) + "</extra>",
        )  # fmt: skip
        most = max(most, tokens[-1])
    figure.update_yaxes(dtick=whole_steps(most))
    return figure
