"""What the server keeps of each visitor.

Gradio writes down every component's configuration for each new session, for its deep links: with this many components
45 ms in which nobody else is answered, and most of a megabyte for as long as the session is kept. This app's links name
a trace and a step, so its sessions begin without.

It also keeps what was told to a session and never read, for the 2,000 latest: gigabytes, where somebody asks for long
runs and never for the answers. Here that goes a while after the run has ended.
"""

import time
from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import LRUCache

MOST = 400  # sessions that are kept; whoever has been away longest gives way, and comes back as a new visitor
UNREAD = 300  # seconds that the answer of what has ended waits for a session that does not read it


class Sessions(StateHolder):
    """The sessions of an app; one is made when it is first asked for."""

    def __getitem__(self, session_id: str) -> SessionState:
        if session_id not in self.session_data:
            bare: Any = SimpleNamespace(default_config=self.blocks.default_config, blocks={})  # none to write down
            self.session_data[session_id] = SessionState(bare)
        return super().__getitem__(session_id)


class Mailboxes(LRUCache[str, Any]):
    """What is told to each session until it is read; one that nobody reads goes, when another session comes."""

    def __init__(self, queue: Any) -> None:
        """`queue` is Gradio's, which has no session yet."""
        super().__init__(queue.pending_messages_per_session.max_size)
        self._queue, self._ended = queue, dict[str, float]()

    def __setitem__(self, session: str, box: Any) -> None:
        self._drop_unread(time.monotonic())
        super().__setitem__(session, box)

    def _drop_unread(self, now: float) -> None:
        asked, running = self._queue.pending_event_ids_session, self._queue.event_ids_to_events
        for session in list(self):
            if any(event in running for event in asked.get(session, ())):
                self._ended.pop(session, None)
            elif now - self._ended.setdefault(session, now) > UNREAD:
                for kept in (self, self._ended, asked):
                    kept.pop(session, None)


def lighten(demo: gr.Blocks) -> None:
    """Give an app that was just launched, and has no visitor yet, sessions that begin bare and leave nothing behind."""
    demo.app.state_holder = Sessions()
    demo.app.state_holder.set_blocks(demo)
    queue: Any = demo._queue
    queue.pending_messages_per_session = Mailboxes(queue)
