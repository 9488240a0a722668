"""The panels of trees, graphs, beams and joint tests: what each shows is the record's, and nothing comes too early."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import open_step
from tests.browser.test_accessibility import look_at
from tests.browser.test_motion import ENDED, PICTURE, moves, moves_forward
from tests.bundled import rounds

pytestmark = pytest.mark.browser
MERGE, UNMERGE = 4, 8  # steps of the bundled run of the paper's Figure 4, counted from 0
FIGURE = "gsd-figure-4"
# All texts of the stage that are drawn smaller than `least` px, with their sizes.
SMALL = """(least) => {
    const found = [], walk = document.createTreeWalker(document.querySelector('[data-testid=stage]'), 4);
    while (walk.nextNode()) {
        const text = walk.currentNode.textContent.trim(), one = walk.currentNode.parentElement;
        if (!text || one.closest('script, style, option, title, .st-hear')
            || !one.checkVisibility({visibilityProperty: true}) || one.getBoundingClientRect().width < 1) continue;
        let size = parseFloat(getComputedStyle(one).fontSize);
        if (one instanceof SVGElement) { const {a, b} = one.getScreenCTM(); size *= Math.hypot(a, b); }
        if (size < least - 0.05) found.push(`${text.slice(0, 20)}: ${size.toFixed(1)}`);
    }
    return found; }"""
# The sizes of the smallest texts in these parts of the stage.
LEAST = """(parts) => parts.map((part) => Math.min(...[...document.querySelectorAll(part)]
    .filter((one) => one.checkVisibility({visibilityProperty: true}) && one.textContent.trim() && !one.children.length)
    .map((one) => {
        const {a, b} = one instanceof SVGElement ? one.getScreenCTM() : {a: 1, b: 0};
        return parseFloat(getComputedStyle(one).fontSize) * Math.hypot(a, b); })))"""
# Whether the panel shows a node of this step.
SEEN = """() => {
    const frame = document.querySelector('[data-testid=graph]').getBoundingClientRect();
    return [...document.querySelectorAll('.st-n.now .st-box')].some((one) => {
        const box = one.getBoundingClientRect();
        return box.left > frame.left - 3 && box.right < frame.right + 3 && box.top > frame.top - 3
            && box.bottom < frame.bottom + 3; }); }"""
Part = dict[str, Any]


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def step_of(it: Part, phase: str, nth: int = 0) -> int:
    """The n-th step of a phase in a round."""
    return [k for k, step in enumerate(it["steps"]) if step["phase"] == phase][nth]


def test_merged_nodes_become_one_box_and_split_again(page: Page, app_url: str) -> None:
    """GSD: one box with two parents and no copies until the tree is unmerged; the marks stay clickable."""
    [it] = rounds(FIGURE)
    shared, joined = page.locator(".st-n.shared"), page.locator(".st-n.joined")
    open_step(page, app_url, FIGURE, 0, MERGE - 1)
    expect(joined).to_have_count(0)
    boxes = page.locator(".st-n[data-shown='1'] .st-box").count()
    places = (
        "() => [5, 7, 9, 12].map(id => document.querySelector(`.st-n[data-node='${id}']`).getAttribute('transform'))"
    )
    stand = page.evaluate(places)
    page.keyboard.press("ArrowRight")
    expect(joined).to_have_count(2)
    expect(shared).to_have_count(2)
    expect(page.locator(".st-merge.solid.bold[visibility=visible]")).to_have_count(4)  # two into each shared box
    expect(page.locator(".st-n.replica")).to_have_count(0)
    page.evaluate(ENDED)
    assert page.evaluate(places) == stand
    assert page.locator(".st-n[data-shown='1']:not(.joined) .st-box").count() == boxes - 2
    merged = page.locator(".st-n[data-node='14']")
    expect(merged).to_have_attribute("data-state", "merged")
    merged.click()
    expect(page.locator(".st-inspector .st-tag")).to_have_text("merged")
    page.keyboard.press("Escape")
    open_step(page, app_url, FIGURE, 0, UNMERGE)
    expect(joined).to_have_count(0)
    expect(page.locator(".st-n.replica")).to_have_count(sum(one is not None for one in it["n"]["origin"]))
    page.get_by_test_id("show-all").click()
    expect(page.locator(".st-n.replica")).to_have_count(0)
    expect(shared).to_have_count(4)
    page.get_by_test_id("show-all").click()


@pytest.mark.parametrize(("step", "name"), [(MERGE, "st-merge"), (UNMERGE, "st-split")])
def test_merging_and_unmerging_are_movements(page: Page, app_url: str, step: int, name: str) -> None:
    """They lead to the step's picture, and who asked for less motion sees it at once."""
    open_step(page, app_url, FIGURE, 0, step)
    drawn = page.evaluate(PICTURE)
    page.emulate_media(reduced_motion="no-preference")
    page.keyboard.press("ArrowLeft")
    assert name in moves_forward(page)
    page.evaluate(ENDED)
    assert moves(page) == set()
    assert page.evaluate(PICTURE) == drawn
    page.emulate_media(reduced_motion="reduce")
    page.keyboard.press("ArrowLeft")
    assert moves_forward(page) == set()
    assert page.evaluate(PICTURE) == drawn


