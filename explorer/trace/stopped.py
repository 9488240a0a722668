"""Why a run ended before its time, where its summary says so."""

from explorer.trace.lines import Summary

STOPPED = {"shutdown": "the app was shut down during this run; the rounds finished before that are included"}


def stopped(summary: Summary | None) -> str | None:
    """The reason in words; None of a run that came to its own end, or has no summary."""
    return None if summary is None or summary.stopped is None else STOPPED[summary.stopped]
