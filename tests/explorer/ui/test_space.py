"""The app as a Space starts it: every interface, port 7860, public, and a read-only folder."""

import gzip
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import yaml

from decoders.pairs import PAIRS
from tests.fresh import python
from tests.serving import ROOT, serving


def test_a_space_listens_where_spaces_do() -> None:
    """Otherwise the page would stay “starting” until it is killed."""
    begin = "import os, app\nos.environ['SPACE_ID'] = 'a/b'\n"
    alone = "for name in ('GRADIO_SERVER_NAME', 'PORT'): os.environ.pop(name, 0)\n"
    assert python(f"{begin}{alone}print(app.parse([]))").stdout == "('0.0.0.0', 7860)\n"


def test_a_space_preloads_what_a_pair_needs() -> None:
    """A wrong line would stop the build, and an unused model would be downloaded for nothing."""
    front = yaml.safe_load((ROOT / "README.md").read_text(encoding="utf-8").split("---\n")[1])
    pair = PAIRS["smollm2-1.7b"]
    lines = [line.split() for line in front["preload_from_hub"]]
    assert [line[0] for line in lines] == [pair.target, pair.draft]
    for _, files in lines:  # a name, then files with commas between; a revision might follow
        assert {"config.json", "model.safetensors", "tokenizer.json"} <= set(files.split(","))
    assert set(front["models"]) >= {pair.target, pair.draft}


def files(folder: Path) -> dict[str, int]:
    """Every file of the repository with its modification time, without git's files and caches."""
    listed = subprocess.run(["git", "ls-files"], cwd=folder, capture_output=True, text=True, check=True).stdout
    known = {name: (folder / name).stat().st_mtime_ns for name in listed.splitlines() if (folder / name).exists()}
    other = subprocess.run(["git", "status", "--porcelain"], cwd=folder, capture_output=True, text=True, check=True)
    return known | dict.fromkeys(other.stdout.splitlines(), 0)


def page(url: str, encoding: str) -> bytes:
    """The page as sent to a browser that accepts this encoding."""
    with urllib.request.urlopen(urllib.request.Request(url, headers={"Accept-Encoding": encoding}), timeout=60) as got:
        return got.read()


def test_a_space_writes_nothing_into_its_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Space's folder may be read-only, and its changes are lost."""
    home = tmp_path / "home"
    home.mkdir()
    for name, value in {
        "SPACE_ID": "a/b",
        "HOME": str(home),
        "TMPDIR": str(home),
        "PYTHONDONTWRITEBYTECODE": "1",
    }.items():
        monkeypatch.setenv(name, value)
    for name in ("EXPLORER_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    before = files(ROOT)
    with serving(tmp_path / "log.txt", "app.py") as url:
        code = f"""
from gradio_client import Client
app = Client({url!r}, verbose=False, download_files={str(home)!r})
job = app.submit("spd", "toy:assets/toys/dsbd-figure-2.json", "ask", "{{}}", 0, 6, False, api_name="/run")
job.result(timeout=120)
assert "summary" in job.outputs()[-1]
try:
    app.predict("spd", "a+b", "ask", api_name="/run")
except Exception as error:
    assert "Choose one from the list" in str(error) and "TARGET" not in str(error), error
else:
    raise AssertionError("a Space loads what a visitor names")
"""
        tool = f"""
import asyncio
from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
async def main():
    async with streamablehttp_client("{url}gradio_api/mcp/") as (read, write, _), ClientSession(read, write) as session:
        await session.initialize()
        answer = await session.call_tool("record", {{"method": "spd", "pair": "a+b", "prompt": "ask"}})
        assert answer.isError and "Choose one from the list" in answer.content[0].text, answer
asyncio.run(main())
"""
        for script in (code, tool):
            subprocess.run([sys.executable, "-c", script], check=True, env=dict(os.environ), timeout=240)
        with urllib.request.urlopen(f"{url}explorer/open/spd", timeout=60) as answer:
            assert "huggingface.co" in answer.headers["content-security-policy"]
        packed, plain = page(url, "gzip"), page(url, "identity")
        assert plain.startswith(b"<!doctype html>")
        assert len(packed) < len(plain) / 3
        assert gzip.decompress(packed).startswith(b"<!doctype html>")
    assert files(ROOT) == before
    log = (tmp_path / "log.txt").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["outcome"] for line in log if line.startswith('{"event": "run"')] == ["done"]
    assert not [line for line in log if "request" in line.lower()], "no library's own chatter"
