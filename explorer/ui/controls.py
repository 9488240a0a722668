"""The settings panel, generated from the settings dataclasses of every method.

A setting that several methods share is one widget (its range, label and help follow the method), so that the page
stays small and the temperature one has set survives a change of method.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import describe

WARPING = ("temperature", "top_k", "top_p")
PRESETS: dict[str, dict[str, float]] = {
    "DSBD: k = 10, p = 0.8": {"temperature": 1.0, "top_k": 10, "top_p": 0.8},
    "MTAD: k = 10, p = 0.9": {"temperature": 1.0, "top_k": 10, "top_p": 0.9},
    "GSD: T = 0.7, p = 0.7": {"temperature": 0.7, "top_k": 0, "top_p": 0.7},
}
_SLIDER_STEPS = 64  # a range of whole numbers up to this long is a slider, a longer one a number field
_SLIDER_SPAN = 10.0


def widget_kind(spec: Mapping[str, Any]) -> str:
    """Which widget a setting gets: check, choice, word (a number or a word), ints, text, slider or number."""
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
    # A slider steps by 0.01, which is too coarse for a threshold such as 1e-4.
    fine = abs(round(spec["default"], 2) - spec["default"]) > 1e-12 or low not in (0, 0.01, 1)
    return "number" if fine or high - low > _SLIDER_SPAN else "slider"


def look(spec: Mapping[str, Any]) -> dict[str, Any]:
    """The properties of a widget for one method's setting, without its value."""
    name = spec["key"].replace("_", " ")
    label = f"{name} ({spec['symbol']})" if spec["symbol"] else name
    kind = widget_kind(spec)
    props: dict[str, Any] = {"label": label, "info": spec["help"]}
    if kind in ("slider", "number"):
        whole = spec["type"] == "int"
        props |= {"minimum": spec["min"], "maximum": spec["max"], "step": 1 if whole else 0.01}
        if kind == "number":
            props |= {"precision": 0 if whole else None, "step": 1 if whole else None}
            limits = f"{spec['min']} to {spec['max']}" if spec["max"] is not None else f"{spec['min']} or more"
            props["info"] += f" ({limits})" if spec["min"] is not None else ""
    elif kind in ("choice", "word"):
        numbers = [str(n) for n in (1, 2, 3, 4, 8) if kind == "word" and spec["min"] <= n <= (spec["max"] or n)]
        props["choices"] = [*spec["choices"], *numbers]
        if kind == "word":
            props["info"] += f" (a whole number or {' or '.join(spec['choices'])})"
    elif kind == "ints":
        props["info"] += " (whole numbers with commas, as 4,2,2)"
    return props


def default_value(spec: Mapping[str, Any]) -> Any:
    """The default as its widget holds it."""
    kind, default = widget_kind(spec), spec["default"]
    if kind == "ints":
        return ",".join(map(str, default))
    return str(default) if kind in ("word", "choice") else default


def make_widget(kind: str, props: dict[str, Any], value: Any, visible: bool) -> Any:
    """One hidden or visible widget."""
    given = {**props, "value": value, "visible": visible, "interactive": True, "min_width": 260}
    if kind == "check":
        return gr.Checkbox(**given)
    if kind in ("choice", "word"):
        return gr.Dropdown(**given, allow_custom_value=kind == "word")
    if kind in ("ints", "text"):
        return gr.Textbox(**given, max_lines=1)
    return gr.Slider(**given) if kind == "slider" else gr.Number(**given)


class SettingsPanel:
    """The widgets of every setting of every method; one method's are visible at a time."""

    def __init__(self, method: str, settings: Mapping[str, Any] | None = None) -> None:
        """Builds the widgets in the open Gradio layout; what `settings` leaves out is at its default."""
        chosen = settings or {}
        self._specs = {name: describe(one.settings) for name, one in DECODERS.items()}
        shown = {self._place(spec): spec for spec in self._specs[method]}
        every: dict[tuple[str, str], Mapping[str, Any]] = {}
        for specs in self._specs.values():
            for spec in specs:
                every.setdefault(self._place(spec), spec)
        self.widgets: dict[tuple[str, str], Any] = {}
        with gr.Row(elem_classes="settings"):
            for place, first in every.items():
                spec = shown.get(place, first)
                held = place in shown and place[0] in chosen
                value = self._shown(place, chosen[place[0]]) if held else default_value(spec)
                self.widgets[place] = make_widget(place[1], look(spec), value, place in shown)

    @staticmethod
    def _place(spec: Mapping[str, Any]) -> tuple[str, str]:
        return spec["key"], widget_kind(spec)

    @property
    def outputs(self) -> list[Any]:
        """The widgets in the order that `show`, `read` and `preset` use."""
        return list(self.widgets.values())

    def show(self, method: str) -> list[Any]:
        """Updates that show a method's settings at their defaults; the warping one has set stays."""
        specs = {self._place(spec): spec for spec in self._specs[method]}
        updates = []
        for place, _ in self.widgets.items():
            spec = specs.get(place)
            if spec is None:
                updates.append(gr.update(visible=False))
            elif place[0] in WARPING and spec["default"] == self._base(place[0]):
                updates.append(gr.update(visible=True, **look(spec)))
            else:
                updates.append(gr.update(visible=True, value=default_value(spec), **look(spec)))
        return updates

    def fit(self, method: str) -> list[Any]:
        """Updates that show a method's settings with their ranges, whatever they hold."""
        specs = {self._place(spec): spec for spec in self._specs[method]}
        return [
            gr.update(visible=True, **look(specs[place])) if place in specs else gr.update(visible=False)
            for place in self.widgets
        ]

    def hold(self, method: str, settings: Mapping[str, Any]) -> list[list[Any]]:
        """For every widget [its value] if a setting of this method is given for it, else []."""
        places = {self._place(spec) for spec in self._specs[method]}
        held = (place in places and place[0] in settings for place in self.widgets)
        return [
            [self._shown(place, settings[place[0]])] if is_held else []
            for place, is_held in zip(self.widgets, held, strict=True)
        ]

    def _base(self, key: str) -> Any:
        """The commonest default of a warping setting, that of multinomial sampling."""
        return next((spec["default"] for spec in self._specs["multinomial"] if spec["key"] == key), None)

    def read(self, method: str, values: Sequence[Any]) -> dict[str, Any]:
        """The settings of a method from all widgets' values. Raises BadInput (from `make`) where one is wrong."""
        given = dict(zip(self.widgets, values, strict=True))
        chosen = {}
        for spec in self._specs[decoder(method).name]:
            value = given[self._place(spec)]
            if value is not None and value != "":
                chosen[spec["key"]] = int(value) if spec["type"] == "int" and isinstance(value, float) else value
        decoder(method).make_settings(chosen)
        return chosen

    def set_values(self, settings: Mapping[str, Any]) -> list[Any]:
        """Updates that put given settings into the widgets, whichever hold them."""
        return [
            gr.update(value=self._shown(place, settings[place[0]])) if place[0] in settings else gr.update()
            for place in self.widgets
        ]

    @staticmethod
    def _shown(place: tuple[str, str], value: Any) -> Any:
        if place[1] == "ints":
            return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        return str(value) if place[1] in ("word", "choice") else value
