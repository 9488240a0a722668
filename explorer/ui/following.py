"""The controls follow the trace that is opened: Run then runs what is shown.

Opening has three steps. When it is asked for, the page notes what the controls hold. The server answers with the trace
and with what its header asks for. Then the page fills in those controls that still hold what was noted: what a person
has changed since, a half-typed prompt above all, stays theirs, however late the answer. What the trace replaced of
their own choices is kept for one button that puts it back.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS, given
from decoders.errors import BadInput
from explorer.ui import choices
from explorer.ui.controls import SettingsPanel
from explorer.ui.loaded import held
from explorer.ui.shelf import header

MOST_SEED = 2**32 - 1
KEYS = ("pair", "method", "prompt", "seed", "new", "raw")  # of the controls; those of the settings come after

# `filled` is what the page itself put into the controls last, `before` what they held when the opening was asked for.
# The first opening is the page's own, asked for once the page is there: something may have been typed already.
BEFORE_JS = """(...now) => {
  const first = FIRST, my = window.explorerControls;
  if (my) my.before = now;
  else window.explorerControls = { filled: first, before: [...first] };
}"""
# A pair that was changed meanwhile brings its own prompt, a method its own settings.
FILL_JS = """(wanted, ...now) => {
  const my = window.explorerControls, same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  const theirs = now.map((value, i) => !same(value, my.before[i]) && !same(value, my.filled[i]));
  const kept = (i) => theirs[i] || (i === 2 && theirs[0]) || (i >= SETTINGS && theirs[1]);
  const own = my.before.map((value, i) => !same(value, my.filled[i]));
  const put = now.map(() => undefined);
  let replaced = false;
  JSON.parse(wanted || '[]').forEach((one, i) => {
    if (!one.length || kept(i)) return;
    my.filled[i] = one[0];
    if (same(one[0], now[i])) return;
    put[i] = one[0];
    replaced ||= own[i];
  });
  if (replaced) my.undo = my.before;
  return [...put, replaced ? { __type__: 'update', visible: true } : undefined];
}""".replace("SETTINGS", str(len(KEYS)))
BACK_JS = """(...now) => {
  const was = window.explorerControls?.undo || now;
  const put = now.map((value, i) => (JSON.stringify(value) === JSON.stringify(was[i]) ? undefined : was[i]));
  return [...put, { __type__: 'update', visible: false }];
}"""


def asked(head: Mapping[str, Any]) -> tuple[dict[str, Any], str]:
    """What a trace's header asks of the controls (KEYS and "settings"), and one line on what they cannot take."""
    values: dict[str, Any] = {"prompt": head["prompt"], "raw": head.get("raw") is True}
    notes = []
    pair, seed, new = str(head["pair"]), head["seed"], head.get("max_new_tokens")
    if choices.known(pair) or held(pair):
        values["pair"] = pair
    else:
        notes.append(f"The trace's pair {pair[:60]} is not at hand here; Pair is left as it is.")
    if seed is not None and 0 <= seed <= MOST_SEED:
        values["seed"] = seed
    elif seed is not None:
        notes.append(f"Its seed {seed} is out of range here.")
    if new is not None:
        values["new"] = min(new, choices.MOST_TOKENS)
        if new > choices.MOST_TOKENS:
            notes.append(f"It asked for {new} new tokens; the most here is {choices.MOST_TOKENS}.")
    chosen, wrong = _method(str(head["method"]), head["settings"])
    return values | chosen, " ".join([*notes, *wrong])


def _method(method: str, settings: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """The method with all its settings, as far as this version has them, and what it lacks in words."""
    found = DECODERS.get(method)
    if found is None:
        return {}, [f"Its method {method[:40]} is not known here; Method is left as it is."]
    try:
        return {"method": method, "settings": given(found.make_settings(dict(settings)))}, []
    except BadInput as error:
        plain = given(found.make_settings({}))
        return {"method": method, "settings": plain}, [f"Its settings are not of this version: {error}."]


def asked_by(name: str | None) -> tuple[dict[str, Any], str]:
    """What the trace of that name asks for; nothing where there is no such trace or it has only just begun."""
    try:
        head = header(name) if name else None
    except BadInput:
        head = None
    return asked(head) if head else ({}, "")


class Following:
    """Lets controls follow what is opened; `controls` stand in the order of KEYS, then the panel's widgets."""

    def __init__(self, controls: Sequence[Any], example: Any, panel: SettingsPanel, back: gr.Button) -> None:
        """Builds the holder of what a trace asks for in the open Gradio layout, and wires the button."""
        self._controls, self._example, self._panel, self._back = list(controls), example, panel, back
        self._wanted = gr.Textbox(visible=False)
        self._before = BEFORE_JS.replace("FIRST", json.dumps([one.value for one in controls]))
        put_back = back.click(
            None, self._controls, [*self._controls, back], js=BACK_JS, queue=False, api_visibility="private"
        )
        self._settle(put_back)

    def on(self, trigger: Any, answer: Callable[..., tuple[Any, ...]], inputs: Any, outputs: Sequence[Any]) -> None:
        """Let an event open a trace: `answer` gives the outputs' values, and `wanted(...)` as the last."""
        quiet: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}
        trigger(None, self._controls, None, js=self._before, **quiet)
        opened = trigger(answer, inputs, [*outputs, self._wanted], **quiet)
        filled = opened.success(
            None, [self._wanted, *self._controls], [*self._controls, self._back], js=FILL_JS, **quiet
        )
        self._settle(filled)

    def wanted(self, values: Mapping[str, Any]) -> str:
        """For every control [] or [its value], as JSON."""
        held_by = self._panel.hold(values["method"], values["settings"]) if "method" in values else None
        panel = held_by or [[] for _ in self._panel.outputs]
        return json.dumps([*([values[key]] if key in values else [] for key in KEYS), *panel])

    def _settle(self, event: Any) -> None:
        """Then show the widgets of whichever method is chosen now, with their ranges, and the pair's examples."""

        def fit(pair: str, method: str) -> list[Any]:
            return [gr.update(choices=choices.prompts(pair), value=None), *self._panel.fit(method)]

        event.then(
            fit,
            self._controls[:2],
            [self._example, *self._panel.outputs],
            queue=False,
            show_progress="hidden",
            api_visibility="private",
        )
