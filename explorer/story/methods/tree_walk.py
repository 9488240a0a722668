"""What is said of methods that keep what the target itself would write: SSD, TSD, EAGLE-2 and prompt lookup."""

from collections.abc import Sequence
from dataclasses import replace

from decoders.methods.eagle import LevelLayer, SelectionLayer
from decoders.methods.lookup import CopyLayer
from explorer.story.common import papers
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.drafted_graph import GRAPH_COMMIT
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import CHAIN, FIRST_CHOICE, FIRST_CHOICES, GUESSES, JOINED, RATIO, SAME
from explorer.story.common.steps import SHOWN, Draft, draft_case, draft_step, exact_draft_case
from explorer.story.common.trees import GRID, TREE, grown, is_sampled_as_in_the_paper, walked
from explorer.story.common.untested import UNTESTED
from explorer.story.common.walks import GROWS_A_TREE, NO_COIN, WALK, not_the_targets
from explorer.story.run_slots import is_certain
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Settings, StepWording, Story
from explorer.story.views import StepView, VerdictView, layer_says
from explorer.story.wording import EXACT, Wording


def _same_or_first(settings: Settings) -> RoundLine:
    return FIRST_CHOICE if is_certain(settings) else SAME


# SSD


def _ssd_round(settings: Settings) -> Sequence[RoundLine]:
    if settings.get("verification") == "sampling":
        return CHAIN, GUESSES, RATIO, JOINED
    return FIRST_CHOICES, GUESSES, FIRST_CHOICE, JOINED


SSD = Story(
    method="ssd",
    line="A small draft model guesses one continuation; the target keeps it as far as it would have written the same.",
    source=f"{papers.GSD}, §3",
    round=_ssd_round,
    following=Next("the draft guesses up to {depth}", "the draft guesses again"),
    reasons={**WALK, "ratio": RATIO_TEST, "earlier_rejection": UNTESTED},
    rejection=lambda settings: NO_COIN if settings.get("verification") == "sampling" else not_the_targets(settings),
    steps={"commit": GRAPH_COMMIT},
    tuning={"gamma": (1, 2, 3, 4)},
    gallery=(Bundled(name="ssd", note="A greedy draft, kept while the target agrees", prompt=SHEEP),),
)

# TSD

TSD = Story(
    method="tsd",
    line="The draft grows a tree of its most probable tokens; the target reads it in one pass and walks down it.",
    source=f"{papers.GSD}, §4",
    round=lambda settings: (grown(settings), GUESSES, walked(settings), JOINED),
    following=GROWS_A_TREE,
    reasons=TREE,
    rejection=lambda settings: NO_COIN if is_sampled_as_in_the_paper(settings) else not_the_targets(settings),
    steps={"commit": GRAPH_COMMIT},
    tuning=GRID,
    gallery=(
        Bundled(
            name="tsd",
            note="A tree of drafts, no pruning",
            settings={"gamma": "3", "out_degree": "3"},
            prompt=SHEEP,
        ),
    ),
)

# EAGLE-2

SURE_TREE = RoundLine(
    "draft",
    "pending",
    "The draft grows a tree where it is surest of the whole path, {levels} deep.",
    "On γ = {gamma} levels the k = {out_degree} nodes of highest ∏ q get k children each.",
)
SUREST = RoundLine(
    "select",
    "not_sent",
    "Only the {sure} that it is surest of go to the target.",
    "The {node_budget} nodes of highest confidence ∏ q are sent.",
)


class Unsure(VerdictView):
    """A node that is not among those sent."""

    @property
    def sent(self) -> int:
        """How many are sent."""
        layer = self.facts.layer(SelectionLayer)
        return len(layer.nodes) if layer else 0

    @property
    def sure(self) -> float | None:
        """How sure the draft is of the path down to it."""
        return self.verdict.confidence


NOT_SENT = Wording(
    view=Unsure,
    case=lambda node: "several" if node.sent > 1 else "one",
    plain={
        "several": "only the {sent} surest guesses are sent[, and the draft gives this path just {sure}]",
        "one": "only the surest guess is sent[, and the draft gives this path just {sure}]",
    },
    exact={
        "several": "drafted, but not among the {sent} most confident[ (∏ q = {sure})]: not sent to the target",
        "one": "drafted, but not among the {sent} most confident[ (∏ q = {sure})]: not sent to the target",
    },
)


class Selection(StepView):
    """Which of the drafted nodes go to the target."""

    @property
    def guesses(self) -> str:
        """How many."""
        return self.facts.guesses(self.size)

    @property
    def drafted(self) -> int:
        """Of how many."""
        layer = self.facts.layer(SelectionLayer)
        return layer.drafted if layer else 0

    @property
    def left_out(self) -> int:
        """How many are left out."""
        if self.voice is EXACT:
            return sum(verdict.decision in ("not_sent", "dropped") for verdict in self.verdicts)
        return sum(verdict.decision != "chosen" for verdict in self.verdicts)

    @property
    def named(self) -> str:
        """The surest of them, with their confidence."""
        sure = dict[int, float]()
        for layer in self.facts.layers:
            if isinstance(layer, LevelLayer):
                sure.update(zip(layer.nodes, layer.confidence, strict=False))
        ranked = sorted(self.step.nodes, key=lambda node: -sure.get(node, 0.0))
        named = ", ".join(f"{self.facts.word(node)} {sure.get(node, 0.0):.2g}" for node in ranked[:SHOWN])
        return named + (f" and {self.size - SHOWN} more" if self.size > SHOWN else "")


