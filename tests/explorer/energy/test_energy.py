"""Energy sources, all their failures, and what a trace stores. Unknown values must never be shown as zero."""

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from decoders.core.record import Pass
from decoders.pairs import Pair, load_pair
from explorer.energy import meter as energy_meter
from explorer.energy.meter import Meter, band_joules, idle_watts
from explorer.energy.parts import measured, modelled, power, samples, spans, why_not
from explorer.energy.run import Choice, Devices, devices_of, pick
from explorer.energy.sources import CounterSource, LostError, NoSourceError, Nvml, RaplSource
from explorer.figures import energy as figures
from explorer.figures.energy import power as power_figure
from explorer.service.recording import record, record_trace
from explorer.service.request import RunRequest
from explorer.stage.pack import open_content
from explorer.trace.format import Trace, lines, read, trace_of
from explorer.trace.lines import Window
from tests.energy_fakes import OTHER, UUID, FakeBoard, FakeNvml, count_to, fake, gpu, powercap, tiny_pair
from tests.records import check_part, header_with, iteration_of, plain, summary_with
from tests.serving import calm


@pytest.fixture(scope="module")
def pair() -> Pair:
    return tiny_pair()


def choose(lib: FakeNvml, devices: Devices | None = None) -> Choice:
    return pick(devices or gpu(), lib)


# Choosing a source


def test_the_counter_is_preferred() -> None:
    """The best source is used, and the trace names it."""
    said = choose(fake()).to_json()
    assert (said["method"], said["scope"], said["driver"]) == ("counter", "GPU board", "600.1")
    assert said["resolution"] == pytest.approx(0.1)
    assert "counter" in said["reason"]


def test_without_a_counter_power_is_integrated() -> None:
    """Boards before Volta can still be measured, and the trace says why power is integrated."""
    said = choose(fake(counter=False)).to_json()
    assert said["method"] == "power-integrated"
    assert said["tried"] == [{"method": "counter", "reason": "the energy counter cannot be read: Not Supported"}]


def test_averaged_power_is_said_to_be_averaged() -> None:
    """A one-second average has a band of one second."""
    said = choose(fake(counter=False, instant=False)).to_json()
    assert said["resolution"] == 1.0
    assert "averaged" in said["note"]


