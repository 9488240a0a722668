"""Exact probability that one of k drafts is accepted at one position, for SpecTr, SpecInfer and MCSS.

    python -m benchmarks.acceptance [--pairs 40] [--tokens 24] [--no-models]

Nothing is sampled. The probability is computed with the decoders' own rules (`spectr.k_seq`, `rules.overlap`,
`rules.residual`, `rules.without`). For MCSS, every sequence of rejected drafts is enumerated. The inputs are (a) random
pairs of distributions over 8 to 64 tokens, and (b) p and q of the embedded pair after every token of a few replies,
warped as in the papers. The results are written to assets/benchmarks/acceptance.json.

Theory predicts the following. Let G(c) = Σ min(p, c·q). With SpecInfer's rule, one of k iid drafts is accepted with
probability G(s), where s is the mean number of tests allowed: s ← s + 1 − G(s), starting at 0. With SpecTr's rule this
probability is G(ρ*), and ρ* ≥ s. Both ρ* and s are sums 1 + (1 − α₁) + (1 − α₁)(1 − α₂) + …, but SpecInfer's acceptance
probabilities α_j decrease with j, so its probabilities of continuing lie below a geometric series with the same end. So
SpecTr ≥ SpecInfer always. MCSS continues after each rejected set with q divided by the remaining mass: s ← s + (1 −
G(s))·c with c ≥ 1. So MCSS ≥ SpecInfer always. There is no such order between MCSS and SpecTr. If q is flat, c is close
to 1, and MCSS is almost equal to SpecInfer. If few tokens hold most of q, as in a language model, removing the rejected
tokens gains more than ρ*.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.conditions import check_place, exit_code, write_result
from decoders.core.rules import Dist, Warp, overlap, residual, subtract, warp_scores, without
from decoders.methods import spectr
from explorer.cli.console import Parser, whole
from explorer.measuring.turns import cpu_name
from explorer.service.recording import versions
from explorer.service.request import MAX_NEW_TOKENS, RunRequest

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "acceptance.json"
METHODS = ("spectr", "specinfer", "mcss")
ROUNDING = 1e-12  # smaller differences count as zero
WARP = Warp(1.0, 10, 0.9)
PROMPTS = (
    "Explain why the sky is blue.",
    "Write a short poem about a lighthouse in winter.",
    "Write a Python function that returns the n-th Fibonacci number.",
    "List five everyday uses of vinegar.",
    "A train leaves at 9:40 and arrives at 12:15. How long does the journey take?",
)
NOTE = (
    "SpecTr ≥ SpecInfer and MCSS ≥ SpecInfer hold for every p and q (proof in benchmarks/acceptance.py). MCSS ≥ "
    "SpecTr is not a theorem. Sampling without replacement gains from the mass of the rejected tokens. If q is flat, "
    "this mass is close to zero, and SpecTr's common ρ gains more. If a few tokens hold most of q, MCSS is ahead."
)


def by_spectr(p: Dist, q: Dist, k: int) -> float:
    """The acceptance probability of SpecTr (K-SEQ with ρ*): 1 − (1 − β)^k."""
    return spectr.k_seq(p, q, k).success


def by_specinfer(p: Dist, q: Dist, k: int) -> float:
    """The acceptance probability of SpecInfer: k iid drafts tested in turn.

    It does not depend on which tokens were rejected.
    """
    passed_on, left = 1.0, p
    for _ in range(k):
        rest = residual(left, q)
        if rest is None:
            return 1.0
        passed_on *= 1 - overlap(left, q)
        left = rest
    return 1 - passed_on


def by_mcss(p: Dist, q: Dist, k: int) -> float:
    """The acceptance probability of MCSS: k drafts without replacement, summed over all sequences of rejections."""
    rest = residual(p, q)
    if rest is None:
        return 1.0
    accepted = overlap(p, q)
    if k > 1:
        rejected = subtract(q, p)  # the probability that a token is sampled and rejected: q·(1 − min(1, p/q))
        for i in np.flatnonzero(rejected):
            smaller = without(q, int(q.ids[i]))
            if smaller is not None:
                accepted += float(rejected[i]) * by_mcss(rest, smaller, k - 1)
    return accepted


RULES: dict[str, Callable[[Dist, Dist, int], float]] = {
    "spectr": by_spectr,
    "specinfer": by_specinfer,
    "mcss": by_mcss,
}


def full(probs: np.ndarray) -> Dist:
    """Make a distribution from the probabilities of all ids, without those that are 0."""
    return warp_scores(np.log(probs), Warp())


def random_pairs(size: int, how: str, count: int) -> Iterator[tuple[Dist, Dist]]:
    """Generate random pairs of p and q over `size` tokens, in one of three ways.

    `independent`: p and q are each from a Dirichlet distribution. `near`: q is p with noise on its log-probabilities.
    `flat`: q is uniform.
    """
    rng = np.random.default_rng([0, size, sum(map(ord, how))])
    for _ in range(count):
        p = rng.dirichlet(np.full(size, 0.4)) + 1e-9
        p /= p.sum()
        if how == "near":
            q = p * np.exp(rng.normal(0, 1, size))
        elif how == "flat":
            q = np.ones(size)
        else:
            q = rng.dirichlet(np.full(size, 0.4)) + 1e-9
        yield full(p), full(q / q.sum())


def compare(pairs: Iterable[tuple[Dist, Dist]], k: int) -> dict[str, Any]:
    """The mean acceptance under each of the three rules, how often each inequality holds, and by how much it fails at
    worst.
    """
    found = [{name: rule(p, q, k) for name, rule in RULES.items()} for p, q in pairs]
    made: dict[str, Any] = {"k": k, "places": len(found)}
    made |= {name: round(float(np.mean([one[name] for one in found])), 5) for name in METHODS}
    for high, low in (("spectr", "specinfer"), ("mcss", "specinfer"), ("mcss", "spectr")):
        gaps = np.array([one[high] - one[low] for one in found])
        made[f"{high} ≥ {low}"] = {
            "share": round(float(np.mean(gaps >= -ROUNDING)), 4),
            "largest_gap": round(float(gaps.max()), 5),
            "smallest_gap": round(float(gaps.min()), 5) if gaps.min() < -ROUNDING else 0.0,
        }
    return made


def random_part(count: int) -> list[dict[str, Any]]:
    """Compute part (a), random pairs of up to 64 tokens. MCSS with four drafts is enumerated only for small sizes."""
    rows = []
    for size, drafts in ((8, (1, 2, 3, 4)), (16, (2, 3, 4)), (64, (2, 3))):
        for how in ("independent", "near", "flat"):
            pairs = list(random_pairs(size, how, count))
            rows += [{"vocabulary": size, "pairs": how, **compare(pairs, k)} for k in drafts]
    return rows


def recorded_pairs(pair: Any, prompts: Sequence[str], tokens: int) -> Iterator[tuple[Dist, Dist]]:
    """p and q after every token of the target's replies, computed in one pass per model and reply."""
    from decoders.core.decode import Run
    from decoders.core.dice import Seeded
    from explorer.service.recording import run_once

    for place, prompt in enumerate(prompts):
        request = RunRequest("multinomial", pair.name, prompt, asdict(WARP), place, tokens)
        plain, ids = request.on(pair)
        reply = run_once(request, plain, ids)[0].tokens
        run = Run(ids, pair.models, request.chosen, Seeded(0), tokens, record=False)
        try:
            nodes = [run.tree.root]
            for token in reply[:-1]:
                nodes.append(run.tree.add(nodes[-1], token))
            p, q = run.target.logits(nodes), run.draft.logits(nodes)
            for row in range(len(nodes)):
                yield p.warp(row, WARP), q.warp(row, WARP)
        finally:
            run.close()


