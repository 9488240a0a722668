"""The page elements that a step can point to (`look: bars`) or that a wrong answer can highlight (` @ bars`).

Each place has a name and a CSS selector, and this is the only list of places. The page gets the selectors with each
lesson, and docs/lessons.md shows the names. If you change one of these elements, change its selector here.
tests/browser/test_lessons.py looks for each element.
"""

import re
from dataclasses import dataclass

_NODE = re.compile(r"n(\d+)", re.ASCII)


@dataclass(frozen=True)
class Lit:
    """A page element: its name in “Look at: …”, and its CSS selector within the stage."""

    label: str
    selector: str


_OVERLAP = '[data-testid="inspector-overlap"]'
PLACES: dict[str, Lit] = {
    "bars": Lit("the bars of the probabilities", _OVERLAP),
    "overlap": Lit("the overlap of p and q", _OVERLAP),
    "sum": Lit("the two parts of the bars of p", _OVERLAP),
    "residual": Lit("the table of the tests at this position", '[data-testid="inspector-tries"]'),
    "scale": Lit("the scale of the random number", '[data-testid="inspector-axis"]'),
    "text": Lit("the text so far", '[data-testid="text"]'),
    "pass": Lit("the passes of this run", '[data-testid="end-card"]'),
    "copies": Lit("the copy and its original", '[data-testid="inspector-twins"]'),
    "shares": Lit("the shares of the total probability", '[data-testid="inspector-joint"]'),
    "draw": Lit("the bar from which the target samples", '[data-testid="inspector-draw"]'),
    "prefixes": Lit(
        "the tests of the prefixes", ':is([data-testid="inspector-prefixes"], [data-testid="inspector-judged"])'
    ),
    "beams": Lit("the list of the beams", '[data-testid="live-beams"]'),
    "counter": Lit("the counter of accepted beams", '[data-testid="layer-count"]'),
    "width": Lit("the chart of the width", '[data-testid="layer-width"]'),
    "chart": Lit("the curve", '[data-testid="speedup-chart"]'),
    "batch": Lit("the batch slider", '[data-testid="speedup-batch"]'),
}


def node_of(name: str) -> int | None:
    """The node that a name such as `n7` refers to; None for any other name."""
    found = _NODE.fullmatch(name)
    return int(found[1]) if found else None


def node_selector(node: int) -> str:
    """The selector of a node of the graph."""
    return f'[data-testid="graph"] [data-node="{node}"]'
