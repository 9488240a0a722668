"""Measure waiting times: the app's first answer, first picture, first motion, first round, and later clicks.

    python -m benchmarks.startup [--repeat 5] [--chromium /usr/bin/chromium]

The app is started as a person starts it (`python app.py`) on a free port, and polled until it answers. Then a fresh
page is opened in headless Chromium. The script waits until the race is drawn, until it moves, until the stage shows the
round below it, and until a click has led to the round's first step. Then it steps through a lesson, changes a decision
on a toy pair, and opens the Energy tab and waits for its first picture. Times are wall times, all repetitions are
stored, and the load of the machine is recorded. Reactions to a click are timed in the page, from the click to the next
painted frame that shows them (two animation frames, as in benchmarks/stage.py), so the time of the browser's driver is
excluded. The results are written to assets/benchmarks/startup.json.
"""

import argparse
import json
import socket
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.browser import check_browser, playing
from benchmarks.conditions import check_place, exit_code, made_on, start, write_result
from decoders.errors import BadInput
from explorer.cli.console import Parser, whole

ROOT = Path(__file__).parents[1]
OUT = ROOT / "assets" / "benchmarks" / "startup.json"
GOALS = {
    "first_answer": 4.0,
    "first_picture": 1.0,
    "first_motion": 1.5,
    "lesson_step": 0.1,
    "what_if": 0.05,
    "energy_tab": 2.0,
}
LESSON, FLIPPED = "draft-and-verify", "trace=dsbd-figure-2&it=2&phase=6"
READING = 1000  # ms that a person looks at a page before the first click
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run")


def free_port() -> int:
    """A free port on this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def answer(url: str, app: "subprocess.Popen[bytes]") -> None:
    """Wait for the first answer. Raises BadInput if the app ends instead."""
    while app.poll() is None:
        try:
            urllib.request.urlopen(url, timeout=5).read()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise BadInput(f"The app ended with code {app.returncode}. Start `python app.py` to see why.")


# Whether the race has moved since the first call.
_MOVES = """() => {
  const clip = document.querySelector('.op-track svg')?.style.clipPath;
  window.firstClip ??= clip;
  return clip !== undefined && clip !== window.firstClip;
}"""


def picture(browser: Any, url: str) -> dict[str, float]:
    """Seconds from opening the page to its first picture, which is the race, to the race's first movement, to the round
    below it, and to the first step of the round after a click on “Step through”.
    """
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    begin = time.perf_counter()
    page.goto(url, wait_until="commit")
    found = dict[str, float]()
    page.wait_for_selector(".op-track svg", timeout=120_000)
    found["first_picture"] = time.perf_counter() - begin
    page.wait_for_function(_MOVES)
    found["first_motion"] = time.perf_counter() - begin
    page.wait_for_selector('[data-testid="stage"][data-it] [data-node]', state="attached")
    found["first_round"] = time.perf_counter() - begin
    page.get_by_test_id("opening-step").click()
    page.wait_for_selector('[data-testid="stage"][data-phase="1"]')
    found["first_step"] = time.perf_counter() - begin
    page.close()
    return found


def waits(browser: Any, url: str) -> dict[str, float]:
    """Seconds from a click to its result: a lesson's next step, a changed decision, a first Energy picture."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(f"{url}?lesson={LESSON}&step=1")
    page.wait_for_selector("[data-testid=lesson][data-step='1']")
    page.wait_for_selector("[data-testid=stage][data-it]")
    page.wait_for_timeout(READING)
    found = {"lesson_step": _click(page, page.get_by_test_id("lesson-next"), "[data-testid=lesson][data-step='2']")}
    page.goto(f"{url}?{FLIPPED}")
    page.wait_for_selector("[data-testid=stage][data-it]")
    page.locator("[data-testid=whatif] summary").first.click()
    page.locator("[data-testid=whatif-u]").first.fill("0.01")
    page.wait_for_timeout(READING)
    found["what_if"] = _click(page, page.get_by_test_id("whatif-go"), "[data-testid=changed]:not([hidden])")
    found["energy_tab"] = _click(page, page.get_by_role("tab", name="Energy"), "#energy-reads .bar")
    page.close()
    return found


_CLICK = """([what, shown]) => new Promise((done) => {
  const seen = () => [...document.querySelectorAll(shown)].some((one) => one.checkVisibility());
  const painted = () => requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - begin)));
  const watch = new MutationObserver(() => { if (seen()) { watch.disconnect(); painted(); } });
  watch.observe(document, { subtree: true, childList: true, attributes: true });
  const begin = performance.now();
  what.click();
})"""


def _click(page: Any, what: Any, shown: str) -> float:
    """Seconds from a click on `what` until `shown` is painted."""
    return page.evaluate(_CLICK, [what.filter(visible=True).first.element_handle(), shown]) / 1000


def once(browser: Any) -> dict[str, float]:
    """Start the app once and visit it twice; at the second visit the server is warm."""
    port = free_port()
    url = f"http://127.0.0.1:{port}/"
    begin = time.perf_counter()
    app = subprocess.Popen([sys.executable, "app.py", "--port", str(port)], cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        answer(url, app)
        started = time.perf_counter() - begin
        first = picture(browser, url)
        again = picture(browser, url)
        then = waits(browser, url)
    finally:
        app.terminate()
        app.wait(15)
    return {"first_answer": started, **first, "second_visit": again["first_round"], **then}


def measure(repeat: int, chromium: str) -> dict[str, Any]:
    """Measure every waiting time: the median and all values, in seconds."""
    begun = start()
    with playing() as player:
        browser = player.chromium.launch(executable_path=chromium, args=list(FLAGS))
        runs = [once(browser) for _ in range(repeat)]
        browser.close()
    found = {
        key: {"median": round(statistics.median(run[key] for run in runs), 3), "all": [round(r[key], 3) for r in runs]}
        for key in runs[0]
    }
    return {
        "what": "seconds of wall time",
        "goals": GOALS,
        **found,
        **made_on(),
        "begun": begun,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: measure, print and write."""
    parser = Parser(prog="python -m benchmarks.startup", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repeat", type=whole(1, 1000), default=5)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    check_place(OUT)
    check_browser(options.chromium)
    found = measure(options.repeat, options.chromium)
    write_result(OUT, json.dumps(found, indent=1) + "\n")
    print(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
