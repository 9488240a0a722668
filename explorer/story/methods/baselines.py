"""What is said of the target alone, one token a pass: greedy decoding and multinomial sampling."""

from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.own_token import OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rounds import ARGMAX, DRAW, ONE, TEXT
from explorer.story.common.walks import not_the_targets
from explorer.story.run_slots import is_certain
from explorer.story.story import Bundled, Next, Story
from explorer.story.wording import Wording

WRITES_ONE = Next("the target reads it in one pass and writes one {unit}", "the target writes one {unit} more")
DRAWN = Wording(
    view=OwnToken,
    case=own_case,
    plain_case=plain_own_case,
    plain=OWN_TOKEN.plain,
    exact={**OWN_TOKEN.exact, "alone": "p gave it {chance}"},
)

GREEDY = Story(
    method="greedy",
    line="The big target model writes its most probable token, one for each pass: what every draft has to beat.",
    source="No paper: the plain way to decode without chance.",
    round=lambda settings: (TEXT, ARGMAX, ONE),
    following=WRITES_ONE,
    reasons={"draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    gallery=(
        Bundled(name="greedy", note="One target pass for every token: what speculation has to beat", prompt=SHEEP),
    ),
)
MULTINOMIAL = Story(
    method="multinomial",
    line="The big target model draws one token by its own chances in each pass: what every lossless method must equal.",
    source="No paper: plain sampling.",
    round=lambda settings: (TEXT, ARGMAX if is_certain(settings) else DRAW, ONE),
    following=WRITES_ONE,
    reasons={"draw": DRAWN, "argmax": OWN_TOKEN},
    rejection=not_the_targets,
    gallery=(Bundled(name="multinomial", note="Sampling from the target, one token a pass", settings=SAMPLED),),
)
STORIES = (GREEDY, MULTINOMIAL)
