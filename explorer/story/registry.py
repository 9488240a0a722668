"""Which story a method has: those of this project, those of plugins, and a generic one."""

import os
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from decoders.errors import BadInput
from explorer.story.common.laws import LAWS
from explorer.story.generic import generic
from explorer.story.methods import (
    baselines,
    beam,
    bild,
    branching,
    dsbd,
    gsd,
    mtad,
    spectr,
    speculative,
    tree_walk,
    typical,
)
from explorer.story.story import Because, LayerStory, Story
from explorer.story.wording import Wording
from explorer.trace.lines import Header

FAMILIES = (speculative, branching, spectr, tree_walk, gsd, typical, bild, mtad, beam, dsbd, baselines)
GROUP = "speculative_decoding.stories"  # of entry points: a plugin's story, which its method does not import
BUILT_IN: dict[str, Story] = {story.method: story for family in FAMILIES for story in family.STORIES}
_registered = dict[str, Story]()


def register_story(story: Story) -> None:
    """Tell a method by this story from now on. Raises BadInput if another story has its name."""
    known = stories().get(story.method)
    if known is not None and known is not story:
        raise BadInput(f"The method {story.method} has a story already. Give your method another name.")
    _registered[story.method] = story
    _forget()


@cache
def stories() -> dict[str, Story]:
    """All stories by method."""
    found = dict(BUILT_IN)
    for point in _points():
        try:
            story = point.load()
        except Exception:  # a plugin may raise anything; its method is then told by the generic story
            continue
        if isinstance(story, Story):
            found.setdefault(story.method, story)
    return found | _registered


def _points() -> list[Any]:
    return [] if os.environ.get("EXPLORER_PLUGINS") == "off" else list(entry_points(group=GROUP))


def _forget() -> None:
    for known in (stories, layer_stories, shared_reasons):
        known.cache_clear()


def has_story(method: str) -> bool:
    """Whether a method is told by a story of its own."""
    return method in stories()


def story_of(header: Header) -> Story:
    """The story of a run's method; a generic one where it has none."""
    return stories().get(header.method) or generic(header, shared_reasons())


@cache
def shared_reasons() -> dict[str, Wording[Any]]:
    """The reasons of all rules that built-in methods have, by rule: a new method may use the same rules."""
    found = dict[str, Wording[Any]]()
    for story in BUILT_IN.values():
        for rule, wording in story.reasons.items():
            found.setdefault(rule, wording)
    return found


@cache
def layer_stories() -> dict[str, LayerStory]:
    """What is said of each kind of layer."""
    return {layer.kind.kind: layer for story in stories().values() for layer in story.layers}


def why(because: str) -> Because | None:
    """What a code of `Oracle.because` says; None for one that no story knows."""
    return LAWS.get(because) or next((found for s in stories().values() if (found := s.why.get(because))), None)
