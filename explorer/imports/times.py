"""The times in a file: the time of a target pass, of a draft token, and of a whole round, which drafts and then checks
the draft.

Nothing is measured here. If a file has only the time of a round, one of the other two times gives the third: with γ
draft tokens, round = target pass + γ · draft token. Tokens per second are always (rounds + accepted) / time, a ratio of
two sums over the same rounds of all requests. So they can be compared with all tokens / all time of the same requests
without a draft. Times that contradict the timestamps of the file are not used.
"""

import math
import re
from dataclasses import dataclass

from decoders.errors import BadInput
from explorer.imports.counts import Pool
from explorer.imports.estimate import Ends, Estimate
from explorer.imports.measures import per_pass, tokens_per_pass
from explorer.imports.record import Kind
from explorer.imports.speeds import LEAST, Line, differ, line_of, rounds_of, unit_of
from explorer.imports.words import significant

TOLERANCE = 0.05  # relative difference up to which two numbers do not contradict each other
MOST_COST = 1000  # largest cost, in percent of a target pass
PERCENT = re.compile(r"(\d{1,4}(?:\.\d{1,9})?) ?%")
SPEEDS = re.compile(r"(\d{1,6}):(\d{1,9}(?:\.\d{1,9})?)")
Times = tuple[float, float]  # milliseconds of a target pass and of a draft token


@dataclass(frozen=True)
class Given:
    """Facts that a person adds to a file: pass times in milliseconds, the draft length of every pass, and the tokens
    per second without a draft, from which the time of a target pass is computed. `loads` has these speeds by the number
    of running requests. `cost` is the time of a draft token as a share of a target pass. `prompts` holds speeds without
    a draft by prompt tokens. `without` names the source of the speeds without a draft.
    """

    target_ms: float | None = None
    draft_ms: float | None = None
    draft_length: int | None = None
    per_second: float | None = None
    loads: tuple[tuple[int, float], ...] = ()
    kind: Kind = ""  # the stated kind of draft; "" if none is stated
    cost: float | None = None
    prompts: tuple[tuple[int, float], ...] = ()
    without: str = "you gave"

    def __post_init__(self) -> None:
        """Raise BadInput if two numbers contradict each other."""
        if self.cost is not None and self.draft_ms is not None:
            raise BadInput(
                "`--draft-cost` and `--draft-ms` both give the time of a draft token. Leave out one of the two."
            )
        if self.target_ms and self.per_second and abs(self.target_ms * self.per_second / 1000 - 1) > TOLERANCE:
            raise BadInput(
                f"At {self.target_ms:g} ms per target pass, the speed without a draft is "
                f"{significant(1000 / self.target_ms, 4)} tokens per second, not {self.per_second:g}. Give "
                "either the time per pass or the speed, not both."
            )

    @property
    def target(self) -> float | None:
        """The time of a target pass in milliseconds: the given value, or the time per token without a draft."""
        return self.target_ms if self.per_second is None else 1000 / self.per_second

    @property
    def costed(self) -> bool:
        """Whether the cost of a draft token is given, either directly or through the times of a draft token and of a
        target pass.
        """
        return self.cost is not None or (self.target is not None and self.draft_ms is not None)


def cost_of(text: str) -> float:
    """The cost of a draft token as a share, from a text in percent. Raises BadInput if the text is not a percentage.

    >>> cost_of("10%"), cost_of("0.5 %")
    (0.1, 0.005)
    """
    found = PERCENT.fullmatch(text.strip())
    if found is None or float(found[1]) > MOST_COST:
        raise BadInput(
            f"“{text[:40]}” is not a valid cost of a draft token. Enter a percentage of a target pass from 0% to "
            f"{MOST_COST}%, such as 10%."
        )
    return float(found[1]) / 100


