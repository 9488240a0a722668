"""The points of DSBD's Pareto plots: beam sampling of widths 1 to 4, the grid of DSBD, SpD and SpecInfer (§4.2)."""

from dataclasses import replace

from explorer.lab import papers
from explorer.lab.experiment import Cell, grid

BEAMS = grid("beam-sampling", "beam sampling", width=(1, 2, 3, 4), **papers.DSBD)
FORESTS = tuple(
    cell
    for cell in grid(
        "dsbd",
        "DSBD",
        gamma=(2, 4),
        draft_width=(2, 3, 4, 5, 6),
        threshold=(0.7, 0.9),
        min_width=(1, 2, 3),
        **papers.DSBD,
    )
    if cell.settings["draft_width"] >= cell.settings["min_width"]
)
SPD = Cell("SpD", "spd", {"gamma": 4, **papers.DSBD}, "SpD")
SPECINFER = Cell("SpecInfer", "specinfer", {"branching": "2,1,1,1", **papers.DSBD}, "SpecInfer")
PARETO = (*BEAMS, SPD, SPECINFER, *FORESTS)


def grouped(key: str, sign: str) -> tuple[Cell, ...]:
    """The grid of DSBD with one colour for each value of a setting."""
    return tuple(replace(cell, group=f"{sign} = {cell.settings[key]}") for cell in FORESTS)
