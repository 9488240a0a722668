"""The experiments of the "Energy" tab, repeat mode and batch sizes. They measure in the same way as the commands."""

from collections.abc import Callable, Generator, Sequence
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.offered import check_pair
from explorer.service.queue.limits import PROMPT, check_request, check_work
from explorer.service.queue.memory import loaded
from explorer.service.request import requests_of, whole
from explorer.story.numbers import plural
from explorer.ui.form import choices
from explorer.ui.form.fields import Dropdown
from explorer.ui.form.jobs import Followed, Job, Progress
from explorer.ui.form.widgets import QUIET, buttons, note_html, picture, start_and_stop, stop_button, wrong_html
from explorer.ui.server.visitor import visitor
from explorer.ui.tabs.compare import offered
from explorer.ui.tabs.tables import number, table

MOST_METHODS = 4
MOST_SECONDS, MOST_TRIALS, MOST_TOKENS = 30, 8, 256
MOST_PASSES = 256  # most passes in the app; the command allows more
REPETITIONS = 32
OPENING = ["multinomial", "spd"]
EXAMPLE = "Explain why the sky is blue."
REPEAT = (
    "### Is the difference real? (repeat mode)\nOne run says little, because the counter updates ten times a second "
    "and the machine’s speed drifts. Here the methods alternate in random order with random pauses. Each method warms "
    f"up unmeasured. Then it is run until {REPETITIONS} repetitions or the seconds below are reached. The first "
    "method is the baseline. The sentence under the chart says whether the difference is significant. Close other "
    "programs."
)
BATCH = (
    "### Batch size (MTAD Table 2)\n"
    "This runs a fixed number of target passes with 1 to 16 inputs each. A pass reads every weight once, however many "
    "inputs it has. So checking many draft tokens at once is cheap. The paper calls the increase in energy per run "
    "slight, but it is 75%, from 14.1 to 24.7 J. At batch size 1, it reports 42,450 J in 1,129 s, which is 37.6 W on "
    "average. The GPU’s limit is 300 W. Reading OPT-13B’s 26 GB takes this GPU 30 of the 376 ms per run. So the GPU "
    "was waiting most of the time."
)
REPEAT_HEAD = ("method", "windows", "J/token ± SD", "tokens/s", "watts", "ratio", "95% CI")
BATCH_HEAD = (
    "batch size", "passes", "ms/pass", "ms/input", "J/pass", "J/input", "modelled mJ/pass", "modelled mJ/input"
)  # fmt: skip
Update = tuple[Any, ...]


def build() -> None:
    """Build both sections in the open Gradio layout."""
    _build_repeat()
    _build_batch()


def _build_repeat() -> None:
    gr.Markdown(REPEAT)
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown(
            _real(), value="smollm2", label="Model pair to measure", min_width=160, elem_id="repeat-pair"
        )
        methods = Dropdown(
            choices.methods("smollm2"),
            value=OPENING,
            multiselect=True,
            max_choices=MOST_METHODS,
            label=f"Methods to measure (2–{MOST_METHODS})",
            scale=3,
            min_width=240,
            elem_id="repeat-methods",
        )
    with gr.Row(elem_classes="choose"):
        label = "Prompt for every repetition"
        prompt = gr.Textbox(EXAMPLE, label=label, max_length=PROMPT.value, scale=3, min_width=240, max_lines=3)
        tokens = gr.Number(32, label="Tokens", precision=0, min_width=90)
        trials = gr.Number(4, label="Trials", precision=0, min_width=90)
        seconds = gr.Number(5, label="Seconds per window", min_width=120)
        run = gr.Button("Measure", variant="primary", scale=0, min_width=120, elem_id="repeat-run")
        stop = stop_button("repeat-stop")
    pair.change(offered, [pair, methods], methods, **QUIET)
    given = [pair, methods, prompt, tokens, trials, seconds]
    _follow("repeat", run, stop, run_repeat, given, "Stopped. Finished windows stay on the page.")


def _build_batch() -> None:
    gr.Markdown(BATCH)
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown(
            _real(), value="smollm2", label="Model pair for batches", scale=2, min_width=160, elem_id="batch-pair"
        )
        passes = gr.Number(16, label="Passes per batch size", precision=0, min_width=140)
        run = gr.Button("Run the experiment", variant="primary", scale=0, min_width=220, elem_id="batch-run")
        stop = stop_button("batch-stop")
    _follow("batch", run, stop, run_batch, [pair, passes], "Stopped. Finished batch sizes stay on the page.")


def _real() -> list[tuple[str, str]]:
    """The entries (label, name) of the pairs of language models, without toy pairs."""
    return [pair for pair in choices.pairs() if not choices.is_toy(pair[1])]


def _follow(
    name: str, run: gr.Button, stop: gr.Button, work: Callable[..., Any], given: list[Any], stopped: str
) -> None:
    """Build status, chart and table below the widgets, and connect the two buttons."""
    status = gr.HTML("", padding=False, elem_id=f"{name}-status")
    plot = picture(f"{name}-plot")
    numbers = gr.HTML("", padding=False, elem_id=f"{name}-table")
    start_and_stop(run, stop, work, given, [status, plot, numbers, run, stop], stopped)


