"""What `explorer` gives to programs and notebooks: a trace with its pictures, tables and graphs."""

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
    """A trace with its pictures, tables and graphs."""

    def figure(
        self, iteration: int | None = None, phase: int | None = None, *, kind: str | None = None, dark: bool = False
    ) -> Any:
        """A plotly figure; a notebook shows it, `.write_html(file)` keeps it.

        Without `kind` the graph of that iteration, counted from 1, at that phase or at its end. `kind` is one of
        `explorer.figures.pictures.KINDS`: tree, dag, beams, widths, depth, rank, time, energy. Raises BadInput.
        """
        from explorer.figures.pictures import picture

        return picture([self], [self.title], kind or "graph", iteration, phase, dark=dark)

    def show(self, iteration: int | None = None, phase: int | None = None, *, height: int = 680) -> "Shown":
        """The stage, which a notebook displays: step through the run with its buttons or with ← and →.

        It opens on that phase of an iteration, both counted from 1, on the end of the iteration without a phase, and on
        the first step without either. `height` is in pixels. Raises BadInput for an iteration that is not there.
        """
        from explorer.features.code import command
        from explorer.stage.export import page

        if iteration is not None and not 1 <= iteration <= len(self.iterations):
            raise BadInput(f"The trace has iterations 1 to {len(self.iterations)}. There is no iteration {iteration}.")
        at = {"it": 1, "phase": 1} if iteration is None else {"it": iteration}
        at |= {} if phase is None else {"phase": phase}
        return Shown(page(self, command=command(self.header), url=False, at=at), height)

    def to_pandas(self) -> "Frames":
        """The trace as three pandas tables, `verdicts`, `nodes` and `passes`. Iterations count from 1."""
        from explorer.trace.frames import frames

        return frames(self)

    def to_networkx(self, iteration: int) -> "nx.DiGraph":
        """The nodes of an iteration (from 1) as a graph: tree edges and, for GSD, merge edges (`kind`).

        A node's attributes are the record's fields, with `text`, and `decision`: the last verdict about it, None if
        there is none. Raises BadInput for an iteration that the trace does not have.
        """
        from explorer.graph.graph import build

        if not 1 <= iteration <= len(self.iterations):
            raise BadInput(f"The trace has iterations 1 to {len(self.iterations)}. There is no iteration {iteration}.")
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
    """The stage as a self-contained HTML page, displayed in a notebook as a frame of that height in pixels."""

    page: str
    height: int

    def _repr_html_(self) -> str:
        """The frame; its scripts reach neither the notebook nor the network."""
        return (
            f'<iframe srcdoc="{escape(self.page)}" title="The recorded run, step by step" width="100%" '
            f'height="{self.height}" style="border: 0" sandbox="allow-scripts allow-downloads" '
            'allow="clipboard-write; fullscreen"></iframe>'
        )

    def __repr__(self) -> str:
        return "A run, step by step. A notebook displays it; elsewhere, use `python -m explorer export`."


def with_pictures(trace: trace_format.Trace) -> Trace:
    """The same trace as one that can draw itself."""
    return Trace(trace.header, trace.iterations, trace.summary, trace.incomplete)
