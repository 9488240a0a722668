"""The page on a phone, upright and on its side: everything can be reached, and nothing is cut or covered."""

import re
from contextlib import AbstractContextManager
from itertools import combinations, pairwise

import pytest
from playwright.sync_api import Browser, FloatRect, Locator, Page, expect

from tests.browser.conftest import on_screen
from tests.browser.driving import (
    choose,
    choose_toy,
    drawn,
    open_compare,
    open_page,
    open_step,
    open_tab,
    place,
    run_to_end,
    shown,
)

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("phone")]
TABS = ("Learn", "Compare", "Traces", "Exactness", "Energy", "Lab")
PARTS = {"picture": ".st-graph", "sentence": ".st-narration", "buttons": ".st-controls"}
UPRIGHT, SIDEWAYS, NARROW = (390, 844), (844, 390), (360, 780)
PICTURES = "**/PlotlyPlot*.js"
# Whatever takes a finger and is smaller than 40 × 40 px. Left out: words within a sentence, what only screen readers
# and Gradio's own measuring of its tabs see, and nodes, which take a finger that comes down beside them (tested below).
SMALL = """() => {
    const takes = 'button, a[href], input, select, textarea, summary, [role=button], [role=tab], [role=slider]';
    const inline = place => getComputedStyle(place).display === 'inline' && place.parentElement.textContent.trim()
        !== place.textContent.trim();
    const boxOf = place => (place.matches('[type=checkbox], [type=radio]') && place.closest('label')) || place;
    return [...document.querySelectorAll(takes)].filter(place => place.checkVisibility({visibilityProperty: true})
        && !place.closest('.st-n, .tab-container.visually-hidden') && !inline(place)).map(place => {
            const {width, height} = boxOf(place).getBoundingClientRect();
            return {width, height, told: `${place.outerHTML.slice(0, 90)} ${Math.round(width)}×${Math.round(height)}`};
        }).filter(({width, height}) => width > 1 && height > 1 && (width < 39.5 || height < 39.5))
        .map(({told}) => told); }"""
CUT = """() => [...document.querySelectorAll('#tabs [role=tab]')].filter(tab => tab.checkVisibility()).filter(tab => {
    const box = tab.getBoundingClientRect(), row = tab.parentElement.getBoundingClientRect();
    return tab.scrollWidth > tab.clientWidth || box.left < row.left - 1 || box.right > row.right + 1;
}).map(tab => tab.textContent)"""


def phone(browser: Browser, url: str, size: tuple[int, int], query: str = "") -> AbstractContextManager[Page]:
    """The app on a phone of this size with touch."""
    return on_screen(browser, url, size, query, touch=True)


def box(place: Locator) -> FloatRect:
    """The position of an element on the screen."""
    found = place.bounding_box()
    assert found is not None, f"{place} is not drawn"
    return found


def apart(one: FloatRect, other: FloatRect) -> bool:
    """Whether two boxes do not overlap."""
    beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    return beside or one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1


def whole(page: Page, found: FloatRect) -> bool:
    """Whether a box is on the screen as a whole."""
    width, height = page.evaluate("[innerWidth, innerHeight]")
    return (
        found["x"] >= 0
        and found["y"] >= 0
        and found["x"] + found["width"] <= width + 1
        and (found["y"] + found["height"] <= height + 1)
    )


