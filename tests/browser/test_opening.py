"""The first view: the race plays once, and “Step through” leads to a round that reveals nothing yet."""

import json
import re
from contextlib import AbstractContextManager
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from explorer.features.opening import opening
from explorer.story.page.gallery import HELLO
from tests.browser.conftest import on_screen
from tests.browser.driving import choose, drawn, listed, place
from tests.browser.test_accessibility import look_at
from tests.bundled import bundled

pytestmark = pytest.mark.browser
SIZES = {"wide": (1440, 900), "laptop": (1280, 720), "phone": (390, 844), "side": (844, 390)}
SHARE = {"wide": 0.40, "laptop": 0.35, "phone": 0.35}
PASSES = ["40", str(len(bundled("hello-spd").iterations))]
SPOILERS = ":is([data-state=accepted], [data-state=rejected], [data-state=residual])"
PLAYED = "document.querySelector('.op:not([data-playing])') !== null"
WIDE = "[document.documentElement.scrollWidth, window.innerWidth]"
# How long something moves: the time from the first to the last frame in which the picture of the race changed.
MOVING = """() => new Promise((done) => {
    const svg = document.querySelector('.op-track svg'), start = performance.now();
    let last = svg.style.clipPath, changes = 0, at = 0;
    const look = (now) => {
        if (svg.style.clipPath !== last) { changes += 1; at = now; }
        last = svg.style.clipPath;
        if (now - start < 9500) requestAnimationFrame(look); else done([changes, at - start]);
    };
    requestAnimationFrame(look); })"""

# Of each row: how many passes are written, how many there are, and the text after them that can be seen.
WRITTEN = """() => [...document.querySelectorAll('.op-text')].map((text) => {
    const passes = [...text.querySelectorAll('.op-pass')], on = passes.findLastIndex((one) => one.matches('.on'));
    const rest = document.createRange();
    rest.setStartAfter(on < 0 ? text.querySelector('.op-prompt') : passes[on]);
    rest.setEndAfter(text.lastChild);
    const walk = document.createTreeWalker(text, NodeFilter.SHOW_TEXT), seen = [];
    while (walk.nextNode()) {
        const shown = getComputedStyle(walk.currentNode.parentElement).visibility === 'visible';
        if (shown && rest.intersectsNode(walk.currentNode)) seen.push(walk.currentNode.textContent);
    }
    return [on + 1, passes.length, seen.join('').trim()];
})"""

Motion = Literal["reduce", "no-preference"]


def visitor(
    browser: Browser, url: str, size: str = "wide", motion: Motion = "reduce", query: str = ""
) -> AbstractContextManager[Page]:
    """A new visitor's page. With `motion` "reduce" the race is finished at once."""
    touch = size in ("phone", "side")
    return on_screen(browser, url, SIZES[size], query, touch=touch, motion=motion)


def race_from_its_start(page: Page) -> None:
    """Replay the race where a busy machine has opened the page more slowly than a row was written."""
    if page.locator(".op:not([data-playing]), [data-testid=opening-row][data-done]").count():
        page.wait_for_function(PLAYED)
        page.get_by_test_id("opening-play").click()


def passes(page: Page) -> list[str]:
    """The numbers of target passes in the rows."""
    return page.locator(".op-count > b").all_inner_texts()


def test_the_race_plays_once_and_ends(browser: Browser, app_url: str) -> None:
    """The race plays by itself for six seconds. The passes below appear with it and stay until the reader steps."""
    with visitor(browser, app_url, motion="no-preference") as page:
        race_from_its_start(page)
        expect(page.locator(".op")).to_have_attribute("data-playing", "")
        expect(page.locator("#stage .st")).to_have_attribute("data-phase", "1")  # nothing of the round is told
        expect(page.locator("#stage .st-controls")).to_be_hidden()
        why = page.get_by_test_id("opening-why")
        expect(why).to_be_in_viewport(ratio=1)
        expect(page.locator("#stage .st-left")).to_be_hidden()
        below = [part.bounding_box() for part in (why, page.locator("h2.op-round"))]
        changes, moved = page.evaluate(MOVING)
        assert changes > 0
        assert moved < 8000  # six seconds, and what a busy machine draws late
        page.wait_for_function(PLAYED)
        expect(why).to_be_visible()
        assert [part.bounding_box() for part in (why, page.locator("h2.op-round"))] == below
        expect(page.locator("#stage .st-controls")).to_be_hidden()
        assert passes(page) == PASSES
        expect(page.get_by_test_id("opening-row").first).to_contain_text("one token per pass")
        assert place(page) == (1, 1)
        expect(page).to_have_url(re.compile(r"^(?!.*(it|phase)=)"))
        play = page.get_by_test_id("opening-play")
        expect(play).to_have_text("Replay")
        play.focus()
        page.keyboard.press("Enter")
        expect(play).to_have_text("Pause")
        page.keyboard.press("Space")
        expect(play).to_have_text("Play")
        written = page.evaluate(WRITTEN)
        assert any(of > shown for shown, of, _ in written)
        assert all(rest == "" for *_, rest in written), "later tokens are seen, or their line ends"
        before = page.locator(".op-track svg").first.get_attribute("style")
        page.wait_for_timeout(300)
        assert page.locator(".op-track svg").first.get_attribute("style") == before


