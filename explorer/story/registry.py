"""Which story a method has, and what the stories say together."""

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
from explorer.story.story import Story

FAMILIES = (baselines, beam, bild, branching, dsbd, gsd, mtad, speculative, spectr, tree_walk, typical)
STORIES: dict[str, Story] = {story.method: story for family in FAMILIES for story in family.STORIES}
WHY = {because: why for story in STORIES.values() for because, why in story.why.items()}  # by Oracle.because
LAYERS = {layer.kind.kind: layer for story in STORIES.values() for layer in story.layers}  # by kind of layer


def story_of(method: str) -> Story | None:
    """The story of a method, None if it has none."""
    return STORIES.get(method)
