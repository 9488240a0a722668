"""The words about nodes that share a continuation in a draft graph (GSD): a merged node, the node that it repeats, a
copy, and its original.

These texts all explain the same fact. The draft computes a shared continuation once, but the target's probability
depends on the whole path, so each path needs a copy of its own for the check.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property

from explorer.story.common.told_apart import AT_THE_START, drafted_above
from explorer.story.facts import Facts
from explorer.story.numbers import percent
from explorer.story.views import IterationView
from explorer.story.wording import Wording, alike


def after(facts: Facts, node: int) -> str:
    """A phrase for the position of a node, by the drafted tokens above it: “after …”."""
    line = drafted_above(facts, node)
    return f"after {facts.phrase(line)}" if line else AT_THE_START


def probability(facts: Facts, node: int) -> float | None:
    """The target's probability of a node on its own path."""
    own = facts.node[node].p
    decided = (verdict.p for verdict in facts.by_node.get(node, ()))
    return next((p for p in decided if p is not None), None) if own is None else own


def fate_elsewhere(facts: Facts, node: int) -> str | None:
    """Whether deterministic verification would accept a node once its parent is accepted: “accepted”, “rejected”, or
    None if the record does not say.
    """
    p = probability(facts, node)
    if p is None or facts.settings.get("verification") == "sampling":
        return None
    others = [each.id for each in facts.iteration.nodes if each.parent == facts.parent(node) and each.id != node]
    if any((rival := probability(facts, each)) is not None and rival > p for each in others):
        return "rejected"
    return "accepted" if p > 0.5 else None


class Twin(IterationView):
    """A node, and the other node whose continuation or probability it reuses."""

    def __init__(self, facts: Facts, node: int, other: int, copies: Sequence[int] = ()) -> None:
        """`copies` are the copies that were inserted below the node."""
        super().__init__(facts)
        self.node, self.other, self.below = node, other, copies

    @property
    def word(self) -> str:
        """The token in quotation marks."""
        return self.facts.word(self.node)

    @property
    def here(self) -> str:
        """The position of the node."""
        return after(self.facts, self.node)

    @property
    def there(self) -> str:
        """The position of the other node."""
        return after(self.facts, self.other)

    @property
    def q(self) -> float | None:
        """The draft's probability, which was computed at the other node."""
        return self.facts.node[self.other].q

    @property
    def p(self) -> float | None:
        """The target's probability on this path."""
        return probability(self.facts, self.node)

    @property
    def p_there(self) -> float | None:
        """The target's probability on the path of the other node."""
        return probability(self.facts, self.other)

    @property
    def tau(self) -> int:
        """τ (GSD): two paths are merged if their last τ tokens are the same."""
        return max(1, int(self.facts.number("merge", 1)))

    @property
    def gram(self) -> str:
        """The n-gram that ends at the node."""
        return self.facts.phrase([*drafted_above(self.facts, self.node), self.node][-self.tau :])

    @property
    def copies(self) -> int:
        """The number of copies below the node."""
        return len(self.below)

    @cached_property
    def levels(self) -> int:
        """The number of levels between the deepest drafted node and the deepest of these copies; 0 if no copy is
        deeper.
        """
        nodes, replicas = self.facts.node, self.facts.replicas
        drafted = max(node.depth for node in nodes.values() if node.role == "draft" and node.id not in replicas)
        return max(0, max((nodes[copy].depth for copy in self.below), default=0) - drafted)


def most_apart(facts: Facts, nodes: Iterable[int]) -> Twin | None:
    """The copy among some nodes whose probability differs most from that of its original; None if no copy differs."""
    copies = [facts.node[node] for node in sorted(facts.replicas.intersection(nodes))]
    twins = [Twin(facts, copy.id, copy.origin) for copy in copies if copy.origin in facts.node]
    told = [twin for twin in twins if compared_case(twin) == "differs"]
    return max(told, key=lambda twin: abs((twin.p or 0) - (twin.p_there or 0)), default=None)


COPY = Wording(
    view=Twin,
    plain={"": "Its probability is copied, so it is only an estimate. A fresh draft might guess better here."},
    exact={"": "q[ = {q}] was computed for the original and is only an estimate here. A new draft might be better."},
)


def compared_case(copy: Twin) -> str:
    """Choose the case by the target's probabilities on the two paths: one is unknown, or they look equal or different
    when written.
    """
    if copy.p is None or copy.p_there is None:
        return "unknown"
    return "same" if percent(copy.p) == percent(copy.p_there) else "differs"


