"""Turn a written lesson into a playable one: find its steps in the trace, fill in the expressions, and prove the
answers.

Every problem is reported with its line. A trace or step may be missing, an expression may have no value, or a text may
reveal something that was not shown yet. The answer to a question may be visible already, or the trace may contradict an
answer.
"""

import re
from dataclasses import dataclass, replace

from explorer.lessons.arithmetic import LOOKED_UP, calculate
from explorer.lessons.expressions import EXPRESSIONS, calculated, evaluate, written
from explorer.lessons.moment import ALWAYS, Moment, NoValue, Seen, Value, moment_at, recording
from explorer.lessons.places import PLACES, node_of, node_selector
from explorer.lessons.text import BRACES, Answer, Chart, Fact, Lesson, Line, Place, Question, Step, place, wrong
from explorer.stage import message
from explorer.stage.message import Piece

Problem = tuple[int, str]  # (line number, description of the problem)
CALC = "calc"
_EXPRESSION = re.compile(r"([^\s:%]+)(%|:\d)?(?:\s+(.*))?")


@dataclass(frozen=True)
class CardTexts:
    """The lines of the teacher's card with their expressions filled in."""

    aims: list[list[Piece]]
    needs: list[Piece]
    misconceptions: list[tuple[list[Piece], int]]  # each with the number of its step
    teacher: list[Piece]
    board: list[Piece]
    exam: tuple[list[Piece], list[Piece]] | None


def fill(lesson: Lesson) -> tuple[message.Lesson, list[str]]:
    """Fill in a lesson.

    Returns the playable lesson and a list of problems; a lesson with problems must not be played.
    """
    filler = _Filler(lesson)
    steps = [filled for step in lesson.steps if (filled := filler.step(step)) is not None]
    filler.card()
    content: message.Lesson = {
        "slug": lesson.slug,
        "title": lesson.title,
        "summary": lesson.summary,
        "minutes": lesson.minutes,
        "steps": steps,
    }
    return content, [str(wrong(lesson.name, line, what)) for line, what in sorted(filler.problems)]


def card_of(lesson: Lesson) -> CardTexts:
    """The texts of the teacher's card of a lesson without problems."""
    return _Filler(lesson).card()