def test_everything_can_be_hit_with_a_finger(browser: Browser, app_url: str, subtests: pytest.Subtests) -> None:
    """A missed button opens something else, or makes people give up, and so does what is cut or beside the screen.

    The phone is turned at each place, because opening all tabs takes seconds.
    """

    def look(where: str) -> None:
        for way, size in {"sideways": SIDEWAYS, "upright": UPRIGHT}.items():
            page.set_viewport_size({"width": size[0], "height": size[1]})
            drawn(page)
            with subtests.test(where=where, way=way):
                assert page.evaluate(SMALL) == []
                if size == UPRIGHT:
                    assert page.evaluate(CUT) == []
                assert page.evaluate("document.documentElement.scrollWidth") <= size[0]

    with phone(browser, app_url, UPRIGHT, "trace=spd&it=2&phase=8") as page:
        page.route(PICTURES, lambda route: None)  # they take seconds, and no finger presses them
        look("Explore")
        page.get_by_test_id("more-controls").tap()
        page.get_by_test_id("more").tap()
        look("the menu")
        page.get_by_test_id("open-find").tap()
        look("the search")
        page.get_by_test_id("find-close").tap()
        page.locator("#learn").tap()
        page.get_by_test_id("lesson-list").locator("button").first.tap()
        expect(page.get_by_test_id("lesson-text")).to_be_visible()
        look("a lesson")
        page.get_by_test_id("lesson-close").tap()
        page.locator("#open-form").tap()
        expect(page.locator("#close-form")).to_be_in_viewport()
        look("the form")
        page.locator("#close-form").tap()
        for tab in TABS:
            open_tab(page, tab)
            expect(page.get_by_role("tab", name=tab, exact=True).first).to_be_visible()
            look(tab)


def test_a_finger_finds_the_phase_the_end_of_the_page_and_the_node(browser: Browser, app_url: str) -> None:
    """The strip opens at its phase, buttons cover no last line, and a finger, larger than a node, means the node."""
    with phone(browser, app_url, UPRIGHT, "trace=spd&it=1&phase=9") as page:
        page.get_by_test_id("more-controls").tap()
        expect(page.locator("#stage .st-ph[aria-current]")).to_be_in_viewport(ratio=1)
        page.get_by_test_id("more-controls").tap()
        page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        drawn(page)
        last = page.locator("#versions").evaluate(
            "place => [...place.childNodes].at(-1) && place.getBoundingClientRect().bottom"
            " - parseFloat(getComputedStyle(place).paddingBottom)"
        )
        assert last <= box(page.locator("#stage .st-controls"))["y"] + 1
        page.evaluate("scrollTo(0, 0)")
        open_step(page, app_url, "spd", 1, 7)
        nodes = page.locator("#stage .st-n[data-shown='1']")
        boxes = [box(node) for node in nodes.all()]
        assert all(later["y"] - one["y"] >= 40 for one, later in pairwise(boxes))
        for node, found in zip(nodes.all(), boxes, strict=True):
            above = found["y"] + found["height"] / 2 - 19
            page.touchscreen.tap(found["x"] + found["width"] / 2, above)
            expect(node).to_have_class(re.compile(r"\bpicked\b"))


def test_a_phone_lists_the_runs_and_presents(browser: Browser, app_url: str) -> None:
    """Without these controls, phone users would never learn that there are other methods: the list takes the whole
    width, as a name would take four lines in a narrow column, and the form opens without a keyboard that covers it.
    """
    with phone(browser, app_url, UPRIGHT) as page:
        runs = page.get_by_role("combobox", name="Recorded run")
        assert whole(page, box(runs))
        runs.tap()
        options = page.locator("#bar .options")
        expect(options).to_be_visible()
        drawn(page)
        found = box(options)
        assert found["width"] >= 360
        assert whole(page, found | {"height": 1})
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        expect(options).to_have_count(0)
        page.locator("#open-form").tap()
        expect(page.locator("#close-form")).to_be_focused()
        page.locator("#close-form").tap()
        runs.tap()
        page.get_by_role("option", name="SpecInfer").first.tap()
        expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "hello-branches")
        page.locator("#present").tap()
        expect(page.get_by_test_id("leave")).to_be_visible()
        page.get_by_test_id("leave").tap()
        expect(page.get_by_test_id("leave")).to_be_hidden()


