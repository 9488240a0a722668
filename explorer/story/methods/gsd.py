"""The page's texts on GSD, which merges repeated n-grams of a draft tree, so that the draft is a graph.

The texts explain the following facts. If the same τ tokens end two paths, the draft continues them only once and shares
the continuation, so it computes fewer nodes. The target's probabilities depend on the whole path, so the shared nodes
are copied before the check. So merging saves nodes of the draft, but the target checks as many nodes as before.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from decoders.core.record import Iteration, Verdict
from decoders.methods.gsd.recording import GraphLayer
from explorer.story.common import papers, rejections
from explorer.story.common.bundled import SAMPLED, SHEEP
from explorer.story.common.drafted_graph import GRAPH_CHECK, GRAPH_COMMIT
from explorer.story.common.rounds import GUESSES, JOINED
from explorer.story.common.steps import DECIDED, Decided, Draft, decided_case, draft_step
from explorer.story.common.trees import GRID, TREE, grown, is_sampled_as_in_the_paper, walked
from explorer.story.common.walks import GROWS_A_TREE
from explorer.story.facts import Facts
from explorer.story.numbers import listed, plural, visible
from explorer.story.story import (
    Aim,
    Bars,
    Bundled,
    EndBeam,
    Fact,
    LayerStory,
    Purpose,
    RoundLine,
    Settings,
    StepWording,
    Story,
)
from explorer.story.views import StepView, Together, VerdictView, compared, layer_says
from explorer.story.wording import EXACT, Wording, alike

MERGE = RoundLine(
    "merge",
    "merged",
    "If two paths end in the same {gram}, they are merged, so their continuation is guessed only once. Copies are inserted before the check.",
    "A node becomes a leaf with a merge edge if another path already ends in the same τ = {merge:token}. Before the target pass, the graph is unmerged: it becomes a tree again.",
)

AT_THE_START = "at the start"
MERGES = "The draft model grows a tree and merges paths that end in the same {gram}"

# N-grams


def size_of_grams(facts: Facts) -> int:
    """τ (GSD): the length of the n-grams that are merged, in tokens."""
    return int(facts.number("merge", 1))


def line_down_to(facts: Facts, node: int) -> list[int]:
    """The nodes, in order, of the n-gram that ends at this node. These are the last τ nodes of the path to this node,
    or all of them if the path is shorter.
    """
    line = list[int]()
    while node in facts.node and len(line) < max(1, size_of_grams(facts)):
        line.append(node)
        node = facts.parent(node)
    return line[::-1]


def gram_of(facts: Facts, node: int) -> str:
    """The n-gram that ends at a node, in quotation marks."""
    line = line_down_to(facts, node)
    if facts.voice is EXACT:
        return f"“{' '.join(map(facts.text, line))}”"
    raw = [facts.raw(each) for each in line]
    if any(not text.strip() for text in raw):  # a space or a line end is one of the n tokens
        return f"“{visible(''.join(raw))}”"
    return facts.phrase(line)


def place_of_repeated(facts: Facts, node: int) -> str:
    """The place where the n-gram of a merged node was first drafted, named by the token before it."""
    repeated = facts.node[node].merge
    line = [] if repeated is None else line_down_to(facts, repeated)
    before = facts.parent(line[0]) if line else -1
    return f"after {facts.word(before)}" if facts.role(before) == "draft" else AT_THE_START


def ends_there(facts: Facts, node: int) -> bool:
    """Whether the n-gram of a merged node has no continuation, because its first occurrence was not extended either."""
    repeated = facts.node[node].merge
    there = facts.by_node.get(-1 if repeated is None else repeated, ())
    return any(verdict.decision == "pruned" for verdict in there)


def _recurring_on(facts: Facts, level: int) -> list[int]:
    """The nodes that were drafted on a level and repeat an n-gram, in order."""
    steps, graph, size = facts.iteration.steps, facts.layer(GraphLayer), size_of_grams(facts)
    drafted = {node for step in steps if step.phase == "draft" and step.layer == level for node in step.nodes}
    grams = [each for each in (graph.recurring if graph else ()) if len(each.gram) == size]
    return sorted(drafted & {node for each in grams for node in each.nodes[1:]})


def pruned_although_recurring(facts: Facts, level: int) -> list[int]:
    """The nodes of a level that repeat an n-gram but are not merged, because they are not extended at all."""
    again = _recurring_on(facts, level)
    decisions = {node: {verdict.decision for verdict in facts.by_node.get(node, ())} for node in again}
    return [node for node, names in decisions.items() if "pruned" in names and "merged" not in names]


def ended_although_recurring(facts: Facts, level: int) -> list[int]:
    """The nodes of a level that repeat an n-gram but are not merged, because the text ends at these nodes."""
    return [node for node in _recurring_on(facts, level) if facts.node[node].leaf == "eos"]


class Merged(VerdictView):
    """A node that repeats an n-gram. This node is merged with the node at which the n-gram first ended."""

    @property
    def gram(self) -> str:
        """The repeated n-gram."""
        return gram_of(self.facts, self.verdict.node)

    @property
    def where(self) -> str:
        """A phrase that says where the n-gram was first drafted."""
        where = place_of_repeated(self.facts, self.verdict.node)
        return f"{where} of the draft" if where == AT_THE_START else where

    @property
    def tau(self) -> int:
        """τ (GSD): the number of tokens that are repeated."""
        return size_of_grams(self.facts)


def repeated_case(node: Merged) -> str:
    """Choose the case by whether the n-gram has a continuation to reuse, and whether the n-gram is longer than the
    node's own token.
    """
    return f"{'ends' if ends_there(node.facts, node.verdict.node) else 'reused'}{'.one' if node.tau == 1 else ''}"


MERGED = "{word} is merged because {gram} already appears {where}"
MERGED_ONE = "{word} is merged because it already appears {where}"
REUSED, ENDS = (
    ". The continuation of that occurrence is reused.",
    ". That occurrence has no continuation, so none is drafted here.",
)
SAME_GRAM = (
    "{word} is merged: the last τ = {tau} {tau:token/tokens} of its path, {gram}, already {tau:appears/appear} {where}"
)
REPEATED = Wording(
    view=Merged,
    case=repeated_case,
    plain={
        "reused": f"{MERGED}{REUSED}",
        "reused.one": f"{MERGED_ONE}{REUSED}",
        "ends": f"{MERGED}{ENDS}",
        "ends.one": f"{MERGED_ONE}{ENDS}",
    },
    exact={
        "reused": f"{SAME_GRAM}, so the continuation of that occurrence is reused.",
        "ends": f"{SAME_GRAM}. That occurrence has no continuation, so none is drafted here.",
    },
)

# Steps


class GraphDraft(Draft):
    """A level of the draft, with the n-grams that are merged next."""

    @property
    def hint(self) -> str | None:
        """The sentence about repeated n-grams that are merged next or, if there are none, the common hint."""
        merged = [node for node in self.nodes if any(v.decision == "merged" for v in self.facts.by_node.get(node, ()))]
        grams = list(dict.fromkeys(gram_of(self.facts, node) for node in merged))
        if not grams or self.not_extended:  # there is room for only one sentence
            return super().hint
        return f"{listed(grams, 2)} {'is' if len(grams) == 1 else 'are'} repeated (purple)."


class NotMerged(StepView):
    """The repeated n-grams of a level that are not merged."""

    @cached_property
    def nodes(self) -> list[int]:
        """The nodes at which these n-grams end."""
        return pruned_although_recurring(self.facts, self.layer or 0)

    @property
    def grams(self) -> list[str]:
        """The n-grams that end at these nodes, each once."""
        return list(dict.fromkeys(gram_of(self.facts, node) for node in self.nodes))

    @property
    def first(self) -> str:
        """The first n-gram."""
        return self.grams[0]

    @property
    def some(self) -> str:
        """The first two n-grams by name, and how many others there are."""
        return listed(self.grams, 2)

    @cached_property
    def ended(self) -> list[str]:
        """The repeated n-grams with which the text ends, each once. These n-grams have no continuation to reuse."""
        nodes = ended_although_recurring(self.facts, self.layer or 0)
        return list(dict.fromkeys(gram_of(self.facts, node) for node in nodes))

    @property
    def endings(self) -> str:
        """The names of the first two n-grams with which the text ends, and how many others there are."""
        return listed(self.ended, 2)

    @property
    def ends(self) -> str | None:
        """A clause about the n-grams with which the text ends; None if there are none."""
        if not self.ended:
            return None
        return f"{self.endings} {'ends' if len(self.ended) == 1 else 'end'} the text"

    @cached_property
    def pruned(self) -> list[Verdict]:
        """For each of the nodes, the decision not to extend it."""
        by_node = self.facts.by_node
        return [next(each for each in by_node[node] if each.decision == "pruned") for node in self.nodes]

    @property
    def minimum(self) -> Together | None:
        """q of the first node and the minimum that it missed, with enough digits to compare them."""
        return compared(self.pruned[0].q, self.pruned[0].bar)


def not_merged_case(left: NotMerged) -> str:
    """Choose the case by whether none, one or several of the n-grams are not merged, and whether all of them are too
    unlikely to be extended.
    """
    if not left.nodes and left.ended:
        return "ends.several" if len(left.ended) > 1 else "ends"
    if len(left.grams) > 1:
        return "several.full" if any(verdict.rule == "budget" for verdict in left.pruned) else "several"
    return "none" if not left.nodes else "one" if left.minimum else "one.unknown"


NOT_MERGED = Wording(
    view=NotMerged,
    case=not_merged_case,
    plain={
        "none": "",
        "ends": "{endings} ends the text, so it is not merged.",
        "ends.several": "{endings} end the text, so they are not merged.",
        "several": "{some} also appear earlier, but are too unlikely to be merged[; {ends}].",
        "several.full": "{some} also appear earlier, but they are neither extended nor merged[; {ends}].",
        "one": "{first} also appears earlier, but it is too unlikely to be merged ({minimum.left}, below the minimum of {minimum.right}).",
        "one.unknown": "{first} also appears earlier, but it is neither extended nor merged[; {ends}].",
    },
    exact={"": ""},
)


class Merging(Decided):
    """The step that merges the nodes of a level."""

    @property
    def name(self) -> str:
        """The step's title, with the number of merged nodes."""
        return f"Merge {plural(self.size, 'node')}"

    @cached_property
    def merged(self) -> list[int]:
        """The merged nodes."""
        return [verdict.node for verdict in self.verdicts]

    @property
    def why(self) -> str:
        """The reason why the only node is merged."""
        return self.facts.why(self.verdicts[0])

    @cached_property
    def places(self) -> Sequence[str]:
        """The different repeated n-grams, with the place where each was first drafted."""
        facts = self.facts
        return list(dict.fromkeys(f"{gram_of(facts, node)} ({place_of_repeated(facts, node)})" for node in self.merged))

    @property
    def distinct(self) -> int:
        """The number of different n-grams and places."""
        return len(self.places)

    @property
    def named(self) -> str:
        """The first repeated n-grams by name, and how many others there are."""
        return listed(self.places)

    @property
    def ended(self) -> list[str]:
        """The different n-grams whose first occurrence has no continuation."""
        facts = self.facts
        return list(dict.fromkeys(gram_of(facts, node) for node in self.merged if ends_there(facts, node)))

    @property
    def without(self) -> str:
        """The first n-grams without a continuation by name, and how many others there are."""
        return listed(self.ended)

    @property
    def missing(self) -> int:
        """The number of n-grams without a continuation."""
        return len(self.ended)

    @property
    def not_merged(self) -> str | None:
        """A sentence about the repeated n-grams that are not merged; None if there are none."""
        return NOT_MERGED.say(self.facts, self.step) or None


