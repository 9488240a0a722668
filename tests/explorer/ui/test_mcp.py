"""The MCP server's tools, called by a real client on the running app."""

import json
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gradio.context import LocalContext

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.service.live import friendly
from explorer.service.request import RunRequest
from explorer.ui.server import api
from explorer.ui.server.api import TOOLS
from explorer.ui.server.visitor import visitor
from tests.fresh import python
from tests.serving import serving

TOY, SMALL = "toy:assets/toys/dsbd-figure-2.json", "toy:assets/toys/dsbd-figure-1.json"
CALLS = """
import asyncio, json
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client

async def main():
    async with streamablehttp_client("{url}gradio_api/mcp/") as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()
        tools = (await session.list_tools()).tools
        found = {{"tools": {{one.name: [one.description, one.inputSchema["properties"]] for one in tools}}, "said": []}}
        name = ""
        for tool, given in json.loads({calls!r}):
            given = {{key: name if value == "LAST" else value for key, value in given.items()}}
            answer = await session.call_tool(tool, given)
            found["said"].append([answer.isError, answer.content[0].text])
            if tool == "record" and not answer.isError:
                name = json.loads(answer.content[0].text)["name"]
        print(json.dumps(found))

asyncio.run(main())
"""


def called(url: str, *calls: tuple[str, dict[str, Any]]) -> tuple[dict[str, Any], list[Any]]:
    """The tools by name, and the results of calls: an answer, or an exception's sentence."""
    done = python(CALLS.format(url=url, calls=json.dumps(calls)))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    said = [RuntimeError(text) if wrong else json.loads(text) for wrong, text in found["said"]]
    return found["tools"], said


def record(**change: Any) -> tuple[str, dict[str, Any]]:
    return "record", {"method": "spd", "pair": TOY, "prompt": "ask", "settings": {"gamma": 2}, "seed": 3} | change


def test_only_our_tools_are_listed_and_all_are_described(app_url: str) -> None:
    """A language model needs these descriptions, and must not see the page's own events."""
    tools, said = called(app_url, ("run", {}), ("open_trace", {"name": "spd"}))
    assert set(tools) == set(TOOLS)
    for name, (description, parameters) in tools.items():
        assert len(description) > 40, name
        assert all(one.get("description") for one in parameters.values()), name
    assert ["Unknown tool" in str(one) for one in said] == [True, True]


def test_a_run_is_recorded_explained_drawn_compared_and_enumerated(app_url: str) -> None:
    """A program can do with tools what a person can do on the page."""
    _, said = called(
        app_url,
        ("methods", {}),
        ("pairs", {}),
        ("traces", {}),
        record(),
        ("explain_iteration", {"name": "LAST", "iteration": 1}),
        ("explain_iteration", {"name": "spd", "iteration": 2, "voice": "exact"}),
        ("figure", {"name": "LAST", "iteration": 1}),
        ("compare", {"methods": ["multinomial", "spd:gamma=2"], "pair": TOY, "prompt": "ask", "seed": 3}),
        ("law", {"method": "spd", "pair": SMALL, "prompt": "h", "settings": '{"gamma": 2}'}),
    )
    methods, pairs, traces, run, plain, exact, picture, compared, law = said
    assert [one["name"] for one in methods] == list(DECODERS)
    assert {TOY, "smollm2"} <= {one["name"] for one in pairs}
    assert "spd" in {one["name"] for one in traces}
    assert run["text"].split()
    assert f"from {run['counts']['target_passes']} target pass" in run["worth"]
    assert plain["iterations"] == run["counts"]["iterations"]
    assert len(plain["decisions"]) == 3
    assert all(one["why"] and one["token"] for one in plain["decisions"])
    assert not any(re.search(r"\b[pqu]\b", step["text"]) for step in plain["steps"])
    assert any(re.search(r"\b[pqu]\b", step["text"]) for step in exact["steps"])
    assert picture["layout"]["title"]["text"].startswith("Round 1, step")
    first, second = compared["runs"]
    assert (first["method"], second["method"], second["settings"]["gamma"]) == ("multinomial", "spd", 2)
    assert second["times_first"]["tokens_per_iteration"] >= 1
    assert compared["not_comparable"] is None
    assert law["tv"] < 1e-12
    assert sum(row["p"] for row in law["law"]) == pytest.approx(1)


def test_methods_of_different_laws_have_no_ratios(app_url: str) -> None:
    """A ratio of speeds with different texts would mislead a program that reads only it."""
    _, (compared,) = called(app_url, ("compare", {"methods": ["greedy", "spd"], "pair": TOY, "prompt": "ask"}))
    assert "differ in output distribution" in compared["not_comparable"]
    assert compared["runs"][1]["times_first"] == {}


