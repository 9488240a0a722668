"""How the shares of a DSBD test came about: a number that nobody can derive looks arbitrary."""

import re

import pytest

from tests.bundled import bundled, packed

PERCENT = r"([\d.]+)%"


def test_a_share_is_the_share_of_its_beam_times_the_probability_of_the_token() -> None:
    """Figure of widths: “like” has 0.5 of 0.5 + 0.5 + 0.2, and 35% of the draft were below the lost “want”."""
    made = [each["made"]["plain"] for each in packed("dsbd-widths")["iterations"][0]["verdicts"] if "made" in each]
    assert made[0] == (
        "The target’s 4.2% is 41.7% (the beam) × 10% (“iced” after it). The beam’s 41.7% is 50% ÷ 120% (all "
        "beams). The draft’s 21% is 13.8% ÷ 65.4%, because 34.6% belonged to discarded beams."
    )


@pytest.mark.parametrize("name", ["dsbd-different", "dsbd-figure-2", "dsbd", "dsbd-distinct"])
def test_the_written_factors_give_the_shares_of_the_record(name: str) -> None:
    """Both products come out right, and a share of a round's first layer has none."""
    seen = 0
    for shown, iteration in zip(packed(name)["iterations"], bundled(name).iterations, strict=True):
        for each, verdict in zip(shown["verdicts"], iteration.verdicts, strict=True):
            if "made" not in each:
                continue
            said = each["made"]["plain"]
            found = re.search(rf"target’s {PERCENT} is {PERCENT} .* × {PERCENT} \(", said)
            assert found
            product, beam, after = map(float, found.groups())
            assert beam * after / 100 == pytest.approx(product, rel=0.051)
            assert product / 100 == pytest.approx(verdict.p, rel=0.051)
            assert 0 < after <= 100.001
            for first, drafted, left in re.findall(rf"draft’s {PERCENT} is {PERCENT} ÷ {PERCENT}", said):
                assert 100 * float(drafted) / float(left) == pytest.approx(float(first), rel=0.051)
                assert float(first) / 100 == pytest.approx(verdict.q, rel=0.051)
                assert float(left) < 100
            seen += 1
    assert seen
