"""Compute figures from rows: sums, ratios with bootstrap intervals over prompts, the best of a grid, Markdown tables.

Seconds of a row: `wall` is the time from the call to the last token. `cpu` is its processor time, which other work on
the machine affects least. `loop` is the decode loop, which defines tokens/s (without the target's prefill). `target`
and `draft` are the times inside passes. `other` is the rest of the loop without the draft's prefill: the method's own
work and its recording. transformers' `generate` has no separate loop, because its first pass is the prefill, so it is
compared only by `wall`.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.entrants import COMPARISONS, Method, name_of
from benchmarks.rounds import Round, Row
from explorer.statistics import percentiles, resamples

WIDTH_SLACK = 0.5  # largest difference between the mean W_L and W if they should be about equal
Samples = NDArray[np.int64]


def interval(values: NDArray[np.float64]) -> list[float]:
    """The interval that contains 95% of resampled values."""
    return [round(x, 4) for x in percentiles(values)]


def ratio(rows: Sequence[Row], base: Sequence[Row], clock: str) -> dict[str, Any] | None:
    """The speed of one entrant divided by another's on the same prompts: median ratio, ratio of totals, and intervals.

    `clock` is loop, wall or cpu. Returns None if one of them lacks this time.
    """
    if not rows or any(row[clock] is None for row in (*rows, *base)):
        return None
    made, spent = _column(rows, "emitted"), _column(rows, clock)
    base_made, base_spent = _column(base, "emitted"), _column(base, clock)
    each = (made / spent) / (base_made / base_spent)
    at = resamples(len(rows))
    totals = _sums(made, at) / _sums(spent, at) / (_sums(base_made, at) / _sums(base_spent, at))
    total = made.sum() / spent.sum() / (base_made.sum() / base_spent.sum())
    return {
        "median": round(float(np.median(each)), 4),
        "median_interval": interval(np.median(each[at], axis=1)),
        "total": round(float(total), 4),
        "total_interval": interval(totals),
    }


def nll_difference(rows: Sequence[Row], base: Sequence[Row]) -> dict[str, Any]:
    """The mean −log p per token of one entrant minus another's; below 0 means a lower perplexity."""
    at = resamples(len(rows))
    made, base_made = _column(rows, "emitted"), _column(base, "emitted")
    less, base_less = -_column(rows, "logp"), -_column(base, "logp")
    value = less.sum() / made.sum() - base_less.sum() / base_made.sum()
    each = _sums(less, at) / _sums(made, at) - _sums(base_less, at) / _sums(base_made, at)
    return {"value": round(float(value), 4), "interval": interval(each)}


def _column(rows: Sequence[Row], key: str) -> NDArray[np.float64]:
    return np.array([row[key] for row in rows], dtype=np.float64)


def _sums(values: NDArray[np.float64], at: Samples) -> NDArray[np.float64]:
    return values[at].sum(axis=1)


def total(rows: Sequence[Row], key: str) -> float:
    """The sum of one column; None counts as 0."""
    return sum(row[key] or 0 for row in rows)


def summary(rows: Sequence[Row], base: Sequence[Row]) -> dict[str, Any]:
    """The row of one entrant in the table."""
    emitted, judged = total(rows, "emitted"), total(rows, "judged")
    looped = all(row["loop"] is not None for row in rows)
    seconds = total(rows, "loop" if looped else "wall")
    widths = [row["width"] for row in rows if row["width"] is not None]
    kept = [row["kept_width"] for row in rows if row["kept_width"] is not None]
    return {
        "prompts": len(rows),
        "emitted": emitted,
        "tokens_per_s": round(emitted / seconds, 3),
        "tokens_per_s_of": "decode loop" if looped else "whole call",
        "ratio": ratio(rows, base, "loop"),
        "ratio_with_prefill": ratio(rows, base, "wall"),
        "ratio_of_cpu_time": ratio(rows, base, "cpu"),
        "tokens_per_iteration": round(emitted / total(rows, "target_passes"), 4),
        "acceptance": round(total(rows, "accepted") / judged, 4) if judged else None,
        **{key: total(rows, key) for key in ("drafted", "accepted", "committed", "target_passes", "draft_passes")},
        "not_accepted": total(rows, "drafted") - total(rows, "accepted"),
        "perplexity": round(math.exp(-total(rows, "logp") / emitted), 4),
        "rule_share": round(total(rows, "other") / seconds, 4),
        "target_share": round(total(rows, "target") / seconds, 4),
        "draft_share": round(total(rows, "draft") / seconds, 4),
        "ms_per_target_pass": _per(rows, "target", "target_passes"),
        "ms_per_draft_pass": _per(rows, "draft", "draft_passes"),
        "mean_width": round(float(np.mean(widths)), 3) if widths else None,
        "mean_accepted_width": round(float(np.mean(kept)), 3) if kept else None,
    }


def _per(rows: Sequence[Row], seconds: str, passes: str) -> float | None:
    count = total(rows, passes)
    return round(1000 * total(rows, seconds) / count, 3) if count else None


