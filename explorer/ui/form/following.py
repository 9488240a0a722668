"""Make the controls follow the opened trace, so that Run repeats the run that is shown.

Opening a trace has three steps:

1. The page gives the request a number and notes the values of the controls.
2. The server answers with the trace, the settings from its header, and the number.
3. The page shows the trace and fills in the controls that still have the noted values. A control that was changed in
   the meantime, such as a half-typed prompt, keeps the user's value. Replaced values can be restored with one button.

The latest request wins. A request to open a trace cancels all earlier requests, and Run cancels every request to open a
trace. Answers to cancelled requests are dropped.

A request for the prompt of a newly chosen pair has a lower priority. It is cancelled when another pair is chosen or any
trace is opened. It never cancels the opening of a trace. Run waits for the answer to this request, because the prompt
is part of the run.

When the user chooses a method, the server sends first values for its settings. They are filled in only if the method is
still chosen, and not in widgets that have been changed since then.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.offered import known
from explorer.service.queue.limits import NEW_TOKENS
from explorer.service.queue.memory import held
from explorer.service.request import MAX_SEED
from explorer.service.store import header
from explorer.trace.lines import Header
from explorer.ui.form import around, choices
from explorer.ui.form.controls import SettingsPanel
from explorer.ui.form.widgets import QUIET
from explorer.ui.scripts import call

KEYS = ("pair", "method", "prompt", "seed", "new", "raw", "engine", "dtype", *around.KEYS)
YOUR_TOY = "toy:yours"  # the pair of a run made in the Learn tab
_KEPT = "The pair in the form was not changed."
EMPTY_SYSTEM = "The recorded system turn is empty. The form cannot express this, so it uses the template’s default."


def asked(head: Header) -> tuple[dict[str, Any], str]:
    """The values of the controls (KEYS and "settings") for a trace's header, and a note about values that cannot be
    used.

    Engine and precision are not part of them, because the fastest choice depends on this machine and not on the machine
    that recorded the trace.
    """
    values: dict[str, Any] = {"prompt": head.prompt, "raw": head.raw is True, **around.held_by(head)}
    notes = [EMPTY_SYSTEM] if head.system == "" else []
    pair, seed, limit = head.pair, head.seed, head.max_new_tokens
    if known(pair) or held(pair):
        values["pair"] = pair
    elif pair == YOUR_TOY:
        notes.append(f"This is the run of your toy pair. {_KEPT} To change the toy pair, go back to the Learn tab.")
    else:
        notes.append(f"The model pair {pair[:60]} of this trace is not available here. {_KEPT}")
    if seed is not None and 0 <= seed <= MAX_SEED:
        values["seed"] = seed
    elif seed is not None:
        notes.append(f"The seed {seed} of this run is out of range here, so the seed was not changed.")
    if limit is not None:
        values["new"] = min(limit, NEW_TOKENS.value)
        if limit > NEW_TOKENS.value:
            notes.append(f"The run requested {limit} new tokens, but the limit here is {NEW_TOKENS.value}.")
    chosen, lacks = _method(head.method, head.settings)
    return values | chosen, " ".join([*notes, *lacks])


def _method(name: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The method and its settings, and sentences about settings or methods that this version does not have."""
    method = DECODERS.get(name)
    if method is None:
        return {}, [f"The method {name[:40]} of this run is unknown here. The method was not changed."]
    lacks = []
    try:
        chosen = method.make_settings(dict(settings))
    except BadInput as error:
        chosen = method.make_settings({})
        lacks = [f"The settings of this run do not fit this version, so the defaults are used. {friendly(error)}"]
    return {"method": name, "settings": asdict(chosen)}, lacks


def asked_by(name: str | None) -> tuple[dict[str, Any], str]:
    """The values of `asked` for the trace with this name. They are empty if there is no such trace, or if it has no
    header yet.
    """
    try:
        head = header(name) if name else None
    except BadInput:
        head = None
    return asked(head) if head else ({}, "")


def _offered(pair: str | None, method: str | None) -> Any:
    """Make the update of the method list for a pair, and replace a chosen method that the pair cannot run."""
    after = choices.method_after(pair or "", method)
    listed = choices.methods(pair)
    return gr.update(choices=listed) if after == method else gr.update(choices=listed, value=after)


class Following:
    """Connects the controls with the opened trace. `controls` are in the order of KEYS, then the panel's widgets."""

    def __init__(self, controls: Sequence[Any], example: Any, panel: SettingsPanel, back: gr.Button) -> None:
        """Build the hidden request number in the open Gradio layout, and connect the restore button `back`."""
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
        """Let an event open a trace, or (with `trace` False) fill in the prompt of a new pair.

        The function `answer` gets the request's number and the inputs, and must return what the method `self.answer`
        returns. Requests are numbered, because two events may be handled at the same time ("once" would drop the
        second). Each trigger has its own hidden field for the answers.
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
        """The JSON answer to a request: its number, the values of the outputs, and the values of the controls."""
        return json.dumps([number, list(shown), self.wanted(values)])

    @property
    def run_js(self) -> str:
        """JavaScript for the Run event: it cancels all requests to open a trace, and waits for the prompt of a new
        pair.
        """
        return call("following.js", "run", first=self._first)

    def wanted(self, values: Mapping[str, Any]) -> list[list[Any]]:
        """For each control, [its new value], or [] to leave it unchanged."""
        panel = self._panel.hold(values.get("settings", {}), values.get("method"))
        return [*([values[key]] if key in values else [] for key in KEYS), *panel]

    def _fit(self, example: Any) -> None:
        """Show the chosen method's widgets with their ranges, and the chosen pair's example prompts.

        This uses the event `change`, because it fires whether the page or the user has changed the value, and because
        its last occurrence is never dropped. Values are set only on the event `input`, because an opened trace brings
        its own values.
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
        """JSON of the method and the first values of its settings; empty if no method was chosen."""
        return json.dumps([method, self._panel.start(method, choices.paying(pair, method))]) if method else ""
