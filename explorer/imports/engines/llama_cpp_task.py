"""One request of llama-server's log: its facts line by line, and the neutral record that they make."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from decoders.errors import BadInput
from explorer.imports.engines.llama_cpp_statistics import Added, checked
from explorer.imports.fields import AS_WRITTEN
from explorer.imports.record import Request, Stated, Step, Times, counted
from explorer.imports.rounded import Printed, recovered
from explorer.story.numbers import number

UNLOGGED = "The pass that ended an answer has no line of its own. Its counts are the difference to the sums."
BEGAN = "The log does not have the end of this request, so its sums could not be compared."


@dataclass
class Task:
    """The facts that the log has stated about one request so far. `live` says whether it has numbers that are not in
    the report yet, and `done` whether they are. `lines` counts its lines, until it has `ended`.
    """

    name: str = ""
    slot: str = ""
    live: bool = False
    done: bool = False
    ended: bool = False
    lines: int = 0
    started: float | None = None  # seconds on the clock, as in `prompt_ms`
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
    """The times of a request, and why those of its passes are not used.

    Raises BadInput if the statistics contradict its summary.
    """
    whole = Times(task.decode)
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
    return Times(task.decode, spent, task.decode - spent), ""


def summed(base: Request, task: Task, where: str) -> Request:
    """The request with the sums of its summary line."""
    assert task.summary is not None
    accepted, generated, rate, length = task.summary
    if accepted > generated:
        raise BadInput(
            f"{where}: {accepted:,} draft tokens are accepted, but only {generated:,} were generated. {AS_WRITTEN}"
        )
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
    return replace(
        base,
        **counted(steps),
        drafted=sum(step.drafted or 0 for step in steps),
        last=steps[-1].outcome,
        notes=(*base.notes, *notes),
    )


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
