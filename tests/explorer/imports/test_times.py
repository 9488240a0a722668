"""Times of a file: of a round, of its parts, and what one more number gives."""

import json
import re
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.chance import resampled
from explorer.imports.contents import read
from explorer.imports.counts import Pool, pooled
from explorer.imports.loads import table
from explorer.imports.low import low
from explorer.imports.measures import rate_ends, rates_p, shorter
from explorer.imports.opening import opened
from explorer.imports.plain import table_csv
from explorer.imports.record import Kind
from explorer.imports.report import report
from explorer.imports.sections import Answer
from explorer.imports.speed_words import requests_table, times
from explorer.imports.speeds import Speed, grows
from explorer.imports.times import Given, contradiction, round_of, times_of, unusable
from explorer.imports.worth import CLOCKS, worth
from tests.explorer.imports.test_formats import FIXTURES, pool
from tests.explorer.imports.test_report import histogram


def timed(tmp_path: Path, milliseconds: float = 240.0) -> Pool:
    """The detailed response with 240 ms of generation: 10 passes, 27 tokens."""
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    value["metrics"]["generation_time_ms"] = milliseconds
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return pooled(opened(path), "a.json")


def test_a_round_of_a_response(tmp_path: Path) -> None:
    """240 ms / 10 rounds = 24 ms, and (10 + 17) / 10 rounds = 2.7 tokens, so 2.7 / 24 ms = 112.5 tokens per second.

    The answer ended within the last round: 1 + 27 tokens were ready, and 27 were used.
    """
    found = round_of(timed(tmp_path))
    assert found is not None
    assert (found.ms, found.exact) == (24.0, True)
    assert found.tokens.value == pytest.approx(2.7)
    assert found.per_second == pytest.approx(112.5) == 1000 * found.tokens.value / found.ms
    assert found.ends == (pytest.approx(1000 * (found.tokens.low or 0) / 24), pytest.approx(152.4, abs=0.05))
    said = " ".join(times(timed(tmp_path)))
    assert "2.70 / 24 ms = 112.5 tokens per second." in said
    assert "so 1 of these tokens did not become text. That leaves 108.3 tokens of text per second." in said