@pytest.mark.parametrize(
    ("lib", "devices", "word"),
    [
        (FakeNvml(driver=False), gpu(), "Library Not Found"),
        (fake(permitted=False), gpu(), "Insufficient Permissions"),
        (fake(counter=False, instant=False, usage=False), gpu(), "power cannot be read"),
        (fake(mig=True), gpu(), "MIG"),
        (FakeNvml({"slices": [UUID]}), gpu(), "MIG slice"),  # type: ignore[dict-item]
        (fake(virtual=True), gpu(), "virtual GPU"),
        (fake(processes=2), gpu(), "2 processes"),
        (fake(), gpu(OTHER), "no board for cuda:0"),
        (fake(), gpu(""), "which board"),
        (fake(), gpu(others=("cpu",)), "part of the models runs on cpu"),
        (fake(), gpu(others=("meta",)), "part of the weights is outside the GPU"),
        (fake(), Devices(others=("mps",)), "mps"),
        (fake(), Devices(toy=True), "toy"),
    ],
)
def test_what_cannot_be_measured_says_why(lib: FakeNvml, devices: Devices, word: str) -> None:
    """With a MIG slice, no driver or no permission, a person reads the reason and never a number."""
    found = pick(devices, lib)
    said = found.to_json()
    assert found.source is None
    assert said["method"] == "unavailable"
    assert word in said["reason"]
    assert lib.open == 0, "NVML is shut down again"


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package to install is nvidia-ml-py."""
    monkeypatch.setitem(__import__("sys").modules, "pynvml", None)
    assert "nvidia-ml-py" in pick(gpu()).reason


def test_of_two_boards_only_the_one_that_runs_is_counted() -> None:
    """NVML has its own order of boards, so the uuid decides."""
    lib = FakeNvml({OTHER: FakeBoard(watts=5000), UUID: FakeBoard(watts=50)})
    source = choose(lib).source
    assert source is not None
    begin = time.perf_counter()
    source.start()
    time.sleep(0.02)
    assert 0.5 < source.joules() <= 50 * (time.perf_counter() - begin)


@calm
def test_two_boards_that_both_run_are_added() -> None:
    """A model spread over two boards costs the energy of both."""
    lib = FakeNvml({OTHER: FakeBoard(watts=30), UUID: FakeBoard(watts=70)})
    source = choose(lib, gpu(UUID, OTHER)).source
    assert source is not None
    source.start()
    begin = time.perf_counter()
    time.sleep(0.05)
    got = source.joules()
    assert got == pytest.approx(100 * (time.perf_counter() - begin), rel=0.2)


# The counters


def grown(values: list[int], span: int = 2**64) -> CounterSource:
    """A counter source with given readings."""
    board = FakeBoard(span_mj=span)
    readings = iter(values)
    board.millijoules = lambda: next(readings)  # type: ignore[method-assign]
    return CounterSource(Nvml(gpu().boards, FakeNvml({UUID: board})))


def test_a_counter_that_wraps_goes_on() -> None:
    """A run over the wrap of a 32-bit counter has the right joules."""
    source = grown([0, 2**32 - 50, 150])
    source.start()
    assert source.joules() == pytest.approx(0.2)


def test_a_counter_that_was_reset_is_lost() -> None:
    """A reloaded driver makes the total unknown, not huge or negative."""
    source = grown([0, 5_000_000, 10])
    source.start()
    with pytest.raises(LostError, match="reloaded"):
        source.joules()


def test_rapl_wraps_and_counts_packages_only(tmp_path: Path) -> None:
    """Cores and platform are inside or around the package, so adding them would count twice."""
    files = powercap(tmp_path, 9_999_000, 500)
    source = RaplSource(tmp_path)
    assert source.device == "package-0, package-1"
    source.start()
    files[0].write_text("1000\n")
    files[1].write_text("2500\n")
    assert source.joules() == pytest.approx((2000 + 2000) / 1e6)


def test_rapl_that_may_not_be_read_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Most systems let only root read it."""
    files = powercap(tmp_path, 5)
    text = Path.read_text

    def refuse(self: Path, *args: Any, **kwargs: Any) -> str:
        if self in files:
            raise PermissionError(13, "Permission denied")
        return text(self, *args, **kwargs)

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(NoSourceError, match="root"):
        RaplSource(tmp_path)
    assert "root" in pick(Devices(others=("cpu",)), powercap=tmp_path).reason


def test_a_cpu_run_without_counters_is_unavailable(tmp_path: Path) -> None:
    """Without powercap the header says so; a GPU counter is not used for a CPU run."""
    found = pick(Devices(others=("cpu",)), FakeNvml(), tmp_path)
    assert found.source is None
    assert "no CPU package counter" in found.reason


# The window


@calm
def test_the_window_measures_and_its_thread_ends() -> None:
    """The sampling thread must end, whatever happens within the window."""
    source = choose(fake(watts=200)).source
    assert source is not None
    meter = Meter(source)
    with pytest.raises(ValueError, match="stop here"):
        _fail_inside(meter)
    window = meter.stop()
    assert window.joules == pytest.approx(200 * window.seconds, rel=0.1)
    assert window.samples > 3
    assert not [thread for thread in threading.enumerate() if thread.name == "energy"]


def _fail_inside(meter: Meter) -> None:
    seen = list[tuple[float, float]]()
    with meter:
        while len(seen) < 3:
            time.sleep(0.01)
            seen += meter.take()
        raise ValueError("stop here")


