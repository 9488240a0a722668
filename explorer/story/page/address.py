"""The sentence about an address that names a tab of the page that does not exist."""

WRONG_TAB = "There is no tab “{tab}”, so this is the first one."
