"""Code that repeats the run on the stage, in a browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from explorer.features.code import snippet
from explorer.service.store import header
from tests.browser.driving import choose_toy, open_page, open_panel, run_to_end

pytestmark = pytest.mark.browser


def code_of(name: str, kind: str) -> str:
    head = header(name)
    assert head is not None
    return snippet(head, kind).code


def test_the_run_on_the_stage_has_its_code(page: Page, app_url: str) -> None:
    """Somebody who saw a run wants to repeat it, with every kind of code and with the keyboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, app_url, "trace=greedy")
    code = page.get_by_test_id("code")
    open_panel(page, "Reproduce this run", code)
    tabs = page.locator("#reproduce [role=tab]")
    expect(tabs).to_have_text(["Command line", "Python", "transformers", "vLLM"])
    expect(code).to_have_text(code_of("greedy", "shell"))
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    expect(tabs.nth(1)).to_have_attribute("aria-selected", "true")
    expect(code).to_have_text(code_of("greedy", "python"))
    page.get_by_test_id("code-copy").click()
    expect(page.locator("#reproduce")).to_contain_text("Code copied.")
    assert page.evaluate("navigator.clipboard.readText()") == code_of("greedy", "python")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("End")
    expect(page.get_by_test_id("code-note")).to_contain_text("4-bit weights")


def test_the_code_follows_the_stage(page: Page, app_url: str) -> None:
    """The code of the previous run must not be copied for another one."""
    open_page(page, app_url)
    code = page.get_by_test_id("code")
    open_panel(page, "Reproduce this run", code)
    expect(code).to_contain_text("--pair smollm2")
    choose_toy(page)
    run_to_end(page)
    code.scroll_into_view_if_needed()
    expect(code).to_contain_text(re.compile(r"--pair toy:assets/toys/"))
    expect(page.locator("#reproduce [role=tab]")).to_have_text(["Command line", "Python"])
