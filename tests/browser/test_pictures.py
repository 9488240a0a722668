"""The attention mask, the beam trace and the repeated n-grams in a real browser."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_page, open_step, shown
from tests.bundled import rounds

pytestmark = pytest.mark.browser
STAGE = "document.querySelector('[data-testid=stage]')"
CELLS = """stage => [...stage.querySelectorAll('.st-cell')]
    .reduce((count, path) => count + path.getAttribute('d').split('M').length - 1, 0)"""


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def settled(page: Page) -> None:
    """Wait until the pictures are drawn, which happens after the step itself."""
    page.wait_for_function(
        """() => {
            const stage = document.querySelector('[data-testid="stage"]'), done = stage.querySelector('.st-pictures');
            return done.dataset.step === `${stage.dataset.it}.${stage.dataset.phase}`;
        }"""
    )


def open_pictures(page: Page, url: str, name: str, it: int, phase: int | None = None) -> None:
    """Open a step, counted from 0, and wait until its pictures are there."""
    open_step(page, url, name, it, phase)
    settled(page)


@pytest.mark.parametrize(("name", "it"), [("dsbd-fixed", 2), ("gsd", 3), ("beam-search", 20)])
def test_every_cell_of_the_mask_is_drawn(page: Page, app_url: str, name: str, it: int) -> None:
    """A wrong extra cell would be a token that attends to another branch; both orders have the same cells."""
    open_pictures(page, app_url, name, it - 1)
    want = sum(len(seen) for seen in rounds(name)[it - 1]["mask"]["sees"])
    stage = page.get_by_test_id("stage")
    for order in ("pass", "depth"):
        page.get_by_test_id("mask-order").select_option(order)
        assert stage.evaluate(CELLS) == want, order
    rows = [int(row.get_attribute("data-row") or -1) for row in page.locator(".st-mask-row").all()]
    parent = dict(zip(rounds(name)[it - 1]["n"]["id"], rounds(name)[it - 1]["n"]["parent"], strict=True))
    for above, row in pairwise(rows):  # depth first: a row is below the one above, or a new branch
        line = [above]
        while line[-1] in parent:
            line.append(parent[line[-1]])
        assert parent[row] in line or parent[row] not in rows


def test_mask_and_graph_point_at_each_other(page: Page, app_url: str) -> None:
    """A chosen node of the graph is a row, and a chosen row is a node with its ancestors."""
    open_pictures(page, app_url, "dsbd-fixed", 1)
    node = page.locator("[data-node][data-state='unused']").first
    node.click()
    chosen = node.get_attribute("data-node")
    expect(page.locator(".st-mask-row.on")).to_have_attribute("data-row", chosen or "")
    expect(page.get_by_test_id("mask-say")).to_contain_text("may attend to")
    page.keyboard.press("Escape")
    expect(page.locator(".st-mask-row.on")).to_have_count(0)
    page.get_by_test_id("mask").focus()
    for _ in range(7):
        page.keyboard.press("ArrowDown")
    row = page.locator(".st-mask-row.on").get_attribute("data-row")
    expect(page.locator(".st-n.lit-end")).to_have_attribute("data-node", row or "")
    assert page.locator(".st-n.lit").count() >= 2
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(rf"node={row}\b"))
    expect(page.locator(f".st-n.picked[data-node='{row}']")).to_have_count(1)


def test_no_row_stays_marked(page: Page, app_url: str) -> None:
    """A row that is no longer chosen must not stay bold; Escape clears it, too."""
    open_pictures(page, app_url, "dsbd-fixed", 1)
    row = page.locator(".st-mask-row").nth(4)
    row.locator("text").click()
    expect(row).to_have_class(re.compile(r"\bon\b"))
    page.mouse.move(5, 5)
    for phase in (1, len(rounds("dsbd-fixed")[1]["steps"])):
        goto = {"it": 2, "phase": phase, "node": None}
        page.evaluate(
            f"at => {{ let holder = {STAGE}; while (!holder.stage) holder = holder.parentElement;"
            " holder.stage.goto(at); }",
            goto,
        )
        settled(page)
    expect(page.locator(".st-mask-row.on")).to_have_count(0)
    row.locator("text").click()
    page.keyboard.press("Escape")
    expect(page.locator(".st-mask-row.on")).to_have_count(0)


def test_a_click_on_a_row_chooses_its_node(page: Page, app_url: str) -> None:
    """The mouse does what the keys do."""
    open_pictures(page, app_url, "dsbd-fixed", 1)
    row = page.locator(".st-mask-row").nth(4)
    row.locator("text").click()  # between its cells a row is empty, in one order of the rows at its middle, too
    page.wait_for_url(re.compile(rf"node={row.get_attribute('data-row')}\b"))
    page.get_by_test_id("mask-pin").click()
    graph, mask = page.get_by_test_id("graph").bounding_box(), page.get_by_test_id("attention").bounding_box()
    assert graph
    assert mask
    assert mask["y"] - (graph["y"] + graph["height"]) < 80
    page.get_by_test_id("mask-pin").click()  # back to its place


def test_the_mask_grows_with_the_draft(page: Page, app_url: str) -> None:
    """Nothing is revealed before it has happened."""
    open_pictures(page, app_url, "dsbd-fixed", 1, 0)
    stage = page.get_by_test_id("stage")
    before = stage.evaluate(CELLS)
    expect(page.get_by_test_id("mask-say")).to_contain_text("comes later")
    page.keyboard.press("ArrowRight")
    settled(page)
    after = stage.evaluate(CELLS)
    assert 0 < before < after
    assert stage.evaluate("s => s.querySelectorAll('.st-cell[data-state=rejected]').length") == 0
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    settled(page)
    assert stage.evaluate("s => s.querySelectorAll('.st-cell[data-state=rejected]').length") > 0


@pytest.mark.parametrize("name", ["beam-search", "beam-sampling", "dsbd-fixed"])
def test_beam_trace_counts_what_was_dropped_and_leads_there(page: Page, app_url: str, name: str) -> None:
    """The picture of the whole run agrees with the trace, and a click leads to the iteration."""
    its = rounds(name)
    dropped = 0
    for one, following in pairwise(its):
        dropped += len({b["node"] for b in one["beams"]} - {one["beams"][slot]["node"] for slot in following["from"]})
    open_pictures(page, app_url, name, 2)
    picture = page.get_by_test_id("beam-trace")
    expect(picture).to_have_attribute("data-iterations", str(len(its)))
    expect(picture).to_have_attribute("data-dropped", str(dropped))
    expect(picture.locator(".st-tr-l.best")).to_have_count(1)
    number = picture.locator(".st-tr-n", has_text=re.compile(r"^7$"))
    number.click()
    assert shown(page)["it"] == 7
    expect(page.get_by_test_id("trace-say")).to_contain_text("Round 7: beam")
    page.get_by_test_id("trace").focus()
    page.keyboard.press("ArrowDown")
    assert shown(page)["it"] == 8


def test_only_beam_methods_have_a_beam_trace(page: Page, app_url: str) -> None:
    """A single chain has only one lane, so there is nothing to see."""
    open_pictures(page, app_url, "spd", 1)
    expect(page.get_by_test_id("beam-trace")).to_be_hidden()
    expect(page.get_by_test_id("recurring")).to_be_hidden()
    expect(page.get_by_test_id("attention")).to_be_visible()


@pytest.mark.parametrize("name", ["gsd", "tsd"])
def test_recurring_marks_the_groups(page: Page, app_url: str, name: str) -> None:
    """There are as many marks as recorded ends, with one letter per group; the toggle removes them."""
    found = rounds(name)[2]
    groups = [places for n, places in found["recurring"]["groups"] if n == 2]
    drawn = set((found.get("core") or found["lay"])["at"])
    open_page(page, app_url, f"trace={name}&it=3")  # as a visitor finds it: what is chosen here stays chosen
    settled(page)
    page.get_by_test_id("recurring").click()
    tags = page.locator(".st-rec")
    expect(tags).to_have_count(sum(len(drawn & set(places)) for places in groups))
    letters = tags.all_text_contents()
    assert len(set(letters)) == len(groups)
    assert page.locator(".st-rec.first").count() == len(groups)
    again = sum(len(places) - 1 for places in groups)
    said = f"{again} of {found['recurring']['drafted']} guesses repeat a 2-gram"
    page.get_by_test_id("recurring-n").select_option("1")
    expect(page.get_by_test_id("recurring-count")).to_contain_text("a token that is already in the draft")
    page.get_by_test_id("recurring-n").select_option("2")
    expect(page.get_by_test_id("recurring-count")).to_contain_text(said)
    page.get_by_test_id("recurring").click()
    expect(tags).to_have_count(0)


@pytest.mark.parametrize("name", ["dsbd-fixed", "gsd"])
def test_pictures_fit_a_phone(page: Page, app_url: str, name: str) -> None:
    """The pictures scroll within their boxes, not the page."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_pictures(page, app_url, name, 2)
    inner, outer = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert inner <= outer
    box = page.get_by_test_id("mask").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
