"""All that is said and shown of the bundled runs and of runs on toy pairs, as text: what a move must not change.

    python -m tests.explorer.story.before FOLDER    write every part as a file, to compare those of two commits
    python -m tests.explorer.story.before           write the digests of all parts to before.json

A part is a JSON text with sorted keys, since their order has no meaning.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from decoders.errors import BadInput
from decoders.pairs import load_pair
from explorer.features.whatif import flipped, replay
from explorer.lessons.library import cards, played
from explorer.stage.pack import Feed, open_content
from explorer.story.gallery import FOLDER
from explorer.story.show import describe
from explorer.story.whatif import whatif_sentence
from explorer.trace.format import Trace, line_of, read
from tests.explorer.trace.runs import SETTINGS, header, lines
from tests.records import header_with, iteration_of

DIGESTS = Path(__file__).with_name("before.json")
FLIPS = 3  # decisions of a toy run's first iterations that are turned
LETTERS = {str(token): chr(ord("a") + token) for token in range(4)}


def parts() -> Iterator[tuple[str, str]]:
    """The name and the text of every part."""
    for file in sorted(FOLDER.glob("*.jsonl.gz")):
        name, trace = file.name.removesuffix(".jsonl.gz"), read(file)
        yield from _packed(name, open_content(trace, name))
        yield f"{name}.show", _text(describe(trace))
        if trace.header.pair.startswith("toy:"):
            yield f"{name}.whatif", _text(list(_turned(trace)))
    for method, settings in SETTINGS:
        given = json.dumps(settings)
        for seed in range(3):
            yield from _packed(f"toy {method} {given} {seed}", _toy(method, given, seed))
    for lesson in cards():
        yield f"lesson {lesson['slug']}", _text(played(lesson["slug"]))


def _packed(name: str, content: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The parts of an "open" message: sentences by voice, decisions, panels, and the rest."""
    rest = content | {"iterations": []}
    yield f"{name}.run", _text(rest)
    said: dict[str, list[Any]] = {"plain": [], "exact": [], "verdicts": [], "panels": [], "picture": []}
    for packed in content["iterations"]:
        iteration = json.loads(json.dumps(packed))
        said["plain"].append(
            [[step.pop(key, None) for key in ("title", "called", "ahead", "plain")] for step in iteration["steps"]]
        )
        said["exact"].append([step.pop("exact", None) for step in iteration["steps"]])
        said["verdicts"].append(iteration.pop("verdicts"))
        said["panels"].append(iteration.pop("panels"))
        said["picture"].append(iteration)
    for kind, texts in said.items():
        yield f"{name}.{kind}", _text(texts)


def toy_message(method: str, settings: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    """The message of a run of a method on a random toy pair."""
    return _toy(method, json.dumps(settings), seed)


def _toy(method: str, given: str, seed: int) -> dict[str, Any]:
    """The message of a run on a toy pair, with passes that took fixed times."""
    feed = Feed("toy")
    content = feed.open(header_with(**header(method, given), texts=LETTERS))
    del content["header"]["prompt"], content["header"]["energy"]["method"]  # the header of these runs has neither
    for iteration in json.loads(lines(method, given, seed)):
        for place, one in enumerate(iteration["passes"]):
            one["seconds"] = (place + 1) / 100
        content["iterations"].append(feed.iteration(iteration_of(iteration | {"seconds": 1 / 16})))
    return content


def _turned(trace: Trace) -> Iterator[Any]:
    """What follows if a decision of the first iterations falls the other way."""
    pair = load_pair(trace.header.pair, "cpu")
    left = FLIPS
    for index, iteration in enumerate(trace.iterations):
        for place in range(len(iteration.verdicts)):
            if not left:
                return
            try:
                made = replay(trace, index, flipped(iteration, place), pair, "there")
            except BadInput as error:
                yield [index, place, str(error)]
                continue
            left -= 1
            last = made.iterations[-1]
            verdicts = [[one.node, one.decision, one.rule] for one in last.verdicts]
            said = whatif_sentence(made.header, made.header.texts or {})
            yield [index, place, said, verdicts, line_of(last)["final"]]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, indent=1)


def digests() -> dict[str, str]:
    """The first 16 digits of every part's SHA-256."""
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in parts()}


def main(folder: str | None) -> None:
    """Write the parts or their digests."""
    if folder is None:
        DIGESTS.write_text(json.dumps(digests(), indent=0, sort_keys=True) + "\n", encoding="utf-8")
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name, text in parts():
        (Path(folder) / (name.translate(str.maketrans({"/": "-", " ": "_", '"': ""})) + ".json")).write_text(text)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else None)
