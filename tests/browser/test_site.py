"""The static site in a real browser: below a path of a plain web server, and opened from a folder."""

import os
import re
import threading
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, Page, expect

import explorer
from explorer.features.code import command
from explorer.features.comparisons import RECORDED
from explorer.features.opening import opening
from explorer.features.race import race
from explorer.lessons.library import cards, played
from explorer.service.store import BUNDLED, contents, gallery, header
from explorer.site.write import write_site
from explorer.stage.export import page as exported
from explorer.story.page.address import WRONG_TAB
from explorer.story.page.learn import TOY
from explorer.story.page.opening import SAMPLED
from explorer.trace.format import read
from tests.browser.conftest import forget
from tests.browser.driving import drawn, fonts, place, shown
from tests.browser.test_accessibility import AXE, look_at

pytestmark = pytest.mark.browser
DESK, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}
FETCH = """name => document.querySelector('#stage').stage.receive(
    {type: 'fetch', url: 'explorer/open/' + name, at: {it: 1, phase: 2}})"""
# The edges of the strip of steps, and those of the current step and of the name of its group.
NAMED = """strip => {
    const edges = one => { const {left, right} = one.getBoundingClientRect(); return [left, right]; };
    const step = strip.querySelector('.st-ph[aria-current]');
    return [...edges(strip), [edges(step), edges(step.parentElement.querySelector('.st-group'))]]; }"""
READY = '[data-testid="stage"][data-it]'
OWN_FONT = ["Inter: loaded"]  # the page looks the same on every computer
SLUG = "draft-and-verify"
_AT = played(SLUG)["steps"][1]["at"]
LESSON = (_AT["trace"], (_AT["it"], _AT["phase"]))  # run and step of the second step of a lesson


class Quiet(SimpleHTTPRequestHandler):
    """Serves files and writes nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """No line for each request."""


@contextmanager
def published(folder: Path) -> Generator[str]:
    """The address of a plain web server for a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a web server with the site in a subfolder. The first worker that needs it writes it."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    root, unfinished = shared / "site", shared / "unfinished-site"
    with FileLock(shared / "site.lock"):
        if not root.exists():
            write_site(unfinished / "a course" / "spec")
            unfinished.rename(root)
    return root


@pytest.fixture(scope="session")
def web(root: Path) -> Iterator[str]:
    """The site's address on a web server."""
    with published(root) as url:
        yield f"{url}a%20course/spec/"


@pytest.fixture(params=["web", "file"])
def home(request: pytest.FixtureRequest, root: Path) -> str:
    """The site's address, on a web server and as a file."""
    if request.param == "web":
        return request.getfixturevalue("web")
    return (root / "a course" / "spec" / "index.html").as_uri()


@cache
def site_tab(browser: Browser) -> Page:
    """A tab for all visits, because a new one costs a second. It reports what the page's policy refuses."""
    page = browser.new_context().new_page()
    page.add_init_script(
        "addEventListener('securitypolicyviolation', ({violatedDirective: a, blockedURI: b}) => "
        "console.error('policy', a, b))"
    )
    return page


@contextmanager
def visit(
    browser: Browser, url: str, size: dict[str, int] = DESK, *, dark: bool = False, moves: bool = False
) -> Generator[Page]:
    """A new visitor's page. No error, no violation of the policy, and no request to another host may occur."""
    errors, host = list[str](), re.match(r"(http://[^/]+|file://)", url)
    assert host
    page = site_tab(browser)
    own = (host[1], "data:", "blob:")
    watch = {
        "console": lambda said: errors.append(said.text) if said.type in ("error", "warning") else None,
        "pageerror": lambda error: errors.append(str(error)),
        "request": lambda asked: None if asked.url.startswith(own) else errors.append(asked.url),
    }
    page.bring_to_front()
    page.set_viewport_size(size)  # pyright: ignore
    page.emulate_media(color_scheme="dark" if dark else "light", reduced_motion="no-preference" if moves else "reduce")
    forget(page, host[1])
    for event, heard in watch.items():
        page.on(event, heard)
    page.goto(url)
    try:
        yield page
        page.evaluate("0")
        assert errors == []
    finally:
        for event, heard in watch.items():
            page.remove_listener(event, heard)
        page.goto("about:blank")


