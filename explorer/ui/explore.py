"""The tab "Explore": choose, run, stop, and the stage."""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.runs.live import Tally, follow, friendly
from explorer.runs.offered import check_pair, public
from explorer.runs.request import MAX_NEW_TOKENS, MAX_SEED, RunRequest
from explorer.runs.store import gallery
from explorer.ui import choices
from explorer.ui.controls import PRESETS, SettingsPanel
from explorer.ui.following import QUIET, Following, asked_by
from explorer.ui.routes import fetch_message, open_trace
from explorer.ui.stage import Stage

PAIR, METHOD = "smollm2", "spd"
# What the controls hold where no trace is bundled.
FIRST = {"pair": PAIR, "method": METHOD, "prompt": "", "seed": 0, "new": 40, "raw": False, "settings": {}}
FINISH_STOPPED = json.dumps({"type": "finish", "iterations": [], "texts": {}, "summary": None, "incomplete": "stopped"})
SETTLE = 1.0  # seconds until a page has shown what was on its way
STOPPED = "Stopped. What was recorded until then, if anything, stays on the stage and can be saved."


@dataclass(frozen=True)
class Explore:
    """The widgets other tabs and the page speak to."""

    stage: Stage
    status: gr.HTML
    recorded: gr.Dropdown
    following: Following

    @property
    def outputs(self) -> list[Any]:
        """What `opened` gives the values of."""
        return [self.stage, self.status, self.recorded]

    def opened(self, number: int, name: str, *, at_address: bool = False) -> tuple[list[Any], dict[str, Any]]:
        """Values of the outputs and of the controls for the trace of that name, asked for under that number."""
        values, note = asked_by(name)
        listed = name if any(card.name == name for card in gallery()) else None
        shown = numbered(fetch_message(name, at_address=at_address), number)
        return [shown, note_html(note) if note else "", listed], values


def numbered(message: str, number: int) -> str:
    """A message for the stage with the number of what was asked for: the stage drops it after one asked for later."""
    return json.dumps(json.loads(message) | {"asked": number})


# A browser that was busy may have missed messages of a fast run; when the run is over, the stage gets it whole.
FIND_STAGE_JS = """() => {
  let one = document.querySelector('#stage [data-testid="stage"]');
  while (one && !one.stage) one = one.parentElement;
  return one?.stage;
}"""
CATCH_UP_JS = f"""() => {{
  const told = document.querySelector('#status [data-run]')?.dataset, stage = ({FIND_STAGE_JS})();
  const shown = stage?.state(), my = window.explorerControls;
  if (my.stage !== my.ran) return; // another trace was opened while it ran
  if (told?.run && shown && (shown.name !== told.run || shown.iterations < Number(told.iterations)))
    stage.receive({{ type: 'fetch', url: 'explorer/open/' + told.run }});
}}"""


def progress_html(tally: Tally, name: str) -> str:
    """How far the run kept under `name` is, for eyes, for screen readers and for CATCH_UP_JS."""
    tokens, wanted = tally.tokens, tally.wanted
    words = (
        f"{tokens} of {wanted} tokens · {tally.speed:.1f} tokens/s · {tally.target_passes} target passes · "
        f"{tally.iterations} iterations"
    )
    done = ""
    if tally.ended:
        done = "Done: " if tokens >= wanted else "Done (ended by itself): "
    bar = f'<progress max="{wanted}" value="{wanted if tally.ended else tokens}" aria-label="Tokens"></progress>'
    return (
        f'<div class="run-status" role="status" data-run="{name}" data-iterations="{tally.iterations}">'
        f"{bar}<span>{done}{words}</span></div>"
    )


def note_html(text: str, share: float | None = None) -> str:
    """One sentence, with a bar where it is known how far things are."""
    bar = "" if share is None else f'<progress max="1" value="{share:.3f}" aria-label="Loading"></progress>'
    return f'<div class="run-status" role="status">{bar}<span>{escape(text)}</span></div>'


def wrong_html(text: str) -> str:
    """One sentence about what went wrong and what to do."""
    return f'<p class="wrong" role="alert">{escape(text)}</p>'


