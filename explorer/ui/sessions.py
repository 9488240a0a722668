"""What the server keeps of each visitor.

Gradio writes down every component's configuration for each new session, for its deep links: with this many components
45 ms in which nobody else is answered, and most of a megabyte for as long as the session is kept. This app's links name
a trace and a step, so its sessions begin without. Gradio also writes down there the last value of every component: a
figure, a table and a trace's messages, megabytes of each visitor. Here it does not; deep links are closed (uploads.py).

After every event it sums up the latest 10,000 in a table of pandas', for a dashboard that is off here: milliseconds of
each visitor's time, and for each new thread some memory that is never given back. Here it does not.

It also keeps what was told to a session and never read, for the 2,000 latest: gigabytes, where somebody asks for long
runs and never for the answers. Here that goes a while after the run has ended.
"""

import sys
import time
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import LRUCache

MOST = 400  # sessions that are kept; whoever has been away longest gives way, and comes back as a new visitor
UNREAD = 300  # seconds that the answer of what has ended waits for a session that does not read it


class BareState(SessionState):
    """What the server must know of a session: choices and limits that were changed, and no value."""

    def __init__(self, blocks: Any) -> None:
        """`blocks` are the app's."""
        super().__init__(SimpleNamespace(default_config=blocks.default_config, blocks={}))  # pyright: ignore[reportArgumentType]
        self.blocks_config.fns = blocks.default_config.fns  # nothing here adds an event later

    def __setitem__(self, key: int, value: Any) -> None:
        if isinstance(self.blocks_config.blocks.get(key), gr.State):
            super().__setitem__(key, value)
            return self.config_values.clear()
        self.blocks_config.blocks[key] = value

    def _update_config(self, key: int) -> None:
        """Keep nothing: only deep links read it."""

    def _update_value_in_config(self, key: int, value: Any) -> None:
        """Keep nothing: only deep links read it."""


class Sessions(StateHolder):
    """The sessions of an app; one is made when it is first asked for."""

    def __getitem__(self, session_id: str) -> SessionState:
        if session_id not in self.session_data:
            self.session_data[session_id] = BareState(self.blocks)
        return super().__getitem__(session_id)


class Mailboxes(LRUCache[str, Any]):
    """What is told to each session until it is read. When another session comes, those go that nobody reads (any more).

    A session has one as long as it asked for something that was not told to its end; if that has ended and the session
    still does not read it, for UNREAD seconds more.
    """

    def __init__(self, queue: Any) -> None:
        """`queue` is Gradio's, which has no session yet."""
        super().__init__(queue.pending_messages_per_session.max_size)
        self._queue, self._ended = queue, dict[str, float]()

    def __setitem__(self, session: str, box: Any) -> None:
        self._drop_unread(time.monotonic())
        super().__setitem__(session, box)

    def _drop_unread(self, now: float) -> None:
        asked, running = self._queue.pending_event_ids_session, self._queue.event_ids_to_events
        for session in [*self, *(asked.keys() - self.keys())]:
            events = asked.get(session, ())
            if any(event in running for event in events):
                self._ended.pop(session, None)
            elif not events or now - self._ended.setdefault(session, now) > UNREAD:
                for kept in (self, self._ended, asked):
                    kept.pop(session, None)


def lighten(demo: gr.Blocks) -> None:
    """Give an app that was just launched, and has no visitor yet, sessions that begin bare and leave nothing behind."""
    demo.app.state_holder = Sessions()
    demo.app.state_holder.set_blocks(demo)
    queue: Any = demo._queue
    queue.pending_messages_per_session = Mailboxes(queue)
    queue.ANAYLTICS_CACHE_FREQUENCY = sys.maxsize  # the sum comes after so many events; the name is Gradio's
    queue.ANALYTICS_MAX_EVENTS = MOST
