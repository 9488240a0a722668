"""The server's answers about a browser's runs, by name and key."""

import threading
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from explorer.service import keys
from explorer.service.ongoing import SHELF, Ongoing
from explorer.service.store import RUNS
from explorer.trace.format import to_line
from explorer.ui import own_runs
from tests.explorer.gated import ASK, waiting
from tests.records import header_with, summary_with


def start(gate: threading.Event) -> Ongoing:
    """A run that waits for the gate."""
    return SHELF.start(ASK, "me", waiting(gate))


def look(client: TestClient, **body: Any) -> dict[str, Any]:
    answer = client.post("/explorer/runs/look", json=body)
    assert answer.status_code == 200
    return answer.json()


def test_a_page_follows_a_run_to_its_end(client: TestClient, gate: threading.Event) -> None:
    """A reloaded page gets everything it lacks, and learns how the run ended."""
    run, have, kinds = start(gate), 0, list[str]()
    entry = own_runs.entry_of(run.name, run.request)
    assert entry | {"key": keys.key_of(run.name), "prompt": "ask", "method": "spd"} == entry
    first = look(client, runs={run.name: [entry["key"], 0]}, follow=run.name, have=0)["runs"][run.name]
    assert (first["state"], first["about"]["title"]) == ("running", run.request.decoder.title)
    assert first["loading"]["elapsed"] >= 0
    begun = client.get(f"/explorer/open/{run.name}").json()
    assert begun == {"type": "begin", "name": run.name}, "a link to it waits for it, too"
    gate.set()
    version, state = first["version"], "running"
    while state == "running":
        answer = look(client, runs={run.name: [entry["key"], version]}, follow=run.name, have=have)
        given = answer["follow"]
        have, version = given["have"], answer["runs"][run.name]["version"]
        kinds += [text[9:].partition('"')[0] for text in given["messages"]]
        state = answer["runs"][run.name]["state"]
    assert state == "finished"
    assert kinds[0] == "open"
    assert "Done: " in answer["runs"][run.name]["html"]


def test_a_link_does_not_let_others_stop_or_delete(client: TestClient, gate: threading.Event) -> None:
    """Somebody who is shown a run must not be able to end or delete it."""
    run = start(gate)
    for what in ("stop", "delete"):
        assert client.post(f"/explorer/runs/{what}", json={"name": run.name, "key": "x"}).status_code == 403
        assert client.get(f"/explorer/runs/{what}").status_code == 405
    assert run.running
    own = {"name": run.name, "key": keys.key_of(run.name)}
    assert client.post("/explorer/runs/stop", json=own).json() == {"state": "stopped"}
    assert run.state == "stopped"


def test_delete_removes_the_trace(client: TestClient, gate: threading.Event) -> None:
    """A regretted prompt must also disappear from the server."""
    gate.set()
    run = start(gate)
    while run.running:
        time.sleep(0.01)
    assert RUNS.path(run.name) is not None
    client.post("/explorer/runs/delete", json={"name": run.name, "key": keys.key_of(run.name)})
    assert RUNS.path(run.name) is None
    answer = look(client, runs={run.name: ["", 0]}, kept=[run.name])
    assert (answer["runs"], answer["gone"]) == ({run.name: {"state": "gone"}}, [run.name])
    assert "no longer stored" in client.get(f"/explorer/open/{run.name}").json()["text"]


def test_a_run_of_before_is_known_by_its_file(client: TestClient) -> None:
    """After a restart, an interrupted run must not be shown as running."""
    head, end = to_line(header_with()), to_line(summary_with())
    whole, part = RUNS.keep([head, end]), RUNS.keep([head, '{"kind": "iter'])
    answer = look(client, runs={whole: ["", 0], part: ["", 0]})
    assert {name: run["state"] for name, run in answer["runs"].items()} == {whole: "finished", part: "stopped"}


@pytest.mark.parametrize(
    "body", [{}, {"runs": []}, {"runs": {"x": 3}}, {"runs": {"../x": ["k", "v"]}, "follow": 7, "have": "9", "kept": {}}]
)
def test_odd_questions_harm_nobody(client: TestClient, body: dict[str, Any]) -> None:
    """Whatever anybody sends must not end in a traceback."""
    answer = look(client, **body)
    assert set(answer["runs"]) <= {"x", "../x"}
    assert all(run == {"state": "gone"} for run in answer["runs"].values())


def test_what_is_no_object_or_too_long_is_refused(client: TestClient) -> None:
    """A body is read before it is parsed, so its size is limited."""
    for body, status in ((b"[]", 400), (b"{", 400), (b"[" * 50_000, 400), (b"x" * (own_runs.LONGEST + 1), 413)):
        assert client.post("/explorer/runs/look", content=body).status_code == status