def test_an_own_run_leaves_its_sentence_on_a_phone(browser: Browser, app_url: str) -> None:
    """Buttons and status lines must not push the sentence off the screen."""
    with phone(browser, app_url, UPRIGHT) as page:
        choose_toy(page)
        run_to_end(page)
        page.evaluate("document.querySelector('#status [data-run]').dataset.compares = '1'")  # as of a real pair
        expect(page.locator("#faster")).to_be_visible()
        drawn(page)
        buttons = [box(page.locator(f"#acts {name}")) for name in ("#learn", "#open-runs", "#open-form", "#present")]
        assert max(button["y"] for button in buttons) - min(button["y"] for button in buttons) < 10
        controls, sentence = box(page.locator("#stage .st-controls")), box(page.locator("#stage .st-narration"))
        assert sentence["y"] + sentence["height"] <= controls["y"] + 1
        page.locator("#learn").tap()
        page.get_by_test_id("lesson-list").locator("button").nth(1).tap()
        expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "spd")
        expect(page.locator("#doing")).to_be_hidden()


def test_what_compare_says_comes_to_the_screen(browser: Browser, app_url: str) -> None:
    """After Compare is pressed, its answer must be visible without scrolling."""
    with phone(browser, app_url, UPRIGHT) as page:
        open_compare(page)
        choose(page, "Model pair for all methods", "Toy")
        page.locator("#compare-run").tap()
        expect(page.locator("#compare-status")).to_contain_text("Done")
        expect(page.locator("#compare-status")).to_be_in_viewport()


@pytest.mark.parametrize("query", ["trace=spd&it=1&phase=1", "trace=specinfer&it=1&phase=9"])
def test_a_phone_on_its_side_shows_the_picture_and_steps(
    browser: Browser, app_url: str, subtests: pytest.Subtests, query: str
) -> None:
    """Picture, sentence and Next are on the screen together and do not overlap."""
    with phone(browser, app_url, SIDEWAYS, query) as page:
        parts = {name: page.locator(f"#stage {look}") for name, look in PARTS.items()}

        def look(state: str) -> None:
            with subtests.test(state=state, width=width):
                boxes = {name: box(part) for name, part in parts.items()}
                assert all(whole(page, found) for found in boxes.values())
                assert boxes["picture"]["height"] >= 130
                assert all(apart(*two) for two in combinations(boxes.values(), 2))

        for width, height in (SIDEWAYS, (740, 360), (932, 430)):
            page.set_viewport_size({"width": width, "height": height})
            drawn(page)
            look("as opened")
            before = place(page), shown(page)["shows"]
            page.get_by_test_id("next-phase").tap()
            assert (place(page), shown(page)["shows"]) != before
            page.get_by_test_id("prev-phase").tap()
            page.locator("#present").tap()
            expect(page.get_by_test_id("leave")).to_be_in_viewport()
            drawn(page)
            look("presented")
            page.get_by_test_id("leave").tap()
            expect(page.get_by_test_id("leave")).to_be_hidden()


def test_a_lesson_on_a_phone_on_its_side(browser: Browser, app_url: str) -> None:
    """The lesson is next to the picture that it explains, and can be continued."""
    with phone(browser, app_url, SIDEWAYS, "lesson=draft-and-verify") as page:
        expect(page.get_by_test_id("lesson-text")).to_be_visible()
        further = page.get_by_test_id("lesson-next")
        expect(further).to_be_in_viewport()
        assert apart(box(page.locator("#stage .st-graph")), box(page.get_by_test_id("lesson")))
        count = page.get_by_test_id("lesson-count").inner_text()
        further.tap()
        expect(page.get_by_test_id("lesson-count")).not_to_have_text(count)


def test_next_stays_on_a_laptop_after_an_own_run(page: Page, app_url: str) -> None:
    """The status line takes its height from the picture and never pushes Next off the screen."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, app_url)
    choose_toy(page)
    run_to_end(page)
    said = page.locator("#status .run-status span")
    for words in (said.inner_text(), "Done: 48 tokens, as many as were asked for · " + "a long report · " * 12):
        said.evaluate("(span, words) => { span.textContent = words; }", words)
        drawn(page)
        buttons = page.locator("#stage .st-controls")
        expect(buttons).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        assert box(page.locator("#stage .st-graph"))["height"] >= 230
