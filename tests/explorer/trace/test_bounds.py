"""Theorems 3.5 and 3.6 of MTAD over a run: measured values must satisfy the bounds shown."""

import itertools
import json
import math
from pathlib import Path
from typing import Any

import pytest

from benchmarks import bounds as bench
from decoders.catalog import decoder
from decoders.exact.toy import ToyPair
from explorer.cli.main import main
from explorer.trace.lines import IterationLine
from explorer.trace.metrics import bounds_of
from tests.explorer.trace.runs import lines
from tests.records import iteration_of
from tests.toys import models_of, random_pair


def true_gap(pair: ToyPair) -> float:
    """U of the theorems: the largest |log p − log q| of any token after any context."""
    contexts = [text for n in range(3) for text in itertools.product(range(len(pair.vocab)), repeat=n)]
    return max(float(abs(pair.target.scores(c) - pair.draft.scores(c)).max()) for c in contexts)


@pytest.mark.parametrize("threshold", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("seed", range(3))
def test_measured_values_keep_to_the_bounds(seed: int, threshold: float) -> None:
    """The app shows both numbers together, so the bound must hold."""
    pair = random_pair(seed, 3, eos=False)
    settings = decoder("mtad").make_settings({"gamma": 3, "draft_width": 4, "threshold": threshold})
    row = bench.examine(models_of(pair), [0], 400, settings, seed, 27)
    assert row["gamma_bar"] >= row["gamma_bar_low"] - 1e-9
    assert row["u"] <= true_gap(pair) + 1e-9
    assert row["ppl_ratio"] == pytest.approx(row["ppl"] / row["ppl_mtjd"])
    assert 1 - 0.05 <= row["ppl_ratio"] <= row["ppl_ratio_high"]


def test_the_reference_is_exact_when_wide_enough() -> None:
    """MTJD's text by search over every block, compared with the best of all blocks."""
    pair = random_pair(4, 3, eos=False)
    text, logp = (0,), 0.0
    for _ in range(3):

        def chance(more: tuple[int, ...], text: tuple[int, ...] = text) -> float:
            return sum(float(pair.target.scores((*text, *more[:i]))[x]) for i, x in enumerate(more))

        best = max(itertools.product(range(3), repeat=2), key=chance)
        text, logp = (*text, *best), logp + chance(best)
    assert bench.reference(models_of(pair), [0], 6, 2, 9) == pytest.approx(math.exp(-logp / 6))


ROOT = {"id": 0, "parent": -1, "token": 0, "depth": 0, "role": "input"}


def with_layer(layer: dict[str, Any]) -> IterationLine:
    return iteration_of({"nodes": [ROOT], "layers": [layer]})


def test_what_is_not_mtad_has_no_bounds() -> None:
    """A beam layer has no joint test, and an iteration without a draft says nothing about γ̄."""
    shown = {"U": None, "H": 0.5, "gamma_bar": 1, "gamma_bar_low": 0.0, "epsilon": 0.0}
    joint = {"kind": "joint", "layer": 0, "joint": "raw", "threshold": 0.5, "prefixes": [], "longest": 0}
    assert bounds_of([with_layer(joint | {"bounds": shown}), iteration_of({"nodes": [ROOT]})]) is None
    assert bounds_of([iteration_of(json.loads(lines("beam-search"))[0])]) is None


def test_infinite_gaps_stay_infinite() -> None:
    """In a trace an infinite U is null and must not become a finite bound."""
    shown = {"U": None, "H": 0.5, "gamma_bar": 2, "gamma_bar_low": 0.0, "epsilon": 0.0}
    prefix = {"j": 1, "node": 0, "logp_joint": None, "logq_joint": -1.0, "ratio": 0.0, "passed": False}
    joint = {"kind": "joint", "layer": 0, "joint": "raw", "threshold": 0.5, "prefixes": [prefix], "longest": 0}
    found = bounds_of([with_layer(joint | {"bounds": shown})])
    assert found is not None
    assert (found.u, found.gamma_bar_low, found.ppl_ratio_high) == (math.inf, 0.0, math.inf)


def test_script_writes_what_it_was_made_with(tmp_path: Path) -> None:
    """Numbers without their settings cannot be reproduced."""
    prompts, out = tmp_path / "p.jsonl", tmp_path / "out.json"
    prompts.write_text(json.dumps({"prompt": "I"}) + "\n")
    pair = "toy:assets/toys/mtad-figure-2.json"
    assert bench.main(["--prompts", str(prompts), "--pair", pair, "--tokens", "5", "-o", str(out)]) == 0
    found = json.loads(out.read_text())
    (row,) = found["rows"].values()
    assert (found["made_with"]["settings"]["threshold"], found["theorem_3_6_holds"]) == (0.5, 1)
    assert found["median_ppl_ratio"] == row["ppl_ratio"] > 0
    assert bench.main(["--prompts", str(prompts), "--pair", pair, "--tokens", "1", "-o", str(out)]) == 2


def test_show_says_what_was_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`show` prints a run's γ̄ next to its bound; other methods have no theorem."""
    for method, named in (("mtad", True), ("greedy", False)):
        out = str(tmp_path / f"{method}.jsonl")
        pair = "toy:assets/toys/mtad-figure-2.json"
        assert main(["record", method, "--pair", pair, "--prompt", "I", "--max-new-tokens", "6", "-o", out]) == 0
        capsys.readouterr()
        assert main(["show", out]) == 0
        assert ("Theorem 3.6: γ̄ = " in capsys.readouterr().out) == named
