"""The import report as HTML: a part for the app's page, and a separate page that works offline.

Names and texts of files are escaped, and invisible characters are written as their codes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from explorer.imports.lossless import Answer
from explorer.imports.measures import Position
from explorer.imports.record import Piece
from explorer.imports.report import Part, Report, Section, Table
from explorer.imports.worth import WORTH
from explorer.story.numbers import coded

TITLE = "Imported runs of speculative decoding"
STYLE = Path(__file__).with_name("report.css")
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 1080px; color: #1f2937; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0b0f15; color: #e6eaf0; color-scheme: dark; }} }}
{css}</style></head><body><h1>{title}</h1>{body}</body></html>
"""


@dataclass(frozen=True)
class Links:
    """HTML for the part about one file: below its answers, and below the answer to whether the draft is worth it."""

    top: str = ""
    worth: str = ""


def page(report: Report) -> str:
    """The report as a separate page."""
    return _PAGE.format(title=TITLE, css=STYLE.read_text(encoding="utf-8"), body=part_html(report))


def part_html(
    report: Report, links: Sequence[Links] = (), terms: Mapping[str, str] | None = None, top: str = ""
) -> str:
    """The report as a part of a page. The style sheet is STYLE. `links` are for the files, in their order.

    The answers come first, and all details are folded. `terms` has HTML to show instead of some words between
    backquotes, such as a field's label instead of an option. `top` is HTML below the answers.
    """
    marks, one = _Marks(terms or {}), len(report.parts) == 1
    refused = "".join(f'<p class="wrong" role="alert">{marks.text(sentence)}</p>' for sentence in report.refused)
    every = list(zip(report.parts, links or [Links()] * len(report.parts), strict=True))
    asked = "".join(_asked(part, more, report.lossless if one else None, marks) for part, more in every)
    rule = "" if one else f'<div class="answers">{_card(report.lossless, marks)}</div>'
    several = _section(report.comparison, "h3", marks) if report.comparison else ""
    details = "".join(_details(part, marks, named=not one) for part in report.parts)
    made = _folded(report.made, marks)
    return f'<div class="imported">{refused}{several}{asked}{rule}{top}{details}{made}</div>'


def shown(text: str) -> str:
    """A text of a file as HTML."""
    return escape(coded(text))


def _asked(part: Part, more: Links, rule: Answer | None, marks: "_Marks") -> str:
    """The answers about one file side by side, with that about its engine's rule if it is the only file."""
    cards = "".join(
        _card(each, marks, more.worth if each.question == WORTH else "", folded=rule is None) for each in part.answers
    )
    cards += _card(rule, marks) if rule else ""
    head = f"<h3>{shown(part.name)} <small>{marks.text(part.summary)}</small></h3>"
    kind = "answers" if rule else "answers several"
    return f'<section>{head}<div class="{kind}">{cards}</div>{more.top}</section>'


def _card(answer: Answer, marks: "_Marks", more: str = "", *, folded: bool = False) -> str:
    """An answer, what to do next, and the rest folded. With several files, all but the answer is folded, so that the
    files can be compared.
    """
    shown_ones = () if folded else answer.sentences
    why = (*(answer.sentences if folded else ()), *answer.folded, answer.rests)
    verdict = f"<p><strong>{marks.text(answer.verdict)}</strong></p>"
    below = f"<details><summary>Why</summary>{_list(why, marks)}</details>" if any(why) else ""
    return f"<div><h4>{shown(answer.question)}</h4>{verdict}{_list(shown_ones, marks)}{below}{more}</div>"


def _list(sentences: Sequence[str], marks: "_Marks") -> str:
    listed = "".join(f"<li>{marks.text(sentence)}</li>" for sentence in sentences if sentence)
    return f"<ul>{listed}</ul>" if listed else ""


def _details(part: Part, marks: "_Marks", *, named: bool) -> str:
    """The details of one file, each folded."""
    head = f"<h3>Details of {shown(part.name)}</h3>" if named else "<h3>Details</h3>"
    return f"<section>{head}{''.join(_folded(section, marks) for section in part.sections)}</section>"


def _folded(section: Section, marks: "_Marks") -> str:
    return f"<details><summary>{shown(section.title)}</summary>{_content(section, marks)}</details>"


