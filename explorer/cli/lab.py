"""The command `lab`, which measures the papers' figures and tables on your own pair, and custom grids."""

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import check_folder
from explorer.cli import arguments
from explorer.cli.console import destination, is_page, print_json, progress, tell
from explorer.service.request import MAX_SEED
from explorer.story.numbers import plural

MOST = 100_000
ABOUT = (
    "Repeat the measurements of a figure or table. Give a name from --list, a .toml file with a grid or series, "
    "or `report DIR`"
)


def add(command: arguments.Add) -> None:
    """Add the command and its arguments."""
    lab = command("lab", run, ABOUT)
    lab.add_argument("what", metavar="NAME", nargs="?", help="name of an experiment, a .toml file, or `report`")
    lab.add_argument("folder", metavar="DIR", nargs="?", help="folder of a measurement, for `report`")
    lab.add_argument("--list", action="store_true", help="list all figures and tables of the papers")
    lab.add_argument("--json", action="store_true", help="print the list as JSON")
    lab.add_argument("--quick", action="store_true", help="small test run: a few cells, prompts and tokens")
    named = "model pair: a name from `pairs`, toy:FILE, or TARGET+DRAFT (default with --quick: a toy pair)"
    arguments.pair(lab, named, required=False)
    arguments.several(lab, "--prompts", "FILE", "file with one JSON object per line (key: prompt)")
    data = "data set as a file in its authors' format, or KIND:hub[:ID[@REVISION]] from the Hub"
    arguments.several(lab, "--data", "KIND:FILE", data)
    limit = "maximum number of prompts per file (for KIND:hub, the first N; default: all)"
    arguments.count(lab, "--limit", 1, MOST, limit)
    arguments.count(lab, "--cells", 1, MOST, "maximum number of cells, spread evenly (default: all)")
    arguments.count(lab, "--seeds", 1, MOST, "number of random seeds, starting at --seed", 1)
    arguments.count(lab, "--seed", 0, MAX_SEED - MOST, "first random seed", 0)
    arguments.tokens(lab, None, "maximum number of new tokens (default: the experiment's own)")
    arguments.conversation(lab, prompts=True)
    arguments.count(lab, "--workers", 1, 256, "number of processes; use 1 for timings", 1)
    lab.add_argument(
        "--ray",
        nargs="?",
        const="local",
        metavar="ADDRESS",
        help="run as Ray tasks, on the cluster at ADDRESS (default: a local one)",
    )
    lab.add_argument("--resume", action="store_true", help="resume the measurement in --out")
    folder = "folder for results, tables and the report (default: lab-NAME)"
    lab.add_argument("-o", "--out", type=destination, metavar="DIR", help=folder)


def run(options: argparse.Namespace) -> None:
    """Run `lab`: list the experiments, write a report, or measure."""
    if options.list and options.what is not None:
        raise BadInput(
            f"--list lists all experiments, so {options.what} is not used. Leave out {options.what} or --list."
        )
    if options.json and not options.list:
        raise BadInput("--json works only with --list. Add --list, or leave out --json.")
    if options.list:
        _list(options.json)
    elif options.what == "report":
        _report(options)
    elif options.what is not None and options.what.endswith(".toml") and _is_series(options.what):
        _series(options)
    elif options.what is None:
        raise BadInput("No experiment is named. Use a name from `lab --list`, a .toml file, or `report DIR`.")
    else:
        _measure(options)


def _list(as_json: bool) -> None:
    from explorer.lab.catalog import BESIDES, ITEMS

    if as_json:
        print_json([vars(item) | {"needs": _needs(item.experiment)} for item in (*ITEMS, *BESIDES)])
        return
    for item in (*ITEMS, *BESIDES):
        print(f"{item.paper:<5} {item.item:<11} {item.by if item.experiment else '–':<16} {item.shows}")
        needs = f"needs {_needs(item.experiment)}" if item.experiment else item.by
        print(f"{'':34}{item.wants(needs)}")
    print(f"{len(ITEMS)} figures and tables, and {len(BESIDES)} more experiments")


def _needs(name: str | None) -> str:
    from explorer.lab.catalog import known

    return known()[name].needs if name else ""


def _report(options: argparse.Namespace) -> None:
    from explorer.lab.analysis.report import write
    from explorer.lab.analysis.results import FILES
    from explorer.lab.sweep import results

    if options.folder is None:
        raise BadInput("`lab report` needs the folder of a measurement. Use `lab report DIR`.")
    folder = Path(options.folder)
    out = Path(options.out) if options.out else folder / "report.html"
    if not is_page(out):
        raise BadInput(f"The report is a web page, but {out} does not end in .html. Choose a name that does.")
    found = results(folder)
    write(found, out)
    found.export(folder, [name for name in FILES if (folder / name).exists()])
    print(out)


