"""On a real GPU: the counter counts work, and a recorded run carries what it measured. Skipped, with the reason,
where there is no GPU or where its energy cannot be attributed."""

import time
from collections.abc import Iterator

import pytest

from decoders.pairs import Pair
from explorer.energy import run as energy
from explorer.energy.meter import Meter
from explorer.energy.parts import measured, power, samples
from explorer.energy.sources import Source
from explorer.measuring.energy_traces import record_traces
from explorer.service.request import requests_of

pytestmark = pytest.mark.gpu
SHARE = 0.05  # of one processor, for reading the counter (0.016 on a virtual machine with an H100)


@pytest.fixture
def source() -> Iterator[Source]:
    """The energy source of the first GPU."""
    import torch

    if not torch.cuda.is_available():
        pytest.skip("torch sees no GPU here")
    found = energy.pick(energy.devices_named("cuda"))
    if found.source is None:
        pytest.skip(found.reason)
    yield found.source
    found.source.close()


def test_work_costs_more_than_waiting(source: Source) -> None:
    """With real NVML, a window of work uses more joules than waiting, and sampling costs little."""
    import torch

    devices = energy.devices_named("cuda")
    with Meter(source, devices.synchronise) as meter:
        time.sleep(1.5)
    waiting = meter.stop()
    weights = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    with Meter(source, devices.synchronise) as meter:
        until = time.perf_counter() + 1.5
        while time.perf_counter() < until:
            for _ in range(50):
                weights @ weights
            torch.cuda.synchronize()
    working = meter.stop()
    assert waiting.joules is not None
    assert working.joules is not None
    assert working.joules / working.seconds > 1.2 * waiting.joules / waiting.seconds
    assert working.share < SHARE


def test_the_counter_agrees_with_integrated_power(source: Source) -> None:
    """Two sources of one board, over the same two seconds of work, agree within a fifth."""
    import torch

    if source.method != "counter":
        pytest.skip(f"this board has no counter to compare: {source.method}")
    devices = energy.devices_named("cuda")
    from explorer.energy.sources import Nvml, PowerSource

    other = PowerSource(Nvml(devices.boards))
    weights = torch.randn(4096, 4096, device="cuda", dtype=torch.bfloat16)
    for _ in range(200):
        weights @ weights
    torch.cuda.synchronize()
    with Meter(source, devices.synchronise) as by_counter, Meter(other, devices.synchronise) as by_power:
        until = time.perf_counter() + 2.0
        while time.perf_counter() < until:
            for _ in range(20):
                weights @ weights
            torch.cuda.synchronize()
    counted, integrated = by_counter.stop(), by_power.stop()
    other.close()
    assert counted.joules is not None
    assert integrated.joules is not None
    assert integrated.joules == pytest.approx(counted.joules, rel=0.2)


@pytest.mark.pair
def test_a_recorded_run_carries_its_energy(source: Source, tmp_path) -> None:  # type: ignore[no-untyped-def]
    """From the pair to the file: joules, band, samples, idle power and device; parts add up to the total."""
    from decoders.pairs import load_pair

    pair: Pair = load_pair("smollm2", "cuda")
    common = {"pair": "smollm2", "prompt": "Explain why the sky is blue.", "limit": 96}
    asked = requests_of(["greedy", "spd:temperature=0"], {}, **common)
    for name, trace in record_traces(pair, asked, tmp_path, lambda what, share: None):
        found = measured(trace)
        assert found is not None, name
        assert found.joules > 0
        assert found.band > 0
        assert sum(found.totals().values()) == pytest.approx(found.joules)
        assert trace.header.energy.idle_watts > 0
        assert "NVIDIA" in trace.header.energy.device
        assert len(samples(trace)) > 3
        assert power(trace)
        assert trace.summary is not None
        assert trace.summary.energy.sampler_share < SHARE
    assert (tmp_path / "energy-spd.jsonl.gz").exists()
