"""MTAD's perplexity relative to MTJD's and its tokens per iteration, compared with Theorems 3.5 and 3.6.

    python -m benchmarks.bounds [--limit 8] [--tokens 64] [--threshold 0.5] [--minutes M]

For every prompt, MTAD is run, and then MTJD with blocks of MTAD's average length, found by beam search with --width
beams. On a toy pair, the search is exact if it is wide enough. The theorems are those of Qin et al. 2025. Results are
written after every prompt, and a later call with the same arguments continues. The default prompts are those in
assets/benchmarks/prompts_120.jsonl (--prompts). Results go to assets/benchmarks/bounds.json by default (-o).
"""

import argparse
import math
import statistics
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from benchmarks.conditions import exit_code
from benchmarks.rows import Row, add_options, measure
from decoders.catalog import decoder
from decoders.core.decode import Models, best_of
from decoders.core.dice import Seeded
from decoders.pairs import Pair
from explorer.cli.console import Parser, number, whole
from explorer.service.request import MAX_NEW_TOKENS, MAX_SEED
from explorer.trace.metrics import bounds_of


def examine(models: Models, prompt: Sequence[int], tokens: int, settings: Any, seed: int, width: int) -> Row:
    """Run MTAD on one prompt, and return its bounds (None if infinite), both perplexities and their ratio."""
    iterations = list(decoder("mtad").decode(prompt, models, settings, Seeded(seed), tokens))
    found = bounds_of(iterations)
    assert found is not None, "at least two tokens were requested, so something was drafted"
    best = best_of(iterations[-1].final.beams)
    ppl, block = math.exp(-best.logp / len(best.tokens)), max(1, round(found.gamma_bar))
    mtjd = reference(models, prompt, tokens, block, width)
    bounds = {key: value if math.isfinite(value) else None for key, value in asdict(found).items()}
    return {"tokens": len(best.tokens), **bounds, "block": block, "ppl": ppl, "ppl_mtjd": mtjd, "ppl_ratio": ppl / mtjd}


def reference(models: Models, prompt: Sequence[int], tokens: int, block: int, width: int) -> float:
    """The perplexity of deterministic MTJD, whose blocks of most likely tokens are found by beam search of this width.

    It is exact if the width covers every sequence of a block, and otherwise as good as beam search.
    """
    mtjd = decoder("mtjd")
    settings = mtjd.make_settings({"selection": "search", "block": block, "width": width})
    *_, last = mtjd.decode(prompt, models, settings, Seeded(0), tokens, record=False)
    best = best_of(last.final.beams)
    return math.exp(-best.logp / len(best.tokens))


def total(rows: list[Row]) -> dict[str, Any]:
    """Medians over the prompts, and the number of prompts that satisfy each bound."""
    medians = {f"median_{key}": statistics.median(row[key] for row in rows) for key in ("gamma_bar", "ppl_ratio")}
    high = [math.inf if row["ppl_ratio_high"] is None else row["ppl_ratio_high"] for row in rows]
    return {
        **medians,
        "theorem_3_6_holds": sum(row["gamma_bar"] >= row["gamma_bar_low"] - 1e-9 for row in rows),
        "theorem_3_5_holds": sum(row["ppl_ratio"] <= bound for row, bound in zip(rows, high, strict=True)),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print the result and write the file."""
    about = (__doc__ or "").split("\n")[0]
    parser = Parser(prog="python -m benchmarks.bounds", description=about)
    parser.add_argument(
        "--tokens",
        type=whole(2, MAX_NEW_TOKENS),
        default=64,
        help="number of tokens, at least 2; with 1, nothing is drafted",
    )
    parser.add_argument("--threshold", type=number(0, 1), default=0.5, help="τ")
    parser.add_argument("--gamma", type=whole(1, 32), default=4)
    parser.add_argument("--draft-width", type=whole(1, 64), default=4)
    parser.add_argument("--width", type=whole(1, 64), default=8, help="number of beams in MTJD's search")
    parser.add_argument("--seed", type=whole(0, MAX_SEED), default=0)
    add_options(parser, "bounds.json", 8, "auto")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    given = {name: getattr(options, name) for name in ("threshold", "gamma", "draft_width")}
    settings = decoder("mtad").make_settings(given)
    about = {"max_new_tokens": options.tokens, "settings": given, "width": options.width, "seed": options.seed}

    def of_prompt(pair: Pair, ids: list[int]) -> Row:
        return examine(pair.models, ids, options.tokens, settings, options.seed, options.width)

    found = measure(options, about, of_prompt, total)
    print(
        f"{found['prompts']} prompts: γ̄ {found['median_gamma_bar']:.2f}, not below its bound on "
        f"{found['theorem_3_6_holds']}; perplexity {found['median_ppl_ratio']:.3f} times MTJD's, within the estimated "
        f"bound on {found['theorem_3_5_holds']} (medians)"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
