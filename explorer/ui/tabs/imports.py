"""The section of the "Traces" tab that explains files of other engines.

The files are read and not stored. Requests whose draft tokens are known are stored as traces, like an opened trace, so
that the stage can show them.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from decoders.core.checkpoint import checked
from decoders.errors import BadInput
from explorer.imports.page import STYLE, part_html, shown
from explorer.imports.report import Given, Part, compared, report_part
from explorer.imports.traces import traces
from explorer.imports.whatif import address, what_if
from explorer.service.live import friendly
from explorer.service.queue.limits import UPLOAD_MB
from explorer.service.store import RUNS, checking, in_time, packed
from explorer.trace.format import lines
from explorer.ui.form.widgets import QUIET, wrong_html
from explorer.ui.scripts import call, on_load
from explorer.ui.server.visitor import visitor

MOST_FILES = 5
MOST_TRACES = 5  # of all files together; each is stored
ABOUT = (
    "## Bring your run\n"
    "Choose logs, metrics or responses of vLLM, SGLang, llama.cpp, AIPerf or mlx-lm. The report shows tokens per "
    "target pass, acceptance by position, and the best draft length. It also shows what the files cannot say. "
    f"The limit is {UPLOAD_MB.value} MB per file and {MOST_FILES} files. They are read and not stored. "
    "If a file has draft tokens, you can step through its requests in the stage."
)
CALCULATE = "Open the calculator with this run"
STEPS = "Requests whose draft tokens are in the file:"
STEP, SAVE = "step through it", "save the trace"
MORE = "These are the first {}. `python -m explorer import -o` saves up to 20."
LABELS = ("Time of a target pass in ms", "Time of a draft token in ms", "Draft length of every pass")


def build(tabs: gr.Tabs) -> gr.HTML:
    """Build the section in the open Gradio layout. Returns the report, whose event `select` opens a trace."""
    gr.Markdown(ABOUT)
    with gr.Accordion("Add pass times or a draft length", open=False):
        gr.Markdown(
            "The measured times show which draft length is fastest. State a length only if every pass drafted one "
            "sequence. Fill in these fields before you choose the files."
        )
        with gr.Row():
            fields = [gr.Textbox("", label=label, max_lines=1, min_width=160) for label in LABELS]
    files = gr.File(
        label="Files of an engine (drop them here, or choose them)",
        file_count="multiple",
        elem_id="import-files",
        height=140,
    )
    found = gr.HTML(
        "",
        elem_id="import-report",
        padding=False,
        css_template=STYLE.read_text(encoding="utf-8"),
        js_on_load=on_load("traces.js", "openImported", "select", "click"),
    )
    # The drop zone is emptied after an upload, because Gradio's list of files cannot be used with a screen reader.
    files.upload(
        lambda paths, *values: (explained(paths, *values), None),
        [files, *fields],
        [found, files],
        api_visibility="private",
        concurrency_limit=2,
    )
    found.click(None, None, tabs, js=call("page.js", "tabNamed", tabs=["learn"], first=None), **QUIET)
    return found


def explained(files: Sequence[str] | None, *fields: Any) -> str:
    """The report about some files as HTML, or the sentence that says what is wrong with them."""
    try:
        if not files:
            raise BadInput("No file is chosen. Drop a file that an engine wrote, or choose one.")
        values = given(*fields)
        found = checked_parts([Path(file) for file in files], values)
        report = compared([part for part, _ in found], values)
        return part_html(report, [links_html(part, values, requests) for part, requests in found])
    except Exception as error:
        return wrong_html(friendly(error))


def given(target_ms: Any, draft_ms: Any, draft_length: Any) -> Given:
    """The values of the fields. Raises BadInput that names the field."""
    target, draft, length = map(_number, (target_ms, draft_ms, draft_length), LABELS)
    if (target is None) != (draft is None):
        raise BadInput("The time of a target pass and of a draft token belong together. Fill in both or none.")
    if target is not None and target <= 0:
        raise BadInput(f"“{LABELS[0]}” is 0. Enter a number above 0.")
    if length is not None and (length != int(length) or not 1 <= length <= 4096):
        raise BadInput(f"“{LABELS[2]}” is {length:g}. Enter a whole number from 1 to 4096.")
    return Given(target, draft, None if length is None else int(length))


def _number(value: Any, label: str) -> float | None:
    """The number in a field, None if it is empty. Gradio's number fields would send 0 for an empty one."""
    text = str(value if value is not None else "").strip()[:40]
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e9:
        raise BadInput(f"“{label}” is not a number from 0 to 1,000,000,000. Change it, or leave it empty.")
    return number


Stored = list[tuple[str, str]]  # names of requests, and of their stored traces


def checked_parts(files: Sequence[Path], values: Given) -> list[tuple[Part, Stored]]:
    """The part of the report about each file, and the traces of its requests, which are stored.

    The limits of all uploads apply: size, one large file at a time, and processor time.
    """
    if len(files) > MOST_FILES:
        raise BadInput(f"There are {len(files)} files, but the limit is {MOST_FILES}. Choose fewer.")
    found, left = list[tuple[Part, Stored]](), MOST_TRACES
    for file in files:
        with checking(packed(file)), checked(in_time(file.name)):
            part = report_part(file, file.name, values)
            made = traces(file, file.name, left) if part.pool.drafts and left else []
            found.append((part, [(name, RUNS.keep(lines(trace), visitor())) for name, trace in made]))
        left -= len(made)
    return found


def links_html(part: Part, values: Given, requests: Stored) -> str:
    """Links to the calculator with the numbers of a file, and to its requests in the stage."""
    run = what_if(part.pool, values.times)
    worth = f'<a data-worth href="{escape(address(run))}">{CALCULATE}</a>' if run else ""
    rows = "".join(
        f'<li>{shown(name or "a request")}: <a data-trace="{run}" href="?trace={run}">{STEP}</a>, '
        f'<a href="explorer/file/{run}" download>{SAVE}</a></li>'
        for name, run in requests
    )
    more = f"<p>{MORE.format(len(requests))}</p>" if len(requests) < part.pool.requests and rows else ""
    listed = f"<p>{STEPS}</p><ul>{rows}</ul>{more}" if rows else ""
    return f'<div class="links">{f"<p>{worth}</p>" if worth else ""}{listed}</div>' if worth or rows else ""
