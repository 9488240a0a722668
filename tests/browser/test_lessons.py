"""Lessons in a browser: opened by a link, stepped through, answered wrongly and correctly, and remembered."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, expect

from explorer.lessons.library import cards, played
from explorer.lessons.places import PLACES
from explorer.stage.message import Lesson, LessonAnswer, LessonAt, LessonQuestion, LessonStep, Piece
from tests.browser.conftest import KEPT
from tests.browser.driving import drawn, listed, open_page, place, shown

pytestmark = pytest.mark.browser
SLUG = "draft-and-verify"
REFUSED = """if (location.search.includes('refused')) for (const name of ['getItem', 'setItem']) {
    const own = Storage.prototype[name];
    Storage.prototype[name] = function (key, ...more) {
        if (key === 'lessons-2') throw new DOMException('refused', 'SecurityError');
        return own.call(this, key, ...more);
    };
}"""


@pytest.fixture(autouse=True)
def forgotten(page: Page) -> Iterator[None]:
    """Answers of one test are not remembered in the next one."""
    yield
    page.evaluate(f"localStorage.removeItem('lessons-2'), localStorage.removeItem('{KEPT}')")


def as_a_new_visitor(page: Page, url: str) -> None:
    """What the page opens next is a new visitor's: the plain voice, and everything folded is closed."""
    page.goto(f"{url}explorer/lesson/{SLUG}")  # no page of the app, but with its storage
    page.evaluate(f"localStorage.setItem('{KEPT}', '{{}}')")


def open_lesson(page: Page, url: str, step: int = 1) -> Lesson:
    """Open a link to a step and wait until the lesson and the stage show it."""
    lesson = played(SLUG)
    open_page(page, url, f"lesson={SLUG}&step={step}")
    at_step(page, lesson, step)
    return lesson


def at_step(page: Page, lesson: Lesson, step: int) -> None:
    """The lesson shows this step, and the stage is at its place."""
    now = lesson["steps"][step - 1]
    expect(page.get_by_test_id("lesson")).to_have_attribute("data-step", str(step))
    expect(page.get_by_test_id("lesson-count")).to_have_text(f"Step {step} of {len(lesson['steps'])}")
    expect(page.get_by_test_id("lesson-text")).to_contain_text(now["title"])
    stands(page, now["at"]["trace"], now["at"]["it"], now["at"]["phase"])


def stands(page: Page, name: str, it: int, phase: int) -> None:
    page.wait_for_selector(f'[data-testid="stage"][data-name="{name}"][data-it="{it}"][data-phase="{phase}"]')


def answer(page: Page, lesson: Lesson, step: int, right: bool) -> int:
    """Choose a correct or a wrong answer, and return its index."""
    question = lesson["steps"][step - 1]["question"]
    assert question is not None
    chosen = next(k for k, one in enumerate(question["answers"]) if one["right"] is right)
    page.get_by_test_id("lesson-answer").nth(chosen).click()
    return chosen


def revealing(lesson: Lesson, step: int) -> tuple[LessonQuestion, LessonAt]:
    """The question of a step, and the place that reveals its answer."""
    question = lesson["steps"][step - 1]["question"]
    assert question is not None
    reveal = question["reveal"]
    assert reveal is not None
    return question, reveal


def plain(pieces: list[Piece]) -> str:
    return "".join(piece["text"] for piece in pieces)


def test_the_bar_names_the_run_of_the_lesson(page: Page, app_url: str) -> None:
    """The bar must name the lesson's run, not the page's first run, which opened a moment before."""
    open_page(page, app_url, "lesson=joint-decoding&step=2")
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "mtad-figure-2")
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value(listed("mtad-figure-2"))
    page.get_by_test_id("lesson-all").click()
    page.locator("[data-lesson='trees-sampled']").click()
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", "lesson-sea")
    expect(page.get_by_label("Recorded run", exact=True)).to_have_value("")  # no list has it


