"""The words of the race: its controls, its lanes, and the sentence about its result.

The number of passes of a run is a fact. The time of a run differs from timing to timing. So a ratio compares medians,
and comes with the range of several timings or a note that there was only one. The lanes show the same times
(features/race.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.story.numbers import duration, listed, plural

RACE = {
    "link": "Copy link",
    "copied": "The link to this comparison is copied.",
    "embed": "Copy embed code",
    "embedded": "Embed code copied.",
    "title": "A race of decoding methods",
    "again": "Watch the race",
    "play": "Play",
    "pause": "Pause",
    "restart": "Restart",
    "clock": "Race time",
    "speed": "Playback speed",
    "target": "target pass",
    "draft": "draft pass",
    "lane": "{tokens} tokens · {passes} target passes",
    "done": "finished after {seconds} s",
}
UNANSWERED = "The race could not be loaded. Check that the app is still running, then choose the runs again."
EVEN = 0.03  # speeds whose ratio is this close to 1 count as even
HERE, RECORDED, TOY = "on this machine", "when it was recorded", "toy"  # where the times of a race were measured
_CLOCK = "The clock is real time, pass by pass, after the prompt was read."
_TOY = "No speed is reported because a toy pair’s passes are table look-ups."


@dataclass(frozen=True)
class Finish:
    """The result of a finished run. `tokens` are the tokens of its answer, and `seconds` is the wall time that its lane
    shows. `target_seconds` is the part of that time in target passes, and `drafted` is the number of drafted tokens.
    `times` are the wall times of several timings, which alternate with those of the other runs; `seconds` is then their
    median. `called` is the name that distinguishes this run from the others.
    """

    title: str
    tokens: tuple[int, ...]
    target_passes: int
    seconds: float
    target_seconds: float = 0.0
    drafted: int = 0
    times: tuple[float, ...] = ()
    called: str = ""

    def did_as(self, other: "Finish") -> bool:
        """Whether both runs made the same passes and wrote the same text. In that case, any difference in time is due
        to chance.
        """
        return (self.tokens, self.target_passes, self.drafted) == (other.tokens, other.target_passes, other.drafted)

    @property
    def name(self) -> str:
        """The method in a few words. If the method takes part twice, the settings that differ are added."""
        return self.called or self.title.partition(":")[0]

    @property
    def tokens_a_pass(self) -> float:
        """Tokens of the answer per target pass."""
        return len(self.tokens) / self.target_passes if self.target_passes else 0.0


@dataclass(frozen=True)
class Speed:
    """The speed of a run relative to the first one: `ratio` of the medians, and its range over `count` timings."""

    ratio: float
    low: float
    high: float
    count: int

    @property
    def clear(self) -> bool:
        """Whether all timings agree on which run is faster, by more than EVEN."""
        return (self.low > 1 or self.high < 1) and abs(self.ratio - 1) > EVEN

    def words(self, than: str, place: str) -> str:
        """Return the relative speed as the end of a sentence: “It was …”."""
        fast = f"{self.ratio:.2f}× as fast as {than} {place}"
        if self.count == 1:
            even = abs(self.ratio - 1) <= EVEN
            return f"{f'about as fast as {than} {place}' if even else fast} (one timing)"
        spread = f"(range {self.low:.2f}–{self.high:.2f}, {self.count} timings)"
        return f"{fast} {spread}" if self.clear else f"not measurably faster or slower than {than} {place} {spread}"


def speed(run: Finish, first: Finish) -> Speed | None:
    """Return the speed of a run relative to the first, per token; None if no time was measured."""
    size = len(run.tokens) / len(first.tokens) if first.tokens else 0.0
    pairs = list(zip(first.times, run.times, strict=True)) or [(first.seconds, run.seconds)]
    ratios = [size * theirs / mine for theirs, mine in pairs if mine and theirs and size]
    if not ratios or not run.seconds or not first.seconds:
        return None
    return Speed(size * first.seconds / run.seconds, min(ratios), max(ratios), len(ratios))


def intro(count: int, place: str) -> str:
    """Say what the lanes show: the median of `count` timings of each method, or one recorded run each."""
    if place == TOY:
        return f"Each lane replays one recorded run. {_CLOCK}"
    if count > 1:
        return (
            f"Lanes and ratios use the same times: the median of {count} timings of each method, taken alternately "
            f"after a warm-up. A lane shows the passes of the recorded run, scaled to that time. {_CLOCK}"
        )
    return f"Lanes and ratios use the same times: those of one recorded run of each method. {_CLOCK}"


def lane(run: Finish, first: Finish, place: str, unlike: str = "") -> str:
    """Return the speed of a finished lane; empty for the first, for a toy pair, or if speeds cannot be compared.

    >>> lane(Finish("SSD", (1, 2), 1, 2.0, times=(2.0, 2.1, 1.9)), Finish("A", (1, 2), 2, 3.0, times=(3.0,) * 3), HERE)
    '1.50× as fast (1.43–1.58)'
    """
    found = None if run is first or place == TOY or unlike else speed(run, first)
    if found is None:
        return ""
    spread = f" ({found.low:.2f}–{found.high:.2f})" if found.count > 1 else " (one timing)"
    return f"{found.ratio:.2f}× as fast{spread}"


def sentence(runs: Sequence[Finish], place: str = HERE, unlike: str = "") -> str:
    """Compare the first run with the fastest of the others. Then name the runs that needed fewer passes but more time.

    `unlike` is the reason why the numbers cannot be compared, if there is one.

    >>> print(sentence([Finish("A", (1, 2), 2, 3.0), Finish("SSD: one sequence", (1, 2), 1, 2.0)]))
    SSD wrote the same 2 tokens with 1 target pass instead of 2. It was 1.50× as fast as A on this machine (one timing).
    """
    if len(runs) < 2:
        return ""
    first, others = runs[0], runs[1:]
    if place == TOY:
        won = max(others, key=lambda run: run.tokens_a_pass)
        return " ".join(filter(None, (f"{_passes(won, first, unlike)}. {_TOY}", unlike)))
    timed = [(run, found) for run in others if (found := speed(run, first))]
    if not timed:
        return ""
    won, found = max(timed, key=lambda one: one[1].ratio)
    begin = _passes(won, first, unlike)
    why = "" if unlike else _yet_slower(won, first)
    ratio = found.words(first.name, place)
    said = [f"{begin}. Even so, it was {ratio} because {why}." if why else f"{begin}. It was {ratio}."]
    left = [(run, "" if unlike else _yet_slower(run, first)) for run in others if run is not won]
    alike = [run.name for run, _ in left if run.did_as(won)]
    if alike:
        said.append(f"{listed(alike)} made exactly the same passes: with these settings they are the same method.")
    said += [
        f"{run.name} needed only {plural(run.target_passes, 'target pass')} but took longer because {reason}."
        for run, reason in left
        if reason
    ]
    return " ".join(filter(None, (*said, unlike)))


def _passes(run: Finish, first: Finish, unlike: str) -> str:
    """Say how many tokens a run wrote, and with how many passes."""
    count, passes = len(run.tokens), plural(run.target_passes, "target pass")
    wrote = f"{run.name} wrote {plural(count, 'token')}"
    if count != len(first.tokens):
        return f"{wrote} with {passes}, {first.name} {plural(len(first.tokens), 'token')} with {first.target_passes}"
    if run.tokens == first.tokens:
        wrote = f"{run.name} wrote the same {plural(count, 'token')}"
    elif not unlike:
        wrote += " from the same distribution"
    if run.target_passes == first.target_passes:
        return f"{wrote} with the same number of target passes ({run.target_passes})"
    return f"{wrote} with {passes} instead of {first.target_passes}"


def _yet_slower(run: Finish, first: Finish) -> str:
    """Say why a run of as many tokens took longer with fewer target passes; empty if it did not.

    The reason comes from the recorded times, so it is given only if these agree with the timings.
    """
    found = speed(run, first)
    longer = run.seconds > first.seconds * (1 + EVEN) and len(run.tokens) == len(first.tokens)
    told = found is not None and (found.count == 1 or found.clear) and found.ratio < 1
    if not (longer and told) or run.target_passes >= first.target_passes or not run.target_seconds:
        return ""
    saved = first.target_seconds - run.target_seconds
    if saved > 0:
        more = run.seconds - first.seconds + saved
        return f"the target passes took {duration(saved)} less, but drafting and the rest took {duration(more)} more"
    each, single = (one.target_seconds / one.target_passes for one in (run, first))
    return f"a pass that checks many guesses took {duration(each)}, a pass for one token {duration(single)}"
