"""While code moves, no sentence, number or picture of a recorded run changes."""

import json

from tests.explorer.story.before import DIGESTS, digests


def test_everything_said_and_shown_is_as_before() -> None:
    """`python -m tests.explorer.story.before FOLDER` writes the texts, to be compared with those of an older commit."""
    before, now = json.loads(DIGESTS.read_text()), digests()
    assert sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name)) == []