@calm
def test_the_sampling_thread_is_cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measuring must not slow down the work, so a slow source is read less often."""
    monkeypatch.setattr(energy_meter, "POWER_SAMPLE", 0.05)
    source = choose(fake()).source
    assert source is not None
    with Meter(source) as meter:
        time.sleep(0.4)
    assert meter.stop().share < 0.01

    class Slow(CounterSource):
        def joules(self) -> float:
            until = time.thread_time() + 0.002
            while time.thread_time() < until:
                pass
            return super().joules()

    with Meter(Slow(Nvml(gpu().boards, fake()))) as meter:
        time.sleep(0.5)
    window = meter.stop()
    assert window.samples <= window.seconds / 0.2 + 1, "one reading of 2 ms in 0.2 s, and one at the end"
    assert window.share < 0.015


def test_the_device_is_waited_for_at_both_edges() -> None:
    """Work queued on the device belongs to the window in which it was started."""
    waits: list[str] = []
    source = choose(fake()).source
    assert source is not None
    with Meter(source, lambda: waits.append("wait")):
        waits.append("run")
    assert waits == ["wait", "run", "wait"]


@pytest.mark.parametrize(
    ("board", "word"),
    [({"lost_after": 12}, "GPU is lost"), ({"stuck": True}, "did not change"), ({"update": 60.0}, "shorter than")],
)
def test_a_window_without_an_answer_is_unknown(board: dict[str, Any], word: str) -> None:
    """A lost device, a still counter or too short a run does not mean zero joules."""
    source = choose(fake(**board)).source
    assert source is not None
    if word == "shorter than":
        source.resolution = 60.0
    with Meter(source) as meter:
        time.sleep(0.25)
    window = meter.stop()
    assert window.joules is None
    assert word in window.reason


@calm
def test_the_idle_baseline_is_measured_once() -> None:
    """The baseline is stored next to the total; nothing is subtracted."""
    energy_meter._IDLE.clear()
    source = choose(fake(watts=80)).source
    assert source is not None
    first = idle_watts(source, 0.05)
    assert first == pytest.approx(80, rel=0.15)
    assert idle_watts(source, 10.0) == first


def test_a_device_that_dies_at_the_end_leaves_no_thread() -> None:
    """Waiting for a dead device raises; the window is then unknown, and its thread still ends."""

    def die() -> None:
        raise RuntimeError("CUDA error: unspecified launch failure\nmore words")

    source = choose(fake()).source
    assert source is not None
    alive = [True]
    meter = Meter(source, lambda: None if alive[0] else die())
    meter.start()
    alive[0] = False
    window = meter.stop()
    assert window.joules is None
    assert "unspecified launch failure)" in window.reason
    assert not [thread for thread in threading.enumerate() if thread.name == "energy"]
    dead = Meter(source, die)
    dead.start()
    assert dead.stop().joules is None


def test_two_runs_at_once_have_no_number() -> None:
    """Two people may run at the same time; each counter would include the other's joules."""
    one, other = choose(fake()).source, choose(fake()).source
    assert one is not None
    assert other is not None
    with Meter(one) as first:
        with Meter(other) as second:
            time.sleep(0.02)
        reason = second.stop().reason
    assert first.stop().joules is None
    assert "at the same time" in first.stop().reason
    assert "at the same time" in reason
    with Meter(one) as alone, Meter(other, idle=True) as waiting:
        time.sleep(0.02)
    assert alone.stop().joules is not None, "a baseline does no work: it spoils nobody's window"
    assert waiting.stop().joules is None, "but somebody else's work is no baseline"


# In a trace


def recorded(pair: Pair, found: Choice, method: str = "spd", tokens: int = 12) -> Trace:
    lines = record(RunRequest(method, pair.name, "x", {}, 1, tokens), pair, pick=lambda devices: found)
    trace = trace_of(lines)
    assert [check_part(part) for part in plain(trace)] == [None] * (len(trace.iterations) + 2)
    return trace


