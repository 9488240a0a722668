"""Tables of a sweep as LaTeX, one per data set, with one row per cell and one column per metric.

The tables need `\\usepackage{booktabs}`. All names from users and files are escaped.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from explorer.lab.experiment import Row
from explorer.statistics import LEVEL

if TYPE_CHECKING:
    from explorer.lab.analysis.results import Results

_SIGNS = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", "γ": r"$\gamma$", "τ": r"$\tau$", "θ": r"$\theta$", "α": r"$\alpha$", "ρ": r"$\rho$",
    "ε": r"$\epsilon$", "δ": r"$\delta$", "𝒯": r"$\mathcal{T}$", "≤": r"$\leq$", "≥": r"$\geq$", "−": "$-$",
    "–": "--", "×": r"$\times$", "W̄": r"$\bar{W}$", "→": r"$\to$", "\u00a0": "~",
}  # fmt: skip


def escaped(text: str) -> str:
    """Escape text for LaTeX. Line ends become spaces, and control characters are removed.

    >>> print(escaped("spd γ=2, top_p 50% & {x}"))
    spd $\\gamma$=2, top\\_p 50\\% \\& \\{x\\}
    """
    text = text.replace("W̄", "\ue000")
    made = (r"$\bar{W}$" if sign == "\ue000" else _SIGNS.get(sign, sign) for sign in " ".join(text.split()))
    return "".join(sign for sign in made if len(sign) > 1 or sign.isprintable())


def table_tex(found: "Results") -> str:
    """Write all tables of a sweep, one after another."""
    rows = found.table()
    return "\n".join(_table(found, data, [row for row in rows if row["data"] == data]) for data in found.data)


def _table(found: "Results", data: str, rows: Sequence[Row]) -> str:
    """Write the table of one data set."""
    split, experiment = found.experiment.split, found.experiment
    metrics = {row["metric"]: row["label"] for row in rows}
    lines: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        lines.setdefault((row["cell"], f"{row[split]:g}" if split else ""), {})[row["metric"]] = row
    heads = ["", *([split] if split else []), *metrics.values()]
    body = [
        " & ".join([escaped(cell), *([part] if split else []), *(_number(line.get(key)) for key in metrics)]) + r" \\"
        for (cell, part), line in lines.items()
    ]
    prompts = max((row["n"] for row in rows), default=0)
    caption = f"{experiment.title}. {experiment.paper} {experiment.item} on {data}, at most n = {prompts} prompts."
    made_on = f"Pair {found.about.get('pair')}; {LEVEL:.0%} intervals over prompts."
    return "\n".join(
        [
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{escaped(caption)} {escaped(made_on)}}}",
            rf"\label{{tab:{_label(f'{experiment.name}-{data}')}}}",
            rf"\begin{{tabular}}{{{'l' + 'r' * (len(heads) - 1)}}}",
            r"\toprule",
            " & ".join(map(escaped, heads)) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _number(row: Row | None) -> str:
    """A value with its interval in brackets; a dash if there is no value."""
    if row is None:
        return "--"
    interval = "" if row["low"] is None else f" [{row['low']:.4g}, {row['high']:.4g}]"
    return f"${row['value']:.4g}{interval}$"


def _label(name: str) -> str:
    """A name for \\label, with only letters, digits and hyphens."""
    return "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in name)
