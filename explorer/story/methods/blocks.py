"""The page's words about drafts that are tested as a whole: block and traversal verification."""

from functools import cached_property

from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from decoders.methods.traversal import LeafTest, TraversalLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import BICYCLE, SAMPLED
from explorer.story.common.decisions import decision
from explorer.story.common.own_token import HAS, INSTEAD, OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rounds import CHAIN, FIRST_CHOICE, GUESSES, JOINED, distinct_tree
from explorer.story.common.steps import Decided, Verify, numbered, verify_step
from explorer.story.common.walks import GROWS_A_TREE, WALK
from explorer.story.facts import Facts
from explorer.story.numbers import NOISE, calculated, multiplied
from explorer.story.run_slots import is_certain
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Settings, StepWording, Story
from explorer.story.views import StepView, Together, VerdictView, decimals, divided, layer_says
from explorer.story.wording import Wording

# Block verification


def block_prefix(facts: Facts, j: int) -> BlockPrefix | None:
    """The test of the first j draft tokens; None if it was not recorded."""
    layer = facts.layer(BlockVerificationLayer)
    return layer.prefix(j) if layer else None


def passes(prefix: BlockPrefix, longest: int) -> bool:
    """Whether a prefix passes. The longest one also passes if only rounding made it fail."""
    return prefix.passed or prefix.j == longest


