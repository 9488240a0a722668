"""Kill the workers and the driver of a lab measurement at random: is any row lost, duplicated or different?

    python -m benchmarks.lab_kills --items 1000 --ray -o assets/benchmarks/lab-kills.json

The measurement runs on a toy pair, and is restarted with --resume whenever its driver was killed. At the end its rows
are compared with those of the same measurement in one undisturbed process. --ray needs Ray (`pip install ray`) and
starts a local cluster; without --ray the workers are processes. The script ends only processes that it started.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from decoders.errors import BadInput
from explorer.lab.analysis.results import Results
from explorer.lab.journal import NAME
from explorer.lab.plans import make_plan
from explorer.lab.sweep import Plan, find, items_of, results, sweep

ROOT = Path(__file__).parents[1]
EXPERIMENT = "mtad-table-8"
WORKER = ("ray::work", "ray::IDLE", "spawn_main")  # texts in a worker's command line, for Ray and for a process pool
RESTS = 20  # seconds in which processes left by a killed driver may end by themselves


@dataclass
class Kills:
    """Counts of killed processes, of starts of the sweep, and of processes that a killed driver left running."""

    workers: int = 0
    drivers: int = 0
    starts: int = 0
    left: int = 0


def plan_for(items: int) -> Plan:
    """Make a quick plan with at least `items` items, by using enough seeds."""
    one = len(items_of(find(EXPERIMENT), make_plan(EXPERIMENT, quick=True)))
    return make_plan(EXPERIMENT, quick=True, seeds=tuple(range(-(-items // one))))


def disturbed(plan: Plan, out: Path, how: Sequence[str], dice: random.Random, *, workers: int, drivers: int) -> Kills:
    """Run a sweep to its end, and kill about the given numbers of workers and drivers after random items.

    `how` are the arguments for the kind of workers. Raises BadInput if the sweep ends without being killed.
    """
    words = ["lab", EXPERIMENT, "--quick", "--seeds", str(len(plan.seeds)), *how, "--resume", "-o", str(out)]
    total, kills = len(items_of(find(EXPERIMENT), plan)), Kills()
    most = total * 9 // 10  # so that a process is left to kill
    ends = sorted(dice.sample(range(1, most), drivers))
    deaths = sorted(dice.sample(range(1, most), workers))
    while True:
        kills.starts += 1
        with tempfile.TemporaryFile() as said:
            driver = subprocess.Popen(
                [sys.executable, "-m", "explorer", *words], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=said
            )
            try:
                by_us = _watched(driver, out, ends, deaths, dice, kills)
            finally:
                kills.left += _end(driver)
            said.seek(0)
            if by_us:
                continue
            if driver.returncode != 0:
                raise BadInput(
                    f"The measurement ended by itself: {said.read().decode(errors='replace').strip()[-600:]}"
                )
            return kills


def _watched(
    driver: "subprocess.Popen[bytes]",
    out: Path,
    ends: list[int],
    deaths: list[int],
    dice: random.Random,
    kills: Kills,
) -> bool:
    """Kill processes when the journal passes the numbers of items in `deaths` and `ends`.

    Returns whether the driver was killed.
    """
    while driver.poll() is None:
        done = _size(out) - 1
        if ends and done >= ends[0]:
            while ends and done >= ends[0]:
                ends.pop(0)
            kills.drivers += 1
            return True
        if deaths and done >= deaths[0] and (alive := [pid for pid in _below(driver.pid) if _works(pid)]):
            while deaths and done >= deaths[0]:
                deaths.pop(0)
            kills.workers += _kill(dice.choice(alive))
        time.sleep(0.02)
    return False


def _size(out: Path) -> int:
    """The number of complete lines in the journal."""
    file = out / NAME
    return file.read_bytes().count(b"\n") if file.exists() else 0


def _end(driver: "subprocess.Popen[bytes]") -> int:
    """Kill a driver and wait until its workers end. Returns how many workers had to be killed."""
    below = {pid: _born(pid) for pid in _below(driver.pid)}
    driver.kill()
    driver.wait()
    until = time.monotonic() + RESTS

    def left() -> list[int]:
        return [pid for pid, born in below.items() if born is not None and _born(pid) == born]

    while left() and time.monotonic() < until:
        time.sleep(0.05)
    return sum(map(_kill, left()))


def _kill(pid: int) -> bool:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def _works(pid: int) -> bool:
    """Whether a process is one of the sweep's workers."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return False
    return any(sign in words for sign in WORKER)


