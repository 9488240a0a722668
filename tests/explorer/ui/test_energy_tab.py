"""The Energy tab: its charts, refusals, and sentences about this machine."""

import json
import threading
import time
from collections.abc import Iterator
from functools import partialmethod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import gradio as gr
import pytest

from decoders.errors import BadInput
from explorer.energy.boards import DEFAULT
from explorer.energy.repeat import Plan
from explorer.energy.report import Work
from explorer.energy.run import Choice, pick
from explorer.figures.energy import beside
from explorer.service import store as shelf
from explorer.service.queue.turns import MODELS, TABLES
from explorer.service.recording import record, record_trace
from explorer.service.request import RunRequest
from explorer.trace.format import to_line
from explorer.ui.form.jobs import PAUSE, Followed, Job, Progress
from explorer.ui.tabs import energy
from explorer.ui.tabs.energy import lesson_html
from explorer.ui.tabs.energy_experiments import run_repeat
from tests.energy_fakes import UUID, FakeBoard, FakeNvml, gpu, tiny_pair
from tests.records import plain


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A bundled trace of a tiny pair, recorded on the CPU."""
    parts = record(RunRequest("spd", "tiny", "x", {}, 1, 8), tiny_pair())
    (tmp_path / "tiny.jsonl").write_text("".join(map(to_line, parts)))
    monkeypatch.setattr(shelf, "BUNDLED", tmp_path)
    shelf.all_cards.cache_clear()
    yield "tiny"
    shelf.all_cards.cache_clear()


def drawn(*given: Any) -> energy.Parts:
    """The content of the tab once everything has arrived."""
    shown = energy.some()
    for parts in energy.draw(*given):
        new = {name: value for name, value in parts._asdict().items() if value != gr.skip()}
        shown = shown._replace(**new)
    return shown


def test_it_draws_a_trace_without_a_gpu(kept: str) -> None:
    """Modelled charts are shown, measured ones are missing, and the table says why."""
    tab = drawn([kept], DEFAULT.name, None, None)
    assert "864 GB/s" in tab.source
    assert "reads the target" in tab.lesson
    assert "class='reads'" in tab.reads
    assert "unknown" in tab.table
    assert "not measured" in tab.table
    assert "No energy was measured" in tab.unmeasured
    assert "NVIDIA L40" in tab.unmeasured, "whose joules stand below instead"
    assert [one["visible"] for one in (tab.cumulative, tab.which, tab.power, tab.times, tab.pareto)] == [False] * 5
    assert tab.split.data[0].x[0] > 0
    assert "§" not in tab.source, "visitors read the paper's name"


def test_words_and_first_picture_come_first(kept: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The texts must not wait for charts below the screen."""
    made = []
    monkeypatch.setattr("explorer.figures.energy.split", lambda runs: made.append(runs))
    coming = energy.draw([kept], DEFAULT.name, None, None)
    first = next(coming)
    assert made == []
    assert "reads the target" in first.lesson
    assert "×" in first.reads
    list(coming)
    assert len(made) == 1


def test_own_coefficients_change_the_pictures(kept: str) -> None:
    """Twice the joules per byte, twice the height of the bars."""
    bars = [drawn([kept], energy.OWN, per_byte, 0).split.data[0].x[0] for per_byte in (100, 200)]
    assert bars[1] == pytest.approx(2 * bars[0])
    wrong = drawn([kept], energy.OWN, -5, 0)
    assert "picojoules" in wrong.source, "what is wrong with the numbers is said beside them"
    for wrong in ((None, 1), (-1, 1), (float("nan"), 1), (1e9, 1)):
        with pytest.raises(BadInput, match="picojoules"):
            energy.chosen(energy.OWN, *wrong)


def test_nothing_picked_and_nothing_found(kept: str) -> None:
    """An empty choice and an unknown name each give a sentence."""
    assert "Choose at least one trace" in drawn([], DEFAULT.name, None, None).unmeasured
    assert 'role="alert"' in drawn(["no-such"], DEFAULT.name, None, None).status