LOAD = """url => {
    let holder = document.querySelector('[data-testid="stage"]');
    while (!holder.stage) holder = holder.parentElement;
    holder.stage.receive({type: 'lesson', url}); }"""
THREE, TWO = 7, 4  # steps of SLUG that ask a question with so many answers


def asked(lesson: Lesson, step: int, answers: int) -> LessonQuestion:
    """The question of a step with this number of answers."""
    question = lesson["steps"][step - 1]["question"]
    assert question is not None
    assert len(question["answers"]) == answers
    return question


def test_a_wrong_answer_of_three_is_a_hint(page: Page, app_url: str) -> None:
    """A wrong answer gets its own feedback and highlights its place without revealing the answer."""
    lesson = open_lesson(page, app_url, THREE)
    question, (_, reveal) = asked(lesson, THREE, 3), revealing(lesson, THREE)
    before, feedback = place(page), page.get_by_test_id("lesson-feedback")
    wrong = [k for k, one in enumerate(question["answers"]) if not one["right"]]
    for k in wrong:
        page.get_by_test_id("lesson-answer").nth(k).click()
        expect(feedback).to_contain_text(f"Not this one. {plain(question['answers'][k]['feedback'])} Look at: ")
        expect(feedback).to_contain_text("Then choose again.")
        expect(page.locator(".st-lesson-answer.right")).to_have_count(0)
        assert place(page) == before
        for light in question["answers"][k]["lights"]:
            box = page.locator(f"#stage {light['selector']} .st-box")
            assert box.evaluate("one => parseFloat(getComputedStyle(one).strokeWidth)") == 5
    right = answer(page, lesson, THREE, right=True)
    expect(feedback).to_have_text(f"✓ {plain(question['answers'][right]['feedback'])}")
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])
    rules = "document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)).join()"
    assert "--amber" not in page.evaluate(rules)
    page.keyboard.press(str(wrong[0] + 1))  # it is over: this changes nothing
    expect(feedback).to_contain_text("✓")
    page.reload()
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])
    expect(page.get_by_test_id("lesson-answer").nth(right)).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("lesson-again").click()
    expect(feedback).to_be_empty()
    at_step(page, lesson, THREE)


def test_of_two_answers_a_wrong_one_gets_its_reply_with_the_reveal(page: Page, app_url: str) -> None:
    """After the wrong one of two answers, feedback and picture come at once, because no choice is left."""
    lesson = open_lesson(page, app_url, TWO)
    question, (_, reveal) = asked(lesson, TWO, 2), revealing(lesson, TWO)
    wrong = answer(page, lesson, TWO, right=False)
    expect(page.get_by_test_id("lesson-feedback")).to_have_text(f"✕ {plain(question['answers'][wrong]['feedback'])}")
    expect(page.locator(".st-lesson-answer.right")).to_have_count(1)
    stands(page, reveal["trace"], reveal["it"], reveal["phase"])


def every_step(page: Page, url: str) -> Iterator[tuple[str, int, LessonStep]]:
    """Go through all lessons on one page, because loading it takes longer than going through a lesson."""
    first, *others = (card["slug"] for card in cards())
    open_page(page, url, f"lesson={first}&step=1")
    for slug in (first, *others):
        if slug != first:
            page.locator(f"[data-lesson='{slug}']").click()
        lesson = played(slug)
        for number, step in enumerate(lesson["steps"], 1):
            at_step(page, lesson, number)
            yield slug, number, step
            page.get_by_test_id("lesson-next").click()


@pytest.fixture
def lead(page: Page, app_url: str) -> Callable[[str, int], None]:
    """Leads a new visitor's page to a step, as the address of an earlier lesson does: a page is loaded more slowly."""
    leads = dict[str, str | int]()
    page.route("**/explorer/lesson/earlier", lambda route: route.fulfill(json={"moved": [leads]}))
    as_a_new_visitor(page, app_url)
    open_page(page, app_url, f"lesson={SLUG}&step=1")

    def to(slug: str, step: int) -> None:
        leads.update({"slug": slug, "step": step})
        page.evaluate(LOAD, "explorer/lesson/earlier")
        at_step(page, played(slug), step)

    return to


