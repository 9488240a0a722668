"""Typical acceptance: keep candidates that the target finds typical (Cai et al. 2024, Medusa §2.3.1; algorithms §1).

The draft's most probable tokens make a tree of γ levels with `out_degree` children per node (1: a chain). A candidate
passes if p > min(ε, δ·e^(−H(p))), p = 𝒯p after its parent and H its entropy in nats, and its parent passed; the
longest path of passes is kept, that of the highest Σ log p among equals, and one token from 𝒯p follows. Lossy: what
passes is not drawn from p.

Iteration.layers, one for each parent looked at: layer, node, entropy (H), epsilon, delta, threshold. A verdict has no
u: nothing but the last token is left to chance.
"""

import math
from dataclasses import dataclass

import numpy as np

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy
from decoders.core.record import Verdict
from decoders.core.rules import Dist
from decoders.core.settings import Settings, setting
from decoders.errors import BadInput
from decoders.methods.tree_verification import Candidates, Scored, draft_top, draw_bonus, ended, leave_unused

MAX_NODES = 1024  # candidates a target pass may be asked to score


@dataclass(frozen=True)
class TypicalSettings(Settings):
    """Settings of typical acceptance."""

    gamma: int = setting(3, "Levels of the draft tree", low=1, high=32, symbol="γ")
    out_degree: int = setting(2, "Children per node; 1 drafts a chain", low=1, high=32, symbol="k")
    epsilon: float = setting(0.09, "The threshold is at most this", low=0, high=1, symbol="ε")
    delta: float = setting(0.3, "The threshold is at most this times e to the −entropy of p", low=0, high=1, symbol="δ")

    def check(self) -> None:
        """Raise BadInput if the tree is too large to verify in one pass."""
        nodes = sum(self.out_degree**depth for depth in range(1, self.gamma + 1))
        if nodes > MAX_NODES:
            raise BadInput(
                f"gamma={self.gamma} with out_degree={self.out_degree} is a tree of {nodes} candidates; "
                f"choose smaller ones, of at most {MAX_NODES} together"
            )


def entropy(p: Dist) -> float:
    """H(p) in nats; the support has no zeros."""
    positive = p.probs[p.probs > 0]
    return float(-(positive * np.log(positive)).sum())


def typical_threshold(p: Dist, epsilon: float, delta: float) -> tuple[float, float]:
    """min(ε, δ·e^(−H(p))) and H(p)."""
    h = entropy(p)
    return min(epsilon, delta * math.exp(-h)), h


def step(run: Run, state: State) -> State:
    """One iteration: draft the tree, one target pass, keep the longest typical path, one token more."""
    beam = state.beams[0]
    tree = draft_top(run, beam, [run.settings.out_degree] * run.settings.gamma)
    return run.commit(beam, keep_typical(run, tree, Scored(run, tree)))


def keep_typical(run: Run, tree: Candidates, scored: Scored) -> list[Emitted]:
    """The longest typical path and one token from 𝒯p, by the settings `epsilon` and `delta`."""
    path = longest_path(run, tree, scored)
    emitted: list[Emitted] = [scored.kept(node) for node in path]
    if not path or not ended(run, path[-1]):
        at, since = (path[-1], "the longest path ends here") if path else (tree.root, "no candidate passed")
        emitted.append(draw_bonus(run, scored, at, bool(tree.children), since))
    return emitted


def longest_path(run: Run, tree: Candidates, scored: Scored) -> list[int]:
    """The longest path of passing candidates, that of the highest Σ log 𝒯p among equals, the first on ties."""
    score: dict[int, tuple[int, float]] = {tree.root: (0, 0.0)}
    judged: list[int] = []
    open_nodes = [tree.root]
    for node in open_nodes:
        p, depth = scored.p(node), score[node][0] + 1
        children = tree.children.get(node, [])
        judged += children
        for child in _passing(run, tree, scored, node, children, depth):
            score[child] = (depth, score[node][1] + math.log(p.prob(run.tree.token(child))))
            open_nodes.append(child)
    leave_unused(run, tree, judged)
    best = max(score, key=lambda node: score[node])
    return run.tree.ancestors(best)[-score[best][0] :] if best != tree.root else []


def _passing(run: Run, tree: Candidates, scored: Scored, at: int, children: list[int], layer: int) -> list[int]:
    """The children of a node that pass, every one recorded."""
    if not children:
        return []
    p, settings = scored.p(at), run.settings
    threshold, h = typical_threshold(p, settings.epsilon, settings.delta)
    run.rec.layer(layer=layer, node=at, entropy=h, epsilon=settings.epsilon, delta=settings.delta, threshold=threshold)
    shown = scored.law(at)
    passing: list[int] = []
    for place, child in enumerate(children, 1):
        px = p.prob(run.tree.token(child))
        ok = px > threshold
        if ok:
            passing.append(child)
        side, outcome = ("is above", "passes") if ok else ("is not above", "fails")
        limit = f"min(ε, δ·e^−H) = min({settings.epsilon:g}, {settings.delta:g}·e^−{h:.3g}) = {threshold:.3g}"
        reason = f"p = {px:.3g} {side} {limit}, so the candidate {outcome}"
        decision = "accepted" if ok else "rejected"
        verdict = Verdict(child, decision, reason, px, tree.q[child], px, layer=layer, distributions=shown)
        run.rec.decide("verify", f"Verify {layer}, candidate {place}", verdict)
    return passing


def typical_tree(settings: Settings) -> Oracle:
    """With one token left by 𝒯 there is one candidate above any threshold."""
    return greedy("kept_if_most_probable") if settings.warp.greedy else lossy("typical")


DECODER = Decoder(
    "typical",
    "Typical acceptance",
    "Cai et al. 2024 (Medusa §2.3.1)",
    step,
    TypicalSettings,
    typical_tree,
    "tree",
)
