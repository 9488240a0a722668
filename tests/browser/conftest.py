"""The real app as a subprocess on a free port, and Debian's Chromium to look at it."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[2]
CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_up(url: str, app: "subprocess.Popen[str]", seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if app.poll() is not None:
            pytest.fail(f"the app ended with code {app.returncode}")
        try:
            urllib.request.urlopen(f"{url}gradio_api/app_id", timeout=10).close()  # little work, unlike the page
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the app did not answer within {seconds} s")


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the running app; it must end with nothing on stderr that a person would call a crash."""
    port = free_port()
    log = (tmp_path_factory.mktemp("app") / "log.txt").open("w+")
    command = [sys.executable, "app.py", "--port", str(port)]
    app = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=subprocess.STDOUT, text=True)
    try:
        wait_until_up(f"http://127.0.0.1:{port}/", app, 60)
        yield f"http://127.0.0.1:{port}/"
    finally:
        app.terminate()
        try:
            app.wait(10)
        except subprocess.TimeoutExpired:
            app.kill()
            app.wait()
        log.close()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.fail(f"there is no Chromium at {CHROMIUM}: apt-get install chromium, or set CHROMIUM to its path")
    with sync_playwright() as player:
        started = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


class Watch:
    """What a page asked for and complained about."""

    def __init__(self, page: Page, home: str) -> None:
        self.foreign: list[str] = []
        self.errors: list[str] = []
        page.on("request", lambda request: self._asked(request.url, home))
        page.on("websocket", lambda socket: self._asked(socket.url.replace("ws", "http", 1), home))
        page.on("console", lambda said: self.errors.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _asked(self, url: str, home: str) -> None:
        if not url.startswith((home, "data:", "blob:")):
            self.foreign.append(url)


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    """A page of its own; afterwards nothing may have left for another host and nothing may have failed in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(30_000)
    watch = Watch(page, app_url)
    yield page
    context.close()
    assert watch.foreign == [], "the page asked another host"
    assert watch.errors == [], "the page's console shows errors"