def test_wrong_names_in_the_address_are_answered(browser: Browser, home: str) -> None:
    """The site says, as the app does, that a tab or a toy of the address cannot be opened."""
    mark = "#" if home.startswith("file") else "?"
    with visit(browser, f"{home}{mark}tab=lerning") as page:
        expect(page.locator("#wrong-tab")).to_have_text(WRONG_TAB.format(tab="lerning"))
        expect(page.get_by_role("tab", name="Explore")).to_have_attribute("aria-selected", "true")
        page.get_by_role("tab", name="Learn").click()
        expect(page.locator("#wrong-tab")).to_have_count(0)
    with visit(browser, f"{home}{mark}toy=nonsense") as page:
        expect(page.locator("#learn-toy [role=alert]")).to_have_text(TOY["wrong"])
        expect(page.locator("#wrong-tab")).to_have_count(0)
    with visit(browser, f"{home}{mark}tab=compare&comparison=nonsense") as page:
        expect(page.locator("[data-race] [role=alert]")).to_have_text(
            "The link names a comparison that this site does not have. Choose another one."
        )
    with visit(browser, f"{home}{mark}trace=spd&it=2x&phase=4") as page:
        expect(page.get_by_test_id("wrong-step")).to_have_text("There is no round “2x”, so this is the first one.")
        assert place(page) == (1, 4)
    with visit(browser, f"{home}{mark}trace=spd&phase=3&node=9999") as page:
        expect(page.get_by_test_id("wrong-step")).to_have_text("There is no node “9999”, so none is selected.")
        assert place(page) == (1, 3)


def test_it_opens_on_the_race_and_steps(browser: Browser, home: str) -> None:
    """The first view of the app plays without a server, and “Step through” leads to the first step."""
    race_ = opening("hello-spd", here=False)
    assert race_
    with visit(browser, home, moves=True) as page:
        first = page.locator("#bar > .op")
        expect(first).to_have_attribute("data-opening", "race")
        expect(first).to_have_attribute("data-playing", "")
        page.wait_for_selector(READY)
        assert shown(page)["name"] == "hello-spd"
        assert fonts(first) == OWN_FONT
        expect(first).not_to_have_attribute("data-playing", "")
        assert place(page) == (1, 1)
        expect(first.locator(".op-count > b")).to_have_text([str(row["target_passes"]) for row in race_["rows"]])
        expect(page.get_by_test_id("opening-badge")).to_have_text(re.compile("^Recorded on a "))
        expect(page).to_have_url(re.compile(r"^(?!.*(it|phase)=)"))
        page.get_by_test_id("opening-step").click()
        expect(first).to_have_attribute("data-opening", "line")
        assert place(page) == (1, 1)
        page.keyboard.press("ArrowRight")
        assert place(page) == (1, 2)
        page.get_by_test_id("next-phase").click()
        assert place(page) == (1, 3)
        expect(page).to_have_url(re.compile(r"trace=hello-spd&it=1&phase=3"))
        page.reload()
        page.wait_for_selector(f"{READY}[data-phase='3']")