def test_a_round_of_a_log_with_one_request() -> None:
    """60.9 draft tokens per second in drafts of 3 are 20.3 rounds per second, so a round takes at most 49.3 ms.

    206 accepted in 203 rounds of this interval are 2.015 tokens per round, and 20.3 · 2.015 = 40.9 per second. The mean
    of all intervals, 2.06, belongs to other rounds. The log prints 40.1, but in a line that is 10 seconds older.
    """
    found = round_of(pool("vllm.log"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(1000 / 20.3), False)
    assert found.per_second == pytest.approx((1 + 206 / 203) * 20.3)
    assert found.load is not None
    assert (found.load.running, found.load.count, found.load.late) == (1, 1, 10)


def test_the_printed_speed_of_the_same_interval_is_used(tmp_path: Path) -> None:
    """Both lines are from 12:36:16, so 40.1 tokens per second is this interval's: 2.015 tokens / 40.1 = 50.2 ms."""
    path = tmp_path / "x.log"
    path.write_text((FIXTURES / "vllm.log").read_text(encoding="utf-8").replace("12:36:06", "12:36:16"), "utf-8")
    found = round_of(pooled(opened(path), "x"))
    assert found is not None
    assert found.per_second == pytest.approx(40.1)
    assert found.ms == pytest.approx(1000 * (1 + 206 / 203) / 40.1)


def test_intervals_with_one_request_are_averaged(tmp_path: Path) -> None:
    """60 and 9 tokens per second are 34.5 on average, 30 and 3 rounds are 16.5. So a round takes 60.6 ms."""
    line = (
        "12:00:{0} INFO Engine 000: Avg generation throughput: {1} tokens/s, Running: 1 reqs, Waiting: 0 reqs\n"
        "12:00:{0} INFO SpecDecoding metrics: Mean acceptance length: {2}, Accepted throughput: 1.00 tokens/s, "
        "Drafted throughput: {3} tokens/s, Accepted: {4} tokens, Drafted: {5} tokens, "
        "Per-position acceptance rate: {6}, Avg Draft acceptance rate: {7}%\n"
    )
    path = tmp_path / "x.log"
    path.write_text(
        line.format("01", "60.0", "2.00", "60.00", 300, 600, "0.600, 0.400", "50.0")
        + line.format("11", "9.0", "3.00", "6.00", 60, 60, "1.000, 1.000", "100.0")
    )
    found = round_of(pooled(opened(path), "x"))
    assert found is not None
    assert (found.per_second, found.tokens.value) == (pytest.approx(34.5), pytest.approx(34.5 / 16.5))
    assert (found.ms, found.least) == (pytest.approx(1000 / 16.5), None)


def test_a_round_of_a_busy_server_is_not_known(tmp_path: Path) -> None:
    """With two requests at once, rounds per second do not give the time of one."""
    path = tmp_path / "x.log"
    path.write_text((FIXTURES / "vllm.log").read_text(encoding="utf-8").replace("Running: 1", "Running: 2"), "utf-8")
    assert round_of(pooled(opened(path), "x")) is None


def test_a_round_of_sglangs_log() -> None:
    """54.02 tokens per second / 2.70 tokens per pass, in the interval with one request."""
    found = round_of(pool("sglang.log"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(1000 * 2.70 / 54.02), False)


def test_a_round_of_whole_requests_is_a_limit() -> None:
    """812 and 90 ms / 132 passes: the time of the prompts is in it."""
    found = round_of(pool("aiperf.jsonl"))
    assert found is not None
    assert (found.ms, found.exact) == (pytest.approx(902 / 132), False)


@pytest.mark.parametrize(
    ("given", "times"),
    [
        (Given(18, None), (18, 2)),
        (Given(None, 2), (18, 2)),
        (Given(30, 3), (30, 3)),
        (Given(25, None), None),
        (Given(None, 9), None),
        (Given(), None),
    ],
)
def test_one_time_gives_the_other(given: Given, times: tuple[float, float] | None, tmp_path: Path) -> None:
    """Target pass + 3 · draft token = 24 ms, so 18 ms and 2 ms belong together."""
    found = timed(tmp_path)
    assert times_of(found, given) == times
    one = (given.target_ms is None) != (given.draft_ms is None)
    assert bool(unusable(found, given)) == (one and times is None)


def test_one_time_is_not_enough_without_a_round() -> None:
    """The person learns which other number is missing."""
    assert times_of(pool("vllm-metrics.txt"), Given(18)) is None
    said = unusable(pool("vllm-metrics.txt"), Given(18))
    assert "Add `--draft-ms`. Start vLLM with `VLLM_CUSTOM_SCOPES_FOR_PROFILING=1`" in said, "how to get the other one"
    said = unusable(pool("sglang-generate.jsonl"), Given(per_second=50))
    assert "Add `--draft-ms`. Start SGLang with `SGLANG_TORCH_PROFILER_DIR` and call `/start_profile`." in said
    assert unusable(pool("vllm-metrics.txt"), Given(18)).startswith("vllm-metrics.txt has no usable time of a round")


@pytest.mark.parametrize("name", ["vllm.log", "aiperf.jsonl", "sglang.log"])
def test_a_limited_round_is_not_called_missing(name: str) -> None:
    """“Has no time of a round” below “a round took at most 49.3 ms” would contradict itself."""
    for given in (Given(18), Given(None, 2), Given(per_second=50)):
        assert unusable(pool(name), given).startswith(f"{name} only has an upper limit of the time of a round")


def test_the_speed_without_a_draft_is_the_time_of_a_target_pass(tmp_path: Path) -> None:
    """55.56 tokens per second are 18 ms per token, and (24 − 18) / 3 = 2 ms per draft token."""
    target, draft = times_of(timed(tmp_path), Given(per_second=1000 / 18)) or (0, 0)
    assert (target, draft) == (pytest.approx(18), pytest.approx(2))
    assert times_of(timed(tmp_path), Given(None, 3, None, 50)) == (20, 3)
    assert times_of(pool("llama.log"), Given(per_second=50)) == (20, pytest.approx(530 / 265))


def test_two_numbers_about_the_target_must_agree() -> None:
    """20 ms per pass are 50 tokens per second. 51 is nearly that, and 60 is not."""
    assert Given(20, None, None, 51).target == pytest.approx(1000 / 51)
    said = r"^At 20 ms per target pass, the speed without a draft is 50 tokens per second, not 60\. Leave"
    with pytest.raises(BadInput, match=said):
        Given(20, None, None, 60)


def test_a_target_slower_than_a_round_is_named(tmp_path: Path) -> None:
    """At 30 tokens per second, one token takes 33.33 ms, but a whole round took 24 ms."""
    said = unusable(timed(tmp_path), Given(per_second=30))
    assert said == (
        "`--target-per-second` 30 means 33.33 ms per token, which is longer than a whole round (24 ms). "
        "Check this speed."
    )


def test_a_speed_that_the_file_contradicts_gives_no_speed_up() -> None:
    """At 20 tokens per second, a token takes 50 ms, but a round took 32.22 ms and wrote 2.92 tokens. ×4.5 would be more
    than the draft can give.
    """
    answer = worth(report([(FIXTURES / "llama.log", "x")], Given(per_second=20)).parts[0].facts)
    assert answer.verdict == "This file cannot say, because the speed without a draft contradicts its times."
    assert answer.sentences[0] == (
        "`--target-per-second` 20 means 50 ms per token, which is longer than a whole round (32.22 ms). Check this "
        "speed."
    )


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("llama.log", Given(per_second=50), "20 ms + 3 × 2 ms are 26 ms per round, but a round took 32.22 ms, because"),
        ("llama.log", Given(30, 3), "30 ms + 3 × 3 ms are 39 ms per round, but a round took 32.22 ms."),
        ("llama.log", Given(26, 2), ""),
        ("vllm.log", Given(40, 4), "40 ms + 3 × 4 ms are 52 ms per round, but a round took at most 49.26 ms."),
        ("vllm.log", Given(30, 4), ""),
        ("vllm.log", Given(), ""),
    ],
)
def test_times_that_contradict_a_round(name: str, given: Given, words: str) -> None:
    """A log that limits a round contradicts longer times only; a measured round also contradicts shorter ones."""
    found = contradiction(pool(name), given)
    assert found.startswith(words)
    assert bool(found) == bool(words)


