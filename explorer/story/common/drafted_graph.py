"""The words that the page shows at the check and at the end of a round of SSD, TSD or GSD.

They say how many guesses the draft computed, how many the target checked and accepted, and that a copy has its own
probability from the target.
"""

from dataclasses import replace
from functools import cached_property

from decoders.methods.gsd.recording import GraphLayer
from explorer.story.common.copies import Twin, most_apart
from explorer.story.common.steps import TARGET_STEP, Commit, TargetPass, commit_step, exact_target_case, target_case
from explorer.story.wording import Wording


class Check(TargetPass):
    """The target's pass over a draft tree with copies."""

    @cached_property
    def apart(self) -> Twin | None:
        """The copy whose probability differs most from that of its original; None if no copy differs."""
        return most_apart(self.facts, self.read)

    @property
    def own(self) -> str | None:
        """The sentence about that copy in the exact voice; None if there is none."""
        return OWN.say(self.apart.facts, self.apart.node, self.apart.other) if self.apart else None


OWN = Wording(
    view=Twin,
    plain={"": ""},
    exact={
        "": "The replica of {word} has p = {p}, but the original has p = {p_there}, because p depends on the whole path."
    },
)


def check_case(check: Check) -> str:
    """Choose the case in the plain voice, by whether the target gives a copy and its original different probabilities."""
    case = target_case(check)
    return "apart" if case == "several" and check.apart else case


GRAPH_CHECK = replace(
    TARGET_STEP,
    sentence=Wording(
        view=Check,
        case=exact_target_case,
        plain_case=check_case,
        plain={
            **TARGET_STEP.sentence.plain,
            "apart": "The target checks {all_guesses} {in_passes}. It gives the copy of {apart.word} {apart.p} but the original {apart.p_there}, because their paths differ.",
        },
        exact={
            case: f"{words}[ {{own}}]" if case.startswith("drafts") else words
            for case, words in TARGET_STEP.sentence.exact.items()
        },
    ),
)


class Unmerged(Commit):
    """The end of a round whose draft is a graph."""

    @property
    def graph(self) -> GraphLayer | None:
        """The record of the graph."""
        return self.facts.layer(GraphLayer)

    @property
    def copies(self) -> int:
        """The number of copies that were inserted below merged nodes."""
        return self.graph.replicas if self.graph else 0

    @property
    def checked(self) -> int:
        """The number of guesses and copies that the target checked."""
        return self.drafted + self.copies

    @property
    def cost(self) -> str | None:
        """A sentence about what merging saved and cost, in the exact voice; None if there are no copies."""
        if not self.copies:
            return None
        return f"The draft model computed {self.drafted} of the {self.checked} nodes, but the target read all of them."

    @property
    def payoff_case(self) -> str:
        """The case of PAYOFF, with copies counted as guesses."""
        if self.draws and self.copies:
            return "copies" if self.accepted else "copies.none"
        return super().payoff_case


_COMMIT = commit_step(Unmerged)
_EXACT = {**_COMMIT.sentence.exact, "text": f"{_COMMIT.sentence.exact['text']}[ {{cost}}]"}
GRAPH_COMMIT = replace(_COMMIT, sentence=replace(_COMMIT.sentence, exact=_EXACT))
