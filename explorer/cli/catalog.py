"""The commands `methods` and `pairs`, and the commands `readme`, `schema` and `bundle`, which write files of the
repository again.
"""

import argparse
from typing import Any

from decoders.errors import BadInput
from decoders.files import near
from explorer.cli import arguments
from explorer.cli.console import print_json, progress


def add(command: arguments.Add) -> None:
    """Add the commands and their arguments."""
    for name, run, help in (("methods", methods, "List all methods"), ("pairs", pairs, "List all model pairs")):
        command(name, run, help).add_argument("--json", action="store_true", help="print the list as JSON")
    again = command("bundle", bundle, "Re-record the traces in assets/traces")
    again.add_argument("names", nargs="*", metavar="NAME", help="traces to record (default: all)")
    again.add_argument("--dtype", default="auto", help="number format: bfloat16, float16, float32, float64 or auto")
    arguments.engine(again)
    command("readme", readme, "Update the generated tables in README.md and docs")
    command("schema", schema, "Regenerate the JSON Schema of a trace")


def methods(options: argparse.Namespace) -> None:
    """Run `methods`: print all methods with their settings."""
    from decoders.catalog import DECODERS
    from explorer.service.offered import described_methods
    from explorer.story.laws import law_name, oracle_sentence

    if options.json:
        return print_json(described_methods())
    for method in DECODERS.values():
        oracle = method.oracle_for(method.settings())
        output = f"output distribution: {law_name(oracle)} ({oracle_sentence(oracle)})"
        print(f"{method.name:<14}{method.title} ({method.paper}); {output}")
        for setting in method.describe()["settings"]:
            print(f"    {_setting(setting)}")
    for left_out in DECODERS.left_out:
        print(left_out)


def _setting(setting: dict[str, Any]) -> str:
    limits = f"{setting['min']}..{setting['max']}" if setting["min"] is not None else ""
    words = "|".join(setting["choices"] or ())
    allowed = " or ".join(part for part in (limits, words) if part)
    return f"{setting['key']}={_value(setting['default'])}  [{allowed}]  {setting['help']}"


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def pairs(options: argparse.Namespace) -> None:
    """Run `pairs`: print all pairs of models."""
    from decoders.pairs import PAIRS
    from explorer.service.offered import described

    known = described(near)
    if options.json:
        return print_json(known)
    for pair in known[: len(known) - len(PAIRS.left_out)]:
        print(f"{pair['name']:<15} {pair['target']} + {pair['draft']}; {pair['source']}; needs {pair['needs']}")
    for left_out in PAIRS.left_out:
        print(left_out)
    print("TARGET+DRAFT    any two local folders, GGUF files or Hub models")
    print("TARGET+eagle3:HEAD    a local folder or Hub model, and its EAGLE-3 head")


def bundle(options: argparse.Namespace) -> None:
    """Run `bundle`: record the bundled traces."""
    from explorer.service.bundle import bundle as record_all
    from explorer.story.gallery import traces

    known = [bundled.name for bundled in traces()]
    for name in options.names:
        if name not in known:
            raise BadInput(f"There is no bundled trace “{name}”. Choose one of: {', '.join(known)}.")
    with progress() as bar:
        print(" ".join(record_all(options.names, bar, options.engine, options.dtype)))


def readme(options: argparse.Namespace) -> None:
    """Run `readme`: update the generated tables."""
    from explorer.cli.readme import FILES, with_tables

    for file in FILES:
        file.write_text(with_tables(file, options.parser), encoding="utf-8")


def schema(options: argparse.Namespace) -> None:
    """Run `schema`: write the JSON Schema of traces into assets."""
    from explorer.trace.format import SCHEMA_FILE
    from explorer.trace.json_schema import schema_text

    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8")