def test_another_run_brings_its_own_race(browser: Browser, web: str) -> None:
    """A link to a run opens on its race; a run without a race opens on its first step."""
    with visit(browser, f"{web}?trace=specinfer") as page:
        expect(page.get_by_test_id("opening")).to_be_visible()
        page.wait_for_selector(f"{READY}[data-name='specinfer']")
        page.locator("#runs").select_option("multinomial")
        page.wait_for_selector(f"{READY}[data-name='multinomial'][data-phase='1']")
        expect(page.get_by_test_id("opening")).to_have_count(0)
        page.locator("#runs").select_option("spd")
        page.wait_for_selector(f"{READY}[data-name='spd']")
        expect(page.get_by_test_id("opening")).to_be_visible()
        page.goto(f"{web}?trace=spd&it=2&phase=7")
        page.wait_for_selector(f"{READY}[data-it='2'][data-phase='7']")
        expect(page.get_by_test_id("opening")).to_have_count(0)


def test_lists_open_their_runs_and_lessons(browser: Browser, home: str) -> None:
    """An entry in a list must open something."""
    with visit(browser, home) as page:
        page.wait_for_selector(READY)
        for card in [*gallery()[1::7], gallery()[0]]:
            page.locator("#runs").select_option(card.name)
            page.wait_for_selector(f"{READY}[data-name='{card.name}']")
        page.get_by_role("button", name="Lessons", exact=True).click()
        expect(page.get_by_test_id("lesson-card")).to_have_count(len(cards()))
        page.get_by_test_id("lesson-card").nth(2).click()
        expect(page.get_by_test_id("lesson-title")).to_have_text(cards()[2]["title"])
        page.get_by_test_id("lesson-next").click()
        expect(page).to_have_url(re.compile(f"lesson={cards()[2]['slug']}&step=2"))


@pytest.mark.parametrize(
    ("query", "name", "at"),
    [
        ("trace=gsd&it=2&phase=4", "gsd", (2, 4)),
        ("lesson=draft-and-verify&step=2", *LESSON),
        ("lesson=a-draft-and-a-check&step=2", *LESSON),  # the address of an earlier lesson
        ("embed=1&trace=dsbd&it=3&phase=1", "dsbd", (3, 1)),
    ],
)
def test_a_deep_link_opens_its_step(query: str, name: str, at: tuple[int, int], browser: Browser, home: str) -> None:
    """A link must open its step, also an earlier one that was printed."""
    with visit(browser, f"{home}?{query}") as page:
        page.wait_for_selector(f"{READY}[data-name='{name}'][data-it='{at[0]}'][data-phase='{at[1]}']")


def test_a_name_that_is_not_there_says_so(browser: Browser, web: str) -> None:
    """An old link must not open an empty page."""
    with visit(browser, f"{web}?trace=run-of-another-app") as page:
        expect(page.get_by_test_id("message").first).to_contain_text("that this site does not have")


def test_back_leads_to_the_run_before(browser: Browser, web: str) -> None:
    """Back must change the picture with the address."""
    with visit(browser, web) as page:
        page.wait_for_selector(READY)
        page.locator("#runs").select_option("greedy")
        page.wait_for_selector(f"{READY}[data-name='greedy']")
        expect(page).to_have_url(re.compile("trace=greedy"))
        page.go_back()
        page.wait_for_selector(f"{READY}[data-name='hello-spd']")
        expect(page.locator("#runs")).to_have_value("hello-spd")


def test_a_laptop_cuts_no_sentence(browser: Browser, web: str) -> None:
    """A cut sentence does not say whether a method is lossless, and a cut line of keys helps nobody."""
    with visit(browser, f"{web}?trace=greedy&it=1&phase=1", LAPTOP) as page:
        page.wait_for_selector(READY)
        for card in gallery():
            page.evaluate(FETCH, card.name)
            page.wait_for_selector(f"{READY}[data-name='{card.name}']")
            about = page.locator("#stage .st-about")
            assert about.evaluate("one => one.scrollHeight - one.clientHeight") <= 1, (card.name, about.inner_text())
            for line in (".st-legend", ".st-keyline"):
                expect(page.locator(f"#stage {line}")).to_be_in_viewport(ratio=1)


