"""The words at the end of a round of SSD, TSD and GSD. They say how many guesses and copies the target checked and
accepted.
"""

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
        """The number of copies that were inserted below merged nodes."""
        return self.graph.replicas if self.graph else 0

    @property
    def payoff_case(self) -> str:
        """The case of PAYOFF, in which copies are counted, too."""
        if self.draws and self.copies:
            return "copies" if self.accepted else "copies.none"
        return super().payoff_case


GRAPH_COMMIT = commit_step(Unmerged)
