"""Promises on the real pair in fp32: deterministic GSD is greedy decoding, DSBD's beams are beam sampling's."""

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
    """Trees, merges and replicas must not change one token of greedy decoding's text."""
    gsd = decoder("gsd")
    settings = gsd.make_settings({"merge": 1, "prob_threshold": 0.1, "sibling_threshold": 0.1, "node_budget": 32})
    row = equality.compare(smollm2.models, smollm2.encode(prompt, False), tokens, gsd, settings)
    assert row["equal"], row
    assert row["target_passes"] <= row["tokens"]


@pytest.mark.pair
@pytest.mark.parametrize("engine", ["numba", pytest.param("torch", marks=pytest.mark.large)])
def test_the_draft_that_reads_leaves_the_text_as_it_is(engine: str) -> None:
    """It reads states of the target that a wrong slot or layer would mix up: the text must stay greedy decoding's."""
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
    """Half a minute and 270 MB more would be asked of everyone who tries both drafts."""
    real = making.write

    def write(parts: Parts, *given: Any, **more: Any) -> None:
        if parts.heads is not None:
            pytest.fail("the target is converted again")
        real(parts, *given, **more)

    load_pair("smollm2", "cpu", engine="numba")
    monkeypatch.setattr(making, "write", write)
    assert load_pair("smollm2-plain", "cpu", engine="numba").info["engine"]["target"] == "numba"


TOY = "toy:assets/toys/mtad-figure-2.json"


def words_for(folder: Path, *prompts: str) -> list[str]:
    """Options for a short measurement on a toy pair."""
    path = folder / "p.jsonl"
    path.write_text("".join(json.dumps({"id": f"{i} {word}", "prompt": word}) + "\n" for i, word in enumerate(prompts)))
    return ["--prompts", str(path), "--pair", TOY, "--tokens", "5", "-o", str(folder / "out.json")]


def test_a_measurement_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred prompts take an hour: what is done must not be done again, nor lost when fewer are asked for."""
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
    """Kept results say what they were made with: other settings may neither join nor overwrite them unasked."""
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
    """A file's name says nothing of what is in it: old rows must not answer for new prompts."""
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
    """As the command line does."""
    assert equality.main([*words_for(tmp_path, "I"), *wrong]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
    assert not (tmp_path / "out.json").exists()


def test_a_file_of_something_else_is_kept(tmp_path: Path) -> None:
    """A slip in -o must not cost another measurement its results."""
    words = words_for(tmp_path, "I")
    (tmp_path / "out.json").write_text("[1]")
    assert equality.main(words) == 2
    assert (tmp_path / "out.json").read_text() == "[1]"


def test_a_different_text_is_reported(tmp_path: Path) -> None:
    """A comparison that cannot fail would prove nothing: sampling is not greedy decoding."""
    pair, gsd = load_pair(TOY), decoder("gsd")
    settings = gsd.make_settings({"verification": "sampling"})
    row = equality.compare(pair.models, pair.encode("I", True), 6, gsd, settings)
    assert not row["equal"]
    assert row["first_difference"] >= 0
    assert 0 <= row["margin"] <= 1
    assert equality.main([*words_for(tmp_path, "I", "I"), "--set", "verification=sampling", "--tokens", "6"]) == 1


# DSBD's beams, counted

SMALL = {"width": 2, "draft_width": 3, "gamma": 1, "top_k": 3}
DRAWS = range(300)
UNSURE = ("Write a haiku about rain.", "Pick a number.")  # p spread over several first words, q half elsewhere


@pytest.mark.pair
@pytest.mark.parametrize("prompt", UNSURE)
def test_dsbds_beams_are_beam_samplings(smollm2: Pair, prompt: str) -> None:
    """Exact laws hold on toy pairs; on the real one masks, caches and top-k kernels come in as well."""
    row = gtest.examine(smollm2, smollm2.encode(prompt, False), 2, SMALL, DRAWS)
    assert row["freedom"] >= 9
    assert row["p_value"] > 0.001, row


def keep_all(p: float, q: float) -> float:
    return 1.0


def from_p(run: Any, forest: Any, trial: Any, tries: Any, width: int) -> Any:
    """Draws from p_beam where the residual is due."""
    return FILL(run, forest, trial, [replace(one, rest=one.rest and trial.law.dist) for one in tries], width)


FILL = dsbd.fill


@pytest.mark.pair
@pytest.mark.parametrize(("name", "broken"), [("acceptance", keep_all), ("fill", from_p)])
def test_a_broken_rule_shows_in_the_counts(
    smollm2: Pair, name: str, broken: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A G-test with too few draws would pass anything."""
    monkeypatch.setattr(dsbd, name, broken)
    row = gtest.examine(smollm2, smollm2.encode(UNSURE[1], False), 2, SMALL, DRAWS)  # where q is far from p
    assert row["p_value"] < 1e-4, row


def test_the_g_test_as_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its exit code is what a person sees: 0 for DSBD's rules, 1 for a broken one, 2 for what cannot be counted."""
    words = [*words_for(tmp_path, "I", "I like"), "--tokens", "2", "--draws", "400"]
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
    """What the counts are compared with, against beam sampling written out elsewhere."""
    pair = random_pair(3, 4, eos=eos, zeros=(zeros, 0))
    ends = frozenset() if pair.eos is None else frozenset({pair.eos})
    got = gtest.beam_pairs(lambda tokens: pair.target.scores((0, *tokens)), ends, 3, 2, 3)
    wanted = sampling_law(pair, (0,), 3, 2, top_k=3)
    assert set(got) == set(wanted)
    assert all(abs(got[key] - wanted[key]) < EXACT for key in wanted)


def test_the_g_tests_p_value_is_right() -> None:
    """Against the exact law of G under the null: all outcomes of forty throws of a bent coin."""
    law, throws = {"a": 0.3, "b": 0.7}, 40
    for heads in range(throws + 1):
        g, freedom, p = gtest.g_test(Counter(a=heads, b=throws - heads), law)
        assert freedom == 1
        assert (p < 0.001) == (g > 10.828), "the 0.1% point of χ² with one degree of freedom"
    assert gtest.g_test(Counter(a=1, c=1), law) == (float("inf"), 0, 0.0)
    assert gtest.chi2_tail(29.588, 10) == pytest.approx(0.001, rel=1e-3)
    assert gtest.chi2_tail(20.515, 5) == pytest.approx(0.001, rel=1e-3)
    assert [gtest.chi2_tail(0, n) for n in (0, 1, 2, 5)] == [1, 1, 1, 1]
