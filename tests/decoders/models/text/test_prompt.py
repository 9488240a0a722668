"""Prompts become the same ids as in transformers, or one sentence says why not."""

from pathlib import Path
from typing import Any

import pytest
from transformers import AutoTokenizer

from decoders.core.pair import Prompt
from decoders.errors import BadInput
from decoders.models.text import chat, guarded, prompt
from decoders.models.text.prompt import read_prompt
from decoders.models.text.tokenizer import LightTokenizer
from tests.tokenizing import CHATML, SPECIALS, byte_tokenizer, write_tokenizer

# What chat templates of well-known families use: macros, namespaces, loops with break, tojson, the generation tag.
TEMPLATES = {
    "chatml": CHATML,
    "variables": "{{ bos_token }}{{ tools }}{{ documents }}{% if enable_thinking is defined %}{{ enable_thinking }}"
    "{% endif %}{{ messages[-1].content }}{{ eos_token }}",
    "loop": "{% for m in messages %}\n  {% if loop.last %}{% break %}{% endif %}\n  {{ m.content }}\n{% endfor %}",
    "namespace": "{% set ns = namespace(system='') %}{% for m in messages %}{% if m.role == 'system' %}"
    "{% set ns.system = m.content %}{% endif %}{% endfor %}[{{ ns.system }}]",
    "tojson": "{{ messages | tojson }}{{ {'b': '<é>', 'a': 1} | tojson(indent=2, sort_keys=true) }}",
    "generation": "{% for m in messages %}{% generation %}{% set x = m.content %}{{ x }}"
    "{% endgeneration %}{% endfor %}",
    "macro": "{% macro turn(m) %}<{{ m['role'] | upper }}>{{ m.content | trim }}{% endmacro %}"
    "{% for m in messages %}{{ turn(m) }}{% endfor %}{{ dict(a=1) }}{{ undefined_name }}",
    "year": "{{ strftime_now('%Y') }}{{ messages[0].content }}",
}
CONVERSATION = Prompt("And “you”? <|im_end|>", False, "Be brief.", ({"role": "user", "content": "Hi"},))


def open_tokenizer(folder: Path, **files: Any) -> Any:
    """The tokenizer that transformers reads from a new folder."""
    return AutoTokenizer.from_pretrained(str(write_tokenizer(folder, **files)))


@pytest.mark.parametrize("name", TEMPLATES)
def test_templates_are_rendered_as_by_transformers(tmp_path: Path, name: str) -> None:
    """A template rendered differently is another prompt than the model was trained on."""
    tokenizer = open_tokenizer(tmp_path, template=TEMPLATES[name])
    arguments = {"enable_thinking": False} if name == "variables" else {}
    asked = Prompt(CONVERSATION.text, False, CONVERSATION.system, CONVERSATION.earlier, arguments)
    turns = prompt.turns_of(asked)
    assert [turn["role"] for turn in turns] == ["system", "user", "user"]
    text = tokenizer.apply_chat_template(turns, add_generation_prompt=True, tokenize=False, **arguments)
    ids = tokenizer.apply_chat_template(turns, add_generation_prompt=True, return_dict=True, **arguments)["input_ids"]
    encoded = read_prompt(tokenizer, asked)
    assert (encoded.text, encoded.ids) == (text, ids)
    assert ("dated" in encoded.notes) == (name == "year")


def test_raw_prompts_are_tokenized_as_by_transformers(tmp_path: Path) -> None:
    """A raw prompt has the tokens that the tokenizer adds to every text, and no template."""
    tokenizer = open_tokenizer(tmp_path, words=byte_tokenizer(adds=("<s>",)))
    encoded = read_prompt(tokenizer, Prompt("a <|im_start|>", raw=True))
    assert encoded.ids == tokenizer("a <|im_start|>")["input_ids"]
    assert (encoded.ids[0], encoded.text) == (SPECIALS.index("<s>"), "a <|im_start|>")


@pytest.mark.parametrize(
    ("given", "notes"),
    [
        (Prompt("a", raw=True), ()),
        (Prompt("<s>a", raw=True), ("double_bos",)),
        (Prompt("a<|im_end|>", raw=True), ("ends_with_eos",)),
        (Prompt("a<|endoftext|>", raw=True), ("ends_with_eos",)),
        (Prompt("a"), ()),
        (Prompt("a<|im_end|>"), ("special_text",)),
        (Prompt("a", system="be"), ()),
    ],
)
def test_notes_on_prompts(tmp_path: Path, given: Prompt, notes: tuple[str, ...]) -> None:
    """Two BOS tokens or a closed text change the output, and nobody sees them in the text."""
    tokenizer = open_tokenizer(tmp_path, words=byte_tokenizer(adds=("<s>",)))
    assert read_prompt(tokenizer, given, ends=[SPECIALS.index("<|endoftext|>")]).notes == notes


