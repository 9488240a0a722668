"""What can become of a node, what a step can be, and where a token can come from: explorer/states.json, read once.

The one list of decisions with their names, signs, colours and help texts. The sentences, the stage and its style
sheet, the legend and the README's table of marks are all made from it; the decisions themselves are listed in
decoders/core/record.py, and a test says that none is missing here.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[1] / "states.json"


@dataclass(frozen=True)
class State:
    """What has become of a node, as it is shown.

    `sign` stands in text, `glyph` names a path of the file's `glyphs`, `filled` or not. `strength`: of several verdicts
    about a node the strongest is drawn, the later one on ties. `colour` names one of the file's `colours`; `tint` says
    whether the box behind is tinted with it, and `dash` how its edge is broken. `look` is the colour in words,
    `plain` the label of the plain voice where it is another.
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
    """What kind of step it is; `group` is one of the file's `groups`.

    `plain` is what the plain voice calls it where that is not the group's label.
    """

    name: str
    label: str
    group: str
    colour: str
    plain: str = ""


@dataclass(frozen=True)
class Origin:
    """Where a token of the text came from; `line` is how it is underlined there."""

    name: str
    label: str
    colour: str
    tint: str
    line: str


LISTS: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
STATES: dict[str, State] = {row["name"]: State(**row) for row in LISTS["states"]}
PHASES: dict[str, Phase] = {row["name"]: Phase(**row) for row in LISTS["phases"]}
ORIGINS: dict[str, Origin] = {row["name"]: Origin(**row) for row in LISTS["origins"]}
PREFIX = ("passes", "fails")  # what is known of an MTAD prefix before a verdict: no decision of the record