def test_a_laptop_shows_the_whole_test(browser: Browser, web: str) -> None:
    """The random number and its threshold, the bars and the sentence are on one screen, and nothing is said twice."""
    with visit(browser, f"{web}?trace=hello-spd&it=1&phase=6", LAPTOP) as page:
        page.wait_for_selector(READY)
        for _ in range(2):  # accepted, then rejected by the random number
            for part in ("inspector-axis", "inspector-overlap", "narration"):
                expect(page.get_by_test_id(part).first).to_be_in_viewport(ratio=1)
            expect(page.get_by_test_id("inspector-reason")).to_be_hidden()
            page.keyboard.press("ArrowRight")
        node = page.locator("#stage [data-node][data-state=accepted]").first
        node.click()  # the sentence is about another node now
        expect(page.get_by_test_id("inspector-reason")).to_contain_text("is accepted because")


def test_the_first_screen_of_a_laptop_shows_the_rejection(browser: Browser, web: str) -> None:
    """The first view and its explanation are seen without scrolling. So are the tests of a rejected guess and of what
    replaced it.
    """
    with visit(browser, web, LAPTOP) as page:
        page.wait_for_selector(READY)
        expect(page.get_by_test_id("opening-claim")).to_have_text(SAMPLED)
        for part in ("opening-claim", "opening-why"):
            expect(page.get_by_test_id(part)).to_be_in_viewport(ratio=1)
        page.get_by_test_id("opening-step").click()
        for _ in range(30):  # to the end of the round
            if page.locator("#stage .st-n[data-state=residual]").count():
                break
            page.keyboard.press("ArrowRight")
        drawn(page)
        graph = page.locator("#stage .st-graph").bounding_box() or {}
        for part in (".st-n[data-state=rejected] .st-scale-says", ".st-n[data-state=residual] .st-scale-says"):
            found = page.locator(f"#stage {part}").bounding_box() or {}
            assert found["y"] + found["height"] <= graph["y"] + graph["height"]
        expect(page.get_by_test_id("next-phase")).to_be_in_viewport(ratio=1)


def test_a_resting_pointer_explains_nothing(browser: Browser, web: str) -> None:
    """After “Step through” the page moves under the pointer, and no explanation may cover what a newcomer looks for."""
    with visit(browser, web, LAPTOP) as page:
        page.wait_for_selector(READY)
        page.get_by_test_id("opening-step").click()
        term = page.locator("#stage .st-round dfn").first
        found = term.bounding_box() or {}
        page.mouse.move(found["x"] + 3, found["y"] + 3)
        explained = page.get_by_test_id("glossary").first
        expect(explained).to_be_visible()
        page.keyboard.press("Escape")
        expect(explained).to_be_hidden()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")  # the same term comes back under the pointer
        expect(page.locator("#stage .st-round")).to_be_visible()
        page.wait_for_timeout(300)
        expect(explained).to_be_hidden()


def test_a_long_round_names_its_group(browser: Browser, web: str) -> None:
    """In a strip that scrolls, a reader still sees whether a step drafts, checks or decides."""
    with visit(browser, f"{web}?trace=gsd-figure-4&it=1&phase=1", {"width": 760, "height": 720}) as page:
        page.wait_for_selector(READY)
        strip = page.get_by_test_id("phases")
        assert strip.evaluate("one => one.scrollWidth - one.clientWidth") > 0
        for _ in range(shown(page)["phase"], page.locator(".st-ph").count()):
            page.keyboard.press("ArrowRight")
            left, right, names = strip.evaluate(NAMED)
            for at in names:
                assert left - 1 <= at[0], "the name or the step is scrolled away"
                assert at[1] <= right + 1


def test_counts_say_what_they_count(browser: Browser, web: str) -> None:
    """The legend counts one round and the summary all rounds, so both say so."""
    run = header("hello-spd")
    assert run
    with visit(browser, f"{web}?trace=hello-spd&it=1&phase=2") as page:
        page.wait_for_selector(READY)
        expect(page.get_by_test_id("legend").first).to_contain_text("This round:")
        page.keyboard.press("End")
        rounds = shown(page)["iterations"]
        expect(page.get_by_test_id("end-card").locator("h2")).to_have_text(f"Summary of all {rounds} rounds")


