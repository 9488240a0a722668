"""The app in a real browser: the first things that a visitor does, and errors that must never appear."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explorer.service.store import gallery, open_trace
from explorer.stage.export import page as exported
from explorer.trace.lines import WhatIf
from explorer.ui.form.choices import prompts, toys
from explorer.ui.tabs.traces import COPIED
from tests.browser.driving import (
    LOADING,
    choose,
    choose_toy,
    drawn,
    open_compare,
    open_form,
    open_page,
    open_panel,
    open_step,
    open_tab,
    place,
    press_run,
    run_to_end,
    set_tokens,
    shown,
)
from tests.explorer.imports.test_worth import LLAMA

pytestmark = pytest.mark.browser
WIDE = "[document.documentElement.scrollWidth, window.innerWidth]"


def test_keys_step_both_ways(stage_page: Page, app_url: str) -> None:
    """Stepping is the main function, and Back must return to the previous step."""
    page = stage_page
    open_step(page, app_url, "spd", 1, 0)
    page.locator("body").press("Home")
    assert place(page) == (1, 1)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert place(page) == (1, 3)
    page.keyboard.press("ArrowLeft")
    assert place(page) == (1, 2)
    page.keyboard.press("Shift+ArrowRight")
    assert place(page)[0] == 1, "from within a round to its own end"
    page.keyboard.press("Shift+ArrowRight")
    assert place(page)[0] == 2
    page.keyboard.press("Shift+ArrowLeft")
    assert place(page)[0] == 1
    expect(page.get_by_test_id("next-phase")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("End")
    assert place(page)[0] == shown(page)["iterations"]
    expect(page.get_by_test_id("next-phase")).to_have_attribute("aria-disabled", "true")


def test_keys_are_left_alone_while_typing(stage_page: Page, app_url: str) -> None:
    """Moving the cursor in the prompt must not step the picture."""
    page = stage_page
    open_step(page, app_url, "spd", 1, 2)
    before = place(page)
    open_form(page)
    page.locator("#prompt textarea").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("End")
    assert place(page) == before
    page.locator("#close-form").click()


def test_buttons_step_both_ways(stage_page: Page, app_url: str) -> None:
    """A phone has no arrow keys."""
    page = stage_page
    open_step(page, app_url, "spd", 1, 2)
    page.get_by_test_id("first").click()
    assert place(page) == (1, 1)
    page.get_by_test_id("next-phase").click()
    assert place(page) == (1, 2)
    page.get_by_test_id("prev-phase").click()
    assert place(page) == (1, 1)
    page.get_by_test_id("last").click()
    assert place(page)[0] == shown(page)["iterations"]


def test_a_link_opens_its_step_and_the_address_follows(page: Page, app_url: str) -> None:
    """A teacher hands out links, and one copied from the address must open the step that was on the screen."""
    name = gallery()[-1].name
    open_page(page, app_url, f"trace={name}&it=2&phase=1")
    here = shown(page)
    assert (here["name"], here["it"], here["phase"]) == (name, 2, 1)
    page.get_by_test_id("first").click()
    page.get_by_test_id("next-phase").click()
    page.wait_for_url(re.compile(r"it=1&phase=2"))
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_selector('[data-testid="stage"][data-phase="2"]')
    assert place(page) == (1, 2)


def test_link_to_a_node_alone_opens_where_it_is(page: Page, app_url: str) -> None:
    """A shortened or hand-written link still leads to the node; a link to a missing node opens as if without it."""
    trace = open_trace("spd")
    seen = {node.id for node in trace.iterations[0].nodes}
    node = next(one.id for one in trace.iterations[2].nodes if one.id not in seen)
    first = next(i for i, one in enumerate(trace.iterations, 1) if any(each.id == node for each in one.nodes))
    open_page(page, app_url, f"trace=spd&node={node}")
    page.wait_for_url(re.compile(rf"node={node}(&|$)"))
    assert place(page)[0] == first > 1
    open_page(page, app_url, "trace=spd&node=99999")
    assert place(page)[0] == 1


def test_missing_trace_is_said(page: Page, app_url: str) -> None:
    """A link to a deleted run must say so instead of showing empty boxes, and the app must continue to work."""
    page.goto(f"{app_url}?trace=run-AAAAAAAAAAAAAAAAAAAAAA&it=3")
    expect(page.get_by_test_id("message")).to_contain_text("no longer stored")
    expect(page.locator(".st-body")).to_be_hidden()
    expect(page.get_by_test_id("message")).to_have_css("background-image", "none")
    expect(page.get_by_role("button", name="Save trace")).to_be_hidden()
    expect(page.get_by_text("Reproduce this run")).to_be_hidden()
    expect(page.get_by_label("Recorded run", exact=True)).to_have_attribute("placeholder", "Recorded run")
    expect(page.get_by_test_id("stage")).not_to_have_attribute("aria-busy", "true")
    page.goto(f"{app_url}?trace=nothing-of-that-name")
    expect(page.get_by_test_id("message")).to_contain_text("There is no recorded run “nothing-of-that-name”")
    choose(page, "Recorded run", gallery()[0].note)
    page.wait_for_selector('[data-testid="stage"][data-it]')


def test_node_shows_its_inspector(stage_page: Page, app_url: str) -> None:
    """Every mark explains itself when it is clicked."""
    page = stage_page
    open_step(page, app_url, "spd", 1)
    node = page.locator("[data-node][data-state='accepted'], [data-node][data-state='rejected']").first
    node.click()
    expect(page.get_by_test_id("inspector-reason")).to_contain_text(re.compile("accepted|rejected", re.IGNORECASE))
    page.wait_for_url(re.compile(r"node=\w+"))


def test_the_link_to_a_step_is_copied_or_shown(page: Page, app_url: str) -> None:
    """Over plain http, no page may write to the clipboard, so a click without effect would look like a copy."""
    open_page(page, app_url, "trace=spd&it=2&phase=1")
    said = page.locator("[data-copied]").first
    copy = page.get_by_role("button", name="Copy link to this step").first
    expect(said).to_be_hidden()
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
    copy.click()
    expect(said).to_have_text(page.url)
    board = "{ writeText: async (text) => { window.written = text; } }"
    page.evaluate(f"Object.defineProperty(navigator, 'clipboard', {{ value: {board} }})")
    copy.click()
    expect(said).to_have_text(COPIED)
    assert page.evaluate("window.written") == page.url
    expect(said).to_be_hidden()


def test_export_is_one_offline_page(stage_page: Page, app_url: str, tmp_path: Path) -> None:
    """The exported page must open from a disk without the app."""
    page = stage_page
    open_step(page, app_url, "spd", 1)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as offline page").first.click()
    file = tmp_path / "offline.html"
    saving.value.save_as(file)
    assert not re.search(r"""(src|href)=["']https?:""", file.read_text(encoding="utf-8"))


