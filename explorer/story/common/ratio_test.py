"""The sentences about the acceptance test of speculative sampling, u < min(1, p/q), and why a draft token was accepted
or rejected.
"""

from explorer.story.numbers import NOISE, digits, fraction, plural
from explorer.story.views import Together, VerdictView, compared, divided, two_decimals
from explorer.story.wording import Wording


class RatioTest(VerdictView):
    """One test u < min(1, p/q) of one token."""

    @property
    def outcome(self) -> str:
        """The outcome of the test, accepted or rejected. A draft token that was dropped afterwards had passed its test."""
        return "rejected" if self.decision == "rejected" else "accepted"

    @property
    def test(self) -> Together | None:
        """u and its threshold, with enough decimals to show which is larger."""
        return two_decimals(self.u, self.a)

    @property
    def weighed(self) -> Together | None:
        """The target and draft probabilities of the test, with enough digits to reproduce their quotient."""
        return None if self.p is None else divided(self.used, self.q, self.test)

    @property
    def parts(self) -> Together:
        """The two numbers of the quotient p/q in the test, as decimals."""
        if (self.a or 0.0) >= 1 - NOISE:
            return Together(digits(self.used), digits(self.q))
        return Together(*fraction(self.used, self.q))

    @property
    def likelier(self) -> Together | None:
        """p and q in percent, with enough digits to show which is larger."""
        return compared(self.p, self.q)

    @property
    def cut(self) -> str:
        """The sampling settings that give the token the probability 0: top-k, top-p or both."""
        return self.facts.cut(self.left)

    @property
    def left(self) -> int | None:
        """The number of tokens, or of beams with a token, that have a probability above 0 after 𝒯; None if it was not
        recorded.
        """
        return self.facts.support(self.verdict)

    @property
    def others(self) -> str:
        """The tokens, or the continuations of beams, that the sampling settings leave."""
        noun = "continuation" if self.is_beam else self.unit
        of_beams = " of the beams" if self.is_beam else ""
        return (
            f"one other {noun}{of_beams}" if self.left == 1 else f"{plural(self.left or 0, f'other {noun}')}{of_beams}"
        )

    @property
    def leave(self) -> str:
        """The sampling settings as the subject of a sentence, with its verb: “top-k setting leaves”."""
        return f"{self.cut} settings leave" if " and " in self.cut else f"{self.cut} setting leaves"

    @property
    def exclude(self) -> str:
        """The same subject with another verb: “top-k setting excludes”."""
        return f"{self.cut} settings exclude" if " and " in self.cut else f"{self.cut} setting excludes"

    @property
    def never(self) -> str:
        """The case of a token with threshold 0. Its probability was used up by rejections, or the sampling settings
        exclude it.
        """
        if (self.p or 0.0) > NOISE:
            return ".used"
        return "" if not self.cut else ".cut" if self.left is None else ".cut.left"

    @property
    def beside_q(self) -> str:
        """For a token with threshold 1, the case of the sentence: whether p equals q or is larger."""
        if self.p is None or self.q is None:
            return ""
        return ".alike" if self.p <= self.q else ".likelier"


def ratio_case(test: RatioTest) -> str:
    """Choose the case of a test in the plain voice."""
    if test.verdict.greedy:
        return f"greedy.{test.outcome}"
    if test.decision == "dropped":
        return "dropped"
    if test.u is None or test.a is None:
        return f"unknown.{test.outcome}"
    if test.a <= NOISE:
        return f"never{test.never}"
    if test.outcome == "accepted" and test.u >= test.a:
        return "rounding"
    if test.a >= 1 - NOISE:
        return f"sure{test.beside_q}"
    return f"test.{test.outcome}"


def exact_ratio_case(test: RatioTest) -> str:
    """Choose the case of a test in the exact voice, which shows the numbers in each case."""
    if test.verdict.greedy:
        return f"greedy.{test.decision if test.decision == 'dropped' else test.outcome}"
    one = ".one" if (test.a or 0.0) >= 1 - NOISE else ""
    if test.decision == "dropped":
        return f"dropped{one}"
    if test.outcome == "rejected":
        return "test.rejected"
    if test.u is not None and test.a is not None and test.u >= test.a:
        return "test.rounding"
    longest = ".longest" if test.facts.settings.get("acceptance") == "paper" else ""
    return f"test.accepted{longest}{one}"


# The plain voice

