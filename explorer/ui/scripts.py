"""The page's JavaScript and style sheets, as Gradio's events and components expect them.

The page's configuration contains no scripts. Each script is a module that the browser fetches once (`explorer/js/FILE`)
for all components and events. `npm run build` bundles the modules in js/, which may import the stage's modules.
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
from explorer.stage.font import FONT, MEDIA_TYPE, font_face, versioned

UI = Path(__file__).parent
SHEET = "explorer/css/stage.css"  # address of the stage's style sheet, relative to the page
FONTS = "explorer/fonts/"  # where the font is served, relative to the page
FOR_GOOD = "public, max-age=31536000, immutable"  # the cache header for addresses that change with the content


@cache
def script(file: str) -> str:
    """The bundled module for the browser: `file` with everything that it imports."""
    return built(file, STAGE if file == "stage.js" else UI)


@cache
def address(file: str) -> str:
    """The address of a script relative to the page. It contains a hash of the content."""
    return f"explorer/js/{file}?v={sha256(script(file).encode()).hexdigest()[:12]}"


def _imported(file: str) -> str:
    return f"import(new URL({json.dumps(address(file))}, document.baseURI))"


def call(file: str, function: str, **config: Any) -> str:
    """Make the text for an event's `js`, which calls a function with the object `config` and the values of the
    inputs.
    """
    return f"async (...given) => (await {_imported(file)}).{function}({json.dumps(config)}, ...given)"


def on_load(file: str, function: str, *events: str) -> str:
    """Make the text for `js_on_load` of gr.HTML, which calls a function with the element, `trigger`, its props and
    `watch`.

    Gradio finds the events that the function may trigger by their quoted names in this text.
    """
    named = f"// events: {', '.join(map(json.dumps, events))}\n" if events else ""
    return f"{named}{_imported(file)}.then((it) => it.{function}(element, trigger, props, watch));"


@cache
def _gzipped(text: str) -> bytes:
    return gzip.compress(text.encode(), 6)


def packed(text: str, media_type: str) -> Response:
    """A compressed response that a browser may cache forever, because its address changes with its content."""
    headers = {"Content-Encoding": "gzip", "Cache-Control": FOR_GOOD}
    return Response(_gzipped(text), media_type=media_type, headers=headers)


def _script(request: Request) -> Response:
    file = request.path_params["file"]
    if not any(path.name == file for folder in (STAGE, UI) for path in (folder / "built").glob("*.js")):
        return Response(status_code=404)
    return packed(script(file), "text/javascript")


@cache
def stage_sheet() -> str:
    """The font, the style sheet that all stages of the page share, and that of the first view above the stage.

    If this sheet belonged to a component, Gradio would repeat it for every stage. The outer selector contains an id
    that no element has. This id gives the rules the same specificity as in a component's own sheet.
    """
    first = "".join((UI / file).read_text(encoding="utf-8") for file in ("opening.css", "first.css"))
    font = font_face(f"../fonts/{versioned()}")
    return f"{font}\n:is(gradio-app, #no-such-id) {{\n{stage_css()}\n}}\n{first}"


def sheet_version() -> str:
    """A hash of the style sheet. The address of the style sheet ends with it."""
    return sha256(stage_sheet().encode()).hexdigest()[:12]


def _sheet(_: Request) -> Response:
    return packed(stage_sheet(), "text/css")


def _font(_: Request) -> Response:
    return Response(FONT.read_bytes(), media_type=MEDIA_TYPE, headers={"Cache-Control": FOR_GOOD})


def routes() -> list[Any]:
    """The routes of the scripts, the style sheet and the font, for Gradio's server."""
    return [Route("/explorer/js/{file}", _script), Route(f"/{SHEET}", _sheet), Route(f"/{FONTS}{FONT.name}", _font)]


def style(*files: str) -> str:
    """Style sheets of this folder for a component's `css_template`, with the colours of states.json."""
    return "\n".join([*colours(), *((UI / file).read_text(encoding="utf-8") for file in files)])
