"""Repeat mode in the tab "Energy": what the command `energy-repeat` does, with progress and Stop."""

from collections.abc import Generator, Sequence
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.offered import check_pair
from explorer.service.queue.limits import PROMPT, check_request, check_work
from explorer.service.queue.memory import loaded
from explorer.service.request import requests_of, whole
from explorer.ui import choices
from explorer.ui.compare import offered
from explorer.ui.energy_batch import Update, number
from explorer.ui.fields import Dropdown
from explorer.ui.jobs import Followed, Job, Progress
from explorer.ui.visitor import visitor
from explorer.ui.widgets import QUIET, buttons, note_html, scrolled, stop_with, wrong_html

MOST_METHODS = 4
MOST_SECONDS, MOST_TRIALS, MOST_TOKENS = 30, 8, 256
REPETITIONS = 32
OPENING = ["multinomial", "spd"]
EXAMPLE = "Explain why the sky is blue."
ABOUT = (
    "### Does it really use less? (repeat mode)\nOne run says little: the counter moves ten times a second and the "
    "machine drifts. Here the methods take turns in random order behind random pauses; each warms up unmeasured, then "
    f"fills a window of {REPETITIONS} repetitions or the seconds below. The first method is what the others are "
    "compared with; the sentence under the picture says whether the difference is resolved. Let nothing else run."
)
STOPPED = "Stopped. The windows that were done stay."
HEAD = ("method", "windows", "J/token ± SD", "tokens/s", "watts", "ratio", "95 % interval")


def build() -> None:
    """Builds the section in the open Gradio layout."""
    gr.Markdown(ABOUT)
    with gr.Row(elem_classes="choose"):
        real = [known for known in choices.pairs() if not choices.is_toy(known[1])]
        pair = gr.Dropdown(real, value="smollm2", label="Pair to measure", min_width=160, elem_id="repeat-pair")
        methods = Dropdown(
            choices.methods("smollm2"),
            value=OPENING,
            multiselect=True,
            max_choices=MOST_METHODS,
            label=f"Methods to measure (two to {MOST_METHODS})",
            scale=3,
            min_width=240,
            elem_id="repeat-methods",
        )
    with gr.Row(elem_classes="choose"):
        label = "Prompt of every repetition"
        prompt = gr.Textbox(EXAMPLE, label=label, max_length=PROMPT.value, scale=3, min_width=240, max_lines=3)
        tokens = gr.Number(32, label="Tokens", precision=0, min_width=90)
        trials = gr.Number(4, label="Trials", precision=0, min_width=90)
        seconds = gr.Number(5, label="Seconds a window", min_width=120)
        run = gr.Button("Measure", variant="primary", scale=0, min_width=120, elem_id="repeat-run")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="repeat-stop")
    status = gr.HTML("", padding=False, elem_id="repeat-status")
    plot = gr.Plot(show_label=False, elem_id="repeat-plot", elem_classes="picture", visible=False)
    table = gr.HTML("", padding=False, elem_id="repeat-table")
    pair.change(offered, [pair, methods], methods, **QUIET)
    running = run.click(
        run_repeat,
        [pair, methods, prompt, tokens, trials, seconds],
        [status, plot, table, run, stop],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
    )
    stop_with(stop, STOPPED, [status, run, stop], running)


def run_repeat(
    pair: str,
    methods: Sequence[str],
    prompt: str,
    tokens: float | None,
    trials: float | None,
    seconds: float | None,
) -> Generator[Update, None, None]:
    """Status, picture, table, Run, Stop while it measures in its own thread; closing it stops the thread."""
    work = Followed(
        lambda job: _measure(pair, methods, prompt, tokens, trials, seconds, job), "energy-repeat", visitor()
    )
    yield note_html("Starting"), gr.skip(), gr.skip(), *buttons(True)
    try:
        for item in work:
            if isinstance(item, Progress):
                yield note_html(item.what, item.share), *[gr.skip()] * 4
            else:
                figure, table = item
                yield gr.skip(), gr.update(value=figure, visible=True), table, gr.skip(), gr.skip()
    except Exception as error:
        yield wrong_html(friendly(error)), gr.skip(), gr.skip(), *buttons(False)
        return
    yield note_html(work.words), gr.skip(), gr.skip(), *buttons(False)


def _measure(
    pair: str,
    methods: Sequence[str],
    prompt: str,
    tokens: float | None,
    trials: float | None,
    seconds: float | None,
    job: Job,
) -> str:
    """Checks, loads, measures, and hands a picture and a table over after every window; its last words."""
    from explorer.energy.repeat import Plan
    from explorer.figures.energy_repeat import repeated
    from explorer.measuring.repeat import Measurement, first_look

    limit = whole("the number of tokens", tokens, 1, MOST_TOKENS)
    plan = Plan(whole("the number of trials", trials, 2, MOST_TRIALS), REPETITIONS, _seconds(seconds))
    if not 2 <= len(methods or ()) <= MOST_METHODS:
        raise BadInput(f"choose two to {MOST_METHODS} methods; the first is what the others are compared with")
    requests = requests_of(methods, {}, pair=pair, prompt=prompt or "", limit=limit)
    check_pair(pair)
    for request in requests.values():
        check_request(request)
    first_look(pair, "auto")
    ready, rows = loaded(pair, job.report), []
    for request in requests.values():
        check_work(request, len(request.on(ready)[1]))
    with job.turn(pair):
        work = Measurement(ready, requests, plan)  # opens its source, which `rows` gives back
        for row in work.rows(job.report, job.check):
            rows.append(row)
            outcomes = work.outcomes()
            job.give((repeated(rows, outcomes), table_html(outcomes)))
            job.give_way()
    return f"Done: {work.choice.to_json()['method']} of {work.choice.to_json()['device']}, {len(rows)} windows."


def _seconds(value: float | None) -> float:
    if value is None or not 1 <= value <= MOST_SECONDS:
        raise BadInput(f"choose from 1 to {MOST_SECONDS} seconds a window")
    return float(value)


def table_html(outcomes: Sequence[Any]) -> str:
    """The outcome so far, and the sentences that may be quoted."""
    head = "".join(f"<th>{word}</th>" for word in HEAD)
    rows = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in _cells(outcome)) + "</tr>" for outcome in outcomes
    )
    said = "".join(f'<p class="said">{escape(_sentence(outcome.sentence))}</p>' for outcome in outcomes[1:])
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return scrolled(table, "Energy of repeated runs", "scroll") + said


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _cells(outcome: Any) -> tuple[str, ...]:
    spread = "" if outcome.sd is None else f" ± {outcome.sd:.2g}"
    interval = "" if outcome.interval is None else f"{outcome.interval[0]:.3g} to {outcome.interval[1]:.3g}"
    return (
        outcome.method,
        str(outcome.trials),
        number(outcome.joules_per_token) + spread,
        number(outcome.tokens_per_s),
        number(outcome.watts),
        "" if outcome.ratio is None else f"{outcome.ratio:.3g} ×",
        interval,
    )
