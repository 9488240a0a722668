"""The examples of commands in docs/cli.md. Each example is run, and its real output is printed below it.

The examples use toy pairs or bundled traces, so they need no model and together take only seconds. Commands that need a
model or write into the repository are shown without output.
"""

import contextlib
import io
import os
import re
import shlex
import tempfile
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOY = "toy:assets/toys/dsbd-figure-2.json"
WORDS = "toy:assets/lab/toy.json"
NUMBER = re.compile(r" *\d[\d.,e+-]*")  # a time in an output, with the spaces that align it in its column
LONGEST = 200  # maximum number of characters in a line


@dataclass(frozen=True)
class Example:
    """One command and how its output is shown."""

    command: str  # the command line, without `python -m explorer`
    lines: int = 12  # maximum number of output lines that are shown
    about: str = ""  # a sentence below the output
    measured: bool = False  # whether the output contains timings; then only other words count as a change
    skip: str = ""  # regular expression for lines that are left out
    runs: bool = True  # whether the command is run to show its output


# The examples are in the order in which they are run, because later ones read files that earlier ones write.
EXAMPLES = (
    Example("methods", 6),
    Example(
        "pairs",
        4,
        about="`pairs smollm2-16k` describes one pair. It prints how many tokens the two models have in common.",
    ),
    Example("bundle spd gsd", runs=False, about="The command runs a model and writes into `assets/traces`."),
    Example("readme", runs=False, about="`make readme` does the same."),
    Example("schema", runs=False, about="The command writes `assets/trace.schema.json`."),
    Example(
        f'record spd --pair {TOY} --prompt "ask why" --set gamma=2 --seed 5 --max-new-tokens 3 -o t.jsonl',
        about="The command prints nothing and writes the trace `t.jsonl`, which the examples below read.",
    ),
    Example(f'sample spd --pair {TOY} --prompt "ask why" --max-new-tokens 3 --seeds 0:3'),
    Example(f'law spd --pair {TOY} --prompt "ask why" --max-new-tokens 1'),
    Example(f'prompt --pair {TOY} --prompt "ask why"'),
    Example(
        f"bench multinomial,spd:gamma=2 --pair {WORDS} --prompts assets/lab/toy-tasks.jsonl -o results",
        measured=True,
        about="These times say nothing about language models, because a toy pair is a table and not a network.",
    ),
    Example(
        'energy-repeat multinomial,spd --pair smollm2 --prompt "Explain why the sky is blue."',
        runs=False,
        about="The command needs an energy counter. Without one, it ends with an error that says what is missing.",
    ),
    Example(
        "energy-batch --pair smollm2 --batches 1,4,16",
        runs=False,
        about="For each batch size, the command prints the time per pass and per input, and the measured and modelled "
        "joules.",
    ),
    Example(
        "energy-traces --pair smollm2 -o energy --repeat --batch",
        runs=False,
        about="The command needs an energy counter and writes one trace per method into the folder.",
    ),
    Example("energy assets/traces/spd.jsonl.gz"),
    Example("validate t.jsonl"),
    Example(
        "show t.jsonl",
        20,
        skip=r"\bcommit\b|SHA-256|tokens/s",
        measured=True,
        about="Lines with versions, digests and times are left out here.",
    ),
    Example("show t.jsonl --code python"),
    Example("figure t.jsonl --iteration 1 -o t.svg", about="The command prints nothing and writes `t.svg`."),
    Example(
        "export t.jsonl --html t.html", about="The command prints nothing and writes `t.html`, which works offline."
    ),
    Example("import tests/explorer/imports/fixtures/llama.log --target-ms 26.2 --draft-ms 2", 35),
    Example("site -o site", measured=True, about="The folder can be put on any web server."),
    Example("lab --list", 4),
    Example("lab mtad-table-8 --quick -o lab"),
    Example("lessons", 2),
    Example(
        "skips --pair smollm2",
        runs=False,
        about="The command takes minutes and prints the sub-layers, the acceptance rate and the predicted speed-up.",
    ),
    Example("saved examples/answers.jsonl"),
    Example(
        "tune --pair smollm2 --methods spd,gsd --count 4",
        runs=False,
        about="The command takes minutes and prints one line per method with its fastest settings and its speed-up.",
    ),
)


def with_examples(sections: str, parser: ArgumentParser, before: str) -> str:
    """The sections of docs/cli.md with the examples of each command below its description.

    `parser` is the parser of all commands, and `before` is the current page. An output with timings is replaced only if
    its words change.
    """
    shown: dict[str, list[str]] = {}
    for example, output in outputs(parser):
        block = _block(example, output)
        kept = _block_before(example, before)
        if example.measured and kept and NUMBER.sub("0", kept) == NUMBER.sub("0", block):
            block = kept
        about = f"\n{example.about}\n" if example.about else ""
        shown.setdefault(example.command.split()[0], []).append(block + about)
    for name, blocks in shown.items():
        heading = re.compile(rf"^(### {name}\n\n.*?\n\n)", re.M)
        sections = heading.sub(lambda match, blocks=blocks: match[1] + "\n".join(blocks) + "\n", sections, count=1)
    return sections


def _block(example: Example, output: list[str]) -> str:
    return "\n".join(["```", f"$ python -m explorer {example.command}", *output, "```", ""])


def _block_before(example: Example, text: str) -> str:
    """The block that shows this command on a page, or an empty text."""
    command = re.escape(f"$ python -m explorer {example.command}\n")
    match = re.search(rf"^```\n{command}.*?^```\n", text, re.M | re.S)
    return match[0] if match else ""


def outputs(parser: ArgumentParser) -> Iterator[tuple[Example, list[str]]]:
    """Each example with the lines that it prints."""
    with tempfile.TemporaryDirectory() as folder, _inside(ROOT):
        for example in EXAMPLES:
            if not example.runs:
                yield example, []
                continue
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
                options = parser.parse_args(_with_files_in(folder, shlex.split(example.command)))
                options.command(options)
            yield example, _shown(printed.getvalue().replace(f"{folder}/", ""), example)


def _with_files_in(folder: str, words: list[str]) -> list[str]:
    """The words of a command, with the files that the example writes moved into a folder."""
    written = [
        word == "t.jsonl" or before in ("-o", "--html") for before, word in zip(["", *words], words, strict=False)
    ]
    return [f"{folder}/{word}" if here else word for here, word in zip(written, words, strict=True)]


def _shown(printed: str, example: Example) -> list[str]:
    """The first lines of an output, each at most `LONGEST` characters."""
    lines = printed.rstrip("\n").split("\n") if printed.strip() else []
    if example.skip:
        lines = [line for line in lines if not re.search(example.skip, line)]
    short = [line if len(line) <= LONGEST else line[: LONGEST - 1] + "…" for line in lines]
    return short[: example.lines] + (["…"] if len(short) > example.lines else [])


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Context manager that changes the working folder, so that relative paths mean the same as for a reader."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
