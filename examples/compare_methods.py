"""Run several methods on one prompt and print their tokens per target pass and perplexity.

    python -m examples.compare_methods

Tokens per pass are an upper limit of the speed-up. The real speed-up must be timed (`python -m explorer bench`).
"""

from pathlib import Path

import decoders
import explorer

TOYS = Path(__file__).parents[1] / "assets" / "toys"
RUNS = {
    "multinomial": {},
    "spd": {"gamma": 3},
    "specinfer": {"branching": "3,2"},
    "lookup": {},
    "mtad": {"gamma": 3},
    "beam-sampling": {"width": 3},
    "dsbd": {"width": 3, "draft_width": 4, "gamma": 2},
}

print(f"{'method':<14} {'reference':<28} {'tokens/pass':>11} {'acceptance':>10} {'perplexity':>10}")
for method, settings in RUNS.items():
    totals = {"emitted": 0.0, "target_passes": 0.0, "accepted": 0.0, "judged": 0.0, "perplexity": 0.0}
    for seed in range(10):
        trace = explorer.record(
            method, f"toy:{TOYS / 'gsd-figure-4.json'}", "it", settings, seed=seed, max_new_tokens=12
        )
        assert trace.summary is not None
        for key in totals:
            totals[key] += getattr(trace.summary.counts, key)
    oracle = decoders.DECODERS[method].oracle_for(decoders.DECODERS[method].make_settings(settings))
    law = f"{oracle.kind}: {oracle.method}" if oracle.kind == "exact" else oracle.kind
    share = f"{totals['accepted'] / totals['judged']:.2f}" if totals["judged"] else "–"
    passes = totals["emitted"] / totals["target_passes"]
    print(f"{method:<14} {law:<28} {passes:>11.2f} {share:>10} {totals['perplexity'] / 10:>10.2f}")
