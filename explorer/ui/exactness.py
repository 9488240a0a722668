"""The tab "Exactness": a decoder's law and its oracle's, by enumeration, and rules broken on purpose.

It opens by enumerating a first example, one rule of it broken, so that the claim and its end are seen before any form.
"""

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Generator, Sequence
from dataclasses import asdict
from html import escape
from pathlib import Path
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.lab.exactness import EQUAL, MOST_TOKENS, MOST_WORDS
from explorer.lab.mutations import MUTATIONS
from explorer.service.live import friendly
from explorer.service.offered import toys
from explorer.service.request import whole
from explorer.site.html import scrolled
from explorer.story.laws import moved_law, same_law
from explorer.ui import choices
from explorer.ui.controls import SettingsPanel
from explorer.ui.scripts import call, on_load
from explorer.ui.widgets import QUIET, SETTLE, buttons, note_html, stop_with, strong, wrong_html

SMALL = {"draft_width": 2, "width": 2, "block": 2}  # with more, forests of a few words take minutes
SECONDS = 60  # an enumeration that takes longer is stopped
SHOWN = 16  # outcomes in the table and the chart
MOST_JSON = 20_000
ABOUT = (
    "Speculative decoding claims that every text comes with **exactly** the chance that the big model alone would give "
    "it, only sooner. Here that is checked, not estimated: every way the dice can fall is walked through on a pair of "
    "models small enough to be tables, and the texts are compared with how often they come. The number is the *total "
    "variation*: 0 where all texts come equally often, 1 where none is shared. Break a rule and see it grow."
)
BROKEN = ("residual-p",)  # in the first example
MOST_KEPT = 16  # replies that are kept: many visitors ask the same, all of them the first example
READY = "Press Enumerate: most pairs take a second or two."
SOON = 0.05  # seconds between two looks whether a run can be ended yet
CHANGED = "Changed: press Enumerate for the law of what is chosen now."
SAME = "(text) => text"
_ROOT = Path(__file__).parents[2]
TOO_LONG = (
    f"Stopped after {SECONDS} s: every token, beam and draft multiplies the branches. "
    "Use fewer tokens, a smaller width or gamma, or a smaller vocabulary."
)


_kept: dict[str, list[dict[str, Any]]] = {}


def laws_of(request: dict[str, Any]) -> Generator[dict[str, Any] | None, None, None]:
    """The same as `enumerate_laws`; a reply that came whole is kept for who asks the same."""
    key = json.dumps(request, sort_keys=True)
    if key in _kept:
        yield from _kept[key]
        return
    parts = []
    for part in enumerate_laws(request):
        parts += [part] * (part is not None)
        yield part
    _kept[key] = parts
    for oldest in list(_kept)[:-MOST_KEPT]:
        _kept.pop(oldest, None)


def enumerate_laws(request: dict[str, Any]) -> Generator[dict[str, Any] | None, None, None]:
    """The parts of the reply as they come, None while waiting; closing it kills the process.

    Raises BadInput, also where the process ends before all of them are there.
    """
    command = [sys.executable, "-m", "explorer.lab.exactness"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it was killed: what it has not said tells
            process.stdin.write(json.dumps(request))
            process.stdin.close()
        lines: queue.Queue[str] = queue.Queue()
        pouring = threading.Thread(target=_pour, args=(process.stdout, lines), daemon=True)
        pouring.start()
        until = time.monotonic() + SECONDS
        try:
            yield from _parts(lines, until, 1 + len(request.get("mutations", ())))
        finally:
            process.kill()
            pouring.join()  # before its pipe is closed


def _pour(lines: Any, into: "queue.Queue[str]") -> None:
    """Hand over every line, then an empty one."""
    try:
        for line in lines:
            into.put(line)
    finally:
        into.put("")


def _parts(lines: "queue.Queue[str]", until: float, wanted: int) -> Generator[dict[str, Any] | None, None, None]:
    came = 0
    while came < wanted:
        if time.monotonic() > until:
            raise BadInput(TOO_LONG)
        try:
            line = lines.get(timeout=0.25)
        except queue.Empty:
            yield None
            continue
        if not line.endswith("\n"):  # its end, or what was written of a part when the process was killed
            raise BadInput("the enumeration ended early; use fewer tokens or a smaller pair")
        part, came = json.loads(line), came + 1
        if "error" in part:
            raise BadInput(part["error"])
        yield part


def verdict_html(parts: Sequence[dict[str, Any]]) -> str:
    """How far apart the laws are, the numbers first, and what each of them says."""
    return f'<div class="verdict"><ul>{_unbroken(parts[0])}{"".join(map(_broken, parts[1:]))}</ul></div>'


def _unbroken(first: dict[str, Any]) -> str:
    says = strong(same_law(first["method"], first["oracle"], first["tv"], first["why"], EQUAL))
    number = "" if first["oracle"] is None else f'<b class="tv" data-testid="tv">{first["tv"]:.2g}</b>'
    return f"<li>{number}<p>{says}</p></li>"


def _broken(part: dict[str, Any]) -> str:
    name = part["mutation"]
    says = strong(f"{moved_law(part['title'], part['moved'], EQUAL)} {MUTATIONS[name].help}.")
    return f'<li data-mutation="{escape(name)}"><b class="tv">{part["tv"]:.2g}</b><p>{says}</p></li>'


def columns(parts: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, float]]]:
    """(heading, law) of everything there is to compare."""
    first = parts[0]
    laws = [(first["method"], _texts(first["law"]))]
    if first["oracle_law"] is not None:
        laws.append((f"oracle: {first['oracle']}", _texts(first["oracle_law"])))
    return [*laws, *((broken["title"], _texts(broken["law"])) for broken in parts[1:])]


