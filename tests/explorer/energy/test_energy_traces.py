"""Energy end to end: recorded runs under every hardware fault, the folder of traces, the commands."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from explorer.cli.main import main
from explorer.energy.boards import BOARDS, DEFAULT, EPYC_FLOPS, coefficients_for
from explorer.energy.parts import why_not
from explorer.energy.report import report, sentences, work_of
from explorer.energy.run import Choice, Devices, pick
from explorer.figures import energy as figures
from explorer.measuring.energy_traces import record_traces
from explorer.service.recording import record
from explorer.service.request import RunRequest, requests_of
from explorer.trace.format import Trace, read, to_line, trace_of
from explorer.trace.lines import EnergySource
from tests.energy_fakes import OTHER, UUID, FakeBoard, FakeNvml, count_to, fake, gpu, powercap, tiny_pair
from tests.records import check_part, plain
from tests.serving import calm


def asked(tokens: int) -> RunRequest:
    return RunRequest("spd", "tiny", "x", seed=1, limit=tokens)


def run(found: Choice, tokens: int = 12) -> Trace:
    """Record a run and check each line against the schema."""
    trace = trace_of(record(asked(tokens), tiny_pair(), pick=lambda devices: found))
    assert [check_part(part) for part in plain(trace)] == [None] * (len(trace.iterations) + 2)
    return trace


def test_a_run_that_cannot_be_measured_is_recorded_with_the_reason() -> None:
    """The header has the reason, the summary no joules, and the picture a gap."""
    word, lib = "2 processes", fake(processes=2)
    trace = run(pick(gpu(), lib))
    assert trace.header.energy.method == "unavailable"
    assert word in str(trace.header.energy.reason)
    assert trace.summary is not None
    assert trace.summary.joules is None
    assert word in why_not(trace)
    assert word in sentences(trace)[0]
    assert sentences(trace)[0].startswith("measured energy: unknown")
    assert report(trace)["measured"] == {"method": "unavailable", "reason": why_not(trace)}
    (gap,) = figures.cumulative([figures.run_of(trace, "spd")]).data
    assert tuple(gap.y) == (None,)
    assert lib.open == 0, "NVML is shut down again"


@pytest.mark.parametrize(
    ("board", "method"),
    [
        ({}, "counter"),
        ({"counter": False}, "power-integrated"),
        ({"span_mj": 2**32, "offset_mj": 2**32 - 40}, "counter"),
    ],
)
@calm
def test_a_run_that_can_be_measured_says_how(board: dict[str, Any], method: str) -> None:
    """A counter, integrated power and a wrapping counter give joules of the right size and name their source."""
    trace = run(pick(gpu(), fake(watts=150, **board)), tokens=30)
    assert trace.summary is not None
    assert trace.header.energy.method == method
    assert trace.summary.joules == pytest.approx(150 * trace.summary.energy.seconds, rel=0.25)
    assert f"{method} of the GPU board" in sentences(trace)[0]
    assert "not subtracted" in sentences(trace)[0]


@calm
def test_of_two_boards_the_run_has_the_joules_of_one() -> None:
    """The other board uses a hundred times as much; the run's trace does not include it."""
    lib = FakeNvml({OTHER: FakeBoard(watts=5000), UUID: FakeBoard(watts=50)})
    trace = run(pick(gpu(), lib), tokens=30)
    assert trace.summary is not None
    assert trace.summary.joules == pytest.approx(50 * trace.summary.energy.seconds, rel=0.25)


def test_a_device_lost_in_mid_run_is_no_saving() -> None:
    """The run continues without a number, the time of the loss is recorded, and nothing is drawn."""
    trace = run(pick(gpu(), fake(lost_after=20)), tokens=40)
    assert trace.summary is not None
    assert trace.summary.joules is None
    assert "GPU is lost" in sentences(trace)[0]


def test_a_cpu_run_with_rapl_across_its_wrap(tmp_path: Path) -> None:
    """The package counter restarts during the run; the trace has the energy used, labelled CPU package."""
    (file,) = powercap(tmp_path, 9_999_000, span=10_000_000)
    found = pick(Devices(others=("cpu",)), powercap=tmp_path)
    lines = record(asked(20), tiny_pair(), pick=lambda devices: found)
    parts = [next(lines)]  # the window opens when the first iteration is asked for
    parts.append(next(lines))
    count_to(file, 4000)
    parts += lines
    trace = trace_of(parts)
    assert trace.summary is not None
    assert trace.summary.joules == pytest.approx((1000 + 4000) / 1e6)
    assert trace.header.energy.scope == "CPU package"


