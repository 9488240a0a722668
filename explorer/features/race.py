"""The data of a race: runs that share one clock, and the sentence with the result.

The clock is the wall time of the iterations. An iteration begins with its passes, one after another. Then comes the
other work (rules and bookkeeping), and at the end its tokens appear. If the runs were timed again, each lane is scaled
to the median of its timings, so the lanes agree with the sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from statistics import median
from typing import Any

from decoders.core.decode import best_of
from decoders.core.record import Node
from decoders.errors import BadInput
from explorer.features.comparisons import check_times, find_comparison
from explorer.features.laws import differences
from explorer.measuring.timing import Times
from explorer.service.store import BUNDLED, PARSING, find, lines_of
from explorer.story.page.race import HERE, RACE, RECORDED, TOY, Finish, intro, lane, sentence
from explorer.story.page.runs import names, settings_of_each
from explorer.trace.line_validators import Line
from explorer.trace.lines import Header, IterationLine, Summary
from explorer.trace.metrics import grown, origins, replicas

MOST = 4


@dataclass(frozen=True)
class Entrant:
    """A finished run: its header, its result, and its lane.

    For each frame of the lane, `written` lists the pieces [text, model] that it adds, and `guessed` lists the guesses
    [text, outcome] before it.
    """

    header: Header
    finish: Finish
    track: dict[str, Any]
    written: list[list[list[str]]]
    guessed: list[list[list[str]]]


def race(runs: Sequence[str], times: Times = ()) -> dict[str, Any]:
    """The tracks, labels and result sentence of a race between named runs. Raises BadInput if the runs cannot race.

    `times` are the seconds of several timings of each run, in the order of the names. If `times` is empty, each run was
    timed once.
    """
    if not 2 <= len(runs) <= MOST or len(set(runs)) < len(runs):
        raise BadInput(f"A race needs 2 to {MOST} different runs. Choose them in the Compare tab.")
    paths = [find(name) for name in runs]
    found = [entrant(name, path, path.stat().st_mtime_ns) for name, path in zip(runs, paths, strict=True)]
    heads = [run.header for run in found]
    known = check_times(runs, times)
    entrants = [timed(run, each) for run, each in zip(found, known or [()] * len(found), strict=True)]
    ends = [replace(run.finish, called=name) for run, name in zip(entrants, names(heads), strict=True)]
    unlike, where = differences(heads), _where(paths, heads)
    tracks = [
        run.track | {"speed": lane(end, ends[0], where, unlike), "settings": words}
        for run, end, words in zip(entrants, ends, settings_of_each(heads), strict=True)
    ]
    say = RACE | {"intro": intro(len(known[0]) if known else 1, where)}
    return {"tracks": tracks, "say": say, "sentence": sentence(ends, where, unlike)}


def race_again(comparison: str) -> dict[str, Any]:
    """Make the race of a stored comparison, with its timings. Raises BadInput if the comparison or a run is not
    available.
    """
    kept = find_comparison(comparison)
    return race(kept.runs, kept.times)


def timed(run: Entrant, times: Sequence[float]) -> Entrant:
    """The run scaled to the median of several timings; unchanged if there are no timings."""
    recorded = run.finish.seconds
    if not times or recorded <= 0:
        return run
    seconds = median(times)
    factor, track = seconds / recorded, run.track
    passes = [[model, _time(begin * factor), _time(end * factor)] for model, begin, end in track["passes"]]
    frames = [[_time(at * factor), *rest] for at, *rest in track["frames"]]
    finish = replace(run.finish, seconds=seconds, target_seconds=run.finish.target_seconds * factor, times=tuple(times))
    return replace(run, finish=finish, track=track | {"passes": passes, "frames": frames, "total": _time(seconds)})


def _where(paths: Sequence[Path], heads: Sequence[Header]) -> str:
    """The origin of a race's times: a toy pair, the machine that recorded the bundled runs, or this machine."""
    if any(head.pair.startswith("toy:") for head in heads):
        return TOY
    return RECORDED if any(path.parent == BUNDLED for path in paths) else HERE


@lru_cache(maxsize=16)
def entrant(name: str, path: Path, changed: int) -> Entrant:
    """Read a finished run line by line, so that memory holds only its lane and one line. Raises BadInput if the run did
    not finish.

    `changed` is the time of the file's last change. It is part of the cache's key, so a changed file is read again.
    """
    with PARSING:
        try:
            reading, last = lane_of(lines_of(name))
        except ValueError as error:
            if isinstance(error, BadInput):
                raise
            raise _unfinished(name) from None  # the last line of the file is still being written
        if last is None or last.stopped or not reading.frames:
            raise _unfinished(name)
        return Entrant(reading.header, reading.finish(last), reading.track(name), reading.written, reading.guessed)


