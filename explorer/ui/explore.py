"""The tab "Explore": choose, run, stop, and the stage."""

import json
import re
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from decoders.models.weights import DTYPES
from explorer.runs.limits import NEW_TOKENS, PROMPT, check_request, limits_sentence
from explorer.runs.live import Tally, follow, friendly
from explorer.runs.offered import check_pair, open_to_any
from explorer.runs.request import MAX_SEED, RunRequest
from explorer.runs.store import ends_of, gallery, header, opened
from explorer.traces.words.engine import other_text
from explorer.traces.words.numbers import plural
from explorer.traces.words.provenance import in_short
from explorer.ui import around, choices, seen
from explorer.ui.controls import PRESETS, SettingsPanel
from explorer.ui.fields import Dropdown, Number
from explorer.ui.following import QUIET, Following, asked_by
from explorer.ui.routes import fetch_message, start_message
from explorer.ui.scripts import call
from explorer.ui.stage import Stage
from explorer.ui.visitor import visitor

PAIR, METHOD = "smollm2", choices.METHOD
# What the controls hold where no trace is bundled.
FIRST = {
    "pair": PAIR,
    "method": METHOD,
    "prompt": "",
    "seed": 0,
    "new": 40,
    "raw": False,
    "engine": "auto",
    "dtype": "auto",
    **around.EMPTY,
    "settings": {},
}
EMPTY = "The prompt is empty: write what the model should go on from, or choose an example prompt."
FINISH_STOPPED = json.dumps({"type": "finish", "iterations": [], "texts": {}, "summary": None, "incomplete": "stopped"})
# What makes a run the repetition of another.
ASKED = ("method", "pair", "prompt", "settings", "seed", "max_new_tokens", "raw", *around.KEYS)
ENDED = "where the model ended the text"
SETTLE = 1.0  # seconds until a page has shown what was on its way
STOPPED = "Stopped. What was recorded until then, if anything, stays on the stage and can be saved."


@dataclass(frozen=True)
class Explore:
    """The widgets other tabs and the page speak to."""

    stage: Stage
    status: gr.HTML
    recorded: gr.Dropdown
    seen: gr.Dropdown
    following: Following
    faster: gr.Button  # to be set beside the target alone
    named: gr.Textbox  # the run on the stage; whatever js gives in its place

    @property
    def outputs(self) -> list[Any]:
        """What `opened` gives the values of."""
        return [self.stage, self.status, self.recorded, self.seen]

    def opened(self, number: int, name: str) -> tuple[list[Any], dict[str, Any]]:
        """Values of the outputs and of the controls for the trace of that name, asked for under that number."""
        values, note = asked_by(name)
        card = next((card for card in gallery() if card.name == name), None)
        shown = numbered(fetch_message(name), number)
        listed, method = (card.name, card.method) if card else (None, values.get("method"))
        return [shown, note_html(note) if note else "", listed, method], values


def numbered(message: str, number: int) -> str:
    """A message for the stage with the number of what was asked for: the stage drops it after one asked for later."""
    return json.dumps(json.loads(message) | {"asked": number})


def progress_html(tally: Tally, name: str) -> str:
    """How far the run kept under `name` is, for eyes, for screen readers and for afterRun of js/explore.js.

    Of one that has ended also its whole text, folded, and why it is another than that of a recorded run it repeats.
    """
    tokens, wanted = tally.tokens, tally.wanted
    words = (
        f"{tally.speed:.1f} tokens/s · {plural(tally.target_passes, 'big-model pass')} · "
        f"{plural(tally.iterations, 'round')} · {tally.place}"
    )
    begin, ended, more = f"{tokens} of {wanted} tokens", "", ""
    if tally.ended:
        begin = f"Done: {plural(tokens, 'token')}, " + ("as many as were asked for" if tokens >= wanted else ENDED)
        words += f" · {made}" if (made := in_short(tally.header)) else ""
        words += f" · most to see in round {tally.telling.index + 1}" * (tally.iterations > 1)
        ended = f' data-compares="{int(_compares(tally.header))}"'
        why = _other_text(tally)
        folded = "The whole text" + ", and why it is not the recorded one" * bool(why)
        text = f'<p tabindex="0">{escape(tally.text)}</p>' + (f"<p>{escape(why)}</p>" if why else "")
        more = f'<details class="run-text"><summary>{folded}</summary>{text}</details>'
    bar = f'<progress max="{wanted}" value="{tokens}" aria-label="Tokens"></progress>' * (not tally.ended)
    return (
        f'<div class="run-status" role="status" data-run="{name}" data-iterations="{tally.iterations}"{ended}>'
        f"{bar}<span>{begin} · {words}</span>{more}</div>"
    )


