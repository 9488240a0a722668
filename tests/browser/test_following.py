"""The controls follow the opened trace, in a browser: links, gallery, list and files, without late answers."""

import gzip
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from decoders.catalog import DECODERS
from explorer.service.offered import toys
from explorer.service.store import find, header
from explorer.ui.form import choices
from tests.browser.driving import (
    LOADING,
    choose,
    choose_toy,
    listed,
    open_form,
    open_page,
    open_tab,
    press_run,
    run_to_end,
    set_tokens,
    shown,
)

pytestmark = pytest.mark.browser
TOY_TRACE = "dsbd-figure-2"  # DSBD on a toy pair, with settings, a seed and a number of tokens of its own


def prompt(page: Page) -> Any:
    open_form(page)
    return page.locator("#prompt textarea")


def expect_controls(page: Page, name: str) -> None:
    """The controls of the first rows, seed, tokens and gamma are those of the bundled trace."""
    head = header(name)
    assert head is not None
    pair = Path(head.pair).stem if head.pair.startswith("toy:") else head.pair
    expect(page.get_by_label("Model pair", exact=True)).to_have_value(re.compile(re.escape(pair)))
    expect(page.get_by_label("Method", exact=True)).to_have_value(
        re.compile(re.escape(DECODERS[head.method].title) + "$")
    )
    expect(prompt(page)).to_have_value(head.prompt)
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value(listed(name))
    open_settings(page)
    expect(page.get_by_label("Seed", exact=True)).to_have_value(str(head.seed))
    expect(page.get_by_label("New tokens", exact=True)).to_have_value(str(head.max_new_tokens))
    expect(page.get_by_label("number input for Draft length (γ)")).to_have_value(str(head.settings["gamma"]))


def open_settings(page: Page) -> None:
    if not page.get_by_label("Seed", exact=True).is_visible():
        open_form(page)
        page.get_by_label("Seed", exact=True).wait_for()


def open_card(page: Page, name: str) -> None:
    open_tab(page, "Traces")
    page.locator(f"[data-opens] a[data-trace='{name}']").click()


def trace_file(page: Page, url: str, name: str) -> list[dict[str, Any]]:
    reply = page.request.get(f"{url}explorer/file/{name}")
    return [json.loads(line) for line in reply.text().splitlines()]


@contextmanager
def held_back(page: Page, mark: str) -> Iterator[Callable[[], None]]:
    """Hold back the server's answer to requests with `mark` until the block ends, like a slow network.

    What it gives waits until something was asked: a busy page asks late.
    """
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        if mark in (route.request.post_data or ""):
            waiting.append(route)
        else:
            route.continue_()

    def asked() -> None:
        for _ in range(600):
            if waiting:
                return
            page.wait_for_timeout(100)
        pytest.fail("the server was not asked")

    page.route("**/gradio_api/run/**", hold)
    yield asked
    assert waiting, "the server was not asked"
    for route in waiting:
        route.continue_()
    page.unroute("**/gradio_api/run/**")


def test_link_brings_its_controls_and_run_repeats_it(page: Page, app_url: str) -> None:
    """Under a shared link, Run must repeat the linked run, not the page's first one."""
    open_page(page, app_url, f"trace={TOY_TRACE}&it=2")
    expect_controls(page, TOY_TRACE)
    expect(page.get_by_text("Draft width (W_S)", exact=True)).to_be_visible()
    here = run_to_end(page)
    first, again = trace_file(page, app_url, TOY_TRACE), trace_file(page, app_url, str(here["name"]))
    assert here["name"] != TOY_TRACE
    assert again[0]["settings"] == first[0]["settings"]
    assert again[-1]["tokens"] == first[-1]["tokens"]
    assert again[-1]["counts"] == first[-1]["counts"]
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value("")


