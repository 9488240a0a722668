"""Find the story of a method. The story comes from this project or from a plugin, or is a generic story."""

from functools import cache, lru_cache
from typing import Any

from decoders.plugins import Catalog, module_of
from explorer.story.common.laws import LAWS
from explorer.story.generic import generic
from explorer.story.methods import (
    baselines,
    beam,
    bild,
    blocks,
    branching,
    dsbd,
    gsd,
    mtad,
    slem,
    spectr,
    speculative,
    suffix,
    traversal,
    tree_walk,
    typical,
)
from explorer.story.story import Because, LayerStory, Story
from explorer.story.wording import Wording
from explorer.trace.lines import Header

FAMILIES = (
    speculative,
    blocks,
    traversal,
    slem,
    branching,
    spectr,
    tree_walk,
    suffix,
    gsd,
    typical,
    bild,
    mtad,
    beam,
    dsbd,
    baselines,
)
# A plugin's story has its own entry point, which the plugin's method does not import.
STORIES = Catalog("story", Story, (story for family in FAMILIES for story in family.STORIES), plural="stories")


def register_story(story: Story) -> None:
    """Register the story of a plugin's method. Raises BadInput if the method already has a story."""
    STORIES.register(story, module_of(story.round))


def story_of(header: Header) -> Story:
    """Return the story of a run's method; a generic story if the method has none of its own."""
    return STORIES.get(header.method) or generic(header, shared_reasons())


@cache
def shared_reasons() -> dict[str, Wording[Any]]:
    """Return the reasons of all rules of built-in methods, by rule. A new method may use the same rules."""
    reasons = dict[str, Wording[Any]]()
    for story in STORIES.built_in.values():
        for rule, wording in story.reasons.items():
            reasons.setdefault(rule, wording)
    return reasons


def layer_stories() -> dict[str, LayerStory]:
    """Return the words about each kind of layer."""
    return _layer_stories(STORIES.version)


@lru_cache(maxsize=1)
def _layer_stories(version: int) -> dict[str, LayerStory]:
    return {layer.kind.kind: layer for story in STORIES.values() for layer in story.layers}


def why(because: str) -> Because | None:
    """Return the reason for a code of `Oracle.because`; None if no story knows the code."""
    return LAWS.get(because) or next((story.why[because] for story in STORIES.values() if because in story.why), None)
