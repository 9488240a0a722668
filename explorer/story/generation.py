"""Sentences about a target's generation config: which of its keys are part of p, and which are not applied."""

from collections.abc import Mapping, Sequence
from typing import Any

from explorer.story.numbers import plural

_APPLIED = "The target’s generation config changes its probabilities: {keys}."
_SAID = {
    "off": "The rules of the target’s generation config are switched off: {keys}.",
    "replaced": "The settings of this run replace the generation config’s {keys}.",
    "ignored": "The explorer does not apply the generation config’s {keys}.",
}


def generation(header: Mapping[str, Any]) -> str:
    """One sentence for each kind of key in the target's generation config; empty if no key matters.

    >>> generation({"generation": {"applied": {"repetition_penalty": 1.05, "suppress_tokens": {"entries": 2}}}})
    'The target’s generation config changes its probabilities: repetition_penalty 1.05 and suppress_tokens (2 values).'
    """
    facts: Mapping[str, Any] = header.get("generation") or {}
    applied: Mapping[str, Any] = facts.get("applied") or {}
    rules = [f"{key} {_value(value)}" for key, value in applied.items()]
    sentences = [_APPLIED.format(keys=listed(rules))] if rules else []
    sentences += [words.format(keys=listed(facts[key])) for key, words in _SAID.items() if facts.get(key)]
    return " ".join(sentences)


def _value(value: Any) -> str:
    """Format a number, or the number of entries of a list."""
    if isinstance(value, Mapping):
        return f"({plural(value['entries'], 'value')})"
    return f"{value:g}" if isinstance(value, int | float) else str(value)


def listed(names: Sequence[str]) -> str:
    """Join names for a sentence.

    >>> listed(["top_k"]), listed(["temperature", "top_k", "top_p"])
    ('top_k', 'temperature, top_k and top_p')
    """
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last
