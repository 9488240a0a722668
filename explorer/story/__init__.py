"""What is said and shown of methods, steps and decisions; the decoders record none of it.

`Words(header).iteration(iteration, texts)` tells one iteration in two voices: *exact*, the formula with its numbers,
and *plain*, without a symbol. All that is said of a method is its Story, in methods/; what several say alike is in
common/. Sentences are templates over typed views (wording.py, views.py). Nothing here changes a fact: numbers are
rounded where they are written, and only there.

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
