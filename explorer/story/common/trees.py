"""Draft trees: which nodes are not expanded, and how a round grows one."""

from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import FIRST_CHOICE, FULL_TREE, LONGEST_LUCKY, PRUNED_TREE, SAME
from explorer.story.common.walks import WALK
from explorer.story.numbers import plural
from explorer.story.run_slots import is_certain
from explorer.story.story import RoundLine, Settings
from explorer.story.views import Together, VerdictView, compared
from explorer.story.wording import Wording


class Pruned(VerdictView):
    """A node that is not expanded."""

    @property
    def held(self) -> Together | None:
        """q and what it was held against, as they compare."""
        return compared(self.q, self.bar)

    @property
    def sibling_share(self) -> float | None:
        """What share of its best sibling's q a node must have."""
        share = self.facts.settings.get("sibling_threshold")
        return None if share is None else float(share)

    @property
    def most(self) -> str:
        """How many nodes the draft may have."""
        budget = self.facts.settings.get("node_budget")
        return plural(budget, "node") if budget else "so many nodes"


def pruned_case(node: Pruned) -> str:
    """By the rule, and whether its numbers were recorded."""
    return "budget" if node.verdict.rule == "budget" else node.verdict.rule if node.held else "unknown"


PRUNED = Wording(
    view=Pruned,
    case=lambda node: node.verdict.rule,
    plain_case=pruned_case,
    plain={
        "budget": "the draft has no room left for what would follow it",
        "unknown": "the draft finds it too unlikely to go on below it",
        "sibling": "the draft gives it {held.left}, less than {held.right}: too little beside its likeliest neighbour",
        "probability": "the draft gives it {held.left}, less than the {held.right} it takes to go on below it",
    },
    exact={
        "probability": "q = {q} is below θ_prob = {bar}, so it is not expanded",
        "sibling": "q = {q} is below θ_sib · max q = {bar}[, {sibling_share} of the largest q among its siblings], so it is not expanded",
        "budget": "there was no room to expand it: the draft has at most {most}",
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

GRID = {  # of a search for fast settings
    "gamma": (2, 3, 4),
    "out_degree": (2,),
    "prob_threshold": (0.3, 0.5),
    "sibling_threshold": (0.1, 0.3),
    "node_budget": (5,),
}


def grown(settings: Settings) -> RoundLine:
    """The line about a tree of the likeliest tokens: pruned, or as full as there is room for."""
    pruned = settings.get("prob_threshold") or settings.get("sibling_threshold")
    return PRUNED_TREE if pruned else FULL_TREE


def walked(settings: Settings) -> RoundLine:
    """The line about how a tree is judged: by coins, by a draw, or by the target's first choice."""
    if is_sampled_as_in_the_paper(settings):
        return LONGEST_LUCKY
    drawn = settings.get("verification") == "sampling" and not is_certain(settings)
    return SAME if drawn else FIRST_CHOICE


def is_sampled_as_in_the_paper(settings: Settings) -> bool:
    """Whether every child is accepted by a coin of its own (GSD's paper)."""
    return settings.get("verification") == "sampling" and settings.get("acceptance") == "paper"