def speeds_by_load(text: str) -> tuple[tuple[int, float], ...]:
    """The tokens per second without a draft by running requests. Raises BadInput if the text has another form.

    >>> speeds_by_load("1:40,8:200.5")
    ((1, 40.0), (8, 200.5))
    """
    found = [SPEEDS.fullmatch(part.strip()) for part in text.split(",")]
    speeds = {int(each[1]): float(each[2]) for each in found if each}
    if len(speeds) < len(found) or 0 in speeds or 0.0 in speeds.values():
        raise BadInput(
            f"“{text[:40]}” is not a valid speed. Enter a number above 0, or a speed for each number of running "
            "requests, such as 1:40,8:200."
        )
    return tuple(sorted(speeds.items()))


def decoding_passes(pool: Pool) -> int | None:
    """The number of target passes by which the time of decoding is divided; None if the times of decoding or drafting
    are missing.

    Every target pass writes one token of the target. The first token of each answer comes from the pass over its
    prompt, whose time is not part of decoding. So the number is answer − accepted − requests.
    """
    times, accepted, answer = pool.times, pool.accepted, pool.completion
    if pool.clocks or times.decode is None or times.draft is None or accepted is None or answer is None:
        return None
    passes = answer - accepted - pool.requests
    usable = pool.drafted and passes >= max(1, pool.passes or 0) and times.draft < times.decode
    return passes if usable else None


@dataclass(frozen=True)
class Round:
    """The milliseconds of a round, and the mean number of tokens that a round writes.

    `exact` is False if the time includes the prompt, so that `ms` is only an upper limit. `gamma` is the draft length,
    if it is nearly always the same. `source` says how `ms` is computed. If `ms` is the slope of a line that was fitted
    to whole requests, `line` is this line. If requests differ much, the tokens have no interval.
    """

    ms: float
    tokens: Estimate
    exact: bool
    source: str
    gamma: int | None = None
    line: Line | None = None
    unit: float = 0.0  # of the times of requests, in milliseconds, if they are coarse
    error: float = 0.0  # of `ms`, because every time is rounded to this unit

    @property
    def per_second(self) -> float:
        """Tokens per second with the draft, of one request at a time."""
        return 1000 * self.tokens.value / self.ms

    @property
    def ends(self) -> Ends | None:
        """The interval of `per_second`, from the interval of the tokens per round, and from that of the slope of a line
        or the rounding of the times. The relative errors are independent, so their squares are added.
        """
        if self.tokens.ends is None:
            return None
        slope = self.error / self.ms if self.line is None else self.line.high / self.line.ms - 1
        below, above = (math.hypot(end / self.tokens.value - 1, slope) for end in self.tokens.ends)
        return self.per_second * (1 - below), self.per_second * (1 + above)


def round_of(pool: Pool) -> Round | None:
    """The time of a round over all requests together, or an upper limit of it; None if the file has neither."""
    gamma, times = per_pass(pool), pool.times
    passes, accepted, wrote = pool.passes, pool.accepted, tokens_per_pass(pool)
    if pool.clocks:
        return None
    line = line_of(pool.speeds) if times.whole else None
    if line is None and wrote is not None and differ(pool.speeds):
        wrote = Estimate(wrote.value)
    if times.decode and times.decode >= LEAST and passes and accepted is not None and wrote:
        rounds = rounds_of(passes, accepted, pool.completion, pool.requests)
        source = f"{times.decode:,.0f} ms of decoding / {rounds:,} target passes"
        unit = unit_of(pool.speeds)
        error = len(pool.speeds) * unit / 2 / rounds
        return Round(times.decode / rounds, wrote.scaled(passes / rounds), True, source, gamma, None, unit, error)
    if line is not None and wrote:
        source = f"the slope of a line through the times of {line.requests:,} requests"
        return Round(line.ms, wrote, True, source, gamma, line=line)
    if times.whole and times.whole >= LEAST and passes and wrote:
        source = f"{times.whole:,.0f} ms of whole requests / {passes:,} target passes"
        return Round(times.whole / passes, wrote, False, source, gamma)
    return None


