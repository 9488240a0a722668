"""The "Traces" tab: opening files, the gallery of recorded runs, and saving the run on Explore."""

from pathlib import Path
from typing import Any

import gradio as gr

from decoders.core.checkpoint import checked
from explorer.imports.opening import is_trace
from explorer.service.live import friendly
from explorer.service.store import RUNS, checking, in_time, packed, unpack
from explorer.site.gallery import gallery_html
from explorer.trace.format import lines as trace_lines
from explorer.trace.format import read
from explorer.ui import own_runs
from explorer.ui.form.widgets import note_html, wrong_html
from explorer.ui.scripts import call, on_load
from explorer.ui.server.visitor import visitor
from explorer.ui.tabs import imports
from explorer.ui.tabs.explore import Explore

COPIED = "Link to this step copied."


def keep_upload(path: str) -> str:
    """Check an uploaded trace, store it, and return its id. If the trace is not valid, raises BadInput, which names the
    fault and its line.
    """
    file = Path(path)
    with checking(packed(file)), checked(in_time(file.name)):
        trace = read(unpack(file), file.name)
        return RUNS.keep(trace_lines(trace), visitor())


def save_buttons() -> None:
    """Build the buttons that save the current run, export it, and copy a link to the current step."""
    with gr.Row(elem_classes="save"):
        save = gr.Button("Save trace (.jsonl)", size="sm", min_width=150)
        export = gr.Button("Save as offline page (.html)", size="sm", min_width=150)
        copy = gr.Button("Copy link to this step", size="sm", min_width=150)
    gr.HTML('<span data-copied role="status"></span>', elem_classes="copied", padding=False)
    for button, kind in ((save, "file"), (export, "export")):
        button.click(None, None, None, js=call("traces.js", "save", kind=kind), api_visibility="private")
    copy.click(None, None, None, js=call("traces.js", "copy", copied=COPIED), api_visibility="private")


def build(explore: Explore, tabs: gr.Tabs) -> None:
    """Build the tab in the open Gradio layout."""
    own_runs.history_section()
    brought = imports.build(tabs)
    said = gr.HTML("", elem_id="open-status", padding=False)
    gr.Markdown("## Recorded runs\nThey open at once, because no model is loaded.")
    opens = on_load("traces.js", "openCards", "select")
    cards = gr.HTML(gallery_html(), js_on_load=opens, elem_id="traces", padding=False)
    gr.Markdown("## Save the run on Explore\nThis is the run that Explore shows, not a report about your files.")
    save_buttons()

    follow, outputs = explore.following, [*explore.outputs, tabs]
    to_stage = gr.update(selected="explore")

    def open_card(number: int, event: gr.EventData) -> str:
        shown, values = explore.opened(number, str(event._data["name"]))
        return follow.answer(number, [*shown, to_stage], values)

    stays = [gr.skip()] * 4

    def open_files(number: int, paths: list[str] | None, *fields: Any) -> str:
        if not paths:
            return follow.answer(number, [*stays, "", gr.skip(), gr.skip()], {})
        try:
            if len(paths) > 1 or not is_trace(Path(paths[0]), Path(paths[0]).name):
                return follow.answer(number, [*stays, "", imports.explained(paths, *fields), None], {})
            name = keep_upload(paths[0])
        except Exception as error:
            return follow.answer(number, [*stays, wrong_html(friendly(error)), "", None], {})
        status = note_html(f"Opened {Path(paths[0]).name}.")
        (stage, note, listed), values = explore.opened(number, name)
        return follow.answer(number, [stage, note or status, listed, to_stage, status, "", None], values)

    follow.on(cards.select, open_card, [], outputs)
    follow.on(explore.own.select, open_card, [], outputs)
    follow.on(brought.found.select, open_card, [], outputs)
    shown_at = [*outputs, said, brought.found, brought.files]
    follow.on(brought.files.upload, open_files, [brought.files, *brought.fields], shown_at)
