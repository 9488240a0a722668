"""The page's texts on block verification: a chain of drafts that is tested as a whole."""

from functools import cached_property

from decoders.methods.block_verification import BlockPrefix, BlockVerificationLayer
from explorer.story.common import rejections
from explorer.story.common.bundled import BICYCLE, SAMPLED
from explorer.story.common.calculation import ratio_digits
from explorer.story.common.own_token import HAS, INSTEAD, OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.prefixes import Longest, Outcome, PrefixToken
from explorer.story.common.rounds import CHAIN, GUESSES, JOINED
from explorer.story.common.steps import DECIDED, ahead_of_test, numbered
from explorer.story.facts import Facts
from explorer.story.header.run_slots import unless_certain
from explorer.story.numbers import NOISE, calculated, multiplied
from explorer.story.story import Bundled, LayerStory, Next, Plan, RoundLine, StepWording, Story
from explorer.story.views import StepView, Together, layer_says, two_decimals
from explorer.story.wording import Wording, alike


def block_prefix(facts: Facts, j: int) -> BlockPrefix | None:
    """The test of the first j draft tokens; None if it was not recorded."""
    layer = facts.layer(BlockVerificationLayer)
    return layer.prefix(j) if layer else None


def passes(prefix: BlockPrefix, longest: int) -> bool:
    """Whether a prefix passes. The longest one also passes if only rounding made it fail."""
    return prefix.passed or prefix.j == longest


class PrefixTest(StepView):
    """The test of the first j draft tokens. The test compares a random number with the threshold that follows from the
    running ratio of these tokens.
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
    def test(self) -> Together | None:
        """The random number and the threshold, with enough digits to show which is larger."""
        return two_decimals(self.prefix.u, self.prefix.h) if self.prefix else None

    @property
    def before(self) -> float:
        """The running ratio before the last token."""
        earlier = block_prefix(self.facts, self.j - 1)
        return earlier.P if earlier else 1.0

    @property
    def own(self) -> float:
        """p/q of the last token, not capped at 1."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        return self.prefix.p / self.prefix.q if self.prefix.q else 0.0

    @cached_property
    def factors(self) -> tuple[str, str, str]:
        """The running ratio before the last token, p/q of that token, and their product, with enough digits to
        reproduce the product.
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
        """R and P in the exact voice, with enough digits to reproduce h; if R was not recorded, it counts as 0."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        left, running = self.prefix.R or 0.0, self.prefix.P
        if self.prefix.R is None or running == 1:
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
        """The product of the two ratios, not capped at 1."""
        return self.factors[2]

    @property
    def impossible(self) -> str:
        """The first token of the chain that makes the running ratio 0, because the target gives it probability 0."""
        layer = self.facts.layer(BlockVerificationLayer)
        prefixes = layer.prefixes if layer else ()
        return next((self.facts.word(each.node) for each in prefixes if each.P <= NOISE), "–")


def block_prefix_case(test: PrefixTest) -> str:
    """Choose the case in the exact voice: whether the chain ends with this prefix, and whether P is 1."""
    if test.prefix is None:
        return "unrecorded"
    if test.prefix.P <= NOISE:
        return "zero"
    which = "whole" if test.prefix.R is None else "certain" if test.prefix.P == 1 else "inner"
    return f"{which}.{'passes' if test.passed else 'fails'}"


def plain_block_prefix_case(test: PrefixTest) -> str:
    """Choose the case in the plain voice. An outcome with probability 1 is explained without the random number."""
    if test.prefix is None:
        return "unrecorded"
    outcome = "passes" if test.passed else "fails"
    if test.facts.settings.get("temperature") == 0 or test.facts.settings.get("top_k") == 1:
        return f"greedy.{outcome}"
    if test.prefix.P <= NOISE:
        return "zero.before" if test.before <= NOISE else "zero"
    if test.prefix.P >= 1 - NOISE and test.passed:
        return "certain" if test.before * test.own > 1 + NOISE else "certain.one"
    where = "first" if test.j == 1 else "longer"
    if test.prefix.h <= NOISE:
        return f"never.{where}"
    return f"{where}.{plain_threshold(test.prefix)}.{outcome}"