def left_out_case(step: Selection) -> str:
    """How many are left out."""
    return {0: "all", 1: "one"}.get(step.left_out, "several")


def selection_case(step: Selection) -> str:
    """The same; of how many is recorded in a layer, which a trace from elsewhere may lack."""
    return left_out_case(step) if step.facts.layer(SelectionLayer) else "unrecorded"


BEST = {"": "Keep the best {size} of {drafted}", "unrecorded": "Select"}
SELECTION = StepWording(
    title=Wording(view=Selection, case=selection_case, plain=BEST, exact=BEST),
    ahead="Choose",
    sentence=Wording(
        view=Selection,
        case=selection_case,
        plain_case=left_out_case,
        plain={
            "all": "The {guesses} that the draft is surest of go to the target",
            "one": "The {guesses} that the draft is surest of go to the target; one is left out",
            "several": "The {guesses} that the draft is surest of go to the target; the other {left_out} are left out",
        },
        exact={
            "unrecorded": "Select",
            "all": "Keep the best {size} of {drafted}: by confidence, the product of q down to a node: {named}",
            "one": "Keep the best {size} of {drafted}: by confidence, the product of q down to a node: {named}; the other 1 is not sent to the target",
            "several": "Keep the best {size} of {drafted}: by confidence, the product of q down to a node: {named}; the other {left_out} are not sent to the target",
        },
    ),
)

EAGLE_2 = Story(
    method="eagle2",
    line="The draft grows its tree where it is surest; only the surest guesses go to the target for its one pass.",
    source="Li et al. 2024, EAGLE-2, §4",
    round=lambda settings: (SURE_TREE, SUREST, GUESSES, _same_or_first(settings), JOINED),
    following=GROWS_A_TREE,
    reasons={**WALK, "confidence": NOT_SENT},
    rejection=not_the_targets,
    steps={"select": SELECTION},
    layers=(
        LayerStory(
            kind=LevelLayer,
            caption=layer_says(
                plain="How sure the draft is of the whole path down to each guess of this level",
                exact="Confidence: the product of q down to the node, on this level",
            ),
            heads=("guess", "how sure", ""),
        ),
        LayerStory(
            kind=SelectionLayer,
            title=layer_says(plain="What is sent to the target", exact="What is sent to the target"),
            facts=(Fact("node budget", "node_budget"), Fact("nodes drafted", "drafted")),
        ),
    ),
    tuning={"gamma": (2, 3), "out_degree": (2, 3), "node_budget": (3, 4, 5)},
    gallery=(Bundled(name="eagle2", note="A draft tree grown where the draft is confident", settings=SAMPLED),),
)

# Prompt lookup

COPY_LINE = RoundLine(
    "draft",
    "pending",
    "No draft model: where the last words stand in the text before, what followed them there is the guess, up to {depth}.",
    "The longest recurring n-gram, n up to {ngram}; the γ = {gamma} tokens behind its first occurrence are copied, so q = 1.",
)


class Copied(Draft):
    """What is copied from the text before."""

    @property
    def copy(self) -> CopyLayer | None:
        """The record of the copy."""
        return self.facts.layer(CopyLayer)

    @property
    def name(self) -> str:
        """How many tokens are copied."""
        return f"Copy {self.size}" if self.copy else super().name

    @property
    def last(self) -> str:
        """The tokens that stood in the text before."""
        n, unit = self.copy.ngram if self.copy else 1, "token" if self.voice is EXACT else self.unit
        return unit if n == 1 else f"{n} {unit}s"

    @property
    def copied(self) -> str:
        """The copied tokens."""
        if self.voice is EXACT:
            return " ".join(self.facts.word(node) for node in self.step.nodes)
        return self.facts.phrase(self.nodes)


DRAFT = draft_step(Copied)
COPY = replace(
    DRAFT,
    sentence=Wording(
        view=Copied,
        case=lambda draft: "copy" if draft.copy and draft.step.nodes else exact_draft_case(draft),
        plain_case=lambda draft: "copy" if draft.copy and draft.nodes else draft_case(draft),
        plain={
            **DRAFT.sentence.plain,
            "copy": "The last {last} stood in the text before, and what followed there is copied: {copied}",
        },
        exact={
            **DRAFT.sentence.exact,
            "copy": "{name}: the last {last} stood earlier, and what followed is copied: {copied}[; {not_expanded}]",
        },
    ),
)

LOOKUP = Story(
    method="lookup",
    line="What followed the same words earlier in the text is copied as a draft, with no draft model; the target checks it in one pass.",
    source="Saxena 2023, Prompt Lookup Decoding",
    round=lambda settings: (COPY_LINE, GUESSES, _same_or_first(settings), JOINED),
    following=Next(
        "the text before is searched for its last words: what followed them there is the guess",
        "the text before is searched for its last words",
    ),
    reasons=WALK,
    rejection=not_the_targets,
    steps={"draft": COPY},
    layers=(
        LayerStory(
            kind=CopyLayer,
            title=layer_says(plain="What was copied", exact="What was copied"),
            facts=(
                Fact("n of the n-gram found", "ngram", plain="tokens found again"),
                Fact("found at token", "at"),
                Fact("tokens copied", "copied"),
            ),
        ),
    ),
    searches=True,
    without_draft="drafting by copying from its text",
    tuning={"gamma": (2, 3, 4), "ngram": (2, 3)},
    gallery=(
        Bundled(
            name="lookup",
            note="Drafts copied from the text so far: no draft model",
            prompt=SHEEP,
            settings=SAMPLED,
        ),
    ),
)
STORIES = (SSD, TSD, EAGLE_2, LOOKUP)
