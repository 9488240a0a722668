"""The Exactness tab in a browser: a verdict always belongs to the settings next to it, and bars edit the pair."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from explorer.ui.tabs.exactness import BROKEN
from tests.browser.conftest import visiting
from tests.browser.driving import choose, open_page, open_panel, open_tab

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("exactness")]
SIZES = """root => [...root.querySelectorAll('*')].filter(one => one.offsetParent && one.textContent.trim())
    .map(one => [parseFloat(getComputedStyle(one).fontSize), one.className])"""


@pytest.fixture(scope="module")
def exact(tab: Page, app_url: str) -> Iterator[Page]:
    """The tab with its bars and settings open; the tests use it one after another."""
    page = tab.context.new_page()
    with visiting(page, app_url):
        open_page(page, app_url)
        open_tab(page, "Exactness")
        open_panel(page, "Toy pair as bars", slider(page, "target probability of “a” after “h”"))
        open_panel(page, "Method settings", gamma(page))
        yield page
    page.close()


def slider(page: Page, name: str) -> Locator:
    return page.get_by_role("slider", name=name, exact=True)


def gamma(page: Page) -> Locator:
    """A setting that not every method has; the Explore tab has its own copy."""
    return page.get_by_label("number input for Draft length (γ)").filter(visible=True)


def enumerate_now(page: Page) -> None:
    page.locator("#enumerate").click()
    expect(page.locator("#law-status")).to_contain_text("Done")
    expect(page.locator("#law-plot .js-plotly-plot")).to_be_visible()


def expect_cleared(page: Page) -> None:
    """The last verdict is gone, and a sentence says what to do."""
    expect(page.locator("#law-verdict .tv")).to_have_count(0)
    expect(page.locator("#law-table table")).to_have_count(0)
    expect(page.locator("#law-plot .js-plotly-plot").filter(visible=True)).to_have_count(0)
    expect(page.locator("#law-status")).to_contain_text("Press Enumerate")
    expect(page.locator("#enumerate")).to_be_enabled()


def test_the_tab_opens_on_an_example(page: Page, app_url: str) -> None:
    """The purpose of the tab is visible without a click: distance 0, and the effect of a broken rule."""
    open_page(page, app_url)
    open_tab(page, "Exactness")
    expect(page.locator("#law-status")).to_contain_text("Done")
    expect(page.locator("#law-plot .js-plotly-plot")).to_be_visible()
    assert float(page.get_by_test_id("tv").inner_text()) < 1e-12
    assert float(page.locator(f"[data-mutation='{BROKEN[0]}'] .tv").inner_text()) > 1e-3
    page.get_by_label("Resample from p instead of the residual").uncheck()
    expect_cleared(page)
    open_tab(page, "Learn")
    open_tab(page, "Exactness")
    expect_cleared(page)


def test_the_distance_is_the_largest_thing(exact: Page) -> None:
    """Someone who looks for a second should see the one number and a sentence that explains it."""
    enumerate_now(exact)
    sizes = exact.locator("#tabs .tabitem").filter(visible=True).first.evaluate(SIZES)
    largest = max(size for size, _ in sizes)
    assert {name for size, name in sizes if size == largest} == {"tv"}
    assert float(exact.get_by_test_id("tv").inner_text()) < 1e-12
    expect(exact.locator("#law-verdict")).to_contain_text("produces every text with the same probability as")
    expect(exact.locator("#law-plot text").first).to_be_visible()  # it is drawn after the numbers have come
    fills = exact.locator("#law-plot text").evaluate_all("texts => texts.map(text => getComputedStyle(text).fill)")
    assert set(fills) == {exact.locator("body").evaluate("body => getComputedStyle(body).color")}, "as dark as text"


@pytest.mark.parametrize("change", ["rule", "method", "pair", "context", "bar"])
def test_a_change_clears_the_verdict(exact: Page, change: str) -> None:
    """A verdict next to another rule, method or pair would be believed."""
    enumerate_now(exact)
    before = exact.get_by_label("Toy prompt", exact=True).input_value()
    if change == "rule":
        exact.get_by_label("Residual |p − q| instead").check()
    elif change == "method":
        choose(exact, "Method to check", "SpecInfer")
        expect(gamma(exact)).to_be_hidden()  # its settings have come
    elif change == "pair":
        choose(exact, "Toy pair", "MTAD figure 2")
        expect(exact.get_by_label("Toy prompt", exact=True)).not_to_have_value(before)  # a context of its own has come
    elif change == "context":
        exact.get_by_label("Toy prompt", exact=True).fill("I like")
    else:
        exact.locator("#pair-bars input[type=range]").first.press("ArrowRight")
    expect_cleared(exact)


def test_a_change_ends_an_enumeration_under_way(exact: Page) -> None:
    """The late verdict of an earlier choice would appear next to the new choice."""
    tokens = exact.get_by_label("number input for Tokens")
    tokens.fill("5")
    tokens.press("Tab")
    exact.locator("#enumerate").click()
    broken = exact.get_by_label("Residual max(p − 2q, 0)")
    exact.wait_for_function(  # at once: on a busy machine a person's click comes after the end
        """([box, said]) => /Enumerating/.test(said.textContent) && (box.click(), true)""",
        arg=[broken.element_handle(), exact.locator("#law-status").element_handle()],
    )
    expect(broken).to_be_checked()
    expect_cleared(exact)
    exact.wait_for_timeout(2500)
    expect_cleared(exact)
    tokens.fill("2")
    tokens.press("Tab")


def test_bars_change_the_pair(exact: Page) -> None:
    """Keys move one bar, the others adjust, and the enumerated distribution is that of the changed pair."""
    choose(exact, "Toy pair", "DSBD figure 1")
    bar, other = (
        slider(exact, "target probability of “e” after “h”"),
        slider(exact, "target probability of “a” after “h”"),
    )
    expect(bar).to_have_attribute("aria-valuetext", "50%")
    bar.focus()
    bar.press("End")
    expect(bar).to_have_attribute("aria-valuetext", "100%")
    expect(other).to_have_attribute("aria-valuetext", "0%")
    bar.press("ArrowLeft")
    expect(bar).to_have_attribute("aria-valuetext", "99%")
    exact.get_by_label("number input for Tokens").fill("1")
    exact.get_by_label("number input for Tokens").press("Tab")
    enumerate_now(exact)
    first = exact.locator("#law-table tbody tr").first
    expect(first).to_contain_text("e")
    expect(first).to_contain_text("0.990000")
    text = exact.locator("#toy-json textarea")
    open_panel(exact, "JSON", text)
    toy = json.loads(text.input_value())
    assert toy["target"]["h"][1] == 0.99
    assert abs(sum(toy["target"]["h"]) - 1) < 1e-9
    assert toy["draft"]["h"][1] == 0.4, "only the target's bar was moved"


def test_a_bar_can_be_dragged(exact: Page) -> None:
    """On a phone, a bar is dragged with a finger."""
    bar = slider(exact, "draft probability of “e” after “h”")
    bar.scroll_into_view_if_needed()
    box = bar.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    exact.mouse.move(box["x"] + 0.4 * box["width"], middle)
    exact.mouse.down()
    exact.mouse.move(box["x"] + 0.8 * box["width"], middle, steps=4)
    exact.mouse.up()
    expect(bar).to_have_attribute("aria-valuetext", re.compile(r"^(7[5-9]|8[0-5])%$"))
    shares = exact.locator("#pair-bars .draft").evaluate_all("bars => bars.map(bar => bar.ariaValueText)")
    assert abs(sum(float(share.removesuffix("%")) for share in shares) - 100) < 1


def test_json_and_bars_are_one_pair(exact: Page) -> None:
    """Hand-written JSON is shown as bars, and an invalid pair is reported."""
    text = exact.locator("#toy-json textarea")
    if not text.is_visible():
        open_panel(exact, "JSON", text)
    own = {"vocab": ["yes", "no"], "target": {"": [0.7, 0.3]}, "draft": {"": [0.5, 0.5]}}
    text.fill(json.dumps(own))
    expect(slider(exact, "target probability of “yes”")).to_have_attribute("aria-valuetext", "70%")
    text.fill('{"vocab": ["a"]}')
    expect(exact.locator("#pair-bars")).to_contain_text("cannot be shown as bars")
    exact.locator("#enumerate").click()
    expect(exact.locator("#law-status [role=alert]")).to_contain_text("needs the keys vocab, target and draft")


def test_edge_cases_come_last_and_what_cannot_be_enumerated_is_not_offered(exact: Page) -> None:
    """Visitors meet the papers' figures first, and no pair that would only be refused."""
    exact.get_by_label("Toy pair", exact=True).click()
    options = exact.get_by_role("option").all_inner_texts()
    exact.keyboard.press("Escape")
    edges = [option.strip("✓ \n").startswith("Edge case") for option in options]
    assert edges == sorted(edges)
    assert 0 < edges.count(False) < len(edges)
    assert not any("GSD figure 4" in option for option in options), "its 11 words are too many to enumerate"
