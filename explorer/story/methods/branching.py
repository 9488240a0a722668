"""The page's texts on trees with candidates that are tested in order (SpecInfer and MCSS)."""

from decoders.methods.branching import TriesLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.decisions import AGAINST
from explorer.story.common.ratio_test import (
    ACCEPTED,
    LIKELIER,
    PARTS,
    SHARED,
    SURE,
    RatioTest,
    compares,
    exact_ratio_case,
    exact_test,
    ratio_case,
)
from explorer.story.common.rounds import (
    CERTAIN_TREE,
    DRAWN_TREE,
    FIRST_CHOICE,
    GUESSES,
    JOINED,
    TRIED_IN_TURN,
    distinct_tree,
)
from explorer.story.common.walks import GROWS_A_TREE, WALK
from explorer.story.header.run_slots import is_certain, unless_certain
from explorer.story.numbers import NOISE
from explorer.story.story import Because, Bundled, LayerStory, Plan, RoundLine, Settings, Story
from explorer.story.views import LayerView
from explorer.story.wording import Wording

REPEATING = "The draft model grows a tree of guesses. The target checks it in one pass and tests the branches in order."
DIFFERING = "The draft model grows a tree whose branches all differ. The target checks it in one pass and tests the branches in order."
TRIES = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    TRIED_IN_TURN,
    "Test the candidates in order, starting with p′ = p. Accept x if u < min(1, p′/q), where q is the distribution that x was sampled from. After a rejection, p′ ← norm(max(p′ − q, 0)). If none is accepted, x ~ p′.",
)


class CandidateTest(RatioTest):
    """One of several candidates that are tested in order at one position: u < min(1, p′/q)."""

    @property
    def name(self) -> str:
        """The name of the value that is divided by q. This value is p for the first candidate, and p′ after a
        rejection.
        """
        return AGAINST.get(self.verdict.rule, "p")

    @property
    def used(self) -> float | None:
        """The value of p or p′ for this token; None if p′ was not recorded."""
        return self.p if self.name == "p" and self.verdict.p_used is None else self.verdict.p_used

    @property
    def tried(self) -> TriesLayer | None:
        """The record of all candidates at this position."""
        return self.facts.layer(TriesLayer, node=self.parent)

    @property
    def whole_q(self) -> float | None:
        """The value of q before earlier sampled tokens were removed; None if no token was removed."""
        left = self.verdict.q_left
        return None if left is None or self.q is None or left > 1 - NOISE else self.q * left

    @property
    def originally(self) -> str:
        """A clause, in the plain voice, that gives the token's q before earlier samples were removed."""
        return "" if self.whole_q is None else f", which was rescaled from {self.voice.probability(self.whole_q)}"

    @property
    def before(self) -> str | None:
        """The tokens that were sampled before the candidate, with their verb; None if they were not recorded."""
        nodes = list(self.tried.tries) if self.tried else []
        count = nodes.index(self.verdict.node) if self.verdict.node in nodes else 0
        if count == 0:
            return None
        return "the token sampled earlier was" if count == 1 else f"the {count} tokens sampled earlier were"


def plain_candidate_case(test: CandidateTest) -> str:
    """Choose the case in the plain voice. After a rejection, the test uses the leftover target probability."""
    case = ratio_case(test)
    if test.verdict.rule != "residual_ratio" or not case.startswith(("sure", "test")):
        return case
    return f"leftover.{'sure' if case.startswith('sure') else test.outcome}"


# The calculation below the sentence has p and q.
LEFTOVER = compares("leftover target probability ÷ draft{originally}")
CANDIDATE_TEST = Wording(
    view=CandidateTest,
    case=exact_ratio_case,
    plain_case=plain_candidate_case,
    plain={
        **SHARED,
        **LIKELIER,
        "sure.likelier": f"{ACCEPTED} the target finds it likelier than the draft does{SURE}",
        **compares("target ÷ draft"),
        "leftover.accepted": LEFTOVER["test.accepted"],
        "leftover.rejected": LEFTOVER["test.rejected"],
        "leftover.sure": f"{ACCEPTED} its leftover target probability is at least its draft probability{{originally}}.",
    },
    exact=exact_test(
        "{name}/q",
        PARTS,
        also="[ Before {before} removed from q, this candidate had q = {whole_q}.]",
        after_rejection=" Then p′ ← norm(max({name} − q, 0)).",
    ),
)


