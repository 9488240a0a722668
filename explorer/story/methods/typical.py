"""The page's texts on typical acceptance, with a draft model and with Medusa's heads."""

import math
from collections.abc import Sequence

from decoders.methods.medusa import HeadLayer
from decoders.methods.typical import TypicalLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, SAME
from explorer.story.common.steps import Draft, draft_step
from explorer.story.common.walks import GROWS_A_TREE, WALK
from explorer.story.header.run_slots import is_certain
from explorer.story.numbers import NOISE, calculated
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Settings, Story
from explorer.story.views import LayerView, Together, VerdictView, compared, layer_says
from explorer.story.wording import EXACT, Wording, alike

MEDUSA_PAPER = "Cai et al. 2024, Medusa"
LIKELIEST_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows a tree of its most likely guesses: up to {out_degree} per position, {levels} deep.",
    "Each node gets the k = {out_degree} tokens with the highest q as children, for γ = {gamma} levels.",
)
HEADS = RoundLine(
    "draft",
    "pending",
    "There is no draft model. Each extra head on the target guesses one position further ahead. The heads’ most likely guesses form a tree.",
    "The heads’ most likely tokens form a tree. The {node_budget} nodes with the highest product of head probabilities are checked.",
)
LIKELY_ENOUGH = RoundLine(
    "decide",
    "accepted rejected dropped unused {own_mark} bonus",
    "A guess passes if the target gives it a probability above a threshold. The less certain the target is, the lower the threshold. The longest passing path is accepted, and the target adds a {unit}.",
    "A candidate passes if p > min(ε, δ·e^−H) with ε = {epsilon} and δ = {delta}. The longest passing path is accepted. Then x ~ p.",
)


class Typical(VerdictView):
    """The test of one candidate: p > min(ε, δ·e^−H)."""

    @property
    def layer(self) -> TypicalLayer | None:
        """The record of the threshold after the candidate's parent."""
        return self.facts.layer(TypicalLayer, node=self.parent)

    @property
    def bar(self) -> float | None:
        """The threshold that p must exceed."""
        if self.verdict.bar is not None:
            return self.verdict.bar
        return self.layer.threshold if self.layer else None

    @property
    def shown(self) -> float | None:
        """The value that is compared with the threshold: p, or 𝒯p if 𝒯 leaves one token."""
        return self.verdict.p_used if self.verdict.greedy else self.verdict.p

    @property
    def numbers(self) -> Together | None:
        """The value and the threshold, with enough digits to see which is larger."""
        return compared(self.shown, self.bar)

    @property
    def epsilon(self) -> float | None:
        """The value of ε in the layer's record, or else in the settings."""
        return self.layer.epsilon if self.layer else self.facts.settings.get("epsilon")

    @property
    def lowered(self) -> str | None:
        """The sentence for a threshold of δ·e^−H, which is below ε; None if the threshold is ε."""
        if self.bar is None or self.epsilon is None or self.bar > self.epsilon - NOISE:
            return None
        return f"The threshold is below {self.voice.probability(float(self.epsilon))} because the target is uncertain here."

    @property
    def delta(self) -> float | None:
        """The value of δ in the layer's record, or else in the settings."""
        return self.layer.delta if self.layer else self.facts.settings.get("delta")

    @property
    def entropy(self) -> str:
        """H(p) in nats, with enough digits to reproduce the threshold shown."""
        own = self.verdict.entropy if self.verdict.entropy is not None else self.layer.entropy if self.layer else None
        epsilon, delta = self.epsilon or 0.0, self.delta or 0.0
        return calculated(lambda entropy: min(epsilon, delta * math.exp(-entropy)), abs(own or 0.0))[0]


def typical_case(test: Typical) -> str:
    """Choose the case: accepted, rejected, or passed but not on the chosen path. If 𝒯 leaves one token, ".greedy" is
    added.
    """
    greedy = ".greedy" if test.verdict.greedy else ""
    return {"accepted": "passes", "rejected": "fails"}.get(test.decision, "longer") + greedy


def plain_typical_case(test: Typical) -> str:
    """Choose the case in the plain voice, which also has words for a record without numbers."""
    case = typical_case(test)
    return case if test.verdict.greedy or test.numbers else f"{case}.unknown"


