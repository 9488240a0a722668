"""Times of a file: of a round, of its parts, and what one more number gives."""

import json
import re
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.counts import Pool, pooled
from explorer.imports.opening import opened
from explorer.imports.speed_words import requests_table, times
from explorer.imports.speeds import Speed, grows
from explorer.imports.times import Given, contradiction, round_of, times_of, unusable
from tests.explorer.imports.files import FIXTURES, NOTHING, changed, part, pool


def timed(tmp_path: Path, milliseconds: float = 240.0) -> Pool:
    """The detailed response with 240 ms of generation: 10 passes, 27 tokens."""
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    value["metrics"]["generation_time_ms"] = milliseconds
    path = tmp_path / "a.json"
    path.write_text(json.dumps(value), encoding="utf-8")
    return pooled(opened(path), "a.json")


def test_a_round_of_a_response(tmp_path: Path) -> None:
    """240 ms / 10 rounds = 24 ms, and (10 + 17) / 10 rounds = 2.7 tokens, so 2.7 / 24 ms = 112.5 tokens per second."""
    found = round_of(timed(tmp_path))
    assert found is not None
    assert (found.ms, found.exact) == (24.0, True)
    assert found.tokens.value == pytest.approx(2.7)
    assert found.per_second == pytest.approx(112.5) == 1000 * found.tokens.value / found.ms
    assert found.ends == (pytest.approx(1000 * (found.tokens.low or 0) / 24), pytest.approx(152.4, abs=0.05))
    said = " ".join(times(timed(tmp_path)))
    assert "2.70 / 24 ms = 112.5 tokens per second." in said


def test_coarse_times_are_in_the_interval(tmp_path: Path) -> None:
    """Three times that are whole multiples of 10 ms: each can be 5 ms off, so 300 ms in 30 rounds are 10 ± 0.5 ms."""
    found = round_of(llama(tmp_path, *[(10, 10, "0.01.200.000")] * 3))
    fine = round_of(llama(tmp_path, *[(10, ms, "0.01.200.000") for ms in (10, 10, 10.01)]))
    assert found is not None
    assert fine is not None
    assert (found.ms, found.unit, found.error) == (10, 100, pytest.approx(5))
    assert (fine.unit, fine.error) == (0, 0), "one time with a finer digit"


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
    assert unusable(pool("vllm-metrics.txt"), Given(18)).startswith("vllm-metrics.txt has no exact time of a round")


def test_the_speed_without_a_draft_is_the_time_of_a_target_pass(tmp_path: Path) -> None:
    """55.56 tokens per second are 18 ms per token, and (24 − 18) / 3 = 2 ms per draft token."""
    target, draft = times_of(timed(tmp_path), Given(per_second=1000 / 18)) or (0, 0)
    assert (target, draft) == (pytest.approx(18), pytest.approx(2))
    assert times_of(timed(tmp_path), Given(None, 3, None, 50)) == (20, 3)
    assert times_of(pool("llama.log"), Given(per_second=50)) == (20, pytest.approx(530 / 265))


def test_two_numbers_about_the_target_must_agree() -> None:
    """20 ms per pass are 50 tokens per second. 51 is nearly that, and 60 is not."""
    assert Given(20, None, None, 51).target == pytest.approx(1000 / 51)
    said = r"^At 20 ms per target pass, the speed without a draft is 50 tokens per second, not 60\. Give"
    with pytest.raises(BadInput, match=said):
        Given(20, None, None, 60)


def test_a_target_slower_than_a_round_is_named(tmp_path: Path) -> None:
    """At 30 tokens per second, one token takes 33.33 ms, but a whole round took 24 ms."""
    said = unusable(timed(tmp_path), Given(per_second=30))
    assert said == (
        "`--target-per-second` 30 means 33.33 ms per token, which is longer than a whole round (24 ms). Check it."
    )


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("llama.log", Given(per_second=50), "20 ms + 3 × 2 ms are 26 ms per round, but a round took 32.22 ms, because"),
        ("llama.log", Given(30, 3), "30 ms + 3 × 3 ms are 39 ms per round, but a round took 32.22 ms."),
        ("llama.log", Given(26, 2), ""),
        ("vllm.log", Given(40, 4), ""),
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