def test_requests_of_different_speed_have_a_row_each() -> None:
    """q-1: 812 ms / 128 rounds = 6.34 ms, 406 tokens / 0.812 s = 500. q-3: 90 ms / 4 = 22.5 ms, 12 / 0.09 s = 133.3.

    llama.log: 255 tokens − 167 accepted − 1 = 87 rounds in 2567.65 ms = 29.5 ms; 300 ms / 2 = 150 ms.
    """
    # (406 / 128 − 1) / 5 and (12 / 4 − 1) / 5, and for llama.log (254 / 87 − 1) / 3 and 2 / 3
    table = requests_table(pool("aiperf.jsonl"))
    assert table is not None
    assert table.rows == (
        ("q-1", "128", "3.17", "43.4%", "at most 6.34", "at least 500.0"),
        ("q-3", "4", "3.00", "40.0%", "at most 22.5", "at least 133.3"),
    )
    table = requests_table(pool("llama.log"))
    assert table is not None
    assert table.rows == (
        ("task 0", "13", "87", "2.92", "64.0%", "29.5", "98.9"),
        ("task 6", "20", "2", "3.00", "66.7%", "150", "20.0"),
    )


def test_a_time_that_is_not_a_measurement_gives_no_round(tmp_path: Path) -> None:
    """26 tokens in 1e-320 ms would be infinitely many per second."""
    assert round_of(timed(tmp_path, 1e-320)) is None


LLAMA = (
    "0.01.000.000 I slot   operator(): id  0 | task {0} | new prompt, n_ctx_slot = 8192, task.n_tokens = 9\n"
    "{1} I slot print_timing: id  0 | task {0} | prompt eval time =     100.00 ms /     9 tokens\n"
    "{1} I slot print_timing: id  0 | task {0} |        eval time = {2:10.2f} ms / {3:5} tokens ( {4} ms per token)\n"
    "{1} I slot print_timing: id  0 | task {0} | draft acceptance = 0.50000 ({5:5} accepted / {6:5} generated), "
    "mean acceptance length = {7:.2f}\n"
)


def llama(tmp_path: Path, *requests: tuple[int, float, str]) -> Pool:
    """A log of llama.cpp: rounds, milliseconds of a round and the end on the clock of each request. Every round drafts
    2 tokens and accepts 1.
    """
    path = tmp_path / "x.log"
    text = ""
    for index, (rounds, ms, end) in enumerate(requests):
        tokens, decode = 1 + 2 * rounds, rounds * ms
        text += LLAMA.format(index, end, decode, tokens, f"{decode / tokens:.2f}", rounds, 2 * rounds, 2.0)
    path.write_text(text, encoding="utf-8")
    return pooled(opened(path), "x.log")


def test_requests_of_different_speed_are_added_up_without_an_interval(tmp_path: Path) -> None:
    """50 rounds of 20 ms, 40 of 30 ms and 30 of 60 ms, with 2 tokens each: 240 tokens in 4 s are 60 per second.

    The same prompts without a draft also give all tokens / all time, so no other figure can be compared with it.
    """
    found = round_of(llama(tmp_path, (50, 20, "0.02.100.000"), (40, 30, "0.02.300.000"), (30, 60, "0.02.900.000")))
    assert found is not None
    assert (found.ms, found.exact, found.ends) == (pytest.approx(4000 / 120), True, None)
    assert found.per_second == pytest.approx(60)


MADE = Path(__file__).parent / "made"


def answered(name: str, given: Given | None = None) -> Answer:
    """The answer to whether the draft is worth it, about a made file."""
    return worth(report([(MADE / name, name)], given or Given()).parts[0].facts)


