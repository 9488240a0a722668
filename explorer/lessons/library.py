"""The bundled lessons: their files in order, their cards, their playable forms, and redirects from old addresses."""

from functools import lru_cache
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.lessons.fill import fill
from explorer.lessons.text import Lesson as Written
from explorer.lessons.text import read
from explorer.stage.message import Lesson, LessonCard, LessonMoved

FOLDER = ASSETS / "lessons"

# Redirects: for each step of an earlier lesson, the lesson and step by which it was replaced.
MOVED: dict[str, tuple[tuple[str, int], ...]] = {
    "one-token-a-pass": tuple(("decoding", step) for step in (1, 2, 3, 4, 4, 7, 9)),
    "a-draft-and-a-check": tuple(("draft-and-verify", step) for step in (1, 2, 2, 3, 4, 5, 5, 6, 7, 7, 8)),
    "why-it-is-exact": tuple(("lossless", step) for step in (1, 2, 6, 5, 4, 4, 7, 8, 8, 9)),
    "several-drafts": (
        *(("trees-greedy", step) for step in (1, 2, 2, 3, 4, 5, 6)),
        *(("trees-sampled", step) for step in (1, 4, 6, 8)),
    ),
    "a-forest-and-its-width": (
        ("dsbd-forest", 1),
        ("dsbd-width", 1),
        ("dsbd-forest", 3),
        ("dsbd-forest", 3),
        ("dsbd-width", 2),
        ("dsbd-forest", 4),
        ("dsbd-forest", 4),
        *(("dsbd-width", step) for step in (4, 5, 5, 6)),
        ("dsbd-forest", 8),
    ),
    "energy": tuple(("pays-off", 7) for _ in range(8)),
}


def files() -> list[Path]:
    """The files of the bundled lessons, in their order."""
    return sorted(FOLDER.glob("*.md"))


def slug_of(file: Path) -> str:
    """The part of a lesson's file name that is used in links."""
    return file.stem.partition("-")[2]


def cards() -> list[LessonCard]:
    """The entries of the list of lessons; no trace is opened for them."""
    return [
        {
            "slug": lesson.slug,
            "title": lesson.title,
            "summary": lesson.summary,
            "minutes": lesson.minutes,
            "steps": len(lesson.steps),
        }
        for lesson in map(read, files())
    ]


def file_of(slug: str) -> Path:
    """The file of a bundled lesson. Raises BadInput if there is no such lesson."""
    file = next((file for file in files() if slug_of(file) == slug), None)
    if file is None:
        raise BadInput(f"There is no lesson “{slug[:60]}”. Choose one from the list of lessons.")
    return file


def played(slug: str) -> Lesson:
    """A bundled lesson with its numbers filled in. Raises BadInput if there is no such lesson, or if the lesson has a
    problem.
    """
    file = file_of(slug)
    return _played(file, file.stat().st_mtime_ns)


def moved(slug: str) -> LessonMoved | None:
    """The redirect of an earlier lesson's address; None for any other slug."""
    if slug not in MOVED:
        return None
    return {"moved": [{"slug": lesson, "step": step} for lesson, step in MOVED[slug]]}


def before(lesson: Written, steps: int) -> Written | None:
    """The bundled lesson that comes `steps` lessons before this one; None if there is no such lesson."""
    order = files()
    place = next((place for place, file in enumerate(order) if slug_of(file) == lesson.slug), -1) - steps
    return read(order[place]) if place >= 0 else None


@lru_cache(maxsize=32)
def _played(file: Path, changed: int) -> Lesson:
    """The playable form of a file, computed once per change of the file."""
    content, problems = fill(read(file))
    if problems:
        raise BadInput(problems[0])
    return content


def check(file: Path) -> list[str]:
    """All problems of a lesson's file, one message each. Only the first syntax error is reported."""
    try:
        return fill(read(file))[1]
    except BadInput as error:
        return [str(error)]
