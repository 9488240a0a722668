"""The section “The prompt as the model sees it”."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.driving import choose_toy, open_form, open_page, open_panel

pytestmark = pytest.mark.browser


def test_the_form_shows_the_prompt_as_the_model_sees_it(page: Page, app_url: str) -> None:
    """Without seeing the tokens, nobody knows what the model was asked; outdated ones would mislead."""
    open_page(page, app_url)
    choose_toy(page)
    open_form(page)
    system = page.locator("#form").get_by_label("System prompt")
    expect(system).to_be_hidden()
    page.get_by_label("Prompt", exact=True).fill("h e")
    open_panel(page, "The prompt as the model sees it", page.locator("#see"))
    seen = page.locator("#seen")
    expect(seen.locator("[role=status]")).to_have_text("2 tokens, from this text:")
    expect(seen.locator(".chips li")).to_have_text(["h0", "e1"])
    open_panel(page, "System prompt, earlier turns, template", system)
    system.fill("<b>Be brief.</b>")
    expect(seen).to_contain_text("The prompt or a setting has changed.")
    page.locator("#see").click()
    expect(seen.locator(".wrong")).to_contain_text("a toy pair has no chat template", ignore_case=True)
