"""The "Exactness" tab compares a method's exact output distribution with that of its reference method, by enumeration.

Rules can be broken on purpose to see the distribution change. The tab opens with an example in which one rule is
broken. So visitors see an exact method and a broken one before they fill in a form.
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
from decoders.errors import BadInput, why_unread
from explorer.lab.exactness import EQUAL, MOST_TOKENS, MOST_WORDS
from explorer.lab.mutations import MUTATIONS
from explorer.service.live import friendly
from explorer.service.offered import toys
from explorer.service.request import whole
from explorer.site.html import scrolled
from explorer.story.laws import moved_law, same_law
from explorer.story.numbers import plural
from explorer.ui.form import choices
from explorer.ui.form.controls import SettingsPanel
from explorer.ui.form.widgets import QUIET, SETTLE, buttons, note_html, start_and_stop, stop_button, strong, wrong_html
from explorer.ui.scripts import call, on_load

# settings of a small forest; larger ones take minutes even for a few words
SMALL = {"draft_width": 2, "width": 2, "block": 2}
SECONDS = 60  # time limit of one enumeration, in seconds
SHOWN = 16  # most outcomes in the table and the chart
MOST_JSON = 20_000  # most characters of a toy pair
ABOUT = (
    "Speculative decoding claims that every text has **exactly** the probability that the target model alone would "
    "give it. This tab checks the claim on models small enough to be tables. It enumerates every random outcome and "
    "compares the probabilities of all texts. The number is the *total variation*: 0 means identical distributions, "
    "1 means no text in common. Break a rule and watch the number grow."
)
BROKEN = ("residual-p",)  # the rule that is broken in the first example
MOST_KEPT = 16  # number of cached replies; all visitors request the first example, and many the same other examples
READY = "Press Enumerate. Most pairs take a second or two."
SOON = 0.05  # seconds between two attempts to end an outdated enumeration
CHANGED = "The settings have changed. Press Enumerate to update the result."
SAME = "(text) => text"
_ROOT = Path(__file__).parents[3]
TOO_LONG = (
    f"Stopped after {SECONDS} s because there are too many branches. "
    "Use fewer tokens, or a smaller width, gamma or vocabulary."
)


_kept: dict[str, list[dict[str, Any]]] = {}


def laws_of(request: dict[str, Any]) -> Generator[dict[str, Any] | None, None, None]:
    """Enumerate like `enumerate_laws`, but cache complete replies, so that identical requests get a reply at once."""
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
    """Enumerate output distributions in a separate process.

    Yields each part of the reply when it arrives, and None while waiting. Closing the generator kills the process.
    Raises BadInput if the request is wrong or takes too long, or if the process ends early.
    """
    command = [sys.executable, "-m", "explorer.lab.exactness"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=_ROOT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # the process was killed, as its missing output shows
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
            pouring.join()  # before the pipe is closed


def _pour(lines: Any, into: "queue.Queue[str]") -> None:
    """Put every line of a stream into the queue, and an empty line at the end."""
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
        if not line.endswith("\n"):  # the end of the output, or a line that was cut off when the process was killed
            raise BadInput("The enumeration stopped early. Use fewer tokens or a smaller pair.")
        part, came = json.loads(line), came + 1
        if "error" in part:
            raise BadInput(part["error"])
        yield part


def verdict_html(parts: Sequence[dict[str, Any]]) -> str:
    """HTML of the verdict, with one sentence for each total variation."""
    return f'<div class="verdict"><ul>{_unbroken(parts[0])}{"".join(map(_broken, parts[1:]))}</ul></div>'


def _unbroken(first: dict[str, Any]) -> str:
    says = strong(same_law(first["method"], first["oracle"], first["tv"], first["why"], EQUAL))
    number = "" if first["oracle"] is None else f'<b class="tv" data-testid="tv">{first["tv"]:.2g}</b>'
    return f"<li>{number}<p>{says}</p></li>"


def _broken(part: dict[str, Any]) -> str:
    name = part["mutation"]
    says = strong(f"{moved_law(part['title'], part['moved'], EQUAL)} {MUTATIONS[name].help}")
    return f'<li data-mutation="{escape(name)}"><b class="tv">{part["tv"]:.2g}</b><p>{says}</p></li>'


def columns(parts: Sequence[dict[str, Any]]) -> list[tuple[str, dict[str, float]]]:
    """The pair (heading, distribution) for each method to compare; a distribution is a dict from text to
    probability.
    """
    first = parts[0]
    laws = [(first["method"], _texts(first["law"]))]
    if first["oracle_law"] is not None:
        laws.append((f"reference: {first['oracle']}", _texts(first["oracle_law"])))
    return [*laws, *((broken["title"], _texts(broken["law"])) for broken in parts[1:])]


def _texts(law: Sequence[dict[str, Any]]) -> dict[str, float]:
    """A distribution as a dict from the texts of its outcomes to their probabilities. If an outcome has several beams,
    they are separated by “|”.
    """
    return {" | ".join(" ".join(beam) for beam in row["beams"]): row["p"] for row in law}


def table_html(parts: Sequence[dict[str, Any]]) -> str:
    """HTML table of the most probable outcomes, with one column per distribution."""
    laws = columns(parts)
    every = {outcome for _, law in laws for outcome in law}
    outcomes = _first(laws, every)
    head = "".join(f"<th scope='col'>{escape(name)}</th>" for name, _ in laws)
    rows = "".join(
        f"<tr><th scope='row'>{escape(outcome) or '(empty)'}</th>"
        + "".join(f"<td>{law.get(outcome, 0.0):.6f}</td>" for _, law in laws)
        + "</tr>"
        for outcome in outcomes
    )
    more = len(every) - len(outcomes)
    left = f"<p>Not listed: {plural(more, 'less likely text')}.</p>" if more > 0 else ""
    heads = f'<thead><tr><th scope="col">output</th>{head}</tr></thead>'
    return scrolled(f"<table>{heads}<tbody>{rows}</tbody></table>{left}", "Probability of every output")


def _first(laws: list[tuple[str, dict[str, float]]], every: set[str]) -> list[str]:
    """The SHOWN most probable outcomes. Each outcome is ranked by its highest probability in any distribution."""
    return sorted(every, key=lambda outcome: (-max(law.get(outcome, 0.0) for _, law in laws), outcome))[:SHOWN]


def chart(parts: Sequence[dict[str, Any]]) -> Any:
    """Bar chart of all distributions, including those of broken rules."""
    from explorer.figures.laws import laws

    found = columns(parts)
    return laws(found, _first(found, {outcome for _, law in found for outcome in law}))


def offered() -> list[tuple[str, str]]:
    """The entries (label, name) of the bundled toy pairs that are small enough to enumerate; edge cases come last."""
    found = [(path.stem, name) for name, path in toys().items() if _words(path) <= MOST_WORDS]
    edge = [(f"Edge case · {_spoken(stem.removeprefix('edge-'))}", name) for stem, name in found if _is_edge(stem)]
    return [*((_spoken(stem), name) for stem, name in found if not _is_edge(stem)), *edge]


def _is_edge(stem: str) -> bool:
    return stem.startswith("edge-")


def _words(path: Path) -> int:
    return len(json.loads(path.read_text(encoding="utf-8"))["vocab"])


def _spoken(stem: str) -> str:
    """A file's name as a label: dsbd-figure-1 becomes “DSBD figure 1”, and lesson-sea “Lesson: sea”."""
    method, _, rest = stem.partition("-")
    first = "Lesson:" if method == "lesson" else method.upper()
    return f"{first} {rest.replace('-', ' ')}"


