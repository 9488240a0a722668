"""Figures of the run on the stage as plotly draws them: its graph at this step, widths, acceptance, time, energy.

The same pictures as the command line and notebooks have (explorer/figures), to look at and to take along:

explorer/figure/NAME?kind=graph&iteration=2&phase=3&as=html     one as a page of its own, or (as=json) plotly's JSON
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
from explorer.ui.routes import attached, keeping, sorry
from explorer.ui.scripts import call
from explorer.ui.whatif import whole_of
from explorer.ui.widgets import QUIET, wrong_html

KINDS = {
    "graph": "This step: the graph",
    "tree": "This step: every node, replicas too",
    "dag": "This step: merged, with merge edges",
    "widths": "The run: widths W_L and the chances they were chosen from",
    "depth": "The run: acceptance by depth",
    "rank": "The run: acceptance by child rank",
    "beams": "The run: which beam grew from which",
    "time": "The run: time of every pass",
    "energy": "The run: energy",
}
PLACE = ("iteration", "phase")  # of a picture of one step, both counted from 1
FORMATS = {"html": "text/html", "json": "application/json"}


def build() -> None:
    """Builds the folded section in the open Gradio layout; a figure is drawn when it is unfolded, and on the button."""
    with gr.Accordion("Figures of this run", open=False, elem_id="figures") as folded:
        with gr.Row(elem_classes="choose"):
            offered = [(label, kind) for kind, label in KINDS.items()]
            kind = gr.Dropdown(offered, value="graph", label="Figure", scale=3, min_width=220)
            again = gr.Button("Draw what the stage shows now", scale=0, min_width=220, elem_id="draw-figure")
        said = gr.HTML("", padding=False, elem_id="figure-said")
        plot = gr.Plot(show_label=False, elem_id="figure-plot", elem_classes="picture", visible=False)
    where = gr.Textbox(visible=False)  # what the stage shows; the browser writes it
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
    """The figure of what the stage shows (`where`: JSON of the browser), and links to save it, or what is wrong."""
    try:
        shown = _read(where)
        name, dark = str(shown.get("name", "")), {"dark": "1"} if shown.get("dark") else {}
        query = {"kind": kind} | {key: str(shown.get(key)) for key in PLACE} | dark
        with opened(name) as trace:
            figure = _figure(trace, query)
    except Exception as error:
        return gr.update(visible=False), wrong_html(friendly(error))
    page, data = (escape(f"explorer/figure/{quote(name)}?{urlencode(query | {'as': one})}") for one in FORMATS)
    links = ((page, "Save as a page (its camera saves SVG)"), (data, "Save as JSON"))
    told = " ".join(f'<a href="{link}" download>{text}</a>' for link, text in links)
    return gr.update(value=figure, visible=True), f"<p>{told}</p>"


def _read(where: str) -> dict[str, Any]:
    try:
        return dict(json.loads(where))
    except (ValueError, TypeError, RecursionError):
        raise BadInput("no run is open on the stage; open one, then draw") from None


def _figure(trace: Trace, query: Mapping[str, str]) -> Any:
    """The picture that an address asks for. Raises BadInput."""
    from explorer.figures.pictures import OF_ITERATION, picture  # plotly: the page need not wait for it

    kind = query.get("kind", "graph")
    at = [whole_of(query, key, 0) if kind in OF_ITERATION and key in query else None for key in PLACE]
    return picture([trace], [trace.title], kind, *at, dark="dark" in query)


def _saved(request: Request) -> Response:
    from explorer.figures.files import document

    query, name = request.query_params, request.path_params["name"]
    kind, ending = query.get("kind", "graph"), query.get("as", "html")
    try:
        if ending not in FORMATS:
            raise BadInput(f"a figure is saved as one of {', '.join(FORMATS)}, not {ending[:20]!r}")
        with opened(name) as trace:
            made = document(_figure(trace, query), ending, dark="dark" in query)
    except BadInput as error:
        return sorry(error)
    return Response(made, media_type=FORMATS[ending], headers=attached(f"{name}-{kind}.{ending}") | keeping(name))


def routes() -> list[Any]:
    """The route, to be given to Gradio's own server. A name is looked up, so that no path leads elsewhere."""
    return [Route("/explorer/figure/{name}", _saved)]
