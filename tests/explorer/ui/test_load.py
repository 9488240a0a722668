"""Many visitors at once, in a short form of `python -m benchmarks.load`, and what keeps them cheap."""

import json
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gradio.utils import LRUCache

from benchmarks.load import KINDS, load, table
from benchmarks.visitors import gauge, get
from decoders.errors import BadInput
from explorer.ui.server import routes, sessions
from tests.serving import ROOT, serving


def test_visitors_get_their_own_runs_and_nothing_is_left(app_url: str) -> None:
    """Nobody sees another's run or is refused, and leaving frees the device."""
    counts = {kind.name: kind.quick for kind in KINDS}
    made = load(app_url, counts, seconds=6, every=1)
    assert list(made["met"]) == ["runs that were their own"]
    for name, found in made["answers"].items():
        assert found["answers"] > 0, name
        assert found["faults"] == 0
        assert found["median_s"] < 30, "somebody starves"
    assert len(made["memory_mb"]) > 1
    assert "memory in MB" in table(made | {"visitors": counts})
    assert gauge(app_url, "waiting") == gauge(app_url, "busy") == 0


def test_a_trace_is_packed_once_for_a_whole_class(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thirty students who open one link together must not wait for thirty packings."""
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
    assert packed.ready("gsd") is not None, "the latest stays, whatever its size"
    two = routes.Packed(len(packed.made("gsd")) + len(packed.made("mtad")))
    for name in ("spd", "gsd", "mtad"):
        two.made(name)
    assert [two.ready(name) is not None for name in ("spd", "gsd", "mtad")] == [False, True, True], "it counts bytes"
    with pytest.raises(BadInput):
        packed.ready("nothing")


def test_a_new_session_writes_nothing_down() -> None:
    """Otherwise each visitor would cost 45 ms and most of a megabyte."""
    box: Any = SimpleNamespace(stateful=False)
    config, holder = SimpleNamespace(blocks={7: box}, fns={}), sessions.Sessions()
    app: Any = SimpleNamespace(default_config=config, blocks={7: box}, state_session_capacity=2)
    holder.set_blocks(app)
    for name in "abc":
        assert not holder[name].config_values
        assert holder[name][7] is box
        assert holder[name] is holder[name]
    assert list(holder.session_data) == ["b", "c"], "the one used longest ago gives way"


def test_what_nobody_reads_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gradio stores unread answers of 2,000 sessions, which could be gigabytes."""
    queue: Any = SimpleNamespace(
        pending_messages_per_session=LRUCache(9), pending_event_ids_session={}, event_ids_to_events={}
    )
    boxes, clock = sessions.Mailboxes(queue), [0.0]
    monkeypatch.setattr(sessions.time, "monotonic", lambda: clock[0])

    def ask(session: str) -> None:
        boxes[session] = f"what {session} is told"
        queue.pending_event_ids_session[session] = {f"event of {session}"}
        queue.event_ids_to_events[f"event of {session}"] = "runs"

    ask("runs on")
    ask("never reads")
    ask("has read")
    del queue.event_ids_to_events["event of never reads"], queue.event_ids_to_events["event of has read"]
    queue.pending_event_ids_session["has read"].clear()
    clock[0] = 1.0
    ask("later")
    assert list(boxes) == list(queue.pending_event_ids_session) == ["runs on", "never reads", "later"]
    clock[0] += sessions.UNREAD + 1
    ask("last")
    assert list(boxes) == list(queue.pending_event_ids_session) == ["runs on", "later", "last"]
    boxes.popitem(last=False)  # Gradio keeps so many and no more
    queue.event_ids_to_events.clear()
    clock[0] += 1
    ask("another")
    clock[0] += sessions.UNREAD + 1
    ask("one more")
    assert list(boxes) == list(queue.pending_event_ids_session) == ["another", "one more"]


def test_an_answer_that_nobody_asks_for_goes(tmp_path: Path) -> None:
    """With Gradio's own queue, all messages wait at first, and none is left in the end.

    Nor does it make a table of pandas' of all events after every one: what that takes is never given back.
    """
    with serving(tmp_path / "log", str(ROOT / "tests" / "telling_app.py")) as url:
        get(f"{url}gradio_api/call/told", {"data": []})
        until, seen = time.monotonic() + 60, list[int]()
        while len(seen) < 2 or seen[-1] > 9:
            seen.append(unread(url))
            assert time.monotonic() < until, f"{seen[-1]} messages still wait"
            time.sleep(0.2)
        assert max(seen) > 90
        assert unread(url, "summed_up") == 0


def unread(url: str, what: str = "unread") -> int:
    """How many messages wait in the app of telling_app.py, or another of its counts."""
    event = json.loads(get(f"{url}gradio_api/call/{what}", {"data": []}))["event_id"]
    rows = get(f"{url}gradio_api/call/{what}/{event}").decode().splitlines()
    return json.loads(next(row for row in rows if row.startswith("data: "))[6:])[0]
