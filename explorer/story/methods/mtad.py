"""The page's texts on MTJD and MTAD, which decode several tokens at once by their joint likelihood (Qin et al. 2025,
MTAD).
"""

import math
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from functools import cached_property
from typing import NamedTuple

from decoders.methods.block import BlockLayer
from decoders.methods.mtad import JointLayer, Prefix, unclipped
from explorer.story.common import rejections
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.decisions import SHOWN, decisions
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.prefixes import Outcome, PrefixToken
from explorer.story.common.rounds import JOINED
from explorer.story.common.steps import (
    DECIDED,
    Commit,
    Draft,
    ahead_of_test,
    commit_step,
    draft_step,
    numbered,
)
from explorer.story.facts import Facts
from explorer.story.header.run_slots import is_certain
from explorer.story.numbers import (
    every,
    factor,
    listed,
    log,
    multiplied,
    number,
    plural,
    repeated,
    share,
    times,
    two_digits,
)
from explorer.story.story import (
    Aim,
    Because,
    Bundled,
    Fact,
    LayerStory,
    Next,
    Purpose,
    RoundLine,
    Rows,
    Settings,
    StepWording,
    Story,
)
from explorer.story.views import StepView, VerdictView, layer_says
from explorer.story.wording import PLAIN, Wording, alike


class FinalBeam(NamedTuple):
    """A beam of a block's last layer: its nodes, its joint probability, and its multiplicity.

    The joint probability is the product of the draft's probabilities, or of the target's probabilities if nothing is
    drafted.
    """

    nodes: Sequence[int]
    score: float
    copies: int


def final_beams(facts: Facts) -> list[FinalBeam]:
    """The beams of the last layer, the likeliest first."""
    last = max((entry.layer for entry in facts.entries.values()), default=0)
    copies = Counter(entry.node for entry in facts.entries.values() if entry.layer == last)
    beams = list[FinalBeam]()
    for end, count in copies.items():
        nodes, node = list[int](), end
        while facts.role(node) not in ("", "input"):
            nodes.append(node)
            node = facts.parent(node)
        beams.append(FinalBeam(nodes[::-1], math.prod(_grown_by(facts, each) for each in nodes), count))
    return sorted(beams, key=lambda beam: -beam.score)


def _grown_by(facts: Facts, node: int) -> float:
    """The probability of the node by which a beam was extended. This is the draft's probability, or the target's if
    nothing is drafted.
    """
    grown = facts.node[node]
    return (grown.q if facts.drafted else grown.p) or 0.0


def final_rows(facts: Facts) -> list[tuple[str, str]]:
    """One row for each final beam, with its text, its multiplicity and its joint probability."""
    if facts.layer(BlockLayer) is None:
        return []
    return [(facts.phrase(nodes) + times(copies), share(score)) for nodes, score, copies in final_beams(facts)]


FINAL_BEAMS = Rows("Final beams with their joint probability", final_rows)


def prefix(facts: Facts, j: int) -> Prefix | None:
    """The joint test of the first j draft tokens; None if it was not recorded."""
    joint = facts.layer(JointLayer)
    return next((each for each in joint.prefixes if each.j == j), None) if joint else None


def takes_likeliest(facts: Facts) -> bool:
    """Whether the sampling settings leave only the most likely token, so that all beams are identical."""
    return facts.settings.get("temperature") == 0 or facts.settings.get("top_k") == 1


def first(j: int) -> str:
    """The first j draft tokens in words.

    >>> first(1), first(3)
    ('the first token', 'the first 3 tokens')
    """
    return "the first token" if j == 1 else f"the first {j} tokens"


# Decisions


class BlockToken(VerdictView):
    """A token of a beam in a block, at the moment when the best beam is chosen."""

    @property
    def width(self) -> int:
        """The number of beams; 0 if it was not recorded."""
        return max((layer.width for layer in self.facts.layers if isinstance(layer, BlockLayer)), default=0)

    @property
    def all_beams(self) -> str:
        """The beams as a phrase, with their number if it was recorded."""
        return plural(self.width, "beam") if self.width else "beams"


def block_case(token: BlockToken) -> str:
    """Choose the case by whether the token is on the best beam, on another beam, or on no beam of the last layer, and
    by whether the target sees it.
    """
    if token.decision == "chosen":
        return "chosen.one" if token.width == 1 else "chosen"
    reached = any(token.verdict.node in beam.nodes for beam in final_beams(token.facts))
    return f"{'beaten' if reached else 'not_continued'}.{'draft' if token.decision == 'not_sent' else 'target'}"


