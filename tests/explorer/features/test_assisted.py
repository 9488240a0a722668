"""Recording transformers: the same text, every fact, and no harm to the generation."""

import inspect
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
import torch
from transformers import AutoModelForCausalLM, AutoTokenizer, GenerationMixin

import explorer
from decoders.core.rules import acceptance
from decoders.errors import BadInput
from decoders.models.loading.fetch import bundled_target
from decoders.models.torch import assisted
from decoders.models.torch.assisted_round import Round
from explorer.features.assisted import Recording
from explorer.features.assisted_check import follows
from explorer.features.whatif import request_of
from explorer.public import Trace
from explorer.stage.export import page
from explorer.story import Words
from explorer.story.header.observed import NOTES, notes
from explorer.trace.format import lines, read
from tests.tiny import perturbed, tiny

PROMPT = torch.tensor([[1, 5, 9, 33, 7, 5, 9]])
SAMPLED = {"do_sample": True, "temperature": 1.3, "top_k": 40}
CASES: dict[str, tuple[bool, dict[str, Any]]] = {  # whether there is an assistant, and arguments of generate
    "assistant-sampled": (True, SAMPLED),
    "assistant-greedy": (True, {"do_sample": False}),
    "lookup-sampled": (False, {"prompt_lookup_num_tokens": 3, **SAMPLED, "top_k": 3}),
    "lookup-greedy": (False, {"prompt_lookup_num_tokens": 3, "do_sample": False}),
    "early-exit": (False, {"assistant_early_exit": 1, **SAMPLED}),
    "mixed-sampled": (True, {"assistant_ensemble_weight": 0.5, **SAMPLED}),
    "mixed-greedy": (True, {"assistant_ensemble_weight": 0.2, "do_sample": False}),
}
NOTED = {  # codes that every run of the case has
    "assistant-sampled": set(),
    "assistant-greedy": {"temperature_0"},
    "lookup-sampled": {"match"},
    "lookup-greedy": {"temperature_0"},
    "early-exit": set(),
    "mixed-sampled": {"ensemble"},
    "mixed-greedy": {"ensemble"},
}


@pytest.mark.parametrize("given", [("x", None), (None, "x")])
def test_what_is_no_model_or_tokenizer_is_refused_before_the_block(given: tuple[Any, Any]) -> None:
    """It would be found when the first trace is made, by an error of Python's."""
    model, tokenizer = given
    block = explorer.recording(tiny("llama-grouped") if model is None else model, tokenizer=tokenizer)
    with pytest.raises(BadInput, match="A str (cannot generate text|is not a tokenizer)"), block:
        pytest.fail("the block must not begin")


def models(seed: int = 0) -> tuple[Any, Any]:
    """A random target, and a draft that often agrees with it and drafts four tokens."""
    target = tiny("llama-grouped", seed=seed)
    draft = perturbed(target, 0.2)
    for model in (target, draft):
        model.generation_config.update(
            num_assistant_tokens=4, num_assistant_tokens_schedule="constant", assistant_confidence_threshold=0.0
        )
    return target, draft


def generate(model: Any, seed: int = 3, **how: Any) -> list[int]:
    """The tokens that `generate` returns after the prompt."""
    torch.manual_seed(seed)
    given = {"max_new_tokens": 20, "attention_mask": torch.ones_like(PROMPT), "pad_token_id": 0, "eos_token_id": None}
    return model.generate(PROMPT, **(given | how))[0, PROMPT.shape[1] :].tolist()


def recorded(assistant: bool, how: Mapping[str, Any]) -> tuple[list[int], list[int], torch.Tensor, Recording]:
    """The tokens without and with the recorder, the random state that recording should end in, and the recording."""
    target, draft = models()
    plain = generate(target, **how, **({"assistant_model": draft} if assistant else {}))
    after = torch.get_rng_state()
    with explorer.recording(target, draft if assistant else None) as run:
        written = generate(target, **how)
    return plain, written, after, run


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[str, list[int], list[int], torch.Tensor, Recording, torch.Tensor]:
    """One kind of assisted generation, recorded once."""
    plain, written, after, run = recorded(*CASES[request.param])
    return request.param, plain, written, after, run, torch.get_rng_state()


def test_the_text_is_the_same(case: Any) -> None:
    """A recorder that changes the text, or the text after it, records something else than it was asked to."""
    name, plain, written, after, run, now = case
    assert written == plain
    assert torch.equal(now, after)
    assert list(run.trace.summary.tokens) == written
    assert [token for line in run.trace.iterations for token in line.final.tokens] == written
    if "assistant" in name or "mixed" in name:
        assert "accepted" in {verdict.decision for line in run.trace.iterations for verdict in line.verdicts}