ACCEPTED = "{subject} is accepted because"
REJECTED = "{subject} is rejected because"
BELOW = f"{ACCEPTED} the random number {{test.left}} is below the threshold {{test.right}}"
NOT_BELOW = f"{REJECTED} the random number {{test.left}} is not below the threshold {{test.right}}"
SURE = "; no random number could reject it."
ZERO = f"{REJECTED} the target gives it zero probability here"


def compares(numbers: str) -> dict[str, str]:
    """The sentences for the two outcomes of comparing a random number with a threshold. `numbers` shows, in brackets,
    how the threshold is computed.

    >>> compares("target {p} ÷ draft {q}")["test.rejected"][-50:]
    'threshold {test.right}[ (target {p} ÷ draft {q})].'
    """
    return {"test.accepted": f"{BELOW}[ ({numbers})].", "test.rejected": f"{NOT_BELOW}[ ({numbers})]."}


SHARED = {  # by case: the sentences that are the same in every test of a ratio
    "greedy.accepted": f"{ACCEPTED} it is the only {{unit}} that the target’s sampling settings allow here.",
    "greedy.rejected": f"{REJECTED} the target’s sampling settings allow only one {{unit}} here, and it is a different one.",
    "dropped": "{word} passes its own test but is not on the chosen path. Another passing path is longer, or equally long and tested earlier.",
    "unknown.accepted": "{subject} is accepted. The random number of this test was not recorded.",
    "unknown.rejected": "{subject} is rejected. The random number of this test was not recorded.",
    "rounding": f"{ACCEPTED} after a rejection there would be nothing left to sample from.",
    "never": f"{ZERO}.",
    "never.used": f"{REJECTED} none of the target’s probability is left for it after the earlier rejections.",
    "never.cut": f"{ZERO}. The target’s {{exclude}} it.",
    "never.cut.left": f"{ZERO}. The target’s {{leave}} only {{others}}.",
}
LIKELIER = {  # by case: a ratio of at least 1, p/q
    "sure": f"{ACCEPTED} the target finds it at least as likely as the draft does.",
    "sure.alike": f"{ACCEPTED} both models give it the same probability ({{p}}){SURE}",
    "sure.likelier": f"{ACCEPTED} the target finds it likelier than the draft does (target {{likelier.left}}, draft "
    f"{{likelier.right}}){SURE}",
}

# The exact voice

THROWN = "[u = {u} < ]"
ROUNDING = (
    " Only rounding makes u larger. A rejection would leave no probability mass, so the token is always accepted."
)
LONGEST = "The token is on the longest accepted path."
LONGER = "is dropped: another passing path is longer, or equally long and tested earlier."


PARTS = "{parts.left}/{parts.right}"


def exact_test(ratio: str, numbers: str, also: str = "", after_rejection: str = "") -> dict[str, str]:
    """The exact sentences of a test, by case. `ratio` is p/q in symbols, and `numbers` is p/q in numbers.

    `also` is added to every sentence, and `after_rejection` to the sentence of a rejection.
    """
    less, one = f"min(1, {ratio}) = {numbers} = {{a}}", f"min(1, {ratio}) = min(1, {numbers}) = 1"
    accepted, dropped = f"{{subject}} is accepted: {THROWN}", f"{{subject}} passes ({THROWN}"
    return {
        "test.accepted": f"{accepted}{less}.{also}",
        "test.accepted.one": f"{accepted}{one}.{also}",
        "test.accepted.longest": f"{accepted}{less}. {LONGEST}{also}",
        "test.accepted.longest.one": f"{accepted}{one}. {LONGEST}{also}",
        "test.rounding": f"{{subject}} is accepted: {less}.{also}{ROUNDING}",
        "test.rejected": f"{{subject}} is rejected: [u = {{u}} ≥ ]{less}.{also}{after_rejection}",
        "dropped": f"{dropped}{less}) but {LONGER}",
        "dropped.one": f"{dropped}{one}) but {LONGER}",
        "greedy.accepted": "{subject} is accepted: its 𝒯p is 1 ({before_warping}).",
        "greedy.rejected": "{subject} is rejected: its 𝒯p is 0 ({before_warping}).",
        "greedy.dropped": f"{{subject}} passes (𝒯p = 1; {{before_warping}}) but {LONGER}",
    }


RATIO_TEST = Wording(
    view=RatioTest,
    case=exact_ratio_case,
    plain_case=ratio_case,
    plain={**SHARED, **LIKELIER, **compares("target {weighed.left} ÷ draft {weighed.right}")},
    exact=exact_test("p/q", PARTS),
)