BEST_BEAM = Wording(
    view=BlockToken,
    case=block_case,
    plain={
        "chosen": "{word} is chosen because it is on the likeliest of the {all_beams}.",
        "chosen.one": "{word} is chosen because it is on the only beam.",
        "not_continued.draft": "{word} is not sent to the target because no later beam continues it.",
        "not_continued.target": "{word} is not on the chosen path because no later beam continues it.",
        "beaten.draft": "{word} is not sent to the target because the draft finds another of the {all_beams} more likely.",
        "beaten.target": "{word} is not on the chosen path because the target finds another of the {all_beams} more likely.",
    },
    exact={
        "chosen": "{word} is chosen: it is on the beam with the highest ∏ p among the {all_beams}[ (log p of the block = {logp:signed})].",
        "chosen.one": "{word} is chosen: it is on the only beam[ (log p of the block = {logp:signed})].",
        "not_continued.draft": "{word} is not sent: no beam of the last layer continues it.",
        "not_continued.target": "{word} is dropped: no beam of the last layer continues it.",
        "beaten.draft": "{word} is not sent: it is not on the beam with the highest ∏ q among the {all_beams}.",
        "beaten.target": "{word} is dropped: it is not on the beam with the highest ∏ p among the {all_beams}.",
    },
)


class JointTest(PrefixToken):
    """A draft token, accepted if the longest passing prefix contains it (MTAD §3.2)."""

    kind = JointLayer

    @cached_property
    def ratio(self) -> float:
        """∏ p/q of the prefix, not limited to 1. A probability that was not recorded counts as 0."""
        joints = (self.verdict.logp_joint, self.verdict.logq_joint)
        logp, logq = (-math.inf if joint is None else joint for joint in joints)
        return unclipped(logp, logq)

    @property
    def passes(self) -> bool:
        """Whether this prefix passes, according to the record. If there is no record, it passes if min(1, ∏ p/q) is
        above the threshold.
        """
        recorded = prefix(self.facts, self.j)
        return recorded.passed if recorded else self.bar is not None and min(1.0, self.ratio) > self.bar

    @property
    def is_last(self) -> bool:
        """Whether this prefix is the longest one that was tested."""
        joint = self.facts.layer(JointLayer)
        return joint is not None and all(each.j <= self.j for each in joint.prefixes)

    @property
    def rival(self) -> str | None:
        """The token that the target alone would write here, with its probability; None if it is the same token, or if
        the target samples.
        """
        laws = self.facts.iteration.distributions
        raw = next((laws[each] for each in self.verdict.distributions if laws[each].kind == "p_raw"), None)
        if raw is None or not raw.top or not is_certain(self.facts.settings):
            return None
        best = max(raw.top, key=lambda each: each[1])[0]
        return None if best == self.facts.node[self.verdict.node].token else self.facts.likeliest(self.verdict)

    @property
    def product(self) -> str:
        """The joint ratio of the prefix in symbols; for a single token, there is no product."""
        return "p/q" if self.j == 1 else "∏ p/q"

    @property
    def tokens(self) -> str:
        """The tokens of the prefix."""
        return first(self.j)

    @property
    def longest_tokens(self) -> str:
        """The tokens of the longest passing prefix."""
        return first(self.longest)


def joint_case(test: JointTest) -> str:
    """Choose the case by whether the token is accepted and, if so, whether its own prefix passes."""
    if test.decision == "accepted":
        return "forgiven" if test.bar is not None and not test.passes else "accepted"
    if is_clipped(test.ratio, test.bar):
        return "rejected.clipped"
    return "rejected.last" if test.is_last else "rejected"


def plain_joint_case(test: JointTest) -> str:
    """Choose the case in the plain voice."""
    case = joint_case(test)
    if case == "accepted":
        return "accepted.together" if test.longest > 1 else case
    return "rejected.unknown" if test.bar is None else case


def is_clipped(ratio: float, threshold: float | None) -> bool:
    """Whether a prefix fails only because its ratio is limited to 1."""
    return threshold is not None and ratio >= 1 <= threshold


