"""The page's texts on traversal verification: a tree of drafts that is tested from its leaves to its root."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from decoders.core.record import Iteration
from decoders.methods.traversal import LeafTest, TraversalLayer
from explorer.story.common import rejections
from explorer.story.common.calculation import factors, ratio_digits
from explorer.story.common.decisions import decision
from explorer.story.common.off_path import OFF_PATH, OffPath
from explorer.story.common.own_token import HAS, INSTEAD, OWN_TOKEN, OwnToken, own_case, plain_own_case
from explorer.story.common.rounds import FIRST_CHOICE, GUESSES, JOINED, distinct_tree
from explorer.story.common.steps import DECIDED, Unused, Verify, ahead_of_test, decided_case
from explorer.story.common.walks import GROWS_A_TREE, WALK
from explorer.story.facts import Facts
from explorer.story.header.run_slots import is_certain, unless_certain
from explorer.story.numbers import NOISE, apart, calculated, factor, number
from explorer.story.story import Because, Bundled, LayerStory, Plan, RoundLine, Settings, StepWording, Story
from explorer.story.views import Together, VerdictView, divided, layer_says, two_decimals
from explorer.story.wording import Wording, alike


def order_of(iteration: Iteration) -> Sequence[int]:
    """The drafted nodes in the order in which the paths to them would be tested if all tests failed. A node comes after
    all nodes below it. Empty if this order is not known because a node was sampled twice.
    """
    below = defaultdict[int, list[int]](list)
    for node in iteration.nodes:
        if node.role == "draft":
            below[node.parent].append(node.id)
    waiting, order = [node.id for node in iteration.nodes if node.role == "input"], list[int]()
    while waiting:  # last children first, so the order is reversed in the end
        order.append(waiting.pop())
        waiting += below[order[-1]]
    drafts = {node.id for node in iteration.nodes if node.role == "draft" and node.count == 1}
    order = [node for node in reversed(order) if node in drafts]
    layer = next((each for each in iteration.layers if isinstance(each, TraversalLayer)), None)
    tested = [each.node for each in layer.leaves] if layer else []
    return order if len(order) == sum(map(len, below.values())) and order[: len(tested)] == tested else ()


class Parts(NamedTuple):
    """The factors of a threshold as they are written."""

    ratio: str
    target: str
    draft: str


class LeafToken(VerdictView):
    """A draft token that is tested as a leaf, or that is on the path to an accepted leaf."""

    @cached_property
    def leaf(self) -> LeafTest | None:
        """The record of the token's own test; None if there was no such test."""
        if self.verdict.u is None:
            return None
        layer = self.facts.layer(TraversalLayer)
        mine = layer.tests_of.get(self.verdict.node, []) if layer else []
        return next((each for each in mine if each.u == self.verdict.u), None)

    @property
    def test(self) -> Together | None:
        """The random number and the threshold, with enough digits to show which is larger. The threshold of a guess that
        became a leaf is written like its running ratio.
        """
        both = two_decimals(self.verdict.u, self.verdict.a)
        if both is None or not self.deleted:
            return both
        return Together(both.left, max(both.right, ratio_digits(self.verdict.a or 0.0), key=len))

    @property
    def weighed(self) -> Together | None:
        """The values of p or p′ and of q in percent, with enough digits to reproduce their quotient."""
        return divided(self.used, self.q, self.test)

    @property
    def above(self) -> float | None:
        """The α of the token's parent at the time of the test."""
        return self.leaf.above if self.leaf else None

    @property
    def first_alpha(self) -> str:
        """The product α of the parent · p/q, with enough digits to reproduce α."""
        above, used, q = self.above or 0.0, self.used or 0.0, self.q or 1.0
        written = calculated(lambda above, used, q: min(above * used / q, 1.0), above, used, q)
        return f"{written[0]} · {written[1]}/{written[2]}"

    @cached_property
    def afterwards(self) -> tuple[str, ...] | None:
        """S and the old α of the parent, with enough digits to reproduce the new α; None if the leaf was not
        deleted.
        """
        if self.leaf is None or self.leaf.S is None:
            return None
        return calculated(lambda mass, old: mass / (mass + 1 - old) if old < 1 else 1.0, self.leaf.S, self.leaf.above)

    @property
    def mass(self) -> str | None:
        """S, the mass of the parent's residual; None if the mass is 0, because then there is no residual."""
        return self.afterwards[0] if self.afterwards and self.leaf and self.leaf.S else None

    @property
    def spent(self) -> str | None:
        """The α of the token's parent before the leaf was deleted, if the deletion leaves nothing of the parent's p."""
        return self.old if self.leaf and self.leaf.S == 0 else None

    @property
    def old(self) -> str | None:
        """The α of the token's parent before the leaf was deleted."""
        return self.afterwards[1] if self.afterwards else None

    @property
    def parts(self) -> Parts | None:
        """The previous guess's running ratio, p′ and q, each with enough digits to reproduce the threshold."""
        if self.above is None or self.used is None or not self.q:
            return None
        short = factors(self.above, self.used, self.q, self.test.right) if self.test else None
        if short:
            return Parts(short[0], *short[1])
        size = max(2, len(self.test.right.lstrip("0."))) if self.test else 2
        ratio, *both = calculated(lambda ratio, p, q: min(ratio * p / q, 1.0), self.above, self.used, self.q, size=size)
        return Parts(ratio, *(f"{(Decimal(each) * 100).normalize():f}%" for each in both))

    @property
    def before(self) -> str:
        """The previous guess on the token's path."""
        return self.facts.word(self.parent)

    @cached_property
    def emptied(self) -> LeafTest | None:
        """The test after which the running ratio of the previous guess became 0; None if this was not caused by a
        deletion.
        """
        layer = self.facts.layer(TraversalLayer)
        earlier = (each for each in layer.leaves if self.facts.parent(each.node) == self.parent) if layer else ()
        return next((each for each in earlier if each.left is not None and each.left <= NOISE < each.above), None)

    @property
    def last_deleted(self) -> str:
        """The guess whose deletion made the running ratio of the previous guess 0."""
        return self.facts.word(self.emptied.node) if self.emptied else "–"

    @property
    def stays(self) -> str | None:
        """The running ratio of the previous guess, if it is below 1 and the deletion of the leaf does not change it."""
        if self.leaf is None or self.leaf.left is None or self.leaf.above - self.leaf.left > NOISE:
            return None
        return ratio_digits(self.leaf.left) if NOISE < self.leaf.left < 1 - NOISE else None

    @property
    def uncapped(self) -> str | None:
        """The product that was capped at 1 to give the token's running ratio; None if nothing was capped."""
        if self.leaf is None or not self.leaf.q or self.leaf.alpha < 1 - NOISE:
            return None
        product = self.leaf.above * self.leaf.p_used / self.leaf.q
        return factor(product) if number(product) not in ("1", "1.00") and product > 1 else None

    @property
    def deleted(self) -> int:
        """The number of leaves that were deleted below the token before the token's own test."""
        return self.leaf.deleted if self.leaf else 0

    @property
    def first(self) -> float | None:
        """The token's α before leaves below the token were deleted."""
        return min(1.0, self.leaf.above * self.leaf.p_used / (self.leaf.q or 1.0)) if self.leaf else None

    @property
    def before_lost(self) -> str | None:
        """The token's α at the time before leaves below the token were deleted. It has enough digits to see that it was
        larger.
        """
        return apart(self.first, self.leaf.alpha, ratio_digits)[0] if self.leaf and self.first is not None else None

    @property
    def has_lost(self) -> bool:
        """Whether the token's α was lowered because leaves below the token were deleted."""
        return (
            self.leaf is not None
            and self.first is not None
            and self.deleted > 0
            and abs(self.leaf.alpha - self.first) > NOISE
        )