def test_a_run_that_is_in_no_list_has_a_name(browser: Browser, web: str) -> None:
    """A lesson hides the list of runs; afterwards the list names the run of the lesson instead of being empty."""
    with visit(browser, f"{web}?lesson=decoding&step=5", LAPTOP) as page:
        page.wait_for_selector(f"{READY}[data-name='lesson-words']")
        expect(page.locator("#runs")).to_be_hidden()
        page.get_by_test_id("lesson-close").click()
        run = header("lesson-words")
        assert run
        assert page.locator("#runs").evaluate("one => one.selectedOptions[0].textContent") == run.title
        page.locator("#runs").select_option("greedy")
        page.wait_for_selector(f"{READY}[data-name='greedy']")
        expect(page.locator("#runs")).to_have_value("greedy")


def test_recorded_comparisons_race(browser: Browser, home: str) -> None:
    """Visitors without models can watch a race and read its result."""
    first, second = RECORDED["hello"], RECORDED["greedy"]
    with visit(browser, home) as page:
        page.get_by_role("tab", name="Compare").click()
        expect(page.get_by_test_id("race-lane")).to_have_count(len(first.runs))
        expect(page.get_by_test_id("race-end")).to_have_text(race(first.runs)["sentence"])
        page.locator("#comparisons").select_option(label=second.title)
        expect(page.get_by_test_id("race-end")).to_have_text(race(second.runs)["sentence"])
        for name in second.runs:
            expect(page.locator(f"#compare .slot:visible [data-name='{name}']")).to_be_visible()
        page.locator("#compare .slot").first.get_by_test_id("next-iteration").click()
        expect(page.locator("#compare .slot").nth(1).locator("[data-testid=stage]")).to_have_attribute("data-it", "2")
        page.get_by_test_id("race-speed").select_option(label="4×")
        page.get_by_test_id("race-play").click()
        expect(page.get_by_test_id("race-play")).to_have_text("Pause")
        expect(page).to_have_url(re.compile("comparison=greedy"))
        page.reload()
        expect(page.get_by_test_id("race-end")).to_have_text(race(second.runs)["sentence"])


