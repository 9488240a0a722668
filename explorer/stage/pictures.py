"""What the stage's pictures need beyond one iteration's nodes: the attention mask, recurring n-grams, who begat whom.

*Attention mask* (DSBD §3.3, Figure 3). A target pass scores many branches at once; a token may attend to the text so
far of its own beam, to its own ancestors and to itself, never to another branch. The mask is worked out from the
recorded parents of the nodes that really were in the pass: for GSD those of the unmerged tree, for several input beams
those of the whole forest, with one cache (§3.4) those of the one beam that is left. What lies in the cache already is
collapsed into few columns: every column is a run of tokens that the same beams share. A beam without any candidate is
in the cache, too, though no row sees it.

*Recurring n-grams* (GSD §5.1, Figure 3). The n tokens that end at a drafted node, wholly inside the draft, are
recurring when they end at another drafted node too.

*Descent*. Every live beam grew from one of the live beams of the iteration before, or is it, if it had ended.

"Places" are indices into the iteration's nodes.
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

MOST_ANCHORS = 256  # beams that an attention picture can have: a decoder has at most 64
LARGEST_MASK = 200_000  # marked cells of an attention picture
DRAFTED_VIEWS = ("tree", "dag", "forest")  # only where drafts branch can one branch repeat another

Part = dict[str, Any]


class Pictures:
    """The pictures of one iteration after another: what lies in the cache was made by the iterations before."""

    def __init__(self, header: Header) -> None:
        """`header` is the trace's; its prompt, but for the last token, is in the cache from the start."""
        self._prompt = max(0, len(header.prompt_tokens) - 1)
        self._branches = header.view in DRAFTED_VIEWS
        self._tau = header.settings.get("merge") or 2
        self._parent: dict[int, int] = {}
        self._alive: list[int] = []

    def add(self, iteration: Iteration) -> Part:
        """`mask`, `recurring` (left out where there is nothing to show) and `from`, by beam, of the next iteration."""
        found: Part = {"from": descent(iteration, self._alive)}
        mask = attention(iteration, self._parent, self._prompt)
        if mask["rows"]:
            found["mask"] = mask
        if self._branches:
            found["recurring"] = recurring(iteration) | {"tau": self._tau}
        path = committed_nodes(iteration)
        self._parent.update((node.id, node.parent) for node in iteration.nodes if node.id in path)
        self._alive = [beam.node for beam in iteration.final.beams]
        return found


def attention(iteration: Iteration, kept: dict[int, int], prompt: int) -> Part:
    """The mask of the iteration's target passes; `kept` are the parents of what earlier iterations committed.

    `rows`: places of the nodes fed, in the order of the pass; `sees`: for every row the columns it may attend to;
    `cached`: the columns that come first, {size, end} in tokens and the last node of the run (None: the prompt);
    after them one column for every row. `starts`: the row at which each pass begins (later passes of an iteration see
    what earlier ones fed). No rows where more than LARGEST_MASK cells would be marked: nobody could look at them.
    """
    place = {node.id: i for i, node in enumerate(iteration.nodes)}
    parent = {node.id: node.parent for node in iteration.nodes} | kept
    passes = [[n for n in each.nodes if n in place] for each in iteration.passes if each.model == "target"]
    fed = list(dict.fromkeys(node for nodes in passes for node in nodes))
    lengths: dict[int, int] = {}  # of the lists below, which are not made where there would be too many cells
    for node in sorted(fed):
        lengths[node] = 1 + lengths.get(parent.get(node, -1), 0)
    if sum(lengths.values()) > LARGEST_MASK:
        return {"rows": []}
    own: dict[int, list[int]] = {}  # every node fed with its ancestors among them, nearest first
    for node in sorted(fed):
        own[node] = [node, *own.get(parent.get(node, -1), ())]
    anchor = {node: parent.get(line[-1], -1) for node, line in own.items()}  # the cached node that its branch hangs on
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
        "sees": [past[anchor[node]] + sorted(column[one] for one in own[node]) for node in fed],
        "cached": [{"size": run["size"], "end": run["end"]} for run in cached],
        "starts": starts,
    }


def _above(node: int, parent: Mapping[int, int]) -> Iterator[int]:
    """The ancestors of a node, nearest first."""
    while (node := parent.get(node, -1)) >= 0:
        yield node


def _cached(anchors: Iterable[int], parent: Mapping[int, int], prompt: int) -> list[Part]:
    """Runs of cached tokens under the same anchors, the prompt first, in the order of the text: {size, end, under}."""
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
    found: list[Part] = [{"size": prompt + len(root), "end": None, "under": everyone}]
    found += [{"size": len(nodes), "end": nodes[-1], "under": below} for below, nodes in runs.items()]
    return [one for one in found if one["size"]]


def recurring(iteration: Iteration) -> Part:
    """Recurring n-grams, n = 1…4: `groups` of [n, places] in record order, `share` [n, drafted tokens inside one].

    As recorded, where the method recorded them (kind "graph"); else found among the drafted nodes by the same rule.
    """
    place = {node.id: i for i, node in enumerate(iteration.nodes)}
    copies = replicas(iteration)
    own = (node for node in iteration.nodes if node.role == "draft" and node.id not in copies)
    drafted = {node.id: (node.parent, node.token) for node in own}
    noted = next((layer for layer in iteration.layers if isinstance(layer, GraphLayer)), None)
    sizes = range(1, LONGEST_GRAM + 1)
    if noted is not None:
        groups: list[tuple[int, Sequence[int]]] = [(len(each.gram), each.nodes) for each in noted.recurring]
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
    """Whether n drafted nodes stand above and at this one: a file may say of any node that an n-gram ends there."""
    for _ in range(n):
        if node not in drafted:
            return False
        node = drafted[node][0]
    return True