def lane_of(lines: Iterable[Line]) -> tuple["Lane", Summary | None]:
    """The lane of a trace and its summary (None if it has none). Raises ValueError if there is no header."""
    lane: Lane | None = None
    for line in lines:
        match line:
            case Header():
                lane = Lane(line)
            case IterationLine() if lane is not None:
                lane.add(line)
            case Summary() if lane is not None:
                return lane, line
            case _:
                break
    if lane is None:
        raise ValueError("a trace begins with its header")
    return lane, None


def _unfinished(name: str) -> BadInput:
    return BadInput(f"The run {name} did not finish. Run it again before comparing.")


class Lane:
    """A run's lane, built up iteration by iteration."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.passes: list[list[Any]] = []
        self.frames: list[list[Any]] = []
        self.written: list[list[list[str]]] = []
        self.guessed: list[list[list[str]]] = []
        self._texts = dict(header.texts or {})
        self._space = " " if header.pair.startswith("toy:") else ""
        self._clock, self._done, self._shown = 0.0, 0, ""
        self._target = 0.0

    def add(self, iteration: IterationLine) -> None:
        """Add an iteration. Raises BadInput if it lacks data that a race needs."""
        if not iteration.final.beams:
            raise _lacking()
        self._texts.update(iteration.texts or {})
        at = self._clock
        for each in iteration.passes:
            self.passes.append([each.model, _time(at), _time(at + each.seconds)])
            at += each.seconds
            if each.model == "target":
                self._done += 1
                self._target += each.seconds
        self._clock = max(self._clock + iteration.seconds, at)
        tokens = best_of(iteration.final.beams).tokens
        text, before = self._space.join(self._texts.get(str(token), "") for token in tokens), self._shown
        same = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, text, strict=False)))
        self.frames.append([_time(self._clock), len(tokens), self._done, _units(same), text[len(same) :]])
        self.written.append(self._pieces(iteration, text[len(same) :], whole=same == before))
        self.guessed.append(self._guesses(iteration))
        self._shown = text

    def _pieces(self, iteration: IterationLine, added: str, whole: bool) -> list[list[str]]:
        """The added text in pieces, each with its writer, "draft" or "target".

        If some of a beam's text was replaced, there is a single piece, whose writer is "".
        """
        come, by_id = origins(iteration), {node.id: node for node in iteration.nodes}
        pieces = list[list[str]]()
        for node in reversed(grown(iteration)) if whole else ():
            of = "draft" if come.get(node) in ("draft", "merged") else "target"
            space = self._space if self._shown or pieces else ""
            pieces.append([space + self._texts.get(str(by_id[node].token), ""), of])
        return pieces if "".join(text for text, _ in pieces) == added else [[added, ""]]

    def _guesses(self, iteration: IterationLine) -> list[list[str]]:
        """The drafted tokens with their outcomes, "accepted", "rejected" or "unused". Guesses that are part of the text
        come first. In a tree, the other guesses have no text, because they do not form one sequence.
        """
        path, copied = set(grown(iteration)), replicas(iteration)
        rejected = {verdict.node for verdict in iteration.verdicts if verdict.decision == "rejected"}
        drafted = [node for node in iteration.nodes if node.role == "draft" and node.id not in copied - path]
        tree = len({node.parent for node in drafted}) < len(drafted)

        def of(node: Node) -> list[str]:
            outcome = "accepted" if node.id in path else "rejected" if node.id in rejected else "unused"
            named = not tree or outcome == "accepted"
            return [self._texts.get(str(node.token), "") if named else "", outcome]

        return [of(node) for node in sorted(drafted, key=lambda node: node.id not in path)]

    @property
    def title(self) -> str:
        """The run's title, or its method's name."""
        return self.header.title or self.header.method

    def finish(self, summary: Summary) -> Finish:
        """The result of the run, on the clock of its lane. Raises BadInput if the summary has no counts."""
        passes = summary.counts.target_passes
        if passes is None:
            raise _lacking()
        drafted = summary.counts.drafted or 0
        return Finish(self.title, summary.tokens, passes, self._clock, self._target, drafted=drafted)

    def track(self, name: str) -> dict[str, Any]:
        """The lane: `passes` [model, from, to] and `frames` [at, tokens, target passes, kept, added]. Times are in
        seconds.

        A frame's text is the first `kept` characters of the previous text plus `added`. Earlier text can be replaced,
        because the best beam can change.
        """
        about = {"name": name, "title": self.title, "total": _time(self._clock)}
        return about | {"passes": self.passes, "frames": self.frames}


def _lacking() -> BadInput:
    return BadInput("This trace lacks times, beams or counts, which a race needs. Record it again.")


def _units(text: str) -> int:
    """The length of a text in UTF-16 code units, as in JavaScript."""
    return len(text.encode("utf-16-le")) // 2


def _time(seconds: float) -> float:
    """Seconds rounded to a tenth of a microsecond, which toy pairs need."""
    return round(seconds, 7)
