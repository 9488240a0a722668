"""Sentences change only on purpose: the files of sentences/ are written again, and the difference is read."""

import pytest

from tests.explorer.story.sentences import FOLDER, texts


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
