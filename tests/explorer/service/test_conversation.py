"""The context of a prompt: checked once, kept unchanged, and part of every following run."""

import json
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from typing import Any

import pytest

import explorer
from decoders.catalog import DECODERS
from decoders.core.pair import Encoded, Pair, Prompt
from decoders.errors import BadInput
from decoders.exact.law import output_law, total_variation
from decoders.pairs import load_pair
from explorer.cli.skips import replies
from explorer.features.laws import differences
from explorer.features.tuning import keep, search, tuned
from explorer.features.whatif import Change, replay, request_of
from explorer.measuring.compare import compare
from explorer.service.conversation import (
    MAX_CHARACTERS,
    MAX_TURNS,
    Conversation,
    Turn,
    parsed_turns,
    parsed_variables,
    read_messages,
)
from explorer.service.recording import record_trace
from explorer.service.request import RunRequest
from explorer.story.page.show import IGNORED, describe
from explorer.trace.format import line_of, lines, read
from tests.records import check_part

TOY = "toy:assets/toys/dsbd-figure-2.json"
EARLIER = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]
GIVEN: dict[str, Any] = {"system": "Be brief.", "messages": EARLIER, "template_args": {"enable_thinking": False}}


def talking(seen: list[Prompt] | None = None) -> Pair:
    """A toy pair that accepts a conversation like a chat template, and records what it was given."""
    pair = load_pair(TOY)

    def read_prompt(prompt: Prompt) -> Encoded:
        if seen is not None:
            seen.append(prompt)
        return Encoded(pair.read(Prompt(prompt.text)).ids, f"<{prompt.system}>{prompt.text}", ("a_note",))

    return replace(pair, read=read_prompt)


def test_a_conversation_stays_as_it_was_given() -> None:
    """A repeated run must not read later changes."""
    variables, turns = {"tools": [{"name": "a"}]}, [dict(turn) for turn in EARLIER]
    request = RunRequest("spd", TOY, "ask", messages=turns, template_args=variables)
    variables["tools"].append({"name": "b"})
    turns.clear()
    assert request.messages == (Turn("user", "Hi"), Turn("assistant", "Hello"))
    assert request.template_args == {"tools": [{"name": "a"}]}
    with pytest.raises(FrozenInstanceError):
        request.system = "x"  # pyright: ignore[reportAttributeAccessIssue]
    assert replace(request, seed=3).extras() == request.extras()