def tries_case(view: LayerView[TriesLayer]) -> str:
    """Choose the case by whether the draft sampled without replacement."""
    return "distinct" if view.of.q_left else "drawn"


TRIES_LAYER = LayerStory(
    kind=TriesLayer,
    caption=Wording(
        view=LayerView[TriesLayer],
        case=tries_case,
        plain={
            "distinct": "A sampled guess is removed, so the draft’s other probabilities are rescaled.",
            "drawn": "",  # the sentence of a rejection says what the next test uses
        },
        exact={
            "distinct": "Each sampled token is removed from q (“q left” is the remaining mass), and q is renormalised. After a rejection, p′ becomes norm(max(p′ − q, 0)).",
            "drawn": "The draft’s q does not change. After every rejection, p′ becomes norm(max(p′ − q, 0)).",
        },
    ),
    symbols=True,
    heads=lambda layer: (
        *(("draft remaining",) if layer.q_left else ()),
        "threshold",
    ),
)
REASONS = {**WALK, "ratio": CANDIDATE_TEST, "residual_ratio": CANDIDATE_TEST}


def _rejection(settings: Settings) -> Because:
    return rejections.not_the_targets(settings) if is_certain(settings) else rejections.RESIDUAL_RATIO


def _judged(settings: Settings) -> RoundLine:
    return FIRST_CHOICE if is_certain(settings) else TRIES


def _mcss_line(settings: Settings) -> str:
    """The line about MCSS. With replacement, MCSS is the same as SpecInfer, and branches may repeat."""
    return REPEATING if settings.get("replacement") else DIFFERING


PLAN = Plan(
    kind="siblings",
    title="How the candidates are tested",
    says="A tree has several candidates for each position, so one rejection does not end the round. Candidates are tested in the order in which they were sampled, until one is accepted. Then the guesses after it are tested.",
    first="If candidate 1 is rejected, the guesses after it are not tested. Candidate 2 is tested against the leftover.",
    second="If candidate 1 is accepted, the other candidates are not tested. The guesses after it are next.",
    rule="Test: a random number must be below the threshold, which is target ÷ draft or, after a rejection, leftover ÷ draft. It is at most 1.",
    lossless="Why it is lossless: in each test, a {unit} is drafted and accepted with the smaller of its draft and target probabilities. What the target gives beyond that, the leftover, comes from the next candidates and the target’s own {unit}.",
)


SPECINFER = Story(
    method="specinfer",
    line=REPEATING,
    source="Miao et al. 2024, SpecInfer",
    round=lambda settings: (
        CERTAIN_TREE if is_certain(settings) else DRAWN_TREE,
        GUESSES,
        _judged(settings),
        JOINED,
    ),
    following=GROWS_A_TREE,
    plan=unless_certain(PLAN),
    reasons=REASONS,
    rejection=_rejection,
    layers=(TRIES_LAYER,),
    counts_draws=True,
    tuning={"branching": ((2,), (3,), (2, 1), (2, 2), (2, 1, 1))},
    gallery=(Bundled(name="specinfer", note="A draft tree, tested candidate by candidate", settings=SAMPLED),),
)
MCSS = Story(
    method="mcss",
    line=_mcss_line,
    source="Yang et al. 2024, Multi-Candidate Speculative Decoding",
    round=lambda settings: (distinct_tree(settings), GUESSES, _judged(settings), JOINED),
    following=GROWS_A_TREE,
    plan=unless_certain(PLAN),
    reasons=REASONS,
    rejection=_rejection,
    tuning={"branching": ((2,), (3,), (2, 1), (3, 1), (2, 2), (2, 1, 1))},
    gallery=(
        Bundled(
            name="mcss",
            note="A draft tree sampled without replacement",
            settings=SAMPLED,
        ),
    ),
)
STORIES = (SPECINFER, MCSS)
