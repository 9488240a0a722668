"""The commands `methods` and `pairs`, and `readme`, `schema` and `bundle`, which update files of the repository."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from decoders.errors import BadInput
from decoders.files import near
from explorer.cli import arguments
from explorer.cli.console import print_json, printable, progress


def add(command: arguments.Add) -> None:
    """Add the commands and their arguments."""
    of_methods = command("methods", methods, "List all methods")
    of_pairs = command("pairs", pairs, "List all model pairs, or describe one")
    of_pairs.add_argument("pair", nargs="?", metavar="PAIR", help="pair to describe: a listed name, or TARGET+DRAFT")
    for listing in (of_methods, of_pairs):
        listing.add_argument("--json", action="store_true", help="print the list as JSON")
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
    """Run `pairs`: print all pairs of models, or one pair with facts about its tokenizers."""
    from decoders.pairs import PAIRS
    from explorer.service.offered import described

    known = described(near)
    if options.pair is not None:
        return _one_pair(options.pair, known, options.json)
    if options.json:
        return print_json(known)
    for pair in known[: len(known) - len(PAIRS.left_out)]:
        print(_described(pair))
    for left_out in PAIRS.left_out:
        print(left_out)
    print("TARGET+DRAFT    any two local folders, GGUF files or Hub models")
    print("TARGET+eagle3:HEAD    a local folder or Hub model, and its EAGLE-3 head")


def _described(pair: Mapping[str, Any]) -> str:
    return f"{pair['name']:<15} {pair['target']} + {pair['draft']}; {pair['source']}; needs {pair['needs']}"


def _one_pair(name: str, known: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    """Print one pair and, if its models have different tokenizers, how many tokens they share.

    Raises BadInput if the pair is unknown.
    """
    from decoders.models.loading.names import split_pair
    from decoders.vocabularies import common_of
    from explorer.story.header.draft import two_tokenizers

    listed = next((pair for pair in known if pair["name"] == name), None)
    if listed is None and split_pair(name) is None:
        raise BadInput(f"Unknown pair “{name[:80]}”. Run `python -m explorer pairs`, or use TARGET+DRAFT.")
    facts = common_of(name)
    if as_json:
        return print_json({**(listed or {"name": name}), "vocabularies": facts})
    first, absent = (_described(listed), []) if listed is not None else (printable(name), _absent(name))
    print("\n".join([first, *two_tokenizers(facts), *absent]))


def _absent(name: str) -> list[str]:
    """A sentence for each model of a pair TARGET+DRAFT that is not on this machine.

    Raises BadInput if a name belongs to no model on this machine or on the Hub.
    """
    from decoders.models.loading.locate import folder_of
    from decoders.models.loading.names import EAGLE3, HUB_ID, split_pair

    missing = [model for side in split_pair(name) or () if folder_of(model := side.removeprefix(EAGLE3)) is None]
    for model in missing:
        if not HUB_ID.fullmatch(model):
            raise BadInput(f"{model[:80]} does not exist. Name a local folder, a GGUF file or a Hub model.")
    return [f"{model} is not on this machine. `record` looks for it on the Hugging Face Hub." for model in missing]


def bundle(options: argparse.Namespace) -> None:
    """Run `bundle`: record the bundled traces."""
    from explorer.service.bundle import bundle as record_all
    from explorer.story.page.gallery import traces

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