def build(tab: gr.Tab) -> None:
    """Build the tab in the open Gradio layout. Opening the tab enumerates the first example."""
    pairs = offered()
    first = pairs[0][1]
    gr.Markdown(ABOUT)
    with gr.Row(elem_classes="choose"):
        pair = gr.Dropdown(pairs, value=first, label="Toy pair", min_width=160)
        method = gr.Dropdown(choices.methods(first), value="spd", label="Method to check", min_width=200)
        prompt = gr.Textbox(choices.prompts(first)[0], label="Toy prompt", max_lines=1, min_width=120)
        tokens = gr.Slider(1, MOST_TOKENS, value=2, step=1, label="Tokens", min_width=140)
        run = gr.Button("Enumerate", variant="primary", scale=0, min_width=110, elem_id="enumerate")
        stop = stop_button("law-stop")
    broken = gr.CheckboxGroup(
        [(mutation.title, name) for name, mutation in MUTATIONS.items()],
        value=list(BROKEN),
        label="Broken rules",
        elem_id="mutations",
    )
    with gr.Accordion("Toy pair as bars", open=False):
        bars = gr.HTML(
            choices.toy_json(first),
            html_template='<div class="pair-bars"></div>',
            js_on_load=on_load("exactness.js", "pairBars", "input"),
            elem_id="pair-bars",
            padding=False,
        )
        with gr.Accordion("JSON", open=False):
            known = choices.toy_json(first)
            text = gr.Textbox(known, label="Toy pair as JSON", lines=12, max_lines=24, elem_id="toy-json")
    with gr.Accordion("Method settings", open=False):
        panel = SettingsPanel("spd", small("spd"))
    status = gr.HTML(note_html(READY), elem_id="law-status", padding=False)
    verdict = gr.HTML("", elem_id="law-verdict", padding=False)
    plot = gr.Plot(label="Output distributions", visible=False, elem_id="law-plot")
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
    begins = call("exactness.js", "pressed", shown=note_html("Enumerating …", 0.0))
    # Declared before the enumeration, because it would otherwise wait for the enumeration to end.
    run.click(None, None, [run, status, stop], js=begins, **QUIET)
    few = {"concurrency_id": "laws", "concurrency_limit": 2}
    running = start_and_stop(run, stop, start, asked, outputs, "Stopped.", js=call("exactness.js", "asked"), **few)
    tab.select(None, None, None, js=call("exactness.js", "opened"), api_visibility="private")
    # As soon as a setting changes, the result shown is outdated. A separate hidden button ends the enumeration, and
    # only after a real change. An event's own `cancels` is not awaited, so a late cancel would end the next
    # enumeration.
    outdated = gr.Button("Stop outdated enumeration", visible="hidden", elem_id="law-outdated")
    outdated.click(None, None, None, cancels=[running], **QUIET)
    none = [note_html(CHANGED), "", gr.update(visible=False), "", *buttons(False)]
    cleared = call("exactness.js", "changed", shown=none, every=1000 * SOON)
    for over in (running.then, running.failure):
        over(None, None, outputs, js=call("exactness.js", "ended", shown=none, wait=1000 * SETTLE), **QUIET)
    gr.on([one.change for one in asked], None, asked, outputs, js=cleared, **QUIET)
    drawn.then(None, asked, outputs, js=cleared, **QUIET)


