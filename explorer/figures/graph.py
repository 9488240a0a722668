"""Draw the graph of an iteration at a step as a plotly figure: draft forest, token tree or token DAG.

The figure has the same graph, positions, states, marks and sentences as the stage (explorer/graph, states.json); only
the drawing is done by plotly. Iterations and steps count from 1, as in addresses.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decoders.core.record import Iteration, Step
from decoders.errors import BadInput
from explorer.figures.look import GROUND, Figure, safe, start
from explorer.graph.fates import Fates, born, steps_of
from explorer.graph.graph import build, first_shown, tree
from explorer.graph.layout import Spot, place
from explorer.story import Narrator, Words
from explorer.story.numbers import visible
from explorer.trace.commits import committed_nodes
from explorer.trace.format import Trace
from explorer.trace.lines import IterationLine
from explorer.trace.metrics import replicas
from explorer.trace.states import LISTS, STATES

Kind = Literal["graph", "tree", "dag"]
ROW, COLUMN = 42, 150  # pixels between two rows and two columns
BOW, SMOOTH = 0.42, 16  # how many columns a merge edge bends to the right, and of how many straight pieces it consists
EDGES = {"tree": "tree edge", "committed": "result path", "merge": "merge edge"}  # names in the legend
ARROW = 11  # pixels: the size of a merge edge's head, and its distance from the middle of the node
# plotly's symbols for the glyphs of states.json, filled and hollow; plotly has no half disc
SYMBOLS = {
    "square": ("square", "square-open"),
    "disc": ("circle", "circle-open"),
    "half": ("circle-cross", "circle-open-dot"),
    "tick": ("y-down-open", "y-down-open"),
    "cross": ("x-thin-open", "x-thin-open"),
    "slash": ("line-ne-open", "line-ne-open"),
    "bar": ("line-ew-open", "line-ew-open"),
    "wedge": ("triangle-down", "triangle-down-open"),
    "diamond": ("diamond", "diamond-open"),
    "star": ("star", "star-open"),
    "triangle": ("triangle-up", "triangle-up-open"),
    "hexagon": ("hexagon2", "hexagon2-open"),
}


@dataclass(frozen=True)
class Mark:
    """A drawn node: its position, its state (states.json), its text and its hover text."""

    spot: Spot
    state: str
    text: str
    hover: str


def graph(
    trace: Trace, iteration: int, phase: int | None = None, kind: Kind = "graph", *, dark: bool = False
) -> Figure:
    """The graph of one iteration at a step (`phase`), by default at its end.

    `graph` shows the nodes that the stage shows first: no copies and, of more than 300 nodes, only the result path and
    its siblings. `tree` shows all nodes, including GSD's copies. `dag` shows the merged graph with its merge edges.
    Raises BadInput if the run does not have the iteration or the step.
    """
    part, texts = iteration_of(trace, iteration)
    steps = steps_of(part)
    step = len(steps) if phase is None else phase
    if not 1 <= step <= len(steps):
        raise BadInput(f"Iteration {iteration} has no phase {step}. Choose a phase from 1 to {len(steps)}.")
    whole, narrator = build(part.nodes), Words(trace.header).iteration(part, texts)
    path, copies = committed_nodes(part), replicas(part)
    shown = {"graph": first_shown(tree(whole), path, copies), "tree": list(whole)}
    shown["dag"] = [node for node in whole if node not in copies]
    spots = place(whole, shown[kind])
    marks = _marks(part, steps, step - 1, spots, texts, narrator)
    title = narrator.title(steps[step - 1])
    figure = start(f"Round {iteration}, step {step} of {len(steps)}: {safe(title)}", "", "")
    _edges(figure, whole, marks, path if step == len(steps) else set(), dark)
    _clear(figure, list(marks.values()), dark)
    for state in STATES:
        mine = [mark for mark in marks.values() if mark.state == state]
        if mine:
            _nodes(figure, state, mine, dark)
    _frame(figure, spots)
    return figure


def iteration_of(trace: Trace, iteration: int) -> tuple[IterationLine, dict[str, str]]:
    """An iteration, counted from 1, and the texts of the tokens up to it. Raises BadInput if the run lacks it."""
    lines = trace.iterations
    if not 1 <= iteration <= len(lines):
        raise BadInput(f"The run has no iteration {iteration}. Choose one from 1 to {len(lines)}.")
    parts = (trace.header, *lines[:iteration])
    return lines[iteration - 1], {token: text for part in parts for token, text in (part.texts or {}).items()}


def colour(name: str, dark: bool) -> str:
    """Look up a colour of states.json for a light or dark picture."""
    return LISTS["colours"][name]["dark" if dark else "light"]


def _marks(
    part: Iteration,
    steps: Sequence[Step],
    step: int,
    spots: Mapping[int, Spot],
    texts: Mapping[str, str],
    narrator: Narrator,
) -> dict[int, Mark]:
    """The nodes that have appeared by a step, each in its state at that step."""
    appeared = born(part, steps)
    fates, marks = Fates(part, steps, appeared), dict[int, Mark]()
    for index, node in enumerate(part.nodes):
        if node.id not in spots or appeared[index] > step:
            continue
        _, state, verdict, _, copied, _, second = [fate for fate in fates.of(index) if fate[0] <= step][-1]
        token = visible(texts.get(str(node.token), "")) or "⌂"
        why = "" if verdict is None else narrator.plain_reason(part.verdicts[verdict])
        lines = [f"{STATES[state].sign} {STATES[state].label}", second, why]
        hover = "<br>".join(safe(line) for line in (f"node {node.id}: {token}", *lines) if line)
        marks[node.id] = Mark(spots[node.id], state, safe(" ".join(filter(None, (token, copied)))), hover)
    return marks


def _edges(figure: Figure, whole: Any, marks: Mapping[int, Mark], path: set[int], dark: bool) -> None:
    """Draw tree edges, the edges of the result path over them, and dotted merge edges with arrowheads."""
    sorts: dict[str, list[tuple[int, int]]] = {"tree": [], "committed": [], "merge": []}
    for parent, child, kind in whole.edges(data="kind"):
        if parent in marks and child in marks:
            sorts["committed" if kind == "tree" and {parent, child} <= path else kind].append((parent, child))
    lines = {
        "tree": {"color": colour("grey", dark), "width": 1.2},
        "committed": {"color": colour("ink", dark), "width": 4},
        "merge": {"color": colour("pink", dark), "width": 2, "dash": "dot"},
    }
    for name, edges in sorts.items():
        if edges:
            ends = [(marks[parent].spot, marks[child].spot) for parent, child in edges]
            runs = [_bow(a, b) if name == "merge" else [(a.column, a.y), (b.column, b.y)] for a, b in ends]
            head = [size for run in runs for size in (*[0] * (len(run) - 1), ARROW, 0)]
            figure.add_scatter(
                x=[x for run in runs for x, _ in (*run, (None, None))],
                y=[y for run in runs for _, y in (*run, (None, None))],
                mode="lines+markers" if name == "merge" else "lines", line=lines[name],
                marker={
                    "symbol": "arrow", "angleref": "previous", "standoff": head, "size": head,
                    "color": lines[name]["color"], "opacity": 1, "line": {"width": 0},
                },
                hoverinfo="skip", name=EDGES[name], showlegend=name != "tree",
            )  # fmt: skip


def _bow(a: Spot, b: Spot) -> list[tuple[float, float]]:
    """The points of a merge edge, which bends to the right past both ends and the nodes between them."""
    side = max(a.column, b.column) + BOW
    (x, y), (to, down) = (a.column, a.y), (b.column, b.y)
    shares = [(step / SMOOTH, 1 - step / SMOOTH) for step in range(SMOOTH + 1)]
    return [
        (x * u**3 + 3 * side * t * u + to * t**3, y * (u**3 + 3 * t * u**2) + down * (3 * t**2 * u + t**3))
        for t, u in shares
    ]


def _clear(figure: Figure, marks: list[Mark], dark: bool) -> None:
    """Draw a disc of the background colour under every node, so that no edge shows through a hollow mark."""
    figure.add_scatter(
        x=[mark.spot.column for mark in marks],
        y=[mark.spot.y for mark in marks],
        mode="markers", marker={"symbol": "circle", "size": 19, "color": GROUND[dark]},
        hoverinfo="skip", name="ground", showlegend=False,
    )  # fmt: skip


def _nodes(figure: Figure, state: str, marks: list[Mark], dark: bool) -> None:
    """Draw all nodes in one state, with one entry in the legend."""
    look = STATES[state]
    figure.add_scatter(
        x=[mark.spot.column for mark in marks],
        y=[mark.spot.y for mark in marks],
        mode="markers+text", text=[mark.text for mark in marks], textposition="bottom center",
        textfont={"color": colour("ink", dark), "size": 12, "shadow": _halo(GROUND[dark])},
        marker={
            "symbol": SYMBOLS[look.glyph][not look.filled], "size": 15, "color": colour(look.colour, dark),
            "line": {"width": 2, "color": colour(look.colour, dark)},
        },
        hovertext=[mark.hover for mark in marks], hoverinfo="text", name=look.label,
    )  # fmt: skip


def _halo(ground: str) -> str:
    """A shadow in the background colour around letters, so that edges do not touch them."""
    return ", ".join(f"{x}px {y}px 1px {ground}" for x in (-2, 0, 2) for y in (-2, 0, 2) if x or y)


def _frame(figure: Figure, spots: Mapping[int, Spot]) -> None:
    """Hide the axes and make room for all rows and columns; depth runs from left to right."""
    columns = 1 + max((spot.column for spot in spots.values()), default=0)
    rows = 1 + max((spot.y for spot in spots.values()), default=0.0)
    hidden = {"visible": False, "fixedrange": False}
    figure.update_xaxes(range=[-0.6, columns - 0.4], **hidden)
    figure.update_yaxes(range=[rows - 0.2, -0.8], **hidden)
    figure.update_layout(
        height=int(140 + ROW * max(3.0, rows)), width=max(520, COLUMN * columns), margin={"l": 8, "r": 8, "b": 70}
    )
