"""Test hostile traces: mutated traces are loaded and passed to everything that uses a trace.

    python -m benchmarks.fuzz --inputs 200000 -o assets/benchmarks/fuzz.json

Loading may refuse a trace with BadInput. Any other exception is a fault, and so is an input that takes longer than SLOW
seconds. Mutations know the format: values of the same field are swapped, numbers are set to the ends of their range and
beyond, and parts are duplicated, omitted and reordered. Then bytes are cut, flipped, duplicated and compressed.
"""

import argparse
import gzip
import json
import random
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks.conditions import check_place, exit_code, made_on, start, write
from decoders.catalog import DECODERS
from decoders.core.decode import best_of
from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.energy.parts import power, spans
from explorer.energy.report import report, sentences
from explorer.features.laws import differences, law_of
from explorer.features.race import lane_of
from explorer.features.whatif import replay, request_of, set_value
from explorer.features.worth import worth
from explorer.service.recording import record, record_trace
from explorer.service.request import RunRequest
from explorer.service.store import contents, gallery
from explorer.stage.export import page
from explorer.stage.pack import append_message, open_message
from explorer.story.page.show import describe, state
from explorer.trace.format import Trace, line_from, line_of, lines, read
from explorer.trace.lines import IterationLine
from explorer.trace.metrics import Totals

Parts = list[dict[str, Any]]
SLOW = 2.0  # limit for one input, in seconds of processor time
SMALL = 15_000  # maximum bytes of a trace that is mutated; larger traces are only slower
TOY = "toy:assets/toys/dsbd-figure-2.json"
# settings by method; with earlier answers, suffix drafts something
GIVEN = {"suffix": {"earlier": "ask who are they ?\n---\nask why do you ask"}}
ODD: tuple[Any, ...] = (
    *(None, True, False, "", "x", [], {}, [[]], {"": []}, 0, 1, -1, 2, 7, 0.0, -0.0, 0.5, 1.0, 1.001, 1e-320, 1e308),
    *(2**31 - 1, 2**31, 2**53 - 1, 2**53, 2**63 - 1, 10**9, 10**6, 9999, -(2**53), -1e308, 1e9, 1e15, 10**18),
    *(
        "<b>x</b>",
        "\u202e",
        "\x00\x1b[31m",
        "\U0001f332" * 9,
        "a" * 10_000,
        "toy:",
        "${alert(1)}",
        "é",
        "\ufffe",
        "\ud800",
    ),
)
WORDS = b'0 1 -1 9e999 NaN -Infinity null true "" [] {} \\ud800 \\u0000 [[[[[[[[ 1e400 12345678901234567890'.split()


@cache
def seeds() -> tuple[tuple[str, Parts], ...]:
    """The traces to mutate, by name: runs of every method on a toy pair, and small bundled traces.

    One run has measured energy, and one was replayed with a change.
    """
    made: list[tuple[str, Parts]] = []
    for name in DECODERS:
        try:
            parts = [
                line_of(line)
                for line in record(RunRequest(name, TOY, "ask", GIVEN.get(name, {}), 3, 6), load_pair(TOY))
            ]
        except BadInput:
            continue  # this method needs heads or layers; a bundled trace covers it
        made.append((name, shortened(json.loads(json.dumps(parts)), 2)))
    made.append(("measured", _measured(json.loads(json.dumps(made[1][1])))))
    made.append(("what-if", _changed()))
    for card in gallery():
        rows = [json.loads(line) for line in contents(card.name).splitlines()]
        parts = shortened(rows, 1)
        if len(json.dumps(parts)) < SMALL:
            made.append((card.name, parts))
    return tuple(made)


def shortened(parts: Parts, count: int) -> Parts:
    """The first iterations of a complete trace, with the summary that a run of only these iterations would have."""
    lines = [line_from(json.dumps(part)) for part in parts[1 : 1 + count]]
    iterations = [line for line in lines if isinstance(line, IterationLine)]
    totals, beams = Totals(), iterations[-1].final.beams
    for iteration in iterations:
        totals.add(iteration)
    best = best_of(beams)
    summary = {
        **parts[-1],
        "tokens": best.tokens,
        "counts": asdict(totals.counts(best)),
        "seconds": asdict(totals.seconds()),
        "by_depth": [asdict(row) for row in totals.by_depth()],
        "by_rank": [asdict(row) for row in totals.by_rank()],
    }
    if summary.get("beams"):
        summary["beams"] = [{"tokens": each.tokens, "logp": each.logp, "done": each.done} for each in beams]
    return json.loads(json.dumps([parts[0], *parts[1 : 1 + len(iterations)], summary]))


