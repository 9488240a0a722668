"""Generated tables of README.md and of docs, made from the catalogue, states.json, the limits and the stored sweeps.

`python -m explorer readme` updates these tables, and a test fails if they are out of date.
"""

import re
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from decoders.catalog import DECODERS
from decoders.core.settings import WARPING
from decoders.errors import BadInput
from explorer.cli.examples import with_examples
from explorer.cli.reference import reference, shared_options
from explorer.imports.opening import FORMATS
from explorer.lab.analysis.beside import differences, sections
from explorer.lab.data.data_sets import KINDS
from explorer.service.queue.limits import LIMITS
from explorer.story.laws import law_name
from explorer.trace.states import PREFIX, STATES

README = Path(__file__).parents[2] / "README.md"
DOCS = README.parent / "docs"
HOSTING, LAB, CLI, RULES = (DOCS / name for name in ("hosting.md", "lab.md", "cli.md", "methods.md"))
PICTURE, OWN_METHOD = DOCS / "reading-the-picture.md", DOCS / "your-own-method.md"
IMPORT = DOCS / "import.md"
LAB_RESULTS = DOCS / "lab-results.md"
SHOWN_FILE = re.compile(r"(<!-- the file (\S+) -->\n```\w+\n).*?(?=```)", re.S)
BEGIN, END = "<!-- {}: made by `make readme` -->", "<!-- end of {} -->"


def methods_table() -> str:
    """One row per decoder: its name, what it does, its source and its output distribution under default settings."""
    rows = ["| method | description | source | output distribution |", "|---|---|---|---|"]
    for decoder in DECODERS.built_in.values():
        distribution = law_name(decoder.oracle_for(decoder.settings()))
        link = f"[`{decoder.name}`](docs/methods.md#{decoder.name})"
        rows.append(f"| {link} | {decoder.title} | {decoder.paper} | {distribution} |")
    return "\n".join(rows)


def settings_table() -> str:
    """One row per setting: its method, symbol, default and range. The sampling settings of all methods come first."""
    rows = ["| method | setting | symbol | default | values | meaning |", "|---|---|---|---|---|---|"]
    decoders = list(DECODERS.built_in.values())
    shared = [setting for setting in decoders[-1].describe()["settings"] if setting["key"] in WARPING]
    rows += [_setting_row("all", setting) for setting in shared]
    for decoder in decoders:
        own = (setting for setting in decoder.describe()["settings"] if setting["key"] not in WARPING)
        rows += [_setting_row(f"`{decoder.name}`", setting) for setting in own]
    return "\n".join(rows)


def _setting_row(method: str, setting: Mapping[str, Any]) -> str:
    low, high, default = setting["min"], setting["max"], setting["default"]
    words = [f"`{word}`" for word in setting["choices"] or ()]
    numbers = [] if low is None else [f"{low} or more" if high is None else f"{low} to {high}"]
    if isinstance(default, bool):
        default = str(default).lower()
    elif isinstance(default, (list, tuple)):
        default = ",".join(map(str, default))
    symbol = setting["symbol"] or "–"
    values = ", ".join(numbers + words) or "–"
    return f"| {method} | `{setting['key']}` | {symbol} | `{default}` | {values} | {setting['help']} |"


def marks_table() -> str:
    """One row per state of a node: its mark, its name and its meaning."""
    rows = ["| mark | name | meaning |", "|---|---|---|"]
    for state in STATES.values():
        if state.name not in PREFIX:  # these states mark an edge, not a node
            mark = f"{state.sign} {state.look}".strip()
            rows.append(f"| {mark} | {state.label} | {state.help} |")
    return "\n".join(rows)


def limits_table() -> str:
    """One row per limit: its environment variable, what it limits, and its two values (own machine, public app)."""
    rows = ["| variable | limit of | your own machine | public app |", "|---|---|---|---|"]
    rows += [f"| `{limit.variable}` | {limit.of} | {limit.own:,} | {limit.public:,} |" for limit in LIMITS]
    return "\n".join(rows)


def data_table() -> str:
    """One row per data set of the lab: its name, its source on the Hub, and the licence that its authors state."""
    rows = ["| KIND | on the Hub | split | commit | licence of the data |", "|---|---|---|---|---|"]
    for name, kind in KINDS.items():
        hub = kind.hub
        source = f"`{hub.id}` {hub.config} | {hub.split} | {hub.revision[:8] or 'the latest'}" if hub else "– | – | –"
        rows.append(f"| `{name}` | {source} | {kind.licence} |")
    return "\n".join(rows)


def formats_table() -> str:
    """One row per format of another engine: the engine, the format, the option that writes it, and its content."""
    rows = ["| engine | file | written with | content |", "|---|---|---|---|"]
    rows += [f"| {form.engine} | {form.name} | {form.flag} | {form.has} |" for form in FORMATS]
    return "\n".join(rows)


FILES = (README, PICTURE, RULES, OWN_METHOD, HOSTING, CLI, LAB, LAB_RESULTS, IMPORT)


def _tables(file: Path, parser: ArgumentParser, text: str) -> dict[str, str]:
    """The tables of a file by the name in their markers. `parser` is the parser of all commands, and `text` the current
    file.
    """
    tables: dict[Path, dict[str, Callable[[], str]]] = {
        README: {"methods": methods_table},
        PICTURE: {"marks": marks_table},
        RULES: {"settings": settings_table},
        OWN_METHOD: {},
        HOSTING: {"limits": limits_table},
        CLI: {"shared options": shared_options, "commands": lambda: with_examples(reference(parser), parser, text)},
        LAB: {"data": data_table},
        IMPORT: {"formats": formats_table},
        LAB_RESULTS: {"differences": differences, "sweeps": sections},
    }
    return {name: table() for name, table in tables[file].items()}


def with_tables(file: Path, parser: ArgumentParser) -> str:
    """Update the tables and quoted files in a file's text. Raises BadInput if a table has no markers."""
    text = file.read_text(encoding="utf-8")
    for name, table in _tables(file, parser, text).items():
        begin, end = BEGIN.format(name), END.format(name)
        head, started, rest = text.partition(begin)
        _, ended, tail = rest.partition(end)
        if not started or not ended:
            raise BadInput(f"{file.name} lacks {begin}, {end} or both. Put both where the table belongs.")
        text = f"{head}{begin}\n{table}\n{end}{tail}"
    return SHOWN_FILE.sub(lambda match: match[1] + (README.parent / match[2]).read_text(encoding="utf-8"), text)
