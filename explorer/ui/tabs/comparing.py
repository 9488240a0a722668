"""Warm up all methods before a comparison's runs, and time them again after the runs."""

from collections.abc import Iterator, Sequence

from explorer.measuring import timing
from explorer.service.queue.memory import loaded
from explorer.service.request import RunRequest
from explorer.service.zero import lent
from explorer.site.comparison_table import Row
from explorer.ui.form import choices
from explorer.ui.form.jobs import Followed, Job, Progress
from explorer.ui.server.visitor import visitor


def _in_jobs(pair: str) -> bool:
    """Whether jobs time the pair's runs. Toy pairs need no jobs, and a GPU that is lent for one run at a time does not
    allow them.
    """
    return not (lent() or choices.is_toy(pair))


def warmed(wanted: Sequence[RunRequest]) -> Iterator[Progress]:
    """Load the pair and warm up every method, so that no timing includes a cold start. Yields the progress. Raises
    BadInput if the pair cannot run the methods.
    """
    if not _in_jobs(wanted[0].pair):
        return

    def warm(job: Job) -> str:
        pair = loaded(wanted[0].pair, job.report, wanted[0].engine, wanted[0].dtype)
        with job.turn(wanted[0].pair):
            timing.warm_up(wanted, pair, lambda place: job.report(f"Warming up: {place + 1} of {len(wanted)}", 0.0))
        return ""

    yield from Followed(warm, "compare-warm", visitor())


def timed(wanted: Sequence[RunRequest], rows: Sequence[Row], found: list[timing.Times]) -> Iterator[Progress]:
    """Time finished runs again, alternating the methods, and append the times to `found`. Yields the progress.

    Nothing is timed for a toy pair, or if it would take too long.
    """
    count = timing.rounds([row.metrics["seconds"] for row in rows])
    if not count or not _in_jobs(wanted[0].pair):
        return

    def measure(job: Job) -> str:
        def report(turn: int) -> None:
            job.report(f"Timing again, alternating the methods: {turn + 1} of {count}", turn / count)
            job.give_way()

        pair = loaded(wanted[0].pair, job.report, wanted[0].engine, wanted[0].dtype)
        with job.turn(wanted[0].pair):
            found.append(timing.repeated(wanted, pair, count, report, [row.header.prompt_tokens for row in rows]))
        return ""

    yield from Followed(measure, "compare-times", visitor())
