"""The "Compare" tab: two to four runs on the same prompt, pair and seed, as a race and side by side in lock step.

The tab opens with recorded runs and their settings. A visitor's own comparison is stored under an id, and an address
with this id opens it again.
"""

import time
from collections.abc import Generator, Sequence
from functools import cache, partial
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.features import comparisons
from explorer.features.comparisons import Comparison, bundled, find_comparison
from explorer.measuring import timing
from explorer.service.live import Tally, follow, friendly, start
from explorer.service.offered import check_pair
from explorer.service.queue.limits import NEW_TOKENS, PROMPT, check_request, limits_sentence
from explorer.service.recorded import recorded_prompt
from explorer.service.request import MAX_SEED, RunRequest
from explorer.site.comparison_table import Row, metrics_of, row_of, table_html
from explorer.story.numbers import plural
from explorer.trace.line_validators import Line
from explorer.trace.lines import Summary
from explorer.ui import race
from explorer.ui.form import around, choices
from explorer.ui.form.fields import Dropdown, Number
from explorer.ui.form.widgets import (
    FINISH_STOPPED,
    PAIR,
    QUIET,
    buttons,
    note_html,
    start_and_stop,
    stop_button,
    wrong_html,
)
from explorer.ui.scripts import call, on_load
from explorer.ui.server.routes import fetch_message
from explorer.ui.server.visitor import visitor
from explorer.ui.stage import Stage
from explorer.ui.tabs import prompts as several
from explorer.ui.tabs.compare_form import (
    FASTEST,
    LIMIT,
    METHODS,
    MOST,
    MOST_WRITTEN,
    OWN,
    SEED,
    WARPED,
    around_of,
    controls_here,
    controls_kept,
    prompt_of,
    requests,
)
from explorer.ui.tabs.comparing import timed, warmed

DRAWN = 1.0  # seconds between two updates of a stage, because drawing slows down the run being timed
STOPPED = "Stopped. The finished methods can be compared."


@cache
def recorded() -> dict[str, tuple[Row, ...]]:
    """The recorded comparisons whose traces are all bundled: title → runs."""
    return {each.title: tuple(map(row_of, each.runs)) for each in bundled().values()}


def _table(title: str) -> str:
    """Make the table of a recorded comparison, marked with the comparison's name."""
    name = next(name for name, each in bundled().items() if each.title == title)
    return table_html(recorded()[title], comparison=name)


def _run(wanted: Sequence[RunRequest], asked: Sequence[Any]) -> Generator[tuple[Any, ...], None, None]:
    """Run a comparison; yields updates of status, table, Run, Stop and stages. `asked` are the form's values."""
    from explorer.stage.pack import Feed, clear_message

    skip, rows = gr.skip(), list[Row]()
    yield note_html("Starting …", 0.0), "", *buttons(True), *[clear_message("Not run yet.")] * MOST
    for step in warmed(wanted):
        yield note_html(step.what, step.share), *[skip] * (3 + MOST)
    for place, request in enumerate(wanted):
        tally, feed, held = Tally(request.limit), None, list[Line]()
        drawn = -DRAWN  # so that the first update is drawn immediately
        source = partial(start, prompt=recorded_prompt(rows[0].header)) if rows else start  # all share one prompt
        for news in follow(request, source, visitor()):
            feed = feed or Feed(name=news.name)
            held += news.lines
            for line in news.lines:
                tally.add(line)
                if isinstance(line, Summary) and tally.header is not None:
                    rows.append(Row(news.name, tally.header, metrics_of(line)))
            if not (news.note or tally.ended or (held and time.monotonic() > drawn + DRAWN)):
                continue
            share = (place + tally.tokens / tally.wanted) / len(wanted)
            what = news.note or f"{tally.tokens} of {tally.wanted} tokens, {tally.speed:.1f} tokens/s"
            status = note_html(f"{place + 1} of {len(wanted)}: {request.decoder.title}: {what}", share)
            stages = [feed.messages(held) if i == place and held else skip for i in range(MOST)]
            yield status, table_html(rows), skip, skip, *stages
            drawn, held = (time.monotonic(), []) if held else (drawn, held)
    done, times = f"Done: {plural(len(rows), 'method')}.", list[timing.Times]()
    try:
        for step in timed(wanted, rows, times):
            yield note_html(step.what, step.share), *[skip] * (3 + MOST)
    except BadInput as error:  # the finished runs can still be shown
        done += f" Each method was timed only once: {friendly(error)}"
    yield note_html(done), _kept_html(rows, *times, asked=asked), *[skip] * (2 + MOST)


