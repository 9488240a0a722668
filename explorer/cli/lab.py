"""The command `lab`: the papers' figures and tables on one's own pair, and grids of one's own."""

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from explorer.cli import arguments
from explorer.cli.console import destination, print_json, progress, tell, whole
from explorer.service.request import MAX_NEW_TOKENS, MAX_SEED

MOST = 100_000
ABOUT = "Measure a figure or table of the papers: a name of --list, a grid or a series as .toml, or `report DIR`"


def add(command: arguments.Add) -> None:
    """The command and its arguments."""
    lab = command("lab", run, ABOUT)
    lab.add_argument("what", metavar="NAME", nargs="?", help="name of an experiment, a .toml file, or `report`")
    lab.add_argument("folder", metavar="DIR", nargs="?", help="folder of a sweep, with `report`")
    lab.add_argument("--list", action="store_true", help="whether all figures and tables of the papers are listed")
    lab.add_argument("--json", action="store_true", help="whether the list of --list is JSON")
    lab.add_argument("--quick", action="store_true", help="whether only a few cells, prompts and tokens are run")
    named = "pair of models: a name that `pairs` lists, toy:FILE, or TARGET+DRAFT; with --quick, a toy pair by default"
    arguments.pair(lab, named, required=False)
    lab.add_argument(
        "--prompts", action="append", default=[], metavar="FILE", help="file of JSON lines, each with a prompt"
    )
    lab.add_argument(
        "--data",
        action="append",
        default=[],
        metavar="KIND:FILE",
        help="file of a data set as its authors publish it, or KIND:hub[:ID[@REVISION]] from the Hub",
    )
    lab.add_argument(
        "--limit",
        type=whole(1, MOST),
        default=0,
        metavar="N",
        help="maximum number of prompts from each file; from KIND:hub, the first N",
    )
    lab.add_argument(
        "--cells", type=whole(1, MOST), default=0, metavar="N", help="maximum number of cells, evenly spread"
    )
    lab.add_argument("--seeds", type=whole(1, MOST), default=1, metavar="N", help="number of seeds, from --seed on")
    lab.add_argument("--seed", type=whole(0, MAX_SEED - MOST), default=0, metavar="N", help="first seed")
    lab.add_argument(
        "--max-new-tokens",
        type=whole(1, MAX_NEW_TOKENS),
        metavar="N",
        help="maximum number of new tokens; without it, the experiment's own",
    )
    arguments.conversation(lab, prompts=True)
    lab.add_argument(
        "--workers", type=whole(1, 256), default=1, metavar="N", help="number of processes; timings need one"
    )
    lab.add_argument(
        "--ray", nargs="?", const="local", metavar="ADDRESS", help="address of a Ray cluster; without one, a local one"
    )
    lab.add_argument("--resume", action="store_true", help="whether the sweep in --out continues")
    lab.add_argument(
        "-o",
        "--out",
        type=destination,
        metavar="DIR",
        help="folder for items, tables and the report; without it, lab-NAME",
    )


def run(options: argparse.Namespace) -> None:
    """List, report or measure."""
    if options.list:
        _list(options.json)
    elif options.what == "report":
        _report(options)
    elif options.what is not None and options.what.endswith(".toml") and _is_series(options.what):
        _series(options)
    elif options.what is None:
        raise BadInput("name an experiment, a .toml file, or `report DIR`; `lab --list` shows what there is")
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
    print(f"{len(ITEMS)} figures and tables, and {len(BESIDES)} experiments besides")


def _needs(name: str | None) -> str:
    from explorer.lab.catalog import known

    return known()[name].needs if name else ""


def _report(options: argparse.Namespace) -> None:
    from explorer.lab.report import write
    from explorer.lab.results import FILES
    from explorer.lab.sweep import results

    if options.folder is None:
        raise BadInput("`lab report` needs the folder of a sweep; give `lab report DIR`")
    folder = Path(options.folder)
    out = Path(options.out) if options.out else folder / "report.html"
    if out.suffix.lower() not in (".html", ".htm"):
        raise BadInput(f"-o {out} should end in .html: what stands there would be lost to the report")
    found = results(folder)
    write(found, out)
    found.export(folder, [name for name in FILES if (folder / name).exists()])
    print(out)


