"""One request of llama-server's log: its facts are collected line by line and become a neutral record.

After the summary of a request come the lines “statistics”, one per draft method. A line has the tokens and the time of
all drafts of its method since the start of the server.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from decoders.errors import BadInput
from explorer.imports.fields import altered
from explorer.imports.record import Request, Stated, Step, Times, counted
from explorer.imports.rounded import Printed, recovered
from explorer.story.numbers import number

WORD = "statistics"
_LINE = re.compile(r"statistics +([\w-]+):.*#gen tokens = *(\d+), #acc tokens = *(\d+)(.*)")
_TIMES = re.compile(r"dur\(b,g,a\) = *[\d.]+, *([\d.]+), *[\d.]+ ms")
UNLOGGED = (
    "The pass that ended an answer has no line of its own. Its counts are the sums minus those of all other passes."
)
BEGAN = "The log does not have the end of this request, so its passes could not be compared with its sums."


@dataclass(frozen=True)
class Added:
    """The draft tokens and milliseconds of one line, or the increase that all lines after a request show.
    `milliseconds` is None if this version of llama.cpp does not measure the draft.
    """

    where: str
    methods: tuple[str, ...]
    generated: int
    accepted: int
    milliseconds: float | None


class Statistics:
    """The sums of every draft method so far, and what was added since the last request."""

    def __init__(self) -> None:
        self._sums: dict[str, Added] = {}
        self._new: list[Added] = []

    def read(self, line: str, where: str) -> bool:
        """Add a line; return False if it is incomplete. Raises BadInput if more tokens are accepted than generated."""
        match = _LINE.search(line)
        times = _TIMES.search(match[4]) if match else None
        if match is None or (match[4].strip() and times is None):
            return False
        name, generated, accepted, ms = match[1], int(match[2]), int(match[3]), float(times[1]) if times else None
        if accepted > generated:
            raise altered(
                where,
                f"{accepted:,} draft tokens were accepted (#acc tokens), but only {generated:,} were generated "
                "(#gen tokens)",
            )
        before = self._sums.get(name, Added(where, (name,), 0, 0, 0.0))
        self._sums[name] = Added(where, (name,), generated, accepted, ms)
        spent = None if ms is None or before.milliseconds is None else ms - before.milliseconds
        self._new.append(Added(where, (name,), generated - before.generated, accepted - before.accepted, spent))
        return True

    def added(self) -> Added | None:
        """The increase of the sums over all draft methods since the last call; None if there was no line."""
        lines, self._new = self._new, []
        if not lines:
            return None
        spent = [line.milliseconds for line in lines]
        return Added(
            lines[-1].where,
            tuple(line.methods[0] for line in lines if line.generated),
            sum(line.generated for line in lines),
            sum(line.accepted for line in lines),
            None if None in spent else sum(each or 0 for each in spent),
        )


def checked(added: Added, name: str, accepted: int, generated: int) -> str:
    """The reason why the statistics after a request do not give the time of its draft; empty if they do. Raises
    BadInput if statistics and request agree on the draft tokens, but not on the accepted ones.
    """
    if added.generated != generated:
        return (
            f"The statistics after {name} count {added.generated:,} more draft tokens, but the request generated "
            f"{generated:,}. So they also count other requests."
        )
    if added.accepted != accepted:
        raise altered(
            added.where,
            f"the statistics count {added.accepted:,} more accepted draft tokens (#acc tokens), but {name} "
            f"accepted {accepted:,}",
        )
    return "" if added.milliseconds is not None else "The statistics of this version have no times."


@dataclass
class Task:
    """The facts that the log has stated about one request so far. `live` means that it has numbers that are not in the
    report yet, and `done` that its numbers are in the report. `lines` counts the lines of a request whose end may be
    missing from the file.
    """

    name: str = ""
    slot: str = ""
    live: bool = False
    done: bool = False
    ended: bool = False
    lines: int = 0
    started: float | None = None  # the log's clock, in seconds, when the pass over the prompt began
    prompt_ms: float | None = None
    prompt: int | None = None  # tokens
    tokens: int | None = None
    decode: float | None = None
    steps: list[Step] = field(default_factory=list)
    total: int | None = None  # tokens of the sequence after its last pass
    summary: tuple[int, int, Printed, Printed | None] | None = None
    rates: list[Printed] = field(default_factory=list)
    added: Added | None = None
    untimed: str = ""
    clock: str = ""
    where: str = ""


def timed(task: Task) -> tuple[Times, str]:
    """The times of a request, and the reason why the times of its passes are not used; the reason is empty if they are
    used.

    Raises BadInput if the statistics contradict its summary.
    """
    whole = Times(task.decode, prompt=task.prompt_ms)
    if task.summary is None or task.untimed or task.added is None:
        return whole, task.untimed
    name = task.name or "a request"
    why = checked(task.added, name, *task.summary[:2])
    spent = task.added.milliseconds
    if why or spent is None or task.decode is None:
        return whole, why
    if not 0 <= spent < task.decode:
        return whole, (
            f"{task.added.where}: drafting took {number(spent)} ms for {name}, but all its decoding took only "
            f"{number(task.decode)} ms."
        )
    return replace(whole, draft=spent, target=task.decode - spent), ""


def summed(base: Request, task: Task, where: str) -> Request:
    """The request with the sums of its summary line."""
    assert task.summary is not None
    accepted, generated, rate, length = task.summary
    if accepted > generated:
        raise altered(where, f"{accepted:,} draft tokens were accepted, but only {generated:,} were generated")
    stated = [Stated("draft acceptance", "rate", rate.value, rate.half)]
    if length:
        stated.append(Stated("mean acceptance length", "length", length.value, length.half))
    base = replace(base, accepted=accepted, drafted=generated, stated=tuple(stated))
    if length is None or not accepted or task.steps:
        return base
    found = recovered(base, length, task.rates, where)
    fits = found.passes is not None and generated <= found.passes * len(task.rates)
    return replace(found, longest=len(task.rates)) if fits else found


def stepped(base: Request, task: Task, where: str) -> Request:
    """The request with its passes. Raises BadInput if they do not add up to the summary line."""
    steps = (*task.steps, *_unlogged(task, where))
    notes = (UNLOGGED,) if len(steps) > len(task.steps) else () if task.summary else (BEGAN,)
    return replace(base, **counted(steps), notes=(*base.notes, *notes))


def _unlogged(task: Task, where: str) -> Iterator[Step]:
    """The pass that ended the answer. It has no line of its own, so it is computed as the summary line minus all other
    passes.

    Raises BadInput if the difference cannot be one pass.
    """
    if not task.summary:
        return
    sums = (sum(step.accepted for step in task.steps), sum(step.drafted or 0 for step in task.steps))
    accepted, drafted = (total - count for total, count in zip(task.summary[:2], sums, strict=True))
    if drafted and 0 <= accepted <= drafted <= max(step.drafted or 0 for step in task.steps):
        yield Step(accepted, drafted)
    elif accepted or drafted:
        word, which = ("accepted", 0) if accepted else ("generated", 1)
        raise BadInput(
            f"{where}: the passes of {task.name} add up to {sums[which]:,} {word} draft tokens, but its last line "
            f"says {task.summary[which]:,}. Save the log from the start of the request."
        )
