"""Outcomes of nodes, kinds of steps and origins of tokens, as read from explorer/states.json.

That file is the only list of decisions with their names, signs, colours and help text. The sentences, the stage and its
style sheet, the legend and the README's table of marks use it. decoders/core/record.py defines the decisions, and a
test checks that the list contains all of them.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "states.json"


@dataclass(frozen=True)
class State:
    """The outcome of a node, and how it is shown.

    `sign` is used in text. `glyph` names a path of the file's `glyphs`, and `filled` says whether it is filled. If a
    node has several verdicts, the one with the highest `strength` is drawn; if several tie, the last. `colour` names
    one of the file's `colours`. `tint` says whether the node's box has this colour, and `dash` is the dash pattern of
    the box's edge. `look` is the colour in words. `plain` is the label in the plain voice, if it is another one.
    """

    name: str
    label: str
    sign: str
    look: str
    glyph: str
    filled: bool
    strength: int
    colour: str
    tint: bool
    dash: str
    help: str
    plain: str = ""

    @property
    def word(self) -> str:
        """The label in the plain voice."""
        return self.plain or self.label


@dataclass(frozen=True)
class Phase:
    """A kind of step; `group` is one of the file's `groups`.

    `plain` is its name in the plain voice if that is not the group's label.
    """

    name: str
    label: str
    group: str
    colour: str
    plain: str = ""


@dataclass(frozen=True)
class Origin:
    """The origin of a token in the text. `line` is the style in which the token is underlined."""

    name: str
    label: str
    colour: str
    tint: str
    line: str


LISTS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
STATES: dict[str, State] = {row["name"]: State(**row) for row in LISTS["states"]}
PHASES: dict[str, Phase] = {row["name"]: Phase(**row) for row in LISTS["phases"]}
ORIGINS: dict[str, Origin] = {row["name"]: Origin(**row) for row in LISTS["origins"]}
PREFIX = (
    "passes",
    "fails",
)  # outcome of a prefix that is tested as a whole, before its verdict; not a decision of the record
