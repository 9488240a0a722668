"""The words of the tab "Energy": its headings, its lesson, its table and its look. Text of traces is always escaped."""

import re
from collections.abc import Sequence
from html import escape
from typing import Any

from explorer.energy.boards import BOARDS
from explorer.story import energy as words
from explorer.ui.energy_batch import number
from explorer.ui.energy_reads import read_in_all
from explorer.ui.widgets import scrolled, strong

# Plotly writes colours into the picture; text and lines follow the page instead, in light and in dark.
STYLE = """<style>
#energy-tab table { border: 0 !important; border-collapse: collapse; font-variant-numeric: tabular-nums; }
#energy-tab :is(th, td) { padding: 0.25rem 0.75rem 0.25rem 0; text-align: right; border: 0 !important; }
#energy-tab tr { border: 0; border-bottom: 1px solid var(--border-color-primary) !important; }
#energy-tab :is(th, td):is(:first-child, .words) { text-align: left; }
#energy-tab .words { min-width: 14rem; }
@media (max-width: 640px) { #energy-tab .words { min-width: 28rem; } } /* else rows would be tall */
/* A shadow at the side where more is: a phone shows no scroll bar. */
#energy-tab .scroll { overflow-x: auto; --edge: color-mix(in srgb, var(--body-text-color) 40%, transparent);
  background: linear-gradient(to right, var(--body-background-fill) 1.5rem, transparent) left / 2.5rem 100% local,
    linear-gradient(to left, var(--body-background-fill) 1.5rem, transparent) right / 2.5rem 100% local,
    linear-gradient(to right, var(--edge), transparent) left / 0.8rem 100%,
    linear-gradient(to left, var(--edge), transparent) right / 0.8rem 100%;
  background-repeat: no-repeat; }
#energy-tab .kind { padding: 0.75rem; border: 0 solid; border-left-width: 6px; gap: 0.75rem; }
#energy-tab .kind.measured { border-left-color: #0072b2; }
#energy-tab .kind.modelled { border-left-color: #b8559a; border-left-style: dashed; }
#energy-tab .kind-head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; margin: 0; }
#energy-tab .kind-head h3 { margin: 0; font-size: 1.05rem; }
#energy-tab .kind-head svg { flex: none; }
#energy-tab .kind-head p { margin: 0; flex: 1 1 18rem; }
#energy-tab .lesson { margin: 0; padding: 0.6rem 0.75rem; background: var(--background-fill-secondary); }
#energy-tab .lead { margin: 0 0 0.4rem; padding: 0 0.75rem; font-size: 1.2rem; font-weight: 500; }
#energy-tab .lesson strong { font-variant-numeric: tabular-nums; }
/* Gradio takes a picture away before it draws the next: the page must not shrink meanwhile, or a click misses. */
#energy-tab .picture { min-height: 422px; }
#energy-tab #energy-reads { min-height: 15rem; }
/* Until a picture is there: the bars of one, faint and still. */
#energy-tab .picture:not(:has(.js-plotly-plot)) {
  background: repeating-linear-gradient(var(--background-fill-secondary) 0 2rem, transparent 2rem 3.2rem) content-box;
  padding: 2.5rem 1rem 2rem 4rem;
}
#energy-tab .picture:not(:has(.js-plotly-plot)) > * { visibility: hidden; }
#energy-tab .unmeasured { margin: 0; font-weight: 600; }
#energy-tab .said { margin: 0.4rem 0 0; font-weight: 600; }
</style>"""
WAITING = '<p class="waiting" role="status">Reading the traces</p>'
ABOUT = (
    "## Energy\nWhat a run costs, known in three ways: **counted** (grey: how often the weights are read, nothing to "
    "believe), **measured** (solid lines, a colour for each run: a counter of the hardware) and **modelled** (dashed, "
    "always purple: computed from the counts for a board of your choice). No curve mixes them."
)
WHY = (
    '<div class="kind-head"><h3>Why speculation saves energy</h3><p>Every pass reads all the weights of its model '
    "once, whether it checks one token or ten. Reading memory costs more than arithmetic, as the paper on MTAD "
    "argues (Qin et al. 2025), so fewer passes of the large model are what saves; the draft’s own reads are the price."
    "</p></div>"
)
MEASURED = (
    '<div class="kind-head"><svg width="44" height="14" aria-hidden="true"><rect width="44" height="14" fill="#0072b2" '
    'opacity="0.25"/><line x2="44" y1="7" y2="7" stroke="#0072b2" stroke-width="3"/><circle cx="22" cy="7" r="5" '
    'fill="#0072b2"/></svg><h3>Measured</h3><p>A run’s total is read from a counter; its iterations get their part by '
    "time, with a band of one update of the counter.</p></div>"
)
MODELLED = (
    '<div class="kind-head"><svg width="44" height="14" aria-hidden="true"><line x2="44" y1="7" y2="7" '
    'stroke="#b8559a" stroke-width="3" stroke-dasharray="7 5"/><circle cx="22" cy="7" r="5" fill="none" '
    'stroke="#b8559a" stroke-width="2.5"/></svg><h3>Modelled</h3><p>Nobody measured this: bytes and FLOPs of '
    "every pass times a data sheet’s coefficients, by Equation 9 of the paper on MTAD (Qin et al. 2025). Waiting is "
    "not in it, so a measured run usually takes more.</p></div>"
)
HEAD = (
    "run", "tokens", "tokens/s", "perplexity", "target passes", "draft passes", "MB moved/token", "draws wasted",
    "measured J", "measured J/token", "modelled mJ/token", "source",
)  # fmt: skip


