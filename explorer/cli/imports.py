"""The command `import`, which explains the logs of other engines."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import check_folder, write_whole
from explorer.cli import arguments
from explorer.cli.console import destination, number, printable, tell

MOST_FILES = 20
PAGE, TABLE = "import.html", "import.csv"
MOST_TRACES, TRACE = 20, "trace-{}.jsonl"  # the maximum number of traces of one import, and their file names


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    made = command("import", run, "Explain logs, metrics and responses of vLLM, SGLang, llama.cpp, AIPerf and mlx-lm")
    made.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="file written by an engine (may be .gz); the format is recognized from the content",
    )
    made.add_argument(
        "-o",
        dest="out",
        type=destination,
        metavar="DIR",
        help=f"folder for {PAGE} (works offline), {TABLE}, and traces if the files contain draft tokens",
    )
    omitted = "can be omitted if the file contains round times"
    target = f"time of a target pass in milliseconds; --draft-ms {omitted}"
    made.add_argument("--target-ms", type=number(1e-6, 1e9), metavar="MS", help=target)
    draft = f"time of a draft token in milliseconds; --target-ms {omitted}"
    made.add_argument("--draft-ms", type=number(0, 1e9), metavar="MS", help=draft)
    made.add_argument(
        "--draft-cost",
        metavar="PERCENT",
        help="time of a draft token in percent of a target pass, with the percent sign; the report then uses this "
        "cost instead of typical costs, and does not need --draft-ms",
    )
    length = "draft length of every pass, if the file does not give it and every draft was one sequence"
    arguments.count(made, "--draft-length", 1, 4096, length)
    made.add_argument(
        "--draft-kind",
        choices=("ngram", "head", "eagle", "mtp", "medusa", "model"),
        help="kind of draft, if the file does not name it; the answers are then only for this kind (head: any head)",
    )
    made.add_argument(
        "--target-per-second",
        type=_speeds,
        metavar="TOKENS",
        help="tokens per second without a draft, for the same prompts and load, such as 50 if 1,000 tokens took 20 s. "
        "If a log has several numbers of running requests, give the total for each number, such as 1:40,8:200",
    )
    made.add_argument(
        "--baseline",
        metavar="LOG",
        help="log of the same prompts or loads without a draft, instead of --target-per-second (vLLM and llama.cpp)",
    )


def _speeds(text: str) -> float | str:
    """Convert an argument to a number. A list of speeds by running requests, such as 1:40,8:200, stays a text."""
    return text if ":" in text else number(1e-6, 1e9)(text)


def run(options: argparse.Namespace) -> int:
    """Print the report; with -o, also write it as a page and as CSV. Returns 2 if a file was refused, otherwise 0.

    If one file is refused, the others are still reported.
    """
    from explorer.imports.page import page
    from explorer.imports.plain import plain, table_csv
    from explorer.imports.report import report
    from explorer.imports.times import Given, cost_of, speeds_by_load

    if len(options.files) > MOST_FILES:
        raise BadInput(f"There are {len(options.files)} files, but the limit is {MOST_FILES}. Import fewer at once.")
    if options.out is not None:
        check_folder(Path(options.out), "-o", PAGE, TABLE)
    kind = options.draft_kind or ""
    speed = options.target_per_second
    loads = speeds_by_load(speed) if isinstance(speed, str) else ()
    alone = None if isinstance(speed, str) else speed
    cost = None if options.draft_cost is None else cost_of(options.draft_cost)
    given = Given(options.target_ms, options.draft_ms, options.draft_length, alone, loads, kind, cost)
    baseline = None if options.baseline is None else (Path(options.baseline), Path(options.baseline).name)
    names = _names(options.files)
    made = report([(Path(file), name) for file, name in zip(options.files, names, strict=True)], given, baseline)
    made = replace(made, paths=dict(zip(names, options.files, strict=True)), out=options.out or "")
    if options.out is not None:  # written before anything is printed, because a reader such as `head` may stop early
        write_whole(Path(options.out) / PAGE, page(made))
        write_whole(Path(options.out) / TABLE, table_csv(made))
    print(printable(plain(made)))
    if options.out is not None:
        files = dict(zip(names, options.files, strict=True))
        _write_traces(Path(options.out), [files[part.name] for part in made.parts if part.pool.drafts])
    for sentence in made.refused:
        tell(sentence)
    return 2 if made.refused else 0


def _names(files: Sequence[str]) -> list[str]:
    """The names of the files in the report. They are without folders, unless two names would be the same.

    >>> _names(["a/x.log", "b/y.log"]), _names(["a/x.log", "b/x.log"])
    (['x.log', 'y.log'], ['a/x.log', 'b/x.log'])
    """
    short = [Path(file).name or file for file in files]
    return short if len(set(short)) == len(short) else list(files)


def _write_traces(folder: Path, files: Sequence[str]) -> None:
    """Write requests as traces for the stage, up to MOST_TRACES, if their files contain the draft tokens."""
    from explorer.imports.traces import traces
    from explorer.trace.format import lines

    count = 0
    for file in files:
        for name, trace in traces(Path(file), file, MOST_TRACES - count):
            count += 1
            path = folder / TRACE.format(count)
            write_whole(path, "".join(lines(trace)))
            print(
                printable(f"{path} contains the steps of {name or 'a request'} from {file}. Open it in the Traces tab.")
            )
    if count == MOST_TRACES:
        print(f"At most {MOST_TRACES} requests become traces. Split the files to get the others.")