def _compares(head: dict[str, Any]) -> bool:
    """Whether a run can be compared with the target alone; a toy pair is a table, which takes no time."""
    return not choices.is_toy(head["pair"]) and head["oracle"]["kind"] != "itself"


def _asked(head: dict[str, Any]) -> str:
    """What a run asks for, as JSON: in a run that was just made, lists are not lists yet."""
    return json.dumps([head.get(key) for key in ASKED])


def _other_text(tally: Tally) -> str:
    """Why a run that repeats a bundled one wrote another text; empty where it repeats none, or wrote the same."""
    for card in gallery():
        known = header(card.name) or {}
        if _asked(known) == _asked(tally.header):
            last = ends_of(card.name)[1]
            return "" if last["text"] == tally.text else other_text(known, tally.header)
    return ""


def note_html(text: str, share: float | None = None) -> str:
    """One sentence, with a bar where it is known how far things are."""
    bar = "" if share is None else f'<progress max="1" value="{share:.3f}" aria-label="Loading"></progress>'
    return f'<div class="run-status" role="status">{bar}<span>{escape(text)}</span></div>'


def wrong_html(text: str) -> str:
    """One sentence about what went wrong and what to do."""
    return f'<p class="wrong" role="alert">{escape(text)}</p>'


def strong(text: str) -> str:
    """A sentence as HTML, what stands between two ** strong."""
    return re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(text))


def buttons(running: bool) -> tuple[Any, Any]:
    """Updates of Run and Stop."""
    return gr.update(interactive=not running), gr.update(interactive=running)


def stop_with(
    stop: gr.Button, words: str, shown: list[Any], running: Any, also: Sequence[tuple[Any, Any]] = ()
) -> None:
    """Let a Stop button end what runs; `shown` are status, start button and Stop, `also` other outputs and their value.

    However the run ends, the start button is free again when the next click on it will be taken (Gradio drops one on a
    button whose run it still holds); Stop asks no server,
    so that no answer to it comes late, into the next run. A page that is behind may show a report it got earlier over
    the words, so they are said once more, unless it runs again.
    """
    status, start, _ = shown
    for over in (running.then, running.failure):
        over(None, None, [start, stop], js=call("explore.js", "free"), **QUIET)
    said = [note_html(words), *(value for _, value in also)]
    outputs = [status, *(output for output, _ in also)]
    pressed = stop.click(None, None, outputs, js=call("explore.js", "stop", shown=said), cancels=[running], **QUIET)
    again = call("explore.js", "sayAgain", start=start.elem_id, words=note_html(words), wait=SETTLE * 1000)
    pressed.then(None, None, status, js=again, **QUIET)


def run_on_stage(request: RunRequest, number: int) -> Generator[tuple[Any, ...], None, None]:
    """Stage message, status, Run, Stop, recorded run, method seen: about ten times a second while there is news."""
    tally, feed, skip, status = Tally(request.limit), None, gr.skip(), ""
    yield skip, note_html("Starting"), *buttons(True), skip, skip
    for news in follow(request, visitor=visitor()):
        if not news.lines:
            yield skip, note_html(news.note, news.share) if news.note else skip, skip, skip, skip, skip
            continue
        begins, feed = feed is None, feed or _feed(news.name)
        for line in news.lines:
            tally.add(line)
        message, status = feed.messages(news.lines), progress_html(tally, news.name)
        if begins:  # from here on no recorded run is on the stage
            yield numbered(message, number), status, skip, skip, None, request.method
        else:
            yield message, status, skip, skip, skip, skip
    yield skip, status, skip, skip, skip, skip


def _feed(name: str) -> Any:
    from explorer.stage.pack import Feed

    return Feed(name=name)


def request_of(panel: SettingsPanel, values: tuple[Any, ...]) -> RunRequest:
    """What the widgets ask for. Raises BadInput where a value is wrong or the pair is not offered here."""
    pair, method, prompt, seed, limit, raw, engine, dtype, *others = values
    turns, settings = others[: len(around.KEYS)], others[len(around.KEYS) :]
    for name, value in (("Pair", pair), ("Method", method), ("New tokens", limit), ("Seed", seed)):
        if value is None or value == "":
            raise BadInput(f"{name} is empty: fill it in, then run again.")
    if not str(prompt or "").strip():
        raise BadInput(EMPTY)
    chosen = panel.read(method, settings)
    given = {"engine": engine, "dtype": dtype or "auto", **around.fields_of(turns)}
    request = RunRequest(method, pair, prompt or "", chosen, seed, limit, bool(raw), **given)
    check_pair(request.pair)
    check_request(request)
    return request


