"""Texts in the boxes of a graph as a browser draws them; tests/js/boxes.js looks at all runs with a wide font."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import drawn, open_step
from tests.bundled import rounds

pytestmark = pytest.mark.browser

SIZES = ((1440, 900), (1280, 720), (390, 844))
RUNS = ("block", "mtad-figure-2", "dsbd-figure-2", "specinfer", "traversal", "medusa", "hello-long")
FAULTS = """() => [...document.querySelectorAll('.st-svg .st-n[data-shown="1"]:not(.joined)')].flatMap(node => {
    const shown = one => one.checkVisibility({visibilityProperty: true});
    const box = node.querySelector('.st-box').getBBox(), size = one => parseFloat(getComputedStyle(one).fontSize);
    const texts = [...node.querySelectorAll('text:not(.st-nth *, .st-scale *, .st-ratio *)')]
        .filter(one => one.textContent && shown(one)).map(one => {
            const {x, width} = one.getBBox(), y = Number(one.getAttribute('y')), deep = /[gjpqyQ,;_…↵()]/;
            return {says: one.textContent, x0: x, x1: x + width, y0: y - 0.74 * size(one),
                y1: y + (deep.test(one.textContent) ? 0.22 : 0.02) * size(one)};
        });
    const bars = [...node.querySelectorAll('.st-track')].filter(shown).map(one => {
        const {x, y, width, height} = one.getBBox();
        return {says: 'a bar', x0: x, x1: x + width, y0: y, y1: y + height};
    });
    const touch = (a, b) => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;
    const {y: top, width: wide, height: high} = box;
    const out = texts.filter(one => one.x0 < 1 || one.x1 > wide - 1 || one.y0 < top || one.y1 > top + high).map(
        one => `“${one.says}” leaves its box`);
    const pairs = texts.flatMap((one, k) => [...texts.slice(k + 1), ...bars].filter(other => touch(one, other))
        .map(other => `“${one.says}” touches ${other.says}`));
    return [...out, ...pairs];
})"""


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


@pytest.mark.parametrize("name", RUNS)
def test_no_text_in_a_box_touches_another_text_or_a_bar(page: Page, app_url: str, name: str) -> None:
    """A bar went through the word “target”, and “100%” lay on its bar."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        open_step(page, app_url, name, 0, len(rounds(name)[0]["steps"]) - 1)
        drawn(page)
        expect(page.locator(".st-n[data-shown='1']").first).to_be_visible()
        assert page.evaluate(FAULTS) == [], (width, height)


def test_the_legend_is_seen_without_scrolling(page: Page, app_url: str) -> None:
    """On a laptop the second line of the legend was below the screen."""
    page.set_viewport_size({"width": 1280, "height": 720})
    for name in ("dsbd", "gsd-figure-4", "eagle2"):
        open_step(page, app_url, name, 0, len(rounds(name)[0]["steps"]) - 1)
        expect(page.get_by_test_id("legend"), name).to_be_in_viewport(ratio=0.95)  # its edge is at 720.1 px
