"""The tab "Lab": the papers' figures and tables, measured here while one looks on, beside a kept measurement."""

import tempfile
import time
from collections.abc import Generator, Sequence
from dataclasses import replace
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
from explorer.ui import choices
from explorer.ui.jobs import Followed, Job, Progress
from explorer.ui.uploads import folder, prune
from explorer.ui.visitor import visitor
from explorer.ui.widgets import QUIET, buttons, note_html, stop_with, wrong_html

if TYPE_CHECKING:
    from explorer.lab.sweep import Plan

TOY = "toy:lab"
FIRST = "mtad-table-8"
ABOUT = (
    "Every figure and table of the three papers that can be measured, on a pair of your own: what the paper reports "
    "stands beside it as a white diamond. Here a few prompts and settings, to look at; "
    "`python -m explorer lab` runs whole ones, on data sets and for hours, and goes on after a stop."
)
STOPPED = "Stopped. What was measured by then stays."
OWN = 'Why is the sky blue?\n{"prompt": "What is 6 times 7?", "scorer": "number", "references": ["42"]}'
PICTURES = 2.0  # seconds between two pictures while it runs
MOST_TASKS, MOST_TOKENS, MOST_CELLS = 16, 128, 64
Update = tuple[Any, ...]


def build(tab: gr.Tab) -> None:
    """Builds the tab in the open Gradio layout; the experiments are read when it is opened."""
    gr.Markdown(ABOUT)
    with gr.Row(elem_classes="choose"):
        name = gr.Dropdown(_experiments(), value=FIRST, label="Figure or table", scale=3, elem_id="lab-name")
        pair = gr.Dropdown(_pairs(), value=TOY, label="Pair", scale=2, min_width=160, elem_id="lab-pair")
        tasks = _number(f"Prompts (≤ {MOST_TASKS})", 4, 1, MOST_TASKS)
        tokens = _number(f"Tokens (≤ {MOST_TOKENS})", 12, 1, MOST_TOKENS)
        cells = _number(f"Settings (≤ {MOST_CELLS})", 6, 1, MOST_CELLS)
        run = gr.Button("Measure", variant="primary", scale=0, min_width=110, elem_id="lab-run")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="lab-stop")
    own = gr.Textbox(
        "",
        label=f"Prompts of your own in place of the app's (a line each, ≤ {MOST_TASKS})",
        placeholder=OWN,
        lines=2,
        max_lines=8,
        max_length=PROMPT.value * MOST_TASKS,
        elem_id="lab-own",
    )
    status = gr.HTML("", padding=False, elem_id="lab-status")
    about = gr.HTML("", padding=False, elem_id="lab-about")
    plot = gr.Plot(show_label=False, elem_id="lab-plot", elem_classes="picture", visible=False)
    table = gr.HTML("", padding=False, elem_id="lab-table")
    files = gr.File(label="Rows, table and report", visible=False, elem_id="lab-files", file_count="multiple")
    before = gr.HTML("", padding=False, elem_id="lab-kept")
    known_plot = gr.Plot(show_label=False, elem_id="lab-kept-plot", elem_classes="picture", visible=False)
    known_table = gr.HTML("", padding=False, elem_id="lab-kept-table")
    for chosen in (tab.select, name.change):
        chosen(about_of, [name], [about, before, known_plot, known_table], trigger_mode="always_last", **QUIET)
        chosen(offered, [name, pair], pair, trigger_mode="always_last", **QUIET)
    running = run.click(
        measure,
        [name, pair, tasks, tokens, cells, own],
        [status, plot, table, files, run, stop],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
    )
    stop_with(stop, STOPPED, [status, run, stop], running)


def _number(label: str, value: int, low: int, high: int) -> gr.Number:
    return gr.Number(value, label=label, precision=0, minimum=low, maximum=high, min_width=130)


def _experiments() -> list[tuple[str, str]]:
    """(label, name) of all, in the order of the papers; the declarations are not read for that."""
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
    """The pairs that can run every method of an experiment; the chosen one, or else the first of them."""
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
    """What varies, what is measured, what it needs and what the paper had."""
    from explorer.lab.catalog import known

    one = known().get(name)
    if one is None:
        return wrong_html("There is no such experiment here.")
    models = dict.fromkeys(item.models for item in ITEMS if item.experiment == name and item.models != ALONE)
    lines = [f"<b>Varies</b> {escape(one.varies)}", f"<b>Measured</b> {escape(one.measures)}"]
    lines.append(f"<b>Needs</b> {escape('; '.join([one.needs, *models]))}")
    if one.differs:
        lines.append(f"<b>Otherwise than in the paper</b> {escape(one.differs)}")
    return f'<div class="note"><p>{"<br>".join(lines)}</p></div>'


def about_of(name: str) -> Update:
    """What is said of an experiment, and the heading, picture and table of its kept measurement."""
    from explorer.lab.catalog import known

    head, figure, numbers = kept(name) if name in known() else ("", None, "")
    return about_html(name), head, gr.update(value=figure, visible=figure is not None), numbers


