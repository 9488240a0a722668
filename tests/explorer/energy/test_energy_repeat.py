"""Repeat mode: interleaved windows, honest intervals, and no number if nothing can be measured."""

import json
import threading
import time
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.energy.batch import experiment
from explorer.energy.repeat import Plan, Trial, outcomes, trials
from explorer.energy.run import Choice, pick
from explorer.measuring.repeat import Measurement
from explorer.service.request import requests_of
from explorer.ui.tabs.energy_experiments import run_batch
from tests.energy_fakes import UUID, FakeBoard, FakeNvml, NoSync, gpu, tiny_pair
from tests.serving import calm

FAST = Plan(trials=2, repetitions=3, seconds=5, rise=0.0, delay=0.0)


def source(**board: object) -> Choice:
    found = pick(gpu(), FakeNvml({UUID: FakeBoard(**board)}))  # type: ignore[arg-type]
    assert found.source is not None
    found.source.resolution = 0.001
    return found


def row(method: str, trial: int, joules: float | None, tokens: int = 100, seconds: float = 5.0) -> Trial:
    return Trial(method, trial, 0, 0.0, 32, tokens, seconds, joules, "" if joules else "GPU is lost")


@calm
def test_trials_interleave_and_share_seeds() -> None:
    """A drift of the machine affects both methods, and both decode the same seeds."""
    seen: list[tuple[str, int]] = []

    def work(name: str) -> object:
        def run(seed: int) -> int:
            seen.append((name, seed))
            time.sleep(0.01)
            return 7

        return run

    found = source(watts=100)
    rows = list(trials({"a": work("a"), "b": work("b")}, found.source, FAST))  # type: ignore[arg-type,dict-item]
    assert sorted((one.method, one.trial) for one in rows) == [("a", 0), ("a", 1), ("b", 0), ("b", 1)]
    assert [one.turn for one in rows] == [0, 1, 0, 1]
    assert all(one.tokens == 7 * one.repetitions for one in rows)
    for name in ("a", "b"):
        seeds = [seed for who, seed in seen if who == name]
        assert seeds[:2] == [0, 0], "the first repetition lets the power rise and is not measured"
    for one in rows:
        assert one.joules == pytest.approx(100 * one.seconds, rel=0.15)
    assert not [thread for thread in threading.enumerate() if thread.name == "energy"]


def test_a_window_is_never_a_few_updates_long() -> None:
    """32 repetitions of a fast run could lie between two updates of the counter."""
    found = source(watts=100)
    assert found.source is not None
    found.source.resolution = 0.01
    (one,) = trials({"a": lambda seed: 1}, found.source, Plan(1, 1, 5, 0.0, 0.0))
    assert one.seconds >= 0.2
    assert one.repetitions > 1


def test_a_clear_difference_is_resolved() -> None:
    """The sentence that people quote has the ratio, the interval and the verdict."""
    rows = [row("base", t, 100 + t) for t in range(4)] + [row("spd", t, 60 + t) for t in range(4)]
    base, spd = outcomes(rows, ["base", "spd"], 0.1)
    assert base.joules_per_token == pytest.approx(1.015)
    assert base.sd == pytest.approx(0.0129, abs=1e-3)
    assert spd.ratio == pytest.approx(0.61, abs=0.01)
    assert spd.resolved
    assert spd.sentence.endswith("which is significantly less.")


def test_noise_is_not_resolved() -> None:
    """Overlapping trials must be reported as not significant."""
    rows = [row("base", t, v) for t, v in enumerate((100, 90, 110, 95))]
    rows += [row("spd", t, v) for t, v in enumerate((95, 105, 92, 104))]
    spd = outcomes(rows, ["base", "spd"], 0.1)[1]
    assert not spd.resolved
    assert spd.sentence.endswith("The difference is not significant.")


def test_what_one_update_could_make_is_not_resolved() -> None:
    """Equal trials cannot be more precise than the counter's step."""
    rows = [row("base", t, 100, seconds=1.0) for t in range(4)] + [row("spd", t, 95, seconds=1.0) for t in range(4)]
    assert not outcomes(rows, ["base", "spd"], 0.1)[1].resolved
    assert outcomes(rows, ["base", "spd"], 0.001)[1].resolved


def test_several_methods_share_the_level() -> None:
    """Four comparisons at 95% each would find a difference by chance too often."""
    rows = [row(name, t, 100 + 7 * t + 5 * (t % 2) * place) for place, name in enumerate("abc") for t in range(4)]
    alone = outcomes([one for one in rows if one.method != "c"], ["a", "b"], 1e-6)[1]
    shared = outcomes(rows, ["a", "b", "c"], 1e-6)[1]
    assert alone.interval is not None
    assert shared.interval is not None
    assert shared.interval[1] > alone.interval[1]
    assert "2 comparisons" in shared.sentence


def test_a_lost_device_is_not_a_saving() -> None:
    """Windows without joules leave the ratio unknown, with the reason."""
    rows = [row("base", t, 100) for t in range(2)] + [row("spd", t, None) for t in range(2)]
    spd = outcomes(rows, ["base", "spd"], 0.1)[1]
    assert (spd.joules_per_token, spd.ratio) == (None, None)
    assert "GPU is lost" in spd.sentence


@pytest.mark.parametrize("where", ["toy:assets/toys/mtad-figure-2.json", "smollm2"])
def test_without_a_source_there_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """If nothing can be measured, exit code 2 and the reason come before any weights are loaded."""
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: Choice(None, "there is no counter"))
    code = main(["energy-repeat", "multinomial,spd", "--pair", where, "--prompt", "a", "--device", "cpu"])
    shown = capsys.readouterr()
    assert code == 2
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert "Energy cannot be measured here" in shown.err


