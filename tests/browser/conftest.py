"""Fixtures of the browser tests: Debian's Chromium on the real app (`app_url`)."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.driving import open_page

SHELL = Path("/usr/bin/chromium-headless-shell")  # draws the same with three quarters of the work
CHROMIUM = Path(os.environ.get("CHROMIUM", SHELL if SHELL.exists() else "/usr/bin/chromium"))
PATIENCE = 60_000  # milliseconds: a busy machine is slow, and what never comes fails all the same
expect.set_options(timeout=PATIENCE)
KEPT = "speculative-decoding-explorer"  # explorer/stage/js/memory.js
OPEN = ("open-timeline", "open-beam-trace", "open-attention", "open-live-beams", "tier-numbers", "tier-all")
ALL = {"voice": "exact"} | dict.fromkeys(OPEN, "1")  # what a visitor has opened before; test_page.py comes without
RESTORE = """([name, all]) => { try { // → whether the page's choices were others than `all`; an empty page has none
    const stored = JSON.parse(localStorage.getItem(name) ?? "{}"), names = Object.keys({...stored, ...all});
    const differs = names.some((one) => (stored[one] ?? "") !== (all[one] ?? ""));
    if (differs) localStorage.setItem(name, JSON.stringify(all));
    return differs;
} catch { return false; } }"""
REST = """() => { // as in a page that was just opened: no dialog is open, no field has the keys, nothing is scrolled
    document.querySelectorAll("dialog[open]").forEach((one) => one.close());
    document.activeElement?.blur();
    for (const one of document.querySelectorAll("*")) if (one.scrollTop || one.scrollLeft) one.scrollTo(0, 0);
}"""
VISITS: list[tuple[Page, list[str]]] = []  # under way: the page and what went wrong on it so far
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--process-per-site",  # the tabs of one app share what has been compiled of it
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.fail(f"there is no Chromium at {CHROMIUM}: apt-get install chromium, or set CHROMIUM to its path")
    with sync_playwright() as player:
        started = player.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def tab(browser: Browser) -> Iterator[Page]:
    """One browser tab per worker, because a new tab would start a process and compile every script again.

    Without a graphics card, movement costs a third of the time, so readers here prefer less; test_motion.py moves.
    """
    context = browser.new_context(accept_downloads=True, reduced_motion="reduce")
    kept = f"localStorage.getItem('{KEPT}') ?? localStorage.setItem('{KEPT}', '{json.dumps(ALL)}')"
    context.add_init_script(f"try {{ {kept} }} catch {{ /* an empty page has no storage */ }}")
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page, app_url: str) -> Iterator[Page]:
    """The tab before it has opened the app. Whatever a test opens is closed afterwards; see `visiting`."""
    with visiting(tab, app_url):
        yield tab


@pytest.fixture(scope="session")
def stage_tab(tab: Page) -> Iterator[Page]:
    """A worker's tab for `stage_page`."""
    page = tab.context.new_page()
    yield page
    page.close()


@pytest.fixture
def stage_page(stage_tab: Page, app_url: str) -> Iterator[Page]:
    """A tab that stays on the app between tests which only open steps on its stage (`open_step`).

    What another test opened or closed, in this tab or one with the same storage, is as in a new tab again, and nothing
    is scrolled: a click on a button below the screen scrolls to it. The tab gets its size back.
    """
    size = stage_tab.viewport_size
    with visiting(stage_tab, app_url, stays=True):
        stage_tab.emulate_media(reduced_motion="reduce")
        if stage_tab.evaluate(RESTORE, [KEPT, ALL]):
            stage_tab.goto("about:blank")
        left = stage_tab.locator("#form.open, .st.present, body.dark").count()
        if left or not stage_tab.get_by_test_id("graph").first.is_visible():
            stage_tab.goto("about:blank")  # a test that failed may have left it anywhere: it is loaded again
        stage_tab.mouse.move(0, 0)  # over nothing
        stage_tab.evaluate(REST)
        yield stage_tab
        if stage_tab.evaluate(RESTORE, [KEPT, ALL]):
            stage_tab.goto("about:blank")  # now: another tab's test may put the storage right, but not this page
        if size:
            stage_tab.set_viewport_size(size)


@cache
def visitors_tab(browser: Browser, touch: bool = False, mobile: bool = False) -> Page:
    """A tab with storage of its own. It stays until the browser is closed, because a new one costs seconds."""
    return browser.new_context(has_touch=touch, is_mobile=mobile).new_page()


def forget(page: Page, home: str) -> None:
    """Make the tab a new visitor's: nothing is stored for the app at `home`."""
    page.goto("about:blank")  # nothing is stored any more while the storage is emptied
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": home.rstrip("/"), "storageTypes": "local_storage"})
    session.detach()


def resize(page: Page, width: int, height: int) -> None:
    """Give a tab a size. A tab that another test left in full screen becomes a normal one first."""
    session = page.context.new_cdp_session(page)
    window = session.send("Browser.getWindowForTarget")
    if window["bounds"].get("windowState", "normal") != "normal":
        session.send("Browser.setWindowBounds", {"windowId": window["windowId"], "bounds": {"windowState": "normal"}})
    session.detach()
    page.set_viewport_size({"width": width, "height": height})


@contextmanager
def on_screen(
    browser: Browser,
    home: str,
    size: tuple[int, int],
    query: str = "",
    *,
    touch: bool = False,
    motion: Literal["reduce", "no-preference"] = "reduce",
) -> Iterator[Page]:
    """A new visitor's page on a screen of the given size, opened at a query; with `touch` it is a phone."""
    page = visitors_tab(browser, touch, touch)
    with visiting(page, home):
        resize(page, *size)
        page.emulate_media(reduced_motion=motion)
        forget(page, home)
        open_page(page, home, query)
        yield page


@contextmanager
def visiting(page: Page, home: str, stays: bool = False) -> Iterator[None]:
    """A visit to the app at `home`, closed at the end unless it `stays`. Requests to other hosts and errors fail."""
    page.bring_to_front()  # Chromium draws no page that lies behind another
    resize(page, 1280, 900)
    page.set_default_timeout(PATIENCE)
    faults = list[str]()

    def asked(url: str) -> None:
        if not url.startswith((home, "data:", "blob:")):
            faults.append(f"the page asked another host: {url}")

    watch = {
        "request": lambda request: asked(request.url),
        "websocket": lambda socket: asked(socket.url.replace("ws", "http", 1)),
        "console": lambda said: faults.append(f"the console shows: {said.text}") if said.type == "error" else None,
        "pageerror": lambda error: faults.append(str(error)),
    }
    for event, heard in watch.items():
        page.on(event, heard)
    VISITS.append((page, faults))
    try:
        yield
    finally:
        VISITS[:] = [visit for visit in VISITS if visit[1] is not faults]
        print("\n".join(faults))  # seen where the test fails for another reason, which may be one of these
        page.unroute_all(behavior="ignoreErrors")
        page.evaluate("0")  # what has been reported by now is heard; leaving cuts streams off, which is no error
        for event, heard in watch.items():
            page.remove_listener(event, heard)
        if not stays:
            page.evaluate(RESTORE, [KEPT, ALL])  # the next test finds open what this one has closed
            page.goto("about:blank")
    assert faults == []


@pytest.fixture(autouse=True)
def faults_of_shared_pages() -> Iterator[None]:
    """A page that stays open for several tests fails the test in which it had a fault: only that one is run again."""
    yield
    found = list[str]()
    for page, faults in VISITS:
        page.evaluate("0")  # hears what has been reported by now
        found += faults
        faults.clear()
    assert found == []
