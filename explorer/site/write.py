"""Write the static site: one page with bundled runs, lessons and comparisons.

The site needs no models and no server. The site works under any address, and from a folder on a disk. A page that is
opened from a file may load scripts but not fetch data. So the replies of the app are scripts in data/, compressed with
gzip and written in base 93.
"""

import json
import zlib
from collections.abc import Sequence
from html import escape
from itertools import product
from pathlib import Path
from shutil import copyfile

from decoders.errors import BadInput
from decoders.files import ASSETS, check_folder, write_whole
from explorer.lessons.library import files as lesson_files
from explorer.lessons.library import slug_of
from explorer.lessons.teacher_card import FROM_ROUTE, STYLE, cards_html
from explorer.site.base93 import to_base93
from explorer.site.columns import to_columns
from explorer.site.page import DESCRIPTION, FONT_FILE, TITLE, page_html, site_css, site_js
from explorer.site.replies import Replies, replies
from explorer.stage.font import FONT, LICENCE

PICTURE = ASSETS / "screenshots" / "preview.png"  # the picture in previews of links to the site
COPIES = {FONT_FILE: FONT, f"fonts/{LICENCE.name}": LICENCE, "preview.png": PICTURE}
GZIP = 31  # zlib's code for the gzip format
# All pairs of a zlib memory level and a strategy. A low memory level adapts the code to short records.
PACKINGS = tuple(product(range(3, 7), (zlib.Z_DEFAULT_STRATEGY, zlib.Z_FILTERED)))
_README = """---
title: Speculative Decoding Explorer (recorded runs)
emoji: 🌲
colorFrom: green
colorTo: blue
sdk: static
license: apache-2.0
---

Recorded runs, lessons and comparisons of the Speculative Decoding Explorer, without models. Made with
`python -m explorer site`.
"""


def write_site(folder: Path, url: str = "", source: str = "") -> int:
    """Write the site into `folder`, and return the number of bytes written.

    `url` is the address of the published site, for search engines and link previews. `source` is the address of the
    project. Raises BadInput if an address is wrong or the folder cannot be written.
    """
    check_folder(folder, "-o")
    for option, value in (("--url", url), ("--source", source)):
        if value and not value.startswith(("https://", "http://")):
            raise BadInput(f"{option} {value[:80]} is not a web address. Use an address that begins with https://.")
    data = replies()
    texts = {
        "README.md": _README,
        ".nojekyll": "",  # GitHub Pages serves the files as they are
        "index.html": page_html(files=data, preview=_preview(url), footer=_footer(source)),
        "site.css": site_css(),
        "site.js": site_js(),
        **{f"data/{name}.js": data_file(name, answers) for name, answers in data.items()},
        **_teacher_cards(),
    }
    copies = {name: file for name, file in COPIES.items() if file.exists()}
    written = [folder / name for name in (*texts, *copies)]
    _check_foreign(folder, written)
    try:
        for name, text in texts.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            write_whole(folder / name, text)
        for name, file in copies.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            copyfile(file, folder / name)
    except OSError as error:
        raise BadInput(f"-o {folder} cannot be written: {error.strerror}. Choose another folder.") from None
    return sum(file.stat().st_size for file in written)


def _check_foreign(folder: Path, written: Sequence[Path]) -> None:
    """Raise BadInput if the site would replace files in a folder that does not contain a site yet, such as the
    README of docs/.
    """
    found = next((file for file in written if file.exists()), None)
    if found is not None and not (folder / "site.js").exists():
        raise BadInput(
            f"-o {folder} contains other files, and the site would replace its {found.relative_to(folder)}. "
            "Choose an empty folder."
        )


def _teacher_cards() -> dict[str, str]:
    """The cards that teachers print, at the addresses where the app serves them, and their style sheet.

    Links in the cards name index.html, because a browser that opens a folder on a disk only lists its files.
    """
    slugs = {slug_of(file): file for file in lesson_files()}
    page = f"{FROM_ROUTE}index.html"
    cards = {
        f"explorer/lesson/{slug}/card.html": cards_html([file], page, "../card.css") for slug, file in slugs.items()
    }
    return {"explorer/lesson/card.css": STYLE, **cards}


def data_file(name: str, answers: Replies) -> str:
    """Write a script that registers replies, as gzip in base 93.

    Each address is a line, and the next line is its reply as JSON, with records packed as columns.
    """
    lines = "\n".join(line for address, answer in answers.items() for line in (address, _packed(answer))).encode()
    packers = [zlib.compressobj(9, zlib.DEFLATED, GZIP, level, strategy) for level, strategy in PACKINGS]
    smallest = min((packer.compress(lines) + packer.flush() for packer in packers), key=len)
    return f'siteData({json.dumps(name)}, "{to_base93(smallest)}");\n'


def _packed(answer: str) -> str:
    return json.dumps(to_columns(json.loads(answer)), ensure_ascii=False, separators=(",", ":"))


def _preview(url: str) -> str:
    """Metadata for search engines and link previews.

    The metadata need absolute addresses, so they are left out if there is no `url`.
    """
    base = url.rstrip("/") + "/" if url else ""
    rows = {"og:type": "website", "og:title": TITLE, "og:description": DESCRIPTION, "og:image": f"{base}preview.png"}
    rows |= {"og:url": base} if base else {}
    lines = [f'<meta property="{name}" content="{escape(value)}">' for name, value in rows.items()]
    lines.append('<meta name="twitter:card" content="summary_large_image">')
    lines += [f'<link rel="canonical" href="{escape(base)}">'] if base else []
    return "\n".join(lines) + "\n"


def _footer(source: str) -> str:
    """HTML of a line about the site, with a link to the project if its address is known."""
    text = "This site shows recorded runs. The app also runs your own prompts and models."
    return text + (f' <a href="{escape(source)}">Install it</a>.' if source else "")
