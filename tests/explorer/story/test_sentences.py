"""Sentences change only on purpose: their files are written again, and the difference is read. All can be filled."""

import pytest

from explorer.story.methods.gsd import GSD
from explorer.story.registry import STORIES
from explorer.story.story import Story
from tests.explorer.story.sentences import FOLDER, texts
from tests.explorer.story.sweep import check_slots
from tests.explorer.story.test_gsd import NESTED


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return texts()


@pytest.mark.parametrize("method", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_sentences_are_those_that_were_read(method: str, said: dict[str, str]) -> None:
    """`python -m tests.explorer.story.sentences` writes them."""
    assert said[method] == (FOLDER / f"{method}.txt").read_text(encoding="utf-8")


def test_every_method_has_its_sentences(said: dict[str, str]) -> None:
    """A method that is tested on toy pairs is also read."""
    assert {path.stem for path in FOLDER.glob("*.txt")} == said.keys()


@pytest.mark.parametrize("story", STORIES.built_in.values(), ids=STORIES.built_in)
def test_every_slot_can_be_filled(story: Story) -> None:
    """A slot that no view has would fail for the first reader of that case."""
    check_slots(story, NESTED if story is GSD else None)
