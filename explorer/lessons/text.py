"""Parser of a lesson's file: front matter, steps and questions with their line numbers.

docs/lessons.md describes the format. Text is split into runs of one style each, so no later stage handles markup. The
value of an expression (a token may be `*`) is therefore never read as markup. The parser does not need any trace.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from decoders.errors import BadInput
from decoders.files import read_text

Style = Literal["plain", "em", "strong", "code"]
KEYS = ("title", "summary", "trace", "minutes")
CARD_KEYS = ("aims", "needs", "misconceptions", "teacher", "board", "exam")  # keys of the teacher's card
MOST_WORDS = 60  # most words of a step without its question; nobody reads more next to a picture
MOST_STEPS = 9
CHART_KEYS = ("alpha", "gamma", "c", "batch")
MOST_BYTES = 1 << 20
_NAMED = re.compile(r"(\d+)-([a-z0-9]+(?:-[a-z0-9]+)*)")
_PLACE = re.compile(r"(?:(?!n\d+$)([a-z][\w.-]*)(?:\s+|$))?(?:(\d+)\.(\d+)(?:\s+|$))?(?:n(\d+))?", re.ASCII)
_MARKED = re.compile(r"\*\*(?P<strong>[^*`]+)\*\*|\*(?P<em>[^*`]+)\*|`(?P<code>[^`]+)`")
_ANSWER = re.compile(r"- \[([ x])\] (?:\(([^()]*)\) )?(.*?) :: (.+?)(?: @ ([\w ]+))?")
_CHART = re.compile(r"(\w+)=(\{[^{}]*\}|[\d.]+)(?:\s+|$)", re.ASCII)
_MET = re.compile(r"(.+?) @ (\d+)")
_FACT = re.compile(r"([^<>=!]+?)(?:\s*(==|<|>)\s*([^<>=!]+))?")
_HTML = re.compile(r"<[A-Za-z/!]")
_NUMBER = re.compile(r"(?<!\w)(?<!\w[.,])\d+(?:[.,]\d+)*(?!\w)|\d\s?%")
_CITED = re.compile(r"\b(?:Figure|Table|Lesson|Theorem|Eq\.|§)\s?\d+(?:\.\d+)*")
BRACES = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Place:
    """A position in a recorded run: trace, iteration, phase and node. Iterations and phases are numbered from 1. None
    means that a part is that of the previous step.
    """

    trace: str | None = None
    it: int | None = None
    phase: int | None = None
    node: int | None = None


@dataclass(frozen=True)
class Run:
    """Text of one style, with expressions in braces."""

    text: str
    style: Style = "plain"


@dataclass(frozen=True)
class Line:
    """A paragraph, a question or an answer: its runs and the line of the file on which it begins."""

    runs: tuple[Run, ...]
    line: int


@dataclass(frozen=True)
class Answer:
    """One answer. The answer is right if the question's fact has this `value`. `lights` are the page elements to
    highlight.
    """

    right: bool
    value: str
    text: Line
    feedback: Line
    lights: tuple[str, ...] = ()


@dataclass(frozen=True)
class Fact:
    """The proof of the right answer.

    The proof is an expression, or a comparison of two expressions, whose value is yes or no.
    """

    left: str
    sign: str
    right: str
    line: int


@dataclass(frozen=True)
class Question:
    """A question, which is asked before its answer is visible. `reveal` is the place that shows the answer."""

    text: Line
    answers: tuple[Answer, ...]
    fact: Fact
    reveal: Place | None
    reveal_line: int


@dataclass(frozen=True)
class Chart:
    """The speed-up chart, which replaces the graph. The start value of a slider is a number, or an expression in
    braces.
    """

    values: dict[str, str]  # one value per name in CHART_KEYS
    line: int


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    The step has a place in a run, the chart that replaces the graph (if any), the names of the page elements that the
    text is about, and the text.
    """

    title: str
    at: Place
    chart: Chart | None
    look: tuple[str, ...]
    paragraphs: tuple[Line, ...]
    question: Question | None
    line: int  # the line of its `at`


@dataclass(frozen=True)
class Misconception:
    """A wrong idea that students may have, and the number of the step that corrects it."""

    text: Line
    step: int


@dataclass(frozen=True)
class Card:
    """The front matter that only teachers read. `exam` is a question and its answer."""

    aims: tuple[Line, ...] = ()
    needs: Line | None = None
    misconceptions: tuple[Misconception, ...] = ()
    teacher: Line | None = None
    board: Line | None = None
    exam: tuple[Line, Line] | None = None


