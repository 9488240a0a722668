"""The "Explore" tab: choose a recorded run or start a new one, and step through it on the stage."""

import json
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from decoders.models.loading.weights import DTYPES
from explorer.features.presets import labelled
from explorer.service.live import friendly
from explorer.service.offered import check_pair, open_to_any
from explorer.service.ongoing import SHELF
from explorer.service.queue.limits import NEW_TOKENS, PROMPT, check_request, limits_sentence
from explorer.service.request import MAX_SEED, RunRequest
from explorer.service.store import first_run, gallery, opened
from explorer.site.opening import recorded_choices, start_message
from explorer.story.page.gallery import LESSON_RUNS
from explorer.ui import opening, own_runs
from explorer.ui.form import around, choices, seen
from explorer.ui.form.controls import PRESETS, SettingsPanel
from explorer.ui.form.fields import Dropdown, Number
from explorer.ui.form.following import Following, asked_by
from explorer.ui.form.widgets import EMPTY, PAIR, QUIET, STARTS, note_html, stop_button, wrong_html
from explorer.ui.scripts import call, on_load
from explorer.ui.server.routes import fetch_message
from explorer.ui.server.visitor import visitor
from explorer.ui.stage import Stage

METHOD = choices.METHOD
# Values of the controls if no trace is bundled.
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
BRING = (
    "<p>Did vLLM, SGLang or llama.cpp run your model? "
    '<a href="?tab=traces" data-tab>Open a server’s log</a> in Traces.</p>'
)
STOPPED = "Stopped. The rounds recorded so far stay on the page and can be saved."


@dataclass(frozen=True)
class Explore:
    """The widgets of the tab that the page and other tabs use."""

    stage: Stage
    status: gr.HTML
    recorded: gr.Dropdown
    seen: gr.Dropdown
    following: Following
    faster: gr.Button  # "Compare with the target alone"
    named: gr.Textbox  # hidden: the name of the run on the stage, set by the browser
    own: gr.HTML  # the list of this browser's runs
    bring: gr.HTML  # the link to the logs of other engines

    @property
    def outputs(self) -> list[Any]:
        """The widgets whose values `opened` returns."""
        return [self.stage, self.status, self.recorded, self.seen]

    def opened(self, number: int, name: str, at: dict[str, int] | None = None) -> tuple[list[Any], dict[str, Any]]:
        """The values that the outputs and the controls get when the trace with this name is opened.

        `number` is the number of the request (see following.py). `at` is the step to show, counted from 1; None means
        the first step.
        """
        values, note = asked_by(name)
        card = next((card for card in gallery() if card.name == name), None)
        shown = numbered(fetch_message(name, at), number)
        listed, method = (card.name, card.method) if card else (None, values.get("method"))
        return [shown, note_html(note) if note else "", listed, method], values


def numbered(message: str, number: int) -> str:
    """Add the number of the request to a message for the stage. The stage drops messages for outdated requests."""
    return json.dumps(json.loads(message) | {"asked": number})


def request_of(panel: SettingsPanel, values: tuple[Any, ...]) -> RunRequest:
    """Build the run request from the widgets' values. Raises BadInput if a value is invalid or the pair is unknown."""
    pair, method, prompt, seed, limit, raw, engine, dtype, *others = values
    turns, settings = others[: len(around.KEYS)], others[len(around.KEYS) :]
    for name, value in (("Model pair", pair), ("Method", method), ("New tokens", limit), ("Seed", seed)):
        if value is None or value == "":
            raise BadInput(f"{name} is empty. Fill it in, then run again.")
    if not str(prompt or "").strip():
        raise BadInput(EMPTY)
    chosen = panel.read(method, settings)
    given = {"engine": engine, "dtype": dtype or "auto", **around.fields_of(turns)}
    request = labelled(RunRequest(method, pair, prompt or "", chosen, seed, limit, bool(raw), **given))
    check_pair(request.pair)
    check_request(request)
    return request


