"""The inspector's pictures for each method: widths, tries, thresholds, prefixes, skipped layers, copies."""

import math
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from decoders.methods.dsbd.width import widest
from explorer.trace.states import STATES
from tests.browser.driving import open_step
from tests.bundled import rounds

pytestmark = pytest.mark.browser

Part = dict[str, Any]


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def go(page: Page, url: str, name: str, it: Part, phase: int) -> Locator:
    """Open a phase, counted from 0, and return the inspector."""
    open_step(page, url, name, it["i"], phase)
    return page.get_by_test_id("inspector")


def phases(it: Part, layer: int) -> list[int]:
    """The phases that test one candidate of a layer."""
    return [k for k, step in enumerate(it["steps"]) if step["layer"] == layer and len(step["verdicts"]) == 1]


def test_a_layer_says_why_its_width_was_chosen(page: Page, app_url: str) -> None:
    """DSBD Eq. 7: the bars that reach t are filled, and the last of them is W_L; the result is not shown too early."""
    it, layer = next(
        (it, one) for it in rounds("dsbd") for one in it["layers"] if one.get("width_tilde") and one["candidates"] > 1
    )
    phase = next(
        k for k, step in enumerate(it["steps"]) if step["phase"] == "layer" and step["layer"] == layer["layer"]
    )
    panel = go(page, app_url, "dsbd", it, phase).get_by_test_id("layer-panel")
    expect(page.get_by_test_id("narration")).to_contain_text(f"W_L = {layer['width']} is the largest K")
    expect(panel.locator("rect.on")).to_have_count(sum(one >= layer["threshold"] for one in layer["at_least"]))
    expect(panel.locator("text.mine", has_text="W_L")).to_have_count(1)
    cells = sum(len(row) for row in layer["table"])
    expect(panel.get_by_test_id("layer-heat").locator("rect:not(.frame)")).to_have_count(cells)
    expect(panel).not_to_contain_text("Result:")
    page.keyboard.press("End")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-it", str(len(rounds("dsbd"))))


def test_a_moved_t_asks_for_the_width_of_the_rule(page: Page, app_url: str) -> None:
    """The width is max(W_min, the largest K that is likely enough). The slider must not show an impossible W_L."""
    it, layer = next(
        (it, one)
        for it in rounds("dsbd")
        for one in it["layers"]
        if one.get("at_least") and one.get("min_width", 0) > 1 and widest(one["at_least"], 0.99) < one["min_width"]
    )
    phase = next(
        k for k, step in enumerate(it["steps"]) if step["phase"] == "layer" and step["layer"] == layer["layer"]
    )
    panel = go(page, app_url, "dsbd", it, phase).get_by_test_id("layer-panel")
    panel.locator("summary", has_text="What if?").click()
    below = 0
    for t in (0.01, 0.25, 0.5, 0.75, 0.99):
        panel.get_by_test_id("whatif-threshold").fill(str(t))
        likely = widest([1.0, *layer["at_least"][1:]], t)
        said = panel.get_by_role("status")
        width = max(layer["min_width"], likely)
        expect(said).to_contain_text(re.compile(rf"the width is (the minimum, )?{width}\b"))
        expect(panel.locator("rect.mine")).to_have_count(1)
        if likely < layer["min_width"]:
            below += 1
            expect(said).to_contain_text("the minimum")
    assert below


