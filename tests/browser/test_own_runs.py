"""This browser's runs: listed, continued in the background and after a reload, and reached by Back and Forward."""

import base64
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.ui.form.choices import toys
from tests.browser.conftest import forget, on_screen, resize, visitors_tab
from tests.browser.driving import (
    choose,
    choose_toy,
    listed,
    open_page,
    open_panel,
    open_tab,
    press_run,
    set_tokens,
    shown,
)
from tests.serving import serving

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("own runs")]  # one slow server

BLUE = """async source => {  // the share of a picture that is blue
    const image = Object.assign(new Image(), {src: source});
    await image.decode();
    const {width, height} = image, paper = new OffscreenCanvas(width, height).getContext('2d');
    paper.drawImage(image, 0, 0);
    const {data} = paper.getImageData(0, 0, width, height);
    let blue = 0;
    for (let i = 0; i < data.length; i += 4) blue += data[i + 2] > data[i] + 60;
    return blue / (width * height); }"""


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file that says what does not end in the slow app (slow_app.py); `slow` removes it after every test."""
    return tmp_path_factory.mktemp("gate") / "closed"


@pytest.fixture(scope="module")
def slow_url(tmp_path_factory: pytest.TempPathFactory, gate: Path) -> Iterator[str]:
    """The app with slow runs."""
    log = tmp_path_factory.mktemp("slow") / "log.txt"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLOW_APP_GATE", str(gate))
        with serving(log, "-m", "tests.browser.slow_app") as url:
            yield url


@pytest.fixture
def slow(browser: Browser, slow_url: str, gate: Path) -> Iterator[Page]:
    """A browser without runs, on the page of the slow app."""
    with on_screen(browser, slow_url, (1280, 900)) as page:
        try:
            yield page
        finally:
            gate.unlink(missing_ok=True)


def start(page: Page, tokens: int, gate: Path, loaded: bool = True) -> str:
    """Start a run of a toy pair, and return its name. Unless it is `loaded`, it loads until the gate is removed."""
    choose_toy(page)
    set_tokens(page, tokens)
    gate.write_text("loading")
    press_run(page)
    expect(page.get_by_test_id("own-loading")).to_be_visible()
    if loaded:
        gate.unlink()
    return str(shown(page)["name"])


def on_stage(page: Page, name: str) -> None:
    """Wait until a run is on the stage."""
    expect(page.get_by_test_id("stage").first).to_have_attribute("data-name", name)


def test_a_run_that_loads_is_what_the_page_shows(slow: Page, gate: Path) -> None:
    """The previous run must not stay on the stage as if it were the answer, and a reload must not lose the new one."""
    name = start(slow, 1500, gate, loaded=False)
    panel = slow.get_by_test_id("own-loading")
    expect(panel).to_contain_text("SpD: speculative decoding")
    expect(panel).to_contain_text("Step 2 of 4: Converting the model for this CPU (only once)")
    expect(panel).to_contain_text("time left unknown (first run here)")
    expect(panel).to_contain_text(re.compile("[1-9] s so far"))
    expect(slow.get_by_test_id("worth").first).to_be_hidden()
    expect(slow.locator("#reproduce")).to_be_hidden()  # both belong to the run before
    expect(slow.locator("#figures")).to_be_hidden()
    expect(slow.locator("#stop")).to_be_visible()
    slow.reload()
    expect(panel).to_contain_text("Step 2 of 4")
    gate.unlink()
    expect(slow.locator("#status")).to_contain_text(re.compile(r"[1-9]\d* of 1500 tokens"))
    expect(panel).to_be_hidden()
    slow.reload()
    expect(slow.get_by_test_id("stage").first).to_have_attribute("data-live", "1")
    expect(slow.locator("#status")).to_contain_text(re.compile(r"[1-9]\d* of 1500 tokens"))
    on_stage(slow, name)
    slow.locator("#stop").click()
    expect(slow.locator("#status")).to_contain_text("Stopped")
    expect(slow.get_by_test_id("stage").first).to_have_attribute("data-live", "0")
    slow.locator("#open-runs").click()
    expect(slow.locator("#own-pop .own-state")).to_have_text("stopped")


def test_a_bar_without_a_length_has_stripes(slow: Page) -> None:
    """While the duration is unknown, the bar must not look empty."""
    slow.emulate_media(reduced_motion="no-preference")
    bar = slow.get_by_role("progressbar", name="Loading progress", include_hidden=True)
    bar.evaluate("bar => { bar.removeAttribute('value'); bar.closest('[hidden]').hidden = false; }")
    expect(bar).to_have_css("animation-name", "own-moves")
    expect(slow.get_by_test_id("own-loading")).to_have_css("opacity", "1")  # it fades in
    picture = base64.b64encode(bar.screenshot()).decode()
    assert slow.evaluate(BLUE, f"data:image/png;base64,{picture}") > 0.3


def test_a_run_goes_on_behind_another_one(slow: Page, gate: Path) -> None:
    """Viewing a recorded run must not end your own; Back and Forward switch between both."""
    name = start(slow, 60, gate)
    expect(slow.locator("#status")).to_contain_text(re.compile(r"[1-9]\d* of 60 tokens"))
    gate.write_text("passes")  # it is still running when it is looked at again
    choose(slow, "Recorded run", listed("gsd"))
    on_stage(slow, "gsd")
    line = slow.get_by_test_id("own-line")
    expect(line).to_contain_text(re.compile(r"continues: [1-9]\d* of 60 tokens"))
    expect(slow.locator("#stop")).to_be_hidden()
    slow.locator("#open-runs").click()
    expect(slow.locator("#own-pop .own-state")).to_contain_text("running, ")
    slow.keyboard.press("Escape")
    expect(slow.locator("#own-pop")).to_be_hidden()
    slow.go_back()
    on_stage(slow, name)
    expect(slow.locator("#stop")).to_be_enabled()
    slow.go_forward()
    on_stage(slow, "gsd")
    assert "trace=gsd" in slow.url
    gate.unlink()
    expect(line).to_contain_text("has finished")
    line.get_by_role("button", name="Show run").click()
    on_stage(slow, name)
    assert shown(slow)["iterations"] > 5


def test_runs_are_renamed_deleted_and_missed(slow: Page, gate: Path) -> None:
    """Runs are found again by their own names, and deleted when you want."""
    name = start(slow, 4, gate)
    expect(slow.locator("#status")).to_contain_text("Done")
    open_tab(slow, "Traces")
    section = slow.locator("#own-runs-section")
    section.get_by_role("button", name="Rename").click()
    slow.keyboard.type("<b>For class 3</b>")
    slow.keyboard.press("Enter")
    expect(section.locator(".own-open b")).to_have_text("<b>For class 3</b>")
    expect(section.get_by_role("button", name="Rename")).to_be_focused()
    slow.evaluate("""() => {
        const key = 'speculative-decoding-explorer-runs', runs = JSON.parse(localStorage.getItem(key));
        const lost = {...runs[0], name: 'run-' + 'x'.repeat(22), label: 'Lost', state: 'finished'};
        localStorage.setItem(key, JSON.stringify([...runs, lost])); }""")
    slow.reload()
    expect(section.locator(".own-state")).to_have_text(["finished", "no longer stored by the app"])
    section.get_by_text("Lost").click()
    expect(slow.get_by_test_id("message").first).to_contain_text("This run is no longer stored here")
    open_tab(slow, "Traces")
    for _ in range(2):
        section.get_by_role("button", name=re.compile("Delete the run .*class 3")).click()
    expect(section.locator("li")).to_have_count(1)
    expect(section.get_by_role("button", name="Delete the run Lost")).to_be_focused()
    answer = slow.request.get(f"{slow.url.split('?')[0]}explorer/open/{name}")
    assert "no longer stored" in answer.json()["text"]


def test_runs_of_several_prompts_are_listed(slow: Page) -> None:
    """A table's runs are found again after the tab was closed; a deleted one stays deleted."""
    open_tab(slow, "Compare")
    open_panel(slow, "One method on several prompts", slow.locator("#several-run"))
    choose(slow, "Model pair for all prompts", f"Toy · {next(iter(toys().values())).stem}")
    prompts = slow.locator("#several textarea").first
    expect(prompts).not_to_have_value(re.compile("sky"))
    ready = prompts.input_value().splitlines()[:2]
    prompts.fill("\n".join(ready))
    slow.get_by_label("New tokens per prompt").fill("3")
    slow.locator("#several-run").click()
    expect(slow.locator("#several-table [scope=row]").first).to_contain_text(ready[0])
    open_tab(slow, "Traces")
    section = slow.locator("#own-runs-section")
    for _ in range(2):
        section.get_by_role("button", name=f"Delete the run {ready[0]}", exact=True).click()
    expect(section.locator(".own-open b")).to_have_text([ready[1]])
    expect(section.locator(".own-open small").first).to_contain_text("SpD: speculative decoding · ")
    slow.reload()
    open_tab(slow, "Traces")
    section.locator(".own-open").click()
    expect(slow.get_by_test_id("stage").first).to_have_attribute("data-name", re.compile("^run-"))