def small(method: str) -> dict[str, int]:
    """Smaller values for a method's settings, so that it can be enumerated in seconds. Settings that are already small
    enough are left out.
    """
    known = asdict(DECODERS[method].settings())
    return {key: most for key, most in SMALL.items() if isinstance(known.get(key), int) and known[key] > most}


def _pair_of(name: str | None) -> list[Any]:
    """The new values of the fields when a pair is chosen: its JSON, its bars and its prompt.

    Nothing changes if no pair was chosen.
    """
    return [gr.skip()] * 3 if name is None else [*[choices.toy_json(name)] * 2, choices.prompts(name)[0]]


def _request(panel: SettingsPanel, values: Sequence[Any]) -> dict[str, Any]:
    text, method, prompt, tokens, broken, *settings = values
    if len(text) > MOST_JSON:
        raise BadInput(f"The toy pair has more than {MOST_JSON:,} characters. Use a smaller one.")
    try:
        toy = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"The toy pair is not valid JSON ({why_unread(error)}). Correct the text.") from None
    chosen, count = panel.read(method, settings), whole("Tokens", tokens, 1, MOST_TOKENS)
    request = {"toy": toy, "prompt": prompt or "", "method": method, "tokens": count, "mutations": broken or []}
    return request | {"settings": chosen}


def _results(request: dict[str, Any]) -> Generator[tuple[Any, ...], None, None]:
    """Enumerate; yields updates of status, verdict, chart, table, Run and Stop."""
    wanted, parts, begin = 1 + len(request["mutations"]), list[dict[str, Any]](), time.monotonic()
    yield note_html("Enumerating …", 0.0), "", gr.update(visible=False), "", *buttons(True)
    for part in laws_of(request):
        spent, count = time.monotonic() - begin, plural(wanted, "distribution")
        status = note_html(
            f"Enumerating: {len(parts)} of {count}, {spent:.0f} s of at most {SECONDS} s", len(parts) / wanted
        )
        if part is None:
            yield status, gr.skip(), gr.skip(), gr.skip(), gr.skip(), gr.skip()
            continue
        parts.append(part)
        yield status, verdict_html(parts), gr.skip(), table_html(parts), gr.skip(), gr.skip()
    done = note_html(f"Done in {time.monotonic() - begin:.1f} s ({plural(wanted, 'enumeration')}).")
    yield done, gr.skip(), gr.update(value=chart(parts), visible=True), gr.skip(), *buttons(False)
