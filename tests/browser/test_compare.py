"""The Compare tab in a browser: numbers that cannot be compared are never shown without a warning."""

import re

import pytest
from playwright.sync_api import Page, expect

from explorer.trace.metrics import ACCEPTANCE
from explorer.ui.form.choices import prompts
from tests.browser.driving import (
    LOADING,
    choose,
    open_compare,
    open_form,
    open_page,
    open_step,
    open_tab,
    run_to_end,
    set_tokens,
)
from tests.browser.test_following import held_back

pytestmark = pytest.mark.browser


def compare(page: Page, count: int) -> None:
    page.locator("#compare-run").click()
    expect(page.locator("#compare-status")).to_contain_text(f"Done: {count} methods")


def test_rows_say_their_law_and_whether_they_compare(page: Page, app_url: str) -> None:
    """Three sampled methods have the same output distribution and ratios; a greedy one among them is named."""
    open_page(page, app_url)
    open_compare(page)
    choose(page, "Model pair for all methods", "Toy · gsd-figure-4")
    expect(page.get_by_label("Prompt for all methods")).to_have_value(prompts("toy:assets/toys/gsd-figure-4.json")[0])
    compare(page, 3)
    table = page.locator("#compare-table")
    expect(table.locator("tbody td.rule")).to_have_text(
        [re.compile(r"^sampling at temperature 0.6, top-k 10, top-p 0.9lossless")] * 3
    )
    expect(table.locator(".unlike")).to_have_count(0)
    expect(table.locator("th", has_text=f"acceptance rate ({ACCEPTANCE})")).to_have_attribute(
        "title", re.compile("never")
    )
    choose(page, "Methods (2–4)", "Graph · GSD")
    compare(page, 4)
    expect(table.locator(".unlike")).to_have_text(
        "These runs differ in output distribution (Multinomial sampling, SpD, SpecInfer: "
        "sampling at temperature 0.6, top-k 10, top-p 0.9; GSD: greedy), so their numbers are not comparable."
    )
    expect(table.locator("tbody tr").nth(3).locator(".rule")).to_contain_text("greedy")
    expect(table.locator("tbody tr").nth(1)).to_contain_text("×)")
    expect(table.locator("tbody tr").nth(3)).not_to_contain_text("×)")


def test_the_second_of_two_quick_pairs_is_compared_and_no_recorded_comparison_is_opened_meanwhile(
    page: Page, app_url: str
) -> None:
    """The prompt of the first pair would make every method fail on the second pair, and a running comparison would
    overwrite an opened one.
    """
    open_page(page, app_url)
    open_compare(page)
    with held_back(page, '"data":["toy:assets/toys/'):
        choose(page, "Model pair for all methods", "Toy · dsbd-figure-2")
        choose(page, "Model pair for all methods", "Toy · dsbd-figure-1")
    expect(page.get_by_label("Prompt for all methods")).to_have_value("h")
    page.wait_for_timeout(500)
    expect(page.get_by_label("Prompt for all methods")).to_have_value("h")
    recorded = page.get_by_label("Recorded comparison")
    recorded.evaluate(
        """list => new MutationObserver(() => { list.dataset.was = (list.dataset.was || "") + list.disabled; })
        .observe(list, { attributeFilter: ["disabled"] })"""
    )
    page.locator("#compare-run").click()
    expect(page.locator("#compare-status")).to_contain_text("Done: 3 methods")
    expect(recorded).to_have_attribute("data-was", re.compile("^(true)+false$"))
    expect(recorded).to_be_enabled()


def test_compare_right_after_a_pair_takes_its_prompt(page: Page, app_url: str) -> None:
    """Pressed too early, Compare would run every method on the prompt of the previous pair."""
    open_page(page, app_url)
    open_compare(page)
    with held_back(page, '"data":["toy:assets/toys/'):
        choose(page, "Model pair for all methods", "Toy · dsbd-figure-1")
        page.locator("#compare-run").click()
        page.wait_for_timeout(300)
    expect(page.locator("#compare-status")).to_contain_text("Done: 3 methods")
    expect(page.get_by_label("Prompt for all methods")).to_have_value("h")


