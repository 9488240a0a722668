"""The form "One method on several prompts" of the Compare tab, and its table.

The table shows on which prompts the draft agrees with the target.
"""

import json
import shlex
from collections.abc import Generator, Sequence
from dataclasses import replace
from html import escape
from typing import Any
from urllib.parse import quote

import gradio as gr

from decoders.catalog import DECODERS, decoder
from decoders.errors import BadInput
from explorer.features.prompts import (
    MOST,
    Agreement,
    Row,
    agreement,
    by_acceptance,
    csv_of,
    prompts_of,
    run_prompts,
    total,
)
from explorer.service.live import friendly
from explorer.service.queue.limits import NEW_TOKENS, PROMPT
from explorer.service.request import MAX_SEED, RunRequest, key_values
from explorer.story.numbers import plural
from explorer.story.page.worth import drafts
from explorer.trace.metrics import ACCEPTANCE, ACCEPTANCE_WHY
from explorer.ui import own_runs
from explorer.ui.form import choices
from explorer.ui.form.fields import Dropdown, Number
from explorer.ui.form.widgets import PAIR, QUIET, buttons, note_html, start_and_stop, stop_button, wrong_html
from explorer.ui.server.visitor import visitor

METHOD = "spd"
SAMPLED = "temperature=1 top_k=10 top_p=0.9"
STOPPED = "Stopped. Finished prompts stay in the table."
WORDS: dict[Agreement, tuple[str, str]] = {  # the sign and the words for each result
    "more": ("▲", "more often than on the others"),
    "less": ("▼", "less often than on the others"),
    "same": ("≈", "about as often as on the others"),
}
FIRST = 4  # number of example prompts in the form
LIMIT, SEED = "New tokens per prompt", "Seed for all prompts"


def methods(pair: str | None) -> list[tuple[str, str]]:
    """The entries (label, name) of the methods with a draft that the pair can run."""
    return [each for each in choices.methods(pair) if drafts(each[1])]


def table_html(rows: Sequence[Row]) -> str:
    """HTML of a summary sentence, the table, and a download link; empty if there are no rows."""
    if not rows:
        return ""
    head = "".join(
        f'<th scope="col"{title}>{name}</th>'
        for name, title in (
            ("prompt", ""),
            (f"acceptance rate <small>({escape(ACCEPTANCE)})</small>", f' title="{escape(ACCEPTANCE_WHY)}"'),
            ("tokens per target pass", ""),
            ("target passes", ""),
            ("tokens", ""),
            ("seconds", ""),
            ("run", ""),
        )
    )
    body = "".join(_row_html(number, row, rows) for number, row in by_acceptance(rows))
    foot = f"<tfoot>{_total_html(rows)}</tfoot>" if len(rows) > 1 else ""
    file = f"data:text/csv;charset=utf-8,{quote(csv_of(rows))}"
    link = f'<p><a class="download" href="{file}" download="acceptance-by-prompt.csv">Download as CSV</a></p>'
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody>{foot}</table>"
    return f'<p class="agrees">{escape(sentence(rows))}</p><div class="law" tabindex="0">{table}</div>{link}'


def sentence(rows: Sequence[Row]) -> str:
    """Say on which prompts the draft agrees with the target most and least often.

    The sentence also says whether the difference may be due to chance.
    """
    known = [(number, row) for number, row in by_acceptance(rows) if row.acceptance is not None]
    if not known:
        return "No draft token was tested, so there is no acceptance rate."
    if len(known) == 1:
        (number, row), *_ = known
        rate = f"{row.accepted} of {row.judged} draft tokens ({row.acceptance:.0%})"
        return f"On prompt {number}, the target accepted {rate}."
    best, worst = known[0][1].acceptance, known[-1][1].acceptance
    if best == worst:
        return f"The target accepted the same percentage of draft tokens on every prompt ({best:.0%})."
    most, least = (_named([number for number, row in known if row.acceptance == rate]) for rate in (best, worst))
    shares = f"on {most} ({best:.0%}) and the smallest on {least} ({worst:.0%})"
    said = f"The target accepted the largest percentage of draft tokens {shares}."
    alike = all(agreement(row, rows) == "same" for _, row in known)
    return f"{said} With so few draft tokens, this difference may be due to chance." if alike else said


def _named(numbers: Sequence[int]) -> str:
    """Name prompts by their numbers.

    >>> _named([3]), _named([1, 2, 4])
    ('prompt 3', 'prompts 1, 2 and 4')
    """
    *others, last = map(str, sorted(numbers))
    return f"prompts {', '.join(others)} and {last}" if others else f"prompt {last}"


def _row_html(number: int, row: Row, rows: Sequence[Row]) -> str:
    shown = f"{number}. {row.prompt}"
    name = f'<th scope="row" class="prompt"><span title="{escape(row.prompt)}">{escape(shown)}</span></th>'
    if row.failed:
        return f'<tr class="failed">{name}<td colspan="6" class="rule">{escape(row.failed)}</td></tr>'
    label = escape(f"Open the run of prompt {number} in a new tab")
    link = f'<a href="?trace={escape(row.run)}" target="_blank" rel="noopener" aria-label="{label}">Open</a>'
    return f"<tr>{name}{_rate(row, agreement(row, rows))}{_numbers(row)}<td>{link}</td></tr>"


def _total_html(rows: Sequence[Row]) -> str:
    every = total(rows)
    return f'<tr><th scope="row">All {escape(every.prompt)}</th>{_rate(every)}{_numbers(every)}<td></td></tr>'


