"""What the server keeps of each visitor.

Gradio writes down every component's configuration for each new session, for its deep links: with this many components
45 ms in which nobody else is answered, and most of a megabyte for as long as the session is kept. This app's links name
a trace and a step, so its sessions begin without.
"""

from types import SimpleNamespace
from typing import Any

import gradio as gr
from gradio.state_holder import SessionState, StateHolder

MOST = 400  # sessions that are kept; whoever has been away longest gives way, and comes back as a new visitor


class Sessions(StateHolder):
    """The sessions of an app; one is made when it is first asked for."""

    def __getitem__(self, session_id: str) -> SessionState:
        if session_id not in self.session_data:
            bare: Any = SimpleNamespace(default_config=self.blocks.default_config, blocks={})  # none to write down
            self.session_data[session_id] = SessionState(bare)
        return super().__getitem__(session_id)


def lighten(demo: gr.Blocks) -> None:
    """Give an app that was just launched, and has no visitor yet, sessions that begin without configurations."""
    demo.app.state_holder = Sessions()
    demo.app.state_holder.set_blocks(demo)