def buttons(running: bool) -> tuple[Any, Any]:
    """Updates of Run and Stop."""
    return gr.update(interactive=not running), gr.update(interactive=running)


# Gradio drops a click on a button whose run it still holds, so Run is free only once it has let go of it.
FREE_JS = "() => [{ __type__: 'update', interactive: true }, { __type__: 'update', interactive: false }]"


def stop_with(
    stop: gr.Button, words: str, shown: list[Any], running: Any, also: Sequence[tuple[Any, Any]] = ()
) -> None:
    """Let a Stop button end what runs; `shown` are status, start button and Stop, `also` other outputs and their value.

    However the run ends, the start button is free again when the next click on it will be taken; Stop asks no server,
    so that no answer to it comes late, into the next run. A page that is behind may show a report it got earlier over
    the words, so they are said once more, unless it runs again.
    """
    status, start, _ = shown
    for over in (running.then, running.failure):
        over(None, None, [start, stop], js=FREE_JS, **QUIET)
    said = json.dumps([note_html(words), *(value for _, value in also)])
    outputs = [status, *(output for output, _ in also)]
    pressed = stop.click(None, None, outputs, js=f"() => {said}", cancels=[running], **QUIET)
    pressed.then(None, None, status, js=_say_again(words, start.elem_id), **QUIET)


def _say_again(words: str, start: str) -> str:
    """JavaScript that says the words after SETTLE seconds, unless the start button was pressed meanwhile."""
    return f"""async () => {{
      let pressed = false;
      const button = document.getElementById({json.dumps(start)}), press = () => {{ pressed = true; }};
      button?.addEventListener('click', press);
      await new Promise((done) => setTimeout(done, {SETTLE * 1000:g}));
      button?.removeEventListener('click', press);
      return pressed ? undefined : {json.dumps(note_html(words))};
    }}"""


def run_on_stage(request: RunRequest, number: int) -> Generator[tuple[Any, ...], None, None]:
    """Stage message, status, Run, Stop, the opened trace: about ten times a second while there is news."""
    tally, feed, skip = Tally(request.limit), None, gr.skip()
    yield skip, note_html("Starting"), *buttons(True), skip
    for news in follow(request):
        if not news.lines:
            yield skip, note_html(news.note, news.share) if news.note else skip, skip, skip, skip
            continue
        begins, feed = feed is None, feed or _feed(news.name)
        for line in news.lines:
            tally.add(line)
        message, status = feed.messages(news.lines), progress_html(tally, news.name)
        if begins:  # from here on no recorded run is on the stage
            yield numbered(message, number), status, skip, skip, None
        else:
            yield message, status, skip, skip, skip
    yield skip, progress_html(tally, feed.name if feed else ""), skip, skip, skip


def _feed(name: str) -> Any:
    from explorer.stage.pack import Feed

    return Feed(name=name)


def request_of(panel: SettingsPanel, values: tuple[Any, ...]) -> RunRequest:
    """What the widgets ask for. Raises BadInput where a value is wrong or the pair is not offered here."""
    pair, method, prompt, seed, limit, raw, *settings = values
    request = RunRequest(method, pair, prompt or "", panel.read(method, settings), seed, limit, bool(raw))
    check_pair(request.pair)
    return request