def build(default_trace: str | None) -> Explore:
    """Build the tab in the open Gradio layout: the bar, the status line, the stage, and the form for a new run."""
    first = FIRST | asked_by(default_trace)[0]
    with gr.Row(elem_id="bar", elem_classes="choose"):
        opening.build()
        recorded = gr.Dropdown(recorded_choices(), value=default_trace, label="Recorded run", scale=3, min_width=160)
        method_seen = gr.Dropdown(
            choices.methods(), value=first["method"], label="Method shown", scale=2, min_width=140
        )
    with gr.Row(elem_id="acts"):
        own = own_runs.history()
        learn = gr.Button("Lessons", scale=0, min_width=90, elem_id="learn")
        form = gr.Button("Run your own", scale=0, min_width=120, elem_id="open-form")
        present = gr.Button("Present", scale=0, min_width=90, elem_id="present")
    with gr.Row(elem_id="doing"):
        status = gr.HTML("", elem_id="status", padding=False)
        stop = stop_button("stop")
        faster = gr.Button("Compare with the target alone", scale=0, min_width=260, elem_id="faster")
    own_runs.panel()
    stage = Stage(start_message(default_trace))
    with gr.Column(elem_id="form", elem_classes="drawer"):
        gr.HTML('<h2 id="form-title">Run your own</h2>', padding=False)
        gr.Button("Close", size="sm", elem_id="close-form", min_width=70)
        pair = gr.Dropdown(choices.pairs(), value=first["pair"], label="Model pair", allow_custom_value=open_to_any())
        method = Dropdown(choices.methods(first["pair"]), value=first["method"], label="Method")
        if missing := choices.left_out():
            gr.HTML(missing, elem_id="left-out", padding=False)
        ready = choices.prompts(first["pair"])
        prompt = gr.Textbox(
            first["prompt"] or ready[0],
            label="Prompt",
            placeholder="Type a prompt or choose an example",
            lines=2,
            max_lines=6,
            max_length=PROMPT.value,
            elem_id="prompt",
        )
        example = gr.Dropdown(ready, value=None, label="Example prompts")
        gr.HTML(f"<p>{escape(limits_sentence())}</p>", elem_id="limits", padding=False)
        bring = gr.HTML(BRING, elem_id="to-bring", padding=False, js_on_load=on_load("traces.js", "toTab", "click"))
        run = gr.Button("Run", variant="primary", elem_id="run")
        wrong = gr.HTML("", elem_id="wrong", padding=False)
        needs = gr.HTML("", elem_id="needs", padding=False)
        back = gr.Button("Restore my settings", size="sm", visible=False, elem_id="back")
        with gr.Row():
            new = Number(
                first["new"], label="New tokens", precision=0, minimum=1, maximum=NEW_TOKENS.value, min_width=120
            )
            seed = Number(first["seed"], label="Seed", precision=0, minimum=0, maximum=MAX_SEED, min_width=120)
        how = "Whether the prompt is used without the chat template."
        raw = gr.Checkbox(first["raw"], label="Raw prompt", info=how, elem_id="raw")
        turns = around.build(first)
        seen.build([pair, prompt, raw, *turns.fields[:3]])
        with gr.Row():
            engine = gr.Dropdown(
                choices.engines(), value="auto", label="Engine", info=choices.engine(), elem_id="engine", min_width=180
            )
            dtype = gr.Dropdown(
                list(DTYPES), value="auto", label="Precision", info="Number format.", elem_id="dtype", min_width=120
            )
        with gr.Row(elem_classes="presets"):
            presets = [gr.Button(f"{name}", size="sm", min_width=150) for name in PRESETS]
        pays = gr.HTML("", elem_id="pays", padding=False)
        take = gr.Button("Use these settings", size="sm", visible=False, elem_id="take")
        panel = SettingsPanel(first["method"], first["settings"])
    inputs = [pair, method, prompt, seed, new, raw, engine, dtype, *turns.fields, *panel.outputs]
    on_stage = gr.Textbox(visible=False)  # name of the run on the stage; a gr.State would add a function to the page
    explore = Explore(
        stage, status, recorded, method_seen, Following(inputs, example, panel, back), faster, on_stage, own, bring
    )
    _wire_choices(explore, pair, method, prompt, example, panel, presets, on_stage)
    _wire_run(run, stop, prompt, inputs, panel, explore, wrong)
    _wire_own(explore, stop, wrong)
    # An error message about a field disappears as soon as something is changed.
    gr.on([one.input for one in [*inputs, example]], None, None, wrong, js="() => ''", **QUIET)
    stage.gap(_resend, None, stage, **QUIET)
    form.click(None, None, None, js=call("explore.js", "openForm"), **QUIET)
    # A click's mode is "once", which would drop the second of two quick choices, so the choices have their own events.
    for chosen in ([form.click], [pair.change, method.change]):
        gr.on(chosen, _needs, [pair, method], needs, **QUIET)
        gr.on(chosen, _pays, [pair, method], [pays, take], **QUIET)
    # the sentence may have changed since the page was built
    form.click(lambda: gr.update(info=choices.engine()), None, engine, **QUIET)
    take.click(
        lambda pair, method: panel.show(method, choices.paying(pair, method)), [pair, method], panel.outputs, **QUIET
    )
    learn.click(None, None, None, js=call("explore.js", "learn"), **QUIET)
    # A lesson's run comes directly after the page's run. "once" would drop it, and "always_last" would send old data.
    methods = {card.name: card.method for card in gallery()}
    unlisted = {run.name: run.method for run in LESSON_RUNS}
    bar = call("explore.js", "named", methods=methods, unlisted=unlisted)
    stage.opened(None, None, [recorded, method_seen, on_stage], js=bar, **QUIET, trigger_mode="multiple")
    present.click(None, None, None, js=call("explore.js", "present"), **QUIET)
    return explore


