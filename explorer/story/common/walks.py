"""The walk down a tree of drafts: a child is kept where it is the target's own token."""

from explorer.story.common.own_token import MOST, OWN_TOKEN
from explorer.story.numbers import NOISE
from explorer.story.run_slots import is_certain
from explorer.story.story import Next, Settings
from explorer.story.views import VerdictView, says
from explorer.story.wording import Wording

GROWS_A_TREE = Next("the draft grows a tree of guesses", "the draft grows a new tree")
NO_COIN = "the coin u was not below p/q"


class Candidate(VerdictView):
    """A child that is compared with the target's own token."""

    @property
    def had(self) -> str:
        """p of the child; old traces do not know it of every improbable one."""
        return "less than what was recorded" if self.p is None else self.voice.probability(self.p)


def match_case(child: Candidate) -> str:
    """Whether it is the target's token, and whether its probability was recorded."""
    kept = "accepted" if child.decision == "accepted" else "rejected"
    if child.p is None:
        return f"{kept}.unknown"
    return f"{kept}.never" if child.p < NOISE else kept


GREEDY_MATCH = Wording(
    view=Candidate,
    case=match_case,
    plain={
        "accepted": "it is the target’s own first choice ({p})",
        "accepted.unknown": "it is the target’s own first choice",
        "rejected": "the target’s first choice is another; it gives this one {p}",
        "rejected.unknown": "the target’s first choice is another",
    },
    exact={
        "accepted": f"Greedy: it is {MOST}, with {{had}}, so the walk goes on below it",
        "rejected": f"Greedy: it is not {MOST}, where it has {{had}}",
    },
)
DRAW_MATCH = Wording(
    view=Candidate,
    case=match_case,
    plain={
        "accepted": "the target drew the very same {unit}, which had a chance of {p}",
        "accepted.unknown": "the target drew the very same {unit}",
        "rejected": "the target drew another {unit}; this one had a chance of {p}",
        "rejected.never": "the target drew another {unit}; this one had no chance",
        "rejected.unknown": "the target drew another {unit}",
    },
    exact={
        "accepted": "this candidate, which had {p} there, is the token drawn from p, so the walk goes on below it",
        "rejected": "this candidate, which had {p} there, is not the token drawn from p",
    },
)
OFF_PATH = says(
    plain="testing ended before it or went another way",
    exact="the walk ended or went another way, so this candidate was never tested",
)
WALK = {
    "greedy_match": GREEDY_MATCH,
    "draw_match": DRAW_MATCH,
    "off_path": OFF_PATH,
    "draw": OWN_TOKEN,
    "argmax": OWN_TOKEN,
}


def not_the_targets(settings: Settings) -> str:
    """Why a draft is rejected that is not the target's own token."""
    return f"it is not the {'most probable token of' if is_certain(settings) else 'token drawn from'} p"
