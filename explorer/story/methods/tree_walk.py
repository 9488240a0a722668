"""The page's texts on methods that accept only the target's own token: SSD, TSD, EAGLE-2 and prompt lookup."""

from collections.abc import Sequence

from decoders.methods.eagle import LevelLayer, SelectionLayer
from decoders.methods.lookup import CopyLayer
from explorer.story.common import papers, rejections
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.drafted_graph import GRAPH_COMMIT
from explorer.story.common.ratio_test import RATIO_TEST
from explorer.story.common.rounds import CHAIN, FIRST_CHOICE, FIRST_CHOICES, GUESSES, JOINED, RATIO, SAME
from explorer.story.common.searched import Searched
from explorer.story.common.steps import SHOWN, draft_step
from explorer.story.common.told_apart import names
from explorer.story.common.trees import GRID, TREE, grown, is_sampled_as_in_the_paper, walked
from explorer.story.common.untested import UNTESTED
from explorer.story.common.walks import GROWS_A_TREE, WALK
from explorer.story.header.run_slots import is_certain
from explorer.story.numbers import listed
from explorer.story.story import Bundled, Fact, LayerStory, Next, RoundLine, Settings, StepWording, Story
from explorer.story.views import LayerView, StepView, VerdictView, layer_says
from explorer.story.wording import Wording, alike


def _same_or_first(settings: Settings) -> RoundLine:
    return FIRST_CHOICE if is_certain(settings) else SAME


# SSD


def _ssd_line(settings: Settings) -> str:
    """The line about SSD, which accepts the most likely tokens, or tests with random numbers as SpD does."""
    if settings.get("verification") == "sampling":
        return "The draft model writes one sequence (called SSD in the GSD paper). It is checked {unit} by {unit} with random numbers, as in SpD."
    return "The draft model writes one sequence (called SSD in the GSD paper). The target accepts guesses until one differs from its own choice."


def _ssd_round(settings: Settings) -> Sequence[RoundLine]:
    if settings.get("verification") == "sampling":
        return CHAIN, GUESSES, RATIO, JOINED
    return FIRST_CHOICES, GUESSES, FIRST_CHOICE, JOINED


SSD = Story(
    method="ssd",
    line=_ssd_line,
    source=f"{papers.GSD}, §3",
    round=_ssd_round,
    following=Next("The draft guesses up to {depth}.", "The draft guesses again."),
    reasons={**WALK, "ratio": RATIO_TEST, "earlier_rejection": UNTESTED},
    rejection=lambda settings: (
        rejections.RATIO if settings.get("verification") == "sampling" else rejections.not_the_targets(settings)
    ),
    steps={"commit": GRAPH_COMMIT},
    tuning={"gamma": (1, 2, 3, 4)},
    gallery=(Bundled(name="ssd", note="A greedy draft, accepted while the target agrees", prompt=SHEEP),),
)

# TSD


def _tsd_line(settings: Settings) -> str:
    """The line about TSD, which follows the target's own tokens down the tree, or tests every child independently."""
    tree = "The draft model grows a tree of its most likely guesses."
    if is_sampled_as_in_the_paper(settings):
        return f"{tree} Guesses are tested independently, and the longest accepted path wins."
    return f"{tree} The target checks it in one pass and follows one path."


TSD = Story(
    method="tsd",
    line=_tsd_line,
    source=f"{papers.GSD}, §4",
    round=lambda settings: (grown(settings), GUESSES, walked(settings), JOINED),
    following=GROWS_A_TREE,
    reasons=TREE,
    rejection=lambda settings: (
        rejections.RATIO if is_sampled_as_in_the_paper(settings) else rejections.not_the_targets(settings)
    ),
    steps={"commit": GRAPH_COMMIT},
    tuning=GRID,
    gallery=(
        Bundled(
            name="tsd",
            note="A draft tree without pruning",
            settings={"gamma": "3", "out_degree": "3"},
            prompt=SHEEP,
        ),
    ),
)

# EAGLE-2

SURE_TREE = RoundLine(
    "draft",
    "pending",
    "The draft model grows its tree along the paths in which it is most confident, {levels} deep.",
    "On each of the γ = {gamma} levels, the k = {out_degree} nodes with the highest ∏ q get k children each.",
)
SUREST = RoundLine(
    "select",
    "not_sent",
    "Only the {sure} in which the draft is most confident are sent to the target.",
    "The {node_budget} nodes with the highest confidence ∏ q are sent to the target.",
)


