"""The coin of speculative sampling, u < min(1, p/q): why a draft was kept or rejected."""

from explorer.story.numbers import NOISE
from explorer.story.views import Together, VerdictView, compared, divided
from explorer.story.wording import Wording

GREEDY = "Greedy: warped, p is 1 on its most probable token and 0 elsewhere"
NO_DICE = ", so no dice could keep it"


class RatioTest(VerdictView):
    """u < min(1, p/q), for one token."""

    @property
    def outcome(self) -> str:
        """Kept or rejected; a draft that was dropped afterwards had passed."""
        return "rejected" if self.decision == "rejected" else "kept"

    @property
    def side(self) -> str:
        """On which side of a the random number fell."""
        return "is below" if self.u is None or self.a is None or self.u < self.a else "is not below"

    @property
    def test(self) -> Together | None:
        """u and a, as they compare."""
        return compared(self.u, self.a)

    @property
    def weighed(self) -> Together | None:
        """What stood in the place of p, and q, as they divide."""
        return None if self.p is None else divided(self.used, self.q)

    @property
    def likelier(self) -> Together | None:
        """p and q, as they compare."""
        return compared(self.p, self.q)

    @property
    def longest(self) -> str:
        """That the draft lies on the longest path, where that decides."""
        longest = self.decision == "accepted" and self.facts.settings.get("acceptance") == "paper"
        return ", on the longest path" if longest else ""

    @property
    def cut(self) -> str:
        """What took the token out of p."""
        return self.facts.cut(self.left)

    @property
    def left(self) -> int | None:
        """How many tokens the target has left after 𝒯."""
        return self.facts.support(self.verdict)

    @property
    def others(self) -> str:
        """The tokens that the target has left."""
        return f"{self.left} other {self.unit}s"

    @property
    def never(self) -> str:
        """The case of a token that the target has no chance for: used up, or cut away."""
        if (self.p or 0.0) > NOISE:
            return ".used"
        if not self.cut:
            return ""
        return ".cut" if self.left is None else ".cut.one" if self.left == 1 else ".cut.left"

    @property
    def beside_q(self) -> str:
        """The case of a token that is kept for certain: whether p is q, or larger."""
        if self.p is None or self.q is None:
            return ""
        return ".alike" if self.p <= self.q else ".likelier"


def ratio_case(test: RatioTest) -> str:
    """How the coin decided."""
    if test.verdict.greedy:
        return f"greedy.{test.outcome}"
    if test.decision == "dropped":
        return "dropped"
    if test.u is None or test.a is None:
        return f"unknown.{test.outcome}"
    if test.a <= NOISE:
        return f"never{test.never}"
    if test.outcome == "kept" and test.u >= test.a:
        return "rounding"
    if test.a >= 1 - NOISE:
        return f"sure{test.beside_q}"
    return "coin"


def exact_ratio_case(test: RatioTest) -> str:
    """The same in the exact voice, which shows the numbers in each."""
    below = test.u is None or test.a is None or test.u < test.a
    case = "greedy" if test.verdict.greedy else "coin"
    if test.decision == "dropped":
        return f"{case}.dropped"
    return case if below or test.outcome == "rejected" or test.verdict.greedy else "coin.rounding"


NEVER = {  # by RatioTest.never
    "never": f"the target never says it here{NO_DICE}",
    "never.used": f"the rejections before it have used up the target’s chance for it{NO_DICE}",
    "never.cut": f"the target never says it here: its {{cut}} cut removed it{NO_DICE}",
    "never.cut.one": f"the target never says it here: its {{cut}} cut leaves only another {{unit}}{NO_DICE}",
    "never.cut.left": f"the target never says it here: its {{cut}} cut leaves {{others}}{NO_DICE}",
}
COIN = {  # what every coin says
    "greedy.kept": "the target leaves nothing to chance here, and this is its first choice",
    "greedy.rejected": "the target leaves nothing to chance here, and this is not its first choice",
    "dropped": "it passes its own test, but another accepted path is longer or came first",
    "unknown.kept": "its die fell low enough",
    "unknown.rejected": "its die fell too high",
    "rounding": "nothing of the target’s chances would be left over, so it is kept for certain",
    **NEVER,
}
# Pieces of what any coin says.
DICE = "dice {test.left}, needed below {test.right}"
THROWN = "[u = {u} {side} ]"
WARPED = f"{GREEDY}; here, {{before_warping}}, it is {{verdict.p_used}}. {THROWN}"
ROUNDING = " (nothing would be left of p: the test is certain but for rounding)"
PASSES = "it passes, but another accepted path is longer or came first"

NUMBERS = f"{THROWN}min(1, p/q) = min(1, {{used}}/{{q}}) = {{a}}, so "
GREEDY_NUMBERS = f"{WARPED}min(1, p/q) = {{a}}, so "
KEPT_OR_NOT = "the draft is {outcome}{longest}"

RATIO_TEST = Wording(
    view=RatioTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={
        **COIN,
        "coin": f"{DICE}[: the target gives it {{weighed.left}}, the draft gave it {{weighed.right}}]",
        "sure": "the target finds it at least as likely as the draft did: kept for certain",
        "sure.alike": "the target finds it as likely as the draft did ({p}): kept for certain",
        "sure.likelier": "the target finds it likelier than the draft did ({likelier.left}, not {likelier.right}): kept "
        "for certain",
    },
    exact={
        "coin": f"{NUMBERS}{KEPT_OR_NOT}",
        "coin.rounding": f"{NUMBERS}{KEPT_OR_NOT}{ROUNDING}",
        "coin.dropped": f"{NUMBERS}{PASSES}",
        "greedy": f"{GREEDY_NUMBERS}{KEPT_OR_NOT}",
        "greedy.dropped": f"{GREEDY_NUMBERS}{PASSES}",
    },
)
