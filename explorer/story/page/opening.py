"""The words of the first view, which is a race of the target alone against a run with drafts."""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.story.numbers import plural
from explorer.story.page.race import Finish, speed

SECONDS = 6.0  # duration of the race on the page, in seconds, independent of the recorded times
APART = 0.2  # if tokens per pass and speed-up differ by more than this share, the page gives a reason
MORE = 0.05  # a smaller share of the time is not mentioned as a reason
SAMPLED = "Lossless: every text is as probable with the draft as without. These two differ because sampling is random."
SAME = "Lossless: both rows write the same text."
GREEDY = "Lossless: both rows follow the target’s most likely token."
RECORDED = {"here": "Recorded here", "elsewhere": "Recorded elsewhere", "page": "Recorded"}
NO_TIMES = "No speed-up is given because a toy pair’s passes are table look-ups."
TWO_MACHINES = "No speed-up is given because the rows were recorded on different machines."
LEDE = (("A small ", ""), ("draft model", "draft"), (" guesses ahead; the large ", ""), ("target model", "target"))
ANY_DRAFT = (("A ", ""), ("draft", "draft"), (" guesses ahead; the large ", ""), ("target model", "target"))
LEDE_ENDS = (" checks all guesses in one pass.", "")
ALONE, BOTH = "Target alone", "Draft + target"
SAY = {
    "once": "pass",
    "passes": "passes",
    "seconds": "{seconds} s",
    "tokens": "{tokens} tokens",
    "play": "Play",
    "pause": "Pause",
    "replay": "Replay",
    "step": "Step through round 1",
    "finished": "finished",
    "why": "Why fewer passes? An ordinary target pass of each row",
    "guesses": "Draft",
    "no_guess": "no guesses",
    "reads": "Target",
    "one_pass": "one pass",
    "writes": "Text",
    "guess": "draft step",
    "pass": "target pass, one underline",
    "work": "other work",
    "draft": "accepted guess",
    "target": "written by the target",
    "accepted": "accepted",
    "rejected": "rejected",
    "unused": "not tested",
}


@dataclass(frozen=True)
class Origin:
    """A badge that says where the times of a race come from, with its kind, its name and its details."""

    kind: str  # here, elsewhere, toy, or page (a recorded run on a page without an app)
    name: str
    about: str


def origin(kind: str, place: str, total: float) -> Origin:
    """Return the badge about the origin of the times. `place` names the device, and `total` is the time of the longer
    run in seconds.

    >>> origin("elsewhere", "a CPU", 3.03).about
    'on a CPU, each row once, played at half speed.'
    >>> origin("toy", "", 0.1).name
    'Toy pair: passes only.'
    """
    if kind == "toy":
        return Origin(
            kind, "Toy pair: passes only.", "Each row was recorded once, and every pass is drawn equally wide."
        )
    return Origin(kind, RECORDED[kind], f"on {place}, each row once, played {playback(total)}.")


def playback(total: float) -> str:
    """Return how fast a run of `total` seconds must be played so that it takes SECONDS.

    >>> playback(3.03), playback(6.1), playback(30.0), playback(0.44)
    ('at half speed', 'at its real speed', '5× faster', '14× slower')
    """
    ratio = total / SECONDS
    for known, words in ((0.5, "at half speed"), (1.0, "at its real speed"), (2.0, "at double speed")):
        if abs(ratio / known - 1) < MORE:
            return words
    return f"{ratio:.2g}× faster" if ratio > 1 else f"{1 / ratio:.2g}× slower"


def exact(sampled: bool, same: bool) -> str:
    """Explain why two lossless runs may write different texts: lossless means the same probabilities, not the same
    texts.
    """
    if same:
        return SAME
    return SAMPLED if sampled else GREEDY


def result(run: Finish, alone: Finish) -> tuple[str, str] | None:
    """Return the speed of the run with drafts relative to the target alone; None if no time was measured.

    Runs of different lengths are compared per token.

    >>> alone = Finish("A", tuple(range(48)), 48, 3.0)
    >>> result(Finish("SpD", tuple(range(48)), 18, 2.1), alone), result(Finish("SpD", (1, 2, 3), 1, 0.25), alone)
    (('1.4×', 'as fast'), ('0.8×', 'as fast per\\xa0token'))
    """
    found = speed(run, alone)
    if found is None:
        return None
    return f"{found.ratio:.1f}×", "as fast" if len(run.tokens) == len(alone.tokens) else "as fast per\u00a0token"