def test_a_merged_graph_tells_no_outcome(page: Page, app_url: str) -> None:
    """Before the check the boxes are where they would be whatever the target decides."""
    open_step(page, app_url, FIGURE, 0, UNMERGE - 1)
    expect(page.locator(".st-n.path")).to_have_count(0)
    expect(page.locator(".st-n[data-shown='0'][visibility=visible]")).to_have_count(0)
    assert page.locator(".st-n").count() == 26 - page.locator(".st-n.replica").count()


def test_a_layer_counts_its_beams_and_shows_all_shares(page: Page, app_url: str) -> None:
    """DSBD: accepted beams of W_L, and q, p and p′ of every beam with every token, without a click."""
    it = rounds("dsbd-figure-2")[1]
    open_step(page, app_url, "dsbd-figure-2", 1, step_of(it, "layer"))
    count, bars = page.get_by_test_id("layer-count"), page.get_by_test_id("inspector-joint")
    expect(count).to_have_count(0)  # nothing is found yet, and the width needs the room
    expect(bars).to_have_count(0)
    said = [
        ("beams found for layer 1: 1 of 22 candidates left to test", ["q", "p"]),
        ("beams found for layer 1: 1 of 21 candidate left to test", ["q", "p"]),
        ("beams found for layer 1: 2 of 2The layer is full.", ["q", "used"]),
    ]
    for words, series in said:
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(words)
        shown = bars.locator(".st-joint").first.locator("i").evaluate_all("all => all.map(one => one.dataset.of)")
        assert shown == series
        expect(bars.locator(".st-joint.own")).to_have_count(1)
        if "1 candidate" in words:  # it follows a rejection
            page.keyboard.press("ArrowRight")
            expect(page.get_by_test_id("inspector-left")).to_be_visible()
    verdict = it["verdicts"][it["steps"][step_of(it, "verify", 2)]["verdicts"][0]]
    numbers = bars.locator(".st-joint.own .st-joint-n b").all_inner_texts()
    assert [float(one) for one in numbers] == pytest.approx(
        [verdict["q"], 0.67], abs=0.006
    )  # the draft’s, the leftover
    open_step(page, app_url, "dsbd-figure-2", 1, step_of(it, "residual"))
    expect(count).to_have_text("beams found for layer 2: 2 of 21 accepted, 1 sampled by the target")


