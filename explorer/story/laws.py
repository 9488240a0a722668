"""Sentences about a method under its settings: whose law its output has and why, what makes a rejection."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from decoders.core.decoder import Oracle
from decoders.core.settings import WARPING
from explorer.story.registry import WHY, story_of

# The codes of `Oracle.because`, as the methods' files give them.
BECAUSE = {
    "own_definition": "it is its own definition",
    "lossless": "the same law as sampling from the target",
    "lossless_beams": "the same law as beam sampling from the target",
    "dynamic_width": "the width follows from p and q; given the beams and widths so far, a layer is beam sampling of "
    "its width",
    "one_cache": "only the beam of lowest perplexity goes on, which is chosen by its outcome",
    "kept_if_most_probable": "a draft is kept only if it is the target's most probable token",
    "longest_of_independent": "of paths accepted independently the longest is kept, which is no draw from p",
    "typical": "every candidate above the threshold is kept, whatever share of p it has",
    "rollback": "the draft's token stays wherever −log p is not above τ₂, with no regard to q",
    "rolls_back_every_chance": "τ₂ = 0 rolls back every draft that p leaves to chance",
    "one_beam_searches": "one beam that takes the most probable token",
    "one_beam_samples": "there is no choice between beams: it samples from the target",
    "best_of_beams": "changes the law on purpose: the best of W beams is likelier than a draw from the target",
    "rejects_every_prefix": "τ = 1 rejects every prefix: each token is the target's own",
    "joint_of_one_token": "p's joint is zero unless every token is its own choice",
    "joint_likelihood": "changes the law on purpose: likely drafts are kept by their joint likelihood",
}

_HALVES = ("bfloat16", "float16")
_COINS = {
    **dict.fromkeys(("spd", "self-ssd"), "the coin u was not below p/q"),
    **dict.fromkeys(("specinfer", "mcss", "dsbd"), "the coin u was not below p/q, after a rejection p′/q"),
    "spectr": "the coin u was not below p/(ρq)",
}
_BAR = "p was not above the bar min(ε, δ·e^−H)"
_OTHERS = {
    "typical": _BAR,
    "bild": "its −log p was above the rollback threshold τ₂: the target goes back to it",
    "mtad": "no passing prefix contains it: min(1, p/q) of the joint likelihoods was not above τ",
}


def oracle_sentence(oracle: Oracle | Mapping[str, Any]) -> str:
    """Why the output has the law that it has, from an oracle or from the `oracle` of a header."""
    because = _plain(oracle).get("because", "")
    told = WHY.get(because)
    return told[1] if told else BECAUSE.get(because, str(because).replace("_", " "))


def plain_why(oracle: Mapping[str, Any]) -> str:
    """The same for someone who knows neither p nor q; empty where a story does not say."""
    told = WHY.get(oracle.get("because", ""))
    return told[0] if told else ""


def law_name(oracle: Oracle | Mapping[str, Any]) -> str:
    """Whose law the output has, in few words.

    >>> law_name({"kind": "exact", "because": "lossless", "method": "multinomial"})
    'that of `multinomial`'
    """
    known = _plain(oracle)
    whose = f"that of `{known['method']}`" if known.get("method") else "another's"
    return {"itself": "its own", "exact": whose, "conditional": f"layer by layer {whose}"}.get(known["kind"], "lossy")


def law_sentence(oracle: Oracle | Mapping[str, Any]) -> str:
    """Whether the output keeps the target's own law, and why.

    >>> law_sentence({"kind": "exact", "because": "lossless", "method": "multinomial"})
    'lossless: the same law as sampling from the target'
    """
    kinds = {"itself": "lossless by definition", "exact": "lossless"}
    return f"{kinds.get(_plain(oracle).get('kind', ''), law_name(oracle))}: {oracle_sentence(oracle)}"


def rounding(header: Mapping[str, Any]) -> str:
    """What 16-bit arithmetic means for an exact method; empty for another precision or a lossy method.

    >>> rounding({"dtype": "bfloat16", "oracle": {"kind": "exact"}})
    'In bfloat16, rounding can change the choice between almost equally likely tokens.'
    >>> rounding({"dtype": "float32", "oracle": {"kind": "exact"}})
    ''
    """
    exact = (header.get("oracle") or {}).get("kind") in ("exact", "conditional")
    if not exact or header.get("dtype") not in _HALVES:
        return ""
    return f"In {header['dtype']}, rounding can change the choice between almost equally likely tokens."


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


def _plain(oracle: Oracle | Mapping[str, Any]) -> Mapping[str, Any]:
    return asdict(oracle) if isinstance(oracle, Oracle) else oracle


def deciding(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without those that have no effect beside the others: a floor of widths beside a fixed width."""
    return {key: value for key, value in settings.items() if key not in _idle(settings)}


def rejection(method: str, settings: Mapping[str, Any]) -> str:
    """Why a draft is rejected by a method with these settings, as the legend says it."""
    if (story := story_of(method)) is not None:
        return story.rejection if isinstance(story.rejection, str) else story.rejection(settings)
    if method in _COINS and not (method in ("specinfer", "mcss") and certain(settings)):
        return _COINS[method]
    if settings.get("verification") == "sampling" and (settings.get("acceptance") == "paper" or method == "ssd"):
        return "the coin u was not below p/q"
    if method in _OTHERS and not (method == "typical" and certain(settings)):
        return _OTHERS[method]
    if certain(settings):
        return "it is not the most probable token of p"
    return _BAR if settings.get("acceptance") == "typical" else "it is not the token drawn from p"


def certain(settings: Mapping[str, Any]) -> bool:
    """Whether 𝒯 leaves one token of p."""
    sure = settings.get("verification") == "deterministic" or settings.get("temperature") == 0
    return sure or settings.get("top_k") == 1


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