def test_the_headline_is_all_tokens_by_all_time() -> None:
    """556 + 332 + 143 tokens without the three first ones are 1,028, in 6.82 + 5.76 + 5.28 = 17.86 s: 57.6 per second.

    At 60 per second, the target alone is faster, although the fastest of the three requests wrote 81.4.
    """
    found = answered("llama.log")
    # 220, 120 and 60 passes with 335, 211 and 82 accepted draft tokens in 6.82, 5.76 and 5.28 s are 81.4, 57.5 and 26.9
    # per second.
    assert found.sentences[0] == (
        "It is worth it if the target alone is slower than 81.4 tokens per second after 40 prompt tokens, 57.5 after "
        "2,200 and 26.9 after 9,100 (all together: 57.6)."
    )
    assert found.sentences[2] == (
        "To measure it, run the same prompts without a draft, one after another, and give the log: `python -m explorer "
        "import FILE --baseline without.log`."
    )
    assert (
        "Or give the number of this run as `--target-per-second N`. N is all tokens but the first of each answer, "
        "divided by all seconds of “eval time”."
    ) in found.folded
    assert found.sentences[1] == (
        "The time of a round grows with the context: 31 ms after a prompt of 40 tokens, 48 ms after 2,200 and 88 ms "
        "after 9,100. Speed-ups at long contexts are uncertain."
    )
    assert answered("llama.log", Given(per_second=60)).verdict == "No: ×0.96 for one request at a time."


def test_each_number_of_running_requests_has_its_own_threshold() -> None:
    """46.2 and 46.8 tokens per second with one request are 46.5, 180.3 with 8 are 22.5 each."""
    found = answered("vllm.log")
    assert found.sentences[0] == (
        "It is worth it if the target alone is slower than 46.5 tokens per second in total with 1 running request, "
        "106.1 with 3 and 180.3 with 8."
    )
    totals = (
        "Or give the number of this run as `--target-per-second 1:A,3:B,8:C`. A, B and C are “Avg generation "
        "throughput” of its log."
    )
    assert totals in found.folded
    # 530 / 1,200, 561 / 1,500 and 903 / 2,700; the lowest is below the 37.5% of a small model
    assert found.folded[0].startswith(
        "It pays off up to a cost of accepted / proposed draft tokens: 530 / 1,200 = 44.2% with 1 running request, 561 "
        "/ 1,500 = 37.4% with 3 and 903 / 2,700 = 33.4% with 8. Each accepted token saves"
    )
    assert found.verdict.startswith(
        "With a head (2% to 10%): probably yes (×1.79 to ×2.19 with 1 running request and ×1.54 to ×1.89 with 8). With "
        "a small model (5% to 37.5%): only up to a cost of 37.4% with 3 running requests and 33.4% with 8 (×1.09 to "
    )
    assert found.sentences[2] == (  # 88.9 / 50
        "A round took at most 50 ms with 1 running request, 60 ms with 3 and 88.9 ms with 8 (+78%). Without a draft, "
        "passes also take longer with more requests, so only a measurement shows the speed-up with 8. There is only "
        "one log window with 3 or 8."
    )
    # 46.2 / 40 and 46.5 / 40
    assert answered("vllm.log", Given(per_second=40)).verdict == (
        "Yes: at least ×1.16 (the slowest log window; the mean is ×1.16)."
    )
    rows = table(report([(MADE / "vllm.log", "x")], Given()).parts[0].facts.loads, {})
    assert rows[0] == ("1", "2", "2.33", "46.5", "46.2 to 46.8", "46.5", "50", "12.6%", "–", "–")
    assert [row[5] for row in rows] == ["46.5", "35.4", "22.5"]
    # 2.325 / 46.5, 3 · 2.122 / 106.1 and 8 · 2.0033 / 180.3
    assert [row[6] for row in rows] == ["50", "60", "88.9"]
    csv = table_csv(report([(MADE / "vllm.log", "x")], Given())).splitlines()
    assert "x,tokens per second by running requests,1,46.5,46.2,46.8,2," in csv


def test_each_load_has_its_own_speed_ups() -> None:
    """400 passes with 1 running request write 2.325 tokens. Over 1.3 and 1.06 that is 1.79 to 2.19, and over 2.125 and
    1.15 it is 1.09 to 2.02. With 8, 2.0033 gives 1.54 to 1.89. Each load has fewer than 5 log windows, so no interval.
    """
    found = answered("vllm.log")
    said = (
        "With a head (2% to 10%): ×1.79 to ×2.19 with 1 running request, ×1.63 to ×2.00 with 3 and ×1.54 to ×1.89 with "
        "8."
    )
    assert found.folded[1] == said
    # The headline has the lowest and the highest load.
    assert "(×1.09 to ×2.02 with 1 running request and ×0.94 to ×1.74 with 8)" in found.verdict
    assert ": ×1.09 to ×2.02 with 1 running request, ×1.00" in found.folded[2]
    assert found.folded[-1] == (
        "Based on 2.33 tokens per target pass (lowest and highest log window: 2.20, 2.46) with 1 running request (2.11 "
        "in all log windows). The speed-up cannot be larger than ×2.33 with 1 running request, ×2.12 with 3 and ×2.00 "
        "with 8."
    )
    # 2.325 · 40 / (40 + 3 · 4) = 1.79
    assert answered("vllm.log", Given(40, 4)).verdict == (
        "Probably yes: ×1.79 with 1 running request, ×1.63 with 3 and ×1.54 with 8 at a cost of 10% of a target pass "
        "(computed, not measured). It pays off up to a cost of 33.4% of a target pass per draft token with 8 running "
        "requests."
    )


