"""Sentences about the energy of runs: how often weights are read, what was not measured, and what is hard to compare.

The sentences are plain text; text between two ** is to be shown in bold.
"""

from collections.abc import Sequence

NO_TRACES = "Choose at least one trace."
NO_SIZES = "These traces do not contain model sizes. Record them again."


def nothing_measured(reasons: Sequence[str]) -> str:
    """Say why runs have no measured energy. There is one reason per run; several runs may have the same reason."""
    different = list(dict.fromkeys(reasons))
    if not different:
        return NO_TRACES
    return (
        f"No energy was measured: {different[0]}." if len(different) == 1 else "No energy was measured for these runs."
    )


def unmeasured(reasons: Sequence[str], board: str) -> str:
    """Say why runs have no measured energy (one reason per run), and which modelled values are shown instead."""
    why = nothing_measured(reasons)
    return f"{why} The joules below are modelled for {board}." if reasons else why


def mixed(pairs: int, prompts: int, places: int) -> list[str]:
    """Say what makes runs hard to compare. The arguments say how many different pairs, prompts and places of
    measurement the runs have.
    """
    counts = ((pairs, "pairs"), (prompts, "prompts"))
    notes = [f"These runs use {n} different {what}, so compare them with care." for n, what in counts if n > 1]
    return [*notes, "Their energy was measured on different hardware."] if places > 1 else notes


def reads(label: str, target: tuple[float, float], draft: tuple[float, float]) -> str:
    """Say how often a run reads the weights of each model. A model is given as (bytes, readings per token)."""
    (weights, often), (small, drafted) = target, draft
    also = f" and the draft’s ({small / 1e6:.3g} MB) **{drafted:.2f} times**" if drafted else ""
    return f"**{label}** reads the target’s weights ({weights / 1e6:.3g} MB) **{often:.2f} times per token**{also}."


def saved(run: tuple[str, float], base: tuple[str, float]) -> str:
    """Say how much less or more one run reads of the weights, compared with another run. Each run is given as (label,
    bytes per token).
    """
    ratio = run[1] / base[1]
    change = f"{abs(1 - ratio):.0%} {'less' if ratio < 1 else 'more'}"
    reads = f"reads {run[1] / 1e6:.4g} MB of weights per token; {base[0]} reads {base[1] / 1e6:.4g} MB"
    return f"**{run[0]}** {reads}: **{change}**."


def perplexities(run: float, base: float, label: str, *, alike: bool = False) -> str:
    """Compare the perplexity of a run's text with that of the run `label`. `alike` says whether both have the same
    output distribution.
    """
    values = f"The perplexity of its text is {run:.2f}; that of {label} is {base:.2f}."
    if not alike or f"{run:.2f}" == f"{base:.2f}":
        return values
    return f"{values} Both are samples from the same distribution, so the difference is chance, not quality."
