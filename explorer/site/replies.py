"""The app's replies about everything that is bundled, for a site without a server.

The replies are grouped into files, so a page loads only what it shows. There is one file per run, one for the small
runs that only lessons open, one for all lessons, and one for Learn and Compare. The keys are the addresses that the
scripts request, with their percent-encoding decoded.
"""

import json
from dataclasses import asdict
from functools import cache

from decoders.errors import BadInput
from explorer.features.code import snippets
from explorer.features.comparisons import bundled
from explorer.features.race import race_again
from explorer.features.worth import PAPERS, recorded, worth_of
from explorer.lessons.library import MOVED, cards, moved, played
from explorer.service.store import all_cards, opened
from explorer.site.opening import race_json
from explorer.trace.lines import Header

Replies = dict[str, str]  # JSON by address
LESSON_RUNS = "lesson-runs"  # the file of the small runs that only lessons open


@cache
def replies() -> dict[str, Replies]:
    """All replies, by the name of the file that contains them. The replies include the runs that only lessons open."""
    names = [card.name for card in all_cards()]
    files = dict[str, Replies]()
    for name in names:
        files.setdefault(LESSON_RUNS if name.startswith("lesson-") else name, {}).update(of_run(name))
    return files | {"lessons": of_lessons(), "numbers": of_numbers(names)}


def of_run(name: str) -> Replies:
    """The replies about a bundled run: its message for the stage, the race above it, and the code that repeats it."""
    from explorer.stage.pack import open_message  # imports networkx, so it must not be imported when the app starts

    with opened(name) as trace:
        answers = {f"explorer/open/{name}": open_message(trace, name)}
        code = code_json(trace.header)
    race = race_json(name, here=False)
    answers |= {} if race == "null" else {f"explorer/opening/{name}": race}
    return answers | ({f"explorer/code/{name}": code} if code else {})


def of_lessons() -> Replies:
    """The list of lessons, each lesson, and the new addresses of earlier lessons."""
    answers = {"explorer/lessons": _json({"lessons": cards()})}
    answers |= {f"explorer/lesson/{slug}": _json(moved(slug)) for slug in MOVED}
    return answers | {f"explorer/lesson/{card['slug']}": _json(played(card["slug"])) for card in cards()}


def of_numbers(names: list[str]) -> Replies:
    """The measurements for the calculator in Learn, and the recorded races."""
    answers = {f"explorer/worth?run={name}": worth_json(name) for name in ["", *names]}
    return answers | {f"explorer/race?comparison={name}": _json(race_again(name)) for name in bundled()}


def worth_json(name: str) -> str:
    """JSON of the measurements in the bundled runs, in the papers, and in the named run (if it has finished).

    Raises BadInput if there is no run with that name.
    """
    here = worth_of(name) if name else None
    known = {"runs": [asdict(run) for run in recorded()], "papers": [asdict(row) for row in PAPERS]}
    return _json(known | {"here": None if here is None else asdict(here)})


def code_json(header: Header) -> str | None:
    """JSON of the code that repeats a run; None if no code can repeat it."""
    try:
        return _json({"snippets": [asdict(each) for each in snippets(header)]})
    except BadInput:
        return None


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
