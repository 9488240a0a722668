"""MTJD: decode several tokens at once by their joint likelihood, with the target alone (MTAD §3.1).

An iteration grows W beams for K layers and chooses the best one. `selection=search` searches for the most likely K
tokens without warping; `selection=sampling` takes the best of W sampled beams. In both cases, the output does not
follow p, because MTJD is made to prefer likely sequences.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from decoders.core.decode import Emitted, Run, State
from decoders.core.decoder import Decoder, Oracle, greedy, lossy, multinomial
from decoders.core.record import Rule, Verdict
from decoders.core.rules import Warp
from decoders.core.settings import Settings, setting
from decoders.methods.beam import LAYER
from decoders.methods.block import BEST_BEAM, Block, BlockLayer, grow_block, left_out, sampled, searched
from decoders.methods.tree_verification import SELECT

BEST_OF_BLOCK = Rule("best_of_block", "x is on the beam of highest joint likelihood")


@dataclass(frozen=True)
class MtjdSettings(Settings):
    """Settings of MTJD."""

    block: int = setting(4, "Number of tokens chosen together.", label="Block length", low=1, high=32, symbol="K")
    width: int = setting(4, "Number of beams used in the search.", low=1, high=64, symbol="W")
    selection: str = setting(
        "sampling",
        "Whether beams are sampled (sampling), or the most likely ones are chosen without the sampling "
        "settings (search).",
        choices=("sampling", "search"),
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.block * self.width


def step(run: Run, state: State) -> State:
    """Run one iteration: grow K layers of W beams with the target, and commit the best beam."""
    beam, settings = state.beams[0], run.settings
    depth = min(settings.block, run.limit - len(beam.tokens))
    search = settings.selection == "search"
    warp, pick = (Warp(), searched) if search else (settings.warp, sampled)
    block = grow_block(run, "target", beam.node, depth, settings.width, warp, pick)
    path = block.path(run)
    logits = run.target.logits([beam.node, *path[:-1]])  # all of these nodes were fed while growing
    emitted = [Emitted(node, "chosen", logits.logp(i, run.tree.token(node))) for i, node in enumerate(path)]
    if run.rec.on:
        record_choice(run, block, emitted)
    return run.commit(beam, emitted)


def record_choice(run: Run, block: Block, emitted: Sequence[Emitted]) -> None:
    """Record one step in which the best beam's tokens are chosen and all other beams are dropped.

    Each chosen token's verdict has the log-likelihood of the block up to that token.
    """
    verdicts, joint = list[Verdict](), 0.0
    for token in emitted:
        joint += token.logp
        whole = block.best.logp if token.node == block.best.node else None
        verdicts.append(
            Verdict(token.node, "chosen", BEST_OF_BLOCK, p=math.exp(token.logp), logp=whole, logp_joint=joint)
        )
    verdicts += [Verdict(node, "dropped", BEST_BEAM, logp=logp) for node, logp in left_out(run, block)]
    run.rec.step(SELECT, [token.node for token in emitted], [run.rec.verdict(verdict) for verdict in verdicts])


def joint_block(settings: MtjdSettings) -> Oracle:
    """The method with which MTJD's output distribution is compared.

    With one beam, MTJD is exact, because there is no choice between beams.
    """
    if settings.width == 1 and settings.selection == "search":
        return greedy("one_beam_searches")
    if settings.width == 1 or (settings.warp.greedy and settings.selection == "sampling"):
        return multinomial(settings, "one_beam_samples")
    return lossy("best_of_beams")


DECODER = Decoder(
    name="mtjd",
    title="MTJD: joint decoding of several tokens",
    paper="Qin et al. 2025 (MTAD) §3.1",
    step=step,
    settings=MtjdSettings,
    oracle=joint_block,
    view="beams",
    rules=(BEST_OF_BLOCK, BEST_BEAM),
    phases=(LAYER, SELECT),
    layers=(BlockLayer,),
    needs_draft=False,
)