def plain_merging_case(step: Merging) -> str:
    """Choose the case by the number of merged nodes, and by whether all, some or none of the n-grams have a
    continuation to reuse.
    """
    if len(step.merged) < 2:
        return "one" if step.merged else "none"
    if not step.ended:
        return "several"
    return "several.ends" if len(step.ended) == step.distinct else "several.partly"


MERGING = StepWording(
    title=alike(Merging, "{name}"),
    ahead="Merge",
    sentence=Wording(
        view=Merging,
        case=decided_case,
        plain_case=plain_merging_case,
        plain={
            "none": "No n-gram is merged here.",
            "one": "{why}[ {not_merged}]",
            "several": "{named} already {distinct:appears/appear} in the draft, so {distinct:its continuation is/their continuations are} reused.[ {not_merged}]",
            "several.partly": "{named} already appear in the draft. Continuations are reused; only {without} {missing:has/have} none.[ {not_merged}]",
            "several.ends": "{named} already {distinct:appears/appear} in the draft. {distinct:That occurrence has/Those occurrences have} no continuation, so none is drafted here.[ {not_merged}]",
        },
        exact={**DECIDED, "none": "No n-gram is merged here."},
    ),
)


class Unmerging(StepView):
    """The step that inserts copies, so that the draft is a tree again."""

    @property
    def checked(self) -> int:
        """The number of drafted nodes and copies, all of which the target checks."""
        return self.facts.measures.drafted + self.size

    @property
    def merged(self) -> str:
        """The merged nodes below which copies are inserted."""
        count = sum(verdict.decision == "merged" for verdict in self.facts.verdicts)
        return plural(count, f"merged {self.unit}") if count > 1 else f"merged {self.unit}"


