"""The Energy tab in a browser, on a machine without a counter and on one with a counter.

The second is the real app over a fake GPU and a tiny pair (energy_app.py), so that every measured view is driven too.
"""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import visiting
from tests.browser.driving import LOADING, choose, open_page, open_tab
from tests.browser.test_phone import PICTURES
from tests.serving import serving

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("energy")]  # one server with a fake counter
NAMES = "plot => plot.data.map(one => one.name)"


@pytest.fixture(scope="module")
def measured_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app with a fake energy counter."""
    folder, traces = tmp_path_factory.mktemp("energy"), tmp_path_factory.mktemp("traces")
    with serving(folder / "log.txt", "-m", "tests.browser.energy_app", "--traces", str(traces)) as url:
        yield url


# The tab's pictures take seconds to draw, so the tests of one app share a page on which each minds a part of its own.


@contextmanager
def energy_page(tab: Page, url: str) -> Iterator[Page]:
    """A separate page with the tab open."""
    page = tab.context.new_page()
    with visiting(page, url):
        open_page(page, url)
        open_energy(page)
        yield page
    page.close()


@pytest.fixture(scope="module")
def early(tab: Page, app_url: str) -> Iterator[tuple[Page, list[Route]]]:
    """The Energy tab without measurements, while the requests for the plotting library are held back."""
    page, held = tab.context.new_page(), list[Route]()
    with visiting(page, app_url):
        page.route(PICTURES, lambda route: held.append(route))
        open_page(page, app_url)
        open_tab(page, "Energy")
        yield page, held
    page.close()


@pytest.fixture(scope="module")
def plain(early: tuple[Page, list[Route]]) -> Page:
    """The Energy tab without measurements, with its pictures."""
    let_through(*early)
    return early[0]


def let_through(page: Page, held: list[Route]) -> None:
    """Release the requests that were held back, and wait for the last picture."""
    last = page.locator("#energy-model-pareto .js-plotly-plot")
    if last.count() == 0:
        while not held:
            page.wait_for_timeout(100)
        for route in held:
            route.continue_()
        page.unroute(PICTURES)
    expect(last).to_be_visible(timeout=LOADING)


@pytest.fixture(scope="module")
def measured(tab: Page, measured_url: str) -> Iterator[Page]:
    """The Energy tab of the app with a counter; `counted` is a new page of it."""
    with energy_page(tab, measured_url) as page:
        yield page


@pytest.fixture
def counted(tab: Page, measured_url: str) -> Iterator[Page]:
    with visiting(tab, measured_url):
        yield tab


def energy(page: Page) -> Locator:
    """The contents of the tab. Its page is brought to the front, because Chromium does not draw hidden pages."""
    page.bring_to_front()
    return page.locator("#energy-tab")


def open_energy(page: Page) -> Locator:
    """Open the tab and wait for its last picture."""
    open_tab(page, "Energy")
    expect(page.locator("#energy-model-pareto .js-plotly-plot")).to_be_visible(timeout=LOADING)
    return energy(page)


def names(page: Page, plot: str) -> list[str]:
    """The names of everything that a picture draws."""
    return [name for name in page.locator(f"#{plot} .js-plotly-plot").evaluate(NAMES) if name]


# Where nothing was measured


def test_words_and_first_picture_wait_for_nothing(early: tuple[Page, list[Route]]) -> None:
    """The plotting library takes seconds to load, so all other content must be there before."""
    page, held = early
    tab = energy(page)
    expect(tab.locator(".lesson")).to_contain_text("reads the target’s")
    expect(tab.locator("#energy-reads li").first).to_be_visible()
    expect(tab.locator("#energy-unmeasured")).to_contain_text("The joules below are modelled")
    expect(tab.locator("#energy-source")).to_contain_text("Coefficients")
    expect(tab.locator("#energy-split")).to_be_visible()
    assert page.locator(".js-plotly-plot").count() == 0, "no picture that takes its time is there yet"
    let_through(page, held)


def test_energy_tells_measured_from_modelled(plain: Page) -> None:
    """Modelled joules must never look like measured ones; their curves have their own name."""
    tab = energy(plain)
    expect(tab.locator(".kind.measured")).to_contain_text(
        re.compile(r"No energy was measured: .*modelled for the device")
    )
    assert tab.locator(".kind.measured .picture").filter(visible=True).count() == 0, "an empty box tells nothing"
    expect(tab.locator("#energy-table")).to_contain_text("unknown")
    assert all("modelled" in name for name in names(plain, "energy-modelled"))
    assert tab.locator("#energy-power .js-plotly-plot").count() == 0, "no power was sampled, so none is drawn"


def test_the_lesson_is_counted(plain: Page) -> None:
    """Why speculation saves energy comes first: how often the weights are read per token, in words and bars."""
    tab = energy(plain)
    once = re.compile(r"reads the target’s weights \(\d+ MB\) 1\.00 times per token")
    expect(tab.locator(".lesson")).to_contain_text(once)
    expect(tab.locator(".lead")).to_contain_text(re.compile(r"\d+% (less|more)"))
    bars = tab.locator("#energy-reads li")
    assert bars.first.locator(".bar i").all_inner_texts() == ["1.00 ×"], "one token a pass, and no draft"
    assert bars.last.locator(".bar i").count() == 2, "the target's weights, then the draft's"


def test_no_section_signs_for_visitors(plain: Page) -> None:
    """A visitor does not know what “§4” refers to, so the page names the paper."""
    words = energy(plain).inner_text()
    assert "§" not in words
    assert "Qin et al. 2025" in words


def test_coefficients_can_be_changed(plain: Page) -> None:
    """With another board or your own numbers, the bars follow, and the source of the numbers is named."""
    tab = energy(plain)
    before = plain.locator("#energy-split .js-plotly-plot").evaluate("plot => plot.data[0].x[0]")
    choose(plain, "Modelled device", "NVIDIA H200 SXM")
    expect(tab.locator("#energy-source")).to_contain_text("4800 GB/s")
    plain.wait_for_function(
        "([before]) => document.querySelector('#energy-split .js-plotly-plot').data[0].x[0] < before", arg=[before]
    )
    choose(plain, "Modelled device", "Own numbers")
    field = tab.get_by_label("pJ per byte of memory")
    expect(field).to_be_enabled()
    field.fill("1000")
    field.press("Enter")
    expect(tab.locator("#energy-source")).to_contain_text("set by hand")


def test_repeat_mode_refuses_in_place(plain: Page) -> None:
    """Without a counter, the button answers with the reason and can be pressed again."""
    tab = energy(plain)
    tab.locator("#repeat-run").click()
    said = tab.locator("#repeat-status")
    expect(said).to_contain_text(re.compile("energy cannot be measured here|Trial 1", re.I))
    if "Trial" in said.inner_text():  # this machine can be measured
        tab.locator("#repeat-stop").click()
        expect(said).to_contain_text("Stopped")
    expect(tab.locator("#repeat-run")).to_be_enabled()


# Where there is a counter


def test_measured_views(measured: Page) -> None:
    """Measured runs on one axis with method and band; power by draft and verify; time and speed with joules."""
    tab = energy(measured)
    expect(tab.locator("#energy-measured .js-plotly-plot")).to_be_visible()
    curves = names(measured, "energy-measured")
    assert len(curves) == 3
    expect(tab.locator("#energy-measured")).to_contain_text("joules (GPU board)")
    assert all("counter" in name and "one update" in name for name in curves)
    dashes = measured.locator("#energy-measured .js-plotly-plot").evaluate(
        "plot => plot.data.filter(one => one.name).map(one => one.line.dash)"
    )
    assert set(dashes) == {"solid"}, "what is measured is solid, what is modelled never is"
    assert set(names(measured, "energy-power")) == {"draft", "verify", "other", "power"}
    assert len(names(measured, "energy-time")) == 3
    assert len(names(measured, "energy-pareto")) == 3
    choose(measured, "Run in the power chart", "spd")
    expect(tab.locator("#energy-power")).to_contain_text("· spd")


def test_the_timeline_draws_what_was_measured_with_its_band(counted: Page, measured_url: str) -> None:
    """Measured joules have the counter's name and a band; modelled ones are a separate line without a band."""
    timeline = counted.get_by_test_id("timeline")
    counted.goto(f"{measured_url}?trace=energy-spd&it=2")
    expect(timeline.locator(".st-tl-sum[data-of=joules]")).to_have_count(1)
    expect(timeline.locator(".st-tl-band")).to_have_count(1)
    expect(timeline).to_contain_text("counter")
    expect(timeline).to_contain_text("±")
    counted.goto(f"{measured_url}?trace=unmeasured&it=2")
    expect(timeline.locator(".st-tl-sum[data-of=modelled]")).to_have_count(1)
    expect(timeline.locator(".st-tl-sum[data-of=joules]")).to_have_count(0)
    expect(timeline.locator(".st-tl-band")).to_have_count(0)


