"""Further functions of the stage: jumps, text search, and its picture as a file."""

import re
import struct
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.service.store import open_trace
from explorer.stage.export import page as exported
from tests.browser.conftest import visiting
from tests.browser.driving import open_page, open_step, place, shown

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("more")]
SVG = "{http://www.w3.org/2000/svg}"


def saved(page: Page, kind: str, folder: Path) -> Path:
    """The saved picture, and the name of its file."""
    page.get_by_test_id("more").click()
    with page.expect_download() as saving:
        page.get_by_test_id(f"save-{kind}").click()
    file = folder / saving.value.suggested_filename
    saving.value.save_as(file)
    return file


def test_r_leads_to_the_first_rejection(stage_page: Page, app_url: str) -> None:
    """A rejected draft is what most people look for first."""
    open_step(stage_page, app_url, "spd", 9, 1)
    stage_page.keyboard.press("r")
    assert place(stage_page) == (2, 8)
    expect(stage_page.locator(".st-n.picked")).to_have_attribute("data-state", "rejected")


def test_a_leads_to_fully_accepted_rounds_one_after_another(stage_page: Page, app_url: str) -> None:
    """A fully accepted round is what people look for next; if there is none left, a sentence says so."""
    open_step(stage_page, app_url, "spd", 0, 0)
    rounds = []
    for _ in range(2):
        stage_page.get_by_test_id("more").click()
        stage_page.get_by_test_id("to-accepted").click()
        rounds.append(place(stage_page)[0])
    assert rounds == [16, 18]
    stage_page.keyboard.press("a")
    expect(stage_page.get_by_test_id("told")).to_have_text("No later round is fully accepted.")
    assert place(stage_page)[0] == 18
    stage_page.keyboard.press("Home")
    expect(stage_page.get_by_test_id("told")).to_have_text("")


def test_an_address_of_no_round_is_answered(stage_page: Page, app_url: str) -> None:
    """A mistyped link opens the run at its first round, and says why until the next step."""
    stage_page.goto(f"{app_url}?trace=spd&it=abc")
    line = stage_page.get_by_test_id("wrong-step")
    expect(line).to_have_text("There is no round “abc”, so this is the first one.")
    expect(line).to_be_visible()
    stage_page.keyboard.press("End")
    expect(line).to_be_hidden()
    stage_page.goto(f"{app_url}?trace=spd&it=99")
    expect(line).to_have_text("There is no round “99”, so this is the last one.")
    stage_page.goto(f"{app_url}?trace=spd&it=2&phase=0")
    expect(line).to_have_text("There is no step “0”, so this is the first one.")
    assert place(stage_page) == (2, 1)


def test_a_run_without_drafts_says_why_a_jump_leads_nowhere(stage_page: Page, app_url: str) -> None:
    """A key without any effect looks broken."""
    open_step(stage_page, app_url, "greedy", 0, 0)
    stage_page.keyboard.press("r")
    expect(stage_page.get_by_test_id("told")).to_have_text("Nothing is drafted in this run.")


def test_a_search_leads_from_hit_to_hit(stage_page: Page, app_url: str) -> None:
    """A search leads from a word to the round that wrote it, with the keyboard alone, and back."""
    page = stage_page
    open_step(page, app_url, "spd", 0, 0)
    page.keyboard.press("/")
    page.keyboard.type("BLUE")
    count = page.get_by_test_id("find-count")
    expect(count).to_have_text("1 of 2")
    assert place(page)[0] == 1
    page.keyboard.press("Enter")
    expect(count).to_have_text("2 of 2")
    later = place(page)[0]
    assert later > 1
    expect(page.get_by_test_id("text").locator(".hit")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(count).to_have_text("1 of 2")
    page.keyboard.press("Shift+Enter")
    assert place(page)[0] == later
    page.get_by_test_id("find-field").fill("zebra")
    expect(count).to_have_text("No match in this run")
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("find")).to_be_hidden()
    expect(page.get_by_test_id("next-phase")).to_be_focused()
    expect(page.get_by_test_id("text").locator(".hit")).to_have_count(0)