class PrefixTest(StepView):
    """The test of the first j draft tokens. It compares a random number with the threshold that follows from their
    running ratio.
    """

    @property
    def j(self) -> int:
        """The number of tokens that are tested together."""
        return self.layer or 1

    @cached_property
    def prefix(self) -> BlockPrefix | None:
        """The record of the test."""
        return block_prefix(self.facts, self.j)

    @property
    def passed(self) -> bool:
        """Whether the prefix passes."""
        layer = self.facts.layer(BlockVerificationLayer)
        return self.prefix is not None and layer is not None and passes(self.prefix, layer.longest)

    @property
    def name(self) -> str:
        """The step's title: whether the prefix passes."""
        return f"Prefix {self.j} {'passes' if self.passed else 'fails'}"

    @property
    def word(self) -> str | None:
        """The last token of the prefix."""
        return self.facts.word(self.prefix.node) if self.prefix else None

    @property
    def running(self) -> float | None:
        """The running ratio P of the prefix."""
        return self.prefix.P if self.prefix else None

    @property
    def left(self) -> float | None:
        """R: the sum Σ max(P·p − q, 0) after the prefix."""
        return self.prefix.R if self.prefix else None

    @property
    def threshold(self) -> float | None:
        """The threshold h of the random number."""
        return self.prefix.h if self.prefix else None

    @property
    def u(self) -> float | None:
        """The random number."""
        return self.prefix.u if self.prefix else None

    @property
    def test(self) -> Together | None:
        """The random number and the threshold with digits that show which is larger."""
        return decimals(self.u, self.threshold)

    @property
    def before(self) -> float:
        """The running ratio before the last token."""
        earlier = block_prefix(self.facts, self.j - 1)
        return earlier.P if earlier else 1.0

    @property
    def own(self) -> float:
        """p/q of the last token, not cut at 1."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        return self.prefix.p / self.prefix.q if self.prefix.q else 0.0

    @cached_property
    def factors(self) -> tuple[str, str, str]:
        """The running ratio before the last token, p/q of that token, and their product, with enough digits for the
        product to come out right.
        """
        return multiplied(self.before, self.own, self.before * self.own)

    @property
    def so_far(self) -> str:
        """The running ratio before the last token."""
        return self.factors[0]

    @property
    def ratio(self) -> str:
        """p/q of the last token."""
        return self.factors[1]

    @cached_property
    def computed(self) -> tuple[str, ...]:
        """R and P in the exact voice, with enough digits for h to come out right; without R, R is 0."""
        left, running = self.left or 0.0, self.running or 0.0
        if self.left is None or running == 1:
            return calculated(lambda left, running: running, left, running)
        return calculated(lambda left, running: left / (left + 1 - running), left, running)

    @property
    def mass(self) -> str:
        """R in the exact voice."""
        return self.computed[0]

    @property
    def ran(self) -> str:
        """P in the exact voice."""
        return self.computed[1]

    @property
    def clipped(self) -> str:
        """The formula of the running ratio with its numbers: min(0.5 · 3, 1)."""
        size = max(3, len(self.ran.lstrip("0.")))
        if self.j == 1:
            return f"min({calculated(lambda own: min(own, 1.0), self.own, size=size)[0]}, 1)"
        before, own = calculated(lambda before, own: min(before * own, 1.0), self.before, self.own, size=size)
        return f"min({before} · {own}, 1)"

    @property
    def product(self) -> str:
        """The product of the two ratios, not cut at 1."""
        return self.factors[2]


def block_prefix_case(test: PrefixTest) -> str:
    """Choose the case in the exact voice: whether the chain ends with this prefix, and whether P is 1."""
    if test.prefix is None:
        return "unrecorded"
    which = "whole" if test.prefix.R is None else "certain" if test.prefix.P == 1 else "inner"
    return f"{which}.{'passes' if test.passed else 'fails'}"


def plain_block_prefix_case(test: PrefixTest) -> str:
    """Choose the case in the plain voice. A certain outcome is explained without the random number."""
    if test.prefix is None:
        return "unrecorded"
    outcome = "passes" if test.passed else "fails"
    if test.facts.settings.get("temperature") == 0 or test.facts.settings.get("top_k") == 1:
        return f"greedy.{outcome}"
    if test.prefix.P <= NOISE:
        return "zero"
    if test.prefix.P >= 1 - NOISE and test.passed:
        return "certain" if test.before * test.own > 1 + NOISE else "certain.one"
    if test.prefix.h <= NOISE:
        return "never"
    where = "first" if test.j == 1 else "cut" if test.before * test.own > 1 else "longer"
    return f"{where}.{outcome}"


FINDS = "The target finds {word} {ratio} times as likely as the draft does"
FIRST = f"{FINDS}, so the running ratio is {{ratio}}."
LONGER = "So far, the running ratio is {so_far}. Multiplying it by {ratio} for {word} makes it {product}."
PASSES = "The random number {test.left} is below the threshold {test.right}, so this prefix passes."
FAILS = "The random number {test.left} is not below the threshold {test.right}, so this prefix fails."
SURE = "No random number could make this prefix fail."
U_BELOW, U_ABOVE = ", and [u = {u} < ]", ", and [u = {u} ≥ ]"
RUNS = "{name}: P = {clipped} = {ran}"
INNER = "h = R/(R + 1 − P) = {threshold:digits} with R = {mass}."
PREFIX = StepWording(
    title=Wording(view=PrefixTest, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=lambda _, step: numbered("Prefix", step),
    sentence=Wording(
        view=PrefixTest,
        case=block_prefix_case,
        plain_case=plain_block_prefix_case,
        plain={
            "unrecorded": "This test was not recorded.",
            "greedy.passes": "The target’s sampling settings allow only the {unit}s up to {word}, so this prefix passes.",
            "greedy.fails": "The target’s sampling settings do not allow all {unit}s up to {word}, so this prefix fails.",
            "zero": "The target never writes the {unit}s up to {word}: the running ratio is 0, so this prefix fails.",
            "certain": f"The running ratio would be {{product}}, and it counts as 1 at most. {SURE}",
            "certain.one": f"The running ratio is 1. {SURE}",
            "never": f"{LONGER} Its threshold is 0: these {{unit}}s can be accepted only with a {{unit}} after them.",
            "first.passes": f"{FIRST} {PASSES}",
            "first.fails": f"{FIRST} {FAILS}",
            "longer.passes": f"{LONGER} {PASSES}",
            "longer.fails": f"{LONGER} {FAILS}",
        },
        exact={
            "unrecorded": "{name}: Not recorded.",
            "inner.passes": f"{RUNS}{U_BELOW}{INNER}",
            "inner.fails": f"{RUNS}{U_ABOVE}{INNER}",
            "certain.passes": f"{RUNS}, so h = 1.",
            "whole.passes": f"{RUNS}{U_BELOW}h = P, because this prefix is the whole chain.",
            "whole.fails": f"{RUNS}{U_ABOVE}h = P, because this prefix is the whole chain.",
        },
    ),
)


class BlockToken(VerdictView):
    """A draft token, accepted if the longest passing prefix contains it."""

    @property
    def j(self) -> int:
        """The length of the prefix that ends with this token."""
        return self.verdict.layer or 1

    @cached_property
    def longest(self) -> int:
        """The length of the longest passing prefix; 0 if none passes."""
        layer = self.facts.layer(BlockVerificationLayer)
        return layer.longest if layer else 0

    @property
    def longest_units(self) -> str:
        """The length of the longest passing prefix, with its noun."""
        return self.counted(self.longest)

    @cached_property
    def prefix(self) -> BlockPrefix | None:
        """The record of its own prefix."""
        return block_prefix(self.facts, self.j)

    @property
    def own_u(self) -> float | None:
        """The random number of its own prefix."""
        return self.prefix.u if self.prefix else None

    @property
    def own_h(self) -> float | None:
        """The threshold of its own prefix."""
        return self.prefix.h if self.prefix else None

    @property
    def decisive(self) -> BlockPrefix | None:
        """The record of the longest passing prefix."""
        return block_prefix(self.facts, self.longest)

    @property
    def test(self) -> Together | None:
        """The random number that decided and its threshold."""
        return decimals(self.verdict.u, self.verdict.a)

    @property
    def alone(self) -> Together | None:
        """The token's p and q in percent. A test of the token alone would use their quotient."""
        return divided(self.prefix.p, self.prefix.q) if self.prefix else None

    @property
    def alone_number(self) -> str | None:
        """The random number of its own prefix, with enough digits to compare it with p/q."""
        found = decimals(self.own_u, self.prefix.p / self.prefix.q) if self.prefix and self.prefix.q else None
        return found.left if found else None

    @property
    def fails_alone(self) -> bool:
        """Whether the same random number would reject the token if it were tested alone, against p/q."""
        one = self.prefix
        return one is not None and one.u is not None and one.u * one.q >= one.p


