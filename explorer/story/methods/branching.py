"""What the page says about trees whose candidates are tested in order: SpecInfer and MCSS."""

from decoders.methods.branching import TriesLayer
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.decisions import AGAINST
from explorer.story.common.ratio_test import (
    COIN,
    DICE,
    RATIO_TEST,
    ROUNDING,
    THROWN,
    WARPED,
    RatioTest,
    exact_ratio_case,
    ratio_case,
)
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, TRIED_IN_TURN
from explorer.story.common.walks import GROWS_A_TREE, WALK, not_the_targets
from explorer.story.numbers import NOISE
from explorer.story.run_slots import is_certain
from explorer.story.story import Bundled, LayerStory, RoundLine, Settings, Story
from explorer.story.views import LayerView, Together, compared
from explorer.story.wording import Wording

DRAWN_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree. Guesses per position, level by level: {tree}. The same guess may appear twice.",
    "Children sampled iid from q, level by level: {tree}.",
)
DISTINCT_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of different guesses. Guesses per position, level by level: {tree}.",
    "Children sampled from q without replacement, level by level: {tree}.",
)
CERTAIN_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of its most likely guesses. Guesses per position, level by level: {tree}.",
    "The most likely tokens of q become children, level by level: {tree}.",
)
TRIES = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    TRIED_IN_TURN,
    "Candidates in order; p′ = p at first, and q is the distribution that x was sampled from. Accept if u < min(1, p′/q); rejected: p′ ← norm(max(p′ − q, 0)). If none is accepted, x ~ p′.",
)


class Try(RatioTest):
    """One of several drafts that are tried in one place: u < min(1, p′/q)."""

    @property
    def name(self) -> str:
        """What stands in the place of p: p itself at first, p′ after a rejection."""
        return AGAINST.get(self.verdict.rule, "p")

    @property
    def value(self) -> float | None:
        """Its probability."""
        return self.p if self.name == "p" and self.verdict.p_used is None else self.verdict.p_used

    @property
    def is_try(self) -> bool:
        """Whether the tries in its place were recorded."""
        return self.tried is not None

    @property
    def tried(self) -> TriesLayer | None:
        """The tries in its place."""
        return self.facts.layer(TriesLayer, node=self.parent)

    @property
    def left_over(self) -> Together | None:
        """p′ and q, as they compare."""
        return compared(self.verdict.p_used, self.q)

    @property
    def whole_q(self) -> float | None:
        """q before earlier draws were taken out."""
        left = self.verdict.q_left
        return None if left is None or self.q is None else self.q * left

    @property
    def grown(self) -> str:
        """What q was before earlier draws were taken out, in the plain voice."""
        left = self.verdict.q_left
        if left is None or self.whole_q is None or left > 1 - NOISE:
            return ""
        return f" ({self.voice.probability(self.whole_q)} before the earlier draws were taken out)"

    @property
    def before(self) -> str:
        """How many tokens were drawn before it."""
        nodes = list(self.tried.tries) if self.tried else []
        count = nodes.index(self.verdict.node) if self.verdict.node in nodes else 0
        return "token" if count == 1 else f"{count} tokens"


def exact_try_case(test: Try) -> str:
    """How the coin decided; a try whose place was not recorded is told as a draft."""
    if not test.is_try:
        return f"draft.{exact_ratio_case(test)}"
    return f"{test.outcome}.{exact_ratio_case(test)}"


def try_case(test: Try) -> str:
    """The same in the plain voice: after a rejection it is p′ that counts."""
    case = ratio_case(test)
    after = test.verdict.rule == "residual_ratio"
    if case.startswith("sure") and after:
        return "sure.left"
    return "coin.left" if case == "coin" and after else case


