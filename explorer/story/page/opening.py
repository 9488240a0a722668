"""The words of the first view, which is a race of the target alone against a run with drafts."""

from dataclasses import dataclass

from explorer.story.numbers import plural
from explorer.story.page.race import Finish, speed

SECONDS = 6.0  # duration of the race on the page, in seconds, independent of the recorded times
MORE = 0.05  # a playback speed that is this close to a round one is called by its name
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
    "why": "Why fewer passes? Each column is one target pass",
    "guesses": "Guesses",
    "no_guess": "no guesses",
    "reads": "Target pass",
    "writes": "Its own token",
    "sum": "Tokens",
    "now": "Pass {pass}: {accepted} of {guesses} guesses accepted",
    "now_none": "Pass {pass}: no guesses",
    "own": " + the target’s own {own}",
    "adds": " = {count} tokens.",
    "adds_one": " = 1 token.",
    "guess": "draft steps",
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


def arithmetic(run: Finish, alone: Finish, draft_seconds: float) -> list[tuple[str, str]]:
    """Explain with the times of both runs why the speed-up is lower than the tokens per pass, in parts [text, model].
    Empty if the texts have different lengths or if no time was measured.

    The rest is what remains of the rounded times, so that a reader can check the sum.

    >>> def said(*runs: object) -> str:
    ...     return "".join(text for text, _ in arithmetic(*runs))
    >>> alone = Finish("A", tuple(range(48)), 48, 3.0, 3.0)
    >>> said(Finish("SpD", tuple(range(48)), 18, 2.1, 1.4), alone, 0.5)
    'Why 1.4×, not 2.7×? 18 of 48 passes would take 3.00 s × 18 ÷ 48 = 1.12 s. Add 0.50 s of drafting and 0.48 s of slower passes and other work: 2.10 s. 3.00 ÷ 2.10 = 1.4.'
    >>> said(Finish("SpD", tuple(range(40)), 20, 0.08, 0.08), Finish("A", tuple(range(40)), 40, 0.2, 0.2), 0.0)
    'Why 2.5×, not 2.0×? 20 of 40 passes would take 200 ms × 20 ÷ 40 = 100 ms. Passes and other work take 20 ms less: 80 ms. 200 ÷ 80 = 2.5.'
    """
    found = speed(run, alone)
    if found is None or len(run.tokens) != len(alone.tokens) or not run.target_passes:
        return []
    unit, scale, digits = ("ms", 1000, 0) if alone.seconds < 1 else ("s", 1, 2)

    def rounded(seconds: float) -> float:
        return round(scale * seconds, digits)

    whole, took, draft = map(rounded, (alone.seconds, run.seconds, draft_seconds))
    few = rounded(alone.seconds * run.target_passes / alone.target_passes)
    rest = round(took - few - draft, digits)

    def time(value: float) -> str:
        return f"{value:.{digits}f} {unit}"

    share = f"{run.target_passes} ÷ {alone.target_passes}"
    ratio = f"{found.ratio:.1f}", f"{alone.target_passes / run.target_passes:.1f}"
    question = f"Why {ratio[0]}×, not {ratio[1]}×?" if ratio[0] != ratio[1] else f"Why {ratio[0]}×?"
    drafting = [("Add ", ""), (f"{time(draft)} of drafting", "draft")] if draft else []
    more = f"{time(abs(rest))} of slower passes and other work"
    less = f"asses and other work take {time(-rest)} less"
    work = (
        f"{' and ' if draft else 'Add '}{more}" if rest > 0 else f"{', but p' if draft else 'P'}{less}" if rest else ""
    )
    return [
        (question, "why"),
        (f" {run.target_passes} of {alone.target_passes} passes would take {time(whole)} × {share} = ", ""),
        (time(few), "target"),
        (". ", ""),
        *drafting,
        (f"{work}: {time(took)}. {whole:.{digits}f} ÷ {took:.{digits}f} = {ratio[0]}.", ""),
    ]


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


def row(label: str, tokens: int, passes: int, seconds: float | None, outcome: tuple[str, str] | None = None) -> str:
    """Return a row of the race as a sentence, for readers who do not see the picture. `outcome` is its `result`.

    >>> row("Draft + target", 48, 18, 2.1, ("1.4×", "as fast"))
    'Draft + target: 48 tokens from 18 target passes in 2.1 s, 1.4× as fast as the target alone.'
    """
    time = "" if seconds is None else f" in {seconds:.1f} s"
    fast = "" if outcome is None else f", {' '.join(outcome)} as the target alone"
    return f"{label}: {plural(tokens, 'token')} from {plural(passes, 'target pass')}{time}{fast}."
