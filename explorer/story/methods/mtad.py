"""What is said of MTJD and MTAD: several tokens at once, by their joint likelihood (Qin et al. 2025, MTAD)."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from decoders.core.record import Step
from decoders.methods.block import BlockLayer
from decoders.methods.mtad import JointLayer, Prefix, unclipped
from explorer.story.common.bundled import SAMPLED
from explorer.story.common.decisions import SHOWN, decisions
from explorer.story.common.own_token import OWN_TOKEN
from explorer.story.common.rounds import JOINED
from explorer.story.common.steps import Decided, Draft, draft_step, verify_step
from explorer.story.common.walks import not_the_targets
from explorer.story.iteration_facts import Facts
from explorer.story.numbers import SMALLEST, chance, log, multiplied, number, plural, share, times
from explorer.story.story import Because, Bundled, Fact, LayerStory, Next, RoundLine, Rows, StepWording, Story
from explorer.story.views import StepView, VerdictView, layer_says
from explorer.story.wording import PLAIN, Wording


class End(NamedTuple):
    """A beam of a block: its nodes, the product of the probabilities that it was grown by, and how many beams are it."""

    nodes: Sequence[int]
    score: float
    copies: int


def ends(facts: Facts) -> list[End]:
    """The beams of the last layer, the likeliest first."""
    last = max((entry.layer for entry in facts.entries.values()), default=0)
    copies = Counter(entry.node for entry in facts.entries.values() if entry.layer == last)
    found = list[End]()
    for end, count in copies.items():
        nodes, node = list[int](), end
        while facts.role(node) not in ("", "input"):
            nodes.append(node)
            node = facts.parent(node)
        found.append(End(nodes[::-1], math.prod(_grown_by(facts, each) for each in nodes), count))
    return sorted(found, key=lambda beam: -beam.score)


def _grown_by(facts: Facts, node: int) -> float:
    """The probability that a beam grew by a node: the draft's, or the target's where nothing is drafted."""
    grown = facts.node[node]
    return (grown.q if facts.drafted else grown.p) or 0.0


def end_rows(facts: Facts) -> list[tuple[str, str]]:
    """The beams at the end with their copies, and each one's probability as a whole."""
    if facts.layer(BlockLayer) is None:
        return []
    return [(facts.phrase(nodes) + times(copies), share(score)) for nodes, score, copies in ends(facts)]


ENDS = Rows("The beams at the end, each with its chance as a whole", end_rows)


def prefix(facts: Facts, j: int) -> Prefix | None:
    """The joint test of the first j tokens of a draft."""
    joint = facts.layer(JointLayer)
    return next((each for each in joint.prefixes if each.j == j), None) if joint else None


def first(j: int) -> str:
    """The first j tokens of a draft in words."""
    return "the first token" if j == 1 else f"the first {j} tokens together"


def factor(value: float, shown: str = "") -> str:
    """How much likelier the target finds something than the draft did; `shown` is how the number is written.

    >>> factor(4.4), factor(3e-5), factor(math.inf)
    ('×4.40', 'practically ×0', 'boundlessly more')
    """
    if math.isinf(value):
        return "boundlessly more"
    return "practically ×0" if 0 < value < SMALLEST else f"×{shown or chance(value)}"


# Decisions


class BlockToken(VerdictView):
    """A token that beams of a block grew by, when the best of them was chosen."""

    @property
    def width(self) -> int:
        """How many beams there were; 0 where that is not recorded."""
        return max((layer.width for layer in self.facts.layers if isinstance(layer, BlockLayer)), default=0)

    @property
    def beams(self) -> str | None:
        """The same with their noun."""
        return plural(self.width, "beam") if self.width else None

    @property
    def all_beams(self) -> str:
        """The same in any case."""
        return self.beams or "the beams"


def block_case(token: BlockToken) -> str:
    """Whether the token lies on the best beam, on another, or on none that was grown to the end."""
    if token.decision == "chosen":
        return "chosen"
    if not any(token.verdict.node in beam.nodes for beam in ends(token.facts)):
        return "died"
    return "beaten.draft" if token.decision == "not_sent" else "beaten.target"


