"""Laws side by side: how probable each text is under a decoder's law, its oracle's, and those of broken rules."""

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from explorer.figures.look import COLOURS, Figure, safe, start

_PATTERNS = ("", "/", "x", ".")  # of a law beyond as many as there are colours


def laws(found: Sequence[tuple[str, Mapping[str, float]]], outcomes: Sequence[str]) -> Figure:
    """A group of bars for each outcome, a bar for each law (name, probability by outcome)."""
    made = start("How probable each text is", "", "probability", barmode="group")
    labels = [safe(outcome) or "(nothing)" for outcome in outcomes]
    for place, (name, law) in enumerate(found):
        again, colour = divmod(place, len(COLOURS))
        marker = {"color": COLOURS[colour], "pattern": {"shape": _PATTERNS[again % len(_PATTERNS)]}}
        made.add_trace(go.Bar(name=safe(name), x=labels, y=[law.get(one, 0.0) for one in outcomes], marker=marker))
    return made
