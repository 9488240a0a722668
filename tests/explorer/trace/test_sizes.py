"""The meaning of `size` of a recorded distribution, which readers may divide by."""

import json
from typing import Any

import pytest

from explorer.trace.format import line_of
from tests.bundled import NAMES, bundled
from tests.explorer.trace.runs import SETTINGS, lines

Part = dict[str, Any]
RAW = ("p_raw", "q_raw")


def check(part: Part, vocabulary: int) -> set[str]:
    """Check that sizes are as documented; returns the kinds that occurred."""
    for law in part["distributions"]:
        if law["kind"] in RAW:
            assert law["size"] == vocabulary
        else:
            assert len(law["top"]) == min(law["size"], 16)
            assert all(prob > 0 for _, prob in law["top"])
    return {law["kind"] for law in part["distributions"]}


@pytest.mark.parametrize(("method", "given"), SETTINGS, ids=lambda value: str(value))
def test_sizes_of_toy_runs(method: str, given: Part) -> None:
    """Before 𝒯 it is the vocabulary size, otherwise the size of the support."""
    for seed in range(2):
        for part in json.loads(lines(method, json.dumps(given), seed)):
            check(part, 4)


@pytest.mark.parametrize("name", NAMES)
def test_sizes_of_bundled_runs(name: str) -> None:
    """Real models: 49,152 ids before 𝒯, and ten after top-k."""
    trace = bundled(name)
    vocabulary = {law.size for part in trace.iterations for law in part.distributions if law.kind in RAW}
    assert len(vocabulary) <= 1
    for part in trace.iterations:
        check(line_of(part), next(iter(vocabulary), 0))
