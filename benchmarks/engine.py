"""What a pass takes on each engine, by the number of nodes: the target and the draft of the embedded pair.

    python -m benchmarks.engine [--nodes 1,2,4,8,16,32,64] [--context 100] [--rounds 15] [-o FILE]

Engines take turns pass by pass, in an order that rotates, so that a drift of the machine's speed meets all alike. The
same context, the same nodes below its end; the cache is put back after every pass. Medians and quartiles of wall time,
and in the same run how fast the memory is read and how many bytes of weights the target has, which is what a pass of
one node cannot take less than. The load of the machine stands beside them; a result is worth keeping only where that
was low. Writes assets/benchmarks/engine.json.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.conditions import check_place, exit_code, start, write
from decoders.errors import BadInput
from decoders.models.engine import cpu_fact
from decoders.pairs import Pair, load_pair
from explorer.cli.console import Parser, whole
from explorer.runs.compare import cpu_name
from explorer.runs.recording import versions

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "engine.json"
ENGINES = {  # name: engine and dtype
    "openvino float32": ("openvino", "float32"),
    "torch bfloat16": ("torch", "bfloat16"),
    "torch float32": ("torch", "float32"),
}
MOST_NODES, MOST_CONTEXT, MOST_ROUNDS = 256, 4000, 1000
FLAGS = ("avx2", "avx512f", "avx512_bf16", "avx512_vnni", "avx_vnni", "amx_bf16", "amx_tile")
READ = 1 << 28  # bytes that are read to learn how fast memory is, more than any cache of a laptop


def bandwidth() -> float:
    """Bytes a second that one core reads from memory, the best of some rounds."""
    block = np.ones(READ // 8)
    best = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        block.sum()
        best = min(best, time.perf_counter() - begin)
    return READ / best


def measure(
    pairs: dict[str, Pair], role: str, nodes: Sequence[int], context: int, rounds: int
) -> dict[str, dict[str, Any]]:
    """Seconds of passes of one model by engine and number of nodes; the first round of each warms up."""
    prompt = [100 + i % 1000 for i in range(context)]
    sessions = {name: getattr(pair.models, role).start(prompt) for name, pair in pairs.items()}
    seconds: dict[str, dict[str, list[float]]] = {name: {str(n): [] for n in nodes} for name in pairs}
    names = list(sessions)
    for turn in range(rounds + 1):
        for n in nodes:
            shift = turn % len(names)
            for name in (*names[shift:], *names[:shift]):
                begin = time.perf_counter()
                sessions[name].forward([200 + i for i in range(n)], [-1] * n)
                taken = time.perf_counter() - begin
                sessions[name].keep([])
                if turn:
                    seconds[name][str(n)].append(taken)
    for session in sessions.values():
        session.close()
    return {name: {n: _summed(times) for n, times in by.items()} for name, by in seconds.items()}


def _summed(times: Sequence[float]) -> dict[str, Any]:
    low, middle, high = (float(x) for x in np.percentile(times, [25, 50, 75]))
    return {"median": middle, "quartiles": [low, high], "least": min(times), "all": [round(x, 6) for x in times]}


def run(options: argparse.Namespace) -> dict[str, Any]:
    """Load the pair on every engine and measure both of its models. Raises BadInput."""
    check_place(options.out)
    nodes = _nodes(options.nodes)
    began = start()
    pairs = {name: load_pair("smollm2", "cpu", dtype, engine=engine) for name, (engine, dtype) in ENGINES.items()}
    sizes = pairs["openvino float32"].models.target.sizes  # pyright: ignore[reportAttributeAccessIssue]
    flags = cpu_fact("flags").split()
    made = {
        "pair": "smollm2",
        "context": options.context,
        "rounds": options.rounds,
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "instruction_sets": [flag for flag in FLAGS if flag in flags],
        "versions": versions(real=True),
        "begin": began,
        "bytes_a_second_one_core": bandwidth(),
        "target_weight_bytes": (sizes.matrix + sizes.vector + sizes.head) * sizes.value_bytes,
        "passes": {role: measure(pairs, role, nodes, options.context, options.rounds) for role in ("target", "draft")},
    }
    made["end"] = start()
    write(options.out, made)
    return made


def _nodes(text: str) -> list[int]:
    try:
        found = [int(word) for word in text.split(",")]
    except ValueError:
        raise BadInput(f"--nodes {text[:60]} should be whole numbers with commas, as 1,8") from None
    if not found or not all(1 <= n <= MOST_NODES for n in found):
        raise BadInput(f"--nodes {text[:60]} should be numbers from 1 to {MOST_NODES}")
    return found


def table(made: dict[str, Any]) -> str:
    """Milliseconds, one line for each number of nodes."""
    lines = []
    for role, by in made["passes"].items():
        lines.append(f"{role}, ms a pass (median): " + ", ".join(by))
        for n in next(iter(by.values())):
            lines.append(f"{n:>4} nodes  " + "  ".join(f"{1e3 * by[name][n]['median']:8.1f}" for name in by))
    one, eight = (made["passes"]["target"]["openvino float32"].get(n) for n in ("1", "8"))
    if one and eight:
        lines.append(f"8 nodes take {eight['median'] / one['median']:.2f} times what 1 node takes")
    load = statistics.mean((made["begin"]["load_average"], made["end"]["load_average"]))
    return "\n".join([*lines, f"{made['cpu']}, {' '.join(made['instruction_sets'])}, load average {load:.1f}"])


def main(words: Sequence[str] | None = None) -> int:
    """Exit code: 0, or 2 for wrong options, told in one sentence."""
    parser = Parser(prog="python -m benchmarks.engine", description="What a pass takes on each engine")
    parser.add_argument("--nodes", default="1,2,4,8,16,32,64", help="numbers of nodes, with commas")
    parser.add_argument("--context", type=whole(1, MOST_CONTEXT), default=100, help="tokens in the cache")
    parser.add_argument("--rounds", type=whole(1, MOST_ROUNDS), default=15, help="passes of every kind")
    parser.add_argument("-o", "--out", type=Path, default=OUT)

    def measured() -> int:
        print(table(run(parser.parse_args(words))))
        return 0

    return exit_code(measured)


if __name__ == "__main__":
    sys.exit(main())
