"""The commands `energy`, `energy-traces`, `energy-repeat` and `energy-batch`: arguments and output."""

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput
from decoders.files import check_file, check_folder, write_whole
from explorer.cli import arguments
from explorer.cli.console import Progress, print_json, printable, progress
from explorer.energy.boards import BOARDS, OWN, Coefficients, chosen
from explorer.service.conversation import LONGEST
from explorer.service.request import RunRequest, requests_of, words_of

if TYPE_CHECKING:
    from decoders.pairs import Pair
    from explorer.energy.repeat import Plan

TRACE_TOKENS = 256
REPEAT_TOKENS = 64  # tokens per repetition, if repeat mode runs after the traces
PASSES = "number of target passes per batch size (default: 32, or as many as take 10 seconds if energy is measured)"
SIZES = "1,2,4,8,16"


def add(command: arguments.Add) -> None:
    """Add the commands and their arguments."""
    spent = command("energy-repeat", repeat, "Measure the energy of methods in interleaved trials")
    arguments.run(spent, "METHODS", f"{arguments.METHODS}; the first one is the baseline")
    _trials(spent)
    arguments.seed(spent, "random seed of the first repetition")
    arguments.output(spent, "DIR", "folder for windows.csv and summary.json")
    sizes = command("energy-batch", batch, "Measure the time and energy of target passes for each batch size")
    arguments.pair(sizes, arguments.REAL_PAIR, engines=False)
    sizes.add_argument("--batches", default=SIZES, help="comma-separated batch sizes")
    sizes.add_argument("--passes", type=int, metavar="N", help=PASSES)
    arguments.output(sizes, "FILE", "file for the table as JSON")
    _board(sizes)
    _add_traces(command("energy-traces", traces, "Record several methods with measured energy"))
    told = command("energy", show, "Print the measured and modelled energy of traces")
    told.add_argument("files", metavar="FILE", nargs="+", help="trace files")
    _board(told)
    told.add_argument("--json", action="store_true", help="print JSON")


def _add_traces(parser: argparse.ArgumentParser) -> None:
    arguments.pair(parser, arguments.REAL_PAIR)
    arguments.output(parser, "DIR", "folder for the traces", required=True)
    parser.add_argument("--methods", help=f"{arguments.METHODS} (default: the papers' methods)")
    parser.add_argument("--prompt", metavar="TEXT", help="prompt of every run (default: a long story)")
    arguments.tokens(parser, TRACE_TOKENS, "maximum number of new tokens per run")
    arguments.conversation(parser)
    arguments.seed(parser, "random seed of every run", 1)
    parser.add_argument("--even-unmeasured", action="store_true", help="record even if energy cannot be measured")
    parser.add_argument(
        "--repeat", action="store_true", help="afterwards, compare the methods as energy-repeat does (writes repeat/)"
    )
    parser.add_argument(
        "--batch", action="store_true", help="afterwards, measure passes as energy-batch does (writes batch.json)"
    )
    _trials(parser)


def _trials(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trials", type=int, default=4, metavar="N", help="number of interleaved trials")
    parser.add_argument(
        "--repetitions", type=int, default=32, metavar="N", help="maximum number of repetitions per window"
    )
    parser.add_argument(
        "--seconds", type=float, default=5.0, metavar="S", help="maximum length of a window, in seconds"
    )


def _board(parser: argparse.ArgumentParser) -> None:
    """Add the options for the coefficients of the modelled energy."""
    parser.add_argument("--board", metavar="NAME", help=f"device whose coefficients are used: {', '.join(BOARDS)}")
    parser.add_argument(
        "--pj-per-byte", type=float, metavar="PJ", help="custom coefficient, in picojoules per byte of memory traffic"
    )
    parser.add_argument("--pj-per-flop", type=float, metavar="PJ", help="custom coefficient, in picojoules per FLOP")


def coefficients(options: argparse.Namespace) -> Coefficients | None:
    """The selected coefficients; None means that each trace keeps its own. Raises BadInput if the options are
    incomplete or contradict each other.
    """
    own = (options.pj_per_byte, options.pj_per_flop)
    if own == (None, None):
        return None if options.board is None else chosen(options.board)
    if options.board is not None or None in own:
        raise BadInput("The coefficients are incomplete. Use --board, or both --pj-per-byte and --pj-per-flop.")
    return chosen(OWN, *own)


def show(options: argparse.Namespace) -> None:
    """Run `energy`: print the measured and the modelled energy of traces, and their counted work."""
    from explorer.energy.report import report, sentences
    from explorer.trace.format import read

    by = coefficients(options)
    made = {name: read(Path(name)) for name in options.files}
    if options.json:
        print_json({name: report(trace, by) for name, trace in made.items()})
        return
    for name, trace in made.items():
        about = f"{name}: {trace.header.method} on {trace.header.pair}, {trace.header.device}"
        print(printable("\n  ".join([about, *sentences(trace, by)])))
    if by is not None:
        print(f"coefficients: {by.source}")


def repeat(options: argparse.Namespace) -> None:
    """Run `energy-repeat`: measure, print the results with sentences about them, and write them if requested."""
    from decoders.pairs import load_pair
    from explorer.measuring.repeat import FILES, first_look

    given = arguments.settings(options.set)
    requests, plan = requests_of(words_of(options.method), given, **arguments.common(options)), _plan(options)
    where = Path(options.output) if options.output else None
    if where is not None:
        check_folder(where, "-o", *FILES)
    first_look(options.pair, options.device)
    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, options.engine)
        _repeat(pair, requests, plan, where, bar)


