"""Animations: a step forward moves, and every picture is the same without its movement."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_step

pytestmark = pytest.mark.browser
MOVES = "document.getAnimations().map(each => each.id).filter(id => id.startsWith('st-'))"
PRESS = "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
ENDED = "Promise.all(document.getAnimations().filter(each => each.id.startsWith('st-')).map(each => each.finished))"
PICTURE = """[...document.querySelectorAll('[data-testid=graph] svg *')].map(node => [node.tagName,
    ...[...node.attributes].map(({name, value}) => `${name}=${value}`).sort(),
    node.children.length ? '' : node.textContent].join(' ')).join('\\n')"""
# What a person sees in the boxes: words, numbers and widths.
BOXES = """[...document.querySelectorAll('.st-n')].filter(node => getComputedStyle(node).visibility === 'visible')
    .map(node => [node.dataset.shown, node.querySelector('.st-box').getAttribute('width'), node.textContent.trim()])"""
CHECK, REJECTED, REPLACED = 5, 8, 10  # steps of the fifth round of the bundled run of SpD, counted from 0


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab. Its reader has nothing against movement."""
    stage_page.emulate_media(reduced_motion="no-preference")
    return stage_page


def moves(page: Page) -> set[str]:
    """The names of the running animations."""
    return set(page.evaluate(MOVES))


def moves_forward(page: Page) -> set[str]:
    """Step forward by key, and return the animations that this starts, read before any of them can end.

    It waits first, because a step that follows quickly on another one is not animated.
    """
    page.wait_for_timeout(300)
    return set(page.evaluate(f"() => {{ {PRESS}; return {MOVES}; }}"))


@pytest.mark.parametrize(
    ("step", "names"),
    [
        (1, {"st-hop", "st-pop"}),
        (CHECK, {"st-check"}),
        (6, {"st-coin", "st-verdict", "st-fly"}),
        (REJECTED, {"st-coin", "st-verdict", "st-fall", "st-hole"}),
        (REPLACED, {"st-pop", "st-fly"}),
    ],
)
def test_a_step_forward_moves_and_ends_at_its_picture(page: Page, app_url: str, step: int, names: set[str]) -> None:
    """The picture is drawn first; the animation leads to it and leaves nothing over."""
    open_step(page, app_url, "spd", 4, step)
    assert moves(page) == set(), "a link shows its step at once"
    drawn = page.evaluate(PICTURE)
    page.keyboard.press("ArrowLeft")
    assert moves(page) == set(), "a step back does not move"
    assert names <= moves_forward(page)
    page.evaluate(ENDED)
    assert moves(page) == set()
    assert page.evaluate(PICTURE) == drawn
    expect(page.locator(".st-fly")).to_have_count(0)


def test_the_next_step_ends_a_movement(page: Page, app_url: str) -> None:
    """Stepping on does not wait, and a held key causes no animation."""
    open_step(page, app_url, "spd", 4, REJECTED - 1)
    page.wait_for_timeout(300)
    first, second = page.evaluate(f"() => [1, 2].map(() => {{ {PRESS}; return {MOVES}; }})")
    assert "st-fall" in first
    assert second == []
    expect(page.locator(".st-fly")).to_have_count(0)


def test_less_motion_shows_the_same_pictures_at_once(page: Page, app_url: str) -> None:
    """The story must be complete for a reader who prefers reduced motion."""
    page.emulate_media(reduced_motion="reduce")
    open_step(page, app_url, "spd", 4, 0)
    for step in range(1, REPLACED + 1):
        if step == REJECTED + 1:
            assert moves_forward(page) == set(), "what the rejection leaves"
        assert moves_forward(page) == set(), f"step {step}"
        stepped = page.evaluate(PICTURE)
        if step in (CHECK, REJECTED, REPLACED):
            open_step(page, app_url, "spd", 4, step)
            assert page.evaluate(PICTURE) == stepped


def test_no_box_gives_away_what_will_be_in_it(page: Page, app_url: str) -> None:
    """Empty boxes have equal widths, and no box shows a probability of the target before the check."""
    for name, rounds in (("spd", range(5)), ("specinfer", range(3))):
        for number in rounds:
            open_step(page, app_url, name, number, 0)
            boxes = page.evaluate(BOXES)
            assert len({width for _, width, text in boxes if text == "?"}) == 1
            assert {text for shown, _, text in boxes if shown == "0"} == {"?"}
    sizes = set()
    for number in range(5):  # with and without a rejection
        open_step(page, app_url, "spd", number, CHECK - 1)
        expect(page.locator(".st-n .st-pr[data-of=p] .st-bar-n:not(:empty)")).to_have_count(0)
        expect(page.locator(".st-scale")).to_have_count(0)
        expect(page.locator(".st-bonus")).to_have_attribute("visibility", "visible")
        sizes.add(page.locator("[data-testid=graph] svg").first.get_attribute("viewBox"))
    assert len(sizes) == 1, "the layout is the same whatever the outcome"
    open_step(page, app_url, "spd", 4, REJECTED)
    expect(page.locator(".st-n.hole .st-ask")).to_have_text("?")


def test_the_residual_is_drawn_with_the_bars_of_the_rejection(page: Page, app_url: str) -> None:
    """The rejected token has nothing left, the others add up to 100%, and the next test uses these bars."""
    open_step(page, app_url, "specinfer", 0, 6)
    box, after = page.get_by_test_id("inspector-overlap"), page.get_by_test_id("inspector-left")
    expect(box).to_have_attribute("data-part", "overlap")
    assert moves_forward(page) == {"st-residual"}
    left = after.locator(":scope > div:not(.sum, .st-left-h) [data-of=r]").all_inner_texts()
    assert after.locator(".own [data-of=r]").inner_text() == "0"
    assert sum(map(float, left)) == pytest.approx(1, abs=0.02)
    page.keyboard.press("ArrowRight")  # why that is lossless
    expect(page.get_by_test_id("left-proof")).to_be_attached()
    page.keyboard.press("ArrowRight")  # the next candidate at the same position
    expect(box).to_have_attribute("data-part", "overlap")
    tested = float(box.locator(".own .st-both-n [data-of=p]").inner_text())  # with fewer digits
    assert min(abs(tested - float(each)) for each in left) <= 0.0051
