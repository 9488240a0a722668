"""What tabs share: sentences and tables as HTML, a start button and its Stop, and how an event is sent quietly."""

import json
import re
from collections.abc import Sequence
from html import escape
from typing import Any

import gradio as gr

from explorer.ui.scripts import call

PAIR = "smollm2"
EMPTY = "The prompt is empty: write what the model should go on from, or choose an example prompt."
FINISH_STOPPED = json.dumps({"type": "finish", "iterations": [], "texts": {}, "summary": None, "incomplete": "stopped"})
SETTLE = 1.0  # seconds until a page has shown what was on its way
QUIET: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}


def note_html(text: str, share: float | None = None) -> str:
    """One sentence, with a bar where it is known how far things are."""
    bar = "" if share is None else f'<progress max="1" value="{share:.3f}" aria-label="Loading"></progress>'
    return f'<div class="run-status" role="status">{bar}<span>{escape(text)}</span></div>'


def wrong_html(text: str) -> str:
    """One sentence about what went wrong and what to do."""
    return f'<p class="wrong" role="alert">{escape(text)}</p>'


def strong(text: str) -> str:
    """A sentence as HTML, what stands between two ** strong."""
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))


def buttons(running: bool) -> tuple[Any, Any]:
    """Updates of Run and Stop."""
    return gr.update(interactive=not running), gr.update(interactive=running)


def stop_with(
    stop: gr.Button, words: str, shown: list[Any], running: Any, also: Sequence[tuple[Any, Any]] = ()
) -> None:
    """Let a Stop button end what runs; `shown` are status, start button and Stop, `also` other outputs and their value.

    However the run ends, the start button is free again when the next click on it will be taken (Gradio drops one on a
    button whose run it still holds); Stop asks no server,
    so that no answer to it comes late, into the next run. A page that is behind may show a report it got earlier over
    the words, so they are said once more, unless it runs again.
    """
    status, start, _ = shown
    for over in (running.then, running.failure):
        over(None, None, [start, stop], js=call("explore.js", "free"), **QUIET)
    said = [note_html(words), *(value for _, value in also)]
    outputs = [status, *(output for output, _ in also)]
    pressed = stop.click(None, None, outputs, js=call("explore.js", "stop", shown=said), cancels=[running], **QUIET)
    again = call("explore.js", "sayAgain", start=start.elem_id, words=note_html(words), wait=SETTLE * 1000)
    pressed.then(None, None, status, js=again, **QUIET)
