"""Files of other engines, written by hand from their documented formats, with answers computed by hand."""

import json
from collections import Counter
from pathlib import Path

import pytest

from decoders.errors import BadInput
from explorer.imports.contents import definitions, read
from explorer.imports.counts import Pool, pooled
from explorer.imports.engines.sglang_server import VARIES, WITH_OWN
from explorer.imports.measures import judged, known, most_tokens_per_pass, positions, tokens_per_pass
from explorer.imports.opening import FORMATS, opened
from explorer.imports.record import Reading, Request
from explorer.imports.shorter import shorter
from explorer.imports.speed_words import times
from explorer.imports.times import Given, times_of
from explorer.imports.whatif import what_if

FIXTURES = Path(__file__).parent / "fixtures"
# file: format, requests, passes, accepted, drafted, tokens of the answers
COUNTS: dict[str, tuple[str, str, int, int | None, int | None, int | None, int | None]] = {
    "vllm-detailed.json": ("vLLM", "responses, detailed", 1, 10, 17, 30, 27),
    "vllm-summary.jsonl": ("vLLM", "responses, summary", 2, 43 + 20, 10 + 36, 129 + 60, 54 + 57),
    "vllm-stream.txt": ("vLLM", "responses, summary", 1, 4, 4, 7, 9),
    "vllm-metrics.txt": ("vLLM", "Prometheus metrics", 1, 500, 900, 1500, None),
    "vllm.log": ("vLLM", "log lines", 2, 203 + 20, 206 + 30, 609 + 60, None),
    "sglang-response.json": ("SGLang", "responses", 1, 25, 38, 75, 64),
    "sglang-generate.jsonl": ("SGLang", "responses", 1, 6, 9, 18, 16),
    "sglang-dspark.json": ("SGLang", "DSpark dump", 2, 4, 6, 12, None),
    "sglang.log": ("SGLang", "log lines", 1, None, None, None, None),
    "sglang-metrics.txt": ("SGLang", "Prometheus metrics", 1, None, None, None, None),
    "llama-timings.json": ("llama.cpp", "responses", 1, None, 515, 604, 665),
    "llama.log": ("llama.cpp", "log lines", 2, 87 + 2, 167 + 4, 259 + 6, 255 + 7),
    "llama-debug.log": ("llama.cpp", "debug log", 1, 3, 3, 5, 6),
    "llama-metrics.txt": ("llama.cpp", "Prometheus metrics", 1, 200, 360, 599, None),
    "aiperf.jsonl": ("AIPerf", "profile_export.jsonl", 2, 128 + 4, 278 + 8, 640 + 16, None),
    "mlx.jsonl": ("mlx-lm", "tokens", 1, 3, 3, None, 7),
    "lmstudio.jsonl": ("LM Studio", "fragments", 1, 2, 1, None, 3),
}


def pool(name: str, length: int | None = None) -> Pool:
    """The pool of a fixture."""
    return pooled(opened(FIXTURES / name), name, length)


def requests(name: str) -> list[Request]:
    """The requests of a fixture."""
    return list(opened(FIXTURES / name))


def test_every_fixture_has_an_answer() -> None:
    """A file without an answer would only be read."""
    assert {path.name for path in FIXTURES.iterdir()} == set(COUNTS)
    assert {(form.engine, form.name) for form in FORMATS} == {counts[:2] for counts in COUNTS.values()}


@pytest.mark.parametrize("name", COUNTS)
def test_counts(name: str) -> None:
    """Somebody decides about a server with these numbers."""
    found = pool(name)
    sums = (found.passes, found.accepted, found.drafted, found.completion)
    assert [(form.engine, form.name) for form in found.formats] == [COUNTS[name][:2]]
    assert (found.requests, *sums) == COUNTS[name][2:]
    assert not found.approximate


