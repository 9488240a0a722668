"""Medusa: extra heads on the target draft a tree, and the target verifies it (Cai et al. 2024, §2.1).

All heads read the target's hidden state at the position that predicted the text's last token. Head k guesses the token
k positions after that one, whatever the tokens in between are. The distribution from a head is therefore the same below
every node of level k − 1. The most probable tokens of each head (`branching` sets their number) form a product tree.
The `node_budget` nodes with the highest product of head probabilities along their path are verified. Of equally
probable nodes, the shallowest wins. The paper chooses such a sparse tree once, from accuracies measured in advance.
Here, it is chosen in every iteration from the heads' output. Each iteration has one target pass, and the heads of the
next iteration read its hidden states.

Verification depends on `acceptance`. *typical* accepts tokens with p > min(ε, δ·e^(−H(p))), takes the longest path and
adds one token from 𝒯p (typical.py). The method is lossy unless 𝒯 leaves a single token. With *exact*, the walk samples
y ~ 𝒯p and follows the child that equals y (`tree_verification.follow`), because the candidates were chosen
deterministically (q = 1). Inaccurate heads reduce the speed-up but never change the distribution. The heads' time is
recorded as a draft pass that feeds no node.
"""

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from decoders.core.decode import Beam, Models, Run, State
from decoders.core.decoder import Decoder, Oracle, multinomial
from decoders.core.record import DRAFT, Layer
from decoders.core.rules import Logits
from decoders.core.settings import Settings, setting
from decoders.core.ties import ties
from decoders.core.values import NodeId, Prob
from decoders.errors import BadInput
from decoders.methods.tree_verification import (
    FOLLOWING,
    LONGEST_PATH,
    Candidates,
    Scored,
    add_children,
    depth_left,
    follow,
)
from decoders.methods.typical import TYPICAL, TypicalLayer, keep_typical, typical_tree

Guess = list[tuple[int, float]]  # a head's most probable tokens with their probabilities, most probable first


