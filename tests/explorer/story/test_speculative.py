"""The words about SpD and Self-SSD: a draft that stops or skips layers has a sentence."""

from decoders.methods.self_speculative import SkippedLayer
from explorer.story.layers import layer_caption
from explorer.story.methods.speculative import SELF_SSD, SPD
from tests.explorer.story.sweep import reached_cases, unreached

COMMON = ("ratio", "draw")  # words of several families
RUNS = ({}, {"temperature": 0})


def test_runs_reach_every_case() -> None:
    """Sentences that nobody has seen filled in may be wrong; a toy pair has no layers to skip."""
    assert not unreached(SPD, reached_cases("spd", *RUNS), common=COMMON)
    reached = reached_cases("self-ssd", {"exit_threshold": 0.5, "adaptive": "true"}, *RUNS)
    assert unreached(SELF_SSD, reached, common=COMMON) == {
        "exit step, plain: unknown",
        "skipped caption, plain: layers",
        "skipped caption, exact: layers",
    }


def test_skipped_sub_layers_are_listed() -> None:
    """A layer-skipped draft is described by its skipped sub-layers; a wrong or empty list would mislead."""
    both = layer_caption(SkippedLayer(layer=0, attention=(3,), mlp=(4, 5), of_layers=30))
    assert both.startswith("The draft is the target (30 layers) without the sub-layers marked ✕.")
    assert both.endswith("Skipped attention: layer 3. Skipped MLP: layers 4, 5.")
    assert layer_caption(SkippedLayer(layer=0, mlp=(4,), of_layers=30)).endswith(
        "attention: none. Skipped MLP: layer 4."
    )
