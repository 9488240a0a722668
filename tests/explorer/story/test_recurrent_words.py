"""The words about a recurrent target: how many passes it makes, and what it reads again."""

import json
from collections.abc import Callable
from typing import Any

from explorer.stage.pack import Feed
from explorer.stage.pictures import attention
from tests.explorer.trace.runs import header, lines
from tests.records import header_with, iteration_of

GREEDY = json.dumps({"gamma": 3, "temperature": 0})
Passes = list[dict[str, Any]]


def said(mode: str, change: Callable[[Passes], Passes]) -> tuple[str, str]:
    """What both voices say of the second target pass of a toy run, after its passes were changed."""
    feed = Feed("toy")
    feed.open(header_with(**header("spd", GREEDY), tree_mode={"target": mode, "draft": "tree"}))
    step = feed.iteration(iteration_of(changed(change)))["steps"]
    both = [(one["plain"], one["exact"]) for one in step if one["title"] == "Target pass"]
    return both[0]


def changed(change: Callable[[Passes], Passes]) -> dict[str, Any]:
    """The second iteration with other target passes, which take 10 milliseconds each."""
    iteration = json.loads(lines("spd", GREEDY, 0))[1]
    drafts = [one for one in iteration["passes"] if one["model"] == "draft"]
    made = change([one for one in iteration["passes"] if one["model"] == "target"])
    for step in iteration["steps"]:
        if step["phase"] == "target":
            step["passes"] = list(range(len(drafts), len(drafts) + len(made)))
    return iteration | {"passes": [*drafts, *({**one, "seconds": 0.01} for one in made)]}


def again(passes: Passes) -> Passes:
    """Node 0, which an earlier round read, is read again in the same pass."""
    return [{**passes[0], "nodes": [0, *passes[0]["nodes"]]}]


def apart(passes: Passes) -> Passes:
    """Every node has a pass of its own."""
    return [{**passes[0], "nodes": [node]} for node in passes[0]["nodes"]]


def test_tokens_that_are_read_again_are_said() -> None:
    """A person must see why a pass of a recurrent model reads more tokens than it tests."""
    plain, exact = said("states: after a rejection, accepted tokens are read again", again)
    assert plain.endswith("It also reads 1 earlier token that its state does not include yet.")
    assert exact == (
        "One target forward pass (10 ms) computes p at 4 positions: after the current text and after each of the 3 "
        "draft tokens. It also reads 1 earlier token that its state does not include yet."
    )


def test_several_passes_are_said() -> None:
    """Without this, a model that reads one token per pass would seem to check all of them in one."""
    plain, exact = said("states: a pass reads one token per path", apart)
    assert plain.startswith("The target checks all 3 guesses in 4 passes and computes")
    assert exact.startswith(
        "4 target forward passes (40 ms) compute p at 4 positions: after the current text and after each"
    )


def test_other_models_read_nothing_again() -> None:
    """The sentence would be wrong for a model whose cache can forget tokens."""
    assert "earlier" not in "".join(said("tree", again))


def test_the_mask_has_a_row_per_node() -> None:
    """A node that is read again must not appear twice in the picture of the mask."""
    plain, repeated = (attention(iteration_of(changed(change)), {0: -1}, 5) for change in (list, again))
    assert plain == repeated
    twice = attention(iteration_of(changed(lambda passes: [*passes, *passes])), {0: -1}, 5)
    assert twice == plain
