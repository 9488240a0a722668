"""The app with a fake GPU that has an energy counter, a tiny pair, and three measured traces.

`python -m tests.browser.energy_app --port N --traces DIR`: everything but the hardware and the models is the real app.
"""

import argparse
import gzip
import time
from functools import partial
from pathlib import Path
from typing import Any

import decoders.pairs
from explorer.energy import repeat
from explorer.energy import run as energy
from tests.energy_fakes import UUID, FakeBoard, FakeNvml, gpu, tiny_pair

SLOW = 0.004  # seconds that every pass takes longer, so that a person has time to press Stop
UPDATE = 0.02  # seconds between two values of the counter; a window lasts 20 of them or longer
METHODS = ("multinomial", "spd", "gsd")
real_pick = energy.pick


def pick(devices: energy.Devices, *_: Any) -> energy.Choice:
    """The counter of the fake board for every pair; toy pairs are not measured."""
    if devices.toy:
        return real_pick(devices)
    return real_pick(gpu(), FakeNvml({UUID: FakeBoard(watts=120, update=UPDATE)}))


def slow_pair(*_: Any, **__: Any) -> decoders.pairs.Pair:
    """A tiny pair with slow passes."""
    pair = tiny_pair(max_position_embeddings=1024)
    for one in (pair.models.target, pair.models.draft):
        one.model.register_forward_pre_hook(lambda *_: time.sleep(SLOW))  # type: ignore[union-attr]
    return pair


# Before anything of the app is imported: it takes these names from here.
energy.pick = pick  # type: ignore[assignment]
decoders.pairs.load_pair = slow_pair  # type: ignore[assignment]
repeat.Plan = partial(repeat.Plan, rise=0.1, delay=0.1)  # type: ignore[misc, assignment] # the fake's power rises at once


def record_into(folder: Path) -> None:
    """Record the measured traces, and one without any measurement."""
    from explorer.service.recording import record
    from explorer.service.request import RunRequest
    from explorer.trace.format import to_line

    pair = slow_pair()
    for method in METHODS:
        parts = list(record(RunRequest(method, pair.name, "x", {}, 1, 30), pair))
        (folder / f"energy-{method}.jsonl.gz").write_bytes(gzip.compress("".join(map(to_line, parts)).encode()))
    nothing = energy.Choice(None, "the counter was locked away")
    parts = list(record(RunRequest("spd", pair.name, "x", {}, 1, 20), pair, pick=lambda devices: nothing))
    (folder / "unmeasured.jsonl").write_text("".join(map(to_line, parts)))


def main() -> None:
    """Record the traces, then serve the app."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--traces", type=Path, required=True)
    options = parser.parse_args()
    from explorer.service import store as shelf

    record_into(options.traces)
    shelf.BUNDLED = options.traces
    from explorer.ui import page

    page.serve(page.build(), "127.0.0.1", options.port)


if __name__ == "__main__":
    main()
