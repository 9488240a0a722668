"""The stage's files: markup, style sheet and script, read once. No build step, and nothing from outside."""

from functools import cache
from pathlib import Path

STAGE = Path(__file__).parent


@cache
def stage_html() -> str:
    """The constant markup."""
    return (STAGE / "stage.html").read_text(encoding="utf-8")


@cache
def stage_css() -> str:
    """The style sheet, written to be nested in a rule for the element that holds the stage."""
    return (STAGE / "stage.css").read_text(encoding="utf-8")


@cache
def stage_js() -> str:
    """The script: the numbered files in order, a function body over (element, trigger, props, server, upload, …)."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted((STAGE / "js").glob("[0-9]*.js")))