def plain_threshold(prefix: BlockPrefix) -> str:
    """Choose the sentence about the threshold: it is the running ratio of the whole chain, the running ratio of a
    prefix after which no token is possible for both models, or a lower number.
    """
    if prefix.R is None:
        return "whole"
    return "same" if abs(prefix.h - prefix.P) <= NOISE else "lower"


FINDS = "The target finds {word} {ratio} times as likely as the draft does"
FIRST = f"{FINDS}, so the running ratio is {{ratio}}."
LONGER = "So far, the running ratio is {so_far}. Multiplied by {ratio} for {word}, it becomes {product}."
PASSES = "The random number {test.left} is below {test.right}, so this prefix passes."
FAILS = "The random number {test.left} is not below {test.right}, so this prefix fails."
THRESHOLDS = {
    "lower": "The threshold {test.right} is below this ratio because a longer prefix can pass too.",
    "same": "The threshold {test.right} equals this ratio because none of the longer prefixes can pass.",
    "whole": "The threshold of the whole draft is this ratio itself.",
}
TESTED = {
    f"{where}.{which}.{outcome}": f"{ratio} {threshold} {end}"
    for where, ratio in (("first", FIRST), ("longer", LONGER))
    for which, threshold in THRESHOLDS.items()
    for outcome, end in (("passes", PASSES), ("fails", FAILS))
}
NEVER = "The threshold is 0 because longer prefixes pass often enough, on average. Only a longer prefix can pass."
SURE = "No random number could make this prefix fail."
U_BELOW, U_ABOVE = "[u = {prefix.u} < ]", "[u = {prefix.u} ≥ ]"
RUNS = "{name}: P = {clipped} = {ran}"
INNER = "h = R/(R + 1 − P) = {mass}/({mass} + 1 − {ran}) = {prefix.h:digits}."
MASS = ", R = Σ max(P·p − q, 0) = {mass} after this prefix, and "
WHOLE = ", and h = P because this prefix is the whole chain"
PREFIX = StepWording(
    title=alike(PrefixTest, "{name}"),
    ahead=lambda _, step: numbered("Prefix", step),
    sentence=Wording(
        view=PrefixTest,
        case=block_prefix_case,
        plain_case=plain_block_prefix_case,
        plain={
            "unrecorded": "This test was not recorded.",
            "greedy.passes": "With the target’s sampling settings, each {unit} up to {word} is the only possible one, so this prefix passes.",
            "greedy.fails": "The target’s sampling settings exclude {word} or a {unit} before it, so this prefix fails.",
            "zero": "The target gives {word} zero probability here, so the running ratio is 0 and this prefix fails.",
            "zero.before": "The target gives {impossible}, an earlier {unit}, zero probability. So the running ratio stays 0 whatever follows, and this prefix fails.",
            "certain": f"The running ratio would be {{product}} but is capped at 1. {SURE}",
            "certain.one": f"The running ratio is 1. {SURE}",
            "never.first": f"{FIRST} {NEVER}",
            "never.longer": f"{LONGER} {NEVER}",
            **TESTED,
        },
        exact={
            "unrecorded": "{name}: The test was not recorded.",
            "zero": "{name}: p = 0 for {impossible}, so P = {clipped} = 0 and h = 0.",
            "inner.passes": f"{RUNS}{MASS}{U_BELOW}{INNER}",
            "inner.fails": f"{RUNS}{MASS}{U_ABOVE}{INNER}",
            "certain.passes": f"{RUNS}, so h = 1.",
            "whole.passes": f"{RUNS}{WHOLE}[; u = {{prefix.u}} < h].",
            "whole.fails": f"{RUNS}{WHOLE}[; u = {{prefix.u}} ≥ h].",
        },
    ),
)


