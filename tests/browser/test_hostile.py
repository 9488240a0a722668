"""A hostile trace in the real page: none of it is run, rendered as markup, fetched or followed."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from explorer.service.store import contents
from tests.browser.driving import open_page, open_tab

pytestmark = pytest.mark.browser
# Frames, scripts and styles with something in them; Gradio's components bring empty styles.
FOREIGN = """[...document.querySelectorAll('iframe, style, script')]
    .filter((one) => one.tagName === 'IFRAME' || one.src || one.textContent.trim()).length"""
PAYLOADS = (
    "<img src=x onerror=owned('img')>",
    "<script>owned('script')</script>",
    "<svg/onload=owned('svg')>",
    "</script><script>owned('close')</script>",
    "${owned('template')}",
    "`+owned('tick')+`",
    "{{constructor.constructor('owned(1)')()}}",
    "<a href=\"javascript:owned('link')\">click</a>",
    "<b>bold</b><br><sup>9</sup>",
    "javascript:owned('url')",
    "' onmouseover='owned(`quote`)",
    '"><iframe srcdoc="<script>parent.owned(1)</script>">',
    "<style>*{display:none}</style>",
    "[x](javascript:owned('md'))",
    "&lt;img src=x onerror=owned('entity')&gt;",
    "\u202ereversed\u202c\x1b[31m",
)


def hostile(file: Path) -> Path:
    """A bundled trace with a payload in every text that comes from a file."""
    rows = [json.loads(line) for line in contents("gsd").splitlines()]
    head = rows[0]
    named = [PAYLOADS[i % len(PAYLOADS)] for i in range(1000)]
    for row in rows:
        if "texts" in row:
            row["texts"] = {key: named[i] for i, key in enumerate(row["texts"])}
    for i, key in enumerate(("title", "paper", "prompt", "device", "target", "draft", "dtype", "note")):
        head[key] = named[i] + named[i + 4]
    head["oracle"]["because"] = named[0]
    head["energy"] = {"method": "unavailable", "reason": named[1]}
    head["settings"][named[2]] = named[3]
    head["versions"][named[4]] = named[5]
    rows[-1]["text"] = "".join(PAYLOADS)
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return file


def test_nothing_of_a_trace_is_ever_markup(page: Page, app_url: str, tmp_path: Path) -> None:
    """Somebody who opens a stranger's trace must see its tokens, and nothing else must happen."""
    owned: list[str] = []
    page.expose_function("owned", lambda what: owned.append(str(what)))
    open_page(page, app_url)
    open_tab(page, "Traces")
    expect(page.locator("#import-files input[type=file]")).to_be_attached()
    page.wait_for_load_state("networkidle")  # styles of the tab's own parts have come
    before = page.evaluate(FOREIGN)
    page.locator("#import-files input[type=file]").set_input_files(hostile(tmp_path / "hostile.jsonl"))
    expect(page.get_by_test_id("stage")).to_have_attribute("data-name", re.compile("^run-"))
    open_tab(page, "Explore")
    for _ in range(12):
        page.get_by_test_id("next-phase").click()
    page.mouse.move(640, 400)
    for selector in ("#stage .st-graph [data-node]", "#stage button", "#stage summary"):
        for found in page.locator(selector).all()[:6]:
            if found.is_visible():
                found.dispatch_event("mouseover")
    shown = page.locator("#stage").inner_text()
    assert owned == []
    assert page.locator("#stage :is(img, script, iframe, style:not(:empty), a[href^='javascript'])").count() == 0
    assert page.evaluate(FOREIGN) == before
    assert any(payload[:12] in shown for payload in PAYLOADS), "the tokens are shown as they are"