def _rate(row: Row, verdict: Agreement | None = None) -> str:
    """HTML of an acceptance rate: a bar, the rate with its counts, and a comparison with the other prompts."""
    if row.acceptance is None:
        return '<td class="rate">–</td>'
    said = ""
    if verdict is not None and verdict != "unknown":
        sign, words = WORDS[verdict]
        said = f'<span class="agreement {verdict}"><b aria-hidden="true">{sign}</b> {words}</span>'
    bar = f'<meter min="0" max="1" value="{row.acceptance:.4f}" aria-hidden="true"></meter>'
    return f'<td class="rate">{bar} {row.acceptance:.0%} <small>{row.accepted} of {row.judged}</small>{said}</td>'


def _numbers(row: Row) -> str:
    per_pass = "–" if row.per_pass is None else f"{row.per_pass:.2f}"
    return f"<td>{per_pass}</td><td>{row.target_passes}</td><td>{row.tokens}</td><td>{row.seconds:.2f}</td>"


def request_of(values: Sequence[Any]) -> tuple[RunRequest, list[str]]:
    """Build the run request and the list of prompts from the widgets' values. Raises BadInput if a value is not
    valid.
    """
    pair, method, text, limit, seed, more, raw = values
    if not pair or not method:
        raise BadInput("The model pair or the method is missing. Choose both.")
    for name, value in ((LIMIT, limit), (SEED, seed)):
        if value is None:
            raise BadInput(f"{name} is empty. Fill it in.")
    prompts = prompts_of(str(text or ""))
    try:
        words = shlex.split(str(more or ""))
    except ValueError as error:
        raise BadInput(f"The settings cannot be read ({error}). Write settings like gamma=4 temperature=0.7.") from None
    settings = key_values(words, "The settings:", "gamma=4")
    known = decoder(method).settings.__dataclass_fields__
    unknown = next((key for key in settings if key not in known), None)
    if unknown is not None:
        raise BadInput(f"{DECODERS[method].title} has no setting {unknown}. Choose one of: {', '.join(sorted(known))}.")
    return RunRequest(method, pair, prompts[0], settings, seed, limit, raw=bool(raw)), prompts


def _start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
    """Run all prompts; yields updates of status, table, Run, Stop, and finished runs for the list "Your runs"."""
    skip, count = gr.skip(), 0
    try:
        request, prompts = request_of(values)
        yield note_html("Starting …", 0.0), "", *buttons(True), skip
        rows: Sequence[Row] = ()
        entries: list[dict[str, Any]] = []
        for step in run_prompts(request, prompts, visitor=visitor()):
            grown, rows, count = len(step.rows) > count, step.rows, len(step.rows)
            if grown and not rows[-1].failed:
                entries.append(own_runs.entry_of(rows[-1].run, replace(request, prompt=rows[-1].prompt)))
            shown = (table_html(rows), skip, skip, json.dumps(entries)) if grown else [skip] * 4
            yield note_html(step.doing, step.share), *shown
        failed = sum(bool(row.failed) for row in rows)
        done = f"Done: {plural(len(rows) - failed, 'prompt')}."
        yield note_html(done + (f" Failed: {plural(failed, 'prompt')}." if failed else "")), *[skip] * 4
    except Exception as error:
        yield wrong_html(friendly(error)), *[skip] * 4


def _after_pair(pair: str | None, method: str | None, text: str) -> list[Any]:
    """Updates for a new pair: its methods, and prompts that it can read. The user's own prompts stay if the pair can
    read them.
    """
    listed = methods(pair)
    kept = method if method in {name for _, name in listed} else listed[0][1]
    lines = text.splitlines()
    ready = {line: choices.prompt_after(pair or "", line) for line in lines}
    fits = all(ready[line] == line for line in lines) and any(line.strip() for line in lines)
    return [gr.update(choices=listed, value=kept), gr.skip() if fits else examples(pair or "")]


def examples(pair: str) -> str:
    """Example prompts of a pair, one per line."""
    return "\n".join(choices.prompts(pair)[:FIRST])


def build() -> None:
    """Build the form and its table in the open Gradio layout."""
    finished = own_runs.finished_runs()
    with gr.Accordion("One method on several prompts", open=False, elem_id="several"):
        gr.HTML(
            "<p>Run one method on each prompt and see where the draft agrees with the target. A prompt on which the "
            "target accepts more draft tokens needs fewer target passes.</p>",
            padding=False,
        )
        with gr.Row(elem_classes="choose"):
            pair = gr.Dropdown(choices.pairs(), value=PAIR, label="Model pair for all prompts", scale=1, min_width=150)
            method = Dropdown(methods(PAIR), value=METHOD, label="Method for all prompts", scale=2, min_width=200)
            new = Number(32, label=LIMIT, precision=0, minimum=1, maximum=NEW_TOKENS.value, min_width=150)
            run = gr.Button("Run all prompts", variant="primary", scale=0, min_width=180, elem_id="several-run")
            stop = stop_button("several-stop")
        text = gr.Textbox(
            examples(PAIR),
            label=f"Prompts (one per line, up to {MOST})",
            lines=FIRST,
            max_lines=MOST,
            max_length=PROMPT.value,
        )
        with gr.Accordion("Settings and seed", open=False), gr.Row():
            more = gr.Textbox(
                SAMPLED,
                label="Settings for all prompts",
                info="For example gamma=4 temperature=0.7.",
                scale=3,
                min_width=220,
            )
            seed = Number(0, label=SEED, precision=0, minimum=0, maximum=MAX_SEED, min_width=150)
            raw = gr.Checkbox(
                False, label="Raw prompts", info="Whether the prompts are used without the chat template."
            )
        status = gr.HTML("", elem_id="several-status", padding=False)
        table = gr.HTML("", elem_id="several-table", padding=False)
    pair.input(_after_pair, [pair, method, text], [method, text], **QUIET)
    given = [pair, method, text, new, seed, more, raw]
    start_and_stop(run, stop, _start, given, [status, table, run, stop, finished], STOPPED)