def test_notes_on_templates(tmp_path: Path) -> None:
    """A template that writes BOS twice or drops the system turn must be reported."""
    tokenizer = open_tokenizer(tmp_path, template="{{ bos_token }}<s>{{ messages[-1].content }}")
    assert read_prompt(tokenizer, Prompt("a", system="be")).notes == ("double_bos", "system_unused")


@pytest.mark.parametrize(
    ("template", "given", "sentence"),
    [
        (
            "{{ raise_exception('a system prompt is needed') }}",
            Prompt("a"),
            "The chat template of tiny reports “a system prompt is needed”. Add a system turn with --system, "
"or use --raw.",
        ),
        ("{{ raise_exception('No system\nrole!') }}", Prompt("a", system="b"), "“No system role”. Leave out --system,"),
        ("{{ raise_exception('turns must alternate') }}", Prompt("a"), "Change the conversation, or"),
        ("{{ 1 / 0 }}", Prompt("a"), "fails (ZeroDivisionError: division by zero). Use --raw."),
        ("{% if %}", Prompt("a"), "has a syntax error (line 1: Expected an expression"),
        ("{{ messages[0].content.nothing.more }}", Prompt("a"), "fails (UndefinedError"),
        ("{{ ''.__class__.__mro__ }}", Prompt("a"), "fails (SecurityError"),
        ("{{ 'a' * 10 ** 9 }}", Prompt("a"), "writes or builds more than 4,000,000 characters"),
        ("{{ 2 ** 10000000000 }}", Prompt("a"), "writes or builds more than"),
        ("{% for i in range(10 ** 9) %}{% endfor %}", Prompt("a"), "fails (OverflowError: Range too big"),
        ("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", Prompt("a"), "fails (RecursionError"),
        ("{{ tools }}{{ y }}", Prompt("a", template_args={"x": 1}), "has no variable “x”. Choose one of: tools, y."),
        ("a", Prompt("a", template_args={"messages": []}), "messages is set from the prompt. Leave out"),
        ("{{ tools }}", Prompt("a", template_args={"tools": "no"}), "tools is not a list of JSON objects"),
        ("a", Prompt("a", template_args={"x": {1, 2}}), "are not JSON"),
        ("a", Prompt("a", system="\ud800"), "The conversation is not valid Unicode"),
        ("", Prompt("a", system="be"), "tiny has no chat template, so a system turn cannot be used"),
        ("{{ x }}", Prompt("a", True, template_args={"x": 1}), "so template variables cannot be used"),
        ("{% if false %}{% endif %}", Prompt("a"), "The prompt is empty"),
    ],
)  # fmt: skip
def test_prompts_that_no_text_comes_of(tmp_path: Path, template: str, given: Prompt, sentence: str) -> None:
    """A template is untrusted; its faults become one sentence with a way out."""
    tokenizer = open_tokenizer(tmp_path, template=template or None)
    with pytest.raises(BadInput) as told:
        read_prompt(tokenizer, given, "tiny")
    assert sentence in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "template",
    [
        "{% for a in range(99999) %}{% for b in range(99999) %}{% for c in range(99999) %}{% endfor %}{% endfor %}"
        "{% endfor %}",
        "{{ 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' | wordwrap(1) | replace('', 'x') | length }}"
        "{% for a in range(99999) %}{% for b in range(99999) %}{{ lipsum() | length }}{% endfor %}{% endfor %}",
    ],
)
def test_a_template_without_an_end_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str) -> None:
    """One model's endless template must not block the app, and the next prompt must work."""
    monkeypatch.setattr(chat, "SECONDS", 0.3)
    monkeypatch.setattr(prompt, "SECONDS", 0.3)
    with pytest.raises(BadInput, match=r"tiny did not end within 0.3 seconds. Use --raw."):
        read_prompt(open_tokenizer(tmp_path / "a", template=template), Prompt("a"), "tiny")
    monkeypatch.setattr(chat, "SECONDS", 60.0)
    assert read_prompt(open_tokenizer(tmp_path / "b"), Prompt("a")).text.startswith("<|im_start|>user\na")


