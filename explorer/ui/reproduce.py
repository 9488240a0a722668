"""The folded section "Reproduce this run" below the stage, and the route with its code.

explorer/code/NAME    code that repeats the run, as JSON: kind, title, code and note of each kind (features/code.py)
"""

import json
from dataclasses import asdict
from html import escape
from typing import Any

import gradio as gr
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from decoders.errors import BadInput
from explorer.features.code import snippets
from explorer.service.live import friendly
from explorer.service.store import header
from explorer.site.reproduce import WORDS
from explorer.ui.scripts import on_load, style


def build() -> None:
    """Build the section in the open Gradio layout. Unfolding it fetches the code."""
    with gr.Accordion("Reproduce this run", open=False, elem_id="reproduce"):
        gr.HTML(
            f'<div data-code="{escape(json.dumps(WORDS))}"></div>',
            css_template=style("learn.css", "reproduce.css"),
            apply_default_css=False,
            js_on_load=on_load("reproduce.js", "reproduce"),
            padding=False,
        )


def _code(request: Request) -> Response:
    try:
        head = header(request.path_params["name"])
        if head is None:
            raise BadInput("This run has not started yet. Wait for its first round.")
        return JSONResponse({"snippets": [asdict(each) for each in snippets(head)]})
    except BadInput as error:
        return Response(friendly(error), status_code=404, media_type="text/plain")


def routes() -> list[Any]:
    """The route, for Gradio's server, that returns the code. Names are looked up among the stored traces, so no request
    can reach another file.
    """
    return [Route("/explorer/code/{name}", _code)]