def test_an_exported_page_offers_nothing_that_needs_the_app(page: Page, app_url: str) -> None:
    """Without the app a what-if cannot run, so an exported page must not offer it."""
    at = "it=1&phase=8"
    open_page(page, app_url, f"trace=spd&{at}")
    expect(page.get_by_test_id("whatif")).not_to_have_count(0)
    trace = open_trace("spd")
    trace.header = replace(trace.header, whatif=WhatIf("spd", 0, {"u": 0.5}))
    page.route(f"{app_url}/exported.html*", lambda route: route.fulfill(body=exported(trace, "spd")))
    page.goto(f"{app_url}/exported.html?{at}")
    expect(page.get_by_test_id("inspector-axis")).to_be_visible()
    expect(page.get_by_test_id("whatif")).to_have_count(0)
    expect(page.get_by_test_id("changed")).to_contain_text("This is not the recorded run")
    expect(page.get_by_role("button", name="Back to the recorded run")).to_have_count(0)


def test_bad_trace_is_one_sentence(stage_page: Page, app_url: str, tmp_path: Path) -> None:
    """An error names the line of a broken file next to the field, and the picture stays."""
    page = stage_page
    open_step(page, app_url, "spd", 1)
    before = shown(page)
    file = tmp_path / "broken.jsonl"
    file.write_text('{"kind": "header", "schema": "1"\n{}\n', encoding="utf-8")
    open_tab(page, "Traces")
    page.locator("#import-files input[type=file]").set_input_files(file)
    said = page.locator("#open-status [role=alert]")
    expect(said).to_contain_text("ine 1 of broken.jsonl")
    assert "Traceback" not in said.inner_text()
    open_tab(page, "Explore")
    assert shown(page)["name"] == before["name"]


