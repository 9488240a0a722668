"""Timestamps of a file against the times that it prints: what contradicts the clock is said, because no speed that
follows from such times can be trusted.
"""

from explorer.imports.words import seconds

SHARE = 0.05  # of the printed time by which the clock may differ
SLACK = 0.1  # seconds that writing the lines may take


def mismatch(name: str, printed: float, clock: float, *, whole: bool = True) -> str:
    """The sentence about printed seconds that do not fit the clock's; empty if they do. Without the `whole` time, the
    printed one is a part, which may be shorter.

    >>> mismatch("task 0", 2.668, 0.688)
    'The times of task 0 cannot be right: the printed ones add up to 2.67 s, but its timestamps are 0.69 s apart.'
    >>> mismatch("task 6", 0.3, 16.7, whole=False), mismatch("task 6", 10.0, 10.3)
    ('', '')
    """
    gap = printed - clock
    if gap <= SHARE * printed + SLACK and (not whole or -gap <= SHARE * clock + SLACK):
        return ""
    return (
        f"The times of {name} cannot be right: the printed ones add up to {seconds(printed)}, but its timestamps are "
        f"{seconds(clock)} apart."
    )
