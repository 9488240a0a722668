"""Uploads: their size, and what they leave on the disk."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from decoders.errors import BadInput
from explorer.service.store import DISK_FULL
from explorer.ui.server.uploads import AROUND, Uploads, folder, prune


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    """A page that reads its input, with limits of 1 MB and two stored files."""
    monkeypatch.setenv("EXPLORER_MAX_UPLOAD_MB", "1")
    monkeypatch.setenv("EXPLORER_MAX_TRACES", "2")
    monkeypatch.setenv("EXPLORER_MAX_KEPT_MB", "1")

    async def size(request: Request) -> PlainTextResponse:
        return PlainTextResponse(str(len(await request.body())))

    routes = [Route(path, size, methods=["POST"]) for path in ("/gradio_api/upload", "/gradio_api/queue/join")]
    return TestClient(Starlette(routes=routes, middleware=[Middleware(Uploads, where=tmp_path)]))


@pytest.mark.parametrize("path", ["/gradio_api/upload", "/gradio_api/queue/join"])
def test_no_body_is_larger_than_an_upload(client: TestClient, path: str) -> None:
    """One request of gigabytes must not fill memory or disk, whatever length it states."""
    fits = b"x" * (1 << 20)
    assert client.post(path, content=fits).text == str(len(fits))

    def pieces() -> Iterator[bytes]:
        for _ in range((2 << 20) // AROUND + 1):
            yield b"x" * AROUND

    for content in (b"x" * ((2 << 20) + 1), pieces()):
        answer = client.post(path, content=content)
        assert (answer.status_code, answer.text) == (413, "The request is larger than 1 MB. Send less at once.")


@pytest.mark.parametrize("path", ["process_recording", "component_server", "component_server/"])
def test_what_writes_files_elsewhere_is_closed(client: TestClient, path: str) -> None:
    """Gradio always has these addresses, and nobody removes what they write."""
    assert client.post(f"/gradio_api/{path}", files={"video": ("a.mp4", b"x")}).status_code == 404
    assert client.post(f"/gradio_api/queue/{path}", content=b"x").status_code == 404


def test_the_newest_uploads_are_kept(client: TestClient, tmp_path: Path) -> None:
    """Unopened and partial uploads must not fill the disk."""
    for age, name in enumerate(("new/a", "newer-half", "old/b", "oldest/c")):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"x" * 1000)
        os.utime(path, (1e9 - age, 1e9 - age))
    client.post("/gradio_api/queue/join")
    assert (tmp_path / "oldest/c").exists()
    client.post("/gradio_api/upload")
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "new", "newer-half"]
    (tmp_path / "new/a").write_bytes(b"x" * (2 << 20))
    prune(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == []


def test_the_app_has_a_folder_of_its_own() -> None:
    """Other programs' files for Gradio must not be removed."""
    assert folder().name.startswith("explorer-uploads-")
    assert os.environ["GRADIO_TEMP_DIR"] == str(folder())


def test_a_folder_that_cannot_be_written_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app would not start, with an error of Python's."""
    monkeypatch.setenv("GRADIO_TEMP_DIR", "/dev/null/x")
    with pytest.raises(BadInput, match=r"/dev/null/x, is not writable \(Not a directory\)\. Set GRADIO_TEMP_DIR to"):
        folder.__wrapped__()


def test_an_upload_on_a_full_disk_is_one_sentence_and_leaves_nothing(tmp_path: Path) -> None:
    """A full disk must give a sentence, and partial files must be removed."""
    (tmp_path / "before").write_bytes(b"x")
    os.utime(tmp_path / "before", (1e9, 1e9))

    async def full(request: Request) -> PlainTextResponse:
        (tmp_path / "tmpabc").write_bytes(await request.body())
        raise OSError(errno.ENOSPC, "No space left on device")

    routes = [Route("/gradio_api/upload", full, methods=["POST"])]
    page = TestClient(Starlette(routes=routes, middleware=[Middleware(Uploads, where=tmp_path)]))
    answer = page.post("/gradio_api/upload", content=b"x" * 100)
    assert (answer.status_code, answer.text) == (507, DISK_FULL)
    assert [path.name for path in tmp_path.iterdir()] == ["before"]
