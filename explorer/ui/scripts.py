"""The tabs' own JavaScript and style sheets: functions of the modules in js/, as Gradio takes them.

They may import the stage's modules too, such as dom.js; no two files of both folders have the same name.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

from explorer.stage.files import STAGE, join
from explorer.traces.states import LISTS

FOLDER = Path(__file__).parent / "js"


@cache
def _joined(file: str) -> str:
    paths = [*(STAGE / "js").glob("*.js"), *FOLDER.glob("*.js")]
    return join({path.name: path.read_text(encoding="utf-8") for path in paths}, file)


def call(file: str, function: str, **config: Any) -> str:
    """For an event's `js`: calls the function with an object of `config`, then with the values of the inputs."""
    body = f"{_joined(file)}\nreturn {function}({json.dumps(config)}, ...given);"
    return f"(...given) => (function () {{\n{body}\n}})()"


def on_load(file: str, function: str) -> str:
    """For the `js_on_load` of gr.HTML: calls the function with the element, what triggers its events, and its value."""
    return f"{_joined(file)}\n{function}(element, trigger, props, watch);"


def style(*files: str) -> str:
    """Style sheets beside this file, for a component's `css_template`, with the colours of states.json."""
    looks = []
    for selector, look in (("&", "light"), ("body.dark &", "dark")):
        colours = " ".join(f"--{name}: {value[look]};" for name, value in LISTS["colours"].items())
        looks.append(f"{selector} {{ {colours} }}")
    return "\n".join([*looks, *((FOLDER.parent / file).read_text(encoding="utf-8") for file in files)])