def leaf_case(token: LeafToken) -> str:
    """Choose the case: how α came about, and the outcome."""
    if token.verdict.u is None:
        return "inner" if token.decision == "accepted" else "unknown"
    if token.decision not in ("accepted", "rejected"):
        return "unknown"  # no test has another outcome, but a file may say so
    if token.leaf is None:
        return f"bare.{token.decision}"
    where = "lowered" if token.has_lost else "below" if token.facts.role(token.parent) == "draft" else "top"
    return f"{where}.{token.decision}"


def plain_leaf_case(token: LeafToken) -> str:
    """Choose the case in the plain voice, which says if no random number could change the outcome."""
    case = leaf_case(token)
    if case in ("inner", "unknown"):
        return case
    if (token.verdict.a or 0.0) <= NOISE:
        return never_case(token)
    sure = token.decision == "accepted" and (token.verdict.a or 0.0) >= 1 - NOISE
    return case if not sure else "sure.capped" if token.uncapped else "sure"


def never_case(token: LeafToken) -> str:
    """Choose the case of a leaf with threshold 0: its p is 0, earlier deletions used up its probability, the running
    ratio before it is 0, or its own running ratio fell to 0.
    """
    if not token.p:
        return "never"
    if token.has_lost:
        return "never.lowered"
    if token.leaf is None or token.leaf.above > NOISE:
        return "never.left"
    zero = all(not each.p for each in token.facts.by_node.get(token.parent, ()))
    return f"never.before{'.fell' if token.emptied else '.zero' if zero else ''}"


