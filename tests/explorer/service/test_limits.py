"""Limits: requests beyond them give a sentence before they run, and the environment sets them."""

import re
from typing import Any

import pytest

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.cli.main import main
from explorer.service.queue import limits
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from tests.fresh import python

TOY = "toy:assets/toys/dsbd-figure-2.json"


def asked(**given: Any) -> RunRequest:
    plain: dict[str, Any] = {"method": "gsd", "pair": "smollm2", "prompt": "ask"}
    return RunRequest(**(plain | given))


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"prompt": "x" * 8001}, r"The prompt has 8,001 characters, but the limit is 8,000\. Shorten it\."),
        ({"limit": 257}, "You requested 257 new tokens, but the limit is 256"),
        ({"settings": {"node_budget": 1024}}, "up to 1,024 nodes per round, but the limit is 256"),
        ({"method": "mtad", "settings": {"draft_width": 64, "gamma": 32}}, "up to 2,048 nodes"),
    ],
)
def test_beyond_a_limit_is_refused_before_it_waits(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, Any], says: str
) -> None:
    """Requests that would use the models for minutes must not even queue; on your own machine they may."""
    limits.check_request(asked(**given))
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    with pytest.raises(BadInput, match=says):
        limits.check_request(asked(**given))


def test_long_prompts_with_large_drafts_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each number may be allowed by itself, but a pass takes their product."""
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    limits.check_work(asked(), 2000)
    with pytest.raises(BadInput, match=r"8,000 prompt tokens × up to 128 .* the limit is 400,000"):
        limits.check_work(asked(), 8000)


@pytest.mark.parametrize("method", DECODERS)
@pytest.mark.parametrize("large", [False, True])
def test_no_round_drafts_more_than_is_said(method: str, large: bool) -> None:
    """A limit that a method exceeds is not a limit."""
    bigger: dict[str, Any] = {"gamma": 5, "draft_width": 5, "width": 3, "out_degree": 3, "block": 5}
    own = DECODERS[method].settings.__dataclass_fields__
    settings = {key: value for key, value in bigger.items() if key in own} if large else {}
    request = RunRequest(method, TOY, "ask", settings, 1, 12)
    try:
        trace = record_trace(request, pair=load_pair(TOY))
    except BadInput:
        pytest.skip("needs layers or heads that tables do not have")
    for one in trace.iterations:
        drafted = sum(node.role == "draft" for node in one.nodes)
        passed = max(len(each.nodes) for each in one.passes if each.model == "draft") if drafted else 0
        assert max(drafted, passed) <= request.chosen.most_nodes


def test_environment_sets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host knows the machine."""
    monkeypatch.setenv("EXPLORER_MAX_PROMPT", "5")
    with pytest.raises(BadInput, match=r"the limit is 5\."):
        limits.check_request(asked(prompt="sixsix"))
    assert "may have 5 characters" in limits.limits_sentence()
    assert "must fit the model’s context" in limits.limits_sentence(), "often that is the smaller of the two"


@pytest.mark.parametrize("value", ["0", "-1", "many", "1e3", "9" * 30, "٣"])
def test_environment_that_is_no_number_is_named(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    """A typo must not disable a limit."""
    monkeypatch.setenv("EXPLORER_MAX_NODES", value)
    with pytest.raises(BadInput, match="EXPLORER_MAX_NODES="):
        limits.check_environment()


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("EXPLORER_PUBLIC", "1", "true"),
        ("EXPLORER_ANY_PAIR", "0", "yes"),
        ("EXPLORER_LOG_PROMPTS", "0", "2"),
        ("EXPLORER_PLUGINS", "Off", "no"),
        ("EXPLORER_CUDA_GRAPHS", "on", "1"),
        ("HF_HUB_ETAG_TIMEOUT", "30", "2.5"),
        ("HF_HUB_DOWNLOAD_TIMEOUT", "30", "soon"),
    ],
)
def test_a_switch_that_is_not_understood_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, right: str, wrong: str
) -> None:
    """With EXPLORER_PUBLIC=true, an app behind a proxy would have the limits and the trust of a private one."""
    for value in (right, ""):
        monkeypatch.setenv(name, value)
        limits.check_environment()
    monkeypatch.setenv(name, wrong)
    with pytest.raises(BadInput, match=rf"{name}={re.escape(wrong)} is not valid\. Set it to "):
        limits.check_environment()
    assert main(["methods"]) == 2
    assert capsys.readouterr().err.startswith(f"explorer: {name}={wrong} is not valid.")


def test_app_does_not_start_with_a_limit_that_is_none() -> None:
    """An invalid limit is reported at the start, in a sentence, with the exit code of bad input."""
    done = python("import os, sys\nos.environ['EXPLORER_MAX_NODES'] = 'x'\ndel sys.modules['app']\nimport app")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("EXPLORER_MAX_NODES=x is not valid. Set it to a whole number")
