"""The section "Figures of this run": plotly figures of the graph, widths, acceptance rates, time and energy.

The command line and notebooks draw the same figures (explorer/figures). A route returns each figure as a file:

explorer/figure/NAME?kind=graph&iteration=2&phase=3&as=html     a figure as a page, or (as=json) as plotly's JSON
"""

import json
from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import quote, urlencode

import gradio as gr
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.store import opened
from explorer.trace.format import Trace
from explorer.ui.form.widgets import QUIET, picture, wrong_html
from explorer.ui.scripts import call
from explorer.ui.server.routes import attached, keeping, sorry
from explorer.ui.whatif import whole_of

KINDS = {
    "graph": "This step: graph",
    "tree": "This step: all nodes, including copies",
    "dag": "This step: merged graph",
    "widths": "Whole run: layer widths and their probabilities",
    "depth": "Whole run: acceptance rate by depth",
    "rank": "Whole run: acceptance rate by child rank",
    "beams": "Whole run: ancestry of the beams",
    "time": "Whole run: time per pass",
    "energy": "Whole run: energy",
}
PLACE = ("iteration", "phase")  # the parameters that name the step of a figure, counted from 1
FORMATS = {"html": "text/html", "json": "application/json"}


def build() -> None:
    """Build the folded section in the open Gradio layout. Unfolding it, or pressing the button, draws the figure."""
    with gr.Accordion("Figures of this run", open=False, elem_id="figures") as folded:
        with gr.Row(elem_classes="choose"):
            offered = [(label, kind) for kind, label in KINDS.items()]
            kind = gr.Dropdown(offered, value="graph", label="Figure", scale=3, min_width=220)
            again = gr.Button("Redraw for the current step", scale=0, min_width=220, elem_id="draw-figure")
        said = gr.HTML("", padding=False, elem_id="figure-said")
        plot = picture("figure-plot")
    where = gr.Textbox(visible=False)  # the run and step on the stage, written by the browser
    gr.on(
        [folded.expand, again.click, kind.input],
        drawn,
        [kind, where],
        [plot, said],
        js=call("figures.js", "asked"),
        trigger_mode="always_last",
        **QUIET,
    )


def drawn(kind: str, where: str) -> tuple[Any, str]:
    """The figure for the run and step on the stage (`where`, as JSON), and links to save it, or an error."""
    try:
        shown = _read(where)
        name, dark = str(shown.get("name", "")), {"dark": "1"} if shown.get("dark") else {}
        query = {"kind": kind} | {key: str(shown.get(key)) for key in PLACE} | dark
        with opened(name) as trace:
            figure = _figure(trace, query)
    except Exception as error:
        return gr.update(visible=False), wrong_html(friendly(error))
    page, data = (escape(f"explorer/figure/{quote(name)}?{urlencode(query | {'as': one})}") for one in FORMATS)
    saved = ((page, "Save as page (its camera button saves SVG)"), (data, "Save as JSON"))
    links = " ".join(f'<a href="{link}" download>{text}</a>' for link, text in saved)
    return gr.update(value=figure, visible=True), f"<p>{links}</p>"


def _read(where: str) -> dict[str, Any]:
    try:
        return dict(json.loads(where))
    except (ValueError, TypeError, RecursionError):
        raise BadInput("No run is open. Open a run, then draw its figures.") from None


def _figure(trace: Trace, query: Mapping[str, str]) -> Any:
    """The figure that the query describes. Raises BadInput if the query is not valid."""
    from explorer.figures.pictures import OF_ITERATION, picture  # imports plotly, so it is not imported at the start

    kind = query.get("kind", "graph")
    at = [whole_of(query, key, 0) if kind in OF_ITERATION and key in query else None for key in PLACE]
    return picture([trace], [trace.title], kind, *at, dark="dark" in query)


def _saved(request: Request) -> Response:
    from explorer.figures.files import document

    query, name = request.query_params, request.path_params["name"]
    kind, ending = query.get("kind", "graph"), query.get("as", "html")
    try:
        if ending not in FORMATS:
            raise BadInput(f"A figure cannot be saved as “{ending[:20]}”. Choose one of: {', '.join(FORMATS)}.")
        with opened(name) as trace:
            made = document(_figure(trace, query), ending, dark="dark" in query)
    except BadInput as error:
        return sorry(error)
    return Response(made, media_type=FORMATS[ending], headers=attached(f"{name}-{kind}.{ending}") | keeping(name))


def routes() -> list[Any]:
    """The route, for Gradio's server, that returns a figure. Names are looked up among the stored traces, so no request
    can reach another file.
    """
    return [Route("/explorer/figure/{name}", _saved)]
