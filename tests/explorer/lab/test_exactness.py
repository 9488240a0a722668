"""Exact output distributions as the app shows them, and rules broken on purpose."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decoders.core.dice import Enumerating
from decoders.errors import BadInput
from decoders.methods import branching, speculative
from explorer.lab.exactness import EQUAL, examine
from explorer.lab.mutations import MUTATIONS, mutated
from tests.toys import CAUGHT, distance, random_pair, random_rows

ROOT = Path(__file__).parents[3]


def toy(size: int = 3) -> dict[str, Any]:
    words, rng = [chr(ord("a") + i) for i in range(size)], np.random.default_rng(1)
    keys = ["", *words]
    rows = {side: random_rows(rng, size, keys, 0) for side in ("target", "draft")}
    return {"vocab": words, "eos": words[-1], **rows}


def request(**change: Any) -> dict[str, Any]:
    good = {"toy": toy(), "prompt": "a", "method": "spd", "settings": {"gamma": 2}, "tokens": 3, "mutations": []}
    return good | change


def test_lossless_is_zero_and_mutations_are_not() -> None:
    """The number in the tab is the proof, and a broken rule must be visible in it."""
    first, *broken = examine(request(mutations=list(MUTATIONS)))
    assert first["tv"] < EQUAL
    assert abs(sum(row["p"] for row in first["law"]) - 1) < EQUAL
    moved = {one["mutation"]: one["tv"] for one in broken}
    assert moved.pop("no-renormalisation") < EQUAL, "SpD draws from its residual in proportion, whatever its sum"
    assert min(moved.values()) > CAUGHT


@pytest.mark.parametrize("name", MUTATIONS)
def test_every_mutation_moves_a_method_with_several_candidates(name: str) -> None:
    """A broken rule without an effect would teach that the rule does not matter."""
    with mutated(name):
        drift = distance("specinfer", random_pair(1, 5), 2, branching=(3,))
    assert drift > CAUGHT


@pytest.mark.parametrize("name", MUTATIONS)
@pytest.mark.parametrize(("method", "settings"), [("block", {"gamma": 3}), ("traversal", {"branching": (2, 2)})])
def test_a_mutation_moves_methods_whose_residual_has_a_weight(method: str, settings: dict[str, Any], name: str) -> None:
    """Their residual takes P or α into account, and a broken one must take it as well."""
    with mutated(name):
        drift = distance(method, random_pair(1, 4), 3, **settings)
    if (method, name) == ("block", "no-renormalisation"):
        assert drift < EQUAL, "a block samples from its residual once, in proportion"
    else:
        assert drift > CAUGHT


def test_rules_are_whole_again_afterwards() -> None:
    """A broken rule must not outlive its demonstration, also after an error."""
    before = (speculative.acceptance, branching.residual, Enumerating.choose)
    for name in MUTATIONS:
        with pytest.raises(RuntimeError), mutated(name):
            raise RuntimeError
    assert (speculative.acceptance, branching.residual, Enumerating.choose) == before


def test_method_without_oracle_says_why() -> None:
    """Without a reference method nothing is compared, and the reason is given."""
    first = next(iter(examine(request(method="greedy", settings={}))))
    assert (first["oracle"], first["tv"]) == (None, None)
    assert first["why"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"tokens": 6}, "cannot be 6"),
        ({"toy": toy(9)}, "the limit is 8"),
        ({"toy": {"vocab": ["a"]}}, "needs the keys vocab, target and draft"),
        ({"prompt": "zebra"}, "zebra"),
        ({"mutations": ["all"]}, "Unknown mutation all"),
        ({"settings": {"gamma": 0}}, "gamma=0"),
    ],
)
def test_bad_requests_are_one_sentence(change: dict[str, Any], says: str) -> None:
    """A hand-written pair is often wrong; the sentence says where."""
    with pytest.raises(BadInput, match=says):
        list(examine(request(**change)))


def test_runs_in_its_own_process() -> None:
    """The app's process writes parts to stdout, and errors as a part."""
    for asked, key in ((request(), "tv"), (request(tokens=0), "error")):
        command = [sys.executable, "-m", "explorer.lab.exactness"]
        done = subprocess.run(command, input=json.dumps(asked), cwd=ROOT, capture_output=True, text=True, timeout=240)
        assert key in json.loads(done.stdout.splitlines()[0]), done.stderr
