"""Sentences about a run's draft model: the length of its context, and the layers that a head uses."""

import json
from dataclasses import replace
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from explorer.stage.pack import Feed
from explorer.story import Words
from explorer.story.header.draft import beyond_window, notes
from tests.explorer.trace import runs
from tests.records import header_with, iteration_of
from tests.toys import models_of, random_pair

HEADER: dict[str, Any] = {"method": "spd", "pair": "target+draft", "prompt_tokens": [1, 0, 1]}
HEADER |= {"settings": {"gamma": 2}, "max_new_tokens": 12}


def said_of(**more: Any) -> list[str]:
    """The notes about a draft model with these facts."""
    return notes(header_with(**HEADER | more))


def test_why_nothing_is_drafted() -> None:
    """The page must give the true reason: no room for a second token, or the end of the draft's context."""
    pair = random_pair(3, eos=False)
    pair.draft.window = 6
    found = decoder("spd")
    models = replace(models_of(pair), draft=pair.draft)
    run = list(found.decode([1, 0, 1], models, found.make_settings({"gamma": 2}), Seeded(1), 12))
    short, long = header_with(**HEADER, draft_window=6), header_with(**HEADER)
    for one in (iteration_of(iteration.to_json()) for iteration in run):
        drafted = any(node.role == "draft" for node in one.nodes)
        said = Words(short).iteration(one, {}).plain_facts.following
        assert (beyond_window(short, one) is None) == drafted
        assert ("longer than the draft’s context of 6 tokens" in said) != drafted
        assert "Only one more" not in said
        assert "Only one more" in Words(long).iteration(one, {}).plain_facts.following or drafted


def test_a_context_that_does_not_matter_is_not_mentioned() -> None:
    """A warning for a run that ends earlier is noise."""
    window = [said_of(draft_window=size) for size in (2, 12, 13)]
    assert window[0] == ["The prompt is longer than the draft’s context of 2 tokens, so the draft proposes nothing."]
    assert "The draft’s context is 12 tokens." in window[1][0]
    assert window[2] == said_of() == said_of(draft_window=2, method="greedy") == []


def test_what_a_head_reads() -> None:
    """The page and `show` use the same words."""
    named = said_of(head={"layers": [2, 4, 5], "final_norm": False, "guessed": []})
    assert named == ["The EAGLE-3 head reads the target’s hidden states after layers 2, 4 and 5."]
    last = said_of(head={"layers": [8], "final_norm": True, "guessed": ["norm_before_residual"]})
    assert last[0] == "The EAGLE-3 head reads the target’s hidden state after layer 8 and the final norm."
    assert "norm_before_residual" in last[1]
    guessed = header_with(**HEADER, head={"layers": [2, 4, 5], "guessed": ["layers"]})
    assert Feed().open(guessed)["header"]["draft_notes"] == " ".join(notes(guessed))
    assert "config.json does not name the layers, so the explorer guesses the usual ones" in notes(guessed)[1]
    assert "draft_notes" not in Feed().open(header_with(**HEADER))["header"]


@pytest.mark.parametrize("method", ["spd", "suffix", "dsbd"])
def test_a_step_may_show_only_nodes_of_an_earlier_round(method: str) -> None:
    """A page would not open a file that another program wrote in this way."""
    feed = Feed()
    feed.open(header_with(**runs.header(method, "{}")))
    first, second = json.loads(runs.lines(method, "{}", 0))[:2]
    for step in second["steps"]:
        if step["phase"] == "draft":
            step["nodes"] = [first["nodes"][0]["id"]]
    _, packed = (feed.iteration(iteration_of(each)) for each in (first, second))
    said = [(step["plain"], step["exact"]) for step in packed["steps"] if step["phase"] == "draft"]
    assert said
    assert all("not" in plain.lower() and "no" in exact.lower() for plain, exact in said)