REJECTED = "{word} is rejected because"
BELOW = "{word} is accepted because the random number {test.left} is below the threshold {test.right}"
NOT_BELOW = f"{REJECTED} the random number {{test.left}} is not below the threshold {{test.right}}"
QUOTIENT = "target {weighed.left} ÷ draft {weighed.right}"
PRODUCT = "running ratio {parts.ratio} × target {parts.target} ÷ draft {parts.draft}"
LEAF_NOW = "{word} became a leaf when all guesses after it were deleted."
LOWERED = "its running ratio after {deleted:rejection}[ ({before_lost} before)]"
STAYS = "[ This guess had almost no chance of passing, so the running ratio of {before} stays {stays}.]"
FIRST_ALPHA = "min({first_alpha}, 1)"
THEN = (
    "[ At its parent, α_old = {old} and S = Σ max(α_old·p′ − q, 0) = {mass}. So α ← S/(S + 1 − α_old) = {leaf.left}, and "
    "p′ ← norm(max(α_old·p′ − q, 0)).][ At its parent, α_old = {spent} and S = Σ max(α_old·p′ − q, 0) = 0, so α ← {leaf.left}.]"
)
LEAF_RATIO = Wording(
    view=LeafToken,
    case=leaf_case,
    plain_case=plain_leaf_case,
    plain={
        "inner": "{word} is accepted because a guess after it is accepted.",
        "unknown": "{word} is rejected by a test that was not recorded.",
        "never": f"{REJECTED} the target gives it zero probability here.{STAYS}",
        "never.left": f"{REJECTED} earlier rejections at its position used up its target probability, which was {{p}}.{STAYS}",
        "never.before": f"{REJECTED} the running ratio of {{before}} is 0, so no guess after it can be accepted.",
        "never.before.zero": f"{REJECTED} the target gives {{before}} zero probability, so no guess after it can be accepted.",
        "never.before.fell": f"{REJECTED} the running ratio of the {{before}} before it fell to 0 when {{last_deleted}}, another guess at this position, was deleted.",
        "never.lowered": f"{REJECTED} its running ratio fell to 0 when {{deleted:guess}} after it {{deleted:was/were}} deleted.",
        "sure": "{word} is accepted because its running ratio is 1, so no random number could reject it.",
        "sure.capped": "{word} is accepted. Its running ratio would be {uncapped} but is capped at 1, so no random number could reject this guess.",
        "bare.accepted": f"{BELOW}.",
        "bare.rejected": f"{NOT_BELOW}.",
        "top.accepted": f"{BELOW}[ ({QUOTIENT})].",
        "top.rejected": f"{NOT_BELOW}[ ({QUOTIENT})].",
        "below.accepted": f"{BELOW}[ ({PRODUCT})].",
        "below.rejected": f"{NOT_BELOW}[ ({PRODUCT})].{STAYS}",
        "lowered.accepted": f"{LEAF_NOW} It is accepted because the random number {{test.left}} is below {{test.right}}, {LOWERED}.",
        "lowered.rejected": f"{LEAF_NOW} It is rejected because the random number {{test.left}} is not below {{test.right}}, {LOWERED}.{STAYS}",
    },
    exact={
        "inner": "{word} is accepted: it is on the path to an accepted leaf.",
        "unknown": "{word} is rejected (its test was not recorded).",
        "bare.accepted": "{word} is accepted: u = {u} < α = {a}.",
        "bare.rejected": "{word} is rejected: u = {u} ≥ α = {a}.",
        "top.accepted": f"{{word}} is accepted: u = {{u}} < α = {FIRST_ALPHA} = {{a}}.",
        "top.rejected": f"{{word}} is rejected: u = {{u}} ≥ α = {FIRST_ALPHA} = {{a}}.{THEN}",
        "below.accepted": f"{{word}} is accepted: u = {{u}} < α = {FIRST_ALPHA} = {{a}}.",
        "below.rejected": f"{{word}} is rejected: u = {{u}} ≥ α = {FIRST_ALPHA} = {{a}}.{THEN}",
        "lowered.accepted": "After {deleted:deletion} below it, {word} is accepted: u = {u} < α = S/(S + 1 − α_old) = {a}.",
        "lowered.rejected": f"After {{deleted:deletion}} below it, {{word}} is rejected: u = {{u}} ≥ α = S/(S + 1 − α_old) = {{a}}.{THEN}",
    },
)