def comparisons(group: str, rounds: Mapping[str, Round], labels: Sequence[str]) -> list[dict[str, Any]]:
    """The ratios of `entrants.COMPARISONS` for which both entrants are present."""
    found = []
    for _, one, other in (each for each in COMPARISONS if each[0] == group):
        label, against = _first(labels, one), _first(labels, other)
        if label is None or against is None:
            continue
        rows, base = ([each[word] for each in rounds.values()] for word in (label, against))
        drafted = total(base, "drafted")
        found.append(
            {
                "method": label,
                "against": against,
                "ratio": ratio(rows, base, "loop"),
                "ratio_with_prefill": ratio(rows, base, "wall"),
                "ratio_of_cpu_time": ratio(rows, base, "cpu"),
                "nll_per_token_difference": nll_difference(rows, base),
                "drafted_ratio": round(total(rows, "drafted") / drafted, 4) if drafted else None,
                "acceptance_difference": _difference(rows, base),
            }
        )
    return found


def _first(labels: Sequence[str], start: str) -> str | None:
    """The first entrant whose parts begin with those of `start`."""
    return next((one for one in labels if f"{one}:".startswith((f"{start}:", f"{start}="))), None)


def _difference(rows: Sequence[Row], base: Sequence[Row]) -> float | None:
    judged, base_judged = total(rows, "judged"), total(base, "judged")
    if not judged or not base_judged:
        return None
    return round(total(rows, "accepted") / judged - total(base, "accepted") / base_judged, 4)


def choose(
    method: Method, rounds: Sequence[Round], reference: str, width: int | None
) -> tuple[str | None, list[dict[str, Any]]]:
    """Choose the fastest word of a method's grid that satisfies its bound (None if none does).

    Also returns the figures of all words.
    """
    base = [each[reference] for each in rounds]
    bar = summary(base, base)["perplexity"]
    grid = []
    for word in method.grid:
        line = summary([each[word] for each in rounds], base)
        fits = {
            None: True,
            "perplexity": line["perplexity"] <= bar,
            "width": line["mean_width"] is not None and abs(line["mean_width"] - (width or 0)) <= WIDTH_SLACK,
        }[method.bound]
        keys = ("tokens_per_s", "tokens_per_iteration", "acceptance", "perplexity", "rule_share", "mean_width")
        grid.append({"entrant": word, "fits": fits, **{key: line[key] for key in keys}})
    best = max((one for one in grid if one["fits"]), key=lambda one: one["tokens_per_s"], default=None)
    return (None if best is None else best["entrant"]), grid


def markdown(found: Mapping[str, Any]) -> str:
    """All tables of a result file, for the README."""
    parts = []
    for name, group in found["groups"].items():
        if not group["rows"]:
            parts.append(f"**{name}**: no prompt was finished.")
            continue
        warp = ", ".join(f"{key} {value}" for key, value in group["warp"].items())
        parts.append(
            f"**{name}** ({warp}): {len(group['prompts'])} prompts × {found['tokens']} tokens, ratios of tokens/s to "
            f"`{group['reference']}` (median over prompts, 95% interval)\n\n{_table(group)}"
        )
        if group["comparisons"]:
            parts.append("\n".join(_sentence(one) for one in group["comparisons"]))
    return "\n\n".join(parts)


def _table(group: Mapping[str, Any]) -> str:
    columns: list[tuple[str, Callable[[Mapping[str, Any]], str]]] = [
        ("method", lambda row: f"`{name_of(row['entrant'])}`"),
        ("settings", lambda row: ", ".join(f"`{part}`" for part in row["entrant"].split(":")[1:]) or "–"),
        ("tokens/iteration", lambda row: _number(row["tokens_per_iteration"], 2)),
        ("acceptance", lambda row: _number(row["acceptance"], 2)),
        ("drafted/token", lambda row: _number(row["drafted"] / row["emitted"], 2)),
        ("not accepted/token", lambda row: _number(row["not_accepted"] / row["emitted"], 2)),
        ("tokens/s ×", lambda row: _ratio(row["ratio"])),
        ("with prefill ×", lambda row: _ratio(row["ratio_with_prefill"])),
        ("perplexity", lambda row: _number(row["perplexity"], 2)),
        ("rule work", lambda row: f"{row['rule_share']:.1%}"),
    ]
    if any(row["mean_width"] is not None for row in group["rows"]):
        columns.append(("mean W_L (W̄)", _widths))
    head = "| " + " | ".join(title for title, _ in columns) + " |"
    lines = ["| " + " | ".join(show(row) for _, show in columns) + " |" for row in group["rows"]]
    return "\n".join([head, "|" + "---|" * len(columns), *lines])


def _number(value: float | None, digits: int) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _ratio(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return "–"
    low, high = found["median_interval"]
    return f"{found['median']:.2f} ({low:.2f}–{high:.2f})"


def _widths(row: Mapping[str, Any]) -> str:
    return "–" if row["mean_width"] is None else f"{row['mean_width']:.2f} ({row['mean_accepted_width']:.2f})"


def _sentence(one: Mapping[str, Any]) -> str:
    found, clock = (one["ratio"], "") if one["ratio"] else (one["ratio_with_prefill"], ", prefill included")
    nll, low, high = one["nll_per_token_difference"]["value"], *one["nll_per_token_difference"]["interval"]
    drafted = "" if one["drafted_ratio"] is None else f"; drafted tokens × {one['drafted_ratio']:.2f}"
    accepted = "" if one["acceptance_difference"] is None else f"; acceptance {one['acceptance_difference']:+.3f}"
    return (
        f"* `{one['method']}` against `{one['against']}`: {_ratio(found)} × tokens/s{clock} (of totals "
        f"{found['total']:.2f}); −log p per token {nll:+.3f} ({low:+.3f} to {high:+.3f}){drafted}{accepted}"
    )
