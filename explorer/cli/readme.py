"""Tables of the README and of docs/hosting.md, made from what they tell of so that they cannot go stale.

`python -m explorer readme` renews them.
"""

from collections.abc import Callable
from pathlib import Path

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.runs.limits import LIMITS
from explorer.traces.states import PREFIX, STATES
from explorer.traces.words import law_name

README = Path(__file__).parents[2] / "README.md"
HOSTING = README.parent / "docs" / "hosting.md"
METHODS = ("<!-- methods: made by `make readme` -->", "<!-- end of methods -->")
LIMITS_TABLE = ("<!-- limits: made by `make readme` -->", "<!-- end of limits -->")
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


def limits_table() -> str:
    """One row per limit: its variable, what it is of, on one's own machine and where strangers reach the app."""
    rows = ["| variable | limit of | own machine | public |", "|---|---|---|---|"]
    rows += [f"| `{one.variable}` | {one.of} | {one.own:,} | {one.public:,} |" for one in LIMITS]
    return "\n".join(rows)


def with_table(readme: str) -> str:
    """The README with its tables renewed. Raises BadInput if the marks of a table's place are gone."""
    return _renewed(readme, "README.md", (METHODS, methods_table), (MARKS, marks_table))


def with_limits(text: str) -> str:
    """docs/hosting.md with its table renewed. Raises BadInput as `with_table` does."""
    return _renewed(text, "docs/hosting.md", (LIMITS_TABLE, limits_table))


def _renewed(text: str, name: str, *tables: tuple[tuple[str, str], Callable[[], str]]) -> str:
    for (begin, end), table in tables:
        head, started, rest = text.partition(begin)
        _, ended, tail = rest.partition(end)
        if not started or not ended:
            raise BadInput(f"{name} should hold {begin} and {end}, between which a table goes")
        text = f"{head}{begin}\n{table()}\n{end}{tail}"
    return text
