"""The lines “statistics” of llama.cpp's log: sums of a draft since the start of the server, with its time.

They follow the summary of a request. A request may use several drafts, each with a line of its own.
"""

import re
from dataclasses import dataclass

from decoders.errors import BadInput
from explorer.imports.fields import AS_WRITTEN

WORD = "statistics"
_LINE = re.compile(r"statistics +([\w-]+):.*#gen tokens = *(\d+), #acc tokens = *(\d+)(.*)")
_TIMES = re.compile(r"dur\(b,g,a\) = *[\d.]+, *([\d.]+), *[\d.]+ ms")


@dataclass(frozen=True)
class Added:
    """The draft tokens and milliseconds of a line, or those that the lines after one request add. `milliseconds` is
    None in versions that do not measure the draft.
    """

    where: str
    methods: tuple[str, ...]
    generated: int
    accepted: int
    milliseconds: float | None


class Statistics:
    """The sums of every draft so far, and what was added since the last request."""

    def __init__(self) -> None:
        self._sums: dict[str, Added] = {}
        self._new: list[Added] = []

    def read(self, line: str, where: str) -> bool:
        """Note a line; False if it is incomplete. Raises BadInput if more tokens are accepted than generated."""
        match = _LINE.search(line)
        times = _TIMES.search(match[4]) if match else None
        if match is None or (match[4].strip() and times is None):
            return False
        name, generated, accepted, ms = match[1], int(match[2]), int(match[3]), float(times[1]) if times else None
        if accepted > generated:
            raise BadInput(
                f"{where}: {accepted:,} draft tokens are accepted (#acc tokens), but only {generated:,} were "
                f"generated (#gen tokens). {AS_WRITTEN}"
            )
        before = self._sums.get(name, Added(where, (name,), 0, 0, 0.0))
        self._sums[name] = Added(where, (name,), generated, accepted, ms)
        spent = None if ms is None or before.milliseconds is None else ms - before.milliseconds
        self._new.append(Added(where, (name,), generated - before.generated, accepted - before.accepted, spent))
        return True

    def added(self) -> Added | None:
        """What all drafts together added since the last call; None without a line."""
        lines, self._new = self._new, []
        if not lines:
            return None
        spent = [line.milliseconds for line in lines]
        return Added(
            lines[-1].where,
            tuple(line.methods[0] for line in lines if line.generated),
            sum(line.generated for line in lines),
            sum(line.accepted for line in lines),
            None if None in spent else sum(each or 0 for each in spent),
        )


def checked(added: Added, name: str, accepted: int, generated: int) -> str:
    """Why the statistics after a request do not give the time of its draft; empty if they do.

    Raises BadInput if they describe the same draft tokens, but count other accepted ones.
    """
    if added.generated != generated:
        return (
            f"The statistics after {name} add {added.generated:,} draft tokens, but the request generated "
            f"{generated:,}. So they also describe other requests."
        )
    if added.accepted != accepted:
        raise BadInput(
            f"{added.where}: the statistics add {added.accepted:,} accepted draft tokens (#acc tokens), but {name} "
            f"accepted {accepted:,}. {AS_WRITTEN}"
        )
    return "" if added.milliseconds is not None else "The statistics of this version have no times."
