"""The first view of the page: the race of the target alone against the opening run. The data of the race is sent with
the page itself.

explorer/opening/NAME    what js/opening.js draws above a run (features/opening.py), or null if the run has no race

Gradio needs about a second before it shows anything. So the page's head contains the data and the script of the race
(js/first.js). The race plays before Gradio is loaded, and then moves to its place above the stage.
"""

from collections.abc import Mapping
from typing import Any

import gradio as gr
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from explorer.site.opening import race_json
from explorer.ui.scripts import address, on_load
from explorer.ui.server.headers import KEPT

STEP = ("it", "phase", "node", "lesson")  # parameters of an address that lead to a step or a lesson
FIRST_TAB = "explore"


def build() -> None:
    """Build the element for the race in the open row; the script moves the race there."""
    gr.HTML("", js_on_load=on_load("first.js", "adopt"), elem_id="opening", padding=False)


def is_first_view(query: Mapping[str, str]) -> bool:
    """Whether an address opens the first view, which is the Explore tab without a step or a lesson."""
    return not any(key in query for key in STEP) and query.get("tab", FIRST_TAB) == FIRST_TAB


def head(name: str) -> str:
    """HTML for the page's head with the race of a run; empty if the run has no race."""
    data = race_json(name)
    if data == "null":
        return ""
    # "<" in JSON text may be written as an escape, so that no text of a trace can end the element
    return (
        f'<script type="application/json" id="opening-data">{data.replace("<", chr(92) + "u003c")}</script>'
        f'<script type="module" async>import {{ early }} from "./{address("first.js")}"; early();</script>'
    )


def _opening(request: Request) -> Response:
    return Response(race_json(request.path_params["name"]), media_type="application/json", headers=KEPT)


def routes() -> list[Any]:
    """The route that returns the data of the first view, for Gradio's server."""
    return [Route("/explorer/opening/{name:path}", _opening)]
