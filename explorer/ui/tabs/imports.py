"""The section of the "Traces" tab in which files are opened. It explains files of other engines and shows the
explorer's own traces.

The files are read but not stored. If the draft tokens of a request are known, the request is stored as a trace, so that
the stage can show it.
"""

import base64
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from decoders.core.checkpoint import checked
from decoders.errors import BadInput
from explorer.imports.costs import KINDS, UNNAMED, command
from explorer.imports.opening import FORMATS, is_trace
from explorer.imports.page import STYLE, Links, page, part_html, sentence_html, shown
from explorer.imports.plain import table_csv
from explorer.imports.record import Kind
from explorer.imports.report import ONE_FILE, Part, Report, compared, report_part
from explorer.imports.times import Given, cost_of, speeds_by_load
from explorer.imports.traces import traces
from explorer.imports.whatif import address
from explorer.service.live import friendly
from explorer.service.queue.limits import UPLOAD_MB
from explorer.service.store import RUNS, checking, in_time, packed
from explorer.trace.format import lines
from explorer.ui.form.widgets import QUIET, wrong_html
from explorer.ui.scripts import call, on_load
from explorer.ui.server.visitor import visitor

MOST_FILES = 5
MOST_TRACES = 5  # most traces of all files together, because each trace is stored
MOST_REMEMBERED = 200  # number of files whose stored traces are remembered
ABOUT = (
    "## Bring your run\n"
    "Open a server’s log, metrics or responses from vLLM, SGLang, llama.cpp, AIPerf or mlx-lm. The report says whether "
    "the draft is worth it, and which draft length is best. A trace that was saved here opens in the picture. "
    f"The limit is {MOST_FILES} files of {UPLOAD_MB.value} MB each. They are read but not stored."
)
# New files have no log without a draft yet, so the last one is forgotten.
CHOSEN = "(files) => { document.dispatchEvent(new Event('import:files')); return [files, '', null]; }"
ALONE, FIRST = "The same requests without a draft", "Choose the file of the run with a draft first."
CALCULATE = "Open the calculator with this run"
STEPS = "Requests whose draft tokens are in the file:"
STEP, SAVE = "step through it", "save the trace"
MORE = "These are the first {}. `{} -o traces` saves up to 20."
RULES = 'Why a rule is lossless is on <a href="?tab=exactness" data-tab>Exactness</a>.'
UNSAVED = "This report is not stored, and a reload removes it."
LABELS = (
    "Tokens per second without a draft",
    "Time of a target pass in ms",
    "Time of a draft token in ms",
    "Draft length of every pass",
    "Kind of draft",
    "Cost of a draft token in % of a target pass",
)
KINDS_SHOWN = (
    ("as in the file", ""), ("n-grams", "ngram"), ("EAGLE", "eagle"), ("MTP", "mtp"),
    ("Medusa", "medusa"), ("another head", "head"), ("small model", "model"),
)  # fmt: skip
WHICH = "Which files can be read"
GONE = "The files are no longer here. Choose them again."


def _field(number: int) -> str:
    """Make a link to a field, with the field's label as its text."""
    return f'<a href="#import-field-{number}" data-field>“{LABELS[number]}”</a>'


TERMS = {
    "--target-per-second": _field(0),
    "--target-ms": _field(1),
    "--draft-ms": _field(2),
    "--draft-length": _field(3),
    "--draft-kind": _field(4),
    "--draft-cost": _field(5),
    "--baseline": f'<a href="#import-field-6" data-field>“{ALONE}”</a>',
    "docs/import.md": f'<a href="#import-formats" data-field>“{WHICH}”</a>',
}


@dataclass(frozen=True)
class Section:
    """The widgets of the section. The tab decides what happens after an upload. `found` is the report."""

    files: gr.File
    fields: tuple[gr.Textbox | gr.Dropdown, ...]  # all fields except the log of a run without a draft
    found: gr.HTML


