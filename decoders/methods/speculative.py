"""SpD: speculative decoding of one sequence (Leviathan et al. 2023, Algorithm 1; Chen et al. 2023).

Sample γ draft tokens from q, score them in one target pass, and accept each with probability min(1, p/q). Replace the
first rejected token with a sample from norm(max(p − q, 0)). If all draft tokens are accepted, add one bonus token from
p. The method is lossless: its output has the same distribution as sampling from the target.
"""

from collections.abc import Callable
from dataclasses import dataclass

from decoders.core.decode import Beam, Emitted, Run, State
from decoders.core.decoder import Decoder, multinomial
from decoders.core.dice import last
from decoders.core.record import DRAFT, VERIFY, Decision
from decoders.core.rules import RATIO, Dist, Logits, acceptance, residual
from decoders.core.settings import Settings, setting
from decoders.methods.tree_verification import (
    EARLIER_REJECTION,
    OWN_TOKEN,
    Candidates,
    Scored,
    draft_depth,
    draw_own,
    draw_residual,
    ended,
    leave_unused,
)

RULES = (RATIO, EARLIER_REJECTION, *OWN_TOKEN)


@dataclass(frozen=True)
class SpeculativeSettings(Settings):
    """Settings of SpD."""

    gamma: int = setting(
        4, "Maximum number of draft tokens per round.", label="Draft length", low=1, high=32, symbol="γ"
    )

    @property
    def most_nodes(self) -> int:
        """See `Settings.most_nodes`."""
        return self.gamma


@dataclass(frozen=True)
class Drafted:
    """A draft token, its recorded probability, the distribution that it was sampled from, and the distribution's index
    in the record.
    """

    node: int
    shown: float
    q: Dist
    law: tuple[int, ...]


def step(run: Run, state: State) -> State:
    """Run one iteration: draft, run one target pass, and verify from left to right."""
    beam = state.beams[0]
    drafted = draft_chain(run, beam, min(run.settings.gamma, draft_depth(run, beam)))
    return run.commit(beam, verify_chain(run, drafted, score_chain(run, beam, drafted)))


Stop = Callable[[int, int, Logits], bool]  # the depth to draft next, the last node, and the draft's logits after it


def draft_chain(run: Run, beam: Beam, gamma: int, stop: Stop = lambda depth, node, logits: False) -> list[Drafted]:
    """Sample up to γ draft tokens one by one from 𝒯q.

    EOS ends the draft. `stop` is called before each sample, and can end the draft too.
    """
    drafted: list[Drafted] = []
    node = beam.node
    for level in range(1, gamma + 1):
        logits = run.draft.logits([node])
        if stop(level, node, logits):
            break
        q = logits.warp(0, run.settings.warp)
        law = run.law(node, "q", logits, 0, q)
        token = run.dice.choose(q, f"draft {level} ~ q")
        node, shown = run.tree.add(node, token), run.prob(token, logits, 0, q)
        run.note(node, "draft", q=shown, rank=0, leaf="eos" if ended(run, node) else None)
        run.rec.step(DRAFT, (node,), layer=level)
        drafted.append(Drafted(node, shown, q, law))
        if ended(run, node):
            break
    return drafted


def score_chain(run: Run, beam: Beam, drafted: list[Drafted]) -> Scored:
    """Score a drafted chain in one target pass."""
    nodes, q = [draft.node for draft in drafted], [draft.shown for draft in drafted]
    return Scored(run, Candidates.chain(beam.node, nodes, q))


def verify_chain(run: Run, drafted: list[Drafted], scored: Scored) -> list[Emitted]:
    """Accept draft tokens while u < min(1, p/q), then add one token from the residual, or the bonus token from p."""
    emitted: list[Emitted] = []
    at = scored.tree.root
    for layer, draft in enumerate(drafted, 1):
        token, p = run.tree.token(draft.node), scored.p(at)
        a = acceptance(p.prob(token), draft.q.prob(token))
        ok, u = run.dice.accept(a, f"accept {layer}")
        rest = None if ok else residual(p, draft.q)  # None: p = q up to rounding, so acceptance was certain
        shown = _record(run, scored, at, draft, a, u, rest)
        if rest is not None:
            leave_unused(run, scored, EARLIER_REJECTION)
            return [*emitted, draw_residual(run, scored, at, rest, shown)]
        emitted.append(scored.kept(draft.node))
        at = draft.node
    return emitted if emitted and ended(run, at) else [*emitted, draw_own(run, scored, at)]


def _record(
    run: Run, scored: Scored, at: int, draft: Drafted, a: float, u: float | None, rest: Dist | None
) -> tuple[int, ...]:
    """Record the verdict on one draft token. Returns the index of the residual, if there is one."""
    if not run.rec.on:
        return ()
    law = scored.law(at)
    shown = run.dist(at, "residual", rest) if rest is not None else ()
    decision: Decision = "accepted" if rest is None else "rejected"
    laws = (*law, *draft.law, *shown)
    run.rec.decide(VERIFY, scored.judge(draft.node, decision, RATIO, a=a, u=u, draw=last(run.dice), distributions=laws))
    return shown


DECODER = Decoder(
    name="spd",
    title="SpD: speculative decoding",
    paper="Leviathan et al. 2023; Chen et al. 2023",
    step=step,
    settings=SpeculativeSettings,
    oracle=multinomial,
    view="chain",
    rules=RULES,
)