def test_a_first_system_turn_is_the_system_prompt() -> None:
    """Other tools' files begin with a system turn, and templates refuse two of them."""
    made = Conversation(messages=[Turn("system", "Be brief."), Turn("user", "Hi")])
    assert (made.system, made.messages) == ("Be brief.", (Turn("user", "Hi"),))
    assert Conversation(system="").to_json() == {"system": ""}, "an empty system turn is not the template's own"
    assert not Conversation()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"system": 3}, "The system prompt must be text, but is 3"),
        ({"system": "\ud800"}, "not valid Unicode"),
        ({"messages": {"role": "user"}}, "messages must be a list of turns"),
        ({"messages": ["Hi"]}, "messages: turn 1 must be an object"),
        ({"messages": [{"role": "user"}]}, "messages: turn 1 lacks content. Write it as"),
        ({"messages": [{}]}, "turn 1 lacks role and content"),
        ({"messages": [*EARLIER, {"role": "tool", "content": "a"}]}, 'turn 3 has the unknown role "tool". Use system'),
        ({"messages": [{"role": ["user"], "content": "a"}]}, 'turn 1 has the unknown role \\["user"\\]'),
        ({"messages": [{"role": "user", "content": ["a"]}]}, "turn 1: the content must be text"),
        ({"messages": [{"role": "user", "content": "a", "name": "b"}]}, 'the field "name", which is not supported'),
        ({"messages": [*EARLIER, {"role": "system", "content": "a"}]}, "A system turn comes after other turns"),
        ({"system": "a", "messages": [{"role": "system", "content": "b"}]}, "there is another system prompt"),
        ({"messages": [EARLIER[0]] * (MAX_TURNS + 1)}, "1,001 turns, but the limit is 1,000"),
        ({"system": "a" * (MAX_CHARACTERS + 1)}, "1,000,001 characters, but the limit is 1,000,000"),
        ({"template_args": ["a"]}, "The template variables must map names to values"),
        ({"template_args": {"a b": 1}}, 'The template variable "a b" is not a valid name'),
        ({"template_args": {3: 1}}, "The template variable 3 is not a valid name"),
        ({"template_args": {"messages": []}}, "The template variable messages is set by the explorer"),
        ({"template_args": {"a": float("nan")}}, "The template variable a is not a valid JSON value"),
        ({"template_args": {"a": 2**63}}, "The template variable a is not a valid JSON value"),
        ({"template_args": {"a": object()}}, "The template variable a is not a valid JSON value"),
        ({"template_args": {"a": "\ud800"}}, "The template variable a is not a valid JSON value"),
        ({"template_args": {"a": [[[[[[[[[1]]]]]]]]]}}, "at most 8 levels of nesting"),
        ({"template_args": {"a": "b" * 10_001}}, "characters as JSON, but the limit is 10,000"),
        ({"template_args": {f"a{i}": 1 for i in range(33)}}, "33 template variables, but the limit is 32"),
        ({"ignore_eos": "yes"}, 'ignore_eos must be true or false, but is "yes"'),
        ({"raw": True, "system": "a"}, "A raw prompt takes no system prompt"),
    ],
)
def test_what_no_conversation_can_have_is_refused(given: dict[str, Any], says: str) -> None:
    """Otherwise the template would fail, or silently render another conversation."""
    with pytest.raises(BadInput, match=says) as caught:
        RunRequest(**({"method": "spd", "pair": TOY, "prompt": "ask"} | given))
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty. Write a JSON list of turns"),
        (" \n\n", "is empty"),
        ("[", "is not a JSON list of turns"),
        pytest.param("[" * 100_000, "is not a JSON list of turns", id="100,000 brackets"),
        ("[1]", "turn 1 must be an object"),
        ('{"role": "user", "content": "a"}\nuser: b', "line 2 is not a JSON object"),
        ('{"role": "user", "content": "a"}\n\n{"role": "boss", "content": "a"}', 'line 3 has the unknown role "boss"'),
        ('"Hi"', "line 1 must be an object"),
        ('{"messages": []}', "line 1 lacks role and content"),
    ],
)
def test_a_file_of_another_shape_is_named(tmp_path: Path, text: str, says: str) -> None:
    """The author of a file must learn which line to correct."""
    file = tmp_path / "turns.jsonl"
    file.write_text(text)
    with pytest.raises(BadInput, match=says) as caught:
        read_messages(file)
    assert str(caught.value).startswith(str(file))


def test_files_that_are_read(tmp_path: Path) -> None:
    """A list and lines give the same conversation; other files are refused before they fill the memory."""
    listed, lines = tmp_path / "a.json", tmp_path / "a.jsonl"
    listed.write_text("\ufeff" + json.dumps(EARLIER, indent=1), encoding="utf-8")
    lines.write_text("\n".join(map(json.dumps, EARLIER)) + "\n")
    assert read_messages(listed) == read_messages(lines) == parsed_turns(json.dumps(EARLIER), "x")
    large = tmp_path / "large"
    large.write_bytes(b"a" * (5 << 20))
    for path, says in ((large, "larger than 4 MB"), (tmp_path, "a folder"), (Path("/dev/zero"), "not a file")):
        with pytest.raises(BadInput, match=says):
            read_messages(path)