class Waiting(OffPath):
    """A guess that was not tested because an earlier leaf passed."""

    @property
    def passed(self) -> str:
        """The path that passed."""
        return path_to(self.facts, passed_leaf(self.facts))


def path_to(facts: Facts, node: int) -> str:
    """The guesses from the first one to this node, as one quotation."""
    path = list[int]()
    while facts.role(node) == "draft":
        path.append(node)
        node = facts.parent(node)
    return facts.phrase(path[::-1])


def passed_leaf(facts: Facts) -> int:
    """The node of the leaf that passed; −1 if none did."""
    layer = facts.layer(TraversalLayer)
    return layer.leaves[-1].node if layer and layer.leaves and layer.leaves[-1].passed else -1


def waiting_case(guess: OffPath) -> str:
    """Choose the case: a leaf passed, or the case of a walk that compares with the target's own token."""
    return "passed" if passed_leaf(guess.facts) >= 0 else OFF_PATH.case(guess)


WAITING = Wording(
    view=Waiting,
    case=waiting_case,
    plain={
        **OFF_PATH.plain,
        "passed": "{word} is not tested because the path {passed} was accepted first, which ends the tests.",
    },
    exact={**OFF_PATH.exact, "passed": "{word} is unused: testing ended when the path {passed} was accepted."},
)


class Rest(Unused):
    """The guesses that were not tested."""

    @property
    def passed(self) -> str:
        """The path that passed, with its number."""
        tests = self.facts.layer(TraversalLayer)
        return f"{len(tests.leaves) if tests else 0}, {path_to(self.facts, passed_leaf(self.facts))},"


def rest_case(rest: Rest) -> str:
    """Choose the case of any step with decisions, or the case of several guesses after a leaf that passed."""
    return "passed" if rest.only is None and passed_leaf(rest.facts) >= 0 else decided_case(rest)


REST = StepWording(
    title=alike(Rest, "{name}"),
    ahead="Rest",
    sentence=Wording(
        view=Rest,
        case=decided_case,
        plain_case=rest_case,
        plain={
            **DECIDED,
            "passed": "{nodes_decided:guess} are not tested because path {passed} was accepted first. The first path that passes "
            "ends the tests.",
        },
        exact=DECIDED,
    ),
)


