"""Promises on the real pair in float32: deterministic GSD is greedy decoding, and DSBD's beams are exact."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks import equality, gtest
from decoders.catalog import decoder
from decoders.methods.dsbd import algorithm as dsbd
from decoders.models.loading import making
from decoders.models.loading.embedded import READING_FOLDER, draft_name
from decoders.models.parts import Parts
from decoders.pairs import Pair, load_pair
from tests.beams import sampling_law
from tests.toys import EXACT, random_pair

PROMPTS = (
    "Why is the sky blue?",
    "List three colours.",
    "What is 7 times 8?",
    "Translate to French: good morning",
    "def fibonacci(n):",
    "Once upon a time",
)


@pytest.mark.pair
@pytest.mark.parametrize(
    ("prompt", "tokens"),
    [*((prompt, 12) for prompt in PROMPTS[:3]), *(pytest.param(one, 32, marks=pytest.mark.large) for one in PROMPTS)],
)
def test_gsd_is_greedy_token_for_token(smollm2: Pair, prompt: str, tokens: int) -> None:
    """Trees, merges and copies must not change one token of greedy decoding's text."""
    gsd = decoder("gsd")
    settings = gsd.make_settings({"merge": 1, "prob_threshold": 0.1, "sibling_threshold": 0.1, "node_budget": 32})
    row = equality.compare(smollm2.models, smollm2.encode(prompt, False), tokens, gsd, settings)
    assert row["equal"], row
    assert row["target_passes"] <= row["tokens"]


@pytest.mark.pair
@pytest.mark.parametrize("engine", ["numba", pytest.param("torch", marks=pytest.mark.large)])
def test_the_draft_that_reads_leaves_the_text_as_it_is(engine: str) -> None:
    """A wrong slot or layer of the target's states must not change greedy decoding's text."""
    pair = load_pair("smollm2", "cpu", "float32", engine=engine)
    assert pair.info["draft"] == f"{draft_name(READING_FOLDER)}, rounded to int8"
    assert pair.info["engine"]["draft"] == pair.info["engine"]["target"] == engine
    spd, passes, written = decoder("spd"), 0, 0
    for prompt in PROMPTS[:3]:
        row = equality.compare(
            pair.models, pair.encode(prompt, False), 16, spd, spd.make_settings({"temperature": 0, "gamma": 3})
        )
        assert row["equal"], row
        passes, written = passes + row["target_passes"], written + row["tokens"]
    assert written / passes > 1.3, "with states of other tokens hardly a guess would be right"


@pytest.mark.pair
def test_one_converted_target_serves_both_drafts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Trying both drafts must not cost another half minute and 270 MB."""
    real = making.write

    def write(parts: Parts, *given: Any, **more: Any) -> None:
        if parts.heads is not None:
            pytest.fail("the target is converted again")
        real(parts, *given, **more)

    load_pair("smollm2", "cpu", engine="numba")
    monkeypatch.setattr(making, "write", write)
    assert load_pair("smollm2-plain", "cpu", engine="numba").info["engine"]["target"] == "numba"


TOY = "toy:assets/toys/mtad-figure-2.json"


def words_for(folder: Path, *prompts: str, tokens: int = 5) -> list[str]:
    """Options for a short measurement on a toy pair."""
    path = folder / "p.jsonl"
    path.write_text("".join(json.dumps({"id": f"{i} {word}", "prompt": word}) + "\n" for i, word in enumerate(prompts)))
    return ["--prompts", str(path), "--pair", TOY, "--tokens", str(tokens), "-o", str(folder / "out.json")]


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred prompts take an hour; finished ones must not be repeated or lost."""
    words, whole, seen = words_for(tmp_path, "I", "I like"), equality.compare, []

    def counting(*args: Any) -> dict[str, Any]:
        if len(seen) == 1:
            seen.append("stopped")
            raise KeyboardInterrupt
        seen.append(args)
        return whole(*args)

    monkeypatch.setattr(equality, "compare", counting)
    assert equality.main(words) == 130, "Ctrl-C"
    kept = (tmp_path / "out.json").read_text()
    assert json.loads(kept)["prompts"] == 1
    assert equality.main(words) == 0
    assert len(seen) == 3
    for again in (["--limit", "1"], ["--minutes", "0"]):
        assert equality.main([*words, *again]) == 0
        assert len(seen) == 3
        assert json.loads((tmp_path / "out.json").read_text())["prompts"] == 2


def test_rows_of_two_kinds_never_meet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Stored results name their conditions; other settings may neither join nor overwrite them."""
    words = words_for(tmp_path, "I")
    assert equality.main(words) == 0
    kept = json.loads((tmp_path / "out.json").read_text())
    assert {"pair", "draft", "device", "dtype", "versions", "machine", "settings"} <= set(kept["made_with"])
    assert {"cpu", "cores", "threads"} <= set(kept["made_with"]["machine"])
    assert equality.main([*words, "--set", "gamma=2"]) == 2
    assert "was made with another settings" in capsys.readouterr().err
    assert json.loads((tmp_path / "out.json").read_text()) == kept
    assert equality.main([*words, "--set", "gamma=2", "--fresh"]) == 0
    assert json.loads((tmp_path / "out.json").read_text())["made_with"]["settings"]["gamma"] == 2


def test_other_prompts_under_the_same_name_are_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file name does not identify prompts; old rows must not be used for new ones."""
    assert equality.main(words_for(tmp_path, "I")) == 0
    kept = (tmp_path / "out.json").read_text()
    assert equality.main(words_for(tmp_path, "I like")) == 2
    assert "prompts_sha256" in capsys.readouterr().err
    assert (tmp_path / "out.json").read_text() == kept