def test_the_trace_opens(case: Any) -> None:
    """A trace that the stage cannot open, or that claims too much, is of no use."""
    name, _, _, _, run, _ = case
    trace = read("".join(lines(run.trace)).encode())
    assert trace.incomplete is None
    assert trace.iterations == run.trace.iterations
    seen = trace.header.observed
    assert seen is not None
    assert NOTED[name] <= set(seen.notes) <= NOTED[name] | {"length_cut"}
    assert seen.differing == ()
    oracle = trace.header.oracle
    assert oracle is not None
    assert (oracle.kind == "lossy") == ("ensemble" in seen.notes)
    shown = page(run.trace)
    assert "transformers" in shown
    words = Words(trace.header)
    for line in trace.iterations:
        narrator = words.iteration(line, {})
        for facts in (narrator.exact_facts, narrator.plain_facts):
            assert all(narrator.why(facts, verdict).endswith(".") for verdict in line.verdicts)
            assert not any("the rule “" in narrator.why(facts, verdict) for verdict in line.verdicts)


def test_every_fact_is_there(case: Any) -> None:
    """Passes, probabilities and random numbers are what a log of the engine does not have."""
    name, _, _, _, run, _ = case
    for line in run.trace.iterations:
        drafts = [node for node in line.nodes if node.role == "draft"]
        targets = [made for made in line.passes if made.model == "target"]
        assert [len(made.nodes) for made in targets] == [1 + len(drafts)]
        assert len(line.passes) - 1 == (0 if "lookup" in name else len(drafts))
        for verdict in line.verdicts:
            assert verdict.p is not None
        tests = [verdict for verdict in line.verdicts if verdict.rule in ("ratio", "ensemble")]
        for test in tests:
            assert None not in (test.u, test.a, test.p, test.q)
            assert (test.u < test.a) == (test.decision == "accepted")
            if test.rule == "ratio":
                assert test.a == pytest.approx(acceptance(test.p, test.q), rel=1e-5)
        assert bool(tests) == (bool(drafts) and name in ("assistant-sampled", "early-exit", "mixed-sampled"))


def test_an_accepted_end_of_text_is_noted() -> None:
    """The token that transformers samples after an accepted end is not part of the text, and not of the trace."""
    target, draft = models()
    with explorer.recording(target, draft) as run:
        generate(target, **SAMPLED)
        text = run.trace.summary.tokens
        finals = [line.final for line in run.trace.iterations]
        origins = [origin for final in finals for origin in final.origins]
        end = next(token for token, origin in zip(text, origins, strict=True) if origin == "draft")
        written = generate(target, **SAMPLED, eos_token_id=end)
    assert len(run.traces) == 2
    assert written == list(text[: text.index(end) + 1])
    last = run.trace.iterations[-1]
    assert "eos_cut" in run.trace.header.observed.notes
    assert last.final.origins[-1] == "draft"
    assert last.final.beams[0].done
    assert run.trace.header.observed.differing == ()