BEST_BEAM = Wording(
    view=BlockToken,
    case=block_case,
    plain={
        "chosen": "it lies on the likeliest[ of {beams}]",
        "died": "no beam drawn after it continues it: it died out on the way",
        "beaten.draft": "another[ of {beams}] is likelier to the draft, and only the likeliest goes on",
        "beaten.target": "another[ of {beams}] is likelier to the target, and only the likeliest goes on",
    },
    exact={
        "chosen": "it lies on the likeliest of {all_beams}[: log p of the block is {logp:.4g}]",
        "died": "no beam of the last step continues it: the {width:beam} are drawn anew at each step",
        "beaten.draft": "it does not lie on the draft's likeliest of {all_beams}, which alone goes to the target",
        "beaten.target": "it does not lie on the likeliest of {all_beams} under p, which alone is kept",
    },
)


class JointTest(VerdictView):
    """A drafted token, kept or not by the longest prefix that passes (MTAD §3.2)."""

    @property
    def j(self) -> int:
        """The length of the prefix that ends here."""
        return self.verdict.layer or 1

    @property
    def longest(self) -> int:
        """The length of the longest prefix that passes; 0 if none does."""
        joint = self.facts.layer(JointLayer)
        return joint.longest if joint else 0

    @property
    def longest_units(self) -> str:
        """The same with its noun."""
        return self.counted(self.longest)

    @cached_property
    def ratio(self) -> float:
        """p/q of the prefix, not clipped to 1; what was not recorded counts as a probability of zero."""
        joints = (self.verdict.logp_joint, self.verdict.logq_joint)
        logp, logq = (-math.inf if joint is None else joint for joint in joints)
        return unclipped(logp, logq)

    @property
    def times(self) -> str:
        """The same in the plain voice."""
        return factor(self.ratio)

    @property
    def passes(self) -> bool:
        """Whether this prefix passes."""
        return self.bar is not None and min(1.0, self.ratio) > self.bar

    @property
    def side(self) -> str:
        """On which side of τ it is, and so whether it passes."""
        return "above" if self.passes else "not above"

    @property
    def does(self) -> str:
        """Whether it passes."""
        return "passes" if self.passes else "fails"

    @property
    def tokens(self) -> str:
        """The tokens of the prefix."""
        return first(self.j)

    @property
    def end(self) -> str:
        """Why the token is kept or not."""
        if self.decision == "accepted" and not self.longest:
            return "it is kept"
        if self.longest < self.j:
            return "no longer prefix passes"
        return f"prefix {self.longest}, the longest that passes, contains it"


def plain_joint_case(test: JointTest) -> str:
    """Whether the token is kept, and if so although its own prefix fails."""
    if test.decision != "accepted":
        return "rejected"
    if test.bar is not None and not test.passes:
        return "forgiven"
    return "kept.together" if test.longest > 1 else "kept"


JOINT_TEST = Wording(
    view=JointTest,
    case=lambda test: "clipped" if test.ratio > 1 else "",
    plain_case=plain_joint_case,
    plain={
        "rejected": "[up to it {times}, not above {bar}, and ]no longer prefix passes",
        "forgiven": "weak so far ({times}), but the {unit}s after it make up for it: forgiven",
        "kept": "it passes",
        "kept.together": "the first {longest_units} pass together",
    },
    exact={
        "": "p/q of {tokens} is {ratio}, {side} τ = {bar}: it {does}; {end}",
        "clipped": "p/q of {tokens} is {ratio}, so min(1, p/q) = 1 is {side} τ = {bar}: it {does}; {end}",
    },
)

# Steps


