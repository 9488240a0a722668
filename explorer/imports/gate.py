"""Check integer identities that every request must satisfy. If two numbers contradict each other, the file is refused,
and the message contains both numbers. Nothing is repaired.

Only whole numbers decide. A number that the engine prints as a fraction must agree with them in all printed digits. A
draft length that a person states must also agree with the file.
"""

from collections.abc import Iterator
from dataclasses import replace

from decoders.errors import BadInput
from explorer.imports.fields import MOST, altered
from explorer.imports.record import Request, Rounded, Stated

NEARLY = 0.05  # drafts with fewer missing tokens per pass than this count as equally long
CLOSE = 1e-6  # relative difference up to which two floats count as the same quotient


def check(request: Request, where: str) -> Request:
    """Return the request unchanged. Raises BadInput if two of its numbers contradict each other."""
    for problem in (_totals, _histogram, _survivors, _answer, _stated):
        for clause in problem(request):
            raise altered(where, f"{clause}")
    return request


def _totals(request: Request) -> Iterator[str]:
    passes, accepted, drafted, longest = request.passes, request.accepted, request.drafted, request.longest
    if accepted is not None and drafted is not None and accepted > drafted:
        yield f"{accepted:,} draft tokens were accepted, but only {drafted:,} were drafted"
    if passes is None or longest is None:
        return
    for word, count in (("proposed", drafted), ("accepted", accepted)):
        if count is not None and count > passes * longest:
            most = f"{passes:,} drafts of {longest:,} tokens can have at most {passes * longest:,}"
            yield f"{count:,} draft tokens are {word}, but {most}"


def _histogram(request: Request) -> Iterator[str]:
    outcomes, longest = request.outcomes or {}, request.longest
    for length, accepted in outcomes:
        most = max(length or 0, accepted)
        if length is not None and accepted > length:
            yield f"a pass accepts {accepted} draft tokens, but its draft has {length}"
        if longest is not None and most > longest:
            yield f"a pass has {most} draft tokens, but the configured draft length is {longest}"
    if request.outcomes is None:
        return
    passes, accepted = sum(outcomes.values()), sum(got * count for (_, got), count in outcomes.items())
    if request.passes is not None and passes != request.passes:
        yield f"the histogram has {passes:,} passes, but the number of passes is {request.passes:,}"
    if request.accepted is not None and accepted != request.accepted:
        yield f"the histogram adds up to {accepted:,} accepted draft tokens, but {request.accepted:,} are reported"
    if request.drafted is not None and all(length is not None for length, _ in outcomes):
        drafted = sum((length or 0) * count for (length, _), count in outcomes.items())
        if drafted != request.drafted:
            yield f"the passes add up to {drafted:,} draft tokens, but {request.drafted:,} are reported"


def _survivors(request: Request) -> Iterator[str]:
    counts = request.survivors
    if counts is None:
        return
    before = request.passes
    for position, count in enumerate(counts, 1):
        if before is not None and count > before:
            what = "there are passes" if position == 1 else f"accept the one at position {position - 1}"
            yield f"{count:,} passes accept the draft token at position {position}, but only {before:,} {what}"
        before = count
    if request.accepted is not None and sum(counts) != request.accepted:
        yield f"the positions add up to {sum(counts):,} accepted draft tokens, but {request.accepted:,} are reported"


def _answer(request: Request) -> Iterator[str]:
    """Describe each contradiction between the length of the answer and the counts. A pass writes its accepted tokens
    and one more; only the last pass may write fewer, because the answer ends.
    """
    if request.passes is None or request.accepted is None or request.completion is None:
        return
    written = request.passes + request.accepted
    if request.steps:
        spare = request.steps[-1].accepted
    elif request.outcomes is not None:
        spare = max((accepted for _, accepted in request.outcomes), default=0)
    else:
        spare = request.accepted if request.longest is None else request.longest
    if written - spare > request.completion:
        yield (
            f"{request.passes:,} passes with {request.accepted:,} accepted draft tokens write at least "
            f"{written - spare:,} tokens, but the answer has {request.completion:,}"
        )


def _stated(request: Request) -> Iterator[str]:
    for stated in request.stated:
        if stated.measure == "length" and (0 < stated.value + stated.half_digit < 1 or stated.value > MOST):
            yield f"{stated.name} is {stated.value:g}, but every pass writes at least one token"
        if stated.measure == "rate" and stated.value - stated.half_digit > 1 + CLOSE:
            yield f"{stated.name} is {stated.value:g}, but a rate cannot exceed 1"
        computed = value_of(request, stated)
        if computed is not None and abs(computed - stated.value) > stated.half_digit + CLOSE * abs(computed):
            yield f"{stated.name} is {stated.value:g}, but the counts give {computed:.6g}"


def value_of(request: Request, stated: Stated) -> float | None:
    """Compute a number that the file also states from the file's counts; None if it lacks these counts."""
    passes, accepted = request.passes, request.accepted
    top, below, plus = {
        "length": (accepted, passes, 1),
        "completion length": (request.completion, passes, 0),
        "rate": (accepted, request.drafted, 0),
    }[stated.measure]
    return None if top is None or not below else plus + top / below


class LengthError(BadInput):
    """Raised if the numbers of a file contradict the draft length that a person states."""


def with_length(request: Request, length: int, where: str) -> Request:
    """Add the draft length to a request. A person states that every pass drafted one sequence of `length` tokens.

    Raises LengthError if the numbers of the request contradict that.
    """
    rounded, drafted = request.rounded, request.drafted
    if request.passes is None and rounded is not None and drafted is not None and not drafted % length:
        counted = drafted // length
        if rounded.fewest <= counted <= rounded.most:
            request = replace(request, passes=counted, rounded=Rounded(counted, counted, rounded.rates))
    if request.fits is not None and length not in request.fits:
        possible = " or ".join(map(str, sorted(request.fits)[:3])) or "no constant number of"
        raise LengthError(
            f"{where}: the averages fit {possible} draft tokens per pass, not {length}. "
            "Choose another draft length, or leave it out."
        )
    if request.passes is not None:
        most = request.passes * length
        drafted = most if drafted is None else drafted
        if not 0 <= most - drafted <= NEARLY * request.passes:
            raise LengthError(
                f"{where}: {drafted:,} draft tokens are reported, but {request.passes:,} drafts of exactly "
                f"{length} tokens would have {most:,} in total. Choose another draft length, or leave it out."
            )
    accepted = max((got for _, got in request.outcomes or {}), default=0)
    rates = request.rounded.rates if request.rounded else ()
    deepest = max((place for place, count in enumerate(request.survivors or rates, 1) if count), default=0)
    mean, accepted = request.averages.lowest - 1 if request.averages else 0.0, max(accepted, deepest)
    for most_of, what in ((accepted, f"{accepted} draft tokens"), (mean, f"{mean:.2f} draft tokens on average")):
        if most_of > length:
            raise LengthError(
                f"{where}: a pass accepts {what}, which is more than the draft length {length}. Choose a larger length."
            )
    if request.passes is None:
        return request
    return replace(request, longest=length, drafted=drafted, measured_lengths=True)
