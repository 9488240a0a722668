"""A step that computes several numbers is shown in parts, one number each: what a rejection leaves, the numbers from
which a width follows, and those from which the threshold of a prefix follows.
"""

import re
from math import prod
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.driving import open_step
from tests.bundled import rounds

pytestmark = pytest.mark.browser
TREE, FOREST, CHAIN, LEAVES = "hello-branches", "dsbd-layers", "block-weak", "traversal-deep"
WORDS, BLOCK = "traversal-words", "block-words"


def step_of(it: dict[str, Any], test: Any) -> int:
    """The first step for which `test` is true."""
    return next(k for k, each in enumerate(it["steps"]) if test(each))


def rejection(it: dict[str, Any]) -> int:
    """The first step that rejects one candidate."""
    return step_of(it, lambda step: [it["verdicts"][v]["state"] for v in step["verdicts"]] == ["rejected"])


def open_part(page: Page, app_url: str, name: str, step: int, part: int) -> Locator:
    """Open a part of a step of the first round in the plain voice, on a laptop's screen. Returns the stage."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_step(page, app_url, name, 0, step, part)
    page.get_by_test_id("voice-plain").click()
    return page.get_by_test_id("stage")


def written(page: Page) -> list[float]:
    """The numbers of the calculation below the picture."""
    found = page.get_by_test_id("decision").locator(".st-sum b").all_inner_texts()
    return [float(text.strip("%")) for text in found if text]


def rows(table: Locator) -> list[list[str]]:
    """The cells of a table's rows."""
    return [row.locator("td").all_inner_texts() for row in table.locator("tbody tr").all()]


def test_a_rejection_is_tested_first_and_leaves_something_then(page: Page, app_url: str) -> None:
    """The test shows both models' bars, and the leftover comes with the next step, in the picture as well."""
    it = rounds(TREE)[0]
    step = rejection(it)
    stage = open_part(page, app_url, TREE, step, 0)
    expect(stage).to_have_attribute("data-shows", "test")
    expect(page.get_by_test_id("inspector-left")).to_have_count(0)
    expect(page.get_by_test_id("inspector-overlap")).to_have_attribute("data-part", "overlap")
    after = it["verdicts"][it["steps"][step + 1]["verdicts"][0]]
    node = page.locator(f'[data-node="{it["n"]["id"][after["place"]]}"] .st-pr[data-of=p]')
    expect(node.locator(".st-bar-name")).to_have_text("target")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "left")
    expect(stage).to_have_attribute("data-phase", str(step + 1))
    used = next(value for name, value, *_ in after["tiles"] if name == "p′")
    expect(node.locator(".st-bar-name")).to_have_text("leftover")
    p, q, total, left = written(page)
    assert (p - q) / total == pytest.approx(left / 100, abs=0.006)
    assert left / 100 == pytest.approx(used, abs=0.006)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "proof")
    accepted, rejected, after_it, whole = written(page)
    assert accepted + rejected * after_it / 100 == pytest.approx(whole, abs=0.06), "the target’s own probability"
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-phase", str(step + 2))
    assert written(page)[0] / 100 == pytest.approx(used, abs=0.006), "the next test compares what was left"


def test_every_row_of_a_leftover_adds_up(page: Page, app_url: str) -> None:
    """Target − draft is what the target gives more, and the column adds up to the sum."""
    it = rounds(TREE)[0]
    open_part(page, app_url, TREE, rejection(it), 1)
    lines = page.get_by_test_id("inspector-left").locator(":scope > div:not(.st-left-h)")
    found = {line.locator("span").first.inner_text(): line.locator("b").all_inner_texts() for line in lines.all()}
    numbers = {name: [float(text.strip("≈%") or 0) for text in cells] for name, cells in found.items()}
    for name, (p, q, more, _) in numbers.items():
        if name not in ("others", "sum"):
            assert more == pytest.approx(max(0.0, p - q), abs=0.006), name
    *others, (_, _, total, whole) = numbers.values()
    written_to = 0.05  # each row is rounded to a tenth
    assert sum(more for _, _, more, _ in others) == pytest.approx(total, abs=written_to * len(others))
    assert sum(left for *_, left in others) == pytest.approx(whole, abs=1)


def test_a_part_has_an_address_and_a_way_back(page: Page, app_url: str) -> None:
    """A link leads to what a rejection leaves, and one step back to its test."""
    step = rejection(rounds(TREE)[0])
    stage = open_part(page, app_url, TREE, step, 1)
    page.wait_for_url(re.compile(rf"phase={step + 1}&part=2"))
    page.reload()
    expect(stage).to_have_attribute("data-shows", "left")
    page.get_by_test_id("prev-phase").click()
    expect(stage).to_have_attribute("data-shows", "test")
    page.wait_for_url(lambda url: "part=" not in url)
    page.get_by_test_id("next-phase").click()
    page.get_by_test_id("next-phase").click()
    page.get_by_test_id("prev-phase").click()
    expect(stage).to_have_attribute("data-shows", "left")


