"""The runs of this browser. The user starts them with the form, and can then follow, list, stop or delete them.

The browser keeps the list itself (js/runs.js); the server never lists runs. The server gives information only about the
runs that a request names, and stops or deletes a run only if the request also contains the run's key (service/keys.py).

explorer/runs/look      states of the named runs, and new messages of the followed run; waits until something changes
explorer/runs/stop      stop a run
explorer/runs/delete    stop a run and delete its trace

All three take POST requests with a JSON object as the body, so no address contains a key and no link changes anything.
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
from explorer.story.page.about import pair_name
from explorer.ui.form.status import progress_html
from explorer.ui.scripts import on_load

PROMPT = 160  # most characters of a prompt in the list
LONGEST = 1 << 16  # maximum bytes of a request
MOST = 400  # maximum number of runs in a request
NAME = 60  # maximum characters of a name
WAIT = 8.0  # maximum seconds that a request waits for a change
LOOK = 0.1  # seconds between two checks for a change


def entry_of(name: str, request: RunRequest) -> dict[str, Any]:
    """The entry of a run in the list of the browser that started it, with the run's key."""
    started = {"name": name, "key": key_of(name), "when": round(time.time() * 1000), "method": request.method}
    return started | about(request)


def about(request: RunRequest) -> dict[str, Any]:
    """A readable description of a run: the method's title, the pair, and the beginning of the prompt."""
    pair = pair_name(request.pair, request.method)
    return {"title": request.decoder.title, "pair": pair, "prompt": request.prompt[:PROMPT]}


def history() -> gr.HTML:
    """Build a button in the open Gradio layout that opens the list of this browser's runs.

    Its events are `news` about the run on the stage, `failed`, `select` for a run in the list, and `restore` for a run
    reached by Back or Forward. The last two events carry {name}.
    """
    opens = on_load("runs.js", "mount", "news", "select", "restore", "failed")
    return gr.HTML("", js_on_load=opens, elem_id="own-runs", padding=False)


def panel() -> gr.HTML:
    """Build the panel that shows a run before its first iteration, in the open Gradio layout."""
    return gr.HTML("", js_on_load=on_load("runs.js", "panel"), elem_id="own-panel", padding=False)


def history_section() -> gr.HTML:
    """Build the section of the Traces tab with the list of this browser's runs."""
    return gr.HTML("", js_on_load=on_load("runs.js", "section"), elem_id="own-runs-section", padding=False)


def finished_runs() -> gr.HTML:
    """Build an invisible element. When its value is set to a JSON list of finished runs, the page adds these runs to
    its list.
    """
    opens = on_load("runs.js", "finished")
    return gr.HTML("", html_template="<div></div>", js_on_load=opens, elem_id="own-finished", padding=False)


class Look(TypedDict):
    """The state of a run. `version` changes whenever the state changes. `html` is its status line, and `error` is the
    reason if the run failed.
    """

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
    """The current state of a run."""
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
    """The state of a run that has ended, read from its file."""
    if RUNS.path(name) is None:
        return {"state": "gone"}
    try:
        last = ends_of(name)[1]
    except BadInput:  # it has just been deleted
        return {"state": "gone"}
    except ValueError:  # its last line is truncated
        return {"state": "stopped"}
    return {"state": "stopped" if last is None else "finished"}


async def _look(request: Request, body: dict[str, Any]) -> Response:
    """Respond as soon as a run has changed since the version that the page knows, or after WAIT seconds."""
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
    """Record that a page still follows the runs whose keys it has, so that these runs continue."""
    for name, run in runs.items():
        if is_key(name, _known(named[name])[0]):
            run.seen()


def _known(given: Any) -> tuple[Any, Any]:
    """The data that a page sent about a run: the run's key, if the page has it, and the version that it knows."""
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
    """The name of the run in the body, if the body also has the run's key; otherwise None."""
    name = str(body.get("name", ""))
    return name if is_key(name, body.get("key")) else None


Answer = Callable[[Request, dict[str, Any]], Awaitable[Response]]


def _of_json(answer: Answer) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler, so that it gets the body as a JSON object.

    A body that is too large gets the status 413, and any other invalid body the status 400.
    """

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
    """The routes of Gradio's server with which the page follows, stops and deletes runs."""
    return [
        Route("/explorer/runs/look", _of_json(_look), methods=["POST"]),
        Route("/explorer/runs/stop", _of_json(_stop), methods=["POST"]),
        Route("/explorer/runs/delete", _of_json(_delete), methods=["POST"]),
    ]
