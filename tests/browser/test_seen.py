"""What a reader sees at once: how a width is chosen, equal beams, the numbers of a test, where there is more."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import drawn, open_step, place
from tests.bundled import rounds

pytestmark = pytest.mark.browser

CUT = """() => { const strip = document.querySelector('.st-strip').getBoundingClientRect();
    const whole = one => { const {left, right} = one.getBoundingClientRect();
        return left >= strip.left - 1 && right <= strip.right + 1; };
    const names = [...document.querySelectorAll('.st-phases:not(.cut) > .st-group')].filter(one => {
        const {left, right} = one.getBoundingClientRect();
        return right > strip.left + 1 && left < strip.right - 1 && left < strip.left - 1; });
    return [whole(document.querySelector('.st-ph[aria-current]')), names.map(one => one.textContent)]; }"""
COVERED = """() => [...document.querySelectorAll('.st-more-sign:not(:empty)')].filter(sign => sign.checkVisibility())
    .flatMap(sign => { const a = sign.getBoundingClientRect();
        return [...document.querySelectorAll('.st-zoom button, .st-count, .st-rule')].filter(one => {
            const b = one.getBoundingClientRect();
            return one.checkVisibility() && a.left < b.right && b.left < a.right && a.top < b.bottom
                && b.top < a.bottom;
        }).map(one => one.textContent); })"""


@pytest.fixture
def page(stage_page: Page) -> Iterator[Page]:
    """These tests only step: they share a tab, which gets its voice back."""
    yield stage_page
    stage_page.get_by_test_id("voice-exact").click()


def read(page: Page, url: str, name: str, it: int, step: int) -> None:
    """Open a step of a run in the plain voice."""
    open_step(page, url, name, it, step)
    page.get_by_test_id("voice-plain").click()
    drawn(page)


def phase(name: str, it: int, kind: str, nth: int = 0) -> int:
    """The n-th step of a kind in a round."""
    return [k for k, step in enumerate(rounds(name)[it]["steps"]) if step["phase"] == kind][nth]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_a_width_is_explained_by_its_picture(page: Page, app_url: str, size: tuple[int, int]) -> None:
    """The bars, the required line, the chosen number and the rule are seen together, without scrolling."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    read(page, app_url, "dsbd-widths", 0, phase("dsbd-widths", 0, "layer"))
    rule, chart = page.get_by_test_id("layer-rule"), page.get_by_test_id("layer-tails")
    expect(rule).to_have_text("3 is the largest number whose bar reaches the required 60%.")
    for word in ("required", "width 3", "63%"):
        expect(chart.get_by_text(word, exact=True)).to_be_visible()
    box, panel = rule.bounding_box() or {}, page.locator(".st-why").bounding_box() or {}
    assert box["y"] + box["height"] <= panel["y"] + panel["height"]
    read(page, app_url, "dsbd-widths", 0, phase("dsbd-widths", 0, "layer", 1))
    expect(rule).to_have_text("The bar of 2 does not reach the required 60%, but the settings allow no fewer.")


def test_equal_beams_are_named(page: Page, app_url: str) -> None:
    """Three beams in two boxes: the panel names them, the box counts them."""
    read(page, app_url, "dsbd-widths", 0, phase("dsbd-widths", 0, "verify", 2))
    expect(page.get_by_test_id("layer-count")).to_contain_text("beams found for layer 1: 3 of 3")
    expect(page.get_by_test_id("layer-beams")).to_have_text("like ×2, need")
    expect(page.locator(".st-x", has_text="●●")).to_be_visible()
    expect(page.locator(".st-n.lost")).to_have_count(0)


def test_a_box_shows_the_leftover_that_its_test_used(page: Page, app_url: str) -> None:
    """“hot” is tested with 5.7%, so a box that says 12% contradicts the sentence."""
    last = phase("dsbd-widths", 0, "verify", 4)
    read(page, app_url, "dsbd-widths", 0, last - 1)
    node = page.locator(".st-n", has=page.locator(".st-w", has_text="hot")).first
    expect(node.locator("[data-of=p]")).to_contain_text("12%")
    for _ in range(2):  # what the rejection before it leaves, and its own test
        page.keyboard.press("ArrowRight")
        expect(node.locator("[data-of=p]")).to_contain_text("5.7%")
        expect(node).to_have_class(re.compile(r"\bleft\b"))


