"""The lessons that ship: their files in order, their cards, and each one ready to be played."""

from functools import lru_cache
from pathlib import Path

from decoders.errors import BadInput
from decoders.files import ASSETS
from explorer.lessons.fill import fill
from explorer.lessons.text import read
from explorer.stage.message import Lesson, LessonCard

FOLDER = ASSETS / "lessons"


def files() -> list[Path]:
    """The files of the bundled lessons, in their order."""
    return sorted(FOLDER.glob("*.md"))


def cards() -> list[LessonCard]:
    """What the list of lessons shows; no trace is opened for it."""
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


def played(slug: str) -> Lesson:
    """A bundled lesson with its numbers filled in. Raises BadInput if there is none, or if it is wrong."""
    found = next((file for file in files() if file.stem.partition("-")[2] == slug), None)
    if found is None:
        raise BadInput(f"there is no lesson {slug[:60]}; open the list of lessons and choose one")
    return _played(found, found.stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _played(file: Path, changed: int) -> Lesson:
    """What has not changed on disk is filled in once."""
    content, problems = fill(read(file))
    if problems:
        raise BadInput(problems[0])
    return content


def check(file: Path) -> list[str]:
    """Everything that is wrong with a lesson's file, a sentence each; of its form only the first."""
    try:
        return fill(read(file))[1]
    except BadInput as error:
        return [str(error)]