class NotSent(VerdictView):
    """A drafted node that is not sent to the target, because it is not among the most confident ones."""

    @property
    def sent(self) -> int:
        """The number of nodes that are sent."""
        layer = self.facts.layer(SelectionLayer)
        return len(layer.nodes) if layer else 0


NOT_SENT = Wording(
    view=NotSent,
    case=lambda node: "several" if node.sent > 1 else "one",
    plain={
        "several": "{word} is not sent to the target because its path[ (draft {verdict.confidence})] is not among the {sent} likeliest.",
        "one": "{word} is not sent to the target because its path[ (draft {verdict.confidence})] is not the likeliest.",
    },
    exact={
        "several": "{word} is not sent: the ∏ q of its path[ ({verdict.confidence})] is not among the {sent} largest.",
        "one": "{word} is not sent: the ∏ q of its path[ ({verdict.confidence})] is not the largest.",
    },
)


class Selection(StepView):
    """The drafted nodes that are sent to the target."""

    @property
    def confident(self) -> str:
        """The guesses that are sent, with their verb."""
        return (
            "The guess in which the draft is most confident is"
            if self.size == 1
            else f"The {self.size} guesses in which the draft is most confident are"
        )

    @property
    def all_guesses(self) -> str:
        """The guesses that are sent, as a phrase used if none is left out."""
        if self.size == 1:
            return "The only guess is"
        return f"{'Both' if self.size == 2 else f'All {self.size}'} guesses are"

    @property
    def best(self) -> str:
        """The nodes that are sent, as a phrase of the exact voice with its verb."""
        which = "with the highest confidence ∏ q"
        return f"the node {which} is" if self.size == 1 else f"the {self.size} nodes {which} are"

    @property
    def drafted(self) -> int:
        """The number of drafted nodes."""
        layer = self.facts.layer(SelectionLayer)
        return layer.drafted if layer else 0

    @property
    def left_out(self) -> int:
        """The number of nodes that are left out."""
        return sum(verdict.decision in ("not_sent", "dropped") for verdict in self.verdicts)

    @property
    def named(self) -> str:
        """The most confident nodes of the step, with their confidence; the other nodes are only counted."""
        confidence = dict[int, float]()
        for layer in self.facts.layers:
            if isinstance(layer, LevelLayer):
                confidence.update(zip(layer.nodes, layer.confidence, strict=False))
        ranked = sorted(self.step.nodes, key=lambda node: -confidence.get(node, 0.0))
        shown = ranked[:SHOWN]
        found = zip(shown, names(self.facts, shown), strict=True)
        named = [f"{name} ({confidence.get(node, 0.0):.2g})" for node, name in found]
        return listed(named, SHOWN, self.size)


def left_out_case(step: Selection) -> str:
    """Choose the case: none, one or several nodes are left out."""
    return {0: "all", 1: "one"}.get(step.left_out, "several")


def selection_case(step: Selection) -> str:
    """The case of `left_out_case`, or "unrecorded" if the layer with the number of drafted nodes is missing, as in some
    traces from elsewhere.
    """
    return left_out_case(step) if step.facts.layer(SelectionLayer) else "unrecorded"


SELECTION = StepWording(
    title=alike(Selection, {"": "Select {size} of {drafted}", "unrecorded": "Select"}, selection_case),
    ahead="Select",
    sentence=Wording(
        view=Selection,
        case=selection_case,
        plain_case=left_out_case,
        plain={
            "all": "{all_guesses} sent to the target.",
            "one": "{confident} sent to the target, and one is left out.",
            "several": "{confident} sent to the target, and the other {left_out} are left out.",
        },
        exact={
            "unrecorded": "The most confident nodes are sent.",
            "all": "All drafted nodes are sent to the target. By confidence ∏ q they are {named}.",
            "one": "Of {drafted:drafted node}, {best} sent: {named}. One node is not sent.",
            "several": "Of {drafted:drafted node}, {best} sent: {named}. The other {left_out} are not sent.",
        },
    ),
)