def test_a_leftover_is_calculated_where_a_test_uses_it(page: Page, app_url: str) -> None:
    """DSBD: the written numbers give the leftover, which is the one that the test divides by the draft's share."""
    it = rounds("dsbd-layers")[0]
    used = [
        (step, v)
        for step, each in enumerate(it["steps"])
        for v in each["verdicts"]
        if any(name == "p′" for name, *_ in it["verdicts"][v]["tiles"])
    ]
    assert used
    for step, v in used:
        open_step(page, app_url, "dsbd-layers", 0, step - 1, 1)
        page.get_by_test_id("voice-plain").click()
        sums = page.get_by_test_id("decision")
        said = " ".join(sums.get_by_test_id("inspector-leftover").inner_text().split())
        found = re.fullmatch(
            r"\( (\S+)% target − (\S+)% draft \) ÷ (\S+)% sum of “more” = (\S+)% leftover of (\S+)", said
        )
        assert found, said
        before, draft, total, after = map(float, found.groups()[:4])
        assert 100 * (before - draft) / total == pytest.approx(after, abs=1)
        tiles = {name: value for name, value, *_ in it["verdicts"][v]["tiles"]}
        assert after == pytest.approx(100 * tiles["p′"], abs=1)
        page.keyboard.press("ArrowRight")
        expect(sums.get_by_test_id("inspector-calculation")).to_contain_text("leftover target")


@pytest.mark.parametrize(("name", "paths"), [("dsbd-layers", 8), ("dsbd", 0)])
def test_a_width_is_a_sum_over_outcomes(page: Page, app_url: str, name: str, paths: int) -> None:
    """Products along the paths of a tree add up to the bar of the chosen width; many candidates share boxes."""
    it = rounds(name)[0]
    page.set_viewport_size({"width": 1280, "height": 720})
    step = step_of(it, "layer")
    open_step(page, app_url, name, 0, step, 1)
    page.get_by_test_id("voice-plain").click()
    tree, panel = page.get_by_test_id("inspector-ways"), next(each for each in it["panels"] if each["kind"] == "width")
    groups = [text.split() for text in tree.locator("g:is([data-of=yes], [data-of=no])").all_text_contents()]
    found = {int(text.split(" of ")[0]): text for text in map(" ".join, groups)}
    assert sorted(found) == list(range(panel["candidates"] + 1))
    assert tree.locator("g[data-of=yes]").count() == panel["candidates"] - panel["width"] + 1
    assert tree.locator("svg > text[data-of]").count() == paths, "products"
    if paths:
        products = [float(text.strip("%")) for text in tree.locator("svg > text[data-of=yes]").all_text_contents()]
        assert sum(products) == pytest.approx(100 * panel["tails"][panel["width"]], abs=0.5)
    *terms, total = page.get_by_test_id("decision").locator(".st-sum b").all_inner_texts()
    assert f"{sum(float(term.strip('%')) for term in terms):.0f}%" == total, "the written summands give the written sum"
    assert total == f"{100 * panel['tails'][panel['width']]:.0f}%"
    box, inside = tree.locator("svg[role=img]").bounding_box(), page.locator(".st-why").bounding_box()
    assert box is not None
    assert inside is not None
    assert box["y"] + box["height"] <= inside["y"] + inside["height"]
    page.set_viewport_size({"width": 1280, "height": 900})


def test_a_test_of_a_beam_is_seen_without_scrolling(page: Page, app_url: str) -> None:
    """On a laptop, the counter, the random number and the shares before and after a rejection are in the panel."""
    page.set_viewport_size({"width": 1280, "height": 720})
    for name, number in (("dsbd-figure-2", 1), ("dsbd-different", 1)):
        it = rounds(name)[number]
        for step in (k for k, each in enumerate(it["steps"]) if each["phase"] in ("layer", "verify", "residual")):
            open_step(page, app_url, name, number, step)
            part = "layer-width" if it["steps"][step]["phase"] == "layer" else "inspector-joint"
            inside = page.evaluate(
                """part => { const box = document.querySelector('.st-why').getBoundingClientRect();
                const rows = document.querySelectorAll(`[data-testid=${part}] :is(.st-joint, svg)`);
                return Math.max(...[...rows].map(row => row.getBoundingClientRect().bottom)) - box.bottom; }""",
                part,
            )
            assert inside <= 0, (name, step, inside)