def test_a_log_without_one_running_request_does_not_speak_of_it(tmp_path: Path) -> None:
    """The intervals with 8 and 3 running requests write 1 + 1,464 / 1,400 = 2.046 tokens per pass."""
    path = tmp_path / "x.log"
    path.write_text("\n".join((MADE / "vllm.log").read_text(encoding="utf-8").splitlines()[4:]), encoding="utf-8")
    found = worth(report([(path, "x.log")], Given()).parts[0].facts)
    # 500 and 900 passes: 2.122 and 2.0033 without a cost
    assert "×2.12 with 3 running requests and ×2.00 with 8" in str(found)
    given = worth(report([(path, "x.log")], Given(40, 4)).parts[0].facts)
    assert given.verdict.startswith("Probably yes: ×1.63 with 3 running requests and ×1.54 with 8 at a cost of")
    assert "one request" not in f"{found} {given}"


def test_a_load_of_several_requests_is_compared_with_the_same_load(tmp_path: Path) -> None:
    """A log without an interval of one request has 106.1 with 3 running; 106.1 / 80 = 1.33."""
    path = tmp_path / "x.log"
    path.write_text("\n".join((MADE / "vllm.log").read_text(encoding="utf-8").splitlines()[4:]), encoding="utf-8")
    found = worth(report([(path, "x.log")], Given(per_second=80)).parts[0].facts)
    assert found.verdict == "Yes: ×1.33 (at least ×1.28) with 3 running requests."
    assert found.sentences == (
        "In total, the server writes 106.1 tokens per second with the draft, and you gave 80.0 without it. Bounds "
        "are the slowest and the fastest of several log windows. For a single one, they are one-sided 95% bounds as if "
        "passes were independent. Log windows may include idle time, but the speeds without a draft must not.",
    )


def test_a_context_that_does_not_explain_the_time_is_not_blamed(tmp_path: Path) -> None:
    """A slower round after a shorter prompt has another cause."""
    text, path = (MADE / "llama.log").read_text(encoding="utf-8"), tmp_path / "x.log"
    path.write_text(text.replace("n_tokens = 2200", "n_tokens = 22"), encoding="utf-8")
    found = worth(report([(path, "x.log")], Given()).parts[0].facts)
    assert found.sentences[1] == "Rounds took 31 ms to 88 ms, so the answer only holds for this mix of requests."


def test_many_requests_show_the_growth_without_being_in_order() -> None:
    """Ten prompts of 100 to 1,000 tokens, whose rounds take 10 to 19 ms but for one exchanged pair: 1 − 6 · 2 / 990 is
    a rank correlation of 0.99. With the 2nd and the 7th
    exchanged, 1 − 6 · 50 / 990 is 0.70.
    """

    def of(order: tuple[int, ...]) -> list[Speed]:
        rounds = [10.0 + place for place in order]
        return [Speed("x", 1, 2.0, ms, True, 100 * n) for n, ms in enumerate(rounds, 1)]

    found = grows(of((0, 1, 3, 2, 4, 5, 6, 7, 8, 9)))
    assert [(each.prompt, each.ms) for each in found] == [(100, 10.0), (600, 15.0), (1000, 19.0)]
    assert grows(of((0, 6, 2, 3, 4, 5, 1, 7, 8, 9))) == []
    assert grows(of((0, 1))) == []


def test_intervals_that_differ_are_not_pooled() -> None:
    """4 intervals differ (p < 0.01), so 1,994 of 3,509 tests have a range by log window and no Wilson interval."""
    facts = report([(MADE / "vllm.log", "x")], Given()).parts[0].facts
    found = low(facts)
    assert found.verdict == (
        "Low for EAGLE-1 and MTP, normal for a small model: 2.11 tokens per target pass, and 56.8% (lowest and highest "
        "log window: 53.3%, 66.7%) of tested draft tokens are accepted (61.4% at position 1)."
    )
    assert rate_ends(facts.pool) is None
    assert resampled(facts.pool) is None
    assert [(tokens.low, tokens.high) for tokens in shorter(facts.pool)] == [(None, None)] * 3
    # 5,400 − 3,509, and 695 · 3 of 5,400 − 1,994 draft tokens.
    assert found.sentences[0].endswith(
        "The rate of vLLM, 36.9%, also counts 1,891 of 5,400 proposed draft tokens that were never tested."
    )
    assert found.sentences[1].endswith(
        "As usual, the first position has the highest rate, so each further token gains less. 61.1% of the draft "
        "tokens that are not accepted (2,082 of 3,406) are lost by a rejection at position 1."
    )
    # 134 of 210 and 140 of 190 passes are 68.5%, 308 of 500 61.6%, and 524 of 900 58.2%
    assert found.folded[1] == (
        "By load, 68.5% (normal for EAGLE-1) with 1 running request, 61.6% (low) with 3 and 58.2% (low) with 8 are "
        "accepted at position 1. The load itself does not change which tokens are accepted."
    )
    assert found.folded[2] == (
        "900 of 1,800 target passes come from the log window with the lowest rate (53.3%, line 6 (12:00:20); test of "
        "equal rates of log windows: p < 0.01), so check what ran then."
    )
    # 252 of 428 and 278 of 417 tests with 1 running request
    p = rates_p(facts.loads[0].load.part)
    assert p is not None
    assert round(p, 2) == 0.02