def test_vllm_detailed() -> None:
    """The accepted counts are 3 0 2 3 1 0 3 3 0 2, of 3 drafts each. The answer ends one token into the last pass."""
    found = pool("vllm-detailed.json")
    assert found.outcomes == Counter({(3, 0): 3, (3, 1): 1, (3, 2): 2, (3, 3): 4})
    rate = judged(found)
    assert rate is not None
    assert (rate.hits, rate.trials) == (17, 3 * 1 + 1 * 2 + 2 * 3 + 4 * 3)
    rows = positions(found)
    assert [(row.tested.hits, row.tested.trials) for row in rows] == [(7, 10), (6, 7), (4, 6)]
    assert [(row.reached.hits, row.reached.trials) for row in rows] == [(7, 10), (6, 10), (4, 10)]
    assert [row.power for row in rows] == pytest.approx([17 / 23, (17 / 23) ** 2, (17 / 23) ** 3])
    assert [tokens.value for tokens in shorter(found)] == pytest.approx([1.7, 2.3, 2.7])
    wrote = "".join("d" if piece.drafted else "t" for piece in (found.text.pieces if found.text else ()))
    assert wrote == "t" + "dddt" + "t" + "ddt" + "dddt" + "dt" + "t" + "dddt" + "dddt" + "t" + "dd"


def test_vllm_summary_without_lengths_is_complete_if_all_drafts_must_be_equal() -> None:
    """20 passes of at most 3 tokens drafted 60, so each drafted 3; older versions have no histogram by length."""
    second = Counter({(3, 0): 4, (3, 1): 4, (3, 2): 4, (3, 3): 8})
    assert pool("vllm-summary.jsonl").outcomes == Counter({(3, 0): 39, (3, 1): 1, (3, 3): 3}) + second


def test_vllm_stream_has_two_draft_lengths() -> None:
    """Position 2 was tested by the passes with two drafts only. A shorter draft is compared up to one token."""
    found = pool("vllm-stream.txt")
    assert [(row.tested.hits, row.tested.trials) for row in positions(found)] == [(2, 4), (2, 2)]
    assert [tokens.value for tokens in shorter(found)] == [1.5, 2.0]


def test_vllm_metrics() -> None:
    """400, 300 and 200 of 500 passes reach positions 1, 2 and 3."""
    found = pool("vllm-metrics.txt")
    assert found.outcomes == Counter({(3, 0): 100, (3, 1): 100, (3, 2): 100, (3, 3): 200})
    run = what_if(found, None)
    assert run is not None
    assert [run.worth(size) for size in (1, 2, 3)] == pytest.approx([0.8, 0.6 / 1.2, 0.4 / 1.6])


def test_vllm_log() -> None:
    """0.601, 0.286 and 0.128 of 203 passes are 122, 58 and 26, which add up to 206; 15, 9 and 6 of 20 to 30."""
    first, second = requests("vllm.log")
    assert (first.passes, first.survivors) == (203, (122, 58, 26))
    assert (second.passes, second.survivors) == (20, (15, 9, 6))
    assert known(pool("vllm.log")) is not None


def test_vllm_log_of_a_busy_interval_has_the_draft_length(tmp_path: Path) -> None:
    """Of 2,700 draft tokens in drafts of 3 are 900 passes. The rounded rates allow 900 or 901, so at most a few drafts
    were shorter, and positions are known.
    """
    path = tmp_path / "x"
    path.write_text(
        "SpecDecoding metrics: Mean acceptance length: 2.00, Accepted throughput: 90.00 tokens/s, Drafted throughput: "
        "270.00 tokens/s, Accepted: 900 tokens, Drafted: 2700 tokens, Per-position acceptance rate: 0.583, 0.283, "
        "0.133, Avg Draft acceptance rate: 33.3%\n",
        encoding="utf-8",
    )
    found = pooled(opened(path), "x")
    assert (found.fewest, found.most, found.approximate) == (900, 901, True)
    assert {length for length, _ in found.outcomes or ()} == {3}
    assert len(shorter(found)) == 3


def sglang(histogram: list[int], path: Path, **more: object) -> Pool:
    """A response of SGLang whose passes proposed 3 draft tokens each."""
    passes, accepted = sum(histogram), sum(got * count for got, count in enumerate(histogram))
    counts = {"spec_verify_ct": passes, "spec_accept_token_num": accepted, "spec_draft_token_num": 3 * passes}
    path.write_text(json.dumps({"meta_info": {**counts, "spec_accept_histogram": histogram, **more}}), encoding="utf-8")
    return pooled(opened(path), "x")


