"""The runs of this browser: started from the form, followed, listed, stopped and deleted.

The list itself is kept by the browser (js/runs.js). The server never lists runs: it answers about names that it is
given, and a run is stopped or deleted by whoever has its key (runs/keys.py).

explorer/runs/look      how the named runs are, and what a page lacks of the one that it follows; waits for news
explorer/runs/stop      end a run
explorer/runs/delete    end a run and delete its trace
All are POST with a JSON object as the body, so that no address holds a key and no link changes anything.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any, TypedDict

import gradio as gr
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from decoders.errors import BadInput
from explorer.service.keys import is_key, key_of
from explorer.service.ongoing import SHELF, Ongoing
from explorer.service.request import RunRequest
from explorer.service.store import RUNS, ends_of
from explorer.story.about import pair_name
from explorer.ui.scripts import on_load
from explorer.ui.status import progress_html

PROMPT = 160  # characters of a prompt that the list keeps
LONGEST = 1 << 16  # bytes of a request
MOST = 400  # runs that a request may name
NAME = 60  # characters of a name
WAIT = 8.0  # seconds that a page waits for news
LOOK = 0.1  # seconds between two looks for news


def entry_of(name: str, request: RunRequest) -> dict[str, Any]:
    """What the list of the browser that started a run keeps of it, with its key."""
    started = {"name": name, "key": key_of(name), "when": round(time.time() * 1000), "method": request.method}
    return started | about(request)


def about(request: RunRequest) -> dict[str, Any]:
    """What is run, for people: the method's title, the pair, and the beginning of the prompt."""
    pair = pair_name(request.pair, request.method)
    return {"title": request.decoder.title, "pair": pair, "prompt": request.prompt[:PROMPT]}


def history() -> gr.HTML:
    """Builds the list of this browser's runs behind a button, in the open Gradio layout.

    Its events: `news` about the run on the stage and `failed`; `select` of a run in the list, and `restore` of one that
    Back or Forward leads to, each with {name}.
    """
    opens = on_load("runs.js", "mount", "news", "select", "restore", "failed")
    return gr.HTML("", js_on_load=opens, elem_id="own-runs", padding=False)


def panel() -> gr.HTML:
    """Builds the place where a run is shown that has no iteration yet, in the open Gradio layout."""
    return gr.HTML("", js_on_load=on_load("runs.js", "panel"), elem_id="own-panel", padding=False)


def history_section() -> gr.HTML:
    """Builds the same list as a section, for the tab Traces."""
    return gr.HTML("", js_on_load=on_load("runs.js", "section"), elem_id="own-runs-section", padding=False)


def finished_runs() -> gr.HTML:
    """Builds the unseen place whose value, a JSON list of entries of runs that have finished, joins the list."""
    opens = on_load("runs.js", "finished")
    return gr.HTML("", html_template="<div></div>", js_on_load=opens, elem_id="own-finished", padding=False)


class Look(TypedDict):
    """How a run is: what changes with its `version`. `html` is its line below the bar, `error` why it ended."""

    state: str
    version: int
    tokens: int
    wanted: int
    iterations: int
    loading: Any
    about: dict[str, Any]
    html: str
    error: str


def look_at(run: Ongoing) -> Look:
    """How a run is now."""
    error = f"{run.error[:1].upper()}{run.error[1:]}"
    return {
        "state": run.state,
        "version": run.version,
        "tokens": run.tally.tokens,
        "wanted": run.tally.wanted,
        "iterations": run.tally.iterations,
        "loading": run.loading,
        "about": about(run.request),
        "html": progress_html(run.tally, run.name) if run.tally.header and not error else "",
        "error": error,
    }


def _kept_state(name: str) -> dict[str, Any]:
    """How a run is that nobody follows any more: its file says whether it came to its end."""
    if RUNS.path(name) is None:
        return {"state": "gone"}
    try:
        last = ends_of(name)[1]
    except BadInput:  # it was deleted meanwhile
        return {"state": "gone"}
    except ValueError:  # its last line is cut
        return {"state": "stopped"}
    return {"state": "stopped" if last is None else "finished"}