def test_text_of_a_trace_is_never_markup(kept: str, tmp_path: Path) -> None:
    """A foreign trace may have any name."""
    lines = (tmp_path / "tiny.jsonl").read_text().splitlines()
    header: dict[str, Any] = json.loads(lines[0])
    header["energy"]["reason"] = "<img src=x onerror=alert(1)>"
    end = json.loads(lines[-1])
    end["energy"].pop("reason")
    (tmp_path / "tiny.jsonl").write_text("\n".join([json.dumps(header), *lines[1:-1], json.dumps(end)]) + "\n")
    tab = drawn([kept], DEFAULT.name, None, None)
    assert "<img" not in tab.table + tab.lesson + tab.unmeasured + tab.reads


def test_a_trace_of_an_older_version_still_draws(kept: str, tmp_path: Path) -> None:
    """Traces from before energy was recorded have gaps in both parts."""
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    for line in lines:
        line.pop("energy", None)
    lines[0]["energy"] = {"method": "unavailable"}
    (tmp_path / "tiny.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    tab = drawn([kept], DEFAULT.name, None, None)
    assert "Record them again" in tab.split.layout.annotations[0].text.replace("<br>", " ")
    assert "Record them again" in tab.reads


def test_what_this_machine_can_measure(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, whatever the machine has."""
    assert energy.here().endswith(".")


def test_runs_that_cannot_be_compared_are_named(kept: str, tmp_path: Path) -> None:
    """Another pair or prompt is named before anybody compares heights."""
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    lines[0] |= {"pair": "another", "prompt": "something else"}
    (tmp_path / "other.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    shelf.all_cards.cache_clear()
    tab = drawn([kept, "other"], DEFAULT.name, None, None)
    status, lesson = tab.status, tab.lesson
    assert "2 different pairs" in status
    assert "2 different prompts" in status
    assert "reads the target" in lesson
    assert drawn([kept], DEFAULT.name, None, None).status == ""


def test_only_runs_of_one_pair_are_weighed_against_each_other(kept: str, tmp_path: Path) -> None:
    """The first sentence compares a run with one without a draft, of the same two models."""
    alone = plain(record_trace(RunRequest("multinomial", "tiny", "x", {}, 1, 8), pair=tiny_pair()))
    for name, pair in (("alone", "tiny"), ("elsewhere", "another")):
        lines = [alone[0] | {"pair": pair}, *alone[1:]]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    shelf.all_cards.cache_clear()
    assert 'class="lead"' in drawn([kept, "alone"], DEFAULT.name, None, None).lesson
    assert 'class="lead"' not in drawn([kept, "elsewhere"], DEFAULT.name, None, None).lesson


def test_a_broken_trace_is_one_sentence(kept: str, tmp_path: Path) -> None:
    """A truncated file shows what it has; a file that is not a trace is refused."""
    whole = (tmp_path / "tiny.jsonl").read_text()
    (tmp_path / "cut.jsonl").write_text(whole[: int(len(whole) * 0.6)])
    (tmp_path / "wrong.jsonl").write_text(whole.splitlines()[0] + '\n{"kind": "iteration", "index": "x"}\n' + whole)
    shelf.all_cards.cache_clear()
    assert drawn(["cut"], DEFAULT.name, None, None).split.data[0].x[0] > 0
    assert 'role="alert"' in drawn(["wrong"], DEFAULT.name, None, None).status


def test_a_trace_of_another_version_is_one_sentence(kept: str, tmp_path: Path) -> None:
    """It opens on the stage, and the tab says that its output distribution is unknown."""
    lines = [json.loads(line) for line in (tmp_path / "tiny.jsonl").read_text().splitlines()]
    lines[0] |= {"method": "spd-of-tomorrow"}
    (tmp_path / "later.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    shelf.all_cards.cache_clear()
    assert "spd-of-tomorrow" in (status := drawn(["later"], DEFAULT.name, None, None).status)
    assert 'role="alert"' in status


def test_the_lesson_names_what_is_saved() -> None:
    """A run with one token per pass reads all weights per token; the run that reads less is named."""
    run = SimpleNamespace
    plain = run(label="greedy", pair="p", law="g", perplexity=2.0, work=Work(10, 10, 0, 100, None, 1000, 0))
    quick = run(label="spd <i>", pair="p", law="other", perplexity=3.0, work=Work(10, 5, 20, 100, 10, 700, 15))
    said = lesson_html([plain, quick])
    assert "<strong>0.50 times per token</strong> and the draft’s" in said
    assert "<strong>30% less</strong>" in said.split('<p class="lesson">')[0], "what is saved is read first"
    assert "perplexity of its text is 3.00; that of greedy is 2.00." in said, (
        "cheaper text that is worse text is no saving"
    )
    quick.law = "g"
    assert "2.00. Both are samples from the same distribution" in lesson_html([plain, quick])
    assert "<i>" not in said
    assert "reads 7e-05 MB of weights per token; greedy reads 0.0001 MB" in said, "the number of the bars below"
    assert lesson_html([]) == ""


def test_names_beside_marks_part() -> None:
    """The names of two close marks are on different sides, also at the edge."""
    left, right, far = beside([(1.9, 4.0), (2.0, 4.0), (0.1, 1.0)])
    assert left != right
    assert far == "bottom right"
    assert beside([(1.0, 1.0)]) == ["top left"]
    assert beside([]) == []


def test_axes_say_whose_they_are(kept: str) -> None:
    """Seconds belong to the recording machine; the modelled joules may belong to another device."""
    tab = drawn([kept], "NVIDIA H200 SXM", None, None)
    times, pareto = tab.model_times, tab.model_pareto
    assert times.layout.xaxis.title.text == "seconds, measured on cpu"
    assert times.layout.yaxis.title.text == "modelled joules, NVIDIA H200 SXM"
    assert pareto.layout.yaxis.title.text == "modelled J/token, NVIDIA H200 SXM"


# Repeat mode in the app


def test_repeat_mode_runs_in_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """Progress, a chart after every window, the sentence to quote, and Done."""
    _fake_gpu(monkeypatch)
    seen = list(run_repeat("smollm2", ["multinomial", "spd"], "x", 4, 2, 1))
    tables = [one[2] for one in seen if isinstance(one[2], str)]
    assert len(tables) == 4
    assert "multinomial" in tables[-1]
    assert "times as much energy per token as multinomial" in tables[-1]
    assert "repetition" in "".join(one[0] for one in seen if isinstance(one[0], str))
    assert "Done: 4 windows, measured by the counter of Fake 0." in seen[-1][0]
    drawn = [one[1]["value"] for one in seen if isinstance(one[1], dict) and "value" in one[1]]
    assert [len(figure.data[0].y) + len(figure.data[2].y or ()) for figure in drawn][-1] == 4
    assert not _alive()


def test_stop_ends_repeat_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop or a closed tab leaves neither a thread nor an open library, even within a window."""
    lib = _fake_gpu(monkeypatch)
    running = run_repeat("smollm2", ["multinomial", "spd"], "x", 64, 4, 30)
    for news in running:
        if isinstance(news[0], str) and "repetition" in news[0]:
            break
    running.close()
    until = time.monotonic() + 60
    while _alive() and time.monotonic() < until:
        time.sleep(0.02)
    assert not _alive()
    assert lib.open == 0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"methods": ["spd"]}, "choose 2 to 4"),
        ({"methods": []}, "choose 2 to 4"),
        ({"tokens": None}, "tokens"),
        ({"trials": 1}, "trials"),
        ({"trials": 2.5}, "trials"),
        ({"seconds": 9999}, "seconds"),
        ({"pair": "toy:assets/toys/mtad-figure-2.json"}, "toy"),
        ({"pair": "../../etc"}, "unknown pair"),
        ({}, "energy cannot be measured here"),
    ],
)
def test_repeat_mode_refuses_in_one_sentence(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, Any], word: str
) -> None:
    """Errors appear in place before weights are loaded, and the button works again."""
    monkeypatch.setattr("explorer.energy.run.pick", lambda devices: Choice(None, "there is no counter"))
    monkeypatch.setattr("explorer.ui.tabs.energy_experiments.loaded", lambda pair, report: pytest.fail("it was loaded"))
    given = {"pair": "smollm2", "methods": ["greedy", "spd"], "prompt": "x", "tokens": 8, "trials": 2, "seconds": 1}
    status, _, _, run, stop = list(run_repeat(**(given | change)))[-1]
    assert 'role="alert"' in status
    assert word in status.lower()
    assert (run["interactive"], stop["interactive"]) == (True, False)


