"""Self-SSD (Draft & Verify, Zhang et al. 2024; algorithms §1): the target with some sub-layers skipped is the draft.

This file is the decoder; the thinned target itself comes with the pair (skipping.py). The draft goes on until γ
tokens are drawn or it hesitates: where max q, before any warping, is below `exit_threshold` it stops *before* drawing.
Looking at q alone keeps the law exact; dropping a token after seeing it would not. Then SpD's verification. Lossless.

Iteration.layers, one for each place drafted: layer, node (that q follows), max_q, exit_threshold, stopped.
"""

from dataclasses import dataclass

from decoders.candidates import depth_left, unwarped
from decoders.decode import Beam, Run, State
from decoders.settings import Settings, setting
from decoders.speculative import Drafted, verify_chain


@dataclass(frozen=True)
class SelfSpeculativeSettings(Settings):
    """Settings of self-SSD."""

    gamma: int = setting(12, "Most draft tokens per iteration", low=1, high=32, symbol="γ")
    exit_threshold: float = setting(
        0.6, "The draft stops where its largest probability is below this; 0 never stops", low=0, high=1
    )


def step(run: Run, state: State) -> State:
    """One iteration: draft until the draft hesitates, one target pass, verify left to right."""
    beam = state.beams[0]
    drafted = draft_until_exit(run, beam)
    nodes = [beam.node, *(one.node for one in drafted)]
    logits = run.target.logits(nodes)
    run.rec.step("target", "Target pass", nodes)
    return run.commit(beam, verify_chain(run, beam, drafted, logits))


def draft_until_exit(run: Run, beam: Beam) -> list[Drafted]:
    """Tokens drawn one after the other from 𝒯q; EOS, γ and hesitation end the draft."""
    drafted: list[Drafted] = []
    node, warp, threshold = beam.node, run.settings.warp, run.settings.exit_threshold
    for depth in range(1, min(run.settings.gamma, depth_left(run, beam)) + 1):
        logits = run.draft.logits([node])
        largest = logits.top(0, 1)[0][0][1]
        stopped = largest < threshold
        run.rec.layer(layer=depth, node=node, max_q=largest, exit_threshold=threshold, stopped=stopped)
        if stopped:
            unwarped(run, node, "q_raw", logits, 0)
            run.rec.step("draft", f"Draft exit: max q {largest:.2g} < {threshold:g}", (node,), layer=depth)
            break
        q = logits.warp(0, warp)
        law = run.law(node, "q", logits, 0, q, warp)
        token = run.dice.choose(q, f"draft {depth} ~ q")
        node = run.tree.add(node, token)
        run.note(node, "draft", q=q.prob(token))
        run.rec.step("draft", f"Draft {depth}", (node,), layer=depth)
        drafted.append(Drafted(node, q, law))
        if token in run.models.eos:
            break
    return drafted