def recorded_part(tokens: int) -> dict[str, Any]:
    """Compute part (b), recorded pairs: p and q of the embedded pair whose draft uses only tokens."""
    from decoders.pairs import load_pair

    pair = load_pair("smollm2-plain", engine="torch")
    laws = list(recorded_pairs(pair, PROMPTS, tokens))
    return {
        "pair": pair.name,
        **pair.info,
        "prompts": list(PROMPTS),
        "tokens_a_reply": tokens,
        "warping": asdict(WARP),
        "overlap": round(float(np.mean([overlap(p, q) for p, q in laws])), 5),
        "largest_q": round(float(np.mean([q.probs.max() for _, q in laws])), 5),
        "rows": [compare(laws, k) for k in (1, 2, 3, 4)],
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Compute the probabilities, print them and write the file."""
    parser = Parser(prog="python -m benchmarks.acceptance", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--pairs", type=whole(1, 100_000), default=40, help="number of random pairs of each kind")
    parser.add_argument(
        "--tokens",
        type=whole(1, MAX_NEW_TOKENS),
        default=24,
        help="number of tokens of each reply of the embedded pair",
    )
    parser.add_argument("--no-models", action="store_true", help="use only random pairs, and write nothing")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    if not options.no_models:
        check_place(OUT)
    found = {
        "what": "exact probability that one of k drafts is accepted at a position, averaged over positions",
        "note": NOTE,
        "command": f"python -m benchmarks.acceptance --pairs {options.pairs} --tokens {options.tokens}",
        "random": random_part(options.pairs),
        "recorded": None if options.no_models else recorded_part(options.tokens),
        "versions": versions(real=not options.no_models),
        "cpu": cpu_name(),
        "cores": os.cpu_count(),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    if not options.no_models:
        write_result(OUT, text)
    sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