class _Filler:
    """Fills in a lesson step by step. If a step does not name a trace, it uses the trace of the previous step."""

    def __init__(self, lesson: Lesson) -> None:
        self._lesson = lesson
        self._trace = lesson.trace
        self.problems: list[Problem] = []

    def card(self) -> CardTexts:
        """The lines of the teacher's card, with expressions evaluated at the position of the first step."""
        card, first = self._lesson.card, self._lesson.steps[0]
        at = first.at if first.at.trace else replace(first.at, trace=self._lesson.trace)
        here = self._moment(at, first.line)

        def filled(line: Line | None) -> list[Piece]:
            return [] if line is None or here is None else self._line(line, here, seen=False)

        return CardTexts(
            [filled(aim) for aim in card.aims],
            filled(card.needs),
            [(filled(idea.text), idea.step) for idea in card.misconceptions],
            filled(card.teacher),
            filled(card.board),
            None if card.exam is None else (filled(card.exam[0]), filled(card.exam[1])),
        )

    def _wrong(self, line: int, what: str) -> None:
        self.problems.append((line, what))

    def step(self, step: Step) -> message.LessonStep | None:
        """Fill in one step; None if its place does not exist."""
        here = self._moment(step.at, step.line)
        if here is None:
            return None
        self._trace = here.run.name
        if step.at.node is not None and here.born(step.at.node) > here.at:
            self._wrong(
                step.line, f"Node n{step.at.node} is not drawn yet at {here.it}.{here.phase}. Choose a later step."
            )
        return {
            "title": step.title,
            "at": _at(here, step.at.node),
            "chart": None if step.chart is None else self._chart(step.chart, here),
            "look": [light for name in step.look if (light := self._light(name, step.line, here)) is not None],
            "paragraphs": [self._line(line, here) for line in step.paragraphs],
            "question": None if step.question is None else self._question(step.question, here),
        }

    def _moment(self, at: Place, line: int) -> Moment | None:
        """The moment at a place. If there is none, the problem is recorded and None is returned."""
        name = at.trace or self._trace
        run = recording(name)
        if run is None:
            self._wrong(line, f"There is no bundled trace {name}. Use a name from assets/traces.")
            return None
        try:
            return moment_at(run, at)
        except NoValue as why:
            self._wrong(line, str(why))
            return None

    def _chart(self, chart: Chart, here: Moment) -> message.LessonChart:
        numbers = {key: self._number(value, chart.line, here) for key, value in chart.values.items()}
        return {"alpha": numbers["alpha"], "gamma": numbers["gamma"], "c": numbers["c"], "batch": numbers["batch"]}

    def _number(self, text: str, line: int, here: Moment) -> float:
        """Read a number, or evaluate an expression in braces."""
        if not text.startswith("{"):
            return float(text)
        value = self._value(text[1:-1], line, here)
        return float(value.raw) if value is not None and not isinstance(value.raw, str) else 0.0

    def _line(self, line: Line, here: Moment, seen: bool = True) -> list[Piece]:
        return [{"text": self._filled(run.text, line.line, here, seen), "style": run.style} for run in line.runs]

    def _filled(self, text: str, line: int, here: Moment, seen: bool) -> str:
        """Fill in the expressions of a text. With `seen`, a value that the stage has not shown yet is a problem."""

        def value(expression: str) -> str:
            result = self._value(expression, line, here)
            if result is None:
                return "?"
            if seen and result.seen is not None and result.seen > here.at:
                self._wrong(
                    line,
                    f"{{{expression}}} is first seen at {_dot(result.seen)}, after {_dot(here.at)}. Use it later.",
                )
            return result.text

        return BRACES.sub(lambda match: value(match[1]), text)

    def _value(self, expression: str, line: int, here: Moment) -> Value | None:
        """The value of `NAME`, `NAME PLACE` or `calc …`.

        If there is none, the problem is recorded and None is returned.
        """
        match = _EXPRESSION.fullmatch(expression.strip())
        name, form, rest = (match[1], match[2] or "", match[3] or "") if match else (expression, "", "")
        if name == CALC:
            return self._calculated(rest, form, expression, line, here)
        at = place(rest)
        if name not in EXPRESSIONS or at is None:
            what = f"the position {rest!r}" if name in EXPRESSIONS else f"the expression {name!r}"
            self._wrong(
                line, f"{{{expression}}} is not known: {what} does not exist. See the lists in docs/lessons.md."
            )
            return None
        moment = self._elsewhere(at, line, here)
        if moment is None:
            return None
        try:
            value = evaluate(name, moment, form)
            return value if moment.run is here.run else replace(value, seen=None)
        except NoValue as why:
            where = f"{moment.run.name} {moment.it}.{moment.phase}"
            self._wrong(line, f"{{{expression}}} has no value at {where}: {why}. Use another position or expression.")
            return None

    def _calculated(self, text: str, form: str, expression: str, line: int, here: Moment) -> Value | None:
        """Evaluate a calculation. The result counts as seen when all of its parts are seen."""
        parts = [self._value(part, line, here) for part in LOOKED_UP.findall(text)]
        values = [part for part in parts if part is not None]
        if len(values) < len(parts):
            return None  # the part without a value has been reported already
        numbers = iter([value.raw for value in values])

        def look_up(_: str) -> float:
            number = next(numbers)
            if isinstance(number, str):
                raise NoValue(f"{number} is not a number")
            return number

        try:
            result = calculate(text, look_up)
        except NoValue as why:
            self._wrong(line, f"{{{expression}}} has no value: {why}. Correct the calculation.")
            return None
        shown = [value.seen for value in values if value.seen is not None]
        return written(Value(result, calculated(result), max(shown, default=None)), form)

    def _elsewhere(self, at: Place, line: int, here: Moment) -> Moment | None:
        """The moment at which an expression is evaluated.

        A part of the place that the expression leaves out (such as the iteration) is that of the current moment.
        """
        if at.trace not in (None, here.run.name):
            return self._moment(at, line)
        node = at.node if at.node is not None or at.it is not None else here.given
        it, phase = (here.it, here.phase) if at.it is None else (at.it, at.phase)
        return self._moment(Place(here.run.name, it, phase, node), line)

    # Questions

    def _question(self, question: Question, here: Moment) -> message.LessonQuestion:
        there = here if question.reveal is None else self._moment(question.reveal, question.reveal_line)
        if there is not None:
            sides = self._sides(question.fact, there, here)
            self._asked_in_time(question, here, there, [side.seen for side in sides if side.seen is not None])
            self._proven(question, sides)
        # with more than two answers, readers see the feedback on a wrong answer before the right answer
        hints = len(question.answers) > 2
        return {
            "words": self._line(question.text, here),
            "answers": [
                self._answer(answer, here, here if hints and not answer.right else there or here)
                for answer in question.answers
            ],
            "reveal": None if question.reveal is None or there is None else _at(there, question.reveal.node),
        }

    def _answer(self, answer: Answer, here: Moment, there: Moment) -> message.LessonAnswer:
        """Fill in an answer: its words at the question's moment, and its feedback at the moment of the reveal."""
        words, feedback = self._line(answer.text, here), self._line(answer.feedback, there)
        lights = [self._light(name, answer.text.line, there) for name in answer.lights]
        shown = [light for light in lights if light is not None]
        return {"words": words, "right": answer.right, "feedback": feedback, "lights": shown}

    def _light(self, name: str, line: int, there: Moment) -> message.LessonLight | None:
        """The page element that a name highlights. If there is none, the problem is recorded and None is returned."""
        node = node_of(name)
        if node is not None:
            if node not in there.nodes or there.born(node) > there.at:
                self._wrong(line, f"Node {name} is not on the screen at {_dot(there.at)}. Highlight another part.")
                return None
            return {"name": name, "label": there.label(node), "selector": node_selector(node)}
        if name not in PLACES:
            self._wrong(
                line, f"{name!r} is not a part that can be highlighted. Choose a node, or one of: {', '.join(PLACES)}."
            )
            return None
        return {"name": name, "label": PLACES[name].label, "selector": PLACES[name].selector}

    def _asked_in_time(self, question: Question, here: Moment, there: Moment, seen: list[Seen]) -> None:
        """Check that the stage first shows the answer after the question, but no later than at the reveal."""
        shown = max(seen, default=None)
        if question.reveal is not None and (there.run is not here.run or there.at <= here.at):
            self._wrong(
                question.reveal_line,
                f"The reveal does not come after {_dot(here.at)} in the same run. Choose a later step.",
            )
        elif shown is None:
            return
        elif shown <= here.at:
            what = "the page always shows it" if shown == ALWAYS else f"it is seen at {_dot(shown)}"
            self._wrong(
                question.fact.line,
                f"The answer is known when the question is asked: {what}. Ask earlier, or use another fact.",
            )
        elif question.reveal is None:
            self._wrong(question.fact.line, f"The stage shows the answer at {_dot(shown)}. Add a `reveal:`.")
        elif shown > there.at:
            self._wrong(
                question.reveal_line, f"The answer is seen at {_dot(shown)}, after this reveal. Choose a later reveal."
            )

    def _sides(self, fact: Fact, there: Moment, here: Moment) -> list[Value]:
        """The values of a fact's expressions. A right side that is not an expression is used as a literal value."""
        sides = [self._side(fact.left, fact.line, there, here)]
        match = _EXPRESSION.match(fact.right)
        if match and match[1] in (*EXPRESSIONS, CALC):
            sides.append(self._side(fact.right, fact.line, there, here))
        elif fact.sign:
            sides.append(Value(_number(fact.right), fact.right, None))
        return [value for value in sides if value is not None]

    def _side(self, expression: str, line: int, there: Moment, here: Moment) -> Value | None:
        """The value of one side of a fact. A calculated result never counts as visible, even if all its parts do."""
        value = self._value(expression, line, there)
        shown = value is not None and expression.startswith(CALC) and value.seen is not None and value.seen <= here.at
        return replace(value, seen=None) if value is not None and shown else value

    def _proven(self, question: Question, sides: list[Value]) -> None:
        """Check against the trace that the right answer is right and that every other answer is wrong."""
        fact = question.fact
        if len(sides) != 1 + bool(fact.sign):
            return  # the missing value has been reported already
        result = _compared(sides[0], fact.sign, sides[1]) if fact.sign else sides[0].text
        if result is None:
            self._wrong(fact.line, f"{fact.left} and {fact.right} are not both numbers. Compare words with ==.")
            return
        for answer in question.answers:
            if answer.right != (answer.value == result):
                marked = "right" if answer.right else "wrong"
                what = (
                    f"The answer ({answer.value}) is marked {marked}, but in the trace the fact is ({result}). "
                    "Correct the mark or the value."
                )
                self._wrong(answer.text.line, what)


def _compared(left: Value, sign: str, right: Value) -> str | None:
    """Compare two values: "yes" or "no"; None if they cannot be compared."""
    if sign == "==":
        return "yes" if left.text == right.text or left.raw == right.raw else "no"
    if isinstance(left.raw, str) or isinstance(right.raw, str):
        return None
    return "yes" if (left.raw < right.raw if sign == "<" else left.raw > right.raw) else "no"


def _number(text: str) -> float | str:
    try:
        return float(text)
    except ValueError:
        return text


def _at(moment: Moment, node: int | None) -> message.LessonAt:
    return {"trace": moment.run.name, "it": moment.it, "phase": moment.phase, "node": node}


def _dot(seen: Seen) -> str:
    return f"{seen[0]}.{seen[1]}"
