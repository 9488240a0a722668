"""Write the tables of families and formats in docs/your-own-models.md from the zoo's results."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.zoo.families import FAMILIES
from decoders.files import write_whole

PAGE = Path(__file__).parents[2] / "docs" / "your-own-models.md"
FAMILY_MARKS = "<!-- families: made by `make zoo` -->", "<!-- end of families -->"
FORMAT_MARKS = "<!-- formats: made by `make zoo` -->", "<!-- end of formats -->"
POSITION_KEYS = ("max_position_embeddings", "n_positions", "max_seq_len")
NO_SUCH_ARCHITECTURE = re.compile(r"its architecture, \w+, is not supported")
Row = Mapping[str, Any]


def put_tables(rows: Sequence[Row], formats: Sequence[Row], page: Path = PAGE) -> None:
    """Replace both tables in the page. Raises ValueError if the page lacks their marks."""
    text = page.read_text(encoding="utf-8")
    for marks, made in ((FAMILY_MARKS, table(rows)), (FORMAT_MARKS, format_table(formats))):
        before, begin, rest = text.partition(marks[0])
        _, end, after = rest.partition(marks[1])
        if not begin or not end:
            raise ValueError(f"{page} should have the marks {marks[0]} and {marks[1]}")
        text = f"{before}{begin}\n{made}\n{end}{after}"
    write_whole(page, text)


def format_table(formats: Sequence[Row]) -> str:
    """One line per format: engine, precision, and whether the text equals that of `generate`; or the refusal."""
    lines = ["| format of the target | what happens |", "|---|---|"]
    for row in formats:
        ran = f"runs on {_ENGINES.get(row['engine'], row['engine'])} in {row['dtype']}"
        outcome = f"{ran}, {'**other text than `generate`**' if row['different'] else 'equal to `generate`'}"
        lines.append(f"| {row['format']} | {'refused: “' + row['refused'] + '”' if row['refused'] else outcome} |")
    return "\n".join(lines)


_ENGINES = {"numba": "the built-in kernels"}


def table(rows: Sequence[Row]) -> str:
    """One line per family: how torch runs it, the longest text, whether the kernels run it, and if texts are equal."""
    cells = {(row["family"], row["engine"]): row for row in rows}
    lines = ["| family | torch | longest text | built-in kernels | equal to `generate` |", "|---|---|---|---|---|"]
    for name, family in FAMILIES.items():
        torch, kernels = cells.get((name, "torch")), cells.get((name, "numba"))
        if torch is None or kernels is None:
            continue
        cols = (family.label, _runs(torch), _longest(torch, family.config), _runs(kernels), _equal(torch, kernels))
        lines.append(f"| {' | '.join(cols)} |")
    return "\n".join(lines)


def _longest(row: Row, config: Mapping[str, Any]) -> str:
    """The longest text, including the prompt: all positions of the model, or fewer."""
    if row["refused"]:
        return "–"
    if row["window"] is None:
        return "no limit"
    positions = next((config[key] for key in POSITION_KEYS if key in config), row["window"])
    return "all positions" if row["window"] == positions else f"{row['window']} of {positions} tokens"


def _runs(row: Row) -> str:
    """A phrase that says how an engine runs a family, or why it does not."""
    if row["refused"]:
        reason = _reason(row["refused"])
        return "no" if NO_SUCH_ARCHITECTURE.fullmatch(reason) else f"no: {reason}"
    if row["tree_mode"] == "tree":
        return "yes"
    kind, _, why = row["tree_mode"].partition(": ")
    return f"{_MODES[kind]}: {why}"


_MODES = {"paths": "path by path", "states": "from stored states"}


def _reason(sentence: str) -> str:
    """The reason in an error message that refuses a model, without its subject and its advice."""
    for opening in ("cannot run TARGET: ", "TARGET cannot be used: "):
        if opening in sentence:
            sentence = sentence.partition(opening)[2]
    return re.split(r"[.;] ", sentence, maxsplit=1)[0].rstrip(".")


def _equal(*rows: Row) -> str:
    """Whether greedy decoding equals transformers' and the methods at temperature 0 equal greedy decoding."""
    runs = [row for row in rows if not row["refused"]]
    if not runs:
        return "–"
    return "yes" if not any(row["greedy"] or row["methods"] for row in runs) else "**no**"