class LeafStep(Verify):
    """The test of one leaf. If the leaf is accepted, the path to it is accepted too."""

    @property
    def name(self) -> str:
        """The step's title, with the number of the tested path and of all paths."""
        return self.where if self.layer is not None and self.verdicts[0].u is not None else super().name

    @cached_property
    def of(self) -> int:
        """The number of paths in the tree; 0 if their order is not known."""
        return len(order_of(self.facts.iteration))

    @property
    def where(self) -> str:
        """The number of the tested path, and of all paths if their order is known."""
        return f"Path {self.place} of {self.of}" if self.of else f"Path {self.place}"

    @property
    def next(self) -> int | None:
        """The number of the path that is tested after this one; None if there is none, or if that is not known."""
        return self.place + 1 if self.place and self.place < self.of else None

    @cached_property
    def leaf(self) -> LeafToken:
        """The last guess of the path, with its test."""
        return LeafToken(self.facts, self.verdicts[0])

    @property
    def test(self) -> Together | None:
        """The random number and the threshold of the path."""
        return self.leaf.test

    @property
    def word(self) -> str:
        """The last guess of the path."""
        return self.facts.word(self.leaf.verdict.node)

    @property
    def path(self) -> str:
        """The tested path."""
        return path_to(self.facts, self.leaf.verdict.node)

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
        """The tokens before the leaf as a noun phrase. A single token gets no number."""
        return "guess" if self.before == 1 else self.facts.guesses(self.before)


def leaf_step_case(step: LeafStep) -> str:
    """Choose the case: a random number decides about a path, or the case of its last guess."""
    first = step.verdicts[0] if step.verdicts else None
    if first is None or first.u is None:
        return decided_case(step)
    several = ".several" if step.leaf.facts.role(step.leaf.parent) == "draft" else ""
    case = plain_leaf_case(step.leaf)
    if case.split(".")[0] in ("top", "below", "bare"):
        return f"path.{first.decision}{several}"
    return f"told{several if first.decision == 'accepted' else ''}"


PATH = "{where}, {path}, is"
WITH_IT = "The {ones} before it, {above}, {before:is/are} accepted with it."
LEAF = StepWording(
    title=alike(LeafStep, "{name}"),
    ahead=ahead_of_test,
    sentence=Wording(
        view=LeafStep,
        case=decided_case,
        plain_case=leaf_step_case,
        plain={
            **DECIDED,
            "several": f"{{told_first}} {WITH_IT}",
            "told": "{where}: {told_first}",
            "told.several": f"{{where}}: {{told_first}} {WITH_IT}",
            "path.accepted": f"{PATH} accepted because the random number {{test.left}} is below its threshold {{test.right}}. This ends the tests.",
            "path.accepted.several": f"{PATH} accepted as a whole because the random number {{test.left}} is below its threshold {{test.right}}. This ends the tests.",
            "path.rejected": f"{PATH} rejected because the random number {{test.left}} is not below its threshold {{test.right}}.[ Path {{next}} is tested next.]",
            "path.rejected.several": f"{PATH} rejected because the random number {{test.left}} is not below its threshold {{test.right}}. Only its last guess, {{word}}, is deleted.[ Path {{next}} is tested next.]",
        },
        exact={
            **DECIDED,
            "several": "{told_first} The path to this leaf, {above}, is accepted with it.",
        },
    ),
)
TRAVERSAL_OWN = Wording(
    view=OwnToken,
    case=lambda own: _tried(own_case(own)),
    plain_case=lambda own: _tried(plain_own_case(own)),
    plain={
        **OWN_TOKEN.plain,
        "residual.tried": f"{INSTEAD} the leftover target probability after {{rejections:rejected guess}} at this position{HAS}. "
        "So every text is as likely as without a draft (lossless).",
    },
    exact={
        **OWN_TOKEN.exact,
        "residual.tried": "{word} is sampled from p′, the residual after {rejections:rejection} at its position (p′{had}).",
    },
)


def _tried(case: str) -> str:
    """Choose a separate case for a residual, because in this method it is the p′ that the deletions at the node left."""
    return "residual.tried" if case == "residual" else case


