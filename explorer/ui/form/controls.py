"""The settings panel, generated from the settings dataclasses of all methods.

Methods that share a setting share its widget. Only its range, label and help text change with the method. So the page
stays small, and values such as the temperature stay when the user changes the method.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING, describe, written
from decoders.errors import BadInput
from explorer.ui.form.fields import Number, Slider

PRESETS: dict[str, dict[str, float]] = {
    "Sample as in DSBD (top-k 10, top-p 0.8)": {"temperature": 1.0, "top_k": 10, "top_p": 0.8},
    "Sample as in MTAD (top-k 10, top-p 0.9)": {"temperature": 1.0, "top_k": 10, "top_p": 0.9},
    "Sample as in GSD (T 0.7, top-p 0.7)": {"temperature": 0.7, "top_k": 0, "top_p": 0.7},
}
_SLIDER_STEPS = 64  # a longer range of whole numbers is a number field instead of a slider
_SLIDER_SPAN = 10.0
LINES = 8  # number of lines for a text that may be empty, such as one of several answers


def widget_kind(spec: Mapping[str, Any]) -> str:
    """The kind of widget for a setting: check, choice, word (a number or a word), ints, text, slider or number."""
    if spec["type"] == "bool":
        return "check"
    if spec["choices"]:
        return "choice" if spec["min"] is None else "word"
    if spec["type"] in ("ints", "str"):
        return "ints" if spec["type"] == "ints" else "text"
    low, high = spec["min"], spec["max"]
    if low is None or high is None:
        return "number"
    if spec["type"] == "int":
        return "slider" if high - low <= _SLIDER_STEPS else "number"
    # A slider would step by 0.01, which is too coarse for a threshold such as 1e-4.
    fine = abs(round(spec["default"], 2) - spec["default"]) > 1e-12 or low not in (0, 0.01, 1)
    return "number" if fine or high - low > _SLIDER_SPAN else "slider"


def look(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of a widget for one method's setting, without its value."""
    label, symbol = spec["label"], spec["symbol"]
    # The label "Top-k" already contains its symbol k.
    label = f"{label} ({symbol})" if symbol and symbol not in label else label
    kind = widget_kind(spec)
    props: dict[str, Any] = {"label": label, "info": spec["help"]}
    if kind in ("slider", "number"):
        whole = spec["type"] == "int"
        props |= {"minimum": spec["min"], "maximum": spec["max"], "step": 1 if whole else 0.01}
        if kind == "number":
            props |= {"precision": 0 if whole else None, "step": 1 if whole else None}
            limits = f"{spec['min']} to {spec['max']}" if spec["max"] is not None else f"{spec['min']} or more"
            props["info"] = _with_format(spec["help"], limits) if spec["min"] is not None else spec["help"]
    elif kind in ("choice", "word"):
        numbers = [str(n) for n in (1, 2, 3, 4, 8) if kind == "word" and spec["min"] <= n <= (spec["max"] or n)]
        props["choices"] = [*spec["choices"], *numbers]
        if kind == "word":
            props["info"] = _with_format(spec["help"], f"a whole number or {' or '.join(spec['choices'])}")
    elif kind == "text" and spec["default"] == "":
        props |= {"max_lines": LINES}
    elif kind == "ints":
        props["info"] = _with_format(spec["help"], "whole numbers separated by commas, such as 4,2,2")
    return props


def _with_format(help_text: str, values: str) -> str:
    """A help text with the allowed values in brackets, inside its last sentence.

    >>> _with_format("Maximum number of beams.", "1 or more")
    'Maximum number of beams (1 or more).'
    """
    text = help_text.removesuffix(".")
    return f"{text} ({values}){help_text[len(text) :]}"


def held_value(kind: str, value: Any) -> Any:
    """The value of a setting in the form in which its widget stores it."""
    if kind == "ints":
        return written(value)
    return str(value) if kind in ("word", "choice") else value


def default_value(spec: Mapping[str, Any]) -> Any:
    """The default of a setting in the form in which its widget stores it."""
    return held_value(widget_kind(spec), spec["default"])


