"""Compute the data of the stage's pictures: the attention mask, repeated n-grams and the ancestry of beams.

*Attention mask* (DSBD §3.3, Figure 3). A target pass scores many branches at once. A token may attend to the text of
its own beam, its own ancestors and itself, but not to other branches. The mask is computed from the recorded parents of
the nodes in the pass. For GSD, these nodes form the unmerged tree; for several input beams, the whole forest. With a
single cache (§3.4), only one input beam is left. Cached tokens are grouped into a few columns; a column represents
consecutive tokens that the same beams share. A beam without candidates also has a column, to which no row attends.

*Repeated n-grams* (GSD §5.1, Figure 3). An n-gram inside the draft is repeated if it ends at two or more drafted nodes.

*Ancestry*. Every beam of an iteration continues a beam of the previous iteration, or was already finished in that
iteration.

A *place* is an index into the iteration's nodes.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from decoders.core.record import Iteration
from decoders.methods.gsd.draft_graph import LONGEST_GRAM, inside_grams, recurring_grams
from decoders.methods.gsd.recording import GraphLayer
from explorer.trace.commits import committed_nodes
from explorer.trace.lines import Header
from explorer.trace.metrics import descent, replicas

MOST_ANCHORS = 256  # the largest number of beams in an attention mask; a decoder has at most 64
LARGEST_MASK = 200_000  # the largest number of marked cells in an attention mask
DRAFTED_VIEWS = ("tree", "dag", "forest")  # one branch can repeat another only if the draft branches

Part = dict[str, Any]


class Pictures:
    """Computes the pictures of successive iterations. The cache contains the tokens that earlier iterations added."""

    def __init__(self, header: Header) -> None:
        """`header` is the first line of the trace. All tokens of the prompt except the last one are in the cache from
        the start.
        """
        self._prompt = max(0, len(header.prompt_tokens) - 1)
        self._branches = header.view in DRAFTED_VIEWS
        self._tau = header.settings.get("merge") or 2
        self._parent: dict[int, int] = {}
        self._alive: list[int] = []

    def add(self, iteration: Iteration) -> Part:
        """The fields `mask`, `recurring` (only if n-grams are repeated) and `from` of the next iteration."""
        pictures: Part = {"from": descent(iteration, self._alive)}
        mask = attention(iteration, self._parent, self._prompt)
        if mask["rows"]:
            pictures["mask"] = mask
        if self._branches:
            pictures["recurring"] = recurring(iteration) | {"tau": self._tau}
        path = committed_nodes(iteration)
        self._parent.update((node.id, node.parent) for node in iteration.nodes if node.id in path)
        self._alive = [beam.node for beam in iteration.final.beams]
        return pictures


def attention(iteration: Iteration, committed: dict[int, int], prompt: int) -> Part:
    """The attention mask of the iteration's target passes. `committed` maps nodes of earlier iterations to their
    parents, and `prompt` is the number of cached prompt tokens.

    `rows` are the places of the nodes in the pass, in order. `sees` lists the columns to which each row may attend.
    `cached` are the first columns, each with its number of tokens `size` and its last node `end` (None: the prompt).
    After the cached columns, there is one column for each row. `starts` lists the first row of each pass; later passes
    also attend to the rows of earlier passes. There are no rows if more than LARGEST_MASK cells would be marked.
    """
    place = {node.id: i for i, node in enumerate(iteration.nodes)}
    parent = {node.id: node.parent for node in iteration.nodes} | committed
    fed = list[int]()
    passes = list[list[int]]()
    for each in iteration.passes:
        if each.model == "target" and (new := [node for node in each.nodes if node in place and node not in fed]):
            passes.append(new)
            fed += new
    lengths: dict[int, int] = {}  # computed before the lists below, which could be too long
    for node in sorted(fed):
        lengths[node] = 1 + lengths.get(parent.get(node, -1), 0)
    if sum(lengths.values()) > LARGEST_MASK:
        return {"rows": []}
    own: dict[int, list[int]] = {}  # by node in the pass: the node and its ancestors in the pass, nearest first
    for node in sorted(fed):
        own[node] = [node, *own.get(parent.get(node, -1), ())]
    anchor = {node: parent.get(line[-1], -1) for node, line in own.items()}  # by node: the cached node above its branch
    idle = [node.id for node in iteration.nodes if node.role == "input" and node.id not in own]
    anchors = dict.fromkeys((*anchor.values(), *idle))
    if len(anchors) > MOST_ANCHORS:
        return {"rows": []}
    cached = _cached(anchors, parent, prompt)
    column = {node: len(cached) + i for i, node in enumerate(fed)}
    past = {at: [i for i, run in enumerate(cached) if at in run["under"]] for at in set(anchor.values())}
    starts = [0, *accumulate(len(nodes) for nodes in passes)][: len(passes)]
    return {
        "rows": [place[node] for node in fed],
        "sees": [past[anchor[node]] + sorted(column[seen] for seen in own[node]) for node in fed],
        "cached": [{"size": run["size"], "end": run["end"]} for run in cached],
        "starts": starts,
    }


def _above(node: int, parent: Mapping[int, int]) -> Iterator[int]:
    """The ancestors of a node, nearest first."""
    while (node := parent.get(node, -1)) >= 0:
        yield node


def _cached(anchors: Iterable[int], parent: Mapping[int, int], prompt: int) -> list[Part]:
    """The cached columns {size, end, under} in text order, beginning with the prompt.

    `under` lists the anchors that share the column.
    """
    under: dict[int, list[int]] = {}
    everyone = list(anchors)
    for anchor in everyone:
        for node in reversed([anchor, *_above(anchor, parent)] if anchor >= 0 else []):
            under.setdefault(node, []).append(anchor)
    root = [node for node in under if parent.get(node, -1) < 0]  # node 0, the last token of the prompt
    runs: dict[tuple[int, ...], list[int]] = {}
    for node, below in under.items():
        if node not in root:
            runs.setdefault(tuple(below), []).append(node)
    columns: list[Part] = [{"size": prompt + len(root), "end": None, "under": everyone}]
    columns += [{"size": len(nodes), "end": nodes[-1], "under": below} for below, nodes in runs.items()]
    return [column for column in columns if column["size"]]


def recurring(iteration: Iteration) -> Part:
    """Find repeated n-grams for n = 1…4. `groups` holds pairs (n, places) in record order; `share` holds pairs (n,
    number of drafted tokens inside such an n-gram).

    GSD records repeated n-grams (layer kind "graph"). For other methods they are found by the same rule among the
    drafted nodes.
    """
    place = {node.id: i for i, node in enumerate(iteration.nodes)}
    copies = replicas(iteration)
    own = (node for node in iteration.nodes if node.role == "draft" and node.id not in copies)
    drafted = {node.id: (node.parent, node.token) for node in own}
    recorded = next((layer for layer in iteration.layers if isinstance(layer, GraphLayer)), None)
    sizes = range(1, LONGEST_GRAM + 1)
    if recorded is not None:
        groups: list[tuple[int, Sequence[int]]] = [(len(each.gram), each.nodes) for each in recorded.recurring]
    else:
        groups = [(n, nodes) for n in sizes for nodes in recurring_grams(drafted, n).values()]
    groups = [(n, nodes) for n, nodes in groups if all(_has_grams(drafted, node, n) for node in nodes)]
    ends = {n: [node for size, nodes in groups if size == n for node in nodes] for n in sizes}
    return {
        "drafted": len(drafted),
        "groups": [[n, [place[node] for node in nodes]] for n, nodes in groups],
        "share": [[n, len(inside_grams(drafted, ends[n], n))] for n in sizes],
    }


def _has_grams(drafted: Mapping[int, tuple[int, int]], node: int, n: int) -> bool:
    """Whether the path that ends at this node has n drafted nodes.

    This is checked because an edited file may claim that an n-gram ends at any node.
    """
    for _ in range(n):
        if node not in drafted:
            return False
        node = drafted[node][0]
    return True
