"""The import report as HTML: a part for the app's page, and a separate page that works offline.

Names and texts of files are escaped, and invisible characters are written as their codes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from explorer.imports.advice import ESTIMATED, MOST_COST
from explorer.imports.costs import COMMAND
from explorer.imports.length_words import LENGTH
from explorer.imports.lossless import LOSSLESS
from explorer.imports.low import LOW
from explorer.imports.report import Report
from explorer.imports.sections import Answer, Bands, Section, Table
from explorer.imports.words import HOW
from explorer.imports.worth import WORTH
from explorer.story.numbers import coded

SHORT, WHOLE = 20, ' class="whole"'  # cells with fewer characters are not wrapped
TITLE = "Speculative decoding report"  # before the names of the files
NEXT = "Reasons, and what to do"
TOPICS = {
    LOW: "Acceptance: where it is lost, and what to try",
    LENGTH: "Draft length: how to set it",
    WORTH: "Speed: what limits it, and how to measure it",
    LOSSLESS: "Losslessness: what to check",
}
STYLE = Path(__file__).with_name("report.css")
_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 1240px; color: #1f2937; }}
h1 {{ font-size: 22px; margin: 4px 0 8px; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0b0f15; color: #e6eaf0; color-scheme: dark; }} }}
{css}</style></head><body><h1>{title}</h1>{body}</body></html>
"""


@dataclass(frozen=True)
class Links:
    """HTML to insert into the part about one file. One piece is shown below the answers, the other below the answer to
    “Is my draft worth it?”.
    """

    top: str = ""
    worth: str = ""


def page(report: Report) -> str:
    """The report as a separate page."""
    title = shown(f"{TITLE}: {', '.join(part.name for part in report.parts)}")
    return _PAGE.format(title=title, css=STYLE.read_text(encoding="utf-8"), body=part_html(report))


def part_html(
    report: Report, links: Sequence[Links] = (), terms: Mapping[str, str] | None = None, top: str = ""
) -> str:
    """The report as a part of a page. The style sheet is STYLE. `links` has HTML for each file, in the order of the
    files.

    The answers come first, then reasons and what to do, and all details are folded. `terms` has HTML to show instead of
    some words between backquotes, such as a field's label instead of an option. `top` is HTML below the answers.
    """
    html, one = _Html(terms or {}), len(report.parts) == 1
    refused = "".join(f'<p class="wrong" role="alert">{html.text(sentence)}</p>' for sentence in report.refused)
    asked, rule = "", (report.lossless,)
    for part, more in zip(report.parts, links or [Links()] * len(report.parts), strict=True):
        html = replace(html, command=report.command(part))
        name = f"<h3>{shown(part.name)} <small>{html.text(part.summary)}</small></h3>"
        answers = (*part.answers, *(rule if one else ()))
        asked += f"<section>{name}{html.answers(answers, more.worth, folded=not one)}{more.top}</section>"
    several = report.comparison
    compared = f"<h3>{shown(several.title)}</h3>{html.content(several)}" if several else ""
    below = "" if one else html.answers(rule, folded=True)
    details = "".join(
        f"<section><h3>Details{'' if one else f' of {shown(part.name)}'}</h3>"
        f"{''.join(html.folded(section) for section in part.sections)}</section>"
        for part in report.parts
    )
    return f'<div class="imported">{refused}{compared}{asked}{below}{top}{details}{html.folded(HOW)}</div>'


def shown(text: str) -> str:
    """Text from a file as HTML."""
    return escape(coded(text))


def sentence_html(sentence: str, terms: Mapping[str, str]) -> str:
    """A sentence as HTML, with `terms` as in `part_html`."""
    return _Html(terms).text(sentence)