def block_case(token: BlockToken) -> str:
    """Choose the case: accepted with its own prefix or with a longer one, or rejected."""
    if token.verdict.greedy:
        return f"greedy.{token.decision}"
    if token.prefix is None:
        return f"unknown.{token.decision}"
    if token.decision == "rejected":
        return "rejected.whole" if token.prefix.R is None else "rejected"
    if not passes(token.prefix, token.longest):
        return "forgiven.alone" if token.fails_alone else "forgiven"
    return "accepted" if token.j == token.longest else "accepted.within"


def plain_block_case(token: BlockToken) -> str:
    """Choose the case in the plain voice, which says if no random number could change the outcome."""
    case = block_case(token)
    if case.startswith("rejected"):
        zero = (token.verdict.a or 0.0) <= NOISE
        return "rejected.zero" if zero and not token.p else "rejected.never" if zero else case
    sure = case == "accepted" and (token.verdict.a or 0.0) >= 1 - NOISE
    return "accepted.sure" if sure else case


TOGETHER = "the first {longest_units} pass together"
IN_PREFIX = "{word} is accepted: it is in prefix {longest}, the longest with u < h"
BLOCK_PREFIX = Wording(
    view=BlockToken,
    case=block_case,
    plain_case=plain_block_case,
    plain={
        "greedy.accepted": "{word} is accepted because it is the only {unit} that the target’s sampling settings allow here.",
        "greedy.rejected": "{word} is rejected because the target’s sampling settings do not allow all guesses up to it.",
        "unknown.accepted": "{word} is accepted by a test that was not recorded.",
        "unknown.rejected": "{word} is rejected by a test that was not recorded.",
        "accepted": "{word} is accepted because the random number {test.left} is below the threshold {test.right} of its prefix.",
        "accepted.sure": "{word} is accepted because no random number could make its prefix fail.",
        "accepted.within": f"{{word}} is accepted because {TOGETHER}.",
        "forgiven": f"{{word}} is accepted although its own prefix fails, because {TOGETHER}.",
        "forgiven.alone": f"{{word}} is accepted although its own prefix fails, because {TOGETHER}. Tested alone, it would be rejected[: {{alone_number}} is not below target {{alone.left}} ÷ draft {{alone.right}}].",
        "rejected": "{word} is rejected because the random number {test.left} is not below the threshold {test.right}. None of the longer prefixes passes either.",
        "rejected.whole": "{word} is rejected because the random number {test.left} is not below the threshold {test.right} of the whole chain.",
        "rejected.zero": "{word} is rejected because the target gives it zero probability here.",
        "rejected.never": "{word} is rejected because its prefix cannot pass, and none of the longer prefixes passes.",
    },
    exact={
        "greedy.accepted": "{word} is accepted: 𝒯p = 1 for it and every token before it ({before_warping}).",
        "greedy.rejected": "{word} is rejected: 𝒯p = 0 for it or a token before it ({before_warping}).",
        "unknown.accepted": "{word} is accepted: a prefix that contains it passed (not recorded).",
        "unknown.rejected": "{word} is rejected: no prefix that contains it passed (not recorded).",
        "accepted": f"{IN_PREFIX}[ (u = {{u}}, h = {{a}})].",
        "accepted.within": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})].",
        "forgiven": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})], although prefix {{j}} fails[ (u = {{own_u}} ≥ h = {{own_h}})].",
        "forgiven.alone": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})], although prefix {{j}} fails[ (u = {{own_u}} ≥ h = {{own_h}})]. Token by token, u ≥ p/q = {{prefix.p}}/{{prefix.q}} would reject it.",
        "rejected": "{word} is rejected:[ u = {u} ≥ h = {a} for prefix {j}, and] none of the longer prefixes passes.",
        "rejected.whole": "{word} is rejected:[ u = {u} ≥ h = P = {a}, so] the whole chain does not pass.",
    },
)


