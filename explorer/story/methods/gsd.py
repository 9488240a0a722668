"""What is said of GSD: a draft tree in which n-grams that recur are merged, so that the draft is a graph."""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from decoders.methods.gsd.recording import GraphLayer
from explorer.story.common import papers
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.decisions import SHOWN
from explorer.story.common.drafted_graph import GRAPH_COMMIT
from explorer.story.common.rounds import GUESSES, JOINED
from explorer.story.common.steps import Decided, decided_case
from explorer.story.common.trees import GRID, TREE, grown, is_sampled_as_in_the_paper, walked
from explorer.story.common.walks import GROWS_A_TREE, NO_COIN, not_the_targets
from explorer.story.facts import Facts
from explorer.story.numbers import plural, times, visible
from explorer.story.story import Bars, Bundled, Fact, LayerStory, RoundLine, Settings, StepWording, Story
from explorer.story.views import StepView, Together, VerdictView, compared, layer_says
from explorer.story.wording import EXACT, Wording

MERGE = RoundLine(
    "merge",
    "merged",
    "What recurs in the draft is merged, and what follows it is guessed only once. Copies are put back before the check.",
    "A node whose last τ = {merge} tokens end elsewhere in the draft becomes a leaf; the graph is unmerged for the target.",
)

# N-grams


def size_of_grams(facts: Facts) -> int:
    """τ: how many tokens must recur."""
    return int(facts.number("merge", 1))


def line_down_to(facts: Facts, node: int) -> list[int]:
    """The last τ nodes down to this one."""
    line = list[int]()
    while node in facts.node and len(line) < max(1, size_of_grams(facts)):
        line.append(node)
        node = facts.parent(node)
    return line[::-1]


def gram_of(facts: Facts, node: int) -> str:
    """The n-gram that a node ends, in quotation marks."""
    line = line_down_to(facts, node)
    if facts.voice is EXACT:
        return f"“{' '.join(map(facts.text, line))}”"
    raw = [facts.raw(each) for each in line]
    if any(not text.strip() for text in raw):  # a space or a line end is one of the n tokens
        return f"“{visible(''.join(raw))}”"
    return facts.phrase(line)


def place_of_repeated(facts: Facts, node: int) -> str:
    """Where the n-gram stands that a merged node repeats: after which word."""
    repeated = facts.node[node].merge
    line = [] if repeated is None else line_down_to(facts, repeated)
    before = facts.parent(line[0]) if line else -1
    return f"after {facts.word(before)}" if facts.role(before) == "draft" else "above"


def ends_there(facts: Facts, node: int) -> bool:
    """Whether nothing follows what a merged node repeats, as the draft did not go on there either."""
    repeated = facts.node[node].merge
    there = facts.by_node.get(-1 if repeated is None else repeated, ())
    return any(verdict.decision == "pruned" for verdict in there)


def pruned_although_recurring(facts: Facts, level: int) -> list[int]:
    """The nodes of a level that end an n-gram drafted before and are not merged, as they were pruned."""
    steps = facts.iteration.steps
    drafted = {node for step in steps if step.phase == "draft" and step.layer == level for node in step.nodes}
    graph, size = facts.layer(GraphLayer), size_of_grams(facts)
    grams = [each for each in (graph.recurring if graph else ()) if len(each.gram) == size]
    again = {node for each in grams for node in each.nodes[1:]}
    fates = {node: {verdict.decision for verdict in facts.by_node.get(node, ())} for node in drafted & again}
    return sorted(node for node, fate in fates.items() if "pruned" in fate and "merged" not in fate)


class Merged(VerdictView):
    """A node whose last tokens were drafted before."""

    @property
    def gram(self) -> str:
        """The n-gram that it ends."""
        return gram_of(self.facts, self.verdict.node)

    @property
    def where(self) -> str:
        """Where that stands already."""
        return place_of_repeated(self.facts, self.verdict.node)

    @property
    def recurred(self) -> str:
        """How many tokens were drafted before, in the exact voice."""
        size = self.facts.settings.get("merge", 1)
        return "last token was" if size == 1 else f"last {size} tokens were"


