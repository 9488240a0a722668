"""How a round of a method goes, before anything of it is known: what a first visitor reads beside the first picture.

Made of the header alone, so that it can spoil no outcome. A round is told in lines, one for each group of steps that
the method has. `following` says what comes after the start of one round.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, TypedDict

from decoders.catalog import DECODERS
from explorer.story.draft import beyond_window
from explorer.story.facts import Facts
from explorer.story.pairs import unit_of
from explorer.story.run_slots import RunView
from explorer.story.story import Next, Story
from explorer.story.wording import fill
from explorer.trace.lines import Header
from explorer.trace.states import LISTS

LABELS = {group["name"]: group["label"] for group in LISTS["groups"]} | {"merge": "Merge", "select": "Choose"}


class Line(TypedDict):
    """A group of steps by its name, the states that one will see there, and what happens, in both voices."""

    label: str
    marks: list[str]
    plain: str
    exact: str


def lines(story: Story, header: Header) -> list[Line]:
    """A round of a run's method with its settings, line by line."""
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


def following(story: Story, facts: Facts) -> str:
    """What comes after the start of a round, in the plain voice; empty where the story does not say."""
    settings = settings_of(facts.header)
    after = story.following if isinstance(story.following, Next) else story.following(settings)
    if not after.first:
        return ""
    phases = {step.phase for step in facts.iteration.steps}
    if story.round(settings)[0].group == "draft" and not story.searches and not phases & {"draft", "exit"}:
        window = beyond_window(facts.header, facts.iteration)
        if window is not None:
            return f"Nothing is drafted now because the text is longer than the draft’s context of {window:,} tokens"
        return f"Nothing is drafted now, as only one more {facts.unit} fits"
    boxes = " (the empty boxes)" if facts.drafted else ""
    comes = after.later if facts.iteration.index else after.first + boxes
    return f"Next, {fill(comes, RunView(settings, facts.unit))}"


def settings_of(header: Header) -> Mapping[str, Any]:
    """The settings of a run; those that an older trace does not have are as they are by default."""
    known = DECODERS.get(header.method)
    defaults = asdict(known.make_settings({})) if known else {}
    return defaults | header.settings
