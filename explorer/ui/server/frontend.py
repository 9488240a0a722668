"""Serve Gradio's own files (such as scripts) from memory, compressed and cached by the browser, and preload them.

Gradio reads the files from disk for every visit and sends them uncompressed. They make up most of the data of a first
visit. A browser finds most of these files late, because it learns the name of a file only from another script. `head`
names all of them at the start of the page.
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

# How Gradio's bundled scripts import others: the file, and indices into a list at the script's start, which names the
# files it needs.
# Scripts of components are listed by the component's type.
_LIST = re.compile(r"m\.f=(\[[^\]]*\])")
_ASKED = r"import\(`\./([\w.-]+)`\)[^`]*?__vite__mapDeps\(\[([\d,]*)\]\)"
_OF_TYPE = re.compile(rf"(\w+):\{{(?:(?!component:|\}}).)*component:\(\)=>\w+\(\(\)=>{_ASKED}")
_ENTRY = re.compile(r'src="\./assets/([\w.-]+\.js)"')


def head(config: Mapping[str, Any]) -> str:
    """HTML links that make a browser preload the files that Gradio's page with this configuration will request."""
    links = {
        ".js": '<link rel="modulepreload" href="assets/{}">',
        # with low priority, because the page needs the scripts first
        ".css": '<link rel="preload" as="style" fetchpriority="low" crossorigin href="assets/{}">',
    }
    shown = config["page"][""]["components"]
    names = needed({one["type"] for one in config["components"] if one["id"] in shown})
    theme = f'<link rel="preload" as="style" href="theme.css?v={config["theme_hash"]}">'
    return theme + "".join(links[Path(name).suffix].format(name) for name in names)


def needed(types: Collection[str]) -> list[str]:
    """Names of the files for a page with components of these types, in the order of their use.

    If Gradio's scripts change, names may be missing. The browser then finds the missing files late, as it would without
    preloading.
    """
    entries = _ENTRY.findall((ASSETS.parent / "index.html").read_text(encoding="utf-8"))
    page = _asked(entries, "Index-")
    names = [*entries, *page, *_asked(page, "Blocks-")]
    core = "".join(_text(name) for name in names if name.startswith("core-"))
    known = {found[1]: [found[2], *_listed(core, found[3])] for found in _OF_TYPE.finditer(core)}
    return list(dict.fromkeys([*names, *(name for kind in sorted(types) for name in known.get(kind, ()))]))


def _asked(scripts: Sequence[str], start: str) -> list[str]:
    """The first imported file whose name begins with `start`, and all files that it needs.

    `scripts` are the scripts whose imports are searched.
    """
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
    # a file's name contains a hash of its content, so it may be cached forever
    name = request.path_params["name"]
    if name not in _names():
        return Response(status_code=404)
    headers, kind = {"Cache-Control": FOR_GOOD, "Vary": "Accept-Encoding"}, mimetypes.guess_type(name)[0]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(ASSETS / name, media_type=kind, headers=headers)
    return Response(_packed(name), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def pack(config: Mapping[str, Any]) -> None:
    """Compress the files that the first visitor will request."""
    for name in needed({one["type"] for one in config["components"]}):
        _packed(name)


def routes() -> list[Any]:
    """The route for Gradio's server that replaces its own route for these files."""
    return [Route("/assets/{name}", _asset)]
