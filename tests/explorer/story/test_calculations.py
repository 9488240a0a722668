"""Formulas in the exact voice: if these fail, a reader's calculator contradicts a sentence."""

import math
import re
from collections.abc import Callable, Iterator

import pytest

from tests.bundled import packed

NUMBER = r"(\d[\d.]*(?:e-\d+)?)"
LIKE = {  # by what is computed: a formula as it is shown, and how to compute it from its numbers
    "typical threshold": (
        rf"min\({NUMBER}, {NUMBER}·e\^−{NUMBER}\) = {NUMBER}",
        lambda upper, slope, entropy: min(upper, slope * math.exp(-entropy)),
    ),
    "joint ratio": (rf"∏ p/q = {NUMBER} · {NUMBER} = {NUMBER}", lambda before, own: before * own),
    "running ratio": (rf"P = min\({NUMBER} · {NUMBER}, 1\) = {NUMBER}", lambda before, own: min(before * own, 1.0)),
    "threshold of a prefix": (
        rf"h = R/\(R \+ 1 − P\) = {NUMBER}/\({NUMBER} \+ 1 − {NUMBER}\) = {NUMBER}",
        lambda mass, same, running: mass / (same + 1 - running),
    ),
    "residual of a prefix": (
        rf"is max\({NUMBER} · {NUMBER} − {NUMBER}, 0\)/{NUMBER} = {NUMBER}",
        lambda running, p, q, mass: max(running * p - q, 0) / mass,
    ),
    "leaf": (rf"α = min\({NUMBER} · {NUMBER}/{NUMBER}, 1\) = {NUMBER}", lambda above, p, q: min(above * p / q, 1.0)),
    "deletion": (
        rf"α_old = {NUMBER} and S = Σ max\(α_old·p′ − q, 0\) = {NUMBER}. So α ← S/\(S \+ 1 − α_old\) = {NUMBER}",
        lambda old, mass: mass / (mass + 1 - old) if old < 1 else 1.0,
    ),
}
RUNS = {
    "typical threshold": ("typical", "medusa"),
    "joint ratio": ("mtad",),
    "running ratio": ("block",),
    "threshold of a prefix": ("block", "lesson-block", "lesson-block-two"),
    "residual of a prefix": ("block", "lesson-block-two"),
    "leaf": ("traversal",),
    "deletion": ("traversal",),
}


def sentences(name: str) -> Iterator[str]:
    """All sentences in the exact voice of a bundled run."""
    for iteration in packed(name)["iterations"]:
        for part in (*iteration["steps"], *iteration["verdicts"]):
            yield part["exact"]


@pytest.mark.parametrize("what", LIKE)
def test_a_calculator_gives_the_shown_result(what: str) -> None:
    """The digits of a formula must give its result to as many digits as the result shows."""
    pattern, compute = LIKE[what]
    shown = [
        found for name in RUNS[what] for said in sentences(name) for found in re.findall(pattern, said.rstrip("."))
    ]
    assert len(shown) > 2
    wrong = [found for found in shown if not comes_out(compute, *(each.rstrip(".") for each in found))]
    assert not wrong


QUOTIENT = rf"threshold {NUMBER} \([^()]*?{NUMBER}%[^()÷]*÷ draft {NUMBER}%(?: ÷ correction {NUMBER})?[;,)]"


@pytest.mark.parametrize("name", ["spd", "spectr", "dsbd", "dsbd-fixed", "dsbd-distinct"])
def test_the_written_probabilities_give_the_written_threshold(name: str) -> None:
    """A student who divides target by draft, and by the correction, must get the threshold in the plain voice."""
    parts = [part for each in packed(name)["iterations"] for part in (*each["steps"], *each["verdicts"])]
    shown = [found for part in parts for found in re.findall(QUOTIENT, part["plain"])]
    assert len(shown) > 2
    wrong = [found for found in shown if not comes_out(lambda p, q, rho: p / q / rho, *_quotient(*found))]
    assert not wrong


@pytest.mark.parametrize("name", ["traversal", "traversal-deep"])
def test_the_running_ratio_gives_the_written_threshold(name: str) -> None:
    """The product and quotient in the brackets of a leaf's test must give the threshold before them."""
    pattern = rf"threshold {NUMBER} \(running ratio {NUMBER} × target {NUMBER}% ÷ draft {NUMBER}%\)"
    parts = [part for each in packed(name)["iterations"] for part in (*each["steps"], *each["verdicts"])]
    shown = [found for part in parts for found in re.findall(pattern, part["plain"])]
    assert shown
    assert not [found for found in shown if not comes_out(lambda ratio, p, q: ratio * p / q, *found[1:], found[0])]


def _quotient(threshold: str, target: str, draft: str, correction: str) -> tuple[str, str, str, str]:
    """The numbers in the order of the calculation, with the result last."""
    return target, draft, correction or "1", threshold


def test_wrong_percentages_are_noticed() -> None:
    """The sentences once showed 0.2% ÷ 3.7% for 0.051, and 0.01% ÷ 55% ÷ 2.14 for 0.000090."""
    said = "threshold 0.051 (target 0.2% ÷ draft 3.7%), threshold 0.000090 (target 0.01% ÷ draft 55% ÷ correction 2.14)"
    wrong = re.findall(QUOTIENT, said)
    right = re.findall(QUOTIENT, said.replace("0.2%", "0.19%").replace("0.01%", "0.0106%").replace("55%", "55.2%"))
    assert [comes_out(lambda p, q, rho: p / q / rho, *_quotient(*found)) for found in (*wrong, *right)] == [
        False,
        False,
        True,
        True,
    ]


def test_wrong_digits_are_noticed() -> None:
    """A check that accepts 0.3·e^−1.4 = 0.0742 would accept every formula."""
    _, compute = LIKE["typical threshold"]
    assert comes_out(compute, "0.09", "0.3", "1.4", "0.074")
    assert not comes_out(compute, "0.09", "0.3", "1.4", "0.0742")


def test_logarithms_give_the_joint_ratio() -> None:
    """e to the difference of the two sums must be the ratio that the sentence shows."""
    pattern = rf"= {NUMBER} [>≤] τ.*Σ log p = −{NUMBER}, Σ log q = −{NUMBER}\)"
    shown = [found for said in sentences("mtad") for found in re.findall(pattern, said)]
    assert len(shown) > 2
    assert not [found for found in shown if not comes_out(lambda p, q: math.exp(q - p), found[1], found[2], found[0])]


def comes_out(compute: Callable[..., float], *numbers: str) -> bool:
    """Whether the last number is what is computed from the others, rounded to its digits."""
    *values, result = numbers
    size = max(1, len(re.sub(r"e.*", "", result).lstrip("0.").replace(".", "")))
    return float(f"{compute(*map(float, values)):.{size}g}") == float(result)
