"""The README's table of methods is the catalogue's."""

from explorer.cli.readme import README, with_table


def test_readme_table_is_current() -> None:
    """A reader of the README must find every method and setting that is there, and none that is not."""
    text = README.read_text(encoding="utf-8")
    assert with_table(text) == text, "run `make readme`"