def test_reports_do_not_flood_the_page() -> None:
    """A thousand passes per second become a few reports; results always arrive, in order."""

    def work(job: Job) -> str:
        until = time.monotonic() + 0.5
        while time.monotonic() < until:
            job.report("pass", 0.5)
            time.sleep(0.001)
        job.give("first")
        job.give("second")
        return "done"

    followed, begin = Followed(work, "energy-batch", "a"), time.monotonic()
    seen = list(followed)
    assert [one for one in seen if isinstance(one, str)] == ["first", "second"]
    assert 1 <= sum(isinstance(one, Progress) for one in seen) <= 2 + (time.monotonic() - begin) / PAUSE
    assert followed.words == "done"


def test_a_measurement_takes_its_own_visitors_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """If all measurements counted as one visitor, three people would block everybody else."""
    monkeypatch.setenv("EXPLORER_MAX_EACH", "1")

    def work(job: Job) -> str:
        with job.turn("toy:any"):
            return "done"

    with TABLES.turn("a"):
        with pytest.raises(BadInput, match="You already have 1 run queued or running"):
            list(Followed(work, "energy-batch", "a"))
        assert next(iter(Followed(work, "energy-batch", "b"))).what == "Waiting: 1 run ahead of you"


def test_a_refused_turn_leaves_no_source_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refused request must not leave the board's counter open."""
    lib = _fake_gpu(monkeypatch)
    monkeypatch.setenv("EXPLORER_MAX_EACH", "1")
    with MODELS.turn(""):
        status = list(run_repeat("smollm2", ["multinomial", "spd"], "x", 4, 2, 1))[-1][0]
    assert "You already have 1 run queued or running" in status
    assert lib.open == 0


