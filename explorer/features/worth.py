"""Compute when speculation pays off, using the measurements of recorded runs and numbers that the papers report.

The formula for chains is in explorer/speedup.py.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from explorer.features.laws import comparable
from explorer.service.offered import toys
from explorer.service.store import ends_of, find, gallery
from explorer.trace.lines import Header, Summary
from explorer.trace.metrics import tokens_per_s

# Methods for which the formula holds: they draft one chain, test it token by token and stop at the first rejection.
CHAINS = ("spd", "ssd")
ALONE = ("multinomial", "greedy")


@dataclass(frozen=True)
class Worth:
    """Measured values of a run. Costs are relative to a target pass of the run itself.

    `tokens` are tokens per target pass, `alpha` is the accepted part of the tested draft tokens, and `gamma` is draft
    passes per target pass. `cost` is the time of a draft pass divided by the time of a target pass. `speedup` counts
    only the passes: tokens × seconds per target pass / seconds of all passes. `clock` uses the wall clock: the run's
    tokens per second, divided by those of a comparable bundled run without a draft. A value is None if it cannot be
    computed because there is no draft, no time or no comparable run. `chain` says whether the formula applies.
    """

    name: str
    title: str
    chain: bool
    tokens: float  # per target pass
    alpha: float | None
    gamma: float | None
    cost: float | None
    speedup: float | None
    clock: float | None = None


def worth(name: str, header: Header, summary: Summary) -> Worth | None:
    """The values of a run, from the first and last lines of its trace; None if it has no target passes or no times."""
    counts, seconds = summary.counts, summary.seconds
    targets, drafts, emitted = counts.target_passes or 0, counts.draft_passes or 0, counts.emitted
    if not targets or emitted is None or seconds.target is None or seconds.draft is None:
        return None
    tokens, alpha, gamma, cost, speedup = emitted / targets, None, None, None, None
    once, spent = seconds.target / targets, seconds.target + seconds.draft
    if drafts and once > 0:
        gamma, cost = drafts / targets, seconds.draft / drafts / once
        alpha = counts.accepted / counts.judged if counts.judged and counts.accepted is not None else None
        speedup = emitted * once / spent
    chain = header.method in CHAINS and not _branches(header.settings) and bool(drafts)
    return Worth(name, header.title or header.method, chain, tokens, alpha, gamma, cost, speedup)


def _branches(settings: Mapping[str, Any]) -> bool:
    """Whether more than one token is drafted at a position."""
    return settings.get("out_degree", 1) != 1


def worth_of(name: str) -> Worth | None:
    """The values of the trace with this name; None if its run did not finish. Raises BadInput if there is no such
    trace.
    """
    path = find(name)
    found = _worth(name, path, path.stat().st_mtime_ns)
    bundled = any(card.name == name for card in gallery())  # clocks of other times or places are not comparable
    return replace(found, clock=_clock(name)) if found is not None and found.gamma is not None and bundled else found


def _clock(name: str) -> float | None:
    """The speed-up of a bundled run by the wall clock, relative to a comparable bundled run without a draft."""
    header, rate = _rate(name)
    for card in gallery():
        if card.method in ALONE and card.pair == header.pair:
            other, base = _rate(card.name)
            if rate and base and comparable(header, other):
                return rate / base
    return None


@cache
def _rate(name: str) -> tuple[Header, float | None]:
    """A bundled run's header and its tokens per second."""
    header, summary = ends_of(name)
    return header, summary and tokens_per_s(summary)


@lru_cache(maxsize=256)
def _worth(name: str, path: Path, changed: int) -> Worth | None:
    try:
        header, summary = ends_of(name)
        return summary and worth(name, header, summary)
    except BadInput:
        raise
    except ValueError:
        raise BadInput(f"The run {name} cannot be read. Record it again.") from None


def recorded() -> list[Worth]:
    """The bundled runs of language-model pairs, sorted by tokens per target pass, highest first."""
    found = [worth_of(card.name) for card in gallery() if card.pair not in toys()]
    return sorted((one for one in found if one is not None), key=lambda one: -one.tokens)


@dataclass(frozen=True)
class Reported:
    """A number reported by a paper, with its table, models, task and method."""

    paper: str
    pair: str
    method: str
    tokens: float | None = None  # per target pass
    # over sampling without a draft; computed from tokens per second if the paper reports them
    speedup: float | None = None


_LLAMA2, _OPT = "Llama-2-13B + Llama-68M", "OPT-13B + OPT-125M"
_GSD = "LLaMA-2-70B + LLaMA-7B"
PAPERS = (
    Reported("MTAD Table 8", f"{_LLAMA2}, all tasks", "SpD", tokens=2.02),
    Reported("MTAD Table 8", f"{_LLAMA2}, all tasks", "SpecTr", tokens=2.73),
    Reported("MTAD Table 8", f"{_LLAMA2}, all tasks", "SpecInfer", tokens=2.74),
    Reported("MTAD Table 8", f"{_LLAMA2}, all tasks", "MTAD", tokens=3.17),
    Reported("MTAD Table 8", f"{_OPT}, all tasks", "SpD", tokens=2.60),
    Reported("MTAD Table 8", f"{_OPT}, all tasks", "MTAD", tokens=4.30),
    Reported("DSBD Table 2", "Llama-2-13B, SQuAD", "SpD", speedup=27.11 / 21.14),
    Reported("DSBD Table 2", "Llama-2-13B, SQuAD", "DSBD, one cache", speedup=26.67 / 21.14),
    Reported("DSBD Table 2", "Llama-2-13B, Spider", "SpD", speedup=31.74 / 21.98),
    Reported("DSBD Table 2", "Llama-2-13B, Spider", "DSBD, one cache", speedup=30.30 / 21.98),
    Reported("GSD Table 1", f"{_GSD}, GSM8K", "SSD", speedup=1.85),
    Reported("GSD Table 1", f"{_GSD}, GSM8K", "TSD", speedup=1.81),
    Reported("GSD Table 1", f"{_GSD}, GSM8K", "GSD", speedup=1.96),
    Reported("GSD Table 1", f"{_GSD}, XSum", "SSD", speedup=1.56),
    Reported("GSD Table 1", f"{_GSD}, XSum", "GSD", speedup=1.73),
)