def test_a_width_follows_from_one_number_after_the_other(page: Page, app_url: str) -> None:
    """Shares, overlap and width: each part computes what the next one uses."""
    it = rounds(FOREST)[0]
    step = step_of(it, lambda each: each["phase"] == "layer" and each["layer"] == 2)
    stage = open_part(page, app_url, FOREST, step, 0)
    expect(stage).to_have_attribute("data-shows", "shares")
    whole, all_beams, _, beam, after, first, *_ = written(page)
    found = rows(page.get_by_test_id("inspector-shares"))
    assert (100 * whole / all_beams, beam * after / 100) == pytest.approx((beam, first), abs=0.6)
    assert first == float(found[0][1].strip("%")), "the calculation is that of the first row"
    for *_, drafts in found:
        before, now = (float(text.strip("%")) for text in drafts.split(" → "))
        assert before < now, "what the rejected beam had is divided among the others"
    panel = next(each for each in it["panels"] if each["kind"] == "width" and each["layer"] == 2)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "overlap")
    lines = rows(page.get_by_test_id("inspector-shared"))
    shared, again = (sum(float(cells[k].strip("%")) for cells in lines) for k in (2, 4))
    assert [shared, again] == pytest.approx([100 * alpha for alpha in panel["alpha"][:2]], abs=1.5)
    for row, bars in zip(lines, page.get_by_test_id("inspector-shared").locator("tbody tr").all(), strict=True):
        green = [
            float(bar.evaluate("bar => parseFloat(bar.style.width)")) for bar in bars.locator("i[data-of=both]").all()
        ]
        assert (green[0] > green[1]) == (float(row[2].strip("%")) > float(row[4].strip("%"))), "one scale"
    numbers = page.get_by_test_id("inspector-shared-numbers")
    expect(numbers).not_to_be_visible()
    numbers.locator("xpath=preceding-sibling::summary").click()
    for (_, target, draft, *_), row in zip(rows(numbers), lines, strict=True):
        assert min(float(target.strip("%")), float(draft.strip("%"))) == float(row[2].strip("%"))
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "ways")
    *factors, product = written(page)  # all candidates: a single path
    assert len(factors) == panel["width"]
    assert prod(factor / 100 for factor in factors) == pytest.approx(product / 100, abs=0.006)
    assert product == pytest.approx(100 * panel["tails"][panel["width"]], abs=0.6)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "width")
    expect(page.get_by_test_id("narration")).to_have_text(re.compile(re.escape(it["steps"][step]["plain"])))
    assert written(page) == [], "the bars and the sentence have the numbers"


def test_a_layer_of_one_beam_has_no_shares(page: Page, app_url: str) -> None:
    """All candidates of the first layer follow the same beam, so its overlap comes first; a link shows the width."""
    it = rounds(FOREST)[0]
    step = step_of(it, lambda each: each["phase"] == "layer")
    stage = open_part(page, app_url, FOREST, step, 0)
    for part in ("overlap", "ways", "width"):
        expect(stage).to_have_attribute("data-shows", part)
        page.get_by_test_id("next-phase").click()
    open_step(page, app_url, FOREST, 0, step)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-shows", "width")
    page.wait_for_url(lambda url: "part=" not in url)


def test_after_an_acceptance_the_targets_own_shares_count_again(page: Page, app_url: str) -> None:
    """The test uses the leftover, and the part after it brings back the target’s own share of the next candidate."""
    it = rounds(FOREST)[0]
    states = [[it["verdicts"][v]["state"] for v in step["verdicts"]] for step in it["steps"]]
    step = next(k for k, each in enumerate(states) if each == ["accepted"] and states[k - 1] == ["rejected"])
    after = it["verdicts"][it["steps"][step + 1]["verdicts"][0]]
    word = page.locator(f'[data-node="{it["n"]["id"][after["place"]]}"] .st-pr[data-of=p] .st-bar-n')
    stage = open_part(page, app_url, FOREST, step, 0)
    expect(stage).to_have_attribute("data-shows", "test")
    left = next(dist for dist in it["dists"] if dist["series"] == "r")
    leftover = left["v"][left["t"].index(it["n"]["token"][after["place"]])]
    expect(word).to_have_text(f"{100 * leftover:.0f}%")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "reset")
    expect(stage).to_have_attribute("data-phase", str(step + 1))
    expect(word).to_have_text(f"{100 * after['p']:.0f}%")
    said = f"has {100 * after['p']:.0f}% again, not {100 * leftover:.0f}%."
    expect(page.get_by_test_id("narration")).to_contain_text(said)
    found = {
        name: (float(before.strip("%")), float(now.strip("%")))
        for name, _, before, now in rows(page.get_by_test_id("inspector-reset"))
    }
    assert sum(before for before, _ in found.values()) == pytest.approx(100, abs=1)
    assert sum(now for _, now in found.values()) == pytest.approx(100, abs=1)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-phase", str(step + 2))
    assert written(page)[0] == pytest.approx(100 * after["p"], abs=0.6), "the next test divides the target’s own share"