def test_files_of_another_engine_are_explained(page: Page, app_url: str, tmp_path: Path) -> None:
    """A log is dropped and explained where it was dropped; a wrong one says what is wrong, and times can be added."""
    folder = Path(__file__).parents[1] / "explorer" / "imports" / "fixtures"
    open_page(page, app_url)
    open_tab(page, "Traces")
    field = page.locator("#import-files input[type=file]")
    field.set_input_files([folder / "llama.log", folder / "vllm.log"])
    report = page.locator("#import-report")
    expect(report.get_by_role("heading", name="2 files compared")).to_be_visible()
    expect(report).to_be_in_viewport()
    expect(report.locator("svg")).to_have_count(2)
    assert report.locator("td").first.evaluate("cell => getComputedStyle(cell).textAlign") == "left"
    page.get_by_label("Time of a target pass in ms").fill("x")
    expect(page.locator("#import-wrong").get_by_role("alert")).to_contain_text("must be a number from 0")
    expect(report.locator("svg")).to_have_count(2)
    page.get_by_label("Time of a target pass in ms").fill("25")
    page.get_by_label("Time of a draft token in ms").fill("3")
    found = report.get_by_text("A target pass takes 25.00 ms, and a draft token 3.00 ms.").first  # without a new upload
    expect(found).to_be_attached()  # by both times: the answer to the first one is replaced, with what is open in it
    report.get_by_text("Reasons, and what to do").first.click()
    report.get_by_text("More", exact=True).nth(1).click()
    expect(found).to_be_visible()
    expect(page.locator("#import-wrong").get_by_role("alert")).to_have_count(0)
    with page.expect_download() as saved:
        report.get_by_role("link", name="import.csv").click()
    assert "vllm.log,tokens per target pass,," in Path(saved.value.path()).read_text(encoding="utf-8")
    broken = tmp_path / "empty.json"
    broken.write_text("", encoding="utf-8")
    field.set_input_files([folder / "llama.log", broken])
    expect(report.get_by_role("alert")).to_have_text(re.compile("^empty.json is empty"))
    expect(report.locator("svg")).to_have_count(1)
    field.set_input_files(folder / "vllm-metrics.txt")
    page.get_by_label("Time of a target pass in ms").fill("")
    page.get_by_label("Time of a draft token in ms").fill("")
    expect(report.get_by_text("Is it still lossless?")).to_be_in_viewport()
    report.get_by_role("link", name="Time of a target pass in ms").first.click()
    expect(page.get_by_label("Time of a target pass in ms")).to_be_focused()


