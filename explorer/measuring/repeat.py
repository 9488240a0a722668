"""Repeat mode on a model pair: run methods repeatedly, measure their energy, and write the results to files.

The commands and the app both use this module, so they compute the same numbers. Torch is imported only with a pair.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from decoders.core.decode import best_of
from decoders.core.pair import Encoded
from decoders.errors import BadInput
from decoders.files import write_whole
from decoders.models.steps import Progress
from decoders.pairs import Pair
from explorer.energy import run as energy
from explorer.energy.meter import idle_watts
from explorer.energy.repeat import Outcome, Plan, Trial, outcomes, to_json, trials
from explorer.energy.repeat import Work as Repetition
from explorer.service.recording import run_once
from explorer.service.request import RunRequest

FILES = ("windows.csv", "summary.json")


def check_plan(plan: Plan) -> Plan:
    """Check that a plan's numbers are in range, and return the plan. Raises BadInput if a number is out of range."""
    if not 2 <= plan.trials <= 100 or not 1 <= plan.repetitions <= 100_000 or not 0 < plan.seconds <= 600:
        raise BadInput(
            "The plan is out of range. Use 2 to 100 trials, 1 to 100,000 repetitions, and a time limit above 0 and up "
            "to 600 seconds."
        )
    return plan


def first_look(name: str, device: str) -> None:
    """Raise BadInput, with the reason, if energy cannot be measured for this pair. The check loads no weights."""
    from decoders.models.loading.weights import pick_device

    if name.startswith("toy:"):
        raise nothing(energy.TOY)
    choice = energy.pick(energy.devices_named(pick_device(device)))
    if choice.source is None:
        raise nothing(choice.reason)
    choice.source.close()


def nothing(reason: str) -> BadInput:
    """The error to raise if no energy source can be used. `reason` is a clause without a full stop."""
    return BadInput(
        f"Energy cannot be measured here: {reason}. Use `bench` to compare times, or the app for modelled energy."
    )


def repetition(
    request: RunRequest, pair: Pair, check: Callable[[], object] = lambda: None, prompt: Encoded | None = None
) -> Repetition:
    """Make a function that performs one run with a given seed, without recording it, and returns the number of its
    tokens.

    `check` is called between iterations and may raise. `prompt` is the encoded prompt, if it was read before.
    """
    fitted, ids = request.on(pair, prompt)
    return lambda seed: len(best_of(run_once(replace(request, seed=seed), fitted, ids, check)).tokens)


class Measurement:
    """Repeat mode for several methods on one pair. `rows` measures, and `summary` returns the results so far."""

    def __init__(self, pair: Pair, requests: Mapping[str, RunRequest], plan: Plan) -> None:
        """`requests` maps labels to requests, which share one prompt; the first request is the baseline.

        Raises BadInput if a method cannot run the prompt, or if energy cannot be measured.
        """
        self.pair, self.requests, self.plan = pair, requests, check_plan(plan)
        self._prompt = next(iter(requests.values())).read(pair)  # read once, because a template may write the time
        self._own = {label: request.on(pair, self._prompt)[0] for label, request in requests.items()}
        self._devices = energy.devices_of(pair.models)
        self.choice = energy.pick(self._devices)
        if self.choice.source is None:
            raise nothing(self.choice.reason)
        self._source = self.choice.source
        self._idle: float | None = None
        self._rows: list[Trial] = []

    def rows(self, progress: Progress, check: Callable[[], object] = lambda: None) -> Iterator[Trial]:
        """Yield every window once it is measured; `progress` and `check` may raise to stop. Closes the source."""
        try:
            self._idle = idle_watts(self._source)
            work = {
                label: repetition(request, self.pair, check, self._prompt) for label, request in self.requests.items()
            }
            for row in trials(work, self._source, self.plan, self._devices.synchronise, progress):
                self._rows.append(row)
                yield row
        finally:
            self._source.close()

    def outcomes(self) -> list[Outcome]:
        """The outcome of every method from the windows so far."""
        return outcomes(self._rows, list(self.requests), self._source.resolution)

    def summary(self) -> dict[str, Any]:
        """All results as JSON values for a file: the conditions, every window, and the outcomes."""
        baseline = {} if self._idle is None else {"idle_watts": self._idle}
        first = next(iter(self.requests.values()))
        about = {
            "pair": self.pair.name,
            **self.pair.info,
            "own_drafts": {label: own.info["draft"] for label, own in self._own.items() if own is not self.pair},
            "prompt": first.prompt,
            "raw": first.raw,
            **first.extras(),
            "max_new_tokens": first.limit,
            "settings": {label: asdict(request.chosen) for label, request in self.requests.items()},
            "energy": self.choice.to_json() | baseline,
        }
        return about | to_json(self._rows, self.outcomes(), self.plan)


def write(folder: Path, summary: Mapping[str, Any]) -> None:
    """Write windows.csv and summary.json into a folder."""
    table = io.StringIO(newline="")
    writer = csv.DictWriter(table, fieldnames=list(summary["windows"][0]))
    writer.writeheader()
    writer.writerows(summary["windows"])
    write_whole(folder / FILES[0], table.getvalue())
    write_whole(folder / FILES[1], json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def lines(found: Sequence[Outcome], choice: energy.Choice) -> Iterator[str]:
    """The outcome as text: a line for the energy source, a line per method, and a sentence per comparison."""
    about = choice.to_json()
    yield f"{about['method']} of {about.get('device', '')}, one update every {about.get('resolution', 0):g} s"
    for outcome in found:
        spread = "" if outcome.sd is None else f" ± {outcome.sd:.3g}"
        shown = "unknown" if outcome.joules_per_token is None else f"{outcome.joules_per_token:.4g}{spread} J/token"
        watts = "" if outcome.watts is None else f", {outcome.watts:.4g} W"
        yield f"{outcome.method:<16}{shown} over {outcome.trials} trials, {outcome.tokens_per_s:.4g} tokens/s{watts}"
    yield from (outcome.sentence for outcome in found[1:])
