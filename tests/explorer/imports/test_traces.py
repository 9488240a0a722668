"""Requests of other engines as traces: what the file says, and nothing else."""

from pathlib import Path

import pytest

from explorer.cli.main import main
from explorer.imports import traces as made_from
from explorer.imports.record import Format, Request, Step
from explorer.imports.traces import CUT, LONG, NOT_RECORDED, UNKNOWN, trace_of, traces
from explorer.stage.export import page
from explorer.story import Words
from explorer.trace.format import lines, read

FIXTURES = Path(__file__).parent / "fixtures"
ENGINE = Format("engine", "dump", "", "")


def test_a_dump_of_sglang_has_drafts_outcomes_and_tokens() -> None:
    """The rounds of r1, checked by hand: 3 of 3 accepted and the bonus token 17, then 1 of 3 and the token 18."""
    found = traces(FIXTURES / "sglang-dspark.json", "dump", 9)
    assert [name for name, _ in found] == ["r1", "r2"]
    trace = read("".join(lines(found[0][1])).encode())
    assert trace.incomplete is None
    assert [line.final.tokens for line in trace.iterations] == [(11, 12, 13, 17), (14, 18)]
    decisions = [[verdict.decision for verdict in line.verdicts] for line in trace.iterations]
    assert decisions == [["accepted"] * 3 + ["bonus"], ["accepted", "rejected", "unused", "own"]]
    assert trace.summary.counts.acceptance == 4 / 5
    assert trace.summary.counts.tokens_per_iteration == 3


def test_a_debug_log_of_llama_cpp_has_q_and_texts_but_not_the_targets_tokens() -> None:
    """The log names the draft's candidates. The tokens of the target are in no line."""
    ((name, trace),) = traces(FIXTURES / "llama-debug.log", "log", 9)
    assert name == "task 0"
    assert [line.final.tokens for line in trace.iterations] == [(8068, UNKNOWN), (13, 14, UNKNOWN), (UNKNOWN,)]
    first = trace.iterations[0]
    assert [node.q for node in first.nodes if node.role == "draft"] == [0.476, 0.95]
    assert first.texts == {"8068": "Spec", "16": "1", "248068": "<think>", "271": "\n\n", "198": "\n"}
    assert trace.header.texts == {"-1": NOT_RECORDED}


@pytest.mark.parametrize("file", ["sglang-dspark.json", "llama-debug.log"])
def test_nothing_is_filled_in_and_the_stage_says_so(file: str) -> None:
    """A number that the file does not have would be believed."""
    for _, trace in traces(FIXTURES / file, file, 9):
        for line in trace.iterations:
            assert not line.passes
            assert not line.distributions
            assert {verdict.p for verdict in line.verdicts} == {None}
            assert {verdict.u for verdict in line.verdicts} == {verdict.a for verdict in line.verdicts} == {None}
        counts = trace.summary.counts
        assert (counts.target_passes, counts.kv_peak, counts.perplexity) == (None, None, None)
        assert trace.summary.seconds.total is None
        assert trace.header.oracle is None
        assert "no random numbers" in page(trace)
        words = Words(trace.header)
        narrator = words.iteration(trace.iterations[0], {})
        said = [narrator.why(narrator.plain_facts, verdict) for verdict in trace.iterations[0].verdicts]
        assert "not recorded" in said[0]


def test_tokens_that_were_not_sent_are_not_judged() -> None:
    """A server that shortens drafts does not test the tokens that it leaves out."""
    step = Step(accepted=1, drafted=1, draft_tokens=(5, 6, 7), own_token=8)
    trace = trace_of(Request(format=ENGINE, steps=(step,)))
    assert trace is not None
    assert [verdict.decision for verdict in trace.iterations[0].verdicts] == [
        "accepted",
        "not_sent",
        "not_sent",
        "bonus",
    ]
    assert trace.summary.counts.judged == 1


def test_a_trace_ends_where_the_draft_tokens_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gap in the middle would put later tokens at wrong positions."""
    known, unknown = Step(1, 1, (5,), 8), Step(1, 2)
    assert trace_of(Request(format=ENGINE, steps=(unknown, known))) is None
    assert trace_of(Request(format=ENGINE)) is None
    trace = trace_of(Request(format=ENGINE, steps=(known, unknown, known)))
    assert trace is not None
    assert (len(trace.iterations), trace.summary, trace.incomplete) == (1, None, CUT)
    monkeypatch.setattr(made_from, "MOST_ROUNDS", 2)
    trace = trace_of(Request(format=ENGINE, steps=(known,) * 3))
    assert trace is not None
    assert (len(trace.iterations), trace.incomplete) == (2, LONG)


def test_the_command_writes_traces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The report names the files that the stage opens."""
    files = [str(FIXTURES / name) for name in ("sglang-dspark.json", "llama.log", "llama-debug.log")]
    main(["import", *files, "-o", str(tmp_path)])
    told = capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.glob("trace-*")) == ["trace-1.jsonl", "trace-2.jsonl", "trace-3.jsonl"]
    for path in tmp_path.glob("trace-*"):
        assert path.name in told
        assert read(path).header.observed is not None
