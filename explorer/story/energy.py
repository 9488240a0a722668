"""What is said of the energy of runs: who reads weights how often, what was not measured, what compares badly.

Plain text; what stands between two ** is meant to be strong.
"""

from collections.abc import Sequence

NO_TRACES = "Choose traces, one or more."
NO_SIZES = "These traces hold no model sizes; record them again."


def nothing_measured(reasons: Sequence[str]) -> str:
    """Why runs have no measured joules: a reason each, several may be alike."""
    different = list(dict.fromkeys(reasons))
    if not different:
        return NO_TRACES
    return f"Nothing was measured: {different[0]}." if len(different) == 1 else "None of these runs was measured."


def unmeasured(reasons: Sequence[str], board: str) -> str:
    """Why runs have no measured joules (a reason each, several may be alike), and whose stand below instead."""
    why = nothing_measured(reasons)
    return f"{why} The joules below are modelled, for {board}." if reasons else why


def mixed(pairs: int, prompts: int, places: int) -> list[str]:
    """What makes runs hard to compare: how many different pairs, prompts, and places of measurement they have."""
    counts = ((pairs, "pairs"), (prompts, "prompts"))
    told = [f"These runs are of {n} different {what}: compare with care." for n, what in counts if n > 1]
    return told + ["Their energy was measured on different hardware."] * (places > 1)


def reads(label: str, target: tuple[float, float], draft: tuple[float, float]) -> str:
    """How often a run reads the weights of each model: (bytes, readings a token)."""
    (weights, often), (small, drafted) = target, draft
    also = f" and the draft’s {small / 1e6:.3g} MB **{drafted:.2f} ×**" if drafted else ""
    return f"**{label}** reads the target’s {weights / 1e6:.3g} MB **{often:.2f} ×** per token{also}."


def saved(run: tuple[str, float], base: tuple[str, float]) -> str:
    """What a run reads less or more of the weights than another: (label, bytes a token) each."""
    ratio = run[1] / base[1]
    change = f"{abs(1 - ratio):.0%} {'less' if ratio < 1 else 'more'}"
    what = f"reads {run[1] / 1e6:.4g} MB of weights per token where {base[0]} reads {base[1] / 1e6:.4g}"
    return f"**{run[0]}** {what}: **{change}**."


def perplexities(run: float, base: float, label: str, *, alike: bool = False) -> str:
    """The price in quality, beside a run called `label`; of runs of one law (`alike`) there is none."""
    said = f"Its text has perplexity {run:.2f}, that of {label} {base:.2f}"
    if not alike:
        return f"{said}."
    same = f"{run:.2f}" == f"{base:.2f}"
    return f"{said}." if same else f"{said}: two draws from one law, which differ by chance, not in quality."
