"""Many visitors at once, in a short form of `python -m benchmarks.load`, and what makes them cheap."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.load import gauge, load
from decoders.errors import BadInput
from explorer.ui import routes, sessions


def test_visitors_get_their_own_runs_and_nothing_is_left(app_url: str) -> None:
    """Nobody sees another's run, nobody is turned away, and whoever leaves frees the device."""
    met = load(app_url, stepping=4, running=6, rounds=3)
    assert met["met"] == {"runs that were their own": 18}
    assert met["steps"] > 1
    assert gauge(app_url, "waiting") == gauge(app_url, "busy") == 0


def test_a_trace_is_packed_once_for_a_whole_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty students who open one link at the same time must not wait for thirty packings."""
    made: Counter[str] = Counter()
    all_here = threading.Barrier(8)

    def message(name: str) -> str:
        made[name] += 1
        return name

    def ask(packed: routes.Packed) -> bytes:
        all_here.wait(30)
        return packed.made("spd")

    monkeypatch.setattr(routes, "stage_message", message)
    packed = routes.Packed(1)
    assert packed.ready("spd") is None
    with ThreadPoolExecutor(8) as pool:
        answers = {job.result() for job in [pool.submit(ask, packed) for _ in range(8)]}
    assert answers == {packed.ready("spd")}
    assert made == {"spd": 1}
    packed.made("gsd")
    assert packed.ready("spd") is None, "the oldest gives way"
    with pytest.raises(BadInput):
        packed.ready("nothing")


def test_a_new_session_writes_nothing_down() -> None:
    """With every component's configuration it would take 45 ms and most of a megabyte for each visitor."""
    box: Any = SimpleNamespace(stateful=False)
    config, holder = SimpleNamespace(blocks={7: box}), sessions.Sessions()
    app: Any = SimpleNamespace(default_config=config, blocks={7: box}, state_session_capacity=2)
    holder.set_blocks(app)
    for name in "abc":
        assert not holder[name].config_values
        assert holder[name][7] is box
        assert holder[name] is holder[name]
    assert list(holder.session_data) == ["b", "c"], "the one used longest ago gives way"