def test_the_form_leads_to_the_logs_and_one_without_a_draft_gives_the_measured_speed_up(
    page: Page, app_url: str, tmp_path: Path
) -> None:
    """An engineer with a log in hand looks at the form for a run first, and the logs open at the top of Traces. The
    second file slot takes the log of the same requests without a draft, and new files forget it.
    """
    without = tmp_path / "without.log"
    without.write_text(LLAMA, encoding="utf-8")
    open_page(page, app_url)
    page.locator("#open-form").click()
    page.locator("#form").get_by_role("link", name="Open a server’s log").click()
    expect(page.locator("#import-files")).to_be_in_viewport()
    expect(page.locator("#form")).not_to_be_visible()
    assert "tab=traces" in page.url
    files, alone = (page.locator(f"#import-{part} input[type=file]") for part in ("files", "field-6"))
    report, log = (
        page.locator("#import-report"),
        Path(__file__).parents[1] / "explorer" / "imports" / "made" / "llama.log",
    )
    files.set_input_files(log)
    report.get_by_role("link", name="The same requests without a draft").click()
    expect(page.locator("#import-field-6")).to_be_in_viewport()
    alone.set_input_files(without)
    expect(report.get_by_text("All together: ×1.40.")).to_be_visible()
    page.get_by_label("Draft length of every pass").fill("3")
    expect(report.get_by_text("All together: ×1.40.")).to_be_visible()
    page.get_by_label("Draft length of every pass").fill("")
    files.set_input_files(log)
    expect(report.get_by_text("All together: ×1.40.")).to_have_count(0)
    expect(report.get_by_text("2 is up to 6.0% faster at costs above 20.6%").first).to_be_visible()


def test_an_imported_run_opens_the_calculator_and_the_stage(page: Page, app_url: str) -> None:
    """The numbers of a log move the sliders, Back returns to the report, and a request can be stepped through."""
    folder = Path(__file__).parents[1] / "explorer" / "imports" / "fixtures"
    open_page(page, app_url)
    open_tab(page, "Traces")
    page.locator("#import-files input[type=file]").set_input_files([folder / "vllm.log", folder / "sglang-dspark.json"])
    report = page.locator("#import-report")
    report.get_by_text("Reasons, and what to do").first.click()
    report.get_by_role("link", name="Open the calculator with this run").first.click()
    expect(page.get_by_test_id("worth-imported")).to_contain_text("your run vllm.log")
    expect(page.get_by_test_id("worth-imported")).to_be_in_viewport()
    expect(page.get_by_test_id("worth-gamma")).to_have_value("3")
    expect(page.get_by_test_id("worth-alpha")).to_have_value("0.553")
    expect(page.locator("#learn-worth circle.imported")).to_have_count(6)
    expect(page.get_by_test_id("worth-here")).to_contain_text("Your run vllm.log wrote 2.06 tokens per target pass")
    page.get_by_test_id("worth-cost").fill("0.1")
    expect(page.get_by_test_id("worth-own")).to_contain_text("γ = 2 is fastest (×1.60)")  # as the report says
    page.get_by_test_id("worth-gamma").fill("9")
    page.get_by_test_id("worth-use").click()
    expect(page.get_by_test_id("worth-gamma")).to_have_value("3")
    expect(page.get_by_test_id("worth-batch")).to_have_value("1")
    link = page.url
    page.get_by_test_id("worth-forget").click()
    expect(page.locator("#learn-worth circle.imported")).to_have_count(0)
    assert "worth=" not in page.url
    page.go_back()
    expect(page.locator("#learn-worth circle.imported")).to_have_count(6)
    page.go_back()
    expect(report).to_be_visible()
    with page.expect_download() as saved:
        report.get_by_role("link", name="save the trace").first.click()
    assert saved.value.suggested_filename.endswith(".jsonl")
    report.get_by_role("link", name="step through it").first.click()
    expect(page.locator("#stage [data-testid='stage']")).to_be_visible()
    expect(page.locator("#stage [data-testid='stage'][data-name^='run-']")).to_be_visible()
    assert shown(page)["iterations"] == 2
    page.goto("about:blank")
    page.goto(link)  # as somebody who was sent the address
    expect(page.get_by_test_id("worth-imported")).to_contain_text("your run vllm.log")
    expect(page.get_by_test_id("worth-imported")).to_be_in_viewport()