TRAVERSAL_LAYER = LayerStory(
    kind=TraversalLayer,
    title=layer_says(plain="Paths, in the order of their tests", exact="Leaf tests"),
    caption=layer_says(
        plain="The first path that passes is accepted.",
        exact="Leaves are tested in depth-first order. The first with u < α is accepted with its path.",
    ),
    heads=("path", "test", "result"),
    names=("next guess", "target", "draft", "running ratio", "accepted"),
)

BOTTOM_UP = RoundLine(
    "decide",
    "accepted rejected unused",
    "Whole paths are tested, leaves first, so one weak guess does not cost its branch. A path is accepted if a random number is below "
    "its threshold, which is its running ratio: target ÷ draft, multiplied along the path, at most 1.",
    "α(root) = 1, and α(child) = min(α·p′/q, 1), where α is the parent’s value, and p′ and q belong to the child’s token. Leaves are tested in depth-first "
    "order. The first leaf with u < α is accepted, together with its path.",
)
DELETION = RoundLine(
    "decide",
    "residual bonus",
    "If a path fails, only its last guess is deleted. This lowers the running ratio of the guess before it, and only the "
    "leftover target probability counts at its position. Finally, the target writes the next {unit}.",
    "A leaf with u ≥ α is deleted. At its parent, S = Σ max(α·p′ − q, 0). Then p′ ← norm(max(α·p′ − q, 0)) and α ← S/(S + 1 − α). "
    "The next token is sampled from p′ at the end of the accepted path.",
)


PLAN = Plan(
    kind="leaves",
    title="Why the tests start at the leaves",
    says="Tested from the root, a tree loses a whole branch when its first guess fails. Here, whole paths are tested, leaves first: a failure deletes only the last guess of a path, and the next path is tested. So long paths survive more often.",
    first="From the root, guess by guess: a failure loses the whole branch after it.",
    second="From the leaves, path by path: a failure deletes one guess, and the next path may still pass.",
    rule="Order: from top to bottom, each guess after all guesses that continue it. A path is accepted if a random number is below its threshold. This is its running ratio: target ÷ draft, multiplied along the path, at most 1 after each guess.",
    lossless="Why it is lossless: no path is accepted more often than the target alone would write it. What is missing after a failure, the leftover, goes to the paths tested later and at last to the target’s own {unit}.",
)


def _rejection(settings: Settings) -> Because:
    return rejections.not_the_targets(settings) if is_certain(settings) else rejections.LEAF


TRAVERSAL = Story(
    method="traversal",
    line="The draft model grows a tree. Whole paths are tested, leaves first, so longer ones survive more often.",
    source="Weng et al. 2025, Traversal Verification for Speculative Tree Decoding",
    round=lambda settings: (
        distinct_tree(settings),
        GUESSES,
        *((FIRST_CHOICE,) if is_certain(settings) else (BOTTOM_UP, DELETION)),
        JOINED,
    ),
    following=GROWS_A_TREE,
    plan=unless_certain(PLAN),
    reasons={**WALK, "off_path": WAITING, "leaf_ratio": LEAF_RATIO, "draw": TRAVERSAL_OWN, "argmax": TRAVERSAL_OWN},
    rejection=_rejection,
    steps={"verify": LEAF, "unused": REST},
    layers=(TRAVERSAL_LAYER,),
    tuning={"branching": ((2,), (3,), (2, 1), (3, 1), (2, 2), (2, 1, 1))},
    gallery=(
        Bundled(
            name="traversal-deep",
            note="A tree tested from its leaves: one branch fails, one passes",
            pair="smollm2",
            prompt="Describe a forest at night.",
            settings={"temperature": "1", "top_k": "10", "branching": "2,2"},
            seed=14,
            tokens=12,
        ),
        Bundled(
            name="traversal",
            note="A draft tree, tested from its leaves to its root",
            prompt="Tell me a short story about a fox.",
            settings={"temperature": "1", "top_k": "10", "branching": "2,2"},
            seed=6,
            tokens=32,
        ),
    ),
)
STORIES = (TRAVERSAL,)
