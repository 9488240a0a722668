"""Measure the speed of the stage: the time from a key press to the repainted page, in headless Chromium.

    python -m benchmarks.stage [--nodes 150 300 1000] [--presses 120] [--chromium /usr/bin/chromium]

A page like that of `export --html` contains generated trees of the given numbers of nodes. playwright presses the arrow
key, and the page measures the time from the key event to the next painted frame (two animation frames: the second
starts after the first was painted). Half of the presses change the step. The other half change the iteration, which
rebuilds the graph. A press that changes nothing is measured for comparison, because it shows the cost of the frames
alone. The results are written to assets/benchmarks/stage.json.
"""

import argparse
import json
import math
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.browser import check_browser, playing
from benchmarks.conditions import check_place, exit_code, made_on, start, write_result
from explorer.cli.console import Parser, whole
from explorer.stage.export import page
from explorer.trace.format import SCHEMA, Trace, line_from, trace_of

OUT = Path(__file__).parents[1] / "assets" / "benchmarks" / "stage.json"
WORDS = "the a blue sky is why because it of light and to in red sea on one be by from at".split()  # noqa: SIM905
FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]

_PROBE = """
window.times = [];
document.addEventListener("keydown", () => {
  const begin = performance.now();
  requestAnimationFrame(() => requestAnimationFrame(() => window.times.push(performance.now() - begin)));
}, true);
"""


def made_up(nodes: int) -> Trace:
    """Generate a trace of token trees with `nodes` nodes each. Each tree is drafted level by level and verified, and
    one path is committed.
    """
    rng = random.Random(0)
    texts = {str(i): f" {word}" for i, word in enumerate(WORDS)}
    header: dict[str, Any] = {
        "kind": "header",
        "schema": SCHEMA,
        "method": "specinfer",
        "title": f"A tree of {nodes} nodes",
        "view": "tree",
        "pair": "made up",
        "prompt": "",
    }
    header |= {"settings": {}, "seed": 0, "prompt_tokens": [], "texts": texts, "eos": []}
    header |= {"device": "none", "versions": {}, "energy": {"method": "unavailable"}}
    made, depth = list[dict[str, Any]](), 0
    for index in range(8):
        made.append(_iteration(rng, index, depth, nodes))
        depth += len(made[-1]["final"]["nodes"])
        _renumber(made, index, nodes)
    return trace_of(line_from(json.dumps(line)) for line in (header, *made))


def _renumber(made: list[dict[str, Any]], index: int, nodes: int) -> None:
    """Renumber nodes so that ids are unique in the run: i·1e6 + index in iteration i.

    The root is the last committed node.
    """
    one, base = made[index], (index + 1) * 1_000_000
    root = made[index - 1]["final"]["nodes"][-1] if index else 0
    new = {i: root if i == 0 else base + i for i in range(nodes)}
    for node in one["nodes"]:
        node["id"], node["parent"] = new[node["id"]], -1 if node["parent"] < 0 else new[node["parent"]]
    for item in (*one["verdicts"], *one["final"]["beams"]):
        item["node"] = new[item["node"]]
    for dist in one["distributions"]:
        dist["at"] = new[dist["at"]]
    for item in (*one["steps"], *one["passes"], one["final"]):
        item["nodes"] = [new[i] for i in item["nodes"]]