def test_gallery_and_list_bring_controls_that_can_be_changed(page: Page, app_url: str) -> None:
    """When another recorded run is opened, method, settings, seed, tokens and prompt follow; nothing runs. A setting
    changed after the opening stays, within the new method's range.
    """
    open_page(page, app_url)
    expect_controls(page, "hello-spd")
    open_card(page, "gsd")
    expect_controls(page, "gsd")
    expect(page.get_by_text("Merge length (τ)", exact=True)).to_be_visible()
    choose(page, "Recorded run", listed("gsd-figure-4"))
    expect_controls(page, "gsd-figure-4")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "gsd-figure-4")
    expect(page.locator("#stop")).to_be_disabled()
    expect(page.locator("#back")).to_have_count(0)
    open_card(page, "dsbd")
    expect_controls(page, "dsbd")
    gamma = page.get_by_label("number input for Draft length (γ)")
    gamma.fill("2")
    gamma.press("Tab")
    page.wait_for_timeout(600)
    expect(gamma).to_have_value("2")
    choose(page, "Method", "SpD")
    expect(gamma).to_have_value(str(choices.paying("smollm2-plain", "spd").get("gamma", 4)))  # as this machine has it
    expect(page.locator("#pays")).to_have_text(choices.pays("smollm2-plain", "spd"))


def test_late_answer_leaves_a_half_typed_prompt_alone(page: Page, app_url: str) -> None:
    """Text that is typed while a trace is opened must not disappear; the other controls follow."""
    open_page(page, app_url)
    with held_back(page, f'"name":"{TOY_TRACE}"') as asked:
        open_card(page, TOY_TRACE)
        asked()
        open_tab(page, "Explore")
        prompt(page).fill("What I am about to a")
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("DSBD"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", TOY_TRACE)
    page.wait_for_timeout(500)
    expect(prompt(page)).to_have_value("What I am about to a")
    page.locator("#close-form").click()
    page.get_by_test_id("next-iteration").click()
    page.wait_for_timeout(600)
    expect(prompt(page)).to_have_value("What I am about to a")


def test_late_first_answer_leaves_what_was_typed_alone(page: Page, app_url: str) -> None:
    """On a link, the page is there before its trace. What is typed meanwhile stays, and the rest follows."""
    with held_back(page, '"data":['):
        page.goto(f"{app_url}?trace={TOY_TRACE}")
        prompt(page).fill("while it loads")
        page.wait_for_timeout(300)
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("DSBD"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", TOY_TRACE)
    page.wait_for_timeout(500)
    expect(prompt(page)).to_have_value("while it loads")


def test_late_answer_leaves_a_method_chosen_meanwhile_alone(page: Page, app_url: str) -> None:
    """A method chosen while a trace is opened stays, with its own settings."""
    open_page(page, app_url)
    open_settings(page)
    with held_back(page, ',"dsbd-fixed",'):
        choose(page, "Recorded run", listed("dsbd-fixed"))
        choose(page, "Method", "Multinomial sampling")
        expect(page.get_by_text("Draft length (γ)", exact=True)).to_be_hidden()
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-fixed")
    expect(prompt(page)).to_have_value(re.compile("^A farmer has 17 sheep"))
    page.wait_for_timeout(600)
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("Multinomial"))
    expect(page.get_by_text("Draft width (W_S)", exact=True)).to_be_hidden()
    expect(page.get_by_label("number input for Top-p")).to_have_value("0.9")  # the opened trace has 0.8


def test_late_answer_of_a_pair_leaves_a_half_typed_prompt_alone(page: Page, app_url: str) -> None:
    """A new pair brings a prompt, but not over one that is being written."""
    open_page(page, app_url)
    with held_back(page, ',"toy:assets/toys/gsd-figure-4.json",') as asked:
        choose(page, "Model pair", "Toy · gsd-figure-4")
        asked()
        prompt(page).fill("half a")
    expect(page.locator("#status")).to_contain_text("GSD Figure 4, gsd on the prompt it")
    page.wait_for_timeout(500)
    expect(prompt(page)).to_have_value("half a")


def test_own_choices_can_be_put_back(page: Page, app_url: str) -> None:
    """One click restores your prompt, method and settings after a trace replaced them."""
    open_page(page, app_url)
    choose_toy(page)
    prompt(page).fill("a prompt I thought about")
    choose(page, "Method", "GSD:")
    expect(page.get_by_text("Merge length (τ)", exact=True)).to_be_visible()  # GSD's own settings are there
    expect(page.get_by_label("number input for Draft length (γ)")).to_have_value("10")  # and their values come
    page.get_by_label("number input for Draft length (γ)").fill("7")
    page.get_by_label("number input for Draft length (γ)").press("Tab")
    pair = page.get_by_label("Model pair", exact=True).input_value()
    choose(page, "Recorded run", listed("dsbd-fixed"))
    expect_controls(page, "dsbd-fixed")
    page.get_by_role("button", name="Restore my settings").click()
    expect(prompt(page)).to_have_value("a prompt I thought about")
    expect(page.get_by_label("Model pair", exact=True)).to_have_value(pair)
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("GSD"))
    expect(page.get_by_text("Merge length (τ)", exact=True)).to_be_visible()
    expect(page.get_by_label("number input for Draft length (γ)")).to_have_value("7")
    expect(page.locator("#back")).to_have_count(0)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-fixed")  # the picture stays


