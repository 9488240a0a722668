"""`python -m explorer tune`: search the settings with which each lossless method is fastest on a pair, and keep them.

The page then fills them in where a method is chosen for that pair, and says what to expect (features/tuning.py).
"""

import argparse
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import ASSETS, check_folder
from explorer.cli import arguments
from explorer.cli.console import destination, progress, whole
from explorer.features.tuning import REFERENCE, grids, keep, kept_folder, search, word
from explorer.measuring.compare import read_prompts
from explorer.measuring.turns import evenly

PROMPTS = ASSETS / "benchmarks" / "prompts_120.jsonl"
MOST_TOKENS, MOST_PROMPTS = 512, 120


def add(command: arguments.Add) -> None:
    """The command and its arguments."""
    made = command("tune", tune, "Search the settings that are fastest on a pair here, and keep them for the page")
    arguments.pair(made, "pair of language models: a name that `pairs` lists, or TARGET+DRAFT")
    made.add_argument("--methods", default=",".join(grids()), metavar="A,B", help="methods separated by commas")
    made.add_argument(
        "--prompts", type=Path, default=PROMPTS, metavar="FILE", help="file of JSON lines, each with a prompt"
    )
    count = whole(1, MOST_PROMPTS)
    made.add_argument(
        "--count", type=count, default=12, metavar="N", help="number of prompts, evenly spread over the file"
    )
    made.add_argument(
        "--tokens", type=whole(2, MOST_TOKENS), default=32, metavar="N", help="number of tokens of each run"
    )
    arguments.conversation(made, prompts=True)
    made.add_argument(
        "-o", "--output", type=destination, metavar="DIR", help="folder for the result; without it, the cache"
    )


def tune(options: argparse.Namespace) -> None:
    """Search, keep, and say what was found and where. Raises BadInput for a pair that is a table."""
    if options.pair.startswith("toy:"):
        raise BadInput(f"{options.pair} is a table, on which nothing is fast; give a pair of networks, such as smollm2")
    folder = Path(options.output) if options.output else kept_folder()
    check_folder(folder, "-o" if options.output else "the cache's folder")
    prompts = [task["prompt"] for task in evenly(read_prompts(options.prompts), options.count)]
    around = arguments.around(options)
    from decoders.pairs import load_pair

    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, options.engine)
        methods = [name.strip() for name in options.methods.split(",") if name.strip()]
        found = search(pair, prompts, methods, options.tokens, bar, dtype=options.dtype, around=around)
        path = keep(found, folder)
        bar("Done", 1.0)
    for name, best in found.methods.items():
        spread = f" ({best.interval[0]:.2f} to {best.interval[1]:.2f})" if best.interval else ""
        print(f"{word(name, best.settings):60} {best.ratio:.2f} x {REFERENCE}{spread}")
    print(f"{len(prompts)} prompts x {options.tokens} tokens on {found.engine}; kept in {path}")
