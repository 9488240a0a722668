"""Sentences about a target's generation config. The sentences say which keys of the config are part of p, and which
keys are not applied.
"""

from collections.abc import Mapping
from typing import Any

from explorer.story.numbers import listed, plural
from explorer.trace.lines import Header

_APPLIED = "The target’s generation config changes its probabilities: {keys}."
_SAID = {
    "off": "The rules of the target’s generation config are switched off: {keys}.",
    "replaced": "The settings of this run replace the generation config’s {keys}.",
    "ignored": "The explorer does not apply the generation config’s {keys}.",
}


def generation(header: Header) -> str:
    """One sentence for each kind of key in the target's generation config; empty if no key matters."""
    facts = header.generation
    if facts is None:
        return ""
    rules = [f"{key} {_value(value)}" for key, value in (facts.applied or {}).items()]
    sentences = [_APPLIED.format(keys=listed(rules, None))] if rules else []
    kinds = {"off": facts.off, "replaced": facts.replaced, "ignored": facts.ignored}
    sentences += [_SAID[kind].format(keys=listed(keys, None)) for kind, keys in kinds.items() if keys]
    return " ".join(sentences)


def _value(value: Any) -> str:
    """Format a number, or the number of entries of a list."""
    if isinstance(value, Mapping):
        return f"({plural(value['entries'], 'value')})"
    return f"{value:g}" if isinstance(value, int | float) else str(value)