def build(default_trace: str | None) -> Explore:
    """Builds the tab in the open Gradio layout."""
    first = FIRST | asked_by(default_trace)[0]
    recorded, pair, method = _build_choice(default_trace, first)
    with gr.Row(elem_classes="choose"):
        ready = choices.prompts(first["pair"])
        prompt = gr.Textbox(
            first["prompt"] or ready[0], label="Prompt", max_lines=6, scale=6, min_width=200, elem_id="prompt"
        )
        run = gr.Button("Run", variant="primary", scale=0, min_width=90, elem_id="run")
        stop = gr.Button("Stop", variant="stop", interactive=False, scale=0, min_width=90, elem_id="stop")
    back = gr.Button("Put back what I had chosen", size="sm", visible=False, elem_id="back")
    with gr.Accordion("Settings and example prompts", open=False, elem_id="settings"):
        with gr.Row():
            example = gr.Dropdown(ready, value=None, label="Example prompts", scale=2, min_width=200)
            new = gr.Number(
                first["new"], label="New tokens", precision=0, minimum=1, maximum=MAX_NEW_TOKENS, min_width=120
            )
            seed = gr.Number(first["seed"], label="Seed", precision=0, minimum=0, maximum=MAX_SEED, min_width=120)
            how = "Pass it as it is, without the chat template"
            raw = gr.Checkbox(first["raw"], label="Raw prompt", info=how, elem_id="raw")
        with gr.Row(elem_classes="presets"):
            presets = [gr.Button(f"{name}", size="sm", min_width=150) for name in PRESETS]
        panel = SettingsPanel(first["method"], first["settings"])
    status = gr.HTML("", elem_id="status", padding=False)
    stage = Stage()
    inputs = [pair, method, prompt, seed, new, raw, *panel.outputs]
    explore = Explore(stage, status, recorded, Following(inputs, example, panel, back))
    _wire_choices(explore, pair, method, prompt, example, panel, presets)
    _wire_run(run, stop, prompt, inputs, panel, explore)
    stage.gap(_resend, None, stage, **QUIET)
    return explore


def _build_choice(default_trace: str | None, first: dict[str, Any]) -> tuple[gr.Dropdown, gr.Dropdown, gr.Dropdown]:
    """The row of recorded runs, pairs and methods."""
    free = not public()
    with gr.Row(elem_classes="choose"):
        return (
            gr.Dropdown(recorded_choices(), value=default_trace, label="Open a recorded run", scale=3, min_width=200),
            gr.Dropdown(
                choices.pairs(), value=first["pair"], label="Pair", allow_custom_value=free, scale=2, min_width=140
            ),
            gr.Dropdown(choices.methods(), value=first["method"], label="Method", scale=2, min_width=140),
        )


def recorded_choices() -> list[tuple[str, str]]:
    """(label, name) of the bundled traces."""
    return [(f"{card.name} · {card.note or card.title}", card.name) for card in gallery()]


def _wire_choices(
    explore: Explore, pair: Any, method: Any, prompt: Any, example: Any, panel: SettingsPanel, presets: list[Any]
) -> None:
    follow = explore.following

    def prompt_of(number: int, name: str) -> str:
        return follow.answer(number, [note_html(choices.needs(name))], {"prompt": choices.prompts(name)[0]})

    def open_recorded(number: int, name: str) -> str:
        return follow.answer(number, *explore.opened(number, name))

    last: dict[str, Any] = QUIET | {"trigger_mode": "always_last"}  # "once" would drop the second of two quick choices
    follow.on(pair.input, prompt_of, [pair], [explore.status], trace=False)
    follow.on(explore.recorded.input, open_recorded, [explore.recorded], explore.outputs)
    example.input(lambda text: text, example, prompt, **last)
    method.input(panel.show, method, panel.outputs, **last)  # not `change`: an opened trace brings its own settings
    for button, values in zip(presets, PRESETS.values(), strict=True):
        button.click(lambda values=values: panel.set_values(values), None, panel.outputs, **last)


def _wire_run(run: Any, stop: Any, prompt: Any, inputs: list[Any], panel: SettingsPanel, explore: Explore) -> None:
    stage, status = explore.stage, explore.status

    def start(number: int, *values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            yield from run_on_stage(request_of(panel, values), number)
        except Exception as error:
            yield gr.skip(), wrong_html(friendly(error)), gr.skip(), gr.skip(), gr.skip()

    running = gr.on(
        [run.click, prompt.submit],
        start,
        [explore.following.asked, *inputs],
        [stage, status, run, stop, explore.recorded],
        concurrency_id="decode",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
        js=explore.following.run_js,
    )
    running.then(None, None, None, js=CATCH_UP_JS, api_visibility="private")
    stop_with(stop, STOPPED, [status, run, stop], running, [(stage, FINISH_STOPPED)])


def _resend(event: gr.EventData) -> Any:
    """The iterations that the browser did not get, from the run's file."""
    from explorer.stage.pack import append_message

    data = event._data or {}
    try:
        trace = open_trace(str(data["name"]))
    except (BadInput, KeyError):
        return gr.skip()
    return append_message(trace, int(data["have"]))
