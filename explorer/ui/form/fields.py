"""Fields without Gradio's own check of the value.

The code that uses a value checks it, and names the field in its message. The fields are in a separate file because
Gradio writes a .pyi file next to it.
"""

from typing import Any

import gradio as gr


class Number(gr.Number):
    """A number field without Gradio's check, whose message does not name the field."""

    def preprocess(self, payload: Any) -> Any:
        """The number as entered; None if the field is empty.

        The number is not rounded, because a rounded value would differ from the number on the page.
        """
        return payload


class Slider(gr.Slider):
    """A slider without Gradio's check of the value."""

    def preprocess(self, payload: Any) -> Any:
        """The number as entered."""
        return payload


class Dropdown(gr.Dropdown):
    """A dropdown list without Gradio's check of the value, for options that depend on another field."""

    def preprocess(self, payload: Any) -> Any:
        """The choice as received. An opened trace may set the choice just before the options arrive."""
        return payload