class BlockToken(PrefixToken):
    """A draft token, accepted if the longest passing prefix contains it."""

    kind = BlockVerificationLayer

    @cached_property
    def prefix(self) -> BlockPrefix | None:
        """The record of the prefix that ends with this token."""
        return block_prefix(self.facts, self.j)

    @property
    def decisive(self) -> BlockPrefix | None:
        """The record of the longest passing prefix."""
        return block_prefix(self.facts, self.longest)

    @property
    def test(self) -> Together | None:
        """The random number that decided, and its threshold."""
        return two_decimals(self.verdict.u, self.verdict.a)

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
        "greedy.rejected": "{word} is rejected because the target’s sampling settings exclude it or a guess before it.",
        "unknown.accepted": "{word} is accepted by a test that was not recorded.",
        "unknown.rejected": "{word} is rejected by a test that was not recorded.",
        "accepted": "{word} is accepted because the random number {test.left} is below its prefix’s threshold, {test.right}.",
        "accepted.sure": "{word} is accepted because no random number could make its prefix fail.",
        "accepted.within": f"{{word}} is accepted because {TOGETHER}.",
        "forgiven": f"{{word}} is accepted although its own prefix fails, because {TOGETHER}.",
        "forgiven.alone": f"{{word}} is accepted although its own prefix fails, because {TOGETHER}. Tested alone, it would be rejected.",
        "rejected": "{word} is rejected because the random number {test.left} is not below the threshold {test.right}. None of the longer prefixes passes either.",
        "rejected.whole": "{word} is rejected because the random number {test.left} is not below the whole draft’s threshold, {test.right}.",
        "rejected.zero": "{word} is rejected because the target gives it zero probability here.",
        "rejected.never": "{word} is rejected because its prefix cannot pass, and none of the longer prefixes passes.",
    },
    exact={
        "greedy.accepted": "{word} is accepted: 𝒯p = 1 for every token of its prefix (for {word}, {before_warping}).",
        "greedy.rejected": "{word} is rejected: either {word} ({before_warping}) or an earlier token has 𝒯p = 0.",
        "unknown.accepted": "{word} is accepted: a prefix that contains it passed (not recorded).",
        "unknown.rejected": "{word} is rejected: no prefix that contains it passed (not recorded).",
        "accepted": f"{IN_PREFIX}[ (u = {{u}}, h = {{a}})].",
        "accepted.within": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})].",
        "forgiven": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})], although prefix {{j}} fails[ (u = {{prefix.u}} ≥ h = {{prefix.h}})].",
        "forgiven.alone": f"{IN_PREFIX}[ (u = {{decisive.u}}, h = {{decisive.h}})], although prefix {{j}} fails[ (u = {{prefix.u}} ≥ h = {{prefix.h}})]. Tested alone, it would be rejected: u ≥ p/q = {{prefix.p}}/{{prefix.q}}.",
        "rejected": "{word} is rejected:[ u = {u} ≥ h = {a} for prefix {j}, and] none of the longer prefixes passes.",
        "rejected.whole": "{word} is rejected:[ u = {u} ≥ h = P = {a}, so] the whole chain does not pass.",
    },
)


class BlockOwn(Longest, OwnToken):
    """The target's own token after a chain that was tested as a whole."""

    kind = BlockVerificationLayer

    @property
    def running(self) -> float:
        """P of the longest passing prefix; 1 if none passed."""
        found = block_prefix(self.facts, self.longest)
        return found.P if found else 1.0

    @property
    def ran(self) -> str:
        """P of the longest passing prefix, as it was written at its test."""
        return ratio_digits(self.running)

    @property
    def scaled(self) -> str | None:
        """The token's residual probability as a quotient with its numbers: max(0.5 · 0.9 − 0.3, 0)/0.15. None if q of
        the token, or R, was not recorded.
        """
        found, q = block_prefix(self.facts, self.longest), self.facts.recorded_probability(self.verdict, "q")
        if found is None or not found.R or q is None or self.p is None:
            return None
        run, p, q_text, left = calculated(
            lambda run, p, q, left: max(run * p - q, 0) / left, found.P, self.p, q, found.R
        )
        return f"max({run} · {p} − {q_text}, 0)/{left}"


def _scaled(own: BlockOwn, case: str) -> str:
    """Choose a separate case for a residual after a prefix with P < 1, because it differs from SpD's residual."""
    return "residual.scaled" if case == "residual" and own.running < 1 else case


