"""What is said of the first rounds of a run of each method, as plain text for a reader.

    python -m tests.explorer.story.sentences    write the files of the folder sentences/

Whoever changes a sentence reads the difference of these files: is it true, and would one say it aloud?
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from explorer.stage.pack import Feed
from tests.explorer.trace.runs import SETTINGS, header, lines
from tests.records import header_with, iteration_of

FOLDER = Path(__file__).with_name("sentences")
LETTERS = {str(token): chr(ord("a") + token) for token in range(4)}
ROUNDS, DECISIONS = 3, 6  # of a run, of a round
BOTH = "  |  "  # between the plain and the exact voice


def texts() -> dict[str, str]:
    """The text of every file by the method's name, with a section for each of its settings."""
    found: dict[str, list[str]] = {}
    for method, settings in SETTINGS:
        found.setdefault(method, []).extend(_section(method, settings))
    return {method: "\n".join(rows) + "\n" for method, rows in found.items()}


def _section(method: str, settings: dict[str, Any]) -> Iterator[str]:
    given = " ".join(f"{key}={value}" for key, value in settings.items()) or "default settings"
    message = toy_message(method, settings)
    head = message["header"]
    yield f"=== {method}, {given}"
    yield from (f"{name}: {text}" for name, text in head["about"].items() if text)
    yield f"rejection: {head['rejection']}"
    for line in head["round"]:
        yield f"{line['label']}: {line['plain']}{BOTH}{line['exact']}"
    if purpose := head.get("purpose"):
        for aim in purpose["aims"]:
            yield f"({aim['name']}) {aim['head']}: {', '.join(aim['labels'])} | {aim['plain']} | {aim['exact']}"
        yield from (f"({step}) {text}" for step, text in purpose["serves"].items())
    yield from (f"plan: {text}" for text in list(head.get("plan", {}).values())[1:])
    for iteration in message["iterations"][:ROUNDS]:
        yield f"--- {iteration['says']}"
        for step in iteration["steps"]:
            yield f"[{step['title']} | {step['called']} | {step['ahead']}]"
            yield f"  {step['plain']}{BOTH}{step['exact']}"
        for verdict in iteration["verdicts"][:DECISIONS]:
            word = LETTERS.get(str(iteration["n"]["token"][verdict["place"]]), "?")
            yield f"[{word} {verdict['state']}]"
            yield f"  {verdict['plain']}{BOTH}{verdict['exact']}"
        for panel in iteration["panels"]:
            for voice in (panel["plain"], panel):
                facts = "; ".join(f"{name} {value}" for name, value in [*voice["facts"], *voice["outcome"]])
                why = " ".join(filter(None, (voice.get("why", ""), voice.get("came", ""))))
                yield f"({voice['title']}) {' '.join(filter(None, (why, voice['caption'], facts)))}".rstrip()


def toy_message(method: str, settings: dict[str, Any], seed: int = 0) -> dict[str, Any]:
    """The message that opens a run on a random toy pair, with fixed times."""
    given = json.dumps(settings)
    feed = Feed("toy")
    content = feed.open(header_with(**header(method, given), texts=LETTERS))
    for iteration in json.loads(lines(method, given, seed)):
        for index, one in enumerate(iteration["passes"]):
            one["seconds"] = (index + 1) / 100
        content["iterations"].append(feed.iteration(iteration_of(iteration | {"seconds": 1 / 16})))
    return content


def main() -> None:
    """Write the files."""
    FOLDER.mkdir(exist_ok=True)
    for method, text in texts().items():
        (FOLDER / f"{method}.txt").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
