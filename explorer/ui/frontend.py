"""Gradio's own files, such as its scripts: from memory, packed, kept by the browser for good, and asked for at once.

Gradio reads them from the disk for every visit and sends them unpacked; most of a first visit over a network is them. A
browser learns of most of them late, one script naming the next: `head` names them all at the page's beginning.
"""

import gzip
import json
import mimetypes
import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import gradio
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from explorer.ui.scripts import FOR_GOOD

ASSETS = Path(gradio.__file__).parent / "templates" / "frontend" / "assets"

# How a script of Gradio's (as its bundler writes them) asks for another: the file and the places of all that it needs,
# in a list at the script's beginning. The scripts of components stand by their type.
_LIST = re.compile(r"m\.f=(\[[^\]]*\])")
_ASKED = r"import\(`\./([\w.-]+)`\)[^`]*?__vite__mapDeps\(\[([\d,]*)\]\)"
_OF_TYPE = re.compile(rf"(\w+):\{{(?:(?!component:|\}}).)*component:\(\)=>\w+\(\(\)=>{_ASKED}")
_ENTRY = re.compile(r'src="\./assets/([\w.-]+\.js)"')


def head(config: Mapping[str, Any]) -> str:
    """Links by which a browser gets at once what Gradio's page of this configuration will ask for."""
    links = {
        ".js": '<link rel="modulepreload" href="assets/{}">',
        # as Gradio asks for them, but after the scripts, which the page waits for first
        ".css": '<link rel="preload" as="style" fetchpriority="low" crossorigin href="assets/{}">',
    }
    shown = config["page"][""]["components"]
    names = needed({one["type"] for one in config["components"] if one["id"] in shown})
    theme = f'<link rel="preload" as="style" href="theme.css?v={config["theme_hash"]}">'
    return theme + "".join(links[Path(name).suffix].format(name) for name in names)


def needed(types: Collection[str]) -> list[str]:
    """The names of the files for a page with components of these types, in the order in which they are wanted.

    A part that Gradio's scripts no longer tell is left out: it is then found late, as without this.
    """
    entries = _ENTRY.findall((ASSETS.parent / "index.html").read_text(encoding="utf-8"))
    page = _asked(entries, "Index-")
    names = [*entries, *page, *_asked(page, "Blocks-")]
    core = "".join(_text(name) for name in names if name.startswith("core-"))
    known = {found[1]: [found[2], *_listed(core, found[3])] for found in _OF_TYPE.finditer(core)}
    return list(dict.fromkeys([*names, *(name for kind in sorted(types) for name in known.get(kind, ()))]))


def _asked(scripts: Sequence[str], start: str) -> list[str]:
    """What one of the scripts asks for by a name that begins so, and with it all that this needs."""
    texts = [_text(name) for name in scripts]
    found = [(text, one) for text in texts for one in re.finditer(_ASKED, text) if one[1].startswith(start)]
    return [name for text, one in found[:1] for name in (one[1], *_listed(text, one[2]))]


def _text(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8") if name.endswith(".js") else ""


def _listed(text: str, places: str) -> list[str]:
    files = _LIST.search(text)
    names = json.loads(files[1]) if files else []
    return [names[int(place)].removeprefix("./") for place in places.split(",") if place]


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in ASSETS.iterdir() if path.is_file())


@cache
def _packed(name: str) -> bytes:
    return gzip.compress((ASSETS / name).read_bytes(), 6)


async def _asset(request: Request) -> Response:
    # a file's name has a hash of what is in it, so it may be kept for good
    name = request.path_params["name"]
    if name not in _names():
        return Response(status_code=404)
    headers, kind = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}, mimetypes.guess_type(name)[0]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(ASSETS / name, media_type=kind, headers=headers)
    return Response(_packed(name), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def pack(config: Mapping[str, Any]) -> None:
    """Pack now what the first visitor will ask for."""
    for name in needed({one["type"] for one in config["components"]}):
        _packed(name)


def routes() -> list[Any]:
    """The route that answers in place of Gradio's, to be given to Gradio's own server."""
    return [Route("/assets/{name}", _asset)]
