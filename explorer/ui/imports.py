"""The section of the "Traces" tab that explains files of other engines: they are read, reported on and not stored."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gradio as gr

from decoders.core.checkpoint import checked
from decoders.errors import BadInput
from explorer.imports.page import STYLE, part_html
from explorer.imports.report import Given, compared, report_part
from explorer.service.live import friendly
from explorer.service.queue.limits import UPLOAD_MB
from explorer.service.store import checking, in_time, packed
from explorer.ui.widgets import wrong_html

MOST_FILES = 5
ABOUT = (
    "## Bring your run\n"
    "Choose logs, metrics or responses of vLLM, SGLang, llama.cpp, AIPerf or mlx-lm. The report shows tokens per "
    "target pass, acceptance by position, and the best draft length. It also shows what the files cannot say. "
    f"The limit is {UPLOAD_MB.value} MB per file and {MOST_FILES} files. They are read and not stored."
)
LABELS = ("Time of a target pass in ms", "Time of a draft token in ms", "Draft length of every pass")


def build() -> None:
    """Build the section in the open Gradio layout."""
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
    shown = gr.HTML("", elem_id="import-report", padding=False, css_template=STYLE.read_text(encoding="utf-8"))
    # The drop zone is emptied after an upload, because Gradio's list of files cannot be used with a screen reader.
    files.upload(
        lambda paths, *values: (explained(paths, *values), None),
        [files, *fields],
        [shown, files],
        api_visibility="private",
        concurrency_limit=2,
    )


def explained(files: Sequence[str] | None, *fields: Any) -> str:
    """The report about some files as HTML, or the sentence that says what is wrong with them."""
    try:
        if not files:
            raise BadInput("No file is chosen. Drop a file that an engine wrote, or choose one.")
        return part_html(checked_report([Path(file) for file in files], given(*fields)))
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


def checked_report(files: Sequence[Path], values: Given) -> Any:
    """The report, with the limits of all uploads: size, one large file at a time, and processor time."""
    if len(files) > MOST_FILES:
        raise BadInput(f"There are {len(files)} files, but the limit is {MOST_FILES}. Choose fewer.")
    parts = []
    for file in files:
        with checking(packed(file)), checked(in_time(file.name)):
            parts.append(report_part(file, file.name, values))
    return compared(parts, values)
