"""The picture of where modelled energy goes."""

from collections.abc import Sequence

from explorer.energy.parts import SPLIT
from explorer.figures.energy import MODELLED, Run
from explorer.figures.look import Figure, say, start
from explorer.story.energy import NO_SIZES, NO_TRACES

SPLIT_LOOKS = {
    "target weights": ("#7d2a66", ""),
    "draft weights": (MODELLED, "/"),
    "KV cache": ("#dd9cc9", "x"),
    "arithmetic": ("#f0d3e6", "."),
}


def split(runs: Sequence[Run]) -> Figure:
    """Modelled millijoules per token by where they go: what speculation saves is reading the target's weights."""
    figure = start("Where modelled energy goes", "modelled mJ per token", "", barmode="stack")
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