def test_beams_keep_their_tree(page: Page, app_url: str) -> None:
    """At the end of a round, the beams of all rounds are one tree, and a lost beam is named; none is from later."""
    its = rounds("dsbd-figure-2")
    open_step(page, app_url, "dsbd-figure-2", 1, len(its[1]["steps"]) - 1)
    tree = page.get_by_test_id("inspector-beamtree")
    expect(tree.locator("li[data-of=end]")).to_have_count(2)
    expect(tree.locator("li[data-of=lost]")).to_have_text(re.compile("why.*not continued after round 1"))
    open_step(page, app_url, "dsbd-figure-2", 1, 0)
    expect(tree.locator("li")).to_have_count(2)
    expect(tree.locator("li[data-of=lost]")).to_have_count(0)


def test_a_width_says_when_it_is_computed(page: Page, app_url: str) -> None:
    """The chart contains outcomes that the drawn tokens exclude."""
    it = rounds("dsbd")[1]
    open_step(page, app_url, "dsbd", 1, step_of(it, "layer"))
    said = next(panel["tails_say"] for panel in it["panels"] if panel["kind"] == "width")
    assert "random number of this layer is drawn yet" in said or "any u of this layer" in said
    expect(page.get_by_test_id("layer-panel").locator(".st-when").first).to_contain_text(said)


@pytest.mark.parametrize(
    ("name", "number", "phase"), [("spd", 4, "residual"), ("dsbd", 1, "fill"), ("mtad", 0, "drawn")]
)
def test_a_draw_is_seen_on_its_distribution(page: Page, app_url: str, name: str, number: int, phase: str) -> None:
    """The random number falls into the part of the token that was sampled; both are the record's."""
    it = rounds(name)[number]
    step = step_of(it, phase)
    strip = it["verdicts"][it["steps"][step]["verdicts"][0]]["strip"]
    open_step(page, app_url, name, number, step)
    drawn = page.get_by_test_id("inspector-draw")
    expect(drawn).to_contain_text("u =")
    box, own, coin = (
        drawn.locator(each).bounding_box() or {} for each in (".st-draw-bar", ".st-draw-bar .own", "[data-part=coin]")
    )
    assert (coin["x"] + coin["width"] / 2 - box["x"]) / box["width"] == pytest.approx(strip["u"], abs=0.02)
    assert own["x"] - 2 <= coin["x"] + coin["width"] / 2 <= own["x"] + own["width"] + 2
    assert own["width"] / box["width"] == pytest.approx(strip["parts"][strip["own"]][2], abs=0.03)
    if it["steps"][step - 1]["phase"] not in ("residual", "fill"):  # which are draws, too
        page.keyboard.press("ArrowLeft")
        expect(drawn).to_have_count(0)


@pytest.mark.parametrize("name", ["eagle2", "medusa"])
def test_a_level_shows_the_product_of_its_path(page: Page, app_url: str, name: str) -> None:
    """A node is ranked by the product of all probabilities on its path, which is on the node, too."""
    it = rounds(name)[0]
    level = next(panel for panel in it["panels"] if panel["kind"] == "level" and panel["layer"] == 2)
    open_step(page, app_url, name, 0, step_of(it, "draft", 1))
    rows = page.get_by_test_id("inspector-levels").first.locator("tbody tr")
    up, own, value = level["ups"][0], level["owns"][0], level["values"][0]
    assert up * own == pytest.approx(value, rel=1e-3)
    before, after = rows.first.locator("td").nth(1).inner_text().split(" × ")
    assert (float(before), float(after)) == pytest.approx((up, own), abs=0.006)
    node = page.locator(f".st-n[data-node='{it['n']['id'][level['places'][0]]}']")
    shown = node.locator(".st-v, [data-of=q] .st-bar-n").first  # in small boxes it takes the place of q
    assert float(shown.text_content() or "") == pytest.approx(value, abs=0.006)
    ghosts = page.locator(".st-n.ghost :is(.st-v, [data-of=q] .st-bar-n):not(:empty)")
    expect(ghosts).to_have_count(0)


