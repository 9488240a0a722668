"""The tab "Energy": what was measured and what is modelled (repeat mode and the batch sizes have files of their own).

Measured and modelled have pictures of their own. Where nothing was measured the page says why, and shows no number.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import gradio as gr

from decoders.errors import BadInput
from explorer.energy.boards import BOARDS, DEFAULT, OWN, PICO, chosen
from explorer.features.laws import law_of
from explorer.service.live import friendly
from explorer.service.store import gallery, open_trace
from explorer.ui import energy_batch, energy_repeat
from explorer.ui.energy_reads import STYLE as READS_STYLE
from explorer.ui.energy_reads import reads_html
from explorer.ui.energy_words import (
    ABOUT,
    MEASURED,
    MODELLED,
    STYLE,
    WAITING,
    WHY,
    as_named,
    lesson_html,
    mixed,
    table_html,
    unmeasured_html,
)
from explorer.ui.scripts import call
from explorer.ui.widgets import QUIET, note_html, wrong_html

MOST_TRACES = 6
OPENING = ("multinomial", "spd", "mtad", "dsbd")
STAGED: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private", "trigger_mode": "always_last"}
RECORDED = "energy-"  # how the traces of `energy-traces` are named


def here() -> str:
    """What could be measured on this machine, as a sentence; neither torch nor a model is loaded for it."""
    from explorer.energy.sources import NoSourceError, RaplSource, load_nvml

    try:
        lib = load_nvml()
        lib.nvmlInit()
        try:
            boards = [lib.nvmlDeviceGetName(lib.nvmlDeviceGetHandleByIndex(i)) for i in range(lib.nvmlDeviceGetCount())]
        finally:
            lib.nvmlShutdown()
    except Exception:  # no driver, no package, no permission: what matters here is that NVML shows no board
        boards = []
    if boards:
        return f"NVML sees {', '.join(map(str, boards))}: runs on it are measured where its counter is theirs alone."
    try:
        return f"Runs on the CPU are measured for the whole package ({RaplSource().device})."
    except NoSourceError as error:
        return f"On this machine nothing can be measured: NVML shows no GPU, and {error}. Joules are modelled."


def default_traces() -> list[str]:
    """The bundled traces the tab opens on: those with measured energy, else some of one prompt."""
    names = [card.name for card in gallery()]
    measured = [name for name in names if name.startswith(RECORDED)]
    return measured[:MOST_TRACES] or [name for name in OPENING if name in names] or names[:3]


class Parts(NamedTuple):
    """What the tab shows of the chosen runs, in the order of the page."""

    status: Any
    lesson: Any
    reads: Any
    table: Any
    unmeasured: Any
    cumulative: Any
    power: Any
    which: Any
    times: Any
    pareto: Any
    source: Any
    split: Any
    modelled: Any
    model_times: Any
    model_pareto: Any


def some(**given: Any) -> Parts:
    """Values of some parts; the others stay as they are."""
    return Parts(**{name: given.get(name, gr.skip()) for name in Parts._fields})


def draw(
    names: Sequence[str] | None, board: str, per_byte: float | None, per_flop: float | None, power: str | None = None
) -> Iterator[Parts]:
    """Values of `Parts` in two goes: words and first picture, then the rest, for which nothing else waits."""
    try:
        by = chosen(board, per_byte, per_flop)
    except BadInput as error:  # said beside the numbers, which lie far below the status
        yield some(source=wrong_html(friendly(error)))
        return
    try:
        names = list(dict.fromkeys(names or ()))[:MOST_TRACES]
        opened = [(name, open_trace(name)) for name in names]
        laws = [law_of(trace.header).key for _, trace in opened]
    except BadInput as error:
        yield some(status=wrong_html(friendly(error)))
        return
    from explorer.figures import energy as figures
    from explorer.figures.energy_weights import split

    labels = _labels(names or (), [trace.header for _, trace in opened])
    runs = [
        replace(figures.run_of(trace, label, by), law=law)
        for label, (_, trace), law in zip(labels, opened, laws, strict=True)
    ]
    told = [f"The first {MOST_TRACES} are drawn."] * (len(names or ()) > MOST_TRACES) + mixed(runs)
    known = [run.label for run in runs if run.measured is not None]
    power = power if power in known else next(iter(known), None)
    yield some(
        status=note_html(" ".join(told)) if told else "",
        lesson=lesson_html(runs),
        reads=reads_html(runs),
        table=table_html(runs),
        unmeasured="" if known else unmeasured_html(runs, by.name),
        which=gr.update(choices=known, value=power, visible=len(known) > 1),
        source=note_html(f"Coefficients: {as_named(by.source)}."),
        cumulative=gr.update(visible=bool(known)),
        power=gr.update(visible=bool(known)),
        times=gr.update(visible=bool(known)),
        pareto=gr.update(visible=bool(known)),
    )
    measured = some()
    if known:
        measured = some(
            cumulative=figures.cumulative(runs),
            power=_power_figure(power, runs, [trace for _, trace in opened]),
            times=figures.time_energy(runs),
            pareto=figures.pareto(runs),
        )
    yield measured._replace(
        split=split(runs),
        modelled=figures.modelled_cumulative(runs),
        model_times=figures.time_energy(runs, model=True),
        model_pareto=figures.pareto(runs, model=True),
    )


def _labels(names: Sequence[str], headers: Sequence[dict[str, Any]]) -> list[str]:
    """What the runs are called: short, and different from each other."""
    short = [
        f"{header['method']} ({name[:10]}…)" if name.startswith("run-") else name.removeprefix(RECORDED)
        for name, header in zip(names, headers, strict=False)
    ]
    return [label if short.count(label) == 1 else name for label, name in zip(short, names, strict=False)]


def _power_figure(label: str | None, runs: Sequence[Any], traces: Sequence[Any]) -> Any:
    """Power of the measured run with this label."""
    from explorer.energy.parts import power, spans
    from explorer.figures.energy_power import power as figure

    for run, trace in zip(runs, traces, strict=True):
        if run.label == label and run.measured is not None:
            return figure(run.label, power(trace), spans(trace), run.measured.idle_watts)
    return None


def build(tab: gr.Tab) -> None:
    """Builds the tab in the open Gradio layout; its pictures are drawn when it is first opened."""
    with gr.Column(elem_id="energy-tab"):
        gr.HTML(STYLE + READS_STYLE, padding=False)
        gr.Markdown(ABOUT)
        machine = gr.HTML("", padding=False)
        with gr.Row(elem_classes="choose"):
            picked = gr.Dropdown(
                [(f"{card.name} · {card.title}", card.name) for card in gallery()],
                value=default_traces(),
                multiselect=True,
                allow_custom_value=True,
                label=f"Traces (up to {MOST_TRACES})",
                scale=5,
                min_width=260,
                elem_id="energy-traces",
            )
            add = gr.Button("Add the run on the stage", scale=0, min_width=260)
        status = gr.HTML("", padding=False, elem_id="energy-status")
        gr.HTML(WHY, padding=False)
        lesson = gr.HTML("", padding=False, elem_id="energy-lesson")
        reads = gr.HTML(WAITING, padding=False, elem_id="energy-reads")
        table = gr.HTML("", padding=False, elem_id="energy-table")
        with gr.Column(elem_classes="kind measured"):
            gr.HTML(MEASURED, padding=False)
            unmeasured = gr.HTML("", padding=False, elem_id="energy-unmeasured")
            with gr.Row():
                cumulative, power = _plot("energy-measured", visible=False), _plot("energy-power", visible=False)
            which = gr.Dropdown([], label="Power over time of", visible=False, elem_id="energy-which")
            with gr.Row():
                times, pareto = _plot("energy-time", visible=False), _plot("energy-pareto", visible=False)
        with gr.Column(elem_classes="kind modelled"):
            gr.HTML(MODELLED, padding=False)
            board, per_byte, per_flop = _coefficient_widgets()
            source = gr.HTML("", padding=False, elem_id="energy-source")
            with gr.Row():
                split, modelled = _plot("energy-split"), _plot("energy-modelled")
            with gr.Row():
                model_times, model_pareto = _plot("energy-model-time"), _plot("energy-model-pareto")
        energy_repeat.build()
        energy_batch.build()
    inputs = [picked, board, per_byte, per_flop, which]
    shown = [status, lesson, reads, table, unmeasured, cumulative, power, which, times, pareto]
    shown += [source, split, modelled, model_times, model_pareto]  # in the order of Parts
    tab.select(lambda: note_html(here()), None, machine, **QUIET)
    tab.select(draw, inputs, shown, **STAGED)
    # Not `change`, which Gradio also fires when the tab is first built: everything would be drawn twice.
    gr.on(
        [picked.input, which.input, per_byte.submit, per_byte.blur, per_flop.submit, per_flop.blur],
        draw,
        inputs,
        shown,
        **STAGED,
    )
    board.input(_numbers_of, board, [per_byte, per_flop], **QUIET).then(draw, inputs, shown, **STAGED)
    added = add.click(None, picked, picked, js=call("energy.js", "add"), api_visibility="private")
    added.then(draw, inputs, shown, **STAGED)


def _plot(name: str, visible: bool = True) -> gr.Plot:
    return gr.Plot(show_label=False, elem_id=name, elem_classes="picture", visible=visible, min_width=320)


def _coefficient_widgets() -> tuple[gr.Dropdown, gr.Number, gr.Number]:
    with gr.Row(elem_classes="choose"):
        board = gr.Dropdown([*BOARDS, OWN], value=DEFAULT.name, label="Coefficients of", scale=2, min_width=200)
        per_byte = gr.Number(round(DEFAULT.joules_per_byte * PICO, 2), label="pJ per byte of memory", interactive=False)
        per_flop = gr.Number(round(DEFAULT.joules_per_flop * PICO, 3), label="pJ per FLOP", interactive=False)
    return board, per_byte, per_flop


def _numbers_of(board: str) -> tuple[Any, Any]:
    """A board's numbers, fixed; one's own start from what stands there."""
    if board == OWN:
        return gr.update(interactive=True), gr.update(interactive=True)
    by = BOARDS[board]
    byte, flop = round(by.joules_per_byte * PICO, 2), round(by.joules_per_flop * PICO, 3)
    return gr.update(value=byte, interactive=False), gr.update(value=flop, interactive=False)
