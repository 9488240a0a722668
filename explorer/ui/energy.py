"""The tab "Energy": what was measured and what is modelled (the batch-size experiment is in energy_batch.py).

Measured and modelled have pictures of their own. Where nothing was measured the page says why, and shows no number.
"""

from collections.abc import Sequence
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.energy_model import BOARDS, DEFAULT, Coefficients
from explorer.ui import energy_batch
from explorer.ui.energy_batch import number
from explorer.ui.explore import QUIET, note_html, wrong_html
from explorer.ui.routes import open_trace
from explorer.ui.running import friendly
from explorer.ui.shelf import gallery

MOST_TRACES = 6
OPENING = ("multinomial", "spd", "mtad", "dsbd")
OWN = "Own numbers"
PICO = 1e12
# Plotly writes colours into the picture; text and lines follow the page instead, in light and in dark.
STYLE = """<style>
#energy-tab .js-plotly-plot text { fill: var(--body-text-color) !important; }
#energy-tab .js-plotly-plot .barlayer text { fill: inherit !important; }
#energy-tab table { border: 0 !important; border-collapse: collapse; font-variant-numeric: tabular-nums; }
#energy-tab :is(th, td) { padding: 0.25rem 0.75rem 0.25rem 0; text-align: right; border: 0 !important; }
#energy-tab tr { border: 0; border-bottom: 1px solid var(--border-color-primary) !important; }
#energy-tab :is(th, td):is(:first-child, .words) { text-align: left; }
#energy-tab .scroll { overflow-x: auto; }
</style>"""
ABOUT = (
    "### Energy\n**Measured** joules come from a counter of the hardware that ran the models: the total of a run is "
    "measured, and its iterations get their part by time. **Modelled** joules are computed from the bytes and FLOPs of "
    "every pass (003 §4, Eq. 9) for a board of your choice; they need no GPU. A claim that one method uses less needs "
    "repeated trials: `python -m explorer energy-repeat multinomial,spd --pair … --prompt …`."
)
# What the stage shows is named on its root element.
ADD_JS = """(picked) => {
  const name = document.querySelector('#stage [data-name]')?.dataset.name;
  return !name || picked.includes(name) ? picked : [...picked, name];
}"""


def here() -> str:
    """What could be measured on this machine, as a sentence; neither torch nor a model is loaded for it."""
    from explorer.energy_sources import NoSourceError, RaplSource, load_nvml

    try:
        lib = load_nvml()
        lib.nvmlInit()
        boards = [lib.nvmlDeviceGetName(lib.nvmlDeviceGetHandleByIndex(i)) for i in range(lib.nvmlDeviceGetCount())]
        lib.nvmlShutdown()
    except Exception:  # no driver, no package, no permission: what matters here is that there is no board
        boards = []
    if boards:
        return f"NVML sees {', '.join(map(str, boards))}: runs on it are measured where its counter is theirs alone."
    try:
        return f"Runs on the CPU are measured for the whole package ({RaplSource().device})."
    except NoSourceError as error:
        return f"On this machine nothing can be measured: there is no NVIDIA GPU, and {error}. Joules are modelled."


def default_traces() -> list[str]:
    """The bundled traces the tab opens on."""
    names = [card.name for card in gallery()]
    return [name for name in OPENING if name in names] or names[:3]


def coefficients(board: str, per_byte: float | None, per_flop: float | None) -> Coefficients:
    """Those of a board, or one's own in picojoules. Raises BadInput for numbers that cannot be."""
    if board != OWN:
        return BOARDS[board]
    if per_byte is None or per_flop is None or not (0 <= per_byte < 1e6 and 0 <= per_flop < 1e6):
        raise BadInput("both coefficients should be from 0 to 1,000,000 picojoules")
    return Coefficients("own numbers", per_byte / PICO, per_flop / PICO, "set by hand on this page")


def draw(names: Sequence[str] | None, board: str, per_byte: float | None, per_flop: float | None) -> tuple[Any, ...]:
    """Status, table, four measured and four modelled pictures."""
    from explorer.figures import energy as figures

    try:
        by = coefficients(board, per_byte, per_flop)
        opened = [(name, open_trace(name)) for name in (names or ())[:MOST_TRACES]]
    except BadInput as error:
        return wrong_html(friendly(error)), *[gr.skip()] * 9
    runs = [figures.run_of(trace, _label(name, trace.header), by) for name, trace in opened]
    any_measured = any(run.measured is not None for run in runs)
    power = _power_figure(runs, [trace for _, trace in opened])
    told = f"The first {MOST_TRACES} are drawn. " if len(names or ()) > MOST_TRACES else ""
    return (
        note_html(told + by.source),
        table_html(runs),
        figures.cumulative(runs),
        gr.update(value=power, visible=any_measured),
        gr.update(value=figures.time_energy(runs), visible=any_measured),
        gr.update(value=figures.pareto(runs), visible=any_measured),
        figures.split(runs),
        figures.modelled_cumulative(runs),
        figures.time_energy(runs, model=True),
        figures.pareto(runs, model=True),
    )


