"""The command `lessons`: list the bundled lessons, check lesson files, and write cards for teachers."""

import argparse
import sys
from pathlib import Path

from decoders.errors import BadInput
from explorer.cli.arguments import Add
from explorer.cli.console import printable

PAGE = "http://127.0.0.1:7860/"  # address of the app on a local machine


def add(command: Add) -> None:
    """Add the command and its arguments."""
    parser = command("lessons", lessons, "List and check lessons (docs/lessons.md), or write cards for teachers")
    parser.add_argument("files", metavar="FILE", nargs="*", help="lesson files (default: the bundled lessons)")
    parser.add_argument(
        "--card",
        metavar="LESSON",
        nargs="?",
        const="",
        help="lesson, such as lossless, whose card for teachers is written as an HTML page to print; without a name, "
        "the cards of all lessons are written",
    )
    parser.add_argument("--page", metavar="URL", default=PAGE, help="address of the app, which the card links to")
    parser.add_argument("-o", dest="out", metavar="FILE", help="file for the cards (default: standard output)")


def lessons(options: argparse.Namespace) -> None:
    """Run `lessons`: print a line per lesson, or a line per problem (exit code 2). With --card, write the cards."""
    if options.card is not None:
        return _cards(options)
    if options.out is not None or options.page != PAGE:
        raise BadInput("-o and --page apply only to the cards for teachers. Add --card, or leave them out.")
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
            line = f"{file.name}: {lesson.title} ({len(lesson.steps)} steps, {lesson.minutes} min). {lesson.summary}"
            print(printable(line))
    if wrong:
        raise BadInput(f"Lessons with errors: {wrong} of {len(chosen)}. See the lines above.")
    return None


def _cards(options: argparse.Namespace) -> None:
    """Write the cards of one lesson, of the given files, or of all bundled lessons."""
    from decoders.files import write_named
    from explorer.lessons.library import file_of, files, slug_of
    from explorer.lessons.teacher_card import cards_html

    given, bundled = [Path(file) for file in options.files], [slug_of(file) for file in files()]
    if options.card and options.card not in bundled:
        raise BadInput(f"There is no lesson “{options.card[:60]}”. Choose one of: {', '.join(bundled)}.")
    if options.card and given:
        raise BadInput("--card cannot be combined with files. Leave out --card or the files.")
    if not options.page.startswith(("http://", "https://")):
        raise BadInput(f"--page {options.page[:80]} is not a web address. Write it like {PAGE}.")
    html = cards_html([file_of(options.card)] if options.card else given or files(), options.page)
    if options.out is None:
        sys.stdout.write(html)
        return
    write_named(Path(options.out), html)
    print(f"Saved to {printable(options.out)}. Open it in a browser and print it.")
