"""The page's texts on the target alone, with one token per pass: greedy decoding and multinomial sampling."""

from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.own_token import OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rounds import ARGMAX, DRAW, ONE, TEXT
from explorer.story.header.run_slots import is_certain
from explorer.story.story import Bundled, Next, Story
from explorer.story.wording import Wording

WRITES_ONE = Next(
    "The target reads the prompt in one pass and writes one {unit}.", "The target writes one more {unit}."
)
DRAWN = Wording(
    view=OwnToken,
    case=own_case,
    plain_case=plain_own_case,
    plain=OWN_TOKEN.plain,
    exact={**OWN_TOKEN.exact, "alone": "{word} is sampled from p (p = {chance})."},
)

GREEDY = Story(
    method="greedy",
    line="The target model writes alone. Each pass adds the target’s most likely {unit}. Speculative decoding has to beat this speed.",
    source="No paper: standard greedy decoding.",
    round=lambda settings: (TEXT, ARGMAX, ONE),
    following=WRITES_ONE,
    reasons={"draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection=rejections.not_the_targets,
    gallery=(Bundled(name="greedy", note="One target pass per token: the baseline", prompt=SHEEP),),
)
MULTINOMIAL = Story(
    method="multinomial",
    line="The target model writes alone and samples one {unit} per pass. A lossless method must have the same output probabilities as this one.",
    source="No paper: standard sampling.",
    round=lambda settings: (TEXT, ARGMAX if is_certain(settings) else DRAW, ONE),
    following=WRITES_ONE,
    reasons={"draw": DRAWN, "argmax": OWN_TOKEN},
    rejection=rejections.not_the_targets,
    gallery=(Bundled(name="multinomial", note="Sampling from the target, one token per pass", settings=SAMPLED),),
)
STORIES = (GREEDY, MULTINOMIAL)
