"""The Hub's refusals are reported in one sentence, and waiting for a lock is reported and can be stopped."""

import json
import multiprocessing
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from decoders.models import locks
from decoders.models.loading import hub
from decoders.models.loading.hub import check_hub
from decoders.models.loading.load import two
from decoders.models.loading.weights import read_or_refuse
from decoders.models.locks import only_one
from tests.serving import calm

STALE = {"X-Error-Message": "Invalid credentials in Authorization header"}
ANSWERS: dict[str, tuple[int, dict[str, str]]] = {
    "stale": (401, STALE),
    "forbidden": (403, {}),
    "busy": (429, {}),
    "down": (503, {}),
    "unknown": (404, {"X-Error-Code": "RepoNotFound"}),
}


class _Hub(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.split("/")[-1]
        time.sleep({"late": 0.6, "slow": 60}.get(name, 0))
        status, headers = ANSWERS.get(name, (200, {}))
        body = json.dumps({"id": name, "gated": "manual" if name == "asked" else False}).encode()
        self.send_response(status)
        for key, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(key, value)
        try:
            self.end_headers()
            self.wfile.write(body)
        except ConnectionError:  # whoever asked has not waited
            return

    def log_message(self, format: str, *args: Any) -> None:
        """Keep the test output clean."""


@pytest.fixture
def _hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A stand-in for the Hub that answers by the model's name, for somebody without a login."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hub)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    for name in ("HF_HUB_ETAG_TIMEOUT", "HF_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(hub, "_token", lambda: None)
    yield
    server.shutdown()
    server.server_close()


@pytest.mark.usefixtures("_hub")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        (
            "stale",
            "The Hub rejects the access token, so x/stale cannot be downloaded. Renew HF_TOKEN",
        ),
        ("forbidden", "This account has no access to x/forbidden. Request it on the model's page"),
        ("busy", "The Hub has received too many requests from here. Try again in a few minutes"),
        ("down", "The Hub is not available (status 503). Try again later."),
        ("unknown", "Model x/unknown was not found on the Hub, or it is private. Check its name"),
    ],
)
def test_what_the_hub_refuses_is_said(name: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody with an expired token must not look for a network fault."""
    monkeypatch.setattr(hub, "PATIENCE", 20.0)
    with pytest.raises(BadInput) as refused:
        check_hub(f"x/{name}")
    assert str(refused.value).startswith(sentence)


@pytest.mark.usefixtures("_hub")
def test_a_slow_mirror_gets_the_time_that_was_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who set HF_HUB_ETAG_TIMEOUT for a slow mirror must not be told that it does not answer."""
    monkeypatch.setattr(hub, "PATIENCE", 0.2)
    with pytest.raises(BadInput, match=r"did not answer within 0\.2 s .* increase HF_HUB_ETAG_TIMEOUT"):
        check_hub("x/late")
    monkeypatch.setenv("HF_HUB_ETAG_TIMEOUT", "30")
    said = list[str]()
    check_hub("x/late", lambda what, share: said.append(what))
    assert said == ["Asking the Hugging Face Hub about x/late (at most 30 s)"]
    monkeypatch.setenv("HF_HUB_ETAG_TIMEOUT", "soon")  # as the Hub's own library, what is not a number is not obeyed
    assert hub.patience() == 0.2


@calm
@pytest.mark.usefixtures("_hub")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("unknown", "Model unknown was not found on the Hub"),
        ("slow", r"The Hub did not answer within 2 s \(.*\), and slow is not on this machine"),
        ("asked", "Access to asked must be requested. .* set HF_TOKEN"),
    ],
)
def test_hub_says_no_within_seconds(name: str, says: str) -> None:
    """A typo must not keep a visitor waiting for minutes, and a missing token must be named."""
    check_hub("open")
    begun = time.monotonic()
    with pytest.raises(BadInput, match=says):
        two("a+b", name, name, "cpu", "auto", lambda what, share: None)
    assert time.monotonic() - begun < 5


@calm
def test_unreachable_hub_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network, a Hub pair that was never downloaded is refused at once."""
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    begun = time.monotonic()
    with pytest.raises(BadInput, match="The Hub did not answer"):
        check_hub("someone/model")
    assert time.monotonic() - begun < 5


def test_a_refusal_while_files_are_fetched_is_said() -> None:
    """transformers hides the Hub's message in a sentence about the connection."""
    import httpx2
    from huggingface_hub.errors import HfHubHTTPError

    def load() -> None:
        try:
            raise HfHubHTTPError("no", response=httpx2.Response(429, request=httpx2.Request("GET", "http://x")))
        except HfHubHTTPError as error:
            raise OSError("There was a specific connection error") from error

    with pytest.raises(BadInput, match="too many requests"):
        read_or_refuse("x/busy", load)


def hold(path: str, ready: Any, end: Any) -> None:
    """Hold a lock in a separate process."""
    with only_one(Path(path)):
        ready.set()
        end.wait(60)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[Path]:
    """A lock file that another process holds."""
    context = multiprocessing.get_context("spawn")
    ready, end = context.Event(), context.Event()
    holder = context.Process(target=hold, args=(str(tmp_path / "lock"), ready, end))
    holder.start()
    assert ready.wait(60)
    yield tmp_path / "lock"
    end.set()
    holder.join(60)


class StoppedError(Exception):
    """The exception of a run's progress once it is stopped."""


def test_waiting_for_a_lock_is_said_and_can_be_stopped(held: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A first run next to another one would otherwise wait silently, and Stop would not end it."""
    monkeypatch.setattr(locks, "SILENCE", 0.3)
    said = list[str]()

    def report(what: str, share: float) -> None:
        said.append(what)
        if len(said) == 2:
            raise StoppedError

    with pytest.raises(StoppedError), only_one(held, report, "another process that converts a model"):
        pass
    assert all(what.startswith("Waiting for another process that converts a model (") for what in said)


def test_a_kept_file_that_stays_locked_is_left(held: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a shared file system a lock may never be released, and the app would hang for a convenience."""
    monkeypatch.setattr(locks, "SHORT", 0.3)
    with pytest.raises(OSError, match="another process keeps the file locked"), only_one(held):
        pass
    assert locks.SILENCE == 3


def test_a_file_system_without_locks_is_an_os_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Callers treat an OSError as “cannot be stored”; a NotImplementedError ended the app."""
    import filelock

    def acquire(self: Any, timeout: float) -> None:
        raise NotImplementedError

    monkeypatch.setattr(filelock.FileLock, "acquire", acquire)
    with pytest.raises(OSError, match="no file locks"), only_one(tmp_path / "lock"):
        pass
