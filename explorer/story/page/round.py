"""The text next to the first picture, about the course of a round of the method. It is made from the header alone, so
it cannot give away an outcome. A round has one line for each group of steps of the method. `following` says what comes
after the start of a round.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypedDict

from decoders.catalog import DECODERS
from explorer.story.facts import Facts
from explorer.story.header.draft import beyond_window
from explorer.story.header.run_slots import RunView
from explorer.story.page.pairs import unit_of
from explorer.story.story import Next, Story
from explorer.story.wording import fill
from explorer.trace.lines import Header
from explorer.trace.states import LISTS

BOXES = "Empty boxes mark the positions."
LABELS = {group["name"]: group["label"] for group in LISTS["groups"]} | {"merge": "Merge", "select": "Select"}


class Row(TypedDict):
    """One aim of a method: its name, the heading and the words of its row in the picture, and its sentence in both
    voices.
    """

    name: str
    head: str
    labels: list[str]
    plain: str
    exact: str


class Purpose(TypedDict):
    """The purpose of a method: the name of its picture, its aims in order, and the contributions of steps, by their
    phase or by a part of a step.
    """

    picture: str
    aims: list[Row]
    serves: dict[str, str]


class Line(TypedDict):
    """One line of a round: the group of steps, the states that occur there, and what happens, in both voices."""

    label: str
    marks: list[str]
    plain: str
    exact: str


def lines(story: Story, header: Header) -> list[Line]:
    """Return the lines of a round of a run's method, filled with its settings."""
    settings = settings_of(header)
    view = RunView(settings, unit_of(header.pair))
    return [
        {
            "label": LABELS[line.group],
            "marks": fill(line.marks, view).split(),
            "plain": fill(line.plain, view),
            "exact": fill(line.exact, view),
        }
        for line in story.round(settings)
    ]


def purpose(story: Story, header: Header) -> Purpose | None:
    """Return the purpose of a run's method, filled with the run's settings; None if its story has none."""
    settings = settings_of(header)
    view = RunView(settings, unit_of(header.pair))
    known = story.purpose(settings)
    if known is None:
        return None
    serves = {step: fill(text, view) for step, text in known.serves.items()}
    aims: list[Row] = [
        {
            "name": aim.name,
            "head": fill(aim.head, view),
            "labels": [fill(label, view) for label in aim.labels],
            "plain": fill(aim.plain, view),
            "exact": fill(aim.exact, view),
        }
        for aim in known.aims
    ]
    return {"picture": known.picture, "aims": aims, "serves": serves}


def plan(story: Story, header: Header) -> dict[str, str] | None:
    """Return the plan of a round's tests, filled with the run's settings; None for a method without a plan."""
    settings = settings_of(header)
    found = story.plan(settings)
    view = RunView(settings, unit_of(header.pair))
    return {name: fill(text, view) for name, text in found._asdict().items()} if found else None


def following(story: Story, facts: Facts) -> str:
    """Return the sentence about what comes after the start of a round, in the plain voice; empty if there is none."""
    settings = settings_of(facts.header)
    after = story.following if isinstance(story.following, Next) else story.following(settings)
    if not after.first:
        return ""
    phases = {step.phase for step in facts.iteration.steps}
    if story.round(settings)[0].group == "draft" and not story.searches and not phases & {"draft", "exit"}:
        window = beyond_window(facts.header, facts.iteration)
        if window is not None:
            return f"The text is longer than the draft’s context of {window:,} tokens, so nothing is drafted."
        return f"Only one more {facts.unit} fits, so nothing is drafted."
    comes = fill(after.later if facts.iteration.index else after.first, RunView(settings, facts.unit))
    return f"{comes} {BOXES}" if facts.drafted and not facts.iteration.index else comes


def settings_of(header: Header) -> Mapping[str, Any]:
    """Return the settings of a run. Settings that an older trace lacks get their default values."""
    known = DECODERS.get(header.method)
    defaults = asdict(known.make_settings({})) if known else {}
    return defaults | header.settings
