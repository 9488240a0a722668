"""The browser that two measurements control: check that it is installed, and turn its errors into one message."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from decoders.errors import BadInput


def check_browser(chromium: str) -> None:
    """Raise BadInput, before anything is started, if the browser or playwright is missing."""
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        raise BadInput("playwright is not installed. Run `pip install playwright`.") from None
    if shutil.which(chromium) is None:
        raise BadInput(f"--chromium {chromium} is not a program. Use the path of Chromium or Chrome.")


@contextmanager
def playing() -> Iterator[Any]:
    """Context manager that starts playwright.

    Raises BadInput if the browser does not start or a page does not respond.
    """
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as player:
            yield player
    except Error as error:
        first = (str(error).splitlines() or ["no details"])[0][:200]
        raise BadInput(f"The browser failed ({first}). Try another --chromium.") from None
