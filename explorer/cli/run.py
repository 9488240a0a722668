"""The commands `record`, `sample`, `law` and `prompt`: one method on one prompt, and the prompt alone."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from explorer.cli import arguments
from explorer.cli.console import print_json, printable, progress
from explorer.service.conversation import LONGEST
from explorer.service.request import MAX_SEED

SEED_DIGITS = len(str(MAX_SEED))


def add(command: arguments.Add) -> None:
    """Add the commands and their arguments."""
    single = command("record", record, "Record one run as a trace")
    arguments.run(single, "METHOD", "method (see `methods`)")
    arguments.preset(single)
    arguments.seed(single, "random seed")
    arguments.output(single, "FILE", "trace file (.jsonl or .jsonl.gz)", required=True)
    many = command("sample", sample, "Run a method with many seeds and print one JSON line per seed")
    arguments.run(many, "METHOD", "method (see `methods`)")
    arguments.preset(many)
    many.add_argument("--seeds", required=True, metavar="A:B", help="seeds A to B − 1")
    exact = command("law", law, "Print the exact output distribution of a method on a toy pair")
    arguments.run(exact, "METHOD", "method (see `methods`)")
    arguments.preset(exact)
    seen = command("prompt", prompt, "Print a prompt as the model sees it (text, tokens and ids)")
    seen.add_argument("--pair", required=True, help="model pair; only its tokenizer is loaded")
    arguments.add_prompt(seen)
    arguments.conversation(seen, runs=False)
    seen.add_argument("--json", action="store_true", help="print JSON")


def record(options: argparse.Namespace) -> None:
    """Run `record`: record one run into a trace file."""
    from explorer.service.recording import record as lines_of
    from explorer.service.recording import trace_file
    from explorer.trace.lines import IterationLine

    request, out = arguments.request(options), Path(options.output)
    toy = Path(options.pair.removeprefix("toy:"))
    if options.pair.startswith("toy:") and out.exists() and toy.exists() and out.samefile(toy):
        raise BadInput(f"-o {out} is the toy pair itself and would be overwritten. Choose another file.")
    with progress() as bar, trace_file(out) as write:
        for line in lines_of(request, progress=bar):
            write(line)
            if isinstance(line, IterationLine):
                bar("Decoding", len(line.final.beams[0].tokens) / request.limit)


def sample(options: argparse.Namespace) -> None:
    """Run `sample`: print the output for every seed."""
    from decoders.core.decode import best_of
    from explorer.service.recording import run_once

    seeds, request = _seeds(options.seeds), arguments.request(options)
    with progress() as bar:
        pair, ids = request.on(request.load(bar))
        for seed in seeds:
            beams = run_once(replace(request, seed=seed), pair, ids)
            shown = [_named(pair, beam.tokens) for beam in beams]
            print_json({"seed": seed, "tokens": _named(pair, best_of(beams).tokens), "beams": shown})
            bar("Sampling", (seed - seeds.start + 1) / (seeds.stop - seeds.start))


def _seeds(text: str) -> range:
    first, colon, last = text.partition(":")
    short = all(len(end) <= SEED_DIGITS and end.isascii() and end.isdecimal() for end in (first, last))
    if not (colon and short and int(first) < int(last) <= MAX_SEED + 1):
        raise BadInput(
            f"--seeds {text[:LONGEST]} is not valid. Use A:B with whole numbers A < B up to {MAX_SEED + 1}, such as "
            "0:100."
        )
    return range(int(first), int(last))


def _named(pair: Any, tokens: Sequence[int]) -> list[Any]:
    """The tokens of an output as text: words for toy pairs, ids for real ones."""
    return [pair.vocab[i] for i in tokens] if pair.vocab else list(tokens)


def law(options: argparse.Namespace) -> None:
    """Run `law`: print the exact output distribution on a toy pair."""
    from decoders.exact.law import outcomes

    request = arguments.request(options)
    if not request.pair.startswith("toy:"):
        raise BadInput(f"`law` works on toy pairs only. Use --pair toy:FILE instead of {request.pair}.")
    pair, ids = request.on(request.load())
    rows = outcomes(request.decoder.step, ids, pair.models, request.chosen, request.limit)
    steps = getattr(request.chosen, "width", None) == "dynamic"
    shown = [
        {
            "beams": [_named(pair, beam) for beam in beams],
            "p": p,
            **({"steps": [[_named(pair, b) for b in step] for step in history]} if steps else {}),
        }
        for (beams, history), p in rows.items()
    ]
    print_json({"law": sorted(shown, key=lambda row: (row["beams"], row.get("steps", [])))})


def prompt(options: argparse.Namespace) -> None:
    """Run `prompt`: print a prompt as the models see it, without loading a network."""
    from decoders.prompts import read_reader
    from explorer.service.seen import read_seen
    from explorer.story.header.prompt import note_sentence
    from explorer.story.numbers import plural, visible

    text, around = arguments.prompt_and_around(options)
    with progress() as bar:
        seen = read_seen(read_reader(options.pair, bar), text, around)
    if options.json:
        return print_json(seen.to_json())
    print(f"{plural(len(seen.tokens), 'token')}. Text of the prompt:\n{printable(seen.text)}")
    print("\n".join(f"{place:>6} {token:>8}  {visible(text)}" for place, (token, text) in enumerate(seen.tokens)))
    for note in seen.notes:
        print(printable(note_sentence(note)))