def test_sglang_gives_positions_if_a_pass_accepted_all_it_proposed(tmp_path: Path) -> None:
    """A tree of 3 draft tokens accepts fewer than 3, so a pass that accepts 3 of 3 had one sequence."""
    rows = positions(pool("sglang-response.json"))
    assert [(row.tested.hits, row.tested.trials) for row in rows] == [(19, 25), (13, 19), (6, 13)]
    found = pool("sglang-generate.jsonl")
    assert found.inferred
    assert [(row.tested.hits, row.tested.trials) for row in positions(found)] == [(4, 6), (3, 4), (2, 3)]
    assert [tokens.value for tokens in shorter(found)] == pytest.approx([10 / 6, 13 / 6, 15 / 6])
    assert any("this assumes `--speculative-eagle-topk 1` and no adaptive" in sentence for sentence in read(found))


def test_sglang_does_not_say_whether_drafts_were_equal(tmp_path: Path) -> None:
    """SGLang multiplies passes by a constant, so drafts of a tree or of capped lengths look the same."""
    path = tmp_path / "x"
    assert positions(sglang([2, 1, 1], path)) == shorter(sglang([2, 1, 1], path)) == []
    assert positions(sglang([2, 1, 1, 2], path, spec_cap_lens_histogram=[0, 2, 4])) == []
    assert positions(sglang([2, 1, 1, 2], path))


def test_sglang_dump() -> None:
    """Requests r1 and r2 share two passes; the time of a pass counts once."""
    first, second = requests("sglang-dspark.json")
    assert [step.accepted for step in first.steps] == [3, 1]
    assert [step.accepted for step in second.steps] == [0, 2]
    assert first.steps[0].draft_tokens == (11, 12, 13)
    assert first.steps[0].own_token == 17
    times = pool("sglang-dspark.json").times
    assert (times.draft, times.target) == (4.0, 16.0)


def test_sglang_log() -> None:
    """The means of 2.70, 2.45 and 2.80 say nothing about passes; 1.7/3, 1.45/3 and 1.8/3 give the printed rates."""
    (request,) = requests("sglang.log")
    assert request.averages is not None
    assert (request.averages.count, request.averages.mean) == (3, pytest.approx(7.95 / 3))
    assert (request.averages.lowest, request.averages.highest) == (pytest.approx(2.445), pytest.approx(2.805))
    assert request.proposed == 3
    assert request.notes == ()
    found = tokens_per_pass(pool("sglang.log"))
    assert found is not None
    assert (found.low, found.high, found.unit) == (pytest.approx(2.445), pytest.approx(2.805), "windows")


DECODE = (
    "[2026-10-01 10:00:02 TP0] Decode batch{}, #running-req: 1, #token: 129, accept len: {}, accept rate: {}, x: 1\n"
)


@pytest.mark.parametrize(
    ("lines", "proposed", "note"),
    [
        ([("2.70", "0.57")], 3, ()),
        ([("2.70", "0.68"), ("3.20", "0.80")], 3, (WITH_OWN,)),
        ([("1.00", "0.00")], None, ()),
        ([("1.02", "0.01"), ("4.00", "0.75")], 4, ()),
        ([("2.70", "0.57"), ("4.00", "0.75")], None, (VARIES,)),
        ([("2.70", "0.95")], None, (VARIES,)),
    ],
)
def test_sglang_averages_give_the_draft_length_if_only_one_fits(
    lines: list[tuple[str, str]], proposed: int | None, note: tuple[str, ...], tmp_path: Path
) -> None:
    """Older versions divide 2.70 by 4 and newer ones 1.70 by 3. A length that is not certain is not given."""
    path = tmp_path / "x"
    path.write_text("".join(DECODE.format(" [40]", *line) for line in lines))
    (request,) = opened(path)
    assert (request.proposed, request.notes) == (proposed, note)


def test_sglang_logs_of_old_versions_have_no_rate(tmp_path: Path) -> None:
    """Without a rate the average is still the tokens per pass. An interval without a pass prints 0 and is left out."""
    path = tmp_path / "x"
    old = "Decode batch. #running-req: 1, #token: 129, accept len: {}, gen throughput (token/s): 9.00, #queue-req: 0\n"
    path.write_text(old.format("2.50") + old.format("0.00"))
    (request,) = opened(path)
    assert request.averages is not None
    assert (request.averages.count, request.averages.mean, request.proposed) == (1, 2.5, None)


def test_llama_timings_give_a_limit() -> None:
    """665 tokens, 515 of them drafted: the other 150 come from at least as many passes."""
    assert most_tokens_per_pass(pool("llama-timings.json")) == pytest.approx(665 / 150)
    assert tokens_per_pass(pool("llama-timings.json")) is None


