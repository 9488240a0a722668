"""The sentences about draft trees: how a round grows and checks a tree, and which nodes are not extended."""

from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import FIRST_CHOICE, FULL_TREE, LONGEST_LUCKY, PRUNED_TREE, SAME
from explorer.story.common.walks import WALK
from explorer.story.header.run_slots import is_certain
from explorer.story.story import RoundLine, Settings
from explorer.story.views import Together, VerdictView, compared
from explorer.story.wording import Wording


class Pruned(VerdictView):
    """A node that is not extended."""

    @property
    def held(self) -> Together | None:
        """q and the minimum in percent, with as many digits as it takes to see which is larger."""
        return compared(self.q, self.bar)

    @property
    def sibling_share(self) -> float | None:
        """θ_sib: a node needs this fraction of the largest q among its siblings."""
        share = self.facts.settings.get("sibling_threshold")
        return None if share is None else float(share)

    @property
    def best(self) -> float | None:
        """The largest q among the node's siblings, computed from the threshold."""
        return self.bar / self.sibling_share if self.bar is not None and self.sibling_share else None

    @property
    def budget(self) -> int | None:
        """The largest number of nodes that the draft may have."""
        return self.facts.settings.get("node_budget") or None


def pruned_case(node: Pruned) -> str:
    """Choose the case by the rule, and by whether the rule's numbers were recorded."""
    return "budget" if node.verdict.rule == "budget" else node.verdict.rule if node.held else "unknown"


PRUNED = Wording(
    view=Pruned,
    case=lambda node: node.verdict.rule,
    plain_case=pruned_case,
    plain={
        "budget": "{word} is not extended because the draft has reached its size limit.",
        "unknown": "{word} is not extended because the draft finds it too unlikely.",
        "sibling": "{word} is not extended because the draft gives it {held.left}, below the minimum of {held.right} that "
        "its likeliest sibling sets.",
        "probability": "{word} is not extended because the draft gives it {held.left}, below the minimum of "
        "{held.right}.",
    },
    exact={
        "probability": "{word} is pruned: q = {q} < θ_prob = {bar}.",
        "sibling": "{word} is pruned: q = {q} < θ_sib · max q =[ {sibling_share}·{best} =] {bar}.",
        "budget": "{word} is pruned: the draft has reached its node budget[ of {budget}].",
    },
)
TREE = WALK | {
    "ratio": RATIO_TEST,
    "longest_path": RATIO_TEST,
    "draw": OWN_TOKEN,
    "probability": PRUNED,
    "sibling": PRUNED,
    "budget": PRUNED,
}

GRID = {  # the grid of a search for fast settings
    "gamma": (2, 3, 4),
    "out_degree": (2,),
    "prob_threshold": (0.3, 0.5),
    "sibling_threshold": (0.1, 0.3),
    "node_budget": (5,),
}


def grown(settings: Settings) -> RoundLine:
    """Return the line about a tree of the likeliest tokens, which is pruned, or grows up to the node budget."""
    pruned = settings.get("prob_threshold") or settings.get("sibling_threshold")
    return PRUNED_TREE if pruned else FULL_TREE


def walked(settings: Settings) -> RoundLine:
    """Return the line about how a tree is checked: by random numbers, a sample or the most likely token."""
    if is_sampled_as_in_the_paper(settings):
        return LONGEST_LUCKY
    drawn = settings.get("verification") == "sampling" and not is_certain(settings)
    return SAME if drawn else FIRST_CHOICE


def is_sampled_as_in_the_paper(settings: Settings) -> bool:
    """Whether every child is tested with a random number of its own, as in GSD's paper."""
    return settings.get("verification") == "sampling" and settings.get("acceptance") == "paper"