def test_an_unmeasured_run_is_a_gap(measured: Page) -> None:
    """Next to measured runs, an unmeasured one has a name in the legend and no point."""
    tab = energy(measured)
    tab.locator("#energy-traces input").click()
    measured.get_by_role("option", name=re.compile("^unmeasured")).click()
    measured.keyboard.press("Escape")
    expect(tab.locator("#energy-table")).to_contain_text("the counter was locked away")
    drawn = """() => document.querySelector('#energy-measured .js-plotly-plot').data
        .find(curve => curve.name === 'unmeasured: not measured')?.y"""
    assert list(measured.wait_for_function(drawn).json_value()) == [None]


def test_a_closed_tab_ends_its_measurement(tab: Page, measured: Page, measured_url: str) -> None:
    """A closed page must not leave a running thread, which would disturb the next visitor's measurement."""
    page = tab.context.new_page()
    page.route(PICTURES, lambda route: None)  # nobody looks at them
    open_page(page, measured_url)
    open_tab(page, "Energy")
    said = energy(page)
    for label, value in (("Trials", "8"), ("Seconds per window", "30")):
        said.get_by_label(label, exact=True).fill(value)
    said.locator("#repeat-run").click()
    expect(said.locator("#repeat-status")).to_contain_text("Trial 1")
    assert busy(page, measured_url)
    page.close()
    measured.bring_to_front()
    until = time.monotonic() + 100  # shorter than its windows: it has not run to its end
    while busy(measured, measured_url):
        assert time.monotonic() < until, "the measurement goes on without its visitor"
        measured.wait_for_timeout(200)


