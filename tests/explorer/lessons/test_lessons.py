"""Every bundled lesson plays to its end, its numbers are computed again, and every fault is named."""

import re
from html import escape
from pathlib import Path

import pytest

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.cli.main import main
from explorer.lessons.expressions import EXPRESSIONS
from explorer.lessons.fill import card_of, fill
from explorer.lessons.library import MOVED, cards, check, file_of, files, moved, played, slug_of
from explorer.lessons.places import PLACES
from explorer.lessons.teacher_card import cards_html
from explorer.lessons.text import BRACES, CARD_KEYS, Line, Place, parse, place, read
from explorer.stage.message import LessonAt, Piece
from tests.explorer.lessons.recomputed import Look, calculated, formed, lines, raw

ROOT = Path(__file__).parents[3]
LESSON = pytest.mark.parametrize("file", files(), ids=lambda file: file.stem)


def resolved(at: Place, here: LessonAt) -> LessonAt:
    """The place that an expression names, seen from its step."""
    if at.trace not in (None, here["trace"]):
        return {"trace": str(at.trace), "it": at.it or 1, "phase": at.phase or 1, "node": at.node}
    if at.it is not None and at.phase is not None:
        return {"trace": here["trace"], "it": at.it, "phase": at.phase, "node": at.node}
    return here if at.node is None else {**here, "node": at.node}


def again(line: Line, here: LessonAt) -> str:
    """A text with its expressions computed from the trace's JSON."""
    return BRACES.sub(lambda found: value(found[1], here), "".join(run.text for run in line.runs))


def value(expression: str, here: LessonAt) -> str:
    """One expression, computed from the trace's JSON."""
    found = re.fullmatch(r"([^\s:%]+)(%|:\d)?\s*(.*)", expression.strip())
    assert found
    name, form, rest = found[1], found[2] or "", found[3]
    if name == "calc":
        numbers = re.sub(r"\[([^\[\]]*)\]", lambda part: repr(raw(value(part[1], here))), rest)
        return formed(calculated(numbers), form)
    at = place(rest)
    assert at is not None
    return formed(looked(name, resolved(at, here)), form)


def looked(name: str, at: LessonAt) -> str:
    return Look(at["trace"], at["it"], at["phase"], at["node"]).value(name)


def plain(pieces: list[Piece]) -> str:
    return "".join(piece["text"] for piece in pieces)


def shown_at(at: LessonAt) -> tuple[int, int]:
    return at["it"], at["phase"]


@LESSON
def test_lesson_plays_to_its_end(file: Path) -> None:
    """A class must not reach a missing step, or read what it has not seen yet."""
    assert check(file) == []
    lesson = played(file.stem.partition("-")[2])
    assert 6 <= len(lesson["steps"]) <= 9
    assert sum(step["question"] is not None for step in lesson["steps"]) >= 2
    for step in lesson["steps"]:
        _, *iterations, _ = lines(step["at"]["trace"])
        steps = iterations[step["at"]["it"] - 1]["steps"]
        assert 1 <= step["at"]["phase"] <= len(steps)


@LESSON
def test_every_number_is_the_trace_s(file: Path) -> None:
    """A number that differs from the picture next to it would teach something false."""
    written, made = read(file), played(file.stem.partition("-")[2])
    for step, shown in zip(written.steps, made["steps"], strict=True):
        here = shown["at"]
        assert [again(line, here) for line in step.paragraphs] == [plain(one) for one in shown["paragraphs"]]
        if step.question is None or shown["question"] is None:
            assert step.question is shown["question"]
            continue
        there = shown["question"]["reveal"] or here
        hints = len(step.question.answers) > 2
        assert again(step.question.text, here) == plain(shown["question"]["words"])
        for answer, one in zip(step.question.answers, shown["question"]["answers"], strict=True):
            assert again(answer.text, here) == plain(one["words"])
            assert again(answer.feedback, here if hints and not answer.right else there) == plain(one["feedback"])