@pytest.mark.parametrize(
    "wrong",
    [
        ["--set", "gamma=0"],
        ["--set", "gamma"],
        ["--limit", "0"],
        ["--prompts", "nowhere.jsonl"],
        ["--pair", "nothing"],
        ["--minutes", "0"],
    ],
    ids=" ".join,
)
def test_wrong_options_give_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    """Wrong options give one sentence, as on the command line."""
    words = words_for(tmp_path, "I")
    at = words.index(wrong[0]) if wrong[0] in words else len(words)
    assert equality.main([*words[:at], *wrong, *words[at + 2 :]]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "out.json").exists()


def test_a_file_of_something_else_is_kept(tmp_path: Path) -> None:
    """A mistake in -o must not overwrite another measurement."""
    words = words_for(tmp_path, "I")
    (tmp_path / "out.json").write_text("[1]")
    assert equality.main(words) == 2
    assert (tmp_path / "out.json").read_text() == "[1]"


def test_a_different_text_is_reported(tmp_path: Path) -> None:
    """A comparison that cannot fail would prove nothing; sampling differs from greedy decoding."""
    pair, gsd = load_pair(TOY), decoder("gsd")
    settings = gsd.make_settings({"verification": "sampling"})
    row = equality.compare(pair.models, pair.encode("I", True), 6, gsd, settings)
    assert not row["equal"]
    assert row["first_difference"] >= 0
    assert 0 <= row["margin"] <= 1
    assert equality.main([*words_for(tmp_path, "I", "I", tokens=6), "--set", "verification=sampling"]) == 1


# DSBD's beams, counted

SMALL = {"width": 2, "draft_width": 3, "gamma": 1, "top_k": 3}
DRAWS = range(300)
UNSURE = ("Write a haiku about rain.", "Pick a number.")  # p spread over several first words, q half elsewhere


@pytest.mark.pair
@pytest.mark.parametrize("prompt", UNSURE)
def test_dsbds_beams_are_beam_samplings(smollm2: Pair, prompt: str) -> None:
    """Exactness holds on toy pairs; the real pair adds masks, caches and top-k kernels."""
    row = gtest.examine(smollm2, smollm2.encode(prompt, False), 2, SMALL, DRAWS)
    assert row["freedom"] >= 9
    assert row["p_value"] > 0.001, row


def keep_all(p: float, q: float) -> float:
    return 1.0


def from_p(run: Any, forest: Any, trial: Any, tries: Any, width: int) -> Any:
    """A broken rule that samples from p_beam instead of the residual."""
    return FILL(run, forest, trial, [replace(one, rest=one.rest and trial.law.dist) for one in tries], width)


FILL = dsbd.fill


@pytest.mark.pair
@pytest.mark.parametrize(("name", "broken"), [("acceptance", keep_all), ("fill", from_p)])
def test_a_broken_rule_shows_in_the_counts(
    smollm2: Pair, name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A G-test with too few draws would accept anything."""
    monkeypatch.setattr(dsbd, name, broken)
    row = gtest.examine(smollm2, smollm2.encode(UNSURE[1], False), 2, SMALL, DRAWS)  # where q is far from p
    assert row["p_value"] < 1e-4, row


def test_the_g_test_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its exit code is 0 for DSBD's rules, 1 for a broken one, 2 for what cannot be enumerated."""
    words = [*words_for(tmp_path, "I", "I like", tokens=2), "--draws", "400"]
    assert gtest.main(words) == 0
    found = json.loads((tmp_path / "out.json").read_text())
    assert found["draws"] == 800
    assert found["smallest_p_value"] == found["p_values"][0] <= found["p_values"][1]
    for wrong in (["--top-k", "0"], ["--width", "0"], ["--draws", "0"]):
        assert gtest.main([*words, *wrong]) == 2
    monkeypatch.setattr(dsbd, "acceptance", lambda p, q: float(p > 0))
    assert gtest.main([*words, "--fresh"]) == 1


@pytest.mark.parametrize("zeros", [0.0, 0.5])
@pytest.mark.parametrize("eos", [True, False])
def test_the_exact_law_is_beam_samplings(eos: bool, zeros: float) -> None:
    """The expected distribution equals an independent implementation of beam sampling."""
    pair = random_pair(3, 4, eos=eos, zeros=(zeros, 0))
    ends = frozenset() if pair.eos is None else frozenset({pair.eos})
    got = gtest.beam_pairs(lambda tokens: pair.target.scores((0, *tokens)), ends, 3, 2, 3)
    wanted = sampling_law(pair, (0,), 3, 2, top_k=3)
    assert set(got) == set(wanted)
    assert all(abs(got[key] - wanted[key]) < EXACT for key in wanted)


def test_the_g_tests_p_value_is_right() -> None:
    """The p-value equals that of the exact distribution of G: forty throws of a biased coin."""
    law, throws = {"a": 0.3, "b": 0.7}, 40
    for heads in range(throws + 1):
        g, freedom, p = gtest.g_test(Counter(a=heads, b=throws - heads), law)
        assert freedom == 1
        assert (p < 0.001) == (g > 10.828), "the 0.1% point of χ² with one degree of freedom"
    assert gtest.g_test(Counter(a=1, c=1), law) == (float("inf"), 0, 0.0)
    assert gtest.chi2_tail(29.588, 10) == pytest.approx(0.001, rel=1e-3)
    assert gtest.chi2_tail(20.515, 5) == pytest.approx(0.001, rel=1e-3)
    assert [gtest.chi2_tail(0, n) for n in (0, 1, 2, 5)] == [1, 1, 1, 1]
