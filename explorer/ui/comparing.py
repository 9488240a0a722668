"""What a comparison does around its runs: every method is warmed up before them, and all are timed again after them."""

from collections.abc import Iterator, Sequence

from explorer.measuring import timing
from explorer.service.queue.memory import loaded
from explorer.service.request import RunRequest
from explorer.service.zero import lent
from explorer.site.comparison_table import Row
from explorer.ui import choices
from explorer.ui.jobs import Followed, Job, Progress
from explorer.ui.visitor import visitor


def _in_jobs(pair: str) -> bool:
    """Whether its runs are timed by jobs: not those of a table, and not where a GPU is lent for one run at a time."""
    return not (lent() or choices.is_toy(pair))


def warmed(wanted: Sequence[RunRequest]) -> Iterator[Progress]:
    """Loads the pair and warms every method up, so that the first one is not timed cold. Raises BadInput."""
    if not _in_jobs(wanted[0].pair):
        return

    def warm(job: Job) -> str:
        pair = loaded(wanted[0].pair, job.report, wanted[0].engine, wanted[0].dtype)
        with job.turn(wanted[0].pair):
            timing.warm_up(wanted, pair, lambda place: job.report(f"Warming up: {place + 1} of {len(wanted)}", 0.0))
        return ""

    yield from Followed(warm, "compare-warm", visitor())


def timed(wanted: Sequence[RunRequest], rows: Sequence[Row], found: list[timing.Times]) -> Iterator[Progress]:
    """Times finished runs again, in turns, into `found`, unless that would say nothing (a table) or take too long."""
    count = timing.rounds([row.metrics["seconds"] for row in rows])
    if not count or not _in_jobs(wanted[0].pair):
        return

    def measure(job: Job) -> str:
        def report(turn: int) -> None:
            job.report(f"Timing all of them again, in turns: {turn + 1} of {count}", turn / count)
            job.give_way()

        pair = loaded(wanted[0].pair, job.report, wanted[0].engine, wanted[0].dtype)
        with job.turn(wanted[0].pair):
            found.append(timing.repeated(wanted, pair, count, report, [row.header.prompt_tokens for row in rows]))
        return ""

    yield from Followed(measure, "compare-times", visitor())