def test_llama_log() -> None:
    """70, 55 and 42 of 87 passes give the printed 0.805, 0.632 and 0.483. Two tokens are missing to 87 · 3."""
    first, second = requests("llama.log")
    assert (first.passes, first.survivors, second.survivors) == (87, (70, 55, 42), (2, 1, 1))
    found = pool("llama.log")
    assert found.short == 2
    assert [(row.reached.hits, row.reached.trials) for row in positions(found)] == [(72, 89), (56, 89), (43, 89)]


def test_llama_log_has_times() -> None:
    """The statistics line adds 518 ms and then 12 ms of drafting; the rest is the target's.

    262 tokens − 171 accepted − 2 first ones = 89 passes.
    """
    first, second = requests("llama.log")
    assert (first.times.draft, second.times.draft) == (518.0, 12.0)
    assert times_of(pool("llama.log"), Given()) == pytest.approx(((2867.65 - 530) / 89, 530 / 265))
    assert first.method == "draft-mtp"


def log(old: str = "", new: str = "", cut: int | None = None) -> str:
    """llama.cpp's log with a part replaced, and only its beginning."""
    text = (FIXTURES / "llama.log").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)[:cut]


TASK_6, SECOND = log().index("0.13.082.175"), log().index("4 accepted")


@pytest.mark.parametrize(
    ("text", "requests", "unfinished", "left_out"),
    [
        (log(), 2, (), 0),
        (log(cut=TASK_6), 1, (("task 6", 2),), 0),
        (log(cut=SECOND), 1, (("task 6", 3),), 0),
        (log(cut=log().index(", mean len") + 15), 1, (("task 6", 3),), 0),
        (log(cut=-60), 2, (), 1),
        (log(cut=700), 1, (), 1),
        (
            log().replace("task 6 |      acc per pos = (1.000, 0.500, 0.500)", "task 6 |      acc per pos = (1.0"),
            2,
            (),
            1,
        ),
        (log(cut=TASK_6) + "slot release: id  0 | task 6 | stop processing: n_tokens = 27\n", 1, (), 0),
    ],
)
def test_a_cut_log_says_what_was_left_out(
    text: str, requests: int, unfinished: tuple[tuple[str, int], ...], left_out: int, tmp_path: Path
) -> None:
    """A reader must not take a part of a run for all of it, also where whole lines are missing at the end."""
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    found = pooled(opened(path), "x")
    assert found.requests == requests
    assert found.reading == Reading("line", len(text.splitlines()), 0, left_out, unfinished)
    said = " ".join(read(found))
    assert f"The file has {len(text.splitlines())} lines." in said
    assert ("No line with numbers of speculative decoding was left out." in said) == (not unfinished and not left_out)
    for _, count in unfinished:
        assert f"The last request (task 6) has no end: {count} lines were left out." in said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            log("530.000", "5300.000"),
            "Line 10 of x: drafting took 4782 ms for task 6, but all its decoding took only 300 ms.",
        ),
        (log(cut=-60), "The statistics after task 6 are incomplete, so the draft’s time is not known."),
        (
            log("#gen tokens =    265", "#gen tokens =    300"),
            "The statistics after task 6 count 41 more draft tokens, but the request generated 6. So they also count "
            "other "
            "requests.",
        ),
    ],
)
def test_times_that_are_not_used_say_why(text: str, why: str, tmp_path: Path) -> None:
    """An engineer who sees times in the log must learn why the report does not use them."""
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    found = pooled(opened(path), "x")
    assert times_of(found, Given()) is None
    assert times(found)[0] == f"The pass times in this file are not used. {why}"


def test_several_drafts_of_a_request_share_its_statistics(tmp_path: Path) -> None:
    """An n-gram draft and a draft model have a line each, and only their sums describe the request."""
    calls = "#calls(b,g,a) = 1 9 9, #gen drafts = 9, #acc drafts = 9"
    line = f"statistics {{}}: {calls}, #gen tokens = {{}}, #acc tokens = {{}}, dur(b,g,a) = 0.1, {{}}, 0.1 ms\n"
    before = log(cut=log().index("0.12.187.010"))
    path = tmp_path / "x"
    path.write_text(before + line.format("ngram", 100, 60, "18.0") + line.format("draft", 159, 107, "500.0"))
    (request,) = opened(path)
    assert (request.times.draft, request.method, request.untimed) == (518.0, "ngram, draft", "")
    path.write_text(before + line.format("ngram", 100, 60, "18.0") + line.format("draft", 159, 106, "500.0"))
    with pytest.raises(
        BadInput, match="the statistics count 166 more accepted draft tokens .* but task 0 accepted 167"
    ):
        list(opened(path))


