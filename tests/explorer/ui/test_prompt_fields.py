"""The fields around a prompt, and the prompt view: untrusted text is shown and never obeyed."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decoders.catalog import decoder
from decoders.core.pair import Encoded, Prompt
from decoders.errors import BadInput
from decoders.pairs import load_pair
from decoders.prompts import Reader
from explorer.service.request import RunRequest
from explorer.service.seen import Seen, read_seen
from explorer.ui.form import around, choices, following, seen
from explorer.ui.form.status import ASKED
from explorer.ui.tabs.compare_form import beside_alone, requests
from tests.records import edited, header_with

TOY = "toy:assets/toys/dsbd-figure-2.json"
TURNS = [{"role": "user", "content": "Hi\nthere"}, {"role": "assistant", "content": "“Hello”"}]
GIVEN: dict[str, Any] = {"system": "Be brief.", "messages": TURNS, "template_args": {"a": False, "b": "x y", "c": [1]}}
NASTY = "<img src=x onerror=alert(1)> \u202e\u200b\ufeff\u00ad & שלום"


def test_what_a_trace_asks_is_what_the_fields_give_back() -> None:
    """A run that is opened and repeated must have the same context."""
    held = around.held_by(header_with(**GIVEN, ignore_eos=True))
    assert tuple(held) == around.KEYS
    request = RunRequest("spd", TOY, "ask", **around.fields_of([*held.values()]))
    assert request.extras() == GIVEN | {"ignore_eos": True}
    empty = around.held_by(None)
    assert empty == around.EMPTY
    assert RunRequest("spd", TOY, "ask", **around.fields_of([*empty.values()])).extras() == {}


@pytest.mark.parametrize(
    ("values", "says"),
    [
        (("", "Hi", "", False), "The earlier turns: line 1 is not a JSON object"),
        (("", '{"role": "boss", "content": ""}', "", False), 'line 1 has the unknown role "boss"'),
        (
            ("", "", "enable_thinking", False),
            "The template variables: enable_thinking does not have the form",
        ),
        (("", "", "a=1\na=2", False), "a is given twice"),
    ],
)
def test_a_wrong_field_is_named(values: tuple[Any, ...], says: str) -> None:
    """Nobody can see which of four folded fields is wrong."""
    with pytest.raises(BadInput, match=says):
        around.fields_of(values)


def test_opening_a_trace_fills_in_the_conversation() -> None:
    """Otherwise Run would keep the system prompt of the trace before."""
    from explorer.service.store import header

    head = header("spd")
    assert head is not None
    given = edited(head, lambda line: line.update(GIVEN, ignore_eos=True))
    values, _ = following.asked(given)
    assert {key: values[key] for key in around.KEYS} == around.held_by(header_with(**GIVEN, ignore_eos=True))
    assert following.asked(head)[0]["system"] == "", "one without it clears the field"
    _, note = following.asked(replace(head, system=""))
    assert note == following.EMPTY_SYSTEM
    assert set(around.KEYS) <= set(ASKED), "another conversation is another run"


def test_compare_asks_in_the_conversation_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """A comparison with the target in another context would mean nothing."""
    from explorer.service.store import header

    recorded = header("spd")
    assert recorded is not None
    head = edited(recorded, lambda line: line.update(GIVEN, ignore_eos=True))
    monkeypatch.setattr("explorer.ui.tabs.compare_form.header", lambda name: head)
    for request in requests(beside_alone("spd")).values():
        assert request.extras() == GIVEN | {"ignore_eos": True}
    head = replace(recorded, raw=True)
    assert all(request.raw for request in requests(beside_alone("spd")).values())


def test_the_prompt_is_shown_and_never_obeyed() -> None:
    """A token's text from a stranger's file must not become markup or reverse its line."""
    html = seen.seen_html(Seen(f"{NASTY}\nsecond", ((3, NASTY), (0, " a"), (7, "\n"), (9, ""))))
    assert "<img" not in html
    assert html.count("&lt;img") == html.count("onerror=alert(1)&gt;") == 2
    assert not re.search(r"[\u202a-\u202e\u2066\u2067\u200b\ufeff\u00ad]", html)
    assert html.count("⟨U+202E⟩⟨U+200B⟩⟨U+FEFF⟩⟨U+00AD⟩") == 2
    chips = re.findall(r"<li><bdi>(.*?)</bdi><small>(\d+)</small></li>", html)
    assert [token for _, token in chips] == ["3", "0", "7", "9"]
    assert [text for text, _ in chips[1:]] == ["␣a", "↵", "&nbsp;"]
    assert "4 tokens" in html
    assert "<bdi>second</bdi></pre>" in html, "every line is an isolate"


def test_a_long_prompt_is_cut() -> None:
    """Tens of thousands of chips would block the page."""
    html = seen.seen_html(Seen("x" * 20_000, tuple((i, "x") for i in range(5_000))))
    assert html.count("<bdi>x</bdi>") == seen.FIRST + seen.LAST
    assert f"{5_000 - seen.FIRST - seen.LAST:,} tokens are not shown" in html
    assert len(html) < 60_000


def test_a_prompt_is_read_with_all_that_stands_around_it() -> None:
    """The view must show what Run would run."""
    asked: list[Prompt] = []

    def read_prompt(prompt: Prompt) -> Encoded:
        asked.append(prompt)
        return Encoded([4], "text", ("double_bos",))

    found = read_seen(Reader(read_prompt, str), "ask", GIVEN | {"raw": False, "ignore_eos": True})
    assert found == Seen("text", ((4, "4"),), ("double_bos",))
    (prompt,) = asked
    assert (prompt.system, [*prompt.earlier], prompt.template_args) == tuple(GIVEN.values())
    with pytest.raises(BadInput, match="A raw prompt takes no"):
        read_seen(Reader(read_prompt, str), "ask", GIVEN | {"raw": True})


def test_the_section_answers_in_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Errors appear in place, and no weights are loaded or downloaded for a look."""
    monkeypatch.setattr("decoders.models.loading.embedded.smollm2", lambda *_: pytest.fail("its networks were loaded"))
    monkeypatch.setattr("decoders.prompts.bundled_target", lambda *_: pytest.fail("its weights were fetched"))
    monkeypatch.setenv("EXPLORER_HOME", str(tmp_path))
    monkeypatch.setattr("explorer.service.queue.memory._KEPT", {})
    assert 'data-tokens="2"' in seen.html_of(TOY, "ask why", False, "", "", "")
    for given, says in (
        ((TOY, "zebra", False, "", "", ""), "zebra"),
        ((TOY, "ask", False, "Be brief.", "", ""), "no chat template"),
        ((TOY, "ask", False, "", "{", ""), "The earlier turns: line 1 is not a JSON object"),
        (("smollm2", "ask", False, "", "", ""), "comes with its weights, which have not been downloaded yet"),
        (("nothing", "ask", False, "", "", ""), "Unknown pair"),
        (("/no/a+/no/b", "ask", False, "", "", ""), "Folder /no/a does not exist"),
        ((None, None, False, "", "", ""), "Unknown pair"),
        ((TOY, "ask " * 60_000, False, "", "", ""), "100,000"),
    ):
        html = seen.html_of(*given)
        assert html.startswith('<p class="wrong" role="alert">')
        assert says in html
        assert "Traceback" not in html


