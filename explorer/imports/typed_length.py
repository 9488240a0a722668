"""Add the draft length that a person states to a request, and refuse one that the file contradicts."""

from dataclasses import replace

from decoders.errors import BadInput
from explorer.imports.record import Request, Rounded

NEARLY = 0.05  # missing draft tokens per pass up to which drafts are taken as equally long


class LengthError(BadInput):
    """Raised if the numbers of a file contradict the draft length that a person states."""


def with_length(request: Request, length: int, where: str) -> Request:
    """Add the draft length to a request. A person states that every pass drafted one sequence of `length` tokens.

    Raises LengthError if the numbers of the request contradict that.
    """
    passes = request.passes
    if passes is None and request.rounded is not None and request.drafted is not None and not request.drafted % length:
        counted = request.drafted // length
        if request.rounded.fewest <= counted <= request.rounded.most:
            request = replace(request, passes=counted, rounded=Rounded(counted, counted, request.rounded.rates))
            passes = counted
    if request.fits is not None and length not in request.fits:
        possible = " or ".join(map(str, sorted(request.fits)[:3])) or "no constant number of"
        raise LengthError(
            f"{where}: the averages fit {possible} draft tokens per pass, not {length}. "
            "Choose another draft length, or leave it out."
        )
    if passes is None:
        _within(request, length, where)
        return request
    drafted = passes * length if request.drafted is None else request.drafted
    if not 0 <= passes * length - drafted <= NEARLY * passes:
        raise LengthError(
            f"{where}: {drafted:,} draft tokens are reported, but {passes:,} passes of {length} tokens make "
            f"{passes * length:,}. Choose another draft length, or leave it out."
        )
    _within(request, length, where)
    return replace(request, longest=length, drafted=drafted, measured_lengths=True)


def _within(request: Request, length: int, where: str) -> None:
    """Raise LengthError if some pass accepts more than `length` draft tokens, or if passes do so on average."""
    longest = max((accepted for _, accepted in request.outcomes or {}), default=0)
    rates = () if request.rounded is None else request.rounded.rates
    deepest = max((place for place, count in enumerate(request.survivors or rates, 1) if count), default=0)
    mean = 0.0 if request.averages is None else request.averages.lowest - 1
    tested = ((max(longest, deepest), f"{max(longest, deepest)} draft tokens"), (mean, f"{mean:.2f} on average"))
    for most, what in tested:
        if most > length:
            raise LengthError(
                f"{where}: a pass accepts {what}, which is more than the draft length {length}. Choose a larger one."
            )
