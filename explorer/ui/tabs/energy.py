"""The "Energy" tab: measured and modelled energy of recorded runs. Its experiments are in energy_experiments.py.

Measured and modelled energy have separate charts. If nothing was measured, the page says why and shows no number. The
first chart is plain HTML and appears at once. The library for the other charts takes seconds to load. Text from traces
is always escaped.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

import gradio as gr

from decoders.errors import BadInput
from explorer.energy.boards import BOARDS, DEFAULT, OWN, PICO, chosen
from explorer.features.laws import law_of
from explorer.service.live import friendly
from explorer.service.store import gallery, open_trace
from explorer.story.page import energy as words
from explorer.trace.lines import Header
from explorer.ui.form.widgets import QUIET, note_html, strong, wrong_html
from explorer.ui.scripts import call
from explorer.ui.tabs import energy_experiments
from explorer.ui.tabs.tables import number, table

MOST_TRACES = 6
OPENING = ("multinomial", "spd", "mtad", "dsbd")
STAGED: dict[str, Any] = {"show_progress": "hidden", "api_visibility": "private", "trigger_mode": "always_last"}
RECORDED = "energy-"  # names of traces from the command `energy-traces` begin with this
STYLE = Path(__file__).parent / "energy.css"
WIDTH = 80  # percent of the row for the longest bar, so that its number fits next to it
WAITING = '<p class="waiting" role="status">Reading the traces …</p>'
ABOUT = (
    "## Energy\nThe cost of a run is shown in three ways, which are never mixed in a curve. **Counted** (grey): how "
    "often the weights are read. **Measured** (solid lines, one colour per run): by a hardware counter. **Modelled** "
    "(dashed purple lines): computed from the counts for a device you choose."
)
WHY = (
    '<div class="kind-head"><h3>Why speculation saves energy</h3><p>Each pass reads all weights of its model '
    "once, whether it checks one token or ten. Reading memory costs more energy than arithmetic, as the paper on MTAD "
    "argues (Qin et al. 2025). So fewer target passes save energy, but the draft’s own passes cost some of it."
    "</p></div>"
)
MEASURED = (
    '<div class="kind-head"><svg width="44" height="14" aria-hidden="true"><rect width="44" height="14" fill="#0072b2" '
    'opacity="0.25"/><line x2="44" y1="7" y2="7" stroke="#0072b2" stroke-width="3"/><circle cx="22" cy="7" r="5" '
    'fill="#0072b2"/></svg><h3>Measured</h3><p>The total of a run is read from a hardware counter and divided among '
    "the rounds by time. The band is one update of the counter.</p></div>"
)
MODELLED = (
    '<div class="kind-head"><svg width="44" height="14" aria-hidden="true"><line x2="44" y1="7" y2="7" '
    'stroke="#b8559a" stroke-width="3" stroke-dasharray="7 5"/><circle cx="22" cy="7" r="5" fill="none" '
    'stroke="#b8559a" stroke-width="2.5"/></svg><h3>Modelled</h3><p>Not measured: bytes and FLOPs of '
    "every pass are multiplied by data-sheet coefficients (Equation 9 of the paper on MTAD, Qin et al. 2025). Idle "
    "time is not included, so measured energy is usually higher.</p></div>"
)
HEAD = (
    "run", "tokens", "tokens/s", "perplexity", "target passes", "draft passes", "MB moved per token",
    "wasted draft tokens", "measured J", "measured J/token", "modelled mJ/token", "source",
)  # fmt: skip


def here() -> str:
    """A sentence about what can be measured on this machine. Neither torch nor a model is loaded."""
    from explorer.energy.sources import NoSourceError, RaplSource, load_nvml

    try:
        lib = load_nvml()
        lib.nvmlInit()
        try:
            boards = [lib.nvmlDeviceGetName(lib.nvmlDeviceGetHandleByIndex(i)) for i in range(lib.nvmlDeviceGetCount())]
        finally:
            lib.nvmlShutdown()
    except Exception:  # if there is no driver, package or permission, NVML shows no GPU
        boards = []
    if boards:
        return f"{', '.join(map(str, boards))}: energy is measured if no other process uses the GPU."
    try:
        return f"CPU energy is measured for the whole package ({RaplSource().device})."
    except NoSourceError as error:
        return f"Energy cannot be measured on this machine: NVML shows no GPU, and {error}. It is modelled instead."


def default_traces() -> list[str]:
    """Names of the bundled traces that the tab shows first.

    These are the traces with measured energy or, if there are none, some traces with the same prompt.
    """
    names = [card.name for card in gallery()]
    measured = [name for name in names if name.startswith(RECORDED)]
    return measured[:MOST_TRACES] or [name for name in OPENING if name in names] or names[:3]


class Parts(NamedTuple):
    """The outputs of this tab for the chosen runs, in the order of the page."""

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
    """Updates of the given parts; all other parts stay unchanged."""
    return Parts(**{name: given.get(name, gr.skip()) for name in Parts._fields})


def draw(
    names: Sequence[str] | None, board: str, per_byte: float | None, per_flop: float | None, power: str | None = None
) -> Iterator[Parts]:
    """Yield `Parts` twice: texts and the first chart at once, then the other charts."""
    try:
        by = chosen(board, per_byte, per_flop)
    except BadInput as error:  # the error is shown next to the coefficients, which are far below the status line
        yield some(source=wrong_html(friendly(error)))
        return
    try:
        given = list(dict.fromkeys(names or ()))
        names = given[:MOST_TRACES]
        opened = [(name, open_trace(name)) for name in names]
        laws = [law_of(trace.header).key for _, trace in opened]
    except BadInput as error:
        yield some(status=wrong_html(friendly(error)))
        return
    from explorer.figures import energy as figures

    labels = _labels(names, [trace.header for _, trace in opened])
    runs = [
        replace(figures.run_of(trace, label, by), law=law)
        for label, (_, trace), law in zip(labels, opened, laws, strict=True)
    ]
    notes = ([f"Only the first {MOST_TRACES} are shown."] if len(given) > MOST_TRACES else []) + mixed(runs)
    known = [run.label for run in runs if run.measured is not None]
    power = power if power in known else next(iter(known), None)
    yield some(
        status=note_html(" ".join(notes)) if notes else "",
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
        split=figures.split(runs),
        modelled=figures.modelled_cumulative(runs),
        model_times=figures.time_energy(runs, model=True),
        model_pareto=figures.pareto(runs, model=True),
    )


def _labels(names: Sequence[str], headers: Sequence[Header]) -> list[str]:
    """Short, distinct labels for the runs."""
    short = [
        f"{header.method} ({name[:10]}…)" if name.startswith("run-") else name.removeprefix(RECORDED)
        for name, header in zip(names, headers, strict=False)
    ]
    return [label if short.count(label) == 1 else name for label, name in zip(short, names, strict=False)]


def _power_figure(label: str | None, runs: Sequence[Any], traces: Sequence[Any]) -> Any:
    """The chart of power over time for the measured run with this label."""
    from explorer.energy.parts import power, spans
    from explorer.figures.energy import power as figure

    for run, trace in zip(runs, traces, strict=True):
        if run.label == label and run.measured is not None:
            return figure(run.label, power(trace), spans(trace), run.measured.idle_watts)
    return None


def as_named(text: str) -> str:
    """Replace section numbers of papers, in a text from a trace or a device, with the paper's name.

    >>> as_named("PW_mem = the limit (MTAD §4: reading takes more)")
    'PW_mem = the limit (the paper on MTAD: reading takes more)'
    """
    return re.sub(r"\b(MTAD|003) §[\d.]+", "the paper on MTAD", text)


def unmeasured_html(runs: Sequence[Any], board: str) -> str:
    """HTML that says why there is no measured chart, and for which device the energy below is modelled."""
    named = f"the device {board}" if board in BOARDS else board
    return f'<p class="unmeasured">{strong(words.unmeasured([run.why for run in runs], named))}</p>'


def mixed(runs: Sequence[Any]) -> list[str]:
    """Sentences about differences between the chosen runs that make a comparison difficult."""
    sources = {(run.measured.method, run.measured.device) for run in runs if run.measured}
    return words.mixed(len({run.pair for run in runs}), len({run.prompt for run in runs}), len(sources))


def lesson_html(runs: Sequence[Any]) -> str:
    """HTML that says how often each run reads the weights, compared with one token per pass."""
    known = [run for run in runs if run.work.tokens and run.work.bytes is not None and run.work.target_weights]
    if not known:
        return ""
    base = next((run for run in known if not run.work.draft_passes), None)
    others = [run for run in known if run is not base and (base is None or run.pair == base.pair)]
    said = " ".join(_read_words(run) for run in ([base] if base else []) + others)
    least = min(others, key=lambda run: run.work.read_in_all, default=None)
    lead = "" if base is None or least is None else f'<p class="lead">{_saved_words(least, base)}</p>'
    return f'{lead}<p class="lesson">{said}</p>'


def _read_words(run: Any) -> str:
    work = run.work
    target = work.target_weights, work.per_token(work.target_passes)
    return strong(words.reads(run.label, target, (work.draft_weights or 0.0, work.per_token(work.draft_passes))))


def _saved_words(run: Any, base: Any) -> str:
    said = words.saved((run.label, run.work.read_in_all), (base.label, base.work.read_in_all))
    if run.perplexity is not None and base.perplexity is not None:
        alike = bool(run.law) and run.law == base.law
        said += f" {words.perplexities(run.perplexity, base.perplexity, base.label, alike=alike)}"
    return strong(said)


def table_html(runs: Sequence[Any]) -> str:
    """The numbers of the charts as a table, for screen readers and for copying."""
    return table(HEAD, map(_row, runs), "Energy of these runs", words=True) if runs else ""


def _row(run: Any) -> Sequence[str]:
    known, model, work = run.measured, run.modelled, run.work
    per_token = sum(model.joules()) / run.tokens * 1000 if model and run.tokens else None
    return (
        run.label,
        str(run.tokens),
        number(run.tokens / run.seconds if run.seconds else None),
        number(run.perplexity),
        str(work.target_passes),
        str(work.draft_passes),
        number(work.bytes / work.tokens / 1e6 if work.bytes is not None and work.tokens else None),
        number(work.wasted),
        f"{known.joules:.4g} ± {known.band:.2g}" if known else "unknown",
        number(known.joules / run.tokens if known and run.tokens else None),
        number(per_token),
        f"{known.method}, {known.device}" if known else f"not measured: {run.why}",
    )


def reads_html(runs: Sequence[Any]) -> str:
    """HTML chart of how often the weights are read. Each run has a bar with two parts, for the target and the draft."""
    known = [run for run in runs if run.work.tokens and run.work.target_weights]
    if not known:
        return f"<p>{words.NO_SIZES if runs else words.NO_TRACES}</p>"
    most = max(run.work.read_in_all for run in known)
    rows = "".join(_bars(run, most) for run in known)
    return (
        "<figure class='reads'><figcaption>Weights read per token (counted)</figcaption>"
        f"<ul>{rows}</ul><p><span><i class='target'></i>target weights</span>"
        "<span><i class='draft'></i>draft weights</span><span>×: passes per token</span></p></figure>"
    )


def _bars(run: Any, most: float) -> str:
    parts = [(name, *run.work.read(name)) for name in ("target", "draft")]
    bars = "".join(
        f'<i class="{name}" style="width: {WIDTH * size / most:.2f}%" '
        f'title="{name}: {times:.2f} × per token, {size / 1e6:.4g} MB"><span>{times:.2f} ×</span></i>'
        for name, size, times in parts
        if size
    )
    whole = run.work.read_in_all / 1e6
    return f'<li><span>{escape(run.label)}</span><span class="bar">{bars}<b>{whole:.4g} MB</b></span></li>'


def build(tab: gr.Tab) -> None:
    """Build the tab in the open Gradio layout. Its charts are drawn when it is opened."""
    with gr.Column(elem_id="energy-tab"):
        gr.HTML(f"<style>{STYLE.read_text(encoding='utf-8')}</style>", padding=False)
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
            add = gr.Button("Add the current run", scale=0, min_width=260)
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
            which = gr.Dropdown([], label="Run in the power chart", visible=False, elem_id="energy-which")
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
        energy_experiments.build()
    inputs = [picked, board, per_byte, per_flop, which]
    shown = [status, lesson, reads, table, unmeasured, cumulative, power, which, times, pareto]
    shown += [source, split, modelled, model_times, model_pareto]  # the order is that of Parts
    tab.select(lambda: note_html(here()), None, machine, **QUIET)
    tab.select(draw, inputs, shown, **STAGED)
    # not `change`, because Gradio also fires it when the tab is first built, and everything would be drawn twice
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
        board = gr.Dropdown([*BOARDS, OWN], value=DEFAULT.name, label="Modelled device", scale=2, min_width=200)
        per_byte = gr.Number(round(DEFAULT.joules_per_byte * PICO, 2), label="pJ per byte of memory", interactive=False)
        per_flop = gr.Number(round(DEFAULT.joules_per_flop * PICO, 3), label="pJ per FLOP", interactive=False)
    return board, per_byte, per_flop


def _numbers_of(board: str) -> tuple[Any, Any]:
    """Make the updates of the fields for coefficients. A known device's coefficients are fixed; the user's own can be
    edited.
    """
    if board == OWN:
        return gr.update(interactive=True), gr.update(interactive=True)
    by = BOARDS[board]
    byte, flop = round(by.joules_per_byte * PICO, 2), round(by.joules_per_flop * PICO, 3)
    return gr.update(value=byte, interactive=False), gr.update(value=flop, interactive=False)