def _iteration(rng: random.Random, index: int, depth: int, nodes: int) -> dict[str, Any]:
    parents = [-1]
    levels = [[0]]
    while len(parents) < nodes:
        width = min(nodes - len(parents), max(2, nodes // 8))
        above = levels[-1]
        levels.append([len(parents) + i for i in range(width)])
        parents += sorted(rng.choices(above[: max(1, len(above) // 2 + 1)], k=width))
    place = [next(level for level, ids in enumerate(levels) if i in ids) for i in range(nodes)]
    made = [
        {"id": i, "parent": parents[i], "token": rng.randrange(len(WORDS)), "depth": depth + place[i]}
        | ({"role": "draft", "q": rng.random()} if i else {"role": "input", "beam": 0})
        for i in range(nodes)
    ]
    path, at = [], 0
    while at is not None and len(path) < len(levels):
        at = next((i for i in range(nodes) if parents[i] == at), None)
        path += [at] if at is not None else []
    return _record(rng, index, made, levels, path)


def _record(
    rng: random.Random, index: int, made: list[Any], levels: list[list[int]], path: list[int]
) -> dict[str, Any]:
    """Record the rest of the iteration: steps, verdicts, distributions and passes."""
    everything = [node["id"] for node in made]
    steps = [{"phase": "input", "nodes": [0]}]
    steps += [{"phase": "draft", "nodes": ids, "layer": k} for k, ids in enumerate(levels) if k]
    steps.append({"phase": "target", "nodes": everything, "passes": [0]})
    verdicts, dists = [], []
    for node in made[1:]:
        kept, law = node["id"] in path, len(dists)
        top = [[token, 0.9 / (token + 2) ** 1.3] for token in range(16)]
        dists += [{"at": node["parent"], "kind": kind, "top": top, "rest": 0.1, "size": 49152} for kind in ("p", "q")]
        decision = "accepted" if kept else "rejected" if rng.random() < 0.4 else "unused"
        rule = "off_path" if decision == "unused" else "ratio"
        verdicts.append({"node": node["id"], "decision": decision, "rule": rule, "p": 0.4, "q": node["q"]})
        verdicts[-1] |= {"u": 0.1 if kept else 0.9, "a": 0.5, "distributions": [law, law + 1]}
        steps.append({"phase": "verify", "nodes": [node["id"]], "verdicts": [len(verdicts) - 1]})
    steps.append({"phase": "commit", "nodes": path})
    final = {"tokens": [made[i]["token"] for i in path], "origins": ["draft"] * len(path), "nodes": path}
    final["beams"] = [{"node": path[-1], "tokens": [0], "logp": -1.0, "done": False}]
    passes = [{"model": "target", "nodes": everything, "seconds": 0.05, "kv": 100}]
    iteration = {"kind": "iteration", "index": index, "nodes": made, "verdicts": verdicts, "distributions": dists}
    iteration |= {"draws": []}
    return iteration | {"steps": steps, "final": final, "passes": passes, "entries": [], "layers": [], "seconds": 0.1}


def measure(nodes: int, presses: int, chromium: str) -> dict[str, Any]:
    """Measure key presses, in ms, on trees of `nodes` nodes."""
    with tempfile.TemporaryDirectory() as folder, playing() as play:
        file = Path(folder) / "stage.html"
        file.write_text(page(made_up(nodes), "bench"), encoding="utf-8")
        browser = play.chromium.launch(executable_path=chromium, args=FLAGS)
        try:
            tab = browser.new_page(viewport={"width": 1280, "height": 900})
            tab.goto(file.as_uri())
            tab.wait_for_selector("[data-node]")
            tab.evaluate(_PROBE)
            found: dict[str, Any] = {"nodes": nodes}
            for name, keys in (
                ("idle", ["F9"]),
                ("phase", ["ArrowRight"]),
                ("iteration", ["Shift+ArrowRight", "Shift+ArrowLeft"]),
            ):
                found[name] = _press(tab, [keys[i % len(keys)] for i in range(presses)])
            return found
        finally:
            browser.close()


def _press(tab: Any, keys: Sequence[str]) -> dict[str, float]:
    tab.evaluate("window.times.length = 0")
    for key in keys:
        before = tab.evaluate("window.times.length")
        tab.keyboard.press(key)
        tab.wait_for_function("n => window.times.length > n", arg=before, polling=5)
    times = sorted(tab.evaluate("window.times"))
    return {"median": round(times[len(times) // 2], 1), "p95": round(times[math.ceil(0.95 * len(times)) - 1], 1)}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command: measure, print and write."""
    parser = Parser(prog="python -m benchmarks.stage", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--nodes", type=whole(2, 100_000), nargs="+", default=[60, 150, 300, 1000])
    parser.add_argument("--presses", type=whole(1, 10_000), default=120)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    return exit_code(lambda: _run(parser.parse_args(argv)))


def _run(options: argparse.Namespace) -> int:
    check_place(OUT)
    check_browser(options.chromium)
    begun = start()  # other work on the machine increases every number
    rows = [measure(nodes, options.presses, options.chromium) for nodes in options.nodes]
    for row in rows:
        print(row)
    what = "ms from key press to repaint, headless Chromium; 1,000 nodes open at the committed path and its siblings"
    made = {"what": what, "presses": options.presses, **made_on(), "begun": begun, "rows": rows}
    write_result(OUT, json.dumps(made, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
