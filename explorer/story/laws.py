"""Sentences that say which distribution a method's output distribution equals and why, and when a draft token is
rejected.
"""

from collections.abc import Mapping
from typing import Any

from decoders.core.decoder import Oracle
from decoders.core.settings import WARPING
from explorer.story.common.observed_rules import REJECTED as OBSERVED
from explorer.story.registry import story_of, why
from explorer.story.story import Because
from explorer.trace.lines import Header, OracleLine

HALVES = ("bfloat16", "float16")


def oracle_sentence(oracle: Oracle | OracleLine) -> str:
    """Return the reason for the output distribution, as a clause in the exact voice."""
    reason = why(oracle.because)
    return reason.exact if reason else oracle.because.replace("_", " ")


def plain_sentence(oracle: Oracle | OracleLine) -> str:
    """Return the reason for the output distribution, as a clause in the plain voice."""
    reason = why(oracle.because)
    return (reason.plain if reason else "") or oracle_sentence(oracle)


def law_name(oracle: Oracle | OracleLine) -> str:
    """Say in a few words which method's distribution the output has.

    >>> law_name(OracleLine("exact", "lossless", "multinomial"))
    'that of `multinomial`'
    """
    whose = f"that of `{oracle.method}`" if oracle.method else "another's"
    return {"itself": "its own", "exact": whose, "conditional": f"{whose} per layer, given the widths"}.get(
        oracle.kind, "lossy"
    )


def law_sentence(oracle: Oracle | OracleLine) -> str:
    """Say whether the output has the target's own distribution, and why.

    >>> law_sentence(OracleLine("exact", "lossless", "multinomial"))
    'lossless: same output distribution as sampling from the target'
    """
    if oracle.kind == "itself":
        return "lossless by definition"
    return f"{'lossless' if oracle.kind == 'exact' else law_name(oracle)}: {oracle_sentence(oracle)}"


def rounding(dtype: str | None, oracle: Oracle | OracleLine | None) -> str:
    """Say what 16-bit arithmetic means for an exact method. Returns an empty text for another precision or a lossy
    method.

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
    """Say whether an enumerated output distribution equals that of its reference method.

    `distance` is the total variation between the two, and `rounding` the largest distance that rounding alone causes.
    `why` is the reason as a clause. Text between two ** is bold.
    """
    if oracle is None or distance is None:
        return f"**{method}** has no reference method to compare with. Reason: {why}."
    if distance < rounding:
        return (
            f"**{method}** produces every text with the same probability as **{oracle}**; the difference is rounding. "
            f"Reason: {why}."
        )
    return f"**{method}** does not produce every text with the same probability as **{oracle}**. Reason: {why}."


def moved_law(title: str, distance: float, rounding: float) -> str:
    """Say how far a broken rule moves the output distribution away from that of the correct rule. `title` names the
    broken rule.
    """
    if distance < rounding:
        return (
            f"**{title}**: The output distribution has not changed. With these settings and this pair, that part of "
            "the rule makes no difference."
        )
    return f"**{title}**: The output distribution has changed; total variation {distance:.2g}."


def rejection(header: Header) -> Because:
    """Return the condition under which this run rejects a draft token, as a clause in both voices."""
    for code in header.observed.notes if header.observed else ():
        if code in OBSERVED:
            return OBSERVED[code]
    story = story_of(header)
    condition = story.rejection(header.settings) if callable(story.rejection) else story.rejection
    return Because(condition, condition) if isinstance(condition, str) else condition


def deciding(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings that have an effect. For example, a minimum width has no effect if the width is fixed."""
    idle = _idle(settings)
    return {key: value for key, value in settings.items() if key not in idle}


def _idle(settings: Mapping[str, Any]) -> set[str]:
    idle = {key for key, off in (("top_k", 0), ("top_p", 1)) if settings.get(key) == off}
    if settings.get("verification") == "deterministic":  # nothing is sampled, so nothing is warped
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