@LESSON
def test_right_answers_are_proven_and_not_yet_seen(file: Path) -> None:
    """A wrong answer marked as right, or one visible on the screen, spoils the question."""
    written, made = read(file), played(file.stem.partition("-")[2])
    for step, shown in zip(written.steps, made["steps"], strict=True):
        if step.question is None or shown["question"] is None:
            continue
        reveal = shown["question"]["reveal"]
        if reveal is not None:
            assert shown_at(shown["at"]) < shown_at(reveal)
            assert reveal["trace"] == shown["at"]["trace"]
        come = proven(step.question.fact.left, step.question.fact.sign, step.question.fact.right, reveal or shown["at"])
        assert [answer.value == come for answer in step.question.answers] == [
            answer["right"] for answer in shown["question"]["answers"]
        ]
        if reveal is not None and step.question.fact.left == "decision":
            _, *iterations, _ = lines(reveal["trace"])
            before = iterations[reveal["it"] - 1]["steps"][: shown["at"]["phase"]]
            decided = iterations[reveal["it"] - 1]["steps"][reveal["phase"] - 1]["verdicts"]
            assert not {*decided} & {one for each in before for one in each.get("verdicts", ())}


def proven(left: str, sign: str, right: str, at: LessonAt) -> str:
    """The value of a fact, computed from the trace's JSON."""
    first = side(left, at)
    if not sign:
        return first
    second = side(right, at)
    if sign == "==":
        return "yes" if first == second else "no"
    return "yes" if (raw(first) < raw(second) if sign == "<" else raw(first) > raw(second)) else "no"


def side(text: str, at: LessonAt) -> str:
    name = re.split(r"[\s:%]", text)[0]
    return value(text, at) if name in (*EXPRESSIONS, "calc") else text


def test_lessons_are_twelve_and_in_order() -> None:
    """Visitors choose from this list."""
    names = [file.name for file in files()]
    assert [name[:2] for name in names] == [f"{number:02}" for number in range(1, 13)]
    assert [card["slug"] for card in cards()] == [slug_of(Path(name)) for name in names]


@LESSON
def test_wrong_answers_have_their_own_reply(file: Path) -> None:
    """A hint that is the same for every wrong answer addresses no misconception."""
    for step in played(slug_of(file))["steps"]:
        if step["question"] is None:
            continue
        answers = step["question"]["answers"]
        assert len({plain(answer["feedback"]) for answer in answers}) >= len(answers) - (len(answers) == 2)
        assert all(answer["lights"] for answer in answers if not answer["right"]) or len(answers) == 2
        assert {light["name"] for answer in answers for light in answer["lights"]} <= {
            *PLACES,
            *(f"n{number}" for number in range(1000)),
        }


@LESSON
def test_the_last_step_transfers(file: Path) -> None:
    """Somebody who can answer the last question has understood more than the picture."""
    last = played(slug_of(file))["steps"][-1]
    assert last["title"] == "Transfer"
    assert last["question"] is not None


@LESSON
def test_teachers_get_a_card(file: Path) -> None:
    """A teacher prints one page: aims, misconceptions, every question with its answers, and a link per step."""
    lesson, card = read(file), card_of(read(file))
    assert len(card.aims) >= 3
    assert all(getattr(lesson.card, key) for key in CARD_KEYS)
    html = cards_html([file], "https://example.org/")
    assert '<base href="https://example.org/">' in html
    for number, step in enumerate(played(slug_of(file))["steps"], 1):
        assert f'href="?lesson={lesson.slug}&amp;step={number}"' in html
        for answer in step["question"]["answers"] if step["question"] else ():
            assert escaped(answer["words"]) in html
    assert len(re.findall(r"https?://", html.replace("https://example.org/", ""))) == 0  # it needs nothing else
    assert "<script" not in html


def escaped(pieces: list[Piece]) -> str:
    """The first words of a text, escaped as in a page."""
    return escape(pieces[0]["text"])


def test_addresses_of_earlier_lessons_lead_on() -> None:
    """Old links must still lead to the explanation of the idea."""
    slugs = {card["slug"]: card["steps"] for card in cards()}
    assert not slugs.keys() & MOVED.keys()
    for old, places in MOVED.items():
        assert moved(old) == {"moved": [{"slug": slug, "step": step} for slug, step in places]}
        assert all(1 <= step <= slugs[slug] for slug, step in places)
    assert moved("decoding") is None
    assert moved("energy") == {"moved": [{"slug": "pays-off", "step": 7}] * 8}