def _measured(parts: Parts) -> Parts:
    """A copy of a run with measured energy, as if a counter had been read."""
    parts[0]["energy"] |= {"method": "counter", "scope": "GPU board", "device": "a board", "resolution": 0.1}
    parts[0]["energy"] |= {"idle_watts": 20.0}
    for place, part in enumerate(parts[1:-1]):
        begin = float(place)
        part["energy"] = {"from": begin, "to": begin + 1, "samples": [[begin + 0.5, 30 * begin + 15]]}
    parts[-1] |= {"joules": 99.0, "energy": {"seconds": float(len(parts)), "band": 0.1, "sample_count": 9}}
    return parts


def _changed() -> Parts:
    """A run that was replayed with another threshold t."""
    pair = load_pair(TOY)
    trace = record_trace(RunRequest("dsbd", TOY, "ask", {}, 3, 6), pair=pair)
    changed = replay(trace, 1, set_value(request_of(trace.header), "threshold", 0.4), pair, "dsbd")
    return [json.loads(line) for line in lines(changed)]


def mutated(dice: random.Random) -> bytes:
    """Make a hostile file: one to four changes of a seed's values, and sometimes of its bytes."""
    _, parts = dice.choice(seeds())
    parts = json.loads(json.dumps(parts))
    for _ in range(dice.choice((1, 1, 1, 2, 3, 4))):
        dice.choice(CHANGES)(parts, dice)
    text = "".join(_line(part) for part in parts).encode("utf-8", "surrogatepass")
    if dice.random() < 0.15:
        text = dice.choice(CUTS)(text, dice)
    if dice.random() < 0.05:
        text = gzip.compress(text, 1)
        text = text[: dice.randrange(len(text))] if dice.random() < 0.5 else text + text
    return text


def _line(part: Any) -> str:
    return json.dumps(part, ensure_ascii=False) + "\n"


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """The (container, key) of every value nested within a value."""
    found = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in found:
        yield value, key
        yield from _places(inner)


def _place(parts: Parts, dice: random.Random, kind: type | tuple[type, ...] = object) -> tuple[Any, Any] | None:
    fit = [(at, key) for at, key in _places(dice.choice(parts)) if isinstance(at[key], kind)]
    return dice.choice(fit) if fit else None


def _replace(parts: Parts, dice: random.Random) -> None:
    """Replace a value by an unusual one."""
    found = _place(parts, dice)
    if found:
        found[0][found[1]] = dice.choice(ODD)


def _nudge(parts: Parts, dice: random.Random) -> None:
    """Replace a number by another number of its kind."""
    found = _place(parts, dice, (int, float))
    if not found or isinstance(found[0][found[1]], bool):
        return
    at, key = found
    value = at[key]
    if isinstance(value, int):
        at[key] = dice.choice((value + 1, value - 1, 0, 1, 2, value * 2, dice.randrange(20)))
    else:
        at[key] = dice.choice((0.0, 1.0, value / 2, value * 2, -value, value * 1e-300, value * 1e12, dice.random()))


def _swap(parts: Parts, dice: random.Random) -> None:
    """Replace a field's value by the value of a field with the same name elsewhere."""
    found = _place(parts, dice)
    if not found or not isinstance(found[1], str):
        return
    same = [at[key] for part in parts for at, key in _places(part) if key == found[1]]
    found[0][found[1]] = json.loads(json.dumps(dice.choice(same)))


def _drop(parts: Parts, dice: random.Random) -> None:
    """Remove a value."""
    found = _place(parts, dice)
    if found:
        del found[0][found[1]]