@dataclass(frozen=True)
class Lesson:
    """A parsed lesson. `name` is the name of its file, for error messages."""

    name: str
    slug: str
    title: str
    summary: str
    trace: str
    minutes: int
    card: Card
    steps: tuple[Step, ...]


def read(path: Path) -> Lesson:
    """Read a lesson from its file. If it is not valid, raises BadInput with the file, the line and the error."""
    return parse(read_text(path, "a lesson (a Markdown file, see docs/lessons.md)", MOST_BYTES), path.name)


def parse(text: str, name: str) -> Lesson:
    """Parse the text of a lesson file named NN-slug.md. Raises BadInput if the lesson is not valid."""
    named = _NAMED.fullmatch(name.removesuffix(".md"))
    if named is None or not name.endswith(".md"):
        raise BadInput(f"The name of the lesson {name} is not valid. Use NN-slug.md, such as 04-trees.md.")
    return _Parser(text, name).lesson(named[2])


def wrong(name: str, line: int, what: str) -> BadInput:
    """Make the error for a line of a lesson's file."""
    return BadInput(f"Line {line} of {name}: {what}")


def place(text: str) -> Place | None:
    """Parse `TRACE it.phase nNODE`, of which each part may be left out; None for anything else.

    >>> place("spd 2.8 n7")
    Place(trace='spd', it=2, phase=8, node=7)
    """
    found = _PLACE.fullmatch(text.strip())
    if found is None:
        return None
    it, phase, node = (None if number is None else int(number) for number in found.groups()[1:])
    return Place(found[1], it, phase, node)