def test_late_settings_are_of_the_last_method_and_leave_what_was_typed_alone(page: Page, app_url: str) -> None:
    """A late answer with the first method's values would appear under the second method's name. Gradio reports a chosen
    method twice, and its settings must not overwrite what was typed meanwhile.
    """
    open_page(page, app_url)
    choose_toy(page)
    with held_back(page, '["gsd","toy:'):
        choose(page, "Method", "GSD:")
        choose(page, "Method", "MTAD")
        expect(page.get_by_label("number input for Draft length (γ)")).to_have_value("4")
    page.wait_for_timeout(500)
    expect(page.get_by_label("number input for Draft length (γ)")).to_have_value("4")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.post_data or ""))
    choose(page, "Method", "GSD:")
    gamma = page.get_by_label("number input for Draft length (γ)")
    expect(gamma).to_have_value("10")
    gamma.fill("7")
    gamma.press("Tab")
    page.wait_for_timeout(500)
    expect(gamma).to_have_value("7")
    wanted = f'["gsd","toy:assets/toys/{next(iter(toys().values())).name}"]'
    assert sum(wanted in data for data in asked) == 1


def test_file_of_a_pair_that_is_not_here(page: Page, app_url: str, tmp_path: Path) -> None:
    """A trace of somebody's own toy file opens, says what is missing, and leaves the pair unchanged."""
    lines = gzip.decompress(find(TOY_TRACE).read_bytes()).decode().splitlines()
    head = json.loads(lines[0]) | {"pair": "toy:lesson/mine.json"}
    file = tmp_path / "mine.jsonl"
    file.write_text("\n".join([json.dumps(head), *lines[1:], ""]), encoding="utf-8")
    open_page(page, app_url)
    open_tab(page, "Traces")
    page.locator("#import-files input[type=file]").set_input_files(file)
    expect(page.locator("#status")).to_have_text(
        "The model pair toy:lesson/mine.json of this trace is not available here. The pair in the form was not changed."
    )
    expect(page.get_by_label("Model pair", exact=True)).to_have_value(re.compile("smollm2"))
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("DSBD"))
    expect(prompt(page)).to_have_value("ask")
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value("")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", re.compile("^run-"))
    open_page(page, app_url, f"trace={shown(page)['name']}")
    expect(page.locator("#status")).to_contain_text("is not available here")
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("DSBD"))


def expect_to_stay(page: Page, name: str) -> None:
    """The trace stays on the stage and in the controls, also after late answers."""
    page.wait_for_timeout(800)
    expect_controls(page, name)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", name)


def test_only_the_last_of_several_openings_counts(page: Page, app_url: str) -> None:
    """The latest request wins on the stage and in the controls, in whatever order answers arrive: also over the prompt
    of a pair chosen before, and over an entry or a card chosen before the first has arrived.
    """
    open_page(page, app_url)
    with held_back(page, ',"toy:assets/toys/gsd-figure-4.json",'):
        choose(page, "Model pair", "Toy · gsd-figure-4")
        open_card(page, "dsbd")
        expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd")
    expect_to_stay(page, "dsbd")
    first, second = "dsbd-fixed", "lookup"
    with held_back(page, f',"{first}",'):
        choose(page, "Recorded run", listed(first))
        open_card(page, "gsd")
        expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "gsd")
    expect_to_stay(page, "gsd")
    with held_back(page, f',"{first}",'):
        choose(page, "Recorded run", listed(first))
        choose(page, "Recorded run", listed(second))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", second)
    with held_back(page, f'"name":"{first}"'):
        open_card(page, first)
        open_card(page, second)
    expect_to_stay(page, second)