def unmerging_case(step: Unmerging) -> str:
    """Choose the case by whether there was room for all copies within the node budget."""
    graph = step.facts.layer(GraphLayer)
    return "cut" if graph and graph.budget_cut else "whole"


UNMERGE = "Unmerge: {size:replica}"
INSERTED = (
    "{size:replica} {size:is/are} inserted below the merged nodes, because the target must score every path separately."
)
COPIED_HERE = (
    "The target’s probabilities depend on the whole path, so each path needs its own boxes. "
    "{size:copy} {size:is/are} inserted below the {merged}, so the target checks {checked} boxes: {facts.measures.drafted:guess} and the copies."
)
UNMERGING = StepWording(
    title=Wording(view=Unmerging, plain={"": "Insert {size:copy}"}, exact={"": UNMERGE}),
    ahead="Unmerge",
    sentence=Wording(
        view=Unmerging,
        case=unmerging_case,
        plain={
            "whole": COPIED_HERE,
            "cut": f"{COPIED_HERE} The size limit allows no more.",
        },
        exact={
            "whole": INSERTED,
            "cut": f"{INSERTED} The node budget allows no more.",
        },
    ),
)

GRAPH = LayerStory(
    kind=GraphLayer,
    title=layer_says(plain="Draft graph", exact="Draft graph"),
    facts=(
        Fact("depth limit", "depth_limit"),
        Fact("depth", "depth"),
        Fact("depth after unmerging", "tree_depth", plain="depth with copies"),
        Fact("no open node left", "exit", plain="nothing left to extend"),
        Fact("drafted nodes", "drafted", plain="guesses"),
        Fact("replicas", "replicas", plain="copies"),
        Fact("verified nodes", "verified", plain="checked by the target"),
        Fact("node budget", "node_budget", plain="size limit"),
        Fact("cut off by the budget", "budget_cut", plain="cut off by the size limit"),
        Fact("accepted", "accepted", late=True),
        Fact("ranks of accepted children", "accepted_ranks", plain="ranks of accepted guesses", late=True),
        Fact("graph success", "graph_success", plain="accepted from a copy", late=True),
    ),
    bars=Bars(
        title="Drafted and copied",
        counts=(
            Fact("drafted", "drafted"),
            Fact("copied instead of drafted", "replicas"),
            Fact("checked by the target", "verified"),
            Fact("accepted", "accepted", late=True),
        ),
    ),
)


