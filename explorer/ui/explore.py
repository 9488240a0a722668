"""The tab "Explore": choose, run, stop, and the stage."""

import json
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

import gradio as gr

from decoders.errors import BadInput
from explorer.ui import choices
from explorer.ui.controls import PRESETS, SettingsPanel
from explorer.ui.following import MOST_SEED, Following, asked_by
from explorer.ui.routes import fetch_message, open_trace
from explorer.ui.running import Request, Tally, follow, friendly
from explorer.ui.shelf import gallery
from explorer.ui.stage import Stage

QUIET: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
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
        """What `opened` gives the values of, but for the last, which is Following's own."""
        return [self.stage, self.status, self.recorded]

    def opened(self, name: str, *, at_address: bool = False) -> tuple[Any, str, str | None, str]:
        """Values of stage, status, recorded and, for `following`, what the trace of that name asks of the controls."""
        values, note = asked_by(name)
        listed = name if any(card.name == name for card in gallery()) else None
        shown = fetch_message(name, at_address=at_address)
        return shown, note_html(note) if note else "", listed, self.following.wanted(values)


# A browser that was busy may have missed messages of a fast run; when the run is over, the stage gets it whole.
FIND_STAGE_JS = """() => {
  let one = document.querySelector('#stage [data-testid="stage"]');
  while (one && !one.stage) one = one.parentElement;
  return one?.stage;
}"""
CATCH_UP_JS = f"""() => {{
  const told = document.querySelector('#status [data-run]')?.dataset, stage = ({FIND_STAGE_JS})();
  const shown = stage?.state();
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


def stop_with(
    stop: gr.Button, words: str, shown: list[Any], running: Any, also: Sequence[tuple[Any, Any]] = ()
) -> None:
    """Let a Stop button end what runs; `shown` are status, start button and Stop, `also` other outputs and their value.

    A page that is behind may show a report it got earlier over the first answer, so the words are said once more.
    """
    values = [value for _, value in also]
    pressed = stop.click(
        lambda: (note_html(words), *buttons(False), *values),
        None,
        [*shown, *(output for output, _ in also)],
        cancels=[running],
        **QUIET,
    )
    pressed.then(lambda: time.sleep(SETTLE) or note_html(words), None, shown[0], **QUIET)


def run_on_stage(request: Request) -> Generator[tuple[Any, str, Any, Any], None, None]:
    """Stage message, status, Run, Stop: about ten times a second while there is news."""
    tally, feed = Tally(request.max_new_tokens), None
    yield gr.skip(), note_html("Starting"), *buttons(True)
    try:
        for news in follow(request):
            if not news.lines:
                yield gr.skip(), note_html(news.note, news.share), gr.skip(), gr.skip()
                continue
            feed = feed or _feed(news.name)
            for line in news.lines:
                tally.add(line)
            yield feed.messages(news.lines), progress_html(tally, news.name), gr.skip(), gr.skip()
        yield gr.skip(), progress_html(tally, feed.name if feed else ""), *buttons(False)
    except Exception as error:
        yield gr.skip(), wrong_html(friendly(error)), *buttons(False)


def _feed(name: str) -> Any:
    from explorer.stage_data import Feed

    return Feed(name=name)


def request_of(panel: SettingsPanel, values: tuple[Any, ...]) -> Request:
    """What the widgets ask for. Raises BadInput where a setting is wrong."""
    pair, method, prompt, seed, new, raw, *settings = values
    if seed is None or new is None:
        raise BadInput("the seed and the number of new tokens should be whole numbers")
    return Request(method, pair, prompt or "", panel.read(method, settings), int(seed), int(new), bool(raw))


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
                first["new"], label="New tokens", precision=0, minimum=1, maximum=choices.MOST_TOKENS, min_width=120
            )
            seed = gr.Number(first["seed"], label="Seed", precision=0, minimum=0, maximum=MOST_SEED, min_width=120)
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
    free = not choices.public()
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
    def prompt_of(name: str) -> tuple[str, str]:
        return note_html(choices.needs(name)), explore.following.wanted({"prompt": choices.prompts(name)[0]})

    explore.following.on(pair.input, prompt_of, pair, [explore.status])
    explore.following.on(explore.recorded.input, explore.opened, explore.recorded, explore.outputs)
    example.input(lambda text: text, example, prompt, **QUIET)
    method.input(panel.show, method, panel.outputs, **QUIET)  # not `change`: an opened trace brings its own settings
    for button, values in zip(presets, PRESETS.values(), strict=True):
        button.click(lambda values=values: panel.set_values(values), None, panel.outputs, **QUIET)


def _wire_run(run: Any, stop: Any, prompt: Any, inputs: list[Any], panel: SettingsPanel, explore: Explore) -> None:
    stage, status = explore.stage, explore.status

    def start(*values: Any) -> Generator[tuple[Any, ...], None, None]:
        try:
            request = request_of(panel, values).checked()
        except BadInput as error:
            yield gr.skip(), wrong_html(friendly(error)), *buttons(False), gr.skip()
            return
        begun = False
        for shown in run_on_stage(request):
            begins = not begun and isinstance(shown[0], str)  # from here on no recorded run is on the stage
            begun = begun or begins
            yield *shown, None if begins else gr.skip()

    running = gr.on(
        [run.click, prompt.submit],
        start,
        inputs,
        [stage, status, run, stop, explore.recorded],
        concurrency_id="decode",
        concurrency_limit=2,
        show_progress="hidden",
        api_visibility="private",
        trigger_mode="once",
    )
    running.then(None, None, None, js=CATCH_UP_JS, api_visibility="private")
    stop_with(stop, STOPPED, [status, run, stop], running, [(stage, FINISH_STOPPED)])


def _resend(event: gr.EventData) -> Any:
    """The iterations that the browser did not get, from the run's file."""
    from explorer.stage_data import append_message

    data = event._data or {}
    try:
        trace = open_trace(str(data["name"]))
    except (BadInput, KeyError):
        return gr.skip()
    return append_message(trace, int(data["have"]))
