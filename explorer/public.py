"""The public `Trace` of `explorer` for programs and notebooks: a trace with its figures, tables and graphs."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput
from explorer.trace import format as trace_format
from explorer.trace.frames import texts_of

if TYPE_CHECKING:
    import networkx as nx

    from explorer.trace.frames import Frames


@dataclass
class Trace(trace_format.Trace):
    """A trace with its figures, tables and graphs."""

    def figure(
        self, iteration: int | None = None, phase: int | None = None, *, kind: str | None = None, dark: bool = False
    ) -> Any:
        """A plotly figure. A notebook shows it, and `.write_html(file)` saves it.

        Without `kind` it is the graph of that iteration, counted from 1, at that phase or at its end. `kind` is
        one of `explorer.figures.pictures.KINDS`: tree, dag, beams, widths, depth, rank, time, energy. Raises
        BadInput.
        """
        from explorer.figures.pictures import picture

        return picture([self], [self.title], kind or "graph", iteration, phase, dark=dark)

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
            raise BadInput(f"The trace has no iteration {iteration}. Choose 1 to {len(self.iterations)}.")
        record, texts = self.iterations[iteration - 1], texts_of(self)
        graph = build(record.nodes)
        for _, data in graph.nodes(data=True):
            data["text"] = texts.get(str(data["token"]))
            data["decision"] = None
        for verdict in record.verdicts:
            graph.nodes[verdict.node]["decision"] = verdict.decision
        return graph


def with_pictures(trace: trace_format.Trace) -> Trace:
    """The same trace as one with figures, tables and graphs."""
    return Trace(trace.header, trace.iterations, trace.summary, trace.incomplete)
