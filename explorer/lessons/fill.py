"""A lesson as it is written → a lesson as it is played: places resolved, expressions filled in, answers proven.

Whatever does not hold is told with its line: a trace or a step that is not there, an expression without a value, a text
that tells what is not seen yet, a question whose answer is on the screen, an answer that the trace contradicts.
"""

from dataclasses import replace

from explorer.lessons.expressions import EXPRESSIONS, evaluate
from explorer.lessons.moment import ALWAYS, Moment, NoValue, Seen, Value, moment_at, recording
from explorer.lessons.text import BRACES, Answer, Fact, Lesson, Line, Place, Question, Step, place, wrong
from explorer.stage import message
from explorer.stage.message import Piece

Problem = tuple[int, str]  # the line, and what is wrong there


def fill(lesson: Lesson) -> tuple[message.Lesson, list[str]]:
    """The lesson to be played, and everything that is wrong with it (then it should not be played)."""
    filler = _Filler(lesson)
    steps = [made for step in lesson.steps if (made := filler.step(step)) is not None]
    content: message.Lesson = {
        "slug": lesson.slug,
        "title": lesson.title,
        "summary": lesson.summary,
        "minutes": lesson.minutes,
        "steps": steps,
    }
    return content, [str(wrong(lesson.name, line, what)) for line, what in sorted(filler.problems)]


class _Filler:
    """Goes through the steps of a lesson; a trace that is not named is that of the step before."""

    def __init__(self, lesson: Lesson) -> None:
        self._trace = lesson.trace
        self.problems: list[Problem] = []

    def _wrong(self, line: int, what: str) -> None:
        self.problems.append((line, what))

    def step(self, step: Step) -> message.LessonStep | None:
        """One step, None where the stage cannot stand there."""
        here = self._moment(step.at, step.line)
        if here is None:
            return None
        self._trace = here.run.name
        if step.at.node is not None and here.born(step.at.node) > here.at:
            self._wrong(step.line, f"node n{step.at.node} is not drawn yet at {here.it}.{here.phase}")
        return {
            "title": step.title,
            "at": _at(here, step.at.node),
            "paragraphs": [self._line(line, here) for line in step.paragraphs],
            "question": None if step.question is None else self._question(step.question, here),
        }

    def _moment(self, at: Place, line: int) -> Moment | None:
        """The moment that a place names, None with a problem noted where there is none."""
        name = at.trace or self._trace
        run = recording(name)
        if run is None:
            self._wrong(line, f"there is no bundled trace {name}; those in assets/traces can be named")
            return None
        try:
            return moment_at(run, at)
        except NoValue as why:
            self._wrong(line, str(why))
            return None

    def _line(self, line: Line, here: Moment) -> list[Piece]:
        return [{"text": self._filled(run.text, line.line, here), "style": run.style} for run in line.runs]

    def _filled(self, text: str, line: int, here: Moment) -> str:
        def value(expression: str) -> str:
            found = self._value(expression, line, here)
            if found is None:
                return "?"
            if found.seen is not None and found.seen > here.at:
                self._wrong(line, f"{{{expression}}} is first seen at {_dot(found.seen)}, after {_dot(here.at)}")
            return found.text

        return BRACES.sub(lambda found: value(found[1]), text)

    def _value(self, expression: str, line: int, here: Moment) -> Value | None:
        """What an expression comes to, `NAME` or `NAME PLACE`; None with a problem noted where it has no value."""
        name, _, rest = expression.strip().partition(" ")
        at = place(rest)
        if name not in EXPRESSIONS or at is None:
            what = f"the place {rest!r}" if name in EXPRESSIONS else f"the expression {name!r}"
            self._wrong(line, f"{{{expression}}} is not known: {what} is none; docs/lessons.md lists all")
            return None
        moment = self._elsewhere(at, line, here)
        if moment is None:
            return None
        try:
            found = evaluate(name, moment)
            return found if moment.run is here.run else replace(found, seen=None)
        except NoValue as why:
            self._wrong(line, f"{{{expression}}} has no value at {moment.run.name} {moment.it}.{moment.phase}: {why}")
            return None

    def _elsewhere(self, at: Place, line: int, here: Moment) -> Moment | None:
        """The moment that an expression looks at: this one, but for what its own place says."""
        if at.trace not in (None, here.run.name):
            return self._moment(at, line)
        node = at.node if at.node is not None or at.it is not None else here.given
        it, phase = (here.it, here.phase) if at.it is None else (at.it, at.phase)
        return self._moment(Place(here.run.name, it, phase, node), line)

    # Questions

    def _question(self, question: Question, here: Moment) -> message.LessonQuestion:
        there = here if question.reveal is None else self._moment(question.reveal, question.reveal_line)
        if there is not None:
            sides = self._sides(question.fact, there)
            self._asked_in_time(question, here, there, [side.seen for side in sides if side.seen is not None])
            self._proven(question, sides)
        return {
            "words": self._line(question.text, here),
            "answers": [self._answer(answer, here, there or here) for answer in question.answers],
            "reveal": None if question.reveal is None or there is None else _at(there, question.reveal.node),
        }

    def _answer(self, answer: Answer, here: Moment, there: Moment) -> message.LessonAnswer:
        words, feedback = self._line(answer.text, here), self._line(answer.feedback, there)
        return {"words": words, "right": answer.right, "feedback": feedback}

    def _asked_in_time(self, question: Question, here: Moment, there: Moment, seen: list[Seen]) -> None:
        """The answer is seen after the question, and not after the reveal."""
        shown = max(seen, default=None)
        if question.reveal is not None and (there.run is not here.run or there.at <= here.at):
            self._wrong(question.reveal_line, f"the reveal should come after {_dot(here.at)} in the same run")
        elif shown is None:
            return
        elif shown <= here.at:
            what = "the page shows it all the time" if shown == ALWAYS else f"it is seen at {_dot(shown)}"
            self._wrong(question.fact.line, f"the answer is known when the question is asked: {what}")
        elif question.reveal is None:
            self._wrong(question.fact.line, f"the stage shows the answer at {_dot(shown)}: add a `reveal:`")
        elif shown > there.at:
            self._wrong(question.reveal_line, f"the answer is seen at {_dot(shown)}, after this reveal")

    def _sides(self, fact: Fact, there: Moment) -> list[Value]:
        """The values of a fact's expressions; a right side that is no expression stands for itself."""
        found = [self._value(fact.left, fact.line, there)]
        if fact.sign and fact.right.partition(" ")[0] in EXPRESSIONS:
            found.append(self._value(fact.right, fact.line, there))
        elif fact.sign:
            found.append(Value(_number(fact.right), fact.right, None))
        return [value for value in found if value is not None]

    def _proven(self, question: Question, sides: list[Value]) -> None:
        """The trace says that the right answer is right, and every other wrong."""
        fact = question.fact
        if len(sides) != 1 + bool(fact.sign):
            return  # that it has no value is told already
        come = _compared(sides[0], fact.sign, sides[1]) if fact.sign else sides[0].text
        if come is None:
            self._wrong(fact.line, f"{fact.left} and {fact.right} are not both numbers; compare words by ==")
            return
        for answer in question.answers:
            if answer.right != (answer.value == come):
                marked = "right" if answer.right else "wrong"
                what = f"the answer ({answer.value}) is marked {marked}, but by the trace the fact is ({come})"
                self._wrong(answer.text.line, what)


def _compared(left: Value, sign: str, right: Value) -> str | None:
    """Yes or no; None where the two cannot be compared so."""
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