class BlockOwn(OwnToken):
    """The target's own token after a chain that was tested as a whole."""

    @property
    def longest(self) -> int:
        """The length of the longest passing prefix."""
        layer = self.facts.layer(BlockVerificationLayer)
        return layer.longest if layer else 0

    @property
    def running(self) -> float:
        """P of the longest passing prefix; 1 if none passed."""
        found = block_prefix(self.facts, self.longest)
        return found.P if found else 1.0


def block_own_case(own: OwnToken) -> str:
    """Choose the case in the exact voice. After a prefix with P < 1, the residual differs from that of token-by-token
    testing.
    """
    return _scaled(own, own_case(own))


def plain_block_own_case(own: OwnToken) -> str:
    """Choose the case in the plain voice."""
    return _scaled(own, plain_own_case(own))


def _scaled(own: OwnToken, case: str) -> str:
    return "residual.scaled" if case == "residual" and isinstance(own, BlockOwn) and own.running < 1 else case


BLOCK_OWN = Wording(
    view=BlockOwn,
    case=block_own_case,
    plain_case=plain_block_own_case,
    plain={
        **OWN_TOKEN.plain,
        "residual.scaled": f"{INSTEAD} the leftover target probability: the target’s times the running ratio {{running:number}}, minus the draft’s{HAS}.",
    },
    exact={
        **OWN_TOKEN.exact,
        "residual": "{word} is sampled from the residual norm(max(P·p − q, 0)) with P = 1, where its probability is {chance}.",
        "residual.scaled": "{word} is sampled from the residual norm(max(P·p − q, 0)) with P = {running} of prefix {longest}, where its probability is {chance}.",
    },
)


