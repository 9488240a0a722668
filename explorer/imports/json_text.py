"""Decode JSON values of other engines strictly, and say what is wrong with them."""

import json
import re
from typing import Any, NoReturn

from decoders.errors import BadInput

MOST_VALUE = 4 << 20  # characters of one JSON value
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)|-?(\d{4000,})')


def odd_number(text: str, at: int) -> tuple[int, str | None]:
    """The place of the first number from `at` on that JSON does not allow, and its name if it is NaN or infinite."""
    found = (match for match in _TOKENS.finditer(text, at) if match[1] or match[2])
    match = next(found, None)
    return (at, None) if match is None else (match.start(), match[1])


def no_number(where: str, constant: str | None) -> BadInput:
    """The error for NaN, infinity or a number with too many digits."""
    if constant is None:
        return BadInput(f"{where} has a number with too many digits. Use the file as the engine wrote it.")
    return BadInput(f"{where} has {constant}, which JSON does not have. Replace it with null, or remove this value.")


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_refused)


def decode(text: str) -> Any:
    """One JSON value. Raises ValueError, also for NaN and infinity, and RecursionError for deep nesting."""
    return DECODER.decode(text.strip())


def nested(where: str) -> BadInput:
    """The error for a value that is nested too deeply."""
    return BadInput(f"{where} is nested too deeply. Save only the responses.")


def too_large(name: str) -> NoReturn:
    """Raise the error for a value beyond the limit."""
    raise BadInput(
        f"A JSON value of {name} is larger than {MOST_VALUE >> 20} MB. Save one response per line, without logprobs."
    )
