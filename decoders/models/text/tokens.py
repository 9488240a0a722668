"""The text of a single token, with parts of a character shown as bytes.

A byte-level vocabulary writes bytes as printable substitutes. A SentencePiece vocabulary writes spaces as ▁ and bytes
as <0xE2>. This module does not depend on models.
"""

import re
from functools import lru_cache
from typing import Any

BYTE_TOKEN = re.compile(r"^<0x([0-9A-Fa-f]{2})>$")


@lru_cache(maxsize=1)
def stand_ins() -> dict[str, int]:
    """The byte that each printable substitute character represents in a byte-level vocabulary."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + i): byte for i, byte in enumerate(others)}


def piece_bytes(piece: str, byte_level: bool) -> bytes:
    """The bytes that one vocabulary entry represents.

    >>> piece_bytes("Ġé", True), piece_bytes("▁é", False), piece_bytes("<0xE2>", False)
    (b' \\xe9', b' \\xc3\\xa9', b'\\xe2')
    """
    byte = None if byte_level else BYTE_TOKEN.match(piece)
    if byte:
        return bytes([int(byte[1], 16)])
    if byte_level and all(c in stand_ins() for c in piece):
        return bytes(stand_ins()[c] for c in piece)
    return (piece if byte_level else piece.replace("▁", " ")).encode("utf-8", "replace")


def piece_text(piece: str, byte_level: bool) -> str:
    """The text of one vocabulary entry. Bytes that are not a whole character are shown as ⟨E2 98⟩.

    >>> piece_text("Ġsky", True), piece_text("▁sky", False), piece_text("âĺ", True)
    (' sky', ' sky', '⟨E2 98⟩')
    """
    return bytes_text(piece_bytes(piece, byte_level and not BYTE_TOKEN.match(piece)))


def bytes_text(raw: bytes) -> str:
    """Bytes as text. Bytes that are not whole characters are shown as ⟨E2 98⟩."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return "⟨" + " ".join(f"{byte:02X}" for byte in raw) + "⟩"


def id_text(tokenizer: Any, token: int, byte_level: bool) -> str:
    """The text of a token id; ⟨id 43⟩ for an id that no token has."""
    piece = tokenizer.convert_ids_to_tokens(int(token))
    return f"⟨id {token}⟩" if piece is None else piece_text(piece, byte_level)
