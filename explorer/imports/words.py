"""Sentences of the import report. Each one states a number of the file or what follows from it.

Sentences about positions are in position_words.py, about draft lengths in length_words.py, and warnings in cautions.py.
"""

import math
from collections.abc import Iterator

from explorer.imports.counts import Pool
from explorer.imports.measures import (
    Estimate,
    certain,
    judged,
    most_tokens_per_pass,
    regular,
    timed,
    tokens_per_pass,
)
from explorer.imports.record import Absent
from explorer.story.numbers import listed, number, percent, plural

FEW_TESTS = 30
DEFINITIONS = ("Engines use the same word for different numbers. Compare two engines only within one row.",)
ABSENT = ("Each row is a fact that the file does not have, and what would show it.",)
NEVER = (
    Absent(
        "Whether the output has the target's distribution (lossless)",
        "Counts cannot show it. It follows from the engine's rule: compare it with `docs/methods.md`.",
    ),
    Absent(
        "The target's probabilities p and the random numbers",
        "No engine writes them. `python -m explorer record` does, for models that run here.",
    ),
    Absent(
        "The speed without a draft",
        "Run the same prompts without speculative decoding, and compare the tokens per second.",
    ),
)
LEFT_OUT = (
    "1 line is incomplete or of an unknown form, so it was left out.",
    "{count:,} lines are incomplete or of an unknown form, so they were left out.",
)
UNITS = {
    "requests": "from the differences between {}s",
    "passes": "as if passes were independent",
    "rounding": "from the rounding of the log",
    "intervals": "from the lowest to the highest {}",
}


def share(value: float) -> str:
    """A share in percent with one decimal.

    >>> share(0.5), share(1 / 3)
    ('50.0%', '33.3%')
    """
    return "–" if math.isnan(value) else f"{100 * value:.1f}%"


def span(ends: tuple[float, float]) -> str:
    """An interval of a share."""
    return f"{share(ends[0])} to {share(ends[1])}"


def between(estimate: Estimate) -> str:
    """The interval of a number, or a dash."""
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"{number(estimate.low)} to {number(estimate.high)}"


def interval(estimate: Estimate) -> str:
    """The interval of a number with its kind, or a dash.

    >>> interval(Estimate(2.0, 1.5, 2.5, "passes")), interval(Estimate(2.0, 1.5, 2.5, "rounding"))
    ('95% interval 1.50 to 2.50', 'possible range 1.50 to 2.50')
    """
    if estimate.low is None:
        return "–"
    return f"{'possible range' if certain(estimate) else '95% interval'} {between(estimate)}"


def ends(estimate: Estimate) -> str:
    """The same for a cell of a table.

    >>> ends(Estimate(2.0, 1.5, 2.5, "passes"))
    '1.50 to 2.50 (95%)'
    """
    return "–" if estimate.low is None else f"{between(estimate)} ({'possible' if certain(estimate) else '95%'})"


def cost(worth: float) -> str:
    """A cost in target passes."""
    return f"{share(worth)} of a target pass"


def engines(pool: Pool) -> str:
    """The engines that wrote a file."""
    return listed(list(dict.fromkeys(form.engine for form in pool.formats)))


def tested(pool: Pool) -> str:
    """The acceptance rate with its interval, or “unknown”."""
    found = judged(pool)
    return f"{share(found.value)} ({span(found.interval)})" if found and found.trials else "unknown"


def unit(pool: Pool) -> str:
    """The noun for what the file adds up: requests, intervals of a log, or servers."""
    whole = [form.name for form in pool.formats if form.whole_server]
    if not whole:
        return "request"
    return "interval" if "log lines" in whole else "server"


def amount(pool: Pool) -> str:
    """How many requests, intervals or servers the file adds up."""
    return plural(pool.averages.count if pool.averages else pool.requests, unit(pool))


def read(pool: Pool) -> tuple[str, ...]:
    """The sentence that says what the file is and how much it contains."""
    kinds = listed([f"{form.engine} ({form.name})" for form in pool.formats])
    sentences = [f"{kinds}: {amount(pool)}."]
    passes, accepted, drafted = pool.passes.value, pool.accepted.value, pool.drafted.value
    if passes is not None:
        about = "about " if pool.approximate else ""
        sentences.append(f"The target checked a draft in {about}{passes:,} passes.")
    if accepted is not None and drafted is not None:
        sentences.append(f"It accepted {accepted:,} of {drafted:,} draft tokens.")
    if pool.averages is not None and pool.proposed is not None:
        sentences.append(f"The averages fit only {plural(pool.proposed, 'draft token')} per pass.")
    if pool.typed_length is not None:
        sentences.append(f"You stated that every pass drafted one sequence of {pool.typed_length} tokens.")
    if pool.inferred:
        sentences.append(
            f"A pass accepted all {pool.proposed} proposed draft tokens, so each draft was one sequence of "
            f"{pool.proposed} tokens. This assumes that adaptive draft lengths were off."
        )
    versions = [f"{label} {listed(sorted(values))}." for label, values in _about(pool) if values]
    return (*sentences, *versions, *_whole(pool), *pool.notes, *_beyond(pool))