def _lists(parts: Parts, dice: random.Random) -> None:
    """Empty, double, reverse, shuffle or lengthen a list."""
    found = _place(parts, dice, list)
    if not found:
        return
    own = found[0][found[1]]
    ways: tuple[Callable[[], Any], ...] = (
        lambda: [],
        lambda: own + own,
        lambda: own[::-1],
        lambda: dice.sample(own, len(own)),
        lambda: own[:1],
        lambda: own * min(50, 3000 // max(1, len(json.dumps(own)) // 50)),
    )
    found[0][found[1]] = dice.choice(ways)()


def _deep(parts: Parts, dice: random.Random) -> None:
    """Nest a value very deeply."""
    found = _place(parts, dice)
    if found:
        value: Any = 1
        for _ in range(dice.choice((5, 31, 33, 200))):
            value = [value] if dice.random() < 0.5 else {"x": value}
        found[0][found[1]] = value


def _order(parts: Parts, dice: random.Random) -> None:
    """Duplicate, remove or exchange lines."""
    a, b = dice.randrange(len(parts)), dice.randrange(len(parts))
    way = dice.randrange(3)
    if way == 0:
        parts.insert(a, parts[b])
    elif way == 1 and len(parts) > 1:
        del parts[a]
    else:
        parts[a], parts[b] = parts[b], parts[a]


CHANGES = (_replace, _replace, _nudge, _nudge, _nudge, _swap, _swap, _swap, _drop, _lists, _lists, _deep, _order)


def _cut(text: bytes, dice: random.Random) -> bytes:
    return text[: dice.randrange(len(text) + 1)]


def _flip(text: bytes, dice: random.Random) -> bytes:
    made = bytearray(text)
    for _ in range(dice.choice((1, 1, 3, 10))):
        if made:
            made[dice.randrange(len(made))] = dice.randrange(256)
    return bytes(made)


def _word(text: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(text) + 1)
    return text[:at] + dice.choice(WORDS) + text[at + dice.choice((0, 0, 1, 2)) :]


def _twice(text: bytes, dice: random.Random) -> bytes:
    """Write a key twice in an object."""
    at = text.find(b'":', dice.randrange(len(text) + 1))
    begin = text.rfind(b'"', 0, at) if at > 0 else -1
    return text if begin < 0 else text[:begin] + text[begin : at + 2] + b"7," + text[begin:]


CUTS = (_cut, _flip, _word, _word, _twice)


def everything(trace: Trace, *, figures: bool) -> None:
    """Compute everything that the app makes from a trace: stage, sentences, numbers, exports and answers to clicks."""
    open_message(trace, "x").encode()
    "\n".join([*describe(trace), *sentences(trace), *state(trace)]).encode()
    "".join(lines(trace)).encode()
    json.dumps(report(trace), allow_nan=False)
    power(trace)
    assert all(end >= begin for begin, end, _ in spans(trace)), "a span ends before it begins"
    for ask in (_race, _laws, _request, _worth):
        try:
            ask(trace)
        except BadInput:
            continue
    if figures:
        page(trace, "x").encode()
        append_message(trace, 1, "x").encode()
        _figures(trace)


def _race(trace: Trace) -> None:
    if trace.summary is not None:
        lane, _ = lane_of([trace.header, *trace.iterations])
        lane.finish(trace.summary)
        json.dumps(lane.track("x"), allow_nan=False).encode()


def _laws(trace: Trace) -> None:
    law_of(trace.header)
    differences([trace.header, trace.header])


def _request(trace: Trace) -> None:
    request_of(trace.header)


def _worth(trace: Trace) -> None:
    if trace.summary is not None:
        worth("x", trace.header, trace.summary)


def _figures(trace: Trace) -> None:
    from explorer.figures import energy as figures

    run = figures.run_of(trace, "x")
    drawn: list[Any] = [figures.modelled_cumulative([run]), figures.pareto([run], model=True), figures.split([run])]
    if run.measured is not None:
        drawn += [figures.cumulative([run]), figures.time_energy([run]), figures.pareto([run])]
        drawn.append(figures.power("x", power(trace), spans(trace), run.measured.idle_watts))
    for figure in drawn:
        figure.to_json()


def tried(data: bytes, *, figures: bool) -> str:
    """Try one input, and return the outcome: opened, refused, slow, or a fault with the exception and its location."""
    begun = time.process_time()
    try:
        everything(read(data), figures=figures)
        outcome = "opened"
    except BadInput as error:
        outcome = "refused" if str(error).isprintable() or "\n" not in str(error) else "fault: a refusal of two lines"
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)
        own = [frame for frame in at if "/explorer/" in frame.filename or "/decoders/" in frame.filename] or at
        outcome = f"fault: {type(error).__name__} at {Path(own[-1].filename).name}:{own[-1].lineno} {str(error)[:80]}"
    took = time.process_time() - begun
    return f"fault: slow ({took:.1f} s)" if took > SLOW else outcome


def fuzz(inputs: int, seed: int, say: Callable[[str], object] = print) -> tuple[Counter[str], dict[str, int]]:
    """Count the outcomes of many inputs.

    Each fault is listed with the number of its input, which `mutated(Random(number))` recreates.
    """
    found: Counter[str] = Counter()
    first: dict[str, int] = {}
    for number in range(seed, seed + inputs):
        outcome = tried(mutated(random.Random(number)), figures=number % 25 == 0)
        key = outcome.split(" s)")[0] if "slow" in outcome else outcome
        found[key] += 1
        if key.startswith("fault") and key not in first:
            first[key] = number
            say(f"{number}: {key}")
    return found, first


def main(argv: list[str] | None = None) -> int:
    """Run the command: try --inputs inputs. Returns exit code 1 if one of them causes a fault."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--inputs", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=0, help="number of the first input")
    parser.add_argument("-o", "--out", type=Path, help="file for the figures")
    options = parser.parse_args(argv)
    if options.out:
        check_place(options.out)
    begun, at = start(), time.process_time()
    found, first = fuzz(options.inputs, options.seed, lambda line: print(line, file=sys.stderr, flush=True))
    made = {
        "inputs": options.inputs,
        "first_seed": options.seed,
        "opened": found["opened"],
        "refused": found["refused"],
        "faults": {what: {"times": found[what], "input": number} for what, number in first.items()},
        "processor_seconds": round(time.process_time() - at, 1),
        "memory_peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
        **made_on(),
        "begun": begun,
    }
    print(json.dumps(made, indent=1))
    if options.out:
        write(options.out, made)
    return int(bool(first))


if __name__ == "__main__":
    sys.exit(exit_code(main))
