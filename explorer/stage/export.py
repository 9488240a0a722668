"""Write a trace as one self-contained HTML page, which opens offline and works like the stage of the app.

The page contains the style sheet, the script and the trace. The trace is never markup: it is JSON in a script element
whose type no browser runs, with every "<" written as \\u003c.
"""

import json
from html import escape
from pathlib import Path

from decoders.files import check_file, write_named
from explorer.stage import pack as stage_data
from explorer.stage.files import stage_css, stage_html, stage_js
from explorer.stage.font import as_data, font_face
from explorer.trace.format import Trace

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; font-src data:">
<title>{title}</title>
<style>
{font}
body {{ margin: 0 auto; padding: 16px; max-width: 1280px; background: #ffffff; --body-text-color: #1f2937; }}
body.dark {{ background: #0b0f15; --body-text-color: #e6eaf0; color-scheme: dark; }}
#page {{
{css}
}}
</style>
</head>
<body>
<div id="page">{html}</div>
<script type="application/json" id="trace">{payload}</script>
<script>
"use strict";
{{
  const night = matchMedia("(prefers-color-scheme: dark)");
  const theme = () => document.body.classList.toggle("dark", night.matches);
  night.addEventListener("change", theme);
  theme();
}}
(function (element, trigger, props) {{
{js}
}})(document.getElementById("page"), () => {{}}, {{
  value: document.getElementById("trace").textContent, asks: false, url: {url}, command: {command} }});
</script>
</body>
</html>
"""


def page(trace: Trace, name: str = "", command: str = "", *, url: bool = True, at: dict[str, int] | None = None) -> str:
    """The HTML page of a trace, with the command that records the trace again.

    If `url` is true, an address with ?it=12&phase=3&node=47 opens the page at that step, and stepping changes the
    address. `at` is the step at which the page opens, counted from 1.
    """
    title = f"{trace.title}: {trace.header.prompt[:60]}"
    return _PAGE.format(
        title=escape(title),
        font=font_face(as_data()),
        css=stage_css(),
        html=stage_html(),
        payload=stage_data.open_message(trace, name, at=at),
        js=stage_js(),
        url=json.dumps(url),
        command=json.dumps(command).replace("<", "\\u003c"),
    )


def export_html(trace: Trace, out: Path, command: str) -> None:
    """Write the page of a trace to the file `out`. Raises BadInput if the file cannot be written."""
    text = page(trace, out.stem, command)
    check_file(out, "--html")
    write_named(out, text, "--html")
