"""The words of the race: what is beside its controls, what is said of every lane, and the sentence it ends in.

How many passes a run took is a fact. How long it took is not the same twice, so a ratio compares medians and has the
range of several timings, or says that there was one. The lanes have the same times (runs/race.py).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.story.numbers import duration, plural

RACE = {
    "link": "Copy the link",
    "copied": "The link to this comparison is copied.",
    "again": "Watch the race",
    "play": "Play",
    "pause": "Pause",
    "restart": "Restart",
    "clock": "Time in the race",
    "speed": "Speed",
    "target": "pass of the target",
    "draft": "pass of the draft",
    "lane": "tokens {tokens} · big-model passes {passes}",
    "done": "done after {seconds} s",
}
UNANSWERED = "The race could not be loaded. Look whether the app still runs, then choose the runs again."
EVEN = 0.03  # a ratio of speeds this near to 1 is called even
HERE, RECORDED, TOY = "here", "when it was recorded", "toy"  # where a race was run
_CLOCK = "The clock is wall time, pass by pass, without reading the prompt."
_TOY = "How long that took says nothing: the passes of a toy pair are looked up in a table."


@dataclass(frozen=True)
class Finish:
    """The result of a finished run. `tokens` are those of its answer, `seconds` wall time, as its lane shows it.

    `target_seconds` is the part of it in passes of the target, `drafted` how many tokens were drafted, `times` the wall
    time of each of several timings, in turns with those of the other entrants: `seconds` is then their median. `called`
    is what the run is called among the others.
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
        """Whether both drafted, passed and wrote alike, so that only chance makes one of them faster."""
        return (self.tokens, self.target_passes, self.drafted) == (other.tokens, other.target_passes, other.drafted)

    @property
    def name(self) -> str:
        """The method in few words, with the settings that differ where the method takes part twice."""
        return self.called or self.title.partition(":")[0]

    @property
    def tokens_a_pass(self) -> float:
        """Tokens of the answer for every pass of the target."""
        return len(self.tokens) / self.target_passes if self.target_passes else 0.0


@dataclass(frozen=True)
class Speed:
    """How many times as fast as the first entrant another is: `ratio` of the medians, and its range over the rounds."""

    ratio: float
    low: float
    high: float
    count: int

    @property
    def clear(self) -> bool:
        """Whether every timing says the same of who is faster, and that by more than next to nothing."""
        return (self.low > 1 or self.high < 1) and abs(self.ratio - 1) > EVEN

    def words(self, than: str, place: str) -> str:
        """The same as the end of a sentence."""
        if self.count == 1:
            even = abs(self.ratio - 1) <= EVEN
            how = f"as fast as {than}" if even else f"{self.ratio:.2f}× as fast as {than}"
            return f"{how} {place}, timed once"
        spread = f"{self.low:.2f}–{self.high:.2f} in {self.count} timings"
        if not self.clear:
            return f"too close to {than} to tell {place} ({spread})"
        return f"{self.ratio:.2f}× as fast as {than} {place} ({spread})"


def speed(run: Finish, first: Finish) -> Speed | None:
    """How fast a run is against the first, token for token; None where no time was measured."""
    size = len(run.tokens) / len(first.tokens) if first.tokens else 0.0
    pairs = list(zip(first.times, run.times, strict=True)) or [(first.seconds, run.seconds)]
    ratios = [size * theirs / mine for theirs, mine in pairs if mine and theirs and size]
    if not ratios or not run.seconds or not first.seconds:
        return None
    return Speed(size * first.seconds / run.seconds, min(ratios), max(ratios), len(ratios))


def intro(count: int, place: str) -> str:
    """What the lanes show: the median of `count` timings of each method, or one recorded run each."""
    if place == TOY:
        return f"The lanes show one recorded run of each method. {_CLOCK}"
    if count > 1:
        return (
            f"Lanes and ratios have the same times: the median of {count} timings of each method, taken in turns after "
            f"a warm-up. A lane's passes are those of the recorded run, scaled to that time. {_CLOCK}"
        )
    return f"Lanes and ratios have the same times: those of one recorded run of each method. {_CLOCK}"


def lane(run: Finish, first: Finish, place: str, unlike: str = "") -> str:
    """What a lane says of its speed once it has ended; nothing of the first, of a toy pair, or where none compares.

    >>> lane(Finish("SSD", (1, 2), 1, 2.0, times=(2.0, 2.1, 1.9)), Finish("A", (1, 2), 2, 3.0, times=(3.0,) * 3), HERE)
    '1.50× as fast (1.43–1.58)'
    """
    found = None if run is first or place == TOY or unlike else speed(run, first)
    if found is None:
        return ""
    spread = f" ({found.low:.2f}–{found.high:.2f})" if found.count > 1 else ", timed once"
    return f"{found.ratio:.2f}× as fast{spread}"


def sentence(runs: Sequence[Finish], place: str = HERE, unlike: str = "") -> str:
    """Who won, and by what: the first run against the fastest other; then who saved passes and was slower all the same.

    `unlike` says why figures cannot be compared.

    >>> sentence([Finish("Greedy decoding", (1, 2), 2, 3.0), Finish("SSD: one sequence", (1, 2), 1, 2.0)])
    'SSD wrote the same 2 tokens in 1 big-model pass instead of 2; 1.50× as fast as Greedy decoding here, timed once.'
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
    said = [f"{begin}, yet {ratio}: {why}." if why else f"{begin}; {ratio}."]
    left = [(run, "" if unlike else _yet_slower(run, first)) for run in others if run is not won]
    alike = [run.name for run, _ in left if run.did_as(won)]
    if alike:
        said.append(f"{' and '.join(alike)} did the same, pass by pass: with these settings it is one method.")
    said += [
        f"{run.name} needed {run.target_passes} passes, and yet longer: {reason}." for run, reason in left if reason
    ]
    return " ".join(filter(None, (*said, unlike)))


def _passes(run: Finish, first: Finish, unlike: str) -> str:
    """What a run wrote, in how many passes."""
    count, same = len(run.tokens), run.tokens == first.tokens
    passes = plural(run.target_passes, "big-model pass")
    if count != len(first.tokens):
        return f"{run.name} wrote {count} tokens in {passes}, {first.name} {len(first.tokens)} in {first.target_passes}"
    what = f"the same {count} tokens" if same else f"{count} tokens" + ("" if unlike else ", drawn by the same law,")
    if run.target_passes == first.target_passes:
        return f"{run.name} wrote {what} in as many big-model passes, {run.target_passes}"
    return f"{run.name} wrote {what} in {passes} instead of {first.target_passes}"


def _yet_slower(run: Finish, first: Finish) -> str:
    """Why a run of as many tokens took longer with fewer passes of the target; empty if it did not.

    The recorded times say why, so it is said only where they agree with the timings.
    """
    found = speed(run, first)
    longer = run.seconds > first.seconds * (1 + EVEN) and len(run.tokens) == len(first.tokens)
    told = found is not None and (found.count == 1 or found.clear) and found.ratio < 1
    if not (longer and told) or run.target_passes >= first.target_passes or not run.target_seconds:
        return ""
    saved = first.target_seconds - run.target_seconds
    if saved > 0:
        more = run.seconds - first.seconds + saved
        return f"big-model passes took {duration(saved)} less, drafts and the rest {duration(more)} more"
    each, single = (one.target_seconds / one.target_passes for one in (run, first))
    return f"a pass that checks many guesses took {duration(each)}, one for a single token {duration(single)}"