def _texts(law: Sequence[dict[str, Any]]) -> dict[str, float]:
    """A law by the text of its outcomes; the beams of one are separated by bars."""
    return {" | ".join(" ".join(beam) for beam in row["beams"]): row["p"] for row in law}


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
    heads = f'<thead><tr><th scope="col">output</th>{head}</tr></thead>'
    return scrolled(f"<table>{heads}<tbody>{rows}</tbody></table>{left}", "Probability of every output")


def _first(laws: list[tuple[str, dict[str, float]]], every: set[str]) -> list[str]:
    """The outcomes that some law finds most probable."""
    return sorted(every, key=lambda outcome: (-max(law.get(outcome, 0.0) for _, law in laws), outcome))[:SHOWN]


def chart(parts: Sequence[dict[str, Any]]) -> Any:
    """Both laws, and the broken ones, as bars."""
    from explorer.figures.laws import laws

    found = columns(parts)
    return laws(found, _first(found, {outcome for _, law in found for outcome in law}))


def offered() -> list[tuple[str, str]]:
    """(label, name) of the bundled pairs that are small enough to be enumerated, those of the edge cases last."""
    found = [(path.stem, name) for name, path in toys().items() if _words(path) <= MOST_WORDS]
    edge = [(f"Edge case · {_spoken(stem.removeprefix('edge-'))}", name) for stem, name in found if _is_edge(stem)]
    return [*((_spoken(stem), name) for stem, name in found if not _is_edge(stem)), *edge]


def _is_edge(stem: str) -> bool:
    return stem.startswith("edge-")