def test_the_interval_of_a_rate_follows_the_test_of_the_rate() -> None:
    """335 of 486, 211 of 285 and 82 of 126 tests do not show a difference, but their tokens per pass do."""
    facts = report([(MADE / "llama.log", "x")], Given()).parts[0].facts
    p = rates_p(facts.pool)
    assert facts.requests is not None
    assert p is not None
    assert (round(facts.requests.p, 2), round(p, 2)) == (0.08, 0.14)
    assert low(facts).verdict.endswith(
        " 70.0% (95% interval: 66.9% to 72.9%) of tested draft tokens are accepted (75.0% at position 1)."
    )
    assert [(tokens.low, tokens.high) for tokens in shorter(facts.pool)] == [(None, None)] * 3
    # 100 rejections at position 1 lose 300 of 1,200 − 628 draft tokens.
    assert (
        low(facts)
        .sentences[1]
        .endswith("52.4% of the draft tokens that are not accepted (300 of 572) are lost by a rejection at position 1.")
    )
    assert low(facts).folded[2] == (
        "3 requests have 2.52 (task 0), 2.76 (task 231) and 2.37 (task 402) tokens per target pass, with signs of a "
        "difference (test of equal requests: p = 0.08). They are highest after 2,200 prompt tokens and lowest after "
        "9,100, so they do not rise or fall steadily with the prompt."
    )


def test_a_stated_kind_of_draft_has_one_answer() -> None:
    """With 8 running requests and 10%, 2 give 1.8811 / 1.2, 1.7% more than 2.0033 / 1.3 with 3. With 37.5%, 2 give
    14.0% more than 3, and 1 gives 1.5822 / 1.375, 7.0% more than 2. With 5% and 1, 2 give 5.0% less than 3. Without a
    cost, 4 give 2.0533 with 8 running requests, 2.5% more than 3, and 2.4332 with 1, 4.7% more.
    """
    loads = "of a target pass, with 1, 3 and 8 running requests"
    head = f"Keep 3: no other tried length is more than 1.7% faster if a draft token costs 2% to 10% {loads}."
    model = (
        f"Set 2 (now 3): from 5.0% slower to 14.0% faster than 3 if a draft token costs 5% to 37.5% {loads}; no other"
    )
    ngram = "Try 4 (not tried yet): by an estimate, from 2.5% to 4.7% faster than 3 if a draft token costs 0%"
    said: dict[Kind, str] = {"head": head, "eagle": head, "mtp": head, "medusa": head, "model": model, "ngram": ngram}
    for kind, words in said.items():
        part = report([(MADE / "vllm.log", "x")], Given(kind=kind)).parts[0]
        assert part.answers[1].verdict.startswith(words)
        assert ("n-grams" in part.answers[2].verdict) == (kind == "ngram")
        name = {"head": "a head", "eagle": "EAGLE", "mtp": "MTP", "medusa": "Medusa", "model": "a small model"}
        assert name.get(kind, "n-grams") in part.answers[2].verdict
        rates = {
            "head": "Low for EAGLE-1 and MTP:",
            "eagle": "Low for EAGLE-1:",
            "mtp": "Low for MTP:",
            "medusa": "There is no checked rate to compare with:",
            "model": "Normal for a small model:",
            "ngram": "No:",
        }
        assert part.answers[0].verdict.split(" 2.11 tokens")[0] == rates[kind]


@pytest.mark.parametrize(
    ("drafted", "given", "left_out"),
    [(120, Given(), True), (119, Given(), False), (120, Given(kind="ngram"), False)],
)
def test_n_grams_are_left_out_only_if_every_draft_is_full(
    drafted: int, given: Given, left_out: bool, tmp_path: Path
) -> None:
    """40 passes with 120 draft tokens had 3 each. One token less, or a kind that is stated, keeps n-grams."""
    path = tmp_path / "a.json"
    counts = {**histogram([10, 10, 10, 10], 3), "num_draft_tokens": drafted}
    path.write_text(json.dumps({"metrics": {"speculative_decoding": counts}}), encoding="utf-8")
    found = report([(path, "a.json")], given).parts[0].answers[1]
    said = " ".join((found.verdict, *found.sentences, *found.folded))
    assert (
        "All these drafts have 3 tokens, so they are not n-grams, which draft fewer tokens where they find no match."
        in said
    ) == left_out
    assert ("about 0% with n-grams" in said) == (not left_out)


