"""The tab "Exactness": a decoder's law and its oracle's, by enumeration, and rules broken on purpose."""

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.lab.exactness import EQUAL, MOST_TOKENS
from explorer.lab.mutations import MUTATIONS
from explorer.runs.live import friendly
from explorer.ui import choices
from explorer.ui.controls import SettingsPanel
from explorer.ui.explore import QUIET, buttons, note_html, stop_with, wrong_html

SECONDS = 60  # an enumeration that takes longer is stopped
SHOWN = 16  # outcomes in the table and the chart
MOST_JSON = 20_000
_ROOT = Path(__file__).parents[2]
TOO_LONG = (
    f"Stopped after {SECONDS} s: every token, beam and draft multiplies the branches. "
    "Use fewer tokens, a smaller width or gamma, or a smaller vocabulary."
)
_LINES = ("#0072B2", "#E69F00", "#D55E00", "#CC79A7", "#009E73", "#56B4E9", "#F0E442", "#999999")


def enumerate_laws(request: dict[str, Any]) -> Generator[dict[str, Any] | None, None, None]:
    """The parts of the reply as they come, None while waiting. Raises BadInput; closing it kills the process."""
    command = [sys.executable, "-m", "explorer.lab.exactness"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(request))
        process.stdin.close()
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_pour, args=(process.stdout, lines), daemon=True).start()
        until = time.monotonic() + SECONDS
        try:
            yield from _parts(lines, until)
        finally:
            process.kill()


def _pour(lines: Any, into: "queue.Queue[str]") -> None:
    """Hand over every line, then an empty one."""
    for line in lines:
        into.put(line)
    into.put("")


def _parts(lines: "queue.Queue[str]", until: float) -> Generator[dict[str, Any] | None, None, None]:
    came = 0
    while time.monotonic() < until:
        try:
            line = lines.get(timeout=0.25)
        except queue.Empty:
            yield None
            continue
        if not line:
            if not came:
                raise BadInput("the enumeration ended without a result; use fewer tokens or a smaller pair")
            return
        part, came = json.loads(line), came + 1
        if "error" in part:
            raise BadInput(part["error"])
        yield part
    raise BadInput(TOO_LONG)


def verdict_html(parts: Sequence[dict[str, Any]]) -> str:
    """The distance as a number, and one line for every broken rule."""
    first = parts[0]
    if first["oracle"] is None:
        head = f"<b>{escape(first['method'])}</b> has no oracle to be compared with: {escape(first['why'])}."
    else:
        equal = first["tv"] < EQUAL
        says = "equal, up to rounding" if equal else "not the same law"
        head = (
            f"<b>{escape(first['method'])}</b> against <b>{escape(first['oracle'])}</b>: total variation "
            f'<b class="tv" data-testid="tv">{first["tv"]:.2g}</b>, {says}. {escape(first["why"].capitalize())}.'
        )
    rows = "".join(
        f'<li data-mutation="{escape(broken["mutation"])}"><b>{escape(broken["title"])}</b>: total variation '
        f'<b class="tv">{broken["tv"]:.2g}</b>. {_moved(broken)}</li>'
        for broken in parts[1:]
    )
    return f'<div class="verdict"><p>{head}</p><ul>{rows}</ul></div>'


def _moved(broken: dict[str, Any]) -> str:
    if broken["moved"] < EQUAL:
        return "The law has not moved: with these settings, on this pair, that part of the rule makes no difference."
    return f"The law has moved by {broken['moved']:.2g}."


def columns(parts: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, float]]]:
    """(heading, law) of everything there is to compare."""
    first = parts[0]
    laws = [(first["method"], dict(map(tuple, first["law"])))]
    if first["oracle_law"] is not None:
        laws.append((f"oracle: {first['oracle']}", dict(map(tuple, first["oracle_law"]))))
    return [*laws, *((broken["title"], dict(map(tuple, broken["law"]))) for broken in parts[1:])]


def table_html(parts: Sequence[dict[str, Any]]) -> str:
    """The most probable outcomes under every law."""
    laws = columns(parts)
    every = {outcome for _, law in laws for outcome in law}
    outcomes = _first(laws, every)
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name, _ in laws)
    rows = "".join(
        f"<tr><th scope='row'>{escape(outcome) or '(nothing)'}</th>"
        + "".join(f"<td>{law.get(outcome, 0.0):.6f}</td>" for _, law in laws)
        + "</tr>"
        for outcome in outcomes
    )
    more = len(every) - len(outcomes)
    left = f"<p>{more} less probable outcomes are not listed.</p>" if more > 0 else ""
    return (
        f'<div class="law"><table><thead><tr><th scope="col">output</th>{head}</tr></thead><tbody>{rows}</tbody>'
        f"</table>{left}</div>"
    )


def _first(laws: list[tuple[str, dict[str, float]]], every: set[str]) -> list[str]:
    """The outcomes that some law finds most probable."""
    return sorted(every, key=lambda outcome: (-max(law.get(outcome, 0.0) for _, law in laws), outcome))[:SHOWN]