def test_a_guess_below_a_rejected_beam_looks_lost(page: Page, app_url: str) -> None:
    """Figure 2, round 1: both guesses of layer 2 lose their parents as these are rejected."""
    read(page, app_url, "dsbd-figure-2", 0, phase("dsbd-figure-2", 0, "verify", 1))
    expect(page.locator(".st-n.lost")).to_have_count(1)
    for _ in range(2):  # what the first rejection leaves, and the next test
        page.keyboard.press("ArrowRight")
    expect(page.locator(".st-n.lost")).to_have_count(2)


def test_no_panel_is_nearly_empty(page: Page, app_url: str) -> None:
    """A step without a picture of its own says what happens at such steps."""
    for name, kind in (("dsbd-widths", "orphaned"), ("eagle2", "target")):
        read(page, app_url, name, 0, phase(name, 0, kind))
        expect(page.get_by_test_id("inspector-rule")).to_be_visible()
    read(page, app_url, "dsbd-widths", 0, phase("dsbd-widths", 0, "draft"))
    expect(page.get_by_test_id("inspector-guesses")).to_be_visible()
    read(page, app_url, "dsbd-widths", 0, phase("dsbd-widths", 0, "unused"))
    expect(page.get_by_test_id("inspector-joint")).to_be_visible()
    read(page, app_url, "hello-spd", 0, phase("hello-spd", 0, "verify"))
    expect(page.get_by_test_id("inspector-rule")).to_have_count(0)


def test_a_graph_that_does_not_fit_says_where_there_is_more(page: Page, app_url: str) -> None:
    """EAGLE-2's tree is higher than a laptop's panel; one that fits says nothing."""
    page.set_viewport_size({"width": 1280, "height": 720})
    read(page, app_url, "eagle2", 0, phase("eagle2", 0, "draft", 2))
    graph, sign = page.get_by_test_id("graph"), page.locator(".st-graph > .st-more-sign")
    expect(graph).to_have_attribute("data-more", "up down")
    expect(sign).to_have_text("↑ ↓ more")
    graph.evaluate("one => { one.scrollTop = 1e5; }")
    expect(sign).to_have_text("↑ more")
    read(page, app_url, "gsd-figure-4", 0, phase("gsd-figure-4", 0, "target"))
    expect(sign).to_be_empty()
    numbers = page.locator(".st-n[data-shown='1'] .st-pr[data-of=p] .st-bar-n")
    assert "60%" in numbers.all_text_contents(), "the numbers that the target compares are in the boxes"


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_the_strip_names_the_step_whole(page: Page, app_url: str, size: tuple[int, int]) -> None:
    """The current step and the names of groups are never cut at the left, and a sign covers nothing."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for name in ("dsbd-widths", "gsd-figure-4"):
        read(page, app_url, name, 0, 0)
        for step in range(len(rounds(name)[0]["steps"])):
            if size[0] > 900:
                assert page.evaluate(CUT) == [True, []], (name, step)
            assert page.evaluate(COVERED) == [], (name, step)
            page.keyboard.press("ArrowRight")


def test_a_round_without_a_bonus_offers_one_with_it(page: Page, app_url: str) -> None:
    """The first rounds end with rejections, and a reader who stops there never sees a bonus token."""
    steps = [len(one["steps"]) for one in rounds("hello-spd")]
    added = [any(verdict["state"] == "bonus" for verdict in one["verdicts"]) for one in rounds("hello-spd")].index(True)
    read(page, app_url, "hello-spd", 0, steps[0] - 1)
    page.get_by_test_id("see-accepted").click()
    assert place(page) == (added + 1, 1)
    read(page, app_url, "hello-spd", added, steps[added] - 1)
    expect(page.get_by_test_id("see-accepted")).to_have_count(0)
