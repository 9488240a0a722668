"""The "Lab" tab: measure the papers' figures and tables, and compare the result with a stored measurement."""

import tempfile
import time
from collections.abc import Generator, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gradio as gr

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.exact.toy import read_toy
from decoders.pairs import PAIRS, Pair, toy_pair
from explorer.lab.catalog import ALONE, BESIDES, ITEMS, KEPT, Item
from explorer.service.live import friendly
from explorer.service.queue.limits import PROMPT, SECONDS, check_request, check_work
from explorer.service.queue.memory import loaded
from explorer.service.request import RunRequest, whole
from explorer.story.numbers import plural
from explorer.ui.form import choices
from explorer.ui.form.jobs import Followed, Job, Progress
from explorer.ui.form.widgets import QUIET, buttons, note_html, picture, start_and_stop, stop_button, wrong_html
from explorer.ui.server.uploads import folder, prune
from explorer.ui.server.visitor import visitor
from explorer.ui.tabs import saved

if TYPE_CHECKING:
    from explorer.lab.sweep import Plan

TOY = "toy:lab"
FIRST = "mtad-table-8"
ABOUT = (
    "Repeat the figures and tables of the three papers on a model pair you choose. White diamonds mark the papers’ "
    "values. Here you run a small version. `python -m explorer lab` runs full versions on data sets, for hours if "
    "needed, and can resume after a stop."
)
STOPPED = "Stopped. Finished measurements stay on the page."
OWN = 'Why is the sky blue?\n{"prompt": "What is 6 times 7?", "scorer": "number", "references": ["42"]}'
PICTURES = 2.0  # seconds between two updates of the chart
MOST_TASKS, MOST_TOKENS, MOST_CELLS = 16, 128, 64
Update = tuple[Any, ...]


def build(tab: gr.Tab) -> None:
    """Build the tab in the open Gradio layout. The experiments are read when it is opened."""
    gr.Markdown(ABOUT)
    with gr.Row(elem_classes="choose"):
        name = gr.Dropdown(_experiments(), value=FIRST, label="Figure or table", scale=3, elem_id="lab-name")
        pair = gr.Dropdown(
            _pairs(), value=TOY, label="Model pair for the lab", scale=2, min_width=160, elem_id="lab-pair"
        )
        tasks = _number(f"Prompts (up to {MOST_TASKS})", 4, 1, MOST_TASKS)
        tokens = _number(f"Tokens (up to {MOST_TOKENS})", 12, 1, MOST_TOKENS)
        cells = _number(f"Settings (up to {MOST_CELLS})", 6, 1, MOST_CELLS)
        run = gr.Button("Measure", variant="primary", scale=0, min_width=110, elem_id="lab-run")
        stop = stop_button("lab-stop")
    own = gr.Textbox(
        "",
        label=f"Your own prompts (one per line, up to {MOST_TASKS})",
        placeholder=OWN,
        lines=2,
        max_lines=8,
        max_length=PROMPT.value * MOST_TASKS,
        elem_id="lab-own",
    )
    status = gr.HTML("", padding=False, elem_id="lab-status")
    about = gr.HTML("", padding=False, elem_id="lab-about")
    plot = picture("lab-plot")
    table = gr.HTML("", padding=False, elem_id="lab-table")
    files = gr.File(label="Rows, table and report", visible=False, elem_id="lab-files", file_count="multiple")
    before = gr.HTML("", padding=False, elem_id="lab-kept")
    known_plot = picture("lab-kept-plot")
    known_table = gr.HTML("", padding=False, elem_id="lab-kept-table")
    saved.build()
    for chosen in (tab.select, name.change):
        chosen(about_of, [name], [about, before, known_plot, known_table], trigger_mode="always_last", **QUIET)
        chosen(offered, [name, pair], pair, trigger_mode="always_last", **QUIET)
    given = [name, pair, tasks, tokens, cells, own]
    start_and_stop(run, stop, measure, given, [status, plot, table, files, run, stop], STOPPED)


def _number(label: str, value: int, low: int, high: int) -> gr.Number:
    return gr.Number(value, label=label, precision=0, minimum=low, maximum=high, min_width=150)


def _experiments() -> list[tuple[str, str]]:
    """The entries (label, name) of all experiments, in the order of the papers. Their declarations are not read."""
    named: dict[str, list[Item]] = {}
    for item in (*ITEMS, *BESIDES):
        if item.experiment:
            named.setdefault(item.by, []).append(item)
    return [
        (f"{some[0].paper} {', '.join(one.item for one in some)} · {some[0].shows}", by) for by, some in named.items()
    ]


def _pairs() -> list[tuple[str, str]]:
    return [("Toy · 25 words", TOY), *((label, name) for label, name in choices.pairs() if name in PAIRS)]