def _followed(work: Callable[[Job], str], name: str) -> Generator[Update, None, None]:
    """Run `work` in a thread and yield updates of status, chart, table, Run and Stop. Closing the generator stops the
    thread.

    `work` passes pairs of a chart and a table to its job.
    """
    job, same = Followed(work, name, visitor()), (gr.skip(), gr.skip())
    yield note_html("Starting …"), *same, *buttons(True)
    try:
        for item in job:
            if isinstance(item, Progress):
                yield note_html(item.what, item.share), *same, *same
            else:
                figure, numbers = item
                yield gr.skip(), gr.update(value=figure, visible=True), numbers, *same
    except Exception as error:
        yield wrong_html(friendly(error)), *same, *buttons(False)
        return
    yield note_html(job.words), *same, *buttons(False)


def run_repeat(
    pair: str,
    methods: Sequence[str],
    prompt: str,
    tokens: float | None,
    trials: float | None,
    seconds: float | None,
) -> Generator[Update, None, None]:
    """Run repeat mode: check the input, load the pair, measure, and redraw the chart after every window."""
    from explorer.energy.repeat import Plan
    from explorer.figures.energy_experiments import repeated
    from explorer.measuring.repeat import Measurement, first_look

    def measure(job: Job) -> str:
        limit = whole("The number of tokens", tokens, 1, MOST_TOKENS)
        plan = Plan(whole("The number of trials", trials, 2, MOST_TRIALS), REPETITIONS, _seconds(seconds))
        if not 2 <= len(methods or ()) <= MOST_METHODS:
            chosen = plural(len(methods or ()), "method")
            raise BadInput(f"You chose {chosen}. Choose 2 to {MOST_METHODS} methods; the first one is the baseline.")
        requests = requests_of(methods, {}, pair=pair, prompt=prompt or "", limit=limit)
        check_pair(pair)
        for request in requests.values():
            check_request(request)
        first_look(pair, "auto")
        ready, rows = loaded(pair, job.report), []
        for request in requests.values():
            check_work(request, len(request.on(ready)[1]))
        with job.turn(pair):
            work = Measurement(ready, requests, plan)  # opens its energy source, which `rows` closes
            for row in work.rows(job.report, job.check):
                rows.append(row)
                outcomes = work.outcomes()
                job.give((repeated(rows, outcomes), outcomes_html(outcomes)))
                job.give_way()
        source = work.choice.to_json()
        return f"Done: {plural(len(rows), 'window')}, measured by the {source['method']} of {source['device']}."

    yield from _followed(measure, "energy-repeat")


def _seconds(value: float | None) -> float:
    if value is None or not 1 <= value <= MOST_SECONDS:
        raise BadInput(f"The length of a window is out of range. Choose 1 to {MOST_SECONDS} seconds.")
    return float(value)


def outcomes_html(outcomes: Sequence[Any]) -> str:
    """HTML table of the outcomes so far, and one quotable sentence per comparison."""
    said = "".join(f'<p class="said">{escape(one.sentence)}</p>' for one in outcomes[1:])
    return table(REPEAT_HEAD, map(_outcome_cells, outcomes), "Energy of repeated runs") + said


def _outcome_cells(outcome: Any) -> Sequence[str]:
    spread = "" if outcome.sd is None else f" ± {outcome.sd:.2g}"
    ratio = "" if outcome.ratio is None else f"{outcome.ratio:.3g} ×"
    interval = "" if outcome.interval is None else f"{outcome.interval[0]:.3g}–{outcome.interval[1]:.3g}"
    joules, speed, watts = map(number, (outcome.joules_per_token, outcome.tokens_per_s, outcome.watts))
    return outcome.method, str(outcome.trials), joules + spread, speed, watts, ratio, interval


def run_batch(pair: str, passes: float | None) -> Generator[Update, None, None]:
    """Run the batch-size experiment: load the pair, run all batch sizes, and redraw the chart after every window."""
    from explorer.energy import batch, run
    from explorer.figures.energy_experiments import batch as drawn

    def measure(job: Job) -> str:
        if passes is None or not 1 <= passes <= MOST_PASSES:
            raise BadInput(f"The number of passes is out of range. Choose 1 to {MOST_PASSES} per batch size.")
        check_pair(pair)
        if choices.is_toy(pair):
            raise BadInput("A toy pair is a table and cannot be run in batches. Choose a pair of language models.")
        ready, rows = loaded(pair, job.report), dict[int, batch.Row]()
        devices = run.devices_of(ready.models)
        choice = run.pick(devices)
        try:
            with job.turn(pair):
                for row in batch.experiment(ready, devices, choice.source, passes=int(passes), progress=job.report):
                    rows[row.batch] = row
                    known = list(rows.values())
                    job.give((drawn(known, batch.PAPER, pair), batch_html(known)))
                    job.give_way()
        finally:
            if choice.source is not None:
                choice.source.close()
        why = "" if choice.source is not None else f" Energy was not measured: {choice.reason}."
        return f"Done on {ready.info['device']}.{why}"

    yield from _followed(measure, "energy-batch")


def batch_html(rows: Sequence[Any]) -> str:
    """HTML table of the experiment, with the columns of MTAD Table 2."""
    return table(BATCH_HEAD, [_batch_cells(row.to_json()) for row in rows], "Energy by batch size")


def _batch_cells(row: dict[str, Any]) -> list[str]:
    values = [
        None if row[key] is None else scale * row[key]
        for what, scale in (("seconds", 1000), ("joules", 1), ("modelled_joules", 1000))
        for key in (f"{what}_per_pass", f"{what}_per_input")
    ]
    return [str(row["batch"]), str(row["passes"]), *map(number, values)]