async def _look(request: Request, body: dict[str, Any]) -> Response:
    """Answer once something has changed since the versions that the page knows, or after WAIT seconds."""
    named = {name: known for name, known in _dict(body, "runs").items() if len(name) <= NAME}
    runs = {name: run for name in named if (run := SHELF.get(name)) is not None}
    followed, have = SHELF.get(str(body.get("follow", ""))), _count(body.get("have"))
    until = time.monotonic() + WAIT
    while not _changed(named, runs, followed, have) and time.monotonic() < until:
        _seen(named, runs)
        await asyncio.sleep(LOOK)
        if await request.is_disconnected():
            return Response(status_code=204)
    _seen(named, runs)
    answer: dict[str, Any] = {"runs": {name: look_at(run) for name, run in runs.items()}}
    answer["runs"] |= {name: await run_in_threadpool(_kept_state, name) for name in named if name not in runs}
    if followed is not None:
        messages, count, lacks = followed.since(have)
        answer["follow"] = {"name": followed.name, "messages": messages, "have": count, "lacks": lacks}
        answer["runs"].setdefault(followed.name, look_at(followed))
    kept = body.get("kept")
    names = [name for name in kept[:MOST] if isinstance(name, str)] if isinstance(kept, list) else []
    answer["gone"] = [name for name in names if SHELF.get(name) is None and RUNS.path(name) is None]
    return JSONResponse(answer)


def _changed(named: dict[str, Any], runs: dict[str, Ongoing], followed: Ongoing | None, have: int) -> bool:
    if len(runs) < len(named) or not (runs or followed):
        return True
    if followed is not None and (followed.since(have)[1] > have or not followed.running):
        return True
    return any(run.version != _known(named[name])[1] for name, run in runs.items())


def _seen(named: dict[str, Any], runs: dict[str, Ongoing]) -> None:
    """A run goes on while a page that has its key asks for it."""
    for name, run in runs.items():
        if is_key(name, _known(named[name])[0]):
            run.seen()


def _known(given: Any) -> tuple[Any, Any]:
    """What a page says of a run: its key, if it has that, and the version that it knows."""
    return (given[0], given[1]) if isinstance(given, list) and len(given) == 2 else ("", 0)


def _count(given: Any) -> int:
    return given if isinstance(given, int) and 0 <= given < 1 << 40 else 0


def _dict(body: dict[str, Any], key: str) -> dict[str, Any]:
    found = body.get(key)
    return dict(list(found.items())[:MOST]) if isinstance(found, dict) else {}


async def _stop(request: Request, body: dict[str, Any]) -> Response:
    if (name := _owned(body)) is None:
        return Response(status_code=403)
    run = SHELF.get(name)
    if run is not None:
        run.stop()
    return JSONResponse({"state": "stopped"})


async def _delete(request: Request, body: dict[str, Any]) -> Response:
    if (name := _owned(body)) is None:
        return Response(status_code=403)
    SHELF.remove(name)
    await run_in_threadpool(RUNS.delete, name)
    return JSONResponse({"state": "gone"})


def _owned(body: dict[str, Any]) -> str | None:
    """The name of the run that the body names, if it has the key of it."""
    name = str(body.get("name", ""))
    return name if is_key(name, body.get("key")) else None


Answer = Callable[[Request, dict[str, Any]], Awaitable[Response]]


def _of_json(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """A handler that reads the body first: a JSON object of bounded size, else status 400."""

    async def handle(request: Request) -> Response:
        raw = b""
        async for piece in request.stream():
            raw += piece
            if len(raw) > LONGEST:
                return Response(status_code=413)
        try:
            body = json.loads(raw)
        except (ValueError, RecursionError):
            body = None
        return await answer(request, body) if isinstance(body, dict) else Response(status_code=400)

    return handle


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server."""
    return [
        Route("/explorer/runs/look", _of_json(_look), methods=["POST"]),
        Route("/explorer/runs/stop", _of_json(_stop), methods=["POST"]),
        Route("/explorer/runs/delete", _of_json(_delete), methods=["POST"]),
    ]
