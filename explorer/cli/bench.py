"""The command `bench`: compare methods on prompts."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from decoders.files import check_folder
from explorer.cli import arguments
from explorer.cli.console import progress
from explorer.service.request import FAST, requests_of, words_of

MOST_REPEATS = 10_000


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    race = command("bench", bench, "Compare methods on prompts, interleaving their runs")
    arguments.run(race, "METHODS", f"{arguments.METHODS}; the first one is the baseline", prompt=False)
    arguments.preset(race, FAST)
    race.add_argument(
        "--prompts",
        required=True,
        metavar="FILE",
        help="file with one JSON object per line (keys: prompt, and optionally id)",
    )
    times = "number of repetitions of each method on each prompt"
    arguments.count(race, "--repeat", 1, MOST_REPEATS, times, 1)
    arguments.seed(race, "random seed of the first repetition")
    arguments.output(race, "DIR", "folder for runs.csv and summary.json", required=True)


def bench(options: argparse.Namespace) -> None:
    """Run `bench`: compare methods on prompts."""
    from explorer.features.presets import preset_lines, with_preset
    from explorer.measuring.compare import compare

    named = requests_of(words_of(options.method), arguments.settings(options.set), **arguments.common(options))
    requests = {label: with_preset(request, options.preset) for label, request in named.items()}
    out = Path(options.output)
    check_folder(out, "-o", "runs.csv", "summary.json")
    with progress() as bar:
        summary = compare(requests, Path(options.prompts), options.repeat, out, bar)
    print("\n".join(table(summary["methods"])))
    for line in preset_lines(requests.values()) if options.preset == FAST else []:
        print(line)
    print(f"Saved every run to {out / 'runs.csv'} and all numbers to {out / 'summary.json'}.")


def table(methods: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Write the summary as lines.

    Each line contains a method's tokens/s and its ratio to the first method, with a 95% interval.
    """
    first, width = methods[0]["method"], max(len("method"), *(len(row["method"]) for row in methods))
    yield f"{'method':<{width}}  {'tokens/s':>8}  ratio to {first} (95% CI)"
    for row in methods:
        low, high = row["ratio_interval"]
        ratio = "1" if row["method"] == first else f"{row[f'ratio_to_{first}']:.2f}x ({low:.2f}–{high:.2f})"
        yield f"{row['method']:<{width}}  {_speed(row['tokens_per_s']):>8}  {ratio}"


def _speed(value: float) -> str:
    """Write tokens per second with four significant digits, or as a whole number if it is large, without an exponent.

    >>> _speed(53.24871), _speed(9647.2), _speed(12310.4), _speed(0.5)
    ('53.25', '9,647', '12,310', '0.5')
    """
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"
