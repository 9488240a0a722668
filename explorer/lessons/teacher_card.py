"""The teacher's card of a lesson, as an HTML page to print. It is self-contained unless it is given a style sheet.

Everything on the card comes from the lesson's file. End tags that HTML does not need are left out, to keep the static
site small, which has a card for each lesson.
"""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from decoders.errors import BadInput
from explorer.lessons.fill import card_of, fill
from explorer.lessons.library import before
from explorer.lessons.text import Lesson, read
from explorer.stage import message
from explorer.stage.message import Piece

FROM_ROUTE = "../../../"  # from explorer/lesson/SLUG/card.html to the page
_TAGS = {"em": "em", "strong": "strong", "code": "code"}
STYLE = """
body { max-width: 46rem; margin: 1.5rem auto; padding: 0 1rem; color: #111; background: #fff;
  font: 15px/1.45 system-ui, sans-serif; }
article + article { break-before: page; margin-top: 3rem; }
h1 { font-size: 1.5rem; margin: 0 0 0.2rem; }
h2 { font-size: 1.05rem; margin: 1.1rem 0 0.3rem; }
p, ul { margin: 0.25rem 0; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.4rem; border: 1px solid #999; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
code { font-family: ui-monospace, monospace; font-size: 0.95em; }
a { color: #00538a; }
.votes { white-space: nowrap; color: #444; }
@media print { body { margin: 0; max-width: none; font-size: 11px; } a { color: inherit; } .screen { display: none; } }
"""


def cards_html(files: Sequence[Path], page: str, style: str = "") -> str:
    """The cards of these lessons as one page. Each step has a link to the app, whose address is `page`. `style` is the
    address of a file with STYLE; without it, the page contains STYLE.

    Raises BadInput if a lesson has a problem.
    """
    lessons = [read(file) for file in files]
    title = lessons[0].title if len(lessons) == 1 else "Lessons"
    articles = "".join(map(_article, lessons))
    sheet = f'<link rel="stylesheet" href="{escape(style)}">' if style else f"<style>{STYLE}</style>"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Teacher card: {escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{sheet}'
        f'<base href="{escape(page)}"></head>\n'
        f'<body><p class="screen">Print this page with your browser.</p>{articles}</body></html>\n'
    )


def _article(lesson: Lesson) -> str:
    content, problems = fill(lesson)
    if problems:
        raise BadInput(problems[0])
    card = card_of(lesson)
    parts = [
        f"<h1>{escape(lesson.title)}</h1>",
        f"<p>{lesson.minutes} minutes. {_text(card.needs) and 'Needs: ' + _text(card.needs)}",
        _section("Aims: the student can …", _list([_text(aim) for aim in card.aims])),
        _section(
            "Misconceptions",
            _list([f"{_text(idea)} (step {_link(lesson, step, str(step))})" for idea, step in card.misconceptions]),
        ),
        _section("Steps", _table(lesson, content)),
        _section("Notes", card.teacher and f"<p>{_text(card.teacher)}"),
        _section("Board", card.board and f"<p>{_text(card.board)}"),
        _section("Three minutes at the start of the next class", _retrieval(lesson)),
    ]
    return f"<article>{''.join(parts)}</article>\n"


def _section(title: str, body: str | list[Piece]) -> str:
    """Write a heading and its content; empty if there is no content."""
    return f"<h2>{title}</h2>{body}" if body else ""


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}' for item in items)}</ul>" if items else ""


def _table(lesson: Lesson, content: message.Lesson) -> str:
    """A table with one row per step, with its link, its question, the answers with their feedback, and space
    for votes.
    """
    rows = ""
    for number, shown in enumerate(content["steps"], 1):
        link = _link(lesson, number, f"{number}. {shown['title']}")
        rows += f"<tr><td>{link}{_cells(shown['question'])}"
    heads = ("Step", "Question and correct answer", "Wrong answers and their replies", "Votes")
    return f"<table><thead><tr>{''.join(f'<th>{head}' for head in heads)}<tbody>{rows}</table>"


def _cells(question: message.LessonQuestion | None) -> str:
    if question is None:
        return "<td><td><td>"
    right = next(answer for answer in question["answers"] if answer["right"])
    wrong = [answer for answer in question["answers"] if not answer["right"]]
    asked = f"<p>{_text(question['words'])}<p><strong>{_text(right['words'])}</strong>"
    replies = _list([f"{_text(answer['words'])}: <em>{_text(answer['feedback'])}</em>" for answer in wrong])
    return f'<td>{asked}<td>{replies}<td class="votes">before ___<br>after ___'


def _retrieval(lesson: Lesson) -> str:
    """The exam question of this lesson and, for retrieval practice, that of the lesson two lessons before."""
    every = [each for each in (lesson, before(lesson, 2)) if each is not None]
    exams = [card.exam for card in map(card_of, every) if card.exam is not None]
    return _list([f"{_text(question)} <em>{_text(answer)}</em>" for question, answer in exams])


def _link(lesson: Lesson, step: int, text: str) -> str:
    return f'<a href="?lesson={lesson.slug}&amp;step={step}">{escape(text)}</a>'


def _text(pieces: Sequence[Piece]) -> str:
    """Pieces of text as HTML. Tokens are escaped, so they are never read as markup."""
    return "".join(
        f"<{tag}>{escape(piece['text'])}</{tag}>" if (tag := _TAGS.get(piece["style"])) else escape(piece["text"])
        for piece in pieces
    )
