"""The page for a new visitor: the first screen, nothing revealed too early, and visible errors.

Every visit starts with a browser that remembers nothing of the visits before.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.service.store import gallery, open_trace
from explorer.site.opening import recorded_choices
from explorer.story.page.gallery import SHELVES
from tests.browser.conftest import PATIENCE, forget, visitors_tab
from tests.browser.driving import (
    choose,
    drawn,
    listed,
    open_form,
    open_page,
    open_step,
    open_tab,
    place,
    press_run,
    shown,
)
from tests.bundled import packed

pytestmark = pytest.mark.browser
SIZES = {"wide": (1440, 900), "laptop": (1280, 720), "tablet": (768, 1024), "phone": (390, 844)}
SHARE = {"wide": 0.40, "laptop": 0.35, "tablet": 0.35, "phone": 0.35}  # of the first screen: the graph
BOXES = """() => Object.fromEntries(['graph', 'narration', 'next', 'controls', 'sofar', 'top'].map((name, k) => {
    const where = ['.st-graph', '.st-narration', '[data-testid=next-phase]', '.st-controls', '.st-sofar', '.st-top'][k];
    const {x, y, width, height} = document.querySelector(where).getBoundingClientRect();
    return [name, {x, y, width, height, bottom: y + height}]; }))"""
FONTS = """() => [...document.querySelectorAll('[data-shown="1"] .st-w')].map(one =>
    parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)"""
SYMBOLS = re.compile(r"[pqu]\s?[=<≥′]|min\(|[τθαγρ]|\bnode \d")
CONTRAST = """selector => {
    const light = colour => {
        const parts = colour.match(/[0-9.]+/g).slice(0, 3).map(one => one / 255);
        const [r, g, b] = parts.map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const line = light(getComputedStyle(document.querySelector(selector)).stroke);
    const ground = light(getComputedStyle(document.querySelector('.st-graph')).backgroundColor);
    return (Math.max(line, ground) + 0.05) / (Math.min(line, ground) + 0.05); }"""

Visit = Callable[..., Page]
Reader = Callable[[int, int], Page]


@pytest.fixture
def visit(browser: Browser, app_url: str) -> Iterator[Visit]:
    """Opens the page for a new visitor: `visit("trace=spd", size="phone", theme="dark")`."""
    used = set[Page]()

    def start(query: str = "", size: str = "wide", theme: str = "light") -> Page:
        width, height = SIZES[size]
        page = visitors_tab(browser, touch=size == "phone")
        used.add(page)
        page.bring_to_front()  # Chromium draws no page that lies behind another
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        forget(page, app_url)
        open_page(page, app_url, "&".join(filter(None, [query, f"__theme={theme}"])))
        return page

    yield start
    for page in used:
        page.unroute_all(behavior="ignoreErrors")
        page.goto("about:blank")


@pytest.fixture
def reader(stage_page: Page, app_url: str) -> Iterator[Reader]:
    """The tab that stays open, at a step of SpD's run, counted from 1, as a beginner reads it: in the plain voice."""

    def start(it: int, phase: int) -> Page:
        open_step(stage_page, app_url, "spd", it - 1, phase - 1)
        stage_page.set_viewport_size({"width": 1440, "height": 900})
        stage_page.get_by_test_id("voice-plain").click()
        drawn(stage_page)
        return stage_page

    yield start
    stage_page.get_by_test_id("voice-exact").click()  # as the other tests of this tab have it


@pytest.mark.parametrize(("theme", "sizes"), [("light", ("wide", "laptop", "tablet")), ("dark", ("phone",))])
def test_the_first_screen(visit: Visit, subtests: pytest.Subtests, theme: str, sizes: tuple[str, ...]) -> None:
    """The picture is the most prominent element, with its sentence and the way on on the same screen."""
    page = visit("trace=spd&it=2&phase=8", sizes[0], theme)
    for size in sizes:
        resize(page, size)
        with subtests.test(size=size):
            look_at_first_screen(page, size)


def resize(page: Page, size: str) -> None:
    """Give the page another screen size, and wait until it is redrawn."""
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    drawn(page)


def look_at_first_screen(page: Page, size: str) -> None:
    (width, height), boxes = SIZES[size], page.evaluate(BOXES)
    graph = boxes["graph"]
    assert graph["width"] * (min(graph["bottom"], height) - graph["y"]) >= SHARE[size] * width * height
    assert boxes["narration"]["bottom"] <= height, "the sentence is below the screen"
    assert boxes["next"]["bottom"] <= height, "Next is below the screen"
    assert boxes["top"]["bottom"] <= boxes["sofar"]["y"] < graph["y"] < boxes["narration"]["y"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.st-worth')].map(one => getComputedStyle(one).fontSize)"
    )
    others = page.evaluate(
        "() => [...document.querySelectorAll('h1, .st-say, .st-reason')].map(one => getComputedStyle(one).fontSize)"
    )
    if size != "phone":
        assert float(sizes[0][:-2]) > max(float(one[:-2]) for one in others), "what the run was worth is the largest"


def test_it_says_what_it_is(visit: Visit) -> None:
    """The words that a first visitor looks for, the gain in target passes, and every tab are there."""
    page = visit()
    text = page.locator("body").inner_text()
    for word in ("draft model", "target model", "as fast", "Lossless"):
        assert word in text
    expect(page.get_by_test_id("opening-result")).to_have_text(re.compile(r"^\d\.\d× as fast$"))
    expect(page.get_by_test_id("worth")).to_have_text(packed("hello-spd")["summary"]["worth"])
    for size in ("laptop", "wide"):  # nobody should have to look for a tab in a menu
        resize(page, size)
        expect(page.get_by_role("tab", name="Lab", exact=True)).to_be_visible()
        expect(page.locator("#tabs .overflow-menu > button")).to_be_hidden()


def test_a_phone(visit: Visit) -> None:
    """The reason is one tap away, controls are within the thumb's reach, and symbols answer a tap."""
    page = visit("trace=spd&it=2&phase=8", "phone")
    expect(page.get_by_test_id("inspector")).to_be_hidden()  # it does not push the way on off the screen
    page.locator(".st-why > summary").tap()
    expect(page.locator(".st-head .st-tag")).to_be_visible()
    expect(page.get_by_test_id("inspector-reason")).to_be_hidden()  # the sentence above says it
    page.locator(".st-why > summary").tap()
    page.mouse.wheel(0, 600)
    for name in ("prev-phase", "next-phase", "play", "more-controls"):
        box = page.get_by_test_id(name).bounding_box() or {}
        assert box["height"] >= 48
        assert box["width"] >= 48
        assert box["y"] + box["height"] <= 844, "the controls scrolled away"
    before = place(page)
    page.get_by_test_id("next-phase").tap()  # what the rejection leaves
    assert place(page) == before
    page.get_by_test_id("next-phase").tap()
    assert place(page)[1] == before[1] + 1
    page.get_by_test_id("prev-phase").tap()
    page.get_by_test_id("narration").locator("dfn").first.tap()
    expect(page.get_by_test_id("glossary")).to_be_visible()


def test_it_starts_at_the_beginning_and_spoils_nothing(visit: Visit) -> None:
    """Neither later text nor a verdict is shown before its step."""
    page = visit()
    page.get_by_test_id("opening-step").click()
    assert place(page) == (1, 1)
    assert page.locator("[data-token]:visible").count() == 0
    while page.locator(".st-ph[aria-current]").get_attribute("data-group") in ("draft", "check"):
        assert page.locator(":is([data-state=accepted], [data-state=rejected], [data-state=residual])").count() == 0
        cells = page.locator(".st-ph[data-group=decide]:visible").all_inner_texts()
        assert set(cells) == {"?"}
        ahead = page.locator(".st-ph:not(.done)").evaluate_all("all => all.map(one => one.title).join(' ')")
        assert not re.search(r"accept|reject|kept|unused|passes|fails|residual|bonus", ahead, re.I)
        page.keyboard.press("ArrowRight")
    page.get_by_test_id("show-end").click()
    assert page.locator("[data-token]:visible").count() >= 40
    page.get_by_test_id("show-end").click()
    page.keyboard.press("End")
    expect(page.get_by_test_id("end-card")).to_be_visible()
    expect(page.get_by_test_id("end-card")).to_contain_text("Lossless")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_first_sight_explains_itself(visit: Visit, theme: str) -> None:
    """A first visitor must learn how a round works, and that empty boxes are guesses to come."""
    page = visit("", "wide", theme)
    page.get_by_test_id("opening-step").click()
    card, inspector = page.get_by_test_id("inspector-round"), page.get_by_test_id("inspector")
    for label in ("Draft", "Check", "Decide", "Write"):
        expect(card.locator("dt", has_text=re.compile(f"^{label}"))).to_be_in_viewport()
    assert {mark.get_attribute("data-kind") for mark in card.locator("[data-kind]").all()} >= {"accepted", "rejected"}
    expect(inspector.get_by_test_id("inspector-numbers")).to_have_count(0)  # there are none yet
    expect(page.get_by_test_id("narration")).to_contain_text("Empty boxes")
    assert page.locator(".st-n.ghost > text:visible").all_text_contents() == ["?"] * 3
    assert page.evaluate(CONTRAST, ".st-n.ghost .st-box") >= 3
    page.get_by_test_id("next-phase").click()
    expect(card).to_have_count(0)
    expect(page.get_by_test_id("inspector-reason")).to_be_visible()
    expect(page.locator(".st-ask:visible")).to_have_count(2)


def test_the_reason_is_about_the_draft_and_tells_no_end(reader: Reader, app_url: str) -> None:
    """At the target pass the inspector shows a draft, and before the end it reveals no outcome."""
    page = reader(1, 6)
    expect(page.locator(".st-head")).to_contain_text("The")
    expect(page.get_by_test_id("inspector-overlap")).to_be_visible()
    steps = open_trace("tsd").iterations[0].steps
    levels = [k for k, step in enumerate(steps) if step.phase == "draft"]
    for level in levels:
        open_step(page, app_url, "tsd", 0, level)
        first = page.locator(f"[data-node='{steps[level].nodes[0]}'] .st-w").text_content()
        shown_part = (first or "").removesuffix("…")  # a narrow box cuts a long word
        expect(page.locator(".st-head b")).to_have_text(re.compile(f"^{re.escape(shown_part)}"))


def test_nothing_moves_or_lies_over_the_picture(reader: Reader, app_url: str) -> None:
    """Moving buttons are missed, covered nodes cannot be read, and cut lines say nothing."""
    page = reader(1, 1)
    open_step(page, app_url, "dsbd", 0, 0)
    tops = set[float]()
    for _ in range(14):
        tops.add(page.evaluate(BOXES)["next"]["y"])
        page.keyboard.press("ArrowRight")
    assert len(tops) == 1
    for name in ("beam-search", "beam-sampling", "dsbd", "dsbd-fixed", "eagle2", "lookup", "mtad"):
        open_step(page, app_url, name, 0, 0)
        about = page.locator(".st-about")
        assert about.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, about.inner_text()
    open_step(page, app_url, "gsd-figure-4", 0, 9)
    bar = page.locator(".st-zoom").evaluate(
        "bar => Math.max(...[...bar.children].filter(one => one.offsetWidth)"
        ".map(one => one.getBoundingClientRect().bottom))"
    )
    high = page.locator("[data-shown='1'] .st-box").evaluate_all(
        "all => Math.min(...all.map(one => one.getBoundingClientRect().top))"
    )
    assert bar <= high, "the buttons lie on a box"


def test_the_two_voices_and_details_are_remembered(visit: Visit) -> None:
    """Plain words for beginners, formulas for others, details one click away; a reload keeps what was chosen."""
    page = visit("trace=dsbd&it=2&phase=8")
    say, why = page.get_by_test_id("narration"), page.get_by_test_id("inspector-reason")
    assert not SYMBOLS.search(say.inner_text() + why.inner_text())
    page.get_by_test_id("voice-exact").click()
    assert SYMBOLS.search(say.inner_text())
    boxes = ["timeline", "beam-trace", "attention", "live-beams", "table", "run"]
    assert all(page.get_by_test_id(name).get_attribute("open") is None for name in boxes)
    page.get_by_test_id("timeline").locator("summary").click()
    expect(page.locator("[data-bar='2']")).to_be_visible()
    page.reload()
    page.wait_for_selector('[data-testid="stage"][data-it]')
    expect(page.get_by_test_id("voice-exact")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("[data-bar='2']")).to_be_visible()


def test_every_symbol_explains_itself(reader: Reader) -> None:
    """An explanation appears on hover, focus and (test_a_phone) tap; Escape closes it."""
    page = reader(2, 8)
    page.get_by_test_id("voice-exact").click()
    term, card = page.get_by_test_id("narration").locator("dfn").first, page.get_by_test_id("glossary")
    term.hover()
    expect(card).to_be_visible()
    page.mouse.move(5, 5)
    expect(card).to_be_hidden()
    term.focus()
    expect(card).to_be_visible()
    box, frame = card.bounding_box() or {}, SIZES["wide"]
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= frame[0]
    assert box["y"] >= 0
    page.keyboard.press("Escape")
    expect(card).to_be_hidden()


def test_an_explanation_goes_with_its_term(reader: Reader) -> None:
    """An explanation must disappear when its sentence changes, or it would cover the page and take the next Escape."""
    page = reader(2, 8)
    page.get_by_test_id("narration").locator("dfn").first.hover()
    expect(page.get_by_test_id("glossary")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("glossary")).to_be_hidden()
    page.locator("[data-node][data-shown='1']").last.click()
    expect(page.locator(".st-n.picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".st-n.picked")).to_have_count(0)


def test_only_the_marks_used_here_are_explained(reader: Reader) -> None:
    """Nobody reads a legend of everything. Marks of earlier steps stay, with a 0."""
    page = reader(2, 11)
    kinds = page.locator("[data-testid=legend] li[data-kind]:not(.none):visible").evaluate_all(
        "all => all.map(one => one.dataset.kind)"
    )
    states = page.locator("[data-node][data-shown='1']").evaluate_all("all => all.map(one => one.dataset.state)")
    assert set(kinds) == set(states)


def test_nodes_are_read_from_the_back_row(reader: Reader, app_url: str, subtests: pytest.Subtests) -> None:
    """With up to 25 nodes, words are at least 16 px high, and the whole graph fits its panel."""
    page = reader(1, 6)
    for name in ("spd", "dsbd-figure-1", "dsbd-figure-2", "gsd-figure-4", "mtad-figure-2"):
        open_step(page, app_url, name, 0, min(6, len(open_trace(name).iterations[0].steps)) - 1)
        with subtests.test(trace=name):
            fonts = page.evaluate(FONTS)
            assert 1 < len(fonts) <= 25
            assert min(fonts) >= (13 if name == "gsd-figure-4" else 16)  # a graph of six levels is as wide as its panel
            panel = page.get_by_test_id("graph").bounding_box() or {}
            ends = page.locator(".st-n").evaluate_all("""nodes => nodes.map(node => node.getBoundingClientRect())
                .reduce(([x, y], box) => [Math.max(x, box.right), Math.max(y, box.bottom)], [0, 0])""")
            assert ends[0] <= panel["x"] + panel["width"] + 1  # one scrolls to a bonus token after the longest path
            assert ends[1] <= panel["y"] + panel["height"] + 1


# The room for a name in the closed list, and the width of the longest name.
WIDEST = """(field, names) => {
    const style = getComputedStyle(field), pen = document.createElement('canvas').getContext('2d');
    pen.font = style.font;
    const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    return [room, Math.max(...names.map((name) => pen.measureText(name).width))];
}"""


def test_a_recorded_run_brings_its_method(visit: Visit) -> None:
    """The form offers to run the method that the picture shows, and the list shows the run's whole name."""
    page = visit()
    field = page.get_by_label("Recorded run", exact=True)
    choose(page, "Recorded run", listed("gsd-copies"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "gsd-copies")
    expect(field).to_have_value(listed("gsd-copies"))
    expect(page.get_by_label("Method", exact=True)).to_have_value(re.compile("GSD"))
    assert place(page) == (1, 1)


def test_runs_are_listed_by_story_without_fixtures(visit: Visit) -> None:
    """The most instructive runs come first; pairs made for tests are not offered. No name is cut on a laptop."""
    page = visit()
    page.get_by_label("Recorded run", exact=True).click()
    offered = page.locator("[role=listbox] [role=option]").all_inner_texts()
    assert [text.replace("✓", "").strip() for text in offered] == [label for label, _ in recorded_choices()]
    assert list(dict.fromkeys(card.story for card in gallery())) == list(SHELVES)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1280, "height": 720})
    for query in ("", "trace=gsd-copies", "trace=hello-spd&it=1&phase=2"):
        page.goto(f"{page.url.partition('?')[0]}?{query}")
        expect(page.get_by_test_id("stage")).to_have_attribute("data-phase", re.compile("."))
        field = page.get_by_label("Recorded run", exact=True)
        width, longest = field.evaluate(WIDEST, [label for label, _ in recorded_choices()])
        assert longest <= width
    open_form(page)
    page.get_by_label("Model pair", exact=True).click()
    assert not [text for text in page.locator("[role=listbox] [role=option]").all_inner_texts() if "edge" in text]


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_form_is_a_drawer_and_an_error_in_it_is_seen(visit: Visit, size: str) -> None:
    """The form is hidden until it is needed, Escape closes it, and its errors are visible."""
    page = visit(size=size)
    expect(page.locator("#run")).to_be_hidden()
    page.locator("#open-form").click()
    expect(page.locator("#run")).to_be_in_viewport()
    assert page.evaluate("document.querySelector('#form').contains(document.activeElement)")
    page.keyboard.press("Escape")
    expect(page.locator("#run")).to_be_hidden()
    assert page.evaluate("document.activeElement.closest('#open-form') !== null")
    open_form(page)
    tokens = page.get_by_label("New tokens", exact=True)
    tokens.fill("0")
    press_run(page)
    wrong = page.locator("#wrong [role=alert]")
    expect(wrong).to_have_text("The number of new tokens must be a whole number from 1 to 4096, but is 0.")
    expect(wrong).to_be_in_viewport()
    top = page.evaluate(
        """() => { const box = document.querySelector('#wrong [role=alert]').getBoundingClientRect();
        const at = document.elementFromPoint(box.x + 8, box.y + box.height / 2);
        return document.querySelector('#form.open #wrong').contains(at); }"""
    )
    assert top, "something lies over the error"
    assert shown(page)["name"] == "hello-spd", "the picture is gone"
    tokens.fill("")
    expect(wrong).to_have_count(0)
    press_run(page)
    expect(wrong).to_contain_text("New tokens is empty")
    tokens.fill("8")
    page.locator("#prompt textarea").fill("   ")
    press_run(page)
    expect(wrong).to_contain_text("The prompt is empty")
    expect(page.locator("#run")).to_be_in_viewport()


def test_nothing_says_that_no_trace_is_open(visit: Visit, app_url: str) -> None:
    """While the first run loads, an outline of the picture and a sentence say so."""
    page = visit()
    page.route("**/explorer/open/*", lambda route: None)  # held back
    page.goto(app_url)
    expect(page.get_by_test_id("message")).to_have_text("Opening the recorded run …")
    assert (page.get_by_test_id("message").bounding_box() or {})["height"] > 200
    page.unroute_all(behavior="ignoreErrors")


def test_the_first_node_is_few_stops_away(visit: Visit) -> None:
    """With the keyboard, one link leads past the tabs and lists to the picture."""
    page = visit("trace=spd&it=2")
    stops = 0
    while not page.evaluate("!!document.activeElement.closest('[data-node]')"):
        page.keyboard.press("Tab")
        stops += 1
        if page.evaluate("document.activeElement.id") == "skip":
            page.keyboard.press("Enter")
        assert stops <= 4


def test_a_laptop_shows_how_a_round_goes_whole(visit: Visit, app_url: str) -> None:
    """A cut last line or a method's line that ends in dots would look like a broken page."""
    page, sizes = visit("trace=spd&it=1&phase=1", "laptop"), set()
    for name in ("spd", "dsbd", "gsd", "mtad"):
        open_step(page, app_url, name, 0, 0)
        for voice in ("plain", "exact"):
            page.get_by_test_id(f"voice-{voice}").click()
            ends = "one => one.getBoundingClientRect().bottom"
            told = page.get_by_test_id("inspector-round").evaluate(ends)
            assert told <= page.locator(".st-why").evaluate(ends), (name, voice)
            sizes.add(page.get_by_test_id("inspector-round").get_attribute("data-size"))
            about = page.locator(".st-about")
            assert about.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, about.inner_text()
    assert len(sizes) > 1, "a short text is larger than a long one"


STEPPED = """() => { const over = [];
    for (let step = 0; step < 60; step++) { // nothing needs to be painted: what is asked for is laid out
        document.querySelector('[data-testid=next-phase]').click();
        const [why, controls] = ['.st-why > summary', '.st-controls'].map(one =>
            document.querySelector(one).getBoundingClientRect());
        over.push(why.bottom - controls.top);
    }
    return Math.max(...over); }"""


def test_a_phone_shows_where_the_reason_is(visit: Visit, app_url: str) -> None:
    """However long a step's sentence is, the button “Why?” is fully visible."""
    page = visit("trace=spd&it=1&phase=1", "phone")
    for name in ("spd", "dsbd", "gsd", "mtad"):
        for voice in ("plain", "exact"):
            open_step(page, app_url, name, 0, 0)
            page.get_by_test_id(f"voice-{voice}").click()
            assert page.evaluate(STEPPED) <= 0, (name, voice)


# Every step of this round: the nodes that the panel's upper edge cuts through or its note lies on.
CUT = """async () => {
    const found = [], box = (one) => one.getBoundingClientRect();
    const stage = document.querySelector('[data-testid=stage]'), {it} = stage.dataset;
    for (let step = 0; step < 30 && stage.dataset.it === it; step++) {
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const {top} = box(document.querySelector('.st-scroll')), note = document.querySelector('.st-rec-say');
        const over = note.checkVisibility() ? [top, box(note)] : [top];
        for (const one of document.querySelectorAll('.st-n[data-shown="1"] .st-box')) {
            const node = box(one), hit = (edge) => node.top < edge - 1 && node.bottom > edge + 1;
            const covered = over[1] && node.top < over[1].bottom && node.bottom > over[1].top
                && node.left < over[1].right && over[1].top < top + 20;
            if (hit(top) || covered) found.push(`${stage.dataset.phase}: ${one.parentNode.textContent}`);
        }
        document.querySelector('[data-testid=next-phase]').click();
    }
    return found; }"""


def test_a_phone_cuts_no_node_at_the_top(visit: Visit, app_url: str) -> None:
    """Half of “start” under the panel's edge would look like a fault."""
    page = visit("trace=dsbd&it=1&phase=1", "phone")
    page.set_viewport_size({"width": 390, "height": 664})  # the browser's own bars take the rest
    for name, number in (("dsbd", 0), ("dsbd", 14), ("gsd-figure-4", 0)):
        open_step(page, app_url, name, number, 0)
        assert page.evaluate(CUT) == [], (name, number)


def test_presenting(reader: Reader) -> None:
    """F fills the screen, a clicker's keys step, and Escape or F leaves."""
    page = reader(2, 1)
    page.get_by_role("button", name="Present").click()
    stage = page.get_by_test_id("stage")
    expect(stage).to_have_class(re.compile("present"))
    box = stage.bounding_box() or {}
    assert (box["x"], box["y"]) == (0, 0)
    page.keyboard.press("PageDown")
    assert place(page) == (2, 2)
    page.keyboard.press("PageUp")
    assert place(page) == (2, 1)
    say = page.locator(".st-say").evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert say >= 24
    screen = page.context.new_cdp_session(page)  # a window that fills the screen has the screen's size
    for width, height in ((1440, 900), (1280, 720)):
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", size)
        assert page.evaluate("[innerWidth, innerHeight]") == [width, height]
        hidden = page.locator(".st-about").evaluate("one => one.scrollHeight - one.clientHeight")
        assert hidden <= 1, "what the method does and keeps is there whole"
    screen.detach()
    page.keyboard.press("f")
    expect(stage).not_to_have_class(re.compile("present"))


def test_there_is_a_way_out_of_the_full_screen(reader: Reader) -> None:
    """Somebody without a keyboard needs a button to leave the full screen, also before it has come."""
    page = reader(2, 1)
    leave = page.get_by_test_id("leave")
    expect(leave).to_be_hidden()
    page.evaluate("""() => { window.screens = [];
        document.addEventListener('fullscreenchange', () => screens.push(!!document.fullscreenElement)); }""")
    page.get_by_role("button", name="Present").click()
    page.wait_for_function("screens.length === 1")
    leave.click()
    page.wait_for_function("screens.length === 2")
    expect(page.get_by_test_id("stage")).not_to_have_class(re.compile("present"))
    expect(leave).to_be_hidden()
    leave.evaluate("one => addEventListener('keydown', () => setTimeout(() => one.click()), { once: true })")
    page.keyboard.press("f")
    page.wait_for_function("screens.length === 4")
    assert page.evaluate("screens") == [True, False, True, False]
    expect(page.get_by_test_id("stage")).not_to_have_class(re.compile("present"))


def test_beside_a_lesson_the_phases_have_room(visit: Visit) -> None:
    """On a laptop, the lesson takes a third of the width, and the last phases must not be cut off."""
    page = visit("lesson=draft-and-verify&step=6")
    page.set_viewport_size({"width": 1280, "height": 720})
    expect(page.get_by_test_id("lesson-title")).to_be_visible()
    strip = page.locator(".st-strip").first
    box = strip.bounding_box() or {}
    here = strip.locator("[aria-current]").bounding_box() or {}
    assert box["x"] <= here["x"]
    assert here["x"] + here["width"] <= box["x"] + box["width"] + 1
    expect(page.get_by_test_id("last").first).to_be_hidden()
    assert strip.evaluate("one => one.scrollWidth <= one.clientWidth"), "all groups from Draft to Write"


def test_a_step_as_a_table_fits_a_phone(reader: Reader) -> None:
    """The table's ten columns must be readable on a phone."""
    page = reader(1, 8)
    page.set_viewport_size({"width": 390, "height": 844})
    summary, table = page.get_by_test_id("table").locator("summary"), page.get_by_test_id("graph-table")
    summary.click()
    assert table.locator("xpath=..").evaluate("one => one.scrollWidth <= one.clientWidth")
    row = table.locator("tbody tr").nth(1)
    assert (row.bounding_box() or {"height": 999})["height"] < 150
    assert "reason" in row.locator("td").last.evaluate("one => getComputedStyle(one, '::before').content")
    summary.click()


def test_stop_is_there_only_while_something_runs(visit: Visit) -> None:
    """A live run ends at the step with the most to see."""
    page = visit()
    expect(page.locator("#stop")).to_be_hidden()
    choose(page, "Model pair", "Toy · dsbd-figure-2")
    expect(page.get_by_label("Prompt", exact=True)).to_have_value("ask")  # the one before is no prompt of this pair
    press_run(page)
    expect(page.locator("#run")).to_be_hidden()  # the form has made room for the picture
    expect(page.locator("#status")).to_contain_text("Done")
    expect(page.locator("#stop")).to_be_hidden()
    here: dict[str, Any] = shown(page)
    seen = page.locator("[data-node][data-shown='1']").evaluate_all("all => all.map(one => one.dataset.state)")
    assert len(set(seen)) >= 2, here


def test_what_if_is_seen_at_once_and_run_on(visit: Visit) -> None:
    """Moving the random number changes the decision at once, the rest runs again, and both outcomes are shown."""
    page = visit("trace=dsbd-figure-2&it=2")
    trace = open_trace("dsbd-figure-2")
    it, verdict = next(
        (it.index, place)
        for it in trace.iterations
        for place, one in enumerate(it.verdicts)
        if one.u is not None and 0.05 < one.a < 0.95
    )
    steps = trace.iterations[it].steps
    phase = next(k for k, step in enumerate(steps, 1) if verdict in step.verdicts)
    page.goto(re.sub(r"it=\d+.*", f"it={it + 1}&phase={phase}", page.url))
    page.wait_for_selector(f'[data-testid="stage"][data-it="{it + 1}"][data-phase="{phase}"]')
    box = page.get_by_test_id("whatif").first
    box.locator("summary").click()
    slider = box.get_by_test_id("whatif-u")
    at = slider.input_value()
    slider.press("ArrowLeft")
    assert slider.input_value() != at, "an arrow moves the slider that has the focus"
    expect(page.get_by_test_id("stage")).to_have_attribute("data-phase", str(phase))
    was = trace.iterations[it].verdicts[verdict]
    other = 0.0 if was.u >= was.a else 0.99
    slider.fill(str(other))
    expect(box.get_by_role("status")).to_contain_text("accepted" if other == 0 else "rejected")
    node = page.locator(f'[data-node="{was.node}"]')
    expect(node).to_have_attribute("data-state", "accepted" if other == 0 else "rejected")
    slider.fill(at)
    expect(node).to_have_attribute("data-state", was.decision)
    slider.fill(str(other))
    expect(box.get_by_role("status")).to_contain_text("Faded parts still show the recorded run")
    expect(page.get_by_test_id("inspector").locator(".st-head")).to_have_css("opacity", "0.45")
    expect(page.get_by_test_id("narration")).to_contain_text("What if?")
    expect(page.get_by_test_id("narration")).to_contain_text("accepted" if other == 0 else "rejected")
    expect(box.get_by_role("status")).to_have_css("opacity", "1")
    expect(page.get_by_test_id("changed")).to_be_hidden()
    box.get_by_test_id("whatif-go").click()
    changed = page.get_by_test_id("changed")
    expect(changed).to_contain_text("This is not the recorded run")
    expect(changed).to_contain_text("Recorded:")
    expect(page.get_by_role("region", name="Playback")).to_be_in_viewport(ratio=1)
    name = shown(page)["name"]
    assert name != "dsbd-figure-2"
    changed.get_by_role("button", name="Back to the recorded run").click()
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-figure-2")
    expect(changed).to_be_hidden()
    page.goto(re.sub(r"trace=[^&]*", f"trace={name}", page.url))  # as after a reload, or from a link
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", name)
    expect(changed).to_contain_text("This is not the recorded run")
    expect(changed).not_to_contain_text("Recorded:")
    changed.get_by_role("button", name="Back to the recorded run").click()
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "dsbd-figure-2")


def test_what_was_supposed_ends_with_the_slider(reader: Reader) -> None:
    """A node that keeps the colour of a what-if would look like a recorded one."""
    page = reader(1, 9)
    node = page.locator('[data-node][data-state="accepted"]').last
    name = node.get_attribute("data-node")
    page.get_by_test_id("whatif").first.locator("summary").click()
    page.get_by_test_id("whatif-u").fill("0.99")
    supposed = page.locator(f'[data-node="{name}"]')
    expect(supposed).to_have_attribute("data-state", "rejected")
    page.locator('[data-node][data-state="accepted"]').first.hover()
    expect(supposed).to_have_attribute("data-state", "accepted")
    page.mouse.move(1, 1)
    expect(supposed).to_have_attribute("data-state", "accepted")


def test_a_draft_that_the_target_never_accepts_has_no_axis(reader: Reader) -> None:
    """The opening run's first rejection has threshold 0, which would look like an error on an axis."""
    page = reader(2, 8)
    expect(page.get_by_test_id("inspector-reason")).to_contain_text("zero probability")
    expect(page.locator('[data-node][data-state="rejected"]')).to_contain_text("0%")
    expect(page.get_by_test_id("inspector-axis")).to_have_count(0)
    expect(page.get_by_test_id("inspector-overlap")).to_be_visible()


def test_the_strip_speaks_as_the_sentence_does(reader: Reader) -> None:
    """In the plain voice a step has the words of the strip; the exact voice has the field's terms."""
    page = reader(1, 8)
    here = page.get_by_test_id("phases").locator("[aria-current]")
    expect(here).to_have_text("Guess 2")
    expect(page.locator(".st-badge").first).to_have_text("Decide")
    page.get_by_test_id("voice-exact").click()
    expect(here).to_have_text("Test 2")
    expect(page.get_by_test_id("phases").locator("button").first).to_have_attribute("title", "Step 1: Input")


def test_a_what_if_that_cannot_be_is_one_sentence(visit: Visit) -> None:
    """For a pair that is not in memory, the reason is shown and the picture stays."""
    page = visit("trace=spd&it=1&phase=8")
    refusal = {"type": "clear", "text": "the pair smollm2 is not in memory: run it once"}
    page.route("**/explorer/whatif/**", lambda route: route.fulfill(status=400, json=refusal))
    box = page.get_by_test_id("whatif").first
    box.locator("summary").click()
    box.get_by_test_id("whatif-u").fill("0.5")
    box.get_by_test_id("whatif-go").click()
    expect(page.get_by_test_id("changed").get_by_role("alert")).to_contain_text("is not in memory")
    assert shown(page)["name"] == "spd"


def test_keyboard_comes_soon_to_next_and_keeps_its_place(visit: Visit) -> None:
    """Keyboard users reach Next soon, and do not lose the step when they pass or use a list."""
    page = visit(query="trace=spd&it=3&phase=2")
    reached = []
    for _ in range(11):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.testid || document.activeElement.tagName"))
    assert "next-phase" in reached
    assert "BODY" not in reached
    assert place(page) == (3, 2), "a list that was passed opened the run anew"
    before = page.locator("[data-testid=inspector] dfn[tabindex='0'], .st-narration dfn[tabindex='0']")
    assert before.count() <= 4, "each underlined word is a stop"
    recorded = page.get_by_label("Recorded run", exact=True)
    recorded.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stage")).not_to_have_attribute("data-name", "spd")
    expect(page.get_by_test_id("next-phase")).to_be_focused()
    expect(page.get_by_text("← → step")).to_be_visible()


def test_tab_is_part_of_the_address(page: Page, app_url: str) -> None:
    """A reload or a link opens the same tab, and Back leads to the previous tab."""
    open_page(page, app_url)
    compare = page.locator("#compare")
    open_tab(page, "Compare")
    expect(page).to_have_url(re.compile(r"[?&]tab=compare\b"))
    page.reload()
    expect(compare).to_be_visible()
    expect(page.get_by_test_id("stage").first).to_be_hidden()
    open_tab(page, "Traces")
    expect(page).to_have_url(re.compile(r"[?&]tab=traces\b"))
    page.go_back()
    expect(compare).to_be_visible()
    page.go_back()
    expect(page.get_by_test_id("stage").first).to_be_visible()
    expect(page).not_to_have_url(re.compile("tab="))
    page.go_forward()
    expect(compare).to_be_visible()
    open_tab(page, "Traces")
    expect(page).to_have_url(re.compile(r"[?&]tab=traces\b"))
    page.evaluate("() => { history.back(); setTimeout(() => history.back(), 40); }")  # before the page has answered
    expect(page).not_to_have_url(re.compile("tab="))
    expect(page.get_by_test_id("stage").first).to_be_visible()
    page.wait_for_timeout(500)
    expect(page).not_to_have_url(re.compile("tab="))
    open_page(page, app_url, "tab=nothing")
    expect(page.get_by_test_id("stage").first).to_be_visible()
