"""Read a model's `generation_config.json`. Some of its rules become part of p; its other values are not used.

In transformers, `generate` changes a model's scores by rules such as a repetition penalty. Each rule is a function of
the path: the prompt and the tokens after it. With the rules, p is therefore still a distribution over the next token,
and decoders are lossless with respect to it. path_rules.py implements the rules, and ruled.py applies them. A method's
own settings replace the sampling values. Torch is not needed.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, cast

from decoders.errors import BadInput
from decoders.files import read_text

GENERATION, CONFIG = "generation_config.json", "config.json"
MOST_NAMED = 8  # maximum number of ignored keys that a header names
Tokens = tuple[int, ...]

# Sampling keys, each with the value that changes nothing. A method's own settings replace them.
SAMPLING: dict[str, Any] = {
    "temperature": 1,
    "top_k": 0,
    "top_p": 1,
    "min_p": 0,
    "top_h": None,
    "typical_p": 1,
    "epsilon_cutoff": 0,
    "eta_cutoff": 0,
}
# Keys that change the output of `generate` but are not applied. Unknown keys are treated in the same way.
SEARCH: dict[str, Any] = {"num_beams": 1, "num_beam_groups": 1, "guidance_scale": 1}
# Keys for the length, the caches or the form of the output of `generate`. They do not change a distribution.
INERT = re.compile(
    r"_.*|(assistant|cache|compile|continuous_batching|num_assistant|output)_.*|.*_lookbehind|chat_format|disable_compile"
    r"|(bos|decoder_start|eos|pad)_token_id|do_sample|early_stopping|is_assistant|length_penalty|low_memory"
    r"|max_(cache_len|length|matching_ngram_size|new_tokens|window_size)|num_return_sequences|prefill_chunk_size"
    r"|prompt_lookup_num_tokens|remove_invalid_values|renormalize_logits|return_dict_in_generate|speculation_type"
    r"|transformers_version|trust_remote_code|use_(cache|mtp)"
)


@dataclass(frozen=True)
class Rules:
    """The rules of a model, by transformers' names, in the order in which `generate` applies them.

    `eos` are the ids that end a text; rules about the end of a text apply to all of them.
    """

    sequence_bias: tuple[tuple[Tokens, float], ...] = ()
    encoder_repetition_penalty: float = 1.0
    repetition_penalty: float = 1.0
    no_repeat_ngram_size: int = 0
    encoder_no_repeat_ngram_size: int = 0
    bad_words_ids: tuple[Tokens, ...] = ()
    min_length: int = 0  # minimum number of tokens, including the prompt
    min_new_tokens: int = 0
    forced_bos_token_id: int | None = None
    forced_eos_token_id: Tokens = ()
    exponential_decay_length_penalty: tuple[int, float] | None = None  # number of tokens after the prompt, factor
    suppress_tokens: Tokens = ()
    begin_suppress_tokens: Tokens = ()
    eos: Tokens = ()

    @property
    def named(self) -> dict[str, Any]:
        """The rules that have an effect, each with its value or the number of its entries."""
        given = {spec.name: getattr(self, spec.name) for spec in fields(self) if spec.name != "eos"}
        return {key: _short(key, value) for key, value in given.items() if value != _DEFAULTS[key]}


_DEFAULTS = {spec.name: spec.default for spec in fields(Rules)}


def _short(key: str, value: Any) -> Any:
    if key == "exponential_decay_length_penalty":
        return f"{value[1]:g} after {value[0]} tokens"
    return {"entries": len(_as_list(value))} if isinstance(value, tuple) else value


@dataclass(frozen=True)
class Generation:
    """The rules and values in a model's files.

    `replaced` are sampling values, which a method's settings replace; `ignored` are keys that are not applied; `off`
    are rules that were switched off.
    """

    rules: Rules = field(default_factory=Rules)
    replaced: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    @property
    def facts(self) -> dict[str, Any]:
        """The facts about these rules for a trace's header; empty if there are none."""
        lists = {"off": list(self.off), "replaced": list(self.replaced), "ignored": list(self.ignored)}
        return {key: value for key, value in {"applied": self.rules.named, **lists}.items() if value}


def read_generation(folder: Path | None, name: str, size: int, eos: Iterable[int], on: bool = True) -> Generation:
    """Read the rules and values in the files of a model with `size` token ids.

    `eos` are the ids that end a text, and `on` says whether the rules are applied.

    If there is no `generation_config.json`, the rules in `config.json` apply, as in transformers. Raises BadInput,
    beginning with the model's name, if a key has an impossible value.
    """
    if folder is None:
        return Generation()
    given, ends = _read(folder / GENERATION, name), tuple(sorted(eos))
    if given is None:
        given = _legacy(_read(folder / CONFIG, name) or {})
    values = {key: value for key, value in given.items() if value is not None}
    replaced = tuple(key for key, neutral in SAMPLING.items() if values.get(key) not in (None, neutral))
    ignored = _sayable([key for key, value in values.items() if _counts(key, value)])
    if not on:
        off = tuple(key for key in READ if values.get(key) and values[key] != _DEFAULTS[key])
        return Generation(Rules(eos=ends), replaced, ignored, off)
    rules = {key: read(key, values[key], name) for key, read in READ.items() if key in values}
    for key in ("forced_bos_token_id", "forced_eos_token_id"):
        if any(token >= size for token in _as_list(rules.get(key, ()))):
            raise _refuse(key, values[key], name, f"below {size}, the number of its tokens")
    if "min_new_tokens" in rules:  # `generate` derives min_length from min_new_tokens
        rules.pop("min_length", None)
    words: tuple[Tokens, ...] = rules.pop("bad_words_ids", ())
    allowed = tuple(word for word in words if word not in {(end,) for end in ends})  # so that a text can always end
    return Generation(Rules(**rules, bad_words_ids=allowed, eos=ends), replaced, ignored)


