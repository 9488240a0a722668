"""Measure the duration of a pass on each engine by the number of nodes, for the target and the draft of the embedded
pair.

    python -m benchmarks.engines [--pair smollm2] [--nodes 1,2,4,8,16,32,64] [--context 100] [--rounds 15] [-o FILE]

Engines take turns round by round in a rotating order, so a drift of the machine's speed affects all engines equally.
The first pass of a turn is discarded, because threads of the previous engine may still be busy waiting. All engines get
the same context and the same nodes after it, and the cache is restored after every pass. The results are medians and
quartiles of wall time. Between the passes, the memory bandwidth of all cores is measured, because a pass of one node
takes at least as long as reading the weights. Then the cost of recording and the memory of a process are measured. The
load of the machine is recorded; a result is worth storing only if the load was low. Speeds of methods on an engine are
measured by `benchmarks.methods --engine`. The results are written to assets/benchmarks/engines.json.
"""

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.conditions import check_place, exit_code, start, write
from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.runner import Session
from decoders.errors import BadInput
from decoders.models.engine import cpu_fact
from decoders.models.loading.embedded import NAMES
from decoders.models.timing import pass_seconds
from decoders.pairs import Pair, load_pair
from explorer.cli.console import Parser, whole
from explorer.measuring.turns import cpu_name, in_turns
from explorer.service.recording import versions

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "engines.json"
ENGINES = {  # column name: engine and dtype
    "own float32": ("numba", "float32"),
    "torch bfloat16": ("torch", "bfloat16"),
    "torch float32": ("torch", "float32"),
}
OURS = "own float32"
MOST_NODES, MOST_CONTEXT, MOST_ROUNDS = 256, 4000, 1000
FLAGS = ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "avx_vnni", "amx_bf16", "amx_tile")
READ = 1 << 29  # bytes read to measure the memory bandwidth, more than any cache
RECORDED_TOKENS, RECORDED_ROUNDS = 32, 5


