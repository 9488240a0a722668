"""Lessons in a real browser: opened by a link, stepped through, answered wrongly and rightly, and remembered."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from explorer.lessons.library import played
from explorer.stage.message import Lesson, LessonAt, LessonQuestion, Piece
from tests.browser.driving import listed, open_page, place, shown

pytestmark = pytest.mark.browser
SLUG = "a-draft-and-a-check"
REFUSED = """if (location.search.includes('refused')) for (const name of ['getItem', 'setItem']) {
    const own = Storage.prototype[name];
    Storage.prototype[name] = function (key, ...more) {
        if (key === 'lessons') throw new DOMException('refused', 'SecurityError');
        return own.call(this, key, ...more);
    };
}"""


@pytest.fixture(autouse=True)
def forgotten(page: Page) -> Iterator[None]:
    """What one test has answered, the next one does not remember."""
    yield
    page.evaluate("localStorage.removeItem('lessons')")


def open_lesson(page: Page, url: str, step: int = 1) -> Lesson:
    """Open a link to a step and wait until card and stage stand there."""
    lesson = played(SLUG)
    open_page(page, url, f"lesson={SLUG}&step={step}")
    at_step(page, lesson, step)
    return lesson


def at_step(page: Page, lesson: Lesson, step: int) -> None:
    """The card shows this step, and the stage stands where the step does."""
    now = lesson["steps"][step - 1]
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(step))
    expect(page.get_by_test_id("lesson-count")).to_have_text(f"step {step} of {len(lesson['steps'])}")
    expect(page.get_by_test_id("lesson-text")).to_contain_text(now["title"])
    stands(page, now["at"]["trace"], now["at"]["it"], now["at"]["phase"])


def stands(page: Page, name: str, it: int, phase: int) -> None:
    page.wait_for_selector(f'[data-testid="stage"][data-name="{name}"][data-it="{it}"][data-phase="{phase}"]')


def answer(page: Page, lesson: Lesson, step: int, right: bool) -> int:
    """Choose a right or a wrong answer; its place."""
    question = lesson["steps"][step - 1]["question"]
    assert question is not None
    chosen = next(k for k, one in enumerate(question["answers"]) if one["right"] is right)
    page.get_by_test_id("lesson-answer").nth(chosen).click()
    return chosen


def revealing(lesson: Lesson, step: int) -> tuple[LessonQuestion, LessonAt]:
    """A step's question, and where its answer is revealed."""
    question = lesson["steps"][step - 1]["question"]
    assert question is not None
    reveal = question["reveal"]
    assert reveal is not None
    return question, reveal


def plain(pieces: list[Piece]) -> str:
    return "".join(piece["text"] for piece in pieces)


def test_lesson_is_stepped_to_its_end(page: Page, app_url: str) -> None:
    """A class must get from the first step to the last with one button, and see the picture of each."""
    lesson = open_lesson(page, app_url)
    expect(page.get_by_test_id("inspector")).to_be_visible()
    expect(page.get_by_test_id("lesson-back")).to_be_disabled()
    for step in range(2, len(lesson["steps"]) + 1):
        page.get_by_test_id("lesson-next").click()
        at_step(page, lesson, step)
        for pieces in lesson["steps"][step - 1]["paragraphs"]:
            expect(page.get_by_test_id("lesson-text")).to_contain_text(plain(pieces))
    page.get_by_test_id("lesson-next").click()
    done = page.locator(f"[data-testid='lesson-card'][data-lesson='{SLUG}']")
    expect(done).to_contain_text("✓ Done")
    expect(page.get_by_test_id("lesson-card")).to_have_count(9)


def test_the_bar_names_the_run_of_the_lesson(page: Page, app_url: str) -> None:
    """The page's own first run is opened a moment before; its name over the lesson's picture would be wrong."""
    open_page(page, app_url, "lesson=joint-decoding&step=2")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "mtad-figure-2")
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value(listed("mtad-figure-2"))


def test_question_waits_reveals_and_is_remembered(page: Page, app_url: str) -> None:
    """Neither stage nor a first wrong answer give the solution away; a second try does; a reload brings it back."""
    step = 5
    lesson = open_lesson(page, app_url, step)
    question, reveal = revealing(lesson, step)
    before = place(page)
    wrong = answer(page, lesson, step, right=False)
    feedback = page.get_by_test_id("lesson-feedback")
    expect(feedback).to_have_text("✕ Not this one. Look at the picture and the numbers again, then try once more.")
    assert place(page) == before
    expect(page.locator(".st-lesson-answer.right")).to_have_count(0)
    right = answer(page, lesson, step, right=True)
    expect(feedback).to_have_text(f"✓ {plain(question['answers'][right]['feedback'])}")
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])
    assert place(page) != before
    page.keyboard.press(str(wrong + 1))  # it is over: this changes nothing
    expect(feedback).to_contain_text("✓")
    page.reload()
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(step))
    expect(page.get_by_test_id("lesson-answer").nth(right)).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("lesson-again").click()
    expect(feedback).to_be_empty()
    at_step(page, lesson, step)