def _read(path: Path, name: str) -> dict[str, Any] | None:
    """Read a JSON object; None if there is no such file. Raises BadInput if the file cannot be read."""
    if not path.is_file():
        return None
    try:
        found = json.loads(read_text(path, "a model's own file"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadInput(f"{name} cannot be used: its {path.name} is not a JSON object. Download the model again.")
    return cast(dict[str, Any], found)


def _legacy(config: Mapping[str, Any]) -> dict[str, Any]:
    """The generation keys of an old `config.json`. Sampling values count only if the file sets `do_sample`."""
    parts: list[Any] = [config.get(key) for key in ("decoder", "generator", "text_config")]
    inner = next((cast(dict[str, Any], part) for part in parts if part and isinstance(part, dict)), dict[str, Any]())
    both = inner | {key: value for key, value in config.items() if value is not None}
    keys = [*READ, *(SAMPLING if both.get("do_sample") is True else ())]
    return {key: both[key] for key in keys if key in both}


def _counts(key: str, value: Any) -> bool:
    """Whether a key that is not applied could have changed the text."""
    if key in READ or key in SAMPLING or INERT.fullmatch(key):
        return False
    return bool(value) and value != SEARCH.get(key)


def _sayable(keys: Sequence[str]) -> tuple[str, ...]:
    """Shorten untrusted keys and make them printable, so that a sentence can contain them."""
    clean = [re.sub(r"\W", "?", key, flags=re.ASCII)[:40] for key in sorted(keys)]
    return (*clean[:MOST_NAMED], *(["…"] if len(clean) > MOST_NAMED else []))


# The functions that read the values of the keys.


def _refuse(key: str, value: Any, name: str, should: str) -> BadInput:
    return BadInput(f"{name} cannot be used: {key} in its generation config is {value!r:.40}. Change it to {should}.")


def _number(key: str, value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < float("inf"):
        raise _refuse(key, value, name, "a number above 0")
    return float(value)


def _count(key: str, value: Any, name: str) -> int:
    if not _is_id(value):
        raise _refuse(key, value, name, "a whole number that is 0 or more")
    return value


def _is_id(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40


def _as_list(value: Any) -> list[Any]:
    """The entries of a list; a single value counts as a list of one."""
    return list(cast(Sequence[Any], value)) if isinstance(value, list | tuple) else [value]


def _ids(key: str, value: Any, name: str) -> Tokens:
    """One id or a list of ids. Negative ids mean "no token" and are left out."""
    given = _as_list(value)
    if not all(_is_id(abs(x) if type(x) is int else x) for x in given):
        raise _refuse(key, value, name, "a list of token ids")
    return tuple(dict.fromkeys(x for x in given if x >= 0))


def _words(key: str, value: Any, name: str) -> tuple[Tokens, ...]:
    given = _as_list(value)
    if not all(map(_is_word, given)):
        raise _refuse(key, value, name, "a list of lists of token ids")
    return tuple(dict.fromkeys(tuple(_as_list(word)) for word in given))


def _is_word(word: Any) -> bool:
    return isinstance(word, list) and word != [] and all(map(_is_id, _as_list(word)))


def _biases(key: str, value: Any, name: str) -> tuple[tuple[Tokens, float], ...]:
    found = dict[Tokens, float]()
    for pair in _as_list(value):
        both: list[Any] = [*_as_list(pair), None]
        word, bias = both[:2]
        if not _is_word(word) or not isinstance(bias, int | float) or not bias < float("inf"):
            raise _refuse(key, value, name, "a list of pairs, each with a list of token ids and a number")
        found[tuple(word)] = float(bias)
    return tuple(found.items())


def _decay(key: str, value: Any, name: str) -> tuple[int, float]:
    both: list[Any] = [*_as_list(value), None]
    start, factor = both[:2]
    if not _is_id(start) or isinstance(factor, bool) or not isinstance(factor, int | float) or not 0 < factor < 1e6:
        raise _refuse(key, value, name, "a number of tokens and a factor")
    return start, float(factor)


def _token(key: str, value: Any, name: str) -> int:
    if not _is_id(value):
        raise _refuse(key, value, name, "a token id")
    return value


READ: dict[str, Callable[[str, Any, str], Any]] = {
    "sequence_bias": _biases,
    "encoder_repetition_penalty": _number,
    "repetition_penalty": _number,
    "no_repeat_ngram_size": _count,
    "encoder_no_repeat_ngram_size": _count,
    "bad_words_ids": _words,
    "min_length": _count,
    "min_new_tokens": _count,
    "forced_bos_token_id": _token,
    "forced_eos_token_id": _ids,
    "exponential_decay_length_penalty": _decay,
    "suppress_tokens": _ids,
    "begin_suppress_tokens": _ids,
}
