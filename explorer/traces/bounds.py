"""MTAD's theorems over a whole run: what 003 promises (Theorems 3.5 and 3.6) beside what was measured.

γ̄ is a mean over iterations and U the largest gap between log p and log q, so both belong to a run, not to one
iteration. U and H are estimated from the drafted tokens and the places scored, ε is taken as 0: the bound on the
perplexity ratio is therefore an estimate (algorithms: Eqs 8 and 30 of the paper disagree; see mtad.perplexity_high).
The measured ratio needs MTJD's own text: `reference` writes it by search, which is exact if its width holds every
sequence of a block, and otherwise as good as beam search is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from decoders.catalog import decoder
from decoders.core.decode import Models
from decoders.core.dice import Seeded
from decoders.methods.mtad import accepted_low, perplexity_high
from explorer.traces.format import Trace
from explorer.traces.metrics import best_of


@dataclass(frozen=True)
class RunBounds:
    """Estimates and bounds of one run; `gamma_bar` counts the target's own token. `u` and `entropy` are in nats."""

    threshold: float
    u: float
    entropy: float
    gamma_bar: float
    gamma_bar_low: float
    ppl_ratio_high: float


def of_run(layers: Sequence[dict[str, Any]]) -> RunBounds | None:
    """From the layers of kind "joint", one per iteration, in which something was drafted; None if there are none."""
    drafted = [one for one in layers if one.get("kind") == "joint" and one["prefixes"]]
    if not drafted:
        return None
    known = [one["bounds"] for one in drafted]
    tau = float(drafted[0]["threshold"])
    u = max(math.inf if one["U"] is None else one["U"] for one in known)  # JSON has no infinity
    entropy = math.fsum(one["H"] for one in known) / len(known)
    gamma_bar = sum(one["gamma_bar"] for one in known) / len(known)
    each = accepted_low(tau, u, 1 << 30)  # an iteration's own bound is already cut to what it could emit
    low = math.fsum(min(each, one["gamma_bar_low"]) for one in known) / len(known)
    return RunBounds(tau, u, entropy, gamma_bar, low, perplexity_high(tau, gamma_bar, 0.0, entropy, u))


def reference(models: Models, prompt: Sequence[int], tokens: int, block: int, width: int) -> float:
    """Perplexity of deterministic MTJD: blocks of the likeliest tokens, found by search of that width."""
    mtjd = decoder("mtjd")
    settings = mtjd.make_settings({"selection": "search", "block": block, "width": width})
    *_, last = mtjd.decode(prompt, models, settings, Seeded(0), tokens, record=False)
    best = best_of(last.final.beams)
    return math.exp(-best.logp / len(best.tokens))


def sentences(trace: Trace) -> list[str]:
    """What `show` says of the theorems; nothing for other methods than MTAD."""
    found = of_run([layer for one in trace.iterations for layer in one["layers"]])
    if found is None:
        return []
    return [
        f"Theorem 3.6: γ̄ = {found.gamma_bar:.3g} ≥ |log τ|/U = {found.gamma_bar_low:.3g} (τ {found.threshold:g}, "
        f"U {found.u:.3g} over the drafted tokens, capped at what could be emitted)",
        f"Theorem 3.5: perplexity is at most {found.ppl_ratio_high:.4g} times exact MTJD's (an estimate: U, and "
        f"H = {found.entropy:.3g}, are estimated and ε is taken as 0)",
    ]
