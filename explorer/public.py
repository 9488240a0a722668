"""The public `Trace` of `explorer` for programs and notebooks: a trace that can produce figures, tables and graphs."""

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput
from explorer.trace import format as trace_format
from explorer.trace.frames import texts_of

if TYPE_CHECKING:
    import networkx as nx

    from explorer.trace.frames import Frames


@dataclass
class Trace(trace_format.Trace):
    """A trace that can produce figures, tables and graphs."""

    def figure(
        self, iteration: int | None = None, phase: int | None = None, *, kind: str | None = None, dark: bool = False
    ) -> Any:
        """A plotly figure. A notebook shows it, and `.write_html(file)` saves it.

        If `kind` is not given, the figure is the graph of the iteration (counted from 1) at the given phase or, if no
        phase is given, at the iteration's end. `kind` is one of `explorer.figures.pictures.KINDS`: tree, dag, beams,
        widths, depth, rank, time, energy. Raises BadInput if the kind is unknown or does not fit the other arguments.
        """
        from explorer.figures.pictures import picture

        return picture([self], [self.title], kind or "graph", iteration, phase, dark=dark)

    def show(self, iteration: int | None = None, phase: int | None = None, *, height: int = 680) -> "Shown":
        """The stage for a notebook. Step through the run with its buttons or with ← and →.

        The stage opens on the given phase of an iteration, both counted from 1. If no phase is given, it opens at the
        end of the iteration. If neither is given, it opens on the first step. `height` is in pixels. Raises BadInput if
        the trace has no such iteration.
        """
        from explorer.features.code import command
        from explorer.stage.export import page

        for name, value in (("iteration", iteration), ("phase", phase)):
            if value is not None and type(value) is not int:
                raise BadInput(
                    f"{name} is {value!r:.40}, which is not a whole number. Iterations and phases are numbered from 1."
                )
        if iteration is not None and not 1 <= iteration <= len(self.iterations):
            raise BadInput(f"The trace has no iteration {iteration}. Choose one from 1 to {len(self.iterations)}.")
        at = {"it": 1, "phase": 1} if iteration is None else {"it": iteration}
        at |= {} if phase is None else {"phase": phase}
        return Shown(page(self, command=command(self.header), url=False, at=at), height)

    def to_pandas(self) -> "Frames":
        """The trace as three pandas tables: `verdicts`, `nodes` and `passes`. Iterations are counted from 1."""
        from explorer.trace.frames import frames

        return frames(self)

    def to_networkx(self, iteration: int) -> "nx.DiGraph":
        """The nodes of an iteration (counted from 1) as a graph: tree edges and, for GSD, merge edges (`kind`).

        A node's attributes are the fields of its record, its `text`, and its `decision`, which is the last verdict
        about the node (None if there is no such verdict). Raises BadInput if the trace has no such iteration.
        """
        from explorer.graph.graph import build

        if not 1 <= iteration <= len(self.iterations):
            raise BadInput(f"The trace has no iteration {iteration}. Choose one from 1 to {len(self.iterations)}.")
        record, texts = self.iterations[iteration - 1], texts_of(self)
        graph = build(record.nodes)
        for _, data in graph.nodes(data=True):
            data["text"] = texts.get(str(data["token"]))
            data["decision"] = None
        for verdict in record.verdicts:
            graph.nodes[verdict.node]["decision"] = verdict.decision
        return graph


@dataclass(frozen=True)
class Shown:
    """A self-contained HTML page with the stage, which a notebook displays in a frame. `height` is in pixels."""

    page: str
    height: int

    def _repr_html_(self) -> str:
        """The HTML of the frame. Scripts in the frame can reach neither the notebook nor the network."""
        return (
            f'<iframe srcdoc="{escape(self.page)}" title="The recorded run, step by step" width="100%" '
            f'height="{self.height}" style="border: 0" sandbox="allow-scripts allow-downloads" '
            'allow="clipboard-write; fullscreen"></iframe>'
        )

    def __repr__(self) -> str:
        return "A recorded run that a notebook displays. Elsewhere, use `python -m explorer export`."


def with_pictures(trace: trace_format.Trace) -> Trace:
    """Turn a trace into one that can produce figures, tables and graphs."""
    return Trace(trace.header, trace.iterations, trace.summary, trace.incomplete)
