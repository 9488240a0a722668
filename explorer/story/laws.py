"""Sentences about the distribution of a method's output: whose it is and why; and why a draft is rejected."""

from collections.abc import Mapping
from typing import Any

from decoders.core.decoder import Oracle
from decoders.core.settings import WARPING
from explorer.story.registry import story_of, why
from explorer.trace.lines import Header, OracleLine

HALVES = ("bfloat16", "float16")


def oracle_sentence(oracle: Oracle | OracleLine) -> str:
    """Why the output has the law that it has."""
    told = why(oracle.because)
    return told.exact if told else oracle.because.replace("_", " ")


def plain_sentence(oracle: Oracle | OracleLine) -> str:
    """The same for someone who knows neither p nor q."""
    told = why(oracle.because)
    return (told.plain if told else "") or oracle_sentence(oracle)


def law_name(oracle: Oracle | OracleLine) -> str:
    """Whose law the output has, in few words.

    >>> law_name(OracleLine("exact", "lossless", "multinomial"))
    'that of `multinomial`'
    """
    whose = f"that of `{oracle.method}`" if oracle.method else "another's"
    return {"itself": "its own", "exact": whose, "conditional": f"layer by layer {whose}"}.get(oracle.kind, "lossy")


def law_sentence(oracle: Oracle | OracleLine) -> str:
    """Whether the output keeps the target's own law, and why.

    >>> law_sentence(OracleLine("exact", "lossless", "multinomial"))
    'lossless: the same law as sampling from the target'
    """
    kinds = {"itself": "lossless by definition", "exact": "lossless"}
    return f"{kinds.get(oracle.kind, law_name(oracle))}: {oracle_sentence(oracle)}"


def rounding(dtype: str | None, oracle: Oracle | OracleLine | None) -> str:
    """What 16-bit arithmetic means for an exact method; empty for another precision or a lossy method.

    >>> rounding("bfloat16", OracleLine("exact", "lossless"))
    'In bfloat16, rounding can change the choice between almost equally likely tokens.'
    >>> rounding("float32", OracleLine("exact", "lossless"))
    ''
    """
    exact = oracle is not None and oracle.kind in ("exact", "conditional")
    if not exact or dtype not in HALVES:
        return ""
    return f"In {dtype}, rounding can change the choice between almost equally likely tokens."


def same_law(method: str, oracle: str | None, distance: float | None, why: str, rounding: float) -> str:
    """Whether an enumerated law is its oracle's; `distance` is the total variation, `rounding` what that alone makes.

    Strong is what stands between two **.
    """
    because = f"{why[:1].upper()}{why[1:]}."
    if oracle is None or distance is None:
        return f"**{method}** has no oracle to be compared with. {because}"
    if distance < rounding:
        return f"**{method}** writes every text as often as **{oracle}** does: the difference is rounding. {because}"
    return f"**{method}** does not write every text as often as **{oracle}** does. {because}"


def moved_law(title: str, distance: float, rounding: float) -> str:
    """How far the law has moved from the unbroken one under a broken rule of that title."""
    if distance < rounding:
        return (
            f"**{title}**: The law has not moved: with these settings, on this pair, that part of the rule makes no "
            "difference."
        )
    return f"**{title}**: The law has moved by {distance:.2g}."


def rejection(header: Header) -> str:
    """Why this run rejects a draft, as the legend says it."""
    told = story_of(header).rejection
    return told if isinstance(told, str) else told(header.settings)


def deciding(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without those that have no effect beside the others: a floor of widths beside a fixed width."""
    idle = _idle(settings)
    return {key: value for key, value in settings.items() if key not in idle}


def _idle(settings: Mapping[str, Any]) -> set[str]:
    idle = {key for key, off in (("top_k", 0), ("top_p", 1)) if settings.get(key) == off}
    if settings.get("verification") == "deterministic":  # nothing is drawn, so nothing is warped
        idle |= {*WARPING, "acceptance"}
    if settings.get("selection") == "search":
        idle |= {*WARPING}
    if settings.get("temperature") == 0:
        idle |= {"top_k", "top_p"}
    if settings.get("width", "dynamic") != "dynamic":
        idle |= {"min_width", "threshold"}
    if settings.get("acceptance") == "exact":
        idle |= {"epsilon", "delta"}
    return idle