GOOD = """---
title: T
summary: S
trace: spd
minutes: 2
---

## One
at: spd 2.7

The target gives {word} `p = {p}`, *so* **it** goes on.

? Is {word n7} kept?
fact: decision
reveal: 2.8
- [ ] (accepted) Yes :: Its threshold is {chance}.
- [x] (rejected) No :: Its threshold is {chance}.
"""
HINTS = GOOD.replace("Its threshold is {chance}.\n", "Is {word} accepted? @ n6\n", 1)
HINTS += "- [ ] (unused) It is not tested :: Is {word n6} accepted? @ n6 bars\n"
CHARTED = GOOD.replace("at: spd 2.7\n", "at: spd 2.7\nshow: speedup alpha={p} gamma=4 c=0.1 batch=1\n")


def faults(text: str, name: str = "01-x.md") -> str:
    """All faults of a lesson in one string."""
    try:
        return "; ".join(fill(parse(text, name))[1])
    except BadInput as error:
        return str(error)


def test_good_lesson_has_no_fault() -> None:
    """The lesson that the tests below break must be correct."""
    assert faults(GOOD) == ""


@pytest.mark.parametrize(
    ("old", "new", "line", "what"),
    [
        ("---\ntitle: T", "title: T", 1, "The front matter is missing"),
        ("minutes: 2\n", "", 5, "lacks minutes"),
        ("minutes: 2", "minutes: ten", 6, "Use a whole number from 1 to 99"),
        ("title: T", "titel: T", 2, "Write each of title, summary, trace, minutes, aims, needs"),
        ("title: T", "title: *T*", 2, "Use plain text"),
        ("## One\n", "Hello\n\n## One\n", 8, "There is text before the first step"),
        ("at: spd 2.7\n", "", 10, "Add one below the title, such as `at: spd 2.8`"),
        ("at: spd 2.7", "at: spd", 9, "does not name a round and a phase"),
        ("at: spd 2.7", "at: spd two", 9, "is not a position in a run"),
        ("at: spd 2.7", "at: nothing 2.7", 9, "There is no bundled trace nothing"),
        ("at: spd 2.7", "at: spd 2.70", 9, "Iteration 2 of spd has 11 phases, so 2.70 does not exist"),
        ("at: spd 2.7", "at: spd 99.1", 9, "spd has 18 iterations, so 99.1 does not exist"),
        ("at: spd 2.7", "at: spd 2.7 n99", 9, "no node n99"),
        ("at: spd 2.7", "at: spd 2.7 n10", 9, "Node n10 is not drawn yet"),
        ("{p}", "{pp}", 11, "{pp} is not known: the expression 'pp' does not exist"),
        ("{p}", "{p behind}", 11, "no bundled trace behind"),
        ("{p}", "{p 2}", 11, "{p 2} is not known: the position '2' does not exist"),
        ("{p}", "{W_L}", 11, "{W_L} has no value at spd 2.7: this step does not belong to a layer of beams"),
        ("{p}", "{joint}", 11, "this step does not test a prefix"),
        ("{p}", "{decision 2.8}", 11, "{decision 2.8} is first seen at 2.8, after 2.7"),
        ("{p}", "{q 1.6}", 11, "this step concerns 5 nodes, so name one"),
        ("{p}", "0.42", None, ""),  # in code: a formula
        ("`p = {p}`", "0.42", 11, "The number 0.42 is written by hand"),
        ("`p = {p}`", "62 %", 11, "is written by hand"),
        ("`p = {p}`", "as in Figure 4 of SmolLM2", None, ""),
        ("`p = {p}`", "<b>much</b>", 11, "The text contains HTML"),
        ("`p = {p}`", "p *", 11, "A * or ` is not closed"),
        ("`p = {p}`", "{p", 11, "A { or } is unmatched"),
        ("*so*", "so " * 61, 9, "the limit is 60. Shorten it."),
        ("The target gives {word} `p = {p}`, *so* **it** goes on.\n", "", 9, "The step has 0 paragraphs"),
        ("fact: decision\n", "", 13, "no line `fact:`"),
        ("fact: decision", "fact: u", 17, "(rejected) is marked right, but in the trace the fact is (0.79)"),
        ("fact: decision", "fact: decision < 3", 14, "Compare words with =="),
        ("fact: decision", "fact: q == 0.5", 14, "The answer is known when the question is asked: it is seen at 2.3"),
        ("fact: decision", "fact: passes", 14, "the page always shows it"),
        ("reveal: 2.8\n", "", 14, "it is seen at 2.7"),
        ("fact: decision\nreveal: 2.8", "fact: decision n7", 14, "Add a `reveal:`"),
        ("reveal: 2.8", "reveal: 2.6", 15, "The reveal does not come after 2.7"),
        ("reveal: 2.8", "reveal: 2.80", 15, "2.80 does not exist"),
        ("reveal: 2.8", "reveal: soon at once", 15, "is not a position in a run"),
        ("[x] (rejected)", "[ ] (rejected)", 13, "0 answers are marked as correct. Mark exactly one"),
        ("[ ] (accepted)", "[x] (accepted)", 13, "2 answers are marked as correct"),
        (
            "[x] (rejected) No",
            "[x] (dropped) No",
            17,
            "(dropped) is marked right, but in the trace the fact is (rejected)",
        ),
        (
            "- [ ] (accepted) Yes :: Its threshold is {chance}.\n",
            "",
            13,
            "fewer than 2 answers",
        ),
        ("(rejected) No ::", "No ::", 17, "has no value"),
        (" No :: Its threshold is {chance}.", " No", 17, "The answer is not valid"),
        ("- [x]", "\nand more\n\n- [x]", 18, "A question has one `fact:`"),
    ],
)
def test_faults_are_named_with_their_line(old: str, new: str, line: int | None, what: str) -> None:
    """A teacher needs the line and the reason of every fault."""
    assert old in GOOD
    found = faults(GOOD.replace(old, new))
    if line is None:
        assert found == ""
    else:
        assert f"Line {line} of 01-x.md: " in found
        assert what in found


