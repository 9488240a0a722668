"""The sentences about decisions by rules that only other programs use, or that these programs use with another method."""

from explorer.story.common import rejections
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.untested import UNTESTED
from explorer.story.common.walks import DRAW_MATCH, GREEDY_MATCH, OFF_PATH
from explorer.story.story import Because
from explorer.story.views import VerdictView
from explorer.story.wording import Wording


class Mixed(VerdictView):
    """A test against a mixture of the target's and the draft's probabilities."""

    @property
    def outcome(self) -> str:
        """The outcome of the test: accepted or rejected."""
        return "accepted" if self.decision == "accepted" else "rejected"


def mixed_case(test: Mixed) -> str:
    """Choose the case by the outcome, and by whether the random number is known."""
    return test.outcome if test.u is not None else f"{test.outcome}.unknown"


ENSEMBLE = Wording(
    view=Mixed,
    case=mixed_case,
    plain={
        "accepted": "{word} is accepted because the random number {u} is below {a}. The target’s and the draft’s probabilities were mixed for this test.",
        "rejected": "{word} is rejected because the random number {u} is not below {a}. The target’s and the draft’s probabilities were mixed for this test.",
        "accepted.unknown": "{word} is accepted. The random number was not recorded. The target’s and the draft’s probabilities were mixed for this test.",
        "rejected.unknown": "{word} is rejected. The random number was not recorded. The target’s and the draft’s probabilities were mixed for this test.",
    },
    exact={
        "accepted": "{word} is accepted: u = {u} < min(1, 1 − w + w·p/q) = {a}.",
        "rejected": "{word} is rejected: u = {u} ≥ 1 − w + w·p/q = {a}.",
        "accepted.unknown": "{word} is accepted: min(1, 1 − w + w·p/q) = {a}; u was not recorded.",
        "rejected.unknown": "{word} is rejected: 1 − w + w·p/q = {a}; u was not recorded.",
    },
)
ENSEMBLE_MATCH = Wording(
    view=Mixed,
    case=lambda test: test.outcome if test.decision in ("accepted", "rejected") else "own",
    plain={
        "accepted": "{word} is accepted because it is the most likely {unit} after the target’s and the draft’s probabilities were mixed.",
        "rejected": "{word} is rejected because another {unit} is the most likely one after the target’s and the draft’s probabilities were mixed.",
        "own": "{word} is the most likely {unit} after the target’s and the draft’s probabilities were mixed.",
    },
    exact={
        "accepted": "{word} is accepted: it is argmax(w·p + (1 − w)·q).",
        "rejected": "{word} is rejected: it is not argmax(w·p + (1 − w)·q).",
        "own": "{word} is argmax(w·p + (1 − w)·q).",
    },
)
CUT_OFF = Wording(
    view=VerdictView,
    case=lambda verdict: "",
    plain={"": "{word} is not used because the text ended before it."},
    exact={"": "{word} is unused: the text ended before it."},
)


class Reported(VerdictView):
    """A decision of another program that reports only its outcome."""

    @property
    def engine(self) -> str:
        """The name of the program."""
        seen = self.facts.header.observed
        return "the other program" if seen is None else seen.engine


REPORTED = Wording(
    view=Reported,
    case=lambda verdict: verdict.decision if verdict.decision in ("accepted", "rejected", "bonus") else "own",
    plain={
        "accepted": "{word} is accepted by {engine}. The target’s probability and the random number were not recorded.",
        "rejected": "{word} is rejected by {engine}. The target’s probability and the random number were not recorded.",
        "bonus": "The target adds {word} because every guess was accepted. Its probability was not recorded.",
        "own": "The target writes {word}. How it chose this {unit} was not recorded.",
    },
    exact={
        "accepted": "{word} is accepted by {engine}[, q = {q}]; p and u were not recorded.",
        "rejected": "{word} is rejected by {engine}[, q = {q}]; p and u were not recorded.",
        "bonus": "{word} is the bonus token: every draft token was accepted. Its p was not recorded.",
        "own": "{word} is the target’s token; p was not recorded.",
    },
)
CAPPED = Wording(
    view=Reported,
    case=lambda verdict: "",
    plain={"": "{word} is not sent to the target because {engine} shortened the draft."},
    exact={"": "{word} is not sent: {engine} shortened the draft."},
)
REJECTED = {  # by code of story/header/observed.py: when a draft token is rejected, if the method's own sentence is not true
    "ensemble": Because("a test against mixed probabilities rejects it", "u ≥ 1 − w + w·p/q"),
    "temperature_0": rejections.GREEDY_MATCH,
    "counts_only": Because("the other program reports that it was not accepted", "the other program reports it"),
}
OBSERVED_RULES = {
    "ratio": RATIO_TEST,
    "earlier_rejection": UNTESTED,
    "greedy_match": GREEDY_MATCH,
    "draw_match": DRAW_MATCH,
    "off_path": OFF_PATH,
    "draw": OWN_TOKEN,
    "argmax": OWN_TOKEN,
    "ensemble": ENSEMBLE,
    "ensemble_match": ENSEMBLE_MATCH,
    "cut_off": CUT_OFF,
    "reported": REPORTED,
    "capped": CAPPED,
}
