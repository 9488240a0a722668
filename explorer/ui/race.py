"""The race in the "Compare" tab: recorded runs on one clock, and the route with its data.

explorer/race?runs=NAME,NAME    the data that js/race.js draws (features/race.py)
explorer/race?comparison=ID     the same for a stored comparison, with its timings
"""

import json
from html import escape
from typing import Any

import gradio as gr
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from decoders.errors import BadInput
from explorer.features.race import race, race_again
from explorer.service.live import friendly
from explorer.story.page.race import UNANSWERED
from explorer.ui.scripts import on_load, style


def build() -> None:
    """Build the race in the open Gradio layout. It shows the runs from the table of the Compare tab."""
    gr.HTML(
        f'<section data-race="{escape(UNANSWERED)}"></section>',
        css_template=style("learn.css", "race.css"),
        apply_default_css=False,
        js_on_load=on_load("race.js", "race"),
        elem_id="race",
        padding=False,
    )


def _race(request: Request) -> Response:
    query = request.query_params
    try:
        made = race_again(query["comparison"]) if "comparison" in query else race(query.get("runs", "").split(","))
        return Response(json.dumps(made, ensure_ascii=False), media_type="application/json")
    except BadInput as error:
        return Response(friendly(error), status_code=400, media_type="text/plain")


def routes() -> list[Any]:
    """The route that returns the data of a race, for Gradio's server."""
    return [Route("/explorer/race", _race)]