def _line(settings: Settings) -> str:
    if is_sampled_as_in_the_paper(settings):
        return f"{MERGES}. The target tests every guess on its own and takes the longest accepted path."
    return f"{MERGES}, so it drafts their continuation only once."


def _round(settings: Settings) -> Sequence[RoundLine]:
    merges = (MERGE,) if settings.get("merge", 1) else ()
    return grown(settings), *merges, GUESSES, walked(settings), JOINED


def copies_count_once(_unit: str, _beams: Sequence[EndBeam], first: Iteration) -> list[tuple[str, str]]:
    """A row of the end card that says how copies are counted, if the first round has any."""
    copied = any(node.origin not in (None, node.id) for node in first.nodes)
    return [("a copy", "counts as the guess it copies")] if copied else []


# The purpose

MANY_PATHS = Aim(
    "Goal",
    "Goal: several {units} from one target pass",
    ("A tree has more paths than one sequence.", "target’s text", "one target pass"),
    "One target pass can check many guesses, so the draft grows a tree. With more paths, it is more likely that one of them is the target’s own text.",
    "One target pass verifies a whole tree. With more paths, the accepted path is longer on average.",
)
REPEATS = Aim(
    "Problem",
    "Problem: paths repeat the same {units}",
    ("The draft does the same work again.", "repeated"),
    "Different paths often run into the same {units}. Then the draft guesses similar continuations again on every such path.",
    "Different paths often contain the same n-grams. Their continuations are then drafted once per path.",
)
MERGED_ONCE = Aim(
    "Idea",
    "Idea: merge them, and draft once",
    ("Each path gets its copy before the check.", "merged", "drafted once", "copies"),
    "So paths that end in the same {gram} are merged, and what follows is drafted once. The target’s probabilities depend on the whole path, so each path gets a copy of it before the check.",
    "A node that ends in a known n-gram (τ = {merge}) is merged with its first occurrence, so the draft is a DAG. p depends on the whole path, so the DAG is unmerged before the one target pass.",
)
SERVES: Mapping[str, str] = {
    "draft": "More paths: one of them may be the target’s own text.",
    "exit": "Unlikely paths are not worth more drafting.",
    "merge": "Two paths share what follows, so it is drafted only once.",
    "unmerge": "One pass can then check all paths.",
    "target": "One pass checks all paths, instead of one pass per {unit}.",
    "verify": "Only the target’s own choice is accepted, so the output stays the target’s.",
    "bonus": "One more {unit} without another pass: its probabilities are already known.",
    "greedy": "The target’s own choice, without another pass.",
    "drawn": "The target’s own choice, without another pass.",
    "commit": "The result: {units} of the target’s own text from one pass.",
}