def test_the_shares_of_a_sampled_layer_come_before_its_first_beam(page: Page, app_url: str) -> None:
    """Layer 3 has no candidates: its shares are beam × next word, as in the layers before, and then one is sampled."""
    it = rounds(FOREST)[0]
    step = step_of(it, lambda each: each["phase"] == "bonus")
    place = it["steps"][step]["nodes"][0]
    stage = open_part(page, app_url, FOREST, step, 0)
    expect(stage).to_have_attribute("data-shows", "sampling")
    expect(page.locator(f'[data-node="{it["n"]["id"][place]}"]')).not_to_be_visible()
    expect(page.get_by_test_id("inspector-draw")).to_have_count(0)
    found = rows(page.get_by_test_id("inspector-sampling"))
    for _, beam, after, share in found:
        weights = [float(text.strip("×% ")) / 100 for text in (beam, after)]
        assert weights[0] * weights[1] == pytest.approx(float(share.strip("%")) / 100, abs=0.006)
    whole = page.get_by_test_id("inspector-nested").locator(".st-nest-words > span")
    widths = [each.evaluate("part => parseFloat(part.style.width)") for each in whole.all()]
    assert sum(widths) == pytest.approx(100, abs=0.1)
    shares = sorted((float(share.strip("%")) for *_, share in found), reverse=True)
    assert sorted(widths, reverse=True)[: len(shares)] == pytest.approx(shares, abs=0.6)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "sampled")
    expect(page.locator(f'[data-node="{it["n"]["id"][place]}"]')).to_be_visible()
    own = page.get_by_test_id("inspector-draw").locator(".st-draw-bar .own")
    expect(own).to_have_text(re.compile(r"\d+%$"))
    above = page.get_by_test_id("inspector-draw").locator(".st-nest-beams > span").all_inner_texts()
    assert sum(float(text.split()[-1].strip("%")) for text in above) == pytest.approx(100, abs=1)


def test_the_pass_covers_only_the_boxes_that_are_sent(page: Page, app_url: str) -> None:
    """MTAD sends one beam: the boxes of the others are not shaded."""
    it = rounds("mtad-beams")[0]
    open_part(page, app_url, "mtad-beams", step_of(it, lambda each: each["phase"] == "target"), 0)
    shaded = page.locator('[data-part="sent"]').evaluate("path => path.getAttribute('d').split('M').length - 1")
    assert shaded == len(it["steps"][step_of(it, lambda each: each["phase"] == "target")]["nodes"])
    expect(page.locator('rect[data-part="pass"]')).to_have_css("visibility", "hidden")


def test_the_parts_before_an_outcome_do_not_tell_it(page: Page, app_url: str) -> None:
    """Block verification: the running ratio and the threshold are known before the random number."""
    it = rounds(CHAIN)[0]
    step = step_of(it, lambda each: each["phase"] == "prefix")
    judged = next(each for each in it["panels"] if each["kind"] == "judged")["rows"][0]
    stage = open_part(page, app_url, CHAIN, step, 0)
    outcome = page.locator(
        ":is([data-state=passes], [data-state=fails], [data-kind=passes], [data-kind=fails])"
    ).filter(visible=True)
    through = 100 * judged["origin"]["taken"]
    for part, value in (("ratio", judged["ratio"]), ("longer", through), ("threshold", judged["cut"])):
        expect(stage).to_have_attribute("data-shows", part)
        *numbers, result = written(page)
        if part == "ratio":
            drafted, result, _ = *numbers[-2:], result
            target = page.get_by_test_id("inspector-often").locator("[data-of=target] b").inner_text()
            assert drafted * result == pytest.approx(float(target.split("%")[-2].split()[-1]), rel=0.02)
        if part == "longer":
            assert sum(numbers) == pytest.approx(result)
        assert result == pytest.approx(value, rel=0.06)
        expect(outcome).to_have_count(0)
        expect(page.locator(".st-scale")).to_have_count(0)
        assert not re.search(r"passes\b(?! by)|fails", page.get_by_test_id("phases").inner_text())
        page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "outcome")
    expect(outcome.first).to_be_visible()
    expect(page.get_by_test_id("narration")).to_contain_text(f"random number {judged['u']:.2g}")


