"""Cells of CSV files, which people open in spreadsheets."""

from typing import TypeVar

Value = TypeVar("Value")


def safe_cell(value: Value) -> Value | str:
    """Change a value so that no spreadsheet reads it as a formula. This is needed because texts may come from prompts,
    models, logs and file names.

    >>> safe_cell("=1+1"), safe_cell("run.log"), safe_cell(-1.5)
    ("'=1+1", 'run.log', -1.5)
    """
    begins = isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") and value != ""
    return f"'{value}" if begins else value
