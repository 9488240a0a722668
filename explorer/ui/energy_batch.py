"""The batch-size experiment in the tab "Energy": its widgets, its picture and its table."""

from collections.abc import Generator, Sequence
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.offered import check_pair
from explorer.service.queue.memory import loaded
from explorer.ui import choices
from explorer.ui.jobs import Followed, Job, Progress
from explorer.ui.visitor import visitor
from explorer.ui.widgets import buttons, note_html, scrolled, stop_with, wrong_html

MOST_PASSES = 256  # in the app; the command takes more
HEAD = ("batch", "passes", "ms/pass", "ms/input", "J/pass", "J/input", "modelled mJ/pass", "modelled mJ/input")
BATCH = (
    "### Batch size (MTAD Table 2)\n"
    "A fixed number of target passes with 1 to 16 inputs each. A pass reads every weight once however many inputs "
    "it serves: that is why verifying many draft tokens at once is cheap. The paper calls the rise of its energy "
    "per run slight; it is 75 %, from 14.1 to 24.7 J. Its 42,450 J in 1,129 s at batch 1 are 37.6 W on a board of "
    "up to 300 W, and reading OPT-13B's 26 GB takes that board 30 of the 376 ms of a run: most of it was spent "
    "waiting, neither reading nor computing."
)
STOPPED = "Stopped. The sizes that were done stay."
Update = tuple[Any, ...]


def number(value: float | None) -> str:
    """A number as tables show it."""
    return "unknown" if value is None else f"{value:.4g}"


def build() -> None:
    """Builds the section in the open Gradio layout."""
    gr.Markdown(BATCH)
    with gr.Row(elem_classes="choose"):
        real = [pair for pair in choices.pairs() if not choices.is_toy(pair[1])]
        pair = gr.Dropdown(real, value="smollm2", label="Pair", scale=2, min_width=160, elem_id="batch-pair")
        passes = gr.Number(16, label="Passes at each size", precision=0, min_width=140)
        run = gr.Button("Run the experiment", variant="primary", scale=0, min_width=220, elem_id="batch-run")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="batch-stop")
    status = gr.HTML("", padding=False, elem_id="batch-status")
    plot = gr.Plot(show_label=False, elem_id="batch-plot", elem_classes="picture", visible=False)
    table = gr.HTML("", padding=False, elem_id="batch-table")
    running = run.click(
        run_batch,
        [pair, passes],
        [status, plot, table, run, stop],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
    )
    stop_with(stop, STOPPED, [status, run, stop], running)


def run_batch(pair: str, passes: float | None) -> Generator[Update, None, None]:
    """Status, picture, table, Run, Stop while the experiment runs in its own thread; closing it stops the thread."""
    rows: dict[int, Any] = {}
    work = Followed(lambda job: _experiment(pair, passes, job), "energy-batch", visitor())
    yield note_html("Starting"), gr.skip(), gr.skip(), *buttons(True)
    try:
        for item in work:
            if isinstance(item, Progress):
                yield note_html(item.what, item.share), *[gr.skip()] * 4
                continue
            rows[item.batch] = item
            known = list(rows.values())
            yield (
                gr.skip(),
                gr.update(value=batch_figure(known, pair), visible=True),
                batch_html(known),
                gr.skip(),
                gr.skip(),
            )
    except Exception as error:
        yield wrong_html(friendly(error)), gr.skip(), gr.skip(), *buttons(False)
        return
    yield note_html(work.words), gr.skip(), gr.skip(), *buttons(False)


def _experiment(pair: str, passes: float | None, job: Job) -> str:
    """Loads the pair, runs the sizes, hands the rows over; what is said in the end."""
    if passes is None or not 1 <= passes <= MOST_PASSES:
        raise BadInput(f"choose from 1 to {MOST_PASSES} passes at each size")
    check_pair(pair)
    if choices.is_toy(pair):
        raise BadInput("a toy pair is a table, which has no batches; choose a pair of language models")
    from explorer.energy import run as energy
    from explorer.energy.batch import experiment

    ready = loaded(pair, job.report)
    devices = energy.devices_of(ready.models)
    choice = energy.pick(devices)
    try:
        with job.turn(pair):
            for row in experiment(ready, devices, choice.source, passes=int(passes), progress=job.report):
                job.give(row)
                job.give_way()
    finally:
        if choice.source is not None:
            choice.source.close()
    why = "" if choice.source is not None else f" No energy was measured: {choice.reason}."
    return f"Done on {ready.info['device']}.{why}"


def batch_figure(rows: Sequence[Any], label: str) -> Any:
    """The rows so far beside the paper's."""
    from explorer.energy.batch import PAPER
    from explorer.figures.energy_batch import batch

    return batch(rows, PAPER, label)


def batch_html(rows: Sequence[Any]) -> str:
    """The experiment's table with the columns of MTAD Table 2."""
    cells = "".join(f"<th>{word}</th>" for word in HEAD)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in _batch_cells(row.to_json())) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
    return scrolled(table, "Energy by batch size", "scroll")


def _batch_cells(row: dict[str, Any]) -> list[str]:
    modelled = (row["modelled_joules_per_pass"], row["modelled_joules_per_input"])
    times = (1000 * row["seconds_per_pass"], 1000 * row["seconds_per_input"])
    measured = (row["joules_per_pass"], row["joules_per_input"])
    scaled = [None if value is None else 1000 * value for value in modelled]
    return [str(row["batch"]), str(row["passes"]), *(number(value) for value in (*times, *measured, *scaled))]
