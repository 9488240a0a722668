"""The named endpoints that `gradio_client` can call: methods, pairs, run, open_trace."""

import json
from collections.abc import Generator
from typing import Any, cast

import gradio as gr
from gradio.events import api

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.pairs import PAIRS
from explorer.runs.live import follow, friendly
from explorer.runs.offered import toys
from explorer.runs.request import RunRequest, told
from explorer.ui.routes import open_trace as read_trace
from explorer.ui.visitor import visitor


def methods() -> list[dict[str, Any]]:
    """Every decoder: its settings with ranges, where it comes from, and the method whose law it must equal."""
    return [method.describe() for method in DECODERS.values()]


def pairs() -> list[dict[str, Any]]:
    """Every pair that can be run here: where it comes from, its size in bytes, what it needs."""
    tables = [{"name": name, "source": "bundled toy pair", "bytes": 0, "needs": "nothing"} for name in toys()]
    return [*tables, *({**vars(known)} for known in PAIRS.values())]


def run(
    method: str,
    pair: str,
    prompt: str,
    settings: str = "{}",
    seed: float = 0,  # to Gradio a whole number is one that it rounds
    max_new_tokens: float = 40,
    raw: bool = False,
    engine: str = "auto",
) -> Generator[str, None, None]:
    """Record a run. `settings` is a JSON object; `engine` is auto, openvino or torch.

    Yields JSON arrays with the lines of its trace (header, iterations, summary) that are new since the last.
    """
    try:
        numbers = cast(int, seed), cast(int, max_new_tokens)  # the request says which is none
        request = RunRequest(method, pair, prompt, settings_of(settings), *numbers, raw, engine=engine)
        for news in follow(request, visitor=visitor()):
            if news.lines:
                yield json.dumps(news.lines, ensure_ascii=False)
    except Exception as error:
        raise gr.Error(friendly(error), print_exception=False) from None


def settings_of(text: Any) -> dict[str, Any]:
    """The settings that the text of a JSON object gives; none if it is empty or left out. Raises BadInput."""
    try:
        found = json.loads(text or "{}") if text is None or isinstance(text, str) else None
    except (ValueError, RecursionError):  # a number of thousands of digits, thousands of brackets
        found = None
    if not isinstance(found, dict):
        raise BadInput(f'settings should be the text of a JSON object, such as {{"gamma": 4}}, not {told(text)}')
    return found


def open_trace(name: str) -> str:
    """A bundled or kept trace by name, as a JSON object with header, iterations and summary."""
    try:
        trace = read_trace(name)
    except BadInput as error:
        raise gr.Error(friendly(error), print_exception=False) from None
    return json.dumps(vars(trace), ensure_ascii=False)


def build() -> None:
    """Adds the endpoints to the open Blocks."""
    api(methods, api_name="methods", queue=False)
    api(pairs, api_name="pairs", queue=False)
    api(open_trace, api_name="open_trace", queue=False)
    api(run, api_name="run", concurrency_limit=None)