def own_times(pool: Pool) -> Times | None:
    """The times of a target pass and of a draft token, if the file itself has them."""
    times, passes, drafted = pool.times, pool.passes, pool.drafted
    if (decoding := decoding_passes(pool)) and times.decode and times.draft is not None and drafted:
        return (times.decode - times.draft) / decoding, times.draft / drafted
    if pool.clocks or not (times.rounds and times.target and times.draft and passes and drafted):
        return None
    return times.target / times.rounds, times.draft / times.rounds * passes / drafted


def times_of(pool: Pool, given: Given) -> Times | None:
    """The milliseconds of a target pass and of a draft token, as a person gave them, or otherwise as in the file.

    If a person gives only one time, the other is read from the file or computed from the exact time of a round. If a
    person gives the cost, a draft token takes this share of a target pass.
    """
    own, found, drafted = own_times(pool) or (None, None), round_of(pool), per_pass(pool)
    target, draft = given.target or own[0], own[1] if given.draft_ms is None else given.draft_ms
    exact = found.ms if found is not None and found.exact and drafted else None
    if given.cost is not None:
        if target is None and exact and drafted:
            target = exact / (1 + drafted * given.cost)
        return None if target is None else (target, given.cost * target)
    if exact and drafted and target is None and draft is not None:
        target = exact - drafted * draft
    elif exact and drafted and draft is None and target is not None:
        draft = (exact - target) / drafted
    return (target, draft) if target and draft is not None and draft >= 0 and target > 0 else None


def cost_in(pool: Pool, given: Given) -> float | None:
    """The cost of a draft token in target passes, as given or as computed from both times; None if it is not known."""
    each = times_of(pool, given)
    return each[1] / each[0] if each and given.cost is None else given.cost


def unusable(pool: Pool, given: Given) -> str:
    """The reason why the second time cannot be computed, if a person gave only one of the two; otherwise empty."""
    one_given = (given.target is None) != (given.draft_ms is None)
    if given.cost is not None or not one_given or times_of(pool, given) is not None:
        return ""
    found = round_of(pool)
    one = "--draft-ms" if given.target is None else "--target-ms" if given.per_second is None else "--target-per-second"
    other = "--target-per-second" if given.target is None else "--draft-ms"
    how = [row.how for form in pool.formats for row in form.absent if row.fact == "times"] if given.target else []
    add = " ".join((f"so `{one}` does not give the cost. Add `{other}`.", *how[:1]))
    if found is None or not found.exact or not per_pass(pool):
        return f"{pool.name} has no exact time of a round, {add}"
    return too_slow(found, given)


def too_slow(found: Round, given: Given) -> str:
    """The sentence for a target whose token would take longer than a round, which writes at least one token."""
    said = "`--draft-ms` is" if given.target_ms is None else "`--target-ms` is"
    if given.per_second is not None:
        took = significant(1000 / given.per_second, 4)
        said = f"`--target-per-second` {given.per_second:g} means {took} ms per token, which is"
    return f"{said} longer than a whole round ({significant(found.ms, 4)} ms). Check it."


def contradiction(pool: Pool, given: Given) -> str:
    """A sentence that says that the given times do not add up to the time of a round in the file; empty if they do."""
    found, drafted, each = round_of(pool), per_pass(pool), times_of(pool, given)
    typed = given.target is not None or given.draft_ms is not None
    if found is None or each is None or not drafted or not typed:
        return ""
    adds = each[0] + drafted * each[1]
    too_long, too_short = adds > found.ms * (1 + TOLERANCE), adds < found.ms * (1 - TOLERANCE)
    if not too_long and not (too_short and found.exact):
        return ""
    parts = (
        f"{significant(each[0], 4)} ms + {drafted} × {significant(each[1])} ms are {significant(adds, 4)} ms per round"
    )
    why = ", because a target pass over a draft takes longer than one over one token, or the times are wrong"
    why = "" if too_long else why
    return f"{parts}, but a round took {'' if found.exact else 'at most '}{significant(found.ms, 4)} ms{why}."
