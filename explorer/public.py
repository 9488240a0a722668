"""What `explorer` gives to programs and notebooks: a trace that can draw itself."""

from dataclasses import dataclass
from typing import Any

from explorer.traces import format as trace_format


@dataclass
class Trace(trace_format.Trace):
    """A trace with its pictures."""

    def figure(
        self, iteration: int | None = None, phase: int | None = None, *, kind: str | None = None, dark: bool = False
    ) -> Any:
        """A plotly figure; a notebook shows it, `.write_html(file)` keeps it.

        Without `kind` the graph of that iteration, counted from 1, at that phase or at its end. `kind` is one of
        `explorer.figures.pictures.KINDS`: tree, dag, beams, widths, depth, rank, time, energy. Raises BadInput.
        """
        from explorer.figures.pictures import picture

        return picture([self], [self.title], kind or "graph", iteration, phase, dark=dark)


def with_pictures(trace: trace_format.Trace) -> Trace:
    """The same trace as one that can draw itself."""
    return Trace(trace.header, trace.iterations, trace.summary, trace.incomplete, trace.upgraded)
