"""The benchmark of CUDA graphs with a stand-in for the capture: its output with a GPU and without one."""

from pathlib import Path
from typing import Any

import pytest
import torch

from benchmarks import graphs
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.decoders.models.torch.test_capturing import Again
from tests.tiny import VOCAB, tiny


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> HuggingFaceModel:
    """A tiny model whose passes are "captured"."""
    monkeypatch.setattr(graphs, "cuda_graph", lambda device: Again())
    return HuggingFaceModel(tiny("llama-grouped", vocab_size=1200), 1200, "tiny")


def test_both_ways_are_timed(model: HuggingFaceModel) -> None:
    """Every number of nodes is timed as often as requested, and the savings are reported."""
    found = graphs.measure(model, [1, 3], 5, 2)
    assert [len(found["seconds"][way][n]["all"]) for way in ("eager", "graphs") for n in ("1", "3")] == [2] * 4
    by = found["seconds"]
    assert found["eager_to_graphs"]["3"] == pytest.approx(
        by["eager"]["3"]["median"] / by["graphs"]["3"]["median"], 0.01
    )
    told = graphs.table({"gpu": "a board", "dtype": "float64", "passes": {"target": found}})
    assert "target, ms per pass" in told
    assert "   3 nodes" in told


def test_what_cannot_be_captured_says_why(model: HuggingFaceModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """If one model cannot be captured, the benchmark must still measure the other one."""

    def refused(run: Any) -> Any:
        raise RuntimeError("operation not permitted when stream is capturing\nmore")

    monkeypatch.setattr(graphs, "cuda_graph", lambda device: refused)
    found = graphs.measure(model, [1], 5, 1)
    assert found == {"not_captured": "operation not permitted when stream is capturing"}
    assert "draft: not captured (operation" in graphs.table({"gpu": "b", "dtype": "f", "passes": {"draft": found}})
    by_paths = HuggingFaceModel(tiny("bloom"), VOCAB, "bloom")
    assert graphs.measure(by_paths, [1], 5, 1) == {"not_captured": "it runs no trees on torch"}


@pytest.mark.skipif(torch.cuda.is_available(), reason="there is a GPU")
def test_without_a_gpu_it_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without a GPU the command gives exit code 2, and neither loads nor writes anything."""
    assert graphs.main(["-o", str(tmp_path / "graphs.json")]) == 2
    assert "torch finds no CUDA device" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