def _label(name: str, header: dict[str, Any]) -> str:
    return f"{header['method']} ({name[:10]}…)" if name.startswith("run-") else name


def _power_figure(runs: Sequence[Any], traces: Sequence[Any]) -> Any:
    """Power of the first measured trace."""
    from explorer.energy_parts import power, spans
    from explorer.figures.energy import power as figure

    for run, trace in zip(runs, traces, strict=True):
        if run.measured is not None:
            return figure(run.label, power(trace), spans(trace), run.measured.idle_watts)
    return None


def table_html(runs: Sequence[Any]) -> str:
    """The numbers behind the pictures, for screen readers and for copying."""
    if not runs:
        return ""
    head = ("run", "tokens", "tokens/s", "perplexity", "measured J", "measured J/token", "modelled mJ/token", "source")
    rows = "".join(_row(run) for run in runs)
    cells = "".join(f"<th>{word}</th>" for word in head[:-1]) + f'<th class="words">{head[-1]}</th>'
    return f'<div class="scroll"><table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(run: Any) -> str:
    known, model = run.measured, run.modelled
    per_token = sum(model.joules()) / run.tokens * 1000 if model and run.tokens else None
    cells = (
        run.label,
        str(run.tokens),
        number(run.tokens / run.seconds if run.seconds else None),
        number(run.perplexity),
        f"{known.joules:.4g} ± {known.band:.2g}" if known else "unknown",
        number(known.joules / run.tokens if known and run.tokens else None),
        number(per_token),
        f"{known.method}, {known.device}" if known else f"not measured: {run.why}",
    )
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells[:-1])
    return f'<tr>{shown}<td class="words">{escape(cells[-1])}</td></tr>'


def build(tab: gr.Tab) -> None:
    """Builds the tab in the open Gradio layout; its pictures are drawn when it is first opened."""
    with gr.Column(elem_id="energy-tab"):
        gr.HTML(STYLE, padding=False)
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
            add = gr.Button("Add the run on the stage", scale=0, min_width=200)
        status, table = gr.HTML("", padding=False), gr.HTML("", padding=False)
        gr.Markdown("### Measured")
        with gr.Row():
            cumulative, power = _plot("energy-measured"), _plot("energy-power", visible=False)
        with gr.Row():
            times, pareto = _plot("energy-time", visible=False), _plot("energy-pareto", visible=False)
        gr.Markdown("### Modelled")
        board, per_byte, per_flop = _coefficient_widgets()
        with gr.Row():
            split, modelled = _plot("energy-split"), _plot("energy-modelled")
        with gr.Row():
            model_times, model_pareto = _plot("energy-model-time"), _plot("energy-model-pareto")
        energy_batch.build()
    inputs = [picked, board, per_byte, per_flop]
    shown = [status, table, cumulative, power, times, pareto, split, modelled, model_times, model_pareto]
    tab.select(lambda *values: (note_html(here()), *draw(*values)), inputs, [machine, *shown], **QUIET)
    gr.on([picked.change, per_byte.submit, per_byte.blur, per_flop.submit, per_flop.blur], draw, inputs, shown, **QUIET)
    board.input(_numbers_of, board, [per_byte, per_flop], **QUIET).then(draw, inputs, shown, **QUIET)
    add.click(None, picked, picked, js=ADD_JS, api_visibility="private")


def _plot(name: str, visible: bool = True) -> gr.Plot:
    return gr.Plot(show_label=False, elem_id=name, visible=visible, min_width=320)


def _coefficient_widgets() -> tuple[gr.Dropdown, gr.Number, gr.Number]:
    with gr.Row(elem_classes="choose"):
        board = gr.Dropdown([*BOARDS, OWN], value=DEFAULT.name, label="Coefficients of", scale=2, min_width=200)
        per_byte = gr.Number(
            round(DEFAULT.joules_per_byte * PICO, 2), label="pJ per byte of memory", interactive=False, minimum=0
        )
        per_flop = gr.Number(
            round(DEFAULT.joules_per_flop * PICO, 3), label="pJ per FLOP", interactive=False, minimum=0
        )
    return board, per_byte, per_flop


def _numbers_of(board: str) -> tuple[Any, Any]:
    """A board's numbers, fixed; one's own start from what stands there."""
    if board == OWN:
        return gr.update(interactive=True), gr.update(interactive=True)
    by = BOARDS[board]
    byte, flop = round(by.joules_per_byte * PICO, 2), round(by.joules_per_flop * PICO, 3)
    return gr.update(value=byte, interactive=False), gr.update(value=flop, interactive=False)