def test_limits_count_all_that_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prompt limit must include the system prompt."""
    from explorer.service.queue.limits import check_request

    monkeypatch.setenv("EXPLORER_MAX_PROMPT", "100")
    check_request(RunRequest("spd", TOY, "a" * 100))
    for given in ({"system": "a" * 100}, {"messages": [{"role": "user", "content": "a" * 100}]}):
        with pytest.raises(BadInput, match="the limit is 100"):
            check_request(RunRequest(**{"method": "spd", "pair": TOY, "prompt": "a", **given}))
    with pytest.raises(BadInput, match="the limit is 100"):
        check_request(RunRequest("spd", TOY, "a", template_args={"a": "b" * 100}))


def test_a_toy_pair_gets_a_prompt_that_it_can_read() -> None:
    """An English prompt would make a toy pair's first run fail."""
    ready = choices.prompts(TOY)
    assert choices.prompt_after(TOY, "Why is the sky blue, of all colours?") == ready[0]
    assert choices.prompt_after(TOY, f"{ready[0]} {ready[0]}") == f"{ready[0]} {ready[0]}", (
        "own words that it can read stay"
    )
    assert choices.prompt_after("smollm2", "My own question?") == "My own question?"


def test_a_pair_is_offered_the_methods_that_it_can_run() -> None:
    """A toy pair has no heads, so Medusa would fail."""
    assert "medusa" not in {name for _, name in choices.methods(TOY)}
    assert "medusa" in {name for _, name in choices.methods("smollm2")}
    assert choices.method_after(TOY, "medusa") == "spd"
    assert choices.method_after(TOY, "gsd") == "gsd"
    assert choices.methods_after(TOY, ["spd", "medusa"]) == ["spd"]
    for _, name in choices.methods(TOY):
        pair = load_pair(TOY)
        method = decoder(name)
        method.fit(pair.models, method.settings())
