"""Answers of the static site are packed as columns, and come back as they were."""

import json
from typing import Any

import pytest

from explorer.site.columns import COUNT, to_columns
from tests.explorer.stage.test_js import node

BACK = """
import { toRecords } from "./explorer/site/js/columns.js";
let text = "";
for await (const part of process.stdin) text += part;
process.stdout.write(JSON.stringify(JSON.parse(text).map(toRecords)));
"""


def unpacked(values: list[Any]) -> list[Any]:
    """The values as the site's script gets them back."""
    return json.loads(node("--input-type=module", "-e", BACK, stdin=json.dumps(values)))


@pytest.mark.parametrize(
    "value",
    [
        [{"a": 1}, {"b": 1}],
        [{"a": 1, "b": 2}, {"b": 2, "a": 1}],
        [{"a": None}, {"b": {"c": [{"d": 1}, {"e": [2]}]}}, {"a": []}],
    ],
)
def test_records_that_lack_a_key_come_back(value: Any) -> None:
    """A missing key is not the same as a null."""
    assert COUNT in to_columns(value)
    assert unpacked([to_columns(value)]) == [value]


@pytest.mark.parametrize("value", [[], [{}], [{}, {}], [{"a": 1}], [{"": "x"}, {"": "y"}], [{"?": 2}, {"?": 3}]])
def test_other_lists_stay(value: Any) -> None:
    """A single record would become longer, and a key with a meaning here would be misread."""
    assert to_columns(value) == value
    assert unpacked([value]) == [value]


def test_a_record_that_looks_like_columns_is_refused() -> None:
    """It would come back as a list."""
    with pytest.raises(ValueError, match="marks a table that is stored by column"):
        to_columns([{"": 2}])
