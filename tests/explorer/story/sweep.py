"""Check a story: whether its templates can be filled, and which cases are reached on toy pairs."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints
from unittest.mock import patch

from explorer.story import Words
from explorer.story.layers import layer_caption, layer_sentences, layer_title, plain_panel
from explorer.story.story import Story
from explorer.story.wording import PLAIN, Slot, Wording, parsed
from explorer.trace.lines import IterationLine
from tests.explorer.story.test_plain import QUOTED, SYMBOL
from tests.explorer.trace.runs import header, lines
from tests.records import header_with, iteration_of

Case = tuple[int, str, str]  # the wording, the voice, the case whose words were taken
TEXTS = {str(token): chr(ord("a") + token) for token in range(8)}


def wordings(story: Story, nested: Mapping[str, Wording[Any]] | None = None) -> dict[str, Wording[Any]]:
    """The wordings of a story by their position, each once; `nested` are those used by slots of others."""
    found: dict[str, Wording[Any]] = {}
    for rule, wording in story.reasons.items():
        found[rule] = wording
    for phase, step in story.steps.items():
        found |= {f"{phase} title": step.title, f"{phase} step": step.sentence}
    for layer in story.layers:
        said = {"title": layer.title, "caption": layer.caption, **layer.said}
        found |= {f"{layer.kind.kind} {name}": wording for name, wording in said.items() if wording is not None}
    found |= nested or {}
    return {name: one for name, one in found.items() if next(k for k, v in found.items() if v is one) == name}


def templates(story: Story, nested: Mapping[str, Wording[Any]] | None = None) -> Iterator[tuple[str, Any, str]]:
    """Every template: its position, the class that fills it, and its text."""
    for name, wording in wordings(story, nested).items():
        for voice, words in (("plain", wording.plain), ("exact", wording.exact)):
            for case, template in words.items():
                yield f"{name}, {voice}: {case}", wording.view, template


def check_slots(story: Story, nested: Mapping[str, Wording[Any]] | None = None) -> None:
    """Every slot is an attribute of its view, with nested attributes; the plain voice has no symbol."""
    for where, view, template in templates(story, nested):
        for slot in slots(template):
            kind: Any = view
            for name in slot.path:
                kind = attribute(kind, name)
                assert kind is not None, f"{where} has no {'.'.join(slot.path)}"
        if "plain: " in where:
            bare = re.sub(r"\{[^{}]*\}|[\[\]]", " ", template)
            assert not SYMBOL.search(bare), f"{where} has the symbol {SYMBOL.search(bare)}"


def slots(template: str) -> list[Slot]:
    """The slots of a template."""
    parts = [part for each in parsed(template) for part in (each if isinstance(each, tuple) else (each,))]
    return [part for part in parts if isinstance(part, Slot)]


def attribute(kind: Any, name: str) -> Any:
    """The type of a class's attribute; None if it does not exist, Any if unknown."""
    if kind is Any or isinstance(kind, TypeVar):
        return Any
    kind = get_origin(kind) or kind
    found = next((vars(base)[name] for base in kind.__mro__ if name in vars(base)), None)
    getter = found.fget if isinstance(found, property) else found.func if isinstance(found, cached_property) else None
    if getter is not None:
        return _without_none(get_type_hints(getter).get("return", Any))
    if is_dataclass(kind) and name in {field.name for field in fields(kind)}:
        return _without_none(get_type_hints(kind)[name])
    made = {
        stored
        for base in kind.__mro__
        if hasattr(base.__init__, "__code__")
        for stored in base.__init__.__code__.co_names
    }
    return Any if found is not None or name in made else None


def _without_none(kind: Any) -> Any:
    """A type without None; unknown for a union of several types."""
    if get_origin(kind) in (Union, UnionType):
        (first, *others) = [each for each in get_args(kind) if each is not type(None)]
        return Any if others else first
    return Any if kind is object else kind


def reached_cases(method: str, *settings: Mapping[str, Any], seeds: int = 4, tokens: int = 9) -> set[Case]:
    """The cases that some runs of a method reach. Plain sentences must have no symbol."""
    reached = set[Case]()
    choose = Wording.template

    def noted(wording: Wording[Any], view: Any) -> str:
        plain = view.voice is PLAIN
        words = wording.plain if plain else wording.exact
        case = (wording.plain_case if plain and wording.plain_case else wording.case)(view)
        while case and case not in words:
            case = case.rpartition(".")[0]
        reached.add((id(wording), view.voice.name, case))
        return choose(wording, view)

    with patch.object(Wording, "template", noted):
        for given in settings:
            text = json.dumps(given)
            words = Words(header_with(**header(method, text)))
            for seed in range(seeds):
                for line in json.loads(lines(method, text, seed, tokens)):
                    for said in _told(words, iteration_of(line)):
                        bare = QUOTED.sub("“”", said)
                        assert not SYMBOL.search(bare), said
    return reached


def _told(words: Words, iteration: IterationLine) -> Iterator[str]:
    """All sentences about an iteration; returns those of the plain voice."""
    tell = words.iteration(iteration, TEXTS)
    for step in iteration.steps:
        tell.title(step), tell.exact(step)
        yield from (tell.called(step), tell.plain(step))
    for verdict in iteration.verdicts:
        tell.exact_reason(verdict)
        yield tell.plain_reason(verdict)
    for layer in iteration.layers:
        layer_title(layer), layer_caption(layer), layer_sentences(layer)
        plain = plain_panel(layer, "")
        yield from (value for value in plain.values() if isinstance(value, str))


def unreached(
    story: Story, reached: set[Case], nested: Mapping[str, Wording[Any]] | None = None, common: tuple[str, ...] = ()
) -> set[str]:
    """Cases that were not reached, as "rule, voice: case"; wordings in `common` belong to no family."""
    return {
        f"{name}, {voice}: {case}"
        for name, wording in wordings(story, nested).items()
        for voice, words in (("plain", wording.plain), ("exact", wording.exact))
        for case in words
        if name not in common and (id(wording), voice, case) not in reached
    }