@dataclass(frozen=True)
class MedusaSettings(Settings):
    """Settings of Medusa."""

    branching: tuple[int, ...] = setting(
        (8, 6, 4),
        "Number of most likely tokens taken from each head, head by head. A shorter list uses fewer heads.",
        low=1,
        high=64,
    )
    node_budget: int = setting(
        16, "Maximum number of nodes that the target checks. The most likely ones are sent.", low=1, high=1024
    )
    acceptance: str = setting(
        "typical",
        "“typical” accepts every token that the target finds likely enough (lossy); “exact” follows one sample "
        "from the target.",
        choices=("typical", "exact"),
    )
    epsilon: float = setting(
        0.09, "Typical acceptance: upper limit of the threshold. A larger value is stricter.", low=0, high=1, symbol="ε"
    )
    delta: float = setting(
        0.3,
        "Typical acceptance: factor of the threshold δ·e^−H, where H is the target’s entropy. A larger value is "
        "stricter.",
        low=0,
        high=1,
        symbol="δ",
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.node_budget


@dataclass(frozen=True, kw_only=True)
class HeadLayer(Layer):
    """The proposals of one head."""

    kind: ClassVar[str] = "head"
    offered: int  # number of the head's tokens that were considered
    nodes: tuple[NodeId, ...]  # the verified nodes
    confidence: tuple[Prob, ...]  # product of head probabilities along the path to each node


@dataclass(frozen=True)
class Pick:
    """A node chosen for the tree.

    The pick has a level (from 1), a rank among its siblings, and the index of its parent's pick (−1: the root).
    `confidence` is the product of head probabilities along its path.
    """

    level: int
    rank: int
    parent: int
    confidence: float


def fit(models: Models, settings: Any) -> Models:
    """Remove the draft model, because the target's heads make the drafts.

    Raises BadInput if the target has no heads or too few.
    """
    count, asked = models.target.head_count, settings.branching
    if not count:
        raise BadInput("Medusa needs extra heads on the target, but this pair has none. Choose the pair smollm2.")
    if len(asked) > count:
        words = ",".join(map(str, asked))
        raise BadInput(f"branching={words} needs {len(asked)} heads, but this pair has {count}. Use fewer numbers.")
    return replace(models, draft=None)


def step(run: Run, state: State) -> State:
    """Run one iteration: run the heads, verify their tree in one target pass, accept a path, and add a target token."""
    beam = state.beams[0]
    scored = Scored(run, propose(run, beam))
    verify = follow if run.settings.acceptance == "exact" else keep_typical
    return run.commit(beam, verify(run, scored))


def propose(run: Run, beam: Beam) -> Candidates:
    """Make the tree of the heads' most probable tokens.

    The tree is empty if no draft fits, or if the prompt has only one token, because the target then has no hidden state
    yet.
    """
    tree, widths = Candidates(beam.node), run.settings.branching
    room = depth_left(run, beam)
    heads = run.target.heads(run.tree.parent(beam.node)) if room > 0 else None
    if heads is None:
        return tree
    guesses = [[(x, min(1.0, q)) for x, q in heads.top(k, width)[0] if q > 0] for k, width in enumerate(widths[:room])]
    picks = list(most_confident(guesses, run.settings.node_budget, run.models.eos))
    places = _grow(run, tree, guesses, picks)
    _record(run, heads, guesses, picks, places)
    return tree


def most_confident(guesses: Sequence[Guess], budget: int, eos: frozenset[int]) -> Iterator[Pick]:
    """The nodes of the product tree in order of confidence. Parents come before children, and nothing follows EOS.

    Each chosen node adds two candidates: its most probable child and its next sibling. Neither candidate is more
    confident than the node, so the best candidate is also the best of all remaining nodes. The rest of the tree is
    never built.

    >>> [(pick.level, pick.rank) for pick in most_confident([[(5, 0.6), (6, 0.3)], [(7, 0.4)]], 3, frozenset())]
    [(1, 0), (1, 1), (2, 0)]
    """
    in_play: list[tuple[float, int, int, int]] = []  # (−confidence, level, parent, rank)
    above = {-1: 1.0}

    def offer(level: int, parent: int, rank: int) -> None:
        if level <= len(guesses) and rank < len(guesses[level - 1]):
            heapq.heappush(in_play, (-above[parent] * guesses[level - 1][rank][1], level, parent, rank))

    offer(1, -1, 0)
    for place in range(budget):
        if not in_play:
            return
        minus, level, parent, rank = _next_pick(in_play)
        above[place] = -minus
        yield Pick(level, rank, parent, -minus)
        offer(level, parent, rank + 1)
        if guesses[level - 1][rank][0] not in eos:
            offer(level + 1, place, 0)


def _next_pick(in_play: list[tuple[float, int, int, int]]) -> tuple[float, int, int, int]:
    """Take the most confident node from the heap. If several tie (ties.py), the one with the lowest level, parent and
    rank is taken.
    """
    equal = [heapq.heappop(in_play)]
    while in_play and ties(-equal[-1][0], -in_play[0][0]):
        equal.append(heapq.heappop(in_play))
    best = min(equal, key=lambda node: node[1:])
    for node in equal:
        if node is not best:
            heapq.heappush(in_play, node)
    return best


def _grow(run: Run, tree: Candidates, guesses: Sequence[Guess], picks: Sequence[Pick]) -> list[int]:
    """Add the picks to the tree. Returns the node of each pick."""
    below: dict[int, list[int]] = {}
    for place, pick in enumerate(picks):
        below.setdefault(pick.parent, []).append(place)
    nodes = dict.fromkeys(range(-1, len(picks)), tree.root)
    for parent, children in sorted(below.items()):  # a pick comes after its parent
        drafted = [guesses[picks[child].level - 1][picks[child].rank] for child in children]
        made = add_children(run, tree, nodes[parent], [token for token, _ in drafted], [q for _, q in drafted])
        nodes.update(zip(children, made, strict=True))
    return [nodes[place] for place in range(len(picks))]


def _record(run: Run, heads: Logits, guesses: Sequence[Guess], picks: Sequence[Pick], nodes: Sequence[int]) -> None:
    """Record a step for every head. The distribution from a head is recorded at every node below which it was used."""
    if not run.rec.on:
        return
    for level, guess in enumerate(guesses, 1):
        own = [(node, pick) for node, pick in zip(nodes, picks, strict=True) if pick.level == level]
        for parent in dict.fromkeys(run.tree.parent(node) for node, _ in own):
            run.raw(parent, "q_raw", heads, level - 1)
        verified, confidence = tuple(node for node, _ in own), tuple(pick.confidence for _, pick in own)
        run.rec.layer(HeadLayer(layer=level, offered=len(guess), nodes=verified, confidence=confidence))
        if own:
            run.rec.step(DRAFT, verified, layer=level)


def head_tree(settings: MedusaSettings) -> Oracle:
    """The reference method, which depends on `acceptance`."""
    return (
        multinomial(settings) if settings.acceptance == "exact" and not settings.warp.greedy else typical_tree(settings)
    )


DECODER = Decoder(
    name="medusa",
    title="Medusa: extra heads draft a tree",
    paper="Cai et al. 2024 (Medusa)",
    step=step,
    settings=MedusaSettings,
    oracle=head_tree,
    view="tree",
    rules=(TYPICAL, LONGEST_PATH, *FOLLOWING),
    layers=(HeadLayer, TypicalLayer),
    needs_draft=False,
    needs_heads=True,
    fit=fit,
)
