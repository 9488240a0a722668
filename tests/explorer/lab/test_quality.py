"""Scores of answers: no method looks better for the wrong reason."""

import pytest

from decoders.errors import BadInput
from explorer.lab.data.quality import last_number, plain_words, score
from explorer.lab.experiment import Task


def task(scorer: str, *references: str, **extra: str) -> Task:
    return Task("1", "", "d", scorer, references, extra)


@pytest.mark.parametrize(
    ("scorer", "reference", "text", "expected"),
    [
        ("squad", "Denver Broncos", "The Denver Broncos.\nThey won.", 1),
        ("squad", "Denver Broncos", "the Broncos", 0),
        ("number", "1,200", "so 3 + 4 … in all $1200.", 1),
        ("number", "7", "none", 0),
        ("rouge", "the cat sat", "the cat sat", 1),
        ("rouge", "the cat sat", "dogs", 0),
        ("bleu", "the cat sat on the mat", "the cat sat on the mat", 1),
    ],
)
def test_scores(scorer: str, reference: str, text: str, expected: float) -> None:
    """Each measure gives full marks to the right answer and none to another."""
    assert score(task(scorer, reference), text)["score"] == pytest.approx(expected)


def test_pieces() -> None:
    """The parts that are extracted from an answer before it is compared."""
    assert plain_words("") == []
    assert last_number("-3, then 4.5") == 4.5
    with pytest.raises(BadInput, match="Unknown measure"):
        score(task("beauty", "x"), "x")
