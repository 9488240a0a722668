"""Helpers for all tabs: status lines and tables as HTML, start and Stop buttons, and events without progress
displays.
"""

import json
import re
from collections.abc import Callable, Sequence
from html import escape
from typing import Any

import gradio as gr

from explorer.ui.scripts import call

PAIR = "smollm2"
EMPTY = "The prompt is empty. Type the text that the model should continue, or choose an example."
FINISH_STOPPED = json.dumps({"type": "finish", "iterations": [], "texts": {}, "summary": None, "incomplete": "stopped"})
SETTLE = 1.0  # seconds after which a page has surely shown all messages that were on their way
_HIDDEN: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private"}
QUIET: dict[str, Any] = _HIDDEN | {"queue": False}  # options of an event that does not wait in the queue
# Options of an event that starts a run or a measurement, which waits in a queue of its own. A second click is ignored.
STARTS: dict[str, Any] = _HIDDEN | {"concurrency_limit": None, "trigger_mode": "once"}


def note_html(text: str, share: float | None = None) -> str:
    """HTML of a status sentence, with a progress bar if `share` (0 to 1) is given."""
    bar = "" if share is None else f'<progress max="1" value="{share:.3f}" aria-label="Loading"></progress>'
    return f'<div class="run-status" role="status">{bar}<span>{escape(text)}</span></div>'


def wrong_html(text: str) -> str:
    """HTML of an error message."""
    return f'<p class="wrong" role="alert">{escape(text)}</p>'


def strong(text: str) -> str:
    """Convert a sentence to HTML; text between two ** becomes bold."""
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))


def stop_button(name: str) -> gr.Button:
    """A Stop button, which is enabled while something runs."""
    return gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id=name)


def picture(name: str) -> gr.Plot:
    """A chart, which is hidden until there is something to draw."""
    return gr.Plot(show_label=False, elem_id=name, elem_classes="picture", visible=False)


def buttons(running: bool) -> tuple[Any, Any]:
    """Make the updates of the start button and the Stop button."""
    return gr.update(interactive=not running), gr.update(interactive=running)


def start_and_stop(
    start: gr.Button,
    stop: gr.Button,
    work: Callable[..., Any],
    inputs: Sequence[Any],
    outputs: Sequence[Any],
    words: str,
    also: Sequence[tuple[Any, Any]] = (),
    **options: Any,
) -> Any:
    """Let a start button run `work`, and a Stop button end it and show `words`. Returns the event of the start button.

    The first of the `outputs` is the status. `also` lists other outputs with their values after Stop. Gradio drops
    clicks on the start button until it has ended the run, so the button is enabled again only then. Stop contacts no
    server, so no late response can disturb the next run.

    If the page is slow, an earlier report may be shown in place of `words`. So `words` are shown once more after SETTLE
    seconds, unless a new run has started.
    """
    status, running = outputs[0], start.click(work, inputs, outputs, **STARTS | options)
    for over in (running.then, running.failure):
        over(None, None, [start, stop], js=call("explore.js", "free"), **QUIET)
    said = [note_html(words), *(value for _, value in also)]
    told = [status, *(output for output, _ in also)]
    pressed = stop.click(None, None, told, js=call("explore.js", "stop", shown=said), cancels=[running], **QUIET)
    again = call("explore.js", "sayAgain", start=start.elem_id, words=note_html(words), wait=SETTLE * 1000)
    pressed.then(None, None, status, js=again, **QUIET)
    return running
