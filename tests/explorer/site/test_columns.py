"""Answers of the static site are packed as columns, and come back as they were."""

import json
from typing import Any

import pytest

from explorer.site.columns import to_columns
from tests.bundled import NAMES, packed
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


def test_every_run_of_the_site_comes_back() -> None:
    """A run in the static site must be the run that the app shows."""
    runs = [json.loads(json.dumps(packed(name))) for name in NAMES]
    assert unpacked([to_columns(run) for run in runs]) == runs


@pytest.mark.parametrize(
    "value",
    [[], [{}], [{}, {}], [{"a": 1}], [{"a": 1}, {"b": 1}], [{"a": 1, "b": 2}, {"b": 2, "a": 1}], [{"": 2}, {"": 3}]],
)
def test_lists_that_are_not_alike_stay(value: Any) -> None:
    """Only records with the same keys in the same order are packed, so nothing is lost or moved."""
    assert to_columns(value) == value