def test_a_deletion_lowers_the_running_ratio_in_its_own_part(page: Page, app_url: str) -> None:
    """Traversal verification: the test of a leaf shows the old running ratio, and its deletion the new one."""
    it = rounds(LEAVES)[0]
    step = rejection(it)
    above = it["n"]["id"].index(it["n"]["parent"][it["verdicts"][it["steps"][step]["verdicts"][0]]["place"]])
    panel = next(each for each in it["panels"] if each["kind"] == "judged")
    old, new = (each["ratio"] for each in panel["ratios"] if each["place"] == above and each["step"] == step)
    stage = open_part(page, app_url, LEAVES, step, 0)
    ratio = page.locator(f'[data-node="{it["n"]["id"][above]}"] .st-ratio text')
    assert float(ratio.text_content() or "") == pytest.approx(old, abs=0.006)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "through")
    *summands, taken = written(page)
    assert sum(summands) == pytest.approx(taken)
    assert float(ratio.text_content() or "") == pytest.approx(old, abs=0.006)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "deleted")
    whole, accepted, hundred, again, result = written(page)
    assert (accepted, hundred, again) == (taken, 100, taken)
    assert whole == pytest.approx(100 * old, abs=0.06)
    bars = page.get_by_test_id("inspector-hundreds").locator(":scope > div > div")
    expect(bars).to_have_count(3)
    assert len({(box["x"], box["width"]) for box in (bar.bounding_box() for bar in bars.all()) if box}) == 1
    assert (whole - accepted) / (hundred - accepted) == pytest.approx(result, rel=0.06)
    assert result == pytest.approx(new, rel=0.06)
    assert float((ratio.text_content() or "").split("↓")[-1]) == pytest.approx(new, rel=0.06)
    expect(page.get_by_test_id("narration")).to_contain_text(
        re.compile(f"its new running ratio is ({new:.2g}|{new:.3g})")
    )
    changed = next(each for each in panel["compared"] if each["step"] == step)
    node = page.locator(f'[data-node="{it["n"]["id"][changed["place"]]}"] .st-pr[data-of=q]')
    expect(node.locator(".st-bar-name")).to_have_text("draft")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "left")
    expect(node.locator(".st-bar-name")).to_have_text("draft")
    expect(
        page.locator(f'[data-node="{it["n"]["id"][changed["place"]]}"] .st-pr[data-of=p] .st-bar-name')
    ).to_have_text("leftover")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "scaled")
    expect(node.locator(".st-bar-name")).to_have_text("scaled")
    drafted, rest, scaled = (
        float(text.strip("%")) for text in page.get_by_test_id("inspector-scaled").locator("b").all_inner_texts()
    )
    assert drafted / rest == pytest.approx(scaled / 100, abs=0.006)
    assert scaled / 100 == pytest.approx(changed["q"], abs=0.006)


def test_tests_from_the_root_are_compared_after_the_path_that_passes(page: Page, app_url: str) -> None:
    """The point of the method, with this round's own numbers: two pictures of one tree, and one sentence."""
    it = rounds(WORDS)[0]
    panel = next(each for each in it["panels"] if each["kind"] == "judged")
    stage = open_part(page, app_url, WORDS, panel["root"]["step"], 0)
    expect(stage).to_have_attribute("data-shows", "test")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "root")
    expect(page.get_by_test_id("narration")).to_contain_text(panel["root"]["says"]["plain"])
    pictures = page.get_by_test_id("inspector-root").locator("figure")
    for picture, looks in zip(pictures.all(), ({"fail": 2, "pass": 0}, {"fail": 1, "pass": 2}), strict=True):
        for look, count in looks.items():
            expect(picture.locator(f"svg g.{look}")).to_have_count(count)
    target, draft, missing, left, own, others, scaled, top, below, result = written(page)
    assert (top, below) == (left, scaled)
    assert (target - draft) / missing == pytest.approx(left / 100, abs=0.005)
    assert own / others == pytest.approx(scaled / 100, abs=0.005)
    assert top / below == pytest.approx(result, abs=0.005)
    assert result == pytest.approx(panel["root"]["tests"][1][2], abs=0.005)
    expect(page.get_by_test_id("inspector-left").locator(".own")).to_contain_text(f"{left:.0f}%")


