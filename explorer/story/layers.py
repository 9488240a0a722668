"""The words about a layer record: its title, the caption of its picture, its named values and sentences."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from decoders.core.record import Layer
from explorer.story.numbers import digits
from explorer.story.registry import layer_stories
from explorer.story.story import LayerStory
from explorer.story.wording import EXACT, PLAIN, Voice
from explorer.trace.layer_kinds import OtherLayer

Row = tuple[str, str]
UNTOLD = {"layer", "node", "kind"}  # fields that the title already shows
OFF = (None, False, (), math.inf, -math.inf)  # values that are not shown; 0 is False


def layer_facts(layer: Layer) -> list[Row]:
    """Return the values of a layer that are known before its first decision, under the papers' names."""
    return _rows(layer, EXACT, late=False)


def layer_outcome(layer: Layer) -> list[Row]:
    """Return the values of a layer that are known only after the layer has been decided."""
    return _rows(layer, EXACT, late=True)


def layer_title(layer: Layer, voice: Voice = EXACT) -> str:
    """Return the title of a layer's panel."""
    story = _story(layer)
    if story and story.title:
        return story.title.say(layer, voice)
    return f"Layer {layer.layer}" if layer.layer else f"This {'iteration' if voice is EXACT else 'round'}"


def layer_caption(layer: Layer, voice: Voice = EXACT) -> str:
    """Return the caption of a layer's picture, with a full stop; empty if the layer has no caption."""
    story = _story(layer)
    return story.caption.say(layer, voice) if story and story.caption else ""


def layer_sentences(layer: Layer) -> dict[str, str]:
    """Return the sentences in a layer's picture, keyed by panel field."""
    story = _story(layer)
    if story is None:
        return {}
    sentences = {name: wording.say(layer, EXACT) for name, wording in story.said.items()}
    return sentences | {f"{name}_say": caption for name, caption in story.exact_only.items()}


def layer_bars(layer: Layer) -> tuple[str, list[tuple[str, int, bool]]] | None:
    """Return the title of a layer's panel of counts, and each count with its name, its value, and whether it is known
    only later.
    """
    story = _story(layer)
    if story is None or story.bars is None:
        return None
    return story.bars.title, [(fact.name, getattr(layer, fact.field), fact.late) for fact in story.bars.counts]


def plain_panel(layer: Layer, word: str) -> dict[str, Any]:
    """Return the plain version of a panel's fields. `word` is the token that the panel is about; empty if the panel is
    not about a single token.
    """
    story = _story(layer)
    said: dict[str, Any] = {
        "title": f"After {word}" if word else layer_title(layer, PLAIN),
        "caption": layer_caption(layer, PLAIN),
        "facts": _rows(layer, PLAIN, late=False),
        "outcome": _rows(layer, PLAIN, late=True),
    }
    if story is None:
        return said
    said |= {name: wording.say(layer, PLAIN) for name, wording in story.said.items()}
    said |= {name: [] for name in story.exact_only}
    heads = story.heads(layer) if callable(story.heads) else story.heads
    said |= {"names": list(story.names)} if story.names else {}
    return said | ({"heads": list(heads)} if heads else {})


def _story(layer: Layer) -> LayerStory | None:
    return None if isinstance(layer, OtherLayer) else layer_stories().get(layer.kind)


def _rows(layer: Layer, voice: Voice, late: bool) -> list[Row]:
    """Return the named values of a layer. Values that are off are left out."""
    story = _story(layer)
    if story is None:
        return [] if late else [(name, _text(value)) for name, value in _unnamed(layer) if value not in OFF]
    if voice is PLAIN and story.symbols:
        return []
    values = ((fact, attrgetter(fact.field)(layer)) for fact in story.facts if fact.late == late)
    rows = ((fact.plain if voice is PLAIN and fact.plain else fact.name, value) for fact, value in values)
    return [(name, _text(value)) for name, value in rows if value not in OFF]


def _unnamed(layer: Layer) -> Iterator[tuple[str, Any]]:
    """Return the fields of a kind of layer that no story describes. The fields are named by the labels that the method
    gives them, or by their own names.
    """
    if isinstance(layer, OtherLayer):
        plain = (str, int, float, bool)
        yield from (
            (_spaced(key), value)
            for key, value in layer.values.items()
            if key not in UNTOLD and isinstance(value, plain)
        )
        return
    for each in fields(layer):
        if each.name not in UNTOLD:
            yield each.metadata.get("label") or _spaced(each.name), getattr(layer, each.name)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _text(value: Any) -> str:
    if value is True:
        return "yes"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_text, value))
    return digits(value) if isinstance(value, float) else str(value)
