"""The common look of all plots: transparent background, grey text, colours for colour-blind readers, light and dark."""

import re
from math import floor, log10
from textwrap import wrap
from typing import Any

import plotly.graph_objects as go

COLOURS = ("#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#7f7f7f")
SYMBOLS = ("circle", "square", "diamond", "triangle-up", "cross", "x")
GRID = "rgba(128,128,128,0.25)"
GROUND = {False: "#ffffff", True: "#0b0f15"}  # background of a picture; the key says whether the picture is dark
TITLE = 44  # characters per line of a title, as many as fit on a phone
Figure = Any  # plotly's type stubs do not describe the contents of figures


def start(title: str, x: str, y: str, **layout: Any) -> Figure:
    """Make an empty figure with titles."""
    figure = go.Figure()
    dress(figure, title, **layout)
    figure.update_xaxes(title=x)
    figure.update_yaxes(title=y)
    return figure


def dress(figure: Figure, title: str, **layout: Any) -> None:
    """Give a figure its title and the common look. A long title is broken into lines that fit on a phone."""
    lines = wrap(title, TITLE, break_long_words=False, break_on_hyphens=False)
    more = 19 * (len(lines) - 1)  # pixels
    figure.update_layout(
        title={"text": "<br>".join(lines), "font": {"size": 15}, "x": 0, "xanchor": "left", "pad": {"l": 8}},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "Inter, system-ui, sans-serif", "size": 13, "color": "#808080"},
        margin={"l": 64, "r": 16, "t": 44 + more, "b": 48},
        legend={
            "orientation": "h", "traceorder": "normal",
            "xref": "container", "x": 0.01, "yref": "container", "yanchor": "bottom", "y": 0.01,
        },
        hovermode="closest",
        height=420 + more,
        **layout,
    )  # fmt: skip
    figure.update_xaxes(gridcolor=GRID, zerolinecolor=GRID, linecolor=GRID)
    figure.update_yaxes(gridcolor=GRID, zerolinecolor=GRID, linecolor=GRID)


def whole_steps(most: float) -> int:
    """The distance between ticks on an axis of whole numbers up to `most`, for about ten ticks.

    >>> [whole_steps(most) for most in (0, 3, 12, 64, 300)]
    [1, 1, 2, 10, 50]
    """
    rough = max(1.0, most / 10)
    scale = 10 ** floor(log10(rough))
    return next(step * scale for step in (1, 2, 5, 10) if step * scale >= rough)


def file_name(figure: Figure) -> str:
    """The file name of a saved figure, without extension: its title in lower case.

    >>> file_name(start("Time per pass", "", ""))
    'time-per-pass'
    """
    title = re.sub(r"<[^>]*>", " ", str(figure.layout.title.text or ""))
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60].rstrip("-") or "figure"


def safe(text: str) -> str:
    """Escape text for plotly's subset of HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;")


def say(figure: Figure, text: str) -> None:
    """Write a sentence in the middle of an empty figure and hide its axes."""
    figure.add_annotation(
        text="<br>".join(map(safe, wrap(text, 33, break_long_words=False, break_on_hyphens=False))),
        x=0.5,
        y=0.5,
        xref="paper",
        yref="paper",
        showarrow=False,
        align="center",
    )
    figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False, showline=False)
    figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, showline=False)


def faint(colour: str, alpha: float = 0.2) -> str:
    """Add transparency to a colour #rrggbb."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha})"