def test_the_menu_is_left_by_escape_and_walked_by_arrows(stage_page: Page, app_url: str) -> None:
    """Keyboard focus is never lost, and arrow keys in the menu do not step the run."""
    open_step(stage_page, app_url, "spd", 0, 0)
    stage_page.get_by_test_id("more").click()
    expect(stage_page.get_by_test_id("to-rejection")).to_be_focused()
    stage_page.keyboard.press("ArrowUp")
    expect(stage_page.get_by_test_id("help")).to_be_focused()
    stage_page.keyboard.press("Escape")
    expect(stage_page.get_by_test_id("more-menu")).to_be_hidden()
    expect(stage_page.get_by_test_id("more")).to_be_focused()
    assert place(stage_page) == (1, 1)
    stage_page.keyboard.press("?")
    for key in ("R", "A", "/"):
        expect(stage_page.get_by_test_id("help-dialog").locator("kbd", has_text=re.compile(f"^{key}$"))).to_be_visible()
    stage_page.keyboard.press("Escape")


@pytest.mark.parametrize("dark", [False, True])
def test_the_picture_is_one_file_that_needs_no_other(
    stage_page: Page, app_url: str, tmp_path: Path, dark: bool
) -> None:
    """A slide shows every word in the stage's colours, without the stage's style sheet."""
    page = stage_page
    open_step(page, app_url, "spd", 1, 7)
    page.evaluate("on => document.body.classList.toggle('dark', on)", dark)
    file = saved(page, "svg", tmp_path)
    page.evaluate("document.body.classList.remove('dark')")
    assert file.name == "spd-round-2.svg"
    text = file.read_text(encoding="utf-8")
    assert not re.search(r"var\(| class=| style=|@import|https?://(?!www\.w3\.org)", text)
    root = ElementTree.fromstring(text)
    words = ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]
    assert root.findtext(f"{SVG}title") == "SpD: speculative decoding · round 2 of 18 · Test 2"
    for word in ("␣green", "␣blue", "rejected 1"):
        assert word in words
    sentence = page.locator(".st-say").inner_text()
    assert any(line and sentence.startswith(line) for line in words)
    ground = root.find(f"{SVG}rect")
    assert ground is not None
    assert ground.get("fill") == ("#1a2027" if dark else "#ffffff")
    rejected = "#f0803a" if dark else "#d55e00"
    assert rejected in {each.get("stroke") for each in root.iter(f"{SVG}rect")}


def test_the_picture_as_png_is_twice_as_large(stage_page: Page, app_url: str, tmp_path: Path) -> None:
    """On a sharp screen, a picture of normal size would be blurred."""
    open_step(stage_page, app_url, "spd", 1, 7)
    svg, png = saved(stage_page, "svg", tmp_path), saved(stage_page, "png", tmp_path)
    root = ElementTree.fromstring(svg.read_text(encoding="utf-8"))
    data = png.read_bytes()
    assert png.name == "spd-round-2.png"
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == tuple(2 * int(root.get(side, "0")) for side in ("width", "height"))


HOSTILE = '</text><script>alert(1)</script>&"\x0b\ufffe'


@pytest.fixture(scope="module")
def offline(browser: Browser, app_url: str) -> Iterator[Page]:
    """An exported page of a run whose first token tries to be markup."""
    trace = open_trace("spd")
    texts = {key: HOSTILE for iteration in trace.iterations for key in iteration.texts or {}}
    trace.header = replace(trace.header, texts=(trace.header.texts or {}) | texts)
    trace.iterations = [replace(one, texts=dict.fromkeys(one.texts or {}, HOSTILE)) for one in trace.iterations]
    made = exported(trace, "spd")
    size = {"width": 1280, "height": 900}
    context = browser.new_context(viewport=size, accept_downloads=True, reduced_motion="reduce")  # pyright: ignore
    page = context.new_page()
    with visiting(page, app_url):
        page.route(f"{app_url}exported.html*", lambda route: route.fulfill(body=made, content_type="text/html"))
        open_page(page, f"{app_url}exported.html")
        yield page
    context.close()


def test_an_exported_page_offers_the_same(offline: Page, tmp_path: Path) -> None:
    """Jumps, search and saving pictures work in an exported file, and its security policy allows them."""
    offline.keyboard.press("r")
    assert place(offline) == (2, 8)
    drawing = saved(offline, "svg", tmp_path)
    assert drawing.name == "spd-round-2.svg"
    root = ElementTree.fromstring(drawing.read_text(encoding="utf-8"))
    assert not list(root.iter(f"{SVG}script"))
    assert any("</text><script>"[:12] in "".join(each.itertext()) for each in root.iter(f"{SVG}text"))
    assert saved(offline, "png", tmp_path).stat().st_size > 5000
    offline.keyboard.press("/")
    offline.keyboard.type("script")
    expect(offline.get_by_test_id("find-count")).to_have_text(re.compile(r"^\d+ of \d+$"))
    offline.keyboard.press("Escape")
    assert shown(offline)["name"] == "spd"
