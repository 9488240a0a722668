"""Measurements with one row per prompt, stored after every prompt and continued by a later call.

The file records the conditions of its rows (pair with the draft's weights, settings, versions, processor, threads). A
call with other conditions is refused, so that rows of two kinds are never mixed and no stored row is lost by mistake.
"""

import argparse
import json
import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_options, check_place, machine, now, prompts_of, set_threads, write
from benchmarks.rounds import spread
from decoders.errors import BadInput
from decoders.files import read_text
from decoders.pairs import Pair, load_pair
from explorer.cli.console import number, whole
from explorer.measuring.compare import read_prompts

FOLDER = Path(__file__).parents[1] / "assets" / "benchmarks"
PROMPTS = FOLDER / "prompts_120.jsonl"
MOST, MOST_THREADS = 100_000, 1024
Row = dict[str, Any]


def add_options(parser: argparse.ArgumentParser, out: str, limit: int, dtype: str) -> None:
    """Add the options of every measurement with one row per prompt; `out` is its file in assets/benchmarks."""
    parser.add_argument(
        "--prompts", type=Path, default=PROMPTS, help="file with one JSON object per line (key: prompt)"
    )
    parser.add_argument(
        "--limit", type=whole(1, MOST), default=limit, help="number of prompts, with each category in proportion"
    )
    parser.add_argument("--pair", default="smollm2")
    parser.add_argument("--device", default="auto")
    parser.add_argument("--engine", default="torch", help="torch, numba, or auto")
    parser.add_argument("--dtype", default=dtype)
    parser.add_argument(
        "--threads", type=whole(0, MOST_THREADS), default=0, help="number of torch threads; 0 leaves it unchanged"
    )
    parser.add_argument("--minutes", type=number(0, math.inf), default=math.inf, help="start no prompt after this time")
    parser.add_argument("--fresh", action="store_true", help="discard the earlier results in -o")
    parser.add_argument("-o", "--out", type=Path, default=FOLDER / out)


def measure(
    options: argparse.Namespace,
    about: dict[str, Any],
    examine: Callable[[Pair, list[int]], Row],
    total: Callable[[list[Row]], dict[str, Any]],
    clock: Callable[[], float] = time.monotonic,
) -> dict[str, Any]:
    """Examine every prompt that has no row yet, and write the file after each. Returns the content of the file.

    `about` holds further conditions of the rows, besides the pair, the prompts and the machine. `total` sums up the
    rows. Raises BadInput if prompts cannot be used or the file has other conditions.
    """
    check_options(options)
    if options.limit < 1:
        raise BadInput(f"--limit {options.limit} is not valid. Use at least 1.")
    check_place(options.out, prompts=options.prompts)
    tasks = spread(read_prompts(options.prompts), 0)[: options.limit]
    set_threads(options.threads)
    pair = load_pair(options.pair, options.device, options.dtype, engine=options.engine)
    made_with = _conditions(options, about, pair)
    rows = {} if options.fresh else known_rows(options.out, made_with)
    end = clock() + 60 * options.minutes
    for task in tasks:
        if task["id"] in rows or clock() >= end:
            continue
        begin = clock()
        found = examine(pair, pair.encode(task["prompt"], False))
        rows[task["id"]] = {"id": task["id"], **found, "seconds": round(clock() - begin, 2)}
        _write(options.out, made_with, rows, total)
        print(f"{now()} {sum(one['id'] in rows for one in tasks)} of {len(tasks)}: {rows[task['id']]}", file=sys.stderr)
    if not rows:
        raise BadInput(f"--minutes {options.minutes:g} is too short for a single prompt. Increase it.")
    return _write(options.out, made_with, rows, total)


def _conditions(options: argparse.Namespace, about: dict[str, Any], pair: Pair) -> dict[str, Any]:
    """The conditions that must not change between two calls, as they are read back from a file."""
    here = {key: value for key, value in machine(pair).items() if key != "made"}
    return json.loads(json.dumps({"pair": pair.name, **pair.info, **prompts_of(options), **about, **here}))


def known_rows(out: Path, made_with: dict[str, Any]) -> dict[str, Row]:
    """The rows of an earlier call under the same conditions, by prompt. Raises BadInput if the conditions differ."""
    if not out.is_file():  # the file does not exist yet, or is a device
        return {}
    text = read_text(out, "-o a file of this command")
    try:
        data = json.loads(text)
        before, rows = dict(data["made_with"]), {row["id"]: row for row in data["rows"].values()}
        _ = [row["seconds"] + 0 for row in rows.values()]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BadInput(f"-o {out} is not a file of this command. Choose another file, or use --fresh.") from None
    if before != made_with:
        changed = sorted(key for key in {*before, *made_with} if before.get(key) != made_with.get(key))
        raise BadInput(f"-o {out} was made with another {', '.join(changed)}. Choose another file, or use --fresh.")
    return rows


def _write(
    out: Path, made_with: dict[str, Any], rows: dict[str, Row], total: Callable[[list[Row]], dict[str, Any]]
) -> dict[str, Any]:
    every = list(rows.values())
    seconds = round(sum(row["seconds"] for row in every), 1)
    found = {"made_with": made_with, "made": now(), "prompts": len(rows), "seconds": seconds, **total(every)}
    write(out, {**found, "rows": rows})
    return {**found, "rows": rows}