def test_wrong_prompt_is_one_sentence_and_a_toy_pairs_run_is_kept(page: Page, app_url: str, tmp_path: Path) -> None:
    """A word that the toy pair does not have is named, and the visitor's next run works: its link and its file open it
    again. A toy pair's passes take no time, so their speed is not compared.
    """
    open_page(page, app_url)
    choose_toy(page)
    good = page.locator("#prompt textarea").input_value()
    page.locator("#prompt textarea").fill("zebra")
    press_run(page)
    expect(page.locator("#wrong [role=alert]")).to_contain_text("“zebra” is not in the vocabulary of this toy pair")
    page.locator("#prompt textarea").fill(good)
    here = run_to_end(page)
    assert str(here["name"]).startswith("run-")
    told = page.locator("#status [data-run]").get_attribute("data-iterations")
    assert here["iterations"] == int(told or 0) >= 1
    expect(page.locator("#run")).to_be_enabled()
    expect(page.locator("#stop")).to_be_disabled()
    expect(page.locator("#status [data-compares]")).to_have_count(1)
    expect(page.locator("#faster")).to_be_hidden()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save trace").first.click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    open_page(page, app_url, f"trace={here['name']}&it=1")
    assert shown(page)["iterations"] == here["iterations"]
    open_tab(page, "Traces")
    page.locator("#import-files input[type=file]").set_input_files(file)
    expect(page.get_by_test_id("stage")).not_to_have_attribute("data-name", str(here["name"]))
    expect(page.get_by_test_id("graph")).to_be_visible()
    assert shown(page)["iterations"] == here["iterations"]


def test_settings_follow_the_method(page: Page, app_url: str) -> None:
    """Each method shows its own settings, generated from its dataclass."""
    open_page(page, app_url)
    open_form(page)
    expect(page.get_by_text("Draft length (γ)", exact=True)).to_be_visible()
    choose(page, "Method", "Multinomial sampling")
    expect(page.get_by_text("Draft length (γ)", exact=True)).to_be_hidden()
    page.get_by_role("button", name="Sample as in GSD").click()
    expect(page.get_by_label("number input for Temperature")).to_have_value("0.7")


STOP = """least => { // Stop is pressed in the frame in which the run has written so many tokens: it may end at any time
    const stop = document.getElementById('stop'), told = document.getElementById('status').textContent;
    const ready = !stop.disabled && Number(/(\\d+) of 2000 tokens/.exec(told)?.[1] ?? 0) >= least;
    if (ready) stop.click();
    return ready;
}"""


def stop_after(page: Page, least: int) -> None:
    """Stop the run of the real pair as soon as it has written at least `least` tokens."""
    page.wait_for_function(STOP, arg=least, timeout=LOADING)


def set_a_long_run(page: Page) -> None:
    """Prepare a run that no machine finishes before Stop is pressed: a chat answer would end, counting goes on."""
    set_tokens(page, 2000)
    page.get_by_label("Raw prompt").check()
    page.get_by_label("Prompt", exact=True).fill("1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16,")


@pytest.mark.pair
def test_real_pair_runs_and_stops(page: Page, app_url: str) -> None:
    """The real pair decodes to the end in the app, and Stop ends a longer run."""
    open_page(page, app_url)
    set_tokens(page, 6)
    here = run_to_end(page)
    assert here["iterations"] >= 1
    assert str(here["name"]).startswith("run-")
    set_a_long_run(page)
    press_run(page)
    stop_after(page, 1)
    expect(page.locator("#status")).to_contain_text("Stopped")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-live", "0")
    counts = [shown(page)["iterations"]]
    for _ in range(30):  # what was on its way to a busy page still comes
        page.wait_for_timeout(1000)
        counts.append(shown(page)["iterations"])
        if counts[-1] == counts[-2]:
            break
    assert counts[-1] == counts[-2], f"the run went on after Stop: {counts}"
    expect(page.locator("#status")).to_contain_text("Stopped")  # a run that goes on says "Done" at its end
    expect(page.locator("#run")).to_be_enabled()


