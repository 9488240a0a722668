"""The tab "Energy" in a real browser: where nothing can be measured, and on a machine with a counter.

The second is the real app over a fake GPU and a tiny pair (energy_app.py), so that every measured view is driven too.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Watch
from tests.browser.driving import choose, open_page
from tests.serving import serving

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
SLOW = 60_000
WIDE = "[document.documentElement.scrollWidth, window.innerWidth]"
NAMES = "plot => plot.data.map(one => one.name)"


@pytest.fixture(scope="module")
def measured_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app with a fake counter."""
    folder, traces = tmp_path_factory.mktemp("energy"), tmp_path_factory.mktemp("traces")
    with serving(folder / "log.txt", "-m", "tests.browser.energy_app", "--traces", str(traces)) as url:
        yield url


@pytest.fixture
def measured(browser: Browser, measured_url: str) -> Iterator[Page]:
    """A page of that app; nothing may have left for another host and nothing may have failed in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(SLOW)
    watch = Watch(page, measured_url)
    open_page(page, measured_url)
    yield page
    context.close()
    assert watch.foreign == [], "the page asked another host"
    assert watch.errors == [], "the page's console shows errors"


def open_tab(page: Page) -> Locator:
    """Open the tab, from the menu of tabs where the screen is narrow, and wait for its last picture."""
    tab = page.get_by_role("tab", name="Energy").first
    if not tab.is_visible():
        page.locator("#tabs .overflow-menu > button").first.click()
        page.locator("#tabs .overflow-dropdown button", has_text="Energy").first.click()
    else:
        tab.click()
    expect(page.locator("#energy-model-pareto .js-plotly-plot")).to_be_visible(timeout=SLOW)
    return page.locator("#energy-tab")


def names(page: Page, plot: str) -> list[str]:
    """The names of what a picture draws."""
    return [name for name in page.locator(f"#{plot} .js-plotly-plot").evaluate(NAMES) if name]


# Where nothing was measured


def test_energy_tells_measured_from_modelled(page: Page, app_url: str) -> None:
    """Joules that nobody measured must never look measured: the modelled curves are there, under their own name."""
    open_page(page, app_url)
    tab = open_tab(page)
    expect(tab.locator("#energy-measured")).to_contain_text("Nothing was measured")
    expect(tab.locator("#energy-table")).to_contain_text("unknown")
    assert all("modelled" in name for name in names(page, "energy-modelled"))
    assert tab.locator("#energy-power .js-plotly-plot").count() == 0, "no power was sampled, so none is drawn"


def test_the_lesson_is_counted(page: Page, app_url: str) -> None:
    """Why speculation saves energy stands first: how often the weights are read for a token, in words and bars."""
    open_page(page, app_url)
    tab = open_tab(page)
    expect(tab.locator(".lesson")).to_contain_text(re.compile(r"reads the target’s \d+ MB 1\.00 × per token"))
    expect(tab.locator(".lesson")).to_contain_text(re.compile(r"\d+% (less|more)"))
    assert names(page, "energy-reads") == ["target’s weights", "draft’s weights"]


def test_coefficients_can_be_changed(page: Page, app_url: str) -> None:
    """Another board, then numbers of one's own: the bars follow, and the source says whose numbers they are."""
    open_page(page, app_url)
    tab = open_tab(page)
    width = "plot => plot.data[0].x[0]"
    before = page.locator("#energy-split .js-plotly-plot").evaluate(width)
    choose(page, "Coefficients of", "NVIDIA H200 SXM")
    expect(tab.locator("#energy-source")).to_contain_text("4800 GB/s", timeout=SLOW)
    page.wait_for_timeout(500)
    after = page.locator("#energy-split .js-plotly-plot").evaluate(width)
    assert after < before
    choose(page, "Coefficients of", "Own numbers")
    field = tab.get_by_label("pJ per byte of memory")
    expect(field).to_be_enabled()
    field.fill("1000")
    field.press("Enter")
    expect(tab.locator("#energy-source")).to_contain_text("set by hand", timeout=SLOW)