def test_every_place_that_lights_up_is_there(page: Page, lead: Callable[[str, int], None]) -> None:
    """No hint points at nothing. On a phone at least one of its places is visible."""
    wrong, widths = list[str](), [390, 1440]
    for slug in (card["slug"] for card in cards()):
        lesson = played(slug)
        for number, step in enumerate(lesson["steps"], 1):
            if not (hints := hints_of(step)):
                continue
            lead(slug, number)
            widths.reverse()  # a page of another size is drawn again, so the next step begins with this one
            for width in widths:
                page.set_viewport_size({"width": width, "height": 900})
                drawn(page)
                for hint in hints:
                    seen = [page.locator(f"#stage {light['selector']}").first.is_visible() for light in hint["lights"]]
                    if not (any(seen) if width < 600 else all(seen)):
                        wrong.append(f"{slug} {number}: {plain(hint['words'])}")
    assert wrong == []


def hints_of(step: LessonStep) -> list[LessonAnswer]:
    """The answers of a step that highlight something."""
    return [answer for answer in step["question"]["answers"] if answer["lights"]] if step["question"] else []


def test_places_that_no_bundled_lesson_needs_yet(page: Page, lead: Callable[[str, int], None]) -> None:
    """The guide offers these names to everyone who writes a lesson."""
    for name, slug, step in (
        ("scale", "lossless", 6),
        ("beams", "dsbd-width", 3),
        ("shares", "dsbd-forest", 4),
        ("draw", "lossless", 7),
    ):
        lead(slug, step)
        expect(page.locator(f"#stage {PLACES[name].selector}").first, name).to_be_visible()


def test_the_speedup_chart_follows_its_sliders(page: Page, app_url: str) -> None:
    """The chart replaces the graph, works by mouse and keyboard, and disappears with its step."""
    open_page(page, app_url, "lesson=pays-off&step=6")
    chart, says = page.get_by_test_id("speedup"), page.get_by_test_id("speedup-says")
    expect(says).to_have_text("With γ = 4: 3.36 tokens per target pass, a check takes 1.00 passes, speed-up 2.80.")
    expect(page.locator("#stage .st-svg")).to_be_hidden()
    page.get_by_test_id("speedup-batch").fill("128")
    expect(says).to_contain_text("a check takes 4.00 passes, speed-up 0.80 (slower).")
    page.get_by_test_id("speedup-gamma").press("ArrowLeft")
    expect(says).to_contain_text("With γ = 3")
    page.get_by_test_id("lesson-next").click()
    expect(chart).to_be_hidden()
    expect(page.locator("#stage .st-svg")).to_be_visible()


def test_an_address_of_an_earlier_lesson_leads_on(page: Page, app_url: str) -> None:
    """A link in somebody's notes opens the lesson that explains the topic now, at the right step."""
    open_page(page, app_url, "lesson=several-drafts&step=9")
    at_step(page, played("trees-sampled"), 4)
    page.wait_for_function("() => location.search.includes('lesson=trees-sampled&step=4')")


def test_terms_are_explained_and_cards_printed(page: Page, app_url: str) -> None:
    """A reader can look up a word within the lesson, and a teacher prints its card."""
    open_lesson(page, app_url, 1)
    page.get_by_test_id("lesson-text").locator("dfn").first.hover()
    expect(page.get_by_test_id("glossary")).to_be_visible()
    with page.expect_popup() as popup:
        page.get_by_test_id("lesson-print").click()
    expect(popup.value.locator("h1")).to_have_text("Draft and verify")
    popup.value.get_by_role("link", name="6. A rejection").click()
    expect(popup.value.get_by_test_id("lesson")).to_have_attribute("data-step", "6")
    popup.value.close()


