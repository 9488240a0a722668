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
                f"{where}: {drafted:,} draft tokens are reported, but {request.passes:,} passes of {length} tokens "
                f"make {most:,}. Choose another draft length, or leave it out."
            )
    accepted = max((got for _, got in request.outcomes or {}), default=0)
    rates = request.rounded.rates if request.rounded else ()
    deepest = max((place for place, count in enumerate(request.survivors or rates, 1) if count), default=0)
    mean, accepted = request.averages.lowest - 1 if request.averages else 0.0, max(accepted, deepest)
    for most_of, what in ((accepted, f"{accepted} draft tokens"), (mean, f"{mean:.2f} on average")):
        if most_of > length:
            raise LengthError(
                f"{where}: a pass accepts {what}, which is more than the draft length {length}. Choose a larger one."
            )
    if request.passes is None:
        return request
    return replace(request, longest=length, drafted=drafted, measured_lengths=True)