def test_repeat_mode_refuses_in_place(page: Page, app_url: str) -> None:
    """On a machine that measures nothing, the button answers with the reason and can be pressed again."""
    open_page(page, app_url)
    tab = open_tab(page)
    tab.locator("#repeat-run").click()
    said = tab.locator("#repeat-status")
    expect(said).to_contain_text(re.compile("no energy can be measured here|Trial 1", re.I), timeout=SLOW)
    if "Trial" in said.inner_text():  # this machine can be measured
        tab.locator("#repeat-stop").click()
        expect(said).to_contain_text("Stopped")
    expect(tab.locator("#repeat-run")).to_be_enabled()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_tab_fits_a_phone(page: Page, app_url: str, theme: str) -> None:
    """390 px wide, in both themes: nothing lies beside the screen once the pictures are drawn."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, app_url, f"__theme={theme}")
    open_tab(page)
    inner, outer = page.evaluate(WIDE)
    assert inner <= outer


# Where there is a counter


def test_measured_views(measured: Page) -> None:
    """Several measured runs on one axis with method and band, power by draft and verify, time and speed with joules."""
    tab = open_tab(measured)
    expect(tab.locator("#energy-measured .js-plotly-plot")).to_be_visible()
    curves = names(measured, "energy-measured")
    assert len(curves) == 3
    expect(tab.locator("#energy-measured")).to_contain_text("joules of the GPU board")
    assert all("counter" in name and "one update" in name for name in curves)
    dashes = measured.locator("#energy-measured .js-plotly-plot").evaluate(
        "plot => plot.data.filter(one => one.name).map(one => one.line.dash)"
    )
    assert set(dashes) == {"solid"}, "what is measured is solid, what is modelled never is"
    assert set(names(measured, "energy-power")) == {"draft", "verify", "other", "power"}
    assert len(names(measured, "energy-time")) == 3
    assert len(names(measured, "energy-pareto")) == 3
    choose(measured, "Power over time of", "spd")
    expect(tab.locator("#energy-power")).to_contain_text("· spd", timeout=SLOW)


def test_the_timeline_draws_what_was_measured_with_its_band(measured: Page) -> None:
    """Measured joules so far have their counter's name and a band; modelled ones are another line, without."""
    timeline = measured.get_by_test_id("timeline")
    open_at = measured.url.split("?")[0]
    measured.goto(f"{open_at}?trace=energy-spd&it=2")
    expect(timeline.locator(".st-tl-sum[data-of=joules]")).to_have_count(1)
    expect(timeline.locator(".st-tl-band")).to_have_count(1)
    expect(timeline).to_contain_text("counter")
    expect(timeline).to_contain_text("±")
    measured.goto(f"{open_at}?trace=unmeasured&it=2")
    expect(timeline.locator(".st-tl-sum[data-of=modelled]")).to_have_count(1)
    expect(timeline.locator(".st-tl-sum[data-of=joules]")).to_have_count(0)
    expect(timeline.locator(".st-tl-band")).to_have_count(0)


def test_an_unmeasured_run_is_a_gap(measured: Page) -> None:
    """Beside measured runs it has a name in the legend and no point."""
    tab = open_tab(measured)
    tab.locator("#energy-traces input").click()
    measured.get_by_role("option", name=re.compile("^unmeasured")).click()
    measured.keyboard.press("Escape")
    expect(tab.locator("#energy-table")).to_contain_text("the counter was locked away", timeout=SLOW)
    measured.wait_for_timeout(500)
    assert "unmeasured: not measured" in names(measured, "energy-measured")
    ys = measured.locator("#energy-measured .js-plotly-plot").evaluate(
        "plot => plot.data.find(one => one.name === 'unmeasured: not measured').y"
    )
    assert list(ys) == [None]


def test_repeat_mode_measures_and_stops(measured: Page) -> None:
    """A whole measurement with its sentence; then a longer one that Stop ends in the middle of a window."""
    tab = open_tab(measured)
    for label, value in (("Tokens", "8"), ("Trials", "2"), ("Seconds a window", "1")):
        tab.get_by_label(label, exact=True).fill(value)
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Done: counter of Fake 0, 4 windows", timeout=120_000)
    expect(tab.locator("#repeat-table .said")).to_contain_text("times the energy per token of multinomial")
    assert len(names(measured, "repeat-plot")) >= 4
    tab.get_by_label("Seconds a window", exact=True).fill("30")
    tab.get_by_label("Tokens", exact=True).fill("256")
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Trial 1", timeout=SLOW)
    tab.locator("#repeat-stop").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Stopped", timeout=5000)
    expect(tab.locator("#repeat-run")).to_be_enabled()


def test_the_batch_experiment_measures_and_stops(measured: Page) -> None:
    """Rows with joules beside the paper's, and Stop in the middle keeps what was done."""
    tab = open_tab(measured)
    passes = tab.get_by_label("Passes at each size")
    passes.fill("96")  # of at least 4 ms each: three updates of the fake counter, however fast the machine is
    tab.locator("#batch-run").click()
    expect(tab.locator("#batch-status")).to_contain_text("Done", timeout=120_000)
    assert tab.locator("#batch-table tbody tr").count() == 5
    assert {"measured energy", "modelled energy", "003 Table 2: energy"} <= set(names(measured, "batch-plot"))
    passes.fill("256")
    tab.locator("#batch-run").click()
    expect(tab.locator("#batch-status")).to_contain_text("pass", timeout=SLOW)
    tab.locator("#batch-stop").click()
    expect(tab.locator("#batch-status")).to_contain_text("Stopped", timeout=5000)
    expect(tab.locator("#batch-run")).to_be_enabled()


def test_a_closed_tab_ends_its_measurement(browser: Browser, measured_url: str) -> None:
    """Who closes the page in mid-run leaves no thread: the next visitor's windows are theirs alone."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    open_page(page, measured_url)
    tab = open_tab(page)
    tab.get_by_label("Seconds a window", exact=True).fill("30")
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Trial 1", timeout=SLOW)
    context.close()
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.wait_for_timeout(1500)
    open_page(page, measured_url)
    tab = open_tab(page)
    for label, value in (("Tokens", "8"), ("Trials", "2"), ("Seconds a window", "1")):
        tab.get_by_label(label, exact=True).fill(value)
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Done", timeout=120_000)
    expect(tab.locator("#repeat-table")).not_to_contain_text("at the same time")
    expect(tab.locator("#repeat-table .said")).to_contain_text("times the energy")
    context.close()
