"""Reduce what Gradio's server stores for each visitor.

For its deep links, Gradio copies every component's configuration into each new session. With this many components, the
copy takes almost a megabyte per session, and blocks all other requests for 45 ms. Gradio also stores the last value of
every component there (figures, tables, trace messages), which takes megabytes per visitor. This app's links name a
trace and a step, so its sessions store neither configurations nor values, and Gradio's deep links are closed
(uploads.py).

After every event, Gradio summarises the latest 10,000 events with pandas, for a dashboard that this app does not use.
The summary costs milliseconds per event and memory per thread, so it is switched off.

Gradio also keeps messages that a session never read, for the latest 2,000 sessions. These messages can take gigabytes
if somebody starts long runs and never reads them. This app drops unread messages some time after the run has ended.
"""

import sys
import time
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import LRUCache

MOST = 400  # maximum number of sessions; the one unused for longest is dropped and would return as a new visitor
UNREAD = 300  # seconds for which the messages of a finished event wait for a session that does not read them


class BareState(SessionState):
    """A session's state that holds only changed choices and limits, but no values."""

    def __init__(self, blocks: Any) -> None:
        """`blocks` is the app."""
        super().__init__(SimpleNamespace(default_config=blocks.default_config, blocks={}))  # pyright: ignore[reportArgumentType]
        self.blocks_config.fns = blocks.default_config.fns  # this app adds no event later

    def __setitem__(self, key: int, value: Any) -> None:
        if isinstance(self.blocks_config.blocks.get(key), gr.State):
            super().__setitem__(key, value)
            return self.config_values.clear()
        self.blocks_config.blocks[key] = value

    def _update_config(self, key: int) -> None:
        """Store nothing, because only deep links read the configuration."""

    def _update_value_in_config(self, key: int, value: Any) -> None:
        """Store nothing, because only deep links read the values."""


class Sessions(StateHolder):
    """The sessions of an app. A session is created at its first use."""

    def __getitem__(self, session_id: str) -> SessionState:
        if session_id not in self.session_data:
            self.session_data[session_id] = BareState(self.blocks)
        return super().__getitem__(session_id)


class Mailboxes(LRUCache[str, Any]):
    """Unread messages per session. When a new session begins, mailboxes that nobody reads are dropped.

    A session keeps its mailbox while one of its events is running, and for UNREAD seconds after the last one has ended.
    """

    def __init__(self, queue: Any) -> None:
        """`queue` is Gradio's queue, which must not have had a session yet."""
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
    """Install the lighter sessions and mailboxes in a launched app that has no visitor yet."""
    demo.app.state_holder = Sessions()
    demo.app.state_holder.set_blocks(demo)
    queue: Any = demo._queue
    queue.pending_messages_per_session = Mailboxes(queue)
    queue.ANAYLTICS_CACHE_FREQUENCY = sys.maxsize  # events between two summaries; the spelling is Gradio's
    queue.ANALYTICS_MAX_EVENTS = MOST
