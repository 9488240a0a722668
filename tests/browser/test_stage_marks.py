"""What the stage writes next to its marks (counts, copies, shares, labels) must be consistent."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import GOTO, open_step
from tests.bundled import rounds

pytestmark = pytest.mark.browser

Part = dict[str, Any]
LABELS = """() => [...document.querySelectorAll('.st-bar-curve text')].map(one => {
    const {x, y, width, height} = one.getBBox(); return [x, y + 2, x + width, y + height - 2, one.textContent]; })"""


@pytest.fixture
def page(stage_page: Page) -> Page:
    """These tests only step: they share a tab."""
    return stage_page


def legend(page: Page, kind: str) -> str:
    return page.get_by_test_id("legend").locator(f"[data-kind={kind}] b").inner_text()


def tile(page: Page, name: str) -> str:
    return (
        page.locator(".st-tiles div", has=page.locator("dt", has_text=re.compile(f"^{name} ")))
        .locator("dd")
        .inner_text()
    )


def test_the_legend_counts_as_the_sentence_does(page: Page, app_url: str) -> None:
    """Both count nodes, though some of them are leaves or hidden."""
    it = rounds("gsd-figure-4")[0]
    phase = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "unused")
    open_step(page, app_url, "gsd-figure-4", 0, phase)
    expect(page.get_by_test_id("narration")).to_contain_text("32 nodes")
    merged = {verdict["node"] for verdict in it["facts"] if verdict["decision"] == "merged"}
    unused = {verdict["node"] for verdict in it["facts"] if verdict["decision"] == "unused"}
    assert (len(unused), len(unused & merged) > 0) == (32, True)
    assert legend(page, "unused") == "32"  # a merged one bears that mark, and is counted here too
    accepted = {verdict["node"] for verdict in it["facts"] if verdict["decision"] == "accepted"}
    assert legend(page, "merged") == str(len(merged - accepted))  # one that was accepted counts as that


@pytest.mark.parametrize("name", ["gsd", "dsbd", "eagle2", "tsd"])
def test_the_legend_counts_every_node(page: Page, app_url: str, name: str) -> None:
    """Under the mark that is drawn, and a merged one that is not tested as both; the inspector's tag is the name of the
    drawn mark."""
    it = rounds(name)[1]
    open_step(page, app_url, name, 1, len(it["steps"]) - 1)
    counts = {}
    for item in page.get_by_test_id("legend").locator("li[data-kind]:not([data-kind=copies])").all():
        count = item.locator("b").inner_text()
        counts[item.get_attribute("data-kind")] = int(count or 0)
    merged = sum(state == "merged" for state in (fates[-1][1] for fates in it["n"]["fates"]))
    counts["unused"] = counts.get("unused", 0) - merged
    assert sum(counts.values()) == len(it["n"]["id"])
    drawn = page.locator(".st-n .st-g").evaluate_all("all => all.map(one => one.dataset.kind)")
    for kind, count in counts.items():
        assert drawn.count(kind) == count or len(drawn) < len(it["n"]["id"])
    for kind in ("pruned", "unused", "not_sent", "rejected"):
        view = page.locator(f".st-n:has(.st-g[data-kind={kind}])")
        if view.count():
            view.first.click()
            item = page.get_by_test_id("legend").locator(f"li[data-kind={kind}] span")
            expect(page.locator(".st-tag")).to_have_text(item.inner_text())


def test_a_ratio_is_shown_where_a_ratio_decides(page: Page, app_url: str) -> None:
    """EAGLE-2 follows a sample from p, so p/q = 1.2 next to “rejected” would be a contradiction."""
    for name, rule in (
        ("eagle2", "differs from the token that the target samples"),
        ("spd", "u ≥ min"),
        ("medusa", "threshold"),
    ):
        it, phase = next(
            (it, k)
            for it in rounds(name)
            for k, step in enumerate(it["steps"])
            if [it["facts"][v]["decision"] for v in step["verdicts"]] == ["rejected"]
        )
        open_step(page, app_url, name, it["i"], phase)
        expect(page.get_by_test_id("inspector-calculation")).to_have_count(int(name == "spd"))
        why = page.get_by_test_id("legend").locator("li[data-kind=rejected]")
        expect(why).to_have_attribute("title", re.compile(rule))


def test_the_name_of_the_residual_stays_where_it_is_worth_as_much(page: Page, app_url: str) -> None:
    """The second try is compared with p′, also if p′ = p, and both tile and sentence say so."""
    it, phase = next(
        (it, k)
        for it in rounds("dsbd-figure-2")
        for k, step in enumerate(it["steps"])
        if len(step["verdicts"]) == 1
        and (verdict := it["facts"][step["verdicts"][0]])["rule"] == "residual_ratio"
        and verdict["p_used"] == verdict["p"]
    )
    open_step(page, app_url, "dsbd-figure-2", it["i"], phase)
    expect(page.get_by_test_id("narration")).to_contain_text("p′/q")
    expect(page.locator(".st-tiles dt", has_text="as used")).to_contain_text("p′")
    expect(page.get_by_test_id("inspector-calculation")).to_contain_text("p′ /")


def test_a_layer_without_drafts_has_not_failed(page: Page, app_url: str) -> None:
    """A layer sampled from p alone did not fail: nothing was drafted for it."""
    its = rounds("dsbd-fixed")
    widths = [one for it in its for one in it["bar"]["widths"]]
    alone = sum(how in ("extra", "final") for *_, how in widths)
    failed = sum(how == "failed" for *_, how in widths)
    assert alone > 1
    assert failed > 0
    open_step(page, app_url, "dsbd-fixed", 0, 0)
    strip = page.get_by_test_id("timeline")
    expect(strip.locator("rect.st-w.drawn")).to_have_count(alone)
    expect(strip.locator("rect.st-w.low")).to_have_count(failed)
    expect(strip).to_contain_text("sampled by the target")


def test_the_run_line_shows_what_decides(page: Page, app_url: str) -> None:
    """Every recorded setting is shown, except those without effect."""
    for name, there, idle in (
        ("dsbd-fixed", {"draft weights": "cumulative", "one cache": "false"}, ["min width", "threshold"]),
        ("mtjd", {"block": "4", "selection": "sampling"}, []),
        ("medusa-exact", {"acceptance": "exact"}, ["epsilon", "delta"]),
    ):
        open_step(page, app_url, name, 0, 0)
        rows = page.get_by_test_id("run").locator("dl > div").all_text_contents()
        for key, value in there.items():
            assert f"{key}{value}" in rows
        assert not [row for row in rows for word in idle if row.startswith(word)]


def test_a_run_without_a_draft_has_no_draft_phase(page: Page, app_url: str) -> None:
    """“Draft” must not appear in the strip of a run that drafts nothing."""
    open_step(page, app_url, "dsbd-figure-1", 0, 0)
    expect(page.locator(".st-group")).to_have_text(["Check", "Decide", "Write"])
    open_step(page, app_url, "dsbd-figure-2", 0, 0)
    expect(page.locator(".st-group").first).to_have_text("Draft")


def test_the_line_strikes_out_no_chance(page: Page, app_url: str) -> None:
    """A value of .28 under the line of .30 decides the width, so the line must not cross it out."""
    it = rounds("dsbd")[0]
    open_step(page, app_url, "dsbd", 0, next(k for k, step in enumerate(it["steps"]) if step["phase"] == "layer"))
    line, labels = page.evaluate("""() => [document.querySelector('.st-tails .cut').getBBox().y,
        [...document.querySelectorAll('.st-tails text:not(.t)')].map(one => [one.getBBox(), one.textContent])
            .map(([box, text]) => [box.y + 2, box.y + box.height, text])]""")
    assert ".28" in [text for *_, text in labels]
    assert not [text for top, bottom, text in labels if top < line < bottom]


def test_draws_have_a_mark_each_or_are_counted(page: Page, app_url: str) -> None:
    """●✕ and ×6 3● 3○ say what happened to two draws and to six; legend and tooltip explain it."""
    it = rounds("dsbd")[4]
    open_step(page, app_url, "dsbd", 4, len(it["steps"]) - 1)
    written = [text for text in page.locator(".st-x").all_text_contents() if text]
    assert any(" " in text for text in written), "no node's draws fared differently: nothing was tested"
    assert all(re.fullmatch(r"×\d+( \d+[●✕○▽★▲])*|[●✕○?▽★▲]{2,3}", text) for text in written), written
    for view in page.locator(".st-n", has=page.locator(".st-x")).all():
        text, told = view.locator(".st-x").text_content() or "", view.locator("title").text_content() or ""
        times = int(text[1:].split()[0]) if text.startswith("×") else len(text)
        often = "sampled twice" if times == 2 else f"sampled {times} times"
        assert told == "" if not text else f"one box, {often}" in told or f"{times} duplicates" in told, (text, told)
        if text.startswith("×"):
            assert sum(int(count) for count in re.findall(r" (\d+)", text)) in (0, times)
    expect(page.get_by_test_id("legend").locator("[data-kind=copies]")).to_be_visible()
    it = rounds("dsbd")[0]
    filled = next(k for k, step in enumerate(it["steps"]) if step["phase"] == "fill")
    for phase in (filled - 1, filled):  # a second frame is drawn when there is a second copy: no fill is told before
        open_step(page, app_url, "dsbd", 0, phase)
        count = len(page.locator(".st-n[data-shown='1']:has(.st-x:not(:empty))").all())
        frames = page.locator(".st-n[data-shown='1'] .st-under").evaluate_all(
            "all => all.filter((one) => getComputedStyle(one).visibility === 'visible').length"
        )
        assert frames == count == 4 + (phase == filled)
        page.get_by_test_id("table").locator("summary").click()
        expect(page.get_by_test_id("graph-summary")).to_contain_text(re.compile(r"[Ll]ayer 1\b"))
        expect(page.get_by_test_id("graph-summary")).not_to_contain_text("live beams")
    open_step(page, app_url, "spd", 1, 3)
    expect(page.get_by_test_id("legend").locator("[data-kind=copies]")).to_be_hidden()


def test_the_figures_of_a_residual_beam_agree(page: Page, app_url: str) -> None:
    """Tile, sentence and list show the same share of one beam, and the rows add up to the whole distribution."""
    it = rounds("dsbd-figure-2")[1]
    phase, verdict = next(
        (k, it["facts"][step["verdicts"][0]]) for k, step in enumerate(it["steps"]) if step["phase"] == "residual"
    )
    assert verdict["p"] != verdict["p_used"]
    open_step(page, app_url, "dsbd-figure-2", 1, phase)
    assert tile(page, "p′") == f"{verdict['p_used']:.3f}"
    assert tile(page, "p_beam") == f"{verdict['p']:.3g}"
    expect(page.get_by_test_id("narration")).to_contain_text(f"{verdict['p_used']:.3g}")
    own = page.get_by_test_id("inspector-dist").locator(".st-law.own")
    expect(own).to_have_count(1)
    assert f"0{own.locator('.st-law-v').inner_text().strip()}" == f"{verdict['p_used']:.2f}"
    expect(page.get_by_test_id("inspector-sum")).to_contain_text("residual p′ 1.")
    expect(page.get_by_test_id("inspector-shares")).to_contain_text("this beam with its next token")


def test_a_row_of_copies_says_how_many(page: Page, app_url: str) -> None:
    """Four copies of a beam with .25 each are written 4×.25, or the list would add up to a quarter."""
    it, phase, copies = next(
        (it, k, len(beams))
        for it in rounds("dsbd")
        for k, step in enumerate(it["steps"])
        if len(step["verdicts"]) == 1 and step["phase"] == "verify"
        if len(beams := it["verdicts"][step["verdicts"][0]].get("mine", ())) > 1
        if it["facts"][step["verdicts"][0]]["rule"] == "ratio"
        if it["dists"][it["verdicts"][step["verdicts"][0]]["dists"][0]]["rest"] < 1e-6
    )
    open_step(page, app_url, "dsbd", it["i"], phase)
    expect(page.get_by_test_id("inspector-shares")).to_contain_text(f"one of {copies} duplicates of this beam")
    expect(page.get_by_test_id("inspector-dist").locator(".st-law.own .st-law-v")).to_contain_text(f"{copies}×")
    expect(page.get_by_test_id("inspector-sum")).to_contain_text("p_beam 1")


def test_a_greedy_choice_shows_one_p(page: Page, app_url: str) -> None:
    """The tile of the target's token has the number of the list, and both say that nothing was sampled."""
    its = rounds("gsd")
    it, phase, verdict = next(
        (it, k, it["verdicts"][step["verdicts"][0]])
        for it in its
        for k, step in enumerate(it["steps"])
        if step["phase"] == "greedy"
    )
    assert verdict["p"] < 1
    open_step(page, app_url, "gsd", it["i"], phase)
    assert tile(page, "p") == f"{verdict['p']:.3f}"
    listed = page.get_by_test_id("inspector-dist").locator(".st-law.own .st-law-v span").last.inner_text()
    assert float(f"0{listed}") == pytest.approx(verdict["p"], abs=0.006)
    expect(page.get_by_test_id("narration")).not_to_contain_text("sampled")
    expect(page.locator(".st-tag")).to_have_text("greedy choice")


