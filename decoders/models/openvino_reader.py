"""Drafts that read their target on OpenVINO's CPU engine, as `runner.ReadingDraft`: no torch here.

The graph takes the state before every token beside the token, and gives its own states beside the scores; a second,
small graph makes states of what the target shows. When to read and when to go by its own states is
`runner.ReadingRunner`'s business.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from decoders.core.runner import ReadingDraft, ReadingSession
from decoders.models.host import HostLogits
from decoders.models.openvino import FEW, STATES, VIEW, OpenVinoModel, OpenVinoSession, SmallGraph
from decoders.models.slots import ReadingSlots


class OpenVinoReader(OpenVinoModel, ReadingDraft):
    """A converted reading network; see `runner.ReadingDraft`, and `OpenVinoModel` for the arguments."""

    reads = True

    def __init__(self, folder: Path, *given: Any, **named: Any) -> None:
        super().__init__(folder, *given, **named)
        self._view = SmallGraph(folder / VIEW)

    def start(self, prompt: Sequence[int]) -> ReadingSession:
        return self.start_after(prompt, None)

    def start_after(self, prompt: Sequence[int], seen: Any) -> ReadingSession:
        first = min(len(prompt), int(self.about["needs_state"]))
        before = self.no_states(len(prompt))
        if seen is not None:
            before[1:] = self.states(seen)
        return OpenVinoReading(self, prompt[first:], before[first:])

    def states(self, seen: Any) -> NDArray[np.float32]:
        """States [n, D] of a target's features [n, F], of whatever library and device."""
        host = np.asarray(seen.float().cpu() if hasattr(seen, "cpu") else seen, dtype=np.float32)
        idle = max(0, FEW - len(host))  # so that most of a run's calls are of one number of rows
        return self._view(np.concatenate([host, np.zeros((idle, host.shape[1]), dtype=np.float32)]))[: len(host)]

    def no_states(self, count: int) -> NDArray[np.float32]:
        """Zeros [count, D]: where there is no token before."""
        return np.zeros((count, self.about["state_size"]), dtype=np.float32)


class OpenVinoReading(ReadingSlots, OpenVinoSession):
    """A tree session whose tokens come with states; see `runner.ReadingSession`."""

    _model: OpenVinoReader

    def forward_after(self, tokens: Sequence[int], parents: Sequence[int], at: Sequence[int], seen: Any) -> HostLogits:
        return self._extend(tokens, parents, **{STATES: self._before(parents, at, seen)[None]})