# The folder of traces


def requests(*methods: str) -> dict[str, RunRequest]:
    return requests_of(methods, {}, pair="tiny", prompt="x", seed=1, limit=8)


@calm
def test_the_folder_holds_a_measured_trace_a_method(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One command on a GPU machine records everything that the Energy tab opens with."""
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: pick(gpu(), fake(watts=90)))
    wanted = requests("greedy", "spd:gamma=2", "spd:gamma=3")
    made = dict(record_traces(tiny_pair(), wanted, tmp_path, lambda w, s: None))
    assert list(made) == ["energy-greedy", "energy-spd", "energy-spd-2"]
    for name in made:
        trace = read(tmp_path / f"{name}.jsonl.gz")
        assert trace.incomplete is None
        assert trace.header.energy.idle_watts == pytest.approx(90, rel=0.3)
        assert "measured by the counter of the GPU board (Fake 0)" in str(trace.header.note)
    assert read(tmp_path / "energy-spd.jsonl.gz").header.settings["gamma"] == 2
    kept = json.loads((tmp_path / "energy-traces.json").read_text())
    assert kept["energy-greedy"]["measured"]["joules"] > 0


def test_the_draft_that_really_ran_is_named(tmp_path: Path) -> None:
    """A trace of a method with its own draft names that draft, not the pair's."""
    own = requests("self-ssd:skips=a0:exit_threshold=0", "medusa", "spd")
    made = record_traces(tiny_pair(), own, tmp_path, lambda w, s: None, unmeasured=True)
    names = {name: str(trace.header.draft) for name, trace in made}
    assert "without 1 attention" in names["energy-self-ssd"]
    assert names["energy-medusa"] == "the target's own heads"
    assert names["energy-spd"] == "tiny"


def test_the_command_refuses_before_it_loads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A machine that cannot measure says so in one line and leaves no folder of traces."""
    words = ["energy-traces", "--pair", "smollm2", "--device", "cpu", "-o", str(tmp_path / "out")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("explorer.energy.run.pick", lambda devices: Choice(None, "there is no counter"))
        patch.setattr("decoders.pairs.load_pair", lambda *words: pytest.fail("the weights were loaded"))
        assert main(words) == 2
        assert main([*words, "--methods", "no-such"]) == 2
        assert main([*words, "--trials", "1"]) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 3
    assert "there is no counter" in shown.err
    assert not (tmp_path / "out").exists()


def test_the_command_does_it_all(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Traces, repeat mode and batch sizes from one command line."""
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: _quick())
    monkeypatch.setattr("decoders.pairs.load_pair", lambda *words: tiny_pair())
    monkeypatch.setattr("explorer.energy.repeat.time.sleep", lambda seconds: None)
    monkeypatch.setattr("explorer.energy.batch.MEASURED_SECONDS", 0.01)
    words = [
        "energy-traces",
        "--pair",
        "tiny",
        "--device",
        "cpu",
        "--methods",
        "multinomial,spd",
        "--repeat",
        "--batch",
    ]
    more = ["--max-new-tokens", "6", "--trials", "2", "--repetitions", "2", "--seconds", "0.1"]
    assert main([*words, *more, "-o", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "energy-spd:" in out
    assert "spd uses" in out
    assert "batch  16:" in out
    summary = json.loads((tmp_path / "repeat" / "summary.json").read_text())
    assert summary["energy"]["idle_watts"] > 0
    assert summary["settings"]["spd"]["gamma"] > 0
    assert json.loads((tmp_path / "batch.json").read_text())["energy"]["idle_watts"] > 0


def _quick() -> Choice:
    found = pick(gpu(), fake(watts=90))
    assert found.source is not None
    found.source.resolution = 0.001
    return found


# What is printed


def test_show_and_energy_tell_the_three_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The terminal has separate lines for measured, modelled and counted values, with the chosen board."""
    path = tmp_path / "t.jsonl"
    parts = list(record(asked(12), tiny_pair(), pick=lambda devices: pick(gpu(), fake(watts=90))))
    path.write_text("".join(map(to_line, parts)))
    assert main(["show", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("measured energy:") and "J/token (counter" in line for line in lines)
    assert any(line.startswith("modelled energy:") and DEFAULT.name in line for line in lines)
    assert any("target weights read" in line for line in lines)
    assert main(["energy", str(path), "--board", "NVIDIA H200 SXM", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)[str(path)]["modelled"]
    assert main(["energy", str(path), "--pj-per-byte", "100", "--pj-per-flop", "0", "--json"]) == 0
    other = json.loads(capsys.readouterr().out)[str(path)]["modelled"]
    assert one["coefficients"] == "NVIDIA H200 SXM"
    assert other["joules"] == pytest.approx(work_of(read(path)).bytes * 100e-12)  # type: ignore[operator]
    for bad in (["--board", "abacus"], ["--pj-per-byte", "1"], ["--pj-per-byte", "-1", "--pj-per-flop", "1"]):
        assert main(["energy", str(path), *bad]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_cut_trace_and_one_without_energy_are_told(tmp_path: Path) -> None:
    """For old traces and killed runs, unknown values are named and counted ones remain."""
    trace = run(Choice(None, "nothing here"))
    trace.summary = None
    assert work_of(trace).wasted is None
    trace.header = replace(trace.header, energy=EnergySource("unavailable"))
    measured, modelled, counted = sentences(trace)
    assert "does not say why" in measured
    assert "does not contain model sizes" in modelled
    assert "target weights read" in counted
    assert report(trace)["modelled"] == {"reason": "the trace does not contain model sizes"}


def test_reads_are_counted_from_passes() -> None:
    """The bars show passes per token times the bytes of that model's weights."""
    trace = run(Choice(None, "nothing here"), tokens=20)
    done, one = work_of(trace), figures.run_of(trace, "spd")
    passes = [each.model for one in trace.iterations for each in one.passes]
    assert (done.target_passes, done.draft_passes) == (passes.count("target"), passes.count("draft"))
    assert done.target_weights is not None
    assert one.work.read("target")[0] == pytest.approx(done.target_passes / 20 * done.target_weights)
    assert one.work.read("draft")[0] > 0


# Coefficients


def test_a_board_is_known_by_the_drivers_name() -> None:
    """A PCIe board differs from the SXM one, and an unknown board uses the paper's, by name."""
    named = {
        "cuda:0 (NVIDIA H100 80GB HBM3)": "NVIDIA H100 SXM",
        "cuda:0 (NVIDIA H100 PCIe)": "NVIDIA H100 PCIe",
        "cuda:0 (NVIDIA H200)": "NVIDIA H200 SXM",
        "cuda:0 (NVIDIA H200 NVL)": "NVIDIA L40",
        "cuda:0 (NVIDIA GH200 480GB)": "NVIDIA L40",
        "cuda:0 (NVIDIA A100-SXM4-40GB)": "NVIDIA A100 40GB SXM",
        "cuda:0 (NVIDIA A100-SXM4-80GB)": "NVIDIA A100 80GB SXM",
        "cuda:0 (NVIDIA A100 80GB PCIe)": "NVIDIA A100 80GB PCIe",
        "cuda:0 (NVIDIA L40)": "NVIDIA L40",
        "cuda:0 (Something New)": "NVIDIA L40",
        "cpu": "NVIDIA L40",
    }
    assert {device: coefficients_for(device).name for device in named} == named


@pytest.mark.parametrize(
    ("name", "watts", "bandwidth", "peak"),
    [
        ("NVIDIA A100 80GB SXM", 400, 2039e9, 312e12),
        ("NVIDIA H100 SXM", 700, 3350e9, 989.4e12),
        ("NVIDIA H200 SXM", 700, 4800e9, 989.4e12),
        ("AMD EPYC 9654", 360, 460.8e9, EPYC_FLOPS),
    ],
)
def test_coefficients_follow_from_the_sheet(name: str, watts: float, bandwidth: float, peak: float) -> None:
    """Watts divided by bytes per second and by FLOPs per second; the source names the numbers."""
    board = BOARDS[name]
    assert board.joules_per_byte == pytest.approx(watts / bandwidth)
    assert board.joules_per_flop == pytest.approx(watts / 1.25 / peak)
    assert f"{watts} W" in board.source
    assert f"{bandwidth / 1e9:g} GB/s" in board.source