JOINT_TEST = Wording(
    view=JointTest,
    case=joint_case,
    plain_case=plain_joint_case,
    plain={
        "rejected": "{word} is rejected because the joint ratio up to this {unit} is {ratio:factor}, which is not above the threshold {bar:number}. None of the longer prefixes passes either.",
        "rejected.last": "{word} is rejected because the joint ratio up to this {unit} is {ratio:factor}, which is not above the threshold {bar:number}.",
        "rejected.clipped": "{word} is rejected because the joint ratio counts as 1 at most, which is never above the threshold {bar:number}.",
        "rejected.unknown": "{word} is rejected because no prefix that contains it passes.",
        "forgiven": "{word} is accepted although the joint ratio up to this {unit} is only {ratio:factor} (threshold {bar:number}), because a longer prefix passes.[ The target alone would write {rival}.]",
        "accepted": "{word} is accepted because the prefix that ends with it passes.",
        "accepted.together": "{word} is accepted because the first {longest_units} pass together.",
    },
    exact={
        "rejected": "{word} is rejected: {product} = {ratio} ≤ τ = {bar} for {tokens}, and none of the longer prefixes passes.",
        "rejected.last": "{word} is rejected: {product} = {ratio} ≤ τ = {bar} for {tokens}.",
        "rejected.clipped": "{word} is rejected: min(1, {product}) = min(1, {ratio}) = 1 ≤ τ = {bar} for {tokens}.",
        "forgiven": "{word} is accepted because the longer prefix of {longest_tokens} passes, although {product} = {ratio} ≤ τ = {bar} for {tokens}.",
        "accepted": "{word} is accepted: it is in the longest prefix with min(1, ∏ p/q) > τ = {bar}, which is {longest_tokens}. For {tokens}, {product} = {ratio}.",
    },
)

# Steps


class Selection(StepView):
    """The step that chooses the best beam of a block."""

    @cached_property
    def final(self) -> list[FinalBeam]:
        """The final beams, the likeliest first."""
        return final_beams(self.facts)

    @property
    def width(self) -> int | None:
        """The number of beams; None if it was not recorded."""
        widths = [layer.width for layer in self.facts.layers if isinstance(layer, BlockLayer)]
        return widths[-1] if widths else None

    @property
    def title(self) -> str:
        """The step's title."""
        return f"Best of {plural(self.width, 'beam')}" if self.width else "Select"

    @property
    def is_chosen(self) -> bool:
        """Whether the best beam is committed (MTJD) rather than sent to the target (MTAD)."""
        return any(verdict.decision == "chosen" for verdict in self.verdicts)

    @property
    def whose(self) -> str:
        """The model with whose probabilities the beams were grown."""
        return "target" if self.is_chosen or not self.facts.drafted else "draft"

    @property
    def phrase(self) -> str:
        """The best beam as one quotation."""
        return self.facts.phrase(self.step.nodes)

    @property
    def words(self) -> str:
        """The best beam token by token."""
        return " ".join(self.facts.word(node) for node in self.step.nodes)

    @property
    def score(self) -> float:
        """The joint probability of the best beam."""
        return self.final[0].score

    @property
    def copies(self) -> str:
        """The multiplicity of the best beam, shown after its probability."""
        return _duplicates(self.final[0].copies)

    @property
    def all_beams(self) -> str:
        """All final beams, as the subject of a sentence."""
        count = sum(beam.copies for beam in self.final)
        return "Both" if count == 2 else f"All {count}"

    @property
    def others(self) -> str:
        """The next likeliest beams by name, and how many others there are."""
        return listed(
            [
                f"{self.facts.phrase(each.nodes)} ({share(each.score)}{_duplicates(each.copies)})"
                for each in self.final[1:]
            ]
        )

    @cached_property
    def lost(self) -> list[str]:
        """The tokens that are on no final beam, each once, provided that all final beams are identical."""
        gone = [verdict for verdict in self.verdicts if verdict.decision != "chosen"]
        return list(dict.fromkeys(self.facts.word(verdict.node) for verdict in gone))

    @property
    def not_continued(self) -> str | None:
        """The tokens that are on no final beam, by name and number; None if there are none."""
        return listed(self.lost) if self.lost else None

    @property
    def lost_count(self) -> int:
        """The number of tokens that are on no final beam."""
        return len(self.lost)

    @property
    def scores(self) -> str | None:
        """∏ q of the best beam, and of the next beams with their texts; None if no beams were recorded."""
        if not self.final:
            return None
        _, *others = self.final[:SHOWN]
        named = [f"{end.score:.2g} for {self.facts.phrase(end.nodes)}{_multiplicity(end.copies)}" for end in others]
        return f"{self.score:.2g}" + (f"; {listed(named)}" if named else "")

    @property
    def multiplicity(self) -> str:
        """The multiplicity of the best beam, in the exact voice."""
        return _multiplicity(self.final[0].copies) if self.final else ""

    @property
    def left_out(self) -> str | None:
        """A sentence about the tokens that are not on the best beam; None if there are none."""
        gone = [verdict for verdict in self.verdicts if verdict.decision in ("not_sent", "dropped")]
        return decisions(self.facts, gone) if gone else None


def _duplicates(copies: int) -> str:
    """The multiplicity of a beam, after its probability in brackets."""
    return f", sampled {repeated(copies)}" if copies > 1 else ""


