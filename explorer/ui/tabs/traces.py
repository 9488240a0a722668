"""The "Traces" tab: the gallery of recorded runs, opening a file, and saving the current run."""

from pathlib import Path

import gradio as gr

from decoders.core.checkpoint import checked
from explorer.service.live import friendly
from explorer.service.queue.limits import UPLOAD_MB
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
    """Check an uploaded trace, store it, and return its id. Raises BadInput, which names the fault and its line."""
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
    gr.Markdown("## Recorded runs\nThey open at once, because no model is loaded.")
    opens = on_load("traces.js", "openCards", "select")
    cards = gr.HTML(gallery_html(), js_on_load=opens, elem_id="traces", padding=False)
    gr.Markdown(
        f"## Open a trace\nChoose a `.jsonl` or `.jsonl.gz` file of up to {UPLOAD_MB.value} MB, saved here "
        "or recorded on the command line."
    )
    upload = gr.File(label="Trace file (drop it here, or choose one)", elem_id="open-trace", height=140)
    said = gr.HTML("", elem_id="open-status", padding=False)
    imported = imports.build(tabs)
    gr.Markdown("## Save the current run")
    save_buttons()

    follow, outputs = explore.following, [*explore.outputs, tabs]
    to_stage = gr.update(selected="explore")

    def open_card(number: int, event: gr.EventData) -> str:
        shown, values = explore.opened(number, str(event._data["name"]))
        return follow.answer(number, [*shown, to_stage], values)

    def open_file(number: int, path: str | None) -> str:
        if not path:
            return follow.answer(number, [gr.skip()] * 5 + [""], {})
        try:
            name = keep_upload(path)
        except Exception as error:
            return follow.answer(number, [gr.skip()] * 5 + [wrong_html(friendly(error))], {})
        status = note_html(f"Opened {Path(path).name}.")
        (stage, note, listed, seen), values = explore.opened(number, name)
        return follow.answer(number, [stage, note or status, listed, seen, to_stage, status], values)

    follow.on(cards.select, open_card, [], outputs)
    follow.on(explore.own.select, open_card, [], outputs)
    follow.on(imported.select, open_card, [], outputs)
    follow.on(upload.upload, open_file, [upload], [*outputs, said])
