"""The "Learn" tab: an interactive toy pair of five words, and a calculator for the speed-up of speculation."""

import json
from html import escape
from typing import Any

import gradio as gr
from gradio.context import Context
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from decoders.errors import BadInput
from decoders.exact.toy import parse_toy
from decoders.pairs import toy_pair
from explorer.lessons.library import files
from explorer.service.live import friendly, run_to_end
from explorer.service.queue.turns import ADDRESSES
from explorer.service.request import RunRequest
from explorer.site.learn import toy_given, worth_given
from explorer.site.replies import worth_json
from explorer.story.page.learn import LESSONS
from explorer.ui.form.following import YOUR_TOY
from explorer.ui.scripts import call, on_load, style
from explorer.ui.server.visitor import caller

TAB = "Learn"
MOST_TOY = 4000  # maximum characters of a toy pair in an address


def build(tabs: gr.Tabs) -> None:
    """Build the tab in the open Gradio layout: a link to the lessons, the toy, the calculator.

    An address with `toy=` opens this tab.
    """
    with gr.Row(elem_id="to-lessons"):
        gr.HTML(f"<p>{escape(LESSONS['said'].format(count=len(files())))}</p>", padding=False)
        lessons = gr.Button(LESSONS["open"], variant="primary", scale=0, min_width=210, elem_id="open-lessons")
    lessons.click(None, None, tabs, js=call("explore.js", "lessons"), queue=False, api_visibility="private")
    for name, function, given in (("toy", "toy", toy_given()), ("worth", "worth", worth_given())):
        held = f"<section data-{name}='{escape(json.dumps(given, ensure_ascii=False))}'></section>"
        gr.HTML(
            held,
            css_template=style("learn.css"),
            apply_default_css=False,
            js_on_load=on_load(f"{name}.js", function),
            elem_id=f"learn-{name}",
            padding=False,
        )
    page = Context.root_block
    if page is not None:
        page.load(None, None, None, js=call("toy.js", "openToy", tab=TAB), api_visibility="private")


def run_toy(text: str, visitor: str = "") -> str:
    """Record and store the run that a toy pair's JSON describes. Returns the name of the run.

    The run waits in the queue as a run of `visitor`, with the usual limits. Raises BadInput if the JSON is not
    valid.
    """
    if len(text) > MOST_TOY:
        raise BadInput(f"The toy pair has more than {MOST_TOY:,} characters. Save it and use the command line.")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadInput("The toy pair is not valid JSON. Create it in the Learn tab.") from None
    pair = toy_pair(parse_toy(data, YOUR_TOY), YOUR_TOY)
    run = data.get("run")
    known = {"method", "prompt", "tokens", "seed", "settings"}
    if not isinstance(run, dict) or set(run) != known or not isinstance(run["settings"], dict):
        raise BadInput(f"The “run” of the toy pair is not valid. Use the keys {', '.join(sorted(known))}.")
    if not isinstance(run["tokens"], int) or not 1 <= run["tokens"] <= 64:
        raise BadInput("The number of tokens is out of range. Choose 1 to 64 tokens.")
    request = RunRequest(run["method"], pair.name, run["prompt"], run["settings"], run["seed"], run["tokens"])
    with ADDRESSES.of(visitor):
        return run_to_end(request, pair, visitor)


def _toy(request: Request) -> Response:
    """Record the run of the request's toy pair, and redirect to the page that shows it."""
    try:
        name = run_toy(request.query_params.get("pair", ""), caller(request))
    except BadInput as error:
        return Response(friendly(error), status_code=400, media_type="text/plain")
    return RedirectResponse(f"../?trace={name}", status_code=303)


def _worth(request: Request) -> Response:
    """JSON of the measurements from the bundled runs, from the papers, and from the named run (if it finished)."""
    try:
        return Response(worth_json(request.query_params.get("run", "")), media_type="application/json")
    except BadInput as error:
        return Response(friendly(error), status_code=404, media_type="text/plain")


def routes() -> list[Any]:
    """Routes: POST explorer/toy?pair=JSON records and opens a run; explorer/worth?run=NAME returns measurements."""
    return [Route("/explorer/toy", _toy, methods=["POST"]), Route("/explorer/worth", _worth)]