@pytest.mark.parametrize("width", [390, 1280])
def test_labels_of_the_bar_keep_clear_of_each_other(page: Page, app_url: str, width: int) -> None:
    """Where several p are about 0, their labels must not overlap."""
    page.set_viewport_size({"width": width, "height": 900})
    looked = 0
    for name, number in (("medusa", 1), ("medusa", 2), ("medusa", 6), ("typical", 1), ("typical", 3)):
        it = rounds(name)[number]
        for phase in [k for k, step in enumerate(it["steps"]) if step["phase"] == "verify"][-1:]:
            open_step(page, app_url, name, number, phase)
            page.locator(".st-why").evaluate("box => { box.open = true; }")  # closed on a phone
            labels = page.evaluate(LABELS)
            assert len(labels) > 6
            for i, (x0, y0, x1, y1, one) in enumerate(labels):
                assert -1 <= x0 < x1 <= 301, f"{one!r} is cut off"
                for a0, b0, a1, b1, other in labels[:i]:
                    assert x1 <= a0 or a1 <= x0 or y1 <= b0 or b1 <= y0, f"{one!r} lies on {other!r}"
            looked += 1
    assert looked == 5


@pytest.mark.parametrize("width", [390, 1280])
def test_the_current_phase_is_named_whole(page: Page, app_url: str, width: int) -> None:
    """A label cut off on the left would say something else; on a phone the strip is one tap away."""
    page.set_viewport_size({"width": width, "height": 900})
    it = rounds("dsbd-fixed")[0]
    open_step(page, app_url, "dsbd-fixed", 0, 0)
    page.evaluate(GOTO, {"it": 1, "phase": 1, "part": 4})  # after the parts on what the method is for
    if width < 640:
        page.get_by_test_id("more-controls").click()
    for phase, step in enumerate(it["steps"]):
        current = page.locator(".st-ph[aria-current]")
        expect(current).to_have_text(step["title"])
        label, strip = current.bounding_box() or {}, page.get_by_test_id("phases").bounding_box() or {}
        assert strip["x"] - 1 <= label["x"], f"phase {phase + 1}"
        assert label["x"] + label["width"] <= strip["x"] + strip["width"] + 1, f"phase {phase + 1}"
        page.evaluate(GOTO, {"it": 1, "phase": phase + 2})  # the next one, without the parts of this one
    if width < 640:
        page.get_by_test_id("more-controls").click()  # away again
