"""A small Gradio app with the sessions of explorer/ui/server/sessions.py, for tests of what it keeps in memory.

    python tests/telling_app.py --port PORT

`told` sends many messages slowly. `unread` counts messages that wait for a session, and `summed_up` counts functions
whose events Gradio has merged.
"""

import argparse
import sys
import time
from collections.abc import Generator
from pathlib import Path

import gradio as gr
from gradio.events import api

sys.path.insert(0, str(Path(__file__).parents[1]))

from explorer.ui.server import sessions


def told() -> Generator[str, None, None]:
    """Send messages for one second."""
    for _ in range(100):
        time.sleep(0.01)
        yield "word " * 2000


def unread() -> int:
    """Count the messages that wait for any session."""
    return sum(box.qsize() for box in demo._queue.pending_messages_per_session.values())


def summed_up() -> int:
    """Count the functions whose events Gradio has merged."""
    return len(demo._queue.cached_event_analytics_summary["functions"])


with gr.Blocks(analytics_enabled=False) as demo:
    api(told, api_name="told")
    api(unread, api_name="unread")
    api(summed_up, api_name="summed_up")

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int)
    demo.queue().launch(
        server_name="127.0.0.1",
        server_port=parser.parse_args().port,
        prevent_thread_lock=True,
        quiet=True,
        ssr_mode=False,
        _frontend=False,
    )
    sessions.UNREAD = 1.0
    sessions.lighten(demo)
    time.sleep(600)
