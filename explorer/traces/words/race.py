"""The words of the race: what is beside its controls, and the one sentence that it ends in."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.traces.words.numbers import duration

RACE = {
    "intro": "The same clock for all: wall time as recorded, pass by pass, without the reading of the prompt.",
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


@dataclass(frozen=True)
class Finish:
    """What a finished run came to. `tokens` are those of its answer, `seconds` wall time.

    `target_seconds` is the part of it in passes of the target, `drafted` how many tokens were drafted.
    """

    title: str
    tokens: tuple[int, ...]
    target_passes: int
    seconds: float
    target_seconds: float = 0.0
    drafted: int = 0

    def did_as(self, other: "Finish") -> bool:
        """Whether both drafted, passed and wrote alike, so that only chance makes one of them faster."""
        return (self.tokens, self.target_passes, self.drafted) == (other.tokens, other.target_passes, other.drafted)

    @property
    def name(self) -> str:
        """The method in few words."""
        return self.title.partition(":")[0]

    @property
    def speed(self) -> float:
        """Tokens a second."""
        return len(self.tokens) / self.seconds if self.seconds else 0.0


def sentence(runs: Sequence[Finish], unlike: str = "") -> str:
    """Who won, and by what: the first run against the fastest other; then who saved passes and was slower all the same.

    `unlike` says why figures cannot be compared.

    >>> sentence([Finish("Greedy decoding", (1, 2), 2, 3.0), Finish("SSD: one sequence", (1, 2), 1, 2.0)])
    'SSD wrote the same 2 tokens in 1 big-model pass instead of 2, 1.5× as fast here.'
    """
    if len(runs) < 2:
        return ""
    first, best = runs[0], max(runs[1:], key=lambda run: run.speed)
    if not first.speed or not best.speed:
        return ""
    count, same = len(best.tokens), best.tokens == first.tokens
    what = f"the same {count} tokens" if same else f"{count} tokens"
    if count != len(first.tokens):
        passes = f"in {_passes(best)}, {first.name} {len(first.tokens)} in {first.target_passes}"
        return _end(f"{best.name} wrote {what} {passes}; a token came", best.speed / first.speed, first, unlike)
    law = "" if same or unlike else ", drawn by the same law,"
    passes = f"{_passes(best)} instead of {first.target_passes}"
    begin, why = f"{best.name} wrote {what}{law} in {passes},", "" if unlike else _yet_slower(best, first)
    if why:
        return f"{begin} yet {best.speed / first.speed:.2f}× as fast here: {why}."
    others = [] if unlike else [(run, _yet_slower(run, first)) for run in runs[1:] if run is not best]
    few = "{} needed fewer passes too, {}, yet longer: {}."
    slower = [few.format(run.name, run.target_passes, why) for run, why in others if why]
    alike = [run.name for run in runs[1:] if run is not best and run.did_as(best)]
    twins = (
        [f"{' and '.join(alike)} did the same, pass by pass: with these settings it is one method."] if alike else []
    )
    return " ".join([_end(begin, best.speed / first.speed, first, unlike), *twins, *slower])


def _yet_slower(run: Finish, first: Finish) -> str:
    """Why a run of as many tokens took longer with fewer passes of the target; empty if it did not."""
    longer = run.seconds > first.seconds * (1 + EVEN) and len(run.tokens) == len(first.tokens)
    if not longer or run.target_passes >= first.target_passes or not run.target_seconds:
        return ""
    saved = first.target_seconds - run.target_seconds
    if saved > 0:
        beside = duration(run.seconds - run.target_seconds)
        return f"its drafts and the rest took {beside}, more than the {duration(saved)} saved"
    each, single = (one.target_seconds / one.target_passes for one in (run, first))
    return f"a pass that checks many guesses took {duration(each)}, one for a single token {duration(single)}"


def _passes(run: Finish) -> str:
    return f"{run.target_passes} big-model pass{'es' * (run.target_passes != 1)}"


def _end(begin: str, ratio: float, first: Finish, unlike: str) -> str:
    """The ratio to the speed of the first run in words, and why it says little where it does."""
    how = f"{ratio:.1f}× as fast here" if ratio >= 1.05 else f"{ratio:.2f}× as fast here: slower"
    if abs(ratio - 1) <= EVEN:
        how = f"as fast as {first.name} here"
    elif 1 < ratio < 1.05:
        how = f"{ratio:.2f}× as fast here"
    return " ".join(filter(None, (f"{begin} {how}.", unlike)))