def test_learn_works_without_the_app(browser: Browser, home: str) -> None:
    """The toy computes in the browser, the calculator has the runs, and no button needs the app."""
    with visit(browser, f"{home}?tab=learn") as page:
        expect(page.get_by_test_id("toy-alpha")).to_contain_text("0.70")
        page.get_by_test_id("toy-p-0").press("ArrowUp")
        expect(page.get_by_test_id("toy-alpha")).not_to_contain_text("0.70")
        expect(page.get_by_test_id("toy-run")).to_have_count(0)
        page.get_by_test_id("worth-runs").scroll_into_view_if_needed()
        expect(page.get_by_test_id("worth-runs").locator("li[data-here]")).to_contain_text("spd")
        page.get_by_role("button", name="Open the lessons").click()
        expect(page.get_by_test_id("lesson-list")).to_be_visible()
        expect(page.get_by_role("tab", name="Explore")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize(
    ("query", "seen"),
    [
        ("trace=spd&it=2", '[data-testid="graph"]'),
        ("lesson=draft-and-verify&step=2", '[data-testid="lesson-text"]'),
        ("tab=compare&comparison=greedy", '[data-testid="race-lane"]'),
    ],
)
@pytest.mark.parametrize("size", [{"width": 760, "height": 640}, PHONE], ids=["column", "phone"])
def test_an_embedded_page_has_no_chrome(
    query: str, seen: str, size: dict[str, int], browser: Browser, web: str
) -> None:
    """A course page has its own header; its frame shows one step, one lesson or one race."""
    with visit(browser, f"{web}?embed=1&{query}", size) as page:
        expect(page.locator(seen).first).to_be_visible()
        for chrome in ("#tablist", "#acts", "#bar", "#comparisons", "#reproduce", ".slots", "[data-testid=timeline]"):
            expect(page.locator(chrome).first).to_be_hidden()
        whole = page.get_by_role("link", name="Open in the explorer")
        whole.focus()
        address = whole.get_attribute("href") or ""
        assert "embed" not in address
        assert query.split("&")[-1].split("=")[1] in address
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_share_gives_link_frame_pictures_and_command(browser: Browser, web: str) -> None:
    """One dialog has all ways to show a step to other people."""
    head = header("spd")
    assert head is not None
    with visit(browser, f"{web}?trace=spd&it=2&phase=7") as page:
        page.wait_for_selector(READY)
        page.keyboard.press("s")
        link = page.get_by_test_id("share-link")
        expect(link).to_have_value(f"{web}?trace=spd&it=2&phase=7")
        frame = page.get_by_test_id("share-embed")
        expect(frame).to_have_value(re.compile(r'^<iframe src="[^"]*phase=7&amp;embed=1" title="[^"]+, round 2"'))
        expect(page.get_by_test_id("share-command")).to_have_value(command(head))
        for kind in ("svg", "png"):
            with page.expect_download() as saved:
                page.get_by_test_id(f"share-{kind}").click()
            assert saved.value.suggested_filename == f"spd-round-2.{kind}"
        code = frame.input_value()
        page.get_by_role("dialog").get_by_role("button", name="Close").click()
        expect(page.get_by_test_id("share-dialog")).to_be_hidden()
        page.goto(f"{web}?lesson=draft-and-verify&step=2")
        page.wait_for_selector(READY)
        page.get_by_test_id("share").click()
        expect(link).to_have_value(f"{web}?lesson=draft-and-verify&step=2")
    course = browser.new_page()
    course.set_content(code)
    expect(course.frame_locator("iframe").locator(f"{READY}[data-it='2'][data-phase='7']")).to_be_visible()
    course.close()


def test_a_file_has_no_link_to_share(browser: Browser, root: Path) -> None:
    """The address of a file opens nothing on another computer."""
    with visit(browser, (root / "a course" / "spec" / "index.html").as_uri()) as page:
        page.wait_for_selector(READY)
        page.get_by_test_id("opening-step").click()
        page.get_by_test_id("share").click()
        expect(page.get_by_test_id("share-why")).to_be_visible()
        expect(page.get_by_test_id("share-link")).to_have_count(0)
        expect(page.get_by_test_id("share-command")).to_have_value(re.compile("^python -m explorer record spd"))


def test_an_exported_run_opens_and_a_trace_says_what_to_do(browser: Browser, home: str, tmp_path: Path) -> None:
    """A teacher can show a run in class without Python."""
    file, trace, other = tmp_path / "page.html", tmp_path / "run.jsonl", tmp_path / "other.html"
    file.write_text(exported(read(contents("mtjd"), "mtjd"), "mtjd"), encoding="utf-8")
    trace.write_bytes(contents("mtjd"))
    other.write_text('<script>document.title = \'ran\'</script><script id=trace>{"type": "open"}</script>')
    with visit(browser, f"{home}?tab=traces") as page:
        for wrong, why in ((trace, "cannot draw a trace file"), (other, "not an exported run")):
            page.locator("#file").set_input_files(wrong)
            expect(page.locator("#refused")).to_contain_text(why)
            expect(page.locator("#refused")).to_contain_text("python -m explorer export")
        page.locator("#file").set_input_files(file)
        page.wait_for_selector(f"{READY}[data-name='']")
        expect(page.get_by_test_id("run")).to_contain_text("MTJD")
        expect(page.locator("#refused")).to_have_text("")
        page.get_by_test_id("next-phase").click()
        assert place(page) == (1, 2)
        assert "ran" not in page.title()
        page.get_by_test_id("share").click()
        expect(page.get_by_test_id("share-why")).to_be_visible()


@pytest.mark.parametrize(("tab", "dark"), [("explore", False), ("learn", True), ("compare", True), ("traces", False)])
def test_it_fits_a_phone(tab: str, dark: bool, browser: Browser, web: str) -> None:
    """Many visitors follow a link on a phone."""
    with visit(browser, f"{web}?tab={tab}", PHONE, dark=dark) as page:
        expect(page.locator(f"#{tab}")).to_be_visible()
        page.wait_for_selector(READY, state="attached")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.body.classList.contains('dark')") == dark


def test_the_app_embeds_and_shares(page: Page, app_url: str, browser: Browser, tmp_path: Path) -> None:
    """A page of another host may show `?embed=1` of a running app in a frame, but not the app itself."""
    page.goto(f"{app_url}?trace=spd&it=2&phase=7")
    page.wait_for_selector(READY)
    page.get_by_test_id("share").first.click()
    expect(page.get_by_test_id("share-link")).to_have_value(f"{app_url}?trace=spd&it=2&phase=7")
    code = page.get_by_test_id("share-embed").input_value()
    expect(page.get_by_test_id("share-command")).to_have_value(re.compile("^python -m explorer record spd"))
    races = f'<iframe src="{app_url}?embed=1&amp;tab=compare&amp;comparison=greedy" width="900" height="640"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html>{code}{races}", encoding="utf-8")
    with published(tmp_path) as course:
        other = browser.new_page()
        other.goto(course)
        step, race_ = (other.frame_locator("iframe").nth(i) for i in range(2))
        expect(step.locator(f"{READY}[data-it='2'][data-phase='7']")).to_be_visible()
        expect(step.locator("#tablist")).to_be_hidden()
        assert fonts(step.locator(READY)) == fonts(page.locator("body")) == OWN_FONT
        expect(race_.get_by_test_id("race-lane")).to_have_count(3)
        other.close()


def test_a_notebook_displays_the_stage(browser: Browser, tmp_path: Path) -> None:
    """The output of `trace.show()` works in a frame without access to the notebook."""
    shown_ = explorer.open_trace(BUNDLED / "spd.jsonl.gz").show(2, 7)
    (tmp_path / "notebook.html").write_text(f"<!doctype html>{shown_._repr_html_()}", encoding="utf-8")
    with visit(browser, (tmp_path / "notebook.html").as_uri()) as page:
        frame = page.frame_locator("iframe")
        expect(frame.locator(f"{READY}[data-it='2'][data-phase='7']")).to_be_visible()
        assert fonts(frame.locator(READY)) == OWN_FONT
        frame.get_by_test_id("next-phase").click()
        expect(frame.locator(f"{READY}[data-it='2'][data-phase='8']")).to_be_visible()
        frame.get_by_test_id("share").click()
        expect(frame.get_by_test_id("share-why")).to_be_visible()
        expect(frame.get_by_test_id("share-command")).to_have_value(re.compile("^python -m explorer record spd"))


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "query", ["", "tab=learn", "tab=compare", "tab=traces", "embed=1&lesson=draft-and-verify&step=2"]
)
def test_axe_finds_nothing_serious(query: str, size: dict[str, int], browser: Browser, web: str) -> None:
    """Everybody must be able to use the site."""
    with visit(browser, f"{web}?{query}", size) as page:
        page.wait_for_selector(READY, state="attached")
        if query == "tab=compare":
            expect(page.get_by_test_id("race-lane")).to_have_count(3)
        if not query:
            page.keyboard.press("s")
            expect(page.get_by_test_id("share-command")).to_be_visible()
        page.evaluate(AXE.read_text(encoding="utf-8"))  # a script element would violate the policy
        look_at(page)