def test_the_command_measures_and_writes(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From the command line to the sentence and the files."""
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: source(watts=120))
    monkeypatch.setattr("decoders.pairs.load_pair", lambda *words: tiny_pair())
    monkeypatch.setattr("explorer.energy.repeat.time.sleep", lambda seconds: None)
    words = ["energy-repeat", "multinomial,spd:gamma=2", "--pair", "tiny", "--prompt", "x", "--max-new-tokens", "4"]
    more = ["--device", "cpu", "--trials", "2", "--repetitions", "2", "--seconds", "0.1", "-o", str(tmp_path / "out")]
    assert main(words + more) == 0
    out = capsys.readouterr().out
    assert "J/token over 2 trials" in out
    assert "spd:gamma=2 uses" in out
    saved = json.loads((tmp_path / "out" / "summary.json").read_text())
    assert saved["energy"]["method"] == "counter"
    assert len((tmp_path / "out" / "windows.csv").read_text().splitlines()) == 5


def test_the_drafts_that_really_ran_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file names the draft that really ran, and an unfit method is refused."""
    found = source(watts=100)
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: found)
    monkeypatch.setattr("explorer.energy.meter.IDLE_SECONDS", 0.02)
    plan = Plan(trials=2, repetitions=1, seconds=0.05, rise=0.0, delay=0.0)
    common = {"pair": "tiny", "prompt": "x", "limit": 4}
    work = Measurement(tiny_pair(), requests_of(["spd", "self-ssd:skips=a0", "medusa"], {}, **common), plan)
    assert len(list(work.rows(lambda what, share: None))) == 6
    summary = work.summary()
    assert summary["draft"] == "tiny"
    assert set(summary["own_drafts"]) == {"self-ssd:skips=a0", "medusa"}
    assert "without 1 attention" in summary["own_drafts"]["self-ssd:skips=a0"]
    with pytest.raises(BadInput, match="needs 4 heads"):
        Measurement(tiny_pair(), requests_of(["spd", "medusa"], {"branching": "2,2,2,2"}, **common), plan)


@pytest.mark.parametrize("words", [["--trials", "1"], ["--repetitions", "0"], ["--seconds", "0"], ["--set", "gamma"]])
def test_bad_plans_are_refused(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    """One trial has no spread and supports no claim."""
    assert main(["energy-repeat", "spd", "--pair", "smollm2", "--prompt", "a", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# The batch-size experiment, where something can be measured, and in the app


@calm
def test_batches_are_measured_where_there_is_a_counter() -> None:
    """With a counter each row has joules and the band of one update."""
    found = source(watts=100)
    assert found.source is not None
    found.source.resolution = 0.0001
    rows = list(experiment(tiny_pair(), NoSync(others=("cpu",)), found.source, sizes=(1, 2), passes=20, context=4))
    assert len(rows) == 8
    for place, one in enumerate(rows):
        assert one.joules == pytest.approx(100 * one.seconds, rel=0.3)
        assert one.band == pytest.approx(0.01 * (place // 2 + 1), rel=0.3), "each window may be off by one update"


def test_few_passes_make_one_long_window_of_each_size() -> None:
    """Windows shorter than an update of the counter would see nothing."""
    found = source(watts=100).source
    assert found is not None
    found.resolution = 0.5
    rows = list(experiment(tiny_pair(), NoSync(others=("cpu",)), found, sizes=(1, 2), passes=20, context=4))
    assert [(one.batch, one.passes) for one in rows] == [(1, 20), (2, 20)]


def test_the_batch_command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The command prints rows as they are measured, and writes a file."""
    monkeypatch.setattr("decoders.pairs.load_pair", lambda *words: tiny_pair())
    out = tmp_path / "batch.json"
    assert main(["energy-batch", "--pair", "tiny", "--batches", "1,2", "--passes", "2", "-o", str(out)]) == 0
    assert "modelled" in capsys.readouterr().out
    assert [one["batch"] for one in json.loads(out.read_text())["rows"]] == [1, 2]
    for bad in (
        ["--batches", "one"],
        ["--batches", "0"],
        ["--passes", "0"],
        ["--passes", "99999"],
        ["--engine", "numba"],
    ):
        assert main(["energy-batch", "--pair", "tiny", *bad]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_toy_pair_has_no_batches(capsys: pytest.CaptureFixture[str]) -> None:
    """A table has no matrix that could be read once."""
    assert main(["energy-batch", "--pair", "toy:assets/toys/mtad-figure-2.json"]) == 2
    assert "table" in capsys.readouterr().err


def test_the_apps_experiment_runs_and_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress, a chart after every size, and Done; Stop ends the thread between two passes."""
    monkeypatch.setattr("explorer.ui.tabs.energy_experiments.loaded", lambda pair, report: tiny_pair())
    last = list(run_batch("smollm2", 2))[-1]
    assert "Done on cpu" in last[0]
    running = run_batch("smollm2", 100)
    next(running)
    next(running)
    running.close()
    until = time.monotonic() + 60
    while any(thread.name == "energy-batch" for thread in threading.enumerate()) and time.monotonic() < until:
        time.sleep(0.02)
    assert not any(thread.name == "energy-batch" for thread in threading.enumerate())
    assert "Choose 1 to" in list(run_batch("smollm2", 0))[-1][0]
