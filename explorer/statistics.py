"""Statistics for all numbers shown: Student's t, Wilson's interval of a proportion, the bootstrap of a median.

SciPy is imported at the first use of a quantile. SciPy's own Wilson interval accepts only a whole number of trials, but
an effective number of trials in the Lab can be a fraction. SciPy's bootstrap takes half a second to import, so three
lines of NumPy replace it here.
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95  # confidence level of every interval
Z = 1.959963984540054  # the normal distribution's quantile at (1 + LEVEL) / 2
RESAMPLES = 2000


@lru_cache(maxsize=1024)
def t_quantile(freedom: int, p: float = (1 + LEVEL) / 2) -> float:
    """The p-quantile of Student's t distribution with `freedom` degrees of freedom.

    >>> [round(t_quantile(freedom), 3) for freedom in (2, 3, 4, 10, 30)]
    [4.303, 3.182, 2.776, 2.228, 2.042]
    """
    from scipy.special import stdtrit

    return float(stdtrit(freedom, p))


def wilson(share: float, trials: float) -> tuple[float, float]:
    """Wilson's score interval (1927) of a proportion `share` in `trials` trials; [0, 1] if there are no trials.

    >>> [[round(end, 3) for end in wilson(*given)] for given in ((0, 13), (8 / 10, 10))]
    [[0.0, 0.228], [0.49, 0.943]]
    """
    if not trials:
        return 0.0, 1.0
    square = Z**2 / trials
    centre = (share + square / 2) / (1 + square)
    half = Z * math.sqrt(share * (1 - share) / trials + square / (4 * trials)) / (1 + square)
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def wilson_of(hits: int, trials: int) -> tuple[float, float]:
    """Wilson's interval of the proportion `hits` / `trials`.

    >>> wilson_of(0, 0)
    (0.0, 1.0)
    """
    return wilson(hits / trials if trials else 0.0, trials)


def resamples(n: int) -> NDArray[np.int64]:
    """Indices int64[R, n] of n values sampled with replacement. The seed is fixed, so all comparisons use the same
    indices.
    """
    return np.random.Generator(np.random.PCG64(0)).integers(0, n, (RESAMPLES, n))


def percentiles(values: NDArray[np.float64]) -> list[float]:
    """The ends of the central interval that contains a fraction LEVEL of the resampled values."""
    return np.percentile(values, [50 * (1 - LEVEL), 50 * (1 + LEVEL)]).tolist()


def bootstrap(values: NDArray[np.float64]) -> list[float]:
    """The bootstrap confidence interval of the median of `values`, float[n]."""
    return percentiles(np.median(values[resamples(len(values))], axis=1))