def _multiplicity(copies: int) -> str:
    """The multiplicity of a beam in the exact voice, where it follows the beam."""
    return f" with multiplicity {copies}" if copies > 1 else ""


def selection_case(selection: Selection) -> str:
    """Choose the case by the model that chose the best beam, and by whether the final beams are one beam, duplicates of
    one, or several.
    """
    if not selection.final:
        return f"unrecorded.{selection.whose}"
    if len(selection.final) > 1:
        return f"several.{selection.whose}"
    if selection.final[0].copies == 1:
        return f"one.{selection.whose}"
    return f"{'greedy' if takes_likeliest(selection.facts) else 'equal'}.{selection.whose}"


EQUAL = "At every step, likely beams can be sampled several times. {all_beams} beams are now the same, {phrase} ({score:share}), so this text is"
GREEDY = "All beams are identical. The beam {phrase} ({score:share}) is"
LOST = "[ {not_continued} {lost_count:was/were} not continued.]"
SELECT = StepWording(
    title=alike(Selection, "{title}"),
    ahead="Select",
    sentence=Wording(
        view=Selection,
        case=lambda selection: "chosen" if selection.is_chosen else "sent",
        plain_case=selection_case,
        plain={
            "unrecorded.draft": "The draft finds the beam {phrase} most likely, so it is sent to the target.",
            "unrecorded.target": "The target finds the beam {phrase} most likely, so it is chosen.",
            "one.draft": "{phrase} is the draft’s only beam ({score:share}). It is sent to the target.",
            "one.target": "{phrase} is the target’s only beam ({score:share}). It is chosen.",
            "several.draft": "The draft finds the beam {phrase} most likely ({score:share}{copies}), ahead of {others}. It is sent to the target.",
            "several.target": "The target finds the beam {phrase} most likely ({score:share}{copies}), ahead of {others}. It is chosen.",
            "equal.draft": f"{EQUAL} sent to the target.{LOST}",
            "equal.target": f"{EQUAL} chosen.{LOST}",
            "greedy.draft": f"{GREEDY} sent to the target.",
            "greedy.target": f"{GREEDY} chosen.",
        },
        exact={
            "chosen": "The beam {words}{multiplicity} is chosen because it has the highest ∏ p.[ {left_out}]",
            "sent": "The beam {words}{multiplicity} is sent to the target because it has the highest ∏ q[ ({scores})].[ {left_out}]",
        },
    ),
)


class Grown(StepView):
    """The step in which the target grows a layer of beams."""

    @property
    def width(self) -> int | None:
        """The number of beams of the layer; None if it was not recorded."""
        block = self.facts.layer(BlockLayer, layer=self.layer)
        return block.width if block else None


def grown_case(grown: Grown) -> str:
    """Choose the case: the beams are sampled, or they are the most likely ones."""
    if grown.width is None:
        return "unrecorded"
    return "searched" if grown.facts.settings.get("selection") == "search" else "sampled"


GROW = StepWording(
    title=alike(Grown, "Layer {layer}[: {width:beam}]"),
    ahead=lambda _, step: numbered("Layer", step),
    sentence=Wording(
        view=Grown,
        case=grown_case,
        plain={
            "sampled": "The target samples {width:beam}, each longer by one {unit}. Likelier beams are sampled more often.",
            "searched": "The target continues with the {width:likeliest beam}, each longer by one {unit}.",
            "unrecorded": "How many beams this layer has was not recorded.",
        },
        exact={
            "sampled": "For layer {layer}, the target samples {width:beam} in proportion to their joint likelihood.",
            "searched": "For layer {layer}, the target chooses the {width:beam} with the highest joint likelihood.",
            "unrecorded": "The width of layer {layer} was not recorded.",
        },
    ),
)


