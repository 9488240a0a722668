"""The tab "Compare": two to four methods on the same prompt, pair and seed, side by side in lock step."""

import shlex
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.runs.laws import comparable, differences, law_of
from explorer.runs.live import Tally, follow, friendly
from explorer.runs.offered import check_pair
from explorer.runs.request import MAX_NEW_TOKENS, MAX_SEED, RunRequest, requests_of
from explorer.traces.metrics import ACCEPTANCE, ACCEPTANCE_WHY, DRAWS
from explorer.ui import choices
from explorer.ui.explore import PAIR, QUIET, buttons, note_html, stop_with, wrong_html
from explorer.ui.stage import Stage

MOST = 4
METHODS = ("multinomial", "spd", "specinfer")
STOPPED = "Stopped. The methods that had finished can be compared."
# Stepping one stage takes the others to the same iteration (its end), or to their last if they needed fewer.
LOCK_STEP_JS = """
let moving = false;
const holders = () => [...document.querySelectorAll('#compare .slot [data-testid="stage"]')].map((one) => {
  while (one && !one.stage) one = one.parentElement;
  return one;
}).filter(Boolean);
document.addEventListener('stage:step', (event) => {
  if (!element.isConnected || moving || !event.target.closest?.('#compare')) return;
  moving = true;
  const { it } = event.detail;
  for (const one of holders()) if (!one.contains(event.target) && one.stage.state().it !== it) one.stage.goto({ it });
  moving = false;
});
"""
# A busy browser may have missed messages of a fast run: then it gets the whole trace.
CATCH_UP_JS = """() => {
  document.querySelectorAll('#compare-table tr[data-run]').forEach((row, place) => {
    let one = document.querySelectorAll('#compare .slot [data-testid="stage"]')[place];
    while (one && !one.stage) one = one.parentElement;
    const shown = one?.stage.state();
    if (shown && (shown.name !== row.dataset.run || shown.iterations < Number(row.dataset.iterations)))
      one.stage.receive({ type: 'fetch', url: 'explorer/open/' + row.dataset.run, at: { it: 1 } });
  });
}"""
COLUMNS = (
    ("tokens", "emitted", 0),
    ("target passes", "target_passes", 0),
    ("tokens per iteration", "tokens_per_iteration", 2),
    ("tokens/s", "speed", 1),
    ("acceptance", "acceptance", 2),
    ("drafted (draws)", "drafted", 0),
    ("wasted (draws)", "wasted", 0),
)
_COMPARED = ("tokens_per_iteration", "speed")  # shown also as a ratio to the first method
_LAW = "How tokens are chosen, and whether the output follows the same law as the target alone"


@dataclass(frozen=True)
class Row:
    """A finished run: where it is kept, its trace's header, and its metrics."""

    name: str
    header: dict[str, Any]
    metrics: dict[str, Any]


def metrics_of(summary: dict[str, Any]) -> dict[str, Any]:
    """The metrics of a run from the last line of its trace."""
    counts, total = summary["counts"], summary["seconds"].get("total")
    return {**counts, "speed": counts["emitted"] / total if total else None}


def table_html(rows: Sequence[Row]) -> str:
    """One row for every finished run; ratios are to the first row, and only between runs that can be compared."""
    if not rows:
        return ""
    unlike = differences([row.header for row in rows])
    warning = f'<p class="unlike" role="note">{escape(unlike)}</p>' if unlike else ""
    head = "".join(_column_html(name, key) for name, key, _ in COLUMNS)
    first = f'<th scope="col">method</th><th scope="col" class="rule" title="{_LAW}">law it decodes</th>'
    body = "".join(_row_html(row, rows[0]) for row in rows)
    note = (
        "<p>× is the ratio to the first method, where both decode the same law. Times are of this run alone; a "
        f"benchmark repeats and interleaves. Acceptance: {escape(ACCEPTANCE_WHY[0].lower() + ACCEPTANCE_WHY[1:])}. "
        f"{escape(DRAWS)}.</p>"
    )
    table = f"<table><thead><tr>{first}{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'{warning}<div class="law">{table}{note}</div>'


def _column_html(name: str, key: str) -> str:
    if key != "acceptance":
        return f'<th scope="col">{escape(name)}</th>'
    return f'<th scope="col" title="{escape(ACCEPTANCE_WHY)}">{escape(name)} <small>({escape(ACCEPTANCE)})</small></th>'


def _row_html(row: Row, first: Row) -> str:
    law, title = law_of(row.header), DECODERS[row.header["method"]].title
    base = first.metrics if row is not first and comparable(row.header, first.header) else {}
    return (
        f'<tr data-run="{escape(row.name)}" data-iterations="{row.metrics["iterations"]}">'
        f'<th scope="row">{escape(title)}</th>'
        f'<td class="rule">{escape(law.how)}<small>{escape(law.kept)}</small></td>'
        + "".join(f"<td>{_cell(row.metrics, base, key, digits)}</td>" for _, key, digits in COLUMNS)
        + "</tr>"
    )


