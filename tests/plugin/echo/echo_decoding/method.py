"""Echo: a lossless decoder that guesses that the last token repeats.

Echo drafts up to γ copies of the last token. Copies are not random, so each has q = 1. The target scores all copies in
one pass. At each position, Echo samples y ~ 𝒯p and accepts the copy if it equals y.
"""

from dataclasses import dataclass
from typing import ClassVar

from decoders.core.decode import Beam, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.record import DRAFT, Layer
from decoders.core.settings import Settings, setting
from decoders.methods.tree_verification import FOLLOWING, Candidates, Scored, add_children, depth_left, follow


@dataclass(frozen=True)
class EchoSettings(Settings):
    """Settings of echo."""

    gamma: int = setting(3, "Maximum number of copies per iteration", low=1, high=16, symbol="γ")

    @property
    def most_nodes(self) -> int:
        """One node per copy."""
        return self.gamma


@dataclass(frozen=True, kw_only=True)
class Echoed(Layer):
    """A record of the copied token and the number of copies."""

    kind: ClassVar[str] = "echo"
    token: int
    copies: int


def step(run: Run, state: State) -> State:
    """Run one iteration: draft the copies, run one target pass, and accept the copies that equal y ~ 𝒯p."""
    beam = state.beams[0]
    tree = copies(run, beam)
    return run.commit(beam, follow(run, Scored(run, tree)))


def copies(run: Run, beam: Beam) -> Candidates:
    """Draft a chain of copies of the last token. It is empty after an empty prompt and after EOS."""
    tree, node, token = Candidates(beam.node), beam.node, run.tree.token(beam.node)
    if token >= 0 and token not in run.models.eos:
        for _ in range(min(run.settings.gamma, depth_left(run, beam))):
            node = add_children(run, tree, node, [token], [1.0])[0]
        run.rec.layer(Echoed(token=token, copies=len(tree.nodes)))
        run.rec.step(DRAFT, tree.nodes)
    return tree


ECHO = Decoder(
    name="echo",
    title="Echo: repeat the last token",
    paper="an example",
    step=step,
    settings=EchoSettings,
    oracle=multinomial,
    view="chain",
    rules=FOLLOWING,
    layers=(Echoed,),
    needs_draft=False,
)
