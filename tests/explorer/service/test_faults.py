"""Faults: each is injected, reported in one sentence, and over with the next run."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import torch

from decoders.core.pair import Pair
from decoders.errors import BadInput
from decoders.models.loading import embedded
from decoders.models.torch.huggingface import HuggingFaceModel
from explorer.service import live
from explorer.service.queue import memory
from explorer.service.queue.turns import MODELS, TABLES
from explorer.service.request import RunRequest
from explorer.trace.format import line_of, read, to_line
from explorer.trace.line_validators import Line
from explorer.trace.lines import Summary
from explorer.ui.form.jobs import Job
from tests.records import an_iteration
from tests.tiny import tiny

pytestmark = pytest.mark.usefixtures("imported_for_good")

TOY = "toy:assets/toys/dsbd-figure-2.json"
ODD = [
    "naïve café",
    "日本語 🌲👩‍👩‍👧",
    "שלום עולם",
    "مرحبا",
    "a\x00b\x07\x1b[2J",
    "\u202eabc",
    "e\u0301" * 40,
    "\ufeff\u200b",
    "<b>x</b>",
]


def works() -> bool:
    """Whether the next run is recorded to its end."""
    return any(isinstance(line, Summary) for news in live.follow(RunRequest("spd", TOY, "ask")) for line in news.lines)


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (
            torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
            "The memory is full, so the models were unloaded",
        ),
        (
            RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried"),
            "The memory is full, so the models were unloaded",
        ),
        (MemoryError(), "The memory is full, so the models were unloaded"),
        (RuntimeError("CUDA error: unspecified launch failure"), "The GPU stopped responding"),
    ],
)
def test_out_of_memory_gives_the_pair_up(monkeypatch: pytest.MonkeyPatch, error: Exception, says: str) -> None:
    """The run fails with a sentence, the loaded models are freed, and other runs continue."""
    monkeypatch.setattr(memory, "_KEPT", {("smollm2", "auto", "auto"): SimpleNamespace()})

    def source(request: RunRequest, report: Any) -> Iterator[Line]:
        yield an_iteration()
        raise error

    with pytest.raises(BadInput, match=says):
        list(live.follow(RunRequest("spd", "smollm2", "ask"), source))
    assert not memory.held("smollm2")
    assert not MODELS.busy
    assert works()


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("CUDA error: unspecified launch failure")])
def test_every_use_of_a_pair_gives_it_up(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """A measurement, a sweep or a changed run must also free the models."""
    monkeypatch.setattr(memory, "_KEPT", {("smollm2", "auto", "auto"): SimpleNamespace()})
    with pytest.raises(BadInput, match="the models were unloaded"), Job("me").turn("smollm2"):
        raise error
    assert not memory.held("smollm2")
    with pytest.raises(ValueError, match="another"), live.using("smollm2"):
        raise ValueError("another fault is left as it is")


def test_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host must learn it; the run ends, and the device is free."""
    with monkeypatch.context() as patch:
        patch.setattr(live, "RUNS", SimpleNamespace(create=lambda visitor: ("run-x", Path("/dev/full"))))
        with pytest.raises(BadInput, match="The disk is full, but the rounds recorded so far are saved"):
            list(live.follow(RunRequest("spd", TOY, "ask")))
    assert not TABLES.busy
    assert works()


def test_scores_that_are_no_numbers_are_refused() -> None:
    """Greedy decoding would write the token of the NaN forever."""
    net = tiny("llama", torch.float32, seed=77)
    model = HuggingFaceModel(net, 64, "tiny")
    with torch.no_grad():
        net.lm_head.weight[3] = float("nan")
    said = r"tiny produced NaN or infinite logits: its weights or config.json may be damaged\. Download it again"
    with pytest.raises(BadInput, match=said):
        model.start([1, 2, 3])


def test_damaged_copy_of_the_weights_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A full disk or a killed process must not make the pair unusable."""
    folder, said = tmp_path / "converted", list[str]()

    def bundled(progress: Any) -> Path:
        if not folder.exists():
            folder.mkdir()
            (folder / "whole").touch() if said else None
        return folder

    def tokenizer(name: str) -> Any:
        if not (Path(name) / "whole").exists():
            raise BadInput("it cannot be loaded")
        return SimpleNamespace(get_vocab=lambda: {"a": 0})

    monkeypatch.setattr(embedded, "bundled_target", bundled)
    monkeypatch.setattr(embedded, "read_any_tokenizer", tokenizer)
    monkeypatch.setattr(embedded, "pair_of", lambda name, *given, **more: name)
    report = lambda what, share: said.append(what) if "damaged" in what else None  # noqa: E731
    assert embedded.smollm2("cpu", "auto", report) == "smollm2"
    assert said == ["Rebuilding the saved weights, which are damaged"]
    monkeypatch.setattr(embedded, "bundled_target", lambda progress: tmp_path)
    with pytest.raises(BadInput, match="Delete .*; it will be created again"):
        embedded.smollm2("cpu", "auto", report)


@pytest.mark.pair
@pytest.mark.parametrize("prompt", ODD, ids=ascii)
def test_odd_prompts_are_run_as_they_are(smollm2: Pair, prompt: str) -> None:
    """Every language and control character is recorded unchanged and can be read again."""
    from explorer.service.recording import record

    lines = list(record(RunRequest("spd", "smollm2", prompt, {"gamma": 2}, 0, 2), smollm2))
    trace = read("".join(map(to_line, lines)).encode())
    assert trace.header.prompt == prompt
    assert trace.summary is not None
    json.dumps(line_of(trace.summary), ensure_ascii=False).encode()


@pytest.mark.pair
@pytest.mark.parametrize(
    ("prompt", "raw", "says"),
    [
        ("", True, "The prompt is empty"),
        ("word " * 20_000, False, "tokens and 64 more are requested, but the target model takes at most"),
        ("\ud800", False, "not valid Unicode"),
    ],
    ids=["nothing", "100,000 characters", "half a character"],
)
def test_prompts_that_cannot_be_run(smollm2: Pair, prompt: str, raw: bool, says: str) -> None:
    """Prompts that are too short, too long or not text are refused."""
    with pytest.raises(BadInput, match=says):
        RunRequest("spd", "smollm2", prompt, raw=raw).on(smollm2)
