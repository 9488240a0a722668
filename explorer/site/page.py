"""The HTML page of the static site, and its style sheet. The app serves the same page for embedding in other pages."""

import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from explorer.features.comparisons import bundled
from explorer.lessons.library import files
from explorer.service.store import gallery
from explorer.site.comparison_table import row_of, table_html
from explorer.site.gallery import gallery_html
from explorer.site.learn import toy_given, worth_given
from explorer.site.opening import default_trace, race_json, start_message
from explorer.site.reproduce import WORDS
from explorer.stage.files import built, colours, stage_css, stage_html
from explorer.stage.font import FONT, font_face
from explorer.story.page.address import WRONG_TAB
from explorer.story.page.learn import LESSONS, TOY

SITE = Path(__file__).parent
UI = SITE.parent / "ui"
TITLE = "Speculative decoding, step by step: an interactive explorer"
DESCRIPTION = (
    "Watch a small draft model guess ahead while a large language model checks all guesses in one pass. Step through "
    "recorded runs of speculative decoding, draft trees, beams and DSBD. It has lessons and needs no installation."
)
TABS = {"explore": "Explore", "learn": "Learn", "compare": "Compare", "traces": "Traces"}
MOST_STAGES = 4
FONT_FILE = f"fonts/{FONT.name}"  # in the site's folder
# A small orange block for the draft and a large blue one for the target.
ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E"
    "%3Crect y='7' width='5' height='9' rx='1' fill='%23e69f00'/%3E"
    "%3Crect x='6' width='10' height='16' rx='1' fill='%230072b2'/%3E%3C/svg%3E"
)
CODE = WORDS | {"unanswered": "The code could not be loaded. Reload the page, then open this section again."}
NO_RACE = "The race could not be loaded. Reload the page to try again."
# Some browsers ignore 'self' for a page that is opened from a file.
POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' file: data:; "
    "font-src 'self' file:; base-uri 'none'; form-action 'none'"
)


def page_html(
    *,
    files: Mapping[str, Collection[str]] | None,
    script: str = "site.js",
    style: str = "site.css",
    policy: str = POLICY,
    preview: str = "",
    footer: str = "",
) -> str:
    """Write the page as HTML.

    `files` has the addresses of each data file, by its name; None if an app answers the page's requests. `preview` is
    HTML for the head, and `footer` is HTML for the end of the page.
    """
    opening = default_trace()
    race = json.loads(race_json(opening, here=False)) if opening and files is not None else None
    below = files and {name: [key.removeprefix("explorer/") for key in keys] for name, keys in files.items()}
    given = {"start": start_message(opening), "race": race, "files": below, "comparison": next(iter(bundled()), "")}
    first = next((name for name, each in (files or {}).items() if f"explorer/open/{opening}" in each), None)
    return (
        (SITE / "page.html")
        .read_text(encoding="utf-8")
        .format(
            policy=policy,
            title=escape(TITLE),
            description=escape(DESCRIPTION),
            preview=preview,
            icon=ICON,
            style=style,
            script=script,
            given=_data(given),
            first=f'<script src="data/{first}.js" defer></script>\n' if first else "",
            tabs="".join(_tabs()),
            stage=stage_html(),
            footer=footer,
            **_contents(),
        )
    )


@cache
def _contents() -> dict[str, str]:
    """The contents of the tabs, which are the same on every page."""
    toy = toy_given()
    toy["say"] = {key: text for key, text in TOY.items() if key != "run"}  # a run needs the app
    return {
        "runs": "".join(_runs()),
        "code": _attribute(CODE),
        "lessons": escape(LESSONS["said"].format(count=len(files()))),
        "open_lessons": escape(LESSONS["open"]),
        "toy": _attribute(toy),
        "worth": _attribute(worth_given()),
        "comparisons": "".join(
            f'<option value="{escape(name)}">{escape(each.title)}</option>' for name, each in bundled().items()
        ),
        "unanswered": escape(NO_RACE),
        "wrong_tab": escape(WRONG_TAB),
        "slots": f'<div class="slot block">{stage_html()}</div>' * MOST_STAGES,
        "gallery": gallery_html(),
        "tables": "".join(
            f'<template id="table-{escape(name)}">{table_html([row_of(run) for run in each.runs], comparison=name)}'
            "</template>"
            for name, each in bundled().items()
        ),
    }


def _tabs() -> Iterator[str]:
    for name, label in TABS.items():
        yield (
            f'<button type="button" role="tab" id="tab-{name}" data-tab="{name}" aria-controls="{name}" '
            f'aria-selected="{str(name == "explore").lower()}">{label}</button>'
        )


def _runs() -> Iterator[str]:
    """The options of the list of runs, grouped by story."""
    for story, cards in groupby(gallery(), key=lambda card: card.story):
        options = "".join(
            f'<option value="{escape(card.name)}">{escape(card.note or card.title)}</option>' for card in cards
        )
        yield f'<optgroup label="{escape(story)}">{options}</optgroup>'


def _json(value: Any) -> str:
    """Write JSON without spaces, because every visitor loads it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _attribute(value: Any) -> str:
    """JSON for an attribute in single quotes. JSON has so many double quotes that escaping them would cost
    kilobytes.
    """
    return escape(_json(value), quote=False).replace("'", "&#39;")


def _data(value: Any) -> str:
    """JSON for a script element. No text in it can end the element."""
    return _json(value).replace("<", "\\u003c")


@cache
def site_css(font: str = FONT_FILE) -> str:
    """The style sheet, joined from those of the first view, the site, the stage, and the app's components.

    `font` is the address of the font, relative to the sheet.
    """
    every = "#learn-toy, #learn-worth, #race, #reproduce"
    parts = [(every, "\n".join(colours()))]
    parts += [
        (selector, (UI / f"{name}.css").read_text(encoding="utf-8"))
        for selector, name in ((every, "learn"), ("#race", "race"), ("#reproduce", "reproduce"))
    ]
    shared = [f"{selector} {{\n{rules}\n}}" for selector, rules in parts]
    first = [(UI / file).read_text(encoding="utf-8") for file in ("opening.css", "first.css")]
    stage = f"#stage, .slot {{\n{stage_css()}\n}}"
    sheet = "\n".join([font_face(font), *first, built("site.css", SITE), stage, *shared])
    sheet = re.sub(r"/\*.*?\*/|^[ \t]+|\n(?=\n)", "", sheet, flags=re.DOTALL | re.MULTILINE)
    sheet = re.sub(r"([:;{,]) (?!\s)| (?=[{}])", r"\1", sheet)  # spaces that separate nothing
    return re.sub(r"(?<=[;{},])\n|;(?=\s*\})", "", sheet)  # and line ends and semicolons that separate nothing


def site_js() -> str:
    """The script of the site. It is a classic script, because pages opened from a file cannot load modules."""
    return built("site.js", SITE)