@dataclass(frozen=True)
class _Html:
    """Writes parts of a report as HTML. Words between backquotes become code, or their replacement in `terms`."""

    terms: Mapping[str, str]
    command: str = COMMAND  # the command that makes the report about the file again

    def text(self, sentence: str) -> str:
        """A sentence."""
        parts = sentence.split("`")
        if len(parts) % 2 == 0:
            return shown(sentence)
        return "".join(self._marked(part) if index % 2 else shown(part) for index, part in enumerate(parts))

    def _marked(self, words: str) -> str:
        words = words.removeprefix(f"{COMMAND} ") if self.terms else words.replace(COMMAND, self.command)
        option, _, value = words.partition(" ")
        if option in self.terms:
            return self.terms[option] + (f" <code>{shown(value)}</code>" if value else "")
        whole = (f"<span>{word}</span>" if "-" in word else word for word in shown(words).split(" "))
        return f"<code>{' '.join(whole)}</code>"  # no line breaks within an option

    def answers(self, answers: Sequence[Answer], worth: str = "", *, folded: bool = False) -> str:
        """HTML of all answers with their numbers and on what they rest, and below it, of the reasons and of what to do.
        With several files, these are folded, so that the files can be compared.
        """
        tops = "".join(self._top(each, "" if folded else self._rests(each)) for each in answers)
        rest = "".join(
            self._rest(each, worth if each.question == WORTH else "", self._rests(each) if folded else "")
            for each in answers
        )
        rest = f'<div class="answers">{rest}</div>'
        several = " several" if folded else ""
        below = f"<details><summary>{NEXT}</summary>{rest}</details>" if folded else rest
        return f'<div class="answers{several}">{tops}</div>{below}'

    def _rests(self, answer: Answer) -> str:
        return f'<p class="rests">{self.text(answer.rests)}</p>' if answer.rests else ""

    def _top(self, answer: Answer, rests: str) -> str:
        numbers = f"<p>{self.text(answer.numbers)}</p>" if answer.numbers else ""
        verdict = f"<p><strong>{self.text(answer.verdict)}</strong></p>"
        return f"<div><h4>{shown(answer.question)}</h4>{verdict}{numbers}{rests}</div>"

    def _rest(self, answer: Answer, more: str, rests: str) -> str:
        made = rests + (bands_svg(answer.bands) if answer.bands else "")
        made += self._table(answer.table, answer.question) if answer.table else ""
        more = f"<details><summary>More</summary>{self._list(answer.folded)}</details>{more}" if answer.folded else more
        return f"<div><h4>{shown(TOPICS[answer.question])}</h4>{made}{self._list(answer.sentences)}{more}</div>"

    def _list(self, sentences: Sequence[str]) -> str:
        listed = "".join(f"<li>{self.text(sentence)}</li>" for sentence in sentences)
        return f"<ul>{listed}</ul>" if listed else ""

    def folded(self, section: Section) -> str:
        """A section that opens on demand."""
        return f"<details><summary>{shown(section.title)}</summary>{self.content(section)}</details>"

    def content(self, section: Section) -> str:
        """A section without its title."""
        sentences = f"<p>{self.text(' '.join(section.sentences))}</p>" if section.sentences else ""
        tables = "".join(self._table(table, section.title) for table in section.tables)
        pieces = [
            f"<mark>{shown(piece.text)}</mark>" if piece.drafted else shown(piece.text) for piece in section.pieces
        ]
        text = f"<pre>{''.join(pieces)}</pre>" if pieces else ""
        return f"{sentences}{tables}{text}"

    def _table(self, table: Table, label: str) -> str:
        heads = "".join(f'<th scope="col">{shown(head)}</th>' for head in table.heads)
        rows = ""
        for number, row in enumerate(table.rows):
            chosen = ' class="chosen"' if number in table.chosen else ""
            cells = [f"<td{WHOLE if len(cell) < SHORT else ''}>{self.text(cell)}</td>" for cell in row]
            rows += f"<tr{chosen}>{''.join(cells)}</tr>"
        box = f'<div class="wide" tabindex="0" role="group" aria-label="{shown(label)}">'
        caption = f"<caption>{self.text(table.caption)}</caption>" if table.caption else ""
        body = f"{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody>"
        return f'{box}<table style="--columns: {len(table.heads)}">{body}</table></div>'


AXIS = "fastest length at each cost of a draft token, in % of a target pass; dashed: estimate"
WIDTH, BAND, SCALE, RIGHT = 590, 22, 430, 20  # pixels of the chart of draft lengths, of a row, and of its costs


def bands_svg(rows: Sequence[tuple[str, Bands]]) -> str:
    """A chart of the fastest draft length at each cost, with a row for each load. Estimates are dashed, and typical
    costs are thin lines.
    """
    drawn, left, step = "", WIDTH - SCALE - RIGHT, SCALE / MOST_COST
    for row, (name, found) in enumerate(rows):
        y = BAND * row
        drawn += f'<text x="0" y="{y + 15}">{shown(name)}</text>'
        for size, start, end in found:
            x, width, words = left + step * start, max(2.0, step * (end - start)), size.removesuffix(ESTIMATED)
            dashed = ' stroke-dasharray="4 3"' if words != size else ""
            top, height, colour = (y, BAND - 3, "#16a34a") if size else (y + 8, 5, "#888888")
            drawn += (
                f'<rect x="{x:.1f}" y="{top}" width="{width:.1f}" height="{height}" fill="{colour}" stroke="{colour}" '
                f'fill-opacity="{0 if dashed else 0.4}"{dashed}><title>{shown(size or name)}</title></rect>'
            )
            if width > 9 * len(words):
                drawn += f'<text x="{x + width / 2:.1f}" y="{y + 15}" text-anchor="middle">{shown(words)}</text>'
    foot = BAND * len(rows) + 13
    for cost in range(0, round(100 * MOST_COST) + 1, 10):
        drawn += f'<text x="{left + step * cost / 100:g}" y="{foot}" text-anchor="middle">{cost}%</text>'
    drawn += f'<text x="0" y="{foot + 16}">{AXIS}</text>'
    size = f'viewBox="0 -1 {WIDTH} {foot + 22}" width="{WIDTH}" height="{foot + 22}"'
    return f'<svg {size} role="img" aria-label="The fastest draft length at each cost of a draft token">{drawn}</svg>'