@pytest.mark.parametrize(("name", "words"), [
    ("vllm.log", "2.325 / 50 ms = 46.5"),
    ("llama.log", "2.570 / 44.65 ms = 57.6"),
])  # fmt: skip
def test_printed_numbers_divide_to_the_printed_result(name: str, words: str) -> None:
    """2.33 / 50 ms would be 46.6."""
    said = " ".join(times(pooled(opened(MADE / name), name)))
    assert words in said
    for above, below, result in re.findall(r"([\d.]+) / ([\d.]+) ms = ([\d.]+) tokens", said):
        assert f"{1000 * float(above) / float(below):.1f}" == result


def test_requests_of_similar_speed_are_added_up(tmp_path: Path) -> None:
    """50 rounds of 20 ms and 50 of 28 ms differ by less than half: 200 tokens in 2.4 s are 83.3 per second."""
    found = round_of(llama(tmp_path, (50, 20, "0.02.100.000"), (50, 28, "0.02.500.000")))
    assert found is not None
    assert found.per_second == pytest.approx(200 / 2.4)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("0.02.105.000", ""),  # 1.105 s on the clock, and 100 + 1000 ms printed
        ("0.01.500.000", "the printed ones add up to 1.10 s, but its timestamps are 0.50 s apart."),
        ("0.09.000.000", "the printed ones add up to 1.10 s, but its timestamps are 8.00 s apart."),
    ],
)
def test_timestamps_that_contradict_the_printed_times(end: str, words: str, tmp_path: Path) -> None:
    """A round that took 20 ms by the log and 160 ms by its clock is no basis for an answer without a warning."""
    found = llama(tmp_path, (50, 20, end))
    assert found.clocks == ([f"The times of task 0 cannot be right: {words}"] if words else [])


def test_a_time_per_token_that_does_not_fit_is_named(tmp_path: Path) -> None:
    """1000 ms / 101 tokens are 9.90 ms, not 7.90."""
    path = tmp_path / "y.log"
    path.write_text(LLAMA.format(0, "0.02.105.000", 1000, 101, "7.90", 50, 100, 2.0), encoding="utf-8")
    assert pooled(opened(path), "y").clocks == [
        "The times of task 0 cannot be right: 1000 ms / 101 tokens are 9.90 ms per token, but the log prints 7.90."
    ]


def test_the_clock_of_vllms_intervals(tmp_path: Path) -> None:
    """60 draft tokens at 6.00 per second take 10 s, and the lines are 10 s apart; then 40 s."""
    text, path = (FIXTURES / "vllm.log").read_text(encoding="utf-8"), tmp_path / "x"
    assert pool("vllm.log").clocks == []
    path.write_text(text.replace("12:36:26", "12:36:56"), encoding="utf-8")
    assert pooled(opened(path), "x").clocks == [
        "The times of line 3 (12:36:56) cannot be right: 60 draft tokens at 6.00 per second take 10.0 s, but its "
        "timestamp is 40.0 s after the previous one."
    ]
    path.write_text(f"Engine 001: Running: 1 reqs\n{text.replace('12:36:26', '12:36:56')}", encoding="utf-8")
    assert pooled(opened(path), "x").clocks == [], "the lines of two engines are mixed"


def test_the_clock_of_aiperf(tmp_path: Path) -> None:
    """812 ms of latency between two timestamps that are 812 ms apart, and then 3 s."""
    rows = [json.loads(line) for line in (FIXTURES / "aiperf.jsonl").read_text(encoding="utf-8").splitlines()]
    for end, said in ((812, 0), (3000, 1)):
        rows[0]["metadata"] |= {"request_start_ns": 10**18, "request_end_ns": 10**18 + end * 10**6}
        path = tmp_path / "x"
        path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
        assert len(pooled(opened(path), "x").clocks) == said


def test_a_lower_limit_has_a_one_sided_bound() -> None:
    """203 passes of line 2 accept 0, 1, 2 or 3 draft tokens in 81, 64, 32 and 26 passes: mean 1.0148, variance 1.0740.

    t of 202 degrees of freedom is 1.652 on one side. So 2.0148 − 1.652 · √(1.0740 / 203) = 1.895 tokens per pass, and
    1.895 · 20.3 = 38.5 tokens per second.
    """
    found = round_of(pool("vllm.log"))
    assert found is not None
    assert found.least == pytest.approx(38.5, abs=0.05)
    assert found.ends is not None
    assert found.least is not None
    assert found.least > found.ends[0]


