"""What a drafted graph came to, as SSD, TSD and GSD record it."""

from decoders.methods.gsd.recording import GraphLayer
from explorer.story.common.steps import Commit, commit_step
from explorer.story.numbers import plural


class Unmerged(Commit):
    """What a drafted graph came to."""

    @property
    def between(self) -> str:
        """How many copies were put back, and how many nodes the target read."""
        graph = self.facts.layer(GraphLayer)
        if graph is None:
            return ""
        copied = f", {plural(graph.replicas, 'copy')} put back" if graph.replicas else ""
        return f"{copied}, {graph.verified} read by the target" if graph.verified else copied


GRAPH_COMMIT = commit_step(Unmerged)
