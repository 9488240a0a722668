"""Draw output distributions side by side: those of a decoder, of its reference method, and of broken rules."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from explorer.figures.look import COLOURS, Figure, safe, start

_PATTERNS = ("", "/", "x", ".")  # patterns that distinguish distributions of the same colour


def laws(distributions: Sequence[tuple[str, Mapping[str, float]]], outcomes: Sequence[str]) -> Figure:
    """Draw a bar chart with a group of bars for each text (outcome). A group has one bar per distribution.

    A distribution is given as (name, probability by text).
    """
    figure = start("Probability of each text", "", "probability", barmode="group")
    labels = [safe(outcome) or "(empty)" for outcome in outcomes]
    for place, (name, probabilities) in enumerate(distributions):
        again, colour = divmod(place, len(COLOURS))
        marker = {"color": COLOURS[colour], "pattern": {"shape": _PATTERNS[again % len(_PATTERNS)]}}
        y = [probabilities.get(outcome, 0.0) for outcome in outcomes]
        figure.add_trace(go.Bar(name=safe(name), x=labels, y=y, marker=marker))
    return figure
