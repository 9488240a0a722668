"""SLEM: the draft writes text, and the target checks it in its own tokens (Timor et al. 2025).

The draft samples up to γ tokens x ~ 𝒯q of its own vocabulary. Its text is handed over and encoded with the target's
tokenizer. These tokens are the candidates and form a chain. The walk samples y ~ 𝒯p and continues while the candidate
equals y (`tree_verification.follow`). This is called string-level exact match. Only the target's own samples are
written, so the method is lossless, whatever the draft writes and however its text is split.

If both models have the same tokens, the drafted tokens are handed over unchanged.
"""

from collections.abc import Set
from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import DRAFT, Layer
from decoders.core.runner import Writer
from decoders.core.values import NodeId, Prob
from decoders.methods.speculative import SpeculativeSettings, draft_chain
from decoders.methods.tree_verification import (
    FOLLOWING,
    Candidates,
    Scored,
    add_chain,
    depth_left,
    draft_depth,
    follow,
)


@dataclass(frozen=True)
class SlemSettings(SpeculativeSettings):
    """Settings of SLEM, which are the same as those of SpD. γ counts the draft's own tokens."""


@dataclass(frozen=True, kw_only=True)
class WrittenLayer(Layer):
    """The text that a draft with another tokenizer wrote, in the draft's tokens and in the target's tokens."""

    kind: ClassVar[str] = "written"
    pieces: tuple[str, ...] = ()  # the draft's own tokens
    q: tuple[Prob, ...] = ()  # probability of each of these tokens when it was sampled
    text: str = ""  # the text that was handed over
    nodes: tuple[NodeId, ...] = ()  # the same text in the target's tokens

    def problem(self, nodes: Set[int]) -> str | None:
        """Describe an inconsistency, if there is one.

        A fault is a token without its q, or a node that is not in the iteration.
        """
        if any(node not in nodes for node in self.nodes):
            return f"a layer of kind {self.kind} names a node that is not in this iteration"
        if len(self.pieces) != len(self.q):
            return f"the lists of a layer of kind {self.kind} differ in length"
        return None


def step(run: Run, state: State) -> State:
    """Run one iteration: let the draft write, hand over its text, run one target pass, and follow y ~ 𝒯p."""
    beam = state.beams[0]
    tree = draft_own(run, beam) if run.writer is None else hand_over(run, beam, run.writer)
    return run.commit(beam, follow(run, Scored(run, tree)))


def draft_own(run: Run, beam: Beam) -> Candidates:
    """Draft a chain with a model that has the target's tokens."""
    drafted = draft_chain(run, beam, min(run.settings.gamma, draft_depth(run, beam)))
    return Candidates.chain(beam.node, [draft.node for draft in drafted], [draft.shown for draft in drafted])


def hand_over(run: Run, beam: Beam, writer: Writer) -> Candidates:
    """Make a chain of the target's tokens that spells the draft's text.

    The chain ends at EOS, and leaves room for the target's own token.
    """
    room, q = depth_left(run, beam), list[float]()
    more = room > 0 and writer.begin(beam.tokens)
    while more and len(q) < run.settings.gamma:
        logits = writer.logits()
        law = logits.warp(0, run.settings.warp)
        token = run.dice.choose(law, f"draft {len(q) + 1} ~ q")
        q.append(run.prob(token, logits, 0, law))
        more = writer.add(token)
    tree = Candidates(beam.node)
    if q:
        handed = writer.handed()
        add_chain(run, tree, handed.tokens[:room])
        run.rec.layer(WrittenLayer(pieces=handed.pieces, q=tuple(q), text=handed.text, nodes=tuple(tree.nodes)))
        run.rec.step(DRAFT, tree.nodes)
    return tree


DECODER = Decoder(
    name="slem",
    title="SLEM: drafts as text, from a draft with any tokenizer",
    paper="Timor et al. 2025 (string-level exact match)",
    step=step,
    settings=SlemSettings,
    oracle=multinomial,
    view="chain",
    rules=FOLLOWING,
    layers=(WrittenLayer,),
    writes=True,
)
