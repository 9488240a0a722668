"""The Learn tab and the race in a browser: bars move by pointer and keys, and links open their content."""

import json
import re
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from decoders.exact.toy import parse_toy
from explorer.features.comparisons import RECORDED
from explorer.features.race import race
from explorer.lessons.library import files
from explorer.story.page.address import WRONG_TAB
from explorer.story.page.learn import TOY
from explorer.story.page.race import UNANSWERED
from tests.browser.conftest import visiting
from tests.browser.driving import open_compare, open_page, open_tab

pytestmark = pytest.mark.browser
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def learn(tab: Page, app_url: str) -> Iterator[Page]:
    """A page with the Learn tab open, for tests that only change its bars and sliders."""
    page = tab.context.new_page()
    with visiting(page, app_url):
        open_page(page, app_url)
        open_tab(page, "Learn")
        expect(page.get_by_test_id("toy-alpha")).to_be_visible()
        yield page
    page.close()


def bars(page: Page) -> None:
    """Bring the tab to the front, with the bars at their first values."""
    page.bring_to_front()
    page.get_by_test_id("toy-reset").click()


def test_the_tab_leads_to_a_run_and_to_the_lessons(page: Page, app_url: str) -> None:
    """One click turns the bars into a run of SpD, and another one opens the lessons on the stage of another tab."""
    open_page(page, app_url)
    open_tab(page, "Learn")
    page.get_by_test_id("toy-run").click()
    expect(page).to_have_url(re.compile("trace=run-"))
    expect(page.locator("#stage [data-testid='stage'][data-it]")).to_be_visible()
    open_tab(page, "Learn")
    page.locator("#open-lessons").click()
    expect(page.get_by_role("tab", name="Explore", exact=True)).to_have_attribute("aria-selected", "true")
    expect(page.get_by_test_id("lesson-card").first).to_be_visible()
    assert page.get_by_test_id("lesson-card").count() == len(files())


def test_the_bars_follow_keys_and_pointer(learn: Page) -> None:
    """Bars can be changed without a mouse; α and the distribution follow, and the output stays the target's."""
    bars(learn)
    expect(learn.get_by_test_id("toy-alpha")).to_contain_text("0.70")
    bar = learn.get_by_role("slider", name="target probability p of “green”")
    bar.press("PageUp")
    expect(bar).to_have_attribute("aria-valuetext", "15%")
    expect(learn.get_by_test_id("toy-alpha")).not_to_contain_text("0.70")
    bar.press("End")
    expect(learn.get_by_test_id("toy-alpha")).to_contain_text("0.25")
    learn.get_by_test_id("toy-reset").click()
    handle = learn.get_by_test_id("toy-q-0")
    handle.scroll_into_view_if_needed()
    box, column = handle.bounding_box(), learn.locator(".lt-col").first.bounding_box()
    assert box
    assert column
    learn.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    learn.mouse.down()
    learn.mouse.move(box["x"], box["y"] + box["height"] / 2 - column["height"] * 0.3, steps=5)
    learn.mouse.up()
    expect(handle).to_have_attribute("aria-valuetext", "60%")
    expect(learn.get_by_test_id("toy-say")).to_contain_text("each word comes out with the target’s probability")
    assert all("=" in text for text in learn.get_by_test_id("toy-out").locator(".lt-values").all_inner_texts())


def test_a_broken_rule_shows(learn: Page) -> None:
    """Leaving out the residual shows why it is needed."""
    bars(learn)
    learn.get_by_label("Rule", exact=True).select_option("residual-p")
    expect(learn.get_by_test_id("toy-say")).to_contain_text("the output is not distributed like p")
    assert any("≠" in text for text in learn.get_by_test_id("toy-out").locator(".lt-values").all_inner_texts())