def _kept_html(rows: Sequence[Row], times: timing.Times = (), *, asked: Sequence[Any]) -> str:
    """Store a finished comparison and return its table."""
    names = tuple(row.name for row in rows)
    kept = comparisons.keep(Comparison(names, times, tuple(asked)), visitor()) if len(rows) > 1 else ""
    return table_html(rows, times, kept)


def _opened(controls: Sequence[Any], said: str, rows: Sequence[Row], table: str) -> list[Any]:
    """The new values of the controls, status, table and stages for finished runs."""
    from explorer.stage.pack import clear_message

    empty = [clear_message("No run.")] * (MOST - len(rows))
    return [*controls, said, table, *(fetch_message(row.name) for row in rows), *empty]


def _nothing(count: int, said: Any = None) -> list[Any]:
    """Updates that change only the status, or nothing at all."""
    return [*[gr.skip()] * count, gr.skip() if said is None else said, *[gr.skip()] * (1 + MOST)]


def _open(title: str | None, count: int) -> list[Any]:
    """The new values of the controls, status, table and stages for a recorded comparison. Nothing changes if `title` is
    None.
    """
    if title is None:
        return _nothing(count)
    rows = recorded()[title]
    return _opened(controls_here(rows), "", rows, _table(title))


def open_kept(name: str, count: int) -> list[Any]:
    """The new values of the controls, status, table and stages for a bundled or stored comparison.

    If there is no such comparison, the status is an error message.
    """
    if name in bundled():
        return _open(bundled()[name].title, count)
    try:
        kept = find_comparison(name)
        rows = [row_of(run) for run in kept.runs]
    except Exception as error:
        return _nothing(count, wrong_html(friendly(error)))
    said = note_html(f"A saved comparison of {plural(len(rows), 'run')}.")
    return _opened(controls_kept(kept.asked, rows), said, rows, table_html(rows, kept.times, name))


def offered(pair: str | None, chosen: Sequence[str] | None) -> Any:
    """Update the method list for a pair. Chosen methods that the pair cannot run are removed."""
    kept = choices.methods_after(pair or "", chosen or ())
    listed = choices.methods(pair)
    return gr.update(choices=listed) if kept == list(chosen or ()) else gr.update(choices=listed, value=kept)


def build() -> list[Any]:
    """Build the tab in the open Gradio layout. Returns its form, then the controls in the order of `requests`."""
    opening = next(iter(recorded()), None)
    shown = recorded()[opening] if opening else ()
    alone = [PAIR, list(METHODS), choices.prompts(PAIR)[0], 32, 0, 1.0, 10, 0.9, "", True, *around_of(None)]
    with gr.Column(elem_id="compare"):
        listed = gr.Dropdown(list(recorded()), value=opening, label="Recorded comparison", visible=bool(shown))
        with gr.Accordion("Compare your own", open=False, elem_id="compare-form") as form:
            controls, run, stop = _build_form(controls_here(shown) if shown else alone)
        status = gr.HTML("", elem_id="compare-status", padding=False)
        race.build()
        table = gr.HTML(_table(opening) if opening else "", elem_id="compare-table", padding=False)
        named = gr.HTML("", js_on_load=on_load("compare.js", "lockStep", "select"), padding=False, elem_id="lock-step")
        with gr.Row(elem_classes="slots"):
            stages = [
                Stage(url=False, keys=False, compact=True, elem_id=f"stage-{i + 1}", elem_classes="slot")
                for i in range(MOST)
            ]
        several.build()
    _wire_pair(*controls[:3])
    _wire_opening(listed, named, controls, [status, table, *stages])
    _wire_run(run, stop, listed, controls, status, table, stages)
    return [form, *controls]