@pytest.mark.parametrize("limit", ["PROMPT", "NODES", "WORK"])
def test_repeat_mode_has_the_limits_of_every_run(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    """A run that is not allowed once must not be measured a hundred times."""
    lib = _fake_gpu(monkeypatch)
    monkeypatch.setenv(f"EXPLORER_MAX_{limit}", "1")
    assert "the limit is 1" in list(run_repeat("smollm2", ["spd", "gsd"], "xx", 4, 2, 1))[-1][0]
    assert lib.open == 0


def test_what_could_be_measured_is_told_and_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failing board must not stay open as long as the app runs."""
    lib = FakeNvml()
    monkeypatch.setattr("explorer.energy.sources.load_nvml", lambda: lib)
    monkeypatch.setattr(lib, "nvmlDeviceGetCount", lambda: 1 / 0, raising=False)
    assert "NVML sees" not in energy.here()
    assert lib.open == 0


def _fake_gpu(monkeypatch: pytest.MonkeyPatch) -> FakeNvml:
    lib = FakeNvml({UUID: FakeBoard(watts=90)})

    def choose(devices: Any) -> Choice:
        found = pick(gpu(), lib)
        assert found.source is not None
        found.source.resolution = 0.001
        return found

    monkeypatch.setattr("explorer.energy.run.pick", choose)
    monkeypatch.setattr("explorer.ui.tabs.energy_experiments.loaded", lambda pair, report: tiny_pair())
    monkeypatch.setattr("explorer.energy.repeat.UPDATES", 2)
    monkeypatch.setattr("explorer.ui.tabs.energy_experiments.REPETITIONS", 2)
    monkeypatch.setattr(Plan, "__init__", partialmethod(Plan.__init__, rise=0.0, delay=0.0))
    monkeypatch.setattr("explorer.energy.meter.IDLE_SECONDS", 0.02)
    monkeypatch.setattr("explorer.ui.form.jobs.PAUSE", 0.0)
    return lib


def _alive() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name in ("energy", "energy-repeat")]
