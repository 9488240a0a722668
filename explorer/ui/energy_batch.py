"""The batch-size experiment in the tab "Energy": a thread that runs it, its picture and its table."""

import queue
import threading
from collections.abc import Callable, Generator, Sequence
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.ui import choices
from explorer.ui.explore import QUIET, note_html, wrong_html
from explorer.ui.loaded import loaded
from explorer.ui.running import friendly

MOST_PASSES = 256  # in the app; the command takes more
HEAD = ("batch", "passes", "ms/pass", "ms/input", "J/pass", "J/input", "modelled mJ/pass", "modelled mJ/input")
BATCH = (
    "### Batch size (003 Table 2)\nA fixed number of target passes with 1 to 16 inputs each. A pass reads every weight "
    "once however many inputs it serves: that is why verifying many draft tokens at once is cheap. The paper calls the "
    "rise of its energy per run slight; it is 75 %, from 14.1 to 24.7 J. Its 42,450 J in 1,129 s at batch 1 are "
    "37.6 W on a board of up to 300 W, and reading OPT-13B's 26 GB takes that board 30 of the 376 ms of a run: most of "
    "it was spent waiting, neither reading nor computing."
)


def number(value: float | None) -> str:
    """A number as tables show it."""
    return "unknown" if value is None else f"{value:.4g}"


def build() -> None:
    """Builds the section in the open Gradio layout."""
    gr.Markdown(BATCH)
    with gr.Row(elem_classes="choose"):
        real = [pair for pair in choices.pairs() if not choices.is_toy(pair[1])]
        pair = gr.Dropdown(real, value="smollm2", label="Pair", scale=2, min_width=160, elem_id="batch-pair")
        passes = gr.Number(16, label="Passes at each size", precision=0, minimum=1, maximum=MOST_PASSES, min_width=140)
        run = gr.Button("Run the experiment", variant="primary", scale=0, min_width=170, elem_id="batch-run")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="batch-stop")
    status = gr.HTML("", padding=False, elem_id="batch-status")
    plot, table = (
        gr.Plot(show_label=False, elem_id="batch-plot", visible=False),
        gr.HTML("", padding=False, elem_id="batch-table"),
    )
    running = run.click(
        run_batch,
        [pair, passes],
        [status, plot, table, run, stop],
        concurrency_id="decode",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
    )
    stopped = note_html("Stopped. The sizes that were done stay.")
    stop.click(
        lambda: (stopped, gr.update(interactive=True), gr.update(interactive=False)),
        None,
        [status, run, stop],
        cancels=[running],
        **QUIET,
    )


class _Stopped(Exception):  # noqa: N818 - not an error: it leaves an experiment that was stopped
    """Stop was pressed."""


def run_batch(pair: str, passes: float | None) -> Generator[tuple[Any, ...], None, None]:
    """Status, picture, table, Run, Stop while the experiment runs in its own thread; closing it stops the thread."""
    news: queue.Queue[Any] = queue.Queue()
    stop = threading.Event()
    idle, busy = (
        (gr.update(interactive=True), gr.update(interactive=False)),
        (gr.update(interactive=False), gr.update()),
    )
    rows: dict[int, Any] = {}
    yield note_html("Starting"), gr.skip(), gr.skip(), busy[0], gr.update(interactive=True)
    threading.Thread(target=_experiment, args=(pair, passes, news, stop), daemon=True, name="energy-batch").start()
    try:
        while True:
            item = news.get()
            while isinstance(item, tuple) and not news.empty():  # of several reports only the last matters
                item = news.get()
            if isinstance(item, BaseException):
                yield wrong_html(friendly(item)), gr.skip(), gr.skip(), *idle
                return
            if isinstance(item, str):
                yield note_html(item), gr.skip(), gr.skip(), *idle
                return
            if isinstance(item, tuple):
                yield note_html(*item), gr.skip(), gr.skip(), gr.skip(), gr.skip()
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
    finally:
        stop.set()


def _experiment(pair: str, passes: float | None, news: "queue.Queue[Any]", stop: threading.Event) -> None:
    """The thread: loads the pair, runs the sizes, reports; ends between two passes when stopped."""

    def report(what: str, share: float) -> None:
        if stop.is_set():
            raise _Stopped
        news.put((what, share))

    try:
        if passes is None or not 1 <= passes <= MOST_PASSES:
            raise BadInput(f"choose from 1 to {MOST_PASSES} passes at each size")
        if choices.is_toy(pair):
            raise BadInput("a toy pair is a table, which has no batches; choose a pair of language models")
        _run_sizes(pair, int(passes), news, report)
    except _Stopped:
        return
    except Exception as error:
        news.put(error)


def _run_sizes(pair: str, passes: int, news: "queue.Queue[Any]", report: Callable[[str, float], None]) -> None:
    from explorer import energy
    from explorer.energy_batch import experiment

    ready = loaded(pair, report)
    devices = energy.devices_of(ready.models)
    choice = energy.pick(devices)
    try:
        for row in experiment(ready, devices, choice.source, passes=passes, progress=report):
            news.put(row)
    finally:
        if choice.source is not None:
            choice.source.close()
    why = "" if choice.source is not None else f" No energy was measured: {choice.reason}."
    news.put(f"Done on {ready.info['device']}.{why}")


def batch_figure(rows: Sequence[Any], label: str) -> Any:
    """The rows so far beside the paper's."""
    from explorer.energy_batch import PAPER
    from explorer.figures.energy_batch import batch

    return batch(rows, PAPER, label)


def batch_html(rows: Sequence[Any]) -> str:
    """The experiment's table with the columns of 003 Table 2."""
    cells = "".join(f"<th>{word}</th>" for word in HEAD)
    body = "".join(
        "<tr>" + "".join(f"<td>{cell}</td>" for cell in _batch_cells(row.to_json())) + "</tr>" for row in rows
    )
    return f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>'


def _batch_cells(row: dict[str, Any]) -> list[str]:
    modelled = (row["modelled_joules_per_pass"], row["modelled_joules_per_input"])
    times = (1000 * row["seconds_per_pass"], 1000 * row["seconds_per_input"])
    measured = (row["joules_per_pass"], row["joules_per_input"])
    scaled = [None if value is None else 1000 * value for value in modelled]
    return [str(row["batch"]), str(row["passes"]), *(number(value) for value in (*times, *measured, *scaled))]
