"""Compare the times that a file prints with each other and with its timestamps. A contradiction becomes a sentence of
the report, because no speed that follows from such times can be trusted.
"""

SHARE = 0.05  # share of the printed time by which the clock may differ
SLACK = 0.1  # seconds that writing the lines may take


def seconds(value: float) -> str:
    """Seconds with two decimals, or with fewer if the number is large.

    >>> seconds(0.688), seconds(16.71), seconds(2868)
    ('0.69 s', '16.7 s', '2,868 s')
    """
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s" if value < 100 else f"{value:,.0f} s"


def mismatch(name: str, printed: float, clock: float, *, whole: bool = True) -> str:
    """The sentence about printed seconds that contradict the clock; empty if they fit. If `whole` is False, the printed
    time is only a part of the clock's, so it may be shorter.

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