@pytest.mark.parametrize(
    ("text", "old", "new", "what"),
    [
        (GOOD, "", "", ""),
        (GOOD, "{p}", "{p%}, {p:3}, {calc 1 − [p]}, {calc% [q n7] × max(2, 3)}", ""),
        (GOOD, "{p}", "{calc [word] + 1}", "{calc [word] + 1} has no value: “,” is not a number"),
        (GOOD, "{p}", "{calc 1 / 0}", "divides by zero"),
        (GOOD, "{p}", "{calc open(1)}", "is not a calculation with only numbers"),
        (GOOD, "{p}", "{calc 9^999}", "too large"),
        (GOOD, "{p}", "{word%}", "is not a number and cannot be written as %"),
        (GOOD, "{p}", "{calc [u 2.8]}", "is first seen at 2.8, after 2.7"),
        (GOOD, "fact: decision", "fact: calc [p n7] × 0", "in the trace the fact is (0)"),
        (HINTS, "", "", ""),
        (HINTS, " @ n6 bars", "", "The wrong answer (unused) does not say where to look"),
        (HINTS, "bars", "stars", "'stars' is not a part that can be highlighted. Choose a node, or one of: bars"),
        (HINTS, "@ n6 bars", "@ n10", "Node n10 is not on the screen at 2.7"),
        (HINTS, "{word n6} accepted", "{decision n7}", "{decision n7} is first seen at 2.8, after 2.7"),
        (GOOD, "threshold is {chance}.\n", "threshold is {chance}. @ bars\n", ""),
        (CHARTED, "", "", ""),
        (CHARTED, "gamma=4 ", "", "Write a line such as `show: speedup alpha=0.8 gamma=4 c=0.1 batch=1`"),
        (CHARTED, "speedup", "pie", "Write a line such as `show: speedup"),
        (GOOD, "at: spd 2.7\n", "at: spd 2.7\nlook: bars draw\n", ""),
        (GOOD, "at: spd 2.7\n", "at: spd 2.7\nlook:\n", "The step does not say what to look at. Name a part"),
        (GOOD, "at: spd 2.7\n", "at: spd 2.7\nlook: stars\n", "'stars' is not a part that can be highlighted"),
        (GOOD, "minutes: 2", "minutes: 2\nmisconceptions: one @ 1 · two", "does not name the step that corrects it"),
        (GOOD, "minutes: 2", "minutes: 2\nmisconceptions: one @ 2", "names step 2, which does not exist"),
        (GOOD, "minutes: 2", "minutes: 2\nexam: What is 1 + 1?", "Write `exam: question :: answer`"),
        (GOOD, "minutes: 2", "minutes: 2\nexam: What is 1 + 1? :: {calc 1 + 1}", ""),
    ],
)
def test_what_the_form_can_say(text: str, old: str, new: str, what: str) -> None:
    """Calculations, hints, the chart and the teacher's lines are checked as strictly as the rest."""
    assert old in text
    found = faults(text.replace(old, new, 1))
    assert what in found if what else found == ""


