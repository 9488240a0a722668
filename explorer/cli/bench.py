"""The command `bench`: methods against each other on prompts."""

import argparse
from pathlib import Path

from decoders.files import check_folder
from explorer.cli import arguments
from explorer.cli.console import destination, progress, whole
from explorer.runs.request import requests_of, words_of

MOST_REPEATS = 10_000


def add(command: arguments.Add) -> None:
    """The command and its arguments."""
    race = command("bench", bench, "Compare methods on prompts, interleaved")
    arguments.run(race, "METHODS", "methods separated by commas, with settings as in mcss:branching=2,1", prompt=False)
    race.add_argument("--prompts", required=True, metavar="FILE", help="JSON lines with id and prompt")
    repeats = whole(1, MOST_REPEATS)
    race.add_argument("--repeat", type=repeats, default=1, help="repeats of every method on every prompt")
    arguments.seed(race, "seed of the first repeat")
    race.add_argument(
        "-o", "--output", type=destination, metavar="DIR", required=True, help="folder for runs.csv and summary.json"
    )


def bench(options: argparse.Namespace) -> None:
    """Run the comparison."""
    from explorer.runs.compare import compare

    requests = requests_of(words_of(options.method), arguments.settings(options.set), **arguments.common(options))
    out = Path(options.output)
    check_folder(out, "-o", "runs.csv", "summary.json")
    with progress() as bar:
        compare(requests, Path(options.prompts), options.repeat, out, bar)