def _section(section: Section, tag: str, marks: "_Marks") -> str:
    return f"<{tag}>{shown(section.title)}</{tag}>{_content(section, marks)}"


def _content(section: Section, marks: "_Marks") -> str:
    sentences = f"<p>{marks.text(' '.join(section.sentences))}</p>" if section.sentences else ""
    chart = chart_svg(section.chart) if section.chart else ""
    tables = "".join(_table(table, section.title, marks) for table in section.tables)
    text = f"<pre>{_text(section.pieces)}</pre>" if section.pieces else ""
    return f"{sentences}{chart}{tables}{text}"


def sentence_html(sentence: str, terms: Mapping[str, str]) -> str:
    """A sentence as HTML, with `terms` as in `part_html`."""
    return _Marks(terms).text(sentence)


@dataclass(frozen=True)
class _Marks:
    """Writes sentences as HTML. Words between backquotes become code, or what `terms` has for them."""

    terms: Mapping[str, str]

    def text(self, sentence: str) -> str:
        """A sentence as HTML."""
        parts = sentence.split("`")
        if len(parts) % 2 == 0:
            return shown(sentence)
        return "".join(self._marked(part) if index % 2 else shown(part) for index, part in enumerate(parts))

    def _marked(self, words: str) -> str:
        option, _, value = words.partition(" ")
        if option in self.terms:
            return self.terms[option] + (f" <code>{shown(value)}</code>" if value else "")
        return f"<code>{shown(words)}</code>"


def _table(table: Table, label: str, marks: _Marks) -> str:
    heads = "".join(f'<th scope="col">{shown(head)}</th>' for head in table.heads)
    rows = "".join(f"<tr>{''.join(f'<td>{marks.text(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    box = f'<div class="wide" tabindex="0" role="group" aria-label="{shown(label)}">'
    return f"{box}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"


def _text(pieces: Sequence[Piece]) -> str:
    return "".join(
        f"<mark>{shown(piece.text)}</mark>" if piece.wrote == "draft" else shown(piece.text) for piece in pieces
    )


LINE = '<span><i class="line"></i> 95% interval</span> '
KEY = (
    '<p class="key"><span><i class="bar"></i> passes that accept at least this many draft tokens</span> '
    '{}<span><i class="dot"></i> α^position, what equally likely and '
    "independent tests would give</span></p>"
)
HIGH, LEFT, STEP, FOOT = 180, 44, 56, 22  # pixels of the chart


def chart_svg(rows: Sequence[Position]) -> str:
    """A chart of passes that accept at least i draft tokens, with intervals, and dots at α^i."""
    rows = rows[:24]
    width = LEFT + STEP * len(rows) + 8
    label = "Percentage of passes that accept at least this many draft tokens, with 95% intervals and α^position"
    lines = "".join(
        f'<line x1="{LEFT}" x2="{width}" y1="{_y(level)}" y2="{_y(level)}" stroke="#8884"/>'
        f'<text x="{LEFT - 6}" y="{_y(level) + 4}" text-anchor="end">{level:.0%}</text>'
        for level in (0, 0.5, 1)
    )
    bars = "".join(_bar(row, LEFT + STEP * place + STEP / 2) for place, row in enumerate(rows))
    size = f'viewBox="0 0 {width} {HIGH + 2 * FOOT}" width="{width}" height="{HIGH + 2 * FOOT}"'
    key = KEY.format(LINE if rows[0].alike else "")
    return f'<svg {size} role="img" aria-label="{label}">{lines}{bars}</svg>{key}'


def _bar(row: Position, x: float) -> str:
    low, high = row.reached.interval
    top = _y(row.reached.value)
    interval = f'<line x1="{x:g}" x2="{x:g}" y1="{_y(high)}" y2="{_y(low)}" stroke="currentColor" stroke-width="1.5"/>'
    return (
        f'<rect x="{x - 14:g}" y="{top}" width="28" height="{_y(0) - top:.1f}" fill="#16a34a" fill-opacity="0.55"/>'
        f'{interval if row.alike else ""}<circle cx="{x:g}" cy="{_y(row.power)}" r="4" fill="#2563eb"/>'
        f'<text x="{x:g}" y="{HIGH + FOOT + 14}" text-anchor="middle">{row.index}</text>'
    )


def _y(share: float) -> float:
    """The height of a share in pixels from the top."""
    return round(FOOT + HIGH * (1 - share), 1)
