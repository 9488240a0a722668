"""Requests: one module checks them, for every caller."""

import json
import time
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from decoders.pairs import PAIRS, load_pair
from explorer.features.tuning import candidates, grids
from explorer.features.tuning import word as written
from explorer.service.offered import toys
from explorer.service.request import MAX_NEW_TOKENS, MAX_SEED, RunRequest, request_of, requests_of, words_of

TOY = "toy:assets/toys/dsbd-figure-2.json"


def asked(**change: Any) -> RunRequest:
    return RunRequest(**({"method": "spd", "pair": TOY, "prompt": "ask"} | change))


def test_a_request_is_whole_and_stays_as_it_is() -> None:
    """A stored, sent and repeated run must be the one that was requested."""
    request = asked(settings={"gamma": "2"}, seed=3.0, limit=5)
    assert (request.seed, request.limit, request.chosen.gamma) == (3, 5, 2)
    assert type(request.seed) is int
    with pytest.raises(FrozenInstanceError):
        request.seed = 4  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": -1}, f"The seed must be a whole number from 0 to {MAX_SEED}, but is -1"),
        ({"seed": MAX_SEED + 1}, f"The seed must be a whole number from 0 to {MAX_SEED}, but is {MAX_SEED + 1}"),
        ({"limit": 0}, f"The number of new tokens must be a whole number from 1 to {MAX_NEW_TOKENS}, but is 0"),
        ({"limit": "8"}, 'The number of new tokens .* but is "8"'),
        ({"settings": {"gamma": 0}}, "gamma=0 is out of range"),
        ({"settings": {"wings": 2}}, "The method spd has no setting “wings”"),
        ({"settings": ["gamma"]}, "The settings must map names to values"),
        ({"device": "gpu"}, "Unknown device gpu"),
        ({"dtype": "float8"}, "Unknown dtype float8"),
    ],
)
def test_what_cannot_be_is_refused_when_it_is_made(change: dict[str, Any], says: str) -> None:
    """An impossible request must be refused at once, not hours later on another machine."""
    with pytest.raises(BadInput, match=says):
        asked(**change)


def test_page_and_command_line_have_the_same_limits() -> None:
    """A run recorded by one must be repeatable by the other."""
    from explorer.cli.main import parser

    words = ["record", "spd", "--pair", TOY, "--prompt", "ask", "-o", "t.jsonl"]
    options = parser().parse_args([*words, "--seed", str(MAX_SEED), "--max-new-tokens", str(MAX_NEW_TOKENS)])
    assert asked(seed=options.seed, limit=options.max_new_tokens)
    for more in (["--seed", str(MAX_SEED + 1)], ["--max-new-tokens", str(MAX_NEW_TOKENS + 1)]):
        with pytest.raises(BadInput, match="Use a whole number from . to"):
            parser().parse_args([*words, *more])


def test_a_pair_and_a_prompt_are_looked_at_when_they_meet() -> None:
    """A word that the pair does not know is named before anything runs."""
    pair, ids = asked().on(load_pair(TOY))
    assert (pair.name, len(ids)) == (TOY, 1)
    with pytest.raises(BadInput, match="zebra"):
        asked(prompt="zebra").on(load_pair(TOY))


def test_methods_in_words() -> None:
    """`spd:gamma=4` on a command line, together with settings that only some methods have."""
    made = requests_of(["greedy", " spd:gamma=4", "", "spd"], {"gamma": 3}, pair=TOY, seed=2)
    assert list(made) == ["greedy", "spd:gamma=4", "spd"]
    assert [request.chosen.gamma for label, request in made.items() if label != "greedy"] == [4, 3]
    assert {request.seed for request in made.values()} == {2}
    for words, settings, says in (
        ([], {}, "No method is given"),
        (["spd", "spd "], {}, "contains the same entry twice"),
        (["greedy"], {"gamma": 3}, "None of greedy has a setting “gamma”"),
    ):
        with pytest.raises(BadInput, match=says):
            requests_of(words, settings, pair=TOY)
    for word, says in (
        ("spd:gamma", "does not have the form KEY=VALUE"),
        ("spd:gamma=1:gamma=2", "gamma is given twice"),
        ("x", "Unknown method “x”"),
    ):
        with pytest.raises(BadInput, match=says):
            request_of(word, {})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("spd, greedy", ["spd", " greedy"]),
        ("mcss:branching=2,1", ["mcss:branching=2,1"]),
        ("self-ssd:skips=a6,m4,spd:gamma=3", ["self-ssd:skips=a6,m4", "spd:gamma=3"]),
        ("specinfer:branching=3,2:temperature=0,greedy", ["specinfer:branching=3,2:temperature=0", "greedy"]),
        ("greedy,1", ["greedy", "1"]),  # there is no value before it: it is told that there is no such method
        ("spd:gamma=3,", ["spd:gamma=3", ""]),
    ],
)
def test_a_comma_within_a_value_parts_no_methods(text: str, words: list[str]) -> None:
    """`bench` must accept what `tune` prints: branching=2,1 is one value, not a method named 1."""
    assert words_of(text) == words


@pytest.mark.parametrize("method", grids())
def test_what_tune_writes_is_read_back(method: str) -> None:
    """Every candidate of every grid, in one list."""
    tried = candidates(method)
    made = requests_of(words_of(",".join(written(method, one) for one in tried)), {})
    assert [request.chosen for request in made.values()] == [
        request_of(written(method, one), {}).chosen for one in tried
    ]


def test_the_public_functions_record_and_open(tmp_path: Path) -> None:
    """A notebook records a run in one line and opens its file in another."""
    import explorer

    file = tmp_path / "t.jsonl.gz"
    trace = explorer.record("spd", TOY, "ask", {"gamma": 2}, seed=1, max_new_tokens=4, to=file)
    assert isinstance(trace, explorer.Trace)
    assert trace.header.settings["gamma"] == 2
    assert trace.header.oracle.kind == "exact"
    again = explorer.open_trace(str(file))
    assert (again.summary, again.incomplete) == (trace.summary, None)
    with pytest.raises(ValueError, match="Unknown method"):
        explorer.record("magic", TOY, "ask")


def test_every_pair_is_described_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script must find the same fields for every pair, in the API and on the command line."""
    from explorer.ui.server.api import pairs

    told = {one["name"]: one for one in json.loads(pairs())}
    assert set(told) == {*toys(), *PAIRS}
    assert all(list(one) == ["name", "target", "draft", "source", "bytes", "needs"] for one in told.values())
    monkeypatch.chdir(tmp_path)
    assert json.loads(pairs()) == [*told.values()], "wherever it was started"


def test_a_list_of_methods_is_read_in_linear_time_and_bounded() -> None:
    """A call with twenty megabytes of commas must not block the app."""
    text = "mcss:branching=" + ",".join(["1"] * 300_000)
    begun = time.thread_time()
    words = words_of(text)
    assert words == [text]
    assert time.thread_time() - begun < 10
    for given in (words, ["spd"] * 10_000, ["x" * 10**6]):
        with pytest.raises(BadInput, match="at most 256 entries, each of at most 4,000 characters") as caught:
            requests_of(given, {}, pair="a", prompt="b")
        assert len(str(caught.value)) < 200
