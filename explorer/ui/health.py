"""What whoever hosts the app asks it: /healthz says that it answers, /metrics how much it does (Prometheus' text).

Neither names a visitor, a prompt or a path.
"""

from collections.abc import Iterator, Mapping
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
    """The counters and gauges, in Prometheus' text format."""
    from prometheus_client import CollectorRegistry, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Metrics())
    return generate_latest(registry).decode()


class _Metrics:
    """The metrics as they are when they are asked for."""

    def collect(self) -> Iterator[Any]:
        """Every metric with its values."""
        from prometheus_client.core import CounterMetricFamily as Counter
        from prometheus_client.core import GaugeMetricFamily as Gauge
        from psutil import Process

        sums, loaded, (kept, kept_bytes) = journal.sums(), loaded_bytes(), RUNS.kept()
        ended, outcomes = (
            "Runs that ended, by kind of pair and how they ended",
            dict(sorted(journal.counters().items())),
        )
        yield _metric(Counter, "runs", ended, outcomes, ("kind", "outcome"))
        yield _metric(Counter, "tokens", "New tokens of all runs", {(): sums["tokens"]})
        yield _metric(Counter, "decoding_seconds", "Seconds that runs decoded", {(): sums["seconds"]})
        yield _metric(Counter, "waiting_seconds", "Seconds that runs waited for a device", {(): sums["waited"]})
        waiting = {(name,): turns.waiting for name, turns in _DEVICES.items()}
        yield _metric(Gauge, "waiting", "Runs that wait, by device", waiting, ("device",))
        busy = {(name,): turns.busy for name, turns in _DEVICES.items()}
        yield _metric(Gauge, "busy", "Whether a device is at work", busy, ("device",))
        yield _metric(Gauge, "kept_traces", "Runs and uploads that are kept", {(): kept})
        yield _metric(Gauge, "kept_bytes", "Bytes of them", {(): kept_bytes})
        yield _metric(Gauge, "loaded_pairs", "Pairs in memory", {(): len(loaded)})
        yield _metric(Gauge, "loaded_bytes", "Bytes of their weights", {(): sum(loaded.values())})
        yield _metric(Gauge, "resident_bytes", "Memory of the process", {(): Process().memory_info().rss})


def _metric(
    kind: Any, name: str, help: str, values: Mapping[tuple[str, ...], float], labels: tuple[str, ...] = ()
) -> Any:
    """A counter or gauge with a value for each combination of its labels."""
    family = kind(f"{PREFIX}_{name}", help, labels=labels)
    for named, value in values.items():
        family.add_metric(named, value)
    return family


async def _healthz(_: Request) -> Response:
    return JSONResponse(health())


def _metrics(_: Request) -> Response:
    return Response(metrics(), media_type="text/plain; version=0.0.4")


def routes() -> list[Any]:
    """The routes, to be given to Gradio's own server."""
    return [Route("/healthz", _healthz), Route("/metrics", _metrics)]