def _build_form(first: Sequence[Any]) -> tuple[list[Any], gr.Button, gr.Button]:
    """Build the form with these values. Returns its controls in the order of `requests`, its start and Stop buttons."""
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown(choices.pairs(), value=first[0], label="Model pair for all methods", scale=1, min_width=150)
        methods = Dropdown(
            choices.methods(first[0]),
            value=first[1],
            label=f"Methods (2–{MOST})",
            multiselect=True,
            max_choices=MOST,
            scale=3,
            min_width=220,
        )
    with gr.Row(elem_classes="choose"):
        prompt = gr.Textbox(first[2], label="Prompt for all methods", max_length=PROMPT.value, scale=5, min_width=220)
        run = gr.Button("Compare", variant="primary", scale=0, min_width=100, elem_id="compare-run")
        stop = stop_button("compare-stop")
    fastest = gr.Checkbox(
        first[FASTEST],
        label="Use the fastest known settings for each method",
        info="Found on a few other prompts at temperature 0 (python -m explorer tune). On yours, others may be faster. "
        "Methods without a search use their defaults.",
        elem_id="fastest",
    )
    gr.HTML(f"<p>{escape(limits_sentence())}</p>", padding=False)
    with gr.Accordion("Common settings", open=False):
        with gr.Row():
            new = Number(first[3], label=LIMIT, precision=0, minimum=1, maximum=NEW_TOKENS.value)
            seed = Number(first[4], label=SEED, precision=0, minimum=0, maximum=MAX_SEED)
            temperature = Number(first[5], label=WARPED[0], minimum=0, maximum=10, step=0.01)
            top_k = Number(first[6], label=WARPED[1], precision=0, minimum=0)
            top_p = Number(first[7], label=WARPED[2], minimum=0.01, maximum=1, step=0.01)
        more = gr.Textbox("", label="More settings", info=OWN, lines=2, max_lines=6, max_length=MOST_WRITTEN)
        how = "Whether the prompt is used without the chat template."
        raw = gr.Checkbox(first[FASTEST + 1], label="Raw prompt for all methods", info=how)
        turns = around.build(dict(zip(around.KEYS, first[FASTEST + 2 :], strict=True)), " for all methods")
    controls = [pair, methods, prompt, new, seed, temperature, top_k, top_p, more, fastest, raw, *turns.fields]
    return controls, run, stop


def _wire_pair(pair: gr.Dropdown, methods: gr.Dropdown, prompt: gr.Textbox) -> None:
    """When a pair is chosen, update the method list, and replace a prompt that the pair cannot read."""
    brought = gr.Textbox(visible=False)  # the last answer of `prompt_of`
    pair.input(None, pair, None, js=call("compare.js", "chosen"), **QUIET)
    pair.change(offered, [pair, methods], methods, **QUIET)
    paired = call("page.js", "taken", list="compare-pair")
    found = pair.input(prompt_of, [pair, prompt], brought, js=paired, trigger_mode="multiple", **QUIET)
    found.then(None, [brought, pair, prompt], prompt, js=call("compare.js", "brought"), **QUIET)


def _wire_opening(listed: gr.Dropdown, named: gr.HTML, controls: list[Any], shown: list[Any]) -> None:
    """Let the list, and the page's address, open a comparison."""
    opened, count, after = [*controls, *shown], len(controls), call("compare.js", "afterRuns")
    comparison = call("page.js", "taken", list="compared")
    chosen = listed.input(
        lambda title: _open(title, count), listed, opened, js=comparison, trigger_mode="always_last", **QUIET
    )
    chosen.then(None, None, None, js=after, api_visibility="private")

    def open_named(event: gr.EventData) -> list[Any]:
        name = str(event._data["name"])
        return [*open_kept(name, count), bundled()[name].title if name in bundled() else None]

    selected = named.select(open_named, None, [*opened, listed], **QUIET)
    selected.then(None, None, None, js=after, api_visibility="private")


def _wire_run(
    run: gr.Button,
    stop: gr.Button,
    listed: gr.Dropdown,
    controls: list[Any],
    status: gr.HTML,
    table: gr.HTML,
    stages: list[Stage],
) -> None:
    """Let the start button run a comparison.

    While a comparison runs, a recorded one cannot be opened, because the running one would overwrite it. Gradio runs
    the handlers of a click in order, so the handler that disables the list comes first.
    """

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            wanted = list(requests(values).values())
            check_pair(wanted[0].pair)
            for request in wanted:
                check_request(request)
            yield from _run(wanted, values)
        except Exception as error:  # stages whose run has ended ignore the message
            yield wrong_html(friendly(error)), *[gr.skip()] * 3, *[FINISH_STOPPED] * MOST

    run.click(None, None, listed, js=call("page.js", "update", interactive=False, value=None), **QUIET)
    also = [(listed, gr.update(interactive=True)), *((stage, FINISH_STOPPED) for stage in stages)]
    outputs, js = [status, table, run, stop, *stages], call("compare.js", "run")
    running = start_and_stop(run, stop, start, controls, outputs, STOPPED, also, js=js)
    running.then(None, None, None, js=call("compare.js", "afterRuns"), api_visibility="private")
    for over in (running.then, running.failure):
        over(None, None, listed, js=call("page.js", "update", interactive=True), **QUIET)