class _Parser:
    """Reads the lines of one file from top to bottom."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = [line.rstrip() for line in text.splitlines()]
        self._name = name
        self._at = 0  # index of the current line, from 0

    def lesson(self, slug: str) -> Lesson:
        front, card = self._front()
        steps = list[Step]()
        while self._more():
            if not self._lines[self._at].startswith("## "):
                raise self._wrong(
                    "There is text before the first step. Begin a step with a line such as `## Title of the step`."
                )
            steps.append(self._step())
        if not steps:
            raise self._wrong("The lesson has no steps. Begin one with a line such as `## Title of the step`.")
        if len(steps) > MOST_STEPS:
            raise self._wrong(f"The lesson has {len(steps)} steps, but the limit is {MOST_STEPS}. Remove some.")
        for idea in card.misconceptions:
            if not 1 <= idea.step <= len(steps):
                raise self._wrong(
                    f"The misconception names step {idea.step}, which does not exist. "
                    f"Choose a step from 1 to {len(steps)}.",
                    idea.text.line,
                )
        title, summary, minutes = front["title"], front["summary"], int(front["minutes"])
        return Lesson(self._name, slug, title, summary, front["trace"], minutes, card, tuple(steps))

    def _wrong(self, what: str, line: int | None = None) -> BadInput:
        return wrong(self._name, line or min(self._at, max(len(self._lines) - 1, 0)) + 1, what)

    def _more(self) -> bool:
        """Move to the next line that is not empty. Returns whether there is one."""
        while self._at < len(self._lines) and not self._lines[self._at]:
            self._at += 1
        return self._at < len(self._lines)

    def _front(self) -> tuple[dict[str, str], Card]:
        if not self._more() or self._lines[self._at] != "---":
            raise self._wrong(
                f"The front matter is missing. Write a line ---, then {', '.join(KEYS)}, then a line ---."
            )
        values, parts = dict[str, str](), dict[str, Any]()
        self._at += 1
        while self._at < len(self._lines) and self._lines[self._at] != "---":
            key, colon, value = self._lines[self._at].partition(":")
            if not colon or key not in (*KEYS, *CARD_KEYS) or key in values or key in parts or not value.strip():
                every = ", ".join((*KEYS, *CARD_KEYS))
                raise self._wrong(
                    f"This line of the front matter is not valid. Write each of {every} at most once, as `key: value`."
                )
            if key in KEYS:
                values[key] = self._plain(value.strip())
            else:
                parts[key] = self._of_card(key, value.strip())
            self._at += 1
        if missing := [key for key in KEYS if key not in values]:
            raise self._wrong(f"The front matter lacks {' and '.join(missing)}. Add each as `key: value`.")
        if not re.fullmatch(r"[1-9]\d?", values["minutes"], re.ASCII):
            raise self._wrong(
                f"{values['minutes']!r} is not a valid number of minutes. Use a whole number from 1 to 99."
            )
        self._at += 1
        return values, Card(**parts)

    def _of_card(self, key: str, value: str) -> Any:
        """Parse one line of the teacher's card. ` · ` separates several aims or misconceptions."""

        def line(text: str) -> Line:
            return self._line(text, self._at + 1, typed=True)

        match key:
            case "aims":
                return tuple(map(line, value.split(" · ")))
            case "misconceptions":
                met = [_MET.fullmatch(each) for each in value.split(" · ")]
                if not all(met):
                    raise self._wrong(
                        "A misconception does not name the step that corrects it. Add the step's number, as in `the "
                        "model outputs a word @ 2`."
                    )
                return tuple(Misconception(line(each[1]), int(each[2])) for each in met if each)
            case "exam":
                question, colons, answer = value.partition(" :: ")
                if not colons:
                    raise self._wrong("The exam question has no answer. Write `exam: question :: answer`.")
                return line(question), line(answer)
            case _:
                return line(value)

    def _plain(self, text: str) -> str:
        """Check that a title has neither markup nor expressions, and return it."""
        if _HTML.search(text) or set(text) & set("*`{}"):
            raise self._wrong("A title or summary contains markup or an expression. Use plain text.")
        return text

    def _step(self) -> Step:
        title = self._plain(self._lines[self._at].removeprefix("## ").strip())
        self._at += 1
        if not self._more() or not self._lines[self._at].startswith("at:"):
            raise self._wrong(f"The step “{title}” has no `at:` line. Add one below the title, such as `at: spd 2.8`.")
        at, line = self._place("at"), self._at
        if at.it is None:
            raise self._wrong("The step does not name a round and a phase. Write a line such as `at: 2.8`.", line)
        chart = self._chart() if self._more() and self._lines[self._at].startswith("show:") else None
        look = self._look() if self._more() and self._lines[self._at].startswith("look:") else ()
        paragraphs, question = list[Line](), None
        while self._more() and not self._lines[self._at].startswith("## "):
            if question is not None:
                raise self._wrong(
                    "There is text after a question. Move it before the question, or begin the next step."
                )
            if self._lines[self._at].startswith("? "):
                question = self._question()
            else:
                paragraphs.append(self._line(*self._block()))
        self._bounded(paragraphs, line)
        return Step(title, at, chart, look, tuple(paragraphs), question, line)

    def _bounded(self, paragraphs: Sequence[Line], line: int) -> None:
        said = sum(len(BRACES.sub("x", "".join(run.text for run in each.runs)).split()) for each in paragraphs)
        if not 1 <= len(paragraphs) <= 3:
            raise self._wrong(f"The step has {len(paragraphs)} paragraphs. Write 1 to 3.", line)
        if said > MOST_WORDS:
            raise self._wrong(f"The step has {said} words, but the limit is {MOST_WORDS}. Shorten it.", line)

    def _place(self, key: str) -> Place:
        """Parse the position in the current line `key: …`."""
        text = self._lines[self._at].removeprefix(f"{key}:").strip()
        found = place(text) if text else None
        if found is None:
            raise self._wrong(
                f"{text!r} is not a position in a run. Write it like `{key}: spd 2.8` or `{key}: spd 2.8 n7`."
            )
        self._at += 1
        return found

    def _chart(self) -> Chart:
        """Parse the chart in the current line `show: speedup …`."""
        name, _, rest = self._lines[self._at].removeprefix("show:").strip().partition(" ")
        values = dict(_CHART.findall(rest))
        if name != "speedup" or sorted(values) != sorted(CHART_KEYS) or _CHART.sub("", rest).strip():
            raise self._wrong(
                "The chart is not valid. Write a line such as `show: speedup alpha=0.8 gamma=4 c=0.1 batch=1`."
            )
        self._at += 1
        return Chart(values, self._at)

    def _look(self) -> tuple[str, ...]:
        """Parse the parts of the page in the current line `look: …`."""
        names = tuple(self._lines[self._at].removeprefix("look:").split())
        if not names:
            raise self._wrong("The step does not say what to look at. Name a part of the page, as in `look: bars`.")
        self._at += 1
        return names

    def _block(self) -> tuple[str, int]:
        """Read text up to an empty line or another part. Returns the text and the number of its first line."""
        first, parts = self._at + 1, [self._lines[self._at]]
        self._at += 1
        while self._at < len(self._lines) and self._lines[self._at]:
            if self._lines[self._at].startswith(("## ", "? ", "- [", "fact:", "reveal:", "at:", "show:", "look:")):
                break
            parts.append(self._lines[self._at].strip())
            self._at += 1
        return " ".join(parts), first

    def _question(self) -> Question:
        text, first = self._block()
        asked = self._line(text.removeprefix("? ").strip(), first)
        fact, reveal, reveal_line, answers = None, None, first, list[Answer]()
        while self._more() and not self._lines[self._at].startswith("## "):
            line = self._lines[self._at]
            if line.startswith("fact:") and fact is None:
                fact = self._fact(line.removeprefix("fact:").strip())
            elif line.startswith("reveal:") and reveal is None:
                reveal, reveal_line = self._place("reveal"), self._at
            elif line.startswith("- ["):
                answers.append(self._answer())
            else:
                raise self._wrong(
                    "This line does not belong in a question. A question has one `fact:`, at most one `reveal:`, and "
                    "answers `- [ ] …`."
                )
        if fact is None:
            raise self._wrong(
                "The question has no line `fact:` that proves the correct answer from the trace. Add one.", first
            )
        if len(answers) < 2:
            raise self._wrong("The question has fewer than 2 answers. Write at least 2.", first)
        if len(answers) > 2 and (dark := [each for each in answers if not each.right and not each.lights]):
            what = "does not say where to look. Name a part of the page at its end, such as ` @ bars`."
            raise self._wrong(f"The wrong answer ({dark[0].value}) {what}", dark[0].text.line)
        if (right := sum(answer.right for answer in answers)) != 1:
            raise self._wrong(f"{right} answers are marked as correct. Mark exactly one with `- [x]`.", first)
        return Question(asked, tuple(answers), fact, reveal, reveal_line)

    def _fact(self, text: str) -> Fact:
        found = _FACT.fullmatch(text)
        if found is None:
            raise self._wrong(f"{text!r} is not a fact. Write one like `fact: decision` or `fact: p > q`.")
        self._at += 1
        return Fact(found[1].strip(), found[2] or "", (found[3] or "").strip(), self._at)

    def _answer(self) -> Answer:
        text, first = self._block()
        found = _ANSWER.fullmatch(text)
        if found is None:
            raise self._wrong(
                "The answer is not valid. Write `- [x] (value) answer :: feedback`, or "
                "`- [ ] (value) …` for a wrong answer.",
                first,
            )
        if not found[2]:
            raise self._wrong(
                f"The answer “{found[3]}” has no value. In brackets, add the value that the fact would have if the "
                "answer were correct.",
                first,
            )
        right, lights = found[1] == "x", tuple((found[5] or "").split())
        if right and lights:
            raise self._wrong(
                "The correct answer says where to look, which only wrong answers may do. Remove its ` @ …`.", first
            )
        return Answer(right, found[2].strip(), self._line(found[3], first), self._line(found[4], first), lights)

    def _line(self, text: str, line: int, typed: bool = False) -> Line:
        """Split text into pieces, each in one style.

        HTML and unpaired markup are refused. Numbers that do not come from a trace are refused too, unless `typed`.
        """
        if _HTML.search(text):
            raise self._wrong(
                "The text contains HTML, which is not allowed. Use *word*, **word** or `word` for emphasis.", line
            )
        runs, end = list[Run](), 0
        for found in _MARKED.finditer(text):
            runs.append(Run(text[end : found.start()]))
            style = found.lastgroup
            runs.append(Run(found[str(style)], style))  # pyright: ignore[reportArgumentType]
            end = found.end()
        runs.append(Run(text[end:]))
        for run in runs:
            bare = BRACES.sub("", run.text)
            if run.style != "code" and set(bare) & set("*`"):
                raise self._wrong("A * or ` is not closed. Add the missing one, or remove this one.", line)
            if set(bare) & set("{}"):
                raise self._wrong("A { or } is unmatched. Add the missing one, or remove this one.", line)
            if not typed and run.style != "code" and (number := _NUMBER.search(_CITED.sub("", bare))):
                raise self._wrong(
                    f"The number {number[0].strip()} is written by hand. Use an expression, write it in words, "
                    "or put it into a formula in backticks.",
                    line,
                )
        return Line(tuple(run for run in runs if run.text), line)
