"""Write folders with a small tokenizer and no weights: single bytes, special tokens and a chat template."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.models import BPE
from tokenizers.pre_tokenizers import ByteLevel, Split
from tokenizers.pre_tokenizers import Sequence as Steps
from tokenizers.processors import TemplateProcessing

from decoders.models.text.tokens import stand_ins

CHATML = (
    "{% for message in messages %}<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIALS = ("<|endoftext|>", "<|im_start|>", "<|im_end|>", "<s>")
FIRST = len(SPECIALS)  # the id of the first of the 256 bytes


def byte_tokenizer(
    specials: Sequence[str] = SPECIALS, adds: tuple[str, ...] = (), pattern: str = "", skipped: Sequence[int] = ()
) -> Tokenizer:
    """A tokenizer of single bytes after special tokens; `skipped` are IDs that no token has.

    `adds` are special tokens put before every text; `pattern` is a regular expression that splits a text first.
    """
    ids = iter(i for i in range(4096) if i not in skipped)
    vocabulary = {token: next(ids) for token in (*specials, *sorted(stand_ins()))}
    words = Tokenizer(BPE(vocabulary, []))
    steps = [Split(Regex(pattern), "isolated")] if pattern else []
    words.pre_tokenizer = Steps([*steps, ByteLevel(add_prefix_space=False, use_regex=False)])  # pyright: ignore
    words.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in specials])
    if adds:
        around = [(token, vocabulary[token]) for token in adds]
        words.post_processor = TemplateProcessing(  # pyright: ignore[reportAttributeAccessIssue]
            single=f"{' '.join(adds)} $A", pair=None, special_tokens=around
        )
    return words


def write_tokenizer(
    folder: Path,
    words: Tokenizer | None = None,
    template: str | None = CHATML,
    config: Mapping[str, Any] | None = None,
    named: Mapping[str, Any] | None = None,
) -> Path:
    """Write the files of a tokenizer: `config` goes into config.json, `named` into tokenizer_config.json."""
    folder.mkdir(parents=True, exist_ok=True)
    (words or byte_tokenizer()).save(str(folder / "tokenizer.json"))
    about = {"tokenizer_class": "TokenizersBackend", "eos_token": "<|im_end|>", "bos_token": "<s>", **(named or {})}
    (folder / "tokenizer_config.json").write_text(json.dumps(about), encoding="utf-8")
    (folder / "config.json").write_text(json.dumps({"model_type": "llama", **(config or {})}), encoding="utf-8")
    if template is not None:
        (folder / "chat_template.jinja").write_text(template, encoding="utf-8")
    return folder
