"""What is said of typical acceptance, with a draft model and with Medusa's heads."""

from collections.abc import Sequence

from decoders.methods.medusa import HeadLayer
from decoders.methods.typical import TypicalLayer
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.ratio_test import GREEDY
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, SAME
from explorer.story.common.steps import Draft, draft_step
from explorer.story.common.walks import GROWS_A_TREE, WALK, not_the_targets
from explorer.story.run_slots import is_certain
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Settings, Story
from explorer.story.views import LayerView, Together, VerdictView, compared, layer_says
from explorer.story.wording import Wording

MEDUSA_PAPER = "Cai et al. 2024, Medusa"
BAR = "p was not above the bar min(ε, δ·e^−H)"
LIKELIEST_TREE = RoundLine(
    "draft",
    "pending",
    "The draft grows a tree of its likeliest guesses: up to {out_degree} at each place, {levels} deep.",
    "Children are the k = {out_degree} most probable tokens of q, γ = {gamma} levels.",
)
HEADS = RoundLine(
    "draft",
    "pending",
    "No draft model: extra heads on the target guess one place further each, and their likeliest guesses make a tree.",
    "The products of the heads’ most probable tokens; the {node_budget} most probable nodes are checked.",
)
LIKELY_ENOUGH = RoundLine(
    "decide",
    "accepted rejected dropped unused {own_mark} bonus",
    "A guess passes if the target finds it likely enough; the less sure it is, the less it asks. The longest path that passes is kept, and the target adds {unit_a}.",
    "Pass if p > min(ε, δ·e^−H), ε = {epsilon}, δ = {delta}; the longest path, then x ~ p.",
)


class Typical(VerdictView):
    """p > min(ε, δ·e^−H)."""

    @property
    def layer(self) -> TypicalLayer | None:
        """What the children of its parent had to exceed."""
        return self.facts.layer(TypicalLayer, node=self.parent)

    @property
    def bar(self) -> float | None:
        """The bar that p must pass."""
        if self.verdict.bar is not None:
            return self.verdict.bar
        return self.layer.threshold if self.layer else None

    @property
    def shown(self) -> float | None:
        """What is held against the bar."""
        return self.verdict.p_used if self.verdict.greedy else self.verdict.p

    @property
    def held(self) -> Together | None:
        """Both, as they compare."""
        return compared(self.shown, self.bar)

    @property
    def epsilon(self) -> float | None:
        """ε, from the layer or the settings."""
        return self.layer.epsilon if self.layer else self.facts.settings.get("epsilon")

    @property
    def delta(self) -> float | None:
        """δ, from the layer or the settings."""
        return self.layer.delta if self.layer else self.facts.settings.get("delta")

    @property
    def entropy(self) -> float:
        """H(p) in nats."""
        own = self.verdict.entropy if self.verdict.entropy is not None else self.layer.entropy if self.layer else None
        return abs(own or 0.0)


def typical_case(test: Typical) -> str:
    """Passes, fails, or passes beside a longer path; greedy warping is said first in the exact voice."""
    greedy = ".greedy" if test.verdict.greedy else ""
    return {"accepted": "passes", "rejected": "fails"}.get(test.decision, "longer") + greedy


LIMIT = "min(ε, δ·e^−H) = min({epsilon}, {delta}·e^−{entropy}) = {bar}"
PASSES = f"p = {{shown}} is above {LIMIT}, so the candidate passes"
FAILS = f"p = {{shown}} is not above {LIMIT}, so the candidate fails"
LONGER = f"p = {{shown}} is above {LIMIT}, so the candidate passes, but another passing path is longer or more probable"
WARPED = f"{GREEDY} ({{before_warping}}). "
TYPICAL_TEST = Wording(
    view=Typical,
    case=typical_case,
    plain_case=lambda test: typical_case(test) if test.held else "unknown",
    plain={
        "unknown": "its chance under the target was held against a bar",
        "passes": "the target gives it {held.left}, above the bar of {held.right}",
        "fails": "the target gives it {held.left}, not above the bar of {held.right}; the surer the target, the higher the bar",
        "longer": "it passes the bar ({held.left} against {held.right}), but another passing path is longer or likelier",
    },
    exact={
        "passes": PASSES,
        "fails": FAILS,
        "longer": LONGER,
        "passes.greedy": f"{WARPED}{PASSES}",
        "fails.greedy": f"{WARPED}{FAILS}",
        "longer.greedy": f"{WARPED}{LONGER}",
    },
)

