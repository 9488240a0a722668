"""The end of a round of SSD, TSD and GSD: how many guesses and copies the target checked, and how many it accepted."""

from decoders.methods.gsd.recording import GraphLayer
from explorer.story.common.steps import Commit, commit_step


class Unmerged(Commit):
    """The end of a round whose draft is a graph."""

    @property
    def graph(self) -> GraphLayer | None:
        """The record of the graph."""
        return self.facts.layer(GraphLayer)

    @property
    def copies(self) -> int:
        """How many copies were inserted below merged nodes."""
        return self.graph.replicas if self.graph else 0

    @property
    def verified(self) -> int:
        """How many nodes the target checked."""
        return (self.graph.verified if self.graph else None) or self.drafted + self.copies

    @property
    def payoff_case(self) -> str:
        """The case of PAYOFF: copies are counted too."""
        return "copies" if self.draws and self.copies else super().payoff_case


GRAPH_COMMIT = commit_step(Unmerged)