def test_values_are_json_where_they_can_be_read_as_json() -> None:
    """enable_thinking=false must not become the word "false", which a template treats as true."""
    words = {"a": "false", "b": "3", "c": '{"d": [1]}', "e": "26 Jul", "f": "", "g": "NaN", "h": '"x"', "i": "[" * 9999}
    values = parsed_variables(words)
    assert values == {**words, "a": False, "b": 3, "c": {"d": [1]}, "h": "x"}


def test_the_models_are_asked_the_whole_conversation() -> None:
    """A lost system prompt would seem to have no effect."""
    seen: list[Prompt] = []
    trace = record_trace(RunRequest("spd", TOY, "ask", limit=3, **GIVEN), pair=talking(seen))
    (prompt,) = seen
    assert (prompt.text, prompt.system, prompt.raw) == ("ask", "Be brief.", False)
    assert [*prompt.earlier] == EARLIER
    assert prompt.template_args == {"enable_thinking": False}
    line = line_of(trace.header)
    assert {key: line[key] for key in GIVEN} == GIVEN
    assert trace.header.prompt_notes == ("a_note",)


def test_a_header_holds_what_is_not_at_its_default(tmp_path: Path) -> None:
    """A trace without these values could not be repeated; older traces mean the defaults."""
    bare = record_trace(RunRequest("spd", TOY, "ask", limit=3))
    assert not {"system", "messages", "template_args", "ignore_eos", "prompt_notes"} & line_of(bare.header).keys()
    trace = record_trace(RunRequest("spd", TOY, "ask", limit=3, ignore_eos=True, **GIVEN), pair=talking())
    head = line_of(trace.header)
    assert check_part(head) is None
    for key, wrong in (("system", 3), ("messages", [{"role": "user"}]), ("template_args", []), ("ignore_eos", "yes")):
        assert check_part(head | {key: wrong}) is not None, key
    file = tmp_path / "t.jsonl"
    file.write_text("".join(lines(trace)))
    again = read(file)
    assert request_of(again.header) == RunRequest(
        "spd", TOY, "ask", again.header.settings, limit=3, ignore_eos=True, **GIVEN
    )
    rows = describe(again)
    assert "system prompt: 'Be brief.'" in rows
    assert "earlier turn, assistant: 'Hello'" in rows
    assert "template variable enable_thinking: false" in rows
    assert IGNORED in rows


def test_a_what_if_asks_the_same() -> None:
    """Without its system prompt or EOS setting, a replayed iteration would belong to another run."""
    seen: list[Prompt] = []
    pair = talking(seen)
    trace = record_trace(RunRequest("spd", TOY, "ask", seed=1, limit=8, ignore_eos=True, **GIVEN), pair=pair)
    again = replay(trace, 0, Change(), pair)
    assert len(seen) == 1, "the recorded ids are used"
    for key in ("system", "messages", "template_args", "prompt_tokens"):
        assert getattr(again.header, key) == getattr(trace.header, key)
    assert again.header.ignore_eos is True
    assert again.iterations[0].final == trace.iterations[0].final


def test_toy_pairs_have_no_template() -> None:
    """A silently dropped system prompt would seem to have no effect."""
    for key, value in GIVEN.items():
        with pytest.raises(BadInput, match="A toy pair has no chat template"):
            RunRequest(**{"method": "spd", "pair": TOY, "prompt": "ask", key: value}).on(load_pair(TOY))


@pytest.mark.parametrize("method", ["greedy", "spd", "dsbd", "gsd", "mtad", "lookup"])
def test_a_run_that_ignores_eos_makes_exactly_its_tokens(method: str) -> None:
    """Timings are comparable only if all runs generate equally many tokens."""
    file = json.loads(Path(TOY.removeprefix("toy:")).read_text())
    assert file["eos"] is not None, "the pair has an end"
    for seed in range(4):
        trace = explorer.record(method, TOY, "ask", seed=seed, max_new_tokens=12, ignore_eos=True)
        assert trace.header.eos == ()
        assert trace.summary is not None
        assert len(trace.summary.tokens) == 12
        assert not any(beam.done for beam in trace.summary.beams or ())


