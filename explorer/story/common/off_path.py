"""The words about a guess that was never tested because its parent was not accepted, or because another candidate was
accepted. These sentences are used for trees and for several drafts.
"""

from collections.abc import Sequence

from decoders.core.record import Verdict
from explorer.story.facts import Facts
from explorer.story.views import VerdictView
from explorer.story.wording import Wording


def rival(facts: Facts, verdict: Verdict) -> int | None:
    """The node that was accepted at the position of a verdict; None if no node was accepted there."""
    tested = facts.tested_below.get(facts.parent(verdict.node), ())
    return next((each.node for each in tested if each.decision == "accepted"), None)


def untested(facts: Facts, verdict: Verdict) -> str:
    """The reason why a guess was not tested: `rival`, `parent`, or an empty text if the record does not show the
    reason.
    """
    accepted = rival(facts, verdict)
    if accepted is not None:
        return "rival"
    above = facts.parent(verdict.node)
    lost = facts.role(above) == "draft" and all(each.decision != "accepted" for each in facts.by_node.get(above, ()))
    return "parent" if lost else ""


def untested_all(facts: Facts, verdicts: Sequence[Verdict]) -> str:
    """The reason why several guesses were not tested, as in `untested`; `mixed` if they have different reasons."""
    reasons = {untested(facts, verdict) for verdict in verdicts}
    return reasons.pop() if len(reasons) == 1 else "mixed"


class OffPath(VerdictView):
    """A guess that was not tested, because it is not on the tested path."""

    @property
    def accepted(self) -> str | None:
        """The guess that was accepted at the same position."""
        node = rival(self.facts, self.verdict)
        return None if node is None else self.facts.word(node)

    @property
    def above(self) -> str:
        """The guess that the untested one continues."""
        return self.facts.word(self.parent)


OFF_PATH = Wording(
    view=OffPath,
    case=lambda guess: untested(guess.facts, guess.verdict),
    plain={
        "": "{word} is not tested because testing ended before it.",
        "rival": "{word} is not tested because {accepted} was accepted at its position.",
        "parent": "{word} is not tested because the {above} before it was not accepted.",
    },
    exact={
        "": "{word} is unused: testing ended before it.",
        "rival": "{word} is unused: {accepted} was accepted at its position.",
        "parent": "{word} is unused: its parent was not accepted.",
    },
)
