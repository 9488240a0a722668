"""The controls follow the trace that is opened: Run then runs what is shown.

Opening has three steps. When it is asked for, the page numbers it and notes what the controls hold. The server answers
with the trace, with what its header asks for, and with the number. Then the page shows it and fills in those controls
that still hold what was noted: what a person has changed since, a half-typed prompt above all, stays theirs, however
late the answer and whatever else they have opened meanwhile. What the trace replaced of their own choices is kept for
one button that puts it back.

What was asked for last stays: an opening takes the notes of those before it, Run takes those of all, and an answer
whose note is gone is dropped. A pair's prompt is the less: it gives way to a later pair and to any trace, and drops no
trace itself. Run waits for it, since it is part of what is run. A method that is chosen brings its settings, as long as
it stays chosen, into those widgets that were not touched since.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.service.offered import known
from explorer.service.queue.limits import NEW_TOKENS
from explorer.service.queue.memory import held
from explorer.service.request import MAX_SEED
from explorer.service.store import header
from explorer.ui import around, choices
from explorer.ui.controls import SettingsPanel
from explorer.ui.scripts import call
from explorer.ui.widgets import QUIET

KEYS = ("pair", "method", "prompt", "seed", "new", "raw", "engine", "dtype", *around.KEYS)
YOUR_TOY = "toy:yours"  # the pair of a run that was made in the tab Learn
_KEPT = "The form keeps the pair that it had."
EMPTY_SYSTEM = "The recorded system turn is empty. The form cannot express this, so it uses the template's own."


def asked(head: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """What a trace's header asks of the controls (KEYS and "settings"), and one line on what they cannot take.

    Engine and precision stay as they are: which is fast is a matter of this machine, not of the one that recorded it.
    """
    values: dict[str, Any] = {"prompt": head["prompt"], "raw": head.get("raw") is True, **around.held_by(head)}
    notes = [EMPTY_SYSTEM] if head.get("system") == "" else []
    pair, seed, limit = str(head["pair"]), head["seed"], head.get("max_new_tokens")
    if known(pair) or held(pair):
        values["pair"] = pair
    elif pair == YOUR_TOY:
        notes.append(f"This is the run of your toy pair. {_KEPT} To change it, go back to the tab Learn.")
    else:
        notes.append(f"The trace's pair {pair[:60]} is not available here. {_KEPT}")
    if seed is not None and 0 <= seed <= MAX_SEED:
        values["seed"] = seed
    elif seed is not None:
        notes.append(f"Its seed {seed} is out of range here.")
    if limit is not None:
        values["new"] = min(limit, NEW_TOKENS.value)
        if limit > NEW_TOKENS.value:
            notes.append(f"It asked for {limit} new tokens; the most here is {NEW_TOKENS.value}.")
    chosen, lacks = _method(str(head["method"]), head["settings"])
    return values | chosen, " ".join([*notes, *lacks])


def _method(name: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The method with all its settings, as far as this version has them, and what it lacks in words."""
    method = DECODERS.get(name)
    if method is None:
        return {}, [f"Its method {name[:40]} is not known here; Method is left as it is."]
    lacks = []
    try:
        made = method.make_settings(dict(settings))
    except BadInput as error:
        made, lacks = method.make_settings({}), [f"Its settings are not of this version: {error}."]
    return {"method": name, "settings": asdict(made)}, lacks


def asked_by(name: str | None) -> tuple[dict[str, Any], str]:
    """What the trace of that name asks for; nothing where there is no such trace or it has only just begun."""
    try:
        head = header(name) if name else None
    except BadInput:
        head = None
    return asked(head) if head else ({}, "")


def _offered(pair: str | None, method: str | None) -> Any:
    """The methods that a pair can run, and another one where it cannot run the chosen one."""
    after = choices.method_after(pair or "", method)
    listed = choices.methods(pair)
    return gr.update(choices=listed) if after == method else gr.update(choices=listed, value=after)


class Following:
    """Lets controls follow what is opened; `controls` stand in the order of KEYS, then the panel's widgets."""

    def __init__(self, controls: Sequence[Any], example: Any, panel: SettingsPanel, back: gr.Button) -> None:
        """Builds the number of what is asked for in the open Gradio layout, and wires the button."""
        self._controls, self._panel, self._back = list(controls), panel, back
        self._first = [one.value for one in controls]
        self.asked = gr.Number(visible=False, precision=0)
        back.click(None, self._controls, [*self._controls, back], js=call("following.js", "back"), **QUIET)
        self._fit(example)

    def on(
        self,
        trigger: Any,
        answer: Callable[..., str],
        inputs: Sequence[Any],
        outputs: Sequence[Any],
        trace: bool = True,
    ) -> None:
        """Let an event open a trace, or (`trace` False) bring a new pair's prompt.

        `answer` gets the number of what is asked for, then the inputs, and returns `answer(…)` of this object. Two
        events are answered side by side ("once" would drop the second), which is why they are numbered; each trigger
        has a holder of its own for the answers.
        """
        held_answer = gr.Textbox(visible=False)
        ask = call("following.js", "ask", trace=trace, first=self._first)
        trigger(None, self._controls, None, js=call("following.js", "note", first=self._first), **QUIET)
        opened = trigger(answer, [self.asked, *inputs], held_answer, js=ask, trigger_mode="multiple", **QUIET)
        shown = [*outputs, *self._controls, self._back]
        opened.success(
            None, [held_answer, *self._controls], shown, js=call("following.js", "fill", settings=len(KEYS)), **QUIET
        )
        opened.failure(None, None, None, js=call("following.js", "lost"), **QUIET)

    def answer(self, number: int, shown: Sequence[Any], values: Mapping[str, Any]) -> str:
        """The answer to what was asked for under that number: the values of its outputs and of the controls."""
        return json.dumps([number, list(shown), self.wanted(values)])

    @property
    def run_js(self) -> str:
        """For the event that runs (`asked`, then the controls): drops what is being opened, waits for a pair's own."""
        return call("following.js", "run", first=self._first)

    def wanted(self, values: Mapping[str, Any]) -> list[list[Any]]:
        """For every control [] or [its value]."""
        panel = self._panel.hold(values.get("settings", {}), values.get("method"))
        return [*([values[key]] if key in values else [] for key in KEYS), *panel]

    def _fit(self, example: Any) -> None:
        """Show the widgets of whichever method is chosen, with their ranges, and the pair's examples.

        On `change`, which comes after a fill as after a choice, and of which the last is never dropped. The values come
        on `input`: an opened trace brings its own.
        """
        pair, method = self._controls[:2]
        pair.change(lambda name: gr.update(choices=choices.prompts(name), value=None), pair, example, **QUIET)
        pair.change(_offered, [pair, method], method, **QUIET)
        method.change(self._panel.fit, method, self._panel.outputs, **QUIET)
        brought, settings = gr.Textbox(visible=False), self._panel.outputs
        method.input(None, settings, None, js=call("following.js", "chosen"), **QUIET)
        taken = call("page.js", "taken", list="method")
        method.input(self._start, [method, pair], brought, js=taken, trigger_mode="multiple", **QUIET).success(
            None, [brought, method, *settings], settings, js=call("following.js", "settle"), **QUIET
        )

    def _start(self, method: str | None, pair: str) -> str:
        """The method and the values that its settings begin with; nothing where it was only passed by."""
        return json.dumps([method, self._panel.start(method, choices.paying(pair, method))]) if method else ""