def test_a_template_that_ends_its_process_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed renderer is started again; a template that kills it gives a sentence."""
    tokenizer = open_tokenizer(tmp_path)
    read_prompt(tokenizer, Prompt("a"))
    worker = chat._POOL.take()
    assert worker is not None
    worker._process.kill()
    chat._POOL.give(worker)
    assert read_prompt(tokenizer, Prompt("a")).ids
    monkeypatch.setattr(chat._Worker, "_answer", lambda self, line, seconds: b"ready\n" if line is None else b"")
    chat._POOL.close()
    with pytest.raises(BadInput, match="ended the process that rendered it"):
        read_prompt(tokenizer, Prompt("a"))


def test_several_templates_by_name(tmp_path: Path) -> None:
    """The template called default is used, tool_use if tools are given, and none is guessed."""
    folder = write_tokenizer(tmp_path, template="plain")
    (folder / "additional_chat_templates").mkdir()
    (folder / "additional_chat_templates" / "tool_use.jinja").write_text("with {{ tools[0].a }}")
    tokenizer = AutoTokenizer.from_pretrained(str(folder))
    assert read_prompt(tokenizer, Prompt("a")).text == "plain"
    assert read_prompt(tokenizer, Prompt("a", template_args={"tools": [{"a": 1}]})).text == "with 1"
    tokenizer.chat_template = {"rag": "x"}
    with pytest.raises(BadInput, match=r"several chat templates \(rag\) but no default"):
        read_prompt(tokenizer, Prompt("a"))


# Regular expressions


def test_a_regular_expression_that_blows_up(tmp_path: Path) -> None:
    """The library panics, which `except Exception` does not catch, so a follower would wait forever."""
    tokenizer = open_tokenizer(tmp_path, words=byte_tokenizer(pattern="(a+)+b"))
    for given in (Prompt("a" * 400, raw=True), Prompt("a" * 400)):
        with pytest.raises(BadInput, match="The tokenizer of tiny fails on this text"):
            read_prompt(tokenizer, given, "tiny")
    assert read_prompt(tokenizer, Prompt("ab"), "tiny").ids


def test_what_the_library_writes_of_a_panic_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """On the command line bad input is one line, and other output to stderr is not lost."""
    monkeypatch.setitem(guarded._LIBRARY_PANICS, "hidden", True)
    tokenizer = open_tokenizer(tmp_path, words=byte_tokenizer(pattern="(a+)+b"))
    with pytest.raises(BadInput, match="The tokenizer of tiny fails on this text"):
        read_prompt(tokenizer, Prompt("a" * 400, raw=True), "tiny")
    assert capfd.readouterr().err == ""
    guarded.ask_tokenizer(lambda: guarded.os.write(2, b"a warning"), "tiny")
    assert capfd.readouterr().err == "a warning"


@pytest.mark.parametrize("light", [True, False])
def test_a_slow_regular_expression_holds_up_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, light: bool
) -> None:
    """Some expressions run for minutes without a panic; other threads must be able to run meanwhile."""
    monkeypatch.setattr(guarded, "SECONDS", 0.1)
    folder = write_tokenizer(tmp_path, byte_tokenizer(pattern="[xw]+[xv]+(?<!x)"))
    found = LightTokenizer(folder, {}) if light else AutoTokenizer.from_pretrained(str(folder))
    name = f"slow {light}"
    with pytest.raises(BadInput, match="did not finish within 0.1 seconds"):
        read_prompt(found, Prompt("x" * 450, raw=True), name)
    guarded._BUSY[name].join()


def test_a_tokenizer_that_does_not_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tokenizer cannot be stopped, but its caller can continue, and nobody uses it meanwhile."""
    monkeypatch.setattr(guarded, "SECONDS", 0.05)
    leave = guarded.threading.Event()
    with pytest.raises(BadInput, match=r"The tokenizer of slow did not finish within 0.05 seconds"):
        guarded.ask_tokenizer(leave.wait, "slow")
    with pytest.raises(BadInput, match="still busy"):
        guarded.ask_tokenizer(lambda: 1, "slow")
    assert guarded.ask_tokenizer(lambda: 1, "other") == 1
    leave.set()
    guarded._BUSY["slow"].join()
    assert guarded.ask_tokenizer(lambda: 1, "slow") == 1
