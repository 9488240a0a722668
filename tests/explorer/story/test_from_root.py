"""The comparison of traversal verification with tests of the same tree from its root."""

import json
from dataclasses import asdict
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.dice import Seeded
from decoders.core.record import Iteration
from decoders.exact.toy import ToyPair, read_toy
from decoders.files import ASSETS
from explorer.stage.pack import open_content
from explorer.story.methods.from_root import replay
from explorer.trace.format import Trace
from tests.bundled import NAMES, bundled, packed
from tests.explorer.trace.runs import header, lines
from tests.records import header_with, iteration_of
from tests.toys import models_of, random_pair

TESTED = ("accepted", "rejected")


def first_round(pair: ToyPair, method: str, settings: dict[str, Any], seed: int, prompt: tuple[int, ...]) -> Iteration:
    """The first round of a run. Runs with one seed draft the same tree and then draw the same random numbers."""
    known = decoder(method)
    return next(iter(known.decode(prompt, models_of(pair), known.make_settings(settings), Seeded(seed), 9)))


def tree_of(iteration: Iteration) -> list[tuple[int, int, int, int | None]]:
    """The drafted nodes of a round."""
    return [(node.id, node.parent, node.token, node.count) for node in iteration.nodes if node.role == "draft"]


@pytest.mark.parametrize("replacement", [False, True])
def test_a_replay_is_what_mcss_does(replacement: bool) -> None:
    """The page says what another method would do. That method, run with the same seed, must do exactly this."""
    complete, given = 0, {"branching": "2,2", "replacement": str(replacement).lower()}
    for seed in range(60):
        pair = random_pair(seed, size=4, eos=seed % 2 == 0, zeros=(0.2, 0.2) if seed % 3 == 0 else (0, 0))
        leaves, root = (first_round(pair, name, given, seed, (0,)) for name in ("traversal", "mcss"))
        assert tree_of(leaves) == tree_of(root)
        found, tests = replay(leaves, replacement), [each for each in root.verdicts if each.u is not None]
        for mine, own in zip(found.tests, tests, strict=False):
            assert (mine.node, mine.u, mine.passed) == (own.node, own.u, own.decision == "accepted")
            assert mine.a == pytest.approx(own.a, abs=1e-9)
        if found.accepted is not None:
            assert len(found.tests) == len(tests)
            assert found.accepted == sum(each.decision == "accepted" for each in tests)
            complete += 1
    assert complete > 15


def test_the_bundled_tree_loses_its_branch_from_the_root() -> None:
    """The run is there for it: MCSS rejects “love” and “like”, and traversal verification accepts “love green”."""
    path = ASSETS / "toys" / "leaf-words.json"
    pair, run = read_toy(path), json.loads(path.read_text(encoding="utf-8"))["run"]
    made = first_round(pair, "mcss", run["settings"], run["seed"], tuple(pair.encode(run["prompt"])))
    words = {node.id: pair.vocab[node.token] for node in made.nodes}
    tests = [(words[each.node], each.decision, each.u, each.a) for each in made.verdicts if each.u is not None]
    assert [each[:2] for each in tests] == [("love", "rejected"), ("like", "rejected")]
    line = bundled("traversal-words").iterations[0]
    assert tree_of(line) == tree_of(made)
    panel = next(each for each in packed("traversal-words")["iterations"][0]["panels"] if each["kind"] == "judged")
    assert panel["root"]["says"]["plain"] == (
        "With the same random numbers, tests from the root reject “love”, lose the 2 guesses after it, and accept no "
        "guess instead of 2. Over many rounds, both orders accept a first guess equally often, but from the leaves, "
        "more usually follow it."
    )
    (_, _, u, a), (_, _, second_u, second_a) = tests
    assert f"{u:.2f} ≥ {a:.2f}" in panel["root"]["root"]["plain"]
    assert f"{second_u:.2f} ≥ {second_a:.2f}" in panel["root"]["root"]["plain"]
    shown = [(words[line.nodes[place].id], threshold) for place, _, threshold in panel["root"]["tests"]]
    assert shown == [("love", pytest.approx(a, abs=1e-4)), ("like", pytest.approx(second_a, abs=1e-4))]


def test_it_is_said_only_where_a_branch_is_lost_that_was_accepted() -> None:
    """Elsewhere, both orders may accept the same guesses, or those from the root may accept more."""
    told, given = 0, json.dumps({"branching": "2,2"})
    runs = [bundled(name) for name in NAMES if name.startswith("traversal")]
    for seed in range(30):
        played = [iteration_of(line) for line in json.loads(lines("traversal", given, seed))]
        runs.append(Trace(header_with(**header("traversal", given)), played, None))
    for trace in runs:
        replaced = bool(trace.header.settings.get("replacement"))
        for shown, line in zip(open_content(trace)["iterations"], trace.iterations, strict=True):
            panel = next((each for each in shown["panels"] if each["kind"] == "judged"), None)
            if panel is None:
                continue
            found = replay(line, replaced)
            kept = {each.node for each in line.verdicts if each.decision == "accepted" and each.rule == "leaf_ratio"}
            below = {node.parent for node in line.nodes if node.role == "draft"}
            first = found.tests[0] if found.tests else None
            lost = first is not None and not first.passed and first.node in kept and first.node in below
            fewer = found.accepted is None or found.accepted < len(kept)
            assert ("root" in panel) == (lost and fewer), asdict(line.final)
            told += "root" in panel
            if "root" in panel:
                assert (", and accept " in panel["root"]["says"]["plain"]) == (found.accepted is not None)
    assert told > 3