def test_the_latency_of_sglang_is_a_limit(tmp_path: Path) -> None:
    """50 passes and 75 accepted draft tokens in 2.5 s: a round took at most 50 ms, so at least 50 tokens per second."""
    path = tmp_path / "x"
    counts = {"spec_verify_ct": 50, "spec_accept_token_num": 75, "spec_draft_token_num": 150, "e2e_latency": 2.5}
    path.write_text(json.dumps({"meta_info": {**counts, "spec_accept_histogram": [10, 20, 5, 15]}}), encoding="utf-8")
    found = round_of(pooled(opened(path), "x"))
    assert found is not None
    assert (found.ms, found.exact, found.per_second) == (50, False, pytest.approx(50))


@pytest.mark.parametrize(("name", "words"), [
    ("made/llama.log", "2.570 / 44.65 ms = 57.6"),
    ("llama.log", "2.92 / 32.2 ms = 90.7"),
])  # fmt: skip
def test_printed_numbers_divide_to_the_printed_result(name: str, words: str) -> None:
    """2.57 / 44.65 ms would be 57.6 as well, but 2.57 / 45 ms would not."""
    said = " ".join(times(pool(name)))
    assert words in said
    for above, below, result in re.findall(r"([\d.]+) / ([\d.]+) ms = ([\d.]+) tokens", said):
        assert f"{1000 * float(above) / float(below):.1f}" == result


def test_the_speed_of_a_log_window_by_hand(tmp_path: Path) -> None:
    """60.9 draft tokens per second in drafts of 3 are 20.3 rounds per second, and 206 accepted in 203 rounds are 2.015
    tokens per round: 40.9 per second. The log prints 40.1, but in a line that is 10 seconds older. If both lines are
    from 12:36:16, 40.1 is the speed of this window. 54.02 is printed in the line of SGLang's window itself.
    """
    assert pool("vllm.log").loads[1].per_second == pytest.approx((1 + 206 / 203) * 20.3)
    same = changed(tmp_path, "vllm.log", ("12:36:06", "12:36:16"))
    assert pooled(opened(same), "x").loads[1].per_second == pytest.approx(40.1)
    assert pool("sglang.log").loads[1].per_second == pytest.approx(54.02)


def test_log_windows_with_one_request_are_averaged(tmp_path: Path) -> None:
    """60 and 9 tokens per second are 34.5 on average, and 30 and 3 rounds are 16.5."""
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
    found = pooled(opened(path), "x").loads[1]
    assert (found.per_second, found.tokens.value) == (pytest.approx(34.5), pytest.approx(34.5 / 16.5))


def test_times_that_cannot_be_right_are_not_used(tmp_path: Path) -> None:
    """“81.4 tokens per second” from a log whose clock says otherwise must not look like a measurement. In vLLM's log,
    only the log windows are left out whose printed rate contradicts the clock.
    """
    llama(tmp_path, (50, 20, "0.01.500.000"), (50, 20, "0.01.500.000"))
    for given in (NOTHING, Given(per_second=50)):
        found = part(tmp_path / "x.log", given)
        said = found.answers[2].sentences[0]
        assert said.startswith("The times of task 0 cannot be right")
        assert said.endswith("The same holds for 1 other request. So no speed in this file is used.")
        assert not re.search(r"\d tokens per second", f"{found.answers} {found.sections}")
    path = changed(tmp_path, "made/vllm.log", ("12:00:20", "12:00:50"), ("12:00:30", "12:01:00"))
    answer = part(path).answers[2]
    first, *_ = answer.sentences
    assert first.endswith("These log windows are left out.")
    assert answer.table is not None
    assert [(row[0], row[-1]) for row in answer.table.rows] == [("1", "46.5"), ("3", "106.1")]