class PrefixTest(StepView):
    """The joint test of the first j draft tokens. The test compares the joint likelihoods of these tokens under the
    target and under the draft.
    """

    @property
    def j(self) -> int:
        """The number of tokens that are tested together."""
        return self.layer or 1

    @cached_property
    def prefix(self) -> Prefix | None:
        """The record of the test."""
        return prefix(self.facts, self.j)

    @cached_property
    def before(self) -> Prefix | None:
        """The record of the prefix without its last token."""
        return prefix(self.facts, self.j - 1)

    @property
    def name(self) -> str:
        """The step's title, which says whether the prefix passes."""
        return f"Prefix {self.j} {'passes' if self.prefix and self.prefix.passed else 'fails'}"

    @property
    def word(self) -> str | None:
        """The last token of the prefix."""
        return self.facts.word(self.prefix.node) if self.prefix else None

    @property
    def product(self) -> str:
        """The joint ratio of the prefix in symbols; for a single token, there is no product."""
        return "p/q" if self.j == 1 else "∏ p/q"

    @property
    def tokens(self) -> str:
        """The tokens of the prefix."""
        return first(self.j)

    @property
    def tau(self) -> float | None:
        """The threshold of min(1, ∏ p/q)."""
        joint = self.facts.layer(JointLayer)
        return joint.threshold if joint else None

    @cached_property
    def factors(self) -> tuple[str, str, str]:
        """The joint ratio before the last token, p/q of that token, and their product, with enough digits to
        reproduce the product.
        """
        assert self.prefix is not None, "the case of a prefix that is recorded"
        assert self.before is not None, "the case of a prefix with one before it"
        three = self.before.product, self.prefix.factor(self.before, self.first_verdict), self.prefix.product
        if self.voice is not PLAIN:
            return multiplied(*three)
        before, own, both = (factor(value, shown) for value, shown in zip(three, multiplied(*three), strict=True))
        return before, own, both

    @property
    def so_far(self) -> str:
        """The joint ratio before the last token."""
        return self.factors[0]

    @property
    def own(self) -> str:
        """p/q of the last token."""
        return self.factors[1]

    @property
    def both(self) -> str:
        """The joint ratio of the prefix."""
        return self.factors[2]

    @property
    def shown(self) -> str:
        """The joint ratio of the prefix with two digits, as the exact voice writes it."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        return two_digits(self.prefix.product)

    @cached_property
    def logs(self) -> tuple[str, str]:
        """Σ log p and Σ log q of the prefix in nats, with enough decimals to reproduce their ratio."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        logp, logq = self.prefix.logp_joint, self.prefix.logq_joint
        written = log(logp), log(logq)
        for places in range(3, 8):
            if not math.isfinite(logp - logq) or two_digits(unclipped(*map(_read, written))) == self.shown:
                break
            written = log(logp, places), log(logq, places)
        return written

    @property
    def logp(self) -> str:
        """Σ log p of the prefix."""
        return self.logs[0]

    @property
    def logq(self) -> str:
        """Σ log q of the prefix."""
        return self.logs[1]


def _read(written: str) -> float:
    """The value of a logarithm that `log` wrote."""
    return float(written.replace("−", "-"))


def prefix_case(test: PrefixTest) -> str:
    """Choose the case by whether the prefix passes, and whether it has more than one token."""
    if test.prefix is None:
        return "unrecorded"
    if not test.prefix.passed and is_clipped(test.prefix.product, test.tau):
        return "clipped"
    return f"{'longer' if test.before else 'first'}.{'passes' if test.prefix.passed else 'fails'}"


def plain_prefix_case(test: PrefixTest) -> str:
    """Choose the case in the plain voice, which also says whether the ratio is 0, and whether it was 0 before."""
    case = prefix_case(test)
    if case not in ("first.fails", "longer.fails") or (test.prefix and test.prefix.product):
        return case
    return "zero.before" if test.before and not test.before.product else "zero"


LOGS = "(Σ log p = {logp}, Σ log q = {logq})."
FIRST_RATIO = "The target finds {word} {prefix.product:factor} times as likely as the draft does"
LONGER_RATIO = "The joint ratio was {so_far}. Multiplied by {own} for {word}, it becomes {both}"
ZERO = "The target gives {word} zero probability here, so the joint ratio is 0"
STILL_0 = "The joint ratio was already 0, so it stays 0"
PASSES = "This ratio is above the threshold {tau:number}, so this prefix passes."
FAILS = "This ratio is not above the threshold {tau:number}, so this prefix fails."
PREFIX = StepWording(
    title=alike(PrefixTest, "{name}"),
    ahead=lambda _, step: numbered("Prefix", step),
    sentence=Wording(
        view=PrefixTest,
        case=prefix_case,
        plain_case=plain_prefix_case,
        plain={
            "unrecorded": "This test was not recorded.",
            "clipped": "The joint ratio counts as 1 at most, which is never above the threshold {tau:number}. This prefix fails.",
            "first.passes": f"{FIRST_RATIO}. {PASSES}",
            "first.fails": f"{FIRST_RATIO}. {FAILS}",
            "longer.passes": f"{LONGER_RATIO}. {PASSES}",
            "longer.fails": f"{LONGER_RATIO}. {FAILS}",
            "zero": f"{ZERO}. {FAILS}",
            "zero.before": f"{STILL_0}. {FAILS}",
        },
        exact={
            "unrecorded": "This test was not recorded.",
            "clipped": f"{{name}}: min(1, {{product}}) = min(1, {{shown}}) = 1 ≤ τ = {{tau:number}} for {{tokens}} {LOGS}",
            "first.passes": f"{{name}}: {{product}} = {{shown}} > τ = {{tau:number}} for {{tokens}} {LOGS}",
            "first.fails": f"{{name}}: {{product}} = {{shown}} ≤ τ = {{tau:number}} for {{tokens}} {LOGS}",
            "longer.passes": f"{{name}}: ∏ p/q = {{so_far}} · {{own}} = {{both}} > τ = {{tau:number}}, where the last factor is p/q of {{word}} {LOGS}",
            "longer.fails": f"{{name}}: ∏ p/q = {{so_far}} · {{own}} = {{both}} ≤ τ = {{tau:number}}, where the last factor is p/q of {{word}} {LOGS}",
        },
    ),
)


