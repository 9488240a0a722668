"""Test the app under load: many visitors at once step, run, compare, measure in the Lab, use What if? or enumerate.

    python -m benchmarks.load -o assets/benchmarks/load.json    # five minutes
    python -m benchmarks.load --quick                           # few visitors, some seconds

The script starts the app itself, as a public app. Once an answer is complete, a visitor pauses and then sends the next
request. A run uses the API with a toy pair and its own seed, so the answer must be the run of that seed and nobody
else's.
"""

import argparse
import itertools
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from benchmarks.visitors import PATIENCE, PROMPT, TOKENS, TOY, Page, gauge, get, leave, run
from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest

SEEDS = 40
MEMORY = 10.0  # seconds between two measurements of the app's memory
Ask = Callable[[int, int], object]  # (visitor, number of the request) → nothing; makes one request


@dataclass(frozen=True)
class Kind:
    """One kind of visitors: their number, what they request, and their pause in seconds after an answer."""

    name: str
    count: int
    quick: int
    pause: float
    help: str


KINDS = (
    Kind("stepping", 50, 4, 0.5, "visitors who open recorded runs"),
    Kind("running", 20, 3, 1.0, "visitors who run a toy pair"),
    Kind("comparing", 10, 1, 2.0, "visitors who compare three methods on a toy pair"),
    Kind("labs", 5, 1, 1.0, "visitors who measure a figure of the papers on a toy pair"),
    Kind("what-ifs", 5, 1, 1.0, "visitors who change one thing in a recorded run"),
    Kind("exactness", 5, 1, 2.0, "visitors who enumerate a method's output distribution"),
    Kind("leaving", 4, 1, 2.0, "visitors who leave in the middle of a run"),
)


class Load:
    """The visitors of a load test, the durations of their answers, and the faults."""

    def __init__(self, url: str) -> None:
        """`url` ends in a slash."""
        self.url, self.page = url, Page(url)
        self.times: dict[str, list[float]] = {kind.name: [] for kind in KINDS}
        self.met: Counter[str] = Counter()
        self.memory: list[int] = []
        self._changes = random.Random(0)
        self._asks: dict[str, Ask] = {
            "stepping": lambda visitor, time: self.page.step(visitor + time),
            "running": self._run,
            "comparing": lambda visitor, time: self.page.compare(f"compare-{visitor}", visitor + time),
            "labs": lambda visitor, time: self.page.lab(f"lab-{visitor}"),
            "what-ifs": lambda visitor, time: self.page.what_if(f"tab-{visitor}", round(self._changes.random(), 9)),
            "exactness": lambda visitor, time: self.page.exactness(f"law-{visitor}", 1000 * visitor + time),
            "leaving": lambda visitor, time: leave(self.url, visitor),
        }
        pair = load_pair(TOY)
        self._right = [
            list(summary.tokens)
            for seed in range(SEEDS)
            if (summary := record_trace(RunRequest("spd", TOY, PROMPT, {}, seed, TOKENS), pair=pair).summary)
        ]

    def _run(self, visitor: int, time: int) -> None:
        """Request a run from the app, and compare it with a run of the same seed in this process."""
        seed = (visitor + time) % SEEDS
        same = run(self.url, seed) == self._right[seed]
        self.met["runs that were their own" if same else "runs of somebody else"] += 1

    def visit(self, kind: Kind, visitor: int, over: threading.Event) -> None:
        """Send requests until the test is over. Faults are counted and do not end the measurement."""
        if over.wait(kind.pause * visitor / max(1, kind.count)):  # visitors do not all start at the same moment
            return
        for number in itertools.count():
            begun = time.perf_counter()
            try:
                self._asks[kind.name](visitor, number)
                self.times[kind.name].append(time.perf_counter() - begun)
            except (OSError, ValueError, LookupError) as error:
                self.met[f"{kind.name}: {type(error).__name__} {str(error)[:120]}"] += 1
            if over.wait(kind.pause):
                return

    def watch(self, over: threading.Event, every: float) -> None:
        """Record the app's memory at intervals until the test is over."""
        while not over.wait(every):
            try:
                self.memory.append(round(gauge(self.url, "resident_bytes") / 2**20))
            except OSError as error:
                self.met[f"memory: {error}"] += 1