def _whole(pool: Pool) -> Iterator[str]:
    """How much of the file was read, and what was left out."""
    found = pool.reading
    if found is None:
        return
    yield f"The report is from {found.total:,} {found.unit if found.total == 1 else f'{found.unit}s'}."
    if found.unused:
        yield f"{found.unused:,} of them {'has' if found.unused == 1 else 'have'} no numbers of speculative decoding."
    if found.left_out:
        yield LEFT_OUT[found.left_out > 1].format(count=found.left_out)
    if found.unfinished:
        names, lines = [name for name, _ in found.unfinished], sum(count for _, count in found.unfinished)
        begins = ("The last request ({}) has", "The last requests ({}) have")[len(names) > 1].format(listed(names))
        yield f"{begins} no end: {plural(lines, 'line')} {'was' if lines == 1 else 'were'} left out."
    if found.cut:
        yield found.cut
    if not (found.left_out or found.unfinished or found.cut):
        yield "Nothing with numbers was left out."


def _beyond(pool: Pool) -> Iterator[str]:
    """A note about tokens that passes with a draft cannot have written."""
    answer, accepted = pool.completion.value, pool.accepted.value
    if not pool.beyond or answer is None or accepted is None or answer <= accepted:
        return
    yield (
        f"The answers have {answer:,} tokens, but the passes with a draft wrote at most {answer - pool.beyond:,}. So "
        f"{pool.beyond:,} came from passes without a draft, and the speed-up of whole answers is at most "
        f"×{number(answer / (answer - accepted))}."
    )


def _about(pool: Pool) -> tuple[tuple[str, set[str]], ...]:
    return ("Version:", pool.versions), ("Method:", pool.methods)


def tokens(pool: Pool) -> tuple[str, ...]:
    """The sentences about tokens per target pass: the number, its interval, and what it means for the speed."""
    found = tokens_per_pass(pool)
    if found is None:
        return _no_passes(pool)
    about = "about " if certain(found) else ""
    more = "" if found.low is None else f" ({interval(found)}, {UNITS[found.unit].format(unit(pool))})"
    return (
        f"A target pass that checked a draft wrote {about}{number(found.value)} tokens{more}.",
        *_averaged(pool),
        "Without a draft it writes one token. So this is the largest possible speed-up; the draft's time reduces it.",
    )


def _averaged(pool: Pool) -> tuple[str, ...]:
    """A note about a mean of averages whose numbers of passes are not known."""
    if pool.averages is None or pool.averages.count == 1:
        return ()
    return (
        f"This is the mean of {pool.averages.count:,} {unit(pool)}s, each counted alike. "
        "The file does not say how many passes each had.",
    )


def _no_passes(pool: Pool) -> tuple[str, ...]:
    most = most_tokens_per_pass(pool)
    if most is not None:
        return (
            f"A target pass wrote at most {number(most)} tokens on average.",
            "The file does not count passes. Each pass writes at least one token of the target, which gives the limit.",
        )
    printed = [f"{each.name} is {number(each.value)}." for each in pool.stated if each.measure != "rate"]
    return ("The file has no counts of passes.", *printed)


def times(pool: Pool) -> tuple[str, ...]:
    """The sentences about the times in the file, per pass where that is meaningful."""
    given, passes = pool.times, pool.passes.value
    sentences = [f"The pass times in this file are not used. {pool.untimed}"] if pool.untimed else []
    if given.decode and pool.completion.value:
        rate = 1000 * pool.completion.value / given.decode
        sentences.append(f"The engine wrote {number(rate)} tokens per second while it decoded.")
    if given.draft and given.target and passes:
        share_of = given.draft / (given.draft + given.target)
        sentences.append(f"The draft took {percent(share_of)} of the time of all passes.")
        if pool.drafted.value:
            sentences.append(f"That is {number(given.draft / pool.drafted.value)} ms per draft token.")
    if found := timed(pool):
        sentences += [
            f"A target pass took ({number(found.decode)} ms of decoding − {number(found.draft)} ms of drafting) / "
            f"{found.passes:,} passes = {number(found.each[0])} ms.",
            f"The number of passes is {found.answer:,} tokens of the answers − {found.accepted:,} accepted draft "
            f"tokens − {plural(found.requests, 'first token')}. The pass over the prompt writes the first token.",
        ]
    return tuple(sentences)


def text(pool: Pool, most: int) -> tuple[str, ...]:
    """The sentences that say which text is shown, and what its colours assume."""
    of = f"The text of the request {pool.pieces_of}." if pool.pieces_of else "The text of the first request."
    if pool.requests == 1:
        of = "Tokens of the draft are marked; all others were written by the target."
    cut = f"The first {most:,} tokens are shown." if len(pool.pieces) > most else ""
    return tuple(filter(None, (of, pool.pieces_assume, cut)))


def known(pool: Pool) -> set[str]:
    """The facts of `Absent.fact` that this file has although its format need not have them."""
    outcomes = regular(pool)
    found = {"lengths"} if outcomes and not pool.short else set[str]()
    return found | ({"times"} if pool.times.draft and pool.times.target else set())
