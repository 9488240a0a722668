"""What a host sees and a stranger does not: headers, health, metrics, logs, paths."""

import json
import logging
import threading
import urllib.request

import pytest
from prometheus_client.parser import text_string_to_metric_families as parsed
from starlette.applications import Starlette
from starlette.testclient import TestClient

from decoders.errors import BadInput
from explorer import __version__
from explorer.service import journal, live
from explorer.service.offered import check_pair, toys
from explorer.service.queue import closing
from explorer.service.request import RunRequest
from explorer.trace.lines import Summary
from explorer.ui.page import versions_line
from explorer.ui.server import health
from explorer.ui.server.headers import security_headers
from explorer.ui.server.routes import routes

TOY = "toy:assets/toys/dsbd-figure-2.json"
SECRET = "ask why"


def get(url: str) -> tuple[dict[str, str], str]:
    """The headers and the text of an answer."""
    with urllib.request.urlopen(url, timeout=60) as answer:
        return dict(answer.headers.items()), answer.read().decode()


@pytest.mark.parametrize("path", ["", "config", "explorer/open/spd", "explorer/file/spd", "healthz", "metrics"])
def test_every_answer_has_the_headers(app_url: str, path: str) -> None:
    """Without them a browser may guess types, load from other sites, or show the page in a stranger's."""
    request = urllib.request.Request(f"{app_url}{path}", headers={"Accept-Encoding": "identity"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        heads = answer.headers
    policy = heads["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "object-src 'none'" in policy
    assert "frame-ancestors 'self'" in policy
    assert not [word for word in policy.replace(";", " ").split() if word.startswith(("http", "*"))]
    assert heads["x-content-type-options"] == "nosniff"


def test_a_space_may_be_framed_where_spaces_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Space that forbids its frame would be an empty page."""
    monkeypatch.setenv("SPACE_ID", "someone/space")
    assert b"frame-ancestors 'self' https://huggingface.co" in dict(security_headers())[b"content-security-policy"]


def test_health_and_metrics(app_url: str) -> None:
    """A host must see that the app lives and how busy it is, in Prometheus' format."""
    assert json.loads(get(f"{app_url}healthz")[1])["version"] == __version__
    heads, text = get(f"{app_url}metrics")
    assert heads["content-type"].startswith("text/plain; version=0.0.4")
    metrics = {metric.name.removeprefix("speculative_explorer_"): metric for metric in parsed(text)}
    assert {name for name, metric in metrics.items() if metric.type == "counter"} == {
        "runs",
        "tokens",
        "decoding_seconds",
        "waiting_seconds",
    }
    assert metrics["resident_bytes"].samples[0].value > 2**20
    assert ({"device": "models"}, 0) in [(one.labels, one.value) for one in metrics["waiting"].samples]
    assert all(metric.documentation for metric in metrics.values())


def test_a_run_is_counted_and_logged_without_its_prompt(caplog: pytest.LogCaptureFixture) -> None:
    """A host needs to know what ran, but not what a visitor wrote."""
    before = journal.counters().get(("toy", "done"), 0)
    with caplog.at_level(logging.INFO, "explorer.service"):
        news = list(live.follow(RunRequest("spd", TOY, SECRET, {}, 0, 6)))
    line = json.loads(caplog.messages[-1])
    assert (line["event"], line["outcome"], line["method"], line["prompt_characters"]) == ("run", "done", "spd", 7)
    end = [line for one in news for line in one.lines][-1]
    assert isinstance(end, Summary)
    assert line["tokens"] == len(end.tokens) > 0
    assert SECRET not in caplog.text
    assert news[0].name not in caplog.text, "with its name anybody could open it"
    assert journal.counters()["toy", "done"] == before + 1
    assert f'runs_total{{kind="toy",outcome="done"}} {before + 1}.0' in health.metrics()


def test_prompts_are_logged_where_the_host_wants_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a study with consent, prompts are the data."""
    monkeypatch.setenv("EXPLORER_LOG_PROMPTS", "1")
    with caplog.at_level(logging.INFO, "explorer.service"), pytest.raises(BadInput):
        list(live.follow(RunRequest("spd", TOY, "zebra", {}, 0, 6)))
    assert json.loads(caplog.messages[-1])["prompt"] == "zebra"
    assert json.loads(caplog.messages[-1])["outcome"] == "refused"


@pytest.mark.parametrize(
    "text",
    [
        "the weights cannot be kept in /home/someone/.cache/speculative-explorer (No space left)",
        "[Errno 13] Permission denied: '/srv/app/secret/model.safetensors'",
        "delete /data/models/smollm2-135m, which is made again",
    ],
)
def test_public_errors_show_no_paths(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Paths are useful on your own machine, but reveal too much to strangers."""
    assert live.friendly(BadInput(text))[1:] == text[1:]
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    shown = live.friendly(BadInput(text))
    assert "/" not in shown
    assert shown.count("…") == 1


@pytest.mark.parametrize("odd", ["\ud800", "a\ud800" * 50_000], ids=["short", "long"])
def test_what_nothing_could_send_is_told_as_codes(odd: str) -> None:
    """A sentence with half a character could not be sent, and the visitor would wait forever."""
    with pytest.raises(BadInput) as caught:
        RunRequest("spd", TOY, "ask", engine=odd)
    for error in (caught.value, BadInput(f"there is nothing called {odd}; choose another")):
        shown = live.friendly(error)
        assert "\\ud800" in shown.encode().decode()
        assert len(shown) <= live.MOST_TOLD + 1


def test_pairs_by_hand_are_off_where_strangers_reach_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """A visitor must not make the app download any model unless the host allows it."""
    monkeypatch.setenv("EXPLORER_PUBLIC", "1")
    with pytest.raises(BadInput, match="Unknown pair “a\\+b”. Choose one from the list"):
        check_pair("a+b")
    monkeypatch.setenv("EXPLORER_ANY_PAIR", "1")
    check_pair("a+b")


def test_footer_says_what_it_is_made_of() -> None:
    """A fault report begins with the versions."""
    assert f"Explorer {__version__} · Python 3." in versions_line()
    assert " · gradio 6." in versions_line()


def test_runs_and_changes_by_address_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A host must see everything that uses the models, and all of it ends with the app."""
    toy = json.loads((toys()["toy:assets/toys/dsbd-figure-2.json"]).read_text(encoding="utf-8"))
    run = {"method": "spd", "prompt": "ask", "tokens": 2, "seed": 0, "settings": {}}
    client = TestClient(Starlette(routes=routes()), follow_redirects=False)
    change = {"it": 2, "verdict": 1, "u": 0.8642}  # one that no other test has run
    for path, asked in (("toy", {"pair": json.dumps(toy | {"run": run})}), ("whatif/dsbd-figure-2", change)):
        before, tokens = journal.counters().get(("toy", "done"), 0), journal.sums()["tokens"]
        assert client.post(f"/explorer/{path}", params=asked).status_code in (200, 303)
        assert journal.counters()["toy", "done"] == before + 1
        assert journal.sums()["tokens"] > tokens
    over = threading.Event()
    over.set()
    monkeypatch.setattr(closing, "_BEGUN", over)
    assert "shutting down" in client.post("/explorer/whatif/dsbd-figure-2", params=change | {"u": 0.1357}).text


def test_a_sentence_begins_with_a_capital_letter_but_a_file_keeps_its_name() -> None:
    """A person looks for empty.json, and there is no Empty.json."""
    assert live.friendly(BadInput("the file is empty.")) == "The file is empty."
    assert live.friendly(BadInput("empty.json is empty.")) == "empty.json is empty."
