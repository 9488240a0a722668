"""Take the pictures of the README and the docs from the running app, in headless Chromium.

    python -m benchmarks.pictures [NAME…] [-o assets/screenshots] [--chromium /usr/bin/chromium]

The app is started as a person starts it, on a free port. The moving picture `race.gif` has at most 1.5 MB; it shows the
first view, in which drafts race the target alone for six seconds.
"""

import argparse
import io
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

from PIL import Image

from benchmarks.browser import check_browser, playing
from benchmarks.conditions import exit_code
from benchmarks.startup import FLAGS, answer, free_port
from decoders.errors import BadInput
from explorer.cli.console import Parser

ROOT = Path(__file__).parents[1]
OUT = ROOT / "assets" / "screenshots"
COLORS = 40  # number of colours of a picture; they include the tints of the page
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
MOVING = {"width": 1120, "height": 700}
PREVIEW = {"width": 1200, "height": 630}  # what links to a site show
LAST_MS = 1400  # time for which the last frame is shown
RACE_MS, STEP_MS = 7500, 120  # the race with a pause before and after, and the time between two of its frames
LARGEST = 1_500_000  # maximum bytes of the moving picture
STAGE = '[data-testid="stage"][data-it] [data-node]'


def opened(browser: Any, url: str, query: str, size: dict[str, int] = DESKTOP, scheme: str = "light") -> Any:
    """Open a page of the app and wait for its first picture."""
    page = browser.new_page(viewport=size, color_scheme=scheme, device_scale_factor=1)
    page.goto(f"{url}?{query}&__theme={scheme}")
    page.wait_for_selector(STAGE, timeout=120_000)
    page.wait_for_timeout(1500)  # wait for the fonts, and for the graph to fit its panel
    return page


def still(
    query: str, size: dict[str, int] = DESKTOP, scheme: str = "light", tab: str = "", wait: int = 0
) -> Callable[[Any, str], bytes]:
    """Make a function that takes a picture of the page that a link opens, or of one of its tabs."""

    def take(browser: Any, url: str) -> bytes:
        page = opened(browser, url, query, size, scheme)
        if tab:
            page.get_by_role("tab", name=tab, exact=True).first.click()
            page.wait_for_timeout(4000)  # wait until plotly has drawn
        page.wait_for_timeout(wait)
        picture: bytes = page.screenshot()
        page.close()
        return packed(picture)

    return take


def packed(picture: bytes) -> bytes:
    """Compress a picture to a PNG with its most frequent colours. The PNG has a third of the size and looks the same,
    because a page has few colours, and all others are at the edges of letters.
    """
    target, whole = io.BytesIO(), Image.open(io.BytesIO(picture)).convert("RGB")
    found = cast("list[tuple[int, tuple[int, int, int]]]", whole.getcolors(whole.width * whole.height))
    counts = sorted(found, reverse=True)[:COLORS]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for _, colour in counts for part in colour])
    few = whole.quantize(palette=palette, dither=Image.Dither.NONE)
    few.save(target, "PNG", optimize=True)
    return target.getvalue()


def race(browser: Any, url: str) -> bytes:
    """Record the race of the first view, from its start to its end at its own speed, as an animated GIF. Raises
    BadInput if it is too large.
    """
    page = opened(browser, url, "", MOVING)
    page.wait_for_timeout(RACE_MS)  # it plays by itself first
    card = page.get_by_test_id("opening")
    page.get_by_test_id("opening-play").click()
    begin, frames, taken = time.monotonic(), list[Image.Image](), list[float]()
    while not taken or 1000 * taken[-1] < RACE_MS:
        taken.append(time.monotonic() - begin)
        frames.append(Image.open(io.BytesIO(card.screenshot())).convert("RGB"))
        page.wait_for_timeout(STEP_MS)
    page.close()
    return animated(frames, [int(1000 * (b - a)) for a, b in pairwise(taken)] + [LAST_MS])


def animated(frames: Sequence[Image.Image], times: Sequence[int]) -> bytes:
    """Make an animated GIF with few colours from frames, each shown for some milliseconds. Raises BadInput if it is
    too large.
    """
    palette = frames[-1].quantize(64, dither=Image.Dither.NONE)
    small = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    target = io.BytesIO()
    small[0].save(target, "GIF", save_all=True, append_images=small[1:], duration=list(times), loop=0, optimize=True)
    if target.tell() > LARGEST:
        raise BadInput(f"The moving picture has {target.tell()} bytes. Use fewer colours or a smaller page.")
    return target.getvalue()


PICTURES: dict[str, Callable[[Any, str], bytes]] = {
    "race.gif": race,
    "opening.png": still("", wait=RACE_MS),
    "preview.png": still("trace=dsbd-layers&it=1&phase=8", PREVIEW),
    "stage-light.png": still("trace=dsbd-layers&it=1&phase=8"),
    "stage-dark.png": still("trace=dsbd-layers&it=1&phase=8", scheme="dark"),
    "stage-phone.png": still("trace=spd&it=2&phase=8", PHONE),
    "lesson.png": still("lesson=draft-and-verify&step=5"),
    "energy-light.png": still("trace=spd", tab="Energy"),
    "energy-dark.png": still("trace=spd", scheme="dark", tab="Energy"),
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command: take the pictures. If that is not possible, prints one sentence and returns 2."""
    parser = Parser(prog="python -m benchmarks.pictures", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"Pictures to take: {', '.join(PICTURES)}")
    parser.add_argument("-o", "--out", type=Path, default=OUT, help="Folder for the pictures")
    parser.add_argument("--chromium", default="chromium", help="Program or path of Chromium or Chrome")
    return exit_code(lambda: _take(parser.parse_args(arguments)))


def _take(options: argparse.Namespace) -> int:
    check_browser(options.chromium)
    if unknown := set(options.names) - PICTURES.keys():
        raise BadInput(f"Unknown picture {min(unknown)!r}. Choose one of: {', '.join(PICTURES)}.")
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port)}
    app = subprocess.Popen([sys.executable, "app.py"], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        answer(url, app)
        with playing() as player:
            browser = player.chromium.launch(executable_path=options.chromium, args=list(FLAGS))
            for name in options.names or PICTURES:
                (options.out / name).write_bytes(PICTURES[name](browser, url))
                print(f"{name}: {(options.out / name).stat().st_size} bytes", flush=True)
    finally:
        app.terminate()
        app.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
