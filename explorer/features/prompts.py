"""Run one method on several prompts, to see on which of them the draft agrees with the target.

The runs are made one after another, each with its own turn in the queue, and are stored like all other runs. A prompt
that cannot be run gets a row with the reason. This module does not use Gradio.
"""

import csv
import io
from collections.abc import Generator, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from decoders.errors import BadInput
from explorer.cells import safe_cell
from explorer.service.live import Source, Tally, follow, friendly, start
from explorer.service.offered import check_pair
from explorer.service.queue.limits import check_request
from explorer.service.request import RunRequest
from explorer.statistics import wilson_of
from explorer.story.numbers import plural
from explorer.trace.lines import Summary

MOST = 20  # most prompts in one table
Agreement = Literal["more", "less", "same", "unknown"]
# the counts that a row and a summary share
COUNTS = ("accepted", "judged", "committed", "drafted", "target_passes", "draft_passes")
COLUMNS = (
    "prompt", "accepted", "judged", "acceptance", "committed", "drafted", "tokens", "target_passes", "draft_passes",
    "tokens_per_target_pass", "seconds", "run", "failed",
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A prompt with the counts of its run, or with the reason why it failed. `run` is the name of the stored run."""

    prompt: str
    run: str = ""
    accepted: int = 0
    judged: int = 0
    committed: int = 0
    drafted: int = 0
    tokens: int = 0
    target_passes: int = 0
    draft_passes: int = 0
    seconds: float = 0.0
    failed: str = ""

    @property
    def acceptance(self) -> float | None:
        """The acceptance rate: the accepted part of the tested draft tokens; None if no draft token was tested."""
        return self.accepted / self.judged if self.judged else None

    @property
    def per_pass(self) -> float | None:
        """Tokens per target pass."""
        return self.tokens / self.target_passes if self.target_passes else None


@dataclass(frozen=True)
class Step:
    """The rows so far, a sentence about the current run, and the finished fraction of all runs (0 to 1)."""

    rows: tuple[Row, ...]
    doing: str
    share: float


def prompts_of(text: str) -> list[str]:
    """The prompts of a text, one per line. Raises BadInput if there are no prompts or too many, or if a prompt is
    repeated.
    """
    prompts = [line.strip() for line in text.splitlines() if line.strip()]
    return checked(prompts)


def checked(prompts: Sequence[str]) -> list[str]:
    """Return the prompts if they are valid.

    Raises BadInput if there are no prompts or more than MOST, or if a prompt is repeated.
    """
    if not prompts:
        raise BadInput("There is no prompt. Enter at least one, with one prompt per line.")
    if len(prompts) > MOST:
        raise BadInput(f"You entered {len(prompts)} prompts, but the limit is {MOST}. Remove some.")
    again = next((prompt for index, prompt in enumerate(prompts) if prompt in prompts[:index]), None)
    if again is not None:
        raise BadInput(f"The prompt “{again[:60]}” appears twice. Enter each prompt once.")
    return list(prompts)


def run_prompts(
    request: RunRequest, prompts: Sequence[str], source: Source = start, visitor: str = ""
) -> Generator[Step, None, None]:
    """Run the request's method on each prompt in turn, ignoring the request's own prompt. Yields a Step after each
    change.

    Raises BadInput before anything runs if the pair is not offered or a request exceeds the limits. A later failure is
    recorded in the prompt's row. Closing the generator stops the current run; earlier rows stay.
    """
    requests = [replace(request, prompt=prompt) for prompt in prompts]
    check_pair(request.pair)
    for each in requests:
        check_request(each)
    rows: list[Row] = []
    for place, each in enumerate(requests):
        where = f"Prompt {place + 1} of {len(requests)}"
        tally = Tally(each.limit)
        row = Row(each.prompt)
        try:
            for news in follow(each, source, visitor):
                for line in news.lines:
                    tally.add(line)
                    row = row_of(each.prompt, news.name, line) if isinstance(line, Summary) else row
                doing = news.note or f"{tally.tokens} of {plural(tally.wanted, 'token')}"
                yield Step(tuple(rows), f"{where}: {doing}", (place + tally.tokens / tally.wanted) / len(requests))
        except Exception as error:
            row = replace(row, failed=friendly(error))
        rows.append(row)
        yield Step(tuple(rows), f"{where}: done", (place + 1) / len(requests))


def row_of(prompt: str, name: str, summary: Summary) -> Row:
    """The row of a finished run, from the last line of its trace."""
    known: dict[str, Any] = summary.counts.known()
    return Row(
        prompt,
        name,
        **{key: known[key] for key in COUNTS},
        tokens=known["emitted"],
        seconds=summary.seconds.total or 0.0,
    )


def total(rows: Sequence[Row]) -> Row:
    """The sums over all prompts. In the resulting acceptance rate and tokens per pass, every token counts equally."""
    done = [row for row in rows if not row.failed]
    sums: dict[str, Any] = {name: sum(getattr(row, name) for row in done) for name in (*COUNTS, "tokens", "seconds")}
    return Row(plural(len(done), "prompt"), **sums)


def agreement(row: Row, rows: Sequence[Row]) -> Agreement:
    """Say whether the draft agrees with the target "more" or "less" often on this prompt than on all other prompts.

    Returns "same" if the 95% interval of this prompt's acceptance rate contains the rate of the other prompts, and
    "unknown" if one of the two rates is unknown.
    """
    others = total([other for other in rows if other is not row])
    if row.acceptance is None or others.acceptance is None:
        return "unknown"
    low, high = wilson_of(row.accepted, row.judged)
    if low > others.acceptance:
        return "more"
    return "less" if high < others.acceptance else "same"


def by_acceptance(rows: Sequence[Row]) -> Iterator[tuple[int, Row]]:
    """The rows with their numbers (from 1), highest acceptance rate first. Rows without a rate come last."""
    numbered = list(enumerate(rows, 1))
    yield from sorted(numbered, key=lambda each: (each[1].acceptance is None, -(each[1].acceptance or 0.0), each[0]))


def csv_of(rows: Sequence[Row]) -> str:
    """The table as comma-separated values, in the order of the prompts."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for row in rows:
        own = {"tokens_per_target_pass": row.per_pass, "seconds": round(row.seconds, 4)}
        writer.writerow([own[name] if name in own else safe_cell(getattr(row, name)) for name in COLUMNS])
    return file.getvalue()


def answer_of(rows: Sequence[Row]) -> dict[str, Any]:
    """The table as plain JSON values: one row per prompt, and the sums over all prompts."""
    return {"prompts": [_values(row) for row in rows], "together": _values(total(rows))}


def _values(row: Row) -> dict[str, Any]:
    return {**asdict(row), "acceptance": row.acceptance, "tokens_per_target_pass": row.per_pass}