def test_the_columns_follow_the_race(browser: Browser, app_url: str) -> None:
    """A pass is written into the text, becomes a column and is put into words at the same time. At the end, the line
    explains the speed-up with the times of this run. On a laptop, no pass has to be scrolled to.
    """
    made = opening("hello-spd")
    assert made
    with visitor(browser, app_url, "laptop", motion="no-preference") as page:
        page.wait_for_function("document.querySelectorAll('.op-columns .on').length === 7")
        page.get_by_test_id("opening-play").click()
        columns, line = page.locator(".op-columns .op-column.on"), page.get_by_test_id("opening-line")
        shown = columns.count()
        assert shown < len(made["guessed"])
        assert page.evaluate(WRITTEN)[1][0] == shown == int(passes(page)[1])
        expect(page.locator(".op-single i")).to_have_text(passes(page)[0])
        expect(page.locator(".op-column.now i")).to_have_text(str(shown))
        *_, pieces = made["rows"][1]["frames"][shown - 1]
        _, guesses = made["guessed"][shown - 1]
        accepted = sum(by == "draft" for _, by in pieces)
        expect(line).to_have_text(
            re.compile(rf"^Pass {shown}: {accepted} of {guesses} guesses accepted.* = {len(pieces)} tokens?\.$")
        )
        page.get_by_test_id("opening-play").click()
        page.wait_for_function(PLAYED)
        expect(columns).to_have_count(len(made["guessed"]))
        expect(line).to_have_text("".join(text for text, _ in made["sum"]))
        numbers = columns.locator("strong").all_inner_texts()
        assert sum(map(int, numbers)) == made["rows"][1]["tokens"]
        inner, outer = page.locator(".op-columns").evaluate("one => [one.scrollWidth, one.clientWidth]")
        assert inner <= outer
        cells = columns.nth(6).locator("span").evaluate_all("all => all.map((one) => one.dataset.by)")
        assert cells == ["accepted", "rejected", "unused", "target"]
        assert columns.first.locator("span").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)") >= 13


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_winner_has_its_result_while_the_other_runs(browser: Browser, app_url: str, size: str) -> None:
    """The moment in which the faster row is finished is marked, its result is the largest number, and nothing moves."""
    with visitor(browser, app_url, size, motion="no-preference") as page:
        race_from_its_start(page)
        alone, run = page.get_by_test_id("opening-row").all()
        result = run.get_by_test_id("opening-result")
        for part in (run.locator(".op-end"), result, page.get_by_test_id("opening-gain")):
            expect(part).to_be_hidden()
        parts = (
            ".op-race",
            "h2.op-round",
            *(["#stage .st"] if size == "laptop" else []),
        )  # on a phone the page scrolls
        boxes = [page.locator(part).bounding_box() for part in parts]
        page.wait_for_selector("[data-testid=opening-row][data-done]")
        expect(alone).not_to_have_attribute("data-done", "")
        for part in (run.locator(".op-end"), result):
            expect(part).to_be_visible()
        expect(alone.locator(".op-end")).to_be_hidden()
        made = opening("hello-spd")
        assert made
        expect(result).to_have_text(" ".join(made["rows"][1]["result"]))
        number, *others = (
            part.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
            for part in (result.locator("b"), *page.locator(".op-count > b").all())
        )
        assert all(number > other for other in others)
        page.wait_for_function(PLAYED)
        expect(alone.locator(".op-end")).to_be_visible()
        assert [page.locator(part).bounding_box() for part in parts] == boxes


