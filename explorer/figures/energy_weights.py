"""Pictures of why speculation saves energy: how often the weights are read, and where modelled energy goes."""

from collections.abc import Sequence

from explorer.energy.parts import SPLIT
from explorer.figures.energy import MODELLED, Figure, Run, say, start

SPLIT_LOOKS = {
    "target weights": ("#7d2a66", ""),
    "draft weights": (MODELLED, "/"),
    "KV cache": ("#dd9cc9", "x"),
    "arithmetic": ("#f0d3e6", "."),
}
# Counted, neither measured nor modelled: greys of its own, so that nobody takes a count for joules.
READ_LOOKS = {"target": ("#5b6470", ""), "draft": ("#aeb6c0", "/")}
NO_SIZES = "These traces hold no model sizes; record them again."


def reads(runs: Sequence[Run]) -> Figure:
    """Megabytes of weights read for each token: every pass reads all the weights of its model once (MTAD §4)."""
    figure = start("Weights read for every token (counted)", "MB per token (×: passes)", "", barmode="stack")
    known = [run for run in runs if run.work.tokens and run.work.target_weights]
    figure.update_layout(height=190 + 44 * max(1, len(known)))
    for name, (colour, pattern) in READ_LOOKS.items():
        bars = [_read(run, name) for run in known]
        figure.add_bar(
            orientation="h", y=[run.shown for run in known], name=f"{name}’s weights",
            x=[size / 1e6 for size, _ in bars],
            text=[f"{times:.2g} ×" if times else "" for _, times in bars],
            textposition="inside", insidetextanchor="middle", textangle=0, constraintext="inside",
            textfont={"color": "#ffffff" if name == "target" else "#1b1f24"},
            marker={"color": colour, "pattern": {"shape": pattern, "fgcolor": "#5b6470", "size": 5}},
            hovertemplate=f"{name}: %{{text}} a token, %{{x:.4g}} MB<extra>%{{y}}</extra>",
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True)
    if not known:
        say(figure, NO_SIZES if runs else "Choose traces above.")
    return figure


def _read(run: Run, name: str) -> tuple[float, float]:
    """Bytes of one model's weights read for each token, and how many times."""
    work = run.work
    passes, size = (
        (work.target_passes, work.target_weights) if name == "target" else (work.draft_passes, work.draft_weights)
    )
    times = work.per_token(passes) or 0.0
    return times * (size or 0), times


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
        say(figure, NO_SIZES if runs else "Choose traces above.")
    return figure
