"""llama.cpp: `timings` of responses, log lines, the debug log with every draft, and Prometheus counters."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from decoders.errors import BadInput
from explorer.imports.fields import AS_WRITTEN, LONGEST_DRAFT, MOST_STEPS, Fields
from explorer.imports.record import Absent, Candidate, Format, Request, Rounded, Stated, Step, Times, counted
from explorer.imports.rounded import Printed, printed, solve

_VERBOSE = "Start `llama-server` with `--verbose`, and save its log."
_PASSES = Absent("The number of passes, and acceptance by position", "Save the server's log, which has both.")
_ORDER = Absent("The order of the passes", _VERBOSE)
_LENGTHS = Absent("The draft length of each pass", _VERBOSE, "lengths")
_TEXT = Absent("Who wrote each token", _VERBOSE)
_REQUESTS = Absent("Single requests", "Save the responses, or the server's log.")
_TIMES = Absent("The time of draft passes", "Start `llama-server` with `-lv 4`; the line “statistics” has it.", "times")
_MORE = "Start `llama-server` with `-lv 4`, and save its log."
_RULE = (
    "llama.cpp samples every token from the target, and accepts a draft token only if it is that token. "
    "This is lossless."
)
TIMINGS = Format(
    "llama.cpp", "responses", "on by default: `timings` of every response", "totals per request",
    (_PASSES, _ORDER, _LENGTHS, _TEXT, _TIMES), False, _MORE, _RULE,
)  # fmt: skip
LOG = Format(
    "llama.cpp", "log lines", "on by default; `-lv 4` adds positions in newer versions",
    "totals per request, and positions with few digits", (_ORDER, _LENGTHS, _TEXT, _TIMES), False, _MORE, _RULE,
)  # fmt: skip
DEBUG = Format(
    "llama.cpp", "debug log", "`--verbose`", "every pass of every request, with the draft's most probable tokens",
    (Absent("The target's own tokens", "Save the responses as well."), _TIMES), False, _VERBOSE, _RULE,
)  # fmt: skip
METRICS = Format(
    "llama.cpp", "Prometheus metrics", "`--metrics`, then `GET /metrics`",
    "totals by position since the start of the server", (_REQUESTS, _ORDER, _LENGTHS, _TEXT, _TIMES), True,
    _MORE, _RULE,
)  # fmt: skip
UNLOGGED = "The pass that ended an answer has no line of its own. Its counts are the difference to the sums."
BEGAN = "The log does not have the end of this request, so its sums could not be compared."


class Responses:
    """An adapter for responses with `timings`. A stream repeats them, and the last ones count."""

    def __init__(self) -> None:
        self._waiting: Request | None = None

    def takes(self, value: Mapping[str, Any]) -> bool:
        timings = value.get("timings")
        return isinstance(timings, dict) and "draft_n" in timings

    def read(self, value: Mapping[str, Any], where: str) -> Iterator[Request]:
        fields = Fields(value, where)
        timings = fields.fields("timings")
        request = Request(
            format=TIMINGS,
            name=fields.text("id", 100),
            version=fields.text("system_fingerprint", 60),
            accepted=timings.whole("draft_n_accepted"),
            drafted=timings.whole("draft_n"),
            completion=timings.maybe_whole("predicted_n"),
            times=Times(decode=timings.maybe_number("predicted_ms")),
        )
        if request.completion is not None and (request.accepted or 0) > request.completion:
            raise BadInput(
                f"{where}: draft_n_accepted is {request.accepted:,}, but predicted_n is {request.completion:,}. "
                f"{AS_WRITTEN}"
            )
        waiting, self._waiting = self._waiting, request
        if waiting is not None and (not waiting.name or waiting.name != request.name):
            yield waiting

    def end(self) -> Iterator[Request]:
        if self._waiting is not None:
            yield self._waiting
        self._waiting = None


_TASK = re.compile(r"id +(\d+) \| task (-?\d+) \|")
_EVAL = re.compile(r"(?<!prompt )eval time = +([\d.]+) ms / +(\d+) tokens")
_SUM = re.compile(
    r"draft acceptance(?: rate)? = (\d+\.\d+) \( *(\d+) accepted / *(\d+) generated\)"
    r"(?:, mean (?:acceptance length|len) = *(\d+\.\d+))?(?:, acceptance rate per position = \(([\d., ]*)\))?"
)
_POSITIONS = re.compile(r"acc per pos = \(([\d., ]*)\)")
_STEP = re.compile(r"accepted +(\d+)/ *(\d+) draft tokens, new n_tokens = (\d+)")
_STATISTICS = re.compile(r"statistics +([\w-]+):.*#gen tokens = *(\d+),.*dur\(b,g,a\) = *[\d.]+, *([\d.]+), *[\d.]+ ms")
_CANDIDATE = re.compile(r"- seq_id (\d+), draft candidate +(\d+), pos +(\d+): +(\d+) \( *(\d+\.\d+)\) '(.*)", re.S)
SILENT = (
    "eval time =",
    "{name} is a log of llama.cpp without numbers of speculative decoding. Start `llama-server` with a draft, such as "
    "`--model-draft`.",
)
OTHERS = ("acc per pos", "statistics")
MOST_PIECE = 64  # lines of one token's text


@dataclass
class _Task:
    """The facts that the log has stated about one request so far."""

    name: str = ""
    tokens: int | None = None
    decode: float | None = None
    steps: list[Step] = field(default_factory=list)
    total: int | None = None  # tokens of the sequence after its last pass
    summary: tuple[int, int, Printed, Printed | None] | None = None
    rates: list[Printed] = field(default_factory=list)
    draft: float | None = None
    method: str = ""
    where: str = ""


class Log:
    """An adapter for llama-server's log, plain or verbose. Slots work on one request at a time."""

    words: tuple[str, ...] = (
        "draft acceptance",
        "draft candidate",
        "draft tokens, new",
        "eval time =",
        "acc per pos",
        "statistics",
    )

    def __init__(self) -> None:
        self._slots: dict[str, _Task] = {}
        self._candidates: dict[str, list[tuple[int, Candidate]]] = {}
        self._open: tuple[str, int, int, float, list[str]] | None = None  # a candidate whose text goes on
        self._last: _Task | None = None
        self._before: dict[str, tuple[int, float]] = {}  # the counters of the last statistics line, by draft

    def read(self, line: str, where: str) -> Iterator[Request]:
        if self._open is not None:
            self._continued(line)
            return
        if match := _CANDIDATE.search(line):
            if int(match[2]) == int(match[3]) == 0:  # a new draft; an earlier one was too short to be checked
                self._candidates.pop(match[1], None)
            self._open = (match[1], int(match[3]), int(match[4]), float(match[5]), [])
            self._continued(match[6])
        elif match := _STATISTICS.search(line):
            self._durations(match[1], int(match[2]), float(match[3]))
        else:
            yield from self._of_task(line, where)

    @property
    def continues(self) -> bool:
        """Whether the text of a candidate goes on in the next line."""
        return self._open is not None

    def _of_task(self, line: str, where: str) -> Iterator[Request]:
        found = _TASK.search(line)
        slot, name = (found[1], f"task {found[2]}") if found else ("", "")
        task = self._slots.get(slot)
        if task is not None and ((name and task.name != name) or (task.summary and not _POSITIONS.search(line))):
            del self._slots[slot]
            yield from self._finished(task, where)
            task = None
        if task is None:
            if not (_EVAL.search(line) or _SUM.search(line) or _STEP.search(line)):
                return
            task = self._slots[slot] = _Task(name)
        self._note(task, line, where, slot)

    def _note(self, task: _Task, line: str, where: str, slot: str) -> None:
        if match := _EVAL.search(line):
            task.decode, task.tokens = float(match[1]), int(match[2])
        elif match := _SUM.search(line):
            length = printed(match[4]) if match[4] else None
            task.summary = (int(match[2]), int(match[3]), printed(match[1]), length)
            task.rates, task.where = _rates(match[5] or ""), where
            self._last = task
        elif match := _POSITIONS.search(line):
            task.rates = _rates(match[1])
        elif match := _STEP.search(line):
            self._step(task, *map(int, match.groups()), where=where, slot=slot)

    def _step(self, task: _Task, accepted: int, drafted: int, total: int, *, where: str, slot: str) -> None:
        if accepted > drafted or drafted > LONGEST_DRAFT:
            raise BadInput(f"{where}: {accepted:,} of {drafted:,} draft tokens are accepted. {AS_WRITTEN}")
        if task.total is not None and total < task.total + accepted + 1:
            raise BadInput(
                f"{where}: a pass with {accepted:,} accepted draft tokens adds {accepted + 1:,} tokens, but n_tokens "
                f"goes from {task.total:,} to {total:,}. {AS_WRITTEN}"
            )
        if len(task.steps) >= MOST_STEPS:
            raise BadInput(f"{where}: the request has more than {MOST_STEPS:,} passes. Split the log.")
        by_position: dict[int, list[Candidate]] = {}
        for position, candidate in self._candidates.pop(slot, ()):
            by_position.setdefault(position, []).append(candidate)
        candidates = tuple(tuple(by_position[position]) for position in sorted(by_position))
        tokens = tuple(row[0].token for row in candidates[:drafted])
        task.steps.append(
            Step(accepted, drafted, tokens if len(tokens) == drafted else (), candidates=candidates[:drafted])
        )
        task.total = total

    def _continued(self, line: str) -> None:
        """Add a line to the text of a candidate, which may contain line ends."""
        assert self._open is not None
        slot, position, token, q, parts = self._open
        parts.append(line)
        if line.endswith("'") or len(parts) >= MOST_PIECE:
            text = "\n".join(parts).removesuffix("'")
            listed = self._candidates.setdefault(slot, [])
            if len(listed) < LONGEST_DRAFT:
                listed.append((position, Candidate(token, q, text)))
            self._open = None

    def _durations(self, method: str, generated: int, milliseconds: float) -> None:
        """Assign the draft's time to the last request, if exactly its draft tokens were added to the sums."""
        count, spent = self._before.get(method, (0, 0.0))
        self._before[method] = (generated, milliseconds)
        task = self._last
        if task is not None and task.summary and generated - count == task.summary[1] > 0 and milliseconds >= spent:
            task.draft, task.method = milliseconds - spent, method

    def _finished(self, task: _Task, where: str) -> Iterator[Request]:
        base = Request(
            format=DEBUG if task.steps else LOG,
            name=task.name,
            method=task.method,
            completion=task.tokens,
            times=_times(task),
            where=task.where,
        )
        if task.summary:
            base = _summed(base, task, task.where)
        if task.steps:
            yield _stepped(base, task, task.where or where)
        elif task.summary:
            yield base

    def end(self) -> Iterator[Request]:
        for task in self._slots.values():
            yield from self._finished(task, "The end of the log")
        self._slots.clear()


