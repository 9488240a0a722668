"""Routes for the host of the app.

/healthz shows that the app responds, and /metrics shows its workload in the Prometheus text format.

Neither route reveals anything about visitors, prompts or paths.
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
    """Status, version, and the number of waiting runs per device."""
    waiting = {name: turns.waiting for name, turns in _DEVICES.items()}
    return {"status": "ok", "version": __version__, "waiting": waiting}


def metrics() -> str:
    """All counters and gauges in Prometheus' text format."""
    from prometheus_client import CollectorRegistry, generate_latest

    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Metrics())
    return generate_latest(registry).decode()


class _Metrics:
    """Collector of the current metrics, as prometheus_client expects it."""

    def collect(self) -> Iterator[Any]:
        """Yield every metric with its current values."""
        from prometheus_client.core import CounterMetricFamily as Counter
        from prometheus_client.core import GaugeMetricFamily as Gauge
        from psutil import Process

        sums, loaded, (kept, kept_bytes) = journal.sums(), loaded_bytes(), RUNS.kept()
        ended, outcomes = "Finished runs by pair kind and outcome", dict(sorted(journal.counters().items()))
        yield _metric(Counter, "runs", ended, outcomes, ("kind", "outcome"))
        yield _metric(Counter, "tokens", "New tokens of all runs", {(): sums["tokens"]})
        yield _metric(Counter, "decoding_seconds", "Decoding time of all runs in seconds", {(): sums["seconds"]})
        yield _metric(Counter, "waiting_seconds", "Waiting time of all runs in seconds", {(): sums["waited"]})
        waiting = {(name,): turns.waiting for name, turns in _DEVICES.items()}
        yield _metric(Gauge, "waiting", "Waiting runs per device", waiting, ("device",))
        busy = {(name,): turns.busy for name, turns in _DEVICES.items()}
        yield _metric(Gauge, "busy", "Whether a device is busy", busy, ("device",))
        yield _metric(Gauge, "kept_traces", "Stored runs and uploads", {(): kept})
        yield _metric(Gauge, "kept_bytes", "Bytes of stored runs and uploads", {(): kept_bytes})
        yield _metric(Gauge, "loaded_pairs", "Model pairs in memory", {(): len(loaded)})
        yield _metric(Gauge, "loaded_bytes", "Bytes of the weights in memory", {(): sum(loaded.values())})
        yield _metric(
            Gauge, "resident_bytes", "Resident memory of the process in bytes", {(): Process().memory_info().rss}
        )


def _metric(
    kind: Any, name: str, help: str, values: Mapping[tuple[str, ...], float], labels: tuple[str, ...] = ()
) -> Any:
    """Build a counter or gauge with one value per combination of labels."""
    family = kind(f"{PREFIX}_{name}", help, labels=labels)
    for named, value in values.items():
        family.add_metric(named, value)
    return family


async def _healthz(_: Request) -> Response:
    return JSONResponse(health())


def _metrics(_: Request) -> Response:
    return Response(metrics(), media_type="text/plain; version=0.0.4")


def routes() -> list[Any]:
    """The routes /healthz and /metrics, for Gradio's server."""
    return [Route("/healthz", _healthz), Route("/metrics", _metrics)]
