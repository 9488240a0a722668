"""The tabs' own JavaScript: functions of the modules in js/, as Gradio takes them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from explorer.stage.files import join

FOLDER = Path(__file__).parent / "js"


@cache
def _joined(file: str) -> str:
    return join({path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.js")}, file)


def call(file: str, function: str, **config: Any) -> str:
    """For an event's `js`: calls the function with an object of `config`, then with the values of the inputs."""
    body = f"{_joined(file)}\nreturn {function}({json.dumps(config)}, ...given);"
    return f"(...given) => (function () {{\n{body}\n}})()"


def on_load(file: str, function: str) -> str:
    """For the `js_on_load` of gr.HTML: calls the function with the element, what triggers its events, and its value."""
    return f"{_joined(file)}\n{function}(element, trigger, props, watch);"