class Memory:
    """A block of memory larger than any cache, which all cores read to measure the bandwidth."""

    def __init__(self) -> None:
        self._parts = np.array_split(np.ones(READ // 8), os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(len(self._parts))

    def bandwidth(self) -> float:
        """The measured memory bandwidth in bytes per second."""
        begin = time.perf_counter()
        list(self._pool.map(np.sum, self._parts))
        return READ / (time.perf_counter() - begin)


def measure(
    pairs: dict[str, Pair], role: str, nodes: Sequence[int], context: int, rounds: int, memory: Memory
) -> dict[str, Any]:
    """Time the passes of one model by engine and number of nodes, and measure the memory bandwidth between them.

    Times are in seconds. The first round is a warm-up."""
    prompt = prompt_of(context)
    sessions = {name: getattr(pair.models, role).start(prompt) for name, pair in pairs.items()}
    read = list[float]()
    seconds = turns(sessions, nodes, rounds, lambda: read.append(memory.bandwidth()))
    return {"seconds": seconds, "bytes_a_second": _summed(read[1:])}


def prompt_of(tokens: int) -> list[int]:
    """Make a prompt of `tokens` tokens. Which tokens they are does not affect the time."""
    return [100 + i % 1000 for i in range(tokens)]


def turns(
    sessions: Mapping[str, Session], nodes: Sequence[int], rounds: int, between: Callable[[], object] = lambda: None
) -> dict[str, dict[str, Any]]:
    """Time passes by session and number of nodes, one session after the other, in a rotating order.

    The first pass of each turn is discarded.

    `between` is called before every round; the first round is a warm-up. The sessions are closed at the end.
    """
    seconds: dict[str, dict[str, list[float]]] = {name: {str(n): [] for n in nodes} for name in sessions}
    for done, (turn, name) in enumerate(in_turns(sessions, range(rounds + 1))):
        if done % len(sessions) == 0:
            between()
        pass_seconds(sessions[name], nodes[0])
        for n in nodes:
            taken = pass_seconds(sessions[name], n)
            if turn:
                seconds[name][str(n)].append(taken)
    for session in sessions.values():
        session.close()
    return {name: {n: _summed(times) for n, times in by.items()} for name, by in seconds.items()}


def _summed(values: Sequence[float]) -> dict[str, Any]:
    low, middle, high = (float(x) for x in np.percentile(values, [25, 50, 75]))
    return {"median": middle, "quartiles": [low, high], "all": [float(f"{x:.4g}") for x in values]}


def recording(pair: Pair) -> dict[str, Any]:
    """The fraction that recording adds to the wall time of SpD. Recorded and unrecorded runs alternate."""
    method, ids = decoder("spd"), pair.encode("Explain why the sky is blue.", False)
    settings = method.make_settings({"gamma": 2, "temperature": 0})
    ratios = list[float]()
    for turn in range(RECORDED_ROUNDS + 1):
        taken = dict[bool, float]()
        for record in (True, False) if turn % 2 else (False, True):
            begin = time.perf_counter()
            for _ in method.decode(ids, pair.models, settings, Seeded(0), RECORDED_TOKENS, record):
                pass
            taken[record] = time.perf_counter() - begin
        if turn:
            ratios.append(taken[True] / taken[False] - 1)
    return _summed(ratios)


def peak_memory(name: str) -> int | None:
    """Peak memory in bytes of a separate process that runs the pair on OURS; None if the system does not report it."""
    code = (
        "import sys; from pathlib import Path; from decoders.pairs import load_pair;"
        "p = load_pair(sys.argv[1], 'cpu', engine='numba'); ids = list(range(100, 400));"
        "[m.start(ids).forward([5] * 8, [-1] * 8) for m in (p.models.target, p.models.draft)];"
        "print(Path('/proc/self/status').read_text())"
    )
    if not Path("/proc/self/status").exists():
        return None
    out = subprocess.run([sys.executable, "-c", code, name], capture_output=True, text=True, check=True).stdout
    return next(int(line.split()[1]) * 1024 for line in out.splitlines() if line.startswith("VmHWM"))


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Load the pair on every engine and measure both of its models. Raises BadInput if an option is not valid."""
    check_place(options.out)
    nodes = numbers_of_nodes(options.nodes)
    began, memory = start(), Memory()
    pairs = {name: load_pair(options.pair, "cpu", dtype, engine=engine) for name, (engine, dtype) in ENGINES.items()}
    sizes = pairs[OURS].models.target.sizes  # pyright: ignore[reportAttributeAccessIssue]
    flags = cpu_fact("flags").split()
    passes = {
        role: measure(pairs, role, nodes, options.context, options.rounds, memory) for role in ("target", "draft")
    }
    made: dict[str, Any] = {
        "pair": options.pair,
        "context": options.context,
        "rounds": options.rounds,
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "instruction_sets": [flag for flag in FLAGS if flag in flags],
        "versions": versions(real=True),
        "begin": began,
        "target_weight_bytes": (sizes.matrix + sizes.vector + sizes.head) * sizes.value_bytes,
        "passes": passes,
        "recording_costs": recording(pairs[OURS]),
    }
    made["ratios"] = ratios(made)
    pairs.clear()
    made |= {"peak_bytes": None, "end": start()}
    write(options.out, made)  # the process below may fail
    made["peak_bytes"] = peak_memory(options.pair)
    write(options.out, made)
    return made


def ratios(made: dict[str, Any]) -> dict[str, float]:
    """A short summary of the passes on OURS, without numbers of nodes that were not measured."""
    target, draft = (made["passes"][role]["seconds"][OURS] for role in ("target", "draft"))
    read = made["target_weight_bytes"] / made["passes"]["target"]["bytes_a_second"]["median"]
    found = dict[str, float]()
    if "1" in target:
        one = target["1"]["median"]
        found |= {"one_node_to_reading_weights": one / read, "draft_to_target": draft["1"]["median"] / one}
        if "8" in target:
            found["eight_nodes_to_one"] = target["8"]["median"] / one
    return {name: round(value, 3) for name, value in found.items()}


def numbers_of_nodes(text: str) -> list[int]:
    """Parse --nodes. Raises BadInput if a number is not valid."""
    try:
        found = [int(word) for word in text.split(",")]
    except ValueError:
        raise BadInput(f"--nodes {text[:60]} is not valid. Use comma-separated whole numbers, such as 1,8.") from None
    if not found or not all(1 <= n <= MOST_NODES for n in found):
        raise BadInput(f"--nodes {text[:60]} is out of range. Use numbers from 1 to {MOST_NODES}.")
    return found


def table(made: dict[str, Any]) -> str:
    """The results as text: milliseconds, one line per number of nodes, and the ratios."""
    lines = list[str]()
    for role, passes in made["passes"].items():
        by = passes["seconds"]
        lines.append(f"{role}, ms per pass (median): " + ", ".join(by))
        for n in next(iter(by.values())):
            lines.append(f"{n:>4} nodes  " + "  ".join(f"{1e3 * by[name][n]['median']:8.1f}" for name in by))
    lines += [f"{name.replace('_', ' ')}: {value:.2f}" for name, value in made["ratios"].items()]
    lines.append(f"recording costs: {made['recording_costs']['median']:.1%}")
    if made["peak_bytes"]:
        lines.append(f"memory at most: {made['peak_bytes'] / 1e9:.2f} GB")
    load = statistics.mean((made["begin"]["load_average"], made["end"]["load_average"]))
    return "\n".join([*lines, f"{made['cpu']}, {' '.join(made['instruction_sets'])}, load average {load:.1f}"])


def main(words: Sequence[str] | None = None) -> int:
    """Run the measurement. Returns exit code 0, or prints one sentence and returns 2 if options are wrong."""
    parser = Parser(prog="python -m benchmarks.engines", description="Measure how long a pass takes on each engine")
    parser.add_argument("--pair", choices=NAMES, default="smollm2")
    return measured(parser, words, lambda options: table(run(options)), rounds=15, out=OUT)


def measured(
    parser: Parser,
    words: Sequence[str] | None,
    told: Callable[[argparse.Namespace], str],
    *,
    rounds: int,
    out: Path,
) -> int:
    """Parse the options of a benchmark of passes, run it and print its text. Returns the exit code."""
    parser.add_argument("--nodes", default="1,2,4,8,16,32,64", help="comma-separated numbers of nodes")
    parser.add_argument("--context", type=whole(1, MOST_CONTEXT), default=100, help="number of tokens in the cache")
    parser.add_argument(
        "--rounds", type=whole(1, MOST_ROUNDS), default=rounds, help="number of timed passes of every kind"
    )
    parser.add_argument("-o", "--out", type=Path, default=out)

    def printed() -> int:
        print(told(parser.parse_args(words)))
        return 0

    return exit_code(printed)


if __name__ == "__main__":
    sys.exit(main())
