"""The README's table of methods is the catalogue's."""

from explorer.cli.readme import HOSTING, README, with_limits, with_table


def test_readme_table_is_current() -> None:
    """A reader of the README must find every method and setting that is there, and none that is not."""
    text = README.read_text(encoding="utf-8")
    assert with_table(text) == text, "run `make readme`"


def test_limits_are_those_of_the_app() -> None:
    """Whoever hosts the app sets the variables of this table."""
    text = HOSTING.read_text(encoding="utf-8")
    assert with_limits(text) == text, "run `make readme`"