def test_the_times_of_a_dump_give_the_cost() -> None:
    """2 ms of drafts and 8 ms of target passes per round, with 3 draft tokens: 2 / 3 / 8 = 8.3% of a target pass."""
    found = times_of(pool("sglang-dspark.json"), Given())
    assert found == (8.0, pytest.approx(2 / 3))


def test_contradicting_timestamps_give_no_answer(tmp_path: Path) -> None:
    """“81.4 tokens per second” from a log whose clock says otherwise must not look like a measurement."""
    llama(tmp_path, (50, 20, "0.01.500.000"), (50, 20, "0.01.500.000"))
    found = worth(report([(tmp_path / "x.log", "x.log")], Given()).parts[0].facts)
    assert found.sentences[0].startswith("The times of task 0 cannot be right")
    assert found.sentences[0].endswith("The same holds for 1 other request. So no speed in this file is used.")
    assert found.verdict == CLOCKS
    assert not [said for said in found.sentences if re.search(r"\d tokens per second", said)]
    given = worth(report([(tmp_path / "x.log", "x.log")], Given(per_second=50)).parts[0].facts)
    assert given.verdict == CLOCKS, "a measured speed cannot be compared either"


def test_an_interval_that_contradicts_the_clock_is_left_out(tmp_path: Path) -> None:
    """The interval with 8 running requests ends 40 s after the previous one, but prints the rate of 10 s."""
    text, path = (MADE / "vllm.log").read_text(encoding="utf-8"), tmp_path / "x.log"
    path.write_text(text.replace("12:00:20", "12:00:50").replace("12:00:30", "12:01:00"), encoding="utf-8")
    found = worth(report([(path, "x.log")], Given()).parts[0].facts)
    assert "slower than 46.5 tokens per second in total with 1 running request and 106.1 with 3." in found.sentences[1]
    assert found.sentences[0].endswith("These log windows are left out.")


def test_the_latency_of_sglang_is_a_limit(tmp_path: Path) -> None:
    """50 passes and 75 accepted draft tokens in 2.5 s: a round took at most 50 ms, so at least 50 tokens per second."""
    path = tmp_path / "x"
    counts = {"spec_verify_ct": 50, "spec_accept_token_num": 75, "spec_draft_token_num": 150, "e2e_latency": 2.5}
    path.write_text(json.dumps({"meta_info": {**counts, "spec_accept_histogram": [10, 20, 5, 15]}}), encoding="utf-8")
    found = round_of(pooled(opened(path), "x"))
    assert found is not None
    assert (found.ms, found.exact, found.per_second) == (50, False, pytest.approx(50))


def test_the_time_per_token_of_a_response_is_checked(tmp_path: Path) -> None:
    """6,000 ms / 665 tokens are 9.02 ms per token."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text(encoding="utf-8"))
    path = tmp_path / "x.json"
    for each, said in ((9.02, 0), (7.5, 1)):
        value["timings"] |= {"predicted_n": 665, "predicted_ms": 6000, "predicted_per_token_ms": each}
        path.write_text(json.dumps(value), encoding="utf-8")
        found = pooled(opened(path), "x")
        assert len(found.clocks) == said
        assert [said for said in read(found) if "9.02 ms per token, but the response says 7.50" in said] == found.clocks


@pytest.mark.parametrize(
    ("tokens", "each", "said"), [(24, 7.688 / 23, 0), (24, 7.688 / 24, 0), (24, 0.3, 1), (2, 7.688, 0), (1, 7.688, 0)]
)
def test_a_response_may_leave_out_its_first_token(tokens: int, each: float, said: int, tmp_path: Path) -> None:
    """Builds of llama.cpp since 2026 divide `predicted_ms` by `predicted_n` − 1, older ones by `predicted_n`."""
    value = json.loads((FIXTURES / "llama-timings.json").read_text(encoding="utf-8"))
    value["timings"] |= {"predicted_n": tokens, "predicted_ms": 7.688, "predicted_per_token_ms": each}
    value["timings"] |= {"draft_n": 1, "draft_n_accepted": 0}
    path = tmp_path / "x.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    assert len(pooled(opened(path), "x").clocks) == said


@pytest.mark.parametrize(("each", "said"), [("12.00", 0), ("10.00", 0), ("11.00", 1)])
def test_a_line_may_leave_out_the_first_token(each: str, said: int, tmp_path: Path) -> None:
    """60 ms / 6 tokens are 10 ms per token, and 12 ms without the first one."""
    text, old = (FIXTURES / "llama-debug.log").read_text(encoding="utf-8"), "60.00 ms /     6 tokens (   10.00 ms"
    assert old in text
    path = tmp_path / "x.log"
    path.write_text(text.replace(old, f"60.00 ms /     6 tokens (   {each} ms"), encoding="utf-8")
    assert len(pooled(opened(path), "x").clocks) == said