def test_an_error_ends_the_recording_and_not_the_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody may lose a text because it was recorded."""
    target, draft = models()
    plain, calls = generate(target, assistant_model=draft, **SAMPLED), []

    def broken(*given: Any) -> Any:
        calls.append(given)
        if len(calls) == 2:
            raise RuntimeError("broken on purpose")
        return made(*given)

    made = assisted.round_of
    monkeypatch.setattr(assisted, "round_of", broken)
    written = []
    with pytest.warns(UserWarning, match="broken on purpose"), explorer.recording(target, draft) as run:
        written = generate(target, **SAMPLED)
    assert written == plain
    assert len(calls) == 2
    assert run.trace.incomplete
    assert run.trace.summary is None
    assert len(run.trace.iterations) == 1


def test_the_model_is_as_before() -> None:
    """A wrapper or a hook that stays would slow every later call, or record it."""
    target, draft = models()
    before = set(vars(target))

    def stop(*given: Any, **more: Any) -> Any:
        raise KeyError("the user's own error")

    with pytest.raises(KeyError, match="own error"), explorer.recording(target, draft) as run:  # noqa: PT012
        generate(target, **SAMPLED)
        generate(target, **SAMPLED, stopping_criteria=[stop])
    assert set(vars(target)) == before
    assert not [*target._forward_hooks, *target._forward_pre_hooks, *draft._forward_hooks, *draft._forward_pre_hooks]
    assert [trace.incomplete is None for trace in run.traces] == [True, False]


def test_nothing_to_record_is_said() -> None:
    """Without a draft there is nothing to step through; the error says what to pass."""
    target, _ = models()
    with explorer.recording(target) as run:
        generate(target, do_sample=False)
    with pytest.raises(BadInput, match="assistant_model"):
        _ = run.trace
    with pytest.raises(BadInput, match="cannot generate"), explorer.recording(object()):
        pass


def test_the_one_private_name_is_still_needed() -> None:
    """When `generate` takes a candidate generator, pass one and delete MAKES_GENERATOR and what replaces it."""
    parameters = inspect.signature(GenerationMixin.generate).parameters
    assert not [name for name in parameters if "candidate" in name]
    assert hasattr(GenerationMixin, assisted.MAKES_GENERATOR)
    assert list(parameters)[assisted.ASSISTANT + 1] == "assistant_model"  # after self


def one_round(monkeypatch: pytest.MonkeyPatch) -> tuple[assisted.Setup, list[Round], Trace]:
    """The settings and the rounds of a sampled run."""
    target, draft = models()
    seen: list[Any] = []
    begin, add = Recording.begin, Recording.round
    monkeypatch.setattr(Recording, "begin", lambda self, setup: (seen.append(setup), begin(self, setup))[1])
    monkeypatch.setattr(Recording, "round", lambda self, made: (seen.append(made), add(self, made))[1])
    with explorer.recording(target, draft) as run:
        generate(target, **SAMPLED)
    return seen[0], seen[1:], run.trace


def test_the_check_notices_a_wrong_outcome(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that accepts every round checks nothing."""
    setup, rounds, trace = one_round(monkeypatch)
    assert all(follows(setup, made) for made in rounds)
    some = next(made for made in rounds if made.u and made.ratio and made.written[0] != made.drafts[0])
    assert not follows(setup, replace(some, u=(0.0, *some.u[1:])))  # u below p/q, but rejected
    assert not follows(setup, replace(some, ratio=(some.ratio[0] / 2, *some.ratio[1:])))  # not p/q
    assert not follows(setup, replace(some, q=(some.p[0], *some.q[1:])))  # a draft from p cannot be rejected
    least = min(set(range(64)) - set(some.p[0].ids.tolist()))
    assert not follows(setup, replace(some, written=(least,)))  # excluded by top-k
    wrong = replace(trace.header, observed=replace(trace.header.observed, differing=(2,)))
    assert "round 3" in " ".join(notes(wrong))


def test_another_rule_gives_no_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A random number is recorded only if it explains the outcome and the state of the generator."""
    from transformers.generation import utils

    def other(candidates: Any, draft: Any, length: int, target: Any, **more: Any) -> Any:
        torch.rand(2)  # uses the generator otherwise than transformers does
        return made(candidates, draft, length, target, **more)

    made = utils._speculative_sampling
    monkeypatch.setattr(utils, "_speculative_sampling", other)
    target, draft = models()
    with explorer.recording(target, draft) as run:
        generate(target, **SAMPLED)
    tests = [v for line in run.trace.iterations for v in line.verdicts if v.rule == "ratio"]
    assert tests
    assert {test.u for test in tests} == {None}
    assert "u_missing" in run.trace.header.observed.notes
    assert run.trace.header.oracle is None
    assert read("".join(lines(run.trace)).encode()).header.observed == run.trace.header.observed


def test_a_foreign_run_is_not_repeated() -> None:
    """Code that repeats a run would repeat another one."""
    _, _, _, run = recorded(*CASES["lookup-greedy"])
    with pytest.raises(BadInput, match="transformers made this run"):
        request_of(run.trace.header)


def test_every_note_has_a_sentence() -> None:
    """A code without a sentence would be shown as a code."""
    source = inspect.getsource(inspect.getmodule(follows))
    named = set(re.findall(r'"([a-z_0-9]+)"', source)) & {*NOTES, "u_missing"}
    assert named == set(NOTES)


@pytest.mark.pair
def test_a_real_model_is_recorded_with_its_texts() -> None:
    """Tokens with texts and a large vocabulary are what people have."""
    folder = bundled_target(lambda what, share: None)
    target = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)
    tokenizer, draft = AutoTokenizer.from_pretrained(folder), perturbed(target, 0.1)
    ids = tokenizer("The sky is blue because", return_tensors="pt")

    def written(**more: Any) -> list[int]:
        torch.manual_seed(5)
        return target.generate(**ids, max_new_tokens=8, pad_token_id=0, do_sample=True, **more)[0].tolist()

    plain = written(assistant_model=draft)
    with explorer.recording(target, draft, tokenizer=tokenizer) as run:
        assert written() == plain
    trace = read("".join(lines(run.trace)).encode())
    assert trace.header.prompt == "The sky is blue because"
    assert trace.summary.text == tokenizer.decode(plain[ids["input_ids"].shape[1] :], skip_special_tokens=True)
    assert trace.header.observed.differing == ()
    tests = [verdict for line in trace.iterations for verdict in line.verdicts if verdict.a is not None]
    assert tests
    assert all(test.u is not None for test in tests)
    assert trace.summary.counts.accepted