def test_slots_that_take_turns_have_their_own_statistics(tmp_path: Path) -> None:
    """The statistics of a slot come before the summary of the next one, and belong to the first."""
    text = log().replace("id  0 | task 6", "id  1 | task 6")
    path = tmp_path / "x"
    path.write_text(text, encoding="utf-8")
    found = {request.name: request.times.draft for request in opened(path)}
    assert found == {"task 0": 518.0, "task 6": 12.0}


def test_tokens_of_passes_without_a_draft_are_counted(tmp_path: Path) -> None:
    """60 tokens of an answer are more than the 28 that 10 passes with 17 accepted draft tokens can write."""
    value = json.loads((FIXTURES / "vllm-detailed.json").read_text(encoding="utf-8"))
    del value["choices"][0]["logprobs"]
    value["usage"]["completion_tokens"] = 60
    path = tmp_path / "x"
    path.write_text(json.dumps(value), encoding="utf-8")
    found = pooled(opened(path), "x")
    assert found.beyond == 32
    assert "32 came from passes without a draft, and the speed-up of whole answers is at most ×1.40." in read(found)[-1]
    assert [formula for _, used_by, formula, _ in definitions(found) if "tokens of the answer" in used_by] == [
        "not in the file"
    ]


def test_llama_debug_log() -> None:
    """A token's text may contain line ends. The last draft was shorter, because the answer ended."""
    (request,) = requests("llama-debug.log")
    assert [(step.accepted, step.drafted) for step in request.steps] == [(1, 2), (2, 2), (0, 1)]
    first = request.steps[0]
    assert first.draft_tokens == (8068, 271)
    assert [candidate.text for candidate in first.candidates[0]] == ["Spec", "1", "<think>"]
    assert [(candidate.text, candidate.q) for candidate in first.candidates[1]] == [("\n\n", 0.95), ("\n", 0.05)]
    assert known(pool("llama-debug.log")) == Counter({(2, 1): 1, (2, 2): 1, (1, 0): 1})


def test_llama_debug_log_leaves_out_the_last_pass(tmp_path: Path) -> None:
    """llama-server ends an answer before it logs the pass. The sums show it: 5 of 7 tokens minus 3 of 5."""
    text = (FIXTURES / "llama-debug.log").read_text(encoding="utf-8")
    text = text.replace("0.60000 (    3 accepted /     5 generated), mean len =  2.00", "{}")
    path = tmp_path / "x"
    path.write_text(
        text.format("0.71429 (    5 accepted /     7 generated), mean len =  2.25").replace("6 tok", "9 tok")
    )
    (request,) = opened(path)
    assert [step.outcome for step in request.steps] == [(2, 1), (2, 2), (1, 0), (2, 2)]
    assert request.notes


def test_llama_metrics() -> None:
    """One draft token of 600 is missing, so at most one pass had a shorter draft."""
    found = pool("llama-metrics.txt")
    assert found.short == 1
    assert [row.reached.hits for row in positions(found)] == [160, 120, 80]


def test_aiperf() -> None:
    """The first request drafted 5 tokens in each of 128 passes. The second drafted 5 or 3."""
    first, second = requests("aiperf.jsonl")
    assert (first.name, second.name) == ("q-1", "q-3")
    assert pool("aiperf.jsonl").tails == Counter({(3, 2): 1})
    outcomes = pool("aiperf.jsonl").outcomes
    assert outcomes is not None
    assert outcomes[5, 5] == 22
    assert outcomes[3, 0] == outcomes[3, 2] == 1


def test_mlx_tokens() -> None:
    """A token of the target ends a pass. The last token is of a pass whose end is not in the file."""
    (request,) = requests("mlx.jsonl")
    assert request.outcomes == {(None, 2): 1, (None, 0): 1, (None, 1): 1}
    assert [piece.drafted for piece in request.pieces] == [True, True, False, False, True, False, True]
    assert request.notes
    assert (request.unended, pool("mlx.jsonl").beyond) == (1, 0)
    assert [(row.tested.hits, row.tested.trials) for row in positions(pool("mlx.jsonl", 2))] == [(2, 3), (1, 2)]
