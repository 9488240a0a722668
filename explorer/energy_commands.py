"""The commands `energy-repeat` and `energy-batch`. Bad input is BadInput, told by __main__ in one line."""

import argparse
import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from decoders.errors import BadInput

if TYPE_CHECKING:
    from decoders.pairs import Pair
    from explorer.energy import Choice
    from explorer.energy_repeat import Outcome
    from explorer.energy_sources import Source


def repeat_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy-repeat` takes beside the arguments of every command that runs models."""
    parser.add_argument("--trials", type=int, default=4, help="interleaved trials")
    parser.add_argument("--repetitions", type=int, default=32, help="a window ends after this many repetitions")
    parser.add_argument("--seconds", type=float, default=5.0, help="or after this many seconds")
    parser.add_argument("--seed", type=int, default=0, help="seed of the first repetition")
    parser.add_argument("-o", "--output", metavar="DIR", help="folder for windows.csv and summary.json")


def batch_arguments(parser: argparse.ArgumentParser) -> None:
    """What `energy-batch` takes."""
    parser.add_argument("--pair", required=True, help="a pair of language models: a name of `pairs`, or TARGET+DRAFT")
    parser.add_argument("--batches", default="1,2,4,8,16", help="batch sizes separated by commas")
    parser.add_argument("--passes", type=int, help="target passes at every size")
    parser.add_argument("--device", default="auto", help="cpu, cuda, cuda:1 or auto")
    parser.add_argument("--dtype", default="auto", help="bfloat16, float16, float32, float64 or auto")
    parser.add_argument("-o", "--output", metavar="FILE", help="the table as JSON")


def repeat(options: argparse.Namespace, settings: dict[str, Any], limit: int, seed: int, progress: Any) -> None:
    """Measure, print the table and what can be said of it, and write both where asked."""
    from explorer.benchmark import entrant
    from explorer.energy_repeat import Plan, outcomes, to_json, trials

    if not 2 <= options.trials <= 100 or options.repetitions < 1 or not 0 < options.seconds <= 600:
        raise BadInput("--trials should be 2 to 100, --repetitions 1 or more, --seconds up to 600")
    entrants = [entrant(word, settings) for word in options.method.split(",")]
    labels = [one.label for one in entrants]
    if len(set(labels)) < len(labels):
        raise BadInput(f"{options.method} names a method twice; give it other settings, as in spd:gamma=4")
    plan = Plan(options.trials, options.repetitions, options.seconds, seed=seed)
    _first_look(options.pair, options.device)
    pair, choice, source, synchronise = _ready(options, progress)
    try:
        work = {one.label: _work(pair, one, options, limit) for one in entrants}
        rows = list(trials(work, source, plan, synchronise, progress))
    finally:
        source.close()
    found = outcomes(rows, labels, source.resolution)
    _print_outcomes(found, choice)
    if options.output:
        _write(Path(options.output), to_json(rows, found, plan) | {"energy": choice.to_json(), "pair": pair.name})


def _first_look(name: str, device: str) -> None:
    """Refuse before any weights are loaded. Raises BadInput with the one sentence that says why."""
    from decoders.pairs import pick_device
    from explorer import energy

    if name.startswith("toy:"):
        raise _nothing(energy.TOY)
    choice = energy.pick(energy.devices_named(pick_device(device)))
    if choice.source is None:
        raise _nothing(choice.reason)
    choice.source.close()


def _nothing(reason: str) -> BadInput:
    return BadInput(f"no energy can be measured here: {reason}; `bench` compares times, and the app models joules")


def _ready(options: argparse.Namespace, progress: Any) -> "tuple[Pair, Choice, Source, Callable[[], None]]":
    from decoders.pairs import load_pair
    from explorer import energy

    pair = load_pair(options.pair, options.device, options.dtype, progress)
    devices = energy.devices_of(pair.models)
    choice = energy.pick(devices)
    if choice.source is None:
        raise _nothing(choice.reason)
    return pair, choice, choice.source, devices.synchronise


def _work(pair: "Pair", one: Any, options: argparse.Namespace, limit: int) -> Callable[[int], int]:
    """One repetition: decode without recording; how many tokens came out."""
    from explorer.measures import best_of
    from explorer.recording import run_once

    ids = pair.encode(options.prompt, options.raw)
    one.decoder.check(pair.models, len(ids), limit)

    def run(seed: int) -> int:
        beams = run_once(one.decoder, one.settings, pair, ids, seed, limit)
        return len(best_of(beams).tokens)

    return run


def _print_outcomes(found: "list[Outcome]", choice: "Choice") -> None:
    about = choice.to_json()
    print(f"{about['method']} of {about.get('device', '')}, one update in {about.get('resolution', 0):g} s")
    for one in found:
        spread = "" if one.sd is None else f" ± {one.sd:.3g}"
        shown = "unknown" if one.joules_per_token is None else f"{one.joules_per_token:.4g}{spread} J/token"
        watts = "" if one.watts is None else f", {one.watts:.4g} W"
        print(f"{one.method:<16}{shown} over {one.trials} trials, {one.tokens_per_s:.4g} tokens/s{watts}")
    for one in found[1:]:
        print(one.sentence)


def _write(folder: Path, summary: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "windows.csv").open("w", newline="", encoding="utf-8") as sink:
        writer = csv.DictWriter(sink, fieldnames=list(summary["windows"][0]))
        writer.writeheader()
        writer.writerows(summary["windows"])
    (folder / "summary.json").write_text(json.dumps(summary, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def batch(options: argparse.Namespace, progress: Any) -> None:
    """Run the batch-size experiment, print its rows, and write them where asked."""
    from decoders.pairs import load_pair
    from explorer import energy
    from explorer.energy_batch import experiment

    try:
        sizes = [int(word) for word in options.batches.split(",")]
    except ValueError:
        raise BadInput(f"--batches {options.batches} should be whole numbers with commas, as 1,2,4") from None
    pair = load_pair(options.pair, options.device, options.dtype, progress)
    devices = energy.devices_of(pair.models)
    choice = energy.pick(devices)
    found = {}
    try:
        for row in experiment(pair, devices, choice.source, sizes=sizes, passes=options.passes, progress=progress):
            found[row.batch] = row.to_json()
    finally:
        if choice.source is not None:
            choice.source.close()
    rows = list(found.values())
    print("\n".join(map(batch_line, rows)))
    if choice.source is None:
        print(f"no energy was measured: {choice.reason}")
    if options.output:
        made = {"pair": pair.name, **pair.info, "energy": choice.to_json(), "rows": rows}
        Path(options.output).write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def batch_line(row: dict[str, Any]) -> str:
    """One row of the table in words."""
    joules = [
        f"{word}{row[f'{key}_per_pass']:.4g} J/pass, {row[f'{key}_per_input']:.4g} J/input"
        for word, key in (("", "joules"), ("modelled ", "modelled_joules"))
        if row[f"{key}_per_pass"] is not None
    ]
    times = f"{1000 * row['seconds_per_pass']:.4g} ms/pass, {1000 * row['seconds_per_input']:.4g} ms/input"
    return f"batch {row['batch']:>3}: {row['passes']} passes, " + "; ".join([times, *joules])
