"""Decode JSON values of other engines strictly, and say what is wrong with them."""

import json
import re
from typing import NoReturn

from decoders.errors import BadInput

MOST_VALUE = 4 << 20  # characters of one JSON value
_TOKENS = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)|-?(\d{4000,})')


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not a JSON number")


DECODER = json.JSONDecoder(parse_constant=_refused)  # raises ValueError also for NaN and infinity


def not_json(
    name: str, line: int, text: str, at: int, error: ValueError | RecursionError, kind: str = "file"
) -> BadInput:
    """The error for a value that begins at `text[at]`, in this line of a file or stream, and cannot be decoded."""
    where = f"Line {line} of {name}"
    if isinstance(error, json.JSONDecodeError):
        return BadInput(f"{where} is not valid JSON ({error.msg}). Save the {kind} again.")
    if isinstance(error, RecursionError):
        where = where if kind == "stream" else f"The JSON value from line {line} of {name} on"
        return BadInput(f"{where} is nested too deeply. Save only the responses.")
    odd = next((match for match in _TOKENS.finditer(text, at) if match[1] or match[2]), None)
    where = f"Line {line + text.count(chr(10), at, odd.start() if odd else at)} of {name}"
    if odd is None or odd[1] is None:
        return BadInput(f"{where} has a number with too many digits. Use the file as the engine wrote it.")
    return BadInput(f"{where} has {odd[1]}, which JSON does not have. Replace it with null, or remove this value.")


def too_large(name: str) -> BadInput:
    """The error for a value beyond the limit."""
    return BadInput(
        f"A JSON value of {name} is larger than {MOST_VALUE >> 20} MB. Save one response per line, without logprobs."
    )