BAR_LAYER = LayerStory(
    kind=TypicalLayer,
    caption=layer_says(
        plain="The bar that the target’s chance must pass. The less sure the target, further right, the lower the bar",
        exact="The bar that p must pass: min(ε, δ·exp(−H)). Across: the entropy H. The less certain p is, the lower the bar",
    ),
    facts=(Fact("entropy H", "entropy"), Fact("ε", "epsilon"), Fact("δ", "delta"), Fact("threshold", "threshold")),
    symbols=True,
    heads=("candidate", "target’s chance", "bar", ""),
    names=("chance", "unsure: "),
)
REASONS = {**WALK, "typical": TYPICAL_TEST, "longest_path": TYPICAL_TEST, "draw": OWN_TOKEN}

TYPICAL = Story(
    method="typical",
    line="The draft grows a tree; the target keeps whatever it finds likely enough, more freely where it is unsure.",
    source=f"{MEDUSA_PAPER}, §2.3.1",
    round=lambda settings: (LIKELIEST_TREE, GUESSES, LIKELY_ENOUGH, JOINED),
    following=GROWS_A_TREE,
    reasons=REASONS,
    rejection=lambda settings: not_the_targets(settings) if is_certain(settings) else BAR,
    layers=(BAR_LAYER,),
    why={
        "typical": Because(
            "whatever is likely enough is kept, however seldom the target itself would write it",
            "every candidate above the threshold is kept, whatever share of p it has",
        )
    },
    gallery=(Bundled(name="typical", note="A bar that falls as the target's entropy rises", settings=SAMPLED),),
)


class Head(Draft):
    """What an extra head of the target guesses."""

    @property
    def whose(self) -> str:
        """Which head."""
        return f"the target’s extra head {self.layer}"

    @property
    def name(self) -> str:
        """The head by its number."""
        return f"Head {self.layer}"

    @property
    def no_pass(self) -> bool:
        """Heads read with the target."""
        return False


def _medusa_round(settings: Settings) -> Sequence[RoundLine]:
    if is_certain(settings):
        return HEADS, GUESSES, FIRST_CHOICE, JOINED
    return HEADS, GUESSES, SAME if settings.get("acceptance") == "exact" else LIKELY_ENOUGH, JOINED


def _medusa_rejection(settings: Settings) -> str:
    return BAR if settings.get("acceptance") == "typical" and not is_certain(settings) else not_the_targets(settings)


MEDUSA = Story(
    method="medusa",
    line="Extra heads on the target guess the tokens after the next one; the target checks their tree in one pass.",
    source=f"{MEDUSA_PAPER}, §2.1",
    round=_medusa_round,
    following=Next("the target’s extra heads guess what follows", "the extra heads guess again"),
    reasons=REASONS,
    rejection=_medusa_rejection,
    steps={"draft": draft_step(Head)},
    layers=(
        LayerStory(
            kind=HeadLayer,
            title=Wording(view=LayerView[HeadLayer], plain={"": "Head {layer}"}, exact={"": "Head {layer}"}),
            caption=layer_says(
                plain="How sure the heads are of the whole path down to each guess of this level",
                exact="Confidence: the product of the heads' probabilities down to the node, on this level",
            ),
            facts=(Fact("tokens considered", "offered"),),
            heads=("guess", "how sure", ""),
        ),
    ),
    without_draft="drafting with extra heads of its own",
    gallery=(
        Bundled(name="medusa", note="Extra heads on the target guess the tokens after the next", settings=SAMPLED),
        Bundled(
            name="medusa-exact",
            note="The same heads checked exactly: what is kept is a draw from p",
            settings={**SAMPLED, "acceptance": "exact"},
        ),
    ),
)
STORIES = (TYPICAL, MEDUSA)