class Selection(StepView):
    """The step in which the best beam of a block is chosen."""

    @cached_property
    def ends(self) -> list[End]:
        """The beams at the end, the likeliest first."""
        return ends(self.facts)

    @property
    def name(self) -> str:
        """The step in a few words."""
        widths = [layer.width for layer in self.facts.layers if isinstance(layer, BlockLayer)]
        return f"Best of {widths[-1]}" if widths else "Select"

    @property
    def is_chosen(self) -> bool:
        """Whether tokens of the best beam are final, and not drafts."""
        return any(verdict.decision == "chosen" for verdict in self.verdicts)

    @property
    def whose(self) -> str:
        """Whose probabilities the beams were grown by."""
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
        """The probability of the best beam as a whole."""
        return self.ends[0].score

    @property
    def copies(self) -> str:
        """How many copies there are of it."""
        return times(self.ends[0].copies)

    @property
    def all_beams(self) -> str:
        """All beams at the end, by number."""
        count = sum(beam.copies for beam in self.ends)
        return "both" if count == 2 else f"all {count}"

    @property
    def others(self) -> str:
        """The beams behind the best one, the first of them by name."""
        named = [f"{self.facts.phrase(end.nodes)} {share(end.score)}{times(end.copies)}" for end in self.ends[1:SHOWN]]
        return ", ".join(named) + _more(len(self.ends))

    @property
    def died_out(self) -> str | None:
        """The tokens that no beam at the end goes through, where all beams ended as one."""
        gone = [verdict for verdict in self.verdicts if verdict.decision != "chosen"]
        lost = list(dict.fromkeys(self.facts.word(verdict.node) for verdict in gone))
        return ", ".join(lost[:SHOWN]) + _more(len(lost)) if lost else None

    @property
    def scores(self) -> str | None:
        """The first beams with their scores; None where there are none."""
        named = [f"{self.facts.phrase(end.nodes)} {end.score:.2g}{times(end.copies)}" for end in self.ends[:SHOWN]]
        return ", ".join(named) or None

    @property
    def left_out(self) -> str | None:
        """What became of the other tokens."""
        gone = [verdict for verdict in self.verdicts if verdict.decision in ("not_sent", "dropped")]
        return decisions(self.facts, gone) if gone else None


def _more(count: int) -> str:
    return f" and {count - SHOWN} more" if count > SHOWN else ""


def selection_case(selection: Selection) -> str:
    """Whether the beams at the end are copies of one, and whose probabilities chose."""
    if not selection.ends:
        return f"unrecorded.{selection.whose}"
    if len(selection.ends) == 1 and selection.ends[0].copies > 1:
        how = "search" if selection.facts.settings.get("selection") == "search" else "sampling"
        return f"copies.{selection.whose}.{how}"
    return f"several.{selection.whose}"


