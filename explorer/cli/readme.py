"""Generated tables of the README and of docs, from the catalogue, states.json, limits and stored measurements.

`python -m explorer readme` updates them.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path

from decoders.catalog import DECODERS
from decoders.core.settings import WARPING
from decoders.errors import BadInput
from explorer.cli.reference import reference, shared_options
from explorer.lab.beside import differences, sections
from explorer.lab.data_sets import KINDS
from explorer.service.queue.limits import LIMITS
from explorer.story.laws import law_name
from explorer.trace.states import PREFIX, STATES

README = Path(__file__).parents[2] / "README.md"
HOSTING, LAB, CLI = (README.parent / "docs" / name for name in ("hosting.md", "lab.md", "cli.md"))
METHODS = ("<!-- methods: made by `make readme` -->", "<!-- end of methods -->")
LIMITS_TABLE = ("<!-- limits: made by `make readme` -->", "<!-- end of limits -->")
DATA = ("<!-- data: made by `make readme` -->", "<!-- end of data -->")
DIFFERENCES = ("<!-- differences: made by `make readme` -->", "<!-- end of differences -->")
SWEEPS = ("<!-- sweeps: made by `make readme` -->", "<!-- end of sweeps -->")
OPTIONS = ("<!-- shared options: made by `make readme` -->", "<!-- end of shared options -->")
COMMANDS = ("<!-- commands: made by `make readme` -->", "<!-- end of commands -->")
MARKS = ("<!-- marks: made by `make readme` -->", "<!-- end of marks -->")


def methods_table() -> str:
    """One row per decoder: name, description, its own settings, and its output distribution under default settings."""
    rows = ["| method | description | own settings | output distribution |", "|---|---|---|---|"]
    for decoder in DECODERS.built_in.values():
        own = [f"`{s['key']}`" for s in decoder.describe()["settings"] if s["key"] not in WARPING]
        law = law_name(decoder.oracle_for(decoder.settings()))
        rows.append(f"| `{decoder.name}` | {decoder.title}; {decoder.paper} | {', '.join(own) or '–'} | {law} |")
    return "\n".join(rows)


def marks_table() -> str:
    """One row per state of a node: its mark, name and meaning."""
    rows = ["| mark | name | meaning |", "|---|---|---|"]
    for state in STATES.values():
        if state.name not in PREFIX:  # these mark an edge, not a node
            mark = f"{state.sign} {state.look}".strip()
            rows.append(f"| {mark} | {state.label} | {state.help} |")
    return "\n".join(rows)


def limits_table() -> str:
    """One row per limit: its variable, what it limits, and its values on a local machine and on a public app."""
    rows = ["| variable | limit of | local | public |", "|---|---|---|---|"]
    rows += [f"| `{one.variable}` | {one.of} | {one.own:,} | {one.public:,} |" for one in LIMITS]
    return "\n".join(rows)


def data_table() -> str:
    """One row per data set of the lab: its name, its location on the Hub, and its licence as stated by its authors."""
    rows = ["| KIND | on the Hub | split | commit | licence of the data |", "|---|---|---|---|---|"]
    for name, kind in KINDS.items():
        place = kind.hub
        where = (
            f"`{place.id}` {place.config} | {place.split} | {place.revision[:8] or 'the latest'}"
            if place
            else "– | – | –"
        )
        rows.append(f"| `{name}` | {where} | {kind.licence} |")
    return "\n".join(rows)


FILES = (README, HOSTING, CLI, LAB)


def _tables(file: Path, parser: ArgumentParser) -> dict[tuple[str, str], str]:
    """The tables of a file by the marks around them; `parser` is the parser of all commands."""
    made: dict[Path, dict[tuple[str, str], Callable[[], str]]] = {
        README: {METHODS: methods_table, MARKS: marks_table},
        HOSTING: {LIMITS_TABLE: limits_table},
        CLI: {OPTIONS: shared_options, COMMANDS: lambda: reference(parser)},
        LAB: {DATA: data_table, DIFFERENCES: differences, SWEEPS: sections},
    }
    return {marks: table() for marks, table in made[file].items()}


def with_tables(file: Path, parser: ArgumentParser) -> str:
    """The file's text with updated tables. Raises BadInput if the marks around a table are missing."""
    text = file.read_text(encoding="utf-8")
    for (begin, end), table in _tables(file, parser).items():
        head, started, rest = text.partition(begin)
        _, ended, tail = rest.partition(end)
        if not started or not ended:
            raise BadInput(f"{file.name} lacks the marks of a generated table. Add {begin} and {end}.")
        text = f"{head}{begin}\n{table}\n{end}{tail}"
    return text
