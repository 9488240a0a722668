"""Statistics of all numbers shown: an interval must promise what it holds."""

from statistics import NormalDist

import numpy as np
import pytest

from explorer.statistics import LEVEL, RESAMPLES, Z, bootstrap, t_quantile, wilson, wilson_of


def test_quantiles_are_those_of_the_tables() -> None:
    """A wrong t makes every interval wrong."""
    known = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 12: 2.179, 13: 2.160, 30: 2.042, 120: 1.980}
    assert {freedom: round(t_quantile(freedom), 3) for freedom in known} == known
    assert t_quantile(4, 0.995) == pytest.approx(4.604, abs=1e-3)
    assert t_quantile(10**6) == pytest.approx(Z, abs=1e-5)
    assert NormalDist().inv_cdf((1 + LEVEL) / 2) == pytest.approx(Z)


def test_an_interval_holds_its_share() -> None:
    """A share of few cases must not look certain."""
    assert wilson_of(0, 0) == (0, 1)
    assert wilson_of(3, 3)[0] < 0.5
    assert wilson_of(0, 4)[0] == 0


@pytest.mark.parametrize(("hits", "trials"), [(0, 13), (8, 10), (3, 3), (499, 1000)])
def test_shares_are_those_of_scipy(hits: int, trials: int) -> None:
    """If trials are whole numbers, the formula agrees with SciPy's."""
    from scipy.stats import binomtest

    ends = binomtest(hits, trials).proportion_ci(method="wilson")
    assert wilson(hits / trials, trials) == pytest.approx((ends.low, ends.high))


def test_medians_are_resampled_as_scipy_does() -> None:
    """The same seed selects the same indices, so the ends equal SciPy's to the last bit."""
    from scipy.stats import bootstrap as reference

    values = np.random.Generator(np.random.PCG64(7)).gamma(4, size=9)
    dice = np.random.Generator(np.random.PCG64(0))
    ends = reference((values,), np.median, n_resamples=RESAMPLES, method="percentile", rng=dice).confidence_interval
    assert bootstrap(values) == [ends.low, ends.high]
    assert bootstrap(values[:1]) == [values[0], values[0]]
