"""Make the figure with a given name from traces, for the command line, notebooks and tabs."""

from collections.abc import Sequence
from typing import cast, get_args

from decoders.errors import BadInput
from explorer.figures import graph, run
from explorer.figures.look import Figure
from explorer.trace.format import Trace

OF_ITERATION = get_args(graph.Kind)
OF_ONE = {"beams": run.beams, "widths": run.widths, "time": run.time}
OF_SEVERAL = {
    "depth": lambda traces, labels: run.acceptance(traces, "depth", labels),
    "rank": lambda traces, labels: run.acceptance(traces, "rank", labels),
    "energy": run.energy,
    "compare": run.compare,
}
KINDS = (*OF_ITERATION, *OF_ONE, *OF_SEVERAL)


def picture(
    traces: Sequence[Trace],
    labels: Sequence[str],
    kind: str,
    iteration: int | None = None,
    phase: int | None = None,
    *,
    dark: bool = False,
) -> Figure:
    """Make the figure of this kind. `graph`, `tree` and `dag` show an iteration, counted from 1; the first is the
    default.

    Raises BadInput if the kind is unknown, or if an argument does not fit the kind.
    """
    if kind not in KINDS:
        raise BadInput(f"Unknown figure “{kind}”. Choose one of: {', '.join(KINDS)}.")
    if kind not in OF_SEVERAL and len(traces) > 1:
        raise BadInput(f"The figure “{kind}” shows one trace. Give one file, or choose --kind {', '.join(OF_SEVERAL)}.")
    if kind in OF_ITERATION:
        return graph.graph(traces[0], iteration or 1, phase, cast(graph.Kind, kind), dark=dark)
    if iteration is not None or phase is not None:
        raise BadInput(f"The figure “{kind}” shows the whole run. Leave out the iteration and the phase.")
    return OF_ONE[kind](traces[0]) if kind in OF_ONE else OF_SEVERAL[kind](traces, labels)