def make_widget(kind: str, props: dict[str, Any], value: Any, visible: bool) -> Any:
    """Build one widget of the panel, hidden or visible."""
    given = {**props, "value": value, "visible": visible, "interactive": True, "min_width": 260}
    if kind == "check":
        return gr.Checkbox(**given)
    if kind in ("choice", "word"):
        return gr.Dropdown(**given, allow_custom_value=kind == "word")
    if kind in ("ints", "text"):
        return gr.Textbox(**{"max_lines": 1, **given})
    return Slider(**given) if kind == "slider" else Number(**given)


class SettingsPanel:
    """The widgets for all settings of all methods; only one method's widgets are visible at a time.

    Widgets are stored by (key, kind), because one setting can need different kinds of widget in different methods.
    """

    def __init__(self, method: str, settings: Mapping[str, Any] | None = None) -> None:
        """Build the widgets in the open Gradio layout. Settings missing from `settings` get their defaults."""
        self._specs = {
            name: {(spec["key"], widget_kind(spec)): spec for spec in describe(known.settings)}
            for name, known in DECODERS.items()
        }
        chosen, shown = settings or {}, self._specs[method]
        first: dict[tuple[str, str], Mapping[str, Any]] = {}
        for specs in self._specs.values():
            first |= {place: spec for place, spec in specs.items() if place not in first}
        self.widgets: dict[tuple[str, str], Any] = {}
        with gr.Row(elem_classes="settings"):
            for place in first:
                (key, kind), spec = place, shown.get(place, first[place])
                held = place in shown and key in chosen
                value = held_value(kind, chosen[key]) if held else default_value(spec)
                self.widgets[place] = make_widget(kind, look(spec), value, place in shown)

    @property
    def outputs(self) -> list[Any]:
        """All widgets. The methods below return lists in the same order."""
        return list(self.widgets.values())

    def show(self, method: str, settings: Mapping[str, Any] | None = None) -> list[Any]:
        """Updates that show a method's settings with the values from `start`."""
        return [
            update | {"value": held[0]} if held else update
            for held, update in zip(self.start(method, settings), self.fit(method), strict=True)
        ]

    def start(self, method: str, settings: Mapping[str, Any] | None = None) -> list[list[Any]]:
        """For each widget, [its first value for this method] (given or default), or [] to leave the widget unchanged.

        Widgets of settings that the method lacks are left unchanged. So are sampling settings, which stay as the user
        has set them.
        """
        chosen = settings or {}
        specs, common = self._specs[method], self._specs["multinomial"]
        stays = {
            (key, kind)
            for key, kind in specs
            if key in WARPING and specs[key, kind]["default"] == common[key, kind]["default"]
        }

        def value(place: tuple[str, str]) -> Any:
            key, kind = place
            return held_value(kind, chosen[key]) if key in chosen else default_value(specs[place])

        return [[value(place)] if place in specs and place not in stays else [] for place in self.widgets]

    def fit(self, method: str) -> list[Any]:
        """Updates that show a method's widgets with their ranges and leave the values unchanged."""
        specs = self._specs[method]
        return [
            gr.update(visible=True, **look(specs[place])) if place in specs else gr.update(visible=False)
            for place in self.widgets
        ]

    def hold(self, settings: Mapping[str, Any], method: str | None = None) -> list[list[Any]]:
        """For each widget, [its value] if the method has the setting and `settings` contains it; otherwise []."""
        places = self.widgets if method is None else self._specs[method]
        return [
            [held_value(kind, settings[key])] if (key, kind) in places and key in settings else []
            for key, kind in self.widgets
        ]

    def read(self, method: str, values: Sequence[Any]) -> dict[str, Any]:
        """Read a method's settings from the values of all widgets, unchecked. Raises BadInput if a field is empty."""
        given, chosen = dict(zip(self.widgets, values, strict=True)), {}
        for place, spec in self._specs[decoder(method).name].items():
            value = given[place]
            if spec["default"] == "" and value is None:
                value = ""
            if value is None or (value in ("", []) and spec["default"] != ""):
                raise BadInput(f"{look(spec)['label']} is empty. Fill it in (default: {default_value(spec)}).")
            whole = spec["type"] == "int" and isinstance(value, float) and value.is_integer()
            chosen[place[0]] = int(value) if whole else value
        return chosen

    def set_values(self, settings: Mapping[str, Any]) -> list[Any]:
        """Updates that write the given settings into their widgets, visible or not."""
        return [gr.update(value=held[0]) if held else gr.update() for held in self.hold(settings)]