def _rates(text: str) -> list[Printed]:
    return [printed(rate) for rate in text.replace(" ", "").split(",") if rate]


def _times(task: _Task) -> Times:
    rest = task.decode - task.draft if task.decode is not None and task.draft is not None else None
    return Times(task.decode, task.draft, rest if rest is not None and rest > 0 else None)


def _summed(base: Request, task: _Task, where: str) -> Request:
    """The request with the sums of its summary line."""
    assert task.summary is not None
    accepted, generated, rate, length = task.summary
    stated = [Stated("draft acceptance", "rate", rate.value, rate.half)]
    if length:
        stated.append(Stated("mean acceptance length", "length", length.value, length.half))
    base = replace(base, accepted=accepted, drafted=generated, stated=tuple(stated))
    if length is None or not accepted or task.steps:
        return base
    found = solve(accepted, length, task.rates)
    if found is None:
        raise BadInput(
            f"{where}: no number of passes gives {accepted:,} accepted draft tokens and the mean length "
            f"{length.value:g}. {AS_WRITTEN}"
        )
    if found.fewest == found.most:
        longest = len(task.rates) if generated <= found.most * len(task.rates) else None
        return replace(base, passes=found.most, survivors=found.survivors, longest=longest)
    return replace(base, rounded=Rounded(found.fewest, found.most, tuple(each.value for each in task.rates)))


def _stepped(base: Request, task: _Task, where: str) -> Request:
    """The request with its passes. Raises BadInput if they do not add up to the summary line."""
    steps = (*task.steps, *_unlogged(task, where))
    notes = (UNLOGGED,) if len(steps) > len(task.steps) else () if task.summary else (BEGAN,)
    return replace(
        base,
        **counted(steps),
        drafted=sum(step.drafted or 0 for step in steps),
        last=steps[-1].outcome,
        notes=notes,
    )


def _unlogged(task: _Task, where: str) -> Iterator[Step]:
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