LIMIT = "min(ε, δ·e^−H) = min({epsilon}, {delta}·e^−{entropy}) = {bar}"
LONGER = "It is dropped because another passing path is longer, or equally long with a higher Σ log p."
TYPICAL_TEST = Wording(
    view=Typical,
    case=typical_case,
    plain_case=plain_typical_case,
    plain={
        "passes": "{word} is accepted because the target gives it {numbers.left}, above the threshold of {numbers.right}.[ {lowered}]",
        "passes.greedy": "{word} is accepted because it is the only {unit} that the target’s sampling settings allow here.",
        "passes.unknown": "{word} is accepted because the target finds it likely enough.",
        "fails": "{word} is rejected because the target gives it {numbers.left}, which is not above the threshold of {numbers.right}.[ {lowered}]",
        "fails.greedy": "{word} is rejected because the target’s sampling settings allow only one {unit} here, and it is a different one.",
        "fails.unknown": "{word} is rejected because the target does not find it likely enough.",
        "longer": "{word} passes with {numbers.left} (threshold {numbers.right}) but is not on the chosen path. Another passing path is longer, or equally long and likelier.",
        "longer.unknown": "{word} passes but is not on the chosen path. Another passing path is longer, or equally long and likelier.",
    },
    exact={
        "passes": f"{{word}} is accepted: p = {{shown}} > {LIMIT}.",
        "passes.greedy": f"{{word}} is accepted: 𝒯p = {{shown}} > {LIMIT} ({{before_warping}}).",
        "fails": f"{{word}} is rejected: p = {{shown}} ≤ {LIMIT}.",
        "fails.greedy": f"{{word}} is rejected: 𝒯p = {{shown}} ≤ {LIMIT} ({{before_warping}}).",
        "longer": f"{{word}} passes: p = {{shown}} > {LIMIT}. {LONGER}",
        "longer.greedy": f"{{word}} passes: 𝒯p = {{shown}} > {LIMIT} ({{before_warping}}). {LONGER}",
    },
)

BAR_LAYER = LayerStory(
    kind=TypicalLayer,
    caption=layer_says(
        plain="The curve is the threshold for the target’s probability. The threshold falls as the target becomes less certain (towards the right).",
        exact="The curve is the threshold min(ε, δ·e^−H) over the entropy H. The threshold falls as H grows.",
    ),
    facts=(Fact("entropy H", "entropy"), Fact("ε", "epsilon"), Fact("δ", "delta"), Fact("threshold", "threshold")),
    symbols=True,
    heads=("candidate", "target", "threshold", ""),
    names=("probability", "uncertainty: "),
)
REASONS = {**WALK, "typical": TYPICAL_TEST, "longest_path": TYPICAL_TEST, "draw": OWN_TOKEN}

TYPICAL = Story(
    method="typical",
    line="The draft model grows a tree. The target accepts guesses above a threshold, which is lower if it is unsure.",
    source=f"{MEDUSA_PAPER}, §2.3.1",
    round=lambda settings: (LIKELIEST_TREE, GUESSES, LIKELY_ENOUGH, JOINED),
    following=GROWS_A_TREE,
    reasons=REASONS,
    rejection=lambda settings: rejections.not_the_targets(settings) if is_certain(settings) else rejections.TYPICAL,
    layers=(BAR_LAYER,),
    why={
        "typical": Because(
            "every guess above the threshold is accepted, so some guesses appear too often",
            "every candidate with p above the threshold is accepted, whatever its probability",
        )
    },
    gallery=(Bundled(name="typical", note="A threshold that drops when the target is uncertain", settings=SAMPLED),),
)


class Head(Draft):
    """The guesses of one extra head of the target."""

    @property
    def whose(self) -> str:
        """The name of the head, for the start of a sentence."""
        return f"Head {self.layer}" if self.voice is EXACT else f"Head {self.layer} of the target"

    @property
    def name(self) -> str:
        """The name of the head, which contains its number."""
        return f"Head {self.layer}"

    @property
    def where(self) -> str:
        """An empty text, because the name of the head already says which level it is."""
        return ""

    @property
    def no_pass(self) -> bool:
        """Always False: heads never need a draft pass, so there is no saved pass to mention."""
        return False


def _medusa_round(settings: Settings) -> Sequence[RoundLine]:
    if is_certain(settings):
        return HEADS, GUESSES, FIRST_CHOICE, JOINED
    return HEADS, GUESSES, SAME if settings.get("acceptance") == "exact" else LIKELY_ENOUGH, JOINED


def _medusa_rejection(settings: Settings) -> Because:
    return (
        rejections.TYPICAL
        if settings.get("acceptance") == "typical" and not is_certain(settings)
        else rejections.not_the_targets(settings)
    )


MEDUSA = Story(
    method="medusa",
    line="Extra heads on the target guess several {units} ahead. The target checks their tree in one pass.",
    source=f"{MEDUSA_PAPER}, §2.1",
    round=_medusa_round,
    following=Next("The target’s extra heads guess what follows.", "The extra heads guess again."),
    reasons=REASONS,
    rejection=_medusa_rejection,
    steps={"draft": draft_step(Head)},
    layers=(
        LayerStory(
            kind=HeadLayer,
            title=alike(LayerView[HeadLayer], "Head {layer}"),
            caption=layer_says(
                plain="The bars show how confident the heads are in the whole path to each guess of this level.",
                exact="The bars show the product of the heads’ probabilities along the path to each node of this level.",
            ),
            facts=(Fact("tokens considered", "offered"),),
            heads=("guess", "confidence", ""),
        ),
    ),
    without_draft="with Medusa heads",
    gallery=(
        Bundled(name="medusa", note="Extra heads on the target guess several tokens ahead", settings=SAMPLED),
        Bundled(
            name="medusa-exact",
            note="The same heads, checked without loss",
            settings={**SAMPLED, "acceptance": "exact"},
        ),
    ),
)
STORIES = (TYPICAL, MEDUSA)