def offered(name: str, pair: str) -> Any:
    """Update the pair list for an experiment.

    The list contains the pairs that can run all the experiment's methods. The chosen pair stays if the list contains
    it.
    """
    from explorer.lab.catalog import known

    experiment = known().get(name)
    needed = {cell.method for cell in experiment.cells if cell.method in DECODERS} if experiment else set[str]()
    able = [
        (label, value)
        for label, value in _pairs()
        if all(choices.can_run(value, DECODERS[method]) for method in needed)
    ]
    names = [value for _, value in able]
    return gr.update(choices=able, value=pair if pair in names else names[0])


def about_html(name: str) -> str:
    """HTML about an experiment: what varies, what is measured, what is needed, and the differences from the paper."""
    from explorer.lab.catalog import known

    experiment = known().get(name)
    if experiment is None:
        return wrong_html("There is no such experiment. Choose one from the list.")
    models = dict.fromkeys(item.models for item in ITEMS if item.experiment == name and item.models != ALONE)
    lines = [f"<b>Varies</b> {escape(experiment.varies)}", f"<b>Measures</b> {escape(experiment.measures)}"]
    lines.append(f"<b>Needs</b> {escape('; '.join([experiment.needs, *models]))}")
    if experiment.differs:
        lines.append(f"<b>Differences from the paper</b> {escape(experiment.differs)}")
    return f'<div class="note"><p>{"<br>".join(lines)}</p></div>'


def about_of(name: str) -> Update:
    """The text about an experiment, and the heading, chart and table of its stored measurement."""
    from explorer.lab.catalog import known

    head, figure, numbers = kept(name) if name in known() else ("", None, "")
    return about_html(name), head, gr.update(value=figure, visible=figure is not None), numbers


@cache
def kept(name: str) -> tuple[str, Any, str]:
    """Heading, chart and table of an experiment's stored measurement. The heading names the machine and the models."""
    from explorer.lab.analysis.report import numbers, table_html
    from explorer.lab.sweep import results

    if not (KEPT / name).is_dir():
        return note_html("There is no stored measurement. Press Measure."), None, ""
    found = results(KEPT / name)
    about = found.about
    data = ", ".join(f"{len({row['task'] for row in found.rows if row['data'] == one})} of {one}" for one in found.data)
    engine = about.get("engine") or {}
    where = [about["cpu"], f"{about['cores']} cores", engine.get("cpu"), engine.get("target"), about["made"][:10]]
    made_with = f"{about['pair']}, prompts: {data}, {about['limit']} tokens each; {', '.join(filter(None, where))}"
    folded = f'<details class="folded"><summary>All numbers</summary>{table_html(numbers(found))}</details>'
    return f"<h2>Measured in advance</h2><p>{escape(made_with)}</p>", found.experiment.draw(found), folded


def measure(
    name: str, pair: str, tasks: float | None, tokens: float | None, cells: float | None, own: str = ""
) -> Generator[Update, None, None]:
    """Run a sweep in a thread. Yields updates of status, chart, table, files, Run and Stop. Closing the generator stops
    the sweep.

    The sweep's folder is temporary. Gradio copies the sweep's files into its own folder, which is pruned here.
    """
    prune(folder())
    with tempfile.TemporaryDirectory(prefix="explorer-lab-", ignore_cleanup_errors=True) as out:
        given = (name, pair, (tasks, tokens, cells), own or "", Path(out))
        yield from _following(Followed(lambda job: _sweep(*given, job), "lab", visitor()))


def _following(work: Followed) -> Generator[Update, None, None]:
    yield note_html("Starting …"), gr.skip(), gr.skip(), gr.update(visible=False), *buttons(True)
    ended: Update = (gr.skip(), gr.skip(), gr.skip())
    try:
        for item in work:
            if isinstance(item, Progress):
                yield note_html(item.what, item.share), *[gr.skip()] * 5
                continue
            folder, last = item
            if last:
                ended = _shown(folder, ended=True)
            else:
                yield gr.skip(), *_shown(folder, ended=False), *[gr.skip()] * 2
    except Exception as error:
        yield wrong_html(friendly(error)), *ended, *buttons(False)
        return
    yield note_html(work.words), *ended, *buttons(False)  # one message, so all results are visible with “Done”


def _shown(folder: Path, ended: bool) -> Update:
    """Updates of chart and table for the results so far, and of the files if the sweep has ended."""
    from explorer.lab.analysis.report import numbers, table_html, write
    from explorer.lab.analysis.results import PARQUET
    from explorer.lab.sweep import results

    found = results(folder)
    known = numbers(found)
    reasons = list(dict.fromkeys(row["failed"] for row in found.failed))
    wrong = "".join(map(wrong_html, reasons))
    files: Any = gr.skip()
    if ended:
        write(found, folder / "report.html")
        names = ("report.html", "table.csv", "rows.csv", *PARQUET)
        files = gr.update(value=[str(folder / one) for one in names], visible=True)
    return gr.update(value=found.experiment.draw(found), visible=bool(found.rows)), wrong + table_html(known), files


