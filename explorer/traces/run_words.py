"""What a run's settings say on the stage: those that decide something in it, and what makes a rejection there.

A header records every setting of its method. Some have no effect beside others (a floor of widths beside a fixed
width), and would be read as if they had.
"""

from collections.abc import Mapping
from typing import Any

_WARPING = {"temperature", "top_k", "top_p"}
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


def deciding(settings: Mapping[str, Any]) -> dict[str, Any]:
    """The settings without those that have no effect beside the others."""
    return {key: value for key, value in settings.items() if key not in _idle(settings)}


def rejection(method: str, settings: Mapping[str, Any]) -> str:
    """Why a draft is rejected by a method with these settings, as the legend says it."""
    exact = settings.get("acceptance") != "typical"
    if method in _COINS:
        return _COINS[method]
    if settings.get("acceptance") == "paper" and settings.get("verification") == "sampling":
        return "the coin u was not below p/q"
    if method in _OTHERS and not (method == "typical" and _greedy(settings)):
        return _OTHERS[method]
    if _greedy(settings):
        return "it is not the most probable token of p"
    return "it is not the token drawn from p" if exact else _BAR


def _greedy(settings: Mapping[str, Any]) -> bool:
    """Whether 𝒯 leaves one token of p."""
    sure = settings.get("verification") == "deterministic" or settings.get("temperature") == 0
    return sure or settings.get("top_k") == 1


def _idle(settings: Mapping[str, Any]) -> set[str]:
    idle = {key for key, off in (("top_k", 0), ("top_p", 1)) if settings.get(key) == off}
    if settings.get("verification") == "deterministic":  # nothing is drawn, so nothing is warped
        idle |= _WARPING | {"acceptance"}
    if settings.get("selection") == "search":
        idle |= _WARPING
    if settings.get("temperature") == 0:
        idle |= {"top_k", "top_p"}
    if settings.get("width", "dynamic") != "dynamic":
        idle |= {"min_width", "threshold"}
    if settings.get("acceptance") == "exact":
        idle |= {"epsilon", "delta"}
    return idle