@cache
def kept(name: str) -> tuple[str, Any, str]:
    """Heading, picture and table of the measurement that comes with this copy, with what it was made on."""
    from explorer.lab.report import numbers, table_html
    from explorer.lab.sweep import results

    if not (KEPT / name).is_dir():
        return note_html("No measurement of it comes with this copy. Press Measure."), None, ""
    found = results(KEPT / name)
    about = found.about
    data = ", ".join(f"{len({row['task'] for row in found.rows if row['data'] == one})} of {one}" for one in found.data)
    engine = about.get("engine") or {}
    where = [about["cpu"], f"{about['cores']} cores", engine.get("cpu"), engine.get("target"), about["made"][:10]]
    told = f"{about['pair']}, prompts: {data}, {about['limit']} tokens each; {', '.join(filter(None, where))}"
    folded = f'<details class="folded"><summary>All its numbers</summary>{table_html(numbers(found))}</details>'
    return f"<h2>Measured beforehand</h2><p>{escape(told)}</p>", found.experiment.draw(found), folded


def measure(
    name: str, pair: str, tasks: float | None, tokens: float | None, cells: float | None, own: str = ""
) -> Generator[Update, None, None]:
    """Status, picture, table, files, Run, Stop while the sweep runs in its own thread; closing it stops the thread.

    The sweep's folder goes with it. What was handed over stands copied among Gradio's files, which are pruned here.
    """
    prune(folder())
    with tempfile.TemporaryDirectory(prefix="explorer-lab-", ignore_cleanup_errors=True) as out:
        given = (name, pair, (tasks, tokens, cells), own or "", Path(out))
        yield from _following(Followed(lambda job: _sweep(*given, job), "lab", visitor()))


def _following(work: Followed) -> Generator[Update, None, None]:
    yield note_html("Starting"), gr.skip(), gr.skip(), gr.update(visible=False), *buttons(True)
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
    yield note_html(work.words), *ended, *buttons(False)  # in one message: where it says Done, all of it is there


def _shown(folder: Path, ended: bool) -> Update:
    """Picture, table and files of the results so far; of an ended sweep the files, too."""
    from explorer.lab.report import numbers, table_html, write
    from explorer.lab.results import PARQUET
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
    """Loads the pair, runs the items in its turn, hands the folder over now and then; what is said in the end."""
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
    except BadInput:  # out of time within a prompt, say: what was measured is whole
        if rows:
            job.give((out, True))
        raise
    job.give((out, True))
    failed = f", {len(found.failed)} failed" if found.failed else ""
    over = f" {left_out} more would not have fitted into the {SECONDS.value} s of a run here." if left_out else ""
    late = f" {found.timed_out()}" if found.timed_out() else ""
    where = ready.info["device"]
    return f"Done: {len(found.rows)} rows{failed}, on {where}, seed 0.{over}{late} Intervals are 95%, over prompts."


def _plan(name: str, pair: str, own: str, tasks: float | None, tokens: float | None, cells: float | None) -> "Plan":
    """What is asked for: of prompts of one's own all, of the app's so many. Raises BadInput."""
    from explorer.lab.plans import Wish, plan_of_wish
    from explorer.lab.sweep import find
    from explorer.lab.tasks import SAFE, SMALL, TOY_TASKS, typed

    prompts = whole("the number of prompts", tasks, 1, MOST_TASKS)
    limit = whole("the number of tokens", tokens, 1, MOST_TOKENS)
    most = whole("the number of settings", cells, 1, MOST_CELLS)
    files = (str(TOY_TASKS if pair == TOY else SMALL),)
    wish, own = Wish(name, pair=pair, files=files, cells=most, tokens=limit), own.strip()
    if not own:
        return plan_of_wish(wish, most=prompts)
    most_letters = PROMPT.value * MOST_TASKS
    if len(own) > most_letters:
        raise BadInput(f"{len(own):,} characters are given, and {most_letters:,} are the most here; leave some out")
    data = typed(own)
    given = len(data.tasks)
    if given > MOST_TASKS:
        raise BadInput(f"{given} prompts are given, and {MOST_TASKS} are the most here; leave some out")
    plan = plan_of_wish(replace(wish, own=data))
    if len(plan.tasks) < given:
        scorers = [one for one in find(name).scorers if one in SAFE]
        how = f'write {{"prompt": "…", "scorer": "{scorers[0]}", "references": ["the answer"]}}' if scorers else ""
        raise BadInput(
            f"{name} measures quality, and {given - len(plan.tasks)} of {given} prompts have no answer to judge by; "
            f"{how or 'only the command line judges its answers'}"
        )
    return plan


def _check(plan: "Plan", pair: Pair) -> None:
    """Raise BadInput for a plan of which an item is beyond the limits of every run."""
    from explorer.lab.sweep import find, items_of

    for item in items_of(find(plan.experiment), plan):
        if item.cell.method:  # not what is measured of the target alone
            asked = RunRequest(item.cell.method, plan.pair, item.task.prompt, item.cell.settings, limit=plan.limit)
            check_request(asked)
            check_work(asked, len(pair.encode(asked.prompt, asked.raw)))


def _pair(pair: str, job: Job) -> Pair:
    from explorer.lab.tasks import TOY_PAIR

    return toy_pair(read_toy(TOY_PAIR), TOY) if pair == TOY else loaded(pair, job.report)
