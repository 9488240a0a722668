"""Typical acceptance: accept candidates that the target finds likely enough (Cai et al. 2024, Medusa §2.3.1).

The draft's most probable tokens form a tree of γ levels with `out_degree` children per node (1: a chain). A candidate
passes if its parent passed and p > min(ε, δ·e^(−H(p))), where p is 𝒯p after its parent and H is its entropy in nats.
The longest passing path is accepted. Of equally long paths, the one with the highest Σ log p wins. The target then adds
one token from 𝒯p. The method is lossy, because accepted tokens are not sampled from p. Only the last token is random.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy
from decoders.core.record import Layer, Rule, Verdict
from decoders.core.rules import Dist, entropy
from decoders.core.settings import Settings, setting
from decoders.core.ties import above
from decoders.core.values import NodeId, Threshold
from decoders.methods.tree_verification import (
    LONGEST_PATH,
    OFF_PATH,
    OWN_TOKEN,
    Scored,
    check_size,
    draft_top,
    full_tree,
    keep_longest,
)

TYPICAL = Rule("typical", "p > min(ε, δ·e^(−H))")


@dataclass(frozen=True)
class TypicalSettings(Settings):
    """Settings of typical acceptance."""

    gamma: int = setting(3, "Maximum depth of the draft tree.", label="Draft length", low=1, high=32, symbol="γ")
    out_degree: int = setting(
        2,
        "Number of children per node. A value of 1 drafts a single chain.",
        label="Children per node",
        low=1,
        high=32,
        symbol="k",
    )
    epsilon: float = setting(
        0.09, "Upper limit of the threshold. A larger value is stricter.", low=0, high=1, symbol="ε"
    )
    delta: float = setting(
        0.3,
        "Factor of the threshold δ·e^−H, where H is the target’s entropy. A larger value is stricter.",
        low=0,
        high=1,
        symbol="δ",
    )

    def check(self) -> None:
        """Raise BadInput if the tree is too large for one pass."""
        check_size([self.out_degree] * self.gamma, f"gamma={self.gamma} with out_degree={self.out_degree}")

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return full_tree([self.out_degree] * self.gamma)


@dataclass(frozen=True, kw_only=True)
class TypicalLayer(Layer):
    """The threshold that the children of one node had to exceed."""

    kind: ClassVar[str] = "typical"
    node: NodeId  # the parent of the tested children
    entropy: float  # H(p) after the node, in nats
    epsilon: float
    delta: float
    threshold: Threshold  # min(ε, δ·e^(−H))


def typical_threshold(p: Dist, epsilon: float, delta: float) -> tuple[float, float]:
    """The threshold min(ε, δ·e^(−H(p))), and H(p) in nats."""
    h = entropy(p)
    return min(epsilon, delta * math.exp(-h)), h


def step(run: Run, state: State) -> State:
    """Run one iteration: draft the tree, run one target pass, accept the longest typical path, and add one token."""
    beam = state.beams[0]
    tree = draft_top(run, beam, [run.settings.out_degree] * run.settings.gamma)
    return run.commit(beam, keep_typical(run, Scored(run, tree)))


def keep_typical(run: Run, scored: Scored) -> list[Emitted]:
    """Accept the longest typical path under the settings `epsilon` and `delta`, and add one token from 𝒯p.

    Among equally long paths, the one with the highest Σ log 𝒯p wins. If several paths tie, the first one wins.
    """
    return keep_longest(run, scored, lambda at: _test_children(run, scored, at), _log_p)


def _log_p(test: Verdict) -> float:
    assert test.p_used is not None, "p_used was compared with the threshold"
    return math.log(test.p_used)


def _test_children(run: Run, scored: Scored, at: int) -> list[Verdict]:
    """The verdicts on the children of a node, which say whether each child passes."""
    children = scored.tree.children.get(at)
    if not children:
        return []
    p, epsilon, delta = scored.p(at), run.settings.epsilon, run.settings.delta
    bar, h = typical_threshold(p, epsilon, delta)
    layer = run.tree.depth(at) - run.tree.depth(scored.tree.root) + 1
    run.rec.layer(TypicalLayer(layer=layer, node=at, entropy=h, epsilon=epsilon, delta=delta, threshold=bar))
    passed = {child: above(p.prob(run.tree.token(child)), bar) for child in children}
    return [
        scored.judge(child, "accepted" if ok else "rejected", TYPICAL, bar=bar, entropy=h)
        for child, ok in passed.items()
    ]


def typical_tree(settings: Settings) -> Oracle:
    """The method with which the output distribution is compared.

    Typical acceptance is lossless only if 𝒯 leaves a single token, because then no other candidate can exceed the
    threshold.
    """
    return greedy("kept_if_most_probable") if settings.warp.greedy else lossy("typical")


DECODER = Decoder(
    name="typical",
    title="Typical acceptance",
    paper="Cai et al. 2024 (Medusa §2.3.1)",
    step=step,
    settings=TypicalSettings,
    oracle=typical_tree,
    view="tree",
    rules=(TYPICAL, LONGEST_PATH, OFF_PATH, *OWN_TOKEN),
    layers=(TypicalLayer,),
)