def _needs(pair: str, method: str) -> str:
    """A note about the requirements of a pair."""
    return note_html(choices.needs(pair, method))


def _pays(pair: str, method: str) -> tuple[str, Any]:
    """A note about the fastest known settings of a method on a pair.

    The result also says whether the button that applies these settings is visible.
    """
    said = choices.pays(pair, method)
    return note_html(said) if said else "", gr.update(visible=bool(said))


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
        if name is None:  # Gradio also fires while the user only moves through the list
            return follow.answer(number, [gr.skip()], {})
        after = choices.prompt_after(name, written)
        given: dict[str, Any] = {} if after == written else {"prompt": after}
        given["settings"] = choices.paying(name, method)
        return follow.answer(number, [note_html(choices.needs(name, method))], given)

    nothing = [gr.skip()] * len(explore.outputs)  # Gradio fires `input` also while the user only moves through a list

    def open_recorded(number: int, name: str, shown: str) -> str:
        return follow.answer(number, *((nothing, {}) if name == shown else explore.opened(number, name)))

    def open_method(number: int, method: str, shown: str) -> str:
        if method == (asked_by(shown)[0].get("method") if shown else None):
            return follow.answer(number, nothing, {})
        name = first_run(method)
        if name is None:
            said = note_html(f"There is no recorded run of {method}. Press “Run your own” to make one.")
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
    begun = gr.Textbox(visible=False)  # the started run's entry for the list that the browser keeps

    def start(number: int, *values: Any) -> tuple[str, str]:
        try:
            run = SHELF.start(request_of(panel, values), visitor())
        except Exception as error:  # shown next to the fields, where it can be corrected
            return "", wrong_html(friendly(error))
        return json.dumps(own_runs.entry_of(run.name, run.request) | {"asked": number}), ""

    # Declared before the run, because Gradio runs the handlers of one event in order and waits for each.
    gr.on([run.click, prompt.submit], None, None, explore.status, js=call("explore.js", "started"), **QUIET)
    starting = gr.on(
        [run.click, prompt.submit],
        start,
        [explore.following.asked, *inputs],
        [begun, wrong],
        js=explore.following.run_js,
        **STARTS,
    )
    shown = [explore.status, stop, explore.recorded, explore.seen]
    starting.success(None, begun, shown, js=call("runs.js", "begin"), **QUIET)
    starting.then(None, None, None, js=call("explore.js", "answered"), **QUIET)


def _wire_own(explore: Explore, stop: Any, wrong: Any) -> None:
    """Handle the events of the list of runs: news of the run on the stage, a failure, and a run restored by Back."""
    own, status = explore.own, explore.status

    def restore(number: int, event: gr.EventData) -> str:
        data = event._data or {}
        at = {key: int(data[key]) for key in ("it", "phase", "part", "node") if isinstance(data.get(key), int)}
        return explore.following.answer(number, *explore.opened(number, str(data.get("name", "")), at or None))

    own.news(None, None, [status, stop], js=call("runs.js", "told"), **QUIET, trigger_mode="multiple")
    failed = own.failed(None, None, [wrong, stop], js=call("runs.js", "failure"), **QUIET, trigger_mode="multiple")
    failed.then(None, None, None, js=call("explore.js", "refused"), **QUIET)
    explore.following.on(own.restore, restore, [], explore.outputs)
    stop.click(None, None, [status, stop], js=call("runs.js", "stop", words=note_html(STOPPED)), **QUIET)


def _resend(event: gr.EventData) -> Any:
    """Read from the run's file the iterations that the browser has missed."""
    from explorer.stage.pack import append_message

    data = event._data or {}
    name = str(data.get("name", ""))
    try:
        with opened(name) as trace:
            return append_message(trace, int(data["have"]), name)
    except (BadInput, KeyError):
        return gr.skip()
