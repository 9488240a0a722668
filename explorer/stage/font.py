"""The font of the app, the static site and exported pages: Inter, under the SIL Open Font License (assets/fonts).

With a font of its own, the page has the same text widths on every computer. assets/fonts/README.md says how the file
was made.
"""

from base64 import b64encode
from functools import cache
from hashlib import sha256

from decoders.files import ASSETS

FONT = ASSETS / "fonts" / "inter.woff2"
LICENCE = ASSETS / "fonts" / "OFL.txt"
MEDIA_TYPE = "font/woff2"


def font_face(address: str) -> str:
    """The CSS rule that makes the font "Inter" available. `address` is the URL of the file, relative to the sheet."""
    return (
        '@font-face { font-family: "Inter"; font-weight: 400 700; font-display: swap; '
        f'src: url("{address}") format("woff2"); }}'
    )


@cache
def versioned() -> str:
    """The name of the file with a hash of its content, so that browsers may keep it for good."""
    return f"{FONT.name}?v={sha256(FONT.read_bytes()).hexdigest()[:12]}"


@cache
def as_data() -> str:
    """The font as a data URL, for pages that consist of one file."""
    return f"data:{MEDIA_TYPE};base64,{b64encode(FONT.read_bytes()).decode()}"