def test_lesson_by_keyboard(page: Page, app_url: str) -> None:
    """A presenter has a clicker, and some have no mouse."""
    step = 5
    lesson = open_lesson(page, app_url, step)
    question, reveal = revealing(lesson, step)
    expect(page.get_by_test_id("lesson-show")).to_be_hidden()
    page.keyboard.press(str(next(k for k, one in enumerate(question["answers"], 1) if one["right"])))
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])
    page.keyboard.press("PageDown")
    at_step(page, lesson, step + 1)
    page.keyboard.press("PageUp")
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(step))
    page.keyboard.press("ArrowRight")  # the stage's own keys stay
    page.get_by_test_id("lesson-show").click()
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])


def test_lesson_is_left(page: Page, app_url: str) -> None:
    """Whoever closes a lesson, or opens another run, gets the inspector back and an address without it."""
    open_lesson(page, app_url, 2)
    assert "lesson=" in page.url
    page.get_by_test_id("lesson-close").click()
    expect(page.get_by_test_id("lesson")).to_be_hidden()
    expect(page.get_by_test_id("inspector")).to_be_visible()
    page.wait_for_function("() => !location.search.includes('lesson')")
    assert shown(page)["name"] == "spd"


def test_unknown_lesson_says_so(page: Page, app_url: str) -> None:
    """A link with a slip of the pen ends in a sentence, and the page works on."""
    page.route("**/explorer/lesson/*", lambda route: route.fulfill(json={"text": "There is no lesson x."}))
    open_page(page, app_url, "lesson=x")
    expect(page.get_by_test_id("lesson-title")).to_have_text("There is no lesson x.")
    expect(page.get_by_test_id("lesson-card")).to_have_count(9)
    page.get_by_test_id("lesson-all").click()
    expect(page.get_by_test_id("lesson-title")).to_have_text("Lessons")


def test_a_lesson_in_a_low_window_is_brought_into_view(page: Page, app_url: str) -> None:
    """At twice the size a press on Lessons changed nothing that could be seen."""
    page.set_viewport_size({"width": 720, "height": 450})
    open_page(page, app_url, "")
    page.get_by_role("button", name="Lessons").first.click()
    expect(page.get_by_test_id("lesson-card").first).to_be_in_viewport()
    page.get_by_test_id("lesson-card").nth(3).click()
    expect(page.get_by_test_id("lesson-next")).to_be_visible()
    expect(page.get_by_test_id("lesson-title")).to_be_in_viewport()


def test_a_lesson_beside_the_picture_leaves_it_whole(page: Page, app_url: str) -> None:
    """The picture is as wide as what the lesson leaves of the page, and no node is cut."""
    page.set_viewport_size({"width": 1440, "height": 900})
    open_page(page, app_url, "")
    page.get_by_role("button", name="Lessons").first.click()
    page.locator("[data-lesson='why-it-is-exact']").click()
    page.get_by_test_id("lesson-next").click()
    page.wait_for_function(
        "() => { const right = (all) => Math.max(...all.map((one) => one.getBoundingClientRect().right));"
        "const nodes = right([...document.querySelectorAll(\"#stage [data-node][data-shown='1']\")]);"
        "return nodes <= document.querySelector('#stage .st-scroll').getBoundingClientRect().right; }"
    )


def test_refused_storage_breaks_nothing(page: Page, app_url: str) -> None:
    """In a browser that keeps nothing a lesson is played all the same."""
    page.add_init_script(REFUSED)
    lesson = played(SLUG)
    open_page(page, app_url, f"lesson={SLUG}&step=5&refused")
    at_step(page, lesson, 5)
    answer(page, lesson, 5, right=True)
    expect(page.get_by_test_id("lesson-feedback")).to_contain_text("✓")


def test_lesson_on_a_phone_stands_below_the_graph(page: Page, app_url: str) -> None:
    """On a narrow page the card may cover nothing, and its buttons are large enough for a thumb."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_lesson(page, app_url, 5)
    boxes = {name: page.get_by_test_id(name).bounding_box() for name in ("graph", "lesson", "lesson-next")}
    graph, card, button = boxes["graph"], boxes["lesson"], boxes["lesson-next"]
    assert graph is not None
    assert card is not None
    assert button is not None
    assert card["y"] >= graph["y"] + graph["height"]
    assert card["x"] + card["width"] <= 390
    assert button["height"] >= 44


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (390, 844)])
def test_what_a_step_speaks_of_is_seen_with_it(page: Page, app_url: str, size: tuple[int, int]) -> None:
    """A sentence about bars below the fold teaches nothing; nor does one that lies behind the buttons."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    for slug, step, bars in (("why-it-is-exact", 5, ".st-overlap"), ("a-forest-and-its-width", 5, ".st-tails")):
        open_page(page, app_url, f"lesson={slug}&step={step}")
        page.wait_for_selector(f'[data-testid="lesson"][data-step="{step}"] ~ .st-why {bars}')
        expect(page.get_by_test_id("lesson-next")).to_have_text("Next")
        assert page.evaluate(f"window.scrollTo(0, 0), {SEEN}('{bars}')")


SEEN = """((bars) => {  // all of the text and of the bars, above the column's end and the fixed buttons
    const bottom = (place) => document.querySelector(place).getBoundingClientRect();
    const phone = innerWidth < 641, fold = phone ? bottom('.st-lesson-turns').top : bottom('.st-right').bottom;
    const below = ['[data-testid="lesson-text"]', `.st-why ${bars}`].map((place) => bottom(place).bottom);
    return Math.max(...below) <= Math.min(fold, innerHeight);
})"""
