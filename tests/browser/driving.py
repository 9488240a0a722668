"""Helpers that act on the page as a person does, and read what a person sees."""

import json
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from explorer.site.opening import recorded_choices
from explorer.ui.form.choices import methods, toys

LOADING = 300_000  # milliseconds for the real pair, whose weights are read, and all plots of a tab, on a busy machine
OPEN = """([name, at]) => {
    let holder = document.querySelector('[data-testid="stage"]');
    holder.removeAttribute('data-it');  // until the answer comes
    while (!holder.stage) holder = holder.parentElement;
    holder.stage.receive({type: 'fetch', url: 'explorer/open/' + name, at}); }"""
GOTO = """at => {
    let holder = document.querySelector('[data-testid="stage"]');
    while (!holder.stage) holder = holder.parentElement;
    holder.stage.goto(at); }"""


def open_page(page: Page, url: str, query: str = "") -> None:
    """Open the page and wait until its first picture can be stepped through."""
    page.goto(f"{url}?{query}" if query else url)
    page.wait_for_selector('[data-testid="stage"][data-it]')


def open_step(page: Page, url: str, name: str, it: int, phase: int | None = None, part: int | None = None) -> None:
    """Open a step of a bundled trace, or a part of it, counted from 0; without a phase the last one, as a link does.

    The page is loaded once; its stage then fetches the trace. What is opened at its start would get the first view, a
    race, so the start is reached from the next step.
    """
    at = {"it": it + 1} | ({} if phase is None else {"phase": phase + 1})
    some = at | ({} if part is None else {"part": part + 1})
    start, loaded = at == {"it": 1, "phase": 1}, page.url.startswith(url)
    if loaded:
        page.evaluate(OPEN, [name, {"it": 1, "phase": 2} if start else some])
    else:
        open_page(page, url, "&".join([f"trace={name}", *(f"{key}={value}" for key, value in some.items())]))
    stage = f'[data-testid="stage"][data-name="{name}"]'
    if start and loaded:
        page.wait_for_selector(f'{stage}[data-it="1"][data-phase="2"]')
        page.evaluate(GOTO, at)
    stands = "".join(f'[data-{key}="{value}"]' for key, value in at.items())
    page.wait_for_selector(f"{stage}{stands}")


def fonts(root: Locator) -> list[str]:
    """The fonts of a page, each with its status after the page has loaded them; `root` is any element of the page."""
    status: list[str] = root.evaluate(
        "async () => (await document.fonts.ready, [...document.fonts].map(font => `${font.family}: ${font.status}`))"
    )
    return status


def drawn(page: Page) -> None:
    """Wait until the opened part is on the screen, before values are entered.

    Gradio gives the controls of a panel or tab their first values once more in the frame before they are seen: what is
    written earlier is lost.
    """
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shown(page: Page) -> dict[str, Any]:
    """The state of the stage: name, it, phase, iterations, live."""
    data = page.get_by_test_id("stage").evaluate("stage => ({...stage.dataset})")
    return {key: int(value) if value.isdigit() else value for key, value in data.items()}


def place(page: Page) -> tuple[int, int]:
    """The current iteration and phase, counted from 1."""
    here = shown(page)
    return here["it"], here["phase"]


def open_tab(page: Page, name: str) -> None:
    """Open a tab, from the menu of tabs if there is no room for it.

    Gradio first lays out all tabs and a moment later moves those that do not fit into the menu, so one that can be seen
    may be gone when it is clicked: a click that comes to nothing is tried again.
    """
    tab, menu = page.get_by_role("tab", name=name, exact=True).first, page.locator("#tabs .overflow-menu")
    for _ in range(60):
        try:
            if tab.is_visible():
                tab.click(timeout=1000)
            else:
                menu.locator("> button").first.click(timeout=1000)
                menu.locator(".overflow-dropdown button", has_text=name).first.click(timeout=1000)
            drawn(page)
            return
        except TimeoutError:
            continue
    raise AssertionError(f"the tab {name} cannot be opened")


def open_panel(page: Page, name: str, inside: Locator) -> None:
    """Open one of Gradio's accordions and wait until its content is on the screen."""
    page.get_by_role("button", name=name).click()
    expect(inside).to_be_visible()
    drawn(page)


def open_form(page: Page) -> None:
    """Open the form for a run of your own, if it is closed."""
    form = page.locator("#form")
    if "open" not in (form.get_attribute("class") or "").split():
        page.locator("#open-form").click()
        expect(page.locator("#run")).to_be_in_viewport()
        drawn(page)


def press_run(page: Page) -> None:
    """Press Run as soon as the button is enabled."""
    open_form(page)
    page.locator("#run").click()


def open_compare(page: Page) -> None:
    """Open the Compare tab with the form for a comparison of your own."""
    open_tab(page, "Compare")
    if not page.locator("#compare-run").is_visible():
        open_panel(page, "Compare your own", page.locator("#compare-run"))


def choose(page: Page, label: str, option: str) -> None:
    """Choose an option of a drop-down list by its text. The form, which may cover the list, is closed first."""
    field = page.get_by_label(label, exact=True)
    if field.locator("xpath=ancestor::*[@id='form']").count():
        open_form(page)
    elif page.locator("#form.open").count():
        page.locator("#close-form").click()
    field.click()
    page.get_by_role("option", name=option).first.click()


def choose_toy(page: Page) -> None:
    """Choose the first toy pair; its first prompt is filled in."""
    open_form(page)
    toy = next(iter(toys().values()))
    choose(page, "Model pair", f"Toy · {toy.stem}")
    note = json.loads(toy.read_text(encoding="utf-8"))["note"]
    expect(page.locator("#status")).to_contain_text(note.split(":")[0])  # what the pair is
    method = page.get_by_label("Method", exact=True)
    method.focus()  # its options come in an answer of their own; one that is clicked before would choose its neighbour
    expect(page.get_by_role("option")).to_contain_text([title for title, _ in methods(f"toy:{toy.as_posix()}")])
    method.blur()


def set_tokens(page: Page, tokens: int) -> None:
    """Enter the number of new tokens."""
    open_form(page)
    field = page.get_by_label("New tokens", exact=True)
    for _ in range(50):
        field.fill(str(tokens))
        field.press("Tab")
        page.wait_for_timeout(300)  # what comes late would be seen now
        if field.input_value() == str(tokens):
            return
    raise AssertionError(f"New tokens does not keep {tokens}")


def listed(name: str) -> str:
    """The label of a bundled trace in the list of recorded runs."""
    return next(label for label, trace in recorded_choices() if trace == name)


def run_to_end(page: Page) -> dict[str, Any]:
    """Press Run and wait until the run has finished. Returns the state of the stage."""
    press_run(page)
    expect(page.locator("#status")).to_contain_text("Done", timeout=LOADING)
    expect(page.get_by_test_id("stage")).to_have_attribute("data-live", "0")
    return shown(page)