def test_the_selection_has_its_line(page: Page, app_url: str) -> None:
    """EAGLE-2: the nodes above the line go to the target; before the step nobody knows which."""
    it = rounds("eagle2")[0]
    select = step_of(it, "select")
    sent = next(panel["sent"] for panel in it["panels"] if panel["kind"] == "level" and not panel["layer"])
    open_step(page, app_url, "eagle2", 0, select - 1)
    expect(page.locator("[data-testid=inspector-levels] tr.cut")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    rows = page.get_by_test_id("inspector-levels").first.locator("tbody tr")
    assert rows.evaluate_all("all => all.findIndex(one => one.classList.contains('cut'))") == sent
    expect(page.locator(".st-n[data-state=pending]")).to_have_count(sent)


@pytest.mark.parametrize("name", ["mtad", "mtjd"])
def test_whole_beams_compete(page: Page, app_url: str, name: str) -> None:
    """The beams are ranked by their joint probability, and only at the step that chooses one."""
    it = rounds(name)[0]
    panel = next(panel for panel in it["panels"] if panel["kind"] == "beams")
    assert panel["values"] == sorted(panel["values"], reverse=True)
    open_step(page, app_url, name, 0, step_of(it, "select"))
    beams = page.get_by_test_id("inspector-beams").first
    expect(beams.locator("tbody tr")).to_have_count(len(panel["values"]))
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_test_id("inspector-beams")).to_have_count(0)


def test_the_longest_passing_prefix_is_named(page: Page, app_url: str) -> None:
    """MTAD: an earlier prefix may fail; the word comes with the decision, not before."""
    it = rounds("mtad-figure-2")[0]
    open_step(page, app_url, "mtad-figure-2", 0, step_of(it, "prefix", 3))
    panel = page.get_by_test_id("inspector-prefixes")
    expect(panel).not_to_contain_text("longest")
    expect(panel.locator("tr.no")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(panel.locator("tbody tr.own")).to_contain_text("longest")


@pytest.mark.parametrize("name", ["dsbd", FIGURE, "mtad", "mtjd", "eagle2", "medusa", "specinfer", "self-ssd"])
def test_no_text_is_smaller_than_12_px(page: Page, app_url: str, name: str) -> None:
    """On every step of the first round, with all that can be opened open."""
    steps = len(rounds(name)[0]["steps"])
    open_step(page, app_url, name, 0, 0)
    for step in range(steps):
        page.evaluate(ENDED)  # a box that appears grows
        assert page.evaluate(SMALL, 12) == [], f"step {step}"
        page.keyboard.press("ArrowRight")


@pytest.mark.parametrize("name", ["spd", "dsbd", FIGURE, "mtad", "eagle2"])
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)], ids=["wide", "laptop"])
def test_presenting_can_be_read_in_the_back_row(page: Page, app_url: str, name: str, size: tuple[int, int]) -> None:
    """Nodes 18 px, the sentence 24, the panel 20, and the node of the step is in the picture."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    it = rounds(name)[0]
    open_step(page, app_url, name, 0, 0)
    page.evaluate("document.querySelector('[data-testid=stage]').requestFullscreen = undefined")
    page.keyboard.press("f")
    parts = [".st-n text", ".st-narration .st-say", ".st-inspector *, .st-legend *"]
    try:
        for step in (1, step_of(it, "target"), len(it["steps"]) - 2):
            open_step(page, app_url, name, 0, step)
            nodes, sentence, panel = page.evaluate(LEAST, parts)
            assert (nodes >= 17.9, sentence >= 24, panel >= 19.9) == (True, True, True), (step, nodes, sentence, panel)
            assert page.evaluate(SEEN), step
    finally:
        page.keyboard.press("f")


def test_the_panels_have_no_serious_faults(page: Page, app_url: str) -> None:
    """axe-core on every panel, in light and dark."""
    for name, number, phase in (
        ("dsbd", 1, "layer"),
        ("dsbd", 1, "verify"),
        ("dsbd", 1, "fill"),
        (FIGURE, 0, "merge"),
        (FIGURE, 0, "unmerge"),
        ("eagle2", 0, "select"),
        ("mtad", 0, "prefix"),
        ("mtjd", 0, "select"),
    ):
        open_step(page, app_url, name, number, step_of(rounds(name)[number], phase))
        look_at(page, "[data-testid=stage]")  # the page around it is that of test_accessibility.py