def test_a_lost_connection_is_told_and_found_again(browser: Browser, slow_url: str, gate: Path) -> None:
    """A short loss of the connection must not cost a run."""
    page = visitors_tab(browser)  # what a page says of a lost connection is no fault here
    page.bring_to_front()
    resize(page, 1280, 900)
    page.emulate_media(reduced_motion="reduce")
    forget(page, slow_url)
    open_page(page, slow_url)
    try:
        name = start(page, 40, gate)
        page.route("**/explorer/runs/look", lambda route: route.abort())
        expect(page.get_by_test_id("own-line")).to_contain_text("The connection is lost. Your runs continue")
        page.unroute("**/explorer/runs/look")
        expect(page.get_by_test_id("own-line")).to_be_hidden()
        expect(page.locator("#status")).to_contain_text("Done")
        on_stage(page, name)
    finally:
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")


def test_two_tabs_of_a_browser_hear_of_one_run(slow: Page, slow_url: str) -> None:
    """A second tab that learns first how a run ended must not hide it from the other tab."""
    with closing(slow.context.new_page()) as other:
        open_page(other, slow_url)
        slow.bring_to_front()
        choose_toy(slow)
        slow.locator("#prompt textarea").fill("zebra")
        press_run(slow)
        expect(slow.locator("#wrong [role=alert]")).to_contain_text("“zebra” is not in the vocabulary of this toy pair")
        other.bring_to_front()
        other.locator("#open-runs").click()
        expect(other.locator("#own-pop .own-state")).to_contain_text("failed: ")