def _is_series(name: str) -> bool:
    from explorer.lab.series import is_series

    return is_series(Path(name))


def _series(options: argparse.Namespace) -> None:
    """Run the experiments that the file lists, one after another."""
    from explorer.lab.series import read_series, run_series

    more = (options.folder, options.pair, options.data, options.prompts, options.quick, options.limit, options.cells)
    more += (options.max_new_tokens, options.raw, options.ray, options.seed, options.system, options.messages)
    more += (options.template_arg, options.ignore_eos)
    auto = {options.device, options.dtype, options.engine} == {"auto"}
    if any(more) or not auto or (options.seeds, options.workers) != (1, 1):
        raise BadInput(
            f"A series file defines its own runs. Write the options into {options.what}, and give only --out and "
            "--resume on the command line."
        )
    runs = read_series(Path(options.what))
    out = Path(options.out or Path(options.what).stem)
    there = [run for run in runs if (out / run.plan.experiment / "items.jsonl").exists()]
    check_folder(out, "--out")
    if there and not options.resume:
        raise BadInput(
            f"{out} already contains {there[0].plan.experiment}. Add --resume to continue, or choose another --out."
        )
    with progress() as bar:
        command = shlex.join(["python", "-m", "explorer", *sys.argv[1:]])
        results = run_series(runs, out, command, lambda name: _teller(bar, name))
    for found in results:
        _print_notes(found, f"{found.experiment.name}: ")
    print(f"{plural(len(runs), 'experiment')}, {sum(run.minutes for run in runs):g} minutes at most. Saved in {out}.")
    print(f"`lab report {out / runs[0].plan.experiment}` writes the report of one experiment.")


def _teller(bar: Callable[[str, float], object], name: str) -> Callable[[Any], None]:
    """Make the progress callback of a measurement. `name` is empty unless the measurement is part of a series."""

    def tell(state: Any) -> None:
        left = "" if state.left is None else f", {_minutes(state.left)} left"
        failed = f", {state.failed} failed" if state.failed else ""
        bar(f"{name} {state.done} of {state.total} items{failed}{left}".strip(), state.done / max(1, state.total))

    return tell


def _measure(options: argparse.Namespace) -> None:
    from explorer.lab.analysis.report import write
    from explorer.lab.analysis.results import PARQUET
    from explorer.lab.plans import make_plan
    from explorer.lab.sweep import sweep

    if options.folder is not None:
        raise BadInput(f"Unexpected argument {options.folder}. Did you mean --out {options.folder}?")
    around = arguments.around(options)
    plan = make_plan(
        options.what,
        quick=options.quick,
        pair=options.pair,
        files=(*options.data, *options.prompts),
        limit=options.limit or 0,
        tokens=options.max_new_tokens or 0,
        cells=options.cells or 0,
        seeds=tuple(range(options.seed, options.seed + options.seeds)),
        raw=around.pop("raw", False),
        device=options.device,
        dtype=options.dtype,
        engine=options.engine,
        around=around,
    )
    out = Path(options.out or f"lab-{Path(options.what).stem}")
    check_folder(out, "--out")
    if (out / "items.jsonl").exists() and not options.resume:
        raise BadInput(f"{out} already contains results. Add --resume to continue, or choose another --out.")
    with progress() as bar:
        counts, command = _teller(bar, ""), shlex.join(["python", "-m", "explorer", *sys.argv[1:]])
        found = sweep(plan, out, workers=options.workers, ray=options.ray, progress=counts, command=command)
    write(found, out / "report.html")
    if found.failed:
        tell(f"First of {plural(len(found.failed), 'failure')}: {found.failed[0]['failed']}")
    kinds = ".csv and .parquet" if PARQUET else ".csv"
    print(
        f"{plural(len(found.rows), 'row')}, {len(found.failed)} failed. Report: {out / 'report.html'}; tables: {kinds}."
    )
    _print_notes(found)
    if not found.rows:
        sys.exit(1)


def _print_notes(found: Any, prefix: str = "") -> None:
    """Print notes on the scores: answers without a score, and queries that were stopped."""
    for note in filter(None, (found.unscored(), found.timed_out())):
        print(f"{prefix}{note}")


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
