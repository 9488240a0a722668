"""Broken and ambiguous files: each is refused with one true line that says what is wrong, with both numbers."""

import gc
import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from decoders.errors import BadInput
from explorer.imports.counts import pooled
from explorer.imports.opening import opened
from explorer.imports.reading import MOST_VALUE
from tests.explorer.cli.test_cli import call

FIXTURES = Path(__file__).parent / "fixtures"
AS_WRITTEN = "Use the file as the engine wrote it."


def text(name: str) -> str:
    """A fixture's text."""
    return (FIXTURES / name).read_text(encoding="utf-8")


def vllm(**changes: Any) -> str:
    """The detailed response with some counts changed; None removes a field."""
    value = json.loads(text("vllm-detailed.json"))
    counts = value["metrics"]["speculative_decoding"]
    for key, change in changes.items():
        counts[key] = change
        if change is None:
            del counts[key]
    return json.dumps(value)


def answer(tokens: int, *, logprobs: bool = True) -> str:
    """The detailed response with another number of tokens, and without `logprobs` if they are not wanted."""
    value = json.loads(text("vllm-detailed.json"))
    if not logprobs:
        del value["choices"][0]["logprobs"]
    value["usage"]["completion_tokens"] = tokens
    return json.dumps(value)


def swapped(name: str, old: str, new: str) -> str:
    """A fixture with a part replaced."""
    assert old in text(name)
    return text(name).replace(old, new)


