"""The benchmark of the token tree runs, and compares equal conditions."""

import pytest

from benchmarks.primitive import difference, passes, rounds, summary
from decoders.models.torch.huggingface import HuggingFaceModel
from tests.tiny import VOCAB, tiny


def test_rounds_and_passes() -> None:
    """A benchmark that is broken or times texts of different lengths says nothing."""
    target = HuggingFaceModel(tiny("llama-grouped"), VOCAB, "tiny")
    prompt = [3, 1, 2]
    found = rounds(target, prompt, 6, 2)
    assert {name: len(runs) for name, runs in found.items()} == {"recorded": 2, "unrecorded": 2, "generate": 2}
    texts = [run["tokens"] for runs in found.values() for run in runs]
    assert all(len(text) == 6 for text in texts)
    assert all(text == texts[0] for text in texts), "in float64 both decode the same text"
    assert all(0 < run["inside"] < run["seconds"] for run in found["recorded"])
    assert difference(target, prompt, texts[0], texts[1]) is None
    parted = difference(target, prompt, texts[0], [*texts[0][:2], (texts[0][2] + 1) % VOCAB, *texts[0][3:]])
    assert parted is not None
    assert parted["at"] == 2
    assert parted["margin"] >= 0


def test_passes_by_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time by number of nodes must be that of a pass with this many nodes."""
    monkeypatch.setattr("benchmarks.primitive.NODES", (1, 4, 16))
    target = HuggingFaceModel(tiny("llama-grouped"), VOCAB, "tiny")
    found = passes(target, [3, 1, 2], 2)
    assert list(found) == ["1", "4", "16"]
    assert all(len(each["all"]) == 2 and each["low"] <= each["median"] <= each["high"] for each in found.values())


def test_summary() -> None:
    """The summary has median and spread, and every value is stored."""
    assert summary([3.0, 1.0, 2.0], 1) == {"median": 2.0, "low": 1.0, "high": 3.0, "all": [3.0, 1.0, 2.0]}
