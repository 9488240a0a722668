"""What the inspector draws of each method: why W_L was chosen, tries, bars, thresholds, prefixes, skips, replicas."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from explorer.bundle import FOLDER
from explorer.stage_data import open_content
from explorer.trace import read
from tests.browser.driving import open_page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

Part = dict[str, Any]


def packed(name: str) -> list[Part]:
    return open_content(read(FOLDER / f"{name}.jsonl.gz"))["iterations"]


def go(page: Page, url: str, name: str, it: Part, phase: int) -> Locator:
    """Open a phase, counted from 0, and give the inspector."""
    open_page(page, url, f"trace={name}&it={it['i'] + 1}&phase={phase + 1}")
    return page.get_by_test_id("inspector")


def phases(it: Part, layer: int) -> list[int]:
    """The phases that judge one candidate of a layer."""
    return [k for k, step in enumerate(it["steps"]) if step["layer"] == layer and len(step["verdicts"]) == 1]


def test_a_layer_says_why_its_width_was_chosen(page: Page, app_url: str) -> None:
    """DSBD Eq. 7: the bars that reach t are filled, the last of them is W_L; what came out is not told before."""
    it, layer = next(
        (it, one) for it in packed("dsbd") for one in it["layers"] if one.get("width_tilde") and one["candidates"] > 1
    )
    phase = next(
        k for k, step in enumerate(it["steps"]) if step["phase"] == "layer" and step["layer"] == layer["layer"]
    )
    panel = go(page, app_url, "dsbd", it, phase).get_by_test_id("layer-panel")
    expect(panel).to_contain_text(f"So W_L = {layer['width']}.")
    expect(panel.locator("rect.on")).to_have_count(sum(one >= layer["threshold"] for one in layer["at_least"]))
    expect(panel.locator("text.mine", has_text="W_L")).to_have_count(1)
    cells = sum(len(row) for row in layer["table"])
    expect(panel.get_by_test_id("layer-heat").locator("rect:not(.frame)")).to_have_count(cells)
    expect(panel).not_to_contain_text("It came out")
    page.keyboard.press("End")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-it", str(len(packed("dsbd"))))


@pytest.mark.parametrize("name", ["mcss", "spectr"])
def test_tries_are_listed_as_they_come(page: Page, app_url: str, name: str) -> None:
    """A try that has not been made is not in the list; without replacement q shrinks from row to row."""
    it = next(
        it
        for it in packed(name)
        for one in it["layers"]
        if one["layer"] == 1 and len(one["tries"]) > 2 and one["accepted"] is None
    )
    second = phases(it, 1)[1]
    tries = go(page, app_url, name, it, second).get_by_test_id("inspector-tries")
    expect(tries.locator("tbody tr")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(tries.locator("tbody tr")).to_have_count(3)
    if name == "mcss":
        widths = tries.locator(".st-meter i").evaluate_all("bars => bars.map(bar => parseFloat(bar.style.width))")
        assert widths == sorted(widths, reverse=True)
        assert widths[0] == 100 > widths[-1]
    else:
        expect(page.get_by_test_id("inspector-layer")).to_contain_text("ρ")


def test_the_bar_of_typical_acceptance(page: Page, app_url: str) -> None:
    """The curve, and one mark for each candidate that was judged."""
    it = next(it for it in packed("typical") if len(phases(it, 1)) > 1)
    bar = go(page, app_url, "typical", it, phases(it, 1)[0]).get_by_test_id("inspector-bar")
    expect(bar.locator(".st-g")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(bar.locator(".st-g")).to_have_count(2)


def test_fallback_and_rollback(page: Page, app_url: str) -> None:
    """BiLD's two thresholds; a rollback is shown when it happens and not before."""
    it = next(it for it in packed("bild") if any(one.get("rolled_back") for one in it["layers"]))
    doubts = go(page, app_url, "bild", it, 1).get_by_test_id("inspector-doubts")
    expect(doubts).to_contain_text("fallback")
    expect(doubts).not_to_contain_text("✕ goes back")
    page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Shift+ArrowLeft")
    expect(doubts).to_contain_text("✕ goes back")


def test_what_the_draft_skips(page: Page, app_url: str) -> None:
    """One struck-out cell for each sub-layer that the thinned target leaves out."""
    it = packed("self-ssd")[0]
    layer = next(one for one in it["layers"] if one.get("kind") == "skipped")
    out = [word for key in ("attention_skipped", "mlp_skipped") for word in layer[key].split() if word != "none"]
    skips = go(page, app_url, "self-ssd", it, len(it["steps"]) - 1).get_by_test_id("inspector-skips")
    expect(skips.locator("rect")).to_have_count(2 * layer["of_layers"])
    expect(skips.locator("rect.out")).to_have_count(len(out))


def test_prefixes_of_mtad(page: Page, app_url: str) -> None:
    """Both joints of every prefix; the longest that passes is the shaded one."""
    it, joint = next(
        (it, one) for it in packed("mtad") for one in it["layers"] if one.get("kind") == "joint" and one["longest"]
    )
    phase = next(k for k, step in enumerate(it["steps"]) if step["title"].startswith("Longest passing prefix"))
    table = go(page, app_url, "mtad", it, phase).get_by_test_id("inspector-prefixes")
    expect(table.locator("tbody tr")).to_have_count(len(joint["prefixes"]))
    expect(table.locator("tr.own td").first).to_have_text(str(joint["longest"]))


def test_a_replica_points_at_its_origin(page: Page, app_url: str) -> None:
    """GSD unmerged: replicas are marked, and the chosen one is joined to the node it repeats."""
    its = packed("gsd")
    replicas = [
        sum(o not in (None, n) for o, n in zip(it["n"].get("origin", []), it["n"]["id"], strict=False)) for it in its
    ]
    it = next(it for it, count in zip(its, replicas, strict=True) if count)
    go(page, app_url, "gsd", it, len(it["steps"]) - 1)
    expect(page.locator(".st-n.replica")).to_have_count(0)
    page.get_by_test_id("show-all").click()
    expect(page.locator(".st-n.replica")).to_have_count(replicas[it["i"]])
    page.locator(".st-n.replica").first.click()
    expect(page.locator(".st-origin")).to_have_count(1)
    expect(page.get_by_test_id("inspector")).to_contain_text("replica of node")
