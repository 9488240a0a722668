"""The commands `energy`, `energy-traces`, `energy-repeat` and `energy-batch`.

Bad input is BadInput, told by __main__ in one line. What they do is elsewhere; here are arguments and prints.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput
from decoders.files import check_file, check_folder, write_whole
from explorer.cli.console import LONGEST, print_json
from explorer.energy.boards import BOARDS, OWN, Coefficients, chosen

if TYPE_CHECKING:
    from decoders.pairs import Pair

TRACE_TOKENS = 256
REPEAT_TOKENS = 64  # of one repetition, where repeat mode follows the traces


def board_arguments(parser: argparse.ArgumentParser) -> None:
    """Whose coefficients the modelled energy takes."""
    parser.add_argument("--board", metavar="NAME", help=f"coefficients of: {', '.join(BOARDS)}")
    parser.add_argument("--pj-per-byte", type=float, metavar="PJ", help="your own, in picojoules per byte of memory")
    parser.add_argument("--pj-per-flop", type=float, metavar="PJ", help="your own, in picojoules per FLOP")


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy` takes."""
    parser.add_argument("files", metavar="FILE", nargs="+", help="traces")
    board_arguments(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def repeat_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy-repeat` takes beside the arguments of every command that runs models."""
    _trial_arguments(parser)
    parser.add_argument("--seed", type=int, default=0, help="seed of the first repetition")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for windows.csv and summary.json")


def _trial_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--trials", type=int, default=4, help="interleaved trials")
    parser.add_argument("--repetitions", type=int, default=32, help="a window ends after this many repetitions")
    parser.add_argument("--seconds", type=float, default=5.0, help="or after this many seconds")


def batch_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy-batch` takes."""
    parser.add_argument("--pair", required=True, help="a pair of language models: a name of `pairs`, or TARGET+DRAFT")
    parser.add_argument("--batches", default="1,2,4,8,16", help="batch sizes separated by commas")
    parser.add_argument("--passes", type=int, help="target passes at every size")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")
    parser.add_argument("-o", "--output", metavar="FILE", help="the table as JSON")
    board_arguments(parser)


def traces_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy-traces` takes."""
    parser.add_argument("--pair", required=True, help="a pair of language models: a name of `pairs`, or TARGET+DRAFT")
    parser.add_argument("-o", "--output", metavar="DIR", required=True, help="folder for the traces")
    parser.add_argument("--methods", help="NAME or NAME:KEY=VALUE:…, separated by commas (left out: the papers')")
    parser.add_argument("--prompt", help="the prompt of every run (left out: a long story)")
    parser.add_argument("--max-new-tokens", type=int, default=TRACE_TOKENS, metavar="N", help="tokens of every run")
    parser.add_argument("--seed", type=int, default=1, help="seed of every run")
    parser.add_argument("--raw", action="store_true", help="pass the prompt without the chat template")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")
    parser.add_argument("--even-unmeasured", action="store_true", help="record also where nothing can be measured")
    parser.add_argument("--repeat", action="store_true", help="then compare the methods in repeat mode, into repeat/")
    parser.add_argument("--batch", action="store_true", help="then the batch-size experiment, into batch.json")
    _trial_arguments(parser)


def coefficients(options: argparse.Namespace) -> Coefficients | None:
    """Those asked for; None leaves each trace its own. Raises BadInput for half an answer or two."""
    own = (options.pj_per_byte, options.pj_per_flop)
    if own == (None, None):
        return None if options.board is None else chosen(options.board)
    if options.board is not None or None in own:
        raise BadInput("give either --board, or both --pj-per-byte and --pj-per-flop")
    return chosen(OWN, *own)


def show(options: argparse.Namespace) -> None:
    """Print the energy of traces: measured, modelled, and what was counted."""
    from explorer.energy.report import report, sentences
    from explorer.traces.format import read

    by = coefficients(options)
    made = {name: read(Path(name)) for name in options.files}
    if options.json:
        print_json({name: report(trace, by) for name, trace in made.items()})
        return
    for name, trace in made.items():
        about = f"{name}: {trace.header['method']} on {trace.header['pair']}, {trace.header['device']}"
        print("\n  ".join([about, *sentences(trace, by)]))
    if by is not None:
        print(f"coefficients: {by.source}")


def repeat(options: argparse.Namespace, settings: dict[str, Any], limit: int, seed: int, progress: Any) -> None:
    """Measure, print the table and what can be said of it, and write both where asked."""
    from decoders.pairs import load_pair
    from explorer.energy.entrants import FILES, check_plan, entrants_of, first_look

    methods, plan = entrants_of(options.method.split(","), settings), check_plan(_plan(options, seed))
    if options.output:
        check_folder(Path(options.output), "-o", *FILES)
    first_look(options.pair, options.device)
    pair = load_pair(options.pair, options.device, options.dtype, progress)
    where = Path(options.output) if options.output else None
    _repeat(pair, methods, options.prompt, options.raw, limit, plan, where, progress)


def _plan(options: argparse.Namespace, seed: int) -> Any:
    from explorer.energy.repeat import Plan

    return Plan(options.trials, options.repetitions, options.seconds, seed=seed)


def _repeat(
    pair: "Pair", methods: Sequence[Any], prompt: str, raw: bool, limit: int, plan: Any, out: Path | None, progress: Any
) -> None:
    from explorer.energy.entrants import Measurement, lines, write

    work = Measurement(pair, methods, prompt, raw, limit, plan)
    for _ in work.rows(progress):
        pass
    print("\n".join(lines(work.outcomes(), work.choice)))
    if out is not None:
        write(out, work.summary())


def traces(options: argparse.Namespace, limit: int, seed: int, progress: Any) -> None:
    """Record the traces, and what else was asked for."""
    from decoders.pairs import load_pair
    from explorer.energy.entrants import FILES, check_plan, entrants_of, first_look
    from explorer.energy.traces import METHODS, PROMPT, Plan, files_of, record_traces, told

    words = METHODS if options.methods is None else options.methods.split(",")
    methods, trials = entrants_of(words, {}), check_plan(_plan(options, seed))
    out = Path(options.output)
    repeated = [f"repeat/{name}" for name in FILES] if options.repeat else []
    check_folder(out, "-o", *files_of(methods), *repeated, *(["batch.json"] if options.batch else []))
    if not options.even_unmeasured or options.repeat:
        first_look(options.pair, options.device)
    pair = load_pair(options.pair, options.device, options.dtype, progress)
    prompt = PROMPT if options.prompt is None else options.prompt
    plan = Plan(methods, prompt, limit, seed, options.raw, options.even_unmeasured)
    for name, trace in record_traces(pair, plan, out, progress):
        print("\n".join(told(name, trace)), flush=True)
    if options.repeat:
        _repeat(pair, methods, prompt, options.raw, min(limit, REPEAT_TOKENS), trials, out / "repeat", progress)
    if options.batch:
        _batch(pair, [1, 2, 4, 8, 16], None, None, out / "batch.json", progress)


def batch(options: argparse.Namespace, progress: Any) -> None:
    """Run the batch-size experiment, print its rows, and write them where asked."""
    from decoders.pairs import load_pair
    from explorer.energy.batch import check_numbers

    try:
        sizes = [int(word) for word in options.batches.split(",")]
    except ValueError:
        raise BadInput(f"--batches {options.batches[:LONGEST]} should be whole numbers with commas, as 1,2,4") from None
    by = coefficients(options)
    check_numbers(sizes, options.passes)
    out = Path(options.output) if options.output else None
    if out is not None:
        check_file(out)
    pair = load_pair(options.pair, options.device, options.dtype, progress)
    _batch(pair, sizes, options.passes, by, out, progress)


def _batch(
    pair: "Pair", sizes: list[int], passes: int | None, by: Coefficients | None, out: Path | None, progress: Any
) -> None:
    from explorer.energy import run as energy
    from explorer.energy.batch import experiment
    from explorer.energy.meter import idle_watts

    devices = energy.devices_of(pair.models)
    choice = energy.pick(devices)
    found, about = {}, choice.to_json()
    try:
        if choice.source is not None and (idle := idle_watts(choice.source)) is not None:
            about["idle_watts"] = idle
        for row in experiment(pair, devices, choice.source, sizes=sizes, passes=passes, by=by, progress=progress):
            found[row.batch] = row.to_json()
    finally:
        if choice.source is not None:
            choice.source.close()
    rows = list(found.values())
    print("\n".join(map(batch_line, rows)))
    if choice.source is None:
        print(f"no energy was measured: {choice.reason}")
    if out is not None:
        made = {"pair": pair.name, **pair.info, "energy": about, "rows": rows}
        write_whole(out, json.dumps(made, indent=1, ensure_ascii=False) + "\n")


def batch_line(row: dict[str, Any]) -> str:
    """One row of the table in words."""
    joules = [
        f"{word}{row[f'{key}_per_pass']:.4g} J/pass, {row[f'{key}_per_input']:.4g} J/input"
        for word, key in (("", "joules"), ("modelled ", "modelled_joules"))
        if row[f"{key}_per_pass"] is not None
    ]
    times = f"{1000 * row['seconds_per_pass']:.4g} ms/pass, {1000 * row['seconds_per_input']:.4g} ms/input"
    return f"batch {row['batch']:>3}: {row['passes']} passes, " + "; ".join([times, *joules])