def purpose(settings: Settings) -> Purpose | None:
    """The purpose of GSD: a tree of guesses whose repeated n-grams are drafted only once. None if nothing is merged."""
    if not settings.get("merge", 1):
        return None
    paper = {"verify": "A guess that the target finds likely enough is accepted."}
    serves = {**SERVES, **(paper if is_sampled_as_in_the_paper(settings) else {})}
    return Purpose("graph", (MANY_PATHS, REPEATS, MERGED_ONCE), serves)


GSD = Story(
    method="gsd",
    line=_line,
    source=f"{papers.GSD}, §5",
    round=_round,
    following=GROWS_A_TREE,
    purpose=purpose,
    reasons={**TREE, "recurring_gram": REPEATED},
    rejection=lambda settings: (
        rejections.RATIO if is_sampled_as_in_the_paper(settings) else rejections.not_the_targets(settings)
    ),
    steps={
        "draft": draft_step(GraphDraft),
        "merge": MERGING,
        "unmerge": UNMERGING,
        "target": GRAPH_CHECK,
        "commit": GRAPH_COMMIT,
    },
    layers=(GRAPH,),
    card=copies_count_once,
    tuning={**GRID, "gamma": (3, 4)},
    gallery=(
        Bundled(
            name="gsd-copies",
            note="Two paths share a continuation; each copy has its own test",
            figure=True,
        ),
        Bundled(
            name="gsd-figure-4",
            note="GSD Figure 4: n-grams are merged, then unmerged for checks",
            figure=True,
        ),
        Bundled(
            name="gsd-colors",
            note="A small graph: an n-gram repeats and is merged in round 2",
            settings={"gamma": "4", "out_degree": "2"},
            prompt="List three colors and three animals.",
        ),
        Bundled(name="gsd", note="A pruned tree whose repeated n-grams are merged", prompt=SHEEP),
        Bundled(
            name="gsd-sampled",
            note="The same graph with sampling instead of greedy decoding",
            settings={**SAMPLED, "verification": "sampling"},
        ),
    ),
)
STORIES = (GSD,)
