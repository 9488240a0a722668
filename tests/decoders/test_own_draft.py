"""A draft that a program supplies, and pairs that it registers."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import decoders
import explorer
from decoders.core.decode import Models
from decoders.core.drafter import Drafter
from decoders.exact.law import output_law, total_variation
from tests.toys import EXACT, models_of, random_pair

TOY = "toy:assets/toys/dsbd-figure-2.json"
METHODS = {
    "spd": {"gamma": 2},
    "dsbd": {"gamma": 1, "draft_width": 2, "width": 2},
    "specinfer": {"branching": [2, 1]},
    "spectr": {"gamma": 2, "draft_width": 2},
    "eagle2": {"gamma": 2, "out_degree": 2, "node_budget": 4},
    "mcss": {"branching": [2, 1]},
    "block": {"gamma": 2},
    "slem": {"gamma": 2},
    "traversal": {"branching": [2, 1]},
}


def lean(context: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Probabilities that depend on the last two tokens, so that a forgotten token shows."""
    weights = np.arange(1.0, 4.0)
    for at, token in enumerate(context[-2:], 1):
        weights[token] += 2 * at
    return weights / weights.sum()


@pytest.mark.parametrize("method", METHODS)
def test_any_draft_keeps_the_targets_distribution(method: str) -> None:
    """A lossless method must not depend on the draft's numbers being good."""
    toys, chosen = models_of(random_pair(0, size=3)), decoders.decoder(method)
    models = Models(toys.target, decoders.drafter(3, lean), toys.eos)
    settings = chosen.make_settings(METHODS[method])
    oracle = chosen.oracle_for(settings)
    reference = decoders.decoder(str(oracle.method))
    expected = output_law(reference.step, [0], toys, reference.make_settings(dict(oracle.settings)), 3)
    found = output_law(chosen.step, [0], models, settings, 3)
    if oracle.kind == "exact":
        assert total_variation(found, expected) < EXACT
    assert math.isclose(sum(found.values()), 1, abs_tol=1e-9)


def test_a_loaded_pair_is_recorded_with_an_own_draft(tmp_path: Path) -> None:
    """Somebody who tries their own draft must not reload the target for every run, or record the old draft's name."""
    pair = decoders.load_pair(TOY)
    words = len(pair.vocab or ())
    own = decoders.with_draft(pair, decoders.drafter(words, lambda context: np.full(words, 1 / words), name="uniform"))
    trace = explorer.record("spd", own, "ask", {"gamma": 2}, max_new_tokens=4, to=tmp_path / "t.jsonl")
    assert (trace.header.draft, trace.header.pair) == ("uniform", f"{TOY}+uniform")
    drafted = [node for node in trace.iterations[0].nodes if node.role == "draft"]
    assert {node.q for node in drafted} == {1 / words}
    assert explorer.open_trace(tmp_path / "t.jsonl").header == trace.header
    assert pair.models.draft is not own.models.draft
    with pytest.raises(decoders.BadInput, match="already has its device, dtype and engine"):
        explorer.record("spd", own, "ask", dtype="float32")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        ([0.5, 0.5], "shape (2,)"),
        ([0.5, 0.6, 0.2], "sum is 1.3"),
        ([1.5, -0.5, 0.0], "not probabilities"),
        ([math.nan, 0.5, 0.5], "not probabilities"),
        ([math.inf, 0.0, 0.0], "not probabilities"),
    ],
)
def test_a_wrong_function_is_refused(result: list[float], reason: str) -> None:
    """Wrong numbers must not pass for a distribution."""
    session = decoders.drafter(3, lambda context: result, name="mine").start([0])
    with pytest.raises(decoders.BadInput, match="The drafter “mine” returned") as refused:
        session.forward([1], [-1])
    assert reason in str(refused.value)
    assert session.kv_length == 1  # nothing was fed


def test_a_draft_sees_the_whole_path() -> None:
    """A draft that misses a token of its context would draft for another text."""
    seen = list[tuple[int, ...]]()

    def note(context: tuple[int, ...]) -> list[float]:
        seen.append(context)
        return [0.2, 0.3, 0.5]

    session = decoders.drafter(3, note).start([2, 0])
    session.forward([1, 2, 0], [-1, 0, 0])
    session.keep([0, 2])
    session.forward([1], [1])
    assert seen == [(2, 0, 1), (2, 0, 1, 2), (2, 0, 1, 0), (2, 0, 1, 0, 1)]
    assert session.kv_length == 5


@pytest.mark.parametrize("size", [0, -1, 2.0, True, "3"])
def test_a_vocabulary_is_a_whole_number(size: Any) -> None:
    """Otherwise it would fail at the first draft, far from where the number was given."""
    with pytest.raises(decoders.BadInput, match="Use a whole number that is 1 or more"):
        decoders.drafter(size, lean)


def test_another_vocabulary_is_refused() -> None:
    """Ids of two vocabularies mean different words."""
    pair = decoders.load_pair(TOY)
    with pytest.raises(decoders.BadInput, match="Use a draft with the same vocabulary"):
        decoders.with_draft(pair, decoders.drafter(3, lean))


@pytest.mark.usefixtures("catalogues")
def test_a_registered_pair_is_found_by_name() -> None:
    """The command line, the app and the lab find pairs by name."""
    given = dict[str, Any]()

    def load(**where: Any) -> decoders.Pair:
        given.update(where)
        return replace(decoders.load_pair(TOY), info={**decoders.load_pair(TOY).info, "target": "a table"})

    decoders.register_pair("mine", load, needs="nothing")
    decoders.register_pair("mine", load, needs="nothing")  # the same again changes nothing
    trace = explorer.record("spd", "mine", "ask", max_new_tokens=2, dtype="float32")
    assert (trace.header.pair, trace.header.target, given["dtype"]) == ("mine", "a table", "float32")
    with pytest.raises(decoders.BadInput, match=r"“mine” is taken: it was registered by .*test_own_draft"):
        decoders.register_pair("mine", lambda **where: load(**where), needs="nothing")


@pytest.mark.parametrize("name", ["smollm2", "toy:x", "a+b", "", "a b", "../x", "x" * 61])
def test_a_name_must_be_free_and_plain(name: str) -> None:
    """A built-in pair must not be replaced, and a name must not look like two folders."""
    with pytest.raises(decoders.BadInput, match=r"built-in|not a valid name for a pair"):
        decoders.register_pair(name, Drafter, needs="nothing")  # pyright: ignore[reportArgumentType]