def build(tabs: gr.Tabs) -> Section:
    """Build the section in the open Gradio layout. When a field changes, the report on the last files is made again."""
    gr.Markdown(ABOUT, elem_id="bring")
    with gr.Row():
        files = gr.File(
            label="Files of an engine, or a trace",
            file_count="multiple",
            elem_id="import-files",
            height=140,
            scale=2,
            min_width=280,
        )
        alone = gr.File(label=ALONE, elem_id="import-field-6", height=140, scale=1, min_width=280)
    with gr.Row():
        fields: list[gr.Textbox | gr.Dropdown] = []
        for number, label in enumerate(LABELS):
            more: dict[str, Any] = {"label": label, "min_width": 160, "elem_id": f"import-field-{number}"}
            one = gr.Dropdown(KINDS_SHOWN, value="", **more) if number == 4 else gr.Textbox("", max_lines=1, **more)
            fields.append(one)
    gr.HTML(formats_html(), elem_id="import-formats", padding=False)
    wrong = gr.HTML("", elem_id="import-wrong", padding=False)
    found = gr.HTML(
        "",
        elem_id="import-report",
        padding=False,
        css_template=STYLE.read_text(encoding="utf-8"),
        js_on_load=on_load("traces.js", "openImported", "select", "click"),
    )
    # The drop zone is emptied after an upload, because Gradio's list of files cannot be used with a screen reader.
    kept, baseline = gr.File(visible=False, file_count="multiple"), gr.File(visible=False)
    files.upload(None, files, [kept, wrong, baseline], js=CHOSEN, **QUIET)
    taken = alone.upload(None, alone, [baseline, alone], js="(file) => [file, null]", **QUIET)
    made: dict[str, Any] = {"inputs": [kept, *fields, baseline], "outputs": [found, wrong], "concurrency_limit": 2}
    made |= {"trigger_mode": "always_last", "show_progress": "hidden", "api_visibility": "private"}
    gr.on([field.change for field in fields], again, **made)
    taken.then(again, **made)
    named = call("page.js", "tabNamed", tabs=["learn", "exactness"], first=None)
    found.click(None, None, tabs, js=named, **QUIET)
    return Section(files, tuple(fields), found)


def formats_html() -> str:
    """The formats of all engines, folded."""
    rows = "".join(
        f"<tr>{''.join(f'<td>{sentence_html(cell, {})}</td>' for cell in (form.engine, form.name, form.flag))}</tr>"
        for form in FORMATS
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in ("engine", "file", "written with"))
    table = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    box = f'<div class="scroll" tabindex="0" role="group" aria-label="{WHICH}">{table}</div>'
    times = (
        "The speed without a draft shows whether the draft is worth it, and the times show which draft length is "
        "fastest. One number is enough if the file has the time of a round. The cost of a draft token is enough for "
        "any file. State a length only if every pass drafted one sequence."
    )
    return f"<p>{times}</p><details><summary>{WHICH}</summary>{box}</details>"


def again(files: Sequence[str] | None, *fields: Any) -> tuple[Any, str]:
    """The report about the last files, made again with the changed fields, and a sentence about a field that is not
    valid.
    """
    try:
        *_, alone = given(*fields)
    except BadInput as error:
        return gr.skip(), wrong_html(friendly(error))
    if not files:
        return gr.skip(), wrong_html(FIRST) if alone else ""
    if not all(Path(file).is_file() for file in files):
        return gr.skip(), wrong_html(GONE)
    if len(files) == 1 and is_trace(Path(files[0]), Path(files[0]).name):  # the stage shows this trace
        return gr.skip(), ""
    return explained(files, *fields), ""


def explained(files: Sequence[str] | None, *fields: Any) -> str:
    """The report about some files as HTML, or an error message about them."""
    try:
        if not files:
            raise BadInput("No file is chosen. Drop a file that an engine wrote, or choose one.")
        report, stored = checked_report([Path(file) for file in files], *given(*fields))
        links = [links_html(part, found) for part, found in zip(report.parts, stored, strict=True)]
        return part_html(report, links, TERMS, saved_html(report))
    except Exception as error:
        return f'<p class="wrong" role="alert">{sentence_html(friendly(error), TERMS)}</p>'


