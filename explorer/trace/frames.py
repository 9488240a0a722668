"""Turn a trace into pandas tables, for notebooks: one row per verdict, per node and per pass.

pandas comes with Gradio and is imported when a table is requested.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from decoders.core.record import to_plain

if TYPE_CHECKING:
    import pandas as pd

    from explorer.trace.format import Trace

Row = dict[str, Any]
VERDICT = ("iteration", "node", "token", "text", "decision", "rule", "p", "q", "p_used", "u", "a")  # first columns
NODE = ("iteration", "id", "parent", "token", "text", "depth", "role", "p", "q")
PASS = ("iteration", "model", "nodes", "seconds", "kv")


class Frames(NamedTuple):
    """The tables of a trace. Iterations are counted from 1, as on the page. Missing values are NaN."""

    verdicts: "pd.DataFrame"
    nodes: "pd.DataFrame"
    passes: "pd.DataFrame"


def frames(trace: "Trace") -> Frames:
    """The tables of a trace, in the order of the record. Columns are the fields of the trace file.

    `token` is an id and `text` its text. In the table of passes, `nodes` is the number of nodes that a pass fed.
    """
    return Frames(_frame(_verdicts(trace), VERDICT), _frame(_nodes(trace), NODE), _frame(_passes(trace), PASS))


def _frame(rows: Iterable[Row], first: Sequence[str]) -> "pd.DataFrame":
    import pandas as pd

    table = pd.DataFrame(list(rows))
    others = [name for name in table.columns if name not in first]
    return table.reindex(columns=[*first, *others])


def texts_of(trace: "Trace") -> dict[str, str]:
    """The text of every token of a trace, by its id as the file writes it."""
    texts = dict(trace.header.texts or {})
    for iteration in trace.iterations:
        texts.update(iteration.texts or {})
    return texts


def _verdicts(trace: "Trace") -> Iterator[Row]:
    texts = texts_of(trace)
    for number, iteration in enumerate(trace.iterations, 1):
        tokens = {node.id: node.token for node in iteration.nodes}
        for verdict in iteration.verdicts:
            token = tokens.get(verdict.node)
            facts = {key: value for key, value in to_plain(verdict).items() if key != "distributions"}
            yield {**facts, "iteration": number, "token": token, "text": texts.get(str(token))}


def _nodes(trace: "Trace") -> Iterator[Row]:
    texts = texts_of(trace)
    for number, iteration in enumerate(trace.iterations, 1):
        for node in iteration.nodes:
            yield {**to_plain(node), "iteration": number, "text": texts.get(str(node.token))}


def _passes(trace: "Trace") -> Iterator[Row]:
    for number, iteration in enumerate(trace.iterations, 1):
        for made in iteration.passes:
            yield {**to_plain(made), "nodes": len(made.nodes), "iteration": number}
