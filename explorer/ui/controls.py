"""The settings panel, generated from the settings dataclasses of every method.

A setting that several methods share is one widget (its range, label and help follow the method), so that the page
stays small and the temperature one has set survives a change of method.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import gradio as gr

from decoders.catalog import DECODERS, decoder
from decoders.core.settings import WARPING, describe, written
from decoders.errors import BadInput
from explorer.ui.fields import Number, Slider

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


def held_value(kind: str, value: Any) -> Any:
    """A setting's value as its widget holds it."""
    if kind == "ints":
        return written(value)
    return str(value) if kind in ("word", "choice") else value


def default_value(spec: Mapping[str, Any]) -> Any:
    """The default as its widget holds it."""
    return held_value(widget_kind(spec), spec["default"])


def make_widget(kind: str, props: dict[str, Any], value: Any, visible: bool) -> Any:
    """One hidden or visible widget."""
    given = {**props, "value": value, "visible": visible, "interactive": True, "min_width": 260}
    if kind == "check":
        return gr.Checkbox(**given)
    if kind in ("choice", "word"):
        return gr.Dropdown(**given, allow_custom_value=kind == "word")
    if kind in ("ints", "text"):
        return gr.Textbox(**given, max_lines=1)
    return Slider(**given) if kind == "slider" else Number(**given)


class SettingsPanel:
    """The widgets of every setting of every method; one method's are visible at a time.

    A widget's place is (key, kind): methods whose setting of a name needs another kind of widget have one of their own.
    """

    def __init__(self, method: str, settings: Mapping[str, Any] | None = None) -> None:
        """Builds the widgets in the open Gradio layout; what `settings` leaves out is at its default."""
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
        """The widgets in the order of all the lists below."""
        return list(self.widgets.values())

    def show(self, method: str, settings: Mapping[str, Any] | None = None) -> list[Any]:
        """Updates that show a method's settings with the values of `start`."""
        return [
            update | {"value": held[0]} if held else update
            for held, update in zip(self.start(method, settings), self.fit(method), strict=True)
        ]

    def start(self, method: str, settings: Mapping[str, Any] | None = None) -> list[list[Any]]:
        """For every widget [the value that a method begins with], its default if none is given for it, or [].

        [] is for what the method lacks, and for the warping: the one that has been set stays.
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
        """Updates that show a method's settings with their ranges, whatever they hold."""
        specs = self._specs[method]
        return [
            gr.update(visible=True, **look(specs[place])) if place in specs else gr.update(visible=False)
            for place in self.widgets
        ]

    def hold(self, settings: Mapping[str, Any], method: str | None = None) -> list[list[Any]]:
        """For every widget [its value] if a setting is given for it (and this method has it), else []."""
        places = self.widgets if method is None else self._specs[method]
        return [
            [held_value(kind, settings[key])] if (key, kind) in places and key in settings else []
            for key, kind in self.widgets
        ]

    def read(self, method: str, values: Sequence[Any]) -> dict[str, Any]:
        """The settings of a method from all widgets' values, unchecked. Raises BadInput for a field that is empty."""
        given, chosen = dict(zip(self.widgets, values, strict=True)), {}
        for place, spec in self._specs[decoder(method).name].items():
            value = given[place]
            if value is None or value in ("", []):
                raise BadInput(f"{look(spec)['label']} is empty: fill it in (its default is {default_value(spec)}).")
            whole = spec["type"] == "int" and isinstance(value, float) and value.is_integer()
            chosen[place[0]] = int(value) if whole else value
        return chosen

    def set_values(self, settings: Mapping[str, Any]) -> list[Any]:
        """Updates that put given settings into the widgets, whichever hold them."""
        return [gr.update(value=held[0]) if held else gr.update() for held in self.hold(settings)]