@calm
def test_a_measured_run_keeps_what_the_rules_ask(pair: Pair) -> None:
    """Method, device, driver, samples, window, resolution and idle baseline are in the trace."""
    energy_meter._IDLE.clear()
    trace = recorded(pair, choose(fake(watts=150)))
    head, end = trace.header.energy, trace.summary
    assert end is not None
    assert end.energy is not None
    assert head.model is not None
    assert head.idle_watts == pytest.approx(150, rel=0.3)
    assert head.model.method == "modelled"
    assert end.joules == pytest.approx(150 * (end.energy.seconds or 0), rel=0.2)
    assert end.energy.band == pytest.approx(15, rel=0.2)
    assert end.energy.sample_count == len(samples(trace))
    assert read("".join(lines(trace)).encode()) == trace
    at = [one.energy and one.energy.to for one in trace.iterations]
    assert at == sorted(at)
    assert all(watts > 0 for _, watts in power(trace))
    assert {what for _, _, what in spans(trace)} <= {"draft", "verify", "other"}


def test_parts_sum_to_the_measured_total(pair: Pair) -> None:
    """Draft, verification, other work and the rest add up to the total."""
    found = measured(recorded(pair, choose(fake())))
    assert found is not None
    assert sum(found.totals().values()) == pytest.approx(found.joules)
    assert found.cumulative()[-1] == pytest.approx(found.joules - found.outside)


number = st.floats(0, 100, allow_nan=False)


@settings(deadline=None, max_examples=150)
@example([([], 1.1125369292536007e-308)], 2.0, 1.0)
@given(
    st.lists(st.tuples(st.lists(st.tuples(st.sampled_from(["target", "draft"]), number)), number), min_size=1),
    st.floats(1e-3, 1e6),
    st.floats(0.5, 3),
)
def test_apportioning_conserves_energy(rows: list[Any], joules: float, stretch: float) -> None:
    """Whatever the clocks say, no joule appears or disappears, and no part is negative."""
    empty = iteration_of({"nodes": [{"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"}]})
    iterations = [
        replace(
            empty,
            passes=tuple(Pass(model, (), seconds, 0) for model, seconds in passes),
            seconds=sum(seconds for _, seconds in passes) + other,
        )
        for passes, other in rows
    ]
    window = sum(one.seconds for one in iterations) * stretch
    summary = replace(summary_with(), joules=joules, energy=Window(seconds=window))
    found = measured(Trace(header_with(energy={"method": "counter"}), iterations, summary))
    assert found is not None
    assert sum(found.totals().values()) == pytest.approx(joules)
    assert min(found.totals().values()) >= -1e-9 * joules


def test_a_device_lost_in_mid_run_leaves_a_trace(pair: Pair) -> None:
    """The run continues, its joules are unknown, and the time of the loss is recorded."""
    trace = recorded(pair, choose(fake(lost_after=20)), tokens=40)
    assert trace.summary is not None
    assert trace.summary.joules is None
    assert "GPU is lost" in why_not(trace)
    assert measured(trace) is None
    assert modelled(trace) is not None


def test_a_run_that_was_cut_is_measured_up_to_its_last_sample(pair: Pair) -> None:
    """A killed run keeps its samples, because each iteration stores its own."""
    trace = recorded(pair, choose(fake()), tokens=60)
    trace.summary = None
    found = measured(trace)
    if not samples(trace):
        pytest.skip("the run was shorter than one sample on this machine")
    assert found is not None
    assert found.joules == pytest.approx(samples(trace)[-1][1])


def test_closing_a_recording_ends_its_thread_and_nvml(pair: Pair) -> None:
    """Stop in the app must leave nothing behind, before or after the first iteration."""
    for taken in (1, 2):
        lib = fake()
        lines = record(RunRequest("spd", pair.name, "x", {}, 1, 12), pair, pick=lambda devices, lib=lib: choose(lib))
        for _ in range(taken):
            next(lines)
        lines.close()  # type: ignore[attr-defined]
        assert lib.open == 0
        assert not [thread for thread in threading.enumerate() if thread.name == "energy"]


def test_a_cpu_trace_models_but_does_not_measure(pair: Pair, tmp_path: Path) -> None:
    """Modelled joules must not appear as measured ones."""
    trace = recorded(pair, pick(devices_of(pair.models), powercap=tmp_path))
    assert trace.summary is not None
    assert trace.summary.joules is None
    assert trace.header.energy.method == "unavailable"
    counted = trace.iterations[0].energy
    assert counted is not None
    assert counted.samples is None
    assert sum((counted.bytes or {}).values()) > 0


