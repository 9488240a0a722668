"""Stands in for the branch `words` until it lands."""

from collections.abc import Mapping
from typing import Any

KINDS = {"itself": "lossless by definition", "exact": "lossless", "conditional": "no fixed law", "lossy": "lossy"}


def oracle_sentence(oracle: Any) -> str:
    known = oracle if isinstance(oracle, Mapping) else vars(oracle)
    return f"{KINDS[known['kind']]}: {known['because'].replace('_', ' ')}"