def given(
    per_second: Any,
    target_ms: Any,
    draft_ms: Any,
    draft_length: Any,
    kind: Any = "",
    draft_cost: Any = "",
    alone: str | None = None,
) -> tuple[Given, Path | None]:
    """The values of the fields, and the log without a draft. Raises BadInput if a field is invalid or if two fields
    contradict each other; the message names the fields.
    """
    loads = speeds_by_load(per_second) if isinstance(per_second, str) and ":" in per_second else ()
    asked = ("" if loads else per_second, target_ms, draft_ms, draft_length)
    speed, target, draft, length = map(_number, asked, LABELS)
    for value, label in ((speed, LABELS[0]), (target, LABELS[1])):
        if value is not None and value <= 0:
            raise BadInput(f"“{label}” is 0. Enter a number above 0.")
    if length is not None and (length != int(length) or not 1 <= length <= 4096):
        raise BadInput(f"“{LABELS[3]}” is {length:g}. Enter a whole number from 1 to 4096.")
    stated: Kind = kind if kind in KINDS else UNNAMED
    percent = str(draft_cost or "").strip()  # the label has the unit, so the percent sign may be left out
    cost = cost_of(percent if percent.endswith("%") else f"{percent}%") if percent else None
    values = Given(target, draft, None if length is None else int(length), speed, loads, stated, cost)
    return values, Path(alone) if alone else None


def _number(value: Any, label: str) -> float | None:
    """The number in a field; None if it is empty. Gradio's number fields would send 0 for an empty field."""
    text = str(value if value is not None else "").strip()[:40]
    if not text:
        return None
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1e9:
        raise BadInput(f"“{label}” must be a number from 0 to 1,000,000,000. Change it, or leave it empty.")
    return number


Stored = list[tuple[str, str]]  # names of requests, and of their stored traces
# by visitor and file, so that a changed field adds no trace
_STORED: OrderedDict[tuple[str, str], Stored] = OrderedDict()


def checked_report(files: Sequence[Path], values: Given, alone: Path | None = None) -> tuple[Report, list[Stored]]:
    """The report about some files, and the stored traces of each part's requests. `alone` is the log of one file's
    requests without a draft.

    The limits of all uploads apply: size, one large file at a time, and processor time. If one file is refused, the
    others are still reported.
    """
    if len(files) > MOST_FILES:
        raise BadInput(f"There are {len(files)} files, but the limit is {MOST_FILES}. Choose fewer.")
    if alone and len(files) > 1:
        raise BadInput(ONE_FILE)
    if alone:
        packed(alone)  # raises BadInput if it is too large
    parts, stored, refused, left = list[Part](), list[Stored](), list[str](), MOST_TRACES
    for file in files:
        try:
            with checking(packed(file)), checked(in_time(file.name)):
                part, wrong = report_part(file, file.name, values, (alone, alone.name) if alone else None)
                stored.append(_stored(file, left) if part.pool.drafts and left else [])
            parts.append(part)
            refused += wrong
        except BadInput as error:
            refused.append(friendly(error))
            continue
        left -= len(stored[-1])
    return compared(parts, refused), stored


def _stored(file: Path, most: int) -> Stored:
    """The stored traces of the first requests of a file."""
    key = (visitor(), str(file))
    found = _STORED.get(key, [])
    if not found or len(found) > most or any(RUNS.path(run) is None for _, run in found):
        found = [(name, RUNS.keep(lines(trace), visitor())) for name, trace in traces(file, file.name, most)]
        _STORED[key] = found
        while len(_STORED) > MOST_REMEMBERED:
            _STORED.popitem(last=False)
    return found


def saved_html(report: Report) -> str:
    """Links that save the report in the form that the command line writes."""
    files = (("import.html", "text/html", page(report)), ("import.csv", "text/csv", table_csv(report)))
    links = " or ".join(
        f'<a href="data:{kind};charset=utf-8;base64,{base64.b64encode(text.encode()).decode()}" download="{name}">'
        f"{name}</a>"
        for name, kind, text in files
    )
    return f'<p class="links">Save this report: {links}. {UNSAVED} {RULES}</p>'


def links_html(part: Part, requests: Stored) -> Links:
    """Links to step through a file's requests, and a link to the calculator."""
    run = part.facts.run
    worth = f'<a data-worth href="{escape(address(run))}">{CALCULATE}</a>' if run else ""
    rows = "".join(
        f'<li>{shown(name or "a request")}: <a data-trace="{run}" href="?trace={run}">{STEP}</a>, '
        f'<a href="explorer/file/{run}" download>{SAVE}</a></li>'
        for name, run in requests
    )
    said = sentence_html(MORE.format(len(requests), command(part.name)), {})
    more = f"<p>{said}</p>" if len(requests) < part.pool.requests and rows else ""
    listed = f"<p>{STEPS}</p><ul>{rows}</ul>{more}" if rows else ""
    return Links(f'<div class="links">{listed}</div>' if listed else "", worth)
