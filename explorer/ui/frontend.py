"""Gradio's own frontend, sooner: its files come from memory, and are asked for together with the page.

A page of Gradio consists of about eighty small files, and its browser learns of most of them only from those before.
What each part needs is listed in the build that Gradio ships; where a later build lists it otherwise nothing is asked
for early, and the page works as before (tests/explorer/ui/test_frontend.py would tell).
"""

import gzip
import mimetypes
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import gradio
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

BUILD = Path(gradio.__file__).parent / "templates" / "frontend"
_ENTRY = re.compile(r'(?:src|href)="\./assets/([\w-]+\.(?:js|css))"')
_LIST = re.compile(r"m\.f=\[([^\]]*)\]")
_FOR_GOOD = "public, max-age=31536000, immutable"  # a file's name has a hash of what is in it


def early(types: Iterable[str]) -> str:
    """Links, for the head of the page, to the files that a page with components of these types needs."""
    entry = _ENTRY.findall((BUILD / "index.html").read_text(encoding="utf-8"))
    files = dict.fromkeys(file for part in _parts(entry, types) for file in part)
    links = (f'rel="{_REL[Path(file).suffix]}" crossorigin href="./assets/{file}"' for file in files)
    return "".join(f"<link {link}>" for link in links)


_REL = {".js": "modulepreload", ".css": 'preload" as="style'}


def _parts(entry: list[str], types: Iterable[str]) -> Iterator[list[str]]:
    """What is needed, in the order in which it is: the entry, the page around the components, and each of these."""
    yield entry
    frame = _needed(entry[:1], r"import\(`\./Index-[\w-]+\.js`\)")
    yield frame
    yield _needed(frame[:1], r"import\(`\./Blocks-[\w-]+\.js`\)")
    core = [file for file in frame if file.startswith("core-") and file.endswith(".js")]
    for name in sorted(types):
        yield _needed(core[:1], rf"[{{,]{name}:\{{[^{{}}]*?component:\(\)=>\w+\(\(\)=>import\(`[^`]*`\)")


def _needed(files: list[str], imported: str) -> list[str]:
    """What a file gets where it imports something, which a pattern finds in it; nothing where it does not."""
    for file in files:
        text = (BUILD / "assets" / file).read_text(encoding="utf-8")
        listed, found = _LIST.search(text), re.search(rf"{imported}[^_]*?__vite__mapDeps\(\[([\d,]+)\]\)", text)
        if listed and found:
            names = re.findall(r'"\./([^"]+)"', listed[1])
            return [names[int(place)] for place in found[1].split(",")]
    return []


@cache
def _names() -> frozenset[str]:
    return frozenset(path.name for path in (BUILD / "assets").iterdir() if path.is_file())


@cache
def _packed(name: str) -> bytes:
    return gzip.compress((BUILD / "assets" / name).read_bytes(), 6)


async def _asset(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _names():
        return Response(status_code=404)
    headers, kind = {"Cache-Control": _FOR_GOOD, "Vary": "Accept-Encoding"}, mimetypes.guess_type(name)[0]
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return FileResponse(BUILD / "assets" / name, media_type=kind, headers=headers)
    return Response(_packed(name), media_type=kind, headers=headers | {"Content-Encoding": "gzip"})


def routes() -> list[Any]:
    """The route that answers in place of Gradio's, to be given to Gradio's own server."""
    return [Route("/assets/{name}", _asset)]