def build(default_trace: str | None) -> Explore:
    """Builds the tab in the open Gradio layout: a bar, what is being done, the stage, and the form to run one's own."""
    first = FIRST | asked_by(default_trace)[0]
    with gr.Row(elem_id="bar", elem_classes="choose"):
        recorded = gr.Dropdown(recorded_choices(), value=default_trace, label="Recorded run", scale=3, min_width=160)
        method_seen = gr.Dropdown(choices.methods(), value=first["method"], label="Method seen", scale=2, min_width=140)
        learn = gr.Button("Lessons", scale=0, min_width=90, elem_id="learn")
        form = gr.Button("Run yours", variant="primary", scale=0, min_width=110, elem_id="open-form")
        present = gr.Button("Present", scale=0, min_width=90, elem_id="present")
    with gr.Row(elem_id="doing"):
        status = gr.HTML("", elem_id="status", padding=False)
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="stop")
        faster = gr.Button("Faster than the target alone?", scale=0, min_width=260, elem_id="faster")
    stage = Stage(start_message(default_trace))
    with gr.Column(elem_id="form", elem_classes="drawer"):
        gr.HTML('<h2 id="form-title">Run your own</h2>', padding=False)
        gr.Button("Close", size="sm", elem_id="close-form", min_width=70)
        pair = gr.Dropdown(choices.pairs(), value=first["pair"], label="Pair", allow_custom_value=open_to_any())
        method = Dropdown(choices.methods(first["pair"]), value=first["method"], label="Method")
        ready = choices.prompts(first["pair"])
        prompt = gr.Textbox(
            first["prompt"] or ready[0], label="Prompt", lines=2, max_lines=6, max_length=PROMPT.value, elem_id="prompt"
        )
        example = gr.Dropdown(ready, value=None, label="Example prompts")
        gr.HTML(f"<p>{escape(limits_sentence())}</p>", elem_id="limits", padding=False)
        run = gr.Button("Run", variant="primary", elem_id="run")
        wrong = gr.HTML("", elem_id="wrong", padding=False)
        needs = gr.HTML("", elem_id="needs", padding=False)
        back = gr.Button("Put back what I had chosen", size="sm", visible=False, elem_id="back")
        with gr.Row():
            new = Number(
                first["new"], label="New tokens", precision=0, minimum=1, maximum=NEW_TOKENS.value, min_width=120
            )
            seed = Number(first["seed"], label="Seed", precision=0, minimum=0, maximum=MAX_SEED, min_width=120)
        how = "Pass it as it is, without the chat template"
        raw = gr.Checkbox(first["raw"], label="Raw prompt", info=how, elem_id="raw")
        turns = around.build(first)
        seen.build([pair, prompt, raw, *turns.fields[:3]])
        with gr.Row():
            engine = gr.Dropdown(
                choices.engines(), value="auto", label="Engine", info=choices.engine(), elem_id="engine", min_width=180
            )
            dtype = gr.Dropdown(
                list(DTYPES), value="auto", label="Precision", info="Number format", elem_id="dtype", min_width=120
            )
        with gr.Row(elem_classes="presets"):
            presets = [gr.Button(f"{name}", size="sm", min_width=150) for name in PRESETS]
        pays = gr.HTML("", elem_id="pays", padding=False)
        take = gr.Button("Take these settings", size="sm", visible=False, elem_id="take")
        panel = SettingsPanel(first["method"], first["settings"])
    inputs = [pair, method, prompt, seed, new, raw, engine, dtype, *turns.fields, *panel.outputs]
    on_stage = gr.Textbox(visible=False)  # the name of the run there; a State has a function in the page's data
    explore = Explore(stage, status, recorded, method_seen, Following(inputs, example, panel, back), faster, on_stage)
    _wire_choices(explore, pair, method, prompt, example, panel, presets, on_stage)
    _wire_run(run, stop, prompt, inputs, panel, explore, wrong)
    # What was said of a field goes as soon as something is changed.
    gr.on([one.input for one in [*inputs, example]], None, None, wrong, js="() => ''", **QUIET)
    stage.gap(_resend, None, stage, **QUIET)
    form.click(None, None, None, js=call("explore.js", "openForm"), **QUIET)
    gr.on([form.click, pair.change], lambda name: note_html(choices.needs(name)), pair, needs, **QUIET)
    form.click(lambda: gr.update(info=choices.engine()), None, engine, **QUIET)  # a run may have measured it meanwhile
    gr.on([form.click, pair.change, method.change], _pays, [pair, method], [pays, take], **QUIET)
    take.click(
        lambda pair, method: panel.show(method, choices.paying(pair, method)), [pair, method], panel.outputs, **QUIET
    )
    learn.click(None, None, None, js=call("explore.js", "learn"), **QUIET)
    # A lesson's run follows the page's at once: "once" would drop its event, "always_last" send the first one's data.
    bar = call("explore.js", "named", methods={card.name: card.method for card in gallery()})
    stage.opened(None, None, [recorded, method_seen, on_stage], js=bar, **QUIET, trigger_mode="multiple")
    present.click(None, None, None, js=call("explore.js", "present"), **QUIET)
    return explore


