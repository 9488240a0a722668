"""The table of a comparison, with one row per finished run and ratios between comparable runs."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from html import escape
from statistics import median
from typing import Any

from decoders.catalog import DECODERS
from decoders.errors import BadInput
from explorer.features.comparisons import check_times
from explorer.features.laws import comparable, differences, law_of
from explorer.measuring.timing import Times
from explorer.service.store import ends_of
from explorer.site.html import scrolled
from explorer.story.page.runs import names, settings_of_each
from explorer.trace.lines import Header, Summary
from explorer.trace.metrics import ACCEPTANCE, ACCEPTANCE_WHY, DRAWS, tokens_per_s

COLUMNS = (
    ("tokens", "emitted", 0),
    ("target passes", "target_passes", 0),
    ("tokens per round", "tokens_per_iteration", 2),
    ("tokens/s", "speed", 1),
    ("acceptance rate", "acceptance", 2),
    ("draft tokens", "drafted", 0),
    ("wasted draft tokens", "wasted", 0),
)
_COMPARED = ("tokens_per_iteration", "speed")  # metrics that are also shown as a ratio to the first method
BLOCK_THEOREM = (
    "With the same drafts, block verification never accepts fewer tokens on average than token-by-token testing "
    "(Sun et al. 2025). Two single runs can still differ the other way."
)
_LAW = "How tokens are chosen, and whether the output distribution equals the target’s."


@dataclass(frozen=True)
class Row:
    """A finished run: the name of its trace, the trace's header, and its metrics."""

    name: str
    header: Header
    metrics: dict[str, Any]


def metrics_of(summary: Summary) -> dict[str, Any]:
    """The metrics of a run, from the last line of its trace."""
    return {**asdict(summary.counts), "speed": tokens_per_s(summary), "seconds": summary.seconds.total}


def row_of(name: str) -> Row:
    """Make the table row of the trace with this name. Raises BadInput if the run has not finished."""
    header, summary = ends_of(name)
    if summary is None:
        raise BadInput(f"The run {name} did not finish. Run it again to compare it.")
    return Row(name, header, metrics_of(summary))


def timed_rows(rows: Sequence[Row], times: Times) -> list[Row]:
    """The rows with the median speeds of several timings, as in the race. Without timings, the rows are unchanged."""
    found = list[Row]()
    for row, each in zip(rows, check_times(rows, times) or [()] * len(rows), strict=True):
        speed = {"speed": row.metrics["emitted"] / median(each)} if each else {}
        found.append(replace(row, metrics=row.metrics | speed))
    return found


def table_html(rows: Sequence[Row], times: Times = (), comparison: str = "") -> str:
    """The folded table as HTML. Ratios are relative to the first run and given only for comparable runs.

    `times` holds several timings of each run. `comparison` is the id under which the comparison is stored.
    """
    if not rows:
        return ""
    heads = [row.header for row in rows]
    unlike, rows = differences(heads), timed_rows(rows, times)
    warning = f'<p class="unlike" role="note">{escape(unlike)}</p>' if unlike else ""
    head = "".join(_column_html(name, key) for name, key, _ in COLUMNS)
    first = f'<th scope="col">method</th><th scope="col" class="rule" title="{_LAW}">sampling</th>'
    labelled = zip(rows, names(heads), settings_of_each(heads), strict=True)
    body = "".join(_row_html(row, rows[0], name, words) for row, name, words in labelled)
    count = len(times[0]) if check_times(rows, times) else 1
    clock = (
        f"Speeds are medians of {count} timings, as in the race."
        if count > 1
        else "Speeds are from one recorded run each, as in the race."
    )
    ratio = "“×” compares with the first method if both have the same output distribution."
    theorem = f" {escape(BLOCK_THEOREM)}" if _equal_drafts(heads) else ""
    note = f"<p>{ratio}{theorem} {clock} Acceptance rate: {escape(ACCEPTANCE_WHY)}. {escape(DRAWS)}.</p>"
    table = f"<table><thead><tr>{first}{head}</tr></thead><tbody>{body}</tbody></table>"
    folded = "<summary>All numbers</summary>"
    kept = f' data-comparison="{escape(comparison)}"' if comparison else ""
    box = scrolled(table + note, "All numbers of these runs")
    return f'{warning}<details class="folded"{kept}>{folded}{box}</details>'


def _equal_drafts(heads: Sequence[Header]) -> bool:
    """Whether the runs test the same drafts both token by token and as a whole, with the same output distribution."""
    chains = {head.method: head for head in heads if head.method in ("spd", "block")}
    if len(chains) < 2:
        return False
    spd, block = chains["spd"], chains["block"]
    return spd.settings.get("gamma") == block.settings.get("gamma") and comparable(spd, block)


def _column_html(name: str, key: str) -> str:
    if key != "acceptance":
        return f'<th scope="col">{escape(name)}</th>'
    return f'<th scope="col" title="{escape(ACCEPTANCE_WHY)}">{escape(name)} <small>({escape(ACCEPTANCE)})</small></th>'


def _row_html(row: Row, first: Row, name: str, words: str) -> str:
    law, title = law_of(row.header), DECODERS[row.header.method].title
    base = first.metrics if row is not first and comparable(row.header, first.header) else {}
    alike = f' data-called="{escape(name)}"' if "(" in name else ""  # the run's method appears twice
    return (
        f'<tr data-run="{escape(row.name)}" data-iterations="{row.metrics["iterations"]}"{alike}>'
        f'<th scope="row">{escape(title)}<small>{escape(words)}</small></th>'
        f'<td class="rule">{escape(law.how)}<small>{escape(law.kept)}</small></td>'
        + "".join(f"<td>{_cell(row.metrics, base, key, digits)}</td>" for _, key, digits in COLUMNS)
        + "</tr>"
    )


def _cell(metrics: dict[str, Any], base: dict[str, Any], key: str, digits: int) -> str:
    value = metrics.get(key)
    if value is None:
        return "–"
    ratio = f" ({value / base[key]:.2f}×)" if key in _COMPARED and base.get(key) else ""
    return f"{value:.{digits}f}{ratio}"
