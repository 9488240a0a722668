"""ZeroGPU: the decoding function requests a GPU for as long as the run needs; elsewhere nothing changes."""

import os
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from explorer.service import zero
from explorer.service.request import RunRequest


def lines(request: RunRequest) -> Iterator[dict[str, Any]]:
    yield {"kind": "header"}


def test_nothing_is_decorated_elsewhere() -> None:
    """A laptop, or a Space with its own GPU, has nothing to request."""
    assert zero.on_gpu(lines) is lines


def test_gpu_is_asked_for_as_long_as_the_run_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A longer time waits longer and costs the visitor's quota; a shorter one would cut the run."""
    asked: list[Any] = []

    def gpu(duration: Callable[[RunRequest], int]) -> Callable[[zero.Lines], zero.Lines]:
        asked.append(duration)
        return lambda function: lambda request: iter([{"kind": "lent"}, *function(request)])

    monkeypatch.setenv("SPACES_ZERO_GPU", "1")
    monkeypatch.setattr(os, "environ", dict(os.environ))
    monkeypatch.setitem(sys.modules, "spaces", SimpleNamespace(GPU=gpu))
    request = RunRequest("spd", "smollm2", "ask", {}, 0, 64)
    assert [line["kind"] for line in zero.on_gpu(lines)(request)] == ["lent", "header"]
    assert asked[0](request) == 15 + 8
    assert os.environ["EXPLORER_CUDA_GRAPHS"] == "off", "what is captured in a process of one run serves no other"
    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "20")
    assert asked[0](request) == 20
