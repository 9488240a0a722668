"""The picture of traces by its kind: what the command line, notebooks and tabs ask for by name."""

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
    """One picture. `graph`, `tree` and `dag` are of an iteration, counted from 1, the first where none is given.

    Raises BadInput for a kind that there is not, or that does not fit what else was given.
    """
    if kind not in KINDS:
        raise BadInput(f"there is no picture {kind!r}; choose one of {', '.join(KINDS)}")
    if kind not in OF_SEVERAL and len(traces) > 1:
        raise BadInput(f"the picture {kind!r} is of one trace; give one file, or --kind {', '.join(OF_SEVERAL)}")
    if kind in OF_ITERATION:
        return graph.graph(traces[0], iteration or 1, phase, cast(graph.Kind, kind), dark=dark)
    if iteration is not None or phase is not None:
        raise BadInput(f"the picture {kind!r} is of the whole run; leave out the iteration and the phase")
    return OF_ONE[kind](traces[0]) if kind in OF_ONE else OF_SEVERAL[kind](traces, labels)
