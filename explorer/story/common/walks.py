"""The sentences about a walk down a draft tree, in which a child is accepted if it is the target's own token."""

from explorer.story.common.off_path import OFF_PATH
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.numbers import NOISE
from explorer.story.story import Next
from explorer.story.views import VerdictView
from explorer.story.wording import Wording

GROWS_A_TREE = Next("The draft grows a tree of guesses.", "The draft grows a new tree.")


class Candidate(VerdictView):
    """A child node whose token is compared with the target's own token."""

    @property
    def likeliest(self) -> str | None:
        """The target's most likely token at this position, with its probability; None if it was not recorded."""
        return self.facts.likeliest(self.verdict)


def match_case(child: Candidate) -> str:
    """Choose the case by whether the child is the target's token, and whether its probability was recorded."""
    outcome = "accepted" if child.decision == "accepted" else "rejected"
    if child.p is None:
        return f"{outcome}.unknown"
    return f"{outcome}.zero" if child.p < NOISE else outcome


def greedy_case(child: Candidate) -> str:
    """Choose the case of a comparison with the target's most likely token. A rejection names that token if it was
    recorded.
    """
    known = child.decision != "accepted" and child.p is not None and child.likeliest
    return "rejected.named" if known else match_case(child)


GREEDY_MATCH = Wording(
    view=Candidate,
    case=greedy_case,
    plain={
        "accepted": "{word} is accepted because it is the target’s most likely {unit}[ ({p})].",
        "rejected.named": "{word} is rejected because the target’s most likely {unit} is {likeliest}; the target gives {word} {p}.",
        "rejected": "{word} is rejected because it is not the target’s most likely {unit}[; the target gives it {p}].",
    },
    exact={
        "accepted": "{word} is accepted: it is argmax p (p = {p}).",
        "accepted.unknown": "{word} is accepted: it is argmax p (p is below the recorded values).",
        "rejected": "{word} is rejected: it is not argmax p (p = {p}).",
        "rejected.named": "{word} is rejected: p = {p}, but argmax p is {likeliest}.",
        "rejected.unknown": "{word} is rejected: it is not argmax p (p is below the recorded values).",
    },
)
DRAW_MATCH = Wording(
    view=Candidate,
    case=match_case,
    plain={
        "accepted": "{word} is accepted because the target sampled the same {unit}[ (probability {p})].",
        "rejected": "{word}[ (target {p})] is rejected because the target sampled another {unit}.",
    },
    exact={
        "accepted": "{word} is accepted: it equals the sampled y ~ p (p = {p}).",
        "rejected": "{word} (p = {p}) is rejected: it differs from the sampled y ~ p.",
    },
)
WALK = {
    "greedy_match": GREEDY_MATCH,
    "draw_match": DRAW_MATCH,
    "off_path": OFF_PATH,
    "draw": OWN_TOKEN,
    "argmax": OWN_TOKEN,
}