BLOCK_OWN = Wording(
    view=BlockOwn,
    case=lambda own: _scaled(own, own_case(own)),
    plain_case=lambda own: _scaled(own, plain_own_case(own)),
    plain={
        **OWN_TOKEN.plain,
        "residual.scaled": f"{INSTEAD} the leftover target probability (the target’s probability × the running ratio {{ran}}, minus the draft’s, where this is positive){HAS}.",
    },
    exact={
        **OWN_TOKEN.exact,
        "residual": "{word} is sampled from the residual norm(max(P·p − q, 0)) with P = 1, where its probability is {chance}.",
        "residual.scaled": "{word} is sampled from the residual norm(max(P·p − q, 0)) with P = {running} of prefix {longest}, where its probability is [{scaled} = ]{chance}.",
    },
)


class BlockOutcome(Outcome):
    """The step that accepts the longest passing prefix."""

    kind = BlockVerificationLayer

    @cached_property
    def one_by_one(self) -> int | None:
        """The number of guesses that the same random numbers would accept if the guesses were tested one by one; None if
        not all random numbers were recorded.
        """
        tests = self.facts.layer(BlockVerificationLayer)
        if tests is None or any(each.u is None for each in tests.prefixes):
            return None
        lost = (each.j - 1 for each in tests.prefixes if (each.u or 0.0) * each.q >= each.p)
        return next(lost, len(tests.prefixes))

    @property
    def accepted_alone(self) -> str:
        """The guesses that would be accepted one by one."""
        count = self.one_by_one or 0
        return (
            f"the first {self.unit}"
            if count == 1
            else f"the first {count} {self.unit}s"
            if count
            else f"no {self.unit}"
        )

    @property
    def ended(self) -> str:
        """A clause about the guess that would be rejected one by one, with its random number and its threshold."""
        found = block_prefix(self.facts, (self.one_by_one or 0) + 1)
        test = two_decimals(found.u, found.p / found.q if found.q else 0.0) if found else None
        return (
            f"{self.facts.word(found.node)} would be rejected ({test.left} is not below {test.right})"
            if found and test
            else ""
        )


def block_outcome_case(outcome: BlockOutcome) -> str:
    """Choose the case by whether a prefix passes, and whether a shorter one failed. For a draft of one token, the
    decision itself is shown.
    """
    if len(outcome.verdicts) < 2:
        return "one" if outcome.verdicts else "none"
    tests, alone = outcome.facts.layer(BlockVerificationLayer), outcome.one_by_one
    longest = tests.longest if tests else 0
    compared = "" if alone is None or alone == longest else ".fewer" if alone < longest else ".more"
    if tests is None or not longest:
        return f"several.none_passes{compared}"
    shorter = [each for each in tests.prefixes if each.j < longest and not each.passed]
    if not shorter:
        return f"several{compared}"
    rose = ".rose" if min(each.P for each in shorter) + NOISE < tests.prefixes[longest - 1].P else ""
    return f"several.forgiven{rose}{compared}"


LONGEST = "The longest passing prefix has {longest_units} and is accepted."
KEPT = (
    "Each prefix is accepted, alone or as part of a longer prefix, with a probability equal to its running ratio. So the output is "
    "lossless (Lesson 12)."
)
FEWER = "One by one, with the same random numbers, {ended}, so {accepted_alone} would be accepted."
MORE = "One by one, with the same random numbers, {accepted_alone} would be accepted. On average, tests of whole prefixes accept at least as many."
ALTHOUGH = "The longest passing prefix has {longest_units} and is accepted, although a shorter one failed."
ROSE = "The first {longest_units} pass together, because later {unit}s make up for a weak one."
OUTCOME = StepWording(
    title=alike(BlockOutcome, "{name}"),
    ahead=ahead_of_test,
    sentence=Wording(
        view=BlockOutcome,
        case=block_outcome_case,
        plain={
            **DECIDED,
            "several": f"{LONGEST} {KEPT}",
            "several.forgiven": f"{ALTHOUGH} {KEPT}",
            "several.more": f"{LONGEST} {MORE}",
            "several.none_passes.more": f"No prefix passes, so no guess is accepted. {MORE}",
            "several.forgiven.fewer": f"{ALTHOUGH} {FEWER}",
            "several.forgiven.rose": f"{ROSE} {KEPT}",
            "several.forgiven.rose.more": f"{ROSE} {MORE}",
            "several.forgiven.rose.fewer": f"{ROSE} {FEWER}",
            "several.none_passes": f"No prefix passes, so no guess is accepted. {KEPT}",
        },
        exact={
            **DECIDED,
            "several": "{all} The longest prefix with u < h is accepted, even if shorter ones fail. So prefix i is accepted, alone or as part of a longer prefix, with probability P_i. The residual norm(max(P·p − q, 0)) supplies the missing probability, so the method is lossless.",
            "several.none_passes": "{all} No prefix has u < h.",
        },
    ),
)
BLOCK_LAYER = LayerStory(
    kind=BlockVerificationLayer,
    title=layer_says(plain="The tests of all prefixes", exact="Prefix tests"),
    caption=layer_says(
        plain="The longest passing prefix is accepted.",
        exact="Prefix i passes if u < h. The longest passing prefix is accepted.",
    ),
    heads=("prefix", "running ratio", "threshold", "random number", "result"),
    names=("next guess", "target", "draft", "running ratio", "accepted"),
)