def test_laws_are_the_oracles_without_eos_too() -> None:
    """Lossless methods must stay lossless when a run continues after EOS."""
    for method in ("spd", "dsbd", "gsd"):
        given = {"width": 2, "draft_width": 2} if method == "dsbd" else {}
        request = RunRequest(method, TOY, "ask", {"gamma": 1, **given}, limit=2, ignore_eos=True)
        pair, ids = request.on(load_pair(TOY))
        oracle = request.decoder.oracle_for(request.chosen)
        judge = DECODERS[str(oracle.method)]
        own = output_law(request.decoder.step, ids, pair.models, request.chosen, 2)
        other = output_law(judge.step, ids, pair.models, judge.make_settings(oracle.settings), 2)
        assert total_variation(own, other) < 1e-12
        assert all(len(beam) == 2 for outcome in own for beam in outcome), "none ended before"


def test_comparisons_carry_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every prompt of a comparison has the same context, and no run ends earlier."""
    seen: list[Prompt] = []
    pair = talking(seen)
    monkeypatch.setattr(RunRequest, "load", lambda self, progress: pair)
    prompts = tmp_path / "p.jsonl"
    prompts.write_text('{"prompt": "ask"}\n{"prompt": "ask why"}\n')
    requests = {name: RunRequest(name, TOY, "", limit=9, ignore_eos=True, **GIVEN) for name in ("greedy", "spd")}
    summary = compare(requests, prompts, 1, tmp_path / "out")
    assert {prompt.system for prompt in seen} == {"Be brief."}
    assert {prompt.text for prompt in seen} == {"ask", "ask why"}
    assert {key: summary[key] for key in (*GIVEN, "ignore_eos")} == GIVEN | {"ignore_eos": True}
    rows = (tmp_path / "out" / "runs.csv").read_text().splitlines()
    emitted = rows[0].split(",").index("emitted")
    assert {row.split(",")[emitted] for row in rows[1:]} == {"9"}


def test_runs_of_other_conversations_are_not_compared() -> None:
    """A speed-up between two system prompts would mean nothing."""
    others: list[dict[str, Any]] = [{}, {"system": "a"}, {"ignore_eos": True}]
    heads = [record_trace(RunRequest("spd", TOY, "ask", limit=2, **given), pair=talking()).header for given in others]
    assert differences(heads[:1] * 2) == ""
    assert "differ in prompt" in differences(heads[:2])
    assert "rule for the end of a text" in differences([heads[0], heads[2]])


def test_searches_ask_in_the_conversation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The fastest settings depend on the system prompt; each precision has its own file."""
    seen: list[Prompt] = []
    found = search(talking(seen), ["ask"], ["lookup"], 4, dtype="float32", around={"system": "a", "ignore_eos": True})
    assert [prompt.system for prompt in seen] == ["a"]
    assert (found.dtype, found.around) == ("float32", {"system": "a", "ignore_eos": True})
    monkeypatch.setattr("explorer.features.tuning.kept_folder", lambda: tmp_path)
    file = keep(found, tmp_path)
    assert tuned(TOY, "lookup", found.engine) is None, "others run in another precision"
    assert keep(replace(found, dtype="auto"), tmp_path) != file
    assert tuned(TOY, "lookup", found.engine) is not None


def test_the_search_for_skips_asks_in_the_conversation() -> None:
    """Replies to another prompt would select other layers."""
    seen: list[Prompt] = []
    pair = replace(load_pair(TOY), read=lambda prompt: seen.append(prompt) or Encoded([0], prompt.text))
    texts = replies(pair, 9, 0, lambda what, share: None, system="a", ignore_eos=True)
    assert {prompt.system for prompt in seen} == {"a"}
    assert {len(tokens) - first for tokens, first in texts} == {9}
