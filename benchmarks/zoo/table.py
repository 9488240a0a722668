"""The table of families in docs/your-own-models.md, made from the zoo's results."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.zoo.families import FAMILIES
from decoders.files import write_whole

PAGE = Path(__file__).parents[2] / "docs" / "your-own-models.md"
BEGIN, END = "<!-- families: made by `make zoo` -->", "<!-- end of families -->"
Row = Mapping[str, Any]


def put_table(rows: Sequence[Row], page: Path = PAGE) -> None:
    """Replace the table in the page. Raises ValueError for a page without its marks."""
    before, begin, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{page} should have the marks {BEGIN} and {END}")
    write_whole(page, f"{before}{begin}\n{table(rows)}\n{end}{after}")


def table(rows: Sequence[Row]) -> str:
    """One line per family: how torch runs it, whether the built-in kernels do, and whether the texts are equal."""
    cells = {(row["family"], row["engine"]): row for row in rows}
    lines = ["| family | torch | built-in kernels | greedy equals `generate` |", "|---|---|---|---|"]
    for name, family in FAMILIES.items():
        torch, kernels = cells.get((name, "torch")), cells.get((name, "numba"))
        if torch is None or kernels is None:
            continue
        lines.append(f"| {family.label} | {_runs(torch)} | {_runs(kernels)} | {_equal(torch, kernels)} |")
    return "\n".join(lines)


def _runs(row: Row) -> str:
    """How an engine runs a family, or why it does not."""
    if row["refused"]:
        return f"no: {_reason(row['refused'])}"
    if row["tree_mode"] == "tree":
        return "yes"
    return f"path by path: {row['tree_mode'].partition(': ')[2]}"


def _reason(sentence: str) -> str:
    """The reason within a sentence that refuses a model, without its subject and its advice."""
    for opening in ("cannot run the target: ", "the target cannot be used: "):
        if opening in sentence:
            sentence = sentence.partition(opening)[2]
    return sentence.partition(";")[0].rstrip(".")


def _equal(*rows: Row) -> str:
    """Whether greedy decoding equals transformers' and the methods at temperature 0 equal greedy decoding."""
    runs = [row for row in rows if not row["refused"]]
    if not runs:
        return "–"
    return "yes" if not any(row["greedy"] or row["methods"] for row in runs) else "**no**"