class Outcome(Decided):
    """The step that accepts the longest passing prefix."""

    @property
    def tests(self) -> BlockVerificationLayer | None:
        """The record of all tests."""
        return self.facts.layer(BlockVerificationLayer)

    @property
    def longest(self) -> int:
        """The length of the longest passing prefix; 0 if none passes."""
        return self.tests.longest if self.tests else 0

    @property
    def longest_units(self) -> str:
        """The length of the longest passing prefix, with its noun."""
        return self.counted(self.longest)

    @property
    def name(self) -> str:
        """The step's title."""
        return f"Longest passing prefix: {self.longest or 'none'}"


def block_outcome_case(outcome: Outcome) -> str:
    """The case: whether a prefix passes, and whether a shorter one failed. For a draft of one token, the decision
    itself is shown.
    """
    if len(outcome.verdicts) < 2:
        return "one" if outcome.verdicts else "none"
    if outcome.tests is None or not outcome.longest:
        return "several.none_passes"
    failed = any(each.j < outcome.longest and not each.passed for each in outcome.tests.prefixes)
    return "several.forgiven" if failed else "several"


LONGEST = "The longest passing prefix has {longest_units} and is accepted."
KEPT = "Thresholds and leftover probability fit together, so the output keeps the target’s probabilities (lossless)."
OUTCOME = StepWording(
    title=Wording(view=Outcome, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=verify_step().ahead,
    sentence=Wording(
        view=Outcome,
        case=block_outcome_case,
        plain={
            "none": "There is nothing left to decide here.",
            "one": "{told}",
            "several": f"{LONGEST} {KEPT}",
            "several.forgiven": f"{LONGEST} A weak {{unit}} is accepted when the {{unit}}s after it make up for it. {KEPT}",
            "several.none_passes": "No prefix passes, so no guess is accepted.",
        },
        exact={
            "none": "There is nothing left to decide here.",
            "one": "{told}",
            "several": "{all} The longest prefix with u < h is accepted, even if shorter ones fail. With the residual norm(max(P·p − q, 0)) this is lossless.",
            "several.none_passes": "{all} No prefix has u < h.",
        },
    ),
)
BLOCK_LAYER = LayerStory(
    kind=BlockVerificationLayer,
    title=layer_says(plain="The guesses together", exact="Prefix tests"),
    caption=layer_says(
        plain="Each prefix is tested with a random number of its own. The longest one that passes counts (shaded). The bar is the threshold, the line the random number.",
        exact="P is the running ratio min(P·p/q, 1). Prefix i passes if u < h (line inside the bar). The longest one that passes is accepted (shaded).",
    ),
    facts=(Fact("longest passing prefix", "longest", late=True),),
    heads=("guess", "target ÷ draft", "running ratio", "random number, threshold", ""),
)

# Traversal verification


class LeafToken(VerdictView):
    """A draft token that is tested as a leaf, or that an accepted leaf leads to."""

    @cached_property
    def leaf(self) -> LeafTest | None:
        """The record of its test; None if it was not tested itself."""
        if self.verdict.u is None:
            return None
        layer = self.facts.layer(TraversalLayer)
        mine = layer.tests_of.get(self.verdict.node, []) if layer else []
        return next((each for each in mine if each.u == self.verdict.u), None)

    @property
    def test(self) -> Together | None:
        """The random number and the threshold with digits that show which is larger."""
        return decimals(self.verdict.u, self.verdict.a)

    @property
    def weighed(self) -> Together | None:
        """The values of p or p′ and of q in percent, with enough digits for their quotient to come out right."""
        return divided(self.used, self.q)

    @property
    def above(self) -> float | None:
        """The α of its parent when the test reached it."""
        return self.leaf.above if self.leaf else None

    @property
    def left(self) -> float | None:
        """The α of its parent after it was deleted."""
        return self.leaf.left if self.leaf else None

    @property
    def first_alpha(self) -> str:
        """The product α of the parent · p/q, with enough digits for α to come out right."""
        above, used, q = self.above or 0.0, self.used or 0.0, self.q or 1.0
        written = calculated(lambda above, used, q: min(above * used / q, 1.0), above, used, q)
        return f"{written[0]} · {written[1]}/{written[2]}"

    @cached_property
    def afterwards(self) -> tuple[str, ...] | None:
        """S and the old α of the parent, with enough digits for the new α to come out right; None if the leaf was not
        deleted.
        """
        if self.leaf is None or self.leaf.S is None:
            return None
        return calculated(lambda mass, old: mass / (mass + 1 - old) if old < 1 else 1.0, self.leaf.S, self.leaf.above)

    @property
    def mass(self) -> str | None:
        """S: the mass of the parent's residual."""
        return self.afterwards[0] if self.afterwards else None

    @property
    def old(self) -> str | None:
        """The α of its parent before it was deleted."""
        return self.afterwards[1] if self.afterwards else None

    @property
    def deleted(self) -> int:
        """The number of leaves that were deleted below it before its own test."""
        return self.leaf.deleted if self.leaf else 0

    @property
    def has_lost(self) -> bool:
        """Whether its α was lowered because leaves below it were deleted."""
        first = self.leaf is not None and min(1.0, self.leaf.above * self.leaf.p_used / (self.leaf.q or 1.0))
        return self.leaf is not None and self.deleted > 0 and abs(self.leaf.alpha - first) > NOISE


def leaf_case(token: LeafToken) -> str:
    """Choose the case: how α came about, and the outcome."""
    if token.verdict.u is None:
        return "inner" if token.decision == "accepted" else "unknown"
    if token.leaf is None:
        return f"bare.{token.decision}"
    where = "lowered" if token.has_lost else "top" if token.leaf.above >= 1 - NOISE else "below"
    return f"{where}.{token.decision}"


def plain_leaf_case(token: LeafToken) -> str:
    """Choose the case in the plain voice, which says if no random number could change the outcome."""
    case = leaf_case(token)
    if case in ("inner", "unknown"):
        return case
    if (token.verdict.a or 0.0) <= NOISE:
        return "never.lowered" if case.startswith("lowered") else "never.left" if token.p else "never"
    return "sure" if token.decision == "accepted" and (token.verdict.a or 0.0) >= 1 - NOISE else case


DELETED = "{word} is rejected and deleted because"
BELOW = "{word} is accepted because the random number {test.left} is below the threshold {test.right}"
NOT_BELOW = f"{DELETED} the random number {{test.left}} is not below the threshold {{test.right}}"
QUOTIENT = "target {weighed.left} ÷ draft {weighed.right}"
LOWERED = "lowered because {deleted:guess} after it {deleted:was/were} deleted"
FIRST_ALPHA = "min({first_alpha}, 1)"
THEN = (
    "[ Then, at its parent with α_old = {old}, S = Σ max(α_old·p′ − q, 0) = {mass} and α = S/(S + 1 − α_old) = {left}.]"
)
LEAF_RATIO = Wording(
    view=LeafToken,
    case=leaf_case,
    plain_case=plain_leaf_case,
    plain={
        "inner": "{word} is accepted because a guess after it is accepted.",
        "unknown": "{word} is rejected by a test that was not recorded.",
        "never": f"{DELETED} the target gives it zero probability here.",
        "never.left": f"{DELETED} none of the target’s probability is left for it.",
        "never.lowered": f"{DELETED} none of the target’s probability is left after the deleted guesses.",
        "sure": "{word} is accepted because its threshold is 1; no random number could reject it.",
        "bare.accepted": f"{BELOW}.",
        "bare.rejected": f"{NOT_BELOW}.",
        "top.accepted": f"{BELOW}[ ({QUOTIENT})].",
        "top.rejected": f"{NOT_BELOW}[ ({QUOTIENT})].",
        "below.accepted": f"{BELOW}[ ({{above:number}} so far × {QUOTIENT})].",
        "below.rejected": f"{NOT_BELOW}[ ({{above:number}} so far × {QUOTIENT})].",
        "lowered.accepted": f"{BELOW} ({LOWERED}).",
        "lowered.rejected": f"{NOT_BELOW} ({LOWERED}).",
    },
    exact={
        "inner": "{word} is accepted: it is on the path to an accepted leaf.",
        "unknown": "{word} is rejected (its test was not recorded).",
        "bare.accepted": "{word} is accepted: u = {u} < α = {a}.",
        "bare.rejected": "{word} is deleted: u = {u} ≥ α = {a}.",
        "top.accepted": f"{{word}} is accepted: u = {{u}} < α = {FIRST_ALPHA} = {{a}}.",
        "top.rejected": f"{{word}} is deleted: u = {{u}} ≥ α = {FIRST_ALPHA} = {{a}}.{THEN}",
        "below.accepted": f"{{word}} is accepted: u = {{u}} < α = {FIRST_ALPHA} = {{a}}.",
        "below.rejected": f"{{word}} is deleted: u = {{u}} ≥ α = {FIRST_ALPHA} = {{a}}.{THEN}",
        "lowered.accepted": "{word} is accepted: u = {u} < α = {a}, which is S/(S + 1 − α_old) after {deleted:deletion} below it.",
        "lowered.rejected": f"{{word}} is deleted: u = {{u}} ≥ α = {{a}}, which is S/(S + 1 − α_old) after {{deleted:deletion}} below it.{THEN}",
    },
)


class LeafStep(Verify):
    """The test of one leaf; if it is accepted, so is the path that leads to it."""

    @property
    def name(self) -> str:
        """The step's title, with the number of the test."""
        return f"Leaf {self.place}" if self.layer is not None and self.verdicts[0].u is not None else super().name

    @property
    def told_first(self) -> str:
        """The decision about the leaf itself."""
        return decision(self.facts, self.verdicts[0])

    @property
    def above(self) -> str:
        """The tokens of the path before the leaf."""
        return self.facts.phrase(self.step.nodes[:0:-1])

    @property
    def before(self) -> int:
        """The number of tokens before the leaf."""
        return len(self.step.nodes) - 1

    @property
    def ones(self) -> str:
        """The number of tokens before the leaf, with its noun; a single one is not counted."""
        return "guess" if self.before == 1 else self.facts.guesses(self.before)


def leaf_step_case(step: LeafStep) -> str:
    """The case: nothing, one node or a whole path is decided."""
    return "none" if not step.verdicts else "one" if step.only is not None else "path"


WITH_IT = "The {ones} before it, {above}, {before:is/are} accepted with it."
LEAF = StepWording(
    title=Wording(view=LeafStep, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=verify_step().ahead,
    sentence=Wording(
        view=LeafStep,
        case=leaf_step_case,
        plain={
            "none": "There is nothing left to decide here.",
            "one": "{told}",
            "path": f"{{told_first}} {WITH_IT}",
        },
        exact={
            "none": "There is nothing left to decide here.",
            "one": "{told}",
            "path": "{told_first} The path to it, {above}, is accepted with it.",
        },
    ),
)
TRAVERSAL_OWN = Wording(
    view=OwnToken,
    case=lambda own: _tried(own_case(own)),
    plain_case=lambda own: _tried(plain_own_case(own)),
    plain=OWN_TOKEN.plain,
    exact=OWN_TOKEN.exact,
)


def _tried(case: str) -> str:
    """Change the case of a residual: in this method it is p′, which is left after the deletions at that node."""
    return "residual.tried" if case == "residual" else case


TRAVERSAL_LAYER = LayerStory(
    kind=TraversalLayer,
    title=layer_says(plain="Leaves, in the order of their tests", exact="Leaf tests"),
    caption=layer_says(
        plain="Testing goes from the leaves to the root. A leaf that fails is deleted, and the thresholds that are left are computed again. The bar is the threshold, the line the random number.",
        exact="α = min(α above · p′/q, 1). A leaf is accepted if u < α (line inside the bar); otherwise it is deleted, and p′ and α above it change.",
    ),
    heads=("leaf", "target ÷ draft", "so far", "random number, threshold", ""),
)

# A round

PREFIX_TESTS = RoundLine(
    "check",
    "passes fails",
    "The first guess, the first two, and so on are tested as a whole, each time with a random number.",
    "P_i = min(P_(i−1)·p/q, 1). Prefix i passes if u_i < h_i = R/(R + 1 − P_i), where R = Σ max(P_i·p − q, 0); for the whole chain h = P.",
)
LONGEST_PREFIX = RoundLine(
    "decide",
    "accepted rejected residual bonus",
    "The longest prefix that passed is accepted, even if a shorter one failed. The target writes the next {unit}.",
    "The longest prefix with u < h is accepted. Then x ~ norm(max(P·p − q, 0)), or x ~ p if the whole chain is accepted.",
)
BOTTOM_UP = RoundLine(
    "decide",
    "accepted rejected unused residual bonus",
    "Testing goes from the leaves to the root. A leaf that passes is accepted with its whole path; one that fails is deleted. Then the target writes the next {unit}.",
    "The first leaf in depth-first order is accepted if u < α, with its path. Otherwise it is deleted; at its parent p′ ← norm(max(α·p′ − q, 0)) and α ← S/(S + 1 − α). The next token is x ~ p′ of the last node.",
)


def _rejection(settings: Settings) -> Because:
    return rejections.not_the_targets(settings) if is_certain(settings) else rejections.LEAF


BLOCK = Story(
    method="block",
    line="The draft model guesses {gamma:token}. The target checks them in one pass and tests them as a whole.",
    source="Sun et al. 2025, Block Verification Accelerates Speculative Decoding",
    round=lambda settings: (CHAIN, GUESSES, PREFIX_TESTS, LONGEST_PREFIX, JOINED),
    following=Next("The draft guesses up to {depth}.", "The draft guesses again."),
    reasons={"block_prefix": BLOCK_PREFIX, "draw": BLOCK_OWN, "argmax": BLOCK_OWN},
    rejection=rejections.BLOCK,
    steps={"prefix": PREFIX, "verify": OUTCOME},
    layers=(BLOCK_LAYER,),
    tuning={"gamma": (2, 3, 4, 6)},
    gallery=(
        Bundled(
            name="block",
            note="Round 1 accepts “A”, which token-by-token testing rejects, because “bicycle” makes up for it",
            settings=SAMPLED,
            prompt=BICYCLE,
        ),
    ),
)
TRAVERSAL = Story(
    method="traversal",
    line="The draft model grows a tree of guesses. The target checks it in one pass and tests it from the leaves to the root.",
    source="Weng et al. 2025, Traversal Verification for Speculative Tree Decoding",
    round=lambda settings: (
        distinct_tree(settings),
        GUESSES,
        FIRST_CHOICE if is_certain(settings) else BOTTOM_UP,
        JOINED,
    ),
    following=GROWS_A_TREE,
    reasons={**WALK, "leaf_ratio": LEAF_RATIO, "draw": TRAVERSAL_OWN, "argmax": TRAVERSAL_OWN},
    rejection=_rejection,
    steps={"verify": LEAF},
    layers=(TRAVERSAL_LAYER,),
    tuning={"branching": ((2,), (3,), (2, 1), (3, 1), (2, 2), (2, 1, 1))},
    gallery=(
        Bundled(
            name="traversal",
            note="A draft tree, tested from its leaves to its root",
            settings={**SAMPLED, "branching": "3,2"},
        ),
    ),
)
STORIES = (BLOCK, TRAVERSAL)
