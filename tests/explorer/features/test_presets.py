"""Presets: which settings they change and keep, and that the trace records the preset."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from decoders.catalog import DECODERS
from decoders.core.settings import WARPING
from decoders.errors import BadInput
from explorer.cli.main import main
from explorer.features import tuning
from explorer.features.presets import labelled, preset_lines, with_preset
from explorer.features.tuning import Search, Tuned, grids, keep
from explorer.service.recording import record_trace
from explorer.service.request import FAST, PAPER, RunRequest
from explorer.story.page.show import describe
from explorer.trace.format import read

TOY = "toy:assets/toys/dsbd-figure-2.json"
REFERENCE = {*WARPING, "width", "threshold", "beams", "delta", "epsilon"}  # what decides the output distribution


def found(methods: dict[str, Tuned], pair: str = "smollm2", device: str = "cpu") -> Search:
    cpu, vectors = tuning.cpu_key(), tuning.instructions()
    return Search(pair, "target", "draft", "numba", cpu, vectors, 32, "now", {}, methods, device=device)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stored search with fast settings of SpD and of SpecInfer."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tuning, "SHIPPED", tmp_path / "shipped")
    known = {name: Tuned(settings, 1.5, None, None) for name, settings in KNOWN.items()}
    keep(found(known), tuning.kept_folder())
    keep(found(known, TOY), tuning.kept_folder())
    return tmp_path


KNOWN = {"spd": {"gamma": 2}, "specinfer": {"branching": (2, 1)}}


def test_fast_fills_in_what_is_not_given() -> None:
    """A preset would replace the user's own settings, or change the temperature."""
    request = RunRequest("spd", "smollm2", "a", {"temperature": 0.5})
    fast = with_preset(request, FAST)
    assert (fast.chosen.gamma, fast.chosen.temperature, fast.preset) == (2, 0.5, FAST)
    assert with_preset(request, PAPER) is request
    assert with_preset(replace(request, settings={"gamma": "7"}), FAST).chosen.gamma == 7
    for other in ({"method": "ssd"}, {"pair": "llama2"}, {"engine": "torch"}, {"dtype": "float64"}, {"device": "cuda"}):
        asked = replace(request, **other)
        assert with_preset(asked, FAST) is asked, other
    with pytest.raises(BadInput, match="Unknown preset “3”"):
        with_preset(RunRequest("spd", "smollm2", "a"), 3)  # pyright: ignore[reportArgumentType] - as an API call may
    with pytest.raises(BadInput, match="Unknown preset “slow”. Choose one of: paper, fast."):
        with_preset(request, "slow")


def test_a_tree_stays_a_tree() -> None:
    """User settings that turn a tree into a chain would run with half of a preset."""
    assert with_preset(RunRequest("specinfer", "smollm2", "a"), FAST).chosen.branching == (2, 1)
    chain = RunRequest("specinfer", "smollm2", "a", {"branching": "1,1"})
    assert with_preset(chain, FAST).preset == PAPER


@pytest.mark.parametrize("method", grids())
def test_no_grid_changes_the_reference(method: str) -> None:
    """A setting that changes the output distribution would make `fast` another method."""
    decoder, grid = DECODERS[method], grids()[method]
    assert not REFERENCE & grid.keys()
    base = decoder.make_settings({})
    for key, values in grid.items():
        for value in values:
            assert decoder.oracle_for(replace(base, **{key: value})) == decoder.oracle_for(base)


def test_what_was_measured_on_a_cpu_is_not_used_on_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    request = RunRequest("spd", "smollm2", "a")
    monkeypatch.setattr(tuning, "has_gpu", lambda: True)
    assert with_preset(request, FAST).preset == PAPER
    assert with_preset(replace(request, device="cpu"), FAST).preset == FAST
    keep(found({"spd": Tuned({"gamma": 3}, 1.5, None, None)}, device="a GPU"), tuning.kept_folder())
    assert with_preset(request, FAST).chosen.gamma == 3
    assert with_preset(replace(request, device="cpu"), FAST).chosen.gamma == 2


def test_the_header_and_show_say_which_preset_ran(tmp_path: Path) -> None:
    fast = with_preset(RunRequest("spd", TOY, "ask", limit=2), FAST)
    trace = record_trace(fast, tmp_path / "t.jsonl")
    assert read(tmp_path / "t.jsonl").header.preset == trace.header.preset == FAST
    assert any(row.endswith("(the fastest known for this pair and machine)") for row in describe(trace))
    assert record_trace(replace(fast, preset=PAPER)).header.preset is None


def test_the_page_marks_a_run_with_the_filled_in_settings() -> None:
    request = RunRequest("spd", "smollm2", "a", {"gamma": 2})
    assert labelled(request).preset == FAST
    assert labelled(replace(request, settings={"gamma": 3})).preset == PAPER
    assert labelled(RunRequest("dsbd", "smollm2", "a")).preset == PAPER


def test_bench_says_what_it_used() -> None:
    requests = [
        with_preset(RunRequest(name, "smollm2", "a", own), FAST)
        for name, own in (("greedy", {}), ("spd", {}), ("ssd", {"gamma": "7"}), ("spd", {"gamma": "7"}))
    ]
    assert preset_lines(requests) == [
        "Fast settings: spd:gamma=2.",
        "No fast settings are known here for ssd, so the papers' defaults are used.",
    ]
    assert preset_lines([RunRequest("spd", TOY, "ask")]) == []


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = ["--pair", TOY, "--max-new-tokens", "2"]
    for words, gamma in (([], 4), (["--preset", "fast"], 2), (["--preset", "fast", "--set", "gamma=3"], 3)):
        out = tmp_path / f"{gamma}.jsonl"
        assert main(["record", "spd", *run, "--prompt", "ask", "-o", str(out), *words]) == 0
        assert read(out).header.settings["gamma"] == gamma
    prompts = tmp_path / "prompts.jsonl"
    prompts.write_text('{"prompt": "ask"}\n')
    for words, gamma in (([], 2), (["--preset", "paper"], 4)):
        assert main(["bench", "multinomial,spd", *run, "--prompts", str(prompts), "-o", str(tmp_path), *words]) == 0
        summary = json.loads((tmp_path / "summary.json").read_text())
        assert summary["settings"]["spd"]["gamma"] == gamma
        assert summary["presets"] == {"multinomial": PAPER, "spd": PAPER if words else FAST}
    capsys.readouterr()
    assert main(["record", "spd", *run, "--prompt", "ask", "-o", str(tmp_path / "x"), "--preset", "slow"]) == 2