CONTEXT = Wording(
    view=Twin,
    case=compared_case,
    plain={
        "differs": "The target reads the whole path, so its probability differs: {p} here, {p_there} at the original.",
        "same": "The target reads the whole path. Here both paths give the same probability ({p}).",
        "unknown": "The target reads the whole path, so its probability may differ from that at the original.",
    },
    exact={
        "differs": "The target’s p depends on the whole path: p = {p} here, p = {p_there} at the original.",
        "same": "The target’s p depends on the whole path, but here both are p = {p}.",
        "unknown": "The target’s p depends on the whole path, so it may differ from p at the original.",
    },
)


def rule_case(twin: Twin) -> str:
    """Choose the case by how a guess is tested."""
    settings = twin.facts.settings
    if settings.get("verification") != "sampling":
        return "greedy"
    return "paper" if settings.get("acceptance") == "paper" else "sampled"


RULE = Wording(
    view=Twin,
    case=rule_case,
    plain={
        "greedy": "Test: this guess is accepted if it is the target’s most likely {unit} on this path.",
        "sampled": "Test: this guess is accepted if the target samples the same {unit} on this path.",
        "paper": "Test: this guess is accepted if the random number is below target ÷ draft, with the target’s probability on this path.",
    },
    exact={
        "greedy": "Test: the token is accepted if it is argmax p, with p on this path.",
        "sampled": "Test: the token is accepted if it equals y ~ p, with p on this path.",
        "paper": "Test: the token is accepted if u < min(1, p/q), with p on this path and the copied q.",
    },
)
ELSEWHERE = Wording(
    view=Twin,
    case=lambda copy: fate_elsewhere(copy.facts, copy.other) or "",
    plain={
        "": "",
        "accepted": "The original would be accepted, because it is the target’s most likely {unit} on its own path.",
        "rejected": "The original would be rejected, because the target finds another {unit} more likely on its path.",
    },
    exact={
        "": "",
        "accepted": "On its own path, the original is argmax p and would be accepted.",
        "rejected": "On its own path, the original is not argmax p and would be rejected.",
    },
)


def saved_case(merged: Twin) -> str:
    """Choose the case by whether copies were inserted, and whether they are deeper than the draft."""
    return "none" if not merged.below else "deep" if merged.levels else "flat"


MATCH = Wording(
    view=Twin,
    plain={"": "Both paths end in {gram}, so their continuation is drafted only once."},
    exact={
        "": "Both paths end in the same τ = {tau} {tau:token/tokens}, {gram}, so their successors are drafted only once."
    },
)
SAVED = Wording(
    view=Twin,
    case=saved_case,
    plain={
        "none": "No copy is inserted below this guess, so merging saved nothing here.",
        "flat": "Merging saves {copies:guess} here, but no draft pass, because one pass drafts a whole level.",
        "deep": "Merging saves {copies:guess} and {levels:draft pass} here. The copies reach {levels:level} below the last drafted level.",
    },
    exact={
        "none": "This node has no replicas, so merging saved nothing here.",
        "flat": "Merging saves {copies:draft node} here, but no draft pass, because one pass drafts a whole level.",
        "deep": "Merging saves {copies:draft node} and {levels:draft pass} here, because the replicas reach {levels:level} below the last drafted level.",
    },
)
PRICE = Wording(
    view=Twin,
    case=saved_case,
    plain={
        "flat": "Merging saves {copies:guess}, but no draft pass. The target still checks every copy.",
        "deep": "Merging saves {copies:guess} and {levels:draft pass}. The target still checks every copy.",
        "none": "The draft saves one guess here, but the target still checks this position.",
    },
    exact={
        "flat": "Merging saves {copies:draft node}, but no draft pass. The target pass still reads every replica.",
        "deep": "Merging saves {copies:draft node} and {levels:draft pass}. The target pass still reads every replica.",
        "none": "One draft node is saved. The target pass still has a position for the replica.",
    },
)
SHARED = Wording(
    view=Twin,
    plain={"": "These paths share the continuation after {word}. The draft computes this continuation once."},
    exact={"": "These paths share the successors of {word}, which are drafted once."},
)
COPIED = Wording(
    view=Twin,
    plain={"": "This is an original. Its copies on other paths have their own probabilities from the target."},
    exact={"": "This is an original. Its replicas have their own p."},
)
ROLES = {  # the names of rows: for the node itself, and for other nodes
    "original": alike(Twin, "original {here}"),
    "copy": Wording(view=Twin, plain={"": "copy {here}"}, exact={"": "replica {here}"}),
    "first": alike(Twin, "first {here}"),
    "merged": alike(Twin, "merged {here}"),
}
