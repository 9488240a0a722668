"""The command `saved`: count the target passes that suffix decoding would have saved on stored answers. It runs no
model.
"""

import argparse
from pathlib import Path

from explorer.cli import arguments
from explorer.cli.console import print_json, progress
from explorer.features.saved import Count, Encode, Saved, SimpleTokens, read_pairs, saved
from explorer.story.numbers import plural

HEAD = (
    "               this request alone           with earlier answers",
    " line  tokens   steps  accepted  bound      steps  accepted  bound",
)
ABOUT = """A step is one target pass. “accepted” is the number of accepted draft tokens per step. “bound” is the number
of tokens per step, which no speed-up can exceed. The end of an answer also counts as a token. Earlier answers are the
answers on the lines above."""


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    made = command(
        "saved",
        run,
        "Compute, without a model, how many target passes suffix decoding would have saved on stored answers",
    )
    made.add_argument(
        "file", type=Path, metavar="FILE", help='file with one JSON object per line: {"prompt": "…", "answer": "…"}'
    )
    made.add_argument(
        "--pair",
        help="pair whose tokenizer splits the texts (default: a simple tokenizer; a token is a word with the space "
        "before it, a run of white space, or one other character)",
    )
    setting = "setting of the method suffix, such as max_spec_factor=2; may be repeated"
    arguments.several(made, "--set", "KEY=VALUE", setting)
    made.add_argument("--json", action="store_true", help="print one JSON object per line of the file, then the total")


def run(options: argparse.Namespace) -> None:
    """Print each line's counts as soon as they are known, then their sum. Raises BadInput if a line is not valid."""
    encode = SimpleTokens() if options.pair is None else tokenizer_of(options.pair)
    total, lines = Saved(), 0
    for one in saved(read_pairs(options.file), arguments.settings(options.set), encode):
        if not lines and not options.json:
            print("\n".join(HEAD))
        _print(one, options.json)
        total, lines = total + one, lines + 1
    _print(total, options.json)
    if not options.json:
        print(f"\n{plural(lines, 'answer')}. {ABOUT}")


def tokenizer_of(name: str) -> Encode:
    """Return the function that splits texts into tokens as a pair does. Raises BadInput if there is no such pair."""
    from decoders.prompts import read_reader

    with progress() as bar:
        encode = read_reader(name, bar).encode
    assert encode is not None, "every pair that is read by its name has a tokenizer"
    return encode


def _print(one: Saved, as_json: bool) -> None:
    if as_json:
        print_json(one.to_json())
        return
    name = "total" if one.line is None else one.line
    print(f"{name:>5}  {one.alone.tokens:6}  {_columns(one.alone)}     {_columns(one.earlier)}")


def _columns(count: Count) -> str:
    accepted, bound = ("–" if value is None else f"{value:.2f}" for value in (count.per_step, count.bound))
    return f"{count.steps:6}  {accepted:>8}  {bound:>5}"
