"""The generated tables of README and docs are current."""

import re
from pathlib import Path

import pytest

from explorer.cli.main import parser
from explorer.cli.readme import CLI, FILES, with_tables
from explorer.cli.reference import commands
from explorer.lessons.library import files
from explorer.service.store import gallery


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_tables_are_current(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Readers must find every method, setting and measured number, and none that does not exist."""
    monkeypatch.setattr("explorer.site.write.write_site", lambda *_: 0)  # takes seconds, and its size may differ
    assert with_tables(file, parser()) == file.read_text(encoding="utf-8"), "run `make readme`"


def test_every_command_is_in_the_overview() -> None:
    """A reader who looks for what a command does would not find it in the first table of the page."""
    overview = CLI.read_text(encoding="utf-8").partition("## Pairs")[0]
    assert set(re.findall(r"\(#([\w-]+)\)", overview)) == set(commands(parser()))


def test_the_size_of_the_site_is_current() -> None:
    """The page would say that the site has fewer runs or lessons than it has; its bytes may differ."""
    shown = re.search(r"^site: (\d+) runs, (\d+) lessons", CLI.read_text(encoding="utf-8"), re.M)
    assert shown
    assert [int(number) for number in shown.groups()] == [len(gallery()), len(files())]
