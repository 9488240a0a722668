"""Fields without Gradio's own check of the value: the code that uses a value checks it and names the field.

They have their own file because Gradio writes a .pyi next to it.
"""

from typing import Any

import gradio as gr


class Number(gr.Number):
    """A number field without Gradio's check, whose message does not name the field."""

    def preprocess(self, payload: Any) -> Any:
        """The number as entered, None if empty. A rounded number would differ from the one on the page."""
        return payload


class Slider(gr.Slider):
    """A slider without Gradio's check."""

    def preprocess(self, payload: Any) -> Any:
        """The number as entered."""
        return payload


class Dropdown(gr.Dropdown):
    """A list without Gradio's check, for options that depend on another field."""

    def preprocess(self, payload: Any) -> Any:
        """The choice as received. An opened trace may set it just before its options arrive."""
        return payload