def test_a_link_opens_its_toy_and_the_file_is_a_pair(page: Page, app_url: str) -> None:
    """A teacher sends the bars by a link, or saves them as a pair for the app."""
    page.goto(f"{app_url}?toy=2000.2000.2000.2000.2000~10000.0.0.0.0~no-max")
    expect(page.get_by_test_id("toy-alpha")).to_be_visible()
    expect(page.get_by_test_id("toy-alpha")).to_contain_text("0.20")
    expect(page.get_by_label("Rule", exact=True)).to_have_value("no-max")
    with page.expect_download() as saved:
        page.get_by_test_id("toy-save").click()
    pair = parse_toy(json.loads(saved.value.path().read_text(encoding="utf-8")), "saved")
    assert pair.target.rows.logp(0, 1) == pytest.approx(-1.6094379)


def test_a_toy_that_cannot_be_read_is_answered(page: Page, app_url: str) -> None:
    """A link that was cut in a mail must not show another toy as if it were the sent one."""
    page.goto(f"{app_url}?{urlencode({'toy': '<img src=x>'})}")
    expect(page.get_by_test_id("toy-alpha")).to_contain_text("0.70")
    expect(page.locator("#learn-toy [role=alert]")).to_have_text(TOY["wrong"])


def test_a_tab_that_does_not_exist_is_answered(page: Page, app_url: str) -> None:
    """A mistyped link opens the first tab, and says why, until another tab is opened."""
    page.goto(f"{app_url}?{urlencode({'tab': '<b>lerning</b>'})}")
    line = page.locator("#wrong-tab")
    expect(line).to_have_text(WRONG_TAB.format(tab="<b>lerning</b>"))
    assert line.locator("b").count() == 0
    boxes = [page.locator(each).bounding_box() for each in ("#tabs > .tab-wrapper", "#acts", "#wrong-tab")]
    tabs, acts, said = (box for box in boxes if box)
    assert acts["y"] + acts["height"] <= tabs["y"] + tabs["height"] + 1, "the buttons stay in the header"
    assert said["y"] >= tabs["y"] + tabs["height"] - 1
    open_tab(page, "Learn")
    expect(page.get_by_test_id("toy-alpha")).to_be_visible()
    expect(page.locator("#wrong-tab, #learn-toy [role=alert]")).to_have_count(0)


def test_the_worth_follows_its_sliders(learn: Page) -> None:
    """The sentence and the curves use the same numbers, and the current run is marked."""
    learn.bring_to_front()
    learn.get_by_test_id("worth-here").scroll_into_view_if_needed()
    expect(learn.get_by_test_id("worth-here")).to_contain_text("spd")
    expect(learn.get_by_test_id("worth-say")).to_contain_text(
        "2.77 tokens per round for the price of 1.40 target passes"
    )
    expect(learn.locator("#learn-worth circle.here")).to_have_count(3)
    learn.get_by_test_id("worth-cost").press("End")
    expect(learn.get_by_test_id("worth-say")).to_contain_text("slower")
    expect(learn.locator("#learn-worth")).to_contain_text("With this α, c and batch, no γ pays off")
    learn.get_by_test_id("worth-use").click()
    expect(learn.get_by_test_id("worth-say")).not_to_contain_text("slower")


def test_a_batch_decides_where_it_pays_off(learn: Page) -> None:
    """The machine, the batch and the check time change every number, and computed times are not called measured."""
    learn.bring_to_front()
    for name, value in (("alpha", "0.7"), ("gamma", "4"), ("cost", "0.1")):
        learn.get_by_test_id(f"worth-{name}").fill(value)
    machine, verdict = learn.get_by_test_id("worth-machine"), learn.get_by_test_id("worth-say")
    pays, basis, rounds = (learn.get_by_test_id(f"worth-{name}") for name in ("pays", "basis", "rounds"))
    machine.select_option("NVIDIA A100 80GB SXM")
    expect(basis).to_contain_text("Computed, not measured, from the NVIDIA A100 data sheet (2039 GB/s")
    expect(pays).to_contain_text("pays off at batch sizes 1 to 72,")
    learn.get_by_test_id("worth-batch").fill("128")
    expect(verdict).to_contain_text("slower than without a draft")
    machine.select_option("own float32")
    expect(basis).to_contain_text("Measured on ")
    expect(rounds).to_have_attribute("aria-label", re.compile(r"Batch 1: .*\(measured\).*Batch 64: .*\(extrapolated\)"))
    learn.get_by_test_id("worth-batch").fill("1")
    learn.get_by_test_id("worth-check").fill("2")
    expect(machine).to_have_value("own")
    expect(verdict).to_contain_text("for the price of 2.40 target passes")
    machine.select_option("free")
    expect(verdict).to_contain_text("for the price of 1.40 target passes")
    expect(pays).to_contain_text("at every batch size from 1 to 256")


