"""The route for "What if?", which replays a trace's run with one change. It stores a run, so it accepts only POST
requests.

explorer/whatif/NAME?it=3&verdict=0&flip=1      the decision is reversed
explorer/whatif/NAME?it=3&verdict=0&u=0.9       the decision's random number is 0.9
explorer/whatif/NAME?it=3&threshold=0.3         t or τ has this value from that iteration on; likewise gamma=…

The response is the stage's "open" message of the run up to that iteration, opened at the change. The changed run is
stored under its own name, so it can be saved and linked to. `it` counts from 1, as in all addresses. `verdict` is the
index in the iteration's verdicts, from 0. If the change is impossible, the response is a sentence with the reason. The
status is then 404 if there is no such trace, and 400 in all other cases.
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
from explorer.ui.server.visitor import TAB, caller

WAYS = ("flip", "u", *SETTINGS)

Query = Mapping[str, str]


def message(name: str, query: Query, visitor: str) -> str:
    """Make the changed run and return its "open" message. The run waits in the queue like all other runs of `visitor`.
    Raises BadInput if the change is not possible.
    """
    path = find(name)
    change = tuple(sorted((key, value) for key, value in query.items() if key != TAB))
    asked = _Asked(name, path, path.stat().st_mtime_ns, change, visitor)
    kept, text = _message(asked)
    try:
        find(kept)
    except BadInput:  # the cached run is no longer stored, so the page could neither save it nor return to it
        _message.cache_clear()
        _, text = _message(asked)
    return text


@dataclass(frozen=True)
class _Asked:
    """A request for a change. Identical requests of different visitors share the cached response."""

    name: str
    path: Path
    changed: int
    query: tuple[tuple[str, str], ...]
    visitor: str = field(compare=False)


@lru_cache(maxsize=4)
def _message(asked: _Asked) -> tuple[str, str]:
    """The name under which the changed run is stored, and its message."""
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
    """Replay the run during its turn on the device. The usual limits of runs apply. Raises BadInput if the change is
    not possible or the run exceeds a limit.
    """
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
    """Read a trace.

    The trace is cached, because dragging a slider requests the same trace many times. Callers must not change it.
    """
    return open_trace(name)


def change_of(trace: Trace, index: int, query: Query) -> Change:
    """The change that a query requests, in the iteration with this index.

    Raises BadInput if the query contains no change, several changes, or an impossible change.
    """
    ways = [way for way in WAYS if way in query]
    if len(ways) != 1:
        raise BadInput(
            f"The address must contain exactly one change. Choose one of: {', '.join(WAYS)}, as in "
            "?it=1&verdict=0&flip=1."
        )
    iteration, way = iteration_at(trace, index), ways[0]
    if way == "flip":
        return flipped(iteration, whole_of(query, "verdict", 0))
    if way == "u":
        return set_u(iteration, whole_of(query, "verdict", 0), _number(query["u"]))
    return set_value(request_of(trace.header), way, query[way])


def pair_of(name: str) -> Pair:
    """The pair, which is loaded if it is listed. Raises BadInput for another pair that is not in memory."""
    if name not in toys() and name not in PAIRS and not held(name):
        raise BadInput(f"The model pair {name[:60]} is not in memory. Run it once with “Run your own”, then try again.")
    return loaded(name, lambda what, share: open_still())


def _place(query: Query) -> int:
    """The index, counted from 0, of the iteration that the address names."""
    return whole_of(query, "it", 1) - 1


def whole_of(query: Query, key: str, low: int) -> int:
    """Read a whole number from an address. Raises BadInput if the address has no such number or the number is below
    `low`.
    """
    text = query.get(key, "")
    if not text.isascii() or not text.isdigit() or len(text) > 9 or int(text) < low:
        raise BadInput(f"{key}={text[:20]} is not valid. Use a whole number that is {low} or more.")
    return int(text)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadInput(f"u={text[:20]} is not valid. Use a number that is 0 or more and less than 1.")
    return value


def _phase(iteration: IterationLine, verdict: int | None) -> int | None:
    """The number of the step that contains a verdict, counted from 1."""
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
    """The route that replays a run with one change, for Gradio's server."""
    return [Route("/explorer/whatif/{name}", _replayed, methods=["POST"])]