class BeamDraft(Draft):
    """The step that drafts a layer of beams."""

    @property
    def positions(self) -> str:
        """The phrase with the number of beams that the guesses extend; empty if there is one."""
        count = len({self.facts.parent(node) for node in self.nodes})
        return f" after {count} beams" if count > 1 else ""

    @property
    def name(self) -> str:
        """The step's title, with the layer and its number of beams."""
        block = self.facts.layer(BlockLayer, layer=self.layer)
        return f"Draft {self.layer}: {plural(block.width, 'beam')}" if block else super().name

    @property
    def where(self) -> str:
        """The number of the layer, in the exact voice."""
        return f" for layer {self.layer}"

    @property
    def hint(self) -> str | None:
        """The sentence that explains repeated draws, or how several beams are sampled. Each sentence appears once per
        round.
        """
        if takes_likeliest(self.facts):
            return (
                f"The sampling settings leave only the most likely {self.unit}, so all beams are identical."
                if self.layer == 1
                else None
            )
        if self.layer == 1 and max(self.drawn.values(), default=0) > 1:
            return f"Beams are sampled independently, so a likely {self.unit} may be drawn more than once."
        if self.positions and self._grew_from_one:
            return f"How often a beam is sampled depends on the probability of its whole text, not only of its last {self.unit}."
        return None

    @property
    def _grew_from_one(self) -> bool:
        before = [entry.node for entry in self.facts.entries.values() if entry.layer == (self.layer or 0) - 1]
        return len({self.facts.parent(node) for node in before}) == 1


class Joined(Commit):
    """The step that adds the longest passing prefix and the target's token to the text."""

    @property
    def payoff(self) -> str:
        """The sentence with the number of accepted guesses among those that the target checked."""
        joint = self.facts.layer(JointLayer)
        if joint is None or not joint.prefixes:
            return super().payoff
        sent, longest = len(joint.prefixes), joint.longest
        if sent == 1:
            return f" The guess that the target checked was {'' if longest else 'not '}accepted."
        if longest == sent:
            return f" {every(sent, 'guess').capitalize()} that the target checked were accepted."
        verb = "were" if longest > 1 else "was"
        return f" {longest or 'None'} of the {sent} guesses that the target checked {verb} accepted."


class JointOutcome(Outcome):
    """The step that accepts the longest passing prefix."""

    kind = JointLayer

    @property
    def chance(self) -> float | None:
        """The target's joint probability of the longest passing prefix, ∏ p; None if it was not recorded."""
        found = prefix(self.facts, self.longest)
        return None if found is None else math.exp(found.logp_joint)

    @property
    def joint(self) -> str | None:
        """This probability in percent, with the digits of the table of prefixes."""
        return None if self.chance is None else f"{format(Decimal(f'{100 * self.chance:.3g}'), 'f')}%"

    @property
    def exact_joint(self) -> str | None:
        """This probability as a decimal."""
        return None if self.chance is None else f"{self.chance:.3g}"

    @property
    def all_tokens(self) -> str:
        """All draft tokens, as a phrase for the sentence that rejects them."""
        return every(self.decided, "draft token")


def outcome_case(outcome: JointOutcome) -> str:
    """Choose the case by whether a prefix passes, and whether a shorter one failed. For a draft of one token, the
    decision itself is shown.
    """
    if len(outcome.verdicts) < 2:
        return "one" if outcome.verdicts else "none"
    if not outcome.tests or not outcome.longest:
        return "several.none_passes"
    failed = any(each.j < outcome.longest and not each.passed for each in outcome.tests.prefixes)
    return "several.forgiven" if failed else "several"


