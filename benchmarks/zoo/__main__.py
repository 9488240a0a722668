"""Check every family of the zoo on torch and on the built-in kernels, and write the results and the tables of the docs.

    python -m benchmarks.zoo [FAMILY …] [--engine torch] [--workers 2] [-o assets/benchmarks/zoo.json]

The exit code is 1 if a family differs or is refused.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.conditions import exit_code, made_on, write
from benchmarks.zoo.families import FAMILIES
from benchmarks.zoo.processes import checked, checked_formats
from benchmarks.zoo.table import put_tables
from decoders.errors import BadInput
from explorer.cli.console import Parser, whole

ENGINES = ("torch", "numba")


def main(argv: Sequence[str] | None = None) -> int:
    """Check the families, write the results and print the faults."""
    return exit_code(lambda: _run(_options(argv)))


def _options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = Parser(prog="python -m benchmarks.zoo", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="families to check (default: all)")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="engine to check (default: both)")
    parser.add_argument("--workers", type=whole(1, 64), default=2, help="number of families checked at the same time")
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        help="file for the results as JSON; if it is given, the tables of the docs are also written",
    )
    return parser.parse_args(argv)


def _run(options: argparse.Namespace) -> int:
    unknown = [name for name in options.families if name not in FAMILIES]
    if unknown:
        raise BadInput(f"Unknown family “{unknown[0]}”. Choose one of: {', '.join(FAMILIES)}.")
    names, engines = options.families or list(FAMILIES), options.engine or ENGINES
    begin, results = time.monotonic(), list[Any]()
    for row in checked(names, engines, options.workers):
        results.append(row)
        print(_line(row), flush=True)
    formats = checked_formats(options.workers) if not options.families else []
    for packed in formats:
        print(f"{packed.format:46} {packed.refused or packed.different or f'equal; {packed.engine} {packed.dtype}'}")
    seconds = time.monotonic() - begin
    wrong = [row for row in results if _is_wrong(row)]
    print(f"{len(names)} families, {len(results)} rows in {seconds:.0f} s; {len(wrong)} wrong")
    if options.output is not None:
        rows, packings = [asdict(row) for row in results], [asdict(packed) for packed in formats]
        write(options.output, {**made_on(real=True), "seconds": round(seconds), "rows": rows, "formats": packings})
        put_tables(rows, packings)
    return int(bool(wrong or any(packed.different for packed in formats)))


def _is_wrong(row: Any) -> bool:
    """Whether a family is at fault. A refusal by the built-in kernels is not a fault, because torch runs the family."""
    return not row.exact and not (row.refused and row.engine == "numba")


def _line(row: Any) -> str:
    if row.refused:
        return f"{row.family:20} {row.engine:6} refused: {row.refused}"
    different = ", ".join(filter(None, [row.greedy and f"greedy: {row.greedy}", *map(": ".join, row.methods.items())]))
    mode, share = row.tree_mode.partition(":")[0], f"{row.accepted}/{row.tested} accepted"
    return f"{row.family:20} {row.engine:6} {different or 'equal'}; {mode}, window {row.window}, {share}"


if __name__ == "__main__":
    sys.exit(main())