IN_THE_END = "in the end {all_beams} are copies of {phrase} (chance {score:share})"
DIED = "[. {died_out} died out on the way]"
SELECT = StepWording(
    title=Wording(view=Selection, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead="Choose",
    sentence=Wording(
        view=Selection,
        case=lambda selection: "chosen" if selection.is_chosen else "sent",
        plain_case=selection_case,
        plain={
            "unrecorded.draft": "{phrase} is the likeliest to the draft and goes to the target",
            "unrecorded.target": "{phrase} is the likeliest to the target and is kept",
            "several.draft": "{phrase} is the likeliest to the draft and goes to the target: {score}{copies}, before {others}",
            "several.target": "{phrase} is the likeliest to the target and is kept: {score}{copies}, before {others}",
            "copies.draft": f"The draft’s beams are drawn anew at each step, likelier ones more often: {IN_THE_END}, which goes to the target{DIED}",
            "copies.target": f"The beams are drawn anew at each step, likelier ones more often: {IN_THE_END}, which is kept{DIED}",
            "copies.target.search": f"The beams are chosen anew at each step, the likeliest of all: {IN_THE_END}, which is kept{DIED}",
        },
        exact={
            "chosen": "{name}: {words} is the likeliest beam under p, and is kept[; {left_out}]",
            "sent": "{name}: {words} is the likeliest beam under q, and goes to the target[ (∏ q by beam: {scores})][; {left_out}]",
        },
    ),
)


class Grown(StepView):
    """A layer of beams that the target grows."""

    @property
    def block(self) -> BlockLayer | None:
        """The record of the layer."""
        return self.facts.layer(BlockLayer, layer=self.layer)

    @property
    def name(self) -> str:
        """The step in a few words."""
        return f"Layer {self.layer}: {plural(self.block.width, 'beam') if self.block else 'width – of –'}"


GROW = StepWording(
    title=Wording(view=Grown, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=lambda _, step: numbered("Layer", step),
    sentence=Wording(
        view=Grown,
        case=lambda grown: "grown" if grown.block else "unrecorded",
        plain={
            "grown": "The target continues {block.width:beam} by one {unit} each",
            "unrecorded": "How many beams this layer wants was not recorded",
        },
        exact={
            "grown": "{name}: the target grows {block.width:beam}, weighed by their joint likelihood",
            "unrecorded": "{name}: This layer's width was not recorded",
        },
    ),
)


def numbered(name: str, step: Step) -> str:
    """A step by its level, which tells nothing of how it ends."""
    return name if step.layer is None else f"{name} {step.layer}"


class PrefixTest(StepView):
    """The joint test of the first tokens of a draft: how much likelier the target finds them than the draft did."""

    @property
    def j(self) -> int:
        """How many tokens are tested together."""
        return self.layer or 1

    @cached_property
    def prefix(self) -> Prefix | None:
        """The record of the test."""
        return prefix(self.facts, self.j)

    @cached_property
    def before(self) -> Prefix | None:
        """The prefix without its last token."""
        return prefix(self.facts, self.j - 1)

    @property
    def name(self) -> str:
        """The step in a few words."""
        return f"Prefix {self.j} {'passes' if self.prefix and self.prefix.passed else 'fails'}"

    @property
    def word(self) -> str | None:
        """The last token of the prefix."""
        return self.facts.word(self.prefix.node) if self.prefix else None

    @property
    def tokens(self) -> str:
        """The tokens of the prefix."""
        return first(self.j)

    @property
    def tau(self) -> float | None:
        """What min(1, p/q) has to be above."""
        joint = self.facts.layer(JointLayer)
        return joint.threshold if joint else None

    @property
    def product(self) -> float | None:
        """p/q of the whole prefix."""
        return self.prefix.product if self.prefix else None

    @property
    def times(self) -> str | None:
        """The same in the plain voice."""
        return factor(self.prefix.product) if self.prefix else None

    @cached_property
    def factors(self) -> tuple[str, str, str]:
        """p/q of the prefix before, of the last token, and of both: as numbers that multiply."""
        assert self.prefix is not None, "the case of a prefix that is recorded"
        assert self.before is not None, "the case of a prefix with one before it"
        three = self.before.product, self.prefix.factor(self.before), self.prefix.product
        if self.voice is not PLAIN:
            return multiplied(*three, otherwise=number)
        far, own, both = (factor(value, shown) for value, shown in zip(three, multiplied(*three), strict=True))
        return far, own, both

    @property
    def far(self) -> str:
        """p/q before the last token."""
        return self.factors[0]

    @property
    def own(self) -> str:
        """p/q of the last token."""
        return self.factors[1]

    @property
    def both(self) -> str:
        """p/q of the prefix."""
        return self.factors[2]

    @property
    def logp(self) -> str | None:
        """Σ log p of the prefix."""
        return log(self.prefix.logp_joint) if self.prefix else None

    @property
    def logq(self) -> str | None:
        """Σ log q of the prefix."""
        return log(self.prefix.logq_joint) if self.prefix else None


def prefix_case(test: PrefixTest) -> str:
    """Whether the prefix passes, and whether another was tested before it."""
    if test.prefix is None:
        return "unrecorded"
    return f"{'longer' if test.before else 'first'}.{'passes' if test.prefix.passed else 'fails'}"


LOGS = "as Σ log p = {logp} and Σ log q = {logq}"
PREFIX = StepWording(
    title=Wording(view=PrefixTest, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=lambda _, step: numbered("Prefix", step),
    sentence=Wording(
        view=PrefixTest,
        case=prefix_case,
        plain={
            "unrecorded": "This test was not recorded",
            "first.passes": "To the target {word} is {times} as likely as to the draft, above {tau}: this prefix passes",
            "first.fails": "To the target {word} is {times} as likely as to the draft, not above {tau}: this prefix fails",
            "longer.passes": "{far} so far, {own} for {word} makes {both}, above {tau}: this prefix passes",
            "longer.fails": "{far} so far, {own} for {word} makes {both}, not above {tau}: this prefix fails",
        },
        exact={
            "unrecorded": "{name}: not recorded",
            "first.passes": f"{{name}}: p/q of {{tokens}} is {{product:number}} > τ = {{tau:number}}, {LOGS}",
            "first.fails": f"{{name}}: p/q of {{tokens}} is {{product:number}} ≤ τ = {{tau:number}}, {LOGS}",
            "longer.passes": f"{{name}}: p/q is ×{{far}} so far, × {{own}} for {{word}} = {{both}} > τ = {{tau:number}}, {LOGS}",
            "longer.fails": f"{{name}}: p/q is ×{{far}} so far, × {{own}} for {{word}} = {{both}} ≤ τ = {{tau:number}}, {LOGS}",
        },
    ),
)


class BeamDraft(Draft):
    """A layer of draft beams."""

    @property
    def name(self) -> str:
        """The layer, and how many beams it has."""
        block = self.facts.layer(BlockLayer, layer=self.layer)
        return f"Draft {self.layer}: {plural(block.width, 'beam')}" if block else super().name


class Outcome(Decided):
    """What the joint test keeps, and that this is not what the target alone would write."""

    @property
    def joint(self) -> JointLayer | None:
        """The record of the test."""
        return self.facts.layer(JointLayer)

    @property
    def longest(self) -> int:
        """How many tokens the longest passing prefix has."""
        return self.joint.longest if self.joint else 0

    @property
    def longest_units(self) -> str:
        """The same with its noun."""
        return self.counted(self.longest)

    @property
    def name(self) -> str:
        """The step in a few words."""
        return f"Longest passing prefix: {self.longest or 'none'}"


def outcome_case(outcome: Outcome) -> str:
    """What passes; of a draft of one token the decision is told."""
    if len(outcome.verdicts) < 2:
        return "one" if outcome.verdicts else "none"
    if not outcome.joint or not outcome.longest:
        return "several.none_passes"
    failed = any(each.j < outcome.longest and not each.passed for each in outcome.joint.prefixes)
    return "several.forgiven" if failed else "several"


LOSSY = "No dice, no correction: the text no longer has exactly the target’s chances (lossy)"
OUTCOME = StepWording(
    title=Wording(view=Outcome, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead=verify_step().ahead,
    sentence=Wording(
        view=Outcome,
        case=outcome_case,
        plain={
            "none": "Nothing is left to decide here",
            "one": "{told}",
            "several": f"The longest prefix that passes has {{longest_units}}, and is kept. {LOSSY}",
            "several.forgiven": f"The longest prefix that passes has {{longest_units}}, and is kept; a weak word is forgiven when the words after it make up for it. {LOSSY}",
            "several.none_passes": "No prefix passes, so nothing of the draft is kept",
        },
        exact={
            "none": "{name}",
            "one": "{name}: {told}",
            "several": "{name}: {all}; no coin, no residual: whatever is above τ stays (lossy; Thm 3.5 bounds the loss)",
        },
    ),
)

# Layers

BLOCK_LAYER = LayerStory(kind=BlockLayer, facts=(Fact("W", "width"),), symbols=True)
JOINT_LAYER = LayerStory(
    kind=JointLayer,
    title=layer_says(plain="The words together", exact="Joint likelihoods"),
    facts=(
        Fact("p and q taken", "joint"),
        Fact("τ", "threshold"),
        Fact("longest that passes", "longest", late=True),
        Fact("U, largest |log p − log q|", "bounds.U", late=True),
        Fact("H, mean entropy", "bounds.H", late=True),
        Fact("ε", "bounds.epsilon", late=True),
        Fact("γ̄, tokens emitted", "bounds.gamma_bar", late=True),
        Fact("γ̄ ≥ (Thm 3.6)", "bounds.gamma_bar_low", late=True),
        Fact("perplexity ratio ≤ (Thm 3.5)", "bounds.ppl_ratio_high", late=True),
    ),
    heads=("word", "target against draft", "so far, against the bar", ""),
    names=("", "the bar"),
    symbols=True,
)

# A round

DRAFT_BEAMS = RoundLine(
    "draft",
    "pending",
    "The draft grows {sides} side by side, up to {depth} long.",
    "{draft_width} beams, γ = {gamma} layers, each drawn from q_beam.",
)
LIKELIEST_DRAFT_BEAM = RoundLine(
    "select",
    "not_sent",
    "Only the beam that the draft finds likeliest goes to the target.",
    "The beam of highest ∏ q is the draft.",
)
LIKELIEST_BEAM = RoundLine(
    "select",
    "chosen dropped",
    "The beam that the target finds likeliest as a whole is kept.",
    "The beam of highest Σ log p over the block is kept.",
)
GROWN = RoundLine(
    "check",
    "pending",
    "No draft: the target itself grows {own} side by side, {block_long} long, with a pass for each.",
    "W = {width} beams are grown for {block} layers, one target pass each.",
)
PREFIXES = RoundLine(
    "check",
    "passes fails",
    "The big target model reads that beam in one pass. Then its first {unit}, its first two, and so on are tested as a whole.",
    "Prefix j passes if the product of p/q over its j tokens is above τ = {threshold}.",
)
JOINT = RoundLine(
    "decide",
    "accepted rejected {own_mark} bonus",
    "The longest stretch that passed is kept, even past a shorter one that failed. Behind it the target writes {unit_a}.",
    "The longest prefix above τ = {threshold} is accepted, then x ~ p.",
)
BLOCK = RoundLine(
    "commit",
    "",
    "It joins the text, and the next round starts at its end.",
    "Its tokens are committed.",
)

PAPER = "Qin et al. 2025, Optimized Multi-Token Joint Decoding with Auxiliary Model for LLM Inference"


MTJD = Story(
    method="mtjd",
    line="The target grows several beams for a few tokens and keeps the one that is likeliest as a whole.",
    source=f"{PAPER}, §3.1",
    round=lambda settings: (GROWN, LIKELIEST_BEAM, BLOCK),
    following=Next("the target grows {own} side by side", "the target grows new beams"),
    reasons={"best_of_block": BEST_BEAM, "best_beam": BEST_BEAM},
    rejection=not_the_targets,
    steps={"layer": GROW, "select": SELECT},
    layers=(BLOCK_LAYER,),
    rows=ENDS,
    why={
        "best_of_beams": Because(
            "on purpose: the best of several beams is likelier than what the target would draw",
            "changes the law on purpose: the best of W beams is likelier than a draw from the target",
        ),
        "one_beam_searches": Because(
            "one beam has nothing to choose from: it takes the target’s first choice",
            "one beam that takes the most probable token",
        ),
        "one_beam_samples": Because(
            "one beam has nothing to choose from: the target draws it by its own chances",
            "there is no choice between beams: it samples from the target",
        ),
    },
    gallery=(
        Bundled(name="mtjd", note="Tokens chosen together, by their joint likelihood", settings=SAMPLED, tokens=32),
    ),
)
MTAD = Story(
    method="mtad",
    line="Drafts several beams; the target keeps the longest likely stretch of the best one.",
    source=f"{PAPER}, §3.2",
    round=lambda settings: (DRAFT_BEAMS, LIKELIEST_DRAFT_BEAM, PREFIXES, JOINT, JOINED),
    following=Next("the draft grows {sides} side by side", "the draft grows its beams again"),
    reasons={"best_beam": BEST_BEAM, "joint_ratio": JOINT_TEST, "draw": OWN_TOKEN, "argmax": OWN_TOKEN},
    rejection="no passing prefix contains it: min(1, p/q) of the joint likelihoods was not above τ",
    steps={"draft": draft_step(BeamDraft), "select": SELECT, "prefix": PREFIX, "verify": OUTCOME},
    layers=(BLOCK_LAYER, JOINT_LAYER),
    rows=ENDS,
    why={
        "rejects_every_prefix": Because(
            "with this threshold nothing of the draft is kept",
            "τ = 1 rejects every prefix: each token is the target's own",
        ),
        "joint_of_one_token": Because(
            "only the target’s own first choices can pass",
            "p's joint is zero unless every token is its own choice",
        ),
        "joint_likelihood": Because(
            "on purpose: whatever is above the bar stays, with no dice",
            "changes the law on purpose: likely drafts are kept by their joint likelihood",
        ),
    },
    counts_draws=True,
    gallery=(
        Bundled(name="mtad", note="The longest draft prefix whose joint likelihoods agree", settings=SAMPLED),
        Bundled(
            name="mtad-figure-2",
            note="MTAD Figure 2: the longest passing prefix, past shorter ones that failed",
            figure=True,
        ),
    ),
)
STORIES = (MTJD, MTAD)