@pytest.mark.parametrize("name", ["mcss", "spectr"])
def test_tries_are_listed_as_they_come(page: Page, app_url: str, name: str) -> None:
    """A try that has not been made is not listed; without replacement, q shrinks from row to row."""
    it = next(
        it
        for it in rounds(name)
        for one in it["layers"]
        if one["layer"] == 1 and len(one["tries"]) > 2 and one.get("accepted") is None
    )
    second = phases(it, 1)[1]
    tries = go(page, app_url, name, it, second).get_by_test_id("inspector-tries")
    expect(tries.locator("tbody tr")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    if name == "mcss":  # what the second rejection leaves is a part of its step
        page.keyboard.press("ArrowRight")
    expect(tries.locator("tbody tr")).to_have_count(3)
    if name == "mcss":
        widths = tries.locator(".st-meter i").evaluate_all("bars => bars.map(bar => parseFloat(bar.style.width))")
        assert widths == sorted(widths, reverse=True)
        assert widths[0] == 100 > widths[-1]
    else:
        expect(page.get_by_test_id("inspector-layer")).to_contain_text("ρ")


def test_the_bar_of_typical_acceptance(page: Page, app_url: str) -> None:
    """The curve of the threshold, and one mark per tested candidate."""
    it = next(it for it in rounds("typical") if len(phases(it, 1)) > 1)
    bar = go(page, app_url, "typical", it, phases(it, 1)[0]).get_by_test_id("inspector-bar")
    expect(bar.locator(".st-g")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(bar.locator(".st-g")).to_have_count(2)


def test_fallback_and_rollback(page: Page, app_url: str) -> None:
    """BiLD's two thresholds; a rollback is shown when it happens and not before."""
    it = next(it for it in rounds("bild") if any(one.get("rolled_back") for one in it["layers"]))
    doubts = go(page, app_url, "bild", it, 1).get_by_test_id("inspector-doubts")
    expect(doubts).to_contain_text("fallback")
    expect(doubts).not_to_contain_text("✕ goes back")
    page.keyboard.press("Shift+ArrowRight")
    expect(doubts).to_contain_text("✕ goes back")


def test_what_the_draft_skips(page: Page, app_url: str) -> None:
    """One crossed-out cell for each skipped sub-layer."""
    it = rounds("self-ssd")[0]
    layer = next(one for one in it["layers"] if one.get("kind") == "skipped")
    out = [*layer["attention"], *layer["mlp"]]
    skips = go(page, app_url, "self-ssd", it, len(it["steps"]) - 1).get_by_test_id("inspector-skips")
    expect(skips.locator("rect")).to_have_count(2 * layer["of_layers"])
    expect(skips.locator("rect.out")).to_have_count(len(out))


def test_prefixes_of_mtad(page: Page, app_url: str) -> None:
    """The product of every prefix, which may exceed 1; the longest passing prefix is shaded."""
    it, joint = next(
        (it, one) for it in rounds("mtad") for one in it["layers"] if one.get("kind") == "joint" and one["longest"]
    )
    phase = next(k for k, step in enumerate(it["steps"]) if step["title"].startswith("Longest passing prefix"))
    table = go(page, app_url, "mtad", it, phase).get_by_test_id("inspector-prefixes")
    expect(table.locator("tbody tr")).to_have_count(len(joint["prefixes"]))
    expect(table.locator("tr.own td").first).to_contain_text(re.compile(rf"^{joint['longest']} "))
    columns = [table.locator(f"tbody td:nth-child({k})").all_inner_texts() for k in (2, 3, 4)]
    for texts, prefix in zip(zip(*columns, strict=True), joint["prefixes"], strict=True):
        p, q, ratio = (float(f"0{text}" if text.startswith(".") else text) for text in map(str.strip, texts))
        assert p == pytest.approx(math.exp(prefix["logp_joint"]), rel=0.06)
        assert q == pytest.approx(math.exp(prefix["logq_joint"]), rel=0.06)
        assert ratio == pytest.approx(math.exp(prefix["logp_joint"] - prefix["logq_joint"]), rel=0.06)
        assert p / q == pytest.approx(ratio, rel=0.01), "the written quotient comes out right"
    bars = table.locator(".st-meter i").evaluate_all("all => all.map((i) => i.style.width)")
    for width, prefix in zip(bars, joint["prefixes"], strict=True):  # what is compared with the threshold: at most 1
        assert float(width[:-1]) == pytest.approx(100 * prefix["ratio"], abs=0.2)
    lines = table.locator(".st-meter b").evaluate_all("all => all.map((b) => b.style.left)")
    assert [float(left[:-1]) for left in lines] == pytest.approx([100 * joint["threshold"]] * len(lines), abs=0.2)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # what is written: no single token, but all of them
    written = page.get_by_test_id("inspector-written").locator("li")
    expect(written).to_have_count(joint["longest"] + 1)
    expect(written.last).to_contain_text(STATES["drawn"].label)


@pytest.mark.parametrize("name", ["mtad", "mtad-figure-2"])
def test_a_prefix_is_told_when_it_is_tested(page: Page, app_url: str, name: str) -> None:
    """A later prefix may pass where an earlier one failed, so rows appear one by one with their numbers."""
    it, joint = next(
        (it, one)
        for it in rounds(name)
        for one in it["layers"]
        if one.get("kind") == "joint" and len({prefix["passed"] for prefix in one["prefixes"]}) > 1
    )
    first = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "prefix" and step["layer"] == 1)
    inspector = go(page, app_url, name, it, first)
    for count, prefix in enumerate(joint["prefixes"], 1):
        outcome = "passes" if prefix["passed"] else "fails"
        rows = inspector.get_by_test_id("inspector-prefixes").locator("tbody tr")
        expect(rows).to_have_count(count)
        expect(rows.last).to_contain_text(outcome)
        expect(inspector.locator(".st-tag")).to_have_text(f"prefix {outcome}")
        expect(inspector.get_by_test_id("inspector-reason")).to_contain_text(it["steps"][first + count - 1]["exact"])
        expect(page.locator(f'.st-n[data-node="{prefix["node"]}"]')).to_have_attribute("data-state", outcome)
        page.keyboard.press("ArrowRight")
    expect(inspector.locator(".st-tag")).to_have_count(0)  # the outcome is about all tokens
    expect(page.locator(".st-n[data-state=passes], .st-n[data-state=fails]")).to_have_count(0)


def test_the_tag_is_of_the_decision_that_is_told(page: Page, app_url: str) -> None:
    """DSBD can sample an accepted beam once more to fill its layer; the label must match the sentence."""
    it, phase = next(
        (it, k)
        for it in rounds("dsbd")
        for k, step in enumerate(it["steps"])
        if step["phase"] == "fill" and len(step["verdicts"]) == 1
        for own in [it["facts"][step["verdicts"][0]]]
        if any(one["node"] == own["node"] and one["decision"] == "accepted" for one in it["facts"])
    )
    inspector = go(page, app_url, "dsbd", it, phase)
    expect(inspector.locator(".st-tag")).to_have_text(STATES["fill"].label)
    fill = it["verdicts"][it["steps"][phase]["verdicts"][0]]
    expect(inspector.get_by_test_id("inspector-reason")).to_have_text(fill["exact"])
    node = it["facts"][it["steps"][phase]["verdicts"][0]]["node"]
    expect(page.locator(f'.st-n[data-node="{node}"]')).to_have_attribute("data-state", "accepted")


@pytest.mark.parametrize("name", ["typical", "medusa"])
def test_the_targets_own_draw_is_no_candidate(page: Page, app_url: str, name: str) -> None:
    """The target's own token was not compared with the threshold, so it neither passes nor fails."""
    it, phase = next(
        (it, step)
        for it in rounds(name)
        for step, one in enumerate(it["steps"])
        if one["phase"] == "drawn" and any(len(each["verdicts"]) == 1 for each in it["steps"][:step])
    )
    bar = go(page, app_url, name, it, phase).get_by_test_id("inspector-bar")
    own = bar.locator("tr.own")
    expect(own).to_contain_text("★ target’s own")
    expect(own).not_to_contain_text("fails")
    expect(bar.locator("tbody tr", has_text="fails").first).to_contain_text("≤")


def test_what_is_not_sent_to_the_target_is_pale(page: Page, app_url: str) -> None:
    """EAGLE-2 drafts more than it verifies: unsent nodes are neither pruned leaves nor waiting for a verdict."""
    it = next(it for it in rounds("eagle2") if any(step["phase"] == "select" for step in it["steps"]))
    rerank = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "select")
    drafted = sum(role == "draft" for role in it["n"]["role"])
    left = drafted - len(it["steps"][rerank]["nodes"])
    assert left > 0
    go(page, app_url, "eagle2", it, rerank - 1)
    expect(page.locator(".st-n[data-state=not_sent], .st-n[data-state=pruned]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".st-n[data-state=not_sent]")).to_have_count(left)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator(".st-n[data-state=not_sent]")).to_have_count(left)
    expect(page.locator(".st-n[data-state=pending]")).to_have_count(0)
    page.locator(".st-n[data-state=not_sent]").first.click()
    kept = len(it["steps"][rerank]["nodes"])
    expect(page.get_by_test_id("inspector-reason")).to_contain_text(f"not among the {kept} largest")
    expect(page.get_by_test_id("inspector-reason")).to_contain_text("is not sent")
    expect(page.locator(".st-tag")).to_have_text("not sent")


def test_parent_beams_have_their_names(page: Page, app_url: str) -> None:
    """The rows and the header of a joint distribution name beams by their tokens."""
    it, phase, verdict = next(
        (it, k, it["verdicts"][step["verdicts"][0]])
        for it in rounds("dsbd")
        for k, step in enumerate(it["steps"])
        if len(step["verdicts"]) == 1 and step["layer"] == 2 and step["phase"] == "verify"
        if len(set(next(one["inputs"] for one in it["layers"] if one["layer"] == 2))) > 1
        if "a" in it["verdicts"][step["verdicts"][0]] and it["verdicts"][step["verdicts"][0]].get("mine")
    )
    parents = next(one["inputs"] for one in it["layers"] if one["layer"] == 2)
    assert parents[verdict["mine"][0]] == it["n"]["parent"][verdict["place"]]
    inspector = go(page, app_url, "dsbd", it, phase)
    names = inspector.get_by_test_id("inspector-dist").locator(".st-law-w small").all_text_contents()
    assert names
    assert all(one.endswith(" › ") and not re.match(r"b\d", one) for one in names)
    shown = inspector.get_by_test_id("inspector-dist").locator(".st-law-w").evaluate_all("all => all.map(x => x.title)")
    assert len({one.split(" › ")[0] for one in shown}) > 1
    expect(inspector.locator(".st-head")).not_to_contain_text(re.compile(r"input beam \d"))


def test_a_replica_points_at_its_origin(page: Page, app_url: str) -> None:
    """The copies are visible while they are checked, and the chosen one is linked to its original."""
    its = rounds("gsd")
    replicas = [
        sum(o not in (None, n) for o, n in zip(it["n"].get("origin", []), it["n"]["id"], strict=False)) for it in its
    ]
    it = next(it for it, count in zip(its, replicas, strict=True) if count)
    unmerge = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "unmerge")
    button, hidden = page.get_by_test_id("show-all"), page.get_by_test_id("hidden-count")
    page.goto("about:blank")  # where another test has chosen by hand whether to mark what recurs, that stays
    go(page, app_url, "gsd", it, unmerge - 1)
    expect(page.locator(".st-n.replica")).to_have_count(0)
    expect(page.get_by_test_id("recurring-count")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")  # the target's pass
    expect(page.locator(".st-n.replica")).to_have_count(replicas[it["i"]])
    button.click()
    expect(hidden).to_have_text(f"{replicas[it['i']]} nodes not shown")
    go(page, app_url, "gsd", it, 0)
    expect(hidden).to_have_text("")
    expect(button).to_be_hidden()  # how many copies there will be is not told before they are there
    go(page, app_url, "gsd", it, len(it["steps"]) - 1)
    page.locator(".st-n.replica").first.click()
    expect(page.locator(".st-origin")).to_have_count(1)
    inspector = page.get_by_test_id("inspector")
    unfold = "all => all.forEach((one) => { one.open = true; })"
    inspector.locator("details").evaluate_all(unfold)  # another test of this tab may have closed them
    expect(inspector).to_contain_text("copy of node")


def test_a_prefix_is_tested_as_a_whole(page: Page, app_url: str) -> None:
    """“A” fails and is accepted: its mark, the table and the scale may not say both at once."""
    it = rounds("block")[0]
    tests = [k for k, step in enumerate(it["steps"]) if step["phase"] == "prefix"]
    panel = go(page, app_url, "block", it, tests[-1]).get_by_test_id("inspector-judged")
    assert [text.split()[-1] for text in panel.locator("tbody tr").all_inner_texts()] == [
        "fails",
        "passes",
        "fails",
        "fails",
    ]
    expect(panel.locator("tr.own")).to_have_count(0)
    expect(page.locator(".st-scale")).to_have_count(4)
    scales = [box for box in map(Locator.bounding_box, page.locator(".st-scale-no").all()) if box]
    boxes = [page.locator(f".st-n[data-node='{node}'] .st-box").bounding_box() or {} for node in (1, 2, 3, 4)]
    assert all(abs(scale["x"] - boxes[0]["x"]) < 4 for scale in scales)
    assert len(scales) == 4
    for scale in scales:  # all have one length, so that they can be compared
        assert abs(scale["x"] + scale["width"] - boxes[-1]["x"] - boxes[-1]["width"]) < 4
    names = page.locator(".st-scale-says")
    written = [f"prefix {k}" for k in range(1, 5)]
    assert names.all_text_contents()[::2] == written
    page.keyboard.press("ArrowRight")
    expect(panel.locator("tr.own")).to_have_count(2)
    expect(page.locator(".st-scale")).to_have_count(4)
    after = [box for box in map(Locator.bounding_box, page.locator(".st-scale-no").all()) if box]
    assert names.all_text_contents()[::2] == written
    assert sorted(round(box["y"]) for box in after) == sorted(round(box["y"]) for box in scales), "all stay"


def test_a_threshold_shows_where_it_comes_from_at_its_own_test_alone(page: Page, app_url: str) -> None:
    """0.41 next to a running ratio of 0.48 looks like an error without the parts that make the difference."""
    it = rounds("block")[0]
    tests = [k for k, step in enumerate(it["steps"]) if step["phase"] == "prefix"]
    inspector = go(page, app_url, "block", it, tests[0])
    origin = inspector.get_by_test_id("inspector-origin")
    expect(origin).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(origin.get_by_role("heading")).to_have_text("h of the prefix “A”")
    open_step(page, app_url, "block", it["i"], tests[1], 1)
    expect(origin.get_by_role("heading")).to_have_text("h of the prefix “A bicycle”")
    sums = origin.locator("tr.sum td").all_inner_texts()
    assert sums == ["sum", "", "1", "", ".12"], "what longer prefixes contribute is a sum over the next tokens"
    page.keyboard.press("ArrowRight")
    calculation = page.get_by_test_id("decision").get_by_test_id("inspector-origin-sum")
    expect(calculation).to_have_text("0.365 R / ( 0.365 R + 1 − 0.476 P ) = 0.411 h")
    wide = [
        float(bar["width"]) for bar in map(Locator.bounding_box, origin.locator("[data-of=missing] i").all()) if bar
    ]
    assert [each / sum(wide) for each in wide] == pytest.approx([0.12, 0.36, 0.52], abs=0.01)
    page.keyboard.press("ArrowRight")
    expect(inspector.get_by_test_id("inspector-judged")).to_be_visible()
    expect(origin).to_have_count(0)


def test_a_deletion_is_seen_at_the_guess_before_it(page: Page, app_url: str) -> None:
    """A threshold that differs from target ÷ draft must have been seen falling, in the part after the test."""
    it = rounds("traversal")[0]
    tests = [k for k, step in enumerate(it["steps"]) if step["phase"] == "verify"]
    panel = go(page, app_url, "traversal", it, tests[0]).get_by_test_id("inspector-judged")
    number = page.locator(".st-n[data-node='1'] .st-ratio text")
    expect(number).to_have_text(".90")
    expect(page.locator(".st-n[data-node='1'] [data-of=p] .st-bar-n")).to_have_text(".29")
    expect(page.get_by_test_id("legend-ratio")).to_contain_text("running ratio")
    sums = page.get_by_test_id("decision").get_by_test_id("inspector-origin-sum")
    expect(sums).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(".90")  # the part before the new one
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("↓.87")
    expect(sums).to_contain_text("new α")
    page.keyboard.press("ArrowRight")
    tested = page.locator(".st-n[data-node='4']")
    expect(tested.locator("[data-of=q]")).to_contain_text(".0096")
    page.keyboard.press("ArrowRight")
    expect(tested.locator("[data-of=q]")).to_contain_text(".042")
    page.keyboard.press("ArrowRight")
    expect(panel.locator("s")).to_have_count(2)
    expect(sums).to_have_count(0)
    expect(number).to_have_text(".87")
    scale, box = (
        Locator.bounding_box(page.locator(each)) or {}
        for each in (".st-n[data-node='4'] .st-scale", ".st-n[data-node='5'] .st-box")
    )
    assert scale["y"] + scale["height"] < box["y"], "the scale of a test is not on the next box"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text("↓.817")
    expect(sums).to_contain_text("0.817 new α")
    page.keyboard.press("ArrowRight")
    expect(number).to_have_text(".817")
    expect(panel.locator("tr.own [role=img]")).to_have_attribute("title", re.compile("< 0.817$"))


def test_repeated_text_is_marked_where_it_appeared(page: Page, app_url: str) -> None:
    """The guesses of a suffix tree are what followed the same text: both must be seen, also in a long prompt."""
    it = rounds("suffix")[0]
    draft = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "draft")
    inspector = go(page, app_url, "suffix", it, draft - 1)
    marks = page.locator("[data-testid=text] mark")
    expect(marks).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(marks).to_have_count(3)
    expect(marks.last).to_be_in_viewport()
    places = inspector.get_by_test_id("inspector-found").locator("tr")
    expect(places).to_have_count(3)
    expect(places.first).to_contain_text("return width * h")
    expect(places.last).to_contain_text("?")
    page.get_by_test_id("show-end").click()
    expect(page.get_by_test_id("text")).to_contain_text('Return the ratio of the sides of a rectangle.""')
