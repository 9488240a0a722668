"""Writes the static site: the app's page for bundled runs, lessons and comparisons, without models or a server.

It works under any address, and from a folder on a disk. Answers that the app would give are scripts in data/, each with
gzip in base64, since a page opened from a file may load scripts but may not fetch.
"""

import base64
import gzip
import json
from html import escape
from pathlib import Path
from shutil import copyfile

from decoders.errors import BadInput
from decoders.files import ASSETS, check_folder, write_whole
from explorer.site.page import DESCRIPTION, TITLE, page_html, site_css, site_js
from explorer.site.replies import Replies, replies

PICTURE = ASSETS / "screenshots" / "stage-light.png"  # shown where a link to the site is posted
_README = """---
title: Speculative Decoding Explorer (recorded runs)
emoji: 🌲
colorFrom: green
colorTo: blue
sdk: static
license: apache-2.0
---

Recorded runs, lessons and comparisons of the Speculative Decoding Explorer, without models. Made by
`python -m explorer site`.
"""


def write_site(folder: Path, url: str = "", source: str = "") -> int:
    """Write the site into `folder` and return the number of bytes written.

    `url` is where the site will be, for search engines and link previews; `source` is the address of the project.
    Raises BadInput if the folder cannot be written.
    """
    check_folder(folder, "-o")
    for option, value in (("--url", url), ("--source", source)):
        if value and not value.startswith(("https://", "http://")):
            raise BadInput(f"{option} {value[:80]} is not a web address. It should begin with https://.")
    data = replies()
    files = {address: name for name, answers in data.items() for address in answers}
    texts = {
        "README.md": _README,
        ".nojekyll": "",  # GitHub Pages serves the files as they are
        "index.html": page_html(files=files, preview=_preview(url), footer=_footer(source)),
        "site.css": site_css(),
        "site.js": site_js(),
        **{f"data/{name}.js": data_file(name, answers) for name, answers in data.items()},
    }
    written = [folder / name for name in texts]
    try:
        (folder / "data").mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            write_whole(folder / name, text)
        if PICTURE.exists():
            written.append(folder / "preview.png")
            copyfile(PICTURE, written[-1])
    except OSError as error:
        raise BadInput(f"-o {folder} cannot be written: {error.strerror}. Choose another folder.") from None
    return sum(file.stat().st_size for file in written)


def data_file(name: str, answers: Replies) -> str:
    """A script that registers answers: address and answer in turns, one per line, as gzip in base64."""
    lines = "\n".join(line for pair in answers.items() for line in pair)
    packed = base64.b64encode(gzip.compress(lines.encode(), 9, mtime=0)).decode()
    return f'siteData({json.dumps(name)}, "{packed}");\n'


def _preview(url: str) -> str:
    """What search engines and link previews read; they need whole addresses, so those come only with `url`."""
    base = url.rstrip("/") + "/" if url else ""
    rows = {"og:type": "website", "og:title": TITLE, "og:description": DESCRIPTION, "og:image": f"{base}preview.png"}
    rows |= {"og:url": base} if base else {}
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in rows.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    lines += [f'<link rel="canonical" href="{escape(base)}">'] if base else []
    return "\n".join(lines) + "\n"


def _footer(source: str) -> str:
    """One line about the site, with a way to the project if its address is known."""
    text = "Recorded runs, without models. The app runs your own prompts and models."
    return text + (f' <a href="{escape(source)}">Install it</a>.' if source else "")