def test_a_cpu_run_with_rapl_is_measured_as_the_package(pair: Pair, tmp_path: Path) -> None:
    """The label says what the number includes: the whole package."""
    files = powercap(tmp_path, 1000)
    found = pick(devices_of(pair.models), powercap=tmp_path)
    assert found.source is not None
    with Meter(found.source) as meter:
        count_to(files[0], 2_501_000)
    assert meter.stop().joules == pytest.approx(2.5)
    assert found.to_json()["scope"] == "CPU package"


def test_a_toy_trace_says_that_its_energy_means_nothing() -> None:
    """Table look-ups say nothing about a language model."""
    toy = load_pair("toy:assets/toys/mtad-figure-2.json")
    trace = record_trace(RunRequest("spd", toy.name, toy.decode([0]), {}, 1, 4), pair=toy)
    assert "toy" in why_not(trace)
    assert modelled(trace) is None


def test_the_band_is_one_update() -> None:
    """100 J in 10 s from a counter that updates every 0.1 s are known to 1 J."""
    assert band_joules(100, 10, 0.1) == pytest.approx(1)


# Pictures


def test_a_missing_source_is_a_gap_and_not_a_zero(pair: Pair, tmp_path: Path) -> None:
    """An unmeasured run has a name in the legend and no point on any axis."""
    known = figures.run_of(recorded(pair, choose(fake())), "spd")
    unknown = figures.run_of(recorded(pair, pick(devices_of(pair.models), powercap=tmp_path)), "gsd")
    for figure in (
        figures.cumulative([known, unknown]),
        figures.time_energy([known, unknown]),
        figures.pareto([known, unknown]),
    ):
        (gap,) = [one for one in figure.data if one.name and one.name.startswith("gsd")]
        assert "not measured" in gap.name
        assert tuple(gap.y) == (None,)
    (sentence,) = figures.cumulative([unknown]).layout.annotations
    assert "No energy was measured" in sentence.text


def test_measured_and_modelled_never_share_a_curve(pair: Pair) -> None:
    """Only modelled curves have the modelled colour, and their names say so."""
    run = figures.run_of(recorded(pair, choose(fake())), "spd")
    drawn = [figures.cumulative([run]), figures.modelled_cumulative([run])]
    colours = [{one.line.color for one in figure.data if one.line.color} for figure in drawn]
    assert colours[1] == {figures.MODELLED}
    assert not colours[0] & colours[1]
    assert all("modelled" in one.name for one in drawn[1].data)


def test_the_measured_curve_has_its_band_and_method(pair: Pair) -> None:
    """The legend shows how certain the curve is and what measured it."""
    run = figures.run_of(recorded(pair, choose(fake(watts=300))), "spd")
    band, line = figures.cumulative([run]).data
    assert run.measured is not None
    assert max(band.y) == pytest.approx(line.y[-1] + run.measured.band)
    assert "counter" in line.name
    assert "one update" in line.name


def test_power_without_samples_is_a_sentence() -> None:
    """Without samples, no line is drawn at zero watts."""
    figure = power_figure("spd", [], [], None)
    assert not figure.data
    assert "No power curve" in figure.layout.annotations[0].text.replace("<br>", " ")


def test_the_stage_gets_measured_and_modelled_apart(pair: Pair) -> None:
    """The timeline has two rows: the measured total divided by time, and the modelled energy."""
    trace = recorded(pair, choose(fake()))
    content = open_content(trace)
    found = modelled(trace)
    assert found is not None
    assert (content["header"]["energy"]["method"], content["header"]["energy"]["model"]) == ("counter", "NVIDIA L40")
    assert content["summary"]["energy"]["band"] > 0
    drawn = [sum(one["bar"]["modelled"].values()) for one in content["iterations"]]
    assert drawn == pytest.approx(found.joules(), rel=1e-4)
    trace.iterations = [replace(one, energy=None) for one in trace.iterations]
    assert all("modelled" not in one["bar"] for one in open_content(trace)["iterations"])
