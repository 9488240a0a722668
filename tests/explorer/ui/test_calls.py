"""Scripts that wait for an answer: they wait no longer than others, and leave threads for the page."""

import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from explorer.service.queue.turns import CALLS, LAWS
from explorer.ui.server import api
from tests.explorer.ui.test_app import PROMPT, TOY


def law() -> str:
    """An enumeration of a toy pair."""
    return api.law("spd", TOY, PROMPT, "{}", 1)


def run() -> str:
    """One short run on a toy pair."""
    return api.record("spd", TOY, PROMPT, "{}", 0, 2)


@pytest.mark.parametrize("call", [law, run])
def test_scripts_that_wait_do_not_take_all_threads(call: Callable[[], str]) -> None:
    """Gradio answers everybody with the same threads, including its page."""
    with ExitStack() as held:
        for n in range(CALLS.places):
            held.enter_context(CALLS.of(f"visitor {n}"))
        with pytest.raises(api.Refused, match="Too many runs are starting at once"):
            call()
    assert call()


def test_a_law_waits_no_longer_than_a_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who waits for a hanging enumeration is told so."""
    monkeypatch.setenv("EXPLORER_MAX_SECONDS", "1")
    begun = time.monotonic()
    with LAWS.turn("somebody"), pytest.raises(api.Refused, match="timed out after waiting 1 s"):
        law()
    assert time.monotonic() - begun < 30