def _words(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf-8"))["vocab"])


def _spoken(stem: str) -> str:
    """A file's name in words: dsbd-figure-1 is DSBD figure 1."""
    method, _, rest = stem.partition("-")
    return f"{method.upper()} {rest.replace('-', ' ')}"


def build(tab: gr.Tab) -> None:
    """Builds the tab in the open Gradio layout; the first example is enumerated when it is opened."""
    pairs = offered()
    first = pairs[0][1]
    gr.Markdown(ABOUT)
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown(pairs, value=first, label="Toy pair", min_width=160)
        method = gr.Dropdown(choices.methods(first), value="spd", label="Decoder", min_width=200)
        prompt = gr.Textbox(choices.prompts(first)[0], label="Context", max_lines=1, min_width=120)
        tokens = gr.Slider(1, MOST_TOKENS, value=2, step=1, label="Tokens", min_width=140)
        run = gr.Button("Enumerate", variant="primary", scale=0, min_width=110, elem_id="enumerate")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="law-stop")
    broken = gr.CheckboxGroup(
        [(mutation.title, name) for name, mutation in MUTATIONS.items()],
        value=list(BROKEN),
        label="Break a rule on purpose",
        elem_id="mutations",
    )
    with gr.Accordion("Change the pair by its bars", open=False):
        bars = gr.HTML(
            choices.toy_json(first),
            html_template='<div class="pair-bars"></div>',
            js_on_load=on_load("exactness.js", "pairBars", "input"),
            elem_id="pair-bars",
            padding=False,
        )
        with gr.Accordion("as JSON", open=False):
            known = choices.toy_json(first)
            text = gr.Textbox(known, label="Toy pair as JSON", lines=12, max_lines=24, elem_id="toy-json")
    with gr.Accordion("Decoder's settings", open=False):
        panel = SettingsPanel("spd", small("spd"))
    status = gr.HTML(note_html(READY), elem_id="law-status", padding=False)
    verdict = gr.HTML("", elem_id="law-verdict", padding=False)
    plot = gr.Plot(label="Laws", visible=False, elem_id="law-plot")
    table = gr.HTML("", elem_id="law-table", padding=False)
    pair.input(_pair_of, pair, [text, bars, prompt], js=call("page.js", "taken", list="exactness-pair"), **QUIET)
    drawn = bars.input(None, bars, text, js=SAME, **QUIET)
    text.change(None, text, bars, js=SAME, **QUIET)
    method.change(lambda name: panel.show(name, small(name)), method, panel.outputs, **QUIET)

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            yield from _results(_request(panel, values[1:]))
        except Exception as error:
            yield wrong_html(friendly(error)), gr.skip(), gr.skip(), gr.skip(), *buttons(False)

    outputs = [status, verdict, plot, table, run, stop]
    asked = [pair, text, method, prompt, tokens, broken, *panel.outputs]
    begins = call("exactness.js", "pressed", shown=note_html("Enumerating", 0.0))
    # Declared before the run, or it would wait for its end.
    run.click(None, None, [run, status, stop], js=begins, **QUIET)
    running = run.click(
        start,
        asked,
        outputs,
        js=call("exactness.js", "asked"),
        concurrency_id="laws",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
    )
    stop_with(stop, "Stopped.", [status, run, stop], running)
    tab.select(None, None, None, js=call("exactness.js", "opened"), api_visibility="private")
    # What stands there is about other choices from the moment that one of them changes. What runs is ended by a press
    # on a button of its own, and only for a change that is one: an event's own `cancels` is not awaited, and one that
    # comes late ends the run that was asked for next.
    outdated = gr.Button("End what is outdated", visible="hidden", elem_id="law-outdated")
    outdated.click(None, None, None, cancels=[running], **QUIET)
    none = [note_html(CHANGED), "", gr.update(visible=False), "", *buttons(False)]
    cleared = call("exactness.js", "changed", shown=none, every=1000 * SOON)
    for over in (running.then, running.failure):
        over(None, None, outputs, js=call("exactness.js", "ended", shown=none, wait=1000 * SETTLE), **QUIET)
    gr.on([one.change for one in asked], None, asked, outputs, js=cleared, **QUIET)
    drawn.then(None, asked, outputs, js=cleared, **QUIET)


def small(method: str) -> dict[str, int]:
    """Settings of a method with which its enumeration ends in seconds: its defaults, as far as they are not larger."""
    known = asdict(DECODERS[method].settings())
    return {key: most for key, most in SMALL.items() if isinstance(known.get(key), int) and known[key] > most}


def _pair_of(name: str | None) -> list[Any]:
    """The pair as text and as bars, and its prompt; nothing of one that was only passed by."""
    return [gr.skip()] * 3 if name is None else [*[choices.toy_json(name)] * 2, choices.prompts(name)[0]]


def _request(panel: SettingsPanel, values: Sequence[Any]) -> dict[str, Any]:
    text, method, prompt, tokens, broken, *settings = values
    if len(text) > MOST_JSON:
        raise BadInput(f"the pair is longer than {MOST_JSON} characters; enumeration needs a small one")
    try:
        toy = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"the pair is not JSON: {error}") from None
    chosen, count = panel.read(method, settings), whole("Tokens", tokens, 1, MOST_TOKENS)
    request = {"toy": toy, "prompt": prompt or "", "method": method, "tokens": count, "mutations": broken or []}
    return request | {"settings": chosen}


def _results(request: dict[str, Any]) -> Generator[tuple[Any, ...], None, None]:
    """Status, verdict, chart, table, Run, Stop."""
    wanted, parts, begin = 1 + len(request["mutations"]), list[dict[str, Any]](), time.monotonic()
    yield note_html("Enumerating", 0.0), "", gr.update(visible=False), "", *buttons(True)
    for part in laws_of(request):
        spent = time.monotonic() - begin
        told = note_html(f"Enumerating: {len(parts)} of {wanted} laws, {spent:.0f} of {SECONDS} s", len(parts) / wanted)
        if part is None:
            yield told, gr.skip(), gr.skip(), gr.skip(), gr.skip(), gr.skip()
            continue
        parts.append(part)
        yield told, verdict_html(parts), gr.skip(), table_html(parts), gr.skip(), gr.skip()
    done = note_html(f"Done in {time.monotonic() - begin:.1f} s: {wanted} enumeration{'s' * (wanted > 1)}.")
    yield done, gr.skip(), gr.update(value=chart(parts), visible=True), gr.skip(), *buttons(False)