def as_named(text: str) -> str:
    """Words that came with a trace or a board, for visitors: the paper by its name instead of its section.

    >>> as_named("PW_mem = the limit (MTAD §4: reading takes more)")
    'PW_mem = the limit (the paper on MTAD: reading takes more)'
    """
    return re.sub(r"\b(MTAD|003) §[\d.]+", "the paper on MTAD", text)


def unmeasured_html(runs: Sequence[Any], board: str) -> str:
    """Why the measured part has no picture, and whose joules stand below instead."""
    named = f"the board {board}" if board in BOARDS else board
    return f'<p class="unmeasured">{strong(words.unmeasured([run.why for run in runs], named))}</p>'


def mixed(runs: Sequence[Any]) -> list[str]:
    """What makes the chosen runs hard to compare, as sentences."""
    sources = {(run.measured.method, run.measured.device) for run in runs if run.measured}
    return words.mixed(len({run.pair for run in runs}), len({run.prompt for run in runs}), len(sources))


def lesson_html(runs: Sequence[Any]) -> str:
    """The chosen runs as a lesson: who reads the target's weights how often, against one token a pass."""
    known = [run for run in runs if run.work.tokens and run.work.bytes is not None and run.work.target_weights]
    if not known:
        return ""
    base = next((run for run in known if not run.work.draft_passes), None)
    others = [run for run in known if run is not base and (base is None or run.pair == base.pair)]
    said = " ".join(_read_words(run) for run in ([base] if base else []) + others)
    least = min(others, key=read_in_all, default=None)
    lead = "" if base is None or least is None else f'<p class="lead">{_saved_words(least, base)}</p>'
    return f'{lead}<p class="lesson">{said}</p>'


def _moved(run: Any) -> float:
    return run.work.bytes / run.work.tokens


def _read_words(run: Any) -> str:
    work = run.work
    target = work.target_weights, work.per_token(work.target_passes)
    return strong(words.reads(run.label, target, (work.draft_weights or 0.0, work.per_token(work.draft_passes))))


def _saved_words(run: Any, base: Any) -> str:
    said = words.saved((run.label, read_in_all(run)), (base.label, read_in_all(base)))
    if run.perplexity is not None and base.perplexity is not None:
        alike = bool(run.law) and run.law == base.law
        said += f" {words.perplexities(run.perplexity, base.perplexity, base.label, alike=alike)}"
    return strong(said)


def table_html(runs: Sequence[Any]) -> str:
    """The numbers behind the pictures, for screen readers and for copying."""
    if not runs:
        return ""
    cells = "".join(f"<th>{word}</th>" for word in HEAD[:-1]) + f'<th class="words">{HEAD[-1]}</th>'
    rows = "".join(_row(run) for run in runs)
    table = f"<table><thead><tr>{cells}</tr></thead><tbody>{rows}</tbody></table>"
    return scrolled(table, "Energy of these runs", "scroll")


def _row(run: Any) -> str:
    known, model, work = run.measured, run.modelled, run.work
    per_token = sum(model.joules()) / run.tokens * 1000 if model and run.tokens else None
    cells = (
        run.label,
        str(run.tokens),
        number(run.tokens / run.seconds if run.seconds else None),
        number(run.perplexity),
        str(work.target_passes),
        str(work.draft_passes),
        number(_moved(run) / 1e6 if work.bytes is not None and work.tokens else None),
        number(work.wasted),
        f"{known.joules:.4g} ± {known.band:.2g}" if known else "unknown",
        number(known.joules / run.tokens if known and run.tokens else None),
        number(per_token),
        f"{known.method}, {known.device}" if known else f"not measured: {run.why}",
    )
    shown = "".join(f"<td>{escape(cell)}</td>" for cell in cells[:-1])
    return f'<tr>{shown}<td class="words">{escape(cells[-1])}</td></tr>'