def chart(parts: Sequence[dict[str, Any]]) -> Any:
    """Both laws, and the broken ones, as bars."""
    import plotly.graph_objects as go

    laws = columns(parts)
    outcomes = _first(laws, {outcome for _, law in laws for outcome in law})
    labels = [escape(outcome) or "(nothing)" for outcome in outcomes]
    bars = [
        go.Bar(name=name, x=labels, y=[law.get(outcome, 0.0) for outcome in outcomes], marker={"color": colour})
        for (name, law), colour in zip(laws, _LINES, strict=False)
    ]
    figure = go.Figure(bars)
    figure.update_layout(
        barmode="group",
        height=360,
        margin={"l": 40, "r": 10, "t": 10, "b": 40},
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"color": "#808890"},
        yaxis={"title": "probability", "gridcolor": "rgba(128,136,144,0.3)"},
        legend={"orientation": "h", "y": 1.15},
    )
    return figure


def build() -> None:
    """Builds the tab in the open Gradio layout."""
    names = list(choices.toys())
    first = names[0]
    gr.Markdown(
        "Every branch of the real decoder is walked on a toy pair, with its probability. A lossless method has exactly "
        "the law of its oracle; break a rule and watch the law drift."
    )
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown([(n.split("/")[-1], n) for n in names], value=first, label="Toy pair", min_width=160)
        method = gr.Dropdown(choices.methods(), value="spd", label="Decoder", min_width=200)
        prompt = gr.Textbox(choices.prompts(first)[0], label="Context", max_lines=1, min_width=120)
        tokens = gr.Slider(1, MOST_TOKENS, value=2, step=1, label="Tokens", min_width=140)
        run = gr.Button("Enumerate", variant="primary", scale=0, min_width=110, elem_id="enumerate")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90)
    broken = gr.CheckboxGroup(
        [(mutation.title, name) for name, mutation in MUTATIONS.items()],
        label="Break a rule on purpose",
        elem_id="mutations",
    )
    with gr.Accordion("Decoder's settings", open=False):
        panel = SettingsPanel("spd")
    with gr.Accordion("Edit the pair by hand", open=False):
        text = gr.Textbox(choices.toy_json(first), label="Toy pair as JSON", lines=12, max_lines=24, elem_id="toy-json")
    status = gr.HTML("", elem_id="law-status", padding=False)
    verdict = gr.HTML("", elem_id="law-verdict", padding=False)
    plot = gr.Plot(label="Laws", visible=False)
    table = gr.HTML("", elem_id="law-table", padding=False)
    pair.input(lambda name: (choices.toy_json(name), choices.prompts(name)[0]), pair, [text, prompt], **QUIET)
    method.change(panel.show, method, panel.outputs, **QUIET)

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            yield from _results(_request(panel, values))
        except Exception as error:
            yield wrong_html(friendly(error)), gr.skip(), gr.skip(), gr.skip(), *buttons(False)

    outputs = [status, verdict, plot, table, run, stop]
    running = run.click(
        start,
        [text, method, prompt, tokens, broken, *panel.outputs],
        outputs,
        concurrency_id="laws",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
    )
    stop_with(stop, "Stopped.", [status, run, stop], running)


def _request(panel: SettingsPanel, values: Sequence[Any]) -> dict[str, Any]:
    text, method, prompt, tokens, broken, *settings = values
    if len(text) > MOST_JSON:
        raise BadInput(f"the pair is longer than {MOST_JSON} characters; enumeration needs a small one")
    try:
        toy = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the pair is not JSON: {error}") from None
    chosen = panel.read(method, settings)
    request = {"toy": toy, "prompt": prompt or "", "method": method, "tokens": int(tokens), "mutations": broken or []}
    return request | {"settings": chosen}


def _results(request: dict[str, Any]) -> Generator[tuple[Any, ...], None, None]:
    """Status, verdict, chart, table, Run, Stop."""
    wanted, parts, begin = 1 + len(request["mutations"]), list[dict[str, Any]](), time.monotonic()
    yield note_html("Enumerating", 0.0), "", gr.update(visible=False), "", *buttons(True)
    for part in enumerate_laws(request):
        spent = time.monotonic() - begin
        told = note_html(f"Enumerating: {len(parts)} of {wanted} laws, {spent:.0f} of {SECONDS} s", len(parts) / wanted)
        if part is None:
            yield told, gr.skip(), gr.skip(), gr.skip(), gr.skip(), gr.skip()
            continue
        parts.append(part)
        yield told, verdict_html(parts), gr.skip(), table_html(parts), gr.skip(), gr.skip()
    done = note_html(f"Done in {time.monotonic() - begin:.1f} s: {wanted} enumeration{'s' * (wanted > 1)}.")
    yield done, gr.skip(), gr.update(value=chart(parts), visible=True), gr.skip(), *buttons(False)