def _sweep(name: str, pair: str, numbers: Sequence[float | None], own: str, out: Path, job: Job) -> str:
    """Load the pair, run all items during a turn on the device, and pass the sweep's folder to the job from time to
    time.

    Returns the final status. Raises BadInput if a value is not valid or the run exceeds a limit.
    """
    from explorer.lab.sweep import State, sweep

    plan = _plan(name, pair, own, *numbers)
    ready = _pair(pair, job)
    _check(plan, ready)
    shown, rows, left_out = time.monotonic(), 0, 0

    def tell(state: State) -> None:
        nonlocal shown, rows, left_out
        left, left_out = "" if state.left is None else f", {state.left:.0f} s left", state.total - state.done
        rows = state.done
        job.report(f"{state.done} of {state.total}{left}", state.done / max(1, state.total))
        if state.done and time.monotonic() - shown > PICTURES:
            job.give((out, False))
            shown = time.monotonic()
        job.give_way()

    try:
        with job.turn(pair):
            found = sweep(plan, out, pair=ready, progress=tell, minutes=SECONDS.value / 60)
    except BadInput:  # for example at the time limit, within a prompt; the finished items are complete
        if rows:
            job.give((out, True))
        raise
    job.give((out, True))
    failed = f" ({len(found.failed)} failed)" if found.failed else ""
    over = f" {plural(left_out, 'item')} did not fit into the {SECONDS.value} s limit." if left_out else ""
    late = f" {found.timed_out()}" if found.timed_out() else ""
    where = ready.info["device"]
    return (
        f"Done: {plural(len(found.rows), 'row')}{failed} on {where}, seed 0.{over}{late} Intervals: 95% over prompts."
    )


def _plan(name: str, pair: str, own: str, tasks: float | None, tokens: float | None, cells: float | None) -> "Plan":
    """The plan of a sweep, with all of the visitor's own prompts, or with `tasks` prompts of the app.

    Raises BadInput if a value is not valid.
    """
    from explorer.lab.data.tasks import SAFE, SMALL, TOY_TASKS, typed
    from explorer.lab.plans import make_plan
    from explorer.lab.sweep import find

    prompts = whole("The number of prompts", tasks, 1, MOST_TASKS)
    limit = whole("The number of tokens", tokens, 1, MOST_TOKENS)
    most = whole("The number of settings", cells, 1, MOST_CELLS)
    files = (str(TOY_TASKS if pair == TOY else SMALL),)
    asked, own = {"pair": pair, "files": files, "cells": most, "tokens": limit}, own.strip()
    if not own:
        return make_plan(name, most=prompts, **asked)
    most_letters = PROMPT.value * MOST_TASKS
    if len(own) > most_letters:
        raise BadInput(f"You entered {len(own):,} characters, but the limit is {most_letters:,}. Remove some.")
    data = typed(own)
    given = len(data.tasks)
    if given > MOST_TASKS:
        raise BadInput(f"You entered {plural(given, 'prompt')}, but the limit is {MOST_TASKS}. Remove some.")
    plan = make_plan(name, own=data, **asked)
    if len(plan.tasks) < given:
        scorers = [one for one in find(name).scorers if one in SAFE]
        how = f'Write {{"prompt": "…", "scorer": "{scorers[0]}", "references": ["the answer"]}}.' if scorers else ""
        raise BadInput(
            f"The experiment {name} measures quality, but reference answers are missing for "
            f"{given - len(plan.tasks)} of {plural(given, 'prompt')}. "
            f"{how or 'Use the command line, which can judge the answers.'}"
        )
    return plan


def _check(plan: "Plan", pair: Pair) -> None:
    """Raise BadInput if an item of the plan exceeds the limits of a run."""
    from explorer.lab.sweep import find, items_of

    for item in items_of(find(plan.experiment), plan):
        if item.cell.method:  # a cell without a method measures the target alone
            asked = RunRequest(item.cell.method, plan.pair, item.task.prompt, item.cell.settings, limit=plan.limit)
            check_request(asked)
            check_work(asked, len(pair.encode(asked.prompt, asked.raw)))


def _pair(pair: str, job: Job) -> Pair:
    from explorer.lab.data.tasks import TOY_PAIR

    return toy_pair(read_toy(TOY_PAIR), TOY) if pair == TOY else loaded(pair, job.report)