def test_reduced_motion_is_finished_at_once(browser: Browser, app_url: str) -> None:
    """A reader who prefers reduced motion sees the finished race."""
    with visitor(browser, app_url) as page:
        assert passes(page) == PASSES
        expect(page.locator(".op")).not_to_have_attribute("data-playing", "")
        expect(page.get_by_test_id("opening-play")).to_be_hidden()
        assert page.locator(".op-pass:not(.on)").count() == 0
        expect(page.get_by_test_id("opening-claim")).to_contain_text("as probable with the draft as without")
        accepted = page.locator(".st-g[data-kind='accepted']").first.evaluate("one => getComputedStyle(one).fill")
        key, text = (
            page.locator(each).first.evaluate("one => getComputedStyle(one).backgroundColor")
            for each in (".op-keys i[data-key='draft']", ".op-pass > [data-by='draft']")
        )
        edge = page.locator(".op-keys i[data-key='draft']").evaluate("one => getComputedStyle(one).boxShadow")
        assert key == text, "an accepted token looks like its key"
        assert accepted in edge, "an accepted token has one colour in the race and in the graph"
        made = opening("hello-spd")
        assert made
        expect(page.get_by_test_id("opening-gain")).to_have_text("".join(text for text, _ in made["sum"]))
        for part in ("opening-gain", "opening-result"):
            expect(page.get_by_test_id(part)).to_be_visible()
        for row, name in zip(page.locator(".op-text").all(), ("hello-alone", "hello-spd"), strict=True):
            summary = bundled(name).summary
            assert summary
            beginning = " ".join(summary.text.split()[:3])
            expect(row).to_contain_text(re.compile(f"^{re.escape(f'{HELLO} {beginning}')}"))


def test_it_is_there_before_gradio(browser: Browser, app_url: str) -> None:
    """The race plays before any of Gradio's scripts has arrived."""
    context = browser.new_context()
    page = context.new_page()
    page.route("**/assets/**", lambda route: None)
    page.goto(app_url, wait_until="commit")
    expect(page.get_by_test_id("opening")).to_be_visible()
    expect(page.locator(".op")).to_have_attribute("data-playing", "")
    page.unroute_all(behavior="ignoreErrors")
    context.close()


@pytest.mark.parametrize("size", ["wide", "laptop", "phone"])
def test_step_through_rewinds_and_spoils_nothing(browser: Browser, app_url: str, size: str) -> None:
    """The race shrinks to a line without texts, the stage gets its space, and Replay restores the race."""
    with visitor(browser, app_url, size) as page:
        page.get_by_test_id("opening-step").click()
        assert place(page) == (1, 1)
        expect(page.locator(".op-text").first).to_be_hidden()
        expect(page.locator(f"#stage {SPOILERS}")).to_have_count(0)
        assert page.locator("[data-token]:visible").count() == 0
        expect(page.get_by_test_id("next-phase")).to_be_focused()
        expect(page.get_by_test_id("next-phase")).to_be_in_viewport(ratio=1)
        assert passes(page) == PASSES
        drawn(page)
        box = page.locator("#stage .st-graph").bounding_box() or {}
        width, height = SIZES[size]
        assert box["width"] * (min(box["y"] + box["height"], height) - box["y"]) >= SHARE[size] * width * height
        expect(page).to_have_url(re.compile("it=1&phase=1"))
        inner, outer = page.evaluate(WIDE)
        assert inner <= outer
        page.get_by_test_id("opening-play").click()
        expect(page.locator(".op-text").first).to_be_visible()
        assert place(page) == (1, 1)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".op")).to_have_attribute("data-opening", "line")
        assert place(page) == (1, 2)


@pytest.mark.parametrize("sizes", [("wide", "laptop"), ("phone",), ("side",)])
def test_the_first_screen_holds_the_race(browser: Browser, app_url: str, sizes: tuple[str, ...]) -> None:
    """The rows and both buttons fit the screen; on a laptop the whole page fits."""
    with visitor(browser, app_url, sizes[0]) as page:
        for size in sizes:
            page.set_viewport_size(dict(zip(("width", "height"), SIZES[size], strict=True)))  # pyright: ignore
            drawn(page)
            expect(page.get_by_test_id("opening")).to_be_in_viewport(ratio=1)
            expect(page.get_by_test_id("opening-step")).to_be_in_viewport(ratio=1)
            if size in ("wide", "laptop"):
                expect(page.get_by_test_id("opening-why")).to_be_in_viewport(ratio=1)
                for name in ("Lessons", "Run your own", "Present"):
                    button = page.get_by_role("button", name=name, exact=True).bounding_box() or {}
                    assert button["y"] + button["height"] < 60, "in the header"
            inner, outer = page.evaluate(WIDE)
            assert inner <= outer


