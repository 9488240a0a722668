"""What if: routes that change one thing of a trace's run. They keep a run, so they answer to POST alone.

explorer/whatif/NAME?it=3&verdict=0&flip=1       that decision falls the other way
explorer/whatif/NAME?it=3&verdict=0&u=0.9        its coin falls there
explorer/whatif/NAME?it=3&threshold=0.3          another t or τ from that iteration on; gamma=… likewise
    the stage's "open" message of the run up to that iteration, opened where the change is; it is kept under a name of
    its own, so that it can be saved and linked to

`it` counts from 1, as everywhere in addresses, `verdict` is the place in the iteration's verdicts, from 0. What cannot
be is answered with one sentence, 404 where there is no such trace, else 400.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from decoders.core.checkpoint import checked
from decoders.errors import BadInput
from decoders.pairs import PAIRS, Pair
from explorer.features.whatif import SETTINGS, Change, flipped, iteration_at, replay, request_of, set_u, set_value
from explorer.service import journal
from explorer.service.live import explained, friendly, using, waiting
from explorer.service.offered import toys
from explorer.service.queue.closing import live, open_still
from explorer.service.queue.limits import check_request, check_work, in_time
from explorer.service.queue.memory import held, loaded
from explorer.service.queue.turns import ADDRESSES, turns_of
from explorer.service.store import RUNS, find, open_trace
from explorer.trace.format import Trace, lines
from explorer.trace.lines import IterationLine
from explorer.ui.visitor import TAB, caller

WAYS = ("flip", "u", *SETTINGS)

Query = Mapping[str, str]


def message(name: str, query: Query, visitor: str) -> str:
    """The "open" message of the changed run; `visitor` is whose turn it takes. Raises BadInput."""
    path = find(name)
    change = tuple(sorted((key, value) for key, value in query.items() if key != TAB))
    asked = _Asked(name, path, path.stat().st_mtime_ns, change, visitor)
    kept, text = _message(asked)
    try:
        find(kept)
    except BadInput:  # it was made long ago, and is no longer kept: the page could not save it or come back to it
        _message.cache_clear()
        _, text = _message(asked)
    return text


@dataclass(frozen=True)
class _Asked:
    """What is asked for. Whoever asks for the same gets the same: the visitor is no part of what tells two apart."""

    name: str
    path: Path
    changed: int
    query: tuple[tuple[str, str], ...]
    visitor: str = field(compare=False)


@lru_cache(maxsize=4)
def _message(asked: _Asked) -> tuple[str, str]:
    """The name that the changed run is kept under, and its message."""
    from explorer.stage.pack import open_message

    query = dict(asked.query)
    trace, index = _trace(asked.name, asked.path, asked.changed), _place(query)
    change = change_of(trace, index, query)
    replayed = _turned(trace, index, change, asked)
    kept = RUNS.keep(lines(replayed), asked.visitor)
    at = {"it": index + 1}
    phase = _phase(replayed.iterations[index], change.verdict)
    return kept, open_message(replayed, kept, at if phase is None else at | {"phase": phase})


def _turned(trace: Trace, index: int, change: Change, asked: _Asked) -> Trace:
    """The replayed run, which takes its turn on the device, and has the limits of every run. Raises BadInput."""
    request = request_of(trace.header)
    if change.setting is not None:
        request = replace(request, settings={**request.settings, change.setting: change.value})
    check_request(request)
    check_work(request, len(trace.header.prompt_tokens))
    name = trace.header.pair
    open_still()
    with ADDRESSES.of(asked.visitor), live():
        pair = pair_of(name)
        with (
            using(name),
            journal.run(request, asked.name) as entry,
            turns_of(name).turn(asked.visitor, waiting(entry)),
        ):
            with checked(in_time(open_still)):
                replayed = replay(trace, index, change, pair, asked.name)
            entry.tokens = len(replayed.summary.tokens) if replayed.summary else 0
            return replayed


@lru_cache(maxsize=1)
def _trace(name: str, path: Path, changed: int) -> Trace:
    """A trace as it is on disk: whoever drags asks for the same one again and again. Not to be changed."""
    return open_trace(name)


def change_of(trace: Trace, index: int, query: Query) -> Change:
    """What a query asks to be changed. Raises BadInput where it asks for nothing, for two things, or for what can't be.

    The iteration's place is `index`.
    """
    ways = [way for way in WAYS if way in query]
    if len(ways) != 1:
        raise BadInput(f"give one of {', '.join(WAYS)}, as in ?it=1&verdict=0&flip=1")
    iteration, way = iteration_at(trace, index), ways[0]
    if way == "flip":
        return flipped(iteration, whole_of(query, "verdict", 0))
    if way == "u":
        return set_u(iteration, whole_of(query, "verdict", 0), _number(query["u"]))
    return set_value(request_of(trace.header), way, query[way])


def pair_of(name: str) -> Pair:
    """The pair, loaded first where it is one that the app knows by name. Raises BadInput where only Run loads it."""
    if name not in toys() and name not in PAIRS and not held(name):
        raise BadInput(
            f"the pair {name[:60]} is not in memory: run it once with Run yours, then its runs can be changed"
        )
    return loaded(name, lambda what, share: open_still())


def _place(query: Query) -> int:
    """The iteration's place, from 0."""
    return whole_of(query, "it", 1) - 1


def whole_of(query: Query, key: str, low: int) -> int:
    """A whole number out of an address. Raises BadInput."""
    text = query.get(key, "")
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < low:
        raise BadInput(f"{key}={text[:20]} should be a whole number from {low}")
    return int(text)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"u={text[:20]} should be a number from 0 to 1")
    return value


def _phase(iteration: IterationLine, verdict: int | None) -> int | None:
    """The step of a verdict, counted from 1."""
    return next((n for n, step in enumerate(iteration.steps, 1) if verdict in step.verdicts), None)


def _answer(request: Request, of: Callable[[str, Query], Response]) -> Response:
    try:
        find(request.path_params["name"])
    except BadInput as error:
        return _sorry(error, 404)
    try:
        return of(request.path_params["name"], request.query_params)
    except BadInput as error:
        return _sorry(error, 400)
    except Exception as error:
        return _sorry(explained(error), 500)


def _sorry(error: Exception, status: int) -> Response:
    return JSONResponse({"type": "clear", "text": friendly(error)}, status_code=status)


def _replayed(request: Request) -> Response:
    visitor = caller(request)
    return _answer(request, lambda name, query: Response(message(name, query, visitor), media_type="application/json"))


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server."""
    return [Route("/explorer/whatif/{name}", _replayed, methods=["POST"])]
