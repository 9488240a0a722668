"""Tokenizers without transformers, which takes seconds to import: the same file read by the library that it wraps.

A folder's tokenizer is read this way only after it was compared, once, with what transformers makes of the same files:
the whole vocabulary, and texts with and without the chat template. Any difference, and transformers' own is used.
"""

# What jinja2 and tokenizers say of their own functions is partly unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

import hashlib
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import Any

from decoders.files import write_whole

FILES = ("tokenizer.json", "tokenizer_config.json", "chat_template.jinja", "special_tokens_map.json")
NAMED = ("bos_token", "eos_token", "unk_token", "pad_token")
TEXTS = (
    "Hello",
    " two  spaces\n\n\tand a tab ",
    "Ünïcödé, 漢字, العربية, \U0001f9d1\u200d\U0001f680 and e\u0301",
    "def f(x):\n    return {x: [1_000, 0.5e-3]}  # <|im_start|> </s> <s>",
    "It's 12:30 — isn't it? “Quoted”… 1234567890",
    "a" * 70,
)


class LightTokenizer:
    """What this project asks of a tokenizer, under transformers' names. Raises OSError or ValueError for a folder
    without a `tokenizer.json` that can be read."""

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        self._core = Tokenizer.from_str((folder / "tokenizer.json").read_text(encoding="utf-8"))
        config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        self._named = {key: _text(config[key]) for key in NAMED if config.get(key)}
        jinja = folder / "chat_template.jinja"
        self.chat_template = jinja.read_text(encoding="utf-8") if jinja.exists() else config.get("chat_template")
        self._core.no_truncation()
        self._core.no_padding()

    def __len__(self) -> int:
        return self._core.get_vocab_size(with_added_tokens=True)

    @property
    def eos_token_id(self) -> int | None:
        """The id of the token that ends a text, None if there is none."""
        name = self._named.get("eos_token")
        return None if name is None else self._core.token_to_id(name)

    def get_vocab(self) -> dict[str, int]:
        """Ids by token."""
        return self._core.get_vocab(with_added_tokens=True)

    def convert_ids_to_tokens(self, token: int) -> str | None:
        """The token of an id."""
        return self._core.id_to_token(token)

    def __call__(self, text: str) -> dict[str, list[int]]:
        """Ids of a text, with what the tokenizer puts around texts."""
        return {"input_ids": self._core.encode(text).ids}

    def decode(self, ids: Sequence[int], **how: Any) -> str:
        """The text of ids without special tokens."""
        return self._core.decode(list(ids), skip_special_tokens=True)

    @cached_property
    def _template(self) -> Any:
        from jinja2 import TemplateError
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        def refuse(message: str) -> None:
            raise TemplateError(message)

        def now(form: str) -> str:
            return datetime.now().strftime(form)  # a local time, as templates want it

        def dump(value: Any, indent: int | None = None) -> str:
            return json.dumps(value, ensure_ascii=False, indent=indent)

        made = ImmutableSandboxedEnvironment(
            trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"]
        )
        made.filters["tojson"] = dump
        made.globals["raise_exception"] = refuse
        made.globals["strftime_now"] = now
        return made.from_string(self.chat_template)

    def apply_chat_template(self, turns: Sequence[dict[str, str]], **how: Any) -> dict[str, list[int]]:
        """Ids of a conversation up to where the reply begins."""
        text = self._template.render(messages=turns, add_generation_prompt=True, **self._named)
        return {"input_ids": self._core.encode(text, add_special_tokens=False).ids}


def _text(token: Any) -> str:
    return token["content"] if isinstance(token, dict) else token


def read_tokenizer(folder: Path, kept: Path, transformers: Callable[[], Any]) -> Any:
    """A folder's tokenizer: light if it was seen to be the same as what `transformers` makes, else that.

    What was seen is written into the folder `kept`.
    """
    found = [folder / name for name in FILES if (folder / name).exists()]
    parts = [version("transformers"), version("tokenizers"), *(f"{f.name} {f.read_bytes()!r}" for f in found)]
    mark = kept / f"{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:32]}.tokenizer"
    if not mark.exists():
        heavy = transformers()
        with suppress(OSError):  # it is compared again next time
            write_whole(mark, f"{_difference(folder, heavy) or 'same'}\n")
        return heavy
    return LightTokenizer(folder) if mark.read_text(encoding="utf-8").strip() == "same" else transformers()


def _difference(folder: Path, heavy: Any) -> str:
    """What a light tokenizer does otherwise than transformers' own; empty if nothing."""
    try:
        light = LightTokenizer(folder)
        if light.get_vocab() != heavy.get_vocab() or len(light) != len(heavy):
            return "another vocabulary"
        if light.eos_token_id != heavy.eos_token_id or bool(light.chat_template) != bool(heavy.chat_template):
            return "another end of text, or another chat template"
        for text in TEXTS:
            ids = light(text)["input_ids"]
            if ids != heavy(text)["input_ids"]:
                return f"other ids for {text!r}"
            how = {"skip_special_tokens": True, "clean_up_tokenization_spaces": False}
            if light.decode(ids) != heavy.decode(ids, **how):
                return f"another text for the ids of {text!r}"
            turn, how = [{"role": "user", "content": text}], {"add_generation_prompt": True, "return_dict": True}
            if light.chat_template and light.apply_chat_template(turn) != {
                "input_ids": list(heavy.apply_chat_template(turn, **how)["input_ids"])
            }:
                return f"another conversation for {text!r}"
    except Exception as error:  # whatever a template or a file of an unknown make does
        return f"{type(error).__name__}: {error}"[:200]
    return ""