def gain(run: Finish, alone: Finish, draft_seconds: float) -> str:
    """Say why the speed-up differs from the tokens per pass; empty if they do not differ, or if no time was measured.

    >>> alone = Finish("A", tuple(range(48)), 48, 3.0, 3.0)
    >>> gain(Finish("SpD", tuple(range(48)), 18, 2.1, 1.4), alone, 0.5)
    'Passes alone give 48 ÷ 18 = 2.7×, but drafting takes 24% of the time, other work 10%, and wider passes are 24% slower.'
    >>> gain(Finish("SpD", tuple(range(48)), 32, 2.0, 2.0), alone, 0.0)
    ''
    """
    found = speed(run, alone)
    if found is None or not run.target_passes or not alone.target_passes:
        return ""
    passes = run.tokens_a_pass / alone.tokens_a_pass
    if abs(found.ratio / passes - 1) <= APART:
        return ""
    each, single = (one.target_seconds / one.target_passes for one in (run, alone))
    between = run.seconds - run.target_seconds - draft_seconds
    spent = [("drafting", draft_seconds / run.seconds), ("other work", between / run.seconds)]
    parts = [f"{name} takes {share:.0%} of the time" for name, share in spent if share > MORE]
    parts = [*parts[:1], *(part.replace(" takes", "").removesuffix(" of the time") for part in parts[1:])]
    parts += [f"wider passes are {each / single - 1:.0%} slower"] if each > single * (1 + MORE) else []
    fewer = f"{alone.target_passes} ÷ {run.target_passes} = " if len(run.tokens) == len(alone.tokens) else ""
    reason = (
        ", ".join(parts[:-1]) + (", and " if len(parts) > 2 else " and ") + parts[-1]
        if len(parts) > 1
        else "".join(parts)
    )
    reason = reason or "other work takes time"
    return f"Passes alone give {fewer}{passes:.1f}×, but {reason}."


def a_pass(least: int, most: int) -> str:
    """Return how many tokens a pass of a row wrote.

    >>> a_pass(1, 1), a_pass(1, 5)
    ('one token per pass', '1 to 5 tokens per pass')
    """
    if least == most == 1:
        return "one token per pass"
    return f"{plural(most, 'token')} per pass" if least == most else f"{least} to {most} tokens per pass"


def who(label: str) -> list[tuple[str, str]]:
    """The parts of a row's label, each with the model that it names or "".

    >>> who("Draft + target"), who("Prompt lookup")
    ([('Draft', 'draft'), (' + ', ''), ('target', 'target')], [('Prompt lookup', '')])
    """
    parts = {
        ALONE: (("Target", "target"), (" alone", "")),
        BOTH: (("Draft", "draft"), (" + ", ""), ("target", "target")),
    }
    return list(parts.get(label, ((label, ""),)))


def others(count: int) -> str:
    """The number of guesses of a pass that are not shown; empty for none.

    >>> others(3), others(0)
    ('and 3 more', '')
    """
    return f"and {count} more" if count > 0 else ""


def ordinary(mean: float, seconds: Sequence[float]) -> str:
    """Say how many tokens a pass writes on average, and how long it takes alone and with guesses if that was measured.

    >>> ordinary(2.35, ())
    'On average, a pass with guesses writes 2.4 tokens.'
    >>> ordinary(2.35, (0.00704, 0.00732))
    'On average, a pass with guesses writes 2.4 tokens and takes 7.3 ms. A pass without guesses writes one and takes 7.0 ms.'
    """
    size = f"On average, a pass with guesses writes {mean:.1f} tokens"
    if not seconds:
        return f"{size}."
    alone, run = map(_milliseconds, seconds)
    return f"{size} and takes {run}. A pass without guesses writes one and takes {alone}."


def _milliseconds(seconds: float) -> str:
    return f"{1000 * seconds:.{0 if seconds >= 0.01 else 1}f} ms"


def row(label: str, tokens: int, passes: int, seconds: float | None, outcome: tuple[str, str] | None = None) -> str:
    """Return a row of the race as a sentence, for readers who do not see the picture. `outcome` is its `result`.

    >>> row("Draft + target", 48, 18, 2.1, ("1.4×", "as fast"))
    'Draft + target: 48 tokens from 18 target passes in 2.1 s, 1.4× as fast as the target alone.'
    """
    time = "" if seconds is None else f" in {seconds:.1f} s"
    fast = "" if outcome is None else f", {' '.join(outcome)} as the target alone"
    return f"{label}: {plural(tokens, 'token')} from {plural(passes, 'target pass')}{time}{fast}."