@pytest.mark.parametrize("name", ["eagle2", "gsd", "hello-long", "ssd"])
def test_many_guesses_fit_a_laptop(browser: Browser, app_url: str, name: str) -> None:
    """Columns with four guesses and the number of the others are whole, and so is the line below them."""
    with visitor(browser, app_url, "laptop", query=f"trace={name}") as page:
        expect(page.get_by_test_id("opening-why")).to_be_in_viewport(ratio=1)
        expect(page.get_by_test_id("opening-gain")).to_be_visible()
        cells = page.locator(".op-columns .op-column:first-child span")
        heights = cells.evaluate_all("all => all.map((one) => one.getBoundingClientRect().height)")
        assert heights
        assert min(heights) >= 24
        assert page.locator(".op-columns small").count()


def test_a_link_to_a_step_has_no_race(browser: Browser, app_url: str) -> None:
    """Somebody who follows a link to a step wants that step."""
    with visitor(browser, app_url, query="trace=spd&it=1&phase=1") as page:
        expect(page.get_by_test_id("opening")).to_have_count(0)
        assert place(page) == (1, 1)


def test_another_run_brings_its_own_race(browser: Browser, app_url: str) -> None:
    """A greedy run races greedy decoding; a run without a recorded target run has no race."""
    with visitor(browser, app_url) as page:
        choose(page, "Recorded run", listed("ssd"))
        expect(page.get_by_test_id("stage").first).to_have_attribute("data-name", "ssd")
        expect(page.get_by_test_id("opening-claim")).to_contain_text("both rows write the same text")
        choose(page, "Recorded run", listed("gsd-copies"))
        expect(page.get_by_test_id("stage").first).to_have_attribute("data-name", "gsd-copies")
        expect(page.get_by_test_id("opening")).to_have_count(0)
        assert place(page) == (1, 1)
        page.go_back()
        expect(page.get_by_test_id("opening-claim")).to_contain_text("both rows write the same text")


def test_who_returns_to_the_first_step_stays_there(browser: Browser, app_url: str) -> None:
    """Back leads to the step that a reader left, and no race moves it to the end of the round."""
    with visitor(browser, app_url, query="trace=ssd&it=1&phase=1") as page:
        choose(page, "Recorded run", listed("gsd-copies"))
        expect(page.get_by_test_id("stage").first).to_have_attribute("data-name", "gsd-copies")
        expect(page).to_have_url(re.compile("trace=gsd-copies"))
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.go_back()
        expect(page.get_by_test_id("stage").first).to_have_attribute("data-name", "ssd")
        drawn(page)
        assert not [url for url in asked if "explorer/opening" in url]
        expect(page.get_by_test_id("opening")).to_have_count(0)
        assert place(page) == (1, 1)


def test_a_toy_pair_shows_passes_only(browser: Browser, app_url: str) -> None:
    """Seconds and speed-ups of table look-ups would say nothing, so only passes are shown."""
    made = opening("hello-spd")
    assert made is not None
    rows = [row | {"seconds": None, "result": None} for row in made["rows"]]
    badge = {"kind": "toy", "name": "Toy pair: passes only", "about": "one run per row"}
    toy = made | {"name": "gsd-copies", "rows": rows, "badge": badge, "sum": []}
    with visitor(browser, app_url) as page:
        expect(page.get_by_test_id("opening-badge")).to_have_attribute("data-kind", made["badge"]["kind"])
        page.route("**/explorer/opening/gsd-copies", lambda route: route.fulfill(body=json.dumps(toy)))
        choose(page, "Recorded run", listed("gsd-copies"))
        expect(page.get_by_test_id("opening-badge")).to_have_text("Toy pair: passes only one run per row")
        expect(page.locator(".op-count").first).to_have_text("40 passes40 tokens")  # and no seconds
        expect(page.get_by_test_id("opening-result")).to_have_count(0)


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_nobody_is_shut_out(browser: Browser, app_url: str, size: str) -> None:
    """axe-core finds nothing serious in either state, and the figure has a text with the result."""
    with visitor(browser, app_url, size, query="__theme=light") as page:
        name = page.get_by_test_id("opening").get_attribute("aria-label") or ""
        assert "40 target passes" in name
        assert f"{PASSES[1]} target passes" in name
        look_at(page)
        page.get_by_test_id("opening-step").click()
        look_at(page)
