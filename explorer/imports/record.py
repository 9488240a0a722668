"""The facts about one request of an engine, in terms that fit all engines. None means that the file lacks the fact.

An adapter (engines/) fills a `Request` with what its file states and with nothing else. gate.py checks that the whole
numbers agree with each other, and counts.py adds requests up. A `Step` also has the fields that a trace needs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Literal

Outcome = tuple[int | None, int]  # draft length (None if unknown) and accepted draft tokens of one target pass
# A number that an engine computes: 1 + accepted / passes, completion tokens / passes, or accepted / proposed tokens.
Measure = Literal["length", "completion length", "rate"]
Kind = Literal["ngram", "head", "eagle", "mtp", "medusa", "model", ""]  # the kind of draft; "" if it is not known
Setting = tuple[str, bool | None]  # a sentence about an option of a run, and whether it was lossless with it
UNSET: Setting = ("", None)
OFTEN = (
    "send one prompt 300 times with and without a draft, and compare how often each short answer occurs. Differences "
    "below 8 percentage points may be noise."  # 1.96 · √(2 · 0.5 · 0.5 / 300)
)


@dataclass(frozen=True)
class Absent:
    """A fact that the files of a format lack, and the option or file that would show it.

    `fact` is a short name of a fact that some files of the format have. If a file has this fact, `absent_section` in
    contents.py does not list it.
    """

    what: str
    how: str
    fact: str = ""  # times, lengths or order


@dataclass(frozen=True)
class Format:
    """A kind of file: the engine that writes it, its name, the option that turns it on, and the facts that it lacks.

    `more` says how to get counts by position. `rule` is the engine's default rule, and `lossy` says what would make it
    lossy. `sets` names the option for the draft length: {0} is the length, {1} one more, and {2} and {3} the present
    values in brackets. `measure` says which number of a run without a draft can be compared with the speed in the file.
    """

    engine: str
    name: str
    flag: str
    has: str
    absent: tuple[Absent, ...] = ()
    more: str = ""
    rule: str = ""
    version: str = ""  # how to find out the engine's version
    shares: str = "proposed"  # the draft tokens that are the denominator of the engine's own rate; "" if it prints none
    lossy: str = ""
    changes: str = ""  # the sampling parameters of a request that do not have their usual effect with a draft
    sampled: str = ""  # how to compare sampled answers with and without a draft, if single answers can be compared
    unless: tuple[str, ...] = ()  # causes of lossy output, in a few words, that the settings in a file can rule out
    unseen: tuple[str, ...] = ()  # causes of lossy output that no file can rule out
    sets: str = ""
    by_batch: str = ""  # how to set a draft length for each load; {} has the lengths
    sets_ngram: str = ""  # like `sets`, for n-grams, if they have other options
    timed: str = ""  # the option that makes the engine write the cost of a draft token
    trap: str = ""  # a warning about settings that are easily wrong, with {0} and {1} as in `sets`
    cuts: str = ""  # the option that ends a draft at an unsure token
    measure: str = "the tokens per second of one request, without the time of its prompt"
    baseline: bool = False  # whether a log without a draft gives that number
    launched: str = ""  # where to read the server's launch options; "" if no option makes it lossy
    unit: str = "request"  # request, log window or server: what each record of the file describes


@dataclass(frozen=True)
class Candidate:
    """A token that the draft considered, with its probability q."""

    token: int
    q: float
    text: str


@dataclass(frozen=True)
class Step:
    """One target pass that checked a draft. `candidates` holds the draft's most probable tokens at each position."""

    accepted: int
    drafted: int | None = None
    draft_tokens: tuple[int, ...] = ()
    own_token: int | None = None  # the target's token after the accepted ones
    candidates: tuple[tuple[Candidate, ...], ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The draft length and the number of accepted draft tokens of this pass."""
        return self.drafted, self.accepted


def from_survivors(counts: Sequence[int]) -> Counter[Outcome]:
    """Count passes by their accepted draft tokens, from the numbers of passes that accepted at least 0, 1, … tokens.

    >>> from_survivors((10, 7, 4, 0))
    Counter({(None, 2): 4, (None, 0): 3, (None, 1): 3})
    """
    pairs = enumerate(pairwise(counts))
    return Counter({(None, accepted): here - after for accepted, (here, after) in pairs if here > after})


def counted(steps: Sequence[Step]) -> dict[str, Any]:
    """The fields of a `Request` that follow from its passes."""
    drafted = [step.drafted for step in steps if step.drafted is not None]
    return {
        "passes": len(steps),
        "accepted": sum(step.accepted for step in steps),
        "drafted": sum(drafted) if len(drafted) == len(steps) else None,
        "outcomes": Counter(step.outcome for step in steps),
        "steps": tuple(steps),
    }


@dataclass(frozen=True)
class Piece:
    """A piece of the answer, and whether the draft wrote it. All other pieces were written by the target."""

    text: str
    drafted: bool


@dataclass(frozen=True)
class Stated:
    """A number as the engine prints it. `half_digit` is half a unit of its last printed digit, 0 for a full
    float.
    """

    name: str
    measure: Measure
    value: float
    half_digit: float = 0.0


@dataclass(frozen=True)
class Times:
    """Times in milliseconds, if the file has them. `draft` and `target` are totals over all passes of the request, or
    over `rounds` if a pass serves several requests. `whole` includes the time of the prompt.
    """

    decode: float | None = None
    draft: float | None = None  # of all draft passes
    target: float | None = None  # of all target passes
    whole: float | None = None
    rounds: int | None = None
    prompt: float | None = None  # time of the passes over the prompts; `decode` does not include it


@dataclass(frozen=True)
class Rounded:
    """The counts that a log with few digits allows: passes between `fewest` and `most`, and shares of the passes by
    position. If only one solution fits, `survivors` holds the numbers of passes that accepted at least 1, 2, … draft
    tokens.
    """

    fewest: int
    most: int
    rates: tuple[float, ...] = ()
    survivors: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Averages:
    """Averages of tokens per pass that an engine prints without their counts, one per log window or server. The average
    over all passes lies between `lowest` and `highest`, rounding included. `mean` gives every log window the same
    weight.
    """

    count: int
    lowest: float
    highest: float
    mean: float


@dataclass(frozen=True)
class Window:
    """One log window: its tokens per target pass, its tokens per second over all running requests, and the number of
    these requests. A value is None if it is not known.
    """

    name: str
    tokens: float
    per_second: float | None = None
    running: int | None = None


@dataclass(frozen=True)
class Reading:
    """The outcome of reading a file. `unit` is "line" or "JSON value". `unused` values have no numbers about
    speculative decoding. `left_out` lines should have such numbers, but are incomplete or of an unknown form.
    `unfinished` lists requests without an end, each with the number of its lines. `cut` says how the file is cut off.
    """

    unit: str
    total: int
    unused: int = 0
    left_out: int = 0
    unfinished: tuple[tuple[str, int], ...] = ()
    cut: str = ""


@dataclass(frozen=True, kw_only=True)
class Request:
    """The facts that a file states about one request, or about all requests that it adds up.

    `passes` are target passes that checked a draft. `longest` is the configured draft length γ. `outcomes` counts
    passes by (draft length, accepted). `survivors` counts passes that accepted at least 1, 2, … draft tokens; it is
    used only where there are no `outcomes`. `steps` are the passes in order, if the order is known. `untimed` says why
    the file's times are not used. The last request of a file has its `reading`. `capped` means that draft lengths were
    cut during the run. `measured_lengths` is False if the engine computes the number of draft tokens from a constant
    length. If only averages are printed, `fits` holds all constant lengths that agree with them. The draft tokens may
    form a tree.
    """

    format: Format
    name: str = ""
    version: str = ""
    method: str = ""
    passes: int | None = None
    accepted: int | None = None
    drafted: int | None = None
    completion: int | None = None  # tokens of the answer
    prompt: int | None = None  # tokens of the prompt
    slot: str = ""  # the slot of the server that served the request
    unended: int = 0  # tokens of the answer after its last complete pass
    longest: int | None = None
    measured_lengths: bool = True
    outcomes: Mapping[Outcome, int] | None = None
    survivors: tuple[int, ...] | None = None
    rounded: Rounded | None = None  # used if `passes` is None
    averages: Averages | None = None  # used if no count is known
    fits: frozenset[int] | None = None
    steps: tuple[Step, ...] = ()
    stated: tuple[Stated, ...] = ()
    times: Times = field(default_factory=Times)
    untimed: str = ""
    clock: str = ""  # a sentence, if timestamps of the file contradict its printed times
    windows: tuple[Window, ...] = ()
    setting: Setting = UNSET
    capped: bool = False
    least_q: float | None = None  # the draft stops at the first token with a smaller q; 0: it never stops
    reading: Reading | None = None
    pieces: tuple[Piece, ...] = ()
    pieces_assume: str = ""  # the assumption under which the colours of `pieces` are right
    notes: tuple[str, ...] = ()
    where: str = ""  # the line of a log that describes the request, if it is not the one that completes it

    @property
    def proposed(self) -> int | None:
        """The constant number of draft tokens per pass, if only one number agrees with the averages."""
        return min(self.fits) if self.fits and len(self.fits) == 1 else None

    @property
    def tail(self) -> tuple[Outcome, ...]:
        """The outcomes of the last passes, the last pass first. Their drafts get shorter, because few tokens of the
        answer were left.
        """
        longest = max((step.drafted or 0 for step in self.steps), default=0)
        found: list[Outcome] = []
        for step in reversed(self.steps):
            before = found[-1][0] or 0 if found else -1
            if step.drafted is None or not before < step.drafted < longest:
                break
            found.append(step.outcome)
        return tuple(found)
