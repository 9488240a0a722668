"""Tables of the README, made from the catalogue so that they cannot go stale (`python -m explorer readme`)."""

from pathlib import Path
from typing import Any

from decoders.catalog import DECODERS
from decoders.errors import BadInput

README = Path(__file__).parents[2] / "README.md"
BEGIN, END = "<!-- methods: made by `make readme` -->", "<!-- end of methods -->"


def methods_table() -> str:
    """One row per decoder: name, what it is, its settings, whether its law equals another's."""
    rows = ["| method | what it is | settings of its own | output law |", "|---|---|---|---|"]
    shared = {"temperature", "top_k", "top_p"}
    for one in DECODERS.values():
        about = one.describe()
        own = [f"`{s['key']}`" for s in about["settings"] if s["key"] not in shared]
        law = (
            "its own" if about["oracle"] == one.name else f"that of `{about['oracle']}`" if about["oracle"] else "lossy"
        )
        rows.append(f"| `{one.name}` | {one.title}; {one.paper} | {', '.join(own) or '–'} | {law} |")
    return "\n".join(rows)


def _law(name: str, about: dict[str, Any]) -> str:
    """Whose law the output follows under default settings, or why nobody's."""
    if about["oracle"] is None:
        return about["oracle_why"]
    return "its own" if about["oracle"] == name else f"that of `{about['oracle']}`"


def with_table(readme: str) -> str:
    """The README with its table renewed. Raises BadInput if the marks are gone."""
    head, begin, rest = readme.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise BadInput(f"README.md should hold {BEGIN} and {END}, between which the table goes")
    return f"{head}{BEGIN}\n{methods_table()}\n{END}{tail}"