def _plan(options: argparse.Namespace) -> "Plan":
    from explorer.energy.repeat import Plan
    from explorer.measuring.repeat import check_plan

    return check_plan(Plan(options.trials, options.repetitions, options.seconds, seed=options.seed))


def _repeat(pair: "Pair", requests: Mapping[str, RunRequest], plan: "Plan", out: Path | None, bar: Progress) -> None:
    from explorer.measuring.repeat import Measurement, lines, write

    work = Measurement(pair, requests, plan)
    for _ in work.rows(bar):
        pass
    print("\n".join(lines(work.outcomes(), work.choice)))
    if out is not None:
        write(out, work.summary())


def traces(options: argparse.Namespace) -> None:
    """Run `energy-traces`: record the traces, and run the other requested measurements."""
    from decoders.pairs import load_pair
    from explorer.measuring.energy_traces import METHODS, PROMPT, files_of, lines_about, record_traces
    from explorer.measuring.repeat import FILES, first_look

    words = METHODS if options.methods is None else words_of(options.methods)
    if options.prompt is None and options.messages is None:
        options.prompt = PROMPT
    common = arguments.common(options)
    requests, plan, out = requests_of(words, {}, **common), _plan(options), Path(options.output)
    repeated = [f"repeat/{name}" for name in FILES] if options.repeat else []
    check_folder(out, "-o", *files_of(requests), *repeated, *(["batch.json"] if options.batch else []))
    if not options.even_unmeasured or options.repeat:
        first_look(options.pair, options.device)
    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, options.engine)
        for name, trace in record_traces(pair, requests, out, bar, unmeasured=options.even_unmeasured):
            print("\n".join(lines_about(name, trace)), flush=True)
        if options.repeat:
            shorter = requests_of(words, {}, **common | {"limit": min(options.max_new_tokens, REPEAT_TOKENS)})
            _repeat(pair, shorter, plan, out / "repeat", bar)
        if options.batch:
            _batch(pair, _sizes(SIZES), None, None, out / "batch.json", bar)


def batch(options: argparse.Namespace) -> None:
    """Run `energy-batch`: measure batch sizes, print the rows, and write them if requested."""
    from decoders.pairs import load_pair
    from explorer.energy.batch import check_numbers

    sizes, by = _sizes(options.batches), coefficients(options)
    check_numbers(sizes, options.passes)
    out = Path(options.output) if options.output else None
    if out is not None:
        check_file(out)
    with progress() as bar:
        pair = load_pair(options.pair, options.device, options.dtype, bar, "torch")  # the kernels run only one sequence
        _batch(pair, sizes, options.passes, by, out, bar)


def _sizes(text: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise BadInput(
            f"--batches {text[:LONGEST]} is not valid. Use comma-separated whole numbers, such as 1,2,4."
        ) from None


def _batch(
    pair: "Pair", sizes: list[int], passes: int | None, by: Coefficients | None, out: Path | None, bar: Progress
) -> None:
    from explorer.energy import run as energy
    from explorer.energy.batch import experiment
    from explorer.energy.meter import idle_watts

    devices = energy.devices_of(pair.models)
    choice = energy.pick(devices)
    table, about = {}, choice.to_json()
    try:
        if choice.source is not None and (idle := idle_watts(choice.source)) is not None:
            about["idle_watts"] = idle
        for row in experiment(pair, devices, choice.source, sizes=sizes, passes=passes, by=by, progress=bar):
            table[row.batch] = row.to_json()
    finally:
        if choice.source is not None:
            choice.source.close()
    rows = list(table.values())
    if out is not None:  # written before anything is printed, because a reader such as `head` may stop early
        made = {"pair": pair.name, **pair.info, "energy": about, "rows": rows}
        write_whole(out, json.dumps(made, indent=1, ensure_ascii=False) + "\n")
    print("\n".join(map(batch_line, rows)))
    if choice.source is None:
        print(f"No energy was measured: {choice.reason}.")


def batch_line(row: dict[str, Any]) -> str:
    """Write one row of the table as text."""
    joules = [
        f"{word}{row[f'{key}_per_pass']:.4g} J/pass, {row[f'{key}_per_input']:.4g} J/input"
        for word, key in (("", "joules"), ("modelled ", "modelled_joules"))
        if row[f"{key}_per_pass"] is not None
    ]
    times = f"{1000 * row['seconds_per_pass']:.4g} ms/pass, {1000 * row['seconds_per_input']:.4g} ms/input"
    return f"batch {row['batch']:>3}: {row['passes']} passes, " + "; ".join([times, *joules])
