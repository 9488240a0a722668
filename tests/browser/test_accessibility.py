"""Accessibility: axe-core finds nothing serious in any tab, in light and dark, on a desktop and a phone, and nothing is
wider than the screen.

axe-core comes with `npm ci` and runs in the page; nothing of it is served to visitors.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import visiting
from tests.browser.driving import LOADING, drawn, open_form, open_page, open_step, open_tab
from tests.browser.test_phone import CUT, NARROW, TABS, phone

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("accessibility")]
AXE = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = ("serious", "critical")
ORDERLY = ("heading-order", "landmark-unique", "region", "page-has-heading-one")  # only moderate to axe-core
PLOTS = {"Exactness": "#law-plot", "Energy": "#energy-model-pareto", "Lab": "#lab-kept-plot"}  # each takes its time
COLOURS = ["color-contrast", "link-in-text-block"]  # axe-core's rules about them, of those that it runs by itself
DARK = "on => document.body.classList.toggle('dark', on)"
STILL = """() => document.getAnimations().every(one =>
    one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)
    && ![...document.querySelectorAll('.pending')].some(one => one.checkVisibility())"""
WIDE = "[document.documentElement.scrollWidth, window.innerWidth]"
STOP_IS_OVER = "document.querySelector('#law-stop').disabled"
LOOK = """async ([within, options, whole]) => { // ↓ axe-core walks through hidden tabs, too, before it leaves them out
    const hidden = [...document.querySelectorAll('[role=tabpanel]')].filter(one => !whole && !one.checkVisibility());
    const away = hidden.map(panel => [panel, document.createDocumentFragment()]);
    away.forEach(([panel, part]) => part.append(...panel.childNodes));
    try { return (await axe.run(within ?? document, options)).violations; }
    finally { away.forEach(([panel, part]) => panel.append(part)); } }"""


@pytest.fixture(scope="module")
def visit(tab: Page, app_url: str) -> Iterator[Page]:
    """A page with an open lesson, from which the tests visit one tab after another."""
    page = tab.context.new_page()
    with visiting(page, app_url):
        open_page(page, app_url, "lesson=draft-and-verify&__theme=light")
        yield page
    page.close()


def found(page: Page, within: str | None = None, whole: bool = True, **options: Any) -> list[str]:
    """What axe-core reports as serious or critical: the rule, the element and the fault. Without `within` of all.

    Unless it is looked at `whole`, hidden tabs are out of the page, whose ids may repeat those of the tab that is seen.
    """
    if not page.evaluate("!!window.axe"):
        if not AXE.exists():
            pytest.fail("axe-core is not installed: run `npm ci`")
        page.add_script_tag(path=AXE)
    drawn(page)
    page.wait_for_function(
        STILL
    )  # what fades is pale until it is there, and what Gradio waits for until it is answered
    violations: list[dict[str, Any]] = page.evaluate(LOOK, [within, {"resultTypes": ["violations"], **options}, whole])
    return [
        f"{violation['id']}: {node['html'][:160]}: {node['failureSummary']}"
        for violation in violations
        if violation["impact"] in SERIOUS or violation["id"] in ORDERLY
        for node in violation["nodes"]
    ]


def look_at(page: Page, within: str | None = None, whole: bool = True) -> None:
    """Fail with a line per serious problem, in light mode and in dark mode, where only colours differ, and if a part
    lies outside the screen, where nobody finds it.

    The rules about whole pages need all of it; a part that changes can be looked at alone with `within`. Only what is
    seen has colours.
    """
    wrong = found(page, within, whole)
    page.evaluate(DARK, True)
    wrong += [f"dark: {line}" for line in found(page, within, whole=False, runOnly=COLOURS)]
    page.evaluate(DARK, False)
    assert not wrong, "\n".join(wrong)
    inner, outer = page.evaluate(WIDE)
    assert inner <= outer


def test_a_lesson(visit: Page) -> None:
    """A lesson next to the picture, a hint with a highlighted place, and the chart instead of the graph."""
    expect(visit.get_by_test_id("lesson-text")).to_be_visible()
    look_at(visit)
    visit.get_by_test_id("lesson-next").click()
    visit.get_by_test_id("lesson-answer").first.click()
    expect(visit.get_by_test_id("lesson-feedback")).to_contain_text("Look at: ")
    look_at(visit)
    visit.get_by_test_id("lesson-all").click()
    visit.locator("[data-lesson='pays-off']").click()
    expect(visit.get_by_test_id("speedup")).to_be_visible()
    look_at(visit)
    visit.get_by_test_id("lesson-close").click()


def test_explore_with_a_run(visit: Page, app_url: str) -> None:
    """The picture, its caption and all stepping controls."""
    open_step(visit, app_url, "spd", 1, 2)
    look_at(visit)


def test_explore_with_the_form_open(visit: Page) -> None:
    """The form for a run of your own."""
    open_form(visit)
    look_at(visit)
    visit.locator("#close-form").click()


def test_learn(visit: Page) -> None:
    """The five-word toy, and the calculator for the speed-up."""
    open_tab(visit, "Learn")
    look_at(visit)


def test_compare(visit: Page) -> None:
    """The comparison of several methods."""
    open_tab(visit, "Compare")
    visit.wait_for_selector("#compare [data-testid='stage'][data-it]")
    look_at(visit)


def test_traces(visit: Page) -> None:
    """The gallery of recorded runs, and the files."""
    open_tab(visit, "Traces")
    expect(visit.locator("#traces h3").first).to_have_text("Start here")
    log = Path(__file__).parents[1] / "explorer" / "imports" / "fixtures" / "llama.log"
    visit.locator("#import-files input[type=file]").set_input_files(log)
    expect(visit.locator("#import-report svg")).to_have_count(1)
    visit.evaluate("for (const each of document.querySelectorAll('#import-report details')) each.open = true")
    for picture in visit.locator("#import-report svg").all():
        expect(picture).to_be_visible()
    expect(visit.locator("#import-files .icon-button")).to_have_count(0)  # Gradio's list of files is emptied
    look_at(visit)


def test_exactness(visit: Page) -> None:
    """The pair as bars, a broken rule and its verdict, and Stop while something is running."""
    open_tab(visit, "Exactness")
    visit.get_by_label("Accept with min(1, q/p)").check()
    visit.get_by_role("button", name="Toy pair as bars").click()
    expect(visit.locator("#pair-bars input[type=range]").first).to_be_visible()
    visit.locator("#enumerate").click()
    expect(visit.locator("#law-status")).to_contain_text("Done")
    expect(visit.locator("#law-plot .js-plotly-plot")).to_be_visible()
    visit.wait_for_function(STOP_IS_OVER)
    visit.evaluate("document.querySelector('#law-stop').disabled = false")
    look_at(visit)
    visit.evaluate("document.querySelector('#law-stop').disabled = true")


def test_energy(visit: Page) -> None:
    """Counted, measured and modelled energy."""
    open_tab(visit, "Energy")
    expect(visit.locator("#energy-model-pareto .js-plotly-plot")).to_be_visible(timeout=LOADING)
    look_at(visit)


def test_lab(visit: Page) -> None:
    """An experiment during its measurement: picture, numbers and files."""
    open_tab(visit, "Lab")
    expect(visit.locator("#lab-about")).to_contain_text("Measures")
    expect(visit.locator("#lab-kept")).to_contain_text("Measured in advance")
    expect(visit.locator("#lab-kept-plot .js-plotly-plot")).to_be_visible()
    visit.locator("#lab-run").click()
    expect(visit.locator("#lab-status")).to_contain_text("Done")
    expect(visit.locator("#lab-plot .js-plotly-plot")).to_be_visible()
    expect(visit.locator("#lab-files")).to_contain_text("report")
    look_at(visit)


def test_a_phone(browser: Browser, app_url: str, subtests: pytest.Subtests) -> None:
    """On a narrow phone, regions scroll by keyboard, tabs without room are in the menu, and nothing is too pale."""
    with phone(browser, app_url, NARROW, "trace=spd&it=2&phase=8&__theme=light") as page:
        for tab in ("Explore", *TABS):
            if tab != "Explore":
                open_tab(page, tab)
                expect(page.get_by_role("tab", name=tab, exact=True).first).to_be_visible()
            if tab in PLOTS:
                expect(page.locator(f"{PLOTS[tab]} .js-plotly-plot")).to_be_visible(timeout=LOADING)
            with subtests.test(tab=tab):
                assert page.evaluate(CUT) == []
                look_at(page, whole=False)  # a desktop's page, which is the same, was looked at whole