EAGLE_2 = Story(
    method="eagle2",
    line="The draft model grows its tree where it is most confident. Only its most confident guesses are checked, in one pass.",
    source="Li et al. 2024, EAGLE-2, §4",
    round=lambda settings: (SURE_TREE, SUREST, GUESSES, _same_or_first(settings), JOINED),
    following=GROWS_A_TREE,
    reasons={**WALK, "confidence": NOT_SENT},
    rejection=rejections.not_the_targets,
    steps={"select": SELECTION},
    layers=(
        LayerStory(
            kind=LevelLayer,
            caption=layer_says(
                plain="The bars show how confident the draft is in the whole path to each guess of this level.",
                exact="The bars show the confidence ∏ q of the path to each node of this level.",
            ),
            heads=("guess", "confidence", ""),
        ),
        LayerStory(
            kind=SelectionLayer,
            title=layer_says(plain="Sent to the target", exact="Selection"),
            facts=(
                Fact("node budget", "node_budget", plain="guesses sent (maximum)"),
                Fact("drafted nodes", "drafted", plain="guesses drafted"),
            ),
        ),
    ),
    tuning={"gamma": (2, 3), "out_degree": (2, 3), "node_budget": (3, 4, 5)},
    gallery=(Bundled(name="eagle2", note="A draft tree that grows where the draft is confident", settings=SAMPLED),),
)

# Prompt lookup

COPY_LINE = RoundLine(
    "draft",
    "pending",
    "There is no draft model. If the last {units} also appear earlier in the text, up to {gamma} of the {units} that followed them are copied as guesses.",
    "Find the longest n-gram (n ≤ {ngram}) that ends the text and also occurs earlier. The γ = {gamma} tokens after its first occurrence are the draft, each with q = 1.",
)


class Copied(Searched):
    """The step that copies its draft from earlier text."""

    @property
    def copy(self) -> CopyLayer | None:
        """The record of the copy."""
        return self.facts.layer(CopyLayer)

    @property
    def name(self) -> str:
        """The step's title, with the number of copied tokens."""
        return f"Copy {self.counted(self.size)}" if self.copy else super().name

    @property
    def matched(self) -> int:
        """The number of tokens at the end of the text that occurred earlier."""
        return self.copy.ngram if self.copy else 1


COPY = draft_step(
    Copied,
    lambda draft: "copy" if draft.copy and draft.nodes else "",
    plain={"copy": "The last {last} appeared earlier in the text. {after} copied as the draft: {copied}."},
    exact={"copy": "The last {last} occurred earlier. {after} copied as the draft: {copied}.[ {not_expanded}]"},
)

LOOKUP = Story(
    method="lookup",
    copies_text=True,
    line="There is no draft model. If the last {units} have appeared before, the text that followed is the draft. The target checks it in one pass.",
    source="Saxena 2023, Prompt Lookup Decoding",
    round=lambda settings: (COPY_LINE, GUESSES, _same_or_first(settings), JOINED),
    following=Next(
        "The text is searched for an earlier occurrence of its last {units}. The {units} after it are the guesses.",
        "The text is searched again for an earlier occurrence of its last {units}.",
    ),
    reasons=WALK,
    rejection=rejections.not_the_targets,
    steps={"draft": COPY},
    layers=(
        LayerStory(
            kind=CopyLayer,
            title=layer_says(plain="Copied guesses", exact="Copied draft"),
            caption=Wording(
                view=LayerView[CopyLayer],
                case=lambda copy: "found" if copy.of.ngram else "none",
                plain={
                    "found": "",
                    "none": "The last words of the text have not appeared before, so nothing is copied.",
                },
                exact={"found": "", "none": "No n-gram that ends the text occurred before, so nothing is copied."},
            ),
            facts=(
                Fact("n of the n-gram", "ngram", plain="repeated tokens"),
                Fact("found at token", "at"),
                Fact("copied tokens", "copied"),
            ),
        ),
    ),
    searches=True,
    without_draft="with drafts copied from the text",
    tuning={"gamma": (2, 3, 4), "ngram": (2, 3)},
    gallery=(
        Bundled(
            name="lookup",
            note="Drafts copied from the text, without a draft model",
            prompt=SHEEP,
            settings=SAMPLED,
        ),
    ),
)
STORIES = (SSD, TSD, EAGLE_2, LOOKUP)