def _pays(pair: str, method: str) -> tuple[str, Any]:
    """What is known to be fast for a method on a pair, and whether there is something to take."""
    said = choices.pays(pair, method)
    return note_html(said) if said else "", gr.update(visible=bool(said))


def recorded_choices() -> list[tuple[str, str]]:
    """(label, name) of the bundled traces, story after story."""
    return [(f"{card.story} · {card.note or card.title}", card.name) for card in gallery()]


def _wire_choices(
    explore: Explore,
    pair: Any,
    method: Any,
    prompt: Any,
    example: Any,
    panel: SettingsPanel,
    presets: list[Any],
    on_stage: Any,
) -> None:
    follow = explore.following

    def prompt_of(number: int, name: str | None, written: str, method: str) -> str:
        if name is None:  # it was only passed by
            return follow.answer(number, [gr.skip()], {})
        after = choices.prompt_after(name, written)
        given: dict[str, Any] = {} if after == written else {"prompt": after}
        given["settings"] = choices.paying(name, method)
        return follow.answer(number, [note_html(choices.needs(name))], given)

    nothing = [gr.skip()] * len(explore.outputs)  # Gradio has `input` also where one only passes by a list

    def open_recorded(number: int, name: str, shown: str) -> str:
        return follow.answer(number, *((nothing, {}) if name == shown else explore.opened(number, name)))

    def open_method(number: int, method: str, shown: str) -> str:
        if method == (asked_by(shown)[0].get("method") if shown else None):
            return follow.answer(number, nothing, {})
        name = next((card.name for card in gallery() if card.method == method), None)
        if name is None:
            said = note_html(f"No run of {method} is bundled here: press “Run yours” to make one.")
            return follow.answer(number, [gr.skip(), said, None, method], {"method": method})
        return follow.answer(number, *explore.opened(number, name))

    gr.on([explore.recorded.input, explore.seen.input], None, None, None, js=call("explore.js", "onward"), **QUIET)
    follow.on(pair.input, prompt_of, [pair, prompt, method], [explore.status], trace=False)
    follow.on(explore.recorded.input, open_recorded, [explore.recorded, on_stage], explore.outputs)
    follow.on(explore.seen.input, open_method, [explore.seen, on_stage], explore.outputs)
    example.input(None, example, prompt, js=call("explore.js", "exampled"), **QUIET)
    for button, values in zip(presets, PRESETS.values(), strict=True):
        # "once" would drop the second of two quick choices
        button.click(
            lambda values=values: panel.set_values(values), None, panel.outputs, trigger_mode="always_last", **QUIET
        )


def _wire_run(
    run: Any, stop: Any, prompt: Any, inputs: list[Any], panel: SettingsPanel, explore: Explore, wrong: Any
) -> None:
    stage, status = explore.stage, explore.status

    def start(number: int, *values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            for shown in run_on_stage(request_of(panel, values), number):
                yield *shown, ""
        except Exception as error:  # beside the fields, where it can be mended; a run that had begun is over
            yield FINISH_STOPPED, "", *[gr.skip()] * 4, wrong_html(friendly(error))

    # Before the run: Gradio calls what one event triggers in turn, and waits for each.
    gr.on([run.click, prompt.submit], None, None, None, js=call("explore.js", "started"), **QUIET)
    running = gr.on(
        [run.click, prompt.submit],
        start,
        [explore.following.asked, *inputs],
        [stage, status, run, stop, explore.recorded, explore.seen, wrong],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
        js=explore.following.run_js,
    )
    running.then(None, None, None, js=call("explore.js", "afterRun"), api_visibility="private")
    stop_with(stop, STOPPED, [status, run, stop], running, [(stage, FINISH_STOPPED)])


def _resend(event: gr.EventData) -> Any:
    """The iterations that the browser did not get, from the run's file."""
    from explorer.stage.pack import append_message

    data = event._data or {}
    name = str(data.get("name", ""))
    try:
        with opened(name) as trace:
            return append_message(trace, int(data["have"]), name)
    except (BadInput, KeyError):
        return gr.skip()