def _is_series(name: str) -> bool:
    from explorer.lab.series import is_series

    return is_series(Path(name))


def _series(options: argparse.Namespace) -> None:
    """Several experiments, one after the other, as the file says."""
    from explorer.lab.series import read_series, run_series

    more = (options.folder, options.pair, options.data, options.prompts, options.quick, options.limit, options.cells)
    more += (options.max_new_tokens, options.raw, options.ray, options.seed, options.system, options.messages)
    more += (options.template_arg, options.ignore_eos)
    auto = {options.device, options.dtype, options.engine} == {"auto"}
    if any(more) or not auto or (options.seeds, options.workers) != (1, 1):
        raise BadInput(
            f"a series says itself what is run; write it into {options.what}, and give only --out and --resume"
        )
    runs = read_series(Path(options.what))
    out = Path(options.out or Path(options.what).stem)
    there = [run for run in runs if (out / run.plan.experiment / "items.jsonl").exists()]
    if there and not options.resume:
        raise BadInput(f"{out} holds {there[0].plan.experiment} already; add --resume to go on, or give another --out")
    with progress() as bar:
        command = shlex.join(["python", "-m", "explorer", *sys.argv[1:]])
        results = run_series(runs, out, command, lambda name: _teller(bar, name))
    for found in results:
        _print_notes(found, f"{found.experiment.name}: ")
    told = f"{len(runs)} experiments, {sum(run.minutes for run in runs):g} minutes at most: {out}"
    print(f"{told}; `lab report {out / runs[0].plan.experiment}` makes a page of one")


def _teller(bar: Callable[[str, float], object], name: str) -> Callable[[Any], None]:
    """How a sweep, which has a name in a series, says how far it is."""

    def tell(state: Any) -> None:
        left = "" if state.left is None else f", {_minutes(state.left)} left"
        failed = f", {state.failed} failed" if state.failed else ""
        bar(f"{name} {state.done} of {state.total} items{failed}{left}".strip(), state.done / max(1, state.total))

    return tell


def _measure(options: argparse.Namespace) -> None:
    from explorer.lab.plans import Wish, plan_of_wish
    from explorer.lab.report import write
    from explorer.lab.results import PARQUET
    from explorer.lab.sweep import sweep

    if options.folder is not None:
        raise BadInput(f"{options.folder} is one word too many; give --out {options.folder}")
    around = arguments.around(options)
    wish = Wish(
        options.what,
        options.quick,
        options.pair,
        (*options.data, *options.prompts),
        options.limit,
        options.cells,
        tuple(range(options.seed, options.seed + options.seeds)),
        options.max_new_tokens or 0,
        around.pop("raw", False),
        options.device,
        options.dtype,
        options.engine,
        around=around,
    )
    plan = plan_of_wish(wish)
    out = Path(options.out or f"lab-{Path(options.what).stem}")
    if (out / "items.jsonl").exists() and not options.resume:
        raise BadInput(f"{out} holds results already; add --resume to go on, or give another --out")
    with progress() as bar:
        counts, command = _teller(bar, ""), shlex.join(["python", "-m", "explorer", *sys.argv[1:]])
        found = sweep(plan, out, workers=options.workers, ray=options.ray, progress=counts, command=command)
    write(found, out / "report.html")
    if found.failed:
        tell(f"the first of {len(found.failed)} failures: {found.failed[0]['failed']}")
    kinds = ".csv and .parquet" if PARQUET else ".csv"
    print(f"{len(found.rows)} rows, {len(found.failed)} failed: {out / 'report.html'}; tables as {kinds}")
    _print_notes(found)
    if not found.rows:
        sys.exit(1)


def _print_notes(found: Any, prefix: str = "") -> None:
    """What a reader of the scores should know: answers without a score, and queries that were stopped."""
    for note in filter(None, (found.unscored(), found.timed_out())):
        print(f"{prefix}{note}")


def _minutes(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
