"""Read tokenizers with the library that transformers wraps, because transformers itself takes seconds to import.

A folder's tokenizer is read in this way only after it has been compared once with the tokenizer that transformers
reads. The comparison covers the whole vocabulary, the special tokens, the chat template, and the ids of some texts. If
anything differs, the tokenizer of transformers is used.
"""

# The types of tokenizers' functions are only partly known.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownLambdaType=false

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from decoders.files import write_whole
from decoders.models.cache import read_json
from decoders.models.text.guarded import ask_tokenizer

# transformers chooses a tokenizer by config.json and by the existing files, and may read any of these.
SUFFIXES = (".json", ".jinja", ".model", ".txt", ".tiktoken", ".bpe")
TEMPLATES = "additional_chat_templates"
LIBRARIES = ("transformers", "tokenizers", "sentencepiece", "tiktoken", "mistral-common")
FORM = "2"  # version of the comparison; with a new version, tokenizers are compared again
TEXTS = (
    "Hello",
    " two  spaces\n\n\tand a tab ",
    "Ünïcödé, 漢字, العربية, \U0001f9d1\u200d\U0001f680 and e\u0301",
    "def f(x):\n    return {x: [1_000, 0.5e-3]}  # <|im_start|> </s> <s>",
    "It's 12:30 — isn't it? “Quoted”… 1234567890",
    "a" * 70,
)


class LightTokenizer:
    """A tokenizer with the functions that this project uses, under transformers' names.

    Raises OSError or ValueError if the folder has no readable `tokenizer.json`.
    """

    def __init__(self, folder: Path, specials: Mapping[str, str]) -> None:
        """`specials` are transformers' named special tokens, such as `eos_token`.

        Some of them are defined only in transformers' classes and not in a file.
        """
        from tokenizers import Tokenizer

        self._core = Tokenizer.from_str((folder / "tokenizer.json").read_text(encoding="utf-8"))
        config = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
        self.special_tokens_map = dict(specials)
        self.chat_template = _templates(folder, config)
        self._core.no_truncation()
        self._core.no_padding()

    @property
    def bos_token_id(self) -> int | None:
        """The id of the token that begins a text; None if there is no such token."""
        return self._named("bos_token")

    @property
    def eos_token_id(self) -> int | None:
        """The id of the token that ends a text; None if there is no such token."""
        return self._named("eos_token")

    def _named(self, key: str) -> int | None:
        token = self.special_tokens_map.get(key)
        return None if token is None else self._core.token_to_id(token)

    @property
    def added_tokens_decoder(self) -> dict[int, Any]:
        """The tokens that are split off first, by id, each with `content` and `special`."""
        return self._core.get_added_tokens_decoder()

    def get_vocab(self) -> dict[str, int]:
        """The id of every token."""
        return self._core.get_vocab(with_added_tokens=True)

    def convert_ids_to_tokens(self, token: int) -> str | None:
        """The token of an id; None if no token has this id."""
        return self._core.id_to_token(token)

    def __call__(self, text: str, add_special_tokens: bool = True) -> dict[str, list[int]]:
        """The ids of a text, by default with the special tokens that the tokenizer adds around it."""
        # `encode` for a single text would block all other threads
        return {"input_ids": self._core.encode_batch([text], add_special_tokens=add_special_tokens)[0].ids}

    def decode(self, ids: Sequence[int], **how: Any) -> str:
        """Decode ids to text, without special tokens."""
        return self._core.decode_batch([list(ids)], skip_special_tokens=True)[0]


def _templates(folder: Path, config: dict[str, Any]) -> str | dict[str, str] | None:
    """The chat template of a folder, or several templates by name. Templates are read from their own files or, if there
    are no such files, from the configuration.
    """
    jinja = folder / "chat_template.jinja"
    files = {"default": jinja} if jinja.exists() else {}
    files |= {path.stem: path for path in sorted((folder / TEMPLATES).glob("*.jinja"))}
    if files:
        texts = {name: path.read_text(encoding="utf-8") for name, path in files.items()}
        return texts["default"] if list(texts) == ["default"] else texts
    given = config.get("chat_template")
    return {each["name"]: each["template"] for each in given} if isinstance(given, list) else given


def vocabulary_size(tokenizer: Any) -> int:
    """The largest token id + 1, which exceeds the number of tokens if some ids are unused."""
    return max(tokenizer.get_vocab().values(), default=-1) + 1


def read_tokenizer(folder: Path, kept: Path, transformers: Callable[[], Any]) -> Any:
    """Read a folder's tokenizer: the light tokenizer if a comparison finds it equal to transformers', otherwise
    transformers' own.

    The outcome of the comparison is written into the folder `kept`.
    """
    outcome = read_json(kept / f"{fingerprint(folder)}.tokenizer")
    if outcome.get("difference") == "":
        return LightTokenizer(folder, outcome["specials"])
    heavy = transformers()
    if not outcome:
        outcome = {"difference": _difference(folder, heavy), "specials": dict(heavy.special_tokens_map)}
        with suppress(OSError):  # without the file, the tokenizers are compared again next time
            # files may have been downloaded only now, so the digest is computed again
            write_whole(kept / f"{fingerprint(folder)}.tokenizer", json.dumps(outcome) + "\n")
    return heavy


def fingerprint(folder: Path) -> str:
    """A digest of everything that affects how transformers reads a folder's tokenizer."""
    digest = hashlib.sha256(f"{FORM} {' '.join(_versions())}".encode())
    files = [path for path in folder.glob("*") if path.suffix in SUFFIXES and not path.name.endswith(".index.json")]
    for path in sorted([*files, *(folder / TEMPLATES).glob("*.jinja")]):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode(errors="surrogateescape"))
        digest.update(content)
    return digest.hexdigest()[:32]


def _versions() -> Iterator[str]:
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            yield f"{name} {version(name)}"


def _difference(folder: Path, heavy: Any) -> str:
    """Describe how a light tokenizer differs from transformers' own; empty if they do not differ."""
    try:
        light = LightTokenizer(folder, heavy.special_tokens_map)
        for what in ("get_vocab", "bos_token_id", "eos_token_id", "chat_template"):
            if _value(light, what) != _value(heavy, what):
                return f"another {what}"
        return ask_tokenizer(lambda: _different_ids(light, heavy), str(folder))
    except Exception as error:  # unknown files can raise any exception
        return f"{type(error).__name__}: {error}"[:200]


def _value(tokenizer: Any, what: str) -> Any:
    value = getattr(tokenizer, what)
    return value() if callable(value) else value


def _different_ids(light: LightTokenizer, heavy: Any) -> str:
    """A text for which two tokenizers give different ids; empty if there is no such text."""
    added = [token.content for token in light.added_tokens_decoder.values()][:100]
    for text in (*TEXTS, " ".join(added), "a".join(added)):
        for around in (True, False):
            ids = light(text, add_special_tokens=around)["input_ids"]
            if ids != heavy(text, add_special_tokens=around)["input_ids"]:
                return f"different ids for {text[:100]!r}"
        how = {"skip_special_tokens": True, "clean_up_tokenization_spaces": False}
        if light.decode(ids) != heavy.decode(ids, **how):
            return f"a different text for the ids of {text[:100]!r}"
    return ""