LONGEST = "The longest passing prefix has {longest_units} and is accepted"
LOSSY = "[The target gives it {joint}, but once drafted, it is accepted for sure, without a random test. ]So the output probabilities change (lossy)."
OUTCOME = StepWording(
    title=alike(JointOutcome, "{name}"),
    ahead=ahead_of_test,
    sentence=Wording(
        view=JointOutcome,
        case=outcome_case,
        plain={
            **DECIDED,
            "several": f"{LONGEST}. {LOSSY}",
            "several.forgiven": f"{LONGEST} as a whole, although a shorter one failed. {LOSSY}",
            "several.none_passes": "No prefix passes, so no guess is accepted.",
        },
        exact={
            **DECIDED,
            "several": "The longest prefix with min(1, ∏ p/q) > τ = {tests.threshold} has {longest:token}. It has[ ∏ p = {exact_joint} but] no random test or residual, so MTAD is lossy (Theorem 3.5 bounds the loss).",
            "several.none_passes": "No prefix has min(1, ∏ p/q) > τ = {tests.threshold}, so {all_tokens} are rejected.",
        },
    ),
)

# Layers

BLOCK_LAYER = LayerStory(kind=BlockLayer, facts=(Fact("W", "width"),), symbols=True)
JOINT_LAYER = LayerStory(
    kind=JointLayer,
    title=layer_says(plain="Every prefix as a whole", exact="Joint likelihoods"),
    facts=(
        Fact("p and q (raw or warped)", "joint"),
        Fact("τ", "threshold"),
        Fact("longest passing prefix", "longest", late=True),
        Fact("U = max |log p − log q|", "bounds.U", late=True),
        Fact("mean entropy H", "bounds.H", late=True),
        Fact("ε", "bounds.epsilon", late=True),
        Fact("γ̄, tokens in this iteration", "bounds.gamma_bar", late=True),
        Fact("γ̄ ≥ (Theorem 3.6, estimate)", "bounds.gamma_bar_low", late=True),
        Fact("perplexity ratio ≤ (Theorem 3.5, estimate)", "bounds.ppl_ratio_high", late=True),
    ),
    heads=lambda layer: ("prefix", "target", "draft", f"ratio ({number(layer.threshold)})", ""),
    names=("", "threshold"),
    symbols=True,
)

# A round

DRAFT_BEAMS = RoundLine(
    "draft",
    "pending",
    "The draft model grows {sides} side by side, up to {depth} long.",
    "γ = {gamma} layers of {draft_width} beams are sampled from q_beam.",
)
LIKELIEST_DRAFT_BEAM = RoundLine(
    "select",
    "not_sent",
    "Only the beam that the draft finds likeliest is sent.",
    "The beam with the highest ∏ q is the draft.",
)
LIKELIEST_BEAM = RoundLine(
    "select",
    "chosen dropped",
    "The beam that the target finds likeliest as a whole is chosen.",
    "The beam with the highest Σ log p over the block is chosen.",
)
GROWN = RoundLine(
    "check",
    "pending",
    "There is no draft. The target itself grows {own} of {block_long} side by side, with one pass per {unit}.",
    "W = {width} beams grow for K = {block} layers, one target pass per layer.",
)
SENT_BEAM = RoundLine(
    "check",
    "",
    "One target pass computes the target’s probabilities at all its positions.",
    "One target forward pass computes p after every token of that beam.",
)
JOINT = RoundLine(
    "decide",
    "passes fails accepted rejected {own_mark} bonus",
    "Each prefix is tested as a whole: the first {unit}, the first two, and so on. The longest that passes is accepted. Then the target writes one {unit}.",
    "Prefix j passes if min(1, ∏ p/q) > τ = {threshold}, with the product over its j tokens. The longest prefix that passes is accepted. Then x ~ p.",
)
BLOCK = RoundLine(
    "commit",
    "",
    "This beam is added to the text. The next round starts at its end.",
    "Its tokens are committed.",
)

# The purpose

WHOLE = Aim(
    "Goal",
    "Goal: {units} that are likely together",
    (
        "Example: A is the likelier start, B leads further.",
        "A",
        "B",
        "60%",
        "40%",
        "then 30%: 18%",
        "then 90%: 36%",
    ),
    "MTAD wants several {units} that are likely together. Choosing {unit} by {unit} can miss them: the likeliest first {unit} may have only unlikely continuations.",
    "MTAD approximates MTJD: K tokens with a high joint probability ∏ p. A choice token by token can miss them, because argmax p may lead to unlikely continuations.",
)
SEARCH = Aim(
    "Idea",
    "Idea: the draft searches, the target checks",
    ("Only the draft’s likeliest beam is sent.", "draft: several beams", "likeliest", "one target pass"),
    "To search, the target would need a pass per {unit}. So the draft searches: it grows {sides}, and its likeliest one is sent. One target pass checks it.",
    "A search with p would need one target pass per token. So {draft_width} beams grow with q, and the beam with the highest ∏ q stands in for the best one. One target pass scores it.",
)
TOGETHER = Aim(
    "Check",
    "Check: does the target agree?",
    (
        "A later {unit} can make up for a weak one.",
        "1 {unit}: fails",
        "2 {units}: fails",
        "3 {units}: passes, so accepted",
    ),
    "A prefix becomes less likely with every {unit}, so no fixed likelihood can be required. Instead, the target’s is divided by the draft’s. The longest prefix whose ratio is above {threshold:number} is accepted.",
    "∏ p falls with every token, so it is compared with ∏ q: prefix j passes if min(1, ∏ p/q) > τ = {threshold}. The longest passing prefix is accepted, even if shorter ones fail. There is no residual, so MTAD is lossy.",
)
SERVES = {
    "draft": "The draft searches, because its passes are cheap.",
    "select": "The draft’s best beam stands in for the target’s.",
    "target": "One pass for all {units}, instead of one per {unit}.",
    "prefix": "Longer prefixes are always less likely, so the ratio of both models is tested.",
    "verify": "As many {units} per pass as the threshold allows.",
    "drawn": "One more {unit} without another pass.",
    "greedy": "One more {unit} without another pass.",
    "bonus": "One more {unit} without another pass.",
    "commit": "Several {units} from one pass, but not an exact sample of the target.",
}


