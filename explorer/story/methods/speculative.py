"""What is said of methods with one chain of drafts that coins test from the left: SpD and Self-SSD."""

from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import CHAIN, GUESSES, JOINED, RATIO
from explorer.story.story import Next, Story
from explorer.story.views import says

UNTESTED = says(
    plain="a draft before it was rejected, so it continues a text that will not be written",
    exact="an earlier draft was rejected, so this one is never tested",
)

SPD = Story(
    method="spd",
    line="A small draft model guesses {gamma} tokens; the big target model checks all of them in one pass.",
    source="Leviathan, Kalman and Matias 2023, Fast Inference from Transformers via Speculative Decoding; Chen et al. "
    "2023, Accelerating Large Language Model Decoding with Speculative Sampling",
    round=lambda settings: (CHAIN, GUESSES, RATIO, JOINED),
    following=Next("the draft guesses up to {depth}", "the draft guesses again"),
    reasons={"ratio": RATIO_TEST, "earlier_rejection": UNTESTED, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection="the coin u was not below p/q",
    tuning={"gamma": (1, 2, 3, 4)},
)
STORIES = (SPD,)
