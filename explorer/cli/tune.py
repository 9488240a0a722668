"""The command `tune`: find the settings with which each lossless method is fastest on a pair, and save them.

If one of these methods is chosen for the pair, the page then offers the saved settings and shows the expected speed-up
(features/tuning.py).
"""

import argparse
from pathlib import Path

from decoders.files import ASSETS
from explorer.cli import arguments
from explorer.cli.console import progress
from explorer.features.tuning import REFERENCE, check_methods, grids, keep, kept_folder, search, word
from explorer.measuring.compare import read_prompts
from explorer.measuring.turns import evenly
from explorer.story.numbers import plural

PROMPTS = ASSETS / "benchmarks" / "prompts_120.jsonl"
MOST_TOKENS, MOST_PROMPTS = 512, 120


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    made = command("tune", tune, "Find the fastest settings for a pair on this machine and save them for the app")
    arguments.pair(made, arguments.REAL_PAIR)
    made.add_argument("--methods", default=",".join(grids()), metavar="A,B", help="comma-separated methods")
    made.add_argument(
        "--prompts", type=Path, default=PROMPTS, metavar="FILE", help="file with one JSON object per line (key: prompt)"
    )
    arguments.count(made, "--count", 1, MOST_PROMPTS, "number of prompts, spread evenly over the file", 12)
    arguments.count(made, "--tokens", 2, MOST_TOKENS, "number of tokens per run", 32)
    arguments.conversation(made, prompts=True)
    arguments.output(made, "DIR", "folder for the result (default: the cache)")


def tune(options: argparse.Namespace) -> None:
    """Search, save the result and print it. Raises BadInput if the pair is a toy pair."""
    arguments.check_real_pair(options.pair, "cannot be timed")
    methods = [name.strip() for name in options.methods.split(",") if name.strip()]
    check_methods(methods)  # before a pair is downloaded and loaded
    folder = arguments.result_folder(options, kept_folder())
    prompts = [task["prompt"] for task in evenly(read_prompts(options.prompts), options.count)]
    around = arguments.around(options)
    from decoders.pairs import load_pair

    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, options.engine)
        found = search(pair, prompts, methods, options.tokens, bar, dtype=options.dtype, around=around)
        path = keep(found, folder)
        bar("Done", 1.0)
    for name, best in found.methods.items():
        spread = f" (95% CI {best.interval[0]:.2f}–{best.interval[1]:.2f})" if best.interval else ""
        print(f"{word(name, best.settings):60} {best.ratio:.2f}x {REFERENCE}{spread}")
    print(f"{plural(len(prompts), 'prompt')} x {options.tokens} tokens on {found.engine}. Saved to {path}.")