def test_lesson_by_keyboard(page: Page, app_url: str) -> None:
    """A presenter uses a clicker, and some people have no mouse."""
    step = TWO
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
    """After a lesson is closed or another run is opened, the inspector and a normal address return."""
    open_lesson(page, app_url, 2)
    assert "lesson=" in page.url
    page.get_by_test_id("lesson-close").click()
    expect(page.get_by_test_id("lesson")).to_be_hidden()
    expect(page.get_by_test_id("inspector")).to_be_visible()
    page.wait_for_function("() => !location.search.includes('lesson')")
    assert shown(page)["name"] == "spd"


def test_unknown_lesson_says_so(page: Page, app_url: str) -> None:
    """A misspelt link ends in a sentence, and the page still works."""
    page.route("**/explorer/lesson/*", lambda route: route.fulfill(json={"text": "There is no lesson x."}))
    open_page(page, app_url, "lesson=x")
    expect(page.get_by_test_id("lesson-title")).to_have_text("There is no lesson x.")
    expect(page.get_by_test_id("lesson-card")).to_have_count(12)
    page.get_by_test_id("lesson-all").click()
    expect(page.get_by_test_id("lesson-title")).to_have_text("Lessons")


def test_a_lesson_in_a_low_window_is_brought_into_view(page: Page, app_url: str) -> None:
    """In a low window, a click on Lessons must visibly change something."""
    page.set_viewport_size({"width": 720, "height": 450})
    open_page(page, app_url, "")
    page.get_by_role("button", name="Lessons").first.click()
    expect(page.get_by_test_id("lesson-card").first).to_be_in_viewport()
    page.get_by_test_id("lesson-card").nth(3).click()
    expect(page.get_by_test_id("lesson-next")).to_be_visible()
    expect(page.get_by_test_id("lesson-title")).to_be_in_viewport()


def test_a_lesson_beside_the_picture_leaves_it_whole(page: Page, app_url: str) -> None:
    """The picture gets the width that the lesson leaves, and no node is cut."""
    page.set_viewport_size({"width": 1440, "height": 900})
    open_page(page, app_url, "")
    page.get_by_role("button", name="Lessons").first.click()
    page.locator("[data-lesson='lossless']").click()
    page.get_by_test_id("lesson-next").click()
    page.wait_for_function(
        "() => { const right = (all) => Math.max(...all.map((one) => one.getBoundingClientRect().right));"
        "const nodes = right([...document.querySelectorAll(\"#stage [data-node][data-shown='1']\")]);"
        "return nodes <= document.querySelector('#stage .st-scroll').getBoundingClientRect().right; }"
    )


def test_refused_storage_breaks_nothing(page: Page, app_url: str) -> None:
    """Lessons must work in a browser without storage."""
    page.add_init_script(REFUSED)
    lesson = played(SLUG)
    open_page(page, app_url, f"lesson={SLUG}&step={TWO}&refused")
    at_step(page, lesson, TWO)
    answer(page, lesson, TWO, right=True)
    expect(page.get_by_test_id("lesson-feedback")).to_contain_text("✓")


def test_lesson_on_a_phone_stands_below_the_graph(page: Page, app_url: str) -> None:
    """On a narrow page the lesson covers nothing, and its buttons are large enough for a thumb."""
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


