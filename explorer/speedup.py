"""The expected speed-up of one drafted sequence (Leviathan, Kalman and Matias 2023), and the time of a pass over many
tokens.

The formula assumes that every draft token is accepted with the same probability α, independently of the others. The
time of a target pass depends on its *positions*, which are the tokens that it computes for all sequences of a batch.
This dependence is given by a curve, which is either measured or a roofline. explorer/stage/js/panels/speedup.js
computes the same values in the browser.
"""

from collections.abc import Sequence

Curve = Sequence[tuple[float, float]]  # (positions, time of a pass) in ascending order, at least two points
MOST_GAMMA = 16  # the longest draft that `best_gamma` considers
IDLE_POSITIONS = 160  # positions in one pass at which calculating takes as long as reading the weights; an assumption


def expected_tokens(alpha: float, gamma: float) -> float:
    """Average number of tokens per target pass (Eq. 1): (1 − α^(γ+1)) / (1 − α).

    >>> expected_tokens(0.5, 1), expected_tokens(1, 4)
    (1.5, 5.0)
    """
    return (1 - alpha ** (gamma + 1)) / (1 - alpha) if alpha < 1 else gamma + 1.0


def roofline(idle: float = IDLE_POSITIONS) -> Curve:
    """The curve of a pass that reads its weights while it computes. The slower of the two activities determines the
    time.

    With `idle` positions, both take equally long. The unit is the time to read the weights.
    """
    return (1.0, 1.0), (idle, 1.0), (2 * idle, 2.0)


def pass_time(curve: Curve, positions: float) -> float:
    """The time of a pass with this number of positions.

    The time is interpolated linearly between the points of the curve. Beyond the last point, the last line continues.

    >>> pass_time(((1, 1), (4, 1.5), (8, 2.5)), 6), pass_time(roofline(160), 640)
    (2.0, 4.0)
    """
    at = max((i for i, (x, _) in enumerate(curve[:-1]) if x <= positions), default=0)
    (x0, y0), (x1, y1) = curve[at : at + 2]
    return y0 + (y1 - y0) * (positions - x0) / (x1 - x0)


def check_time(gamma: float, batch: float, curve: Curve) -> float:
    """The time of a pass that checks γ drafts for each of `batch` sequences.

    The unit is the time of a pass that checks nothing.

    >>> check_time(3, 2, ((1, 1), (2, 1.5), (8, 3)))
    2.0
    """
    return pass_time(curve, (gamma + 1) * batch) / pass_time(curve, batch)


def check_cost(gamma: float, batch: float, idle: float = IDLE_POSITIONS) -> float:
    """The check time on a roofline, where a pass takes as long as the slower of computing and reading the weights.

    >>> check_cost(4, 1), check_cost(4, 128)
    (1.0, 4.0)
    """
    return check_time(gamma, batch, roofline(idle))


def expected_speedup(alpha: float, gamma: float, cost: float, check: float = 1.0) -> float:
    """Speed relative to decoding without a draft model (Theorem 3.8): tokens per pass, divided by γ·cost + check.

    `cost` is the time of a draft pass, and `check` the time of a pass over the drafts. The unit of both is the time of
    a plain target pass.

    >>> expected_speedup(0.5, 1, 0.5), expected_speedup(0.5, 1, 0.5, 2)
    (1.0, 0.6)
    """
    return expected_tokens(alpha, gamma) / (gamma * cost + check)


def best_gamma(alpha: float, cost: float) -> int:
    """The draft length from 0 to 16 with the highest speed-up, or the smallest such length in a tie.

    >>> best_gamma(0.8, 0.1), best_gamma(0.3, 0.5)
    (6, 0)
    """
    return max(range(MOST_GAMMA + 1), key=lambda gamma: (expected_speedup(alpha, gamma, cost), -gamma))