def test_stop_ends_the_picture_too(page: Page, app_url: str) -> None:
    """After Stop, a stage must not wait for messages that never come."""
    open_page(page, app_url)
    open_compare(page)
    choose(page, "Model pair for all methods", "Toy · dsbd-figure-1")
    expect(page.get_by_label("Prompt for all methods")).to_have_value("h")
    page.get_by_text("Common settings").click()
    page.get_by_label("New tokens per method").fill("2000")
    page.locator("#compare-run").click()
    live = page.locator("#compare [data-testid=stage][data-live='1']")
    page.wait_for_function(  # at once: on a busy machine a person's click comes after the end
        """() => document.querySelector("#compare [data-testid=stage][data-live='1']")
            && (document.querySelector("#compare-stop").click(), true)"""
    )
    expect(page.locator("#compare-status")).to_contain_text("Stopped.")
    expect(live).to_have_count(0)
    expect(page.locator("#compare [data-testid=stage]", has_text="This run is incomplete: stopped")).to_have_count(1)


def test_the_third_of_three_stages_leaves_no_half_row_empty(page: Page, app_url: str) -> None:
    """Two stages side by side and a narrow third one below would look as if a stage were missing.

    At that width each says whose it is, and its strip shows the phase where it stands.
    """
    open_page(page, app_url)
    open_compare(page)
    stages = page.locator("#compare .slot.block:visible")
    expect(stages).to_have_count(3)
    for stage, title in zip(stages.all(), ("Multinomial sampling", "SpD", "SpecInfer"), strict=True):
        expect(stage.locator(".st-about")).to_contain_text(title)
        label, strip = (stage.locator(each).bounding_box() or {} for each in (".st-ph[aria-current]", ".st-strip"))
        assert strip["x"] - 1 <= label["x"]
        assert label["x"] + label["width"] <= strip["x"] + strip["width"] + 1, title
    for width, rows in ((1440, [2, 1]), (1900, [3]), (700, [1, 1, 1])):
        page.set_viewport_size({"width": width, "height": 900})
        boxes = [box for each in stages.all() if (box := each.bounding_box())]
        tops = sorted({box["y"] for box in boxes})
        assert [sum(box["y"] == top for box in boxes) for top in tops] == rows, width
        right = max(box["x"] + box["width"] for box in boxes)
        assert abs(boxes[-1]["x"] + boxes[-1]["width"] - right) < 2, "the last ends where its row does"


@pytest.mark.pair
def test_a_run_is_set_beside_the_target_alone(page: Page, app_url: str) -> None:
    """Fewer passes do not mean less time, so one click shows whether a run was faster here.

    The speeds are of several timings, each with its range; those of a table would say nothing and are not told.
    """
    open_page(page, app_url)
    choose(page, "Model pair", "smollm2 · draft uses hidden states")
    set_tokens(page, 24)
    run_to_end(page)
    status = page.locator("#status")
    expect(status).to_contain_text("Done: 24 tokens")
    status.get_by_text("Full text").click()
    expect(status.locator(".run-text p").first).to_be_visible()
    page.locator("#faster").click()
    expect(page.locator("#compare-status")).to_contain_text("Done: 2 methods", timeout=LOADING)
    lanes = page.get_by_test_id("race-lane")
    expect(lanes.locator("h2")).to_have_text([re.compile("^Multinomial sampling"), re.compile(r"^SpD.* γ = \d")])
    expect(lanes.nth(1)).to_contain_text(re.compile(r"\d× as fast \(\d\.\d\d–\d\.\d\d\)"))
    told = re.compile(r"on this machine \(range \d\.\d\d–\d\.\d\d, [345] timings\)")
    expect(page.get_by_test_id("race-end")).to_contain_text(told)


def test_settings_that_are_fast_are_taken_with_one_click(page: Page, app_url: str) -> None:
    """The form must run the settings that it recommends."""
    open_page(page, app_url)
    open_form(page)
    gamma = page.locator("#form").get_by_label(re.compile(r"Draft length \(γ\)")).first
    pays = page.locator("#pays")
    expect(pays).to_contain_text("γ = ")
    found = re.search(r"γ = (\d+)", pays.inner_text())  # it depends on the CPU
    assert found
    gamma.fill("7")
    gamma.press("Tab")
    expect(gamma).to_have_value("7")
    page.locator("#take").click()
    expect(gamma).to_have_value(found[1])