def test_lessons_are_stepped_to_their_ends_and_what_a_step_speaks_of_is_seen_with_it(page: Page, app_url: str) -> None:
    """A class gets through each lesson with one button. A sentence about bars teaches nothing if the bars are below the
    fold, cut, or covered by buttons.
    """
    page.set_viewport_size({"width": 1280, "height": 720})
    wrong = list[str]()
    for slug, number, step in every_step(page, app_url):
        if number == 1:
            expect(page.get_by_test_id("lesson-back")).to_be_disabled()
        for pieces in step["paragraphs"]:
            expect(page.get_by_test_id("lesson-text")).to_contain_text(plain(pieces))
        drawn(page)
        page.wait_for_timeout(60)  # the picture is drawn again for the room that the other parts leave
        lights = [*step["look"], *(light for hint in hints_of(step) for light in hint["lights"])]
        spoken = [light["selector"] for light in lights]
        nodes = [] if step["chart"] else [f'[data-testid="graph"] [data-node="{step["at"]["node"]}"]']
        places = [*WRITTEN, *spoken, *(nodes if step["at"]["node"] is not None else [])]
        hidden = page.evaluate(f"(places) => (window.scrollTo(0, 0), places.filter((place) => !{SEEN}(place)))", places)
        wrong += [f"{slug} {number}: not seen with the text: {place}" for place in hidden]
    assert wrong == []
    expect(page.get_by_test_id("lesson-card").filter(has_text="✓ Done")).to_have_count(12)


@pytest.mark.parametrize(("slug", "step"), [("lossless", 2), ("lossless", 6), ("dsbd-width", 3)])
def test_on_a_phone_a_step_is_seen_with_its_bars(page: Page, app_url: str, slug: str, step: int) -> None:
    """On a phone the bars are between the picture and the text, so that both are on the screen."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, app_url, f"lesson={slug}&step={step}")
    lesson = played(slug)
    at_step(page, lesson, step)
    drawn(page)
    places = ['[data-testid="lesson-text"]', *(light["selector"] for light in lesson["steps"][step - 1]["look"])]
    assert page.evaluate(f"(places) => (window.scrollTo(0, 0), places.filter((place) => !{SEEN}(place)))", places) == []


def test_the_test_of_what_is_seen_notices_what_is_not(page: Page, app_url: str) -> None:
    """A test that cannot fail would not have noticed bars below the fold, below an edge, or below a button."""
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, app_url, "lesson=lossless&step=3")
    at_step(page, played("lossless"), 3)
    drawn(page)
    bars = PLACES["bars"].selector
    for part, spoilt in (
        (".st-why", "position: relative; top: 300px"),
        (".st-why", "height: 60px; overflow: hidden"),
        (".st-inspector", "display: none"),
        (".st-controls", "position: fixed; top: 300px; left: 0; width: 900px; height: 300px; z-index: 9"),
    ):
        assert page.evaluate(f"{SEEN}({bars!r})")
        page.locator(f"#stage {part}").evaluate("(one, style) => { one.style.cssText = style; }", spoilt)
        assert not page.evaluate(f"{SEEN}({bars!r})"), spoilt
        page.locator(f"#stage {part}").evaluate("(one) => { one.style.cssText = ''; }")


# The text, the question with all answers, and the buttons of a step.
WRITTEN = ('[data-testid="lesson-text"]', ".st-lesson-quiz:not([hidden])", '[data-testid="lesson-next"]')

SEEN = """((place) => {  // the element is on the screen, within each box that cuts it, and nothing is over it
    const part = document.querySelector('#stage').querySelector(place), view = part?.querySelector('.st-box') ?? part;
    if (!view) return place.includes('quiz');  // a step without a question
    const graph = view.closest('[data-testid="graph"]');  // edges may cross a node
    const { left, right, top, bottom, width, height } = view.getBoundingClientRect();
    if (!width || !height) return false;
    const inside = (box) => left >= box.left - 1 && right <= box.right + 1
        && top >= box.top - 1 && bottom <= box.bottom + 1;
    if (!inside({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })) return false;
    for (let box = view.parentElement; box; box = box.parentElement)
        if (getComputedStyle(box).overflow !== 'visible' && box.tagName !== 'BODY' && box.tagName !== 'HTML'
            && !inside(box.getBoundingClientRect())) return false;
    const points = [[0.5, 0.1], [0.1, 0.5], [0.5, 0.5], [0.9, 0.5], [0.5, 0.9]].map(([x, y]) =>
        document.elementFromPoint(left + x * width, top + y * height));
    return points.every((hit) => hit && (graph ?? view).contains(hit) || hit?.contains(view));
})"""
