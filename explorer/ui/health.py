"""What whoever hosts the app asks it: /healthz says that it answers, /metrics how much it does (Prometheus' text).

Neither names a visitor, a prompt or a path.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from explorer import __version__
from explorer.service import journal
from explorer.service.queue.memory import loaded_bytes
from explorer.service.queue.turns import LAWS, MODELS, TABLES
from explorer.service.store import RUNS

PREFIX = "speculative_explorer"
_DEVICES = {"models": MODELS, "tables": TABLES, "laws": LAWS}


def health() -> dict[str, Any]:
    """That the app answers, its version, and how many wait."""
    waiting = {name: turns.waiting for name, turns in _DEVICES.items()}
    return {"status": "ok", "version": __version__, "waiting": waiting}


def metrics() -> str:
    """The counters and gauges."""
    kept, kept_bytes = RUNS.kept()
    sums = journal.sums()
    rows = [
        *_metric("runs_total", "counter", "Runs that ended, by kind of pair and how they ended", _ended()),
        *_metric("tokens_total", "counter", "New tokens of all runs", {"": sums["tokens"]}),
        *_metric("decoding_seconds_total", "counter", "Seconds that runs decoded", {"": sums["seconds"]}),
        *_metric("waiting_seconds_total", "counter", "Seconds that runs waited for a device", {"": sums["waited"]}),
        *_metric("waiting", "gauge", "Runs that wait, by device", _of_devices("waiting")),
        *_metric("busy", "gauge", "Whether a device is at work", _of_devices("busy")),
        *_metric("kept_traces", "gauge", "Runs and uploads that are kept", {"": kept}),
        *_metric("kept_bytes", "gauge", "Bytes of them", {"": kept_bytes}),
        *_metric("loaded_pairs", "gauge", "Pairs in memory", {"": len(loaded_bytes())}),
        *_metric("loaded_bytes", "gauge", "Bytes of their weights", {"": sum(loaded_bytes().values())}),
        *_metric("resident_bytes", "gauge", "Memory of the process", {"": _resident()}),
    ]
    return "\n".join(rows) + "\n"


def _ended() -> dict[str, float]:
    return {f'{{kind="{kind}",outcome="{how}"}}': count for (kind, how), count in sorted(journal.counters().items())}


def _of_devices(what: str) -> dict[str, float]:
    return {f'{{device="{name}"}}': float(getattr(turns, what)) for name, turns in _DEVICES.items()}


def _resident() -> int:
    import psutil  # accelerate brings it

    return psutil.Process().memory_info().rss


def _metric(name: str, kind: str, help: str, values: dict[str, float]) -> list[str]:
    full = f"{PREFIX}_{name}"
    rows = [
        f"{full}{labels} {value:g}" if value < 1e6 else f"{full}{labels} {value:.0f}"
        for labels, value in values.items()
    ]
    return [f"# HELP {full} {help}", f"# TYPE {full} {kind}", *rows]


async def _healthz(_: Request) -> Response:
    return JSONResponse(health())


def _metrics(_: Request) -> Response:
    return Response(metrics(), media_type="text/plain; version=0.0.4")


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server."""
    return [Route("/healthz", _healthz), Route("/metrics", _metrics)]
