"""The form for a run of your own, with the keyboard and on a phone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.bpe import byte_bpe
from tests.browser.driving import choose, choose_toy, listed, open_form, open_page, open_tab, run_to_end
from tests.decoders.models.loading.test_other_tokenizer import folder

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 720}
pytestmark = pytest.mark.browser


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """The page on a phone."""
    page.set_viewport_size({**PHONE})
    yield page
    page.set_viewport_size({**LAPTOP})


def test_the_form_is_a_dialog_that_keeps_the_keyboard(page: Page, app_url: str) -> None:
    """Escape in an open list must not close the form, and Tab must stay inside it."""
    open_page(page, app_url)
    open_form(page)
    form, inside = page.get_by_role("dialog", name="Run your own"), "form => form.contains(document.activeElement)"
    expect(form).to_be_visible()
    page.get_by_label("Method", exact=True).click()
    expect(form.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(form.get_by_role("option")).to_have_count(0)
    expect(form).to_be_visible()
    page.locator("#close-form").focus()
    page.keyboard.press("Shift+Tab")
    assert form.evaluate(inside)
    page.keyboard.press("Tab")
    expect(page.locator("#close-form")).to_be_focused()
    page.keyboard.press("Escape")
    expect(form).to_be_hidden()
    expect(page.locator("#open-form")).to_be_focused()


def test_the_form_says_how_many_tokens_are_common(page: Page, app_url: str, tmp_path: Path) -> None:
    """Somebody who combines two families must learn before the run what the draft cannot propose."""
    target = folder(tmp_path / "target", "llama", byte_bpe(450), 1, eos_token="<|end|>")
    draft = folder(tmp_path / "draft", "llama", byte_bpe(400), 2, eos_token="<|end|>")
    open_page(page, app_url)
    open_form(page)
    choose(page, "Method", "Chain · SpD: speculative decoding")
    field = page.get_by_label("Model pair", exact=True)
    field.fill(f"{target}+{draft}")
    field.press("Enter")
    needs = page.locator("#needs")
    many = len(byte_bpe(450).get_vocab())
    expect(needs).to_contain_text(
        f"It can propose 400 of the target’s {many} tokens: those that both vocabularies have."
    )
    choose(page, "Method", "Chain · SLEM: drafts as text, from a draft with any tokenizer")
    expect(needs).to_contain_text("Both vocabularies have 400 tokens in common.")
    choose(page, "Method", "Target alone · Greedy decoding")
    expect(needs).not_to_contain_text("tokenizer")


def test_numbers_are_taken_for_what_they_mean(page: Page, app_url: str) -> None:
    """0,7 must not become 7, and 99 must not silently become 32."""
    open_page(page, app_url)
    open_form(page)
    temperature = page.get_by_label("number input for Temperature")
    temperature.select_text()
    page.keyboard.type("0,7")
    expect(temperature).to_have_value("0.7")
    gamma = page.get_by_label("number input for Draft length (γ)")
    gamma.select_text()
    page.keyboard.type("99")
    page.keyboard.press("Tab")
    expect(page.locator(".number-said")).to_contain_text("cannot be 99. The maximum is 32. It was set to 32.")
    tokens = page.get_by_label("New tokens", exact=True)
    tokens.select_text()
    page.keyboard.type("1e2", delay=60)  # between the letters Gradio emptied the field
    expect(tokens).to_have_js_property("valueAsNumber", 100)
    tokens.select_text()
    page.keyboard.type("12,5", delay=60)  # the comma was refused, and 125 tokens were run
    page.keyboard.press("Tab")
    expect(tokens).to_have_js_property("valueAsNumber", 12.5)
    said = page.locator(".number-said").filter(has_text="New tokens cannot be 12.5. Enter a whole number.")
    expect(said).to_be_visible()


def test_on_a_phone_the_status_has_the_whole_width(phone: Page, app_url: str) -> None:
    """On a phone the status used to be a narrow column of 21 lines, and Exactness opened scrolled down."""
    open_page(phone, app_url)
    choose_toy(phone)
    run_to_end(phone)
    phone.evaluate("document.querySelector('#status [data-run]').dataset.compares = '1'")  # as of a real pair
    expect(phone.locator("#faster")).to_be_visible()
    box = phone.locator("#status").bounding_box()
    assert box is not None
    assert box["width"] > 300
    open_tab(phone, "Exactness")
    expect(phone.locator("#law-verdict")).not_to_be_empty()
    assert phone.evaluate("window.scrollY") == 0


def test_methods_follow_the_pair_and_a_trace_brings_its_own(page: Page, app_url: str) -> None:
    """A toy pair must not offer Medusa, but a trace of Medusa must open while a toy pair is chosen."""
    open_page(page, app_url)
    choose_toy(page)
    method = page.get_by_label("Method", exact=True)
    method.click()
    expect(page.get_by_role("option", name="GSD:")).to_be_visible()
    expect(page.get_by_role("option", name="Medusa")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#form").get_by_role("option")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#form")).to_be_hidden()
    choose(page, "Recorded run", listed("medusa"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "medusa")
    expect(method).to_have_value(re.compile("Medusa"))
    open_form(page)
    choose(page, "Model pair", "Toy · dsbd-figure-2")
    expect(method).to_have_value(re.compile("SpD"))