def test_a_long_draft_beside_another_run_is_not_cut(page: Page, app_url: str) -> None:
    """Half a screen is too narrow for ten draft tokens in a row, so they are drawn below each other."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, app_url)
    open_tab(page, "Compare")
    page.get_by_label("Recorded comparison").click()
    page.get_by_role("option", name="Greedy: the same text").click()
    stage = page.locator(".st.compact").nth(1)
    expect(stage).to_have_attribute("data-name", "ssd")
    stage.get_by_test_id("next-iteration").click()
    graph = stage.get_by_test_id("graph")
    expect(graph.locator('[data-shown="1"]')).not_to_have_count(1)
    assert graph.evaluate("one => one.scrollWidth <= one.clientWidth")
    assert graph.evaluate("one => one.scrollHeight <= one.clientHeight")


def test_a_picture_whose_panel_shrinks_bit_by_bit_is_drawn_again(stage_page: Page, app_url: str) -> None:
    """Many small changes of a panel's size must not add up to a cut picture."""
    page = stage_page
    page.set_viewport_size({"width": 1280, "height": 720})
    open_step(page, app_url, "specinfer", 0, 2)
    graph = page.get_by_test_id("graph")
    expect(graph.locator(".st-n").first).to_be_visible()
    frame = graph.evaluate_handle("one => one.closest('.st-graph')")
    frame.evaluate("""async frame => {
      const height = frame.clientHeight;
      for (let less = 0; less <= 160; less += 20) {
        frame.style.cssText = `flex: none; height: ${height - less}px`;
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
    }""")
    assert graph.evaluate("one => one.scrollHeight <= one.clientHeight")
    frame.evaluate("frame => frame.removeAttribute('style')")


def test_an_own_comparison_survives_a_reload_and_has_a_link(page: Page, app_url: str) -> None:
    """A lecturer prepares SpD with γ = 1 and γ = 3, reloads the page, and sends the link to a class."""
    open_page(page, app_url)
    open_compare(page)
    choose(page, "Model pair for all methods", "Toy · gsd-figure-4")
    expect(page.get_by_label("Prompt for all methods")).to_have_value(prompts("toy:assets/toys/gsd-figure-4.json")[0])
    page.locator(".token", has_text="SpecInfer").locator(".token-remove").click()
    page.get_by_text("Common settings").click()
    page.get_by_label("More settings").fill("spd: gamma=1\nspd: gamma=3")
    compare(page, 3)
    lanes = page.get_by_test_id("race-lane")
    titles = [re.compile("^Multinomial"), re.compile(r"SpD.* γ = 1"), re.compile(r"SpD.* γ = 3")]
    expect(lanes.locator("h2")).to_have_text(titles)
    slots = page.locator("#compare .slot[data-called]")
    expect(slots).to_have_count(2)
    for place, called in enumerate(("SpD (γ = 1)", "SpD (γ = 3)"), 1):
        run = page.locator("#compare-table tr[data-run]").nth(place).get_attribute("data-run")
        block = page.locator(".slot[data-called]", has=page.locator(f"[data-testid=stage][data-name='{run}']"))
        expect(block).to_have_attribute("data-called", called)
    expect(page).to_have_url(re.compile("tab=compare.*comparison=cmp-|comparison=cmp-.*tab=compare"))
    expect(page.get_by_test_id("race-link")).to_have_text("Copy link")
    ended = page.get_by_test_id("race-end").text_content()
    page.reload()
    expect(page.locator("#compare-status")).to_contain_text("A saved comparison of 3 runs")
    expect(page.get_by_test_id("race-end")).to_have_text(ended or "nothing")
    expect(lanes.locator("h2")).to_have_text(titles)
    expect(page.locator("#compare .slot[data-called]")).to_have_count(2)
    page.get_by_label("Recorded comparison").click()
    page.get_by_role("option", name="Greedy: the same text").click()
    expect(lanes.locator("h2")).to_have_text([re.compile("^Greedy"), re.compile("^SSD"), re.compile("^GSD")])
    expect(page).to_have_url(re.compile("comparison=greedy"))
    expect(page.locator("#compare .slot[data-called]")).to_have_count(0)


def test_a_comparison_that_is_gone_is_said_to_be(page: Page, app_url: str) -> None:
    """An old link must not silently open another comparison."""
    page.goto(f"{app_url}?tab=compare&comparison=cmp-{'x' * 22}")
    expect(page.locator("#compare-status .wrong")).to_contain_text("This comparison is no longer stored here")
    expect(page.get_by_test_id("race-lane")).to_have_count(3)
    expect(page).not_to_have_url(re.compile("comparison=cmp-"))
