"""The default story, for a method that has none. It is made from the formulas and names in the method's trace."""

from collections.abc import Mapping
from typing import Any

from explorer.story.common.rounds import GUESSES, JOINED
from explorer.story.numbers import digits
from explorer.story.story import Next, RoundLine, Story
from explorer.story.views import VerdictView
from explorer.story.wording import Verbatim, Wording
from explorer.trace.lines import Header

_NUMBERS = {"p": "p", "q": "q", "p_used": "p used", "u": "u", "a": "a", "bar": "bar", "confidence": "confidence"}
DRAFTED = RoundLine("draft", "pending", "Tokens are guessed.", "Tokens are drafted.")
DECIDED = RoundLine(
    "decide",
    "accepted rejected unused",
    "The method’s own rule decides which guesses are accepted.",
    "The method’s own rule decides which draft tokens are accepted.",
)


class UnknownRule(VerdictView):
    """A decision by a rule that no installed story describes."""

    @property
    def name(self) -> str:
        """The rule's name in words."""
        return self.verdict.rule.replace("_", " ")

    @property
    def formula(self) -> str | None:
        """The rule's formula, from the trace's header."""
        return (self.facts.header.rules or {}).get(self.verdict.rule)

    @property
    def numbers(self) -> str | None:
        """The numbers of the decision by name."""
        found = ((name, getattr(self.verdict, key)) for key, name in _NUMBERS.items())
        return ", ".join(f"{name} = {digits(value)}" for name, value in found if value is not None) or None


UNKNOWN_RULE = Wording(
    view=UnknownRule,
    case=lambda rule: "formula" if rule.formula else "name",
    plain={"": "{word}: the rule “{name}” decided."},
    exact={"formula": "{word}: {formula}[; {numbers}].", "name": "{word}: the rule “{name}” decided[; {numbers}]."},
)


def generic(header: Header, reasons: Mapping[str, Wording[Any]]) -> Story:
    """Return a story for a method that has none. `reasons` maps each rule that the method shares with other methods to
    the wording of its reason.
    """
    drafts = header.view in ("chain", "tree", "dag", "forest")
    return Story(
        method=header.method,
        line=Verbatim(header.title or header.method),
        source=header.paper or "",
        round=lambda settings: (DRAFTED, GUESSES, DECIDED, JOINED) if drafts else (),
        following=Next("", ""),
        reasons=reasons,
        rejection="the method’s own rule does not accept it",
    )