RECURS = Wording(
    view=Merged,
    case=lambda node: "ends" if ends_there(node.facts, node.verdict.node) else "",
    plain={
        "": "{gram} stands {where} already: what follows it is not drafted a second time",
        "ends": "{gram} stands {where} already, and nothing follows it there: nothing is saved",
    },
    exact={
        "": "its {recurred} drafted before, {where}, so what follows {gram} there stands in for what would follow here",
    },
)

# Steps


class NotMerged(StepView):
    """What recurs on a level and is not merged all the same."""

    @cached_property
    def nodes(self) -> list[int]:
        """Its nodes."""
        return pruned_although_recurring(self.facts, self.layer or 0)

    @property
    def grams(self) -> list[str]:
        """Their n-grams, each once."""
        return list(dict.fromkeys(gram_of(self.facts, node) for node in self.nodes))

    @property
    def first(self) -> str:
        """The first n-gram."""
        return self.grams[0]

    @property
    def some(self) -> str:
        """The first n-grams; the rest are counted."""
        more = len(self.grams) - 2
        return ", ".join(self.grams[:2]) + (f" and {more} more" if more > 0 else "")

    @property
    def held(self) -> Together | None:
        """q of the first and what it was held against, as they compare."""
        pruned = next(verdict for verdict in self.facts.by_node[self.nodes[0]] if verdict.decision == "pruned")
        return compared(pruned.q, pruned.bar)


def not_merged_case(left: NotMerged) -> str:
    """Nothing, one n-gram, or several."""
    if len(left.grams) > 1:
        return "several"
    return "none" if not left.nodes else "one" if left.held else "one.unknown"


NOT_MERGED = Wording(
    view=NotMerged,
    case=not_merged_case,
    plain={
        "none": "",
        "several": ". {some} recur too, but are too unlikely to go on from",
        "one": ". {first} recurs too, but has only {held.left}: {held.right} is needed to go on",
        "one.unknown": ". {first} recurs too, but is not gone on from",
    },
    exact={"": ""},
)


class Merging(Decided):
    """The nodes of a level that are merged."""

    @property
    def name(self) -> str:
        """How many."""
        return f"Merge {self.size}"

    @cached_property
    def merged(self) -> list[int]:
        """The nodes."""
        return [verdict.node for verdict in self.verdicts]

    @property
    def why(self) -> str:
        """Why the only one is merged."""
        return self.facts.why(self.verdicts[0])

    @cached_property
    def places(self) -> Counter[str]:
        """What recurs and where it stands, with how often."""
        facts = self.facts
        return Counter(f"{gram_of(facts, node)} ({place_of_repeated(facts, node)})" for node in self.merged)

    @property
    def distinct(self) -> int:
        """How many different n-grams, or places of them, there are."""
        return len(self.places)

    @property
    def named(self) -> str:
        """The first of them; the rest are counted."""
        more = self.distinct - SHOWN
        named = ", ".join(name + times(count) for name, count in list(self.places.items())[:SHOWN])
        return named + (f" and {more} more" if more > 0 else "")

    @property
    def ended(self) -> list[str]:
        """The n-grams that nothing follows where they stand."""
        facts = self.facts
        return list(dict.fromkeys(gram_of(facts, node) for node in self.merged if ends_there(facts, node)))

    @property
    def nothing(self) -> str | None:
        """The same by name; None if there is none."""
        return ", ".join(self.ended) or None

    @property
    def not_merged(self) -> str:
        """What else recurs, and is too unlikely to be merged."""
        return NOT_MERGED.say(self.facts, self.step)


def plain_merging_case(step: Merging) -> str:
    """How many are merged, and whether that saves anything."""
    if len(step.merged) < 2:
        return "one" if step.merged else "none"
    return "several.ends" if len(step.ended) == step.distinct else "several"


MERGING = StepWording(
    title=Wording(view=Merging, plain={"": "{name}"}, exact={"": "{name}"}),
    ahead="Merge",
    sentence=Wording(
        view=Merging,
        case=decided_case,
        plain_case=plain_merging_case,
        plain={
            "none": "What recurs is merged",
            "one": "{why}{not_merged}",
            "several": "{named} {distinct:stands/stand} in the draft already: what follows is not drafted a second time[. Nothing follows {nothing} there]{not_merged}",
            "several.ends": "{named} {distinct:stands/stand} in the draft already. Nothing follows there, so nothing is saved{not_merged}",
        },
        exact={"none": "{name}", "one": "{name}: {told}", "several": "{name}: {all}"},
    ),
)