def _cell(metrics: dict[str, Any], base: dict[str, Any], key: str, digits: int) -> str:
    value = metrics.get(key)
    if value is None:
        return "–"
    ratio = f" ({value / base[key]:.2f}×)" if key in _COMPARED and base.get(key) else ""
    return f"{value:.{digits}f}{ratio}"


def settings_of(text: str) -> dict[str, str]:
    """Settings from key=value words. Raises BadInput for words that are none."""
    try:
        words = [word.partition("=") for word in shlex.split(text)]
    except ValueError as error:
        raise BadInput(f"the further settings cannot be read ({error}); write them as gamma=4 width=3") from None
    return {key: value for key, _, value in words}


def requests(values: Sequence[Any]) -> dict[str, RunRequest]:
    """The runs that the widgets ask for, by method: each takes of the settings those it has. Raises BadInput."""
    pair, methods, prompt, limit, seed, temperature, top_k, top_p, more = values
    if not 2 <= len(methods or ()) <= MOST:
        raise BadInput(f"{len(methods or ())} methods are chosen; choose two to {MOST}")
    settings = {"temperature": temperature, "top_k": top_k, "top_p": top_p} | settings_of(more or "")
    return requests_of(methods, settings, pair=pair, prompt=prompt or "", seed=seed, limit=limit)


def _run(wanted: Sequence[RunRequest]) -> Generator[tuple[Any, ...], None, None]:
    """Status, table, Run, Stop, and the four stages."""
    from explorer.stage.pack import Feed, clear_message

    skip, rows = gr.skip(), list[Row]()
    yield note_html("Starting", 0.0), "", *buttons(True), *[clear_message("Not run yet.")] * MOST
    for place, request in enumerate(wanted):
        tally, feed, header = Tally(request.limit), None, {}
        for news in follow(request):
            feed = feed or Feed(name=news.name)
            for line in news.lines:
                tally.add(line)
                header = line if line["kind"] == "header" else header
                if line["kind"] == "summary":
                    rows.append(Row(news.name, header, metrics_of(line)))
            share = (place + tally.tokens / tally.wanted) / len(wanted)
            what = news.note or f"{tally.tokens} of {tally.wanted} tokens, {tally.speed:.1f} tokens/s"
            status = note_html(f"{place + 1} of {len(wanted)}: {request.decoder.title}: {what}", share)
            stages = [feed.messages(news.lines) if i == place and news.lines else skip for i in range(MOST)]
            yield status, table_html(rows), skip, skip, *stages
    yield note_html(f"Done: {len(rows)} methods."), table_html(rows), *[skip] * (2 + MOST)


def build() -> None:
    """Builds the tab in the open Gradio layout."""
    with gr.Column(elem_id="compare"):
        with gr.Row(elem_classes="choose"):
            pair = gr.Dropdown(choices.pairs(), value=PAIR, label="Pair to compare on", scale=1, min_width=150)
            methods = gr.Dropdown(
                choices.methods(),
                value=[name for name in METHODS if name in DECODERS],
                label="Methods (two to four)",
                multiselect=True,
                max_choices=MOST,
                scale=3,
                min_width=220,
            )
        with gr.Row(elem_classes="choose"):
            prompt = gr.Textbox(choices.prompts(PAIR)[0], label="Prompt to compare on", scale=5, min_width=220)
            run = gr.Button("Compare", variant="primary", scale=0, min_width=100, elem_id="compare-run")
            stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90)
        with gr.Accordion("Settings of all methods", open=False):
            with gr.Row():
                new = gr.Number(32, label="New tokens each", precision=0, minimum=1, maximum=MAX_NEW_TOKENS)
                seed = gr.Number(0, label="Seed of all", precision=0, minimum=0, maximum=MAX_SEED)
                temperature = gr.Number(1.0, label="temperature (T)", minimum=0, maximum=10)
                top_k = gr.Number(10, label="top k (k)", precision=0, minimum=0)
                top_p = gr.Number(0.9, label="top p (p)", minimum=0.01, maximum=1)
            more = gr.Textbox(
                "", label="Further settings", info="Such as gamma=4 width=3; each method takes those it has"
            )
        status = gr.HTML("", elem_id="compare-status", padding=False)
        table = gr.HTML("", elem_id="compare-table", padding=False)
        gr.HTML("", js_on_load=LOCK_STEP_JS, padding=False, elem_id="lock-step")
        with gr.Row(elem_classes="slots"):
            stages = [
                Stage(url=False, keys=False, compact=True, elem_id=f"stage-{i + 1}", elem_classes="slot")
                for i in range(MOST)
            ]
    pair.input(lambda name: choices.prompts(name)[0], pair, prompt, trigger_mode="always_last", **QUIET)

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            wanted = list(requests(values).values())
            check_pair(wanted[0].pair)
            yield from _run(wanted)
        except Exception as error:
            yield wrong_html(friendly(error)), *[gr.skip()] * (3 + MOST)

    running = run.click(
        start,
        [pair, methods, prompt, new, seed, temperature, top_k, top_p, more],
        [status, table, run, stop, *stages],
        concurrency_id="decode",
        show_progress="hidden",
        api_visibility="private",
    )
    running.then(None, None, None, js=CATCH_UP_JS, api_visibility="private")
    stop_with(stop, STOPPED, [status, run, stop], running)
