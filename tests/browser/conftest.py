"""Debian's Chromium to look at the real app (`app_url`, of all tests)."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


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
