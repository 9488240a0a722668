"""The report of a sweep: one offline HTML page with the plot, all numbers and intervals, failures, and conditions.

The page has a light and a dark style. The papers' values have a separate table, because they belong to other models.
"""

import json
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

from decoders.files import check_file, write_named
from explorer.lab.analysis.paired import differences
from explorer.lab.analysis.results import Results
from explorer.lab.experiment import METRICS, Row
from explorer.statistics import LEVEL
from explorer.story.numbers import plural

SETTINGS = "settings (all others have their default values)"
LONG = 32  # characters of settings that are shown unfolded
# Labels of conditions whose names are not clear enough.
TOLD = {
    "limit": "maximum new tokens per run", "raw": "prompt without the chat template", "cells": "hash of all settings",
    "system": "system prompt", "messages": "turns before the prompt", "template_args": "template variables",
    "ignore_eos": "EOS ignored", "cores": "processor cores", "threads": "torch threads",
    "workers": "processes",
}  # fmt: skip

_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>
body {{ font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; padding: 16px; max-width: 1080px; color: #1f2937; }}
h1 {{ font-size: 22px; }} h2 {{ font-size: 17px; margin-top: 28px; }}
table {{ border-collapse: collapse; font-size: 13px; }} .wide {{ overflow-x: auto; }}
th, td {{ text-align: left; padding: 3px 10px 3px 0; border-bottom: 1px solid #d6dbe2; vertical-align: top; }}
td.n {{ text-align: right; font-variant-numeric: tabular-nums; }} code {{ font-size: 13px; }}
@media (prefers-color-scheme: dark) {{ body {{ background: #0b0f15; color: #e6eaf0; color-scheme: dark; }}
th, td {{ border-color: #3b4451; }} }}
</style></head><body>
<h1>{title}</h1><p>{says}</p>{plot}{parts}</body></html>
"""


def page(results: Results) -> str:
    """Write the report as an HTML page."""
    experiment = results.experiment
    title = f"{experiment.paper} {experiment.item}: {experiment.title}"
    plot = experiment.draw(results).to_html(full_html=False, include_plotlyjs=True, config={"responsive": True})
    parts = [
        _section("Measurements", table_html(numbers(results))),
        _section("Paired differences", table_html(compared(results))),
        _section("Values in the paper", table_html(reported(results))),
        _section("Failures", table_html(results.failed)),
        _section("Environment", table_html(conditions(results))),
    ]
    return _PAGE.format(title=escape(title), says=escape(says(results)), plot=plot, parts="".join(parts))


def says(results: Results) -> str:
    """A summary in sentences: what varies, what is measured, what failed, and what differs from the paper."""
    experiment = results.experiment
    done = f"{plural(len(results.rows), 'row')}, {plural(len(results.failed), 'item')} failed."
    differs = f" Differences from the paper: {experiment.differs}." if experiment.differs else ""
    notes = "".join(f" {note}" for note in (results.unscored(), results.timed_out()) if note)
    return f"Varies: {experiment.varies}. Measures: {experiment.measures}. {done}{notes}{differs}"


def numbers(results: Results) -> list[Row]:
    """The table of numbers in readable form: few digits, and one column each for the interval and the settings."""
    made, split = [], results.experiment.split
    for row in results.table():
        part = {split: row[split]} if split else {}
        interval = "" if row["low"] is None else f"{row['low']:.4g} to {row['high']:.4g}"
        settings = ", ".join(f"{key}={value}" for key, value in json.loads(row["settings"]).items())
        made.append(
            {"data": row["data"], "cell": row["cell"], **part, "metric": row["label"], "value": f"{row['value']:.4g}"}
            | {"95% interval": interval, "n (prompts)": row["n"], "runs": row["runs"], "seeds": row["seeds"]}
            | {"method": row["method"], SETTINGS: settings}
        )
    return made


def compared(results: Results) -> list[Row]:
    """The table of differences between cells in readable form: few digits, and one column for the interval."""
    part = results.experiment.split
    return [
        {"data": row["data"], "cell": row["cell"], "minus": row["other"]}
        | ({part: row[part]} if part else {})
        | {"metric": row["label"], "difference": f"{row['difference']:.4g}"}
        | {f"{LEVEL:.0%} interval": "" if row["low"] is None else f"{row['low']:.4g} to {row['high']:.4g}"}
        | {"p (paired permutation)": f"{row['p']:.3g}", "p (Holm)": f"{row['p_holm']:.3g}", "n (prompts)": row["n"]}
        for row in differences(results)
    ]


def reported(results: Results) -> list[Row]:
    """The papers' values with their table or figure."""
    return [
        {"source": m.where, "method": m.group, "x": m.x, "metric": METRICS[m.metric].label, "value": m.value}
        for m in results.experiment.marks
    ]


def conditions(results: Results) -> list[Row]:
    """The conditions of the sweep with clear labels."""
    return [
        {"condition": TOLD.get(key, key), "value": None if value is None else str(_told(value))}
        for key, value in results.about.items()
    ]


def table_html(rows: Sequence[Row]) -> str:
    """Rows as an HTML table, or a sentence if there are none."""
    if not rows:
        return "<p>None.</p>"
    head = list(dict.fromkeys(key for row in rows for key in row))
    heads = "".join(f'<th scope="col">{escape(key)}</th>' for key in head)
    body = "".join("<tr>" + "".join(_cell(key, row.get(key)) for key in head) + "</tr>" for row in rows)
    box = '<div class="wide" tabindex="0" role="group" aria-label="All numbers">'
    return f"{box}<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"


def _cell(key: str, value: Any) -> str:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    text = escape("" if value is None else f"{value:g}" if number else str(value))
    if key == SETTINGS and len(text) > LONG:
        text = f"<details><summary>{escape(str(value)[:LONG])}…</summary>{text}</details>"
    return f"<td{' class=n' if number else ''}>{text}</td>"


def _told(value: Any) -> Any:
    """A condition's value as text. The parts of a list or an object are written in order."""
    if isinstance(value, list):
        return "; ".join(str(_told(one)) for one in value)
    return ", ".join(f"{key} {_told(one)}" for key, one in value.items()) if isinstance(value, dict) else value


def _section(title: str, body: str) -> str:
    return f"<h2>{escape(title)}</h2>{body}"


def write(results: Results, out: Path) -> None:
    """Write the page to a file. Raises BadInput if it cannot be written."""
    check_file(out)
    write_named(out, page(results))