class Unmerging(StepView):
    """The copies that are put back, so that the draft is a tree."""

    @property
    def copies(self) -> str:
        """The copies, as they are put back."""
        return f"{plural(self.size, 'copy')} {'is' if self.size == 1 else 'in all are'} put back"

    @property
    def merged(self) -> str:
        """The nodes that they follow."""
        count = sum(verdict.decision == "merged" for verdict in self.facts.verdicts)
        return f"{count} merged {self.unit}s" if count > 1 else f"merged {self.unit}"


def unmerging_case(step: Unmerging) -> str:
    """Whether there was room for all copies."""
    graph = step.facts.layer(GraphLayer)
    return "cut" if graph and graph.budget_cut else "whole"


UNMERGING = StepWording(
    title=Wording(view=Unmerging, plain={"": "Unmerge: {size:copy}"}, exact={"": "Unmerge: {size:copy}"}),
    ahead="Unmerge",
    sentence=Wording(
        view=Unmerging,
        case=unmerging_case,
        plain={
            "whole": "Merging saved {size:draft}. The target scores whole paths, so {copies} below the {merged}",
            "cut": "Merging saved at least {size:draft}. The target scores whole paths, so {copies} below the {merged}: there is no room for more",
        },
        exact={
            "whole": "Unmerge: {size:copy}: merging saved {size:draft}; copies go below the merged nodes, as the target scores whole paths",
            "cut": "Unmerge: {size:copy}: merging saved at least {size:draft}; copies go below the merged nodes, as the target scores whole paths",
        },
    ),
)

GRAPH = LayerStory(
    kind=GraphLayer,
    title=layer_says(plain="The graph", exact="The graph"),
    facts=(
        Fact("depth limit", "depth_limit"),
        Fact("depth", "depth"),
        Fact("depth as a tree", "tree_depth"),
        Fact("draft exit", "exit"),
        Fact("nodes drafted", "drafted"),
        Fact("replicas in the tree", "replicas", plain="copies in the tree"),
        Fact("nodes verified", "verified"),
        Fact("node budget", "node_budget"),
        Fact("cut by the budget", "budget_cut"),
        Fact("accepted", "accepted", plain="kept", late=True),
        Fact("ranks of the accepted children", "accepted_ranks", plain="ranks of the kept ones", late=True),
        Fact("graph success", "graph_success", late=True),
    ),
    bars=Bars(
        title="What merging came to",
        counts=(
            Fact("drafted", "drafted"),
            Fact("copied, not drafted again", "replicas"),
            Fact("sent to the target", "verified"),
            Fact("kept", "accepted", late=True),
        ),
    ),
)


def _round(settings: Settings) -> Sequence[RoundLine]:
    merges = (MERGE,) if settings.get("merge", 1) else ()
    return grown(settings), *merges, GUESSES, walked(settings), JOINED


GSD = Story(
    method="gsd",
    line="Like a tree of drafts, but what recurs in it is merged, so that the same words are drafted only once.",
    source=f"{papers.GSD}, §5",
    round=_round,
    following=GROWS_A_TREE,
    reasons={**TREE, "recurring_gram": RECURS},
    rejection=lambda settings: NO_COIN if is_sampled_as_in_the_paper(settings) else not_the_targets(settings),
    steps={"merge": MERGING, "unmerge": UNMERGING, "commit": GRAPH_COMMIT},
    layers=(GRAPH,),
    tuning={**GRID, "gamma": (3, 4)},
    gallery=(
        Bundled(
            name="gsd-figure-4",
            note="GSD Figure 4: an n-gram that recurs is merged, and unmerged to be verified",
            figure=True,
        ),
        Bundled(
            name="gsd-colors",
            note="A small real graph: an n-gram recurs and merges in the second round",
            settings={"gamma": "4", "out_degree": "2"},
            prompt="List three colors and three animals.",
        ),
        Bundled(name="gsd", note="A pruned tree in which repeated n-grams merge into a graph", prompt=SHEEP),
        Bundled(
            name="gsd-sampled",
            note="The same graph checked by sampling from the target: what is kept is a draw from p",
            settings={**SAMPLED, "verification": "sampling"},
        ),
    ),
)
STORIES = (GSD,)
