"""Tables of the README, made from the catalogue and from states.json so that they cannot go stale.

`python -m explorer readme` renews both.
"""

from pathlib import Path

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.traces.states import PREFIX, STATES
from explorer.traces.words import law_name

README = Path(__file__).parents[2] / "README.md"
METHODS = ("<!-- methods: made by `make readme` -->", "<!-- end of methods -->")
MARKS = ("<!-- marks: made by `make readme` -->", "<!-- end of marks -->")


def methods_table() -> str:
    """One row per decoder: name, what it is, its settings, whose law its output has under default settings."""
    rows = ["| method | what it is | settings of its own | output law |", "|---|---|---|---|"]
    shared = {"temperature", "top_k", "top_p"}
    for decoder in DECODERS.values():
        own = [f"`{s['key']}`" for s in decoder.describe()["settings"] if s["key"] not in shared]
        law = law_name(decoder.oracle_for(decoder.settings()))
        rows.append(f"| `{decoder.name}` | {decoder.title}; {decoder.paper} | {', '.join(own) or '–'} | {law} |")
    return "\n".join(rows)


def marks_table() -> str:
    """One row per state of a node: its mark, what it is called, what it means."""
    rows = ["| mark | called | meaning |", "|---|---|---|"]
    for state in STATES.values():
        if state.name not in PREFIX:  # those mark an edge, not a node
            mark = f"{state.sign} {state.look}".strip()
            rows.append(f"| {mark} | {state.label} | {state.help} |")
    return "\n".join(rows)


def with_table(readme: str) -> str:
    """The README with its tables renewed. Raises BadInput if the marks of a table's place are gone."""
    for (begin, end), table in ((METHODS, methods_table), (MARKS, marks_table)):
        head, started, rest = readme.partition(begin)
        _, ended, tail = rest.partition(end)
        if not started or not ended:
            raise BadInput(f"README.md should hold {begin} and {end}, between which a table goes")
        readme = f"{head}{begin}\n{table()}\n{end}{tail}"
    return readme