def test_an_accepted_prefix_comes_out_as_often_as_the_target_writes_it(page: Page, app_url: str) -> None:
    """Why a prefix must be accepted with its running ratio: the accepted part is as long as the target's bar."""
    it = rounds(BLOCK)[0]
    for nth, step in enumerate(k for k, each in enumerate(it["steps"]) if each["phase"] == "prefix"):
        open_part(page, app_url, BLOCK, step, 0)
        bars = page.get_by_test_id("inspector-often")
        drafted, accepted, target = (
            bars.locator(f"[data-of={name}] i").first.bounding_box() or {} for name in ("drafted", "taken", "target")
        )
        assert accepted["width"] == pytest.approx(target["width"], abs=1), nth
        assert accepted["width"] / drafted["width"] == pytest.approx(prod([0.6, 1.5, 0.4][: nth + 1]), abs=0.01)
        *_, share, ratio, result = written(page)
        assert share * ratio == pytest.approx(result, rel=0.005)
        assert f"{result:g}%" in bars.locator("[data-of=target]").inner_text()


def test_what_is_missing_has_one_name_until_the_target_samples_from_it(page: Page, app_url: str) -> None:
    """The leftover is divided by the same missing part that the threshold of the accepted prefix had."""
    it = rounds(BLOCK)[0]
    tests = [k for k, each in enumerate(it["steps"]) if each["phase"] == "prefix"]
    open_part(page, app_url, BLOCK, tests[1], 2)
    missing = page.get_by_test_id("inspector-hundreds").locator("[data-of=missing] p").inner_text()
    whole, accepted, *_ = written(page)
    assert missing.startswith(f"missing: {whole - accepted:.0f} ")
    own = step_of(it, lambda each: each["phase"] == "residual")
    stage = open_part(page, app_url, BLOCK, own, 0)
    expect(stage).to_have_attribute("data-shows", "missing")
    expect(page.locator("[data-state=residual]")).to_have_count(0)
    expect(page.get_by_test_id("decision")).to_contain_text(f"{whole - accepted:.0f}% missing")
    expect(page.get_by_test_id("inspector-left").locator(".sum")).to_contain_text(f"{whole - accepted:.0f}%")
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "sampled")
    expect(page.get_by_test_id("decision").locator(".st-sum")).to_have_count(0)
    strip = page.get_by_test_id("inspector-draw").locator(".st-draw-bar").bounding_box() or {}
    box = page.locator(".st-narration").bounding_box() or {}
    assert strip["y"] + strip["height"] + 9 <= box["y"] + box["height"], "it has room below"
    assert strip["x"] + strip["width"] + 16 <= box["x"] + box["width"]


def test_a_lesson_shows_a_step_at_once(page: Page, app_url: str) -> None:
    """Its texts point at the test and at the residual of the same step."""
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{app_url}?lesson=trees-sampled&step=2")
    page.wait_for_selector('[data-testid="stage"][data-it]')
    expect(page.get_by_test_id("stage")).to_have_attribute("data-shows", "")
    expect(page.get_by_test_id("inspector-overlap")).to_have_attribute("data-part", "residual")
    expect(page.get_by_test_id("inspector-axis")).to_have_count(1)


@pytest.mark.parametrize("name", [LEAVES, CHAIN, "hello-branches"])
def test_the_plan_comes_before_the_first_test(page: Page, app_url: str, name: str) -> None:
    """A reader must know what the tests are for before the first number, once a run, and without an outcome."""
    first, second = rounds(name)[:2]
    step = step_of(first, lambda each: each["phase"] == "target")
    stage = open_part(page, app_url, name, step, 0)
    numbers = page.locator(".st-nth:visible text")
    if name == LEAVES:
        expect(numbers).to_have_count(0)
    page.get_by_test_id("next-phase").click()
    expect(stage).to_have_attribute("data-shows", "plan")
    plan = page.get_by_test_id("inspector-plan")
    expect(plan.locator("figure svg")).to_have_count(2)
    expect(plan).to_contain_text("Why it is lossless:")
    expect(page.locator(".st-n:is([data-state=accepted], [data-state=rejected], [data-state=unused])")).to_have_count(0)
    drafts = sum(role == "draft" for role in first["n"]["role"])
    if name == LEAVES:
        assert sorted(numbers.all_text_contents()) == [str(k + 1) for k in range(drafts)], "the order of all tests"
    open_step(page, app_url, name, 1, step_of(second, lambda each: each["phase"] == "target"))
    expect(stage).to_have_attribute("data-shows", "")
