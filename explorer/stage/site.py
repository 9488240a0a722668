"""Write a static viewer of the bundled traces and lessons, without models, for any web server or a Static Space.

The script of the stage runs in it. At the addresses where the app would answer there are gzipped files.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.files import check_folder, write_whole
from explorer.stage.files import stage_css, stage_html, stage_js
from explorer.stage.pack import open_message
from explorer.trace.format import Trace

Part = Mapping[str, Any]
_HEAD = """---
title: Speculative Decoding Explorer (recorded runs)
emoji: 🌲
colorFrom: green
colorTo: blue
sdk: static
license: apache-2.0
---

Recorded runs and lessons of the Speculative Decoding Explorer, without models. Made with `python -m explorer site`.
"""
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self' 'unsafe-inline';
 script-src 'self'; connect-src 'self'; img-src data:">
<title>Speculative Decoding Explorer: recorded runs</title>
<link rel="stylesheet" href="style.css">
</head>
<body>
<header><h1>Speculative decoding, recorded</h1>
<p>A small draft model guesses ahead; the large target model checks all guesses in one pass. <label>Recorded run
<select id="runs">{runs}</select></label> <button id="lessons" type="button">Lessons</button></p></header>
<div id="page">{html}</div>
<script src="stage.js"></script>
<script src="site.js"></script>
</body>
</html>
"""
_STYLE = """body {{ margin: 0 auto; padding: 16px; max-width: 1280px; background: #ffffff; --body-text-color: #1f2937;
  font-family: system-ui, sans-serif; }}
header {{ display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; margin-bottom: 8px; }}
header :is(h1, p) {{ margin: 0; }}
header h1 {{ font-size: 20px; }}
header select {{ max-width: 100%; }}
body.dark {{ background: #0b0f15; color: #e6eaf0; --body-text-color: #e6eaf0; color-scheme: dark; }}
#page {{
{css}
}}
"""
_SCRIPT = """"use strict";
const night = matchMedia("(prefers-color-scheme: dark)");
const theme = () => document.body.classList.toggle("dark", night.matches);
night.addEventListener("change", theme);
theme();
const real = window.fetch;
window.fetch = async (address, ...more) => {
  const url = new URL(address, document.baseURI);
  if (!url.pathname.includes("/explorer/")) return real(address, ...more);
  const reply = await real(new URL(`${url.pathname}.gz`, url), ...more);
  if (!reply.ok) throw new Error(`${reply.status}`);
  return new Response(reply.body.pipeThrough(new DecompressionStream("gzip")));
};
const runs = document.getElementById("runs"), page = document.getElementById("page");
const open = (name, at) => ({ type: "fetch", url: `explorer/open/${name}`, ...at });
const asked = new URLSearchParams(location.search), named = asked.get("trace");
if ([...runs.options].some((option) => option.value === named)) runs.value = named;
const first = asked.has("it") || asked.has("node") ? {} : { at: { it: 1, phase: 1 } };
startStage(page, () => {}, { value: JSON.stringify(open(runs.value, first)), asks: false });
runs.addEventListener("change", () => page.stage.receive(open(runs.value, { at: { it: 1, phase: 1 } })));
document.getElementById("lessons").addEventListener("click", () => page.stage.receive({ type: "lesson" }));
"""


def site(
    folder: Path,
    traces: Iterable[tuple[str, str, str, Trace]],
    lessons: Part,
    played: Mapping[str, Part],
    cards: Mapping[str, str],
) -> int:
    """Write the viewer; returns the bytes written.

    A trace with an empty story is not listed; only lessons open it. `cards` are the pages that teachers print.

    `traces` are (name, story, title, trace). `lessons` is the answer of the route explorer/lessons, `played` the
    answers of explorer/lesson/SLUG by slug. Raises BadInput if the folder cannot be written.
    """
    check_folder(folder, "-o")
    packed = [(name, story, title, open_message(trace, name)) for name, story, title, trace in traces]
    runs = "".join(
        f'<optgroup label="{escape(story)}">'
        + "".join(f'<option value="{escape(name)}">{escape(title)}</option>' for name, _, title, _ in group)
        + "</optgroup>"
        for story, group in groupby(packed, key=lambda one: one[1])
        if story
    )
    texts = {
        "README.md": _HEAD,
        "index.html": _PAGE.format(runs=runs, html=stage_html()),
        "style.css": _STYLE.format(css=stage_css()),
        "stage.js": f"function startStage(element, trigger, props) {{\n{stage_js()}\n}}\n",
        "site.js": _SCRIPT,
    }
    replies = {f"explorer/open/{name}": message for name, _, _, message in packed}
    replies["explorer/lessons"] = json.dumps(lessons)
    replies |= {f"explorer/lesson/{slug}": json.dumps(lesson) for slug, lesson in played.items()}
    texts |= {f"explorer/lesson/{slug}/card.html": html for slug, html in cards.items()}
    files = [folder / name for name in texts]
    try:
        for name, text in texts.items():
            write_whole(folder / name, text)
        for name, text in replies.items():
            files.append(folder / f"{name}.gz")
            files[-1].parent.mkdir(parents=True, exist_ok=True)
            files[-1].write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    except OSError as error:
        raise BadInput(f"-o {folder} cannot be written: {error.strerror}. Choose another folder.") from None
    return sum(file.stat().st_size for file in files)
