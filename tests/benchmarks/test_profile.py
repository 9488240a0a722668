"""The profile of a method's own work excludes the time of networks."""

import cProfile
import pstats
from typing import Any

import pytest

from benchmarks import profile


class Network:
    """A session and its model in one object; every call counts as work of the network."""

    def start(self, *given: Any) -> "Network":
        return self.network(*given)

    start_after = forward = forward_after = heads = start

    def network(self, *given: Any) -> "Network":
        return self


@pytest.mark.parametrize(
    ("name", "given"), [("forward", ((), ())), ("forward_after", ((), (), (), None)), ("heads", (0,))]
)
def test_what_the_network_computes_is_left_out(name: str, given: tuple[Any, ...]) -> None:
    """Otherwise Medusa's heads would count as its own work, and mislead anyone who optimises it."""
    profiler = cProfile.Profile()
    profiler.enable()
    for session in (
        profile._QuietModel(Network(), profiler).start([1]),
        profile._QuietModel(Network(), profiler).start_after([1], None),
    ):
        getattr(session, name)(*given)
    profiler.disable()
    seen: Any = pstats.Stats(profiler)
    called = {function for _, _, function in seen.stats}
    assert name in called
    assert "network" not in called
