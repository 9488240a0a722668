"""Fields that are checked by what uses them; a file of their own, as Gradio writes a .pyi beside it."""

from typing import Any

import gradio as gr


class Number(gr.Number):
    """A number that is checked by what uses it, in a sentence that names it: Gradio's own does not say whose it is."""

    def preprocess(self, payload: Any) -> Any:
        """The number as it was written, None where there is none: rounded it would be another than the one seen."""
        return payload


class Slider(gr.Slider):
    """The same as a slider."""

    def preprocess(self, payload: Any) -> Any:
        """The number as it was written."""
        return payload


class Dropdown(gr.Dropdown):
    """A list whose options follow another field: what uses the choice checks it, in a sentence."""

    def preprocess(self, payload: Any) -> Any:
        """The choice as it came: an opened trace may bring it just before the options that it is one of."""
        return payload
