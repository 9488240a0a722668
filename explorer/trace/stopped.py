"""The reason why a run ended early, if its summary has one."""

from explorer.trace.lines import Summary

STOPPED = {"shutdown": "the app was shut down during this run; the rounds finished before that are included"}


def stopped(summary: Summary | None) -> str | None:
    """Return the reason in words; None for a run that ended normally or has no summary."""
    return None if summary is None or summary.stopped is None else STOPPED[summary.stopped]