@pytest.mark.parametrize(
    "change", [{"method": "magic"}, {"settings": {"gamma": 99}}, {"seed": -1}, {"max_new_tokens": 0}]
)
def test_a_tool_refuses_as_the_command_line_does(app_url: str, change: dict[str, Any]) -> None:
    """One mistake gives one sentence, wherever it is made."""
    _, (said,) = called(app_url, record(**change))
    given = record(**change)[1] | {"limit": change.get("max_new_tokens", 40)}
    with pytest.raises(BadInput) as caught:
        RunRequest(**{key: value for key, value in given.items() if key != "max_new_tokens"})
    assert str(said) == friendly(caught.value)


def test_other_mistakes_are_sentences(app_url: str, app_log: Path) -> None:
    """A program cannot use a traceback, and a stranger could learn too much."""
    wrong = [
        (record(pair="toy:../../etc/passwd"), "Unknown pair"),
        (record(prompt="zebra"), "zebra"),
        (record(settings="{"), "must be a JSON object"),
        (("explain_iteration", {"name": "../spd", "iteration": 1}), "There is no recorded run"),
        (("explain_iteration", {"name": "spd", "iteration": 1e9}), "The run has no iteration 1000000000"),
        (("explain_iteration", {"name": "spd", "iteration": 1, "voice": "loud"}), "Choose plain or exact"),
        (("figure", {"name": "spd", "kind": "cake"}), "Unknown figure “cake”"),
        (("compare", {"methods": ["spd"], "pair": TOY, "prompt": "ask"}), "You chose 1 method"),
        (("law", {"method": "spd", "pair": "smollm2", "prompt": "a"}), "only toy pairs can be enumerated"),
        (("law", {"method": "spd", "pair": SMALL, "prompt": "h", "max_new_tokens": 6}), "cannot be 6. Choose 1 to 5"),
    ]
    _, said = called(app_url, *(call for call, _ in wrong))
    for sentence, (_, part) in zip(map(str, said), wrong, strict=True):
        assert part in sentence
        assert len(sentence) < 1000
        assert "\n" not in sentence
    assert "Traceback" not in app_log.read_text(encoding="utf-8")


def test_a_public_app_has_its_limits_for_tools_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A way around the page's limits would be used. (test_space.py asks a running one.)"""
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    monkeypatch.setenv("EXPLORER_MAX_NEW_TOKENS", "9")
    for answer, given, says in (
        (api.record, record(pair="a+b")[1], "^Unknown pair “a\\+b”. Choose one from the list.$"),
        (api.compare, {"methods": ["spd", "greedy"], "pair": "a+b", "prompt": "ask"}, "^Unknown pair “a\\+b”"),
        (api.record, record(prompt="x" * 9000)[1], "the limit is 8,000"),
        (api.record, record()[1], "the limit is 9"),
        (api.law, {"method": "spd", "pair": SMALL, "prompt": "h", "max_new_tokens": 10}, "the limit is 9"),
    ):
        with pytest.raises(api.Refused, match=says):
            answer(**given)
    assert json.loads(api.record(**record(max_new_tokens=9)[1]))["name"].startswith("run-")


def test_visitors_of_tools_are_told_apart() -> None:
    """One program with endless requests must not take all places in the queue."""
    assert visitor() == ""
    for request, who in (
        (SimpleNamespace(session_hash="abc", client=SimpleNamespace(host="10.0.0.1")), "abc"),
        (SimpleNamespace(client=SimpleNamespace(host="10.0.0.1")), "10.0.0.1"),
    ):
        token = LocalContext.request.set(request)
        try:
            assert visitor() == who
        finally:
            LocalContext.request.reset(token)


def test_without_the_package_the_app_starts_and_says_so(tmp_path: Path) -> None:
    """Somebody without gradio[mcp] must still get the page."""
    log = tmp_path / "log.txt"
    hidden = "import sys, runpy; sys.modules['mcp'] = None; runpy.run_path('app.py', run_name='__main__')"
    with serving(log, "-c", hidden) as url:
        until = time.monotonic() + 60
        while not (said := log.read_text(encoding="utf-8").splitlines()[1:]) and time.monotonic() < until:
            time.sleep(0.1)  # it listens a moment before it says so
        assert said[0].startswith("There is no MCP server, because the package mcp is not installed.")
        done = python(f"import urllib.request as u; print(u.urlopen('{url}healthz').status)")
        assert done.stdout.strip() == "200", done.stderr