def purpose(_: Settings) -> Purpose:
    """The purpose of MTAD: several tokens that are likely together, from one pass."""
    return Purpose("joint", (WHOLE, SEARCH, TOGETHER), SERVES)


PAPER = "Qin et al. 2025, Optimized Multi-Token Joint Decoding with Auxiliary Model for LLM Inference"


MTJD = Story(
    method="mtjd",
    line="The target grows several beams for a few {units} and chooses the one that is likeliest as a whole.",
    source=f"{PAPER}, §3.1",
    round=lambda settings: (GROWN, LIKELIEST_BEAM, BLOCK),
    following=Next("The target grows {own} side by side.", "The target grows new beams."),
    reasons={"best_of_block": BEST_BEAM, "best_beam": BEST_BEAM},
    rejection=rejections.not_the_targets,
    steps={"layer": GROW, "select": SELECT},
    layers=(BLOCK_LAYER,),
    rows=FINAL_BEAMS,
    why={
        "best_of_beams": Because(
            "on purpose: the best of several beams is likelier on average than an ordinary sample",
            "changes the output distribution on purpose: the best of W beams is likelier than a sample from p",
        ),
        "one_beam_searches": Because(
            "a single beam always takes the target’s most likely token",
            "a single beam always takes argmax p",
        ),
        "one_beam_samples": Because(
            "there is no choice between beams, so this is ordinary sampling",
            "there is no choice between beams, so this is sampling from p",
        ),
    },
    gallery=(
        Bundled(
            name="mtjd", note="Several tokens chosen together by their joint probability", settings=SAMPLED, tokens=32
        ),
    ),
)
MTAD = Story(
    method="mtad",
    line="Of the draft’s best beam, the longest prefix with a high ratio (target ÷ draft) is accepted.",
    source=f"{PAPER}, §3.2",
    round=lambda settings: (DRAFT_BEAMS, LIKELIEST_DRAFT_BEAM, SENT_BEAM, JOINT, JOINED),
    following=Next("The draft grows {sides} side by side.", "The draft grows its beams again."),
    purpose=purpose,
    reasons={"best_beam": BEST_BEAM, "joint_ratio": JOINT_TEST, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection=rejections.JOINT,
    steps={
        "draft": draft_step(BeamDraft),
        "select": SELECT,
        "prefix": PREFIX,
        "verify": OUTCOME,
        "commit": commit_step(Joined),
    },
    layers=(BLOCK_LAYER, JOINT_LAYER),
    rows=FINAL_BEAMS,
    why={
        "rejects_every_prefix": Because(
            "with this threshold no guess is ever accepted",
            "τ = 1 rejects every prefix, so every token is sampled from p",
        ),
        "joint_of_one_token": Because(
            "only the target’s most likely tokens can pass",
            "the target’s joint probability is zero unless every token is argmax p",
        ),
        "joint_likelihood": Because(
            "on purpose: a ratio above the threshold is enough",
            "changes the output distribution on purpose: drafts are accepted by joint likelihood, not token by token",
        ),
    },
    counts_draws=True,
    gallery=(
        Bundled(
            name="mtad-beams",
            note="MTAD: three different beams; the likeliest is sent to the target",
            figure=True,
        ),
        Bundled(name="mtad", note="The longest prefix with a high enough joint ratio is accepted", settings=SAMPLED),
        Bundled(
            name="mtad-figure-2",
            note="MTAD Figure 2: a prefix passes although shorter ones failed",
            figure=True,
        ),
    ),
)
STORIES = (MTJD, MTAD)