def test_late_opening_of_the_page_is_dropped(page: Page, app_url: str) -> None:
    """Somebody who clicks a card before the link's own trace has arrived wants the card."""
    with held_back(page, '"data":[1]'):
        page.goto(app_url)
        open_card(page, TOY_TRACE)
        expect(page.get_by_test_id("stage")).to_have_attribute("data-name", TOY_TRACE)
    expect_to_stay(page, TOY_TRACE)


def test_trace_that_is_fetched_late_leaves_a_run_alone(page: Page, app_url: str) -> None:
    """A large trace that is still loading must not replace a run that was started since."""
    waiting: list[Route] = []
    page.route("**/explorer/open/dsbd-fixed", lambda route: waiting.append(route))
    open_page(page, app_url)
    choose(page, "Recorded run", listed("dsbd-fixed"))
    expect(page.get_by_test_id("stage")).to_have_attribute("aria-busy", "true")
    choose_toy(page)
    name = run_to_end(page)["name"]
    assert waiting, "the trace was not asked for"
    waiting[0].continue_()
    page.wait_for_timeout(800)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", str(name))


def test_second_of_two_quick_pairs_brings_its_prompt(page: Page, app_url: str) -> None:
    """The prompt of the first pair would make Run fail on the second pair."""
    open_page(page, app_url)
    with held_back(page, ',"toy:assets/toys/'):
        choose(page, "Model pair", "Toy · dsbd-figure-2")
        choose(page, "Model pair", "Toy · dsbd-figure-1")
    expect(prompt(page)).to_have_value("h")
    page.wait_for_timeout(500)
    expect(prompt(page)).to_have_value("h")
    run_to_end(page)


def test_notes_are_about_the_pair_that_was_chosen_last(page: Page, app_url: str) -> None:
    """A pair chosen before the answer about a method would keep what was said about the previous pair."""
    open_page(page, app_url, "trace=gsd")
    open_form(page)
    with held_back(page, '["smollm2-plain","spd"]') as asked:
        choose(page, "Method", "SpD: speculative decoding")
        asked()
        choose(page, "Model pair", f"Toy · {TOY_TRACE}")
    expect(page.locator("#needs")).to_contain_text(choices.needs(f"toy:assets/toys/{TOY_TRACE}.json", "spd"))
    expect(page.locator("#pays")).to_have_text("")
    expect(page.locator("#take")).to_be_hidden()


def test_run_right_after_a_pair_takes_its_prompt(page: Page, app_url: str) -> None:
    """Pressed too early, Run would be refused because of the previous pair's prompt."""
    open_page(page, app_url)
    prompt(page)
    with held_back(page, ',"toy:assets/toys/'):
        choose(page, "Model pair", "Toy · dsbd-figure-1")
        press_run(page)
        page.wait_for_timeout(500)
    expect(page.locator("#status")).to_contain_text("Done")
    expect(page.locator("#wrong .wrong")).to_have_count(0)
    expect(prompt(page)).to_have_value("h")


def test_half_typed_prompt_outlives_a_second_opening(page: Page, app_url: str) -> None:
    """A prompt typed while a trace is opened must survive the opening of another trace."""
    open_page(page, app_url)
    with held_back(page, '"name":"') as asked:
        open_card(page, TOY_TRACE)
        asked()
        open_tab(page, "Explore")
        prompt(page).fill("What I am about to a")
        open_card(page, "gsd")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "gsd")
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("GSD"))
    page.wait_for_timeout(500)
    expect(prompt(page)).to_have_value("What I am about to a")


@pytest.mark.pair
def test_end_of_a_run_leaves_the_trace_opened_meanwhile(page: Page, app_url: str) -> None:
    """Somebody who views another trace during a run is not moved back when the run ends."""
    open_page(page, app_url)
    set_tokens(page, 280)  # it must not be over before one can look away, on a busy machine either
    press_run(page)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-live", "1", timeout=LOADING)
    choose(page, "Recorded run", listed("dsbd-fixed"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-fixed")
    expect(page.locator("#run")).to_be_enabled(timeout=LOADING)  # it is over, and its "Done" may have come before
    page.wait_for_timeout(800)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-fixed")
