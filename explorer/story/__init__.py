"""The words about methods, steps and decisions. Decoders record facts, not sentences.

`Words(header).iteration(iteration, texts)` narrates one iteration in two voices: *exact* with formulas and numbers,
*plain* without symbols. All words about one method are its Story, in methods/. Sentences that several methods share are
in common/. Sentences about a whole run are in header/ (from the trace's header) and page/
(around its picture). Sentences are templates over typed views (wording.py, views.py). Numbers are rounded only where
they are written.

A plugin's story imports its parts from here.
"""

from explorer.story.facts import Facts
from explorer.story.narrator import Narrator
from explorer.story.registry import register_story
from explorer.story.story import (
    Because,
    Bundled,
    Fact,
    LayerStory,
    Next,
    RoundLine,
    StepWording,
    Story,
)
from explorer.story.views import LayerView, StepView, VerdictView, layer_says, says
from explorer.story.wording import EXACT, PLAIN, Wording
from explorer.story.words import Words

__all__ = [
    "EXACT",
    "PLAIN",
    "Because",
    "Bundled",
    "Fact",
    "Facts",
    "LayerStory",
    "LayerView",
    "Narrator",
    "Next",
    "RoundLine",
    "StepView",
    "StepWording",
    "Story",
    "VerdictView",
    "Wording",
    "Words",
    "layer_says",
    "register_story",
    "says",
]