def _stat(pid: int | str) -> list[str]:
    """The fields of a process in /proc from its state on; [] if the process has ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []
    return [] if fields[0] == "Z" else fields


def _born(pid: int) -> str | None:
    """The start time of a process, which distinguishes it from a later process with the same number."""
    fields = _stat(pid)
    return fields[19] if fields else None


def _below(pid: int) -> list[int]:
    """All descendants of a process."""
    parents = {int(path.name): _stat(path.name) for path in Path("/proc").glob("[0-9]*")}
    found = [pid]
    for one in found:
        found += [child for child, fields in parents.items() if fields and int(fields[1]) == one]
    return found[1:]


def compared(plan: Plan, out: Path, alone: Results) -> dict[str, int]:
    """Compare a sweep with `alone`: items that are lost, duplicated or failed, and rows that differ."""
    lines = (out / NAME).read_text(encoding="utf-8").splitlines()[1:]
    names = [json.loads(line)["item"] for line in lines]
    wanted = {item.id for item in items_of(alone.experiment, plan)}
    found = results(out)
    return {
        "items": len(wanted),
        "lost": len(wanted - set(names)),
        "double": len(names) - len(set(names)),
        "failed": len(found.failed),
        "rows": len(found.rows),
        "different_rows": len(plain(found.rows).symmetric_difference(plain(alone.rows))),
    }


def plain(rows: Sequence[dict[str, Any]]) -> set[str]:
    """Copies of the rows without their times."""
    kept = ({key: value for key, value in row.items() if "seconds" not in key} for row in rows)
    return {json.dumps(row, sort_keys=True) for row in kept}


def main(argv: list[str] | None = None) -> int:
    """Run the command: disturb a sweep and compare it. Returns 1 if anything is lost, duplicated or different."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lab_kills", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, default=1000, help="minimum number of items")
    parser.add_argument("--ray", action="store_true", help="use a local Ray cluster")
    parser.add_argument("--workers", type=int, default=2, help="number of worker processes without --ray")
    parser.add_argument("--worker-kills", type=int, default=30)
    parser.add_argument("--driver-kills", type=int, default=6)
    parser.add_argument("--seed", type=int, default=0, help="random seed of the kills")
    parser.add_argument("-o", "--out", type=Path, help="file for the figures")
    options = parser.parse_args(argv)
    if options.out:
        check_place(options.out)
    plan = plan_for(options.items)
    if (
        min(options.worker_kills, options.driver_kills) < 0
        or max(options.worker_kills, options.driver_kills) > options.items // 2
    ):
        raise BadInput("There are too few items. Kill at most half as many workers and drivers as there are items.")
    how = ["--ray"] if options.ray else ["--workers", str(options.workers)]
    begun, at = start(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        kills = disturbed(
            plan,
            Path(folder) / "disturbed",
            how,
            random.Random(options.seed),
            workers=options.worker_kills,
            drivers=options.driver_kills,
        )
        took = time.monotonic() - at
        found = compared(plan, Path(folder) / "disturbed", sweep(plan, Path(folder) / "alone"))
    made = {
        **found,
        "killed": asdict(kills),
        "by": f"Ray {version('ray')}" if options.ray else f"{options.workers} processes",
        "seconds": round(took),
        **made_on(),
        "begun": begun,
    }
    print(json.dumps(made, indent=1))
    if options.out:
        write(options.out, made)
    return int(any(found[key] for key in ("lost", "double", "failed", "different_rows")))


if __name__ == "__main__":
    sys.exit(exit_code(main))