NUMBERS = f"{THROWN}min(1, {{name}}/q) = min(1, {{value}}/{{q}}) = {{a}}, so "
GREEDY_NUMBERS = f"{WARPED}min(1, {{name}}/q) = {{a}}, so "
SHRUNKEN = "[; without the {before} drawn before it q makes {q} of {whole_q}]"
KEPT = f"the try is kept{SHRUNKEN}"
REJECTED = f"the try is rejected, and {{name}} loses what q offered{SHRUNKEN}"
TRY = Wording(
    view=Try,
    case=exact_try_case,
    plain_case=try_case,
    plain={
        **COIN,
        **{case: words for case, words in RATIO_TEST.plain.items() if case.startswith("sure")},
        "coin": f"{DICE}[: the target gives it {{weighed.left}}, the draft gave it {{weighed.right}}{{grown}}]",
        "coin.left": f"{DICE}[: the target has {{weighed.left}} left for it, the draft gave it {{weighed.right}}{{grown}}]",
        "sure.left": "after the rejections the target has at least the draft’s chance left for it[ ({left_over.left}, not {left_over.right})]: kept for certain",
    },
    exact={
        "kept.coin": f"{NUMBERS}{KEPT}",
        "kept.coin.rounding": f"{NUMBERS}{KEPT}{ROUNDING}",
        "kept.greedy": f"{GREEDY_NUMBERS}{KEPT}",
        "rejected.coin": f"{NUMBERS}{REJECTED}",
        "rejected.greedy": f"{GREEDY_NUMBERS}{REJECTED}",
        "draft.coin": f"{NUMBERS}the draft is {{outcome}}",
        "draft.coin.rounding": f"{NUMBERS}the draft is {{outcome}}{ROUNDING}",
        "draft.greedy": f"{GREEDY_NUMBERS}the draft is {{outcome}}",
    },
)


def tries_case(view: LayerView[TriesLayer]) -> str:
    """Whether the draft drew without replacement."""
    return "distinct" if view.of.q_left else "drawn"


TRIED = "Candidates are tested in order. After a rejection, the next one is tested against the leftover target probability. That is what the target likes more than the draft did, over all tokens."
NO_REPEATS = "A guess cannot be drafted twice here."
TRIES_LAYER = LayerStory(
    kind=TriesLayer,
    caption=Wording(
        view=LayerView[TriesLayer],
        case=tries_case,
        plain={"distinct": f"{TRIED} {NO_REPEATS}", "drawn": TRIED},
        exact={
            "distinct": "Each sampled token is removed from q (“q left” is the remaining mass), and q is renormalised. After a rejection p′ becomes norm(max(p′ − q, 0)).",
            "drawn": "q does not change. After every rejection p′ becomes norm(max(p′ − q, 0)).",
        },
    ),
    symbols=True,
    heads=lambda layer: (
        *(("draft remaining",) if layer.q_left else ()),
        "draft",
        "leftover target",
        "threshold",
    ),
)
REASONS = {**WALK, "ratio": TRY, "residual_ratio": TRY}


def _rejection(settings: Settings) -> str:
    return not_the_targets(settings) if is_certain(settings) else "u ≥ min(1, p/q); after a rejection p′ takes p’s place"


def _judged(settings: Settings) -> RoundLine:
    return FIRST_CHOICE if is_certain(settings) else TRIES


def _distinct(settings: Settings) -> RoundLine:
    return CERTAIN_TREE if is_certain(settings) else DRAWN_TREE if settings.get("replacement") else DISTINCT_TREE


SPECINFER = Story(
    method="specinfer",
    line="The draft model grows a tree of guesses. The target checks it in one pass and tests the branches in order.",
    source="Miao et al. 2024, SpecInfer",
    round=lambda settings: (
        CERTAIN_TREE if is_certain(settings) else DRAWN_TREE,
        GUESSES,
        _judged(settings),
        JOINED,
    ),
    following=GROWS_A_TREE,
    reasons=REASONS,
    rejection=_rejection,
    layers=(TRIES_LAYER,),
    counts_draws=True,
    tuning={"branching": ((2,), (3,), (2, 1), (2, 2), (2, 1, 1))},
    gallery=(Bundled(name="specinfer", note="A draft tree, tested candidate by candidate", settings=SAMPLED),),
)
MCSS = Story(
    method="mcss",
    line="The draft model grows a tree whose branches all differ. The target checks it in one pass and tests the branches in order.",
    source="Yang et al. 2024, Multi-Candidate Speculative Decoding",
    round=lambda settings: (_distinct(settings), GUESSES, _judged(settings), JOINED),
    following=GROWS_A_TREE,
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
