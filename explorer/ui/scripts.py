"""The page's JavaScript and style sheets: functions of the modules in js/ and of the stage, as Gradio takes them.

The page's configuration holds no script: each is a module that the browser fetches once (`explorer/js/FILE`), however
many components and events call it. `npm run build` makes them of the modules in js/, which may import the stage's.
"""

import gzip
import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from explorer.stage.files import STAGE, built, colours, stage_css

UI = Path(__file__).parent
SHEET = "explorer/css/stage.css"  # where the app serves the stage's style sheet, below the page's address
FOR_GOOD = "public, max-age=31536000, immutable"  # its address changes with it


@cache
def script(file: str) -> str:
    """The module that the browser gets: `file` with all that it imports."""
    return built(file, STAGE if file == "stage.js" else UI)


@cache
def address(file: str) -> str:
    """Where the app serves it, below the page's address; another text has another address."""
    return f"explorer/js/{file}?v={sha256(script(file).encode()).hexdigest()[:12]}"


def _imported(file: str) -> str:
    return f"import(new URL({json.dumps(address(file))}, document.baseURI))"


def call(file: str, function: str, **config: Any) -> str:
    """For an event's `js`: calls the function with an object of `config`, then with the values of the inputs."""
    return f"async (...given) => (await {_imported(file)}).{function}({json.dumps(config)}, ...given)"


def on_load(file: str, function: str, *events: str) -> str:
    """For the `js_on_load` of gr.HTML: calls the function with the element, what triggers its events, and its value.

    Gradio knows the events that it may trigger from their quoted names in this text.
    """
    named = f"// events: {', '.join(map(json.dumps, events))}\n" if events else ""
    return f"{named}{_imported(file)}.then((it) => it.{function}(element, trigger, props, watch));"


@cache
def _packed(file: str) -> bytes:
    return gzip.compress(script(file).encode(), 6)


def _script(request: Request) -> Response:
    file = request.path_params["file"]
    if not any(path.name == file for folder in (STAGE, UI) for path in (folder / "built").glob("*.js")):
        return Response(status_code=404)
    headers = {"Content-Encoding": "gzip", "Cache-Control": FOR_GOOD}
    return Response(_packed(file), media_type="text/javascript", headers=headers)


@cache
def stage_sheet() -> str:
    """The stage's style sheet, once for all stages of the page; Gradio would repeat a component's own for each.

    In the selector it is nested in, the id that nobody has makes it count as much as a component's own would.
    """
    return f":is(gradio-app, #no-such-id) {{\n{stage_css()}\n}}\n"


def sheet_version() -> str:
    """What an address of SHEET ends with: another text has another address."""
    return sha256(stage_sheet().encode()).hexdigest()[:12]


@cache
def _packed_sheet() -> bytes:
    return gzip.compress(stage_sheet().encode(), 6)


def _sheet(_: Request) -> Response:
    headers = {"Content-Encoding": "gzip", "Cache-Control": FOR_GOOD}
    return Response(_packed_sheet(), media_type="text/css", headers=headers)


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server."""
    return [Route("/explorer/js/{file}", _script), Route(f"/{SHEET}", _sheet)]


def style(*files: str) -> str:
    """Style sheets beside this file, for a component's `css_template`, with the colours of states.json."""
    return "\n".join([*colours(), *((UI / file).read_text(encoding="utf-8") for file in files)])