def load(url: str, counts: dict[str, int], seconds: float, every: float = MEMORY) -> dict[str, Any]:
    """Run the load test.

    Returns the answers of each kind, the faults, the memory, and how long the queue took to drain.
    """
    made = Load(url)
    over = threading.Event()
    memory = [round(gauge(url, "resident_bytes") / 2**20)]
    threads = [threading.Thread(target=made.watch, args=(over, every), daemon=True)]
    for kind in KINDS:
        threads += [
            threading.Thread(target=made.visit, args=(kind, visitor, over), daemon=True)
            for visitor in range(counts[kind.name])
        ]
    for thread in threads:
        thread.start()
    over.wait(seconds)
    over.set()
    for thread in threads:
        thread.join(PATIENCE)
    begun = time.perf_counter()
    while gauge(url, "waiting") + gauge(url, "busy") and time.perf_counter() - begun < 60:
        time.sleep(0.05)
    return {
        "seconds": seconds,
        "answers": {kind.name: _figures(made.times[kind.name], made.met, kind.name) for kind in KINDS},
        "met": dict(made.met),
        "memory_mb": memory + made.memory,
        "memory_every_s": every,
        "drained_s": round(time.perf_counter() - begun, 2),
    }


def _figures(times: list[float], met: Counter[str], kind: str) -> dict[str, Any]:
    """The figures of one kind: numbers of answers and faults, and the seconds per answer."""
    faults = sum(count for what, count in met.items() if what.startswith(f"{kind}: "))
    found: dict[str, Any] = {"answers": len(times), "faults": faults}
    if times:
        p95 = statistics.quantiles(times, n=20, method="inclusive")[-1] if len(times) > 1 else times[0]
        found |= {
            "median_s": round(statistics.median(times), 3),
            "p95_s": round(p95, 3),
            "most_s": round(max(times), 3),
        }
    return found


def table(made: dict[str, Any]) -> str:
    """The figures as lines of text."""
    rows = [f"{'':<10} {'visitors':>8} {'answers':>8} {'faults':>7} {'median s':>9} {'p95 s':>8} {'most s':>8}"]
    for name, found in made["answers"].items():
        times = " ".join(
            f"{found.get(key, float('nan')):>{width}.2f}"
            for key, width in (("median_s", 9), ("p95_s", 8), ("most_s", 8))
        )
        rows.append(f"{name:<10} {made['visitors'][name]:>8} {found['answers']:>8} {found['faults']:>7} {times}")
    rows += [f"met {count} × {what}" for what, count in sorted(made["met"].items())]
    rows.append(f"memory in MB, every {made['memory_every_s']:g} s: {' '.join(map(str, made['memory_mb']))}")
    return "\n".join([*rows, f"the queue was empty after {made['drained_s']} s"])


def served(counts: dict[str, int], seconds: float, every: float = MEMORY) -> dict[str, Any]:
    """Start the app, run the load test, and stop the app. Returns the figures and their conditions."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    begun = start()
    command, public = [sys.executable, "app.py", "--port", str(port)], os.environ | {"EXPLORER_PUBLIC": "1"}
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=public) as app:
        try:
            url = f"http://127.0.0.1:{port}/"
            wait(f"{url}healthz")
            made = load(url, counts, seconds, every)
        finally:
            app.terminate()
    return {"visitors": counts} | made | made_on() | {"begun": begun}


def main(argv: list[str] | None = None) -> int:
    """Run the command: start the app, run the load test, print and write the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").splitlines()[0])
    for kind in KINDS:
        parser.add_argument(f"--{kind.name}", type=int, choices=range(201), metavar="N", help=kind.help)
    parser.add_argument(
        "--seconds", type=int, choices=range(1, 3601), metavar="N", help="duration in seconds (default 300)"
    )
    parser.add_argument("--quick", action="store_true", help="a few visitors of each kind for 8 seconds")
    parser.add_argument("-o", "--out", type=Path)
    options = parser.parse_args(argv)
    if options.out:
        check_place(options.out)
    given = {kind.name: getattr(options, kind.name.replace("-", "_")) for kind in KINDS}
    counts = {
        kind.name: (kind.quick if options.quick else kind.count) if given[kind.name] is None else given[kind.name]
        for kind in KINDS
    }
    quick = 8 if options.quick else 300
    made = served(counts, options.seconds or quick, 2.0 if options.quick else MEMORY)
    print(table(made))
    if options.out:
        write(options.out, made)
    return 0


def wait(url: str) -> None:
    """Wait until the app answers. Raises BadInput if it takes too long."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            get(url)
            return
        except OSError:
            if time.monotonic() > until:
                raise BadInput(f"The app did not answer within {PATIENCE} s.") from None
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(exit_code(main))