def test_a_lesson_has_at_most_nine_steps() -> None:
    """A lesson must not be too long."""
    assert "The lesson has 10 steps, but the limit is 9." in faults(GOOD + "\n## More\nat: 2.8\n\nText.\n" * 9)


def test_the_command_writes_cards(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A teacher prints one card, or all."""
    assert main(["lessons", "--card", "lossless", "--page", "https://example.org/x/"]) == 0
    assert capsys.readouterr().out == cards_html([file_of("lossless")], "https://example.org/x/")
    assert main(["lessons", "--card", "-o", str(tmp_path / "all.html")]) == 0
    assert (tmp_path / "all.html").read_text(encoding="utf-8").count("<article>") == len(files())
    assert main(["lessons", "--card", "nothing"]) == 2
    assert main(["lessons", "--card", "lossless", "-o", str(tmp_path)]) == 2
    assert "There is no lesson “nothing”" in capsys.readouterr().err


def test_names_of_files_are_checked() -> None:
    """The number orders the list, and the slug is used in links."""
    assert "Use NN-slug.md" in faults(GOOD, "Lesson.md")


def test_command_lists_and_checks(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A teacher checks a file before a class, and a script reads the exit code."""
    good, bad = tmp_path / "01-good.md", tmp_path / "02-bad.md"
    good.write_text(GOOD, encoding="utf-8")
    bad.write_text(GOOD.replace("{p}", "{x}").replace("2.8", "2.9"), encoding="utf-8")
    assert main(["lessons", str(good)]) == 0
    assert capsys.readouterr().out == "01-good.md: T (1 steps, 2 min). S\n"
    assert main(["lessons", str(good), str(bad)]) == 2
    told = capsys.readouterr()
    assert len([line for line in told.out.splitlines() if " of 02-bad.md: " in line]) >= 2
    assert "Lessons with errors: 1 of 2." in told.err
    assert main(["lessons", str(tmp_path / "none.md")]) == 2


def test_unknown_lesson_is_told() -> None:
    """A misspelt link must say so."""
    with pytest.raises(BadInput, match="There is no lesson “nothing”"):
        played("nothing")


def test_tokens_are_never_markup() -> None:
    """A draft token may be `*`, which is text and not markup."""
    content, problems = fill(
        parse(
            GOOD.replace("at: spd 2.7", "at: tsd 2.3").split("? Is")[0].replace("{word} `p = {p}`", "{words}"),
            "01-x.md",
        )
    )
    assert problems == []
    pieces = content["steps"][0]["paragraphs"][0]
    assert [piece["style"] for piece in pieces] == ["plain", "em", "plain", "strong", "plain"]
    assert "“␣*”" in pieces[0]["text"]


def test_docs_show_what_works() -> None:
    """The worked example is checked like any lesson, and every expression is documented."""
    told = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    example = re.search(r"^```markdown\n(.*?)^```", told, re.M | re.S)
    assert example
    assert faults(example[1]) == ""
    rows = dict(re.findall(r"^\| `\{(.+?)\}` \| (.+?) \|$", told, re.M))
    assert rows == {name: one.what for name, one in EXPRESSIONS.items()}
    names = dict(re.findall(r"^\| `@ (.+?)` \| (.+?) \|$", told, re.M))
    assert names == {name: place.label for name, place in PLACES.items()}


def test_damaged_trace_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged installation must say so instead of ending in a traceback."""
    monkeypatch.setattr("explorer.lessons.moment.FOLDER", tmp_path)
    for name, data in {"cut": (ASSETS / "traces" / "spd.jsonl.gz").read_bytes()[:900], "no": b"{}"}.items():
        (tmp_path / f"{name}.jsonl.gz").write_bytes(data)
        assert f"The bundled trace {name}.jsonl.gz is damaged" in faults(GOOD.replace("spd", name))


def test_a_lesson_does_not_steer_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Messages about somebody's lesson file must not control the terminal."""
    good = files()[0].read_text(encoding="utf-8")
    title = next(line for line in good.splitlines() if line.startswith("title:"))
    (tmp_path / "01-evil.md").write_text(good.replace(title, f"{title}\u202e\x1b[2J"), encoding="utf-8")
    (tmp_path / "02-worse.md").write_text(good.replace(title, "\x1b[2J\u202e"), encoding="utf-8")
    main(["lessons", *map(str, sorted(tmp_path.glob("*.md")))])
    assert all(c.isprintable() or c == "\n" for c in capsys.readouterr().out)
