"""The expected speed-up of one drafted sequence (Leviathan, Kalman and Matias 2023), and a model of busy hardware.

The formula assumes that every draft token is accepted with the same probability α, independently of the others.
explorer/stage/js/speedup.js computes the same in the browser.
"""

MOST_GAMMA = 16  # the longest draft that `best_gamma` considers
IDLE_POSITIONS = 160  # positions in one pass at which calculating takes as long as reading the weights; an assumption


def expected_tokens(alpha: float, gamma: float) -> float:
    """Average number of tokens per target pass (Eq. 1): (1 − α^(γ+1)) / (1 − α).

    >>> expected_tokens(0.5, 1), expected_tokens(1, 4)
    (1.5, 5.0)
    """
    return (1 - alpha ** (gamma + 1)) / (1 - alpha) if alpha < 1 else gamma + 1.0


def check_cost(gamma: float, batch: float, idle: float = IDLE_POSITIONS) -> float:
    """The time of a pass that checks γ drafts for each of `batch` users. The unit is the time of a pass that checks no
    drafts.

    A pass takes as long as reading the weights or as calculating its positions, whichever is longer.

    >>> check_cost(4, 1), check_cost(4, 128)
    (1.0, 4.0)
    """
    return max(1.0, (gamma + 1) * batch / idle) / max(1.0, batch / idle)


def expected_speedup(alpha: float, gamma: float, cost: float, check: float = 1.0) -> float:
    """Speed relative to decoding without a draft model (Theorem 3.8): tokens per pass over γ·cost + check.

    `cost` is the time of a draft pass, and `check` the time of a pass over the drafts. The unit of both is the time of
    a plain target pass.

    >>> expected_speedup(0.5, 1, 0.5), expected_speedup(0.5, 1, 0.5, 2)
    (1.0, 0.6)
    """
    return expected_tokens(alpha, gamma) / (gamma * cost + check)


def best_gamma(alpha: float, cost: float) -> int:
    """The draft length from 0 to 16 with the highest speed-up; the smallest if several are equal.

    >>> best_gamma(0.8, 0.1), best_gamma(0.3, 0.5)
    (6, 0)
    """
    return max(range(MOST_GAMMA + 1), key=lambda gamma: (expected_speedup(alpha, gamma, cost), -gamma))
