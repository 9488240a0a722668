"""The tab "Explore": choose, run, stop, and the stage."""

import json
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from decoders.models.loading.weights import DTYPES
from explorer.service.live import friendly
from explorer.service.offered import check_pair, open_to_any
from explorer.service.ongoing import SHELF
from explorer.service.queue.limits import NEW_TOKENS, PROMPT, check_request, limits_sentence
from explorer.service.request import MAX_SEED, RunRequest
from explorer.service.store import gallery, opened
from explorer.site.opening import recorded_choices, start_message
from explorer.ui import around, choices, own_runs, seen
from explorer.ui.controls import PRESETS, SettingsPanel
from explorer.ui.fields import Dropdown, Number
from explorer.ui.following import Following, asked_by
from explorer.ui.routes import fetch_message
from explorer.ui.scripts import call
from explorer.ui.stage import Stage
from explorer.ui.visitor import visitor
from explorer.ui.widgets import EMPTY, PAIR, QUIET, note_html, wrong_html

METHOD = choices.METHOD
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
STOPPED = "Stopped. The rounds recorded until then, if any, can be stepped through and saved."


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
    own: gr.HTML  # the list of this browser's runs

    @property
    def outputs(self) -> list[Any]:
        """What `opened` gives the values of."""
        return [self.stage, self.status, self.recorded, self.seen]

    def opened(self, number: int, name: str, at: dict[str, int] | None = None) -> tuple[list[Any], dict[str, Any]]:
        """Values of the outputs and of the controls for the trace of that name, asked for under that number.

        `at` is the step that is shown, counted from 1; None: the first.
        """
        values, note = asked_by(name)
        card = next((card for card in gallery() if card.name == name), None)
        shown = numbered(fetch_message(name, at), number)
        listed, method = (card.name, card.method) if card else (None, values.get("method"))
        return [shown, note_html(note) if note else "", listed, method], values


def numbered(message: str, number: int) -> str:
    """A message for the stage with the number of what was asked for: the stage drops it after one asked for later."""
    return json.dumps(json.loads(message) | {"asked": number})


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
        own = own_runs.history()
        form = gr.Button("Run yours", variant="primary", scale=0, min_width=110, elem_id="open-form")
        present = gr.Button("Present", scale=0, min_width=90, elem_id="present")
    with gr.Row(elem_id="doing"):
        status = gr.HTML("", elem_id="status", padding=False)
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="stop")
        faster = gr.Button("Faster than the target alone?", scale=0, min_width=260, elem_id="faster")
    own_runs.panel()
    stage = Stage(start_message(default_trace))
    with gr.Column(elem_id="form", elem_classes="drawer"):
        gr.HTML('<h2 id="form-title">Run your own</h2>', padding=False)
        gr.Button("Close", size="sm", elem_id="close-form", min_width=70)
        pair = gr.Dropdown(choices.pairs(), value=first["pair"], label="Pair", allow_custom_value=open_to_any())
        method = Dropdown(choices.methods(first["pair"]), value=first["method"], label="Method")
        if missing := choices.left_out():
            gr.HTML(missing, elem_id="left-out", padding=False)
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
    explore = Explore(
        stage, status, recorded, method_seen, Following(inputs, example, panel, back), faster, on_stage, own
    )
    _wire_choices(explore, pair, method, prompt, example, panel, presets, on_stage)
    _wire_run(run, stop, prompt, inputs, panel, explore, wrong)
    _wire_own(explore, stop, wrong)
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
    begun = gr.Textbox(visible=False)  # what the browser keeps of the run that has begun

    def start(number: int, *values: Any) -> tuple[str, str]:
        try:
            run = SHELF.start(request_of(panel, values), visitor())
        except Exception as error:  # beside the fields, where it can be mended
            return "", wrong_html(friendly(error))
        return json.dumps(own_runs.entry_of(run.name, run.request) | {"asked": number}), ""

    # Before the run: Gradio calls what one event triggers in turn, and waits for each.
    gr.on([run.click, prompt.submit], None, None, explore.status, js=call("explore.js", "started"), **QUIET)
    starting = gr.on(
        [run.click, prompt.submit],
        start,
        [explore.following.asked, *inputs],
        [begun, wrong],
        concurrency_limit=None,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
        js=explore.following.run_js,
    )
    shown = [explore.status, stop, explore.recorded, explore.seen]
    starting.success(None, begun, shown, js=call("runs.js", "begin"), **QUIET)
    starting.then(None, None, None, js=call("explore.js", "answered"), **QUIET)


def _wire_own(explore: Explore, stop: Any, wrong: Any) -> None:
    """What the list of runs tells the page: news of the run on the stage, a failure, a run that Back leads to."""
    own, status = explore.own, explore.status

    def restore(number: int, event: gr.EventData) -> str:
        data = event._data or {}
        at = {key: int(data[key]) for key in ("it", "phase", "node") if isinstance(data.get(key), int)}
        return explore.following.answer(number, *explore.opened(number, str(data.get("name", "")), at or None))

    own.news(None, None, [status, stop], js=call("runs.js", "told"), **QUIET, trigger_mode="multiple")
    failed = own.failed(None, None, [wrong, stop], js=call("runs.js", "failure"), **QUIET, trigger_mode="multiple")
    failed.then(None, None, None, js=call("explore.js", "refused"), **QUIET)
    explore.following.on(own.restore, restore, [], explore.outputs)
    stop.click(None, None, [status, stop], js=call("runs.js", "stop", words=note_html(STOPPED)), **QUIET)


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
