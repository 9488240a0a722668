"""llama-server's log, which has the summary of every request and, if it is verbose, every pass."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from decoders.errors import BadInput
from explorer.imports.clocks import mismatch
from explorer.imports.engines.adapter import Lines
from explorer.imports.engines.llama_cpp import DEBUG, LOG
from explorer.imports.engines.llama_cpp_task import WORD, Statistics, Task, stepped, summed, timed
from explorer.imports.fields import LONGEST_DRAFT, MOST_STEPS, altered
from explorer.imports.record import Candidate, Request, Step
from explorer.imports.rounded import printed, rates_of

_TASK = re.compile(r"id +(\d+) \| task (-?\d+) \|")
_CLOCK = re.compile(r"^(\d+)\.(\d\d)\.(\d{3})\.(\d{3}) ")  # minutes, seconds, milliseconds, microseconds
_STARTS = "new prompt"
_PROMPT_TOKENS = re.compile(r"task\.n_tokens = (\d{1,9})\b")
_PROMPT = re.compile(r"prompt eval time = +([\d.]+) ms")
_EVAL = re.compile(r"(?<!prompt )eval time = +([\d.]+) ms / +(\d+) tokens")
_SUM = re.compile(
    r"draft acceptance(?: rate)? = (\d+\.\d+) \( *(\d+) accepted / *(\d+) generated\)"
    r"(?:, mean (?:acceptance length|len) = *(\d+\.\d+))?(?:, acceptance rate per position = \(([\d., ]*)\))?(.*)"
)
_ADDED = re.compile(r"adding speculative implementation '([\w-]{1,40})'")
_P_MIN = re.compile(r"- n_max=\d+, n_min=\d+, p_min=(\d\.\d+)")
_POSITIONS = re.compile(r"acc per pos = \(([\d., ]*)\)")
_STEP = re.compile(r"accepted +(\d+)/ *(\d+) draft tokens, new n_tokens = (\d+)")
_CANDIDATE = re.compile(r"- seq_id (\d+), draft candidate +(\d+), pos +(\d+): +(\d+) \( *(\d+\.\d+)\) '(.*)", re.S)
_RELEASE = "stop processing"
SILENT = (
    "eval time =",
    "{name} is a log of llama.cpp without numbers of speculative decoding. Start `llama-server` with a draft, such as "
    "`--model-draft`.",
)
MOST_PIECE = 64  # most lines of one token's text
STOPS = "The draft stopped at a token to which it gave less than {0:.0%} (`p_min` {0:g})."
UNTIMED = "The statistics after {name} are incomplete, so the draft’s time is not known."


def without_draft(lines: Iterable[str]) -> tuple[list[tuple[int, int, float]], set[str]]:
    """The prompt tokens, the answer tokens and the milliseconds of decoding of every request in a log without a draft,
    and the slots that served them. If a request has no prompt length, 0 is returned for it.
    """
    prompts, found, slots = dict[str, int](), list[tuple[int, int, float]](), set[str]()
    for line in lines:
        if (task := _TASK.search(line)) is None:
            continue
        if tokens := _PROMPT_TOKENS.search(line):
            prompts[task[2]] = int(tokens[1])
        if (answer := _EVAL.search(line)) and int(answer[2]) > 1 and float(answer[1]):
            found.append((prompts.get(task[2], 0), int(answer[2]), float(answer[1])))
            slots.add(task[1])
    return found, slots


def _clock(line: str) -> float | None:
    """The time of a line in seconds since the start of the server; None if the log has no timestamps."""
    found = _CLOCK.search(line)
    return int(found[1]) * 60 + int(found[2]) + int(found[3]) / 1e3 + int(found[4]) / 1e6 if found else None


def _contradiction(task: Task, line: str) -> str:
    """The contradiction between the printed times of a request and its timestamps; empty if there is none."""
    end = _clock(line)
    if task.started is None or end is None or task.decode is None:
        return ""
    printed_ms = task.decode + (task.prompt_ms or 0.0)
    return mismatch(task.name or "a request", printed_ms / 1000, end - task.started, whole=task.prompt_ms is not None)


class Log(Lines):
    """An adapter for llama-server's log. A slot works on one request at a time."""

    words: tuple[str, ...] = (
        "draft acceptance", "draft candidate", "draft tokens, new", "eval time =", "acc per pos", "p_min=",
        "adding speculative implementation", WORD, " | task ",
    )  # fmt: skip

    def __init__(self) -> None:
        self._slots: dict[str, Task] = {}
        self._candidates: dict[str, list[tuple[int, Candidate]]] = {}
        # a candidate whose text continues on the next line
        self._open: tuple[str, int, int, float, list[str]] | None = None
        self._last: Task | None = None
        self._statistics = Statistics()
        self._methods: dict[str, None] = {}
        self._p_min: float | None = None

    def read(self, line: str, where: str) -> Iterator[Request]:
        if self._open is not None:
            self._continued(line)
            return
        if match := _CANDIDATE.search(line):
            if int(match[2]) == int(match[3]) == 0:  # a new draft; an earlier one was too short to be checked
                self._candidates.pop(match[1], None)
            self._open, self.continues = (match[1], int(match[3]), int(match[4]), float(match[5]), []), True
            self._continued(match[6])
        elif match := _P_MIN.search(line):
            self._p_min = max(self._p_min or 0.0, float(match[1]))
        elif match := _ADDED.search(line):
            self._methods[match[1]] = None
        elif WORD in line and "#calls" in line:
            self._add_statistics(line, where)
        else:
            yield from self._of_task(line, where)

    def unfinished(self) -> Iterator[tuple[str, int]]:
        yield from ((each.name, each.lines) for each in self._slots.values() if not each.ended)

    def _add_statistics(self, line: str, where: str) -> None:
        if not self._statistics.read(line, where):
            self.left_out += 1
            if self._last is not None:
                self._last.untimed = UNTIMED.format(name=self._last.name or "a request")

    def _of_task(self, line: str, where: str) -> Iterator[Request]:
        found = _TASK.search(line)
        slot, name = (found[1], f"task {found[2]}") if found else ("", "")
        task, named = self._slots.get(slot), found is not None and found[2] != "-1"
        other = task is not None and bool(name) and task.name != name
        if task is not None and task.live and (other or (task.summary and not _POSITIONS.search(line))):
            task.live = False
            yield from self._finished(task, where)
        numbers = any(each.search(line) for each in (_EVAL, _SUM, _STEP))
        if task is None or (other and named) or (numbers and task.done):
            if not named and not numbers:
                self._leave_out(line, task)
                return
            task = self._slots[slot] = Task(name, slot, ended=not named)
        if named:
            self._begin(task, line)
        task.live = task.live or numbers
        if task.live:
            self._note(task, line, where)
        else:
            self._leave_out(line, task)

    def _begin(self, task: Task, line: str) -> None:
        """Store the prompt length of a request, and whether a line says that the request ended."""
        task.lines += 1
        if _STARTS in line:
            task.started, tokens = _clock(line), _PROMPT_TOKENS.search(line)
            task.prompt = int(tokens[1]) if tokens else None
        elif match := _PROMPT.search(line):
            task.prompt_ms = float(match[1])
        task.ended = task.ended or _RELEASE in line or _STEP.search(line) is not None  # its passes are in the report

    def _note(self, task: Task, line: str, where: str) -> None:
        if match := _EVAL.search(line):
            task.decode, task.tokens = float(match[1]), int(match[2])
            task.clock = _contradiction(task, line)
        elif (match := _SUM.search(line)) and ("mean" in match[6] or "per position" in match[6]):
            self._leave_out(line, task)  # the line is cut off
        elif match:
            length = printed(match[4]) if match[4] else None
            task.summary = (int(match[2]), int(match[3]), printed(match[1]), length)
            task.rates, task.where = rates_of(match[5] or ""), where
            added = self._statistics.added()
            if self._last is not None:
                self._last.added = added
            self._last, task.ended = task, True
        elif match := _POSITIONS.search(line):
            task.rates = rates_of(match[1])
        elif match := _STEP.search(line):
            self._step(task, *map(int, match.groups()), where=where)
        else:
            self._leave_out(line, task)

    def _leave_out(self, line: str, task: Task | None) -> None:
        """Count a line whose numbers cannot be read, unless it is counted as a line of a request without an end."""
        numbers = "draft acceptance" in line or "acc per pos" in line
        self.left_out += numbers and (task is None or task.ended)

    def _step(self, task: Task, accepted: int, drafted: int, total: int, *, where: str) -> None:
        if accepted > drafted or drafted > LONGEST_DRAFT:
            raise altered(where, f"{accepted:,} of {drafted:,} draft tokens are accepted")
        if task.total is not None and total < task.total + accepted + 1:
            raise altered(
                where,
                f"a pass with {accepted:,} accepted draft tokens adds {accepted + 1:,} tokens, but n_tokens goes from "
                f"{task.total:,} to {total:,}",
            )
        if len(task.steps) >= MOST_STEPS:
            raise BadInput(f"{where}: the request has more than {MOST_STEPS:,} passes. Split the log.")
        by_position: dict[int, list[Candidate]] = {}
        for position, candidate in self._candidates.pop(task.slot, ()):
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
            self._open, self.continues = None, False

    def _finished(self, task: Task, where: str) -> Iterator[Request]:
        task.done = True
        if task is self._last:
            self._last, task.added = None, self._statistics.added()
        base = Request(
            format=DEBUG if task.steps else LOG,
            name=task.name,
            method=", ".join(task.added.methods if task.added else self._methods),
            least_q=self._p_min,
            capped=bool(self._p_min),
            notes=(STOPS.format(self._p_min),) if self._p_min else (),
            completion=task.tokens,
            prompt=task.prompt,
            slot=task.slot,
            clock=task.clock,
            where=task.where,
        )
        if task.summary:
            base = summed(base, task, task.where)
        times, untimed = timed(task)
        base = replace(base, times=times, untimed=untimed)
        if task.steps:
            yield stepped(base, task, task.where or where)
        elif task.summary:
            yield base

    def end(self, where: str) -> Iterator[Request]:
        for task in self._slots.values():
            if task.live:
                yield from self._finished(task, where)
        self._slots.clear()
