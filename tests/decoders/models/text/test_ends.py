"""A text ends exactly where the model's files or its chat template say."""

import json
from pathlib import Path
from typing import Any

import pytest
from transformers import AutoTokenizer

from decoders.errors import BadInput
from decoders.models.probe import named_ends
from decoders.models.text.ends import ends_of, turn_end
from tests.tokenizing import CHATML, byte_tokenizer, write_tokenizer

TURNS = "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}"
LAST = "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
HARMONY = (
    "{% for m in messages %}<|im_start|>{{ m.role }}{% if m.role == 'assistant' %}<s>{% endif %}\n"
    "{{ m.content }}<|im_end|>{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant{% endif %}"
)


@pytest.mark.parametrize(
    ("known", "ids"),
    [(None, []), (2, [2]), ([2, None, 5], [2, 5]), (2.0, [2]), (-1, []), ([2, 10**400, 2**31], [2])],
)
def test_ids_that_a_configuration_names(known: Any, ids: list[int]) -> None:
    """An id that no token can have would end in an error when the trace is written."""
    assert named_ends(known, "m") == ids


@pytest.mark.parametrize("known", ["2", "abc", True, [2.5], [[2]], {"a": 1}, float("inf"), float("nan")])
def test_ids_that_are_none_are_refused(known: Any) -> None:
    """They would end in an error of Python's, or end texts at another token."""
    with pytest.raises(BadInput, match=r"^m cannot be used: its eos_token_id is .+\. Change it in generation_config"):
        named_ends(known, "m")


def read(folder: Path, template: str | None, **named: Any) -> Any:
    """The tokenizer of a folder with this template."""
    specials = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<s>")
    named = {"eos_token": "<|endoftext|>", "bos_token": None, **named}
    return AutoTokenizer.from_pretrained(
        str(write_tokenizer(folder, byte_tokenizer(specials), template=template, named=named))
    )


@pytest.mark.parametrize(
    ("template", "end"),
    [
        (CHATML, "<|im_end|>"),
        (f"{TURNS}<|im_end|>{LAST}", "<|im_end|>"),
        (f"{TURNS}<|im_end|>\n<|endoftext|>{LAST}", "<|im_end|>"),
        (f"{TURNS}{{{{ eos_token }}}}{LAST}", "<|endoftext|>"),
        # a turn that begins with thinking, which is text
        (CHATML.replace("{{ message.content }}", "<think>\n\n</think>{{ message.content }}"), "<|im_end|>"),
        # a template that wants a system turn, and one that trims
        (f"{{% if messages[0].role != 'system' %}}{{{{ raise_exception('x') }}}}{{% endif %}}{CHATML}", "<|im_end|>"),
        (CHATML.replace("message.content", "message.content | trim"), "<|im_end|>"),
        # nothing, text, or what is no token follows the answer
        (f"{TURNS}{LAST}", None),
        (f"{TURNS}\n{LAST}", None),
        (f"{TURNS}</s>\n{LAST}", None),
        (f"{TURNS}\n<|im_end|>{LAST}", None),
        # a part of a turn ends, or two tokens follow at once
        (HARMONY, None),
        (f"{TURNS}<|im_end|><|endoftext|>{LAST}", None),
        # the answer is not there, or is there twice
        ("{{ messages[0].content }}<|im_end|>", None),
        (f"{TURNS}{{{{ m.content }}}}<|im_end|>{LAST}", None),
        ("{{ 1 / 0 }}", None),
        ("{% if %}", None),
        (None, None),
    ],
)
def test_the_turn_end_of_a_template(tmp_path: Path, template: str | None, end: str | None) -> None:
    """Without it the model would continue as the user; a wrong one would cut every answer."""
    tokenizer = read(tmp_path, template)
    found = turn_end(tokenizer)
    assert (None if found is None else tokenizer.convert_ids_to_tokens(found)) == end


def test_a_begin_of_text_ends_no_turn(tmp_path: Path) -> None:
    """A template that writes BOS between turns does not end a text with it."""
    assert turn_end(read(tmp_path, f"{TURNS}<s>{LAST}", bos_token="<s>")) is None


def test_every_id_says_where_it_comes_from(tmp_path: Path) -> None:
    """A person can see why a text ended: because of which file, or because of the template."""
    tokenizer = read(tmp_path, CHATML)
    config, generation = tmp_path / "config.json", tmp_path / "generation_config.json"
    assert ends_of(tokenizer, [0], [config]) == {0: ["config", "tokenizer"], 2: ["chat_template"]}
    generation.write_text(json.dumps({"eos_token_id": [0, 2]}))
    both = {0: ["generation_config", "tokenizer"], 2: ["generation_config", "chat_template"]}
    assert ends_of(tokenizer, [0, 2], [config, generation]) == both
    generation.write_text(json.dumps({"temperature": 1}))
    assert ends_of(tokenizer, [0], [config, generation])[0] == ["config", "tokenizer"]
