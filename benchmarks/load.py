"""Many visitors at once, on the loopback: some step through recorded runs, some run, some leave in the middle.

    python -m benchmarks.load --stepping 50 --running 20 --rounds 3 -o assets/benchmarks/load.json

Starts the app itself. A step is what the stage asks the server for: a bundled trace by its route. A run is the API's,
of a toy pair, with a seed of its own; what comes back must be that seed's run and nobody else's.
"""

import argparse
import json
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.runs.recording import record
from explorer.runs.request import RunRequest
from explorer.runs.store import gallery

TOY, PROMPT, TOKENS = "toy:assets/toys/dsbd-figure-2.json", "ask", 12
OTHERS = (False, "auto", "auto", None, "[]", "{}", False)  # raw, engine, dtype and what is around a prompt
PATIENCE = 120  # seconds for one answer


def get(url: str, body: Any = None, patience: float = PATIENCE) -> bytes:
    """The body of an answer. Raises OSError, of which HTTPError is one."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=patience) as answer:
        return answer.read()


def run(
    url: str, seed: int, pair: str = TOY, prompt: str = PROMPT, tokens: int = TOKENS, patience: float = PATIENCE
) -> list[int]:
    """The tokens of a run that the API made. Raises OSError or ValueError."""
    given = ["spd", pair, prompt, "{}", seed, tokens, *OTHERS]
    event = json.loads(get(f"{url}gradio_api/call/run", {"data": given}))["event_id"]
    answer = get(f"{url}gradio_api/call/run/{event}", patience=patience).decode()
    lines = [
        json.loads(text) for row in answer.split("\n") if row.startswith("data: [") for text in json.loads(row[6:])
    ]
    if not lines or "event: complete" not in answer:
        raise ValueError(f"the run on {pair} did not come to its end: {answer[-300:]}")
    return lines[-1][-1]["tokens"]


def leave(url: str, seed: int) -> None:
    """A run that is asked for, listened to for a moment, and left."""
    given = ["spd", TOY, PROMPT, "{}", seed, 4000, *OTHERS]
    event = json.loads(get(f"{url}gradio_api/call/run", {"data": given}))["event_id"]
    with urllib.request.urlopen(f"{url}gradio_api/call/run/{event}", timeout=PATIENCE) as answer:
        answer.read(64)


def gauge(url: str, name: str) -> float:
    """A value of /metrics, summed over its labels."""
    rows = [row.rsplit(" ", 1) for row in get(f"{url}metrics").decode().splitlines() if not row.startswith("#")]
    return sum(float(value) for key, value in rows if key.split("{")[0] == f"speculative_explorer_{name}")


class Load:
    """The visitors and what they met."""

    def __init__(self, url: str) -> None:
        self.url, self.steps, self.runs = url, list[float](), list[float]()
        self.met: Counter[str] = Counter()
        self._names = [card.name for card in gallery()]
        pair = load_pair(TOY)
        self._right = [
            list(record(RunRequest("spd", TOY, PROMPT, {}, i, TOKENS), pair))[-1]["tokens"] for i in range(40)
        ]

    def step(self, visitor: int, until: threading.Event) -> None:
        """Ask for traces, twice a second, until the runs are over."""
        while True:
            begun = time.perf_counter()
            try:
                get(f"{self.url}explorer/open/{self._names[visitor % len(self._names)]}")
                self.steps.append(time.perf_counter() - begun)
            except OSError as error:
                self.met[f"step: {error}"] += 1
            if until.wait(0.5):
                return

    def run(self, visitor: int) -> None:
        """A run of one's own, compared with the same seed's run made here."""
        begun = time.perf_counter()
        try:
            same = run(self.url, visitor % 40) == self._right[visitor % 40]
            self.met["runs that were their own" if same else "runs of somebody else"] += 1
            self.runs.append(time.perf_counter() - begun)
        except (OSError, ValueError, LookupError) as error:
            self.met[f"run: {type(error).__name__} {str(error)[:60]}"] += 1

    def leave(self, visitor: int) -> None:
        """A run that is left in its middle."""
        try:
            leave(self.url, visitor)
        except (OSError, ValueError, LookupError) as error:
            self.met[f"leave: {type(error).__name__} {str(error)[:60]}"] += 1


def load(url: str, stepping: int, running: int, rounds: int) -> dict[str, Any]:
    """The figures: answers to steps, runs, faults met, memory after every round, how long the queue took to drain."""
    made = Load(url)
    for name in made._names[:stepping]:
        get(f"{url}explorer/open/{name}")  # packed once
    memory = [gauge(url, "resident_bytes")]
    over = threading.Event()
    with ThreadPoolExecutor(stepping + running + 4) as pool:
        steps = [pool.submit(made.step, visitor, over) for visitor in range(stepping)]
        try:
            for _ in range(rounds):
                for done in [pool.submit(made.run, visitor) for visitor in range(running)]:
                    done.result()
                for gone in [pool.submit(made.leave, visitor) for visitor in range(4)]:
                    gone.result()
                memory.append(gauge(url, "resident_bytes"))
        finally:
            over.set()  # else those who step go on, and the pool waits for them
        for done in steps:
            done.result()
    begun = time.perf_counter()
    while gauge(url, "waiting") + gauge(url, "busy") and time.perf_counter() - begun < 60:
        time.sleep(0.05)
    return {
        "steps": len(made.steps),
        "step_ms_median_p95": [round(1000 * q, 1) for q in _median_p95(made.steps)],
        "runs": len(made.runs),
        "run_s_median_p95": [round(q, 2) for q in _median_p95(made.runs)],
        "met": dict(made.met),
        "memory_mb": [round(size / 2**20) for size in memory],
        "drained_s": round(time.perf_counter() - begun, 2),
    }


def _median_p95(values: list[float]) -> tuple[float, float]:
    if len(values) < 2:
        raise BadInput("too few answers came to say anything; take more rounds")
    return statistics.median(values), statistics.quantiles(values, n=20)[-1]


def main(argv: list[str] | None = None) -> int:
    """Start the app, let visitors at it, print and write the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--stepping", type=int, default=50, choices=range(1, 201), metavar="N")
    parser.add_argument("--running", type=int, default=20, choices=range(1, 41), metavar="N")
    parser.add_argument("--rounds", type=int, default=30, choices=range(1, 101), metavar="N")
    parser.add_argument("-o", "--out", type=Path)
    options = parser.parse_args(argv)
    if options.out:
        check_place(options.out)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    begun = start()
    command = [sys.executable, "app.py", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as app:
        try:
            url = f"http://127.0.0.1:{port}/"
            wait(f"{url}healthz")
            made = load(url, options.stepping, options.running, options.rounds)
        finally:
            app.terminate()
    asked = {"stepping": options.stepping, "running": options.running, "rounds": options.rounds}
    made = asked | made | made_on() | {"begun": begun}
    print(json.dumps(made, indent=1))
    if options.out:
        write(options.out, made)
    return 0


def wait(url: str) -> None:
    """Until the app answers. Raises BadInput if it takes too long."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            get(url)
            return
        except OSError:
            if time.monotonic() > until:
                raise BadInput(f"the app did not answer within {PATIENCE} s") from None
            time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(exit_code(main))