def test_nothing_stands_beside_a_phones_screen(learn: Page) -> None:
    """A page that scrolls sideways moves under a thumb that drags a bar."""
    learn.bring_to_front()
    open_tab(learn, "Compare")
    expect(learn.get_by_test_id("race-play")).to_be_visible()
    learn.set_viewport_size(PHONE)  # pyright: ignore[reportArgumentType]
    assert learn.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "Compare"
    learn.set_viewport_size(DESK)  # pyright: ignore[reportArgumentType]
    open_tab(learn, "Learn")
    expect(learn.get_by_test_id("toy-alpha")).to_be_visible()
    learn.set_viewport_size(PHONE)  # pyright: ignore[reportArgumentType]
    assert learn.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], "Learn"
    for handle in learn.locator(".lt-handle").all():
        box = handle.bounding_box()
        assert box
        assert box["height"] >= 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    learn.set_viewport_size(DESK)  # pyright: ignore[reportArgumentType]


def test_compare_opens_on_the_end_of_a_race_and_its_sentence(page: Page, app_url: str) -> None:
    """Who won stands there first, above the runs' whole texts; the race is run again on a click, all numbers on one.

    Another recorded comparison changes controls, race, table and stages.
    """
    names = RECORDED["hello"].runs
    made = race(names)
    open_page(page, app_url)
    open_tab(page, "Compare")
    expect(page.get_by_test_id("race-lane")).to_have_count(len(names))
    expect(page.locator("#compare [data-testid='stage'][data-it]")).to_have_count(len(names))
    lane, clock = page.get_by_test_id("race-lane").nth(1), page.get_by_role("slider", name="Race time")
    end, play, last = page.get_by_test_id("race-end"), page.get_by_test_id("race-play"), made["tracks"][1]["frames"][-1]
    expect(end).to_have_text(made["sentence"])
    expect(end).to_be_in_viewport()
    expect(lane).to_contain_text(f"{last[1]} tokens · {last[2]} target passes")
    expect(play).to_have_text("Watch the race")
    clock.press("Home")
    expect(lane).to_contain_text("0 tokens · 0 target passes")
    expect(end).to_have_text("")
    expect(play).to_have_text("Play")
    page.get_by_test_id("race-speed").select_option(label="4×")
    play.click()
    expect(end).to_have_text(made["sentence"])
    expect(play).to_have_text("Watch the race")
    numbers = page.locator("#compare-table table")
    expect(numbers).to_be_hidden()
    page.get_by_text("All numbers").click()
    expect(numbers).to_be_visible()
    page.get_by_label("Recorded comparison").click()
    page.get_by_role("option", name=RECORDED["greedy"].title).click()
    for name in RECORDED["greedy"].runs:
        expect(page.locator(f"[data-testid=race-lane][data-run={name}]")).to_be_visible()
        expect(page.locator(f"#compare-table tr[data-run={name}]")).to_have_count(1)
        expect(page.locator(f"#compare [data-testid='stage'][data-name={name}]")).to_be_visible()
    open_compare(page)
    expect(page.get_by_label("Prompt for all methods")).to_have_value(re.compile("sheep"))


def test_a_race_that_does_not_come_says_so(page: Page, app_url: str) -> None:
    """The race of other runs, left where it was, would be taken for that of the chosen ones."""
    title = RECORDED["greedy"].title
    open_page(page, app_url)
    open_tab(page, "Compare")
    expect(page.get_by_test_id("race-lane")).to_have_count(3)
    page.route("**/explorer/race?*", lambda route: route.fulfill(body="<html>a proxy's page</html>"))
    page.get_by_label("Recorded comparison").click()
    page.get_by_role("option", name=title).click()
    expect(page.locator("#race").get_by_role("alert")).to_have_text(UNANSWERED)
    expect(page.get_by_test_id("race-lane")).to_have_count(0)
