"""GSD on the screen: two paths run into one box, copies are made for the check, and each has its own probability."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import drawn, open_step
from tests.browser.test_motion import ENDED, PICTURE, moves_forward
from tests.bundled import rounds

pytestmark = pytest.mark.browser
RUN = "gsd-copies"
TWICE, MERGE, UNMERGE, CHECK, HOT, COLD = 3, 4, 6, 7, 12, 13  # steps of the run, counted from 0
COPY_HOT, ORIGINAL_COLD, COPY_COLD = 10, 6, 11  # nodes
# Where the arrows into a node end, and the left edge and the height of its box, on the screen.
ARROWS = """(id) => {
    const box = document.querySelector(`.st-n[data-node='${id}'] .st-box`).getBoundingClientRect();
    const ends = [...document.querySelectorAll('.st-merge.bold')].map((one) => {
        const {x, y} = one.getPointAtLength(one.getTotalLength()), {a, d, e, f} = one.getScreenCTM();
        return [a * x + e, d * y + f];
    });
    return {left: box.left, top: box.top, bottom: box.bottom, ends}; }"""


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def test_two_equal_n_grams_are_seen_and_then_run_into_one_box(page: Page, app_url: str) -> None:
    """Without the n-gram seen twice, nobody understands why two boxes become one."""
    open_step(page, app_url, "gsd-colors", 1, TWICE)
    same = page.locator(".st-n.tail")
    expect(same).to_have_count(4)
    assert (
        len(set(same.evaluate_all("all => all.map(one => getComputedStyle(one.querySelector('.st-box')).stroke)"))) == 1
    )
    expect(page.locator(".st-rec-band[visibility=visible]")).to_have_count(2)
    expect(page.locator(".st-n.joined, .st-merge[visibility=visible]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".st-n.joined")).to_have_count(1)
    seen = page.evaluate(ARROWS, rounds("gsd-colors")[1]["n"]["merge"][9])
    assert len(seen["ends"]) == 2
    for x, y in seen["ends"]:
        assert abs(x - seen["left"]) < 3
        assert seen["top"] <= y <= seen["bottom"]
    expect(page.get_by_test_id("recurring-count")).to_be_hidden()  # letters are there for who asks for them
    page.keyboard.press("ArrowRight")
    expect(page.locator(".st-merge.bold, .st-n.tail")).to_have_count(0)


def test_an_arrow_leads_back_to_a_shallower_n_gram(page: Page, app_url: str) -> None:
    """The second “tea is” is one level deeper: its box stays, and an arrow between the columns leads to the first."""
    open_step(page, app_url, RUN, 0, MERGE)
    expect(page.locator(".st-n.joined")).to_have_count(0)
    box = page.locator(".st-n[data-node='3'] .st-box").bounding_box()
    seen = page.evaluate(ARROWS, 3)
    assert box
    assert len(seen["ends"]) == 1
    assert abs(seen["ends"][0][0] - box["x"] - box["width"]) < 4
    assert seen["top"] < seen["ends"][0][1] < seen["bottom"]


def test_unmerging_moves_copies_out_of_their_originals_and_marks_them(page: Page, app_url: str) -> None:
    """A copy that is not marked looks like one more guess."""
    open_step(page, app_url, RUN, 0, UNMERGE)
    expect(page.locator(".st-n.replica .st-copy")).to_have_text(["copy"] * 4)
    expect(page.locator(".st-origin[visibility=visible]")).to_have_count(4)
    picture = page.evaluate(PICTURE)
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("ArrowLeft")
    assert "st-split" in moves_forward(page)
    page.evaluate(ENDED)
    assert page.evaluate(PICTURE) == picture
    page.emulate_media(reduced_motion="reduce")


def test_a_copy_has_its_own_probability_and_its_own_fate(page: Page, app_url: str) -> None:
    """The reason for unmerging: the draft's number is copied, the target's is not."""
    inspector, say = page.get_by_test_id("inspector-twins"), page.get_by_test_id("narration")
    open_step(page, app_url, RUN, 0, CHECK)
    expect(say).to_contain_text("The replica of “hot” has p = 0.15, but the original has p = 0.9")
    expect(inspector.locator("li.own")).to_contain_text("replica after “iced tea is”")
    expect(inspector.locator(".st-twin-n[data-of=p] b")).to_have_text([".90", ".15"])
    page.get_by_test_id("voice-plain").click()
    expect(say).to_contain_text("It gives the copy of “hot” 15% but the original 90%, because their paths differ.")
    expect(inspector.locator("li.own")).to_contain_text("copy after “iced tea is”")
    expect(inspector.locator(".st-twin-n[data-of=q]")).to_have_text(["draft60%", "copied60%"])
    expect(inspector.locator(".st-twin-n[data-of=p] b")).to_have_text(["90%", "15%"])
    open_step(page, app_url, RUN, 0, COLD)
    states = {
        node: page.locator(f".st-n[data-node='{node}']").get_attribute("data-state")
        for node in (COPY_HOT, COPY_COLD, ORIGINAL_COLD)
    }
    assert states == {COPY_HOT: "rejected", COPY_COLD: "accepted", ORIGINAL_COLD: "pending"}
    expect(inspector).to_contain_text("The original would be rejected")
    open_step(page, app_url, RUN, 0, UNMERGE)
    expect(inspector).to_contain_text("A copied probability is only an estimate.")
    expect(inspector).to_contain_text("Merging saves 4 guesses and 1 draft pass: the draft computes 4 levels")
    open_step(page, app_url, RUN, 0)
    expect(say).to_contain_text(
        "Merging saved 4 guesses and 1 draft pass, but the target checked all 13 boxes and accepted 5."
    )
    expect(page.locator(".st-n[data-state=unused]")).to_have_count(6)  # they look alike in a small graph
    expect(page.locator(".st-n.quiet")).to_have_count(0)
    page.get_by_test_id("voice-exact").click()
    expect(say).to_contain_text("Merging saved 4 draft nodes and 1 draft pass, but the target read all 13 nodes.")


def test_the_inspector_leads_from_a_copy_to_its_original(page: Page, app_url: str) -> None:
    """Who reads “original” wants to see it."""
    inspector = page.get_by_test_id("inspector-twins")
    open_step(page, app_url, RUN, 0, UNMERGE)
    expect(inspector).to_contain_text("q = 0.6 was computed for the original and is only an estimate here.")
    expect(inspector.locator("[data-of=p]")).to_have_count(0)  # the target has not read it yet
    inspector.get_by_role("button", name="original after “tea is”").click()
    expect(page.locator(".st-n.picked")).to_have_attribute("data-node", "5")
    expect(inspector.locator("li.own")).to_contain_text("original")
    inspector.get_by_role("button", name="replica after “iced tea is”").click()
    expect(page.locator(".st-n.picked")).to_have_attribute("data-node", str(COPY_HOT))
    page.keyboard.press("Escape")
    page.locator(".st-n[data-node='7']").click()
    expect(inspector).to_contain_text("Both paths end in the same τ = 2 tokens, “tea is”")
    expect(inspector).to_contain_text("Merging saves 4 draft nodes and 1 draft pass here")
    page.keyboard.press("Escape")


@pytest.mark.parametrize("name", [RUN, "gsd-figure-4"])
def test_no_step_has_an_empty_inspector(page: Page, app_url: str, name: str) -> None:
    """An empty panel next to a graph says that there is nothing to understand."""
    why = page.locator(".st-why")
    open_step(page, app_url, name, 0, 1)
    for phase in range(1, len(rounds(name)[0]["steps"])):
        expect(page.get_by_test_id("stage")).to_have_attribute("data-phase", str(phase + 1))
        assert len(why.inner_text()) > 60, f"step {phase + 1}"
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_a_real_round_ends_on_its_path(page: Page, app_url: str, size: tuple[int, int]) -> None:
    """Of 128 boxes nine are accepted: those are in sight, and the others are quiet and have no numbers."""
    [width, height] = size
    page.set_viewport_size({"width": width, "height": height})
    open_step(page, app_url, "gsd", 2)
    expect(page.locator(".st-n.path").last).to_be_in_viewport()
    quiet = page.locator(".st-n.quiet")
    assert quiet.count() > 80
    assert quiet.locator(".st-pr").evaluate_all(
        "all => all.every(one => getComputedStyle(one).visibility === 'hidden')"
    )
    assert page.locator(".st-merge[visibility=visible], .st-rec-band[visibility=visible]").count() == 0
    page.set_viewport_size({"width": 1280, "height": 720})


def test_a_lost_path_keeps_its_look(page: Page, app_url: str) -> None:
    """Once its path is rejected, the word that others are merged with is as pale as its neighbours, to the end."""
    first = rounds(RUN)[0]
    word = next(place for place, node in enumerate(first["n"]["id"]) if node == first["n"]["merge"][7])
    for step in range(CHECK, len(first["steps"])):
        open_step(page, app_url, RUN, 0, step)
        classes = (page.locator(f".st-n[data-node='{first['n']['id'][word]}']").get_attribute("class") or "").split()
        assert ("shared" in classes) == (step == CHECK), step


@pytest.mark.parametrize("voice", ["plain", "exact"])
def test_no_panel_of_the_round_is_cut(page: Page, app_url: str, voice: str) -> None:
    """What merging does not save was below the edge of the panel."""
    page.set_viewport_size({"width": 1280, "height": 720})
    for step in range(len(rounds(RUN)[0]["steps"])):
        open_step(page, app_url, RUN, 0, step)
        page.get_by_test_id(f"voice-{voice}").click()
        page.evaluate("document.querySelectorAll('#stage .st-tiers details').forEach((one) => { one.open = false; })")
        drawn(page)
        panel = page.locator("#stage .st-why")
        high = panel.evaluate("one => [one.scrollHeight, one.clientHeight]")
        assert high[0] <= high[1] + 1, f"{step}: {panel.inner_text()}"
    page.get_by_test_id("voice-plain").click()