def test_repeat_mode_measures_and_stops(measured: Page) -> None:
    """A whole measurement with its sentence, then a longer one that Stop ends within a window."""
    tab = energy(measured)
    for label, value in (("Tokens", "8"), ("Trials", "2"), ("Seconds per window", "1")):
        tab.get_by_label(label, exact=True).fill(value)
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text(
        "Done: 4 windows, measured by the counter of Fake 0", timeout=LOADING
    )
    expect(tab.locator("#repeat-table .said")).to_contain_text("times as much energy per token as multinomial")
    expect(tab.locator("#repeat-table")).not_to_contain_text("at the same time")  # as a measurement of another page
    assert len(names(measured, "repeat-plot")) >= 4
    tab.get_by_label("Seconds per window", exact=True).fill("30")
    tab.get_by_label("Tokens", exact=True).fill("64")
    tab.locator("#repeat-run").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Trial 1")
    tab.locator("#repeat-stop").click()
    expect(tab.locator("#repeat-status")).to_contain_text("Stopped")
    expect(tab.locator("#repeat-run")).to_be_enabled()


def test_the_batch_experiment_measures_and_stops(measured: Page) -> None:
    """The rows have joules next to the paper's, and Stop keeps the finished rows."""
    tab = energy(measured)
    passes = tab.get_by_label("Passes per batch size")
    passes.fill("20")  # of at least 4 ms each: three updates of the fake counter, however fast the machine is
    tab.locator("#batch-run").click()
    expect(tab.locator("#batch-status")).to_contain_text("Done", timeout=LOADING)
    assert tab.locator("#batch-table tbody tr").count() == 5
    assert {"measured energy", "modelled energy", "MTAD Table 2: energy"} <= set(names(measured, "batch-plot"))
    passes.fill("256")
    tab.locator("#batch-run").click()
    expect(tab.locator("#batch-stop")).to_be_enabled()
    tab.locator("#batch-stop").dispatch_event("click")  # at once: on a busy machine a real click comes after the end
    expect(tab.locator("#batch-status")).to_contain_text("Stopped")
    expect(tab.locator("#batch-run")).to_be_enabled()


def busy(page: Page, url: str) -> bool:
    """Whether the app's models are in use."""
    return 'busy{device="models"} 1' in page.request.get(f"{url}metrics").text()
