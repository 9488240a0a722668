"""The status of a finished run: why it ended, its text, and whether it can be compared."""

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, replace
from html import escape
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.service.live import Tally
from explorer.service.store import BUNDLED, contents, open_trace
from explorer.story.header.engine import other_text
from explorer.trace.format import line_from
from explorer.trace.lines import Header, Summary
from explorer.ui.form.status import progress_html
from explorer.ui.tabs.compare_form import beside_alone, requests
from tests.records import header_with, record_of


def ended(name: str, header: Mapping[str, Any] | None = None, **summary: Any) -> str:
    """The status of a bundled run as if it were new, with other values in its header and summary."""
    first, *iterations, last = (json.loads(line) for line in contents(name).splitlines())
    tally = Tally(first["max_new_tokens"])
    for line in (first | dict(header or {}), *iterations, last | summary):
        tally.add(record_of(line))
    return progress_html(tally, "run-x")


def test_why_a_run_ended_is_said() -> None:
    """A text that stops within a sentence looks like a fault unless the token limit is named."""
    said = ended("spd")
    assert "Done: 48 tokens ·" in said
    assert "<progress" not in said
    said = ended("spd", {"max_new_tokens": 99})
    assert "Done: 48 tokens ·" in said, "the tally counts what it was given"
    tally = Tally(99)
    for line in contents("spd").splitlines():
        tally.add(line_from(line))
    assert "Done: 48 tokens; the model ended the text ·" in progress_html(tally, "run-x")


def test_a_repeated_run_of_another_text_says_why() -> None:
    """Another text with the same prompt, seed and settings looks like a fault of the app."""
    assert "differs from the recorded run" not in ended("spd"), "the very run"
    line, _, folded = ended("spd", {"explorer": {"version": "0.1.0"}}).partition("<details")
    assert "explorer 0.1.0" not in line, "versions and digests are folded away"
    assert "Made with explorer 0.1.0." in folded
    engine = {"engine": {"target": "numba", "draft": "numba", "why": "asked"}, "dtype": "float32"}
    said = ended("spd", engine, text="The sky is <b>green</b>.")
    assert "Full text, and why it differs from the recorded run" in said
    assert escape(other_text(open_trace("spd").header, header_with(**engine))) in said
    assert "&lt;b&gt;green" in said, "what a model writes is no part of the page"
    assert "differs from the recorded" not in ended("spd", {"seed": 77}, text="The sky is green."), "another run"


def test_a_repeated_run_with_a_list_among_its_settings_says_why() -> None:
    """A new run has a tuple where its file has a list, and must still count as equal."""
    tally = Tally(48)
    for line in map(line_from, contents("specinfer").splitlines()):
        match line:
            case Header():
                settings = line.settings | {"branching": tuple(line.settings["branching"])}
                tally.add(replace(line, settings=settings))
            case Summary():
                tally.add(replace(line, text="The sky is green."))
            case _:
                tally.add(line)
    assert "differs from the recorded run" in progress_html(tally, "run-x")


def test_the_same_engine_is_not_given_as_the_reason() -> None:
    """A wrong reason would be believed."""
    head = header_with(dtype="float32", engine={"target": "numba", "draft": "numba", "why": "asked"})
    assert "another version" in other_text(head, head)


@pytest.mark.parametrize(
    ("name", "header", "compares"),
    [
        ("spd", {}, "1"),
        ("spd", {"raw": True}, "1"),
        ("greedy", {}, "0"),
        ("gsd", {}, "1"),
        ("mtad", {}, "1"),
        ("dsbd-figure-2", {}, "0"),
    ],
)
def test_what_can_be_set_beside_the_target_alone(name: str, header: dict[str, Any], compares: str) -> None:
    """The target alone has no draft to compare, and a table's passes take no time."""
    assert f'data-compares="{compares}"' in ended(name, header)


@pytest.mark.parametrize("name", sorted(path.name.partition(".")[0] for path in BUNDLED.glob("*.jsonl*")))
def test_every_run_can_be_asked_for_again_beside_the_target_alone(name: str) -> None:
    """The same run with all of its settings, and the method with its output distribution."""
    head = json.loads(contents(name).splitlines()[0])
    if head["oracle"]["kind"] == "itself":
        with pytest.raises(BadInput, match="does not draft"):
            beside_alone(name)
        return
    alone, again = requests(beside_alone(name)).values()
    asked = head["method"], head["prompt"], head["seed"], head["max_new_tokens"]
    assert (again.method, again.prompt, again.seed, again.limit) == asked
    assert json.loads(json.dumps(asdict(again.chosen))) == head["settings"]
    assert alone.method == head["oracle"].get("method", "multinomial")


def test_no_script_in_a_name() -> None:
    """Only the app itself writes markup into the page."""
    assert not re.search(r"<(script|img)", ended("spd", text="<script>alert(1)</script><img src=x>"))
