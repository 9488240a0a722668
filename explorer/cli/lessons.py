"""The command `lessons`: check lesson files, or list the bundled ones."""

import argparse
from pathlib import Path

from decoders.errors import BadInput
from explorer.cli.arguments import Add
from explorer.cli.console import printable


def add(command: Add) -> None:
    """Add the command and its arguments."""
    made = command("lessons", lessons, "Check and list lessons (docs/lessons.md)")
    made.add_argument("files", metavar="FILE", nargs="*", help="lesson files (default: the bundled lessons)")


def lessons(options: argparse.Namespace) -> None:
    """Print one line per lesson, or one line per error and exit with code 2."""
    from explorer.lessons.library import check, files
    from explorer.lessons.text import read

    chosen = [Path(file) for file in options.files] or files()
    wrong = 0
    for file in chosen:
        problems = check(file)
        wrong += bool(problems)
        if problems:
            print(printable("\n".join(problems)))
        else:
            lesson = read(file)
            size = f"{len(lesson.steps)} steps, {lesson.minutes} min"
            print(printable(f"{file.name}: {lesson.title} ({size}). {lesson.summary}"))
    if wrong:
        raise BadInput(f"Lessons with errors: {wrong} of {len(chosen)}. See the lines above.")