# A round

PLAN = Plan(
    kind="block",
    title="Why the guesses are tested together",
    says="If guesses are tested one by one, testing stops at the first that fails. Block verification judges them together: a good guess can make up for a weak one before it. On average, it never accepts fewer guesses.",
    first="One by one: all guesses after a failure are lost.",
    second="Together: each prefix is tested. The longest that passes is accepted, even if a shorter one failed.",
    rule="Test: a prefix passes if a random number is below its threshold, which follows from its running ratio: target ÷ draft, multiplied, at most 1.",
    lossless="Why it is lossless: no prefix is accepted more often than the target alone would write it. What is missing, the leftover, goes to the target’s own {unit}.",
)
PREFIX_TESTS = RoundLine(
    "decide",
    "passes fails",
    "Each prefix (the first guess, the first two, and so on) passes if its random number is below its threshold. This "
    "is the running ratio (product of target ÷ draft, capped at 1 after each guess), or a lower value if a longer prefix can "
    "pass.",
    "P_i = min(P_(i−1)·p/q, 1). Prefix i passes if u_i < h_i = R/(R + 1 − P_i), where R = Σ max(P_i·p − q, 0). For the whole chain, h = P.",
)
LONGEST_PREFIX = RoundLine(
    "decide",
    "accepted rejected residual bonus",
    "The longest passing prefix is accepted, even if a shorter one failed. The target samples the next {unit} from "
    "the leftover (its probabilities × the running ratio, minus the draft’s), or from its own probabilities if the whole "
    "draft passes.",
    "The longest prefix with u < h is accepted. Then x ~ norm(max(P·p − q, 0)), or x ~ p if the whole chain is accepted.",
)
BLOCK = Story(
    method="block",
    line="The draft model guesses {depth}. The target checks them in one pass and tests them as a whole.",
    source="Sun et al. 2025, Block Verification Accelerates Speculative Decoding",
    round=lambda settings: (CHAIN, GUESSES, PREFIX_TESTS, LONGEST_PREFIX, JOINED),
    following=Next("The draft guesses up to {depth}.", "The draft guesses again."),
    plan=unless_certain(PLAN),
    reasons={"block_prefix": BLOCK_PREFIX, "draw": BLOCK_OWN, "argmax": BLOCK_OWN},
    rejection=rejections.BLOCK,
    steps={"prefix": PREFIX, "verify": OUTCOME},
    layers=(BLOCK_LAYER,),
    tuning={"gamma": (2, 3, 4, 6)},
    gallery=(
        Bundled(
            name="block-weak",
            note="Three guesses as a whole: later ones make up for a weak one",
            pair="smollm2",
            settings={"temperature": "1", "top_k": "10", "gamma": "3"},
            prompt="Why do cats purr?",
            seed=48,
            tokens=16,
        ),
        Bundled(
            name="block",
            note="Four guesses tested as a whole: a weak one is accepted",
            settings=SAMPLED,
            prompt=BICYCLE,
        ),
    ),
)
STORIES = (BLOCK,)