PER_STEP: dict[str, Any] = {"per_step_accepted": None, "per_step_drafted": None}
BARE: dict[str, Any] = PER_STEP | {"acceptance_histogram_by_draft_length": None, "mean_acceptance_length": None}
BARE |= {"draft_acceptance_rate": None}
V1, LINE = "Response 1 of x:", "Line 2 of x:"
BROKEN: dict[str, tuple[str | bytes, str]] = {
    "histogram against passes": (
        vllm(**BARE, num_spec_steps=11),
        f"{V1} the histogram has 10 passes, but the number of passes is 11. {AS_WRITTEN}",
    ),
    "histogram against accepted": (
        vllm(**BARE, num_accepted_draft_tokens=18),
        f"{V1} the histogram adds up to 17 accepted draft tokens, but 18 are reported. {AS_WRITTEN}",
    ),
    "the example of AIPerf’s documentation": (
        swapped("aiperf.jsonl", '"num_accepted_draft_tokens": 278', '"num_accepted_draft_tokens": 281'),
        f"{V1} the histogram adds up to 278 accepted draft tokens, but 281 are reported. {AS_WRITTEN}",
    ),
    "steps against drafted": (
        vllm(num_draft_tokens=31, num_spec_tokens=4, draft_acceptance_rate=None),
        f"{V1} the passes add up to 30 draft tokens, but 31 are reported. {AS_WRITTEN}",
    ),
    "more accepted than drafted": (
        vllm(**BARE, num_draft_tokens=16, num_spec_tokens=None),
        f"{V1} 17 draft tokens were accepted, but only 16 were drafted. {AS_WRITTEN}",
    ),
    "more drafted than possible": (
        vllm(**BARE, num_draft_tokens=31),
        f"{V1} 31 draft tokens are proposed, but 10 drafts of 3 tokens can have at most 30. {AS_WRITTEN}",
    ),
    "a pass longer than configured": (
        vllm(**BARE, acceptance_histogram=[7, 0, 0, 0, 1, 1, 0, 0, 1], num_draft_tokens=30),
        f"{V1} a pass has 4 draft tokens, but the configured draft length is 3. {AS_WRITTEN}",
    ),
    "steps against histogram": (
        vllm(acceptance_histogram=[2, 3, 1, 4]),
        f"{V1} per_step_accepted has 3 passes with 0 accepted draft tokens, but acceptance_histogram has 2. "
        + AS_WRITTEN,
    ),
    "arrays of two lengths": (
        vllm(per_step_drafted=[3] * 9),
        f"{V1} per_step_accepted has 10 passes, but per_step_drafted has 9. {AS_WRITTEN}",
    ),
    "a pass accepts more than it drafted": (
        vllm(per_step_drafted=[2, 3, 3, 3, 3, 3, 3, 3, 3, 4], num_spec_tokens=4),
        f"{V1} a pass accepts 3 draft tokens, but its draft has 2. {AS_WRITTEN}",
    ),
    "an answer that is too short": (
        answer(20, logprobs=False),
        f"{V1} 10 passes with 17 accepted draft tokens write at least 25 tokens, but the answer has 20. {AS_WRITTEN}",
    ),
    "a printed average": (
        vllm(mean_acceptance_length=3.7),
        f"{V1} mean_acceptance_length is 3.7, but the counts give 2.7. {AS_WRITTEN}",
    ),
    "a fraction as a count": (
        vllm(num_spec_steps=10.5),
        f"{V1} num_spec_steps is 10.5, not a whole number from 0 to 1,000,000,000,000. {AS_WRITTEN}",
    ),
    "a negative count": (
        vllm(num_draft_tokens=-30),
        f"{V1} num_draft_tokens is -30, not a whole number from 0 to 1,000,000,000,000. {AS_WRITTEN}",
    ),
    "true as a count": (
        vllm(num_draft_tokens=True),
        f"{V1} num_draft_tokens is true, not a whole number from 0 to 1,000,000,000,000. {AS_WRITTEN}",
    ),
    "a missing count": (
        vllm(num_accepted_draft_tokens=None),
        f"{V1} num_accepted_draft_tokens is missing. {AS_WRITTEN}",
    ),
    "an enormous count": (
        vllm(num_draft_tokens=10**30),
        f"{V1} num_draft_tokens is {10**30}, not a whole number from 0 to 1,000,000,000,000. {AS_WRITTEN}",
    ),
    "a histogram of texts": (
        vllm(**BARE, acceptance_histogram=["3", 1, 2, 4]),
        f"{V1} acceptance_histogram has the entry '3', which is not a count. {AS_WRITTEN}",
    ),
    "a bucket that is not a number": (
        vllm(**PER_STEP, acceptance_histogram_by_draft_length={"three": [3, 1, 2, 4]}),
        f"{V1} acceptance_histogram_by_draft_length has the bucket 'three', which is not a number of tokens. "
        + AS_WRITTEN,
    ),
    "nothing drafted": (
        vllm(
            **BARE, acceptance_histogram=[0, 0, 0, 0], num_spec_steps=0, num_accepted_draft_tokens=0, num_draft_tokens=0
        ),
        "x has no target pass that checked a draft. Speculative decoding was on with up to 3 draft tokens, so save a "
        "longer answer.",
    ),
    "responses without metrics": (
        '{"id": "a", "choices": [{"text": "b"}], "usage": {"completion_tokens": 3}}',
        "x has responses without numbers of speculative decoding. Start vLLM with "
        "`--per-request-spec-decode-metrics detailed`, or send `return_spec_tokens_details` to SGLang.",
    ),
    "another JSON file": (
        '{"name": "package", "version": "1.0.0"}',
        "The format of x is not known here. `docs/import.md` lists the formats and the options that write them.",
    ),
    "a trace of this explorer": (
        '{"kind": "header", "schema": "2", "method": "spd", "pair": "p"}',
        "x is a trace of this explorer. Open it alone in the Traces tab, or with `python -m explorer show`.",
    ),
    "broken JSON": (
        '{"metrics": {"speculative_decoding": }}\n{"a": 1}',
        "Line 1 of x is not valid JSON (Expecting value). Save the file again.",
    ),
    "broken JSON on a later line": (
        text("vllm-summary.jsonl") + '{"a" 1}\n{"b": 2}',
        "Line 3 of x is not valid JSON (Expecting ':' delimiter). Save the file again.",
    ),
    "half a JSON file": (text("vllm-detailed.json")[:300], "x ends in the middle of a JSON value. Save it again."),
    "NaN": (
        vllm(mean_acceptance_length=float("nan")),
        "The JSON value that begins in line 1 of x is not valid, because NaN is not a JSON number. Replace it with "
        "null, or remove this value.",
    ),
    "NaN in a stream": (
        'data: {"id": "NaN"}\n\ndata: {"rate": -Infinity}\n',
        "The JSON value that begins in line 3 of x is not valid, because -Infinity is not a JSON number. Replace it "
        "with null, or remove this value.",
    ),
    "deep nesting in a stream": (
        'data: {"a": ' + "[" * 100_000 + "]" * 100_000 + "}\n",
        "The JSON value that begins in line 1 of x is nested too deeply. Save only the responses.",
    ),
    "a negative count in a histogram": (
        vllm(**BARE, acceptance_histogram=[3, -1, 2, 4]),
        f"{V1} acceptance_histogram has the entry -1, which is not a count. {AS_WRITTEN}",
    ),
    "no passes and no draft length": (
        vllm(
            **BARE,
            acceptance_histogram=[0],
            num_spec_steps=0,
            num_accepted_draft_tokens=0,
            num_draft_tokens=0,
            num_spec_tokens=None,
        ),
        "x has no target pass that checked a draft. Check that speculative decoding is on, and that an answer has at "
        "least two tokens.",
    ),
    "a number of 5000 digits": (
        '{"metrics": {"speculative_decoding": {"num_spec_steps": ' + "1" * 5000 + "}}}",
        "The JSON value that begins in line 1 of x has a number with too many digits. Use the file as the "
        "engine wrote it.",
    ),
    "deep nesting": (
        '{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "The JSON value that begins in line 1 of x is nested too deeply. Save only the responses.",
    ),
    "an enormous value": (
        '{"a": "' + "b" * (MOST_VALUE + (2 << 20)) + '"}',
        "A JSON value of x is larger than 4 MB. Save one response per line, without logprobs.",
    ),
    "an empty file": ("", "x is empty. Save it again, after at least one request."),
    "a picture": (
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "x is not a text file. Logs, metrics and JSON can be read, with or without gzip compression.",
    ),
    "a log of something else": (
        "Starting nginx\nGET / 200\n",
        "No line of x has numbers of speculative decoding in a known format. `docs/import.md` lists the formats.",
    ),
    "SGLang’s log without speculative decoding": (
        "[2026-10-01 10:00:00 TP0] Decode batch, #running-req: 1, #token: 9, cuda graph: True\n",
        "x is a log of SGLang without numbers of speculative decoding. Start SGLang with `--speculative-algorithm`.",
    ),
    "vLLM’s log without speculative decoding": (
        text("vllm.log").splitlines()[0],
        "x is a log of vLLM without numbers of speculative decoding. Start vLLM with `--speculative-config`.",
    ),
    "llama.cpp’s log without a draft": (
        "".join(text("llama.log").splitlines(keepends=True)[:3]),
        "x is a log of llama.cpp without numbers of speculative decoding. Start `llama-server` with a draft, such as "
        "`--model-draft`.",
    ),
    "SGLang’s log with less than one token per pass": (
        swapped("sglang.log", "accept len: 2.45", "accept len: 0.45"),
        f"Line 3 of x: accept len is 0.45, but every pass writes at least one token. {AS_WRITTEN}",
    ),
    "SGLang’s log with a share above 1": (
        swapped("sglang.log", "accept rate: 0.48", "accept rate: 1.48"),
        f"Line 3 of x: accept rate is 1.48, but a rate cannot exceed 1. {AS_WRITTEN}",
    ),
    "SGLang’s gauge with less than one token per pass": (
        swapped("sglang-metrics.txt", "} 2.9", "} 0.29"),
        f"The end of x: sglang:spec_accept_length is 0.29, but every pass writes at least one token. {AS_WRITTEN}",
    ),
    "SGLang’s gauge that is not a number": (
        swapped("sglang-metrics.txt", "} 2.9", "} NaN"),
        "Line 2 of x: 'NaN' is not a number that is 0 or more. Save the metrics again.",
    ),
    "SGLang’s metrics before the first request": (
        swapped("sglang-metrics.txt", "} 2.9", "} 0.0").replace("} 0.27", "} 0.0"),
        "No line of x has numbers of speculative decoding in a known format. `docs/import.md` lists the formats.",
    ),
    "SGLang’s two names": (
        swapped("sglang-response.json", '"spec_verify_ct": 25', '"spec_verify_ct": 25, "spec_accepted_drafts": 39'),
        f"{V1} spec_num_correct_drafts is 38, but spec_accepted_drafts is 39. {AS_WRITTEN}",
    ),
    "SGLang’s accept length": (
        swapped("sglang-response.json", "2.56", "2.52"),
        f"{V1} spec_accept_length is 2.52, but the counts give 2.56. {AS_WRITTEN}",
    ),
    "a dump without requests": (
        swapped(
            "sglang-dspark.json",
            '"reqs": [{"req_pool_index": 1, "prefix_len": 5',
            '"rows": [{"req_pool_index": 1, "prefix_len": 5',
        ),
        "Dump 1 of x, record 1: reqs is missing, so the dump does not record the accepted tokens. "
        "Set SGLANG_DSPARK_DEBUG_DUMP=core,reqs.",
    ),
    "a dump that does not add up": (
        swapped("sglang-dspark.json", '"acc_len": 4', '"acc_len": 5'),
        f"Dump 1 of x, record 1: acc_len is 5, but correct_drafts and one token of the target make 4. {AS_WRITTEN}",
    ),
    "llama.cpp’s answer": (
        swapped("llama-timings.json", '"predicted_n":665', '"predicted_n":500'),
        f"{V1} draft_n_accepted is 515, which is more than predicted_n (500). {AS_WRITTEN}",
    ),
    "llama.cpp’s mean": (
        swapped("llama.log", "mean acceptance length =  2.92", "mean acceptance length =  2.47"),
        "Line 4 of x: no number of passes gives 167 accepted draft tokens with the mean length 2.47 and the acceptance "
        f"rates 0.805, 0.632, 0.483. {AS_WRITTEN}",
    ),
    "llama.cpp’s rate": (
        swapped("llama.log", "0.64479", "0.74479"),
        f"Line 4 of x: draft acceptance is 0.74479, but the counts give 0.644788. {AS_WRITTEN}",
    ),
    "llama.cpp’s rates": (
        swapped("llama.log", "per position = (0.805, 0.632, 0.483)", "per position = (0.505, 0.632, 0.983)"),
        "Line 4 of x: no number of passes gives 167 accepted draft tokens with the mean length 2.92 and the acceptance "
        f"rates 0.505, 0.632, 0.983. {AS_WRITTEN}",
    ),
    "llama.cpp’s draft accepts more than it has": (
        swapped("llama.log", "    4 accepted /     6", "    9 accepted /     6"),
        f"Line 8 of x: 9 draft tokens were accepted, but only 6 were generated. {AS_WRITTEN}",
    ),
    "llama.cpp’s statistics against a request": (
        swapped("llama.log", "#acc tokens =   171", "#acc tokens =   201"),
        "Line 10 of x: the statistics count 34 more accepted draft tokens (#acc tokens), but task 6 accepted 4. "
        + AS_WRITTEN,
    ),
    "llama.cpp’s statistics against themselves": (
        swapped("llama.log", "#acc tokens =   171", "#acc tokens =   271"),
        "Line 10 of x: 271 draft tokens were accepted (#acc tokens), but only 265 were generated (#gen tokens). "
        + AS_WRITTEN,
    ),
    "an answer of two lengths": (
        answer(60),
        f"{V1} completion_tokens is 60, but the answer's logprobs list 27 tokens. {AS_WRITTEN}",
    ),
    "llama.cpp’s passes": (
        swapped("llama-debug.log", "(    3 accepted /     5", "(    2 accepted /     5"),
        "Line 17 of x: the passes of task 0 add up to 3 accepted draft tokens, but its last line says 2. "
        "Save the log from the start of the request.",
    ),
    "a counter by position is missing": (
        swapped("vllm-metrics.txt", 'position="1"', 'position="3"'),
        "The end of x: only 3 of 4 counters by position are in the file. Save the metrics again.",
    ),
    "llama.cpp’s positions in the text": (
        swapped("llama-debug.log", "new n_tokens = 22", "new n_tokens = 21"),
        "Line 13 of x: a pass with 2 accepted draft tokens adds 3 tokens, but n_tokens goes from 19 to 21. "
        + AS_WRITTEN,
    ),
    "two scrapes in a file": (
        text("vllm-metrics.txt") * 2,
        "Line 13 of x: the counter num_drafts occurs twice. Save each scrape of the metrics in a file of its own.",
    ),
    "counters that rise": (
        swapped("vllm-metrics.txt", 'position="1"} 300.0', 'position="1"} 500.0'),
        "The end of x: 500 passes accept the draft token at position 2, but only 400 accept the one at position 1. "
        + AS_WRITTEN,
    ),
    "counters that do not add up": (
        swapped("vllm-metrics.txt", 'position="2"} 200.0', 'position="2"} 199.0'),
        "The end of x: the positions add up to 899 accepted draft tokens, but 900 are reported. " + AS_WRITTEN,
    ),
    "a counter that is not a number": (
        swapped("vllm-metrics.txt", "500.0", "NaN"),
        "Line 3 of x: vllm:spec_decode_num_drafts_total is 'NaN', not a whole number. Save the metrics again.",
    ),
    "vLLM’s log": (
        swapped("vllm.log", "Mean acceptance length: 2.01", "Mean acceptance length: 9.01"),
        f"{LINE} no number of passes gives 206 accepted draft tokens with the mean length 9.01 and the acceptance "
        f"rates 0.601, 0.286, 0.128. {AS_WRITTEN}",
    ),
    "fragments of several tokens": (
        '{"content": "a b", "tokensCount": 2, "containsDrafted": true}',
        "Token 1 of x: a fragment has 2 tokens and does not say which of them were drafted. "
        "Save fragments of one token.",
    ),
    "a token from somewhere": (
        '{"text": "a", "token": 1, "from_draft": "yes"}',
        f"Token 1 of x: from_draft is 'yes', not true or false. {AS_WRITTEN}",
    ),
    "a gzip file that is none": (
        b"\x1f\x8b\x08\0" + bytes(range(256)),
        "x is not a valid gzip file",
    ),
    "a gzip file in a gzip file": (
        gzip.compress(gzip.compress(text("vllm-detailed.json").encode())),
        "x is a gzip file within a gzip file. Unpack it once and open the result.",
    ),
    "a gzip bomb": (
        gzip.compress((b"x" * 1023 + b"\n") * (32 << 10)),
        "Unpacked, x is more than 300 times its packed size, which is the limit.",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_broken_file(case: str, tmp_path: Path) -> None:
    """A wrong number on a report would be believed; a refusal says which two numbers disagree."""
    content, sentence = BROKEN[case]
    path = tmp_path / "x"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    gc.disable()  # a collection at the deepest level of a nested value would fail in hypothesis' callback
    try:
        with pytest.raises(BadInput) as refused:
            pooled(opened(path), "x")
    finally:
        gc.enable()
    said = str(refused.value)
    assert said.startswith(sentence) if "gzip" in case else said == sentence
    assert said.count(". ") <= 1, "at most two sentences"
    assert "\n" not in said


def test_there_are_enough() -> None:
    """At least thirty kinds of broken or ambiguous files must be refused, each with a sentence of its own."""
    assert len({sentence for _, sentence in BROKEN.values()}) >= 50


def _folder(path: Path) -> None:
    path.mkdir()


def _nothing(path: Path) -> None:
    """There is no file."""


@pytest.mark.parametrize(
    ("make", "sentence"),
    [(_folder, "is a folder, not a file. Choose"), (_nothing, "/x does not exist. Check its path.")],
)
def test_what_is_not_a_file(
    make: Callable[[Path], None], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A wrong path is one line and exit code 2, as for every command."""
    make(tmp_path / "x")
    code, out, said = call(capsys, "import", tmp_path / "x")
    assert (code, out, said.count("\n")) == (2, "", 1)
    assert sentence in said


@pytest.mark.parametrize(
    ("length", "sentence"),
    [
        (4, "Request 1 of x: 75 draft tokens are reported, but 25 drafts of exactly 4 tokens would have 100 in total."),
        (2, "Request 1 of x: 75 draft tokens are reported, but 25 drafts of exactly 2 tokens would have 50 in total."),
    ],
)
def test_a_stated_length_must_agree(length: int, sentence: str) -> None:
    """A mistyped draft length would change every number by position."""
    with pytest.raises(BadInput, match=sentence):
        pooled(opened(FIXTURES / "sglang-response.json"), "x", length)


def test_a_stated_length_must_fit_the_averages() -> None:
    """SGLang's log gives away its draft length, so another one is a mistake."""
    sentence = "x: the averages fit 3 draft tokens per pass, not 4. Choose another draft length"
    with pytest.raises(BadInput, match=sentence):
        pooled(opened(FIXTURES / "sglang.log"), "x", 4)


def test_a_stated_length_is_not_below_what_was_accepted() -> None:
    """mlx-lm does not say how many tokens it drafted, so only the accepted ones contradict a length."""
    with pytest.raises(BadInput, match="a pass accepts 2 draft tokens, which is more than the draft length 1"):
        pooled(opened(FIXTURES / "mlx.jsonl"), "x", 1)
