"""The command `lessons`: check the files of lessons, or list those that ship."""

import argparse
from pathlib import Path

from decoders.errors import BadInput
from explorer.cli.arguments import Add
from explorer.cli.console import printable


def add(command: Add) -> None:
    """The command and its arguments."""
    made = command("lessons", lessons, "Check lessons (docs/lessons.md), or those that ship, and list them")
    made.add_argument("files", metavar="FILE", nargs="*", help="files of lessons; without any, those that ship")


def lessons(options: argparse.Namespace) -> None:
    """A line for every lesson; where something is wrong a line for each fault, and exit code 2."""
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
            told = f"{file.name}: {lesson.title} ({len(lesson.steps)} steps, {lesson.minutes} min). {lesson.summary}"
            print(printable(told))
    if wrong:
        raise BadInput(f"{wrong} of {len(chosen)} lessons should be mended; each line above says where")
