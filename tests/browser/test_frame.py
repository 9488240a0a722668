"""The frame of a round: whatever a step shows, nothing else on the screen moves or changes its size."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import drawn, open_step, shown
from tests.bundled import rounds

pytestmark = pytest.mark.browser

SIZES = ((1280, 720), (1440, 900))
RUNS = ("hello-spd", "hello-branches", "dsbd-layers", "gsd-copies", "mtad-beams", "block-words", "traversal-words")
# Boxes of the frame, and the first line of the sentence and of its calculation.
BOXES = """() => {
    const stage = document.querySelector('#stage');
    const of = (one) => { const {x, y, width, height} = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' '); };
    const parts = {};
    for (const name of ['.st-left', '.st-right', '.st-narration', '.st-said', '.st-controls', '.st-graph svg']) {
        const one = stage.querySelector(name);
        if (one.checkVisibility()) parts[name] = of(one);
    }
    const sums = stage.querySelector('.st-decision > *');
    if (sums) parts['.st-decision'] = Math.round(sums.parentElement.getBoundingClientRect().y);
    const sized = stage.querySelector('.st-decision .st-sum b');
    if (sized) parts['a number of the calculation'] = getComputedStyle(sized).fontSize;
    return parts;
}"""
# Every node that is drawn as a box of its own.
NODES = """() => {
    const nodes = [...document.querySelectorAll('.st-svg .st-n[data-shown="1"]:not(.joined)')];
    return Object.fromEntries(nodes.filter((one) => one.checkVisibility()).map((one) => {
        const {x, y, width, height} = one.querySelector('.st-box').getBoundingClientRect();
        return [one.dataset.node, [x, y, width, height].map(Math.round).join(' ')];
    }));
}"""


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def at_rest(page: Page, look: str) -> None:
    """Wait until a page that was just loaded or resized has its final layout: Gradio moves its tabs after the first
    frames, and the header’s height reaches the stage one frame later.
    """
    before = None
    for _ in range(30):
        page.wait_for_timeout(100)
        if (now := page.evaluate(look)) == before:
            return
        before = now
    raise AssertionError("the page does not come to rest")


def walk(page: Page, url: str, name: str, size: tuple[int, int], look: str) -> dict[str, set[Any]]:
    """Step through all parts of round 1. Returns the values that `look` found for every name."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_step(page, url, name, 0, 0)
    page.get_by_test_id("voice-plain").click()
    at_rest(page, look)
    found = dict[str, set[Any]]()
    for _ in range(40):
        drawn(page)
        for key, value in page.evaluate(look).items():
            found.setdefault(key, set()).add(value)
        before = shown(page)
        page.keyboard.press("ArrowRight")
        after = shown(page)
        if after["it"] != before["it"] or after == before:
            return found
    raise AssertionError("the round has no end")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", RUNS)
def test_nothing_of_the_frame_moves(page: Page, app_url: str, name: str, size: tuple[int, int]) -> None:
    """A reader who steps looks for what changed. Whatever moves without a reason looks like a change."""
    found = walk(page, app_url, name, size, BOXES)
    moved = {key: values for key, values in found.items() if len(values) > 1}
    assert moved == {}
    assert {".st-left", ".st-graph svg", ".st-said"} <= found.keys()


def test_copies_are_inserted_between_words_that_stay(page: Page, app_url: str) -> None:
    """Words of GSD’s graph jumped when it was drawn as a tree with copies."""
    for size in SIZES:
        found = walk(page, app_url, "gsd-copies", size, NODES)
        assert len(found) > 10
        assert {node: places for node, places in found.items() if len(places) > 1} == {}


def test_the_marks_of_the_legend_stay(page: Page, app_url: str) -> None:
    """A mark whose last node got another one stays with a 0, so that the marks after it do not move."""
    steps = rounds("hello-branches")[0]["steps"]
    page.set_viewport_size({"width": 1280, "height": 720})
    before: list[str] = []
    for step in range(len(steps)):
        open_step(page, app_url, "hello-branches", 0, step)
        marks = page.locator("#stage .st-legend li[data-kind]:visible").evaluate_all(
            "all => all.map(one => one.dataset.kind)"
        )
        assert marks[: len(before)] == before, step
        before = marks
    expect(page.locator("#stage .st-legend [data-kind=pending] b")).to_have_text("0")


def test_the_purpose_comes_first(page: Page, app_url: str) -> None:
    """DSBD begins with why it exists, in one picture that grows; every later step says what it contributes."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_step(page, app_url, "dsbd-layers", 0, 0)
    purpose, serves = page.get_by_test_id("purpose"), page.get_by_test_id("serves")
    for aim in range(1, 4):
        expect(page.get_by_test_id("stage")).to_have_attribute("data-shows", f"aim{aim}")
        expect(purpose.locator("section:visible:not(.later)")).to_have_count(aim)
        expect(page.locator("#stage [data-node]:visible")).to_have_count(0)
        expect(serves).to_be_hidden()
        page.keyboard.press("ArrowRight")
    expect(purpose).to_be_hidden()
    expect(page.locator("#stage [data-node]:visible").first).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(serves).to_contain_text("One target pass can then check several layers")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(purpose).to_be_visible()
