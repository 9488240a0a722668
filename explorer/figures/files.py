"""Write a plotly figure as HTML, JSON, SVG or PNG.

plotly's script draws SVG and PNG in a headless browser. If kaleido is installed, it finds a browser. Otherwise,
Chromium or Chrome is called directly.
"""

import base64
import importlib.util
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import unquote

from plotly.offline import get_plotlyjs

from decoders.errors import BadInput
from decoders.files import check_file, write_named
from explorer.figures.look import GROUND, Figure, file_name

BROWSERS = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "chromium-headless-shell",
)
FORMATS = (".html", ".svg", ".png", ".json")
SECONDS = 120
_SCALE = 2  # pixels of a PNG per pixel of the figure
_PAGE = """<!doctype html><meta charset="utf-8"><body><script>%s</script><script>
const figure = %s;
Plotly.toImage(figure, {format: "%s", width: %d, height: %d, scale: %d}).then(
  (url) => { document.body.textContent = "[" + url + "]"; },
  (error) => { document.body.textContent = "[failed]"; });
</script></body>"""


def write(figure: Figure, out: Path, *, dark: bool = False) -> None:
    """Write the figure to `out` in the format of its extension, light or dark. Raises BadInput if that is
    impossible.
    """
    if out.suffix not in FORMATS:
        raise BadInput(f"-o {out} has an unknown extension. Choose one of: {', '.join(FORMATS)}.")
    check_file(out)
    write_named(out, document(figure, out.suffix[1:], dark=dark))


def document(figure: Figure, kind: str, *, dark: bool = False) -> bytes:
    """The figure as the bytes of an HTML, JSON, SVG or PNG file, for a light or a dark page.

    Raises BadInput if it cannot be drawn here.
    """
    figure.update_layout(paper_bgcolor=GROUND[dark], font={"color": "#c6ccd4" if dark else "#4b5563"})
    if kind == "html":
        camera = {"toImageButtonOptions": {"format": "svg", "filename": file_name(figure)}}
        return figure.to_html(include_plotlyjs=True, full_html=True, config=camera).encode()
    if kind == "json":
        return figure.to_json().encode()
    return _by_kaleido(figure, kind) if importlib.util.find_spec("kaleido") else _by_browser(figure, kind)


def _by_kaleido(figure: Figure, kind: str) -> bytes:
    try:
        return figure.to_image(format=kind, scale=_SCALE)
    except Exception as error:  # kaleido has several exceptions for a missing browser
        first = (str(error).strip().splitlines() or ["no details"])[0][:160]
        raise BadInput(
            f"kaleido cannot draw the figure ({first}). Install Chromium or Chrome, or save as .html."
        ) from None


def browser() -> str | None:
    """The browser in the variable BROWSER_PATH, which kaleido also reads, or else the first installed browser.

    None if there is no browser.
    """
    named = os.environ.get("BROWSER_PATH")
    return shutil.which(named) if named else next(filter(None, map(shutil.which, BROWSERS)), None)


def _by_browser(figure: Figure, kind: str) -> bytes:
    """The picture that plotly's script draws in a headless browser. The picture is read from the resulting page."""
    program = browser()
    if program is None:
        raise BadInput(
            f"Saving a .{kind} file requires a browser, and none was found. "
            "Install Chromium or Chrome, or save as .html."
        )
    size = int(figure.layout.width or 900), int(figure.layout.height or 450)
    page = _PAGE % (
        get_plotlyjs(),
        figure.to_json().replace("<", "\\u003c"),
        kind,
        *size,
        _SCALE if kind == "png" else 1,
    )
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "figure.html"
        file.write_text(page, encoding="utf-8")
        flags = ["--headless", "--disable-gpu", f"--user-data-dir={folder}/profile", "--dump-dom"]
        flags += ["--no-sandbox"] if os.geteuid() == 0 else []  # as root, Chromium starts only without its sandbox
        command = [program, *flags, "--virtual-time-budget=20000", file.as_uri()]
        try:
            page_text = subprocess.run(command, capture_output=True, timeout=SECONDS, check=True).stdout.decode()
        except (OSError, subprocess.SubprocessError):
            raise BadInput(f"{program} did not draw the picture. Try another BROWSER_PATH, or save as .html.") from None
    return _image(page_text, program)


def _image(page: str, program: str) -> bytes:
    """The bytes of the data URL in the resulting page. Raises BadInput if the page has no data URL."""
    match = re.search(r"\[data:image/[a-z+]+(?:;charset=[\w-]+)?(;base64)?,([^\]]*)\]", page)
    if not match:
        raise BadInput(f"{program} did not draw the picture. Try another BROWSER_PATH, or save as .html.")
    coded, text = match.groups()
    return base64.b64decode(text) if coded else unquote(text).encode()