@pytest.mark.pair
@pytest.mark.parametrize("reported", [True, False])
def test_run_counts_right_after_stop(page: Page, app_url: str, reported: bool) -> None:
    """A click on Run must never be ignored, also while the pair is loading; the app would seem to hang."""
    open_page(page, app_url)
    set_a_long_run(page)
    press_run(page)
    with page.expect_response("**/explorer/runs/stop", timeout=LOADING) as answer:  # else the first run goes on
        if reported:
            stop_after(page, 1)
        else:
            page.locator("#stop").click()
    assert answer.value.ok
    before = shown(page)["name"]
    press_run(page)  # waits until it is enabled, and no longer
    expect(page.get_by_test_id("stage")).not_to_have_attribute("data-name", str(before), timeout=LOADING)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-live", "1")
    # It goes on, so the click was not for it.
    stop_after(page, 20)
    expect(page.locator("#status")).to_contain_text("Stopped")
    expect(page.locator("#run")).to_be_enabled()


def test_the_theme_is_that_of_the_address(page: Page, app_url: str) -> None:
    """Dark mode must be dark. What is shown in it is looked at in test_accessibility.py."""
    for theme in ("light", "dark"):
        open_page(page, app_url, f"__theme={theme}")
        assert page.evaluate("document.body.classList.contains('dark')") == (theme == "dark")


def test_compare_runs_side_by_side_in_lock_step(page: Page, app_url: str) -> None:
    """Several methods with the same prompt and seed: one table, and stages that step together."""
    open_page(page, app_url)
    open_compare(page)
    name, file = next(iter(toys().items()))
    choose(page, "Model pair for all methods", f"Toy · {file.stem}")
    expect(page.get_by_label("Prompt for all methods")).to_have_value(prompts(name)[0])
    page.locator("#compare-run").click()
    expect(page.locator("#compare-status")).to_contain_text("Done: 3 methods")
    assert page.locator("#compare-table tbody tr").count() == 3
    expect(page.locator("#compare-table")).to_contain_text("×)")
    stages = page.locator("#compare [data-testid='stage'][data-it]")
    assert stages.count() == 3
    page.locator("#stage-1").get_by_test_id("next-iteration").click()
    counts = [int(one.get_attribute("data-iterations") or 0) for one in stages.all()]
    at = int(stages.nth(0).get_attribute("data-it") or 0)
    assert [int(one.get_attribute("data-it") or 0) for one in stages.all()] == [min(at, count) for count in counts]
    choose(page, "Methods (2–4)", "Beam search")
    further = page.get_by_label("More settings")
    open_panel(page, "Common settings", further)
    further.fill("no_such_setting=1")
    page.locator("#compare-run").click()
    expect(page.locator("#compare-status [role=alert]")).to_contain_text("no_such_setting")


def test_a_figure_of_the_step_on_the_stage(page: Page, app_url: str) -> None:
    """Plotly draws exactly the step that the stage shows, within the screen."""
    open_page(page, app_url, "trace=gsd&it=2&phase=3")
    page.get_by_role("button", name="Figures of this run").click()
    title = page.locator("#figure-plot .gtitle")
    expect(title).to_contain_text("Round 2, step 3 of")
    page.get_by_test_id("next-phase").first.click()
    page.get_by_role("button", name="Redraw for the current step").click()
    expect(title).to_contain_text("Round 2, step 4 of")
    choose(page, "Figure", "Whole run: acceptance rate by depth")
    expect(title).to_contain_text("Acceptance rate by depth")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Save as JSON").click()
    assert saving.value.suggested_filename == "gsd-depth.json"
    page.set_viewport_size({"width": 390, "height": 844})
    drawn(page)
    inner, outer = page.evaluate(WIDE)
    assert inner <= outer
