"""Check that deterministic GSD generates greedy decoding's text, token for token, on the real pair in float32.

    python -m benchmarks.equality [--limit 100] [--tokens 64] [--method gsd] [--set KEY=VALUE …] [--minutes M]
    python -m benchmarks.equality --engine numba --method greedy -o assets/benchmarks/equality-numba.json

If the engine is not torch, its text is compared with torch's own greedy decoding in the same dtype. Greedy decoding
computes one token per pass, but GSD verifies whole trees. In float32 or float64 the two texts must be equal. With fewer
bits, near ties may make them differ; for the first different token, the margin between the two likeliest tokens is
recorded. Results are written after every prompt, and a later call with the same arguments continues. The exit code is 1
if a text differs. The default prompts are those in assets/benchmarks/prompts_120.jsonl (--prompts). Results go to
assets/benchmarks/equality.json by default (-o).
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import asdict
from functools import cache
from typing import Any

from benchmarks.conditions import exit_code
from benchmarks.rows import Row, add_options, measure
from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.decoder import Decoder
from decoders.core.dice import Seeded
from decoders.core.record import BeamRecord
from decoders.models.engine import KERNELS
from decoders.pairs import Pair, load_pair
from explorer.cli.console import Parser, whole
from explorer.service.request import MAX_NEW_TOKENS, request_of


def compare(
    models: Models, prompt: Sequence[int], tokens: int, method: Decoder, settings: Any, reference: Models | None = None
) -> Row:
    """Compare the two texts for a prompt: whether they are equal, where they differ and by what margin, and how many
    target passes each took.

    Greedy decoding runs on `reference`, if there is one, and `method` on `models`.
    """
    greedy = decoder("greedy")
    wanted, _ = run(reference or models, prompt, tokens, greedy, greedy.make_settings({}))
    found, passes = run(models, prompt, tokens, method, settings)
    row: Row = {"equal": wanted.tokens == found.tokens, "tokens": len(wanted.tokens), "target_passes": passes}
    if not row["equal"]:
        both = zip(wanted.tokens, found.tokens, strict=False)
        shared = next((i for i, (a, b) in enumerate(both) if a != b), min(len(wanted.tokens), len(found.tokens)))
        row |= {"first_difference": shared, "margin": margin(reference or models, prompt, wanted.tokens[:shared])}
    return row


def run(models: Models, prompt: Sequence[int], tokens: int, method: Decoder, settings: Any) -> tuple[BeamRecord, int]:
    """Run a method once, and return the beam that it wrote and the number of its target passes."""
    passes, last = 0, None
    for last in method.decode(prompt, models, settings, Seeded(0), tokens):
        passes += sum(one.model == "target" for one in last.passes)
    assert last is not None, "at least one token was requested"
    return last.final.beams[0], passes


def margin(models: Models, prompt: Sequence[int], shared: Sequence[int]) -> float:
    """The difference of p between the two likeliest tokens after the common beginning of both texts."""
    session = models.target.start([*prompt, *shared][:-1])
    try:
        (_, first), (_, second) = session.forward([[*prompt, *shared][-1]], [-1]).top(0, 2)[0]
    finally:
        session.close()
    return first - second


def total(rows: list[Row]) -> dict[str, Any]:
    """The sums over all prompts."""
    sums = {key: sum(row[key] for row in rows) for key in ("equal", "tokens", "target_passes")}
    return {**sums, "tokens_per_pass": round(sums["tokens"] / sums["target_passes"], 3)}


def main(argv: Sequence[str] | None = None) -> int:
    """Compare the texts, print the result and write the file."""
    about = (__doc__ or "").split("\n")[0]
    parser = Parser(prog="python -m benchmarks.equality", description=about)
    parser.add_argument("--method", default="gsd", choices=("gsd", "tsd", "ssd", "greedy"))
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="setting of the method; may be repeated"
    )
    parser.add_argument("--tokens", type=whole(1, MAX_NEW_TOKENS), default=64)
    add_options(parser, "equality.json", 100, "float32")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    asked = request_of(":".join((options.method, *options.set)), {})
    given = {"max_new_tokens": options.tokens, "method": options.method, "settings": asdict(asked.chosen)}

    @cache
    def reference() -> Models:
        return load_pair(options.pair, "cpu", options.dtype, engine="torch").models

    def examine(pair: Pair, ids: list[int]) -> Row:
        other = reference() if pair.info.get("engine", {}).get("target") == KERNELS else None
        return compare(pair.models, ids, options.tokens, asked.decoder, asked.chosen, other)

    found = measure(options, given, examine, total)
    print(f"{found['equal']} of {found['prompts']} equal, {found['tokens_per_pass']:.2f} tokens per target pass")
    return 0 if found["equal"] == found["prompts"] else 1


if __name__ == "__main__":
    sys.exit(main())
